"""What a save calls by a former name, where the scripts do not say so themselves (tags.md sections 5.3 and 5.4).

The counts of a save find their elements by permanent keys, else by redirects. What else it names of the dialogues, it
names by titles: what ``visited`` counts, and where a conversation stands. These follow the counts: a sub-dialogue that
was ever entered has one, so whatever a save knows of a node, it knows its tag of that time too. That holds for swapped
names as well, which no redirect can tell. Which dialogue a conversation plays, redirects tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from talewright.dialogue.syntax import COUNTERS
from talewright.fields import Plain, Sections
from talewright.names import fold
from talewright.project import Project
from talewright.project.identity import is_uid
from talewright.tags import Tag

GPVAR, VARIABLE = "GPVar", "Variable"
ASIDE = "was:"
"""How the names begin under which counts are kept whose tag another element has, and that no uid names."""


@dataclass(frozen=True)
class FormerNames:
    """Names of a save that are others today.

    Attributes:
        nodes: the name of each such node today, by the one in the save; the key of one that is gone and whose name
            another has, so that nothing of it falls to that.
        dialogues: the name of dialogues today, by that in the save, as far as their counts tell.
    """

    nodes: Mapping[str, str]
    dialogues: Mapping[str, str] = field(default_factory=dict)

    def of_variable(self, name: str) -> str:
        """Return the name today of what the dialogues remember of a node; any other name as it is."""
        for prefix in COUNTERS:
            if name.startswith(prefix):
                return prefix + self.nodes.get(name[len(prefix) :], name[len(prefix) :])
        return name


NO_FORMER_NAMES = FormerNames({})


def tag_of(project: Project, name: str, fields: Mapping[str, Plain]) -> Tag | None:
    """Return the tag today of a count in a save: by the key of its element, else by its tag of that time.

    A name alone is not enough where the save knows a uid and another element has the name today, or where it knows none
    and several have had the name. A redirect that people wrote is: they said so.
    """
    given = fields.get("key")
    key = given if isinstance(given, str) else ""
    by_key = project.tag_of_key(key) if key else None
    tag = project.tags.find(by_key or name)
    if tag is None or by_key is not None:
        return tag
    today = project.keys.get(tag.name, "")
    moved = fold(tag.name) != fold(name)
    if moved and project.is_written_redirect(name):
        return tag
    if not key:
        return None if is_uid(today) and project.is_shared(name) else tag
    if is_uid(key):
        return None if is_uid(today) else tag
    owners = key.partition("/")[0], today.partition("/")[0]
    return None if not moved and all(map(is_uid, owners)) and owners[0] != owners[1] else tag


def name_today(project: Project, name: str, fields: Mapping[str, Plain]) -> str:
    """Return the name that a count of a save has today: a tag; else the uid, or the name, that it is kept aside as."""
    tag = tag_of(project, name, fields)
    if tag is not None:
        return tag.name
    key = str(fields.get("key", ""))
    if is_uid(key):
        return key
    return f"{ASIDE}{key or name}" if name in project.tags else name


def node_in(name: str, fields: Mapping[str, Plain]) -> str:
    """Return the name that the dialogues knew a sub-dialogue by when its count was saved."""
    return str(fields.get("node") or name.rpartition(".")[2])


def former_names(project: Project, sections: Sections, standing: Iterable[str]) -> FormerNames:
    """Find the nodes that a save calls by another name than they have today.

    Args:
        project: of today.
        sections: of the save.
        standing: the names of the nodes in which conversations stand.
    """
    today: dict[str, set[str]] = {}  # what each node of the save is called today
    aside: dict[str, set[str]] = {}  # what is kept of those that are gone, likewise
    dialogues: dict[str, str] = {}
    for (name, cls), fields in sections.items():
        if cls == GPVAR:
            found = name_today(project, name, fields)
            node = project.node_of(found)
            if node is not None:
                today.setdefault(node_in(name, fields), set()).add(node)
            elif is_uid(found) or found.startswith(ASIDE):  # else only the title can say who it is
                aside.setdefault(node_in(name, fields), set()).add(found)
            elif fold(found) != fold(name) and (dialogue := project.dialogue_of(found)) is not None:
                dialogues[name.rpartition(".")[2]] = dialogue
    nodes: dict[str, str] = {}
    for name in {*_remembered(sections), *standing}:
        now, kept = today.get(name, set()), aside.get(name, set())
        if len(now) == 1:
            (nodes[name],) = now
        elif not now and len(kept) == 1:
            (nodes[name],) = kept
        elif "." not in name and (group := _group_today(name, today, aside)):
            nodes[name] = group
    return FormerNames({old: new for old, new in nodes.items() if old != new}, dialogues)


def _group_today(title: str, today: Mapping[str, set[str]], aside: Mapping[str, set[str]]) -> str:
    """Return what a node group is called today: as its members are; empty where these do not agree, or are none."""
    inside = f"{title}."
    now = {new.partition(".")[0] for old, news in today.items() if old.startswith(inside) for new in news if "." in new}
    kept = sorted(one for old, ones in aside.items() if old.startswith(inside) for one in ones)
    if len(now) == 1:
        return now.pop()
    return f"{kept[0]}/group" if kept and not now else ""


def _remembered(sections: Sections) -> Iterator[str]:
    for name, cls in sections:
        if cls == VARIABLE:
            yield from (name[len(prefix) :] for prefix in COUNTERS if name.startswith(prefix))
