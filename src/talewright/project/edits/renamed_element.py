"""Giving an element of a dialogue another name in its script: title, ``#choice:``, ``#line:``, selector, file name.

The script keeps the old name in ``formerly:`` or ``#was:``. A name that another element says it had is that one's: it
is refused, or taken from there. Knows scripts alone; the tags, their uses and the lock are `renaming`'s.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from talewright.diagnostics import Span
from talewright.dialogue import Element, clean_id
from talewright.errors import AlreadyExists, TagError
from talewright.names import fold
from talewright.project.edits.texts import Texts
from talewright.project.scan import SUFFIX, Scan, Scanned
from talewright.project.uses import groups_of

_STRATEGY = re.compile(r"(?<!\S)#selector:([^\s#$<=]+)")
_NAMING = re.compile(r"[ \t]*((?i:selectors)|title)[ \t]*:")
_NAME = re.compile(r"(\S+)")


def segment_of(own: str, old: str, new: str, dialogue: Scanned, element: Element) -> str:
    """Return the new id of an element from the new name of its tag."""
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


def rename_element(
    texts: Texts, moves: dict[str, str], scan: Scan, dialogue: Scanned, element: Element, new: str
) -> None:
    """Write the new id of an element into its script, and the old one as a former name.

    Args:
        texts: gets the changes.
        moves: gets the new path of the file, where the name of a dialogue is that of its file.
        scan: all dialogues.
        dialogue: to which the element belongs.
        element: the element.
        new: its new id.

    Raises:
        TagError: the id does not stand in the script, or not in one place.
        AlreadyExists: a node somewhere has the title that this one is to get.
    """
    path, line = dialogue.path, element.span.line
    same = fold(new) == fold(element.id)  # letter case makes no other name: then no former one is left
    # An element that gets a name back that it had says its present one in that place: a name is old or new, not both.
    match element.kind:
        case "dialogue":
            head = [n for n, where, row in texts.regions(path) if where == "head" and row.lstrip().startswith("#")]
            was = rf"(?<!\S)#was:{re.escape(new)}(?![^\s#])"
            if not same and not any(texts.substitute(path, n, was, f"#was:{dialogue.name}") for n in head):
                texts.insert(path, 1, f"#was:{dialogue.name}")
            if not any(texts.substitute(path, n, r"(?<!\S)#dialogue:[^\s#$<]*", f"#dialogue:{new}") for n in head):
                above, _, name = path.rpartition("/")
                prefix = dialogue.layout.cls.AssetPrefix if name.startswith(dialogue.layout.cls.AssetPrefix) else ""
                moves[path] = f"{above}/{prefix}{new}{SUFFIX}"
        case "subdialogue":
            if "." in element.node:
                raise TagError(
                    f"the node {element.node} is a member of a group, which has its name from other headers",
                    hint="edit its subtitle: and write the old name into formerly:",
                )
            _refuse_title(scan, element.node, new)
            texts.replace(element.span, new)
            if not same and not any(
                texts.substitute(path, number, rf"(?<=[\s:]){re.escape(new)}(?!\S)", element.id)
                for number in texts.headers(path, line)
                if re.match(r"[ \t]*formerly[ \t]*:", texts.rows(path)[number - 1], re.IGNORECASE)
            ):
                texts.insert(path, line + 1, f"formerly: {element.id}")
        case "selector":
            _rename_selector(texts, scan, dialogue, element.id, new)
        case "choice":
            replies = (e for e in dialogue.elements if e.kind == "reply" and e.parent == element.id)
            lines = list(dict.fromkeys([line, *(reply.span.line for reply in replies)]))
            was = rf"#was:choice:{re.escape(new)}(?![^\s#])"
            for number in lines:
                same = texts.substitute(path, number, was, f"#was:choice:{element.id}") or same
            written = 0
            for number in lines:  # the id may stand behind every option of the group
                for tag in _hashtags(texts.rows(path)[number - 1], "choice", element.id):
                    former = "" if same or written else f" #was:choice:{tag[2]}"
                    texts.replace(_span_of(path, number, tag), f"#choice:{new}{former}")
                    written += 1
            if not written:
                raise _made_up(element)
        case _:
            was = rf"#was:(?:line:)?{re.escape(new)}(?![^\s#])"
            tags = _hashtags(texts.rows(path)[line - 1], "reply|line", element.id)
            if not tags:
                raise _made_up(element)
            same = texts.substitute(path, line, was, f"#was:{tags[0][2]}") or same
            former = "" if same else f" #was:{tags[0][2]}"
            texts.replace(_span_of(path, line, tags[0]), f"#{tags[0][1]}:{new}{former}")


def _refuse_title(scan: Scan, old: str, new: str) -> None:
    """Refuse a title that a node or group anywhere has: a second node would be no other, and join a group silently."""
    for dialogue in scan.dialogues:
        for element in dialogue.elements:
            title = element.node.partition(".")[0]
            if element.kind == "subdialogue" and fold(title) == fold(new) and fold(title) != fold(old):
                raise AlreadyExists(f"a node is called {title} already ({element.span})", hint="choose another title")


def _rename_selector(texts: Texts, scan: Scan, dialogue: Scanned, old: str, new: str) -> None:
    """Write the new name of a group selector: in ``selectors:``, ``#selector:``, and the titles of a node group."""
    path = dialogue.path
    titles = {title for title in groups_of(dialogue) if _is(title, old)}
    for title in titles:
        _refuse_title(scan, title, new)
        for other in scan.dialogues:
            for element in other.elements:
                if element.kind != "subdialogue" or element.node.partition(".")[0] != title:
                    continue
                if other is not dialogue:
                    raise TagError(
                        f"the group {title} has members in {other.path}, too, and is one in all dialogues",
                        hint="rename it by hand: the titles, and what jumps there",
                    )
                if element.id.startswith(f"{clean_id(title)}_auto-"):
                    raise TagError(
                        f"a member of the group {title} ({element.span}) has neither a subtitle: nor a uid:, so its "
                        "own tag hangs on the title",
                        hint="run `talewright dialogue tag`, which writes uids, or write a subtitle:",
                    )
    for number, where, row in texts.regions(path):
        end = row.find("//") if "//" in row else len(row)
        if where == "head":
            named, is_title = _STRATEGY.finditer(row) if row.lstrip().startswith("#") else iter(()), False
        elif where == "header" and (found := _NAMING.match(row)) is not None:
            named, is_title = _NAME.finditer(row, found.end(), end), found[1] == "title"
        else:
            continue
        for name in named:
            if name[1] in titles if is_title else _is(name[1], old):
                texts.replace(Span(path, number, name.start(1) + 1, number, name.end(1) + 1), new)


def _hashtags(row: str, kinds: str, segment: str) -> list[re.Match[str]]:
    """Return the hashtags of a row that come to a segment of a tag."""
    return [tag for tag in re.finditer(rf"#({kinds}):([^\s#$<]+)", row) if _is(tag[2], segment)]


def _span_of(path: str, line: int, found: re.Match[str]) -> Span:
    return Span(path, line, found.start() + 1, line, found.end() + 1)


def _is(name: str, segment: str) -> bool:
    """Whether a name comes to a segment of a tag."""
    return fold(clean_id(name)) == fold(segment)


def _made_up(element: Element) -> TagError:
    return TagError(
        f"the id of the {element.kind} at {element.span} does not stand in the script",
        hint="run `talewright dialogue tag`, which writes ids, or write it yourself",
    )
