"""The name of every node, and the groups that nodes form.

Decides what a node is called in saves and counters (dialogue.md sections 4.2 and 6.9): a node of its own by its title;
a member of a node group, all of whose nodes have one title and a ``when:``, by ``Title.Subtitle``, else by ``Title``
and its ``uid:``, else by a number that moves when members are inserted above, which is linted. And what must be right
for it: no title twice, no group half without conditions, no subtitle twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from talewright.diagnostics import Report, Severity
from talewright.dialogue import syntax
from talewright.dialogue.codes import finding
from talewright.dialogue.syntax import clean_id, tag_hint


@dataclass(frozen=True, slots=True)
class Named:
    """A node of the tree with its names.

    Attributes:
        name: unique in the program.
        short: the last part of it: the name of the sub-dialogue.
        dialogue: whose text it is in.
        grouped: whether it is a member of a node group.
    """

    node: syntax.Node
    name: str
    short: str
    dialogue: str
    grouped: bool


@dataclass(slots=True)
class Names:
    """All nodes that can be played, by name, and the members of each group by its title."""

    nodes: dict[str, Named] = field(default_factory=dict)
    groups: dict[str, list[str]] = field(default_factory=dict)
    report: Report = field(default_factory=Report)

    @property
    def titles(self) -> list[str]:
        """Everything that a jump can go to."""
        return [*(name for name, one in self.nodes.items() if not one.grouped), *self.groups]


def name_nodes(scripts: Sequence[tuple[str, syntax.Script]], *, strict: bool) -> Names:
    """Name the nodes of a project.

    Args:
        scripts: the name of each dialogue and its tree.
        strict: whether a member of a group that only a number can name is an error.
    """
    names = Names()
    by_title: dict[str, list[tuple[str, syntax.Node]]] = {}
    for dialogue, script in scripts:
        for node in script.nodes:
            if node.title:
                by_title.setdefault(node.title, []).append((dialogue, node))
    grouped = {title for title, nodes in by_title.items() if any(node.when for _, node in nodes)}
    for title, nodes in by_title.items():
        first = nodes[0][1]
        if title in grouped:
            names.groups[title] = []
            _check_group(names.report, title, [node for _, node in nodes])
            continue
        for _, node in nodes[1:]:
            message = f"a node called {title} exists already at {first.span.file}:{first.span.line}"
            hint = "titles are unique over all files of a project; nodes with when: headers may share one, as a group"
            names.report.append(finding("YS0011", message, node.span, hint))
    numbers: dict[tuple[str, str], int] = {}
    for dialogue, script in scripts:
        for node in script.nodes:
            if node.title in grouped:
                _add_member(names, node, dialogue, numbers, strict=strict)
            elif node.title and node.title not in names.nodes:
                names.nodes[node.title] = Named(node, node.title, node.title, dialogue, False)
    return names


def uid_of(node: syntax.Node) -> str:
    """Return the ``uid:`` of a node, or nothing."""
    return next((header.value for header in node.headers if header.key.lower() == "uid"), "")


def _check_group(report: Report, title: str, nodes: list[syntax.Node]) -> None:
    for node in nodes:
        if not node.when:
            message = f"the nodes called {title} form a group, and this one has no when:"
            hint = "add when: always, or give it a title of its own"
            report.append(finding("YS0031", message, node.span, hint))


def _add_member(
    names: Names, node: syntax.Node, dialogue: str, numbers: dict[tuple[str, str], int], *, strict: bool
) -> None:
    short = node.subtitle or clean_id(uid_of(node)).strip("_")
    if not short:
        key = (node.title, dialogue)
        numbers[key] = numbers.get(key, 0) + 1
        short = f"{node.title}_auto-{clean_id(dialogue)}-{numbers[key]}"
        message = f"this member of the group {node.title} has no subtitle: what is remembered of it hangs on its place"
        hint = f"{tag_hint(node.span.file)}; or give it a subtitle:"
        severity: Severity = "error" if strict else "warning"
        if node.when:
            names.report.append(finding("TW-YARN-17", message, node.span, hint, severity=severity))
    name = f"{node.title}.{short}"
    first = names.nodes.get(name)
    if first is not None:
        place = f"{first.node.span.file}:{first.node.span.line}"
        message = f"two members of the group {node.title} are called {short}; the other is at {place}"
        span = next((h.value_span for h in node.headers if h.key.lower() in ("subtitle", "uid")), node.span)
        names.report.append(finding("YS0032", message, span, "give one of them another subtitle"))
        return
    names.nodes[name] = Named(node, name, short, dialogue, True)
    names.groups[node.title].append(name)
