"""Saliency: which of several contents runs now.

Decides what a candidate is, and what the strategies choose (dialogue.md section 6.9 for line groups and node groups;
tags.md section 1.3 for the selectors of sub-dialogues). A strategy is a pure function of the candidates that may run,
in the order of the text, and of a draw: anybody can write one and hand it to :class:`.Host`. Draws come from the host's
stream for this group; without one, whatever would be drawn is the first of what it would be drawn from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, TypeAlias


@dataclass(frozen=True, slots=True)
class Candidate:
    """One of several contents that might run.

    Attributes:
        id: of its line, or the name of its node.
        available: whether none of its conditions fails.
        reason: why not: the text of the condition, or "already chosen".
        score: how much its conditions ask for.
        views: how often it was chosen before.
        weight: its share in a weighted draw.
        spent: whether it was chosen already in this round of a shuffle.
    """

    id: str
    available: bool = True
    reason: str = ""
    score: int = 0
    views: int = 0
    weight: float = 1.0
    spent: bool = False


Strategy: TypeAlias = Callable[[Sequence[Candidate], Random | None], Candidate | None]
"""Chooses one of several contents that might run, with a random stream where it draws; None for none of them."""


def first(candidates: Sequence[Candidate], draw: Random | None) -> Candidate:
    """Choose the first in the order of the text."""
    return candidates[0]


def best(candidates: Sequence[Candidate], draw: Random | None) -> Candidate:
    """Choose the highest score; the first among equals.

    >>> best([Candidate("a", score=1), Candidate("b", score=2), Candidate("c", score=2)], None).id
    'b'
    """
    return max(candidates, key=lambda one: one.score)


def best_least_recently_viewed(candidates: Sequence[Candidate], draw: Random | None) -> Candidate:
    """Choose the fewest views, then the highest score, then the first."""
    return min(candidates, key=lambda one: (one.views, -one.score))


def random_best_least_recently_viewed(candidates: Sequence[Candidate], draw: Random | None) -> Candidate:
    """Choose the fewest views, then the highest score, then any of these: what Yarn does by default."""
    top = best_least_recently_viewed(candidates, None)
    return random([one for one in candidates if (one.views, one.score) == (top.views, top.score)], draw)


def random(candidates: Sequence[Candidate], draw: Random | None) -> Candidate:
    """Choose any, all alike."""
    return candidates[0] if draw is None or len(candidates) == 1 else draw.choice(candidates)


def weighted(candidates: Sequence[Candidate], draw: Random | None) -> Candidate | None:
    """Choose any, by weight; one of weight 0 never, so that nothing may be chosen at all."""
    heavy = [one for one in candidates if one.weight > 0]
    if draw is None or len(heavy) < 2:
        return heavy[0] if heavy else None
    return draw.choices(heavy, [one.weight for one in heavy])[0]


def shuffle(candidates: Sequence[Candidate], draw: Random | None) -> Candidate:
    """Choose any that was not chosen since all were; then a new round begins."""
    return random([one for one in candidates if not one.spent] or candidates, draw)


def least_played(candidates: Sequence[Candidate], draw: Random | None) -> Candidate:
    """Choose the fewest views; the first among equals."""
    return min(candidates, key=lambda one: one.views)


STRATEGIES: Final[Mapping[str, Strategy]] = {
    "first": first,
    "best": best,
    "best_least_recently_viewed": best_least_recently_viewed,
    "random_best_least_recently_viewed": random_best_least_recently_viewed,
    "random": random,
    "weighted": weighted,
    "shuffle": shuffle,
    "least_played": least_played,
    "best_match": best,
}
"""The strategies by the names that scripts, hosts and plans write."""

DEFAULT: Final = "random_best_least_recently_viewed"


def strategy_named(name: str) -> Strategy | None:
    """Return a strategy by name; ``seen`` may stand for ``viewed``, as in test plans.

    >>> strategy_named("best_least_recently_seen") is best_least_recently_viewed
    True
    """
    return STRATEGIES.get(name) or STRATEGIES.get(name.replace("_seen", "_viewed"))
