"""What `--json` prints is what docs/json.md says, for every command that has the switch (faults §8 B4)."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

from talewright.cli.main import cli
from talewright.demo import TAVERN
from talewright.game import Game
from talewright.game.playlog import PlayLog
from talewright.project import Project

PAGE = Path(__file__).resolve().parents[2] / "docs" / "json.md"
pytestmark = pytest.mark.skipif(not PAGE.is_file(), reason="the documentation is not here")


def forms() -> tuple[dict[str, Any], dict[str, list[Any]]]:
    """Give the named forms, and the forms of each command."""
    text = PAGE.read_text(encoding="utf-8") if PAGE.is_file() else ""
    named = {
        name: json.loads(body)
        for name, body in re.findall(r"^```json (\w+)\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    }
    found: dict[str, list[Any]] = {}
    for part in text.split("\n## ")[1:]:
        head, _, body = part.partition("\n")
        for command in head.split(", "):
            found[command] = [
                json.loads(one) for one in re.findall(r"^```json\n(.*?)^```", body, re.MULTILINE | re.DOTALL)
            ]
    return named, found


NAMED, FORMS = forms()


def fits(data: Any, form: Any) -> str:
    """Say where data does not have a form; "" where it has."""
    if isinstance(form, list):
        if not isinstance(data, list):
            return f"a list is wanted, not {data!r}"
        return next((f"[{n}]{said}" for n, one in enumerate(data) if (said := fits(one, form[0]))), "")
    if isinstance(form, dict):
        if not isinstance(data, dict):
            return f"an object is wanted, not {data!r}"
        known = {key.rstrip("?"): inner for key, inner in form.items()}
        for key in form:
            if not key.endswith("?") and key != "*" and key not in data:
                return f" lacks {key}"
        for key, value in data.items():
            if key not in known and "*" not in known:
                return f" has {key}, which is not documented"
            if said := fits(value, known.get(key, known.get("*"))):
                return f".{key}{said}"
        return ""
    if form in NAMED:
        return fits(data, NAMED[form])
    kinds: dict[str, Callable[[Any], bool]] = {
        "text": lambda one: isinstance(one, str),
        "number": lambda one: isinstance(one, (int, float)) and not isinstance(one, bool),
        "yes or no": lambda one: isinstance(one, bool),
        "text or null": lambda one: one is None or isinstance(one, str),
        "anything": lambda one: True,
    }
    return "" if kinds[form](data) else f": {form} is wanted, not {data!r}"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, talewright: Any) -> Path:
    """Give a folder with a project that was played, saved and written about, as the current one."""
    root = tmp_path / "tavern"
    shutil.copytree(TAVERN, root)
    monkeypatch.chdir(root)
    game = Game(Project.open(root), seed=1, saved=root / "Saved")
    game.start()
    game.save("quick", title="Here")
    game.save("quick", title="There")
    (root / "in.txt").write_text("/talk smith\n\n1\n")
    (root / "a.ini").write_text("[A]\nk=1\n+k=2\nS=(x=1)\n")
    (root / "b.ini").write_text("[A]\nk = 3\n#odd=1\n")
    (root / "D_X.yarn").write_text("title: X\n---\nAnn: Hello. #line:a\n-> Bye.\n===\n")
    (root / "D_X.testplan").write_text('test: "one"\nline: "Hello."\noption: "No."\nselect: 1\n')
    (root / "Tags.ini").write_text(
        '[/Script/GameplayTags.GameplayTagsList]\nGameplayTagList=(Tag="Z.Y",DevComment="c")\n'
    )
    assert talewright("dialogue", "explore", "D_X.yarn", "--coverage", "seen.json").code in (0, 1)
    assert talewright("dialogue", "strings", "export", "de.csv", "D_X.yarn").code == 0
    assert talewright("save", "export", "quick", "quick.json").code == 0
    assert talewright("tags", "add", "State.Hurt", ".", "--comment", "below half").code == 0
    return root


def log_of(root: Path) -> Path:
    game = Game(Project.open(root), seed=1, saved=root / "Logged")
    path = root / "session.log"
    with path.open("w", encoding="utf-8", newline="\n") as file:
        PlayLog(game, file.write)
        game.start()
    return path


CALLS: dict[str, list[str]] = {
    "check": [""],
    "cook": ["", "--check", "--migrate"],
    "explain": ["", "TW-INI", "YS0012"],
    "trace": ["--script in.txt"],
    "dialogue check": ["", "D_X.yarn --portable"],
    "dialogue strings lint": ["D_X.yarn"],
    "dialogue tag": ["D_X.yarn --dry-run", "D_X.yarn --check", "D_X.yarn", "D_X.yarn --renew"],
    "dialogue coverage": ["D_X.yarn --data seen.json"],
    "dialogue explore": ["D_X.yarn", ". --limit 50 --walks 1"],
    "dialogue test": ["D_X.testplan"],
    "dialogue strings drift": ["de.csv --story D_X.yarn"],
    "dialogue strings export": ["de.csv D_X.yarn", "fr.po D_X.yarn --dry-run"],
    "dialogue strings import": ["de.csv --into de.csv"],
    "dialogue strings pseudo": ["qps.csv D_X.yarn"],
    "ini show": ["a.ini", "."],
    "ini merge": ["a.ini b.ini", "a.ini b.ini -o c.ini"],
    "ini get": ["a.ini A k", "a.ini A S.x"],
    "ini set": ["a.ini A k 4 --dry-run", "a.ini A k 4"],
    "ini explain": ["a.ini A k", "a.ini A none"],
    "ini diff": ["a.ini b.ini"],
    "ini fmt": ["b.ini --dry-run", "b.ini"],
    "ini lint": ["b.ini --all", "a.ini"],
    "save list": [""],
    "save show": ["quick"],
    "save diff": ["quick quick.bak1"],
    "save verify": [". quick"],
    "save repair": ["quick"],
    "save retitle": ["quick Cellar --dry-run", "quick Cellar"],
    "save import": [". other quick.json --dry-run", ". other quick.json"],
    "save migrate": [". --dry-run"],
    "tags add": ["State.Dead --dry-run", "State.Dead"],
    "tags compact": [""],
    "tags move": ["State.Hurt Other.ini"],
    "tags remove": ["State.Hurt --dry-run", "State.Hurt"],
    "tags rename": ["State.Hurt State.Wounded --dry-run", "State.Hurt State.Wounded --to-file Other.ini"],
    "tags tidy": [""],
    "tags lint": [""],
    "tags constants": [""],
    "tags diff": [". Tags.ini"],
    "tags explain": ["State.Hurt", "State.Hrut"],
    "tags list": ["--all"],
    "tags tree": [""],
    "tags refs": ["State.Hurt"],
    "replay": ["session.log"],
}  # fmt: skip


def switches(group: click.Group, path: tuple[str, ...] = ()) -> set[str]:
    """Give the commands that have the switch."""
    found: set[str] = set()
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            found |= switches(command, (*path, name))
        elif command is not None and any("--json" in one.opts for one in command.params):
            found.add(" ".join((*path, name)))
    return found


def test_every_command_with_the_switch_is_documented_and_tried() -> None:
    assert switches(cli) == set(FORMS) == set(CALLS)
    assert all(FORMS.values())


@pytest.mark.parametrize("command", sorted(CALLS))
def test_what_is_printed_has_the_documented_form(command: str, place: Path, talewright: Any) -> None:
    if command == "replay":
        log_of(place)
    for words in CALLS[command]:
        result = talewright(*command.split(), *words.split(), "--json")
        assert result.code in (0, 1), result.err
        assert result.out, result.err
        data = json.loads(result.out)
        assert "" in (said := [fits(data, form) for form in FORMS[command]]), f"{command} {words}: {said}"


@pytest.mark.parametrize(
    ("data", "form", "said"),
    [
        ({"a": 1}, {"a": "text"}, ".a: text is wanted, not 1"),
        ({}, {"a": "text"}, " lacks a"),
        ({"b": 1}, {"a?": "text"}, " has b, which is not documented"),
        ([1, True], ["number"], "[1]: number is wanted, not True"),
    ],
)
def test_the_check_can_fail(data: Any, form: Any, said: str) -> None:
    assert fits(data, form) == said
