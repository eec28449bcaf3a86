"""`talewright demo` and `play`: a game at the keyboard, or from a script of inputs.

Decides which of the two it is, and where saves go. What an input does is :mod:`.player`'s.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import click

from talewright.cli.output import FINDINGS, OK, Said, ToolCommand, findings, inputs, plain, progress
from talewright.cli.play.player import Player
from talewright.cli.play.watching import Watch
from talewright.demo import TAVERN
from talewright.errors import Misuse
from talewright.game import Game
from talewright.project import Project, Watcher

F = TypeVar("F", bound=Callable[..., Any])


def _playing(command: F) -> F:
    """Give a command the options of playing."""
    for option in (
        click.option("--seed", type=int, default=0, show_default=True, help="Of the random numbers."),
        click.option("--saved", type=click.Path(file_okay=False, path_type=Path), help="Folder for saves."),
        click.option("--script", metavar="FILE", help="Read the inputs from a file; - is standard input."),
    ):
        command = option(command)
    return command


@click.command("demo", cls=ToolCommand)
@_playing
@click.option("--picture", "svg", type=click.Path(dir_okay=False, path_type=Path), help="Draw an SVG of the demo.")
def demo_command(script: str | None, saved: Path | None, seed: int, svg: Path | None) -> int:
    """Play the demo: a tavern, a rat in the cellar, and people who remember you.

    At the keyboard: Enter goes on, a number chooses, /talk WHO, /help, /quit. In a script the same, one input a line.
    """
    if svg is not None:
        if script is not None:
            raise click.UsageError("--picture plays a script of its own; leave --script out")
        from talewright.cli.play import picture

        picture.write(Project.open(TAVERN), svg, seed=seed)
        click.echo(f"wrote {svg.as_posix()}")
        return OK
    if saved is None:
        import platformdirs

        saved = platformdirs.user_data_path("talewright", appauthor=False) / "demo"
    return _play(Project.open(TAVERN), script, saved, seed)


@click.command("play", cls=ToolCommand)
@click.argument("folder", default=".", type=click.Path(path_type=Path))
@_playing
@click.option("--cooked", is_flag=True, help="Start from what `cook` wrote; scan no dialogue.")
@findings.all_option
@click.option("--watch", is_flag=True, help="Pick up what is edited meanwhile.")
@click.option("--language", help="Play in it: de (its table is looked for), or the path of a table; qps needs none.")
def play_command(
    folder: Path, script: str | None, saved: Path | None, seed: int, cooked: bool, watch: bool, language: str | None
) -> int:
    """Play the project in FOLDER; without code, every dialogue can be talked to.

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
    findings.show(project.report, err=True)
    return _play(project, script, saved, seed, watcher, language)


_ONE_OF_BOTH = "leave --cooked out to play what is edited meanwhile, or --watch to play the export"


def _play(
    project: Project, script: str | None, saved: Path | None, seed: int, watcher: Watcher | None = None,
    language: str | None = None,
) -> int:  # fmt: skip
    if script is None and not _at_a_keyboard():
        script = inputs.STDIN
    lines = None if script is None else inputs.lines_of(script)
    game = Game(project, seed=seed, saved=saved)
    if language is not None:
        _translate(game, language)
    player = Player(game)
    watch = None if watcher is None else Watch(player, watcher)
    if lines is not None:
        return run_script(player, lines, watch)
    from rich.console import Console

    from talewright.cli.play import terminal

    return terminal.talk(player, Console(), watch=watch)


def _translate(game: Game, language: str) -> None:
    from talewright.dialogue.tools import program_in, table_of

    folder, program = game.project.folder, game.project.program
    table = table_of(language, folder or Path(), program)
    for note in program_in(table, program)[1]:
        click.echo(note, err=True)
    game.translate(table.texts(), table.language)


def _at_a_keyboard() -> bool:
    return sys.stdin is not None and not sys.stdin.closed and sys.stdin.isatty()


def run_script(player: Player, lines: Iterable[str], watch: Watch | None = None) -> int:
    """Play a script to its end and give the exit code; `watch` looks before each line."""
    plain.settle_output()
    _print(player.begin())
    if not player.game.state.started:  # the game itself could not begin: there is nothing to play
        return FINDINGS
    for line in lines:
        if watch is not None:
            _print(watch.look())
        if not player.done:
            _print(player.feed(line))
        if player.done:
            break
    return FINDINGS if player.failed else OK


def _print(pieces: list[Said]) -> None:
    for piece in pieces:
        (sys.stderr if piece.kind == "aside" else sys.stdout).write(f"{piece.text}\n")
    sys.stdout.flush()
