"""What paths to dialogues stand for: projects, or scripts by themselves.

A script or a folder finds the project in whose ``Dialogues/`` it lies, as linters do: what is checked is then the whole
project, as `talewright check` checks it, with the commands, functions and message handlers of its code. Scripts
elsewhere are what they are, with the code of the ``scripts.py`` around them; where there is none, nothing is said about
commands and functions. No code runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from talewright.config import Records
from talewright.diagnostics import Diagnostic, Report
from talewright.dialogue import Program, Source, read_program, read_sources
from talewright.dialogue.tools import Definitions
from talewright.errors import DialogueError, NotFound
from talewright.project.code import SCRIPTS, read_folder
from talewright.project.opening.loading import offered, read_dialogues
from talewright.project.opening.project import Project
from talewright.project.scan import Progress, code_around, project_of, read_inis

_OF_IDS = frozenset({"TW-YARN-17", "TW-YARN-18"})
"""What a save would lose on an edit."""


def checked(
    paths: Sequence[Path], *, strict_ids: bool = False, language: int | None = None, progress: Progress | None = None
) -> Report:
    """Return every finding about what paths stand for; of a project those that `talewright check` gives.

    Args:
        paths: scripts, folders, projects and project files.
        strict_ids: whether what a save would lose on an edit is an error.
        language: the version of the language, where no project file says it.
        progress: is told how far reading a project has come.
    """
    projects, loose = parted(paths)
    report = Report()
    for folder in projects:
        saved = folder / "Saved"
        found = Project.check(folder, saved_dir=saved if saved.is_dir() else None, progress=progress)
        report += (_strict(within(one, folder), strict=strict_ids) for one in found)
        if language is not None:
            report += (one for one in read_program(folder, language=language).report if one.code == "YS0036")
    if loose:
        options: dict[str, Any] = {"whole": True, "strict_ids": strict_ids}
        if language is not None:
            options["language"] = language
        report += read_loose(loose, **options).report
    return report


def compiled(paths: Sequence[Path]) -> Program:
    """Compile what paths stand for: the project that they belong to, or the scripts."""
    projects, loose = parted(paths)
    if len(projects) != 1 or loose:
        return read_loose(paths)
    program = read_dialogues(projects[0]).program
    program.report[:] = [within(one, projects[0]) for one in program.report]
    return program


def parted(paths: Sequence[Path]) -> tuple[list[Path], list[Path]]:
    """Return the projects that paths belong to, each once, and the paths that are in none."""
    projects: dict[Path, Path] = {}
    loose: list[Path] = []
    for path in paths:
        folder = project_of(path) if path.exists() and path.suffix != ".yarnproject" else None
        if folder is None:
            loose.append(path)
        else:
            projects.setdefault(folder.resolve(), folder)
    return list(projects.values()), loose


def within(finding: Diagnostic, folder: Path) -> Diagnostic:
    """Return a finding of a project with the path that leads to its file from here."""
    return replace(finding, span=replace(finding.span, file=(folder / finding.span.file).as_posix()))


def _strict(finding: Diagnostic, *, strict: bool) -> Diagnostic:
    return replace(finding, severity="error") if strict and finding.code in _OF_IDS else finding


def read_loose(paths: Sequence[Path], **options: Any) -> Program:
    """Read and compile scripts with what the one ``scripts.py`` around them offers.

    Args:
        paths: scripts, folders and project files.
        options: as `compile` takes them.
    """
    folders = list(dict.fromkeys(folder for path in paths if (folder := code_around(path)) is not None))
    if len(folders) != 1:
        return read_program(paths, **options)
    found = Report()
    names = read_folder(folders[0], found)
    commands, functions = offered(names, Records(read_inis(folders[0], Report())))
    if not found.errors:  # else the code cannot be read, and nothing can be said of functions
        options.setdefault("functions", functions)
        if commands is not None:
            options.setdefault("commands", commands)
    program = read_program(paths, **options)
    program.report[:0] = [within(one, folders[0]) for one in found]
    return program


def definitions_of(path: Path) -> Definitions:
    """Return the commands and functions of a project, or of a Python file.

    Raises:
        NotFound: there is no code.
        DialogueError: the code cannot be read.
    """
    code = path / SCRIPTS if path.is_dir() else path
    if not code.is_file():
        raise NotFound(f"there is no code at {path.as_posix()!r}", hint=f"name a folder with a {SCRIPTS}, or a file")
    found = Report()
    names = read_folder(code.parent, found, name=code.name)
    if any(one.code == "TW-CODE-01" for one in found):
        raise DialogueError(report=[within(one, code.parent) for one in found])
    return Definitions(names.commands, names.functions)


def neighbours(paths: Iterable[Path], sources: Sequence[Source]) -> list[Source]:
    """Return the other scripts of the project, or around those that are named one by one: their ids are taken, too."""
    folders = {project_of(path) or (path.parent if path.is_file() else path) for path in paths}
    named = {Path(source.path).resolve() for source in sources}
    found, _ = read_sources(sorted(folders))
    return [source for source in found if Path(source.path).resolve() not in named]
