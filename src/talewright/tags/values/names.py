"""Names of tags: which are valid, how a foreign one is repaired, and their order.

A tag's name is segments joined by dots, of any depth (tags.md section 2.1). This file decides what a name may hold
(section 3.4) and in which order names stand; it knows no registry. Names are compared by `talewright.names.fold`.
"""

from __future__ import annotations

import re

from talewright.errors import InvalidName, wrong_type
from talewright.names import fold

MAX_LENGTH = 1023
"""The longest name, in characters: what Unreal's names hold."""

NONE = "none"
"""The word that stands for no tag, folded; an ancestor of this name is none."""

NEVER = "\"',"
"""What no name may hold, whatever a project's settings say: Unreal's default for InvalidTagCharacters."""

# Quotes and the comma are Unreal's default for InvalidTagCharacters. Control characters and halves of surrogate pairs
# go beyond it: no text file could hold them on one line.
_BAD = re.compile("[\"',\x00-\x1f\x7f\ud800-\udfff]")
_BLANK_AT_DOT = re.compile(r"\s\.|\.\s")


def is_valid(name: str, invalid: str = "") -> bool:
    """Say whether a name may be registered.

    Args:
        name: the name.
        invalid: characters that it may not hold either (InvalidTagCharacters of a project).

    >>> is_valid("Ok.Inner Space"), is_valid("A..B"), is_valid("None"), is_valid("None.Live")
    (True, False, False, True)
    """
    return _fault(name, invalid) == ""


def check(name: str, invalid: str = "") -> str:
    """Return a name that may be registered, or raise.

    Invalid are: nothing at all; a dot or blank at either end; an empty segment; quotes, commas and control characters;
    more than 1023 characters; the whole name ``None`` in any case (tags.md section 3.4). Blanks inside, ``-``, ``/``,
    a digit in front and letters of any script are valid, unless a project says otherwise.

    Args:
        name: the name.
        invalid: characters that it may not hold either (InvalidTagCharacters of a project).

    Raises:
        InvalidName: the message says what is wrong, the hint how the name could be repaired.

    >>> check("Libretto.Dialogues.Smith")
    'Libretto.Dialogues.Smith'
    >>> check(" A.B")
    Traceback (most recent call last):
    talewright.errors.InvalidName: the tag name ' A.B' begins with a blank
      hint: write A.B
    """
    fault = _fault(name, invalid)
    if not fault:
        return name
    repaired = repair(name, invalid)
    hint = f"write {repaired}" if repaired else "a tag is segments joined by dots, as in Quest.Rats.Done"
    raise InvalidName(f"the tag name {shown(name)} {fault}", hint=hint)


def repair(name: str, invalid: str = "") -> str | None:
    """Return the valid name that an importer makes of a name, or None where nothing is left of it.

    Dots and blanks go from both ends, each bad character becomes ``_``, empty segments go. A valid name comes back as
    it is. What is repaired deserves a finding: two names may meet.

    >>> [repair(name) for name in (" A.B ", ".A", "A,", " .Mixed. ", "A..B", "None", "..")]
    ['A.B', 'A', 'A_', 'Mixed', 'A.B', None, None]
    """
    if not _fault(name, invalid):
        return name
    kept = [i for i, c in enumerate(name) if c != "." and not c.isspace()]
    stripped = name[kept[0] : kept[-1] + 1] if kept else ""
    cleaned = _BAD.sub("_", stripped)
    cleaned = "".join("_" if c in invalid else c for c in cleaned) if invalid else cleaned
    joined = ".".join(segment for segment in cleaned.split(".") if segment)
    return joined if not _fault(joined, invalid) else None


def oddities(name: str) -> list[str]:
    """Say what is odd about a valid name, each in words: a finding in generated lists, where nobody typed it.

    >>> oddities("None.Live"), oddities("Quest .Rats"), oddities("Quest.Rats")
    (['its first segment is None'], ['a blank stands next to a dot'], [])
    """
    found = []
    if fold(name.partition(".")[0]) == NONE:
        found.append("its first segment is None")
    if any(c in name for c in "\u201c\u201d\u201e\u2018\u2019\u00ab\u00bb"):
        found.append("it holds quotes of a text processor")
    if _BLANK_AT_DOT.search(name):
        found.append("a blank stands next to a dot")
    return found


def parent_of(name: str) -> str:
    """Return the name one level up, empty for a root.

    >>> parent_of("A.B.C"), parent_of("A")
    ('A.B', '')
    """
    return name.rpartition(".")[0]


def parents_of(name: str) -> list[str]:
    """Return the names of all ancestors, nearest first, from the text alone; no registry need know them.

    >>> parents_of("A.B.C")
    ['A.B', 'A']
    """
    found = []
    at = name.rfind(".")
    while at >= 0:
        found.append(name[:at])
        at = name.rfind(".", 0, at)
    return found


def leaf_name(name: str) -> str:
    """Return the last segment.

    >>> leaf_name("A.B")
    'B'
    """
    return name.rpartition(".")[2]


def sort_key(name: str) -> str:
    """Return what names are sorted by: segment after segment, without regard to case.

    A parent directly precedes everything under it. Sorted as plain text, ``A-B`` would stand between ``A`` and ``A.x``
    (tags.md section 4).

    >>> sorted(["A-B", "A.x", "a"], key=sort_key)
    ['a', 'A.x', 'A-B']
    """
    return fold(name).replace(".", "\0")


def shown(name: str) -> str:
    """Return a name as a message shows it: quoted, and shortened where it is endless."""
    return repr(name) if len(name) <= 80 else f"{name[:60]!r}... ({len(name)} characters)"


def _fault(name: str, invalid: str = "") -> str:
    """Say what is wrong with a name; nothing is wrong where the text is empty."""
    if not isinstance(name, str):
        raise wrong_type("a tag's name is text", name)
    if not name:
        return "is empty"
    first, last = name[0], name[-1]
    if first == "." or last == ".":
        return "begins with a dot" if first == "." else "ends in a dot"
    if first.isspace() or last.isspace():
        return "begins with a blank" if first.isspace() else "ends in a blank"
    bad = _BAD.search(name)
    if bad:
        return f"holds {bad[0]!r}"
    forbidden = next((c for c in name if c in invalid), "") if invalid else ""
    if forbidden:
        return f"holds {forbidden!r}, which InvalidTagCharacters of this project forbids"
    if ".." in name:
        return "has an empty segment"
    if len(name) > MAX_LENGTH:
        return f"has {len(name)} characters; {MAX_LENGTH} at the most"
    if len(name) == 4 and fold(name) == NONE:
        return "is the word that stands for no tag"
    return ""
