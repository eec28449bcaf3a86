"""The keyboard: lines of a terminal for a `PlainView`, with Tab, PageUp, time that passes, and every way out.

Lines come from `readline` where there is one. While nobody types, time passes for the game, and what that shows is
printed at once; what was typed so far is never lost. Whoever leaves, by a word, Ctrl+D, Ctrl+C, a closed window or
SIGTERM, leaves a saved game and a terminal as it was. In plain mode nothing is drawn a second time: time passes when a
line is typed, up to a minute of it (people.md sections 7 and 12).
"""

from __future__ import annotations

import errno
import logging
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Final, Protocol, Self

from talewright.errors import TalewrightError
from talewright.escaping import printable
from talewright.game import Game, Right
from talewright.stage import Stage
from talewright.views.plain.lines import PlainView
from talewright.views.plain.printing import Printed

PAUSE: Final = 0.1
"""Seconds between two looks at the game while nobody types."""
FRAME: Final = 0.1
"""Seconds of a step, at most: what passed while a line was typed comes in several."""
MOST: Final = 60.0
"""Seconds that pass for the game while one line is typed, at most: who went to have tea finds it where it was."""

_STYLES = {
    "title": ("bold", "cyan"),
    "line": ("default",),
    "choice": ("default",),
    "closed": ("dim",),
    "toast": ("green",),
    "detail": ("dim",),
    "note": ("dim", "italic"),
    "fault": ("bold", "red"),
}
_LEADS = {"line": ("bold", "cyan"), "choice": ("bold", "yellow")}


class Meanwhile(Protocol):
    """What a host does between two lines: hot reload, say."""

    def __call__(self, *, typed: bool) -> Iterable[Printed]:
        """Return what is to be printed; `typed` says that a line was just typed, else nobody types yet."""
        ...


def run(folder: Path | str = ".", *, plain: bool | None = None, dev: bool = False, **options: Any) -> int:
    """Play a project at the keyboard, and return an exit code: 0, or 1 where the project cannot be played.

    Args:
        folder: of the project.
        plain: one thing a line, no colour, nothing drawn twice; None: where ``NO_COLOR`` is set, ``TERM`` is "dumb",
            ``[Stage] ScreenReader`` says so, or the output is no terminal.
        dev: the author plays, to whom every command is open, and who reads what went wrong.
        options: of `Game.open`.
    """
    try:
        return play(Stage(Game.open(folder, **options), right=Right.AUTHOR if dev else Right.PLAYER), plain=plain)
    except TalewrightError as error:
        print(printable(str(error)), file=sys.stderr)
        return 1
    except OSError as error:
        print(printable(error.strerror or str(error)), file=sys.stderr)
        return 1


def play(
    stage: Stage, *, plain: bool | None = None, meanwhile: Meanwhile | None = None, ask: Callable[[str], str] = input
) -> int:
    """Play a stage that has not begun at the keyboard, until the player leaves; it is closed then.

    Args:
        stage: the stage.
        plain: as for `run`.
        meanwhile: called between two lines, and while nobody types.
        ask: shows a prompt and returns a line; EOFError and KeyboardInterrupt leave.

    Returns:
        The exit code, 0.

    Raises:
        ProjectError: the game's own code cannot build it.
    """
    view = PlainView(stage, plain=_is_plain() if plain is None else plain)
    printer = _plainly if view.plain else _in_colour()
    with suppress(AttributeError):  # a text that the terminal has no letters for ends no game
        sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
    with suppress(AttributeError):  # nor do bytes that are no text
        sys.stdin.reconfigure(errors="surrogateescape")  # type: ignore[union-attr]
    logging.getLogger("talewright").addHandler(logging.NullHandler())  # a fault is shown by the stage, once
    with suppress(EOFError, KeyboardInterrupt), _leaving() as leaving, _closing(stage):
        printer(view.begin())
        with _readline(view), _keys() as keys:
            Keyboard(view, printer, ask, leaving, keys, meanwhile).play()
    return 0


class Keyboard:
    """Reads lines, feeds them to a view, and prints what comes back."""

    def __init__(
        self,
        view: PlainView,
        printer: Callable[[Iterable[Printed]], None],
        ask: Callable[[str], str],
        leaving: Leaving,
        keys: Keys | None,
        meanwhile: Meanwhile | None,
    ) -> None:
        self._view = view
        self._print = printer
        self._ask = ask
        self._leaving = leaving
        self._keys = keys
        self._meanwhile = meanwhile
        self._last = time.monotonic()

    def play(self) -> None:
        """Play until the player has left."""
        view = self._view
        while not view.stage.done:
            self._print(self._look(typed=False))
            with self._leaving.allowed():
                if not self._waited():
                    return
                if self._ask is input and (sys.stdin is None or sys.stdout is None):
                    return  # a program without a console: nobody can type, or read
                # What is piped ends no line of the prompt.
                line = self._ask(printable(view.prompt()) if _is_terminal(sys.stdin) else "")
            self._print(self._look(typed=True))
            self._pass()
            try:
                line.encode()
            except UnicodeError:
                self._print([view.note("NoText")])
            else:
                self._print(view.feed(line))

    def _look(self, *, typed: bool) -> list[Printed]:
        told = [] if self._meanwhile is None else list(self._meanwhile(typed=typed))
        return [*told, *self._view.tick(0.0)] if told else []

    def _pass(self) -> None:
        """Let the time pass that a line took to be typed."""
        now = time.monotonic()
        left, self._last = min(now - self._last, MOST), now
        while left > 0 and not self._view.stage.done:
            self._print(self._view.tick(min(left, FRAME)))
            left -= FRAME

    def _waited(self) -> bool:
        """Let time pass until somebody types; what is typed, and the prompt, are for whoever reads the line.

        Returns:
            Whether a line is to be read: who was there may have left.
        """
        view = self._view
        if self._keys is None or (view.plain and self._meanwhile is None):
            return True
        with self._keys.silent() as pressed:
            prompt = printable(view.prompt())
            _write(prompt)
            while not view.stage.done and not pressed(PAUSE):
                now = time.monotonic()
                news = [*self._look(typed=False), *view.tick(now - self._last)]
                self._last = now
                if news:
                    _write("\n")
                    self._print(news)
                    _write(prompt := printable(view.prompt()))
            _write("\r")
        return not view.stage.done


def show(pieces: Iterable[Printed], console: Any) -> None:
    """Print pieces in colour on a console of rich."""
    from rich.text import Text

    for piece in pieces:
        text = Text(printable(piece.text), style=" ".join(_STYLES[piece.kind]))
        text.stylize(" ".join(_LEADS.get(piece.kind, ())), 0, len(printable(piece.text[: piece.lead])))
        console.print(text, highlight=False)


def _in_colour() -> Callable[[Iterable[Printed]], None]:
    try:
        from rich.console import Console
    except ImportError:
        return _plainly
    console = Console()
    return lambda pieces: show(pieces, console)


def _plainly(pieces: Iterable[Printed]) -> None:
    for piece in pieces:
        _write(f"{printable(piece.text)}\n")


def _write(text: str) -> None:
    # What the command puts in front of a stream escapes, too; here that is done, and the cursor is to be moved.
    stream = getattr(sys.stdout, "rich_proxied_file", sys.stdout)
    if stream is not None:
        stream.write(text)
        stream.flush()


def _is_plain() -> bool:
    return bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb" or not _is_terminal(sys.stdout)


def _is_terminal(stream: Any) -> bool:
    """Say whether somebody is there to type or to read; a program without a console has no stream at all."""
    return stream is not None and stream.isatty()


# -- ways out


class Leaving:
    """What a signal does: it ends the wait for a line at once, and anything else when it is done.

    So a game is never left, and saved, in the middle of a step; the second signal ends that, too.
    """

    def __init__(self) -> None:
        self._asked = False
        self._allowed = False

    def __call__(self, number: int, frame: object) -> None:
        """Take a signal.

        Raises:
            KeyboardInterrupt: nothing is being done, or it takes too long for who plays.
        """
        if self._allowed or self._asked:
            raise KeyboardInterrupt
        self._asked = True

    @contextmanager
    def allowed(self) -> Iterator[None]:
        """Let a signal end what is done inside.

        Raises:
            KeyboardInterrupt: one came before.
        """
        self._allowed = True
        try:
            if self._asked:
                raise KeyboardInterrupt
            yield
        finally:
            self._allowed = False


@contextmanager
def _leaving() -> Iterator[Leaving]:
    """Have the signals by which one leaves go to a `Leaving`, where this thread gets signals."""
    leaving = Leaving()
    with ExitStack() as stack:
        for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"):
            number = getattr(signal, name, None)
            # A signal that is ignored (nohup) stays so.
            if number is None or signal.getsignal(number) in (signal.SIG_IGN, None):
                continue
            with suppress(ValueError):  # not the main thread
                stack.callback(signal.signal, number, signal.signal(number, leaving))
        yield leaving


@contextmanager
def _closing(stage: Stage) -> Iterator[None]:
    """Save whatever happens, and end the line of a prompt without answer; a terminal that is gone is no error."""
    try:
        yield
    except (EOFError, KeyboardInterrupt):
        with suppress(OSError):
            _write("\n")
        raise
    except OSError as error:
        if error.errno not in (errno.EIO, errno.EPIPE):
            raise
    finally:
        stage.close()


# -- keys


@contextmanager
def _readline(view: PlainView) -> Iterator[None]:
    """Have Tab complete, and PageUp and PageDown go back and forward, where there is a `readline`."""
    try:
        import readline
    except ImportError:
        yield
        return
    before, delimiters = readline.get_completer(), readline.get_completer_delims()
    found: list[str] = []

    def complete(text: str, state: int) -> str | None:
        if state == 0:
            found[:] = view.complete(text)
        return found[state] if state < len(found) else None

    readline.set_completer(complete)
    readline.set_completer_delims("")  # whole lines: names have blanks
    if "libedit" in (readline.__doc__ or ""):
        readline.parse_and_bind("bind ^I rl_complete")
    else:
        readline.parse_and_bind("tab: complete")
        for key, word in (("\\e[5~", "/back"), ("\\e[6~", "/forward")):
            readline.parse_and_bind(f'"{key}": "\\C-a\\C-k{word}\\C-m"')
    try:
        yield
    finally:
        readline.set_completer(before)
        readline.set_completer_delims(delimiters)


class Keys:
    """A terminal whose keys come one by one, so that one can wait for the first of a line.

    The key is not read: `readline` takes it over with the line that follows, so there is no thread, and what is typed
    meanwhile is not lost. It is so from the first line to the last: a key that was typed while the game had the word
    means the same as any other.

    Args:
        terminal: its file descriptor.
    """

    def __init__(self, terminal: int) -> None:
        import termios

        self._termios = termios
        self._terminal = terminal
        self._before = termios.tcgetattr(terminal)

    def __enter__(self) -> Self:
        self._set(self._termios.ECHO, 0)
        return self

    def __exit__(self, *exception: object) -> None:
        with suppress(OSError, self._termios.error):  # the terminal may be gone
            self._termios.tcsetattr(self._terminal, self._termios.TCSANOW, self._before)

    @contextmanager
    def silent(self) -> Iterator[Callable[[float], bool]]:
        """Show no keys: whoever reads them shows them. Gives what waits for one, and says whether it came."""
        import select

        self._set(0, self._termios.ECHO)
        try:
            yield lambda seconds: bool(select.select([self._terminal], [], [], seconds)[0])
        finally:
            with suppress(OSError, self._termios.error):
                self._set(self._termios.ECHO, 0)

    def _set(self, on: int, off: int) -> None:
        flags = self._termios.tcgetattr(self._terminal)
        flags[3] = (flags[3] | on) & ~(off | self._termios.ICANON)
        self._termios.tcsetattr(self._terminal, self._termios.TCSANOW, flags)


@contextmanager
def _keys() -> Iterator[Keys | None]:
    """Have keys one by one, or None where that is not possible: on Windows, or where `readline` reads no line."""
    keys = None
    if _is_terminal(sys.stdin) and _is_terminal(sys.stdout):
        with suppress(ImportError, OSError, ValueError, AttributeError):  # no terminal at all
            import readline  # noqa: F401

            keys = _opened()
    if keys is None:
        yield None
        return
    with keys:
        yield keys


def _opened() -> Keys | None:
    import termios

    try:
        return Keys(sys.stdin.fileno())
    except termios.error:  # no terminal at all
        return None
