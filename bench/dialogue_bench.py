"""How fast dialogues are read and played, as ratios, and how the work grows.

Run: python bench/dialogue_bench.py [lines]
Reading is compared with json.loads of the same bytes (as one JSON string a line, in a list); playing with a bare
generator that yields as many strings. Every number is the best of several runs, on the same machine, in the same
process. Growth is shown for four sizes: time for each line (or option, or jump), which stays the same where the work is
linear.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator

from talewright.dialogue import Choose, Continue, Program, Source, Start, State, advance, compile
from talewright.dialogue.syntax.parser import parse

RUNS = 5


def best(action: Callable[[], object]) -> float:
    """Give the seconds of the fastest run; those of other processes do not count."""
    found = []
    for _ in range(RUNS):
        start = time.process_time()
        action()
        found.append(time.process_time() - start)
    return min(found)


def lines_of(count: int) -> str:
    """Give a script like those of games: mostly lines, some options, conditions, commands and variables."""
    rows = ["title: Start", "---", "<<declare $gold = 0>>", "<<declare $met = false>>"]
    block = 0
    while len(rows) < count:
        block += 1
        rows += [
            f"Ann: This is what somebody says, number {block}. #line:a{block}",
            f"Bob: And an answer with {{$gold}} in it. #line:b{block}",
            "A line that nobody says. // with a comment",
            "<<if $gold > 3 and not $met>>",
            f"    Ann: Only sometimes. #line:c{block}",
            "<<endif>>",
            f"-> The first way <<if $gold >= 0>> #line:d{block} #choice:e{block}",
            f"    Bob: Well chosen. #line:f{block}",
            "    <<set $gold += 1>>",
            f"-> The second way #line:g{block}",
            "    <<give sword 2>>",
            f"Ann: On we go. #line:h{block}",
        ]
    return "\n".join([*rows, "==="])


def read(text: str) -> None:
    """Read a script into its tree."""
    parse(Source("Start", "Start.yarn", text))


def compiled(text: str) -> Program:
    """Compile a script, all checks included."""
    return compile([Source("Start", "Start.yarn", text)])


def play(program: Program) -> int:
    """Play to the end, the first option always; give how many stops there were."""
    _, state = advance(program, State(), Start("Start"))
    stops = 0
    go_on, first = Continue(), Choose(0)
    while state.position is not None:
        stops += 1
        _, state = advance(program, state, first if state.position.kind == "options" else go_on)
    return stops


def plain(count: int) -> Iterator[str]:
    """Yield as many lines, as a bare generator would."""
    for number in range(count):
        yield f"This is what somebody says, number {number}."


def growth(name: str, sizes: list[int], make: Callable[[int], str], do: Callable[[str], Callable[[], object]]) -> None:
    """Print the microseconds for each item at several sizes."""
    each = [best(do(make(size))) / size * 1e6 for size in sizes]
    print(f"| {name} | " + " | ".join(f"{one:.1f}" for one in each) + f" | {each[-1] / each[0]:.2f} |")


def compiling(text: str) -> Callable[[], object]:
    return lambda: compiled(text)


def playing(text: str) -> Callable[[], object]:
    program = compiled(text)
    return lambda: play(program)


def only_lines(count: int) -> str:
    return "title: Start\n---\n" + "\n".join(f"Ann: line {n} #line:l{n}" for n in range(count)) + "\n==="


def options(count: int) -> str:
    rows = "\n".join(f"-> option {n} <<if true>> #line:o{n}\n    chosen" for n in range(count))
    return f"title: Start\n---\n{rows}\n==="


def jumps(count: int) -> str:
    nodes = [f"title: N{n}\n---\nAnn: here\n<<jump N{n + 1}>>\n===" for n in range(count)]
    return "title: Start\n---\n<<jump N0>>\n===\n" + "\n".join(nodes) + f"\ntitle: N{count}\n---\nend\n==="


def loop(count: int) -> str:
    return (
        "title: Start\n---\n<<declare $n = 0>>\nAnn: tick\n<<set $n += 1>>\n"
        f"<<if $n < {count}>>\n<<jump Start>>\n<<endif>>\n==="
    )


def main() -> None:
    """Print both tables."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    text = lines_of(count)
    rows = text.count("\n") + 1
    document = json.dumps(text.split("\n"))
    loads = best(lambda: json.loads(document))
    reading = best(lambda: read(text))
    whole = best(lambda: compiled(text))
    program = compiled(text)
    stops = play(program)
    delivering = best(lambda: play(program))
    yielding = best(lambda: list(plain(stops)))
    print(f"{rows} lines, {len(text.encode())} bytes, {stops} stops, Python {sys.version.split()[0]}\n")
    print("| work | a second | ratio |\n| --- | --- | --- |")
    print(f"| read a line into the tree | {rows / reading:,.0f} | {reading / loads:.0f} times json.loads |")
    print(f"| compile a line, all checks | {rows / whole:,.0f} | {whole / loads:.0f} times json.loads |")
    print(f"| deliver a stop | {stops / delivering:,.0f} | {delivering / yielding:.0f} times a bare generator |")
    sizes = [500, 2000, 8000, 32000]
    print("\nMicroseconds for each, by size:\n")
    print("| what | " + " | ".join(map(str, sizes)) + " | last/first |\n| --- |" + " --- |" * (len(sizes) + 1))
    growth("compile a line of a node", sizes, only_lines, compiling)
    growth("compile an option of a group", sizes, options, compiling)
    growth("compile a node with a jump", sizes, jumps, compiling)
    growth("play a line of a node", sizes, only_lines, playing)
    growth("offer an option of a group", sizes, options, playing)
    growth("play a jump between nodes", sizes, jumps, playing)
    growth("play a turn of a loop", sizes, loop, playing)


if __name__ == "__main__":
    main()
