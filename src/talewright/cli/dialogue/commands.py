"""`talewright dialogue ...`: check, tag, draw, play and describe scripts.

Decides what is printed and the exit codes: 0 all well (warnings too), 1 something was found, 2 misuse. Nothing of a
project's code runs: what its commands and functions are is read from their text. Playing is
:mod:`talewright.cli.play`'s.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from talewright.cli.output import (
    FINDINGS,
    OK,
    Late,
    Place,
    difference,
    dry_run_option,
    findings,
    force_option,
    json_option,
    output_option,
    plain,
    progress,
    put,
)
from talewright.diagnostics import Report
from talewright.dialogue import Program, Tagged, missing_ids, read_sources, tag_sources
from talewright.dialogue.syntax import renew_command
from talewright.dialogue.tools import (
    KINDS,
    check_portable,
    graph_of,
    renewed,
    scripts_below,
    shared_ids,
    to_dot,
    to_mermaid,
    to_ysls,
)
from talewright.errors import Misuse
from talewright.files import together
from talewright.project.opening import checked, compiled, definitions_of, neighbours, parted

_paths = click.argument("paths", nargs=-1, type=click.Path(exists=True, path_type=Path))


@click.group(
    "dialogue",
    cls=Late,
    places={
        "play": Place(
            "play",
            "dialogue_play_command",
            "Play one dialogue of a script, with `back` to go back: this name goes in 0.3.0, `talewright play` stays.",
        ),
        "explore": Place(
            "story",
            "explore_command",
            "Search the ways through a story and report what is wrong with it, each with the shortest way there.",
        ),
        "coverage": Place(
            "story", "coverage_command", "Show how much of a story was played: the lines shown and the replies chosen."
        ),
        "test": Place(
            "story", "test_command", "Play the .testplan files in folders, each against the script beside it."
        ),
        "strings": Place(
            "story",
            "strings_group",
            "Export, import and check the texts of a story in other languages, as CSV or PO.",
        ),
    },
)
def dialogue_group() -> None:
    """Check, tag, draw, play and describe dialogues.

    PATHS are scripts, folders of scripts, projects or .yarnproject files; without any, the current folder.
    """
    plain.settle_output()


@dialogue_group.command("check")
@_paths
@json_option
@findings.options
@click.option("--strict", is_flag=True, help="What a save would lose on an edit is an error.")
@click.option("--portable", is_flag=True, help="Say what other Yarn tools would refuse or play differently.")
@click.option("--language", type=click.IntRange(2, 3), help="Version of the language, where no project file says it.")
def check_command(
    paths: tuple[Path, ...], as_json: bool, form: str, strict: bool, portable: bool, language: int | None
) -> int:
    """Print everything that is wrong with scripts, and what nothing uses."""
    with progress.shown() as bar:
        report = checked(_or_here(paths), strict_ids=strict, language=language, progress=bar)
    if portable:
        for source in read_sources(_or_here(paths))[0]:
            report += check_portable(source)
    if as_json:
        plain.print_json([findings.as_json(finding) for finding in report])
    else:
        findings.show_report(report, form)
    return FINDINGS if report.errors else OK


@dialogue_group.command("tag")
@_paths
@findings.all_option
@click.option("--check", "only_check", is_flag=True, help="Write nothing; name what is missing, and exit with 1 then.")
@dry_run_option
@force_option
@click.option("--renew", is_flag=True, help="Give a copy new ids in place of those that it shares with other scripts.")
@click.option("--only", "kinds", multiple=True, type=click.Choice(KINDS), help="Only these ids; more than once.")
@click.option("--seed", type=int, help="Of the ids, to get the same ones again.")
@json_option
def tag_command(
    paths: tuple[Path, ...], only_check: bool, dry_run: bool, force: bool, renew: bool, kinds: tuple[Any, ...],
    seed: int | None, as_json: bool,
) -> int:  # fmt: skip
    """Write the ids that saves, translations and counts hang on.

    #line: on lines and options, #choice: on option groups, #reply: on options that shadow a line, a uid: header in
    every node and a #uid: hashtag in every file. Nothing else changes, byte for byte. A copy of a script, a node or a
    line keeps the ids of what it was copied from: --renew gives the copy, which is named, ids of its own.
    """
    sources, unread = read_sources(_or_here(paths))
    others = neighbours(_or_here(paths), sources)
    draw = random.SystemRandom() if seed is None else random.Random(seed)
    if renew:
        results = list(renewed(sources, others, draw))
        report = Report([*unread, *_refusals(results)])
        changed = [one for one in results if one.changes]
        _write_tagged(changed, dry_run=dry_run or only_check, force=force, quiet=as_json)
        if as_json:
            plain.print_json(_tagged(changed, {}, report, written=bool(changed) and not (dry_run or only_check)))
        else:
            findings.show(report)
            if not changed and not report:
                click.echo("no id is shared")
        return FINDINGS if report or (changed and only_check) else OK
    results = tag_sources(sources, draw, kinds=kinds or KINDS, others=others)
    report = Report([*unread, *(missing_ids(results) if only_check else _refusals(results))])
    changed = [one for one in results if one.text != one.source.text]
    if not only_check:
        _write_tagged(changed, dry_run=dry_run, force=force, quiet=as_json)
    shared = shared_ids([*(one.source for one in results), *others])
    shared = {one.source.path: shared[one.source.path] for one in results if shared.get(one.source.path, 0)}
    failed = FINDINGS if report or shared else OK
    if as_json:
        plain.print_json(_tagged(changed, shared, report, written=bool(changed) and not (dry_run or only_check)))
        return failed
    findings.show(report)
    for one in results:
        if count := shared.get(one.source.path, 0):
            said = f"{plain.counted(count, 'id')} {'is' if count == 1 else 'are'} also elsewhere"
            click.echo(f"{one.source.path}: {said}; if this is the copy, run `{renew_command(one.source.path)}`")
    if not report and not shared and not any(one.changes for one in results):
        click.echo("nothing is missing")
    return failed


@dialogue_group.command("graph")
@_paths
@click.option("--format", "form", type=click.Choice(("mermaid", "dot")), default="mermaid", show_default=True,
              help="Of the drawing: Mermaid, or DOT for Graphviz.")  # fmt: skip
@click.option(
    "--data",
    "files",
    type=click.Path(path_type=Path),
    multiple=True,
    help="Colour what a coverage file says was played. May be repeated.",
)
@click.option("--explore", "search", is_flag=True, help="Colour dead ends and what no way leads to.")
@output_option
@dry_run_option
@force_option
def graph_command(
    paths: tuple[Path, ...],
    form: str,
    files: tuple[Path, ...],
    search: bool,
    output: Path | None,
    dry_run: bool,
    force: bool,
) -> int:
    """Draw sub-dialogues, choices and replies, and what leads where; what nothing leads to is marked.

    With --data and --explore it is coloured: green what was played, yellow what was not, grey what cannot be reached,
    red where a story ends dead.
    """
    program = compiled(_or_here(paths))
    findings.show(program.report.errors, err=True)
    search = search and not program.report.errors
    if files or search:
        text = _coloured(program, form, files, search)
    else:
        graph = graph_of(program)
        text = to_mermaid(graph) if form == "mermaid" else to_dot(graph)
    _write(text, output, force=force, dry_run=dry_run)
    return FINDINGS if program.report.errors else OK


def _coloured(program: Program, form: str, files: Sequence[Path], search: bool) -> str:
    from talewright.testing import Coverage, explore, marks_of  # a graph alone waits for them
    from talewright.testing.coverage import marked_dot, marked_mermaid

    coverage = Coverage.read_all(files)
    found = explore(program) if search else None
    if found is not None and not files:
        coverage = Coverage.of_seen(program, found.seen, found.run)
    marks = marks_of(program, coverage, found)
    return marked_mermaid(program, marks) if form == "mermaid" else marked_dot(program, marks)


@dialogue_group.command("ysls")
@click.argument("path", default=".", type=click.Path(exists=True, path_type=Path))
@output_option
@dry_run_option
@force_option
def ysls_command(path: Path, output: Path | None, dry_run: bool, force: bool) -> int:
    """Describe the commands and functions of a project for editors (.ysls.json).

    PATH is a project, or a Python file with @command and @function.
    """
    text = json.dumps(to_ysls(definitions_of(path)), indent=2, ensure_ascii=False)
    _write(text + "\n", output, force=force, dry_run=dry_run)
    return OK


def _or_here(paths: Sequence[Path]) -> list[Path]:
    """Return the paths, or the current folder, of which one without a script is no answer but a slip."""
    found = list(paths) or [Path()]
    for path in parted(found)[1]:
        if path.is_dir() and not scripts_below(path):
            raise Misuse(f"there is no dialogue in {path.as_posix()}", hint="name a folder with .yarn files in it")
    return found


def _tagged(
    changed: Sequence[Tagged], shared: Mapping[str, int], report: Report, *, written: bool
) -> dict[str, object]:
    """Return what tagging changed as data."""
    files = [
        {"file": one.source.path, "ids": sum(not change.moved for change in one.changes), "text": _summary(one)}
        for one in changed
    ]
    twice = [{"file": name, "ids": count} for name, count in shared.items()]
    return {"files": files, "shared": twice, "findings": list(map(findings.as_json, report)), "written": written}


def _write_tagged(changed: Sequence[Tagged], *, dry_run: bool, force: bool, quiet: bool) -> None:
    """Write all scripts or none; a link is followed. Quiet: what is said goes to standard error."""
    places = {one.source.path: Path(one.source.path).resolve() for one in changed}
    before = {name: place.read_bytes() for name, place in places.items()}
    after = {one.source.path: one.text.encode("utf-8") for one in changed}
    if dry_run:
        for name in places:
            click.echo(difference(name, before[name], after[name]), nl=False, err=quiet)
    else:
        together.write_all([together.Change(places[name], before[name], after[name]) for name in places], force=force)
    for one in changed:
        click.echo(f"{one.source.path}: {_summary(one)}", err=dry_run or quiet)


def _refusals(results: Sequence[Tagged]) -> Report:
    return Report(finding for one in results for finding in one.report)


def _summary(one: Tagged) -> str:
    counts = Counter(change.kind for change in one.changes if not change.moved)
    parts = [plain.counted(counts[kind], kind) for kind in KINDS if counts[kind]]
    moved = sum(change.moved for change in one.changes)
    if moved:
        parts.append(f"{plain.counted(moved, 'choice')} moved to the first option")
    return ", ".join(parts)


def _write(text: str, output: Path | None, *, force: bool, dry_run: bool) -> None:
    if output is None or str(output) == "-":
        click.echo(text, nl=False)
    else:
        put(output, text.encode("utf-8"), force=force, dry_run=dry_run)
