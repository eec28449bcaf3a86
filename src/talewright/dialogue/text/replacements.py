"""What can be said of ``select``, ``plural`` and ``ordinal`` before a script is played.

Decides which cases a replacement needs: of an enum or a truth value, one for each; of a text or a number in a variable,
one for each value that the script itself gives it; of a count, one for each class that whole numbers have in the
language. A text that comes from elsewhere cannot be checked; what happens then is decided in :mod:`.markup`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from talewright.diagnostics import Span
from talewright.dialogue import syntax
from talewright.dialogue.program import EnumInfo
from talewright.dialogue.syntax import Value, print_value
from talewright.dialogue.text.markup import REPLACED, Hole, Marker, Token, is_number, printed, replacement
from talewright.dialogue.text.plurals import CLASSES, classes_of
from talewright.names import did_you_mean

_BOOLS: Final = ("True", "False")


@dataclass(frozen=True, slots=True)
class Looked:
    """What a replacement looks at.

    Attributes:
        type: Number, String, Bool, the name of an enum, or None where nothing tells.
        given: the values that the script gives it.
    """

    type: str | None = None
    given: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Lack:
    """What is wrong with a replacement: which, in words, what to do; ``position`` is that of the marker."""

    position: int
    message: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Values:
    """What a project knows of the values in its texts.

    Attributes:
        types: the type of each expression in a text with markup, by its place.
        given: the values that scripts give to variables, by name.
        enums: by name.
        language: of the texts.
    """

    types: Mapping[Span, str | None]
    given: Mapping[str, Collection[Value]]
    enums: Mapping[str, EnumInfo]
    language: str = "en"

    def of(self, expression: syntax.Expression) -> Looked:
        """Return what is known of an expression."""
        given = self.given.get(expression.name, ()) if isinstance(expression, syntax.Variable) else ()
        return Looked(self.types.get(expression.span), tuple(given))


def lacks(
    tokens: Iterable[Token], looked: Sequence[Looked], enums: Mapping[str, EnumInfo], language: str
) -> Iterator[Lack]:
    """Find replacements that have no case for a value that may come.

    Args:
        tokens: of a text.
        looked: what is known of its values, by their number.
        enums: of the project, by name.
        language: of the text.
    """
    for token in tokens:
        if not isinstance(token, Marker):
            continue
        if token.name not in REPLACED:
            yield from _misspelt(token)
            continue
        given, cases = replacement(token)
        counted = Counter(key for key, _ in token.properties)
        for key in sorted(key for key, count in counted.items() if count > 1):
            yield Lack(token.position, f"[{token.name}] has the case {key} twice", "keep one of them")
        one = looked[given.number] if isinstance(given, Hole) and given.number < len(looked) else Looked()
        literal = None if given is None or isinstance(given, Hole) else printed(given)
        if token.name == "select":
            yield from _select(token, cases, one, enums, literal)
        else:
            yield from _count(token, cases, one, language, literal)


def _misspelt(marker: Marker) -> Iterator[Lack]:
    keys = {key for key, _ in marker.properties}
    if marker.name != "character" and marker.properties and (keys & {"value", marker.name}):
        near = did_you_mean(marker.name.lower(), REPLACED)
        if near:
            yield Lack(marker.position, f"[{marker.name}] is no replacement, and chooses nothing", near)


def _select(
    marker: Marker,
    cases: Mapping[str, object],
    one: Looked,
    enums: Mapping[str, EnumInfo],
    literal: str | None,
) -> Iterator[Lack]:
    enum = enums.get(one.type or "")
    if enum is not None:
        yield from _of_enum(marker, cases, enum)
    elif one.type == "Bool":
        yield from _missing(marker, cases, _BOOLS, "a truth value is True or False")
        yield from _useless(marker, cases, _BOOLS, "is no truth value: they are True and False")
    elif one.type == "Number" and (words := [key for key in cases if not is_number(key)]):
        message = f"[select] is given a number, and {words[0]} is none"
        yield Lack(marker.position, message, "write the numbers as cases, or count with [plural]")
    else:
        wanted = dict.fromkeys(print_value(value) for value in one.given if value != "")
        if literal is not None:
            wanted = {literal: None}
        yield from _missing(marker, cases, wanted, "the script gives it this value")


def _of_enum(marker: Marker, cases: Mapping[str, object], enum: EnumInfo) -> Iterator[Lack]:
    raw = {print_value(value): name for name, value in enum.cases.items()}
    named = [name for name in enum.cases if name not in raw]
    if named and any(name in cases for name in named):
        shown = " ".join(f'{value}="{name}"' for value, name in raw.items())
        hint = f'write the values, {shown}; or give the cases texts as values: <<case {named[0]} = "{named[0]}">>'
        yield Lack(marker.position, f"[select] is given the value of a {enum.name}, not the name of its case", hint)
        return
    yield from _missing(marker, cases, raw, f"every case of {enum.name} needs one", raw)
    yield from _useless(marker, cases, raw, f"is no value of {enum.name}")


def _count(
    marker: Marker, cases: Mapping[str, object], one: Looked, language: str, literal: str | None
) -> Iterator[Lack]:
    if one.type not in (None, "Number") or (literal is not None and not is_number(literal)):
        what = f"a {one.type}" if literal is None else f"the text {literal!r}"
        yield Lack(marker.position, f"[{marker.name}] counts, and this is {what}", "use [select], or give it a number")
        return
    hint = f"the classes of numbers are {', '.join(CLASSES)}"
    yield from _useless(marker, cases, CLASSES, "is no class of numbers", hint)
    needed = sorted({*classes_of(language, marker.name), "other"}, key=CLASSES.index)
    yield from _missing(marker, cases, needed, f"numbers need it in the language {language!r}")


def _missing(
    marker: Marker,
    cases: Mapping[str, object],
    wanted: Iterable[str],
    why: str,
    names: Mapping[str, str] | None = None,
) -> Iterator[Lack]:
    missing = [case for case in wanted if case not in cases]
    if missing:
        known = names or {}
        told = [case if known.get(case, case) == case else f"{case} ({known[case]})" for case in missing]
        plural = "s" if len(told) > 1 else ""
        written = " ".join(f'{case}="..."' for case in missing)
        yield Lack(marker.position, f"[{marker.name}] lacks the case{plural} {', '.join(told)}", f"{why}: {written}")


def _useless(
    marker: Marker, cases: Mapping[str, object], possible: Collection[str], why: str, hint: str = ""
) -> Iterator[Lack]:
    for case in cases:
        if case not in possible:
            near = did_you_mean(case, possible)
            yield Lack(marker.position, f"the case {case} of [{marker.name}] {why}", hint or near or "remove it")
