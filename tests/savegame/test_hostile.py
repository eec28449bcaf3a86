"""Files that somebody made to do harm: one clear error or plain data, never code, never a path, never for ever."""

from __future__ import annotations

import builtins
import importlib
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from talewright.diagnostics import Report
from talewright.errors import DamagedSave, InvalidName, NotFound, SaveError, TalewrightError
from talewright.fields import decode
from talewright.savegame import FolderStore, MemoryStore, SaveDocument, SaveHeader
from talewright.savegame.header import header_bytes

SLOW = bool(os.environ.get("TALEWRIGHT_SLOW"))
HEADER = SaveHeader(title="At the smithy", revision="0f", run="r1")


def whole(body: bytes) -> bytes:
    return header_bytes(HEADER, body) + body


WHOLE = whole(b'[ann SapituCharacter]\nHealth=100\nnote="a \\"b\\""\nat=(3,4,(x=1))\n\n[main World]\nn=1\n')


def test_truncated_at_every_byte(tmp_path: Path) -> None:
    """Promise 4: in a store, as a player's disk would leave it."""
    store = FolderStore(tmp_path)
    for length in range(len(WHOLE)):
        (tmp_path / "s.ini").write_bytes(WHOLE[:length])
        with pytest.raises(DamagedSave) as error:
            store.read("s")
        assert error.value.report[0].span.file == f"{tmp_path.name}/s.ini"


@pytest.mark.parametrize("flip", [0x01, 0x20, 0x2C, 0x79, 0x7E, 0x80, 0xFF] if not SLOW else range(1, 256))
def test_every_byte_flipped(flip: int) -> None:
    """Promise 4."""
    for at in range(len(WHOLE)):
        with pytest.raises(SaveError):
            SaveDocument.parse(WHOLE[:at] + bytes([WHOLE[at] ^ flip]) + WHOLE[at + 1 :])


@pytest.fixture
def no_imports(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    asked: list[str] = []
    real = builtins.__import__

    def watched(name: str, *rest: Any) -> Any:
        asked.append(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", watched)
    monkeypatch.setattr(importlib, "import_module", lambda name, *_: asked.append(name))
    monkeypatch.setattr(builtins, "eval", lambda *_: asked.append("eval"))
    monkeypatch.setattr(builtins, "exec", lambda *_: asked.append("exec"))
    return asked


def test_loading_runs_no_code_and_imports_nothing(no_imports: list[str]) -> None:
    """Promise 7."""
    body = (
        b"[antigravity os.system]\n__class__=os.system\n__reduce__=(os.system,(ls))\nx=($os.system=(a))\n"
        b'__import__="antigravity"\neval(1)=2\n\n[__import__(antigravity) World]\n$antigravity=(a)\n'
    )
    before = set(sys.modules)
    document = SaveDocument.parse(whole(body))
    assert document.section("antigravity", "os.system")["__class__"] == "os.system"
    assert len(document.sections) == 2
    assert set(sys.modules) == before
    assert [name for name in no_imports if name in ("antigravity", "os", "eval", "exec")] == []


@pytest.mark.parametrize(
    "slot",
    [
        "../x", "..", ".", "/etc/passwd", "a/b", "a\\b", "C:x", "con", "NUL.x", "a\x00b", "a\nb", "", " ", "a ", ".a",
        "a.", "~", "$HOME", "%41", "s" * 121, "s.bak1", "é", "a:b", "aux.ini",
    ],
)  # fmt: skip
def test_no_name_of_a_slot_leaves_the_folder(tmp_path: Path, slot: str) -> None:
    store = FolderStore(tmp_path / "saves")
    store.write("s", SaveDocument(HEADER, {}))
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises((InvalidName, NotFound)):
        store.read(slot)
    with pytest.raises(InvalidName):
        store.write(slot, SaveDocument(HEADER, {}))
    with pytest.raises(InvalidName):
        store.delete(slot)
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("revision", ["../../evil", "/etc/passwd", "a" * 65, "0f\x00", "CON", "..", "ff/../../x"])
def test_no_header_leads_out_of_the_folder(tmp_path: Path, revision: str) -> None:
    store = FolderStore(tmp_path / "saves")
    store.write("s", SaveDocument(SaveHeader(revision="0a", run="r"), {}))
    header = SaveHeader(revision=revision, run="../..", parent="../x", title="../../x", extras={"Thumbnail": "../x"})
    (tmp_path / "saves" / "s.ini").write_bytes(SaveDocument(header, {}).to_bytes())
    kept = store.write("s", SaveDocument(SaveHeader(revision="0b", run="r2"), {}))
    assert kept is not None
    assert {p.parent for p in tmp_path.rglob("*") if p.is_file()} == {tmp_path / "saves"}
    assert store.read(kept).header.revision == revision


@pytest.mark.parametrize("digits", [50, 5_000, 100_000])
def test_huge_numbers_are_text_until_a_field_says_no(digits: int) -> None:
    save = SaveDocument.parse(whole(b"[a B]\nn=" + b"9" * digits + b"\nx=1e999999\ny=(z=-1e999)\n"))
    section = save.section("a", "B")
    for value in (section["n"], section["x"], section["y"]["z"]):
        for hint in (int, float):
            try:
                found = decode(value, hint)
            except TalewrightError:
                continue
            assert found - found == 0  # a number, not infinity


@pytest.mark.parametrize("depth", [10, 64, 65, 100_000])
def test_deep_nesting_is_data_or_an_error(depth: int) -> None:
    data = whole(b"[a B]\nx=" + b"(" * depth + b"1" + b")" * depth + b"\n")
    if depth <= 64:
        assert SaveDocument.parse(data).to_bytes() == data
    else:
        with pytest.raises(DamagedSave, match="nest deeper than 64"):
            SaveDocument.parse(data)


def test_what_nests_too_deeply_is_not_written() -> None:
    value: list[Any] = []
    for _ in range(5_000):
        value = [value]
    with pytest.raises(SaveError, match=r"\[a B\]\.x"):
        _written(value)


def _written(value: object) -> bytes:
    document = SaveDocument(HEADER, {("a", "B"): {}})
    document.section("a", "B")["x"] = value
    return document.to_bytes()


@pytest.mark.parametrize("code", [*range(32), 0x7F, 0x85, 0x2028, 0xFEFF, 0xFFFF, 0x1F600])
def test_control_characters_come_back_or_are_refused(code: int) -> None:
    text = f"a{chr(code)}b"
    try:
        data = SaveDocument(HEADER, {("a", "B"): {"x": text, "y": [text], "z": {"k": text}}}).to_bytes()
    except SaveError:
        return
    section = SaveDocument.parse(data).section("a", "B")
    assert (section["x"], section["y"], section["z"]) == (text, [text], {"k": text})
    assert SaveDocument.parse(data).to_bytes() == data


@pytest.mark.parametrize(
    "body", [b"\x00" * 100, b"[a B]\nx=\x00\n", b"[a B\x00]\nx=1\n", b"\x1b[2J\n", b"[a B]\r\nx=1\r\n"]
)
def test_strange_bytes_with_a_fitting_digest_are_data_or_an_error(body: bytes) -> None:
    try:
        document = SaveDocument.parse(whole(body))
    except DamagedSave as error:
        found = error.report
    else:
        found = Report()
        assert SaveDocument.parse(document.to_bytes()) == document
    assert all(finding.code.startswith("TW-SAVE-") for finding in found)


@pytest.mark.slow
def test_very_many_sections_take_time_in_proportion() -> None:
    count = 1_000_000 if SLOW else 20_000
    body = b"\n".join(b"[o%d C]\n" % n for n in range(count))
    document = SaveDocument.parse(whole(body))
    assert len(document) == count
    assert document.body_bytes() == body


@pytest.mark.slow
def test_very_many_sections_of_an_unusual_form_do_too() -> None:
    count = 200_000 if SLOW else 4_000
    body = b"\n".join(b"[o%d C]\nx=((((((%d))))))\n" % (n, n) for n in range(count))
    document = SaveDocument.parse(whole(body))
    assert document.body_bytes() == body
    data = whole(b"\n".join(b"[o%d C]\nx=((((((1)))))\n" % n for n in range(count)))
    with pytest.raises(DamagedSave) as error:
        SaveDocument.parse(data)
    assert len(error.value.report) == count
    assert error.value.report[1].span.line == error.value.report[0].span.line + 3


def test_the_digest_of_a_hostile_file_protects_nobody_but_the_key_does() -> None:
    """Promise 9: edits are evident, not impossible."""
    store = MemoryStore(key=b"secret")
    store.write("s", SaveDocument(HEADER, {("main", "World"): {"gold": 1}}))
    save = SaveDocument.parse(store.data("s"))
    save.section("main", "World")["gold"] = 999
    for edited in (save.to_bytes(), save.to_bytes(key=b"guessed")):
        store.put("s", edited)
        assert MemoryStore.read(_without_key(edited), "s").section("main", "World")["gold"] == "999"
        with pytest.raises(DamagedSave, match="TW-SAVE-10"):
            store.read("s")


def _without_key(data: bytes) -> MemoryStore:
    store = MemoryStore()
    store.put("s", data)
    return store


def test_a_mac_of_an_older_save_does_not_fit_a_newer_one() -> None:
    store = MemoryStore(key=b"secret")
    store.write("s", SaveDocument(HEADER, {("main", "World"): {"gold": 1}}))
    store.write("t", SaveDocument(HEADER, {("main", "World"): {"gold": 2}}))
    mac = next(line for line in store.data("s").split(b"\n") if line.startswith(b"Mac="))
    other = next(line for line in store.data("t").split(b"\n") if line.startswith(b"Mac="))
    store.put("t", store.data("t").replace(other, mac))
    with pytest.raises(DamagedSave):
        store.read("t")
