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
    with pytest.raises(ConfigError, match="TW-INI-46: the encoding of the file, cp1252, has no '設'"):
        document.to_bytes()
    document.convert("utf-8")
    assert document.to_bytes() == "[A]\nk=設定\n".encode()


def test_code_page_bytes_that_would_be_read_back_as_utf8_are_not_written() -> None:
    document = IniDocument.parse("[A]\nk=größer\n".encode("cp1252"))
    document.set_all("A", "k", ["Ã¤"])
    with pytest.raises(ConfigError, match="would be read as UTF-8"):
        document.to_bytes()
    document.convert("utf-8")
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


SIXTEEN = "[日本語設定]\r\nキー=日本語の値です\r\n"
BOM_16, BOM_8 = b"\xff\xfe", b"\xef\xbb\xbf"


@pytest.mark.parametrize("mark", [b"", BOM_8, BOM_16, b"\xfe\xff"])
@pytest.mark.parametrize("nuls", [2, 500])
def test_a_mark_in_front_of_nuls_makes_them_no_text(mark: bytes, nuls: int) -> None:
    with pytest.raises(CorruptFile) as caught:
        IniDocument.parse(mark + b"\0" * nuls, "Game.ini")
    assert [finding.code for finding in caught.value.report] == ["TW-INI-01"]


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16"])
def test_nuls_behind_text_are_found_in_every_encoding(codec: str) -> None:
    with pytest.raises(CorruptFile) as caught:
        IniDocument.parse("[A]\nk=ö\n".encode(codec) + b"\0" * 64, "Game.ini")
    assert [finding.code for finding in caught.value.report] == ["TW-INI-01"]


@pytest.mark.parametrize("codec", ["utf-8", "cp1252", "utf-8-sig", "utf-16"])
def test_nuls_within_text_are_told_and_cost_nothing(codec: str) -> None:
    data = "[A]\r\nk=ö\0\0\r\nl=2\r\n".encode(codec)
    document = IniDocument.parse(data, "Game.ini")
    assert document.get("A", "l") == "2"
    assert document.to_bytes() == data
    (finding,) = [finding for finding in document.report if finding.code == "TW-INI-09"]
    assert str(finding.span) == "Game.ini:2:4"


@pytest.mark.parametrize("front", [b"", BOM_8, b"\r\n"])
def test_a_git_lfs_pointer_is_named_whatever_stands_in_front(front: bytes) -> None:
    with pytest.raises(CorruptFile) as caught:
        IniDocument.parse(front + b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 3\n", "Game.ini")
    assert [finding.code for finding in caught.value.report] == ["TW-INI-02"]


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
def test_unmarked_utf_16_of_other_alphabets_is_read(codec: str) -> None:
    document = IniDocument.parse(SIXTEEN.encode(codec), "Game.ini")
    assert document.get("日本語設定", "キー") == "日本語の値です"
    assert [finding.code for finding in document.report] == ["TW-INI-07"]


def test_unmarked_utf_16_that_was_cut_is_named() -> None:
    with pytest.raises(CorruptFile) as caught:
        IniDocument.parse("[A]\r\nk=1\r\n".encode("utf-16-le") + b"x", "Game.ini")
    assert "cut or damaged" in str(caught.value)


@pytest.mark.parametrize("wrong", ["[A]", 5, None])
def test_only_bytes_are_parsed(wrong: object) -> None:
    with pytest.raises(Misuse, match="from_text"):
        IniDocument.parse(wrong)  # type: ignore[arg-type]


def test_a_value_is_text() -> None:
    with pytest.raises(Misuse, match="a value is text"):
        IniDocument.parse(b"[A]\nk=1\n").set_all("A", "k", [5])  # type: ignore[list-item]
