"""Dialogues written as Yarn text: read, checked, compiled, and played one step at a time.

    read_program(paths) -> Program           scripts, folders, .yarnproject files; compile({"Smith": text}) from texts
    check(paths) -> Report                   every finding of a whole project
    advance(program, state, Start("Smith"))  -> (events, state); then Continue() and Choose("sword")
    show(program, state)                     -> (line, options): what to show now, right after a load too
    position_to_plain / position_from_plain / restore / rename_memory: positions and memory in a save
    History                                  the stops that it came by: noted(before, after), rewind(program, state)
    explain(program, state, "Smith", "Gossip"), value_of(program, state, "$gold"): look without changing
    run_plan(script, plan) -> PlanResult     a test plan
    tag_sources(sources, random)             ids for what lacks them
    program.elements("Smith")                what can have a tag
    outline_of(program), program_in_parts(outline, compile_one): scripts compiled one by one, when they are needed

The way through the package, room by room from the ground: ``syntax`` (``source``, ``lexer``, ``commands`` and
``expressions`` for one row, ``indent`` and ``blocks`` for a body, ``parser`` for a file, ``nodes`` for the tree,
``printing`` for the way back); ``program`` (what a compiled dialogue is, and what its expressions are worth); ``text``
(templates, markup, plurals, translations); ``checking`` (what must fit together); ``compiling`` (scripts into a
program, whole or one at a time); ``play`` (``stepping``, ``running`` and ``selecting`` make a step; ``state``,
``showing``, ``positions``, ``anchors`` and ``rewinding`` know where it stands); ``tools`` (project files, ids,
definitions, graphs, string tables, test plans). It knows ids, not tags, and nothing of messages; only tools open files.
"""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.dialogue.codes import CODES
    from talewright.dialogue.compiling.compiler import compile, compile_part
    from talewright.dialogue.compiling.on_demand import program_in_parts
    from talewright.dialogue.play.anchors import restore
    from talewright.dialogue.play.events import (
        BreakOff,
        Choose,
        Command,
        Continue,
        DialogueEnded,
        DialogueStarted,
        Event,
        Input,
        Line,
        NoOptions,
        Option,
        Options,
        ReplySelected,
        Rewound,
        Selected,
        Start,
        SubdialogueEntered,
        SubdialogueLeft,
        TextFault,
    )
    from talewright.dialogue.play.host import Host
    from talewright.dialogue.play.positions import position_from_plain, position_to_plain
    from talewright.dialogue.play.rewinding import History
    from talewright.dialogue.play.selecting import Selection
    from talewright.dialogue.play.showing import show
    from talewright.dialogue.play.state import Frame, Memory, Offered, Position, Shown, State
    from talewright.dialogue.play.stepping import advance, explain, value_of
    from talewright.dialogue.program.aliases import rename_memory
    from talewright.dialogue.program.builtins import BUILTINS
    from talewright.dialogue.program.outline import Outline, outline_of
    from talewright.dialogue.program.program import Dialogue, Element, EnumInfo, Group, Node, Program, Use, VariableInfo
    from talewright.dialogue.program.saliency import STRATEGIES, Candidate, Strategy
    from talewright.dialogue.program.signatures import Signature
    from talewright.dialogue.syntax.source import Source, file_tags
    from talewright.dialogue.syntax.words import clean_id
    from talewright.dialogue.text.markup import Attribute, Marked, parse_markup
    from talewright.dialogue.text.plurals import Locale, locale_of
    from talewright.dialogue.tools.plans import PlanResult, run_plan
    from talewright.dialogue.tools.project_files import check, read_program, read_sources
    from talewright.dialogue.tools.tagging import Change, Tagged, missing_ids, tag_sources

__all__ = [
    "BUILTINS",
    "CODES",
    "STRATEGIES",
    "Attribute",
    "BreakOff",
    "Candidate",
    "Change",
    "Choose",
    "Command",
    "Continue",
    "Dialogue",
    "DialogueEnded",
    "DialogueStarted",
    "Element",
    "EnumInfo",
    "Event",
    "Frame",
    "Group",
    "History",
    "Host",
    "Input",
    "Line",
    "Locale",
    "Marked",
    "Memory",
    "NoOptions",
    "Node",
    "Offered",
    "Option",
    "Options",
    "Outline",
    "PlanResult",
    "Position",
    "Program",
    "ReplySelected",
    "Rewound",
    "Selected",
    "Selection",
    "Shown",
    "Signature",
    "Source",
    "Start",
    "State",
    "Strategy",
    "SubdialogueEntered",
    "SubdialogueLeft",
    "Tagged",
    "TextFault",
    "Use",
    "VariableInfo",
    "advance",
    "check",
    "clean_id",
    "compile",
    "compile_part",
    "explain",
    "file_tags",
    "locale_of",
    "missing_ids",
    "outline_of",
    "parse_markup",
    "position_from_plain",
    "position_to_plain",
    "program_in_parts",
    "read_program",
    "read_sources",
    "rename_memory",
    "restore",
    "run_plan",
    "show",
    "tag_sources",
    "value_of",
]

_HOMES = {
    "talewright.dialogue.codes": "CODES",
    "talewright.dialogue.compiling.compiler": "compile compile_part",
    "talewright.dialogue.compiling.on_demand": "program_in_parts",
    "talewright.dialogue.play.anchors": "restore",
    "talewright.dialogue.play.events": (
        "BreakOff Choose Command Continue DialogueEnded DialogueStarted Event Input Line NoOptions Option Options "
        "ReplySelected Rewound Selected Start SubdialogueEntered SubdialogueLeft TextFault"
    ),
    "talewright.dialogue.play.host": "Host",
    "talewright.dialogue.play.positions": "position_from_plain position_to_plain",
    "talewright.dialogue.play.rewinding": "History",
    "talewright.dialogue.play.selecting": "Selection",
    "talewright.dialogue.play.showing": "show",
    "talewright.dialogue.play.state": "Frame Memory Offered Position Shown State",
    "talewright.dialogue.play.stepping": "advance explain value_of",
    "talewright.dialogue.program.aliases": "rename_memory",
    "talewright.dialogue.program.builtins": "BUILTINS",
    "talewright.dialogue.program.outline": "Outline outline_of",
    "talewright.dialogue.program.program": "Dialogue Element EnumInfo Group Node Program Use VariableInfo",
    "talewright.dialogue.program.saliency": "Candidate STRATEGIES Strategy",
    "talewright.dialogue.program.signatures": "Signature",
    "talewright.dialogue.syntax.source": "Source file_tags",
    "talewright.dialogue.syntax.words": "clean_id",
    "talewright.dialogue.text.markup": "Attribute Marked parse_markup",
    "talewright.dialogue.text.plurals": "Locale locale_of",
    "talewright.dialogue.tools.plans": "PlanResult run_plan",
    "talewright.dialogue.tools.project_files": "check read_program read_sources",
    "talewright.dialogue.tools.tagging": "Change Tagged missing_ids tag_sources",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
