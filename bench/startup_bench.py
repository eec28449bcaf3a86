"""What starting a command costs, as a ratio to importing click alone: CPU time of whole processes, medians of rounds.

    python bench/startup_bench.py [--rounds N]

Bytecode is written into a folder of its own first, as an installed package has it.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

GOAL = 2.5
RUN = ["-c", "import sys; from talewright.cli.main import run; sys.exit(run(sys.argv[1:]))"]


def cpu_seconds(words: list[str], env: dict[str, str]) -> float:
    """Run Python with these words; give the CPU time of the process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *words], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def ratios(cases: dict[str, list[str]], rounds: int, folder: Path) -> dict[str, float]:
    """Measure each case beside ``import click`` in interleaved rounds; give the ratios of the medians."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    env["PYTHONPYCACHEPREFIX"] = str(folder / "bytecode")
    measured: dict[str, list[float]] = {"": [], **{name: [] for name in cases}}
    all_cases = {"": ["-c", "import click"], **cases}
    for number in range(rounds + 1):
        for name, words in all_cases.items():
            seconds = cpu_seconds(words, env)
            if number:  # the first writes the bytecode
                measured[name].append(seconds)
    peer = statistics.median(measured.pop(""))
    return {name: statistics.median(times) / peer for name, times in measured.items()}


def cases(folder: Path) -> dict[str, list[str]]:
    """Give the command lines that are measured; those with a goal first."""
    ini = folder / "Game.ini"
    ini.write_text("[Audio]\nMusic=0.8\n", encoding="utf-8")
    return {
        "talewright --version": [*RUN, "--version"],
        "talewright ini get FILE SECTION KEY": [*RUN, "ini", "get", str(ini), "Audio", "Music"],
        "talewright --help": [*RUN, "--help"],
        "talewright tags --help": [*RUN, "tags", "--help"],
        "talewright save --help": [*RUN, "save", "--help"],
        "talewright check --help": [*RUN, "check", "--help"],
        "talewright dialogue check --help": [*RUN, "dialogue", "check", "--help"],
        "talewright play --help": [*RUN, "play", "--help"],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--small", action="store_true", help="three rounds")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        found = ratios(cases(Path(name)), 3 if options.small else options.rounds, Path(name))
    print("| command | CPU time / `python -c 'import click'` | goal |\n| --- | --- | --- |")
    for number, (command, ratio) in enumerate(found.items()):
        print(f"| `{command}` | {ratio:.2f} | {GOAL if number < 2 else '-'} |")


if __name__ == "__main__":
    main()
