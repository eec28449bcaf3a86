"""Coverage as one page that holds everything: a table of the dialogues, and each script with its counts in the margin.

Decides how the page looks. It needs nothing from anywhere else: no script, no font, no picture, no network; every text
of a story is escaped. Where the text of a script cannot be had, its contents are listed instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from talewright.dialogue.syntax import split_rows
from talewright.testing.coverage.coverage import CoverageReport, Part, Row, percent

_STYLE = """\
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color: #222; }
table { border-collapse: collapse; } th, td { padding: .2rem .8rem; text-align: right; }
th:first-child, td:first-child { text-align: left; } tr + tr td { border-top: 1px solid #ddd; }
.bar { display: inline-block; width: 8rem; height: .7rem; background: #f3c6c0; border-radius: .2rem; }
.bar i { display: block; height: 100%; background: #5b9e6b; border-radius: .2rem; }
pre { font: 13px/1.45 ui-monospace, Menlo, Consolas, monospace; tab-size: 4; overflow-x: auto; border: 1px solid #ddd; }
pre span { display: block; padding-right: 1rem; } pre b { display: inline-block; width: 9.5rem; font-weight: normal;
  color: #777; text-align: right; padding-right: 1rem; user-select: none; }
.hit { background: #e6f3e8; } .miss { background: #fbe4e1; } .shown { background: #fdf3d5; }
@media (prefers-color-scheme: dark) { body { background: #1c1c1c; color: #ddd; } pre, tr + tr td { border-color: #444; }
  .hit { background: #21382a; } .miss { background: #4a2622; } .shown { background: #453a18; } a { color: #8ab4f8; } }
"""


def to_html(report: CoverageReport, sources: Mapping[str, str], *, title: str = "Coverage") -> str:
    """Return the page.

    Args:
        report: the counts.
        sources: the texts of the scripts, by the name of the dialogue.
        title: the name of the story.
    """
    runs = ", ".join(f"{count} x {name}" for name, count in sorted(report.runs.items())) or "none"
    parts = [part for part in report.parts if part.rows]
    reached, whole = report.covered()
    rows = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}: {report.percent:.0f}%</title><style>\n{_STYLE}</style></head><body>",
        f"<h1>{escape(title)}: {report.percent:.0f}%</h1>",
        f"<p>{reached} of {whole} lines and replies were reached. Runs: {escape(runs)}.</p>",
        "<table><tr><th>Dialogue<th>Lines<th>Replies<th>Cover<th></tr>",
        *(_summary(number, part) for number, part in enumerate(parts)),
        "</table>",
        '<p><span class="hit">&nbsp;reached&nbsp;</span> <span class="shown">&nbsp;offered, never chosen&nbsp;</span> '
        '<span class="miss">&nbsp;not reached&nbsp;</span></p>',
    ]
    for number, part in enumerate(parts):
        rows.append(f'<h2 id="d{number}">{escape(part.dialogue)} <small>{escape(part.path)}</small></h2>')
        rows.append(_script(part, sources.get(part.dialogue)))
    return "\n".join([*rows, "</body></html>\n"])


def _summary(number: int, part: Part) -> str:
    lines, replies = part.covered("line"), part.covered("reply")
    cover = percent(*part.covered())
    return (
        f'<tr><td><a href="#d{number}">{escape(part.dialogue)}</a><td>{lines[0]}/{lines[1]}'
        f"<td>{replies[0]}/{replies[1]}"
        f'<td>{cover:.0f}%<td><span class="bar"><i style="width:{cover:.0f}%"></i></span></tr>'
    )


def _script(part: Part, source: str | None) -> str:
    by_line: dict[int, list[Row]] = {}
    for row in part.rows:
        by_line.setdefault(row.content.span.line, []).append(row)
    if source is None:
        texts = {number: rows[0].content.text for number, rows in by_line.items()}
    else:
        texts = dict(enumerate(split_rows(source), 1))
    spans = [_line(number, text, by_line.get(number, [])) for number, text in texts.items()]
    return f"<pre>{''.join(spans)}</pre>"


def _line(number: int, text: str, rows: list[Row]) -> str:
    margin, style = "", ""
    if rows:
        hits = max(row.hits for row in rows)
        offered = max(row.offered for row in rows)
        style = "hit" if hits else "shown" if offered else "miss"
        margin = f"{hits}x of {offered} " if offered else f"{hits}x "
    kind = f' class="{style}"' if style else ""
    return f"<span{kind}><b>{margin}{number:>5}</b>{escape(text)}</span>"
