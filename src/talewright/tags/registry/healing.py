"""Old names in saved data: what they have become, and what nobody knows any more.

For tags that a program keeps itself, by their names alone: containers, counts, queries in files of its own. The counts
of a game's saves are led by the keys of their elements first (`talewright.game`), which tell more than a name.

Unreal applies redirects when data is loaded, and the old names stay in the file until it is saved again; here the same,
with a report of every change, so that a tool can save the data anew and the redirects can go one day (tags.md trap 11).
A name that leads nowhere is kept as it is, never dropped. Where several old names have become one tag, the report says
so; counts add up.

A name that is still declared stays, unless the data says when it was saved and a later redirect leads away from the
name (`since`, section 5.2): then the redirects later than the data are followed in their order, each name at most once
in every step, so that two tags that changed names with each other are told apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from talewright.names import fold
from talewright.tags.registry.registry import TagRegistry
from talewright.tags.values import EMPTY, Tag, TagContainer, TagQuery, TagRequirements


@dataclass
class Healing:
    """What became of saved names.

    Attributes:
        moved: old names and the names of their tags now; a difference in letter case is none.
        unresolved: names that lead nowhere; they were kept.
        merged: tags that several saved names have become, and those names.
    """

    moved: dict[str, str] = field(default_factory=dict)
    unresolved: list[str] = field(default_factory=list)
    merged: dict[str, list[str]] = field(default_factory=dict)
    _seen: dict[str, list[str]] = field(default_factory=dict, repr=False)

    @property
    def changed(self) -> bool:
        """Whether saving the data again would write other names."""
        return bool(self.moved)

    def lines(self) -> list[str]:
        """Return a line for every finding, as a `LoadReport` has them in ``moved``."""
        return [
            *(f"{old} is {new} now" for old, new in self.moved.items()),
            *(f"{' and '.join(olds)} have become one: {new}" for new, olds in self.merged.items()),
            *(f"{name} is no tag any more; it was kept" for name in self.unresolved),
        ]

    def _note(self, name: str, tag: Tag) -> None:
        if not tag.known:
            if name not in self.unresolved:
                self.unresolved.append(name)
            return
        if fold(name) != fold(tag.name):
            self.moved[name] = tag.name
        names = self._seen.setdefault(tag.name, [])
        if all(fold(name) != fold(other) for other in names):
            names.append(name)
            if len(names) > 1:
                self.merged[tag.name] = names


def heal_name(registry: TagRegistry, name: str, *, saved_at: int | None = None, healing: Healing | None = None) -> Tag:
    """Return the tag that a saved name means now; an unknown tag with its text where it leads nowhere.

    Args:
        registry: closed.
        name: as it was saved; a text that can be no tag gives the empty tag, and the report keeps it.
        saved_at: what counted as now when the data was saved; redirects with a later `since` are followed even where
            the name is still declared.
        healing: receives what happened.

    >>> registry = TagRegistry()
    >>> _ = registry.register("A"), registry.register("B")
    >>> registry.redirect("A", "B", since=5); registry.redirect("B", "A", since=5)
    >>> registry.close()
    >>> heal_name(registry, "A", saved_at=4), heal_name(registry, "A", saved_at=5), heal_name(registry, "A")
    (<Tag B>, <Tag A>, <Tag A>)
    """
    asked = name if saved_at is None else _at_the_time(registry, name, saved_at)
    tag = registry.find(asked)
    if tag is None:
        tag = _unknown(registry, name)
    if healing is not None and name:
        healing._note(name, tag)
    return tag


def heal(
    registry: TagRegistry, names: Iterable[str | Tag], *, saved_at: int | None = None
) -> tuple[TagContainer, Healing]:
    """Return a container of saved names or of tags of an older generation, healed, and what became of them.

    >>> registry = TagRegistry()
    >>> _ = registry.register("Npc.Smith")
    >>> registry.redirect("Npc.Blacksmith", "Npc.Smith"); registry.close()
    >>> container, healing = heal(registry, ["Npc.Blacksmith", "Npc.Smith", "Gone"])
    >>> str(container), healing.lines()[0]
    ('Npc.Smith, Gone', 'Npc.Blacksmith is Npc.Smith now')
    """
    healing = Healing()
    container = registry.container()
    for name in names:
        container.add(heal_name(registry, str(name), saved_at=saved_at, healing=healing))
    return container, healing


def heal_counts(
    registry: TagRegistry, counts: Mapping[str, int], *, saved_at: int | None = None
) -> tuple[dict[str, int], Healing]:
    """Return saved counts under the names of now; those of several old names of one tag add up.

    >>> registry = TagRegistry()
    >>> _ = registry.register("New")
    >>> registry.redirect("Old", "New"); registry.close()
    >>> heal_counts(registry, {"Old": 2, "New": 1, "Gone": 7})[0]
    {'New': 3, 'Gone': 7}
    """
    healing = Healing()
    healed: dict[str, int] = {}
    for name, count in counts.items():
        tag = heal_name(registry, name, saved_at=saved_at, healing=healing)
        now = tag.name if tag.known else name
        healed[now] = healed.get(now, 0) + count
    return healed, healing


def heal_query(registry: TagRegistry, query: TagQuery, *, saved_at: int | None = None) -> tuple[TagQuery, Healing]:
    """Return a query about the tags of now."""
    healing = Healing()
    return query.mapped(lambda tag: heal_name(registry, str(tag), saved_at=saved_at, healing=healing)), healing


def heal_requirements(
    registry: TagRegistry, requirements: TagRequirements, *, saved_at: int | None = None
) -> tuple[TagRequirements, Healing]:
    """Return requirements about the tags of now."""
    healing = Healing()
    changed = requirements.mapped(lambda tag: heal_name(registry, str(tag), saved_at=saved_at, healing=healing))
    return changed, healing


def _at_the_time(registry: TagRegistry, name: str, saved_at: int) -> str:
    steps: dict[int, dict[str, str]] = {}
    for row in registry.redirects.rows:
        if row.since > saved_at:
            steps.setdefault(row.since, {})[fold(row.old)] = row.new
    for since in sorted(steps):
        name = steps[since].get(fold(name), name)
    return name


def _unknown(registry: TagRegistry, name: str) -> Tag:
    try:
        return registry.tag(name)
    except ValueError:  # the text can be no tag
        return EMPTY
