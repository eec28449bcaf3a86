"""The terminal: the same lines as everywhere, with colour and a prompt that says what is possible.

Reads one line after another until `/quit`, Ctrl-C or Ctrl-D; all three leave cleanly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress

from rich.console import Console
from rich.text import Text

from talewright.cli.errors import FINDINGS, OK
from talewright.cli.player import Player
from talewright.cli.said import Kind, Said

STYLES: dict[Kind, str] = {
    "line": "default",
    "option": "default",
    "unavailable": "dim",
    "marker": "dim italic",
    "aside": "dim italic",
    "console": "green",
    "error": "red",
    "fault": "bold red",
}
SPEAKER, NUMBER, PROMPT = "bold cyan", "bold yellow", "dim"


def talk(player: Player, console: Console, ask: Callable[[str], str] = input) -> int:
    """Play by keyboard until the player leaves."""
    begun = player.begin()
    if not player.game.state.started:
        show(console, begun)
        return FINDINGS
    show(console, [*player.greeting(), *begun])
    with suppress(ImportError):  # where there is one, it gives the prompt a history
        import readline  # noqa: F401
    try:
        while not player.done:
            try:
                line = ask(f"[{player.prompt()}] > ")
                line.encode()
            except UnicodeError:
                show(console, [Said("error", "error: that was no UTF-8 text")])
            else:
                show(console, player.feed(line))
    except (EOFError, KeyboardInterrupt):
        console.print()
    return OK


def show(console: Console, pieces: Iterable[Said]) -> None:
    """Print pieces of output in colour."""
    for piece in pieces:
        console.print(coloured(piece), highlight=False)


def coloured(piece: Said) -> Text:
    """Give a piece of output in its colours."""
    text = Text(piece.text, style=STYLES[piece.kind])
    if piece.speaker:
        text.stylize(SPEAKER, 0, len(piece.speaker) + 1)
    elif piece.kind == "option":
        text.stylize(NUMBER, 0, piece.text.index(".") + 1)
    return text
