"""`talewright tags`: look at the tags of a project, and change its tag files.

The words behind are the folder last, as for the other commands: a project, or the Config folder of an Unreal project.
What changes files prints the diff and writes; ``--dry-run`` only prints. Exit codes: 0 all well, 1 something was found
(an unknown tag, a tag still in use, drift, an error of lint), 2 misuse.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from talewright.cli.output import (
    FINDINGS,
    OK,
    Late,
    counted,
    findings,
    force_option,
    json_option,
    paint,
    print_data,
    print_json,
    progress,
    put,
    settle_output,
)
from talewright.cli.tags import tags_refs
from talewright.cli.tags import tags_show as show
from talewright.cli.tags.tags_project import Opened, engine_reading, open_around, open_list, open_tags, rows_of
from talewright.config.text import write_output
from talewright.diagnostics import Report
from talewright.errors import Misuse, TagError
from talewright.files import is_other
from talewright.names import fold
from talewright.project import EditPlan, find_references, plan_rename
from talewright.project.cook import TAG_LIST
from talewright.tags import (
    DEFAULT_FILE,
    SETTINGS_SECTION,
    Tag,
    TagFolder,
    TagRegistry,
    constants_drift,
    constants_json,
    find_uses,
    lint,
    reads_listed_redirects,
    render_constants,
    render_redirects,
    render_tag_list,
    render_tag_table,
)
from talewright.tags.constants import MARK

F = TypeVar("F", bound=Callable[..., Any])

_folder = click.argument("folder", default=".", type=click.Path(path_type=Path))
_path = click.Path(path_type=Path)
_dry_run = click.option("--dry-run", is_flag=True, help="Write nothing; print what would change.")
_search = click.option(
    "--search", "searched", multiple=True, type=_path, help="A further folder with tag files, such as a plugin's."
)
_subtree = click.option("--subtree", is_flag=True, help="Everything under the tag too.")


def _writing(command: F) -> F:
    """Give a command the options of what changes files."""
    for option in (
        _dry_run,
        force_option,
        json_option,
        _search,
    ):
        command = option(command)
    return command


@click.group("tags", cls=Late)
def tags_group() -> None:
    """List, explain, check and edit gameplay tags.

    FOLDER is a project, or the Config folder of an Unreal project. Nothing of its code runs.
    """
    settle_output()


@tags_group.command("list")
@_folder
@click.option("--under", metavar="TAG", help="Only this tag and everything under it.")
@click.option("--all", "every", is_flag=True, help="Implicit tags too: parents that nobody declares.")
@_search
@json_option
def list_tags(folder: Path, under: str | None, every: bool, searched: tuple[Path, ...], as_json: bool) -> int:
    """Print the tags, each with its comment; FOLDER may be a single list or table."""
    opened = open_list(folder, searched)
    tags = _under(opened, under)
    shown = [tag for tag in tags if every or tag.explicit]
    if as_json:
        print_json([show.tag_json(tag) for tag in shown])
    else:
        for tag in shown:
            click.echo(show.tag_line(tag))
    show.tell_errors(opened.report)
    return _errors(opened.report)


@tags_group.command("tree")
@_folder
@click.option("--under", metavar="TAG", help="Only this tag and everything under it.")
@_search
@json_option
def tree(folder: Path, under: str | None, searched: tuple[Path, ...], as_json: bool) -> int:
    """Print the tags as a tree, with how many are below, comments and origins; FOLDER may be a single list or table."""
    opened = open_list(folder, searched)
    tags = _under(opened, under)
    if as_json:
        print_json(show.nested(tags))
    else:
        title = f"{len([t for t in tags if t.explicit])} tags in {opened.config.as_posix()}"
        show.print_tree(opened.registry, tags, title)
    show.tell_errors(opened.report)
    return _errors(opened.report)


@tags_group.command("explain")
@click.argument("tag")
@_folder
@_search
@json_option
def explain(tag: str, folder: Path, searched: tuple[Path, ...], as_json: bool) -> int:
    """Say all about a tag: its places, comment, relatives, restrictions, redirects, and who uses it.

    One that a dialogue generates may be written without its TagRoot.
    """
    opened = open_tags(folder, searched)
    known = find_references(folder) if tags_refs.has_dialogues(folder) and not searched else None
    registry = opened.registry if known is None else known.tags  # which knows the tags of sources, too
    asked, tag = tag, opened.whole(tag)
    status = registry.status(tag)
    redirects = [row for row in registry.redirects.rows if fold(row.old) == fold(tag)]
    if status in ("unknown", "invalid"):
        if as_json:
            print_json({"tag": asked, "status": status, "near": registry.near(tag)})
        elif redirects:
            click.echo(f"{tag} leads nowhere: {redirects[0].new} ({redirects[0].span}) is no tag")
        registry.require(tag)  # says why, with near names
    found = registry.require(tag)
    row = registry.row(found)
    leading = [r for r in registry.redirects.rows if registry.redirects.targets.get(fold(r.old)) == found.key]
    uses = tags_refs.find(folder, found.name, searched=searched, known=known).uses
    restricted = [r for r in registry.restricted if fold(found.name).startswith(fold(r.name) + ".")]
    below = [child for child in registry.children(found) if child.explicit]
    if as_json:
        print_json(
            {
                **show.tag_json(found),
                "status": status,
                "asked": asked,
                "parents": [p.name for p in found.parents() if p != found],
                "below": len(below),
                "restricted": bool(row and row.restricted),
                "restricted_by": [{"tag": r.name, **show.place_json(r.span)} for r in restricted],
                "redirected_from": [{"tag": r.old, **show.place_json(r.span)} for r in leading],
                "uses": [tags_refs.json_of(use) for use in uses if use.kind != "redirect"],
            }
        )
        return OK
    click.echo(f"{found.name}{f' (asked for as {asked}, its old name)' if status == 'redirected' else ''}")
    if found.explicit:
        by = found.source or "by a program"
        if known is not None and known.sources and found.source is not None and found.source.file == TAG_LIST:
            by = f"by a tag source ({' or '.join(map(str, known.sources))}), as of the last cook"
        click.echo(f"  declared: {by}{', restricted' if row and row.restricted else ''}")
    else:
        click.echo(f"  implicit: it is a tag because {below[0].name if below else 'one under it'} is declared")
    if found.comment:
        click.echo(f"  comment: {found.comment}")
    if len(found.parents()) > 1:
        click.echo(f"  under: {', '.join(p.name for p in found.parents() if p != found)}")
    click.echo(f"  below it: {len(below)} declared")
    for r in restricted[-1:]:
        click.echo(
            f"  restricted by: {r.name} ({r.span}){'' if r.allows_plain else ', which allows restricted tags alone'}"
        )
    for old in leading:
        click.echo(f"  redirected from: {old.old} ({old.span})")
    for use in uses:
        if use.kind != "redirect":
            click.echo(f"  used: {tags_refs.line_of(use)}")
    return OK


@tags_group.command("refs")
@click.argument("tag")
@_folder
@_subtree
@click.option(
    "--saves",
    multiple=True,
    type=click.Path(exists=True, path_type=Path),
    help="Search saves too: a project's, a folder's, a file, or a SQLite store.",
)
@_search
@json_option
def refs(
    tag: str, folder: Path, subtree: bool, saves: tuple[Path, ...], searched: tuple[Path, ...], as_json: bool
) -> int:
    """Print every place that uses a tag, old names that lead to it included; 1 if the tag is unknown.

    In a project with dialogues that is all that means the tag, also without its TagRoot, as a jump or as a selector;
    elsewhere every text that names it.
    """
    found = tags_refs.find(folder, tag, subtree=subtree, saves=saves, searched=searched)
    if as_json:
        print_json([tags_refs.json_of(use) for use in found.uses])
    else:
        for use in found.uses:
            click.echo(tags_refs.line_of(use))
        click.echo(
            f"{len(found.uses)} {'place names' if len(found.uses) == 1 else 'places name'} {found.tag}", err=True
        )
    findings.show(found.report, err=True)
    return OK


@tags_group.command("lint")
@_folder
@_search
@json_option
@findings.options
def lint_tags(folder: Path, searched: tuple[Path, ...], as_json: bool, form: str) -> int:
    """Print what is wrong or odd: rows, duplicates, redirects, restrictions, typos, look-alikes; 1 on errors.

    In a project with dialogues also who uses what no tag is called, or is called no more, and what nobody uses. FOLDER
    may be a single list or table: then its findings alone are printed, judged beside all others of its Config folder.
    """
    only = ""
    if folder.is_file():
        opened, only = open_around(folder, searched)
    else:
        opened = open_tags(folder, searched)
    ours = [d for d in opened.report if d not in opened.registry.report]
    with progress.shown() as bar:
        found = find_references(folder, progress=bar) if tags_refs.has_dialogues(folder) and not searched else None
    uses = found.report if found is not None else []
    report = Report(d for d in (*ours, *lint(opened.registry), *uses) if not only or d.span.file == only).sorted()
    if as_json:
        print_json([show.finding_json(finding) for finding in report])
    else:
        findings.show_report(report, form, base=opened.root)
    return _errors(report)


@tags_group.command("add")
@click.argument("tag")
@_folder
@click.option("--comment", default="", help="What people should know about it.")
@click.option("--file", "file", metavar="FILE", help="The file that receives it; else where its siblings come from.")
@click.option("--restricted", is_flag=True, help="Declare it as a restricted tag.")
@click.option("--allow-plain", is_flag=True, help="Of a restricted tag: others may stand under it.")
@click.option("--release", is_flag=True, help="Take the name though it was given up for another tag.")
@_writing
def add(
    tag: str,
    folder: Path,
    comment: str,
    file: str | None,
    restricted: bool,
    allow_plain: bool,
    release: bool,
    dry_run: bool,
    force: bool,
    as_json: bool,
    searched: tuple[Path, ...],
) -> int:
    """Declare a tag; one that is declared already gets another comment, if --comment is given."""
    opened = open_tags(folder, searched)
    editor = opened.editor()
    if comment and opened.registry.is_explicit(tag) and tag in opened.registry:
        editor.set_comment(tag, comment)
    else:
        editor.add(tag, comment, file=file, restricted=restricted, allows_plain=allow_plain, release=release)
    return _finish(editor, {"added": [tag]}, dry_run=dry_run, force=force, as_json=as_json)


@tags_group.command("rename")
@click.argument("old")
@click.argument("new")
@_folder
@_subtree
@click.option("--to-file", metavar="FILE", help="Move the rows into another file, too.")
@click.option("--release", is_flag=True, help="Take the name though it was given up for another tag.")
@_writing
def rename(
    old: str,
    new: str,
    folder: Path,
    subtree: bool,
    to_file: str | None,
    release: bool,
    dry_run: bool,
    force: bool,
    as_json: bool,
    searched: tuple[Path, ...],
) -> int:
    """Give a tag another name everywhere.

    In a project with dialogues all that uses the tag gets the new name: scripts, ini values, queries, Python sources.
    Elsewhere its rows do, a redirect is written, and what names it in other files is printed.
    """
    if to_file is None and not searched and tags_refs.has_dialogues(folder):
        plan = plan_rename(folder, old, new, subtree=subtree, release=release)
        return _finish(plan, {"renamed": plan.names}, dry_run=dry_run, force=force, as_json=as_json)
    opened = open_tags(folder, searched)
    place = opened.generated_at(old) if tags_refs.has_dialogues(folder) else None
    if place is not None:
        option = "--search" if to_file is None else "--to-file"
        raise Misuse(
            f"{old} is generated from {place}, and stands in no tag file", hint=f"leave {option} out: it is for those"
        )
    editor = opened.editor()
    names = editor.rename(old, new, subtree=subtree, release=release)
    if to_file is not None:
        editor.move(new, to_file, subtree=subtree)
    uses = find_uses(opened.root, list(names), skip=opened.generated_files, unsearched=tags_refs.tell_unsearched)
    places = [use for use in uses if use.kind != "redirect"]
    result = {"renamed": names, "uses": [show.use_json(use) for use in places]}
    code = _finish(editor, result, dry_run=dry_run, force=force, as_json=as_json)
    if not as_json:
        for use in places:
            click.echo(f"still says {use.name}: {use}", err=True)
    return code


@tags_group.command("remove")
@click.argument("tag")
@_folder
@_subtree
@_writing
def remove(
    tag: str, folder: Path, subtree: bool, force: bool, dry_run: bool, as_json: bool, searched: tuple[Path, ...]
) -> int:
    """Take a tag out; refused, with every place, while something still uses it, unless --force is given."""
    opened = open_tags(folder, searched)
    editor = opened.editor()
    inside = fold(tag) + "."
    names = [row.name for row in opened.registry.rows() if fold(row.name).startswith(inside)] if subtree else []
    skipped = opened.generated_files
    uses = find_uses(opened.root, [tag, *names], skip=skipped, unsearched=tags_refs.tell_unsearched)
    try:
        removed = editor.remove(tag, subtree=subtree, force=force, uses=uses)
    except TagError as error:
        if as_json and error.report:
            print_json({"refused": error.message, "uses": [show.finding_json(d) for d in error.report]})
        raise
    return _finish(editor, {"removed": removed}, dry_run=dry_run, force=force, as_json=as_json)


@tags_group.command("move")
@click.argument("tag")
@click.argument("file")
@_folder
@_subtree
@_writing
def move(
    tag: str,
    file: str,
    folder: Path,
    subtree: bool,
    dry_run: bool,
    force: bool,
    as_json: bool,
    searched: tuple[Path, ...],
) -> int:
    """Move the row of a tag into another file."""
    editor = open_tags(folder, searched).editor()
    return _finish(
        editor, {"moved": editor.move(tag, file, subtree=subtree)}, dry_run=dry_run, force=force, as_json=as_json
    )


@tags_group.command("compact")
@_folder
@_writing
def compact(folder: Path, dry_run: bool, force: bool, as_json: bool, searched: tuple[Path, ...]) -> int:
    """Let every redirect lead to its end in one step."""
    editor = open_tags(folder, searched).editor()
    return _finish(editor, {"changed": editor.compact()}, dry_run=dry_run, force=force, as_json=as_json)


@tags_group.command("tidy")
@_folder
@click.option("--check", "only_check", is_flag=True, help="Write nothing; exit with 1 if there is something to tidy.")
@_writing
def tidy(folder: Path, only_check: bool, dry_run: bool, force: bool, as_json: bool, searched: tuple[Path, ...]) -> int:
    """Take out lines that remove rows and find none, as an editor leaves them in one file for rows of another.

    A line that may be meant, because a row of the same tag stands above it with another text, stays. For a pre-commit
    hook: `talewright tags tidy --check`.
    """
    editor = open_tags(folder, searched).editor()
    gone = [{"file": span.file, "line": span.line} for span in editor.tidy()]
    code = _finish(editor, {"removed": gone}, dry_run=dry_run or only_check, force=force, as_json=as_json)
    return FINDINGS if only_check and gone else code


@tags_group.command("convert")
@click.argument("source", type=_path)
@click.option("--to", "kind", type=click.Choice(["ini", "csv", "json"]), required=True, help="The format.")
@click.option("--output", "-o", type=_path, help="The file; else standard output.")
@_dry_run
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
    return _errors(report)


@tags_group.command("diff")
@click.argument("before", type=_path)
@click.argument("after", type=_path)
@json_option
def diff(before: Path, after: Path, as_json: bool) -> int:
    """Print what changed between two folders or files: tags, comments, renames; 1 if anything did."""
    registry = _closed(before)
    changes = registry.reload(lambda fresh: _fill(fresh, after))
    if as_json:
        print_json(
            {
                "added": changes.added,
                "removed": changes.removed,
                "renamed": dict(changes.renamed),
                "commented": changes.commented,
                "respelled": changes.respelled,
            }
        )
    else:
        for mark, names in (("+", changes.added), ("-", changes.removed)):
            for name in names:
                paint(f"{mark} {name}", "green" if mark == "+" else "red")
        for old, new in changes.renamed.items():
            paint(f"> {old} -> {new}", "cyan")
        for name in changes.commented:
            click.echo(f"; {name}: {show.one_line(registry.comment(name)) or 'no comment any more'}")
        for name in changes.respelled:
            click.echo(f"~ {name}")
        click.echo(str(changes), err=True)
    return FINDINGS if changes else OK


@tags_group.command("constants")
@_folder
@click.option(
    "--output", "-o", type=_path, help="The module, such as tags.py; the stub stands beside it. --json needs none."
)
@click.option("--check", "only_check", is_flag=True, help="Write nothing; exit with 1 if the files are not up to date.")
@_dry_run
@force_option
@click.option("--json", "as_json", is_flag=True, help="Print the constants for editors; write nothing.")
@_search
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


def _under(opened: Opened, under: str | None) -> list[Tag]:
    registry = opened.registry
    if under is None:
        return list(registry.every())
    found = registry.require(opened.whole(under))
    return [found, *registry.children(found)]


def _tell_written(files: list[str], *, dry_run: bool) -> None:
    if not files:
        click.echo("nothing to change", err=True)
    elif not dry_run:
        for name in files:
            click.echo(f"wrote {name}", err=True)
    else:
        click.echo("nothing was written", err=True)


def _finish(changes: TagFolder | EditPlan, result: dict[str, Any], *, dry_run: bool, force: bool, as_json: bool) -> int:
    text, files = changes.diff(), changes.paths
    stopped = isinstance(changes, EditPlan) and bool(changes.notes.errors)
    if not dry_run and not stopped:
        changes.write(force=force)
    if as_json:
        notes = [show.finding_json(note) for note in changes.notes]
        written = not dry_run and not stopped
        print_json({**result, "files": files, "written": written, "diff": text, "notes": notes})
        return FINDINGS if stopped else OK
    show.print_diff(text)
    for note in changes.notes:
        click.echo(str(note), err=True)
    if stopped:
        click.echo("nothing is written before the errors are mended", err=True)
        return FINDINGS
    _tell_written(files, dry_run=dry_run)
    return OK


def _closed(path: Path) -> TagRegistry:
    registry = TagRegistry()
    _fill(registry, path)
    registry.close()
    return registry


def _fill(registry: TagRegistry, path: Path) -> None:
    rows, redirects, report = rows_of(path)
    show.tell_errors(report)  # else a file that does not parse would look like one without tags
    registry.register_rows(rows)
    for row in redirects:
        registry.redirect(row.old, row.new, source=row.span)


def _errors(report: Report) -> int:
    return FINDINGS if report.errors else OK
