"""Operators and layers (config-savegame.md section 2)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from talewright.config import ConfigMap, IniDocument, PlainRule

ROOT, OVERLAY, WRITTEN = PlainRule.ROOT, PlainRule.OVERLAY, PlainRule.WRITTEN


def chain(*layers: tuple[PlainRule, str]) -> ConfigMap:
    return ConfigMap(
        (IniDocument.from_text("[A]\n" + text, f"{number}.ini"), rule) for number, (rule, text) in enumerate(layers)
    )


@pytest.mark.parametrize(
    ("layers", "values"),
    [
        ([(ROOT, "k=1\nk=1\n")], ["1", "1"]),
        ([(ROOT, "k=1\nk=2\n"), (OVERLAY, "k=3\nk=4\n")], ["4"]),
        ([(ROOT, "k=1\nk=2\n"), (WRITTEN, "k=3\nk=4\n")], ["3", "4"]),
        ([(ROOT, "k=1\n"), (OVERLAY, "+k=2\n+k=1\n")], ["1", "2"]),
        ([(ROOT, "k=1\n"), (OVERLAY, ".k=1\n")], ["1", "1"]),
        ([(ROOT, "k=1\nk=2\nk=1\n"), (OVERLAY, "-K=1\n")], ["2"]),
        ([(ROOT, "k=1\n"), (OVERLAY, "!k=ClearArray\n+k=2\n")], ["2"]),
        ([(ROOT, "k=1\n"), (OVERLAY, "!k\n")], []),
        ([(ROOT, "k=1\n"), (OVERLAY, '+k="1"\n')], ["1"]),
        ([(ROOT, "k=1\n"), (OVERLAY, "")], ["1"]),
    ],
)
def test_what_a_chain_gives(layers: list[tuple[PlainRule, str]], values: list[str]) -> None:
    assert chain(*layers).values("a", "K") == values


def test_emptied_is_not_the_same_as_never_mentioned() -> None:
    found = chain((ROOT, "k=1\n"), (OVERLAY, "!k=()\n"))
    assert (found.entries("A", "k"), found.entries("A", "l")) == ([], None)


def test_first_spelling_and_order_are_kept() -> None:
    found = chain((ROOT, "Team=1\nb=1\n"), (OVERLAY, "team=2\nC=1\nB=2\n"))
    assert found.keys("A") == ["Team", "b", "C"]


def test_explain_names_every_line_and_its_effect() -> None:
    found = chain((ROOT, "k=1\nk=2\n"), (OVERLAY, "+k=2\n-k=9\n!k=\nk=3\n@k=F\n^k\n"))
    steps = found.explain("A", "k")
    assert [(step.file, step.line, step.operator, step.value, step.effect) for step in steps] == [
        ("0.ini", 2, "", "1", "set"),
        ("0.ini", 3, "", "2", "added"),
        ("1.ini", 2, "+", "2", "was there already"),
        ("1.ini", 3, "-", "9", "removed nothing"),
        ("1.ini", 4, "!", "", "emptied, 2 values dropped"),
        ("1.ini", 5, "", "3", "set"),
        ("1.ini", 6, "@", "F", "from here on + replaces the entry of the same F"),
        ("1.ini", 7, "^", "", "emptied, 1 value dropped"),
    ]
    assert str(steps[0]) == "0.ini:2: '1': set"


def test_a_plain_line_over_a_list_is_a_warning() -> None:
    (finding,) = chain((ROOT, "k=1\nk=2\n"), (OVERLAY, "k=3\n")).report
    assert (finding.code, str(finding.span)) == ("TW-INI-31", "1.ini:2:1")
    assert "+k=" in finding.hint


def test_three_plain_lines_in_an_overlay_leave_one_and_say_so() -> None:
    found = chain((ROOT, ""), (OVERLAY, "k=1\nk=2\nk=3\n"))
    assert found.values("A", "k") == ["3"]
    assert [finding.span.line for finding in found.report] == [3, 4]


@pytest.mark.parametrize(("text", "hint"), [("@k=\n", "struct field"), ("*k=\n", "struct field")])
def test_an_operator_without_effect_is_information(text: str, hint: str) -> None:
    (finding,) = chain((ROOT, text)).report
    assert (finding.code, finding.severity) == ("TW-INI-32", "information")
    assert hint in finding.hint


class TestStructKeys:
    """The operators ``@`` and ``*`` of section 2.1."""

    LOW = "@k=Group\n+k=(Group=A,Max=1)\n+k=(Group=B,Max=2)\n"

    def test_an_entry_with_the_same_field_is_replaced_where_it_stands(self) -> None:
        found = chain((ROOT, self.LOW), (OVERLAY, '+k=(group="A",Max=9)\n+k=(Group=C)\n'))
        assert found.values("A", "k") == ['(group="A",Max=9)', "(Group=B,Max=2)", "(Group=C)"]

    def test_what_was_added_before_the_key_was_named_counts_too(self) -> None:
        found = chain((ROOT, "+k=(Group=A)\n"), (OVERLAY, "@k=Group\n+k=(Group=A,Max=1)\n"))
        assert found.values("A", "k") == ["(Group=A,Max=1)"]

    def test_a_dot_appends_and_a_minus_removes_as_ever(self) -> None:
        found = chain((ROOT, self.LOW), (OVERLAY, ".k=(Group=A)\n-k=(Group=B,Max=2)\n+k=(Group=B)\n"))
        assert found.values("A", "k") == ["(Group=A,Max=1)", "(Group=A)", "(Group=B)"]

    def test_values_that_are_no_such_structs_are_added(self) -> None:
        found = chain((ROOT, self.LOW), (OVERLAY, "+k=x\n+k=(Max=1)\n+k=(Group=\n"))
        assert found.values("A", "k")[2:] == ["x", "(Max=1)", "(Group="]

    def test_a_star_in_the_section_of_a_class_holds_for_all_its_objects(self) -> None:
        text = "[Profile]\n*k=Group\n[Low Profile]\n+k=(Group=A,Max=1)\n+k=(Group=A,Max=2)\n[Other]\n+k=(Group=A)\n"
        over = IniDocument.from_text("[low profile]\n+K=(Group=A,Max=3)\n[Other]\n+k=(Group=A,Max=2)\n", "1.ini")
        found = ConfigMap([(IniDocument.from_text(text, "0.ini"), ROOT), (over, OVERLAY)])
        assert found.values("Low Profile", "k") == ["(Group=A,Max=3)"]
        assert found.values("Other", "k") == ["(Group=A)", "(Group=A,Max=2)"]
        assert found.report == []
        assert [step.effect for step in found.explain("Low Profile", "k")] == [
            "from here on + replaces the entry of the same Group",
            "added",
            "replaced the entry of the same Group",
            "replaced the entry of the same Group",
        ]

    def test_a_star_in_the_section_of_an_object_does_nothing_and_says_so(self) -> None:
        found = ConfigMap([(IniDocument.from_text("[Low Profile]\n*k=Group\n"), ROOT)])
        assert [f.code for f in found.report] == ["TW-INI-32"]

    def test_setting_values_in_a_document_keeps_the_key_line(self) -> None:
        document = IniDocument.from_text("[A]\n" + self.LOW)
        document.set_all("A", "k", ["(Group=A)", "(Group=A,Max=2)"])
        assert document.get_all("A", "k") == ["(Group=A)", "(Group=A,Max=2)"]
        assert "@k=Group" in document.to_text()


def test_a_caret_empties_and_is_not_the_same_as_saying_nothing() -> None:
    found = chain((ROOT, "k=1\n"), (OVERLAY, "^k=\n"))
    assert found.entries("A", "k") == []


LINES = st.lists(st.tuples(st.sampled_from(["", "+", "-", ".", "!"]), st.sampled_from("ab")), max_size=8)


@given(LINES, st.sampled_from("ab"))
def test_adding_twice_adds_once_and_emptying_absorbs(lines: list[tuple[str, str]], value: str) -> None:
    text = "".join(f"{operator}k={v}\n" for operator, v in lines)
    once = chain((ROOT, text + f"+k={value}\n")).values("A", "k")
    assert chain((ROOT, text + f"+k={value}\n+k={value}\n")).values("A", "k") == once
    assert value in once
    assert chain((ROOT, text + f"!k\n+k={value}\n")).values("A", "k") == [value]


def test_the_merge_of_real_layers_is_what_the_engine_generated(corpus: Callable[[str], Path]) -> None:
    """Sections 2.2 and 10: the engine's own file for three layers, but for keys that it writes at run time."""
    folder = corpus("unreal-ini")
    names = ("udk_base_systemsettings.ini", "udk_default_systemsettings.ini")
    found = ConfigMap(zip((IniDocument.read(folder / n) for n in names), (ROOT, OVERLAY), strict=True))
    generated = ConfigMap([(IniDocument.read(folder / "udk_generated_systemsettings.ini"), ROOT)])
    compared = different = 0
    for section in found.section_names():
        if section == "Configuration":
            continue
        for key in found.keys(section):
            compared += 1
            different += found.values(section, key) != generated.values(section, key)
    assert compared >= 700
    assert different == 0


def test_many_lines_take_time_in_proportion() -> None:
    """Section 8, trap 23: thousands of repeats, also of lines that remove nothing and of structs by their field."""
    count = 6_000
    structs = "".join(f"+k=(N={n},v=1)\n" for n in range(count))
    removals = "".join(f"-k=(N = {n},v=1)\n" for n in range(count))
    found = chain((ROOT, "@k=N\n" + structs), (OVERLAY, removals + structs.replace("v=1", "v=2")))
    assert found.values("A", "k")[-1] == f"(N={count - 1},v=2)"
    assert len(found.report) == count
    assert found.report[0].hint.startswith("there is '(N=0,v=1)'")
    gone = chain((ROOT, "@k=N\n" + structs), (OVERLAY, structs.replace("+", "-")))
    assert gone.values("A", "k") == []


def test_a_struct_key_finds_the_next_entry_when_the_first_is_removed() -> None:
    found = chain((ROOT, "@k=N\n+k=(N=1,v=1)\n.k=(N=1,v=2)\n-k=(N=1,v=1)\n+k=(N=1,v=3)\n"))
    assert found.values("A", "k") == ["(N=1,v=3)"]
