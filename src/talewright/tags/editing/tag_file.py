"""`TagFile`: one tag file, changed row by row.

What is not changed stays as it is, byte for byte: comments, order, blank lines, the byte-order mark, line ends, the
manner of the rows (tags.md section 3.6). A new row goes into its place among those under the same parent, else to the
end of the list. Unreal's own editor writes the whole list anew, and all remarks are lost.

A file that was generated is not edited by hand. Writing refuses a file that somebody changed since it was read, and one
that is read-only. What belongs into which file, `TagFolder` decides.
"""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from talewright.config import IniDocument
from talewright.diagnostics import Report, Span
from talewright.errors import AlreadyExists, NotFound, TagError
from talewright.files import READ_ONLY_HINT, atomic
from talewright.names import fold
from talewright.tags.editing.row_texts import Lines, Manner, RowText, escapes_apostrophes, manner_of, row_texts
from talewright.tags.files import (
    LIST_SECTION,
    PLAIN,
    REDIRECTS,
    RESTRICTED,
    RESTRICTED_SECTION,
    SETTINGS_SECTION,
    SPELLED,
    TAGS,
    conflicts_in,
    read_tag_list,
)
from talewright.tags.values import TagList, check, parent_of, shown, sort_key

_REMARKS = re.compile(r"(?:;.*(?:\n|\Z))*+")
_SAYS = (re.compile(r"\bgenerated\b", re.IGNORECASE), re.compile(r"\bdo not edit\b", re.IGNORECASE))
_LISTS = (TAGS, RESTRICTED, PLAIN)


class TagFile:
    """A tag file in memory.

    Args:
        document: its text.
        path: where it is written; None for one that is never written.
        on_disk: the bytes that it had when it was read; None for a new file.

    >>> text = '[/Script/GameplayTags.GameplayTagsList]\\n; people\\n'
    >>> text += 'GameplayTagList=(Tag="Npc.Smith",DevComment="rude")\\n'
    >>> file = TagFile(IniDocument.from_text(text, "Npc.ini"))
    >>> file.add("Npc.Rat", "in the cellar")
    >>> print(file.text, end="")
    [/Script/GameplayTags.GameplayTagsList]
    ; people
    GameplayTagList=(Tag="Npc.Rat",DevComment="in the cellar")
    GameplayTagList=(Tag="Npc.Smith",DevComment="rude")
    """

    def __init__(self, document: IniDocument, path: Path | None = None, on_disk: bytes | None = None) -> None:
        self.path = path
        self.name = document.file
        self.on_disk = on_disk
        self._document = document
        self._encoding = document.encoding
        self._newline = document.newline or "\n"
        self._before = document.to_text()
        self._text = self._before
        self._rows: list[RowText] | None = None
        self._escapes: bool | None = None
        self._declared: TagList | None = None

    @classmethod
    def read(cls, path: Path | str, *, shown: str | None = None) -> TagFile:
        """Read a file.

        Args:
            path: the file.
            shown: its name in findings, if it is not the path.

        Raises:
            FileNotFoundError: there is no such file.
            ConfigError: it is no text.
        """
        path = Path(path)
        data = path.read_bytes()
        return cls(IniDocument.parse(data, os.fspath(path) if shown is None else shown), path, data)

    @classmethod
    def new(cls, path: Path | str, *, shown: str | None = None) -> TagFile:
        """Begin a file that is not there yet; it is made when it is written."""
        path = Path(path)
        return cls(IniDocument(os.fspath(path) if shown is None else shown, newline="\n"), path)

    # What it says

    @property
    def text(self) -> str:
        """Its text as it is now."""
        return self._text

    @property
    def changed(self) -> bool:
        """Whether it differs from what was read."""
        return self.text != self._before

    @property
    def generated(self) -> bool:
        """Whether a tool wrote it: its first remarks say "generated" and "do not edit"."""
        remarks = _REMARKS.match(self.text.replace("\r\n", "\n"))
        generated = _SAYS[0].search(remarks[0]) if remarks else None
        return generated is not None and _SAYS[1].search(generated.string, generated.end()) is not None

    def declared(self) -> TagList:
        """Read what it declares now."""
        if self._declared is None:
            self._declared = read_tag_list(self._document)
        return self._declared

    def conflicts(self) -> Report:
        """Say whether it holds the marks of an unresolved merge, so that nothing of it counts."""
        return conflicts_in(self._document)

    def __contains__(self, name: str) -> bool:
        return bool(self._declaring(name))

    def span(self, name: str) -> Span | None:
        """Return the place of the first row that declares a tag."""
        rows = self._declaring(name)
        return rows[0].entry.span if rows else None

    def to_bytes(self) -> bytes:
        """Return the file in the encoding that it has."""
        if not self.changed and self.on_disk is not None:
            return self.on_disk
        return self._encoding.encode(self.text, self._document.style)

    def diff(self) -> str:
        """Return what changed, as a unified diff; empty if nothing did."""
        is_new = self.path is not None and self.on_disk is None
        before, after = self._before.splitlines(keepends=True), self.text.splitlines(keepends=True)
        lines = difflib.unified_diff(before, after, "/dev/null" if is_new else f"a/{self.name}", f"b/{self.name}")
        return "".join(line if line.endswith(("\n", "\r")) else f"{line}\n\\ no line end\n" for line in lines)

    # Tags

    def add(self, name: str, comment: str = "", *, restricted: bool = False, allows_plain: bool = False) -> None:
        """Add the row of a tag.

        Args:
            name: the tag.
            comment: its DevComment.
            restricted: make it a restricted row.
            allows_plain: of a restricted row: whether others may stand under it.

        Raises:
            InvalidName: see `talewright.tags.check`.
            AlreadyExists: the file declares it already.
            TagError: the file was generated.
        """
        self._refuse_generated()
        check(name)
        if known := self._declaring(name):
            raise AlreadyExists(
                f"{name} is declared already, at {known[0].entry.span}", hint="change its comment there"
            )
        key = RESTRICTED if restricted else TAGS
        section = self._section_for(key)
        rows = [row for row in self._texts() if row.key == key and fold(row.section) == fold(section)]
        before, like = _place(rows, name)
        manner = self._manner(like or (rows[-1] if rows else None), section)
        fields = [("Tag", manner.quoted(name)), ("DevComment", manner.quoted(comment))]
        if restricted:
            fields.append(("bAllowNonRestrictedChildren", str(allows_plain)))
        line = manner.row(SPELLED[key], *fields)
        if before is not None:
            self._insert(before.start, line)
        elif rows:
            self._insert((like or rows[-1]).end, line)
        else:
            self._insert_in(section, line)

    def set_comment(self, name: str, comment: str) -> None:
        """Set another comment of a tag.

        Raises:
            NotFound: the file does not declare it.
            TagError: the file was generated, or the row's style has no comment.
        """
        self._refuse_generated()
        row = self._one(name)
        manner = self._manner(row, row.section)
        value = row.values.get("devcomment")
        if row.key == PLAIN:
            raise TagError(f"the row at {row.entry.span} is of the old kind without comments", hint="move it to a list")
        if value is None:
            tag = row.values["tag"]
            at = tag.end + tag.quoted
            self._splice([(at, at, f"{manner.comma}DevComment={manner.quoted(comment)}")])
        elif value.text != comment:
            written = manner.quoted(comment)
            self._splice([(value.start, value.end, written[1:-1] if value.quoted else written)])

    def rename(self, names: Callable[[str], str | None]) -> list[tuple[str, str]]:
        """Rename tags where they are declared; no redirect is written.

        Args:
            names: gives the new name of a tag, or None for those that keep theirs.

        Returns:
            The old and new names of the rows that were changed, in order.
        """
        edits, done = [], []
        for row in self._texts():
            if row.key in _LISTS and (new := names(row.text("tag"))) is not None and new != row.text("tag"):
                edits.append(_replaced(row, "tag", check(new), self._manner(row, row.section)))
                done.append((row.text("tag"), new))
        if edits:
            self._refuse_generated()
            self._splice(edits)
        return done

    def remove(self, name: str) -> str:
        """Take out every row that declares a tag; remarks stay.

        Returns:
            Its comment.

        Raises:
            NotFound: the file does not declare it.
            TagError: the file was generated.
        """
        self._refuse_generated()
        comment = self._one(name).text("devcomment")
        self.remove_all([name])
        return comment

    def remove_all(self, names: Iterable[str]) -> list[str]:
        """Take out every row that declares one of these tags, in one step; remarks stay.

        Returns:
            The tags whose rows were taken out, one a row; those that the file does not declare are not among them.

        Raises:
            TagError: the file was generated.
        """
        keys = {fold(name) for name in names}
        rows = [row for row in self._texts() if row.key in _LISTS and fold(row.text("tag")) in keys]
        gone = [row.text("tag") for row in rows]
        if rows:
            self._refuse_generated()
            self._splice([(row.start, row.end, "") for row in rows])
        return gone

    def tidy(self) -> list[Span]:
        """Take out the lines that remove a row and find none of its tag above them; say where they stood.

        >>> text = '[/Script/GameplayTags.GameplayTagsList]\\n-GameplayTagList=(Tag="Of.Another",DevComment="")\\n'
        >>> file = TagFile(IniDocument.from_text(text, "Npc.ini"))
        >>> [str(span) for span in file.tidy()], file.text
        (['Npc.ini:2:1'], '[/Script/GameplayTags.GameplayTagsList]\\n')
        """
        spans = [span for _, span in self.declared().removals]
        if spans:
            self._refuse_generated()
            lines = Lines(self.text)
            self._splice([(lines.start(span.line), lines.start(span.end_line + 1), "") for span in spans])
        return spans

    # Redirects

    def redirect(self, old: str, new: str) -> None:
        """Add a redirect, or give the one of this old name another target.

        Raises:
            TagError: the file was generated.
        """
        self.redirect_all({old: new})

    def redirect_all(self, names: Mapping[str, str]) -> None:
        """As `redirect`, for many old names and what each has become, in one step.

        Raises:
            TagError: the file was generated.
        """
        self._refuse_generated()
        for new in names.values():
            check(new)
        left = {fold(old): (old, new) for old, new in names.items()}
        rows = [row for row in self._texts() if row.key == REDIRECTS]
        edits = []
        for row in rows:
            _, new = left.pop(fold(row.text("oldtagname")), ("", ""))
            if new and row.text("newtagname") != new:
                edits.append(_replaced(row, "newtagname", new, self._manner(row, row.section)))
        if edits:
            self._splice(edits)
            rows = [row for row in self._texts() if row.key == REDIRECTS]
        if not left:
            return
        lists = [row for row in self._texts() if row.key in _LISTS]
        section = rows[-1].section if rows else self._section_for(REDIRECTS)
        like = rows[-1] if rows else next((row for row in reversed(lists) if row.section == section), None)
        manner = self._manner(like, section)
        line = self._newline.join(
            manner.row(SPELLED[REDIRECTS], ("OldTagName", manner.quoted(old)), ("NewTagName", manner.quoted(new)))
            for old, new in left.values()
        )
        if like is not None:
            self._insert(like.end, line)
        else:
            self._insert_in(section, line)

    def retarget(self, targets: Callable[[str, str], str | None]) -> int:
        """Set other targets of redirects, or take them out where the target is None; say how many changed.

        Args:
            targets: is given the old and the new name of a row, and gives its new name from now on.
        """
        edits = []
        for row in self._texts():
            if row.key == REDIRECTS:
                old, new = row.text("oldtagname"), row.text("newtagname")
                target = targets(old, new)
                if target is None:
                    edits.append((row.start, row.end, ""))
                elif target != new:
                    edits.append(_replaced(row, "newtagname", target, self._manner(row, row.section)))
        if edits:
            self._refuse_generated()
            self._splice(edits)
        return len(edits)

    # Writing

    def check_writable(self, report: Report, *, force: bool = False) -> None:
        """Report why the file cannot be written, if it cannot; `force`: a read-only one can."""
        place = Span(self.name)
        if self.path is None:
            report.add("TW-TAG-60", "error", "the file has no place to be written to", "", place)
        elif self.on_disk is None:
            if self.path.exists():
                report.add("TW-TAG-60", "error", "somebody made the file meanwhile", "read the project again", place)
        elif not self.path.is_file() or self.path.read_bytes() != self.on_disk:
            hint = "read it again, and make the change again"
            report.add("TW-TAG-60", "error", "the file was changed since it was read", hint, place)
        elif not force and atomic.is_read_only(self.path):
            report.add("TW-TAG-61", "error", "the file is read-only", READ_ONLY_HINT, place)

    def write(self, *, force: bool = False) -> None:
        """Write the file, whole or not at all, if it changed.

        Args:
            force: write over a file that is read-only, too.

        Raises:
            TagError: it is read-only, or somebody changed it since it was read.
            OSError: it cannot be written.
        """
        if not self.changed or self.path is None:
            return
        report = Report()
        self.check_writable(report, force=force)
        if report:
            raise TagError(f"{self.name} was not written", report=report)
        atomic.write_bytes(Path(os.path.realpath(self.path)), self.to_bytes(), force=force)  # a link stays one
        self.settle()

    def settle(self) -> None:
        """Take what it says now for what lies on the disk: somebody has written it."""
        self.on_disk, self._before = self.to_bytes(), self.text

    # Within

    def _texts(self) -> list[RowText]:
        if self._rows is None:
            self._rows = list(row_texts(self._document))
        return self._rows

    def _declaring(self, name: str) -> list[RowText]:
        key = fold(name)
        return [row for row in self._texts() if row.key in _LISTS and fold(row.text("tag")) == key]

    def _one(self, name: str) -> RowText:
        rows = self._declaring(name)
        if not rows:
            raise NotFound(f"{self.name} does not declare {shown(name)}", hint="name the file that declares it")
        return rows[0]

    def _section_for(self, key: str) -> str:
        """Return the section for new rows: the one that has such rows already, else the one that fits the file."""
        is_default = fold(Path(self.name).name) == "defaultgameplaytags.ini"
        if is_default and key == REDIRECTS:
            return SETTINGS_SECTION
        for row in reversed(self._texts()):
            if row.key == key or (row.key == TAGS and key == REDIRECTS):
                return row.section
        if key == RESTRICTED:
            return RESTRICTED_SECTION
        return SETTINGS_SECTION if is_default else LIST_SECTION

    def _manner(self, like: RowText | None, section: str) -> Manner:
        operator = "+" if fold(section) == fold(SETTINGS_SECTION) else ""
        if self._escapes is None:
            self._escapes = escapes_apostrophes(self._texts())
        return manner_of(self._text, self._escapes, like, operator)

    def _refuse_generated(self) -> None:
        if self.generated:
            hint = "change what it is generated from, and generate it again"
            raise TagError(f"{self.name} was generated and is not edited by hand", hint=hint)

    def _insert(self, at: int, line: str) -> None:
        newline = self._newline
        before = self.text[:at]
        if before and before[-1] not in "\r\n":  # the file ended without a line end, and goes on doing so
            self._splice([(at, at, newline + line)])
        else:
            self._splice([(at, at, line + newline)])

    def _insert_in(self, section: str, line: str) -> None:
        if section not in self._document:
            newline = self._newline
            text = self.text
            gap = "" if not text else newline if text[-1] in "\r\n" else newline * 2
            self._splice([(len(text), len(text), f"{gap}[{section}]{newline}")])
        self._insert(Lines(self.text).start(self._document.section_span(section).line + 1), line)

    def _splice(self, edits: list[tuple[int, int, str]]) -> None:
        parts: list[str] = []
        text, at = self.text, 0
        for start, end, new in sorted(edits):
            parts += (text[at:start], new)
            at = end
        text = "".join((*parts, text[at:]))
        # The encoding is kept beside the text: a document made of text has none of its own.
        self._document = IniDocument.from_text(text, self._document.file, style=self._document.style)
        self._text, self._rows, self._escapes = self._document.to_text(), None, None
        self._declared = None


def _place(rows: list[RowText], name: str) -> tuple[RowText | None, RowText | None]:
    """Find the place of a new row: in front of the first one, else behind the second one."""
    parent = fold(parent_of(name))
    inside = [fold(row.text("tag")).startswith(f"{parent}." if parent else "") for row in rows]
    if True not in inside:
        return None, None
    first = inside.index(True)
    last = first
    while last + 1 < len(rows) and inside[last + 1]:
        last += 1
    run = rows[first : last + 1]
    keys = [sort_key(row.text("tag")) for row in run]
    if keys == sorted(keys):
        for row, key in zip(run, keys, strict=True):
            if key > sort_key(name):
                return row, row
    return None, run[-1]


def _replaced(row: RowText, field: str, text: str, manner: Manner) -> tuple[int, int, str]:
    value = row.values[field]
    written = manner.quoted(text)
    plain = written[1:-1] if value.quoted else text if re.fullmatch(r"[\w./-]+", text) else written
    return value.start, value.end, plain
