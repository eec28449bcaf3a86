"""People.md P1: whatever is moved, put, opened, saved, rolled back and reloaded, everything is in exactly one place."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from talewright import Game, MemoryStore
from talewright.errors import Refused
from talewright.game import Marks
from talewright.story import Container, Door, Places

INI = """
[hall Place]
Exits=((to=cellar,by=down,door=trapdoor),(to=yard))
[cellar Place]
Exits=((to=hall,by=up,door=trapdoor))
[yard Place]
Exits=((to=hall))
[trapdoor Door]
Key=key
[chest Container]
Capacity=2
[sack Container]
Open=True
Fixed=False
[box Container]
Capacity=1
Fixed=False
[lamp Thing]
[key SapituItem]
[coin SapituItem]
stack=3
"""
PLACES = ("hall", "cellar", "yard")
THINGS = ("hero", "ann", "chest", "sack", "box", "lamp")
HOLDERS = (*PLACES, *THINGS)


class Moves(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        (Path(self.folder.name) / "Config").mkdir()
        (Path(self.folder.name) / "Config" / "Places.ini").write_text(INI, "utf-8")

    def teardown(self) -> None:
        self.folder.cleanup()

    def opened(self) -> Game:
        return Game.open(self.folder.name, code=__name__, saves=MemoryStore(), seed=1)

    @property
    def places(self) -> Places:
        return self.game.world.component("/story#places", Places)

    @initialize()
    def begin(self) -> None:
        self.game = self.opened()
        for name in ("hero", "ann"):
            self.game.characters.create(name)
        self.game.characters["hero"].gain("coin", 5)
        at = {**dict.fromkeys(THINGS, "hall"), "key": "chest"}
        self.game.world.spawn("story", places=Places(at=at))
        self.game.start()
        self.game.marks = Marks(depth=20)

    def sections(self) -> Any:
        return self.game.snapshot().sections

    def anything(self, data: st.DataObject) -> str:
        return data.draw(st.sampled_from([*THINGS, *(item.id for item in self.game.characters.items)]))

    @rule(data=st.data(), to=st.sampled_from(HOLDERS))
    def move(self, data: st.DataObject, to: str) -> None:
        what = self.anything(data)
        before = self.sections()
        try:
            self.places.move(what, to)
        except Refused:
            assert self.sections() == before

    @rule(what=st.sampled_from(("sack", "box")), to=st.sampled_from(("sack", "box", "hero", "lamp")))
    def nest(self, what: str, to: str) -> None:
        self._try("move", what, to)

    @rule(data=st.data(), verb=st.sampled_from(("take", "drop", "open", "close", "unlock", "look")))
    def act(self, data: st.DataObject, verb: str) -> None:
        self._try(verb, data.draw(st.sampled_from(("hero", "ann"))), self.anything(data))

    @rule(data=st.data(), into=st.sampled_from(("chest", "sack", "box")))
    def put(self, data: st.DataObject, into: str) -> None:
        self._try("put", "hero", self.anything(data), into)

    @rule(what=st.sampled_from(("trapdoor", "chest")), shut=st.booleans())
    def set_door(self, what: str, shut: bool) -> None:
        self.places.set_door(what, shut=shut)

    def _try(self, verb: str, *words: str) -> None:
        before = self.sections()
        try:
            getattr(self.places, verb)(*words)
        except Refused:
            after = self.sections()
            assert after["main:/story#places", "Places"] == before["main:/story#places", "Places"]

    @rule(data=st.data())
    def do(self, data: st.DataObject) -> None:
        """Each deed that is open can be done."""
        deeds = [deed for deed in self.game.deeds() if deed.enabled]
        if deeds:
            assert self.game.marks is not None
            self.game.marks.add()
            self.game.do(data.draw(st.sampled_from(deeds)))

    @rule()
    def step(self) -> None:
        self.game.step(0.1)

    @rule()
    def save_and_load(self) -> None:
        document = self.game.snapshot()
        self.game.restore(document)
        assert self.sections() == document.sections
        other = self.opened()
        other.world.spawn("story", places=Places(at={"hero": "yard", "lamp": "hero"}))
        other.restore(document)
        assert other.snapshot().sections == document.sections

    @rule()
    def reload(self) -> None:
        before = self.sections()
        self.game.reload()
        assert self.sections() == before

    @rule(steps=st.integers(1, 3))
    def rollback(self, steps: int) -> None:
        before = self.sections()
        report = self.game.rollback(steps)
        if report.steps:
            self.game.roll_forward(report.steps)
            assert self.sections() == before
            self.game.rollback(report.steps)

    @invariant()
    def everything_is_somewhere_once(self) -> None:
        places = self.places
        items = [item.id for item in self.game.characters.items]
        assert sum(item.count for item in self.game.characters.items if item.base.name == "coin") == 5
        for one in (*THINGS, *items):
            chain = places.holders(one)
            assert one not in chain
            assert len(chain) == len(set(chain))
            assert [holder for holder in HOLDERS if one in places.here(holder)] == [places.holder(one)]
            assert chain[-1] in PLACES
        for one in ("chest", "box"):
            box = places.record(Container, one)
            assert box is not None
            assert len(places.here(one)) <= box.Capacity
        assert isinstance(places.door("trapdoor"), Door)
        assert self.game.faults == []


TestPeopleP1 = Moves.TestCase
TestPeopleP1.settings = settings(max_examples=15, stateful_step_count=30, deadline=None)
