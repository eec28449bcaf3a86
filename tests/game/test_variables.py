"""Variables of the dialogues and counts by tag."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from talewright.errors import Misuse, NotFound, UnknownTag
from talewright.game import Conversation, Game, GPVar
from talewright.savegame import SaveDocument


def test_a_variable_has_its_declared_default_and_type(game: Game) -> None:
    assert game.variables["$gold"] == 5.0
    assert game.variables["gold"] == 5.0
    assert game.variables["angry"] is False


def test_the_host_may_set_it_and_the_dialogue_sees_it(game: Game) -> None:
    game.variables["gold"] = 7
    assert game.variables["$gold"] == 7.0
    assert dict(game.variables) == {"$gold": 7.0}
    del game.variables["gold"]
    assert game.variables["gold"] == 5.0


@pytest.mark.parametrize("value", ["much", True, None, [1]])
def test_a_variable_keeps_its_type(game: Game, value: object) -> None:
    with pytest.raises(Misuse):
        game.variables["gold"] = value  # type: ignore[assignment]
    assert game.variables["gold"] == 5.0


def test_an_undeclared_variable_is_named_with_a_near_one(game: Game) -> None:
    with pytest.raises(NotFound) as error:
        game.variables["gild"]
    assert "$gold" in error.value.hint


def test_a_tag_may_be_written_without_its_root(game: Game) -> None:
    full = "Libretto.Dialogues.Smith.Choice_need.Reply_sword"
    assert game.variables.gpvar("Smith.Choice_need.Reply_sword") is game.variables.gpvar(full)
    assert game.variables.gpvar(full.upper()) is game.variables.gpvar(full)
    assert game.variables.gpvar(game.tags.require(full)) is game.variables.gpvar(full)


def test_an_unknown_tag_is_an_error_with_near_ones(game: Game) -> None:
    with pytest.raises(UnknownTag):
        game.variables.gpvar("Smith.Choice_ned")


def test_what_nobody_touched_is_zero_and_in_no_save(game: Game) -> None:
    before = game.snapshot()
    assert game.variables.gpvar("Smith.Forge") == GPVar()
    assert game.snapshot() == before


def test_notes_beside_a_count_are_saved(game: Game, fresh: Callable[[], Game]) -> None:
    game.variables.gpvar("Smith.Forge").meta["mood"] = "rude"
    game.variables["angry"] = True
    other = fresh()
    other.restore(SaveDocument.parse(game.snapshot().to_bytes()))
    assert other.variables.gpvar("Smith.Forge").meta == {"mood": "rude"}
    assert other.variables["angry"] is True


def test_whoever_holds_a_count_holds_the_right_one_after_a_load(game: Game) -> None:
    held = game.variables.gpvar("Smith.Forge")
    held.started = 3
    document = game.snapshot()
    held.started = 9
    untouched = game.variables.gpvar("Smith.Street")
    untouched.started = 1
    game.restore(document)
    assert game.variables.gpvar("Smith.Forge") is held
    assert held.started == 3
    assert untouched.started == 0


def test_a_dialogue_may_ask_for_counts(game: Game) -> None:
    host = game.dialogue_host()
    game.variables.gpvar("Smith.Forge").started = 2
    assert host.functions["plays"]("Smith.Forge") == 2
    assert host.functions["selected"]("Smith.Forge") == 0
    assert host.functions["gold"]() == 5


def test_a_number_that_a_dialogue_drew_is_saved(game: Game, fresh: Callable[[], Game]) -> None:
    game.variables.memory = {**game.variables.memory, "$roll": 4}
    document = game.snapshot()
    assert document.section("$roll", "Variable")["number"] == 4
    other = fresh()
    other.restore(SaveDocument.parse(document.to_bytes()))
    assert other.variables["roll"] == 4.0


def test_a_sum_over_a_subtree_has_its_own_name(game: Game) -> None:
    game.variables.gpvar("Smith").started = 1
    game.variables.gpvar("Smith.Forge").started = 2
    game.variables.gpvar("Smith.Street").started = 4
    assert game.variables.gpvar("Smith").started == 1
    assert game.variables.total("Smith") == 7
    assert game.variables.total("Libretto.Dialogues", "started") == 7
    assert game.variables.total("Smith.Choice_need", "selected") == 0


def test_played_and_chosen_are_questions(game: Game) -> None:
    forge = game.variables.gpvar("Smith.Forge")
    assert (forge.played, forge.chosen) == (False, False)
    forge.started = forge.selected = 1
    assert (forge.played, forge.chosen) == (True, True)


SMART = """title: Forge
---
<<declare $gold = 5>>
<<declare $rich = $gold > 10>>
{$rich} and [plural value={$gold} one="% coin" other="% coins"/] #line:rich
===
"""


def test_a_smart_variable_is_worked_out_and_cannot_be_set(folder: Callable[[dict[str, str]], Path]) -> None:
    code = (
        "from talewright import *\n@collection('main')\ndef new(game, world):\n"
        "    world.spawn('a', t=Conversation('A'))\n"
    )
    game = Game.open(folder({"Dialogues/D_A.yarn": SMART, "scripts.py": code}))
    shown = [game.variables["rich"]]
    game.variables["gold"] = 11
    shown.append(game.variables["rich"])
    assert shown == [False, True]
    with pytest.raises(Misuse, match="worked out"):
        game.variables["rich"] = False
    game.start()
    talk = game.world.component("/a#t", Conversation)
    talk.start()
    assert talk.line is not None
    assert talk.line.text == "True and 11 coins"


MOODS = """title: Forge
---
<<enum Mood>>
<<case Calm>>
<<case Angry>>
<<endenum>>
<<enum Word>>
<<case Yes = "y">>
<<case No = "n">>
<<endenum>>
<<declare $mood = Mood.Calm>>
<<declare $word = Word.Yes>>
Hi #line:hi
===
"""


@pytest.fixture
def moods(folder: Callable[[dict[str, str]], Path]) -> Callable[[], Game]:
    root = folder({"Dialogues/D_A.yarn": MOODS, "scripts.py": ""})
    return lambda: Game.open(root)


def test_a_variable_of_an_enum_takes_the_raw_value_of_a_case(moods: Callable[[], Game]) -> None:
    game = moods()
    game.variables["mood"] = 1
    game.variables["word"] = "n"
    assert (game.variables["mood"], game.variables["word"]) == (1.0, "n")


@pytest.mark.parametrize(
    ("name", "value", "hint"),
    [
        ("mood", 7, "0 (Calm), 1 (Angry)"),
        ("mood", 0.5, "0 (Calm), 1 (Angry)"),
        ("mood", "Calm", "0 (Calm), 1 (Angry)"),
        ("mood", True, "0 (Calm), 1 (Angry)"),
        ("word", "Yes", "'y' (Yes), 'n' (No)"),
        ("word", 0, "'y' (Yes), 'n' (No)"),
    ],
)
def test_what_is_no_case_is_refused_with_the_cases(
    moods: Callable[[], Game], name: str, value: float | str, hint: str
) -> None:
    game = moods()
    before = game.variables[name]
    with pytest.raises(Misuse, match=f"\\${name} holds a case of an enum") as caught:
        game.variables[name] = value
    assert hint in caught.value.hint
    assert game.variables[name] == before


def test_a_save_with_a_former_case_loads_and_can_be_put_right(moods: Callable[[], Game]) -> None:
    game = moods()
    game.variables["mood"], game.variables["word"] = 1, "n"
    saved = game.snapshot()
    sections = saved.sections | {("$mood", "Variable"): {"number": 7.0}, ("$word", "Variable"): {"number": 1.0}}
    game.restore(SaveDocument(saved.header, sections))
    assert (game.variables["mood"], game.variables["word"]) == (7.0, 1.0)
    game.variables["mood"] = 1
    game.variables["word"] = "n"
    assert (game.variables["mood"], game.variables["word"]) == (1.0, "n")


def test_a_name_that_no_dialogue_declares_is_a_variable_of_the_host(moods: Callable[[], Game]) -> None:
    game, other = moods(), moods()
    game.variables["difficulty"] = 3
    other.restore(game.snapshot())
    assert other.variables["difficulty"] == 3.0
    with pytest.raises(Misuse, match="holds a number"):
        other.variables["difficulty"] = "hard"


@pytest.mark.parametrize("order", [("Old", "Street", "Older"), ("Older", "Old", "Street"), ("Street", "Older", "Old")])
def test_where_two_names_meet_the_notes_of_the_living_one_stay(smith: Path, order: tuple[str, ...]) -> None:
    tag = "Libretto.Dialogues.Smith."
    (smith / "Config" / "Tags").mkdir(exist_ok=True)
    (smith / "Config" / "Tags" / "Old.ini").write_text(
        "[/Script/GameplayTags.GameplayTagsList]\n"
        + "".join(
            f'GameplayTagRedirects=(OldTagName="{tag}{old}",NewTagName="{tag}Street")\n' for old in ("Old", "Older")
        )
    )
    game = Game.open(smith)
    saved = game.snapshot()
    notes = {"Street": {"mood": "calm", "a": 1}, "Old": {"mood": "rude", "b": 2}, "Older": {"mood": "calm", "b": 2}}
    counts = {(f"{tag}{name}", "GPVar"): {"started": 1, "meta": notes[name]} for name in order}
    report = game.restore(SaveDocument(saved.header, saved.sections | counts))
    var = game.variables.gpvar("Smith.Street")
    assert (var.started, var.meta) == (3, {"mood": "calm", "a": 1, "b": 2})
    notices = [text for text in report.moved if "note" in text]
    assert notices == [f"two names of {tag}Street have a note 'mood': 'calm' is kept, 'rude' is not"]
