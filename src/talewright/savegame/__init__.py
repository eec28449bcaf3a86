"""Saves: the document, its header, where it is kept, and how old ones are brought up to date.

Knows nothing of who gives it sections. Loading a save runs no code of it and imports nothing by name.
"""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.names import OldNames as RenameTable
    from talewright.savegame.attachments import MAX_ATTACHMENT, check_attachment
    from talewright.savegame.changes import Change, compare, compare_headers, header_fields
    from talewright.savegame.codes import CODES
    from talewright.savegame.document import SaveDocument
    from talewright.savegame.exchange import from_json, read_document, to_json
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
    from talewright.savegame.reading import is_signed
    from talewright.savegame.slots import backup_of, check_slot, is_aside
    from talewright.savegame.sqlite import SqliteStore, is_sqlite
    from talewright.savegame.store import (
        BACKUPS,
        ByteStore,
        Clock,
        KeepsAttachments,
        KeepsBackups,
        Store,
        by_age,
        new_revision,
        newest,
        utc_now,
    )
    from talewright.savegame.text import as_text
    from talewright.savegame.worker import LastRequest

__all__ = [
    "BACKUPS",
    "CODES",
    "FIRST_SCHEMA",
    "MAX_ATTACHMENT",
    "ByteStore",
    "Change",
    "Clock",
    "FolderStore",
    "KeepsAttachments",
    "KeepsBackups",
    "LastRequest",
    "MemoryStore",
    "Migrated",
    "RenameTable",
    "SaveDocument",
    "SaveHeader",
    "SqliteStore",
    "Store",
    "as_text",
    "backup_of",
    "by_age",
    "check_attachment",
    "check_slot",
    "compare",
    "compare_headers",
    "from_json",
    "header_fields",
    "is_aside",
    "is_signed",
    "is_sqlite",
    "migrate",
    "migration",
    "migration_target",
    "new_revision",
    "newest",
    "ordered",
    "read_document",
    "schema_of",
    "to_json",
    "utc_now",
]

_HOMES = {
    "talewright.names": "RenameTable=OldNames",
    "talewright.savegame.attachments": "MAX_ATTACHMENT check_attachment",
    "talewright.savegame.changes": "Change compare compare_headers header_fields",
    "talewright.savegame.codes": "CODES",
    "talewright.savegame.document": "SaveDocument",
    "talewright.savegame.exchange": "from_json read_document to_json",
    "talewright.savegame.folder": "FolderStore",
    "talewright.savegame.header": "SaveHeader",
    "talewright.savegame.memory": "MemoryStore",
    "talewright.savegame.migrations": "FIRST_SCHEMA Migrated migrate migration migration_target ordered schema_of",
    "talewright.savegame.reading": "is_signed",
    "talewright.savegame.slots": "backup_of check_slot is_aside",
    "talewright.savegame.sqlite": "SqliteStore is_sqlite",
    "talewright.savegame.store": (
        "BACKUPS ByteStore Clock KeepsAttachments KeepsBackups Store by_age new_revision newest utc_now"
    ),
    "talewright.savegame.text": "as_text",
    "talewright.savegame.worker": "LastRequest",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
