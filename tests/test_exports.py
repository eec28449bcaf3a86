"""The names at the top of the package: all there, each where it says, and none loaded before it is asked for."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import talewright


@pytest.mark.parametrize("name", talewright.__all__)
def test_every_exported_name_is_there(name: str) -> None:
    assert getattr(talewright, name) is not None
    assert name in dir(talewright)


HOME = Path(talewright.__file__).parent
PACKAGES = [
    ".".join(path.parent.relative_to(HOME).parts)
    for path in sorted(HOME.rglob("__init__.py"))
    if "_HOMES" in path.read_text(encoding="utf-8")
]  # the faces of packages and rooms, the top first


@pytest.mark.parametrize("package", PACKAGES)
def test_a_face_says_the_same_names_to_type_checkers_to_all_and_to_its_table(package: str) -> None:
    face = importlib.import_module(f"talewright.{package}".rstrip("."))
    assert face.__file__ is not None
    tree = ast.parse(Path(face.__file__).read_text(encoding="utf-8"))
    typed = {
        alias.asname or alias.name: (node.module, alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module != "talewright.faces" and node.module != "typing"
        for alias in node.names
    }
    typed.pop("annotations", None)
    assert sorted(typed) == sorted(face.__all__)
    for name, (module, inner) in typed.items():
        found = getattr(face, name)
        if isinstance(found, ModuleType):
            assert found.__name__ == f"{module}.{inner}"
        else:
            assert found is getattr(importlib.import_module(str(module)), inner)


LEFT = [
    (package, name)
    for package in PACKAGES
    for names in getattr(importlib.import_module(f"talewright.{package}".rstrip(".")), "_FORMER", {}).values()
    for name in names.split()
]


@pytest.mark.parametrize(("package", "name"), LEFT)
def test_a_name_that_left_a_face_is_found_there_with_a_warning(package: str, name: str) -> None:
    face = importlib.import_module(f"talewright.{package}")
    with pytest.warns(DeprecationWarning, match=rf"{package}\.{name} is no public name any more and goes in 0\.3\.0"):
        found = getattr(face, name)
    homes = {each: home for home, names in face._FORMER.items() for each in names.split()}
    assert found is getattr(importlib.import_module(homes[name]), name)
    assert name not in face.__all__


@pytest.mark.parametrize("package", PACKAGES[1:])
def test_no_file_is_called_like_a_name_of_its_face(package: str) -> None:
    face = importlib.import_module(f"talewright.{package}")
    files = {found.name for found in pkgutil.iter_modules(face.__path__)}
    assert [n for n in face.__all__ if n in files and not isinstance(getattr(face, n), ModuleType)] == []


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Gmae'"):
        talewright.Gmae  # type: ignore[attr-defined]  # noqa: B018  # mypy knows it, too


def test_importing_the_package_or_its_pytest_plug_in_loads_nothing_else() -> None:
    code = (
        "import sys, talewright, talewright.testing.plugin\n"
        "print(sorted(m for m in sys.modules if m.startswith('talewright') and 'testing' not in m))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "['talewright', 'talewright.faces']"


def test_star_import_gives_them_all() -> None:
    names: dict[str, object] = {}
    exec("from talewright import *", names)
    assert set(talewright.__all__) <= names.keys()


def test_the_module_that_docs_named_for_lint_is_found_there_with_a_warning() -> None:
    former = importlib.import_module("talewright.config.traps")  # a walk through all modules warns of nothing
    with pytest.warns(DeprecationWarning, match=r"talewright\.config\.traps goes in 0\.3\.0; import lint from"):
        found = former.lint
    assert found is importlib.import_module("talewright.config").lint
