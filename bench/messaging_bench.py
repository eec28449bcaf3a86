"""What a message costs, as ratios: run ``python bench/messaging_bench.py``.

``--small`` gives a quick look, ``--million`` measures memory at 10^6 objects too, ``--parts`` takes `Script.post`
apart.

All cases of a table run interleaved in one process, and a ratio is the median over the rounds of a case's time to the
time of the bare loop (or, with fields, of the bare call that builds the dict) in the same round: read the ratios, the
nanoseconds only give the scale. Tracing hooks, dead letters, error isolation and pass limits are in place, as always.
Peers are measured where they can be imported (asyncio comes with Python; blinker, PyPubSub, pygame-ce and esper are
optional). Goals stand behind the figures; nothing here is a test.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import importlib
import os
import random
import statistics
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from typing import Any

from talewright.messaging import Script, TraceEvent, Url, Worlds

Case = Callable[[], object]


class Counter(Script):
    """Counts; with a slot, because CPython 3.13 is slow at attributes that hide a default of the class."""

    __slots__ = ("n",)

    n: int

    def on_message(self, message_id: str, message: Any, sender: Url) -> None:
        self.n += 1

    def plain(self, message_id: str, message: Any, sender: Any) -> None:
        self.n += 1


class Listener:
    """The same for peers."""

    __slots__ = ("__weakref__", "n")

    def __init__(self) -> None:
        self.n = 0

    def plain(self, message_id: str, message: Any, sender: Any) -> None:
        self.n += 1

    def hear(self, sender: Any) -> None:
        self.n += 1


class Idle(Script):
    __slots__ = ()


class Ordinary(Script):
    pass


def ignore(event: TraceEvent) -> None:
    """A sink."""


def quiet(step: Callable[[], None]) -> float:
    gc.collect()
    gc.disable()
    start = time.process_time()  # other programs on the machine do not count
    step()
    took = time.process_time() - start
    gc.enable()
    return took


def interleaved(cases: dict[str, Case], rounds: int) -> dict[str, list[float]]:
    times: dict[str, list[float]] = {name: [] for name in cases}
    for step in cases.values():
        step()
    for _ in range(rounds):
        for name, step in cases.items():
            times[name].append(quiet(step))  # type: ignore[arg-type]
    return times


NEW = sys.version_info >= (3, 13)
GOALS = {
    "self.post, by Url": 4.3 if NEW else 5.0,
    "self.post, by relative text": 4.5 if NEW else 5.2,
    "self.post, two fields, by Url": 3.8,
}
PEER_GOALS = {
    "blinker": 8.0,
    "PyPubSub": 15.0,
    "pygame.event post + get": 2.0,
    "esper dispatch_event": 2.0,
    "asyncio.Queue put/get_nowait": 1.5,
}


def table(title: str, cases: dict[str, Case], calls: int, rounds: int, base: str) -> dict[str, list[float]]:
    times = interleaved(cases, rounds)
    print(f"\n| {title} | ns | ratio | goal |\n| --- | --- | --- | --- |")
    for name, taken in times.items():
        ratios = [a / b for a, b in zip(taken, times[base], strict=True)]
        goal = f"at most {GOALS[name]}" if name in GOALS and "100,000" not in title else ""
        print(f"| {name} | {statistics.median(taken) / calls * 1e9:.0f} | {statistics.median(ratios):.2f} | {goal} |")
    return times


def against(times: dict[str, list[float]], ours: str) -> None:
    print(f"\n| peer | times as slow as {ours} | goal |\n| --- | --- | --- |")
    for name, goal in PEER_GOALS.items():
        if name in times:
            ratios = [a / b for a, b in zip(times[name], times[ours], strict=True)]
            print(f"| {name} | {statistics.median(ratios):.1f} | at least {goal} |")


def bodies(count: int, repeat: int, shuffle: bool) -> tuple[dict[str, Case], dict[str, Case]]:
    worlds = Worlds()
    world = worlds.create("main")
    scripts = [Counter(0) for _ in range(count)]
    for i, script in enumerate(scripts):
        world.spawn(f"level/r{i}", c=script)
    hero = Counter(0)
    world.spawn("level/hero", c=hero)
    worlds.step()
    order = list(range(count))
    if shuffle:
        random.Random(1).shuffle(order)
    urls = [scripts[i].url() for i in order]
    texts = [f"r{i}#c" for i in order]
    methods = [scripts[i].plain for i in order]
    dispatch, me, say = world._life.socket.dispatch, hero.url(), hero.post
    many: dict[str, Any] = {f"c{i}": Counter(0) for i in range(min(count, 1000))}
    crowd = world.spawn("crowd", **many) if count <= 1000 else None
    both: list[Any] = [None]

    def bare() -> None:
        for _ in range(repeat):
            for method in methods:
                method("punch", None, me)

    def bare_fields() -> None:
        for _ in range(repeat):
            for method in methods:
                method("punch", {"power": 50, "who": "hero"}, me)

    def method_by(receivers: list[Any]) -> Case:
        def run() -> None:
            for _ in range(repeat):
                for receiver in receivers:
                    say(receiver, "punch")
                dispatch(1)

        return run

    def method_fields(receivers: list[Any]) -> Case:
        def run() -> None:
            for _ in range(repeat):
                for receiver in receivers:
                    say(receiver, "punch", power=50, who="hero")
                dispatch(1)

        return run

    def broadcast() -> None:
        for _ in range(repeat):
            say(crowd_url, "punch")
            dispatch(1)

    def traced_post() -> None:
        worlds.trace = ignore
        by_url()
        worlds.trace = None

    by_url = method_by(urls)
    plain: dict[str, Case] = {
        "bare bound-method loop": bare,
        "self.post, by Url": by_url,
        "self.post, by relative text": method_by(texts),
        "self.post, by Url, with a sink that listens": traced_post,
    }
    if crowd is not None:
        crowd_url = world.url("/crowd")
        plain["broadcast to one object, per component"] = broadcast
    fields: dict[str, Case] = {
        "bare call that builds the dict": bare_fields,
        "self.post, two fields, by Url": method_fields(urls),
        "self.post, two fields, by text": method_fields(texts),
    }
    both[0] = worlds
    return plain, fields


def peers(count: int, repeat: int) -> dict[str, Case]:
    """The same work by other means: a sender to methods of objects. None of them copies or resolves an address."""
    scripts = [Listener() for _ in range(count)]
    methods = [s.plain for s in scripts]
    me = Listener()
    cases: dict[str, Case] = {}
    loop = asyncio.new_event_loop()
    queue: asyncio.Queue[Any] = asyncio.Queue()

    def by_asyncio() -> None:
        for _ in range(repeat):
            for method in methods:
                queue.put_nowait((method, "punch", None, me))
            for _ in methods:
                method, message_id, message, sender = queue.get_nowait()
                method(message_id, message, sender)

    cases["asyncio.Queue put/get_nowait"] = by_asyncio
    loop.close()
    blinker = optional("blinker")
    if blinker is not None:
        signals = [blinker.Signal() for _ in scripts]
        for signal, script in zip(signals, scripts, strict=True):
            signal.connect(script.hear)

        def by_blinker() -> None:
            for _ in range(repeat):
                for signal in signals:
                    signal.send(me)

        cases["blinker"] = by_blinker
    pubsub = optional("pubsub.pub")
    if pubsub is not None:
        for i, script in enumerate(scripts):
            pubsub.subscribe(script.hear, f"r{i}")
        names = [f"r{i}" for i in range(count)]

        def by_pubsub() -> None:
            for _ in range(repeat):
                for name in names:
                    pubsub.sendMessage(name, sender=me)

        cases["PyPubSub"] = by_pubsub
    esper = optional("esper")
    if esper is not None:
        for i, script in enumerate(scripts):
            esper.set_handler(f"r{i}", script.plain)
        events = [f"r{i}" for i in range(count)]

        def by_esper() -> None:
            for _ in range(repeat):
                for event in events:
                    esper.dispatch_event(event, "punch", None, me)

        cases["esper dispatch_event"] = by_esper
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    pygame = optional("pygame")
    if pygame is not None:
        kind = pygame.event.custom_type()

        def by_pygame() -> None:
            for _ in range(repeat):
                for method in methods:
                    pygame.event.post(pygame.event.Event(kind, to=method))
                for event in pygame.event.get():
                    event.to("punch", None, me)

        pygame.display.init()
        cases["pygame.event post + get"] = by_pygame
    return cases


def optional(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def memory(count: int) -> None:
    print(f"\n| memory an idle object, {count:,} objects | B | goal |\n| --- | --- | --- |")
    base = traced(lambda: [{f"/r{i}": None for i in range(count)}]) / count
    print(f"| name + registry entry | {base:.0f} | |")
    for title, cls, goal in (
        ("object + slotted script", Idle, "at most 220" if count == 1_000_000 else ""),
        ("object + ordinary script", Ordinary, ""),
    ):

        def fill(kind: type[Script] = cls) -> list[Any]:
            worlds = Worlds()
            world = worlds.create("main")
            for i in range(count):
                world.spawn(f"/r{i}", c=kind())
            worlds.step()
            return [worlds]

        size = traced(fill) / count
        print(f"| {title} | {size:.0f} | {goal} |")


def traced(make: Callable[[], list[Any]]) -> float:
    gc.collect()
    tracemalloc.start()
    kept = make()
    gc.collect()
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    del kept
    return float(size)


def spawning(count: int) -> None:
    def fill() -> Iterator[float]:
        for _ in range(3):
            worlds = Worlds()
            world = worlds.create("main")
            start = time.perf_counter()
            for i in range(count):
                world.spawn(f"/r{i}", c=Idle())
            yield (time.perf_counter() - start) / count

    print(f"\nspawn of an object with one script: {min(fill()) * 1e6:.2f} µs")


def parts(rounds: int) -> None:
    """Take the verb apart: what each line of it costs, on top of the line before."""
    queue: list[Any] = []
    world = Worlds().create("main")
    hero, rat = Counter(0), Counter(0)
    world.spawn("hero", c=hero)
    world.spawn("rat", c=rat)
    empty: dict[str, Any] = {}
    url = rat.url()
    texts = ["punch"] * 1000
    hero.post(url, "punch")

    class Verb:
        def __init__(self) -> None:
            self._tw_url: Any = hero.url()

        def nothing(self, receiver: Any, message: Any, /) -> None:
            return

        def fields(self, receiver: Any, message: Any, /, **fields: Any) -> None:
            return

        def queued(self, receiver: Any, message: Any, /, **fields: Any) -> None:
            queue.append((receiver, message, empty, None))

        def owned(self, receiver: Any, message: Any, /, **fields: Any) -> None:
            sender = self._tw_url
            backlog = receiver.backlog
            backlog.append((receiver, message, empty, sender))

        def known(self, receiver: Any, message: Any, /, **fields: Any) -> None:
            sender = self._tw_url
            message_id = sender.ids[message]
            backlog = receiver.backlog
            backlog.append((receiver, message_id, empty, sender))

    verb = Verb()

    def loop(send: Callable[..., object]) -> Case:
        def run() -> None:
            for text in texts:
                send(url, text)
            queue.clear()
            world._life.socket.pending.clear()

        return run

    cases = {
        "a call of a method": loop(verb.nothing),
        "+ it takes **fields": loop(verb.fields),
        "+ a tuple is appended": loop(verb.queued),
        "+ sender and queue are attributes": loop(verb.owned),
        "+ the id is looked up": loop(verb.known),
        "Script.post (+ kind of receiver, empty fields)": loop(hero.post),
    }
    table("Script.post, line by line", cases, 1000, rounds * 4, "a call of a method")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="few rounds and 1,000 receivers only")
    parser.add_argument("--million", action="store_true", help="memory at 10^6 objects, too")
    parser.add_argument("--parts", action="store_true", help="only what the parts of Script.post cost")
    options = parser.parse_args()
    small = options.small
    print(f"CPython {sys.version.split()[0]}")
    if options.parts:
        parts(25)
        return
    rounds = 7 if small else 25
    plain, fields = bodies(1_000, 20, shuffle=False)
    plain |= peers(1_000, 20)
    times = table("no payload, 1,000 receivers", plain, 20_000, rounds, "bare bound-method loop")
    against(times, "self.post, by Url")
    table("two fields, 1,000 receivers", fields, 20_000, rounds, "bare call that builds the dict")
    if not small:
        plain, fields = bodies(100_000, 1, shuffle=True)
        table("no payload, 100,000 receivers in random order", plain, 100_000, 7, "bare bound-method loop")
    memory(10_000 if small else 100_000)
    if options.million:
        memory(1_000_000)
    spawning(10_000)


if __name__ == "__main__":
    main()
