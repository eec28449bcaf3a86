"""A compiled project of dialogues: immutable data, shared by any number of conversations.

Decides what a player needs to know: flat instructions a node, with every branch resolved to an index, so that playing
never recurses; and what each stop shows. Nothing here changes after :func:`talewright.dialogue.compile`, and nothing
here runs. Whoever holds a program may use it from any thread.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from talewright.diagnostics import Report, Span
from talewright.dialogue.floats import Value
from talewright.dialogue.identifiers import clean_id
from talewright.names import fold

TypeName: TypeAlias = Literal["Number", "String", "Bool"]

# Expressions ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Code:
    """An expression in the order in which a stack evaluates it: pairs of a verb and what it works on."""

    steps: tuple[tuple[int, Any], ...]
    source: str
    span: Span


@dataclass(frozen=True, slots=True)
class Template:
    """Text whose numbers stand for the values of expressions."""

    pieces: tuple[str | int, ...]

    def fill(self, values: tuple[str, ...]) -> str:
        """Put the values in.

        >>> Template(("It is ", 0, "!")).fill(("noon",))
        'It is noon!'
        """
        return "".join([piece if isinstance(piece, str) else values[piece] for piece in self.pieces])


# Contents: what a stop shows ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LineContent:
    """A line.

    Attributes:
        id: with its ``line:``; where the writer gave none, ``line:auto-<node>-<n>``, which depends on the position.
        explicit: whether the writer gave it.
    """

    id: str
    explicit: bool
    speaker: Template | None
    text: Template
    holes: tuple[Code, ...]
    tags: tuple[str, ...]
    source: str
    span: Span


@dataclass(frozen=True, slots=True)
class OptionContent:
    """An option: a line that a player may choose.

    Attributes:
        reply: the id without ``line:``, as a tag can hold it.
        once: the name of the flag that is set when it is chosen, or empty.
        body: the index of the first instruction of what follows.
    """

    id: str
    explicit: bool
    reply: str
    text: Template
    holes: tuple[Code, ...]
    condition: Code | None
    once: str
    tags: tuple[str, ...]
    source: str
    span: Span
    body: int


@dataclass(frozen=True, slots=True)
class ChoiceContent:
    """An option group; its id is that of ``#choice:``, or of what stands in for it (see :mod:`.structure`)."""

    id: str
    explicit: bool
    options: tuple[OptionContent, ...]
    span: Span
    after: int


@dataclass(frozen=True, slots=True)
class CommandContent:
    """A command for the host."""

    id: str
    text: Template
    holes: tuple[Code, ...]
    tags: tuple[str, ...]
    source: str
    span: Span


# Instructions ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Say:
    """Show a line and stop; ``offer`` is the index of the option group that only block ends part it from, or -1."""

    line: LineContent
    offer: int


@dataclass(frozen=True, slots=True)
class Offer:
    """Show an option group and stop, or go on behind it where no option is available."""

    choice: ChoiceContent


@dataclass(frozen=True, slots=True)
class Order:
    """Give the host a command and stop."""

    command: CommandContent


@dataclass(frozen=True, slots=True)
class Branch:
    """Go to ``target`` where the condition fails."""

    condition: Code
    target: int


@dataclass(frozen=True, slots=True)
class Goto:
    """Go to ``target``: the end of a block."""

    target: int


@dataclass(frozen=True, slots=True)
class SkipOnce:
    """Go to ``target`` where the flag is set."""

    flag: str
    target: int


@dataclass(frozen=True, slots=True)
class MarkOnce:
    """Set the flag."""

    flag: str


@dataclass(frozen=True, slots=True)
class Assign:
    """Give a variable a value."""

    name: str
    value: Code


@dataclass(frozen=True, slots=True)
class Invoke:
    """Call a function, and drop the result."""

    name: str
    arguments: tuple[Code, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Jump:
    """Leave this node for another; the target is a title or an expression."""

    target: str | Code
    span: Span


@dataclass(frozen=True, slots=True)
class Stop:
    """End the dialogue: ``stop``, or the end of a node."""


Instruction: TypeAlias = Say | Offer | Order | Branch | Goto | SkipOnce | MarkOnce | Assign | Invoke | Jump | Stop

# Nodes and the whole --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A compiled node: a sub-dialogue.

    Attributes:
        headers: values by lower-case key, in their order.
        stops: the instruction of every stop, by its content id (``line:need``, ``choice:need``, ``command:...``).
        entries: where a player can begin to run: the start of each line's statement, of each option's body, of each
            group, by content id; the start of the node is 0.
        earlier: for each stop, the id (given by the writer) of the content that a player must have passed just before.
        digest: of its headers and body without comments, indentation and editor headers.
    """

    title: str
    dialogue: str
    headers: Mapping[str, tuple[str, ...]]
    code: tuple[Instruction, ...]
    stops: Mapping[str, int]
    entries: Mapping[str, int]
    earlier: Mapping[str, str]
    digest: str
    span: Span

    @property
    def selectors(self) -> tuple[str, ...]:
        """The group selectors that the node's headers name (``selectors: Intro Gossip``)."""
        return tuple(word for value in self.headers.get("selectors", ()) for word in value.split())

    @property
    def counts_visits(self) -> bool:
        """Whether ``visited`` may see the exits of this node (``tracking: never`` hides them)."""
        return "never" not in self.headers.get("tracking", ())


@dataclass(frozen=True, slots=True)
class Dialogue:
    """One script: its nodes in their order, and the hashtags at its head without their ``#``."""

    name: str
    path: str
    tags: tuple[str, ...]
    nodes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class VariableInfo:
    """A variable of the whole program.

    Attributes:
        declared: whether a ``declare`` says so; else type and default follow from its uses.
        type: None where nothing fixes it (the report then has an error).
    """

    name: str
    type: TypeName | None
    default: Value
    declared: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Element:
    """What a tag can be made for.

    Attributes:
        kind: ``dialogue``, ``subdialogue``, ``selector``, ``choice`` or ``reply``.
        id: the name or cleaned id: one segment of a tag.
        parent: the name of the dialogue; of a reply, the id of its choice; of a dialogue, empty.
        node: the title of the node that it stands in, where it stands in one.
        text: its first line, for a person to read.
    """

    kind: Literal["dialogue", "subdialogue", "selector", "choice", "reply"]
    id: str
    parent: str
    node: str
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Use:
    """A place that calls a function or gives a command.

    Attributes:
        name: of the function or command.
        arguments: how many; of a command, the words behind its name, or -1 where values decide that.
    """

    name: str
    arguments: int
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Program:
    """All dialogues of a project, compiled.

    Attributes:
        dialogues: by name, in the order of the sources.
        nodes: by title: titles are one name space over all files.
        variables: by name, with the ``$``.
        commands: every place that gives a host command.
        functions: every place that calls a function that the language does not have.
        report: every finding. With an error in it, parts may be missing; play none but for tests.
        digest: of all nodes and the names of their dialogues.
    """

    dialogues: Mapping[str, Dialogue]
    nodes: Mapping[str, Node]
    variables: Mapping[str, VariableInfo]
    commands: tuple[Use, ...]
    functions: tuple[Use, ...]
    report: Report
    digest: str
    _elements: Callable[[Program, str], list[Element]]

    def elements(self, dialogue: str) -> list[Element]:
        """Give what can have a tag in a dialogue: itself, its sub-dialogues and selectors, choices and replies.

        The order is that of the text, a choice before its replies, a selector where it is first named.

        Raises:
            DialogueError: no dialogue has this name.
        """
        return self._elements(self, dialogue)

    def candidates(self, dialogue: str, selector: str) -> tuple[str, ...]:
        """Give the titles of the nodes that carry a group selector, in their order.

        The selector is compared as tags are: cleaned, and without regard to case.
        """
        wanted = fold(clean_id(selector))
        nodes = self.dialogues[dialogue].nodes if dialogue in self.dialogues else ()
        return tuple(t for t in nodes if any(fold(clean_id(s)) == wanted for s in self.nodes[t].selectors))

    def entry(self, dialogue: str, name: str = "") -> str | None:
        """Give the title of the node at which a dialogue begins, or None where nothing has the name.

        Args:
            dialogue: its name.
            name: a title; or a title as it stands in a tag (cleaned, in any case); or a group selector, which stands
                for the first node that carries it; empty for the first node of the dialogue.
        """
        found = self.dialogues.get(dialogue)
        if found is None:
            return None
        if not name:
            return next(iter(found.nodes), None)
        if name in found.nodes:
            return name
        wanted = fold(name)
        by_id = (title for title in found.nodes if fold(clean_id(title)) == wanted)
        return next(by_id, None) or next(iter(self.candidates(dialogue, name)), None)
