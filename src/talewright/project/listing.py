"""Which files lie in the folder of the dialogues, and how each can be told from what it was.

Goes over the folder once, without opening a file. A stamp is all that the file system says of a file without reading
it: two stamps that differ mean that the content may differ; equal ones mean little by themselves (see `is_settled`).
Paths are relative to the project, with forward slashes, in one order on every machine. Folders that are links are not
entered.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

FOLDER = "Dialogues"
SUFFIX = ".yarn"

Stamp: TypeAlias = tuple[int, int, int, int]
"""Size, time of the last change of the content, of the last change of anything, and number of a file."""

SETTLING = 2_000_000_000
"""Nanoseconds: no file system in use has coarser times of change than this."""


@dataclass(frozen=True)
class Listing:
    """What lies in the folder of the dialogues.

    Attributes:
        files: the dialogue files and their stamps, in the order of their paths.
        others: every other file there, by path.
        unreadable: folders that cannot be looked into, and why: their dialogues are there, and nobody knows them.
    """

    files: dict[str, Stamp]
    others: list[str]
    unreadable: dict[str, str] = field(default_factory=dict)


def list_dialogues(folder: Path) -> Listing:
    """List what lies in the folder of the dialogues of a project."""
    found: dict[str, Stamp] = {}
    others: list[str] = []
    unreadable: dict[str, str] = {}
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
                try:
                    if name.endswith(SUFFIX) and name != SUFFIX and entry.is_file():
                        stat = entry.stat()
                        stamp = (stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns, stat.st_ino)
                        found[f"{inside}/{name}"] = stamp
                    elif entry.is_dir(follow_symlinks=False):
                        waiting.append(f"{inside}/{name}")
                    else:
                        others.append(f"{inside}/{name}")
                except OSError:  # deleted meanwhile, or a link that leads nowhere
                    others.append(f"{inside}/{name}")
    others.sort()
    return Listing({path: found[path] for path in sorted(found)}, others, unreadable)


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
