"""A compiled project of dialogues: immutable data, shared by any number of conversations.

Decides what a player needs to know: flat instructions a node, with every branch resolved to an index, so that playing
never recurses; and what each stop shows. Nothing here changes after :func:`talewright.dialogue.compile`, and nothing
here runs. Whoever holds a program may use it from any thread.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

from talewright.diagnostics import Report, Span
from talewright.dialogue.syntax import Value, clean_id
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


@dataclass(frozen=True, slots=True)
class Markup:
    """Text with markup in it, cut into tokens once; :mod:`.markup` knows what they are."""

    tokens: tuple[Any, ...]


# Contents: what a stop shows ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LineContent:
    """A line.

    Attributes:
        id: with its ``line:``; where the writer gave none, ``line:auto-<node>-<n>``, which depends on the position.
        explicit: whether the writer gave it.
        shadow: the id of the line whose text and voice this one has, or empty.
        markup: its markup, where it has any; ``text`` is then the text as written.
    """

    id: str
    explicit: bool
    speaker: Template | None
    text: Template
    holes: tuple[Code, ...]
    tags: tuple[str, ...]
    source: str
    span: Span
    shadow: str = ""
    markup: Markup | None = None


@dataclass(frozen=True, slots=True)
class OptionContent:
    """An option: a line that a player may choose.

    Attributes:
        reply: the id without ``line:``, as a tag can hold it; of a shadow option, that of its ``#reply:``.
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
    shadow: str = ""
    markup: Markup | None = None


@dataclass(frozen=True, slots=True)
class Guard:
    """When a line-group item or a member of a node group may be chosen.

    Attributes:
        id: what its views and its once flag are counted by: the id of its line, or the name of its node.
        conditions: all of them must hold.
        once: the name of the flag that is set when it is chosen, or empty.
        score: how much its conditions ask for (dialogue.md section 6.9).
        weight: its share in a weighted draw.
    """

    id: str
    conditions: tuple[Code, ...] = ()
    once: str = ""
    score: int = 0
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class ItemContent:
    """An item of a line group; ``body`` is the index of its line."""

    guard: Guard
    body: int
    source: str
    span: Span


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
class Command:
    """Hand a command to the host and stop."""

    command: CommandContent

    @property
    def effect(self) -> str:
        """What it does, as it is written: by this it is known again in an edited script."""
        return self.command.source


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
    """Set a variable to a value."""

    name: str
    value: Code

    @property
    def effect(self) -> str:
        """What it does, as it is written."""
        return f"{self.name}={self.value.source}"


@dataclass(frozen=True, slots=True)
class Call:
    """Call a function, and drop the result."""

    name: str
    arguments: tuple[Code, ...]
    span: Span

    @property
    def effect(self) -> str:
        """What it does, as it is written."""
        return f"{self.name}({', '.join(one.source for one in self.arguments)})"


@dataclass(frozen=True, slots=True)
class Jump:
    """Leave this node for another; the target is a title or an expression."""

    target: str | Code
    span: Span


@dataclass(frozen=True, slots=True)
class Detour:
    """Run another node, and come back behind this."""

    content: str
    target: str | Code
    source: str
    span: Span


@dataclass(frozen=True, slots=True)
class Select:
    """Run what a selector selects, and come back behind this."""

    content: str
    selector: str
    source: str
    span: Span


@dataclass(frozen=True, slots=True)
class Pick:
    """Go to one item of a line group, or to ``after`` where none may run."""

    items: tuple[ItemContent, ...]
    after: int
    span: Span


@dataclass(frozen=True, slots=True)
class Return:
    """Go back behind the detour that led here, or end the dialogue: ``return``, or the end of a node."""


@dataclass(frozen=True, slots=True)
class Stop:
    """End the dialogue at once: ``stop``."""


Instruction: TypeAlias = (
    Say
    | Offer
    | Command
    | Branch
    | Goto
    | SkipOnce
    | MarkOnce
    | Assign
    | Call
    | Jump
    | Detour
    | Select
    | Pick
    | Return
    | Stop
)

# Nodes and the whole --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A compiled node: a sub-dialogue.

    Attributes:
        name: what it is called in positions, counters and :attr:`Program.nodes`: its title, or ``Title.Subtitle`` for a
            member of a node group.
        title: as written.
        subdialogue: the last part of the name: what its tag is made of.
        headers: values by lower-case key, in their order.
        stops: the instruction of every stop, by its content id (``line:need``, ``choice:need``, ``command:...``).
        entries: where a player can begin to run: the start of each line's statement, of each option's body, of each
            group, by content id; the start of the node is 0.
        earlier: for each stop, the ids (given by the writer) of the contents that a player must have passed before,
            nearest first, at most eight.
        digest: of its headers and body without comments, indentation and editor headers.
        surroundings: for stops that were asked about, the ids around them (:mod:`.surroundings`).
    """

    name: str
    title: str
    subdialogue: str
    dialogue: str
    headers: Mapping[str, tuple[str, ...]]
    code: tuple[Instruction, ...]
    stops: Mapping[str, int]
    entries: Mapping[str, int]
    earlier: Mapping[str, tuple[str, ...]]
    digest: str
    guard: Guard
    grouped: bool
    span: Span
    surroundings: dict[str, tuple[str, ...]] = field(default_factory=dict, init=False, repr=False)

    @property
    def uid(self) -> str:
        """The permanent id of its ``uid:`` header, or empty."""
        return self.headers.get("uid", ("",))[0]

    @property
    def formerly(self) -> tuple[str, ...]:
        """The names that it had: titles, or ``Title.Subtitle`` (``formerly: Old Older``)."""
        return tuple(word for value in self.headers.get("formerly", ()) for word in value.split())

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
    """One script: the names of its nodes in their order, and the hashtags at its head without their ``#``.

    Attributes:
        strategies: the strategy of each selector that declares one (``#selector:Gossip=shuffle``).
    """

    name: str
    path: str
    tags: tuple[str, ...]
    nodes: tuple[str, ...]
    strategies: Mapping[str, str] = field(default_factory=dict)

    def tagged(self, key: str) -> str:
        """Return what stands behind a hashtag of the file, ``#key:value``, or nothing."""
        return next((tag[len(key) + 1 :] for tag in self.tags if tag.startswith(f"{key}:")), "")


def strategies_of(tags: tuple[str, ...]) -> Mapping[str, str]:
    """Return the strategy of each selector that the hashtags of a file declare one for."""
    declared = (tag[len("selector:") :].partition("=") for tag in tags if tag.startswith("selector:"))
    return MappingProxyType({name: strategy for name, equals, strategy in declared if equals})


@dataclass(frozen=True, slots=True)
class Group:
    """A node group: nodes that share a title.

    Attributes:
        members: the names of its nodes, in their order.
        counts_visits: whether ``visited`` may see the group (not if all members say ``tracking: never``).
    """

    title: str
    members: tuple[str, ...]
    counts_visits: bool


@dataclass(frozen=True, slots=True)
class EnumInfo:
    """An enum: its cases and their raw values, which are what variables hold."""

    name: str
    cases: Mapping[str, Value]
    span: Span

    @property
    def raw(self) -> TypeName:
        """The type of its raw values."""
        return "String" if any(isinstance(value, str) for value in self.cases.values()) else "Number"


@dataclass(frozen=True, slots=True)
class VariableInfo:
    """A variable of the whole program.

    Attributes:
        declared: whether a ``declare`` says so; else type and default follow from its uses.
        type: Number, String, Bool or the name of an enum; None where nothing fixes it (the report then has an error).
        smart: what a smart variable is worked out from at every read; None for one that is stored.
        cases: of an enum: the raw values by the name of the case.
        documentation: what ``///`` says in the rows above its declaration, or else behind it.
    """

    name: str
    type: str | None
    default: Value
    declared: bool
    span: Span
    smart: Code | None = None
    cases: Mapping[str, Value] | None = None
    documentation: str = ""


@dataclass(frozen=True, slots=True)
class Element:
    """What a tag can be made for.

    Attributes:
        kind: ``dialogue``, ``subdialogue``, ``selector``, ``choice`` or ``reply``.
        id: the name or cleaned id: one segment of a tag.
        parent: the name of the dialogue; of a reply, the id of its choice; of a dialogue, empty.
        node: the title of the node that it stands in, where it stands in one.
        text: its first line, for a person to read.
        formerly: the ids that it had before (``formerly:``, ``#was:``).
        uid: its permanent id, where it has one that is not its id.
    """

    kind: Literal["dialogue", "subdialogue", "selector", "choice", "reply"]
    id: str
    parent: str
    node: str
    text: str
    span: Span
    formerly: tuple[str, ...] = ()
    uid: str = ""


@dataclass(frozen=True, slots=True)
class Word:
    """A word behind the name of a command, or what is given to a function, as far as a script alone fixes it.

    Attributes:
        text: as the game gets it; None where a value decides.
        type: of the one expression that it is: Number, String or Bool; empty where it is none, or nothing tells.
    """

    text: str | None
    span: Span
    type: str = ""


@dataclass(frozen=True, slots=True)
class Use:
    """A place that calls a function or gives a command.

    Attributes:
        name: of the function or command.
        arguments: how many; of a command, the words behind its name, or -1 where values decide that.
        returns: what the function gives, as stated or inferred: Number, String, Bool or an enum; empty where unknown.
        words: the words of a command, and the texts that are given to a function, up to the first whose number values
            decide.
    """

    name: str
    arguments: int
    span: Span
    returns: str = ""
    words: tuple[Word, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Program:
    """All dialogues of a project, compiled.

    Attributes:
        dialogues: by name, in the order of the sources.
        nodes: by name (see :attr:`Node.name`): titles are one name space over all files.
        groups: node groups by title.
        variables: by name, with the ``$``.
        enums: by name.
        aliases: names that nodes and contents had before, and what they are called now.
        fallback: the node where a conversation goes on whose place is gone, unless its dialogue names one.
        commands: every place that gives a host command.
        functions: every place that calls a function that the language does not have.
        report: every finding. With an error in it, parts may be missing; play none but for tests.
        digest: of all nodes and the names of their dialogues.
    """

    dialogues: Mapping[str, Dialogue]
    nodes: Mapping[str, Node]
    groups: Mapping[str, Group]
    variables: Mapping[str, VariableInfo]
    enums: Mapping[str, EnumInfo]
    aliases: Mapping[str, str]
    commands: Sequence[Use]
    functions: Sequence[Use]
    report: Report
    digest: str
    fallback: str
    _elements: Callable[[Program, str], list[Element]]
    _indexes: dict[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict, init=False, repr=False)
    _parts: dict[str, Mapping[str, str]] = field(default_factory=dict, init=False, repr=False)

    def elements(self, dialogue: str) -> list[Element]:
        """Return what can have a tag in a dialogue: itself, its sub-dialogues and selectors, choices and replies.

        The order is that of the text, a choice before its replies, a selector where it is first named.

        Raises:
            DialogueError: no dialogue has this name.
        """
        return self._elements(self, dialogue)

    def candidates(self, dialogue: str, selector: str) -> tuple[str, ...]:
        """Return the names of the nodes that carry a group selector, in their order.

        A selector is a name in ``selectors:`` headers, or the title of a node group. It is compared as tags are:
        cleaned, and without regard to case.
        """
        if dialogue not in self.dialogues:
            return ()
        return self._index(dialogue).get(fold(clean_id(selector)), ())

    def entry(self, dialogue: str, name: str = "") -> str | None:
        """Return the name of the node at which a dialogue begins, or None where nothing has the name.

        Args:
            dialogue: its name.
            name: of a node; or as it stands in a tag (cleaned, in any case); or a group selector, which stands for the
                first node that carries it (``Start`` selects one); empty for the first node of the dialogue.
        """
        found = self.dialogues.get(dialogue)
        if found is None:
            return None
        if not name:
            return next(iter(found.nodes), None)
        return self.subdialogue(dialogue, name) or next(iter(self.candidates(dialogue, name)), None)

    def subdialogue(self, dialogue: str, name: str) -> str | None:
        """Return the name of the one node that a unique selector names: a name, or as it stands in a tag."""
        found = self.dialogues.get(dialogue)
        if found is None:
            return None
        return name if name in found.nodes else self._subdialogues(dialogue).get(fold(clean_id(name)))

    def _subdialogues(self, dialogue: str) -> Mapping[str, str]:
        """Return the nodes of a dialogue by their sub-dialogues' names as in a tag; no node is looked at for it."""
        found = self._parts.get(dialogue)
        if found is None:
            made: dict[str, str] = {}
            for name in self.dialogues[dialogue].nodes:  # a title holds no dot: behind one stands the subtitle
                made.setdefault(fold(clean_id(name.partition(".")[2] or name)), name)
            found = self._parts.setdefault(dialogue, made)
        return found

    def _index(self, dialogue: str) -> Mapping[str, tuple[str, ...]]:
        """Return the nodes of a dialogue by what selects them: a dialogue may select as often as it has nodes."""
        found = self._indexes.get(dialogue)
        if found is not None:
            return found
        candidates: dict[str, list[str]] = {}
        for name in self.dialogues[dialogue].nodes:
            node = self.nodes[name]
            titles = (*node.selectors, node.title) if node.grouped else node.selectors
            for wanted in {fold(clean_id(title)): None for title in titles}:
                candidates.setdefault(wanted, []).append(name)
        made = {wanted: tuple(names) for wanted, names in candidates.items()}
        return self._indexes.setdefault(dialogue, made)
