"""Giving an element of a dialogue another name in its script: title, ``#choice:``, ``#line:``, selector, file name.

The script keeps the old name in ``formerly:`` or ``#was:``. A name that another element says it had is that one's: it
is refused, or taken from there. Knows scripts alone; the tags, their uses and the lock are `rename`'s.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from talewright.dialogue import Element, clean_id
from talewright.errors import TagError
from talewright.names import fold
from talewright.project.incremental import Scan, Scanned
from talewright.project.listing import SUFFIX
from talewright.project.texts import Texts


def segment_of(own: str, old: str, new: str, dialogue: Scanned, element: Element) -> str:
    """Give the new id of an element from the new name of its tag."""
    above, _, last = new.rpartition(".")
    if fold(above) != fold(old.rpartition(".")[0]):
        raise TagError(f"{own} can change its last part alone", hint="move the element itself to move its tag")
    prefix = {"choice": dialogue.layout.cls.ChoiceTagPrefix, "reply": dialogue.layout.cls.ReplyTagPrefix}.get(
        element.kind, ""
    )
    if not last.startswith(prefix) or not last[len(prefix) :] or clean_id(last) != last:
        raise TagError(f"the tag of a {element.kind} ends with {prefix}name, of letters, digits, _ and -")
    return last[len(prefix) :]


def retire(texts: Texts, scanned: Scan, element: Element, new: str, *, release: bool) -> None:
    """Refuse a name that another element says it had, or take it from there."""
    for other in (e for each in scanned.dialogues for e in each.elements if e != element and e.kind == element.kind):
        if new not in other.formerly:
            continue
        if not release:
            raise TagError(
                f"{new} is a former name of {other.id} ({other.span}), whose counts in saves it would take",
                hint="choose another name, or release this one, if no save can hold it",
            )
        path, line, name = other.span.file, other.span.line, re.escape(new)
        lines: Iterable[int] = (line,)
        match other.kind:
            case "dialogue":
                lines = [n for n, row in enumerate(texts.rows(path), 1) if row.startswith("#")]
                was = rf"^#(?:was|formerly):{name}(?:[ \t]+(?=#)|\s*\Z)|[ \t]*#(?:was|formerly):{name}(?![^\s#])"
            case "subdialogue":
                header, rows = r"(?i:^[ \t]*formerly[ \t]*:)", texts.rows(path)
                lines = [n for n in texts.headers(path, line) if re.match(header, rows[n - 1])]
                was = rf"{header}[ \t]*{name}[ \t]*(?:\r\n|\n|\r)|(?<=[ \t:]){name}(?!\S)[ \t]*"
            case "choice":
                was = rf"[ \t]*#was:choice:{name}(?![^\s#])"
            case _:
                was = rf"[ \t]*#was:(?:line:)?{name}(?![^\s#])"
        for number in lines:
            texts.substitute(path, number, was, "")


def rename_element(texts: Texts, moves: dict[str, str], dialogue: Scanned, element: Element, new: str) -> None:
    """Write the new id of an element into its script, and the old one as a former name.

    Args:
        texts: gets the changes.
        moves: gets the new path of the file, where the name of a dialogue is that of its file.
        dialogue: to which the element belongs.
        element: the element.
        new: its new id.

    Raises:
        TagError: the id does not stand in the script, or not in one place.
    """
    path, line = dialogue.path, element.span.line
    # An element that gets a name back that it had says its present one in that place: a name is old or new, not both.
    match element.kind:
        case "dialogue":
            if not any(
                texts.substitute(path, number, rf"#was:{re.escape(new)}(?![^\s#])", f"#was:{dialogue.name}")
                for number, row in enumerate(texts.rows(path), 1)
                if row.startswith("#")
            ):
                texts.insert(path, 1, f"#was:{dialogue.name}")
            rows = texts.rows(path)
            named = next((n for n, row in enumerate(rows, 1) if f"#dialogue:{dialogue.name}" in row), None)
            if named is not None:
                texts.substitute(path, named, rf"#dialogue:{re.escape(dialogue.name)}(?![^\s#])", f"#dialogue:{new}")
            else:
                head, _, name = path.rpartition("/")
                prefix = dialogue.layout.cls.AssetPrefix if name.startswith(dialogue.layout.cls.AssetPrefix) else ""
                moves[path] = f"{head}/{prefix}{new}{SUFFIX}"
        case "subdialogue":
            if any(node.kind == "selector" and node.id == element.node for node in dialogue.elements) or (
                element.node != element.id
            ):
                raise TagError(
                    f"the node {element.node} is a member of a group, which has its name from other headers",
                    hint="edit its subtitle: and write the old name into formerly:",
                )
            texts.replace(element.span, new)
            if not any(
                texts.substitute(path, number, rf"(?<=[\s:]){re.escape(new)}(?!\S)", element.id)
                for number in texts.headers(path, line)
                if re.match(r"[ \t]*formerly[ \t]*:", texts.rows(path)[number - 1], re.IGNORECASE)
            ):
                texts.insert(path, line + 1, f"formerly: {element.id}")
        case "selector":
            wanted = rf"(?<![^\s#:]){re.escape(element.id)}(?![^\s=])"
            for number, row in enumerate(texts.rows(path), 1):
                if re.match(r"[ \t]*selectors[ \t]*:", row, re.IGNORECASE) or row.startswith("#selector:"):
                    texts.substitute(path, number, wanted, new)
        case "choice":
            rest = rf"#choice:{re.escape(element.id)}(?![^\s#])"
            was = rf"#was:choice:{re.escape(new)}(?![^\s#])"
            back = texts.substitute(path, line, was, f"#was:choice:{element.id}")
            if not texts.substitute(
                path, line, rest, f"#choice:{new}" + ("" if back else f" #was:choice:{element.id}")
            ):
                raise _made_up(element)
        case _:
            rest = rf"#(line|reply):{re.escape(element.id)}(?![^\s#])"
            was = rf"#was:(?:line:)?{re.escape(new)}(?![^\s#])"
            back = texts.substitute(path, line, was, f"#was:{element.id}")
            if not texts.substitute(path, line, rest, rf"#\1:{new}" + ("" if back else f" #was:{element.id}")):
                raise _made_up(element)


def _made_up(element: Element) -> TagError:
    return TagError(
        f"the id of the {element.kind} at {element.span} does not stand in the script",
        hint="run `talewright dialogue tag`, which writes ids, or write it yourself",
    )
