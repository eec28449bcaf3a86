"""A save that somebody protects stays as it is (faults §2 A3, the stores)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from talewright.errors import SaveError
from talewright.savegame import FolderStore, SaveDocument, SaveHeader


@pytest.mark.skipif(os.name != "posix", reason="rights are others here")
def test_a_read_only_slot_is_neither_written_nor_deleted(tmp_path: Path) -> None:
    store = FolderStore(tmp_path)
    store.write("slot1", SaveDocument(SaveHeader(revision="1", run="a"), {}))
    path = tmp_path / "slot1.ini"
    path.chmod(0o444)
    before = path.read_bytes()
    with pytest.raises(SaveError, match="its file is read-only"):
        store.write("slot1", SaveDocument(SaveHeader(revision="2", run="a", parent="1"), {}))
    with pytest.raises(SaveError, match="its file is read-only"):
        store.delete("slot1")
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir() if file.name != ".lock"] == ["slot1.ini"]
