"""What a value of an ini file is as text: grammar, quotes, operators, parts of structs, the style an engine writes."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.config.values.dialects import NATIVE, UE3, UE4, PlainRule, Style, kind_by_name
    from talewright.config.values.grammar import MAX_DEPTH, Fault, PartPath, dump, parse, parse_prefix, places, read
    from talewright.config.values.literals import TYPES
    from talewright.config.values.operators import ValueList, field_of
    from talewright.config.values.parts import find_part, has_part, matches, read_part, replace_part
    from talewright.config.values.quoting import as_raw, closing_quote, quote, unescape, unquote

__all__ = [
    "MAX_DEPTH",
    "NATIVE",
    "TYPES",
    "UE3",
    "UE4",
    "Fault",
    "PartPath",
    "PlainRule",
    "Style",
    "ValueList",
    "as_raw",
    "closing_quote",
    "dump",
    "field_of",
    "find_part",
    "has_part",
    "kind_by_name",
    "matches",
    "parse",
    "parse_prefix",
    "places",
    "quote",
    "read",
    "read_part",
    "replace_part",
    "unescape",
    "unquote",
]

_HOMES = {
    "talewright.config.values.dialects": "NATIVE PlainRule Style UE3 UE4 kind_by_name",
    "talewright.config.values.grammar": "Fault MAX_DEPTH PartPath dump parse parse_prefix places read",
    "talewright.config.values.literals": "TYPES",
    "talewright.config.values.operators": "ValueList field_of",
    "talewright.config.values.parts": "find_part has_part matches read_part replace_part",
    "talewright.config.values.quoting": "as_raw closing_quote quote unescape unquote",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
