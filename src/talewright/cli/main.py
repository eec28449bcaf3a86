"""The commands of `talewright`, and their options.

Each command opens a project and hands it on; what they print and how they fail is decided in the other files of this
package.
"""

from __future__ import annotations

import importlib
import logging
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

import click
import platformdirs
from rich.console import Console

from talewright.cli import inputs, picture, plain, progress, terminal
from talewright.cli.errors import FINDINGS, OK, NobodyReads, guarded, provide_output
from talewright.cli.player import Player
from talewright.cli.watching import Watch
from talewright.demo import TAVERN
from talewright.diagnostics import Report
from talewright.errors import Misuse
from talewright.game import Game
from talewright.project import Project, Watcher, plan_migration

F = TypeVar("F", bound=Callable[..., Any])


def main() -> None:
    """Run the command line of this process; this is the command `talewright`."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run a command line and give its exit code.

    Args:
        arguments: the words behind `talewright`.
    """
    provide_output()
    logging.getLogger("talewright").addHandler(logging.NullHandler())  # faults are printed as part of the output
    return guarded(lambda: cli.main(list(arguments), prog_name="talewright", standalone_mode=False) or OK)


def _playing(command: F) -> F:
    """Give a command the options of playing."""
    for option in (
        click.option("--seed", type=int, default=0, show_default=True, help="Of the random numbers."),
        click.option("--saved", type=click.Path(file_okay=False, path_type=Path), help="Folder for saves."),
        click.option("--script", metavar="FILE", help="Read the inputs from a file; - is standard input."),
    ):
        command = option(command)
    return command


_folder = click.argument("folder", default=".", type=click.Path(path_type=Path))


_MORE = {
    "dialogue": ("dialogue", "dialogue_group"),
    "explain": ("dialogue", "explain_command"),
    "ini": ("ini", "ini_group"),
    "replay": ("story_replay", "replay_command"),
    "save": ("save", "save_group"),
    "tags": ("tags", "tags_group"),
    "trace": ("trace", "trace_command"),
}
"""Commands in files of their own, imported when they are asked for: (file, name in it)."""


_STORIES = (
    ("story", "explore_command"),
    ("story", "coverage_command"),
    ("story_plans", "test_command"),
    ("story_strings", "strings_group"),
)
"""What `talewright dialogue` offers besides, from the test kit."""


def _imported(module: str, name: str) -> click.Command:
    found = getattr(importlib.import_module(f"talewright.cli.{module}"), name)
    assert isinstance(found, click.Command)
    return found


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted([*super().list_commands(ctx), *_MORE])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        found = super().get_command(ctx, cmd_name)
        if found is None and cmd_name in _MORE:
            found = _imported(*_MORE[cmd_name])
            if isinstance(found, click.Group) and cmd_name == "dialogue":
                for place in _STORIES:
                    found.add_command(_imported(*place))
        return found

    def make_context(self, *words: Any, **extra: Any) -> click.Context:
        try:
            return super().make_context(*words, **extra)
        except BrokenPipeError as error:  # --help and --version print while the words are read
            raise NobodyReads from error

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:  # click would exit with 1 by itself
            raise NobodyReads from error


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(version("talewright"), prog_name="talewright", message="%(prog)s %(version)s")
def cli() -> None:
    """Game logic for narrative RPGs: play, check and cook a project; look into its config, tags, dialogues and saves.

    Exit codes: 0 all well (warnings too), 1 something was found, 2 misuse.
    """


@cli.command()
@_playing
@click.option("--picture", "svg", type=click.Path(dir_okay=False, path_type=Path), help="Draw an SVG of the demo.")
def demo(script: str | None, saved: Path | None, seed: int, svg: Path | None) -> int:
    """Play the demo: a tavern, a rat in the cellar, and people who remember you.

    At the keyboard: Enter goes on, a number chooses, /talk WHO, /help, /quit. In a script the same, one input a line.
    """
    project = Project.open(TAVERN)
    if svg is not None:
        if script is not None:
            raise click.UsageError("--picture plays a script of its own; leave --script out")
        picture.write(project, svg, seed=seed)
        click.echo(f"wrote {svg.as_posix()}")
        return OK
    if saved is None:
        saved = platformdirs.user_data_path("talewright", appauthor=False) / "demo"
    return _play(project, script, saved, seed)


@cli.command()
@click.argument("folder", type=click.Path(path_type=Path))
@_playing
@click.option("--cooked", is_flag=True, help="Start from what `cook` wrote; scan no dialogue.")
@click.option("--watch", is_flag=True, help="Pick up what is edited meanwhile.")
def play(folder: Path, script: str | None, saved: Path | None, seed: int, cooked: bool, watch: bool) -> int:
    """Play the project in FOLDER; without code of its own, every dialogue can be talked to.

    With --watch, changed dialogues, records, settings and scripts arrive between two inputs.
    """
    if watch and cooked:
        raise Misuse("--watch looks at what authors write, and --cooked plays what was cooked of it", hint=_ONE_OF_BOTH)
    watcher = Watcher(folder) if watch else None
    kept = saved or folder / "Saved"
    with progress.shown() as bar:
        # What it comes to is remembered where something was saved before; playing alone leaves nothing behind. Who
        # watches reads all dialogues at once: an edit that fails must not be the first that the game hears of one.
        remembered = kept if kept.is_dir() and not watch else None
        project = Project.open(folder, cooked=cooked, saved_dir=remembered, progress=bar)
    _print_report(project.report, err=True)
    return _play(project, script, saved, seed, watcher)


@cli.command()
@_folder
@click.option("--check", "only_check", is_flag=True, help="Write nothing; name what drifted, and exit with 1 then.")
@click.option("--dry-run", is_flag=True, help="Write nothing; name what would change.")
@click.option("--migrate", is_flag=True, help="Show how to take out the old layout, one tag file a dialogue.")
@click.option("--write", is_flag=True, help="With --migrate: do it.")
def cook(folder: Path, only_check: bool, dry_run: bool, migrate: bool, write: bool) -> int:
    """Write the tag list, the index and the lock of a packaged game."""
    plain.settle_output()
    if write and not migrate:
        raise click.UsageError("--write belongs to --migrate")
    if migrate:
        return _migrate(folder, write=write)
    with progress.shown() as bar:
        project = Project.open(folder, progress=bar)
    # A name that is claimed anew is a warning while playing; cooking says it itself, as an error.
    _print_report(Report(d for d in project.report if d.code not in ("TW-LOCK-02", "TW-LOCK-03")), err=True)
    if only_check or dry_run:
        drift = project.drift()
        _print_report(drift)
        if not drift:
            click.echo("nothing drifted")
        return FINDINGS if drift and only_check else OK
    for path in project.cook():
        click.echo(path.relative_to(folder).as_posix())
    return OK


@cli.command()
@_folder
def check(folder: Path) -> int:
    """Print everything that is wrong with a project; none of its code runs."""
    plain.settle_output()
    saved = folder / "Saved"  # read, for what is remembered of files that do not parse, and not written
    with progress.shown() as bar:
        report = Project.check(folder, saved_dir=saved if saved.is_dir() else None, progress=bar)
    _print_report(report)
    click.echo(plain.totals(report))
    return FINDINGS if report.errors else OK


def _migrate(folder: Path, *, write: bool) -> int:
    plan = plan_migration(folder)
    difference = plan.diff()
    click.echo(difference or "there is no old layout here", nl=not difference.endswith("\n"))
    _print_report(plan.notes, err=True)
    if plan.notes.errors:
        click.echo("nothing is written before the errors are mended", err=True)
        return FINDINGS
    if write and difference:
        plan.write()
        click.echo("written")
    return OK


_ONE_OF_BOTH = "leave --cooked out to play what is edited meanwhile, or --watch to play the export"


def _play(project: Project, script: str | None, saved: Path | None, seed: int, watcher: Watcher | None = None) -> int:
    if script is None and not _at_a_keyboard():
        script = inputs.STDIN
    lines = None if script is None else inputs.lines_of(script)
    player = Player(Game(project, seed=seed, saved=saved))
    watch = None if watcher is None else Watch(player, watcher)
    if lines is not None:
        return plain.run_script(player, lines, watch)
    return terminal.talk(player, Console(), watch=watch)


def _at_a_keyboard() -> bool:
    return sys.stdin is not None and not sys.stdin.closed and sys.stdin.isatty()


def _print_report(report: Report, *, err: bool = False) -> None:
    for finding in report:
        click.echo(str(finding), err=err)
