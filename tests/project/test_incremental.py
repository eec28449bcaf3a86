"""The incremental scan: the result of a clean one, for whatever happens to the files in between."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from talewright.names import fold
from talewright.project import DialogueClass
from talewright.project.scan.cache import FILE
from talewright.project.scan.incremental import Scan, scan_elements

Write = Callable[[dict[str, str]], Path]

SMITH = "title: Forge\n---\nSmith: Yes? #line:yes\n-> A sword. #choice:need #line:sword\n===\n"
BROKEN = "title: Forge\n---\n<<jump>>\n===\n"
LATER = 10**10
"""Ten seconds: stamps are old enough to be trusted then."""


def later(steps: int = 1) -> Callable[[], int]:
    return lambda: time.time_ns() + steps * LATER


def facts(scan: Scan) -> list[tuple[str, str, list[str]]]:
    return [
        (d.name, d.path, [f"{e.kind} {e.parent} {e.id} {e.text} {e.span}" for e in d.elements]) for d in scan.dialogues
    ]


def test_an_unchanged_file_is_not_read_again(folder: Write, tmp_path: Path) -> None:
    root = folder({"Dialogues/D_Smith.yarn": SMITH, "Dialogues/D_Cat.yarn": SMITH.replace("Forge", "Roof")})
    saved = tmp_path / "Saved"
    first = scan_elements(root, {}, saved_dir=saved, clock=later())
    second = scan_elements(root, {}, saved_dir=saved, clock=later())
    assert (len(first.read), second.read) == (2, [])
    assert facts(first) == facts(second)
    folder({"Dialogues/D_Cat.yarn": SMITH.replace("Forge", "Yard")})
    assert scan_elements(root, {}, saved_dir=saved, clock=later()).read == ["Dialogues/D_Cat.yarn"]


def test_a_stamp_that_is_not_old_enough_is_not_trusted(folder: Write, tmp_path: Path) -> None:
    root = folder({"Dialogues/D_Smith.yarn": SMITH})
    scan_elements(root, {}, saved_dir=tmp_path)
    assert scan_elements(root, {}, saved_dir=tmp_path, clock=later()).read == ["Dialogues/D_Smith.yarn"]
    assert scan_elements(root, {}, saved_dir=tmp_path, clock=later()).read == []
    os.utime(root / "Dialogues/D_Smith.yarn", ns=(10**18, 4 * 10**18))  # the clock was far ahead
    scan_elements(root, {}, saved_dir=tmp_path, clock=later())
    assert scan_elements(root, {}, saved_dir=tmp_path, clock=later()).read == ["Dialogues/D_Smith.yarn"]


def test_a_file_that_does_not_parse_keeps_its_last_good_elements(folder: Write, tmp_path: Path) -> None:
    root = folder({"Dialogues/D_Smith.yarn": SMITH})
    good = scan_elements(root, {}, saved_dir=tmp_path)
    for text in (BROKEN, BROKEN + "// more\n"):
        folder({"Dialogues/D_Smith.yarn": text})
        bad = scan_elements(root, {}, saved_dir=tmp_path, clock=later())
        assert facts(bad) == facts(good)
        assert bad.stale == ["Dialogues/D_Smith.yarn"]
        assert [d.code for d in bad.report] == ["YS0005", "TW-PROJ-16"]
        assert "keeps the 4 elements" in bad.report[-1].message
    folder({"Dialogues/D_Smith.yarn": SMITH})
    assert scan_elements(root, {}, saved_dir=tmp_path).report == []


def test_bytes_that_are_no_text_keep_them_too_and_a_new_broken_file_has_none(folder: Write, tmp_path: Path) -> None:
    root = folder({"Dialogues/D_Smith.yarn": SMITH})
    scan_elements(root, {}, saved_dir=tmp_path)
    (root / "Dialogues/D_Smith.yarn").write_bytes(b"title: \xff")
    folder({"Dialogues/D_New.yarn": BROKEN})
    scan = scan_elements(root, {}, saved_dir=tmp_path)
    assert scan.stale == ["Dialogues/D_Smith.yarn"]
    assert [d.name for d in scan.dialogues] == ["Smith"]
    assert [d.code for d in scan.report.errors] == ["YS0005", "TW-PROJ-16", "TW-YARN-03", "TW-PROJ-16"]


def test_wrongly_named_files_are_reported_both_ways(folder: Write) -> None:
    root = folder(
        {
            "Dialogues/Smith.yarn": SMITH,
            "Dialogues/D_Cat.txt": "notes",
            "Dialogues/B_Dog.csv": "",
            "Dialogues/D_Bird.Yarn": SMITH,
            "Dialogues/notes.txt": "",
        }
    )
    report = scan_elements(root, {"Bark": DialogueClass("Bark", AssetPrefix="B_")}).report
    assert [(d.code, d.severity, d.span.file) for d in report] == [
        ("TW-PROJ-15", "information", "Dialogues/B_Dog.csv"),
        ("TW-PROJ-15", "warning", "Dialogues/D_Bird.Yarn"),
        ("TW-PROJ-15", "information", "Dialogues/D_Cat.txt"),
        ("TW-PROJ-06", "warning", "Dialogues/Smith.yarn"),
    ]


def test_progress_is_told_after_every_file(folder: Write) -> None:
    root = folder({"Dialogues/D_Smith.yarn": SMITH, "Dialogues/D_Cat.yarn": SMITH})
    news: list[tuple[str, int, int]] = []
    scan_elements(root, {}, progress=lambda *step: news.append(step))
    assert news == [("read", 0, 2), ("read", 1, 2), ("read", 2, 2)]


@pytest.mark.parametrize("damage", ["cut", "flip", "empty", "other", "version", "folder"])
def test_a_damaged_cache_is_as_good_as_none(folder: Write, tmp_path: Path, damage: str) -> None:
    root = folder({"Dialogues/D_Smith.yarn": SMITH})
    saved = tmp_path / "Saved"
    first = scan_elements(root, {}, saved_dir=saved, clock=later())
    path = saved / "Cache" / FILE
    data = path.read_bytes()
    head, _, body = data.partition(b"\n")
    changed = {
        "cut": data[:-9],
        "flip": data.replace(b"sword", b"sward"),
        "empty": b"",
        "other": b"[1]\n{}",
        "version": json.dumps({**json.loads(head), "reader": "another"}).encode() + b"\n" + body,
    }
    if damage == "folder":
        path.unlink()
        path.mkdir()
    else:
        path.write_bytes(changed[damage])
    again = scan_elements(root, {}, saved_dir=saved, clock=later())
    assert (again.read, facts(again), again.report) == (["Dialogues/D_Smith.yarn"], facts(first), [])


def test_a_cache_that_cannot_be_written_is_none(folder: Write, tmp_path: Path) -> None:
    root = folder({"Dialogues/D_Smith.yarn": SMITH})
    (tmp_path / "Saved").write_text("a file", encoding="utf-8")
    assert len(scan_elements(root, {}, saved_dir=tmp_path / "Saved").dialogues) == 1


CLASSES: list[Mapping[str, DialogueClass]] = [
    {},
    {"Bark": DialogueClass("Bark", AssetPrefix="B_", TagRoot="Barks", Folder="Dialogues/Sub")},
    {"Bark": DialogueClass("Bark", AssetPrefix="D_B", ChoiceTagPrefix="C_")},
]
NAMES = ["D_A", "D_B", "B_C", "Sub/D_A", "Sub/B_D", "Sub/B_C"]
CONTENTS = [
    SMITH,
    SMITH.replace("sword", "blade"),
    SMITH.replace("sword", "blada"),
    "#class:Bark\n" + SMITH,
    "#dialogue:Other #uid:d\n" + SMITH,
    "title: G\nwhen: always\n---\nA\n===\ntitle: G\nwhen: once\n---\nB\n-> C\n===\n",  # ids that hold the name
    BROKEN,
    "",
]
names, contents = st.sampled_from(NAMES), st.sampled_from(CONTENTS)


@dataclass
class Good:
    """What a file held when it last parsed: what a naive scan would remember."""

    text: str = ""
    name: str = ""
    facts: list[str] = field(default_factory=list)


class Edits(RuleBasedStateMachine):
    """Any sequence of edits, each followed by an incremental scan and a clean one."""

    @initialize()
    def start(self) -> None:
        self.temporary = TemporaryDirectory()
        self.root = Path(self.temporary.name)
        (self.root / "Dialogues/Sub").mkdir(parents=True)
        self.saved = self.root / "Saved"
        self.classes = CLASSES[0]
        self.steps = 1
        self.good: dict[str, Good] = {}

    def path(self, name: str) -> Path:
        return self.root / "Dialogues" / f"{name}.yarn"

    @rule(name=names, text=contents)
    def write(self, name: str, text: str) -> None:
        self.path(name).write_bytes(text.encode())

    @rule(name=names, text=contents)
    def write_with_an_old_time(self, name: str, text: str) -> None:
        """An archive is unpacked over it, or the clock went back."""
        self.path(name).write_bytes(text.encode())
        os.utime(self.path(name), ns=(10**18, 10**18))

    @rule(name=names)
    def write_with_the_same_time_and_size(self, name: str) -> None:
        """What only the time of the last change of anything tells, which Windows does not have."""
        if self.path(name).is_file() and os.name != "nt":
            before = self.path(name).stat()
            text = self.path(name).read_text(encoding="utf-8")
            self.path(name).write_bytes(text.replace("blade", "BLADE").replace("blada", "blade").encode())
            os.utime(self.path(name), ns=(before.st_atime_ns, before.st_mtime_ns))

    @rule(name=names)
    def delete(self, name: str) -> None:
        self.path(name).unlink(missing_ok=True)

    @rule(name=names, text=contents)
    def delete_and_make_again(self, name: str, text: str) -> None:
        self.delete(name)
        self.write(name, text)

    @rule(one=names, other=names)
    def rename(self, one: str, other: str) -> None:
        if self.path(one).is_file():
            self.path(one).replace(self.path(other))

    @rule(one=names, other=names)
    def swap(self, one: str, other: str) -> None:
        if self.path(one).is_file() and self.path(other).is_file() and one != other:
            aside = self.root / "aside"
            self.path(one).replace(aside)
            self.path(other).replace(self.path(one))
            aside.replace(self.path(other))

    @rule(classes=st.sampled_from(CLASSES))
    def change_settings(self, classes: Mapping[str, DialogueClass]) -> None:
        self.classes = classes

    @rule(steps=st.integers(-3, 3))
    def turn_the_clock(self, steps: int) -> None:
        self.steps = steps

    @invariant()
    def incremental_is_clean(self) -> None:
        if not hasattr(self, "root"):
            return
        found = scan_elements(self.root, self.classes, saved_dir=self.saved, clock=later(self.steps))
        clean = scan_elements(self.root, self.classes)
        # What does not parse now has nothing in a clean scan, and what it had before in an incremental one.
        parsed = {
            d.path: Good(name=d.name, facts=entry[2]) for d, entry in zip(clean.dialogues, facts(clean), strict=True)
        }
        everything = {f"Dialogues/{name}.yarn" for name in NAMES if self.path(name).is_file()}
        broken = {d.span.file for d in clean.report if d.code == "TW-PROJ-16"}
        expected: dict[str, Good] = {}
        for path in sorted(everything):
            if path in broken:
                if path in self.good:
                    expected[path] = self.good[path]
            elif path in parsed:
                expected[path] = parsed[path]
            elif alone := self._alone(path):
                expected[path] = alone
        self.good = dict(expected)
        by_name: dict[str, str] = {}
        unique = {p: good for p, good in expected.items() if by_name.setdefault(fold(good.name), p) == p}
        assert {d.path: (d.name, entry[2]) for d, entry in zip(found.dialogues, facts(found), strict=True)} == {
            path: (good.name, good.facts) for path, good in unique.items()
        }
        assert set(found.stale) == {path for path in unique if path in broken}

    def _alone(self, path: str) -> Good | None:
        """Read a file whose name another has, as if it were alone; None where it has no name at all."""
        with TemporaryDirectory() as aside:
            copy = Path(aside) / path
            copy.parent.mkdir(parents=True)
            copy.write_bytes((self.root / path).read_bytes())
            scan = scan_elements(Path(aside), self.classes)
            return Good(name=scan.dialogues[0].name, facts=facts(scan)[0][2]) if scan.dialogues else None

    def teardown(self) -> None:
        if hasattr(self, "temporary"):
            self.temporary.cleanup()


TestEdits = Edits.TestCase
TestEdits.settings = settings(max_examples=40, stateful_step_count=12, deadline=None)
