"""Groups of commands whose files are imported when a command is asked for, so that none pays for another.

A table says each command's name, its place and its line in the help, so that help and completion import nothing either.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Mapping
from importlib import import_module
from typing import Any, NamedTuple

import click
from click.shell_completion import CompletionItem

from talewright.cli.output.errors import NobodyReads
from talewright.cli.output.words import ToolCommand


class Place(NamedTuple):
    """Where a command lives.

    Attributes:
        module: the file below `talewright.cli`.
        name: the name of the command in it.
        help: the first sentence of its help.
    """

    module: str
    name: str
    help: str


class Late(click.Group):
    """A group that imports its commands late, and says near names of a misspelt one.

    Args:
        places: the commands of other files, by name; commands of its own are added as to any group.
        seldom: the commands that the help lists behind those of every day.
    """

    def __init__(
        self, *words: Any, places: Mapping[str, Place] | None = None, seldom: Collection[str] = (), **extra: Any
    ) -> None:
        super().__init__(*words, **extra)
        self.command_class = ToolCommand
        self.places = dict(places or {})
        self.seldom = frozenset(seldom)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, by alphabet."""
        return sorted({*super().list_commands(ctx), *self.places})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, imported now where it has a file of its own."""
        if cmd_name not in self.places:
            return super().get_command(ctx, cmd_name)
        place = self.places[cmd_name]
        found = getattr(import_module(f"talewright.cli.{place.module}"), place.name)
        assert isinstance(found, click.Command)
        if (logging := sys.modules.get("logging")) is not None:  # faults are printed, not logged
            logging.getLogger("talewright").addHandler(logging.NullHandler())
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the lines of the help about commands, without importing them."""
        names = self.list_commands(ctx)
        width = max(map(len, names), default=0)
        for title, seldom in (("Commands", False), ("More commands", True)):
            rows = [(name.ljust(width), self._help_of(ctx, name)) for name in names if (name in self.seldom) is seldom]
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the commands and options that begin so, without importing commands."""
        found = [
            CompletionItem(name, help=self._help_of(ctx, name))
            for name in self.list_commands(ctx)
            if name.startswith(incomplete)
        ]
        return found + click.Command.shell_complete(self, ctx, incomplete)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command of the words, or say which names are near."""
        if self.get_command(ctx, args[0]) is None and not ctx.resilient_parsing and not args[0].startswith("-"):
            from talewright.names import did_you_mean  # only who misspells a command waits for it

            hint = did_you_mean(args[0], self.list_commands(ctx))
            raise click.UsageError(f"there is no command {args[0]!r}{hint and f'; {hint}'}", ctx)
        return super().resolve_command(ctx, args)

    def make_context(self, *words: Any, **extra: Any) -> click.Context:
        """Read the words; help and the version are printed meanwhile."""
        try:
            return super().make_context(*words, **extra)
        except BrokenPipeError as error:
            raise NobodyReads from error

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:  # click would exit with 1 by itself
            raise NobodyReads from error

    def _help_of(self, ctx: click.Context, name: str) -> str:
        if name in self.places:
            return self.places[name].help
        command = super().get_command(ctx, name)
        return command.get_short_help_str(limit=100) if command is not None else ""
