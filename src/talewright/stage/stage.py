"""`Stage`: a game as a player sees it and plays it, without a window.

A view draws `Stage.scene` and sends keys, clicks and actions; it never touches the game. Decides what each of them
means where the player is: on a line, before a choice, among deeds, in a menu. Nothing that a player does raises: what
is refused does nothing or is said in a notice, what breaks is a fault of the game (people.md section 6).
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

from talewright.errors import Misuse
from talewright.game import Game, Right, quick_load
from talewright.stage.actions import Action
from talewright.stage.hosting import Host
from talewright.stage.keys import key_name
from talewright.stage.menus import MENUS
from talewright.stage.scene import Scene


class Stage(Host):
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
        super().__init__(game, right=right, clock=clock)
        self._ticked = self._scene

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
        """What the player sees now; the same object until it changes. Keys and clicks mean what was on the last one.

        What the host itself did to the game since (`Game.load`, `Game.rollback`, `Game.reload`, an object that is gone)
        is on it.
        """
        self._catch_up()
        self._drawn = self._scene, self._acts
        return self._scene

    def begin(self) -> None:
        """Go on with the newest save, where there is one and ``[Stage] Resume`` says so; else begin a new game.

        A game that was started or loaded already goes on as it is.

        Raises:
            ProjectError: the game's own code cannot build it.
        """
        if self._closed:
            return
        with self._entered():
            if not self.game.state.started and not self._resumed():
                self.game.start()
            self._settle()
        self._ticked = self._scene

    def tick(self, dt: float) -> bool:
        """Let seconds of real time pass, and say whether the scene is another than after the last tick.

        So a view that draws where this says so shows what keys and clicks did meanwhile, too. The game stands still
        while a menu is open, and when it is over.

        Args:
            dt: seconds since the last tick. What is no number of seconds lets no time pass, and is a fault of the view.
        """
        if self._closed or self._busy:
            return False
        self._busy = True
        try:
            if isinstance(dt, bool) or not isinstance(dt, (int, float)) or not 0 <= dt < math.inf:
                raise Misuse(f"a tick of {dt!r:.40}", hint="seconds since the last tick, 0 or more")
            dt = float(dt)
            changed = self._toasts.advance(dt)
            if self._is_over:
                changed = self._showing.write(dt) or changed
            elif not self._menus:
                changed = self._pass(dt) or changed
        except Exception as error:  # a component of the game that cannot say what it offers, a clock that ran backwards
            self._report(error, "tick")
            changed = True
        finally:
            self._busy = False
        if changed or self._waiting or self._is_behind:
            self._settled()
        before, self._ticked = self._ticked, self._scene
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
        self._catch_up()
        with self._entered():
            return self._done(name, args)

    def key(self, name: str | None) -> bool:
        """Do what a key means, and say whether it did anything.

        Args:
            name: as `Keys` has them; digits choose. None and unknown ones do nothing.
        """
        if not name or not isinstance(name, str) or self._closed or self._busy:
            return False
        self._catch_up()
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
        if menu is None or not menu.typing or not isinstance(text, str):
            return False
        with self._entered():
            self._guarded(lambda: menu.type(text))
        return True

    def click(self, target: str) -> bool:
        """Do what was pressed, and say whether it did anything.

        Args:
            target: "choice:2", "row:slot1", or an action ("go"); anything else does nothing.
        """
        if not isinstance(target, str) or self._closed:
            return False
        if not self._busy:
            self._catch_up()
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
        self._guarded(lambda: self._save_auto(leaving=True))
        self._leave()

    # -- inside

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
        self._say(self._preview, "line")
        return True

    def _quit(self) -> bool:
        self._save_auto(leaving=True)
        self.done = True
        return True

    def _quick_save(self) -> bool:
        return self._tried(lambda: self._saver.quick_save(self._preview, self._pictured()), "Saved", "NotSaved")

    def _quick_load(self) -> bool:
        return self._loaded(lambda: quick_load(self.game))


_WHEN_OVER = frozenset(
    (
        *(Action.GO, Action.CONFIRM, Action.BACK, Action.FORWARD, Action.LOG, Action.LOAD, Action.SETTINGS),
        *(Action.MENU, Action.CONSOLE, Action.HIDE),
    )
)
