"""Bringing an old save up to date, one step a version.

Decides in which order steps run and when a save is too new or too old. A step changes a document, never a game. The
document handed in stays as it is: the steps work on a copy, so a step that fails leaves nothing half done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, NamedTuple, TypeAlias, TypeVar, cast

from talewright.calls import REMEDY, marked, place, ran, waits
from talewright.diagnostics import Report
from talewright.errors import Misuse, NewerSave, SaveError, TalewrightError
from talewright.savegame.document import SaveDocument

F = TypeVar("F", bound=Callable[..., Any])
Step: TypeAlias = Callable[[SaveDocument], object]

_MARK = "__talewright_migration__"
FIRST_SCHEMA = 1
"""The version of a game that has no migration yet."""


class Migrated(NamedTuple):
    """An up-to-date document and the names of the steps that made it."""

    document: SaveDocument
    steps: list[str]


def migration(to: int) -> Callable[[F], F]:
    """Mark a function that turns a save of version ``to - 1`` into one of version ``to``; it only marks.

    The highest number is the version that the game writes; a game without a migration writes version 1.

    Raises:
        Misuse: the number is below 2, or no whole number.

    >>> @migration(to=2)
    ... def smith_became_blacksmith(save: SaveDocument) -> None:
    ...     save.rename_class("Smith", "Blacksmith")
    >>> migration_target(smith_became_blacksmith)
    2
    """
    if type(to) is not int:
        raise Misuse(f"@migration(to={to!r}): a version is a whole number", hint="write @migration(to=2)")
    if to <= FIRST_SCHEMA:
        raise Misuse(f"@migration(to={to}): the first migration leads to version 2", hint="write @migration(to=2)")

    def mark(function: F) -> F:
        return cast(F, marked(function, _MARK, to, f"@migration(to={to})"))

    return mark


def migration_target(candidate: object) -> int | None:
    """Return the version that a function leads to, or None where it carries no mark."""
    target = getattr(candidate, _MARK, None) if callable(candidate) else None
    return target if isinstance(target, int) else None


def ordered(steps: Iterable[Step]) -> dict[int, Step]:
    """Put steps in order: version -> the step that leads there.

    Old steps at the beginning may be missing (saves of those versions are then refused), steps in between may not.

    Raises:
        Misuse: two steps lead to the same version, one is missing, or one carries no mark.
    """
    found: dict[int, Step] = {}
    for step in steps:
        target = migration_target(step)
        if target is None:
            raise Misuse(f"{_name(step)} is no migration", hint="write @migration(to=...) above it")
        kind = waits(step)
        if kind:
            raise Misuse(f"{_name(step)} is {kind}, which would never run{place(step)}", hint=REMEDY)
        if target in found:
            raise Misuse(
                f"{_name(found[target])} and {_name(step)} both lead to version {target}",
                hint="each version has one migration: put the second one under the next number",
            )
        found[target] = step
    for target in sorted(found)[1:]:
        if target - 1 not in found:
            raise Misuse(
                f"{_name(found[target])} leads to version {target}, but no migration leads to {target - 1}",
                hint=f"add one, or write @migration(to={target - 1}) above it",
            )
    return dict(sorted(found.items()))


def schema_of(steps: Iterable[Step]) -> int:
    """Return the version that a game with these steps writes."""
    return max(ordered(steps), default=FIRST_SCHEMA)


def migrate(document: SaveDocument, steps: Iterable[Step], schema: int | None = None) -> Migrated:
    """Bring a document up to date.

    Args:
        document: stays as it is.
        steps: functions marked with `migration`, in any order.
        schema: the version that the game writes; None: that of the last step.

    Returns:
        A copy in the game's version, and the names of the steps that ran, in order.

    Raises:
        NewerSave: the document is of a later version.
        SaveError: it is older than the first step, or a step failed; the message names it.
        Misuse: the steps do not follow each other.
    """
    by_target = ordered(steps)
    goal = max(by_target, default=FIRST_SCHEMA) if schema is None else schema
    have = document.header.schema
    if have > goal:
        report = Report()
        report.add(
            "TW-SAVE-03",
            "error",
            f"the save is of version {have}, this game reads up to version {goal}; it was left as it is",
            "update the game, or load another slot",
            document.span("Schema"),
        )
        raise NewerSave("the save was written by a later version of the game", report=report)
    migrated, done = document.copy(), []
    for target in range(have + 1, goal + 1):
        step = by_target.get(target)
        if step is None:
            raise SaveError(
                f"the save is of version {have}, and no migration leads to version {target}",
                hint=f"add a function with @migration(to={target})",
            )
        try:
            ran(step(migrated))
            migrated.header = replace(migrated.header, schema=target)
        except Exception as error:
            what, hint = (error.message, error.hint) if isinstance(error, TalewrightError) else (error, "")
            raise SaveError(
                f"the migration {_name(step)} to version {target} failed: {type(error).__name__}: {what}",
                hint=hint or "nothing changed; the slot is as it was",
            ) from error
        done.append(_name(step))
    return Migrated(migrated, done)


def _name(step: object) -> str:
    return getattr(step, "__name__", repr(step))
