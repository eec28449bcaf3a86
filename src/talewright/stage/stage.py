"""`Stage`: a game as a player sees it and plays it, without a window.

A view draws `Stage.scene` and sends keys, clicks and actions; it never touches the game. Decides what each of them
means where the player is: on a line, before a choice, among deeds, in a menu. Nothing that a player does raises: what
is refused does nothing or is said in a notice, what breaks is a fault of the game (people.md section 6).
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from talewright.errors import Misuse, NotFound, Refused, TalewrightError
from talewright.game import Game, Right, commands_of, phrases, quick_load
from talewright.names import fold
from talewright.stage.actions import Action
from talewright.stage.backlog import LogRow
from talewright.stage.keys import KeyMap, Keys, key_name
from talewright.stage.menu_model import MenuModel
from talewright.stage.menus import MENUS
from talewright.stage.presenting import Presenter
from talewright.stage.scene import Menu, Mode, Scene
from talewright.stage.settings import StageSettings

P = ParamSpec("P")
R = TypeVar("R")


def _entering(method: Callable[Concatenate[Stage, P], R]) -> Callable[Concatenate[Stage, P], R]:
    """Let a method be called from outside and from inside alike: outermost, the scene is made anew behind it."""

    @wraps(method)
    def entered(self: Stage, /, *args: P.args, **kwargs: P.kwargs) -> R:
        with self._entered():
            return method(self, *args, **kwargs)

    return entered


class Stage(Presenter):
    """One game on show.

    Args:
        game: not started yet; `begin` starts it, or goes on with what was saved.
        right: of the player: an author reads what went wrong, and may run every command.
        clock: what skipping measures its share of a tick by, in seconds.

    Attributes:
        game: the game; another one after `new_game`.
        right: of the player.
        settings: ``[Stage]``, with the player's own.
        keys: ``[Keys]``, likewise.
        texts: the stage's own, in the player's language.
        backlog: what was shown so far.
        done: the player has left.
        voice_out: called with each text that is to be spoken, and its kind ("line", "choice", "toast", "row"); or None.
        picture: called when the player saves, gives what is on show as the bytes of a small PNG or JPEG file; or None.
        plays_voices: a view plays or speaks lines, and calls `voice_ended`: lines that go on by themselves wait for it.
        still: a view found that the system asks for reduced motion.

    >>> from talewright.savegame import MemoryStore
    >>> stage = Stage(Game(saves=MemoryStore(), seed=0))
    >>> stage.begin()
    >>> stage.scene.mode, stage.tick(1 / 60), stage.act("go")
    (<Mode.FREE: 'free'>, False, False)
    >>> stage.close()
    """

    def __init__(
        self, game: Game, *, right: Right = Right.PLAYER, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self.done = False
        self._closed = False
        self._busy = False
        self._waiting: deque[tuple[str, tuple[object, ...]]] = deque()
        self._menus: list[MenuModel] = []
        self._menu: Menu | None = None
        self._scene = Scene()
        self._drawn: tuple[Scene, int] = self._scene, 0
        super().__init__(game, right=right, clock=clock)

    @classmethod
    def open(
        cls,
        folder: Path | str,
        *,
        right: Right = Right.PLAYER,
        clock: Callable[[], float] = time.perf_counter,
        **options: Any,
    ) -> Self:
        """Open a project, put its game on the stage, and begin.

        Args:
            folder: of the project.
            right: as for the class.
            clock: as for the class.
            options: of `Game.open`.

        Raises:
            MissingFolder: there is no such folder, or it is no project.
            ProjectError: something in the project is wrong.
        """
        stage = cls(Game.open(folder, **options), right=right, clock=clock)
        stage.begin()
        return stage

    # -- what a view calls

    @property
    def scene(self) -> Scene:
        """What the player sees now; the same object until it changes. Keys and clicks mean what was on the last one."""
        self._drawn = self._scene, self._acts
        return self._scene

    @property
    def behind(self) -> Scene:
        """What the player sees below all menus."""
        return self._presented()

    def begin(self) -> None:
        """Go on with the newest save, where there is one and ``[Stage] Resume`` says so; else begin a new game.

        A game that was started or loaded already goes on as it is.

        Raises:
            ProjectError: the game's own code cannot build it.
        """
        with self._entered():
            if not self.game.state.started and not self._resumed():
                self.game.start()
            self._settle()

    def tick(self, dt: float) -> bool:
        """Let seconds of real time pass, and say whether the scene is another.

        The game stands still while a menu is open, and when it is over.

        Args:
            dt: seconds since the last tick.
        """
        if self._closed:
            return False
        before = self._scene
        self._busy = True
        try:
            changed = self._toasts.advance(dt)
            if not self._menus and not self._is_over:
                changed = self._pass(dt) or changed
        except TalewrightError as error:
            self._report(error, "tick")
            changed = True
        finally:
            self._busy = False
        if changed or self._waiting:
            self._settled()
        return self._scene is not before

    def act(self, name: str, *args: object) -> bool:
        """Do an action, and say whether it did anything; one that makes no sense now does nothing.

        Called by what the stage itself calls (a command, a listener), it is done when that is over.

        Args:
            name: an `Action`, or its text.
            args: of "choose" the number of the choice, or its id; of "skip" and "auto" True or False; of "save" and
                "load" the slot; of "console" the line.
        """
        if self._closed:
            return False
        if self._busy:
            self._waiting.append((name, args))
            return True
        with self._entered():
            return self._done(name, args)

    def key(self, name: str | None) -> bool:
        """Do what a key means, and say whether it did anything.

        Args:
            name: as `Keys` has them; digits choose. None and unknown ones do nothing.
        """
        if not name or self._closed or self._busy:
            return False
        menu = self._menus[-1] if self._menus else None
        if menu is not None:
            with self._entered():
                if self._guarded(lambda: menu.key(name)):
                    return True
            if menu.typing and key_name(name) == "backspace":
                return self.type("\b")
            if menu.typing and (len(name) == 1 or key_name(name) == "space"):
                return False  # it comes as text
        action = self._keymap[name]
        if action is not None:
            return self.act(action)
        if len(name) == 1 and name in "123456789":
            return self.click(f"choice:{name}") if menu is None else self._enter(int(name) - 1)
        if menu is None and (self._auto or self._skipping):  # any input stops them
            with self._entered():
                self._auto = self._skipping = False
        return False

    def type(self, text: str) -> bool:
        """Give typed text to the menu that takes it, and say whether there is one."""
        menu = self._menus[-1] if self._menus and not self._closed and not self._busy else None
        if menu is None or not menu.typing:
            return False
        with self._entered():
            self._guarded(lambda: menu.type(text))
        return True

    def click(self, target: str) -> bool:
        """Do what was pressed, and say whether it did anything.

        Args:
            target: "choice:2", "row:slot1", or an action ("go").
        """
        what, _, which = target.partition(":")
        if what == "choice":
            scene, acts = self._drawn
            drawn = which.isascii() and which.isdigit() and 0 < int(which[:6]) <= len(scene.choices)
            # What was pressed is what was on show: what has come since is not meant, though it has the same number.
            return drawn and acts == self._acts and not self._menus and self.act(Action.CHOOSE, int(which[:6]))
        if what == "row" and self._menu is not None:
            ids = [row.id for row in self._menu.rows]
            return which in ids and self._enter(ids.index(which))
        return not which and self.act(what)

    def voice_ended(self, line_id: str) -> None:
        """Say that the sound of a line has ended."""
        self._voiced = line_id

    def close(self) -> None:
        """Save, and let the game go; the stage is done. Calling it again does nothing."""
        if self._closed:
            return
        self.done = self._closed = True
        self._guarded(self._save_leaving)
        self._leave()

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
        self._say(f"{row.speaker}: {row.text}" if row.speaker else row.text, "line")

    @_entering
    def run(self, line: str) -> str:
        """Run a console line with the player's right and return what it says; what is wrong with it, too."""
        word = line.split(maxsplit=1)[:1]
        try:
            return self._played(lambda: self.game.run(line, right=self.right))
        except TalewrightError as error:
            if self.right > Right.PLAYER:
                return str(error)
            known = set(map(fold, commands_of(self.game, self.right)))
            return error.message if word and fold(word[0].strip('"')) in known else self.texts["UnknownCommand"]

    @_entering
    def new_game(self) -> None:
        """Begin anew; all menus close.

        Raises:
            ProjectError: the game's own code cannot build it.
        """
        self._save_leaving()
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

    def _settled(self) -> None:
        """Do what was asked for meanwhile, and make the scene anew."""
        for _ in range(len(self._waiting)):  # what that asks for is done the next time
            name, args = self._waiting.popleft()
            self._busy = True
            try:
                self._done(name, args)
            finally:
                self._busy = False
        self._tell_faults()
        before, focus = self._scene, self._menu and self._menu.focus
        self._menu = self._top()
        scene = self._presented()
        if self._menu is not None:
            scene = replace(scene, mode=Mode.MENU, menu=self._menu)
            if self._menu.rows and 0 <= self._menu.focus != focus:
                row = self._menu.rows[self._menu.focus]
                self._say(f"{row.text} {row.value}".strip(), "row")
        elif scene.choices and scene.choices != before.choices:
            for choice in scene.choices:
                self._say(f"{choice.number}. {choice.text}", "choice")
        if scene != before:
            self._scene = scene

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
            self.toast(self.texts[badly], "fault")
            self._for_author(str(error))
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

    def _save_leaving(self) -> None:
        self._save_auto(leaving=True)

    def _enter(self, at: int) -> bool:
        """Put the focus on a row of the menu, and do what Enter does."""
        if self._menu is None or not 0 <= at < len(self._menu.rows):
            return False
        self._menus[-1].focus = at
        return self.act(Action.CONFIRM)

    def _done(self, name: str, args: tuple[object, ...]) -> bool:
        try:
            action = Action(name)
        except ValueError:
            self._for_author(str(Misuse(f"there is no action {name!r}", hint=f"one of {', '.join(Action)}")))
            return False
        if action not in (Action.AUTO, Action.SKIP):
            self._auto = self._skipping = False
        if self._hidden:  # what was hidden comes back first
            self._hidden = False
            if action in (Action.GO, Action.CONFIRM, Action.CHOOSE, Action.HIDE):
                return True
        always = {Action.QUIT: self._quit, Action.QUICK_SAVE: self._quick_save, Action.QUICK_LOAD: self._quick_load}
        if action in always:
            return self._guarded(always[action])
        if self._menus:
            return self._guarded(lambda: self._in_menu(action))
        if self._is_over and action not in _WHEN_OVER:
            return False
        return self._guarded(lambda: self._on_stage(action, args))

    def _on_stage(self, action: Action, args: tuple[object, ...]) -> object:
        """Do an action where no menu is open."""
        word = args[0] if args else None
        match action:
            case Action.GO:
                return self._go_on()
            case Action.CONFIRM:
                return self._choose(self._focus) if self._focus and self._choices else self._go_on()
            case Action.CHOOSE:
                return self._choose(self._number(word))
            case Action.SKIP | Action.AUTO:
                return self._switch(action, word)
            case Action.BACK:
                return self._went(self._trail.back(self.backlog.rows))
            case Action.FORWARD:
                return self._went(self._trail.forward())
            case Action.UP | Action.DOWN:
                return self._move(-1 if action is Action.UP else 1)
            case Action.HIDE:
                self._hidden = True
                return True
            case Action.REPEAT:
                return self._repeat()
            case Action.CANCEL | Action.LEFT | Action.RIGHT:
                return False
            case _:
                return self._opened(action, args)

    def _in_menu(self, action: Action) -> object:
        """Do an action where a menu is open: it is the menu's."""
        menu = self._menus[-1]
        rows = self._menu.rows if self._menu is not None else ()
        match action:
            case Action.UP | Action.BACK | Action.DOWN | Action.FORWARD:
                if rows:
                    by = -1 if action in (Action.UP, Action.BACK) else 1
                    menu.focus = (menu.focus + by) % len(rows)
                return bool(rows)
            case Action.LEFT | Action.RIGHT:
                menu.change(-1 if action is Action.LEFT else 1)
                return True
            case Action.CONFIRM | Action.GO:
                if rows and not rows[menu.focus].enabled:
                    self.toast(rows[menu.focus].reason, "refused")
                    return False
                menu.enter()
                return True
            case Action.CANCEL | Action.MENU:
                if not menu.cancel() and menu in self._menus:
                    self._menus.remove(menu)
                return True
            case _ if action.value in MENUS and action.value != menu.name:
                self.open_menu(action.value)
                return True
            case _:
                return False

    def _opened(self, action: Action, args: tuple[object, ...]) -> bool:
        """Do an action that opens a menu, or what it is for, where it is told that."""
        word = args[0] if args else None
        if isinstance(word, str):
            match action:
                case Action.SAVE:
                    return self.save_slot(word)
                case Action.LOAD:
                    return self.load_slot(word)
                case Action.CONSOLE:
                    self.toast(self.run(word), "console")
                    return True
        if action.value not in MENUS or (args and not isinstance(word, str)):
            return False
        self.open_menu(action.value)
        return True

    def _number(self, wanted: object) -> int:
        """Return the number of a choice that is given by it, or by its id; 0 of none."""
        if isinstance(wanted, int) and not isinstance(wanted, bool):
            return wanted
        return next((choice.number for choice in self._choices if choice.id == wanted), 0)

    def _switch(self, action: Action, wanted: object) -> bool:
        """Let lines go on by themselves, or skip those that were seen; or stop that."""
        on = not (self._skipping if action is Action.SKIP else self._auto) if wanted is None else bool(wanted)
        self._skipping = on and action is Action.SKIP and self._may_skip and self.game.conversation is not None
        self._auto = on and action is Action.AUTO
        self._since = 0.0
        self._marking = True
        return self._skipping or self._auto or not on

    def _repeat(self) -> bool:
        line = self._showing.line
        if line is None:
            return False
        self._showing.repeat()
        self._say(f"{line.speaker}: {line.text}" if line.speaker else line.text, "line")
        return True

    def _quit(self) -> bool:
        self._save_leaving()
        self.done = True
        return True

    def _quick_save(self) -> bool:
        return self._tried(lambda: self._saver.quick_save(self._preview, self._pictured()), "Saved", "NotSaved")

    def _quick_load(self) -> bool:
        return self._loaded(lambda: quick_load(self.game))


_WHEN_OVER = frozenset(
    (Action.BACK, Action.FORWARD, Action.LOG, Action.LOAD, Action.SETTINGS, Action.MENU, Action.CONSOLE, Action.HIDE)
)
