"""What the dialogues of a project come to: its generated tags, their redirects and keys, and the program.

There are three ways to it. The long one reads and compiles every dialogue, and has every finding. From the export of
`cook` a packaged game starts, and from what was remembered of the last opening (`restart`) an unchanged project does:
both know the tags without opening a dialogue, and compile when the first one is asked for.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from talewright.config import Records
from talewright.diagnostics import Report, Severity
from talewright.dialogue import Program, compile
from talewright.errors import ProjectError
from talewright.project import cook as cooking
from talewright.project.bulk import register
from talewright.project.code import Code, CodeNames
from talewright.project.dialogue_class import DialogueClass
from talewright.project.generate import GeneratedTag, tags_of
from talewright.project.identity import Identity, identify
from talewright.project.incremental import scan_elements
from talewright.project.keys import Keys
from talewright.project.listing import Listing, list_dialogues
from talewright.project.lock import read_lock
from talewright.project.progress import Progress, reported
from talewright.project.restart import Restart, inputs_of, lock_state, read_restart, write_restart
from talewright.project.scan import DialogueFile, read_dialogue, scan
from talewright.project.tag_sources import tags_from_sources
from talewright.project.trace import trace
from talewright.project.twins import check_twins
from talewright.tags import RedirectRow, TagRegistry

HOST_FUNCTIONS = frozenset({"plays", "selected"})
"""Functions that a running game offers to every dialogue (dialogue.md section 4.2, rule 6)."""

HOST_COMMANDS = frozenset({"wait"})
"""Commands that are a convention of many Yarn scripts, so that no check complains of them."""


@dataclass(frozen=True)
class Dialogues:
    """The dialogues, read and compiled.

    Attributes:
        files: by name.
        program: all of them.
    """

    files: Mapping[str, DialogueFile]
    program: Program


@dataclass(frozen=True)
class Content:
    """What the dialogues come to.

    Attributes:
        index: gives each dialogue's root tag and its file.
        keys: what the element of each tag is known by.
        redirects: former tags and today's.
        dialogues: what was read and compiled already, or what does so when it is first needed.
    """

    index: Callable[[], Mapping[str, str]]
    keys: Keys
    redirects: Sequence[RedirectRow]
    dialogues: Dialogues | Callable[[], Dialogues]


@dataclass(frozen=True)
class Around:
    """What of a project stands around its dialogues.

    Attributes:
        folder: of the project, or None for the empty one.
        records: of all its ini files.
        code: what its code module declares.
        names: what dialogues may use of it.
        saved_dir: the Saved folder, if there may be a cache in it.
        progress: is told how far reading has come.
    """

    folder: Path | None
    records: Records
    code: Code
    names: CodeNames
    saved_dir: Path | None = None
    progress: Progress | None = None

    @property
    def classes(self) -> Mapping[str, DialogueClass]:
        """The dialogue classes."""
        return self.records[DialogueClass]


def load(around: Around, tags: TagRegistry, report: Report) -> Content:
    """Read what the dialogues come to, the shortest way that is sure, and register their tags.

    Args:
        around: the rest of the project.
        tags: gets the tags that the dialogues and the project's own sources generate.
        report: gets every finding.
    """
    if around.folder is None:
        return _load_all(around, tags, report, Listing({}, []), Report())[0]
    now = time.time_ns()
    listing = list_dialogues(around.folder)
    if around.saved_dir is None:
        return _load_all(around, tags, report, listing, Report())[0]
    inputs = inputs_of(around.classes, around.names, listing)
    known = read_restart(around.folder, around.saved_dir, inputs, listing)
    if known is not None:
        return _load_known(around, around.folder, known, tags, report)
    lock = lock_state(around.folder, now)
    findings = Report()
    content, generated, files = _load_all(around, tags, report, listing, findings)
    scan_elements(around.folder, around.classes, saved_dir=around.saved_dir, listing=listing, clock=lambda: now)
    if not report.errors:
        write_restart(
            around.saved_dir,
            inputs,
            lock,
            listing,
            now,
            tags=generated,
            files=files,
            redirects=content.redirects,
            keys=content.keys,
            findings=findings,
        )
    return content


def load_export(around: Around, tags: TagRegistry) -> Content:
    """Start from the export of `cook`, and register its tags.

    Raises:
        ProjectError: a file of the export is missing or damaged, or the two do not belong together.
    """
    folder = around.folder
    assert folder is not None
    export = cooking.read_export(folder)
    tags.register_rows(export.tags)

    def late() -> Dialogues:
        report = Report()
        files = _read_listed(around, folder, export.index(), report)
        cooking.check_unchanged(folder, files.values(), report)
        return _compiled(around, files, report)

    return Content(export.index, export.keys, export.redirects, late)


def identity_of(folder: Path | None, dialogues: Dialogues, report: Report, *, severity: Severity) -> Identity:
    """Compare the elements of today with the lock."""
    lock = read_lock(folder, report) if folder is not None else []
    identity = identify(trace(dialogues.program, dialogues.files.values(), report), lock, severity)
    report += identity.report
    return identity


def generated_tags(dialogues: Dialogues, code: Code, records: Records, report: Report) -> list[GeneratedTag]:
    """Give the tags that the dialogues and the project's own sources generate."""
    generated = tags_of(dialogues.program, dialogues.files.values(), report)
    return generated + tags_from_sources(code, records, generated, report)


def _load_all(
    around: Around, tags: TagRegistry, report: Report, listing: Listing, findings: Report
) -> tuple[Content, list[GeneratedTag], list[DialogueFile]]:
    """Read and compile everything; ``findings`` gets what comes of the dialogues alone."""
    found: list[DialogueFile] = []
    if around.folder is not None:
        found = scan(around.folder, around.classes, findings, listing=listing, progress=around.progress)
    dialogues = _compile(around, {d.name: d for d in found}, findings)
    generated = tags_of(dialogues.program, found, findings)
    identity = identity_of(around.folder, dialogues, findings, severity="warning")
    report += findings
    register(tags, generated, report)
    register(tags, tags_from_sources(around.code, around.records, generated, report), report)
    index = {d.layout.root: d.path for d in found}
    keys = identity.keys
    return Content(lambda: index, Keys(lambda: keys), tuple(identity.redirects), dialogues), generated, found


def _load_known(around: Around, folder: Path, known: Restart, tags: TagRegistry, report: Report) -> Content:
    """Take over what the last opening found."""
    report += known.findings
    tags.register_rows(known.tags)
    if around.code.tag_sources:
        generated = [GeneratedTag(row.name, row.comment, row.span, "") for row in known.tags]
        register(tags, tags_from_sources(around.code, around.records, generated, report), report)

    def late() -> Dialogues:
        found = Report()
        files = _read_listed(around, folder, known.index(), found)
        dialogues = _compiled(around, files, found)
        digests = known.digests()
        edited = [file for file in files.values() if file.digest != digests.get(file.path)]
        for tag in tags_of(dialogues.program, edited, Report()):
            # Other words are simply the words of today; other tags would not be in the registry, which is closed.
            if not (tag.name in tags and tags.is_explicit(tag.name)):
                message = f"was edited after the project was opened: nobody registered the tag {tag.name}"
                found.add("TW-PROJ-17", "error", message, "open the project again: game.reload() does", tag.span)
        if found.errors:
            raise ProjectError(report=found.sorted())
        return dialogues

    return Content(known.index, known.keys, known.redirects, late)


def _read_listed(around: Around, folder: Path, index: Mapping[str, str], report: Report) -> dict[str, DialogueFile]:
    paths = sorted(index.values())
    read = (read_dialogue(folder, path, around.classes, report) for path in reported("read", paths, around.progress))
    return {dialogue.name: dialogue for dialogue in read if dialogue is not None}


def _compiled(around: Around, files: Mapping[str, DialogueFile], report: Report) -> Dialogues:
    dialogues = _compile(around, files, report)
    if report.errors:
        raise ProjectError(report=report.sorted())
    return dialogues


def _compile(around: Around, files: Mapping[str, DialogueFile], report: Report) -> Dialogues:
    # A command is a @command function or a message that some script handles. Without code nothing can be said.
    names = around.names
    known = names.commands | names.handled | HOST_COMMANDS
    commands = None if names.open_ended or not names.present else known
    sources = [d.source for d in files.values()]
    if around.progress is not None:
        around.progress("compile", 0, len(sources))
    program = compile(sources, commands=commands, functions=names.functions | HOST_FUNCTIONS)
    if around.progress is not None:
        around.progress("compile", len(sources), len(sources))
    report += program.report
    check_twins(program, report)
    return Dialogues(MappingProxyType(dict(files)), program)
