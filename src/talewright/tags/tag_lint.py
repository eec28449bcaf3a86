"""What deserves a look though it is valid: typos, look-alikes, twins (tags.md section 3.4).

Decides nothing for anybody: every finding is a warning or an information, except what section 5.2 calls an error in a
check (a redirect away from a tag that is still declared) and broken agreements on restricted tags. Registering already
reports spellings that differ in case.
"""

from __future__ import annotations

import keyword
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import replace

from talewright.diagnostics import Report
from talewright.names import fold
from talewright.tags.constants import identifier
from talewright.tags.registry import TagRegistry
from talewright.tags.values import NOWHERE, TagRow, oddities, parent_of

_SHORTEST = 4  # shorter words differ in one letter by right: Walk, Talk
_GRAVE = frozenset({"TW-TAG-25", "TW-TAG-30", "TW-TAG-31"})
_DIGITS = re.compile(r"\d+")


def lint(registry: TagRegistry) -> Report:
    """Report what is wrong or odd about all tags of a registry, its own findings included.

    Args:
        registry: closed; generated tags are looked at as well.

    >>> registry = TagRegistry()
    >>> for name in ("Damage.Physical", "Damage.Physcial", "Item.Key", "Item.Keys"): _ = registry.register(name)
    >>> registry.close()
    >>> [finding.code for finding in lint(registry)]
    ['TW-TAG-42', 'TW-TAG-43']
    """
    report = Report(replace(d, severity="error") if d.code in _GRAVE else d for d in registry.report)
    siblings: dict[str, dict[str, TagRow]] = {}
    for tag in registry.every():
        row = registry.row(tag) or TagRow(tag.name, "", NOWHERE)
        siblings.setdefault(fold(parent_of(tag.name)), {})[tag.leaf] = row
        _one(tag.leaf, row, report)
    composed: dict[str, TagRow] = {}
    for row in registry.rows():
        for oddity in oddities(row.name):
            report.add("TW-TAG-05", "warning", f"{row.name}: {oddity}", "rename it", row.span)
        if not row.name.isascii():
            first = composed.setdefault(fold(unicodedata.normalize("NFKC", row.name)), row)
            if first is not row:
                message = f"{row.name} and {first.name} ({first.span}) look the same, and are two tags"
                report.add("TW-TAG-41", "warning", message, "write both alike (NFC)", row.span)
    for leaves in siblings.values():
        _side_by_side(leaves, report)
    return report


def _one(leaf: str, row: TagRow, report: Report) -> None:
    scripts = _scripts(leaf)
    if len(scripts) > 1:
        message = f"{row.name} mixes letters of {' and '.join(sorted(scripts))} that look alike"
        report.add("TW-TAG-40", "warning", message, "type the name anew", row.span)


def _scripts(text: str) -> set[str]:
    """Return the scripts of a text among those whose letters are taken for each other."""
    if text.isascii():
        return set()
    found = {unicodedata.name(c, "").partition(" ")[0] for c in text if c.isalpha()}
    return found & {"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE"}


def _side_by_side(leaves: dict[str, TagRow], report: Report) -> None:
    names = sorted(leaves)
    awkward = [name for name in names if keyword.iskeyword(name) or name[:1].isdigit()]
    if awkward:
        first = leaves[awkward[0]]
        more = f", and {len(awkward) - 1} more beside it" if len(awkward) > 1 else ""
        what = "is a word of Python" if keyword.iskeyword(awkward[0]) else "begins with a digit"
        message = f"{first.name}{more}: {awkward[0]} {what}, so its constant is {identifier(awkward[0])}"
        report.add("TW-TAG-44", "information", message, "", first.span)
    by_folded = {fold(name): name for name in names}
    twins = set()
    for name in names:
        for plural in _plurals(fold(name)):
            other = by_folded.get(plural)
            if other is not None:
                twins.add(frozenset((name, other)))
                message = f"{leaves[other].name} and {leaves[name].name} ({leaves[name].span}) are one word twice"
                report.add(
                    "TW-TAG-43", "warning", message, "keep one of them, and redirect the other", leaves[other].span
                )
    for one, other in _one_edit(names):
        if frozenset((one, other)) not in twins:
            message = f"{leaves[other].name} and {leaves[one].name} ({leaves[one].span}) differ in one letter"
            report.add("TW-TAG-42", "warning", message, "if one is a typo, remove it", leaves[other].span)


def _plurals(word: str) -> Iterator[str]:
    if len(word) > 2:
        yield f"{word}s"
        yield f"{word}es"
        if word.endswith("y"):
            yield f"{word[:-1]}ies"


def _one_edit(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Return the pairs that one letter more, less, other or swapped makes equal; what differs in digits is meant so.

    Each name is filed under all forms that lack one letter: near names meet there, so no pair is compared in vain.
    """
    shelves: dict[str, list[str]] = {}
    seen: set[tuple[str, str]] = set()
    for name in names:
        low = fold(name)
        if len(low) < _SHORTEST or len(low) > 64:
            continue
        near: dict[str, None] = {}
        for form in {low, *(low[:i] + low[i + 1 :] for i in range(len(low)))}:
            shelf = shelves.setdefault(form, [])
            near.update(dict.fromkeys(shelf))
            shelf.append(name)
        for other in near:
            if (other, name) not in seen and _are_near(fold(other), low):
                seen.add((other, name))
                yield other, name


def _are_near(one: str, other: str) -> bool:
    if _DIGITS.sub("0", one) == _DIGITS.sub("0", other):
        return False
    start = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    if len(one) == len(other):
        differs = one[start] + other[start]
        swapped = one[start : start + 2] == other[start : start + 2][::-1] and one[start + 2 :] == other[start + 2 :]
        return swapped or (one[start + 1 :] == other[start + 1 :] and not any(c.isdigit() for c in differs))
    longer, shorter = (one, other) if len(one) > len(other) else (other, one)
    return longer[start + 1 :] == shorter[start:] and not longer[start].isdigit()
