"""The terminal: the same lines as everywhere, with colour and a prompt that says what is possible.

Reads one line after another until `/quit`, Ctrl-C or Ctrl-D; all three leave cleanly. With `--watch` the folder is
looked at while nobody types, and what was typed so far is never lost.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress

from rich.console import Console
from rich.text import Text

from talewright.cli.output import FINDINGS, OK, Kind, Said
from talewright.cli.play.player import Player
from talewright.cli.play.watching import Watch
from talewright.escaping import printable

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


def talk(player: Player, console: Console, ask: Callable[[str], str] = input, *, watch: Watch | None = None) -> int:
    """Play by keyboard until the player leaves; `watch` looks before a line is read and when it was, and meanwhile."""
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
                if watch is not None:
                    show(console, watch.look())
                    if not _watch(player, console, watch):
                        break
                line = ask(_prompt(player))
                line.encode()
                if watch is not None:
                    show(console, watch.look())
            except UnicodeError:
                show(console, [Said("error", "error: that was no UTF-8 text")])
            else:
                show(console, player.feed(line))
    except (EOFError, KeyboardInterrupt):
        console.print()
    return OK


def _watch(player: Player, console: Console, watch: Watch) -> bool:
    """Look at the folder until somebody types; what is typed, and the prompt, are for whoever reads the line.

    Returns:
        Whether a line is to be read: a script of the game can post "exit" when it is reloaded.
    """
    with _keys() as pressed:
        if pressed is None:
            return not player.done
        console.file.write(_prompt(player))
        console.file.flush()
        while not player.done and not pressed(watch.pause):
            news = watch.glance()
            if news:
                console.file.write("\n")
                show(console, news)
                console.file.write(_prompt(player))
                console.file.flush()
        console.file.write("\r")
    return not player.done


@contextmanager
def _keys() -> Iterator[Callable[[float], bool] | None]:
    """Return what waits so many seconds for a key and says whether one was pressed; or None where that is not possible.

    The key is not read: `readline` takes it over with the line that follows, so there is no thread, and what is typed
    meanwhile is not lost. Inside, keys are not shown: whoever reads them shows them.
    """
    try:
        import readline  # noqa: F401
        import select
        import termios
    except ImportError:  # not on Windows
        yield None
        return
    if not (sys.stdin.isatty() and sys.stdout.isatty()):  # elsewhere `readline` reads no line
        yield None
        return
    try:
        terminal = sys.stdin.fileno()
        before = termios.tcgetattr(terminal)
        silent = termios.tcgetattr(terminal)
        silent[3] &= ~(termios.ECHO | termios.ICANON)
        termios.tcsetattr(terminal, termios.TCSANOW, silent)
    except (OSError, ValueError, AttributeError, termios.error):  # no terminal at all
        yield None
        return
    try:
        yield lambda seconds: bool(select.select([terminal], [], [], seconds)[0])
    finally:
        with suppress(OSError, termios.error):  # the terminal may be gone
            termios.tcsetattr(terminal, termios.TCSANOW, before)


def _prompt(player: Player) -> str:
    return printable(f"[{player.prompt()}] > ")


def show(console: Console, pieces: Iterable[Said]) -> None:
    """Print pieces of output in colour."""
    for piece in pieces:
        console.print(coloured(piece), highlight=False)


def coloured(piece: Said) -> Text:
    """Return a piece of output in its colours."""
    text = Text(printable(piece.text), style=STYLES[piece.kind])
    if piece.speaker:
        text.stylize(SPEAKER, 0, len(printable(piece.speaker)) + 1)
    elif piece.kind == "option":
        text.stylize(NUMBER, 0, text.plain.index(".") + 1)
    return text
