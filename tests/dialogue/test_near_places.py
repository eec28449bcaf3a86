"""A save whose place was deleted, in a node that was renamed or moved, goes on at the nearest place that is left."""

from __future__ import annotations

import copy
import json
import pickle
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from tests.dialogue.telling import node

from talewright.dialogue import (
    Choose,
    Continue,
    Position,
    Program,
    Start,
    State,
    advance,
    compile,
    position_from_plain,
    position_to_plain,
    restore,
)
from talewright.dialogue.program.surroundings import near
from talewright.dialogue.tools.graph import graph_of
from talewright.errors import DialogueError

FORGE = """\
<<if true>>
    -> A sword. #choice:wares #line:sword
        <<if true>>
            Smith: It is sharp. #line:sharp
        <<endif>>
    -> A shield. #line:shield
        Smith: It is round. #line:round
<<endif>>
Smith: Good day. #line:bye
"""


def made(*nodes: str, name: str = "Test") -> Program:
    program = compile({name: "".join(nodes)})
    assert not program.report.errors, str(program.report)
    return program


def saved(program: Program, *choices: int, steps: int = 0) -> Position:
    _, state = advance(program, State(), Start(next(iter(program.dialogues))))
    for choice in choices:
        _, state = advance(program, state, Choose(choice))
    for _ in range(steps):
        _, state = advance(program, state, Continue())
    assert state.position is not None
    return position_from_plain(json.loads(json.dumps(position_to_plain(state.position))))


def without(text: str, *words: str) -> str:
    rows = text.splitlines(keepends=True)
    return "".join(row for row in rows if not any(word in row for word in words))


def test_faults_6_a8_a_deleted_option_in_a_renamed_node_leads_to_the_reply_beside_it() -> None:
    """faults §6 A8: no lock, the node renamed, the option of the line deleted."""
    position = saved(made(node(FORGE)), 0)
    assert position.content == "line:sharp"
    rows = FORGE.splitlines(keepends=True)
    left = "".join([rows[0], rows[5].replace(" #line:shield", " #choice:wares #line:shield"), *rows[6:]])
    program = made(node(left, "Smithy"))
    found, notices = restore(program, position)
    assert (found.node, found.kind, found.content) == ("Smithy", "start", "choice:wares")
    (notice,) = notices
    assert "line:sharp is no longer in Start" in notice
    assert "going on near it, at choice:wares in Smithy" in notice
    events, _ = advance(program, State(found), Continue())
    assert [one.id for one in getattr(events[-1], "options", ())] == ["shield"]


@pytest.mark.parametrize(
    ("words", "content"),
    [
        (("sword", "sharp"), "choice:shield"),  # the id of the group went with its first option
        (("sword", "sharp", "shield", "round"), "line:bye"),
        (("sword", "sharp", "shield", "line:bye"), "line:round"),
    ],
)
def test_the_nearest_of_what_is_left(words: tuple[str, ...], content: str) -> None:
    position = saved(made(node(FORGE)), 0)
    body = without(FORGE, *words).replace("    <<if true>>\n        <<endif>>\n", "")
    if "line:round" in body and "-> " not in body:
        body = body.replace("        Smith: It is round", "    Smith: It is round")
    found, notices = restore(made(node(body, "Smithy")), position)
    assert (found.node, found.content) == ("Smithy", content)
    assert len(notices) == 1


def test_a_sibling_branch_is_further_away_than_the_choice() -> None:
    program = made(node(FORGE))
    assert near(program.nodes["Start"], "line:sharp") == ("choice:wares", "line:shield", "line:bye", "line:round")


def test_another_node_that_took_the_name_is_not_the_place() -> None:
    position = saved(made(node(FORGE)), 0)
    program = made(node("Ann: Who are you? #line:who"), node("Smith: Good day. #line:bye", "Smithy"))
    found, notices = restore(program, position)
    assert (found.node, found.content) == ("Smithy", "line:bye")
    assert len(notices) == 1


def test_a_place_that_was_moved_once_is_found_after_a_second_edit() -> None:
    position = saved(made(node(FORGE)), 0)
    moved, _ = restore(made(node(without(FORGE, "sharp"), "Smithy")), position)
    again, notices = restore(made(node("Smith: Good day. #line:bye", "Yard")), moved)
    assert (again.node, again.content) == ("Yard", "line:bye")
    assert notices


def test_a_node_that_waits_for_a_detour_is_found_by_what_stands_around_it() -> None:
    before = made(node("<<detour Side>>\nAnn: Back. #line:back"), node("Ann: Aside. #line:side", "Side"))
    position = saved(before)
    after = made(node("Ann: Back. #line:back", "Main"), node("Ann: Aside. #line:side", "Side"))
    found, notices = restore(after, position)
    assert [frame.node for frame in found.stack] == ["Main"]
    assert "Main begins anew when it comes back" in " ".join(notices)
    events, _ = advance(after, State(found), Continue())
    assert "line:back" in [getattr(event, "id", "") for event in events]


def test_a_save_from_before_there_were_near_ids_still_loads() -> None:
    program = made(node(FORGE))
    position = saved(program, 0)
    plain = position_to_plain(position)
    del plain["near"]
    assert restore(program, plain)[0] == replace(position, near=())
    with pytest.raises(DialogueError, match="is gone, with all that was near"):
        restore(made(node("Smith: Good day. #line:bye", "Smithy")), plain)


# Over edits that nobody thought of


class Story:
    """A node as a tree: lines, options with bodies, conditions, once blocks."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.count = 0
        self.body = self.block(3)

    def id(self) -> str:
        self.count += 1
        return f"n{self.count}"

    def block(self, depth: int) -> list[Any]:
        found: list[Any] = [["line", self.id()]]
        for _ in range(self.rng.randrange(1, 3)):
            kind = self.rng.choice(["line", "if", "once", "group"] if depth else ["line"])
            if kind == "line":
                found.append(["line", self.id()])
            elif kind == "group":
                options = (
                    [[self.id(), self.block(depth - 2)] for _ in range(self.rng.randrange(1, 4))]
                    if depth > 1
                    else [[self.id(), [["line", self.id()]]]]
                )
                found.append(["group", self.id(), options])
            else:
                found.append([kind, self.block(depth - 1)])
        return found

    def edit(self, block: list[Any]) -> None:
        """Delete some things, anywhere."""
        for one in list(block):
            if self.rng.random() < 0.45:
                block.remove(one)
            elif one[0] == "group":
                for option in list(one[2]):
                    if self.rng.random() < 0.4 and len(one[2]) > 1:
                        one[2].remove(option)
                    else:
                        self.edit(option[1])
            elif one[0] != "line":
                self.edit(one[1])

    def rows(self, block: list[Any], indent: str = "") -> list[str]:
        found = []
        for one in block:
            if one[0] == "line":
                found.append(f"{indent}Ann: {one[1]} #line:{one[1]}")
            elif one[0] == "group":
                found.append("")  # parts it from a group above
                for number, (name, body) in enumerate(one[2]):
                    choice = f" #choice:{one[1]}" if number == 0 else ""
                    found += [f"{indent}-> {name}{choice} #line:{name}", *self.rows(body, indent + "    ")]
            else:
                head = "<<if true>>" if one[0] == "if" else "<<once>>"
                end = "<<endif>>" if one[0] == "if" else "<<endonce>>"
                found += [indent + head, *self.rows(one[1], indent + "    "), indent + end]
        return found

    def text(self) -> str:
        return "\n".join(self.rows(self.body)) + "\n"


@pytest.mark.parametrize("seed", range(150))
def test_no_edit_makes_a_load_refuse_while_anything_near_is_left(seed: int) -> None:
    rng = Random(seed)
    story = Story(rng)
    before = made(node(story.text()))
    _, state = advance(before, State(), Start("Test"))
    for _ in range(rng.randrange(8)):
        assert state.position is not None
        options = state.position.options
        given = Choose(rng.randrange(len(options))) if state.position.kind == "options" else Continue()
        _, following = advance(before, state, given)
        if following.position is None:
            break
        state = following
    assert state.position is not None
    position = position_from_plain(json.loads(json.dumps(position_to_plain(state.position))))

    story.edit(story.body)
    title = rng.choice(["Start", "Renamed"])
    name = rng.choice(["Test", "Other"])
    others = [node("Bob: Else. #line:else", "Far")] if rng.random() < 0.5 else []
    nodes = [node(story.text(), title), *others]
    rng.shuffle(nodes)
    after = made(*nodes, name=name)
    left = {word for row in story.text().split("\n") for word in row.split() if word.startswith("#line:n")}
    try:
        found, notices = restore(after, position)
    except DialogueError:
        assert not left
        assert title != "Start"
        return
    assert found.node in after.nodes
    if found.kind == "start" or found.node != position.node or name != "Test":
        assert notices, "where it went is said"
    if found.kind != "start":
        assert (found.kind, found.content) == (position.kind, position.content)
    given = Continue() if found.kind != "options" else Choose(0)
    advance(after, replace(state, position=found), given)
    assert position_from_plain(position_to_plain(found)) == found


def test_the_reason_of_a_closed_option_is_what_a_player_reads() -> None:
    """faults §6 C: transcripts show `$quest == ...` where the player reads a reason; a spent one says so."""
    body = (
        "Ann: Well? #line:w\n-> Job. <<once if $job>> #line:job #choice:c #reason:you_know_of_none\n-> Bye. #line:bye\n"
    )
    program = made(node("<<declare $job = false>>\n" + body + "<<jump Start>>\n"))
    events, state = advance(program, State(), Start("Test"))
    assert [one.reason for one in getattr(events[-1], "options")] == ["you know of none", ""]  # noqa: B009
    _, state = advance(program, replace(state, memory={**state.memory, "$job": True}), Choose(1))
    _, state = advance(program, state, Choose(0))
    events, _ = advance(program, state, Choose(1))
    assert [one.reason for one in getattr(events[-1], "options")] == ["already chosen", ""]  # noqa: B009


def test_a_choice_is_drawn_with_its_prompt() -> None:
    """faults §6 C: graph diamonds show hashes where a prompt is known."""
    program = made(node("Ann: What will it be? #line:0a1b2c\n-> Tea. #line:tea #choice:9f8e7d\n"))
    assert [one.label for one in graph_of(program).vertices if one.kind == "choice"] == ["Ann: What will it be?"]


def test_a_copy_and_a_pickle_of_a_place_know_what_stands_around_it() -> None:
    program = compile({"T": "title: A\n---\n-> Yes #line:yes #choice:ask\n    Good. #line:good\n-> No #line:no\n==="})
    _, state = advance(program, State(), Start("T"))
    _, state = advance(program, state, Choose(0))
    assert state.position is not None
    expected = ("choice:ask", "line:no")
    for made in (copy.deepcopy(state), pickle.loads(pickle.dumps(state.position)), state):
        place = made.position if isinstance(made, State) else made
        assert place == state.position
        assert tuple(place.near) == expected
