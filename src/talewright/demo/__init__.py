"""The demo game: a tavern, which is an ordinary project folder that lies in the package.

Nothing here is special to it: `talewright play` on a copy of the folder plays the same game. Its code uses public names
alone.
"""

from __future__ import annotations

from pathlib import Path

TAVERN = Path(__file__).resolve().parent / "tavern"
"""The project folder. What the running game writes belongs elsewhere: the package may lie where nobody can write."""

__all__ = ["TAVERN"]
