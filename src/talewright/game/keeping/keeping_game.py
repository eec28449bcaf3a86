"""`KeepingGame`: a game with what it keeps beside its state: marks to go back to, and what outlives it.

Decides how a mark is taken of a game and put back, and which lines a player has read. Neither `Marks` nor `Persistent`
is there, nor loaded, before somebody asks for it.
"""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any

from talewright.diagnostics import LoadReport
from talewright.errors import Misuse, wrong_type
from talewright.fields import Sections
from talewright.game import saving
from talewright.game.core import GameCore
from talewright.game.events import RolledBack
from talewright.project import Project
from talewright.savegame import SaveDocument, SaveHeader

if TYPE_CHECKING:
    from talewright.game.keeping.marks import Marks, RollbackReport
    from talewright.game.keeping.persistent import Persistent


class KeepingGame(GameCore):
    """A game as far as it goes back, and remembers over all its states."""

    _marks: Marks | None = None
    _persistent: Persistent | None = None

    # -- going back

    @property
    def marks(self) -> Marks | None:
        """The moments that `rollback` can go to; None, as a game begins: none are kept, and nothing is paid for them.

        They are of the running game alone: no save holds them, and after a load there is the loaded state alone.
        """
        return self._marks

    @marks.setter
    def marks(self, marks: Marks | None) -> None:
        if marks is not None:
            # Without Marks itself, which a game that keeps none does not import.
            if isinstance(marks, type) or not callable(getattr(marks, "attach", None)):
                raise wrong_type("what a game keeps is Marks, or None", marks, "game.marks = Marks()")
            marks.attach(lambda: (saving.sections_of(self), self._version()), self._put_back)
        self._marks = marks

    def rollback(self, steps: int = 1) -> RollbackReport:
        """Go back to an earlier mark: everything that a save holds goes back (people.md, section 5).

        So commands are undone, items and counts, queues, timers and random streams; `Conversation.rewind` takes back a
        dialogue alone. What stays: slots, `persistent`, trace, faults, listeners, real time. Scripts are as after a
        load, and ``on_reload`` runs; listeners hear `RolledBack`. What was undone lies ahead, for `roll_forward`, until
        another act is made.

        Args:
            steps: how many marks; where there are fewer, to the first.

        Returns:
            How far it went. A mark that does not fit, after a hot reload, is dropped with a notice, and the next one
            behind it taken.

        Raises:
            Misuse: the game keeps no marks, steps is no number above 0, or this was called inside a callback.
        """
        return self._kept("rollback").back(steps)

    def roll_forward(self, steps: int = 1) -> RollbackReport:
        """Go forward to what a rollback took back, as far as no other act was made since.

        Args:
            steps: how many marks; where there are fewer, to the last.

        Raises:
            Misuse: as for `rollback`.
        """
        return self._kept("roll_forward").forward(steps)

    def block_marks(self) -> None:
        """Let nothing before now be reached any more: what was just done cannot be taken back."""
        if self._marks is not None:
            self._marks.block()

    def _kept(self, what: str) -> Marks:
        self._outside(what)
        self.listeners.check(what)
        if self._marks is None:
            raise Misuse(f"{what}() needs marks, and the game keeps none", hint="game.marks = Marks()")
        return self._marks

    def _version(self) -> tuple[int, weakref.ref[Project] | None]:
        """Return what a mark notes of the game that it is of; no project where it holds what only a load sorts out."""
        return self.schema, None if self.extras else weakref.ref(self.project)

    def _put_back(self, sections: Sections, version: tuple[int, weakref.ref[Project] | None], steps: int) -> list[str]:
        header = SaveHeader(schema=version[0], extras=dict(self.header_extras))
        report = LoadReport()
        fresh = steps > 0 and self._marks is not None and self._marks.fresh
        number = self.persistent.next_rollback() if fresh else 0

        def tell() -> None:  # the state is back by then: nothing here may fail
            if fresh:
                self.state.seed = self.streams.jump(number)
            self.listeners.tell(None, (RolledBack(steps),))

        if version[1] is not None and version == (self.schema, weakref.ref(self.project)):
            saving.put_back(self, sections, header, report, tell)
        else:  # the project has changed since: what a load does with an old save
            saving.restore(self, SaveDocument(header, sections), report, tell)
        return [*report.migrated, *report.moved]

    # -- what outlives every state

    @property
    def persistent(self) -> Persistent:
        """What no save holds and no rollback takes back: ``Saved/Persistent.ini`` (people.md, section 5).

        From the first time that it is asked for, lines that are read are kept in it (`seen`).
        """
        if self._persistent is None:
            from talewright.game.keeping.persistent import Persistent

            kept = self._persistent = Persistent(self.saved, self.worlds.report, lambda: self.project.tags.references())
            kept.showing(self._on_show())
            self.listeners.add(self._read_on)
        return self._persistent

    def seen(self, line_id: str) -> bool:
        """Return whether a line was ever read: shown, and left by going on, in this play-through or in another.

        While a line is on show for the first time, this is False; so a player may skip what is seen.
        """
        return self.persistent.seen(line_id)

    def write_persistent(self) -> bool:
        """Write `persistent`, if it is in use and changed: every `save` does, and who ends the game should.

        Returns:
            Whether all is written; what fails is a fault, and is tried again with the next save.
        """
        return self._persistent is None or self._persistent.write()

    def _on_show(self) -> dict[object, str]:
        return {talk: line.id for talk in self.talks.all() if (line := talk.line) is not None}

    def _read_on(self, heard: Any) -> None:
        if heard.conversation is None:
            self.persistent.showing(self._on_show())
        else:
            self.persistent.hear(heard.conversation, heard.event)
