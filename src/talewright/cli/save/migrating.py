"""`talewright save migrate`: bring saves up to date with their game, or say what that would change and lose.

Opens the project, because the steps are its code, and puts every migrated save into a game that is never started: so
what the game does not know any more, or cannot read, is known before anything is written. A save is written as a whole
or not at all, and the one that it came from becomes a backup.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from talewright.cli.output import FINDINGS, OK, ToolCommand, described, json_option, plain
from talewright.cli.save.target import as_dated, check_slot_unsigned, key_option, read_key, store_at
from talewright.diagnostics import LoadReport
from talewright.errors import TalewrightError
from talewright.escaping import on_one_line, printable
from talewright.game import Game
from talewright.project import Project
from talewright.savegame import ByteStore, Change, MemoryStore, SaveDocument, compare, migrate, schema_of


@dataclass
class Plan:
    """What migrating one save would do.

    Attributes:
        slot: its name.
        before: its version.
        after: the version of the game.
        steps: the migrations, in order.
        changes: what they change, field by field.
        report: what the game says when the result is put into it.
        error: why it cannot be done.
        document: the result.
    """

    slot: str
    before: int = 0
    after: int = 0
    steps: list[str] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    report: LoadReport = field(default_factory=LoadReport)
    error: str = ""
    document: SaveDocument | None = None

    @property
    def lost(self) -> list[Change]:
        """What is in the save now, and is not in the result."""
        return [change for change in self.changes if change.kind == "removed"]

    def as_dict(self) -> dict[str, Any]:
        """Return it for JSON."""
        changes = [{"section": c.section, "field": c.field, "before": c.before, "after": c.after} for c in self.changes]
        made: dict[str, Any] = {"slot": self.slot, "before": self.before, "after": self.after, "steps": self.steps}
        made |= {"changes": changes, "lost": [str(c) for c in self.lost], "unknown": self.report.unknown}
        return made | {"moved": self.report.moved, "error": self.error}


def planned(project: Project, store: ByteStore, slot: str, key: bytes | None) -> Plan:
    """Return what migrating a slot would do; writes nothing."""
    plan = Plan(slot, after=schema_of(project.code.migrations))
    try:
        document = store.read(slot)
        plan.before = document.header.schema
        migrated, plan.steps = migrate(document, project.code.migrations)
        if plan.steps:
            check_slot_unsigned(store, slot, key)
        plan.changes = compare(document, migrated)
        plan.report = Game(project, saves=MemoryStore(), seed=0).restore(migrated)
        plan.document = migrated
    except TalewrightError as error:
        plan.error = described(error)
    return plan


@click.command("migrate", cls=ToolCommand, here=True)
@click.argument("project", type=click.Path(path_type=Path))
@click.argument("slots", nargs=-1, metavar="[SLOT]...")
@click.option("--saves", type=click.Path(path_type=Path), help="Where the saves lie, if not in the project.")
@click.option("--dry-run", is_flag=True, help="Write nothing; show what would change, and what would be lost.")
@key_option
@json_option
def migrate_command(
    project: Path, slots: tuple[str, ...], saves: Path | None, dry_run: bool, key_file: Path | None, as_json: bool
) -> int:
    """Bring saves up to date with their game; the code of PROJECT runs.

    Every slot, or those that are named. The save that was there becomes a backup. A save of a later version, or one
    that the game could not load then, is left as it is (exit code 1).
    """
    plain.settle_output()
    opened, key = Project.open(project), read_key(key_file)
    with store_at(saves or project, key=key) as store:
        plans = [planned(opened, store, slot, key) for slot in slots or store.names()]
    if not dry_run:
        for plan in plans:
            if plan.document is not None and plan.steps:
                with store_at(saves or project, key=key, clock=as_dated(plan.document)) as store:
                    store.write(plan.slot, plan.document)
    if as_json:
        plain.print_json([plan.as_dict() for plan in plans])
    else:
        for plan in plans:
            _print(plan, dry_run)
        if not plans:
            click.echo("nothing is saved there")
    return FINDINGS if any(plan.error for plan in plans) else OK


def _print(plan: Plan, dry_run: bool) -> None:
    if plan.error:
        click.echo(f"{plan.slot}: left as it is")
        click.echo(printable(f"  {plan.error}").replace("\n", "\n  "))
        return
    if not plan.steps:
        click.echo(f"{plan.slot}: version {plan.before}, up to date")
    else:
        verb = "would become" if dry_run else "became"
        click.echo(f"{plan.slot}: version {plan.before} {verb} {plan.after}: {', '.join(plan.steps)}")
    for change in plan.changes:
        click.echo(on_one_line(f"  {change}"))
    if plan.lost:
        click.echo(f"  lost: {len(plan.lost)} field{'' if len(plan.lost) == 1 else 's'}, marked with -")
    for line in (*plan.report.unknown, *plan.report.moved):
        click.echo(on_one_line(f"  note: {line}"))
