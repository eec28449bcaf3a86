"""Bytes and text (config-savegame.md section 1.1)."""

from __future__ import annotations

import codecs
from pathlib import Path

import pytest

from talewright.config import UE3, IniDocument
from talewright.errors import ConfigError, CorruptFile, Misuse

TEXT = "[A]\r\nMessage=größer\r\nJapanese=設定\r\n"


@pytest.mark.parametrize(
    ("data", "codec", "bom"),
    [
        (b"[A]\nk=1\n", "ascii", False),
        (TEXT.encode(), "utf-8", False),
        (codecs.BOM_UTF8 + TEXT.encode(), "utf-8", True),
        (codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"), "utf-16-le", True),
        (TEXT.encode("utf-16-le"), "utf-16-le", False),
        ("[A]\nk=größer\n".encode("cp1252"), "cp1252", False),
        (b"[A]\nk=\x81\x8d\n", "cp1252", False),
    ],
)
def test_what_was_read_is_kept(data: bytes, codec: str, bom: bool) -> None:
    document = IniDocument.parse(data)
    assert (document.encoding.codec, document.encoding.bom) == (codec, bom)
    assert document.section_names() == ["A"]
    assert document.to_bytes() == data


def test_text_is_the_same_whatever_the_encoding() -> None:
    for data in (TEXT.encode(), TEXT.encode("utf-16"), codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be")):
        assert IniDocument.parse(data).get("A", "Japanese") == "設定"


def test_another_code_page_can_be_given() -> None:
    data = "[A]\nk=żółw\n".encode("cp1250")
    document = IniDocument.parse(data, code_page="cp1250")
    assert document.get("A", "k") == "żółw"
    assert document.to_bytes() == data


@pytest.mark.parametrize("code_page", ["cp932", "no-such-page"])
def test_only_eight_bit_code_pages(code_page: str) -> None:
    with pytest.raises(Misuse, match="code page"):
        IniDocument.parse(b"\xff=1", code_page=code_page)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"\0" * 512, "TW-INI-01"),
        (b"[A]\nk=1\n" + b"\0" * 512, "TW-INI-01"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:00\n", "TW-INI-02"),
        (b"\xff\xfe[A]", "TW-INI-03"),
        (b"\xef\xbb\xbf[A]\n\xff", "TW-INI-03"),
    ],
)
def test_bytes_that_are_no_text_are_refused_by_name(data: bytes, code: str) -> None:
    with pytest.raises(CorruptFile, match="cannot be read") as caught:
        IniDocument.parse(data, "Game.ini")
    (finding,) = caught.value.report
    assert (finding.code, finding.span.file, finding.severity) == (code, "Game.ini", "error")
    assert finding.hint


@pytest.mark.parametrize("data", [b"", b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"])
def test_a_file_without_a_byte_is_named_and_is_no_empty_config(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "Game.ini"
    path.write_bytes(data)
    with pytest.raises(CorruptFile, match=r"Game\.ini is empty") as caught:
        IniDocument.read(path)
    assert [finding.code for finding in caught.value.report] == ["TW-INI-04"]
    assert [finding.code for finding in IniDocument.parse(data).report] == ["TW-INI-04"]  # no file: a finding


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"[A]\n", "utf-8"),
        ("[A]\nk=ü\n".encode(), "utf-8"),
        (b"\xef\xbb\xbf[A]\n", "utf-8-sig"),
        (codecs.BOM_UTF16_LE + "[A]\n".encode("utf-16-le"), "utf-16-le"),
        (codecs.BOM_UTF16_BE + "[A]\n".encode("utf-16-be"), "utf-16-le"),
        ("[A]\nk=größer\n".encode("cp1252"), "cp1252"),
    ],
)
def test_the_encoding_is_a_codec_name_of_python(data: bytes, name: str) -> None:
    encoding = IniDocument.parse(data).encoding
    assert encoding == name
    assert codecs.lookup(encoding).name


def test_an_ascii_document_becomes_utf8_by_text_that_is_not() -> None:
    document = IniDocument.parse(b"[A]\nk=1\n")
    document.set_all("A", "k", ["größer"])
    assert document.to_bytes() == "[A]\nk=größer\n".encode()


def test_a_code_page_document_stays_one_as_long_as_it_can() -> None:
    document = IniDocument.parse("[A]\nk=größer\n".encode("cp1252"))
    document.set_all("A", "k", ["weiß"])
    assert document.to_bytes() == "[A]\nk=weiß\n".encode("cp1252")
    document.set_all("A", "k", ["設定"])
    assert document.to_bytes() == "[A]\nk=設定\n".encode()


def test_code_page_bytes_that_would_be_read_back_as_utf8_are_not_written() -> None:
    document = IniDocument.parse("[A]\nk=größer\n".encode("cp1252"))
    document.set_all("A", "k", ["Ã¤"])
    assert IniDocument.parse(document.to_bytes()).get("A", "k") == "Ã¤"


def test_unreal_engine_3_gets_utf16_for_text_that_is_not_ascii() -> None:
    document = IniDocument("UTSapitu.ini", style=UE3)
    document.set_all("A", "k", ["1"])
    assert document.to_bytes() == b"[A]\r\nk=1\r\n"
    document.set_all("A", "k", ["größer"])
    assert document.to_bytes() == codecs.BOM_UTF16_LE + "[A]\r\nk=größer\r\n".encode("utf-16-le")


def test_half_a_surrogate_pair_is_refused_with_its_line() -> None:
    document = IniDocument.parse(b"[A]\n")
    document.set_all("A", "k", ["\ud800"])
    with pytest.raises(ConfigError, match="line 2"):
        document.to_bytes()


def test_a_file_that_cannot_be_read_is_a_finding(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        IniDocument.read(tmp_path)
    assert caught.value.report[0].code == "TW-INI-08"
    with pytest.raises(FileNotFoundError):
        IniDocument.read(tmp_path / "none.ini")
