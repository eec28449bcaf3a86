"""A command cut into its words (dialogue.md section 6.12)."""

from __future__ import annotations


def split_command(text: str) -> list[str]:
    r"""Split a command into words: blanks part them, double quotes hold them together (dialogue.md section 6.12).

    >>> split_command('give "long sword" 2')
    ['give', 'long sword', '2']
    >>> split_command(r'say "\"Hm\"" ""')
    ['say', '"Hm"', '']
    """
    words: list[str] = []
    word: list[str] = []
    quoted = started = False
    escaped = False
    for char in text:
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
                words.append("".join(word))
            word, started = [], False
        else:
            word.append(char)
    if word or started:
        words.append("".join(word))
    return words
