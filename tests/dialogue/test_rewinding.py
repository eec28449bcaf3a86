"""Going back, and that it is the mechanism of a save (dialogue.md section 4.3)."""

from __future__ import annotations

import json

import pytest
from tests.dialogue.telling import node, program

from talewright.dialogue import Choose, Continue, Input, Options, Program, Rewound, Start, State, advance, compile, show
from talewright.dialogue.play.rewinding import History
from talewright.errors import DialogueError

BODY = (
    "<<declare $gold = 0>>\nAnn: one #line:one\n<<set $gold += 1>>\nAnn: two {$gold} #line:two\n"
    "-> A #line:a #choice:c\n    <<set $gold += 5>>\n    Ann: rich <<once>> #line:rich\n    <<give {$gold}>>\n"
    "-> B #line:b\nAnn: end #line:end"
)


class Walk:
    def __init__(self, made: Program) -> None:
        self.program = made
        self.state = State()
        self.history = History()
        self.states: list[State] = []

    def step(self, given: Input) -> None:
        before = self.state
        _, self.state = advance(self.program, before, given)
        self.history = self.history.noted(before, self.state)
        self.states.append(self.state)

    def play(self) -> Walk:
        for given in (Start("Test"), Continue(), Choose("a"), Continue(), Continue()):
            self.step(given)
        return self


def test_every_step_back_gives_the_state_that_was_there() -> None:
    walk = Walk(program(BODY)).play()
    for steps in range(1, 5):
        events, state, rest = walk.history.rewind(walk.program, walk.state, steps)
        assert state == State(walk.states[4 - steps].position, dict(walk.states[4 - steps].memory))
        assert events == (Rewound("Test", steps),)
        assert len(rest) == 4 - steps
        assert show(walk.program, state) == show(walk.program, walk.states[4 - steps])
    again = advance(walk.program, walk.history.rewind(walk.program, walk.state, 2)[1], Continue())
    assert again[1].position == walk.states[3].position


def test_memory_goes_back_by_what_each_step_changed() -> None:
    walk = Walk(program(BODY)).play()
    assert walk.state.memory["$gold"] == 6.0
    assert walk.history.past[1].before == {"$gold": 1.0, "$Yarn.Internal.Once.line:rich": None}
    _, state, _ = walk.history.rewind(walk.program, walk.state, 4)
    assert dict(state.memory) == {}


def test_what_another_conversation_changed_meanwhile_stays() -> None:
    walk = Walk(program(BODY)).play()
    meanwhile = State(walk.state.position, {**walk.state.memory, "$other": 3.0})
    _, state, _ = walk.history.rewind(walk.program, meanwhile, 3)
    assert dict(state.memory) == {"$gold": 1.0, "$other": 3.0}


def test_one_may_go_back_from_behind_the_end() -> None:
    walk = Walk(program(BODY)).play()
    walk.step(Continue())
    assert walk.state.position is None
    _, state, _ = walk.history.rewind(walk.program, walk.state)
    assert state.position == walk.states[4].position


def test_a_history_is_a_ring_and_a_new_dialogue_begins_a_new_one() -> None:
    made = program("tick\n<<jump Start>>")
    walk = Walk(made)
    walk.history = History(limit=3)
    walk.step(Start("Test"))
    for _ in range(10):
        walk.step(Continue())
    assert len(walk.history) == 3
    with pytest.raises(DialogueError, match="reaches back 3 stops, not 4"):
        walk.history.rewind(made, walk.state, 4)
    assert len(walk.history.noted(State(), walk.state)) == 0


def test_a_history_goes_through_a_save() -> None:
    walk = Walk(program(BODY)).play()
    plain = json.loads(json.dumps(walk.history.to_plain()))
    assert History.from_plain(plain) == walk.history
    with pytest.raises(DialogueError, match="the past of a history"):
        History.from_plain({"past": 3})


def test_one_may_rewind_over_an_edit_of_the_script() -> None:
    walk = Walk(program(BODY)).play()
    edited = compile({"Test": node("Ann: zero #line:zero\n" + BODY.replace("Ann: two {$gold} #line:two\n", ""))})
    events, state, _ = walk.history.rewind(edited, walk.state, 3)
    assert isinstance(events[0], Rewound)
    assert events[0].notices == ("Test: c has changed in Start; it is shown anew",)
    events, _ = advance(edited, state, Continue())
    assert isinstance(events[-1], Options)
