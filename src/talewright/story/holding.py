"""Who is where and what is inside of what: one table from each id to its holder, and what has a lid or a lock.

The ids are those of objects, characters and things; a holder is a place, or any of these, or an item. Items of the game
know themselves who has them (`talewright.rpg`), and are not in the table. Objects keep their position, their parent and
their world. Decides what is inside, what may go inside, and where somebody is who was
in a place that is gone; what a player may do, `acts` decides.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from talewright.errors import Misuse, NotFound, Refused, wrong_type
from talewright.game import Conversation, PlaceEntered, Script, phrases
from talewright.messaging import CollectionProxy, Fault, GameObject, Message, ProxyState, Url, on
from talewright.names import did_you_mean, fold
from talewright.rpg import Character, InventoryItem, display_name
from talewright.story.records import Container, DoorRecord, Exit, Place, Thing, known, listed, today

R = TypeVar("R")

PACKAGE = "talewright.story"

GONE, NOBODY = "TW-STORY-20", "TW-STORY-21"
"""The codes of faults: somebody is in a place that is gone; an id is of nothing that the game knows."""


@dataclass
class Door:
    """How something is that can be shut: a door of an exit, or the lid of a container.

    Attributes:
        shut: whether it is shut.
        key: the id of the thing, or the item type, that unlocks it; empty: it has no lock.
        unlocked: whether somebody has unlocked it.
    """

    shut: bool = False
    key: str = ""
    unlocked: bool = False

    @property
    def locked(self) -> bool:
        """Whether it does not open without its key."""
        return self.shut and bool(self.key) and not self.unlocked


@dataclass(frozen=True)
class Room:
    """A place, a person or a thing as items lie in it, for `talewright.rpg.Characters.move`; made by `Places.room`.

    Attributes:
        id: of it.
        check: refuses what does not go into it.
    """

    id: str
    check: Callable[[str, str], None]

    def check_item(self, item: InventoryItem, count: int) -> None:
        """Refuse what does not go into it.

        Raises:
            Refused: there is no room, or it would be inside itself.
        """
        self.check(item.id, self.id)


_NAMED = (str, Url, GameObject, InventoryItem, Character, Room)
"""What names somebody, something or a place."""


class Holding(Script):
    """The table of `Places`, and the rules that hold for it whoever changes it.

    Attributes:
        at: the holder of each id: of an object, a character or a thing.
        doors: how doors and lids are now that are otherwise than their records say, or have none.
        player: the id of the player; empty: as ``[Project] Player`` says.
    """

    at: dict[str, str] = {}
    doors: dict[str, Door] = {}
    player: str = ""

    if not TYPE_CHECKING:  # who checks types sees the fields

        def __init__(self, *args: Any, **fields: Any) -> None:
            """Make it with tables of its own: those that are handed in stay as they are."""
            super().__init__(*args, **fields)
            self.at, self.doors = dict(self.at), dict(self.doors)
            for what in self.at:
                inside, holder = {what}, self.at[what]
                while holder in self.at and holder not in inside:
                    inside.add(holder)
                    holder = self.at[holder]
                if holder in inside:
                    raise Misuse(f"{holder} would be inside itself", hint="Places(at={...}): each in what it is in")

    # -- what it needs of the game

    def init(self) -> None:
        """Make items of those ids that name an item type, and look whether every id and every holder is known."""
        self._read_records()
        self._settle()
        characters = self.game.characters
        holders: list[Place | Container] = [*self._records(Place).values(), *self._records(Container).values()]
        held = [(what, holder.name) for holder in holders for what in listed(holder.Holds)]
        for what, holder in held:
            if what in self._records(Thing):
                self.at.setdefault(self.id(what), holder)
        items = [(what, holder) for what, holder in held if what not in self._records(Thing)]
        for what, holder in [*self.at.items(), *items]:
            if self._is_somebody(what):
                continue
            if what in characters.item_types:
                self.at.pop(what, "")
                self.move(characters.create_inventory(characters.item_type(what)), holder)
            elif self._records(Place) and not self._is_away(what):
                hint = f"declare [{what} Thing]; an object of a world that is not loaded yet is WORLD:/{what}"
                self._report(NOBODY, f"nothing in the game is called {what!r}, which is to be in {holder!r}", hint)
        self._follow(self.player_id)

    def on_reload(self) -> None:
        """Find those in places that are called otherwise today, or are gone."""
        self._read_records()
        self._settle()

    def _read_records(self) -> None:
        """Tell once what of the records cannot be used; they are read when they are asked for first, after the rest."""
        self._records(Place)
        errors = self.game.records.report.errors
        told = [fault.text for fault in self.game.faults] if errors else []
        for found in errors:
            said = str(found).partition("\n")[0]
            if not any(text.endswith(said) for text in told):
                self._report(found.code, said, found.hint)

    def whom(self) -> str:
        """Return the id of the player, where it is said here."""
        return self.player

    @property
    def _player(self) -> str:
        return self.player or self.game.project.settings.Player

    @property
    def player_id(self) -> str:
        """The id of the player, as the table has it."""
        return self.id(self._player)

    def text(self, key: str, /, **parts: str) -> str:
        """Return a text for players in their language."""
        return phrases(PACKAGE, self.game.locale)[key].format(**parts)

    def _records(self, cls: type[R]) -> Mapping[str, R]:
        return known(self.game.records, cls)

    def record(self, cls: type[R], what: str) -> R | None:
        """Return the record of a thing, or of the type of an item; None where it has none of this class."""
        records = self._records(cls)
        found = records.get(what)
        if found is None and (item := self.item(what)) is not None:
            found = records.get(item.base.name)
        return found

    def item(self, what: str) -> InventoryItem | None:
        """Return the item of an id, or None."""
        return self.game.characters.find(what)

    def object_of(self, what: str) -> GameObject | None:
        """Return the object of an id, "rat" or "cellar:/rat", in whatever world it is; None where there is none."""
        name, colon, path = what.rpartition(":")
        for world in self.game.worlds:
            address = path if path.startswith("/") else f"/{path}"
            if (not colon or world.name == name) and address in world:
                return world[address]
        return None

    def conversation(self, who: str) -> Conversation | None:
        """Return the conversation of somebody, or None."""
        thing = self.object_of(who)
        talks = () if thing is None else thing.components.values()
        return next((talk for talk in talks if isinstance(talk, Conversation)), None)

    def name(self, what: str) -> str:
        """Return what players read of somebody or something; where nobody says it, its id with a capital in front."""
        item = self.item(what)
        if item is not None:
            return display_name(item.base)
        if what in self.game.characters:
            return self.game.characters[what].name
        record = self._records(Thing).get(what)
        shown = "" if record is None else record.DisplayName
        if not shown:
            shown = what.rpartition("/")[2].replace("_", " ")
            shown = shown[:1].upper() + shown[1:]
        return shown

    # -- ids

    def id(self, what: object) -> str:
        """Return the id that is meant, as the table has it: of an object by its address, of an item by its type."""
        if isinstance(what, (InventoryItem, Character, Room)):
            return what.id
        given = str(what).partition("#")[0].removeprefix("main:").removeprefix("/")
        characters = self.game.characters
        if given in self.at:
            return given
        if given in characters:
            return characters[given].id
        if (item := self.item(given)) is not None:
            return item.id
        records = self._records(Thing)
        if given in records:
            return records[given].name
        folded = fold(given)
        found = next((one for one in self.at if folded in (fold(one), fold(one.rpartition("/")[2]))), "")
        return found or next((one.id for one in characters.items if fold(one.base.name) == folded), given)

    def _is_away(self, what: str) -> bool:
        """Whether it is an object of a world that is not loaded."""
        world = what.rpartition(":")[0]
        return bool(world) and all(one.name != world for one in self.game.worlds)

    def _is_somebody(self, what: str) -> bool:
        if what in self._records(Thing) or what in self.game.characters or fold(what) == fold(self._player):
            return True
        return self.item(what) is not None or self.object_of(what) is not None

    def _known(self, what: object) -> str:
        """Return the id of somebody or something, or of a place.

        Raises:
            NotFound: nothing is called so; where no place has a record, everything may be one.
        """
        found = self.id(what)
        named = bool(found) and isinstance(what, _NAMED)  # None is not the place "None"
        if named and (not self._records(Place) or self._is_somebody(found) or found in self.at or self._is_away(found)):
            return found
        names = [*self._records(Thing), *self.at, *(one.id for one in self.game.characters)]
        hint = did_you_mean(found, names) or f"declare [{found or 'hall'} Place] in an ini below Config"
        raise NotFound(f"there is no place, person or thing {found!r}", hint=hint)

    # -- who is where

    def holder(self, what: object) -> str:
        """Return the place, person or thing that somebody or something is in; empty: it is nowhere.

        >>> from talewright.story import Places
        >>> from talewright.game import Game
        >>> game, places = Game(), Places(at={"hero": "hall", "sack": "hero", "coin": "sack"})
        >>> _ = game.world.spawn("story", places=places)
        >>> places.holder("coin"), places.where("coin")
        ('sack', 'hall')
        """
        found = self.id(what)
        item = self.item(found)
        if item is None:
            return self.at.get(found, "")
        return item.holder if item.owner is None else item.owner.id

    def holders(self, what: object) -> list[str]:
        """Return what something is in, from the inside out: a sack, who carries it, the place."""
        chain: dict[str, None] = {}
        holder = self.holder(what)
        while holder and holder not in chain:
            chain[holder] = None
            if holder in self._records(Place):
                break
            holder = self.holder(holder)
        return list(chain)

    def where(self, who: object) -> str:
        """Return the place that somebody or something is in, in whatever bag; empty: nowhere."""
        chain = self.holders(who)
        return chain[-1] if chain else ""

    def here(self, holder: object) -> tuple[str, ...]:
        """Return the ids of all that is in a place, or in a person or a thing: those of the table, then the items.

        What is nothing now is not among them: an item that was destroyed, an object that was deleted.
        """
        meant = self.id(holder)
        characters = self.game.characters
        carried = characters[meant].inventory if meant in characters else ()
        items = [item.id for item in (*carried, *characters.held(meant))]
        return (*self.lying(meant), *items)

    def lying(self, holder: str) -> tuple[str, ...]:
        """Return those of the table that are in what has this id; what is nothing now is not among them."""
        strict = bool(self._records(Place))
        return tuple(one for one, at in self.at.items() if at == holder and not (strict and not self._is_somebody(one)))

    def exits(self, place: object) -> tuple[Exit, ...]:
        """Return the ways out of a place."""
        record = self._records(Place).get(self.id(place))
        return () if record is None else record.Exits

    def path(self, start: object, goal: object) -> tuple[str, ...]:
        """Return the places on a shortest way, both ends included, whatever is shut; empty: there is none.

        >>> from talewright.story import Places
        >>> from talewright.game import Game
        >>> game, places = Game(), Places(at={"hero": "hall"})
        >>> _ = game.world.spawn("story", places=places)
        >>> places.path("hall", "hall"), places.path("hall", "garden")
        (('hall',), ())
        """
        first, last = self.id(start), self.id(goal)
        came = {first: ""}
        waiting = deque([first])
        while waiting and last not in came:
            place = waiting.popleft()
            for way in self.exits(place):
                if (to := self.id(way.to)) not in came:
                    came[to] = place
                    waiting.append(to)
        found: list[str] = []
        step = last if last in came else ""
        while step:
            found.append(step)
            step = came[step]
        return tuple(reversed(found))

    # -- moving

    def move(self, who: object, to: object) -> None:
        """Put somebody or something into a place, a person or a thing, whatever is shut.

        Everything inside goes along. An item that a character gets is in its inventory from then on. Topics: ``left``
        and ``entered`` (who, place) where somebody comes from one place to another; listeners hear `PlaceEntered`.

        Raises:
            NotFound: there is nothing of one of the two names; where no place has a record, everything may be a place.
            Refused: it would be inside itself, or there is no room for it.
        """
        what, holder = self._known(who), self._known(to)
        item, characters = self.item(what), self.game.characters
        if item is not None:
            if self.holder(what) != holder:
                characters.move(item, characters[holder] if holder in characters else self.room(holder))
            return
        self._check(what, holder)
        before = self.where(what)
        self.at.pop(what, None)
        self.at[what] = holder
        after = self.where(what)
        if after != before:
            if before:
                self.publish("left", "left", who=what, place=before)
            self.publish("entered", "entered", who=what, place=after)
            self.game.happened(PlaceEntered(what, after))
        self._follow(what)

    def room(self, holder: object) -> Room:
        """Return a place or a thing as items go into it: ``characters.move(coin, to=places.room("chest"), count=3)``.

        Raises:
            NotFound: nothing is called so.
        """
        return Room(self._known(holder), self._check)

    def _check(self, what: str, holder: str) -> None:
        if what == holder or what in self.holders(holder):
            raise Refused(self.text("InItself", thing=self.name(what)))
        box = self.record(Container, holder)
        if box is not None and 0 < box.Capacity <= len(self.here(holder)) and self.holder(what) != holder:
            raise Refused(self.text("Full", thing=self.name(holder)))

    def remove(self, who: object) -> None:
        """Take somebody or something out of every place; what is inside stays inside of it.

        An item lies about then. Topic: ``left`` (who, place).
        """
        what = self.id(who)
        item, before = self.item(what), self.where(what)
        if item is not None and self.holder(what):
            self.game.characters.move(item, None)
        elif self.at.pop(what, "") and before:
            self.publish("left", "left", who=what, place=before)

    def _follow(self, who: str) -> None:
        """Let the game know where the player is, where it is the player who has come somewhere."""
        if who != self.player_id or not (place := self.where(who)):
            return
        self.game.place = self.name(place)
        record = self._records(Place).get(place)
        if record is not None and record.World:
            url = self.url(record.World)
            proxy = self.game.worlds[url.socket].component(url)
            if isinstance(proxy, CollectionProxy) and proxy.state is ProxyState.UNLOADED:
                self.post(url, "load")

    @on("proxy_loaded")
    def _loaded(self, message: Message, sender: Url) -> None:
        """Let the world of a place run."""
        self.post(sender, "enable")

    # -- doors and lids

    def door(self, what: object) -> Door | None:
        """Return how a door or a lid is now, to look at; None: it can be neither shut nor opened."""
        meant = self.id(what)
        door = self.doors.get(meant)
        if door is not None:
            return door
        record = self._records(DoorRecord).get(meant)
        if record is not None:
            return Door(record.Shut, record.Key)
        box = self.record(Container, meant)
        return None if box is None else Door(not box.Open, box.Key)

    def set_door(
        self, what: object, *, shut: bool | None = None, key: str | None = None, unlocked: bool | None = None
    ) -> None:
        """Open, shut, lock or unlock: ``set_door("trapdoor", shut=False)``; what is left out stays as it is.

        Raises:
            NotFound: nothing of this name can be shut.
            Misuse: a value is of another type.
        """
        for given, kind, wanted in ((shut, bool, "shut is True or False"), (key, str, "a key is the id of a thing"),
                                    (unlocked, bool, "unlocked is True or False")):  # fmt: skip
            if not isinstance(given, kind | None):
                raise wrong_type(wanted, given, 'set_door("trapdoor", shut=False)')
        door = self.door(what)
        if door is None:
            hint = did_you_mean(str(what), [*self.doors, *self._records(DoorRecord)])
            raise NotFound(f"there is no door or container {str(what)!r}", hint=hint or "declare [NAME Door]")
        self.doors[self.id(what)] = Door(
            door.shut if shut is None else shut,
            door.key if key is None else key,
            door.unlocked if unlocked is None else unlocked,
        )

    # -- what is called otherwise today

    def _settle(self) -> None:
        records = self.game.records
        if not self._records(Place):  # a game without records: every name may be a place
            return
        for door in [one for one in self.doors if one not in self._records(Thing)]:
            if new := today(records, door):
                self.doors[new] = self.doors.pop(door)
        lost: dict[str, list[str]] = {}
        for item in self.game.characters.items:
            if item.holder and not self._is_somebody(item.holder) and not self._is_away(item.holder):
                if new := today(records, item.holder):
                    self.game.characters.move(item, self.room(new))
                else:
                    lost.setdefault(item.holder, []).append(item.id)
        for what, holder in list(self.at.items()):
            if new := "" if self._is_somebody(what) else today(records, what):
                self.at = {new if one == what else one: at for one, at in self.at.items()}
                what = new
            if self._is_somebody(holder) or self._is_away(holder):
                continue
            if new := today(records, holder):
                self.at[what] = new
            else:
                lost.setdefault(holder, []).append(what)
        for holder, whom in lost.items():
            self._report_lost(holder, whom)
        self._follow(self.player_id)

    def _report_lost(self, holder: str, whom: Iterable[str]) -> None:
        limbo = self.game.project.settings.Limbo
        names = ", ".join(whom)
        if limbo in self._records(Place):
            for one in whom:
                self.move(one, limbo)
            became = f"now in {limbo}"
        else:
            became = "nowhere"
        hint = f"write OldNames={holder} below what it is called today, or [Project] Limbo= for those left over"
        self._report(GONE, f"there is no place, person or thing {holder!r} any more: {names} {became}", hint)

    def _report(self, code: str, what: str, hint: str) -> None:
        url = self.url()
        said = f"ERROR:STORY: {url}: {what}"
        self.game.worlds.report(Fault(code, said, url.socket, url.path, url.fragment, hint=hint))
