r"""What strangers wrote, as a terminal may have it: no text of a file moves the cursor, sets a title or hides a line.

Control characters (C0, DEL, C1, a carriage return alone), the marks that turn the direction of text, and the two
separators of lines become ``\u001b``: the spelling of JSON, so that JSON stays what it says. Line ends and tabs stay. A
name that a file gives so can be typed so: `matching` finds it.
"""

from __future__ import annotations

from collections.abc import Iterable

_HIDDEN = (*range(0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x2028, 0x2029)
_KEPT = "\t\n\r"
_ESCAPES = {code: f"\\u{code:04x}" for code in _HIDDEN if chr(code) not in _KEPT}


def printable(text: str) -> str:
    r"""Return a text with its control characters spelled out.

    >>> printable("At the \x1b[2Jsmithy\r\n")
    'At the \\u001b[2Jsmithy\r\n'
    """
    if text.isprintable() or (text[-1:] == "\n" and text[:-1].isprintable()):
        return text
    text = text.translate(_ESCAPES)
    if "\r" in text:
        text = "\r\n".join(part.replace("\r", "\\u000d") for part in text.split("\r\n"))
    return text


def on_one_line(text: str) -> str:
    r"""Return a text with line ends spelled out, too: a value of a file, which begins no line of its own.

    >>> on_one_line("two\nlines")
    'two\\u000alines'
    """
    return printable(text.replace("\r", "\\u000d").replace("\n", "\\u000a"))


def typed(name: str) -> str:
    r"""Return a name that was typed as `printable` spells it, or with ``\x1b``, as it is.

    >>> typed(r"Evil\u001b[2J"), typed(r"C:\users")
    ('Evil\x1b[2J', 'C:\\users')
    """
    head, *others = name.split("\\")
    parts = [head]
    for other in others:
        length = {"u": 4, "x": 2}.get(other[:1], 0)
        digits = other[1 : 1 + length]
        code = int(digits, 16) if len(digits) == length and length and digits.isalnum() and _is_hex(digits) else -1
        parts.append(chr(code) + other[1 + length :] if code in _HIDDEN else f"\\{other}")
    return "".join(parts)


def matching(name: str, names: Iterable[str]) -> str:
    r"""Return the name that is meant: the one that was typed, if it is there, else the one that is printed so.

    >>> matching(r"A\u001bB", ["A\x1bB"]), matching("other", ["A\x1bB"])
    ('A\x1bB', 'other')
    """
    if "\\" not in name or name in names:
        return name
    meant = typed(name)
    return meant if meant in names else name


def _is_hex(digits: str) -> bool:
    return all(digit in "0123456789abcdefABCDEF" for digit in digits)
