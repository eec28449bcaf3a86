"""What is a use of a tag, in a text of each kind: a dialogue, an ini file, Python, a save.

Reads texts that it is given and knows no files; which texts there are, `project_uses` decides. Code is read from its
syntax tree and never run. What is said aloud in a dialogue, a comment and a docstring are no uses, and neither is what
declares the tag.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from talewright.diagnostics import Span
from talewright.dialogue import clean_id
from talewright.dialogue.syntax import split_words
from talewright.names import fold
from talewright.project.scan import DialogueClass, Scan, Scanned, element_tag
from talewright.tags import TagRegistry, Use, is_valid
from talewright.tags.editing import UseKind, declares, kind_in_ini

Region: TypeAlias = Literal["head", "header", "body"]
"""Where a row of a script stands: a text that is said may look like a header, and is none."""

NAMING = frozenset({"topic", "count", "full_tag"})
"""Functions whose first argument may be a tag, or something else."""

COUNTING = frozenset({"plays", "selected", "gpvar", "total"})
"""Functions whose first argument is a tag, whatever it looks like."""

BREAK = re.compile(r"\r\n|\n|\r")
"""What ends a row, in texts of every kind."""

_START = re.compile(r"[ \t]*---[ \t]*(?://.*)?$")
_END = re.compile(r"[ \t]*===")

# Each run of letters is looked at once, whatever is in front of its first letter.
_TOKEN = re.compile(r"(?<![\w\-])[_\-]*+([^\W_](?:[\w\-]*+\.[\w\-]++)++)")
_FILE = re.compile(r"\.(?:ini|yarn|py|txt|md|csv|json|png|jpg|svg|wav|ogg|mp3|glb|gltf|ttf|sav|lock)$", re.IGNORECASE)
_STRING = re.compile(r'(?:\b(\w+)[ \t]*\([ \t]*)?"([^"\\\n]*)"')
_OPENING = re.compile(r"<<|\{[^{}\n]*\}")
_JUMP = re.compile(r'<<[ \t]*(?:jump|detour)[ \t]+(?:([^\s<>{}"]+)|\{[ \t]*"([^\s<>{}"]+)"[ \t]*\})[ \t]*>>')
_SELECT = re.compile(r"<<[ \t]*select[ \t]+([\w.\-]+)[ \t]*>>")
_FALLBACK = re.compile(r"(?<!\S)#fallback:([^\s#$<.]+)")  # of a member of a group, its title alone
_WHEN = re.compile(r'([ \t]*when[ \t]*:)(?:"[^"\\]*(?:\\.[^"\\]*)*+(?:"|\\?\Z)|(?!//).)*+')
_VISITED = frozenset({"visited", "visited_count"})
_COMMAND = re.compile(
    r"<<[ \t]*(?!(?:if|elseif|else|endif|set|declare|jump|detour|select|once|endonce|enum|case|endenum|local)\b)"
    r"[\w.\-]+[ \t]+(.*?)>>"
)
_CALL = re.compile(r"(?<![\w$.])([^\W\d]\w*)[ \t]*\(")
_TEXT = re.compile(r'"[^"\\]*"')
_FAR = 2000
"""So far behind its name a call is looked at, so that calls in calls do not take longer and longer."""
_ARGUMENTS = 32
"""So many arguments of a call are looked at."""
_WORD = re.compile(r"(?<![\w.\-$#:\"])[^\W\d][\w\-]*(?![\w.\-\"(=])")
_VALUE = re.compile(r'[ \t]*("?)([^\W\d][\w\-]*)\1[ \t]*\Z')


@dataclass(frozen=True, order=True)
class TagUse(Use):
    """One place that means a tag of a project.

    Attributes:
        span: of the text that names it, and nothing around it.
        name: as it is written there: a tag, a tag without its root, or a title.
        kind: "function" (an argument of ``plays`` and its like), "text" (another text or command in a dialogue),
            "jump", "selector", "setting" (an ini value), "redirect", "code", "save", "other": the name in a file of
            another kind, such as a table, which nothing here understands and no rename writes; or "perhaps": a word
            that is the title, selector, id or dialogue that the tag comes from, or something else.
        line: the row that it stands in, trimmed.
        tag: the tag that is meant, as it is declared; the text, where no tag is meant by it.
        old: whether the text is a former name, which only a redirect leads on.
        known: whether any tag is meant.
    """

    line: str = field(default="", compare=False)
    tag: str = ""
    old: bool = False
    known: bool = True

    @property
    def text(self) -> str:
        """The same as `name`: an alias until 0.3.0."""
        return self.name

    def __str__(self) -> str:
        place = str(self.span) if self.line else self.span.file  # an asset has no lines
        return f"{place}: {self.name}" + (f" (now {self.tag})" if self.old else "")


class Finder:
    """Finds uses in texts of every kind.

    Args:
        tags: all tags, in a closed registry.
        scan: the dialogues.
        classes: the dialogue classes.
        takes_tag: says whether a command or function of the project takes a tag at a place behind its name: then a
            text there means one, whatever it looks like.

    Attributes:
        roots: what may be left out in front of a tag: every TagRoot, and those that dialogues once had.
    """

    def __init__(
        self,
        tags: TagRegistry,
        scan: Scan,
        classes: Mapping[str, DialogueClass],
        takes_tag: Callable[[str, int], bool] = lambda name, index: False,
    ) -> None:
        self._tags = tags
        self._takes_tag = takes_tag
        self._tagged: dict[str, bool] = {}
        self.roots = list(dict.fromkeys(cls.TagRoot for cls in (DialogueClass(), *classes.values())))
        self._roots_of_dialogues = {fold(dialogue.layout.root) for dialogue in scan.dialogues}
        self._first = {fold(tag.name).split(".", 1)[0] for tag in tags}
        self._first |= {fold(row.old).split(".", 1)[0] for row in tags.redirects.rows}
        self._titles: dict[str, str] = {}
        self._selectors: dict[tuple[str, str], str] = {}
        self._group_selectors: dict[tuple[str, str], str] = {}  # without those that are a sub-dialogue's, too
        self._former_titles: dict[str, str] = {}
        self._former_selectors: dict[tuple[str, str], str] = {}
        self._dialogues = {dialogue.name: dialogue.layout.root for dialogue in scan.dialogues}
        self._bare: dict[str, dict[str, bool]] = {}  # a word that may mean tags -> them, and whether it did once
        self._entries: set[str] = set()  # tags of what can be started
        elements = {}
        for dialogue in scan.dialogues:
            groups = {fold(clean_id(title)): title for title in groups_of(dialogue)}
            for element in dialogue.elements:
                tag = element_tag(dialogue.layout, element)
                elements[fold(tag)] = dialogue, element.kind
                self._bare.setdefault(element.id, {})[tag] = False
                if element.kind == "subdialogue":
                    self._titles.setdefault(element.node, tag)
                    self._selectors[dialogue.name, fold(element.id)] = tag
                elif element.kind == "selector":
                    self._selectors.setdefault((dialogue.name, fold(element.id)), tag)
                    if fold(element.id) in groups:
                        self._titles.setdefault(groups[fold(element.id)], tag)
                if element.kind in ("dialogue", "subdialogue", "selector"):
                    self._entries.add(tag)
        self._group_selectors = {
            key: tag for key, tag in self._selectors.items() if elements[fold(tag)][1] == "selector"
        }
        for row in tags.redirects.rows:
            now = tags.find(row.old)
            if now is None or now.key not in elements or fold(now.name) == fold(row.old):
                continue
            dialogue, kind = elements[now.key]
            above, _, last = row.old.rpartition(".")
            prefix = {"choice": dialogue.layout.cls.ChoiceTagPrefix, "reply": dialogue.layout.cls.ReplyTagPrefix}
            self._bare.setdefault(last.removeprefix(prefix.get(kind, "")), {}).setdefault(now.name, True)
            if kind == "dialogue" and above and above not in self.roots:
                self.roots.append(above)
            elif kind == "subdialogue":
                self._former_titles.setdefault(last, now.name)
            if kind in ("subdialogue", "selector"):
                self._former_selectors.setdefault((dialogue.name, fold(last)), now.name)

    def meant(self, text: str) -> tuple[str, bool] | None:
        """Return the tag that a text means and whether the text is a former name; None where it means none."""
        if not is_valid(text):
            return None
        former: str | None = None
        for name in (text, *(f"{root}.{text}" for root in self.roots)):
            now = self._tags.find(name)
            if now is not None and fold(now.name) == fold(name):
                return now.name, False
            if now is not None and former is None:
                former = now.name
        return None if former is None else (former, True)

    def looks_like_a_tag(self, text: str) -> bool:
        """Whether a text begins with the root of some tag."""
        first, dot, _ = fold(text).partition(".")
        return bool(dot) and first in self._first and is_valid(text) and not _FILE.search(text)

    def _use(self, text: str, span: Span, kind: UseKind, *, sure: bool = False) -> Iterator[TagUse]:
        meant = self.meant(text) if sure or "." in text else None
        if meant is not None:
            yield TagUse(span, text, kind, tag=meant[0], old=meant[1])
        elif sure or self.looks_like_a_tag(text):
            yield TagUse(span, text, kind, tag=text, known=False)

    def _title(self, text: str, span: Span) -> Iterator[TagUse]:
        if tag := self._titles.get(text):
            yield TagUse(span, text, "jump", tag=tag)
        elif tag := self._former_titles.get(text):
            yield TagUse(span, text, "jump", tag=tag, old=True)

    def _maybe(self, text: str, span: Span, *, entries: bool = False) -> Iterator[TagUse]:
        """Yield what a word may mean that is the title, selector, id or dialogue of some tag; or of entries alone."""
        for tag, old in self._bare.get(text, {}).items():
            if not entries or tag in self._entries:
                yield TagUse(span, text, "perhaps", tag=tag, old=old)

    def _tokens(
        self, file: str, line: int, row: str, start: int, end: int, kind: UseKind, told: Collection[int] = ()
    ) -> Iterator[TagUse]:
        for match in _TOKEN.finditer(row, start, end):
            if match.start(1) in told:
                continue
            yield from self._use(match[1], _span(file, line, *match.span(1)), kind)

    def in_dialogue(self, file: str, dialogue: str, text: str) -> Iterator[TagUse]:
        """Find uses in a script: in its commands and expressions; what is said aloud is none."""
        for line, where, row in regions(BREAK.split(text)):
            if row.lstrip().startswith("//"):
                continue
            if where == "head":
                for match in _FALLBACK.finditer(row):
                    yield from self._title(match[1], _span(file, line, *match.span(1)))
                continue
            if where == "header":
                if found := _WHEN.match(row):
                    yield from self._in_chunk(file, line, row, found.end(1), found.end())
                continue
            if "<<" not in row and "{" not in row:
                continue
            for match in _JUMP.finditer(row):
                group = match.lastindex or 1
                yield from self._title(match[group], _span(file, line, *match.span(group)))
            for match in _SELECT.finditer(row):
                other, _, name = match[1].partition(".")
                named = dialogue, fold(match[1])
                if tag := self._selectors.get(named) or self._former_selectors.get(named):
                    old = named not in self._selectors
                    yield TagUse(_span(file, line, *match.span(1)), match[1], "selector", tag=tag, old=old)
                elif tag := self._group_selectors.get((other, fold(name))):
                    yield TagUse(_span(file, line, *match.span(1)), match[1], "selector", tag=tag)
                else:
                    yield from self._use(match[1], _span(file, line, *match.span(1)), "selector")
            for start, end in _chunks(row):
                if not _SELECT.match(row, start) and not _JUMP.match(row, start):
                    yield from self._in_chunk(file, line, row, start, end)

    def _in_chunk(self, file: str, line: int, row: str, start: int, end: int) -> Iterator[TagUse]:
        at = start
        told = dict(self._given(row, start, end))
        for first, last in told.items():
            yield from self._use(row[first:last], _span(file, line, first, last), "function", sure=True)
        for match in _STRING.finditer(row, start, end):
            yield from self._tokens(file, line, row, at, match.start(), "text", told)
            at = match.end()
            if match.start(2) in told:
                continue
            span = _span(file, line, *match.span(2))
            if match[1] in _VISITED and (match[2] in self._titles or match[2] in self._former_titles):
                yield from self._title(match[2], span)
            elif match[1] in COUNTING:
                yield from self._use(match[2], span, "function", sure=True)
            else:
                yield from self._tokens(file, line, row, *match.span(2), "text")
                yield from self._maybe(match[2], span, entries=True)
        yield from self._tokens(file, line, row, at, end, "text", told)
        for command in _COMMAND.finditer(row, start, row.rfind(">>", start, end) + 2):
            for word in _WORD.finditer(row, *command.span(1)):
                if word.start() in told:
                    continue
                yield from self._maybe(word[0], _span(file, line, *word.span()), entries=True)

    def _given(self, row: str, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield where the texts stand that commands and functions take as tags."""
        for command in _COMMAND.finditer(row, start, row.rfind(">>", start, end) + 2):
            name = row[command.start() + 2 : command.start(1)].strip()
            for index, (word, first, last) in enumerate(split_words(command[1])):
                if word and "{" not in word and "\\" not in command[1][first:last] and self._takes_tag(name, index):
                    begin = command.start(1) + first
                    quoted = row.startswith('"', begin)
                    yield begin + quoted, begin + quoted + len(word) if quoted else command.start(1) + last
        for call in _CALL.finditer(row, start, end):
            if not self._may_take_tags(call[1]):  # most functions: what stands inside is not read again
                continue
            at = call.end()
            for index, text in enumerate(_arguments(row[at : min(end, at + _FAR)])):
                plain = text.strip()
                if len(plain) > 1 and _TEXT.fullmatch(plain) and self._takes_tag(call[1], index):
                    first = at + text.index('"') + 1
                    yield first, first + len(plain) - 2
                at += len(text) + 1

    def _may_take_tags(self, name: str) -> bool:
        """Whether a function takes a tag among its first arguments."""
        known = self._tagged.get(name)
        if known is None:
            known = self._tagged[name] = any(self._takes_tag(name, index) for index in range(_ARGUMENTS))
        return known

    def in_ini(self, file: str, text: str) -> Iterator[TagUse]:
        """Find uses in an ini file: in its values, tag queries and redirects."""
        for line, row in enumerate(BREAK.split(text), 1):
            if row.lstrip().startswith((";", "[")) or declares(row):
                continue
            _, equals, _ = row.partition("=")
            kind = kind_in_ini(row)
            start = row.index("=") + 1 if equals else 0
            yield from self._tokens(file, line, row, start, len(row), kind)
            if equals and (value := _VALUE.match(row, start)):
                yield from self._maybe(value[2], _span(file, line, *value.span(2)), entries=True)

    def in_save(self, file: str, text: str) -> Iterator[TagUse]:
        """Find uses in a save: names of sections, and values."""
        for line, row in enumerate(BREAK.split(text), 1):
            for match in _TOKEN.finditer(row):
                if (meant := self.meant(match[1])) is not None:
                    yield TagUse(_span(file, line, *match.span(1)), match[1], "save", tag=meant[0], old=meant[1])

    def in_code(self, file: str, text: str, tree: ast.Module) -> Iterator[TagUse]:
        """Find uses in Python: texts that are a tag or begin like one; no docstrings.

        Args:
            file: its name.
            text: its text.
            tree: what `parsed` made of the text.
        """
        rows = BREAK.split(text)
        counting = {
            id(node.args[0])
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and node.args and _called(node.func) in COUNTING
        }
        naming = {
            id(node.args[0])
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and node.args and _called(node.func) in NAMING
            if _called(node.func) != "count" or len(node.args) + len(node.keywords) > 1  # str.count is no other
        }
        played = {id(name) for node in ast.walk(tree) if isinstance(node, ast.Call) for name in _dialogue_of(node)}
        aside = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings and their like
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in aside:
                span = _inside(file, rows, node)
                meant = self._dialogue(node.value) if id(node) in played else None
                meant = self.meant(node.value) if id(node) in naming else meant
                if span is None:  # it has several rows or is written in another way, as by escapes
                    for line, start, end in _rows_of(rows, node):
                        yield from self._tokens(file, line, rows[line - 1], start, end, "code")
                elif meant is not None:
                    yield TagUse(span, node.value, "code", tag=meant[0], old=meant[1])
                elif _is_token(node.value) or id(node) in counting:
                    yield from self._use(node.value, span, "code", sure=id(node) in counting)
                elif node.value in self._bare:
                    yield from self._maybe(node.value, span)
                else:  # such as the text of a tag query
                    row = rows[span.line - 1]
                    yield from self._tokens(file, span.line, row, span.column - 1, span.end_column - 1, "code")

    def _dialogue(self, name: str) -> tuple[str, bool] | None:
        """Return the tag of a dialogue by the name that it has or had, and whether it had it once."""
        if name in self._dialogues:
            return self._dialogues[name], False
        found = (self._tags.find(f"{root}.{name}") for root in self.roots if is_valid(f"{root}.{name}"))
        old = next((now.name for now in found if now is not None and now.key in self._roots_of_dialogues), None)
        return None if old is None or fold(old).endswith(f".{fold(name)}") else (old, True)


def regions(rows: Iterable[str]) -> Iterator[tuple[int, Region, str]]:
    """Yield the number of each row, counted from 1, where it stands, and the row without its end.

    >>> text = "#class:Bark\\ntitle: A\\n---\\ntitle: B\\n===\\ntitle: C"
    >>> [(line, where) for line, where, _ in regions(text.split("\\n"))]
    [(1, 'head'), (2, 'header'), (3, 'header'), (4, 'body'), (5, 'body'), (6, 'header')]
    """
    where: Region = "head"
    for line, whole in enumerate(rows, 1):
        row = whole.rstrip("\r\n")
        content = row.strip()
        if where == "head" and content and not content.startswith(("#", "//")):
            where = "header"
        yield line, where, row
        if where == "header" and _START.match(row):
            where = "body"
        elif where == "body" and _END.match(row):
            where = "header"


def _chunks(row: str) -> Iterator[tuple[int, int]]:
    """Yield where the commands of a row and the expressions in its text begin and end."""
    at, last = 0, row.rfind(">>")
    while (found := _OPENING.search(row, at)) is not None:
        at = found.end()
        if found[0] != "<<":
            yield found.span()
        elif at <= last:
            at = row.index(">>", at) + 2
            yield found.start(), at
        else:  # what nothing closes is text, and so is a bracket of it alone
            at = found.start() + 1


def _is_token(text: str) -> bool:
    found = _TOKEN.fullmatch(text)
    return found is not None and found.start(1) == 0


def _arguments(text: str) -> Iterator[str]:
    """Yield the arguments of a call, from behind its bracket; what stands between texts and brackets is not looked at.

    >>> list(_arguments('"a, b", f(1, 2), $c) and more'))
    ['"a, b"', ' f(1, 2)', ' $c']
    """
    deep, first, quoted = 0, 0, False
    for at, sign in enumerate(text):
        if sign == '"':
            quoted = not quoted
        elif quoted:
            continue
        elif sign == "(":
            deep += 1
        elif sign in ",)" and not deep:
            yield text[first:at]
            first = at + 1
            if sign == ")":
                return
        elif sign == ")":
            deep -= 1


def groups_of(dialogue: Scanned) -> set[str]:
    """Return the titles of the node groups that a dialogue has members of."""
    members = (element.node for element in dialogue.elements if element.kind == "subdialogue")
    return {node.partition(".")[0] for node in members if "." in node}


def parsed(text: str) -> ast.Module | str:
    """Read Python; give why not, where it is none."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what is odd about somebody's code, their Python tells them
            return ast.parse(text)
    except SyntaxError as error:
        return f"it is no Python: {error.msg}, line {error.lineno}"
    except (ValueError, RecursionError, MemoryError) as error:
        return f"it is no Python: {str(error) or 'it is nested too deeply'}"


def sources_in(file: str, tree: ast.Module) -> list[Span]:
    """Return the places of the functions that are marked as sources of tags."""
    marked = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return [
        Span(file, node.lineno, node.col_offset + 1)
        for node in marked
        if any(_called(mark) == "tag_source" for mark in node.decorator_list)
    ]


def _called(function: ast.expr) -> str:
    return (
        function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""
    )


def _dialogue_of(call: ast.Call) -> Iterator[ast.expr]:
    """Yield what names the dialogue in ``Conversation("Smith")``."""
    if _called(call.func) == "Conversation":
        yield from call.args[:1]
        yield from (word.value for word in call.keywords if word.arg == "dialogue")


def _rows_of(rows: list[str], node: ast.Constant) -> Iterator[tuple[int, int, int]]:
    """Yield the rows of a string literal: line, and where in it the literal begins and ends, in characters."""
    last = node.end_lineno or node.lineno
    for line in range(node.lineno, min(last, len(rows)) + 1):
        row = rows[line - 1]
        start = len(row.encode()[: node.col_offset].decode("utf-8", "replace")) if line == node.lineno else 0
        end = len(row.encode()[: node.end_col_offset].decode("utf-8", "replace")) if line == last else len(row)
        yield line, start, end


def _inside(file: str, rows: list[str], node: ast.Constant) -> Span | None:
    """Return the place of what a string literal says, where it stands in one row as it is."""
    if node.end_lineno != node.lineno or node.end_col_offset is None or node.lineno > len(rows):
        return None
    row = rows[node.lineno - 1].encode()
    literal = row[node.col_offset : node.end_col_offset].decode("utf-8", "replace")
    at = literal.find(str(node.value))
    if not node.value or at < 0:
        return None
    start = len(row[: node.col_offset].decode("utf-8", "replace")) + at
    return _span(file, node.lineno, start, start + len(str(node.value)))


def _span(file: str, line: int, start: int, end: int) -> Span:
    return Span(file, line, start + 1, line, end + 1)
