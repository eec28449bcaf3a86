"""Messages that a conversation is still to get when it has moved on: faults §5 B4, and its kind."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from talewright import Conversation, Game, Message, Script, Url, on
from talewright.messaging import DispatchPolicy
from talewright.project import Project

TALK = """title: Talk
---
Hello.
<<slow>>
<<slower>>
Done.
-> Yes
    You said yes.
-> No
    You said no.
===
"""


class Hands(Script):
    log: list[str] = []

    @on("slow")
    def slow(self, message: Message, sender: Url) -> None:
        self.log.append(f"slow while {line(self)}")

    @on("slower")
    def slower(self, message: Message, sender: Url) -> None:
        self.log.append(f"slower while {line(self)}")


def line(script: Script) -> str:
    talk = script.owner["talk"]
    assert isinstance(talk, Conversation)
    return "..." if talk.awaiting else talk.line.text if talk.line else "nothing"


@pytest.fixture
def game(tmp_path: Path) -> Game:
    (tmp_path / "Dialogues").mkdir()
    (tmp_path / "Dialogues" / "Talk.yarn").write_text(TALK)
    (tmp_path / "scripts.py").write_text("from talewright import Script, on\n")
    game = Game(Project.open(tmp_path, code=__name__), seed=1, saves=tmp_path / "saves")
    game.start()
    game.world.spawn("smith", hands=Hands(), talk=Conversation("Talk"))
    return game


def talk_of(game: Game) -> Conversation:
    return game.world.component("/smith#talk", Conversation)


def hands_of(game: Game) -> Hands:
    return game.world.component("/smith#hands", Hands)


@pytest.mark.parametrize("saved", [False, True])
def test_a_stale_answer_carries_the_text_past_no_command(game: Game, saved: bool) -> None:
    """faults §5 B4: start, advance, rewind, advance, step."""
    talk = talk_of(game)
    talk.start()
    talk.advance()
    talk.rewind()
    talk.advance()
    if saved:
        game.save("one")
        game.load("one")
    game.step()
    assert hands_of(game).log == ["slow while ...", "slow while ...", "slower while ..."]
    talk = talk_of(game)
    assert talk.line is not None
    assert talk.line.text == "Done."
    assert game.faults == []


def test_the_answer_of_one_conversation_is_not_its_successor_s(game: Game) -> None:
    """The first one goes while its answer waits; a new one under the same id is at its first pause, too."""
    game.world.policy = DispatchPolicy("one", 1, ("collectionproxy", "script", "gui"))
    talk = talk_of(game)
    for _ in range(2):
        game.step()
    talk.start()
    talk.advance()
    pending = list(game.world._life.socket.pending)
    assert [entry[1] for entry in pending] == ["slow", "resume_dialogue"]
    game.world["/smith"].delete()
    game.world._life.socket.pending.clear()
    game.step()
    game.world.spawn("smith", hands=Hands(), talk=Conversation("Talk"))
    fresh = talk_of(game)
    fresh.start()
    fresh.advance()
    game.world._life.socket.pending[:0] = pending  # what waited in a queue that was not emptied
    for _ in range(4):
        game.step()
    assert hands_of(game).log == ["slow while ...", "slow while ...", "slower while ..."]
    assert game.faults == []


@pytest.mark.parametrize("saved", [False, True])
@pytest.mark.parametrize(("message_id", "fields"), [("choose", {"option": 0}), ("advance", {})])
def test_what_was_posted_before_a_rewind_does_nothing_after_it(
    game: Game, message_id: str, fields: dict[str, Any], saved: bool
) -> None:
    talk = talk_of(game)
    talk.start()
    talk.advance()
    game.step()
    talk.choose(1)
    assert talk.line is not None
    assert talk.line.text == "You said no."
    game.world.post("/smith#talk", message_id, **fields)
    talk.rewind()
    if saved:
        game.save("one")
        game.load("one")
        talk = talk_of(game)
    game.step()
    assert [option.id for option in talk.options], "still at the choice"
    assert talk.rewinding == 0
    game.world.post("/smith#talk", "choose", option=0)
    game.step()
    assert talk.line is not None
    assert talk.line.text == "You said yes."
    assert game.faults == []


def test_without_anything_on_its_way_a_rewind_posts_nothing(game: Game) -> None:
    talk = talk_of(game)
    talk.start()
    talk.advance()
    game.step()
    before = game.world.busy
    talk.rewind()
    assert (before, game.world.busy, talk.rewinding) == (False, False, 0)


def test_the_end_is_told_to_the_starter_and_to_no_successor(game: Game) -> None:
    class Listener(Script):
        heard: list[str] = []

        @on("go")
        def go(self, message: Message, sender: Url) -> None:
            self.post("/smith#talk", "start")

        @on("dialogue_ended")
        def ended(self, message: Message, sender: Url) -> None:
            self.heard.append(message["dialogue"])

    def played(*, gone: bool, saved: bool) -> list[str]:
        game.world.spawn("ann", c=Listener())
        game.world.post("/ann#c", "go")
        game.step()
        talk = talk_of(game)
        if gone:
            game.world["/ann"].delete()
            game.step()
            game.world.spawn("ann", c=Listener())
        if saved:
            game.restore(game.snapshot())
        talk.advance()
        game.step()
        talk.choose(0)
        talk.advance()
        game.step()
        assert not talk.playing
        heard = list(game.world.component("/ann#c", Listener).heard)
        game.world["/ann"].delete()
        game.step()
        return heard

    for saved in (False, True):
        assert played(gone=False, saved=saved) == ["Talk"]
        assert played(gone=True, saved=saved) == []
    assert game.faults == []


def test_a_save_with_an_answer_that_names_no_pause_still_goes_on(game: Game) -> None:
    """Saves of before: the message had no fields, and the conversation no count of its pauses."""
    talk = talk_of(game)
    talk.start()
    talk.advance()
    document = game.snapshot()
    world = document.sections["main", "World"]
    for entry in world["pending"]:
        if entry["id"] == "resume_dialogue":
            for name in ("fields", "answer"):
                del entry[name]
    for name in ("pauses", "rewinding"):
        del document.sections["main:/smith#talk", "Conversation"][name]
    game.restore(document)
    game.step()
    assert hands_of(game).log == ["slow while ...", "slower while ..."]
