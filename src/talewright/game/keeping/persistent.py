"""`Persistent`: what outlives every state of a game: endings that were reached, lines that were read.

One file, ``Saved/Persistent.ini``, beside the slots and in none of them; no load and no rollback changes it. What is
kept are objects of declared dataclasses, a section each, as settings have them, and the ids of lines that were read.
Writing is bundled: with every save, when the host leaves, and now and then between (`tick`); the file is written whole
or not at all, and what others wrote into it meanwhile stays. What cannot be written is a fault, stops no game and is
tried again; what cannot be read is set aside, never overwritten. Reads no clock: the host says what time it is.
"""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Final, TypeVar

from talewright.config import ConfigTree, IniDocument, LayerPlan, lock
from talewright.config.typed import describe
from talewright.dialogue import DialogueEnded, Line, NoOptions, Options, Rewound, TextFault
from talewright.errors import ConfigError, CorruptFile, FieldError, Misuse, TalewrightError, wrong_type
from talewright.fields import NO_REFERENCES, References, check_savable, decode_fields, encode_fields
from talewright.messaging import Fault

T = TypeVar("T")

FILE: Final = "Persistent.ini"
LOCK: Final = ".persistent.lock"
"""The file that is held while it is written; a lock for each write holds no two of them together."""

EVERY: Final = 60.0
"""Seconds of real time after which a change is written, unless a save or the end comes first."""

FAILED: Final = "TW-GAME-04"
"""The code of the fault where the file cannot be read or written."""


@dataclass
class SeenLines:
    """The section ``[SeenLines]``.

    Attributes:
        Lines: the ids of lines that were read, sorted, with blanks between them.
    """

    class_name: ClassVar[str] = "SeenLines"

    Lines: str = ""


@dataclass
class Rollbacks:
    """The section ``[Rollbacks]``.

    Attributes:
        Count: how many rollbacks there were under ``[Rollback] Dice=fresh``.
    """

    class_name: ClassVar[str] = "Rollbacks"

    Count: int = 0


class Persistent:
    """What outlives saves and rollbacks; `Game.persistent`.

    Args:
        folder: where the file lies; None: nowhere, and what is kept lasts as long as the process.
        report: gets a fault.
        references: gives the types that are saved as their names.

    Attributes:
        changed: whether something is kept that is not written yet.

    >>> from dataclasses import dataclass, field
    >>> from talewright.game import Game
    >>> @dataclass
    ... class Endings:
    ...     reached: list[str] = field(default_factory=list)
    >>> game = Game()
    >>> endings = game.persistent.read(Endings)
    >>> endings.reached.append("rat friend")
    >>> game.persistent.save(endings)
    >>> game.persistent.read(Endings)
    Endings(reached=['rat friend'])
    """

    def __init__(
        self,
        folder: Path | None,
        report: Callable[[Fault], object],
        references: Callable[[], References] = lambda: NO_REFERENCES,
    ) -> None:
        self.changed = False
        self._folder = folder
        self._report = report
        self._references = references
        self._tree: ConfigTree | None = None
        self._said = ""
        self._kept: dict[str, Any] = {}
        self._unwritten: set[str] = set()
        self._seen: set[str] | None = None
        self._showing: dict[object, str] = {}
        self._due: float | None = None

    # -- objects

    def read(self, cls: type[T]) -> T:
        """Return what is kept of a class, or its defaults; nobody else holds it.

        Args:
            cls: a dataclass; its section has its name.

        Raises:
            ConfigError: what the file has does not fit the class; the report says where.
            FieldError: what was kept by a class of this name, before a hot reload, does not fit it.
            Misuse: it is no dataclass.
        """
        name = describe(cls).name
        kept = self._kept.get(name)
        if kept is None:
            return (self._opened() or ConfigTree()).read(cls)
        if type(kept) is cls:
            return copy.deepcopy(kept)
        known = self._references()
        return cls(**decode_fields(cls, encode_fields(kept, known, name), known, name))

    def save(self, kept: object) -> None:
        """Keep an object from now on; it is written with the next save, at the latest.

        Raises:
            FieldError: a value does not fit its declared type, or cannot be saved; nothing changed.
            Misuse: it is of no dataclass, or its class has the name of a section that is the library's.
        """
        cls = type(kept)
        name = describe(cls).name
        if name in _OWN and cls is not _OWN[name]:
            raise Misuse(f"[{name}] of {FILE} is the library's own", hint=f"call the class {cls.__name__} otherwise")
        known = self._references()
        check_savable(cls, known)
        for field, value in encode_fields(kept, known, name).items():
            if not _is_whole(json.dumps(value, ensure_ascii=False, default=str)):
                raise FieldError(f"{name}.{field}", "holds half a character", hint="cut texts between characters")
        self._kept[name] = copy.deepcopy(kept)
        self._unwritten.add(name)
        self.changed = True

    # -- lines

    def seen(self, line_id: str) -> bool:
        """Return whether a line was read: shown, and left by going on, in this run of the game or in an earlier one."""
        return line_id in self._lines()

    def see(self, line_id: str) -> None:
        """Keep that a line was read; an empty id is of no line.

        Raises:
            Misuse: it is no id: no text, or with a blank in it.
        """
        lines = self._lines()
        if line_id and line_id not in lines:
            if not isinstance(line_id, str):
                raise wrong_type("the id of a line is text", line_id, "game.persistent.see(line.id)")
            if len(line_id.split()) != 1 or not _is_whole(line_id):
                raise Misuse(f"{line_id!r} is not the id of a line", hint="an id has no blanks: see(line.id)")
            lines.add(line_id)
            self.changed = True

    def showing(self, lines: Mapping[object, str]) -> None:
        """Know what is on show from now on: after a load, a rollback, and at the beginning.

        Args:
            lines: the id of the line, by conversation.
        """
        self._showing = dict(lines)

    def hear(self, talk: object, event: object) -> None:
        """Hear an event of a conversation: the line that it leaves behind was read."""
        if isinstance(event, (Options, NoOptions, TextFault)):  # they come with a line
            return
        left = self._showing.pop(talk, "")
        if not isinstance(event, Rewound) and not (isinstance(event, DialogueEnded) and not event.completed):
            self.see(left)
        if isinstance(event, Line):
            self._showing[talk] = event.id

    def _lines(self) -> set[str]:
        if self._seen is None:
            self._seen = set(self.read(SeenLines).Lines.split())
        return self._seen

    # -- rollbacks

    def next_rollback(self) -> int:
        """Count a rollback that rolls fresh dice, and give its number: another one in each play-through, too."""
        try:
            rollbacks = self.read(Rollbacks)
        except ConfigError as error:  # of no worth to a player, and no reason to stay where one is
            self._fault(f"has no count of rollbacks: {_short(error)}", "it is counted from 1 on")
            rollbacks = Rollbacks()
        rollbacks.Count += 1
        self.save(rollbacks)
        return rollbacks.Count

    # -- the file

    def write(self) -> bool:
        """Write what changed; whoever ends a game calls it. What fails is a fault, and tried again.

        Returns:
            Whether all is written that there is to write.
        """
        self._due = None
        if not self.changed or self._folder is None:
            return not self.changed
        try:
            # Held from the reading on: what another game adds between would be written over.
            with lock(self._folder, name=LOCK):
                self._tree = None
                tree = self._opened()
                if tree is None:
                    return False
                self._write_into(tree)
        except (TalewrightError, OSError) as error:
            self._fault(f"cannot be written: {_short(error)}", "what is kept stays in memory, and is tried again")
            return False
        self.changed, self._said = False, ""
        return True

    def _write_into(self, tree: ConfigTree) -> None:
        for name in sorted(self._unwritten):
            tree.save(self._kept[name])
            self._unwritten.discard(name)
        if self._seen is not None:
            self._seen.update(tree.read(SeenLines).Lines.split())
            tree.save(SeenLines(" ".join(sorted(self._seen))))

    def tick(self, now: float) -> bool:
        """Write, where something changed and a minute has passed since; a host with a clock calls it now and then.

        Args:
            now: real time in seconds, from any beginning, ``time.monotonic()``.

        Returns:
            Whether it was written now.

        Raises:
            Misuse: it is no number.
        """
        if isinstance(now, bool) or not isinstance(now, (int, float)):
            raise wrong_type("real time is a number of seconds", now, "game.persistent.tick(time.monotonic())")
        if not self.changed:
            return False
        if self._due is None:
            self._due = now + EVERY
        return now >= self._due and self.write()

    def _opened(self) -> ConfigTree | None:
        """Return the file as it was read; None where there is none that may be read and written."""
        if self._tree is None and self._folder is not None and self._readable(self._folder / FILE):
            plan = LayerPlan.flat(self._folder, pattern=FILE)
            self._tree = ConfigTree(plan=plan, references=self._references())
        return self._tree

    def _readable(self, path: Path) -> bool:
        """Return whether the file can be read, or is not there; a damaged one is set aside."""
        try:
            errors = IniDocument.read(path, file=FILE).report.errors
            if not errors:
                return True
            why = str(errors[0])
        except FileNotFoundError:
            return True
        except CorruptFile as error:
            why = _short(error)
        except ConfigError as error:
            self._fault(f"cannot be read: {_short(error)}", "nothing is written meanwhile")
            return False
        try:
            aside = path.with_name(f"Persistent.damaged-{hashlib.sha256(path.read_bytes()).hexdigest()[:8]}.ini")
            path.replace(aside)
        except OSError as failed:
            self._fault(f"is damaged, and cannot be set aside: {_short(failed)}", "nothing is written meanwhile")
            return False
        self._fault(f"is damaged: {why}", f"it is kept as {aside.name}, and a new one is begun")
        return True

    def _fault(self, what: str, hint: str) -> None:
        if what != self._said:
            self._said = what
            self._report(Fault(FAILED, f"Saved/{FILE} {what}", hint=hint))


def _is_whole(text: str) -> bool:
    """Return whether a text has no halves of characters, which no file can hold."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _short(error: Exception) -> str:
    text = str(error)
    if isinstance(error, TalewrightError):
        text = error.report[0].message if error.report else error.message
    return " ".join(text.split())


_OWN: Final[Mapping[str, type]] = {cls.class_name: cls for cls in (SeenLines, Rollbacks)}
