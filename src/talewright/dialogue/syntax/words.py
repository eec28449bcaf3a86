"""The words of scripts: which text is an identifier, and a command cut into its words.

Letters, ``_`` and Unicode symbols begin an identifier (of a title, a variable, a function); digits and combining marks
may follow (dialogue.md section 6.1). The words of a command are parted by blanks (section 6.12).
"""

from __future__ import annotations

import re
import unicodedata

_ASCII = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_FIRST = frozenset(("Lu", "Ll", "Lt", "Lm", "Lo", "Nl", "So", "Sk", "Sm", "Sc"))
_LATER = _FIRST | frozenset(("Nd", "Mn", "Mc", "Pc", "Cf"))


def split_command(text: str) -> list[str]:
    r"""Split a command into words: blanks part them, double quotes hold them together (dialogue.md section 6.12).

    >>> split_command('give "long sword" 2')
    ['give', 'long sword', '2']
    >>> split_command(r'say "\"Hm\"" ""')
    ['say', '"Hm"', '']
    """
    return [word for word, _, _ in split_words(text)]


def split_words(text: str) -> list[tuple[str, int, int]]:
    """Split a command as `split_command` does, and return each word with the place where it begins and ends.

    >>> split_words('give "long sword" 2')
    [('give', 0, 4), ('long sword', 5, 17), ('2', 18, 19)]
    """
    words: list[tuple[str, int, int]] = []
    word: list[str] = []
    begin = 0
    quoted = started = False
    escaped = False
    for at, char in enumerate(text):
        if not word and not started:
            begin = at
        if escaped:
            word.append(char)
            escaped = False
        elif quoted and char == "\\":
            escaped = True
        elif char == '"' and (quoted or not word):
            quoted = not quoted
            started = True
        elif char.isspace() and not quoted:
            if word or started:
                words.append(("".join(word), begin, at))
            word, started = [], False
        else:
            word.append(char)
    if word or started:
        words.append(("".join(word), begin, len(text)))
    return words


def identifier_end(text: str, start: int) -> int:
    """Return the index behind the identifier that begins at ``start``; ``start`` itself where none does.

    >>> identifier_end("$gold >= 5", 1)
    5
    >>> identifier_end("5", 0)
    0
    """
    at = start
    length = len(text)
    while at < length:
        match = _ASCII.match(text, at)
        if match and (at == start or text[at - 1] > "\x7f"):
            at = match.end()
            continue
        char = text[at]
        if char <= "\x7f":
            if at == start or not (char.isalnum() or char == "_"):
                break
        elif unicodedata.category(char) not in (_FIRST if at == start else _LATER):
            break
        at += 1
    return at


def is_identifier(text: str) -> bool:
    """Tell whether the whole text is one identifier.

    >>> is_identifier("Forge"), is_identifier("Forge.Night"), is_identifier("")
    (True, False, False)
    """
    return bool(text) and identifier_end(text, 0) == len(text)


def clean_id(text: str) -> str:
    """Return an id as a segment of a tag can hold it: other characters than letters, digits, _ and - become _.

    Two ids that meet after this are an error of the dialogue, never a counter (dialogue.md section 4.2, rule 4).

    >>> clean_id("Node.Sub 01")
    'Node_Sub_01'
    """
    if text.isalnum():
        return text
    return "".join(c if c.isalnum() or c in "_-" else "_" for c in text)
