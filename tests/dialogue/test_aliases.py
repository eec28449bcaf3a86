"""Old names: `formerly:` and `#was:` (dialogue.md section 4.2, rule 7)."""

from __future__ import annotations

from tests.dialogue.telling import node

from talewright.dialogue import (
    Choose,
    Options,
    Position,
    Shown,
    Start,
    State,
    advance,
    compile,
    rename_memory,
    restore,
    show,
)


def test_a_node_a_line_a_choice_and_a_reply_follow_their_names() -> None:
    old = compile({"Test": node("Ann: Hi #line:hi\n-> Go #line:go #choice:way\n    Bye #line:bye")})
    new = compile({
        "Test": node(
            "Ann: Hello #line:hello #was:hi\n-> Leave #line:leave #was:line:go #choice:exit #was:choice:way\n    Bye",
            "Begin",
            "formerly: Start\n",
        )
    })  # fmt: skip
    assert not new.report.errors
    _, state = advance(old, State(), Start("Test"))
    position, notices = restore(new, state.position or Position("", "", "line"))
    assert notices == ()
    assert (position.node, position.content) == ("Begin", "exit")
    line, options = show(new, State(position))
    assert line is not None
    assert (line.text, [option.id for option in options]) == ("Hello", ["leave"])
    events, _ = advance(new, State(position), Choose("leave"))
    assert events[0].reply == "leave"  # type: ignore[union-attr]


def test_elements_know_their_old_ids_and_uids() -> None:
    text = (
        "#uid:f1 #was:Old.Name\ntitle: A\nformerly: B C\nuid: u1\n---\n"
        "-> Go #line:go #was:walk #choice:way #was:choice:path\n===\n"
    )
    elements = compile({"Test": text}).elements("Test")
    assert [(e.kind, e.formerly, e.uid) for e in elements] == [
        ("dialogue", ("Old_Name",), "f1"),
        ("subdialogue", ("B", "C"), "u1"),
        ("choice", ("path",), ""),
        ("reply", ("walk",), ""),
    ]


def test_memory_is_brought_up_to_date_and_counts_add_up() -> None:
    made = compile({
        "Test": node("=> one #line:a #was:x\n=> two #line:b\nc <<once>> #line:c #was:y", "New", "formerly: Old Older\n")
    })  # fmt: skip
    memory = {
        "$Yarn.Internal.Visiting.Old": 2,
        "$Yarn.Internal.Visiting.New": 3,
        "$Yarn.Internal.Visiting.Older": 1,
        "$Yarn.Internal.Content.ViewCount.line:x": 4,
        "$Yarn.Internal.Once.line:y": True,
        "$Yarn.Internal.Once.once:line:y": True,
        "$gold": 5.0,
        "$Yarn.Internal.Visiting.Gone": 7,
    }
    found, notices = rename_memory(made, memory)
    assert found == {
        "$Yarn.Internal.Visiting.New": 6,
        "$Yarn.Internal.Content.ViewCount.line:a": 4,
        "$Yarn.Internal.Once.line:c": True,
        "$Yarn.Internal.Once.once:line:c": True,
        "$gold": 5.0,
        "$Yarn.Internal.Visiting.Gone": 7,
    }
    assert notices[0] == "$Yarn.Internal.Visiting.Old is $Yarn.Internal.Visiting.New now"
    assert rename_memory(compile({"Test": node("Hi")}), memory) == (memory, ())


def test_a_member_may_have_had_another_subtitle() -> None:
    made = compile({"Test": node("x", "G", "when: always\nsubtitle: B\nformerly: A\n")})
    assert made.aliases == {"node:A": "node:G.B", "node:G.A": "node:G.B"}
    saved = Position("Test", "G.A", "line", "line:gone", Shown("line:gone"))
    assert restore(made, saved)[0].node == "G.B"


def test_an_old_name_that_is_taken_is_an_error() -> None:
    def found(*texts: str) -> list[str]:
        return [f.code for f in compile({"Test": "".join(texts)}).report.errors]

    assert found(node("a", "A", "formerly: B\n"), node("b", "B")) == ["TW-YARN-23"]
    assert found(node("a", "A", "formerly: X\n"), node("b", "B", "formerly: X\n")) == ["TW-YARN-23"]
    assert found(node("a #line:a #was:b\nb #line:b")) == ["TW-YARN-23"]
    assert found(node("a #line:a #was:x\nb #line:b")) == []


def test_a_dialogue_that_was_renamed_says_so() -> None:
    made = compile({"New": "#was:Old\n" + node("Hi #line:hi")})
    position, notices = restore(made, Position("Old", "Start", "line", "line:hi", Shown("line:hi")))
    assert position.dialogue == "New"
    assert notices == ("Old: the dialogue is called New now",)


def test_an_offer_of_options_that_were_renamed_stays_as_it_was_shown() -> None:
    old = compile({"Test": node("-> A #line:a #choice:c\n-> B <<if false>> #line:b")})
    new = compile({"Test": node("-> A #line:x #was:a #choice:c\n-> B <<if false>> #line:y #was:b")})
    events, state = advance(old, State(), Start("Test"))
    assert isinstance(events[-1], Options)
    assert state.position is not None
    position, _ = restore(new, state.position)
    _, options = show(new, State(position))
    assert [(one.id, one.available, one.reason) for one in options] == [("x", True, ""), ("y", False, "false")]


def test_counts_of_two_former_names_that_are_no_numbers_alike_keep_the_number() -> None:
    made = compile({"Test": "title: Forge\nformerly: Smith Smithy\n---\nHi\n===\n"})
    memory = {"$Yarn.Internal.Visiting.Smith": "often", "$Yarn.Internal.Visiting.Smithy": 2.0}
    assert rename_memory(made, memory)[0] == {"$Yarn.Internal.Visiting.Forge": 2.0}
