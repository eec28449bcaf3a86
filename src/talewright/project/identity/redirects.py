"""Redirects that follow from identity: where the tags lead today that elements had before.

The generated list holds the redirects of the last cook. What was renamed by hand since then, the lock still knows by
its old tag; then the dialogues are compared with it as the next cook will do. A running game knows more: what its
elements were called a moment ago, cooked or not, and in saves of the same session. So the project that it ran is a lock
of its own; what the committed lock and people's own redirects say comes first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from talewright.diagnostics import Report
from talewright.dialogue import compile
from talewright.names import fold
from talewright.project.identity.keyed import KeyedElement, keyed_elements
from talewright.project.identity.lock import Locked, read_lock
from talewright.project.identity.matching import Identity, identify
from talewright.project.scan import DialogueClass, scan
from talewright.tags import RedirectRow


def redirects_today(
    folder: Path, classes: Mapping[str, DialogueClass], tags: Iterable[str], cooked: Iterable[RedirectRow]
) -> list[RedirectRow]:
    """Return the redirects of former tags; where the lock knows no more than the last cook, nothing is compiled.

    Args:
        folder: of the project.
        classes: its dialogue classes.
        tags: what its dialogues generate today.
        cooked: the redirects of the last cook.
    """
    live = {fold(tag) for tag in tags}
    rows = [row for row in cooked if fold(row.old) not in live]
    known = {fold(row.old) for row in rows}
    lock = read_lock(folder, Report())
    if all(fold(tag) in live or fold(tag) in known for entry in lock for tag in _names(entry)):
        return rows
    aside = Report()  # what is wrong with the dialogues, `talewright check` says
    files = scan(folder, classes, aside)
    program = compile([file.source for file in files])
    found = identify(keyed_elements(program, files, aside), lock, "warning").redirects
    again = {(fold(row.old), fold(row.new)) for row in rows}
    fresh = [row for row in found if (fold(row.old), fold(row.new)) not in again]
    changed = {fold(row.old) for row in fresh}
    return [row for row in rows if fold(row.old) not in changed] + fresh


def _names(entry: Locked) -> tuple[str, ...]:
    return () if entry.gone else (entry.tag, *entry.former)


def follow(
    before: Iterable[Locked], elements: Sequence[KeyedElement], today: Identity, written: Iterable[RedirectRow]
) -> tuple[list[Locked], list[RedirectRow]]:
    """Compare the elements of today with those that ran before.

    Args:
        before: what ran before, as a lock has it.
        elements: of today.
        today: what the committed lock says of them.
        written: the redirects that people wrote.

    Returns:
        What runs now, as a lock has it, for the next time; and the redirects that nobody else gives.
    """
    now = identify(elements, before, "warning")
    known = {fold(row.old) for row in (*today.redirects, *written)}
    return now.entries, [row for row in now.redirects if fold(row.old) not in known]
