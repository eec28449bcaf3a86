"""Saves that are signed, on the command line: no verb takes a signature away, or vouches for one, in silence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from talewright.savegame import ByteStore, FolderStore, MemoryStore, SaveDocument, SaveHeader, SqliteStore, to_json

KEY = b"secret"
PROJECT = {
    "Config/DefaultGame.ini": "[Project]\nName=The smith\n",
    "scripts.py": "from talewright.savegame import SaveDocument, migration\n\n\n@migration(to=2)\n"
    "def nothing(save: SaveDocument) -> None:\n    pass\n",
}


def save(n: int = 1, title: str = "At the smithy", run: str = "r1") -> SaveDocument:
    return SaveDocument(SaveHeader(title=title, run=run, revision=f"{n:02x}"), {("talewright", "Game"): {"seed": n}})


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project whose slot is signed, with a backup, and its key beside it."""
    for name, text in PROJECT.items():
        path = tmp_path / "game" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    store = FolderStore(tmp_path / "game" / "Saved" / "SaveGames", key=KEY)
    for n in (1, 2):
        store.write("slot1", save(n))
    (tmp_path / "key").write_bytes(KEY + b"\n")
    return tmp_path / "game"


def slots(project: Path) -> FolderStore:
    return FolderStore(project / "Saved" / "SaveGames", key=KEY)


def said(result: Any) -> str:
    return f"{result.out}{result.err}"


def bytes_in(project: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (project / "Saved").rglob("*.ini*")}


WRITERS = {
    "repair": ("repair", "slot1"),
    "migrate": ("migrate",),
    "migrate SLOT": ("migrate", "slot1"),
    "retitle": ("retitle", "slot1", "Elsewhere"),
    "import an ini": ("import", "slot1", "plain.ini"),
    "import JSON": ("import", "slot1", "plain.json"),
    "import what is signed": ("import", "new", "signed.ini"),
}


@pytest.mark.parametrize("verb", WRITERS)
def test_no_verb_takes_a_signature_in_silence(
    verb: str, talewright: Any, project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`repair`, `import` and `migrate` wrote a signed slot without its signature, where the key was not given."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plain.ini").write_bytes(save(3).to_bytes())
    (tmp_path / "plain.json").write_text(to_json(save(3)), encoding="utf-8")
    (tmp_path / "signed.ini").write_bytes(slots(project).data("slot1"))
    if verb == "repair":
        path = project / "Saved" / "SaveGames" / "slot1.ini"
        path.write_bytes(path.read_bytes()[:-3])
    before = bytes_in(project)
    name, *rest = WRITERS[verb]
    result = talewright("save", name, project, *rest)
    assert (result.code, "signed" in said(result), "--key-file" in said(result)) == (1, True, True)
    assert bytes_in(project) == before
    assert talewright("save", name, project, *rest, "--dry-run").code == 1
    assert bytes_in(project) == before
    result = talewright("save", name, project, *rest, "--key-file", "key")
    assert result.code == 0, said(result)
    store = slots(project)
    assert not [slot for slot in store.damaged() if "damaged-" not in slot]


def test_the_list_says_what_is_signed_and_what_was_edited(talewright: Any, project: Path, tmp_path: Path) -> None:
    """A list without a key showed a forged title as any other, and no option was there to look."""
    FolderStore(project / "Saved" / "SaveGames").write("forged", save(7, "Forged", run="r7"))
    key = ("--key-file", tmp_path / "key")
    result = talewright("save", "list", project)
    rows = {row.split()[0]: row for row in said(result).splitlines()}
    assert "signed, not checked: --key-file" in rows["slot1"]
    assert "signed" not in rows["forged"]
    result = talewright("save", "list", project, *key)
    assert result.code == 1
    assert "Forged" not in said(result)
    assert "forged  edited: talewright save verify says how" in said(result)
    assert "newest, signed)" in said(result)
    rows = json.loads(said(talewright("save", "list", project, "--json")))
    assert {row["slot"]: row["signed"] for row in rows} == {"slot1": True, "forged": False}
    rows = json.loads(said(talewright("save", "list", project, *key, "--json")))
    assert {row["slot"]: row.get("state", "whole") for row in rows} == {"slot1": "whole", "forged": "edited"}


@pytest.mark.parametrize("words", [("show", "forged"), ("diff", "slot1", "forged"), ("export", "forged")])
def test_a_verb_with_the_key_refuses_what_it_did_not_sign(
    words: tuple[str, ...], talewright: Any, project: Path, tmp_path: Path
) -> None:
    FolderStore(project / "Saved" / "SaveGames").write("forged", save(7, "Forged", run="r7"))
    verb, *rest = words
    assert talewright("save", verb, project, *rest).code in (0, 1)
    result = talewright("save", verb, project, *rest, "--key-file", tmp_path / "key")
    assert (result.code, "TW-SAVE-10" in said(result)) == (1, True)
    assert "Forged" not in said(result)
    assert talewright("save", verb, project, *["slot1"] * len(rest), "--key-file", tmp_path / "key").code == 0


def test_show_says_that_nobody_looked_at_the_signature(talewright: Any, project: Path, tmp_path: Path) -> None:
    assert "(signed, not checked: --key-file)" in said(talewright("save", "show", project, "slot1"))
    assert "(signed)" in said(talewright("save", "show", project, "slot1", "--key-file", tmp_path / "key"))
    path = tmp_path / "x.json"
    path.write_text(to_json(save()), encoding="utf-8")
    result = talewright("save", "show", project, path, "--key-file", tmp_path / "key")
    assert (result.code, "holds no signature" in said(result)) == (2, True)


@pytest.mark.parametrize("kind", ["memory", "folder", "sqlite"])
def test_a_store_without_the_key_keeps_what_is_signed(kind: str, tmp_path: Path) -> None:
    """A game that has no key any more saves on: what was signed is set aside, and said."""

    shared = MemoryStore(key=KEY)

    def store(key: bytes | None) -> ByteStore:
        if kind == "memory":
            shared._key = key
            return shared
        return FolderStore(tmp_path, key=key) if kind == "folder" else SqliteStore(tmp_path / "s.db", key=key)

    store(KEY).write("slot1", save(1))
    assert store(None).write("slot1", save(2)) == "slot1.conflict-01"
    assert store(None).signed() == ["slot1.conflict-01"]
    assert store(None).write("slot1", save(3)) is None
    assert store(KEY).read("slot1.conflict-01") == save(1)
    assert store(KEY).write("slot1", save(4)) is None
    assert store(KEY).slots()["slot1"].revision == "04"
