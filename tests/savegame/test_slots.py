from __future__ import annotations

import pytest

from talewright.errors import InvalidName
from talewright.savegame import check_slot
from talewright.savegame.slots import conflict_slot, damaged_slot, is_revision, is_slot


@pytest.mark.parametrize("slot", ["slot1", "user42", "quick-save", "a.b.c", "_x", "1", "slot.conflict-0f", "x" * 120])
def test_these_are_slots(slot: str) -> None:
    assert check_slot(slot) == slot


@pytest.mark.parametrize(
    "slot",
    ["", ".", "..", "../x", "a/b", "a\\b", "/etc/passwd", "C:x", "a b", "a.", ".a", "a..b", "ä", "a\n", "a\0", "-x"],
)
def test_these_are_not(slot: str) -> None:
    with pytest.raises(InvalidName, match="cannot be the name of a slot") as error:
        check_slot(slot)
    assert error.value.hint


@pytest.mark.parametrize("slot", ["con", "NUL", "com1", "Lpt9", "aux.conflict-1", "prn.x"])
def test_windows_keeps_some_names(slot: str) -> None:
    with pytest.raises(InvalidName, match="Windows"):
        check_slot(slot)


def test_a_long_name_is_refused() -> None:
    with pytest.raises(InvalidName) as error:
        check_slot("x" * 121)
    assert "120" in error.value.hint


def test_names_for_what_is_set_aside_are_slots() -> None:
    for slot in ("slot1", "x" * 120, ("a" * 63 + ".") + "b" * 50):
        assert is_slot(conflict_slot(slot, "f" * 32))
        assert is_slot(damaged_slot(slot, b"data"))
        assert is_slot(conflict_slot(conflict_slot(slot, "f" * 32), "e" * 32))


def test_a_revision_from_a_file_is_not_trusted() -> None:
    assert is_revision("0f" * 16)
    assert not any(is_revision(r) for r in ("", "../x", "0F", "f" * 65, "x", "0f\n"))
