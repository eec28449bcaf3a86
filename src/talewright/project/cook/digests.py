"""The digests that an export holds: of what was cooked, and what to say where one does not fit.

They are of bytes, and rightly: a packaged game ships bytes. So a copy whose line ends alone are others, as a version
control system may check one out, counts as edited; but who meets it has edited nothing, and cooking again would only
move the difference to the next machine. It is told apart.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from talewright.project.scan import DialogueClass, DialogueFile, GeneratedTag


def classes_digest(classes: Mapping[str, DialogueClass]) -> str:
    """Digest the settings of the dialogue classes."""
    return digest_of("\n".join(sorted(map(repr, classes.values()))).encode())


def own_tags_digest(tags: Iterable[GeneratedTag]) -> str:
    """Digest those of the tags that the project's own sources gave."""
    return digest_of("\n".join(sorted(f"{tag.name}\t{tag.comment}" for tag in tags if tag.kind == "source")).encode())


def digest_of(data: bytes) -> str:
    """Digest bytes as the export writes it."""
    return f"sha256:{hashlib.sha256(data).hexdigest()}"


def short_digest(dialogue: DialogueFile) -> str:
    """Return the beginning of the digest of a dialogue: enough to tell an edited file."""
    return f"sha256:{dialogue.digest[:16]}"


def sources_digest(dialogues: Iterable[DialogueFile]) -> str:
    """Digest what the tags come from: the files, their content and the settings of their classes."""
    total = hashlib.sha256()
    for d in sorted(dialogues, key=lambda d: d.path):
        cls = d.layout.cls
        parts = (
            d.path,
            d.name,
            d.digest,
            cls.TagRoot,
            cls.ChoiceTagPrefix,
            cls.ReplyTagPrefix,
            cls.SelectorsTagRoot,
            cls.AssetRoot,
        )
        total.update("\0".join(parts).encode() + b"\n")
    return total.hexdigest()


HINT = (
    "only line ends differ: let .gitattributes say `text eol=lf` of dialogues and generated files; check them out anew"
)

_DIGESTED = re.compile(r"(.+) as it was with (sha256:[0-9a-f]+)")


def hint_for(data: bytes, expected: str | None, otherwise: str) -> str:
    r"""Return a hint for bytes that have not the digest that was expected.

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
    """Return a hint for an entry of the export that nothing gives any more, if it tells the digest of a dialogue.

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
