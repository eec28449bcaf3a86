"""``[SectionsToSave]``: which sections a game of Unreal Engine 5 may save (config-savegame.md section 2.4).

Without a word from the files below the saved one, the engine of 5.5 and later drops what a module's or plugin's class
saves, in silence. Here the caller gets the reason and the lines to add.
"""

from __future__ import annotations

from talewright.config.layers.merge import ConfigMap
from talewright.errors import FieldError
from talewright.fields import decode
from talewright.names import fold

SECTION = "SectionsToSave"


def may_save(below: ConfigMap, section: str) -> bool:
    """Whether the files below the saved one allow a section to be saved.

    >>> from talewright.config import IniDocument, PlainRule
    >>> files = ConfigMap([(IniDocument.parse(b"[SectionsToSave]\\n+Section=Tavern\\n"), PlainRule.OVERLAY)])
    >>> may_save(files, "tavern"), may_save(files, "Cellar")
    (True, False)
    """
    said = below.values(SECTION, "bCanSaveAllSections")
    try:
        if said and decode(said[-1], bool):
            return True
    except FieldError:
        pass
    return any(fold(name) == fold(section) for name in below.values(SECTION, "Section"))


def refusal(section: str, file: str) -> str:
    """Say why a section was not saved, and the lines that change it."""
    return f"[{SECTION}] does not name it: write in {file}: [{SECTION}] and below it +Section={section}"
