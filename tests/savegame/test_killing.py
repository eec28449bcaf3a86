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


TWO = """
import sys
from talewright.savegame import FolderStore, SaveDocument, SaveHeader, SqliteStore
kind, place, run = sys.argv[1:]
store = FolderStore(place) if kind == "folder" else SqliteStore(place)
print("ready", flush=True)
sys.stdin.readline()
for n in range(10):
    header = SaveHeader(run=run, revision=f"{run}{n}", title=f"{run} {n}")
    print(store.write("s", SaveDocument(header, {("main", "World"): {"n": n, "run": run}})) or "-", flush=True)
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


@pytest.mark.parametrize("kind", ["folder", "sqlite"])
def test_two_processes_on_one_slot_take_turns_and_lose_nothing(tmp_path: Path, kind: str) -> None:
    place = tmp_path / kind
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", TWO, kind, str(place), run],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for run in ("a", "b")
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    kept = []
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    for process in processes:
        out, _ = process.communicate(timeout=60)
        assert process.returncode == 0
        kept += [line for line in out.split() if line != "-"]
    store: ByteStore = FolderStore(place) if kind == "folder" else SqliteStore(place)
    assert store.damaged() == {}
    slots = store.slots()
    assert set(slots) == {"s", *kept}
    assert len(kept) == len(set(kept))
    # Every save that was set aside is the other's, whole; and the last save of one of the two is the slot now.
    assert all(slots[name].revision == name.rpartition("-")[2] for name in kept)
    assert slots["s"].title in ("a 9", "b 9")
    last = {store.read(name).header.title for name in slots}
    assert {"a 9", "b 9"} <= last
    if isinstance(store, SqliteStore):
        store.close()
