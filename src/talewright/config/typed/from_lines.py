"""The lines of a key as the value of a declared field.

The third stage of reading, shared by settings and records. The declared type decides how the text is taken: a number,
a text, an enum or a reference takes it word for word, a list takes a line an element (or one inline list), a dataclass
takes a struct and keeps its default for what the struct leaves out (config-savegame.md sections 3.2 to 3.4). A value
that does not fit is a finding with its place, and costs itself alone: an item of a struct, an element of a list, or its
field. What is read otherwise than it is written is a finding too. Never raises.
"""

from __future__ import annotations

import ast
import dataclasses
import re
import typing
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, Final

from talewright.config.text import Entry
from talewright.config.typed.extras import attach
from talewright.config.typed.hints import SEQUENCES, bare_hint, container, element, static_length
from talewright.config.values import Fault, PartPath, places, read, unquote
from talewright.diagnostics import Report, Severity, Span
from talewright.errors import FieldError
from talewright.fields import (
    MISSING,
    NO_REFERENCES,
    Bare,
    Field,
    Note,
    Plain,
    References,
    Repeated,
    by_folded_name,
    class_name,
    declared,
    decode,
    unknown_fields,
)
from talewright.names import NO_OLD_NAMES as NO_RENAMES
from talewright.names import OldNames as Renames
from talewright.names import did_you_mean, fold

Lookup = Callable[[str], "list[Entry] | None"]
"""Gives the lines that count for a key; None where no line mentions it."""

_INDEXED = re.compile(r"(.*?)[\[(](-?[0-9]+)[\])]")
_STEP = re.compile(r"""\.?([^.\[\]]+)|\[([0-9]+)\]|\[('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")\]""")
_NOTES: Final[Mapping[str, tuple[str, Severity]]] = {
    "spelling": ("TW-INI-26", "information"),
    "lenient": ("TW-INI-26", "warning"),
    "twice": ("TW-INI-28", "warning"),
    "refused": ("TW-INI-21", "error"),
}
FAULTS: Final[Mapping[str, tuple[str, Severity]]] = {
    "broken": ("TW-INI-20", "error"),
    "passed": ("TW-INI-27", "warning"),
    "twice": ("TW-INI-28", "warning"),
}
"""The code and the severity of what is wrong with a struct (`values.Fault`)."""


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
    reader = _Reader(lookup, report, where, references, renames)
    found: dict[str, Any] = {}
    for name, entry in (declared(cls) if fields is None else fields).items():
        if name in given:
            continue
        value = reader.field(entry, _default(entry, current))
        if value is not MISSING:
            found[name] = value
    reader.warn_unknown(cls, keys, given)
    return found


def _default(entry: Field, current: object) -> Any:
    if current is not MISSING:
        return getattr(current, entry.name, MISSING)
    return entry.default if entry.factory is None else entry.factory()


def report_notes(notes: list[Note], report: Report, where: str, span: Callable[[str], Span], why: str) -> None:
    """Make findings of what was noted while values were read.

    Args:
        notes: about one field.
        report: where the findings go.
        where: the section, for messages.
        span: gives the place of a field or element.
        why: the hint where a note has none.
    """
    for note in notes:
        code, severity = _NOTES[note.kind]
        report.add(code, severity, f"{where} {note.path}: {note.message}", note.hint or why, span(note.path))


class _Reader:
    """Reads the fields of one section."""

    def __init__(self, lookup: Lookup, report: Report, where: str, references: References, renames: Renames) -> None:
        self.lookup = lookup
        self.report = report
        self.where = where
        self.references = references
        self.renames = renames
        self.numbered: set[str] = set()  # the keys like Key[0] that were read, folded

    def field(self, entry: Field, default: Any) -> Any:
        """Return the value of a field; `MISSING` where no line gives one."""
        lines = self.lookup(entry.name)
        kind = container(entry.hint, self.references)
        static = static_length(entry.hint)
        if kind in SEQUENCES:
            indexed = self._indexed(entry.name, static)
            if lines and indexed:
                message = f"{self.where} has plain and numbered lines for {entry.name}; the numbered ones are ignored"
                self.report.add(
                    "TW-INI-24", "warning", message, "use one of the two", next(iter(indexed.values())).span
                )
            if lines is None and indexed:
                if static:
                    return self._static(entry, indexed, default)
                lines = list(indexed.values())
        if lines is None or (not lines and kind not in SEQUENCES):
            return MISSING
        if kind not in SEQUENCES and kind is not object:
            self._warn_twice(entry.name, lines)
        return self._value(lines, entry.hint, default, entry.name, static)

    def _value(self, lines: list[Entry], hint: Any, default: Any, path: str, static: int = 0) -> Any:
        """Read lines as a type; what is wrong is a finding, and `MISSING` where nothing could be read."""
        kind = container(hint, self.references)
        spots = _Spots(lines)
        notes: list[Note] = []
        try:
            plain = self._plain(lines, hint, kind, path)
            spots.alone = len(lines) == 1 and isinstance(plain, Repeated)
            if self.renames:
                plain = _renamed(plain, hint, self.references, self.renames)
            value = self._over(default, plain, hint, path, spots, notes)
            for lost in attach(value, plain):
                message = f"{self.where} {path}: the field {lost} is not kept, the class has no room for it"
                self.report.add("TW-INI-25", "warning", message, "declare it, or leave slots=True out", lines[-1].span)
        except FieldError as error:
            notes.append(Note("refused", error.path or path, error.reason, error.hint))
            value = MISSING
        except (TypeError, ValueError) as error:  # raised by a class of the game
            notes.append(Note("refused", path, str(error)))
            value = MISSING
        report_notes(notes, self.report, self.where, spots.span, f"{path} is declared as {_spell(hint)}")
        return value

    def _static(self, entry: Field, indexed: dict[int, Entry], default: Any) -> Any:
        """Read ``Key[0]``, ``Key[3]`` ... of a static array; what has no line keeps its default (section 3.4)."""
        hints = typing.get_args(bare_hint(entry.hint))
        values = []
        for number, hint in enumerate(hints):
            line = indexed.get(number)
            kept = default[number] if isinstance(default, tuple) and number < len(default) else MISSING
            value = self._value([line], hint, kept, f"{entry.name}[{number}]") if line is not None else MISSING
            value = kept if value is MISSING else value
            if value is MISSING:
                if line is None:
                    hint_text = f"write {entry.name}[{number}]=..., or give {entry.name} a default"
                    message = f"{self.where} {entry.name} has no element {number}, and no default for it"
                    self.report.add("TW-INI-21", "error", message, hint_text, next(iter(indexed.values())).span_at(0))
                return MISSING
            values.append(value)
        return tuple(values)

    def _indexed(self, name: str, static: int) -> dict[int, Entry]:
        """Return the lines ``Key[0]``, ``Key[1]`` ...: up to the first gap, or all of a static array (section 3.4)."""
        found: dict[int, Entry] = {}
        number = 0
        while not static or number < static:
            for key in (f"{name}[{number}]", f"{name}({number})"):
                lines = self.lookup(key)
                if lines:
                    found[number] = lines[-1]
                    self.numbered.add(fold(key))
                    self._warn_twice(key, lines)
                    break
            else:
                if not static:
                    break
            number += 1
        return found

    def _warn_twice(self, key: str, lines: list[Entry]) -> None:
        """Tell of lines that another line of the same key overrides."""
        for line in lines[:-1]:
            severity: Severity = "information" if line.raw == lines[-1].raw else "warning"
            message = f"{self.where} {key} has {len(lines)} lines; the last one counts, not this one"
            self.report.add("TW-INI-28", severity, message, "take one of them out", line.span)

    def _plain(self, lines: list[Entry], hint: Any, kind: Any, path: str) -> Plain:
        if kind is None:
            return _word(lines[-1])
        if kind not in SEQUENCES:
            return self._parse(lines[-1], path) if kind is not object or len(lines) == 1 else self._all(lines, path)
        inner = container(element(hint), self.references)
        if len(lines) == 1:
            line = lines[0]
            if not line.raw.startswith("("):
                return Repeated([_word(line)]) if line.raw else _word(line)
            value, end, faults = read(line.raw, style=line.style)
            if inner is None and line.raw[end:].strip():
                return Repeated([_word(line)])  # a text that only begins like a list
            self._tell(line, end, faults, path)
            if isinstance(value, list) and (inner not in SEQUENCES or all(isinstance(v, list) for v in value)):
                return value
            return Repeated([value])
        if inner is None:
            return Repeated([_word(line) for line in lines])
        return self._all(lines, path)

    def _all(self, lines: list[Entry], path: str) -> Repeated:
        return Repeated([self._parse(line, path) for line in lines])

    def _parse(self, line: Entry, path: str) -> Plain:
        value, end, faults = read(line.raw, style=line.style)
        self._tell(line, end, faults, path)
        return value

    def _tell(self, line: Entry, end: int, faults: list[Fault], path: str) -> None:
        """Tell what is wrong with the text of a value, and what stands behind it."""
        for fault in faults:
            code, severity = FAULTS[fault.kind]
            span = line.span_at(fault.offset, fault.length)
            self.report.add(code, severity, f"{self.where} {path}: {fault.message}", fault.hint, span)
        rest = line.raw[end:].strip()
        if rest and line.raw.startswith("("):
            at = line.raw.index(rest[0], end)
            message = f"{rest if len(rest) <= 40 else rest[:37] + '...'!r} behind the value of {line.key} is ignored"
            hint = "a remark needs a line of its own, beginning with ;"
            self.report.add("TW-INI-15", "warning", message, hint, line.span_at(at, len(rest)))

    def _over(self, default: Any, plain: Plain, hint: Any, path: str, spots: _Spots, notes: list[Note]) -> Any:
        """Decode; where the default is a dataclass, what the struct leaves out stays as it is there."""
        kind = container(hint, self.references)
        if not (isinstance(kind, type) and dataclasses.is_dataclass(kind)):
            self._warn_strangers(plain, hint, path, spots)
            return decode(plain, hint, self.references, path, notes)
        if not isinstance(plain, Mapping) or not isinstance(default, kind):
            self._warn_strangers(plain, hint, path, spots)
            return decode(plain, hint, self.references, path, notes)
        self._warn_fields(kind, plain, path, spots)
        by_folded = by_folded_name(plain, path, notes)
        changed = {}
        for name, entry in declared(type(default)).items():
            given = by_folded.get(fold(name), MISSING)
            if given is MISSING:
                continue
            inside = f"{path}.{name}"
            try:
                changed[name] = self._over(getattr(default, name), given, entry.hint, inside, spots, notes)
            except FieldError as error:
                why = error.hint or f"{name} is declared as {_spell(entry.hint)}"
                notes.append(Note("refused", error.path or inside, error.reason, why))
        try:
            return dataclasses.replace(default, **changed)
        except FieldError as error:
            raise FieldError(f"{path}.{error.path}" if error.path else path, error.reason, hint=error.hint) from error
        except (TypeError, ValueError) as error:
            raise FieldError(path, str(error)) from error

    def _warn_strangers(self, plain: Plain, hint: Any, path: str, spots: _Spots) -> None:
        """Tell of fields that the classes inside a value do not declare, at any depth."""
        kind = container(hint, self.references)
        if isinstance(kind, type) and dataclasses.is_dataclass(kind) and isinstance(plain, Mapping):
            self._warn_fields(kind, plain, path, spots)
            hints = {fold(name): (name, entry.hint) for name, entry in declared(kind).items()}
            for key, value in plain.items():
                if fold(key) in hints:
                    name, inner = hints[fold(key)]
                    self._warn_strangers(value, inner, f"{path}.{name}", spots)
        elif kind in SEQUENCES and isinstance(plain, list):
            inner = element(hint)
            if container(inner, self.references) is not None:
                for number, value in enumerate(plain):
                    self._warn_strangers(value, inner, f"{path}[{number}]", spots)
        elif kind is dict and isinstance(plain, Mapping):
            _, inner = typing.get_args(bare_hint(hint)) or (Any, Any)
            for key, value in plain.items():
                self._warn_strangers(value, inner, f"{path}[{key!r}]", spots)

    def _warn_fields(self, kind: type, plain: Mapping[str, Plain], path: str, spots: _Spots) -> None:
        for name in unknown_fields(kind, plain):
            hint = did_you_mean(name, declared(kind)) or f"it has {', '.join(declared(kind))}"
            message = f"{path}.{name} is no field of {kind.__name__}"
            self.report.add("TW-INI-22", "warning", message, hint, spots.span(f"{path}.{name}"))

    def warn_unknown(self, cls: type, keys: list[str], given: tuple[str, ...]) -> None:
        """Tell of keys that no field has read."""
        known = {fold(name): name for name in declared(cls)}
        plain = {fold(key) for key in keys}
        for key in keys:
            match = _INDEXED.fullmatch(key)
            base = match[1] if match else key
            name = known.get(fold(base))
            if name is not None and name not in given and (not match or fold(key) in self.numbered):
                continue
            lines = self.lookup(key)
            if not lines:
                continue
            code = "TW-INI-22"
            if name is not None and name in given:
                message, hint = f"{self.where} sets {name}, which comes from the section's name", "take the line out"
            elif match and name is not None:
                code, message = "TW-INI-29", f"{self.where} sets {key}, which is not read: "
                why, hint = self._unread(name, declared(cls)[name].hint, with_plain=fold(base) in plain)
                message += why
            else:
                message = f"{self.where} sets {key}, which is no field of {cls.__name__}"
                hint = did_you_mean(base, declared(cls)) or f"its fields are {', '.join(declared(cls)) or 'none'}"
            self.report.add(code, "warning", message, hint, lines[-1].span)

    def _unread(self, name: str, hint: Any, *, with_plain: bool) -> tuple[str, str]:
        """Say why the line of an element of an array is not read, and what to write."""
        static = static_length(hint)
        if container(hint, self.references) not in SEQUENCES:
            return f"{name} is no array", f"write {name}=..."
        if with_plain:
            return f"{name} has plain lines, which count alone", "use one of the two"
        if static:
            return f"{name} has the elements 0 to {static - 1}", f"write {name}[0] to {name}[{static - 1}]"
        return "numbered lines end at the first gap", f"number them from {name}[0] on, or write {name}=... for each"


class _Spots:
    """Where the parts of the value of some lines stand."""

    def __init__(self, lines: list[Entry]) -> None:
        self._lines = lines
        self._places: dict[int, dict[PartPath, tuple[int, int]]] = {}
        self.alone = False
        """Whether one line gives a list its only element: what stands there is that, without parentheses of its own."""

    def span(self, path: str) -> Span:
        """Find what a path like ``level.max`` or ``names[2]`` means; the first part is the field itself."""
        if not self._lines:
            return Span("")
        field = re.match(r"[^.\[]*", path)
        steps: list[int | str] = [
            int(step[2]) if step[2] else fold(step[1] or ast.literal_eval(step[3]))
            for step in _STEP.finditer(path, field.end() if field else 0)
        ]
        number = len(self._lines) - 1
        if steps and isinstance(steps[0], int) and 1 < len(self._lines) > steps[0]:
            number = steps.pop(0)  # type: ignore[assignment]
        line = self._lines[number]
        known = self._places.get(number)
        if known is None:
            known = self._places[number] = places(line.raw, style=line.style)
        way: PartPath = ()
        for step in steps[1:] if self.alone and steps[:1] == [0] else steps:
            if step != 0 or (*way, 0) in known or (way and way not in known):
                way = (*way, step)  # else it is a list of one element that stands without parentheses
        while way and way not in known:  # what is missing is looked for where it should be
            way = way[:-1]
        at, length = known.get(way) or (0, len(line.raw))
        return line.span_at(at, max(1, length))


def _renamed(plain: Plain, hint: Any, references: References, renames: Renames) -> Plain:
    """Give old names of enum members and ids their new spelling."""
    hint = bare_hint(hint)
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


def _word(line: Entry) -> str:
    return unquote(line.raw, line.style) if line.raw.startswith('"') else Bare(line.raw)


def _spell(hint: Any) -> str:
    return hint.__name__ if isinstance(hint, type) and not typing.get_args(hint) else str(hint)
