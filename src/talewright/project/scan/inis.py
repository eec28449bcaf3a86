"""The ini files of a project: which there are, and whether their values can be read at all.

A broken struct is a finding even where no class asks for it yet, so that a typo in an item does not wait for the
player who meets it. Generated files are not read here; an ini that lies among them and was not generated is a finding,
since Unreal would read it. So is a file of the layout of an older draft.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from talewright.config import IniDocument, values
from talewright.config.typed import FAULTS
from talewright.diagnostics import Report, Span
from talewright.errors import TalewrightError
from talewright.files import OTHER, is_other
from talewright.names import fold
from talewright.project.scan.dialogue_class import DialogueClass
from talewright.tags import read_tag_list

GENERATED = ("Config/DynamicTags/", "Config/LBRDynamicTags.ini")
DRAFT = "Config/Tags/Dialogues/"
"""The layout of an older draft, one tag file a dialogue: nothing makes such files any more, and they go stale."""

_LIST = fold("Config/DynamicTags/DynamicTags.ini")


def read_inis(folder: Path | None, report: Report) -> list[IniDocument]:
    """Read the authored ini files of a project in a fixed order: by folder, then by name."""
    if folder is None or not (folder / "Config").is_dir():
        return []
    documents = []
    for _ in os.walk(folder / "Config", onerror=lambda error: _hidden(folder, error, report)):
        pass  # a search for files passes over a folder that cannot be looked into, and its records would be gone
    for path in sorted((folder / "Config").rglob("*.ini"), key=lambda p: (p.parent.as_posix(), p.name)):
        name = path.relative_to(folder).as_posix()
        if is_other(path):
            hint = "put a file in its place, or take it away"
            report.add("TW-INI-08", "error", f"the file cannot be read: {OTHER}", hint, Span(name))
        if not path.is_file():
            continue
        if name.startswith(GENERATED):
            if name.startswith(GENERATED[0]) and fold(name) != _LIST:
                message = "is not read: this folder is for what is generated, though Unreal reads every ini in it"
                hint = "move tags that people write to Config/Tags, or take the file away"
                report.add("TW-PROJ-21", "warning", message, hint, Span(name))
            continue
        try:
            document = IniDocument.read(path, file=name)
        except TalewrightError as error:
            report += error.report
        except OSError as error:
            report.add(
                "TW-PROJ-04", "error", f"cannot be read: {error.strerror}", "check the file's rights", Span(name)
            )
        else:
            documents.append(document)
    return documents


def _hidden(folder: Path, error: OSError, report: Report) -> None:
    name = Path(error.filename).relative_to(folder).as_posix()
    report.add("TW-PROJ-04", "error", f"cannot be read: {error.strerror}", "check the folder's rights", Span(name))


def check_structs(document: IniDocument, report: Report) -> None:
    """Report every struct that does not parse, or in part, unless the report has its line already."""
    known = {(d.span.file, d.span.line) for d in report.errors}
    told = {(d.code, d.span) for d in report}
    for section in document.section_names():
        for entry in document.entries(section):
            if not entry.raw.startswith("(") or (document.file, entry.span.line) in known:
                continue
            for fault in values.read(entry.raw)[2]:
                code, severity = FAULTS[fault.kind]
                span = entry.span_at(fault.offset, fault.length)
                if fault.kind == "broken":
                    message = f"the value of {entry.key} does not parse: {fault.message}"
                    hint = fault.hint or f"write {entry.key}=(field=value,field=value)"
                    report.add("TW-PROJ-02", "error", message, hint, span)
                elif (code, span) not in told:
                    report.add(code, severity, f"{entry.key}: {fault.message}", fault.hint, span)


def report_draft(documents: Iterable[IniDocument], classes: Iterable[DialogueClass], report: Report) -> None:
    """Report every file of the old layout."""
    roots = roots_of(classes)
    for document in documents:
        if document.file.startswith(DRAFT) and any(is_below(row.name, roots) for row in read_tag_list(document).rows):
            message = "holds tags of a dialogue, as an older draft had it; dialogues generate their tags themselves"
            hint = "`talewright cook --migrate` takes such rows out; what else stands in these files is kept"
            report.add("TW-PROJ-18", "warning", message, hint, Span(document.file))


def roots_of(classes: Iterable[DialogueClass]) -> list[str]:
    """Return every TagRoot, folded: that of Libretto, and those of the classes."""
    return [fold(cls.TagRoot) for cls in (DialogueClass(), *classes)]


def is_below(name: str, roots: list[str]) -> bool:
    """Whether a tag is below one of the roots."""
    return any(fold(name).startswith(f"{root}.") for root in roots)
