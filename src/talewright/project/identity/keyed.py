"""What the elements of the dialogues are known by: uids, former names, and the lines in them.

Reads what authors and tools wrote for this purpose (``#uid:`` and ``formerly:``, ``#was:``) and gives every element a
key, unique in the project. A copied file has copied uids: that is an error which names both places. So are names that
only their case tells apart: a save is config text, where section names ignore case, while the language of the dialogues
does not (`$gold` and `$Gold` are two variables). It is said when the project is opened, not when a player saves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from talewright.diagnostics import Report, Span
from talewright.dialogue import Program
from talewright.dialogue.program import Node, Offer, Say
from talewright.dialogue.syntax import copy_hint
from talewright.names import fold
from talewright.project.identity.lock import Keyed
from talewright.project.scan import DialogueFile, GeneratedTag, element_tag

SOURCE = "source"
KINDS = ("dialogue", "subdialogue", "selector", "choice", "reply", SOURCE)
"""Parents before what belongs to them; at the end what the project's own sources of tags give."""


@dataclass(frozen=True)
class KeyedElement(Keyed):
    """An element of today.

    Attributes:
        has_uid: whether the key is a uid that stands in the script.
        formerly: names that it says it had.
        all_lines: as `lines`, and for a dialogue those of all its sub-dialogues.
    """

    has_uid: bool = False
    formerly: tuple[str, ...] = ()
    all_lines: tuple[str, ...] = ()


def keyed_elements(program: Program, dialogues: Iterable[DialogueFile], report: Report) -> list[KeyedElement]:
    """Give every element that has a tag its key; two elements with one uid go into the report."""
    seen: dict[str, KeyedElement] = {}
    for dialogue in dialogues:
        for element in _in_dialogue(program, dialogue):
            first = seen.setdefault(element.key, element)
            if first is not element and element.has_uid:
                report.add(
                    "TW-LOCK-04",
                    "error",
                    f"the uid {element.key.removeprefix('uid:')} is also at {first.span}",
                    copy_hint(element.span.file, first.span.file),
                    element.span,
                )
    return list(seen.values())


def keyed_source(tag: GeneratedTag) -> KeyedElement:
    """Give a tag of the project's own its key: it is known by its name, and by the names that it says it had."""
    key = f"{SOURCE}:{fold(tag.name)}"
    return KeyedElement(key, SOURCE, tag.name, "", tag.name, span=tag.span, formerly=tag.formerly)


def _in_dialogue(program: Program, dialogue: DialogueFile) -> Iterator[KeyedElement]:
    compiled = program.dialogues[dialogue.name]
    tags = dict(_pairs(compiled.tags))
    own = _key(tags.get("uid"), f"dialogue:{fold(dialogue.name)}")
    nodes = {title: program.nodes[title] for title in compiled.nodes}
    lines = {title: tuple(_lines(node)) for title, node in nodes.items()}
    everything = tuple(line for found in lines.values() for line in found)
    choices: dict[str, str] = {}
    for element in program.elements(dialogue.name):
        node = nodes.get(element.node)
        uid: str | None = None
        formerly: tuple[str, ...] = ()
        inside: tuple[str, ...] = ()
        everything_inside: tuple[str, ...] = ()
        parent = own
        match element.kind:
            case "dialogue":
                uid, parent = tags.get("uid"), ""
                formerly = tuple(v for k, v in _pairs(compiled.tags) if k in ("was", "formerly"))
                everything_inside, stands_in = everything, own
            case "subdialogue" if node is not None:
                uid = next(iter(node.headers.get("uid", ())), None)
                formerly = tuple(word for value in node.headers.get("formerly", ()) for word in value.split())
                inside = everything_inside = lines[element.node]
                stands_in = f"node:{fold(node.name)}"  # members of a group have one title
            case "reply":
                parent = choices[element.parent]
                formerly = element.formerly
                stands_in = f"{parent}/{fold(element.id)}"
            case _:
                formerly = element.formerly
                stands_in = f"{own}/{element.kind}/{fold(element.id)}"
        key = _key(uid, stands_in)
        if element.kind == "choice":
            choices[element.id] = key
        tag = element_tag(dialogue.layout, element)
        yield KeyedElement(
            key,
            element.kind,
            element.id,
            parent,
            tag,
            tuple(inside),
            element.span,
            has_uid=uid is not None,
            formerly=tuple(formerly),
            all_lines=tuple(everything_inside),
        )


def _key(uid: str | None, stands_in: str) -> str:
    return f"uid:{fold(uid)}" if uid else stands_in


def _pairs(tags: Iterable[str]) -> Iterator[tuple[str, str]]:
    for tag in tags:
        name, colon, value = tag.partition(":")
        if colon and value:
            yield name, value


def _lines(node: Node) -> Iterator[str]:
    """Yield the ids that the author wrote, without ``line:``."""
    for step in node.code:
        if isinstance(step, Say) and step.line.explicit:
            yield step.line.id.removeprefix("line:")
        elif isinstance(step, Offer):
            yield from (o.id.removeprefix("line:") for o in step.choice.options if o.explicit)


def check_twins(program: Program, report: Report) -> None:
    """Report every name that differs from an earlier one only in case."""
    first: dict[str, tuple[str, Span]] = {}
    for name, what, span in _cased_names(program):
        known, place = first.setdefault(f"{what} {fold(name)}", (name, span))
        if known != name:
            report.add(
                "TW-PROJ-12",
                "error",
                f"the {what} {name} differs only in case from {known} at {place}",
                "a save ignores case: give one of them another name",
                span,
            )


def _cased_names(program: Program) -> Iterator[tuple[str, str, Span]]:
    for variable in program.variables.values():
        yield variable.name, "variable", variable.span
    for title, group in program.groups.items():
        yield title, "title", program.nodes[group.members[0]].span
    for node in program.nodes.values():
        yield node.name, "title", node.span
        for step in node.code:
            match step:
                case Say(line=line) if line.explicit:
                    yield line.id, "id", line.span
                case Offer(choice=choice):
                    yield from ((o.id, "id", o.span) for o in choice.options if o.explicit)
