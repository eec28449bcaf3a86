"""One vocabulary on the command line, over all commands there are (faults §8 B4).

`python tests/cli/test_vocabulary.py` writes the table of docs/command-line.md.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from talewright.cli.main import cli
from talewright.cli.output.examples import EXAMPLES
from talewright.cli.output.words import OLD, ToolCommand

PAGE = Path(__file__).resolve().parents[2] / "docs" / "command-line.md"
COLUMNS = ("--json", "--output", "--dry-run", "--force", "--format")
PLACES = {"folder", "paths", "path", "place", "project"}
MADE = {"dialogue play", "demo", "new", "play"}
"""They talk with a person, or make a folder for one: what they print is no data."""
DRAWS = {"dialogue graph", "dialogue ysls", "save export", "tags convert"}
"""What they print is a document in a format of its own."""
WRITES = {
    "cook", "dialogue coverage", "dialogue graph",
    "dialogue strings export", "dialogue strings import", "dialogue strings pseudo",
    "dialogue tag", "dialogue ysls", "ini fmt", "ini merge", "ini set", "save export", "save import", "save migrate",
    "save repair", "save retitle", "tags add", "tags compact", "tags constants", "tags convert", "tags move",
    "tags remove", "tags rename", "tags tidy", "trace",
}  # fmt: skip
"""What writes a file that a person owns or names."""
NO_FOLDER = {"new", "ini set", "ini diff", "ini merge", "tags diff", "tags convert", "dialogue strings import",
             "dialogue strings drift", "demo", "explain"}  # fmt: skip
"""They are about files that have to be named, or about no project at all."""


def walk(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from walk(command, (*path, name))
        else:
            yield " ".join((*path, name)), command


COMMANDS = dict(walk(cli))


def options(command: click.Command) -> set[str]:
    return {name for one in command.params if isinstance(one, click.Option) for name in one.opts}


def table() -> str:
    rows = ["| command | `--json` | `-o` | `--dry-run` | `--force` | `--format` | FOLDER |", "| --- " * 7 + "|"]
    for name, command in COMMANDS.items():
        marks = ["yes" if column in options(command) else "" for column in COLUMNS]
        folder = "" if name in NO_FOLDER else "may be left out"
        rows.append(f"| `{name}` | {' | '.join([*marks, folder])} |")
    return "\n".join(rows)


def old_spellings() -> str:
    rows = ["| command | old | now |", "| --- | --- | --- |"]
    for name, words in sorted(OLD.items()):
        for old, now in words.items():
            said = f"`{now}`" if now else "nothing: it writes unless `--dry-run` is given"
            rows.append(f"| `{name}` | `{old}{'FILE' if old.endswith('=') else ''}` | {said} |")
    return "\n".join(rows)


def test_the_page_has_the_tables() -> None:
    if PAGE.is_file():
        text = PAGE.read_text(encoding="utf-8")
        assert table() in text
        assert old_spellings() in text


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_speaks_the_vocabulary(name: str) -> None:
    command = COMMANDS[name]
    assert isinstance(command, ToolCommand)
    known = options(command)
    by_name = {opt: one for one in command.params if isinstance(one, click.Option) for opt in one.opts}
    if "--json" in known:
        assert by_name["--json"].is_flag
    assert ("--json" in known) == (name not in MADE | DRAWS)
    assert ("--dry-run" in known) == (name in WRITES)
    assert ("--output" in known) == ("-o" in known)
    assert "-o" not in known or {"--dry-run", "--force"} <= known
    assert not {"--write", "--out", "--chrome"} & known
    for option in command.params:
        if isinstance(option, click.Option):
            assert option.help, f"{name} {option.name}"


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - NO_FOLDER))
def test_the_folder_may_be_left_out(name: str) -> None:
    command = COMMANDS[name]
    places = [one for one in command.params if isinstance(one, click.Argument) and one.name in PLACES]
    assert places, name
    assert not places[0].required or (isinstance(command, ToolCommand) and command.here)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_has_examples_that_the_command_line_takes(name: str, talewright: Any, tmp_path: Path,
                                                           monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    result = talewright(*name.split(), "--help")
    assert result.code == 0
    rows = re.findall(r"^  (talewright .+)$", result.out.partition("\nExamples:\n")[2], re.MULTILINE)
    assert rows == list(EXAMPLES[name]) != []
    for row in rows:
        words = shlex.split(row)[1:]
        assert words[: len(name.split())] == name.split()
        rest = words[len(name.split()) :]
        for one in COMMANDS[name].params:  # files that must be there
            if isinstance(one.type, click.Path) and one.type.exists:
                for word in rest:
                    if re.search(r"\.\w+$", word):
                        Path(word).parent.mkdir(exist_ok=True)
                        Path(word).touch()
                    elif one.name != "key_file" and re.fullmatch(r"[a-z]+|Config", word):
                        Path(word).mkdir(exist_ok=True)
        parent = click.Context(cli, info_name="talewright")
        context = COMMANDS[name].make_context(name.rpartition(" ")[2], rest, parent=parent)
        assert context.params


def test_no_example_is_of_a_command_that_is_none() -> None:
    assert set(EXAMPLES) == set(COMMANDS)


def test_old_spellings_are_of_commands_and_say_what_exists() -> None:
    for name, words in OLD.items():
        for old, now in words.items():
            assert old.rstrip("=").startswith("--")
            for word in now.split():
                assert not word.startswith("--") or word in options(COMMANDS[name])


class TestOldSpellings:
    def test_out_of_merge(self, talewright: Any, tmp_path: Path) -> None:
        (tmp_path / "a.ini").write_text("[A]\nk=1\n")
        result = talewright("ini", "merge", tmp_path / "a.ini", f"--out={tmp_path / 'o.ini'}")
        assert result.code == 0
        assert (tmp_path / "o.ini").is_file()
        assert result.err.startswith("note: --out is called --output now; the old spelling works in this release\n")

    def test_write_of_tags(self, talewright: Any, tmp_path: Path) -> None:
        (tmp_path / "Config").mkdir()
        result = talewright("tags", "add", "A.B", tmp_path, "--write", "--comment", "--write")
        assert result.code == 0
        assert result.err.count("note: --write is not needed any more") == 1
        assert 'DevComment="--write"' in result.out

    def test_nothing_is_said_of_what_is_spelled_as_today(self, talewright: Any, tmp_path: Path) -> None:
        (tmp_path / "Config").mkdir()
        assert "note" not in talewright("tags", "add", "A.B", tmp_path, "--dry-run").err


class TestJsonIsASwitch:
    """An old ``--json FILE`` is misuse and is told; ``--json=FILE`` is taken for a release."""

    @pytest.fixture
    def story(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, talewright: Any) -> Path:
        monkeypatch.chdir(tmp_path)
        (tmp_path / "D_A.yarn").write_text("title: Start\n---\nAnn: Hello. #line:a\n===\n")
        assert talewright("dialogue", "explore", "--coverage", "seen.json").code == 0
        return tmp_path

    @pytest.mark.parametrize("there", [False, True])
    def test_a_file_behind_it_is_misuse(self, story: Path, talewright: Any, there: bool) -> None:
        if there:
            (story / "out.json").write_text("{}")
        result = talewright("dialogue", "coverage", "--data", "seen.json", "--json", "out.json")
        assert (result.code, result.out) == (2, "")
        assert "--json is a switch and takes no file, and out.json is no project" in result.err
        assert "--json --output out.json" in result.err
        assert not (story / "out.json").exists() or there

    def test_with_an_equals_sign_it_is_taken(self, story: Path, talewright: Any) -> None:
        result = talewright("dialogue", "coverage", "--data", "seen.json", "--json=out.json")
        assert result.code == 0
        assert "note: --json=FILE is called --json --output now" in result.err
        assert '"percent"' in (story / "out.json").read_text()

    def test_it_is_a_switch(self, story: Path, talewright: Any) -> None:
        assert '"percent"' in talewright("dialogue", "coverage", "--data", "seen.json", "--json").out
        refused = talewright("check", "--json", "out.json")
        assert refused.code == 2
        assert "--json ... > out.json" in refused.err


def test_a_place_is_the_current_folder_unless_a_path_is_named(
    talewright: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "Config").mkdir()
    (tmp_path / "Config" / "DefaultGame.ini").write_text("[A]\nk=1\n")
    monkeypatch.chdir(tmp_path)
    assert talewright("ini", "get", "A", "k").out == "1\n"
    assert talewright("save", "list").out == "nothing is saved there\n"
    assert "there is no save" in talewright("save", "show", "quick").err
    forgotten = talewright("ini", "get", "Config/DefaultGame.ini", "A")
    assert (forgotten.code, "Missing argument 'KEY'" in forgotten.err) == (2, True)


if __name__ == "__main__":
    old = PAGE.read_text(encoding="utf-8")
    for begin, made in (("| command | `--json`", table()), ("| command | old |", old_spellings())):
        old = re.sub(rf"{re.escape(begin)}(?:.*\n)(?:\|.*\n)*", lambda _, made=made: f"{made}\n", old)  # type: ignore[misc]
    PAGE.write_text(old, encoding="utf-8")
