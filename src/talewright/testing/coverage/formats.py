"""Coverage as text for people, as JSON for programs, and as lcov for the tools that read it.

Decides the columns, the names of the JSON and how contents stand in lcov: a line of text is a line (``DA``), a reply is
a line and a branch of its choice (``BRDA``), as it may be offered and never taken.
"""

from __future__ import annotations

from typing import Any

from talewright.testing.coverage.coverage import CoverageReport, Part, Row, percent


def to_text(report: CoverageReport, *, missing: bool = True) -> str:
    """Return a table: for each dialogue its lines, replies, percent, and the line numbers of what is missing."""
    head = ("Dialogue", "Lines", "Replies", "Cover", "Missing" if missing else "")
    rows = [head, *(_row(part, missing) for part in report.parts if part.rows)]
    lines, replies = report.covered("line"), report.covered("reply")
    rows.append(("TOTAL", _share(lines), _share(replies), f"{report.percent:.0f}%", ""))
    widths = [max(len(row[at]) for row in rows) for at in range(4)]
    text = [
        f"{row[0]:<{widths[0]}}  {row[1]:>{widths[1]}}  {row[2]:>{widths[2]}}  {row[3]:>{widths[3]}}  {row[4]}".rstrip()
        for row in rows
    ]
    text.insert(1, "-" * max(map(len, text)))
    text.insert(-1, text[1])
    if report.runs:
        text.append(f"counted in {'; '.join(_run(name, count) for name, count in sorted(report.runs.items()))}")
    if report.stale:
        text.append(f"{report.stale} counts are of texts that are no longer there")
    return "\n".join(text) + "\n"


def _run(name: str, count: int) -> str:
    return name if count == 1 else f"{count} x {name}"


def _row(part: Part, missing: bool) -> tuple[str, str, str, str, str]:
    lost = _ranges([row for row in part.rows if not row.hits], part) if missing else ""
    cover = f"{percent(*part.covered()):.0f}%"
    return part.dialogue, _share(part.covered("line")), _share(part.covered("reply")), cover, lost


def _share(counts: tuple[int, int]) -> str:
    return f"{counts[0]}/{counts[1]}"


def _ranges(lost: list[Row], part: Part) -> str:
    """Return line numbers, what follows each other in the text as a range."""
    order = {id(row): at for at, row in enumerate(part.rows)}
    found: list[list[Row]] = []
    for row in lost:
        if found and order[id(row)] == order[id(found[-1][-1])] + 1:
            found[-1].append(row)
        else:
            found.append([row])
    lines = [(one[0].content.span.line, one[-1].content.span.line) for one in found]
    return ", ".join(f"{first}" if first == last else f"{first}-{last}" for first, last in lines)


def to_json(report: CoverageReport) -> dict[str, Any]:
    """Return plain data for programs."""
    return {
        "percent": report.percent,
        "lines": list(report.covered("line")),
        "replies": list(report.covered("reply")),
        "runs": dict(report.runs),
        "stale": report.stale,
        "dialogues": [
            {
                "dialogue": part.dialogue,
                "file": part.path,
                "percent": percent(*part.covered()),
                "contents": [
                    {
                        "kind": row.content.kind,
                        "id": row.content.id,
                        "choice": row.content.choice,
                        "node": row.content.node,
                        "line": row.content.span.line,
                        "text": row.content.text,
                        "hits": row.hits,
                        "offered": row.offered,
                    }
                    for row in part.rows
                ],
            }
            for part in report.parts
        ],
    }


def _one_line(path: str) -> str:
    """Return a path as one line: a name may hold line ends, a record of lcov may not."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in path)


def to_lcov(report: CoverageReport) -> str:
    """Return the text of an lcov file."""
    text: list[str] = []
    for part in report.parts:
        if not part.rows:
            continue
        text += ["TN:", f"SF:{_one_line(part.path)}"]
        replies = [row for row in part.rows if row.content.kind == "reply"]
        blocks: dict[str, int] = {}
        counts: dict[int, int] = {}
        for row in replies:
            block = blocks.setdefault(row.content.choice, len(blocks))
            taken = str(row.hits) if row.offered or row.hits else "-"
            branch = counts[block] = counts.get(block, -1) + 1
            text.append(f"BRDA:{row.content.span.line},{block},{branch},{taken}")
        text += [f"BRF:{len(replies)}", f"BRH:{sum(1 for row in replies if row.hits)}"]
        hits: dict[int, int] = {}
        for row in part.rows:
            hits[row.content.span.line] = max(hits.get(row.content.span.line, 0), row.hits)
        text += [f"DA:{line},{count}" for line, count in sorted(hits.items())]
        text += [f"LF:{len(hits)}", f"LH:{sum(1 for count in hits.values() if count)}", "end_of_record"]
    return "\n".join(text) + ("\n" if text else "")
