"""What a compiled dialogue is, and what its expressions are worth."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.dialogue.program.aliases import NODE, called_today, collect_aliases
    from talewright.dialogue.program.assembling import (
        BINARY,
        CALL,
        LOAD,
        PUSH,
        Members,
        assemble,
        codes_of,
        codes_of_step,
        complexity,
        compound,
    )
    from talewright.dialogue.program.builtins import BUILTINS, BadValue, type_of
    from talewright.dialogue.program.evaluating import Misfit, evaluate
    from talewright.dialogue.program.outline import Outline
    from talewright.dialogue.program.program import (
        Assign,
        Branch,
        Call,
        ChoiceContent,
        Code,
        Command,
        CommandContent,
        Detour,
        Dialogue,
        EnumInfo,
        Goto,
        Group,
        Guard,
        Instruction,
        ItemContent,
        Jump,
        LineContent,
        MarkOnce,
        Markup,
        Node,
        Offer,
        OptionContent,
        Pick,
        Program,
        Return,
        Say,
        Select,
        SkipOnce,
        Stop,
        Template,
        TypeName,
        Use,
        VariableInfo,
        Word,
        strategies_of,
    )
    from talewright.dialogue.program.saliency import DEFAULT, STRATEGIES, Candidate, Strategy, strategy_named
    from talewright.dialogue.program.signatures import (
        LITERAL,
        TAG,
        Functions,
        Kind,
        Signature,
        misfit,
        signature,
        signatures_of,
        type_of_kinds,
    )
    from talewright.dialogue.program.structure import check_structure, elements_of
    from talewright.dialogue.program.surroundings import around, near, place_of

__all__ = [
    "BINARY",
    "BUILTINS",
    "CALL",
    "DEFAULT",
    "LITERAL",
    "LOAD",
    "NODE",
    "PUSH",
    "STRATEGIES",
    "TAG",
    "Assign",
    "BadValue",
    "Branch",
    "Call",
    "Candidate",
    "ChoiceContent",
    "Code",
    "Command",
    "CommandContent",
    "Detour",
    "Dialogue",
    "EnumInfo",
    "Functions",
    "Goto",
    "Group",
    "Guard",
    "Instruction",
    "ItemContent",
    "Jump",
    "Kind",
    "LineContent",
    "MarkOnce",
    "Markup",
    "Members",
    "Misfit",
    "Node",
    "Offer",
    "OptionContent",
    "Outline",
    "Pick",
    "Program",
    "Return",
    "Say",
    "Select",
    "Signature",
    "SkipOnce",
    "Stop",
    "Strategy",
    "Template",
    "TypeName",
    "Use",
    "VariableInfo",
    "Word",
    "around",
    "assemble",
    "called_today",
    "check_structure",
    "codes_of",
    "codes_of_step",
    "collect_aliases",
    "complexity",
    "compound",
    "elements_of",
    "evaluate",
    "misfit",
    "near",
    "place_of",
    "signature",
    "signatures_of",
    "strategies_of",
    "strategy_named",
    "type_of",
    "type_of_kinds",
]

_HOMES = {
    "talewright.dialogue.program.aliases": "NODE called_today collect_aliases",
    "talewright.dialogue.program.assembling": (
        "BINARY CALL LOAD Members PUSH assemble codes_of codes_of_step complexity compound"
    ),
    "talewright.dialogue.program.builtins": "BUILTINS BadValue type_of",
    "talewright.dialogue.program.evaluating": "Misfit evaluate",
    "talewright.dialogue.program.outline": "Outline",
    "talewright.dialogue.program.program": (
        "Assign Branch Call ChoiceContent Code Command CommandContent Detour Dialogue EnumInfo Goto Group Guard "
        "Instruction ItemContent Jump LineContent MarkOnce Markup Node Offer OptionContent Pick Program Return Say "
        "Select SkipOnce Stop Template TypeName Use VariableInfo Word strategies_of"
    ),
    "talewright.dialogue.program.saliency": "Candidate DEFAULT STRATEGIES Strategy strategy_named",
    "talewright.dialogue.program.signatures": (
        "Functions Kind LITERAL Signature TAG misfit signature signatures_of type_of_kinds"
    ),
    "talewright.dialogue.program.structure": "check_structure elements_of",
    "talewright.dialogue.program.surroundings": "around near place_of",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
