"""Many tags at once: the quick ways give what the slow ones give, or leave it to them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from talewright.config import IniDocument
from talewright.errors import InvalidName, Misuse, RegistryClosed
from talewright.names import fold
from talewright.tags import LIST_SECTION, TagRegistry, TagRow, is_valid, load_tag_files, read_tag_list, render_tag_list
from talewright.tags.values.row_blocks import GeneratedRows, rows_of_names

SEGMENTS = ["A", "a", "B", "A-B", "A B", "A!", "1", "Ä", "ä", "日本", "ΑΣ", "İ", "zz", "None"]
NAMES = st.lists(st.sampled_from(SEGMENTS), min_size=1, max_size=4).map(".".join).filter(is_valid)


def facts(registry: TagRegistry) -> object:
    return (
        [(tag.name, tag.comment, tag.explicit, str(tag.source)) for tag in registry.every()],
        sorted(map(str, registry.report)),
        [row.name for row in registry.rows()],
        len(registry),
        registry.dictionary_hash(),
    )


@settings(max_examples=200)
@given(st.lists(NAMES, unique_by=fold, max_size=12), st.lists(NAMES, max_size=2), st.lists(NAMES, max_size=2))
def test_a_generated_list_registers_as_row_by_row(names: list[str], before: list[str], behind: list[str]) -> None:
    text = render_tag_list([TagRow(name, f"about '{name}'" if len(name) % 2 else "") for name in names]).decode()
    quick, slow = TagRegistry(), TagRegistry()
    for registry in (quick, slow):
        for name in before:
            registry.register(name)
    found = read_tag_list(IniDocument.from_text(text, "g.ini"))
    quick.register_rows(found.rows)
    slow.register_rows(list(read_tag_list(IniDocument.from_text(text + "\n", "g.ini")).rows))
    for registry in (quick, slow):
        for name in behind:
            registry.register(name, "late")
    assert {str(t): t.explicit for t in quick.every()} == {str(t): t.explicit for t in slow.every()}
    quick.close()
    slow.close()
    assert facts(quick) == facts(slow)
    for name in names:
        assert quick.find(name) == slow.find(name)
        assert quick.find(f"{name}.X") is None
        assert list(quick.children(name)) == list(slow.children(name))


@settings(max_examples=200)
@given(st.lists(NAMES, max_size=12), st.lists(NAMES, max_size=2))
def test_names_register_as_one_by_one(names: list[str], before: list[str]) -> None:
    quick, slow = TagRegistry(), TagRegistry()
    for registry in (quick, slow):
        for name in before:
            registry.register(name)
    quick.register_names(names)
    for name in names:
        slow.register(name)
    quick.close()
    slow.close()
    assert [tag.name.casefold() for tag in quick.every()] == [tag.name.casefold() for tag in slow.every()]
    assert [tag.explicit for tag in quick.every()] == [tag.explicit for tag in slow.every()]
    assert len(quick.report) == 0 or slow.report


def test_the_quick_way_is_taken_where_it_may_be() -> None:
    rows = [TagRow("A", 'one "two"'), TagRow("A.B", "it's"), TagRow("Ä.B", "\\")]
    for given_rows in (rows, [TagRow(row.name) for row in rows], rows[:1]):
        text = render_tag_list(given_rows, header_lines=["generated"]).decode()
        found = read_tag_list(IniDocument.from_text(text, "g.ini"))
        assert isinstance(found.rows, GeneratedRows)
        assert [(row.name, row.comment) for row in found.rows] == [(row.name, row.comment) for row in given_rows]
        assert found.rows == list(read_tag_list(IniDocument.from_text(text + "\n", "g.ini")).rows)
        assert found.rows[-1].name == given_rows[-1].name
        assert found.rows[:1] == [found.rows[0]]
        with pytest.raises(IndexError):
            found.rows[len(given_rows)]


ROW = 'GameplayTagList=(Tag="{}",DevComment="{}")\n'


@pytest.mark.parametrize(
    "body",
    [
        ROW.format("B", "") + ROW.format("A", ""),  # not in order
        ROW.format("A", "") + ROW.format("a", ""),  # twice
        ROW.format("A..B", ""),
        ROW.format(".A", ""),
        ROW.format("A.", ""),
        ROW.format(" A", ""),
        ROW.format("A ", ""),
        ROW.format("A\u3000", ""),
        ROW.format("None", ""),
        ROW.format("A,B", ""),
        ROW.format("A'B", ""),
        ROW.format("A\tB", ""),
        ROW.format("A\\\\B", ""),
        ROW.format("A" * 1024, ""),
        ROW.format("", ""),
        ROW.format("A", 'x"y'),
        ROW.format("A", "x\\"),
        ROW.format("A", "").replace('")', '") ;'),
        ROW.format("A", "").rstrip("\n"),
        ROW.format("A", "").replace('",Dev', '", Dev'),
        ROW.format("A", "").replace('Tag="A"', "Tag=A"),
        ROW.format("A", "x") + "; remark\n" + ROW.format("B", "y"),
        ROW.format("A", "x") + ROW.format("B", "y").replace("GameplayTagList", "Other"),
        ROW.format("A", 'a",DevComment="b') + 'GameplayTagList=(Tag="B")\n',
        ROW.format("A", "") + "[Other]\nKey=1\n",
        ROW.format("A", "").replace("\n", "\r\n"),
        ROW.format("ΑΣ", ""),
        "+" + ROW.format("A", ""),
        "\n",
    ],
)
def test_what_only_resembles_it_is_read_the_general_way(body: str) -> None:
    text = f"[{LIST_SECTION}]\n{body}"
    found = read_tag_list(IniDocument.from_text(text, "g.ini"))
    assert not isinstance(found.rows, GeneratedRows)
    assert found == read_tag_list(IniDocument.from_text(f"{text}\n", "g.ini"))


def test_spellings_within_a_generated_list_are_found() -> None:
    data = render_tag_list([TagRow("Npc.A"), TagRow("NPC.B"), TagRow("npc.B.C")])
    registry = TagRegistry()
    load_tag_files(registry, [IniDocument.parse(data, "g.ini")])
    registry.close()
    assert [(d.code, d.span.line) for d in registry.report] == [("TW-TAG-04", 3), ("TW-TAG-04", 4)]
    assert registry.report is registry.report
    assert len(registry.report) == 2
    assert registry.tag("npc").name == "Npc"


def test_hand_written_tags_in_front_of_a_big_list() -> None:
    names = [f"Gen.N{n:03}.X" for n in range(200)]
    data = render_tag_list([TagRow(name, "generated") for name in names])
    registry = TagRegistry()
    registry.register("GEN.Mine", "first")
    registry.register("Other")
    load_tag_files(registry, [IniDocument.parse(data, "g.ini")])
    registry.register("Gen.N005.Y", "late")
    registry.register("Gen.N006.X")
    assert registry.tag("gen").name == "GEN"
    assert registry.tag("Gen.N005").name == "Gen.N005"
    assert registry.comment("Gen.N007.X") == "generated"
    registry.close()
    assert len(registry) == 203
    assert registry.tag("gen").name == "GEN"
    assert [tag.name for tag in registry.children("Gen.N005")] == ["Gen.N005.X", "Gen.N005.Y"]
    assert str(registry.source("Gen.N199.X")) == "g.ini:201:1"
    assert sorted({d.code for d in registry.report}) == ["TW-TAG-04"]


def test_a_list_that_repeats_a_tag_says_so() -> None:
    data = render_tag_list([TagRow(f"A.N{n:03}", "generated") for n in range(100)])
    registry = TagRegistry()
    registry.register("A.N050", "mine")
    load_tag_files(registry, [IniDocument.parse(data, "g.ini")])
    registry.close()
    assert registry.comment("A.N050") == "mine"
    assert [(d.code, d.span.line) for d in registry.report] == [("TW-TAG-03", 52)]
    assert len(registry) == 100


def test_names_are_checked() -> None:
    registry = TagRegistry()
    with pytest.raises(InvalidName):
        registry.register_names(["A", "B,", "C"])
    assert list(map(str, registry)) == ["A"]
    with pytest.raises(Misuse, match="a list of names"):
        registry.register_names("ABC")
    registry.register_names([])
    registry.register_names(iter(["C", "a", "A.B"]))
    registry.close()
    assert list(map(str, registry)) == ["A", "A.B", "C"]
    with pytest.raises(RegistryClosed):
        registry.register_names(["D"])
    assert rows_of_names(["A\nB"]) is None
    assert rows_of_names(["A\0B"]) is None
