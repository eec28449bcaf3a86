"""Sections out of worlds, and worlds out of sections."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

import pytest

from talewright.config.values.grammar import dump, parse
from talewright.errors import SaveError, UnknownClass
from talewright.fields import Sections
from talewright.messaging import (
    DEFOLD,
    DRAIN,
    CollectionProxy,
    DispatchPolicy,
    GameObject,
    Message,
    Script,
    Url,
    World,
    Worlds,
    on,
)


class Mood(Enum):
    CALM = "calm"
    ANGRY = "angry"


@dataclass(frozen=True)
class Punch:
    power: int = 1
    by: Url | None = None


@dataclass
class Stats:
    strength: int = 1
    names: list[str] = field(default_factory=list)


class Smith(Script):
    mood: Mood = Mood.CALM
    sold: list[str] = []
    stats: Stats = Stats()
    rival: GameObject | None = None
    boss: Smith | None = None
    home: Url | None = None
    reloads: int = 0
    _cache: object = None

    def init(self) -> None:
        self.world.worlds.host.append(f"init {self.owner.id}")

    def on_reload(self) -> None:
        self.world.worlds.host.append(f"reload {self.owner.id}")

    def final(self) -> None:
        self.world.worlds.host.append(f"final {self.owner.id}")

    @on(Punch)
    def punched(self, message: Punch, sender: Url) -> None:
        self.sold.append(f"punched {message.power} {message.by}")

    @on("sell")
    def sell(self, message: Message, sender: Url) -> None:
        self.sold.append(f"{message['item']} to {sender}")


class Tiny(Script):
    __slots__ = ("extra", "n")
    n: int


class Failing(Script):
    updates: int = 0

    def init(self) -> None:
        raise ValueError

    def update(self, dt: float) -> None:
        self.updates += 1


def build(name: str, world: World) -> None:
    world.spawn("player", controller=Smith(Mood.ANGRY))


def made() -> Worlds:
    worlds = Worlds(build, host=[])
    world = worlds.create("main")
    world.spawn("smith", position=(3, 4), controller=Smith(sold=["sword"]), talk=Smith())
    world.spawn("rat", parent="/smith", c=Tiny(7))
    worlds.step()
    worlds.host.clear()
    return worlds


def through_text(sections: Sections) -> Sections:
    """As a document holds them: every value is written and read again."""
    return {key: {name: parse(dump(value)) for name, value in fields.items()} for key, fields in sections.items()}


def fresh() -> Worlds:
    return Worlds(build, host=[])


CLASSES: dict[str, type[Script]] = {c.__name__: c for c in (Smith, Tiny, Failing)}


def load(worlds: Worlds, sections: Sections) -> Worlds:
    worlds.prepare(sections, CLASSES).commit()
    return worlds


def smith(worlds: Worlds, address: str = "/smith#controller") -> Smith:
    return worlds["main"].component(address, Smith)


def test_what_is_written() -> None:
    worlds = made()
    worlds["main"].post("/rat#c", "punch", power=50)
    smith(worlds).post("rat", Punch(2))
    assert worlds.sections() == {
        ("talewright", "Worlds"): {"frame": 1, "instances": 0},
        ("main", "World"): {
            "initialised": True,
            "policy": "defold",
            "pending": [
                {"to": "main:/rat#c", "id": "punch", "from": "", "fields": {"power": 50}},
                {
                    "to": "main:/rat",
                    "id": "Punch",
                    "from": "main:/smith#controller",
                    "fields": {"$Punch": {"power": 2, "by": None}},
                },
            ],
        },
        ("main:/smith", "GameObject"): {"position": [3, 4, 0], "components": ["controller", "talk"]},
        ("main:/smith#controller", "Smith"): {
            "mood": "CALM",
            "sold": ["sword"],
            "stats": {"strength": 1, "names": []},
            "rival": None,
            "boss": None,
            "home": None,
            "reloads": 0,
        },
        ("main:/smith#talk", "Smith"): {
            "mood": "CALM",
            "sold": [],
            "stats": {"strength": 1, "names": []},
            "rival": None,
            "boss": None,
            "home": None,
            "reloads": 0,
        },
        ("main:/rat", "GameObject"): {"position": [0, 0, 0], "parent": "/smith", "components": ["c"]},
        ("main:/rat#c", "Tiny"): {"n": 7},
    }


def changed() -> Worlds:
    """Worlds in which everything that can be saved is not as it was made."""
    worlds = made()
    main = worlds["main"]
    main.spawn("loader", proxy=CollectionProxy("level"), script=Smith())
    main.spawn("broken", c=Failing())
    main.spawn()
    for message_id in ("load", "enable"):
        main.post("/loader#proxy", message_id)
    worlds.step(0.5)
    worlds.step(0.5)
    one, two = smith(worlds), smith(worlds, "/smith#talk")
    one.mood = Mood.ANGRY
    one.sold.append('axe, (two) "sharp" ones\n')
    one.stats = Stats(9, ["x"])
    one.rival = worlds["level"]["/player"]
    one.boss = two
    one.home = worlds["level"].url("/player#controller")
    two.rival = main["/rat"]
    main["/rat"].position = (1.5, -2.25, 1e-7)
    main["/broken"].parent = main["/rat"]
    one.post("/smith#talk", "sell", item={"name": "None", "at": (1, 2), "who": one.url()}, n=1)
    one.post("level:/player#controller", Punch(3, one.url()))
    main.post("/nobody#here", "hello")
    main["/instance0"].delete()
    return worlds


@pytest.mark.parametrize("travel", [lambda s: s, through_text], ids=["plain", "text"])
def test_there_and_back(travel: Callable[[Sections], Sections]) -> None:
    worlds = changed()
    before = worlds.sections()
    assert {("level", "World"), ("level:/player#controller", "Smith")} <= set(before)
    again = load(fresh(), travel(before))
    assert again.sections() == before
    assert list(again.sections()) == list(before)
    dirty = load(changed(), travel(before))
    assert dirty.sections() == before
    assert list(dirty.sections()) == list(before)
    for other in (worlds, again, dirty):
        other.step(0.25)
        other.step(0.25)
    assert again.sections() == dirty.sections() == worlds.sections()
    assert "punched 3 main:/smith#controller" in again["level"].component("/player#controller", Smith).sold
    assert [str(f) for f in again.faults] == [str(f) for f in worlds.faults[-len(again.faults) :]]


def test_identity_survives_and_state_does_not() -> None:
    worlds = made()
    main = worlds["main"]
    before = worlds.sections()
    thing, one, tiny = main["/smith"], smith(worlds), main.component("/rat#c", Tiny)
    url, other_list = one.url(), one.sold
    one.sold.append("more")
    one.helth = 3  # type: ignore[attr-defined]
    one._cache = object()
    tiny.n = 99
    tiny.extra = 5  # type: ignore[attr-defined]
    thing.position = (9, 9)
    surplus = main.spawn("surplus", c=Smith())
    main["/rat"].delete()
    main.post("/smith#controller", "sell", item="x")
    load(worlds, before)
    assert main is worlds["main"]
    assert main["/smith"] is thing
    assert smith(worlds) is one
    assert main.component("/rat#c", Tiny) is tiny
    assert (one.sold, one.url()) == (["sword"], url)
    assert one.sold is not other_list
    assert not hasattr(one, "helth")
    assert not hasattr(tiny, "extra")
    assert one._cache is None
    assert tiny.n == 7
    assert not surplus.alive
    worlds.step()
    assert "/rat" in main
    assert worlds.sections() == load(fresh(), before).sections() | {
        ("talewright", "Worlds"): {"frame": 2, "instances": 0}
    }


def test_neither_init_nor_final_but_on_reload_in_order() -> None:
    worlds = made()
    before = worlds.sections()
    worlds["main"].spawn("surplus", c=Smith())
    worlds.host.clear()
    load(worlds, before)
    assert worlds.host == ["reload /smith", "reload /smith"]
    again = load(fresh(), before)
    again.step()
    assert again.host == ["reload /smith", "reload /smith"]


def test_an_error_in_on_reload_keeps_nobody_from_it() -> None:
    class Bad(Script):
        def on_reload(self) -> None:
            raise ValueError("no")

    worlds = Worlds(host=[])
    world = worlds.create("main")
    world.spawn("a", c=Bad())
    world.spawn("b", c=Smith())
    worlds.step()
    worlds.prepare(worlds.sections()).commit()
    assert worlds.host == ["init /b", "reload /b"]
    assert [f.callback for f in worlds.faults] == ["on_reload"]


def test_a_world_that_was_not_initialised() -> None:
    worlds = fresh()
    worlds.create("main").spawn("smith", controller=Smith())
    worlds["main"].post("/smith", "sell", item="x")
    again = load(fresh(), through_text(worlds.sections()))
    assert again.host == []
    again.step()
    assert again.host == ["init /smith"]
    assert smith(again).sold == ["x to "]


def test_worlds_come_and_go() -> None:
    worlds = changed()
    before = made().sections()
    level, player = worlds["level"], worlds["level"]["/player"]
    url = player["controller"].url()
    load(worlds, before)
    assert "level" not in worlds
    assert not level.alive
    assert not player.alive
    with pytest.raises(Exception, match="Could not send message"):
        worlds["main"].post(url, "x")
    load(worlds, changed().sections())
    worlds["main"].post(url, "sell", item="again")
    worlds.step()
    assert "again to " in worlds["level"].component("/player#controller", Smith).sold


def test_an_object_of_another_class_is_new() -> None:
    class Other(Script): ...

    worlds = made()
    before = worlds.sections()
    worlds["main"]["/rat"].delete()
    worlds.step()
    rat = worlds["main"].spawn("rat", c=Other())
    load(worlds, before)
    assert worlds["main"]["/rat"] is rat
    assert type(rat["c"]) is Tiny
    worlds["main"].post("/rat#c", "hello")
    worlds.step()
    assert worlds.faults == []


def test_a_script_whose_init_failed_stays_still() -> None:
    worlds = changed()
    again = load(fresh(), through_text(worlds.sections()))
    again.step()
    assert again["main"].component("/broken#c", Failing).updates == 0


def test_counters_and_policies() -> None:
    worlds = fresh()
    own = DispatchPolicy("mine", 3, ("collectionproxy", "script", "gui", "magic"))
    worlds.create("main", policy=DRAIN).spawn()
    worlds.create("other", policy=own).spawn()
    worlds.step()
    again = load(fresh(), through_text(worlds.sections()))
    assert (again["main"].policy, again["other"].policy) == (DRAIN, own)
    assert again["main"].spawn().id == "/instance2"
    assert again.frame == 1
    assert again["main"].policy is not DEFOLD


def test_a_handle_of_what_is_gone() -> None:
    worlds = made()
    one = smith(worlds)
    one.rival = worlds["main"]["/rat"]
    one.boss = Smith()
    friend = worlds["main"].spawn("friend", c=one.boss)
    for thing in (one.rival, friend):
        thing.delete()
    worlds.step()
    before = worlds.sections()
    assert before["main:/smith#controller", "Smith"]["rival"] == "gone main:/rat"
    again = load(fresh(), through_text(before))
    rival, boss = smith(again).rival, smith(again).boss
    assert rival is not None
    assert boss is not None
    assert (rival.id, rival.alive, boss.owner.alive) == ("/rat", False, False)
    assert again.sections() == before


def test_what_cannot_be_saved_names_component_and_field() -> None:
    worlds = made()
    smith(worlds).boss = Smith()
    with pytest.raises(SaveError, match="main:/smith#controller: a Smith that was never spawned"):
        worlds.sections()
    smith(worlds).boss = None
    smith(worlds).reloads = "many"  # type: ignore[assignment]
    with pytest.raises(SaveError, match=r"main:/smith#controller\.reloads: holds 'many', but int is declared"):
        worlds.sections()
    smith(worlds).reloads = 0


def test_what_a_waiting_message_holds_and_no_save_can_is_left_out_and_named() -> None:
    worlds = made()
    smith(worlds).post("#", "odd", what=object(), power=2)
    smith(worlds).delay(2, "late", who=object())
    worlds.input("jump", by=object())
    saved = worlds.sections()
    assert saved["main", "World"]["pending"] == [
        {"to": "main:/smith#controller", "id": "odd", "from": "main:/smith#controller", "fields": {"power": 2}}
    ]
    assert list(worlds.undeclared()) == [
        "input jump.by",
        "main:/smith#controller late.who",
        "main:/smith#controller odd.what",
    ]
    assert "a value of type object cannot be saved" in worlds.undeclared()["main:/smith#controller odd.what"]


def test_undeclared_attributes_are_named_with_the_line_to_write() -> None:
    worlds = made()
    smith(worlds).helth = 3  # type: ignore[attr-defined]
    smith(worlds)._private = 3  # type: ignore[attr-defined]
    worlds["main"].component("/rat#c", Tiny).extra = "x"  # type: ignore[attr-defined]
    assert worlds.undeclared() == {
        "main:/smith#controller.helth": "not declared: write `helth: int = ...` in class Smith",
        "main:/rat#c.extra": "not declared: write `extra: str = ...` in class Tiny",
    }


def broken(sections: Sections, edit: Callable[[Sections], object]) -> Sections:
    edit(sections)
    return sections


CONTROLLER = ("main:/smith#controller", "Smith")


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (lambda s: s.update({("main:/smith#x", "Ghost"): {}}), r"\[main:/smith#x Ghost\] is of the class 'Ghost'"),
        (lambda s: s.update({("nowhere:/a#b", "Smiht"): {}}), r"did you mean Smith\?"),
        (lambda s: s[CONTROLLER].update(reloads="many"), r"main:/smith#controller\.reloads: 'many' is no"),
        (lambda s: s[CONTROLLER].update(mood="SAD"), r"main:/smith#controller\.mood: 'SAD' is no Mood"),
        (lambda s: s[CONTROLLER].update(rival="main:/nobody"), r"\.rival: there is no object 'main:/nobody'"),
        (lambda s: s[CONTROLLER].update(boss="main:/rat#c"), r"\.boss: .* is of the class Tiny, not Smith"),
        (lambda s: s[CONTROLLER].update(home="nonsense"), r"\.home: 'nonsense' names no world"),
        (lambda s: s[CONTROLLER].update(stats={"strength": "x"}), r"#controller\.stats\.strength"),
        (lambda s: s.pop(CONTROLLER), "lists the component 'controller', but there is no section"),
        (lambda s: s.update({("main:/rat#d", "Tiny"): {}}), r"\[main:/rat#d Tiny\] is of a component that no object"),
        (lambda s: s.update({("main:/rat#c", "Smith"): {}}), "two sections for the component main:/rat#c"),
        (lambda s: s.pop(("main", "World")), "the save holds no world 'main'"),
        (lambda s: s.update({("bad", "GameObject"): {}}), "'bad' names no world"),
        (lambda s: s.update({("main:x", "GameObject"): {}}), "no address of an object"),
        (lambda s: s.update({("ma/in", "World"): {}}), r"\[ma/in World\]: The socket 'ma/in' name is invalid"),
        (lambda s: s.update({("main:/RAT", "GameObject"): {}}), "main:/RAT differs from /rat only in case"),
        (lambda s: s["main:/rat", "GameObject"].update(parent="/x"), "Could not find parent instance with id '/x'"),
        (lambda s: s["main:/rat", "GameObject"].update(parent="/rat"), "form a ring"),
        (lambda s: s["main:/rat", "GameObject"].update(position=[1, 2]), r"main:/rat\.position"),
        (lambda s: s["main", "World"].update(policy="fast"), "no policy is called 'fast'"),
        (lambda s: s["main", "World"].update(deleted=["/x"]), "deleted names '/x'"),
        (lambda s: s["main", "World"].update(proxy="main:/rat#c"), r"main\.proxy: .*not CollectionProxy"),
        (lambda s: s["main", "World"].update(pending=["x"]), r"main\.pending\[0\] is no message"),
        (lambda s: s["main", "World"].update(pending=[{"to": "level:/x", "id": "a"}]), "cannot wait in 'main'"),
        (lambda s: s["main", "World"].update(pending=[{"to": "main:/x"}]), "with the id ''"),
        (
            lambda s: s["main", "World"].update(pending=[{"to": "main:/x", "id": "a", "fields": {"$Kick": {}}}]),
            "names the class 'Kick'",
        ),
        (lambda s: s["talewright", "Worlds"].update(frame="soon"), r"talewright\.frame"),
    ],
)
def test_what_does_not_fit_is_refused_before_anything_changes(edit: Callable[[Sections], object], said: str) -> None:
    worlds = made()
    smith(worlds).sold.append("precious")
    bad = broken(made().sections(), edit)
    before = worlds.sections()
    with pytest.raises(SaveError) as caught:
        worlds.prepare(bad, CLASSES)
    caught.match(said)
    assert worlds.sections() == before
    assert smith(worlds).sold == ["sword", "precious"]


def test_an_unknown_class_has_its_own_error() -> None:
    worlds = Worlds()
    with pytest.raises(UnknownClass, match="rename_class"):
        worlds.prepare(made().sections())


def test_a_proxy_and_its_world_must_fit() -> None:
    sections = changed().sections()
    for key in [k for k in sections if k[0].startswith("level")]:
        del sections[key]
    for fields in sections.values():
        if fields.get("rival") == "level:/player":
            fields["rival"] = None
    with pytest.raises(SaveError, match="main:/loader#proxy and the world that it loads do not fit together"):
        fresh().prepare(sections, CLASSES)


def test_sections_of_others_are_passed_over() -> None:
    sections = made().sections()
    sections["ann", "SapituCharacter"] = {"health": 3}
    sections["Libretto.Dialogues.Smith", "GPVar"] = {"started": 1}
    assert len(load(fresh(), sections)["main"]) == 2


def test_absent_and_unknown_fields() -> None:
    sections = made().sections()
    sections["main:/smith#controller", "Smith"] = {"MOOD": "angry", "helth": 3}
    restoration = fresh().prepare(sections, CLASSES)
    assert restoration.unknown == ["main:/smith#controller.helth"]
    worlds = made()
    load(worlds, sections)
    one = smith(worlds)
    assert (one.mood, one.sold, one.stats) == (Mood.ANGRY, [], Stats())
    assert one.sold is not Smith.sold


def test_a_reference_into_the_worlds_to_come() -> None:
    worlds = changed()
    sections = worlds.sections()
    again = fresh()
    restoration = again.prepare(sections, CLASSES)
    entry = restoration.references.entries[GameObject]
    player = entry.from_name(GameObject, "level:/player")
    assert "level" not in again
    restoration.commit()
    assert again["level"]["/player"] is player
    assert smith(again).rival is player
    assert smith(again).boss is smith(again, "/smith#talk")


class Needy(Script):
    health: int
    name: str = "x"


@pytest.mark.parametrize("field", ["health", "HEALTH"])
def test_a_field_without_a_default_that_a_save_lacks_is_named(field: str) -> None:
    """It became an `AttributeError` of the script, later; and a save of such a script could not be loaded."""
    worlds = Worlds()
    needy = Needy(health=3)
    worlds.create("main").spawn("needy", c=needy)
    sections = worlds.sections()
    fields = sections["main:/needy#c", "Needy"]
    fields[field] = fields.pop("health")
    worlds.prepare(sections, {"Needy": Needy}).commit()
    assert needy.health == 3
    del fields[field]
    with pytest.raises(SaveError, match=r"main:/needy#c\.health: is not there, and Needy declares no default"):
        worlds.prepare(sections, {"Needy": Needy})
    assert needy.health == 3
    del needy.health
    with pytest.raises(SaveError, match=r"main:/needy#c\.health: is not there"):
        worlds.sections()
