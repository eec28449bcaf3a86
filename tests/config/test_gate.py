"""The one gate before files that a person owns: locks, forms and devices (faults §2 A3, A4, B4)."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from talewright.config import ConfigTree, IniDocument, LayerPlan
from talewright.config.text.outputs import changed_form, like, write_output
from talewright.errors import ConfigError
from talewright.files import atomic
from talewright.files.together import Change, write_all

pytestmark = pytest.mark.skipif(os.name != "posix", reason="rights are others here")


def locked(path: Path, data: bytes = b"[A]\nk=1\n") -> Path:
    path.write_bytes(data)
    path.chmod(0o444)
    return path


def edited(path: Path) -> IniDocument:
    document = IniDocument.read(path)
    document.set_all("A", "k", ["2"])
    return document


WRITERS: dict[str, Callable[[Path, bool], object]] = {
    "bytes": lambda path, force: atomic.write_bytes(path, b"2", force=force),
    "together": lambda path, force: write_all([Change(path, path.read_bytes(), b"2")], force=force),
    "taken away": lambda path, force: write_all([Change(path, path.read_bytes(), None)], force=force),
    "output": lambda path, force: write_output(path, b"2", force=force),
    "document": lambda path, force: edited(path).write(path, force=force),
    "document elsewhere": lambda path, force: IniDocument.parse(b"[B]\n").write(path, force=force),
}


@pytest.mark.parametrize("writer", WRITERS)
def test_a_read_only_file_is_refused_by_every_writer_and_written_by_force(tmp_path: Path, writer: str) -> None:
    path = locked(tmp_path / "Game.ini")
    with pytest.raises(PermissionError, match="the file is read-only"):
        WRITERS[writer](path, False)
    assert path.read_bytes() == b"[A]\nk=1\n"
    WRITERS[writer](path, True)
    if writer == "taken away":
        assert not path.exists()
    else:
        assert path.read_bytes() != b"[A]\nk=1\n"
        assert stat.S_IMODE(path.stat().st_mode) == 0o444, "it stays locked"


def test_all_or_none_looks_before_the_first_is_written(tmp_path: Path) -> None:
    free, shut = tmp_path / "a.ini", locked(tmp_path / "b.ini")
    with pytest.raises(PermissionError, match="read-only"):
        write_all([Change(free, None, b"new"), Change(shut, b"[A]\nk=1\n", b"new")])
    assert not free.exists()


def test_a_new_file_in_a_locked_folder_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o555)
    try:
        with pytest.raises(PermissionError, match="its folder is read-only"):
            atomic.write_bytes(tmp_path / "new.ini", b"")
    finally:
        tmp_path.chmod(0o755)


def test_an_output_follows_links_and_never_replaces_a_device(tmp_path: Path) -> None:
    real, link = tmp_path / "real.ini", tmp_path / "link.ini"
    real.write_bytes(b"1")
    link.symlink_to(real)
    write_output(link, b"2")
    assert link.is_symlink()
    assert real.read_bytes() == b"2"
    write_output("/dev/null", b"2")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (b"a\n", "ä\n".encode(), []),  # every byte that was there stays
        (b"\xe9\n", b"e\n", []),
        (b"\xe9\n", "é\n".encode(), ["encoding: cp1252 -> utf-8"]),
        ("\ufeffa\n".encode(), b"a\n", ["encoding: utf-8-sig -> utf-8"]),
        ("\ufeffa\n".encode("utf-16-le"), b"a\n", ["encoding: utf-16-le -> utf-8"]),
        (b"a\r\nb\r\n", b"a\nb\n", ["line ends: CRLF -> LF"]),
    ],
)
def test_a_change_of_form_is_said(tmp_path: Path, before: bytes, after: bytes, said: list[str]) -> None:
    path = tmp_path / "a.ini"
    path.write_bytes(before)
    assert write_output(path, after) == said
    assert changed_form(before, after) == said


@pytest.mark.parametrize("before", [b"a\r\n", "\ufeffa\n".encode(), "\ufeffa\r\n".encode(), b"a\n"])
def test_a_text_takes_the_form_of_the_file_that_it_replaces(before: bytes) -> None:
    assert changed_form(before, like(before, "\ufeffb\r\nc\r\n")) == []


def test_a_code_page_is_not_left_in_silence(tmp_path: Path) -> None:
    path = tmp_path / "l.ini"
    path.write_bytes(b"[A]\nB=caf\xe9\n")
    document = IniDocument.read(path)
    document.set_all("A", "N", ["Łódź"])
    with pytest.raises(ConfigError) as caught:
        document.write(path)
    assert str(caught.value.report[0].span).endswith("l.ini:3:3")
    assert path.read_bytes() == b"[A]\nB=caf\xe9\n"
    document.convert("utf-8")
    assert [finding.message for finding in document.write(path)] == ["encoding: cp1252 -> utf-8"]
    assert IniDocument.read(path).get("A", "N") == "Łódź"


def test_nuls_in_the_middle_are_told_on_each_write(tmp_path: Path) -> None:
    path = tmp_path / "n.ini"
    path.write_bytes(b"[A]\nk=1\nx=" + bytes(1500) + b"\nz=1\n")
    for value in ("2", "3"):
        document = IniDocument.read(path)
        document.set_all("A", "k", [value])
        told = document.write(path)
        assert [(finding.code, finding.span.line) for finding in told] == [("TW-INI-09", 3)]


@dataclass
class Sound:
    name: str = ""
    volume: float = 1.0


def test_a_typed_save_tells_of_nuls_and_respects_a_lock_and_a_code_page(tmp_path: Path) -> None:
    saved = tmp_path / "Game.ini"
    saved.write_bytes(b"[Other]\nx=caf\xe9" + bytes(1500) + b"1\n")
    tree = ConfigTree.load(LayerPlan.flat(tmp_path), "Game")
    told = tree.save(Sound(volume=0.5)).findings
    assert [(finding.code, finding.span.line) for finding in told] == [("TW-INI-09", 2)]
    before = saved.read_bytes()
    with pytest.raises(ConfigError, match="TW-INI-46"):
        tree.save(Sound(name="Łódź"))
    saved.chmod(0o444)
    with pytest.raises(PermissionError, match="read-only"):
        tree.save(Sound(volume=0.25))
    assert saved.read_bytes() == before
