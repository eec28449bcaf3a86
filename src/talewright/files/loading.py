"""Loading files: what may be opened, and much at once.

Plain files alone are opened as files of a project: a pipe would be waited for for ever, and a device has no end.
Whoever goes over a folder asks here; a file that a person names, as in ``talewright ini show <(...)``, may be anything.
Making many objects that all stay makes Python look through them again and again for rings that are none: a third of any
bulk load (performance.md section B). So the cycle collector is off for the length of one, and on again whatever
happens.
"""

from __future__ import annotations

import contextlib
import errno
import gc
import os
import stat
from collections.abc import Iterator
from pathlib import Path

OTHER = "it is a pipe, a socket or a device, and no plain file"


def is_other(path: Path) -> bool:
    """Whether something is there that is neither a file nor a folder; a link is what it leads to."""
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def read_file(path: Path) -> bytes:
    """Read a plain file.

    Raises:
        OSError: it cannot be read, or is none.
    """
    if is_other(path):
        raise OSError(errno.EINVAL, OTHER, str(path))
    return path.read_bytes()


@contextlib.contextmanager
def paused_gc() -> Iterator[None]:
    """Switch the cycle collector off for the length of a ``with`` block, if it is on."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
