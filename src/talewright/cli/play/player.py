"""The player of scripts: lines of input in, lines of output out.

One input a line: an empty line goes on, a number or a reply's id chooses, ``/command ...`` is a line for the console,
``step N`` lets N frames pass, ``#`` begins a comment; ``/talk``, ``/save``, ``/load``, ``/help`` and ``/quit`` are the
player's own. A line that cannot be done gives one message and stops nothing. Knows neither terminal nor files nor
clocks, so the same inputs give the same outputs; after each input the game makes a frame of no time, in which what was
posted arrives.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator
from typing import TYPE_CHECKING

from talewright.cli.output import Said, described, said, system_error, unexpected
from talewright.cli.play import people
from talewright.dialogue import NoOptions
from talewright.errors import Misuse, NotFound, TalewrightError
from talewright.game import CommandRan, Conversation, Game, commands_of
from talewright.messaging import Fault
from talewright.names import fold
from talewright.stage import talker_name

if TYPE_CHECKING:
    from talewright.dialogue import Position

FRAME = 1 / 60
"""Seconds of a frame that `step` makes."""

MAX_STEPS = 1_000_000

_HELP = (
    ("(an empty line)", "Go on."),
    ("1, 2, ...", "Choose; a reply's id does, too."),
    ("/talk WHO", "Talk to somebody: an object, an address or a dialogue."),
    ("/save SLOT", "Save the game."),
    ("/load SLOT", "Load it, in the middle of a conversation, too."),
    ("step N", "Let N frames of 1/60 s pass."),
    ("/quit", "Leave."),
)


def collected(output: Iterator[Said]) -> list[Said]:
    """Return what is printed, and behind it what ended it too early."""
    printed: list[Said] = []
    try:
        for piece in output:
            printed.append(piece)  # noqa: PERF402 - what came before an error is printed, too
    except TalewrightError as error:
        printed.append(Said("error", described(error)))
    except OSError as error:
        printed.append(Said("error", f"error: {system_error(error)}"))
    except Exception as error:  # a fault in the game's own code must not end the session
        printed.append(Said("error", described(unexpected(error))))
    return printed


def reloaded(game: Game, what: str) -> Generator[Said, None, bool]:
    """Put the project as it is on the disk now under a game, and say how that went; returns whether it is there.

    Args:
        game: the game.
        what: what changed, as people are told it.
    """
    known = set(game.project.report)
    try:
        report = game.reload()
    except Exception:
        yield said.marker(f"not reloaded: {what}")
        raise
    if report.errors:
        yield said.marker(f"not reloaded: {what}; the game goes on as it was")
        yield from (Said("error", str(finding)) for finding in report.errors)
        return False
    yield said.marker(f"reloaded: {what}")
    moved = report.moved
    yield from (Said("aside", str(f)) for f in report if f.message not in moved and f not in known)
    if report.tags.added or report.tags.removed or report.tags.renamed:
        yield said.marker(f"tags: {said.tags(report.tags)}")
    yield from (said.marker(text) for text in moved)
    return True


class Player:
    """Plays a game by lines of text.

    Args:
        game: not started yet.

    Attributes:
        failed: a line could not be done, or a script of the game failed.
        done: `/quit` was written; nothing more is read.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.failed = False
        self.done = False
        self._faults: list[Fault] = []
        self._talk: Conversation | None = None
        self._turn = 0
        self._position: Position | None = None
        game.worlds.on_fault = self._faults.append
        self._own: dict[str, Callable[[list[str]], Iterator[Said]]] = {
            "talk": self._do_talk,
            "save": self._do_save,
            "load": self._do_load,
            "help": self._do_help,
            "quit": self._do_quit,
        }

    # -- what a host calls

    def begin(self) -> list[Said]:
        """Start the game and show what it begins with."""
        return self._collect(self._begin())

    def feed(self, text: str) -> list[Said]:
        """Take one line of input and return what it prints."""
        text = text.strip()
        return [] if text.startswith("#") else self._collect(self._do(text))

    def reload(self, what: str) -> list[Said]:
        """Put the project as it is on the disk now under the game, and give what that prints.

        Args:
            what: what changed, as people are told it.
        """
        return self._collect(self._reload(what))

    # -- one input

    def _collect(self, output: Iterator[Said]) -> list[Said]:
        printed = collected(output)
        printed += self._take_faults()
        self.done = self.done or self.game.worlds.exit_code is not None  # a script of the game posted "exit"
        self.failed = self.failed or any(piece.failed for piece in printed)
        return printed

    def _begin(self) -> Iterator[Said]:
        self.game.start()
        yield from self._show()

    def _do(self, text: str) -> Iterator[Said]:
        word, _, rest = text.partition(" ")
        if text.startswith("/"):
            yield from self._command(text[1:].strip())
        elif word == "step":
            yield from self._step(rest.strip())
        elif text:
            yield from self._choose(text)
        else:
            yield from self._go_on()

    def _go_on(self) -> Iterator[Said]:
        talk = self.game.conversation
        if talk is None:
            yield said.marker("nobody is talking")
        elif talk.options:
            raise Misuse("there is something to choose", hint=self._choices(talk))
        else:
            yield from self._events(talk.advance())
            yield from self._settle(acted=True)

    def _choose(self, text: str) -> Iterator[Said]:
        talk = self.game.conversation
        if talk is None or not talk.options:
            what = "nobody is talking" if talk is None else "there is nothing to choose"
            raise Misuse(f"{what}, so {text!r} means nothing", hint=self._meant(text, talk))
        wanted: str | int = text
        if text.isascii() and text.isdigit():
            wanted = int(text[:9]) - 1
            if not 0 <= wanted < len(talk.options):
                raise NotFound(f"there is no option {text[:9]}", hint=self._choices(talk))
        elif self._is_command(text) and not any(text in (o.id, o.text) for o in talk.options):
            raise Misuse(f"there is no option {text!r}", hint=self._meant(text, talk))
        yield from self._events(talk.choose(wanted))
        yield from self._settle(acted=True)

    def _step(self, count: str) -> Iterator[Said]:
        if not (count.isascii() and count.isdigit()) or len(count) > 9 or not 0 < int(count) <= MAX_STEPS:
            raise Misuse(
                f"step takes a number of frames, not {count!r}", hint=f"step 60 is a second; {MAX_STEPS} at most"
            )
        for _ in range(int(count)):
            self.game.step(FRAME)
        yield from self._show()

    def _command(self, line: str) -> Iterator[Said]:
        words = line.split()
        if not words:
            raise Misuse("a slash alone means nothing", hint="write /help")
        own = self._own.get(words[0].lower())
        if own is not None:
            yield from own(words[1:])
        elif words[0].lower() == "step":
            yield from self._step(" ".join(words[1:]))
        else:
            output = self._console(line)
            if output:
                yield Said("console", output)
            yield from self._settle(acted=False)

    def _console(self, line: str) -> str:
        """Run a console line; here commands have a slash in front, so hints get one, too."""
        try:
            return self.game.run(line)
        except TalewrightError as error:
            names = "|".join(map(re.escape, commands_of(self.game)))
            error.hint = re.sub(rf"\b(write|or) (?=(?:{names})\b)", r"\1 /", error.hint)
            raise

    # -- a changed project

    def _reload(self, what: str) -> Iterator[Said]:
        talk = self._talk
        before = self._visible(talk)
        if not (yield from reloaded(self.game, what)):
            return
        if talk is not None and talk.alive and self._visible(talk) == before:  # another place, but all looks the same
            self._turn, self._position = talk.turn, talk.position
            yield from self._settle(acted=False)
        else:
            yield from self._settle(acted=True)

    def _visible(self, talk: Conversation | None) -> object:
        return None if talk is None else (talk.line, talk.options)

    # -- the player's own commands

    def _do_talk(self, words: list[str]) -> Iterator[Said]:
        talk = people.find(self.game, " ".join(words))
        now = self.game.conversation
        if talk.playing and now is not None and now is not talk:
            yield said.marker(f"{talker_name(talk)} waits until {talker_name(now)} has said it all")
        elif talk.playing:
            yield said.marker("already talking")
        else:
            talk.start()
        yield from self._settle(acted=True)

    def _do_save(self, words: list[str]) -> Iterator[Said]:
        slot = self._slot("save", words)
        report = self.game.save(slot)
        yield Said("console", f"saved {slot}")
        if report.kept is not None:  # its name holds a number that no two runs share
            yield Said("aside", f"-- another game's {slot} was set aside, beside it --")
        for name, why in report.skipped.items():
            yield said.marker(f"not saved: {name}: {why}")

    def _do_load(self, words: list[str]) -> Iterator[Said]:
        slot = self._slot("load", words)
        report = self.game.load(slot)
        yield Said("console", f"loaded {slot}")
        for step in report.migrated:
            yield said.marker(f"migrated: {step}")
        for note in (*report.moved, *report.unknown):
            yield said.marker(note)
        self._talk = None
        yield from self._show(acted=True)

    def _do_help(self, words: list[str]) -> Iterator[Said]:
        if words and words[0].lower() in self._own:
            wanted = words[0].lower()
            yield Said("console", "\n".join(f"{what}  {why}" for what, why in _HELP if what.startswith(f"/{wanted}")))
        elif words:
            yield Said("console", self.game.run("help " + " ".join(words)))
        else:
            width = max(len(what) for what, _ in _HELP)
            yield Said("console", "\n".join(f"{what:<{width}}  {why}" for what, why in _HELP))
            yield Said("console", f"\nThe console, with a slash before each:\n{self.game.run('help')}")

    def _do_quit(self, words: list[str]) -> Iterator[Said]:
        if words:
            raise Misuse(f"/quit does not take {words[0]!r}", hint="write /quit to leave")
        self.done = True
        yield from ()

    def _slot(self, verb: str, words: list[str]) -> str:
        if len(words) == 1:
            return words[0]
        slots = ", ".join(slot for slot in self.game.saves.slots() if "." not in slot)
        there = f"; there are {slots}" if slots else ""
        raise Misuse(f"{verb} takes the name of one slot", hint=f"/{verb} slot1{there}")

    # -- what is shown

    def _settle(self, *, acted: bool) -> Iterator[Said]:
        """Let what was posted arrive, then show where the conversation stands."""
        self.game.step()
        yield from self._show(acted=acted)

    def _events(self, events: tuple[object, ...]) -> Iterator[Said]:
        """Show what happened on the way and is not to be seen any more; where it stopped, `_show` shows."""
        for event in events:
            if isinstance(event, CommandRan) and event.text:
                yield Said("console", event.text)
            elif isinstance(event, NoOptions):
                yield from (said.option(n, o) for n, o in enumerate(event.options, 1))

    def _show(self, *, acted: bool = False) -> Iterator[Said]:
        game, before = self.game, self._talk
        playing = game.conversations
        over = before is not None and not any(c is before and c.turn == self._turn for c in playing)
        if over:
            yield said.marker("end of the conversation")
        now = self._talk = playing[-1] if playing else None
        if now is None:
            return
        if over and now.turn < self._turn:
            yield said.marker(f"{talker_name(now)} is still waiting")
        elif before is not None and now is not before and before.playing:
            yield said.marker(f"{talker_name(before)} waits")
        moved = now is not before or over or now.turn != self._turn or now.position != self._position
        self._turn, self._position = now.turn, now.position
        if moved or acted:
            if now.line is not None:
                yield said.line(now.line)
            yield from (said.option(n, o) for n, o in enumerate(now.options, 1))

    def _take_faults(self) -> list[Said]:
        taken = [f"fault: {f.text}" + (f"\n  hint: {f.hint}" if f.hint else "") for f in self._faults]
        self._faults.clear()
        return [Said("fault", text) for text in taken]

    def _choices(self, talk: Conversation) -> str:
        free = [f"{n} ({o.id})" for n, o in enumerate(talk.options, 1) if o.available]
        return f"choose {' or '.join(free)}"

    def _is_command(self, text: str) -> bool:
        word = fold(text.split()[0])
        return word in self._own or any(fold(name) == word for name in commands_of(self.game))

    def _meant(self, text: str, talk: Conversation | None) -> str:
        if self._is_command(text):
            return f"commands begin with a slash: /{text}"
        if talk is not None:
            return "an empty line goes on"
        return "/talk WHO begins a conversation; /help shows everything"
