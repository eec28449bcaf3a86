"""`talewright ini`: what a server admin, a game author and a tools engineer do with config files."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from talewright.cli.ini.commands import ini_group
from talewright.cli.output.errors import OK, guarded


@dataclass(frozen=True)
class Result:
    code: int
    out: str
    err: str

    @property
    def data(self) -> object:
        return json.loads(self.out)


Ini = Callable[..., Result]
Write = Callable[[dict[str, str]], Path]


@pytest.fixture
def ini(monkeypatch: pytest.MonkeyPatch) -> Ini:
    """Give a function that runs `talewright ini WORDS...`."""

    def call(*words: object) -> Result:
        out, err = io.TextIOWrapper(io.BytesIO(), "utf-8", newline=""), io.TextIOWrapper(io.BytesIO(), "utf-8")
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            arguments = [str(word) for word in words]
            settings: dict[str, Any] = {"prog_name": "talewright ini", "standalone_mode": False}
            code = guarded(lambda: ini_group.main(arguments, color=True, **settings) or OK)
            texts = []
            for stream in (out, err):
                stream.seek(0)
                texts.append(stream.read())
        assert "Traceback" not in texts[0] + texts[1]
        return Result(code, *texts)

    return call


SERVER = (
    "; my server\n[/Script/Pal.PalGameWorldSettings]\n"
    'OptionSettings=(Difficulty=None,ExpRate=1.000000,ServerName="Rat, (the)",bUseAuth=True)\n\n'
    "[/Script/Engine.GameSession]\nMaxPlayers=70\nPaths=a\nPaths=b\n"
)
SETTINGS = "/Script/Pal.PalGameWorldSettings"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "Game.ini"
    path.write_bytes(SERVER.encode())
    return path


class TestAServerAdmin:
    """Has one Game.ini and no idea of layers."""

    def test_sees_what_is_set(self, ini: Ini, game: Path) -> None:
        result = ini("show", game, "/script/engine.gamesession")
        assert result.code == 0
        assert result.out == "[/script/engine.gamesession]\nMaxPlayers=70\nPaths=a\nPaths=b\n"
        assert ini("show", game).out.count("\n[") == 1
        assert ini("show", game, "--json").data == {
            SETTINGS: {"OptionSettings": [SERVER.split("OptionSettings=")[1].split("\n")[0]]},
            "/Script/Engine.GameSession": {"MaxPlayers": ["70"], "Paths": ["a", "b"]},
        }

    def test_gets_one_value_or_all_of_a_list(self, ini: Ini, game: Path) -> None:
        assert ini("get", game, "/Script/Engine.GameSession", "maxplayers").out == "70\n"
        assert ini("get", game, "/Script/Engine.GameSession", "Paths").out == "a\nb\n"
        assert ini("get", game, "/Script/Engine.GameSession", "Paths", "--json").data == ["a", "b"]

    def test_gets_a_field_of_the_long_line(self, ini: Ini, game: Path) -> None:
        assert ini("get", game, SETTINGS, "OptionSettings.servername").out == "Rat, (the)\n"
        result = ini("get", game, SETTINGS, "OptionSettings.ServerNmae")
        assert (result.code, result.out) == (1, "")
        assert "did you mean ServerName?" in result.err

    def test_sets_a_value_and_no_other_line_changes(self, ini: Ini, game: Path) -> None:
        result = ini("set", game, "/Script/Engine.GameSession", "MaxPlayers", "32")
        assert result.code == 0
        assert result.out == f"{game.as_posix()}: [/Script/Engine.GameSession] MaxPlayers: 70 -> 32\n"
        assert game.read_bytes().decode() == SERVER.replace("70", "32")

    def test_sets_a_field_of_the_long_line(self, ini: Ini, game: Path) -> None:
        assert ini("set", game, SETTINGS, "OptionSettings.ServerName", 'pwn",bUseAuth=False,x="').code == 0
        assert ini("set", game, SETTINGS, "OptionSettings.ExpRate", "2.5").code == 0
        line = 'OptionSettings=(Difficulty=None,ExpRate=2.5,ServerName="pwn\\",bUseAuth=False,x=\\"",bUseAuth=True)'
        assert line in game.read_text()
        assert ini("get", game, SETTINGS, "OptionSettings.bUseAuth").out == "True\n"

    @pytest.mark.parametrize(
        ("words", "says"),
        [
            (("A", "K", "--remvoe"), "did you mean --remove"),
            (("A", "+K", "3"), "--add adds to a key"),
            (("[A]", "K", "3"), "the name alone, without [ and ]"),
        ],
    )
    def test_misuse_writes_nothing(self, ini: Ini, game: Path, words: tuple[str, ...], says: str) -> None:
        result = ini("set", game, *words)
        assert (result.code, result.out) == (2, "")
        assert says in result.err
        assert game.read_bytes().decode() == SERVER

    def test_a_value_may_begin_with_a_minus(self, ini: Ini, game: Path) -> None:
        assert ini("set", game, "A", "K", "-1").code == 0
        assert ini("set", game, "--add", "--", "A", "K", "--remvoe").code == 0
        assert ini("get", game, "A", "K").out == "-1\n--remvoe\n"

    def test_adds_and_removes_elements(self, ini: Ini, game: Path) -> None:
        session = "/Script/Engine.GameSession"
        ini("set", game, session, "Paths", "c", "a", "--add")
        assert ini("get", game, session, "Paths").out == "a\nb\nc\n"
        ini("set", game, session, "Paths", "a", "--remove")
        assert ini("get", game, session, "Paths").out == "b\nc\n"
        result = ini("set", game, session, "Paths", "--remove", "--json")
        assert result.data == {
            "file": game.as_posix(), "section": session, "key": "Paths", "before": ["b", "c"], "values": [],
        }  # fmt: skip
        assert ini("get", game, session, "Paths").code == 1

    def test_a_number_below_zero_is_a_value_and_no_option(self, ini: Ini, game: Path) -> None:
        assert ini("set", game, "/Script/Engine.GameSession", "MaxPlayers", "-5").code == 0
        assert ini("get", game, "/Script/Engine.GameSession", "MaxPlayers").out == "-5\n"

    def test_makes_a_file_only_when_told_to(self, ini: Ini, tmp_path: Path) -> None:
        path = tmp_path / "New.ini"
        result = ini("set", path, "A", "k", "1")
        assert result.code == 2
        assert "there is no file" in result.err
        assert not path.exists()
        assert ini("set", path, "A", "k", "1", "--create").code == 0
        assert path.read_text() == "[A]\nk=1\n"

    def test_finds_what_is_wrong(self, ini: Ini, tmp_path: Path) -> None:
        path = tmp_path / "Game.ini"
        path.write_text("[A]\n//k=1\nl=(a=1\nm=%X%\n")
        result = ini("lint", path)
        assert result.code == 1
        assert result.out.splitlines()[0] == (
            f"{path.as_posix()}:2:1: warning TW-INI-70: // begins no comment: this sets a key called //k"
        )
        assert result.out.splitlines()[-1] == "1 error, 1 warning"
        assert "TW-INI-73" not in result.out
        assert "TW-INI-73" in ini("lint", path, "--all").out
        (first, second) = json.loads(ini("lint", path, "--json").out)
        assert (first["code"], first["line"], second["column"]) == ("TW-INI-70", 2, 3)

    def test_warnings_are_no_failure_unless_they_shall_be(self, ini: Ini, tmp_path: Path) -> None:
        path = tmp_path / "Game.ini"
        path.write_text("[A]\n#k=1\n")
        assert ini("lint", path).code == 0
        assert ini("lint", path, "--strict").code == 1
        assert ini("lint", tmp_path).code == 0

    @pytest.mark.parametrize("data", [b"", b"\0" * 30, b"version https://git-lfs.github.com/spec/v1\n"])
    def test_a_file_that_is_none_is_named_and_not_touched(self, ini: Ini, tmp_path: Path, data: bytes) -> None:
        path = tmp_path / "Game.ini"
        path.write_bytes(data)
        assert ini("lint", path).code == (1 if data else 0)  # a file without a byte is a warning like others
        for words in (("show", path), ("get", path, "A", "k"), ("set", path, "A", "k", "1"), ("fmt", path)):
            if words[0] == "set" and not data:
                continue  # there is nothing to lose: it gets its first line
            result = ini(*words)
            assert result.code == 1
            assert "TW-INI-0" in result.err
        assert path.read_bytes() == data

    def test_brings_a_file_into_form(self, ini: Ini, tmp_path: Path) -> None:
        path = tmp_path / "Game.ini"
        path.write_text("[A]\n k = 1 \n[B]\n")
        assert ini("fmt", path, "--check").code == 1
        assert path.read_text() == "[A]\n k = 1 \n[B]\n"
        assert ini("fmt", tmp_path).out == f"{path.as_posix()}: formatted\n"
        assert path.read_text() == "[A]\nk=1\n\n[B]\n"
        assert (ini("fmt", path, "--check").code, ini("fmt", path, "--json").data) == (0, [])

    def test_sees_how_two_files_differ(self, ini: Ini, game: Path, tmp_path: Path) -> None:
        other = tmp_path / "b.ini"
        other.write_text(SERVER.replace("=70", "=32").replace("Paths=b", "Paths=c").replace("; my", "; your"))
        result = ini("diff", game, other)
        assert result.code == 1
        assert result.out == "[/Script/Engine.GameSession]\n- MaxPlayers=70\n+ MaxPlayers=32\n- Paths=b\n+ Paths=c\n"
        assert ini("diff", game, game).code == 0
        assert ini("diff", game, other, "--json").data == [
            {"section": "/Script/Engine.GameSession", "key": "MaxPlayers", "old": ["70"], "new": ["32"]},
            {"section": "/Script/Engine.GameSession", "key": "Paths", "old": ["a", "b"], "new": ["a", "c"]},
        ]

    def test_an_element_that_a_list_does_not_have(self, ini: Ini, folder: Write) -> None:
        root = folder({"A.ini": "[A]\nL=(1,2)\n"})
        result = ini("get", root / "A.ini", "A", "L.9")
        assert (result.code, result.err) == (1, "error: the list has no element 9\n  hint: its elements are 0 to 1\n")


class TestLayers:
    def test_files_over_each_other_are_explained_line_by_line(self, ini: Ini, folder: Write) -> None:
        root = folder({"Base.ini": "[A]\nk=1\nk=2\n", "Mod.ini": "[a]\n-k=1\n+K=3\n"})
        result = ini("explain", root / "Base.ini", "A", "k", "--over", root / "Mod.ini")
        names = [root / n for n in ("Base.ini", "Base.ini", "Mod.ini", "Mod.ini")]
        assert [line.split(":")[0] for line in result.out.splitlines()[:4]] == [str(n) for n in names]
        assert "Mod.ini:2: -k=1  -- removed 1 value\n" in result.out
        assert result.out.endswith("= 2, 3\n")
        data = json.loads(ini("explain", root / "Base.ini", "A", "k", "--over", root / "Mod.ini", "--json").out)
        assert data["values"] == ["2", "3"]
        assert data["steps"][2]["effect"] == "removed 1 value"
        assert ini("explain", root / "Base.ini", "A", "q").code == 1

    def test_files_are_merged_into_one(self, ini: Ini, folder: Write) -> None:
        root = folder({"Base.ini": "[A]\nk=1\nk=2\n", "Mod.ini": "; x\n[a]\n-k=1\n+K=%GAME%\n"})
        words = ("merge", root / "Base.ini", root / "Mod.ini")
        assert ini(*words).out == "[A]\nk=2\nk=%GAME%\n\n"
        assert ini(*words, "--game", "UDK", "--json").data == {"A": {"k": ["2", "UDK"]}}
        assert ini(*words, "-o", root / "out.ini").code == 0
        assert (root / "out.ini").read_text() == "[A]\nk=2\nk=%GAME%\n\n"
        both = ini(*words, "-o", root / "out.ini", "--json")
        assert (both.data, both.err) == ({"A": {"k": ["2", "%GAME%"]}}, f"wrote {root / 'out.ini'}\n")

    def test_a_project_is_read_with_its_layers(self, ini: Ini, folder: Write) -> None:
        root = folder({"Config/DefaultGame.ini": "[A]\nk=1\n", "Saved/Config/Game.ini": "[A]\nk=2\n"})
        assert ini("get", root, "A", "k").out == "2\n"
        assert ini("get", root, "A", "k", "--category", "Input").code == 2
        assert "Saved/Config/Game.ini:2" in ini("explain", root, "A", "k").out

    def test_unreal_projects_are_known_by_their_files(self, ini: Ini, folder: Write) -> None:
        root = folder(
            {
                "Engine/Config/BaseGame.ini": "[A]\nk=1\nk=2\n",
                "UDKGame/Config/DefaultGame.ini": "[Configuration]\n"
                "BasedOn=..\\Engine\\Config\\BaseGame.ini\n[A]\n+k=3\n",
                "Five/Five.uproject": "{}",
                "Five/Config/DefaultGame.ini": "[A]\nk=1\n",
                "Five/Saved/Config/LinuxServer/Game.ini": "[A]\nk=2\n",
                "Server/Game.ini": "[A]\nk=1\nk=2\n",
            }
        )
        assert ini("get", root / "UDKGame", "A", "k").out == "1\n2\n3\n"
        assert ini("get", root / "Five", "A", "k").out == "2\n"
        assert ini("get", root / "Five", "A", "k", "--plan", "project").out == "1\n"
        assert ini("get", root / "Server", "A", "k").out == "1\n2\n"


class TestMisuse:
    @pytest.mark.parametrize(
        ("words", "said"),
        [
            ((), "Usage"),
            (("dance",), "there is no command"),
            (("get", "x.ini", "A", "k"), "there is no file x.ini"),
            (("set", "x.ini", "A", "k"), "Missing argument"),
            (("set", "x.ini", "A", "k", "1", "--add", "--remove"), "not both"),
            (("show", ".", "--over", "x.ini"), "has no config"),
            (("show", "x.ini", "--style", "ue9"), "is not one of"),
        ],
        ids=str,
    )
    def test_it_exits_with_2(self, ini: Ini, words: tuple[str, ...], said: str, tmp_path: Path,
                             monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
        monkeypatch.chdir(tmp_path)
        result = ini(*words)
        assert result.code == 2
        assert said in result.err + result.out

    def test_a_section_that_is_not_there_gets_a_near_name(self, ini: Ini, game: Path) -> None:
        result = ini("get", game, "/Script/Engine.GameSesion", "k")
        assert result.code == 1
        assert "did you mean /Script/Engine.GameSession?" in result.err
        assert ini("show", game, "nothing").code == 1

    def test_help_is_everywhere(self, ini: Ini) -> None:
        for command in ("show", "get", "set", "merge", "explain", "lint", "diff", "fmt"):
            result = ini(command, "--help")
            assert result.code == 0
            assert result.out.startswith(f"Usage: talewright ini {command}")

    def test_an_empty_folder_has_no_config(self, ini: Ini, tmp_path: Path) -> None:
        assert ini("show", tmp_path).code == 2
        assert ini("lint", tmp_path).code == 2


def test_merge_of_what_is_no_file_is_misuse(ini: Ini, game: Path) -> None:
    result = ini("merge", game, "gone.ini")
    assert (result.code, result.out) == (2, "")
    assert "there is no file gone.ini" in result.err
    result = ini("merge", game.parent, game)
    assert result.code == 0
