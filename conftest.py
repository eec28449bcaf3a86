"""For all tests: no window and no sound is needed, and doctests of a view are left out where its toolkit is absent."""

from __future__ import annotations

import os
from importlib.util import find_spec

os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", PYGAME_HIDE_SUPPORT_PROMPT="1")

ABSENT = [] if find_spec("pygame") else ["src/talewright/views/pygame/*.py"]
collect_ignore_glob = ABSENT


def pytest_report_header() -> list[str]:
    """Say what is left out."""
    return ["pygame is not installed: doctests of talewright.views.pygame are left out"] if ABSENT else []
