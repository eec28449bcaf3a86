"""Dialogues written as Yarn text: read, checked, compiled, and played one step at a time.

    compile({"Smith": text}) -> Program      every finding in .report, nothing raised
    advance(program, state, Start("Smith"))  -> (events, state); then Continue() and Choose("sword")
    show(program, state)                     -> (line, options): what to show now, right after a load too
    position_to_plain / position_from_plain / restore: a position in a save
    program.elements("Smith")                what can have a tag

The way through the package: ``source`` (text and rows), ``lexer``, ``commands`` and ``expressions`` (one row),
``indent`` and ``blocks`` (a body), ``parser`` (a file), ``syntax`` (the tree); ``checker``, ``types`` and ``structure``
(what must fit together); ``assembler`` and ``compiler`` (``program``); ``player``, ``evaluate``, ``builtins`` (play);
``state``, ``showing`` and ``anchors`` (where it stands). It knows ids, not tags, and nothing of messages or files.
"""

from __future__ import annotations

from talewright.dialogue.aliases import rename_memory
from talewright.dialogue.anchors import restore
from talewright.dialogue.builtins import BUILTINS
from talewright.dialogue.codes import CODES
from talewright.dialogue.compiler import compile
from talewright.dialogue.events import (
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
)
from talewright.dialogue.host import Host
from talewright.dialogue.identifiers import clean_id
from talewright.dialogue.markup import Attribute, Marked, parse_markup
from talewright.dialogue.player import advance, explain, value_of
from talewright.dialogue.plurals import Locale, locale_of
from talewright.dialogue.positions import position_from_plain, position_to_plain
from talewright.dialogue.program import Dialogue, Element, EnumInfo, Group, Node, Program, Use, VariableInfo
from talewright.dialogue.saliency import STRATEGIES, Candidate, Strategy
from talewright.dialogue.selecting import Selection
from talewright.dialogue.showing import show
from talewright.dialogue.signatures import Signature
from talewright.dialogue.source import Source, file_tags
from talewright.dialogue.state import Frame, Memory, Offered, Position, Shown, State

__all__ = [
    "BUILTINS",
    "CODES",
    "STRATEGIES",
    "Attribute",
    "BreakOff",
    "Candidate",
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
    "Use",
    "VariableInfo",
    "advance",
    "clean_id",
    "compile",
    "explain",
    "file_tags",
    "locale_of",
    "parse_markup",
    "position_from_plain",
    "position_to_plain",
    "rename_memory",
    "restore",
    "show",
    "value_of",
]
