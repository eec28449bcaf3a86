"""What became of the elements since a project was opened before: a hot reload follows renames without a cook between.

The lock says what every element was called when the project was last cooked. A running game knows more: what they were
called a moment ago, cooked or not, and in saves of the same session. So the project that it ran is a lock of its own;
what the committed lock and people's own redirects say comes first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from talewright.names import fold
from talewright.project.identity.identity import Identity, identify
from talewright.project.identity.lock import Locked
from talewright.project.identity.traces import Traced
from talewright.tags import RedirectRow


def follow(
    before: Iterable[Locked], elements: Sequence[Traced], today: Identity, written: Iterable[RedirectRow]
) -> tuple[list[Locked], list[RedirectRow]]:
    """Compare the elements of today with those that ran before.

    Args:
        before: what ran before, as a lock has it.
        elements: of today.
        today: what the committed lock says of them.
        written: the redirects that people wrote.

    Returns:
        What runs now, as a lock has it, for the next time; and the redirects that nobody else gives.
    """
    now = identify(elements, before, "warning")
    known = {fold(row.old) for row in (*today.redirects, *written)}
    return now.entries, [row for row in now.redirects if fold(row.old) not in known]
