"""What others complained of in public, and what happens here instead: the reports of field.md section 7 about saves."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from talewright.errors import FieldError, SaveError
from talewright.game import Conversation, Game
from talewright.messaging import Script
from talewright.rpg import Item
from talewright.savegame import MemoryStore, SaveDocument, SqliteStore, Store

Fresh = Callable[[], Game]


def through_text(game: Game) -> SaveDocument:
    return SaveDocument.parse(game.snapshot().to_bytes(), "slot")


def test_report_01_a_type_that_cannot_be_saved_is_refused_before_any_save(game: Game) -> None:
    class Shop(Script):
        prices: Callable[[], int] = int

    with pytest.raises((FieldError, SaveError), match=r"Shop\.prices"):
        game.world.spawn("shop", controller=Shop())


def test_report_02_a_snapshot_is_not_what_goes_on_living(game: Game) -> None:
    heard = vars(game.world["/smith"]["controller"])["heard"]
    heard.append({"a": [1]})
    document = game.snapshot()
    before = document.body_bytes()
    heard[0]["a"].append(2)
    heard.append("x")
    assert document.body_bytes() == before
    document.section("main:/smith#controller", "Smith")["heard"].append("in the save alone")
    assert heard == [{"a": [1, 2]}, "x"]


def test_report_03_saving_never_changes_the_game(game: Game) -> None:
    game.world.component("/smith#talk", Conversation).start()
    digests = []
    for n in range(3):
        digests.append(game.snapshot().digest)
        game.save("slot1", title=f"save {n}")
    assert len(set(digests)) == 1


def test_report_04_the_place_saved_is_the_one_on_the_screen(game: Game, fresh: Fresh) -> None:
    talk = game.world.component("/smith#talk", Conversation)
    talk.start()
    talk.choose("sword")
    seen = []
    while talk.playing:
        other = fresh()
        other.restore(through_text(game))
        again = other.world.component("/smith#talk", Conversation)
        assert (again.line, again.options) == (talk.line, talk.options)
        seen.append(talk.line.text if talk.line else "")
        talk.advance()
    assert seen


def test_report_09_a_process_for_every_line_gives_the_same_conversation(smith: Path, tmp_path: Path) -> None:
    program = (
        "import sys\n"
        "from pathlib import Path\n"
        "from talewright.game import Game\n"
        "game = Game.open(sys.argv[1], saves=Path(sys.argv[2]), seed=0)\n"
        "if 'slot1' in game.saves.slots():\n"
        "    game.load('slot1')\n"
        "    talk = game.conversation\n"
        "    talk.choose(0) if talk.options else talk.advance()\n"
        "else:\n"
        "    game.start()\n"
        "    game.world.component('/smith#talk').start()\n"
        "game.step()\n"
        "game.save('slot1')\n"
        "talk = game.conversation\n"
        "print(talk.line.text if talk and talk.line else '')\n"
    )
    said = []
    for _ in range(3):
        command = [sys.executable, "-c", program, str(smith), str(tmp_path / "saves")]
        said.append(subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip())
    assert said == ["What do you need?", "That is the last one.", ""]


def test_report_11_a_save_holds_references_not_definitions(smith: Path) -> None:
    game = Game.open(smith, seed=0)
    game.start()
    game.characters["ann"].add_inventory(game.characters.create_inventory(game.records[Item]["bread"]))
    game.save("slot1")
    items = smith / "Config" / "SapituItemDB.ini"
    items.write_text(items.read_text().replace("DisplayName=Bread", "DisplayName=Brot"))
    again = Game.open(smith, seed=0)
    again.load("slot1")
    assert again.characters["ann"].inventory[0].base.DisplayName == "Brot"


def test_report_17_new_records_turn_no_item_into_another(smith: Path) -> None:
    game = Game.open(smith, seed=0)
    game.start()
    for name in ("sword1", "bread", "sword1"):
        game.characters["ann"].add_inventory(game.characters.create_inventory(game.records[Item][name]))
    game.save("slot1")
    items = smith / "Config" / "SapituItemDB.ini"
    first, _, rest = items.read_text().partition("[bread")
    items.write_text(f"[axe SapituItem]\nDisplayName=Axe\n\n[bread{rest}\n[arrow SapituItem]\n\n{first}")
    again = Game.open(smith, seed=0)
    again.load("slot1")
    assert [(i.id, i.base.name) for i in again.characters["ann"].inventory] == [
        (i.id, i.base.name) for i in game.characters["ann"].inventory
    ]


def test_report_17_a_record_that_is_gone_leaves_an_unknown_item_that_is_saved_as_it_was(smith: Path) -> None:
    game = Game.open(smith, seed=0)
    game.start()
    game.characters["ann"].add_inventory(game.characters.create_inventory(game.records[Item]["bread"]))
    game.save("slot1")
    items = smith / "Config" / "SapituItemDB.ini"
    items.write_text(items.read_text().partition("[bread")[0])
    again = Game.open(smith, seed=0)
    report = again.load("slot1")
    assert any("'bread'" in line for line in report.unknown)
    assert again.snapshot() == game.snapshot()


def test_report_18_quitting_and_loading_merges_nothing(game: Game, fresh: Fresh) -> None:
    ann = game.characters["ann"]
    ann.add_inventory(game.characters.create_inventory(game.records[Item]["bread"]))
    saved = through_text(game)
    for _ in range(3):
        ann.add_inventory(game.characters.create_inventory(game.records[Item]["sword1"]))
    game.characters.create("bob")
    game.restore(saved)
    other = fresh()
    other.restore(saved)
    assert game.snapshot() == other.snapshot() == saved
    assert len(ann.inventory) == 1
    assert game.characters["ann"] is ann


def test_report_18_a_save_says_what_it_holds(game: Game) -> None:
    written = game.save("slot1").written
    assert {"[ann SapituCharacter]", "[main:/smith#controller Smith]", "[main World]"} <= set(written)
    assert written == [f"[{name} {cls}]" for name, cls in game.saves.read("slot1").names]


def test_report_19_loaded_objects_share_no_containers(game: Game, fresh: Fresh) -> None:
    smith_class = game.project.code.scripts["Smith"]
    game.world.spawn("helper", controller=smith_class())
    other = fresh()
    other.restore(through_text(game))
    one, two = (vars(other.world[path]["controller"])["heard"] for path in ("/smith", "/helper"))
    one.append("x")
    assert two == []
    assert smith_class().heard == []  # type: ignore[attr-defined]


def test_report_20_loading_draws_no_number_and_seeds_nothing_anew(game: Game, fresh: Fresh) -> None:
    for _ in range(5):
        game.random("loot").random()
    document = through_text(game)
    other = fresh()
    other.random("loot").random()
    other.restore(document)
    assert [other.random("loot").random() for _ in range(9)] == [game.random("loot").random() for _ in range(9)]
    assert other.random("new").random() == game.random("new").random()


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_report_21_many_players_of_a_bot_write_at_once_and_lose_nothing(game: Game, tmp_path: Path, kind: str) -> None:
    store: Store = MemoryStore() if kind == "memory" else SqliteStore(tmp_path / "bot.db")
    documents = []
    for n in range(8):
        game.step(1.0)
        documents.append(game.snapshot(title=f"step {n}"))

    def play(user: int) -> None:
        for document in documents:
            store.write(f"user{user}", document)
            store.write("shared", document)

    threads = [threading.Thread(target=play, args=(user,)) for user in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {slot: h.title for slot, h in store.slots().items() if slot != "shared"} == {
        f"user{n}": "step 7" for n in range(6)
    }
    assert store.read("shared") in documents
    if isinstance(store, SqliteStore):
        store.close()
