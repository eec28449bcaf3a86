"""Whatever looks like data and does not count is a finding with code, file, line and column."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from talewright.config import ConfigTree, IniDocument, Records
from talewright.errors import CorruptFile


@dataclass
class Sound:
    volume: float = 1.0
    names: list[str] = field(default_factory=list)
    at: tuple[int, int, int] = (1, 2, 3)
    stock: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Item:
    name: str
    volume: float = 1.0
    names: list[str] = field(default_factory=list)
    at: tuple[int, int, int] = (1, 2, 3)
    stock: dict[str, int] = field(default_factory=dict)


CASES: list[tuple[str, list[str]]] = [
    ("names[0]=a\nnames[1]=b\nnames[5]=c\n", ["4:1 TW-INI-29"]),
    ("names[1]=b\n", ["2:1 TW-INI-29"]),
    ("names[-1]=b\n", ["2:1 TW-INI-29"]),
    ("names[007]=b\n", ["2:1 TW-INI-29"]),
    ("names=a\nnames[5]=c\n", ["3:1 TW-INI-29"]),
    ("names=a\nnames[0]=c\n", ["3:1 TW-INI-24"]),
    ("names(0)=a\nnames(2)=b\n", ["3:1 TW-INI-29"]),
    ("at[0]=7\nat[3]=9\n", ["3:1 TW-INI-29"]),
    ("at[0]=7\nat[7]=9\n", ["3:1 TW-INI-29"]),
    ("at[2]=7\nat[-1]=9\n", ["3:1 TW-INI-29"]),
    ("volume[0]=2\n", ["2:1 TW-INI-29"]),
    ("volume=2\nvolume=3\n", ["2:1 TW-INI-28"]),
    ("at[0]=2\nat[0]=3\n", ["2:1 TW-INI-28"]),
    ("stock=(a=1)\nstock=(b=1)\n", ["2:1 TW-INI-28"]),
    ("stock=((a,1),(a,2))\n", ["2:17 TW-INI-28"]),
    ("volum=2\n", ["2:1 TW-INI-22"]),
    ("volume 2\n", ["2:1 TW-INI-11"]),
    ("volume=2\n[Sound\nvolume=3\n", ["2:1 TW-INI-28", "3:1 TW-INI-12"]),
    ("volume=2\n[Sound] x\n", ["3:1 TW-INI-12"]),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "findings"), CASES)
def test_a_line_that_does_not_count_is_said(tmp_path: Path, lines: str, findings: list[str]) -> None:
    path = tmp_path / "Config" / "DefaultGame.ini"
    path.parent.mkdir()
    path.write_text("[Sound]\n[Rest]\n")
    (tmp_path / "Saved" / "Config").mkdir(parents=True)
    (tmp_path / "Saved" / "Config" / "Game.ini").write_text(f"[Sound]\n{lines}")
    tree = ConfigTree(tmp_path)
    tree.read(Sound)
    found = sorted(f"{d.span.line}:{d.span.column} {d.code}" for d in tree.report())
    assert found == findings
    assert {d.span.file for d in tree.report()} == {"Saved/Config/Game.ini"}
    records = Records([IniDocument.from_text(f"[a Item]\n{lines}")], known=[Item])
    assert sorted(f"{d.span.line}:{d.span.column} {d.code}" for d in records.report) == findings


def test_equal_lines_of_one_value_are_information() -> None:
    found = Records([IniDocument.from_text("[a Item]\nvolume=2\nvolume=2\n")], known=[Item])
    assert [(d.code, d.severity) for d in found.report] == [("TW-INI-28", "information")]


def test_a_static_array_with_one_bad_element_keeps_the_others() -> None:
    found = Records([IniDocument.from_text("[a Item]\nat[0]=5\nat[1]=x\nat[2]=6\n")], known=[Item])
    assert found[Item]["a"].at == (5, 2, 6)
    assert [(d.code, str(d.span)) for d in found.report] == [("TW-INI-21", ":3:7")]


def test_a_byte_order_mark_inside_a_file_is_named() -> None:
    """faults §2 C: a byte-order mark before a header in mid-file."""
    mark = "\ufeff"
    document = IniDocument.parse(f"[A]\nk=1\n{mark}[B]\nz=1\n{mark}q=1\n{mark}; rest\n".encode(), "Game.ini")
    assert [f"{d.severity} {d.code} {d.span}" for d in document.report] == [
        "error TW-INI-17 Game.ini:3:1",
        "warning TW-INI-17 Game.ini:5:1",
        "warning TW-INI-17 Game.ini:6:1",
    ]
    assert document.section_names() == ["A"]
    assert document.to_bytes().count(mark.encode()) == 3
    twice = IniDocument.parse((mark + mark + "[A]\nk=1\n").encode())
    first = twice.report[0]
    assert (first.code, first.severity, first.span.line) == ("TW-INI-17", "error", 1)


def test_a_byte_that_no_code_page_knows_is_a_warning_at_its_place_and_stays() -> None:
    """faults §2 B2."""
    data = b"[A]\r\nk=caf\xe9\r\nb=\x81 \x9d\r\nc=\x80\r\nd=x\x8d\r\n"
    document = IniDocument.parse(data, "Game.ini")
    assert [f"{d.severity} {d.code} {d.span}" for d in document.report] == [
        "information TW-INI-05 Game.ini:2:6",
        "warning TW-INI-16 Game.ini:3:3",
        "warning TW-INI-16 Game.ini:5:4",
    ]
    assert "0x81, and 1 more" in document.report[1].message
    document.set_all("A", "new", ["1"])
    assert document.to_bytes() == data + b"new=1\r\n"


def test_a_single_bad_byte_in_utf8_is_a_warning_at_its_place_and_stays() -> None:
    data = "[A]\nk=café\n".encode() + b"b=x\xff\n"
    document = IniDocument.parse(data, "Game.ini")
    assert [f"{d.severity} {d.code} {d.span}" for d in document.report] == ["warning TW-INI-05 Game.ini:3:4"]
    document.set_all("A", "new", ["1"])
    assert document.to_bytes() == data + b"new=1\n"


def test_a_bad_byte_behind_a_mark_of_utf8_is_refused_at_its_place() -> None:
    with pytest.raises(CorruptFile) as caught:
        IniDocument.parse(b"\xef\xbb\xbf[A]\nk=caf\xc3\xa9 \xff\n", "Game.ini")
    assert [str(d.span) for d in caught.value.report] == ["Game.ini:2:8"]
