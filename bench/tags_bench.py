"""Ratios of tags to the plainest Python that does a part of the same, in one run (performance of tags, table C).

    python bench/tags_bench.py [--small]

Absolute times depend on the machine; the ratios hardly do. ``--small`` takes seconds and is for a look.
"""

from __future__ import annotations

import argparse
import gc
import random
import statistics
import sys
import time
import timeit
import tracemalloc
from collections.abc import Callable

from talewright.config import IniDocument
from talewright.tags import TagRegistry, TagRow, load_tag_files, render_tag_list

ROUNDS = 5


def names_of(count: int) -> list[str]:
    """Names like those that a big game generates, each with its parents, sorted; 49 characters at the longest."""
    names: list[str] = []
    dialogue = 0
    while len(names) < count:
        root = f"Libretto.Dialogues.Smith{dialogue:05}"
        names.append(root)
        for choice in range(10):
            names.append(f"{root}.Choice_{choice:03}")
            names += [f"{root}.Choice_{choice:03}.Reply_{reply:02}" for reply in range(4)]
        dialogue += 1
    return names[:count]


def measured(work: Callable[[], object]) -> float:
    """Seconds of one go, without what the collector of cycles adds to whoever allocates."""
    gc.collect()
    start = time.perf_counter()
    kept = work()
    took = time.perf_counter() - start
    del kept
    return took


def registered(names: list[str]) -> TagRegistry:
    registry = TagRegistry()
    for name in names:
        registry.register(name)
    registry.close()
    return registry


def rebuilt(names: list[str]) -> TagRegistry:
    registry = TagRegistry()
    registry.register_names(names)
    registry.close()
    return registry


def loaded(data: bytes) -> TagRegistry:
    registry = TagRegistry()
    load_tag_files(registry, [IniDocument.parse(data)])
    registry.close()
    return registry


def reported(data: bytes) -> TagRegistry:
    registry = loaded(data)
    assert registry.report == []
    return registry


def loading(count: int) -> None:
    names = names_of(count)
    text = "\n".join(names)
    shuffled = names.copy()
    random.Random(0).shuffle(shuffled)
    mixed = "\n".join(shuffled)
    bare = render_tag_list([TagRow(name) for name in names])
    full = render_tag_list([TagRow(name, f"What line {n} says") for n, name in enumerate(names)])
    few = names[: min(count, 50_000)]
    # Each round takes every row once, so that all share what the machine does meanwhile. The names of each go are
    # strings that were never hashed: what a file gives.
    rows: list[tuple[str, Callable[[], Callable[[], object]], int]] = [
        ("set(names)", lambda: _set(text.split("\n")), count),
        ("load a generated list, close", lambda: lambda: loaded(bare), count),
        ("... with comments", lambda: lambda: loaded(full), count),
        ("... and its report", lambda: lambda: reported(full), count),
        ("rebuild from shuffled names, close", lambda: _rebuild(mixed.split("\n")), count),
        ("register one by one, close", lambda: lambda: registered(few), len(few)),
    ]
    times: dict[str, list[float]] = {title: [] for title, _, _ in rows}
    for _ in range(ROUNDS):
        for title, make, share in rows:
            times[title].append(measured(make()) / share)
    floor = statistics.median(times["set(names)"])
    print(f"{count:,} tags, median of {ROUNDS}{'':14}  ns/tag  x set(names)")
    for title, took in times.items():
        middle = statistics.median(took)
        print(f"{title:36}{middle * 1e9:8.0f}{middle / floor:14.1f}")
    kept: list[tuple[str, Callable[[], TagRegistry]]] = [
        ("memory, generated list", lambda: loaded(bare)),
        ("memory, with comments of 20 letters", lambda: loaded(full)),
        ("memory, rebuilt", lambda: rebuilt(mixed.split("\n"))),
    ]
    for title, make_registry in kept:
        tracemalloc.start()
        before = tracemalloc.get_traced_memory()[0]
        registry = make_registry()
        gc.collect()
        size = tracemalloc.get_traced_memory()[0] - before
        tracemalloc.stop()
        print(f"{title:36}{size / len(registry):8.0f} B a tag")
        del registry
    print()


def _set(names: list[str]) -> Callable[[], object]:
    return lambda: set(names)


def _rebuild(names: list[str]) -> Callable[[], object]:
    return lambda: rebuilt(names)


def asking(count: int, number: int) -> None:
    registry = registered(names_of(count))
    tags = list(registry)
    picked = random.Random(1).sample(tags, 30)
    for size in (10, 100):
        members = random.Random(2).sample(tags, size)
        container = registry.container(*members)
        plain = {tag.key for tag in members}
        wanted, absent, name = members[3], picked[0], members[3].name
        key, above = wanted.key, wanted.parent.parent
        six = registry.container(*members[:6])
        some = set(list(plain)[:6])
        floor, sets = "x in set", "set <= set (of 6)"
        rows: list[tuple[str, Callable[[], object], str]] = [
            (floor, lambda plain=plain, key=key: key in plain, floor),  # type: ignore[misc]
            ("has a member", lambda c=container, t=wanted: c.has(t), floor),  # type: ignore[misc]
            ("has an ancestor", lambda c=container, t=above: c.has(t), floor),  # type: ignore[misc]
            ("has not", lambda c=container, t=absent: c.has(t), floor),  # type: ignore[misc]
            ("has a name", lambda c=container, n=name: c.has(n), floor),  # type: ignore[misc]
            ("has_exact", lambda c=container, t=wanted: c.has_exact(t), floor),  # type: ignore[misc]
            ("tag.matches(tag)", lambda t=wanted, a=above: t.matches(a), floor),  # type: ignore[misc]
            (sets, lambda plain=plain, some=some: some <= plain, sets),  # type: ignore[misc]
            ("has_all of 6", lambda c=container, s=six: c.has_all(s), sets),  # type: ignore[misc]
            ("has_any of 6", lambda c=container, s=six: c.has_any(s), sets),  # type: ignore[misc]
        ]
        times: dict[str, list[float]] = {title: [] for title, _, _ in rows}
        for _ in range(9):  # interleaved, so that all rows share what the machine does meanwhile
            for title, work, _ in rows:
                times[title].append(timeit.timeit(work, number=number) / number * 1e9)
        middle = {title: statistics.median(took) for title, took in times.items()}
        print(f"container of {size:<23}      ns   x the plain set")
        for title, _, against in rows:
            print(f"{title:36}{middle[title]:8.0f}{middle[title] / middle[against]:18.2f}")
        print()


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--small", action="store_true", help="fewer tags and repetitions")
    small = parser.parse_args(arguments).small
    loading(10_000 if small else 1_000_000)
    asking(10_000 if small else 100_000, 20_000 if small else 200_000)


if __name__ == "__main__":
    main(sys.argv[1:])
