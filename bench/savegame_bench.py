"""What saving costs, as ratios to the barest way of doing the same, in one interleaved run.

    python bench/savegame_bench.py [--small] [--rounds N]

Three promises are measured: a slot of 5 MB in a folder (to ``json.dumps`` and ``json.loads`` of the same data, and
writing and flushing the bytes), one slot of 2 kB in a SQLite store of 100,000 (to a commit of the same bytes), and
listing 1,000 slots (to reading the first 4 kB of each). ``--small`` takes a tenth of each. Every round runs all cases
once, in turn; a ratio is the median of the rounds' ratios.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from talewright.fields import Sections
from talewright.savegame import FolderStore, SaveDocument, SaveHeader, SqliteStore
from talewright.savegame.sealing import sealed


def sections(things: int, seed: int = 1) -> Sections:
    """Make what a game of this many objects owns: each with a script, an item and the counts of a choice."""
    dice = random.Random(seed)
    made: Sections = {}
    for n in range(things):
        position = [round(dice.uniform(0, 100), 3), round(dice.uniform(0, 100), 3), 0]
        made[f"main:/thing{n}", "GameObject"] = {
            "position": position, "parent": f"/thing{n // 2}", "components": ["controller", "talk"],
        }  # fmt: skip
        made[f"main:/thing{n}#controller", "Guard"] = {
            "health": dice.randrange(200),
            "mood": dice.choice(["ANGRY", "CALM"]),
            "armed": dice.random() < 0.5,
            "greeting": f"Good day, traveller number {n}!",
            "target": None,
            "speed": dice.random(),
            "stats": {"strength": dice.randrange(20), "wit": dice.randrange(20), "luck": dice.random()},
            "seen": [f"main:/thing{dice.randrange(things)}" for _ in range(3)],
            "home": [1, 2, 3.5],
            "note": 'a, "b" (c)' if n % 10 == 0 else "fine",
            "path": {"points": [[1, 2], [3, 4]], "loop": True},
        }
        made[f"swordx{n}abcdefghijk", "SapituInventory"] = {
            "baseItem": "sword1", "Level": dice.randrange(10), "Weight": dice.random() * 10, "Value": dice.random(),
        }  # fmt: skip
        made[f"Libretto.Dialogues.Smith.Choice_{n}", "GPVar"] = {
            "started": dice.randrange(5), "completed": 1, "offered": 3, "selected": 0,
            "first": dice.random() * 1000, "last": dice.random() * 1000, "meta": {},
        }  # fmt: skip
    return made


def timed(act: Callable[[], object]) -> float:
    begin = time.perf_counter()
    act()
    return time.perf_counter() - begin


def median_ratios(
    cases: dict[str, tuple[Callable[[], object], str]], rounds: int, inner: int = 1
) -> dict[str, tuple[float, float]]:
    """Give (milliseconds, ratio to its base) of every case: medians over the rounds."""
    for act, _ in cases.values():
        act()
    times: dict[str, list[float]] = {name: [] for name in cases}
    for _ in range(rounds):
        for name, (act, _) in cases.items():
            times[name].append(statistics.median(timed(act) for _ in range(inner)))
    return {
        name: (
            statistics.median(times[name]) * 1000,
            statistics.median(a / b for a, b in zip(times[name], times[base], strict=True)),
        )
        for name, (_, base) in cases.items()
    }


def big_slot(folder: Path, things: int, rounds: int) -> tuple[str, dict[str, tuple[float, float]]]:
    plain = sections(things)
    by_name = {f"{name} {cls}": fields for (name, cls), fields in plain.items()}
    document = SaveDocument(SaveHeader(title="At the smithy", run="r", revision="01"), plain)
    data, text = document.to_bytes(), json.dumps(by_name)
    store = FolderStore(folder / "big")

    def flushed() -> None:
        descriptor = os.open(folder / "raw", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        try:
            os.write(descriptor, data)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def base() -> None:
        json.loads(json.dumps(by_name))
        flushed()

    name = "json.dumps, json.loads, write, fsync"
    cases: dict[str, tuple[Callable[[], object], str]] = {
        name: (base, name),
        "save into a folder (goal 1.5)": (lambda: store.write("slot1", document), name),
        "  of it: write and read back in memory": (lambda: sealed(document), name),
        "  of it: write in memory": (document.to_bytes, name),
        "json.loads": (lambda: json.loads(text), "json.loads"),
        "read, lazily": (lambda: SaveDocument.parse(data), "json.loads"),
        "read, and every section": (lambda: SaveDocument.parse(data).sections, "json.loads"),
        "json.dumps": (lambda: json.dumps(by_name), "json.dumps"),
        "copy sections into a document": (lambda: SaveDocument(document.header, plain), "json.dumps"),
    }
    title = f"one slot of {len(data) / 1e6:.1f} MB, {len(plain):,} sections"
    return title, median_ratios(cases, rounds)


def many_slots(folder: Path, slots: int, rounds: int) -> tuple[str, dict[str, tuple[float, float]]]:
    # SQLite writes nothing where the bytes are those that are there: every save is another one.
    documents = [
        SaveDocument(SaveHeader(title="At the smithy", run="r", revision=f"{n:04x}"), sections(3)) for n in range(500)
    ]
    saves = [document.to_bytes() for document in documents]
    document, data = documents[0], saves[0]
    dice = random.Random(0)
    raw = sqlite3.connect(folder / "raw.db", isolation_level=None)
    raw.execute("pragma journal_mode = wal")
    raw.execute("pragma synchronous = full")
    raw.execute("create table slot (name text primary key, data blob not null)")
    stores = {kept: SqliteStore(folder / f"kept{kept}.db", backups=kept) for kept in (3, 0)}
    rows = [f"user{n}" for n in range(slots)]
    raw.execute("begin")
    raw.executemany("insert into slot values (?, ?)", ((name, data) for name in rows))
    raw.execute("commit")
    for store in stores.values():
        store.write("first", document)
        with store._writing("filling") as connection:
            connection.executemany("insert into slot values (null, ?, ?, 0, ?)", ((name, name, data) for name in rows))
    # What filling left to be written must not be measured.
    raw.execute("pragma wal_checkpoint(truncate)")
    for store in stores.values():
        store._opened().execute("pragma wal_checkpoint(truncate)")
    os.sync()

    def commit() -> None:
        raw.execute("begin immediate")
        raw.execute("update slot set data = ? where name = ?", (dice.choice(saves), dice.choice(rows)))
        raw.execute("commit")

    name = "SQLite commit (WAL, synchronous=FULL)"
    cases: dict[str, tuple[Callable[[], object], str]] = {
        name: (commit, name),
        "save into a SQLite store (goal 1.5)": (
            lambda: stores[3].write(dice.choice(rows), dice.choice(documents)),
            name,
        ),
        "the same, without backups": (lambda: stores[0].write(dice.choice(rows), dice.choice(documents)), name),
        "  of it: write and read back in memory": (lambda: sealed(document), name),
    }
    found = median_ratios(cases, rounds, inner=40)
    raw.close()
    for store in stores.values():
        store.close()
    return f"one slot of {len(data) / 1e3:.1f} kB among {slots:,}", found


def listing(folder: Path, slots: int, rounds: int) -> tuple[str, dict[str, tuple[float, float]]]:
    data = SaveDocument(SaveHeader(title="At the smithy", run="r", revision="01"), sections(30)).to_bytes()
    (folder / "list").mkdir()
    for n in range(slots):
        (folder / "list" / f"slot{n}.ini").write_bytes(data)
    store = FolderStore(folder / "list")

    def heads() -> int:
        total = 0
        for entry in os.scandir(folder / "list"):
            with open(entry.path, "rb") as file:
                total += len(file.read(4096))
        return total

    name = "read the first 4 kB of each"
    cases: dict[str, tuple[Callable[[], object], str]] = {
        name: (heads, name),
        "list the slots (goal 3.0)": (store.slots, name),
    }
    return f"{slots:,} slots of {len(data) / 1e3:.0f} kB", median_ratios(cases, rounds)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--small", action="store_true", help="a tenth of everything")
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    part: Any = 10 if options.small else 1
    with tempfile.TemporaryDirectory(dir=".") as name:
        folder = Path(name)
        for title, found in (
            big_slot(folder, 8_000 // part, options.rounds),
            many_slots(folder, 100_000 // part, options.rounds),
            listing(folder, 1_000 // part, options.rounds),
        ):
            print(f"\n{title}, {options.rounds} rounds\n{'case':42}{'ms':>10}{'ratio':>8}")
            for case, (milliseconds, ratio) in found.items():
                print(f"{case:42}{milliseconds:10.3f}{ratio:8.2f}")


if __name__ == "__main__":
    main()
