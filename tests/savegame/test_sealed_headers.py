"""What is read of a header is what its seals are over: no spelling of a line escapes them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from talewright.errors import DamagedSave, SaveError, TalewrightError
from talewright.savegame import ByteStore, FolderStore, MemoryStore, SaveDocument, SaveHeader, SqliteStore
from talewright.savegame.header import check_of
from talewright.savegame.reading import read_head

SLOW = bool(os.environ.get("TALEWRIGHT_SLOW"))
KEY = b"secret"
HEADER = SaveHeader(
    title="At the smithy",
    place="Forge",
    created="2026-01-02T03:04:05Z",
    play_time=61.5,
    schema=3,
    revision="0f",
    parent="0e",
    run="r1",
    extras={"Thumbnail": "slot1.png"},
)
DOCUMENT = SaveDocument(HEADER, {("ann", "SapituCharacter"): {"Health": 100}, ("main", "World"): {"n": 1}})
SIGNED = DOCUMENT.to_bytes(key=KEY)
OWN = ["Format", "Schema", "Revision", "Parent", "Run", "Created", "PlayTime", "Title", "Place", "Digest", "Mac"]
FORGED = {
    "Format": "1",
    "Schema": "2",
    "Revision": "ff",
    "Parent": "fe",
    "Run": "r9",
    "Created": "2030-01-01T00:00:00Z",
    "PlayTime": "9999",
    "Title": "Forged",
    "Place": "Nowhere",
    "Digest": "sha256:" + "0" * 64,
    "Mac": "hmac-sha256:" + "0" * 64,
    "Thumbnail": "forged.png",
    "Unknown": "forged",
}


def rechecked(data: bytes) -> bytes:
    """Give a file with a check that fits: it needs no key, so whoever forges a save makes it anew."""
    at = data.index(b"\nCheck=") + 1
    return data[:at] + b"Check=" + check_of(data[:at]).encode() + data[data.index(b"\n", at) :]


def refused(data: bytes) -> str:
    """Give the code with which a signed save is refused, whole and by its first 4 kB."""
    with pytest.raises(SaveError) as error:
        SaveDocument.parse(data, "slot1.ini", key=KEY)
    store = MemoryStore(key=KEY)
    store.put("slot1", data)
    assert store.slots() in ({}, {"slot1": HEADER}), "the list of slots shows what nobody signed"
    assert list(store.damaged()) == ["slot1"]
    return error.value.report[0].code


@pytest.mark.parametrize("key", FORGED)
@pytest.mark.parametrize("below", [b"\nMac=", b"\nCheck="])
def test_a1_a_field_below_a_seal_is_damage(key: str, below: bytes) -> None:
    """Faults §4 A1: nothing but ``Check`` follows ``Mac``, and nothing follows ``Check``."""
    end = SIGNED.index(b"\n", SIGNED.index(below) + 1) + 1
    forged = SIGNED[:end] + f"{key}={FORGED[key]}\n".encode() + SIGNED[end:]
    assert refused(forged if below == b"\nCheck=" else rechecked(forged)) in ("TW-SAVE-11", "TW-SAVE-09")


SPELLINGS: list[Callable[[str], str]] = [
    str.lower,
    str.upper,
    str.swapcase,
    lambda key: f" {key}",
    lambda key: f"{key} ",
    lambda key: f"\t{key}",
    lambda key: f"+{key}",
    lambda key: f".{key}",
    lambda key: f"-{key}",
    lambda key: f"!{key}",
    lambda key: f'"{key}"',
    lambda key: f"{key}\u0130"[:-1] + "\u200b",
    lambda key: f"[X]\n{key}",
    lambda key: f"[SaveHeader]\n{key}",
    lambda key: f"; x\r{key}",
    lambda key: f"x=\\\n{key}",
]


@pytest.mark.parametrize("spell", SPELLINGS)
@pytest.mark.parametrize("key", OWN)
def test_a_second_spelling_of_a_key_reads_as_nothing_else(key: str, spell: Callable[[str], str]) -> None:
    """The kind: wherever a line stands and however it is spelled, it is sealed or refused."""
    line = f"{spell(key)}={FORGED[key]}\n".encode()
    for before in (b"Format=", b"Mac=", b"Check="):
        at = SIGNED.index(b"\n" + before) + 1
        data = SIGNED[:at] + line + SIGNED[at:]
        assert refused(rechecked(data) if data.count(b"\nCheck=") == 1 else data)


def test_without_a_key_a_line_that_is_there_twice_is_damage_too() -> None:
    plain = DOCUMENT.to_bytes()
    for key in ("Title", "title", "Thumbnail", "THUMBNAIL", "Digest", "Revision"):
        data = rechecked(plain.replace(b"Digest=", f"{key}=x\nDigest=".encode(), 1))
        with pytest.raises(DamagedSave, match=r"slot1\.ini:\d+:1: error TW-SAVE-11: \w+ is (there twice|spelled)"):
            SaveDocument.parse(data, "slot1.ini")


@pytest.mark.parametrize("odd", [b"\xef\xbb\xbf", b"\n", b" ", b"; note\n", b"[X]\n", b"\x00"])
def test_nothing_stands_before_or_inside_or_behind(odd: bytes) -> None:
    """Every byte of the file belongs to the seals: what is put anywhere is noticed, with a check made anew."""
    ends = [m.start() + n for m in re.finditer(rb"\n", SIGNED) for n in (0, 1)]
    for at in range(len(SIGNED) + 1) if SLOW else (0, 5, *ends):
        data = SIGNED[:at] + odd + SIGNED[at:]
        for made in (data, rechecked(data) if b"\nCheck=" in data and b"\n\n" in data else data):
            if made != SIGNED:
                refused(made)


def test_line_ends_and_the_order_of_sections_are_sealed() -> None:
    refused(rechecked(SIGNED.replace(b"\n", b"\r\n")))
    head, one, two = (
        SIGNED.partition(b"\n\n")[0] + b"\n\n",
        b"[ann SapituCharacter]\nHealth=100\n",
        b"[main World]\nn=1\n",
    )
    assert head + one + b"\n" + two == SIGNED
    refused(head + two + b"\n" + one)
    refused(SIGNED + b"\n[late World]\nn=2\n")


def test_a_header_says_alone_whether_it_was_signed() -> None:
    """The seal is over the header, and the digest of the rest stands in it: a list need not read saves whole."""
    size = read_head(SIGNED).size
    store = MemoryStore(key=KEY)
    store.put("slot1", SIGNED[:size] + b"[other World]\nn=1\n")
    assert store.slots()["slot1"].title == "At the smithy"
    with pytest.raises(DamagedSave, match="TW-SAVE-02"):
        store.read("slot1")


@pytest.fixture(params=["folder", "memory", "sqlite"])
def forgeable(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[ByteStore, Callable[[str, bytes], None]]:
    """Give a store with a key that holds a slot and a backup, and how to put other bytes there."""
    if request.param == "folder":
        folder = FolderStore(tmp_path / "saves", key=KEY)

        def overwrite(name: str, data: bytes) -> None:
            (tmp_path / "saves" / name).write_bytes(data)

        return folder, overwrite
    if request.param == "memory":
        memory = MemoryStore(key=KEY)

        def put(name: str, data: bytes) -> None:
            if name.endswith("bak1"):
                memory._backups["slot1"][0] = data
            else:
                memory.put("slot1", data)

        return memory, put
    sqlite = SqliteStore(tmp_path / "saves.db", key=KEY)

    def change(name: str, data: bytes) -> None:
        with sqlite._writing("slot1") as connection:
            connection.execute(f"update {'backup' if name.endswith('bak1') else 'slot'} set data = ?", (data,))

    return sqlite, change


def test_no_list_shows_a_forged_title(forgeable: tuple[ByteStore, Callable[[str, bytes], None]]) -> None:
    """Of slots and of backups, in every store."""
    store, put = forgeable
    for _ in range(2):
        store.write("slot1", DOCUMENT)
    assert [*store.slots(), *store.backups("slot1")] == ["slot1", "slot1.bak1"]
    forged = rechecked(SIGNED.replace(b"Title=At the smithy", b"Title=Forged"))
    assert SaveDocument.parse(forged).header.title == "Forged"
    put("slot1.ini", forged)
    put("slot1.ini.bak1", forged)
    assert (store.slots(), store.backups("slot1")) == ({}, {})
    assert [finding.code for finding in store.damaged()["slot1"]] == ["TW-SAVE-10"]


@pytest.mark.parametrize(
    "line",
    ["Created=yesterday", "Created=2026-13-01T00:00:00Z", "Created=2026-01-02", "PlayTime=-1", "PlayTime=nan",
     "PlayTime=1e999", "Schema=0", "Schema=-3", "Schema=1.5", "Schema=", "Format=x", "Format=", "Format=-1"],
)  # fmt: skip
def test_each_field_of_a_header_is_what_it_should_be(line: str) -> None:
    key = line.partition("=")[0]
    data = rechecked(re.sub(rf"^{key}=.*$".encode(), line.encode(), DOCUMENT.to_bytes(), count=1, flags=re.MULTILINE))
    with pytest.raises(TalewrightError) as error:
        SaveDocument.parse(data, "slot1.ini")
    assert type(error.value) is DamagedSave
    assert error.value.report[0].span.line > 1


def test_what_no_header_may_say_is_not_written() -> None:
    for header in (SaveHeader(created="soon"), SaveHeader(play_time=-1.0), SaveHeader(schema=0)):
        with pytest.raises(SaveError, match="cannot be written"):
            SaveDocument(header, {}).to_bytes()


def test_the_time_played_is_written_to_the_millisecond_and_the_date_is_a_date() -> None:
    """Faults §4 C: 2.3000000000000007 was written; `created` was text alone."""
    data = SaveDocument(SaveHeader(play_time=2.3000000000000007, revision="1"), {}).to_bytes()
    assert b"PlayTime=2.3\n" in data
    store = MemoryStore(clock=lambda: datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC))
    store.write("slot1", DOCUMENT)
    assert store.slots()["slot1"].created_at == datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    assert SaveHeader().created_at is None
