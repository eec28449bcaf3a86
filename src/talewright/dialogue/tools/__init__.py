"""What people do with dialogues beside playing them: graphs and line ids."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.dialogue.tools.graph import Graph, graph_of, to_dot, to_mermaid
    from talewright.dialogue.tools.plans import PLAN_SIGNATURES, NoStep, Step, choice, plan_functions, read_plan
    from talewright.dialogue.tools.tagging import KINDS, renewed, shared_ids

__all__ = [
    "KINDS",
    "PLAN_SIGNATURES",
    "Graph",
    "NoStep",
    "Step",
    "choice",
    "graph_of",
    "plan_functions",
    "read_plan",
    "renewed",
    "shared_ids",
    "to_dot",
    "to_mermaid",
]

_HOMES = {
    "talewright.dialogue.tools.graph": "Graph graph_of to_dot to_mermaid",
    "talewright.dialogue.tools.plans": "PLAN_SIGNATURES NoStep Step choice plan_functions read_plan",
    "talewright.dialogue.tools.tagging": "KINDS renewed shared_ids",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
