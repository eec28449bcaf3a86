"""Play logs: the inputs of a game as text, and what they made, so that a run can be played again.

Decides what an input is: whatever the host does between steps (API, section 3, rule 2): it posts, gives input, starts,
advances and chooses in conversations, runs console lines, and lets time pass. A `PlayLog` does these things to a game
and writes each down; after every input it writes what was shown, and a digest of the whole state where it is asked for.
With the seed these are the whole run: `replay` does them again and stops at the first difference, naming it.

    talewright play log 1
    seed 7
    states true
    start
    talk main:/smith#talk
    = Smith: What do you need?
    = -> A sword. [sword]
    choose main:/smith#talk sword
    step 0.016666666666666666
    = state 5f1c9ad3327e4b10
    post /smith punch power=3
    input jump pressed=true
    run give sword1

A line that begins with ``=`` is what came, all others are inputs; ``#`` begins a comment. Values are config text. Time
of a clock stands nowhere in it, so the same run gives the same bytes on every machine.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from talewright.config import values
from talewright.errors import Misuse, TalewrightError
from talewright.fields import Bare
from talewright.game.events import shown
from talewright.game.game import Conversation, Game, Heard
from talewright.messaging import Fault

HEAD: Final = "talewright play log 1"
_MARK: Final = "= "


@dataclass(frozen=True, slots=True)
class Difference:
    """The first difference of a replay.

    Attributes:
        row: the line of the log.
        given: the last input before it.
        expected: what the log has; empty where it has nothing more.
        got: what came; empty where nothing more came.
    """

    row: int
    given: str
    expected: str
    got: str

    def __str__(self) -> str:
        expected = self.expected or "(nothing more)"
        return (
            f"line {self.row}: after {self.given!r}\n  expected {expected}\n  got      {self.got or '(nothing more)'}"
        )


class PlayLog:
    """Plays a game and writes down what is done to it.

    Args:
        game: just made, with its seed; nothing was done to it yet.
        write: gets each line, with its newline: the ``write`` of a file, or of anything else.
        states: whether a digest of the state is written after each step.

    Raises:
        Misuse: the game runs already.
    """

    def __init__(self, game: Game, write: Callable[[str], object], *, states: bool = True) -> None:
        if game.state.started:
            raise Misuse("a play log begins with the game", hint="make it before game.start()")
        self.game = game
        self._write = write
        self._states = states
        self._came: list[str] = []
        self._faults = game.worlds.fault_count
        game.listen(self._hear)
        self._line(HEAD)
        self._line(f"seed {game.state.seed}")
        self._line(f"states {str(states).lower()}")

    # -- what a host does

    def start(self) -> None:
        """Start the game."""
        self._do("start", self.game.start)

    def step(self, dt: float = 0.0) -> None:
        """Run one frame."""
        dt = float(dt)
        self._do(f"step {dt!r}" if dt else "step", lambda: self.game.step(dt), state=True)

    def post(self, receiver: str, message_id: str, /, **fields: Any) -> None:
        """Post a message to an object of the bootstrap world, or of any: "level:/door"."""
        self._do(
            f"post {_word(receiver)} {_word(message_id)}{_fields(fields)}",
            lambda: self.game.world.post(receiver, message_id, **fields),
        )

    def input(self, action_id: str, /, **action: Any) -> None:
        """Give input for the next step."""
        self._do(f"input {_word(action_id)}{_fields(action)}", lambda: self.game.input(action_id, **action))

    def talk(self, address: str, entry: str = "") -> None:
        """Start a conversation."""
        words = f"talk {_word(address)}" + (f" {_word(entry)}" if entry else "")
        self._do(words, lambda: self._at(address).start(entry))

    def advance(self, address: str = "") -> None:
        """Go on in a conversation; without an address in the newest."""
        talk = self._talk(address)
        self._do(f"advance {talk.url()}", talk.advance)

    def choose(self, option: str | int, address: str = "") -> None:
        """Choose in a conversation, by the id, the text or the index of an option; the id is written down."""
        talk = self._talk(address)
        number = option if isinstance(option, int) and not isinstance(option, bool) else None
        named = next((o for n, o in enumerate(talk.options) if n == number or option in (o.id, o.text)), None)
        chosen = option if named is None else named.id
        self._do(f"choose {talk.url()} {_word(str(chosen))}", lambda: talk.choose(chosen))

    def run(self, line: str) -> str:
        """Run a console line; what it prints is written down too."""
        printed: list[str] = []

        def act() -> None:
            text = self.game.run(line)
            printed.append(text)
            self._came.extend(text.splitlines())

        self._do(f"run {line}", act)
        return printed[0] if printed else ""

    # -- inside

    def _hear(self, heard: Heard) -> None:
        self._came += (row for text in shown((heard.event,)) for row in text.splitlines() or [""])

    def _do(self, given: str, act: Callable[[], object], *, state: bool = False) -> None:
        self._line(given)
        self._came.clear()
        try:
            act()
        except Exception as error:
            self._came.append(f"error: {_short(error)}")
            raise
        finally:
            self._tell(state=state)

    def _tell(self, *, state: bool) -> None:
        new = self.game.worlds.fault_count - self._faults
        self._faults += new
        faults: list[Fault] = self.game.faults[-new:] if new else []
        self._came += (f"fault: {' '.join(fault.text.split())}" for fault in faults)
        for row in self._came:
            self._line(f"{_MARK}{row}")
        if state and self._states:
            self._line(f"{_MARK}state {state_digest(self.game)}")

    def _line(self, text: str) -> None:
        if "\n" in text or "\r" in text:
            raise Misuse(f"a play log cannot hold {text!r}: an input is one line", hint="post texts of one line")
        self._write(f"{text}\n")

    def _at(self, address: str) -> Conversation:
        return self.game.world.component(address, Conversation)

    def _talk(self, address: str) -> Conversation:
        talk = self._at(address) if address else self.game.conversation
        if talk is None:
            raise Misuse("no conversation is in play", hint="talk to somebody first")
        return talk


def state_digest(game: Game) -> str:
    """Return a digest of all that a save of a game would hold below its header."""
    data = game.snapshot().to_bytes()
    body = data.split(b"\n\n", 1)[-1].replace(b"\r\n", b"\n")
    return hashlib.sha256(body).hexdigest()[:16]


# Playing again --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Line:
    row: int
    text: str


@dataclass(frozen=True, slots=True)
class LoggedRun:
    """A log that was read: the seed, and its lines."""

    seed: int
    states: bool
    lines: tuple[_Line, ...]

    @classmethod
    def read(cls, text: str, file: str = "the log") -> LoggedRun:
        """Read a log.

        Raises:
            Misuse: it is none.

        >>> LoggedRun.read("talewright play log 1\\nseed 7\\nstates true\\nstart\\n").seed
        7
        """
        rows = [_Line(number, row) for number, row in enumerate(text.replace("\r\n", "\n").split("\n"), 1)]
        lines = [line for line in rows if line.text and not line.text.startswith("#")]
        hint = "a play log begins with 'talewright play log 1', 'seed N' and 'states true'"
        if len(lines) < 3 or lines[0].text != HEAD:
            raise Misuse(f"{file} is no play log", hint=hint)
        seed, states = lines[1].text.removeprefix("seed "), lines[2].text.removeprefix("states ")
        if not re.fullmatch(r"-?[0-9]{1,4000}", seed) or states not in ("true", "false"):
            raise Misuse(f"{file} is no play log", hint=hint)
        return cls(int(seed), states == "true", tuple(lines[3:]))


def replay(game: Game, log: LoggedRun) -> Difference | None:
    """Do the inputs of a log to a game, and compare what comes.

    Args:
        game: just made, with the seed of the log.
        log: what was recorded.

    Returns:
        The first difference, or None where the run was the same, byte for byte.

    Raises:
        Misuse: a line of the log is no input.
    """
    came: list[str] = []
    player = PlayLog(game, came.append, states=log.states)
    given = ""
    lines = iter(log.lines)
    line = next(lines, None)
    while line is not None:
        given = line.text
        came.clear()
        failed = _play(player, given, line.row)
        made = [one.removesuffix("\n") for one in came[1:]]
        if failed is not None and not came:  # it could not even be given: nobody is there any more
            made = [f"{_MARK}error: {_short(failed)}"]
        row = line.row
        line = next(lines, None)
        for got in made:
            if line is None or line.text != got:
                return Difference(line.row if line else row, given, line.text if line else "", got)
            row = line.row
            line = next(lines, None)
        if line is not None and line.text.startswith(_MARK):
            return Difference(line.row, given, line.text, "")
    return None


def _play(player: PlayLog, text: str, row: int) -> Exception | None:
    """Do one input; what it raises is what came, as it was when it was recorded."""
    try:
        act = _act(player, text)
    except (ValueError, TalewrightError) as error:
        hint = "lines of what came begin with '= '"
        if not isinstance(error, Misuse):
            hint = _short(error) or hint
        raise Misuse(f"line {row} of the log is no input: {text!r}", hint=hint) from error
    try:
        act()
    except Exception as error:
        return error
    return None


def _act(player: PlayLog, text: str) -> Callable[[], object]:
    verb, _, rest = text.partition(" ")
    words = list(_split(rest)) if verb != "run" else []
    match verb, words:
        case "start", []:
            return player.start
        case "step", _ if len(words) <= 1:
            dt = float(words[0]) if words else 0.0
            return lambda: player.step(dt)
        case "post", [receiver, message_id, *fields]:
            posted = _read_fields(fields)
            return lambda: player.post(receiver, message_id, **posted)
        case "input", [action_id, *fields]:
            action = _read_fields(fields)
            return lambda: player.input(action_id, **action)
        case "talk", [address, *entry] if len(entry) <= 1:
            return lambda: player.talk(address, *entry)
        case "advance", [address]:
            return lambda: player.advance(address)
        case "choose", [address, option]:
            return lambda: player.choose(option, address)
        case "run", _:
            return lambda: player.run(rest)
        case _:
            raise Misuse("no input")


def _short(error: Exception) -> str:
    text = str(error)
    if isinstance(error, TalewrightError):
        text = error.message or str(error.report[0].message if error.report else error)
    return " ".join(text.split())


def _word(text: str) -> str:
    plain = text and not any(c.isspace() or c in "\"'(),=#" for c in text.replace("#", "", 1))
    return text if plain and not text.startswith("#") else f'"{values.dump(f"{text} ")[1:-2]}"'


def _fields(fields: Mapping[str, Any]) -> str:
    for name in fields:
        if not name or any(c.isspace() or c in "\"'()=," for c in name):
            raise Misuse(f"a play log cannot hold the field {name!r}", hint="call it by one word")
    return "".join(f" {name}={values.dump(_plain(value), nested=True)}" for name, value in fields.items())


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    raise Misuse(f"a play log cannot hold {value!r}", hint="post plain data: numbers, texts, lists, dicts")


def _split(text: str) -> Iterator[str]:
    """Split at blanks outside of quotes and brackets."""
    word, depth, quoted, escaped = "", 0, False, False
    for sign in text:
        if quoted:
            word += sign
            quoted = escaped or sign != '"'
            escaped = sign == "\\" and not escaped
            continue
        if sign == " " and depth == 0:
            if word:
                yield _bare(word)
            word = ""
            continue
        quoted = sign == '"'
        depth += (sign == "(") - (sign == ")")
        word += sign
    if word:
        yield _bare(word)


def _bare(word: str) -> str:
    return str(values.parse(word)) if word.startswith('"') else word


def _read_fields(words: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for word in words:
        name, equals, raw = word.partition("=")
        if not equals:
            raise ValueError(f"{word!r} is no field: name=value")
        found[name] = _value(values.parse(raw))
    return found


def _value(plain: Any) -> Any:
    """Give a value the type that its spelling has."""
    if isinstance(plain, Bare):
        known = {"true": True, "false": False, "none": None}
        if plain.lower() in known:
            return known[plain.lower()]
        for kind in (int, float):
            try:
                return kind(plain)
            except ValueError:
                pass
        return str(plain)
    if isinstance(plain, list):
        return [_value(one) for one in plain]
    if isinstance(plain, dict):
        return {key: _value(one) for key, one in plain.items()}
    return plain
