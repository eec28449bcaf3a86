"""`talewright ini`: Unreal config files for people: show, get, set, merge, explain, lint, diff, fmt.

On any file or project. With ``--json`` every command prints one document for programs. Exit codes as everywhere: 0 it
went well, 1 something was found (an error of `lint`, a difference of `diff`, a value that is not there), 2 misuse.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from itertools import takewhile
from pathlib import Path
from typing import Any, TypeVar

import click

from talewright.cli import ini_structs, plain
from talewright.cli.errors import FINDINGS, OK
from talewright.cli.ini_target import PLANS, STYLES, Options, find, read
from talewright.cli.late import Late
from talewright.config import IniDocument
from talewright.config.editing import check_key, check_section_name
from talewright.config.formatting import formatted
from talewright.config.traps import lint as find_traps
from talewright.diagnostics import Diagnostic, Report
from talewright.errors import InvalidName, Misuse, NotFound, TalewrightError
from talewright.names import did_you_mean, fold

F = TypeVar("F", bound=Callable[..., Any])

_path = click.argument("path", type=click.Path(path_type=Path))
_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
_style = click.option(
    "--style", type=click.Choice(list(STYLES)), default="native", show_default=True, help="The dialect of files."
)


def _layers(command: F) -> F:
    """Give a command the options that say what a path means."""
    for option in (
        _json,
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


@ini_group.command()
@_path
@click.argument("section", required=False)
@_layers
def show(path: Path, section: str | None, as_json: bool, **options: Any) -> int:
    """Print all values, or those of one SECTION, with all operators and layers applied."""
    values = find(path, _options(**options)).values
    if section is not None and section not in values:
        raise _no_section(section, values.section_names())
    sections = values.section_names() if section is None else [section]
    found = {name: {key: values.values(name, key) for key in values.keys(name)} for name in sections}
    if as_json:
        return _print_json(found)
    for number, (name, keys) in enumerate(found.items()):
        click.echo(f"{chr(10) if number else ''}[{name}]")
        for key, texts in keys.items():
            for text in texts:
                click.echo(f"{key}={_shown(text)}")
    return OK


@ini_group.command()
@_path
@click.argument("section")
@click.argument("key")
@_layers
def get(path: Path, section: str, key: str, as_json: bool, **options: Any) -> int:
    """Print the values of a KEY, one a line; KEY.Field is a field of a struct. Exits with 1 if there is none."""
    chosen = _options(**options)
    values = find(path, chosen).values
    entries = values.entries(section, key)
    fields: list[str] = []
    if entries is None:
        for document in reversed(values.documents):
            head, fields = ini_structs.split(document, section, key)
            if fields:
                entries = values.entries(section, head)
                break
    if entries is None:
        if section not in values:
            raise _no_section(section, values.section_names())
        raise NotFound(f"[{section}] has no {key}", hint=did_you_mean(key, values.keys(section)))
    found = [ini_structs.get(entry.raw, fields, chosen.style) if fields else entry.value for entry in entries]
    if as_json:
        return _print_json(found)
    for value in found:
        click.echo(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))
    return OK


def _check_names(section: str, key: str) -> None:
    """Refuse the names of no section and no key, as misuse: nothing was found in a file."""
    try:
        check_section_name(section)
    except InvalidName as error:
        raise Misuse(error.message, hint="the name alone, without [ and ]") from None
    try:
        check_key(key)
    except InvalidName as error:
        raise Misuse(error.message, hint="the key alone, without an operator; --add adds to a key") from None


class _SetCommand(click.Command):
    """A command whose values may begin with a minus (`-1`), and that still refuses options that it does not have."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        known = {name for param in self.get_params(ctx) if isinstance(param, click.Option) for name in param.opts}
        for word in takewhile(lambda word: word != "--", args):
            name = word.partition("=")[0]
            if re.fullmatch(r"--[A-Za-z][\w-]*", name) and name not in known:
                raise click.UsageError(
                    f"No such option: {name}. A value that begins with -- stands behind a lone --\n"
                    f"  hint: {did_you_mean(name, sorted(known)) or 'see --help'}",
                    ctx,
                )
        return super().parse_args(ctx, args)


@ini_group.command("set", cls=_SetCommand, context_settings={"ignore_unknown_options": True})
@click.argument("path", type=click.Path(dir_okay=False, path_type=Path))
@click.argument("section")
@click.argument("key")
@click.argument("values", nargs=-1)
@click.option("--add", is_flag=True, help="Add the values to those that are there.")
@click.option("--remove", is_flag=True, help="Take these values out; without any, the whole key.")
@click.option("--create", is_flag=True, help="Make the file if there is none.")
@_style
@_json
def set_(
    path: Path, section: str, key: str, values: tuple[str, ...], add: bool, remove: bool, create: bool, style: str,
    as_json: bool,
) -> int:  # fmt: skip
    """Give a KEY these VALUES, one line each; KEY.Field changes one field of a struct.

    Only the lines of the key change. What another program wrote into the file meanwhile stays.
    """
    if add and remove:
        raise click.UsageError("--add or --remove, not both")
    if not values and not remove:
        raise click.UsageError("Missing argument 'VALUES...': what shall it be? --remove takes the key out")
    _check_names(section, key)
    document = _read_or_make(path, create, style)
    head, fields = ini_structs.split(document, section, key)
    before = document.get_all(section, head)
    if fields:
        raws = [entry.raw for entry in document.entries(section, head)]
        if add or remove or len(values) != 1 or len(raws) != 1:
            raise Misuse(f"{key} is a field of a struct: it takes one value, and {head} must be there once")
        document.set_raw(section, head, [ini_structs.put(raws[0], fields, values[0], STYLES[style])])
    elif remove and not values:
        document.remove(section, head)
    elif remove:
        document.set_all(section, head, [text for text in before if text not in values])
    elif add:
        document.set_all(section, head, [*before, *(text for text in values if text not in before)])
    else:
        document.set_all(section, head, values)
    report = document.write(path)
    _print_report(report, err=True)
    now = document.get_all(section, head)
    if as_json:
        return _print_json({"file": path.as_posix(), "section": section, "key": head, "before": before, "values": now})
    click.echo(f"{path.as_posix()}: [{section}] {head}: {_listed(before)} -> {_listed(now)}")
    return OK


@ini_group.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@_layers
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write into this file.")
@click.option("--game", help="What %GAME% is.")
def merge(paths: tuple[Path, ...], out: Path | None, game: str | None, as_json: bool, **options: Any) -> int:
    """Put files on each other, lowest first, and print the one file that they come to."""
    path, *over = paths
    for one in over:
        if not one.is_file():
            raise Misuse(f"there is no file {one.as_posix()}", hint="files lie on each other; a folder stands alone")
    if over and path.is_dir():
        raise Misuse(f"{path.as_posix()} is a folder", hint="files lie on each other; a folder stands alone")
    options["over"] = (*over, *options["over"])
    target = find(path, _options(**options))
    made = target.generate({"GAME": game} if game else {})
    _print_report(target.report, err=True)
    if out is not None:
        made.write(out)
        click.echo(f"wrote {out.as_posix()}", err=as_json)
    if as_json:
        names = made.section_names()
        return _print_json({n: {key: made.get_all(n, key) for key in made.raws(n)} for n in names})
    if out is None:
        click.echo(made.to_text().replace("\r\n", "\n"), nl=False)
    return OK


@ini_group.command()
@_path
@click.argument("section")
@click.argument("key")
@_layers
def explain(path: Path, section: str, key: str, as_json: bool, **options: Any) -> int:
    """Say what every line about a KEY does: file, line, operator, value, effect. Exits with 1 if there is none."""
    values = find(path, _options(**options)).values
    steps = values.explain(section, key)
    result = values.values(section, key)
    if as_json:
        rows = [
            {"file": s.file, "line": s.line, "operator": s.operator, "value": s.value, "effect": s.effect}
            for s in steps
        ]  # fmt: skip
        _print_json({"steps": rows, "values": result})
        return OK if steps else FINDINGS
    if not steps:
        if section not in values:
            raise _no_section(section, values.section_names())
        raise NotFound(f"no line is about [{section}] {key}", hint=did_you_mean(key, values.keys(section)))
    for step in steps:
        click.echo(f"{step.file}:{step.line}: {step.operator}{key}={_shown(step.value)}  -- {step.effect}")
    click.echo(f"= {_listed(result)}")
    return OK


@ini_group.command("lint")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--strict", is_flag=True, help="Let warnings, too, make the exit code 1.")
@click.option("--all", "everything", is_flag=True, help="Print remarks too, not only errors and warnings.")
@_style
@_json
def lint(paths: tuple[Path, ...], strict: bool, everything: bool, style: str, as_json: bool) -> int:
    """Find what is wrong in files, or in all ini files below a folder, and what is seldom meant so."""
    report = Report()
    for path in _files(paths):
        try:
            report += find_traps(read(path, STYLES[style]))
        except Misuse:
            raise
        except TalewrightError as error:
            report += error.report
    shown = Report(d for d in report if everything or d.severity != "information")
    bad = bool(report.errors or (strict and report.warnings))
    bad = bad or any(d.code == "TW-INI-04" for d in report)  # an empty file is no config
    if as_json:
        _print_json([_as_row(finding) for finding in shown])
    else:
        _print_report(shown)
        click.echo(plain.totals(report))
    return FINDINGS if bad else OK


@ini_group.command()
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@_layers
def diff(old: Path, new: Path, as_json: bool, **options: Any) -> int:
    """Print how the values of two files or projects differ, order and comments aside. Exits with 1 if they do."""
    before, after = (find(path, _options(**options)).values for path in (old, new))
    rows = []
    sections = {fold(name): name for values in (before, after) for name in values.section_names()}
    for section in sections.values():
        keys = {fold(key): key for values in (before, after) for key in values.keys(section)}
        for key in keys.values():
            a, b = before.values(section, key), after.values(section, key)
            if a != b:
                rows.append({"section": section, "key": key, "old": a, "new": b})
    if as_json:
        _print_json(rows)
        return FINDINGS if rows else OK
    last = None
    for row in rows:
        if row["section"] != last:
            last = row["section"]
            click.echo(f"[{last}]")
        for sign, texts, others in (("-", row["old"], row["new"]), ("+", row["new"], row["old"])):
            for text in texts:
                if text not in others or sorted(texts) == sorted(others):
                    click.echo(f"{sign} {row['key']}={_shown(text)}")
    return FINDINGS if rows else OK


@ini_group.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 if a file is in another form.")
@_style
@_json
def fmt(paths: tuple[Path, ...], check: bool, style: str, as_json: bool) -> int:
    """Bring files into one form: no blanks around =, one empty line between sections. What they say stays the same."""
    changed = []
    for path in _files(paths):
        document = read(path, STYLES[style])
        made = formatted(document)
        if made.to_text() == document.to_text():
            continue
        changed.append(path.as_posix())
        if not check:
            document.replace_text(made.to_text())
            document.write(path)
    if as_json:
        _print_json(changed)
    else:
        for name in changed:
            click.echo(f"{name}: {'is in another form' if check else 'formatted'}")
    return FINDINGS if check and changed else OK


# -- inside


def _read_or_make(path: Path, create: bool, style: str) -> IniDocument:
    if create and (not path.exists() or not path.stat().st_size):
        return IniDocument(path.as_posix(), style=STYLES[style])
    return read(path, STYLES[style])


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


def _shown(text: str) -> str:
    return text.replace("\r", "\\r").replace("\n", "\\n")


def _listed(values: list[str]) -> str:
    return ", ".join(map(_shown, values)) if values else "nothing"


def _print_json(data: Any) -> int:
    click.echo(json.dumps(data, ensure_ascii=False, indent=2))
    return OK


def _print_report(report: Iterable[Diagnostic], *, err: bool = False) -> None:
    for finding in report:
        if not err or finding.severity != "information":
            click.echo(str(finding), err=err)


def _as_row(finding: Diagnostic) -> dict[str, Any]:
    span = finding.span
    return {
        "code": finding.code, "severity": finding.severity, "file": span.file, "line": span.line,
        "column": span.column, "message": finding.message, "hint": finding.hint,
    }  # fmt: skip
