"""Test plans: what a dialogue is expected to say, and whether it does.

Decides what a script and a plan may be given as, which functions official plans expect, and how failures read. The
steps are read in :mod:`.plan_steps` and played in :mod:`.plan_runner`. Beyond the official grammar, ``select:`` takes
the id of a reply as well as its number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, Final

from talewright.dialogue.compiling import compile
from talewright.dialogue.play import Host, Memory
from talewright.dialogue.program import Program, Signature
from talewright.dialogue.syntax import Source
from talewright.dialogue.tools.plan_runner import PlanRunner, Unplanned
from talewright.dialogue.tools.plan_steps import read_plan
from talewright.errors import DialogueError

#: The functions that official plans expect of their host, with their types.
PLAN_SIGNATURES: Final[Mapping[str, Signature]] = {
    "assert": Signature(("Bool",), 1, returns="Bool"),
    "add_three_operands": Signature(("Number", "Number", "Number"), 3, returns="Number"),
    "set_objective_complete": Signature(("String",), 1, returns="Bool"),
    "is_objective_active": Signature(("String",), 1, returns="Bool"),
    "get_quest_status": Signature(("String",), 1, returns="Number"),
    "dummy_bool": Signature((), returns="Bool"),
    "dummy_number": Signature((), returns="Number"),
    "dummy_string": Signature((), returns="String"),
}


class _Failed(Exception):
    """The script's own ``assert`` failed; its name stands in what is told of it."""


@dataclass(frozen=True, slots=True)
class PlanResult:
    """How a plan went.

    Attributes:
        passed: whether everything was as planned.
        failures: what was not, by the row of the plan; after one, the run ends and the next begins.
        compared: how many lines, options and commands were compared.
    """

    passed: bool
    failures: tuple[str, ...]
    compared: int


def plan_functions() -> dict[str, Callable[..., Any]]:
    """Return the functions that official plans expect of their host."""

    def check(condition: bool) -> bool:
        if not condition:
            raise _Failed("the script's own assert failed")
        return True

    return {
        "assert": check,
        "add_three_operands": lambda a, b, c: a + b + c,
        "set_objective_complete": lambda objective: True,
        "is_objective_active": lambda objective: True,
        "get_quest_status": lambda quest: 0.0,
        "dummy_bool": lambda: True,
        "dummy_number": lambda: 1.0,
        "dummy_string": lambda: "string",
    }


class BarePlayer:
    """Plays a plan without a game.

    Args:
        program: what is played.
        host: who answers; None: the functions of official plans.
    """

    def __init__(self, program: Program, host: Host | None = None) -> None:
        self.program = program
        self.memory: Mapping[str, Any] = Memory()
        self._host = host or Host(plan_functions(), Random, "best_least_recently_viewed")
        self.saliency = self._host.saliency if isinstance(self._host.saliency, str) else ""

    def host(self) -> Host:
        """Return who answers."""
        return replace(self._host, saliency=self.saliency or self._host.saliency)


def run_plan(
    script: Program | Source | Path | str,
    plan: Path | str,
    *,
    host: Host | None = None,
    hashtags: bool = False,
) -> PlanResult:
    """Run a test plan.

    Args:
        script: a program, a source, a file, or the text of a script.
        plan: a file, or the text of a plan.
        host: who plays; without one, a host with the functions of official plans.
        hashtags: whether the hashtags behind a step must stand on the line, too.

    Returns:
        What happened; errors of the script are failures.

    >>> text = "title: Start\\n---\\nAnn: Hi\\n-> Bye\\n==="
    >>> run_plan(text, "line: `Ann: Hi`\\noption: `Bye`\\nselect: 1\\nstop")
    PlanResult(passed=True, failures=(), compared=2)
    >>> run_plan(text, "line: `Ann: Ho`").failures
    ("row 1: the line 'Ann: Ho' is expected, not 'Ann: Hi'",)
    """
    try:
        program = _program(script)
        runs = read_plan(plan.read_text("utf-8-sig") if isinstance(plan, Path) else plan, hashtags=hashtags)
    except DialogueError as error:
        return PlanResult(False, (str(error),), 0)
    if program.report.errors:
        return PlanResult(False, tuple(map(str, program.report.errors)), 0)
    runner = PlanRunner(BarePlayer(program, host), hashtags=hashtags)
    failures: list[str] = []
    for row, failed in runner.run(runs):
        if not isinstance(failed, (Unplanned, DialogueError)):
            raise failed
        failures.append(f"row {row}: {failed.sentence if isinstance(failed, Unplanned) else failed}")
    return PlanResult(not failures, tuple(failures), runner.compared)


def _program(script: Program | Source | Path | str) -> Program:
    if isinstance(script, Program):
        return script
    if isinstance(script, Path):
        script = Source.from_bytes(script.stem, script.name, script.read_bytes())
    elif isinstance(script, str):
        script = Source("Plan", "Plan.yarn", script)
    return plan_program(script)


def plan_program(script: Source) -> Program:
    """Compile the script of a plan as the official tests do: with their functions, and leave to play others."""
    return compile([script], functions=PLAN_SIGNATURES, strict_functions=False, strict_targets=False)
