"""What a command imports, and completion by the protocol of the shells (faults §8 A1, §7 fourth entry)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from talewright.cli.main import cli
from talewright.cli.output.late import Late

RUN = "import sys; from talewright.cli.main import run; code = run(sys.argv[1:]); "
LOADED = "print(code, *sorted(m for m in sys.modules if m.partition('.')[0] in {names}), sep='\\n', file=sys.stderr)"
OURS = ("config", "dialogue", "messaging", "project", "tags", "savegame", "rpg", "game", "testing", "defold", "fields")


def loaded_by(*words: str) -> set[str]:
    """Run a command in a process of its own; give the modules that it loaded."""
    code = RUN + LOADED.format(names={"talewright", "rich", "platformdirs", "difflib", "json", "polib"})
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, timeout=60, check=True)
    found = done.stderr.split("\n")
    assert found[0] == "0", done.stderr
    return set(found)


def packages(modules: set[str]) -> set[str]:
    return {name for name in OURS if f"talewright.{name}" in modules}


def test_the_version_loads_no_package_of_the_library() -> None:
    found = loaded_by("--version")
    assert packages(found) == set()
    assert "rich" not in found


def test_the_help_of_all_commands_imports_none_of_them() -> None:
    assert packages(loaded_by("--help")) == set()


def test_ini_get_loads_config_alone(tmp_path: object) -> None:
    path = os.path.join(str(tmp_path), "Game.ini")
    with open(path, "w", encoding="utf-8") as file:
        file.write("[A]\nB=1\n")
    found = loaded_by("ini", "get", path, "A", "B")
    assert packages(found) == {"config", "fields"}
    assert not {"rich", "platformdirs", "talewright.config.layers.records", "difflib"} & found


@pytest.mark.parametrize(
    ("words", "left_out"),
    [
        (("save", "--help"), {"dialogue", "project", "game", "messaging", "testing"}),
        (("save", "list"), {"dialogue", "project", "game", "messaging", "testing"}),
        (("ini", "lint", "--help"), {"dialogue", "project", "savegame"}),
        (("dialogue", "check", "--help"), {"game", "testing"}),
        (("check", "--help"), {"game", "testing"}),
    ],
)
def test_a_command_loads_what_it_uses(words: tuple[str, ...], left_out: set[str], tmp_path: Path) -> None:
    more = (str(tmp_path),) if words[-1] == "list" else ()
    assert packages(loaded_by(*words, *more)) & left_out == set()


def test_check_loads_the_stage_and_stories_where_a_project_says_anything_to_them(tmp_path: Path) -> None:
    (tmp_path / "Config").mkdir()
    settings = tmp_path / "Config" / "DefaultGame.ini"
    late = {"talewright.stage", "talewright.story", "talewright.game"}
    settings.write_text("[Project]\nName=smithy\n")
    assert loaded_by("check", str(tmp_path)) & late == set()
    settings.write_text("[Stage]\nTextSpeed=30\n")
    assert loaded_by("check", str(tmp_path)) & late == {"talewright.stage"}
    settings.write_text("[hall Place]\n")
    assert "talewright.story" in loaded_by("check", str(tmp_path))


def test_no_pattern_is_compiled_for_the_version() -> None:
    code = (
        "import re, sys\nmade = []\nplain = re.compile\n"
        "def counted(*words, **extra):\n"
        "    made.append(sys._getframe(1).f_globals['__name__'])\n"
        "    return plain(*words, **extra)\n"
        "re.compile = counted\n"
        "from talewright.cli.main import run\n"
        "run(['--version'])\n"
        "print([name for name in made if name.startswith('talewright')])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def groups(group: click.Group, path: str = "") -> list[tuple[str, Late]]:
    assert isinstance(group, Late), f"{path or 'talewright'} says no near names of its commands"
    found = [(path, group)]
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            found += groups(command, f"{path} {name}".strip())
    return found


@pytest.mark.parametrize(("path", "group"), groups(cli))
def test_the_table_of_a_group_says_the_first_sentence_of_each_command(path: str, group: Late) -> None:
    context = click.Context(group)
    for name, place in group.places.items():
        command = group.get_command(context, name)
        assert command is not None
        assert command.name == name
        assert place.help == command.get_short_help_str(limit=200)


@pytest.mark.parametrize(
    ("words", "near"),
    [
        (("chekc",), "check"),
        (("ini", "gte"), "get"),
        (("tags", "compcat"), "compact"),
        (("save", "lsit"), "list"),
        (("dialogue", "exlpore"), "explore"),
        (("dialogue", "strings", "exprot"), "export"),
    ],
)
def test_a_misspelt_command_is_told_its_near_name(talewright: object, words: tuple[str, ...], near: str) -> None:
    result = talewright(*words)  # type: ignore[operator]
    assert result.code == 2
    assert f"did you mean {near}?" in result.err


def complete(shell: str, words: str, current: int) -> list[str]:
    """Ask for completions as the script of a shell does, and give the names."""
    extra = {"COMP_WORDS": words, "COMP_CWORD": str(current), "_TALEWRIGHT_COMPLETE": f"{shell}_complete"}
    if shell == "fish":
        extra["COMP_CWORD"] = words.split()[current] if current < len(words.split()) else ""
    done = subprocess.run(
        [sys.executable, "-m", "talewright.cli"],
        env={**os.environ, **extra}, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    rows = done.stdout.rstrip("\n").split("\n")
    if shell == "zsh":  # type, name and help in a line each
        return rows[1::3]
    return [row.partition(",")[2].partition("\t")[0] for row in rows]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
class TestCompletion:
    def test_the_script_of_the_shell_is_printed(self, shell: str) -> None:
        env = {**os.environ, "_TALEWRIGHT_COMPLETE": f"{shell}_source"}
        done = subprocess.run(
            [sys.executable, "-m", "talewright.cli"], env=env, capture_output=True, text=True, timeout=60, check=False
        )
        assert done.returncode == 0
        assert "_TALEWRIGHT_COMPLETE" in done.stdout
        assert "error" not in done.stderr

    def test_commands(self, shell: str) -> None:
        assert complete(shell, "talewright c", 1) == ["check", "cook"]

    def test_sub_commands(self, shell: str) -> None:
        assert complete(shell, "talewright dialogue exp", 2) == ["explore"]

    def test_options(self, shell: str) -> None:
        assert "--seed" in complete(shell, "talewright play --se", 2)

    def test_nothing_fits(self, shell: str) -> None:
        assert complete(shell, "talewright zzz", 1) in ([], [""])


def test_a_shell_that_cannot_be_completed_is_said() -> None:
    env = {**os.environ, "_TALEWRIGHT_COMPLETE": "tcsh_source"}
    done = subprocess.run(
        [sys.executable, "-m", "talewright.cli"], env=env, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 2
    assert "bash, zsh and fish" in done.stderr
