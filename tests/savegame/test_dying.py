"""A store that is killed, or whose disk is full, at every call it makes: the old save or the new one, whole."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from talewright.errors import SaveError
from talewright.savegame import FolderStore, SaveDocument, SaveHeader
from talewright.savegame.disk import Disk

CALLS = ("create", "write", "chmod", "sync", "close", "replace", "remove", "sync_folder", "link")


class Killed(BaseException):
    """The process is no more."""


class Watched(Disk):
    """Counts its calls, and does something else at one of them.

    Args:
        at: the number of the call, from 0.
        how: gets the call's name, the real call and its arguments.
    """

    def __init__(self, at: int = -1, how: Callable[..., Any] | None = None) -> None:
        self.at = at
        self.made: list[str] = []
        self.over = False
        for name in CALLS:
            setattr(self, name, self._watched(name, getattr(super(), name), how))

    def _watched(self, name: str, real: Callable[..., Any], how: Callable[..., Any] | None) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            number = len(self.made)
            self.made.append(name)
            if how is not None and (number == self.at or self.over):
                return how(self, number == self.at, name, real, *arguments)
            return real(*arguments)

        return call


def dies_before(disk: Watched, now: bool, name: str, real: Callable[..., Any], *arguments: Any) -> Any:
    disk.over = True
    raise Killed


def dies_after(disk: Watched, now: bool, name: str, real: Callable[..., Any], *arguments: Any) -> Any:
    disk.over = True
    if now:
        if name == "write":  # half of it
            os.write(arguments[0], arguments[1][: len(arguments[1]) // 2])
        else:
            real(*arguments)
    raise Killed


def is_full(disk: Watched, now: bool, name: str, real: Callable[..., Any], *arguments: Any) -> Any:
    disk.over = True
    if now or name in ("create", "write", "sync", "link"):
        if name == "close":
            real(*arguments)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    return real(*arguments)


def save(n: int, run: str = "r1") -> SaveDocument:
    header = SaveHeader(run=run, revision=f"{n:02x}", title=f"save {n}")
    return SaveDocument(header, {("main", "World"): {"n": n}})


def numbers(store: FolderStore) -> dict[str, int]:
    """Every save that can be read, backups included, by its name."""
    names = [*store.slots(), *store.backups("s")]
    return {name: int(store.read(name).section("main", "World")["n"]) for name in names}


def prepared(folder: Path, saves: int = 4) -> None:
    store = FolderStore(folder, backups=2)
    for n in range(saves):
        store.write("s", save(n))


def calls(tmp_path: Path, run: str = "r1") -> list[str]:
    prepared(tmp_path / "dry")
    disk = Watched()
    FolderStore(tmp_path / "dry", backups=2, system=disk).write("s", save(4, run))
    return disk.made


@pytest.mark.parametrize("how", [dies_before, dies_after])
@pytest.mark.parametrize("run", ["r1", "another"])
def test_killed_at_every_call_the_slot_is_the_last_save_or_the_one_before(
    tmp_path: Path, how: Callable[..., Any], run: str
) -> None:
    """Promise 1."""
    made = calls(tmp_path, run)
    assert made.count("sync") == 1
    seen = set()
    for at in range(len(made)):
        folder = tmp_path / f"at{at}"
        prepared(folder)
        with pytest.raises(Killed):
            FolderStore(folder, backups=2, system=Watched(at, how)).write("s", save(4, run))
        store = FolderStore(folder, backups=2)
        found = numbers(store)
        assert found["s"] in (3, 4), (at, made[at])
        assert store.read("s").header.title == f"save {found['s']}"
        assert 3 in found.values()
        assert 2 in found.values()
        assert store.damaged() == {}
        seen.add(found["s"])
        store.write("s", save(5, run))
        assert numbers(store)["s"] == 5
        left = [p.name for p in folder.iterdir() if ".tmp-" in p.name]
        assert left == [], (at, made[at])
    assert seen == {3, 4}


def test_the_first_save_of_a_slot_is_there_or_not(tmp_path: Path) -> None:
    disk = Watched()
    FolderStore(tmp_path / "dry", system=disk).write("s", save(1))
    for at in range(len(disk.made)):
        folder = tmp_path / f"at{at}"
        with pytest.raises(Killed):
            FolderStore(folder, system=Watched(at, dies_after)).write("s", save(1))
        assert numbers(FolderStore(folder)) in ({}, {"s": 1})


def test_one_flush_and_one_rename_of_the_slot_for_a_save(tmp_path: Path) -> None:
    """Promise 2."""
    prepared(tmp_path)
    disk = Watched()
    targets: list[str] = []
    real = disk.replace

    def replace(source: Path, target: Path) -> None:
        targets.append(target.name)
        real(source, target)

    disk.replace = replace  # type: ignore[method-assign]
    FolderStore(tmp_path, backups=2, system=disk).write("s", save(4))
    assert disk.made.count("sync") == 1
    assert targets == ["s.ini.bak2", "s.ini.bak1", "s.ini"]
    order = [name for name in disk.made if name in ("sync", "replace", "sync_folder")]
    assert order == ["sync", "replace", "replace", "replace", "sync_folder"]


@pytest.mark.parametrize("run", ["r1", "another"])
def test_a_full_disk_at_every_call_leaves_the_old_save_and_no_litter(tmp_path: Path, run: str) -> None:
    made = calls(tmp_path, run)
    for at in range(len(made)):
        folder = tmp_path / f"at{at}"
        prepared(folder)
        store = FolderStore(folder, backups=2, system=Watched(at, is_full))
        with pytest.raises(SaveError, match="the disk is full") as error:
            store.write("s", save(4, run))
        whole = FolderStore(folder, backups=2)
        found = numbers(whole)
        confirmed = "did not confirm" in str(error.value)
        assert found["s"] == (4 if confirmed else 3), (at, made[at])
        assert confirmed == (made[at] == "sync_folder")
        assert {3, 2} <= set(found.values())
        assert [p.name for p in folder.iterdir() if ".tmp-" in p.name] == [], (at, made[at])
        for _ in range(3):  # trying again and again costs no backup
            with pytest.raises(SaveError):
                FolderStore(folder, backups=2, system=Watched(0, is_full)).write("s", save(4, run))
        assert numbers(whole) == found
        whole.write("s", save(5, run))
        assert numbers(whole)["s"] == 5


def test_saves_that_fail_at_the_very_end_push_no_backup_out(tmp_path: Path) -> None:
    prepared(tmp_path)

    class Stubborn(Disk):
        def replace(self, source: Path, target: Path) -> None:
            if target.name == "s.ini":
                raise OSError(errno.EBUSY, "held")
            super().replace(source, target)

    for _ in range(5):
        with pytest.raises(SaveError, match="another program holds the file"):
            FolderStore(tmp_path, backups=2, system=Stubborn()).write("s", save(4))
    assert numbers(FolderStore(tmp_path, backups=2)) == {"s": 3, "s.bak1": 3, "s.bak2": 2}


@pytest.mark.parametrize(
    ("code", "says"),
    [
        (errno.ENOSPC, "the disk is full"),
        (errno.EDQUOT, "the disk is full"),
        (errno.EROFS, "the folder is read-only"),
        (errno.EACCES, "the folder is read-only"),
        (errno.EBUSY, "another program holds the file"),
        (errno.EIO, "the system said no"),
    ],
)
def test_every_refusal_has_a_reason_and_a_hint(tmp_path: Path, code: int, says: str) -> None:
    prepared(tmp_path)

    def refuses(*_: Any) -> Any:
        raise OSError(code, os.strerror(code))

    store = FolderStore(tmp_path, system=Watched(0, refuses))
    with pytest.raises(SaveError, match=says) as error:
        store.write("s", save(4))
    assert error.value.hint
    assert "what was there is untouched" in str(error.value)
    assert numbers(FolderStore(tmp_path))["s"] == 3


def test_a_disk_without_links_copies_its_backups(tmp_path: Path) -> None:
    class NoLinks(Disk):
        def link(self, source: Path, target: Path) -> None:
            raise OSError(errno.EPERM, "no links here")

    store = FolderStore(tmp_path, backups=2, system=NoLinks())
    for n in range(4):
        store.write("s", save(n))
    assert store.write("s", save(9, "another")) == "s.conflict-03"
    assert numbers(store) == {"s": 9, "s.conflict-03": 3, "s.bak1": 2, "s.bak2": 1}
    assert sorted(p.name for p in tmp_path.iterdir()) == [
        ".lock", "s.conflict-03.ini", "s.ini", "s.ini.bak1", "s.ini.bak2",
    ]  # fmt: skip


def test_a_folder_that_another_program_holds_is_given_up_after_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from talewright.files import atomic

    prepared(tmp_path)
    real = atomic.lock
    monkeypatch.setattr(atomic, "lock", lambda folder: real(folder, seconds=0.1))
    with real(tmp_path), pytest.raises(SaveError, match="another program has been writing"):
        FolderStore(tmp_path).write("s", save(4))
    assert numbers(FolderStore(tmp_path))["s"] == 3
