"""The graph with what was played, what cannot be reached, and dead ends."""

from __future__ import annotations

from talewright.dialogue import compile
from talewright.testing import Coverage, explore
from talewright.testing.coverage.graph_colours import marked_dot, marked_mermaid, marks_of
from talewright.testing.exploring.search import Seen

TEXT = """\
title: Start
---
Hi. #line:hi
-> Shop. #choice:where #line:shop
    <<jump Shop>>
-> Never. <<if false>> #line:never
-> Bye. #line:bye
===
title: Shop
---
Buy! #line:buy
<<jump Shop>>
===
title: Lost
---
Nobody. #line:nobody
<<jump Lost>>
===
"""


def test_every_mark() -> None:
    program = compile({"A": TEXT})
    found = explore(program, begin="first")
    marks = marks_of(program, Coverage.of_seen(program, found.seen), found)
    assert marks == {
        "A/Start": "visited",
        "A.Choice_where": "visited",
        "A.Choice_where.shop": "visited",
        "A.Choice_where.never": "unreachable",
        "A.Choice_where.bye": "visited",
        "A/Shop": "dead",
        "A/Lost": "unreachable",
    }
    mermaid = marked_mermaid(program, marks)
    assert "classDef dead fill:#fbe4e1,stroke:#c0392b" in mermaid
    assert mermaid.splitlines()[-1].endswith(" dead")
    dot = marked_dot(program, marks)
    assert '"A/Shop" [style=filled, fillcolor="#fbe4e1"' in dot
    assert dot.endswith("}\n")
    assert dot.count("{") == dot.count("}")


def test_what_was_not_played_is_missed() -> None:
    program = compile({"A": TEXT})
    marks = marks_of(program, Coverage.of_seen(program, Seen()))
    assert set(marks.values()) == {"missed"}


def test_what_the_game_starts_is_not_drawn_as_what_nobody_can_reach() -> None:
    text = "title: A\n---\nHi.\n<<if false>>\n-> No. #line:no\n<<endif>>\n===\ntitle: Started\n---\nHello.\n===\n"
    program = compile({"A": text})
    exploration = explore(program)
    marks = marks_of(program, Coverage.of_seen(program, exploration.seen), exploration)
    rows = marked_mermaid(program, marks).splitlines()
    assert marks["A/Started"] == "visited"
    assert sum(row.startswith("    classDef unreachable ") for row in rows) == 1
    assert "    classDef never fill:#e4e4e4,stroke:#777777" in rows
