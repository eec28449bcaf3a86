"""The menus of saves: what there is, with the last line and a picture of each; saving, loading, deleting.

Decides which saves a player may write over, and that nothing is written over or deleted unasked. What is damaged can be
had back from its backup; what a later version wrote is shown and left alone. The disk is read when the menu opens and
when it has changed something, not at every key.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from talewright.errors import DamagedSave, Misuse, NewerSave, NotFound, SaveError, TalewrightError
from talewright.savegame import ByteStore, KeepsAttachments, KeepsBackups, SaveHeader, by_age, is_aside
from talewright.stage.menu_model import MenuHost
from talewright.stage.menus.lists import ListMenu, Pressable, ask
from talewright.stage.saver import PICTURES
from talewright.stage.scene import MenuRow

_OWN = re.compile(r"slot([1-9][0-9]{0,5})", re.IGNORECASE)
_MADE = re.compile(r"auto-[0-9]+|quick", re.IGNORECASE)


class _Slot(NamedTuple):
    """A slot: its header, where it can be read, else what is wrong with it; its newest backup, its picture."""

    name: str
    header: SaveHeader
    wrong: str = ""
    backup: SaveHeader | None = None
    picture: bytes = b""


class SlotsMenu(ListMenu):
    """Saves, the newest first.

    Args:
        host: the stage.
        name: "save" or "load".
    """

    def __init__(self, host: MenuHost, name: str) -> None:
        super().__init__(host, name)
        self._deleting = False
        self._slots: list[_Slot] = []
        self._why = ""
        self._rows: list[Pressable] = []
        self._made_of: object = None
        self._read()

    def pressables(self) -> Sequence[Pressable]:
        """Return a new save where one can be made, the saves, and the way to delete one."""
        texts = self.host.texts
        self.title = texts["DeleteWhich" if self._deleting else f"{self.name.title()}Menu"]
        if self._why:
            return [Pressable(MenuRow("nowhere", self._why, enabled=False))]
        if self._made_of != (self._deleting, id(texts)):  # hundreds of rows are not made anew at every key
            self._made_of = self._deleting, id(texts)
            self._rows = [self._entry(slot) for slot in self._slots if self._deleting or self._is_for_me(slot)]
        found = list(self._rows)
        if self.name == "save" and not self._deleting:
            found.insert(0, Pressable(MenuRow("new", texts["NewSave"]), lambda: self._save(self._free())))
        if self._slots and not self._deleting:
            found.append(Pressable(MenuRow("delete", texts["DeleteSave"]), lambda: self._turn(deleting=True)))
        return found

    def cancel(self) -> bool:
        """Stop deleting."""
        was = self._deleting
        self._turn(deleting=False)
        return was

    def _turn(self, *, deleting: bool) -> None:
        self._deleting = deleting
        self.focus = 0

    def _is_for_me(self, slot: _Slot) -> bool:
        """Say whether a player saves into a slot: not into those that the game writes, or what was set aside."""
        return self.name == "load" or not (is_aside(slot.name) or _MADE.fullmatch(slot.name))

    # -- the rows

    def _entry(self, slot: _Slot) -> Pressable:
        texts, header = self.host.texts, slot.header
        mark = texts[slot.wrong] if slot.wrong else texts["SetAside"] if is_aside(slot.name) else ""
        numbered = _OWN.fullmatch(slot.name) or is_aside(slot.name)  # else a player has named it: /save cellar
        what = header.title or _made_by(slot.name, texts) or (header.place if numbered else "") or slot.name
        detail = [header.place if header.place != what else "", header.preview, mark]
        reason = self._reason(slot)
        row = MenuRow(
            slot.name,
            what,
            " · ".join(filter(None, (when(header), played(header, texts)))),
            " · ".join(filter(None, detail)),
            not reason,
            reason,
            slot.picture,
        )
        return Pressable(row, lambda: self._enter(slot, what))

    def _reason(self, slot: _Slot) -> str:
        """Say why Enter does nothing, or nothing."""
        if self._deleting or self.name == "save":
            return ""
        if slot.wrong == "Newer":
            return self.host.texts["NeedsUpdate"]
        return self.host.texts["NoBackup"] if slot.wrong and slot.backup is None else ""

    def _enter(self, slot: _Slot, what: str) -> None:
        texts = self.host.texts
        if self._deleting:
            ask(self.host, texts["SureDelete"].format(title=what), lambda: self._delete(slot.name))
        elif self.name == "save":
            ask(self.host, texts["SureOverwrite"].format(title=what), lambda: self._save(slot.name, slot.header))
        elif slot.wrong and slot.backup is not None:
            question = texts["SureRecover"].format(date=when(slot.backup))
            ask(self.host, question, lambda: self.host.load_slot(slot.name, backup=True))
        elif not self.host.load_slot(slot.name):
            self._read()  # it has gone, or changed, since the menu was opened

    # -- the disk

    def _save(self, slot: str, over: SaveHeader | None = None) -> None:
        """Save; what the player said may be written over is not kept beside it, as another game's save would be."""
        if self.host.save_slot(slot) and over is not None and over.revision:
            self._remove_aside(slot, over.revision)
        self._read()

    def _remove_aside(self, slot: str, revision: str) -> None:
        store = self.host.game.saves
        try:
            for name, header in store.slots().items():
                if is_aside(name) and header.revision == revision and name.startswith(f"{slot}."):
                    store.delete(name)
        except SaveError:  # it stays: more is kept than was asked for
            return

    def _delete(self, slot: str) -> None:
        texts = self.host.texts
        try:
            self.host.game.saves.delete(slot)
        except NotFound:  # somebody else was quicker
            pass
        except SaveError:
            self.host.toast(texts["NotDeleted"], "fault")
            return
        self.host.toast(texts["Deleted"], "saved")
        self._read()
        self._turn(deleting=bool(self._slots))

    def _free(self) -> str:
        numbers = [int(found[1]) for slot in self._slots if (found := _OWN.fullmatch(slot.name))]
        return f"slot{max(numbers, default=0) + 1}"

    def _read(self) -> None:
        """Look what there is."""
        self._why, self._slots, self._made_of = "", [], None
        try:
            store, schema = self.host.game.saves, self.host.game.schema
            headers = store.slots()
            names = store.names() if isinstance(store, ByteStore) else list(headers)
            for name in names:
                header = headers.get(name)
                if header is None:
                    self._slots.append(self._unreadable(name))
                else:
                    wrong = "Newer" if header.schema > schema else ""
                    self._slots.append(_Slot(name, header, wrong, picture=self._picture(name)))
        except Misuse:
            self._why = self.host.texts["NowhereToSave"]
        except (TalewrightError, OSError):
            self._why = self.host.texts["SavesUnreadable"]
        found = {slot.name: slot for slot in self._slots}
        self._slots = [found[name] for name in by_age({name: slot.header for name, slot in found.items()})]

    def _unreadable(self, name: str) -> _Slot:
        store = self.host.game.saves
        try:
            store.read(name)
        except NewerSave:
            return _Slot(name, SaveHeader(), "Newer")
        except (DamagedSave, NotFound):
            pass
        backups = store.backups(name) if isinstance(store, KeepsBackups) else {}
        return _Slot(name, SaveHeader(), "Damaged", next(iter(backups.values()), None))

    def _picture(self, name: str) -> bytes:
        store = self.host.game.saves
        if not isinstance(store, KeepsAttachments):
            return b""
        return next(filter(None, (store.attachment(name, picture) for picture in PICTURES)), b"")


def _made_by(slot: str, texts: Mapping[str, str]) -> str:
    """Return what a save is called that the game made by itself, or nothing."""
    if not _MADE.fullmatch(slot):
        return ""
    return texts["QuickSave" if slot.lower() == "quick" else "SavedByItself"]


def when(header: SaveHeader) -> str:
    """Return when a save was written, in the time of this machine, to the minute; nothing where it does not say."""
    made = header.created_at
    return "" if made is None else f"{made.astimezone():%Y-%m-%d %H:%M}"


def played(header: SaveHeader, texts: Mapping[str, str]) -> str:
    """Return how long a save was played."""
    hours, minutes = divmod(int(header.play_time) // 60, 60)
    form = texts["PlayedHours" if hours else "PlayedMinutes"]
    return form.format(hours=hours, minutes=minutes)
