"""What somebody may do with places and things, one rule an act: go, take, put, open, unlock, use, talk, look.

Every act gives the text that players read, or raises `Refused` with the reason, which is published as well: topic
``refused`` (who, verb, reason). What is within reach is what is in the same place, in what is open there, and what is
carried. Which of it is offered, and what is typed, others decide.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NoReturn

from talewright.errors import Refused
from talewright.messaging import Message, Url, on
from talewright.names import fold
from talewright.story.holding import Holding
from talewright.story.records import Container, Exit, Place, Thing


class Acts(Holding):
    """The acts of `Places`."""

    # -- what is around

    def people(self, who: object) -> tuple[str, ...]:
        """Return those in the same place who can be talked to: objects with a conversation."""
        me = self.id(who)
        return tuple(one for one in self.here(self.where(me)) if one != me and self.conversation(one) is not None)

    def around(self, who: object) -> tuple[str, ...]:
        """Return the things within reach: those in the same place, in what is open there, and what is carried."""
        me = self.id(who)
        found = [one for one in self._within(self.where(me)) if one != me]
        return tuple(dict.fromkeys([*found, *self._within(me)]))

    def carried(self, who: object) -> tuple[str, ...]:
        """Return what somebody carries, in open bags, too."""
        return tuple(self._within(self.id(who)))

    def _within(self, holder: str) -> Iterator[str]:
        found = {holder}  # a circle in a save that somebody edited comes to an end
        waiting = list(reversed(self.here(holder))) if holder else []
        while waiting:
            one = waiting.pop()
            if one not in found:
                found.add(one)
                yield one
                if self.record(Container, one) is not None and not self._is_shut(one):
                    waiting += reversed(self.here(one))

    def doors_around(self, who: object) -> tuple[str, ...]:
        """Return the doors of the exits of the place that somebody is in."""
        found = [self.id(way.door) for way in self.exits(self.where(who)) if way.door]
        return tuple(dict.fromkeys(found))

    def key_of(self, who: object, what: object) -> str:
        """Return the thing that somebody carries and that unlocks a door or a container; empty: none of them does."""
        door = self.door(what)
        key = "" if door is None else fold(door.key)
        return next((one for one in self.carried(who) if key and key in (fold(one), self._type(one))), "")

    def _type(self, what: str) -> str:
        item = self.item(what)
        return "" if item is None else fold(item.base.name)

    def _is_shut(self, what: str) -> bool:
        door = self.door(what)
        return door is not None and door.shut

    def barred(self, who: object, way: Exit) -> str:
        """Return why an exit cannot be used now, for players; empty where it can."""
        if self._records(Place) and way.to not in self._records(Place):
            return self.text("NoWay", place=self.name(way.to))
        door = self.door(way.door) if way.door else None
        if door is None or not door.shut:
            return ""
        return self.text("IsLocked" if door.locked else "IsShut", thing=self.name(self.id(way.door)))

    def is_fixed(self, what: str) -> bool:
        """Whether nobody can take something: people, what its record says, and every object without one."""
        if self.item(what) is not None:
            box = self.record(Container, what)
            return box is not None and box.Fixed and "fixed" in self.game.records.written(Container, box.name)
        record = self._records(Thing).get(what)
        if what in self.game.characters or self.conversation(what) is not None:
            return True
        return record.Fixed if record is not None else False

    # -- acts

    @on("go")
    def _asked_to_go(self, message: Message, sender: Url) -> None:
        who = message.get("who") or self._player
        try:
            self.go(who, by=str(message.get("by", "")), to=str(message.get("to", "")))
        except Refused:
            pass  # published as the topic "refused", where whoever asked hears of it

    def go(self, who: object, *, by: str = "", to: str = "") -> str:
        """Go through an exit: ``go("hero", by="down")`` or ``go("hero", to="cellar")``; or by message ``go``.

        Raises:
            Refused: there is no such exit, or it is shut.
        """
        me = self.id(who)
        goal = self.id(to) if to else ""
        ways = [
            way
            for way in self.exits(self.where(me))
            if (by and fold(way.by) == fold(by)) or (goal and fold(self.id(way.to)) == fold(goal))
        ]
        if not ways:
            self.refuse(me, "go", "NoWay", place=self.name(goal) if goal else by)
        reasons = [self.barred(me, way) for way in ways]
        if all(reasons):
            self._refused(me, "go", reasons[0])
        self.move(me, ways[reasons.index("")].to)
        return self.look(me)

    def take(self, who: object, what: str) -> str:
        """Take something that is within reach.

        Raises:
            Refused: it is not here, is carried already, or stays where it is.
        """
        me, thing = self.id(who), self._reached(who, "take", what)
        if self.holder(thing) == me:
            self.refuse(me, "take", "HaveAlready", thing=self.name(thing))
        if self.is_fixed(thing):
            self.refuse(me, "take", "Fixed", thing=self.name(thing))
        self._move(me, "take", thing, me)
        return self.text("Taken", thing=self.name(thing))

    def drop(self, who: object, what: str) -> str:
        """Put down something that is carried.

        Raises:
            Refused: it is not carried.
        """
        me, thing = self.id(who), self._reached(who, "drop", what)
        if thing not in self.carried(me):
            self.refuse(me, "drop", "HaveNot", thing=self.name(thing))
        self._move(me, "drop", thing, self.where(me))
        return self.text("Dropped", thing=self.name(thing))

    def put(self, who: object, what: str, into: str) -> str:
        """Put something that is within reach into a container that is.

        Raises:
            Refused: one of them is not here; it is no container, is shut or full; it would be inside itself.
        """
        me, thing, box = self.id(who), self._reached(who, "put", what), self._reached(who, "put", into)
        if self.record(Container, box) is None:
            self.refuse(me, "put", "NoContainer", thing=self.name(box))
        if self._is_shut(box):
            self.refuse(me, "put", "IsShut", thing=self.name(box))
        if self.is_fixed(thing):
            self.refuse(me, "put", "Fixed", thing=self.name(thing))
        self._move(me, "put", thing, box)
        return self.text("Put", thing=self.name(thing), holder=self.name(box))

    def open(self, who: object, what: str) -> str:
        """Open a door or a container; with its key in the hand it is unlocked, too. Topic: ``opened`` (who, what).

        Raises:
            Refused: it is not here, has no lid, is open, or is locked.
        """
        me, thing = self.id(who), self._lidded(who, "open", what)
        door = self.door(thing)
        assert door is not None
        if not door.shut:
            self.refuse(me, "open", "AlreadyOpen", thing=self.name(thing))
        said = [self.unlock(me, thing)] if door.locked else []
        self.set_door(thing, shut=False)
        self.publish("opened", "opened", who=me, what=thing)
        inside = self.here(thing)
        key = "OpenedShows" if inside else "Opened"
        return " ".join([*said, self.text(key, thing=self.name(thing), things=self._names(inside))])

    def close(self, who: object, what: str) -> str:
        """Close a door or a container. Topic: ``closed`` (who, what).

        Raises:
            Refused: it is not here, has no lid, or is shut.
        """
        me, thing = self.id(who), self._lidded(who, "close", what)
        if self._is_shut(thing):
            self.refuse(me, "close", "AlreadyShut", thing=self.name(thing))
        self.set_door(thing, shut=True)
        self.publish("closed", "closed", who=me, what=thing)
        return self.text("Closed", thing=self.name(thing))

    def unlock(self, who: object, what: str, using: str = "") -> str:
        """Unlock a door or a container with its key, which must be carried. Topic: ``unlocked`` (who, what, key).

        Raises:
            Refused: it is not here, has no lock, is not locked, or nothing that is carried fits.
        """
        me, thing = self.id(who), self._lidded(who, "unlock", what)
        door = self.door(thing)
        assert door is not None
        if not door.locked:
            self.refuse(me, "unlock", "NotLocked" if door.key else "NoLock", thing=self.name(thing))
        key = self.key_of(me, thing)
        if not key or (using and self.id(using) != key):
            self.refuse(me, "unlock", "NoKey", thing=self.name(thing))
        self.set_door(thing, unlocked=True)
        self.publish("unlocked", "unlocked", who=me, what=thing, key=key)
        return self.text("Unlocked", thing=self.name(thing), key=self.name(key))

    def use(self, who: object, what: str, on: str = "") -> str:
        """Use something, or something on something: a key on what it unlocks, and else what the game makes of it.

        The game hears of it by the topic ``used`` (who, what, on), and, where what is used or what it is used on is an
        object, that one by a message ``use`` with the same fields.

        Raises:
            Refused: it is not here, or nobody hears of it.
        """
        me, thing = self.id(who), self._reached(who, "use", what)
        goal = self._reached(who, "use", on) if on else ""
        door = self.door(goal) if goal else None
        if door is not None and door.locked:
            return self.unlock(me, goal, thing)
        fields = {"who": me, "what": thing, "on": goal}
        heard = self.publish("used", "used", fields)
        for one in (thing, goal):
            target = self.object_of(one) if one else None
            if target is not None:
                self.post(f"{target.world.name}:{target.id}", "use", fields)
                heard += 1
        if not heard:
            self.refuse(me, "use", "NoUse")
        return self.text("Used", thing=self.name(thing))

    def talk(self, who: object, whom: str) -> str:
        """Begin the conversation of somebody in the same place.

        Raises:
            Refused: nobody of this name is here who talks.
        """
        me, other = self.id(who), self.id(whom)
        talk = self.conversation(other) if other in self.people(me) else None
        if talk is None:
            self.refuse(me, "talk", "NobodyTalks", thing=self.name(other))
        talk.start()
        return ""

    def look(self, who: object, what: str = "") -> str:
        """Return what somebody sees: around, or in something, or of it.

        Raises:
            Refused: it is not here.
        """
        me = self.id(who)
        if not what:
            return self._look_around(me)
        thing = self._reached(me, "look", what)
        said = [self.description(thing)]
        door = self.door(thing)
        if door is not None:
            state = "IsLocked" if door.locked else "IsShut" if door.shut else "IsOpen"
            said.append(self.text(state, thing=self.name(thing)))
        if self.record(Container, thing) is not None and not self._is_shut(thing):
            inside = self.here(thing)
            said.append(self.text("Inside" if inside else "InsideNothing", things=self._names(inside)))
        return " ".join(filter(None, said)) or self.text("Nothing", thing=self.name(thing))

    def description(self, what: str) -> str:
        """Return what players read who look at something; empty: there is nothing special about it."""
        record, item = self.record(Thing, what), self.item(what)
        said = "" if record is None else record.Description
        return said or ("" if item is None else item.base.Description)

    def inventory(self, who: object) -> str:
        """Return what somebody carries, as players read it."""
        carried = self.here(self.id(who))
        return self.text("Carried" if carried else "CarriedNothing", things=self._names(carried))

    def _look_around(self, me: str) -> str:
        place = self.where(me)
        if not place:
            return self.text("Nowhere")
        record = self._records(Place).get(place)
        people = self.people(me)
        things = [one for one in self.here(place) if one != me and one not in people]
        ways = [
            f"{self.name(self.id(way.to))} ({way.by})" if way.by else self.name(self.id(way.to))
            for way in self.exits(place)
        ]
        rows = [
            self.name(place),
            record.Description if record is not None else "",
            self.text("Exits", exits=", ".join(ways)) if ways else "",
            self.text("People", people=self._names(people)) if people else "",
            self.text("Things", things=self._names(things)) if things else "",
        ]
        return "\n".join(filter(None, rows))

    # -- what is needed for them

    def _names(self, ids: Iterable[str]) -> str:
        return ", ".join(map(self.name, ids))

    def _reached(self, who: object, verb: str, what: str) -> str:
        thing = self.id(what)
        within: Sequence[str] = (*self.around(who), *self.doors_around(who))
        if thing not in within:
            alike = [one for one in within if self._type(one) and self._type(one) == fold(what)]
            if not alike:
                self.refuse(self.id(who), verb, "Unknown", thing=self.name(thing))
            thing = alike[0]
        return thing

    def _lidded(self, who: object, verb: str, what: str) -> str:
        thing = self._reached(who, verb, what)
        if self.door(thing) is None:
            self.refuse(self.id(who), verb, "NoLid", thing=self.name(thing))
        return thing

    def _move(self, me: str, verb: str, thing: str, to: str) -> None:
        try:
            self.move(thing, to)
        except Refused as error:
            self._refused(me, verb, error.message)

    def refuse(self, who: str, verb: str, key: str, /, **parts: str) -> NoReturn:
        """Refuse an act with one of the texts.

        Raises:
            Refused: always.
        """
        self._refused(who, verb, self.text(key, **parts))

    def _refused(self, who: str, verb: str, reason: str) -> NoReturn:
        self.publish("refused", "refused", who=who, verb=verb, reason=reason)
        raise Refused(reason)
