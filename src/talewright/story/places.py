"""`Places`: the component that a game spawns to have places; what it offers a player, as rows and as verbs.

The rows are in one order: exits, people, things. What its verbs are called, `verbs` knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from talewright.game import Deed, Deeds
from talewright.names import fold
from talewright.story.acts import Acts
from talewright.story.records import Place
from talewright.story.verbs import verbs_in


class Places(Acts, Deeds):
    """Who is where: places with exits and doors, and containers.

    Attributes:
        at: the holder of each id: of an object, a character, an item or a thing. An id that names an item type becomes
            a new item of it when the game starts.
        doors: how doors and lids are now that are otherwise than their records say, or have none.
        player: the id of the player; empty: as ``[Project] Player`` says.

    >>> from talewright.game import Game
    >>> game = Game()
    >>> places = Places(at={"hero": "hall", "lamp": "chest", "chest": "hall"})
    >>> _ = game.world.spawn("story", places=places)
    >>> places.where("lamp"), places.here("hall")
    ('hall', ('hero', 'chest'))
    >>> places.move("hero", "cellar")
    >>> game.place
    'Cellar'
    """

    def deeds(self, who: str) -> tuple[Deed, ...]:
        """Return what somebody may do here: exits, people, things, in this order."""
        me = self.id(who)
        return (*self._ways(me), *self._people(me), *self._doors(me), *self._things(me))

    def scenery(self, who: str) -> str:
        """Return the picture of the place that somebody is in."""
        place = self.record(Place, self.where(who))
        return place.Picture if place is not None else ""

    def _ways(self, me: str) -> Iterator[Deed]:
        for way in self.exits(self.where(me)):
            to, reason = self.id(way.to), self.barred(me, way)
            text = self.text("GoBy" if way.by else "Go", place=self.name(to), by=way.by)
            yield Deed("go", to, text, enabled=not reason, reason=reason, using=way.by)

    def _people(self, me: str) -> Iterator[Deed]:
        for one in self.people(me):
            yield Deed("talk", one, self.text("Talk", thing=self.name(one)))

    def _doors(self, me: str) -> Iterator[Deed]:
        for door in self.doors_around(me):
            yield from self._lid(me, door)

    def _things(self, me: str) -> Iterator[Deed]:
        carried, people = self.carried(me), self.people(me)
        for one in self.around(me):
            if one in carried or one in people or one == me:
                continue
            name, holder = self.name(one), self.holder(one)
            if not self.is_fixed(one):
                inside = holder != self.where(me)
                text = self.text("TakeFrom" if inside else "Take", thing=name, holder=self.name(holder))
                yield Deed("take", one, text)
            yield from self._lid(me, one)
            if self.description(one):
                yield Deed("look", one, self.text("Look", thing=name))

    def _lid(self, me: str, what: str) -> Iterator[Deed]:
        door = self.door(what)
        if door is None or not door.shut:
            return
        if door.locked:
            key = self.key_of(me, what)
            reason = "" if key else self.text("NoKey", thing=self.name(what))
            yield Deed("unlock", what, self.text("Unlock", thing=self.name(what)), not reason, reason, using=key)
        else:
            yield Deed("open", what, self.text("Open", thing=self.name(what)))

    def do(self, deed: Deed, who: str) -> str:
        """Do one of the deeds.

        Raises:
            Refused: it cannot be done.
        """
        match deed.verb:
            case "go":
                return self.go(who, by=deed.using) if deed.using else self.go(who, to=deed.target)
            case "talk":
                return self.talk(who, deed.target)
            case "take":
                return self.take(who, deed.target)
            case "open":
                return self.open(who, deed.target)
            case "unlock":
                return self.unlock(who, deed.target, deed.using)
            case _:
                return self.look(who, deed.target)

    def things_in(self, item: str) -> tuple[str, ...]:
        """Return the things, and objects, that are in an item."""
        return self.lying(item)

    def character_renamed(self, old: str, new: str) -> None:
        """Let a character be where it was, with all that it carries; an object of the old name stays there, too."""
        stays = self.object_of(old) is not None
        self.at = {
            (new if one == old and not stays else one): (new if at == old else at) for one, at in self.at.items()
        }
        if stays and old in self.at:
            self.at[new] = self.at[old]
        if not stays and fold(self._player) == fold(old):
            self.player = new

    def verbs(self) -> Mapping[str, Callable[..., str]]:
        """Return the verbs for the console, in the player's language; those in English are the author's, too."""
        return verbs_in(self.game.locale)
