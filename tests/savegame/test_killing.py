"""Processes that save in a loop and are killed at random moments: promise 1, with real kills."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from talewright.savegame import ByteStore, FolderStore, SqliteStore

ROUNDS = 100 if os.environ.get("TALEWRIGHT_SLOW") else 3
SAVER = """
import sys
from talewright.savegame import FolderStore, SaveDocument, SaveHeader, SqliteStore
kind, place, begin = sys.argv[1:]
store = FolderStore(place) if kind == "folder" else SqliteStore(place)
n = int(begin)
while True:
    n += 1
    header = SaveHeader(run="r", revision=f"{n:x}", title=f"save {n}")
    store.write("s", SaveDocument(header, {(f"thing{i}", "Thing"): {"n": n, "text": "x" * 200} for i in range(50)}))
    print(n, flush=True)
"""


def killed_after(kind: str, place: Path, begin: int, seconds: float) -> int:
    """Let a process save for a while, kill it, and give the number of the last save that it said was done."""
    command = [sys.executable, "-c", SAVER, kind, str(place), str(begin)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        first = process.stdout.readline()  # from here on it is saving
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)
        rest = process.stdout.read()
    lines = [line for line in (first + rest).split("\n")[:-1] if line]
    return int(lines[-1])


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
@pytest.mark.parametrize("kind", ["folder", "sqlite"])
def test_a_killed_process_leaves_the_last_save_or_the_one_it_was_writing(tmp_path: Path, kind: str) -> None:
    dice, done = random.Random(0), 0
    place = tmp_path / kind
    store: ByteStore = FolderStore(place) if kind == "folder" else SqliteStore(place)
    for _ in range(ROUNDS):
        done = killed_after(kind, place, done, dice.uniform(0.0, 0.1))
        document = store.read("s")
        numbers = {str(section["n"]) for section in document.of_class("Thing").values()}
        assert numbers in ({str(done)}, {str(done + 1)})
        assert document.header.title == f"save {numbers.pop()}"
        assert store.damaged() == {}
        for name in store.backups("s"):
            assert len(store.read(name)) == 50
        done = int(document.header.revision, 16)
    if isinstance(store, SqliteStore):
        store.close()
