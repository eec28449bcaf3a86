"""What stands around a stop: the ids by which a save finds its way back when all that came before it is gone.

Decides which contents are near, and in which order: first what stands in the blocks around the stop (the replies and
the choice that it is behind, the lines of the ``<<if>>``, the option, the node), by distance, then what stands in other
branches. Only ids that a writer gave count; an id made up by the tool changes with the text above it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import accumulate
from typing import Final, cast

from talewright.dialogue.program.program import Branch, Goto, Node, Offer, Pick, Say, SkipOnce
from talewright.dialogue.syntax import CHOICE

#: So many ids a position keeps: a few hundred bytes.
MOST: Final = 24


def around(node: Node, stop: str) -> tuple[str, ...]:
    """Return `near` of a stop for a field that asks for it when it is wanted (see `state`)."""
    return cast(tuple[str, ...], partial(near, node, stop))


def near(node: Node, stop: str) -> tuple[str, ...]:
    """Return the ids of the contents around a stop, the nearest first; those that came before it are left out.

    Args:
        node: where it is.
        stop: a stop or an entry of the node; empty: its beginning.

    >>> from talewright.dialogue import compile
    >>> text = "title: A\\n---\\n-> Yes #line:yes #choice:ask\\n    Good. #line:good\\n-> No #line:no\\n==="
    >>> near(compile({"T": text}).nodes["A"], "line:good")
    ('choice:ask', 'line:no')
    """
    found = node.surroundings.get(stop)
    if found is None:
        found = node.surroundings[stop] = _near(node, stop)
    return found


def _near(node: Node, stop: str) -> tuple[str, ...]:
    at = node.stops.get(stop, node.entries.get(stop, 0))
    passed = {stop, *node.earlier.get(stop, ())}
    turns = [0] * (len(node.code) + 1)  # where branches begin and end that the stop is not in
    for start, end in _branches(node):
        if not start <= at < end:
            turns[start] += 1
            turns[end] -= 1
    apart = list(accumulate(turns))  # of each place, in how many such branches it is
    ids = (one for one in _ids(node) if one[0] not in passed)
    nearest = sorted(ids, key=lambda one: (apart[one[1]], abs(one[1] - at)))
    return tuple(dict.fromkeys(name for name, _ in nearest))[:MOST]


def _ids(node: Node) -> Iterator[tuple[str, int]]:
    """Yield the ids that a writer gave, and where they stand; a reply stands where its choice does."""
    for at, step in enumerate(node.code):
        if isinstance(step, Say) and step.line.explicit:
            yield step.line.id, at
        elif isinstance(step, Offer):
            if step.choice.explicit:
                yield f"{CHOICE}{step.choice.id}", at
            yield from ((option.id, at) for option in step.choice.options if option.explicit)


def _branches(node: Node) -> Iterator[tuple[int, int]]:
    """Yield the instructions of each block that is run or passed over, first and behind the last."""
    code = node.code
    for at, step in enumerate(code):
        if isinstance(step, (Branch, SkipOnce)):
            yield at + 1, step.target
            last = code[step.target - 1]
            if isinstance(last, Goto) and last.target > step.target:
                yield step.target, last.target
        elif isinstance(step, (Offer, Pick)):
            bodies = [one.body for one in (step.choice.options if isinstance(step, Offer) else step.items)]
            after = step.choice.after if isinstance(step, Offer) else step.after
            yield from zip(bodies, [*bodies[1:], after], strict=True)


def place_of(node: Node, name: str) -> str:
    """Return the entry of a node at which a content is shown: a reply is shown with its choice, and that with its line.

    Returns:
        An entry of the node, or nothing where the content is not in it.
    """
    at = node.stops.get(name)
    if at is None:
        offers = ((i, step) for i, step in enumerate(node.code) if isinstance(step, Offer))
        at = next((i for i, step in offers if any(option.id == name for option in step.choice.options)), None)
    if at is None:
        return ""
    if not isinstance(offer := node.code[at], Offer):
        return name if name in node.entries else ""
    says = (step for step in node.code if isinstance(step, Say) and step.offer == at)
    above = next(says, None)
    return above.line.id if above is not None and next(says, None) is None else f"{CHOICE}{offer.choice.id}"
