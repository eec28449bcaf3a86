"""A dialogue in play: messages and methods, commands, options, counts (API, rule 5)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from talewright.dialogue import Line, Rewound
from talewright.errors import DialogueError
from talewright.game import CommandRan, Conversation, Game
from talewright.messaging import World
from talewright.testing import translated


def talk_of(game: Game) -> Conversation:
    return game.world.component("/smith#talk", Conversation)


def test_it_starts_by_message_and_the_sender_hears_of_its_end(game: Game) -> None:
    game.world.post("/smith", "interact")
    game.step()
    talk = game.conversation
    assert talk is talk_of(game)
    assert talk.line == Line("line:need", "Smith", "What do you need?", talk.line.tags if talk.line else ())
    talk.choose("sword")
    talk.advance()
    game.step()
    assert game.conversation is None
    assert vars(game.world["/smith"]["controller"])["ended"] == 1


def test_line_and_options_are_shown_together(game: Game) -> None:
    talk = talk_of(game)
    talk.start()
    assert talk.line is not None
    assert [(o.id, o.text, o.available, o.tag) for o in talk.options] == [
        ("sword", "A sword.", True, "Libretto.Dialogues.Smith.Choice_need.Reply_sword"),
        ("soot", "Your face is soot.", True, "Libretto.Dialogues.Smith.Choice_need.Reply_soot"),
    ]


@pytest.mark.parametrize("option", ["sword", "line:sword", "A sword.", 0])
def test_an_option_is_chosen_by_id_text_or_index(game: Game, option: str | int) -> None:
    talk = talk_of(game)
    talk.start()
    talk.choose(option)
    assert talk.line is not None
    assert talk.line.text == "That is the last one."


def test_a_command_function_is_called_at_once_and_what_it_says_is_an_event(game: Game) -> None:
    talk = talk_of(game)
    talk.start()
    events = talk.choose("sword")
    assert CommandRan("give", "Ann takes the Short sword.") in events
    assert [item.base.name for item in game.characters["ann"].inventory] == ["sword1"]


def test_any_other_command_is_a_message_to_the_object_and_the_text_goes_on_behind_it(game: Game) -> None:
    talk = talk_of(game)
    talk.start()
    talk.choose("soot")
    smith = vars(game.world["/smith"]["controller"])
    assert talk.awaiting
    assert smith["heard"] == []
    assert talk.advance() == ()
    game.step()
    assert smith["heard"] == [{"args": ["loudly"], "power": "3"}]
    assert str(smith["talked_to"]) == "main:/smith#talk"
    assert talk.line is not None
    assert talk.line.text == "Out!"


def test_an_unavailable_option_is_offered_with_its_reason_and_refused(game: Game) -> None:
    talk = talk_of(game)
    game.variables["gold"] = 4
    talk.start()
    sword = talk.options[0]
    assert (sword.available, sword.reason) == (False, "$gold >= 5")
    with pytest.raises(DialogueError):
        talk.choose("sword")
    assert talk.options[0] == sword


def test_an_option_once_is_spent_when_it_was_chosen(game: Game) -> None:
    talk = talk_of(game)
    talk.start()
    talk.choose("soot")
    game.step()
    talk.advance()
    talk.advance()
    assert not talk.playing
    talk.start()
    assert talk.line is not None
    assert talk.line.text == "You again."
    assert [o.available for o in talk.options] == [True, False]


def test_starting_what_is_in_play_is_ignored(game: Game) -> None:
    talk = talk_of(game)
    talk.start()
    talk.choose("sword")
    before = talk.position
    talk.start()
    assert talk.position == before


def test_choosing_where_nothing_is_offered_is_an_error(game: Game) -> None:
    talk = talk_of(game)
    with pytest.raises(DialogueError, match="not in play"):
        talk.choose("sword")
    talk.start()
    talk.choose("sword")
    with pytest.raises(DialogueError):
        talk.choose("sword")


@pytest.mark.parametrize("entry", ["Street", "Smith.Street", "Libretto.Dialogues.Smith.Street"])
def test_it_can_start_at_a_sub_dialogue_by_name_or_tag(game: Game, entry: str) -> None:
    talk = talk_of(game)
    talk.start(entry)
    assert talk.line is not None
    assert talk.line.text == "And stay out."


def test_a_dialogue_that_does_not_exist_is_named_with_a_near_one(game: Game) -> None:
    game.world.spawn("other", talk=Conversation("Smiht"))
    with pytest.raises(Exception, match="Smith"):
        game.world.component("/other#talk", Conversation).start()


def test_counts_are_kept_by_tag(game: Game) -> None:
    talk = talk_of(game)
    talk.start()
    game.step(1.5)
    talk.choose("soot")
    game.step(0.5)
    talk.advance()
    talk.advance()
    counts = {tag: (v.started, v.completed, v.offered, v.selected) for tag, v in game.variables.gpvars().items()}
    root = "Libretto.Dialogues.Smith"
    assert counts == {
        root: (1, 1, 0, 0),
        f"{root}.Forge": (1, 1, 0, 0),
        f"{root}.Street": (1, 1, 0, 0),
        f"{root}.Choice_need": (0, 0, 1, 1),
        f"{root}.Choice_need.Reply_sword": (0, 0, 1, 0),
        f"{root}.Choice_need.Reply_soot": (0, 0, 1, 1),
    }
    assert game.variables.gpvar("Smith.Choice_need").last == 1.5
    assert game.variables.gpvar(root).played


def test_a_command_that_raises_is_a_fault_and_the_text_goes_on(game: Game) -> None:
    talk = talk_of(game)
    talk.start()
    game.project.code.commands["give"]
    game.characters["ann"].health = 50
    game.restore(game.snapshot())
    talk.choose("sword")
    assert game.faults == []
    assert talk.line is not None


def test_the_newest_conversation_is_the_game_s(game: Game) -> None:
    game.world.spawn("twin", talk=Conversation("Smith"))
    twin = game.world.component("/twin#talk", Conversation)
    talk_of(game).start()
    twin.start("Street")
    assert game.conversation is twin
    assert game.conversations == (talk_of(game), twin)
    twin.advance()
    assert game.conversation is talk_of(game)


def test_what_the_dialogue_s_object_deletes_is_in_play_no_more(game: Game) -> None:
    talk_of(game).start()
    game.world["/smith"].delete()
    game.step()
    assert game.conversation is None


def test_the_world_is_a_plain_one(game: Game) -> None:
    assert isinstance(game.world, World)


def test_an_option_may_give_its_reason_in_words(folder: Callable[[dict[str, str]], Path]) -> None:
    root = folder(
        {
            "Dialogues/D_Smith.yarn": "title: Forge\n---\nHi. #line:hi\n"
            "-> A sword. <<if false>> #choice:a #line:sword #reason:not_enough_coins\n-> Bye. #line:bye\n===\n",
            "scripts.py": "from talewright import *\n@collection('main')\ndef new(game, world):\n"
            "    world.spawn('smith', talk=Conversation('Smith'))\n",
        }
    )
    game = Game.open(root)
    game.start()
    talk = talk_of(game)
    talk.start()
    assert [(o.available, o.reason) for o in talk.options] == [(False, "not enough coins"), (True, "")]


def test_events_carry_the_tags_of_their_options(game: Game) -> None:
    talk = talk_of(game)
    talk.start()
    talk.choose("soot")
    game.step()
    talk.advance()
    talk.advance()
    game.world.spawn("twin", talk=Conversation("Smith"))
    twin = game.world.component("/twin#talk", Conversation)
    twin.start()
    assert {o.tag for o in twin.options} == {
        "Libretto.Dialogues.Smith.Choice_need.Reply_sword",
        "Libretto.Dialogues.Smith.Choice_need.Reply_soot",
    }


COUNTING = """title: Q
---
Q: Ready? #line:ready
-> go #choice:c #line:qa
    Q: You chose {selected("Talk.Choice_c.Reply_qa")}, this is play {plays("Talk.Q")}. #line:chose
    <<jump R>>
===
title: R
---
<<if selected("Talk.Choice_c.Reply_qa") >= 1 and plays("Talk.R") == 1>>
    R: seen #line:seen
<<else>>
    R: not seen #line:unseen
<<endif>>
===
"""


def test_counts_asked_for_in_a_dialogue_are_those_of_this_moment(folder: Callable[[dict[str, str]], Path]) -> None:
    """A condition sees what happened earlier in the same step, as it would after a stop."""
    code = (
        "from talewright import *\n@collection('main')\ndef new(game, world):\n"
        "    world.spawn('npc', talk=Conversation('Talk'))\n"
    )
    game = Game.open(folder({"Dialogues/D_Talk.yarn": COUNTING, "scripts.py": code}))
    game.start()
    talk = game.world.component("/npc#talk", Conversation)
    talk.start()
    talk.choose("qa")
    shown = [talk.line.text if talk.line else None]
    talk.advance()
    shown.append(talk.line.text if talk.line else None)
    assert shown == ["You chose 1, this is play 1.", "seen"]
    assert game.variables.gpvar("Talk.R").started == 1


def test_it_can_go_back_and_what_the_dialogue_remembers_goes_back_too(game: Game) -> None:
    talk = talk_of(game)
    talk.start()
    before, gold = (talk.line, talk.options), game.variables["gold"]
    talk.choose("sword")
    assert game.variables["gold"] == gold - 5
    (event,) = talk.rewind()
    assert isinstance(event, Rewound)
    assert (talk.line, talk.options, game.variables["gold"]) == (*before, gold)
    assert len(game.characters["ann"].inventory) == 1  # what a command did is the game's own affair
    with pytest.raises(DialogueError, match="has 0 stops"):
        talk.rewind()


def test_a_conversation_that_is_over_can_be_taken_up_again(game: Game) -> None:
    talk = talk_of(game)
    talk.start("Street")
    talk.advance()
    assert game.conversation is None
    talk.rewind()
    assert game.conversations == (talk,)
    assert [line.text for line in [talk.line] if line] == ["And stay out."]


def test_a_translation_holds_after_a_reload_and_can_be_taken_back(game: Game) -> None:
    """Faults §6 B7."""
    talk = talk_of(game)
    talk.start()
    game.translate({"line:need": "Schmied: Was darf es sein?"}, "de")
    game.adopt(game.project)  # what a reload does
    assert (game.locale, [line.text for line in [talk.line] if line]) == ("de", ["Was darf es sein?"])
    game.translate(None)
    assert (game.locale, [line.text for line in [talk.line] if line]) == ("en", ["What do you need?"])


def test_the_same_place_can_be_shown_in_another_language(game: Game) -> None:
    talk = talk_of(game)
    talk.start()
    before = game.snapshot()
    game.program = translated(
        game.project.program, {"line:need": "Schmied: Was darf es sein?", "line:sword": "Ein Schwert."}
    )
    assert [line.text for line in [talk.line] if line] == ["Was darf es sein?"]
    assert talk.options[0].text == "Ein Schwert."
    assert game.snapshot() == before
    game.program = None
    assert [line.text for line in [talk.line] if line] == ["What do you need?"]
