"""The one place where an exception becomes a message and an exit code.

0: it went well, warnings or not. 1: something was found (in a project, a save, a script of inputs). 2: misuse: wrong
options, a missing folder, an input file that cannot be read. 130: interrupted. Never a traceback.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import click

from talewright.cli.output.streams import escaped_output, paint
from talewright.errors import Misuse, TalewrightError

OK, FINDINGS, MISUSE, INTERRUPTED = 0, 1, 2, 130


class NobodyReads(Exception):
    """The reader of the output has left."""


def guarded(command: Callable[[], int]) -> int:
    """Run a command and return its exit code, whatever happens in it; what it prints is escaped."""
    with escaped_output():
        return _guarded(command)


def _guarded(command: Callable[[], int]) -> int:
    try:
        code = command()
        sys.stdout.flush()
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.UsageError as error:
        return _say(_usage(error), MISUSE)
    except click.ClickException as error:
        return _say(f"error: {error.format_message()}", MISUSE)
    except TalewrightError as error:
        return _tell(error, MISUSE if isinstance(error, Misuse) else FINDINGS)
    except (NobodyReads, BrokenPipeError):  # whoever read the output has seen enough
        _let_go_of_output()
        return OK
    except (KeyboardInterrupt, click.Abort):
        return _say("", INTERRUPTED)
    except SystemExit as stop:
        return _say(f"error: the code of the game ended the program with {stop.code!r}", FINDINGS)
    except OSError as error:
        return _say(f"error: {system_error(error)}", FINDINGS)
    except Exception as error:
        return _say(described(unexpected(error)), FINDINGS)
    return code


def described(error: TalewrightError) -> str:
    """Return an error as people read it; findings have a place of their own in front.

    >>> print(described(Misuse("talk to whom?", hint="/talk smith")))
    error: talk to whom?
      hint: /talk smith
    """
    if not error.report:
        return f"error: {error}"
    from talewright.cli.output import findings  # not needed before something is found

    said = [f"error: {error.message}"] if error.message else []
    hint = [f"  hint: {error.hint}"] if error.hint else []
    each = isinstance(error, findings.EachShown)
    return "\n".join([*said, *map(str, error.report if each else findings.rows(error.report)), *hint])


def _usage(error: click.UsageError) -> str:
    """Return what is wrong with the words, as every other error is said, and how the command is called."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):  # nothing was said, so nothing is wrong with it
        return error.format_message()
    said = f"error: {error.format_message()}"
    if error.ctx is None:
        return said
    return f"{error.ctx.get_usage()}\nTry '{error.ctx.command_path} --help' for help.\n\n{said}"


def system_error(error: OSError) -> str:
    """Return what the operating system refused, naming the file alone, not the way to it."""
    what = error.strerror or str(error) or type(error).__name__
    hint = "check the file's rights, and the room on the disk"
    if "read-only" in what:
        from talewright.files import READ_ONLY_HINT  # not needed before somebody is refused

        hint = READ_ONLY_HINT
    name = Path(os.fsdecode(error.filename)).name if isinstance(error.filename, (str, bytes)) else ""
    return f"{name}: {what}\n  hint: {hint}" if name else what


def unexpected(error: Exception) -> TalewrightError:
    """Make a message of an exception that nobody foresaw: what, and in which line of which file.

    >>> unexpected(KeyError("power")).message
    "KeyError: 'power'"
    """
    said = " ".join(str(error).split())
    what = f"{type(error).__name__}: {said}" if said else type(error).__name__
    import traceback  # only who meets such an exception waits for it

    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    return TalewrightError(f"{what}{place}", hint="this is a fault in the code of the game, or in Talewright's")


def _tell(error: TalewrightError, code: int) -> int:
    """Say an error as `described` gives it, its findings in their colours."""
    if not error.report:
        return _say(described(error), code)
    from talewright.cli.output import findings  # not needed before something is found

    if error.message:
        _say(f"error: {error.message}", code)
    try:
        sys.stdout.flush()
        each = isinstance(error, findings.EachShown)
        for row in error.report if each else findings.rows(list(error.report)):
            findings.paint_row(row, err=True)
        if error.hint:
            click.echo(f"  hint: {error.hint}", err=True)
        sys.stderr.flush()
    except (OSError, ValueError):  # nobody can be told; the exit code still says it
        pass
    return code


def _say(message: str, code: int) -> int:
    try:
        sys.stdout.flush()  # so that a message comes behind what was printed before
    except (OSError, ValueError):
        _let_go_of_output()
    if message:
        try:
            paint(message, "red", part="error:", err=True)
            sys.stderr.flush()
        except (OSError, ValueError):  # nobody can be told; the exit code still says it
            pass
    return code


def provide_output() -> None:
    """Give the process an output where it was started without one: what is printed then goes nowhere."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - for the process's life


def _let_go_of_output() -> None:
    # Python flushes the output once more at its end, and must not meet the broken pipe or the full disk again.
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    except (OSError, ValueError):
        pass
