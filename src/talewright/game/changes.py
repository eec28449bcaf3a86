"""What is published when a variable of the dialogues or a count of a tag changes (tags.md section 6).

A change is an ordinary message under an ordinary topic: ``variable_changed`` under the name of the variable
(``"$gold"``), ``gpvar_changed`` under the whole name of the tag, and under each tag above it, up to the root. So it is
posted behind what was posted before, saved while it waits, traced, and ends with the component that subscribed.

Decides what is said and in which order, and nothing about who hears it. Everything is in place before anything is said:
all changes of a step of a dialogue, first its variables by their names, then its counts in the order in which they
rose. What nobody subscribed to costs one look-up; the sum below a tag is worked out only where somebody listens.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from talewright.dialogue import Program
from talewright.game.counting import Touched
from talewright.messaging import Worlds
from talewright.tags import TagRegistry

VARIABLE_CHANGED = "variable_changed"
GPVAR_CHANGED = "gpvar_changed"

INTERNAL = "$Yarn.Internal."
"""How the names begin that the dialogues keep for themselves."""

Change: TypeAlias = tuple[str, str, dict[str, Any]]
"""A topic, a message id and its fields."""

Topics: TypeAlias = Collection[str]
"""The topics that somebody listens to."""


def of_variables(
    program: Program, topics: Topics, before: Mapping[str, Any], after: Mapping[str, Any]
) -> Iterator[Change]:
    """Yield what changed between two memories, of the topics that somebody listens to.

    A declared default counts as its value.
    """
    if before is after:
        return
    declared = program.variables
    missing = object()
    touched = (t for t in topics if t.startswith("$") and before.get(t, missing) != after.get(t, missing))
    for name in sorted(touched):
        if name.startswith(INTERNAL) or (name in declared and declared[name].smart is not None):
            continue
        default = declared[name].default if name in declared else None
        old, new = before.get(name, default), after.get(name, default)
        if old != new:
            yield name, VARIABLE_CHANGED, {"name": name, "value": new, "before": old}


def of_counts(
    tags: TagRegistry,
    topics: Topics,
    touched: Sequence[Touched],
    count_of: Callable[[str, str], int],
    total_of: Callable[[str, str], int],
    step: int = 1,
) -> Iterator[Change]:
    """Yield what was counted, each by one, of the topics that somebody listens to; the counts have changed already.

    Args:
        tags: of the project.
        topics: that have a subscriber.
        touched: whole names of tags, and what was counted of each.
        count_of: gives a count of a tag.
        total_of: gives the sum of a tag and of all below it.
        step: 1 where it was counted up; -1 where a rewind took it back.
    """
    counts: dict[Touched, int] = {}
    totals: dict[Touched, int] = {}
    told: list[list[Change]] = []
    for tag, what in reversed(touched):  # from what there is now back to what there was before each change
        count = counts[tag, what] if (tag, what) in counts else count_of(tag, what)
        counts[tag, what] = count - step
        told.append([])
        for name in _line(tags, tag):
            if name in topics:
                key = name, what
                total = totals[key] if key in totals else total_of(name, what)
                totals[key] = total - step
                fields = {"tag": name, "changed": tag, "what": what, "count": count, "total": total}
                fields["new"] = total == step
                told[-1].append((name, GPVAR_CHANGED, fields))
    for changes in reversed(told):
        yield from changes


def _line(tags: TagRegistry, name: str) -> Iterator[str]:
    """Yield a tag and all above it, spelled as they are declared."""
    tag = tags.find(name)
    while tag:
        yield tag.name
        tag = tag.parent


def publish(worlds: Worlds, changes: Iterator[Change], say: Callable[..., int]) -> None:
    """Publish changes; what cannot be posted is a fault, for the change itself has happened."""
    for topic, message_id, fields in changes:
        try:
            say(topic, message_id, **fields)
        except Exception as error:
            worlds.report_exception(error, f"publish({topic!r})", message_id=message_id)
