"""The stage in a window of pygame-ce: a dialogue box, choices, slots, the bag, the backlog, settings.

``run(folder)`` is a whole front end; `PygameView` draws a stage in a loop of your own; `name_of` is enough for a front
end that draws everything itself. Needs the extra ``talewright[pygame]``; whoever asks for no name of it needs nothing.
"""

from typing import TYPE_CHECKING

import talewright.errors
from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.views.pygame.events import name_of
    from talewright.views.pygame.view import PygameView
    from talewright.views.pygame.window import run

__all__ = [
    "PygameView",
    "name_of",
    "run",
]

_HOMES = {
    "talewright.views.pygame.events": "name_of",
    "talewright.views.pygame.view": "PygameView",
    "talewright.views.pygame.window": "run",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    _find, __dir__ = lazy(__name__, _HOMES)

    def __getattr__(name):
        try:
            return _find(name)
        except ImportError as error:
            if name not in __all__ or not (error.name or "").startswith("pygame"):
                raise
            raise talewright.errors.Misuse(
                "this view needs pygame-ce, 2.5.6 or newer",
                hint='pip install "talewright[pygame]"; uninstall a pygame that is not pygame-ce before',
            ) from error
