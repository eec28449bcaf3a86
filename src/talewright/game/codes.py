"""The codes of this package's findings, each in one line."""

from __future__ import annotations

CODES: dict[str, str] = {
    "TW-GAME-01": "an edited project does not fit the game that runs",
    "TW-GAME-02": "something was found at another place after a reload, or nothing knows it any more",
    "TW-GAME-03": "a section of a save does not fit the game",
    "TW-GAME-04": "what outlives saves, Saved/Persistent.ini, cannot be read or written",
}
"""What each code says, by code."""
