"""What a reload changed, told once and whole."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from types import MappingProxyType

from talewright.diagnostics import Report
from talewright.tags.registry.catalogue import Catalogue, parent_key


@dataclass(frozen=True)
class TagChanges:
    """The difference between two generations of a registry.

    Attributes:
        generation: the number of the new one.
        added: names that are tags now, implicit ones too, sorted; none that another one was renamed to.
        removed: names that are tags no more and lead nowhere.
        renamed: names that are tags no more, and the names of the tags that they lead to now. An implicit tag that only
            moved along with what is below it is neither here nor among those added and removed.
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
    gone = [key for key in before if key not in here]
    ends = {key: targets.get(key.replace("\0", ".")) for key in gone}
    led = {key: end.replace(".", "\0") for key, end in ends.items() if end is not None}
    along = _moved_along(old, new, led, there, here)
    came = {*led.values(), *along.values()}
    commented, respelled = [], []
    for key in after:
        if key in there:
            one, other = old.row(key), new.row(key)
            if (one.comment if one else "") != (other.comment if other else ""):
                commented.append(new.name(key))
            if old.name(key) != new.name(key):
                respelled.append(new.name(key))
    return TagChanges(
        generation,
        tuple(new.name(key) for key in after if key not in there and key not in came),
        tuple(old.name(key) for key in gone if key not in led and key not in along),
        MappingProxyType({old.name(key): new.name(target) for key, target in led.items()}),
        tuple(commented),
        tuple(respelled),
        report if report is not None else Report(),
    )


def _moved_along(
    old: Catalogue, new: Catalogue, led: Mapping[str, str], there: Set[str], here: Set[str]
) -> dict[str, str]:
    """Pair the implicit tags above what was renamed that are gone with those that are new, level by level."""
    pairs: dict[str, str] = {}
    for key, target in led.items():
        one, other = parent_key(key), parent_key(target)
        while one and other and one not in here and other not in there and one not in led and one not in pairs:
            if old.is_explicit(one) or new.is_explicit(other):
                break
            pairs[one] = other
            one, other = parent_key(one), parent_key(other)
    return pairs
