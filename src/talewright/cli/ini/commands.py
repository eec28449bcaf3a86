"""`talewright ini`: Unreal config files for people: show, get, set, merge, explain, lint, diff, fmt.

On any file or project. With ``--json`` every command prints one document for programs. Exit codes as everywhere: 0 it
went well, 1 something was found (an error of `lint`, a difference of `diff`, a value that is not there), 2 misuse.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import click

from talewright.cli.ini import key_path
from talewright.cli.ini.editing import none_selected, set_command
from talewright.cli.ini.target import PLANS, STYLES, Options, find, listed, read, shown
from talewright.cli.output import (
    FINDINGS,
    OK,
    Late,
    below,
    difference,
    dry_run_option,
    findings,
    force_option,
    json_option,
    output_option,
    plain,
    put,
)
from talewright.config import ConfigMap
from talewright.config.layers import lint as find_traps
from talewright.config.text import Entry, changed_form, formatted
from talewright.config.values import matches
from talewright.diagnostics import Report
from talewright.errors import Misuse, NotFound, TalewrightError
from talewright.escaping import matching, printable
from talewright.names import did_you_mean, fold

F = TypeVar("F", bound=Callable[..., Any])

_path = click.argument("path", type=click.Path(path_type=Path))
_style = click.option(
    "--style", type=click.Choice(list(STYLES)), default="native", show_default=True, help="The dialect of files."
)


def _layers(command: F) -> F:
    """Give a command the options that say what a path means."""
    for option in (
        json_option,
        _style,
        click.option("--platform", multiple=True, help="A platform of the plan; parents first."),
        click.option("--engine", type=click.Path(file_okay=False, path_type=Path), help="The engine's folder."),
        click.option("--over", multiple=True, type=click.Path(dir_okay=False, path_type=Path),
                     help="A file over PATH; may be repeated, lowest first."),
        click.option("--category", default="Game", show_default=True, help="Of a folder: Game, Engine, Input ..."),
        click.option("--plan", type=click.Choice(PLANS), help="The layers of a folder; found out by itself."),
    ):  # fmt: skip
        command = option(command)
    return command


def _options(
    plan: str | None, category: str, over: tuple[Path, ...], engine: Path | None, platform: tuple[str, ...], style: str
) -> Options:
    return Options(plan or "", category, over, engine, platform, STYLES[style])


@click.group("ini", cls=Late, context_settings={"help_option_names": ["-h", "--help"]})
def ini_group() -> None:
    """Read, change and check Unreal config files (.ini) without losing a line.

    PATH is a file, or a folder: a project of Talewright, Unreal Engine 3, 4 or 5, or a folder of ini files.
    """
    plain.settle_output()


@ini_group.command(here=True)
@_path
@click.argument("section", required=False)
@_layers
def show(path: Path, section: str | None, as_json: bool, **options: Any) -> int:
    """Print all values, or those of one SECTION, with all operators and layers applied."""
    target = find(path, _options(**options))
    values = target.values
    unread = Report(finding for finding in target.report if finding.severity == "error" or finding.code in _UNREAD)
    findings.warn(unread)
    section = None if section is None else matching(section, values.section_names())
    if section is not None and section not in values:
        raise _no_section(section, values.section_names())
    sections = values.section_names() if section is None else [section]
    code = FINDINGS if unread.errors or (unread and not sections) else OK
    found = {name: {key: values.values(name, key) for key in values.keys(name)} for name in sections}
    if as_json:
        plain.print_json(found)
        return code
    for number, (name, keys) in enumerate(found.items()):
        click.echo(f"{chr(10) if number else ''}[{name}]")
        for key, texts in keys.items():
            for text in texts:
                click.echo(f"{key}={shown(text)}")
    return code


_UNREAD = ("TW-INI-10", "TW-INI-11", "TW-INI-12")
"""Lines that say nothing to a reader."""


@ini_group.command(here=True)
@_path
@click.argument("section")
@click.argument("key")
@click.option("--raw", is_flag=True, help="Print values as they are, control characters too: for scripts.")
@_layers
def get(path: Path, section: str, key: str, raw: bool, as_json: bool, **options: Any) -> int:
    """Print the values of a KEY, one a line; KEY.Field is a field of a struct. Exits with 1 if there is none.

    Of repeated structs, KEY[Field=Value] are the lines that have the value, KEY[Field=Value].Other a field of them.
    """
    values = _found(path, options)
    section, meant, entries = _lines(values, section, key)
    if as_json:
        plain.print_json([meant.data(entry) for entry in entries])
        return OK
    for entry in entries:
        if raw:
            below(sys.stdout).write(f"{meant.text(entry)}\n")
        else:
            click.echo(meant.text(entry))
    return OK


def _lines(values: ConfigMap, section: str, key: str) -> tuple[str, key_path.KeyPath, list[Entry]]:
    """Return the section and key that are meant, and the lines whose values count.

    Raises:
        NotFound: there is no such section or key, or no line that is selected.
    """
    section = matching(section, values.section_names())
    if section not in values:
        raise _no_section(section, values.section_names())
    meant = key_path.find(key, values.keys(section), lambda name: values.entries(section, name) is not None)
    there = values.entries(section, meant.key)
    if there is None:
        raise NotFound(f"[{section}] has no {key}", hint=did_you_mean(key, values.keys(section)))
    entries = [entry for entry in there if meant.selects(entry.raw, entry.style)]
    if meant.where and not entries:
        raise none_selected(meant, there, there[0].style if there else STYLES["native"])
    return section, meant, entries


ini_group.add_command(set_command)


@ini_group.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@_layers
@output_option
@dry_run_option
@force_option
@click.option("--game", help="What %GAME% is.")
def merge(
    paths: tuple[Path, ...], output: Path | None, game: str | None, dry_run: bool, force: bool, as_json: bool,
    **options: Any,
) -> int:  # fmt: skip
    """Put files on each other, lowest first, and print the one file that they come to.

    The lowest may be a project: `merge PROJECT Mod/Game.ini` is what a mod makes of it.
    """
    path, *over = paths
    for one in over:
        if not one.is_file():
            why = f"{one.as_posix()} is a folder" if one.is_dir() else f"there is no file {one.as_posix()}"
            raise Misuse(why, hint="files lie over a file or a project, lowest first")
    options["over"] = (*over, *options["over"])
    target = find(path, _options(**options))
    made = target.generate({"GAME": game} if game else {})
    findings.warn(target.report)
    to_file = output is not None and str(output) != "-"
    if output is not None and to_file:
        put(output, made.to_bytes(), force=force, dry_run=dry_run, quiet=as_json)
    if as_json:
        names = made.section_names()
        plain.print_json({n: {key: made.get_all(n, key) for key in made.raws(n)} for n in names})
        return OK
    if not to_file:
        text = made.to_text().replace("\r\n", "\n").replace("\r", "\n")
        click.echo(text, nl=False)
        if printable(text) != text:
            click.echo("control characters are printed escaped; -o FILE writes them as they are", err=True)
    return OK


@ini_group.command(here=True)
@_path
@click.argument("section")
@click.argument("key")
@_layers
def explain(path: Path, section: str, key: str, as_json: bool, **options: Any) -> int:
    """Say what every line about a KEY does: file, line, operator, value, effect. Exits with 1 if there is none."""
    values = _found(path, options)
    section = matching(section, values.section_names())
    keys = values.keys(section)
    meant = key_path.find(key, keys, lambda name: bool(values.explain(section, name)))
    steps = values.explain(section, meant.key)
    chosen = [step for step in steps if not meant.where or matches(step.value, meant.where)]
    there = values.entries(section, meant.key) or []
    if not chosen:
        if section not in values:
            error = _no_section(section, values.section_names())
        elif steps:
            error = none_selected(meant, there, STYLES["native"])
        else:
            error = NotFound(f"no line is about [{section}] {key}", hint=did_you_mean(key, keys))
        if not as_json:
            raise error
    result = [meant.text(entry) for entry in there if meant.selects(entry.raw, entry.style)]
    if as_json:
        rows = [
            {"file": s.file, "line": s.line, "operator": s.operator, "value": s.value, "effect": s.effect}
            for s in chosen
        ]  # fmt: skip
        plain.print_json({"steps": rows, "values": result})
        return OK if chosen else FINDINGS
    for step in chosen:
        click.echo(f"{step.file}:{step.line}: {step.operator}{meant.key}={shown(step.value)}  -- {step.effect}")
    click.echo(f"= {listed(result)}")
    return OK


@ini_group.command("lint", here=True)
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--strict", is_flag=True, help="Let warnings, too, make the exit code 1.")
@findings.all_option
@click.option("--remarks", is_flag=True, help="Print remarks too, not only errors and warnings; --all does so, too.")
@findings.format_option
@_style
@json_option
def lint(paths: tuple[Path, ...], strict: bool, remarks: bool, form: str, style: str, as_json: bool) -> int:
    """Find what is wrong in files, or in all ini files below a folder, and what is seldom meant so."""
    report = Report()
    for path in _files(paths):
        try:
            report += find_traps(read(path, STYLES[style]))
        except Misuse:
            raise
        except TalewrightError as error:
            report += error.report
    shown = Report(d for d in report if remarks or findings.each_asked_for() or d.severity != "information")
    bad = bool(report.errors or (strict and report.warnings))
    if as_json:
        plain.print_json([findings.as_json(finding) for finding in shown])
    else:
        findings.show_report(shown, form)
    return FINDINGS if bad else OK


@ini_group.command()
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@_layers
def diff(old: Path, new: Path, as_json: bool, **options: Any) -> int:
    """Print how the values of two files or projects differ, order and comments aside. Exits with 1 if they do."""
    before, after = (_found(path, options) for path in (old, new))
    rows = []
    sections = {fold(name): name for values in (before, after) for name in values.section_names()}
    for section in sections.values():
        keys = {fold(key): key for values in (before, after) for key in values.keys(section)}
        for key in keys.values():
            a, b = before.values(section, key), after.values(section, key)
            if a != b:
                rows.append({"section": section, "key": key, "old": a, "new": b})
    if as_json:
        plain.print_json(rows)
        return FINDINGS if rows else OK
    last = None
    for row in rows:
        if row["section"] != last:
            last = row["section"]
            click.echo(f"[{last}]")
        for sign, texts, others in (("-", row["old"], row["new"]), ("+", row["new"], row["old"])):
            for text in texts:
                if text not in others or sorted(texts) == sorted(others):
                    click.echo(f"{sign} {row['key']}={shown(text)}")
    return FINDINGS if rows else OK


@ini_group.command(here=True)
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 if a file is in another form.")
@dry_run_option
@force_option
@_style
@json_option
def fmt(paths: tuple[Path, ...], check: bool, dry_run: bool, force: bool, style: str, as_json: bool) -> int:
    """Bring files into one form: no blanks around =, one empty line between sections. What they say stays the same."""
    changed = []
    for path in _files(paths):
        document = read(path, STYLES[style])
        findings.warn(Report(document.report.errors))
        made = formatted(document)
        if made.to_text() == document.to_text():
            continue
        changed.append(path.as_posix())
        before = document.to_bytes()
        document.replace_text(made.to_text())
        after = document.to_bytes()
        for change in changed_form(before, after):
            click.echo(f"{path.as_posix()}: {change}", err=True)
        if dry_run:
            click.echo(difference(path.as_posix(), before, after), nl=False, err=as_json)
        elif not check:
            findings.warn(document.write(path, force=force))
    if as_json:
        plain.print_json(changed)
    else:
        for name in changed:
            click.echo(f"{name}: {'is in another form' if check or dry_run else 'formatted'}", err=dry_run)
    return FINDINGS if check and changed else OK


# -- inside


def _found(path: Path, options: dict[str, Any]) -> ConfigMap:
    """Return the values that a path means, and say what stands under another section than it looks."""
    target = find(path, _options(**options))
    findings.warn(Report(target.report.errors))
    return target.values


def _files(paths: Iterable[Path]) -> list[Path]:
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(p for p in path.rglob("*.ini") if p.is_file())
            if not inside:
                raise Misuse(f"there is no ini file below {path.as_posix()}", hint="name a file or another folder")
            found += inside
        else:
            found.append(path)
    return found


def _no_section(section: str, known: list[str]) -> NotFound:
    return NotFound(f"there is no section [{section}]", hint=did_you_mean(section, known))
