"""Quotes around a value: taking them off and putting them on (config-savegame.md section 1.3).

Only a value that *begins* with a quote is quoted; all others are taken word for word. Decides when quotes are needed on
writing: never for looks. Knows nothing of structs and types (see `values`).
"""

from __future__ import annotations

import re

from talewright.config.values.dialects import NATIVE, UE3, UE4, Style
from talewright.errors import ValueFormatError

_ESCAPE = re.compile(r"""\\(["'\\nrt])""")
_ESCAPED = {"n": "\n", "r": "\r", "t": "\t"}
_TO_ESCAPE = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"})
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_QUOTED = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)


def closing_quote(text: str, start: int, style: Style = NATIVE) -> int:
    """Return the offset behind the quote that closes the one at `start`, or -1.

    >>> closing_quote('"a \\\\" b" c', 0)
    8
    """
    if style is UE3:
        return text.find('"', start + 1) + 1 or -1
    match = _QUOTED.match(text, start)
    return match.end() if match else -1


def unescape(content: str, style: Style = NATIVE) -> str:
    """Return what stands between quotes as it is meant; an unknown escape keeps its backslash."""
    if style is UE3 or "\\" not in content:
        return content
    return _ESCAPE.sub(lambda m: _ESCAPED.get(m[1], m[1]), content)


def unquote(raw: str, style: Style = NATIVE) -> str:
    """Return the string that the text behind ``=`` stands for.

    What follows the closing quote is dropped, as the engine does; a quote that nothing closes runs to the end.

    >>> unquote('"UDK Server";')
    'UDK Server'
    >>> unquote('Say "hello" ; not a remark')
    'Say "hello" ; not a remark'
    """
    if not raw.startswith('"'):
        return raw
    end = closing_quote(raw, 0, style)
    return unescape(raw[1:] if end < 0 else raw[1 : end - 1], style)


def quote(text: str, style: Style = NATIVE) -> str:
    """Put quotes around a text.

    Raises:
        ValueFormatError: Unreal Engine 3 knows no escapes, so the text cannot be written in the style `UE3`.

    >>> quote('say "no"')
    '"say \\\\"no\\\\""'
    """
    if style is UE3:
        bad = next((c for c in text if c in '"\r\n'), None)
        if bad is not None:
            what = "a quote" if bad == '"' else "a line end"
            raise ValueFormatError(
                f"{text!r} holds {what}, which Unreal Engine 3 cannot read back",
                text.index(bad),
                hint="take it out, or write in the native style",
            )
        return f'"{text}"'
    return f'"{text.translate(_TO_ESCAPE)}"'


def needs_quotes(text: str, style: Style = NATIVE) -> bool:
    """Whether a line would not give the text back without quotes; `UE4` also quotes braces and ``//``, as it does.

    >>> [needs_quotes(t) for t in ("Short sword", " x", 'a "b"', '"b"', "")]
    [False, True, False, True, False]
    """
    return bool(text) and (
        text[0] in ' \t"'
        or text[-1] in " \t"
        or text.endswith("\\\\")
        or _CONTROL.search(text) is not None
        or (style is UE4 and ("{" in text or "}" in text or "//" in text))
    )


def as_raw(text: str, style: Style = NATIVE) -> str:
    """Return the text to stand behind ``=`` for a string: quoted only where it must be."""
    return quote(text, style) if needs_quotes(text, style) else text
