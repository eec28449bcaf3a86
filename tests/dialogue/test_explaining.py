"""Every code has a text, and every example in it gives the code; mended, it does not."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from talewright.diagnostics import Report
from talewright.dialogue import (
    Program,
    Signature,
    Source,
    Start,
    State,
    TextFault,
    advance,
    compile,
    missing_ids,
    tag_sources,
)
from talewright.dialogue.codes import CODES, severity_of
from talewright.dialogue.program.signatures import Kind
from talewright.dialogue.tools.portable import check_portable
from talewright.errors import DialogueError
from talewright.explaining import Example, examples_of, explanation_of

WITHOUT_EXAMPLES = {
    "TW-YARN-03": "a file of bytes", "TW-YARN-06": "a project file", "TW-YARN-07": "a definitions file",
    "TW-YARN-26": "should not happen", "TW-YARN-36": "Python code",
    "TW-YARN-63": "Python code",
}  # fmt: skip
DOCS = Path(__file__).resolve().parents[2] / "docs" / "diagnostics"


def sources(text: str) -> list[Source]:
    parts = re.split(r"^// file: (\S+)\n", text, flags=re.MULTILINE)
    if len(parts) == 1:
        return [Source("Example", "Example.yarn", text)]
    named = zip(parts[1::2], parts[2::2], strict=True)
    return [Source(path.removesuffix(".yarn").removeprefix("D_"), path, body) for path, body in named]


def findings(example: Example) -> Report:
    """Run an example by the words behind its fence."""
    given: dict[str, object] = {}
    for word in example.settings:
        key, _, value = word.partition("=")
        if key == "commands":
            name, colon, count = value.partition(":")
            known = Signature((None,), 1, kinds=((Kind(count),),)) if not count.isdigit() else None
            given[key] = {name: (known or Signature((None,) * int(count), int(count))) if colon else None}
        elif key in ("functions", "characters"):
            given[key] = value.split(",")
        elif key == "language":
            given[key] = int(value)
        elif key == "whole":
            given[key] = True
    listed = sources(example.text)
    if "tags" in example.settings:
        return missing_ids(tag_sources(listed, Random(1)))
    if "portable" in example.settings:
        return check_portable(listed[0])
    program = compile(listed, **given)  # type: ignore[arg-type]
    report = Report(program.report)
    if "plays" in example.settings:
        report += play(program, example)
    return report


def play(program: Program, example: Example) -> Report:
    memory = dict(word.split("=") for word in example.settings if word.startswith("$"))
    try:
        events, _ = advance(program, State(None, memory), Start("Example"))
    except DialogueError as error:
        return error.report
    return Report(event.finding for event in events if isinstance(event, TextFault))


@pytest.mark.parametrize("code", CODES)
def test_the_example_gives_the_code_and_mended_it_does_not(code: str) -> None:
    examples = examples_of(code)
    if code in WITHOUT_EXAMPLES:
        assert examples == []
        return
    bad, good = examples
    found = {finding.code: finding.severity for finding in findings(bad)}
    assert found.get(code) == severity_of(code)
    mended = findings(good)
    assert code not in {finding.code for finding in mended}
    assert not mended.errors, str(mended)


@pytest.mark.parametrize("code", CODES)
def test_the_text_names_code_and_severity_and_is_the_one_in_the_documentation(code: str) -> None:
    text = explanation_of(code)
    assert text.startswith(f"# {code}: {CODES[code]}\n\nSeverity: {severity_of(code)}\n\n")
    assert all(len(row) <= 200 for row in text.splitlines())
    if DOCS.is_dir():
        assert (DOCS / f"{code}.md").read_text("utf-8") == text
