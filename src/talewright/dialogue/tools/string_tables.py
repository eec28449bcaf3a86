"""The texts of a story for translators: what there is to translate, and what a translation stands for.

Decides what a text is: as it is written, its expressions numbered (``{0}``), speaker and markup in it, the id of its
line as its key (dialogue.md section 6.11). Shadow lines have no text of their own. Texts come in the order of the
scripts, each with what a translator needs to know: where, who says it, what was said before, the writer's comments. A
translation keeps a hash, the lock, of the text that it was made of: where that text has changed, it is stale. How
tables look in files is decided in `string_csv` and `string_po`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeAlias

from talewright.dialogue.program import Program
from talewright.dialogue.syntax import Source, split_rows
from talewright.dialogue.text import Hole, Marker, Said, lacks, replacement, said_in
from talewright.dialogue.tools.contents import Content, contents_of

Status: TypeAlias = Literal["translated", "stale", "missing", "orphan"]

_COMMENT: Final = re.compile(r"//+\s*(.*)$")
_NUMBERED: Final = re.compile(r"(?<!\\)(?:\\\\)*\{(\d+)\}")
_UNNUMBERED: Final = re.compile(r"(?<!\\)(?:\\\\)*\{(?!\d+\})[^{}]*\}?")
_MARKER: Final = re.compile(r"(?<!\\)\[(/?[a-zA-Z_]\w*)")


@dataclass(frozen=True, slots=True)
class Text:
    """A text of the story.

    Attributes:
        id: ``line:need``.
        text: as it is written, expressions numbered.
        speaker: who says it, as it is written; empty where nobody is named.
        file: of the script.
        line: in it.
        node: the sub-dialogue.
        choice: of a reply: the id of its choice.
        previous: what was said before it, in the order of the text.
        comment: what the writer notes, above it and behind it.
        explicit: whether the writer gave the id.
    """

    id: str
    text: str
    speaker: str = ""
    file: str = ""
    line: int = 0
    node: str = ""
    choice: str = ""
    previous: str = ""
    comment: str = ""
    explicit: bool = True

    @property
    def lock(self) -> str:
        """The hash by which a translation knows the text that it was made of."""
        return lock_of(self.text)

    @property
    def path(self) -> str:
        """Where it stands, for people: the sub-dialogue, and of a reply its choice."""
        return f"{self.node} > {self.choice}" if self.choice else self.node


def lock_of(text: str) -> str:
    """Return the hash of a text.

    >>> lock_of("What?")
    'a4949e2c'
    """
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def texts_of(program: Program, sources: Iterable[Source] = ()) -> list[Text]:
    """Return the texts of a story, in the order of its scripts.

    Args:
        program: the story.
        sources: its scripts, for the comments in them.

    >>> from talewright.dialogue import compile
    >>> program = compile({"A": "title: A\\n---\\nAnn: {1 + 1} coins. #line:two\\n==="})
    >>> [(one.id, one.text, one.speaker) for one in texts_of(program)]
    [('line:two', 'Ann: {0} coins.', 'Ann')]
    """
    rows = {source.path: split_rows(source.text) for source in sources}
    found: list[Text] = []
    said: dict[str, str] = {}
    for one in contents_of(program):
        text = numbered(one.text)
        if not one.shadow:
            found.append(
                Text(
                    one.string, text, one.speaker, one.span.file, one.span.line, one.node, one.choice,
                    said.get(one.node, ""), _comment(one, rows.get(one.span.file, [])), one.explicit,
                )
            )  # fmt: skip
        if one.kind == "line":
            said[one.node] = text
    return found


def numbered(text: str) -> str:
    """Number the expressions of a text as it is written.

    >>> numbered('{$a} of {f("}")}, \\\\{not}')
    '{0} of {1}, \\\\{not}'
    """
    parts: list[str] = []
    count, depth, quoted, at = 0, 0, False, 0
    while at < len(text):
        sign = text[at]
        if sign == "\\" and at + 1 < len(text):
            if not depth:
                parts.append(text[at : at + 2])
            at += 2
            continue
        if depth and sign == '"':
            quoted = not quoted
        elif not quoted and sign == "{":
            if not depth:
                parts.append(f"{{{count}}}")
                count += 1
            depth += 1
        elif not quoted and sign == "}" and depth:
            depth -= 1
        elif not depth:
            parts.append(sign)
        at += 1
    return "".join(parts)


def _comment(one: Content, rows: Sequence[str]) -> str:
    if not 0 < one.span.line <= len(rows):
        return ""
    found: list[str] = []
    at = one.span.line - 2
    while at >= 0 and (above := rows[at].strip()).startswith("//"):
        found.insert(0, above.lstrip("/").strip())
        at -= 1
    row = rows[one.span.line - 1]
    behind = _COMMENT.search(row, row.find(one.text) + len(one.text)) if one.text in row else None
    if behind is not None:
        found.append(behind[1].strip())
    return " / ".join(comment for comment in found if comment)


# Tables ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Translation:
    """One row of a table.

    Attributes:
        source: the text of the story, as it was when the table was written.
        text: its translation; empty where there is none yet.
        lock: the hash of the text that it was made of; empty where there is none.
        was: the text that a stale translation was made of, where that is known.
        note: what translators note.
        orphan: whether the story did not have the text any more.
    """

    source: Text
    text: str = ""
    lock: str = ""
    was: str = ""
    note: str = ""
    orphan: bool = False

    @property
    def status(self) -> Status:
        """How it stands."""
        if self.orphan:
            return "orphan"
        if not self.text:
            return "missing"
        return "translated" if self.lock == self.source.lock else "stale"


@dataclass(slots=True)
class StringTable:
    """The texts of a story in one language, in the order of the story; texts that it lost come last.

    Attributes:
        language: a language tag, ``de``, ``pt-BR``.
        rows: one a text.
        plain: whether nothing tells its texts from those of the story: it has ids and one text each.
    """

    language: str
    rows: list[Translation] = field(default_factory=list)
    plain: bool = False

    @classmethod
    def empty(cls, language: str, texts: Iterable[Text]) -> StringTable:
        """Make a table in which nothing is translated yet."""
        return cls(language, [Translation(text) for text in texts])

    def updated(self, texts: Iterable[Text]) -> StringTable:
        """Return the table for the story as it is now: no translation is lost, changed texts make theirs stale."""
        known = {row.source.id: row for row in self.rows}
        rows: list[Translation] = []
        for text in texts:
            row = known.pop(text.id, None)
            if row is None:
                rows.append(Translation(text))
                continue
            changed = row.source.text != text.text
            was = row.source.text if changed and row.status == "translated" else row.was
            if row.text and row.lock == text.lock:
                was = ""
            rows.append(replace(row, source=text, was=was, orphan=False))
        lost = [replace(row, orphan=True) for row in known.values() if row.text or row.note]
        return StringTable(self.language, [*rows, *lost])

    def taking(self, other: StringTable) -> StringTable:
        """Return this table with what translators changed in another: texts and notes; new texts are not stale."""
        theirs = {row.source.id: row for row in other.rows}
        rows: list[Translation] = []
        for row in self.rows:
            new = theirs.get(row.source.id)
            if new is not None and other.plain and new.source.text not in ("", row.source.text):
                new = Translation(row.source, new.source.text, row.source.lock, note=new.note)
            if new is None or not new.text:
                rows.append(row if new is None or not new.note else replace(row, note=new.note))
                continue
            lock, was = row.lock, row.was
            if new.text != row.text or new.status == "translated":
                lock = new.source.lock if new.text != row.text else new.lock
                was = "" if lock == row.source.lock else new.source.text
            rows.append(replace(row, text=new.text, lock=lock, was=was, note=new.note or row.note))
        return StringTable(self.language, rows)

    def texts(self, *, stale: bool = True) -> dict[str, str]:
        """Return the translations by id, for `translated`; ``stale`` ones too, unless that is switched off."""
        wanted = ("translated", "stale") if stale else ("translated",)
        return {row.source.id: row.text for row in self.rows if row.status in wanted}


@dataclass(frozen=True, slots=True)
class Drift:
    """How far a language is behind the story.

    Attributes:
        language: which.
        counts: how many texts have which status.
        rows: those that need work: stale, missing, orphaned.
        broken: translations whose values or markup are not those of the text, and what is wrong.
    """

    language: str
    counts: Mapping[Status, int]
    rows: tuple[Translation, ...]
    broken: tuple[tuple[Translation, str], ...]

    @property
    def clean(self) -> bool:
        """Whether nothing needs work but texts that the story lost."""
        return not self.broken and not any(row.status in ("stale", "missing") for row in self.rows)


def drift_of(table: StringTable, texts: Iterable[Text]) -> Drift:
    """Compare a table with the story as it is now."""
    rows = table.updated(texts).rows
    counts: dict[Status, int] = {"translated": 0, "stale": 0, "missing": 0, "orphan": 0}
    for row in rows:
        counts[row.status] += 1
    broken = [
        (row, wrong)
        for row in rows
        if row.status in ("translated", "stale")
        for wrong in problems(row.source.text, row.text, table.language, speaks=not row.source.choice)
    ]
    return Drift(table.language, counts, tuple(r for r in rows if r.status != "translated"), tuple(broken))


def problems(source: str, text: str, language: str = "en", *, speaks: bool = True) -> Iterator[str]:
    """Say what a translation lost, made up or broke: values, markers, cases of replacements, the speaker.

    Args:
        source: the text of the story.
        text: its translation.
        language: of the translation, whose plural classes it needs.
        speaks: whether it is a line, which may have a speaker, and no option.

    >>> list(problems("{0} [b]coins[/b]", "[i]Münzen[/i]"))
    ['the value {0} is missing', 'the marker [b] is missing', 'the marker [i] is not in the text']
    """
    theirs, ours = set(_NUMBERED.findall(text)), set(_NUMBERED.findall(source))
    for number in sorted(ours - theirs):
        yield f"the value {{{number}}} is missing"
    for number in sorted(theirs - ours):
        yield f"the value {{{number}}} is not in the text"
    theirs = {one for one in _MARKER.findall(text) if not one.startswith("/")}
    ours = {one for one in _MARKER.findall(source) if not one.startswith("/")}
    for name in sorted(ours - theirs):
        yield f"the marker [{name}] is missing"
    for name in sorted(theirs - ours):
        yield f"the marker [{name}] is not in the text"
    for found in _UNNUMBERED.finditer(text):
        yield f"{found[0]} is no value, and is shown as it stands: values are {{0}}, {{1}}"
    before, after = said_in(source, speaks=speaks), said_in(text, speaks=speaks)
    if after.wrong and not before.wrong:
        yield f"the markup is broken: {after.wrong}"
    yield from _lost_cases(before, after, language)
    if speaks and "[character" not in source + text:
        if before.speaker is not None and after.speaker is None and "\\:" not in text:
            yield "nobody speaks: the name and the colon are missing"
        elif before.speaker is None and after.speaker is not None and not before.wrong:
            yield r"what stands before the colon is taken for a speaker: write \:"


def _lost_cases(before: Said, after: Said, language: str) -> Iterator[str]:
    """Say which cases of replacements a translation lacks: of a count those of its language, else those of the text."""
    if after.markup is None:
        return
    for lack in lacks(after.markup.tokens, (), {}, language):
        yield lack.message
    known = [] if before.markup is None else before.markup.tokens
    wanted = {_looks_at(one): replacement(one)[1] for one in known if isinstance(one, Marker) and one.name == "select"}
    for one in after.markup.tokens:
        if isinstance(one, Marker) and one.name == "select":
            cases = replacement(one)[1]
            for case in wanted.get(_looks_at(one), {}):
                if case not in cases:
                    yield f"[select] lacks the case {case}"


def _looks_at(marker: Marker) -> object:
    value = replacement(marker)[0]
    return value.number if isinstance(value, Hole) else value
