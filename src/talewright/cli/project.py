"""`talewright check` and `cook`: what is wrong with a project, and what a packaged game starts from."""

from __future__ import annotations

from pathlib import Path

import click

from talewright.cli import findings, plain, progress
from talewright.cli.errors import FINDINGS, OK
from talewright.diagnostics import Report
from talewright.project import Project, plan_migration

_folder = click.argument("folder", default=".", type=click.Path(path_type=Path))


@click.command("cook")
@_folder
@findings.all_option
@click.option("--check", "only_check", is_flag=True, help="Write nothing; name what drifted, and exit with 1 then.")
@click.option("--dry-run", is_flag=True, help="Write nothing; name what would change.")
@click.option("--migrate", is_flag=True, help="Show how to take out the old layout, one tag file a dialogue.")
@click.option("--write", is_flag=True, help="With --migrate: do it.")
def cook_command(folder: Path, only_check: bool, dry_run: bool, migrate: bool, write: bool) -> int:
    """Write the tag list, the index and the lock of a packaged game."""
    plain.settle_output()
    if write and not migrate:
        raise click.UsageError("--write belongs to --migrate")
    if migrate:
        return _migrate(folder, write=write)
    with progress.shown() as bar:
        project = Project.open(folder, progress=bar)
    # A name that is claimed anew is a warning while playing; cooking says it itself, as an error.
    findings.show(Report(d for d in project.report if d.code not in ("TW-LOCK-02", "TW-LOCK-03")), err=True)
    if only_check or dry_run:
        drift = project.drift()
        findings.show(drift)
        if not drift:
            click.echo("nothing drifted")
        return FINDINGS if drift and only_check else OK
    for path in project.cook():
        click.echo(path.relative_to(folder).as_posix())
    return OK


@click.command("check")
@_folder
@findings.options
def check_command(folder: Path, form: str) -> int:
    """Print everything that is wrong with a project; none of its code runs."""
    plain.settle_output()
    saved = folder / "Saved"  # read, for what is remembered of files that do not parse, and not written
    with progress.shown() as bar:
        report = Project.check(folder, saved_dir=saved if saved.is_dir() else None, progress=bar)
    findings.show_report(report, form, base=folder)
    return FINDINGS if report.errors else OK


def _migrate(folder: Path, *, write: bool) -> int:
    plan = plan_migration(folder)
    difference = plan.diff()
    click.echo(difference or "there is no old layout here", nl=not difference.endswith("\n"))
    findings.show(plan.notes, err=True)
    if plan.notes.errors:
        click.echo("nothing is written before the errors are mended", err=True)
        return FINDINGS
    if write and difference:
        plan.write()
        click.echo("written")
    return OK
