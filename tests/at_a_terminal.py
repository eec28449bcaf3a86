"""A command at a terminal of its own, as a person has it."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType


class Terminal:
    """A process at a pseudo-terminal.

    Args:
        words: of the command `talewright`.
        term: the kind of terminal.
        program: run this Python file instead of the command.
        environment: what is set besides.

    Attributes:
        first_flags: how the terminal was set before.
    """

    def __init__(
        self,
        *words: object,
        term: str = "xterm",
        program: Path | None = None,
        environment: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        import fcntl
        import pty
        import termios

        self.master, slave = pty.openpty()
        what = ["-m", "talewright.cli"] if program is None else [str(program)]
        inherited = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
        self.slave = slave
        self.first_flags = self.flags()
        self.process = subprocess.Popen(
            [sys.executable, *what, *map(str, words)],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # else no Ctrl+C and no closed window reaches it
            env={**inherited, "TERM": term, "COLUMNS": "100", "INPUTRC": os.devnull, **environment},
        )
        self.seen = ""

    def __del__(self) -> None:
        if self.process.poll() is None:  # the test failed: what it started ends with it
            self.process.kill()
            self.process.wait()

    def until(self, text: str) -> str:
        """Read until a text was printed, and return what came before it."""
        end = time.monotonic() + 20
        while text not in self.seen:
            assert time.monotonic() < end, f"{text!r} never came: {self.seen!r}"
            if select.select([self.master], [], [], 1)[0]:
                self.seen += os.read(self.master, 65536).decode(errors="replace").replace("\r", "")
            else:
                assert self.process.poll() is None, self.seen
        before, self.seen = self.seen.split(text, 1)
        return before

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def flags(self) -> list[object]:
        """Return how the terminal is set."""
        import termios

        return termios.tcgetattr(self.slave)[:4]

    def leave(self, how: str | signal.Signals) -> int:
        """Leave by something typed, or by a signal, and return the exit code."""
        if isinstance(how, str):
            self.type(how)
        else:
            self.process.send_signal(how)
        end = time.monotonic() + 20
        while self.process.poll() is None:
            assert time.monotonic() < end, self.seen
            if select.select([self.master], [], [], 0.1)[0]:
                self.seen += os.read(self.master, 65536).decode(errors="replace").replace("\r", "")
        return self.process.returncode

    def hang_up(self) -> int:
        """Close the window, and return the exit code."""
        os.close(self.slave)
        os.close(self.master)
        return self.process.wait(timeout=20)
