"""Files whose line ends alone are others: a version control system changed them when it checked them out.

The export holds digests of bytes, so such a copy counts as edited, and rightly: a packaged game ships bytes. But who
meets it has edited nothing, and cooking again would only move the difference to the next machine; so it is told apart.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

HINT = (
    "only line ends differ: let .gitattributes say `text eol=lf` of dialogues and generated files; check them out anew"
)

_DIGESTED = re.compile(r"(.+) as it was with (sha256:[0-9a-f]+)")


def hint_for(data: bytes, expected: str | None, otherwise: str) -> str:
    r"""Give a hint for bytes that have not the digest that was expected.

    Args:
        data: what is there.
        expected: ``sha256:`` and the digest, or its beginning.
        otherwise: the hint where more than line ends differs.

    >>> digest = "sha256:" + hashlib.sha256(b"a\nb\n").hexdigest()
    >>> hint_for(b"a\r\nb\r\n", digest[:23], "cook") == HINT, hint_for(b"a\r\nc\r\n", digest, "cook")
    (True, 'cook')
    """
    if not expected:
        return otherwise
    unix = data.replace(b"\r\n", b"\n")
    others = (unix, unix.replace(b"\n", b"\r\n"))
    same = any(f"sha256:{hashlib.sha256(other).hexdigest()}".startswith(expected) for other in others)
    return HINT if same else otherwise


def hint_for_entry(folder: Path, entry: str, otherwise: str) -> str:
    """Give a hint for an entry of the export that nothing gives any more, if it tells the digest of a dialogue.

    Args:
        folder: of the project.
        entry: "Dialogues/D_Smith.yarn as it was with sha256:...".
        otherwise: the hint where it is something else.
    """
    found = _DIGESTED.fullmatch(entry)
    if found is None:
        return otherwise
    try:
        data = (folder / found[1]).read_bytes()
    except OSError:
        return otherwise
    return hint_for(data, found[2], otherwise)
