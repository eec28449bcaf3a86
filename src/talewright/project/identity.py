"""Identity: which element of today is which element of the lock, and what follows for its tags.

A tag is an address; what an element *is*, its key says: the uid that its author or a tool wrote (``#uid:`` at the head
of a file, a ``uid:`` header of a node), else what stands in for one (a title, a line id). An element is found again, in
this order: by its uid; by the name it has; by the name it says it had (``formerly:``, ``#was:``); a dialogue or
sub-dialogue by the lines it shares with one that vanished; a choice or reply by its id, wherever it moved. Found under
another tag, it was renamed: every former tag becomes a redirect to today's. Not found, it is new; what nobody is any
more leaves a tombstone, and its tag is given to no other silently (tags.md section 5.3).

Swapped tags have no redirects, for exact redirects cannot express a swap: counts in saves carry the key, and are found
by it. Nothing here reads or writes a file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from talewright.diagnostics import Report, Severity
from talewright.names import FoldedDict, fold
from talewright.project.lock import LOCK, Locked, same_tag
from talewright.project.trace import KINDS, Traced
from talewright.tags import RedirectRow


@dataclass
class Identity:
    """What comparing elements with the lock gave.

    Attributes:
        entries: the lock as it should be now.
        renamed: old tag and new tag of every element that has another than in the lock.
        redirects: from every former tag to today's.
        report: names that may not be reused, swaps, ambiguous claims.
        keys: the key of each tag.
    """

    entries: list[Locked] = field(default_factory=list)
    renamed: list[tuple[str, str]] = field(default_factory=list)
    redirects: list[RedirectRow] = field(default_factory=list)
    report: Report = field(default_factory=Report)
    keys: FoldedDict[str] = field(default_factory=FoldedDict)

    @property
    def tags(self) -> dict[str, str]:
        """The tag of each key."""
        return {entry.key: entry.tag for entry in self.entries if not entry.gone}


def identify(elements: Sequence[Traced], lock: Iterable[Locked], severity: Severity = "error") -> Identity:
    """Compare the elements of a project with its lock.

    Args:
        elements: what the dialogues hold, parents before what belongs to them.
        lock: what was there.
        severity: of a retired name that something else claims: an error when cooking, a warning while playing.
    """
    old = list(lock)
    matching = _Matching(elements, old)
    matching.run()
    matched = {id(entry) for entry in matching.found.values()}
    result = Identity()
    owners: FoldedDict[Locked] = FoldedDict()
    for owner in old:
        for tag in (owner.tag, *owner.former):
            owners.setdefault(tag, owner)
    live: FoldedDict[Traced] = FoldedDict((e.tag, e) for e in elements)
    for element in elements:
        before = matching.found.get(element.key)
        former: tuple[str, ...] = ()
        if before is not None:
            former = (*before.former, before.tag) if not same_tag(before.tag, element.tag) else before.former
            former = tuple(dict.fromkeys(tag for tag in former if not same_tag(tag, element.tag)))
            if not same_tag(before.tag, element.tag):
                result.renamed.append((before.tag, element.tag))
        else:
            _check_reserved(element, owners.get(element.tag), matched, result.report, severity)
        entry = Locked(element.key, element.kind, element.id, element.parent, element.tag, former, element.lines)
        result.entries.append(entry)
        result.keys[element.tag] = element.key
        result.redirects += [RedirectRow(tag, element.tag, element.span) for tag in former if tag not in live]
    for gone in old:
        if id(gone) not in matched and gone.tag not in live:
            result.entries.append(replace(gone, gone=True))
    _report_swaps(result)
    return result


def _check_reserved(
    element: Traced, owner: Locked | None, matched: set[int], report: Report, severity: Severity
) -> None:
    if owner is None or owner.kind != element.kind or not (owner.gone or id(owner) in matched):
        return
    what = "has another name now" if id(owner) in matched else "was deleted"
    report.add(
        "TW-LOCK-02",
        severity,
        f"the tag {element.tag} belongs to a {owner.kind} that {what}; saves that mean it would mean this one",
        f"choose another name, or take the line of {owner.tag} out of {LOCK} if no save can hold it",
        element.span,
    )


def _report_swaps(result: Identity) -> None:
    pairs = {(fold(old), fold(new)) for old, new in result.renamed}
    for old, new in result.renamed:
        if (fold(new), fold(old)) in pairs and fold(old) < fold(new):
            span = next(e.span for e in result.entries if same_tag(e.tag, new))
            message = f"{old} and {new} changed places; saves find their counts by the elements' keys, not by redirects"
            result.report.add("TW-LOCK-03", "information", message, "", span)


class _Matching:
    """Finds for each element of today its entry of the lock, kind by kind, parents first."""

    def __init__(self, elements: Sequence[Traced], old: Sequence[Locked]) -> None:
        self.found: dict[str, Locked] = {}
        self._elements = elements
        self._free = {id(entry) for entry in old}
        self._parents: dict[str, str] = {"": ""}  # key of today -> key in the lock
        self._inside: dict[str, set[str]] = {}  # key of a dialogue in the lock -> ids of its lines
        for entry in old:
            if entry.kind == "subdialogue":
                self._inside.setdefault(entry.parent, set()).update(entry.lines)
        self._keys: _Index = _index((entry.key,) for entry in old)
        self._places = _index((e.kind, e.parent, fold(e.id)) for e in old)
        self._names = _index((e.kind, fold(e.id)) for e in old)
        self._tags = _index((e.kind, fold(e.tag)) for e in old)
        self._holders: _Index = {}  # (kind, line id) -> where it was
        for number, entry in enumerate(old):
            for line in self._lines(entry):
                self._holders.setdefault((entry.kind, line), []).append(number)
        self._old = old
        self._counts = Counter((e.kind, fold(e.id)) for e in elements)

    def run(self) -> None:
        for kind in KINDS:
            waiting = [e for e in self._elements if e.kind == kind]
            for step in (self._by_uid, self._by_place, self._by_former, self._by_lines, self._by_id, self._by_name):
                waiting = [e for e in waiting if not self._match(e, step)]
            for element in waiting:
                self._parents[element.key] = element.key

    def _match(self, element: Traced, step: Callable[[Traced], Locked | None]) -> bool:
        entry = step(element)
        if entry is None:
            return False
        self._free.discard(id(entry))
        self.found[element.key] = entry
        self._parents[element.key] = entry.key
        return True

    def _look(self, index: _Index, *key: str) -> list[Locked]:
        """Give the entries under a key that nobody was found to be yet."""
        return [self._old[n] for n in index.get(key, ()) if id(self._old[n]) in self._free]

    def _by_uid(self, element: Traced) -> Locked | None:
        if not element.has_uid:
            return None
        return next((e for e in self._look(self._keys, element.key) if e.kind == element.kind), None)

    def _by_place(self, element: Traced) -> Locked | None:
        """Same parent, same id, and nothing speaks against it: some line is still there, or there never was one."""
        for entry in self._at_place(element):
            old, new = self._lines(entry), set(element.all_lines)
            if not old or old & new or (not new and not entry.gone):
                return entry
        return None

    def _at_place(self, element: Traced) -> list[Locked]:
        return self._look(
            self._places, element.kind, self._parents.get(element.parent, element.parent), fold(element.id)
        )

    def _by_former(self, element: Traced) -> Locked | None:
        found: dict[int, Locked] = {}
        for name in element.formerly:
            for index in (self._names, self._tags):
                found |= {id(e): e for e in self._look(index, element.kind, fold(name))}
        return next(iter(found.values())) if len(found) == 1 else None

    def _by_lines(self, element: Traced) -> Locked | None:
        """The vanished one that it shares most lines with, if that is at least half of the lines of one of the two."""
        new = set(element.all_lines)
        shared: Counter[int] = Counter()
        entries: dict[int, Locked] = {}
        for line in dict.fromkeys(element.all_lines):
            for entry in self._look(self._holders, element.kind, line):
                if not entry.gone:
                    shared[id(entry)] += 1
                    entries[id(entry)] = entry
        for identity, count in shared.most_common(1):
            entry = entries[identity]
            if 2 * count >= min(len(self._lines(entry)), len(new)):
                return entry
        return None

    def _by_id(self, element: Traced) -> Locked | None:
        """A choice or reply that moved: the one entry with its id, wherever that was."""
        if element.kind not in ("choice", "reply") or self._counts[element.kind, fold(element.id)] != 1:
            return None
        found = self._look(self._names, element.kind, fold(element.id))
        return found[0] if len(found) == 1 else None

    def _by_name(self, element: Traced) -> Locked | None:
        """Same parent and id, although every line changed: rewritten, since nothing else claims the old lines."""
        return next((e for e in self._at_place(element) if not e.gone), None)

    def _lines(self, entry: Locked) -> set[str]:
        return self._inside.get(entry.key, set()) if entry.kind == "dialogue" else set(entry.lines)


_Index: TypeAlias = dict[tuple[str, ...], list[int]]


def _index(keys: Iterable[tuple[str, ...]]) -> _Index:
    found: _Index = {}
    for number, key in enumerate(keys):
        found.setdefault(key, []).append(number)
    return found
