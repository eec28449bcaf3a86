"""Unreal-style config: documents, layers, values, records, and writing files so that nothing is lost.

Reading has three separate stages, each with its own room: bytes become a lossless `IniDocument` (`document`), its lines
become lists of texts with operators applied (`merge`), and these become values of declared types (`typed`).
`ConfigTree` puts the layers of a project on each other, `Records` finds every ``[name Class]``, `atomic` writes.
"""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.config import values
    from talewright.config.codes import CODES
    from talewright.config.layers.languages import Languages
    from talewright.config.layers.merge import ConfigMap, Step
    from talewright.config.layers.plan import Layer, LayerPlan
    from talewright.config.layers.records import Records, RecordView
    from talewright.config.layers.traps import lint
    from talewright.config.layers.tree import ConfigTree
    from talewright.config.text.document import IniDocument
    from talewright.config.text.encoding import Encoding
    from talewright.config.text.entry import Entry
    from talewright.config.typed.classes import globalconfig, localized, transient
    from talewright.config.values.dialects import NATIVE, UE3, UE4, PlainRule, Style
    from talewright.config.values.grammar import parse as parse_value
    from talewright.config.values.literals import ObjectRef, Text
    from talewright.files import atomic
    from talewright.files.atomic import FileSystem, lock, write_bytes
    from talewright.names import OldNames as Renames

__all__ = [
    "CODES",
    "NATIVE",
    "UE3",
    "UE4",
    "ConfigMap",
    "ConfigTree",
    "Encoding",
    "Entry",
    "FileSystem",
    "IniDocument",
    "Languages",
    "Layer",
    "LayerPlan",
    "ObjectRef",
    "PlainRule",
    "RecordView",
    "Records",
    "Renames",
    "Step",
    "Style",
    "Text",
    "atomic",
    "globalconfig",
    "lint",
    "localized",
    "lock",
    "parse_value",
    "transient",
    "values",
    "write_bytes",
]

_HOMES = {
    "talewright.files.atomic": "FileSystem lock write_bytes",
    "talewright.config.values": "",
    "talewright.config.values.grammar": "parse_value=parse",
    "talewright.config.typed.classes": "globalconfig localized transient",
    "talewright.config.codes": "CODES",
    "talewright.config.text.document": "IniDocument",
    "talewright.config.text.encoding": "Encoding",
    "talewright.config.text.entry": "Entry",
    "talewright.config.layers.languages": "Languages",
    "talewright.config.values.literals": "ObjectRef Text",
    "talewright.config.layers.merge": "ConfigMap Step",
    "talewright.config.layers.plan": "Layer LayerPlan",
    "talewright.config.layers.records": "Records RecordView",
    "talewright.names": "Renames=OldNames",  # a name of before, until 0.3.0
    "talewright.config.values.dialects": "NATIVE PlainRule Style UE3 UE4",
    "talewright.config.layers.traps": "lint",
    "talewright.config.layers.tree": "ConfigTree",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
