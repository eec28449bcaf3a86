"""Texts that the library itself shows to players, in the player's language: no English literal in a rule or a view.

A package keeps them beside its code, one file a language (``texts/en.ini``, section ``[Texts]``, one key a text).
English has every key, and a text that another language lacks is the English one.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from types import MappingProxyType

from talewright.config import IniDocument
from talewright.errors import NotFound


@lru_cache(maxsize=16)
def phrases(package: str, language: str = "en") -> Mapping[str, str]:
    """Return a package's own texts by key, for ``str.format``.

    Args:
        package: whose, as in "talewright.stage".
        language: as ``[Project] Language`` has it; of "pt-BR" the whole is looked for, then "pt", then English.

    Raises:
        NotFound: the package has no texts.

    >>> phrases("talewright.stage", "fr")["Continue"], phrases("talewright.stage", "xx")["Continue"]
    ('Continuer', 'Continue')
    """
    folder = resources.files(package) / "texts"
    if not (folder / "en.ini").is_file():
        raise NotFound(f"{package} has no texts of its own", hint="texts/en.ini beside its code has them")
    found: dict[str, str] = {}
    for name in dict.fromkeys(("en", language.partition("-")[0].lower(), language)):
        file = folder / f"{name}.ini"
        if name.replace("-", "").isalnum() and file.is_file():
            document = IniDocument.parse(file.read_bytes(), str(file))
            found.update((entry.key, document.get("Texts", entry.key) or "") for entry in document.entries("Texts"))
    return MappingProxyType(found)
