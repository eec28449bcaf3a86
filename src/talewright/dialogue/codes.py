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

CODES: Final[dict[str, tuple[Severity, str]]] = {
    "YS0003": ("warning", "a variable is used and nowhere declared"),
    "YS0004": ("error", "a node lacks its --- or its ==="),
    "YS0005": ("error", "the text does not follow the syntax"),
    "YS0006": ("error", "a command is not closed with >>"),
    "YS0007": ("error", "a block is not closed"),
    "YS0008": ("warning", "code behind a jump or a stop never runs"),
    "YS0011": ("error", "two nodes have one title"),
    "YS0012": ("warning", "a jump goes to a node that does not exist"),
    "YS0013": ("error", "no function has this name"),
    "YS0014": ("error", "a function is called with the wrong parameters"),
    "YS0017": ("error", "a line has both #line: and #shadow:"),
    "YS0018": ("error", "two lines have one id"),
    "YS0019": ("warning", "text follows a command on its line"),
    "YS0020": ("error", "a command follows text on its line"),
    "YS0021": ("warning", "a >> closes nothing"),
    "YS0022": ("warning", "a keyword stands without << and >>"),
    "YS0027": ("error", "a title is no identifier"),
    "YS0028": ("error", "nothing tells the type of a variable"),
    "YS0029": ("error", "an expression in a line has no type"),
    "YS0033": ("warning", "a node is empty"),
    "YS0037": ("error", "a value is no literal of its type"),
    "YS0039": ("error", "a variable is declared twice"),
    "YS0048": ("warning", "a command stands in single chevrons"),
    "YS0050": ("error", "a type does not fit"),
    "YS0051": ("error", "a node has no title"),
    "YS0052": ("error", "a node has several titles"),
    "YS0053": ("error", "a declared type does not fit its value"),
    "YS0060": ("warning", "no command has this name"),
    "YS0062": ("error", "a line has several ids"),
    "YS0064": ("warning", "a command has chevrons to spare"),
    "TW-YARN-01": ("error", "a feature of the language is not supported yet"),
    "TW-YARN-02": ("error", "blocks or expressions are nested too deep"),
    "TW-YARN-03": ("error", "a file is no UTF-8 text"),
    "TW-YARN-04": ("warning", "one line is indented with blanks and tabs"),
    "TW-YARN-05": ("warning", "an empty line ended the body of an option above an indented line"),
    "TW-YARN-10": ("error", "two elements of a dialogue have one id"),
    "TW-YARN-11": ("error", "two dialogues have one name"),
    "TW-YARN-12": ("error", "an option group has two choice ids"),
    "TW-YARN-13": ("warning", "an option group has no #choice: on its first option"),
    "TW-YARN-14": ("warning", "an option has no #line: id"),
    "TW-YARN-15": ("warning", "what happens once has no id to be remembered by"),
    "TW-YARN-16": ("error", "an id is empty or not legal"),
    "TW-YARN-30": ("error", "a running dialogue met a value of the wrong type"),
    "TW-YARN-31": ("error", "a function failed"),
    "TW-YARN-32": ("error", "a dialogue runs in circles without showing anything"),
    "TW-YARN-33": ("error", "a running dialogue jumped to a node that does not exist"),
    "TW-YARN-34": ("error", "a dialogue draws random numbers and was given none"),
}


def finding(code: str, message: str, span: Span, hint: str = "", *, severity: Severity | None = None) -> Diagnostic:
    """Make a finding with the severity that its code has, unless another is given.

    >>> print(finding("YS0033", "the node Start is empty", Span("D_Smith.yarn", 2)))
    D_Smith.yarn:2:1: warning YS0033: the node Start is empty
    """
    return Diagnostic(code, severity or CODES[code][0], message, hint, span)


def failure(code: str, message: str, span: Span, hint: str = "") -> DialogueError:
    """Make the error of a running dialogue: its report holds the one place in the script."""
    return DialogueError(report=[finding(code, message, span, hint)])
