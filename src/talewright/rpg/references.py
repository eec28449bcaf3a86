"""How fields typed `Item`, `Character` and `InventoryItem` are saved: as a name.

Decides only where the name is looked up. While a save is being restored that is what will be in play, not what is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from talewright.errors import NotFound
from talewright.fields import Reference, References
from talewright.names import did_you_mean
from talewright.rpg.character import Character, InventoryItem
from talewright.rpg.item import Item

T = TypeVar("T")


def look_up(found: Mapping[str, T], name: str, what: str) -> T:
    """Return what has a name.

    Raises:
        NotFound: nothing has it; the hint gives near names.
    """
    try:
        return found[name]
    except KeyError:
        hint = did_you_mean(name, found) or (f"there are {len(found)}" if found else "there are none")
        raise NotFound(f"there is no {what} {name!r}", hint=hint) from None


def references(
    items: Mapping[str, Item], characters: Mapping[str, Character], inventory: Mapping[str, InventoryItem]
) -> References:
    """Make the references for these records, characters and items in play."""

    def item(cls: type, name: str) -> Item:
        found = look_up(items, name, "item type")
        if not isinstance(found, cls):
            raise NotFound(
                f"the item type {name!r} is a {type(found).__name__}, but a {cls.__name__} is declared",
                hint=did_you_mean(name, (n for n in items if n != name and isinstance(items[n], cls))),
            )
        return found

    def name_of(known: Mapping[str, Any], what: str) -> Callable[[Any], str]:
        def name(value: Any) -> str:
            id = str(value.id)
            if known.get(id) is value:
                return id
            raise NotFound(  # else a save would be written that no load can read
                f"the {what} {id!r} is not in play any more, but something still holds it",
                hint="set the field to None where the character or item leaves the game",
            )

        return name

    return References(
        {
            Item: Reference(lambda value: value.name, item),
            Character: Reference(
                name_of(characters, "character"), lambda cls, name: look_up(characters, name, "character")
            ),
            InventoryItem: Reference(name_of(inventory, "item"), lambda cls, name: look_up(inventory, name, "item")),
        }
    )
