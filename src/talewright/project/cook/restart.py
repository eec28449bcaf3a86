"""Starting an unchanged project again without compiling it: ``Saved/Cache/project.cache``.

After a project was opened without an error, what its dialogues came to is remembered: the tags, the redirects, the
keys of the elements and the findings. It is used only when nothing at all has changed that could make it wrong: no
dialogue file, no setting of a dialogue class, none of the names that the code offers to dialogues, not the lock, and
not the reader. Then the dialogues need not even be opened; each is compiled when it is first played, as in a cooked
project. With anything changed the project is opened the long way, and that has every finding.

One file of several parts, each read when it is needed. It is never required; what is damaged, or written by another
version, is as good as none.
"""

from __future__ import annotations

import hashlib
import json
import re
import time
import zlib
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from operator import itemgetter
from pathlib import Path
from typing import Any

from talewright.diagnostics import Diagnostic, Report, Span
from talewright.dialogue import Outline
from talewright.files import read_file
from talewright.names import FoldedDict
from talewright.project.cook.late import Keys, Known, LateRows
from talewright.project.identity import LOCK, Locked, parse_lock, render_lock
from talewright.project.scan import (
    CACHE_FOLDER,
    SETTLING,
    DialogueClass,
    DialogueFile,
    GeneratedTag,
    Listing,
    Stamp,
    is_settled,
    reader_version,
    write_file,
)
from talewright.tags import RedirectRow, TagRow, sort_key

FILE = "project.cache"
_SEPARATORS = re.compile(r"[\t\n]")
_PARTS = ("stamps", "meta", "tags", "index", "rows", "keys", "digests", "outline", "elements")
_STAMP = 32
"""Bytes of a stamp: four numbers."""

_NEVER = 1 << 63
"""Nanoseconds: no file has such a time."""


def inputs_of(
    classes: Mapping[str, DialogueClass], offered: object, listing: Listing, own: Iterable[GeneratedTag] = (),
    language: str = "en",
) -> str:  # fmt: skip
    """Digest everything but the dialogue files and the lock that decides what they come to.

    Args:
        classes: the dialogue classes.
        offered: the commands and functions that dialogues may use, in a fixed order.
        listing: what lies in the folder of the dialogues.
        own: the tags of the project's own sources.
        language: of the texts.
    """
    parts = [
        reader_version(),
        language,
        *sorted(map(repr, classes.values())),
        repr(offered),
        *listing.others,
        *listing.misnamed,
        *map(repr, sorted(listing.broken.items())),
        *(repr((tag.name, tag.comment, tag.formerly)) for tag in own),
    ]
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def write_restart(
    saved: Path,
    inputs: str,
    lock: tuple[str | None, str | None],
    listing: Listing,
    now: int,
    *,
    tags: Iterable[GeneratedTag],
    files: Iterable[DialogueFile],
    redirects: Iterable[RedirectRow],
    keys: Mapping[str, str],
    findings: Iterable[Diagnostic],
    outline: Outline,
    elements: Iterable[Locked],
) -> None:
    """Remember what the dialogues came to; nothing is written where a file was meanwhile added or taken away.

    Args:
        saved: the Saved folder.
        inputs: see `inputs_of`.
        lock: see `lock_state`; taken before the lock was read.
        listing: of the dialogues, taken before they were read.
        now: the moment of the listing, in nanoseconds.
        tags: the generated tags.
        files: what was read.
        redirects: former tags and today's.
        keys: what each tag's element is known by.
        findings: what was found in the dialogues.
        outline: what they know of each other.
        elements: all of them, as a lock has them.
    """
    read = {file.path: file for file in files}
    if read.keys() != listing.files.keys():
        return
    ordered = sorted(tags, key=lambda tag: sort_key(tag.name))
    if any(_SEPARATORS.search(f"{tag.name}{tag.comment}") for tag in ordered):
        return
    numbers = {path: number for number, path in enumerate(listing.files)}
    meta = {
        "redirects": [(row.old, row.new, _placed(row.span)) for row in redirects],
        "findings": [(d.code, d.severity, d.message, d.hint, _placed(d.span)) for d in findings],
    }
    _write(
        saved,
        {"inputs": inputs, "lock": lock},
        {
            "stamps": _stamps(listing.files, now),
            "meta": json.dumps(meta, separators=(",", ":")).encode(),
            "tags": "\n".join(sort_key(tag.name) for tag in ordered).encode(),
            "index": _packed(file.layout.root for file in (read[path] for path in listing.files)),
            "rows": _packed(f"{t.name}\t{t.comment}\t{numbers[t.span.file]} {_numbers(t.span)}" for t in ordered),
            "keys": _packed(f"{tag}\t{key}" for tag, key in keys.items()),
            "digests": _packed(read[path].digest for path in listing.files),
            "outline": zlib.compress(outline.to_bytes(), 1),
            "elements": zlib.compress(render_lock(elements), 1),
        },
    )


def read_restart(
    folder: Path, saved: Path, inputs: str, listing: Listing, *, clock: Callable[[], int] = time.time_ns
) -> Known | None:
    """Return what is remembered, if all of it still holds; None otherwise.

    Args:
        folder: of the project.
        saved: the Saved folder.
        inputs: see `inputs_of`.
        listing: what lies in the folder of the dialogues now.
        clock: nanoseconds of the machine's time.
    """
    now = clock()
    try:
        head, parts = _parts(saved)
        if head["inputs"] != inputs:
            return None
        stamp, digest = head["lock"]
        lock = lock_state(folder, now, stamp)
        stamps = _stamps(listing.files, now)
        if lock[1] not in (None, digest):
            return None
        before = parts["stamps"]
        if before != stamps:
            digests = _unpacked(parts["digests"])
            if not _is_unchanged(folder, bytes(before), stamps, listing, digests):
                return None
        if before != stamps or lock[0] != stamp:
            whole = {name: bytes(parts[name]) for name in _PARTS}
            _write(saved, {"inputs": inputs, "lock": (lock[0], digest)}, {**whole, "stamps": stamps})
        meta = json.loads(bytes(parts["meta"]))
        paths = list(listing.files)
        return Known(
            _rows(lambda: _split(str(parts["tags"], "utf-8")), paths, lambda: _unpacked(parts["rows"])),
            tuple(RedirectRow(old, new, Span(*span)) for old, new, span in meta["redirects"]),
            lambda: dict(zip(_unpacked(parts["index"]), paths, strict=True)),
            Keys(lambda: FoldedDict(map(_pair, _unpacked(parts["keys"])))),
            lambda: dict(zip(paths, _unpacked(parts["digests"]), strict=True)),
            lambda: Outline.from_bytes(zlib.decompress(parts["outline"])),
            lambda: parse_lock(zlib.decompress(parts["elements"]), Report()),
            findings=Report(Diagnostic(c, s, m, h, Span(*span)) for c, s, m, h, span in meta["findings"]),
        )
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None


def _rows(keys: Callable[[], list[str]], paths: Sequence[str], read: Callable[[], list[str]]) -> LateRows:
    lines: list[str] = []

    def row(index: int) -> TagRow:
        if not lines:
            lines.extend(read())
        name, comment, place = lines[index].split("\t")
        number, *numbers = map(int, place.split(" "))
        return TagRow(name, comment, Span(paths[number], *numbers))

    return LateRows(keys, row)


def _packed(lines: Iterable[str]) -> bytes:
    """Pack what few starts ask for: it must be read and looked over at every one."""
    return zlib.compress("\n".join(lines).encode("utf-8", "surrogatepass"), 1)


def _unpacked(packed: memoryview) -> list[str]:
    return _split(zlib.decompress(packed).decode("utf-8", "surrogatepass"))


def _pair(line: str) -> tuple[str, str]:
    tag, key = line.split("\t")
    return tag, key


def _split(text: str) -> list[str]:
    return text.split("\n") if text else []


def _stamps(files: Mapping[str, Stamp], now: int) -> bytes:
    """Return the stamps and paths of all files; a stamp that tells nothing yet never equals a later one."""
    edge = now - SETTLING
    stamps: Iterable[Stamp] = files.values()
    if files and max(max(map(itemgetter(1), stamps)), max(map(itemgetter(2), stamps))) >= edge:
        stamps = [s if s[1] < edge > s[2] else (s[0], _NEVER + now, s[2], s[3]) for s in stamps]
    try:
        packed = array("Q", chain.from_iterable(stamps)).tobytes()
    except OverflowError:  # a time before 1970, or a number of more than 64 bits
        packed = b"".join(hashlib.sha256(repr(stamp).encode()).digest() for stamp in stamps)
    return packed + "\n".join(files).encode("utf-8", "surrogateescape")


def _is_unchanged(folder: Path, before: bytes, now: bytes, listing: Listing, digests: Sequence[str]) -> bool:
    """Compare the digests of the files whose stamps tell nothing."""
    end = _STAMP * len(listing.files)
    if len(before) != len(now) or before[end:] != now[end:]:
        return False
    for at, path, digest in zip(range(0, end, _STAMP), listing.files, digests, strict=True):
        changed = before[at : at + _STAMP] != now[at : at + _STAMP]
        if changed and hashlib.sha256((folder / path).read_bytes()).hexdigest() != digest:
            return False
    return True


def lock_state(folder: Path, now: int, known: str | None = None) -> tuple[str | None, str | None]:
    """Return the stamp of the lock, if it tells anything, and its digest, unless the stamp is the one that is known."""
    path = folder / LOCK
    if not path.is_file():
        return "none", None if known == "none" else ""
    stat = path.stat()
    stamp = (stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns, stat.st_ino)
    text = "\t".join(map(str, stamp)) if is_settled(stamp, now) else None
    if text is not None and text == known:
        return text, None
    return text, hashlib.sha256(path.read_bytes()).hexdigest()


def _write(saved: Path, head: Mapping[str, Any], parts: Mapping[str, bytes]) -> None:
    body = b"".join(parts[name] for name in _PARTS)
    whole = {**head, "sizes": [len(parts[name]) for name in _PARTS], "crc": zlib.crc32(body)}
    write_file(saved, FILE, json.dumps(whole).encode() + b"\n" + body)


def _parts(saved: Path) -> tuple[dict[str, Any], dict[str, memoryview]]:
    """Read the file; a ValueError where it is damaged."""
    data = read_file(saved / CACHE_FOLDER / FILE)
    end = data.index(b"\n")
    head: dict[str, Any] = json.loads(data[:end])
    body = memoryview(data)[end + 1 :]
    if head["crc"] != zlib.crc32(body) or sum(head["sizes"]) != len(body):
        raise ValueError("damaged")
    found = {}
    at = 0
    for name, size in zip(_PARTS, head["sizes"], strict=True):
        found[name] = body[at : at + size]
        at += size
    return head, found


def _numbers(span: Span) -> str:
    return f"{span.line} {span.column} {span.end_line} {span.end_column}"


def _placed(span: Span) -> tuple[str, int, int, int, int]:
    return span.file, span.line, span.column, span.end_line, span.end_column
