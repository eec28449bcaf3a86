"""`Game`: one running game; what it holds is what a save holds.

A game is made from a project (what authors wrote) or from nothing. Between steps the host posts, chooses and gives
input; `step` is the only place where time passes. Nothing inside reads a clock, the network or the global random
generator: a seed of None and the run id are drawn here, at the edge, when a game is made.
"""

from __future__ import annotations

import hashlib
import inspect
import math
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, Self

from talewright.config import ConfigTree, Records
from talewright.diagnostics import LoadReport, SaveReport
from talewright.dialogue import Event, Host, Program
from talewright.dialogue.text import translated
from talewright.errors import Misuse, NotFound, ProjectError, TalewrightError, path_of, wrong_type
from talewright.fields import References, class_name
from talewright.game import console, reloading, saving
from talewright.game.conversation import CommandRan, Conversation
from talewright.game.counting import Touched, touched
from talewright.game.functions import bound
from talewright.game.listening import Listeners, Loaded
from talewright.game.reloading import ReloadReport
from talewright.game.script import GuiScript, Script
from talewright.game.streams import Streams
from talewright.game.variables import Variables
from talewright.messaging import (
    CollectionFactory,
    CollectionProxy,
    DispatchPolicy,
    Factory,
    Fault,
    Prototype,
    Sink,
    World,
    Worlds,
)
from talewright.messaging import Script as BareScript
from talewright.names import did_you_mean, fold
from talewright.project import Project
from talewright.rpg import Characters, Item, SharedClasses
from talewright.savegame import FolderStore, SaveDocument, SaveHeader, Store, schema_of
from talewright.tags import TagRegistry

MAIN = "main"

_OWN_CLASSES: tuple[type[BareScript], ...] = (
    Script,
    GuiScript,
    Conversation,
    CollectionProxy,
    Factory,
    CollectionFactory,
)
"""Script classes of the library, which a save may name although no game declares them."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What a listener of a game gets; see `Game.listen`.

    Attributes:
        conversation: whose step it was; None where the whole state has changed.
        event: what came of it.
    """

    conversation: Conversation | None
    event: Event | CommandRan | Loaded


class Game:
    """One running game.

    Args:
        project: what authors wrote; None: an empty project, for a game that is all code.
        code: the code module of a game without a project, or its name (``__name__``).
        saves: where slots lie: a store, or a folder; None: ``Saved/SaveGames`` of the project.
        seed: of the random streams; None: drawn, and saved.
        saved: the folder for what the running game writes; None: ``Saved`` of the project.
        policy: when the messages of its worlds are delivered; None: as ``[Project] Policy`` says. A loaded game goes on
            by the policy that its save holds.

    Attributes:
        project: what authors wrote.
        worlds: all worlds.
        characters: those in play.
        variables: variables and counts of the dialogues.
        saves: where slots lie; None where there is nowhere.
        run_id: the id of this run; a slot that another run wrote is set aside, not overwritten.
    """

    def __init__(
        self,
        project: Project | None = None,
        *,
        code: str | ModuleType | None = None,
        saves: Store | Path | str | None = None,
        seed: int | None = None,
        saved: Path | str | None = None,
        policy: DispatchPolicy | None = None,
    ) -> None:
        given: object = project
        if given is not None and not isinstance(given, Project):
            hint = "Game.open(folder) opens a project and its game" if isinstance(given, (str, Path)) else ""
            raise wrong_type("a game is made of a Project", given, hint)
        if seed is not None and type(seed) is not int:
            raise Misuse(f"a seed is a whole number, not {seed!r}", hint="leave it out to have one drawn")
        if project is not None and code is not None:
            raise Misuse("code= belongs to Project.open when there is a project", hint="Project.open(folder, code=...)")
        self.project = Project.empty(code=code) if project is None else project
        folder = self.project.folder
        kept = None if saved is None else Path(saved)
        if kept is None and folder is not None:
            kept = folder / "Saved"
        self.saved = kept
        self.config = ConfigTree(folder, saved=kept, references=self.project.tags.references())
        self._saves = _store(saves, kept)
        self.state = saving.GameState(seed=secrets.randbits(64) if seed is None else seed)
        self.run_id = secrets.token_hex(16)
        self.still = False
        self._program: Program | None = None
        self._locale = ""
        self._texts: Mapping[str, str] | None = None
        self._revisions = 0
        self._loaded = ""
        self.streams = Streams(self.state.seed)
        settings = self.project.settings
        shared = None if kept is None else kept / "Config" / f"{settings.Prefix}Sapitu.ini"
        if settings.SharedFile and folder is not None:
            shared = settings.shared_file(folder)
        self.characters = Characters(
            _ItemTypes(self),
            shared=shared,
            classes=SharedClasses(settings.CharacterClass, settings.InventoryClass),
            rolls=lambda: self.random("sapitu.rolls"),
            ids=lambda: self.random("sapitu.ids"),
        )
        self.variables = Variables(self)
        self.worlds = Worlds(
            self._build,
            host=self,
            references=self.names(),
            prototypes=self._prototypes(),
            policy=self.project.settings.policy if policy is None else policy,
        )
        self.listeners = Listeners(self.worlds)
        self.worlds.create(MAIN)
        self.kept: dict[tuple[str, str], dict[str, Any]] = {}
        self.extras: dict[tuple[str, str], saving.Extras] = {}
        self.header_extras: dict[str, Any] = {}
        # Those in play, oldest first; asked for in every frame, so it is no search through all objects.
        self._talking: list[Conversation] = []

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
    ) -> Self:
        """Open a project and make a game of it: `Project.open` and `Game` in one.

        What the dialogues came to is remembered in the folder of what the game writes, once there is one: while nothing
        changes, the next start compiles no dialogue before one is played.

        Raises:
            MissingFolder: there is no such folder, or it is no project.
            ProjectError: something in the project is wrong; the report has every finding.
        """
        kept = path_of(folder, "a project's folder") / "Saved" if saved is None else Path(saved)
        project = Project.open(folder, code=code, saved_dir=kept if kept.is_dir() else None)
        return cls(project, saves=saves, seed=seed, saved=saved, policy=policy)

    # -- what it holds

    @property
    def records(self) -> Records:
        """The records of the project."""
        return self.project.records

    @property
    def tags(self) -> TagRegistry:
        """The tags of the project."""
        return self.project.tags

    @property
    def time(self) -> float:
        """Game time in seconds: the sum of all steps."""
        return self.state.time

    @property
    def place(self) -> str:
        """Where the player is, for the list of slots."""
        return self.state.place

    @place.setter
    def place(self, place: str) -> None:
        if not isinstance(place, str):
            raise Misuse(f"a place is a text, not {place!r}", hint='game.place = "the cellar"')
        self.state.place = place

    @property
    def program(self) -> Program:
        """The dialogues that are played: the project's, or the same in another language.

        `translate` puts other texts in. A program that is assigned holds until `reload`; None: the project's.
        """
        return self._program or self.project.program

    @program.setter
    def program(self, program: Program | None) -> None:
        self._program, self._texts = program, None

    @property
    def locale(self) -> str:
        """The language of the dialogues' text, for plurals: ``[Project] Language``, until another is assigned."""
        return self._locale or self.project.settings.Language

    @locale.setter
    def locale(self, locale: str) -> None:
        self._locale = locale

    def translate(self, texts: Mapping[str, str] | None, locale: str = "") -> None:
        """Play the dialogues in another language, from what is shown now on; places, counts and saves stay the same.

        It holds after `reload`, too; a text that the project got meanwhile keeps its own words. Saves know no language.

        Args:
            texts: translations by the id of the line, ``line:hi``, as ``StringTable.texts`` gives them; None: the
                project's own language again.
            locale: the language, for plurals; empty: the project's.
        """
        if texts is not None and not isinstance(texts, Mapping):
            raise wrong_type("translations are a mapping of ids to texts", texts, "StringTable.texts() gives one")
        self._texts = None if texts is None else dict(texts)
        self._locale = locale if texts is not None else ""
        self._program = None if self._texts is None else translated(self.project.program, self._texts)

    @property
    def world(self) -> World:
        """The bootstrap world, "main"."""
        return self.worlds[MAIN]

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
    def trace(self) -> Sink | None:
        """Who hears of every post, delivery, drop and error of the worlds (`messaging.Recorder`); None: nobody."""
        return self.worlds.trace

    @trace.setter
    def trace(self, sink: Sink | None) -> None:
        self.worlds.trace = sink

    @property
    def faults(self) -> list[Fault]:
        """What went wrong in scripts and messages and stopped nothing."""
        return self.worlds.faults

    @property
    def schema(self) -> int:
        """The version of the game's saves: the last migration, or 1."""
        return schema_of(self.project.code.migrations)

    @property
    def loaded(self) -> str:
        """The revision of the save that this game was loaded from last, or an empty text."""
        return self._loaded

    @property
    def conversations(self) -> tuple[Conversation, ...]:
        """All conversations in play, the newest last."""
        self._talking = [c for c in self._talking if c.playing and c.alive]
        return tuple(self._talking)

    @property
    def conversation(self) -> Conversation | None:
        """The newest conversation in play, or None."""
        playing = self.conversations
        return playing[-1] if playing else None

    def listen(self, hear: Callable[[Heard], object]) -> Callable[[], None]:
        """Hear every event of every conversation, from now on, whoever drives it: the host, a message, a command.

        A listener is called when a step of a dialogue is done and its state is in place, before the next one is made:
        with the dialogue's own events, with `CommandRan` after a command, and with `Rewound`. Listeners are called in
        the order in which they came; they may come and go meanwhile. A load is one `Loaded`, of no conversation; where
        a text was edited since, what stands at the places that were found again follows.

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

    def tell(self, conversation: Conversation | None, events: Iterable[Event | CommandRan | Loaded]) -> None:
        """Tell the listeners what came of a step; the library's own, who else has something to say posts it."""
        if self.listeners:
            for event in events:
                self.listeners.tell(Heard(conversation, event))

    def _find_talking(self) -> list[tuple[Conversation, tuple[Event, ...]]]:
        """Find the conversations in play among all components, and let each show where it is: after a restore."""
        components = (c for world in self.worlds for thing in world for c in thing.components.values())
        playing = [c for c in components if isinstance(c, Conversation) and c.playing]
        self._talking = sorted(playing, key=lambda c: c.turn)
        return [(talk, talk.settle()) for talk in self._talking]

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

    def random(self, stream: str) -> Random:
        """Give a random stream by name: seeded from the game's seed, saved, independent of every other.

        Raises:
            InvalidName: the name is empty, or could not stand in a save.
        """
        return self.streams[stream]

    def run(self, line: str) -> str:
        """Run a console line, "createItem sword1", and give what it prints.

        Raises:
            Misuse: there is no such command, or its words do not fit.
            TalewrightError: what the command itself found wrong.
        """
        return console.run(self, line)

    @contextmanager
    def evaluating(self) -> Iterator[None]:
        """Hold the game still while a dialogue runs: what a ``@function`` would change now, the dialogue would lose."""
        outer, self.still = self.still, True
        try:
            yield
        finally:
            self.still = outer

    def _outside(self, what: str) -> None:
        if self.still:
            raise Misuse(
                f"{what}() was called by a function of a dialogue",
                hint="functions answer questions and change nothing; make it a @command",
            )

    def dialogue_host(self, so_far: list[Touched] | None = None) -> Host:
        """Give what the dialogues of this game may call: its functions and its random streams.

        Args:
            so_far: gets what happens in a step as it happens, and is counted by ``plays`` and ``selected`` already.
        """
        happened = [] if so_far is None else so_far

        def counted(tag: str, what: str) -> float:
            name = self.tags.require(self.project.full_tag(tag)).name
            now = sum(1 for touched_tag, kind in happened if kind == what and fold(touched_tag) == fold(name))
            return float(getattr(self.variables.gpvar(name), what) + now)

        functions: dict[str, Callable[..., Any]]
        functions = {name: bound(f, self) for name, f in self.project.code.functions.items()}
        functions.setdefault("plays", lambda tag: counted(tag, "started"))
        functions.setdefault("selected", lambda tag: counted(tag, "selected"))
        return Host(
            functions=functions,
            random=lambda stream: self.random(f"dialogue.{stream}"),
            observe=lambda event: happened.extend(touched(event, self.project)),
            locale=self.locale,
        )

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
        return reloading.reload(self)

    def adopt(self, project: Project) -> None:
        """Go on with another project; its state must fit (`reload` sees to that)."""
        self.project = project
        # A translation is one of the dialogues as they are now; a program that somebody assigned was of the old ones.
        self._program = None if self._texts is None else translated(project.program, self._texts)
        self.config = ConfigTree(project.folder, saved=self.saved, references=project.tags.references())
        self.worlds.prototypes = self._prototypes()

    def _prototypes(self) -> dict[str, Prototype]:
        """Give what factories make objects of; a function that takes the game gets it."""
        found: dict[str, Prototype] = {}
        for name, function in self.project.code.prototypes.items():
            found[name] = partial(function, self) if inspect.signature(function).parameters else function
        return found

    def _build(self, name: str, world: World) -> object:
        collections = self.project.code.collections
        if name not in collections:
            raise NotFound(
                f"no code declares the collection {name!r}",
                hint=did_you_mean(name, collections) or f"write @collection({name!r}) above a function",
            )
        return collections[name](self, world)  # what it gave: a wrapper may hand back a coroutine

    # -- saving

    def references(self) -> References:
        """Give what is saved as its name: items, characters, tags, addresses; and the classes a message may have."""
        return self.worlds.reference().merged(self.names())

    def names(self) -> References:
        """Give the part of `references` that needs no worlds."""
        named = self.characters.references().merged(self.tags.references())
        return named.merged(References(classes=self.project.code.classes))

    def script_classes(self) -> dict[str, type[BareScript]]:
        """Give the script classes that a save may name: the code module's, the library's, and those in play."""
        known: dict[str, type[BareScript]] = {class_name(cls): cls for cls in _OWN_CLASSES}
        return {**known, **self.worlds.classes, **self.project.code.scripts}

    def snapshot(self, *, title: str = "") -> SaveDocument:
        """Give the whole state as a document that nobody else holds; it changes nothing in the game.

        Raises:
            SaveError: a field holds what cannot be saved; the message names it.
        """
        self._outside("snapshot")
        self.listeners.check("snapshot")
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
            self.tell(None, (Loaded(),))

        saving.restore(self, document, report, tell)
        return report

    def save(self, slot: str, *, title: str = "") -> SaveReport:
        """Save the game into a slot; a slot that another game wrote is set aside, never lost.

        Raises:
            Misuse: there is nowhere to save to.
            InvalidName: no slot can be called so.
            SaveError: a field holds what cannot be saved; nothing was written.
        """
        document = self.snapshot(title=title)
        kept = self.saves.write(slot, document)
        written = [f"[{name} {cls}]" for name, cls in document.sections]
        return SaveReport(written=written, skipped=self.worlds.undeclared(), kept=kept)

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


class _ItemTypes(Mapping[str, Item]):
    """The item types of a game's project, whichever that is now."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def __getitem__(self, name: str) -> Item:
        types = self._game.records[Item]
        if name not in types:
            raise KeyError(name)  # what a mapping raises: a save may name an item type that is gone
        return types[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._game.records[Item])

    def __len__(self) -> int:
        return len(self._game.records[Item])

    def __contains__(self, name: object) -> bool:
        return name in self._game.records[Item]
