"""Ratios of tags to the plainest Python that does a part of the same, in one run (performance of tags, table C).

    python bench/tags_bench.py [--small]

Absolute times depend on the machine; the ratios hardly do. ``--small`` takes seconds and is for a look.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import timeit
import tracemalloc
from collections.abc import Callable

from talewright.config import IniDocument
from talewright.tags import TagRegistry, TagRow, load_tag_files, render_tag_list


def names_of(count: int) -> list[str]:
    """Names like those that a big game generates, sorted, about 49 characters long."""
    return [
        f"Libretto.Dialogues.Smith{n // 40:05}.Choice_{n // 4 % 10:03}.Reply_{n % 4:05}x{n % 97:02}"
        for n in range(count)
    ]


def seconds(work: Callable[[], object], repeat: int = 3) -> float:
    best = float("inf")
    for _ in range(repeat):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


def nanoseconds(work: Callable[[], object], number: int) -> float:
    return min(timeit.repeat(work, number=number, repeat=7)) / number * 1e9


def registered(names: list[str]) -> TagRegistry:
    registry = TagRegistry()
    for name in names:
        registry.register(name)
    registry.close()
    return registry


def registered_rows(rows: list[TagRow]) -> TagRegistry:
    registry = TagRegistry()
    registry.register_rows(rows)
    registry.close()
    return registry


def loaded(data: bytes) -> TagRegistry:
    registry = TagRegistry()
    load_tag_files(registry, [IniDocument.parse(data)])
    registry.close()
    return registry


def loading(count: int) -> None:
    names = names_of(count)
    tag_rows = [TagRow(name) for name in names]
    data = render_tag_list(tag_rows)
    shuffled = tag_rows.copy()
    random.Random(0).shuffle(shuffled)
    floor = seconds(lambda: set(names))
    rows: list[tuple[str, Callable[[], object]]] = [
        ("set(names)", lambda: set(names)),
        ("register all, close", lambda: registered(names)),
        ("register all as rows, close", lambda: registered_rows(tag_rows)),
        ("... shuffled", lambda: registered_rows(shuffled)),
        ("load a generated list, close", lambda: loaded(data)),
    ]
    print(f"{count:,} tags{'':24}  ns/tag  x set(names)")
    for title, work in rows:
        took = seconds(work)
        print(f"{title:36}{took / count * 1e9:8.0f}{took / floor:14.1f}")
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    registry = loaded(data)
    size = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    print(f"{'memory of a registry':36}{size / len(registry):8.0f} B a tag\n")


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
        floor = nanoseconds(lambda plain=plain, key=key: key in plain, number)  # type: ignore[misc]
        sets = nanoseconds(lambda plain=plain, some=some: some <= plain, number)  # type: ignore[misc]
        rows: list[tuple[str, Callable[[], object], float]] = [
            ("x in set", lambda plain=plain, key=key: key in plain, floor),  # type: ignore[misc]
            ("has a member", lambda c=container, t=wanted: c.has(t), floor),  # type: ignore[misc]
            ("has an ancestor", lambda c=container, t=above: c.has(t), floor),  # type: ignore[misc]
            ("has not", lambda c=container, t=absent: c.has(t), floor),  # type: ignore[misc]
            ("has a name", lambda c=container, n=name: c.has(n), floor),  # type: ignore[misc]
            ("has_exact", lambda c=container, t=wanted: c.has_exact(t), floor),  # type: ignore[misc]
            ("tag.matches(tag)", lambda t=wanted, a=above: t.matches(a), floor),  # type: ignore[misc]
            ("set <= set (of 6)", lambda plain=plain, some=some: some <= plain, sets),  # type: ignore[misc]
            ("has_all of 6", lambda c=container, s=six: c.has_all(s), sets),  # type: ignore[misc]
            ("has_any of 6", lambda c=container, s=six: c.has_any(s), sets),  # type: ignore[misc]
        ]
        print(f"container of {size:<23}      ns   x the plain set")
        for title, work, against in rows:
            took = nanoseconds(work, number)
            print(f"{title:36}{took:8.0f}{took / against:18.2f}")
        print()


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--small", action="store_true", help="fewer tags and repetitions")
    small = parser.parse_args(arguments).small
    loading(10_000 if small else 100_000)
    asking(10_000 if small else 100_000, 20_000 if small else 200_000)


if __name__ == "__main__":
    main(sys.argv[1:])
