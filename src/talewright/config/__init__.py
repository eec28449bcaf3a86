"""Unreal-style config: documents, layers, values, records, and writing files so that nothing is lost.

Reading has three separate stages, each with its own room: bytes become a lossless `IniDocument` (`document`), its lines
become lists of texts with operators applied (`merge`), and these become values of declared types (`typed`).
`ConfigTree` puts the layers of a project on each other, `Records` finds every ``[name Class]``, `atomic` writes.
"""

from talewright.config import atomic, values
from talewright.config.codes import CODES
from talewright.config.document import IniDocument
from talewright.config.encoding import Encoding
from talewright.config.entry import Entry
from talewright.config.style import NATIVE, UE3, Style

__all__ = [
    "CODES",
    "NATIVE",
    "UE3",
    "Encoding",
    "Entry",
    "IniDocument",
    "Style",
    "atomic",
    "values",
]
