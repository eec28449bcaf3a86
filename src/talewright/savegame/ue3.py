"""A folder of saves that a real Unreal Engine 3 game could read: the header lies beside the file, not in it.

Decides what ``slot1.ini`` and ``slot1.ini.meta`` hold. The ini is in Unreal's dialect to the byte: no header, six
decimals, CRLF. That loses what the dialect cannot say: numbers beyond six decimals are rounded, and a text that looks
like a number is one to a field without a declared type; a text with a quote or a line end is refused. The two files
cannot be written in one step, and another program may change the ini without knowing the other: so a side file that
does not match, or is not there, makes a save unverified, never damaged.
"""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from talewright.config import UE3, IniDocument
from talewright.config.editing import check_section_name
from talewright.config.encoding import Encoding
from talewright.config.values import dump
from talewright.diagnostics import Report
from talewright.errors import ConfigError, DamagedSave, InvalidName, NewerSave, SaveError
from talewright.fields import Repeated
from talewright.savegame.disk import backup_path, read_file
from talewright.savegame.document import SaveDocument
from talewright.savegame.folder import FolderStore
from talewright.savegame.header import MAX_HEADER, SaveHeader, header_bytes
from talewright.savegame.reading import check_seals, read_carefully, read_head
from talewright.savegame.slots import backup_of, conflict_slot, damaged_slot, is_revision
from talewright.savegame.store import is_own

_SIDE = ".meta"


def ue3_bytes(document: SaveDocument) -> bytes:
    """Write the sections of a save in Unreal Engine 3's dialect.

    Raises:
        SaveError: the dialect cannot hold a value; the message names section and field.
    """
    lines: list[str] = []
    for (name, class_name), fields in document.sections.items():
        try:
            check_section_name(f"{name} {class_name}")
        except InvalidName as error:
            raise SaveError(error.message, hint=error.hint) from error
        lines += [""] if lines else []
        lines.append(f"[{name} {class_name}]")
        for field, value in fields.items():
            try:
                if isinstance(value, Repeated):
                    lines += [f"{field}={dump(v, style=UE3)}" for v in value] or [f"!{field}=()"]
                else:
                    lines.append(f"{field}={dump(value, style=UE3)}")
            except ConfigError as error:
                raise SaveError(
                    f"[{name} {class_name}].{field} cannot be saved for Unreal: {error.message}", hint=error.hint
                ) from error
    return Encoding().encode("".join(f"{line}\r\n" for line in lines), UE3)


def parse_ue3(data: bytes, file: str, side: bytes | None, *, key: bytes | None = None) -> SaveDocument:
    """Read a save and the file beside it.

    Args:
        data: the ini.
        file: its name, for findings.
        side: the side file; None: there is none.
        key: with it, a save that was not written with the same key is unverified.

    Raises:
        DamagedSave: the ini cannot be read.
    """
    report = Report()
    try:
        ini = IniDocument.parse(data, file, style=UE3)
    except ConfigError as error:
        raise DamagedSave(f"the save {file} is damaged; it was left as it is", report=error.report) from error
    found = read_carefully(ini, report, 0)
    if report.errors:
        raise DamagedSave(f"the save {file} is damaged; it was left as it is", report=report)
    header, unverified = _header(data, file, side, key)
    sections = {(name, cls): fields for name, cls, fields in found if not isinstance(fields, str)}
    document = SaveDocument(header, sections)
    document.file, document.unverified = file, unverified
    return document


def _header(data: bytes, file: str, side: bytes | None, key: bytes | None) -> tuple[SaveHeader, str]:
    unknown = SaveHeader(title=Path(file).stem, schema=0)
    if side is None:
        return unknown, f"{file}{_SIDE} is missing: nobody can say whether the save was edited"
    try:
        head = read_head(side, f"{file}{_SIDE}")
    except NewerSave:
        raise
    except SaveError:
        return unknown, f"{file}{_SIDE} cannot be read: nobody can say whether the save was edited"
    try:
        check_seals(side[: head.size] + data, head, file, key)
    except SaveError:
        return head.header, f"{file}{_SIDE} does not match: the save was edited, or its side file is an older one"
    return head.header, ""


class Ue3FolderStore(FolderStore):
    """Keeps saves in a folder as a game of Unreal Engine 3 would, each with a side file ``<slot>.ini.meta``.

    Takes what `FolderStore` takes. `read` gives documents whose `SaveDocument.unverified` says so where the side file
    is missing or does not match.
    """

    _ENDS: ClassVar[tuple[str, ...]] = ("", _SIDE)

    def slots(self) -> dict[str, SaveHeader]:
        """Give the headers of all slots by name, sorted by name; reads the side files alone.

        A slot without a readable side file has a header with its name as title and version 0.
        """
        return {slot: self._head_of(path, slot) for slot, path in self._paths().items()}

    def backups(self, slot: str) -> dict[str, SaveHeader]:
        """Give the headers of a slot's backups by name (``slot1.bak1``), the newest first."""
        path = self._paths().get(slot) or self.folder / f"{slot}.ini"
        names = {f"{path.stem}.bak{n}": n for n in self._backup_paths(path)}
        return {name: self._head_of(path, name, n) for name, n in names.items()}

    def read(self, slot: str) -> SaveDocument:
        """Read a slot, or a backup of one (``slot1.bak1``).

        Raises:
            InvalidName: a slot cannot have this name.
            NotFound: there is no such slot.
            DamagedSave: the ini cannot be read.
        """
        path, number = self._path(slot), backup_of(slot)
        if number is not None:
            path = path.with_name(path.name.removesuffix(f".bak{number[1]}"))
        side = _side(path, 0 if number is None else number[1])
        return parse_ue3(self.data(slot), self._shown(slot), side, key=self._key)

    def write(self, slot: str, document: SaveDocument) -> str | None:
        """Write a slot and then its side file; give the slot under which another's save was set aside, or None.

        Each of the two is written whole or not at all. Killed between the two, the new save is there and unverified.

        Raises:
            InvalidName: a slot cannot have this name.
            SaveError: the dialect or the disk refuses; a file that was not written is untouched.
        """
        return super().write(slot, document)

    def _parts(self, document: SaveDocument) -> dict[str, bytes]:
        data = ue3_bytes(document)
        if not data:
            raise SaveError(
                "a save without any section is no file for Unreal", hint="save a game, or use a FolderStore"
            )
        if ue3_bytes(parse_ue3(data, "", None)) != data:
            raise SaveError("the save would be read back as something else, so it was not written")
        return {"": data, _SIDE: header_bytes(document.header, data, self._key)}

    def _head_of(self, path: Path, slot: str, number: int = 0) -> SaveHeader:
        side = _side(path, number)
        try:
            return SaveHeader(title=slot, schema=0) if side is None else read_head(side).header
        except SaveError:
            return SaveHeader(title=slot, schema=0)

    def _kept_as(self, slot: str, path: Path, old: bytes, document: SaveDocument) -> str | None:
        try:
            there = parse_ue3(old, path.name, _side(path))
        except SaveError:
            return damaged_slot(slot, old)
        if is_own(there.header, document.header) and not there.unverified:
            return None
        revision = there.header.revision
        return conflict_slot(slot, revision) if is_revision(revision) else damaged_slot(slot, old)


def _side(path: Path, number: int = 0) -> bytes | None:
    side = path.with_name(path.name + _SIDE)
    side = backup_path(side, number) if number else side
    try:
        return read_file(side, MAX_HEADER)
    except OSError:
        return None
