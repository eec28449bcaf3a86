"""All code of the pages runs (people.md section 11, K1)."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import pytest
from tests.docs.collector import Reader, console, fences

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    *(ROOT / name for name in ("README.md", "CHANGELOG.md", "examples/README.md")),
    *sorted(page for page in (ROOT / "docs").rglob("*.md") if page.parent.name != "diagnostics"),
]
EXPLAINED = sorted((ROOT / "docs" / "diagnostics").glob("*.md"))
"""Pages whose fences `tests/test_explaining.py` and `tests/dialogue/test_explaining.py` run, each as its words say."""


@pytest.fixture(autouse=True)
def _own_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "page", sys)  # put back at the end, whatever a page makes of it


TUTORIAL = ROOT / "docs" / "tutorial.md"
AT_ONCE = [page for page in PAGES if page != TUTORIAL]


@pytest.mark.parametrize("page", AT_ONCE, ids=[page.relative_to(ROOT).as_posix() for page in AT_ONCE])
def test_people_k1_every_fence_of_a_page_runs_or_says_why_not(page: Path, tmp_path: Path) -> None:
    wanted = [fence for fence in fences(page) if not fence.not_run and fence.language != "text"]
    assert Reader(tmp_path).read(page) == len(wanted)


def test_people_k1_few_fences_are_not_run() -> None:
    every = [fence for page in (*PAGES, *EXPLAINED) for fence in fences(page)]
    assert len(every) > 200
    assert sum(bool(fence.not_run) for fence in every) <= len(every) * 0.05


def test_no_command_hides_among_output() -> None:
    """A fence of text is output: what somebody types stands in one of `console`."""
    hidden = [
        f"{fence.page.name}:{fence.line}"
        for page in PAGES
        for fence in fences(page)
        if fence.language == "text" and re.search(r"^(\$ |talewright [a-z-]|pip |python )", fence.body, re.MULTILINE)
    ]
    assert hidden == []


class TestTheCollector:
    """A check that cannot fail is none: each way of being wrong is found."""

    @pytest.mark.parametrize(
        ("text", "why"),
        [
            ("```python\n1 / 0\n```\n", "page.md:1: ZeroDivisionError"),
            ("```python\nassert 1 == 2\n```\n", "page.md:1"),
            ("```python\nlen('a')  # raises TypeError\n```\n", "no TypeError was raised"),
            ("```yarn\n<<if true>>\n```\n", "page.md:1"),
            ("```ini\n[Broken\nA=1\n```\n", "page.md:1"),
            ("```json\n{,}\n```\n", "page.md:1"),
            ("```console\n$ talewright --version\ntalewright 0\n```\n", "printed"),
            ("```console\ntalewright --version\n```\n", "typed behind"),
            ("```console\n$ curl x\n```\n", "no page types curl"),
            ("```diff\n--- one.txt\n-a\n+b\n```\n", "FileNotFoundError"),
            ("```python\n# file: one.txt\na\n```\n```diff\n--- one.txt\n-b\n+c\n```\n", "has this 0 times"),
            ("```\nwhat is this\n```\n", "a fence without a language"),
            ("```python\na = 1\n```\n\n<!-- fresh -->\n```python\na\n```\n", "page.md:6: NameError"),
        ],
    )
    def test_finds_what_is_wrong(self, text: str, why: str, tmp_path: Path) -> None:
        page = tmp_path / "page.md"
        page.write_text(text, encoding="utf-8")
        with pytest.raises(AssertionError, match=why.replace("(", r"\(")):
            Reader(tmp_path).read(page)

    def test_runs_what_is_right(self, tmp_path: Path) -> None:
        page = tmp_path / "page.md"
        page.write_text(
            "<!-- before: a = 1 -->\n```python\n# file: one.py\nprint('hi')\n```\n"
            "```console\n$ python one.py\nhi\n$ talewright check --help\n...\n```\n"
            "<!-- no-run: no reader has it -->\n```python\n1 / 0\n```\n```text\nall well\n```\n"
            "```python\nassert a == 1\n{}['b']  # raises KeyError\n```\n",
            encoding="utf-8",
        )
        assert Reader(tmp_path).read(page) == 3

    def test_dots_stand_for_any_number_of_lines(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "stdout", io.StringIO())
        console("$ talewright --help\n...\nCommands:\n...\n")
        with pytest.raises(AssertionError, match="printed"):
            console("$ talewright --help\n...\nCommands:\n")


def test_people_k2_the_tutorial_is_typed_in_ten_minutes(tmp_path: Path) -> None:
    """At 200 letters a minute; and followed literally, it ends with a game that nothing is wrong with."""
    shown = fences(TUTORIAL)
    typed = [
        row[2:] if fence.language == "console" else row[1:]
        for fence in shown
        for row in fence.body.splitlines()
        if row.startswith("$ " if fence.language == "console" else "+")
    ]
    assert len(typed) > 30
    assert sum(map(len, typed)) < 10 * 200
    reader = Reader(tmp_path)
    assert reader.read(TUTORIAL) == sum(not fence.not_run and fence.language != "text" for fence in shown)
    assert Path.cwd().name == "lamp"
    console("$ talewright check\n0 errors, 0 warnings\n")
    assert "Key=key" in Path("Config/Places.ini").read_text(encoding="utf-8")
