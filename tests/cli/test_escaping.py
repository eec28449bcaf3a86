"""No text of a file reaches a terminal or a pipe as it is (faults §2 B1)."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from talewright.cli.output.errors import OK, guarded
from talewright.cli.output.streams import Printable, paint
from talewright.escaping import matching, on_one_line, printable, typed
from talewright.views.plain import Printed, show

EVIL = "\x1b[2J\x07\x9b31m\u202eexe\u2066\x00\x7f"
RAW = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
INI = f'[Ev{EVIL}il]\nKe{EVIL}y=val{EVIL}ue\n# no{EVIL}te\n[Plain]\nQ="a{EVIL}"b\n+K=(a{EVIL}\n'


def test_a_text_is_escaped_as_json_spells_it() -> None:
    assert RAW.search(printable(EVIL)) is None
    assert json.loads(f'"{printable(EVIL)}"') == EVIL
    assert printable("a\tb\nc\r\nd\re\n\rf") == "a\tb\nc\r\nd\\u000de\n\\u000df"
    assert on_one_line("a\r\nb") == "a\\u000d\\u000ab"


@pytest.mark.parametrize("spelled", [printable, lambda text: "".join(f"\\x{ord(c):02x}" for c in text)])
def test_a_name_is_found_as_it_is_printed(spelled: Callable[[str], str]) -> None:
    name = "\x1b\x07\x9b"
    assert typed(spelled(name)) == name
    assert matching(spelled(name), [name]) == name


def test_a_name_that_has_the_escape_itself_comes_first() -> None:
    assert matching("\\u001b", ["\x1b", "\\u001b"]) == "\\u001b"
    assert matching("C:\\users\\x\\", ["a"]) == "C:\\users\\x\\"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "game"
    (root / "Dialogues").mkdir(parents=True)
    (root / "Config" / "Tags").mkdir(parents=True)
    (root / "Config" / "DefaultGame.ini").write_bytes(INI.encode())
    (root / "Config" / "Tags" / "A.ini").write_bytes(
        f'[/Script/GameplayTags.GameplayTagsList]\nGameplayTagList=(Tag="A.B",DevComment="x{EVIL}")\n'.encode()
    )
    script = f"title: Start\n---\nSm{EVIL}ith: hello {EVIL} #line:a{EVIL}\n-> op{EVIL}\n    <<jump No{EVIL}>>\n===\n"
    (root / "Dialogues" / "D_Smith.yarn").write_bytes(script.encode())
    return root


COMMANDS = [
    ("ini", "show", "{ini}"),
    ("ini", "show", "{ini}", "--json"),
    ("ini", "get", "{ini}", "Plain", "Q"),
    ("ini", "get", "{ini}", "{section}", "{key}"),
    ("ini", "get", "{ini}", "Evil", "Key"),
    ("ini", "get", "{ini}", "{section}", "Kei"),
    ("ini", "explain", "{ini}", "{section}", "{key}"),
    ("ini", "lint", "{ini}", "--all"),
    ("ini", "lint", "{ini}", "--all", "--json"),
    ("ini", "merge", "{ini}"),
    ("ini", "fmt", "{ini}", "--dry-run"),
    ("ini", "diff", "{ini}", "{empty}"),
    ("ini", "set", "{ini}", "{section}", "{key}", EVIL),
    ("ini", "show", f"no{EVIL.replace(chr(0), '')}file.ini"),
    ("tags", "list", "{root}"),
    ("tags", "tree", "{root}"),
    ("tags", "explain", "A.B", "{root}"),
    ("tags", "lint", "{root}"),
    ("dialogue", "check", "{root}"),
    ("dialogue", "graph", "{root}"),
    ("dialogue", "tag", "{root}", "--dry-run"),
    ("dialogue", "play", "{root}/Dialogues/D_Smith.yarn", "--script", "{inputs}"),
    ("check", "{root}"),
    ("play", "{root}", "--script", "{inputs}"),
    ("trace", "{root}", "--script", "{inputs}"),
]


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(map(str, words[:3])).translate({0: None}))
def test_no_command_prints_what_a_file_says_as_it_is(
    talewright: Callable[..., Any], folder: Path, words: tuple[str, ...]
) -> None:
    inputs, empty = folder.parent / "inputs", folder.parent / "empty.ini"
    inputs.write_text(f"\n1\n/talk {EVIL}\n/frob {EVIL}\n", "utf-8")
    empty.write_text("[A]\nk=1\n")
    places = {
        "ini": folder / "Config" / "DefaultGame.ini", "root": folder, "inputs": inputs, "empty": empty,
        "section": printable(f"Ev{EVIL}il"), "key": printable(f"Ke{EVIL}y"),
    }  # fmt: skip
    result = talewright(*(str(places[word[1:-1]]) if word[1:-1] in places else word.format(**places) for word in words))
    said = result.out + result.err
    assert said.strip()
    assert RAW.search(said) is None
    if "--json" in words:
        json.loads(result.out)


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_colours_are_put_on_behind_the_escapes(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = _Terminal()
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr(sys, "stdout", screen)

    def command() -> int:
        assert isinstance(sys.stdout, Printable)
        paint("+ a\x1b[0m", "green")
        return OK

    assert guarded(command) == OK
    assert screen.getvalue() == "\x1b[32m+ a\\u001b[0m\x1b[0m\n"
    assert sys.stdout is screen


def test_a_game_at_a_terminal_is_escaped_and_coloured() -> None:
    screen = _Terminal()
    console = Console(file=screen, force_terminal=True, width=200)
    piece = Printed("line", f"Sm{EVIL}: {EVIL}", len(EVIL) + 3)
    show([piece], console)
    said = re.sub("\x1b\\[[0-9;]*m", "", screen.getvalue())
    assert said == f"{printable(piece.text)}\n"
