"""Names changed everywhere they are used, after a proof that nothing else changes."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.project.rename.references import NOT_SEARCHED, find_references

__all__ = [
    "NOT_SEARCHED",
    "find_references",
]

_HOMES = {
    "talewright.project.rename.references": "NOT_SEARCHED find_references",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
