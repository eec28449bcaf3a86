"""What a save calls by a former name, where the scripts do not say so themselves (tags.md sections 5.3 and 5.4).

The counts of a save find their elements by permanent keys, else by redirects. What else it names of the dialogues, it
names by titles: what ``visited`` counts, and where a conversation stands. These follow the counts: a sub-dialogue that
was ever entered has one, so whatever a save knows of a node, it knows its tag of that time too. That holds for swapped
names as well, which no redirect can tell. Which dialogue a conversation plays, redirects tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from talewright.dialogue import clean_id
from talewright.dialogue.identity import COUNTERS
from talewright.fields import Plain, Sections
from talewright.names import fold
from talewright.project import Project
from talewright.tags import Tag

GPVAR, VARIABLE = "GPVar", "Variable"


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
        """Give the name today of what the dialogues remember of a node; any other name as it is."""
        for prefix in COUNTERS:
            if name.startswith(prefix):
                return prefix + self.nodes.get(name[len(prefix) :], name[len(prefix) :])
        return name


def tag_of(project: Project, name: str, fields: Mapping[str, Plain]) -> Tag | None:
    """Give the tag today of a count in a save: by the key of its element, else by its tag of that time.

    A name alone is not enough where the save knows a key and another element has the name today; a redirect is, for
    somebody said so.
    """
    key = fields.get("key")
    by_key = project.tag_of_key(key) if isinstance(key, str) else None
    tag = project.tags.find(by_key or name)
    if tag is None or by_key is not None or not isinstance(key, str) or fold(tag.name) != fold(name):
        return tag
    return None if "uid:" in project.keys.get(tag.name, "") else tag


def name_today(project: Project, name: str, fields: Mapping[str, Plain]) -> str:
    """Give the name that a count of a save has today: a tag; else its key, where its tag is another's; else its own."""
    tag = tag_of(project, name, fields)
    if tag is not None:
        return tag.name
    return str(fields["key"]) if name in project.tags else name


def former_names(project: Project, sections: Sections, standing: Iterable[str]) -> FormerNames:
    """Find the nodes that a save calls by another name than they have today.

    Args:
        project: of today.
        sections: of the save.
        standing: the names of the nodes in which conversations stand.
    """
    tags: dict[str, set[str]] = {}  # the tags today of counts in the save, by the last part of the name there
    gone: dict[str, set[str]] = {}  # what counts are kept as whose element nobody is, likewise
    settled: set[str] = set()  # names in the save that are those of the same elements today
    dialogues: dict[str, str] = {}
    for (name, cls), fields in sections.items():
        if cls == GPVAR:
            today = name_today(project, name, fields)
            (tags if today in project.tags else gone).setdefault(_last(name), set()).add(today)
            if fold(today) == fold(name):
                settled.add(fold(name))
            elif (dialogue := project.dialogue_of(today)) is not None:
                dialogues[name.rpartition(".")[2]] = dialogue
    names = {*_remembered(sections), *standing}
    owners = {name: _own_tag(project, name) for name in names}
    stay = {name for name in names if owners[name] and owners[name] in settled}
    found: dict[str, str] = {}
    for name in names - stay:
        nodes = {node for tag in tags.get(_last(name), ()) if (node := project.node_of(tag)) is not None}
        back = _returned(project, name)
        if back is not None:
            found[name] = back
        elif len(nodes - stay) == 1:
            found[name] = (nodes - stay).pop()
        elif owners[name] and len(gone.get(_last(name), ())) == 1:
            (found[name],) = gone[_last(name)]
    found |= _groups(project, names, found)
    return FormerNames({old: new for old, new in found.items() if old != new}, dialogues)


def _returned(project: Project, name: str) -> str | None:
    """Give the node that is back, whose memory was kept aside under its key or its tag."""
    if name in project.program.nodes:
        return None
    tag = project.tags.find(project.tag_of_key(name) or name)
    return None if tag is None else project.node_of(tag.name)


def _groups(project: Project, names: set[str], nodes: Mapping[str, str]) -> dict[str, str]:
    """Give the node groups that are called otherwise today: as their members are."""
    titles: dict[str, set[str]] = {}
    for old, new in nodes.items():
        if "." in old and "." in new:
            titles.setdefault(old.partition(".")[0], set()).add(new.partition(".")[0])
    known = project.program.groups
    return {old: new for old, (new, *more) in titles.items() if old in names and old not in known and not more}


def dialogue_today(project: Project, name: str) -> str | None:
    """Give what a dialogue is called today; None where nothing tells."""
    if name in project.dialogues:
        return name
    tags = (project.tags.find(row.old) for row in project.tags.redirects.rows if row.old.rpartition(".")[2] == name)
    found = {today for tag in tags if tag is not None and (today := project.dialogue_of(tag.name)) is not None}
    return found.pop() if len(found) == 1 else None


def _own_tag(project: Project, name: str) -> str:
    """Give the tag, folded, of the node that has a name today; empty where there is none."""
    node = project.program.nodes.get(name)
    return "" if node is None else fold(project.layout(node.dialogue).subdialogue(clean_id(node.subdialogue)))


def _remembered(sections: Sections) -> Iterator[str]:
    for name, cls in sections:
        if cls == VARIABLE:
            yield from (name[len(prefix) :] for prefix in COUNTERS if name.startswith(prefix))


def _last(name: str) -> str:
    return fold(clean_id(name.rpartition(".")[2]))
