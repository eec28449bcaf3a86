"""`talewright tags`: look at the tags of a project, and change its tag files.

The words behind are the folder last, as for the other commands: a project, or the Config folder of an Unreal project.
What changes files prints the diff and writes; ``--dry-run`` only prints. Exit codes: 0 all well, 1 something was found
(an unknown tag, a tag still in use, drift, an error of lint), 2 misuse.
"""

from __future__ import annotations

from pathlib import Path

import click

from talewright.cli.output import (
    FINDINGS,
    OK,
    Late,
    Place,
    json_option,
    paint,
    print_json,
    settle_output,
)
from talewright.cli.tags.printing import (
    nested,
    one_line,
    print_tree,
    tag_json,
    tag_line,
    tell_errors,
)
from talewright.cli.tags.target import (
    Opened,
    folder_argument,
    open_list,
    rows_of,
    search_option,
)
from talewright.tags import (
    Tag,
    TagRegistry,
)

_QUESTIONS, _EDITING, _EXPORTING = "tags.questions", "tags.editing", "tags.exporting"
_PLACES = {
    "add": Place(
        _EDITING, "add", "Declare a tag; one that is declared already gets another comment, if --comment is given."
    ),
    "compact": Place(_EDITING, "compact", "Let every redirect lead to its end in one step."),
    "constants": Place(
        _EXPORTING,
        "constants",
        "Generate a module and a stub, so that editors complete tags and type checkers catch typos.",
    ),
    "convert": Place(
        _EXPORTING, "convert", "Give the tags of a file or a folder as an ini list, or as a table in CSV or JSON."
    ),
    "explain": Place(
        _QUESTIONS,
        "explain",
        "Say all about a tag: its places, comment, relatives, restrictions, redirects, and who uses it.",
    ),
    "lint": Place(
        _QUESTIONS,
        "lint_tags",
        "Print what is wrong or odd: rows, duplicates, redirects, restrictions, typos, look-alikes; 1 on errors.",
    ),
    "move": Place(_EDITING, "move", "Move the row of a tag into another file."),
    "refs": Place(
        _QUESTIONS,
        "refs",
        "Print every place that uses a tag, old names that lead to it included; 1 if the tag is unknown.",
    ),
    "remove": Place(
        _EDITING,
        "remove",
        "Take a tag out; refused, with every place, while something still uses it, unless --force is given.",
    ),
    "rename": Place(_EDITING, "rename", "Give a tag another name everywhere."),
    "tidy": Place(
        _EDITING,
        "tidy",
        "Take out lines that remove rows and find none, as an editor leaves them in one file for rows of another.",
    ),
}


@click.group("tags", cls=Late, places=_PLACES, seldom=("compact", "constants", "convert", "diff", "tidy"))
def tags_group() -> None:
    """List, explain, check and edit gameplay tags.

    FOLDER is a project, or the Config folder of an Unreal project. Nothing of its code runs.
    """
    settle_output()


@tags_group.command("list")
@folder_argument
@click.option("--under", metavar="TAG", help="Only this tag and everything under it.")
@click.option("--all", "every", is_flag=True, help="Implicit tags too: parents that nobody declares.")
@search_option
@json_option
def list_tags(folder: Path, under: str | None, every: bool, searched: tuple[Path, ...], as_json: bool) -> int:
    """Print the tags, each with its comment; FOLDER may be a single list or table."""
    opened = open_list(folder, searched)
    tags = _under(opened, under)
    shown = [tag for tag in tags if every or tag.explicit]
    if as_json:
        print_json([tag_json(tag) for tag in shown])
    else:
        for tag in shown:
            click.echo(tag_line(tag))
    tell_errors(opened.report)
    return FINDINGS if opened.report.errors else OK


@tags_group.command("tree")
@folder_argument
@click.option("--under", metavar="TAG", help="Only this tag and everything under it.")
@search_option
@json_option
def tree(folder: Path, under: str | None, searched: tuple[Path, ...], as_json: bool) -> int:
    """Print the tags as a tree, with how many are below, comments and origins; FOLDER may be a single list or table."""
    opened = open_list(folder, searched)
    tags = _under(opened, under)
    if as_json:
        print_json(nested(tags))
    else:
        title = f"{len([t for t in tags if t.explicit])} tags in {opened.config.as_posix()}"
        print_tree(opened.registry, tags, title)
    tell_errors(opened.report)
    return FINDINGS if opened.report.errors else OK


@tags_group.command("diff")
@click.argument("before", type=click.Path(path_type=Path))
@click.argument("after", type=click.Path(path_type=Path))
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
            click.echo(f"; {name}: {one_line(registry.comment(name)) or 'no comment any more'}")
        for name in changes.respelled:
            click.echo(f"~ {name}")
        click.echo(str(changes), err=True)
    return FINDINGS if changes else OK


def _under(opened: Opened, under: str | None) -> list[Tag]:
    registry = opened.registry
    if under is None:
        return list(registry.every())
    found = registry.require(opened.whole(under))
    return [found, *registry.children(found)]


def _closed(path: Path) -> TagRegistry:
    registry = TagRegistry()
    _fill(registry, path)
    registry.close()
    return registry


def _fill(registry: TagRegistry, path: Path) -> None:
    rows, redirects, report = rows_of(path)
    tell_errors(report)  # else a file that does not parse would look like one without tags
    registry.register_rows(rows)
    for row in redirects:
        registry.redirect(row.old, row.new, source=row.span)
