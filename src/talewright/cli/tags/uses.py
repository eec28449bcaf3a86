"""Who uses a tag, for `talewright tags`: in a project with dialogues all that means it, elsewhere all that names it.

Decides where saves are looked for and how a use is printed; what a use is, `project.uses` and `tags.find_uses` say.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

import click

from talewright.cli.tags.printing import one_line, place_json, use_json
from talewright.cli.tags.target import open_tags
from talewright.config.text import decode
from talewright.diagnostics import Report, Span
from talewright.errors import TalewrightError
from talewright.escaping import on_one_line
from talewright.fields import Plain
from talewright.files import OTHER, is_other, read_file
from talewright.names import fold
from talewright.project import TagUse, TagUses, find_other_uses, find_tag_uses
from talewright.project.scan import FOLDER
from talewright.project.uses import NOT_SEARCHED
from talewright.savegame import SqliteStore, is_sqlite
from talewright.tags import Use, find_uses, find_uses_in

KINDS: Mapping[str, str] = MappingProxyType({"text": "dialogue", "other": "another file"})
"""What kinds of uses are called for people, where that is another word."""

RIGHTS, BY_HAND = "check the folder's rights", "mend it, or look into it by hand"

_ASIDE = frozenset({"Cache"})
"""Folders beside saves that hold what can be made again."""

_NO_SAVE = (".png", ".jpg", ".lock", ".tmp")


@dataclass
class Found:
    """Who uses a tag.

    Attributes:
        tag: its name today.
        uses: by file and place.
        report: what could not be searched, and words that may mean it.
    """

    tag: str
    uses: list[Use] | list[TagUse]
    report: Report = field(default_factory=Report)


def has_dialogues(folder: Path) -> bool:
    """Whether it is a project of Talewright, in which a tag may be meant without being named."""
    return (folder / FOLDER).is_dir()


def find_users(
    folder: Path,
    tag: str,
    *,
    subtree: bool = False,
    saves: Iterable[Path] = (),
    searched: tuple[Path, ...] = (),
    known: TagUses | None = None,
) -> Found:
    """Find who uses a tag.

    Args:
        folder: a project, or a Config folder.
        tag: its name; in a project with dialogues also without its TagRoot.
        subtree: also who uses what is under it.
        saves: where saves are searched: files, folders, databases, projects.
        searched: further folders with tag files; with them a tag is looked for by its text alone.
        known: the references of the project, where they were looked for just now, and no saves are asked for.

    Raises:
        UnknownTag: no such tag; the hint names near ones.
    """
    report = Report()
    files, slots = _saves(saves, report)
    if has_dialogues(folder) and not searched:
        known = known or find_tag_uses(folder, saves=files, slots=slots)
        meant = known.find(tag) or known.tags.require(tag)
        uses = known.of(meant.name, subtree=subtree) + find_other_uses(folder, known, [meant.name], subtree=subtree)
        report += [finding for finding in known.report if finding.code == NOT_SEARCHED]
        for use in known.perhaps:
            if use.tag == meant.name:
                report.add("TW-REF-07", "information", f"{use.name} may mean {meant.name}", "", use.span)
        return Found(meant.name, sorted(uses), report)
    opened = open_tags(folder, searched)
    redirects = opened.registry.redirects
    meant = opened.registry.require(tag)
    olds = [row.old for row in redirects.rows if redirects.targets.get(fold(row.old)) == meant.key]
    names = list(dict.fromkeys([meant.name, *olds]))

    def unsearched(name: str, why: str) -> None:
        _not_searched(report, name, why, BY_HAND)

    named = find_uses(opened.root, names, subtree=subtree, skip=opened.generated_files, unsearched=unsearched)
    for path in files:
        try:
            named += find_uses_in(read_file(path), names, path.as_posix(), subtree=subtree)
        except OSError as error:
            _not_searched(report, path.as_posix(), error.strerror or type(error).__name__)
    for name, text in slots:
        named += find_uses_in(text.encode(), names, name, subtree=subtree)
    return Found(meant.name, named, report)


def tell_unsearched(name: str, why: str) -> None:
    """Say on standard error what could not be searched for a tag."""
    report = Report()
    _not_searched(report, name, why, BY_HAND)
    click.echo(str(report), err=True)


def _not_searched(report: Report, name: str, why: str, hint: str = "see talewright save verify") -> None:
    report.add(NOT_SEARCHED, "warning", f"was not searched for tags: {why}", hint, Span(name))


def _saves(places: Iterable[Path], report: Report) -> tuple[list[Path], list[tuple[str, str]]]:
    """Return the files of saves at some places, and the slots of databases as texts."""
    files: list[Path] = []
    slots: list[tuple[str, str]] = []
    for place in places:
        for path in _files(place, report):
            if is_sqlite(path):
                slots += _slots(path, report)
            else:
                files.append(path)
    return files, slots


def _files(place: Path, report: Report) -> Iterator[Path]:
    """Yield the files at a place: a file, a folder, or a project, whose saves lie in its Saved folder."""
    if place.is_file():
        yield place
        return
    saved = place / "Saved"

    def hidden(error: OSError) -> None:
        if os.path.isdir(error.filename):
            _not_searched(report, Path(error.filename).as_posix(), error.strerror or "it cannot be read", RIGHTS)

    for root, folders, names in os.walk(saved if has_dialogues(place) or saved.is_dir() else place, onerror=hidden):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in _ASIDE)
        beside = {f"{name}{end}" for name in names for end in ("-wal", "-shm", "-journal")}
        for name in sorted(names):
            if name not in beside and not name.lower().endswith(_NO_SAVE):
                path = Path(root, name)
                if is_other(path):
                    _not_searched(report, path.as_posix(), OTHER, "a save is a plain file")
                else:
                    yield path


def _slots(path: Path, report: Report) -> Iterator[tuple[str, str]]:
    """Read every slot and backup of a database; what cannot be read is a finding."""

    place = path.as_posix()
    try:
        with SqliteStore(path) as store:
            for slot in store.names():
                for name in (slot, *store.backups(slot)):
                    try:
                        yield f"{place}/{name}", decode(store.data(name), name)[0]
                    except TalewrightError as error:
                        _not_searched(report, f"{place}/{name}", str(error).splitlines()[0])
    except TalewrightError as error:
        _not_searched(report, place, str(error).splitlines()[0])


def line_of(use: Use | TagUse) -> str:
    """Return a use on a line: place, kind, and the row that it stands in."""
    if not isinstance(use, TagUse):
        return str(use)
    place = f"{use.span}: {KINDS.get(use.kind, use.kind)}" if use.line else f"{use.span.file}: asset"
    row = use.line if len(use.line) <= 200 else use.name
    return on_one_line(f"{place}: {one_line(row, 200) or use.name}{f' (now {use.tag})' if use.old else ''}")


def json_of(use: Use | TagUse) -> dict[str, Plain]:
    """Return a use as data."""
    if not isinstance(use, TagUse):
        return use_json(use)
    plain: dict[str, Plain] = {"kind": use.kind, "name": use.name, "text": use.line, **place_json(use.span)}
    return {**plain, "tag": use.tag, "former": use.old}
