"""What the newest conversation of a game shows: its line as far as it is written, and its choices.

Decides when a line begins anew, and what is on it: name, colours, pictures, spans. A line is written letter by letter
where it was just said; one that a load or a rollback brings back, or that was on show before somebody else spoke, is
there at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from talewright.dialogue import Line, Option, Position, Program
from talewright.game import Conversation, Game
from talewright.stage.scene import Choice, Shown
from talewright.stage.speakers import Speaker, inside, name_key, portrait_of, speaker_named, voice_of
from talewright.stage.styles import TextStyle, color_of, spans_of
from talewright.stage.typewriter import Typewriter

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a conversation stands; another one, or another visit, is another."""

    talk: Conversation
    turn: int
    position: Position | None
    program: Program

    def is_same(self, other: Place | None) -> bool:
        """Say whether nothing has moved; positions are the same where they are one object."""
        return (
            other is not None
            and self.talk is other.talk
            and self.turn == other.turn
            and self.position is other.position
            and self.program is other.program
        )


class Showing:
    """What is on show of the conversations of a game.

    Attributes:
        place: where the conversation stands that is on show; None: there is none.
        line: as far as it is written.
        choices: those that are offered at the line, once it is complete.
        writer: of the line.

    >>> showing = Showing(Game())
    >>> showing.look(rate=45), showing.line, showing.choices
    (False, None, ())
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self.place: Place | None = None
        self.line: Shown | None = None
        self.writer = Typewriter("")
        self._choices: tuple[Choice, ...] = ()
        self._said: dict[Conversation, tuple[Line, bool]] = {}

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What may be chosen now."""
        return self._choices if self.writer.complete else ()

    @property
    def offers(self) -> bool:
        """Whether the line has choices, complete or not."""
        return bool(self._choices)

    def hear(self, talk: Conversation, line: Line, *, seen: bool) -> None:
        """Take note of a line that was just said; `look` shows it if it is still there."""
        self._said[talk] = line, seen

    def forget(self) -> None:
        """Forget what was said: it belongs to what a load took away."""
        self._said = {}

    def is_stale(self) -> bool:
        """Say whether the game has gone on since the last look; cheap, for every tick."""
        talk, place = self._game.conversation, self.place
        if talk is None or place is None:
            return (talk is None) is not (place is None)
        return (
            talk is not place.talk
            or talk.position is not place.position
            or talk.turn != place.turn
            or self._game.program is not place.program
        )

    def look(self, *, rate: float, at_once: bool = False) -> bool:
        """Look at the game, and say whether a line was just said that is on show now.

        Args:
            rate: graphemes a second.
            at_once: the line is there, whoever said it when: after a load.
        """
        game, said = self._game, self._said
        self._said = {}
        talk = game.conversation
        if talk is None:
            self.place, self.line, self._choices, self.writer = None, None, (), Typewriter("")
            return False
        before = self.place
        place = Place(talk, talk.turn, talk.position, game.program)
        if place.is_same(before) and talk not in said:
            return False
        self.place = place
        line, options = talk.line, talk.options
        self._choices = choices_of(options, self._styles())
        if line is None:
            # A command is on its way: what was said before it stays on show until the text goes on.
            if before is None or before.talk is not talk or before.turn != talk.turn or at_once:
                self.line, self.writer = None, Typewriter("")
            return False
        new, seen = said.get(talk, (None, False))
        if new is None and not at_once and self._is_same_line(line, before, place):
            return False
        begins = new is not None
        self.writer = Typewriter(line.text, line.attributes, rate=rate if begins else 0.0)
        self.line = self._shown(line, seen=seen or not begins)
        return begins

    def _is_same_line(self, line: Line, before: Place | None, now: Place) -> bool:
        """Say whether only the choices have come: the line stands there as it was."""
        if self.line is None or before is None or self.line.id != line.id:
            return False
        return (before.talk, before.turn) == (now.talk, now.turn) and before.program is now.program

    def write(self, dt: float) -> bool:
        """Let seconds pass for the line, and say whether more of it is on show."""
        return self.writer.advance(dt) and self._wrote()

    def finish(self) -> None:
        """Show the whole line."""
        self.writer.finish()
        self._wrote()

    def repeat(self) -> None:
        """Have the line said again."""
        if self.line is not None:
            self.line = replace(self.line, repeated=self.line.repeated + 1)

    def _wrote(self) -> bool:
        if self.line is not None:
            self.line = replace(self.line, visible=self.writer.visible, upto=self.writer.upto)
        return True

    def _shown(self, line: Line, *, seen: bool) -> Shown:
        game = self._game
        name = line.speaker or ""
        speaker = speaker_named(game.records.library(Speaker), name)
        folder = game.project.folder
        return Shown(
            id=line.id,
            text=line.text,
            speaker=displayed(game, name),
            color="" if speaker is None else color_of(speaker.Color),
            spans=spans_of(line.text, line.attributes, self._styles()),
            visible=self.writer.visible,
            upto=self.writer.upto,
            portrait="" if speaker is None else inside(folder, portrait_of(speaker, line.tags)),
            voice=inside(folder, voice_of(speaker, line.shadow or line.id, line.tags)),
            seen=seen,
        )

    def _styles(self) -> Mapping[str, TextStyle]:
        return self._game.records.library(TextStyle)


def displayed(game: Game, name: str) -> str:
    """Return the name of somebody as players read it, in their language."""
    speaker = speaker_named(game.records.library(Speaker), name)
    own = name if speaker is None else speaker.DisplayName or name
    return game.text(name_key(name), own) if name else ""


def choices_of(options: Sequence[Option], styles: Mapping[str, TextStyle]) -> tuple[Choice, ...]:
    """Return options as choices, numbered from 1."""
    return tuple(
        Choice(
            option.id, number, option.text, spans_of(option.text, option.attributes, styles), option.available,
            option.reason,
        )
        for number, option in enumerate(options, 1)
    )  # fmt: skip
