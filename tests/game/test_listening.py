"""Listening to a game: every event of every conversation, whoever drives it; what it gets wrong stops nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from talewright.dialogue import Command, DialogueEnded, DialogueStarted, Line, Options, ReplySelected, Rewound
from talewright.errors import Misuse, ProjectError
from talewright.game import CommandRan, Conversation, Game, GameEvent, Heard, ItemGained, Loaded
from talewright.savegame import MemoryStore

Fresh = Callable[[], Game]

INIT = """

class Host(Script):
    def init(self) -> None:
        self.post("/smith#talk", "start")


@collection("main")
def new_game(game: Game, world: World) -> None:
    game.characters.create("ann", name="Ann of the Hill")
    world.spawn("smith", position=(3, 4), controller=Smith(), talk=Conversation("Smith"))
    world.spawn("cellar", proxy=CollectionProxy("cellar"))
    world.spawn("host", host=Host())
"""


@pytest.fixture
def heard() -> list[Heard]:
    return []


def talk_of(game: Game) -> Conversation:
    return game.world.component("/smith#talk", Conversation)


def events(heard: list[Heard]) -> list[GameEvent]:
    return [one.event for one in heard]


def test_every_event_of_a_call_is_heard_in_order_with_its_conversation(game: Game, heard: list[Heard]) -> None:
    game.listen(heard.append)
    talk = talk_of(game)
    talk.start()
    assert isinstance(events(heard)[-1], Options)
    begun = len(heard)
    made = talk.choose("sword")
    assert tuple(one.event for one in heard[begun:] if one.conversation is talk) == made
    assert [type(one) for one in made] == [ReplySelected, Command, CommandRan, Line]
    # What the command did to a bag is no event of the dialogue; it is told when it is done.
    assert [type(one) for one in events(heard)[begun:]] == [ReplySelected, Command, ItemGained, CommandRan, Line]
    talk.advance()
    assert isinstance(events(heard)[-1], DialogueEnded)
    assert {one.conversation for one in heard} == {talk, None}


def test_a_conversation_started_by_a_message_in_init_is_heard_like_one_that_is_driven_by_calls(
    game: Game, heard: list[Heard], smith: Path
) -> None:
    game.listen(heard.append)
    talk = talk_of(game)
    talk.start()
    talk.choose("soot")
    game.step()
    talk.advance()

    scripts = smith / "scripts.py"
    text = scripts.read_text(encoding="utf-8")
    a, b = text.index('@collection("main")'), text.index('@collection("cellar")')
    scripts.write_text(text[:a] + INIT.strip() + "\n\n\n" + text[b:], encoding="utf-8")
    driven: list[Heard] = []
    other = Game.open(smith, seed=0, saves=MemoryStore())
    other.listen(driven.append)
    other.start()
    other.world.post("/smith#talk", "choose", option="soot")
    other.step()
    other.world.post("/smith#talk", "advance")
    other.step()
    assert events(driven) == events(heard)
    assert any(isinstance(event, Command) and event.name == "insulted" for event in events(heard))
    assert other.faults == []


def test_a_step_is_heard_when_its_state_is_in_place_and_before_its_command_runs(game: Game) -> None:
    seen: list[tuple[str, float, int, bool]] = []

    def hear(one: Heard) -> None:
        if isinstance(one.event, ItemGained):
            return
        assert one.conversation is not None
        carried = len(game.characters["ann"].inventory)
        seen.append((type(one.event).__name__, game.variables["gold"], carried, one.conversation.playing))

    game.listen(hear)
    talk = talk_of(game)
    talk.start()
    seen.clear()
    talk.choose("sword")
    talk.advance()
    assert seen == [
        ("ReplySelected", 0, 0, True),
        ("Command", 0, 0, True),
        ("CommandRan", 0, 1, True),
        ("Line", 0, 1, True),
        ("SubdialogueLeft", 0, 1, False),
        ("DialogueEnded", 0, 1, False),
    ]
    assert game.faults == []


def test_what_was_heard_of_a_start_that_failed_is_taken_back(heard: list[Heard], smith: Path) -> None:
    scripts = smith / "scripts.py"
    text = scripts.read_text(encoding="utf-8")
    a, b = text.index('@collection("main")'), text.index('@collection("cellar")')
    begun = (
        '@collection("main")\ndef new_game(game: Game, world: World) -> None:\n'
        '    talk = Conversation("Smith")\n    world.spawn("smith", talk=talk)\n    talk.start()\n'
        '    raise KeyError("x")\n'
    )
    scripts.write_text(f"{text[:a]}{begun}\n\n{text[b:]}", encoding="utf-8")
    game = Game.open(smith, seed=0, saves=MemoryStore())
    game.listen(heard.append)
    with pytest.raises(ProjectError):
        game.start()
    assert isinstance(heard[0].event, DialogueStarted)
    assert heard[-1] == Heard(None, Loaded())


def test_a_listener_that_fails_is_a_fault_and_stops_nothing(game: Game, heard: list[Heard]) -> None:
    def fail(one: Heard) -> None:
        raise RuntimeError("no paper left")

    game.listen(fail)
    game.listen(heard.append)
    talk = talk_of(game)
    talk.start()
    made = talk.choose("sword")
    assert len(made) == 4
    assert tuple(one.event for one in heard if one.conversation is talk)[-4:] == made
    assert len(game.faults) == len(heard)
    assert all("no paper left" in fault.text and isinstance(fault.error, RuntimeError) for fault in game.faults)


def test_listeners_come_and_go_while_they_are_told(game: Game) -> None:
    told: list[str] = []

    def first(one: Heard) -> None:
        told.append("first")
        if told.count("first") == 1:
            stop_second()
            game.listen(lambda other: told.append("third"))
            stop_first()

    stop_first = game.listen(first)
    stop_second = game.listen(lambda one: told.append("second"))
    talk_of(game).start()
    assert told[0] == "first"
    assert set(told[1:]) == {"third"}
    assert game.faults == []
    stop_first()  # a second time: nothing


@pytest.mark.parametrize(
    ("what", "call"),
    [
        ("step", lambda game: game.step()),
        ("snapshot", lambda game: game.save("a")),
        ("restore", lambda game: game.load("before")),
        ("start", lambda game: game.start()),
        ("reload", lambda game: game.reload()),
        ("choose", lambda game: talk_of(game).choose("sword")),
        ("advance", lambda game: talk_of(game).advance()),
        ("rewind", lambda game: talk_of(game).rewind()),
        ("start", lambda game: talk_of(game).start()),
    ],
)
def test_inside_a_listener_nothing_may_drive_the_game(game: Game, what: str, call: Callable[[Game], object]) -> None:
    game.save("before")
    raised: list[str] = []

    def hear(one: Heard) -> None:
        try:
            call(game)
        except Misuse as error:
            raised.append(error.message)

    stop = game.listen(hear)
    talk = talk_of(game)
    talk.start()
    assert raised
    assert set(raised) == {f"{what}() was called by a listener of the game"}
    assert game.faults == []
    stop()
    game.step()  # the game goes on
    assert talk.choose("sword")


def test_a_listener_may_post(game: Game) -> None:
    def hear(one: Heard) -> None:
        if isinstance(one.event, Options) and one.conversation is not None:
            one.conversation.world.post("/smith#talk", "choose", option="sword")

    game.listen(hear)
    talk_of(game).start()
    game.step()
    assert len(game.characters["ann"].inventory) == 1
    assert game.faults == []


def test_a_listener_may_take_the_conversation_away(game: Game, heard: list[Heard]) -> None:
    def hear(one: Heard) -> None:
        heard.append(one)
        if isinstance(one.event, Command):
            game.world["/smith"].delete()

    game.listen(hear)
    talk = talk_of(game)
    talk.start()
    talk.choose("sword")
    game.step()
    assert game.conversations == ()
    assert game.faults == []


def test_a_load_is_one_event_and_drops_what_belongs_to_the_world_before(game: Game, heard: list[Heard]) -> None:
    game.save("before")
    talk = talk_of(game)
    talk.start()
    game.listen(heard.append)
    game.load("before")
    assert heard == [Heard(None, Loaded())]
    assert game.conversation is None
    heard.clear()
    talk_of(game).start()
    assert heard
    assert game.faults == []


def test_a_place_that_was_found_again_is_told_behind_the_load(game: Game, heard: list[Heard], smith: Path) -> None:
    talk_of(game).start()
    document = game.snapshot()
    script = smith / "Dialogues" / "D_Smith.yarn"
    text = script.read_text(encoding="utf-8")
    script.write_text(text.replace("#choice:need #line:sword", "#choice:other #line:sword"), encoding="utf-8")
    other = Game.open(smith, seed=0, saves=MemoryStore())
    other.listen(heard.append)
    report = other.restore(document)
    assert report.moved
    assert heard[0] == Heard(None, Loaded())
    assert [type(one.event) for one in heard[1:]] == [Line, Options]
    assert heard[1].conversation is other.conversation


def test_a_reload_tells_what_is_shown_anew_and_is_no_load(game: Game, heard: list[Heard], smith: Path) -> None:
    talk_of(game).start()
    script = smith / "Dialogues" / "D_Smith.yarn"
    text = script.read_text(encoding="utf-8")
    script.write_text(text.replace("#choice:need #line:sword", "#choice:other #line:sword"), encoding="utf-8")
    game.listen(heard.append)
    assert game.reload().errors == []
    assert [type(one.event) for one in heard] == [Line, Options]


def test_a_rewind_is_heard(game: Game, heard: list[Heard]) -> None:
    talk = talk_of(game)
    talk.start()
    talk.choose("sword")
    game.listen(heard.append)
    made = talk.rewind()
    assert tuple(events(heard)) == made
    assert isinstance(events(heard)[0], Rewound)


def test_a_function_that_would_never_run_is_refused(game: Game) -> None:
    async def later(one: Heard) -> None: ...

    with pytest.raises(TypeError, match="who hears the events of a game"):
        game.listen(later)
    for wrong in (None, 3, "hear"):
        with pytest.raises(TypeError, match="who hears the events of a game is a function, not a "):
            game.listen(wrong)  # type: ignore[arg-type]
    talk_of(game).start()
    assert game.faults == []


def test_without_listeners_nothing_is_made_for_anybody(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    monkeypatch.setattr(game.listeners, "tell", lambda *given: made.append(given))
    talk = talk_of(game)
    talk.start()
    talk.choose("sword")
    assert made == []
