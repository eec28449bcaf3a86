"""The stage as lines of text: at a terminal, by a screen reader, or in a program that has lines in and lines out.

`run` plays a folder at the keyboard; `PlainView` is the same without one.
"""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.views.plain.lines import PlainView
    from talewright.views.plain.printing import Printed
    from talewright.views.plain.terminal import play, run, show

__all__ = [
    "PlainView",
    "Printed",
    "play",
    "run",
    "show",
]

_HOMES = {
    "talewright.views.plain.lines": "PlainView",
    "talewright.views.plain.printing": "Printed",
    "talewright.views.plain.terminal": "play run show",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
