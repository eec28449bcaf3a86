"""`talewright dialogue play`: a script, its inputs, and the way back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.cli.test_dialogue_tools import Run, tool

__all__ = ["tool"]

TEXT = """title: Start
---
<<declare $gold = 0>>
<<enum Mood>>
<<case Glad>>
<<case Sad>>
<<endenum>>
<<declare $mood = Mood.Glad>>
<<declare $rich = $gold > 5>>
Ann: Hi, [b]you[/b]. #line:hi
-> Pay <<if $gold > 2>> #line:pay #choice:what
    <<set $gold -= 1>>
    <<give sword>>
    Ann: Thanks. #line:thanks
-> Ask #line:ask
    Ann: You have {$gold}, {string(luck())}. #line:have
    <<jump Start>>
-> Bye #line:bye
===
title: Other
---
Ann: Other.
===
"""


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "D_Ann.yarn"
    path.write_text(TEXT, "utf-8")
    return path


def test_a_script_of_inputs(tool: Run, script: Path) -> None:
    code, out, err = tool("play", script, "--set", "gold=3", piped="# comment\n1\n\n\n")
    assert (code, err) == (0, "")
    assert out == "Ann: Hi, you.\n1. Pay\n2. Ask\n3. Bye\n<<give sword>>\nAnn: Thanks.\n-- end --\n"


def test_back_shows_what_was_there_and_variables_go_back_too(tool: Run, script: Path) -> None:
    _, out, _ = tool("play", script, "--set", "$gold=3", piped="pay\n\nvars\nback 2\nvars\nback\nquit\n")
    rows = out.splitlines()
    assert "$gold = 2" in rows
    back = rows.index("-- 2 back --")
    assert rows[back : back + 5] == ["-- 2 back --", "Ann: Hi, you.", "1. Pay", "2. Ask", "3. Bye"]
    assert rows[back + 5 :] == ["$gold = 3", "$mood = Mood.Glad", "$rich = False"]


def test_functions_of_the_game_give_a_default_and_say_so_once(tool: Run, script: Path) -> None:
    _, out, _ = tool("play", script, piped="2\n\n2\n")
    assert out.count("-- luck() is the game's; here it gives False --") == 1
    assert "1. Pay ($gold > 2)" in out
    assert "Ann: You have 0, False." in out


def test_what_cannot_be_done_is_one_message(tool: Run, script: Path) -> None:
    code, out, err = tool("play", script, piped="1\nfly\nback 9\nback x\n3\n")
    assert code == 1
    assert out.endswith("-- end --\n")
    assert err.count("error: ") == 4
    assert "is not available: $gold > 2" in err


def test_entries_settings_and_their_mistakes(tool: Run, script: Path) -> None:
    assert tool("play", script, "--start", "Other", piped="\n")[1] == "Ann: Other.\n-- end --\n"
    assert tool("play", script, "--start", "Othr")[0] == 2
    assert tool("play", script, "--set", "glod=3")[0] == 2
    assert tool("play", script, "--set", "gold=much")[0] == 2
    assert "$mood = Mood.Sad" in tool("play", script, "--set", "mood=Sad", piped="vars\n")[1]


def test_a_script_with_mistakes_is_not_played(tool: Run, script: Path) -> None:
    script.write_text(TEXT.replace("jump Start", "jump Strat"), "utf-8")
    code, out, err = tool("play", script)
    assert (code, out) == (1, "")
    assert "YS0012" in err


def test_inputs_from_a_file(tool: Run, script: Path, tmp_path: Path) -> None:
    (tmp_path / "inputs").write_text("bye\n", "utf-8")
    assert tool("play", script, "--script", tmp_path / "inputs")[1].endswith("3. Bye\n-- end --\n")


def test_numbers_that_are_no_option_are_said_as_they_were_typed(tool: Run, script: Path) -> None:
    code, _, err = tool("play", script, piped="0\n9\n²\n" + "9" * 5000 + "\nback ²\n3\n")
    assert code == 1
    assert "there is no option 9\n  hint: choose 1 to 3" in err
    assert err.count("error: ") == 5


def test_vars_shows_the_others_where_one_cannot_be_worked_out(tool: Run, tmp_path: Path) -> None:
    script = tmp_path / "A.yarn"
    script.write_text(
        'title: A\n---\n<<declare $bad = number("x")>>\n<<declare $gold = 3>>\nAnn: {$gold}\n===\n', "utf-8"
    )
    code, out, err = tool("play", script, piped="vars\n\n")
    assert code == 1
    assert "$gold = 3\n-- end --" in out
    assert "A.yarn:3:1: error TW-YARN-31" in err


@pytest.mark.parametrize(
    "setting", ["gold=1_000", "gold=\uff13", "gold=inf", "gold=nan", "gold=1,5", "gold=", "rude=yes"]
)
def test_a_variable_is_set_to_what_a_script_could_hold_or_not_at_all(tool: Run, script: Path, setting: str) -> None:
    script.write_text(TEXT.replace("---\n", "---\n<<declare $rude = false>>\n", 1), "utf-8")
    code, out, err = tool("play", script, "--set", setting)
    assert (code, out) == (2, "")
    assert "holds" in err


def test_a_script_in_another_language(tool: Run, script: Path) -> None:
    """Faults §6 B7: what is missing or broken is told first."""
    (script.parent / "de.csv").write_text("id,text,original\nline:hi,Anna: Hallo [b]du.,\nline:bye,Servus!,\n", "utf-8")
    code, out, err = tool("play", script, "--language", "de", piped="3\n")
    assert code == 0
    assert out.splitlines()[:4] == ["Anna: Hallo [b]du.", "1. Pay ($gold > 2)", "2. Ask", "3. Servus!"]
    assert "line:hi: the markup is broken: [b] is not closed" in err
    assert "5 missing" in err
    code, _, err = tool("play", script, "--language", "fr", piped="3\n")
    assert code == 2
    assert "no table of the language 'fr'" in err
    assert "⟦" in tool("play", script, "--language", "qps", piped="3\n")[1]


def test_a_text_that_lacks_a_case_is_an_error_and_shows_no_markup(tool: Run, script: Path) -> None:
    """Faults §6 A2."""
    script.write_text(TEXT.replace("Hi, [b]you[/b].", 'Hi, [plural value={$gold} one="one"/].'), "utf-8")
    code, out, err = tool("play", script, piped="3\n")
    assert code == 1
    assert out.startswith("Ann: Hi, 0.\n")
    assert "D_Ann.yarn:10:1: warning TW-YARN-41: [plural] has no case 'other' for 0" in err


class TestPlayPlaysAScriptToo:
    """`talewright play` plays a folder or one script; `dialogue play` is its alias."""

    def test_a_script_is_played_as_by_the_alias(self, talewright: Any, script: Path) -> None:
        words = (script, "--set", "gold=3", "--seed", "4", "--locale", "de")
        inputs = "# comment\n1\nvars\nback\n3\n"
        now, before = (talewright(*name, *words, piped=inputs) for name in (("play",), ("dialogue", "play")))
        assert now == before
        assert (now.code, now.err) == (0, "")
        assert now.out.startswith("Ann: Hi, you.\n1. Pay\n")

    def test_one_dialogue_of_a_folder_is_named(self, talewright: Any, script: Path) -> None:
        named = talewright("play", script.parent, "--dialogue", "Ann", piped="3\n")
        assert named == talewright("dialogue", "play", script.parent, piped="3\n")
        assert named.out.endswith("-- end --\n")

    def test_a_folder_is_a_project(self, talewright: Any, tmp_path: Path) -> None:
        (tmp_path / "Dialogues").mkdir()
        (tmp_path / "Dialogues" / "D_Bob.yarn").write_text("title: Start\n---\nBob: Hello. #line:a\n===\n", "utf-8")
        result = talewright("play", tmp_path, piped="/talk Bob\n\n")
        assert (result.code, result.out) == (0, "Bob: Hello.\n-- end of the conversation --\n")

    @pytest.mark.parametrize("words", [("--cooked",), ("--watch",), ("--saved", "there")])
    def test_what_is_for_a_project_is_refused(self, talewright: Any, script: Path, words: tuple[str, ...]) -> None:
        for name in (("play",), ("dialogue", "play")):
            result = talewright(*name, script, *words, piped="3\n")
            assert (result.code, result.out) == (2, "")
            assert f"{words[0]} is for a whole project" in result.err

    @pytest.mark.parametrize(
        "words", [("--start", "Other"), ("--set", "a=1"), ("--saliency", "first"), ("--locale", "en")]
    )
    def test_what_is_for_one_dialogue_is_refused(self, talewright: Any, script: Path, words: tuple[str, ...]) -> None:
        result = talewright("play", script.parent, *words, piped="3\n")
        assert (result.code, result.out) == (2, "")
        assert f"{words[0]} is for one dialogue alone" in result.err

    def test_the_help_says_that_the_alias_goes(self, talewright: Any) -> None:
        for words in (("dialogue", "play", "--help"), ("dialogue", "--help")):
            assert "this name goes in 0.3.0" in " ".join(talewright(*words).out.split())

    @pytest.mark.parametrize("words", [("nosuch.yarn",), ("nosuch", "--dialogue", "Ann"), ("nosuch",)])
    def test_what_is_not_there_is_misuse(self, talewright: Any, tmp_path: Path, words: tuple[str, ...]) -> None:
        result = talewright("play", tmp_path / words[0], *words[1:])
        assert (result.code, result.out) == (2, "")
        assert "there is no" in result.err
