"""Identity: which element of today is which element of the lock, and what follows for its tags.

A tag is an address; what an element *is*, its key says: the uid that its author or a tool wrote (``#uid:`` at the head
of a file, a ``uid:`` header of a node), else what stands in for one (a title, a line id). An element is found again, in
this order: by its uid; by the name it has; by the name it says it had (``formerly:``, ``#was:``); a dialogue or
sub-dialogue by the lines it shares with one that vanished, a choice by its replies; a choice or reply by its id,
wherever it moved. Two that have different uids are never one. Found under another tag, it was renamed: every former tag
becomes a redirect to today's. What says that it was called like one that vanished takes over its tags and counts. Not
found, it is new; what nobody is any more is named, and leaves a tombstone, and its tag is given to no other silently,
whether that is new or had another name (tags.md section 5.3).

Tags that change places have no redirects, for exact redirects cannot express a swap: counts in saves carry the key of
an element with a uid, and are found by it; without uids it is refused. Nothing here reads or writes a file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from talewright.diagnostics import Report, Severity
from talewright.names import FoldedDict, fold
from talewright.project.identity.keyed import KINDS, SOURCE, KeyedElement
from talewright.project.identity.lock import Locked, same_tag
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


def identify(elements: Sequence[KeyedElement], lock: Iterable[Locked], severity: Severity = "error") -> Identity:
    """Compare the elements of a project with its lock.

    Args:
        elements: what the dialogues hold, parents before what belongs to them.
        lock: what was there.
        severity: of a retired name that something else claims: an error when cooking, a warning while playing.
    """
    old = list(lock)
    matching = _Matching(elements, old)
    matching.run()
    result = Identity()
    claims = _Claims(matching, old, result.report, severity)
    live: FoldedDict[KeyedElement] = FoldedDict((e.tag, e) for e in elements)
    for element in elements:
        before = matching.found.get(element.key)
        claims.check(element, before)
        former: tuple[str, ...] = ()
        if before is not None:
            former = (*before.former, before.tag)
            if not same_tag(before.tag, element.tag):
                result.renamed.append((before.tag, element.tag))
        taken = () if before is None else before.merged
        for merged in matching.merged.get(element.key, ()):
            former = (*merged.former, merged.tag, *former)
            taken = (*taken, merged.key, *merged.merged)
        former = tuple(dict.fromkeys(tag for tag in former if not same_tag(tag, element.tag)))
        entry = Locked(
            element.key, element.kind, element.id, element.parent, element.tag, element.lines, former=former,
            merged=taken,
        )  # fmt: skip
        result.entries.append(entry)
        result.keys[element.tag] = element.key
    for gone in old:
        if matching.is_nobody(gone) and gone.tag not in live:
            result.entries.append(replace(gone, gone=True))
    claims.report_vanished()
    result.redirects = _redirects(result.entries, {element.key: element for element in elements})
    return result


def _redirects(entries: Sequence[Locked], elements: Mapping[str, KeyedElement]) -> list[RedirectRow]:
    """Lead from every former tag to today's; not from one that several have had: only a uid tells whose it was."""
    shared = shared_tags(entries)
    return [
        RedirectRow(tag, entry.tag, elements[entry.key].span)
        for entry in entries
        if not entry.gone
        for tag in entry.former
        if fold(tag) not in shared
    ]


def shared_tags(entries: Iterable[Locked]) -> set[str]:
    """Return the tags, folded, that more than one element has or had."""
    owners = Counter(fold(tag) for entry in entries for tag in {fold(t): t for t in (entry.tag, *entry.former)})
    return {tag for tag, count in owners.items() if count > 1}


def is_uid(key: str) -> bool:
    """Whether a key is an element's own uid; that of a choice or reply holds its id, which may change."""
    return key.startswith("uid:") and "/" not in key


_WRITE = {
    "dialogue": "#was:{} in the first line of its file",
    "subdialogue": "formerly: {} in the header of its node",
    "choice": "#was:choice:{} behind one of its replies",
    "reply": "#was:{} behind it",
    SOURCE: "{} behind its name and comment, as a former name",
}


class _Claims:
    """Finds who claims a tag that saves may mean another element by, and what vanished."""

    def __init__(self, matching: _Matching, old: Sequence[Locked], report: Report, severity: Severity) -> None:
        self._matching = matching
        self._old = old
        self._report = report
        self._severity = severity
        self._today = {id(entry): key for key, entry in matching.found.items()}
        self._owners: FoldedDict[Locked] = FoldedDict()
        for entry in (*(e for e in old if not e.gone), *(e for e in old if e.gone)):
            self._owners.setdefault(entry.tag, entry)
        for entry in old:
            for tag in entry.former:
                self._owners.setdefault(tag, entry)

    def check(self, element: KeyedElement, before: Locked | None) -> None:
        """Report an element that takes a tag over which was another's."""
        owner = self._owners.get(element.tag)
        if owner is None or owner is before or owner.kind != element.kind:
            return
        if before is not None and same_tag(before.tag, element.tag):
            return
        if any(owner is merged for merged in self._matching.merged.get(element.key, ())):
            return
        moved_on = id(owner) in self._today
        if before is not None and moved_on and same_tag(owner.tag, element.tag):
            self._report_moved(element, before, owner)
            return
        what = "has another name now" if moved_on else "was deleted"
        way = f"take {element.tag} out of the former names" if moved_on else "take the line"
        self._report.add(
            "TW-LOCK-02",
            self._severity,
            f"the tag {element.tag} belongs to a {owner.kind} that {what}; saves that mean it would mean this one",
            f"choose another name, or {way} of {owner.tag} ({owner.span}) if no save can hold it",
            element.span,
        )

    def _report_moved(self, element: KeyedElement, before: Locked, owner: Locked) -> None:
        """Names that change places in one edit: keys tell them apart, and nothing else does."""
        message = f"{before.tag} is called {element.tag} now, which was another {owner.kind}'s name"
        if is_uid(before.key) and is_uid(owner.key):
            message += "; saves find their counts by the elements' uids, not by redirects"
            self._report.add("TW-LOCK-03", "information", message, "", element.span)
            return
        message += "; without uids, saves that mean the one would mean the other"
        hint = "change them back, run `talewright dialogue tag` and `talewright cook`, then give them their new names"
        if element.kind in ("choice", "reply"):
            message = f"{before.tag} is called {element.tag} now, which was another {owner.kind}'s id"
            hint = "give it an id that nothing had: what has no uid of its own is known by its id"
        self._report.add("TW-LOCK-03", self._severity, message, hint, element.span)

    def report_vanished(self) -> None:
        """Name what is gone, and what it may have become."""
        vanished = [entry for entry in self._old if not entry.gone and self._matching.is_nobody(entry)]
        keys = {entry.key for entry in vanished}
        for entry in vanished:
            if entry.parent in keys or entry.kind not in _WRITE:
                continue
            said = _WRITE[entry.kind].format(entry.id)
            message = f"the {entry.kind} {entry.tag} is gone; what saves count of it is kept aside"
            new = self._matching.newcomers(entry)
            same = next((e for e in new if same_tag(e.tag, entry.tag)), None)
            if same is not None:
                hint = f"if it is the same element, give it its uid {entry.key.removeprefix('uid:')} again"
                self._report.add("TW-LOCK-05", "warning", message, hint, same.span)
            elif new:
                hint = f"if it is {' or '.join(e.tag for e in new[:3])} now, write {said}; else it is deleted for good"
                self._report.add("TW-LOCK-05", "warning", message, hint, new[0].span)
            else:
                self._report.add("TW-LOCK-05", "information", message, "its name stays reserved", entry.span)


class _Matching:
    """Finds for each element of today its entry of the lock, kind by kind, parents first."""

    def __init__(self, elements: Sequence[KeyedElement], old: Sequence[Locked]) -> None:
        self.found: dict[str, Locked] = {}
        self.merged: dict[str, list[Locked]] = {}  # key of today -> entries that it says it was called like
        self._elements = elements
        self._new: dict[tuple[str, str], list[KeyedElement]] | None = None
        self._free = {id(entry) for entry in old}
        self._parents: dict[str, str] = {"": ""}  # key of today -> key in the lock
        self._inside: dict[str, set[str]] = {}  # key of a dialogue in the lock -> ids of its lines
        for entry in old:
            if entry.kind == "subdialogue":
                self._inside.setdefault(entry.parent, set()).update(entry.lines)
            elif entry.kind == "reply":
                self._inside.setdefault(entry.parent, set()).add(fold(entry.id))
        self._replies: dict[str, list[str]] = {}  # key of a choice of today -> ids of its replies
        for element in elements:
            if element.kind == "reply":
                self._replies.setdefault(element.parent, []).append(fold(element.id))
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
        for element in self._elements:
            if element.key in self.found and element.formerly:
                self._merge(element)

    def _merge(self, element: KeyedElement) -> None:
        """What has an entry of its own takes over those that nobody is and that it says it was called like."""
        for name in element.formerly:
            entry = self._called(element, name)
            if entry is not None:
                self._free.discard(id(entry))
                self.merged.setdefault(element.key, []).append(entry)

    def is_nobody(self, entry: Locked) -> bool:
        """Whether no element of today is what an entry says."""
        return id(entry) in self._free

    def newcomers(self, entry: Locked) -> list[KeyedElement]:
        """Return what is new where an entry was, and of its kind."""
        if self._new is None:
            self._new = {}
            for element in self._elements:
                if element.key not in self.found:
                    place = element.kind, self._parents.get(element.parent, "")
                    self._new.setdefault(place, []).append(element)
        return self._new.get((entry.kind, entry.parent), [])

    def _match(self, element: KeyedElement, step: Callable[[KeyedElement], Locked | None]) -> bool:
        entry = step(element)
        if entry is None:
            return False
        self._free.discard(id(entry))
        self.found[element.key] = entry
        self._parents[element.key] = entry.key
        return True

    def _look(self, index: _Index, *key: str) -> list[Locked]:
        """Return the entries under a key that nobody was found to be yet."""
        return [self._old[n] for n in index.get(key, ()) if id(self._old[n]) in self._free]

    def _by_uid(self, element: KeyedElement) -> Locked | None:
        if not element.has_uid:
            return None
        return next((e for e in self._look(self._keys, element.key) if e.kind == element.kind), None)

    def _by_place(self, element: KeyedElement) -> Locked | None:
        """Same parent, same id, and nothing speaks against it: some line is still there, or there never was one."""
        for entry in self._at_place(element):
            old, new = self._lines(entry), set(self._contents(element))
            if not old or old & new or (not new and not entry.gone):
                return entry
        return None

    def _at_place(self, element: KeyedElement) -> list[Locked]:
        parent = self._parents.get(element.parent, element.parent)
        found = self._look(self._places, element.kind, parent, fold(element.id))
        return [entry for entry in found if not _are_two(element, entry)]

    def _by_former(self, element: KeyedElement) -> Locked | None:
        return next((entry for name in element.formerly if (entry := self._called(element, name)) is not None), None)

    def _called(self, element: KeyedElement, name: str) -> Locked | None:
        """Return the one entry that was called so and that nobody is."""
        found: dict[int, Locked] = {}
        for index in (self._names, self._tags):
            found |= {id(e): e for e in self._look(index, element.kind, fold(name))}
        return next(iter(found.values())) if len(found) == 1 else None

    def _by_lines(self, element: KeyedElement) -> Locked | None:
        """The vanished one that it shares most lines with, if that is at least half of the lines of one of the two."""
        new = set(self._contents(element))
        shared: Counter[int] = Counter()
        entries: dict[int, Locked] = {}
        for line in dict.fromkeys(self._contents(element)):
            for entry in self._look(self._holders, element.kind, line):
                if not entry.gone and not _are_two(element, entry):
                    shared[id(entry)] += 1
                    entries[id(entry)] = entry
        for identity, count in shared.most_common(1):
            entry = entries[identity]
            if 2 * count >= min(len(self._lines(entry)), len(new)):
                return entry
        return None

    def _by_id(self, element: KeyedElement) -> Locked | None:
        """A choice or reply that moved: the one entry with its id, wherever that was."""
        if element.kind not in ("choice", "reply") or self._counts[element.kind, fold(element.id)] != 1:
            return None
        found = self._look(self._names, element.kind, fold(element.id))
        return found[0] if len(found) == 1 else None

    def _by_name(self, element: KeyedElement) -> Locked | None:
        """Same parent and id, although every line changed: rewritten, since nothing else claims the old lines."""
        return next((e for e in self._at_place(element) if not e.gone), None)

    def _lines(self, entry: Locked) -> set[str]:
        """The ids of the lines in an entry; of a choice, those of its replies."""
        whole = entry.kind in ("dialogue", "choice")
        return self._inside.get(entry.key, set()) if whole else set(entry.lines)

    def _contents(self, element: KeyedElement) -> Sequence[str]:
        """The same of an element of today."""
        return self._replies.get(element.key, ()) if element.kind == "choice" else element.all_lines


def _are_two(element: KeyedElement, entry: Locked) -> bool:
    """Whether both have a uid, and not the same."""
    return element.has_uid and entry.key.startswith("uid:") and entry.key != element.key


_Index: TypeAlias = dict[tuple[str, ...], list[int]]


def _index(keys: Iterable[tuple[str, ...]]) -> _Index:
    found: _Index = {}
    for number, key in enumerate(keys):
        found.setdefault(key, []).append(number)
    return found
