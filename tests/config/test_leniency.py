"""A text that is nearly a value: what is read, and the finding that says so (faults §2 A1)."""

from __future__ import annotations

import dataclasses
import typing
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from talewright.config import ConfigTree, IniDocument, ObjectRef, Records, Text
from talewright.errors import ConfigError, FieldError
from talewright.fields import Bare, decode


class Mood(Enum):
    CALM = 1
    ANGRY = 2


@dataclass(frozen=True)
class Range:
    min: int = 3
    max: float = 9.5


DEFAULTS: dict[Any, Any] = {int: 7, float: 7.5, bool: False, Mood: Mood.CALM, str: "?"}
OK, SAID, WARNED, REFUSED = "", "information TW-INI-26", "warning TW-INI-26", "error TW-INI-21"

# form, type, value, finding
FORMS: list[tuple[str, Any, Any, str]] = [
    ("5", int, 5, OK), ("-5", int, -5, OK), ("+5", int, 5, OK), ("007", int, 7, OK), ("20.0", int, 20, OK),
    ("20.", int, 20, OK), ("0x1F", int, 31, SAID), ("-0x1f", int, -31, SAID), ('" 5"', int, 5, SAID),
    ("12abc", int, 12, WARNED), ("1_000", int, 1, WARNED), ("1,5", int, 1, WARNED), ("7;", int, 7, WARNED),
    ("7 ; a remark", int, 7, WARNED), ("5-3", int, 5, WARNED), ("0xZZ", int, 0, WARNED), ("1.0.0", int, 1, WARNED),
    ("9223372036854775808", int, 9223372036854775808, OK), ("18446744073709551616", int, 18446744073709551616, WARNED),
    ("-9223372036854775809", int, -9223372036854775809, WARNED),
    ("1.9", int, 7, REFUSED), ("1e3", int, 7, REFUSED), ("\uff11\uff12", int, 7, REFUSED), ("٣", int, 7, REFUSED),
    ("", int, 7, REFUSED), ("x", int, 7, REFUSED), ("--5", int, 7, REFUSED), ("True", int, 7, REFUSED),
    ("None", int, 7, REFUSED), ("inf", int, 7, REFUSED), ("\u20035", int, 7, REFUSED), ("9" * 4001, int, 7, REFUSED),

    ("0.98", float, 0.98, OK), (".5", float, 0.5, OK), ("5.", float, 5.0, OK), ("-0", float, -0.0, OK),
    ("1e3", float, 1000.0, OK), ("+1.0", float, 1.0, OK), ("1E-3", float, 0.001, OK), ("5", float, 5.0, OK),
    ("1.000000f", float, 1.0, SAID), ("1F", float, 1.0, SAID), ('"1 "', float, 1.0, SAID),
    ("1.000000e", float, 1.0, WARNED), ("0,98", float, 0.0, WARNED), ("1_000", float, 1.0, WARNED),
    ("1.2.3", float, 1.2, WARNED), ("7 apples", float, 7.0, WARNED), ("50%", float, 50.0, WARNED),
    ("1.0 // loud", float, 1.0, WARNED), ("1,000,000.5", float, 1.0, WARNED), ("1e-999", float, 0.0, WARNED),
    ("0x10", float, 7.5, REFUSED), ("inf", float, 7.5, REFUSED), ("infinity", float, 7.5, REFUSED),
    ("nan", float, 7.5, REFUSED), ("1e999", float, 7.5, REFUSED), ("\uff11.5", float, 7.5, REFUSED),
    ("", float, 7.5, REFUSED), (".", float, 7.5, REFUSED), ("e5", float, 7.5, REFUSED), ("\xa01", float, 7.5, REFUSED),

    ("TRUE", bool, True, OK), ("yes", bool, True, OK), ("On", bool, True, OK), ("1", bool, True, OK),
    ("off", bool, False, OK), ('"True "', bool, True, SAID), ("2", bool, False, REFUSED), ("", bool, False, REFUSED),
    ("True;", bool, False, REFUSED), ("\uff11", bool, False, REFUSED), ("tru", bool, False, REFUSED),

    ("angry", Mood, Mood.ANGRY, OK), ('" ANGRY"', Mood, Mood.ANGRY, SAID), ("ANGRI", Mood, Mood.CALM, REFUSED),
    ("", Mood, Mood.CALM, REFUSED), ("2", Mood, Mood.CALM, REFUSED), ("ANGRY;", Mood, Mood.CALM, REFUSED),
    ("1_000 ; x", str, "1_000 ; x", OK),
]  # fmt: skip


def _same(one: object, other: object) -> bool:
    return type(one) is type(other) and repr(one) == repr(other)


@pytest.mark.parametrize(("form", "kind", "value", "finding"), FORMS)
def test_a_setting_that_is_nearly_a_value_is_read_and_said(
    tmp_path: Path, form: str, kind: Any, value: Any, finding: str
) -> None:
    """faults §2 A1: `report()` of the tree has the code, the file, the line and the column."""
    cls = dataclasses.make_dataclass("Sound", [("volume", kind, field(default=DEFAULTS[kind]))])
    path = tmp_path / "Config" / "DefaultGame.ini"
    path.parent.mkdir()
    path.write_text(f"[Sound]\nvolume={form}\n", encoding="utf-8")
    tree = ConfigTree(tmp_path)
    assert not tree.report()
    if finding == REFUSED:
        with pytest.raises(ConfigError) as caught:
            tree.read(cls)
        assert [f"{d.severity} {d.code}" for d in caught.value.report] == [REFUSED]
    else:
        assert _same(typing.cast("Any", tree.read(cls)).volume, value)
    assert [f"{d.severity} {d.code} {d.span}" for d in tree.report()] == (
        [f"{finding} Config/DefaultGame.ini:2:8"] if finding else []
    )
    assert list(tree.check(cls)) == list(tree.report())
    assert all(d.hint for d in tree.report())


@pytest.mark.parametrize("few", [0, 10**9], ids=["by column", "one by one"])
@pytest.mark.parametrize(("form", "kind", "value", "finding"), FORMS)
def test_a_record_reads_the_same_in_bulk_and_alone(form: str, kind: Any, value: Any, finding: str, few: int) -> None:
    cls = dataclasses.make_dataclass(
        "Item", [("name", str), ("weight", kind, field(default=DEFAULTS[kind]))], frozen=True
    )
    good = {int: "1", float: "1.5", bool: "True", Mood: "CALM", str: "x"}[kind]
    text = "".join(f"[i{n} Item]\nweight={form if n == 9 else good}\n" for n in range(40))
    with mock.patch.object(Records, "_quickly", Records._quickly if few == 0 else lambda *_: {}):
        found = Records([IniDocument.from_text(text, "x.ini")], known=[cls])
    assert _same(typing.cast("Any", found[cls]["i9"]).weight, value)
    assert [f"{d.severity} {d.code} {d.span}" for d in found.report] == ([f"{finding} x.ini:20:8"] if finding else [])
    assert len(found[cls]) == 40


@pytest.mark.parametrize(
    ("form", "kind"), [(form, kind) for form, kind, _, finding in FORMS if finding == WARNED and len(form) < 19]
)
def test_where_nobody_hears_of_it_nothing_is_read_leniently(form: str, kind: Any) -> None:
    """A save that a program wrote, or a word at a prompt, is what it is, or refused."""
    with pytest.raises(FieldError):
        decode(Bare(form), kind)


@pytest.mark.parametrize("few", [0, 10**9], ids=["by column", "one by one"])
def test_inside_structs_lists_and_maps_the_item_is_named_with_its_column(few: int) -> None:
    @dataclass(frozen=True)
    class Chest:
        name: str
        level: Range = Range(1, 1.0)
        ranges: list[Range] = field(default_factory=list)
        prices: dict[str, float] = field(default_factory=dict)
        counts: tuple[int, ...] = ()

    plain = "level=(min=1,max=2)\nranges=(min=1)\nranges=(min=2)\nprices=(a=1.5)\ncounts=1\ncounts=2\n"
    odd = "level=(min=1,max=2,5)\nranges=(min=1)\nranges=(min=2_0)\nprices=(a=1.5,b=1.0e)\ncounts=1\ncounts=2x\n"
    text = "".join(f"[c{n} Chest]\n{odd if n == 11 else plain}" for n in range(40))
    with mock.patch.object(Records, "_quickly", Records._quickly if few == 0 else lambda *_: {}):
        found = Records([IniDocument.from_text(text, "x.ini")], known=[Chest])
    assert found[Chest]["c11"] == Chest("c11", Range(1, 2.0), [Range(1), Range(2)], {"a": 1.5, "b": 1.0}, (1, 2))
    first = 11 * 7 + 2
    assert sorted((d.code, d.span.line - first, d.span.column) for d in found.report) == [
        ("TW-INI-26", 2, 13),
        ("TW-INI-26", 3, 17),
        ("TW-INI-26", 5, 8),
        ("TW-INI-27", 0, 20),
    ]


def test_findings_stay_in_the_report_and_go_with_the_mended_line(tmp_path: Path) -> None:
    @dataclass
    class Sound:
        volume: float = 7.5
        music: float = 7.5

    path = tmp_path / "Config" / "DefaultGame.ini"
    path.parent.mkdir()
    path.write_text("[Sound]\nvolume=0,98\nmusic=1.000000e\n")
    tree = ConfigTree(tmp_path)
    tree.read(Sound)
    tree.read(Sound)
    assert [d.span.line for d in tree.report()] == [2, 3]
    path.write_text("[Sound]\nvolume=0.98\nmusic=1.000000e\n")
    tree.forget()
    assert [d.span.line for d in tree.report()] == [3]
    assert not tree.report("Engine")


def test_load_config_gives_the_findings(tmp_path: Path) -> None:
    @dataclass
    class Sound:
        volume: float = 7.5

    path = tmp_path / "Config" / "DefaultGame.ini"
    path.parent.mkdir()
    path.write_text("[Sound]\nvolume=0,98\n")
    sound = Sound()
    assert [d.code for d in ConfigTree(tmp_path).load_config(sound)] == ["TW-INI-26"]
    assert sound.volume == 0.0


@dataclass(frozen=True)
class Sign:
    name: str
    said: Text = field(default_factory=lambda: Text("?"))
    picture: ObjectRef | None = None


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ('said=NSLOCTEXT("a","b","c")', OK), ("said=plain (text)", OK), ('said=NSLOCTEXT("a","b")', WARNED),
        ('said=nsloctext("a","b","c")', WARNED), ("said=LOCTABLE(a,b)", WARNED), ('said=INVTEXT("x) ; y', WARNED),
        ("picture=Texture2D'/Game/A.A'", OK), ("picture=/Game/A.A", OK), ("picture=None", OK),
        ("picture=Texture2D'/Game/A.A", WARNED), ("picture=Texture2D'A.A' ; x", WARNED),
    ],
)  # fmt: skip
def test_a_literal_that_is_none_is_told(tmp_path: Path, line: str, found: str) -> None:
    """Kind of faults §2 A1: what looks like a text literal or a reference and is read as plain text."""
    data = f"[Sign]\n{line}\n[door Sign]\n{line}\n".encode()
    (tmp_path / "Config").mkdir()
    (tmp_path / "Config" / "DefaultGame.ini").write_bytes(data)
    config = ConfigTree(tmp_path)
    signs = Records([IniDocument.parse(data, "x.ini")], known=[Sign])
    assert signs[Sign]["door"] is not None
    for report, place in ((config.check(Sign), 2), (signs.report, 4)):
        told = [f"{d.severity} {d.code}" for d in report if d.span.line == place]
        assert told == ([found] if found else [])
