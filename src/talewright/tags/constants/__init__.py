"""Constants of tags for Python: the modules that are generated, and what these import.

Generated modules say ``from talewright.tags.constants import ...``: `TagName` and `namespace` stay where they are.
"""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.tags.constants.constant_modules import MARK
    from talewright.tags.constants.constant_names import TagName, identifier, namespace

__all__ = [
    "MARK",
    "TagName",
    "identifier",
    "namespace",
]

_HOMES = {
    "talewright.tags.constants.constant_modules": "MARK",
    "talewright.tags.constants.constant_names": "TagName identifier namespace",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
