"""The engine's operations on plain dataclasses (config-savegame.md section 4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import ClassVar

import pytest

from talewright.config import (
    UE3,
    ConfigTree,
    IniDocument,
    Layer,
    LayerPlan,
    ObjectRef,
    PlainRule,
    Renames,
    Text,
    globalconfig,
    transient,
)
from talewright.errors import ConfigError, Misuse

Write = Callable[[dict[str, str]], Path]
SAVED = "Saved/Config/Game.ini"


class Mood(Enum):
    CALM = 1
    ANGRY = 2


@dataclass
class Pawn:
    class_name: ClassVar[str] = "Engine.Pawn"
    speed: float = 1.0
    volume: float = globalconfig(0.5)
    names: list[str] = field(default_factory=list)
    cache: int = transient(0)


@dataclass
class Rat(Pawn):
    class_name: ClassVar[str] = "Tavern.Rat"
    tail: int = 1


@dataclass
class Hero:
    per_object: ClassVar[bool] = True
    name: str = ""
    health: int = 100
    mood: Mood = Mood.CALM
    friends: list[str] = field(default_factory=list)


@dataclass
class Stats:
    strength: int = 1
    luck: int = 1


@dataclass
class Holder:
    stats: Stats = field(default_factory=Stats)
    all: list[Stats] = field(default_factory=list)


@dataclass
class Engine:
    mips: tuple[int, int, int, int] = (1, 2, 3, 4)
    scale: float = 1.0
    mood: Mood = Mood.CALM
    title: Text = field(default_factory=lambda: Text("Tavern"))
    mesh: ObjectRef | None = None
    stats: Stats = field(default_factory=Stats)
    paths: list[str] = field(default_factory=list)


@pytest.fixture
def tree(folder: Write) -> ConfigTree:
    return ConfigTree(folder({}))


def saved(root: Path) -> str:
    return (root / SAVED).read_text(encoding="utf-8")


class TestInheritance:
    FILES = {
        "Config/DefaultGame.ini": "[Engine.Pawn]\nspeed=2\nvolume=0.1\nnames=a\n"
        "[Tavern.Rat]\nspeed=3\nvolume=9\ntail=7\n"
    }

    def test_a_class_starts_from_what_it_inherits(self, folder: Write) -> None:
        tree = ConfigTree(folder(self.FILES))
        assert tree.read(Pawn) == Pawn(2.0, 0.1, ["a"])
        assert tree.read(Rat) == Rat(3.0, 0.1, ["a"], tail=7)

    def test_a_shared_field_is_saved_where_it_was_declared_and_its_own_in_the_own_section(self, folder: Write) -> None:
        tree = ConfigTree(root := folder({}))
        report = tree.save_config(Rat(4.0, 0.2, tail=2))
        assert sorted(report.written) == ["Engine.Pawn", "Tavern.Rat"]
        assert saved(root) == "[Tavern.Rat]\nspeed=4\n!names=()\ntail=2\n\n[Engine.Pawn]\nvolume=0.2\n"
        assert tree.read(Pawn) == Pawn(1.0, 0.2)
        assert tree.read(Rat) == Rat(4.0, 0.2, tail=2)

    def test_a_transient_field_is_neither_read_nor_written(self, folder: Write) -> None:
        tree = ConfigTree(root := folder({"Config/DefaultGame.ini": "[Engine.Pawn]\ncache=9\n"}))
        assert tree.read(Pawn).cache == 0
        tree.save_config(Pawn(cache=5))
        assert "cache" not in saved(root)

    def test_class_defaults_are_saved_whole(self, folder: Write) -> None:
        tree = ConfigTree(root := folder(self.FILES))
        assert tree.static_save_config(Pawn).written == ["Engine.Pawn"]
        assert saved(root) == "[Engine.Pawn]\nspeed=2\nvolume=0.1\nnames=a\n"


class TestPerObject:
    def test_an_object_has_its_own_section(self, folder: Write) -> None:
        tree = ConfigTree(root := folder({}))
        report = tree.save_config(Hero("ann", 50, Mood.ANGRY, ["bob"]))
        assert report.written == ["ann Hero"]
        assert saved(root) == "[ann Hero]\nhealth=50\nmood=ANGRY\nfriends=bob\n"
        assert tree.new(Hero, "ANN") == Hero("ANN", 50, Mood.ANGRY, ["bob"])
        assert tree.per_object_names(Hero) == ["ann"]

    def test_loading_overwrites_what_has_a_line_and_leaves_the_rest(self, folder: Write) -> None:
        tree = ConfigTree(folder({SAVED: "[ann Hero]\nHealth=7\n"}))
        hero = Hero("ann", 1, Mood.ANGRY)
        assert tree.load_config(hero) == []
        assert hero == Hero("ann", 7, Mood.ANGRY)

    def test_an_error_changes_nothing(self, folder: Write) -> None:
        tree = ConfigTree(folder({SAVED: "[ann Hero]\nHealth=7\nmood=sad\n"}))
        hero = Hero("ann", 1)
        with pytest.raises(ConfigError, match="ann Hero"):
            tree.load_config(hero)
        assert hero == Hero("ann", 1)

    def test_diff_writes_what_differs_and_takes_the_rest_out(self, folder: Write) -> None:
        tree = ConfigTree(root := folder({SAVED: "[ann Hero]\nhealth=7\nmood=ANGRY\nown=1\n"}))
        tree.save_config(Hero("ann", 7), mode="diff")
        assert saved(root) == "[ann Hero]\nhealth=7\nown=1\n"

    def test_clearing_deletes_the_record_and_resetting_the_own_keys(self, folder: Write) -> None:
        text = "[ann Hero]\nhealth=7\nfriends=x\nown=1\n[bob Hero]\nhealth=1\n"
        tree = ConfigTree(root := folder({SAVED: text}))
        hero = tree.new(Hero, "ann")
        assert tree.reset_config(hero).written == ["ann Hero"]
        assert hero == Hero("ann")
        assert saved(root) == "[ann Hero]\nown=1\n[bob Hero]\nhealth=1\n"
        assert tree.clear_config(hero).written == ["ann Hero"]
        assert saved(root) == "[bob Hero]\nhealth=1\n"
        assert tree.clear_config(hero).written == []

    def test_names_ignore_case_have_an_order_and_a_limit(self, folder: Write) -> None:
        tree = ConfigTree(folder({SAVED: "[b hero]\n[a HERO]\n[B Hero]\n[c d Hero]\n[Hero]\n[x Item]\n"}))
        assert tree.per_object_names(Hero) == ["b", "a", "c d"]
        assert tree.per_object_names(Hero, limit=2) == ["b", "a"]

    def test_a_name_is_needed_and_must_fit_a_header(self, tree: ConfigTree) -> None:
        with pytest.raises(Misuse, match="own name"):
            tree.save_config(Hero())
        with pytest.raises(Misuse, match="cannot stand"):
            tree.save_config(Hero("a]"))
        assert tree.save_config(Hero(), "bob").written == ["bob Hero"]

    @pytest.mark.parametrize(
        ("header", "name", "expected"),
        [
            ("/Script/M.Hero Hero", "Hero1", "[Hero1 Hero]"),
            ("/Game/Maps/L.L:Hero1 Hero", "Hero1", "[Hero1 Hero]"),
            ("Hero1 M.Hero", "Hero1", "[Hero1 Hero]"),
            ("Hero1 /Script/M.Hero", "Hero1", "[Hero1 Hero]"),
            ("Hero Hero1", "Hero1", "[Hero1 Hero]"),
            ("M.Hero1", "Hero1", "[Hero1 Hero]"),
        ],
    )
    def test_13_a_misnamed_section_is_found(self, folder: Write, header: str, name: str, expected: str) -> None:
        """Report 13 of section 9: values are not loaded, since the header has a path or a module in it."""
        tree = ConfigTree(folder({SAVED: f"[Other]\n[{header}]\nhealth=1\n"}))
        (finding,) = tree.load_config(Hero(name))
        assert (finding.code, str(finding.span)) == ("TW-INI-60", f"{SAVED}:2:1")
        assert finding.message == f"found [{header}], expected {expected}"

    def test_13_a_near_name_is_found(self, folder: Write) -> None:
        tree = ConfigTree(folder({SAVED: "[Hero1 Hero]\n"}))
        (finding,) = tree.load_config(Hero("Heroo1"))
        assert finding.hint == "did you mean Hero1?"
        assert tree.load_config(Hero("hero1")) == []


class TestRenames:
    def test_old_names_are_read_and_new_ones_written(self, folder: Write) -> None:
        text = "; mine\n[ann Person]\nhp=7\nmood=wild\nown=1\n"
        renames = Renames(
            classes={"Person": "Human", "Human": "Hero"},
            fields={("Hero", "hp"): "health"},
            enums={("Mood", "WILD"): "ANGRY"},
            ids={},
        )
        tree = ConfigTree(root := folder({SAVED: text}), renames=renames)
        hero = tree.new(Hero, "ann")
        assert hero == Hero("ann", 7, Mood.ANGRY)
        assert tree.per_object_names(Hero) == ["ann"]
        tree.save_config(hero)
        assert saved(root) == "; mine\n[ann Hero]\nmood=ANGRY\nown=1\nhealth=7\n!friends=()\n"

    def test_chains_of_old_names_are_followed_whatever_their_order(self, folder: Write) -> None:
        renames = Renames(
            classes={"Human": "Hero", "Person": "Human"},
            fields={("Hero", "life"): "health", ("Hero", "hp"): "life"},
            enums={("Mood", "WILD"): "CROSS", ("Mood", "CROSS"): "ANGRY"},
            ids={"ann": "anna", "anna": "anne"},
        )
        tree = ConfigTree(root := folder({SAVED: "[ann Person]\nhp=7\nmood=wild\n"}), renames=renames)
        assert tree.per_object_names(Hero) == ["anne"]
        hero = tree.new(Hero, "anne")
        assert hero == Hero("anne", 7, Mood.ANGRY)
        tree.save_config(hero)
        assert saved(root) == "[anne Hero]\nmood=ANGRY\nhealth=7\n!friends=()\n"

    def test_a_new_name_wins_over_an_old_one(self, folder: Write) -> None:
        tree = ConfigTree(
            folder({SAVED: "[ann Hero]\nhp=1\nhealth=2\n"}), renames=Renames(fields={("Hero", "hp"): "health"})
        )
        assert tree.new(Hero, "ann").health == 2

    def test_ids_are_renamed_too(self, folder: Write) -> None:
        tree = ConfigTree(folder({SAVED: "[anna Hero]\nhealth=2\n"}), renames=Renames(ids={"anna": "ann"}))
        assert tree.per_object_names(Hero) == ["ann"]
        assert tree.new(Hero, "ann").health == 2


class TestExtras:
    def test_fields_of_a_later_version_survive_loading_and_saving(self, folder: Write) -> None:
        text = '[Holder]\nstats=(strength=3,magic=9,Deep=(a="x",b=2))\nall=(luck=2,x=1)\nall=(luck=3)\n'
        tree = ConfigTree(root := folder({SAVED: text}))
        holder = tree.read(Holder)
        assert holder == Holder(Stats(3, 1), [Stats(1, 2), Stats(1, 3)])
        holder.stats.luck = 5
        tree.save(holder)
        assert saved(root) == (
            '[Holder]\nstats=(strength=3,magic=9,Deep=(a="x",b=2),luck=5)\n'
            "all=(luck=2,x=1)\nall=(luck=3)\n"
        )  # fmt: skip

    def test_a_class_without_room_says_what_is_lost(self, folder: Write) -> None:
        @dataclass(slots=True)
        class Tight:
            a: int = 0

        @dataclass
        class Has:
            tight: Tight = field(default_factory=Tight)

        Has.__annotations__["tight"] = Tight
        tree = ConfigTree(folder({SAVED: "[Has]\ntight=(a=1,b=2)\n"}))
        assert sorted(f.code for f in tree.check(Has)) == ["TW-INI-22", "TW-INI-25"]


class TestEngineStyles:
    def plan(self, root: Path, name: str) -> LayerPlan:
        return LayerPlan.ue3(root / "UTGame") if name == "ue3" else LayerPlan.ue4(root)

    @pytest.mark.parametrize("name", ["ue3", "ue4"])
    def test_every_value_comes_back(self, folder: Write, name: str) -> None:
        tree = ConfigTree.load(self.plan(folder({}), name))
        engine = Engine(
            (4, 3, 2, 1), 2.0, Mood.ANGRY, Text("a, b", "Menu", "Key"), ObjectRef("A.B", "Mesh"), Stats(3, 4), ["x", ""]
        )
        tree.save_config(engine)
        assert tree.read(Engine) == engine

    def test_values_are_written_as_the_engine_writes_them(self, folder: Write) -> None:
        tree = ConfigTree.load(LayerPlan.ue4(root := folder({})))
        tree.save_config(Engine(mesh=ObjectRef("/Game/A.A"), paths=["a", "{b}"]))
        text = (root / "Saved/Config/Windows/Game.ini").read_bytes().decode()
        assert text.replace("\r\n", "\n") == (
            "[Engine]\nmips[0]=1\nmips[1]=2\nmips[2]=3\nmips[3]=4\nscale=1.000000\nmood=CALM\n"
            'title=INVTEXT("Tavern")\nmesh=/Game/A.A\nstats=(strength=1,luck=1)\npaths=a\npaths="{b}"\n'
        )

    def test_a_static_array_keeps_the_default_where_it_has_no_line(self, folder: Write) -> None:
        tree = ConfigTree(folder({SAVED: "[Engine]\nmips[1]=9\nmips(3)=8\n"}))
        assert tree.read(Engine).mips == (1, 9, 3, 8)
        broken = ConfigTree(folder({SAVED: "[Engine]\nmips[1]=x\n"}))
        assert [f.code for f in broken.check(Engine)] == ["TW-INI-21"]

    def test_the_file_of_the_seed_s_class_is_byte_for_byte_unreal_s(self, folder: Write) -> None:
        @dataclass
        class SapituInventory:
            config_file: ClassVar[str] = "Sapitu"
            per_object: ClassVar[bool] = True
            baseItem: str = ""
            Level: int = 0
            Weight: float = 0.0
            Value: float = 0.0

        tree = ConfigTree.load(LayerPlan.ue3(root := folder({}) / "UTGame"), "Sapitu")
        tree.save_config(SapituInventory("sword1", 4, 12.0, 9.0), "swordxkqmzvta")
        assert (root / "Config/UTSapitu.ini").read_bytes() == (
            b"[swordxkqmzvta SapituInventory]\r\nbaseItem=sword1\r\nLevel=4\r\nWeight=12.000000\r\nValue=9.000000\r\n"
        )
        assert IniDocument.read(root / "Config/UTSapitu.ini", style=UE3).encoding == "utf-8"


def test_percent_words_are_put_in_on_request_and_never_into_stored_text(folder: Write) -> None:
    root = folder({"Config/DefaultGame.ini": '[Pawn]\npath="%game%\\Maps"\nother=%x%\n'})

    @dataclass
    class Named:
        class_name: ClassVar[str] = "Pawn"
        path: str = ""
        other: str = ""

    assert ConfigTree(root).read(Named) == Named("%game%\\Maps", "%x%")
    tree = ConfigTree(root, expansions={"GAME": "UDK"})
    assert tree.read(Named) == Named("UDK\\Maps", "%x%")
    assert tree.values("Pawn", "path") == ["%game%\\Maps"]
    assert tree.save(tree.read(Named)).written == []


def test_a_frozen_object_is_not_loaded_into(folder: Write) -> None:
    @dataclass(frozen=True)
    class Fixed:
        a: int = 0

    tree = ConfigTree(folder({SAVED: "[Fixed]\na=1\n"}))
    assert tree.read(Fixed) == Fixed(1)
    with pytest.raises(Misuse, match="frozen"):
        tree.load_config(Fixed())


def test_a_plan_without_saved_layer_cannot_save(folder: Write) -> None:
    plan = LayerPlan((Layer("{root}/{category}.ini", PlainRule.ROOT),), {"root": folder({})})
    with pytest.raises(Misuse, match="no folder"):
        ConfigTree.load(plan).save(Stats())
