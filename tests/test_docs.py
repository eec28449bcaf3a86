"""The README and the docs: no dead link, no code block that differs from the file it shows."""

from __future__ import annotations

import ast
import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = [
    ROOT / "README.md",
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "docs").rglob("*.md")),
    ROOT / "examples" / "README.md",
]


@pytest.mark.parametrize("page", PAGES, ids=[p.relative_to(ROOT).as_posix() for p in PAGES])
def test_every_link_leads_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    missing = [target for target in targets if not (page.parent / target).exists()]
    assert missing == []


def test_the_version_is_one_everywhere() -> None:
    import tomllib

    import talewright

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    newest = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)[0]
    assert project["version"] == talewright.__version__ == newest


def test_the_readme_shows_the_smallest_program_as_it_is() -> None:
    shown = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"```python\n{(ROOT / 'examples' / 'smallest.py').read_text(encoding='utf-8')}```" in shown


def test_the_dialogue_in_the_docs_is_one_that_the_checker_likes(tmp_path: Path) -> None:
    from talewright.dialogue import compile

    page = (ROOT / "docs" / "project.md").read_text(encoding="utf-8")
    (script,) = re.findall(r"```yarn\n(title: .*?)```", page, re.DOTALL)
    assert compile({"Smith": script}).report == []


def test_every_page_of_the_docs_is_linked_from_the_readme_or_another_page() -> None:
    text = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    lost = [p.name for p in (ROOT / "docs").glob("*.md") if f"{p.name})" not in text and f"{p.name}#" not in text]
    assert lost == []


def test_the_source_of_tags_in_the_docs_gives_its_tag(tmp_path: Path) -> None:
    from talewright import Project

    page = (ROOT / "docs" / "project.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n([^`]*@tag_source[^`]*)```", page)
    (ini,) = re.findall(r"```ini\n(\[Rats Quest\][^`]*)```", page)
    (tmp_path / "Config").mkdir()
    (tmp_path / "Config" / "Quests.ini").write_text(ini, encoding="utf-8")
    (tmp_path / "scripts.py").write_text(code, encoding="utf-8")
    project = Project.open(tmp_path)
    assert project.report == []
    assert project.tags.comment("Quest.Rats") == "Rats in the cellar"


IMPORT = r"^(?:from talewright[\w.]* import (?:\w+(?: as \w+)?(?:, )?)+|import talewright[\w.]*)$"


def python_blocks(page: Path) -> list[str]:
    return re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=[p.relative_to(ROOT).as_posix() for p in PAGES])
def test_every_name_that_a_page_imports_is_where_the_page_says(page: Path) -> None:
    """Faults §8 B1: names that the docs use stand where the docs import them from."""
    missing = []
    for block in python_blocks(page):
        try:
            tree = ast.parse(block)
        except SyntaxError:  # a fragment: its import lines alone
            rows = re.findall(IMPORT, block, re.MULTILINE)
            tree = ast.parse("\n".join(rows))
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "talewright":
                home = importlib.import_module(str(node.module))
                missing += [f"{node.module}.{each.name}" for each in node.names if not hasattr(home, each.name)]
            elif isinstance(node, ast.Import):
                for each in node.names:
                    if each.name.partition(".")[0] == "talewright":
                        importlib.import_module(each.name)
    assert missing == []


def spoken_names(page: Path) -> set[str]:
    """Names in code spans of running text that look like a class or are written as a name of the library."""
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    spans = re.findall(r"`([^`\n]+)`", text)
    return {
        m[1]
        for span in spans
        if (m := re.fullmatch(r"(?:talewright\.)?([A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*)(?:[.(].*)?", span))
    }


HOMES = (
    *("config", "defold", "dialogue", "fields", "game", "messaging", "project"),
    *("rpg", "savegame", "story", "tags", "testing", "errors", "diagnostics"),
)
EITHER = {"Text", "Start", "Reference", "Name", "Place"}  # also plain English words of a page


@pytest.mark.parametrize("page", PAGES, ids=[p.relative_to(ROOT).as_posix() for p in PAGES])
def test_a_name_that_a_page_speaks_of_is_at_the_top_or_its_package_is_named(page: Path) -> None:
    """Faults §8 B1: whoever reads of a name finds out where to import it from, on the same page."""
    import talewright

    if page.name == "CHANGELOG.md":  # lists names by package
        return
    text = page.read_text(encoding="utf-8")
    lost = []
    for name in sorted(spoken_names(page) - set(talewright.__all__) - EITHER):
        homes = [home for home in HOMES if name in dir(importlib.import_module(f"talewright.{home}"))]
        if (
            homes
            and not any(re.search(rf"talewright\.{home}\b", text) for home in homes)
            and page.name != "CHANGELOG.md"
        ):
            lost.append(f"{name}: talewright.{' or talewright.'.join(homes)}")
    assert lost == []
