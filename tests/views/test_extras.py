"""A view's toolkit is its own: nobody else loads it, and where it is absent a message says what to install."""

from __future__ import annotations

import subprocess
import sys

ABSENT = "import sys; sys.modules['pygame'] = None\n"


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120)
    return done.stdout + done.stderr.strip().rpartition("\n")[2]


def test_nothing_loads_pygame_unasked() -> None:
    code = (
        "import sys, talewright, talewright.stage, talewright.views, talewright.views.pygame, talewright.cli.main\n"
        "from talewright.stage import Stage, Theme, read_theme\n"
        "import talewright.views.pygame.line_breaks\n"
        "print([name for name in sys.modules if name.split('.')[0] == 'pygame'])"
    )
    assert run(code) == "[]\n"


def test_without_pygame_a_view_says_what_to_install() -> None:
    code = (
        "from talewright.errors import Misuse\n"
        "try:\n    from talewright.views.pygame import run\n"
        "except Misuse as error:\n    print(error.hint)"
    )
    assert 'pip install "talewright[pygame]"' in run(ABSENT + code)
    assert "AttributeError" in run("import talewright.views.pygame as view; view.nothing")
