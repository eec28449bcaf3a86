"""From a message of the text format to a description: a frozen dataclass whose annotations are the rules.

A description declares the fields of a Defold message: types, defaults, which may come again (``tuple[X, ...]``), which
must be there. `read` follows the declaration and reports what does not fit; a field that nobody declares is kept in
``rest`` and reported as information, once for each kind of message in a file. `write` is the way back. Knows no file
kind; text inside text is read by what a field's rule names.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from typing import Any, ClassVar, TypeVar, get_args, get_origin, get_type_hints

from talewright.defold.printing import Raw, write_text
from talewright.defold.source import Source
from talewright.defold.text import parse
from talewright.defold.tree import Kind, Message, Plain, Scalar
from talewright.defold.vectors import Quat, Vector3, Vector4
from talewright.diagnostics import Report, Span
from talewright.fields import Bare
from talewright.names import did_you_mean

D = TypeVar("D", bound="Described")
NOWHERE = Span("")
_TRUE, _FALSE = ("true", "True", "t"), ("false", "False", "f")


@dataclass(frozen=True)
class Described:
    """What all descriptions have.

    Attributes:
        rest: fields that have no attribute of their own here, as plain data by name.
        span: where it stands in its file; no part of equality.
    """

    KNOWN: ClassVar[frozenset[str]] = frozenset()
    """Fields that go to ``rest`` without a finding."""

    rest: Mapping[str, Plain] = field(default_factory=dict, kw_only=True)
    span: Span = field(default=NOWHERE, kw_only=True, compare=False, repr=False)

    @classmethod
    def finish(cls, values: dict[str, Any], reading: Reading) -> None:
        """Change what was read before it becomes a description; for text that another field says how to read."""


def rule(*names: str, required: bool = False, enum: bool = False, embedded: bool = False) -> Mapping[str, Any]:
    """Say what the annotation of a field does not tell; the metadata of a dataclass field.

    Args:
        names: how the file calls it, the first when writing; none: as the attribute.
        required: a description without it is an error.
        enum: its text is written as a name.
        embedded: the file holds it as a text of its own.
    """
    return {"names": names, "required": required, "enum": enum, "embedded": embedded}


REQUIRED = rule(required=True)


@dataclass(frozen=True, slots=True)
class Rule:
    """The rule for one attribute of a description."""

    attribute: str
    names: tuple[str, ...]
    hint: Any
    repeated: bool
    required: bool
    enum: bool
    embedded: bool
    default: Any


class Reading:
    """Reading one file: where findings go."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self._unknown: set[tuple[type, str]] = set()

    def error(self, code: str, text: str, hint: str, span: Span) -> None:
        """Report an error."""
        self.report.add(code, "error", text, hint, span)

    def unknown(self, cls: type[Described], name: str, span: Span) -> None:
        """Report a field that nobody declares, once for each kind of message."""
        if (cls, name) not in self._unknown:
            self._unknown.add((cls, name))
            known = [n for r in rules(cls) for n in r.names]
            text = f"the field '{name}' is not known here; it is kept as data"
            self.report.add("TW-DEF-10", "information", text, did_you_mean(name, known), span)


def rules(cls: type[Described]) -> tuple[Rule, ...]:
    """Return the rules of a kind of description."""
    key: Any = cls
    found: tuple[Rule, ...] = _rules(key)
    return found


@cache
def _rules(cls: Any) -> tuple[Rule, ...]:
    hints = get_type_hints(cls)
    found = []
    for item in dataclasses.fields(cls):
        if item.name in ("rest", "span") or not item.init:
            continue
        hint, meta = hints[item.name], item.metadata
        repeated = get_origin(hint) is tuple
        found.append(
            Rule(
                item.name,
                meta.get("names") or (item.name,),
                get_args(hint)[0] if repeated else hint,
                repeated,
                meta.get("required", False),
                meta.get("enum", False),
                meta.get("embedded", False),
                item.default,
            )
        )
    return tuple(found)


@cache
def _by_name(cls: Any) -> dict[str, Rule]:
    return {name: rule for rule in rules(cls) for name in rule.names}


def read(cls: type[D], message: Message, reading: Reading) -> D:
    """Read a description; what does not fit is reported and left at its default."""
    key: Any = cls
    known: dict[str, Rule] = _by_name(key)
    values: dict[str, Any] = {}
    rest = Message(message.source, message.start, message.end)
    for item in message:
        the = known.get(item.name)
        if the is None:
            if item.name not in cls.KNOWN:
                reading.unknown(cls, item.name, item.span)
            rest.fields.append(item)
            continue
        value = _value(the, item.value, reading)
        if value is _MISFIT:
            continue
        if the.repeated:
            values.setdefault(the.attribute, []).append(value)
            continue
        if the.attribute in values and item.name == the.names[0]:
            text = f"'{item.name}' is given twice; the last one counts"
            reading.report.add("TW-DEF-13", "warning", text, "take one of them away", item.span)
        values[the.attribute] = value
    for the in rules(cls):
        if the.required and the.attribute not in values and not any(message.all(n) for n in the.names):
            span = message.source.span(message.start, message.start + 1)
            reading.error("TW-DEF-12", f"'{the.names[0]}' is missing", f"{cls.__name__} needs it", span)
    made = {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}
    for the in rules(cls):
        if the.attribute not in made and the.default is dataclasses.MISSING:
            made[the.attribute] = () if the.repeated else _empty(the)
    cls.finish(made, reading)
    span = message.source.span(message.start, message.end)
    return cls(**made, rest=rest.plain, span=span)


def read_text(cls: type[D], source: Source, reading: Reading) -> D:
    """Read a description from a whole text."""
    return read(cls, parse(source, reading.report), reading)


class _Misfit:
    pass


_MISFIT = _Misfit()


def _empty(the: Rule) -> Any:
    return the.hint() if isinstance(the.hint, type) else None


def _value(the: Rule, value: Scalar | Message, reading: Reading) -> Any:
    hint = the.hint
    if the.embedded:
        if isinstance(value, Message) or value.kind is not Kind.TEXT:
            return _misfit(the, value, "a text", reading)
        if isinstance(hint, type) and issubclass(hint, Described):
            return read_text(hint, value.nested(), reading)
        return value
    if isinstance(hint, type) and issubclass(hint, Described):
        return read(hint, value, reading) if isinstance(value, Message) else _misfit(the, value, "{ ... }", reading)
    if hint in (Vector3, Vector4, Quat):
        return _vector(the, value, reading)
    if get_origin(hint) in (Mapping, dict) or hint in (Mapping, dict):
        return value.plain if isinstance(value, Message) else _misfit(the, value, "{ ... }", reading)
    if isinstance(value, Message):
        return _misfit(the, value, _wanted(the), reading)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _enum(the, hint, value, reading)
    fitted = _scalar(the, value)
    return _misfit(the, value, _wanted(the), reading) if fitted is None else fitted


def _scalar(the: Rule, value: Scalar) -> Any:
    raw = value.value
    if the.hint is str:
        return raw if value.kind is (Kind.NAME if the.enum else Kind.TEXT) else None
    if the.hint is bool:
        if value.kind is Kind.NAME:
            return True if raw in _TRUE else False if raw in _FALSE else None
        return bool(raw) if raw in (0, 1) and value.kind is Kind.NUMBER else None
    if the.hint is int:
        return raw if isinstance(raw, int) else None
    return _float(value)


def _float(value: Scalar) -> float | None:
    raw = value.value
    if isinstance(raw, str):
        word = raw.lower().lstrip("-") if value.kind is Kind.NAME else ""
        known = {"inf": math.inf, "infinity": math.inf, "nan": math.nan}.get(word)
        return None if known is None else -known if raw[0] == "-" else known
    try:
        return float(raw)
    except OverflowError:
        return None


def _enum(the: Rule, hint: type[Enum], value: Scalar, reading: Reading) -> Any:
    if value.kind is Kind.NAME:
        for member in hint:
            if member.value == value.value:
                return member
    names = [str(member.value) for member in hint]
    known = did_you_mean(str(value.value), names) or f"known: {', '.join(names)}"
    text = f"'{the.names[0]}' cannot be {_shown(value)}"
    reading.error("TW-DEF-11", text, known, value.span)
    return _MISFIT


def _vector(the: Rule, value: Scalar | Message, reading: Reading) -> Any:
    base = the.default if isinstance(the.default, the.hint) else the.hint()
    if isinstance(value, Scalar):
        size = _float(value) if the.hint is Vector3 and "scale" in the.names else None
        if size is not None:
            return Vector3(size, size, size)
        return _misfit(the, value, "{ x: ... y: ... }", reading)
    parts: dict[str, float] = dict(zip(base._fields, base, strict=True))
    for item in value:
        if item.name not in parts:
            text = f"'{item.name}' is no part of '{the.names[0]}'; it is passed over"
            reading.report.add("TW-DEF-10", "information", text, f"known: {', '.join(parts)}", item.span)
            continue
        number = _float(item.value) if isinstance(item.value, Scalar) else None
        if number is None:
            _misfit(the, item.value, "a number", reading, item.name)
        else:
            parts[item.name] = number
    return the.hint(**parts)


def _wanted(the: Rule) -> str:
    known = {str: "a name" if the.enum else "a text", bool: "true or false", int: "a whole number", float: "a number"}
    return known.get(the.hint, "another value")


def _shown(value: Scalar | Message) -> str:
    if isinstance(value, Message):
        return "{ ... }"
    text = value.source.text[value.start : min(value.end, value.start + 40)]
    return text.split("\n")[0]


def _misfit(the: Rule, value: Scalar | Message, wanted: str, reading: Reading, part: str = "") -> _Misfit:
    name = f"{the.names[0]}.{part}" if part else the.names[0]
    reading.error("TW-DEF-11", f"'{name}' is {wanted}, not {_shown(value)}", "", value.span)
    return _MISFIT


# The way back


def write(described: Described) -> str:
    """Return the text of a description, as a file of Defold's has it; what has its default is left out.

    >>> @dataclass(frozen=True)
    ... class Key(Described):
    ...     input: str = field(default="", metadata=rule(enum=True))
    ...     action: str = ""
    >>> print(write(Key("KEY_A", "left")), end="")
    input: KEY_A
    action: "left"
    """
    return write_text(_entries(described))


def _entries(described: Described) -> Iterable[tuple[str, Plain]]:
    for the in rules(type(described)):
        value = getattr(described, the.attribute)
        for one in value if the.repeated else (value,):
            written = _written(the, one)
            if the.repeated or the.required or one != _default_of(the):
                yield the.names[0], written
    yield from described.rest.items()


def _default_of(the: Rule) -> Any:
    return _empty(the) if the.default is dataclasses.MISSING else the.default


def _written(the: Rule, value: Any) -> Plain:
    if the.embedded:
        return write_text(_entries(value), inside=True)
    if isinstance(value, Described):
        return Raw(list(_entries(value)))
    if isinstance(value, Enum):
        return Bare(value.value)
    if isinstance(value, (Vector3, Vector4, Quat)):
        base = the.default if isinstance(the.default, the.hint) else the.hint()
        pairs = zip(value._fields, value, base, strict=True)
        return Raw([(name, number) for name, number, absent in pairs if number != absent])
    return Bare(value) if the.enum else value
