"""Who uses a tag: dialogues, ini files, code, and saves when they are asked for (tags.md section 9.5).

Decides which files of a project are read, what `finder` finds in each, and what the findings say of it all. A file
that should be read and cannot be is a finding: what is not listed is not there. Nothing here is changed; what follows
from a use for a new name, `edits` decides.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from talewright.config import IniDocument, Records
from talewright.config.text import decode
from talewright.diagnostics import Report, Span
from talewright.errors import TalewrightError
from talewright.names import Near, fold
from talewright.project import cook as cooking
from talewright.project.code import read_folder
from talewright.project.cook import register
from talewright.project.identity import redirects_today
from talewright.project.scan import (
    GENERATED,
    DialogueClass,
    GeneratedTag,
    Progress,
    Scan,
    as_folder,
    dialogue_classes,
    read_inis,
    scan_elements,
)
from talewright.project.uses.finder import BREAK, Finder, TagUse, parsed, sources_in
from talewright.tags import (
    RedirectRow,
    Tag,
    TagRegistry,
    TagRow,
    find_uses,
    load_tag_folder,
    parents_of,
    read_tag_list,
)
from talewright.tags.constants import MARK
from talewright.tags.editing import read_searched
from talewright.walking import MADE, walk

NOT_SEARCHED = "TW-REF-06"
"""The code of a file that could not be read, so that what it holds is not known."""

SKIPPED = frozenset({*MADE, "Saved"})
"""Folders without the project's own code, besides those that are none of an author's."""


@dataclass
class TagUses:
    """Every use of every tag of a project.

    Attributes:
        uses: by file and place.
        report: unknown tags, former names, tags that nothing uses, files that could not be searched.
        scan: the dialogues.
        tags: all tags, in a closed registry.
        roots: what may be left out in front of a tag.
        files: what was searched, relative to the project.
        perhaps: words that are the title, the selector, the id or the dialogue of a tag, or something else:
            ``talk.start("Forge")``; they are among no uses.
        sources: where the code has its sources of tags.
        digests: of the files that were searched, saves apart, by their paths.
    """

    uses: list[TagUse] = field(default_factory=list)
    report: Report = field(default_factory=Report)
    scan: Scan = field(default_factory=Scan)
    tags: TagRegistry = field(default_factory=TagRegistry)
    roots: list[str] = field(default_factory=list)
    files: set[str] = field(default_factory=set)
    perhaps: list[TagUse] = field(default_factory=list)
    sources: list[Span] = field(default_factory=list)
    digests: dict[str, str] = field(default_factory=dict)

    def find(self, tag: str) -> Tag | None:
        """Return the tag that a name means: its own, a former one, or one without its TagRoot; None: no tag."""
        names = self.wholes(tag)
        found = [now for name in names if (now := self.tags.find(name)) is not None]
        return next((now for now in found if now.key in map(fold, names)), found[0] if found else None)

    def wholes(self, tag: str) -> list[str]:
        """Return the whole names that a text may stand for, itself first."""
        return [tag, *(f"{root}.{tag}" for root in self.roots)]

    def short(self, tag: str) -> str:
        """Return a tag of a dialogue without its TagRoot; any other as it is."""
        inside = [root for root in self.roots if fold(tag).startswith(f"{fold(root)}.")]
        return tag[len(max(inside, key=len)) + 1 :] if inside else tag

    def of(self, tag: str, *, subtree: bool = False) -> list[TagUse]:
        """Return the uses of a tag.

        Args:
            tag: its name, as `find` takes it.
            subtree: also those of everything under it.
        """
        found = self.find(tag)
        wanted = fold(tag if found is None else found.name)
        inside = f"{wanted}."
        return [u for u in self.uses if fold(u.tag) == wanted or (subtree and fold(u.tag).startswith(inside))]


def find_tag_uses(
    folder: Path | str,
    *,
    saves: Iterable[Path | str] = (),
    slots: Iterable[tuple[str, str]] = (),
    saved_dir: Path | str | None = None,
    progress: Progress | None = None,
) -> TagUses:
    """Find who uses the tags of a project; nothing of it runs.

    Args:
        folder: of the project.
        saves: files or folders of saves, to be searched too.
        slots: saves that are no files, as those in a database: how each is called, and its text.
        saved_dir: the Saved folder, where the scan of the dialogues keeps a cache.
        progress: is told how far reading the dialogues and searching them has come.

    Raises:
        MissingFolder: there is no such folder.
    """
    folder = as_folder(folder)
    records = Records(read_inis(folder, Report()), known=(DialogueClass,))
    classes = dialogue_classes(records)
    saved = None if saved_dir is None else Path(saved_dir)
    scan = scan_elements(folder, classes, saved_dir=saved, progress=progress)
    broken = {error.span.file: error for error in reversed(scan.report.errors) if error.code != "TW-PROJ-16"}
    generated = scan.tags()
    found = TagUses(scan=scan, tags=_registry(folder, generated, classes))
    finder = Finder(found.tags, scan, classes, read_folder(folder, Report()).takes_tag)
    found.roots = finder.roots

    def keep(text: str, uses: Iterable[TagUse]) -> None:
        rows: list[str] = []
        for use in uses:
            rows = rows or BREAK.split(text)
            kept = found.perhaps if use.kind == "perhaps" else found.uses
            kept.append(replace(use, line=rows[use.span.line - 1].strip()))

    for error in broken.values():
        _not_searched(found, error.span.file, error.message, error.span)
    for number, dialogue in enumerate(scan.dialogues, 1):
        if progress is not None:
            progress("search", number, len(scan.dialogues))
        if dialogue.path not in broken and (text := _text(folder / dialogue.path, dialogue.path, found)):
            keep(text, finder.in_dialogue(dialogue.path, dialogue.name, text))
        found.digests[dialogue.path] = dialogue.file.digest  # of what its elements were read from
    hidden = _hidden(folder, found)
    for path in _files(folder / "Config", (".ini",), hidden):
        shown = path.relative_to(folder).as_posix()
        if not shown.startswith(GENERATED) and (text := _text(path, shown, found)):
            keep(text, finder.in_ini(shown, text))
    for path in _files(folder, (".py",), hidden):
        shown = path.relative_to(folder).as_posix()
        text = _text(path, shown, found)
        if MARK in text[:200]:
            found.files.add(f"{shown}i")  # generated constants name every tag, and their stub does
        elif text:
            tree = parsed(text)
            if isinstance(tree, str):
                _not_searched(found, shown, tree)
            else:
                keep(text, finder.in_code(shown, text, tree))
                found.sources += sources_in(shown, tree)
    for place in map(Path, saves):
        for path in [place] if place.is_file() else _files(place, ()):
            shown = path.relative_to(folder).as_posix() if path.is_relative_to(folder) else path.as_posix()
            text = _text(path, shown, found)
            found.digests.pop(shown, None)  # a game may save at any time, and nothing writes to a save
            if text:
                keep(text, finder.in_save(shown, text))
    for shown, text in slots:
        keep(text, finder.in_save(shown, text))
    found.uses, found.perhaps = sorted(set(found.uses)), sorted(set(found.perhaps))
    _judge(found, {fold(tag.name) for tag in generated})
    return found


def find_other_uses(folder: Path | str, found: TagUses, tags: Iterable[str], *, subtree: bool = False) -> list[TagUse]:
    """Find where tags are named in files that `find_tag_uses` does not understand: tables, texts, assets.

    Args:
        folder: of the project.
        found: its references.
        tags: their names, as `TagUses.find` takes them.
        subtree: also names under them.

    Returns:
        Uses of the kind "other", by file and line. What cannot be searched goes into the report of `found`.
    """
    folder = as_folder(folder)
    meant = {tag.key: tag.name for name in tags if (tag := found.find(name)) is not None}
    ends = found.tags.redirects.targets
    names = [*meant.values(), *(row.old for row in found.tags.redirects.rows if ends.get(fold(row.old)) in meant)]
    for root in found.roots:
        names += [name[len(root) + 1 :] for name in names if fold(name).startswith(f"{fold(root)}.")]
    dotted = dict.fromkeys(name for name in names if "." in name)  # a bare word may mean anything
    skip = [folder / name for name in (*found.files, *SKIPPED)]
    uses: list[TagUse] = []

    def unsearched(name: str, why: str) -> None:
        if name not in found.files:
            found.files.add(name)
            _not_searched(found, name, why)

    for use in find_uses(folder, dotted, subtree=subtree, skip=skip, unsearched=unsearched):
        now = found.find(use.name)
        if now is not None and not use.span.file.startswith(GENERATED):
            old = not now.key.endswith(fold(use.name))
            uses.append(TagUse(use.span, use.name, "other", use.line, now.name, old=old))
    return uses


def _registry(folder: Path, generated: list[GeneratedTag], classes: Mapping[str, DialogueClass]) -> TagRegistry:
    """Register what can be known without running code: tags of the project's own sources from the last cook."""
    tags = TagRegistry()
    load_tag_folder(tags, folder / "Config")
    register(tags, generated, Report())
    cooked = folder / cooking.TAG_LIST
    redirects: list[RedirectRow] = []
    if cooked.is_file():
        try:
            listed = read_tag_list(IniDocument.read(cooked, file=cooking.TAG_LIST))
        except TalewrightError:
            pass
        else:
            above = {fold(tag.name).rpartition(".")[0] for tag in generated if tag.kind == "dialogue"}
            redirects = listed.redirects
            tags.register_rows([row for row in listed.rows if _is_of_a_source(row, above, tags)])
    for redirect in redirects_today(folder, classes, (tag.name for tag in generated), redirects):
        tags.redirect(redirect.old, redirect.new, source=redirect.span)
    tags.close()
    return tags


def _is_of_a_source(row: TagRow, above: set[str], tags: TagRegistry) -> bool:
    return row.name not in tags and not any(fold(name) in above for name in (row.name, *parents_of(row.name)))


def _judge(found: TagUses, generated: set[str]) -> None:
    report = found.report
    used: set[str] = set()
    hints: dict[str, str] = {}
    still = Near()
    for use in found.uses:
        used.add(fold(use.tag))
        if use.kind == "redirect" or use.kind == "save":
            continue
        if not use.known:
            hint = hints.get(use.name)
            if hint is None:  # a short name is near the whole one that ends nearly so
                near = found.tags.near(use.name) if still.looks(use.name, found.tags) else []
                hint = hints[use.name] = f"did you mean {' or '.join(near)}?" if near else ""
            severity: Literal["error", "warning"] = "error" if use.kind == "function" else "warning"
            report.add("TW-REF-01", severity, f"no tag is called {use.name}", hint or "declare it", use.span)
        elif use.old:
            message = f"{use.name} is a former name of {use.tag}: only a redirect leads on"
            report.add("TW-REF-02", "warning", message, f"write {said_today(found, use)}", use.span)
    for tag in found.tags:
        own = fold(tag.name) not in generated and tag.explicit
        if own and tag.source is not None and not any(fold(name) in used for name in (tag.name, *parents_of(tag.name))):
            message = f"the tag {tag.name} is declared, and nothing in the project uses it"
            report.add("TW-REF-03", "information", message, "", tag.source)
    report[:] = report.sorted()


def said_today(found: TagUses, use: TagUse) -> str:
    """Return what to write for a use that says a former name: as long or short as that."""
    if use.kind == "jump" or (use.kind == "selector" and "." not in use.name):
        return use.tag.rpartition(".")[2]
    own = found.tags.find(use.name)
    return use.tag if own is not None and fold(own.name) == fold(use.tag) else found.short(use.tag)


def _hidden(folder: Path, found: TagUses) -> Callable[[OSError], None]:
    """Return what hears of folders that cannot be looked into, each once."""

    def hear(error: OSError) -> None:
        path = Path(error.filename)
        shown = path.relative_to(folder).as_posix()
        if shown not in found.files and path.is_dir():
            found.files.add(shown)
            _not_searched(found, shown, error.strerror or type(error).__name__)

    return hear


def _files(folder: Path, endings: tuple[str, ...], hidden: Callable[[OSError], None] | None = None) -> Iterator[Path]:
    for root, files in walk(folder, skipped=SKIPPED, onerror=hidden):
        for name in files:
            if not endings or fold(name).endswith(endings):
                yield Path(root, name)


def _text(path: Path, shown: str, found: TagUses) -> str:
    """Read a file; one that cannot be read is a finding, an empty one holds nothing."""
    found.files.add(shown)
    try:
        if data := read_searched(path):
            found.digests[shown] = hashlib.sha256(data).hexdigest()
            return decode(data, shown)[0]
    except TalewrightError as error:
        first = error.report[0].message if error.report else error.message
        _not_searched(found, shown, first)
    except OSError as error:
        _not_searched(found, shown, error.strerror or type(error).__name__)
    return ""


def _not_searched(found: TagUses, shown: str, why: str, span: Span | None = None) -> None:
    hint = "mend it, or look into it by hand"
    found.report.add(NOT_SEARCHED, "warning", f"was not searched for tags: {why}", hint, span or Span(shown))
