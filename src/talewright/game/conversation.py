"""`Talk`: a dialogue in play, a component like any other; `Conversation` is the one that games have.

`start`, `advance` and `choose` are messages and methods alike. It runs as far as the text goes and stops where somebody
must read or choose. A ``@command`` is called at once. Any other command is posted to the conversation's own object,
followed by a message to itself: first in, first out brings it back behind the delivery, in the same dispatch; being a
message, the pause is saved like any other. Such a message names the pause that it ends, so that one that is left over
ends no other. What the dialogues remember is the game's (`Variables`); where this one is,
it holds itself, by the ids of the contents, so that a save finds it again after the script was edited.
"""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import Callable
from typing import Any, cast

from talewright.dialogue import (
    Choose,
    Command,
    Continue,
    DialogueEnded,
    Event,
    History,
    Input,
    Line,
    NoOptions,
    Option,
    Options,
    Position,
    Start,
    State,
    TextFault,
    advance,
    show,
)
from talewright.dialogue.program import Command as CommandStep
from talewright.errors import DialogueError, Misuse
from talewright.fields import References, Sections
from talewright.game.console import call_command
from talewright.game.core import GameCore
from talewright.game.counting import Touched, touched
from talewright.game.events import CommandRan, GameEvent
from talewright.game.former import former_names
from talewright.game.parts import Load, Prepared, Swap
from talewright.game.positions import find_positions, positions_in
from talewright.game.variables import Counted
from talewright.messaging import Fault, Message, ReplyTo, Script, Url, on
from talewright.messaging.address import EMPTY
from talewright.messaging.trace import described

LOGGER = logging.getLogger("talewright.game")

MAX_COMMANDS = 10_000
"""How many commands may run without anything to read or to choose between them."""

RESUME = "resume_dialogue"
REWOUND = "dialogue_rewound"
ENDED = "dialogue_ended"

COMMAND_FAILED = "TW-YARN-63"
"""The code of the fault of a ``@command`` that failed, or got words that it does not take."""


def message_of(command: Command) -> tuple[str, dict[str, Any]]:
    """Return the message that a command becomes: ``key=value`` words are fields, the others ``args``."""
    fields: dict[str, Any] = {}
    words: list[str] = []
    for word in command.arguments:
        key, equals, value = word.partition("=")
        if equals and key.isidentifier():
            fields[key] = value
        else:
            words.append(word)
    if words:
        fields["args"] = words
    return command.name, fields


class Talk(Script):
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

    dialogue: str
    position: Position | None = None
    turn: int = 0
    starter: ReplyTo | None = None
    awaiting: bool = False
    pauses: int = 0
    rewinding: int = 0
    _history: History = History()
    _counted: tuple[tuple[Counted, ...], ...] = ()  # what each step of the history counted

    @property
    def game(self) -> GameCore:
        """The game whose worlds it lives in."""
        return cast(GameCore, self.world.worlds.host)

    # -- what to show

    @property
    def playing(self) -> bool:
        """Whether it is in play."""
        return self.position is not None

    @property
    def alive(self) -> bool:
        """Whether it is still a component of an object in a world."""
        owner = self.owner
        return owner.alive and self.url().fragment in owner and owner[self.url().fragment] is self

    @property
    def line(self) -> Line | None:
        """The line to show now, also right after a load; None where there is none."""
        return self._shown()[0]

    @property
    def options(self) -> tuple[Option, ...]:
        """The options to show together with the line; empty where the text just goes on.

        Unavailable ones are among them, with the reason: the text of the condition, or what the option's hashtag
        ``#reason:not_enough_coins`` says. Whether to show those is the host's choice.
        """
        return self._shown()[1]

    def _shown(self) -> tuple[Line | None, tuple[Option, ...]]:
        if self.position is None or not self.alive:
            return None, ()
        game = self.game
        line, options = show(game.program, self._state(), locale=game.locale)
        here = game.program.nodes[self.position.node].dialogue
        return line, self._named(here, self.position.content, options)

    def _named(self, dialogue: str, choice: str, options: tuple[Option, ...]) -> tuple[Option, ...]:
        """Return options with their tags."""
        if not options:
            return ()
        layout = self.game.project.layout(dialogue)
        return tuple(dataclasses.replace(o, tag=layout.reply(choice, o.id)) for o in options)

    def _tagged(self, event: Event) -> Event:
        """Return an event whose options have their tags."""
        if not isinstance(event, (Options, NoOptions)):
            return event
        return dataclasses.replace(event, options=self._named(event.dialogue, event.choice, event.options))

    # -- what to do

    def start(self, entry: str = "", *, replace: bool = False) -> tuple[GameEvent, ...]:
        """Begin the dialogue; ignored while it is in play, unless it is to be replaced.

        Args:
            entry: a sub-dialogue or a group selector, by name or tag; empty: the first sub-dialogue.
            replace: break off what is in play, as `stop` does, once the new one has begun.

        Returns:
            The events, for hosts that print them; none where it was ignored.

        Raises:
            DialogueError: the dialogue or the entry does not exist; what was in play goes on.
        """
        return self._start(entry, None, replace=replace)

    def stop(self) -> tuple[GameEvent, ...]:
        """Break the dialogue off, wherever it is; nothing happens where it is not in play.

        What was remembered and done so far stays. Who started it by a message hears of it: "dialogue_ended" with
        ``broken_off=True``.

        Returns:
            The events: `DialogueEnded`, which was not completed.
        """
        self._check_free("stop")
        if self.position is None:
            return ()
        ended = self._break_off()
        self.game.listeners.tell(self, ended)
        return ended

    def advance(self) -> tuple[GameEvent, ...]:
        """Go on behind the line that is shown; nothing happens where options wait or a command is on its way.

        Returns:
            The events, for hosts that print them.
        """
        self._check_free("advance")
        if self.position is None or self.awaiting or self.options:
            return ()
        return self._run(Continue())

    def choose(self, option: str | int) -> tuple[GameEvent, ...]:
        """Choose one of the options that are shown.

        Args:
            option: its id ("sword"), its text, or its index from 0.

        Returns:
            The events, for hosts that print them.

        Raises:
            DialogueError: no options are shown, there is none like it, or it is not available.
        """
        self._check_free("choose")
        if self.position is None:
            raise DialogueError(f"{self.url()} is not in play", hint='start it, or post "start" to it')
        try:
            return self._run(Choose(option))
        except DialogueError as error:
            closed = _closed(self.options, option)
            if closed is None:
                raise
            # The reason as it is shown, not the condition behind it.
            message = f"the option {closed.text!r} is not available: {closed.reason}"
            raise DialogueError(message, hint=error.hint) from error

    def rewind(self, steps: int = 1) -> tuple[GameEvent, ...]:
        """Go back to an earlier stop; what the dialogues remember goes back, too, and what these steps counted.

        So ``visited``, ``plays`` and ``selected`` tell of the way that was played in the end. What commands did in the
        game stays: `Game.rollback` takes back everything. A load forgets the way back. A "choose" or an "advance" that
        was posted before, and is not delivered yet, was meant for the stop that is left: it does nothing any more.

        Args:
            steps: how many stops at which there was something to read or to choose; the last 100 stops are kept.

        Returns:
            The events: one `Rewound`, so that the host can react.

        Raises:
            DialogueError: it does not reach back so far.
        """
        self._check_free("rewind")
        game = self.game
        shown = [n for n, p in enumerate(reversed(self._history.past), 1) if p.position.kind in ("line", "options")]
        if not 1 <= steps <= len(shown):
            raise DialogueError(f"the way back has {len(shown)} stops, not {steps}", hint="go back less far")
        back = shown[steps - 1]
        events, state, self._history = self._history.rewind(game.program, self._state(), back)
        self.position, self.awaiting = state.position, False
        game.variables.remember(state.memory, by=self)
        game.variables.take_back((one for step in self._counted[-back:] for one in step), by=self)
        self._counted = self._counted[:-back]
        game.talks.add(self)
        if self.world.busy:
            # First in, first out: what was posted before arrives before this, and what is posted from now on behind it.
            self.rewinding += 1
            self._tell_myself(REWOUND)
        game.listeners.tell(self, events)
        return events

    @on("start")
    def _on_start(self, message: Message, sender: Url) -> None:
        self._start(str(message.get("entry", "")), sender, replace=bool(message.get("replace", False)))

    @on("stop")
    def _on_stop(self, message: Message, sender: Url) -> None:
        self.stop()

    @on("advance")
    def _on_advance(self, message: Message, sender: Url) -> None:
        if not self._is_late("advance"):
            self.advance()

    @on("choose")
    def _on_choose(self, message: Message, sender: Url) -> None:
        option = message.get("option")
        if not isinstance(option, (str, int)):
            raise Misuse('"choose" needs option=', hint='post("#talk", "choose", option="sword")')
        if not self._is_late("choose"):
            self.choose(option)

    def _is_late(self, what: str) -> bool:
        if self.rewinding:
            LOGGER.debug("%s: %s was ignored, it was posted before a rewind", self.url(), what)
        return self.rewinding > 0

    @on(RESUME)
    def _on_resume(self, message: Message, sender: Url) -> None:
        # One that was on its way when the conversation ended, or was rewound, belongs to no pause any more.
        if self.awaiting and sender is self.url() and message.get("pause", 0) == self.pauses:
            self.awaiting = False
            self._run(Continue())

    @on(REWOUND)
    def _on_rewound(self, message: Message, sender: Url) -> None:
        if self.rewinding and sender is self.url():
            self.rewinding -= 1

    def _tell_myself(self, message_id: str, **fields: int) -> None:
        """Post to this very component: a successor under its id is told nothing."""
        ReplyTo(self.url(), self).post(self.url(), message_id, fields or EMPTY)

    # -- how it runs

    def _check_free(self, what: str) -> None:
        self.game.listeners.check(what)
        if not self.alive:
            raise DialogueError(
                f"the conversation {self.url()} is in no world any more",
                hint="its object was deleted, or a load took it away: ask the game for conversations anew",
            )

    def _start(self, entry: str, sender: Url | None, *, replace: bool) -> tuple[GameEvent, ...]:
        self._check_free("start")
        if self.playing and not replace:
            LOGGER.debug("%s: start was ignored, the dialogue %s is in play", self.url(), self.dialogue)
            return ()
        start = Start(self.dialogue, self._entry(entry))
        starter = ReplyTo.sender(self.world.worlds, sender) if sender is not None and sender.socket else None

        def begin() -> None:
            playing = self.game.talks.all()
            self.turn = playing[-1].turn + 1 if playing else 1
            self.starter = starter
            self.game.talks.add(self)

        if self.playing:
            return self._run(start, instead=begin)
        begin()
        return self._run(start)

    def _entry(self, entry: str) -> str:
        """Return the name that a tag stands for: what follows the dialogue's root, or its selectors' root."""
        layout = self.game.project.layout(self.dialogue)
        full = self.game.project.full_tag(entry)
        selectors = f"{layout.root}.{layout.cls.SelectorsTagRoot}."
        if full.startswith(selectors):
            return full[len(selectors) :]
        return full[len(layout.root) + 1 :] if full.startswith(f"{layout.root}.") else entry

    def _state(self) -> State:
        return State(self.position, self.game.variables.memory)

    def _run(self, given: Input, *, instead: Callable[[], None] | None = None) -> tuple[GameEvent, ...]:
        """Go on to the next stop; ``instead`` of what is in play, which ends when the first step is made."""
        game = self.game
        happened: list[Event | CommandRan] = []
        for _ in range(MAX_COMMANDS):
            # What happens in this step is not in the counts before its end, but a condition of it may ask for it.
            so_far: list[Touched] = []
            host = game.dialogue_host(so_far)
            before = self._state() if instead is None else State(None, game.variables.memory)
            with game.evaluating():
                events, state = advance(game.program, before, given, host=host)
            if instead is not None:
                ended = self._break_off()
                happened += ended
                game.listeners.tell(self, ended)
                if not self.alive:  # a listener took it away
                    return tuple(happened)
                instead()
                instead = None
            self._history = self._history.noted(self._state(), state)
            self.position = state.position
            # The step is done, and its place taken, before anybody is told what it changed.
            game.variables.remember(state.memory, by=self)
            counts = (one for event in events for one in touched(event, game.project))
            self._note(game.variables.count_all(counts, by=self))
            for event in events:
                if isinstance(event, TextFault):
                    self._report(event)
                happened.append(self._tagged(event))
            last = events[-1] if events else None
            if isinstance(last, DialogueEnded):
                self._end()
            if game.listeners:
                game.listeners.tell(self, happened[-len(events) :] if events else ())
                if not self.alive:  # a listener took it away
                    return tuple(happened)
            if not isinstance(last, Command):
                return tuple(happened)
            if last.name not in game.project.code.commands:
                self._hand_over(last)
                return tuple(happened)
            here = self.position
            ran = self._call(last)
            happened.append(ran)
            if game.listeners:
                game.listeners.tell(self, (ran,))
            if self.position is not here or not self.alive:  # the command itself moved or removed the conversation
                return tuple(happened)
            given = Continue()
        position = self.position
        span = game.program.nodes[position.node].span if position is not None else None
        raise DialogueError(
            f"the dialogue {self.dialogue} ran {MAX_COMMANDS} commands without anything to read or to choose"
            + (f" (node {position.node} at {span})" if position is not None else ""),
            hint="let a line or options come in the circle of its jumps",
        )

    def _call(self, command: Command) -> CommandRan:
        result: object = ""
        try:
            # A command is a callback like any other, whoever drives the dialogue: no step, save or load inside it.
            with self.world.worlds.calling():
                result = call_command(self.game, command.name, command.arguments)
        except Exception as error:  # what a command gets wrong stops nothing else, as in any callback
            text = f"{self._place()}: <<{command.text}>>: {described(error)}"
            self.world.worlds.report_exception(
                error, f"<<{command.text}>>", self.world.name, str(self.url()), code=COMMAND_FAILED, text=text
            )
        return CommandRan(command.name, "" if result is None else str(result))

    def _tw_sent_at(self, message_id: str) -> str:
        return self._place() if self.awaiting and self.position is not None and message_id != RESUME else ""

    def _place(self) -> str:
        """Return the place of the command at which it is, in the script."""
        assert self.position is not None
        node = self.game.program.nodes[self.position.node]
        at = node.stops.get(self.position.content)
        step = None if at is None else node.code[at]
        return str(step.command.span if isinstance(step, CommandStep) else node.span)

    def _report(self, event: TextFault) -> None:
        found = event.finding
        text = f"{found.span}: {found.message}"
        self.world.worlds.report(Fault(found.code, text, self.world.name, hint=found.hint))

    def _hand_over(self, command: Command) -> None:
        name, fields = message_of(command)
        self.awaiting = True
        self.pauses += 1
        self.post(".", name, **fields)
        self._tell_myself(RESUME, pause=self.pauses)

    def settle(self) -> tuple[Event, ...]:
        """Show what stands at a place that was found again after an edit, if it takes nothing but reading on.

        Called after a load. Where a command or an end comes first, the next `advance` goes there.

        Returns:
            The events, where it went there and somebody listens.
        """
        if self.position is None or self.position.kind != "start":
            return ()
        game = self.game
        try:
            with game.evaluating():
                events, state = advance(game.program, self._state(), Continue(), host=game.dialogue_host())
        except DialogueError:  # the next advance says it, to whoever asks for it
            return ()
        if (
            not all(isinstance(event, (Line, Options, NoOptions)) for event in events)
            or state.memory != self._state().memory
        ):
            return ()
        self.position = state.position
        return tuple(map(self._tagged, events)) if game.listeners else ()

    def _break_off(self) -> tuple[DialogueEnded]:
        """End what is in play where it is."""
        before = self._state()
        self.awaiting = False
        self._end(broken_off=True)
        self._history = self._history.noted(before, self._state())
        self._note(())
        return (DialogueEnded(self.dialogue, completed=False),)

    def _note(self, counted: tuple[Counted, ...]) -> None:
        """Keep what the last step of the history counted; the step that begins a dialogue is none of it."""
        steps = len(self._history)
        self._counted = (*self._counted, counted)[-steps:] if steps else ()

    def _end(self, *, broken_off: bool = False) -> None:
        starter, self.starter = self.starter, None
        self.position = None
        if starter is not None:
            fields: dict[str, Any] = {"dialogue": self.dialogue}
            starter.post(self.url(), ENDED, {**fields, "broken_off": True} if broken_off else fields)


def _closed(options: tuple[Option, ...], wanted: str | int) -> Option | None:
    for index, option in enumerate(options):
        if not option.available and wanted in (index, option.id, f"line:{option.id}", option.text):
            return option
    return None


class TalksPart:
    """The conversations of a game: their sections are those of components, but their places are found before."""

    CLASSES: tuple[str, ...] = ()

    def __init__(self, game: GameCore) -> None:
        self._game = game

    def sections(self, references: References) -> Sections:
        """Return nothing: the worlds have them."""
        return {}

    def prepare(self, load: Load) -> Prepared:
        """Find where each stands in the dialogues of today, and what the save calls by a former name.

        Raises:
            DialogueError: a dialogue is gone, or nothing of a node is left.
            SaveError: a position is none.
        """
        game = self._game
        classes = {name for name, cls in game.script_classes().items() if issubclass(cls, Talk)}
        positions = positions_in(load.sections, classes)
        standing = [position.node for position in positions.values()]
        standing += [frame.node for position in positions.values() for frame in position.stack]
        load.former = former_names(game.project, load.sections, standing)
        load.report.moved += find_positions(game.project, load.sections, positions, load.former, classes)
        return Swap(lambda: None)


def find_talks(game: GameCore) -> list[tuple[Talk, tuple[Event, ...]]]:
    """Find the conversations in play among all components, and let each show where it is: after a restore.

    Returns:
        Each with what it came to, for those who listen.
    """
    components = (c for world in game.worlds for thing in world for c in thing.components.values())
    playing = sorted((c for c in components if isinstance(c, Talk) and c.playing), key=lambda talk: talk.turn)
    game.talks.put(playing)
    return [(talk, talk.settle()) for talk in playing]
