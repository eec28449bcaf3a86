"""The traps of config-savegame.md section 8, each found with a hint; and the one form of `fmt`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from talewright.config import IniDocument, PlainRule
from talewright.config.layers.traps import kind_of, lint
from talewright.config.text.formatting import formatted
from talewright.errors import CorruptFile


def found(text: str, file: str = "Game.ini") -> list[tuple[str, int]]:
    report = lint(IniDocument.from_text(text, file))
    assert all(finding.hint for finding in report), [f for f in report if not f.hint]
    return [(finding.code, finding.span.line) for finding in report]


@pytest.mark.parametrize(
    ("text", "file", "code", "line"),
    [
        ("[A]\nk=1\nk=2\n", "DefaultGame.ini", "TW-INI-31", 3),
        ("[A]\n+k=(i=6)\n-k=(i = 6)\n", "DefaultGame.ini", "TW-INI-30", 3),
        ("[A]\nk[0]=1\n+k=2\n", "Game.ini", "TW-INI-71", 2),
        ("[A]\n//k=1\n", "Game.ini", "TW-INI-70", 2),
        ("[A]\n#k=1\n", "Game.ini", "TW-INI-70", 2),
        ("[A]\nk=1 ; remark\n", "Game.ini", "TW-INI-72", 2),
        ("[A]\nk=(a=1) ; remark\n", "Game.ini", "TW-INI-72", 2),
        ("[A]\nk=100;\n", "Game.ini", "TW-INI-72", 2),
        ("[A]\nk=%GAME%\n", "Game.ini", "TW-INI-73", 2),
        ("[A]\nk=1\n[a]\nl=1\n", "Game.ini", "TW-INI-74", 3),
        ("[A]\nk=(a=1,,b=2)\n", "Game.ini", "TW-INI-75", 2),
        ("[A]\nk=(a=1,)\n", "Game.ini", "TW-INI-75", 2),
        ("[A]\nk=(a=1)\")\n", "Game.ini", "TW-INI-15", 2),
        ("[A]\nk=(a=1\n", "Game.ini", "TW-INI-20", 2),
        ("[A]\nk=0,5\n", "Game.ini", "TW-INI-79", 2),
        ("[x_01 Item]\n", "Game.ini", "TW-INI-76", 1),
        ("[é]\n[e\u0301]\n", "Game.ini", "TW-INI-77", 2),
        ("[A]\ne\u0301=1\n", "Game.ini", "TW-INI-77", 2),
        ("[a]b]\n", "Game.ini", "TW-INI-78", 1),
        ("[/Script/M.Hero Hero]\n", "Game.ini", "TW-INI-60", 1),
        ("[Hero1 M.Hero]\n", "Game.ini", "TW-INI-60", 1),
        ("[A]\nk=1\\\\ \n", "Game.ini", "TW-INI-14", 2),
        ("k=1\n[A]\n", "Game.ini", "TW-INI-10", 1),
        ("[A]\nk: 1\n", "Game.ini", "TW-INI-11", 2),
        ("[A]\n[B] ; x\nk=1\n", "Game.ini", "TW-INI-12", 2),
        ('[A]\nk="x\n', "Game.ini", "TW-INI-13", 2),
        ('[A]\nk="x" y\n', "Game.ini", "TW-INI-15", 2),
        ("[A]\n*k=\n", "Game.ini", "TW-INI-32", 2),
    ],
)  # fmt: skip
def test_a_trap_is_found_with_its_place_and_a_hint(text: str, file: str, code: str, line: int) -> None:
    assert found(text, file) == [(code, line)]


@pytest.mark.parametrize(
    "text",
    [
        "[A]\nCommand=a; b\nIPPolicies=ACCEPT;*\nURL=unreal://a?b=c\nPath=..\\Content\\\n",
        "[A]\nk=1\nk=2\n",
        "[Core.System]\n-Paths=a\n+Paths=b\n",
        '[A]\nk=(Pass="a,,b",Name="x (y)")\nl="(a"\n',
        "; [A] x\n\n[A]\n!k=ClearArray\n.k=1\nk=(sighs) Ann\n",
        "[sword1 Item]\n[Level:PersistentLevel.MyActor_1 MyActor]\n",
    ],
)
def test_what_is_right_is_no_finding(text: str) -> None:
    assert found(text) == []


def test_the_kind_of_a_file_is_guessed_by_its_name() -> None:
    names = {"BaseGame.ini": PlainRule.ROOT, "a\\DefaultGame.ini": PlainRule.OVERLAY, "UDKGame.ini": PlainRule.WRITTEN}
    for name, kind in names.items():
        assert kind_of(IniDocument.from_text("", name)) is kind
    based = IniDocument.from_text("[Configuration]\nBasedOn=x\n", "x.ini")
    assert kind_of(based) is PlainRule.OVERLAY


def test_findings_about_real_files_have_hints(corpus: Callable[[str], Path]) -> None:
    for path in corpus("unreal-ini").iterdir():
        if path.suffix == ".tsv":
            continue
        for finding in lint(IniDocument.read(path, file=path.name)):
            assert finding.hint, finding


PIECES = st.lists(
    st.sampled_from(["[A]", "[B C]", "[", "]", "=", "k=1", "+k=(a=1)", "-k=", "; r", "\\\\", "\n", "\n", "\r\n", "\r",
                     " ", '"', "(", ")", ",", "%X%", "//", "\0", "\ufeff", "@k=a", "*k=a", "^k", "é", "\U0001f409"]),
    max_size=50,
).map("".join)  # fmt: skip


@given(st.one_of(PIECES, st.text(max_size=80)))
def test_no_text_breaks_lint_or_fmt(text: str) -> None:
    document = IniDocument.from_text(text, "DefaultX.ini")
    lint(document)
    made = formatted(document)
    again = formatted(made)
    assert again.to_text() == made.to_text()


@given(st.binary(max_size=120))
def test_no_bytes_raise_but_as_a_corrupt_file(data: bytes) -> None:
    try:
        document = IniDocument.parse(data, "x.ini")
    except CorruptFile:
        return
    lint(document)
    for section in document.section_names():
        assert isinstance(document.get_all(section, "k"), list)
    document.all_raws()


def test_a_long_line_and_many_repeats_take_time_in_proportion(corpus: Callable[[str], Path]) -> None:
    text = "[A]\n" + "".join(f"+k=(i={n})\n" for n in range(20_000)) + "l=(" + "a=(b,c)," * 20_000 + ")\n"
    document = IniDocument.from_text(text)
    assert len(document.get_all("A", "k")) == 20_000
    assert [d.code for d in lint(document)] == ["TW-INI-28", "TW-INI-75"]


def test_real_files_are_brought_into_one_form_without_changing_what_they_say(corpus: Callable[[str], Path]) -> None:
    for path in corpus("unreal-ini").iterdir():
        if path.suffix != ".tsv":
            document = IniDocument.read(path)
            made = formatted(document)
            assert formatted(made).to_text() == made.to_text()
