"""What a class declares, to and from plain data.

A dataclass, a script or a record says what it holds by annotations; this package turns an object into plain data (what
a document can hold) and back, and refuses what cannot be saved. It knows no file format and no class of the floors
above: a type that is saved as its name (a Url, a tag, an item) is handed in as a `Reference`.
"""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.fields.declare import MISSING, Field, check_savable, class_name, declared, own
    from talewright.fields.decoding import (
        Note,
        accept,
        accept_fields,
        by_folded_name,
        decode,
        decode_any,
        decode_fields,
        fields_of_text,
        spelled,
        unknown_fields,
    )
    from talewright.fields.encoding import MAX_DEPTH, bounded, encode, encode_any, encode_fields, encoding_of
    from talewright.fields.places import within
    from talewright.fields.plain import NO_REFERENCES, Bare, Copied, Plain, Reference, References, Repeated, Sections

__all__ = [
    "MAX_DEPTH",
    "MISSING",
    "NO_REFERENCES",
    "Bare",
    "Copied",
    "Field",
    "Note",
    "Plain",
    "Reference",
    "References",
    "Repeated",
    "Sections",
    "accept",
    "accept_fields",
    "bounded",
    "by_folded_name",
    "check_savable",
    "class_name",
    "declared",
    "decode",
    "decode_any",
    "decode_fields",
    "encode",
    "encode_any",
    "encode_fields",
    "encoding_of",
    "fields_of_text",
    "own",
    "spelled",
    "unknown_fields",
    "within",
]

_HOMES = {
    "talewright.fields.declare": "Field MISSING check_savable class_name declared own",
    "talewright.fields.decoding": (
        "Note accept accept_fields by_folded_name decode decode_any decode_fields fields_of_text spelled unknown_fields"
    ),
    "talewright.fields.encoding": "MAX_DEPTH bounded encode encode_any encode_fields encoding_of",
    "talewright.fields.places": "within",
    "talewright.fields.plain": "Bare Copied NO_REFERENCES Plain Reference References Repeated Sections",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
