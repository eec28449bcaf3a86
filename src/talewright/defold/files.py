"""The files of a Defold project, read by the paths that they call each other by.

Decides what a path means: it begins at the folder that holds ``game.project`` and never leads out of it; what begins
with ``/builtins/`` is the engine's and not looked for. Each file is read once and the folder listed once, so a changed
project is read by new `Files`. A file's findings are kept with it and handed to everybody who asks for it. Knows the
kinds of files, not what they make together.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TypeAlias, TypeVar

from talewright.defold.collections import CollectionDesc
from talewright.defold.gui import GuiDesc
from talewright.defold.inputs import InputBinding
from talewright.defold.objects import CONTENTS, Content, PrototypeDesc, read_content
from talewright.defold.reading import Described, Reading, read_text
from talewright.defold.settings import FILE, GameProject, read_settings
from talewright.defold.source import Source
from talewright.defold.templates import expanded
from talewright.diagnostics import Report, Span
from talewright.errors import MissingFolder, NotFound
from talewright.names import did_you_mean

T = TypeVar("T")
D = TypeVar("D", bound=Described)

Root: TypeAlias = Path | str | Mapping[str, str | bytes]
"""Where files are: a folder, or texts by path ("/main/main.collection")."""

BUILTINS = "/builtins/"
KINDS = ("collection", "go", "gui", "input_binding", "factory", "collectionfactory", "collectionproxy")
"""Suffixes of the files that can be described."""

_AS_DATA = ("sprite", "label", "sound", "collisionobject", "camera", "model", "mesh", "particlefx", "light")


class Files:
    """A project's files.

    Args:
        root: the folder that holds ``game.project``, or texts by path.

    Raises:
        MissingFolder: there is no such folder.
    """

    def __init__(self, root: Root) -> None:
        self._texts: Mapping[str, str | bytes] | None = None
        self.root: Path | None = None
        if isinstance(root, Mapping):
            self._texts = {path if path.startswith("/") else f"/{path}": text for path, text in root.items()}
        else:
            self.root = Path(root)
            if not self.root.is_dir():
                raise MissingFolder(f"there is no folder {str(root)!r}", hint="give the folder that holds game.project")
        self._read: dict[tuple[type, str], tuple[object, Report]] = {}
        self._expanding: list[str] = []
        self._every: list[str] | None = None
        self._settings: tuple[GameProject, Report] | None = None

    # What is there

    def settings(self, report: Report) -> GameProject:
        """Read ``game.project``.

        Raises:
            NotFound: there is none.
        """
        if self._settings is None:
            data = self.data(f"/{FILE}")
            if data is None:
                where = "" if self.root is None else f" in {str(self.root)!r}"
                raise NotFound(f"there is no {FILE}{where}", hint="give the folder that holds it")
            mine = Report()
            self._settings = read_settings(data, FILE, mine), mine
        found, mine = self._settings
        report.extend(mine)
        return found

    def collection(self, path: str, report: Report, asked: Span | None = None) -> CollectionDesc | None:
        """Describe a ``.collection``; None, and an error where it was asked for, when it is not there."""
        return self._described(CollectionDesc, path, report, asked)

    def prototype(self, path: str, report: Report, asked: Span | None = None) -> PrototypeDesc | None:
        """Describe a ``.go``."""
        return self._described(PrototypeDesc, path, report, asked)

    def input_binding(self, path: str, report: Report, asked: Span | None = None) -> InputBinding | None:
        """Describe an ``.input_binding``."""
        return self._described(InputBinding, path, report, asked)

    def gui(self, path: str, report: Report, asked: Span | None = None) -> GuiDesc | None:
        """Describe a ``.gui``, the nodes of its templates in place."""

        def make(source: Source, mine: Report) -> GuiDesc:
            gui = read_text(GuiDesc, source, Reading(mine))
            inside = tuple(self._expanding)
            return expanded(gui, lambda inner, span: self._template(inner, mine, span, inside), mine)

        if path in self._expanding:  # handled by _template; a guard against reading in circles
            return None
        self._expanding.append(path)
        try:
            return self._once(GuiDesc, path, report, asked, make)
        finally:
            self._expanding.pop()

    def content(self, kind: str, path: str, report: Report, asked: Span | None = None) -> Content | None:
        """Describe the file of a component; None for types that are no text, or whose file only a renderer needs."""
        if kind in CONTENTS:
            cls = CONTENTS[kind]
            found: Content | None = self._once(
                cls, path, report, asked, lambda source, mine: read_content(kind, source, Reading(mine))
            )
            return found
        if kind in _AS_DATA and not is_builtin(path) and self.data(path) is not None:
            return self._once(
                Described, path, report, asked, lambda source, mine: read_content(kind, source, Reading(mine))
            )
        return None

    def paths(self, *suffixes: str) -> list[str]:
        """Return the paths of all files with these suffixes, sorted; hidden folders are left out."""
        if self._every is None:
            self._every = sorted(self._list())
        return [p for p in self._every if p.rsplit(".", 1)[-1] in suffixes and "." in p.rsplit("/", 1)[-1]]

    def _list(self) -> Iterable[str]:
        if self._texts is not None:
            return self._texts
        assert self.root is not None
        parts = (p.relative_to(self.root).parts for p in self.root.rglob("*") if p.is_file())
        return ["/" + "/".join(names) for names in parts if not any(n.startswith(".") for n in names)]

    def data(self, path: str) -> bytes | None:
        """Return the bytes of a file, or None."""
        if not is_path(path):
            return None
        if self._texts is not None:
            text = self._texts.get(path)
            return text.encode() if isinstance(text, str) else text
        assert self.root is not None
        try:
            file = (self.root / path[1:]).resolve()
            return file.read_bytes() if file.is_relative_to(self.root.resolve()) and file.is_file() else None
        except (OSError, ValueError):
            return None

    # How it is read

    def _described(self, cls: type[D], path: str, report: Report, asked: Span | None) -> D | None:
        return self._once(cls, path, report, asked, lambda source, mine: read_text(cls, source, Reading(mine)))

    def _once(
        self, cls: type, path: str, report: Report, asked: Span | None, make: Callable[[Source, Report], T]
    ) -> T | None:
        """Read a file, or give what it was; its findings go to a report that does not have them yet."""
        known = self._read.get((cls, path))
        if known is None:
            data = self.data(path)
            if data is None:
                self._missing(path, report, asked)
                return None
            mine = Report()
            made = make(Source(path[1:], decoded(data, path[1:], mine)), mine)
            known = self._read[cls, path] = made, mine
        made_before: T = known[0]  # type: ignore[assignment]
        if known[1]:
            seen = set(map(id, report))
            report.extend(finding for finding in known[1] if id(finding) not in seen)
        return made_before

    def _missing(self, path: str, report: Report, asked: Span | None) -> None:
        span = asked or Span(path.lstrip("/") or FILE)
        if not is_path(path):
            hint = "write it as /folder/file, from the folder that holds game.project"
            report.add("TW-DEF-21", "error", f"'{path}' is no path of a project", hint, span)
            return
        if is_builtin(path):
            text = f"'{path}' is the engine's own and not to be had here"
            report.add("TW-DEF-20", "error", text, "put a copy into the project", span)
            return
        hint = did_you_mean(path, self.paths(path.rsplit(".", 1)[-1]))
        report.add("TW-DEF-20", "error", f"there is no file '{path}'", hint, span)

    def _template(self, path: str, report: Report, span: Span, inside: tuple[str, ...]) -> GuiDesc | None:
        if path in inside:
            chain = " -> ".join((*inside[inside.index(path) :], path))
            report.add("TW-DEF-42", "error", f"templates contain each other: {chain}", "", span)
            return None
        if len(inside) >= 32:
            report.add("TW-DEF-06", "error", "templates lie more than 32 deep in each other", "", span)
            return None
        return self.gui(path, report, span)


def is_path(path: str) -> bool:
    """Say whether text can be the path of a file: from the root, and never out of it.

    >>> is_path("/main/main.collection"), is_path("main.collection"), is_path("/../secret")
    (True, False, False)
    """
    parts = path.split("/")
    return path.startswith("/") and path.isprintable() and "\\" not in path and not {"..", "."} & set(parts)


def is_builtin(path: str) -> bool:
    """Say whether a path is the engine's own."""
    return path.startswith(BUILTINS)


def decoded(data: bytes, file: str, report: Report) -> str:
    """Return the text of a file; bytes that are no UTF-8 are reported and replaced."""
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = len(data[data.rfind(b"\n", 0, error.start) + 1 : error.start].decode(errors="replace")) + 1
        text = f"the byte {data[error.start]:#04x} is no UTF-8"
        report.add("TW-DEF-01", "error", text, "save the file as UTF-8", Span(file, line, column))
        return data.decode(errors="replace")
