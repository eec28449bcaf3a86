"""Renames never lose a count: uids, the lock, redirects, tombstones (tags.md section 5.3; cases T58 and T60)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from talewright.errors import ProjectError
from talewright.game import Game
from talewright.project import Project
from talewright.savegame import MemoryStore, SaveDocument

Write = Callable[[dict[str, str]], Path]

ROOT = "Libretto.Dialogues"
SMITH = """title: Forge
---
Smith: What do you need? #line:need
-> A sword. #choice:a1 #line:sword
    Smith: That is the last one. #line:last
-> Nothing. #line:nothing
===
title: Street
---
Smith: And stay out. #line:stay
===
"""
SMITH_UID = "#uid:d1\n" + SMITH.replace("title: Forge\n", "title: Forge\nuid: n1\n").replace(
    "title: Street\n", "title: Street\nuid: n2\n"
)
BARD = "title: Stage\n---\nBard: Hush. #line:hush\n===\n"


def redirects(folder: Path) -> dict[str, str]:
    """What the lock and the dialogues of today make of old tags."""
    Project.open(folder).cook()
    cooked = Project.open(folder, cooked=True)
    listed = (folder / "Config" / "DynamicTags" / "DynamicTags.ini").read_text(encoding="utf-8")
    found = {}
    for line in listed.splitlines():
        if line.startswith("GameplayTagRedirects"):
            old, new = line.split('"')[1::2]
            assert cooked.tags.tag(old).name == new
            found[old.removeprefix(f"{ROOT}.")] = new.removeprefix(f"{ROOT}.")
    assert Project.open(folder).drift() == []
    return found


@pytest.fixture
def cooked(folder: Write) -> Path:
    root = folder({"Dialogues/D_Smith.yarn": SMITH})
    Project.open(root).cook()
    return root


def rewrite(folder: Path, old: str, new: str, name: str = "D_Smith") -> None:
    path = folder / "Dialogues" / f"{name}.yarn"
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")


def test_nothing_changed_gives_no_redirect(cooked: Path) -> None:
    assert redirects(cooked) == {}


@pytest.mark.parametrize("script", [SMITH, SMITH_UID], ids=["by its lines", "by its uid"])
def test_a_renamed_file_redirects_its_whole_subtree(folder: Write, script: str) -> None:
    """T60."""
    root = folder({"Dialogues/D_Smith.yarn": script})
    Project.open(root).cook()
    (root / "Dialogues" / "D_Smith.yarn").rename(root / "Dialogues" / "D_Blacksmith.yarn")
    rest = ["", ".Forge", ".Street", ".Choice_a1", ".Choice_a1.Reply_sword", ".Choice_a1.Reply_nothing"]
    assert redirects(root) == {f"Smith{r}": f"Blacksmith{r}" for r in rest}


@pytest.mark.parametrize("script", [SMITH, SMITH_UID], ids=["by its lines", "by its uid"])
def test_a_renamed_node_is_known_again(folder: Write, script: str) -> None:
    root = folder({"Dialogues/D_Smith.yarn": script})
    Project.open(root).cook()
    rewrite(root, "title: Forge", "title: Anvil")
    assert redirects(root) == {"Smith.Forge": "Smith.Anvil"}


def test_a_uid_is_enough_when_every_line_changed(folder: Write) -> None:
    root = folder({"Dialogues/D_Smith.yarn": SMITH_UID})
    Project.open(root).cook()
    rewrite(root, "Smith: And stay out. #line:stay", "Smith: Shoo. #line:shoo")
    rewrite(root, "title: Street", "title: Alley")
    assert redirects(root) == {"Smith.Street": "Smith.Alley"}


def test_a_node_may_say_what_it_was(cooked: Path) -> None:
    rewrite(cooked, "title: Street\n---\nSmith: And stay out. #line:stay", "title: Alley\nformerly: Street\n---\nShoo.")
    assert redirects(cooked) == {"Smith.Street": "Smith.Alley"}


def test_a_reply_may_say_what_it_was(cooked: Path) -> None:
    rewrite(cooked, "#line:nothing", "#line:nought #was:nothing")
    assert redirects(cooked) == {"Smith.Choice_a1.Reply_nothing": "Smith.Choice_a1.Reply_nought"}


def test_a_choice_that_moves_to_another_dialogue_takes_its_replies_along(cooked: Path, folder: Write) -> None:
    options = SMITH[SMITH.index("-> A sword") : SMITH.index("===")]
    rewrite(cooked, options, "")
    folder({"Dialogues/D_Bard.yarn": BARD.replace("===", options + "===")})
    rest = ["", ".Reply_sword", ".Reply_nothing"]
    assert redirects(cooked) == {f"Smith.Choice_a1{r}": f"Bard.Choice_a1{r}" for r in rest}


def test_a_reply_that_moves_to_another_choice_is_redirected(cooked: Path) -> None:
    rewrite(cooked, "-> Nothing. #line:nothing\n", "Smith: Well? #line:well\n")
    rewrite(cooked, "Smith: And stay out. #line:stay\n", "Out. #line:stay\n-> Nothing. #line:nothing #choice:b2\n")
    assert redirects(cooked) == {"Smith.Choice_a1.Reply_nothing": "Smith.Choice_b2.Reply_nothing"}


def test_renaming_back_leaves_the_live_name_without_a_redirect(cooked: Path) -> None:
    """T58: Before, After, Before."""
    rewrite(cooked, "title: Street", "title: Alley")
    assert redirects(cooked) == {"Smith.Street": "Smith.Alley"}
    rewrite(cooked, "title: Alley", "title: Street")
    assert redirects(cooked) == {"Smith.Alley": "Smith.Street"}


def test_a_chain_of_renames_points_at_today_s_name(cooked: Path) -> None:
    for old, new in (("Street", "Alley"), ("Alley", "Lane"), ("Lane", "Road")):
        rewrite(cooked, f"title: {old}", f"title: {new}")
        found = redirects(cooked)
    assert found == {"Smith.Street": "Smith.Road", "Smith.Alley": "Smith.Road", "Smith.Lane": "Smith.Road"}


def test_another_prefix_is_a_rename_of_everything_under_it(cooked: Path, folder: Write) -> None:
    """tags.md, trap 32: one rename, not mass deletion and addition."""
    folder({"Config/A.ini": "[Bark DialogueClass]\nTagRoot=Barks\nFolder=Dialogues\n"})
    Project.open(cooked).cook()
    cooked_project = Project.open(cooked, cooked=True)
    for rest in ("", ".Forge", ".Choice_a1.Reply_sword"):
        assert cooked_project.tags.tag(f"{ROOT}.Smith{rest}").name == f"Barks.Smith{rest}"


def test_a_retired_name_is_not_given_to_another_silently(cooked: Path, folder: Write) -> None:
    rewrite(cooked, SMITH[SMITH.index("title: Street") :], "")
    assert redirects(cooked) == {}
    folder({"Dialogues/D_Smith.yarn": SMITH.replace("Smith: And stay out. #line:stay", "Rain. #line:rain")})
    with pytest.raises(ProjectError, match=r"Smith\.Street belongs to a subdialogue that was deleted") as error:
        Project.open(cooked).cook()
    assert "tags.lock" in error.value.report.errors[0].hint
    assert [d.severity for d in Project.open(cooked).report if d.code == "TW-LOCK-02"] == ["warning"]
    assert "TW-LOCK-02" in [d.code for d in Project.open(cooked).drift()]


def test_what_comes_back_with_its_lines_is_itself(cooked: Path, folder: Write) -> None:
    rewrite(cooked, SMITH[SMITH.index("title: Street") :], "")
    Project.open(cooked).cook()
    folder({"Dialogues/D_Smith.yarn": SMITH})
    assert redirects(cooked) == {}


def test_a_name_that_a_renamed_element_left_is_not_reused_silently(cooked: Path) -> None:
    """tags.md, report 10: X becomes Z, then Y becomes X."""
    rewrite(cooked, "title: Street", "title: Alley")
    Project.open(cooked).cook()
    rewrite(cooked, "title: Alley", "title: Street\n---\nRain. #line:rain\n===\ntitle: Alley")
    with pytest.raises(ProjectError, match="has another name now"):
        Project.open(cooked).cook()


def test_a_copied_file_has_copied_uids_and_both_places_are_named(folder: Write) -> None:
    root = folder({"Dialogues/D_Smith.yarn": SMITH_UID, "Dialogues/D_Bard.yarn": "#uid:d1\n" + BARD})
    with pytest.raises(ProjectError) as error:
        Project.open(root)
    (found,) = error.value.report.errors
    assert found.code == "TW-LOCK-04"
    assert "D_Bard.yarn" in found.message + str(found.span)
    assert "D_Smith.yarn" in found.message + str(found.span)


def game_of(folder: Path) -> Game:
    return Game(Project.open(folder), saves=MemoryStore(), seed=0)


@pytest.mark.parametrize("script", [SMITH, SMITH_UID])
def test_counters_saved_before_a_rename_are_found_again(folder: Write, script: str) -> None:
    """T60: every counter of dialogue, sub-dialogue, choice and reply."""
    root = folder({"Dialogues/D_Smith.yarn": script})
    Project.open(root).cook()
    game = game_of(root)
    for number, rest in enumerate(("", ".Forge", ".Choice_a1", ".Choice_a1.Reply_sword"), 1):
        game.variables.gpvar(f"Smith{rest}").started = number
    saved = game.snapshot().to_bytes()
    (root / "Dialogues" / "D_Smith.yarn").rename(root / "Dialogues" / "D_Blacksmith.yarn")
    after = game_of(root)
    report = after.restore(SaveDocument.parse(saved))
    assert [
        after.variables.gpvar(f"Blacksmith{rest}").started
        for rest in ("", ".Forge", ".Choice_a1", ".Choice_a1.Reply_sword")
    ] == [1, 2, 3, 4]
    assert len(report.moved) == 4


def test_swapped_names_take_their_counts_along_by_their_uids(folder: Write) -> None:
    """tags.md section 5.3, point 5: exact redirects cannot express a swap; the keys in the save can."""
    root = folder({"Dialogues/D_Smith.yarn": SMITH_UID})
    Project.open(root).cook()
    game = game_of(root)
    game.variables.gpvar("Smith.Forge").started = 1
    game.variables.gpvar("Smith.Street").started = 2
    saved = game.snapshot().to_bytes()
    rewrite(root, "title: Forge", "title: X")
    rewrite(root, "title: Street", "title: Forge")
    rewrite(root, "title: X", "title: Street")
    assert redirects(root) == {}
    after = game_of(root)
    after.restore(SaveDocument.parse(saved))
    assert after.variables.gpvar("Smith.Street").started == 1
    assert after.variables.gpvar("Smith.Forge").started == 2


def refused(folder: Path, code: str) -> str:
    """The hint of the one finding with which cooking is refused; playing goes on with a warning."""
    with pytest.raises(ProjectError) as error:
        Project.open(folder).cook()
    (found,) = error.value.report.errors
    assert found.code == code
    assert [d.severity for d in Project.open(folder).report if d.code == code] == ["warning"]
    return f"{found.message}; {found.hint}"


def test_another_uid_is_another_element_whatever_it_is_called(folder: Write) -> None:
    """tags.md section 5.3, points 3 and 4: a uid is never overruled by a name, a place or a line."""
    root = folder({"Dialogues/D_Smith.yarn": SMITH_UID})
    Project.open(root).cook()
    rewrite(root, "uid: n2", "uid: n9")
    assert "Smith.Street belongs to a subdialogue that was deleted" in refused(root, "TW-LOCK-02")


def test_a_living_element_s_former_name_is_not_taken_by_another_that_is_known(cooked: Path) -> None:
    """tags.md section 5.3, point 4: a new *or renamed* element."""
    rewrite(cooked, "title: Street", "title: Alley")
    Project.open(cooked).cook()
    rewrite(cooked, "title: Forge", "title: Street")
    said = refused(cooked, "TW-LOCK-02")
    assert "Smith.Street belongs to a subdialogue that has another name now" in said
    assert "out of the former names of Libretto.Dialogues.Smith.Alley (Config/tags.lock:" in said


@pytest.mark.parametrize("names", [("Street", "Forge"), ("Lane", "Forge"), ("Street", "Yard")])
def test_names_that_change_places_need_uids(folder: Write, names: tuple[str, str]) -> None:
    """A swap, and a shift: each takes the name that the next one leaves (section 5.3, point 5)."""
    for script in (SMITH, SMITH_UID):
        root = folder({"Dialogues/D_Smith.yarn": script, "Config/tags.lock": ""})
        Project.open(root).cook()
        rewrite(root, "title: Forge", "title: X")
        rewrite(root, "title: Street", f"title: {names[1]}")
        rewrite(root, "title: X", f"title: {names[0]}")
        moved = sum(name in ("Street", "Forge") for name in names)
        if script == SMITH:
            with pytest.raises(ProjectError) as error:
                Project.open(root).cook()
            assert [d.code for d in error.value.report.errors] == ["TW-LOCK-03"] * moved
            assert all("talewright dialogue tag" in d.hint for d in error.value.report.errors)
        else:
            Project.open(root).cook()
            assert Project.open(root, cooked=True).drift() == []


def test_what_vanished_is_named_with_what_it_may_have_become(cooked: Path) -> None:
    """The issue: without uids, former names and shared lines, a finding."""
    rewrite(cooked, "#line:sword", "#line:blade")
    (found,) = [d for d in Project.open(cooked).report if d.code == "TW-LOCK-05"]
    assert (found.severity, found.span.file, found.span.line) == ("warning", "Dialogues/D_Smith.yarn", 4)
    assert "the reply Libretto.Dialogues.Smith.Choice_a1.Reply_sword is gone" in found.message
    assert "Choice_a1.Reply_blade now, write #was:sword behind it" in found.hint
    rewrite(cooked, "#line:blade", "#line:blade #was:sword")
    assert redirects(cooked) == {"Smith.Choice_a1.Reply_sword": "Smith.Choice_a1.Reply_blade"}
    assert "TW-LOCK-05" not in [d.code for d in Project.open(cooked).report]


def test_what_was_deleted_is_named_once(cooked: Path) -> None:
    rewrite(cooked, SMITH[SMITH.index("title: Street") :], "")
    assert [d.severity for d in Project.open(cooked).report if d.code == "TW-LOCK-05"] == ["information"]
    Project.open(cooked).cook()
    assert "TW-LOCK-05" not in [d.code for d in Project.open(cooked).report]


def test_a_deleted_dialogue_is_named_and_not_everything_in_it(cooked: Path, folder: Write) -> None:
    folder({"Dialogues/D_Bard.yarn": BARD})
    Project.open(cooked).cook()
    (cooked / "Dialogues/D_Bard.yarn").unlink()
    (found,) = [d for d in Project.open(cooked).report if d.code == "TW-LOCK-05"]
    assert found.message.startswith("the dialogue Libretto.Dialogues.Bard is gone")


def test_a_choice_is_known_again_by_its_replies(cooked: Path) -> None:
    rewrite(cooked, "#choice:a1", "#choice:want")
    assert redirects(cooked) == {
        "Smith.Choice_a1": "Smith.Choice_want",
        "Smith.Choice_a1.Reply_sword": "Smith.Choice_want.Reply_sword",
        "Smith.Choice_a1.Reply_nothing": "Smith.Choice_want.Reply_nothing",
    }


def test_one_that_says_it_was_another_takes_its_tags_and_counts_over(folder: Write) -> None:
    """Two names meet: `visited` and the counts follow alike (dialogue.md section 4.2, rule 7)."""
    root = folder({"Dialogues/D_Smith.yarn": SMITH_UID})
    Project.open(root).cook()
    game = game_of(root)
    game.variables.gpvar("Smith.Forge").started = 1
    game.variables.gpvar("Smith.Street").started = 2
    saved = game.snapshot().to_bytes()
    rewrite(root, SMITH_UID[SMITH_UID.index("title: Street") :], "")
    rewrite(root, "uid: n1\n", "uid: n1\nformerly: Street\n")
    assert redirects(root) == {"Smith.Street": "Smith.Forge"}
    assert redirects(root) == {"Smith.Street": "Smith.Forge"}
    after = game_of(root)
    after.restore(SaveDocument.parse(saved))
    assert after.variables.gpvar("Smith.Forge").started == 3


def test_the_lock_is_lines_of_json_without_time_or_path_of_the_machine(cooked: Path, tmp_path: Path) -> None:
    text = (cooked / "Config" / "tags.lock").read_text(encoding="utf-8")
    assert (
        text.splitlines()[0]
        == '{"tag":"Libretto.Dialogues.Smith","key":"dialogue:smith","kind":"dialogue","id":"Smith"}'
    )
    assert str(tmp_path) not in text
    before = (cooked / "Config" / "tags.lock").read_bytes()
    Project.open(cooked).cook()
    assert (cooked / "Config" / "tags.lock").read_bytes() == before


@pytest.mark.parametrize("text", ["<<<<<<< ours\n", "{}\n", '{"key":"a","tag":1}\n', "[]\n", "\x00\n"])
def test_a_damaged_lock_is_named_with_its_line(cooked: Path, text: str) -> None:
    lock = cooked / "Config" / "tags.lock"
    lock.write_text(lock.read_text(encoding="utf-8") + text, encoding="utf-8")
    with pytest.raises(ProjectError) as error:
        Project.open(cooked)
    (found,) = error.value.report.errors
    assert (found.code, found.span.file, found.span.line) == ("TW-LOCK-01", "Config/tags.lock", 7)
