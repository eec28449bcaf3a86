"""What a reload changed, told once and whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from talewright.diagnostics import Report
from talewright.tags.catalogue import Catalogue


@dataclass(frozen=True)
class TagChanges:
    """The difference between two generations of a registry.

    Attributes:
        generation: the number of the new one.
        added: names that are tags now, implicit ones too, sorted.
        removed: names that are tags no more and lead nowhere.
        renamed: names that are tags no more, and the names of the tags that they lead to now.
        commented: tags whose comment is another.
        respelled: tags that are written in other letter case.
        report: the findings of the new generation.
    """

    generation: int
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    renamed: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    commented: tuple[str, ...] = ()
    respelled: tuple[str, ...] = ()
    report: Report = field(default_factory=Report)

    def __bool__(self) -> bool:
        """Whether anything changed."""
        return bool(self.added or self.removed or self.renamed or self.commented or self.respelled)

    def __str__(self) -> str:
        parts = [f"{len(self.added)} added", f"{len(self.removed)} removed", f"{len(self.renamed)} renamed"]
        parts += [f"{len(self.commented)} with another comment"] if self.commented else []
        parts += [f"{len(self.respelled)} written differently"] if self.respelled else []
        return ", ".join(parts)


def changes_between(
    old: Catalogue, new: Catalogue, targets: Mapping[str, str], *, generation: int = 1, report: Report | None = None
) -> TagChanges:
    """Compare two catalogues.

    Args:
        old: what was.
        new: what is.
        targets: folded old name -> folded name of a tag in `new`.
        generation: the number of the new one.
        report: its findings.
    """
    before, after = list(old.every()), list(new.every())
    there, here = set(before), set(after)
    removed, renamed = [], {}
    for key in before:
        if key not in here:
            target = targets.get(key.replace("\0", "."))
            if target is None:
                removed.append(_name(old, key))
            else:
                renamed[_name(old, key)] = _name(new, target.replace(".", "\0"))
    commented, respelled = [], []
    for key in after:
        if key in there:
            one, other = old.row(key), new.row(key)
            if (one.comment if one else "") != (other.comment if other else ""):
                commented.append(_name(new, key))
            if _name(old, key) != _name(new, key):
                respelled.append(_name(new, key))
    return TagChanges(
        generation,
        tuple(_name(new, key) for key in after if key not in there),
        tuple(removed),
        MappingProxyType(renamed),
        tuple(commented),
        tuple(respelled),
        report if report is not None else Report(),
    )


def _name(catalogue: Catalogue, key: str) -> str:
    return catalogue.spelling(key) or key.replace("\0", ".")
