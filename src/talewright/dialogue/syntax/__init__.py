"""Yarn's text as a tree of nodes, each with its place."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.dialogue.syntax.floats import Value, divide, f32, print_number, print_value, remainder
    from talewright.dialogue.syntax.identity import (
        CHOICE,
        COUNTERS,
        LINE,
        ONCE,
        REPLY,
        SHADOW,
        SHUFFLE,
        VIEWS,
        VISITS,
        WAS,
        Numbering,
        copy_hint,
        first_given,
        metadata,
        old_ids,
        renew_command,
        reply_id,
        tag_hint,
        tagged,
    )
    from talewright.dialogue.syntax.lexer import MISSING
    from talewright.dialogue.syntax.lookalikes import like_a_function, like_a_keyword, likenesses
    from talewright.dialogue.syntax.nodes import (
        Binary,
        Call,
        CallStatement,
        CommandStatement,
        Condition,
        DeclareStatement,
        DetourStatement,
        EnumCase,
        EnumStatement,
        Expression,
        Hashtag,
        IfStatement,
        JumpStatement,
        LineGroup,
        LineStatement,
        Literal,
        Member,
        Node,
        OnceStatement,
        OptionGroup,
        OptionStatement,
        ReturnStatement,
        Script,
        SetStatement,
        Statement,
        StopStatement,
        Text,
        Unary,
        Variable,
        statements_of,
    )
    from talewright.dialogue.syntax.parser import parse
    from talewright.dialogue.syntax.printing import print_expression, print_script
    from talewright.dialogue.syntax.source import Source, file_tags, row_starts, split_rows
    from talewright.dialogue.syntax.words import clean_id, identifier_end, split_command, split_words

__all__ = [
    "CHOICE",
    "COUNTERS",
    "LINE",
    "MISSING",
    "ONCE",
    "REPLY",
    "SHADOW",
    "SHUFFLE",
    "VIEWS",
    "VISITS",
    "WAS",
    "Binary",
    "Call",
    "CallStatement",
    "CommandStatement",
    "Condition",
    "DeclareStatement",
    "DetourStatement",
    "EnumCase",
    "EnumStatement",
    "Expression",
    "Hashtag",
    "IfStatement",
    "JumpStatement",
    "LineGroup",
    "LineStatement",
    "Literal",
    "Member",
    "Node",
    "Numbering",
    "OnceStatement",
    "OptionGroup",
    "OptionStatement",
    "ReturnStatement",
    "Script",
    "SetStatement",
    "Source",
    "Statement",
    "StopStatement",
    "Text",
    "Unary",
    "Value",
    "Variable",
    "clean_id",
    "copy_hint",
    "divide",
    "f32",
    "file_tags",
    "first_given",
    "identifier_end",
    "like_a_function",
    "like_a_keyword",
    "likenesses",
    "metadata",
    "old_ids",
    "parse",
    "print_expression",
    "print_number",
    "print_script",
    "print_value",
    "remainder",
    "renew_command",
    "reply_id",
    "row_starts",
    "split_command",
    "split_rows",
    "split_words",
    "statements_of",
    "tag_hint",
    "tagged",
]

_HOMES = {
    "talewright.dialogue.syntax.floats": "Value divide f32 print_number print_value remainder",
    "talewright.dialogue.syntax.identity": (
        "CHOICE COUNTERS LINE Numbering ONCE REPLY SHADOW SHUFFLE VIEWS VISITS WAS copy_hint first_given metadata "
        "old_ids renew_command reply_id tag_hint tagged"
    ),
    "talewright.dialogue.syntax.lexer": "MISSING",
    "talewright.dialogue.syntax.lookalikes": "like_a_function like_a_keyword likenesses",
    "talewright.dialogue.syntax.nodes": (
        "Binary Call CallStatement CommandStatement Condition DeclareStatement DetourStatement EnumCase EnumStatement "
        "Expression Hashtag IfStatement JumpStatement LineGroup LineStatement Literal Member Node OnceStatement "
        "OptionGroup OptionStatement ReturnStatement Script SetStatement Statement StopStatement Text Unary Variable "
        "statements_of"
    ),
    "talewright.dialogue.syntax.parser": "parse",
    "talewright.dialogue.syntax.printing": "print_expression print_script",
    "talewright.dialogue.syntax.source": "Source file_tags row_starts split_rows",
    "talewright.dialogue.syntax.words": "clean_id identifier_end split_command split_words",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
