"""Plans: a conversation and what it should say, step by step."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.testing.plans.players import CountingPlayer, GamePlayer
    from talewright.testing.plans.playing import SUFFIX, PlanReport, plan_text, play_plan, program_beside

__all__ = [
    "SUFFIX",
    "CountingPlayer",
    "GamePlayer",
    "PlanReport",
    "plan_text",
    "play_plan",
    "program_beside",
]

_HOMES = {
    "talewright.testing.plans.players": "CountingPlayer GamePlayer",
    "talewright.testing.plans.playing": "PlanReport SUFFIX plan_text play_plan program_beside",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
