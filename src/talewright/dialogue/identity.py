"""The ids that writers give, and what stands in for those that they leave out.

Decides which hashtag names a line, a choice or a once flag (dialogue.md sections 4.2, 6.7 and 6.11). What the tool
makes up depends on the position: ``auto-<node>-<n>`` counts the lines and options without an id in their node, and
commands are counted apart. It is unique in the program and the same on every machine, and it moves when something is
inserted above; so every use of it that a save depends on is warned of.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from talewright.dialogue import syntax
from talewright.dialogue.identifiers import clean_id

LINE: Final = "line:"
CHOICE: Final = "choice:"
SHADOW: Final = "shadow:"
VISITS: Final = "$Yarn.Internal.Visiting."
ONCE: Final = "$Yarn.Internal.Once."


def tagged(tags: Iterable[syntax.Hashtag], prefix: str) -> syntax.Hashtag | None:
    """Give the first hashtag with this prefix."""
    return next((tag for tag in tags if tag.text.startswith(prefix)), None)


def metadata(tags: Iterable[syntax.Hashtag]) -> tuple[str, ...]:
    """Give the hashtags that are not the id of the line, without their ``#``."""
    return tuple(tag.text for tag in tags if not tag.text.startswith(LINE))


def reply_id(line_id: str) -> str:
    """Give the id of a reply: that of its line without the prefix, as a tag can hold it.

    >>> reply_id("line:Forge.0100")
    'Forge_0100'
    """
    return clean_id(line_id.removeprefix(LINE))


class Numbering:
    """Hands out the ids of contents without one, in the order of the text of one node."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._contents = 0
        self._commands = 0
        self._onces: set[str] = set()

    def content(self, tags: Iterable[syntax.Hashtag]) -> tuple[str, bool]:
        """Give the id of a line or option, and whether its writer gave it."""
        given = tagged(tags, LINE)
        if given is not None and len(given.text) > len(LINE):
            return given.text, True
        self._contents += 1
        return f"{LINE}auto-{self._title}-{self._contents}", False

    def command(self) -> str:
        """Give the id of a command."""
        self._commands += 1
        return f"command:auto-{self._title}-{self._commands}"

    def once_block(self, first: str) -> str:
        """Give the id of a once block from the id of its first content; a block around another gets a longer one."""
        name = "once:" + first
        while name in self._onces:
            name = "once:" + name
        self._onces.add(name)
        return name


def first_given(body: Iterable[syntax.Statement]) -> str | None:
    """Give the first id that a writer gave in a body, deeper blocks included."""
    for statement in body:
        found: str | None = None
        match statement:
            case syntax.LineStatement():
                given = tagged(statement.tags, LINE)
                found = given.text if given else None
            case syntax.OptionGroup():
                for option in statement.options:
                    given = tagged(option.tags, LINE)
                    found = given.text if given else first_given(option.body)
                    if found:
                        break
            case syntax.IfStatement():
                found = next((f for clause in statement.clauses if (f := first_given(clause.body))), None)
            case syntax.OnceStatement():
                found = first_given(statement.body) or first_given(statement.otherwise)
            case _:
                pass
        if found:
            return found
    return None
