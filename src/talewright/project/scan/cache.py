"""What is remembered of the dialogues from one scan to the next: ``Saved/Cache/dialogues.cache``.

For each file its stamp, the digest of its bytes, its hashtags and its rows: one JSON line a file, and a first line that
says who wrote it. It is never required and never trusted beyond its reader: what another version wrote, or what is
damaged, is as good as none, without a word. It holds no tag and no setting, so that no other layout makes it wrong.
"""

from __future__ import annotations

import functools
import hashlib
import json
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import talewright.dialogue
import talewright.errors
from talewright.files import read_file, write_bytes
from talewright.project.scan.elements import Row
from talewright.project.scan.listing import Stamp

CACHE_FOLDER = "Cache"
FILE = "dialogues.cache"


@dataclass(frozen=True)
class Remembered:
    """What is known of a file that was read and parsed.

    Attributes:
        stamp: of the file, before it was read.
        settled: whether that stamp alone tells that the content is still the same.
        digest: sha256 of the bytes.
        name: of the dialogue, with which the rows were made.
        tags: the hashtags at the head of the file.
        text: the rows as JSON, read when they are asked for.
    """

    stamp: Stamp
    settled: bool
    digest: str
    name: str
    tags: tuple[str, ...]
    text: str = field(repr=False)

    @property
    def rows(self) -> tuple[Row, ...]:
        """The elements of the file."""
        return tuple((*row[:9], tuple(row[9]), row[10]) for row in json.loads(self.text))


def rows_text(rows: Iterable[Row]) -> str:
    """Return rows as JSON in one line."""
    return json.dumps(list(rows), ensure_ascii=False, separators=(",", ":"))


@functools.cache
def reader_version() -> str:
    """Say which reader this is: another one may find other elements in the same bytes.

    The version of the package, and what its own files look like, for those who change the reader itself.
    """
    total = hashlib.sha256()
    try:
        total.update(version("talewright").encode())
    except PackageNotFoundError:
        pass
    for package in (Path(talewright.dialogue.__file__).parent, Path(__file__).parent):
        for path in sorted(package.glob("*.py")):
            stat = path.stat()
            total.update(f"{path.name} {stat.st_size} {stat.st_mtime_ns}\n".encode())
    return total.hexdigest()


def read_cache(saved: Path) -> dict[str, Remembered]:
    """Return what is remembered, by the paths of the files; nothing where there is no cache, or none to be trusted."""
    try:
        data = read_file(saved / CACHE_FOLDER / FILE)
        head, _, body = data.partition(b"\n")
        if json.loads(head) != _head(body):
            return {}
        found = {}
        for line in body.decode("utf-8", "surrogatepass").split("\n")[:-1]:
            meta, _, text = line.partition("\t")
            path, stamp, settled, digest, name, tags = json.loads(meta)
            found[path] = Remembered(tuple(stamp), settled, digest, name, tuple(tags), text)
    except (OSError, ValueError, TypeError, RecursionError):
        return {}
    return found


def write_cache(saved: Path, files: Mapping[str, Remembered]) -> None:
    """Remember files; the old cache or the new one, whatever happens in between. A full disk is no error."""
    lines = []
    for path, file in files.items():
        meta = [path, file.stamp, file.settled, file.digest, file.name, file.tags]
        lines.append(f"{json.dumps(meta, separators=(',', ':'))}\t{file.text}\n")
    body = "".join(lines).encode("utf-8", "surrogatepass")
    write_file(saved, FILE, json.dumps(_head(body)).encode() + b"\n" + body)


def write_file(saved: Path, name: str, data: bytes) -> None:
    """Write a file of the cache where that can be done; a cache that cannot be written is none."""
    path = saved / CACHE_FOLDER / name
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_bytes(path, data)
    except (OSError, talewright.errors.TalewrightError):
        pass


def _head(body: bytes) -> dict[str, Any]:
    return {"format": 1, "reader": reader_version(), "crc": zlib.crc32(body)}
