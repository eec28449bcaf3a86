"""Saves that are changed somewhere and sealed anew: what a stranger's save, or a broken tool, may hold.

A mutant is a real save with one or a few changes of a field, a value inside one, a section, or a name. Everything here
is drawn from a `randomness.Random`, so a number names a mutant.
"""

from __future__ import annotations

import copy
import random as randomness
from collections.abc import Callable
from typing import Any

from talewright.fields import Bare, Plain, Repeated, Sections
from talewright.savegame import SaveDocument, SaveHeader

HOSTILE: list[Plain] = [
    *map(Bare, ("", "x", "None", "True", "0", "1", "-1", "-0.5", "1e30", "1e999", "nan", "inf", "-inf", "0x10")),
    *map(Bare, ("9" * 30, "9" * 5000, "1.5", "+", "/", "#", ":", "$", "main", "main:", "main:/", "/smith", "#talk")),
    *map(Bare, ("main:/smith", "main:/smith#controller", "main:/smith#talk", "main:/nobody", "elsewhere:/smith#x")),
    *map(Bare, ("gone main:/smith", "gone", "gone x", "@system:", "@render:", "ann", "ANN", "nobody", "sword1")),
    *map(Bare, ("Smith", "Forge", "start", "line", "options", "command", "line:need", "need", "choice:need", "was:x")),
    *map(Bare, ("World", "GameObject", "Talker", "linear", "loop_forward", "position", "position.x", "level")),
    *map(Bare, ("Libretto.Dialogues.Smith", "Libretto.Dialogues", "Nobody.Knows", "A..B", ".", "a\u0000b", "\u202e")),
    "",
    "quoted",
    "a\nb",
    [],
    {},
    [Bare("1")],
    [Bare("1"), Bare("2")],
    [Bare("0"), Bare("0"), Bare("0")],
    [Bare("0"), Bare("0"), Bare("0"), Bare("0")],
    [Bare("nan"), Bare("1e400"), Bare("x")],
    [[], [[]]],
    {"a": Bare("1")},
    {"A": Bare("1"), "a": Bare("2")},
    {"": Bare("1")},
    {"$tuple": [Bare("1")]},
    {"$set": [[Bare("1")]]},
    {"$set": [{"$map": []}]},
    {"$map": [[[], Bare("1")]]},
    {"$map": [[{"$tuple": [[]]}, Bare("1")]]},
    {"$frozenset": {}},
    {"$Url": Bare("main:/smith")},
    {"$Url": Bare("???")},
    {"$Url": []},
    {"$Tag": Bare("Libretto.Dialogues.Smith")},
    {"$Tag": Bare("No.Such")},
    {"$Mood": Bare("ANGRY")},
    {"$Mood": Bare("NO")},
    {"$Mood": {}},
    {"$Spot": {"x": Bare("1")}},
    {"$Spot": {"x": []}},
    {"$Spot": {}},
    {"$Spot": Bare("1")},
    {"$GameObject": Bare("main:/smith")},
    {"$Character": Bare("ann")},
    {"$Script": Bare("main:/smith#controller")},
    {"$os.system": [Bare("ls")]},
    {"$": []},
    Repeated([]),
    Repeated([Bare("1"), []]),
    Repeated([{"id": Bare("x")}]),
]


def nested(depth: int, wrap: Callable[[Plain], Plain], inside: Plain) -> Plain:
    """Give a value deep inside others."""
    for _ in range(depth):
        inside = wrap(inside)
    return inside


HOSTILE += [
    nested(35, lambda value: [value], Bare("1")),
    nested(30, lambda value: {"a": value}, Bare("1")),
    nested(15, lambda value: {"$tuple": [value]}, Bare("1")),
]

Path = tuple[str | int, ...]


def places(value: Plain, path: Path = ()) -> list[Path]:
    """Give the paths of a value and of all values inside it."""
    found: list[Path] = [path]
    if isinstance(value, list):
        for index, inner in enumerate(value):
            found += places(inner, (*path, index))
    elif isinstance(value, dict):
        for key, inner in value.items():
            found += places(inner, (*path, key))
    return found


def at(value: Any, path: Path) -> Any:
    """Give the value at a path."""
    for step in path:
        value = value[step]
    return value


class Mutator:
    """Makes mutants of some saves.

    Args:
        saves: the whole ones.
    """

    def __init__(self, saves: list[SaveDocument]) -> None:
        self._headers = [save.header for save in saves]
        self._sections = [save.sections for save in saves]
        values: list[Plain] = []
        self.targets: list[tuple[int, tuple[str, str], str, Path]] = []
        for number, sections in enumerate(self._sections):
            for key, fields in sections.items():
                for name, value in fields.items():
                    for path in places(value):
                        values.append(at(value, path))
                        self.targets.append((number, key, name, path))
        self._values = values
        self._names = sorted({key for sections in self._sections for key in sections})

    def all_fields(self, kinds: list[Plain]) -> list[Callable[[], SaveDocument]]:
        """Give, for each place of each save, each of some values put there."""
        return [self._with(target, value) for target in self.targets for value in kinds]

    def _with(self, target: tuple[int, tuple[str, str], str, Path], value: Plain) -> Callable[[], SaveDocument]:
        number, key, name, path = target

        def make() -> SaveDocument:
            sections = dict(self._sections[number])
            sections[key] = copy.deepcopy(sections[key])
            put(sections[key], (name, *path), copy.deepcopy(value))
            return SaveDocument(self._headers[number], sections)

        return make

    def random(self, draw: randomness.Random) -> SaveDocument:
        """Give any mutant: one change mostly, sometimes more."""
        number = draw.randrange(len(self._sections))
        sections: Sections = dict(self._sections[number])
        for _ in range(1 if draw.random() < 0.7 else draw.randint(2, 4)):
            if sections:
                self._change(draw, sections)
        header = self._headers[number]
        if draw.random() < 0.02:
            header = SaveHeader(title="x", revision="0f", schema=draw.choice([1, 2, 10**6]), run="r")
        return SaveDocument(header, sections)

    def _change(self, draw: randomness.Random, sections: Sections) -> None:
        key = draw.choice(list(sections))
        fields = sections[key] = copy.deepcopy(sections[key])
        what = draw.random()
        if what < 0.12:
            self._change_section(draw, sections, key)
        elif what < 0.2 or not fields:
            name = draw.choice(self._fields_of(key[1]) or ["x"]) if draw.random() < 0.7 else "nobody_knows"
            put(fields, (name,), self._value(draw))
        else:
            name = draw.choice(list(fields))
            path = draw.choice(places(fields[name]))
            self._change_value(draw, fields, (name, *path))

    def _change_value(self, draw: randomness.Random, fields: dict[str, Plain], path: Path) -> None:
        value = at(fields, path)
        what = draw.random()
        if what < 0.55:
            put(fields, path, self._value(draw))
        elif what < 0.65:
            above = at(fields, path[:-1])
            del above[path[-1]]
        elif isinstance(value, list) and value and not isinstance(value, Repeated):
            other = draw.choice(value)
            value.insert(draw.randrange(len(value) + 1), copy.deepcopy(other))
        elif isinstance(value, dict) and value:
            name = draw.choice(list(value))
            value[draw.choice([name.upper(), name.lower(), "x", "", "$" + name])] = self._value(draw)
        elif isinstance(value, str) and value:
            cut = draw.randrange(len(value))
            text = draw.choice([value[:cut], value[cut:], value + value, value.upper(), value.lower(), " " + value])
            put(fields, path, Bare(text) if isinstance(value, Bare) else text)
        else:
            put(fields, path, [copy.deepcopy(value)])

    def _change_section(self, draw: randomness.Random, sections: Sections, key: tuple[str, str]) -> None:
        name, cls = key
        fields = sections[key]
        what = draw.random()
        if what < 0.3:
            del sections[key]
            return
        other = draw.choice(self._names)
        new = draw.choice(
            [(other[0], cls), (name, other[1]), (f"{name}x", cls), (name, f"{cls}X"), other, (name.upper() + "2", cls),
             (f"main:/{name}", cls), (f"{name}#x", cls), (f"x y {name}", cls)]
        )  # fmt: skip
        if what < 0.7:
            del sections[key]
        if not any((a.lower(), b.lower()) == (new[0].lower(), new[1].lower()) for a, b in sections):
            sections[new] = copy.deepcopy(fields)

    def _value(self, draw: randomness.Random) -> Plain:
        return copy.deepcopy(draw.choice(HOSTILE if draw.random() < 0.7 else self._values))

    def _fields_of(self, cls: str) -> list[str]:
        return sorted({n for sections in self._sections for key, f in sections.items() if key[1] == cls for n in f})


def put(fields: Any, path: Path, value: Plain) -> None:
    """Put a value at a path; a field of a section may take the place of one that differs in case."""
    above = at(fields, path[:-1])
    last = path[-1]
    if isinstance(above, list) and isinstance(value, Repeated):
        value = list(value)
    if isinstance(above, dict) and len(path) == 1:
        for known in list(above):
            if known != last and known.lower() == str(last).lower():
                del above[known]
    above[last] = value if len(path) == 1 else _inside(value)


def _inside(value: Plain) -> Plain:
    """Repeated lines stand only at the top of a field."""
    return list(value) if isinstance(value, Repeated) else value
