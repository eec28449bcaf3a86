"""Script classes: properties, handlers, and what is refused when the class is made."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

import pytest

from talewright.errors import AlreadyExists, FieldError, MessageError
from talewright.messaging import GuiScript, Message, Script, Url, Worlds, on


@dataclass(frozen=True)
class Punch:
    power: int = 1


@dataclass
class Stats:
    strength: int = 1


class Enemy(Script):
    kind: ClassVar[str] = "rat"
    health: int = 200
    seen: list[str] = []
    stats: Stats = Stats()
    _face: object = None

    @on("punch")
    def punched(self, message: Message, sender: Url) -> None:
        self.health -= message.get("power", 100)

    @on("rest")
    @on("sleep")
    def rest(self, message: Message, sender: Url) -> None:
        self.health = 200


class Boss(Enemy):
    armour: int = 10

    def punched(self, message: Message, sender: Url) -> None:
        self.health -= self.armour

    @on("sleep")
    def laugh(self, message: Message, sender: Url) -> None:
        self.health = 999


class Slotted(Script):
    __slots__ = ("health", "name")
    health: int
    name: str


def test_properties_by_order_and_keyword() -> None:
    assert Enemy(50).health == 50
    assert Enemy(health=50).health == 50
    boss = Boss(1, ["hero"], armour=3)
    assert (boss.health, boss.seen, boss.armour) == (1, ["hero"], 3)
    assert (Slotted(1, "x").health, Slotted(name="x", health=2).name) == (1, "x")


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Enemy(1, [], Stats(), 4), r"takes 3 properties: health, seen, stats, but 4 were given"),
        (lambda: Enemy(1, health=2), r"got the property 'health' twice"),  # type: ignore[misc]
        (lambda: Enemy(helth=2), r"no property 'helth'; did you mean health\?"),  # type: ignore[call-arg]
        (lambda: Enemy(kind="x"), r"no property 'kind'"),  # type: ignore[call-arg]
        (lambda: Enemy(_face=1), r"no property '_face'"),
        (lambda: Slotted(1), r"needs name: no default is declared"),  # type: ignore[call-arg]
    ],
)
def test_wrong_properties(make: Any, said: str) -> None:
    with pytest.raises(TypeError, match=said):
        make()


def test_changeable_defaults_are_each_objects_own() -> None:
    first, second = Enemy(), Enemy()
    first.seen.append("hero")
    first.stats.strength = 9
    assert (second.seen, second.stats.strength) == ([], 1)
    assert (Enemy.seen, Enemy.stats.strength) == ([], 1)


def test_an_init_of_ones_own() -> None:
    class Door(Script):
        key: str
        marks: list[int] = []

        def __init__(self, key: str) -> None:
            super().__init__(key=key.upper())

    class Gate(Script):
        key: str

        def __init__(self) -> None:
            self.key = "iron"

    assert Door("gold").key == "GOLD"
    assert Door("gold").marks is not Door.marks
    assert Gate().key == "iron"


@pytest.mark.parametrize("name", ["delay", "url", "post", "world", "owner", "game", "init", "update", "class_name"])
def test_a_property_named_like_a_method_is_refused(name: str) -> None:
    with pytest.raises(FieldError, match=f"Bad.{name}: a property cannot be called '{name}'"):
        type("Bad", (Script,), {"__annotations__": {name: "int"}, name: 1})


def test_a_property_named_like_a_method_of_a_base_is_refused() -> None:
    with pytest.raises(FieldError, match=r"Worse\.punched"):
        type("Worse", (Enemy,), {"__annotations__": {"punched": "int"}})


def test_a_property_may_get_another_default() -> None:
    class Weak(Enemy):
        health: int = 5

    class Weaker(Weak):
        health = 1

    assert (Weak().health, Weaker().health, Weaker(3).health) == (5, 1, 3)


def test_dataclass_fields_are_refused_with_the_line_to_write() -> None:
    with pytest.raises(FieldError, match=r"write the default itself"):

        class Bad(Script):
            sold: list[str] = field(default_factory=list)


def test_names_of_the_library_are_refused() -> None:
    with pytest.raises(FieldError, match="_tw_"):
        type("Bad", (Script,), {"__annotations__": {"_tw_url": "str"}})


def delivered(script: Script, *messages: Any) -> Worlds:
    worlds = Worlds()
    world = worlds.create("main")
    world.spawn("it", c=script)
    for message in messages:
        world.post("/it#c", message)
    worlds.step()
    return worlds


def test_handlers_by_id() -> None:
    enemy = Enemy()
    worlds = delivered(enemy, "punch", "unknown")
    assert (enemy.health, worlds.faults) == (100, [])
    delivered(enemy := Enemy(5), "sleep")
    assert enemy.health == 200


def test_handlers_are_inherited_and_overridden() -> None:
    delivered(boss := Boss(), "punch")
    assert boss.health == 190
    delivered(boss := Boss(1), "rest")
    assert boss.health == 200
    delivered(boss := Boss(1), "sleep")
    assert boss.health == 999


def test_a_handler_of_a_dataclass_always_gets_an_instance() -> None:
    class Typed(Script):
        _got: list[Any] = []

        @on(Punch)
        def punched(self, message: Punch, sender: Url) -> None:
            self._got = [*self._got, message]

    worlds = Worlds()
    world = worlds.create("main")
    typed = Typed()
    world.spawn("it", c=typed)
    world.post("/it#c", Punch(3))
    world.post("/it#c", "Punch", power=4)
    world.post("/it#c", "Punch", strength=4)
    worlds.step()
    assert typed._got == [Punch(3), Punch(4)]
    assert "unexpected keyword argument 'strength'" in str(worlds.faults[0])


def test_a_handler_by_name_gets_the_instance_too() -> None:
    class Named(Script):
        power: int = 0

        @on("Punch")
        def punched(self, message: Punch, sender: Url) -> None:
            self.power = message.power

    delivered(named := Named(), Punch(7))
    assert named.power == 7


def test_two_handlers_for_one_message() -> None:
    with pytest.raises(TypeError, match="one and two both handle 'x'"):

        class Twice(Script):
            @on("x")
            def one(self, message: Message, sender: Url) -> None: ...

            @on("x")
            def two(self, message: Message, sender: Url) -> None: ...


@pytest.mark.parametrize("bad", ["", 5, int, lambda self: None])
def test_bad_marks(bad: Any) -> None:
    with pytest.raises(TypeError, match="@on"):
        on(bad)


def test_before_it_is_spawned() -> None:
    enemy = Enemy()
    assert repr(enemy) == "<Enemy not spawned>"
    for use in (lambda: enemy.owner, lambda: enemy.world, lambda: enemy.url(), lambda: enemy.post("#", "x")):
        with pytest.raises(MessageError, match="this Enemy is not spawned yet"):
            use()


def test_where_it_lives() -> None:
    world = Worlds().create("main")
    enemy = Enemy()
    thing = world.spawn("rat", brain=enemy, face=GuiScript())
    assert enemy.owner is thing
    assert enemy.world is world
    assert repr(enemy) == "<Enemy main:/rat#brain>"
    assert enemy.url("#face") is world.url("/rat#face")


def test_a_class_that_cannot_be_saved_is_refused_when_it_becomes_known() -> None:
    class Drawn(Script):
        surface: memoryview | None = None

    world = Worlds().create("main")
    with pytest.raises(FieldError, match=r"Drawn\.surface: .* cannot be saved"):
        world.spawn("it", c=Drawn())
    assert list(world) == []


def test_two_classes_of_one_name_are_refused() -> None:
    def make() -> Script:
        class Twin(Script): ...

        return Twin()

    world = Worlds().create("main")
    world.spawn(c=make())
    with pytest.raises(AlreadyExists, match="two script classes are called 'Twin'"):
        world.spawn(c=make())


def test_a_script_is_no_dataclass() -> None:
    @dataclass
    class Data(Script):
        n: int = 0

    with pytest.raises(FieldError, match="a script is no dataclass"):
        Worlds().create("main").spawn(c=Data())
