"""What finding the tags of many dialogues costs, as ratios to reading all their bytes in one run (performance, D).

    python bench/scan_bench.py [--small] [--rounds N]

20,000 generated dialogues of 2 KB (``--small``: 1,000) in a temporary folder, warm in the page cache. Every round runs
all cases once, in turn, so that all share what the machine does meanwhile; the ratio is the median of the rounds'
ratios. Processor time is measured, of this process and of the system for it. What an opening and a cook leave behind is
made from the scan, since compiling so many dialogues takes minutes; ``--compile`` does it.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from talewright.diagnostics import Report, Span
from talewright.dialogue import Dialogue, Outline, Source, VariableInfo, compile
from talewright.game import Conversation, Game
from talewright.project import CodeNames, Project
from talewright.project.cook import export as cooking
from talewright.project.cook.late import register
from talewright.project.cook.restart import inputs_of, lock_state, write_restart
from talewright.project.identity.lock import Locked
from talewright.project.identity.matching import Identity
from talewright.project.scan.dialogue_files import scan
from talewright.project.scan.elements import read_rows
from talewright.project.scan.extract import extract
from talewright.project.scan.generated_tags import GeneratedTag
from talewright.project.scan.incremental import Scan, scan_elements
from talewright.project.scan.listing import list_dialogues
from talewright.savegame import MemoryStore
from talewright.tags import TagRegistry

WORDS = [
    *("the", "old", "mill", "stands", "by", "a", "river", "where", "nobody", "goes", "after", "dark", "because", "of"),
    *("what", "was", "seen", "there", "last", "winter", "when", "snow", "lay", "deep", "and", "ann", "came", "home"),
]


def script(number: int) -> str:
    """A dialogue as dense as those of games: 44 B a row, and a node, 1.4 choices and 3.3 replies in each 1.5 KB."""
    draw = random.Random(number)

    def say(count: int) -> str:
        return " ".join(draw.choice(WORDS) for _ in range(count)).capitalize() + "."

    rows: list[str] = []
    for node in range(2):
        ids = f"{number:x}n{node}"
        rows += [f"title: N{number}_{node}", *(["selectors: Intro"] if node == 0 else []), "---"]
        rows += [f"Smith: {say(7)} #line:{ids}a{line}" for line in range(4)]
        rows += [f"<<if $gold_{number % 50} >= {node}>>", f"    Smith: {say(6)} #line:{ids}b0"]
        rows += ["<<else>>", f"    Ann: {say(6)} #line:{ids}b1", "<<endif>>", f"Ann: {say(8)} #line:{ids}b2"]
        for option in range(3 - node):
            choice = f" #choice:{ids}c" if option == 0 else ""
            rows.append(f"-> {say(4)}{choice} #line:{ids}d{option}")
            rows += [f"    Smith: {say(6)} #line:{ids}e{option}{line}" for line in range(2)]
            rows.append("    <<give sword>>" if option or node else f"    <<jump N{number}_1>>")
        rows += [f"Smith: {say(7)} #line:{ids}f{line}" for line in range(3)]
        rows.append("===")
    return "\n".join(rows) + "\n"


def write_project(folder: Path, count: int) -> list[str]:
    declared = "".join(f"<<declare $gold_{n} = 5>>\n" for n in range(50))
    (folder / "Dialogues").mkdir()
    (folder / "Dialogues/D_Start.yarn").write_text(f"title: Start\n---\n{declared}===\n", encoding="utf-8")
    paths = []
    for number in range(count):
        inside = folder / "Dialogues" / f"Part{number // 500}"
        inside.mkdir(exist_ok=True)
        path = inside / f"D_Talk{number}.yarn"
        path.write_text(script(number), encoding="utf-8")
        paths.append(str(path))
    return paths


def read_bytes(path: str) -> bytes:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        return os.read(descriptor, 65536)
    finally:
        os.close(descriptor)


def read_all(paths: list[str]) -> None:
    for path in paths:
        read_bytes(path)


def read_plainly(paths: list[str]) -> None:
    for path in paths:
        Path(path).read_bytes()


def extract_all(paths: list[str]) -> None:
    for path in paths:
        rows = extract("Talk", read_bytes(path).decode())
        assert rows is not None


def read_fully(paths: list[str]) -> None:
    for path in paths:
        rows, _ = read_rows(Source("Talk", path, read_bytes(path).decode()))
        assert rows is not None


def measured(work: Callable[[], object]) -> float:
    gc.collect()
    start = time.process_time()
    kept = work()
    took = time.process_time() - start
    del kept
    return took


def outlined(scan: Scan) -> Outline:
    """The outline that compiling the dialogues would give, as far as these need one."""
    dialogues = {}
    for one in scan.dialogues:
        nodes = tuple(element.node for element in one.elements if element.kind == "subdialogue")
        dialogues[one.name] = Dialogue(one.name, one.path, (), nodes)
    gold = (f"$gold_{n}" for n in range(50))
    variables = {name: VariableInfo(name, "Number", 5.0, True, Span("Dialogues/D_Start.yarn")) for name in gold}
    return Outline(dialogues, {}, variables, frozenset(), {}, {}, {}, "0" * 64)


def play_one(folder: Path, saved: Path | None, *, cooked: bool) -> None:
    """Open the project and play a dialogue to its end."""
    game = Game(Project.open(folder, cooked=cooked, saved_dir=saved), seed=0, saves=MemoryStore())
    talk = Conversation("Talk7")
    game.world.spawn("smith", talk=talk)
    talk.start()
    while talk.playing:
        if talk.options:
            talk.choose(0)
        else:
            talk.advance()
        game.step()


def prepare(folder: Path, saved: Path) -> int:
    """Leave what a successful opening and a cook of the project would; give the number of tags."""
    scan_elements(folder, {}, saved_dir=saved)
    elements = scan_elements(folder, {}, saved_dir=saved)
    tags = elements.tags()
    entries = [Locked(f"key:{n}", tag.kind, tag.name.rpartition(".")[2], "", tag.name) for n, tag in enumerate(tags)]
    files = scan(folder, {}, Report())
    outline = outlined(elements)
    cooking.write(folder, cooking.render(tags, files, outline, Identity(entries), {}))
    listing = list_dialogues(folder)
    write_restart(
        saved,
        inputs_of({}, CodeNames(), listing),
        lock_state(folder, time.time_ns()),
        listing,
        time.time_ns(),
        tags=tags,
        files=files,
        redirects=(),
        keys={entry.tag: entry.key for entry in entries},
        findings=(),
        outline=outline,
        elements=entries,
    )
    assert not elements.report
    return len(tags)


def scanning(count: int, rounds: int, *, compiled: bool) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        paths = write_project(folder, count)
        size = sum(map(os.path.getsize, paths))
        saved = folder / "Saved"
        time.sleep(2.5)  # until the times of change tell something
        if compiled:
            project = Project.open(folder)
            project.cook()
            tags = len(list(project.tags.rows()))
            Project.open(folder, saved_dir=saved)
        else:
            tags = prepare(folder, saved)
        few = paths[:: max(1, count // 200)]
        cases: list[tuple[str, Callable[[], object], int]] = [
            ("read all bytes: os.open, os.read", lambda: read_all(paths), count),
            ("Path.read_bytes", lambda: read_plainly(paths), count),
            ("extractor: read and extract", lambda: extract_all(paths), count),
            ("full reader, of one file alone", lambda: read_fully(few), len(few)),
            ("scan for tags, nothing remembered", lambda: scan_elements(folder, {}), count),
            ("scan for tags, nothing changed", lambda: scan_elements(folder, {}, saved_dir=saved), count),
            ("unchanged restart: Project.open", lambda: Project.open(folder, saved_dir=saved), count),
            ("packaged start: Project.open", lambda: Project.open(folder, cooked=True), count),
            ("... and a dialogue played, restarted", lambda: play_one(folder, saved, cooked=False), count),
            ("... and a dialogue played, packaged", lambda: play_one(folder, None, cooked=True), count),
        ]
        goals = {2: "10", 6: "2", 7: "3"}
        times: list[list[float]] = [[] for _ in cases]
        for _ in range(rounds):
            for number, (_, work, share) in enumerate(cases):
                times[number].append(measured(work) / share)
        print(f"{count:,} dialogues of {size // count:,} B, {tags:,} tags; median of {rounds} rounds")
        print(f"{'':36} us/file   x read    goal")
        for number, (title, _, _) in enumerate(cases):
            ratio = statistics.median(one / base for one, base in zip(times[number], times[0], strict=True))
            middle = statistics.median(times[number]) * 1e6
            print(f"{title:36}{middle:8.1f}{ratio:9.2f}{goals.get(number, ''):>8}")
        print()


def opening(count: int, rounds: int) -> None:
    """What the first opening of a project costs, to compiling its scripts: with a Saved folder it also remembers."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        write_project(folder, count)
        for path in sorted((folder / "Dialogues").rglob("D_Talk*[05].yarn")):  # the quick reader gives these up
            path.write_text(path.read_text("utf-8").replace(" #choice:", " #aside:"), encoding="utf-8")
        sources = [file.source for file in scan(folder, {}, Report())]

        def remembered() -> None:
            with tempfile.TemporaryDirectory() as saved:
                Project.open(folder, saved_dir=saved)

        cases: list[tuple[str, Callable[[], object]]] = [
            ("compile alone", lambda: compile(sources, whole=True)),
            ("first opening: Project.open", lambda: Project.open(folder)),
            ("... with a Saved folder", remembered),
        ]
        times: list[list[float]] = [[] for _ in cases]
        for _ in range(rounds):
            for number, (_, work) in enumerate(cases):
                times[number].append(measured(work) / count)
        print(f"{count:,} dialogues, a fifth of them without ids; median of {rounds} rounds")
        print(f"{'':36} us/file  x compile")
        for number, (title, _) in enumerate(cases):
            ratio = statistics.median(one / base for one, base in zip(times[number], times[0], strict=True))
            print(f"{title:36}{statistics.median(times[number]) * 1e6:8.0f}{ratio:9.2f}")
        print()


def registering(count: int, rounds: int) -> None:
    names = [
        f"Libretto.Dialogues.Smith{d:05}.Choice_{c:03}.Reply_{r:02}"
        for d in range(count // 40 + 1)
        for c in range(10)
        for r in range(4)
    ][:count]
    random.Random(0).shuffle(names)
    place = Span("Dialogues/D_Smith.yarn", 3, 4, 3, 9)
    generated = [GeneratedTag(name, "What do you need?", place, "reply") for name in names]
    text = "\n".join(names)

    def registered(*, reported: bool) -> TagRegistry:
        registry = TagRegistry()
        register(registry, generated, Report())
        registry.close()
        assert not reported or registry.report == []
        return registry

    cases: list[tuple[str, Callable[[], object]]] = [
        ("set(names)", lambda: set(text.split("\n"))),
        ("register and close", lambda: registered(reported=False)),
        ("... and compare all spellings", lambda: registered(reported=True)),
    ]
    times: list[list[float]] = [[] for _ in cases]
    for _ in range(rounds):
        for number, (_, work) in enumerate(cases):
            times[number].append(measured(work) / count)
    print(f"{count:,} elements, shuffled; median of {rounds} rounds")
    print(f"{'':36}  ns/tag    x set    goal")
    for number, (title, _) in enumerate(cases):
        ratio = statistics.median(one / base for one, base in zip(times[number], times[0], strict=True))
        print(f"{title:36}{statistics.median(times[number]) * 1e9:8.0f}{ratio:9.2f}{'25' if number else '':>8}")


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--small", action="store_true", help="fewer dialogues, for a look")
    parser.add_argument("--compile", action="store_true", help="open and cook the project for it, the long way")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args(arguments)
    scanning(1_000 if options.small else 20_000, options.rounds, compiled=options.compile)
    opening(200 if options.small else 2_000, options.rounds)
    registering(20_000 if options.small else 500_000, options.rounds)


if __name__ == "__main__":
    main(sys.argv[1:])
