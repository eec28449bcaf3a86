"""The codes of this package's findings, each in one line."""

from __future__ import annotations

CODES: dict[str, str] = {
    "TW-THEME-01": "a colour of a theme is none",
    "TW-THEME-02": "a text of a theme is hard to read on what lies behind it",
    "TW-THEME-03": "a place or a size in a theme cannot be shown",
    "TW-THEME-04": "a theme names a file that is not in the project",
}
"""What each code says, by code."""
