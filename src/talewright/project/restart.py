"""Starting an unchanged project again without compiling it: ``Saved/Cache/project.cache``.

After a project was opened without an error, what its dialogues came to is remembered: the tags, the redirects, the
keys of the elements and the findings. It is used only when nothing at all has changed that could make it wrong: no
dialogue file, no setting of a dialogue class, none of the names that the code offers to dialogues, not the lock, and
not the reader. Then the dialogues need not even be opened; they are compiled when one is first played, as in a cooked
project. With anything changed the project is opened the long way, and that has every finding.

One file of several parts, each read when it is needed. It is never required; what is damaged, or written by another
version, is as good as none.
"""

from __future__ import annotations

import hashlib
import json
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from talewright.config import IniDocument
from talewright.diagnostics import Diagnostic, Report, Span
from talewright.names import FoldedDict
from talewright.project.bulk import LazyRows
from talewright.project.cache import FOLDER, reader_version, write_file
from talewright.project.code import CodeNames
from talewright.project.dialogue_class import DialogueClass
from talewright.project.generate import GeneratedTag
from talewright.project.keys import Keys
from talewright.project.listing import Listing, Stamp, is_settled
from talewright.project.lock import LOCK
from talewright.project.scan import DialogueFile
from talewright.tags import RedirectRow, TagRow, read_tag_list, render_tag_list, sort_key
from talewright.tags.bulk import GeneratedRows

FILE = "project.cache"
SHOWN = f"Saved/{FOLDER}/{FILE}"
_PARTS = ("stamps", "digests", "meta", "tags", "places", "keys")
_LIST_HEADER = "What the dialogues came to when the project was last opened; never needed, never edited."


@dataclass(frozen=True)
class Restart:
    """What the dialogues of an unchanged project come to.

    Attributes:
        tags: the generated tags, without those of the project's own sources.
        redirects: former tags and today's.
        index: each dialogue's root tag and its file.
        keys: what each tag's element is known by.
        findings: what opening found in the dialogues that is no error.
        digests: the digest of each file.
    """

    tags: Sequence[TagRow]
    redirects: tuple[RedirectRow, ...]
    index: Mapping[str, str]
    keys: Keys
    findings: Report
    digests: Mapping[str, str]


def inputs_of(folder: Path, classes: Mapping[str, DialogueClass], names: CodeNames, listing: Listing) -> str:
    """Digest everything but the dialogue files that decides what they come to."""
    lock = folder / LOCK
    parts = [
        reader_version(),
        *sorted(map(repr, classes.values())),
        *(repr(sorted(found)) for found in (names.commands, names.functions, names.handled)),
        repr((names.open_ended, names.present)),
        hashlib.sha256(lock.read_bytes() if lock.is_file() else b"").hexdigest(),
        *listing.others,
    ]
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def write_restart(
    saved: Path,
    inputs: str,
    listing: Listing,
    now: int,
    *,
    tags: Iterable[GeneratedTag],
    files: Iterable[DialogueFile],
    redirects: Iterable[RedirectRow],
    keys: Mapping[str, str],
    findings: Iterable[Diagnostic],
) -> None:
    """Remember what the dialogues came to; nothing is written where a file was meanwhile added or taken away.

    Args:
        saved: the Saved folder.
        inputs: see `inputs_of`.
        listing: of the dialogues, taken before they were read.
        now: the moment of the listing, in nanoseconds.
        tags: the generated tags.
        files: what was read.
        redirects: former tags and today's.
        keys: what each tag's element is known by.
        findings: what was found in the dialogues.
    """
    read = {file.path: file for file in files}
    numbers = {path: number for number, path in enumerate(read)}
    if read.keys() != listing.files.keys():
        return
    meta = {
        "index": {file.layout.root: file.path for file in read.values()},
        "redirects": [(row.old, row.new, _placed(row.span)) for row in redirects],
        "findings": [(d.code, d.severity, d.message, d.hint, _placed(d.span)) for d in findings],
    }
    rows = sorted((TagRow(tag.name, tag.comment, tag.span) for tag in tags), key=lambda row: sort_key(row.name))
    places = (f"{numbers[s.file]} {s.line} {s.column} {s.end_line} {s.end_column}" for s in (row.span for row in rows))
    parts = {
        "stamps": _stamps(listing.files, now),
        "digests": "\n".join(read[path].digest for path in listing.files).encode(),
        "meta": json.dumps(meta, separators=(",", ":")).encode(),
        "tags": render_tag_list(rows, header_lines=(_LIST_HEADER,)),
        "places": "\n".join(places).encode(),
        "keys": "\n".join(f"{tag}\t{key}" for tag, key in keys.items()).encode("utf-8", "surrogatepass"),
    }
    _write(saved, inputs, parts)


def read_restart(
    folder: Path, saved: Path, inputs: str, listing: Listing, *, clock: Callable[[], int] = time.time_ns
) -> Restart | None:
    """Give what is remembered, if all of it still holds; None otherwise.

    Args:
        folder: of the project.
        saved: the Saved folder.
        inputs: see `inputs_of`.
        listing: what lies in the folder of the dialogues now.
        clock: nanoseconds of the machine's time.
    """
    now = clock()
    try:
        parts = _parts(saved, inputs)
        if parts is None:
            return None
        stamps = parts["stamps"].tobytes()
        if stamps != _stamps(listing.files, now) and not _is_unchanged(folder, saved, inputs, parts, listing, now):
            return None
        meta = json.loads(parts["meta"].tobytes())
        document = IniDocument.parse(parts["tags"].tobytes(), SHOWN)
        return Restart(
            _placed_rows(read_tag_list(document).rows, list(meta["index"].values()), parts["places"]),
            tuple(RedirectRow(old, new, Span(*span)) for old, new, span in meta["redirects"]),
            meta["index"],
            Keys(lambda: _keys(parts["keys"])),
            Report(Diagnostic(c, s, m, h, Span(*span)) for c, s, m, h, span in meta["findings"]),
            _Digests(listing.files, parts["digests"]),
        )
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None


class _Digests(Mapping[str, str]):
    """The digests of the files, cut apart when one is asked for."""

    def __init__(self, paths: Iterable[str], text: memoryview) -> None:
        self._paths = paths
        self._text = text
        self._found: dict[str, str] = {}

    def _all(self) -> dict[str, str]:
        if not self._found:
            self._found = dict(zip(self._paths, self._text.tobytes().decode().split("\n"), strict=True))
        return self._found

    def __getitem__(self, path: str) -> str:
        return self._all()[path]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())


def _placed_rows(rows: Sequence[TagRow], paths: Sequence[str], text: memoryview) -> Sequence[TagRow]:
    """Give rows the places of the elements that they were generated from."""
    places: list[str] = []

    def placed(index: int) -> TagRow:
        if not places:
            places.extend(text.tobytes().decode().split("\n"))
        number, *place = map(int, places[index].split(" "))
        return replace(rows[index], span=Span(paths[number], *place))

    if isinstance(rows, GeneratedRows):
        return LazyRows(rows.keys, placed)
    return [placed(index) for index in range(len(rows))]


def _keys(text: memoryview) -> FoldedDict[str]:
    lines = text.tobytes().decode("utf-8", "surrogatepass").split("\n")
    return FoldedDict((tag, key) for tag, _, key in (line.partition("\t") for line in lines if line))


def _stamps(files: Mapping[str, Stamp], now: int) -> bytes:
    """Give the stamps of all files as text; one that says nothing yet is marked, and never equals itself later."""
    edge = now
    lines = []
    for path, stamp in files.items():
        size, changed, touched, number = stamp
        mark = "" if is_settled(stamp, edge) else f"\t{now}"
        lines.append(f"{path}\t{size}\t{changed}\t{touched}\t{number}{mark}")
    return "\n".join(lines).encode("utf-8", "surrogateescape")


def _is_unchanged(
    folder: Path, saved: Path, inputs: str, parts: dict[str, memoryview], listing: Listing, now: int
) -> bool:
    """Compare the digests of the files whose stamps tell nothing; remember the stamps where all are the same."""
    before = parts["stamps"].tobytes().decode("utf-8", "surrogateescape").split("\n")
    stamps = _stamps(listing.files, now)
    lines = stamps.decode("utf-8", "surrogateescape").split("\n")
    digests = _Digests(listing.files, parts["digests"])
    if len(before) != len(lines):
        return False
    for old, new, path in zip(before, lines, listing.files, strict=True):
        if old == new:
            continue
        if old.split("\t", 1)[0] != path:
            return False
        if hashlib.sha256((folder / path).read_bytes()).hexdigest() != digests[path]:
            return False
    _write(saved, inputs, {name: stamps if name == "stamps" else bytes(part) for name, part in parts.items()})
    return True


def _write(saved: Path, inputs: str, parts: Mapping[str, bytes]) -> None:
    body = b"".join(parts[name] for name in _PARTS)
    head = {"inputs": inputs, "sizes": [len(parts[name]) for name in _PARTS], "crc": zlib.crc32(body)}
    write_file(saved, FILE, json.dumps(head).encode() + b"\n" + body)


def _parts(saved: Path, inputs: str) -> dict[str, memoryview] | None:
    data = (saved / FOLDER / FILE).read_bytes()
    end = data.index(b"\n")
    head: dict[str, Any] = json.loads(data[:end])
    body = memoryview(data)[end + 1 :]
    if head["inputs"] != inputs or head["crc"] != zlib.crc32(body) or sum(head["sizes"]) != len(body):
        return None
    found = {}
    at = 0
    for name, size in zip(_PARTS, head["sizes"], strict=True):
        found[name] = body[at : at + size]
        at += size
    return found


def _placed(span: Span) -> tuple[str, int, int, int, int]:
    return span.file, span.line, span.column, span.end_line, span.end_column
