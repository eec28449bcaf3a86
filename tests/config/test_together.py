"""Several files are written together, or none of them is."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from talewright.files import atomic
from talewright.files.together import Change, NotPutBack, write_all

Fails = Callable[..., None]


@pytest.fixture
def changes(tmp_path: Path) -> list[Change]:
    for name in ("a", "b", "gone"):
        (tmp_path / name).write_text(f"old {name}")
    return [
        Change(tmp_path / "gone", b"old gone", None),
        Change(tmp_path / "a", b"old a", b"new a"),
        Change(tmp_path / "new", None, b"new"),
        Change(tmp_path / "b", b"old b", b"new b"),
    ]


def tree(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in folder.iterdir()}


@pytest.fixture
def fails(monkeypatch: pytest.MonkeyPatch) -> Fails:
    """Let writing a text into a file fail; behind the change, if that is wanted."""
    write = atomic.write_bytes

    def give(*texts: bytes, error: BaseException | None = None, behind: bool = False) -> None:
        def failing(path: Path, data: bytes, *, force: bool = False) -> None:
            if behind or data not in texts:
                write(path, data)
            if data in texts:
                raise error or OSError(28, "no space left")

        monkeypatch.setattr(atomic, "write_bytes", failing)

    return give


def test_all_are_written(changes: list[Change], tmp_path: Path) -> None:
    write_all(changes)
    assert tree(tmp_path) == {"a": "new a", "b": "new b", "new": "new"}


@pytest.mark.parametrize("behind", [False, True])
def test_a_file_that_fails_takes_those_before_it_back(
    changes: list[Change], tmp_path: Path, fails: Fails, behind: bool
) -> None:
    before = tree(tmp_path)
    fails(b"new b", behind=behind)
    with pytest.raises(OSError, match="no space left") as caught:
        write_all(changes)
    assert (caught.value.errno, Path(caught.value.filename).name) == (28, "b")
    assert tree(tmp_path) == before


def test_a_file_that_cannot_be_put_back_is_named_and_the_others_are(
    changes: list[Change], tmp_path: Path, fails: Fails
) -> None:
    before = tree(tmp_path)
    fails(b"new b", b"old a")
    with pytest.raises(NotPutBack, match=r"no space left; \S*/a could not be put back either: look at it.*/b'"):
        write_all(changes)
    assert tree(tmp_path) == {**before, "a": "new a"}


def test_a_file_that_cannot_be_taken_away_takes_all_back(
    changes: list[Change], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = tree(tmp_path)

    def refuse(path: Path, missing_ok: bool = False) -> None:
        if path.name == "gone":
            raise PermissionError(13, "Permission denied", str(path))
        os.unlink(path)

    monkeypatch.setattr(Path, "unlink", refuse)
    with pytest.raises(PermissionError, match="gone"):
        write_all(changes)
    assert tree(tmp_path) == before


def test_an_interruption_takes_all_back(changes: list[Change], tmp_path: Path, fails: Fails) -> None:
    before = tree(tmp_path)
    fails(b"new b", error=KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        write_all(changes)
    assert tree(tmp_path) == before


@pytest.mark.skipif(os.name != "posix", reason="rights are others here")
def test_a_new_file_gets_the_rights_of_another(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("a")
    (tmp_path / "a").chmod(0o640)
    write_all([Change(tmp_path / "b", None, b"b", tmp_path / "a"), Change(tmp_path / "a", b"a", None)])
    assert stat.S_IMODE((tmp_path / "b").stat().st_mode) == 0o640
    assert not atomic.is_read_only(tmp_path / "b")
    (tmp_path / "b").chmod(0o444)
    assert atomic.is_read_only(tmp_path / "b")
