"""The tagger: writes the ids that a save, a translation and a count hang on, into the scripts, once.

Decides which ids are missing and where they go (dialogue.md section 4.2): ``#line:`` on every line, option and
line-group item; ``#choice:`` on the first option of every group, moved there if it stands on a later one; ``#reply:``
on an option that shadows a line; a ``uid:`` header in every node, a ``#uid:`` hashtag at the head of every file. Ids
are seven lower-case figures, drawn against all ids of the project and those just issued. **Nothing else changes, byte
for byte**: the new text is put together from the old one, is read again, and must be the same tree but for ids; else
the tagger refuses. It writes no files.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, Literal, TypeAlias

from talewright.diagnostics import Report, Span
from talewright.dialogue import syntax
from talewright.dialogue.codes import finding
from talewright.dialogue.syntax import (
    CHOICE,
    LINE,
    REPLY,
    SHADOW,
    Source,
    parse,
    print_script,
    row_starts,
    statements_of,
    tag_hint,
    tagged,
)
from talewright.names import fold

Kind: TypeAlias = Literal["line", "choice", "reply", "node", "file"]
KINDS: Final[tuple[Kind, ...]] = ("line", "choice", "reply", "node", "file")
_BITS: Final = 28
_RENEWED: Final[dict[str, Kind]] = {LINE: "line", CHOICE: "choice", REPLY: "reply", "uid:": "file"}


@dataclass(frozen=True, slots=True)
class Change:
    """An id that was written, or a choice's that was moved.

    Attributes:
        kind: what has it: ``line``, ``choice``, ``reply``, ``node`` or ``file``.
        id: without its prefix.
        span: the line, option, header or file that it was written to, as it lies in the old text.
        moved: whether the id stood on another option before.
    """

    kind: Kind
    id: str
    span: Span
    moved: bool = False


@dataclass(frozen=True, slots=True)
class Tagged:
    """One script with its ids.

    Attributes:
        source: as it was.
        text: as it should be; the same text where nothing is missing, or where the tagger refuses.
        changes: what is new in it.
        report: why it was left alone: it has mistakes, or the new text would not be the same script.
    """

    source: Source
    text: str
    changes: tuple[Change, ...]
    report: Report


@dataclass(frozen=True, slots=True)
class _Edit:
    """Take ``length`` characters out at ``offset``, and put ``text`` in."""

    offset: int
    text: str
    length: int = 0


def tag_sources(
    sources: Sequence[Source], draw: Random, *, kinds: Iterable[Kind] = KINDS, others: Sequence[Source] = ()
) -> list[Tagged]:
    """Return every script with the ids that it lacks.

    Args:
        sources: the scripts to tag.
        draw: where ids come from; ``random.SystemRandom()``, or a seeded one in tests.
        kinds: what should have ids.
        others: scripts of the project that are not tagged, whose ids are taken all the same.

    >>> source = Source("A", "A.yarn", "title: A\\n---\\nHi! // why\\n===\\n")
    >>> print(tag_sources([source], Random(0), kinds=["line"])[0].text, end="")
    title: A
    ---
    Hi! #line:d82c07c // why
    ===
    """
    trees = [(source, *parse(source)) for source in sources]
    used: set[str] = set()
    for script in [*(script for _, script, _ in trees), *(parse(source)[0] for source in others)]:
        used.update(map(fold, _ids_of(script)))
    wanted = frozenset(kinds)
    return [_Tagger(source, script, draw, used, wanted).tag(found) for source, script, found in trees]


def renew_ids(source: Source, draw: Random, others: Iterable[Source]) -> Tagged:
    """Return a script with new ids in place of those that other scripts have, too, or that stand in it twice.

    A copy of a script, of a node or of a line keeps the ids of what it was copied from. What is named once stays.

    Args:
        source: the copy.
        draw: where ids come from.
        others: all other scripts of the project.

    >>> text = "title: A\\n---\\nHi! #line:one\\nHo! #line:two\\n===\\n"
    >>> other = Source("B", "B.yarn", "title: B\\n---\\nHi! #line:one\\n===\\n")
    >>> print(renew_ids(Source("A", "A.yarn", text), Random(0), [other]).text, end="")
    title: A
    ---
    Hi! #line:d82c07c
    Ho! #line:two
    ===
    """
    script, found = parse(source)
    taken = {fold(one) for other in others for one in _ids_of(parse(other)[0])}
    tagger = _Tagger(source, script, draw, {*taken, *map(fold, _ids_of(script))}, frozenset())
    tagger.renew(taken)
    return Tagged(source, tagger.edited(), tuple(tagger.changes), Report(found.errors))


def renewed(sources: Iterable[Source], others: Iterable[Source], draw: Random) -> Iterator[Tagged]:
    """Renew the ids of scripts: those that scripts which are not named have, too, or an earlier one of these."""
    whole = list(others)
    for source in sources:
        one = renew_ids(source, draw, whole)
        yield one
        whole.append(Source(source.name, source.path, one.text))


def shared_ids(sources: Iterable[Source]) -> dict[str, int]:
    """Return how many ids of each script stand elsewhere, too, by its path; scripts without such are left out."""
    own = {source.path: _counted(parse(source)[0]) for source in sources}
    whole: Counter[str] = Counter()
    for counts in own.values():
        whole.update(counts)
    found = {path: sum(whole[one] > 1 for one in counts) for path, counts in own.items()}
    return {path: count for path, count in found.items() if count}


def _counted(script: syntax.Script) -> Counter[str]:
    """Count the ids of a script that must be unique in a project.

    Shadows name the id of another line; the options of a group may have one choice id together.
    """
    given = Counter(fold(one) for one in _ids_of(script, (LINE, REPLY)))
    for group in _groups(script):
        choices = (tagged(option.tags, CHOICE) for option in group.options)
        given.update({fold(tag.text.removeprefix(CHOICE)) for tag in choices if tag is not None})
    return given


def _groups(script: syntax.Script) -> Iterator[syntax.OptionGroup]:
    for node in script.nodes:
        yield from (one for one in statements_of(node.body) if isinstance(one, syntax.OptionGroup))


def missing_ids(tagged: Iterable[Tagged]) -> Report:
    """Return what a tagger would write as findings (for ``--check``), and why it would refuse."""
    report = Report()
    for one in tagged:
        report += one.report
        for change in one.changes:
            what = "stands on the wrong option" if change.moved else "is missing"
            hint = tag_hint(change.span.file)
            report.append(finding("TW-YARN-24", f"the id of this {change.kind} {what}", change.span, hint))
    return report


class _Tagger:
    def __init__(
        self, source: Source, script: syntax.Script, draw: Random, used: set[str], kinds: frozenset[Kind]
    ) -> None:
        self.source = source
        self.script = script
        self.draw = draw
        self.used = used
        self.kinds = kinds
        self.starts = row_starts(source.text)
        self.changes: list[Change] = []
        self.edits: list[_Edit] = []

    def tag(self, found: Report) -> Tagged:
        text = self.source.text
        if found.errors:
            return Tagged(self.source, text, (), Report(found.errors))
        if "file" in self.kinds and not any(tag.text.startswith("uid:") for tag in self.script.tags):
            self._tag_file()
        for node in self.script.nodes:
            if "node" in self.kinds and node.title and not any(h.key.lower() == "uid" for h in node.headers):
                self._tag_node(node)
            for statement in statements_of(node.body):
                self._tag_statement(statement)
        new = self.edited()
        refused = self._compare(new, found)
        if refused:
            return Tagged(self.source, text, (), refused)
        return Tagged(self.source, new, tuple(self.changes), Report())

    # What is missing

    def _tag_file(self) -> None:
        new = self._new()
        self.edits.append(_Edit(self.starts[0], f"#uid:{new}{self._line_end()}"))
        self.changes.append(Change("file", new, Span(self.source.path)))

    def _tag_node(self, node: syntax.Node) -> None:
        title = next(header for header in node.headers if header.key == "title")
        row = title.span.line
        new = self._new()
        indent = self.source.text[self.starts[row - 1] : self._offset(title.span.line, title.span.column)]
        self.edits.append(_Edit(self.starts[row], f"{indent}uid: {new}{self._line_end()}"))
        self.changes.append(Change("node", new, title.span))

    def _tag_statement(self, statement: syntax.Statement) -> None:
        match statement:
            case syntax.LineStatement() if statement.text.pieces:
                self._tag_line(statement)
            case syntax.LineGroup():
                for item in statement.items:
                    self._tag_line(item)
            case syntax.OptionGroup():
                self._tag_choice(statement)
            case _:
                pass

    def _tag_line(
        self, statement: syntax.LineStatement | syntax.OptionStatement, more: str = "", *, option: bool = False
    ) -> None:
        added = more
        if tagged(statement.tags, LINE) is None:
            kind: Kind = "reply" if tagged(statement.tags, SHADOW) is not None else "line"
            wanted = kind in self.kinds and (kind == "line" or (option and tagged(statement.tags, REPLY) is None))
            if wanted:
                new = self._new()
                added += f" #{LINE if kind == 'line' else REPLY}{new}"
                self.changes.append(Change(kind, new, statement.span))
        if added:
            end = self._end(statement)
            behind = self.source.text[end : end + 1]
            self.edits.append(_Edit(end, added if not behind or behind.isspace() else added + " "))

    def _tag_choice(self, group: syntax.OptionGroup) -> None:
        held = [(option, tag) for option in group.options if (tag := tagged(option.tags, CHOICE)) is not None]
        first = group.options[0]
        more = ""
        if "choice" in self.kinds and not held:
            new = self._new()
            more = f" #{CHOICE}{new}"
            self.changes.append(Change("choice", new, first.span))
        elif "choice" in self.kinds and held[0][0] is not first and len(held) == 1:
            tag = held[0][1]
            more = f" #{tag.text}"
            self.edits.append(self._without(tag))
            self.changes.append(Change("choice", tag.text.removeprefix(CHOICE), first.span, moved=True))
        for option in group.options:
            self._tag_line(option, more if option is first else "", option=True)

    def renew(self, taken: set[str]) -> None:
        """Make new ids for what other scripts have, and for what comes a second time."""
        seen: set[str] = set()
        group: dict[str, str | None] = {}  # of the options that are gone through: each choice id, and its new one

        def change(old: str, kind: Kind, span: Span, offset: int) -> None:
            known = fold(old)
            again = kind == "choice" and known in group
            new = group[known] if again else self._new() if known in taken or known in seen else None
            if kind == "choice":
                group[known] = new
            if new is not None:
                self.edits.append(_Edit(offset, new, len(old)))
                self.changes.append(Change(kind, new, span))
            seen.add(known)

        def tags(found: Iterable[syntax.Hashtag]) -> None:
            for tag in found:
                for prefix, kind in _RENEWED.items():
                    if tag.text.startswith(prefix) and tag.text != prefix:
                        at = self._offset(tag.span.line, tag.span.column) + 1 + len(prefix)
                        change(tag.text.removeprefix(prefix), kind, tag.span, at)

        tags(tag for tag in self.script.tags if tag.text.startswith("uid:"))
        for node in self.script.nodes:
            for header in node.headers:
                if header.key.lower() == "uid" and header.value:
                    place = header.value_span
                    change(header.value, "node", place, self._offset(place.line, place.column))
            for statement in statements_of(node.body):
                match statement:
                    case syntax.LineStatement():
                        tags(statement.tags)
                    case syntax.OptionGroup(options=parts) | syntax.LineGroup(items=parts):
                        group.clear()
                        for part in parts:
                            tags(part.tags)
                    case _:
                        pass

    def _new(self) -> str:
        while True:
            new = f"{self.draw.getrandbits(_BITS):07x}"
            if new not in self.used:
                self.used.add(new)
                return new

    # Where it goes

    def _offset(self, line: int, column: int) -> int:
        return self.starts[line - 1] + column - 1

    def _end(self, statement: syntax.LineStatement | syntax.OptionStatement) -> int:
        """Return the offset behind the last thing of a line: its hashtags, its condition or its text."""
        if statement.tags:
            last = statement.tags[-1].span
            return self._behind_odd_blanks(self._offset(last.end_line, last.end_column))
        if statement.condition is not None:
            place = statement.condition.span
            return self.source.text.index(">>", self._offset(place.end_line, place.end_column)) + 2
        return self._behind_odd_blanks(self._offset(statement.text.span.end_line, statement.text.span.end_column))

    def _behind_odd_blanks(self, end: int) -> int:
        """Go behind blanks of other kinds (no-break, ideographic): for other tools they would be a part of the id."""
        text = self.source.text
        at = end
        while text[at : at + 1].isspace() and text[at] not in "\r\n":
            at += 1
            if text[at - 1] not in " \t":
                end = at
        return end

    def _without(self, tag: syntax.Hashtag) -> _Edit:
        start = self._offset(tag.span.line, tag.span.column)
        blank = self.source.text[start - 1] in " \t"
        return _Edit(start - blank, "", len(tag.text) + 1 + blank)

    def _line_end(self) -> str:
        text = self.source.text
        at = min((at for end in "\r\n" if (at := text.find(end)) >= 0), default=-1)
        if at < 0:
            return "\n"
        return "\r\n" if text.startswith("\r\n", at) else text[at]

    def edited(self) -> str:
        """Return the text with all edits."""
        parts: list[str] = []
        at = 0
        for edit in sorted(self.edits, key=lambda edit: edit.offset):
            parts += [self.source.text[at : edit.offset], edit.text]
            at = edit.offset + edit.length
        return "".join([*parts, self.source.text[at:]])

    # The proof

    def _compare(self, new: str, found: Report) -> Report:
        script, report = parse(Source(self.source.name, self.source.path, new))
        same = print_script(self.script, ids=False) == print_script(script, ids=False)
        kept = [_kept_ids(one, self.changes) for one in (self.script, script)]
        if same and [f.code for f in report] == [f.code for f in found] and kept[0] == kept[1]:
            return Report()
        message = "with its ids this script would read differently, so it is left as it is"
        hint = "give the lines around the last change their ids by hand, and tell the makers of the tagger"
        return Report([finding("TW-YARN-26", message, Span(self.source.path), hint)])


def _kept_ids(script: syntax.Script, changes: Sequence[Change]) -> list[str]:
    """Return the ids of a script without the new ones: they must be the old ones, in their order."""
    new = {change.id for change in changes}
    return [one for one in _ids_of(script) if one not in new]


def _ids_of(script: syntax.Script, prefixes: Sequence[str] = (LINE, CHOICE, REPLY, SHADOW)) -> Iterator[str]:
    """Yield the ids that a script holds, without their prefixes: of the file, of nodes, and in hashtags."""
    yield from (tag.text.removeprefix("uid:") for tag in script.tags if tag.text.startswith("uid:"))
    for node in script.nodes:
        yield from (header.value for header in node.headers if header.key.lower() == "uid")
        for statement in statements_of(node.body):
            match statement:
                case syntax.LineStatement(tags=tags):
                    parts = [tags]
                case syntax.OptionGroup(options=found) | syntax.LineGroup(items=found):
                    parts = [one.tags for one in found]
                case _:
                    continue
            for tag in (tag for tags in parts for tag in tags):
                prefix = next((one for one in prefixes if tag.text.startswith(one)), None)
                if prefix is not None and tag.text != prefix:
                    yield tag.text.removeprefix(prefix)
