"""Story modules: what most narrative games need over worlds and items, each a component with its records and verbs.

`Places` says who is where: places with exits and doors, containers, and what a player may do with them, as deeds and as
typed verbs. Nothing of it is in a save but the fields of the component.
"""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.story.checks import CHECKERS
    from talewright.story.codes import CODES
    from talewright.story.holding import Door
    from talewright.story.places import Places
    from talewright.story.records import Container, DoorRecord, Exit, Place, Thing

__all__ = [
    "CHECKERS",
    "CODES",
    "Container",
    "Door",
    "DoorRecord",
    "Exit",
    "Place",
    "Places",
    "Thing",
]

_HOMES = {
    "talewright.story.checks": "CHECKERS",
    "talewright.story.codes": "CODES",
    "talewright.story.holding": "Door",
    "talewright.story.places": "Places",
    "talewright.story.records": "Container DoorRecord Exit Place Thing",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
