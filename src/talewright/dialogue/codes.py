"""The codes of the findings about dialogues, one line each, with their severity.

Decides which code names which mistake and how bad it is. Yarn's own codes (YS and four digits) are used where they
exist, with Yarn's severity (dialogue.md section 6.14), so that a person finds the same number in other Yarn tools;
what only this library can find has a code of its own, TW-YARN and two digits. Where a finding lies, and its words, are
decided by whoever makes it. The codes of what goes wrong while a dialogue runs are here too.
"""

from __future__ import annotations

from typing import Final

from talewright.diagnostics import Diagnostic, Severity, Span
from talewright.errors import DialogueError

CODES: Final[dict[str, str]] = {
    "YS0003": "a variable is used and nowhere declared",
    "YS0004": "a node lacks its --- or its ===",
    "YS0005": "the text does not follow the syntax",
    "YS0006": "a command is not closed with >>",
    "YS0007": "a block is not closed",
    "YS0008": "code behind a jump, a return or a stop never runs",
    "YS0009": "nothing leads to a node",
    "YS0010": "a variable is declared and never used",
    "YS0011": "two nodes have one title",
    "YS0012": "a jump goes to a node that does not exist",
    "YS0013": "no function has this name",
    "YS0014": "a function is called with the wrong parameters",
    "YS0015": "nodes jump to each other for ever",
    "YS0016": "nobody has the name of this speaker",
    "YS0017": "a line has both #line: and #shadow:",
    "YS0018": "two lines have one id",
    "YS0019": "text follows a command on its line",
    "YS0020": "a command follows text on its line",
    "YS0021": "a >> closes nothing",
    "YS0022": "a keyword stands without << and >>",
    "YS0027": "a title is no identifier",
    "YS0028": "nothing tells the type of a variable",
    "YS0029": "an expression in a line has no type",
    "YS0030": "a smart variable is set",
    "YS0031": "a node of a group has no when:",
    "YS0032": "two nodes of a group have one subtitle",
    "YS0033": "a node is empty",
    "YS0035": "the cases of an enum do not fit together",
    "YS0036": "the language version of the project is too low",
    "YS0037": "the value of a case is not written out",
    "YS0038": "an enum has no such case",
    "YS0039": "a variable is declared twice",
    "YS0040": "two types have one name",
    "YS0042": "a shadow line has no source",
    "YS0043": "a shadow line or its source has expressions",
    "YS0044": "a shadow line says something else than its source",
    "YS0045": "a smart variable is worked out from itself",
    "YS0048": "a command stands in single chevrons",
    "YS0050": "a type does not fit",
    "YS0051": "a node has no title",
    "YS0052": "a node has several titles",
    "YS0053": "a declared type does not fit its value",
    "YS0060": "no command has this name",
    "YS0061": "a command has too few or too many words",
    "YS0062": "a line has several ids",
    "YS0063": "markup is broken",
    "YS0064": "a command has chevrons to spare",
    "TW-YARN-02": "blocks, expressions or smart variables are nested too deep",
    "TW-YARN-03": "a file is no UTF-8 text",
    "TW-YARN-04": "one line is indented with blanks and tabs",
    "TW-YARN-05": "an empty line ended the body of an option above an indented line",
    "TW-YARN-06": "a project file cannot be read",
    "TW-YARN-07": "a definitions file cannot be read",
    "TW-YARN-10": "two elements of a dialogue have one id",
    "TW-YARN-11": "two dialogues have one name",
    "TW-YARN-12": "an option group has two choice ids",
    "TW-YARN-13": "an option group has no #choice: on its first option",
    "TW-YARN-14": "an option has no #line: id",
    "TW-YARN-15": "what happens once has no id to be remembered by",
    "TW-YARN-16": "an id is empty or not legal",
    "TW-YARN-17": "a node of a group has no name that lasts",
    "TW-YARN-18": "an option that shadows a line has no #reply: id",
    "TW-YARN-19": "an option has both #line: and #reply:",
    "TW-YARN-20": "a select names nothing",
    "TW-YARN-21": "a selector is declared wrongly",
    "TW-YARN-22": "a fallback is no node",
    "TW-YARN-23": "an old name is taken",
    "TW-YARN-24": "an id is missing that the tagger would write",
    "TW-YARN-25": "a script needs this library",
    "TW-YARN-26": "the tagger would change more than ids",
    "TW-YARN-30": "a running dialogue met a value of the wrong type",
    "TW-YARN-31": "a function failed",
    "TW-YARN-32": "a dialogue runs in circles without showing anything",
    "TW-YARN-33": "a running dialogue jumped to a node that does not exist",
    "TW-YARN-34": "a dialogue draws random numbers and was given none",
    "TW-YARN-35": "too many nodes wait for a detour to come back",
    "TW-YARN-36": "a strategy chose what it was not offered",
    "TW-YARN-40": "a replacement in a text lacks a case",
    "TW-YARN-41": "a running dialogue shows a text that lacks a case for its value",
    "TW-YARN-42": "a command looks like a keyword",
    "TW-YARN-43": "text looks like an option, a value, a command or a comment",
    "TW-YARN-44": "a row is indented to no open block",
    "TW-YARN-45": "the body of an option is not indented",
    "TW-YARN-46": "a comment or a hashtag takes what looks like text",
    "TW-YARN-61": "a word is not what its parameter takes",
    "TW-YARN-62": "an expression in a command has another type than its parameter",
    "TW-YARN-63": "a command failed",
}
"""What each code says, by code."""

#: The codes whose findings stop nothing but a person should read; all others are errors.
WARNINGS: Final = frozenset((
    "YS0003", "YS0008", "YS0016", "YS0019", "YS0021", "YS0022", "YS0033", "YS0048", "YS0060", "YS0061",
    "YS0063", "YS0064", "TW-YARN-04", "TW-YARN-05", "TW-YARN-07", "TW-YARN-13", "TW-YARN-14", "TW-YARN-15",
    "TW-YARN-17", "TW-YARN-18", "TW-YARN-19", "TW-YARN-20", "TW-YARN-24", "TW-YARN-25", "TW-YARN-40", "TW-YARN-41",
    "TW-YARN-42", "TW-YARN-43", "TW-YARN-44", "TW-YARN-45", "TW-YARN-46", "TW-YARN-62",
))  # fmt: skip

#: The codes whose findings are notes.
NOTES: Final = frozenset(("YS0009", "YS0010", "YS0015"))


def finding(code: str, message: str, span: Span, hint: str = "", *, severity: Severity | None = None) -> Diagnostic:
    """Make a finding with the severity that its code has, unless another is given.

    >>> print(finding("YS0033", "the node Start is empty", Span("D_Smith.yarn", 2)))
    D_Smith.yarn:2:1: warning YS0033: the node Start is empty
    """
    return Diagnostic(code, severity or severity_of(code), message, hint, span)


def severity_of(code: str) -> Severity:
    """Return the severity that a code has.

    >>> severity_of("YS0010"), severity_of("YS0033"), severity_of("YS0005")
    ('information', 'warning', 'error')
    """
    return "information" if code in NOTES else "warning" if code in WARNINGS else "error"


def failure(code: str, message: str, span: Span, hint: str = "") -> DialogueError:
    """Make the error of a running dialogue: its report holds the one place in the script."""
    return DialogueError(report=[finding(code, message, span, hint)])
