"""`Story`: a conversation as a test plays it.

Plays a project headless: seed 0, saves in memory, time passing only when the test lets it. After each action everything
that was posted is delivered, and a fault in a script fails the test: nothing that went wrong stays unseen. What is
shown is written down as a transcript, which a test may compare with a snapshot.

Snapshots lie in ``snapshots/<test file>/<test>.txt`` beside the test, one text each. A missing one fails, so that a
test never passes because nobody looked; an update writes it. Names that no file could have, or that are very long, get
a digest, so that two of them never share a file.
"""

from __future__ import annotations

import difflib
import hashlib
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from talewright.config import write_bytes
from talewright.dialogue import Event, Line, ReplySelected
from talewright.errors import Misuse, NotFound
from talewright.game import Conversation, Game, Heard, shown, spoken
from talewright.messaging import Url
from talewright.project import Project
from talewright.savegame import MemoryStore, SaveDocument

FRAME: Final = 1 / 60
Check = Callable[[str, str], None]
"""Compares a transcript with the snapshot of a name."""

_ILLEGAL = re.compile(r"[^-.=\w]+")
_LONGEST = 60


class Story:
    """A game under test; the pytest fixture ``story`` makes one of the project around the test.

    Args:
        project: the project.
        saved: a folder for what the game writes beside its slots.
        watcher: hears every event of every conversation.
        check: compares a transcript with a snapshot; the fixture hands in its own.

    Attributes:
        game: the running game; after `save_and_load` a fresh one.
    """

    def __init__(
        self,
        project: Project,
        saved: Path | None = None,
        *,
        watcher: Callable[[Event], object] | None = None,
        check: Check | None = None,
    ) -> None:
        self._project = project
        self._saved = saved
        self._watcher = watcher
        self._check = check
        self._posted: list[tuple[str, Any]] = []
        self._rows: list[str] = []
        self._faults = 0
        self.game = self._fresh()

    def _fresh(self) -> Game:
        game = Game(self._project, saves=MemoryStore(), seed=0, saved=self._saved)
        game.worlds.on_delivery = self._note
        game.listen(self._hear)
        self._faults = 0
        return game

    def _note(self, url: Url, message_id: str, message: Any, sender: Url) -> None:
        self._posted.append((message_id, message))

    def _hear(self, heard: Heard) -> None:
        event = heard.event
        if isinstance(event, ReplySelected):
            self._rows.append(f"> {event.reply}")
        self._rows += shown((event,))
        if self._watcher is not None and isinstance(event, Event):
            self._watcher(event)

    # -- what is shown

    @property
    def options(self) -> list[str]:
        """The texts of the options that are shown and can be chosen."""
        talk = self.game.conversation
        return [option.text for option in talk.options if option.available] if talk else []

    @property
    def line(self) -> str | None:
        """The line that is shown, "Smith: Out!"; None where there is none."""
        talk = self.game.conversation
        return show(talk.line) if talk else None

    @property
    def ended(self) -> bool:
        """Whether no conversation is in play."""
        return self.game.conversation is None

    @property
    def transcript(self) -> str:
        """All that was shown and chosen so far, a line each."""
        return "".join(f"{row}\n" for row in self._rows)

    # -- what a test does

    def play(self, address: str, entry: str = "") -> None:
        """Start the conversation of a component, "/smith#talk"; a new game starts before the first.

        Args:
            address: of the component.
            entry: a sub-dialogue, tag or group selector; empty for the beginning.

        Raises:
            NotFound: no conversation has this address.
        """
        self.start()
        talk = self.game.world.component(address, Conversation)
        talk.start(entry)
        self._settle()

    def start(self) -> None:
        """Start a new game, unless it runs already."""
        if not self.game.state.started:
            self.game.start()
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
            line = show(talk.line)
            if line != expected:
                raise AssertionError(f"the line shown is {line!r}, not {expected!r}")
            if not talk.options:
                self.advance()

    def advance(self, count: int = 1) -> None:
        """Go on behind the line that is shown, so many times.

        Raises:
            AssertionError: no conversation is in play, or options wait.
        """
        for _ in range(count):
            talk = self.game.conversation
            if talk is None:
                raise AssertionError("no conversation is in play")
            if talk.options:
                raise AssertionError(f"options are shown: {', '.join(self.options)}")
            talk.advance()
            self._settle()

    def choose(self, option: str | int) -> None:
        """Choose an option by its text, its id or its index from 0.

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
        """Return the fields of every message with this id that was delivered so far, oldest first."""
        found = (message for name, message in self._posted if name == message_id)
        return [dict(m) if isinstance(m, Mapping) else vars(m) for m in found]

    def pass_time(self, seconds: float, *, frame: float = FRAME) -> None:
        """Let time pass, frame by frame: timers, animations and updates run.

        Args:
            seconds: how much.
            frame: how long a frame is, in seconds; the last one may be shorter.
        """
        self.start()
        frames = max(0, round(seconds / frame - 0.5))
        for _ in range(frames):
            self._settle(frame)
        rest = seconds - frames * frame
        if rest > 1e-9:
            self._settle(rest)

    def rewind(self, steps: int = 1) -> None:
        """Take the last steps of the conversation back, as `Conversation.rewind` does.

        Its place, what the dialogues remember, and what these steps counted; what commands and scripts did stays.

        Raises:
            AssertionError: no conversation is in play.
            DialogueError: it did not take so many steps, since a load, which forgets the way back.
        """
        talk = self.game.conversation
        if talk is None:
            raise AssertionError("no conversation is in play")
        talk.rewind(steps)
        self._rows.append(f"> back {steps}")

    def save_and_load(self) -> None:
        """Save, and load the text of the save into a fresh game; `game` is the fresh one from now on."""
        data = self.game.snapshot().to_bytes()
        fresh = self._fresh()
        fresh.restore(SaveDocument.parse(data, "story"))
        self.game = fresh
        self._settle()

    def matches(self, name: str = "") -> None:
        """Compare the transcript with the snapshot beside the test; with ``--talewright-update`` write it.

        Args:
            name: of the snapshot, where a test has several.

        Raises:
            AssertionError: it differs, or there is none yet.
            Misuse: this story was not made by the fixture.
        """
        if self._check is None:
            raise Misuse("only a story of the fixture has snapshots", hint="take the fixture `story`")
        self._check(name, self.transcript)

    # -- inside

    def _settle(self, seconds: float = 0.0) -> None:
        self.game.step(seconds)
        new = self.game.faults[self._faults :]
        self._faults = len(self.game.faults)
        if new:
            raise AssertionError("scripts went wrong:\n" + "\n".join(map(str, new)))


def show(line: Line | None) -> str | None:
    """Return a line as a script writes it: "Smith: Out!"."""
    return None if line is None else spoken(line)


def find_project(start: Path) -> Path:
    """Return the project around a file: the nearest folder upwards with ``Config/`` or ``Dialogues/``.

    Raises:
        NotFound: there is none.
    """
    for folder in (start, *start.parents):
        if (folder / "Dialogues").is_dir() or (folder / "Config").is_dir():
            return folder
    raise NotFound(f"no folder around {start} is a project", hint="put the test into the project, beside Dialogues/")


class Snapshots:
    """The snapshots of one test.

    Args:
        file: of the test.
        test: its name.
        update: whether they are written instead of compared.
    """

    def __init__(self, file: Path, test: str, *, update: bool) -> None:
        self._folder = file.parent / "snapshots" / file.stem
        self._test = test
        self._update = update

    def path(self, name: str = "") -> Path:
        """Return the file of a snapshot."""
        whole = f"{self._test}-{name}" if name else self._test
        plain = _ILLEGAL.sub("_", whole)
        if _ILLEGAL.search(re.sub(r"[\[\]]", "", whole)) or len(plain) > _LONGEST:
            plain = f"{plain[:_LONGEST]}-{hashlib.sha256(whole.encode()).hexdigest()[:8]}"
        return self._folder / f"{plain}.txt"

    def check(self, name: str, text: str) -> None:
        """Compare a text with a snapshot, or write it.

        Raises:
            AssertionError: it differs, or there is none.
        """
        path = self.path(name)
        if self._update:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_bytes(path, text.encode())
            return
        hint = "if this is right, run pytest --talewright-update"
        if not path.exists():
            raise AssertionError(f"there is no snapshot {path.name} yet; {hint}")
        known = path.read_bytes().decode().replace("\r\n", "\n")
        if known != text:
            rows = difflib.unified_diff(known.splitlines(), text.splitlines(), path.name, "now", lineterm="", n=2)
            raise AssertionError("the transcript is not the snapshot:\n" + "\n".join(rows) + f"\n{hint}")


__all__ = ["Snapshots", "Story", "find_project", "show"]
