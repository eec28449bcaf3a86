"""The command `talewright`: its sub-commands, completion, and the exit code of a run.

Imports none of what the sub-commands need: each has its file, and what they print and how they fail is decided there.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from talewright import __version__
from talewright.cli.output import OK, Late, Place, guarded, provide_output

COMPLETE = "_TALEWRIGHT_COMPLETE"
"""The variable by which a shell asks for completion: "bash_source", "zsh_complete", ... (click's protocol)."""


def main() -> None:
    """Run the command line of this process; this is the command `talewright`."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run a command line and return its exit code.

    Args:
        arguments: the words behind `talewright`.
    """
    provide_output()
    if instruction := os.environ.get(COMPLETE):
        return guarded(lambda: _complete(instruction))
    return guarded(lambda: cli.main(list(arguments), prog_name="talewright", standalone_mode=False) or OK)


def _complete(instruction: str) -> int:
    from click.shell_completion import shell_complete

    shell, _, what = instruction.partition("_")
    number = os.environ.get("COMP_CWORD", "")
    if what == "complete" and ("COMP_WORDS" not in os.environ or not (shell == "fish" or number.isdecimal())):
        missing = "a shell says the line in COMP_WORDS, and which word is meant in COMP_CWORD"
        raise click.UsageError(f"{COMPLETE}={instruction}: {missing}")
    failed = shell_complete(cli, {}, "talewright", COMPLETE, instruction)
    if failed:
        raise click.UsageError(f"{COMPLETE}={instruction}: bash, zsh and fish can be completed: bash_source, ...")
    return OK


_COMMANDS = {
    "check": Place("project", "check_command", "Print everything that is wrong with a project; none of its code runs."),
    "cook": Place("project", "cook_command", "Write the tag list, the index and the lock of a packaged game."),
    "demo": Place("play", "demo_command", "Play the demo: a tavern, a rat in the cellar, and people who remember you."),
    "dialogue": Place("dialogue", "dialogue_group", "Check, tag, draw, play and describe dialogues."),
    "explain": Place("explain", "explain_command", "Explain a finding: what it means and what to do."),
    "ini": Place("ini", "ini_group", "Read, change and check Unreal config files (.ini) without losing a line."),
    "new": Place("new", "new_command", "Make a project of your own in a new folder: a story to change, and its tests."),
    "play": Place("play", "play_command", "Play a project, or one dialogue of a script."),
    "replay": Place("story", "replay_command", "Play a recorded run again, and stop at the first difference."),
    "save": Place("save", "save_group", "Look at saves, compare them, put them right, carry them over."),
    "tags": Place("tags", "tags_group", "List, explain, check and edit gameplay tags."),
    "trace": Place("trace", "trace_command", "Play the project in FOLDER and print the messages of the run."),
}


# Colour is decided by `streams`: click would take sequences out of a text, and nobody would see that they are there.
_SETTINGS = {"help_option_names": ["-h", "--help"], "color": True}


@click.group(cls=Late, context_settings=_SETTINGS, places=_COMMANDS)
@click.version_option(__version__, prog_name="talewright", message="%(prog)s %(version)s")
def cli() -> None:
    """Game logic for narrative RPGs: play, check and cook a project; look into its config, tags, dialogues and saves.

    Exit codes: 0 all well (warnings too), 1 something was found, 2 misuse.
    """
