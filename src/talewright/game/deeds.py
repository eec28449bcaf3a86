"""Deeds: what a player may do where no dialogue runs, offered by components, for whoever shows them as choices.

A component offers deeds by having `Deeds` among its bases. The game finds such components by their class, so that a
game without any looks at nothing, and nothing is registered that a load could forget. A front end asks for `Game.deeds`
and hands one of them to `Game.do`; what it was shown and what is offered now are compared there, so that a late press
does nothing that is not offered any more. Rules of places, things and people are of those components alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from talewright.errors import Misuse, NotFound, Refused, wrong_type
from talewright.messaging import Worlds


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that somebody may do now; a row for a list of choices.

    Attributes:
        verb: what it is, the same in every language: "go", "talk", "take", "look", "open", "unlock", ...
        target: the id of what it is done to: a place, a person, a thing, a door.
        text: what players read, in their language.
        enabled: whether it can be done now.
        reason: why not, for players; empty where it is enabled.
        using: the id of what it is done with, or on: the key; empty where there is nothing.
    """

    verb: str
    target: str
    text: str
    enabled: bool = True
    reason: str = ""
    using: str = ""


class Deeds:
    """What a component has among its bases that offers deeds: ``class Kitchen(Script, Deeds)``.

    >>> from talewright.game import Deed, Deeds, Game, Script
    >>> class Kitchen(Script, Deeds):
    ...     stirred: bool = False
    ...     def deeds(self, who: str) -> list[Deed]:
    ...         return [] if self.stirred else [Deed("stir", "soup", "Stir the soup")]
    ...     def do(self, deed: Deed, who: str) -> str:
    ...         self.stirred = True
    ...         return "It needs salt."
    >>> game = Game()
    >>> _ = game.world.spawn("kitchen", hearth=Kitchen())
    >>> [deed.text for deed in game.deeds()]
    ['Stir the soup']
    >>> game.do(game.deeds()[0])
    'It needs salt.'
    >>> game.deeds()
    ()
    """

    __slots__ = ()
    __declares__ = False

    def deeds(self, who: str) -> Sequence[Deed]:
        """Return what somebody may do now, in the order in which it is shown; it changes nothing.

        Args:
            who: the id of an object or a character.
        """
        return ()

    def do(self, deed: Deed, who: str) -> str:
        """Do one of the deeds that are enabled now, and return what players read of it, or an empty text.

        Raises:
            Refused: it cannot be done after all.
            Misuse: the component has no `do` of its own.
        """
        name = type(self).__name__
        raise Misuse(f"{name} offers {deed.verb!r}, and nothing does it", hint=f"write {name}.do(self, deed, who)")

    def things_in(self, item: str) -> Sequence[str]:
        """Return the ids of what lies in an item, where that is kept here: things that are no items themselves."""
        return ()

    def character_renamed(self, old: str, new: str) -> None:
        """Keep up with a character that has another id now."""

    def verbs(self) -> Mapping[str, Callable[..., str]]:
        """Return commands for the console, by the word that is typed: functions with the game as first parameter.

        They are like those of a project's code, with a right of their own (``@command(right=Right.PLAYER)``), and give
        way to those of a project that have the same name.
        """
        return {}

    def whom(self) -> str:
        """Return the id of the player where this component knows it; empty: the game says it."""
        return ""

    def scenery(self, who: str) -> str:
        """Return a picture of where somebody is, a path inside the project; empty: this component knows none."""
        return ""


def offering(worlds: Worlds) -> Iterator[Deeds]:
    """Yield the components that offer deeds, in the order of the worlds and of what they hold."""
    classes = {cls for cls in worlds.classes.values() if issubclass(cls, Deeds)}
    if classes:
        for world in worlds:
            for thing in world:
                yield from (cast(Deeds, one) for one in thing.components.values() if type(one) in classes)


def inside_of(worlds: Worlds, items: Sequence[str]) -> dict[str, Sequence[str]]:
    """Return what components say that lies in items of these ids, by id."""
    found = ((item, one.things_in(item)) for one in (offering(worlds) if items else ()) for item in items)
    return {item: inside for item, inside in found if inside}


def rename_in(worlds: Worlds, old: str, new: str) -> None:
    """Tell the components that a character has another id."""
    for one in offering(worlds):
        one.character_renamed(old, new)


def deeds_of(worlds: Worlds, who: str) -> tuple[Deed, ...]:
    """Return all that somebody may do now."""
    return tuple(deed for one in offering(worlds) for deed in one.deeds(who))


def do(worlds: Worlds, deed: Deed, who: str) -> str:
    """Do a deed if it is offered now.

    Raises:
        Misuse: it is no `Deed`.
        NotFound: nobody offers it (any more).
        Refused: it is closed; the message is its reason.
    """
    given: object = deed
    if not isinstance(given, Deed):
        raise wrong_type("what is done is one of game.deeds()", given, "game.do(game.deeds()[0])")
    for one in offering(worlds):
        for offered in one.deeds(who):
            if (offered.verb, offered.target, offered.using) == (deed.verb, deed.target, deed.using):
                if not offered.enabled:
                    raise Refused(offered.reason or offered.text)
                return one.do(offered, who)
    raise NotFound(f"{deed.text!r} is not offered any more", hint="ask for game.deeds() anew")


def verbs_of(worlds: Worlds) -> dict[str, Callable[..., str]]:
    """Return the commands that components offer.

    Raises:
        Misuse: two of them, of one word, are different.
    """
    found: dict[str, Callable[..., str]] = {}
    for one in offering(worlds):
        for word, function in one.verbs().items():
            if found.setdefault(word, function) is not function:
                raise Misuse(f"two components offer the verb {word!r}", hint="let only one of them offer it")
    return found


def player_of(worlds: Worlds, said: str) -> str:
    """Return the id of the player: as a component says, or else the project."""
    return next((whom for one in offering(worlds) if (whom := one.whom())), said)
