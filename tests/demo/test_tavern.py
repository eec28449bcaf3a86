"""What the demo must be: an ordinary project by public names, with everything that it promises to show."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import talewright
from talewright import story
from talewright.cli.play.player import Player
from talewright.demo import TAVERN
from talewright.game import Conversation, Game, shown
from talewright.messaging import GuiScript
from talewright.project import Project
from talewright.rpg import Item
from talewright.savegame import MemoryStore
from talewright.stage import Stage
from talewright.views.plain import PlainView

SAPITU = (
    "createChar", "saveChar", "loadChar", "printChars", "showChar", "createRandomItem", "createItem", "pickupItem",
    "pickupAll", "findItems", "listItemTypes",
)  # fmt: skip


@pytest.fixture(scope="module")
def project() -> Project:
    return Project.open(TAVERN)


@pytest.fixture
def player(project: Project, tmp_path: Path) -> Player:
    player = Player(Game(project, seed=0, saves=MemoryStore(), saved=tmp_path))
    player.begin()
    return player


def play(player: Player, *lines: str) -> list[str]:
    return [piece.text for line in lines for piece in player.feed(line)]


def test_nothing_is_to_be_found_in_it(project: Project) -> None:
    assert Project.check(TAVERN) == []
    assert project.report == []


def test_its_code_uses_public_names_alone() -> None:
    tree = ast.parse((TAVERN / "scripts.py").read_text(encoding="utf-8"))
    imported = [node for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom))]
    ours = [node for node in imported if isinstance(node, ast.ImportFrom) and "talewright" in (node.module or "")]

    assert [node.module for node in ours] == ["talewright", "talewright.story"]
    assert {alias.name for alias in ours[0].names} <= set(talewright.__all__)
    assert {alias.name for alias in ours[1].names} <= set(story.__all__)
    assert not any(isinstance(node, ast.Attribute) and node.attr.startswith("_") for node in ast.walk(tree))


def test_the_package_is_never_written_to(player: Player) -> None:
    before = sorted(path for path in TAVERN.rglob("*") if "__pycache__" not in path.parts)
    play(player, "/createChar ann", "/saveChar", "/save one", "/load one")

    assert sorted(path for path in TAVERN.rglob("*") if "__pycache__" not in path.parts) == before


def test_items_of_ten_types_from_two_files_one_of_a_class_of_its_own(project: Project) -> None:
    items = project.records[Item]
    files = {project.records.origin(type(item), name).file for name, item in items.items()}

    assert len(items) >= 10
    assert len(files) >= 2
    assert type(items["rapier"]).__name__ == "Weapon"
    assert items["sword1"].DisplayName == "Short sword"


def test_every_choice_and_reply_has_a_tag_and_barks_have_a_root_of_their_own(project: Project) -> None:
    assert len(project.dialogues) >= 3
    assert "Libretto.Dialogues.Smith.Choice_need.Reply_rapier" in project.tags
    assert "Libretto.Barks.Cat.Choice_reply.Answer_nobark" in project.tags  # by the folder of its file
    assert "Libretto.Barks.Rat.Choice_parley.Answer_stewed" in project.tags  # by its file hashtag


def test_the_console_has_the_eleven_commands_and_help(player: Player) -> None:
    (shown,) = play(player, "/help")[1:]

    names = [line.split()[0] for line in shown.splitlines() if line and "slash" not in line]
    assert {*SAPITU, "help", "give", "go", "look", "map", "punch", "score"} <= set(names)


def test_people_R2_help_shows_players_only_verbs_of_the_game(project: Project, tmp_path: Path) -> None:
    view = PlainView(Stage(Game(project, seed=0, saves=MemoryStore(), saved=tmp_path)))
    view.begin()
    help_ = [piece.text.split()[0] for piece in view.feed("/help")]

    verbs = {"look", "go", "take", "drop", "put", "open", "close", "unlock", "use", "inventory", "talk"}
    known = {"map", "punch", "score", "examine", "walk", "get", "shut", *verbs}
    assert set(help_[help_.index("What") + 1 :]) == known


# -- the manual's examples


def test_example_1_the_hero_punches_what_stands_beside_it(player: Player) -> None:
    posted: list[tuple[str, str, dict[str, object], str]] = []
    player.game.worlds.on_delivery = lambda to, name, fields, sender: posted.append(
        (str(to), name, dict(fields), str(sender))
    )

    play(player, "/go cellar", "/punch", "/createItem rapier", "/pickupAll", "/punch")

    punches = [p for p in posted if p[1] == "punch"]
    assert punches == [
        ("cellar:/rat#controller", "punch", {}, "cellar:/hero#controller"),
        ("cellar:/rat#controller", "punch", {"power": 200}, "cellar:/hero#controller"),
    ]


def test_example_2_the_score_counts_victories(player: Player) -> None:
    assert play(player, "/score", "/go cellar", "/punch", "/punch", "/punch")[0] == "SCORE: 0"
    assert play(player, "/score") == ["SCORE: 100"]
    assert isinstance(player.game.world.component("/interface#gui"), GuiScript)


def test_example_3_the_minimap_keeps_the_places_by_sender(player: Player) -> None:
    gui = player.game.world.component("/interface#gui")
    cat = player.game.world.url("/cat#controller")
    places: dict[object, object] = vars(gui)["places"]
    count = len(places)

    play(player, "step 61")

    assert places[cat] == (12.0, 5.0, 0.0)
    assert len(places) == count


def test_the_cellar_is_a_world_behind_a_proxy(player: Player) -> None:
    assert "cellar" not in player.game.worlds

    play(player, "/go cellar")
    assert [world.name for world in player.game.worlds] == ["main", "cellar"]

    play(player, "/go up", "/go down")
    assert not player.failed


# -- saves


def test_a_save_holds_the_whole_tavern(player: Player, project: Project, tmp_path: Path) -> None:
    play(
        player,
        "/talk smith",
        "soot",
        "",
        "/go cellar",
        "/punch",
        "/createItem mug",
        "step 100",
        "/talk rat",
        "/save one",
    )
    document = player.game.snapshot()
    other = Game(project, seed=9, saves=player.game.saves, saved=tmp_path)
    other.start()

    other.load("one")

    assert other.snapshot().sections == document.sections
    assert other.conversation is not None
    assert other.conversation.line == player.game.conversation.line  # type: ignore[union-attr]


def test_a_load_over_a_dirty_game_equals_a_load_into_a_fresh_one(player: Player, project: Project) -> None:
    play(player, "/talk cat", "nobark", "/save one", "/go cellar", "/punch", "/punch", "/punch", "/pickupAll")
    play(player, "", "/talk bard", "/createChar ann", "step 30", "/load one")
    fresh = Game(project, saves=player.game.saves, seed=5)
    fresh.load("one")

    assert fresh.snapshot().sections == player.game.snapshot().sections
    assert "cellar" not in player.game.worlds
    assert player.game.faults == []


def test_everybody_upstairs_and_downstairs_has_something_to_say(player: Player) -> None:
    play(player, "/go cellar")
    talks = [c for w in player.game.worlds for thing in w for c in thing.components.values()]

    assert sorted(c.dialogue for c in talks if isinstance(c, Conversation)) == sorted(player.game.project.dialogues)


def test_people_p4_it_shrank() -> None:
    """419 lines of code before there was `talewright.story`."""
    assert len((TAVERN / "scripts.py").read_text("utf-8").splitlines()) < 419


def test_people_p4_its_goal_is_stated_and_reached_by_what_a_player_may_do(project: Project, tmp_path: Path) -> None:
    """Hear the landlady out, get rid of the rat, have the bard sing about it: by deeds and replies alone."""
    game = Game(project, seed=0, saves=MemoryStore(), saved=tmp_path)
    heard: list[str] = []
    game.listen(lambda told: heard.extend(shown((told.event,))))
    game.start()

    def do(text: str) -> None:
        game.do(next(deed for deed in game.deeds() if deed.text == text))
        game.step()

    def talk(*replies: str) -> None:
        for reply in replies:
            while game.conversation is not None and not game.conversation.options:
                game.conversation.advance()
            assert game.conversation is not None
            game.conversation.choose(reply)
            game.step()
        while game.conversation is not None and not game.conversation.options:
            game.conversation.advance()
            game.step()

    assert project.settings.Goal
    do("Talk to Landlady")
    talk("stew", "noise", "job")
    do("Go to Cellar (down)")
    do("Talk to Rat")
    talk("stewed")
    assert "/rat" not in game.worlds["cellar"]
    do("Take Lute string")
    do("Go to Taproom (up)")
    do("Go to Stage")
    do("Talk to Bard")
    talk("string")
    do("Talk to Bard")
    talk("sing")
    assert 'Lilt: The rat looked up, the rat looked down / the rat has moved away."' in heard
    assert game.faults == []


def test_the_demo_imports_without_the_command_line() -> None:
    code = "import sys, talewright.demo; sys.exit('rich' in sys.modules or 'click' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 0


def test_what_was_cooked_from_it_is_up_to_date(tmp_path: Path) -> None:
    """Run `talewright cook src/talewright/demo/tavern` after an edit of its dialogues."""
    assert [str(one) for one in Project.open(TAVERN).drift()] == []
    game = Game(Project.open(TAVERN, cooked=True), saved=tmp_path / "Saved", seed=0)
    game.start()
    assert "Libretto.Dialogues.Landlady.Counter" in game.project.tags
