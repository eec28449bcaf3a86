"""``Config/tags.lock``: what every element was called when the project was last cooked.

One JSON object a line, sorted by tag, committed with the project: a merge touches the lines of the elements that
changed, and nothing else. Holds no time and no path. Knows the file's form alone; what follows from it for the tags of
today, `matching` decides.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from talewright.diagnostics import Report, Span
from talewright.files import OTHER, is_other
from talewright.names import fold
from talewright.tags import sort_key

LOCK = "Config/tags.lock"
_NOWHERE = Span(LOCK)


@dataclass(frozen=True)
class Keyed:
    """An element with what it is known by, whatever its tag becomes: of today, or of the lock.

    Attributes:
        key: what it is known by: its uid, or what stands in for one.
        kind: "dialogue", "subdialogue", "selector", "choice" or "reply"; "source" for a tag of the project's own.
        id: its own id, one segment of the tag.
        parent: the key of what it belongs to; empty for a dialogue.
        tag: its tag.
        lines: the ids of the lines in it (of a sub-dialogue), by which it is known again after a rename.
        span: its place: in a script, or in the lock.
    """

    key: str
    kind: str
    id: str
    parent: str
    tag: str
    lines: tuple[str, ...] = ()
    span: Span = _NOWHERE


@dataclass(frozen=True)
class Locked(Keyed):
    """What the lock knows of one element.

    Attributes:
        former: tags that it had before, oldest first.
        merged: the keys of elements that it took over.
        gone: it was there once; its tag is not given to another.
    """

    former: tuple[str, ...] = ()
    merged: tuple[str, ...] = ()
    gone: bool = False


def read_lock(folder: Path, report: Report) -> list[Locked]:
    """Read the lock; an absent one is empty, a line that is no entry is a finding."""
    path = folder / LOCK
    if is_other(path):
        report.add("TW-LOCK-01", "error", f"cannot be read: {OTHER}", "restore it from version control", Span(LOCK))
    if not path.is_file():
        return []
    return parse_lock(path.read_bytes(), report)


def parse_lock(data: bytes, report: Report) -> list[Locked]:
    """Return the entries of a lock; a line that is none is a finding."""
    found: list[Locked] = []
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        report.add("TW-LOCK-01", "error", "is no UTF-8 text", "restore it from version control", Span(LOCK))
        return []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            found.append(_entry(json.loads(line), Span(LOCK, number)))
        except (ValueError, TypeError, RecursionError):
            message = "is no entry of the lock"
            hint = "a merge may have left a mark: take both sides' lines, or restore the file from version control"
            report.add("TW-LOCK-01", "error", message, hint, Span(LOCK, number))
    return found


def _entry(raw: Any, span: Span) -> Locked:
    if not isinstance(raw, dict):
        raise TypeError("no object")
    texts = {name: raw.get(name, "") for name in ("key", "kind", "id", "parent", "tag")}
    lists = {name: raw.get(name, []) for name in ("former", "lines", "merged")}
    fits = all(isinstance(t, str) for t in texts.values()) and texts["key"] and texts["tag"]
    if not fits or not all(isinstance(v, list) and all(isinstance(t, str) for t in v) for v in lists.values()):
        raise ValueError("no entry")
    former, lines, merged = (tuple(v) for v in lists.values())
    return Locked(**texts, former=former, lines=lines, merged=merged, gone=raw.get("gone", False) is True, span=span)


def render_lock(entries: Iterable[Locked]) -> bytes:
    """Return the file; the same entries give the same bytes."""
    lines = []
    for entry in sorted(entries, key=lambda e: (sort_key(e.tag), e.gone, e.key)):
        raw: dict[str, Any] = {"tag": entry.tag, "key": entry.key, "kind": entry.kind, "id": entry.id}
        for name in ("parent", "former", "lines", "merged", "gone"):
            value = getattr(entry, name)
            if value:
                raw[name] = list(value) if isinstance(value, tuple) else value
        lines.append(json.dumps(raw, ensure_ascii=False, separators=(",", ":")))
    return "".join(f"{line}\n" for line in lines).encode()


def same_tag(one: str, other: str) -> bool:
    """Whether two texts are one tag."""
    return fold(one) == fold(other)
