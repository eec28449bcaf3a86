"""A story as it lies in a folder: its scripts compiled, and what the explorer should assume of its game.

Decides what the section ``[Explore]`` in an ini of a project says (``+Inputs=$gold in 0,1,50``,
``+Entries=Smith.Bark``, ``Begin=first``), which sub-dialogues the code of a project starts: those whose name or tag
it writes as a text; and which commands and calls that code would not take. Nothing of the project's code runs; its text
is read.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Final, cast

from talewright.config import ConfigTree, Records
from talewright.diagnostics import Report
from talewright.dialogue import Event, Program, Source, read_program, read_sources
from talewright.dialogue.checking import check_commands, check_functions, check_texts
from talewright.errors import Misuse, NotFound, ProjectError
from talewright.game import touched
from talewright.project import Project
from talewright.project.code import read_folder
from talewright.project.opening import checked, offered, parted
from talewright.project.scan import code_around, read_inis
from talewright.testing.exploring import Begin, Domain, Entry, Finding, TagsOf, entry

SECTION: Final = "Explore"
_SCRIPTS: Final = "scripts.py"
_SEARCHED: Final = frozenset({"YS0012", "TW-REF-01"})
"""What stops no search: jumps to nowhere, which it finds itself, and tags that only a game knows for sure."""


@dataclass(frozen=True, slots=True)
class StoryFiles:
    """A story read from files.

    Attributes:
        program: its scripts.
        sources: their texts.
        inputs: what its settings declare of the host.
        entries: what its settings and its code start besides the beginnings of dialogues.
        begin: where conversations begin anyway.
        calls: commands and calls of functions that the code around the scripts does not take, as a check finds them.
        named: the same program with those of its dialogues that were named: of a project one script, perhaps.
        projects: the projects that were named, or found around what was named.
    """

    program: Program
    sources: tuple[Source, ...]
    inputs: tuple[Domain, ...] = ()
    entries: tuple[Entry, ...] = ()
    begin: Begin = "roots"
    calls: tuple[Finding, ...] = ()
    named: Program = field(kw_only=True)
    projects: tuple[Path, ...] = ()


def read_story(paths: Sequence[Path]) -> StoryFiles:
    """Read the scripts of folders, files or project files.

    A script or a folder in the ``Dialogues/`` of a project stands for the whole project, as it does for a check.

    Raises:
        Misuse: there is no such file, there is no script, or the settings are none.
        ProjectError: a check finds errors, other than jumps to nowhere; the report has them all.
    """
    projects, loose = parted(paths)
    whole = [*projects, *loose]
    try:
        named = {Path(source.path).resolve() for source in read_sources(paths)[0]}
        sources, report = read_sources(whole)
    except NotFound as error:
        raise Misuse(error.message, hint=error.hint) from error
    program = read_program(whole, strict_targets=False)
    calls = _calls(program, whole)
    told = {(one.span, one.message) for one in calls}
    errors = [d for d in checked(projects).errors if d.code not in _SEARCHED and (d.span, d.message) not in told]
    if loose or not errors:  # what a check of a project says, compiling its scripts would say again
        errors += program.report.errors
    if errors or report.errors:
        raise ProjectError(report=Report(errors or report.errors))
    if not program.dialogues:
        names = ", ".join(path.as_posix() for path in paths)
        raise Misuse(f"there is no dialogue in {names}", hint="name a folder with .yarn files in it")
    inputs: list[Domain] = []
    entries: list[Entry] = []
    begin: Begin = "roots"
    for folder in (path for path in whole if path.is_dir()):
        if (folder / "Config").is_dir():
            settings = ConfigTree(folder)
            inputs += (Domain.parse(text) for text in settings.values(SECTION, "Inputs"))
            entries += (entry(program, text) for text in settings.values(SECTION, "Entries"))
            for text in settings.values(SECTION, "Begin"):
                if text not in ("roots", "first", "all"):
                    raise Misuse(f"[{SECTION}] Begin={text!r}", hint="roots, first or all")
                begin = cast("Begin", text)
        entries += _started(program, folder / _SCRIPTS)
    part = {name: one for name, one in program.dialogues.items() if Path(one.path).resolve() in named}
    return StoryFiles(
        program, tuple(sources), tuple(inputs), tuple(dict.fromkeys(entries)), begin, calls,
        projects=tuple(projects), named=replace(program, dialogues=MappingProxyType(part)),
    )  # fmt: skip


def tags_of_project(project: Project) -> TagsOf:
    """Return what events count in a project, for ``plays`` and ``selected`` in an exploration."""
    verbs = {"started": "plays", "selected": "selected"}

    def tags(event: Event) -> list[tuple[str, str]]:
        return [(verbs[what], tag) for tag, what in touched(event, project) if what in verbs]

    return tags


def _calls(program: Program, paths: Sequence[Path]) -> tuple[Finding, ...]:
    """Return the commands and calls that the code around the scripts does not take; nothing where there is no code."""
    folders = list(dict.fromkeys(folder for path in paths if (folder := code_around(path)) is not None))
    if len(folders) != 1:
        return ()
    report = Report()
    names = read_folder(folders[0], report)
    if report.errors:  # the code cannot be read, which a check says
        return ()
    commands, functions = offered(names, Records(read_inis(folders[0], Report())))
    found = check_commands(program.commands, commands) + check_texts(program.functions, functions)
    found += check_functions(program.functions, functions)
    return tuple(Finding("call", one.message, one.span, one.hint, level=one.severity) for one in found)


def _started(program: Program, scripts: Path) -> Iterable[Entry]:
    """Return the sub-dialogues and selectors that code names."""
    try:
        tree = ast.parse(scripts.read_text("utf-8"))
    except (OSError, SyntaxError, ValueError):
        return []
    found: list[Entry] = []
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    for text in sorted(texts):
        name = text.rpartition(".")[2]
        known = (d for d in program.dialogues.values() if name in d.nodes or program.candidates(d.name, name))
        found += (Entry(dialogue.name, name) for dialogue in known if name)
    return found
