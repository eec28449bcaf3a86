"""What changed in a folder (tags.md section 9.7 and trap 40): concluded once, whole, when the folder is quiet."""

from __future__ import annotations

import itertools
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from talewright.project import FolderChanges, Watcher

SMITH, BARD, CAT = "Dialogues/D_Smith.yarn", "Dialogues/D_Bard.yarn", "Dialogues/Barks/D_Cat.yarn"
ITEMS, CODE = "Config/Items.ini", "scripts.py"
FILES = (SMITH, BARD, CAT, ITEMS, CODE)


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Watched:
    """A folder, its watcher, and hands to change it with; every write has a time of its own."""

    _times: Iterator[int] = itertools.count(1_600_000_000_000_000_000, 1_000_000_000)

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in FILES:
            self.write(name, "first")
        self.clock = Clock()
        self.watcher = Watcher(folder, settled=1.0, clock=self.clock)

    def write(self, name: str, text: str = "text") -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        moment = next(self._times)
        os.utime(path, ns=(moment, moment))

    def delete(self, name: str) -> None:
        (self.folder / name).unlink()

    def rename(self, old: str, new: str) -> None:
        (self.folder / new).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / old).replace(self.folder / new)

    def look(self, wait: float = 0.0) -> FolderChanges | None:
        self.clock.now += wait
        return self.watcher.look()

    def settle(self) -> FolderChanges | None:
        """Look twice, with time enough between: the first look sees, the second concludes."""
        assert self.look() is None
        return self.look(wait=1.0)


@pytest.fixture
def watched(tmp_path: Path) -> Watched:
    return Watched(tmp_path / "project")


def test_nothing_changed(watched: Watched) -> None:
    assert watched.settle() is None
    assert not watched.watcher.waiting


@pytest.mark.parametrize("name", FILES)
def test_a_written_file_is_told_once_when_it_is_quiet(watched: Watched, name: str) -> None:
    watched.write(name, "second")
    assert watched.look() is None
    assert watched.watcher.waiting
    assert watched.look(wait=0.75) is None
    assert watched.look(wait=0.25) == FolderChanges(edited=(name,))
    assert watched.settle() is None


def test_a_file_that_goes_on_changing_is_waited_for(watched: Watched) -> None:
    for number in range(5):
        watched.write(SMITH, f"version {number}")
        assert watched.look(wait=0.75) is None
    assert watched.look(wait=1.0) == FolderChanges(edited=(SMITH,))


def test_what_is_deleted_and_renamed_by_a_saving_editor_was_edited(watched: Watched) -> None:
    watched.rename(SMITH, "Dialogues/D_Smith.yarn~")
    assert watched.look() is None
    watched.write("Dialogues/.D_Smith.yarn.swp")
    assert watched.look(wait=0.5) is None
    watched.rename("Dialogues/.D_Smith.yarn.swp", SMITH)
    assert watched.look(wait=0.5) is None
    assert watched.look(wait=1.0) == FolderChanges(edited=(SMITH,))


def test_all_files_of_a_batch_come_together(watched: Watched) -> None:
    watched.write(SMITH, "second")
    assert watched.look() is None
    watched.delete(CAT)
    watched.write("Dialogues/D_Dog.yarn")
    assert watched.look(wait=0.75) is None
    changes = watched.look(wait=1.0)
    assert changes == FolderChanges(added=("Dialogues/D_Dog.yarn",), edited=(SMITH,), removed=(CAT,))
    assert str(changes) == f"{SMITH}, Dialogues/D_Dog.yarn (new), {CAT} (gone)"


def test_what_was_moved_away_and_back_is_not_gone(watched: Watched) -> None:
    watched.rename(SMITH, "aside")
    assert watched.look() is None
    watched.rename("aside", SMITH)
    changes = watched.settle()
    assert changes in (None, FolderChanges(edited=(SMITH,)))  # a rename alone may count as a change of the file
    assert watched.settle() is None


def test_a_name_in_other_letter_case_is_another_file(watched: Watched) -> None:
    watched.rename(SMITH, "Dialogues/D_smith.yarn")
    assert watched.settle() == FolderChanges(added=("Dialogues/D_smith.yarn",), removed=(SMITH,))


@pytest.mark.parametrize(
    "name",
    [
        "Config/DynamicTags/DynamicTags.ini",
        "Config/LBRDynamicTags.ini",
        "Config/tags.lock",
        "Config/Items.ini.tmp-12-ab",
        "Config/.Items.ini",
        "Dialogues/.#D_Smith.yarn",
        "Dialogues/#D_Smith.yarn#",
        "Dialogues/~D_Smith.yarn",
        "Dialogues/D_Smith.yarn~",
        "Dialogues/4913",
        "Dialogues/notes.txt",
        "Saved/Config/Game.ini",
        "Saved/SaveGames/slot1.ini",
        "Saved/__init__.py",
        "__pycache__/scripts.cpython-311.pyc",
        "helpers/__pycache__/x.py",
        ".venv/lib.py",
        "pictures/tool.py",
    ],
)
def test_what_is_generated_or_temporary_is_nothing(watched: Watched, name: str) -> None:
    watched.write(name)
    assert watched.settle() is None


@pytest.mark.parametrize(
    "name", ["Config/Tags/Quests.ini", "Dialogues/New/Deep/D_Dog.yarn", "helpers.py", "rules/__init__.py"]
)
def test_what_is_new_is_seen_in_new_folders_too(watched: Watched, name: str) -> None:
    watched.write(name)
    assert watched.settle() == FolderChanges(added=(name,))


def test_a_branch_of_many_files_is_a_number(watched: Watched) -> None:
    for number in range(9):
        watched.write(f"Dialogues/D_New{number}.yarn")
    changes = watched.settle()
    assert str(changes).endswith("Dialogues/D_New4.yarn (new), 4 more")


def test_a_folder_that_vanishes_is_told_once_and_nothing_counts_as_deleted(watched: Watched) -> None:
    aside = watched.folder.with_name("aside")
    watched.folder.rename(aside)
    changes = watched.settle()
    assert changes is not None
    assert changes.files == ()
    assert [text.split(":")[0] for text in changes.unreadable] == ["the folder"]
    assert watched.settle() is None
    aside.rename(watched.folder)
    watched.write(SMITH, "second")
    assert watched.settle() == FolderChanges(edited=(SMITH,))
    shutil.rmtree(watched.folder)
    assert watched.settle() is not None


def test_a_folder_without_rights_is_told_once_and_the_others_are_watched(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.scandir
    closed = watched.folder / "Dialogues" / "Barks"

    def scandir(path: Any) -> Any:
        if Path(path) == closed:
            raise PermissionError(13, "Permission denied", str(path))
        return real(path)

    with monkeypatch.context() as patch:
        patch.setattr(os, "scandir", scandir)
        assert watched.settle() == FolderChanges(unreadable=("Dialogues/Barks: Permission denied",))
        watched.write(SMITH, "second")
        watched.write(CAT, "second")
        assert watched.settle() == FolderChanges(edited=(SMITH,))
    assert watched.settle() == FolderChanges(edited=(CAT,))


def test_a_folder_that_never_was_there_is_told(tmp_path: Path) -> None:
    clock = Clock()
    watcher = Watcher(tmp_path / "nowhere", settled=1.0, clock=clock)
    clock.now = 1.0
    changes = watcher.look()
    assert changes is not None
    assert changes.unreadable
    assert watcher.look() is None


NAMES = st.sampled_from((*FILES, "Dialogues/D_Dog.yarn", "Dialogues/Barks/D_Hen.yarn", "Config/Tags/T.ini", "more.py"))
EDITS = st.one_of(
    st.tuples(st.just("write"), NAMES),
    st.tuples(st.just("delete"), NAMES),
    st.tuples(st.just("rename"), NAMES, NAMES),
    st.tuples(st.just("look"), st.sampled_from((0.0, 0.25, 0.75, 1.0, 5.0))),
)


def _apply(edit: tuple[Any, ...], watched: Watched, files: dict[str, int], versions: Iterator[int]) -> None:
    match edit:
        case ("write", name):
            watched.write(name)
            files[name] = next(versions)
        case ("delete", name) if name in files:
            watched.delete(name)
            del files[name]
        case ("rename", old, new) if old in files and old != new:
            watched.rename(old, new)
            files[new] = files.pop(old)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(EDITS, max_size=25))
def test_every_net_change_is_told_exactly_once(
    tmp_path_factory: pytest.TempPathFactory, edits: list[tuple[Any, ...]]
) -> None:
    """What a host knows from the batches alone is, when the folder is quiet, what lies in it."""
    watched = Watched(tmp_path_factory.mktemp("watched"))
    versions = itertools.count(1)
    files = dict.fromkeys(FILES, 0)  # what lies there, and which text of it
    told = dict(files)  # what the batches have said so far
    whole = [FolderChanges()]  # all batches as one

    def take(changes: FolderChanges | None) -> None:
        if changes is None:
            return
        assert not changes.unreadable
        assert set(changes.added) == files.keys() - told.keys()
        assert set(changes.removed) == told.keys() - files.keys()
        # A file that was moved away and back again is the same file, but its times say that it moved.
        assert set(changes.edited) >= {name for name in files.keys() & told.keys() if files[name] != told[name]}
        told.clear()
        told.update(files)
        whole[0] = whole[0].then(changes)

    for edit in edits:
        if edit[0] == "look":
            take(watched.look(wait=edit[1]))
        else:
            _apply(edit, watched, files, versions)
    take(watched.look())
    take(watched.look(wait=1.0))
    assert told == files
    assert watched.settle() is None
    assert set(whole[0].added) == files.keys() - set(FILES)
    assert set(whole[0].removed) == set(FILES) - files.keys()
    assert set(whole[0].edited) <= files.keys() & set(FILES)
    assert set(whole[0].edited) >= {name for name in FILES if files.get(name, 0) != 0}
