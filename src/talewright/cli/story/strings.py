"""`talewright dialogue strings`: the texts of a story for translators, out and in again.

A table holds one language; its ending says its format, ``.csv`` or ``.po``. ``export`` writes a table, or brings the
one that is there up to date: no translation is lost, changed texts make theirs stale. ``import`` takes what a
translator sent back into the table of the project. Exit codes: 0 all well, 1 something needs work, 2 misuse.
"""

from __future__ import annotations

from pathlib import Path

import click

from talewright.cli.output import (
    FINDINGS,
    OK,
    Late,
    difference,
    dry_run_option,
    findings,
    force_option,
    json_option,
    print_json,
    settle_output,
    write,
)
from talewright.config.text import like
from talewright.dialogue.text import pseudo
from talewright.dialogue.tools import (
    StringTable,
    Text,
    Translation,
    drift_of,
    is_po,
    lint_texts,
    read_table,
    texts_of,
    to_csv,
    to_po,
)
from talewright.errors import Misuse
from talewright.testing.pytest import read_story

_file = click.Path(dir_okay=False, path_type=Path)
_paths = click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
_table = click.argument("table", type=_file)


@click.group("strings", cls=Late)
def strings_group() -> None:
    """Export, import and check the texts of a story in other languages, as CSV or PO."""
    settle_output()


@strings_group.command("export")
@_table
@_paths
@click.option("--language", help="Of the table; else what it says, or its name: de.csv.")
@click.option("--fresh", is_flag=True, help="Leave out what the table holds now.")
@dry_run_option
@force_option
@json_option
def export(
    table: Path, paths: tuple[Path, ...], language: str | None, fresh: bool, dry_run: bool, force: bool, as_json: bool
) -> int:
    """Write the texts of a story into TABLE; translations that it holds are kept, and stale where the text changed."""
    texts = _texts(paths)
    known = None if fresh or not table.exists() else read_table(table, language or "")
    found = StringTable.empty(language or table.stem, texts) if known is None else known.updated(texts)
    if language:
        found.language = language
    _write(table, found, force=force, dry_run=dry_run, quiet=as_json)
    if as_json:
        counts = drift_of(found, texts).counts
        print_json({"file": table.as_posix(), "language": found.language, "counts": counts, "written": not dry_run})
    else:
        click.echo(_summary(found, texts), err=dry_run)
    return OK


@strings_group.command("import")
@click.argument("sent", type=_file)
@click.option("--into", "table", type=_file, required=True, help="The table of the project.")
@click.option("--dry-run", is_flag=True, help="Write nothing; name what would change.")
@force_option
@json_option
def import_(sent: Path, table: Path, dry_run: bool, force: bool, as_json: bool) -> int:
    """Take what a translator changed in SENT into the table of the project; either may be CSV or PO."""
    ours = read_table(table)
    theirs = read_table(sent, ours.language)
    if theirs.language and ours.language and theirs.language != ours.language:
        raise Misuse(f"{sent.name} is in {theirs.language}, {table.name} in {ours.language}", hint="name another table")
    unknown = {row.source.id for row in theirs.rows} - {row.source.id for row in ours.rows}
    taken = ours.taking(theirs)
    changed = [new for old, new in zip(ours.rows, taken.rows, strict=True) if old != new]
    for row in () if as_json else changed:
        click.echo(f"{row.source.id}: {row.text}")
    for name in sorted(unknown):
        click.echo(f"{name} is not in {table.name}, and is left out", err=True)
    if not dry_run:
        _write(table, taken, force=force)
    if as_json:
        rows = [{"id": row.source.id, "text": row.text} for row in changed]
        print_json({"file": table.as_posix(), "changed": rows, "unknown": sorted(unknown), "written": not dry_run})
    else:
        click.echo(f"{len(changed)} of {len(taken.rows)} texts changed")
    return OK


@strings_group.command("drift")
@click.argument("tables", nargs=-1, required=True, type=_file)
@click.option("--story", "paths", multiple=True, type=click.Path(path_type=Path), help="Where the scripts lie.")
@click.option("--rows", is_flag=True, help="Name every text that needs work.")
@json_option
def drift(tables: tuple[Path, ...], paths: tuple[Path, ...], rows: bool, as_json: bool) -> int:
    """Say how far languages are behind the story: missing, stale and orphaned texts, and broken translations."""
    texts = _texts(paths)
    found = [drift_of(read_table(table, table.stem), texts) for table in tables]
    if as_json:
        plain = [
            {
                "language": one.language,
                **one.counts,
                "broken": [{"id": row.source.id, "what": what} for row, what in one.broken],
                "rows": [{"id": row.source.id, "status": row.status, "text": row.source.text} for row in one.rows],
            }
            for one in found
        ]
        print_json(plain)
    for one in () if as_json else found:
        whole = len(texts) or 1
        done = one.counts["translated"]
        counts = ", ".join(f"{count} {status}" for status, count in one.counts.items())
        click.echo(f"{one.language}: {100 * done // whole}% ({counts})")
        for row in one.rows if rows else ():
            click.echo(f"  {row.source.file}:{row.source.line}: {row.status} {row.source.id}: {row.source.text}")
        for row, what in one.broken:
            click.echo(f"  {row.source.file}:{row.source.line}: {row.source.id}: {what}: {row.text}")
    return OK if all(one.clean for one in found) else FINDINGS


@strings_group.command("pseudo")
@_table
@_paths
@dry_run_option
@force_option
@json_option
def pseudo_(table: Path, paths: tuple[Path, ...], dry_run: bool, force: bool, as_json: bool) -> int:
    """Write TABLE in a language that nobody speaks: playable, longer, in brackets; it shows what is in no table."""
    texts = _texts(paths)
    rows = [Translation(text, pseudo(text.text), text.lock) for text in texts]
    _write(table, StringTable("qps", rows), force=force, dry_run=dry_run, quiet=as_json)
    if as_json:
        print_json({"file": table.as_posix(), "language": "qps", "texts": len(rows), "written": not dry_run})
    else:
        click.echo(f"{len(rows)} texts", err=dry_run)
    return OK


@strings_group.command("lint")
@_paths
@json_option
def lint(paths: tuple[Path, ...], as_json: bool) -> int:
    """Find texts that cannot be translated: without an id, made of values, in variables, counted by hand."""
    report = lint_texts(read_story(paths or (Path(),)).named)
    if as_json:
        print_json([findings.as_json(one) for one in report])
    else:
        findings.show(report)
    return FINDINGS if report.errors or report.warnings else OK


def _texts(paths: tuple[Path, ...]) -> list[Text]:
    story = read_story(paths or (Path(),))
    return texts_of(story.named, story.sources)


def _write(table: Path, found: StringTable, *, force: bool = False, dry_run: bool = False, quiet: bool = False) -> None:
    """Write a table, or print how it would change; a byte-order mark and the line ends of the one there stay."""
    before = table.read_bytes() if table.is_file() else b""
    data = like(before, to_po(found) if is_po(table) else to_csv(found))
    if dry_run:
        click.echo(difference(table.as_posix(), before or None, data), nl=False, err=quiet)
    else:
        write(table, data, force=force)


def _summary(table: StringTable, texts: list[Text]) -> str:
    counts = drift_of(table, texts).counts
    return f"{table.language}: " + ", ".join(f"{count} {status}" for status, count in counts.items())
