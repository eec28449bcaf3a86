"""Who plays a plan: a player without a game that counts, or a game of a project.

Decides what a command does and where counts come from. For a `CountingPlayer` commands do nothing, every command is a
message, and the functions are those that official plans expect. A `GamePlayer` has a game that has just started: its
functions answer, a ``@command`` runs at once, any other command is posted to the object of the conversation, and what
was posted is delivered before the text goes on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from talewright.dialogue import Command, DialogueEnded, Event, Host, Options, Program, SubdialogueLeft
from talewright.dialogue.tools import BarePlayer, PlanPlayer
from talewright.errors import DialogueError
from talewright.game import Conversation, Game, call_command, message_of, touched
from talewright.names import fold
from talewright.project import Project
from talewright.savegame import MemoryStore
from talewright.testing.exploring import Givens, givens_of, plain_tag, plain_tags

Messages = list[tuple[str, dict[str, object]]]


class Player(PlanPlayer, Protocol):
    """What a plan needs of whoever plays it."""

    givens: Givens

    def begin_run(self) -> None:
        """Forget which tags were touched."""

    def take(self, event: Event) -> None:
        """Count an event."""

    def obey(self, command: Command) -> Messages:
        """Do a command, and return the messages that it was."""

    def count(self, tag: str, what: str) -> int:
        """Return a count of a tag."""

    def touched(self) -> list[str]:
        """Return the tags that were touched in this run."""

    def full_tag(self, tag: str) -> str:
        """Return a tag as `touched` gives it."""


class CountingPlayer(BarePlayer):
    """A player without a game, which counts.

    Args:
        program: what is played.
        host: who answers; None: the functions of official plans.
    """

    def __init__(self, program: Program, host: Host | None = None) -> None:
        super().__init__(program, host)
        self.givens = Givens(commands=givens_of(program).commands)  # a function that nobody has fails
        self._counts: Counter[tuple[str, str]] = Counter()
        self._touched: dict[str, None] = {}

    def host(self) -> Host:
        """Return who answers."""
        host = super().host()
        functions = {
            "plays": lambda tag: float(self.count(tag, "started")),
            "selected": lambda tag: float(self.count(tag, "selected")),
            **host.functions,
        }
        return replace(host, functions=functions)

    def begin_run(self) -> None:
        """Forget which tags were touched."""
        self._touched.clear()

    def take(self, event: Event) -> None:
        """Count an event."""
        for verb, tag in plain_tags(event):
            self._count(tag, "started" if verb == "plays" else "selected")
        if isinstance(event, Options):
            choice = f"{event.dialogue}.Choice_{event.choice}"
            self._count(choice, "offered")
            for option in event.options:
                if option.available:
                    self._count(f"{choice}.Reply_{option.id}", "offered")
        elif isinstance(event, SubdialogueLeft):
            self._count(f"{event.dialogue}.{event.node}", "completed")
        elif isinstance(event, DialogueEnded) and event.completed:
            self._count(event.dialogue, "completed")

    def _count(self, tag: str, what: str) -> None:
        self._counts[fold(tag), what] += 1
        self._touched[fold(tag)] = None

    def obey(self, command: Command) -> Messages:
        """Take a command for a message."""
        return [message_of(command)]

    def count(self, tag: str, what: str) -> int:
        """Return a count of a tag."""
        return self._counts[self.full_tag(tag), what]

    def touched(self) -> list[str]:
        """Return the tags that were touched in this run."""
        return list(self._touched)

    def full_tag(self, tag: str) -> str:
        """Return a tag as `touched` gives it."""
        return fold(plain_tag(tag))


class GamePlayer:
    """A game of a project, seed 0, saves in memory.

    Args:
        project: the project.
        saved: a folder for what the game writes beside its slots.
    """

    def __init__(self, project: Project, saved: Path | None = None) -> None:
        self.game = Game(project, seed=0, saves=MemoryStore(), saved=saved)
        self.game.start()
        self.game.step()
        self.saliency = ""
        self.givens = Givens()
        self._before: dict[str, tuple[int, int, int, int]] = {}
        self._dialogue = ""

    @property
    def program(self) -> Program:
        """What is played."""
        return self.game.project.program

    @property
    def memory(self) -> Mapping[str, Any]:
        """What the dialogues of the game remember."""
        return self.game.variables.memory

    @memory.setter
    def memory(self, memory: Mapping[str, Any]) -> None:
        self.game.variables.memory = memory

    def host(self) -> Host:
        """Return who answers: the game."""
        host = self.game.dialogue_host()
        return replace(host, saliency=self.saliency or host.saliency)

    def begin_run(self) -> None:
        """Forget which tags were touched."""
        self._before = self._counts()

    def take(self, event: Event) -> None:
        """Count an event."""
        self._dialogue = getattr(event, "dialogue", self._dialogue)
        self.game.variables.count_all(touched(event, self.game.project))

    def obey(self, command: Command) -> Messages:
        """Run a command of the project, or post it to the object of the conversation."""
        game = self.game
        if command.name in game.project.code.commands:
            with game.worlds.calling():
                call_command(game, command.name, command.arguments)
            self._deliver()
            return []
        name, fields = message_of(command)
        talk = next((one for one in self._talks() if one.dialogue == self._dialogue), None)
        if talk is not None:
            talk.post(".", name, **fields)
        self._deliver()
        return [(name, fields)]

    def _talks(self) -> list[Conversation]:
        things = (thing for world in self.game.worlds for thing in world)
        return [one for thing in things for one in thing.components.values() if isinstance(one, Conversation)]

    def _deliver(self) -> None:
        known = len(self.game.faults)
        self.game.step()
        if new := self.game.faults[known:]:
            raise DialogueError("scripts went wrong: " + "; ".join(map(str, new)))

    def count(self, tag: str, what: str) -> int:
        """Return a count of a tag."""
        found: int = getattr(self.game.variables.gpvar(tag), what)
        return found

    def _counts(self) -> dict[str, tuple[int, int, int, int]]:
        gpvars = self.game.variables.gpvars().items()
        return {tag: (one.started, one.completed, one.offered, one.selected) for tag, one in gpvars}

    def touched(self) -> list[str]:
        """Return the tags that were touched in this run."""
        return [fold(tag) for tag, counts in self._counts().items() if counts != self._before.get(tag)]

    def full_tag(self, tag: str) -> str:
        """Return a tag as `touched` gives it."""
        return fold(self.game.project.full_tag(tag))
