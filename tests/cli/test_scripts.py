"""Scripts of inputs: from a file, from a pipe, in any of the usual encodings of lines; and what cannot be read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

INPUTS = "# a comment\n\n/talk cat\n1\n"
PRINTED = (
    "-- nobody is talking --\n"
    "Cat: Woof.\n1. Cats do not bark.\n2. Scratch it behind the ears.\n"
    "Cat: The dog left in spring. Somebody had to.\n"
)


def test_a_file_a_named_pipe_and_a_bare_pipe_are_the_same(talewright: Any, tmp_path: Path) -> None:
    file = tmp_path / "inputs.txt"
    file.write_text(INPUTS, encoding="utf-8")

    results = [
        talewright("demo", "--saved", tmp_path, "--script", file),
        talewright("demo", "--saved", tmp_path, "--script", "-", piped=INPUTS),
        talewright("demo", "--saved", tmp_path, piped=INPUTS),
    ]

    assert [r.out for r in results] == [PRINTED] * 3
    assert [(r.code, r.err) for r in results] == [(0, "")] * 3


@pytest.mark.parametrize(
    "data",
    [INPUTS.replace("\n", "\r\n").encode(), b"\xef\xbb\xbf" + INPUTS.encode(), INPUTS.rstrip("\n").encode()],
    ids=["CRLF", "byte-order mark", "no newline at the end"],
)
@pytest.mark.parametrize("through", ["file", "pipe"])
def test_lines_are_read_as_editors_write_them(data: bytes, through: str, talewright: Any, tmp_path: Path) -> None:
    file = tmp_path / "inputs.txt"
    file.write_bytes(data)
    script = file if through == "file" else "-"

    result = talewright("demo", "--saved", tmp_path / "Saved", "--script", script, piped=data)

    assert (result.code, result.out) == (0, PRINTED)


def test_a_script_that_is_not_there_is_misuse(talewright: Any, tmp_path: Path) -> None:
    result = talewright("demo", "--script", tmp_path / "nothing.txt")

    assert (result.code, result.out) == (2, "")
    assert "cannot be read: No such file or directory" in result.err
    assert "hint:" in result.err


def test_a_folder_is_no_script(talewright: Any, tmp_path: Path) -> None:
    assert talewright("demo", "--script", tmp_path).code == 2


def test_a_file_that_is_no_utf8_is_misuse_before_anything_runs(talewright: Any, tmp_path: Path) -> None:
    file = tmp_path / "inputs.txt"
    file.write_bytes(b"/look\n/talk caf\xe9\n")

    result = talewright("demo", "--saved", tmp_path, "--script", file)

    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("inputs.txt:2:10: error TW-CLI-01: the script is no UTF-8 text")


def test_a_pipe_is_read_line_by_line(talewright: Any, tmp_path: Path) -> None:
    result = talewright("demo", "--saved", tmp_path, piped=b"/score\n\xff\xfe\n/score\n")

    assert (result.code, result.out) == (2, "SCORE: 0\n")
    assert result.err.startswith("(standard input):2:1: error TW-CLI-01")


def test_an_empty_script_plays_nothing(talewright: Any, tmp_path: Path) -> None:
    assert talewright("demo", "--saved", tmp_path, piped=b"").out == ""


def test_the_seed_decides_what_is_drawn(talewright: Any, tmp_path: Path) -> None:
    def drawn(*options: object) -> str:
        return str(talewright("demo", "--saved", tmp_path, *options, piped="/createRandomItem\n").out)

    assert drawn() == drawn("--seed", 0)
    assert drawn("--seed", 1) == drawn("--seed", 1)
    assert drawn("--seed", 1) != drawn()


def test_a_saved_folder_that_cannot_be_written_is_one_message(talewright: Any, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")

    result = talewright("demo", "--saved", tmp_path / "file" / "Saved", piped="/save one\n/saveChar\n/score\n")

    assert result.code == 1
    assert result.out.startswith("error: the slot 'one' cannot be written: ")
    assert result.out.endswith("SCORE: 0\n")
    assert str(tmp_path) not in result.out


def test_another_games_slot_is_set_aside_and_said_without_numbers(talewright: Any, tmp_path: Path) -> None:
    first = talewright("demo", "--saved", tmp_path, piped="/save one\n")
    second = talewright("demo", "--saved", tmp_path, piped="/save one\n")

    assert first.out == "saved one\n"
    assert second.out == "saved one\n"
    assert second.err == "-- another game's one was set aside, beside it --\n"
    assert len(list((tmp_path / "SaveGames").glob("one*.ini"))) == 2
