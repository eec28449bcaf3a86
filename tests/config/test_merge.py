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
    found = chain((ROOT, "k=1\nk=2\n"), (OVERLAY, "+k=2\n-k=9\n!k=\nk=3\n@k=F\n"))
    steps = found.explain("A", "k")
    assert [(step.file, step.line, step.operator, step.value, step.effect) for step in steps] == [
        ("0.ini", 2, "", "1", "set"),
        ("0.ini", 3, "", "2", "added"),
        ("1.ini", 2, "+", "2", "was there already"),
        ("1.ini", 3, "-", "9", "removed nothing"),
        ("1.ini", 4, "!", "", "emptied, 2 values dropped"),
        ("1.ini", 5, "", "3", "set"),
        ("1.ini", 6, "@", "F", "has no effect here"),
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


def test_an_operator_without_effect_is_information() -> None:
    (finding,) = chain((ROOT, "@k=Field\n")).report
    assert (finding.code, finding.severity) == ("TW-INI-32", "information")


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
