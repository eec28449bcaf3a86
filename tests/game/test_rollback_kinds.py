"""What a rollback takes back, kind by kind: B2, B3 and B4 of people.md, section 5.

B3 are nine faults that players of Ren'Py met, each as a test of our own making; its number there stands in the name.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from talewright.game import Conversation, Game, Marks
from talewright.project import Project
from talewright.savegame import MemoryStore

FILES = {
    "Config/SapituItemDB.ini": "[fish SapituItem]\nDisplayName=Fish\n",
    "Dialogues/D_Stall.yarn": """title: Stall
---
<<declare $gold = 10>>
Fishwife: Fresh from the quay. #line:fresh
-> A fish, please. <<if $gold >= 3>> #choice:stall #line:fish
    <<set $gold = $gold - 3>>
    <<give fish>>
    Fishwife: Mind the bones. #line:bones
-> No. #line:no
    Fishwife: More for the cat. #line:cat
===
title: Long
---
Fishwife: One. #line:one
Fishwife: Two. #line:two
<<note>>
Fishwife: Three. #line:three
Fishwife: Four. #line:four
===
""",
    "scripts.py": '''
from dataclasses import dataclass, field

from talewright.game import Conversation, Game, Script, command
from talewright.messaging import CollectionProxy, Message, Url, World, collection, on
from talewright.rpg import Item


@dataclass
class Basket:
    fish: list[str] = field(default_factory=list)
    weight: float = 0.0


class Stall(Script):
    basket: Basket = Basket()
    log: list[object] = []
    ticks: int = 0
    last: str = ""

    @on("stock")
    def stock(self, message: Message, sender: Url) -> None:
        self.basket.fish.append(message["what"])
        self.basket.weight += message["weight"]
        self.log.append(dict(message))
        self.last = message["what"]

    @on("wait")
    def wait(self, message: Message, sender: Url) -> None:
        self.after(message["seconds"], self.rang)

    def rang(self, elapsed: float, handle: int) -> None:
        self.ticks += 1


@command
def give(game: Game, item: Item) -> None:
    game.characters["ann"].add_inventory(game.characters.create_inventory(item))


@command
def note(game: Game) -> None:
    game.world.component("/stall#controller").ticks += 100


@command
def dig(game: Game, what: str) -> str:
    """A console edit."""
    game.variables["gold"] = 99.0
    game.world.component("/stall#controller").last = what
    return "edited"


@collection("main")
def new_game(game: Game, world: World) -> None:
    game.characters.create("ann", name="Ann")
    world.spawn("stall", controller=Stall(), talk=Conversation("Stall"))
    world.spawn("hatch", proxy=CollectionProxy("cellar"))
    world.spawn("gull", position=(1, 2), controller=Stall())


@collection("cellar")
def cellar(game: Game, world: World) -> None:
    world.spawn("rat", controller=Stall())
''',
}


@pytest.fixture
def root(folder: Callable[[dict[str, str]], Path]) -> Path:
    """The folder of the game."""
    return folder(FILES)


@pytest.fixture
def game(root: Path) -> Game:
    """A game that has started and keeps marks."""
    made = Game(Project.open(root), seed=0, saves=MemoryStore())
    made.start()
    made.marks = Marks()
    return made


def marks(game: Game) -> Marks:
    assert game.marks is not None
    return game.marks


def talk_of(game: Game) -> Conversation:
    return game.world.component("/stall#talk", Conversation)


def stall(game: Game) -> Any:
    return game.world.component("/stall#controller")


def rat_of(game: Game) -> Any:
    return game.worlds["cellar"].component("/rat#controller")


def line(game: Game) -> str:
    """Return the id of what is on show, or an empty text."""
    talk = game.conversation
    return talk.line.id if talk is not None and talk.line is not None else ""


def post(game: Game, message_id: str, **fields: object) -> None:
    """Mark, post to the stall, and let it arrive."""
    marks(game).add()
    game.world.post("/stall#controller", message_id, **fields)
    game.step()


# B2


def test_people_B2_buy_roll_back_and_buy_again_is_one_item_and_paid_once(game: Game) -> None:
    talk_of(game).start()
    for _ in range(2):
        marks(game).add()
        talk_of(game).choose("fish")
        assert line(game) == "line:bones"
        assert game.rollback().steps == 1
        assert (line(game), game.variables["gold"], game.characters["ann"].inventory) == ("line:fresh", 10.0, ())
    marks(game).add()
    talk_of(game).choose("fish")
    assert game.variables["gold"] == 7.0
    assert [item.base.name for item in game.characters["ann"].inventory] == ["fish"]
    assert [count.selected for count in (game.variables.gpvar("Stall.Choice_stall"),)] == [1]


# B3


def test_people_B3_2942_what_was_appended_to_a_list_is_not_there_any_more(game: Game) -> None:
    for what in ("cod", "eel"):
        post(game, "stock", what=what, weight=1.5)
    game.rollback()
    assert (stall(game).basket.fish, len(stall(game).log)) == (["cod"], 1)
    post(game, "stock", what="ray", weight=1.0)
    assert stall(game).basket.fish == ["cod", "ray"]
    game.rollback(2)
    assert stall(game).basket.fish == []


def test_people_B3_2539_all_fields_of_an_object_go_back_or_none(game: Game) -> None:
    post(game, "stock", what="cod", weight=1.5)
    before = vars_of(game)
    post(game, "stock", what="eel", weight=2.0)
    game.rollback()
    assert vars_of(game) == before == ("cod", ["cod"], 1.5, 1)
    game.roll_forward()
    assert vars_of(game) == ("eel", ["cod", "eel"], 3.5, 2)


def vars_of(game: Game) -> tuple[object, ...]:
    it = stall(game)
    return it.last, list(it.basket.fish), it.basket.weight, len(it.log)


def test_people_B3_1414_random_numbers_come_again(game: Game) -> None:
    game.random("dice").random()
    marks(game).add()
    rolled = [game.random(name).randint(1, 1000) for name in ("dice", "never asked for before")]
    game.rollback()
    assert [game.random(name).randint(1, 1000) for name in ("dice", "never asked for before")] == rolled


def test_people_B3_1489_what_a_patch_adds_is_there_after_going_back_before_it(game: Game, root: Path) -> None:
    post(game, "stock", what="cod", weight=1.0)
    code, script = root / "scripts.py", root / "Dialogues" / "D_Stall.yarn"
    code.write_text(FILES["scripts.py"].replace('last: str = ""', 'last: str = ""\n    ice: int = 5'), encoding="utf-8")
    text = FILES["Dialogues/D_Stall.yarn"].replace("<<declare", "<<declare $tide = 3>>\n<<declare", 1)
    script.write_text(text, encoding="utf-8")
    assert game.reload().errors == []
    marks(game).add()
    stall(game).ice, game.variables["tide"] = 4, 9
    assert game.rollback().steps == 1
    assert (stall(game).ice, game.variables["tide"]) == (5, 3.0)
    assert game.rollback().steps == 1  # before the patch
    assert (stall(game).ice, game.variables["tide"], stall(game).last) == (5, 3.0, "")
    assert game.roll_forward(2).steps == 2
    assert (stall(game).ice, game.variables["tide"]) == (4, 9.0)


def test_people_B3_3480_what_a_patch_takes_out_is_kept_beside_and_comes_back_with_it(game: Game, root: Path) -> None:
    post(game, "stock", what="cod", weight=1.0)
    code = root / "scripts.py"
    code.write_text(FILES["scripts.py"].replace('    last: str = ""\n', ""), encoding="utf-8")
    assert game.reload().errors == []
    stall(game).last = "not saved"
    marks(game).add()
    post(game, "stock", what="eel", weight=1.0)
    assert game.rollback().steps == 1
    code.write_text(FILES["scripts.py"], encoding="utf-8")
    assert game.reload().errors == []
    assert stall(game).last == "cod"
    assert game.rollback().steps == 1
    assert stall(game).last == ""


def test_people_B3_2907_what_was_edited_at_the_console_goes_back_too(game: Game) -> None:
    talk_of(game).start()
    marks(game).add()
    assert game.run("dig bait") == "edited"
    game.variables.gpvar("Stall").meta["note"] = "by hand"
    assert (game.variables["gold"], stall(game).last) == (99.0, "bait")
    game.rollback()
    assert (game.variables["gold"], stall(game).last) == (10.0, "")
    assert game.variables.gpvar("Stall").meta == {}
    marks(game).add()
    talk_of(game).choose("fish")
    assert game.variables["gold"] == 7.0  # of 10, not of 99


def test_people_B3_6841_a_load_is_where_going_back_ends_and_is_whole(game: Game) -> None:
    talk_of(game).start()
    game.save("slot")
    marks(game).add()
    talk_of(game).choose("fish")
    for _ in range(2):
        game.load("slot")
        loaded = game.snapshot()
        assert game.rollback().steps == 0
        assert game.snapshot() == loaded
        marks(game).add()
        talk_of(game).choose("no")
        assert game.rollback(50).steps == 1
        assert game.snapshot() == loaded
        assert (line(game), game.variables["gold"]) == ("line:fresh", 10.0)


def test_people_B3_3662_it_never_goes_to_a_moment_where_nothing_is_shown(game: Game) -> None:
    talk = talk_of(game)
    talk.start("Long")
    shown = []
    while line(game):
        shown.append(line(game))
        marks(game).add()
        talk_of(game).advance()  # once over a command, which is no moment of its own
    back = []
    while game.rollback().steps:
        back.append(line(game))
    assert back == shown[::-1] == ["line:four", "line:three", "line:two", "line:one"]
    assert stall(game).ticks == 0


def test_people_B3_6717_skipping_over_what_was_undone_does_not_forget_the_way_forward(game: Game) -> None:
    talk_of(game).start("Long")
    for _ in range(3):
        marks(game).add()
        talk_of(game).advance()
    assert game.rollback(3).steps == 3
    for _ in range(2):  # the player goes on as before
        marks(game).add()
        talk_of(game).advance()
    assert line(game) == "line:three"
    assert (game.roll_forward().steps, line(game)) == (1, "line:four")
    assert (game.rollback(3).steps, line(game)) == (3, "line:one")


# B4


def comes_back(game: Game, act: Callable[[], object]) -> None:
    """Act, go back and forward and back again, and compare."""
    before = game.snapshot()
    marks(game).add()
    act()
    after = game.snapshot()
    assert before != after
    for _ in range(2):
        assert game.rollback().steps == 1
        assert game.snapshot() == before
        assert game.roll_forward().steps == 1
        assert game.snapshot() == after
    game.rollback()
    assert game.faults == []


def door(game: Game, *messages: str) -> None:
    for message in messages:
        game.world.post("/hatch#proxy", message)
        game.step(0.1)


def test_people_B4_a_proxy_that_was_loaded_or_unloaded_since(game: Game) -> None:
    comes_back(game, lambda: door(game, "load", "enable"))
    assert "cellar" not in game.worlds
    door(game, "load", "enable")
    rat_of(game).ticks = 7
    comes_back(game, lambda: door(game, "unload"))
    assert rat_of(game).ticks == 7
    comes_back(game, lambda: game.world.post("/hatch#proxy", "unload"))  # on its way


def test_people_B4_an_object_that_was_deleted_or_made_since(game: Game) -> None:
    def shoo() -> None:
        game.world["/gull"].delete()
        game.step()

    comes_back(game, shoo)
    assert list(game.world["/gull"].position) == [1, 2, 0]
    comes_back(game, lambda: game.world["/gull"].delete())  # between two steps: it is still there
    comes_back(game, lambda: game.world.spawn(None, controller=type(stall(game))()))
    held = game.world["/gull"]
    marks(game).add()
    held.delete()
    game.step()
    game.rollback()
    assert not held.alive  # as after a load: ask for it anew
    assert game.world["/gull"].alive


def test_people_B4_a_timer_that_was_pending_rings_again(game: Game) -> None:
    post(game, "wait", seconds=2.0)
    game.step(1.5)
    comes_back(game, lambda: game.step(1.0))
    assert stall(game).ticks == 0
    game.step(0.4)
    assert stall(game).ticks == 0
    game.step(0.2)
    assert stall(game).ticks == 1
    game.rollback(9)
    game.step(9)
    assert stall(game).ticks == 0


def test_people_B4_a_message_that_waited_arrives_again_and_one_that_was_sent_since_does_not(game: Game) -> None:
    game.world.post("/stall#controller", "stock", what="cod", weight=1.0)
    comes_back(game, game.step)
    marks(game).add()
    game.world.post("/stall#controller", "stock", what="eel", weight=1.0)
    game.rollback()
    game.step()
    assert stall(game).basket.fish == ["cod"]


def test_people_B4_a_game_that_was_told_to_exit_goes_on(game: Game) -> None:
    def leave() -> None:
        game.world.post("@system:", "exit", code=3)
        game.step()

    marks(game).add()
    leave()
    game.place = "the street"
    assert game.worlds.exit_code == 3
    assert game.rollback().steps == 1
    now: tuple[int | None, str] = (game.worlds.exit_code, game.place)
    assert now == (None, "")
    game.world.post("@system:", "exit", code=3)
    marks(game).add()
    game.step()
    assert game.worlds.exit_code == 3
    game.rollback()
    game.step()
    assert game.worlds.exit_code == 3  # it was on its way
