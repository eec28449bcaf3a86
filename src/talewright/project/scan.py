"""The scanner: which dialogues a project has, what each is called, and what class it has.

Visits every ``.yarn`` file below ``Dialogues/`` in the order of their paths, so that a result is the same on every
machine. Names are derived as the third source document says: the file's name without its ending and without the
prefix of its class. Two dialogues under one name are an error that names both; nothing is ever counted up, because a
counter would re-identify one file when another is added (tags.md section 1.4). All findings of all files at once.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from talewright.diagnostics import Report, Span
from talewright.dialogue import Source, file_tags
from talewright.errors import NotFound, TalewrightError
from talewright.names import fold
from talewright.project.dialogue_class import DialogueClass, class_of
from talewright.project.layout import TagLayout

FOLDER = "Dialogues"
SUFFIX = ".yarn"

_ILLEGAL = re.compile(r"[^\w\-]+")


@dataclass(frozen=True)
class DialogueFile:
    """One dialogue as it lies on the disk.

    Attributes:
        name: of the dialogue.
        path: relative to the project, with forward slashes.
        source: its text.
        layout: how its tags are called.
        digest: sha256 of its bytes.
    """

    name: str
    path: str
    source: Source
    layout: TagLayout
    digest: str


def dialogue_paths(folder: Path) -> list[str]:
    """List the dialogue files of a project, relative to it, with forward slashes, in a fixed order."""
    root = folder / FOLDER
    found = (p.relative_to(folder).as_posix() for p in root.rglob("*") if p.suffix == SUFFIX and p.is_file())
    return sorted(found)


def scan(folder: Path, classes: Mapping[str, DialogueClass], report: Report) -> list[DialogueFile]:
    """Read every dialogue of a project; what is wrong goes into the report."""
    found: dict[str, DialogueFile] = {}
    for dialogue in _read_all(folder, classes, report):
        first = found.setdefault(fold(dialogue.name), dialogue)
        if first is not dialogue:
            report.add(
                "TW-PROJ-03",
                "error",
                f"the dialogue {dialogue.name!r} is also in {first.path}",
                "dialogue names are unique in a project, whatever the folder: rename one of the files",
                Span(dialogue.path),
            )
    return list(found.values())


def _read_all(folder: Path, classes: Mapping[str, DialogueClass], report: Report) -> Iterator[DialogueFile]:
    for path in dialogue_paths(folder):
        dialogue = read_dialogue(folder, path, classes, report)
        if dialogue is not None:
            yield dialogue


def read_dialogue(folder: Path, path: str, classes: Mapping[str, DialogueClass], report: Report) -> DialogueFile | None:
    """Read one dialogue file; None, with a finding, where it has no text or no name."""
    try:
        data = (folder / path).read_bytes()
        text = Source.from_bytes("", path, data).text
    except FileNotFoundError:
        hint = "bring the file back, or cook again"
        report.add("TW-PROJ-04", "error", "is in the export, but not in the folder", hint, Span(path))
        return None
    except OSError as error:
        report.add("TW-PROJ-04", "error", f"cannot be read: {error.strerror}", "check the file's rights", Span(path))
        return None
    except TalewrightError as error:
        report.extend(error.report)
        return None
    tags = file_tags(text)
    try:
        cls = class_of(path, tags, classes)
    except NotFound as error:
        report.add("TW-PROJ-05", "error", error.message, error.hint, Span(path))
        cls = DialogueClass()
    name = _name(path, tags, cls, report)
    if not name:
        return None
    source = Source(name, path, text)
    return DialogueFile(name, path, source, TagLayout(name, cls), hashlib.sha256(data).hexdigest())


def _name(path: str, tags: tuple[str, ...], cls: DialogueClass, report: Report) -> str:
    stem = path.rsplit("/", 1)[-1].removesuffix(SUFFIX)
    chosen = next((t[len("dialogue:") :] for t in tags if t.startswith("dialogue:")), None)
    if chosen is None and cls.AssetPrefix and not stem.startswith(cls.AssetPrefix):
        report.add(
            "TW-PROJ-06",
            "warning",
            f"the file's name does not begin with {cls.AssetPrefix!r}; the dialogue is called {stem!r}",
            f"rename it to {cls.AssetPrefix}{stem}{SUFFIX}, or give it the hashtag #dialogue:{stem}",
            Span(path),
        )
    raw = chosen if chosen is not None else stem.removeprefix(cls.AssetPrefix)
    name = _ILLEGAL.sub("_", raw).strip("_")
    if not name or fold(name) == "none":
        report.add(
            "TW-PROJ-07",
            "error",
            f"no dialogue can be called {raw!r}",
            f"name the file {cls.AssetPrefix}Something{SUFFIX}",
            Span(path),
        )
        return ""
    if name != raw:
        report.add(
            "TW-PROJ-08",
            "information",
            f"the dialogue is called {name!r}: a tag holds letters, digits, - and _ only",
            "name the file so to see in the tag what the folder shows",
            Span(path),
        )
    return name
