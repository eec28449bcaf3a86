"""Objects of many sections at once: a column of texts at a time, as the class declares it.

Where a document has thousands of sections of a class (`sweep`), their values are converted by column: the texts of a
field become numbers in one call, structs are taken apart by one regex, objects are made by one `map`. Types come from
the class alone, so this is quick because the class is known. Whatever is not exactly in the form that a writer gives
(quotes with something behind them, unknown struct fields, text that does not fit) is marked `CAREFUL` and left to
`typed`, which also makes the findings. Never different from it.
"""

from __future__ import annotations

import dataclasses
import re
import typing
from collections.abc import Callable, Iterable
from itertools import chain, repeat
from typing import Any

from talewright.config.text import Shape
from talewright.config.typed.extras import attach
from talewright.config.typed.hints import container, element, static_length
from talewright.config.values import Style, read, unquote
from talewright.errors import TalewrightError
from talewright.fields import MISSING, Bare, Field, Note, References, declared, decode
from talewright.names import fold

CAREFUL: Any = object()
"""Stands for a value that only the careful reader may read."""
CAREFUL_ID = id(CAREFUL)

_INTS = re.compile(r"(?:-?[0-9]{1,18}\n)*")
_FLOATS = re.compile(r"(?:-?[0-9]{1,15}(?:\.[0-9]{1,20})?\n)*")
_FLAT = re.compile(r"\(((?:[A-Za-z_]\w*=[^,()\"=\\ \t\[\]]*,)*[A-Za-z_]\w*=[^,()\"=\\ \t\[\]]*)\)", re.ASCII)
_ANY = r'[^,()"=\\ \t\[\]\n]*'
_NUMBERS: dict[Any, str] = {int: "-?[0-9]{1,18}", float: r"-?[0-9]{1,15}(?:\.[0-9]{1,20})?"}
_IMMUTABLE = (bool, int, float, str, bytes, type(None))


def build(
    cls: type, shape: Shape, fields: dict[str, Field], style: Style, references: References, named: bool
) -> list[Any] | None:
    """Make the objects of all sections of a shape.

    Args:
        cls: a dataclass.
        shape: the sections.
        fields: what is read of the class.
        style: how quotes are read.
        references: types that are saved as their names.
        named: whether the field ``name`` gets the object's name.

    Returns:
        An object a section, or `CAREFUL` in its place; None where all of them need the careful reader.
    """
    by_folded = {fold(name): name for name in fields if not (named and name == "name")}
    names = [by_folded.get(fold(key)) for key in shape.keys]
    if None in names or not shape.rows or not _positional(cls):
        return None
    raw_columns = list(zip(*shape.rows, strict=True))
    objects = list(raw_columns[0])
    if list(map(str.strip, objects)) != objects:  # another header may name the same object without the blanks
        return None
    reader = _Reader(style, references)
    count = len(shape.rows)
    found: dict[str, list[Any]] = {}
    for index, (name, column) in enumerate(zip(names, raw_columns[1:], strict=True)):
        entry = fields[typing.cast("str", name)]
        if shape.repeated[index]:
            found[entry.name] = reader.lists([shape.split(index, text) for text in column], entry.hint)
        else:
            found[entry.name] = reader.values(list(column), entry)
    if named:
        found["name"] = objects
    return _made(cls, found, count, reader.doubt)


class _Reader:
    """Converts columns; remembers what texts have become."""

    def __init__(self, style: Style, references: References) -> None:
        self._style = style
        self._references = references
        self.doubt = False
        """Whether some value was left to the careful reader."""

    def _careful(self, count: int) -> list[Any]:
        self.doubt = True
        return [CAREFUL] * count

    def values(self, raws: list[str], entry: Field) -> list[Any]:
        """Convert a column of one line a section."""
        hint = entry.hint
        kind = container(hint, self._references)
        if kind is None:
            return self._words(raws, hint)
        if kind in (list, tuple, set, frozenset):
            return self.lists([[raw] for raw in raws], hint)
        if isinstance(kind, type) and dataclasses.is_dataclass(kind):
            return self._structs(raws, kind, entry.default if entry.factory is None else entry.factory())
        return [self._one(raw, hint) for raw in raws]

    def lists(self, raws: list[list[str]], hint: Any) -> list[Any]:
        """Convert a column of lines that repeat."""
        kind = typing.get_origin(hint) or hint
        if kind not in (list, tuple) or static_length(hint):
            return self._careful(len(raws))
        inner = element(hint)
        item = container(inner, self._references)
        flat = list(chain.from_iterable(raws))
        if item is None:
            values = self._words(flat, inner)
            if values is flat and kind is list and not any(len(lines) == 1 for lines in raws):
                return raws  # texts as they stand
            # Alone on its line a parenthesis may begin a list, and nothing means the empty one.
            alone = [len(lines) == 1 and lines[0][:1] in ("", "(") for lines in raws]
        elif isinstance(item, type) and dataclasses.is_dataclass(item):
            values, alone = self._structs(flat, item, MISSING), [False] * len(raws)
        else:
            return self._careful(len(raws))
        found, at = [], 0
        whole = not self.doubt
        self.doubt = self.doubt or any(alone)
        for lines, odd in zip(raws, alone, strict=True):
            part = values[at : at + len(lines)]
            at += len(lines)
            good = not odd and (whole or not any_careful(part))
            found.append((part if kind is list else tuple(part)) if good else CAREFUL)
        return found

    def _words(self, raws: list[str], hint: Any) -> list[Any]:
        """Convert texts that a number, a text, an enum or a reference takes word for word."""
        if hint is str and '"' not in "".join(raws):
            return raws
        distinct = set(raws)
        few = 2 * len(distinct) < len(raws)
        texts = list(distinct) if few else raws
        if (hint is int and (_digits(texts) or _INTS.fullmatch("\n".join([*texts, ""])))) or (
            hint is float and _FLOATS.fullmatch("\n".join([*texts, ""]))
        ):
            numbers = list(map(hint, texts))
            if not few:
                return numbers
            memo = dict(zip(texts, numbers, strict=True))
        else:
            memo = {raw: self._word(raw, hint) for raw in distinct}
        return list(map(memo.__getitem__, raws))

    def _word(self, raw: str, hint: Any) -> Any:
        try:
            plain = unquote(raw, self._style) if raw.startswith('"') else Bare(raw)
            notes: list[Note] = []
            value = decode(plain, hint, self._references, "", notes)
            if not notes:
                return value
        except (TalewrightError, TypeError, ValueError):
            pass
        self.doubt = True
        return CAREFUL

    def _one(self, raw: str, hint: Any) -> Any:
        try:
            plain, end, faults = read(raw, style=self._style)
            if end == len(raw) and not faults:
                notes: list[Note] = []
                value = decode(plain, hint, self._references, "", notes)
                if not notes and not any(True for _ in attach(value, plain)):
                    return value
        except (TalewrightError, TypeError, ValueError):
            pass
        self.doubt = True
        return CAREFUL

    def _structs(self, raws: list[str], kind: type, default: Any) -> list[Any]:
        """Take structs apart by the form of the first one; what is equal and cannot change is made once."""
        if not raws or not _positional(kind) or (default is not MISSING and type(default) is not kind):
            return self._careful(len(raws))
        if kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]
            distinct = list(dict.fromkeys(raws))
            if len(distinct) < len(raws) // 2:
                known = dict(zip(distinct, self._structs(distinct, kind, default), strict=True))
                return list(map(known.__getitem__, raws))
        flat = _FLAT.fullmatch(raws[0])
        if flat is None:
            return self._careful(len(raws))
        keys = [item.partition("=")[0] for item in flat[1].split(",")]
        fields = declared(kind)
        by_folded = {fold(name): name for name in fields}
        names = [by_folded.get(fold(key)) for key in keys]
        if None in names or len(set(names)) != len(names):
            return self._careful(len(raws))
        joined = "\n".join(raws)
        hints = [fields[name].hint for name in typing.cast("list[str]", names)]
        groups = [_NUMBERS.get(hint, _ANY) for hint in hints]
        rows = _rows(keys, groups, joined)
        numbers = len(rows) == len(raws)  # then they are numbers as they should be
        if not numbers:
            rows = _rows(keys, [_ANY] * len(keys), joined)
        if len(rows) != len(raws):
            match = re.compile(_pattern(keys, [_ANY] * len(keys))).fullmatch
            careful = self._careful(len(raws))
            good = [n for n, raw in enumerate(raws) if match(raw)]
            made = self._structs([raws[n] for n in good], kind, default) if good else []
            for n, value in zip(good, made, strict=True):
                careful[n] = value
            return careful
        columns = [rows] if len(keys) == 1 else list(zip(*rows, strict=True))
        found: dict[str, list[Any]] = {}
        for name, column, hint in zip(typing.cast("list[str]", names), columns, hints, strict=True):
            if container(hint, self._references) is not None:
                return self._careful(len(raws))
            quick = numbers and (hint is int or hint is float)
            found[name] = list(map(hint, column)) if quick else self._words(list(column), hint)
        if default is not MISSING:
            for name in fields:
                if name not in found:
                    kept = getattr(default, name)
                    if not isinstance(kept, _IMMUTABLE):
                        return self._careful(len(raws))
                    found[name] = [kept] * len(raws)
        return _made(kind, found, len(raws), self.doubt) or self._careful(len(raws))


def _digits(raws: list[str]) -> bool:
    """Whether all texts are short whole numbers without a sign: what columns of numbers mostly are."""
    whole = "".join(raws)
    return whole.isdigit() and whole.isascii() and "" not in raws and max(map(len, raws)) < 19


def _pattern(keys: list[str], groups: list[str]) -> str:
    body = ",".join(f"{key}=({group})" for key, group in zip(keys, groups, strict=True))
    return rf"\({body}\)"


def _rows(keys: list[str], groups: list[str], joined: str) -> list[Any]:
    return re.findall(f"^{_pattern(keys, groups)}$", joined, re.MULTILINE)


def _made(cls: type, found: dict[str, list[Any]], count: int, doubt: bool) -> list[Any] | None:
    """Make objects of columns; what has no column gets its default."""
    columns: list[Iterable[Any]] = []
    by_keyword = {f.name for f in dataclasses.fields(cls) if f.kw_only}
    named: dict[str, Iterable[Any]] = {}
    for name, entry in declared(cls).items():
        column = found.get(name)
        if column is not None:
            values: Iterable[Any] = column
        elif entry.required:
            return None
        elif entry.factory is not None or not isinstance(entry.default, _IMMUTABLE):
            values = [entry.make() for _ in range(count)]
        elif name in by_keyword:
            continue
        else:
            values = repeat(entry.default, count)
        if name in by_keyword:
            named[name] = values
        else:
            columns.append(values)
    bad: set[int] = set()
    for column in found.values() if doubt else ():
        if any_careful(column):
            bad |= {n for n, value in enumerate(column) if value is CAREFUL}
    make: Callable[..., Any] = cls
    if named:
        first, words = len(columns), tuple(named)
        columns += named.values()

        def make(*row: Any) -> Any:
            return cls(*row[:first], **dict(zip(words, row[first:], strict=True)))

    try:
        if not bad:
            return list(map(make, *columns)) if columns else [make() for _ in range(count)]
        rows = zip(*columns, strict=True)
        return [CAREFUL if n in bad else make(*row) for n, row in enumerate(rows)]
    except Exception:  # a class of the game refuses: the careful reader says which and why
        return None


def any_careful(values: list[Any]) -> bool:
    """Whether something is left to the careful reader."""
    return CAREFUL_ID in map(id, values)


def _positional(cls: type) -> bool:
    """Whether an object can be made of its declared fields: in order, and behind them those by keyword alone."""
    params = getattr(cls, "__dataclass_params__", None)
    if params is None or not params.init:
        return False
    fields = dataclasses.fields(cls)
    if tuple(declared(cls)) != tuple(f.name for f in fields) or not all(f.init for f in fields if f.kw_only):
        return False
    # What a dataclass takes in order is what it matches by: not what is by keyword alone, and what is for __init__ too.
    return getattr(cls, "__match_args__", None) == tuple(f.name for f in fields if not f.kw_only)
