"""What a game tells its host: the events of its dialogues, and those of its own; and what of it scripts may hear.

Decides which events there are, a closed union, and which rows of text they show: the one form for play logs,
transcripts of stories and ways of an explorer. An act upon items (`rpg.Moved`) is one event, where somebody's bag has
more or less than before, and one message to whoever subscribed to it. Whom events reach, `listening` knows.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

from talewright.dialogue import Command, DialogueEnded, Event, Line, NoOptions, Options
from talewright.rpg import Character, InventoryItem, Moved

ITEM_MOVED = "item_moved"
"""The topic and the id of the message about items, with the fields of `message_of_move`."""


@dataclass(frozen=True)
class CommandRan:
    """An event: a ``@command`` function was called, and what it said."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class ItemGained:
    """An event: a character has more of something than before.

    Attributes:
        who: the id of the character.
        item: the item, or the first of the piles.
        count: how many pieces.
        before: who or what had it, by id; empty where it lay about, None where it is new.
    """

    who: str
    item: InventoryItem
    count: int = 1
    before: str | None = None


@dataclass(frozen=True, slots=True)
class ItemLost:
    """An event: a character has less of something than before, and no other character has it.

    Attributes:
        who: the id of the character.
        item: the item, or the first of the piles; not `alive` where it is used up.
        count: how many pieces.
        after: the place or the container that has it, by id; empty where it lies about, None where it is gone.
    """

    who: str
    item: InventoryItem
    count: int = 1
    after: str | None = None


@dataclass(frozen=True, slots=True)
class PlaceEntered:
    """An event: somebody came to a place.

    Attributes:
        who: the id of an object, of a character or of an item.
        place: the id of the place.
    """

    who: str
    place: str


@dataclass(frozen=True, slots=True)
class Told:
    """An event: something that a player should read in passing, beside what is said; see `Game.tell`.

    Attributes:
        text: what players read.
        kind: what it is about, for how it is shown: a word of the game's own.
    """

    text: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Loaded:
    """An event: a save has taken the place of the whole state; what was shown belongs to what is gone."""


@dataclass(frozen=True, slots=True)
class RolledBack:
    """An event: an earlier state has taken the place of the whole state, or a later one again (`Game.rollback`).

    Attributes:
        steps: how many marks it went back; below zero: forward.
    """

    steps: int


GameEvent: TypeAlias = Event | CommandRan | ItemGained | ItemLost | PlaceEntered | Told | Loaded | RolledBack
"""What a game tells its host: the events of its dialogues, and of itself."""


def event_of_move(moved: Moved) -> ItemGained | ItemLost | None:
    """Return what a host hears of an act upon items; None where nobody has more or less than before."""
    before, after = moved.before, moved.after
    if before is after:
        return None
    if isinstance(after, Character):
        return ItemGained(after.id, moved.item, moved.count, _id(before))
    if isinstance(before, Character):
        return ItemLost(before.id, moved.item, moved.count, after)
    return None


def message_of_move(moved: Moved) -> dict[str, Any]:
    """Return the fields of the message about an act upon items, names and numbers alone.

    Returns:
        ``item`` and ``base`` (its id and its type's), ``count``, ``before`` and ``after`` (the id of who or what has
        it; empty where it lies about, None where it is not in the game), ``slot`` (where it is worn now).
    """
    return {
        "item": moved.item.id,
        "base": moved.item.base.name,
        "count": moved.count,
        "before": _id(moved.before),
        "after": _id(moved.after),
        "slot": moved.worn,
    }


def _id(where: Character | str | None) -> str | None:
    return where.id if isinstance(where, Character) else where


def spoken(line: Line) -> str:
    """Return a line with its speaker, as a script writes it.

    >>> spoken(Line("line:a", "Ann", "Hi."))
    'Ann: Hi.'
    """
    return f"{line.speaker}: {line.text}" if line.speaker else line.text


def shown(events: Iterable[object]) -> tuple[str, ...]:
    """Return the rows that events show; most events show nothing.

    >>> shown((Line("line:a", "Ann", "Hi."), DialogueEnded("A", completed=True)))
    ('Ann: Hi.', '(the end)')
    """
    rows: list[str] = []
    for event in events:
        match event:
            case Line():
                rows.append(spoken(event))
            case Options() | NoOptions():
                rows += [
                    f"-> {one.text} [{one.id}]" + ("" if one.available else f" (not available: {one.reason})")
                    for one in event.options
                ]
            case Command():
                rows.append(f"<<{event.text}>>")
            case DialogueEnded():
                rows.append("(the end)")
            case Told():
                rows.append(event.text)
            case _:
                pass
    return tuple(rows)
