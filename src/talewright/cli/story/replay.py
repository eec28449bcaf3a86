"""`talewright replay LOG`: play a recorded run again and stop at the first difference.

Exit codes: 0 the run was the same, byte for byte; 1 something differed, and what; 2 misuse.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import click

from talewright.cli.output import FINDINGS, OK, ToolCommand, json_option, print_json, settle_output
from talewright.errors import Misuse
from talewright.game import Game, LoggedRun, replay
from talewright.project import Project
from talewright.savegame import MemoryStore
from talewright.testing.coverage import Recorder


@click.command("replay", cls=ToolCommand)
@click.argument("log", type=click.Path(dir_okay=False, path_type=Path))
@click.argument("folder", default=".", type=click.Path(path_type=Path))
@click.option("--coverage", "coverage_file", type=click.Path(dir_okay=False, path_type=Path),
              help="Add what was shown to a coverage file.")  # fmt: skip
@json_option
def replay_command(log: Path, folder: Path, coverage_file: Path | None, as_json: bool) -> int:
    """Play a recorded run again, and stop at the first difference.

    A log is what talewright.game.PlayLog wrote. The game saves into memory; the project stays as it is.
    """
    settle_output()
    try:
        text = log.read_bytes().decode("utf-8")
    except OSError as error:
        raise Misuse(f"{log.as_posix()} cannot be read: {error.strerror}", hint="name a play log") from error
    except UnicodeDecodeError as error:
        raise Misuse(f"{log.as_posix()} is no UTF-8 text", hint="name a play log") from error
    run = LoggedRun.read(text, log.name)
    with tempfile.TemporaryDirectory() as saved:
        project = Project.open(folder)
        game = Game(project, seed=run.seed, saves=MemoryStore(), saved=Path(saved))
        recorder = Recorder(project.program, "play")
        game.listen(lambda heard: recorder(heard.event))
        found = replay(game, run)
    if coverage_file is not None:
        recorder.coverage.write(coverage_file, append=True)
    inputs = sum(1 for line in run.lines if not line.text.startswith("= "))
    if as_json:
        print_json({"same": found is None, "inputs": inputs, "difference": None if found is None else str(found)})
    elif found is not None:
        click.echo(f"{log.as_posix()}: {found}")
    else:
        click.echo(f"the same: {inputs} inputs")
    return OK if found is None else FINDINGS
