"""Which option a host means: by its id, its text or its index (dialogue.md section 2, thread 20)."""

from __future__ import annotations

from talewright.dialogue.play.events import Option
from talewright.errors import DialogueError


def find_option(shown: tuple[Option, ...], wanted: str | int) -> int:
    """Give the index of an option.

    Raises:
        DialogueError: none is meant, or several.
    """
    if isinstance(wanted, int) and not isinstance(wanted, bool):
        if 0 <= wanted < len(shown):
            return wanted
        message = f"there is no option {wanted}; {len(shown)} are offered, counted from 0"
        raise DialogueError(message, hint=choices(shown))
    name = str(wanted)
    bare = name.removeprefix("line:")
    for index, option in enumerate(shown):
        if option.id == bare:
            return index
    found = [index for index, option in enumerate(shown) if option.text == name]
    open_ones = [index for index in found if shown[index].available] or found
    if len(open_ones) == 1:
        return open_ones[0]
    if open_ones:
        raise DialogueError(f"several options say {name!r}", hint=choices(shown))
    raise DialogueError(f"no option is {name!r}", hint=choices(shown))


def choices(shown: tuple[Option, ...]) -> str:
    """Name what can be chosen."""
    return "choose " + ", ".join(option.id for option in shown if option.available)
