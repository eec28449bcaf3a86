"""`Story`: a conversation as a test plays it.

Plays a project headless: seed 0, saves in memory, time standing still. After each action everything that was posted is
delivered, and a fault in a script fails the test: nothing that went wrong stays unseen.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from talewright.dialogue import Line
from talewright.errors import NotFound
from talewright.game import Conversation, Game
from talewright.messaging import Url
from talewright.project import Project
from talewright.savegame import MemoryStore, SaveDocument


class Story:
    """A game under test; the pytest fixture ``story`` makes one of the project around the test.

    Args:
        project: the project.
        saved: a folder for what the game writes beside its slots.

    Attributes:
        game: the running game; after `save_and_load` a fresh one.
    """

    def __init__(self, project: Project, saved: Path | None = None) -> None:
        self._project = project
        self._saved = saved
        self._posted: list[tuple[str, Any]] = []
        self._faults = 0
        self.game = self._fresh()

    def _fresh(self) -> Game:
        game = Game(self._project, saves=MemoryStore(), seed=0, saved=self._saved)
        game.worlds.on_delivery = self._note
        self._faults = 0
        return game

    def _note(self, url: Url, message_id: str, message: Any, sender: Url) -> None:
        self._posted.append((message_id, message))

    @property
    def options(self) -> list[str]:
        """The texts of the options that are shown and can be chosen."""
        talk = self.game.conversation
        return [option.text for option in talk.options if option.available] if talk else []

    def play(self, address: str, entry: str = "") -> None:
        """Start the conversation of a component, "/smith#talk"; a new game starts before the first.

        Raises:
            NotFound: no conversation has this address.
        """
        if not self.game.state.started:
            self.game.start()
        self.game.world.component(address, Conversation).start(entry)
        self._settle()

    def expect(self, *lines: str) -> None:
        """Compare the line that is shown, "Smith: Out!", then go on, unless options are shown; and so for each.

        Raises:
            AssertionError: another line is shown, or none.
        """
        for expected in lines:
            talk = self.game.conversation
            if talk is None:
                raise AssertionError(f"no conversation is in play; expected {expected!r}")
            shown = show(talk.line)
            if shown != expected:
                raise AssertionError(f"the line shown is {shown!r}, not {expected!r}")
            if not talk.options:
                talk.advance()
                self._settle()

    def choose(self, option: str) -> None:
        """Choose an option by its text or its id.

        Raises:
            AssertionError: no options are shown.
            DialogueError: none of them is this one, or it is not available.
        """
        talk = self.game.conversation
        if talk is None or not talk.options:
            where = "no conversation is in play" if talk is None else "no options are shown"
            raise AssertionError(f"{where}; cannot choose {option!r}")
        talk.choose(option)
        self._settle()

    def posted(self, message_id: str) -> list[dict[str, object]]:
        """Give the fields of every message with this id that was delivered so far, oldest first."""
        found = (message for name, message in self._posted if name == message_id)
        return [dict(m) if isinstance(m, Mapping) else vars(m) for m in found]

    def save_and_load(self) -> None:
        """Save, and load the text of the save into a fresh game; `game` is the fresh one from now on."""
        data = self.game.snapshot().to_bytes()
        fresh = self._fresh()
        fresh.restore(SaveDocument.parse(data, "story"))
        self.game = fresh
        self._settle()

    def _settle(self) -> None:
        self.game.step()
        new = self.game.faults[self._faults :]
        self._faults = len(self.game.faults)
        if new:
            raise AssertionError("scripts went wrong:\n" + "\n".join(map(str, new)))


def show(line: Line | None) -> str | None:
    """Give a line as a script writes it: "Smith: Out!"."""
    if line is None:
        return None
    return f"{line.speaker}: {line.text}" if line.speaker else line.text


def find_project(start: Path) -> Path:
    """Give the project around a file: the nearest folder upwards with ``Config/`` or ``Dialogues/``.

    Raises:
        NotFound: there is none.
    """
    for folder in (start, *start.parents):
        if (folder / "Dialogues").is_dir() or (folder / "Config").is_dir():
            return folder
    raise NotFound(f"no folder around {start} is a project", hint="put the test into the project, beside Dialogues/")
