"""The plain view: what a typed line does, and what is printed, without a terminal (people.md sections 7 and 12)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from talewright.game import Game, Right
from talewright.game.sapitu import SAPITU
from talewright.project import Project
from talewright.savegame import MemoryStore
from talewright.stage import Stage
from talewright.views.plain import PlainView

Folder = Callable[[dict[str, str]], Path]

CLERK = """\
title: Desk
---
Clerk: Name? #line:name
Clerk: I am waiting. #line:wait
-> Ann. #choice:name #line:ann
    <<note ann>>
    Clerk: Stamped. #line:stamped
    Clerk: Next! #line:next
-> Bob. <<if false>> #line:bob
    Clerk: Never. #line:never
-> Nobody at all. #line:nobody
===
"""
CODE = """\
from talewright import Conversation, Right, collection, command

@command(right=Right.PLAYER)
def look(game) -> str:
    "Look around."
    return "A desk, and a clerk behind it."

@command
def note(game, who: str) -> str:
    return f"(noted: {who})"

@collection("main")
def build(game, world) -> None:
    world.spawn("clerk", talk=Conversation("Clerk"))
    world.spawn("porter", talk=Conversation("Porter"))
"""
INI = """\
[Project]
Title=The Office
Premise=A form, and a day to hand it in.
Goal=Get the stamp.
"""
FILES = {
    "Config/DefaultGame.ini": INI,
    "Dialogues/D_Clerk.yarn": CLERK,
    "Dialogues/D_Porter.yarn": "title: Door\n---\nPorter: Room five. #line:five\n===\n",
    "scripts.py": CODE,
}
DESK = ["Clerk: I am waiting.", "1. Ann.", "2. Bob. (false)", "3. Nobody at all."]
FREE = ["1. Talk to clerk", "2. Talk to porter"]


@pytest.fixture
def office(folder: Folder) -> Callable[..., PlainView]:
    def open_(*, plain: bool = False, right: Right = Right.PLAYER, ini: str = INI) -> PlainView:
        root = folder({**FILES, "Config/DefaultGame.ini": ini})
        game = Game(Project.open(root), seed=0, saves=MemoryStore(), saved=root / "Saved")
        return PlainView(Stage(game, right=right), plain=plain)

    return open_


@pytest.fixture
def view(office: Callable[..., PlainView]) -> PlainView:
    view = office()
    view.begin()
    return view


def play(view: PlainView, *lines: str) -> list[str]:
    return [piece.text for line in lines for piece in view.feed(line)]


class TestTheFirstScreen:
    def test_it_names_title_premise_goal_and_verbs(self, office: Callable[..., PlainView]) -> None:
        assert [piece.text for piece in office().begin()] == [
            "The Office",
            "A form, and a day to hand it in.",
            "Goal: Get the stamp.",
            "Try look.",
            "Enter goes on, a number chooses, /help shows everything, /quit saves and leaves.",
            *FREE,
        ]

    def test_three_verbs_at_most_and_none_that_a_player_may_not_type(self, office: Callable[..., PlainView]) -> None:
        (verbs,) = [piece.text for piece in office(right=Right.AUTHOR).begin() if piece.text.startswith("Try")]
        assert verbs.count(",") == 2

    def test_what_is_not_said_is_left_out(self, office: Callable[..., PlainView]) -> None:
        assert [piece.text for piece in office(ini="").begin()][1] == "Try look."

    @pytest.mark.parametrize(("language", "goal"), [("fr", "But : Get the stamp."), ("ja", "目的：Get the stamp.")])
    def test_it_is_in_the_players_language(self, language: str, goal: str, office: Callable[..., PlainView]) -> None:
        assert goal in [piece.text for piece in office(ini=f"{INI}Language={language}\n").begin()]


class TestTypedLines:
    def test_enter_goes_on_and_each_line_is_printed_once(self, view: PlainView) -> None:
        assert play(view, "1") == ["Clerk: Name?"]
        assert play(view, "") == DESK
        assert play(view, "") == ["Choose a number.", *DESK]

    @pytest.mark.parametrize("reply", ["1", " 1 ", "Ann.", "ann.", "ann"])
    def test_a_number_or_the_words_choose(self, reply: str, view: PlainView) -> None:
        play(view, "1", "")
        assert play(view, reply) == ["(noted: ann)", "Clerk: Stamped."]

    @pytest.mark.parametrize(
        ("reply", "says"),
        [("2", "false"), ("9", "There is no choice 9."), ("0", "There is no choice 0."), ("99999999999", None)],
    )
    def test_a_number_that_cannot_be_chosen_says_why(self, reply: str, says: str | None, view: PlainView) -> None:
        play(view, "1", "")
        said = play(view, reply)
        assert len(said) == 1
        assert says is None or says in said[0]
        assert play(view, "3") == FREE

    @pytest.mark.parametrize("line", ["look", "/look", "LOOK", "/ look"])
    def test_a_verb_of_the_game_is_run_with_and_without_a_slash(self, line: str, view: PlainView) -> None:
        assert play(view, line) == ["A desk, and a clerk behind it."]

    @pytest.mark.parametrize("line", ["talk porter", "/talk porter", "Talk to porter", "talk:porter"])
    def test_a_deed_is_done_by_its_words(self, line: str, view: PlainView) -> None:
        assert play(view, line) == ["Porter: Room five."]

    @pytest.mark.parametrize("name", [*SAPITU, "note", "help createItem", "xyzzy"])
    def test_people_R1_what_a_player_may_not_run_is_as_if_it_were_not_there(self, name: str, view: PlainView) -> None:
        said = play(view, f"/{name} sword1")
        assert len(said) == 1
        unknown = play(view, f"/{name.replace(name.split()[-1], 'plugh')} sword1")
        assert said[0].replace(name.split()[-1], "plugh") == unknown[0]
        assert play(view, "/help " + name)
        assert view.complete(f"/{name}") == []

    def test_people_R2_help_lists_verbs_of_the_game_and_words_of_the_view(self, view: PlainView) -> None:
        words = [line.split()[0] for line in play(view, "/help")]
        assert words[-1] == "look"
        assert {"/back", "/save", "/quit"} <= set(words)
        assert not {*SAPITU, "note"} & set(words)

    @pytest.mark.parametrize("line", ["/help save", "/help /save"])
    def test_help_knows_the_words_of_the_view_also_for_an_author(self, line: str, view: PlainView) -> None:
        said = ["/save  Save; /save NAME into a slot of this name."]
        assert play(view, line) == said
        play(view, "/dev")
        assert play(view, line) == said

    def test_dev_makes_the_author_unless_the_project_says_no(self, office: Callable[..., PlainView]) -> None:
        view = office()
        view.begin()
        assert "/dev" in view.complete("/")
        play(view, "/dev")
        assert play(view, "/note bob") == ["(noted: bob)"]
        closed = office(ini=f"{INI}DevConsole=False\n")
        closed.begin()
        assert "/dev" not in closed.complete("/")
        assert play(closed, "/dev") == [play(closed, "/plugh")[0].replace("plugh", "dev")]
        assert "(noted: bob)" not in play(closed, "/note bob")

    def test_a_command_in_the_middle_of_a_talk_does_not_repeat_the_line(self, view: PlainView) -> None:
        play(view, "1", "")
        assert play(view, "look") == ["A desk, and a clerk behind it."]

    def test_quit_leaves(self, view: PlainView) -> None:
        play(view, "/quit")
        assert view.stage.done

    @pytest.mark.parametrize("line", ["/", "//", "\x1b[A", "+", "-", "²", "１", '"', "/save /", "\\", "/load nothing"])
    def test_nothing_that_is_typed_raises(self, line: str, view: PlainView) -> None:
        play(view, line, "1", line, "", line)
        assert not view.stage.done


class TestBack:
    def test_people_B8_back_and_PageUp_take_the_last_act_back(self, view: PlainView) -> None:
        play(view, "1", "")
        assert play(view, "/back") == ["Clerk: Name?"]
        assert play(view, "/forward") == DESK
        assert play(view, "\x1b[5~") == ["Clerk: Name?"]
        assert play(view, "\x1b[6~") == DESK
        assert play(view, "/back 2") == FREE
        assert play(view, "/back") == ["There is no way back from here."]

    def test_what_was_bought_is_not_there_twice(self, view: PlainView) -> None:
        first = play(view, "1", "", "1")
        play(view, "/back")
        assert play(view, "1") == first[-2:]


class TestPlainMode:
    def test_one_thing_a_line_in_words(self, office: Callable[..., PlainView]) -> None:
        view = office(plain=True)
        view.begin()
        assert play(view, "1", "") == [
            "Clerk: Name?",
            "Clerk: I am waiting.",
            "Choice 1 of 3: Ann.",
            "Choice 2 of 3, not available: false. Bob.",
            "Choice 3 of 3: Nobody at all.",
        ]
        assert view.prompt() == "> "

    def test_a_setting_of_the_player_makes_it_so(self, office: Callable[..., PlainView]) -> None:
        assert office(ini=f"{INI}[Stage]\nScreenReader=True\n").plain


class TestPrompt:
    def test_it_says_what_is_possible(self, view: PlainView) -> None:
        prompts = [view.prompt()]
        for line in ("1", "", "1"):
            view.feed(line)
            prompts.append(view.prompt())
        assert prompts == ["[choose 1-2] > ", "[Enter] > ", "[choose 1, 3] > ", "[Enter] > "]


class TestCompletion:
    def test_verbs_deeds_options_and_slots(self, view: PlainView) -> None:
        assert view.complete("lo") == ["look"]
        assert view.complete("/lo") == ["/load", "/log", "/look"]
        assert view.complete("talk p") == ["talk porter"]
        assert view.complete("/talk ") == ["/talk clerk", "/talk porter"]
        play(view, "/save one", "1", "")
        assert view.complete("/load o") == ["/load one"]
        assert view.complete("N") == ["Nobody at all."]
        assert view.complete("B") == []  # it is closed

    def test_what_a_command_takes(self, office: Callable[..., PlainView]) -> None:
        view = office(right=Right.AUTHOR)
        view.begin()
        play(view, "/createChar ann", "/saveChar")
        assert view.complete("/loadChar a") == ["/loadChar ann"]
        assert view.complete("loadChar ") == ["loadChar ann"]

    @pytest.mark.parametrize("text", ["", "/", " ", "/help ", "/save ", "/talk  ", "t"])
    def test_every_offer_begins_as_what_was_typed_and_is_understood(
        self, text: str, office: Callable[..., PlainView]
    ) -> None:
        view = office()
        view.begin()
        for offer in view.complete(text):
            assert offer.lower().startswith(text.strip())
            fresh = office()
            fresh.begin()
            assert not any(word in line for line in play(fresh, offer) for word in ("Nobody knows", "no command"))


def test_a_verb_is_known_however_wide_its_letters_were_typed(view: PlainView) -> None:
    assert "A desk, and a clerk behind it." in [piece.text for piece in view.feed("ＬＯＯＫ")]
    assert "A desk, and a clerk behind it." in [piece.text for piece in view.feed("/Ｌook")]


def test_what_is_wrong_with_a_verb_is_said_however_wide_its_letters_were_typed(view: PlainView) -> None:
    narrow = view.stage.run("look at it all")
    assert narrow != view.stage.texts["UnknownCommand"]
    assert view.stage.run("ＬＯＯＫ at it all") == narrow
    assert view.stage.run("ＮＯＴＥ ann") == view.stage.texts["UnknownCommand"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("/save a b", "A save is called by letters, digits, - and _ alone."),
        ("/load nowhere", "This save cannot be read."),
    ],
)
def test_what_cannot_be_done_is_said_once_with_its_reason(line: str, said: str, view: PlainView) -> None:
    assert play(view, line) == [said]
