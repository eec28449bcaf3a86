"""A section of a save as text, and back.

Decides the one layout that saves have: a header, one line a field, a blank line between two sections. What nobody has
looked at stays text: `is_usual` proves by the form alone that a section can be read, and `read` reads it when somebody
asks. What is unusual (deep nesting, strange names) is left to `config.values` and to the careful reader of `reading`,
so there is one truth about every value, and this file is only the quick way to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple

from talewright.config.text import check_key, check_section_name
from talewright.config.values import dump, unescape
from talewright.errors import InvalidName, SaveError, TalewrightError
from talewright.fields import Bare, Plain, Repeated

_EMPTY_LIST = "!{}=()"
_LEVELS = 3
"""Nesting below the outermost parentheses that the quick way knows."""
_DEEPEST = 40
"""How far `Writer` follows nested values before it leaves them, and the error that may come, to `dump`."""


@cache
def _section_pattern() -> re.Pattern[str]:
    # Made when the first save is read: compiling takes longer than many a command.
    token = r"[A-Za-z0-9_./:#@$+-]++"
    quoted = r'"(?:[^"\\\r\n]++|\\[^\r\n])*+"'
    inner = f"(?>{token}|{quoted})"
    for _ in range(_LEVELS):
        struct = rf"\((?>=|{token}={inner}(?:,{token}={inner})*+|{inner}(?:,{inner})*+)?\)"
        inner = f"(?>{token}|{quoted}|{struct})"
    struct = rf"\((?>=|{token}={inner}(?:,{token}={inner})*+|{inner}(?:,{inner})*+)?\)"
    bare = r'(?:[^\x00-\x20"(\x7f][^\x00-\x1f\x7f]*+(?<! )(?<!\\\\))?'
    key = r"[A-Za-z_][\w.:$/-]*+"
    line = rf"(?>\n{key}=(?>{struct}|{quoted}|{bare})|\n!{key}=\(\))(?=\n|\Z)"
    return re.compile(rf"\[([^\x00-\x20\]\[](?:[^\x00-\x1f\]\[]*[^\x00-\x20\]\[])?) ([^\x00-\x20\]\[]+)\](?:{line})*+")


_TOKENS = re.compile(r'[(),=]|[A-Za-z0-9_./:#@$+-]+|"(?:[^"\\]|\\.)*"')
_WORDS = re.compile(r"[A-Za-z_][^\x00-\x1f\x7f]*+(?<! )(?<!\\\\)")
_SIMPLE = re.compile(r"[A-Za-z0-9_./:#@$-]+")
_NAME = re.compile(r"[^\x00-\x20\]\[;]+(?: [^\x00-\x20\]\[]+)*")
_NUMERIC = frozenset("0123456789+-.")
_MEMORY = 20_000
_FORMS = 2_000
_LONG = 3_000
_HOLES = {int: "%d", float: "%r"}
_KINDS = frozenset({str, int, float, bool, type(None), list, dict, Bare})
_WIDE = 1 << 63
_INFINITE = float("inf")
_CONSTANTS = frozenset({"None", "True", "False"})


def usual(text: str) -> tuple[str, str] | None:
    """Return object name and class name of a section that can be read for sure; None: look closer.

    >>> usual("[ann SapituCharacter]\\nHealth=87")
    ('ann', 'SapituCharacter')
    >>> usual("[ann SapituCharacter]\\nHealth")
    """
    match = _section_pattern().fullmatch(text)
    return None if match is None else (match[1], match[2])


def read(text: str) -> dict[str, Plain]:
    """Read the fields of a section that is `usual`; a key that comes again makes a list of repeated lines."""
    lines = text.split("\n")
    del lines[0]
    fields: dict[str, Plain] = {}
    for line in lines:
        key, _, raw = line.partition("=")
        if key[0] == "!":
            fields[key[1:]] = Repeated()
            continue
        first = raw[:1]
        value: Plain = _struct(raw) if first == "(" else unescape(raw[1:-1]) if first == '"' else Bare(raw)
        if key not in fields:
            fields[key] = value
        else:
            before = fields[key]
            if isinstance(before, Repeated):
                before.append(value)
            else:
                fields[key] = Repeated((before, value))
    return fields


def _struct(raw: str) -> Plain:
    """Read the text of a struct whose form is the usual one."""
    above: list[tuple[Any, str | None]] = []
    inside: Any = None  # the list or dict that is open; None until its first item says which
    key: str | None = None
    last: Any = None
    for token in _TOKENS.findall(raw):
        first = token[0]
        if first == "(":
            above.append((inside, key))
            inside = key = None
            continue
        if first == "=":
            inside = {} if inside is None else inside
            key, last = last, None
            continue
        if first == "," or first == ")":
            if last is not None:
                inside = _placed(inside, key, last)
                key = last = None
            if first == ")":
                found = [] if inside is None else inside
                inside, key = above.pop()
                if not above:
                    return found
                inside = _placed(inside, key, found)
                key = None
            continue
        last = unescape(token[1:-1]) if first == '"' else Bare(token)
    raise AssertionError(raw)  # `usual` has seen the last parenthesis


def _placed(inside: Any, key: str | None, value: Any) -> Any:
    if key is not None:
        inside[str(key)] = value
    elif inside is None:
        return [value]
    else:
        inside.append(value)
    return inside


class _Form(NamedTuple):
    """The text of the sections of a class with holes for the name and the values; empty where there is no such form."""

    text: str
    texts: tuple[int, ...]
    others: tuple[int, ...]
    floats: bool


class Writer:
    """Writes sections; remembers what it has written, because texts and names repeat all over a save, and from one save
    to the next. Usable from several threads: what two of them remember is the same.
    """

    def __init__(self) -> None:
        self._top: dict[str, str] = {}
        self._inner: dict[str, str] = {}
        self._keys: dict[str, str] = {}
        self._inner_keys: dict[str, str] = {}
        self._classes: set[str] = set()
        self._forms: dict[tuple[str, tuple[str, ...], tuple[type, ...]], _Form] = {}

    def _trim(self) -> None:
        for remembered in (self._top, self._inner, self._keys, self._inner_keys):
            if len(remembered) > _MEMORY:
                remembered.clear()

    def quickly(self, name: str, class_name: str, fields: Mapping[str, Plain]) -> str | None:
        """Write a section of a usual form, as `section` does; None for any other, or where something is wrong with it.

        Sections of a class have the same fields with values of the same types: for each such shape the line ends and
        names are put together once, and the values go into them in one step.
        """
        self._trim()
        kinds = tuple(map(type, fields.values()))
        shape = class_name, tuple(fields), kinds
        form = self._forms.get(shape)
        if form is None:
            form = self._forms[shape] = self._form(*shape)
        if not form.text or not _NAME.fullmatch(name):
            return None
        row = list(fields.values())
        known = self._top
        try:
            for number in form.texts:
                row[number] = known.get(row[number]) or self._value(row[number])
            for number in form.others:
                row[number] = self._value(row[number])
            text = form.text % (name, *row)
        except (TalewrightError, TypeError, ValueError, RecursionError):
            return None
        if len(text) > _LONG or (form.floats and ("inf" in text or "nan" in text)):
            return None  # a number that has too many digits, or is none, cannot hide here
        return text

    def _form(self, class_name: str, names: tuple[str, ...], kinds: tuple[type, ...]) -> _Form:
        if len(self._forms) > _FORMS:
            self._forms.clear()
        if not _KINDS.issuperset(kinds) or not _NAME.fullmatch(class_name) or " " in class_name:
            return _Form("", (), (), False)
        try:
            keys = [self._key(name).replace("%", "%%") for name in names]
        except InvalidName:
            return _Form("", (), (), False)
        texts = tuple(n for n, kind in enumerate(kinds) if kind is str)
        others = tuple(n for n, kind in enumerate(kinds) if kind in (list, dict, Bare))
        holes = [_HOLES.get(kind, "%s") for kind in kinds]
        lines = [f"[%s {class_name.replace('%', '%%')}]", *map("".join, zip(keys, holes, strict=True))]
        return _Form("\n".join(lines), texts, others, float in kinds)

    def section(self, name: str, class_name: str, fields: Iterable[tuple[str, Plain]]) -> str:
        """Write a section, without a line end behind it.

        Raises:
            SaveError: a value cannot be written; the message names section and field.
        """
        self._trim()
        if not _NAME.fullmatch(name) or class_name not in self._classes:
            self._check_header(name, class_name)
        lines = [f"[{name} {class_name}]"]
        add = lines.append
        keys, top, value_of = self._keys, self._top, self._value
        for field, value in fields:
            try:
                key = keys.get(field) or self._key(field)
                kind = type(value)
                known = top.get(value) if kind is str else None
                if known is not None:
                    add(key + known)
                elif kind is int and -_WIDE < value < _WIDE:
                    add(f"{key}{value}")
                elif kind is not Repeated:
                    add(key + value_of(value))
                elif value:
                    lines += [key + value_of(v) for v in value]
                else:  # an empty list is not the same as saying nothing
                    add(_EMPTY_LIST.format(field))
            except (TalewrightError, TypeError, RecursionError) as error:
                what, hint = (error.message, error.hint) if isinstance(error, TalewrightError) else (error, "")
                raise SaveError(f"[{name} {class_name}].{field} cannot be saved: {what}", hint=hint) from error
        return "\n".join(lines)

    def _check_header(self, name: str, class_name: str) -> None:
        try:
            check_section_name(f"{name} {class_name}")
        except InvalidName as error:
            raise SaveError(error.message, hint=error.hint) from error
        self._classes.add(class_name)

    def _key(self, field: str) -> str:
        check_key(field)
        made = self._keys[field] = f"{field}="
        return made

    def _value(self, value: Any) -> str:
        kind = type(value)
        if kind is str:
            known = self._top.get(value)
            if known is None:
                bare = _WORDS.fullmatch(value) is not None and value not in _CONSTANTS
                known = self._top[value] = value if bare else dump(value)
            return known
        if kind is float and -_INFINITE < value < _INFINITE:
            return float.__repr__(value)
        if kind is bool or value is None:
            return str(value)
        if kind is Bare:
            return str(value) if _SIMPLE.fullmatch(value) else dump(value)
        if kind is list or kind is dict:
            try:
                return self._struct(value, 1)
            except _Unusual:
                return dump(value)
        return dump(value)

    def _struct(self, value: Any, depth: int) -> str:
        if depth > _DEEPEST:
            raise _Unusual
        inner, nested = self._inner, self._nested
        if type(value) is list:
            return f"({','.join([(inner.get(v) if type(v) is str else None) or nested(v, depth) for v in value])})"
        if not value:
            return "(=)"
        keys, key_of = self._inner_keys, self._inner_key
        return f"({','.join([(keys.get(k) or key_of(k)) + nested(v, depth) for k, v in value.items()])})"

    def _nested(self, value: Any, depth: int) -> str:
        kind = type(value)
        if kind is int and -_WIDE < value < _WIDE:
            return f"{value}"
        if kind is str:
            return self._inner.get(value) or self._inner_text(value)
        if kind is float and -_INFINITE < value < _INFINITE:
            return float.__repr__(value)
        if kind is list or kind is dict:
            return self._struct(value, depth + 1)
        if kind is Bare and _SIMPLE.fullmatch(value):
            return str(value)
        if value is None or kind is bool:
            return str(value)
        raise _Unusual

    def _inner_text(self, text: str) -> str:
        bare = _SIMPLE.fullmatch(text) and text[0] not in _NUMERIC and text not in _CONSTANTS
        made = text if bare else dump(text, nested=True)
        self._inner[text] = made
        return made

    def _inner_key(self, key: Any) -> str:
        if not isinstance(key, str) or not _SIMPLE.fullmatch(key):
            raise _Unusual
        made = self._inner_keys[key] = f"{key}="
        return made


class _Unusual(Exception):
    """A value that the quick way does not know."""


def as_text(fields: Mapping[str, Plain]) -> dict[str, str]:
    """Return every field of a section as it stands in a file, lists of repeated lines as one struct: for people."""
    writer = Writer()
    return {name: writer._value(list(v) if isinstance(v, Repeated) else v) for name, v in fields.items()}
