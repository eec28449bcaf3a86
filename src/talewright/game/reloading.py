"""Hot reload: a changed project under a running game.

The changed project is opened aside. With an error in it, or in putting the game's state into it, everything stays as it
was and the report says why. Else it is what a load does with an old save: classes are swapped in place, so that whoever
holds a script goes on holding it; new properties get their defaults; conversations find their place by content ids;
counts follow renamed tags; ``on_reload`` runs. Only between steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from talewright.diagnostics import Diagnostic, LoadReport, Report, Span
from talewright.dialogue import restore
from talewright.errors import DialogueError, MissingFolder, Misuse, ProjectError, SaveError, TalewrightError
from talewright.fields import class_name
from talewright.game import saving
from talewright.game.core import GameCore
from talewright.messaging import Script
from talewright.project import Project
from talewright.savegame import SaveDocument
from talewright.tags import TagChanges

MOVED = "TW-GAME-02"
"""The code of what a person should know about the game's state: what was found at another place, what nothing knows."""


class ReloadReport(Report):
    """What a reload found, and what it changed.

    Attributes:
        tags: what changed about the tags, told once and whole; nothing where the reload failed.
    """

    def __init__(self, findings: Iterable[Diagnostic] = (), tags: TagChanges | None = None) -> None:
        super().__init__(findings)
        self.tags = tags or TagChanges(0)

    @property
    def moved(self) -> list[str]:
        """What was found at another place than before: positions, counts of renamed tags; and what nothing knows."""
        return [finding.message for finding in self if finding.code == MOVED]


def reload(game: GameCore, snapshot: Callable[[], SaveDocument]) -> ReloadReport:
    """Put the project as it is on the disk now under the game; see `Game.reload`.

    Args:
        game: the game.
        snapshot: gives its whole state.
    """
    if game.project.folder is None:
        raise Misuse("a game without a project folder has nothing to reload", hint="make it with Game.open(folder)")
    try:
        document = snapshot()
        new = game.project.reopened()
    except ProjectError as error:
        return ReloadReport(error.report or _one(error))
    except (MissingFolder, SaveError) as error:
        return ReloadReport(_one(error))
    report, found = Report(new.report), LoadReport()
    if new.settings.policy != game.project.settings.policy:
        found.moved.append(f"Policy={new.settings.Policy} holds for games that are made from now on, not for this one")
    tags = new.tags.changes_since(game.project.tags)
    undo = _swap(game, new)
    try:
        saving.restore(game, document, found)
    except TalewrightError as error:
        undo()
        return ReloadReport([*report, *(_stranded(game, new) or _one(error))])
    except BaseException:  # a fault in the game's own code: the caller hears of it as it is
        undo()
        raise
    for text in (*found.moved, *found.unknown):
        report.add(MOVED, "information", text, "", Span("game"))
    return ReloadReport(report, tags)


def _one(error: TalewrightError) -> Report:
    report = Report(error.report)
    if not report:
        hint = error.hint or "the game goes on with the project as it was"
        report.add(
            "TW-GAME-01", "error", f"the changed project does not fit the game: {error.message}", hint, Span("game")
        )
    return report


def _stranded(game: GameCore, new: Project) -> Report:
    """Say which conversations in play have no place any more, each at the node where it is."""
    report = Report()
    for talk in game.talks.all():
        assert talk.position is not None
        try:
            restore(new.program, talk.position)
        except DialogueError as error:
            message = f"{talk.url()} is in the middle of what is gone, so the game goes on as it was: {error.message}"
            here = talk.position.dialogue in new.dialogues
            hint = error.hint if here else "bring the file back, until the conversation is over"
            report.add("TW-GAME-01", "error", message, hint, game.program.nodes[talk.position.node].span)
    return report


def _swap(game: GameCore, new: Project) -> Callable[[], None]:
    """Swap project and classes; the function that comes back undoes it."""
    old_classes = dict(game.worlds.classes)
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
    for name in game.project.code.scripts.keys() - scripts.keys():
        game.worlds.classes.pop(name, None)  # a class that the code has no more is unknown from now on
    game.worlds.classes.update({name: cls for name, cls in scripts.items() if name in old_classes})
    go_back = game.adopt(new)

    def undo() -> None:
        for script, cls in changed:
            script.__class__ = cls
        game.worlds.classes.clear()
        game.worlds.classes.update(old_classes)
        go_back()

    return undo
