"""The codes of this package's findings, each in one line.

A code never changes its meaning and is never used again. Those from 20 on are faults of a game that runs.
"""

from __future__ import annotations

CODES: dict[str, str] = {
    "TW-STORY-01": "an exit leads to a place that is not there",
    "TW-STORY-02": "an exit leads to where no exit leads back from",
    "TW-STORY-03": "a door or a container needs a key that is nothing",
    "TW-STORY-04": "nobody can come to a place",
    "TW-STORY-05": "a place or a container is to hold what is nothing",
    "TW-STORY-06": "a setting names a place that is not there",
    "TW-STORY-20": "somebody is in a place that is gone",
    "TW-STORY-21": "somebody or something is nothing that the game knows",
}
"""What each code says, by code."""
