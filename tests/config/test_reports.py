"""Public reports about other tools' reading and writing of Unreal's config files, each as a regression test.

The numbers are those of config-savegame.md section 9, which tells each in our words; reports 4, 5 and 14 are about
saving settings (`test_tree`) and ids (names).
"""

from __future__ import annotations

import codecs
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from talewright.config import UE3, ConfigMap, IniDocument, PlainRule, Records
from talewright.config.values import grammar as values
from talewright.errors import CorruptFile, ValueFormatError


def parse(text: str) -> IniDocument:
    return IniDocument.from_text(text, "Game.ini")


def test_1_repeated_keys_survive_a_change_of_another() -> None:
    """Report 1: pterodactyl/panel #1873."""
    text = "[Core.System]\nPaths=a\nPaths=b\nSuppress=x\nSuppress=y\nPort=1\n"
    document = parse(text)
    document.set_all("Core.System", "Port", ["2"])
    assert document.to_text() == text.replace("Port=1", "Port=2")


def test_2_repeated_struct_lines_survive_a_save() -> None:
    """Report 2: ArkAscendedServerManager #107."""
    line = 'ConfigOverrideItemMaxQuantity=(ItemClassString="X_C",Quantity=(MaxItemQuantity=100))\n'
    document = parse("[Game]\n" + line * 3)
    document.set_all("Game", "Other", ["1"])
    assert document.to_text() == "[Game]\n" + line * 3 + "Other=1\n"


def test_3_a_removal_that_fails_by_blanks_is_a_warning_with_the_near_match() -> None:
    """Report 3: a thread and an article about the load order of an XCOM 2 mod."""
    base = parse("[A]\n+A=(i=5)\n+A=(i=6)\n")
    mod = IniDocument.from_text("[A]\n-A=(i=5)\n-A=(i = 6)\n", "Mod.ini")
    found = ConfigMap([(base, PlainRule.ROOT), (mod, PlainRule.OVERLAY)])
    assert found.values("A", "A") == ["(i=6)"]
    (finding,) = found.report
    assert (finding.code, str(finding.span)) == ("TW-INI-30", "Mod.ini:3:1")
    assert "(i=6)" in finding.hint


def test_6_one_bad_line_resets_nothing(tmp_path: Path) -> None:
    """Report 6: arkmanager/ark-server-tools #741, #36, #336."""

    @dataclass(frozen=True)
    class Item:
        level: dict[str, int]

    good = "".join(f"[i{n} Item]\nlevel=(min={n})\n" for n in range(100))
    text = good.replace("(min=50)", "(min=50")
    path = tmp_path / "Items.ini"
    path.write_text(text)
    document = IniDocument.read(path)
    found = Records([document], known=(Item,))
    (finding,) = found.report
    assert (finding.severity, finding.span.line, finding.span.column) == ("error", 102, 7)
    assert found[Item]["i50"].level == {"min": 50}
    assert len(found[Item]) == 100
    document.set_all("i0 Item", "New", ["1"])
    document.write(path)
    assert path.read_text() == text.replace("(min=0)\n", "(min=0)\nNew=1\n")


def test_7_a_mark_that_lies_is_an_error_and_the_file_is_not_touched(tmp_path: Path) -> None:
    """Report 7: ark-server-tools #338."""
    data = codecs.BOM_UTF16_LE + b"[Server]\nName=x\nPort=7777\n "
    path = tmp_path / "Game.ini"
    path.write_bytes(data)
    with pytest.raises(CorruptFile) as caught:
        IniDocument.read(path)
    assert caught.value.report[0].code == "TW-INI-03"
    assert path.read_bytes() == data


def test_8_a_message_with_umlauts_does_not_turn_utf8_into_utf16() -> None:
    """Report 8: ark-server-tools #229."""
    document = IniDocument.parse("[Session]\nName=für\n".encode())
    document.set_all("Session", "Message", ["größer"])
    assert document.to_bytes() == "[Session]\nName=für\nMessage=größer\n".encode()


def test_9_commas_in_quotes_divide_nothing() -> None:
    """Report 9: palworld-worldoptions #4, gameserverapp #735."""
    found = values.parse('(Pass="a,b",Name="x, (y)",N=1)')
    assert found == {"Pass": "a,b", "Name": "x, (y)", "N": "1"}


def test_10_free_text_cannot_inject_a_field() -> None:
    """Report 10: palworld-server-docker PR 958."""
    description = 'pwn",bUseAuth=False,x="'
    raw = values.dump({"Description": description, "bUseAuth": True})
    assert values.parse(raw) == {"Description": description, "bUseAuth": "True"}
    with pytest.raises(ValueFormatError, match="Unreal Engine 3"):
        values.dump({"Description": description}, style=UE3)


@pytest.mark.parametrize("text", ["a\n[Admin]\nk=1", "a\r\nk=2", "x\\\\"])
def test_10_free_text_cannot_inject_a_line(text: str) -> None:
    """Report 10, one level up: text from players as the value of a key."""
    document = parse("[A]\n")
    document.set_all("A", "Motd", [text])
    document.set_all("A", "Last", ["1"])
    again = parse(document.to_text())
    assert again.section_names() == ["A"]
    assert (again.get_all("A", "Motd"), again.get_all("A", "Last")) == ([text], ["1"])


def test_11_utf16_with_the_high_byte_first_is_read_and_saved_with_the_low_byte_first() -> None:
    """Report 11: UT2004Patches #460."""
    document = IniDocument.parse(codecs.BOM_UTF16_BE + "[A]\r\nk=ü\r\n".encode("utf-16-be"))
    assert document.get("A", "k") == "ü"
    assert document.to_bytes() == codecs.BOM_UTF16_LE + "[A]\r\nk=ü\r\n".encode("utf-16-le")
    assert [finding.code for finding in document.report] == ["TW-INI-06"]


def test_12_new_files_have_no_mark_and_old_ones_keep_theirs() -> None:
    """Report 12: ME3TweaksModManager #211."""
    new = IniDocument(style=UE3)
    new.set_all("A", "k", ["1"])
    assert new.to_bytes() == b"[A]\r\nk=1\r\n"
    old = IniDocument.parse(codecs.BOM_UTF8 + b"[A]\nk=1\n")
    old.set_all("A", "k", ["2"])
    assert old.to_bytes() == codecs.BOM_UTF8 + b"[A]\nk=2\n"


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is POSIX")
def test_15_killed_while_writing_leaves_a_whole_file(tmp_path: Path) -> None:
    """Report 15: Godot #48225, #98360. A writer that alternates two contents is killed at some moment."""
    path = tmp_path / "save.ini"
    code = (
        "import sys\nfrom talewright.config import atomic\n"
        "while True:\n    for c in (b'a', b'b'):\n        atomic.write_bytes(sys.argv[1], c * 200_000)\n"
    )
    for wait in (0.0, 0.013, 0.029):
        with subprocess.Popen([sys.executable, "-c", code, str(path)]) as writer:
            until = time.monotonic() + 20
            while not path.exists() and time.monotonic() < until:
                time.sleep(0.005)
            time.sleep(wait)
            writer.send_signal(signal.SIGKILL)
        assert path.read_bytes() in (b"a" * 200_000, b"b" * 200_000)
        path.unlink()


def test_a_section_header_with_a_remark_behind_it_does_not_pass_in_silence() -> None:
    """The traps of section 8: what follows such a line would land in the section above."""
    (finding,) = parse("[a Item]\n[b Item] ; the second\nx=1\n").report
    assert (finding.code, finding.severity, finding.span.line) == ("TW-INI-12", "error", 2)
