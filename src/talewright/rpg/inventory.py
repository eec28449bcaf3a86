"""An inventory item: one real sword, made from an item type.

Decides what an item holds and how its section is spelled. Who owns it, its character decides (`Character.add_inventory`
and `remove_inventory`); an item without an owner lies about, and the shared file never holds it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from talewright.fields import Plain, encode
from talewright.rpg.item import Item, Rolled

if TYPE_CHECKING:
    from talewright.rpg.character import Character


class InventoryItem:
    """One item in play, made by `Characters.create_inventory`; equal to itself alone.

    Attributes:
        id: its name in sections and commands; fixed for life.
        base: the item type it was made from; an `UnknownItem` if the database does not have it.
        level: as rolled.
        weight: as rolled, in the game's own unit.
        value: as rolled, in the game's own currency.
        extras: fields of its section that nothing here knows; written back as they came.
    """

    class_name: ClassVar[str] = "SapituInventory"

    __slots__ = ("_id", "_owner", "base", "extras", "level", "value", "weight")

    def __init__(self, id: str, base: Item, rolled: Rolled) -> None:
        self._id = id
        self._owner: Character | None = None
        self.base = base
        self.level, self.weight, self.value = rolled
        self.extras: dict[str, Plain] = {}

    @property
    def id(self) -> str:
        """Its name in sections and commands."""
        return self._id

    @property
    def owner(self) -> Character | None:
        """Whose inventory it is in; None for an item that nobody picked up."""
        return self._owner

    def section(self) -> dict[str, Plain]:
        """Give its fields as its section holds them.

        Raises:
            FieldError: a value is no number.
        """
        where = f"[{self.id} {self.class_name}]"
        return {
            "baseItem": self.base.name,
            "Level": encode(self.level, int, path=f"{where}.Level"),
            "Weight": encode(self.weight, float, path=f"{where}.Weight"),
            "Value": encode(self.value, float, path=f"{where}.Value"),
            **self.extras,
        }

    def __repr__(self) -> str:
        return f"<InventoryItem {self.id}: {self.base.name}, level {self.level}>"
