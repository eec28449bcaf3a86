"""Coverage: counts by content that merge, survive edits, and are written in every form."""

from __future__ import annotations

import json
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest

from talewright.dialogue import Choose, Continue, Program, Source, Start, State, advance, compile
from talewright.errors import Misuse
from talewright.testing import explore
from talewright.testing.coverage.coverage import Coverage, CoverageReport, Recorder
from talewright.testing.coverage.formats import to_json, to_lcov, to_text
from talewright.testing.coverage.html import to_html

TEXT = """\
title: Forge
---
Smith: What? #line:what
-> A <sword>. #choice:need #line:sword
    Smith: Here.
-> Gold. <<if false>> #line:gold
===
"""


def program(text: str = TEXT) -> Program:
    return compile({"Smith": text})


def played(*inputs: object) -> Coverage:
    recorder = Recorder(program(), "test")
    state = State()
    for given in inputs:
        events, state = advance(program(), state, given)  # type: ignore[arg-type]
        for event in events:
            recorder(event)
    return recorder.coverage


def test_it_counts_lines_shown_and_replies_offered_and_chosen() -> None:
    coverage = played(Start("Smith"), Choose("sword"), Continue())
    assert coverage.hits["Smith", "line:what"] == 1
    assert coverage.hits["Smith", "need.sword"] == 1
    assert coverage.offered["Smith", "need.gold"] == 1
    assert coverage.hits["Smith", "need.gold"] == 0
    assert len(coverage.hits) == 3


def test_runs_merge_and_files_keep_them(tmp_path: Path) -> None:
    file = tmp_path / "story.cov"
    first, second = played(Start("Smith")), Coverage.of_seen(program(), explore(program()).seen)
    first.write(file)
    second.write(file, append=True)
    whole = Coverage.read(file)
    assert whole.runs == Counter({"test": 1, "explore": 1})
    assert whole.hits["Smith", "line:what"] == 1 + second.hits["Smith", "line:what"]


def test_counts_survive_an_edit_and_never_move_to_another_text() -> None:
    coverage = played(Start("Smith"), Choose("sword"))
    edited = TEXT.replace("Smith: What?", "Smith: Eh?\nSmith: What is it?").replace("Smith: Here.", "Smith: Take it.")
    report = CoverageReport.of(program(edited), coverage)
    hits = {row.content.text: row.hits for row in report.parts[0].rows}
    assert hits == {"Smith: Eh?": 0, "Smith: What is it?": 1, "A <sword>.": 1, "Smith: Take it.": 0, "Gold.": 0}
    assert report.stale == 1


def test_a_table_for_people() -> None:
    report = CoverageReport.of(program(), played(Start("Smith"), Choose("sword")))
    lines = to_text(report).splitlines()
    assert lines[2].split() == ["Smith", "2/2", "1/2", "75%", "6"]
    assert lines[-2].split() == ["TOTAL", "2/2", "1/2", "75%"]
    assert report.percent == 75.0


def test_data_for_programs() -> None:
    plain = json.loads(json.dumps(to_json(CoverageReport.of(program(), played(Start("Smith"))))))
    contents = plain["dialogues"][0]["contents"]
    assert [(one["line"], one["hits"], one["offered"]) for one in contents] == [
        (3, 1, 0),
        (4, 0, 1),
        (5, 0, 0),
        (6, 0, 1),
    ]


def test_lcov_knows_lines_and_branches() -> None:
    text = to_lcov(CoverageReport.of(program(), played(Start("Smith"), Choose("sword"))))
    assert text.splitlines() == [
        "TN:", "SF:Smith.yarn", "BRDA:4,0,0,1", "BRDA:6,0,1,0", "BRF:2", "BRH:1",
        "DA:3,1", "DA:4,1", "DA:5,1", "DA:6,0", "LF:4", "LH:3", "end_of_record",
    ]  # fmt: skip


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.wanted: list[str] = []
        self.marks: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.wanted += [str(found[name]) for name in ("src", "href") if name in found]
        if tag == "span" and "class" in found:
            self.marks.append(str(found["class"]))

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_name_of_a_file_stays_on_its_line_in_lcov() -> None:
    text = to_lcov(CoverageReport.of(compile([Source("A", "a\nSF:b, é.yarn", TEXT)]), Coverage()))
    assert [row for row in text.splitlines() if row.startswith("SF:")] == ["SF:a\\nSF:b, é.yarn"]


def test_the_page_holds_everything_and_shows_each_script() -> None:
    page = _Page()
    html = to_html(CoverageReport.of(program(), played(Start("Smith"), Choose("sword"))), {"Smith": TEXT})
    page.feed(html)
    assert page.wanted == ["#d0"]
    assert "A <sword>." in page.text
    assert "<sword>" not in html
    assert page.marks[-4:] == ["hit", "hit", "hit", "shown"]
    assert "<script" not in html
    assert "http" not in html


def test_a_page_without_the_text_of_a_script_lists_its_contents() -> None:
    assert "Smith: What?" in to_html(CoverageReport.of(program(), Coverage()), {})


@pytest.mark.parametrize("text", ["", "[]", '{"format": 9}', '{"format": 1, "hits": 3}'])
def test_what_is_no_coverage_is_misuse(tmp_path: Path, text: str) -> None:
    file = tmp_path / "story.cov"
    file.write_text(text, "utf-8")
    with pytest.raises(Misuse):
        Coverage.read(file)


@pytest.mark.parametrize(
    "text",
    [
        '{"format": 1, "runs": {}, "hits": {"A": {"x": -5}}, "offered": {}}',
        "[" * 100_000,
        '{"format": 1, "runs": {"x": 1e999}, "hits": {}, "offered": {}}',
    ],
)
def test_a_damaged_file_is_misuse(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.cov").write_text(text)
    with pytest.raises(Misuse, match=r"a\.cov is no") as caught:
        Coverage.read(tmp_path / "a.cov")
    assert caught.value.hint
