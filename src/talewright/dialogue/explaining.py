"""The long form of a finding: what its code means, why it matters, an example, and the example mended.

Decides nothing: the texts are files beside this one, one a code, installed with the package. Their examples run as
tests.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.resources import files

from talewright.dialogue.codes import CODES
from talewright.errors import NotFound
from talewright.names import did_you_mean

_BLOCK = re.compile(r"^```yarn([^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Example:
    """A script in an explanation; ``settings`` are the words behind its fence, for whoever runs it."""

    settings: tuple[str, ...]
    text: str


def explanation_of(code: str) -> str:
    """Give the text about a code, as Markdown.

    Raises:
        NotFound: no finding has the code; the hint names near ones.

    >>> explanation_of("ys0033").splitlines()[0]
    '# YS0033: a node is empty'
    """
    wanted = code.strip().upper()
    if wanted not in CODES:
        hint = did_you_mean(wanted, CODES) or "findings show their code behind the severity"
        raise NotFound(f"no finding about dialogues has the code {code!r}", hint=hint)
    return (files("talewright.dialogue") / "explanations" / f"{wanted}.md").read_text("utf-8")


def examples_of(code: str) -> list[Example]:
    """Give the scripts in the text about a code: the one that gives it, and the one that does not; or none.

    >>> [len(example.text.splitlines()) for example in examples_of("YS0033")]
    [3, 4]
    """
    return [Example(tuple(found[1].split()), found[2]) for found in _BLOCK.finditer(explanation_of(code))]
