"""`PlainView`: typed lines in, printed lines out.

Decides what a typed line means to the stage, and what may be typed next. What may be done, and what it does, is the
stage's. Knows neither a terminal nor a clock, so it is also the view of a program that has lines alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from talewright.game import Right, command_named, commands_of, complete, phrases
from talewright.names import fold
from talewright.stage import Action, Mode, Stage
from talewright.views.plain.printing import Printed, Printer

KEYS = {"\x1b[5~": "/back", "\x1b[6~": "/forward"}
"""PageUp and PageDown as terminals send them: a line holds them where nothing else took them for keys."""

VERBS = 3
"""How many verbs of the game the first lines name."""

_WORDLESS = frozenset(("choose", "console", "go", "confirm", "cancel", "up", "down", "left", "right", "hide"))
"""Actions without a word of their own: an empty line, numbers and verbs stand for them."""

_HELP = ("back", "forward", "save", "load", "log", "bag", "menu", "help", "quit")


class PlainView:
    """Shows a stage by lines of text, and plays it by lines of text (people.md section 7).

    An empty line goes on, a number or the words of a choice choose, ``/back 2`` is an action, ``/look`` a verb of the
    game, which needs no slash where it is no choice. In a menu a number takes a row, ``2+`` and ``2-`` change its
    value, and an empty line leaves it.

    Args:
        stage: not begun yet.
        plain: one thing a line, in words, as for a screen reader: "Choice 1 of 3".

    Attributes:
        stage: the stage.
        plain: whether lines are as for a screen reader; also where ``[Stage] ScreenReader`` says so.

    >>> from talewright.game import Game
    >>> from talewright.savegame import MemoryStore
    >>> view = PlainView(Stage(Game(saves=MemoryStore(), seed=0)))
    >>> [piece.text for piece in view.begin()]
    ['Enter goes on, a number chooses, /help shows everything, /quit saves and leaves.']
    >>> [piece.text for piece in view.feed("/back")]
    ['There is no way back from here.']
    """

    def __init__(self, stage: Stage, *, plain: bool = False) -> None:
        self.stage = stage
        self.plain = plain or stage.settings.ScreenReader
        stage.still = True  # lines come whole
        self._printer = Printer(self._say, plain=self.plain)
        self._own: dict[str, Callable[[str], list[Printed]]] = {
            "help": self._help,
            "quit": lambda _: self._act(Action.QUIT),
            "back": lambda rest: self._walk(Action.BACK, rest),
            "forward": lambda rest: self._walk(Action.FORWARD, rest),
            "save": lambda rest: self._act(Action.SAVE, rest),
            "load": lambda rest: self._act(Action.LOAD, rest),
            "dev": self._dev,
        }

    # -- what a host calls

    def begin(self) -> list[Printed]:
        """Begin the game, or go on with it, and return what is printed first: title, premise, goal, verbs.

        Where a save is gone on with, the menu is open, in which that stands first.

        Raises:
            ProjectError: the game's own code cannot build it.
        """
        self.stage.begin()
        if self.stage.game.loaded:
            self.stage.act(Action.MENU)
        return [*self._first(), *self._news(again=True)]

    def feed(self, line: str) -> list[Printed]:
        """Take a typed line, and return what it prints."""
        text = next((meant for key, meant in KEYS.items() if key in line), line).strip()
        if self._printer.scene.menu is not None:
            notes = self._in_menu(text)
        elif not text:
            notes = self._go_on()
        elif text.isdecimal():
            notes = self._choose(int(text[:6]))
        elif text.startswith("/"):
            notes = self._command(text[1:].strip())
        else:
            notes = self._words(text)
        return [*notes, *self._news()]

    def tick(self, dt: float) -> list[Printed]:
        """Let seconds pass, and return what they print."""
        return self._news() if self.stage.tick(dt) else []

    def prompt(self) -> str:
        """Return what is possible now, in a few characters."""
        scene = self._printer.scene
        if self.plain:
            return "> "
        open_rows = [row.enabled for row in (scene.choices if scene.menu is None else scene.menu.rows)]
        free = [number for number, enabled in enumerate(open_rows, 1) if enabled]
        if free:
            what = self._say("Choosing", numbers=_ranges(free))
        else:
            what = self._say("Going" if scene.menu or scene.mode is Mode.TALK else "Free")
        return f"[{what}] > "

    def complete(self, text: str) -> list[str]:
        """Return what an unfinished line may become, whole lines, sorted; nothing that may not be done is offered.

        Args:
            text: the line up to the cursor.
        """
        text = text.lstrip()
        slash, body = ("/", text[1:]) if text.startswith("/") else ("", text)
        word, blank, _ = body.partition(" ")
        scene = self._printer.scene
        known: list[str] = []
        if scene.menu is not None and not slash:
            found = [row.text for row in scene.menu.rows if row.enabled]
        elif blank and fold(word) in ("save", "load"):
            found = [f"{word} {slot}" for slot in self.stage.game.saves.slots()]
        else:
            head = body.rpartition('"')[0] if body.count('"') % 2 else body[: body.rfind(" ") + 1]
            known = [head + last for last in complete(self.stage.game, body, self.stage.right)]
            found = [_phrase(choice.id) for choice in scene.choices if choice.enabled and scene.mode is Mode.FREE]
            if blank and not known and not any(fold(one).startswith(f"{fold(word)} ") for one in found):
                names = [*scene.people, *(row.text for row in scene.bag), *(row.id for row in scene.bag)]
                found = [f"{word} {name}" for name in names] if self._is_verb(word) else []
            elif not blank and slash:
                found += [*self._own, *self._actions]
            elif not blank and scene.mode is not Mode.FREE:
                found += [choice.text for choice in scene.choices if choice.enabled]
        known += [line for line in found if fold(line).startswith(fold(body)) and self._is_open(line)]
        return sorted({slash + line for line in known}, key=fold)

    # -- what a typed line means

    def _go_on(self) -> list[Printed]:
        if self.stage.act(Action.GO):
            return []
        choices = self._printer.scene.choices
        return [self.note("ChooseOne" if choices else "NothingHappens"), *self._news(again=bool(choices))]

    def _choose(self, number: int) -> list[Printed]:
        choices = self._printer.scene.choices
        if not choices:
            return [self.note("NothingToChoose")]
        if not 1 <= number <= len(choices):
            return [self.note("NoChoice", number=number)]
        did = self.stage.click(f"choice:{number}")
        return [] if did else [self.note("NotAvailable")]

    def _words(self, text: str) -> list[Printed]:
        """Do what words without a slash mean: a choice, else a verb."""
        for choice in self._printer.scene.choices:
            if fold(text) in (fold(choice.text), fold(choice.id), fold(_phrase(choice.id))):
                return self._choose(choice.number)
        word = fold(text.split()[0])
        known = self._is_verb(word) or word in self._own or word in self._actions
        return self._command(text) if known else [self.note("Unknown", word=text)]

    def _command(self, line: str) -> list[Printed]:
        word, _, rest = line.partition(" ")
        own = self._own.get(fold(word)) if self._is_open(word) else None
        if own is not None:
            return own(rest.strip())
        if self._is_verb(word):
            return self._act(Action.CONSOLE, line)
        if fold(word) in self._actions:
            return self._act(Action(fold(word)))
        for choice in self._printer.scene.choices:
            if fold(line) == fold(_phrase(choice.id)):
                return self._choose(choice.number)
        return [self.note("Unknown", word=f"/{line}")]

    def _act(self, action: Action, argument: str = "") -> list[Printed]:
        if self.stage.act(action, *([argument] if argument else [])):
            return []
        return self._news() or [self.note("NotHere", word=f"/{action}")]  # the stage may have said why

    def _walk(self, action: Action, rest: str) -> list[Printed]:
        """Go so many steps back or forward, as far as there is a way."""
        steps = int(rest[:4]) if rest.isdecimal() else 1
        done = 0
        while done < steps and self.stage.act(action):
            done += 1
        if not done:
            return [self.note("NoWayBack" if action is Action.BACK else "NoWayForward")]
        return self._news(again=True)

    def _in_menu(self, text: str) -> list[Printed]:
        """Do what a line means in a menu: a row by its number or its words, its value, the way out, text, a key."""
        stage, menu = self.stage, self._printer.scene.menu
        rows = menu.rows if menu is not None else ()
        number, change = (text[:-1], text[-1:]) if text[-1:] in ("+", "-") else (text, "")
        at = int(number[:6]) - 1 if number.isdecimal() else -1
        at = next((n for n, row in enumerate(rows) if fold(row.text) == fold(text)), at)
        if not text:
            stage.act(Action.CANCEL)
        elif menu is not None and menu.typing:
            stage.type(text)
            stage.act(Action.CONFIRM)
        elif 0 <= at < len(rows) and change:
            for _ in range((at - menu.focus) % len(rows) if menu is not None else 0):
                stage.act(Action.DOWN)
            stage.act(Action.RIGHT if change == "+" else Action.LEFT)
        elif 0 <= at < len(rows):
            return [] if stage.click(f"row:{rows[at].id}") else [self.note("NotAvailable")]
        elif number.isdecimal():
            return [self.note("NoChoice", number=at + 1)]
        elif text.startswith("/"):
            return self._command(text[1:].strip())
        elif not stage.key(text):
            return [self.note("Unknown", word=text)]
        return []

    # -- words of its own

    def _help(self, rest: str) -> list[Printed]:
        if (word := rest.removeprefix("/")) in _HELP and not self._is_verb(word):
            row = (f"/{word}", self._say(f"Help{word.title()}"))
            return [Printed("note", _table([row], plain=self.plain)[0])]
        if rest:
            return self._act(Action.CONSOLE, f"help {rest}")
        rows = [(self._say("Going"), self._say("HelpGo")), ("1, 2, ...", self._say("HelpChoose"))]
        rows += [(f"/{word}", self._say(f"Help{word.title()}")) for word in _HELP]
        verbs = [(one.usage, one.summary) for one in self._verbs()]
        printed = [Printed("note", line) for line in _table(rows, plain=self.plain)]
        if verbs:
            printed.append(Printed("title", self._say("HelpVerbs")))
            printed += (Printed("note", line) for line in _table(verbs, plain=self.plain))
        return printed

    def _dev(self, rest: str) -> list[Printed]:
        self.stage.right = Right.AUTHOR
        return [self.note("Author")]

    def _first(self) -> list[Printed]:
        """Return the first lines: what this is, what it is about, what the player wants, what can be typed."""
        settings = self.stage.game.project.settings
        title = settings.title(self.stage.game.project.folder)
        printed = [Printed("title", title)] if title else []
        printed += [Printed("note", settings.Premise)] if settings.Premise else []
        printed += [self.note("Goal", goal=settings.Goal)] if settings.Goal else []
        named: dict[str, str] = {}
        for one in self._verbs():
            named.setdefault(one.summary or one.name, one.usage)  # one word of those that mean the same
        verbs = ", ".join(list(named.values())[:VERBS])
        return [*printed, *([self.note("Verbs", verbs=verbs)] if verbs else []), self.note("HowTo")]

    def _verbs(self) -> list[Any]:
        """Return the commands of the game that may be run."""
        return [one for name, one in commands_of(self.stage.game, self.stage.right).items() if name != "help"]

    def _is_verb(self, word: str) -> bool:
        found = command_named(self.stage.game, word, self.stage.right)
        return found is not None and found.name != "help"

    def _is_open(self, word: str) -> bool:
        return fold(word) != "dev" or self.stage.game.project.settings.DevConsole

    @property
    def _actions(self) -> list[str]:
        return [action.value for action in Action if action.value not in _WORDLESS]

    # -- what is printed

    def _news(self, *, again: bool = False) -> list[Printed]:
        stage = self.stage
        while (line := stage.scene.line) is not None and not line.complete and stage.act(Action.GO):
            pass
        return self._printer.news(stage.scene, stage.backlog.rows, again=again)

    def _say(self, key: str, **values: Any) -> str:
        language = self.stage.settings.Language or self.stage.game.locale
        return phrases("talewright.views", language)[key].format(**values)

    def note(self, key: str, **values: Any) -> Printed:
        """Return one of the texts of the views, to be printed."""
        return Printed("note", self._say(key, **values))


def _phrase(id: str) -> str:
    """Return a deed as one types it.

    >>> _phrase("unlock:chest:key"), _phrase("talk:cellar:/rat")
    ('unlock chest key', 'talk rat')
    """
    verb, _, rest = id.partition(":")
    return " ".join([verb, *rest.rpartition("/")[2].split(":")]).strip()


def _table(rows: list[tuple[str, str]], *, plain: bool) -> list[str]:
    """Return rows of two columns; one thing a line where a screen reader reads them."""
    width = max(len(what) for what, _ in rows)
    return [f"{what}: {why}" if plain and why else f"{what:<{width}}  {why}".rstrip() for what, why in rows]


def _ranges(numbers: list[int]) -> str:
    """Return numbers in few characters.

    >>> _ranges([1, 2, 3, 5])
    '1-3, 5'
    """
    found: list[list[int]] = []
    for number in numbers:
        if found and found[-1][-1] == number - 1:
            found[-1].append(number)
        else:
            found.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in found)
