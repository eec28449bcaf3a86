"""Writing a file that somebody else writes too (config-savegame.md section 8, trap 20; report 5 of section 9)."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from talewright.config import NATIVE, UE3, ConfigTree, IniDocument, LayerPlan, Style
from talewright.config.text import threeway
from talewright.errors import ConfigError, CorruptFile


@dataclass
class Named:
    name: str = ""


BASE = "; mine\n[A]\nk=1\nl=1\n\n[B]\nk=1\n"


def parse(text: str) -> IniDocument:
    return IniDocument.from_text(text, "Game.ini")


def merged(mine: str, theirs: str, base: str = BASE) -> tuple[str, list[str]]:
    document, report = threeway.merge(parse(base), parse(mine), parse(theirs))
    return document.to_text(), [finding.code for finding in report]


class TestMerging:
    @pytest.mark.parametrize(
        ("mine", "theirs", "result"),
        [
            (BASE, BASE + "[C]\nx=1\n", BASE + "[C]\nx=1\n"),
            (BASE.replace("[B]\nk=1", "[B]\nk=2"), BASE + "[C]\nx=1\n",
             "; mine\n[A]\nk=1\nl=1\n\n[B]\nk=2\n[C]\nx=1\n"),
            (BASE + "[C]\nx=1\n", BASE.replace("l=1", "l=9"), "; mine\n[A]\nk=1\nl=9\n\n[B]\nk=1\n\n[C]\nx=1\n"),
            (BASE.replace("k=1\nl", "k=2\nl"), BASE.replace("l=1", "l=9"), "; mine\n[A]\nk=2\nl=9\n\n[B]\nk=1\n"),
            (BASE.replace("l=1\n", ""), BASE.replace("k=1\nl", "k=2\nl"), "; mine\n[A]\nk=2\n\n[B]\nk=1\n"),
            ("; mine\n[A]\nk=1\nl=1\n\n", BASE + "[C]\n", "; mine\n[A]\nk=1\nl=1\n\n[C]\n"),
            (BASE.replace("l=1", "l=2"), BASE.replace("l=1", "l=2") + "x=1\n", BASE.replace("l=1", "l=2") + "x=1\n"),
            (BASE.replace("l=1", "+l=1\n+l=2"), BASE.replace("k=1\nl", "k=3\nl"),
             "; mine\n[A]\nk=3\n+l=1\n+l=2\n\n[B]\nk=1\n"),
        ],
    )  # fmt: skip
    def test_what_one_side_changed_is_that_side_s(self, mine: str, theirs: str, result: str) -> None:
        assert merged(mine, theirs) == (result, [])

    def test_of_a_key_that_both_changed_ours_wins_and_a_finding_says_so(self) -> None:
        document, report = threeway.merge(
            parse(BASE), parse(BASE.replace("l=1", "l=2")), parse(BASE.replace("l=1", "l=3"))
        )
        assert document.get("A", "l") == "2"
        (finding,) = report
        assert (finding.code, str(finding.span)) == ("TW-INI-45", "Game.ini:4:1")
        assert "l=3" in finding.message

    def test_a_section_that_one_took_out_and_the_other_changed_stays(self) -> None:
        without = "; mine\n[A]\nk=1\nl=1\n"
        assert merged(without, BASE.replace("[B]\nk=1", "[B]\nk=5"))[0].endswith("[B]\nk=5\n")
        assert merged(BASE.replace("[B]\nk=1", "[B]\nk=5"), without)[0].endswith("[B]\nk=5\n")
        assert merged(without, BASE.replace("[B]\nk=1", "[B]\nk=5"))[1] == ["TW-INI-45"]

    def test_a_section_with_two_headers_is_one(self) -> None:
        base = "[A]\nk=1\n[B]\nx=1\n[a]\nl=1\n"
        assert merged(base.replace("l=1", "l=2"), base + "[C]\n", base)[0] == "[A]\nk=1\n[a]\nl=2\n[B]\nx=1\n[C]\n"


SECTIONS = st.dictionaries(
    st.sampled_from("ABC"), st.dictionaries(st.sampled_from("kl"), st.sampled_from("123"), max_size=2), max_size=3
)
Config = dict[str, dict[str, str]]


def text_of(config: Config) -> str:
    return "".join(f"[{name}]\n" + "".join(f"{k}={v}\n" for k, v in keys.items()) for name, keys in config.items())


@given(SECTIONS, SECTIONS, SECTIONS)
@settings(deadline=None)
def test_a_merge_takes_every_change_and_loses_none_in_silence(base: Config, mine: Config, theirs: Config) -> None:
    document, report = threeway.merge(parse(text_of(base)), parse(text_of(mine)), parse(text_of(theirs)))
    for section in "ABC":
        for key in "kl":
            b, m, t = (config.get(section, {}).get(key) for config in (base, mine, theirs))
            now = document.get(section, key)
            if m == b:
                assert now == t or (now == m and report)
            elif t == b:
                assert now == m or (now == t and report)
            else:
                assert now in (m, t)
                assert now == t or m == t or report


class TestFiles:
    def test_5_what_another_program_added_stays(self, tmp_path: Path) -> None:
        """Report 5: lootlocker/unreal-sdk #314."""
        path = tmp_path / "Game.ini"
        path.write_text("[Own]\nk=1\n")
        document = IniDocument.read(path)
        path.write_text("[Own]\nk=1\n[Foreign]\nx=1\n")
        document.set_all("Own", "k", ["2"])
        assert document.write(path) == []
        assert path.read_text() == "[Own]\nk=2\n[Foreign]\nx=1\n"
        assert document.get("Foreign", "x") == "1"
        document.set_all("Own", "k", ["3"])
        document.write(path)
        assert path.read_text() == "[Own]\nk=3\n[Foreign]\nx=1\n"

    def test_another_place_gets_the_document_as_it_is(self, tmp_path: Path) -> None:
        path, other = tmp_path / "a.ini", tmp_path / "b.ini"
        path.write_text("[A]\nk=1\n")
        other.write_text("[B]\n")
        document = IniDocument.read(path)
        document.write(other)
        assert other.read_text() == "[A]\nk=1\n"

    def test_a_file_that_is_gone_is_written_again(self, tmp_path: Path) -> None:
        path = tmp_path / "a.ini"
        path.write_text("[A]\nk=1\n")
        document = IniDocument.read(path)
        path.unlink()
        document.write(path)
        assert path.read_text() == "[A]\nk=1\n"

    def test_a_file_that_was_damaged_meanwhile_is_left_as_it_is(self, tmp_path: Path) -> None:
        path = tmp_path / "a.ini"
        path.write_text("[A]\nk=1\n")
        document = IniDocument.read(path)
        path.write_bytes(b"\0" * 20)
        document.set_all("A", "k", ["2"])
        with pytest.raises(CorruptFile):
            document.write(path)
        assert path.read_bytes() == b"\0" * 20

    def test_nothing_changed_writes_nothing(self, tmp_path: Path) -> None:
        path = tmp_path / "a.ini"
        path.write_text("[A]\nk=1\n")
        before = path.stat().st_ino
        IniDocument.read(path).write(path)
        assert path.stat().st_ino == before

    def test_many_writers_lose_nothing(self, tmp_path: Path) -> None:
        path = tmp_path / "a.ini"
        path.write_text("[Shared]\nk=0\n")

        def work(name: str) -> None:
            for number in range(8):
                document = IniDocument.read(path)
                document.set_all(name, f"k{number}", [str(number)])
                document.write(path)

        threads = [threading.Thread(target=work, args=(f"T{n}",)) for n in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        found = IniDocument.read(path)
        for n in range(3):
            assert [found.get(f"T{n}", f"k{number}") for number in range(8)] == [str(i) for i in range(8)]


class TestEncodings:
    def test_a_code_page_stays_on_writing(self, tmp_path: Path) -> None:
        path = tmp_path / "Game.ini"
        before = "[A]\nk=ěšč\nl=1\n"
        path.write_bytes(before.encode("cp1250"))
        document = IniDocument.read(path, code_page="cp1250")
        document.set_all("A", "l", ["2"])
        path.write_bytes((before + "[Foreign]\nx=řž\n").encode("cp1250"))
        assert not document.write(path)
        assert path.read_bytes().decode("cp1250") == "[A]\nk=ěšč\nl=2\n[Foreign]\nx=řž\n"

    def test_another_writer_may_change_the_encoding(self, tmp_path: Path) -> None:
        path = tmp_path / "Game.ini"
        path.write_bytes(b"[A]\nk=1\n")
        document = IniDocument.read(path)
        document.set_all("A", "k", ["2"])
        path.write_text("\ufeff[A]\nk=1\n[B]\nx=ö\n", encoding="utf-16-le", newline="")
        document.write(path)
        assert path.read_bytes() == "\ufeff[A]\nk=2\n[B]\nx=ö\n".encode("utf-16-le")
        assert (document.encoding, document.encoding.bom) == ("utf-16-le", True)

    @pytest.mark.parametrize("style", [NATIVE, UE3])
    @pytest.mark.parametrize("data", [b"[A]\nk=1\n", "[A]\nk=ö\n".encode("cp1252")])
    def test_the_encoding_is_that_of_the_file_after_writing(self, tmp_path: Path, style: Style, data: bytes) -> None:
        path = tmp_path / "Game.ini"
        path.write_bytes(data)
        document = IniDocument.read(path, style=style)
        document.set_all("A", "n", ["大"])
        if document.encoding == "cp1252":
            with pytest.raises(ConfigError, match="TW-INI-46"):
                document.write(path)
            assert path.read_bytes() == data
            document.convert("utf-16" if style is UE3 else "utf-8")
        told = document.write(path)
        assert [finding.message for finding in told] == (
            [f"encoding: utf-8 -> {document.encoding}"] * (style is UE3)
            if data.isascii()
            else [f"encoding: cp1252 -> {document.encoding}"]
        )
        assert path.read_bytes().decode(document.encoding).lstrip("\ufeff") == document.to_text()
        assert path.read_bytes() == document.to_bytes()


def test_a_link_that_was_read_is_followed_on_writing(tmp_path: Path) -> None:
    real = tmp_path / "shared" / "Game.ini"
    real.parent.mkdir()
    real.write_bytes(b"[A]\nk=1\n")
    link = tmp_path / "Game.ini"
    link.symlink_to(real)
    document = IniDocument.read(link)
    document.set_all("A", "k", ["2"])
    document.write(link)
    assert link.is_symlink()
    assert real.read_bytes() == b"[A]\nk=2\n"


def test_half_a_character_is_refused_for_a_reason(tmp_path: Path) -> None:
    tree = ConfigTree(plan=LayerPlan.flat(tmp_path, pattern="Game.ini"))
    with pytest.raises(ConfigError, match="half a surrogate pair"):
        tree.save(Named("Ann \ud83d"))
    assert not (tmp_path / "Game.ini").exists()
