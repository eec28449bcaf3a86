"""A typed save writes what changed, and leaves the spelling of all else."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

import pytest

from talewright.config import ConfigTree, LayerPlan
from talewright.errors import Misuse, ValueFormatError


@dataclass(frozen=True)
class Range:
    min: float = 1.0
    max: float = 10.0


@dataclass
class Sound:
    a: float = 0.0
    b: float = 0.0
    c: float = 7.0
    on: bool = False
    many: int = 0
    title: str = ""
    level: Range = Range()
    ranges: list[Range] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    prices: dict[str, float] = field(default_factory=dict)
    last: int = 0


SAVED = """[Sound]
; loud
a = 1e3
b=.5
c=-0
on=TRUE
many=0x10
title="plain"
level=( Min = 1.50 , max=2e1 ,)
ranges=(min=1.0)
ranges=( max=.5 )
names="x"
names=y
prices=(ale=1.50,bread=.25)
last=+1
"""


def _saved(folder: Path, text: str, **options: Any) -> tuple[ConfigTree, Path]:
    path = folder / "Saved" / "Config" / "Game.ini"
    path.parent.mkdir(parents=True)
    path.write_text(text)
    return ConfigTree(folder, **options), path


@pytest.mark.parametrize("mode", ["diff", "full"])
def test_a_save_of_one_field_leaves_the_spelling_of_the_others(tmp_path: Path, mode: Any) -> None:
    """faults §2 C: a typed save of one field also rewrites ``1e3``, ``.5``, ``-0`` of others."""
    text = SAVED if mode == "diff" else SAVED.replace("(min=1.0)", "(min=1.0,max=9)").replace("( max", "( min=1, max")
    tree, path = _saved(tmp_path, text)
    sound = tree.read(Sound)
    tree.save_config(sound, mode=mode)
    assert path.read_text() == text
    sound.last = 2
    report = tree.save_config(sound, mode=mode)
    assert path.read_text() == text.replace("last=+1", "last=2")
    assert report.written == ["Sound"]


def test_of_a_struct_and_a_list_only_what_changed_is_written(tmp_path: Path) -> None:
    tree, path = _saved(tmp_path, SAVED)
    sound = tree.read(Sound)
    sound.level = Range(1.5, 30)
    sound.ranges[1] = Range(2, 0.5)
    sound.names.append("z")
    sound.prices["bread"] = 0.5
    tree.save(sound)
    expected = (
        SAVED.replace("max=2e1 ,)", "max=30 ,)").replace("( max=.5 )", "( max=.5 ,min=2)")
        .replace("names=y\n", "names=y\nnames=z\n").replace("bread=.25", "bread=0.5")
    )  # fmt: skip
    assert path.read_text() == expected
    assert ConfigTree(tmp_path).read(Sound) == sound


def test_an_item_that_cannot_be_read_stays_and_one_that_goes_is_told(tmp_path: Path) -> None:
    tree, path = _saved(tmp_path, "[Sound]\nlevel=(min=2,Tactics0.7,max=3)\n")
    sound = tree.read(Sound)
    sound.level = Range(2, 4)
    assert not tree.save(sound).skipped
    assert path.read_text() == "[Sound]\nlevel=(min=2,Tactics0.7,max=4)\n"
    path.write_text("[Sound]\nlevel=(Tactics0.7,At[1]=2,max=3)\n")
    sound.level = Range(2, 5)
    report = tree.save_config(sound)
    assert "level=(min=2,max=5" in path.read_text()
    assert list(report.skipped) == ["[Sound] level"]
    assert "Tactics0.7" in report.skipped["[Sound] level"]


def test_numbered_lines_stay_as_long_as_they_say_the_same(tmp_path: Path) -> None:
    text = "[Sound]\nnames[0]=x\nnames[1]=y\nlast=1\n"
    tree, path = _saved(tmp_path, text)
    sound = tree.read(Sound)
    sound.last = 3
    tree.save(sound)
    assert path.read_text() == text.replace("last=1", "last=3")


def test_numbered_lines_go_when_the_list_changes(tmp_path: Path) -> None:
    tree, path = _saved(tmp_path, "[Sound]\nnames[0]=x\nnames[1]=y\nlast=1\n")
    sound = tree.read(Sound)
    sound.names.append("z")
    tree.save(sound)
    assert sorted(path.read_text().split()) == ["[Sound]", "last=1", "names=x", "names=y", "names=z"]
    assert tree.read(Sound) == sound
    assert not tree.report()


@dataclass
class Hero:
    per_object: ClassVar[bool] = True
    config_file: ClassVar[str] = "Heroes"

    health: int = 100


def test_an_object_keeps_the_name_that_new_gave_it(tmp_path: Path) -> None:
    """documents.tsv row 100 and faults §1 C: ``new(cls, "Rex")`` forgot the name when saved."""
    tree, _ = _saved(tmp_path, "[Other]\n")
    rex = tree.new(Hero, "Rex")
    rex.health = 7
    assert tree.save(rex).written == ["Rex Hero"]
    assert tree.per_object_names(Hero) == ["Rex"]
    rex.health = 1
    tree.load_config(rex)
    assert rex.health == 7
    tree.save_config(rex, "Max")
    assert tree.per_object_names(Hero) == ["Rex", "Max"]
    tree.clear_config(rex)
    assert tree.per_object_names(Hero) == ["Max"]
    assert rex == Hero(7)
    with pytest.raises(Misuse, match="under its own name"):
        tree.save(Hero())


def test_what_a_dialect_cannot_hold_names_the_field(tmp_path: Path) -> None:
    """faults §2 C: a UE3 refusal of ``ConfigTree.save`` names no field."""
    tree = ConfigTree.load(LayerPlan.ue3(tmp_path / "UTGame"), "Game")
    sound = Sound(title=' say "no"', prices={"ale": 1.0})
    with pytest.raises(ValueFormatError, match=r"^Sound\.title: .*holds a quote"):
        tree.save_config(sound)
