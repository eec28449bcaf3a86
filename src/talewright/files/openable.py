"""What may be opened as a file of a project: plain files alone.

A pipe would be waited for for ever, and a device has no end. Whoever goes over a folder asks here; a file that a person
names, as in ``talewright ini show <(...)``, may be anything.
"""

from __future__ import annotations

import errno
import os
import stat
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
