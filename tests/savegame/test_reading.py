from __future__ import annotations

import re
import sys

import pytest

from talewright.errors import DamagedSave, NewerSave, SaveError
from talewright.savegame import SaveDocument, SaveHeader
from talewright.savegame.header import check_of, digest_of
from talewright.savegame.reading import MAX_SAVE, read_head

HEADER = SaveHeader(title="Größe", revision="0f", run="r1", schema=3, extras={"Thumbnail": "slot1.png"})
WHOLE = SaveDocument(HEADER, {("ann", "SapituCharacter"): {"Health": 100}}).to_bytes()


def sealed(head: bytes, body: bytes | None = None) -> bytes:
    """Give a file whose digest and check fit, whatever else is wrong with it."""
    head, _, rest = head.partition(b"\n\n")
    body = rest if body is None else body
    lines = [line for line in head.split(b"\n") if not line.startswith((b"Check=", b"Digest="))]
    lines.append(b"Digest=" + digest_of(body).encode() + b"\n")
    head = b"\n".join(lines)
    return head + b"Check=" + check_of(head).encode() + b"\n\n" + body


def with_body(body: bytes) -> bytes:
    return sealed(WHOLE, body)


def finding(data: bytes) -> str:
    with pytest.raises(SaveError) as error:
        SaveDocument.parse(data, "slot1.ini")
    assert error.value.report[0].hint
    return str(error.value.report[0]).split("\n")[0]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "slot1.ini:1:1: error TW-SAVE-01: the file does not begin with [SaveHeader]"),
        (b"\x00" * 50, "slot1.ini:1:1: error TW-SAVE-01"),
        (b"[ann SapituCharacter]\nHealth=1\n", "slot1.ini:1:1: error TW-SAVE-01"),
        (WHOLE[:40], "slot1.ini:1:1: error TW-SAVE-01: the header has no end"),
        (WHOLE[:-1], "slot1.ini:15:1: error TW-SAVE-02"),
        (WHOLE + b"\n", "slot1.ini:15:1: error TW-SAVE-02"),
        (WHOLE.replace(b"Health=100", b"Health=999"), "slot1.ini:15:1: error TW-SAVE-02"),
        (WHOLE.replace(b"\n", b"\r\n"), "slot1.ini:13:1: error TW-SAVE-09"),
        (WHOLE.replace(b"Title=", b"Title=x"), "slot1.ini:13:1: error TW-SAVE-09: the header is not the one"),
        (sealed(WHOLE.replace(b"Format=2", b"Format=3")), "slot1.ini:2:1: error TW-SAVE-03"),
        (sealed(WHOLE.replace(b"Format=2\n", b"")), "slot1.ini:1:1: error TW-SAVE-04: the header has no Format"),
        (sealed(WHOLE.replace(b"Revision=0f\n", b"")), "slot1.ini:1:1: error TW-SAVE-04: the header has no Revision"),
        (sealed(WHOLE.replace(b"Schema=3", b"Schema=x")), "slot1.ini:3:1: error TW-SAVE-04: [SaveHeader].Schema: 'x'"),
        (sealed(WHOLE.replace(b"Schema=3", b"Schema=0")), "slot1.ini:3:1: error TW-SAVE-04: Schema is counted from 1"),
        (sealed(WHOLE.replace(b"PlayTime=0", b"PlayTime=long")), "slot1.ini:8:1: error TW-SAVE-04"),
        (re.sub(rb"Check=.*\n", b"", WHOLE), "slot1.ini:1:1: error TW-SAVE-04: the header has no Check"),
        (WHOLE.replace("ö".encode(), b"\xf6"), "slot1.ini:9:1: error TW-SAVE-07: the file is not UTF-8"),
        (with_body(b"[nameless]\nx=1\n"), "slot1.ini:15:1: error TW-SAVE-05: [nameless] is not [Name Class]"),
        (with_body(b"[a B]\nx=1\n\n[A b]\ny=1\n"), "slot1.ini:18:1: error TW-SAVE-06: the section [A b]"),
        (with_body(b"[a B]\nx=(min=1\n"), "slot1.ini:16:1: error TW-SAVE-07: [a B].x: the ( is never closed"),
        (with_body(b"[a B]\njunk\n"), "slot1.ini:16:1: error TW-SAVE-07"),
        (with_body(b"[a B]\nx=\xff\n"), "slot1.ini:16:1: error TW-SAVE-07: the file is not UTF-8"),
    ],
)
def test_damage_is_one_finding_with_a_place(data: bytes, says: str) -> None:
    assert finding(data).startswith(says)


def test_every_cut_is_noticed() -> None:
    for length in range(len(WHOLE)):
        with pytest.raises(DamagedSave):
            SaveDocument.parse(WHOLE[:length])


@pytest.mark.parametrize("bit", [1, 4, 32, 128])
def test_every_changed_byte_is_noticed(bit: int) -> None:
    for at in range(len(WHOLE)):
        with pytest.raises((DamagedSave, NewerSave)):
            SaveDocument.parse(WHOLE[:at] + bytes([WHOLE[at] ^ bit]) + WHOLE[at + 1 :])


def test_a_later_format_is_newer_not_damaged() -> None:
    with pytest.raises(NewerSave, match="was left as it is"):
        SaveDocument.parse(WHOLE.replace(b"Format=2", b"Format=3").replace(b"Revision=0f", b"Other=1"), "slot1.ini")


def test_a_file_that_is_too_large_is_no_save() -> None:
    class Huge(bytes):
        def __len__(self) -> int:
            return MAX_SAVE + 1

    with pytest.raises(DamagedSave, match="64 MB at the most"):
        SaveDocument.parse(Huge(WHOLE))


def test_the_header_is_read_from_its_own_bytes() -> None:
    head = read_head(WHOLE[:4096])
    assert head.header == HEADER
    assert WHOLE[head.size :] == b"[ann SapituCharacter]\nHealth=100\n"
    assert read_head(WHOLE[: head.size]).header == HEADER


def test_unknown_fields_of_the_header_survive() -> None:
    assert SaveDocument.parse(WHOLE).to_bytes() == WHOLE
    assert b"Thumbnail=slot1.png\n" in WHOLE


def test_a_title_is_text_whatever_it_looks_like() -> None:
    for title in ('say "no"', "007", "None", " x ", "(a", "a\nb\tc", "[x]", "a;b=c", "剣", '"', "\\\\", ""):
        header = SaveHeader(title=title, place=title, revision="1e5")
        assert SaveDocument.parse(SaveDocument(header, {}).to_bytes()).header == header


def test_a_header_has_4_kb_at_the_most() -> None:
    with pytest.raises(SaveError, match="4096 at the most") as error:
        SaveDocument(SaveHeader(title="x" * 5000), {}).to_bytes()
    assert "title" in error.value.hint


def test_reading_imports_nothing() -> None:
    body = b"[antigravity os.system]\n__class__=os.system\nx=($os.system=(a))\n"
    before = set(sys.modules)
    save = SaveDocument.parse(with_body(body))
    assert set(sys.modules) == before
    assert save.section("antigravity", "os.system")["__class__"] == "os.system"
