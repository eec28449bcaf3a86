"""`talewright trace`: play a script of inputs and print the messages instead of the story.

Every post, delivery, drop and error in one line, numbered, with the frame and the part of it in which it happened and
the number of the event that caused it. Nothing in the output depends on a clock: the same inputs give the same bytes.
What the player itself would say is left out, but lines that could not be done are named on standard error.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from talewright.cli.output import (
    FINDINGS,
    OK,
    Said,
    ToolCommand,
    dry_run_option,
    force_option,
    inputs,
    json_option,
    output_option,
    plain,
    put,
)
from talewright.cli.play import Player
from talewright.game import Game
from talewright.messaging import KINDS, Recorder
from talewright.project import Project


@click.command("trace", cls=ToolCommand)
@click.argument("folder", default=".", type=click.Path(path_type=Path))
@click.option(
    "--script", metavar="FILE", default=inputs.STDIN, help="Read the inputs from a file; - is standard input."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Of the random numbers.")
@click.option("--saved", type=click.Path(file_okay=False, path_type=Path), help="Folder for saves.")
@click.option(
    "--address",
    "addresses",
    metavar="PATTERN",
    multiple=True,
    help="Only messages from or to such an address, with * and ?; /smith* means every world. May be repeated.",
)
@click.option("--id", "ids", metavar="PATTERN", multiple=True, help="Only such message ids. May be repeated.")
@click.option("--kind", "kinds", type=click.Choice(KINDS), multiple=True, help="Only such events. May be repeated.")
@click.option("--format", "form", type=click.Choice(("text", "chrome")), default="text", show_default=True,
              help="For people, or Chrome's trace format, for Perfetto.")  # fmt: skip
@json_option
@output_option
@dry_run_option
@force_option
def trace_command(
    folder: Path,
    script: str,
    seed: int,
    saved: Path | None,
    addresses: tuple[str, ...],
    ids: tuple[str, ...],
    kinds: tuple[str, ...],
    form: str,
    as_json: bool,
    output: Path | None,
    dry_run: bool,
    force: bool,
) -> int:
    """Play the project in FOLDER and print the messages of the run."""
    lines = inputs.lines_of(script)
    player = Player(Game(Project.open(folder), seed=seed, saved=saved))
    recorder = Recorder(addresses=addresses, ids=ids, kinds=kinds)
    player.game.worlds.trace = recorder
    plain.settle_output()
    to_file = output is not None and str(output) != "-"
    keep = to_file or as_json or form == "chrome"
    pieces = player.begin()
    _show(recorder, pieces, keep=keep)
    for line in lines:
        pieces = player.feed(line)
        _show(recorder, pieces, keep=keep)
        if player.done:
            break
    if keep:
        text = recorder.text()
        if as_json:
            text = json.dumps([asdict(event) for event in recorder.events], ensure_ascii=False, indent=2) + "\n"
        elif form == "chrome":
            text = recorder.chrome()
        if output is not None and to_file:
            put(output, text.encode(), force=force, dry_run=dry_run)
        else:
            plain.print_data(text if text.endswith("\n") else f"{text}\n")
    return FINDINGS if player.failed else OK


def _show(recorder: Recorder, pieces: list[Said], *, keep: bool) -> None:
    """Print what one input made, and forget it unless it is still needed."""
    for piece in pieces:
        if piece.kind == "error":
            click.echo(piece.text, err=True)
    if not keep:
        click.echo(recorder.text(), nl=False)
        recorder.events.clear()
