"""`Marks`: the moments that a running game can go back to, as a ring of whole states.

A mark is all that a save would hold, taken before an act of the player; going back puts it in place as a load does. So
nothing is forgotten that a save remembers, whoever changed it, and nothing is kept twice: a section that is the same in
two neighbours is one. Decides which moments are kept and which are one and the same; how a state is taken and put back
is the game's. The ring is no part of a save (Ren'Py's is): a slot stays small and plain.
"""

from __future__ import annotations

import marshal
import pickle
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Self

from talewright.config import ConfigTree
from talewright.errors import Misuse, SaveError, TalewrightError, wrong_type
from talewright.fields import Plain, Sections
from talewright.project import RollbackSettings

DEPTH: Final = 100
"""How many marks stand behind the present one, unless a game says otherwise."""

_CLOCKS: Final[Mapping[tuple[str, str], str]] = {("talewright", "Game"): "time", ("talewright", "Worlds"): "frame"}
"""Fields that go on while nothing happens: two marks that differ in nothing else are one."""


@dataclass(frozen=True, slots=True)
class RollbackReport:
    """What a rollback, or a roll-forward, came to.

    Attributes:
        steps: how many marks it went; 0: there was none to go to, and nothing changed.
        notices: what a person should know: marks that did not fit any more, what was found at another place.
        note: what the host gave to `Marks.add` for the mark where the game stands now.
    """

    steps: int
    notices: tuple[str, ...] = ()
    note: Any = None


@dataclass(frozen=True, slots=True, eq=False)
class Mark:
    """One moment: its sections, each frozen, the version of the game that they are of, and the host's note."""

    keys: tuple[tuple[str, str], ...]
    frozen: tuple[bytes, ...]
    version: object
    note: Any

    def sections(self) -> Sections:
        """Return the sections, which nobody else holds."""
        return {key: _thawed(data) for key, data in zip(self.keys, self.frozen, strict=True)}

    def still(self) -> tuple[object, ...]:
        """Return what is the same in two marks between which only time has passed."""
        quiet = {
            index: _frozen({name: value for name, value in _thawed(self.frozen[index]).items() if name != _CLOCKS[key]})
            for index, key in enumerate(self.keys)
            if key in _CLOCKS
        }
        return self.keys, tuple(quiet.get(index, data) for index, data in enumerate(self.frozen))


Take = Callable[[], tuple[Sections, Any]]
Put = Callable[[Sections, Any, int], Iterable[str]]


class Marks:
    """The marks of one game: ``game.marks = Marks()``, then ``game.marks.add()`` before each act of the player.

    `len` is the number of marks, those ahead included. What was undone stays ahead until another act is made; the same
    act made again goes on along it.

    Args:
        depth: how many marks stand behind the present one; older ones are let go.
        fresh: whether the random streams jump ahead at each rollback, so that the same act rolls another number.
        clock: what `cost` is measured by, in seconds.

    Attributes:
        cost: how many seconds the last mark took; a host may mark less often where that is much.

    Raises:
        Misuse: the depth is no whole number above 0.

    >>> from talewright.game import Game
    >>> game = Game(seed=0)
    >>> game.marks = Marks(depth=50)
    >>> game.marks.add(note="at the gate")
    >>> game.place = "the cellar"
    >>> game.rollback()
    RollbackReport(steps=1, notices=(), note='at the gate')
    >>> game.place, game.marks.can_back, game.marks.can_forward
    ('', False, True)
    >>> game.roll_forward().steps, game.place
    (1, 'the cellar')
    """

    def __init__(
        self, depth: int = DEPTH, *, fresh: bool = False, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        if type(depth) is not int or depth < 1:
            raise Misuse(f"a game cannot keep {depth!r} marks", hint="Marks(depth=100)")
        self.depth = depth
        self.fresh = fresh
        self.cost = 0.0
        self._clock = clock
        self._ring: list[Mark] = []
        self._at = -1  # the mark where the game stands; or stood, before the act that was announced by `add`
        self._acted = False
        self._game: tuple[Take, Put] | None = None

    @classmethod
    def of(cls, config: ConfigTree, *, clock: Callable[[], float] = time.perf_counter) -> Self | None:
        """Make marks as the section ``[Rollback]`` says, ``game.marks = Marks.of(game.config)``; None: it is off.

        Raises:
            ConfigError: a setting cannot be used.

        >>> from talewright.config import ConfigTree
        >>> Marks.of(ConfigTree()).depth
        100
        """
        settings = config.read(RollbackSettings)
        return cls(settings.Depth, fresh=settings.Dice == "fresh", clock=clock) if settings.On else None

    def attach(self, take: Take, put: Put) -> None:
        """Belong to a game; setting `Game.marks` does it.

        Args:
            take: gives the game's sections, and a word of its own about their version.
            put: puts sections of a version in place, a number of marks back (below zero: forward); gives notices.

        Raises:
            Misuse: they belong to another game.
        """
        if self._game is not None:
            raise Misuse("these marks belong to a game already", hint="game.marks = Marks(), one for each game")
        self._game = take, put

    # -- what there is

    def __len__(self) -> int:
        return len(self._ring)

    def __bool__(self) -> bool:
        """Marks are there even where none is made yet."""
        return True

    @property
    def can_back(self) -> bool:
        """Whether there is a mark behind now."""
        return self._behind > 0

    @property
    def can_forward(self) -> bool:
        """Whether there is a mark ahead: something was undone, and no act announced since."""
        return not self._acted and self._at + 1 < len(self._ring)

    @property
    def notes(self) -> tuple[Any, ...]:
        """The notes of the marks behind now, the nearest last: ``rollback(n)`` goes to the one at ``-n``."""
        return tuple(mark.note for mark in self._ring[: self._behind])

    @property
    def note(self) -> Any:
        """The note of the mark where the game stands, if it stands at one: after it went back or forward."""
        return None if self._acted or self._at < 0 else self._ring[self._at].note

    @property
    def _behind(self) -> int:
        return self._at + 1 if self._acted else max(self._at, 0)

    # -- what to do

    def add(self, note: Any = None) -> None:
        """Mark now: an act of the player follows. Where nothing but time has passed since the last mark, it is one.

        Args:
            note: of the host, as it is: what was on show. `RollbackReport.note` gives it back.

        Raises:
            SaveError: a field holds what cannot be saved.
            Misuse: called inside a callback, or the marks belong to no game.
        """
        self._settle(self._taken(note))
        self._acted = True
        self._trim()

    def withdraw(self) -> None:
        """The act that was announced by `add` was refused: go on as if it had not been announced."""
        self._acted = False

    def block(self) -> None:
        """Let nothing before now be reached any more, nor what was undone: after a spoken password, an ending."""
        self._ring.clear()
        self._at, self._acted = -1, False

    def begin(self) -> None:
        """Let the present state be the only mark: after a load; the game does it."""
        self.block()
        try:
            self._settle(self._taken(None))
        except SaveError:  # whoever marks or saves the game next hears of it
            return

    def back(self, steps: int) -> RollbackReport:
        """Go back; see `Game.rollback`."""
        steps = _checked(steps)
        notices: list[str] = []
        try:
            self._settle(self._taken(self.note))
        except SaveError as error:  # going back may be what heals it
            notices.append(f"there is no way forward again: {error.message}")
            if self._acted:
                del self._ring[self._at + 1 :]
        now = self._behind
        target = max(now - steps, 0)
        return self._go(now, [*range(target, -1, -1), *range(target + 1, now)] if now else [], notices)

    def forward(self, steps: int) -> RollbackReport:
        """Go forward again; see `Game.roll_forward`."""
        steps = _checked(steps)
        self._settle(self._taken(self.note))
        now, last = self._at, len(self._ring) - 1
        target = min(now + steps, last)
        return self._go(now, [*range(target, last + 1), *range(target - 1, now, -1)] if now < last else [], [])

    def _go(self, now: int, order: list[int], notices: list[str]) -> RollbackReport:
        """Go to the first of some marks that fits; those that do not are dropped."""
        _, put = self._attached()
        ring = list(self._ring)
        for index in order:
            mark = ring[index]
            try:
                found = put(mark.sections(), mark.version, now - index)
            except Misuse:
                raise
            except TalewrightError as error:
                notices.append(f"a mark was dropped, it does not fit the game any more: {error.message}")
                dropped = self._ring.index(mark)
                del self._ring[dropped]
                self._at -= dropped <= self._at
                continue
            self._at, self._acted = self._ring.index(mark), False
            return RollbackReport(abs(now - index), (*notices, *found), mark.note)
        return RollbackReport(0, tuple(notices), self.note)

    def _settle(self, now: Mark) -> None:
        """Let a mark of now be the one where the game stands."""
        ring, at = self._ring, self._at
        if at < 0:
            ring[:] = [now]
            self._at = 0
        elif not self._acted or now.still() == ring[at].still():
            ring[at] = now
        elif at + 1 < len(ring) and now.still() == ring[at + 1].still():  # the same act, made again
            ring[at + 1] = now
            self._at += 1
        else:
            ring[at + 1 :] = [now]
            self._at += 1
        self._acted = False
        self._trim()

    def _trim(self) -> None:
        over = self._behind - self.depth
        if over > 0:
            del self._ring[:over]
            self._at -= over

    def _taken(self, note: Any) -> Mark:
        take, _ = self._attached()
        begun = self._clock()
        sections, version = take()
        keys, frozen = tuple(sections), tuple(map(_frozen, sections.values()))
        if self._ring:
            keys, frozen = _shared(keys, frozen, self._ring[self._at])
        self.cost = self._clock() - begun
        return Mark(keys, frozen, version, note)

    def _attached(self) -> tuple[Take, Put]:
        if self._game is None:
            raise Misuse("these marks belong to no game", hint="game.marks = Marks()")
        return self._game


def _checked(steps: int) -> int:
    if type(steps) is not int:
        raise wrong_type("steps are a whole number", steps, "game.rollback(2)")
    if steps < 1:
        raise Misuse(f"nobody can go {steps} steps", hint="game.rollback() goes back, game.roll_forward() forward")
    return steps


def _shared(
    keys: tuple[tuple[str, str], ...], frozen: tuple[bytes, ...], near: Mark
) -> tuple[tuple[tuple[str, str], ...], tuple[bytes, ...]]:
    """Return the same, with what is equal in a neighbour taken from there."""
    if keys == near.keys:
        return near.keys, tuple([o if o == new else new for new, o in zip(frozen, near.frozen, strict=True)])
    known = {key: (key, data) for key, data in zip(near.keys, near.frozen, strict=True)}
    found: list[tuple[tuple[str, str], bytes]] = []
    for key, new in zip(keys, frozen, strict=True):
        same, old = known.get(key, (key, b""))
        found.append((same, old if old == new else new))
    return tuple([key for key, _ in found]), tuple([data for _, data in found])


_EXACT: Final = 2
"""Of marshal's formats the last in which the bytes say the value and nothing else: not who shares it, nor how it was
made. So two values are the same, types and order included, where their bytes are."""


def _frozen(fields: dict[str, Plain]) -> bytes:
    try:
        return marshal.dumps(fields, _EXACT)
    except ValueError:  # a section that was read from a file and that nobody knows: texts that stood bare
        return pickle.dumps(fields, pickle.HIGHEST_PROTOCOL)


def _thawed(data: bytes) -> dict[str, Plain]:
    found: dict[str, Plain] = pickle.loads(data) if data[:1] == b"\x80" else marshal.loads(data)
    return found
