"""Which files lie in the folder of the dialogues, and how each can be told from what it was.

Goes over the folder once, without opening a file. A stamp is all that the file system says of a file without reading
it: two stamps that differ mean that the content may differ; equal ones mean little by themselves (see `is_settled`).
Paths are relative to the project, with forward slashes, in one order on every machine. Folders that are links are not
entered, nor those that are none of an author's (`walking`). Only plain files are ever opened: a pipe called like a
dialogue would be waited for for ever.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from talewright.walking import is_foreign

FOLDER = "Dialogues"
SUFFIX = ".yarn"

Stamp: TypeAlias = tuple[int, int, int, int]
"""Size, time of the last change of the content, of the last change of anything, and number of a file."""

SETTLING = 2_000_000_000
"""Nanoseconds: no file system in use has coarser times of change than this."""


LINK = "a link that leads nowhere"
"""What is called as a dialogue is, and is no file."""

_CONTROL = re.compile("[\x00-\x1f\x7f]")
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class Listing:
    """What lies in the folder of the dialogues.

    Attributes:
        files: the dialogue files and their stamps, in the order of their paths.
        others: every other file there, by path.
        unreadable: folders that cannot be looked into, and why: their dialogues are there, and nobody knows them.
        misnamed: dialogue files and folders whose name is no text that could be written into another file.
        broken: what is called as a dialogue is and is no file, and what it is instead.
    """

    files: dict[str, Stamp]
    others: list[str]
    unreadable: dict[str, str] = field(default_factory=dict)
    misnamed: list[str] = field(default_factory=list)
    broken: dict[str, str] = field(default_factory=dict)


def list_dialogues(folder: Path) -> Listing:
    """List what lies in the folder of the dialogues of a project."""
    found: dict[str, Stamp] = {}
    others: list[str] = []
    unreadable: dict[str, str] = {}
    misnamed: list[str] = []
    broken: dict[str, str] = {}
    waiting = [FOLDER]
    while waiting:
        inside = waiting.pop()
        try:
            entries = os.scandir(folder / inside)
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as error:
            unreadable[inside] = error.strerror or type(error).__name__
            continue
        with entries:
            for entry in entries:
                name = entry.name
                called = name.endswith(SUFFIX) and name != SUFFIX
                try:
                    if called and entry.is_file():
                        stat = entry.stat()
                        stamp = (stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns, stat.st_ino)
                        found[f"{inside}/{name}"] = stamp
                    elif entry.is_dir(follow_symlinks=False):
                        if not is_foreign(f"{folder}/{inside}", name):
                            (misnamed if _is_unwritable(name) else waiting).append(f"{inside}/{name}")
                    elif called:
                        broken[f"{inside}/{name}"] = _kind(entry)
                    else:
                        others.append(f"{inside}/{name}")
                except OSError:  # deleted meanwhile, or a link that leads to itself
                    if called and os.path.islink(entry.path):
                        broken[f"{inside}/{name}"] = LINK
                    else:
                        others.append(f"{inside}/{name}")
    if _is_unwritable("".join(found)):  # hardly ever, so not asked of each
        misnamed += [path for path in found if _is_unwritable(path)]
        found = {path: stamp for path, stamp in found.items() if not _is_unwritable(path)}
    others.sort()
    misnamed.sort()
    return Listing({path: found[path] for path in sorted(found)}, others, unreadable, misnamed, broken)


def shown(path: str) -> str:
    r"""Return a path as a message can show it: what is no text of it is written as its bytes.

    >>> shown("Dialogues/D_Caf\udce9.yarn"), shown("Dialogues/D_A\nB.yarn")
    ('Dialogues/D_Caf\\xe9.yarn', 'Dialogues/D_A\\nB.yarn')
    """
    text = os.fsencode(path).decode("utf-8", "backslashreplace") if _SURROGATE.search(path) else path
    return _CONTROL.sub(lambda found: repr(found[0])[1:-1], text)


def _is_unwritable(name: str) -> bool:
    """Whether a name has bytes that are no UTF-8, or characters that end a line of text."""
    if name.isascii() and name.isprintable():
        return False
    return _CONTROL.search(name) is not None or _SURROGATE.search(name) is not None


def _kind(entry: os.DirEntry[str]) -> str:
    """Say what something is that is neither a file nor a folder."""
    if entry.is_dir():
        return "a link to a folder"
    return LINK if entry.is_symlink() and not os.path.exists(entry.path) else "a pipe, a socket or a device"


def is_settled(stamp: Stamp, now: int) -> bool:
    """Whether a file that was read at a moment must have another stamp once its content changes.

    A file that changed just now can change again within what its file system can tell apart; so can one whose times
    lie in the future, because a clock went back.

    Args:
        stamp: of the file.
        now: the moment, in nanoseconds, before it was read.

    >>> is_settled((5, 1_000_000_000, 1_000_000_000, 7), 4_000_000_000)
    True
    >>> is_settled((5, 3_500_000_000, 1_000_000_000, 7), 4_000_000_000)
    False
    """
    return max(stamp[1], stamp[2]) + SETTLING < now
