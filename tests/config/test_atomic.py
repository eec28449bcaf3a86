"""Old file or new file, never half (config-savegame.md sections 6 and 6.1; report 15 of section 9)."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from talewright.errors import ConfigError, Misuse
from talewright.files import atomic

STEPS = ("create", "write", "sync", "close", "chmod", "replace", "sync_folder")


class Failing(atomic.FileSystem):
    """Fails at the n-th call of one step, and counts the calls of all."""

    def __init__(self, step: str = "", at: int = 1, error: BaseException | None = None) -> None:
        self.step, self.at, self.error = step, at, error or OSError(28, "No space left on device")
        self.calls: list[str] = []

    def _call(self, step: str) -> None:
        self.calls.append(step)
        if step == self.step and self.calls.count(step) == self.at:
            raise self.error

    def create(self, path: Path, mode: int) -> int:
        self._call("create")
        return super().create(path, mode)

    def write(self, descriptor: int, data: memoryview) -> int:
        self._call("write")
        return super().write(descriptor, data[:4])

    def chmod(self, path: Path, mode: int) -> None:
        self._call("chmod")
        super().chmod(path, mode)

    def sync(self, descriptor: int) -> None:
        self._call("sync")
        super().sync(descriptor)

    def close(self, descriptor: int) -> None:
        super().close(descriptor)
        self._call("close")

    def replace(self, source: Path, target: Path) -> None:
        self._call("replace")
        super().replace(source, target)

    def sync_folder(self, folder: Path) -> None:
        self._call("sync_folder")
        super().sync_folder(folder)

    def sleep(self, seconds: float) -> None:
        self._call("sleep")


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
@pytest.mark.parametrize("old", [None, b"the old content"])
@pytest.mark.parametrize("step", STEPS)
def test_a_failure_at_any_step_leaves_the_old_or_the_new_file_and_no_other(
    tmp_path: Path, step: str, old: bytes | None, error: BaseException
) -> None:
    path = tmp_path / "Game.ini"
    if old is not None:
        path.write_bytes(old)
    system = Failing(step, error=error)
    try:
        atomic.write_bytes(path, b"something new", system=system)
    except (OSError, KeyboardInterrupt) as raised:
        happened: BaseException | None = raised
    else:
        happened = None
    assert (happened is error) == (step in system.calls)
    now = path.read_bytes() if path.exists() else None
    assert now == (b"something new" if step == "sync_folder" or happened is None else old)
    assert [p.name for p in tmp_path.iterdir()] == (["Game.ini"] if now is not None else [])


def test_a_failure_in_the_middle_of_the_bytes_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "Game.ini"
    path.write_bytes(b"old")
    with pytest.raises(OSError, match="No space"):
        atomic.write_bytes(path, b"something new", system=Failing("write", at=3))
    assert path.read_bytes() == b"old"
    assert len(list(tmp_path.iterdir())) == 1


def test_the_bytes_are_on_the_disk_before_the_name_is_and_then_the_folder(tmp_path: Path) -> None:
    system = Failing()
    atomic.write_bytes(tmp_path / "Game.ini", b"12345", system=system)
    assert system.calls == ["create", "write", "write", "sync", "close", "replace", "sync_folder"]


def test_folders_are_made(tmp_path: Path) -> None:
    atomic.write_bytes(tmp_path / "a/b/Game.ini", b"")
    assert (tmp_path / "a/b/Game.ini").read_bytes() == b""


@pytest.mark.skipif(os.name != "posix", reason="rights are POSIX")
def test_rights_are_kept_and_new_files_get_the_users(tmp_path: Path) -> None:
    path = tmp_path / "Game.ini"
    mask = os.umask(0o027)
    try:
        atomic.write_bytes(path, b"1")
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
        path.chmod(0o604)
        atomic.write_bytes(path, b"2")
        assert stat.S_IMODE(path.stat().st_mode) == 0o604
    finally:
        os.umask(mask)


@pytest.mark.skipif(os.name != "posix", reason="links need rights on Windows")
def test_no_link_leads_out_of_the_folder(tmp_path: Path) -> None:
    inside, outside = tmp_path / "Saved", tmp_path / "outside"
    inside.mkdir()
    outside.mkdir()
    (inside / "link").symlink_to(outside, target_is_directory=True)
    for path in (inside / "link" / "Game.ini", inside / ".." / "Game.ini"):
        with pytest.raises(Misuse, match="outside"):
            atomic.write_bytes(path, b"1", root=inside)
    (inside / "Game.ini").symlink_to(outside / "Game.ini")
    atomic.write_bytes(inside / "Game.ini", b"1", root=inside)
    assert list(outside.iterdir()) == []
    assert not (inside / "Game.ini").is_symlink()


def test_on_windows_an_open_file_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Busy(Failing):
        left = 3

        def replace(self, source: Path, target: Path) -> None:
            if self.left:
                self.left -= 1
                raise PermissionError(13, "Access is denied")
            super().replace(source, target)

    busy, stuck = Busy(), Busy()
    stuck.left = 10**6
    tried: list[float] = []
    for system in (busy, stuck):
        monkeypatch.setattr(system, "sleep", tried.append)
    acts = [lambda s=s: s.replace(tmp_path / "a", tmp_path / "b") for s in (busy, stuck)]
    (tmp_path / "a").write_bytes(b"")
    monkeypatch.setattr(atomic, "_retries", lambda: True)
    atomic._patiently(acts[0], busy)
    assert len(tried) == 3
    with pytest.raises(PermissionError):
        atomic._patiently(acts[1], stuck)
    assert 0.9 <= sum(tried[3:]) <= 1.5


class TestLock:
    def test_threads_take_turns(self, tmp_path: Path) -> None:
        inside: list[int] = []
        most: list[int] = []

        def work() -> None:
            for _ in range(5):
                with atomic.lock(tmp_path):
                    inside.append(1)
                    most.append(len(inside))
                    time.sleep(0.001)
                    inside.pop()

        threads = [threading.Thread(target=work) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(most) == 15
        assert max(most) == 1

    def test_another_process_waits_and_then_gives_up(self, tmp_path: Path) -> None:
        code = (
            "import sys\nfrom pathlib import Path\nfrom talewright.config import atomic\n"
            "from talewright.errors import ConfigError\n"
            "try:\n    with atomic.lock(Path(sys.argv[1]), seconds=0.1):\n        print('free')\n"
            "except ConfigError:\n    print('held')\n"
        )

        def ask() -> str:
            return subprocess.run(
                [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True
            ).stdout.strip()

        with atomic.lock(tmp_path):
            assert ask() == "held"
        assert ask() == "free"

    def test_the_error_says_what_to_do(self, tmp_path: Path) -> None:
        with atomic.lock(tmp_path):
            again = atomic.lock(tmp_path, seconds=0)
            with pytest.raises(ConfigError, match="another program") as caught:
                again.__enter__()
        assert caught.value.hint
