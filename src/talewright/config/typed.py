"""The lines of a key as the value of a declared field.

The third stage of reading, shared by settings and records. The declared type decides how the text is taken: a number,
a text, an enum or a reference takes it word for word, a list takes a line an element (or one inline list), a dataclass
takes a struct and keeps its default for what the struct leaves out (config-savegame.md sections 3.2 to 3.4). A value
that does not fit is a finding with its place, and costs its own field alone. Never raises.
"""

from __future__ import annotations

import dataclasses
import re
import types
import typing
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, Literal, Union

from talewright.config.entry import Entry
from talewright.config.extras import attach
from talewright.config.quoting import unquote
from talewright.config.renames import NO_RENAMES, Renames
from talewright.config.values import parse_prefix
from talewright.diagnostics import Report, Span
from talewright.errors import FieldError, TalewrightError, ValueFormatError
from talewright.fields import (
    MISSING,
    NO_REFERENCES,
    Bare,
    Field,
    Plain,
    References,
    Repeated,
    class_name,
    declared,
    decode,
    unknown_fields,
)
from talewright.names import did_you_mean, fold

Lookup = Callable[[str], "list[Entry] | None"]
"""Gives the lines that count for a key; None where no line mentions it."""

SEQUENCES = (list, tuple, set, frozenset)
_INDEXED = re.compile(r"(.*?)[\[(]\d+[\])]")


def read_fields(
    cls: type,
    lookup: Lookup,
    keys: list[str],
    report: Report,
    where: str,
    references: References = NO_REFERENCES,
    given: tuple[str, ...] = (),
    *,
    renames: Renames = NO_RENAMES,
    current: object = MISSING,
    fields: Mapping[str, Field] | None = None,
) -> dict[str, Any]:
    """Read the declared fields of a class.

    Args:
        cls: a dataclass.
        lookup: gives the lines of a key.
        keys: all keys of the section, in their own spelling.
        report: where findings go.
        where: the section, for messages.
        references: types that are saved as their names.
        given: fields that do not come from lines.
        renames: former names of enum members and ids.
        current: an object whose values hold for what a struct leaves out, instead of the class's defaults.
        fields: the fields to read, if they are not all that the class declares.

    Returns:
        The fields that lines give; those without lines, or with a value that does not fit, are absent.
    """
    found: dict[str, Any] = {}
    for name, entry in (declared(cls) if fields is None else fields).items():
        if name in given:
            continue
        value = _read_field(entry, lookup, report, where, references, renames, current)
        if value is not MISSING:
            found[name] = value
    _warn_unknown(cls, lookup, keys, report, where, given)
    return found


def _read_field(
    entry: Field,
    lookup: Lookup,
    report: Report,
    where: str,
    references: References,
    renames: Renames,
    current: object,
) -> Any:
    lines = lookup(entry.name)
    kind = container(entry.hint, references)
    default = _default(entry, current)
    if kind in SEQUENCES:
        static = static_length(entry.hint)
        indexed = _indexed(entry.name, lookup, static)
        if lines and indexed:
            message = f"{where} has plain and numbered lines for {entry.name}; the numbered ones are ignored"
            report.add("TW-INI-24", "warning", message, "use one of the two", next(iter(indexed.values())).span)
        if lines is None and indexed:
            if static:
                return _static(entry, indexed, default, references, report, where)
            lines = list(indexed.values())
    if lines is None or (not lines and kind not in SEQUENCES):
        return MISSING
    try:
        plain = _plain(lines, entry.hint, kind, references, report)
        if renames:
            plain = _renamed(plain, entry.hint, references, renames)
        value = _over(default, plain, entry.hint, references, entry.name, lines[-1] if lines else None, report)
        for lost in attach(value, plain):
            message = f"{where} {entry.name}: the field {lost} is not kept, the class has no room for it"
            report.add("TW-INI-25", "warning", message, "declare it, or leave slots=True out", lines[-1].span)
        return value
    except ValueFormatError as error:
        line = _broken(lines)
        message = f"{where} {entry.name}: {error.message}"
        report.add("TW-INI-20", "error", message, error.hint, line.span_at(error.offset))
    except FieldError as error:
        path = error.path or entry.name
        hint = error.hint or f"{entry.name} is declared as {_spell(entry.hint)}"
        report.add("TW-INI-21", "error", f"{where} {path}: {error.reason}", hint, _place(lines, path))
    except (TypeError, ValueError) as error:  # raised by a class of the game
        hint = f"{entry.name} is declared as {_spell(entry.hint)}"
        report.add("TW-INI-21", "error", f"{where} {entry.name}: {error}", hint, _place(lines, entry.name))
    return MISSING


def _default(entry: Field, current: object) -> Any:
    if current is not MISSING:
        return getattr(current, entry.name, MISSING)
    return entry.default if entry.factory is None else entry.factory()


def _static(
    entry: Field, indexed: dict[int, Entry], default: Any, references: References, report: Report, where: str
) -> Any:
    """Read ``Key[0]``, ``Key[3]`` ... of a static array; what has no line keeps its default (section 3.4)."""
    hints = typing.get_args(_bare_hint(entry.hint))
    values = []
    for number, hint in enumerate(hints):
        line = indexed.get(number)
        try:
            if line is not None:
                kind = container(hint, references)
                values.append(decode(_plain([line], hint, kind, references, report), hint, references, entry.name))
            elif isinstance(default, tuple) and number < len(default):
                values.append(default[number])
            else:
                hint_text = f"write {entry.name}[{number}]=..., or give {entry.name} a default"
                raise FieldError(entry.name, f"has no element {number}, and no default for it", hint=hint_text)
        except (FieldError, ValueFormatError) as error:
            place = (line or next(iter(indexed.values()))).span_at(0)
            report.add("TW-INI-21", "error", f"{where} {entry.name}[{number}]: {error.message}", error.hint, place)
            return MISSING
    return tuple(values)


def _renamed(plain: Plain, hint: Any, references: References, renames: Renames) -> Plain:
    """Give old names of enum members and ids their new spelling."""
    hint = _bare_hint(hint)
    kind, args = typing.get_origin(hint) or hint, typing.get_args(hint)
    if isinstance(plain, list) and kind in SEQUENCES:
        inner = args[0] if args else Any
        return type(plain)(_renamed(item, inner, references, renames) for item in plain)
    if isinstance(plain, str) and isinstance(kind, type):
        if issubclass(kind, Enum):
            return Bare(renames.member(class_name(kind), plain))
        if references.find(kind) is not None:
            return Bare(renames.id(plain))
    return plain


def _bare_hint(hint: Any) -> Any:
    """Give a type without "or None"."""
    if typing.get_origin(hint) in (Union, types.UnionType):
        rest = [arg for arg in typing.get_args(hint) if arg is not type(None)]
        return rest[0] if len(rest) == 1 else hint
    return hint


def static_length(hint: Any) -> int:
    """Give how many elements a static array has: a tuple of fixed length; 0 for every other type."""
    bare = _bare_hint(hint)
    args = typing.get_args(bare)
    return len(args) if typing.get_origin(bare) is tuple and args and args[-1] is not Ellipsis else 0


def container(hint: Any, references: References = NO_REFERENCES) -> Any:
    """Say how a type takes text: None is word for word, `object` as the text says, else what holds other values."""
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin in (Union, types.UnionType):
        rest = [arg for arg in args if arg is not type(None)]
        if len(rest) == 1:
            return container(rest[0], references)
        return None if all(container(arg, references) is None for arg in rest) else object
    if hint is Any or hint is object:
        return object
    kind = origin or hint
    if not isinstance(kind, type) or origin is Literal or references.find(kind) or issubclass(kind, Enum):
        return None
    if kind in SEQUENCES or kind is dict or dataclasses.is_dataclass(kind):
        return kind
    return None


def element(hint: Any) -> Any:
    """Give the element type of a sequence type; Any where the elements differ or it does not say."""
    for arg in typing.get_args(hint) if typing.get_origin(hint) in (Union, types.UnionType) else (hint,):
        if (typing.get_origin(arg) or arg) in SEQUENCES:
            args = [a for a in typing.get_args(arg) if a is not Ellipsis]
            return args[0] if args and all(a == args[0] for a in args) else Any
    return Any


def is_inline(hint: Any, references: References = NO_REFERENCES) -> bool:
    """Whether a sequence type is written as one inline list rather than a line an element."""
    return container(element(hint), references) in (*SEQUENCES, object)


def _plain(lines: list[Entry], hint: Any, kind: Any, references: References, report: Report) -> Plain:
    if kind is None:
        return _word(lines[-1])
    if kind not in SEQUENCES:
        return _parse(lines[-1], report) if kind is not object or len(lines) == 1 else _all(lines, report)
    inner = container(element(hint), references)
    if len(lines) == 1:
        line = lines[0]
        if not line.raw.startswith("("):
            return Repeated([_word(line)]) if line.raw else _word(line)
        value, end = parse_prefix(line.raw, style=line.style)
        if inner is None and line.raw[end:].strip():
            return Repeated([_word(line)])  # a text that only begins like a list
        _warn_trailing(line, end, report)
        if isinstance(value, list) and (inner not in SEQUENCES or all(isinstance(v, list) for v in value)):
            return value
        return Repeated([value])
    if inner is None:
        return Repeated([_word(line) for line in lines])
    return _all(lines, report)


def _all(lines: list[Entry], report: Report) -> Repeated:
    return Repeated([_parse(line, report) for line in lines])


def _word(line: Entry) -> str:
    return unquote(line.raw, line.style) if line.raw.startswith('"') else Bare(line.raw)


def _parse(line: Entry, report: Report) -> Plain:
    value, end = parse_prefix(line.raw, style=line.style)
    _warn_trailing(line, end, report)
    return value


def _warn_trailing(line: Entry, end: int, report: Report) -> None:
    rest = line.raw[end:].strip()
    if rest and line.raw.startswith("("):
        at = line.raw.index(rest[0], end)
        message = f"{rest if len(rest) <= 40 else rest[:37] + '...'!r} behind the value of {line.key} is ignored"
        hint = "a remark needs a line of its own, beginning with ;"
        report.add("TW-INI-15", "warning", message, hint, line.span_at(at, len(rest)))


def _over(
    default: Any, plain: Plain, hint: Any, references: References, path: str, line: Entry | None, report: Report
) -> Any:
    """Decode; where the default is a dataclass, what the struct leaves out stays as it is there."""
    kind = container(hint, references)
    if not (isinstance(kind, type) and dataclasses.is_dataclass(kind) and isinstance(plain, Mapping)):
        return decode(plain, hint, references, path)
    for name in unknown_fields(kind, plain):
        span = _place([line], f"{path}.{name}") if line else Span("")
        hint_text = did_you_mean(name, declared(kind)) or f"it has {', '.join(declared(kind))}"
        report.add("TW-INI-22", "warning", f"{path}.{name} is no field of {kind.__name__}", hint_text, span)
    if not isinstance(default, kind):
        return decode(plain, hint, references, path)
    by_folded = {fold(key): value for key, value in plain.items()}
    changed = {}
    for name, entry in declared(type(default)).items():
        given = by_folded.get(fold(name), MISSING)
        if given is not MISSING:
            current = getattr(default, name)
            changed[name] = _over(current, given, entry.hint, references, f"{path}.{name}", line, report)
    try:
        return dataclasses.replace(default, **changed)
    except FieldError as error:
        raise FieldError(f"{path}.{error.path}" if error.path else path, error.reason, hint=error.hint) from error
    except (TypeError, ValueError) as error:
        raise FieldError(path, str(error)) from error


def _indexed(name: str, lookup: Lookup, static: int) -> dict[int, Entry]:
    """Give the lines ``Key[0]``, ``Key[1]`` ...: up to the first gap, or all of a static array (section 3.4)."""
    found: dict[int, Entry] = {}
    number = 0
    while True:
        lines = lookup(f"{name}[{number}]") or lookup(f"{name}({number})")
        if lines:
            found[number] = lines[-1]
        elif number >= static:
            return found
        number += 1


def _warn_unknown(
    cls: type, lookup: Lookup, keys: list[str], report: Report, where: str, given: tuple[str, ...]
) -> None:
    known = {fold(name): name for name in declared(cls)}
    for key in keys:
        match = _INDEXED.fullmatch(key)
        base = match[1] if match else key
        name = known.get(fold(base))
        if name is not None and name not in given:
            continue
        lines = lookup(key)
        if not lines:
            continue
        if name is not None:
            message, hint = f"{where} sets {name}, which comes from the section's name", "take the line out"
        else:
            message = f"{where} sets {key}, which is no field of {cls.__name__}"
            hint = did_you_mean(base, declared(cls)) or f"its fields are {', '.join(declared(cls)) or 'none'}"
        report.add("TW-INI-22", "warning", message, hint, lines[-1].span)


def _spell(hint: Any) -> str:
    return hint.__name__ if isinstance(hint, type) and not typing.get_args(hint) else str(hint)


def _broken(lines: list[Entry]) -> Entry:
    for line in lines:
        try:
            parse_prefix(line.raw, style=line.style)
        except TalewrightError:
            return line
    return lines[-1]


def _place(lines: list[Entry], path: str) -> Span:
    """Find the part of a value that a path like ``level.max`` or ``names[2]`` means, as nearly as text allows."""
    if not lines:
        return Span("")
    line = lines[-1]
    match = re.search(r"^[^.\[]*\[(\d+)\]", path)
    if match and len(lines) > 1 and int(match[1]) < len(lines):
        line = lines[int(match[1])]
    leaf = path.rpartition(".")[2].partition("[")[0] if "." in path else ""
    if leaf:
        spots = list(re.finditer(rf"[(,]\s*({re.escape(leaf)})\s*=\s*([^,()]*)", line.raw, re.IGNORECASE))
        if len(spots) == 1:
            spot = spots[0]
            return line.span_at(spot.start(2), max(1, len(spot[2])))
    return line.span_at(0, max(1, len(line.raw)))
