"""Writes docs/reference.md: every name of every public face, with the first sentence of what it says about itself.

    python tests/reference.py

The faces of packages are public (`PACKAGES`); those of the rooms inside them are not. `tests/test_reference.py` holds
that the page has every name, and none that is not there.
"""

from __future__ import annotations

import ast
import functools
import importlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src"
PAGE = ROOT / "docs" / "reference.md"

PACKAGES = (
    "talewright",
    *(
        f"talewright.{package}"
        for package in (
            *("game", "project", "messaging", "dialogue", "tags", "config", "savegame", "rpg"),
            *("stage", "story", "views.pygame", "testing", "defold", "fields", "diagnostics", "errors"),
        )
    ),
)

INSIDE = ("talewright.files", "talewright.cli", "talewright.demo", "talewright.views")
"""Packages whose faces are for the house alone."""


def public_names(package: str) -> list[str]:
    """Return the names of a public face; of a module without ``__all__`` those that it defines itself."""
    module = importlib.import_module(package)
    if hasattr(module, "__all__"):
        return list(module.__all__)
    return [name for name in _definitions(package) if not name.startswith("_")]


def line_of(package: str, name: str) -> tuple[str, str]:
    """Return what a name is and the first sentence about it."""
    home, inner = _home(package, name)
    if not inner:
        return "module", _first_sentence(ast.get_docstring(_tree(home)) or "")
    found = _definitions(home)[inner]
    text = found[1]
    if not text:
        raise LookupError(f"{home}.{inner} does not say what it is")
    return found[0], _first_sentence(text)


def _home(package: str, name: str) -> tuple[str, str]:
    """Return the module that defines a name of a face, and its name there; no name where it is the module itself."""
    while name not in _definitions(package):
        package, name = _imports(package)[name]
        if _path(f"{package}.{name}").exists():
            return f"{package}.{name}", ""
    return package, name


def _path(module: str) -> Path:
    path = SOURCE.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


@functools.cache
def _tree(module: str) -> ast.Module:
    return ast.parse(_path(module).read_text(encoding="utf-8"))


@functools.cache
def _imports(module: str) -> dict[str, tuple[str, str]]:
    return {
        alias.asname or alias.name: (str(node.module), alias.name)
        for node in ast.walk(_tree(module))
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


@functools.cache
def _definitions(module: str) -> dict[str, tuple[str, str]]:
    """Return what a module defines: what each name is, and what is said about it."""
    found: dict[str, tuple[str, str]] = {}
    body = _tree(module).body
    for node, following in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.ClassDef):
            found[node.name] = "class", ast.get_docstring(node) or ""
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found[node.name] = "function", ast.get_docstring(node) or found.get(node.name, ("", ""))[1]
        else:
            for name in _assigned(node):
                said = following.value if isinstance(following, ast.Expr) else None
                text = said.value if isinstance(said, ast.Constant) and isinstance(said.value, str) else ""
                found[name] = "constant" if name.isupper() else "type", text
    return found


def _assigned(node: ast.stmt) -> Iterator[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    for target in targets:
        each = target.elts if isinstance(target, ast.Tuple) else [target]
        yield from (name.id for name in each if isinstance(name, ast.Name))


def _first_sentence(text: str) -> str:
    paragraph = " ".join(text.split("\n\n")[0].split())
    sentence = re.split(r"(?<=[^.A-Z][.?])\s+(?=[A-Z`*])", paragraph)[0]
    return re.sub(r"``([^`]+)``", r"`\1`", sentence).replace("|", "\\|").removesuffix(".")


def page() -> str:
    """Return the text of the page."""
    parts = [
        "# Reference",
        "Every public name, by the package that it is imported from, with the first sentence of its docstring; "
        "`help(name)` has the rest. What is not here is the inside of the house: the rooms of a package "
        "(`talewright.tags.registry` and the like) have faces for each other, and may change at any time. This page is "
        "written by `python tests/reference.py`.",
    ]
    for package in PACKAGES:
        intro = ast.get_docstring(_tree(package)) or ""
        names = sorted(public_names(package), key=str.lower)
        rows = [f"| `{name}` | {' | '.join(line_of(package, name))} |" for name in names]
        parts.append(f"## `{package}`\n\n{_first_sentence(intro)}.")
        parts.append("\n".join(["| name | | |", "| --- | --- | --- |", *rows]))
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    sys.stdout.write(f"{PAGE.relative_to(ROOT)} is written\n")
