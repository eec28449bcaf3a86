"""The ids that writers give, and what stands in for those that they leave out.

Decides which hashtag names a line, a choice or a once flag (dialogue.md sections 4.2, 6.7 and 6.11). What the tool
makes up depends on the position: ``auto-<node>-<n>`` counts the lines and options without an id in their node, and
commands and detours are counted apart. It is unique in the program and the same on every machine, and it moves when
something is inserted above; so every use of it that a save depends on is warned of.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from talewright.dialogue.syntax import nodes as syntax
from talewright.dialogue.syntax.words import clean_id

LINE: Final = "line:"
CHOICE: Final = "choice:"
SHADOW: Final = "shadow:"
REPLY: Final = "reply:"
WAS: Final = "was:"
VISITS: Final = "$Yarn.Internal.Visiting."
ONCE: Final = "$Yarn.Internal.Once."
VIEWS: Final = "$Yarn.Internal.Content.ViewCount."
SHUFFLE: Final = "$Yarn.Internal.Shuffle."
#: The names under which memory holds what Yarn itself remembers, each with an id behind it.
COUNTERS: Final = (VISITS, ONCE, VIEWS)


def tagged(tags: Iterable[syntax.Hashtag], prefix: str) -> syntax.Hashtag | None:
    """Return the first hashtag with this prefix."""
    return next((tag for tag in tags if tag.text.startswith(prefix)), None)


def metadata(tags: Iterable[syntax.Hashtag]) -> tuple[str, ...]:
    """Return the hashtags that are not the id of the line, without their ``#``."""
    return tuple(tag.text for tag in tags if not tag.text.startswith(LINE))


def reply_id(line_id: str) -> str:
    """Return the id of a reply: that of its line (or of its ``#reply:``) without the prefix, as a tag can hold it.

    >>> reply_id("line:Forge.0100"), reply_id("reply:yes")
    ('Forge_0100', 'yes')
    """
    return clean_id(line_id.removeprefix(LINE).removeprefix(REPLY))


def old_ids(tags: Iterable[syntax.Hashtag]) -> tuple[list[str], list[str]]:
    """Return the old ids that ``#was:`` names: of the line or option, and of its choice (``#was:choice:id``).

    >>> from talewright.diagnostics import Span
    >>> old_ids([syntax.Hashtag(text, Span("f")) for text in ("was:a", "was:line:b", "was:choice:c")])
    (['line:a', 'line:b'], ['c'])
    """
    lines: list[str] = []
    choices: list[str] = []
    for tag in tags:
        if tag.text.startswith(WAS):
            old = tag.text.removeprefix(WAS)
            if old.startswith(CHOICE):
                choices.append(clean_id(old.removeprefix(CHOICE)))
            elif old:
                lines.append(old if old.startswith((LINE, REPLY)) else LINE + old)
    return lines, choices


class Numbering:
    """Hands out the ids of contents without one, in the order of the text of one node."""

    def __init__(self, name: str) -> None:
        self._title = name
        self._contents = 0
        self._commands = 0
        self._detours = 0
        self._onces: set[str] = set()

    def content(self, tags: Iterable[syntax.Hashtag]) -> tuple[str, bool]:
        """Return the id of a line or option, and whether its writer gave it."""
        for prefix in (LINE, REPLY):
            given = tagged(tags, prefix)
            if given is not None and len(given.text) > len(prefix):
                return given.text, True
        self._contents += 1
        return f"{LINE}auto-{self._title}-{self._contents}", False

    def command(self) -> str:
        """Return the id of a command."""
        self._commands += 1
        return f"command:auto-{self._title}-{self._commands}"

    def detour(self) -> str:
        """Return the id of a detour."""
        self._detours += 1
        return f"detour:auto-{self._title}-{self._detours}"

    def once_block(self, first: str) -> str:
        """Return the id of a once block from the id of its first content; a block around another gets a longer one."""
        name = "once:" + first
        while name in self._onces:
            name = "once:" + name
        self._onces.add(name)
        return name


def given_id(tags: Iterable[syntax.Hashtag]) -> str | None:
    """Return the id that a writer gave to a line or option."""
    listed = tuple(tags)
    given = tagged(listed, LINE) or tagged(listed, REPLY)
    return given.text if given else None


def first_given(body: Iterable[syntax.Statement]) -> str | None:
    """Return the first id that a writer gave in a body, deeper blocks included."""
    for statement in body:
        found: str | None = None
        match statement:
            case syntax.LineStatement():
                found = given_id(statement.tags)
            case syntax.OptionGroup() | syntax.LineGroup():
                parts = statement.options if isinstance(statement, syntax.OptionGroup) else statement.items
                found = next((f for part in parts if (f := given_id(part.tags) or first_given(part.body))), None)
            case syntax.IfStatement():
                found = next((f for clause in statement.clauses if (f := first_given(clause.body))), None)
            case syntax.OnceStatement():
                found = first_given(statement.body) or first_given(statement.otherwise)
            case _:
                pass
        if found:
            return found
    return None


def tag_hint(file: str) -> str:
    """Name the command that writes the ids that a script lacks.

    >>> tag_hint("Dialogues/D_Smith.yarn")
    'run `talewright dialogue tag Dialogues/D_Smith.yarn`, which writes the ids that are missing'
    """
    return f"run `talewright dialogue tag {_quoted(file)}`, which writes the ids that are missing"


def renew_command(file: str) -> str:
    """Return the command that gives a copy ids of its own.

    >>> renew_command("Act 1/D_Smith.yarn")
    'talewright dialogue tag --renew "Act 1/D_Smith.yarn"'
    """
    return f"talewright dialogue tag --renew {_quoted(file)}"


def copy_hint(file: str, first: str) -> str:
    """Say what to do about ids that stand in two scripts: nothing in them tells which of the two is the copy.

    Args:
        file: the script that has them as well.
        first: the script that had them first, in the order of reading.

    >>> copy_hint("B.yarn", "A.yarn")
    'a copy keeps its ids: run `talewright dialogue tag --renew B.yarn`, or with A.yarn if that is the copy'
    """
    other = "" if file == first else f", or with {_quoted(first)} if that is the copy"
    return f"a copy keeps its ids: run `{renew_command(file)}`{other}"


def _quoted(file: str) -> str:
    return f'"{file}"' if any(not (c.isalnum() or c in "/._-+@%") for c in file) else file
