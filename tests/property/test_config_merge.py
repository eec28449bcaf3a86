"""The laws of operators and layers (config-savegame.md sections 2 and 11)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from talewright.config import ConfigMap, IniDocument, PlainRule
from talewright.config.layers.generated import generate

ROOT, OVERLAY, WRITTEN = PlainRule.ROOT, PlainRule.OVERLAY, PlainRule.WRITTEN

VALUES = st.sampled_from(["a", "b", "(K=1,v=1)", "(K=1,v=2)", "(K=2)"])
OPERATED = st.lists(st.tuples(st.sampled_from(["+", "-", ".", "!", "@", "^"]), VALUES), max_size=6)
ANY = st.lists(st.tuples(st.sampled_from(["", "+", "-", ".", "!", "@", "^"]), VALUES), max_size=6)
Lines = list[tuple[str, str]]


def document(*parts: Lines) -> IniDocument:
    text = "".join(f"{op}k={'K' if op == '@' else value}\n" for lines in parts for op, value in lines)
    return IniDocument.from_text("[A]\n" + text)


def values(*layers: tuple[PlainRule, IniDocument]) -> list[str]:
    return ConfigMap((document, rule) for rule, document in layers).values("A", "k")


@given(ANY, VALUES, st.sampled_from(list(PlainRule)))
def test_adding_twice_adds_once(lines: Lines, value: str, rule: PlainRule) -> None:
    once = values((rule, document(lines, [("+", value)])))
    assert values((rule, document(lines, [("+", value), ("+", value)]))) == once
    assert value in once


@given(ANY, ANY, st.sampled_from(list(PlainRule)))
def test_emptying_absorbs_what_was_before(before: Lines, after: Lines, rule: PlainRule) -> None:
    unkeyed = [line for line in before if line[0] not in ("", "@")]
    with_them = values((rule, document(unkeyed, [("!", "x")], after)))
    assert with_them == values((rule, document([("!", "x")], after)))


@given(ANY, VALUES, st.sampled_from(list(PlainRule)))
def test_what_was_removed_is_not_there(lines: Lines, value: str, rule: PlainRule) -> None:
    assert value not in values((rule, document(lines, [("-", value)])))


@given(ANY, OPERATED, OPERATED, OPERATED)
def test_files_of_operators_can_be_put_together_in_any_grouping(base: Lines, a: Lines, b: Lines, c: Lines) -> None:
    """(a + b) + c is a + (b + c): where no plain line is, a layer is the sum of its lines."""
    root = (ROOT, document(base))
    alone = values(root, *((OVERLAY, document(lines)) for lines in (a, b, c)))
    assert values(root, (OVERLAY, document(a, b)), (OVERLAY, document(c))) == alone
    assert values(root, (OVERLAY, document(a)), (OVERLAY, document(b, c))) == alone
    assert values(root, (OVERLAY, document(a, b, c))) == alone


@given(ANY, ANY)
def test_a_root_alone_or_in_two_files_is_the_same(a: Lines, b: Lines) -> None:
    assert values((ROOT, document(a)), (ROOT, document(b))) == values((ROOT, document(a, b)))


@given(ANY, ANY, ANY)
def test_a_generated_file_says_what_its_layers_say(base: Lines, over: Lines, more: Lines) -> None:
    layers = [(document(base), ROOT), (document(over), OVERLAY), (document(more), OVERLAY)]
    made = generate(ConfigMap(layers))
    found = ConfigMap(layers).values("A", "k")
    assert made.get_all("A", "k") == found
    assert IniDocument.parse(made.to_bytes()).get_all("A", "k") == found
    assert ConfigMap([(document(base), ROOT), (made, WRITTEN)]).values("A", "k") == found or not found


@given(ANY, ANY)
def test_explaining_tells_of_every_line_and_ends_with_the_values(base: Lines, over: Lines) -> None:
    layers = ConfigMap([(document(base), ROOT), (document(over), OVERLAY)])
    steps = layers.explain("A", "k")
    assert len(steps) == len(base) + len(over)
    assert all(step.effect for step in steps)


@given(st.lists(st.tuples(st.sampled_from("kl"), st.text(st.characters(codec="utf-8"), max_size=6)), max_size=6))
def test_reading_what_was_written_gives_the_same(pairs: list[tuple[str, str]]) -> None:
    written = IniDocument()
    for key in "kl":
        written.set_all("A", key, [value for name, value in pairs if name == key])
    again = IniDocument.parse(written.to_bytes())
    assert {key: again.get_all("A", key) for key in "kl"} == {
        key: [value for name, value in pairs if name == key] for key in "kl"
    }
    assert again.to_bytes() == written.to_bytes()
