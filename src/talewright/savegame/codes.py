"""The findings of this package, one line each."""

from __future__ import annotations

CODES: dict[str, str] = {
    "TW-SAVE-01": "the file does not begin with a save header",
    "TW-SAVE-02": "the bytes below the header are not those that were written (digest)",
    "TW-SAVE-03": "the save was written in a later format, or by a later version of the game",
    "TW-SAVE-04": "a field of the header is missing or does not fit its type",
    "TW-SAVE-05": "a section is not named [Name Class]",
    "TW-SAVE-06": "a section is there twice",
    "TW-SAVE-07": "a line of the save cannot be read",
    "TW-SAVE-08": "the file is larger than a save may be",
    "TW-SAVE-09": "the header is not the one that was written (its check)",
    "TW-SAVE-10": "the save was not written with the game's key (mac): somebody edited it, or another program wrote it",
    "TW-SAVE-11": "a line of the header is none that a save has: twice, spelled otherwise, or outside what is sealed",
}
"""What each code says, by code."""
