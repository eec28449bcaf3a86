"""What is wrong with the places, doors and containers that authors wrote, before anybody goes there.

Looks at records alone: what code says of places it cannot know. Where a game begins is such a thing, so a place counts
as one that can be come to if it can be from the place from which most others can.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from talewright.config import Records
from talewright.diagnostics import Report, Span
from talewright.names import did_you_mean, fold
from talewright.project import Authored, Checker
from talewright.rpg import Item
from talewright.story.records import Container, DoorRecord, Place, Thing, has_namesakes, known, listed


def check_places(authored: Authored) -> Report:
    """Report what is wrong with the records of places, doors, containers and things.

    A game that has a class of its own of one of these names has no places of this package: nothing is looked at.
    """
    records = authored.records
    if has_namesakes(records):
        return Report()
    places = known(records, Place)
    report = Report(records.report)
    _check_exits(records, places, report)
    _check_reach(records, places, authored.settings.Limbo, report)
    boxes, doors = known(records, Container), known(records, DoorRecord)
    needed = [
        *((DoorRecord, name, "needs the key", door.Key) for name, door in doors.items()),
        *((Container, name, "needs the key", box.Key) for name, box in boxes.items()),
        *((Place, name, "is to hold", one) for name, place in places.items() for one in listed(place.Holds)),
        *((Container, name, "is to hold", one) for name, box in boxes.items() for one in listed(box.Holds)),
    ]
    names = {fold(name): name for name in (*known(records, Thing), *records[Item])}
    for cls, name, needs, what in needed:
        if what and fold(what) not in names:
            code = "TW-STORY-03" if needs == "needs the key" else "TW-STORY-05"
            message = f"{name} {needs} {what!r}, and there is no item type and no thing of this name"
            hint = did_you_mean(what, names.values()) or f"declare [{what} SapituItem] or [{what} Thing]"
            report.add(code, "warning", message, hint, records.origin(cls, name))
    limbo = authored.settings.Limbo
    if limbo and limbo not in places:
        message = f"Limbo={limbo}: there is no place of this name"
        hint = did_you_mean(limbo, places) or f"declare [{limbo} Place]"
        entries = authored.config.map("Game").entries("Project", "Limbo")
        report.add(
            "TW-STORY-06", "warning", message, hint, entries[-1].span if entries else Span("Config/DefaultGame.ini")
        )
    return report


def _check_exits(records: Records, places: Mapping[str, Place], report: Report) -> None:
    for name, place in places.items():
        for way in place.Exits:
            here = records.origin(Place, name)
            if way.to not in places:
                message = f"an exit of {name} leads to {way.to!r}, and there is no place of this name"
                hint = did_you_mean(way.to, places) or f"declare [{way.to} Place]"
                report.add("TW-STORY-01", "error", message, hint, here)
            elif all(fold(back.to) != fold(name) for back in places[way.to].Exits):
                message = f"from {name} one comes to {way.to}, and from there not back"
                report.add("TW-STORY-02", "information", message, f"if that is not meant: Exits=((to={name}))", here)


def _check_reach(records: Records, places: Mapping[str, Place], limbo: str, report: Report) -> None:
    reached: set[str] = set()
    start = ""
    for name in places:
        if fold(name) not in reached and len(found := _reach(places, name)) > len(reached):
            reached, start = found, name
    for name in places:
        if fold(name) not in {*reached, fold(limbo)}:
            message = f"no way leads to {name} from {start}, from where most places can be reached"
            report.add("TW-STORY-04", "warning", message, "give some place an exit to it", records.origin(Place, name))


def _reach(places: Mapping[str, Place], start: str) -> set[str]:
    found = {fold(start)}
    waiting = [start]
    while waiting:
        ways: Iterable[str] = (way.to for way in places[waiting.pop()].Exits)
        for to in ways:
            if to in places and fold(to) not in found:
                found.add(fold(to))
                waiting.append(to)
    return found


CHECKERS: Final[tuple[Checker, ...]] = (check_places,)
"""What this package has to say of a project: for ``Project.check(folder, checkers=CHECKERS)``."""
