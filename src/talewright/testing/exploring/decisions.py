"""What a dialogue asks of the world outside, one question after another, and every way to answer.

Decides how one step of a dialogue is played in all its variants: draws of random numbers, answers of host functions and
values that the host sets are questions with a few answers each. A `Tape` gives the answers that it was made with and
the first answer to all that comes behind; `following` gives the tape of the next variant, until all were played. So
what is random in a game is a branch here, and a tape plays the same step again.
"""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence, Sequence
from random import Random
from typing import Any, Final, TypeVar

T = TypeVar("T")

#: A draw among more outcomes than this is sampled: both ends and some between.
WHOLE: Final = 12
_FRACTIONS: Final = (0.0, 0.25, 0.5, 0.75, 0.9999999)


class Tape:
    """Answers to the questions of one step.

    Args:
        answers: the indices of the first answers.
        draw: chooses the answers behind them; None: always the first.

    Attributes:
        taken: the index that each question got.
        counts: how many answers each question had.
        sampled: whether a question had more answers than were tried.

    >>> tape = Tape([1])
    >>> tape.choose("ab"), tape.choose("xyz"), tape.following()
    ('b', 'x', (1, 1))
    """

    __slots__ = ("_answers", "_draw", "counts", "sampled", "taken")

    def __init__(self, answers: Sequence[int] = (), draw: Random | None = None) -> None:
        self._answers = answers
        self._draw = draw
        self.taken: list[int] = []
        self.counts: list[int] = []
        self.sampled = False

    def choose(self, among: Sequence[T]) -> T:
        """Answer a question."""
        at = len(self.taken)
        if at < len(self._answers):
            index = min(self._answers[at], len(among) - 1)
        else:
            index = 0 if self._draw is None else self._draw.randrange(len(among))
        self.taken.append(index)
        self.counts.append(len(among))
        return among[index]

    def following(self) -> tuple[int, ...] | None:
        """Return the answers of the next variant of this step, or None where this was the last."""
        for at in range(len(self.taken) - 1, -1, -1):
            if self.taken[at] + 1 < self.counts[at]:
                return (*self.taken[:at], self.taken[at] + 1)
        return None


class TapeRandom(Random):
    """Random numbers whose outcomes are the answers of a tape."""

    def __init__(self, tape: Tape) -> None:
        self._tape = tape
        super().__init__(0)

    def random(self) -> float:
        """Return one of a few numbers between 0 and 1."""
        self._tape.sampled = True
        return self._tape.choose(_FRACTIONS)

    def getrandbits(self, k: int, /) -> int:
        """Return a number of ``k`` bits."""
        return self._among(0, (1 << k) - 1)

    def randint(self, a: int, b: int) -> int:
        """Return a whole number, both ends included."""
        return self._among(a, b)

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        """Return a whole number below the end."""
        numbers = range(start) if stop is None else range(start, stop, step)
        return numbers[self._among(0, len(numbers) - 1)]

    def choice(self, seq: Any) -> Any:
        """Return one of several."""
        return self._tape.choose(seq)

    def choices(self, population: Any, weights: Any = None, *, cum_weights: Any = None, k: int = 1) -> list[Any]:
        """Return some of several; whatever has a weight may come."""
        heavy = [one for one, weight in zip(population, weights, strict=True) if weight > 0] if weights else population
        return [self._tape.choose(heavy) for _ in range(k)]

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Bring a list into one of its orders."""
        for at in range(len(x) - 1, 0, -1):
            other = self._among(0, at)
            x[at], x[other] = x[other], x[at]

    def _among(self, low: int, high: int) -> int:
        if high - low < WHOLE:
            return self._tape.choose(range(low, high + 1))
        self._tape.sampled = True
        return self._tape.choose(_spread(low, high))


def _spread(low: int, high: int) -> tuple[int, ...]:
    """Return some whole numbers from both ends and between.

    >>> _spread(1, 100)
    (1, 2, 25, 50, 75, 99, 100)
    """
    middle: Iterable[int] = (low + (high - low) * part // 4 for part in (1, 2, 3))
    return tuple(sorted({low, low + 1, *middle, high - 1, high}))
