"""`talewright dialogue explore` and `coverage`: search a story, and see how much of it was played.

The words behind are folders with scripts, a project or not, scripts, or ``.yarnproject`` files. Nothing of a project's
code runs, unless ``--own-functions`` asks for it. Exit codes: 0 nothing was found (information does not count), 1
something was found, 2 misuse.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from talewright.cli.output import (
    FINDINGS,
    OK,
    ToolCommand,
    dry_run_option,
    findings,
    force_option,
    json_option,
    output_option,
    print_data,
    print_json,
    progress,
    put,
    settle_output,
)
from talewright.diagnostics import Report
from talewright.errors import Misuse, ProjectError
from talewright.game import Game
from talewright.project import Project
from talewright.savegame import MemoryStore
from talewright.testing.coverage import Coverage, CoverageReport, to_html, to_json, to_lcov, to_text
from talewright.testing.exploring import LIMIT, WALKS, explore
from talewright.testing.pytest import StoryFiles, read_story, tags_of_project

_paths = click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
_out = click.Path(dir_okay=False, path_type=Path)


class _Number(click.FloatRange):
    """A number in a range; "nan" is none, though it is below and above nothing."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        found = super().convert(value, param, ctx)
        if found != found:
            self.fail(f"{value!r} is not a number", param, ctx)
        return found


@click.command("explore", cls=ToolCommand)
@_paths
@click.option("--input", "inputs", metavar="DOMAIN", multiple=True, help="What the game may answer: '$gold in 0,1,50', "
              "'has_item in true,false'. May be repeated.")  # fmt: skip
@click.option("--guess", is_flag=True, help="Guess what the game may set of variables that no script sets.")
@click.option("--entry", "entries", metavar="NAME", multiple=True, help="A conversation may begin here too: "
              "Dialogue.Node, or a selector. May be repeated.")  # fmt: skip
@click.option("--begin", type=click.Choice(["roots", "first", "all"]), help="Where conversations begin anyway: first: "
              "each dialogue at its beginning; roots: also where nothing leads to; all: everywhere.")  # fmt: skip
@click.option("--own-functions", is_flag=True, help="Call the project's functions, in a game that has just started.")
@click.option("--limit", type=click.IntRange(1), default=LIMIT, show_default=True, help="States, before it walks.")
@click.option("--walks", type=click.IntRange(0), default=WALKS, show_default=True, help="Walks at random, then.")
@click.option("--seconds", type=_Number(0, min_open=True), help="Stop searching after so long.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of the walks.")
@click.option("--coverage", "coverage_file", type=_out, help="Add what was shown to a coverage file.")
@json_option
@findings.format_option
@click.option("--strict", is_flag=True, help="Exit with 1 for information too.")
def explore_command(
    paths: tuple[Path, ...],
    inputs: tuple[str, ...],
    guess: bool,
    entries: tuple[str, ...],
    begin: str | None,
    own_functions: bool,
    limit: int,
    walks: int,
    seconds: float | None,
    seed: int,
    coverage_file: Path | None,
    as_json: bool,
    form: str,
    strict: bool,
) -> int:
    """Search the ways through a story and report what is wrong with it, each with the shortest way there.

    \b
    unreachable      a line, a reply or a sub-dialogue that no way leads to
    never-available  a reply that is shown and can never be chosen
    nowhere          a jump or detour to a node that does not exist
    dead-end         a jump that leads on to nothing
    loop             a circle that shows nothing and never ends
    soft-lock        a choice with no reply left, and nothing behind it
    no-exit          a place from which no way to an end was found
    error            a mistake that shows only when the script runs
    call             a command or a call that the code of the project does not take
    unseen           not seen, but something of the game was a stub, which is named
    """
    settle_output()
    try:
        story = read_story(paths or (Path(),))
    except ProjectError as error:
        if form == "text":
            raise
        findings.show_report(error.report, form)
        return FINDINGS
    game = _game(story.projects) if own_functions else None
    functions: dict[str, Callable[..., Any]] = {}
    counting: dict[str, Any] = {}
    if game is not None:
        hosted = game.dialogue_host().functions
        functions = {name: one for name, one in hosted.items() if name not in ("plays", "selected")}
        counting = {"tags": tags_of_project(game.project), "full_tag": game.project.full_tag}
    with progress.exploring(seconds) as bar:
        result = explore(
            story.program,
            entries=[*story.entries, *entries],
            begin=begin or story.begin,  # type: ignore[arg-type]
            domains=[*(one for one in story.inputs if one.name not in functions), *inputs],
            functions=functions,
            guess=guess,
            limit=limit,
            walks=walks,
            seed=seed,
            progress=bar,
            **counting,
        )
    result.add(story.calls)
    if coverage_file is not None:
        Coverage.of_seen(story.program, result.seen, result.run).write(coverage_file, append=True)
    if as_json:
        print_json(result.to_plain())
    elif form != "text":
        findings.show_report(Report(one.diagnostic() for one in result.findings), form)
    else:
        for one in result.findings:
            click.echo(f"{one}\n")
        for note in (*result.notes, *result.remarks):
            click.echo(f"note: {note}")
        click.echo(result.summary)
    return FINDINGS if result.wrong or (strict and result.findings) else OK


def _game(projects: tuple[Path, ...]) -> Game:
    """Return a game that has just started, whose functions answer."""
    if len(projects) != 1:
        raise Misuse("--own-functions needs one project", hint="name its folder alone")
    game = Game(Project.open(projects[0]), seed=0, saves=MemoryStore())
    game.start()
    return game


@click.command("coverage", cls=ToolCommand)
@_paths
@click.option("--data", "files", type=click.Path(path_type=Path), multiple=True, required=True,
              help="A coverage file, as explore, test, replay and pytest write them. May be repeated.")  # fmt: skip
@json_option
@output_option
@dry_run_option
@force_option
@click.option("--lcov", "lcov_file", type=_out, help="Write an lcov file; - prints it.")
@click.option("--html", "html_file", type=_out, help="Write a page that shows each script with its counts.")
@click.option("--merge", "merged", type=_out, help="Write all counts into one coverage file.")
@click.option("--fail-under", type=_Number(0, 100), help="Exit with 1 below so many percent.")
def coverage_command(
    paths: tuple[Path, ...],
    files: tuple[Path, ...],
    as_json: bool,
    output: Path | None,
    dry_run: bool,
    force: bool,
    lcov_file: Path | None,
    html_file: Path | None,
    merged: Path | None,
    fail_under: float | None,
) -> int:
    """Show how much of a story was played: the lines shown and the replies chosen."""
    settle_output()
    story = read_story(paths or (Path(),))
    coverage = Coverage.read_all(files)
    report = CoverageReport.of(story.named, coverage)

    def put_into(file: Path | None, text: str) -> bool:
        return _put(file, text, dry_run=dry_run, force=force)

    printed = [
        put_into(output or Path("-"), json.dumps(to_json(report), indent=2, ensure_ascii=False) + "\n")
        if as_json
        else put_into(output, to_text(report)),
        put_into(lcov_file, to_lcov(report)),
        put_into(html_file, _page(story, report)),
    ]
    if merged is not None and not dry_run:
        coverage.write(merged)
    if not any(printed) and (as_json or output is None):
        click.echo(to_text(report), nl=False)
    if fail_under is not None and report.percent < fail_under:
        click.echo(f"error: {report.percent:.2f}% is under {fail_under:g}%", err=True)
        return FINDINGS
    return OK


def _page(story: StoryFiles, report: CoverageReport) -> str:
    return to_html(report, {source.name: source.text for source in story.sources}, title="Coverage")


def _put(file: Path | None, text: str, *, dry_run: bool, force: bool) -> bool:
    """Write a text into a file; True where it was printed instead."""
    if file is None:
        return False
    if str(file) == "-":
        print_data(text)
        return True
    put(file, text.encode(), dry_run=dry_run, force=force, quiet=True)
    return False


__all__ = ["coverage_command", "explore_command"]
