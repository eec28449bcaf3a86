"""The findings of this package, one line each."""

from __future__ import annotations

CODES: dict[str, str] = {
    "TW-RPG-01": "an item names a baseItem that the item database does not have; it is kept as an unknown item",
    "TW-RPG-02": "a character lists an item that has no section",
    "TW-RPG-03": "two characters, or one character twice, list the same item",
    "TW-RPG-04": "a field of a character or an item does not fit its type",
    "TW-RPG-05": "two sections differ only in the case of their names",
    "TW-RPG-06": "the shared file has a key several times that has one value; the last counts",
    "TW-RPG-07": "an item of the shared file is named by no section; it stays there",
    "TW-RPG-08": "an item left the game with the load of the character that had it",
    "TW-RPG-09": "a key of the shared file is nearly called like a field; it is kept, and not read",
    "TW-RPG-10": "an item is worn by nobody, or where another is worn; it is taken off",
}
"""What each code says, by code."""
