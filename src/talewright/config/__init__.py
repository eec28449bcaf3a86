"""Unreal-style config: documents, layers, values, records, and writing files so that nothing is lost.

Reading has three separate stages, each with its own room: bytes become a lossless `IniDocument` (`document`), its lines
become lists of texts with operators applied (`merge`), and these become values of declared types (`typed`).
`ConfigTree` puts the layers of a project on each other, `Records` finds every ``[name Class]``, `atomic` writes.
"""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.config import atomic, values
    from talewright.config.atomic import FileSystem, lock, write_bytes
    from talewright.config.classes import globalconfig, localized, transient
    from talewright.config.codes import CODES
    from talewright.config.document import IniDocument
    from talewright.config.encoding import Encoding
    from talewright.config.entry import Entry
    from talewright.config.kinds import PlainRule
    from talewright.config.languages import Languages
    from talewright.config.literals import ObjectRef, Text
    from talewright.config.merge import ConfigMap, Step
    from talewright.config.plan import Layer, LayerPlan
    from talewright.config.records import Records, RecordView
    from talewright.config.renames import Renames
    from talewright.config.style import NATIVE, UE3, UE4, Style
    from talewright.config.tree import ConfigTree
    from talewright.config.values import parse as parse_value

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
    "localized",
    "lock",
    "parse_value",
    "transient",
    "values",
    "write_bytes",
]

_HOMES = {
    "talewright.config.atomic": "FileSystem lock write_bytes",
    "talewright.config.values": "parse_value=parse",
    "talewright.config.classes": "globalconfig localized transient",
    "talewright.config.codes": "CODES",
    "talewright.config.document": "IniDocument",
    "talewright.config.encoding": "Encoding",
    "talewright.config.entry": "Entry",
    "talewright.config.languages": "Languages",
    "talewright.config.literals": "ObjectRef Text",
    "talewright.config.kinds": "PlainRule",
    "talewright.config.merge": "ConfigMap Step",
    "talewright.config.plan": "Layer LayerPlan",
    "talewright.config.records": "Records RecordView",
    "talewright.config.renames": "Renames",
    "talewright.config.style": "NATIVE UE3 UE4 Style",
    "talewright.config.tree": "ConfigTree",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
