"""The lists of ink #195 and #310: what happens to a save when its script is edited (dialogue.md sections 2 and 4.3).

Each case plays to a stop, edits, restores, and says where the conversation stands then and what a person is told.
"""

from __future__ import annotations

import json

import pytest
from tests.dialogue.telling import node

from talewright.dialogue import (
    Choose,
    Command,
    Continue,
    Input,
    Line,
    Options,
    Position,
    Start,
    State,
    advance,
    compile,
    position_to_plain,
    restore,
    show,
)
from talewright.errors import DialogueError

BODY = """<<declare $gold = 1>>
Ann: one #line:one
Ann: two {$gold} #line:two
-> Yes #line:yes #choice:ask
    Ann: glad #line:glad
    <<give {$gold}>>
    Ann: more #line:more
-> No #line:no
    Ann: sad #line:sad
Ann: end #line:end"""
SCRIPT = node(BODY)
TO: dict[str, list[Input]] = {
    "one": [],
    "ask": [Continue()],
    "glad": [Continue(), Choose("yes")],
    "give": [Continue(), Choose("yes"), Continue()],
    "more": [Continue(), Choose("yes"), Continue(), Continue()],
    "end": [Continue(), Choose("no"), Continue()],
}


def saved(at: str) -> tuple[dict[str, object], State]:
    made = compile({"Test": SCRIPT})
    assert not made.report.errors
    _, state = advance(made, State(), Start("Test"))
    for given in TO[at]:
        _, state = advance(made, state, given)
    assert state.position is not None
    return json.loads(json.dumps(position_to_plain(state.position))), state


def after(at: str, edited: str, **more: object) -> tuple[str, list[str], int]:
    """Give what is shown after the edit (or next), the options, and how many notices there are."""
    plain, state = saved(at)
    made = compile({"Test": edited})
    assert not made.report.errors, str(made.report)
    position, notices = restore(made, plain, **more)  # type: ignore[arg-type]
    here = State(position, state.memory)
    line, options = show(made, here)
    if line is None and not options:
        events, here = advance(made, here, Continue())
        line = next((event for event in events if isinstance(event, Line)), None)
        last = events[-1]
        if isinstance(last, Command):
            return f"<<{last.text}>>", [], len(notices)
        options = last.options if isinstance(last, Options) else ()
    return line.text if line else "", [option.text for option in options], len(notices)


def edit(old: str, new: str) -> str:
    assert old in SCRIPT
    return SCRIPT.replace(old, new)


YES = "-> Yes #line:yes"


@pytest.mark.parametrize(
    ("what", "at", "edited", "line", "options", "notices"),
    [
        ("a line inserted above", "two", edit("Ann: one", "Ann: zero #line:zero\nAnn: one"), "two 1", ["Yes", "No"], 0),
        ("a line inserted below", "one", edit("Ann: two", "Ann: new #line:new\nAnn: two"), "one", [], 0),
        ("a comment and blanks", "more", edit("Ann: two", "// why\n  Ann: two"), "more", [], 0),
        ("the text of the line changed", "more", edit("Ann: more", "Ann: a lot more"), "a lot more", [], 0),
        ("the line deleted", "more", edit("    Ann: more #line:more\n", ""), "glad", [], 1),
        ("the first line of a reply deleted", "glad", edit("    Ann: glad #line:glad\n", ""), "<<give 1>>", [], 1),
        ("the line moved down in its node", "one", edit("Ann: one #line:one\n", "") .replace(
            "Ann: end", "Ann: one #line:one\nAnn: end"), "one", [], 0),
        ("the line moved to another node", "more", edit("    Ann: more #line:more\n", "") + node(
            "Ann: more #line:more", "Other"), "more", [], 1),
        ("the node renamed", "more", edit("title: Start", "title: Begin\nformerly: Start"), "more", [], 0),
        ("the node renamed without saying so", "more", edit("title: Start", "title: Begin"), "more", [], 1),
        ("an option inserted above", "ask", edit(YES, "-> Maybe #line:maybe\n-> Yes #line:yes"), "two 1",
         ["Maybe", "Yes", "No"], 1),
        ("an option inserted below", "ask", edit("-> No", "-> Maybe #line:maybe\n-> No"), "two 1",
         ["Yes", "Maybe", "No"], 1),
        ("an option deleted", "ask", edit("-> No #line:no\n    Ann: sad #line:sad\n", ""), "two 1", ["Yes"], 1),
        ("the options moved behind each other", "ask", edit(YES, "-> Other #line:other #choice:x\n\n" + YES), "two 1",
         ["Yes", "No"], 0),
        ("the id of the choice renamed", "ask", edit("#choice:ask", "#choice:new #was:choice:ask"), "two 1",
         ["Yes", "No"], 0),
        ("a value added to the line", "ask", edit("two {$gold}", "two {$gold} of {$gold}"), "two 1 of 1",
         ["Yes", "No"], 1),
        ("a variable removed", "ask", edit("<<declare $gold = 1>>\n", "").replace("{$gold}", "{3}"), "two 1",
         ["Yes", "No"], 0),
        ("a variable added", "ask", edit("<<declare $gold = 1>>", "<<declare $gold = 1>>\n<<declare $new = 2>>"),
         "two 1", ["Yes", "No"], 0),
        ("the command moved", "give", edit("    <<give {$gold}>>\n    Ann: more", "    Ann: calm #line:calm\n"
         "    <<give {$gold}>>\n    Ann: more"), "more", [], 0),
        ("the command deleted", "give", edit("    <<give {$gold}>>\n", ""), "glad", [], 1),
        ("a node inserted above", "more", node("Hi", "Before") + SCRIPT, "more", [], 0),
        ("everything around it deleted", "end", node("Ann: new #line:new"), "new", [], 1),
    ],
)  # fmt: skip
def test_where_a_save_stands_after_an_edit(
    what: str, at: str, edited: str, line: str, options: list[str], notices: int
) -> None:
    if at == "two":
        at = "ask"
    found = after(at, edited)
    assert found[:2] == (line, options), what
    assert bool(found[2]) == bool(notices), what


def test_a_node_that_is_gone_goes_on_at_the_named_fallback() -> None:
    other = node("Ann: hub #line:hub", "Hub")
    assert after("more", "#fallback:Hub\n" + other) == ("hub", [], 1)
    assert after("more", other, fallback="Hub") == ("hub", [], 1)
    plain, _ = saved("more")
    made = compile({"Test": other}, fallback="Hub")
    assert restore(made, plain)[0].node == "Hub"
    with pytest.raises(DialogueError, match="is gone, with all that was near the place") as caught:
        restore(compile({"Test": other}), plain)
    assert "#fallback:Node" in caught.value.hint


def test_a_fallback_is_a_node() -> None:
    text = node("Hi")
    found = compile({"Test": f"#fallback:Strat\n{text}"}).report
    assert [(f.code, f.hint) for f in found] == [("TW-YARN-22", "did you mean Start?")]
    assert [f.code for f in compile({"Test": text}, fallback="Hub").report] == ["TW-YARN-22"]


def test_every_stop_restores_to_itself() -> None:
    made = compile({"Test": SCRIPT})
    for at in TO:
        plain, state = saved(at)
        assert restore(made, plain) == (state.position, ())


def test_old_saves_without_a_stack_still_load() -> None:
    position = Position("Test", "Start", "line", "line:one")
    plain = position_to_plain(position)
    assert "stack" not in plain
    assert restore(compile({"Test": SCRIPT}), plain)[0].stack == ()
