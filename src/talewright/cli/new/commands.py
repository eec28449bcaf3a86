"""`talewright new NAME`: make a project of one's own, with a story to change and its tests."""

from __future__ import annotations

import click

from talewright.cli.new.making import KINDS, LANGUAGES, make
from talewright.cli.output import OK, ToolCommand


@click.command("new", cls=ToolCommand)
@click.argument("name", required=False)
@click.option(
    "--template",
    "kind",
    type=click.Choice(tuple(KINDS)),
    default="terminal",
    show_default=True,
    help="What it is played in.",
)
@click.option("--title", default="", metavar="TEXT", help="What players read; else the name.")
@click.option(
    "--lang",
    "language",
    type=click.Choice(LANGUAGES),
    default="en",
    show_default=True,
    help="Of the sample story and the README.",
)
@click.option("--list", "listing", is_flag=True, help="Print the templates, and make nothing.")  # fmt: skip
def new_command(name: str | None, kind: str, title: str, language: str, listing: bool) -> int:
    """Make a project of your own in a new folder: a story to change, and its tests.

    The folder must not be there, or be empty. Nothing is downloaded, and nothing of it is run.
    """
    if listing:
        for each in KINDS.values():
            click.echo(f"{each.name:<10} {each.about}")
        return OK
    if name is None:
        raise click.UsageError("Missing argument 'NAME'.")
    files = make(name, KINDS[kind], title=title, language=language)
    for file in files:
        click.echo(f"{name}/{file}")
    click.echo(f"\nNext: cd {name}, then what its README.md says.")
    return OK
