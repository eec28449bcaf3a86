"""`Game`: one running game; what it holds is what a save holds.

A game is made from a project (what authors wrote) or from nothing. Between steps the host posts, chooses and gives
input; `step` is the only place where time passes. A seed of None and the run id are drawn here, at the edge, when a
game is made. What has a game at hand, scripts and conversations, has this one, so the classes of both stand beside it.
"""

from __future__ import annotations

import hashlib
import math
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, Self, cast, dataclass_transform

from talewright import messaging
from talewright.diagnostics import LoadReport, SaveReport
from talewright.errors import Misuse, ProjectError, TalewrightError, path_of, wrong_type
from talewright.game import console, deeds, reloading, saving
from talewright.game.conversation import Talk, TalksPart
from talewright.game.core import MAIN, GameCore
from talewright.game.decorators import Right
from talewright.game.deeds import Deed
from talewright.game.events import GameEvent, Loaded
from talewright.game.keeping import KeepingGame
from talewright.game.listening import Listeners
from talewright.game.parts import CharactersPart, WorldsPart
from talewright.game.reloading import ReloadReport
from talewright.messaging import DispatchPolicy
from talewright.project import Checker, Project
from talewright.rpg import Roll, roll
from talewright.savegame import FolderStore, SaveDocument, SaveHeader, Store


@dataclass_transform(eq_default=False)
class Script(messaging.Script):
    """What an object does and holds: annotated fields are its properties and are saved.

    `messaging.Script` works alone, for those who want only worlds, and says what the hooks are; this one, exported at
    the top, adds `game`, the running game.
    """

    __slots__ = ()
    __declares__ = False

    @property
    def game(self) -> Game:
        """The game whose worlds this script lives in."""
        return cast(Game, self.world.worlds.host)


class GuiScript(Script, messaging.GuiScript):
    """A script in its turn after all others: their updates and messages come first (Defold's gui scripts)."""

    __slots__ = ()
    __declares__ = False


class Conversation(Script, Talk):
    """A dialogue in play.

    Attributes:
        dialogue: the name of the dialogue.
        position: where it is; None while it is not in play.
        turn: conversations that started later have a higher number.
        starter: who started it by a message; gets "dialogue_ended", and no successor of it does.
        awaiting: a command is on its way, and the text goes on behind it.
        pauses: how many commands were handed over; the last one is what `awaiting` waits for.
        rewinding: how many rewinds have messages that were posted before them still on the way.
    """


@dataclass(frozen=True, slots=True)
class Heard:
    """What a listener of a game gets; see `Game.listen`.

    Attributes:
        conversation: whose step it was; None where it was none's: a bag, a place, a word to the player, the whole
            state.
        event: what came of it.
    """

    conversation: Conversation | None
    event: GameEvent


class Game(KeepingGame):
    """One running game.

    Args:
        project: what authors wrote; None: an empty project, for a game that is all code.
        code: the code module of a game without a project, or its name (``__name__``).
        saves: where slots lie: a store, or a folder; None: ``Saved/SaveGames`` of the project.
        seed: of the random streams; None: drawn, and saved.
        saved: the folder for what the running game writes; None: ``Saved`` of the project.
        policy: when the messages of its worlds are delivered; None: as ``[Project] Policy`` says. A loaded game goes on
            by the policy that its save holds.
        roll: how a new item gets its level, weight and value, of its type and of the dice; it is no part of a save.

    Attributes:
        project: what authors wrote.
        worlds: all worlds.
        characters: those in play.
        variables: variables and counts of the dialogues.
        run_id: the id of this run; a slot that another run wrote is set aside, not overwritten.
    """

    LIBRARY: ClassVar[tuple[type[messaging.Script], ...]] = (Script, GuiScript, Conversation, *GameCore.LIBRARY)

    def __init__(
        self,
        project: Project | None = None,
        *,
        code: str | ModuleType | None = None,
        saves: Store | Path | str | None = None,
        seed: int | None = None,
        saved: Path | str | None = None,
        policy: DispatchPolicy | None = None,
        roll: Roll = roll,
    ) -> None:
        given: object = project
        if given is not None and not isinstance(given, Project):
            hint = "Game.open(folder) opens a project and its game" if isinstance(given, (str, Path)) else ""
            raise wrong_type("a game is made of a Project", given, hint)
        if seed is not None and type(seed) is not int:
            raise Misuse(f"a seed is a whole number, not {seed!r}", hint="leave it out to have one drawn")
        if not callable(roll):
            raise wrong_type("how items are rolled is a function", roll, "Game(roll=by_hand)")
        if project is not None and code is not None:
            raise Misuse("code= belongs to Project.open when there is a project", hint="Project.open(folder, code=...)")
        super().__init__(
            Project.empty(code=code) if project is None else project,
            secrets.randbits(64) if seed is None else seed,
            None if saved is None else Path(saved),
            policy,
            roll,
        )
        self._policy, self._roll = policy, roll
        self._saves = _store(saves, self.saved)
        self.run_id = secrets.token_hex(16)
        self._revisions = 0
        self._loaded = ""
        self.listeners = Listeners(self.worlds, Heard)
        self.parts = (
            self.state,
            CharactersPart(self.characters),
            TalksPart(self),
            WorldsPart(self.worlds, self.script_classes),
            self.variables,
            self.streams,
        )
        self.worlds.create(MAIN)

    @classmethod
    def open(
        cls,
        folder: Path | str,
        *,
        code: str | ModuleType | None = None,
        saves: Store | Path | str | None = None,
        seed: int | None = None,
        saved: Path | str | None = None,
        policy: DispatchPolicy | None = None,
        checkers: Sequence[Checker] = (),
        roll: Roll = roll,
    ) -> Self:
        """Open a project and make a game of it: `Project.open` and `Game` in one.

        What the dialogues came to is remembered in the folder of what the game writes, once there is one: while nothing
        changes, the next start compiles no dialogue before one is played.

        Raises:
            MissingFolder: there is no such folder, or it is no project.
            ProjectError: something in the project is wrong; the report has every finding.
        """
        kept = path_of(folder, "a project's folder") / "Saved" if saved is None else Path(saved)
        project = Project.open(folder, code=code, saved_dir=kept if kept.is_dir() else None, checkers=checkers)
        return cls(project, saves=saves, seed=seed, saved=saved, policy=policy, roll=roll)

    def anew(self) -> Self:
        """Return a new game of the same project, not started, that saves where this one does, in the same language."""
        game = type(self)(self.project, saves=self._saves, saved=self.saved, policy=self._policy, roll=self._roll)
        if self._texts is not None:
            game.translate(self._texts, self._locale)
        return game

    # -- what it holds

    @property
    def saves(self) -> Store:
        """Where slots lie.

        Raises:
            Misuse: the game has no folder and was given no store.
        """
        if self._saves is None:
            raise Misuse(
                "this game has nowhere to save to",
                hint="Game(saves=FolderStore(path)), or saves=MemoryStore() to keep slots until the process ends",
            )
        return self._saves

    @property
    def loaded(self) -> str:
        """The revision of the save that this game was loaded from last, or an empty text."""
        return self._loaded

    @property
    def conversations(self) -> tuple[Conversation, ...]:
        """All conversations in play, the newest last."""
        return self.talks.all()

    @property
    def conversation(self) -> Conversation | None:
        """The newest conversation in play, or None."""
        playing = self.conversations
        return playing[-1] if playing else None

    def listen(self, hear: Callable[[Heard], object]) -> Callable[[], None]:
        """Hear every event of every conversation, from now on, whoever drives it: the host, a message, a command.

        A listener is called when a step of a dialogue is done and its state is in place, before the next one is made:
        with the dialogue's own events, with `CommandRan` after a command, and with `Rewound`. What else happens in the
        game is told when it does: `ItemGained`, `ItemLost`, `PlaceEntered`, `Told`. Listeners are called in the order
        in which they came; they may come and go meanwhile. A load, or a start that failed, is one `Loaded` of no
        conversation; where a text was edited since, what stands at the places that were found again follows.

        A listener shows and remembers: inside it nothing may step, save or load the game, or drive a conversation. What
        it raises is a fault and stops nothing. Listeners are no part of the state and stay over a load.

        Returns:
            A function that ends it; calling it again does nothing.

        Raises:
            TypeError: it is no function, or one whose call would run nothing (``async def``).

        >>> from talewright.game import Game, Heard
        >>> game = Game()
        >>> heard: list[Heard] = []
        >>> stop = game.listen(heard.append)
        >>> _ = game.restore(game.snapshot())
        >>> heard
        [Heard(conversation=None, event=Loaded())]
        >>> stop()
        """
        return self.listeners.add(hear)

    # -- running

    def start(self) -> None:
        """Start a new game: build the collection "main", initialise it, dispatch for the first time.

        Where building it fails, the game is as before, not half built.

        Raises:
            Misuse: it was started already, or loaded; or this was called inside a callback.
            ProjectError: the function that builds the collection raised.
        """
        self._outside("start")
        self.listeners.check("start")
        if self.state.started:
            raise Misuse("the game has started already", hint="make a new Game for a new game, or load a slot")
        if MAIN in self.project.code.collections:
            before = self.snapshot()
            try:
                with self.worlds.calling():
                    self._build(MAIN, self.world)
            except Exception as error:
                saving.restore(self, before, LoadReport())
                self._loaded = ""
                self.listeners.tell(None, (Loaded(),))  # what they heard of it is undone
                raise _not_built(MAIN, error) from error
        self.state.started = True
        self.world.init()

    def step(self, dt: float = 0.0) -> None:
        """Run one frame; the only place where time passes.

        Args:
            dt: seconds; with 0 no time passes (what was posted is delivered, updates run with 0).

        Raises:
            ValueError: dt is negative or no number, or game time would become infinite.
            Misuse: called inside a callback.
        """
        self._outside("step")
        self.listeners.check("step")
        if not isinstance(dt, (int, float)):
            raise wrong_type("a time is a number of seconds", dt, "game.step(1 / 60)")
        if dt > 0 and not math.isfinite(self.state.time + dt):
            raise ValueError(f"game time cannot grow by {dt!r}")
        self.worlds.step(dt)
        self.state.time += dt

    def input(self, action_id: str | None, /, **action: Any) -> None:
        """Give input: it reaches the objects that have acquired input focus at the beginning of the next step.

        Args:
            action_id: what was done ("jump", "touch"); None for the mere movement of a pointer.
            action: how: pressed, released, value, x, y, ...
        """
        self._outside("input")
        self.worlds.input(action_id, **action)

    def run(self, line: str, *, right: Right = Right.AUTHOR) -> str:
        """Run a console line, "createItem sword1", and return what it prints.

        Args:
            line: a command and its words.
            right: of who wrote it. What a player types is run with `Right.PLAYER`: the verbs that the project marks
                ``@command(right=Right.PLAYER)``, and ``help`` about them; of any other a player hears what they hear of
                a command that is none.

        Raises:
            Misuse: there is no such command, or none that may be run, or its words do not fit.
            TalewrightError: what the command itself found wrong.
        """
        return console.run(self, line, right)

    def deeds(self, who: str = "") -> tuple[Deed, ...]:
        """Return what may be done now where no dialogue runs, for a list of choices; it changes nothing.

        Components offer them that have `Deeds` among their bases (people.md section 10).

        Args:
            who: the id of an object or a character; empty: the player.
        """
        return deeds.deeds_of(self.worlds, who or self.player)

    def do(self, deed: Deed, who: str = "") -> str:
        """Do one of `deeds`, and return what players read of it; what it posts is delivered in the next step.

        Args:
            deed: as it was offered. What is offered now counts, so that a late press does nothing else.
            who: the id of an object or a character; empty: the player.

        Raises:
            NotFound: nobody offers it any more.
            Refused: it is closed, or cannot be done after all; the message is for players.
        """
        self._outside("do")
        self.listeners.check("do")
        return deeds.do(self.worlds, deed, who or self.player)

    def reload(self) -> ReloadReport:
        """Put the project as it is on the disk now under the running game; only between steps.

        With an error in the changed project, or where the game's state does not fit into it, nothing changes and the
        report has the errors. Else classes are swapped in place, new properties get their defaults, conversations find
        their place again, and ``on_reload`` runs: what a load does with an old save. A code module that the host handed
        in (``code=__name__``) stays as it is; a ``scripts.py`` is imported anew, with what it imports from the folder.

        Counts and tags follow renames, by uids, by the names that things say they had, and by the lines that they share
        with what vanished, as when a project is cooked; but nothing need be cooked between.

        Returns:
            What was found; ``tags`` of it has the tags that were added, removed and renamed.

        Raises:
            Misuse: the game has no project folder, or this was called inside a callback.
        """
        self.listeners.check("reload")
        return reloading.reload(self, self.snapshot)

    # -- saving

    def snapshot(self, *, title: str = "", preview: str = "") -> SaveDocument:
        """Return the whole state as a document that nobody else holds; it changes nothing in the game.

        Args:
            title: of the save, for a list of saves.
            preview: the last line shown, for the same list; it is cut to 120 characters.

        Raises:
            SaveError: a field holds what cannot be saved; the message names it.
            Misuse: called inside a callback, or the title or the preview is no text.
        """
        self._outside("snapshot")
        self.listeners.check("snapshot")
        for what, given in (("title of a save", title), ("preview of a save", preview)):
            if not isinstance(given, str):
                raise wrong_type(f"the {what} is text", given, 'game.save("slot1", title="At the smithy")')
        header = SaveHeader(
            title=title,
            place=self.place,
            play_time=self.time,
            schema=self.schema,
            revision=hashlib.sha256(f"{self.run_id}-{self._revisions}".encode()).hexdigest()[:32],
            parent=self._loaded,
            run=self.run_id,
            extras=dict(self.header_extras),
        )
        if preview:
            header = header.with_preview(preview)
        self._revisions += 1
        return SaveDocument(header, saving.sections_of(self))

    def restore(self, document: SaveDocument) -> LoadReport:
        """Put the state of a document in place of this game's: migrate, check all, swap; or nothing changed.

        Raises:
            NewerSave: it was written by a later version of the game.
            SaveError: it does not fit; the message says where. The game is as before.
        """
        self._outside("restore")
        self.listeners.check("restore")
        report = LoadReport()

        def tell() -> None:
            self._loaded = document.header.revision
            self.listeners.tell(None, (Loaded(),))

        saving.restore(self, document, report, tell)
        if self._marks is not None:
            self._marks.begin()
        return report

    def save(self, slot: str, *, title: str = "", preview: str = "") -> SaveReport:
        """Save the game into a slot; a slot that another game wrote is set aside, never lost.

        Args:
            slot: which.
            title: of the save, for a list of saves.
            preview: the last line shown, for the same list; it is cut to 120 characters.

        Raises:
            Misuse: there is nowhere to save to.
            InvalidName: no slot can be called so.
            SaveError: a field holds what cannot be saved; nothing was written.
        """
        document = self.snapshot(title=title, preview=preview)
        kept = self.saves.write(slot, document)
        self.write_persistent()
        written = [f"[{name} {cls}]" for name, cls in document.sections]
        return SaveReport(written=written, skipped=self.worlds.undeclared() | self.characters.undeclared(), kept=kept)

    def load(self, slot: str) -> LoadReport:
        """Load a slot; on any error the game is as before.

        Raises:
            NotFound: there is no such slot.
            DamagedSave: its bytes are not those that were written.
            NewerSave: it was written by a later version of the game.
            UnknownClass: it names a script class that the game does not know.
        """
        report = self.restore(saving.read_slot(self.saves, slot))
        report.source = slot
        return report

    def recover(self, slot: str) -> LoadReport:
        """Load a slot or, where it is damaged or missing, its newest backup that is whole; `source` says which.

        `load` never does that by itself: to go on from an older save is the player's decision.

        Raises:
            NotFound: there is neither the slot nor a backup of it.
            DamagedSave: none of them can be read.
            SaveError: what was read does not fit; the game is as before.
        """
        found = LoadReport()
        document = saving.read_newest(self.saves, slot, found)
        report = self.restore(document)
        report.source, report.moved = found.source, found.moved + report.moved
        return report

    def resume(self) -> LoadReport:
        """Load the newest slot, by descent and by the dates in the headers: what "Continue" in a menu does.

        `moved` names the slots that cannot be read, or whose header cannot: one of them may be newer.

        Raises:
            NotFound: nothing is saved yet.
            DamagedSave: there are slots, and none of them can be read.
            SaveError: the slot does not fit; the game is as before.
        """
        found = LoadReport()
        document = saving.read_latest(self.saves, found)
        report = self.restore(document)
        report.source, report.moved = found.source, report.moved + found.moved
        return report


def _not_built(name: str, error: Exception) -> ProjectError:
    if isinstance(error, TalewrightError):
        return ProjectError(
            f"the collection {name!r} cannot be built: {error.message}", hint=error.hint, report=error.report
        )
    what = " ".join(f"{type(error).__name__}: {error}".split())
    return ProjectError(f"the collection {name!r} cannot be built: {what}", hint="the game is as it was before start()")


def _store(saves: Store | Path | str | None, saved: Path | None) -> Store | None:
    if isinstance(saves, (Path, str)):
        return FolderStore(Path(saves))
    if saves is None:
        return None if saved is None else FolderStore(saved / "SaveGames")
    return saves
