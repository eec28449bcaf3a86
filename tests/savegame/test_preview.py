"""The last line shown, in the header of a save: one line, 120 characters, never half a letter, never in the way."""

from __future__ import annotations

import pytest

from talewright.game import Game
from talewright.savegame import MemoryStore, SaveDocument, SaveHeader


def preview(text: str) -> str:
    return SaveHeader().with_preview(text).preview


def test_a_preview_is_one_line() -> None:
    assert preview("Well\tmet,\n\nstranger.\x1b[2J \u202egold\x00") == "Well met, stranger. [2J gold"
    assert preview(" \n ") == ""


@pytest.mark.parametrize(
    "letter",
    [
        "e\u0301\u0302",  # accents
        "か\u3099",
        "\U0001f1ef\U0001f1f5",  # a flag
        "\U0001f469\u200d\U0001f469\u200d\U0001f467",  # a family
        "\U0001f44d\U0001f3fd",  # a tone of skin
        "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "\u1112\u1161\u11ab",  # a syllable in parts
        "☀\ufe0f",
    ],
)
def test_people_slots_a_preview_is_120_characters_of_whole_letters(letter: str) -> None:
    for begin in range(9):
        text = "x" * begin + letter * 60
        found = preview(text)
        assert len(found) <= 120
        assert found == text if len(text) <= 120 else (found[:begin], found[-1]) == ("x" * begin, "…")
        if len(text) > 120 and letter != "\U0001f1ef\U0001f1f5":  # in a row of flags nobody knows where one begins
            assert found[begin:-1] == letter * (len(found[begin:-1]) // len(letter))


def test_what_is_short_enough_stays_and_one_letter_too_long_is_none() -> None:
    assert preview("a" * 120) == "a" * 120
    assert preview("a" * 121) == "a" * 119 + "…"
    assert preview("e" + "\u0301" * 300) == ""


def test_a_header_without_room_goes_without_a_preview() -> None:
    header = SaveHeader(title="t" * 3500).with_preview("日" * 120)
    assert (header.preview, header.title) == ("", "t" * 3500)
    store = MemoryStore()
    longest = SaveHeader(run="r" * 32, revision="a" * 32, title="t" * 3000).with_preview("日" * 120)
    store.write("s", SaveDocument(longest, {}))
    assert store.slots()["s"].preview == "日" * 120


def test_a_game_gives_its_preview_and_a_load_does_not_keep_it() -> None:
    game = Game(saves=MemoryStore(), seed=0)
    game.save("s", title="At the smithy", preview="What do you want?")
    assert game.saves.slots()["s"].preview == "What do you want?"
    report = game.load("s")
    assert not [line for line in report.unknown if "Preview" in line]
    game.save("s")
    assert game.saves.slots()["s"].preview == ""


def test_a_save_without_a_preview_is_what_it_was() -> None:
    game = Game(saves=MemoryStore(), seed=0)
    game.save("s")
    assert b"Preview" not in game.saves.data("s")  # type: ignore[attr-defined]
