"""What people do with dialogues beside playing them: project files, graphs, line ids, string tables, test plans."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.dialogue.tools.contents import Content, contents_in, contents_of
    from talewright.dialogue.tools.csv_tables import to_csv
    from talewright.dialogue.tools.definitions import Definition, Definitions, define, to_ysls
    from talewright.dialogue.tools.graph import Graph, graph_of, to_dot, to_mermaid
    from talewright.dialogue.tools.plan_runner import PlanPlayer, PlanRunner, Unplanned
    from talewright.dialogue.tools.plan_steps import NoStep, Step, read_plan
    from talewright.dialogue.tools.plans import BarePlayer, plan_program
    from talewright.dialogue.tools.po_tables import to_po
    from talewright.dialogue.tools.portable import check_portable
    from talewright.dialogue.tools.project_files import scripts_below
    from talewright.dialogue.tools.string_tables import StringTable, Text, Translation, drift_of, texts_of
    from talewright.dialogue.tools.table_files import is_po, program_in, read_table, table_of
    from talewright.dialogue.tools.tagging import KINDS, renewed, shared_ids
    from talewright.dialogue.tools.text_lint import lint_texts

__all__ = [
    "KINDS",
    "BarePlayer",
    "Content",
    "Definition",
    "Definitions",
    "Graph",
    "NoStep",
    "PlanPlayer",
    "PlanRunner",
    "Step",
    "StringTable",
    "Text",
    "Translation",
    "Unplanned",
    "check_portable",
    "contents_in",
    "contents_of",
    "define",
    "drift_of",
    "graph_of",
    "is_po",
    "lint_texts",
    "plan_program",
    "program_in",
    "read_plan",
    "read_table",
    "renewed",
    "scripts_below",
    "shared_ids",
    "table_of",
    "texts_of",
    "to_csv",
    "to_dot",
    "to_mermaid",
    "to_po",
    "to_ysls",
]

_HOMES = {
    "talewright.dialogue.tools.contents": "Content contents_in contents_of",
    "talewright.dialogue.tools.csv_tables": "to_csv",
    "talewright.dialogue.tools.definitions": "Definition Definitions define to_ysls",
    "talewright.dialogue.tools.graph": "Graph graph_of to_dot to_mermaid",
    "talewright.dialogue.tools.plan_runner": "PlanPlayer PlanRunner Unplanned",
    "talewright.dialogue.tools.plan_steps": "NoStep Step read_plan",
    "talewright.dialogue.tools.plans": "BarePlayer plan_program",
    "talewright.dialogue.tools.po_tables": "to_po",
    "talewright.dialogue.tools.portable": "check_portable",
    "talewright.dialogue.tools.project_files": "scripts_below",
    "talewright.dialogue.tools.string_tables": "StringTable Text Translation drift_of texts_of",
    "talewright.dialogue.tools.table_files": "is_po program_in read_table table_of",
    "talewright.dialogue.tools.tagging": "KINDS renewed shared_ids",
    "talewright.dialogue.tools.text_lint": "lint_texts",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
