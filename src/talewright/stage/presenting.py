"""`Presenter`: the half of the stage that looks at the game: what is on show, and what passing time does to it.

Decides what a player sees of what happens. What is on show follows from the game alone, so whatever moves it (an act, a
timer, a load) is seen; events that pass by are heard, shown as notices and kept in the backlog. Keys, clicks and menus
are the other half's.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias, TypeVar

from talewright.dialogue import Line
from talewright.errors import ConfigError, Misuse, NotFound, Refused, TalewrightError
from talewright.game import (
    Conversation,
    Deed,
    Game,
    GameEvent,
    Heard,
    Loaded,
    Right,
    RolledBack,
    Told,
    offering,
    phrases,
)
from talewright.messaging import Fault
from talewright.savegame import MAX_ATTACHMENT
from talewright.stage.backlog import Backlog
from talewright.stage.carried import bag_of
from talewright.stage.faults import described
from talewright.stage.keys import KeyMap, Keys
from talewright.stage.people import offers_deeds, talker_named, talker_names
from talewright.stage.saver import Saver
from talewright.stage.scene import BagRow, Choice, Mode, Scene, with_speaker
from talewright.stage.settings import StageSettings
from talewright.stage.showing import Showing, displayed
from talewright.stage.toasts import Toasts, notices_of
from talewright.stage.trail import Trail, Weight

VoiceOut: TypeAlias = Callable[[str, str], object]
"""Called with a text that is to be spoken, and its kind."""
R = TypeVar("R")
LOGGER = logging.getLogger("talewright.stage")

SKIP_BUDGET: Final = 0.008
"""Seconds that skipping takes of a tick: then the view has its turn."""
POLL: Final = 1.0
"""Seconds between two looks at what changes without a word: deeds, the bag."""
SCAN: Final = 1.2
"""Seconds that the focus stays at a choice where it walks by itself."""
MOST_TOLD: Final = 1_000
"""How many faults are known not to be told again."""
ALIVE: Final = 60.0
"""Seconds of game time after which a game in which nobody did anything is worth saving when the player leaves."""


class Presenter:
    """What a player sees of one game; see `Stage`."""

    game: Game
    texts: Mapping[str, str]

    def __init__(
        self, game: Game, *, right: Right = Right.PLAYER, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self.right = right
        self.settings, self.keys = StageSettings(), Keys()
        self.backlog = Backlog()
        self.voice_out: VoiceOut | None = None
        self.picture: Callable[[], bytes] | None = None
        self.plays_voices = False
        self.still = False
        self._clock = clock
        self._toasts = Toasts()
        self._auto = self._skipping = self._hidden = False
        self._since = 0.0  # seconds for which a complete line has been on show
        self._voiced = ""  # the line whose voice has ended
        self._marking = True
        self._played_for = 0.0  # seconds of real time
        self._focus = 0
        self._poll = self._scan = 0.0
        self._acts = 0  # what was pressed is what was on show before the last of them, or it does nothing
        self._take(game)

    # -- a game comes, and goes

    def _take(self, game: Game) -> None:
        self.game = game
        self._showing = Showing(game)
        self._trail = Trail(game, self._clock)
        self._heard: list[tuple[Conversation | None, GameEvent, bool]] = []
        self._faults: list[Fault] = []
        self._told: set[str] = set()
        self._deeds: tuple[Deed, ...] = ()
        self._bag: tuple[BagRow, ...] = ()
        self._people: tuple[str, ...] = ()
        self._picture = ""
        self._saver = Saver(game)
        game.persistent  # noqa: B018 - from now on lines that are read are kept
        self._unsaved, self._saved_at = False, 0.0
        self._forget = game.listen(self._hear)
        self._on_fault = game.worlds.on_fault
        game.worlds.on_fault = self._fault
        self._read_settings()

    def _leave(self) -> None:
        self._forget()
        if self.game.worlds.on_fault == self._fault:
            self.game.worlds.on_fault = self._on_fault
        self._saver.drain()
        self.game.write_persistent()

    def _read_settings(self) -> None:
        try:
            self.settings = self.game.config.read(StageSettings)
            self.keys = self.game.config.read(Keys)
        except ConfigError as error:  # `check` has every finding
            self._fault(Fault("", str(error), error=error))
        self._keymap = KeyMap(self.keys)
        self.texts = phrases("talewright.stage", self.settings.Language or self.game.locale)

    def _resumed(self) -> bool:
        """Go on with the newest save, and say whether there is one."""
        if not self.settings.Resume:
            return False
        try:
            report = self.game.resume()
        except (NotFound, Misuse):  # nothing is saved yet, or there is nowhere to
            return False
        except (TalewrightError, OSError) as error:
            self._failed("NotResumed", error)
            return False
        self._for_author("\n".join(report.moved))
        self._saved_at = self.game.time
        return True

    # -- what happens

    def _hear(self, heard: Heard) -> None:
        event = heard.event
        seen = isinstance(event, Line) and self.game.seen(event.id)
        self._heard.append((heard.conversation, event, seen))

    def _fault(self, fault: Fault) -> None:
        if self._on_fault is not None:
            self._on_fault(fault)
        self._faults.append(fault)

    def _report(self, error: Exception, what: str) -> None:
        """Report what an act broke as a fault of the game."""
        self.game.worlds.report_exception(error, what)

    def _tell_faults(self) -> None:
        if self._trail.failed and self._trail.failed not in self._told:
            self._told.add(self._trail.failed)
            LOGGER.info("%s", self._trail.failed)
            self._for_author(self._trail.failed)
        faults, self._faults = self._faults, []
        new = [fault for fault in faults if fault.text not in self._told]
        if len(self._told) > MOST_TOLD:  # texts with a number in them
            self._told.clear()
        self._told.update(fault.text for fault in new)
        if self.right > Right.PLAYER:
            for fault in new:
                self.toast(described(fault), "fault")
        elif new and not any(toast.kind == "fault" for toast in self._toasts.shown):
            self.toast(self.texts["WentWrong"], "fault")

    def _failed(self, key: str, error: Exception) -> None:
        """Say in one of the stage's texts what could not be done; an author reads why."""
        self.toast(self.texts[key], "fault")
        self._for_author(str(error))

    def _for_author(self, text: str) -> None:
        if self.right > Right.PLAYER:
            self.toast(text, "fault")

    def toast(self, text: str, kind: str = "told") -> None:
        """Show a short notice; it goes into the backlog, too."""
        if text:
            self._toasts.add(text, kind)
            self.backlog.add("toast", text)
            self._say(text, "toast")

    def _say(self, text: str, kind: str) -> None:
        if self.voice_out is not None and text:
            try:
                self.voice_out(text, kind)
            except Exception as error:  # what speaks is the host's: a line that is not heard stops no game
                self.voice_out = None
                self._report(error, "voice_out")

    def _settle(self) -> None:
        """Let what was posted arrive, and bring what is on show to where the game is."""
        self.game.step(0.0)
        self._look()

    def _look(self) -> None:
        game, heard, self._heard = self.game, self._heard, []
        loaded = went = False
        said: list[tuple[Conversation, Line]] = []
        for talk, event, seen in heard:
            self._unsaved = not isinstance(event, Loaded)
            if isinstance(event, Loaded):
                loaded, went = True, False
                said.clear()
                self._showing.forget()
                self._began_anew()
            elif isinstance(event, RolledBack):
                went = loaded = True
                said.clear()
                self._showing.forget()
                self._auto = self._skipping = False
            elif isinstance(event, Line) and talk is not None:
                said.append((talk, event))
                self._showing.hear(talk, event, seen=seen)
        for notice in notices_of((event for _, event, _ in heard), game.player, self.texts):
            self.toast(notice.text, notice.kind)
        before = self._showing.place
        begins = self._showing.look(rate=self._rate, at_once=loaded)
        self._show_passing(said, begins)
        if self._showing.place is not before:
            self._acts += 1
            self._since, self._focus = 0.0, 0
        if went:
            self.backlog.put(self._trail.rows)
        if begins or (loaded and not went):
            self._log_line(aloud=begins)
        self._look_around()
        self._tell_faults()

    def _began_anew(self) -> None:
        """A load: what was shown belongs to another play."""
        self.backlog.put()
        self._auto = self._skipping = False

    def _show_passing(self, said: list[tuple[Conversation, Line]], begins: bool) -> None:
        """Show as notices what was said, and is not on show any more: nothing is missed."""
        place = self._showing.place
        last = next((line for talk, line in reversed(said) if begins and place and talk is place.talk), None)
        for _, line in said:
            if line is not last:
                name = displayed(self.game, line.speaker or "")
                self.backlog.add("line", line.text, speaker=name, id=line.id)
                text = with_speaker(name, line.text)
                self._toasts.add(text, "line")
                self._say(text, "line")

    def _log_line(self, *, aloud: bool) -> None:
        line = self._showing.line
        if line is not None:
            self.backlog.add("line", line.text, speaker=line.speaker, id=line.id, voice=line.voice)
            if aloud and not self._skipping:
                self._say(self._preview, "line")

    def _look_around(self) -> None:
        """Look at what changes without a word: what may be done, and what the player carries."""
        self._poll = 0.0
        game, before = self.game, self._deeds
        if game.conversation is not None or self._is_over or not game.state.started:
            self._deeds = ()
        elif offers_deeds(game):
            self._deeds = game.deeds()
        else:
            talk = self.texts["TalkTo"]
            self._deeds = tuple(
                Deed("talk", name, talk.format(name=displayed(game, name))) for name in talker_names(game)
            )
        if self._deeds != before:
            self._focus = 0  # what had it stands elsewhere now, or is gone
        if game.conversation is None:
            self._people = tuple(displayed(game, deed.target) for deed in self._deeds if deed.verb == "talk")
        self._bag = bag_of(game)
        self._picture = next(filter(None, (one.scenery(game.player) for one in offering(game.worlds))), "")

    # -- what is on show

    @property
    def _is_over(self) -> bool:
        return self.game.worlds.exit_code is not None

    @property
    def _rate(self) -> float:
        return 0.0 if self.settings.ScreenReader or self._is_still else self.settings.TextSpeed

    @property
    def _is_still(self) -> bool:
        wanted = self.settings.ReducedMotion
        return self.still if wanted == "system" else wanted == "on"

    @property
    def _choices(self) -> tuple[Choice, ...]:
        if self.game.conversation is not None:
            return self._showing.choices
        return tuple(
            Choice(":".join(filter(None, (deed.verb, deed.target, deed.using))), number, deed.text, (), deed.enabled,
                   deed.reason)
            for number, deed in enumerate(self._deeds, 1)
        )  # fmt: skip

    def _presented(self) -> Scene:
        """Make the scene, menus left out."""
        game, over = self.game, self._is_over
        talking = game.conversation is not None
        return Scene(
            mode=Mode.OVER if over else Mode.TALK if talking else Mode.FREE,
            line=self._showing.line,
            choices=() if over else self._choices,
            focus=self._focus,
            place=game.place,
            picture=self._picture,
            people=self._people,
            bag=self._bag,
            toasts=self._toasts.shown,
            auto=self._auto,
            skipping=self._skipping,
            can_back=self._trail.can_back,
            can_forward=self._trail.can_forward,
            hidden=self._hidden,
        )

    # -- what the player does to the game

    def _played(self, act: Callable[[], R], weight: Weight = Weight.LINE) -> R:
        """Do an act of the player: a mark before it, where something was on show, and what it posted behind it.

        A refused one leaves no mark.
        """
        shown = self._showing.line is not None or bool(self._deeds)
        marked = shown and self._marking and self._trail.mark(self.backlog.rows, weight)
        self._marking = not self._skipping  # what is skipped is one act
        try:
            result = act()
        except (Refused, Misuse, NotFound):
            if marked:
                self._trail.withdraw()
            raise
        except Exception:  # what it did before it broke is there, to be shown and saved
            self._acted()
            raise
        self._acted()
        return result

    def _acted(self) -> None:
        """Something was done to the game."""
        self._unsaved = True
        self._acts += 1
        self._settle()

    def _go_on(self) -> bool:
        """Finish the line, or go on behind it."""
        talk = self.game.conversation
        if not self._showing.writer.complete:
            self._showing.finish()
            self._since = 0.0
            return True
        if talk is None or talk.awaiting or self._showing.offers or self._is_over:
            return False
        self._played(talk.advance)
        return True

    def _choose(self, number: int) -> bool:
        """Choose what has a number, from 1: an option, or a deed."""
        choices = self._choices
        if not 1 <= number <= len(choices):
            return False
        choice = choices[number - 1]
        if not choice.enabled:
            self.toast(choice.reason, "refused")
            return bool(choice.reason)
        talk = self.game.conversation
        if talk is None:
            deed = self._deeds[number - 1]
            self._played(lambda: self._do(deed), Weight.DEED)
        else:
            self._played(lambda: self._choose_option(talk, choice), Weight.CHOICE)
        self._save_auto()
        return True

    def _choose_option(self, talk: Conversation, choice: Choice) -> None:
        talk.choose(choice.number - 1)
        self.backlog.add("chosen", choice.text, id=choice.id)

    def _do(self, deed: Deed) -> None:
        if offers_deeds(self.game):
            told = self.game.do(deed)
            if told:
                self._heard.append((None, Told(told), False))
            return
        talk = talker_named(self.game, deed.target)
        if talk is not None:
            talk.start()

    # -- time

    def _pass(self, dt: float) -> bool:
        """Let time pass in the game, and say whether what is on show may have changed."""
        if self._skipping:
            self._skip()
            changed = written = True
        else:
            changed = written = self._showing.write(dt)
            self.game.step(dt)
        if self._heard or self._faults or self._showing.is_stale():
            self._look()
            changed = True
        self._poll += dt
        if self._poll >= POLL:
            self._played_for += self._poll
            self.game.persistent.tick(self._played_for)
            self._look_around()
            changed = True
        if self._auto and self._is_due(0.0 if written else dt):
            changed = self._go_on() or changed
        return self._walk(dt) or changed

    def _skip(self) -> None:
        """Go on over lines that were seen, for as long as a tick may take."""
        begin = self._clock()
        self.game.step(0.0)
        while self._skipping and not self._is_over:
            talk, line = self.game.conversation, self._showing.line
            if talk is None or self._showing.offers or (line is not None and not self._may_skip):
                if self._showing.offers:
                    self._showing.finish()
                self._skipping = False
                self._say(self._preview, "line")
            elif talk.awaiting:
                return
            else:
                self._showing.finish()
                self._played(talk.advance)
                if self._clock() - begin >= SKIP_BUDGET:
                    return

    @property
    def _may_skip(self) -> bool:
        line = self._showing.line
        return line is not None and (line.seen or self.settings.SkipUnseen)

    def _is_due(self, dt: float) -> bool:
        """Say whether it is time for the next line, where lines go on by themselves."""
        showing, line = self._showing, self._showing.line
        if line is None or not showing.writer.complete or showing.offers:
            return False
        self._since += dt
        if self.plays_voices and (line.voice or self.voice_out is not None):
            return self._voiced == line.id
        settings, writer = self.settings, showing.writer
        return self._since >= settings.AutoWait + settings.AutoPerLetter * writer.length + writer.rest

    def _walk(self, dt: float) -> bool:
        """Let the focus walk by itself, where one key has to do."""
        if not self.settings.Scan or not self._choices:
            return False
        self._scan += dt
        if self._scan < SCAN:
            return False
        self._scan = 0.0
        return self._move(1)

    def _move(self, by: int) -> bool:
        """Move the focus among the choices, round and round, and say whether there are any."""
        count = len(self._choices)
        if count:
            self._focus = (self._focus - 1 + by) % count + 1 if self._focus else 1 if by > 0 else count
            choice = self._choices[self._focus - 1]
            self._say(f"{choice.number}. {choice.text}", "choice")
        return count > 0

    # -- saving

    def _save_auto(self, *, leaving: bool = False) -> None:
        """Save into a slot of its own, in a thread, unless nothing has changed since the last time."""
        if not self.settings.Autosave or not self.game.state.started or self._is_over:
            return
        alive = leaving and self.game.time - self._saved_at >= ALIVE
        if not (self._unsaved or alive):
            if leaving:
                self._saver.picture_last(self._pictured())
            return
        try:
            if self._saver.failed is not None:
                self._failed("NotSaved", self._saver.failed)
            self._saver.save_by_itself(self._preview, self._pictured() if leaving else b"")
        except (TalewrightError, OSError) as error:
            self._failed("NotSaved", error)
            return
        self._unsaved, self._saved_at = False, self.game.time

    @property
    def _preview(self) -> str:
        line = self._showing.line
        return "" if line is None else with_speaker(line.speaker, line.text)

    def _pictured(self) -> bytes:
        """Return a picture of what is on show, if a view makes one."""
        try:
            picture = b"" if self.picture is None else self.picture()
            if len(picture) > MAX_ATTACHMENT:
                raise Misuse(f"the picture of a save has {len(picture):,} bytes, {MAX_ATTACHMENT:,} at the most")
            return picture
        except Exception as error:  # a save without a picture is as good
            self.picture = None
            self._report(error, "picture")
            return b""
