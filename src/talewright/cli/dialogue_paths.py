"""What the paths of `talewright dialogue` stand for: scripts, and the code that goes with them.

A folder with a ``scripts.py`` is a project of this library: its commands, functions and message handlers are read from
the text of the code, so that a check knows them; nothing of it runs. Other folders, and scripts by themselves, have no
code, and then nothing is said about commands and functions.
"""

from __future__ import annotations

import tokenize
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from talewright.diagnostics import Diagnostic, Report, Span
from talewright.dialogue import Program, Source, read_program, read_sources
from talewright.dialogue.codes import failure
from talewright.dialogue.definitions import Definitions, read_python
from talewright.dialogue.signatures import Signature
from talewright.errors import DialogueError, NotFound
from talewright.project.code import read_names
from talewright.project.importing import SCRIPTS
from talewright.project.project import HOST_COMMANDS, HOST_FUNCTIONS


def compiled(paths: Sequence[Path], **options: Any) -> Program:
    """Compile the scripts that paths stand for; the code of a project among them is taken into account."""
    found = [path / SCRIPTS for path in paths if (path / SCRIPTS).is_file()]
    if len(found) != 1:
        return read_program(paths, **options)
    try:
        text = _text_of(found[0])
        known = read_python(text, found[0].as_posix())
    except DialogueError as error:
        program = read_program(paths, **options)
        program.report[:0] = _as_errors(error.report, found[0])
        return program
    names = read_names(text, found[0].name, Report())
    functions = {name: one.signature for name, one in known.functions.items()}
    options.setdefault("functions", {**dict.fromkeys(HOST_FUNCTIONS, Signature()), **functions})
    if not names.open_ended:
        commands: dict[str, Signature | None] = dict.fromkeys([*names.handled, *HOST_COMMANDS])
        options.setdefault("commands", {**commands, **{name: one.signature for name, one in known.commands.items()}})
    return read_program(paths, **options)


def definitions_of(path: Path) -> Definitions:
    """Give the commands and functions of a project, or of a Python file.

    Raises:
        NotFound: there is no code.
        DialogueError: the code cannot be read.
    """
    code = path / SCRIPTS if path.is_dir() else path
    if not code.is_file():
        raise NotFound(f"there is no code at {path.as_posix()!r}", hint=f"name a folder with a {SCRIPTS}, or a file")
    try:
        return read_python(_text_of(code), code.name)
    except DialogueError as error:
        raise DialogueError(report=_as_errors(error.report, code)) from None


def _text_of(code: Path) -> str:
    """Read Python code in the encoding that it declares."""
    try:
        with tokenize.open(code) as file:
            return file.read()
    except (SyntaxError, UnicodeDecodeError) as error:
        hint = "save the file as UTF-8"
        raise failure("TW-YARN-07", f"the file cannot be read: {error}", Span(code.as_posix()), hint) from None


def _as_errors(report: Report, code: Path) -> list[Diagnostic]:
    """Give findings about code as errors at its path: without it, a check would say too little."""
    return [replace(one, severity="error", span=replace(one.span, file=code.as_posix())) for one in report]


def neighbours(paths: Iterable[Path], sources: Sequence[Source]) -> list[Source]:
    """Give the other scripts around those that are named one by one: their ids are taken, too."""
    folders = {path.parent for path in paths if path.is_file()}
    if not folders:
        return []
    named = {source.path for source in sources}
    found, _ = read_sources(sorted(folders))
    return [source for source in found if source.path not in named]
