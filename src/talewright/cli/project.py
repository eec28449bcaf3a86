"""`talewright check` and `cook`: what is wrong with a project, and what a packaged game starts from."""

from __future__ import annotations

from pathlib import Path

import click

from talewright.cli.output import CHECKERS, FINDINGS, OK, ToolCommand, findings, json_option, plain, progress
from talewright.diagnostics import Report
from talewright.project import Project, plan_migration

_folder = click.argument("folder", default=".", type=click.Path(path_type=Path))


@click.command("cook", cls=ToolCommand)
@_folder
@findings.all_option
@click.option("--check", "only_check", is_flag=True, help="Write nothing; name what drifted, and exit with 1 then.")
@click.option("--dry-run", is_flag=True, help="Write nothing; name what would change.")
@click.option("--migrate", is_flag=True, help="Take out the old layout, one tag file a dialogue.")
@json_option
def cook_command(folder: Path, only_check: bool, dry_run: bool, migrate: bool, as_json: bool) -> int:
    """Write the tag list, the index and the lock of a packaged game."""
    plain.settle_output()
    if migrate:
        return _migrate(folder, dry_run=dry_run or only_check, as_json=as_json)
    with progress.shown() as bar:
        project = Project.open(folder, progress=bar, checkers=CHECKERS)
    # A name that is claimed anew is a warning while playing; cooking says it itself, as an error.
    aside = Report(d for d in project.report if d.code not in ("TW-LOCK-02", "TW-LOCK-03"))
    if not as_json:
        findings.show(aside, err=True)
    drift, written = Report(), []
    if only_check or dry_run:
        drift = project.drift()
        if not as_json:
            findings.show(drift)
            if not drift:
                click.echo("nothing drifted")
    else:
        written = [path.relative_to(folder).as_posix() for path in project.cook()]
        for name in () if as_json else written:
            click.echo(name)
    if as_json:
        found = {"drift": list(map(findings.as_json, drift)), "findings": list(map(findings.as_json, aside))}
        plain.print_json({"written": written, **found})
    return FINDINGS if drift and only_check else OK


@click.command("check", cls=ToolCommand)
@_folder
@findings.options
@json_option
def check_command(folder: Path, form: str, as_json: bool) -> int:
    """Print everything that is wrong with a project; none of its code runs."""
    plain.settle_output()
    saved = folder / "Saved"  # read, for what is remembered of files that do not parse, and not written
    with progress.shown() as bar:
        report = Project.check(folder, saved_dir=saved if saved.is_dir() else None, progress=bar, checkers=CHECKERS)
    if as_json:
        plain.print_json([findings.as_json(one) for one in report])
    else:
        findings.show_report(report, form, base=folder)
    return FINDINGS if report.errors else OK


def _migrate(folder: Path, *, dry_run: bool, as_json: bool) -> int:
    plan = plan_migration(folder)
    difference = plan.diff()
    stopped = bool(plan.notes.errors)
    written = bool(difference) and not dry_run and not stopped
    if written:
        plan.write()
    if as_json:
        notes = [findings.as_json(note) for note in plan.notes]
        plain.print_json({"diff": difference, "written": written, "notes": notes})
        return FINDINGS if stopped else OK
    click.echo(difference or "there is no old layout here", nl=not difference.endswith("\n"))
    findings.show(plan.notes, err=True)
    if stopped:
        click.echo("nothing is written before the errors are mended", err=True)
        return FINDINGS
    if written:
        click.echo("written")
    return OK
