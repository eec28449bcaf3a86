"""Where the conversations of a save stand, and where that is in the dialogues of today."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping

from talewright.dialogue import Position, restore
from talewright.fields import Plain, Sections, decode, encode, within
from talewright.game.former import FormerNames
from talewright.names import fold
from talewright.project import Project


def positions_in(sections: Sections, classes: Collection[str]) -> dict[str, Position]:
    """Return where every conversation of a save stands, by its address.

    Args:
        sections: of the save.
        classes: names of the classes that are conversations.

    Raises:
        SaveError: a position is none.
    """
    found: dict[str, Position] = {}
    for (address, cls), fields in sections.items():
        key = _key(fields, "position")
        if cls in classes and key in fields:
            with within(address, cls):
                position = decode(fields[key], Position | None, path=f"{address}.position")
            if position is not None:
                found[address] = position
    return found


def find_positions(
    project: Project,
    sections: Sections,
    positions: Mapping[str, Position],
    former: FormerNames,
    classes: Collection[str],
) -> list[str]:
    """Find the place of every conversation of a save in today's dialogues: the same, or the nearest that is left.

    Args:
        project: whose dialogues.
        sections: of the save; the positions and dialogues in them are brought up to date.
        positions: where the conversations stand.
        former: nodes that have another name in the save.
        classes: names of the classes that are conversations.

    Returns:
        What a person should know about places that moved.

    Raises:
        DialogueError: its dialogue is gone, or nothing of its node is left.
        SaveError: a dialogue is no name, or there is none.
    """
    moved: list[str] = []
    for (address, cls), fields in sections.items():
        if cls not in classes:
            continue
        position = positions.get(address)
        key = _key(fields, "dialogue")
        with within(address, cls):
            played = decode(fields.get(key), str, path=f"{address}.dialogue")
        for name in dict.fromkeys((played, played if position is None else position.dialogue)):
            today = former.dialogues.get(name) or project.dialogue_today(name)
            if today is not None and today != name:
                moved.append(f"{address}: {name}: the dialogue is called {today} now")
                played = today if played == name else played
                if position is not None and position.dialogue == name:
                    position = dataclasses.replace(position, dialogue=today)
        if position is not None:
            found, notices = restore(project.program, position, renamed=former.nodes)
            fields[_key(fields, "position")] = encode(found, Position)
            if found.dialogue != position.dialogue and played == position.dialogue:
                played = found.dialogue
            moved += [f"{address}: {notice}" for notice in notices]
        elif project.folder is not None and played not in project.dialogues:
            moved.append(f"{address}: {played}: the dialogue is gone, so it cannot be started")
        fields[key] = played
    return moved


def _key(fields: Mapping[str, Plain], name: str) -> str:
    """Return a field's name as a section spells it."""
    return next((key for key in fields if fold(key) == name), name)
