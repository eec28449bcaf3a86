"""Records written by hand cost about what those that a program wrote cost: one sign more in each section is no cliff.

Ratios of CPU time in one process (`bench/config_bench.py` prints them: goals 3 times the plain file, 5 times
`json.loads` of the same data). What is asserted is looser, to catch a cliff and no noise.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from talewright.config import IniDocument, Records

COUNT = 1_000


@dataclass(frozen=True)
class Weapon:
    name: str
    title: str = ""
    damage: int = 0
    weight: float = 0.0
    magic: bool = False
    price: int = 0


DATA = {
    f"w{n} Weapon": {"title": f"Sword {n}", "damage": n % 9, "weight": n % 7 + 0.5, "magic": True, "price": n}
    for n in range(COUNT)
}
FORMS: dict[str, Callable[[list[str]], list[str]]] = {
    "a comment": lambda lines: [*lines[:2], "; a remark", *lines[2:]],
    "a trailing blank": lambda lines: [*lines[:2], lines[2] + " ", *lines[3:]],
    "a blank behind the header": lambda lines: [lines[0] + " ", *lines[1:]],
    "a plus": lambda lines: [*lines[:2], "+" + lines[2], *lines[3:]],
    "blanks around =": lambda lines: [line.replace("=", " = ") for line in lines],
    "an empty line": lambda lines: [*lines[:2], "", *lines[2:]],
    "all of them": lambda lines: [lines[0] + " ", "; a", "+" + lines[1], "", lines[2] + " ", *lines[3:]],
}


def written(change: Callable[[list[str]], list[str]]) -> str:
    sections = [change([f"[{name}]", *(f"{key}={value}" for key, value in row.items())]) for name, row in DATA.items()]
    return "\n".join(line for lines in sections for line in [*lines, ""])


def read(text: str) -> list[Weapon]:
    return list(Records([IniDocument.from_text(text, "Items.ini")], known=[Weapon])[Weapon].values())


def fastest(work: Callable[[], Any]) -> float:
    times = []
    for _ in range(5):
        begun = time.process_time()
        work()
        times.append(time.process_time() - begun)
    return min(times)


PLAIN = written(lambda lines: lines)


@pytest.mark.parametrize("form", FORMS)
def test_a_sign_in_each_section_is_no_cliff(form: str) -> None:
    text = written(FORMS[form])
    assert read(text) == read(PLAIN)
    assert fastest(lambda: read(text)) < 10 * fastest(lambda: read(PLAIN))


def test_records_with_comments_cost_a_few_times_what_json_does() -> None:
    text, same = written(FORMS["a comment"]), json.dumps(DATA)
    assert len(read(text)) == COUNT
    assert fastest(lambda: read(text)) < 50 * fastest(lambda: json.loads(same))
