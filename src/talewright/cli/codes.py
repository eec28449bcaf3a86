"""The codes of what is wrong with a command's input besides a project, each in one line."""

from __future__ import annotations

CODES: dict[str, str] = {"TW-CLI-01": "a script of inputs is no UTF-8 text"}
"""What each code says, by code."""
