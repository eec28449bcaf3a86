"""`GameCore`: what a game holds and answers: to its scripts, its commands, its dialogues.

How a game is driven, saved and loaded is `Game`'s, above the parts that are named here; none of them needs it. Nothing
inside reads a clock, the network or the global random generator: a seed of None is drawn at the edge, when a game is
made.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from talewright.config import ConfigTree, Records
from talewright.dialogue import Host, Program
from talewright.dialogue.text import translated
from talewright.errors import Misuse, NotFound, wrong_type
from talewright.fields import Plain, References, class_name
from talewright.game.counting import Touched, touched
from talewright.game.deeds import inside_of, player_of, rename_in
from talewright.game.events import ITEM_MOVED, GameEvent, Told, event_of_move, message_of_move
from talewright.game.functions import bound
from talewright.game.listening import Listeners
from talewright.game.parts import Extras, Part
from talewright.game.state import GameState
from talewright.game.streams import Streams
from talewright.game.talks import Talks
from talewright.game.variables import Variables
from talewright.messaging import (
    CollectionFactory,
    CollectionProxy,
    DispatchPolicy,
    Factory,
    Fault,
    Prototype,
    Script,
    Sink,
    World,
    Worlds,
)
from talewright.names import did_you_mean, fold
from talewright.project import Project
from talewright.rpg import Characters, Item, Moved, Roll, SharedClasses, roll
from talewright.savegame import schema_of
from talewright.tags import TagRegistry

MAIN = "main"


class GameCore:
    """What a game holds, without how it is driven.

    Args:
        project: what authors wrote.
        seed: of the random streams.
        saved: the folder for what the running game writes; None: ``Saved`` of the project.
        policy: when the messages of its worlds are delivered; None: as ``[Project] Policy`` says.
        roll: how a new item gets its level, weight and value.

    Attributes:
        project: what authors wrote.
        saved: the folder for what the running game writes.
        config: the settings and records, with what the running game wrote.
        worlds: all worlds.
        characters: those in play.
        variables: variables and counts of the dialogues.
        streams: the random streams.
        state: seed, time, place.
        talks: the conversations in play.
        still: whether a function of a dialogue is asked, which may change nothing.
        listeners: who hears what the conversations show.
        parts: what a save has sections of, in the order in which it has them.
        kept: sections of the last load that nobody here knows.
        extras: fields of known sections of the last load that nobody here knows.
        header_extras: fields of its header, likewise.
    """

    LIBRARY: ClassVar[tuple[type[Script], ...]] = (CollectionProxy, Factory, CollectionFactory)
    """Script classes of the library, which a save may name although no game declares them."""

    listeners: Listeners
    parts: tuple[Part, ...]

    def __init__(
        self, project: Project, seed: int, saved: Path | None, policy: DispatchPolicy | None, roll: Roll = roll
    ) -> None:
        self.project = project
        folder = project.folder
        if saved is None and folder is not None:
            saved = folder / "Saved"
        self.saved = saved
        self.config = ConfigTree(folder, saved=saved, references=project.tags.references())
        self.state = GameState(seed=seed)
        self.still = False
        self._program: Program | None = None
        self._locale = ""
        self._texts: Mapping[str, str] | None = None
        self.streams = Streams(seed)
        settings = project.settings
        shared = None if saved is None else saved / "Config" / f"{settings.Prefix}Sapitu.ini"
        if settings.SharedFile and folder is not None:
            shared = settings.shared_file(folder)
        self.characters = Characters(
            _ItemTypes(self),
            shared=shared,
            classes=SharedClasses(settings.CharacterClass, settings.InventoryClass),
            rolls=lambda: self.random("sapitu.rolls"),
            ids=lambda: self.random("sapitu.ids"),
            roll=roll,
            character=project.code.character,
            inventory=project.code.inventory,
            references=self._named_by_characters,
        )
        self.characters.moved = self._moved
        self.characters.renamed, self.characters.inside_besides = self._renamed, self._inside
        self.variables = Variables(self)
        self.worlds = Worlds(
            self._build,
            host=self,
            references=self.names(),
            prototypes=self._prototypes(),
            policy=settings.policy if policy is None else policy,
        )
        self.talks: Talks[Any] = Talks()
        self.kept: dict[tuple[str, str], dict[str, Plain]] = {}
        self.extras: dict[tuple[str, str], Extras] = {}
        self.header_extras: dict[str, Any] = {}

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
    def player(self) -> str:
        """The id of the player, an object, a character, or both: as a component says, else ``[Project] Player``."""
        return player_of(self.worlds, self.project.settings.Player)

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

    def text(self, key: str, text: str) -> str:
        """Return a text that is no line of a dialogue, a name, in the language that is played.

        Args:
            key: by which string tables have it (``name:Smith``).
            text: as it is in the project's own language.
        """
        return text if self._texts is None else self._texts.get(key, text)

    @property
    def world(self) -> World:
        """The bootstrap world, "main"."""
        return self.worlds[MAIN]

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

    # -- what it tells

    def happened(self, event: GameEvent) -> None:
        """Tell an event to those who listen (`Game.listen`): for scripts that do what a host should hear of.

        Its state is in place then. Where nobody listens, nothing is made.
        """
        if self.listeners:
            self.listeners.tell(None, (event,))

    def tell(self, text: str, kind: str = "") -> None:
        """Let the player read something in passing, beside what is said; a front end shows it for a moment.

        Args:
            text: what players read.
            kind: what it is about, for how it is shown: a word of the game's own ("money", "quest").

        Raises:
            Misuse: one of them is no text.

        >>> from talewright.game import Game, Heard
        >>> game = Game()
        >>> heard: list[Heard] = []
        >>> stop = game.listen(heard.append)
        >>> game.tell("You hear a door.", kind="sound")
        >>> heard[0].event
        Told(text='You hear a door.', kind='sound')
        """
        for given in (text, kind):
            if not isinstance(given, str):
                raise wrong_type("what a player is told is a text", given, 'game.tell("You hear a door.")')
        self.happened(Told(text, kind))

    def _moved(self, moved: Moved) -> None:
        if ITEM_MOVED in self.worlds.topics:
            self.worlds.publish(ITEM_MOVED, ITEM_MOVED, message_of_move(moved))
        if self.listeners and (event := event_of_move(moved)) is not None:
            self.happened(event)

    def _renamed(self, old: str, new: str) -> None:
        rename_in(self.worlds, old, new)

    def _inside(self, items: Sequence[str]) -> Mapping[str, Sequence[str]]:
        return inside_of(self.worlds, items)

    # -- what scripts and dialogues ask

    def random(self, stream: str) -> Random:
        """Return a random stream by name: seeded from the game's seed, saved, independent of every other.

        Raises:
            InvalidName: the name is empty, or could not stand in a save.
        """
        return self.streams[stream]

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

    def block_marks(self) -> None:
        """Let no rollback go back before now; here nothing is kept that one could go back to."""

    def dialogue_host(self, so_far: list[Touched] | None = None) -> Host:
        """Return what the dialogues of this game may call: its functions and its random streams.

        Args:
            so_far: gets what happens in a step as it happens, and is counted by ``plays`` and ``selected`` already.
        """
        happened = [] if so_far is None else so_far

        def counted(tag: str, what: str) -> float:
            name = self.tags.require(self.project.full_tag(tag)).name
            now = sum(1 for touched_tag, kind in happened if kind == what and fold(touched_tag) == fold(name))
            return float(getattr(self.variables.gpvar(name), what) + now)

        functions: dict[str, Callable[..., Any]]
        functions = {
            name: bound(f, self, lambda: self.tags.references()) for name, f in self.project.code.functions.items()
        }
        functions.setdefault("plays", lambda tag: counted(tag, "started"))
        functions.setdefault("selected", lambda tag: counted(tag, "selected"))
        return Host(
            functions=functions,
            random=lambda stream: self.random(f"dialogue.{stream}"),
            observe=lambda event: happened.extend(touched(event, self.project)),
            locale=self.locale,
        )

    # -- another project, and what the code of one declares

    def adopt(self, project: Project) -> Callable[[], None]:
        """Go on with another project; its state must fit (`reload` sees to that).

        Returns:
            A function that goes back to the project of before, and to the program that was played.
        """
        before, program = self.project, self._program

        def undo() -> None:
            self.adopt(before)
            self._program = program  # which may be a translation

        self.project = project
        # A translation is one of the dialogues as they are now; a program that somebody assigned was of the old ones.
        self._program = None if self._texts is None else translated(project.program, self._texts)
        self.config = ConfigTree(project.folder, saved=self.saved, references=project.tags.references())
        self.worlds.prototypes = self._prototypes()
        self.characters.adopt(project.code.character, project.code.inventory)
        return undo

    def _prototypes(self) -> dict[str, Prototype]:
        """Return what factories make objects of; a function that takes the game gets it."""
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

    # -- what a save may name

    def references(self) -> References:
        """Return what is saved as its name: items, characters, tags, addresses; and the classes a message may have."""
        return self.worlds.reference().merged(self.names())

    def names(self) -> References:
        """Return the part of `references` that needs no worlds."""
        return self.characters.references().merged(self._named_by_characters())

    def _named_by_characters(self) -> References:
        return self.tags.references().merged(References(classes=self.project.code.classes))

    def script_classes(self) -> dict[str, type[Script]]:
        """Return the script classes that a save may name: the code module's, the library's, and those in play."""
        known: dict[str, type[Script]] = {class_name(cls): cls for cls in self.LIBRARY}
        return {**known, **self.worlds.classes, **self.project.code.scripts}


class _ItemTypes(Mapping[str, Item]):
    """The item types of a game's project, whichever that is now."""

    def __init__(self, game: GameCore) -> None:
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
