"""All ways through a dialogue: the explorer, its domains, what it finds."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.testing.exploring.domains import Domain, written
    from talewright.testing.exploring.explorer import LIMIT, WALKS, Begin, Exploration, entry, explore
    from talewright.testing.exploring.flow import Entry
    from talewright.testing.exploring.givens import Givens, givens_of
    from talewright.testing.exploring.machine import TagsOf, plain_tag, plain_tags
    from talewright.testing.exploring.problems import Finding
    from talewright.testing.exploring.search import Seen

__all__ = [
    "LIMIT",
    "WALKS",
    "Begin",
    "Domain",
    "Entry",
    "Exploration",
    "Finding",
    "Givens",
    "Seen",
    "TagsOf",
    "entry",
    "explore",
    "givens_of",
    "plain_tag",
    "plain_tags",
    "written",
]

_HOMES = {
    "talewright.testing.exploring.domains": "Domain written",
    "talewright.testing.exploring.explorer": "Begin Exploration LIMIT WALKS entry explore",
    "talewright.testing.exploring.flow": "Entry",
    "talewright.testing.exploring.givens": "Givens givens_of",
    "talewright.testing.exploring.machine": "TagsOf plain_tag plain_tags",
    "talewright.testing.exploring.problems": "Finding",
    "talewright.testing.exploring.search": "Seen",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
