"""`talewright demo` and `play`, and `dialogue play`, which is `play` by an older name.

Decides what is played: the whole project in a folder (:mod:`.session`), or one dialogue alone, of a script or of a
folder (:mod:`.rehearsal`). Who asks for help, or for one of the two, waits for neither or for that one.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from talewright.cli.output import OK, ToolCommand, findings
from talewright.dialogue import STRATEGIES
from talewright.dialogue.program import DEFAULT
from talewright.errors import Misuse

F = TypeVar("F", bound=Callable[..., Any])

_PROJECT_ALONE = ("saved", "cooked", "watch", "dev", "plain")
_DIALOGUE_ALONE = ("entry", "settings", "saliency", "locale")
"""Options by the names of their parameters; the others are for both."""


def _playing(command: F) -> F:
    """Give a command the options of every game."""
    for option in (
        click.option("--seed", type=int, default=0, show_default=True, help="Of the random numbers."),
        click.option("--saved", type=click.Path(file_okay=False, path_type=Path), help="Folder for saves."),
        click.option("--script", metavar="FILE", help="Read the inputs from a file; - is standard input."),
        click.option("--plain", is_flag=True, help="At the keyboard: no colour, one thing a line: for screen readers."),
        click.option("--dev", is_flag=True, help="At the keyboard: run what authors may run, not players alone."),
    ):
        command = option(command)
    return command


def _anything(command: F) -> F:
    """Give a command the options of playing a project, and of playing one dialogue alone."""
    for option in (
        click.option("--locale", default="en", show_default=True, help="Of one dialogue: the language of plurals."),
        click.option("--saliency", type=click.Choice(sorted(STRATEGIES)), default=DEFAULT, show_default=True,
                     help="Of one dialogue: how one of several nodes that fit is chosen."),
        click.option("--set", "settings", multiple=True, metavar="$NAME=VALUE",
                     help="Of one dialogue: a variable to begin with; repeatable."),
        click.option("--start", "entry", default="",
                     help="Of one dialogue: a node or a selector; else the first node."),
        click.option("--dialogue", help="Play this one of a folder alone, or of a script that holds several."),
        click.option("--language",
                     help="Play in it: de (its table is looked for), or the path of a table; qps needs none."),
        click.option("--watch", is_flag=True, help="Of a project: pick up what is edited meanwhile."),
        findings.all_option,
        click.option("--cooked", is_flag=True, help="Of a project: start from what `cook` wrote; scan no dialogue."),
        _playing,
    ):  # fmt: skip
        command = option(command)
    return command


@click.command("demo", cls=ToolCommand)
@_playing
@click.option("--picture", "svg", type=click.Path(dir_okay=False, path_type=Path), help="Draw an SVG of the demo.")
def demo_command(script: str | None, saved: Path | None, seed: int, dev: bool, plain: bool, svg: Path | None) -> int:
    """Play the demo: a tavern, a rat in the cellar, and people who remember you.

    At the keyboard: Enter goes on, a number chooses, /back, /help, /quit; Tab completes. In a script /talk WHO begins a
    talk.
    """
    from talewright.cli.play import session

    if svg is not None:
        if script is not None:
            raise click.UsageError("--picture plays a script of its own; leave --script out")
        session.draw_demo(svg, seed)
        click.echo(f"wrote {svg.as_posix()}")
        return OK
    if saved is None:
        import platformdirs

        saved = platformdirs.user_data_path("talewright", appauthor=False) / "demo"
    return session.play_demo(script, saved, seed, dev=dev, plain=plain)


@click.command("play", cls=ToolCommand)
@click.argument("path", default=".", type=click.Path(path_type=Path))
@_anything
@click.pass_context
def play_command(context: click.Context, /, path: Path, **options: Any) -> int:
    """Play a project, or one dialogue of a script.

    PATH is a project's folder. Without code, every dialogue can be talked to, and with --watch changed dialogues,
    records, settings and scripts arrive between two inputs; at the keyboard its goal and its verbs are named, and it is
    saved when you leave. A script, and with --dialogue one of a folder, is played alone, with `back` to go back;
    functions of the game give 0, an empty text or false then.
    """
    if path.is_file() or options["dialogue"] is not None or (path.suffix == ".yarn" and not path.is_dir()):
        if not path.exists():
            raise Misuse(f"there is no {path.as_posix()!r}", hint="name a project's folder, or a script")
        return _rehearse(context, path, **options)
    _refuse(context, _DIALOGUE_ALONE, "is for one dialogue alone", "name a script, or a dialogue with --dialogue")
    from talewright.cli.play import session

    return session.play_project(path, **_without(options, ("dialogue", *_DIALOGUE_ALONE)))


@click.command("play", cls=ToolCommand, here=True)
@click.argument("path", type=click.Path(exists=True, path_type=Path))
@_anything
@click.pass_context
def dialogue_play_command(context: click.Context, /, path: Path, **options: Any) -> int:
    """Play one dialogue of a script, with `back` to go back: this name goes in 0.3.0, `talewright play` stays.

    Of a folder it is the first dialogue, or the one that --dialogue names.
    """
    return _rehearse(context, path, **options)


def _rehearse(context: click.Context, path: Path, **options: Any) -> int:
    _refuse(context, _PROJECT_ALONE, "is for a whole project", "name its folder behind `talewright play`")
    from talewright.cli.play import rehearsal

    return rehearsal.rehearse(path, **_without(options, _PROJECT_ALONE))


def _refuse(context: click.Context, names: tuple[str, ...], why: str, hint: str) -> None:
    """Refuse options that would say nothing.

    Raises:
        Misuse: one was given.
    """
    for option in context.command.params:
        if option.name in names and context.get_parameter_source(option.name) is not ParameterSource.DEFAULT:
            raise Misuse(f"{option.opts[0]} {why}", hint=hint)


def _without(options: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name not in names}
