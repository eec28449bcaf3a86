"""A command cut into its words (dialogue.md section 6.12)."""

from __future__ import annotations


def split_command(text: str) -> list[str]:
    r"""Split a command into words: blanks part them, double quotes hold them together (dialogue.md section 6.12).

    >>> split_command('give "long sword" 2')
    ['give', 'long sword', '2']
    >>> split_command(r'say "\"Hm\"" ""')
    ['say', '"Hm"', '']
    """
    return [word for word, _, _ in split_words(text)]


def split_words(text: str) -> list[tuple[str, int, int]]:
    """Split a command as `split_command` does, and give each word with the place where it begins and ends.

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
