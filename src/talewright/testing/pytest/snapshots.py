"""Snapshots of transcripts: what a story said when somebody last looked at it.

Decides where they lie: ``snapshots/<test file>/<test>.txt`` beside the test, one text each. A missing one fails, so
that a test never passes because nobody looked; an update writes it. Names that no file could have, or that are very
long, get a digest, so that two of them never share a file.
"""

from __future__ import annotations

import difflib
import hashlib
import re
from pathlib import Path

from talewright.config import write_bytes

_ILLEGAL = re.compile(r"[^-.=\w]+")
_LONGEST = 60


class Snapshots:
    """The snapshots of one test.

    Args:
        file: of the test.
        test: its name.
        update: whether they are written instead of compared.
    """

    def __init__(self, file: Path, test: str, *, update: bool) -> None:
        self._folder = file.parent / "snapshots" / file.stem
        self._test = test
        self._update = update

    def path(self, name: str = "") -> Path:
        """Give the file of a snapshot."""
        whole = f"{self._test}-{name}" if name else self._test
        plain = _ILLEGAL.sub("_", whole)
        if _ILLEGAL.search(re.sub(r"[\[\]]", "", whole)) or len(plain) > _LONGEST:
            plain = f"{plain[:_LONGEST]}-{hashlib.sha256(whole.encode()).hexdigest()[:8]}"
        return self._folder / f"{plain}.txt"

    def check(self, name: str, text: str) -> None:
        """Compare a text with a snapshot, or write it.

        Raises:
            AssertionError: it differs, or there is none.
        """
        path = self.path(name)
        if self._update:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_bytes(path, text.encode())
            return
        hint = "if this is right, run pytest --talewright-update"
        if not path.exists():
            raise AssertionError(f"there is no snapshot {path.name} yet; {hint}")
        known = path.read_bytes().decode().replace("\r\n", "\n")
        if known != text:
            rows = difflib.unified_diff(known.splitlines(), text.splitlines(), path.name, "now", lineterm="", n=2)
            raise AssertionError("the transcript is not the snapshot:\n" + "\n".join(rows) + f"\n{hint}")
