"""A project's code module: how it is found and imported.

It is the folder's ``scripts.py``, or the host's own module (``code=__name__``). Every import makes a module of its own,
from the text of the file as it is now: two projects in one process share nothing, and a hot reload gets today's code.
The interpreter's compiled files are neither read nor left behind: they are told apart by size and whole seconds, and an
edit can keep both. The same holds for the neighbours that ``scripts.py`` imports from the project's folder.
"""

from __future__ import annotations

import importlib.util
import itertools
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from importlib.machinery import FileFinder, ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

from talewright.diagnostics import Report, Span
from talewright.errors import Misuse, ProjectError
from talewright.files import OTHER, is_other

SCRIPTS = "scripts.py"

_OWN = " (talewright)"
"""Ends the names of the modules made here: no import statement can give such a name."""

_NEIGHBOURS = "__talewright_neighbours__"
"""Under this name a module made here keeps what it imported from its folder, by name."""

_modules = itertools.count(1)
"""Numbers them, so that each has a name of its own and old classes find their own module."""


def find_module(folder: Path | None, code: str | ModuleType | None) -> ModuleType | None:
    """Return the code module of a project, importing the folder's ``scripts.py`` where no other is named.

    If the host has loaded that file already, as its main module or by an import, that module is given and not a second
    copy: two copies of a class would be two classes.

    Raises:
        Misuse: ``code`` names a module that is not loaded.
        ProjectError: the file raises while it is imported, or is none.
    """
    if isinstance(code, ModuleType):
        return code
    if code is not None:
        module = sys.modules.get(code)
        if module is None:
            raise Misuse(f"no loaded module is called {code!r}", hint="pass code=__name__, or the module itself")
        return module
    if folder is not None and is_other(folder / SCRIPTS):
        report = Report()
        report.add("TW-CODE-01", "error", f"the code module cannot be read: {OTHER}", "put a file there", Span(SCRIPTS))
        raise ProjectError(report=report)
    if folder is None or not (folder / SCRIPTS).is_file():
        return None
    path = (folder / SCRIPTS).resolve()
    for name, module in list(sys.modules.items()):
        if not name.endswith(_OWN) and _is_of(module, path):
            return module
    return _import(path)


def _is_of(module: object, path: Path) -> bool:
    loaded = getattr(module, "__file__", None)
    if not isinstance(module, ModuleType) or not isinstance(loaded, str) or Path(loaded).name != path.name:
        return False
    return Path(loaded).resolve() == path


def _import(path: Path) -> ModuleType:
    name = f"{path.parent.name or 'project'}.scripts {next(_modules)}{_OWN}"
    spec = importlib.util.spec_from_file_location(name, path, loader=_FromSource(name, str(path)))
    if spec is None or spec.loader is None:  # pragma: no cover - a .py file always has a loader
        raise Misuse(f"{path} cannot be imported")
    module = importlib.util.module_from_spec(spec)
    with _neighbours_anew(path.parent) as neighbours:
        sys.modules[name] = module  # dataclasses and annotations look their module up by name
        sys.path.insert(0, str(path.parent))
        try:
            spec.loader.exec_module(module)
        except (Exception, SystemExit) as error:
            del sys.modules[name]
            raise _import_error(path, error) from error
        finally:
            sys.path.remove(str(path.parent))
        setattr(module, _NEIGHBOURS, neighbours.loaded())
    return module


@contextmanager
def _neighbours_anew(folder: Path) -> Iterator[_Neighbours]:
    """Let what lies in a folder be imported anew inside; what the projects imported before is out of the way.

    Afterwards it is back, but for what the folder has anew: annotations are looked up in it.
    """
    before: dict[str, ModuleType] = {}
    for name, module in list(sys.modules.items()):
        if name.endswith(_OWN):
            earlier: dict[str, ModuleType] = getattr(module, _NEIGHBOURS, {})
            before |= {n: m for n, m in earlier.items() if sys.modules.get(n) is m}
    for name in before:
        del sys.modules[name]
    finder = _Neighbours(folder)
    at = next((n for n, one in enumerate(sys.meta_path) if one is PathFinder), 0)
    sys.meta_path.insert(at, finder)
    try:
        yield finder
    except BaseException:
        for name in finder.loaded():
            del sys.modules[name]
        raise
    finally:
        sys.meta_path.remove(finder)
        sys.modules.update({name: module for name, module in before.items() if name not in sys.modules})


class _FromSource(SourceFileLoader):
    """Compiles the text of a file, whatever was compiled before."""

    def get_code(self, fullname: str) -> CodeType:
        code = self.source_to_code(self.get_data(self.path), self.path)
        assert isinstance(code, CodeType)
        return code


class _Neighbours(MetaPathFinder):
    """Finds the modules and packages of one folder, and knows which of them were imported."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._found: set[str] = set()

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        for place in [str(self._folder)] if path is None else path:
            if Path(place).is_relative_to(self._folder):
                spec = FileFinder(place, (_FromSource, [".py"])).find_spec(fullname)
                if spec is not None and spec.loader is not None:
                    self._found.add(fullname)
                    return spec
        return None

    def loaded(self) -> dict[str, ModuleType]:
        """Return the modules that it found, as far as they were imported to the end."""
        return {name: sys.modules[name] for name in sorted(self._found) if name in sys.modules}


def _import_error(path: Path, error: BaseException) -> ProjectError:
    """Make a finding of what the code raised: at its innermost line in the project's folder."""
    if isinstance(error, SyntaxError) and _is_inside(error.filename, path.parent):
        file, line, column = str(error.filename), error.lineno, error.offset
        what = error.msg
    else:
        frames = [f for f in traceback.extract_tb(error.__traceback__) if _is_inside(f.filename, path.parent)]
        last = frames[-1] if frames else None
        file, line, column = (last.filename, last.lineno, (last.colno or 0) + 1) if last else (str(path), 1, 1)
        what = f"{type(error).__name__}: {error}"
    span = Span(Path(file).relative_to(path.parent).as_posix(), line or 1, column or 1)
    report = Report()
    report.add("TW-CODE-01", "error", f"the code module cannot be imported: {what}", "mend it and open again", span)
    return ProjectError(report=report)


def _is_inside(file: str | None, folder: Path) -> bool:
    return file is not None and Path(file).is_relative_to(folder)
