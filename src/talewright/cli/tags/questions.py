"""`talewright tags explain`, `refs` and `lint`: what the whole project says of its tags.

They read who uses what, which `list` and `tree` need not. Exit codes: 1 for an unknown tag and for errors of lint.
"""

from __future__ import annotations

from pathlib import Path

import click

from talewright.cli.output import (
    FINDINGS,
    OK,
    ToolCommand,
    findings,
    json_option,
    print_json,
    progress,
)
from talewright.cli.tags.printing import (
    place_json,
    tag_json,
)
from talewright.cli.tags.target import (
    folder_argument,
    open_around,
    open_tags,
    search_option,
    subtree_option,
)
from talewright.cli.tags.uses import find_users, has_dialogues, json_of, line_of
from talewright.diagnostics import Report
from talewright.names import fold
from talewright.project import find_tag_uses
from talewright.project.cook import TAG_LIST
from talewright.tags import (
    lint,
)


@click.command("explain", cls=ToolCommand)
@click.argument("tag")
@folder_argument
@search_option
@json_option
def explain(tag: str, folder: Path, searched: tuple[Path, ...], as_json: bool) -> int:
    """Say all about a tag: its places, comment, relatives, restrictions, redirects, and who uses it.

    One that a dialogue generates may be written without its TagRoot.
    """
    opened = open_tags(folder, searched)
    known = find_tag_uses(folder) if has_dialogues(folder) and not searched else None
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
    uses = find_users(folder, found.name, searched=searched, known=known).uses
    restricted = [r for r in registry.restricted if fold(found.name).startswith(fold(r.name) + ".")]
    below = [child for child in registry.children(found) if child.explicit]
    if as_json:
        print_json(
            {
                **tag_json(found),
                "status": status,
                "asked": asked,
                "parents": [p.name for p in found.parents() if p != found],
                "below": len(below),
                "restricted": bool(row and row.restricted),
                "restricted_by": [{"tag": r.name, **place_json(r.span)} for r in restricted],
                "redirected_from": [{"tag": r.old, **place_json(r.span)} for r in leading],
                "uses": [json_of(use) for use in uses if use.kind != "redirect"],
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
            click.echo(f"  used: {line_of(use)}")
    return OK


@click.command("refs", cls=ToolCommand)
@click.argument("tag")
@folder_argument
@subtree_option
@click.option(
    "--saves",
    multiple=True,
    type=click.Path(exists=True, path_type=Path),
    help="Search saves too: a project's, a folder's, a file, or a SQLite store.",
)
@search_option
@json_option
def refs(
    tag: str, folder: Path, subtree: bool, saves: tuple[Path, ...], searched: tuple[Path, ...], as_json: bool
) -> int:
    """Print every place that uses a tag, old names that lead to it included; 1 if the tag is unknown.

    In a project with dialogues that is all that means the tag, also without its TagRoot, as a jump or as a selector;
    elsewhere every text that names it.
    """
    found = find_users(folder, tag, subtree=subtree, saves=saves, searched=searched)
    if as_json:
        print_json([json_of(use) for use in found.uses])
    else:
        for use in found.uses:
            click.echo(line_of(use))
        click.echo(
            f"{len(found.uses)} {'place names' if len(found.uses) == 1 else 'places name'} {found.tag}", err=True
        )
    findings.show(found.report, err=True)
    return OK


@click.command("lint", cls=ToolCommand)
@folder_argument
@search_option
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
        found = find_tag_uses(folder, progress=bar) if has_dialogues(folder) and not searched else None
    uses = found.report if found is not None else []
    report = Report(d for d in (*ours, *lint(opened.registry), *uses) if not only or d.span.file == only).sorted()
    if as_json:
        print_json([findings.as_json(finding) for finding in report])
    else:
        findings.show_report(report, form, base=opened.root)
    return FINDINGS if report.errors else OK
