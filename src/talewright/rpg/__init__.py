"""Sapitu: item types, items, characters with inventories, and the file they share.

The model of Unreal's document on savegames through the config system. Plain data in and out: who keeps the sections,
this package does not know.
"""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.rpg.character import Character, InventoryItem, Query, What
    from talewright.rpg.characters import Characters
    from talewright.rpg.codes import CODES
    from talewright.rpg.ids import RandomSource
    from talewright.rpg.item import Item, Range, Roll, Rolled, Scaling, UnknownItem, display_name, roll
    from talewright.rpg.own_fields import check_kind
    from talewright.rpg.restoration import Restoration
    from talewright.rpg.shared_file import SharedClasses
    from talewright.rpg.stock import Holder, Moved

__all__ = [
    "CODES",
    "Character",
    "Characters",
    "Holder",
    "InventoryItem",
    "Item",
    "Moved",
    "Query",
    "RandomSource",
    "Range",
    "Restoration",
    "Roll",
    "Rolled",
    "Scaling",
    "SharedClasses",
    "UnknownItem",
    "What",
    "check_kind",
    "display_name",
    "roll",
]

_HOMES = {
    "talewright.rpg.character": "Character InventoryItem Query What",
    "talewright.rpg.characters": "Characters",
    "talewright.rpg.codes": "CODES",
    "talewright.rpg.ids": "RandomSource",
    "talewright.rpg.item": "Item Range Roll Rolled Scaling UnknownItem display_name roll",
    "talewright.rpg.own_fields": "check_kind",
    "talewright.rpg.restoration": "Restoration",
    "talewright.rpg.shared_file": "SharedClasses",
    "talewright.rpg.stock": "Holder Moved",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
