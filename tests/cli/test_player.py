"""The player: what each line of input does, and what is printed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from talewright.cli.play.player import Player
from talewright.game import Game
from talewright.project import Project
from talewright.savegame import MemoryStore

Folder = Callable[[dict[str, str]], Path]

CLERK = """\
title: Desk
---
Clerk: Name? #line:name
-> Ann. #choice:name #line:ann
    <<note ann>>
    <<stamp>>
    Clerk: Stamped. #line:stamped
-> Bob. <<if false>> #line:bob
    Clerk: Never. #line:never
===
title: Closed
---
Clerk: We are closed. #line:closed
-> Please. <<if false>> #choice:beg #line:please
    Clerk: No. #line:no
Clerk: Good night. #line:night
===
"""
CODE = """\
from talewright import Conversation, Game, Script, World, collection, command, on

class Clerk(Script):
    stamps: int = 0
    waited: float = 0.0

    @on("stamp")
    def stamp(self, message, sender):
        self.stamps += 1

    def update(self, dt):
        self.waited += dt
        if self.waited >= 1:
            self.waited = 0.0
            self.post("#talk", "start", entry="Closed")

@command
def note(game: Game, who: str) -> str:
    return f"(noted: {who})"

@command
def stamps(game: Game) -> str:
    return str(game.world.component("/clerk#desk", Clerk).stamps)

@collection("main")
def build(game: Game, world: World) -> None:
    world.spawn("clerk", desk=Clerk(), talk=Conversation("Clerk"))
    world.spawn("office/clerk", talk=Conversation("Clerk"))
"""


@pytest.fixture
def player(folder: Folder) -> Player:
    root = folder({"Dialogues/D_Clerk.yarn": CLERK, "scripts.py": CODE})
    made = Player(Game(Project.open(root), seed=0, saves=MemoryStore()))
    assert made.begin() == []
    return made


def play(player: Player, *lines: str) -> list[str]:
    return [piece.text for line in lines for piece in player.feed(line)]


DESK = ["Clerk: Name?", "1. Ann.", "2. Bob. (false)"]


def test_a_line_is_shown_with_its_options(player: Player) -> None:
    assert play(player, "/talk clerk") == DESK


@pytest.mark.parametrize("reply", ["1", "ann", "line:ann", "Ann.", "  1  "])
def test_a_number_or_an_id_chooses(reply: str, player: Player) -> None:
    said = play(player, "/talk clerk", reply)

    assert said == [*DESK, "(noted: ann)", "Clerk: Stamped."]
    assert not player.failed


def test_what_a_command_of_the_dialogue_posts_arrives_at_once(player: Player) -> None:
    assert play(player, "/talk clerk", "1", "/stamps")[-1] == "1"


def test_the_end_is_marked(player: Player) -> None:
    assert play(player, "/talk clerk", "1", "", "")[-2:] == ["-- end of the conversation --", "-- nobody is talking --"]


def test_options_of_which_none_is_available_are_shown_and_passed(player: Player) -> None:
    said = play(player, "step 61", "", "")

    assert said == [
        "Clerk: We are closed.",
        "1. Please. (false)",
        "Clerk: Good night.",
        "-- end of the conversation --",
    ]


def test_a_step_shows_who_began_to_talk(player: Player) -> None:
    assert play(player, "step 30") == []
    assert play(player, "/step 31") == ["Clerk: We are closed."]


@pytest.mark.parametrize("who", ["/clerk", "main:/clerk", "/clerk#talk", "main:/clerk#talk", "clerk", "Clerk", "CLERK"])
def test_whom_one_can_talk_to(who: str, player: Player) -> None:
    assert play(player, f"/talk {who}") == DESK


def test_an_address_reaches_deeper_objects(player: Player) -> None:
    assert play(player, "/talk /office/clerk", "/talk /clerk")[3:] == ["-- clerk waits --", *DESK]
    assert [str(c.url()) for c in player.game.conversations] == ["main:/office/clerk#talk", "main:/clerk#talk"]


def test_the_talk_below_waits_and_is_shown_again(player: Player) -> None:
    play(player, "/talk /office/clerk", "/talk /clerk", "1")

    assert play(player, "") == ["-- end of the conversation --", "-- clerk is still waiting --", *DESK]


def test_a_load_shows_where_the_conversation_stands(player: Player) -> None:
    play(player, "/talk clerk", "/save one", "1", "", "step 70")

    assert play(player, "/load one") == ["loaded one", *DESK]
    assert play(player, "1", "/stamps")[-1] == "1"


def test_a_load_that_fails_changes_nothing(player: Player) -> None:
    play(player, "/talk clerk")

    (error,) = player.feed("/load nothing")

    assert error.kind == "error"
    assert player.failed
    assert play(player, "1")[-1] == "Clerk: Stamped."


def test_what_was_not_saved_is_said(player: Player) -> None:
    desk = player.game.world.component("/clerk#desk")
    desk.mood = "sour"  # type: ignore[attr-defined]

    said = play(player, "/save one")

    assert said[0] == "saved one"
    assert said[1].startswith("-- not saved: ")
    assert "mood" in said[1]
    assert not player.failed


def test_comments_and_blanks_do_nothing(player: Player) -> None:
    assert play(player, "# /talk clerk", "   # hello") == []
    assert play(player, "   ") == ["-- nobody is talking --"]


def test_quit_is_the_end(player: Player) -> None:
    assert play(player, "/quit") == []
    assert player.done
    assert not player.failed


def test_help_names_inputs_and_commands(player: Player) -> None:
    inputs, console = player.feed("/help")

    assert "/talk WHO" in inputs.text
    assert "step N" in inputs.text
    assert "createChar NAME" in console.text
    assert "note WHO" in console.text
    assert play(player, "/help save") == ["/save SLOT  Save the game."]
    assert play(player, "/help note")[0].startswith("note WHO")


def test_a_misspelt_object_is_guessed(player: Player) -> None:
    assert play(player, "/talk clark") == ["error: nobody here is called 'clark'\n  hint: did you mean clerk?"]
