"""`talewright dialogue test`: play the test plans that lie beside the scripts.

A plan in the ``Dialogues`` folder of a project is played in a game of the project; any other with its script alone.
Exit codes: 0 all went as planned, 1 something did not, 2 misuse.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from talewright.cli.output import FINDINGS, OK, ToolCommand, counted, json_option, print_json, settle_output
from talewright.errors import Misuse, ProjectError
from talewright.project import Project
from talewright.project.scan import project_of
from talewright.testing.coverage import Coverage
from talewright.testing.exploring import Givens
from talewright.testing.plans import (
    SUFFIX,
    CountingPlayer,
    GamePlayer,
    PlanReport,
    plan_text,
    play_plan,
    program_beside,
)
from talewright.walking import files_below


@click.command("test", cls=ToolCommand)
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--hashtags", is_flag=True, help="Compare hashtags in every plan, as `hashtags: compare` does in one.")
@click.option("--coverage", "coverage_file", type=click.Path(dir_okay=False, path_type=Path),
              help="Add what was shown to a coverage file.")  # fmt: skip
@json_option
def test_command(paths: tuple[Path, ...], hashtags: bool, coverage_file: Path | None, as_json: bool) -> int:
    """Play the .testplan files in folders, each against the script beside it."""
    settle_output()
    plans = [plan for path in paths or (Path(),) for plan in _plans(path)]
    if not plans:
        raise Misuse("there is no test plan here", hint=f"write D_Smith{SUFFIX} beside D_Smith.yarn")
    projects: dict[Path, Project] = {}
    reports = [_play(plan, projects, hashtags=hashtags) for plan in plans]
    if coverage_file is not None:
        whole = Coverage()
        for report in reports:
            whole.merge(report.coverage)
        whole.write(coverage_file, append=True)
    failed = [failure for report in reports for failure in report.failures]
    if as_json:
        print_json([_plain(report) for report in reports])
    else:
        for failure in failed:
            click.echo(str(failure))
        compared = sum(report.compared for report in reports)
        click.echo(
            f"{counted(len(plans), 'plan')}, {counted(compared, 'comparison')}, {len(failed)} failed{_given(reports)}"
        )
    return FINDINGS if failed else OK


def _plans(path: Path) -> Iterator[Path]:
    if not path.exists():
        raise Misuse(f"there is no file {path.as_posix()!r}", hint="name a folder, or a plan")
    if path.is_file():
        script = path.with_suffix(".yarn")
        if path.suffix == script.suffix:
            raise Misuse(f"{path.name} is a script, and no plan", hint=f"name {path.stem}{SUFFIX}, or the folder")
        if not script.is_file():
            hint = "a plan is called as its script is"
            raise Misuse(f"there is no script {script.name} beside {path.name}", hint=hint)
        yield path
    else:
        yield from (plan for plan in files_below(path, SUFFIX) if plan.with_suffix(".yarn").is_file())


def _play(plan: Path, projects: dict[Path, Project], *, hashtags: bool) -> PlanReport:
    text, file = plan_text(plan), plan.as_posix()
    folder = project_of(plan.resolve())
    if folder is None:
        program = program_beside(plan)
        if program.report.errors:
            raise ProjectError(report=program.report.errors)
        return play_plan(
            text, CountingPlayer(program), file=file, dialogue=next(iter(program.dialogues)), hashtags=hashtags
        )
    if folder not in projects:
        projects[folder] = Project.open(folder)
    project, script = projects[folder], plan.with_suffix(".yarn").resolve()
    names = [name for name, one in project.dialogues.items() if (folder / one.path).resolve() == script]
    with tempfile.TemporaryDirectory() as saved:
        player = GamePlayer(project, saved=Path(saved))
        return play_plan(text, player, file=file, dialogue=names[0] if names else "", hashtags=hashtags)


def _given(reports: Sequence[PlanReport]) -> str:
    """Return which commands did nothing, as their scripts were played without a game."""
    commands = sorted({name for report in reports for name in report.givens.commands})
    return f", {Givens(tuple(commands))}" if commands else ""


def _plain(report: PlanReport) -> dict[str, object]:
    failures = [{"line": one.row, "expected": one.expected, "got": one.got} for one in report.failures]
    return {"file": report.file, "runs": report.runs, "compared": report.compared, "failures": failures,
            "given": report.givens.to_plain()}  # fmt: skip
