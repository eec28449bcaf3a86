r"""A quick reader of scripts for their elements alone: from the text of a canonical script straight to its rows.

One compiled pass over the rows of each node. A script is canonical when every option has its ``#line:`` and every
option group its ``#choice:``, as ``talewright dialogue tag`` leaves them, and when it uses the plain forms: headers
without remarks, lines, options, ``if``, ``set``, ``jump`` and commands, indented with blanks. Whatever is not surely
canonical gives None, and the caller asks the full reader (`elements`): the two never differ. What canonical rows come
to is dialogue.md section 6, and the indentation rule is section 6.3.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, NamedTuple

from talewright.dialogue import clean_id
from talewright.project.scan.elements import Row

_MOST_NESTED = 40
"""Less than the reader allows; deeper scripts are left to it, and it says where they are too deep."""

_WORDS = "and|or|xor|not|is|eq|neq|gt|lt|gte|lte|true|false"
_PLAIN = r'\$[A-Za-z_][A-Za-z0-9_]*+|[0-9]++(?:\.[0-9]++)?+|"[^"\\\n{}<>]*+"|true\b|false\b'
_CALL = rf"(?!(?:{_WORDS})\b)[A-Za-z_][A-Za-z0-9_]*+\((?:(?:{_PLAIN})(?:, *(?:{_PLAIN}))*+)?\)"
_OPERAND = rf"(?:!|not )?(?:{_PLAIN}|{_CALL})"
_OPERATOR = r" *+(?:&&|\|\||==|!=|<=|>=|[\^<>+\-*/%]) *+| (?:and|or|xor|is|eq|neq|gt|lt|gte|lte) "
_EXPRESSION = rf"{_OPERAND}(?:(?:{_OPERATOR}){_OPERAND}){{0,12}}"
_KEYWORDS = "if|elseif|else|endif|set|declare|jump|detour|return|call|enum|case|endenum|once|endonce|local|stop|select"
# All but \ < > { } # / and the end of a row; a set of what is in it is quicker than one of what is not.
_RUN = r"[\0-\t\x0b-\"$-.0-;=?-\[\]-z|~-\U0010ffff]*+"
_TEXT = rf"(?![\s\-=<>#}}]){_RUN}(?:(?:/(?!/)|\{{\$[A-Za-z_][A-Za-z0-9_]*+\}}){_RUN})*+"
_CONDITION = rf"<<(?:if {_EXPRESSION}|once)>> *+"
_TAG = r"#[!-\"%-;=-~]++"  # no #, $ and <: what may stand in a hashtag, of ASCII
_COMMAND = (
    rf"<<(?:jump [A-Za-z_][A-Za-z0-9_]*+|set \$[A-Za-z_][A-Za-z0-9_]*+ (?:[+\-*/%]?=|to) {_EXPRESSION}"
    rf"|declare \$[A-Za-z_][A-Za-z0-9_]*+ = (?:{_PLAIN})|stop|(?!(?:{_KEYWORDS})\b)[A-Za-z_][^<>{{}}\\\n]*+)>>"
)
# Text and one hashtag, what most lines are, is tried first: optional parts cost even where they are not there.
_SAID = rf"(?:[^\s\-=<>#}}\\{{/]{_RUN}{_TAG}\n|{_COMMAND}\n|{_TEXT}(?:{_CONDITION})?+(?:{_TAG} *+)*+\n)"
_ID = r"([A-Za-z0-9_\-]++)"


def _lines(indent: int) -> str:
    """Lines, commands and whole ``if`` blocks of such, as deep as the group with this number."""
    said = rf"(?:\{indent} *+{_SAID})*+"
    block = (
        rf"<<if {_EXPRESSION}>>\n{said}(?:\{indent} *+<<elseif {_EXPRESSION}>>\n{said})*+"
        rf"(?:\{indent} *+<<else>>\n{said})?+\{indent} *+<<endif>>\n"
    )
    return rf"(?:{_SAID}|{block})(?:\{indent}(?:{_SAID}|{block}))*+"


_OPTION_TAGS = rf"(?:(?=\n)|(?= )(?: *+(?!#choice:|#was:){_TAG})*+)"
_HEAD = r"title: ([A-Za-z_][A-Za-z0-9_]*+)\n((?:[A-Za-z_][A-Za-z0-9_]*+:[^\n]*+\n)*+)---\n"


@cache
def _patterns() -> _Patterns:
    """Compile the patterns when the first script is read: the one of the rows takes longer than many a command."""
    row = re.compile(
        # lines, if any, and the row behind them
        rf"( *+)({_lines(1)})?+(?:"
        # an option, and what follows it where that is lines alone
        rf"(?(2)\1)(-> ({_TEXT})(?:{_CONDITION}|)(?:#choice:{_ID} )?+#line:{_ID}{_OPTION_TAGS}) *+\n"
        rf"(?>((\1 ++){_lines(8)})(?!\1 ))?+"
        rf"|(?<! )(===\n\n*+)(?:{_HEAD}|\Z)"  # the end of a node and the head of the next
        rf"|(?(2)|<<(?=(if|elseif|else|endif)[ >])(?:(?:else)?if {_EXPRESSION}|else|endif)>>\n))"
        r"|\n|(?s:.++)"  # an empty row, or what is not canonical and all behind it: so the last node's end is missing
    )
    return _Patterns(
        row=row,
        opening=re.compile(rf"\n*+{_HEAD}"),
        first=re.compile(rf"^ *+({_TEXT})", re.MULTILINE),
        header=re.compile(r"([^:]++): *+([^\n]*+)\n"),
        file_tags=re.compile(r"#[^\s#$<]++(?: #[^\s#$<]++)*+\n"),
    )


class _Patterns(NamedTuple):
    row: re.Pattern[str]
    opening: re.Pattern[str]
    first: re.Pattern[str]
    header: re.Pattern[str]
    file_tags: re.Pattern[str]


def extract(name: str, text: str) -> tuple[Row, ...] | None:
    """Return the rows of a script, or None where it is not canonical.

    Args:
        name: of the dialogue.
        text: of the file.

    >>> script = "title: Forge\\n---\\nSmith: Yes?\\n-> A sword. #choice:need #line:sword\\n    Smith: Here.\\n===\\n"
    >>> [row[:3] for row in extract("Smith", script)]
    ... # doctest: +NORMALIZE_WHITESPACE
    [('dialogue', 'Smith', ''), ('subdialogue', 'Forge', 'Smith'), ('choice', 'need', 'Smith'),
     ('reply', 'sword', 'need')]
    >>> extract("Smith", "title: Forge\\n---\\n-> An option without an id\\n===\\n") is None
    True
    """
    if "\r" in text or "\\" in text:
        return None
    if not text.endswith("\n"):
        text += "\n"
    patterns = _patterns()
    at, line = 0, 1
    tags: list[str] = []
    while text.startswith("#", at):
        found = patterns.file_tags.match(text, at)
        if found is None:
            return None
        tags += found[0][1:-1].split(" #")
        at, line = found.end(), line + 1
    opening = patterns.opening.match(text, at)
    if opening is None or (tags and any(tag.startswith("was:") for tag in tags)):
        return None
    first, heads = opening.groups()
    if text[at] == "\n":
        line += opening.start(1) - at - len("title: ")
    reader = _Reader(clean_id(name), first, heads, line)
    if not reader.read(patterns.row.findall(text, opening.end())):
        return None
    uid = next((tag[4:] for tag in tags if tag.startswith("uid:")), "") if tags else ""
    return (("dialogue", reader.own, "", "", reader.first, 1, 1, 1, 1, (), uid), *reader.rows)


class _Reader:
    """Goes over the rows of one script."""

    __slots__ = ("first", "heads", "line", "own", "rows", "selectors", "title", "titles")

    def __init__(self, own: str, title: str, heads: str, line: int) -> None:
        self.own = own
        self.title = title
        self.heads = heads
        self.line = line
        self.rows: list[Row] = []
        self.first = ""
        self.titles: set[str] = set()
        self.selectors: set[str] = set()

    def read(self, events: list[tuple[str, ...]]) -> bool:
        """Read all nodes; false where something is not canonical."""
        own, title = self.own, self.title
        first_text = _patterns().first
        line = self.line + self.heads.count("\n") + 2
        first = ""
        groups: list[list[Any]] = []
        group: list[Any] | None = None  # what the next option of this level would continue
        ifs: list[bool] = []  # of this level: whether each open if has met its else
        depths: list[int] = []  # of the open option bodies
        above: list[tuple[list[Any] | None, list[bool]]] = []  # group and ifs of the levels around this one
        option = -1  # the width of the option in the row above
        breakable = False
        for indent, run, row, said, new, reply, inside, _, end, next_title, heads, marker in events:
            if indent or depths:
                width = len(indent)
                if 0 <= option < width:
                    if len(depths) > _MOST_NESTED:
                        return False
                    depths.append(width)
                    above.append((group, ifs))
                    group, ifs, breakable = None, [], False
                while depths and width < depths[-1]:
                    if ifs:
                        return False
                    depths.pop()
                    group, ifs = above.pop()
                    breakable = True
            option = -1
            if run:
                group = None
                breakable = False
                if not first and (found := first_text.search(run)):
                    first = found[1].rstrip()
                line += run.count("\n")
            if row:
                text = said.rstrip()
                first = first or text
                column = len(indent) + 1
                if new:
                    if group is not None:
                        return False
                    group = [("choice", new, own, title, text, line, column)]
                    groups.append(group)
                elif group is None:
                    return False
                else:
                    new = group[0][1]
                group.append(("reply", reply, new, title, text, line, column, line, column + len(row), (), ""))
                breakable = True
                if inside:
                    line += inside.count("\n")
                else:
                    option = column - 1
                line += 1
            elif end:
                while depths:
                    if ifs:
                        return False
                    depths.pop()
                    group, ifs = above.pop()
                if ifs or not self._add(first, groups):
                    return False
                if not next_title:
                    self.title = ""
                    continue
                self.line = line + end.count("\n")
                self.title = title = next_title
                self.heads = heads
                line = self.line + heads.count("\n") + 2
                first, groups, group, breakable = "", [], None, False
            elif marker:
                group = None
                breakable = False
                if marker == "if":
                    ifs.append(False)
                    if len(depths) + len(ifs) + sum(len(outer) for _, outer in above) > _MOST_NESTED:
                        return False
                elif not ifs:
                    return False
                elif marker == "endif":
                    ifs.pop()
                elif ifs[-1]:
                    return False
                else:
                    ifs[-1] = marker == "else"
                line += 1
            elif not run:
                if breakable:
                    breakable = False
                    group = None
                line += 1
        return not self.title

    def _add(self, first: str, groups: list[list[Any]]) -> bool:
        """Add the rows of the node that ends; false where its headers are not canonical."""
        title, line, own, rows = self.title, self.line, self.own, self.rows
        if title in self.titles:
            return False
        self.titles.add(title)
        self.first = self.first or first
        place = (line, 8, line, 8 + len(title))
        if not self.heads:
            rows.append(("subdialogue", title, own, title, first, *place, (), ""))
        elif not self._add_named(first, place):
            return False
        for group in groups:
            last = group[-1]
            group[0] = (*group[0], last[7], last[8], (), "")
            rows += group
        return True

    def _add_named(self, first: str, place: tuple[int, int, int, int]) -> bool:
        """Add a node with more headers than its title, and the selectors that it is first to name."""
        title, own = self.title, self.own
        named: list[str] = []
        former: tuple[str, ...] = ()
        uids: list[str] = []
        for key, value in _patterns().header.findall(self.heads):
            if "//" in value or value != value.strip():
                return False
            match key.lower():
                case "title" | "when" | "subtitle":
                    return False
                case "selectors":
                    named += value.split()
                case "formerly":
                    former += tuple(clean_id(word.rpartition(".")[2]) for word in value.split())
                case "uid":
                    uids.append(value)
        uid = uids[0] if uids else ""
        self.rows.append(("subdialogue", title, own, title, first, *place, former, uid))
        for name in named:
            if name not in self.selectors:
                self.selectors.add(name)
                self.rows.append(("selector", clean_id(name), own, title, "", *place, (), ""))
        return True
