"""The Sapitu commands: the eleven of Unreal's document on savegames ("Sapitu を使ってプレイする"), and what it lacks.

The document lets characters pick items up; `giveItem`, `dropItem` and `destroyItem` are the way back.
Each gets the game first and returns what the console prints: one line for each character or item. Where a command means
"the character", it is the current one: the last created or loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from talewright.diagnostics import Report
from talewright.errors import AlreadyExists, Misuse, NotFound
from talewright.game.core import GameCore
from talewright.game.decorators import command
from talewright.names import did_you_mean, fold
from talewright.rpg import Character, InventoryItem, Item, display_name


def create_char(game: GameCore, name: str) -> str:
    """Create a character; NAME is its id and the name that people read."""
    if any(fold(name) == fold(stored) for stored in game.characters.stored()):
        raise AlreadyExists(
            f"the character {name!r} is in the shared file", hint=f"write loadChar {name}, or choose another name"
        )
    return describe_character(game.characters.create(name, name))


@command(outside=True)
def save_char(game: GameCore) -> str:
    """Save the current character and its items into the shared file."""
    character = _current(game)
    report = game.characters.save(character.id)
    told = [f"  [{name}]: {why}" for name, why in report.skipped.items()]
    return "\n".join([f"saved {character.id}", *told, *_lines_of(report.findings)])


def _lines_of(report: Report) -> list[str]:
    return [f"  {finding.severity}: {finding.message}" for finding in report]


def load_char(game: GameCore, charId: str) -> str:
    """Load a character and its items from the shared file."""
    loaded = describe_character(game.characters.load(charId))
    return "\n".join([loaded, *_lines_of(game.characters.report)])


def print_chars(game: GameCore) -> str:
    """List the ids of the characters in the shared file."""
    return "\n".join(game.characters.stored()) or "no characters in the shared file"


def show_char(game: GameCore) -> str:
    """Show the current character and what it carries."""
    character = _current(game)
    lines = [describe_character(character), *(f"  {describe_item(item)}" for item in character.inventory)]
    return "\n".join(lines)


def create_random_item(game: GameCore) -> str:
    """Create an item of a type drawn at random; it lies about until somebody picks it up."""
    types = list(game.records[Item].values())
    if not types:
        raise NotFound(
            "there are no item types", hint="write [sword1 SapituItem] and its fields into an ini below Config/"
        )
    return describe_item(game.characters.create_inventory(game.random("sapitu").choice(types)))


def create_item(game: GameCore, baseItem: str) -> str:
    """Create an item of a type; it lies about until somebody picks it up."""
    return describe_item(game.characters.create_inventory(_item_type(game, baseItem)))


def pickup_item(game: GameCore, itemId: str) -> str:
    """Put an item that lies about into the inventory of the current character."""
    character = _current(game)
    item = _find(itemId, game.characters.loose, f"no item {itemId!r} lies about", "write findItems")
    character.add_inventory(item)
    return f"{character.id} picks up {describe_item(item)}"


def pickup_all(game: GameCore) -> str:
    """Put every item that lies about into the inventory of the current character."""
    character = _current(game)
    lines = []
    for item in game.characters.loose:
        character.add_inventory(item)
        lines.append(f"{character.id} picks up {describe_item(item)}")
    return "\n".join(lines) or "nothing lies about"


def give_item(game: GameCore, baseItem: str, count: int = 1) -> str:
    """Make COUNT pieces of an item type, and put them into the inventory of the current character."""
    character = _current(game)
    piles = character.gain(_item_type(game, baseItem), count)
    return "\n".join(f"{character.id} gets {describe_item(pile)}" for pile in piles) or "nothing was given"


def drop_item(game: GameCore, itemId: str, count: int | None = None) -> str:
    """Let an item of the current character lie about, or COUNT pieces of it."""
    character = _current(game)
    item = _find(itemId, character.inventory, f"{character.id} does not have {itemId}", "write showChar")
    [dropped] = game.characters.move(item, None, count=count)
    return f"{character.id} drops {describe_item(dropped)}"


def destroy_item(game: GameCore, itemId: str, count: int | None = None) -> str:
    """Take an item out of the game, or COUNT pieces of it, whoever has it; it does not come back."""
    item = _find(itemId, game.characters.items, f"there is no item {itemId!r}", "write findItems or showChar")
    told = describe_item(item)
    game.characters.destroy(item, count)
    return f"left is {describe_item(item)}" if item.alive else f"destroyed {told}"


def find_items(game: GameCore) -> str:
    """List the items that lie about."""
    return "\n".join(describe_item(item) for item in game.characters.loose) or "nothing lies about"


def list_item_types(game: GameCore) -> str:
    """List the item types of the database."""
    types = game.records[Item]
    return "\n".join(describe_type(item) for item in types.values()) or "there are no item types"


SAPITU: Mapping[str, Callable[..., Any]] = MappingProxyType(
    {
        "createChar": create_char,
        "saveChar": save_char,
        "loadChar": load_char,
        "printChars": print_chars,
        "showChar": show_char,
        "createRandomItem": create_random_item,
        "createItem": create_item,
        "pickupItem": pickup_item,
        "pickupAll": pickup_all,
        "findItems": find_items,
        "listItemTypes": list_item_types,
        "giveItem": give_item,
        "dropItem": drop_item,
        "destroyItem": destroy_item,
    }
)
"""The commands by the names that people write."""


def describe_item(item: InventoryItem) -> str:
    """Return an item in one line: id, how many of what, level, weight and value of one piece, where it is worn."""
    what = display_name(item.base) if item.count == 1 else f"{item.count} x {display_name(item.base)}"
    worn = f"  worn ({item.worn_in})" if item.worn_in else ""
    return f"{item.id}  {what}  level {item.level}  weight {item.weight:g}  value {item.value:g}{worn}"


def describe_type(item: Item) -> str:
    """Return an item type in one line."""
    return f"{item.name}  {display_name(item)}  level {item.level.min}-{item.level.max}"


def describe_character(character: Character) -> str:
    """Return a character in one line: id, name, health, how many items."""
    count = len(character.inventory)
    return f"{character.id}  {character.name}  health {character.health}  {count} item{'' if count == 1 else 's'}"


def _item_type(game: GameCore, name: str) -> Item:
    types = game.records[Item]
    if name not in types:
        raise NotFound(f"there is no item type {name!r}", hint=did_you_mean(name, types) or "write listItemTypes")
    return types[name]


def _find(id: str, among: Iterable[InventoryItem], message: str, hint: str) -> InventoryItem:
    known = {fold(item.id): item for item in among}
    if fold(id) not in known:
        raise NotFound(message, hint=did_you_mean(id, [item.id for item in known.values()]) or hint)
    return known[fold(id)]


def _current(game: GameCore) -> Character:
    if game.characters.current is None:
        raise Misuse("there is no current character", hint="write createChar NAME or loadChar CHARID first")
    return game.characters.current
