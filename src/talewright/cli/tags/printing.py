"""How `talewright tags` prints: lists, the tree in colour, and everything as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click
from rich.console import Console
from rich.text import Text
from rich.tree import Tree

from talewright.cli.output import findings, paint
from talewright.diagnostics import Report, Span
from talewright.escaping import printable
from talewright.fields import Plain
from talewright.tags import Tag, TagRegistry, Use


def place_json(span: Span | None) -> dict[str, Plain]:
    """Return a place as data; nothing for no place."""
    return {"file": span.file, "line": span.line, "column": span.column} if span is not None else {}


def tell_errors(report: Report) -> None:
    """Say on standard error what could not be read, so that what is printed is not taken for all there is."""
    findings.show(report.errors, err=True)


def use_json(use: Use) -> dict[str, Plain]:
    """Return a use of a tag as data."""
    return {"kind": use.kind, "name": use.name, "text": use.line, **place_json(use.span)}


def tag_json(tag: Tag) -> dict[str, Plain]:
    """Return a tag as data."""
    return {"tag": tag.name, "comment": tag.comment, "explicit": tag.explicit, **place_json(tag.source)}


def nested(tags: list[Tag]) -> list[dict[str, Any]]:
    """Return tags as data, each with those under it."""
    roots: list[dict[str, Any]] = []
    by_key: dict[str, dict[str, Any]] = {}
    for tag in tags:
        node = {**tag_json(tag), "children": []}
        by_key[tag.key] = node
        above = by_key.get(tag.parent.key)
        (above["children"] if above is not None else roots).append(node)
    return roots


def tag_line(tag: Tag) -> str:
    """Return a tag on a line: its name, and behind two blanks its comment."""
    return f"{tag.name}  {one_line(tag.comment)}" if tag.comment else tag.name


def one_line(text: str, length: int = 100) -> str:
    """Return a text on one line, cut where it is endless."""
    text = " ".join(text.split())
    return text if len(text) <= length else f"{text[: length - 3]}..."


class _Console(Console):
    """Leaves it to the command line what happens where nobody reads any more; rich would end the program with 1."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def print_tree(registry: TagRegistry, tags: Iterable[Tag], title: str, *, console: Console | None = None) -> None:
    """Print tags as a tree: explicit ones bright, implicit ones dim, with comment, count below, and origin.

    Args:
        registry: knows them.
        tags: in order, a parent before all under it.
        title: what stands above the roots.
        console: where to print; None: standard output, with colour if it is a terminal.
    """
    if console is None:
        console = _Console(highlight=False)
        if not console.is_terminal:
            console.width = 10_000  # cut nothing in a file or a pipe
    listed = list(tags)
    counts: dict[str, int] = {}
    for tag in listed:
        if tag.explicit:
            above = tag.parent
            while above:
                counts[above.key] = counts.get(above.key, 0) + 1
                above = above.parent
    root = Tree(Text(printable(title), no_wrap=True, overflow="ignore"), guide_style="dim")
    branches: dict[str, Tree] = {}
    for tag in listed:
        parent = branches.get(tag.parent.key, root)
        shown = tag.leaf if parent is not root else tag.name
        branches[tag.key] = parent.add(_label(tag, shown, counts.get(tag.key, 0)))
    console.print(root)


def _label(tag: Tag, shown: str, below: int) -> Text:
    text = Text(printable(shown), style="bold cyan" if tag.explicit else "dim", no_wrap=True, overflow="ignore")
    if below:
        text.append(f" ({below})", "yellow")
    if tag.comment:
        text.append(f"  {printable(one_line(tag.comment, 60))}", "not bold default")
    if tag.source is not None:
        text.append(f"  {printable(tag.source.file)}:{tag.source.line}", "not bold dim")
    return text


def print_diff(diff: str) -> None:
    """Print a unified diff, in colour at a terminal."""
    for line in diff.splitlines():
        if line.startswith(("+++", "---", "@@")):
            paint(line, "cyan")
        elif line.startswith("+"):
            paint(line, "green")
        elif line.startswith("-"):
            paint(line, "red")
        else:
            click.echo(line)
