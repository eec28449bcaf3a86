"""Hot reload: a changed project under a running game (API, rule 6; tags.md section 9.7)."""

from __future__ import annotations

from pathlib import Path

import pytest

from talewright.errors import Misuse
from talewright.game import Conversation, Game
from talewright.rpg import Item
from talewright.savegame import MemoryStore


@pytest.fixture
def live(smith: Path) -> Game:
    game = Game.open(smith, seed=0, saves=MemoryStore())
    game.start()
    return game


def rewrite(folder: Path, name: str, old: str, new: str) -> None:
    path = folder / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def talk_of(game: Game) -> Conversation:
    return game.world.component("/smith#talk", Conversation)


def test_a_changed_line_is_shown_and_the_place_is_kept(live: Game, smith: Path) -> None:
    talk = talk_of(live)
    talk.start()
    talk.choose("sword")
    rewrite(smith, "Dialogues/D_Smith.yarn", "That is the last one.", "That was the very last one.")
    assert live.reload().errors == []
    assert talk_of(live) is talk
    assert talk.line is not None
    assert talk.line.text == "That was the very last one."


def test_a_changed_method_and_a_new_property_arrive_in_the_same_object(live: Game, smith: Path) -> None:
    controller = live.world["/smith"]["controller"]
    live.world.post("/smith", "insulted")
    live.step()
    rewrite(smith, "scripts.py", "    ended: int = 0\n", "    ended: int = 0\n    patience: int = 3\n")
    rewrite(smith, "scripts.py", "self.angry = True", "self.angry = True; self.patience -= 1")
    assert live.reload().errors == []
    assert live.world["/smith"]["controller"] is controller
    assert vars(controller)["angry"] is True
    assert getattr(controller, "patience") == 3  # noqa: B009
    live.world.post("/smith", "insulted")
    live.step()
    assert getattr(controller, "patience") == 2  # noqa: B009
    assert vars(controller)["_face"] == "made again"


def test_changed_records_are_those_of_the_next_item_and_of_existing_ones(live: Game, smith: Path) -> None:
    live.run("give sword1")
    rewrite(smith, "Config/SapituItemDB.ini", "Short sword", "Long sword")
    assert live.reload().errors == []
    assert live.records[Item]["sword1"].DisplayName == "Long sword"
    assert live.characters["ann"].inventory[0].base.DisplayName == "Long sword"
    assert live.run("createItem sword1").split("  ")[1] == "Long sword"


def test_what_a_reload_spawns_later_is_of_the_new_class(live: Game, smith: Path) -> None:
    rewrite(smith, "scripts.py", "health: int = 200", "health: int = 300")
    assert live.reload().errors == []
    live.world.post("/cellar#proxy", "load")
    live.step()
    assert getattr(live.worlds["cellar"]["/rat"]["controller"], "health") == 300  # noqa: B009
    assert live.faults == []


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("Dialogues/D_Smith.yarn", "<<jump Street>>", "<<jump Stret>>"),
        ("scripts.py", "class Rat(Script):", "class Rat(Script:"),
        ("Config/SapituItemDB.ini", "level=(min=1,max=10)", "level=(min=1,max="),
        ("scripts.py", "class Smith(Script):", "class Blacksmith(Script):"),
        ("scripts.py", "angry: bool = False", "angry: list[int] = []"),
    ],
)
def test_a_change_that_does_not_fit_changes_nothing(live: Game, smith: Path, name: str, old: str, new: str) -> None:
    talk_of(live).start()
    vars(live.world["/smith"]["controller"])["angry"] = True
    before, project = live.snapshot(), live.project
    controller, cls = live.world["/smith"]["controller"], type(live.world["/smith"]["controller"])
    rewrite(smith, name, old, new)
    report = live.reload()
    assert report.errors
    assert live.project is project
    assert live.snapshot() == before
    assert type(controller) is cls
    live.world.post("/smith", "insulted")
    live.step()
    assert live.faults == []


def test_a_renamed_node_is_followed_and_its_counts_come_along(live: Game, smith: Path) -> None:
    live.project.cook()
    talk_of(live).start("Street")
    rewrite(smith, "Dialogues/D_Smith.yarn", "title: Street", "title: Alley")
    rewrite(smith, "Dialogues/D_Smith.yarn", "<<jump Street>>", "<<jump Alley>>")
    report = live.reload()
    assert report.errors == []
    assert talk_of(live).position is not None
    assert live.variables.gpvar("Smith.Alley").started == 1
    assert [d.severity for d in report if d.code == "TW-GAME-02"] == ["information"] * 2


def test_reload_is_no_load_of_another_slot(live: Game, smith: Path) -> None:
    live.save("slot1")
    live.reload()
    assert live.save("slot1").kept is None


def test_it_needs_a_folder() -> None:
    with pytest.raises(Misuse, match="without a project folder"):
        Game().reload()
