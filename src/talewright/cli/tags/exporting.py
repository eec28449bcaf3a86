"""`talewright tags convert` and `constants`: tags as lists, tables and Python modules."""

from __future__ import annotations

from pathlib import Path

import click

from talewright.cli.output import (
    FINDINGS,
    OK,
    ToolCommand,
    counted,
    findings,
    force_option,
    print_data,
    put,
)
from talewright.cli.tags.target import (
    dry_run_option,
    engine_reading,
    folder_argument,
    open_tags,
    rows_of,
    search_option,
)
from talewright.config.text import write_output
from talewright.errors import Misuse, TagError
from talewright.files import is_other
from talewright.names import fold
from talewright.tags import (
    DEFAULT_FILE,
    SETTINGS_SECTION,
    constants_drift,
    constants_json,
    render_constants,
    render_redirects,
    render_tag_list,
    render_tag_table,
)
from talewright.tags.constants import MARK
from talewright.tags.files import reads_listed_redirects


@click.command("convert", cls=ToolCommand)
@click.argument("source", type=click.Path(path_type=Path))
@click.option("--to", "kind", type=click.Choice(["ini", "csv", "json"]), required=True, help="The format.")
@click.option("--output", "-o", type=click.Path(path_type=Path), help="The file; else standard output.")
@dry_run_option
@click.option("--force", is_flag=True, help="Replace the file if it is there, read-only or not.")
def convert(source: Path, kind: str, output: Path | None, dry_run: bool, force: bool) -> int:
    """Give the tags of a file or a folder as an ini list, or as a table in CSV or JSON."""
    rows, redirects, report = rows_of(source)
    findings.show(report, err=True)
    if kind == "ini":
        distinct = list({fold(row.old): row for row in reversed(redirects)}.values())
        engine = engine_reading(source)
        if reads_listed_redirects(engine) or not distinct:
            data = render_tag_list(rows, redirects=distinct)
        else:
            data = render_tag_list(rows) + b"\n" + render_redirects(distinct)
            said = f"{counted(len(distinct), 'redirect')} written below [{SETTINGS_SECTION}]"
            click.echo(f"{said}: Unreal Engine {engine} reads none in a list, only in {DEFAULT_FILE}", err=True)
    else:
        data = render_tag_table(rows, "csv" if kind == "csv" else "json")
        if redirects:
            click.echo(f"{counted(len(redirects), 'redirect')} left out: a table has none", err=True)
    plain = sum(row.restricted for row in rows)
    if plain:
        click.echo(f"{counted(plain, 'restricted tag')} written as any other", err=True)
    if output is None or str(output) == "-":
        click.echo(data.decode(), nl=False)
    elif output.is_dir():
        raise Misuse(f"{output} is a folder", hint="name a file")
    elif output.exists() and not is_other(output) and not force and not dry_run:
        raise Misuse(f"{output} is there already", hint="give --force to replace it")
    else:
        put(output, data, force=force, dry_run=dry_run)
    return FINDINGS if report.errors else OK


@click.command("constants", cls=ToolCommand)
@folder_argument
@click.option(
    "--output",
    "-o",
    type=click.Path(path_type=Path),
    help="The module, such as tags.py; the stub stands beside it. --json needs none.",
)
@click.option("--check", "only_check", is_flag=True, help="Write nothing; exit with 1 if the files are not up to date.")
@dry_run_option
@force_option
@click.option("--json", "as_json", is_flag=True, help="Print the constants for editors; write nothing.")
@search_option
def constants(
    folder: Path,
    output: Path | None,
    only_check: bool,
    dry_run: bool,
    force: bool,
    as_json: bool,
    searched: tuple[Path, ...],
) -> int:
    """Generate a module and a stub, so that editors complete tags and type checkers catch typos."""
    if output is None:
        if not as_json:
            raise Misuse("the module has no name", hint="name it with --output tags.py; --json prints all it says")
        print_data(constants_json(open_tags(folder, searched).registry))
        return OK
    if output.suffix != ".py" or not output.stem.isidentifier():
        raise Misuse(f"{output.name} is no name of a module", hint="name it like tags.py")
    opened = open_tags(folder, searched)
    if as_json:
        print_data(constants_json(opened.registry))
        return OK
    if only_check:
        drift = constants_drift(opened.registry, output)
        findings.show(drift)
        if not drift:
            click.echo("up to date")
        return FINDINGS if drift else OK
    files = dict(zip((output, output.with_suffix(".pyi")), render_constants(opened.registry), strict=True))
    old = {path: path.read_bytes() if path.is_file() else None for path in files}
    for path, known in old.items():
        if known is not None and MARK.encode() not in known[:200]:
            raise TagError(f"{path} was not generated and is not overwritten", hint="choose another name")
    for path, text in files.items():
        if old[path] != text.encode():
            if not dry_run:
                write_output(path, text.encode(), force=force)
            click.echo(f"{'would write' if dry_run else 'wrote'} {path.as_posix()}")
    return OK
