"""Scripts and projects on the disk: files, folders, ``.yarnproject`` files.

Decides which files a path stands for (dialogue.md section 6.15): a script itself, a folder all scripts below it, a
project file what its patterns find; and what each dialogue is called: its ``#dialogue:`` hashtag, else the stem of the
file without ``D_``. It is an edge: it reads files, and writes none.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from talewright.diagnostics import Report, Span
from talewright.dialogue.codes import failure, finding
from talewright.dialogue.compiling.compiler import compile
from talewright.dialogue.program import Program
from talewright.dialogue.syntax import Source, file_tags
from talewright.dialogue.tools.definitions import Definitions, from_ysls
from talewright.errors import DialogueError, NotFound, path_of, wrong_type
from talewright.walking import DIALOGUES, files_below, is_entered

SUFFIX: Final = ".yarn"
PROJECT_SUFFIX: Final = ".yarnproject"
PREFIX: Final = "D_"
_VERSIONS: Final = (2, 3, 4)


@dataclass(frozen=True, slots=True)
class Localisation:
    """The files of one language: its string table and the folder of its assets, as the project writes them."""

    strings: str = ""
    assets: str = ""


@dataclass(frozen=True, slots=True)
class YarnProject:
    """A ``.yarnproject`` file.

    Attributes:
        path: where it lies.
        version: of the file: 2, 3 or 4; below 3 the language has no enums, groups and smart variables.
        files: the scripts that its patterns find, in a fixed order.
        base_language: the language of the scripts.
        localisation: the files of other languages, by language.
        definitions: the commands and functions that its definitions files name.
        options: the compiler's options, as they stand.
        report: what is wrong with its definitions files; the scripts are read all the same.
    """

    path: Path
    version: int
    files: tuple[Path, ...]
    base_language: str = "en"
    localisation: Mapping[str, Localisation] = field(default_factory=dict)
    definitions: Definitions | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    report: Report = field(default_factory=Report)


def read_program(paths: Path | str | Iterable[Path | str], **options: Any) -> Program:
    """Read and compile scripts.

    Args:
        paths: scripts, folders and project files; one, or several.
        options: as :func:`.compile` takes them.

    Returns:
        The program, with every finding in its ``report``; what a project file's definitions name is known to it.

    Raises:
        NotFound: there is no such file.
    """
    sources, report, settings = _read(_paths(paths))
    program = compile(sources, **{**settings, **options})
    program.report[:0] = report
    return program


def check(paths: Path | str | Iterable[Path | str], **options: Any) -> Report:
    """Return every finding about scripts, as a whole project: what nothing uses is noted, too.

    Raises:
        NotFound: there is no such file.
    """
    return read_program(paths, **{"whole": True, **options}).report


def read_sources(paths: Path | str | Iterable[Path | str]) -> tuple[list[Source], Report]:
    """Return the scripts that paths stand for, and what is wrong with their files.

    Raises:
        NotFound: there is no such file.
    """
    sources, report, _ = _read(_paths(paths))
    return sources, report


def scripts_below(folder: Path) -> list[Path]:
    """Return the scripts below a folder: of a project those in its ``Dialogues/``, elsewhere the author's own."""
    own = folder / DIALOGUES
    return files_below(own if own.is_dir() else folder, SUFFIX)


def dialogue_name(path: Path, text: str) -> str:
    """Return the name of the dialogue in a file.

    >>> dialogue_name(Path("Dialogues/D_Smith.yarn"), "title: Forge")
    'Smith'
    """
    chosen = next((tag.removeprefix("dialogue:") for tag in file_tags(text) if tag.startswith("dialogue:")), "")
    return chosen or path.stem.removeprefix(PREFIX) or path.stem


def read_project_file(path: Path) -> YarnProject:
    """Read a ``.yarnproject`` file.

    Raises:
        DialogueError: it is no JSON, or of a version that is not known; the finding has the place.
    """
    shown = path.as_posix()
    try:
        plain = json.loads(path.read_text("utf-8-sig"))
    except ValueError as error:
        place = Span(shown, getattr(error, "lineno", 1), getattr(error, "colno", 1))
        raise failure("TW-YARN-06", f"the project file is no JSON: {error}", place) from None
    except RecursionError:
        raise failure("TW-YARN-06", "the project file is nested too deep", Span(shown)) from None
    except OSError as error:
        raise failure("TW-YARN-06", f"the project file cannot be read: {error.strerror}", Span(shown)) from None
    if not isinstance(plain, dict):
        raise failure("TW-YARN-06", "the project file is no JSON object", Span(shown))
    version = plain.get("projectFileVersion")
    if version not in _VERSIONS:
        message = f"the project file has the version {version!r}"
        raise failure("TW-YARN-06", message, Span(shown), "projectFileVersion is 2, 3 or 4")
    included = _find(path, _texts(plain, "sourceFiles") or [f"**/*{SUFFIX}"])
    excluded = set(_find(path, _texts(plain, "excludeFiles")))
    localisation = plain.get("localisation", plain.get("localization", {}))
    languages = {
        str(name): Localisation(str(one.get("strings", "")), str(one.get("assets", "")))
        for name, one in (localisation.items() if isinstance(localisation, dict) else ())
        if isinstance(one, dict)
    }
    options = plain.get("compilerOptions", {})
    definitions, report = _definitions(path, _texts(plain, "definitions"))
    return YarnProject(
        path,
        int(version),
        tuple(file for file in included if file not in excluded),
        str(plain.get("baseLanguage", "en")),
        languages,
        definitions,
        options if isinstance(options, dict) else {},
        report,
    )


def _paths(paths: Path | str | Iterable[Path | str]) -> list[Path]:
    if isinstance(paths, (str, os.PathLike)):
        return [Path(paths)]
    if not isinstance(paths, Iterable):
        raise wrong_type("scripts are paths, or a list of them", paths)
    return [path_of(path, "a script") for path in paths]


def _read(paths: Sequence[Path]) -> tuple[list[Source], Report, dict[str, Any]]:
    report = Report()
    files: dict[Path, Path] = {}  # by where they really lie: however often a file is named, it is one script

    def add(found: Iterable[Path]) -> None:
        for one in found:
            files.setdefault(one.resolve(), one)

    settings: dict[str, Any] = {}
    known: Definitions | None = None
    for path in paths:
        if not path.exists():
            raise NotFound(f"there is no file {path.as_posix()!r}", hint="name a script, a folder or a .yarnproject")
        project = path if path.suffix == PROJECT_SUFFIX else _project_in(path)
        if project is None:
            add(scripts_below(path) if path.is_dir() else [path])
            continue
        try:
            read = read_project_file(project)
        except DialogueError as error:
            report += error.report
            continue
        report += read.report
        add(read.files)
        settings.setdefault("locale", read.base_language)
        settings["language"] = min(min(3, read.version), settings.get("language", 3))
        if read.definitions is not None:
            known = read.definitions if known is None else known.merged(read.definitions)
    if known is not None:
        settings["commands"] = {"wait": None, **{n: one.signature for n, one in known.commands.items()}}
        settings["functions"] = {name: one.signature for name, one in known.functions.items()}
        settings["strict_functions"] = False
    sources: list[Source] = []
    for file in files.values():
        shown = file.as_posix()
        try:
            source = Source.from_bytes("", shown, file.read_bytes())
            sources.append(Source(dialogue_name(file, source.text), shown, source.text))
        except DialogueError as error:
            report += error.report
        except OSError as error:
            report.append(finding("TW-YARN-06", f"the file cannot be read: {error.strerror}", Span(shown)))
    return sources, report, settings


def _project_in(path: Path) -> Path | None:
    """Return the one project file of a folder; several, or none, mean all scripts below it."""
    found = sorted(path.glob(f"*{PROJECT_SUFFIX}")) if path.is_dir() else []
    return found[0] if len(found) == 1 else None


def _find(path: Path, patterns: Iterable[str]) -> list[Path]:
    found: dict[Path, None] = {}
    for pattern in patterns:
        try:
            named = Path(pattern).parts
            entered = (one for one in path.parent.glob(pattern) if is_entered(path.parent, one.parent, named))
            matches = sorted(one for one in entered if one.is_file())
        except (NotImplementedError, ValueError) as error:
            message = f"the pattern {pattern!r} is none: {error}"
            raise failure("TW-YARN-06", message, Span(path.as_posix()), "such as **/*.yarn") from None
        found.update(dict.fromkeys(matches))
    return list(found)


def _texts(plain: Mapping[str, Any], key: str) -> list[str]:
    value = plain.get(key, [])
    if isinstance(value, str):
        return [value]
    return [str(one) for one in value] if isinstance(value, list) else []


def _definitions(path: Path, patterns: Sequence[str]) -> tuple[Definitions | None, Report]:
    known: Definitions | None = None
    report = Report()
    for file in _find(path, patterns):
        shown = file.as_posix()
        try:
            found = from_ysls(file.read_text("utf-8-sig"), shown)
        except DialogueError as error:
            report += error.report
        except UnicodeDecodeError as error:
            report.append(finding("TW-YARN-07", f"the byte 0x{error.object[error.start]:02x} is no UTF-8", Span(shown)))
        except OSError as error:
            report.append(finding("TW-YARN-07", f"the file cannot be read: {error.strerror}", Span(shown)))
        else:
            known = found if known is None else known.merged(found)
    return known, report
