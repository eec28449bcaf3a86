"""Snapshot and restore: everything a game owns, to and from one document.

Every part gives `Sections` and takes them back in two phases: `prepare` checks and changes nothing, `commit` swaps.
So a load is one act: migrate a copy of the document, prepare every part, and only then commit them all; an error before
that leaves the game as it was. A section that nobody here knows is kept and written back; only a section that is named
like a component's address and whose class is unknown is refused, because a script without its class is no game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from talewright.diagnostics import LoadReport
from talewright.errors import FieldError, SaveError
from talewright.fields import Sections, decode_fields, encode_fields
from talewright.game.conversation import find_positions
from talewright.game.streams import CLASS as STREAM
from talewright.game.variables import GPVAR, VARIABLE
from talewright.savegame import SaveDocument, migrate

if TYPE_CHECKING:
    from talewright.game.game import Game

GAME = ("talewright", "Game")


@dataclass
class GameState:
    """The section ``[talewright Game]``: what belongs to no part.

    Attributes:
        seed: of the random streams.
        time: game time in seconds.
        started: whether the bootstrap collection was built.
        place: where the player is, for the list of slots.
    """

    seed: int = 0
    time: float = 0.0
    started: bool = False
    place: str = ""


def sections_of(game: Game) -> Sections:
    """Give everything a game owns, unknown sections of its last load included.

    Raises:
        SaveError: a field holds what cannot be saved; the message names it.
    """
    references = game.references()
    try:
        found: Sections = {GAME: encode_fields(game.state, references, "game")}
        found |= game.characters.sections()
        found |= game.worlds.sections(references)
        found |= game.variables.sections(references)
        found |= game.streams.sections()
    except FieldError as error:
        raise SaveError(error.message, hint=error.hint) from error
    for key, fields in game.kept.items():
        found.setdefault(key, fields)
    return found


def restore(game: Game, document: SaveDocument, report: LoadReport) -> None:
    """Put the state of a document in place of the game's, or raise and change nothing."""
    document, steps = migrate(document, game.project.code.migrations)
    report.migrated += steps
    sections = document.sections
    try:
        characters = game.characters.prepare(sections, document.file or "save")
        named = game.names().merged(characters.references())
        state = GameState(**decode_fields(GameState, sections.get(GAME, {}), path="game"))
        report.moved += find_positions(game.project, sections)
        worlds = game.worlds.prepare(sections, game.script_classes(), named)
        variables = game.variables.prepare(sections, worlds.references, report)
        streams = game.streams.prepare(state.seed, sections)
    except FieldError as error:
        raise SaveError(error.message, hint=error.hint) from error
    kept = {key: fields for key, fields in sections.items() if not _is_known(game, key)}
    report.unknown += [f"[{name} {cls}]: nothing here knows it; it is kept" for name, cls in kept]
    report.unknown += [f"{field}: no class declares it any more" for field in worlds.unknown]
    report.unknown += [finding.message for finding in characters.report.warnings]
    # From here on nothing can fail: what is not yet checked must not stand below this line.
    game.state = state
    game.kept = kept
    characters.commit()
    variables()
    streams()
    worlds.swap()
    game._find_talking()
    worlds.announce()


def _is_known(game: Game, key: tuple[str, str]) -> bool:
    name, cls = key
    if cls in (GAME[1], STREAM, VARIABLE, GPVAR, *game.characters.CLASSES, "Worlds", "World", "GameObject"):
        return True
    return "#" in name and ":" in name
