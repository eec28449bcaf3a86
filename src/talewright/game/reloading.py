"""Hot reload: a changed project under a running game.

The changed project is opened aside. With an error in it, or in putting the game's state into it, everything stays as it
was and the report says why. Else it is what a load does with an old save: classes are swapped in place, so that whoever
holds a script goes on holding it; new properties get their defaults; conversations find their place by content ids;
counts follow renamed tags; ``on_reload`` runs. Only between steps.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from talewright.diagnostics import LoadReport, Report, Span
from talewright.errors import MissingFolder, Misuse, ProjectError, TalewrightError
from talewright.fields import class_name
from talewright.game import saving
from talewright.messaging import Script
from talewright.project import Project

if TYPE_CHECKING:
    from talewright.game.game import Game


def reload(game: Game) -> Report:
    """Put the project as it is on the disk now under the game; see `Game.reload`."""
    if game.project.folder is None:
        raise Misuse("a game without a project folder has nothing to reload", hint="make it with Game.open(folder)")
    try:
        new = game.project.reopened()
    except ProjectError as error:
        return error.report
    except MissingFolder as error:
        return _one(error)
    document = game.snapshot()
    report, found = Report(new.report), LoadReport()
    undo = _swap(game, new)
    try:
        saving.restore(game, document, found)
    except TalewrightError as error:
        undo()
        return Report([*report, *_one(error)])
    for text in (*found.moved, *found.unknown):
        report.add("TW-GAME-02", "information", text, "", Span("game"))
    return report


def _one(error: TalewrightError) -> Report:
    report = Report(error.report)
    if not report:
        hint = error.hint or "the game goes on with the project as it was"
        report.add(
            "TW-GAME-01", "error", f"the changed project does not fit the game: {error.message}", hint, Span("game")
        )
    return report


def _swap(game: Game, new: Project) -> Callable[[], None]:
    """Swap project and classes; the function that comes back undoes it."""
    old_project, old_classes = game.project, dict(game.worlds.classes)
    changed: list[tuple[Script, type[Script]]] = []
    scripts = new.code.scripts
    for world in game.worlds:
        for thing in world:
            for script in thing.components.values():
                cls = type(script)
                later = scripts.get(class_name(cls))
                if later is not None and later is not cls:
                    try:
                        script.__class__ = later
                    except TypeError:  # other slots: the restore makes a new object in its place
                        continue
                    changed.append((script, cls))
    for name in old_project.code.scripts.keys() - scripts.keys():
        game.worlds.classes.pop(name, None)  # a class that the code has no more is unknown from now on
    game.worlds.classes.update({name: cls for name, cls in scripts.items() if name in old_classes})
    game.adopt(new)

    def undo() -> None:
        for script, cls in changed:
            script.__class__ = cls
        game.worlds.classes.clear()
        game.worlds.classes.update(old_classes)
        game.adopt(old_project)

    return undo
