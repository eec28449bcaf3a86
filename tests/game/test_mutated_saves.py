"""Saves that somebody changed and sealed anew: `TalewrightError` and the game as it was, or a game that goes on."""

from __future__ import annotations

import os
import random
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from tests.game.mutants import HOSTILE, Mutator
from tests.game.rich_game import FILES, saves_of

from talewright.errors import SaveError, TalewrightError
from talewright.fields import Bare, Plain
from talewright.game import Game
from talewright.project import Project
from talewright.savegame import MemoryStore, SaveDocument
from talewright.savegame.document import joined
from talewright.savegame.header import header_bytes
from talewright.savegame.text import Writer

SLOW = bool(os.environ.get("TALEWRIGHT_SLOW"))
RANDOM = int(os.environ.get("TALEWRIGHT_MUTANTS", "100000" if SLOW else "25"))
SEED = int(os.environ.get("TALEWRIGHT_SEED", random.randrange(1 << 30) if SLOW else 11))
FIRST = int(os.environ.get("TALEWRIGHT_FIRST", "0"))
"""Of the random mutants; with the seed and ``TALEWRIGHT_MUTANTS=1``, the one that a failure named comes alone."""
Make = Callable[[], SaveDocument]


class Lab:
    """A game into which mutants are loaded.

    Args:
        folder: of the project.
    """

    def __init__(self, folder: Path) -> None:
        self.project = Project.open(folder)
        self.whole = saves_of(self.project)
        self.writer = Writer()
        self.failed = self.loaded = 0
        self.mutator = Mutator([SaveDocument.parse(save.to_bytes()) for save in self.whole])
        self.renew()

    def renew(self) -> None:
        """Take another game: nobody knows what is left of the old one."""
        self.game = Game(self.project, seed=0, saves=MemoryStore())
        self.reset()
        self.before = self.game.snapshot().body_bytes()

    def reset(self) -> None:
        """Make the game what it was."""
        try:
            self.game.restore(self.whole[0])
        except Exception:
            self.renew()
            raise

    def load(self, document: SaveDocument) -> str:
        """Load a mutant, save it again, go on playing, and say what went wrong, or nothing."""
        try:
            data = self._bytes(document)
        except SaveError:
            return ""  # nobody can write such a save
        try:
            self.game.restore(SaveDocument.parse(data, "mutant.ini"))
        except TalewrightError:
            self.failed += 1
            # What one of them changed stays changed until the next success: looked at now and then, it is found.
            if self.failed % 4 or self.game.snapshot().body_bytes() == self.before:
                return ""
            self.reset()
            return "a failed load changed the game"
        except Exception:
            self.renew()
            return traceback.format_exc()
        try:
            self.loaded += 1
            again = SaveDocument.parse(self._bytes(self.game.snapshot()))
            if self.loaded % 4 == 0:
                self.game.restore(again)
                if self.game.snapshot() != again:
                    return "a save of what was loaded is another game"
            return self.play()
        except Exception:  # what was loaded can be saved, and loaded
            return traceback.format_exc()
        finally:
            self.reset()

    def _bytes(self, document: SaveDocument) -> bytes:
        body = joined(document.texts(self.writer))
        return header_bytes(document.header, body) + body

    def play(self) -> str:
        """Go on with what was loaded; what a script gets wrong with what it is given is its own."""
        self.game.faults.clear()
        for act in (lambda: self.game.step(0.3), self._talk, lambda: self.game.step(30.0), self.game.snapshot):
            try:
                act()
            except TalewrightError:
                pass
            except Exception:
                return traceback.format_exc()
        for fault in self.game.faults:
            if fault.error is not None and not isinstance(fault.error, TalewrightError):
                said = "".join(traceback.format_exception(fault.error))
                if "scripts.py" not in said:
                    return said
        return ""

    def _talk(self) -> None:
        for talk in self.game.conversations:
            options = talk.options
            _ = talk.line
            if options:
                talk.choose(0)
            else:
                talk.advance()


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Lab:
    root = tmp_path_factory.mktemp("rich")
    for name, text in FILES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Lab(root)


def faults_of(lab: Lab, makes: Iterable[Make], first: int = 0) -> list[str]:
    found: dict[str, str] = {}
    for number, make in enumerate(makes):
        document = make()
        said = lab.load(document)
        if said:
            found.setdefault(said.strip().splitlines()[-1] + said[-400:-200], f"mutant {first + number}:\n{said}")
    return list(found.values())


def test_the_saves_have_something_of_everything(lab: Lab) -> None:
    """What is not in them cannot be changed: every field that this version writes is there."""
    fields = {(cls, name) for save in lab.whole for (_, cls), one in save.sections.items() for name in one}
    kinds = {cls for cls, _ in fields}
    assert kinds >= {
        *("Game", "Worlds", "World", "GameObject", "Conversation", "Talker", "Panel", "CollectionProxy", "Factory"),
        *("CollectionFactory", "GPVar", "Variable", "RandomStream", "SapituCharacter", "SapituInventory"),
    }
    worlds = {name for cls, name in fields if cls == "World"}
    assert worlds >= {"pending", "timers", "animations", "proxy", "focus", "disabled", "clocks", "policy"}
    assert {name for cls, name in fields if cls == "Worlds"} >= {"frame", "input", "topics", "last_timer"}
    positions = [one["position"] for save in lab.whole for (_, c), one in save.sections.items() if "position" in one]
    kinds_of_stops = {str(p["kind"]) for p in positions if isinstance(p, dict) and "kind" in p}
    assert kinds_of_stops >= {"line", "options", "command"}
    assert any(isinstance(p, dict) and p.get("stack") for p in positions)
    for save in lab.whole:
        assert lab.load(SaveDocument.parse(save.to_bytes())) == ""


def test_a2_a_dialogue_that_is_a_struct_is_one_error(lab: Lab) -> None:
    """Faults §4 A2: it was a `TypeError` from the conversation's restoring."""
    sections = lab.whole[0].sections
    key = next(key for key in sections if key[1] == "Conversation")
    sections[key]["dialogue"] = [Bare("1")]
    with pytest.raises(SaveError, match="dialogue"):
        lab.game.restore(SaveDocument(lab.whole[0].header, sections))


REFUSED = {
    "a handle twice": ("(handle=2,", "(handle=1,", "handle: 1 is taken"),
    "a handle to come": ("(handle=2,", "(handle=99,", "handle: 99 is taken, or none"),
    "a frame below zero": ("frame=2", "frame=-2", "frame is -2"),
    "a clock below zero": ("clocks=(script=0.25)", "clocks=(script=-1)", "clocks is"),
    "an animation that began elsewhere": ("start=(1)", "start=(1,2)", "level has 1 numbers"),
    "an animation to elsewhere": ("to=(5)", "to=(5,6)", "level has 1 numbers"),
    "a letter too far": ("property=position.x", "property=position.w", "it has no position.w"),
    "a rotation that is none": (
        "[main:/hand GameObject]\n",
        "[main:/hand GameObject]\nrotation=(0,0,0,0)\n",
        "rotation",
    ),
    "a message without fields": ("id=set_update_frequency", "id=set_vsync", "needs the field|has no field"),
    "a timer that carries a list": ("fields=(power=1)", "fields=(1)", "no fields by name"),
    "a timer that calls the library": ("call=again", "call=__init__", "called by the library"),
    "time that runs backwards": ("time_factor=0.5", "time_factor=-1", "time_factor"),
    "a class spelled otherwise": ("[talewright Game]", "[talewright game]", "is spelled"),
    "another one of a class": ("[sapitu Characters]", "[other Characters]", "is spelled"),
    "a character's class": ("[bob SapituCharacter]", "[bob sapitucharacter]", "is spelled"),
    "a variable without a dollar": ("[$mood Variable]", "[mood Variable]", "no variable"),
    "a number that is too large": ("[$mood Variable]\ntext=calm", "[$mood Variable]\nnumber=1e300", "3e38"),
    "a variable of another type": ("flag=True", "text=yes", "is a text, and the dialogues declare a truth value"),
    "a place too long": ("place=Forge", "place=" + "x" * 5000, "shorter title or place"),
    "a count too large": ("started=1", "started=" + "9" * 300, "never below zero, nor above"),
    "a key that is a struct": ("started=1", "key=(1)\nstarted=1", "str is declared"),
    "a dialogue that is missing": ("\ndialogue=Smith\n", "\n", "dialogue"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_no_game_can_have_come_to_is_refused(lab: Lab, what: str) -> None:
    old, new, says = REFUSED[what]
    whole = lab.whole[2]
    body = whole.body_bytes().decode()
    assert old in body
    data = body.replace(old, new, 1).encode()
    with pytest.raises(TalewrightError, match=says):
        lab.game.restore(SaveDocument.parse(header_bytes(whole.header, data) + data))
    assert lab.game.snapshot().body_bytes() == lab.before


def test_every_field_of_another_type_is_an_error_or_a_game(lab: Lab) -> None:
    """The kind: for each place in each save, values of other types."""
    kinds: list[Plain] = HOSTILE if SLOW else [[Bare("1")], {"a": Bare("1")}, Bare("nan"), Bare("-1")]
    makes = lab.mutator.all_fields(kinds)
    if not SLOW:
        makes = random.Random(7).sample(makes, 40)
    assert not faults_of(lab, makes)


def test_random_changes_are_errors_or_a_game(lab: Lab) -> None:
    """Each has a generator of its own, so the seed and the number of a mutant that fails make it again."""
    numbers = range(FIRST, FIRST + RANDOM)
    makes = ((lambda n=n: lab.mutator.random(random.Random(f"{SEED}-{n}"))) for n in numbers)
    faults = faults_of(lab, makes, FIRST)
    assert not faults, f"TALEWRIGHT_SEED={SEED}, TALEWRIGHT_FIRST=the mutant's number:\n" + "\n".join(faults)
