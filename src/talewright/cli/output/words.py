"""The words of every command: examples in its help, old spellings, and the folder that may be left out.

One vocabulary for all: ``--json`` prints data, ``-o/--output`` names a file to write, ``--dry-run`` writes nothing,
``--force`` writes over what is read-only, and without a folder the current one is meant. What was called otherwise
before is taken for a release, with a note on standard error.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import click
from click.core import ParameterSource

json_option = click.option("--json", "as_json", is_flag=True, help="Print data for programs.")
output_option = click.option(
    "--output", "-o", type=click.Path(dir_okay=False, path_type=Path), help="Write into this file; - prints it."
)

_FOR_PROGRAMS: Final = frozenset(("github", "sarif", "junit", "chrome"))
_WRITES: Final = MappingProxyType({"--write": ""})
OLD: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType({
    "cook": _WRITES,
    "dialogue coverage": MappingProxyType({"--json=": "--json --output"}),
    "ini merge": MappingProxyType({"--out": "--output"}),
    **{f"tags {name}": _WRITES for name in ("add", "compact", "constants", "move", "remove", "rename", "tidy")},
    "tags convert": MappingProxyType({"--write": "--force"}),
    "trace": MappingProxyType({"--chrome": "--format chrome --output"}),
})  # fmt: skip
"""Old spellings, by command, and the words that say the same now; with a trailing = only where a value follows it."""


class ToolCommand(click.Command):
    """A command of Talewright.

    Args:
        here: whether the first argument is a place, and the current folder where it is left out.
    """

    def __init__(self, *words: Any, here: bool = False, **extra: Any) -> None:
        super().__init__(*words, **extra)
        self.here = here

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words, old spellings too."""
        args = list(self._today(ctx, args))
        if not ctx.resilient_parsing:
            self._check_json(ctx, args)
        first = next((word for word in args if not word.startswith("-")), "")
        there = bool(first) and Path(first).exists()
        if self.here and first and not there and self._names_a_place():  # then it may be what stands behind the place
            try:
                return super().parse_args(ctx, [".", *args])
            except click.UsageError:
                ctx.params.clear()
        try:
            return super().parse_args(ctx, list(args))
        except click.MissingParameter as missing:
            if not self.here or not isinstance(missing.param, click.Argument) or there:
                raise
            ctx.params.clear()
            try:
                return super().parse_args(ctx, [".", *args])
            except click.MissingParameter:
                raise missing from None

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; one that prints for programs has standard output for its data alone."""
        form = ctx.params.get("form")
        as_json = bool(ctx.params.get("as_json"))
        if as_json and form is not None and ctx.get_parameter_source("form") is not ParameterSource.DEFAULT:
            raise click.UsageError(f"--json and --format {form} are two forms for one output", ctx)
        to_file = str(ctx.params.get("output") or "-") != "-"
        if not as_json and (form not in _FOR_PROGRAMS or to_file):
            return super().invoke(ctx)
        from talewright.cli.output.plain import data_alone  # who prints for people waits for none of it

        with data_alone(ctx):
            return super().invoke(ctx)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples below the options."""
        from talewright.cli.output.examples import EXAMPLES  # who asks for help alone waits for it

        rows = EXAMPLES.get(_path(ctx), ())
        if rows:
            formatter.write_paragraph()
            formatter.write("Examples:\n")
            for row in rows:
                formatter.write(f"  {row}\n")
        super().format_epilog(ctx, formatter)

    def _names_a_place(self) -> bool:
        """Whether the first argument is a place of saves, which is always there."""
        return any(isinstance(one, click.Argument) and one.name == "place" for one in self.params)

    def _today(self, ctx: click.Context, args: list[str]) -> Iterator[str]:
        """Yield the words with old spellings replaced, and say so once for each."""
        old = OLD.get(_path(ctx), {})
        taking = {
            name for one in self.params if isinstance(one, click.Option) and not one.is_flag and not one.count
            for name in one.opts
        }  # fmt: skip
        said: set[str] = set()
        ended, value = False, False
        for word in args:
            name, sign, text = word.partition("=")
            key = name if name in old else f"{name}=" if sign and f"{name}=" in old else ""
            ended = ended or word == "--"
            if ended or value or not key:
                value = not ended and not value and word in taking
                yield word
                continue
            value = False
            *first, last = old[key].split() or [""]
            yield from first
            if last:
                yield f"{last}={text}" if sign else last
                value = not sign and last in taking
            if key not in said and not ctx.resilient_parsing:
                said.add(key)
                click.echo(f"note: {_told(key, old[key])}; the old spelling works in this release", err=True)

    def _check_json(self, ctx: click.Context, args: list[str]) -> None:
        """Refuse ``--json FILE``: the word behind the switch is read as a path, and the file would not be written."""
        for word, behind in pairwise(args):
            if word == "--json" and _is_file(behind) and not _is_wanted(self, behind):
                file = f"--json --output {behind}" if _has(self, "--output") else f"--json ... > {behind}"
                raise click.UsageError(
                    f"--json is a switch and takes no file, and {behind} is no project\n  hint: write {file}", ctx
                )
            if word == "--":
                return


def _told(old: str, now: str) -> str:
    if not now:
        return f"{old} is not needed any more: commands write unless --dry-run is given"
    return f"{old}{'FILE' if old.endswith('=') else ''} is called {now} now"


def _path(ctx: click.Context) -> str:
    """Return the words of a command behind the program's."""
    root = ctx.find_root()
    return ctx.command_path if root.command.name != "cli" else ctx.command_path.partition(" ")[2]


def _has(command: click.Command, option: str) -> bool:
    return any(option in one.opts for one in command.params)


def _is_file(word: str) -> bool:
    return word.lower().endswith(".json") and not word.startswith("-")


def _is_wanted(command: click.Command, word: str) -> bool:
    """Whether a word may be a file that the command reads: a table of tags, a save."""
    return Path(word).exists() and not _has(command, "--data")
