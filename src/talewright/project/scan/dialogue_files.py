"""The scanner: which dialogues a project has, what each is called, and what class it has.

Reads every ``.yarn`` file below ``Dialogues/`` in the order of their paths, so that a result is the same on every
machine. Names are derived as the third source document says: the file's name without its ending and without the
prefix of its class. Two dialogues under one name are an error that names both; nothing is ever counted up, because a
counter would re-identify one file when another is added (tags.md section 1.4). Wrongly named files are reported both
ways: a dialogue without the prefix, and a file with it that is no dialogue. All findings of all files at once.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

from talewright.diagnostics import Report, Span
from talewright.dialogue import Source, file_tags
from talewright.errors import NotFound, TalewrightError
from talewright.names import fold
from talewright.project.scan.dialogue_class import DialogueClass, TagLayout, class_of
from talewright.project.scan.listing import FOLDER, LINK, SUFFIX, Listing, list_dialogues, shown
from talewright.project.scan.progress import Progress, reported

_PLAN = ".testplan"

__all__ = [
    "FOLDER",
    "SUFFIX",
    "DialogueFile",
    "dialogue_of",
    "name_of",
    "read_dialogue",
    "report_others",
    "scan",
    "unique",
]

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


class _Named(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def path(self) -> str: ...


D = TypeVar("D", bound=_Named)


def scan(
    folder: Path,
    classes: Mapping[str, DialogueClass],
    report: Report,
    *,
    listing: Listing | None = None,
    progress: Progress | None = None,
) -> list[DialogueFile]:
    """Read every dialogue of a project.

    Args:
        folder: of the project.
        classes: its dialogue classes.
        report: gets what is wrong.
        listing: what lies in the folder of the dialogues, where that was looked at already.
        progress: is told after every file.
    """
    listing = listing or list_dialogues(folder)
    report_others(listing, classes, report)
    return unique(_read_all(folder, listing, classes, report, progress), report)


def unique(dialogues: Iterable[D], report: Report) -> list[D]:
    """Return the dialogues whose name no earlier one has; the others go into the report."""
    found: dict[str, D] = {}
    for dialogue in dialogues:
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


def report_others(listing: Listing, classes: Mapping[str, DialogueClass], report: Report) -> None:
    """Report what among the dialogues is called like one and is none, and what cannot be read or named."""
    for path, why in listing.unreadable.items():
        report.add("TW-PROJ-04", "error", f"cannot be read: {why}", "check the folder's rights", Span(path))
    for path in listing.misnamed:
        message = "is not read: its name is no text in UTF-8, or has control characters, and nothing can write it down"
        report.add("TW-PROJ-07", "error", message, "rename it, with letters, digits, - and _", Span(shown(path)))
    for path, what in sorted(listing.broken.items()):
        if not path.rsplit("/", 1)[-1].startswith(".#"):  # the mark of an editor beside a file that is being edited
            hint = "let it lead to a file again, or take it away" if what == LINK else "a dialogue is a plain file"
            report.add("TW-PROJ-15", "warning", f"is not read: it is {what}", hint, Span(path))
    prefixes = {cls.AssetPrefix for cls in (DialogueClass(), *classes.values())} - {""}
    plans = {path.removesuffix(SUFFIX) + _PLAN for path in listing.files}  # each beside the script that it plays
    for path in map(shown, listing.others):
        name = path.rsplit("/", 1)[-1]
        if fold(name).endswith(SUFFIX) and name != SUFFIX:
            hint = f"let its name end with {SUFFIX}, in lower case"
            report.add("TW-PROJ-15", "warning", "is not read: its ending is not that of a dialogue", hint, Span(path))
        elif any(name.startswith(prefix) for prefix in prefixes) and path not in plans:
            hint = f"a dialogue ends with {SUFFIX}; if it is none, any other name says so"
            report.add(
                "TW-PROJ-15", "information", "is called like a dialogue, and is not read as one", hint, Span(path)
            )


def _read_all(
    folder: Path,
    listing: Listing,
    classes: Mapping[str, DialogueClass],
    report: Report,
    progress: Progress | None,
) -> Iterator[DialogueFile]:
    for path in reported("read", listing.files, progress):
        dialogue = read_dialogue(folder, path, classes, report)
        if dialogue is not None:
            yield dialogue


def read_dialogue(folder: Path, path: str, classes: Mapping[str, DialogueClass], report: Report) -> DialogueFile | None:
    """Read one dialogue file; None, with a finding, where it has no text or no name."""
    try:
        place = folder / path
        if place.exists() and not place.is_file():  # such as a pipe, which would be waited for
            report.add("TW-PROJ-04", "error", "is no file any more", "put the dialogue back", Span(path))
            return None
        data = place.read_bytes()
    except FileNotFoundError:
        hint = "bring the file back, or open the project again; a packaged one is cooked again"
        report.add("TW-PROJ-04", "error", "is not in the folder any more", hint, Span(path))
        return None
    except OSError as error:
        report.add("TW-PROJ-04", "error", f"cannot be read: {error.strerror}", "check the file's rights", Span(path))
        return None
    return dialogue_of(path, data, classes, report)


def dialogue_of(path: str, data: bytes, classes: Mapping[str, DialogueClass], report: Report) -> DialogueFile | None:
    """Return a dialogue from the bytes of its file; None, with a finding, where they are no text or it has no name."""
    try:
        text = Source.from_bytes("", path, data).text
    except TalewrightError as error:
        report.extend(error.report)
        return None
    named = name_of(path, file_tags(text), classes, report)
    if named is None:
        return None
    name, cls = named
    source = Source(name, path, text)
    return DialogueFile(name, path, source, TagLayout(name, cls), hashlib.sha256(data).hexdigest())


def name_of(
    path: str, tags: tuple[str, ...], classes: Mapping[str, DialogueClass], report: Report
) -> tuple[str, DialogueClass] | None:
    """Return the name of a dialogue and its class; None, with a finding, where it has no name.

    Args:
        path: of the file, relative to the project.
        tags: the hashtags at its head.
        classes: of the project.
        report: gets what is wrong or odd.
    """
    try:
        cls = class_of(path, tags, classes)
    except NotFound as error:
        report.add("TW-PROJ-05", "error", error.message, error.hint, Span(path))
        cls = DialogueClass()
    name = _name(path, tags, cls, report)
    return (name, cls) if name else None


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
