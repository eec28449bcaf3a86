"""Plans: a conversation and what it should say, step by step."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.testing.plans.plans import SUFFIX, PlanReport, plan_text, play_plan, program_beside
    from talewright.testing.plans.players import BareStage, GameStage

__all__ = [
    "SUFFIX",
    "BareStage",
    "GameStage",
    "PlanReport",
    "plan_text",
    "play_plan",
    "program_beside",
]

_HOMES = {
    "talewright.testing.plans.plans": "PlanReport SUFFIX plan_text play_plan program_beside",
    "talewright.testing.plans.players": "BareStage GameStage",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
