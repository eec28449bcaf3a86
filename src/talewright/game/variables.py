"""Game-play variables: Yarn's ``$variables``, and the counts of dialogues, choices and replies by tag.

Two kinds live here, as in the third source document: what the dialogues set themselves, and the metadata (`GPVar`) that
the game keeps for each tag: how often a dialogue was played, a choice was offered, a reply was selected. Counts are
explicit: the count of a dialogue is no sum over what lies below it.

What the dialogues remember is one immutable mapping, the memory, which the pure player takes and gives back; a variable
is saved as ``[$gold Variable]``, a count as ``[Libretto.Dialogues.Smith GPVar]``. Every change that is no load is
published, see `changes`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from talewright.diagnostics import LoadReport
from talewright.dialogue import Host, Memory, Program, State, rename_memory, value_of
from talewright.dialogue.syntax import f32, print_value
from talewright.errors import (
    FieldError,
    InvalidName,
    Misuse,
    NotFound,
    SaveError,
    UnknownTag,
    top_field,
    wrong_type,
)
from talewright.fields import NO_REFERENCES, Plain, References, Sections, bounded, decode, decode_fields, encode
from talewright.game import changes
from talewright.game.counting import Touched
from talewright.game.former import GPVAR, VARIABLE, name_today, node_in
from talewright.game.parts import Load, Prepared, Swap
from talewright.messaging import Script, Worlds
from talewright.names import FoldedDict, closest, fold
from talewright.project import Project
from talewright.tags import Tag

COUNTED = ("started", "completed", "offered", "selected")
"""What is counted of a tag."""

_KINDS: Mapping[str, type] = MappingProxyType({"number": float, "text": str, "flag": bool})


@dataclass
class GPVar:
    """What a game remembers of one tag.

    Attributes:
        started: how often it began: a dialogue, a sub-dialogue.
        completed: how often it ran to its end.
        offered: how often it was shown: a choice, a reply that could be chosen.
        selected: how often it was chosen: a reply; for a choice, any of its replies.
        first: game time of the first of these, in seconds.
        last: game time of the last of these, in seconds.
        meta: whatever the game notes beside it.
    """

    started: int = 0
    completed: int = 0
    offered: int = 0
    selected: int = 0
    first: float = 0.0
    last: float = 0.0
    meta: dict[str, Any] = field(default_factory=dict)

    @property
    def played(self) -> bool:
        """Whether it was ever begun."""
        return self.started > 0

    @property
    def chosen(self) -> bool:
        """Whether it was ever chosen."""
        return self.selected > 0

    def touch(self, time: float) -> None:
        """Note the time; call it before counting up."""
        if not (self.started or self.completed or self.offered or self.selected):
            self.first = time
        self.last = time


class Counted(NamedTuple):
    """One count that rose by one: of which tag, what, when, and the time at which one of the tag's rose before."""

    tag: str
    what: str
    time: float
    last: float


class Surroundings(Protocol):
    """What variables need of the game that they are of."""

    project: Project
    worlds: Worlds
    still: bool

    @property
    def time(self) -> float:
        """Game time in seconds."""

    def dialogue_host(self) -> Host:
        """Return what dialogues may call."""


class Variables(MutableMapping[str, Any]):
    """The variables of a running game.

    ``variables["$gold"]``, or without the dollar sign, is a variable of the dialogues: a float, a text or a truth
    value, as it was declared. ``variables.gpvar(tag)`` is the metadata of a tag.
    """

    CLASSES = (VARIABLE, GPVAR)

    def __init__(self, game: Surroundings) -> None:
        self._game = game
        self._memory: Mapping[str, Plain] = Memory()
        self._gpvars: FoldedDict[GPVar] = FoldedDict()
        # Names that a save brought and nothing declares, folded, and their keys: part of no sum, and kept as they are.
        self._retired: dict[str, str] = {}

    @property
    def _project(self) -> Project:
        return self._game.project

    # -- the variables of the dialogues

    @property
    def memory(self) -> Mapping[str, Plain]:
        """All that the dialogues remember; assigning it publishes what differs, with no sender."""
        return self._memory

    @memory.setter
    def memory(self, memory: Mapping[str, Plain]) -> None:
        self.remember(memory)

    def remember(self, memory: Mapping[str, Plain], by: Script | None = None) -> None:
        """Put another memory in place and publish what differs: ``variable_changed`` under each variable's name.

        Args:
            memory: what a step of a dialogue came to.
            by: the sender; None: the host.
        """
        before, self._memory = self._memory, memory
        worlds = self._game.worlds
        if topics := worlds.topics:
            changed = changes.of_variables(self._program, topics, before, memory)
            changes.publish(worlds, changed, (by or worlds).publish)

    def __getitem__(self, name: str) -> Any:
        key = _dollar(name)
        declared = self._program.variables
        if key in self.memory and (key not in declared or declared[key].smart is None):
            return self.memory[key]
        if key in declared:
            return value_of(self._program, State(None, self.memory), key, host=self._game.dialogue_host())
        near = closest(key, (*declared, *self))
        raise NotFound(
            f"no dialogue declares the variable {key}",
            hint=f"did you mean {near[0]}?" if near else f"write <<declare {key} = 0>> in a dialogue",
        )

    def __setitem__(self, name: str, value: bool | float | str) -> None:
        key = _dollar(name)
        self._check_still(key)
        if not _NAME.fullmatch(key):
            raise InvalidName(f"no variable can be called {key!r}", hint="a $ and letters, digits and _")
        kept: bool | float | str = value
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            kept = _finite(key, value)
        elif not isinstance(value, (bool, str)):
            raise Misuse(f"{key} cannot hold {value!r}", hint="a variable holds a number, a text or a truth value")
        declared = self._program.variables.get(key)
        if declared is not None and declared.smart is not None:
            raise Misuse(
                f"{key} is worked out by the dialogues and cannot be set", hint=f"it is declared at {declared.span}"
            )
        if declared is not None and declared.cases is not None:  # whatever a save of former cases brought
            _check_case(key, value, kept, declared.cases)
            before = None
        else:
            before = self.memory.get(key, declared.default if declared else None)
        if before is not None and type(before) is not type(kept):
            raise Misuse(f"{key} holds {_KIND_NAMES[type(before)]}, not {value!r}", hint="a variable keeps its type")
        self.memory = Memory({**self.memory, key: kept})

    def __delitem__(self, name: str) -> None:
        key = _dollar(name)
        self._check_still(key)
        rest = dict(self.memory)
        if key not in rest:
            raise NotFound(f"the variable {key} was never set", hint="it has its declared default")
        del rest[key]
        self.memory = Memory(rest)

    def __iter__(self) -> Iterator[str]:
        return (name for name in self.memory if not name.startswith(changes.INTERNAL))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _check_still(self, key: str) -> None:
        if self._game.still:
            raise Misuse(
                f"{key} was changed by a function of a dialogue",
                hint="functions answer questions and change nothing; make it a @command, or <<set>> it",
            )

    @property
    def _program(self) -> Program:
        return self._project.program

    # -- the counts by tag

    def gpvar(self, tag: Tag | str) -> GPVar:
        """Return the metadata of a tag; what nobody has touched yet is all zero.

        Args:
            tag: a tag, or what follows its TagRoot: "Smith.Choice_need".

        Raises:
            UnknownTag: no such tag; the hint names near ones.
        """
        name = self._project.full_tag(str(tag))
        known = self._gpvars.get(name)
        if known is not None:
            return known
        found = self._project.tags.require(name).name
        return self._gpvars.setdefault(found, GPVar())

    def total(self, tag: Tag | str, what: str = "started") -> int:
        """Return a count summed over a tag and everything below it; the count of the tag itself is in `gpvar`.

        Args:
            tag: as for `gpvar`.
            what: "started", "completed", "offered" or "selected".

        Raises:
            UnknownTag: no such tag.
        """
        above = self._project.tags.require(self._project.full_tag(str(tag)))
        inside = f"{above.key}."
        return sum(
            getattr(var, what)
            for key, var in self._gpvars.folded()
            if (key.startswith(inside) or key == above.key) and key not in self._retired
        )

    def gpvars(self) -> dict[str, GPVar]:
        """Return the metadata of every tag that has any."""
        return {name: var for name, var in self._gpvars.items() if var != GPVar()}

    def count(self, tag: Tag | str, what: str) -> int:
        """Count one up for a tag, as the dialogues do, and publish it: ``gpvar_changed``, up to the root.

        What is written into a `GPVar` by hand, `GPVar.meta` among it, is published by nobody.

        Args:
            tag: as for `gpvar`.
            what: "started", "completed", "offered" or "selected".

        Returns:
            The new count.

        Raises:
            UnknownTag: no such tag.
            Misuse: nothing of the kind is counted, or a function of a dialogue asked for it.
        """
        if what not in COUNTED:
            raise Misuse(f"nothing counts {what!r}", hint=f"what is counted: {', '.join(COUNTED)}")
        self._check_still(str(tag))
        self.gpvar(tag)
        name = self._project.tags.require(self._project.full_tag(str(tag))).name
        self.count_all([(name, what)])
        return int(getattr(self._gpvars[name], what))

    def count_all(self, touched: Iterable[Touched], by: Script | None = None) -> tuple[Counted, ...]:
        """Count up what a step of a dialogue touched, all of it before any of it is published.

        Args:
            touched: whole names of tags, and what is counted of each.
            by: the sender; None: the host.

        Returns:
            What `take_back` needs.
        """
        counted: list[Counted] = []
        time = self._game.time
        for tag, what in touched:
            var = self._gpvars.setdefault(tag, GPVar())
            counted.append(Counted(tag, what, time, var.last))
            var.touch(time)
            setattr(var, what, getattr(var, what) + 1)
        self._publish_counts(counted, by, 1)
        return tuple(counted)

    def take_back(self, counted: Iterable[Counted], by: Script | None = None) -> None:
        """Count down what a rewind takes back, all of it before any of it is published; notes (`meta`) stay.

        Args:
            counted: what `count_all` gave, the oldest first.
            by: the sender; None: the host.
        """
        taken: list[Counted] = []
        for one in reversed(list(counted)):
            var = self._gpvars.get(one.tag)
            if var is None or not getattr(var, one.what):  # the host set it by hand
                continue
            setattr(var, one.what, getattr(var, one.what) - 1)
            if var.last == one.time:
                var.last = one.last
            if not any(getattr(var, what) for what in COUNTED):
                var.first = var.last = 0.0
            taken.append(one)
        self._publish_counts(taken, by, -1)

    def _publish_counts(self, counted: list[Counted], by: Script | None, step: int) -> None:
        worlds = self._game.worlds
        if counted and (topics := worlds.topics):
            touched = [one[:2] for one in counted]
            changed = changes.of_counts(self._project.tags, topics, touched, self._count_of, self.total, step)
            changes.publish(worlds, changed, (by or worlds).publish)

    def _count_of(self, tag: str, what: str) -> int:
        return int(getattr(self.gpvar(tag), what))

    # -- listening

    def topic(self, name: Tag | str) -> str:
        """Return the topic that changes of a variable or of a tag's counts are published under.

        A topic is an exact name, so a subscription to a misspelled one hears nothing for ever; this one says so. Counts
        are published under the whole name of the tag, as it is declared: ``self.subscribe(variables.topic("Smith"))``.

        Args:
            name: a variable with its dollar sign, or a tag as for `gpvar`.

        Raises:
            NotFound: no dialogue declares the variable, and it was never set.
            Misuse: it is worked out by the dialogues, so it is not known when it changes.
            UnknownTag: no such tag.
        """
        key = str(name)
        if not key.startswith("$"):
            return self._project.tags.require(self._project.full_tag(key)).name
        if key.startswith(changes.INTERNAL):
            raise NotFound(f"{key} is what the dialogues keep for themselves", hint="subscribe to the tag of the node")
        self[key]
        declared = self._program.variables.get(key)
        if declared is not None and declared.smart is not None:
            raise Misuse(
                f"{key} is worked out when it is asked for, so no change of it is published",
                hint="subscribe to the variables that it is worked out from",
            )
        return key

    def heal_topics(self, report: LoadReport) -> None:
        """Let who listens to a former name of a tag hear the tag under its name of today, too: after a load."""
        for topic in list(self._game.worlds.topics):
            tag = self._project.tags.find(topic)
            if tag is not None and fold(tag.name) != fold(topic) and self._game.worlds.lead_topic(topic, tag.name):
                report.moved.append(f"who listens to {topic} hears {tag.name} now")

    # -- saving

    def sections(self, references: References = NO_REFERENCES) -> Sections:
        """Return variables and counts as sections: one a name, in the order of their first use."""
        found: Sections = {}
        for name, value in self.memory.items():
            kind = "flag" if isinstance(value, bool) else "text" if isinstance(value, str) else "number"
            found[name, VARIABLE] = {kind: encode(value, _KINDS[kind], references, name)}
        for tag, var in self.gpvars().items():
            plain: dict[str, Plain] = {}
            for key, value in vars(var).items():
                if value:
                    hint: Any = float if key in ("first", "last") else int if key != "meta" else dict[str, Any]
                    plain[key] = bounded(encode, value, hint, references, f"{tag}.{key}")
            key = self._project.keys.get(tag) or self._retired.get(fold(tag), "")
            if "uid:" in key:  # a key that outlives a rename of the tag
                plain["key"] = key
            # What the dialogues call it, where that is not the last part of the tag: a member of a group.
            node = tag if fold(tag) in self._retired else self._project.node_of(tag)
            if node is not None and node != node_in(tag, {}):
                plain["node"] = node
            found[tag, GPVAR] = plain
        return found

    def prepare(self, load: Load) -> Prepared:
        """Check the variables and counts of a save; what comes back puts them in place.

        Old tags are followed through redirects; several old names of one tag add up. A tag that nothing declares any
        more keeps its count, and the report says so.

        Raises:
            SaveError: a value does not fit.
        """
        former, report = load.former, load.report
        memory: dict[str, Plain] = {}
        gpvars: FoldedDict[GPVar] = FoldedDict()
        retired: dict[str, str] = {}
        for (name, cls), fields in load.sections.items():
            try:
                if cls == VARIABLE:
                    value = _variable(name, fields)
                    today = former.of_variable(name)
                    if today != name:
                        report.moved.append(f"{name} is {today} now")
                    known = memory.get(today)
                    if known is not None and type(known) is not type(value):
                        raise FieldError("", f"is {today} now, which the save has as {_KIND_NAMES[type(known)]}")
                    memory[today] = (
                        value if known is None else known or value if isinstance(value, bool) else known + value
                    )
                elif cls == GPVAR:
                    for key in ("key", "node"):
                        decode(fields.get(key, ""), str, path=key)
                    tag = self._heal(name, fields, report)
                    if tag not in self._project.tags:
                        retired[fold(tag)] = str(fields.get("key", ""))
                    var = GPVar(**decode_fields(GPVar, fields, load.references))
                    _check_counts(var)
                    if tag in gpvars:
                        report.moved += _add(gpvars[tag], var, tag, own=fold(name) == fold(tag))
                    else:
                        gpvars[tag] = var
            except FieldError as error:
                message = f"[{name} {cls}] {error.message}"
                raise SaveError(
                    message, hint=error.hint, section=(name, cls), field=top_field(error.path, "")
                ) from error

        renamed, notices = rename_memory(self._program, memory)
        report.moved += notices
        for name, value in renamed.items():
            self._check_type(name, value)

        def commit() -> None:
            self._memory = Memory(renamed)  # a load is no change: on_reload tells of it
            for name, var in self._gpvars.items():  # whoever holds a GPVar goes on holding the right one
                new = gpvars.get(name, GPVar())
                vars(var).update(vars(new))
                if name in gpvars:
                    gpvars[name] = var
            self._gpvars, self._retired = gpvars, retired

        return Swap(commit)

    def _check_type(self, name: str, value: Plain) -> None:
        """Refuse a value of another type than the dialogues declare; cases of an enum may be former ones."""
        declared = self._program.variables.get(name)
        if declared is None or declared.smart is not None or declared.cases is not None:
            return
        if type(value) is not type(declared.default):
            raise SaveError(
                f"[{name} {VARIABLE}] is {_KIND_NAMES[type(value)]}, and the dialogues declare "
                f"{_KIND_NAMES[type(declared.default)]}",
                hint="turn it into one in a migration",
                section=(name, VARIABLE),
            )

    def _heal(self, name: str, fields: Mapping[str, Plain], report: LoadReport) -> str:
        """Return the tag that a saved count belongs to today: by its element's key, else by its tag and redirects."""
        today = name_today(self._project, name, fields)
        if today not in self._project.tags:
            why = "another element has this tag now" if name in self._project.tags else "nothing declares this tag"
            kept = f"; its counts are kept as {today}" if today != name else "; its counts are kept"
            report.unknown.append(f"[{name} {GPVAR}]: {why}{kept}")
        elif today != name:
            report.moved.append(f"the counts of {name} are those of {today} now")
        return today


_KIND_NAMES = {float: "a number", str: "a text", bool: "a truth value"}


_MOST = 1 << 53
"""What a count may come to: a dialogue asks for it as a number, and beyond it floats skip some."""
_NAME = re.compile(r"\$[^\W\d][\w.]*")


def _finite(key: str, value: int | float) -> float:
    try:
        number = f32(float(value))
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise Misuse(f"{key} cannot hold {value!r}", hint="a number of a dialogue is finite, and at most about 3e38")
    return number


def _check_case(key: str, value: object, kept: bool | float | str, cases: Mapping[str, Any]) -> None:
    if any(type(raw) is type(kept) and raw == kept for raw in cases.values()):
        return
    written = {name: print_value(raw) if isinstance(raw, float) else repr(raw) for name, raw in cases.items()}
    known = ", ".join(f"{raw} ({name})" for name, raw in written.items())
    raise Misuse(f"{key} holds a case of an enum, and {value!r} is none", hint=f"write its raw value: {known}")


def _dollar(name: str) -> str:
    if not isinstance(name, str):
        raise wrong_type("a variable's name is text", name, 'variables["$gold"]')
    return name if name.startswith("$") else f"${name}"


def _check_counts(var: GPVar) -> None:
    for name in (*COUNTED, "first", "last"):
        if not 0 <= getattr(var, name) <= _MOST:
            raise FieldError(name, f"is {getattr(var, name)}: it is never below zero, nor above {_MOST}")


def _variable(name: str, fields: Mapping[str, Plain]) -> Plain:
    if not name.startswith("$"):
        raise FieldError("", f"is no variable: {name!r} has no $ in front")
    if len(fields) == 1:
        ((kind, plain),) = fields.items()
        if kind in _KINDS:
            value = decode(plain, _KINDS[kind], path=kind)
            if kind != "number":
                return value
            if math.isfinite(number := f32(value)):
                return number
            raise FieldError(kind, f"is {value}; a number of a dialogue is at most about 3e38")
    raise FieldError("", f"is no variable: {', '.join(fields) or 'nothing'}", hint="number=, text= or flag=")


def _add(into: GPVar, other: GPVar, tag: str, *, own: bool) -> list[str]:
    """Add the counts of a second name of a tag; the notes of its own name come first. Return those that are lost."""
    for key in COUNTED:
        setattr(into, key, getattr(into, key) + getattr(other, key))
    into.first, into.last = min(into.first, other.first), max(into.last, other.last)
    kept, left = (other.meta, into.meta) if own else (into.meta, other.meta)
    into.meta = {**left, **kept}
    return [
        f"two names of {tag} have a note {key!r}: {kept[key]!r} is kept, {value!r} is not"
        for key, value in left.items()
        if key in kept and kept[key] != value
    ]


__all__ = ["GPVAR", "VARIABLE", "GPVar", "UnknownTag", "Variables"]
