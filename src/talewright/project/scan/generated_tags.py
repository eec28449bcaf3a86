"""From dialogues to tags: every element's tag, and what stands in the way of it.

Two elements with one tag are an error that names both places; a name that the layout needs for itself is an error
too (tags.md section 1.4). What is generated is always below its TagRoot. Nothing here registers or writes.

The forms of one tag, from the file to the save: an `Element` of a script has an id and no tag, and the cache keeps it
as a plain `Row`; with the layout it becomes a `GeneratedTag`, of which lists and the registry hold a `TagRow`. What it
is over time its key says: a `KeyedElement` of today, `Locked` in the lock; a save holds the tag and that key.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from talewright.diagnostics import Report, Span
from talewright.dialogue import Element, Program
from talewright.names import fold
from talewright.project.scan.dialogue_class import TagLayout
from talewright.project.scan.dialogue_files import DialogueFile
from talewright.tags.files import UNWRITABLE

COMMENT_LENGTH = 60


@dataclass(frozen=True)
class GeneratedTag:
    """One tag, generated from one element.

    Attributes:
        name: the tag.
        comment: the beginning of the element's text, for the pickers of editors.
        span: the place of the element.
        kind: "dialogue", "subdialogue", "selector", "choice" or "reply"; "source" for one of the project's own.
        formerly: what one of the project's own says that it was called.
    """

    name: str
    comment: str
    span: Span
    kind: str
    formerly: tuple[str, ...] = ()


def tags_of(program: Program, dialogues: Iterable[DialogueFile], report: Report) -> list[GeneratedTag]:
    """Generate the tags of all dialogues, in their order; what is wrong goes into the report."""
    return tags_of_elements(((d.layout, program.elements(d.name)) for d in dialogues), report)


def tags_of_elements(dialogues: Iterable[tuple[TagLayout, Iterable[Element]]], report: Report) -> list[GeneratedTag]:
    """Generate the tags of the elements of dialogues, in their order; what is wrong goes into the report."""
    by_tag: dict[str, GeneratedTag] = {}
    said = {(d.span.file, d.span.line) for d in report.errors}
    for layout, elements in dialogues:
        for element in elements:
            if _is_reserved(layout, element, report):
                said.add((element.span.file, element.span.line))
            tag = GeneratedTag(element_tag(layout, element), comment(element.text), element.span, element.kind)
            first = by_tag.setdefault(fold(tag.name), tag)
            # A group selector is shared: the second sub-dialogue that carries it adds no second tag.
            if first is tag or first.kind == tag.kind == "selector":
                continue
            # Within one dialogue the dialogue's own check has said so already, at the same place.
            if (tag.span.file, tag.span.line) not in said:
                message = f"the {tag.kind} and the {first.kind} at {first.span} both generate the tag {tag.name}"
                report.add("TW-PROJ-10", "error", message, "give one of them another name or id", tag.span)
                said.add((tag.span.file, tag.span.line))
    return list(by_tag.values())


def element_tag(layout: TagLayout, element: Element) -> str:
    """Return the tag of an element."""
    match element.kind:
        case "dialogue":
            return layout.root
        case "subdialogue":
            return layout.subdialogue(element.id)
        case "selector":
            return layout.selector(element.id)
        case "choice":
            return layout.choice(element.id)
        case _:
            return layout.reply(element.parent, element.id)


def _is_reserved(layout: TagLayout, element: Element, report: Report) -> bool:
    if element.kind != "subdialogue":
        return False
    name, cls = fold(element.id), layout.cls
    if name == fold(cls.SelectorsTagRoot):
        why = f"group selectors are placed under {cls.SelectorsTagRoot}"
    elif cls.ChoiceTagPrefix and name.startswith(fold(cls.ChoiceTagPrefix)):
        why = f"choices begin with {cls.ChoiceTagPrefix}"
    else:
        return False
    message = f"no sub-dialogue can be called {element.id!r}: {why}"
    report.add("TW-PROJ-11", "error", message, "give the node another title", element.span)
    return True


def comment(text: str) -> str:
    """Shorten an element's text to a comment of one line.

    >>> comment("Smith: What do you need?")
    'Smith: What do you need?'
    """
    if not text.isprintable():  # what the list cannot hold is no part of it in development either
        text = UNWRITABLE.sub(" ", text)
    line = " ".join(text.split())
    return line if len(line) <= COMMENT_LENGTH else line[: COMMENT_LENGTH - 3].rstrip() + "..."
