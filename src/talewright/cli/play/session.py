"""A project in play: at the keyboard, or from a script of inputs.

Decides which of the two it is, and what is remembered of the opening. The keyboard is a player's: the plain view of the
stage, with its menus, ways back and autosaves, in the player's language. A script is an author's test: every byte that
:mod:`.player` prints for it stays what it was, faults, hints and exit code included, and no clock runs.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from talewright.cli.output import CHECKERS, FINDINGS, OK, Said, findings, inputs, plain, progress
from talewright.cli.play.player import Player
from talewright.demo import TAVERN
from talewright.errors import Misuse
from talewright.game import Game, Right
from talewright.project import Project, Watcher

if TYPE_CHECKING:
    from talewright.cli.play.watching import Watch

_ONE_OF_BOTH = "leave --cooked out to play what is edited meanwhile, or --watch to play the export"


def play_demo(script: str | None, saved: Path, seed: int, *, dev: bool, plain: bool) -> int:
    """Play the demo and return the exit code."""
    return _play(Project.open(TAVERN), script, saved, seed, dev=dev, as_text=plain)


def draw_demo(svg: Path, seed: int) -> None:
    """Draw the picture of the demo into a file."""
    from talewright.cli.play import picture  # who plays waits for none

    picture.write(Project.open(TAVERN), svg, seed=seed)


def play_project(
    folder: Path, *, script: str | None, saved: Path | None, seed: int, cooked: bool, watch: bool, dev: bool,
    plain: bool, language: str | None,
) -> int:  # fmt: skip
    """Play a project and return the exit code.

    Raises:
        Misuse: an export is to be played and watched at once.
    """
    if watch and cooked:
        raise Misuse("--watch looks at what authors write, and --cooked plays what was cooked of it", hint=_ONE_OF_BOTH)
    watcher = Watcher(folder) if watch else None
    kept = saved or folder / "Saved"
    with progress.shown() as bar:
        # What it comes to is remembered where something was saved before; playing alone leaves nothing behind. Who
        # watches reads all dialogues at once: an edit that fails must not be the first that the game hears of one.
        remembered = kept if kept.is_dir() and not watch else None
        project = Project.open(folder, cooked=cooked, saved_dir=remembered, progress=bar, checkers=CHECKERS)
    findings.show(project.report, err=True)
    return _play(project, script, saved, seed, watcher, language, dev=dev, as_text=plain)


def _play(
    project: Project, script: str | None, saved: Path | None, seed: int, watcher: Watcher | None = None,
    language: str | None = None, *, dev: bool, as_text: bool,
) -> int:  # fmt: skip
    if script is None and not _at_a_keyboard():
        script = inputs.STDIN
    lines = None if script is None else inputs.lines_of(script)
    game = Game(project, seed=seed, saved=saved)
    if language is not None:
        _translate(game, language)
    if lines is not None:
        player = Player(game)
        if watcher is None:
            return run_script(player, lines)
        from talewright.cli.play.watching import Watch

        return run_script(player, lines, Watch(player, watcher))
    from talewright.stage import Stage
    from talewright.views.plain import play

    stage = Stage(game, right=Right.AUTHOR if dev else Right.PLAYER)
    meanwhile = None
    if watcher is not None:
        from talewright.cli.play.watching import AtTheKeyboard, OnStage, Watch

        meanwhile = AtTheKeyboard(Watch(OnStage(stage), watcher))
    return play(stage, plain=as_text or None, meanwhile=meanwhile)


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
    """Play a script to its end and return the exit code; `watch` looks before each line."""
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
