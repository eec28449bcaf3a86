"""Who uses a tag: dialogues, ini files, code, and saves when they are asked for (tags.md section 9.5).

A use is a place in a text that means a tag: an argument of ``plays`` or ``selected``, a word of a command, a title that
a jump leads to or a selector that ``select`` names (the tag of a sub-dialogue is its selector too), a value of an ini
file, a tag query, a redirect, a string in Python code. Code is read from its syntax tree and never run. A tag may be
written without its TagRoot, as everywhere. What declares a tag is no use of it.

Nothing here is changed; what follows from a use for a new name, `rename` decides.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from talewright.config import IniDocument, Records
from talewright.config.encoding import decode
from talewright.diagnostics import Report, Span
from talewright.errors import TalewrightError
from talewright.names import did_you_mean, fold
from talewright.project import cook as cooking
from talewright.project.bulk import register
from talewright.project.dialogue_class import DialogueClass
from talewright.project.generate import GeneratedTag
from talewright.project.incremental import Scan, scan_elements
from talewright.project.inis import GENERATED, read_inis
from talewright.tags import RedirectRow, TagRegistry, TagRow, is_valid, load_tag_folder, parents_of, read_tag_list

Kind = Literal["function", "text", "jump", "selector", "setting", "redirect", "code", "save"]

COUNTING = frozenset({"plays", "selected", "gpvar", "total"})
"""Functions whose first argument is a tag, whatever it looks like."""

SKIPPED = frozenset({"__pycache__", "node_modules", "Saved", "venv", "build", "dist"})
"""Folders without the project's own code, besides those that begin with a dot."""

_BREAK = re.compile(r"\r\n|\n|\r")
_TOKEN = re.compile(r"[^\W_](?:[\w\-]*\.[\w\-]+)+")
_FILE = re.compile(r"\.(?:ini|yarn|py|txt|md|csv|json|png|jpg|svg|wav|ogg|mp3|glb|gltf|ttf|sav|lock)$", re.IGNORECASE)
_STRING = re.compile(r'(?:\b(\w+)[ \t]*\([ \t]*)?"([^"\\\n]*)"')
_CHUNK = re.compile(r"<<.*?>>|\{[^{}\n]*\}")
_JUMP = re.compile(r"<<[ \t]*(?:jump|detour)[ \t]+(\w+)[ \t]*>>")
_SELECT = re.compile(r"<<[ \t]*select[ \t]+([\w.\-]+)[ \t]*>>")
_DECLARES = re.compile(r"\s*[+.\-!]?(?:Restricted)?GameplayTagList\s*=", re.IGNORECASE)
_VISITED = frozenset({"visited", "visited_count"})


@dataclass(frozen=True, order=True)
class Reference:
    """One place that means a tag.

    Attributes:
        span: of the text that names it, and nothing around it.
        text: as it is written there: a tag, a tag without its root, or a title.
        tag: the tag that is meant, as it is declared; the text, where no tag is meant by it.
        kind: "function" (an argument of ``plays`` and its like), "text" (another text or command in a dialogue),
            "jump", "selector", "setting" (an ini value), "redirect", "code" or "save".
        old: whether the text is a former name, which only a redirect leads on.
        known: whether any tag is meant.
    """

    span: Span
    text: str
    tag: str
    kind: Kind
    old: bool = False
    known: bool = True

    def __str__(self) -> str:
        return f"{self.span}: {self.text}" + (f" (now {self.tag})" if self.old else "")


@dataclass
class References:
    """Every use of every tag of a project.

    Attributes:
        uses: by file and place.
        report: unknown tags, former names, tags that nothing uses.
        scan: the dialogues.
        tags: all tags, in a closed registry.
    """

    uses: list[Reference] = field(default_factory=list)
    report: Report = field(default_factory=Report)
    scan: Scan = field(default_factory=Scan)
    tags: TagRegistry = field(default_factory=TagRegistry)

    def of(self, tag: str, *, subtree: bool = False) -> list[Reference]:
        """Give the uses of a tag.

        Args:
            tag: its name.
            subtree: also those of everything under it.
        """
        wanted, inside = fold(tag), f"{fold(tag)}."
        return [u for u in self.uses if fold(u.tag) == wanted or (subtree and fold(u.tag).startswith(inside))]


def find_references(folder: Path, *, saves: Iterable[Path] = (), saved_dir: Path | None = None) -> References:
    """Find who uses the tags of a project; nothing of it runs.

    Args:
        folder: of the project.
        saves: files or folders of saves, to be searched too.
        saved_dir: the Saved folder, where the scan of the dialogues keeps a cache.
    """
    records = Records(read_inis(folder, Report()), known=(DialogueClass,))
    classes = records[DialogueClass]
    scan = scan_elements(folder, classes, saved_dir=saved_dir)
    generated = scan.tags()
    found = References(scan=scan, tags=_registry(folder, generated))
    finder = _Finder(found.tags, scan, classes)
    for dialogue in scan.dialogues:
        if text := _text(folder / dialogue.path):
            found.uses += finder.in_dialogue(dialogue.path, dialogue.name, text)
    for path in _files(folder / "Config", (".ini",)):
        shown = path.relative_to(folder).as_posix()
        if not shown.startswith(GENERATED) and (text := _text(path)):
            found.uses += finder.in_ini(shown, text)
    for path in _files(folder, (".py",)):
        if text := _text(path):
            found.uses += finder.in_code(path.relative_to(folder).as_posix(), text)
    for place in saves:
        for path in [place] if place.is_file() else _files(place, ()):
            shown = path.relative_to(folder).as_posix() if path.is_relative_to(folder) else path.as_posix()
            if text := _text(path):
                found.uses += finder.in_save(shown, text)
    found.uses.sort()
    _judge(found, {fold(tag.name) for tag in generated})
    return found


def _registry(folder: Path, generated: list[GeneratedTag]) -> TagRegistry:
    """Register what can be known without running code: tags of the project's own sources from the last cook."""
    tags = TagRegistry()
    load_tag_folder(tags, folder / "Config")
    register(tags, generated, Report())
    cooked = folder / cooking.TAG_LIST
    redirects: list[RedirectRow] = []
    if cooked.is_file():
        try:
            listed = read_tag_list(IniDocument.read(cooked, file=cooking.TAG_LIST))
        except TalewrightError:
            pass
        else:
            roots = {fold(tag.name) for tag in generated if tag.kind == "dialogue"}
            redirects = listed.redirects
            tags.register_rows([row for row in listed.rows if _is_of_a_source(row, roots, tags)])
    for redirect in redirects:
        tags.redirect(redirect.old, redirect.new, source=redirect.span)
    tags.close()
    return tags


def _is_of_a_source(row: TagRow, roots: set[str], tags: TagRegistry) -> bool:
    above = {fold(root).rpartition(".")[0] for root in roots}
    return row.name not in tags and not any(fold(name) in above for name in (row.name, *parents_of(row.name)))


class _Finder:
    """Finds uses in texts of every kind."""

    def __init__(self, tags: TagRegistry, scan: Scan, classes: Mapping[str, DialogueClass]) -> None:
        self._tags = tags
        self._tag_roots = list(dict.fromkeys(cls.TagRoot for cls in (DialogueClass(), *classes.values())))
        self._first = {fold(tag.name).split(".", 1)[0] for tag in tags}
        self._first |= {fold(row.old).split(".", 1)[0] for row in tags.redirects.rows}
        self._titles: dict[str, str] = {}
        self._selectors: dict[tuple[str, str], str] = {}
        for dialogue in scan.dialogues:
            for element in dialogue.elements:
                if element.kind == "subdialogue":
                    tag = dialogue.layout.subdialogue(element.id)
                    self._titles.setdefault(element.node, tag)
                    self._selectors[dialogue.name, fold(element.id)] = tag
                elif element.kind == "selector":
                    self._selectors.setdefault((dialogue.name, fold(element.id)), dialogue.layout.selector(element.id))

    def meant(self, text: str) -> tuple[str, bool] | None:
        """Give the tag that a text means and whether the text is a former name; None where it means none."""
        if not is_valid(text):
            return None
        for name in (text, *(f"{root}.{text}" for root in self._tag_roots)):
            now = self._tags.find(name)
            if now is not None:
                return now.name, fold(now.name) != fold(name)
        return None

    def looks_like_a_tag(self, text: str) -> bool:
        """Whether a text begins with the root of some tag."""
        first, dot, _ = fold(text).partition(".")
        return bool(dot) and first in self._first and is_valid(text) and not _FILE.search(text)

    def _use(self, text: str, span: Span, kind: Kind, *, sure: bool = False) -> Iterator[Reference]:
        meant = self.meant(text) if sure or "." in text else None
        if meant is not None:
            yield Reference(span, text, meant[0], kind, old=meant[1])
        elif sure or self.looks_like_a_tag(text):
            yield Reference(span, text, text, kind, known=False)

    def _tokens(self, file: str, line: int, row: str, start: int, end: int, kind: Kind) -> Iterator[Reference]:
        for match in _TOKEN.finditer(row, start, end):
            yield from self._use(match[0], _span(file, line, match.start(), match.end()), kind)

    def in_dialogue(self, file: str, dialogue: str, text: str) -> Iterator[Reference]:
        """Find uses in a script: in its commands and expressions; what is said aloud is none."""
        for line, row in enumerate(_BREAK.split(text), 1):
            if "<<" not in row and "{" not in row and not row.startswith("when"):
                continue
            if row.lstrip().startswith("//"):
                continue
            for match in _JUMP.finditer(row):
                if tag := self._titles.get(match[1]):
                    yield Reference(_span(file, line, *match.span(1)), match[1], tag, "jump")
            for match in _SELECT.finditer(row):
                if tag := self._selectors.get((dialogue, fold(match[1]))):
                    yield Reference(_span(file, line, *match.span(1)), match[1], tag, "selector")
                else:
                    yield from self._use(match[1], _span(file, line, *match.span(1)), "selector")
            chunks = [(0, len(row))] if row.startswith("when") else [m.span() for m in _CHUNK.finditer(row)]
            for start, end in chunks:
                if not _SELECT.match(row, start):
                    yield from self._in_chunk(file, line, row, start, end)

    def _in_chunk(self, file: str, line: int, row: str, start: int, end: int) -> Iterator[Reference]:
        at = start
        for match in _STRING.finditer(row, start, end):
            yield from self._tokens(file, line, row, at, match.start(), "text")
            at = match.end()
            span = _span(file, line, *match.span(2))
            if match[1] in _VISITED and match[2] in self._titles:
                yield Reference(span, match[2], self._titles[match[2]], "jump")
            elif match[1] in COUNTING:
                yield from self._use(match[2], span, "function", sure=True)
            else:
                yield from self._tokens(file, line, row, *match.span(2), "text")
        yield from self._tokens(file, line, row, at, end, "text")

    def in_ini(self, file: str, text: str) -> Iterator[Reference]:
        """Find uses in an ini file: in its values, tag queries and redirects."""
        for line, row in enumerate(_BREAK.split(text), 1):
            if row.lstrip().startswith((";", "[")) or _DECLARES.match(row):
                continue
            _, equals, _ = row.partition("=")
            kind: Kind = "redirect" if "tagredirects" in fold(row) else "setting"
            yield from self._tokens(file, line, row, row.index("=") + 1 if equals else 0, len(row), kind)

    def in_save(self, file: str, text: str) -> Iterator[Reference]:
        """Find uses in a save: names of sections, and values."""
        for line, row in enumerate(text.split("\n"), 1):
            for match in _TOKEN.finditer(row):
                if (meant := self.meant(match[0])) is not None:
                    yield Reference(_span(file, line, *match.span()), match[0], meant[0], "save", old=meant[1])

    def in_code(self, file: str, text: str) -> Iterator[Reference]:
        """Find uses in Python: texts that are a tag or begin like one; no docstrings."""
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return
        rows = _BREAK.split(text)
        counting = {
            id(node.args[0])
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and node.args and _called(node.func) in COUNTING
        }
        aside = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings and their like
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in aside:
                span = _inside(file, rows, node)
                if span is None:
                    continue
                if _TOKEN.fullmatch(node.value) or id(node) in counting:
                    yield from self._use(node.value, span, "code", sure=id(node) in counting)
                else:  # such as the text of a tag query
                    row = rows[span.line - 1]
                    yield from self._tokens(file, span.line, row, span.column - 1, span.end_column - 1, "code")


def _called(function: ast.expr) -> str:
    return (
        function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""
    )


def _inside(file: str, rows: list[str], node: ast.Constant) -> Span | None:
    """Give the place of what a string literal says, where it stands in one row as it is."""
    if node.end_lineno != node.lineno or node.end_col_offset is None or node.lineno > len(rows):
        return None
    row = rows[node.lineno - 1].encode()
    literal = row[node.col_offset : node.end_col_offset].decode("utf-8", "replace")
    at = literal.find(str(node.value))
    if not node.value or at < 0:
        return None
    start = len(row[: node.col_offset].decode("utf-8", "replace")) + at
    return _span(file, node.lineno, start, start + len(str(node.value)))


def _judge(found: References, generated: set[str]) -> None:
    report = found.report
    used: set[str] = set()
    known = [tag.name for tag in found.tags]
    for use in found.uses:
        used.add(fold(use.tag))
        if use.kind == "redirect" or use.kind == "save":
            continue
        if not use.known:
            hint = did_you_mean(use.text, known) if len(known) < 5000 else ""
            severity: Literal["error", "warning"] = "error" if use.kind == "function" else "warning"
            report.add("TW-REF-01", severity, f"no tag is called {use.text}", hint or "declare it", use.span)
        elif use.old:
            message = f"{use.text} is a former name of {use.tag}: only a redirect leads on"
            report.add("TW-REF-02", "warning", message, f"write {use.tag}", use.span)
    for tag in found.tags:
        own = fold(tag.name) not in generated and tag.explicit
        if own and tag.source is not None and not any(fold(name) in used for name in (tag.name, *parents_of(tag.name))):
            message = f"the tag {tag.name} is declared, and nothing in the project uses it"
            report.add("TW-REF-03", "information", message, "", tag.source)
    report[:] = report.sorted()


def _files(folder: Path, endings: tuple[str, ...]) -> Iterator[Path]:
    for root, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in SKIPPED)
        for name in sorted(files):
            if not endings or fold(name).endswith(endings):
                yield Path(root, name)


def _text(path: Path) -> str:
    try:
        return decode(path.read_bytes(), path.name)[0]
    except (OSError, TalewrightError):
        return ""


def _span(file: str, line: int, start: int, end: int) -> Span:
    return Span(file, line, start + 1, line, end + 1)
