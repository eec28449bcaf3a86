"""Whether a script stays a script for every Yarn tool.

Decides dialogue.md section 4.2, rule 9: what this library adds are headers and hashtags, which others ignore. The proof
is to take them out and compile again: the same findings, the same instructions. What others would play differently is
said: ``<<select Name>>`` is a command to them that nobody handles, and so are the functions that only games of this
library have.
"""

from __future__ import annotations

import re
from typing import Final

from talewright.diagnostics import Report
from talewright.dialogue.codes import finding
from talewright.dialogue.compiling.compiler import compile
from talewright.dialogue.program import Program, Select
from talewright.dialogue.syntax import Source

_HASHTAGS: Final = re.compile(r"[ \t]*#(?:choice|reply|was|uid|dialogue|class|fallback|selector):[^\s#$<]*")
_HEADERS: Final = re.compile(r"[ \t]*(?:uid|formerly|selectors|weight)[ \t]*:", re.IGNORECASE)
_OWN_FUNCTIONS: Final = frozenset(("plays", "selected"))


def check_portable(source: Source) -> Report:
    """Find what another Yarn tool would refuse or play differently.

    >>> text = "title: A\\nuid: 1\\n---\\n<<select B>>\\n===\\ntitle: B\\n---\\nHi #line:hi #was:ho\\n==="
    >>> [finding.message for finding in check_portable(Source("A", "A.yarn", text))]
    ['other Yarn tools take <<select B>> for a command of the game']
    """
    report = Report()
    program = compile([source], strict_targets=False)
    bare = compile([Source(source.name, source.path, stripped(source.text))], strict_targets=False)
    before = sorted(f.code for f in program.report.errors if f.code.startswith("YS"))
    after = sorted(f.code for f in bare.report.errors if f.code.startswith("YS"))
    if before != after or _shape(program) != _shape(bare):
        message = "without the headers and hashtags of this library the script reads differently"
        place = next(iter(program.nodes.values())).span if program.nodes else None
        if place is not None:
            report.append(finding("TW-YARN-25", message, place, "look for text in the place of a hashtag"))
    for node in program.nodes.values():
        for step in node.code:
            if isinstance(step, Select):
                message = f"other Yarn tools take <<select {step.selector}>> for a command of the game"
                hint = "a node group and <<detour Title>> say the same in plain Yarn"
                report.append(finding("TW-YARN-25", message, step.span, hint))
    for use in program.functions:
        if use.name in _OWN_FUNCTIONS:
            message = f"other Yarn tools have no function {use.name}"
            report.append(finding("TW-YARN-25", message, use.span, "their host has to define it"))
    return report.sorted()


def stripped(text: str) -> str:
    """Return a script without the headers and hashtags of this library; every line keeps its number."""
    rows: list[str] = []
    in_body = False
    for row in text.splitlines(keepends=True):
        content = row.strip()
        if not in_body and _HEADERS.match(row):
            rows.append("\n")
            continue
        if content.startswith("---"):
            in_body = True
        elif content.startswith("==="):
            in_body = False
        rows.append(row if "#" not in row else _HASHTAGS.sub("", row))
    return "".join(rows)


def _shape(program: Program) -> list[tuple[str, tuple[str, ...]]]:
    """Return the titles and the kinds of instructions: what another tool would run."""
    return [(node.title, tuple(type(step).__name__ for step in node.code)) for node in program.nodes.values()]
