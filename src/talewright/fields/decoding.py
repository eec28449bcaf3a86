"""From plain data to values, as their declared types say.

Types come from the class, not from the text: text that stood unquoted in a file is `Bare`, and the field that receives
it decides. Nothing here runs code or imports a class that a document names.

Two ways to read. Without `notes`, text must be what the type wants, in one of the engine's spellings, or it is refused:
what a program wrote itself (a save), or what a person types at a prompt. With `notes`, text that people wrote is read
as the engine reads it, and whatever is taken otherwise than it is written is a `Note`; what cannot be read costs itself
alone, an element of a list or a field of a struct.
"""

from __future__ import annotations

import dataclasses
import math
import re
import types
import typing
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, Flag
from typing import Any, Literal, TypeAlias, Union

from talewright.errors import FieldError, TalewrightError
from talewright.fields.declare import MISSING, class_name, declared, spell
from talewright.fields.encoding import at, encode, fits_one, misfit, with_classes
from talewright.fields.plain import NO_REFERENCES, Bare, Plain, Reference, References
from talewright.fields.plans import Unusual, short_decoders
from talewright.names import did_you_mean, fold

_SCALARS = (bool, int, float, str)
_TRUE, _FALSE = frozenset({"true", "1", "yes", "on"}), frozenset({"false", "0", "no", "off"})
_INT = re.compile(r"[ \t]*([+-]?)(0[xX][0-9A-Fa-f]+|[0-9]+)(\.[0-9]*)?")
_FLOAT = re.compile(r"[ \t]*[+-]?(?:[0-9]++\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_INT_SPELLING = re.compile(r"0|-?[1-9][0-9]{0,3999}")
_NUMBER_BEGINS = frozenset("+-.0123456789")
_SPELLED: dict[str, bool | None] = {"None": None, "True": True, "False": False}
_FLOAT_SPELLING = re.compile(r"[+-]?(?:(?:[0-9]+\.[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+)")
_BLANKS = " \t"

NoteKind: TypeAlias = Literal["spelling", "lenient", "twice", "refused"]


@dataclass(frozen=True, slots=True)
class Note:
    """What a reader should know about a value that was read.

    Attributes:
        kind: ``spelling``, the value is what the text says, in a form that other readers may take otherwise (``0x10``,
            ``1.0f``); ``lenient``, a part of the text does not count (``0,98`` is 0); ``twice``, a name is there twice
            and the last counts; ``refused``, an element or a field cannot be read, and is as if it were not there.
        path: the field or element.
        message: what is the matter.
        hint: what to write.
    """

    kind: NoteKind
    path: str
    message: str
    hint: str = ""


def spelled(text: str) -> bool | int | float | str | None:
    """Say what unquoted text means where no declared type decides.

    >>> [spelled(t) for t in ("None", "True", "50", "1.5", "007", "sword1")]
    [None, True, 50, 1.5, '007', 'sword1']
    """
    if text[:1] not in _NUMBER_BEGINS:
        return _SPELLED[text] if text in _SPELLED else str(text)
    if _INT_SPELLING.fullmatch(text):
        return int(text)
    if _FLOAT_SPELLING.fullmatch(text):
        value = float(text)
        return value if math.isfinite(value) else str(text)
    return str(text)


def decode(
    plain: Plain,
    hint: Any = Any,
    references: References = NO_REFERENCES,
    path: str = "",
    notes: list[Note] | None = None,
) -> Any:
    """Turn plain data into a value of the declared type.

    Text is read as the type says, in every spelling of Unreal's (config-savegame.md section 3.2): a sign in front,
    ``0x`` for an int, ``20.0`` as an int, ``3.0f`` as a float, any case for booleans and enums.

    Args:
        plain: what a document holds.
        hint: the declared type.
        references: types that are saved as their names.
        path: the field, for messages.
        notes: read leniently, as the engine does, and say here what was taken otherwise than it is written.

    Raises:
        FieldError: it does not fit; the message names the field.

    >>> decode(Bare("20.0"), int)
    20
    >>> decode({"min": Bare("1")}, dict[str, int])
    {'min': 1}
    >>> notes = []
    >>> decode(Bare("0,98"), float, notes=notes), notes[0].message
    (0.0, "'0,98' is read as 0.0: a number ends at a comma")
    """
    return _Decoder(references, notes).value(plain, hint, path)


def accept(value: Any, hint: Any, references: References = NO_REFERENCES, path: str = "") -> Any:
    """Return a value that a program gives for a field, checked; text is read where the type is written as text, too.

    Args:
        value: what the program gives: for a field of type `Tag` also "A.B" and all of Unreal's forms.
        hint: the declared type.
        references: types that are saved as their names.
        path: the field, for messages.

    Raises:
        FieldError: it does not fit.
    """
    try:
        encode(value, hint, references, path)
    except FieldError:
        if not _reads_text(hint, references):
            raise
        return decode(Bare(value) if type(value) is str else value, hint, references, path)
    return value


def fields_of_text(cls: type, references: References = NO_REFERENCES) -> dict[str, Any]:
    """Return the declared types of a class's fields that a program may give as text, by name; see `accept`."""
    return {name: entry.hint for name, entry in declared(cls).items() if _reads_text(entry.hint, references)}


def accept_fields(
    hints: Mapping[str, Any], values: Mapping[str, Any], references: References = NO_REFERENCES, path: str = ""
) -> dict[str, Any]:
    """Return the values that become others where a program gives text for a field that may be text.

    Args:
        hints: of `fields_of_text`.
        values: what the program gives, by name.
        references: types that are saved as their names.
        path: whose fields they are, for messages.

    Raises:
        FieldError: one does not fit.
    """
    found = {}
    for name in hints.keys() & values.keys():
        value = accept(values[name], hints[name], references, f"{path}.{name}" if path else name)
        if value is not values[name]:
            found[name] = value
    return found


def _reads_text(hint: Any, references: References) -> bool:
    """Whether the type, or one inside it, is read from text as well as held as a value."""
    kind = typing.get_origin(hint) or hint
    found = references.find(kind) if isinstance(kind, type) else None
    if found is not None and found[1].from_plain is not None:
        return True
    return any(_reads_text(inner, references) for inner in typing.get_args(hint))


def decode_any(plain: Plain, references: References = NO_REFERENCES, path: str = "") -> Any:
    """Turn plain data that says itself what it is into a value: the reverse of `encode_any`.

    >>> decode_any({"at": {"$tuple": [Bare("3"), Bare("4")]}, "name": "007"})
    {'at': (3, 4), 'name': '007'}
    """
    return _Decoder(references, None).any(plain, path)


def decode_fields(
    cls: type, plain: Mapping[str, Plain], references: References = NO_REFERENCES, path: str = ""
) -> dict[str, Any]:
    """Read a mapping into the declared fields of a class; names ignore case, absent and unknown ones are left out.

    Raises:
        FieldError: a value does not fit.
    """
    fields, values = short_decoders(cls), {}
    if not plain.keys() <= fields.keys():
        return _Decoder(references, None).fields(cls, plain, path)
    whole = _Decoder(references, None)
    for name, (entry, short) in fields.items():
        given = plain.get(name, MISSING)
        if given is MISSING:
            continue
        if short is not None:
            try:
                values[name] = short(given)
                continue
            except Unusual:
                pass
        values[name] = whole.value(given, entry.hint, f"{path}.{name}" if path else name)
    return values


def unknown_fields(cls: type, plain: Collection[str]) -> list[str]:
    """Return the names that a class does not declare."""
    fields = declared(cls)
    if all(name in fields for name in plain):
        return []
    known = {fold(name) for name in fields}
    return [name for name in plain if fold(name) not in known]


def by_folded_name(plain: Mapping[str, Plain], path: str, notes: list[Note] | None = None) -> dict[str, Plain]:
    """Return the fields of a struct by folded name; of those that differ in case alone the last counts, noted."""
    found: dict[str, Plain] = {}
    for key, value in plain.items():
        folded = fold(key)
        if folded in found and notes is not None:
            where = f"{path}.{key}" if path else key
            notes.append(
                Note("twice", where, f"{key} is there more than once, and the last one counts", "take one of them out")
            )
        found[folded] = value
    return found


class _Decoder:
    """Reads values; holds what all of them need."""

    __slots__ = ("notes", "references")

    def __init__(self, references: References, notes: list[Note] | None) -> None:
        self.references = references
        self.notes = notes

    def value(self, plain: Plain, hint: Any, path: str) -> Any:
        if hint is Any or hint is object:
            return self.any(plain, path)
        origin, args = typing.get_origin(hint), typing.get_args(hint)
        if hint is None or hint is type(None):
            if plain is None or (isinstance(plain, Bare) and fold(plain) == "none"):
                return None
            raise misfit(plain, "None", path)
        if origin in (Union, types.UnionType):
            return self._union(plain, args, path)
        if origin is Literal:
            for choice in args:
                if plain == choice or (isinstance(plain, str) and fold(plain) == fold(str(choice))):
                    return choice
            raise misfit(plain, spell(hint), path)
        kind = origin or hint
        if not isinstance(kind, type):
            raise FieldError(path, f"nothing can be read into the type {spell(hint)}")
        if kind in _SCALARS:
            return self._scalar(plain, kind, path)
        found = self.references.find(kind)
        if found is not None:
            named = _named(found[1], kind, plain, path, spell(hint))
            doubt = found[1].doubt
            if self.notes is not None and doubt is not None and isinstance(plain, str) and (why := doubt(plain)):
                self._note("lenient", path, f"{_shown(plain)} {why}", "look for a missing quote, comma or bracket")
            return named
        if issubclass(kind, Enum):
            return self._enum(plain, kind, path)
        if dataclasses.is_dataclass(kind):
            return self._dataclass(plain, kind, path)
        if kind is dict:
            return self._dict(plain, args or (Any, Any), path)
        if kind in (list, tuple, set, frozenset):
            return self._sequence(plain, kind, args, path)
        raise FieldError(path, f"nothing can be read into the type {spell(hint)}")

    def any(self, plain: Plain, path: str) -> Any:
        if isinstance(plain, str):
            return spelled(plain) if isinstance(plain, Bare) else plain
        # Most structs are flat: no path is needed, for nothing can go wrong.
        if isinstance(plain, dict) and all(isinstance(v, str) for v in plain.values()) and not _is_marked(plain):
            return {k: spelled(v) if isinstance(v, Bare) else v for k, v in plain.items()}
        if plain is None or isinstance(plain, (bool, int, float)):
            return plain
        if isinstance(plain, list):
            return [self.any(v, at(path, i)) for i, v in enumerate(plain)]
        if isinstance(plain, Mapping):
            if len(plain) == 1:
                (key, content), *_ = plain.items()
                if key.startswith("$"):
                    return self._marked(key[1:], content, path)
            return {k: self.any(v, f"{path}[{k!r}]") for k, v in plain.items()}
        raise misfit(plain, "plain data", path)

    def fields(self, cls: type, plain: Mapping[str, Plain], path: str) -> dict[str, Any]:
        prefix = f"{path}." if path else ""
        by_folded = by_folded_name(plain, path, self.notes)
        values = {}
        for name, entry in declared(cls).items():
            given = by_folded.get(fold(name), MISSING)
            if given is MISSING:
                continue
            try:
                values[name] = self.value(given, entry.hint, prefix + name)
            except FieldError as error:
                if self.notes is None or entry.required:
                    raise
                self._refuse(error, prefix + name, entry.hint)
        return values

    def _note(self, kind: NoteKind, path: str, message: str, hint: str) -> None:
        if self.notes is not None:
            self.notes.append(Note(kind, path, message, hint))
        elif kind != "spelling":
            raise FieldError(path, message, hint=hint)

    def _refuse(self, error: FieldError, path: str, hint: Any) -> None:
        why = error.hint or f"{path} is declared as {spell(hint)}"
        self.notes.append(Note("refused", error.path or path, error.reason, why))  # type: ignore[union-attr]

    def _union(self, plain: Plain, args: tuple[Any, ...], path: str) -> Any:
        rest = [a for a in args if a is not type(None)]
        if len(rest) < len(args) and (plain is None or (isinstance(plain, Bare) and fold(plain) == "none")):
            return None
        if len(rest) == 1:
            return self.value(plain, rest[0], path)
        value = decode_any(plain, with_classes(self.references, rest), path)
        if fits_one(value, rest):
            # A number without a fraction is written as one without a point.
            return float(value) if type(value) is int and int not in rest and float in rest else value
        if str in rest and isinstance(plain, str):
            return str(plain)
        raise misfit(plain, " or ".join(spell(a) for a in rest), path)

    def _scalar(self, plain: Plain, kind: type, path: str) -> Any:
        if kind is str:
            if isinstance(plain, (list, dict)) or plain is None:
                raise misfit(plain, "str", path)
            return str(plain)
        if isinstance(plain, str):
            return self._text(str(plain), kind, path)
        if kind is bool and isinstance(plain, bool):
            return plain
        if kind is bool and plain in (0, 1):
            return bool(plain)
        if isinstance(plain, (int, float)) and not isinstance(plain, bool):
            try:
                if kind is float:
                    return float(plain)
            except OverflowError:
                raise FieldError(path, "holds a number too big for a float") from None
            if kind is int and (isinstance(plain, int) or plain.is_integer()):
                return int(plain)
        raise misfit(plain, kind.__name__, path)

    def _text(self, text: str, kind: type, path: str) -> Any:
        if kind is bool:
            word = fold(text.strip(_BLANKS))
            if word not in _TRUE and word not in _FALSE:
                raise FieldError(path, f"{_shown(text)} is no truth value", hint="write True or False")
            value: Any = word in _TRUE
            self._behind(text, "", value, path)
            return value
        if kind is int:
            match = _INT.match(text)
            if (
                match is None
                or (match[3] is not None and match[3].strip(".0"))
                or len(match[2]) > 4000
                or re.match(r"[eE][+-]?[0-9]", text[match.end() :])  # 1e3: a thousand to people, 1 to the engine
            ):
                raise FieldError(path, f"{_shown(text)} is no whole number", hint="write digits, as in 10")
            value = int(match[2], 16 if match[2][:2] in ("0x", "0X") else 10)
            value = -value if match[1] == "-" else value
            if match[2][:2] in ("0x", "0X") and match.end() == len(text):
                self._note("spelling", path, f"{_shown(text)} is read as {value}", f"write {value}")
            elif self.notes is not None and not -(1 << 63) <= value < 1 << 64:
                message = f"{_shown(text)} is beyond 64 bits: no whole number of Unreal's holds it"
                self._note("lenient", path, message, "write a smaller number, or declare the field as str")
        else:
            match = _FLOAT.match(text)
            value = float(match[0].strip(_BLANKS)) if match else math.nan
            # The readers of the C library do not agree on 0x10: 0 in some, 16 in others.
            if match is None or not math.isfinite(value) or re.match(r"[xX][0-9A-Fa-f]", text[match.end() :]):
                raise FieldError(path, f"{_shown(text)} is no number", hint="write digits, as in 10 or 0.5")
            if value == 0 and re.search(r"[1-9]", re.split("[eE]", match[0])[0]):
                self._note("lenient", path, f"{_shown(text)} is too small, and is read as {value}", "write 0")
        self._behind(text, text[match.end() :], value, path)
        return value

    def _behind(self, text: str, rest: str, value: Any, path: str) -> None:
        """Tell of text that is not the value's own: blanks around it, and what stands behind it."""
        if not rest and text[:1] not in _BLANKS and text[-1:] not in _BLANKS:
            return
        junk = rest.strip(_BLANKS)
        if not junk:
            self._note("spelling", path, f"{_shown(text)} has blanks around the value", f"write {value}")
        elif junk in ("f", "F") and type(value) is float:
            self._note("spelling", path, f"{_shown(text)} is read as {value}", "write the number without f")
        elif re.fullmatch(r",[0-9]+", junk):
            hint = f"write a point, as in {text.strip(_BLANKS).replace(',', '.')}"
            self._note("lenient", path, f"{_shown(text)} is read as {value}: a number ends at a comma", hint)
        else:
            hint = "a remark needs a line of its own, beginning with ;" if junk[:1] == ";" else f"write {value}"
            self._note("lenient", path, f"{_shown(text)} is read as {value}: {_shown(junk)} does not count", hint)

    def _enum(self, plain: Plain, kind: type[Enum], path: str) -> Enum:
        if isinstance(plain, kind):
            return plain
        if issubclass(kind, Flag) and isinstance(plain, str) and (not plain.strip(_BLANKS) or "|" in plain):
            flags = kind(0)
            for name in plain.split("|") if plain.strip(_BLANKS) else ():
                flags |= typing.cast("Flag", self._enum(name.strip(_BLANKS), kind, path))
            return flags
        names = kind.__members__  # other names of a member included
        for name, member in names.items():
            if isinstance(plain, str) and fold(name) == fold(plain.strip(_BLANKS)):
                self._behind(plain, "", name, path)
                return member
        hint = did_you_mean(str(plain), names) or f"one of {', '.join(names)}"
        raise FieldError(path, f"{plain!r} is no {kind.__name__}", hint=hint)

    def _dataclass(self, plain: Plain, kind: type, path: str) -> Any:
        if not isinstance(plain, Mapping):
            example = ",".join(f"{name}=..." for name in declared(kind))
            raise FieldError(path, f"holds {plain!r}, but {kind.__name__} is declared", hint=f"write ({example})")
        values = self.fields(kind, plain, path)
        for name, entry in declared(kind).items():
            if name not in values and entry.required:
                raise FieldError(
                    f"{path}.{name}" if path else name, f"is missing, and {kind.__name__} has no default for it"
                )
        late = {f.name for f in dataclasses.fields(kind) if not f.init}
        try:
            value = kind(**{name: v for name, v in values.items() if name not in late})
        except FieldError as error:
            raise FieldError(path, f"{kind.__name__} refuses its fields: {error.message}", hint=error.hint) from error
        except Exception as error:  # whatever its __post_init__ raises, or an InitVar that nothing declares
            what = str(error) if isinstance(error, (TypeError, ValueError)) else f"{type(error).__name__}: {error}"
            raise FieldError(path, f"{kind.__name__} refuses its fields: {what}") from error
        for name in late & values.keys():
            object.__setattr__(value, name, values[name])
        return value

    def _dict(self, plain: Plain, args: tuple[Any, ...], path: str) -> dict[Any, Any]:
        key_hint, item = args
        if isinstance(plain, Mapping):
            pairs: Iterable[tuple[Plain, Plain]] = ((Bare(k), v) for k, v in plain.items())
        elif isinstance(plain, list) and all(isinstance(p, list) and len(p) == 2 for p in plain):
            pairs = ((k, v) for k, v in plain)
        elif isinstance(plain, str) and not plain:
            pairs = ()
        else:
            raise misfit(plain, "dict", path)
        found: dict[Any, Any] = {}
        for k, v in pairs:
            place = f"{path}[{str(k)!r}]"
            try:
                key = self.value(k, key_hint, path)
                if not _is_hashable(key):
                    raise FieldError(path, f"holds {key!r}, which cannot be a key")
                value = self.value(v, item, place)
            except FieldError as error:
                if self.notes is None:
                    raise
                self._refuse(error, place, item)
                continue
            if key in found and self.notes is not None:
                self._note(
                    "twice", place, f"the key {key!r} is there more than once, and the last one counts", "take one out"
                )
            found[key] = value
        return found

    def _sequence(self, plain: Plain, kind: type, args: tuple[Any, ...], path: str) -> Any:
        if isinstance(plain, list):
            items = plain
        elif (isinstance(plain, Bare) and not plain) or (isinstance(plain, Mapping) and not plain):
            items = []
        else:  # a single ``key=value`` line of a list that repeats its key
            items = [plain]
        if kind is tuple and args and args[-1] is not Ellipsis:
            if len(items) != len(args):
                raise FieldError(path, f"has {len(items)} elements, but {len(args)} are declared")
            return tuple(self.value(v, a, at(path, i)) for i, (v, a) in enumerate(zip(items, args, strict=True)))
        item = args[0] if args else Any
        found = self.references.find(item) if isinstance(item, type) else None
        if found is not None and found[1].spread is not None:
            items = [piece for v in items for piece in _pieces(found[1].spread, v, path)]
        if self.notes is None:
            return _collect(kind, [self.value(v, item, at(path, i)) for i, v in enumerate(items)], path)
        values = []
        for i, v in enumerate(items):
            try:
                values.append(self.value(v, item, at(path, i)))
            except FieldError as error:
                self._refuse(error, at(path, i), item)
        return _collect(kind, values, path)

    def _marked(self, mark: str, content: Plain, path: str) -> Any:
        if mark in ("tuple", "set", "frozenset", "map"):
            if not isinstance(content, list):
                raise misfit(content, f"${mark}", path)
            if mark == "map":
                return self._dict(content, (Any, Any), path)
            values = [self.any(v, at(path, i)) for i, v in enumerate(content)]
            return _collect({"tuple": tuple, "set": set, "frozenset": frozenset}[mark], values, path)
        for cls, entry in self.references.entries.items():
            if class_name(cls) == mark:
                return _named(entry, cls, content, path, f"${mark}")
        cls_or_none = self.references.classes.get(mark)
        if cls_or_none is None:
            raise FieldError(
                path,
                f"names the class {mark!r}, which the game does not know",
                hint=did_you_mean(mark, self.references.classes),
            )
        return self.value(content, cls_or_none, path)


def _is_marked(plain: Mapping[str, Plain]) -> bool:
    return len(plain) == 1 and next(iter(plain)).startswith("$")


def _shown(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")


def _pieces(spread: Callable[[Plain], list[Plain] | None], plain: Plain, path: str) -> list[Plain]:
    try:
        pieces = spread(plain)
    except TalewrightError as error:
        raise FieldError(path, error.message, hint=error.hint) from error
    return [plain] if pieces is None else pieces


def _collect(kind: type, values: list[Any], path: str) -> Any:
    if kind in (set, frozenset):
        for value in values:
            if not _is_hashable(value):
                raise FieldError(path, f"holds {value!r}, which cannot be in a set")
    return kind(values)


def _is_hashable(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _named(entry: Reference, cls: type, plain: Plain, path: str, wanted: str) -> Any:
    try:
        if isinstance(plain, str):
            return entry.from_name(cls, str(plain))
        if entry.from_plain is None:
            raise misfit(plain, wanted, path)
        return entry.from_plain(cls, plain)
    except FieldError:
        raise
    except TalewrightError as error:  # not found, or no name that could ever be found
        raise FieldError(path, error.message, hint=error.hint) from error
