"""A struct with a bad item: the rest is read, and the finding names the item with its column (faults §2 B3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from talewright.config import ConfigTree, IniDocument, Records
from talewright.config.layers.traps import lint
from talewright.config.values import grammar as values
from talewright.errors import ConfigError, ValueFormatError


@dataclass(frozen=True)
class Player:
    Name: str = "?"
    Aim: float = 0.25
    Tactics: float = 0.25
    Jump: int = 9


@dataclass
class Team:
    P: Player = Player()
    All: list[Player] = field(default_factory=list)


@dataclass(frozen=True)
class Strict:
    a: int
    b: int = 0


@dataclass(frozen=True)
class Both:
    name: str
    lines: list[Strict] = field(default_factory=list)
    inline: tuple[Strict, ...] = ()


@dataclass(frozen=True)
class Span:
    min: int = 0


@dataclass(frozen=True)
class Held:
    name: str
    ranges: list[Span] = field(default_factory=list)
    pairs: list[list[Span]] = field(default_factory=list)
    stock: dict[str, list[Span]] = field(default_factory=dict)
    owned: list[Span] | None = None


def _tree(folder: Path, lines: str) -> ConfigTree:
    path = folder / "Config" / "DefaultGame.ini"
    path.parent.mkdir()
    path.write_text(f"[Team]\n{lines}\n")
    return ConfigTree(folder)


def test_one_keyless_item_costs_itself(tmp_path: Path) -> None:
    """faults §2 B3."""
    tree = _tree(tmp_path, 'P=(Name="Rix",Aim=0.5,Tactics0.7,Jump=1)')
    assert Player("Rix", 0.5, 0.25, 1) == tree.read(Team).P
    (finding,) = tree.report()
    assert str(finding).startswith("Config/DefaultGame.ini:2:23: warning TW-INI-27: [Team] P: 'Tactics0.7' has no name")


# text, the fields read, (code, column) of every finding; columns count from 1 at the P of "P="
ODD: list[tuple[str, dict[str, Any], list[tuple[str, int]]]] = [
    ('(Name="Rix",(1,2),Jump=1)', {"Name": "Rix", "Jump": 1}, [("TW-INI-27", 15)]),
    ('("Rix",Jump=1)', {"Jump": 1}, [("TW-INI-27", 4)]),
    ("(Aim=1,=5,Jump=1)", {"Aim": 1.0, "Jump": 1}, [("TW-INI-27", 10)]),
    ("(Aim=1,=(a=(b=1)),Jump=1)", {"Aim": 1.0, "Jump": 1}, [("TW-INI-27", 10)]),
    ("(Aim=1,Jump=1,Aim=2)", {"Aim": 2.0, "Jump": 1}, [("TW-INI-28", 17)]),
    ("(Aim=1,aim=2,Jump=1)", {"Aim": 2.0, "Jump": 1}, [("TW-INI-28", 14)]),
    ("(Aim=1,Jmp=2)", {"Aim": 1.0}, [("TW-INI-22", 14)]),
    ("(Aim=1,,Jump=2,)", {"Aim": 1.0, "Jump": 2}, []),
    ('(Name="Rix"s,Jump=2)', {"Name": "Rix", "Jump": 2}, [("TW-INI-27", 14)]),
    ('(Name="a "b" c",Jump=2)', {"Name": "a ", "Jump": 2}, [("TW-INI-27", 13)]),
    ("(Aim=1,Jump[99999]=3,Tactics=1)", {"Aim": 1.0, "Tactics": 1.0}, [("TW-INI-27", 10)]),
    ("(Aim=1,5_0,Jump=1_0)", {"Aim": 1.0, "Jump": 1}, [("TW-INI-26", 19), ("TW-INI-27", 10)]),
    ("(Aim=1,Jump=2) ; quick", {"Aim": 1.0, "Jump": 2}, [("TW-INI-15", 18)]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "read", "findings"), ODD)
def test_an_odd_item_costs_itself_in_settings_and_records(
    tmp_path: Path, text: str, read: dict[str, Any], findings: list[tuple[str, int]]
) -> None:
    expected = Player(**read)
    tree = _tree(tmp_path, f"P={text}")
    assert expected == tree.read(Team).P
    assert sorted((d.code, d.span.column) for d in tree.report()) == sorted(findings)

    @dataclass(frozen=True)
    class Pair:
        name: str
        P: Player = Player()

    found = Records([IniDocument.from_text(f"[a Pair]\nP={text}\n")], known=[Pair])
    assert expected == found[Pair]["a"].P
    assert sorted((d.code, d.span.column) for d in found.report) == sorted(findings)


@pytest.mark.parametrize(
    ("text", "read", "findings"),
    [
        ("(Name=Rix,Aim=much,Jump=1)", {"Name": "Rix", "Jump": 1}, [("TW-INI-21", 17)]),
        ("(Name=Rix,Jump=1", {"Name": "Rix", "Jump": 1}, [("TW-INI-20", 3)]),
        ('(Aim=1,Name="Rix,Jump=1)', {"Aim": 1.0}, [("TW-INI-20", 15)]),
        ('(Aim=1,5,Name="Rix,Jump=1)', {"Aim": 1.0}, [("TW-INI-20", 17), ("TW-INI-27", 10)]),
    ],
)
def test_what_is_an_error_still_costs_only_itself_in_a_record(
    tmp_path: Path, text: str, read: dict[str, Any], findings: list[tuple[str, int]]
) -> None:
    @dataclass(frozen=True)
    class Pair:
        name: str
        P: Player = Player()

    found = Records([IniDocument.from_text(f"[a Pair]\nP={text}\n")], known=[Pair])
    assert Player(**read) == found[Pair]["a"].P
    assert sorted((d.code, d.span.column) for d in found.report) == findings
    with pytest.raises(ConfigError) as caught:
        _tree(tmp_path, f"P={text}").read(Team)
    assert sorted((d.code, d.span.column) for d in caught.value.report) == findings


def test_in_a_list_of_structs_one_bad_element_costs_itself() -> None:
    text = "[x Both]\nlines=(a=1)\nlines=(b=2)\nlines=(a=3,b=x)\nlines=(a=4,zz=1)\ninline=((a=1),(b=1),(a=x),(a=2))\n"
    found = Records([IniDocument.from_text(text, "x.ini")], known=[Both])
    pair = found[Both]["x"]
    assert pair.lines == [Strict(1), Strict(3), Strict(4)]
    assert pair.inline == (Strict(1), Strict(2))
    assert sorted((d.span.line, d.span.column, d.code) for d in found.report) == [
        (3, 7, "TW-INI-21"),
        (4, 14, "TW-INI-21"),
        (5, 15, "TW-INI-22"),
        (6, 15, "TW-INI-21"),
        (6, 24, "TW-INI-21"),
    ]


def test_the_strict_reader_still_refuses_and_names_the_place() -> None:
    for text, offset in (("(a=1,b)", 5), ("(a=1,=2)", 5), ('(a="x"y)', 6)):
        with pytest.raises(ValueFormatError) as caught:
            values.parse(text)
        assert caught.value.offset == offset
    assert values.parse("(a=1,a=2)") == {"a": "2"}


def test_lint_names_the_item_where_no_type_is_known() -> None:
    found = lint(IniDocument.parse(b'[A]\nP=(Name="Rix",Aim0.5,Jump=1,Jump=2)\nQ=(a=1\n', "Game.ini"))
    assert [(d.code, d.severity, str(d.span)) for d in found] == [
        ("TW-INI-27", "warning", "Game.ini:2:15"),
        ("TW-INI-28", "warning", "Game.ini:2:29"),
        ("TW-INI-20", "error", "Game.ini:3:3"),
    ]


def test_places_are_those_of_the_text() -> None:
    raw = '(a=1,b=( x , y ),c=((k,1),("m n",(p=2))),d[2]=5)'
    found = {way: raw[at : at + length] for way, (at, length) in values.places(raw).items()}
    assert found["a",] == "1"
    assert found["b",] == "( x , y )"
    assert found["b", 1] == "y"
    assert found["c", "k"] == "1"
    assert found["c", "m n"] == "(p=2)"
    assert found["c", 1, 1, "p"] == "2"
    assert found["d", 2] == "5"


@pytest.mark.parametrize("make", [
    lambda n: "(" + "x," * n + "a=1)",
    lambda n: "(a=1" + ",=1" * n + ")",
    lambda n: "(a=1" + ',b="x"y' * n + ")",
    lambda n: "(" + "a=1," * n + ")",
    lambda n: "(a=1," + "(" * n,
])  # fmt: skip
def test_faults_are_found_in_linear_time(make: Any) -> None:
    import time

    def spent(size: int) -> float:
        raw = make(size)
        best = 9.0
        for _ in range(3):
            begin = time.process_time()
            values.read(raw)
            values.places(raw)
            best = min(best, time.process_time() - begin)
        return best / size

    assert spent(16_000) < 3 * spent(2_000) + 1e-6


@pytest.mark.parametrize(
    ("lines", "place"),
    [
        ("pairs=((min=1),(min=x))", "2:21"),  # one line with one element, which is a list itself
        ("pairs=(min=1)\npairs=(min=x)", "3:12"),
        ("ranges=((min=1),(min=x))", "2:22"),
        ("ranges=(min=1)\nranges=(min=x)", "3:13"),
        ("stock=(a=((min=1),(min=x)))", "2:24"),
        ('stock=("a\'\\"\\\\b"=((min=x)))', "2:24"),
        ("stock=(a=(min=x))", "2:15"),
        ("owned=(min=1)\nowned=(min=x)", "3:12"),
    ],
)
def test_an_error_in_a_list_has_its_line_and_column(lines: str, place: str) -> None:
    document = IniDocument.from_text(f"[a Held]\n{lines}\n", "x.ini")
    (finding,) = Records([document], known=[Held]).report
    assert finding.code == "TW-INI-21"
    assert str(finding).startswith(f"x.ini:{place}: ")
