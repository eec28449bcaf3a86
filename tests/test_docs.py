"""The README and the docs: no dead link, no code block that differs from the file it shows."""

from __future__ import annotations

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


def test_the_readme_shows_the_smallest_program_as_it_is() -> None:
    shown = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"```python\n{(ROOT / 'examples' / 'smallest.py').read_text(encoding='utf-8')}```" in shown


def test_the_dialogue_in_the_docs_is_one_that_the_checker_likes(tmp_path: Path) -> None:
    from talewright.dialogue import compile

    page = (ROOT / "docs" / "project.md").read_text(encoding="utf-8")
    (script,) = re.findall(r"```\n(title: .*?)```", page, re.DOTALL)
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
