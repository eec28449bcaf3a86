"""Random streams: numbers drawn by name, from one seed, and saved.

Every stream has a name and a state of 64 bits, so that a save holds it in one line, and drawing from one never changes
another: an item id never costs the dice a number. The generator is SplitMix64 (Steele, Lea and Flood, 2014), written
down in its paper in a dozen lines; it is for games, not for secrets.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from random import Random
from typing import Any

from talewright.errors import FieldError, InvalidName, SaveError
from talewright.fields import NO_REFERENCES, Plain, References, Sections, decode
from talewright.game.parts import Load, Prepared, Swap
from talewright.names import FoldedDict, fold

CLASS = "RandomStream"

_MASK = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15
"""What the state grows by at each draw."""


class RandomStream(Random):
    """A `random.Random` with a state of 64 bits.

    >>> RandomStream(7).randint(1, 6) == RandomStream(7).randint(1, 6)
    True
    """

    def __init__(self, state: int = 0) -> None:
        self._state = state & _MASK
        super().__init__(state)

    def seed(self, a: Any = None, version: int = 2) -> None:
        """Start anew from a number of 64 bits."""
        if not isinstance(a, int):
            raise TypeError("a random stream is seeded with a whole number")
        self._state = a & _MASK
        self.gauss_next = None

    def _next(self) -> int:
        self._state = (self._state + _GAMMA) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def random(self) -> float:
        """Draw a number from 0 up to, not including, 1."""
        return (self._next() >> 11) * 2.0**-53

    def getrandbits(self, k: int, /) -> int:
        """Draw a number of k bits."""
        if k < 0:
            raise ValueError("number of bits must be non-negative")
        value = 0
        for _ in range((k + 63) // 64):
            value = (value << 64) | self._next()
        return value >> (-k % 64)

    def getstate(self) -> tuple[Any, ...]:
        """Return the state: the 64 bits, and the number that `gauss` keeps for its next call."""
        return self._state, self.gauss_next

    def setstate(self, state: tuple[Any, ...]) -> None:
        """Go on from a state that `getstate` gave."""
        self._state, self.gauss_next = state


class Streams:
    """The streams of a game, made when they are first asked for; their names ignore case, as sections do.

    Args:
        seed: from which every stream gets its own.

    >>> streams = Streams(7)
    >>> streams["loot"] is streams["loot"]
    True
    """

    CLASSES = (CLASS,)

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._streams: FoldedDict[RandomStream] = FoldedDict()

    def __getitem__(self, name: str) -> RandomStream:
        """Return a stream.

        Raises:
            InvalidName: the name is empty, or could not stand in a save.
        """
        stream = self._streams.get(name)
        if stream is None:
            _check_name(name)
            stream = self._streams[name] = RandomStream(self._first(name))
        return stream

    def _first(self, name: str) -> int:
        return int.from_bytes(hashlib.sha256(f"{self.seed}\0{fold(name)}".encode()).digest()[:8], "big")

    def jump(self, draws: int) -> int:
        """Let every stream go on a number of draws further, and those that nobody has asked for yet begin elsewhere.

        Returns:
            The seed from now on.
        """
        for stream in self._streams.values():
            state, _ = stream.getstate()
            stream.setstate((state + draws * _GAMMA & _MASK, None))
        self.seed += draws
        return self.seed

    def sections(self, references: References = NO_REFERENCES) -> Sections:
        """Return the state of every stream that was asked for."""
        found: Sections = {}
        for name, stream in self._streams.items():
            state, gauss = stream.getstate()
            found[name, CLASS] = {"state": state} if gauss is None else {"state": state, "gauss": gauss}
        return found

    def prepare(self, load: Load) -> Prepared:
        """Check the streams of a save; what comes back puts them in place.

        Raises:
            SaveError: a state is no number.
        """
        states = {name: _state(name, fields) for (name, cls), fields in load.sections.items() if cls == CLASS}

        def commit() -> None:
            self.seed = load.seed
            for name, stream in self._streams.items():
                # Whoever keeps the object of a stream that the save lacks draws what a fresh game would draw.
                stream.setstate((self._first(name), None))
            # The order and spelling of the save are kept, so that the next save has them too.
            self._streams = FoldedDict((name, self[name]) for name in states)
            for name, state in states.items():
                self._streams[name].setstate(state)

        return Swap(commit)


def _check_name(name: str) -> None:
    if not isinstance(name, str) or not name.strip() or not name.isprintable() or "[" in name or "]" in name:
        raise InvalidName(f"no random stream can be called {name!r}", hint="its name heads a section of a save")


def _state(name: str, fields: Mapping[str, Plain]) -> tuple[int, float | None]:
    try:
        state = decode(fields.get("state"), int, path="state")
        gauss = decode(fields.get("gauss"), float | None, path="gauss")
    except FieldError as error:
        message = f"[{name} {CLASS}] {error.message}"
        raise SaveError(message, hint=error.hint, section=(name, CLASS), field=error.path) from error
    return int(state) & _MASK, gauss
