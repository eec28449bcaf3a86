"""What a plan of edits comes to before it is written: the dialogues are compiled as they will be.

A plan may write nothing that does not open: an error that the project does not have today refuses it, and so does a
tag that should be there and is not. Only what the plan changes is taken from it; all else is read from the disk, and
nothing is written or run.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from talewright.config import IniDocument, Records
from talewright.diagnostics import Diagnostic, Report, Span
from talewright.dialogue import compile
from talewright.errors import TagError
from talewright.names import fold
from talewright.project.code import SCRIPTS, CodeNames, read_names
from talewright.project.edits.edit_plan import EditPlan
from talewright.project.identity import LOCK, check_twins, identify, keyed_elements, parse_lock
from talewright.project.opening import offered
from talewright.project.scan import (
    FOLDER,
    SUFFIX,
    DialogueClass,
    DialogueFile,
    dialogue_classes,
    dialogue_of,
    list_dialogues,
    read_inis,
    tags_of,
    unique,
)


@dataclass
class _State:
    """What the dialogues of a project come to.

    Attributes:
        report: every finding.
        tags: what they generate, folded.
    """

    report: Report = field(default_factory=Report)
    tags: set[str] = field(default_factory=set)


def prove(plan: EditPlan, names: Mapping[str, str], tags: Iterable[str]) -> None:
    """Refuse a plan after which the project would not open, or would have other tags than it should.

    Args:
        plan: what is to be written.
        names: the new name of each tag that gets one, by the old one.
        tags: what the dialogues generate today.

    Raises:
        TagError: there would be an error that is not there today, or other tags; the report has the errors.
    """
    changed = {file.path: file.after for file in plan.files}
    if not any(path.endswith((SUFFIX, ".ini", ".py")) for path in changed):
        return
    after = _read(plan.folder, changed)
    by_key = {fold(old): fold(new) for old, new in names.items()}
    wanted = {by_key.get(fold(tag), fold(tag)) for tag in tags}
    if not after.report.errors and after.tags == wanted:
        return
    moved = {new.path: new.like for new in plan.files if new.like}
    before = _read(plan.folder, {})
    excess = Counter(_kind(d, moved) for d in after.report.errors)
    excess -= Counter(_kind(d, {}) for d in before.report.errors)
    if excess:
        new = Report(d for d in after.report.errors if _kind(d, moved) in excess)
        raise TagError("the project would not open afterwards, so nothing is renamed", report=new.sorted())
    odd = {by_key.get(tag, tag) for tag in before.tags} ^ after.tags
    if odd:
        shown = ", ".join(sorted(odd)[:3])
        made_up = "ids that are made up hold the title: run `talewright dialogue tag`, which writes ids, then rename"
        hint = made_up if any("auto-" in tag for tag in odd) else "rename it by hand"
        raise TagError(f"the scripts would not give the tags that they should: {shown}", hint=hint)


def _kind(finding: Diagnostic, moved: Mapping[str, str]) -> tuple[str, str]:
    return finding.code, moved.get(finding.span.file, finding.span.file)


def _read(folder: Path, changed: Mapping[str, bytes | None]) -> _State:
    state = _State()
    report = state.report
    inis = [_changed(document, changed.get(document.file)) for document in read_inis(folder, report)]
    records = Records(inis, known=(DialogueClass,))
    report += [d for d in records.report if d not in report]
    found = unique(_dialogues(folder, changed, dialogue_classes(records), report), report)
    names = _names(folder, changed, report)
    commands, functions = offered(names, records)
    program = compile([file.source for file in found], commands=commands, functions=functions)
    report += program.report
    check_twins(program, report)
    state.tags = {fold(tag.name) for tag in tags_of(program, found, report)}
    lock = parse_lock(_bytes(folder, LOCK, changed) or b"", Report())
    report += identify(keyed_elements(program, found, report), lock).report
    return state


def _changed(document: IniDocument, data: bytes | None) -> IniDocument:
    return document if data is None else IniDocument.parse(data, document.file)


def _dialogues(
    folder: Path, changed: Mapping[str, bytes | None], classes: Mapping[str, DialogueClass], report: Report
) -> Iterable[DialogueFile]:
    paths = {*list_dialogues(folder).files, *(path for path in changed if path.startswith(f"{FOLDER}/"))}
    for path in sorted(path for path in paths if changed.get(path, b"") is not None):
        data = _bytes(folder, path, changed)
        file = None if data is None else dialogue_of(path, data, classes, report)
        if file is not None:
            yield file


def _names(folder: Path, changed: Mapping[str, bytes | None], report: Report) -> CodeNames:
    for path, data in changed.items():
        if path.endswith(".py") and data is not None:
            try:
                ast.parse(data)
            except (SyntaxError, ValueError) as error:
                report.add("TW-CODE-01", "error", f"the code does not parse: {error}", "", Span(path))

    def beside(module: str) -> tuple[str, str] | None:
        place = module.replace(".", "/")
        for path in (f"{place}.py", f"{place}/__init__.py"):
            data = _bytes(folder, path, changed) if module and path != SCRIPTS else None
            if data is not None:
                return path, data.decode("utf-8", "replace")
        return None

    data = _bytes(folder, SCRIPTS, changed)
    # What is wrong with the code today, `talewright check` says.
    return CodeNames() if data is None else read_names(data.decode("utf-8", "replace"), SCRIPTS, Report(), beside)


def _bytes(folder: Path, path: str, changed: Mapping[str, bytes | None]) -> bytes | None:
    if path in changed:
        return changed[path]
    place = folder / path
    try:
        return place.read_bytes() if place.is_file() else None
    except OSError:
        return None
