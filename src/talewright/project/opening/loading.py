"""What the dialogues of a project come to: its generated tags, their redirects and keys, and the program.

There are three ways to it. The long one reads and compiles every dialogue, and has every finding. From the export of
`cook` a packaged game starts, and from what was remembered of the last opening (`restart`) an unchanged project does:
both know the tags without opening a dialogue, and read and compile each when it is first asked for.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import MappingProxyType

from talewright.config import Records
from talewright.diagnostics import Report, Severity, Span
from talewright.dialogue import Outline, Program, compile, compile_part, outline_of, program_in_parts
from talewright.dialogue.compiling import LateMapping
from talewright.dialogue.program import Signature
from talewright.errors import ProjectError
from talewright.names import FoldedDict, fold
from talewright.project import cook as cooking
from talewright.project.code import Code, CodeNames, read_folder
from talewright.project.cook import Keys, Known, inputs_of, lock_state, read_restart, register, write_restart
from talewright.project.identity import (
    SOURCE,
    Identity,
    KeyedElement,
    Locked,
    check_twins,
    follow,
    identify,
    is_uid,
    keyed_elements,
    keyed_source,
    read_lock,
)
from talewright.project.scan import (
    DialogueClass,
    DialogueFile,
    GeneratedTag,
    Listing,
    Progress,
    dialogue_classes,
    list_dialogues,
    not_taken,
    own_tags,
    read_dialogue,
    read_inis,
    remember,
    reported,
    scan,
    scan_elements,
    tags_of,
)
from talewright.tags import RedirectRow, TagRegistry

HOST_FUNCTIONS = frozenset({"plays", "selected"})
"""Functions that a running game offers to every dialogue (dialogue.md section 4.2, rule 6)."""

_COUNTS = {name: Signature(("String",), 1, returns="Number") for name in sorted(HOST_FUNCTIONS)}

HOST_COMMANDS = frozenset({"wait"})
"""Commands that are a convention of many Yarn scripts, so that no check complains of them."""


@dataclass(frozen=True)
class Dialogues:
    """The dialogues, read and compiled: all of them, or each when it is first asked for.

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
        dialogues: what was read and compiled already, or what gives the dialogues when the first is needed.
        elements: gives all of them, as a lock has them.
        since: redirects from what ran before alone: they are of this session, and nothing remembers them.
    """

    index: Callable[[], Mapping[str, str]]
    keys: Keys
    redirects: Sequence[RedirectRow]
    dialogues: Dialogues | Callable[[], Dialogues]
    elements: Callable[[], Sequence[Locked]] = tuple
    since: Sequence[RedirectRow] = ()


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
        before: the elements that ran before, in a hot reload.
        language: of the dialogues' text.
    """

    folder: Path | None
    records: Records
    code: Code
    names: CodeNames
    saved_dir: Path | None = None
    progress: Progress | None = None
    before: Sequence[Locked] = ()
    language: str = "en"

    @property
    def classes(self) -> Mapping[str, DialogueClass]:
        """The dialogue classes."""
        return dialogue_classes(self.records)


def load(around: Around, tags: TagRegistry, report: Report) -> Content:
    """Read what the dialogues come to, the shortest way that is sure, and register their tags.

    Args:
        around: the rest of the project.
        tags: gets the tags that the dialogues and the project's own sources generate.
        report: gets every finding.
    """
    own = _own_of(around, report)
    if around.folder is None:
        return _load_all(around, tags, report, Listing({}, []), Report(), own)[0]
    now = time.time_ns()
    listing = list_dialogues(around.folder)
    if around.saved_dir is None:
        return _load_all(around, tags, report, listing, Report(), own)[0]
    offer = offered(around.names, around.records)
    inputs = inputs_of(around.classes, offer, listing, own or (), around.language)
    # What was remembered cannot say what became of the elements that run.
    # Nor whether names hold what the settings of today forbid.
    known = None if around.before or tags.invalid else read_restart(around.folder, around.saved_dir, inputs, listing)
    if known is not None:
        return _load_known(around, around.folder, known, own or (), tags, report)
    lock = lock_state(around.folder, now)
    findings = Report()
    content, generated, files, identity = _load_all(around, tags, report, listing, findings, own)
    assert isinstance(content.dialogues, Dialogues)
    if findings.errors:  # some scripts do not say what is in them, and the others may say it of each other
        told = around.progress and partial(_remembering, around.progress)
        scan_elements(
            around.folder,
            around.classes,
            saved_dir=around.saved_dir,
            listing=listing,
            progress=told,
            clock=lambda: now,
        )
    else:
        remember(around.saved_dir, listing, files, content.dialogues.program, now=now, progress=around.progress)
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
            outline=outline_of(content.dialogues.program),
            elements=identity.entries,
        )
    return content


def load_export(around: Around, tags: TagRegistry) -> Content:
    """Start from the export of `cook`, and register its tags.

    Raises:
        ProjectError: a file of the export is missing or damaged, or they belong to other files, classes or tag sources.
    """
    folder = around.folder
    assert folder is not None
    export = cooking.read_export(folder)
    stale = Report()
    cooking.check_settings(export.cooked, around.classes, stale)
    if around.code.tag_sources:
        cooking.check_own_tags(export.cooked, own_tags(around.code, around.records, stale), stale)
    if stale.errors:
        raise ProjectError(report=stale)
    tags.register_rows(export.tags)

    def late() -> Dialogues:
        digests = FoldedDict(export.digests())

        def check(file: DialogueFile, report: Report) -> None:
            cooking.check_unchanged(digests, file, report)

        return _in_parts(around, folder, export.outline(), check, _as_it_is)

    return Content(export.index, export.keys, export.redirects, late, export.elements)


def identity_of(
    folder: Path | None,
    dialogues: Dialogues,
    own: Sequence[GeneratedTag] | None,
    report: Report,
    *,
    severity: Severity,
    progress: Progress | None = None,
) -> Identity:
    """Compare the elements of today with the lock.

    Args:
        folder: of the project.
        dialogues: what they hold.
        own: the tags of the project's own sources; None where its code did not run, so that nobody knows them.
        report: gets what is found.
        severity: see `identify`.
        progress: is told how far it has come.
    """
    lock = read_lock(folder, report) if folder is not None else []
    elements = keyed_elements(dialogues.program, reported("elements", dialogues.files.values(), progress), report)
    elements += _keyed_own(own)
    unknown = [entry for entry in lock if own is None and entry.kind == SOURCE]
    tell = progress or _as_it_is
    tell("renames", 0, 1)
    identity = identify(elements, [entry for entry in lock if entry not in unknown], severity)
    identity.entries += unknown
    tell("renames", 1, 1)
    report += identity.report
    return identity


def _keyed_own(own: Sequence[GeneratedTag] | None) -> list[KeyedElement]:
    found = map(keyed_source, own or ())
    return list({element.key: element for element in found}.values())


def _own_of(around: Around, report: Report) -> list[GeneratedTag] | None:
    """Ask the project's own sources of tags; None where its code did not run."""
    if around.names.present and around.code.module is None:
        return None
    return own_tags(around.code, around.records, report)


def read_dialogues(folder: Path, progress: Progress | None = None) -> Dialogues:
    """Read and compile the dialogues of a project as a check does: none of its code runs, and nothing stops it.

    The report of the program has what is wrong with the scripts; what else is wrong, the check says.
    """
    records = Records(read_inis(folder, Report()), known=(DialogueClass,))
    around = Around(folder, records, Code(), read_folder(folder, Report()), progress=progress)
    files = scan(folder, around.classes, Report(), progress=progress)
    return _compile(around, {file.name: file for file in files}, Report())


def generated_tags(dialogues: Dialogues, own: Sequence[GeneratedTag], report: Report) -> list[GeneratedTag]:
    """Return the tags that the dialogues generate, and those of the project's own sources."""
    generated = tags_of(dialogues.program, dialogues.files.values(), report)
    return generated + not_taken(own, generated, report)


def _load_all(
    around: Around,
    tags: TagRegistry,
    report: Report,
    listing: Listing,
    findings: Report,
    own: Sequence[GeneratedTag] | None,
) -> tuple[Content, list[GeneratedTag], list[DialogueFile], Identity]:
    """Read and compile everything; ``findings`` gets what comes of the dialogues alone."""
    found: list[DialogueFile] = []
    if around.folder is not None:
        found = scan(around.folder, around.classes, findings, listing=listing, progress=around.progress)
    compiled = Report()
    dialogues = _compile(around, {d.name: d for d in found}, compiled)
    if compiled.errors and (older := _older_first(around.folder, found)) != found:
        compiled = Report()  # what two scripts both have is the newer one's mistake
        dialogues = _compile(around, {d.name: d for d in older}, compiled)
    findings += compiled
    generated = tags_of(dialogues.program, reported("tags", found, around.progress), findings)
    identity = identity_of(around.folder, dialogues, own, findings, severity="warning", progress=around.progress)
    report += findings
    register(tags, generated, report)
    register(tags, not_taken(own or (), generated, report), report)
    index = {d.layout.root: d.path for d in found}
    keys, elements, since = identity.keys, identity.entries, list[RedirectRow]()
    if around.before:
        keyed = [*keyed_elements(dialogues.program, found, Report()), *_keyed_own(own)]
        elements, since = follow(around.before, keyed, identity, tags.redirects.rows)
    content = Content(
        lambda: index, Keys(lambda: keys), tuple(identity.redirects), dialogues, lambda: elements, tuple(since)
    )
    return content, generated, found, identity


def _older_first(folder: Path | None, files: list[DialogueFile]) -> list[DialogueFile]:
    """Return the dialogues that the lock knows before the others: a copy is newer than what it was copied from."""
    lock = read_lock(folder, Report()) if folder is not None else []
    known = {fold(entry.tag) for entry in lock if entry.kind == "dialogue" and not entry.gone}
    return sorted(files, key=lambda file: fold(file.layout.root) not in known)


def _load_known(
    around: Around, folder: Path, known: Known, own: Sequence[GeneratedTag], tags: TagRegistry, report: Report
) -> Content:
    """Take over what the last opening found."""
    report += known.findings
    tags.register_rows(known.tags)
    if own:
        register(tags, not_taken(own, known.tags, report), report)

    def late() -> Dialogues:
        digests, outline = known.digests(), known.outline()

        def check(file: DialogueFile, part: Program, found: Report) -> None:
            # Other words are simply the words of today; other elements nobody registered, and the registry is closed.
            if file.digest == digests.get(file.path) or found.errors:
                return
            message = "was edited after the project was opened, and its nodes and variables are others now"
            keyed = keyed_elements(part, [file], found)
            if outline.fits(part) and all(known.keys.get(e.tag) == e.key for e in keyed if is_uid(e.key)):
                new = (t for t in tags_of(part, [file], found) if t.name not in tags or not tags.is_explicit(t.name))
                tag = next(new, None)
                if tag is None:
                    return
                message = f"was edited after the project was opened: nobody registered the tag {tag.name}"
            found.add("TW-PROJ-17", "error", message, "open the project again: game.reload() does", Span(file.path))

        return _in_parts(around, folder, outline, _as_it_is, check)

    return Content(known.index, known.keys, known.redirects, late, known.elements)


def _in_parts(
    around: Around,
    folder: Path,
    outline: Outline,
    check_file: Callable[[DialogueFile, Report], None],
    check_part: Callable[[DialogueFile, Program, Report], None],
) -> Dialogues:
    """Return dialogues of which each is read and compiled when it is first asked for.

    Args:
        around: the rest of the project.
        folder: of the project.
        outline: what the dialogues know of each other.
        check_file: reports what is wrong with a file that was read.
        check_part: reports what is wrong with a dialogue that was compiled.
    """

    def read(name: str, path: str) -> DialogueFile:
        report = Report()
        file = read_dialogue(folder, path, around.classes, report)
        if file is not None:
            if file.name != name:
                message = f"is the dialogue {file.name} now, and was {name}"
                report.add("TW-PROJ-17", "error", message, "open the project again: game.reload() does", Span(path))
            check_file(file, report)
        if file is None or report.errors:
            raise ProjectError(report=report.sorted())
        return file

    files = LateMapping({name: one.path for name, one in outline.dialogues.items()}, read)
    commands, functions = offered(around.names, around.records)

    def compiled(name: str) -> Program:
        source = files[name].source
        part = compile_part(source, outline, commands=commands, functions=functions, locale=around.language)
        report = Report(part.report)
        check_part(files[name], part, report)
        if report.errors:
            raise ProjectError(report=Report(report.errors).sorted())
        return part

    return Dialogues(files, program_in_parts(outline, compiled))


def _remembering(progress: Progress, what: str, done: int, total: int) -> None:
    """Tell of a second reading that it is for the next opening."""
    progress("remember", done, total)


def _as_it_is(*_: object) -> None:
    """Find nothing wrong, tell nothing."""


def offered(names: CodeNames, records: Records) -> tuple[dict[str, Signature | None] | None, dict[str, Signature]]:
    """Return what dialogues may use: the commands, None where nothing can be said of them, and the functions.

    A command is a ``@command`` function or a message that some script handles; without code nothing can be said.
    """
    commands, functions = names.signatures(records.named)
    if commands is not None:
        commands = {**dict.fromkeys(sorted(HOST_COMMANDS)), **commands}
    return commands, {**_COUNTS, **functions}


def _compile(around: Around, files: Mapping[str, DialogueFile], report: Report) -> Dialogues:
    commands, functions = offered(around.names, around.records)
    sources = [d.source for d in files.values()]
    program = compile(
        sources, commands=commands, functions=functions, whole=True, progress=around.progress, locale=around.language
    )
    report += program.report
    check_twins(program, report)
    return Dialogues(MappingProxyType(dict(files)), program)
