"""Saves: the document, its header, where it is kept, and how old ones are brought up to date.

Knows nothing of who gives it sections. Loading a save runs no code of it and imports nothing by name.
"""

from talewright.savegame.codes import CODES
from talewright.savegame.document import SaveDocument
from talewright.savegame.folder import FolderStore
from talewright.savegame.header import SaveHeader
from talewright.savegame.memory import MemoryStore
from talewright.savegame.migrations import (
    FIRST_SCHEMA,
    Migrated,
    migrate,
    migration,
    migration_target,
    ordered,
    schema_of,
)
from talewright.savegame.slots import check_slot
from talewright.savegame.store import Clock, Store, new_revision

__all__ = [
    "CODES",
    "FIRST_SCHEMA",
    "Clock",
    "FolderStore",
    "MemoryStore",
    "Migrated",
    "SaveDocument",
    "SaveHeader",
    "Store",
    "check_slot",
    "migrate",
    "migration",
    "migration_target",
    "new_revision",
    "ordered",
    "schema_of",
]
