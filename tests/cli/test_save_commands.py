"""`talewright save ...`: what each command prints, and its exit code."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from talewright.cli.output.errors import OK, guarded
from talewright.cli.save.commands import save_group
from talewright.fields import Repeated, Sections
from talewright.savegame import FolderStore, SaveDocument, SaveHeader, SqliteStore

PROJECT = {
    "Config/DefaultGame.ini": "[Project]\nName=The smith\n",
    "scripts.py": """
from talewright.game import Game, Script
from talewright.messaging import World, collection
from talewright.savegame import RenameTable, SaveDocument, migration


class Blacksmith(Script):
    mood: str = "CALM"


@collection("main")
def new_game(game: Game, world: World) -> None:
    world.spawn("smith", controller=Blacksmith())


@migration(to=2)
def anger_became_mood(save: SaveDocument) -> None:
    save.rename(RenameTable(classes={"Smith": "Blacksmith"}))
    for smith in save.of_class("Blacksmith").values():
        smith["mood"] = "ANGRY" if int(smith.pop("anger", "0")) > 3 else "CALM"
""",
}
OLD: Sections = {
    ("talewright", "Worlds"): {"frame": 0, "instances": 0},
    ("main", "World"): {"initialised": True, "policy": "defold"},
    ("main:/smith", "GameObject"): {"position": [0, 0, 0], "components": ["controller"]},
    ("main:/smith#controller", "Smith"): {"anger": 5, "beard": "red"},
    ("quest", "QuestLog"): {"step": 3},
}


@dataclass
class Result:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Save = Callable[..., Result]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Save:
    """Run `talewright save WORDS...`."""

    def call(*words: object) -> Result:
        out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for _ in range(2))
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            code = guarded(lambda: save_group.main([str(w) for w in words], standalone_mode=False) or OK)
            texts = []
            for stream in (out, err):
                stream.flush()
                stream.seek(0)
                texts.append(stream.read())
        assert "Traceback" not in texts[0] + texts[1]
        return Result(code, *texts)

    return call


def save(n: int = 1, run: str = "r1", revision: str = "", title: str = "At the smithy") -> SaveDocument:
    header = SaveHeader(title=title, place="Forge", run=run, revision=revision or f"{n:02x}", play_time=61.5)
    return SaveDocument(
        header, {("ann", "SapituCharacter"): {"Health": n, "inventoryRecords": Repeated(["swordx", "breadx"])}}
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    store = FolderStore(tmp_path / "saves")
    for n in (1, 2, 3):
        store.write("slot1", save(n))
    store.write("slot2", save(4, title="Elsewhere"))
    return tmp_path / "saves"


def damage(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-5])


def test_list(run: Save, folder: Path) -> None:
    result = run("list", folder)
    assert result.code == 0
    rows = result.out.splitlines()
    assert [row.split("  ")[0] for row in rows] == ["slot1", "slot2"]
    assert "At the smithy  Forge  (2 backups" in rows[0]
    assert "62 s  version 1" in rows[0]
    assert sum("newest" in row for row in rows) == 1
    (folder / "bad.ini").write_bytes(b"nonsense")
    result = run("list", folder)
    assert result.code == 1
    assert "bad  damaged" in result.out
    rows = run("list", folder, "--json").json
    assert [(row["slot"], row.get("title"), row.get("backups")) for row in rows] == [
        ("slot1", "At the smithy", 2),
        ("slot2", "Elsewhere", 0),
        ("bad", None, None),
    ]


def test_list_and_show_name_pictures_and_the_last_line(run: Save, folder: Path) -> None:
    store = FolderStore(folder)
    document = save(run="r9", revision="9f")
    document.header = document.header.with_preview("What do you want?\x1b[2J")
    store.write("slot9", document)
    store.attach("slot9", "thumb.jpg", b"a picture", "9f")
    store.attach("slot1", "thumb.jpg", b"of another save", "no such")
    rows = {row.split("  ")[0]: row for row in run("list", folder).out.splitlines()}
    assert list(rows) == ["slot1", "slot2", "slot9"]
    assert "Forge  What do you want? [2J  (0 backups, thumb.jpg, newest)" in rows["slot9"]
    assert "thumb.jpg" not in rows["slot1"]
    found = {row["slot"]: (row["attachments"], row["preview"]) for row in run("list", folder, "--json").json}
    assert found == {"slot1": ([], ""), "slot2": ([], ""), "slot9": (["thumb.jpg"], "What do you want? [2J")}
    assert "thumb.jpg: 9 bytes, attached\n" in run("show", folder, "slot9").out
    assert "attached" not in run("show", folder, folder / "slot9.ini").out
    assert run("verify", folder).code == 0


def test_repair_and_retitle_keep_pictures(run: Save, folder: Path) -> None:
    store = FolderStore(folder)
    store.attach("slot1", "thumb.jpg", b"a picture", store.slots()["slot1"].revision)
    assert run("retitle", folder, "slot1", "Elsewhere").code == 0
    assert store.attachment("slot1", "thumb.jpg") == b"a picture"
    damage(folder / "slot1.ini")
    assert run("repair", folder, "slot1").code == 0
    assert store.attachment("slot1", "thumb.jpg") == b"a picture"


def test_list_of_an_empty_folder_and_of_none(run: Save, tmp_path: Path) -> None:
    assert run("list", tmp_path).out == "nothing is saved there\n"
    result = run("list", tmp_path / "nowhere")
    assert (result.code, "hint:" in result.err) == (2, True)
    (tmp_path / "x.txt").write_text("x")
    assert run("list", tmp_path / "x.txt").code == 2


def test_show(run: Save, folder: Path) -> None:
    result = run("show", folder, "slot1")
    assert "title: At the smithy\n" in result.out
    assert "\n[ann SapituCharacter]\nHealth=3\ninventoryRecords=(swordx,breadx)\n" in result.out
    assert "Health=2\n" in run("show", folder, "slot1.bak1").out
    assert run("show", folder, "slot1", "--json").json["sections"][0]["fields"]["Health"] == 3
    assert "Health=3" in run("show", folder, folder / "slot1.ini").out
    assert run("show", folder, "slot1", "--class", "sapitucharacter").code == 0
    result = run("show", folder, "slot1", "--class", "Hero")
    assert (result.code, "its classes: SapituCharacter" in result.err) == (1, True)
    result = run("show", folder, "slott1")
    assert (result.code, "did you mean slot1" in result.err) == (1, True)


def test_diff(run: Save, folder: Path) -> None:
    result = run("diff", folder, "slot1.bak1", "slot1")
    assert result.code == 1
    assert "~ [SaveHeader].revision: 02 -> 03\n" in result.out
    assert "~ [ann SapituCharacter].Health: 2 -> 3\n1 difference below the header\n" in result.out
    changes = run("diff", folder, "slot1", "slot2", "--json").json
    assert {
        "section": "ann SapituCharacter",
        "field": "Health",
        "kind": "changed",
        "before": "3",
        "after": "4",
    } in changes
    result = run("diff", folder, "slot1", "slot1")
    assert (result.code, result.out) == (0, "0 differences below the header\n")


def test_verify(run: Save, folder: Path) -> None:
    result = run("verify", folder)
    assert (result.code, result.out) == (0, "slot1  whole\nslot1.bak1  whole\nslot1.bak2  whole\nslot2  whole\n")
    damage(folder / "slot1.ini.bak1")
    result = run("verify", folder)
    assert result.code == 1
    assert "slot1.bak1  damaged\n  saves/slot1.ini.bak1:14:1: error TW-SAVE-02" in result.out
    assert "slot1.bak2  whole" in result.out
    assert run("verify", folder, "slot1").code == 0
    states = {row["slot"]: row["state"] for row in run("verify", folder, "--json").json}
    assert states == {"slot1": "whole", "slot1.bak1": "damaged", "slot1.bak2": "whole", "slot2": "whole"}


def test_verify_with_a_key(run: Save, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "key").write_bytes(b"secret\n")
    FolderStore(folder, key=b"secret").write("signed", save(5))
    result = run("verify", folder, "--key-file", tmp_path / "key")
    assert result.code == 1
    assert "signed  whole\n" in result.out
    assert "slot1  edited\n" in result.out


def test_repair(run: Save, folder: Path) -> None:
    assert run("repair", folder, "slot1").out == "slot1 is whole: nothing to repair\n"
    damage(folder / "slot1.ini")
    damage(folder / "slot1.ini.bak1")
    created = FolderStore(folder).read("slot1.bak2").header.created
    result = run("repair", folder, "slot1", "--dry-run")
    said = "slot1 is damaged; slot1.bak2 would take its place\nslot1.bak1 was passed over:\n  saves/slot1.ini.bak1:"
    assert (result.code, result.out.startswith(said)) == (0, True)
    assert run("verify", folder, "slot1").code == 1
    result = run("repair", folder, "slot1")
    assert result.out.startswith("slot1 is damaged; slot1.bak2 took its place\nslot1.bak1 was passed over:\n")
    assert "\nwhat was there is now slot1.damaged-" in result.out
    again = FolderStore(folder).read("slot1")
    assert (again, again.header.created) == (save(1), created)
    damage(folder / "slot2.ini")
    result = run("repair", folder, "slot2")
    assert (result.code, "none of its backups is whole" in result.err) == (1, True)


def test_repair_of_a_slot_that_is_gone(run: Save, folder: Path) -> None:
    (folder / "slot1.ini").unlink()
    found = run("repair", folder, "slot1", "--json").json
    assert found == {
        "slot": "slot1",
        "state": "missing",
        "source": "slot1.bak1",
        "kept": None,
        "written": True,
        "passed": [],
    }


def test_a_folder_that_saved_names_is_a_place(run: Save, folder: Path, tmp_path: Path) -> None:
    """Faults §4 C: what ``--saved DIR`` wrote, ``save list DIR`` did not find."""
    (tmp_path / "mine").mkdir()
    folder.rename(tmp_path / "mine" / "SaveGames")
    for verb in (("list",), ("show", "slot1"), ("verify",), ("diff", "slot1", "slot1"), ("export", "slot1")):
        result = run(verb[0], tmp_path / "mine", *verb[1:])
        assert (result.code, "nothing is saved" in result.out) == (0, False)
    FolderStore(tmp_path / "mine").write("own", save())
    result = run("list", tmp_path / "mine")
    assert ("slot1" in result.out, result.err) == (
        False,
        "note: mine/SaveGames holds saves, too: name it to see them\n",
    )


def test_retitle(run: Save, folder: Path, tmp_path: Path) -> None:
    created = FolderStore(folder).read("slot1").header.created
    result = run("retitle", folder, "slot1", "Before the quarrel")
    assert (result.code, result.out) == (0, "slot1 is called 'Before the quarrel'; it was 'At the smithy'\n")
    header = FolderStore(folder).slots()["slot1"]
    assert (header.title, header.created) == ("Before the quarrel", created)
    assert run("retitle", folder, "nobody", "x").code != 0
    (tmp_path / "key").write_bytes(b"secret")
    FolderStore(folder, key=b"secret").write("signed", save(5))
    assert "is signed" in run("retitle", folder, "signed", "x").err
    found = run("retitle", folder, "signed", "x", "--key-file", tmp_path / "key", "--json").json
    assert (found["slot"], found["title"]) == ("signed", "x")
    assert FolderStore(folder, key=b"secret").read("signed").header.title == "x"


def test_export_and_import(run: Save, folder: Path, tmp_path: Path) -> None:
    for name in ("out.json", "out.ini"):
        assert run("export", folder, "slot1", tmp_path / name).out.startswith(f"wrote {name}, ")
        result = run("import", folder, "copy", tmp_path / name)
        assert (result.code, result.out) == (0, f"copy holds {name}, 1 sections\n")
        assert run("diff", folder, "slot1", "copy").out == "0 differences below the header\n"
    assert (tmp_path / "out.ini").read_bytes() == (folder / "slot1.ini").read_bytes()
    assert run("export", folder, "slot1", "--format", "json").json["header"]["title"] == "At the smithy"
    assert run("import", folder, "slot2", tmp_path / "out.ini", "--json").json["kept"] is None
    other = save(9, run="r9").to_bytes()
    (tmp_path / "foreign.ini").write_bytes(other)
    assert run("import", folder, "slot2", tmp_path / "foreign.ini", "--json").json["kept"] == "slot2.conflict-03"


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"header": {}, "sections": [{}]}', '{"header": 1, "sections": 1}', "x"]
)
def test_what_is_no_save_is_not_imported(run: Save, folder: Path, tmp_path: Path, text: str) -> None:
    (tmp_path / "bad.json").write_text(text)
    result = run("import", folder, "slot1", tmp_path / "bad.json")
    assert (result.code, "bad.json is no save in JSON" in result.err) == (1, True)
    assert run("verify", folder, "slot1").out == "slot1  whole\n"


def test_a_store_of_sqlite_is_a_place_too(run: Save, tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "saves.db") as store:
        store.write("user1", save(1))
        store.write("user1", save(2))
    assert "user1" in run("list", tmp_path / "saves.db").out
    assert run("verify", tmp_path / "saves.db").out == "user1  whole\nuser1.bak1  whole\n"
    assert run("diff", tmp_path / "saves.db", "user1.bak1", "user1").code == 1


# Migrating


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "game"
    for name, text in PROJECT.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    header = SaveHeader(title="Old", run="r1", revision="01", schema=1)
    FolderStore(root / "Saved" / "SaveGames").write("slot1", SaveDocument(header, OLD))
    return root


def test_a_dry_run_shows_what_would_change_and_be_lost_and_writes_nothing(run: Save, project: Path) -> None:
    path = project / "Saved" / "SaveGames" / "slot1.ini"
    before = path.read_bytes()
    result = run("migrate", project, "--dry-run")
    assert result.code == 0
    assert result.out.splitlines() == [
        "slot1: version 1 would become 2: anger_became_mood",
        "  - [main:/smith#controller Smith].anger = 5",
        "  - [main:/smith#controller Smith].beard = red",
        "  + [main:/smith#controller Blacksmith].beard = red",
        "  + [main:/smith#controller Blacksmith].mood = ANGRY",
        "  lost: 2 fields, marked with -",
        "  note: [quest QuestLog]: nothing here knows it; it is kept",
        "  note: main:/smith#controller.beard: no class declares it any more; it is kept",
    ]
    assert path.read_bytes() == before
    assert run("list", project).out.count("0 backups") == 1


def test_migrating_writes_and_keeps_a_backup(run: Save, project: Path) -> None:
    result = run("migrate", project)
    assert result.out.startswith("slot1: version 1 became 2: anger_became_mood\n")
    store = FolderStore(project / "Saved" / "SaveGames")
    assert store.read("slot1").header.schema == 2
    assert store.read("slot1").section("main:/smith#controller", "Blacksmith")["mood"] == "ANGRY"
    assert store.read("slot1.bak1").header.schema == 1
    assert run("migrate", project).out.splitlines()[0] == "slot1: version 2, up to date"


def test_a_save_that_cannot_be_migrated_is_left_as_it_is(run: Save, project: Path) -> None:
    store = FolderStore(project / "Saved" / "SaveGames")
    late = store.read("slot1")
    late.header = replace(late.header, schema=9, run="r2", revision="02")
    store.write("late", late)
    unknown = store.read("slot1")
    unknown.rename_class("Smith", "Cook")
    store.write("unknown", unknown)
    before = {p.name: p.read_bytes() for p in store.folder.glob("*.ini")}
    result = run("migrate", project, "late", "unknown")
    assert result.code == 1
    assert result.out.count("left as it is") >= 2
    assert "version 9" in result.out
    assert "Cook" in result.out
    assert {p.name: p.read_bytes() for p in store.folder.glob("*.ini")} == before
    plans = run("migrate", project, "--dry-run", "--json").json
    assert [(plan["slot"], bool(plan["error"])) for plan in plans] == [
        ("late", True),
        ("slot1", False),
        ("unknown", True),
    ]


def test_every_command_explains_itself(run: Save) -> None:
    for command in ("list", "show", "diff", "verify", "repair", "migrate", "export", "import"):
        result = run(command, "--help")
        assert (result.code, "PLACE" in result.out or "PROJECT" in result.out) == (0, True)


def test_a_strangers_save_does_nothing_to_the_terminal(folder: Path, run: Save) -> None:
    evil = "a\nb\x1b[2J\x9b1m\u202e"
    store = FolderStore(folder)
    for slot, text in (("evil", evil), ("good", "fine")):
        header = SaveHeader(run="r", revision="1", title=text, place=text)
        store.write(slot, SaveDocument(header, {("o", "C"): {"x": text, "y": [text]}}))
    for args in (("list", folder), ("show", folder, "evil"), ("diff", folder, "evil", "good"), ("verify", folder)):
        for more in ((), ("--json",)):
            result = run(*args, *more)
            assert not set(result.out) & set("\x1b\x9b\u202e")
    assert "title: a\\u000ab\\u001b[2J\\u009b1m\\u202e\n" in run("show", folder, "evil").out
    assert json.loads(run("show", folder, "evil", "--json").out)["header"]["title"] == evil


def test_an_empty_key_file_is_no_key(folder: Path, tmp_path: Path, run: Save) -> None:
    (tmp_path / "key").write_text(" \n")
    result = run("verify", folder, "--key-file", tmp_path / "key")
    assert result.code == 2
    assert "error: the key file key is empty" in result.err


def test_a_folder_is_no_file_to_export_to(folder: Path, tmp_path: Path, run: Save) -> None:
    FolderStore(folder).write("one", SaveDocument(SaveHeader(run="r", revision="1"), {}))
    result = run("export", folder, "one", tmp_path)
    assert result.code == 2
    assert "is a folder" in result.err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "file.json:1:2: error TW-SAVE-07: this is no JSON"),
        ('{"header": {"revision": "1", "extras": 5}, "sections": []}', "is no save in JSON"),
        ('{"header": {"revision": "1", "extras": {"a b]": 1, "x\\ny": 2}}, "sections": []}', "cannot hold the field"),
        ('{"header": {"schema": "x"}, "sections": []}', "schema: 'x' is no whole number"),
        ("[" * 100_000, "is no save in JSON"),
    ],
)
def test_json_that_is_no_save_is_named(folder: Path, tmp_path: Path, run: Save, text: str, said: str) -> None:
    (tmp_path / "file.json").write_text(text)
    result = run("import", folder, "one", tmp_path / "file.json")
    assert result.code == 1
    assert said in result.err
    assert "fault in" not in result.err
