"""S5 and S7: a view is small, and says nothing of its own."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import talewright
from talewright.game import phrases

ROOT = Path(talewright.__file__).parent
DOCS = ROOT.parent.parent / "docs"
PROSE = re.compile(r"[A-Za-z]{2,}[,.]? [a-z]{2,}|[A-Z][a-z]+ [a-z]")
RAISED = ("Misuse", "NotFound", "LookupError", "ValueError", "TypeError", "Fault", "add", "_report", "report_exception")
LOGGED = ("warning",)  # to the log, which authors read


def test_people_s5_a_view_for_a_list_of_strings_is_short() -> None:
    """The page is run as all pages are; here its view is measured."""
    page = (DOCS / "stage.md").read_text("utf-8")
    view = re.search(r"```python\n(.*?)```", page, re.DOTALL)
    assert view is not None
    assert len(view[1].strip().splitlines()) <= 40


def literals(path: Path) -> list[tuple[int, str]]:
    """Return the texts of a file that look like a sentence, but for docstrings, and for what authors read of errors."""
    tree = ast.parse(path.read_text("utf-8"))
    passed: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            passed.add(id(node.value))
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in RAISED + LOGGED or name.startswith("_for_author"):
                passed.update(map(id, ast.walk(node)))
        if isinstance(node, ast.Assign) and any(
            isinstance(t, ast.Attribute) and t.attr == "failed" for t in node.targets
        ):
            passed.update(map(id, ast.walk(node)))
    return [
        (node.lineno, node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in passed
        and PROSE.search(node.value)
    ]  # fmt: skip


def test_people_s7_what_players_read_is_in_the_string_tables() -> None:
    authors = ("__init__.py", "codes.py", "theme.py", "checks.py")  # findings are read by authors
    files = [path for room in ("stage", "views") for path in ROOT.glob(f"{room}/**/*.py") if path.name not in authors]
    assert len(files) > 30
    found = {f"{path.relative_to(ROOT)}:{line}": text for path in files for line, text in literals(path)}
    assert found == {}


@pytest.mark.parametrize("room", ["stage", "views"])
def test_people_s7_every_text_is_there_in_each_language(room: str) -> None:
    english = phrases(f"talewright.{room}", "en")
    holes = {key: set(re.findall(r"\{(\w+)", text)) for key, text in english.items()}
    for language in ("ja", "fr"):
        table = (ROOT / room / "texts" / f"{language}.ini").read_text("utf-8")
        assert {line.partition("=")[0] for line in table.splitlines() if "=" in line} == set(english), language
        texts = phrases(f"talewright.{room}", language)
        assert {key: set(re.findall(r"\{(\w+)", text)) for key, text in texts.items()} == holes, language


def test_people_s7_every_text_that_is_asked_for_is_there_and_every_one_is_asked_for() -> None:
    code = "".join(path.read_text("utf-8") for path in ROOT.glob("stage/**/*.py"))
    english = phrases("talewright.stage", "en")
    asked = set(re.findall(r"texts\[\"(\w+)\"\]", code))
    assert asked <= set(english)
