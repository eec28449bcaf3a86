"""Where a load fails: an error about a section has its file, line and column, one about a field the field's line."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from pathlib import Path
from typing import Any

import pytest

from talewright.errors import SaveError
from talewright.game import Game
from talewright.savegame import FolderStore


@pytest.fixture
def saved(smith: Path) -> Game:
    game = Game.open(smith, seed=0)
    game.start()
    game.random("loot").random()
    game.variables["gold"] = 3
    game.world.post("/smith", "insulted")
    game.step()
    return game


CASES: list[tuple[str, str, Callable[[MutableMapping[str, Any]], object], str]] = [
    ("main:/smith#controller", "Smith", lambda s: s.update(angry="perhaps"), "angry"),
    ("main:/smith#controller", "Smith", lambda s: s.update(ended="many"), "ended"),
    ("main:/smith", "GameObject", lambda s: s.update(position="(1,here)"), "position"),
    ("main:/smith", "GameObject", lambda s: s.update(scale="[5"), "scale"),
    ("main", "World", lambda s: s.update(timers=[5]), "timers"),
    ("main", "World", lambda s: s.update(pending=[{"id": "x"}, 5]), "pending"),
    ("talewright", "Worlds", lambda s: s.update(topics=[5]), "topics"),
    ("talewright", "Game", lambda s: s.update(time=-1.0), "time"),
    ("talewright", "Game", lambda s: s.update(seed="seven"), "seed"),
    ("loot", "RandomStream", lambda s: s.update(state="many"), "state"),
    ("$gold", "Variable", lambda s: s.update(number="many"), "number"),
    ("main:/smith#talk", "Conversation", lambda s: s.update(position="(node=[)"), "position"),
    ("main:/smith#talk", "Conversation", lambda s: s.update(dialogue=["a", "b"]), "dialogue"),
]


@pytest.mark.parametrize(("name", "cls", "change", "field"), CASES, ids=[f"{c[0]}.{c[3]}" for c in CASES])
@pytest.mark.parametrize("key", [None, b"secret"], ids=["plain", "signed"])
def test_a_field_that_does_not_fit_has_its_line(
    saved: Game, name: str, cls: str, change: Callable[..., object], field: str, key: bytes | None, tmp_path: Path
) -> None:
    document = saved.snapshot()
    change(document.section(name, cls))
    saved._saves = FolderStore(tmp_path, key=key)
    saved.saves.write("slot1", document)
    lines = (tmp_path / "slot1.ini").read_text(encoding="utf-8").splitlines()
    head = lines.index(f"[{name} {cls}]")
    line = next(n for n, row in enumerate(lines) if n > head and row.lower().startswith(f"{field}=")) + 1
    before = saved.snapshot().body_bytes()
    with pytest.raises(SaveError) as error:
        saved.load("slot1")
    (found,) = error.value.report
    assert (found.code, found.span.line, found.span.column) == ("TW-GAME-03", line, 1)
    assert found.span.file.endswith("slot1.ini")
    assert saved.snapshot().body_bytes() == before


def test_an_element_of_a_list_has_the_line_of_its_field(smith: Path) -> None:
    scripts = smith / "scripts.py"
    text = scripts.read_text(encoding="utf-8")
    scripts.write_text(text.replace("heard: list[object] = []", "heard: list[int] = []"), encoding="utf-8")
    game = Game.open(smith, seed=0)
    game.start()
    document = game.snapshot()
    document.section("main:/smith#controller", "Smith")["heard"] = [1, "two", 3]
    game.saves.write("slot1", document)
    lines = (smith / "Saved" / "SaveGames" / "slot1.ini").read_text(encoding="utf-8").splitlines()
    with pytest.raises(SaveError) as error:
        game.load("slot1")
    (found,) = error.value.report
    assert lines[found.span.line - 1].startswith("heard=")
    assert "heard[1]" in found.message


def test_a_section_without_its_object_has_its_line(saved: Game) -> None:
    document = saved.snapshot()
    document.add_section("main:/rat#controller", "Rat")
    saved.saves.write("slot1", document)
    with pytest.raises(SaveError) as error:
        saved.load("slot1")
    (found,) = error.value.report
    lines = document.to_bytes().decode().splitlines()
    assert lines[found.span.line - 1] == "[main:/rat#controller Rat]"


def test_a_name_in_brackets_in_a_value_is_no_place(saved: Game) -> None:
    """The place comes from the section, not from what the message looks like."""
    document = saved.snapshot()
    document.section("main:/smith#controller", "Smith")["angry"] = "[talewright Game]"
    saved.saves.write("slot1", document)
    with pytest.raises(SaveError) as error:
        saved.load("slot1")
    (found,) = error.value.report
    lines = document.to_bytes().decode().splitlines()
    assert lines[found.span.line - 1].startswith("angry=")
