from __future__ import annotations

import errno
import os
import threading
from pathlib import Path

import pytest

from talewright.errors import DamagedSave, NotFound, SaveError
from talewright.savegame import FolderStore, SaveDocument, SaveHeader
from talewright.savegame.disk import Disk


def save(run: str = "r1", revision: str = "01", n: object = 1) -> SaveDocument:
    return SaveDocument(SaveHeader(run=run, revision=revision), {("main", "World"): {"n": n}})


def test_the_folder_is_made_by_the_first_write(tmp_path: Path) -> None:
    store = FolderStore(tmp_path / "Saved" / "SaveGames")
    assert store.slots() == {}
    with pytest.raises(NotFound):
        store.read("slot1")
    assert list(tmp_path.iterdir()) == []
    store.write("slot1", save())
    assert sorted(p.name for p in store.folder.iterdir()) == [".lock", "slot1.ini"]


def test_findings_name_the_file_but_not_the_machine(tmp_path: Path) -> None:
    store = FolderStore(tmp_path / "SaveGames")
    store.write("slot1", save())
    path = store.folder / "slot1.ini"
    path.write_bytes(path.read_bytes().replace(b"n=1", b"n=2"))
    with pytest.raises(DamagedSave) as error:
        store.read("slot1")
    assert "SaveGames/slot1.ini:14:1: error TW-SAVE-02" in str(error.value)
    assert str(tmp_path) not in str(error.value)


def test_damaged_slots_are_named(tmp_path: Path) -> None:
    store = FolderStore(tmp_path)
    store.write("good", save())
    store.write("cut", save())
    path = tmp_path / "cut.ini"
    path.write_bytes(path.read_bytes()[:-2])
    (tmp_path / "bad.ini").write_bytes(b"nonsense")
    assert list(store.slots()) == ["cut", "good"]
    assert {slot: report[0].code for slot, report in store.damaged().items()} == {
        "bad": "TW-SAVE-01",
        "cut": "TW-SAVE-02",
    }


def test_the_listing_reads_4_kb_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = FolderStore(tmp_path)
    store.write("big", save(n="x" * 100_000))
    sizes = []

    def read(path: str, most: int) -> bytes:
        sizes.append(most)
        return Path(path).read_bytes()[:most]

    monkeypatch.setattr("talewright.savegame.folder.read_file", read)
    assert list(store.slots()) == ["big"]
    assert sizes == [4096]


def test_other_files_are_no_slots(tmp_path: Path) -> None:
    store = FolderStore(tmp_path)
    store.write("s", save())
    for name in ("notes.txt", "s.ini.tmp-1-2", "a b.ini", "con.ini", ".ini"):
        (tmp_path / name).write_bytes(save().to_bytes())
    (tmp_path / "folder.ini").mkdir()
    assert list(store.slots()) == ["s"]


def test_a_link_is_never_followed(tmp_path: Path) -> None:
    secret = tmp_path / "secret.ini"
    secret.write_bytes(save().to_bytes())
    store = FolderStore(tmp_path / "saves")
    store.write("s", save())
    os.symlink(secret, store.folder / "link.ini")
    assert list(store.slots()) == ["s"]
    with pytest.raises(NotFound):
        store.read("link")
    with pytest.raises(SaveError, match="link"):
        store.write("link", save(n=2))
    assert secret.read_bytes() == save().to_bytes()


class Full(Disk):
    def sync(self, descriptor: int) -> None:
        raise OSError(28, "No space left on device")


def test_a_full_disk_leaves_the_old_save(tmp_path: Path) -> None:
    FolderStore(tmp_path).write("s", save())
    before = (tmp_path / "s.ini").read_bytes()
    store = FolderStore(tmp_path, system=Full())
    for document in (save(n=2), save(run="r2", revision="02", n=3)):
        with pytest.raises(SaveError, match=r"the disk is full.*what was there is untouched") as error:
            store.write("s", document)
        assert "make room" in error.value.hint
    assert (tmp_path / "s.ini").read_bytes() == before
    assert {p.name for p in tmp_path.iterdir()} <= {".lock", "s.ini", "s.conflict-01.ini"}


def test_a_slot_in_another_case_is_the_same_slot(tmp_path: Path) -> None:
    store = FolderStore(tmp_path)
    store.write("Slot1", save())
    store.write("slot1", save(n=2))
    assert list(store.slots()) == ["Slot1"]
    assert store.read("SLOT1") == save(n=2)


# Things in a folder of saves that are no files

EVERYWHERE = ["slot1.ini.bak1", "slot1.ini.bak2", "slot1.conflict-1.ini"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system without pipes")
@pytest.mark.parametrize("name", EVERYWHERE)
def test_a_pipe_is_never_waited_for(tmp_path: Path, name: str) -> None:
    store = FolderStore(tmp_path)
    for revision in ("2", "1"):
        store.write("slot1", save("r", revision))
    path = tmp_path / name
    path.unlink(missing_ok=True)
    os.mkfifo(path)

    def use() -> None:
        assert "slot1" in store.slots()
        store.backups("slot1")
        store.read("slot1")
        for run in ("r", "other"):
            store.write("slot1", save(run, "3"))
        store.delete("slot1")

    worker = threading.Thread(target=use, daemon=True)
    worker.start()
    worker.join(30)
    assert not worker.is_alive()
    assert "slot1" not in store.names()


@pytest.mark.parametrize("name", ["slot1.ini.bak1", "slot1.ini.bak3", ".lock"])
def test_a_folder_that_is_in_the_way_is_named(tmp_path: Path, name: str) -> None:
    store = FolderStore(tmp_path)
    for revision in ("1", "2"):
        store.write("slot1", save("r", revision))
    (tmp_path / name).unlink(missing_ok=True)
    (tmp_path / name).mkdir()
    with pytest.raises(SaveError, match=rf"what is called {name} is in the way") as caught:
        store.write("slot1", save("r", "3"))
    assert name in caught.value.hint
    assert store.read("slot1").header.revision == "2"
    assert not list(tmp_path.glob("*.tmp-*"))


def test_a_folder_with_the_name_of_what_is_set_aside_loses_nothing(tmp_path: Path) -> None:
    store = FolderStore(tmp_path)
    store.write("slot1", save("r", "1"))
    (tmp_path / "slot1.conflict-1.ini").mkdir()
    kept = store.write("slot1", save("other", "2"))
    assert kept is not None
    assert kept.startswith("slot1.damaged-")
    assert store.read(kept).header.revision == "1"


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
@pytest.mark.parametrize("name", ["slot1.ini.bak1", "slot1.conflict-1.ini"])
@pytest.mark.parametrize("there", [True, False])
def test_links_lead_nowhere(tmp_path: Path, name: str, there: bool) -> None:
    folder, outside = tmp_path / "saves", tmp_path / "outside.ini"
    store = FolderStore(folder)
    for revision in ("2", "1"):
        store.write("slot1", save("r", revision))
    if there:
        outside.write_text("mine")
    (folder / name).unlink(missing_ok=True)
    (folder / name).symlink_to(outside)
    store.write("slot1", save("r", "3"))
    store.write("slot1", save("other", "4"))
    assert store.read("slot1").header.revision == "4"
    assert outside.exists() == there
    assert not there or outside.read_text() == "mine"


def test_a_folder_that_may_not_be_read_is_not_an_empty_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(folder: Path) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(folder))

    store = FolderStore(tmp_path / "SaveGames")
    store.write("slot1", save())
    monkeypatch.setattr(os, "scandir", refuse)
    for act in (store.names, store.slots, lambda: store.read("slot1")):
        with pytest.raises(SaveError, match="SaveGames cannot be read: Permission denied"):
            act()
