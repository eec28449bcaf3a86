"""`talewright tags add`, `rename`, `remove`, `move`, `compact`, `tidy`: changes of tag files.

Each prints the diff and writes; ``--dry-run`` only prints. Exit codes: 0 all well, 1 a tag still in use or something to
tidy, 2 misuse.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from talewright.cli.output import (
    FINDINGS,
    OK,
    ToolCommand,
    findings,
    force_option,
    json_option,
    print_json,
)
from talewright.cli.tags.printing import (
    print_diff,
    use_json,
)
from talewright.cli.tags.target import (
    dry_run_option,
    folder_argument,
    open_tags,
    search_option,
    subtree_option,
)
from talewright.cli.tags.uses import has_dialogues, tell_unsearched
from talewright.errors import Misuse, TagError
from talewright.names import fold
from talewright.project import EditPlan, plan_rename
from talewright.tags import (
    TagFolder,
    find_uses,
)

F = TypeVar("F", bound=Callable[..., Any])


def _writing(command: F) -> F:
    """Give a command the options of what changes files."""
    for option in (
        dry_run_option,
        force_option,
        json_option,
        search_option,
    ):
        command = option(command)
    return command


@click.command("add", cls=ToolCommand)
@click.argument("tag")
@folder_argument
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


@click.command("rename", cls=ToolCommand)
@click.argument("old")
@click.argument("new")
@folder_argument
@subtree_option
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
    if to_file is None and not searched and has_dialogues(folder):
        plan = plan_rename(folder, old, new, subtree=subtree, release=release)
        return _finish(plan, {"renamed": plan.names}, dry_run=dry_run, force=force, as_json=as_json)
    opened = open_tags(folder, searched)
    place = opened.generated_at(old) if has_dialogues(folder) else None
    if place is not None:
        option = "--search" if to_file is None else "--to-file"
        raise Misuse(
            f"{old} is generated from {place}, and stands in no tag file", hint=f"leave {option} out: it is for those"
        )
    editor = opened.editor()
    names = editor.rename(old, new, subtree=subtree, release=release)
    if to_file is not None:
        editor.move(new, to_file, subtree=subtree)
    uses = find_uses(opened.root, list(names), skip=opened.generated_files, unsearched=tell_unsearched)
    places = [use for use in uses if use.kind != "redirect"]
    result = {"renamed": names, "uses": [use_json(use) for use in places]}
    code = _finish(editor, result, dry_run=dry_run, force=force, as_json=as_json)
    if not as_json:
        for use in places:
            click.echo(f"still says {use.name}: {use}", err=True)
    return code


@click.command("remove", cls=ToolCommand)
@click.argument("tag")
@folder_argument
@subtree_option
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
    uses = find_uses(opened.root, [tag, *names], skip=skipped, unsearched=tell_unsearched)
    try:
        removed = editor.remove(tag, subtree=subtree, force=force, uses=uses)
    except TagError as error:
        if as_json and error.report:
            print_json({"refused": error.message, "uses": [findings.as_json(d) for d in error.report]})
        raise
    return _finish(editor, {"removed": removed}, dry_run=dry_run, force=force, as_json=as_json)


@click.command("move", cls=ToolCommand)
@click.argument("tag")
@click.argument("file")
@folder_argument
@subtree_option
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


@click.command("compact", cls=ToolCommand)
@folder_argument
@_writing
def compact(folder: Path, dry_run: bool, force: bool, as_json: bool, searched: tuple[Path, ...]) -> int:
    """Let every redirect lead to its end in one step."""
    editor = open_tags(folder, searched).editor()
    return _finish(editor, {"changed": editor.compact()}, dry_run=dry_run, force=force, as_json=as_json)


@click.command("tidy", cls=ToolCommand)
@folder_argument
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


def _finish(changes: TagFolder | EditPlan, result: dict[str, Any], *, dry_run: bool, force: bool, as_json: bool) -> int:
    text, files = changes.diff(), changes.paths
    stopped = isinstance(changes, EditPlan) and bool(changes.notes.errors)
    if not dry_run and not stopped:
        changes.write(force=force)
    if as_json:
        notes = [findings.as_json(note) for note in changes.notes]
        written = not dry_run and not stopped
        print_json({**result, "files": files, "written": written, "diff": text, "notes": notes})
        return FINDINGS if stopped else OK
    print_diff(text)
    for note in changes.notes:
        click.echo(str(note), err=True)
    if stopped:
        click.echo("nothing is written before the errors are mended", err=True)
        return FINDINGS
    _tell_written(files, dry_run=dry_run)
    return OK


def _tell_written(files: list[str], *, dry_run: bool) -> None:
    if not files:
        click.echo("nothing to change", err=True)
    elif not dry_run:
        for name in files:
            click.echo(f"wrote {name}", err=True)
    else:
        click.echo("nothing was written", err=True)
