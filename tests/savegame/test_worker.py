from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from talewright.errors import InvalidName, SaveError
from talewright.savegame import FolderStore, LastRequest, MemoryStore, SaveDocument, SaveHeader


def save(n: int) -> SaveDocument:
    return SaveDocument(SaveHeader(run="r", revision=f"{n:x}"), {("main", "World"): {"n": n}})


class Slow(MemoryStore):
    """Writes when it is let."""

    def __init__(self) -> None:
        super().__init__(backups=0)
        self.may = threading.Event()
        self.begun = threading.Event()
        self.written: list[tuple[str, str]] = []

    def write(self, slot: str, document: SaveDocument) -> str | None:
        self.begun.set()
        assert self.may.wait(10)
        self.written.append((slot, document.header.revision))
        return super().write(slot, document)


def test_the_last_request_of_a_slot_counts(
) -> None:  # fmt: skip
    store = Slow()
    saves = LastRequest(store)
    first = saves.write("a", save(1))
    assert store.begun.wait(10)
    later = [saves.write("a", save(n)) for n in range(2, 9)]
    other = saves.write("b", save(9))
    assert not saves.drain(0.01)
    store.may.set()
    assert saves.drain(10)
    assert store.written == [("a", "1"), ("a", "8"), ("b", "9")]
    assert {f.result() for f in (first, *later, other)} == {None}
    assert len({id(f) for f in later}) == 1


def test_an_error_is_told_to_who_waits_and_kept_for_who_does_not() -> None:
    saves = LastRequest(MemoryStore())
    bad = save(1)
    bad.section("main", "World")["n"] = float("inf")
    future = saves.write("a", bad)
    with pytest.raises(SaveError):
        future.result(10)
    assert saves.drain(10)
    assert isinstance(saves.failed["a"], SaveError)
    saves.write("a", save(2)).result(10)
    assert saves.drain(10)
    assert saves.failed == {}


def test_many_threads_may_ask() -> None:
    store = MemoryStore()
    with LastRequest(store) as saves:

        def ask(n: int) -> None:
            for step in range(50):
                saves.write(f"slot{n % 3}", save(n * 100 + step))

        threads = [threading.Thread(target=ask, args=(n,)) for n in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert list(store.slots()) == ["slot0", "slot1", "slot2"]
    assert store.damaged() == {}


def test_nothing_is_left_undone_when_the_program_ends(tmp_path: Path) -> None:
    program = (
        "import sys, time\n"
        "from talewright.savegame import *\n"
        "class Slow(FolderStore):\n"
        "    def write(self, slot, document):\n"
        "        time.sleep(0.2)\n"
        "        return super().write(slot, document)\n"
        "saves = LastRequest(Slow(sys.argv[1]))\n"
        "for n in range(5):\n"
        "    saves.write('a', SaveDocument(SaveHeader(run='r', revision=str(n)), {('main', 'World'): {'n': n}}))\n"
        "saves.write('b', SaveDocument(SaveHeader(run='r', revision='9'), {}))\n"
    )
    subprocess.run([sys.executable, "-c", program, str(tmp_path)], check=True, timeout=60)
    store = FolderStore(tmp_path)
    assert store.read("a").header.revision == "4"
    assert store.read("b").header.revision == "9"


def test_who_stops_waiting_takes_no_save_along() -> None:
    store = Slow()
    saves = LastRequest(store)
    first = saves.write("a", save(1))
    assert store.begun.wait(10)
    waiting = saves.write("b", save(2))
    assert not waiting.cancel()

    async def impatient() -> None:
        await asyncio.wait_for(asyncio.wrap_future(waiting), 0.01)

    with pytest.raises(TimeoutError):
        asyncio.run(impatient())
    again = saves.write("b", save(3))
    store.may.set()
    assert saves.drain(10)
    assert [first.result(), again.result()] == [None, None]
    assert store.written == [("a", "1"), ("b", "3")]
    saves.write("c", save(4)).result(10)
    assert saves.drain(10)


def test_names_of_slots_ignore_case_here_too() -> None:
    store = Slow()
    saves = LastRequest(store)
    saves.write("a", save(1))
    assert store.begun.wait(10)
    assert saves.write("slot1", save(2)) is saves.write("Slot1", save(3))
    store.may.set()
    assert saves.drain(10)
    assert store.written == [("a", "1"), ("Slot1", "3")]


def test_where_no_thread_can_be_had_the_caller_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: threading.Thread) -> None:
        raise RuntimeError("can't create new thread at interpreter shutdown")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    saves = LastRequest(MemoryStore())
    assert saves.write("a", save(1)).done()
    assert saves.drain(0)
    assert saves.store.read("a").header.revision == "1"


@pytest.mark.parametrize("name", ["../x", "", "con", "slot1.bak1", None, 3, b"x", ["x"]])
def test_a_name_that_no_slot_can_have_is_refused_at_once(name: Any) -> None:
    """Faults §4 B1, the kind: a name that is no text was an `AttributeError`."""
    saves = LastRequest(MemoryStore())
    with pytest.raises(InvalidName):
        saves.write(name, save(1))
    assert saves.drain(5)
