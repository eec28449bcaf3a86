"""What can be wrong with a dialogue before it is played: types, names, arguments, references."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.dialogue.checking.arguments import check_commands, check_functions, check_texts, use_of
    from talewright.dialogue.checking.checker import Checker
    from talewright.dialogue.checking.naming import Named, name_nodes
    from talewright.dialogue.checking.selectors import check_references
    from talewright.dialogue.checking.whole import check_whole

__all__ = [
    "Checker",
    "Named",
    "check_commands",
    "check_functions",
    "check_references",
    "check_texts",
    "check_whole",
    "name_nodes",
    "use_of",
]

_HOMES = {
    "talewright.dialogue.checking.arguments": "check_commands check_functions check_texts use_of",
    "talewright.dialogue.checking.checker": "Checker",
    "talewright.dialogue.checking.naming": "Named name_nodes",
    "talewright.dialogue.checking.selectors": "check_references",
    "talewright.dialogue.checking.whole": "check_whole",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
