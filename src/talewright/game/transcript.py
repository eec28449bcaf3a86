"""What events show, as text: a row for a line, a reply, a command, the end.

The one form for play logs, transcripts of stories and ways of an explorer.
"""

from __future__ import annotations

from collections.abc import Iterable

from talewright.dialogue import Command, DialogueEnded, Line, NoOptions, Options


def spoken(line: Line) -> str:
    """Return a line with its speaker, as a script writes it.

    >>> spoken(Line("line:a", "Ann", "Hi."))
    'Ann: Hi.'
    """
    return f"{line.speaker}: {line.text}" if line.speaker else line.text


def shown(events: Iterable[object]) -> tuple[str, ...]:
    """Return the rows that events show; most events show nothing.

    >>> shown((Line("line:a", "Ann", "Hi."), DialogueEnded("A", completed=True)))
    ('Ann: Hi.', '(the end)')
    """
    rows: list[str] = []
    for event in events:
        match event:
            case Line():
                rows.append(spoken(event))
            case Options() | NoOptions():
                rows += [
                    f"-> {one.text} [{one.id}]" + ("" if one.available else f" (not available: {one.reason})")
                    for one in event.options
                ]
            case Command():
                rows.append(f"<<{event.text}>>")
            case DialogueEnded():
                rows.append("(the end)")
            case _:
                pass
    return tuple(rows)
