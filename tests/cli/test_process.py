"""The command in a process of its own, as people and other programs meet it."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

import pytest

COMMAND = (sys.executable, "-m", "talewright.cli")


def talewright(
    *words: object, piped: str = "", env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*COMMAND, *map(str, words)],
        input=piped.encode(),
        capture_output=True,
        env={**os.environ, **(env or {})},
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize(("words", "code"), [(["--help"], 0), ([], 2), (["check", "nowhere"], 2)], ids=str)
def test_the_process_exits_with_the_code(words: list[str], code: int) -> None:
    result = talewright(*words)

    assert result.returncode == code
    assert b"Traceback" not in result.stderr
    assert (result.stderr == b"") == (code == 0)


def test_the_version_is_the_packages() -> None:
    assert talewright("--version").stdout.decode().strip() == f"talewright {version('talewright')}"


def test_a_conversation_goes_on_in_a_new_process(tmp_path: Path) -> None:
    """Save in the middle of a conversation, quit, start again, load: same lines, choices, counts and inventory."""
    rest = "\n\n1\n\n/showChar\n/score\n/talk smith\n"
    before = "/talk cat\n1\n\n/talk smith\nluck\n\nsoot\n\n/go cellar\n/punch\n/talk landlady\n\n\nnoise\n"

    straight = talewright("demo", "--saved", tmp_path / "a", piped=f"{before}/save one\n{rest}")
    saved = talewright("demo", "--saved", tmp_path / "b", piped=f"{before}/save one\n")
    loaded = talewright("demo", "--saved", tmp_path / "b", piped=f"/load one\n{rest}")

    assert straight.returncode == saved.returncode == loaded.returncode == 0, loaded.stdout
    assert straight.stdout.startswith(saved.stdout)
    shown = b"Gundra: Nothing is wrong with the cellar. It is the rat in it that is wrong.\n"
    assert loaded.stdout == b"loaded one\n" + shown + straight.stdout[len(saved.stdout) :]


def test_options_come_back_as_they_were_offered(tmp_path: Path) -> None:
    before = "/talk smith\nluck\n\n"
    saved = talewright("demo", "--saved", tmp_path, piped=f"{before}/save one\n")
    loaded = talewright("demo", "--saved", tmp_path, piped="/load one\n")

    shown = saved.stdout.decode().split("no customer.\n")[1].removesuffix("saved one\n")
    assert "2. Anything for luck? (already chosen)" in shown
    assert loaded.stdout.decode() == f"loaded one\n{shown}"


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-16"])
def test_the_machines_encoding_changes_no_byte(encoding: str, tmp_path: Path) -> None:
    folder = tmp_path / "project"
    (folder / "Dialogues").mkdir(parents=True)
    text = "title: Hof\n---\nMüller: Grüß Gott, 日本 ★ #line:gruss\n===\n"
    (folder / "Dialogues" / "D_Hof.yarn").write_text(text, encoding="utf-8")

    result = talewright("play", folder, piped="/talk Hof\n", env={"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"})

    assert result.returncode == 0
    assert result.stdout == "Müller: Grüß Gott, 日本 ★\n".encode()


@pytest.mark.skipif(os.name == "nt", reason="pipes break otherwise there")
def test_a_reader_that_leaves_early_is_no_error(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*COMMAND, "demo", "--saved", str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdin.write(b"/score\n")
    process.stdin.flush()
    assert process.stdout.readline() == b"SCORE: 0\n"  # printed before the next line is read
    process.stdout.close()
    with suppress(BrokenPipeError):
        process.stdin.write(b"/score\n" * 100)
        process.stdin.flush()
    with suppress(BrokenPipeError):
        process.stdin.close()

    assert process.wait(timeout=60) == 0
    assert process.stderr.read() == b""
    process.stderr.close()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_one_message(tmp_path: Path) -> None:
    with open("/dev/full", "wb") as full:
        result = subprocess.run(
            [*COMMAND, "demo", "--saved", str(tmp_path)],
            input=b"/score\n",
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )

    assert result.returncode == 1
    assert result.stderr.startswith(b"error: ")
    assert b"Traceback" not in result.stderr


@pytest.mark.skipif(os.name != "posix", reason="closes file descriptors by the shell")
@pytest.mark.parametrize(
    "words", ["--version", "demo --saved {folder} --script {script}", "check {folder}", "cook nowhere"]
)
@pytest.mark.parametrize("closed", [">&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_a_process_without_outputs_does_its_work_quietly(tmp_path: Path, words: str, closed: str) -> None:
    (tmp_path / "Dialogues").mkdir()
    script = tmp_path / "script.txt"
    script.write_text("/save a\n", encoding="utf-8")
    line = words.format(folder=tmp_path, script=script)
    expected = 2 if "nowhere" in words else 0
    result = subprocess.run(
        ["sh", "-c", f"exec {sys.executable} -m talewright.cli {line} {closed}"],
        capture_output=True,
        timeout=120,
        check=False,
    )

    assert (result.returncode, b"Traceback" in result.stderr) == (expected, False)


@pytest.mark.skipif(os.name != "posix", reason="a pipe of the shell")
@pytest.mark.parametrize("words", ["--help", "demo --help", "--version"])
def test_help_that_nobody_reads_is_no_error(words: str) -> None:
    line = f"({sys.executable} -m talewright.cli {words}; echo $? >&2) | true"
    for _ in range(3):
        result = subprocess.run(["sh", "-c", line], capture_output=True, timeout=120, check=False)

        assert result.stderr.decode().strip() == "0"


def test_a_lone_carriage_return_ends_a_line_in_a_pipe_as_in_a_file(tmp_path: Path) -> None:
    script = tmp_path / "script.txt"
    script.write_bytes(b"/talk smith\r\r2\r")

    file = talewright("demo", "--saved", tmp_path / "a", "--script", script)
    pipe = talewright("demo", "--saved", tmp_path / "b", piped="/talk smith\r\r2\r")

    assert file.stdout == pipe.stdout
    assert b"Traceback" not in pipe.stderr


def test_a_game_that_cannot_begin_is_not_played(tmp_path: Path) -> None:
    (tmp_path / "Config").mkdir()
    code = (
        "from talewright import collection\n@collection('main')\ndef new(game, world):\n    raise ValueError('full')\n"
    )
    (tmp_path / "scripts.py").write_text(code, encoding="utf-8")

    result = talewright("play", tmp_path, piped="/save a\n/showChar\n")

    assert result.returncode == 1
    assert result.stdout.decode().splitlines()[0].startswith("error: the collection 'main' cannot be built: ValueError")
    assert not (tmp_path / "Saved" / "SaveGames").exists()
