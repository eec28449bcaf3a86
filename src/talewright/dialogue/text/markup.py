r"""Markup in text: ``[wave]Hello[/wave]``, and what a player makes of it.

Decides dialogue.md section 6.13. A text is cut into tokens once, when it is compiled; values are put in afterwards, so
**a value can never become markup**. Markers may cross each other: ``[a]one [b]two[/a] three[/b]`` gives two attributes,
each as long as its own text (the original closes and re-opens clones of ``b`` and merges them again, which comes to the
same). ``select``, ``plural`` and ``ordinal`` are replaced by one of their properties; where none fits the value, by
``other`` (of a count), else by the value itself, so that no player reads markup. A marker that is not closed, or
closed and not opened, is an error, and then the text is shown as it was written, without attributes. Positions count
code points. A ``[`` before anything but a name or ``/`` is text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from talewright.dialogue.syntax import identifier_end
from talewright.dialogue.text.plurals import Locale, locale_of
from talewright.errors import DialogueError

REPLACED: Final = ("select", "plural", "ordinal")
_HOLE: Final = "\x00"
_KEY = re.compile(r"\w+")
# Longer ones stay text: Python refuses to read whole numbers of more than 4,300 digits.
_NUMBER = re.compile(r"-?[0-9]{1,4000}(\.[0-9]{1,4000})?")

PropertyValue: TypeAlias = bool | int | float | str


class MarkupError(Exception):
    """Markup that cannot be right: what, and where in the text."""

    def __init__(self, message: str, position: int) -> None:
        super().__init__(message)
        self.message = message
        self.position = position


@dataclass(frozen=True, slots=True)
class Attribute:
    """A stretch of text that a marker names.

    Attributes:
        position: where it begins in the text that is shown, in code points.
        length: how long it is; 0 for ``[name/]``.
        properties: ``x=1`` and the like; ``[color=red]`` has the property ``color``.
        source: where the marker stands in the text as written.
    """

    name: str
    position: int
    length: int
    properties: tuple[tuple[str, PropertyValue], ...] = ()
    source: int = 0

    def get(self, key: str, default: PropertyValue | None = None) -> PropertyValue | None:
        """Return a property.

        >>> Attribute("color", 0, 3, (("color", "red"),)).get("color")
        'red'
        """
        return next((value for name, value in self.properties if name == key), default)


@dataclass(frozen=True, slots=True)
class Marked:
    """A text without its markup, and what the markup said.

    Attributes:
        problems: what could not be shown as it was meant: a replacement without a case for its value, broken markup.
    """

    text: str
    attributes: tuple[Attribute, ...] = ()
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hole:
    """Where a value comes in."""

    number: int


@dataclass(frozen=True, slots=True)
class Marker:
    """``[name ...]``, ``[/name]``, ``[/]`` or ``[name .../]``; ``kind`` is ``open``, ``close`` or ``single``."""

    kind: str
    name: str
    properties: tuple[tuple[str, PropertyValue | Hole], ...]
    position: int


Token: TypeAlias = str | Hole | Marker


def has_markup(pieces: Sequence[str | int]) -> bool:
    """Tell whether it is worth cutting a text into tokens."""
    return any(isinstance(piece, str) and "[" in piece for piece in pieces)


def tokenize(pieces: Sequence[str | int]) -> tuple[Token, ...]:
    r"""Cut a text into tokens.

    Args:
        pieces: texts, in which a backslash escapes the character behind it, and numbers of values.

    Raises:
        MarkupError: a marker is broken, not closed, or not opened.

    >>> tokenize(["[b]Hi[/b] ", 0])  # doctest: +NORMALIZE_WHITESPACE
    (Marker(kind='open', name='b', properties=(), position=0), 'Hi',
     Marker(kind='close', name='b', properties=(), position=5), ' ', Hole(number=0))
    """
    holes = [piece for piece in pieces if not isinstance(piece, str)]
    joined = "".join(piece.replace(_HOLE, "\ufffd") if isinstance(piece, str) else _HOLE for piece in pieces)
    tokens = _Reader(joined, holes).read()
    _check(tokens)
    return tokens


def render(tokens: Sequence[Token], values: Sequence[str], locale: Locale) -> Marked:
    """Put values into a text, and split it into plain text and attributes.

    >>> marked = render(tokenize(["[b]", 0, "[/b]!"]), ["[Ann]"], locale_of("en"))
    >>> marked.text, [(a.name, a.position, a.length) for a in marked.attributes]
    ('[Ann]!', [('b', 0, 5)])
    """
    parts: list[str] = []
    length = 0
    opened = _Opened()
    found: list[Attribute] = []
    problems: list[str] = []
    for token in tokens:
        if isinstance(token, str):
            text = token
        elif isinstance(token, Hole):
            text = values[token.number]
        elif token.kind == "open":
            opened.add(token, length)
            continue
        elif token.kind == "close":
            found += [_attribute(marker, start, length - start, values) for marker, start in opened.close(token.name)]
            continue
        elif token.name in REPLACED:
            text = _replaced(token, values, locale, problems)
        else:
            found.append(_attribute(token, length, 0, values))
            continue
        parts.append(text)
        length += len(text)
    return Marked("".join(parts), tuple(sorted(found, key=lambda attribute: attribute.source)), tuple(problems))


def parse_markup(text: str, locale: Locale | str = "en") -> Marked:
    r"""Read the markup of a whole text in which no values come in, as a host may for texts of its own.

    A prefix up to the first unescaped colon becomes the attribute ``character``, unless the text begins with one. An
    error gives the text as it is, without attributes; ``problems`` has what is wrong.

    >>> marked = parse_markup("Ann: I have [plural value=2 one='%' other='% things'/]!".replace("'", '"'))
    >>> marked.text, marked.attributes[0].get("name")
    ('Ann: I have 2 things!', 'Ann')
    >>> parse_markup("[b]never closed").text
    '[b]never closed'
    """
    chosen = locale_of(locale) if isinstance(locale, str) else locale
    normal = text if text.isascii() else unicodedata.normalize("NFC", text)
    try:
        marked = render(tokenize([normal]), (), chosen)
    except MarkupError as error:
        return Marked(text, (), (error.message,))
    colon = colon_in(normal)
    if colon > 0 and not normal.startswith("[character"):
        head = normal[:colon]
        behind = colon + 1 + len(normal[colon + 1 :]) - len(normal[colon + 1 :].lstrip())
        try:
            shown = render(tokenize([head]), (), chosen).text
            prefix = render(tokenize([normal[:behind]]), (), chosen).text
        except MarkupError:
            return marked
        name = Attribute("character", 0, len(prefix), (("name", shown.strip()),), 0)
        return Marked(marked.text, (name, *marked.attributes), marked.problems)
    return marked


def colon_in(text: str) -> int:
    r"""Return the index of the first colon that names a speaker: not escaped, and not inside a marker; or -1.

    >>> colon_in(r"[b x=':'/] At 1\:30: now".replace("'", '"'))
    19
    """
    at = text.find(":")
    if at < 0 or ("\\" not in text and "[" not in text):
        return at
    at = 0
    inside = False
    while at < len(text):
        char = text[at]
        if char == "\\":
            at += 2
            continue
        if char == "[":
            inside = True
        elif char == "]":
            inside = False
        elif char == ":" and not inside:
            return at
        at += 1
    return -1


def unescape(piece: str) -> str:
    r"""Resolve the backslashes of a piece.

    >>> unescape(r"\[b\] \\")
    '[b] \\'
    """
    if "\\" not in piece:
        return piece
    parts: list[str] = []
    at = 0
    while at < len(piece):
        if piece[at] == "\\":
            at += 1
        parts.append(piece[at : at + 1])
        at += 1
    return "".join(parts)


class _Opened:
    """Markers that are open, in their order, with where their text begins; a name finds its last one at once."""

    def __init__(self) -> None:
        self._markers: dict[int, tuple[Marker, int]] = {}  # by the number of its opening
        self._named: dict[str, list[int]] = {}
        self._opened = 0

    def __contains__(self, name: str) -> bool:
        return bool(self._named.get(name))

    def add(self, marker: Marker, start: int) -> None:
        """Open a marker."""
        self._markers[self._opened] = marker, start
        self._named.setdefault(marker.name, []).append(self._opened)
        self._opened += 1

    def close(self, name: str) -> list[tuple[Marker, int]]:
        """Close the last marker of a name, or all where the name is empty, and return what was closed."""
        if name:
            return [self._markers.pop(self._named[name].pop())] if name in self else []
        closed = list(self._markers.values())
        self._markers.clear()
        self._named.clear()
        return closed

    def last(self) -> Marker | None:
        """Return the marker that was opened last; None where all are closed."""
        return next((marker for marker, _ in reversed(self._markers.values())), None)


def _attribute(marker: Marker, start: int, length: int, values: Sequence[str]) -> Attribute:
    properties = tuple((key, _value(value, values)) for key, value in marker.properties)
    return Attribute(marker.name, start, length, properties, marker.position)


def _value(value: PropertyValue | Hole, values: Sequence[str]) -> PropertyValue:
    return _read_value(values[value.number]) if isinstance(value, Hole) else value


def _read_value(text: str) -> PropertyValue:
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    found = _NUMBER.fullmatch(text)
    return (float(text) if found[1] else int(text)) if found else text


def replacement(marker: Marker) -> tuple[PropertyValue | Hole | None, dict[str, PropertyValue | Hole]]:
    """Return what a ``select``, ``plural`` or ``ordinal`` looks at, None where it has no value, and its cases."""
    cases = dict(marker.properties)
    named, given = cases.pop(marker.name, None), cases.pop("value", None)
    cases.pop("trimwhitespace", None)
    return named if given is None else given, cases


def _replaced(marker: Marker, values: Sequence[str], locale: Locale, problems: list[str]) -> str:
    given, cases = replacement(marker)
    assert given is not None  # tokenize has seen to it
    shown = values[given.number] if isinstance(given, Hole) else printed(given)
    case = shown
    if marker.name != "select":
        if not is_number(shown):
            problems.append(f"[{marker.name}] counts, and {shown!r} is no number")
            return shown
        rule = locale.cardinal if marker.name == "plural" else locale.ordinal
        try:
            case = rule(shown)
        except Exception as error:
            message = f"the plural rule of {locale.name!r} failed for {shown}: {type(error).__name__}: {error}"
            raise DialogueError(message) from error
    found = cases.get(case)
    if found is None:
        counted = "" if case == shown else f" for {shown}"
        problems.append(f"[{marker.name}] has no case {case!r}{counted}")
        found = None if marker.name == "select" else cases.get("other")
        if found is None:
            return shown
    text = values[found.number] if isinstance(found, Hole) else printed(found)
    return re.sub(r"\\%|%", lambda match: "%" if match[0] == "\\%" else shown, text)


def is_number(shown: str) -> bool:
    """Tell whether a value as it is shown is one that ``plural`` and ``ordinal`` can count.

    >>> is_number("-2.5"), is_number("many")
    (True, False)
    """
    return _NUMBER.fullmatch(shown) is not None


def printed(value: PropertyValue) -> str:
    """Return the value of a property as it is shown."""
    return ("true" if value else "false") if isinstance(value, bool) else str(value)


def _check(tokens: Sequence[Token]) -> None:
    opened = _Opened()
    for token in tokens:
        if not isinstance(token, Marker):
            continue
        if token.name in REPLACED and token.kind != "single":
            raise MarkupError(f"[{token.name}] ends with /]", token.position)
        if token.name in REPLACED and replacement(token)[0] is None:
            raise MarkupError(f"[{token.name}] has no value", token.position)
        if token.kind == "open":
            opened.add(token, 0)
        elif token.kind == "close":
            if token.name and token.name not in opened:
                raise MarkupError(f"[/{token.name}] closes nothing", token.position)
            opened.close(token.name)
    if (last := opened.last()) is not None:
        place = next(t.position for t in tokens if isinstance(t, Marker) and t.kind == "open" and t.name == last.name)
        raise MarkupError(f"[{last.name}] is not closed", place)


class _Reader:
    def __init__(self, text: str, holes: list[int]) -> None:
        self.text = text
        self.holes = iter(holes)
        self.at = 0

    def read(self) -> tuple[Token, ...]:
        text = self.text
        tokens: list[Token] = []
        plain: list[str] = []

        def flush() -> None:
            if plain:
                whole = "".join(plain)
                tokens.append(whole if whole.isascii() else unicodedata.normalize("NFC", whole))
                plain.clear()

        while self.at < len(text):
            char = text[self.at]
            if char == "\\":
                plain.append(text[self.at + 1 : self.at + 2])
                self.at += 2
            elif char == _HOLE:
                flush()
                tokens.append(Hole(next(self.holes)))
                self.at += 1
            elif char == "[" and self._opens():
                flush()
                marker = self._marker()
                tokens.append(marker)
                if marker.kind == "open" and marker.name == "nomarkup":
                    end = text.find("[/nomarkup]", self.at)
                    if end < 0:
                        raise MarkupError("[nomarkup] is not closed", marker.position)
                    while self.at < end:
                        following = text.find(_HOLE, self.at, end)
                        stop = end if following < 0 else following
                        plain.append(text[self.at : stop])
                        self.at = stop
                        if following >= 0:
                            flush()
                            tokens.append(Hole(next(self.holes)))
                            self.at += 1
                elif marker.kind == "single" and marker.name not in REPLACED:
                    trim = dict(marker.properties).get("trimwhitespace", True)
                    if trim is not False and text[self.at : self.at + 1].isspace():
                        self.at += 1
            else:
                plain.append(char)
                self.at += 1
        flush()
        return tuple(tokens)

    def _opens(self) -> bool:
        at = self.at + 1
        while self.text[at : at + 1].isspace():
            at += 1
        return self.text[at : at + 1] == "/" or identifier_end(self.text, at) > at

    def _blanks(self) -> None:
        while self.text[self.at : self.at + 1].isspace():
            self.at += 1

    def _name(self) -> str:
        end = identifier_end(self.text, self.at)
        name, self.at = self.text[self.at : end], end
        return name

    def _key(self) -> str:
        """Read the name of a property; cases of a select may be numbers."""
        found = _KEY.match(self.text, self.at)
        if found is None:
            return self._name()
        self.at = found.end()
        return found[0]

    def _marker(self) -> Marker:
        start = self.at
        self.at += 1
        self._blanks()
        if self.text[self.at] == "/":
            self.at += 1
            self._blanks()
            name = self._name()
            self._blanks()
            self._end(start, "]")
            return Marker("close", name, (), start)
        name = self._name()
        properties: list[tuple[str, PropertyValue | Hole]] = []
        self._blanks()
        if self.text.startswith("=", self.at):
            self.at += 1
            properties.append((name, self._property(start)))
        while True:
            self._blanks()
            if self.text.startswith("/", self.at):
                self.at += 1
                self._blanks()
                self._end(start, "]")
                return Marker("single", name, tuple(properties), start)
            if self.text.startswith("]", self.at):
                self.at += 1
                return Marker("open", name, tuple(properties), start)
            key = self._key()
            if not key:
                raise MarkupError(f"[{name} is not closed with ]", start)
            self._blanks()
            if self.text.startswith("=", self.at):
                self.at += 1
                properties.append((key, self._property(start)))
            else:
                raise MarkupError(f"the property {key} of [{name}] has no value", start)

    def _end(self, start: int, wanted: str) -> None:
        if not self.text.startswith(wanted, self.at):
            raise MarkupError(f"a marker is not closed with {wanted}", start)
        self.at += len(wanted)

    def _property(self, start: int) -> PropertyValue | Hole:
        self._blanks()
        text = self.text
        if text.startswith(_HOLE, self.at):
            self.at += 1
            return Hole(next(self.holes))
        if text.startswith('"', self.at):
            return self._quoted(start)
        end = self.at
        while end < len(text) and not text[end].isspace() and text[end] != "]" and not text.startswith("/]", end):
            end += 1
        word, self.at = text[self.at : end], end
        if not word or _HOLE in word:
            raise MarkupError("a property has no value behind its =", start)
        return _read_value(word)

    def _quoted(self, start: int) -> str:
        parts: list[str] = []
        at = self.at + 1
        while at < len(self.text):
            char = self.text[at]
            if char == '"':
                self.at = at + 1
                return "".join(parts)
            if char == _HOLE:
                raise MarkupError("no value can be put into a quoted property", start)
            if char == "\\":
                at += 1
                char = self.text[at : at + 1]
            parts.append(char)
            at += 1
        raise MarkupError('a quoted property is not closed with "', start)
