"""What reading and writing config costs, as ratios to the standard library in the same run.

    python bench/config_bench.py [--small] [--rounds N]

The rows of performance.md section B that apply here: a save of 20,000 sections (``--small``: 2,000) with struct values
and a repeated key. Every round runs all cases once, in turn; the ratio is the median of the rounds' ratios.
"""

from __future__ import annotations

import argparse
import configparser
import gc
import json
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from talewright.config import IniDocument, Records
from talewright.config.values import grammar as values


def generate(sections: int) -> tuple[bytes, dict[str, Any]]:
    """Make a document, and the same data for JSON."""
    text: list[str] = []
    data: dict[str, Any] = {}
    for n in range(sections):
        name = f"obj{n:05d} SapituItem"
        data[name] = {
            "DisplayName": f"Short sword {n}",
            "level": {"min": 1, "max": n % 10 + 1},
            "weight": {"base": n % 100 + 0.5, "levelMult": 0.5},
            "value": {"base": 5, "levelMult": 1},
            "position": {"x": 1.5, "y": n, "z": -3.25},
            "Health": 100,
            "bTwoHanded": True,
            "Notes": "made of iron",
            "Inventory": [f"sword{n}x", f"shield{n}x"],
        }
        text.append(f"[{name}]\n")
        for key, value in data[name].items():
            text += [f"{key}={values.dump(item)}\n" for item in (value if isinstance(value, list) else [value])]
        text.append("\n")
    return "".join(text).encode(), data


@dataclass(frozen=True)
class Range:
    min: int = 0
    max: int = 0


@dataclass(frozen=True)
class Rolled:
    base: float = 0.0
    levelMult: float = 0.0


@dataclass(frozen=True)
class Position:
    x: float = 0.0
    y: float = 0.0
    z: float = 0.0


@dataclass(frozen=True)
class SapituItem:
    name: str
    DisplayName: str = ""
    level: Range = Range()
    weight: Rolled = Rolled()
    value: Rolled = Rolled()
    position: Position = Position()
    Health: int = 0
    bTwoHanded: bool = False
    Notes: str = ""
    Inventory: list[str] = field(default_factory=list)


def raw(data: bytes) -> Mapping[str, Mapping[str, list[str]]]:
    return IniDocument.parse(data).all_raws()


def raw_dicts(data: bytes) -> dict[str, dict[str, list[str]]]:
    return {name: dict(section.items()) for name, section in IniDocument.parse(data).all_raws().items()}


def classes(data: bytes) -> Mapping[str, SapituItem]:
    return Records([IniDocument.parse(data)], known=[SapituItem])[SapituItem]


def one(data: bytes, name: str) -> dict[str, Any]:
    return {key: [values.parse(r) for r in raws] for key, raws in IniDocument.parse(data).raws(name).items()}


@dataclass(frozen=True)
class Weapon:
    name: str
    title: str = ""
    damage: int = 0
    weight: float = 0.0
    magic: bool = False
    price: int = 0


def weapons(count: int) -> dict[str, dict[str, Any]]:
    return {
        f"w{n} Weapon": {"title": f"Sword {n}", "damage": n % 9, "weight": n % 7 + 0.5, "magic": n % 2 > 0, "price": n}
        for n in range(count)
    }


FORMS: dict[str, Callable[[list[str]], list[str]]] = {
    "as a program writes them": lambda lines: lines,
    "a comment in each": lambda lines: [lines[0], "; a remark", *lines[1:]],
    "a comment in the middle": lambda lines: [*lines[:3], "; a remark", *lines[3:]],
    "a blank at the end of a line": lambda lines: [*lines[:2], lines[2] + " ", *lines[3:]],
    "a blank behind the header": lambda lines: [lines[0] + " ", *lines[1:]],
    "a + in each": lambda lines: [*lines[:2], "+" + lines[2], *lines[3:]],
    "blanks around =": lambda lines: [line.replace("=", " = ") for line in lines],
    "an empty line in each": lambda lines: [*lines[:3], "", *lines[3:]],
    "lines left out": lambda lines: [lines[0], *lines[1 + len(lines[1]) % 4 :]],
}
"""How sections of records are written by hand: none of it may cost much more than the first."""


def untidy(records: dict[str, dict[str, Any]], form: str) -> bytes:
    change, text = FORMS[form], []
    for name, fields in records.items():
        lines = change([f"[{name}]", *(f"{key}={value}" for key, value in fields.items())])
        text += [*lines, ""]
    return "\n".join(text).encode()


def weapon_records(data: bytes) -> Mapping[str, Weapon]:
    return Records([IniDocument.parse(data, "Items.ini")], known=[Weapon])[Weapon]


def by_configparser(data: bytes) -> configparser.RawConfigParser:
    parser = configparser.RawConfigParser(strict=False)
    parser.read_string(data.decode())
    return parser


def median_ratios(
    cases: dict[str, Callable[[], object]], base: dict[str, str], rounds: int
) -> dict[str, tuple[float, float]]:
    times: dict[str, list[float]] = {name: [] for name in cases}
    for _ in range(rounds):
        for name, case in cases.items():
            gc.collect()
            gc.disable()  # a third of any bulk load, for every case alike
            begin = time.perf_counter()
            result = case()
            times[name].append(time.perf_counter() - begin)
            del result
            gc.enable()
    return {
        name: (
            statistics.median(times[name]) * 1000,
            statistics.median(a / b for a, b in zip(times[name], times[base[name]], strict=True)),
        )
        for name in cases
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="a tenth of the data")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    sections = 2_000 if options.small else 20_000
    data, plain = generate(sections)
    text = json.dumps(plain)
    middle = f"obj{sections // 2:05d} SapituItem"
    opened = IniDocument.parse(data)
    opened.section_names()
    count = iter(range(10**9))

    def change_and_render() -> bytes:
        opened.set_all(middle, "Health", [str(next(count))])
        return opened.to_bytes()

    def open_change_render() -> bytes:
        document = IniDocument.parse(data)
        document.set_all(middle, "Health", ["1"])
        return document.to_bytes()

    goals = {
        "json.loads of all": ("", "json.loads of all"),
        "open, read one object": ("0.20", "json.loads of all"),
        "parse all, raw strings": ("1.2", "json.loads of all"),
        "the same, copied into dicts of lists": ("", "json.loads of all"),
        "parse all, typed classes": ("3.0", "json.loads of all"),
        "configparser": ("", "json.loads of all"),
        "json.dumps of all": ("", "json.dumps of all"),
        "change one object, render": ("0.07", "json.dumps of all"),
        "open, change one object, render": ("", "json.dumps of all"),
    }
    cases: dict[str, Callable[[], object]] = {
        "json.loads of all": lambda: json.loads(text),
        "open, read one object": lambda: one(data, middle),
        "parse all, raw strings": lambda: raw(data),
        "the same, copied into dicts of lists": lambda: raw_dicts(data),
        "parse all, typed classes": lambda: classes(data),
        "configparser": lambda: by_configparser(data),
        "json.dumps of all": lambda: json.dumps(plain),
        "change one object, render": change_and_render,
        "open, change one object, render": open_change_render,
    }
    found = median_ratios(cases, {name: base for name, (_, base) in goals.items()}, options.rounds)
    print(
        f"{len(data) / 1e6:.2f} MB, {data.count(bytes([10])):,} lines, {sections:,} sections, {options.rounds} rounds\n"
    )
    print(f"{'case':40}{'ms':>9}{'ratio':>9}  {'goal':6}of")
    for name, (milliseconds, ratio) in found.items():
        goal, base = goals[name]
        print(f"{name:40}{milliseconds:9.2f}{ratio:9.3f}  {goal:6}{base}")
    slow = found["configparser"][1]  # by ratios: absolute times swing on a shared machine
    print(
        f"\nfaster than configparser: lazily {slow / found['open, read one object'][1]:.0f} times (goal 40), ", end=""
    )
    print(f"typed classes {slow / found['parse all, typed classes'][1]:.1f} times")

    told = weapons(sections // 10)
    loaded = json.dumps(told)
    plain_form = next(iter(FORMS))
    forms: dict[str, Callable[[], object]] = {"json.loads": lambda: json.loads(loaded)}
    for form in FORMS:
        forms[form] = partial(weapon_records, untidy(told, form))
    by_json = median_ratios(forms, dict.fromkeys(forms, "json.loads"), options.rounds)
    by_plain = median_ratios(forms, dict.fromkeys(forms, plain_form), options.rounds)
    print(
        f"\n{len(told):,} records of five fields (goals: 5 times json.loads with a comment, 3 times the plain file)\n"
    )
    print(f"{'case':40}{'ms':>9}{'of json':>9}{'of plain':>9}")
    for form, (milliseconds, ratio) in by_json.items():
        print(f"{form:40}{milliseconds:9.2f}{ratio:9.2f}{by_plain[form][1]:9.2f}")


if __name__ == "__main__":
    main()
