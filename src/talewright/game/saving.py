"""Snapshot and restore: everything a game owns, to and from one document.

Every part gives `Sections` and takes them back in two phases: `prepare` checks and changes nothing, `commit` swaps.
So a load is one act: migrate a copy of the document, prepare every part, and only then commit them all; an error before
that leaves the game as it was. A section that nobody here knows is kept and written back, and so is an unknown field of
a section that somebody knows, as long as its owner lives; only a section that is named like a component's address and
whose class is unknown is refused, because a script without its class is no game.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from talewright.diagnostics import LoadReport, Report
from talewright.dialogue import Event
from talewright.errors import DamagedSave, FieldError, MessageError, NotFound, SaveError
from talewright.fields import Sections
from talewright.game.conversation import Talk, find_talks
from talewright.game.core import GameCore
from talewright.game.former import name_today
from talewright.game.parts import Extras, Load, Prepared
from talewright.game.state import GAME, GameState
from talewright.game.variables import GPVAR, VARIABLE, GPVar
from talewright.names import fold
from talewright.savegame import ByteStore, KeepsBackups, SaveDocument, SaveHeader, Store, is_aside, migrate, newest

_SINGLE = {GAME[1]: GAME[0], "Worlds": "talewright", "Characters": "sapitu"}
"""The classes of which a save has one section, and what it is called."""
_FIELDS = {
    GAME[1]: [field.name for field in dataclasses.fields(GameState)],
    GPVAR: [*(field.name for field in dataclasses.fields(GPVar)), "key", "node"],
    VARIABLE: ["number", "text", "flag"],
}
"""What sections may hold that are not written whole: what is not there has its default."""


def sections_of(game: GameCore) -> Sections:
    """Return everything a game owns, unknown sections and fields of its last load included.

    Raises:
        SaveError: a field holds what cannot be saved; the message names it.
    """
    references = game.references()
    try:
        found: Sections = {}
        for part in game.parts:
            found |= part.sections(references)
    except FieldError as error:
        raise SaveError(error.message, hint=error.hint) from error
    for key, (owner, extra) in game.extras.items():
        if key in found and _owner(game, *key) is owner:
            found[key].update((name, value) for name, value in extra.items() if name not in found[key])
    for key, fields in game.kept.items():
        found.setdefault(key, fields)
    return found


def _owner(game: GameCore, name: str, cls: str) -> object:
    """Return whom a section is of: a script, an object or a world; None for every other section."""
    world, colon, address = name.partition(":")
    path, _, component = address.partition("#")
    try:
        if cls == "World":
            return game.worlds[name]
        thing = game.worlds[world][path] if colon else None
    except (NotFound, MessageError):
        return None
    return thing.components.get(component) if thing is not None and component else thing


def restore(
    game: GameCore, document: SaveDocument, report: LoadReport, swapped: Callable[[], None] = lambda: None
) -> None:
    """Put the state of a document in place of the game's, or raise and change nothing.

    Args:
        game: whose state.
        document: what it will be.
        report: gets what a person should know.
        swapped: called when everything is in place, before anything of the game is.
    """
    document, steps = migrate(document, game.project.code.migrations)
    report.migrated += steps
    load = Load(document.sections, document.header, document.file or "save", report, game.names())
    try:
        _check_spelling(game, load.sections)
        prepared = _prepared(game, load)
    except SaveError as error:
        raise placed(error, document) from error
    settled = _put(game, load, prepared)
    game.extras = _extras_of(game, load.sections)
    _tell(game, load, settled, swapped)


def put_back(
    game: GameCore, sections: Sections, header: SaveHeader, report: LoadReport, swapped: Callable[[], None]
) -> None:
    """Put sections in place that this very game gave, since when neither its project nor its schema has changed.

    As `restore`, but quicker: they need no migration, and hold nothing that nobody knows but what `game.kept` has.

    Args:
        game: whose state.
        sections: what it will be; nobody else holds them.
        header: of the same moment.
        report: as for `restore`.
        swapped: as for `restore`.
    """
    load = Load(sections, header, "mark", report, game.names())
    _tell(game, load, _put(game, load, _prepared(game, load)), swapped)


def _prepared(game: GameCore, load: Load) -> list[Prepared]:
    try:
        return [part.prepare(load) for part in game.parts]
    except FieldError as error:  # of a class, not of a section
        raise SaveError(error.message, hint=error.hint) from error


Settled: TypeAlias = "list[tuple[Talk, tuple[Event, ...]]]"


def _put(game: GameCore, load: Load, prepared: list[Prepared]) -> Settled:
    """Swap everything in; nothing can fail any more."""
    sections, report = load.sections, load.report
    kept = {key: fields for key, fields in sections.items() if not _is_known(game, key)}
    report.unknown += [f"[{name} {cls}]: nothing here knows it; it is kept" for name, cls in kept]
    header_extras = load.header.with_preview("").extras  # the preview is of that moment
    report.unknown += [f"[SaveHeader].{name}: nothing here knows it; it is kept" for name in header_extras]
    report.unknown += [f"{field}: no class declares it any more; it is kept" for field in load.unknown]
    report.unknown += load.warnings
    # From here on nothing can fail: what is not yet checked must not stand below this line.
    game.kept, game.extras, game.header_extras = kept, {}, dict(header_extras)
    for one in prepared:
        one.commit()
    game.variables.heal_topics(report)
    return find_talks(game)


def _tell(game: GameCore, load: Load, settled: Settled, swapped: Callable[[], None]) -> None:
    """Tell everybody, first the host."""
    swapped()
    for talk, events in settled:
        game.listeners.tell(talk, events)
    load.announce()


def _check_spelling(game: GameCore, sections: Sections) -> None:
    """Refuse a section that is the game's own but for its spelling: it would be passed over, and written twice."""
    own = {fold(cls): cls for cls in _own_classes(game)}
    for name, cls in sections:
        spelled = own.get(fold(cls), cls)
        single = _SINGLE.get(spelled, name)
        if (name, cls) != (single, spelled) and not ("#" in name and ":" in name):
            message = f"[{name} {cls}] is spelled [{single} {spelled}]"
            raise SaveError(message, hint="rename it in a migration", section=(name, cls))


def _own_classes(game: GameCore) -> tuple[str, ...]:
    return tuple(cls for part in game.parts for cls in part.CLASSES)


def placed(error: SaveError, document: SaveDocument) -> SaveError:
    """Return an error about a section with its place in the file, where it has none yet."""
    if error.report or error.section is None:
        return error
    place = document.place(*error.section, error.field)
    if place is None:  # a migration made it, or it is called otherwise today
        return error
    report = Report()
    report.add("TW-GAME-03", "error", error.message, error.hint, place)
    return type(error)(report=report, section=error.section, field=error.field)


def _extras_of(game: GameCore, sections: Sections) -> dict[tuple[str, str], Extras]:
    """Find what a load put into no part of the game: what the game, asked now, would not write."""
    found: dict[tuple[str, str], Extras] = {}
    try:
        now = sections_of(game)
    except SaveError:  # the game cannot be saved, and will say so when somebody tries; the load must not fail any more
        return found
    given: Sections = {}
    for (name, cls), fields in sections.items():
        today = name_today(game.project, name, fields) if cls == GPVAR else name
        given[today, cls] = {**given.get((today, cls), {}), **fields}
    for key, written in now.items():
        read = given.get(key, written)
        known = {fold(name) for name in (*written, *_FIELDS.get(key[1], ()))}
        fields = {name: value for name, value in read.items() if fold(name) not in known}
        if fields:
            found[key] = Extras(_owner(game, *key), fields)
    return found


def read_slot(store: Store, slot: str) -> SaveDocument:
    """Read a slot; where it is damaged, the error names its backups.

    Raises:
        NotFound: there is no such slot.
        DamagedSave: its bytes are not those that were written.
    """
    try:
        return store.read(slot)
    except DamagedSave as error:
        backups = list(_backups(store, slot))
        if not backups:
            raise
        hint = f"recover({slot!r}) loads the newest backup that is whole; there are {', '.join(backups)}"
        raise DamagedSave(error.message, hint=hint, report=error.report) from error


def read_newest(store: Store, slot: str, report: LoadReport) -> SaveDocument:
    """Read a slot or, where it cannot be read, its newest backup that can; the report says which it was and why.

    Raises:
        NotFound: there is neither the slot nor a backup.
        DamagedSave: none of them can be read.
    """
    first: DamagedSave | NotFound | None = None
    passed: list[str] = []
    names = store.backup_names(slot) if isinstance(store, ByteStore) else _backups(store, slot)
    for name in (slot, *names):
        try:
            document = store.read(name)
        except (DamagedSave, NotFound) as error:
            passed.append(f"{name} was passed over: {' '.join(map(str.strip, str(error).splitlines()[:2]))}")
            if first is None:
                first = error
            else:
                first.report.extend(error.report)
            continue
        report.source = name
        if first is not None:
            report.moved += [f"{name} was loaded, because: {first.message}", *passed]
        return document
    assert first is not None
    raise first


def read_latest(store: Store, report: LoadReport) -> SaveDocument:
    """Read the newest slot that can be read; the report says which it was, and which slots cannot be.

    Raises:
        NotFound: nothing is saved yet.
        DamagedSave: there are slots, and none of them can be read.
    """
    headers = store.slots()
    names = store.names() if isinstance(store, ByteStore) else []
    passed = [name for name in names if name not in headers and not is_aside(name)]
    document = None
    while document is None and (slot := newest(headers)) is not None:
        try:
            document, report.source = store.read(slot), slot
        except (DamagedSave, NotFound):  # NotFound: somebody deletes it this moment
            passed.append(slot)
            del headers[slot]
    report.moved += [f"{name} cannot be read, so it was passed over" for name in passed]
    if document is not None:
        return document
    if not passed:
        raise NotFound("there is nothing to continue: nothing is saved yet", hint="start a new game")
    hint = f"recover({passed[0]!r}) loads the newest backup that is whole; talewright save verify says what is wrong"
    raise DamagedSave(f"no slot can be read: {', '.join(passed[:8])}{', ...' * (len(passed) > 8)}", hint=hint)


def _backups(store: Store, slot: str) -> Mapping[str, Any]:
    return store.backups(slot) if isinstance(store, KeepsBackups) else {}


def _is_known(game: GameCore, key: tuple[str, str]) -> bool:
    name, cls = key
    if cls in _own_classes(game):
        return True
    return "#" in name and ":" in name
