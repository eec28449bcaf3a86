"""`talewright tags refs` and what a rename does to what it lists (tags.md, sections 9.1 and 9.5)."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from talewright.files import atomic
from talewright.project import Project, find_references
from talewright.savegame import SaveDocument, SaveHeader, SqliteStore

Folder = Callable[[dict[str, str]], Path]

SMITH = """title: Forge
selectors: Greeting
---
Smith: Libretto.Dialogues.Smith is said aloud, {plays("Smith.Forge")}. #line:need
-> A sword. <<if selected("Smith.Choice_need.Reply_sword") == 0>> #choice:need #line:sword
    <<quest "Quest.Rats">>
-> No. #line:no
    <<jump Night>>
===
title: Night
---
<<if visited("Forge") and plays("Smith") > 0>>
    <<detour Forge>>
<<endif>>
<<select Greeting>>
===
"""
CAT = """title: Roof
---
<<select Smith.Forge>>
<<jump Night>>
===
title: Wall
when: plays("Smith.Night") > 0
subtitle: high
---
Cat: Miau. #line:miau
===
"""
TAGS = """[/Script/GameplayTags.GameplayTagsList]
GameplayTagList=(Tag="Quest.Rats",DevComment="")
GameplayTagList=(Tag="Quest.Rats.Big",DevComment="")
GameplayTagRedirects=(OldTagName="Quest.Mice",NewTagName="Quest.Rats")
"""
CODE = '''"""Quest.Rats."""
from talewright import Conversation, collection, command
from talewright.tags import TagQuery

QUERY = """all(
    any(Quest.Rats,Libretto.Dialogues.Smith.Night),
    none(Quest.Rats.Big))"""

@command
def quest(game, name):
    if game.variables.gpvar("Smith.Choice_need").selected or game.variables.total("Smith"):
        return f"{name} Quest.Rats"
    return game.variables.topic("Libretto.Dialogues.Smith.SubdialogueSelectors.Greeting")

@collection("main")
def new(game, world):
    world.spawn("smith", talk=Conversation("Smith"))
    world.spawn("cat", talk=Conversation(dialogue="Cat"))
'''


@pytest.fixture
def root(folder: Folder) -> Path:
    return folder(
        {
            "Dialogues/D_Smith.yarn": SMITH,
            "Dialogues/D_Cat.yarn": CAT,
            "Config/Tags/Quests.ini": TAGS,
            "Config/DefaultGame.ini": "[rats Item]\nquest=Quest.Rats\nafter=Smith.Choice_need.Reply_sword\n",
            "scripts.py": CODE,
        }
    )


def listed(talewright: Any, *words: object) -> list[str]:
    result = talewright("tags", "refs", *words)
    assert result.code == 0, result.err
    return [": ".join(line.split(": ")[:2]) for line in result.out.splitlines()]


def test_a_project_lists_all_that_means_a_tag(talewright: Any, root: Path) -> None:
    result = talewright("tags", "refs", "Smith.Forge", root)
    assert result.out == (
        "Dialogues/D_Cat.yarn:3:10: selector: <<select Smith.Forge>>\n"
        'Dialogues/D_Smith.yarn:4:56: function: Smith: Libretto.Dialogues.Smith is said aloud, {plays("Smith.Forge")}. '
        "#line:need\n"
        'Dialogues/D_Smith.yarn:12:15: jump: <<if visited("Forge") and plays("Smith") > 0>>\n'
        "Dialogues/D_Smith.yarn:13:14: jump: <<detour Forge>>\n"
    )
    assert result.err == "4 places name Libretto.Dialogues.Smith.Forge\n"


def test_short_old_and_whole_names_ask_the_same(talewright: Any, root: Path) -> None:
    assert listed(talewright, "libretto.dialogues.smith.forge", root) == listed(talewright, "Smith.Forge", root)
    rats = listed(talewright, "Quest.Rats", root)
    assert rats == listed(talewright, "Quest.Mice", root)
    assert rats == [
        "Config/DefaultGame.ini:2:7: setting",
        "Config/Tags/Quests.ini:4:35: redirect",
        "Config/Tags/Quests.ini:4:59: redirect",
        "Dialogues/D_Smith.yarn:6:14: dialogue",
        "scripts.py:6:9: code",
        "scripts.py:12:25: code",
    ]


def test_a_subtree(talewright: Any, root: Path) -> None:
    assert listed(talewright, "Quest.Rats.Big", root) == ["scripts.py:7:10: code"]
    assert "scripts.py:7:10: code" in listed(talewright, "Quest", root, "--subtree")
    assert listed(talewright, "Smith", root) == [
        "Dialogues/D_Smith.yarn:12:34: function",
        "scripts.py:11:84: code",
        "scripts.py:17:45: code",
    ]


def test_as_data(talewright: Any, root: Path) -> None:
    uses = json.loads(talewright("tags", "refs", "Quest.Rats", root, "--json").out)
    assert uses[1] == {
        "kind": "redirect",
        "name": "Quest.Mice",
        "text": TAGS.splitlines()[3],
        "file": "Config/Tags/Quests.ini",
        "line": 4,
        "column": 35,
        "tag": "Quest.Rats",
        "former": True,
    }


def test_explain_and_lint_know_the_same(talewright: Any, root: Path, folder: Folder) -> None:
    assert (
        "  used: Dialogues/D_Smith.yarn:13:14: jump: <<detour Forge>>\n"
        in talewright("tags", "explain", "Libretto.Dialogues.Smith.Forge", root).out
    )
    assert talewright("tags", "lint", root).code == 0
    folder({"Dialogues/D_Cat.yarn": CAT.replace("Smith.Night", "Smith.Nigth")})
    result = talewright("tags", "lint", root)
    assert result.code == 1
    assert "Dialogues/D_Cat.yarn:7:14: error TW-REF-01: no tag is called Smith.Nigth" in result.out


def test_an_unknown_tag_is_met_with_near_names(talewright: Any, root: Path) -> None:
    result = talewright("tags", "refs", "Quest.Rast", root)
    assert (result.code, result.out) == (1, "")
    assert "did you mean Quest.Rats?" in result.err


# -- other files


def test_files_of_other_kinds_are_searched_by_text(talewright: Any, root: Path, folder: Folder) -> None:
    folder(
        {
            "Data/quests.csv": "id,tag\n1,Quest.Rats\n2,Quest.Rats.Big\n3,Smith.Choice_need.Reply_sword\n",
            "Saved/notes.txt": "Quest.Rats",
            "venv/lib/x.py": "'Quest.Rats'",
        }
    )
    assert "Data/quests.csv:2:3: another file" in listed(talewright, "Quest.Rats", root)
    assert "Data/quests.csv:4:3: another file" in listed(talewright, "Smith.Choice_need.Reply_sword", root)
    assert not [row for row in listed(talewright, "Quest.Rats", root) if row.startswith(("Saved", "venv"))]
    result = talewright("tags", "rename", "Quest.Rats", "Quest.Rodents", root)
    assert (
        "Data/quests.csv:2:3: warning TW-REF-05: still says Quest.Rats\n  hint: write Quest.Rodents by hand"
        in result.err
    )


def test_generated_constants_are_no_use(talewright: Any, root: Path) -> None:
    before = listed(talewright, "Quest.Rats", root)
    assert talewright("tags", "constants", root, "-o", root / "game_tags.py").code == 0
    assert listed(talewright, "Quest.Rats", root) == before


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("odd.py", b"x = 'Quest.Rats'\0", "was not searched for tags"),
        ("broken.py", b"def (Quest.Rats", "was not searched for tags: it is no Python"),
        ("Config/odd.ini", b"\xff\xfe\x00", "was not searched for tags"),
        ("latin.py", "x = 'é Quest.Rats'".encode("latin-1"), ""),
        ("Config/wide.ini", "[A]\r\nb=Quest.Rats\r\n".encode("utf-16"), ""),
        ("empty.py", b"", ""),
        ("deep.py", b"(" * 500 + b")" * 500, "was not searched for tags: it is no Python"),
        ("picture.py.png", bytes(range(256)), ""),
        ("Data/odd.csv", b"Quest.Rats\0", ""),
    ],
)
def test_no_file_breaks_it_and_none_is_passed_over_in_silence(
    talewright: Any, root: Path, name: str, data: bytes, said: str
) -> None:
    (root / name).parent.mkdir(exist_ok=True)
    (root / name).write_bytes(data)
    result = talewright("tags", "refs", "Quest.Rats", root)
    assert result.code == 0
    assert (f"{name}:1:1: warning TW-REF-06: {said}" in result.err) == bool(said)
    assert (name in result.out) == ((b"Quest" in data and not said) or b"Q\0" in data)
    before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    for words in (("--dry-run",), ()) if said else ():
        renamed = talewright("tags", "rename", "Quest.Rats", "Quest.Rodents", root, *words)
        assert renamed.code == 1
        assert f"{name}:1:1: error TW-REF-06: {said}" in renamed.err
        assert "+GameplayTagList" in renamed.out
        assert {path: path.read_bytes() for path in root.rglob("*") if path.is_file()} == before


def test_a_file_that_is_too_large_is_said(talewright: Any, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("talewright.tags.editing.tag_search.BIGGEST", 100)
    result = talewright("tags", "refs", "Quest.Rats", root)
    assert "scripts.py:1:1: warning TW-REF-06: was not searched for tags: it has" in result.err


# -- saves


def saved(name: str = "Libretto.Dialogues.Smith") -> SaveDocument:
    document = SaveDocument(SaveHeader(run="r", revision="1"), {})
    document.add_section(name, "GPVar")["started"] = 2
    return document


def test_saves_are_searched_on_request(talewright: Any, root: Path) -> None:
    path = root / "Saved" / "SaveGames" / "one.ini"
    atomic.write_bytes(path, saved().to_bytes())
    atomic.write_bytes(root / "Saved" / "Cache" / "dialogues.cache", b"Libretto.Dialogues.Smith")
    without = listed(talewright, "Smith", root)
    line = path.read_text("utf-8").splitlines().index("[Libretto.Dialogues.Smith GPVar]") + 1
    for place in (root, root / "Saved", path.parent, path):
        found = listed(talewright, "Smith", root, "--saves", place)
        assert [row for row in found if row not in without] == [f"Saved/SaveGames/one.ini:{line}:2: save"]


def test_slots_of_a_database_are_searched_too(talewright: Any, root: Path, tmp_path: Path) -> None:
    place = tmp_path / "bot.db"
    with SqliteStore(place) as store:
        store.write("ann", saved())
        store.write("ann", saved())
        store.write("bob", saved("Libretto.Dialogues.Cat"))
        store.put("odd", b"\0\0")
        found = listed(talewright, "Smith", root, "--saves", tmp_path / "bot.db")
    assert [row.split(":")[0] for row in found if row.endswith("save")] == [
        f"{place.as_posix()}/ann",
        f"{place.as_posix()}/ann.bak1",
    ]
    result = talewright("tags", "refs", "Smith", root, "--saves", tmp_path / "bot.db")
    assert f"{place.as_posix()}/odd:1:1: warning TW-REF-06: was not searched" in result.err
    other = tmp_path / "other.db"
    other.write_bytes(b"SQLite format 3\0" + b"x" * 200)
    result = talewright("tags", "refs", "Smith", root, "--saves", other)
    assert f"{other.as_posix()}:1:1: warning TW-REF-06: was not searched" in result.err
    assert result.code == 0


def test_saves_of_an_unreal_project_too(talewright: Any, tmp_path: Path, root: Path) -> None:
    game = tmp_path / "unreal"
    (game / "Config").mkdir(parents=True)
    (game / "Config" / "DefaultGameplayTags.ini").write_text(TAGS.replace("GameplayTagsList", "GameplayTagsSettings"))
    (tmp_path / "slot.sav").write_bytes(b"GVAS\0\0Quest.Rats\0")
    (tmp_path / "slot.ini").write_bytes(b"[Quest.Mice GPVar]\n")
    with SqliteStore(tmp_path / "bot.db") as store:
        store.write("ann", saved("Quest.Rats"))
    places = [word for name in ("slot.sav", "slot.ini", "bot.db") for word in ("--saves", tmp_path / name)]
    result = talewright("tags", "refs", "Quest.Rats", game, *places)
    assert [name in result.out for name in ("slot.sav: Quest.Rats", "slot.ini:1:2", "bot.db/ann:")] == [True] * 3
    assert result.err == "5 places name Quest.Rats\n"


def test_a_place_without_saves_is_misuse(talewright: Any, root: Path) -> None:
    assert talewright("tags", "refs", "Smith", root, "--saves", root / "Nowhere").code == 2


# -- a rename writes all that is listed

RENAMES = [
    ("Libretto.Dialogues.Smith", "Libretto.Dialogues.Blacksmith"),
    ("Libretto.Dialogues.Cat", "Libretto.Dialogues.Dog"),
    ("Smith.Forge", "Smith.Smithy"),
    ("Smith.Night", "Smith.Dusk"),
    ("Libretto.Dialogues.Smith.SubdialogueSelectors.Greeting", "Libretto.Dialogues.Smith.SubdialogueSelectors.Hello"),
    ("Smith.Choice_need", "Smith.Choice_wish"),
    ("Smith.Choice_need.Reply_sword", "Smith.Choice_need.Reply_blade"),
    ("Smith.Choice_need.Reply_no", "Smith.Choice_need.Reply_nothing"),
    ("Cat.Roof", "Cat.Gutter"),
    ("Quest.Rats", "Quest.Rodents"),
    ("Quest.Rats.Big", "Quest.Rats.Huge"),
]


@pytest.mark.parametrize("subtree", [False, True])
@pytest.mark.parametrize(("old", "new"), RENAMES)
def test_after_a_rename_nobody_says_the_old_name(
    talewright: Any, root: Path, old: str, new: str, subtree: bool
) -> None:
    Project.open(root).cook()
    before = find_references(root)
    assert before.report.errors == []
    meant = before.find(old)
    assert meant is not None
    words = ("tags", "rename", old, new, root, *(["--subtree"] if subtree else []))
    tree = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    dry = talewright(*words, "--dry-run")
    assert (dry.code, {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}) == (0, tree)
    written = talewright(*words)
    assert (written.code, written.out) == (0, dry.out)
    assert "still says" not in written.err.replace("still says Quest.Mice", "")

    check = talewright("check", root)
    assert check.code == 0, check.out + check.err
    Project.open(root).cook()
    after = find_references(root)
    assert after.report.errors == []
    now = after.find(new)
    assert now is not None
    former = [use for use in after.uses if use.old and use.kind not in ("redirect", "save")]
    assert former == []
    implicit = (old, subtree) == ("Quest.Rats", False)  # Quest.Rats.Big keeps it a tag
    assert after.tags.tag(meant.name).name == now.name or "Selectors" in old or implicit
    kept = [use for use in before.uses if use.kind != "redirect"]
    assert len([use for use in after.uses if use.kind != "redirect"]) == len(kept)
    uses = json.loads(talewright("tags", "refs", new, root, "--json", "--subtree").out)
    assert {use["kind"] for use in uses if use["former"]} <= {"redirect"}


def test_a_rename_and_back_gives_the_project_as_it_was_but_for_its_memory(talewright: Any, root: Path) -> None:
    """tags.md, 5.3 point 5: A -> B -> A."""
    before = find_references(root).uses
    for old, new in RENAMES:
        for _ in range(2):
            for words in ((old, new), (new, old)):
                assert talewright("tags", "rename", *words, root, "--subtree").code == 0, words
                check = talewright("check", root)
                assert check.code == 0, (words, check.out)
    after = [use for use in find_references(root).uses if use.kind != "redirect"]
    assert [use.text for use in after] == [use.text for use in before if use.kind != "redirect"]
    text = (root / "Dialogues" / "D_Smith.yarn").read_text("utf-8")
    assert [text.count(word) for word in ("formerly", "#was:Blacksmith", "#was:choice:wish", "#was:blade")] == [
        2,
        1,
        1,
        1,
    ]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("Smith.Forge", "Smith.Smithy"), ("Smith.Night", "Smith.Forge")),
        (("Smith.Choice_need.Reply_sword", "Smith.Choice_need.Reply_blade"), ("x.Reply_no", "x.Reply_sword")),
        (
            ("Libretto.Dialogues.Smith", "Libretto.Dialogues.Farrier"),
            ("Libretto.Dialogues.Cat", "Libretto.Dialogues.Smith"),
        ),
    ],
)
def test_a_name_that_another_one_had_is_not_taken(
    talewright: Any, root: Path, first: tuple[str, str], second: tuple[str, str]
) -> None:
    """tags.md, 5.3 point 4 and report 10: a retired label that is used again takes another's saves."""
    assert talewright("tags", "rename", *first, root).code == 0
    words = [name.replace("x.", "Smith.Choice_need.") for name in second]
    result = talewright("tags", "rename", *words, root)
    assert (result.code, result.out) == (1, "")
    assert "is a former name of" in result.err
    assert talewright("tags", "rename", *words, root, "--release").code == 0
    assert talewright("check", root).code == 0
    texts = "".join(path.read_text("utf-8") for path in root.rglob("*.yarn"))
    old = first[0].rpartition(".")[2].removeprefix("Reply_")
    assert not [word for word in (f"formerly: {old}", f"#was:{old}") if word in texts]


# -- what cannot be searched


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("scripts.py", "def (\n"),
        ("tools/more.py", "x = \n"),
        ("Dialogues/D_Odd.yarn", "title: Odd\n---\n<<if>>\n===\n"),
    ],
)
def test_a_file_that_cannot_be_searched_stops_a_rename(talewright: Any, root: Path, name: str, text: str) -> None:
    """docs/tags.md: a file that cannot be read stops the whole change."""
    (root / name).parent.mkdir(exist_ok=True)
    (root / name).write_text(text, encoding="utf-8")
    before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    for words in (("--dry-run",), ()):
        result = talewright("tags", "rename", "Smith.Forge", "Smith.Smithy", root, *words)
        assert result.code == 1
        assert f"{name}:" in result.err
        assert "error TW-REF-06: was not searched for tags: " in result.err
        assert "hint: mend the file, or move it out of the project; then rename again" in result.err
        assert result.err.endswith("nothing is written before the errors are mended\n")
    data = json.loads(talewright("tags", "rename", "Smith.Forge", "Smith.Smithy", root, "--json").out)
    assert data["written"] is False
    assert {path: path.read_bytes() for path in root.rglob("*") if path.is_file()} == before
    assert f"{name}:" in talewright("tags", "refs", "Smith.Forge", root).err


def test_assets_notes_and_other_peoples_python_stop_nothing(talewright: Any, root: Path) -> None:
    for name, data in (("a.png", b"\0\1"), ("notes.md", b"\xff\xfe\0"), ("env/lib/old.py", b"print 1")):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(data)
    (root / "env" / "pyvenv.cfg").write_bytes(b"")
    assert talewright("tags", "rename", "Smith.Forge", "Smith.Smithy", root).code == 0


# -- words that may mean it


def test_a_jump_to_a_constant_is_rewritten_and_what_may_mean_it_is_noted(
    talewright: Any, root: Path, folder: Folder
) -> None:
    folder(
        {
            "Dialogues/D_Dog.yarn": 'title: Kennel\n---\n<<set $next = "Forge">>\n<<visit Forge "Forge">>\n'
            '<<if $next == "Forged">>\n<<jump {"Forge"}>>\n<<endif>>\n<<detour { "Night" }>>\n===\n',
            "Config/DefaultGame.ini": "[smith Npc]\nentry=Forge\nother=Forge it\n",
            "more.py": 'def f(talk, conversation):\n    talk.start("Forge")\n    conversation.start(entry="Forge")\n'
            '    talk.choose("sword")\n',
        }
    )
    assert "Dialogues/D_Dog.yarn:6:10: jump" in listed(talewright, "Smith.Forge", root)
    result = talewright("tags", "rename", "Smith.Forge", "Smith.Smithy", root, "--dry-run")
    assert '+<<jump {"Smithy"}>>\n' in result.out
    notes = [line for line in result.err.splitlines() if "TW-REF-07" in line]
    said_by_refs = talewright("tags", "refs", "Smith.Forge", root).err.replace("information", "warning").splitlines()
    assert [line for line in said_by_refs if "TW-REF-07" in line] == notes
    said = "warning TW-REF-07: Forge may mean Libretto.Dialogues.Smith.Forge"
    assert notes == [
        f"{place}: {said}"
        for place in (
            "Config/DefaultGame.ini:2:7",
            "Dialogues/D_Dog.yarn:3:16",
            "Dialogues/D_Dog.yarn:4:9",
            "Dialogues/D_Dog.yarn:4:16",
            "more.py:2:17",
            "more.py:3:31",
        )
    ]
    assert "hint: if it does, write Smith.Smithy by hand" in result.err
    assert "Kennel" not in talewright("tags", "rename", "Smith.Night", "Smith.Dusk", root, "--dry-run").err
    result = talewright(
        "tags", "rename", "Smith.Choice_need.Reply_sword", "Smith.Choice_need.Reply_blade", root, "--dry-run"
    )
    assert "more.py:4:18: warning TW-REF-07: sword may mean" in result.err
    assert "more.py" not in talewright("tags", "rename", "Cat.Roof", "Cat.Gutter", root, "--dry-run").err


# -- there and back, and by hand


def test_a_rename_back_complains_of_nothing_that_says_the_new_name(talewright: Any, root: Path, folder: Folder) -> None:
    folder(
        {"quests.csv": "id,tag\n1,Smith.Forge\n2,Libretto.Dialogues.Smith.Forge\n", "more.py": 'X = "Smith.Forge"\n'}
    )
    Project.open(root).cook()
    there = talewright("tags", "rename", "Smith", "Farrier", root)
    assert there.code == 0
    assert [place in there.err for place in ("quests.csv:2:3", "quests.csv:3:3")] == [True, True]
    folder({"more.py": 'X = "Smith.Forge"\n'})
    Project.open(root).cook()
    back = talewright("tags", "rename", "Farrier", "Smith", root)
    assert back.code == 0
    assert "still says" not in back.err


@pytest.mark.parametrize("cooked", [False, True])
def test_what_says_a_name_that_was_changed_by_hand_is_found_and_repaired(
    talewright: Any, root: Path, folder: Folder, cooked: bool
) -> None:
    Project.open(root).cook()
    before = {use: use.text for use in find_references(root).of("Smith", subtree=True)}
    (root / "Dialogues" / "D_Smith.yarn").rename(root / "Dialogues" / "D_Farrier.yarn")
    folder({"more.py": 'def f(game):\n    return game.variables.topic("Smith"), "Smith".count("Smith")\n'})
    if cooked:
        Project.open(root).cook()
    assert len(listed(talewright, "Smith", root, "--subtree")) >= len(before)
    uses = listed(talewright, "Farrier", root)
    assert uses == listed(talewright, "Smith", root) == listed(talewright, "Libretto.Dialogues.Smith", root)
    assert [use for use in uses if use.startswith("more.py")] == ["more.py:2:34: code"]
    lint = talewright("tags", "lint", root, "--all").out
    said = "scripts.py:17:45: warning TW-REF-02: Smith is a former name of Libretto.Dialogues.Farrier: only a redirect"
    assert f"{said} leads on\n  hint: write Farrier\n" in lint
    assert "TW-REF-01" not in lint

    other = talewright("tags", "rename", "Smith", "Tailor", root)
    assert (other.code, other.out) == (1, "")
    assert other.err.startswith("error: Smith is a former name of Libretto.Dialogues.Farrier\n  hint: rename Farrier")

    assert talewright("tags", "rename", "Smith", "Smith", root).err == other.err
    repaired = talewright("tags", "rename", "Smith", "Farrier", root)
    assert repaired.code == 0
    assert "GameplayTagRedirects" not in repaired.out
    assert not [use for use in find_references(root).uses if use.old and use.kind != "redirect"]
    assert 'Conversation("Farrier")' in (root / "scripts.py").read_text("utf-8")
    assert 'topic("Farrier"), "Smith".count("Smith")' in (root / "more.py").read_text("utf-8")
    assert "more.py:2:44: warning TW-REF-07: Smith may mean Libretto.Dialogues.Farrier" in repaired.err
    assert talewright("check", root).code == 0
    assert talewright("tags", "rename", "Smith", "Farrier", root).err.endswith("nothing to change\n")


def test_jumps_to_a_node_that_was_renamed_by_hand_are_repaired(talewright: Any, root: Path, folder: Folder) -> None:
    Project.open(root).cook()
    folder({"Dialogues/D_Smith.yarn": SMITH.replace("title: Forge", "title: Smithy\nformerly: Forge")})
    assert [use.old for use in find_references(root).of("Smith.Smithy")] == [True] * 4
    result = talewright("tags", "rename", "Smith.Forge", "Smith.Smithy", root)
    assert result.code == 0
    assert "<<detour Smithy>>" in (root / "Dialogues" / "D_Smith.yarn").read_text("utf-8")
    assert talewright("check", root).code == 0


def test_another_root_is_a_former_name_too(talewright: Any, root: Path, folder: Folder) -> None:
    bark = "[Bark DialogueClass]\nTagRoot=Old.Barks\nFolder=Dialogues/Barks\n"
    folder({"Config/Bark.ini": bark, "Dialogues/Barks/D_Dog.yarn": "title: Kennel\n---\nDog: Woof. #line:woof\n===\n"})
    folder({"more.py": 'X = "Old.Barks.Dog.Kennel"\ngpvar("Dog.Kennel")\n'})
    Project.open(root).cook()
    (root / "Dialogues" / "Barks" / "D_Dog.yarn").rename(root / "Dialogues" / "Barks" / "D_Hound.yarn")
    folder({"Config/Bark.ini": bark.replace("Old.", "New.")})
    Project.open(root).cook()
    assert [use.split(":")[1] for use in listed(talewright, "Hound.Kennel", root)] == ["1", "2"]
    assert talewright("tags", "rename", "Dog", "Hound", root).code == 0
    assert (root / "more.py").read_text("utf-8") == 'X = "New.Barks.Hound.Kennel"\ngpvar("Hound.Kennel")\n'


# -- names that are kept for something else


@pytest.mark.parametrize("gone", [False, True])
def test_a_name_that_the_lock_keeps_is_taken_when_it_is_released(
    talewright: Any, root: Path, folder: Folder, gone: bool
) -> None:
    """tags.md, 5.3 point 4, and 12.10: refuse, explain, offer an explicit release of the name."""
    Project.open(root).cook()
    dialogues = root / "Dialogues"
    if gone:
        folder({"Dialogues/D_Cat.yarn": CAT.split("title: Wall")[0]})
    else:
        folder({"Dialogues/D_Cat.yarn": CAT.replace("subtitle: high", "subtitle: low")})
    Project.open(root).cook()
    name = "Cat.high" if gone else "Libretto.Dialogues.Cat.high"
    assert '"Libretto.Dialogues.Cat.high"' in (root / "Config" / "tags.lock").read_text("utf-8")
    words = ("tags", "rename", "Cat.Roof" if gone else "Libretto.Dialogues.Cat.Roof", name, root)
    refused = talewright(*words)
    assert (refused.code, refused.out) == (1, "")
    what = "was deleted" if gone else "is Libretto.Dialogues.Cat.low now"
    assert f"Libretto.Dialogues.Cat.high belongs to a subdialogue that {what} (Config/tags.lock:" in refused.err
    assert "hint: choose another name, or release this one, if no save can hold it" in refused.err
    assert talewright(*words, "--release").code == 0
    assert "title: high\nformerly: Roof\n" in (dialogues / "D_Cat.yarn").read_text("utf-8")
    project = Project.open(root)
    project.cook()
    assert project.tags.tag("Libretto.Dialogues.Cat.Roof").name == "Libretto.Dialogues.Cat.high"
    assert talewright("cook", root, "--check").code == 0


def test_a_list_takes_a_released_name_and_what_uses_it_follows(talewright: Any, root: Path) -> None:
    words = ("tags", "rename", "Quest.Rats.Big", "Quest.Mice", root)
    assert "was given up for Quest.Rats" in talewright(*words).err
    assert talewright(*words, "--release").code == 0
    assert "none(Quest.Mice))" in (root / "scripts.py").read_text("utf-8")


@pytest.mark.parametrize("option", ["--to-file", "--search"])
def test_what_is_for_tag_files_says_so_of_a_tag_of_a_dialogue(talewright: Any, root: Path, option: str) -> None:
    value = "Quests.ini" if option == "--to-file" else root / "Config" / "Tags"
    result = talewright("tags", "rename", "Smith.Forge", "Smith.Smithy", root, option, value)
    assert (result.code, result.out) == (2, "")
    assert "Smith.Forge is generated from Dialogues/D_Smith.yarn:1:8, and stands in no tag file" in result.err
    assert f"hint: leave {option} out" in result.err


def test_explain_list_and_tree_take_short_and_former_names(talewright: Any, root: Path) -> None:
    whole = talewright("tags", "explain", "Libretto.Dialogues.Smith.Forge", root)
    assert talewright("tags", "explain", "Smith.Forge", root) == whole
    assert "Smith.Forge" in talewright("tags", "list", root, "--under", "Smith").out
    assert "Forge" in talewright("tags", "tree", root, "--under", "Smith").out
    assert json.loads(talewright("tags", "explain", "Smith.Forge", root, "--json").out)["asked"] == "Smith.Forge"
    Project.open(root).cook()
    (root / "Dialogues" / "D_Smith.yarn").rename(root / "Dialogues" / "D_Farrier.yarn")
    former = talewright("tags", "explain", "Smith.Forge", root)
    assert former.out.startswith("Libretto.Dialogues.Farrier.Forge (asked for as Smith.Forge, its old name)\n")
    unknown = talewright("tags", "explain", "Forge", root)
    assert unknown.code == 1


# -- tags of sources

SOURCE = """from talewright import tag_source

@tag_source
def quests(records):
    return ["Quest2.ratquest"]
"""


def test_a_tag_of_a_source_is_renamed_there_and_the_message_says_how(
    talewright: Any, root: Path, folder: Folder
) -> None:
    folder({"scripts.py": CODE + SOURCE, "Dialogues/D_Cat.yarn": CAT.replace("Smith.Night", "Quest2.ratquest")})
    words = ("tags", "rename", "Quest2.ratquest", "Quest2.mice", root)
    line = CODE.count("\n") + 4
    early = talewright(*words)
    assert early.code == 1
    assert f"hint: what a tag source gives (scripts.py:{line}:1) is known here once the project was cooked" in early.err
    Project.open(root).cook()
    explained = talewright("tags", "explain", "Quest2.ratquest", root).out
    assert f"  declared: by a tag source (scripts.py:{line}:1), as of the last cook\n" in explained
    assert "  used: Dialogues/D_Cat.yarn:7:14: function" in explained
    told = talewright(*words)
    assert told.code == 1
    assert f"Quest2.ratquest comes from a tag source in the code (scripts.py:{line}:1)" in told.err
    redirect = 'GameplayTagRedirects=(OldTagName="Quest2.ratquest",NewTagName="Quest2.mice")'
    assert redirect in told.err

    folder({"scripts.py": CODE + SOURCE.replace("ratquest", "mice")})
    folder({"Config/Tags/Old.ini": f"[/Script/GameplayTags.GameplayTagsList]\n{redirect}\n"})
    Project.open(root).cook()
    assert talewright(*words).code == 0
    assert 'plays("Quest2.mice")' in (root / "Dialogues" / "D_Cat.yarn").read_text("utf-8")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
@pytest.mark.parametrize("with_dialogues", [True, False])
def test_pipes_are_named_and_not_waited_for(root: Path, talewright: Any, with_dialogues: bool) -> None:
    if not with_dialogues:
        shutil.rmtree(root / "Dialogues")
    (root / "Saved").mkdir(exist_ok=True)
    for name in ("pipe.txt", "Saved/one.sav"):
        os.mkfifo(root / name)
    result = talewright("tags", "refs", "Quest.Rats", root, "--saves", root)
    assert result.code == 0
    said = {row.partition(" warning")[0].rpartition("/")[2] for row in result.err.splitlines() if "a pipe" in row}
    assert said == {"one.sav:1:1:", "pipe.txt:1:1:"}
    assert talewright("tags", "rename", "Quest.Rats", "Quest.Rodents", root).code == 0
