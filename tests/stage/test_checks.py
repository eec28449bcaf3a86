"""What `talewright check` says of keys, speakers, styles and markup."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from talewright.cli.main import run
from talewright.project import Project
from talewright.stage import CHECKERS, Keys, StageSettings

YARN = """title: Street
---
Smith: Good [b]day[/b], [color=gold]friend[/color]. #line:a #face:angry #voice:hello
Smiht: Who [whisper]is[/whisper] there? #line:b
Smith: It is [plural value={2} one="% coin" other="% coins"/]. #line:c
-> A [loud]sword[/loud]. #line:e
===
"""
Check = Callable[..., list[str]]


@pytest.fixture
def check(tmp_path: Path) -> Check:
    def checked(ini: str = "", *, yarn: str = YARN, theme: str = "", files: tuple[str, ...] = ()) -> list[str]:
        made = {"Dialogues/D_Smith.yarn": yarn, "Config/DefaultGame.ini": ini, "Config/Theme.ini": theme}
        for name, text in (*made.items(), *((file, "x") for file in files)):
            if text:
                (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
                (tmp_path / name).write_text(text, "utf-8")
        found = Project.check(tmp_path, checkers=CHECKERS)
        if not found.errors:
            assert Project.open(tmp_path, checkers=CHECKERS).report.sorted() == found.sorted()
        return [f"{one.span}: {one.severity} {one.code}: {one.message}" for one in found if "YARN" not in one.code]

    return checked


def test_a_project_that_says_nothing_to_the_stage_has_no_findings(check: Check) -> None:
    assert check() == []
    assert check("[Stage]\nTextSpeed=30\n[Keys]\n+Map=F7\n") == []


def test_people_S_where_nobody_has_a_record_anybody_may_speak(check: Check) -> None:
    assert not [line for line in check("[whisper Style]\nSlant=italic\n") if "STAGE-03" in line]


def test_unknown_settings_and_values_that_do_not_fit(check: Check) -> None:
    found = check("[Stage]\nTextSped=30\nAutosave=perhaps\nReducedMotion=sometimes\n[Keys]\n+Bakc=PageUp\n")
    assert any(":2:1: warning TW-INI-22: [Stage] sets TextSped" in line for line in found)
    assert any(":6:1: warning TW-INI-22: [Keys] sets Bakc" in line for line in found)
    assert any(":3:10: error" in line for line in found)
    assert any(":4:15: error" in line for line in found)


def test_people_keys_a_conflict_is_a_finding(check: Check) -> None:
    assert check("[Keys]\n+Map=l\n") == [
        "Config/DefaultGame.ini:2:1: warning TW-STAGE-01: [Keys] l is the key of Log and of Map: Log has it"
    ]


def test_the_usual_keys_are_in_nobodys_way(check: Check) -> None:
    assert Keys().Menu
    assert StageSettings().TextSpeed == 45
    assert check("[Keys]\n+Go=Space\n") == []


SMITH = "[Smith Speaker]\nPortrait=art/smith_{face}.png\n"


def test_people_speakers_an_unknown_one_is_a_finding(check: Check) -> None:
    found = check(
        f"{SMITH}[whisper Style]\n[loud Style]\n", files=("art/smith_neutral.png", "art/smith_angry.png", "hello")
    )
    assert found == ["Dialogues/D_Smith.yarn:4:1: warning TW-STAGE-03: nobody is called 'Smiht'"]


def test_people_speakers_a_missing_file_is_a_finding_once(check: Check) -> None:
    found = check(f"{SMITH}Voice=voice/{{id}}.ogg\n[whisper Style]\n[loud Style]\n[Smiht Speaker]\n")
    assert found == [
        "Config/DefaultGame.ini:1:1: warning TW-STAGE-04: [Smith Speaker] Portrait: there is no art/smith_neutral.png"
        " in the project",
        "Config/DefaultGame.ini:1:1: information TW-STAGE-04: [Smith Speaker] Voice: 1 of the lines have no file,"
        " voice/c.ogg the first",
        "Dialogues/D_Smith.yarn:3:1: warning TW-STAGE-04: #face:angry of Smith: there is no art/smith_angry.png in the"
        " project",
        "Dialogues/D_Smith.yarn:3:1: warning TW-STAGE-04: #voice: there is no voice/hello.ogg in the project",
    ]


@pytest.mark.parametrize(
    "path", ["../smith.png", "/smith.png", "C:/smith.png", "https://example.com/a.png", "a\\\\b.png"]
)
def test_people_speakers_a_path_out_of_the_project_is_a_finding(check: Check, path: str) -> None:
    found = check(f'[Smith Speaker]\nPortrait="{path}"\n', yarn="title: A\n---\nSmith: Yes. #line:a\n===\n")
    assert [line.split(": ")[1] for line in found] == ["warning TW-STAGE-05"]


def test_people_markup_an_unknown_marker_is_a_finding(check: Check) -> None:
    found = check("[whisper Style]\nSlant=italic\n")
    assert found == [
        "Dialogues/D_Smith.yarn:6:1: warning TW-STAGE-06: [loud] is no marker that the stage knows: its text looks like"
        " the rest"
    ]


def test_styles_and_colours_that_cannot_be_shown(check: Check) -> None:
    found = check(
        "[whisper Style]\nColor=loud\nScale=0\nEffect=explode\n[loud Style]\nColor=#12345\n"
        "[Smith Speaker]\nColor=gold\n",
        yarn="title: A\n---\nSmith: Yes. #line:a\n===\n",
    )
    codes = [line.split(" ")[2] for line in found]
    assert codes.count("TW-STAGE-02:") == 3
    assert any(":4:" in line and "Effect" in line for line in found)


def test_a_theme_is_looked_at(check: Check) -> None:
    found = check("[Stage]\nTextSpeed=30\n", theme="[Theme]\nBox=(Fill=red)\nBoxx=1\n")
    assert {line.split(" ")[2] for line in found} == {"TW-THEME-01:", "TW-INI-22:"}


def test_a_project_may_have_speakers_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "scripts.py").write_text(
        "from dataclasses import dataclass\n\n\n@dataclass(frozen=True)\n"
        "class Speaker:\n    name: str\n    Loud: int = 1\n"
    )
    (tmp_path / "Config").mkdir()
    (tmp_path / "Config" / "People.ini").write_text("[Smith Speaker]\nLoud=3\n")
    assert Project.check(tmp_path, checkers=CHECKERS) == []


def test_the_command_says_it_too(check: Check, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check("[Keys]\n+Map=L\n")
    assert run(["check", str(tmp_path)]) == 0
    assert "Config/DefaultGame.ini:2:1: warning TW-STAGE-01" in capsys.readouterr().out
