"""`talewright ini`: what an edit writes, what it refuses, and what is read back (faults §2 A2 to B8)."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.cli.test_ini_commands import Ini, ini  # noqa: F401

from talewright.cli.ini.key_path import find as find_path
from talewright.config import ConfigMap, ConfigTree, IniDocument, LayerPlan
from talewright.config.layers.traps import lint
from talewright.config.values.parts import find_part, has_part, read_part, replace_part
from talewright.names import misspelt, slips

KINDS = ("Config/DefaultGame.ini", "Config/BaseGame.ini", "Saved/Config/Game.ini", "Mod.ini")
BEFORE = ("", "K=a\n", "K=a\nK=b\nK=c\n", "+K=a\n+K=b\n", "+K=z\nK=a\n", "!K=()\n+K=a\n.K=a\n", "-K=a\n", "K=a\n+K=b\n",
          "@K=n\n+K=(n=1,v=2)\n")  # fmt: skip
VALUES = st.one_of(
    st.sampled_from(["a", "b", "c", "", " x ", '"q"', "(n=1,v=2)", "(n=1,v=3)", "1.50", "a;b", "#x"]),
    st.text("ab \"'(=,", max_size=4),
)


def values_of(document: IniDocument) -> list[str]:
    return ConfigMap([(document, document.kind)]).values("A", "K")


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.sampled_from(KINDS), st.sampled_from(BEFORE), st.lists(VALUES, max_size=4))
def test_what_was_set_is_read_in_every_kind_of_file(file: str, before: str, wanted: list[str]) -> None:
    document = IniDocument.parse(f"[A]\n{before}[B]\nK=1\n".encode(), file)
    document.set_all("A", "K", wanted)
    again = IniDocument.parse(document.to_bytes(), file)
    assert values_of(again) == wanted
    assert again.section_text("B") == "[B]\nK=1\n"
    assert not [found for found in lint(again) if found.code in ("TW-INI-30", "TW-INI-31")]


@pytest.mark.parametrize("file", KINDS)
def test_a_list_takes_the_place_of_what_lies_below(tmp_path: Path, file: str) -> None:
    base, over = tmp_path / "Base.ini", tmp_path / file
    over.parent.mkdir(parents=True, exist_ok=True)
    base.write_text("[A]\nK=x\nK=y\n")
    over.write_text("[B]\n")
    document = IniDocument.read(over)
    document.set_all("A", "K", ["b", "c", "c"])
    document.write(over)
    if document.kind.value == "overlay":
        assert ConfigTree.load(LayerPlan.files(base, over)).values("A", "K") == ["b", "c", "c"]


def test_setting_a_list_in_an_overlay(ini: Ini, tmp_path: Path) -> None:  # noqa: F811
    path = tmp_path / "Config" / "DefaultGame.ini"
    path.parent.mkdir()
    path.write_text("[SM]\n")
    assert ini("set", path, "SM", "Maps", "B", "C", "C").code == 0
    assert ini("get", path, "SM", "Maps").out == "B\nC\nC\n"
    assert ini("lint", path).out == "0 errors, 0 warnings\n"
    assert ini("set", path, "SM", "More", "X", "--add").code == 0
    assert path.read_text() == "[SM]\n!Maps=()\n+Maps=B\n+Maps=C\n.Maps=C\n+More=X\n"


@pytest.mark.parametrize("words", [("set", "A", "k", "2"), ("fmt",), ("merge", "-o")])
def test_a_read_only_file_is_refused_and_forced(ini: Ini, tmp_path: Path, words: tuple[str, ...]) -> None:  # noqa: F811
    path, other = tmp_path / "Game.ini", tmp_path / "Other.ini"
    text = "[A]\n k = 1\n"
    path.write_text(text)
    other.write_text("[B]\nx=1\n")
    path.chmod(0o444)
    call = (words[0], other, "-o", path) if words[0] == "merge" else (words[0], path, *words[1:])
    result = ini(*call, "--dry-run")
    assert result.code == 0
    assert result.out.startswith(f"--- {path.as_posix()}\n+++ ")
    assert path.read_text() == text
    result = ini(*call)
    assert result.code == 1
    assert "the file is read-only" in result.err
    assert "--force" in result.err
    assert path.read_text() == text
    assert ini(*call, "--force").code == 0
    assert path.read_text() != text
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o444


def test_an_encoding_is_left_only_where_that_is_meant(ini: Ini, tmp_path: Path) -> None:  # noqa: F811
    path = tmp_path / "l.ini"
    for option in (("--encoding", "utf-8"), ("--force",)):
        path.write_bytes(b"[A]\nB=caf\xe9\n")
        refused = ini("set", path, "A", "N", "Łódź")
        assert (refused.code, path.read_bytes()) == (1, b"[A]\nB=caf\xe9\n")
        assert "l.ini:3:3: error TW-INI-46" in refused.err
        done = ini("set", path, "A", "N", "Łódź", *option)
        assert done.code == 0
        assert "encoding: cp1252 -> utf-8" in done.err
        assert path.read_text("utf-8") == "[A]\nB=café\nN=Łódź\n"


def test_formatting_says_that_line_ends_change(ini: Ini, tmp_path: Path) -> None:  # noqa: F811
    path = tmp_path / "m.ini"
    path.write_bytes(b"[A]\r\nk = 1\nx=2\r\n")
    assert "line ends: mixed -> CRLF" in ini("fmt", path).err


def test_nuls_are_told_when_a_key_is_set(ini: Ini, tmp_path: Path) -> None:  # noqa: F811
    path = tmp_path / "n.ini"
    path.write_bytes(b"[A]\nk=1\nx=" + bytes(1500) + b"1\n")
    result = ini("set", path, "A", "k", "2")
    assert result.code == 0
    assert "n.ini:3:3: warning TW-INI-09: the text holds 1500 NUL bytes" in result.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("ServerSettingz", "K", "1"), "did you mean [ServerSettings]? --create"),
        (("serversetings", "K", "1"), "did you mean [ServerSettings]? --create"),
        (("ServerSettings", "DificultyOffset", "1"), "did you mean DifficultyOffset? --create"),
        (("ServerSettings", "Optionz.Name", "1"), "did you mean Options? --create"),
        (("ServerSettings", "Gone", "--remove"), "[ServerSettings] has no Gone"),
        (("Gone", "K", "--remove"), "there is no section [Gone]"),
        (("ServerSettings", "DifficultyOffset", "--remove", "7"), "has no value '7'"),
        (("ServerSettings", "DifficultyOffset", "--remove", "1", "7"), "has no value '7'"),
        (("ServerSettings", "Options.Nam", "x"), "did you mean Name?"),
    ],
)
def test_what_is_not_there_is_not_meant(ini: Ini, tmp_path: Path, words: tuple[str, ...], said: str) -> None:  # noqa: F811
    path = tmp_path / "s.ini"
    text = '[ServerSettings]\nDifficultyOffset=1\nOptions=(Name="a")\n'
    path.write_text(text)
    result = ini("set", path, *words)
    assert result.code == 1
    assert said in result.err
    assert path.read_text() == text
    if "--create" in said:
        assert ini("set", path, *words, "--create").code == 0


def test_other_names_need_no_switch(ini: Ini, tmp_path: Path) -> None:  # noqa: F811
    path = tmp_path / "s.ini"
    path.write_text("[S]\nMinPlayers=1\nSlot1=a\nLeft=1\n")
    for key in ("MaxPlayers", "Slot2", "Right", "Other"):
        assert ini("set", path, "S", key, "--", "--1").code == 0
    assert ini("get", path, "S", "Other").out == "--1\n"


def test_lint_tells_of_names_that_are_nearly_alike(ini: Ini, tmp_path: Path) -> None:  # noqa: F811
    path = tmp_path / "s.ini"
    path.write_text("[ServerSettings]\nMaxPlayers=1\nMinPlayers=1\nMaxPlayrs=2\n[ServerSetings]\nk=1\n")
    out = ini("lint", path).out
    assert "s.ini:5:1: warning TW-INI-80: [ServerSetings] is nearly called like [ServerSettings] (line 1)" in out
    assert "s.ini:4:1: warning TW-INI-80: MaxPlayrs is nearly called like MaxPlayers (line 2)" in out
    assert out.count("TW-INI-80") == 2


def test_slips_are_found_word_by_word() -> None:
    assert misspelt("bAlowFlyrs", ["bAllowFlyers", "bAllowRiders"]) == ["bAllowFlyers"]
    assert misspelt("WeightMap", ["HeightMap"]) == []
    assert slips(["Paths", "Path", "IPhone4S Profile", "IPhone4 Profile"]) == []


STRUCTS = '[S]\nMax=(Item="Sword", Quantity=1.000000,Note=C:\\temp\\n)\nMax=(Item="Bow.x",Quantity=.5,L=(a,b))\n'


class TestRepeatedStructs:
    """faults §2 B6, and the C entry of re-escaped neighbours."""

    @pytest.fixture
    def path(self, tmp_path: Path) -> Path:
        path = tmp_path / "s.ini"
        path.write_text(STRUCTS)
        return path

    def test_a_field_is_read(self, ini: Ini, path: Path) -> None:  # noqa: F811
        assert ini("get", path, "S", "Max[Item=sword].Quantity").out == "1.000000\n"
        assert ini("get", path, "S", "Max[Item=Bow.x].L").out == "(a,b)\n"
        assert ini("get", path, "S", "Max[Item=Bow.x].L", "--json").data == [["a", "b"]]
        assert ini("get", path, "S", "Max[Item=Bow.x]").out == '(Item="Bow.x",Quantity=.5,L=(a,b))\n'
        missing = ini("get", path, "S", "Max[Item=Swrod].Quantity")
        assert missing.code == 1
        assert "no line of Max has Item=Swrod\n  hint: did you mean Sword?" in missing.err

    def test_a_field_is_set_and_nothing_else(self, ini: Ini, path: Path) -> None:  # noqa: F811
        assert ini("set", path, "S", "Max[Item=Sword].Quantity", "5").code == 0
        assert path.read_text() == STRUCTS.replace("1.000000", "5")
        assert ini("set", path, "S", "Max[Item=Bow.x][Quantity=.5].L.1", "z").code == 0
        assert "L=(a,z)" in path.read_text()
        assert ini("set", path, "S", "Max[Item=Bow.x]", '(Item="Axe")').code == 0
        assert path.read_text().endswith('\nMax=(Item="Axe")\n')

    def test_a_field_of_no_line_or_of_several_is_refused(self, ini: Ini, path: Path) -> None:  # noqa: F811
        text = path.read_text()
        assert ini("set", path, "S", "Max.Quantity", "5").code == 2
        assert ini("set", path, "S", "Max[Item=Gone].Quantity", "5").code == 1
        assert ini("set", path, "S", "Max[Item=Bow.x].L", "5").code == 1
        assert path.read_text() == text

    def test_a_line_is_removed_and_explained(self, ini: Ini, path: Path) -> None:  # noqa: F811
        out = ini("explain", path, "S", "Max[Item=Bow.x].Quantity").out
        assert out.startswith(f"{path.as_posix()}:3: Max=(Item=")
        assert out.endswith("\n= .5\n")
        assert ini("set", path, "S", "Max[Item=Sword]", "--remove").code == 0
        assert "Sword" not in path.read_text()
        assert ini("get", path, "S", "Max.Quantity").out == ".5\n"


@given(st.text('ab(),="\\ []', max_size=12), st.text("ab ,(", max_size=3))
def test_a_replaced_part_is_the_only_change(raw: str, text: str) -> None:
    whole = f"(x={raw},y=1,z=3)"
    if not has_part(whole, ["y"]) or read_part(whole, ["y"]) != "1":
        return
    part = find_part(whole, ["y"])
    made = replace_part(whole, ["y"], text)
    assert made.startswith(whole[: part.start])
    assert made.endswith(whole[part.end :])
    assert read_part(made, ["y"]) == text


def test_a_key_that_is_called_like_a_path_comes_first() -> None:
    assert find_path("K[0]", ["K[0]"], lambda key: key == "K[0]").key == "K[0]"


def test_a_mod_lies_over_a_project(ini: Ini, tmp_path: Path) -> None:  # noqa: F811
    project, mod = tmp_path / "P", tmp_path / "Mod" / "Game.ini"
    (project / "Config").mkdir(parents=True)
    mod.parent.mkdir()
    (project / "Config" / "DefaultGame.ini").write_text("[S]\nK=1\n+L=x\n")
    mod.write_text("[S]\nK=2\n+L=y\n")
    out = ini("explain", project, "S", "K", "--over", mod).out
    assert out == f"Config/DefaultGame.ini:2: K=1  -- set\n{mod}:2: K=2  -- replaced 1 value\n= 2\n"
    assert ini("merge", project, mod).out == "[S]\nK=2\nL=x\nL=y\n\n"
    assert ini("get", project, "S", "L", "--over", mod).out == "x\ny\n"
    tree = ConfigTree.load(LayerPlan.project(project).over(mod))
    assert tree.values("S", "L") == ["x", "y"]


def test_show_says_what_it_could_not_read(ini: Ini, tmp_path: Path) -> None:  # noqa: F811
    path = tmp_path / "b.ini"
    path.write_text("[Broken\nK=1\n# note\nC: 2\n")
    result = ini("show", path)
    assert (result.code, result.out) == (1, "")
    assert "b.ini:1:1: error TW-INI-12" in result.err
    assert "hint: a remark begins with ; here: ; note" in result.err
    assert "hint: write C=2: = stands between a key and its value" in result.err
    path.write_text("[A]\nK=1\n[Broken\nK=2\n")
    result = ini("show", path)
    assert (result.code, result.out) == (1, "[A]\nK=1\nK=2\n")


@pytest.mark.parametrize("header", ["[Broken", "[Broken] x", "\ufeff[Broken]"])
def test_every_command_says_that_a_header_is_broken(ini: Ini, tmp_path: Path, header: str) -> None:  # noqa: F811
    """Kind of faults §2 B8: what stands behind a broken header belongs to another section than it looks."""
    path = tmp_path / "b.ini"
    text = f"[A]\nK=1\n{header}\nL=2\n"
    for words in (("get", path, "A", "L"), ("explain", path, "A", "L"), ("diff", path, path), ("fmt", path)):
        path.write_text(text, encoding="utf-8")
        result = ini(*words)
        assert "b.ini:3:1: error TW-INI-1" in result.err
        assert result.code == 0
    refused = ini("set", path, "Broken", "L", "3")
    assert (refused.code, path.read_text(encoding="utf-8")) == (1, text)
    assert "b.ini:3:1: error TW-INI-1" in refused.err
    assert ini("set", path, "Broken", "L", "3", "--create").code == 0
    assert "b.ini:3:1: error TW-INI-1" in ini("set", path, "A", "K", "2").err


@pytest.mark.parametrize(
    ("there", "typed"),
    [("bUseAuth", "UseAuth"), ("UseAuth", "bUseAuth"), ("MaxPlayers", "max_players"), ("MaxPlayers", "Max Players"),
     ("Max", "Maxx"), ("Name", "Nam"), ("MaxPlayers", "MaxPlayers_"), ("XPMultiplier", "XP-Multiplier")],
)  # fmt: skip
def test_other_marks_a_b_or_a_letter_make_no_other_name(
    ini: Ini,  # noqa: F811
    tmp_path: Path,
    there: str,
    typed: str,
) -> None:
    """Kind of faults §2 B5: what `get` knows to be near, `set` does not make in silence."""
    path = tmp_path / "s.ini"
    path.write_text(f"[{there}]\n{there}=1\n")
    for words in ((there, typed), (typed, there)):
        assert f"did you mean {there}?" in ini("get", path, *words).err
        result = ini("set", path, *words, "2")
        assert (result.code, "--create makes a new one" in result.err) == (1, True)
    assert ini("set", path, there, typed, "2", "--create").code == 0


@pytest.mark.parametrize(("there", "other"), [("Map", "Maps"), ("Port1", "Port2"), ("Min", "Max"), ("XP", "XO")])
def test_other_names_are_no_slips(ini: Ini, tmp_path: Path, there: str, other: str) -> None:  # noqa: F811
    path = tmp_path / "s.ini"
    path.write_text(f"[{there}]\n{there}=1\n")
    assert ini("set", path, there, other, "2").code == 0


def test_names_with_control_bytes_are_typed_as_they_are_printed(ini: Ini, tmp_path: Path) -> None:  # noqa: F811
    path = tmp_path / "e.ini"
    path.write_bytes(b"[Ev\x1b[31mil]\nK\x07=1\n")
    assert ini("show", path).out == "[Ev\\u001b[31mil]\nK\\u0007=1\n"
    assert ini("set", path, "Ev\\u001b[31mil", "K\\u0007", "2").code == 0
    assert path.read_bytes() == b"[Ev\x1b[31mil]\nK\x07=2\n"
    assert ini("set", path, "Ev\\x1b[31mil", "New", "a\\u001b").code == 0
    assert ini("get", path, "Ev\\u001b[31mil", "New").out == "a\\u001b\n"
    assert ini("explain", path, "Ev\\u001b[31mil", "K\\u0007").out.endswith("= 2\n")


def test_get_gives_bytes_where_they_are_asked_for(ini: Ini, tmp_path: Path) -> None:  # noqa: F811
    path = tmp_path / "e.ini"
    path.write_bytes(b"[A]\nK=a\x1b[0m\n")
    assert ini("get", path, "A", "K").out == "a\\u001b[0m\n"
    assert ini("get", path, "A", "K", "--raw").out == "a\x1b[0m\n"
    assert ini("get", path, "A", "K", "--json").data == ["a\x1b[0m"]
