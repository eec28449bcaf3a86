"""The codes of this package's findings, each in one line."""

from __future__ import annotations

CODES: dict[str, str] = {
    "TW-STAGE-01": "two actions want one key",
    "TW-STAGE-02": "a colour or a size of a speaker or a style cannot be shown",
    "TW-STAGE-03": "a line names a speaker whom no record knows",
    "TW-STAGE-04": "a picture or a sound is not there",
    "TW-STAGE-05": "a path leads out of the project",
    "TW-STAGE-06": "a marker that the stage does not know",
    "TW-THEME-01": "a colour of a theme is none",
    "TW-THEME-02": "a text of a theme is hard to read on what lies behind it",
    "TW-THEME-03": "a place or a size in a theme cannot be shown",
    "TW-THEME-04": "a theme names a file that is not in the project",
}
"""What each code says, by code."""
