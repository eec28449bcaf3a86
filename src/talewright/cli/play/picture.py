"""The picture of the running demo for the README: a fixed script, played into an SVG.

The same demo gives the same bytes: fixed title, ids and width, and a template without fonts from the network. Nothing
is written but the picture: slots live in memory.
"""

from __future__ import annotations

import io
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text

from talewright.config.text import write_output
from talewright.game import Game
from talewright.project import Project
from talewright.savegame import MemoryStore
from talewright.stage import Stage
from talewright.views.plain import PlainView, show

SCRIPT = (
    "go forge",
    "talk smith",
    "2",
    "",
    "5",
    "",
    "go taproom",
    "go cellar",
    "punch",
    "/back",
    "map",
    "/save rainy-evening",
)

WIDTH = 100

# What `Console.export_svg` fills in; its own template takes a font from the network.
_TEMPLATE = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: "Fira Code", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  font-size: {char_height}px; line-height: {line_height}px; }}
.{unique_id}-title {{ font-size: 18px; font-weight: bold; font-family: arial, sans-serif; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def draw(project: Project, *, seed: int) -> str:
    """Play the script and return the picture.

    Args:
        project: the demo.
        seed: of the game's random streams.
    """
    console = Console(
        file=io.StringIO(),
        record=True,
        width=WIDTH,
        force_terminal=True,
        color_system="truecolor",
        legacy_windows=False,
        no_color=False,
        _environ={},
    )
    with tempfile.TemporaryDirectory() as saved:
        view = PlainView(Stage(Game(project, seed=seed, saves=MemoryStore(), saved=Path(saved))))
        show(view.begin(), console)
        for line in SCRIPT:
            console.print(Text(view.prompt(), style="dim") + Text(line), highlight=False)
            show(view.feed(line), console)
        view.stage.close()
    return console.export_svg(title="talewright demo", unique_id="talewright-demo", code_format=_TEMPLATE)


def write(project: Project, file: Path, *, seed: int) -> None:
    """Draw the picture into a file.

    Raises:
        OSError: it cannot be written.
    """
    lines = (line.rstrip() for line in draw(project, seed=seed).splitlines())
    write_output(file, ("\n".join(lines) + "\n").encode())
