"""What conversations tell their host, and how one is broken off or replaced (people.md section 4, events)."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

import pytest

from talewright import GameEvent
from talewright.dialogue import (
    Command,
    DialogueEnded,
    DialogueStarted,
    Line,
    NoOptions,
    Options,
    ReplySelected,
    Rewound,
    Selected,
    SubdialogueEntered,
    SubdialogueLeft,
    TextFault,
)
from talewright.errors import DialogueError, Misuse
from talewright.game import (
    CommandRan,
    Conversation,
    Game,
    Heard,
    ItemGained,
    ItemLost,
    Loaded,
    PlaceEntered,
    RolledBack,
    Told,
)
from talewright.rpg import Item


def talk_of(game: Game) -> Conversation:
    return game.world.component("/smith#talk", Conversation)


def said(game: Game) -> str:
    line = talk_of(game).line
    return "" if line is None else line.text


def _told(event: GameEvent) -> str:
    """Say what kind of event it is: a type checker knows all of them (E3)."""
    match event:
        case Line() | Options() | NoOptions():
            return "shown"
        case Command() | CommandRan():
            return "done"
        case DialogueStarted() | DialogueEnded() | SubdialogueEntered() | SubdialogueLeft():
            return "moved"
        case ReplySelected() | Selected() | Rewound():
            return "chosen"
        case TextFault():
            return "fault"
        case ItemGained() | ItemLost():
            return "bag"
        case PlaceEntered():
            return "place"
        case Told():
            return "told"
        case Loaded() | RolledBack():
            return "loaded"
        case _:
            assert_never(event)


def test_people_E3_every_event_is_one_of_a_closed_union(game: Game) -> None:
    heard: list[Heard] = []
    game.listen(heard.append)
    talk = talk_of(game)
    talk.start()
    talk.choose("sword")
    talk.rewind()
    game.characters["ann"].lose(Item)
    game.happened(PlaceEntered("ann", "cellar"))
    game.tell("You hear a door.")
    game.restore(game.snapshot())
    assert {_told(one.event) for one in heard} == {
        "shown", "done", "moved", "chosen", "bag", "place", "told", "loaded"
    }  # fmt: skip


def test_a_start_returns_its_events(game: Game) -> None:
    heard: list[Heard] = []
    game.listen(heard.append)
    events = talk_of(game).start()
    assert isinstance(events[-1], Options)
    assert tuple(one.event for one in heard) == events
    assert talk_of(game).start() == ()  # it is in play


def test_a_stop_breaks_off_and_the_host_hears_of_it(game: Game) -> None:
    talk = talk_of(game)
    assert talk.stop() == ()
    talk.start()
    heard: list[Heard] = []
    game.listen(heard.append)
    assert talk.stop() == (DialogueEnded("Smith", completed=False),)
    assert [one.event for one in heard] == [DialogueEnded("Smith", completed=False)]
    assert (talk.playing, talk.line, talk.options, game.conversation) == (False, None, (), None)
    talk.start()  # it can be had again; the sub-dialogue that was broken off was not left, so it was not visited
    assert said(game) == "What do you need?"


def test_what_stands_before_a_stop_can_be_had_back(game: Game) -> None:
    talk = talk_of(game)
    talk.start()
    talk.stop()
    talk.rewind()
    assert talk.playing
    assert said(game) == "What do you need?"
    assert len(talk.options) == 2


def test_who_asked_hears_that_it_was_broken_off(game: Game) -> None:
    talk = talk_of(game)
    game.world.post("/smith#controller", "interact")
    game.step()
    assert talk.playing
    talk.stop()
    game.step()
    controller = game.world.component("/smith#controller")
    assert controller.ended == 1  # type: ignore[attr-defined]


def test_a_command_on_its_way_does_not_revive_it(game: Game) -> None:
    talk = talk_of(game)
    talk.start()
    talk.choose("soot")  # hands a command over to the smith's scripts
    talk.stop()
    game.step()
    assert not talk.playing


def test_another_takes_its_place(game: Game) -> None:
    talk = talk_of(game)
    talk.start()
    events = talk.start("Street", replace=True)
    assert events[0] == DialogueEnded("Smith", completed=False)
    assert isinstance(events[1], DialogueStarted)
    assert said(game) == "And stay out."
    assert game.conversation is talk


def test_what_cannot_begin_takes_no_place(game: Game) -> None:
    talk = talk_of(game)
    talk.start()
    heard: list[Heard] = []
    game.listen(heard.append)
    before = game.snapshot()
    with pytest.raises(DialogueError):
        talk.start("Nowhere", replace=True)
    assert heard == []
    assert game.snapshot().sections == before.sections
    assert talk.options != ()


def test_by_message_too(game: Game) -> None:
    talk = talk_of(game)
    talk.start()
    game.world.post("/smith#talk", "start", entry="Street", replace=True)
    game.step()
    assert said(game) == "And stay out."
    game.world.post("/smith#talk", "stop")
    game.step()
    assert not talk.playing


def test_none_of_it_inside_a_listener(game: Game) -> None:
    talk = talk_of(game)
    refused: list[Callable[[], object]] = [talk.stop, lambda: talk.start(replace=True)]
    said: list[str] = []

    def hear(one: Heard) -> None:
        for act in refused:
            with pytest.raises(Misuse) as caught:
                act()
            said.append(caught.value.message)

    talk.start()
    game.listen(hear)
    talk.stop()
    assert [text.partition("(")[0] for text in said] == ["stop", "start"]


def test_a_save_of_a_game_that_stopped_one_has_nothing_of_it(game: Game) -> None:
    talk = talk_of(game)
    talk.start()
    talk.stop()
    game.restore(game.snapshot())
    assert game.conversation is None
