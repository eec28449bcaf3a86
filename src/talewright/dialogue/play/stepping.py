"""Plays a program: ``advance(program, state, input)`` gives events and the next state.

Decides what a step is to those who call it: a pure function of what it is given. Nothing is kept, no clock, no random
numbers but the host's. A step that fails raises, and the state before it is still good. What happens inside is
:mod:`.running`'s.
"""

from __future__ import annotations

from typing import Final

from talewright.diagnostics import Span
from talewright.dialogue.play.events import Event, Input
from talewright.dialogue.play.host import Host
from talewright.dialogue.play.running import Run
from talewright.dialogue.play.selecting import Selection, no_entry, select, unmoved
from talewright.dialogue.play.state import Memory, State
from talewright.dialogue.program import Misfit, Program
from talewright.dialogue.syntax import Value
from talewright.errors import DialogueError
from talewright.names import did_you_mean

_NO_HOST: Final = Host()


def advance(
    program: Program, state: State, given: Input, *, host: Host | None = None
) -> tuple[tuple[Event, ...], State]:
    """Play to the next stop.

    Args:
        program: what :func:`talewright.dialogue.compile` gave.
        state: where the conversation stands.
        given: what the host says: ``Start``, ``Continue``, ``Choose`` or ``BreakOff``.
        host: functions and random numbers, where the script uses any.

    Returns:
        The events in their order, and the state to hand to the next call.

    Raises:
        DialogueError: the input does not fit the state, an option is not available, or the script fails; the message
            has the place. ``state`` is unchanged and can be used again.

    >>> from talewright.dialogue import Choose, Start, compile
    >>> program = compile({"Smith": "title: Forge\\n---\\nSmith: Yes?\\n-> A sword. #line:sword\\n==="})
    >>> events, state = advance(program, State(), Start("Smith"))
    >>> [type(event).__name__ for event in events]
    ['DialogueStarted', 'SubdialogueEntered', 'Line', 'Options']
    >>> events, state = advance(program, state, Choose("sword"))
    >>> events[-1]
    DialogueEnded(dialogue='Smith', completed=True)
    """
    run = Run(program, state.memory, host or _NO_HOST)
    position = run.go(state.position, given)
    memory = state.memory
    if run.changes:
        memory = memory.updated(run.changes) if isinstance(memory, Memory) else Memory({**memory, **run.changes})
    return tuple(run.events), State(position, memory)


def explain(program: Program, state: State, dialogue: str, selector: str, *, host: Host | None = None) -> Selection:
    """Tell what a selector would select now, and why; nothing is changed and nothing drawn.

    Raises:
        DialogueError: nothing has the name.
    """
    run = Run(program, state.memory, unmoved(host or _NO_HOST))
    found = select(run, dialogue, selector)
    if found is None:
        raise no_entry(program, dialogue, selector)
    return found


def value_of(program: Program, state: State, name: str, *, host: Host | None = None) -> Value:
    """Return the value of a variable as a script would read it: stored, at its default, or worked out (a smart one).

    Raises:
        DialogueError: no script has the variable, or working it out failed.

    >>> from talewright.dialogue import compile
    >>> text = "title: A\\n---\\n<<declare $gold = 3>>\\n<<declare $rich = $gold > 2>>\\n{$rich}\\n==="
    >>> value_of(compile({"A": text}), State(), "$rich")
    True
    """
    run = Run(program, state.memory, unmoved(host or _NO_HOST))
    known = program.variables.get(name)
    run.place = known.span if known is not None else Span("")
    try:
        return run.load(name)
    except Misfit as misfit:
        raise DialogueError(str(misfit), hint=did_you_mean(name, program.variables)) from None
