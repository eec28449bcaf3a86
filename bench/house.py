"""The figures of the house: files, lines, circles of imports, reaches into foreign privates, imports past a face.

Run `python bench/house.py [SRC]`. The figures are there to see twins and leaks by; `tests/test_house.py` holds those
that must not rise again. Every import counts, those of functions and those for type checkers too.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).parent.parent / "src"
ROOT = "talewright"
LONG, SHORT = 600, 60


@dataclass
class Module:
    """A file of the library, as far as its place in the house goes."""

    name: str
    path: Path
    lines: int
    code: int
    imports: set[str] = field(default_factory=set)
    foreign: list[tuple[int, str]] = field(default_factory=list)
    names: list[str] = field(default_factory=list)

    @property
    def is_face(self) -> bool:
        """Whether it is the ``__init__`` of a package or room."""
        return self.path.name == "__init__.py"


@dataclass
class House:
    """All files of the library."""

    modules: dict[str, Module]

    def circles(self) -> list[list[str]]:
        """Return the sets of files that import each other, the largest first (Tarjan's strong components)."""
        index: dict[str, int] = {}
        low: dict[str, int] = {}
        open_: list[str] = []
        waiting: set[str] = set()
        found: list[list[str]] = []

        def visit(name: str) -> None:
            index[name] = low[name] = len(index)
            open_.append(name)
            waiting.add(name)
            for other in sorted(self.edges(name)):
                if other not in index:
                    visit(other)
                    low[name] = min(low[name], low[other])
                elif other in waiting:
                    low[name] = min(low[name], index[other])
            if low[name] == index[name]:
                cut = open_.index(name)
                circle, open_[cut:] = open_[cut:], []
                waiting.difference_update(circle)
                if len(circle) > 1:
                    found.append(sorted(circle))

        sys.setrecursionlimit(10_000)
        for name in self.modules:
            if name not in index:
                visit(name)
        return sorted(found, key=len, reverse=True)

    def edges(self, name: str) -> set[str]:
        """Return what a file imports, but for the faces it lies behind: these name what is in them."""
        return {
            other
            for other in self.modules[name].imports
            if other != name and not (self.modules[other].is_face and name.startswith(f"{other}."))
        }

    def past_faces(self) -> list[tuple[str, str]]:
        """Return the imports of another package's file that is not named by a face there."""
        return [
            (name, other)
            for name, module in self.modules.items()
            for other in sorted(module.imports)
            if not self.modules[other].is_face
            and other.count(".") > 1
            and name.count(".")
            and other.split(".")[1] != name.split(".")[1]
            and other.rpartition(".")[2] not in self.modules[other.rpartition(".")[0]].names
        ]

    def face_names(self) -> int:
        """Return how many names the faces of packages have, without those of rooms."""
        return sum(len(m.names) for m in self.modules.values() if m.is_face and m.name.count(".") <= 1)


def read(source: Path = HERE) -> House:
    """Read all files below a folder `talewright`."""
    paths = {_name_of(path, source): path for path in sorted((source / ROOT).rglob("*.py"))}
    return House({name: _module(name, path, paths) for name, path in paths.items()})


def _name_of(path: Path, source: Path) -> str:
    return ".".join(path.relative_to(source).with_suffix("").parts).removesuffix(".__init__")


def _module(name: str, path: Path, known: dict[str, Path]) -> Module:
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    module = Module(name, path, len(text.splitlines()), sum(1 for line in _code_lines(text, tree)))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == ROOT:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                module.imports.add(inner if inner in known else node.module)
        elif isinstance(node, ast.Import):
            module.imports.update(alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "__all__" for t in node.targets):
            module.names = list(ast.literal_eval(node.value))
    own = _own_names(tree)
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Attribute)
            and node.attr.startswith("_")
            and not node.attr.startswith("__")
            and node.attr not in own
            and not (isinstance(node.value, ast.Name) and node.value.id in ("self", "cls"))
        ):
            module.foreign.append((node.lineno, node.attr))
    module.imports &= known.keys()
    return module


def _own_names(tree: ast.Module) -> set[str]:
    """Return the names a file defines or sets: a private name that is not among them belongs to another file."""
    own: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            own.add(node.name)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            own.add(node.attr)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            own.add(node.target.id)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("_"):
            own.add(node.value)  # __slots__
    return own


def _code_lines(text: str, tree: ast.Module) -> Iterator[int]:
    """Yield the numbers of lines that are neither blank nor a comment nor of a docstring."""
    told: set[int] = set()
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            for item in body:
                if (
                    isinstance(item, ast.Expr)
                    and isinstance(item.value, ast.Constant)
                    and isinstance(item.value.value, str)
                ):
                    told.update(range(item.lineno, (item.end_lineno or item.lineno) + 1))
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#") and number not in told:
            yield number


def figures(house: House) -> dict[str, int | str]:
    """Return the figures, each with its name."""
    modules = list(house.modules.values())
    circles = house.circles()
    folders: dict[Path, int] = {}
    for module in modules:
        folders[module.path.parent] = folders.get(module.path.parent, 0) + 1
    full, count = max(folders.items(), key=lambda item: item[1])
    files = [m for m in modules if not m.is_face]
    return {
        "files": len(modules),
        "lines": sum(m.lines for m in modules),
        "code lines": sum(m.code for m in modules),
        f"files of at most {SHORT} lines": sum(1 for m in files if m.lines <= SHORT),
        f"files over {LONG} lines": sum(1 for m in modules if m.lines > LONG),
        "median lines of a file": sorted(m.lines for m in files)[len(files) // 2],
        "fullest folder": f"{count} ({full.name})",
        "circles": len(circles),
        "files in the largest circle": max(map(len, circles), default=0),
        "reaches into foreign privates": sum(len(m.foreign) for m in modules),
        "imports past a face of another package": len(house.past_faces()),
        "names in faces of packages": house.face_names(),
    }


if __name__ == "__main__":
    source = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    if not (source / ROOT).is_dir():
        print(f"error: there is no folder {ROOT!r} in {str(source)!r}", file=sys.stderr)
        print("  hint: name the folder that holds it, such as src", file=sys.stderr)
        sys.exit(2)
    house = read(source)
    for name, value in figures(house).items():
        print(f"{value!s:>24}  {name}")
    for circle in house.circles():
        print("circle:", " ".join(circle))
    for name, other in house.past_faces():
        print("past a face:", name, "->", other)
