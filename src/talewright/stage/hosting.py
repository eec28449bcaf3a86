"""`Host`: the stage as menus see it, with what is on show behind every change.

Decides what a menu may do to the game (save, load, go back, begin anew, run a command), what happens to the menus then,
and when the scene is made anew: once, behind the outermost call, whoever made it.
"""

from __future__ import annotations

import time
from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from talewright.errors import InvalidName, NotFound, Refused, TalewrightError
from talewright.game import Game, Right, command_named, phrases
from talewright.savegame import check_slot
from talewright.stage.backlog import LogRow
from talewright.stage.keys import KeyMap, Keys
from talewright.stage.menu_model import MenuModel
from talewright.stage.menus import MENUS
from talewright.stage.presenting import Presenter
from talewright.stage.scene import Choice, Menu, Mode, Scene, with_speaker
from talewright.stage.settings import StageSettings

P = ParamSpec("P")
R = TypeVar("R")


def _entering(method: Callable[Concatenate[Host, P], R]) -> Callable[Concatenate[Host, P], R]:
    """Let a method be called from outside and from inside alike: outermost, the scene is made anew behind it."""

    @wraps(method)
    def entered(self: Host, /, *args: P.args, **kwargs: P.kwargs) -> R:
        with self._entered():
            return method(self, *args, **kwargs)

    return entered


class Host(Presenter):
    """What a menu may ask of the stage; see `MenuHost`."""

    def __init__(
        self, game: Game, *, right: Right = Right.PLAYER, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self._busy = self._closed = False
        self._waiting: deque[tuple[str, tuple[object, ...]]] = deque()
        self._menus: list[MenuModel] = []
        self._menu: Menu | None = None
        self._unsaid = ""  # a line that came under a menu
        self._offered: tuple[Choice, ...] = ()  # the choices that were spoken last
        self._scene = Scene()
        self._drawn: tuple[Scene, int] = self._scene, 0
        super().__init__(game, right=right, clock=clock)

    @property
    def behind(self) -> Scene:
        """What the player sees below all menus."""
        return self._presented()

    @abstractmethod
    def act(self, name: str, *args: object) -> bool:
        """Do an action of the player; see `Stage.act`."""

    @abstractmethod
    def _done(self, name: str, args: tuple[object, ...]) -> bool:
        """Do an action of the player, and say whether it did anything."""

    # -- what menus ask

    @_entering
    def keep(self, settings: StageSettings | Keys) -> None:
        """Put changed settings in place of those that are there, and write them to the player's own file."""
        if isinstance(settings, Keys):
            self.keys, self._keymap = settings, KeyMap(settings)
        else:
            self.settings = settings
            self.texts = phrases("talewright.stage", settings.Language or self.game.locale)
        if self.game.saved is not None:
            self._tried(lambda: self.game.config.save(settings), "", "NotSaved")

    @_entering
    def open_menu(self, name: str) -> None:
        """Put a menu on top.

        Raises:
            NotFound: there is no such menu.
        """
        if name not in MENUS:
            raise NotFound(f"there is no menu {name!r}")
        self.put_menu(MENUS[name](self))

    @_entering
    def put_menu(self, menu: MenuModel) -> None:
        """Put a menu on top that is made already."""
        self._menus.append(menu)
        self._auto = self._skipping = False

    @_entering
    def close_menu(self, *, every: bool = False) -> None:
        """Take the top menu away, or all of them."""
        if every:
            self._menus.clear()
        elif self._menus:
            self._menus.pop()

    @_entering
    def save_slot(self, slot: str) -> bool:
        """Save into a slot and say so, or why not; says whether it did."""
        try:
            check_slot(slot)
        except InvalidName as error:
            self._failed("SlotName", error)
            return False
        return self._tried(lambda: self._saver.save(slot, self._preview, self._pictured()), "Saved", "NotSaved")

    @_entering
    def load_slot(self, slot: str, *, backup: bool = False) -> bool:
        """Load a slot, or its newest backup that is whole; all menus close. Says whether it did."""
        return self._loaded(lambda: (self.game.recover if backup else self.game.load)(slot))

    def ways_back(self) -> Mapping[int, int]:
        """Return the rows of the backlog that can be gone back to, by number, and how many steps it is."""
        return self._trail.ways()

    @_entering
    def back_to(self, row: LogRow) -> bool:
        """Go back to where a row was on show; all menus close. Says whether it did."""
        steps = self._trail.ways().get(row.number, 0)
        return steps > 0 and self._went(self._trail.back(self.backlog.rows, steps))

    @_entering
    def say_again(self, row: LogRow) -> None:
        """Say a row of the backlog again."""
        super()._say(with_speaker(row.speaker, row.text), "line")

    @_entering
    def run(self, line: str) -> str:
        """Run a console line with the player's right and return what it says; what is wrong with it, too.

        What the command itself breaks is a fault of the game, and says so in a notice.
        """
        try:
            return self._played(lambda: self.game.run(line, right=self.right))
        except TalewrightError as error:
            if self.right > Right.PLAYER:
                return str(error)
            word = line.split(maxsplit=1)[:1]
            known = bool(word) and command_named(self.game, word[0].strip('"'), self.right) is not None
            return error.message if known else self.texts["UnknownCommand"]
        except Exception as error:
            self._report(error, "the console")
            return ""

    @_entering
    def new_game(self) -> None:
        """Begin anew; all menus close.

        Raises:
            ProjectError: the game's own code cannot build it.
        """
        self._save_auto(leaving=True)
        self._leave()
        self.close_menu(every=True)
        self._toasts.clear()
        self.backlog.put()
        self._take(self.game.anew())
        self.game.start()
        self._settle()

    # -- inside

    @contextmanager
    def _entered(self) -> Iterator[None]:
        """Do something that may change what is on show; what is asked for meanwhile follows."""
        if self._busy:
            yield
            return
        self._busy = True
        try:
            yield
        finally:
            self._busy = False
            self._settled()

    def _catch_up(self) -> None:
        """Show what the host did to the game since it was looked at last, before the player is asked or acts."""
        if self._is_behind and not (self._busy or self._closed):
            with self._entered():
                pass

    @property
    def _is_behind(self) -> bool:
        """Whether the game has gone on without the stage; cheap, for every look at the scene."""
        over = self._is_over and not self._menus and self._scene.mode is not Mode.OVER
        return bool(self._heard or self._faults) or over or self._showing.is_stale()

    def _settled(self) -> None:
        """Do what was asked for meanwhile, and make the scene anew."""
        for _ in range(len(self._waiting)):  # what that asks for is done the next time
            name, args = self._waiting.popleft()
            self._busy = True
            try:
                self._done(name, args)
            finally:
                self._busy = False
        if self._is_behind and not self._closed:
            self._busy = True
            try:
                self._guarded(self._look)
            finally:
                self._busy = False
        self._tell_faults()
        before = self._menu
        self._menu = self._top()
        scene = self._presented()
        if self._menu is not None:
            scene = replace(scene, mode=Mode.MENU, menu=self._menu)
            row = self._menu.focused
            if row is not None and (before is None or (before.name, before.focused) != (self._menu.name, row)):
                super()._say(f"{row.text} {row.value}".strip(), "row")
        else:
            self._say_what_waited(scene.choices)
        if scene != self._scene:
            self._scene = scene

    def _say(self, text: str, kind: str) -> None:
        """Speak; what lies under a menu waits until that is closed."""
        if self._menus and kind == "line":
            self._unsaid = text
        else:
            super()._say(text, kind)

    def _say_what_waited(self, choices: tuple[Choice, ...]) -> None:
        unsaid, self._unsaid = self._unsaid, ""
        if unsaid == self._preview:
            super()._say(unsaid, "line")
        if choices != self._offered:
            self._offered = choices
            for choice in choices:
                super()._say(f"{choice.number}. {choice.text}", "choice")

    def _top(self) -> Menu | None:
        """Return the menu on top as it is now."""
        while self._menus:
            menu = self._menus[-1]
            try:
                rows = tuple(menu.rows())
            except Exception as error:  # a menu that cannot be shown is closed, whatever it met
                self._report(error, f"the menu {menu.name}")
                self._tell_faults()
                self._menus.pop()
                continue
            menu.focus = min(max(menu.focus, 0), len(rows) - 1)
            return Menu(menu.name, menu.title, rows, menu.focus, menu.typed, menu.typing)
        return None

    def _guarded(self, act: Callable[[], object]) -> bool:
        """Do something of the player's; what it refuses is said, and what it breaks is a fault of the game."""
        try:
            return bool(act())
        except Refused as error:
            self.toast(error.message, "refused")
        except Exception as error:  # nothing that a player does ends the session
            self._report(error, "act")
        return False

    def _tried(self, act: Callable[[], object], well: str, badly: str) -> bool:
        """Do something with the disk, and say in one of the stage's texts how it went."""
        try:
            act()
        except (TalewrightError, OSError) as error:
            self._failed(badly, error)
            return False
        self.toast(self.texts[well] if well else "", "saved")
        return True

    def _loaded(self, act: Callable[[], object]) -> bool:
        self._saver.drain()
        if not self._tried(act, "", "NotLoaded"):
            return False
        self.close_menu(every=True)
        self._settle()
        self._unsaved = False
        self.toast(self.texts["Loaded"], "saved")
        return True

    def _went(self, notices: tuple[str, ...] | None) -> bool:
        """Show where a way back or forward came to."""
        if notices is None:
            return False
        self.close_menu(every=True)
        self._look()
        self._for_author("\n".join(notices))
        return True
