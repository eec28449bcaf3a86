"""The parts of a game as a save has them: each gives its sections, and takes them back in two phases.

`prepare` checks and changes nothing, `commit` swaps and cannot fail: so a load is one act over all parts. What one part
found out that a later one needs (what its names lead to, what is called otherwise today) it leaves in the `Load`.
Decides in which form parts speak to a load, and how those of lower floors do, which know nothing of one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from talewright.diagnostics import LoadReport
from talewright.fields import NO_REFERENCES, Plain, References, Sections
from talewright.game.former import NO_FORMER_NAMES, FormerNames
from talewright.messaging import Script, Worlds
from talewright.rpg import Characters
from talewright.savegame import SaveHeader


@dataclass
class Load:
    """One load on its way.

    Attributes:
        sections: of the whole save; positions and dialogues in them are brought up to date by the conversations.
        header: of the save.
        source: the file, for findings.
        report: gets what a person should know.
        references: into the state that will be, as far as the parts that are prepared have it.
        former: what the save calls by a former name.
        seed: of the random streams.
        unknown: fields that no class declares.
        warnings: what is no error in the characters.
        announce: tells the scripts, once everything is in place.
    """

    sections: Sections
    header: SaveHeader = field(default_factory=SaveHeader)
    source: str = "save"
    report: LoadReport = field(default_factory=LoadReport)
    references: References = NO_REFERENCES
    former: FormerNames = NO_FORMER_NAMES
    seed: int = 0
    unknown: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    announce: Callable[[], None] = lambda: None


class Prepared(Protocol):
    """The state that a part will have: checked, and nothing changed yet."""

    def commit(self) -> None:
        """Put it in place of what is; it cannot fail, and calls nobody."""


class Part(Protocol):
    """What a game holds and a save has sections of."""

    @property
    def CLASSES(self) -> tuple[str, ...]:
        """The classes of its sections."""

    def sections(self, references: References) -> Sections:
        """Return what it holds.

        Raises:
            FieldError: a field holds what cannot be saved.
            SaveError: the same, with more to say.
        """

    def prepare(self, load: Load) -> Prepared:
        """Check what a save says of it.

        Raises:
            SaveError: it does not fit; the error knows the section, and the field where it is one.
        """


class Swap(NamedTuple):
    """A `Prepared` that is one function."""

    commit: Callable[[], None]


class CharactersPart:
    """The characters and items of a game."""

    def __init__(self, characters: Characters) -> None:
        self._characters = characters
        self.CLASSES = characters.CLASSES

    def sections(self, references: References) -> Sections:
        """Return everybody's sections."""
        return self._characters.sections()

    def prepare(self, load: Load) -> Prepared:
        """Check them; the rest of the save refers to those that will be in play."""
        made = self._characters.prepare(load.sections, load.source)
        load.references = load.references.merged(made.references())
        load.warnings += [finding.message for finding in made.report.warnings]
        return made


class WorldsPart:
    """The worlds of a game.

    Args:
        worlds: those in play.
        classes: gives the script classes that a save may name.
    """

    CLASSES = ("Worlds", "World", "GameObject")
    """Those of components are the scripts'."""

    def __init__(self, worlds: Worlds, classes: Callable[[], Mapping[str, type[Script]]]) -> None:
        self._worlds = worlds
        self._classes = classes

    def sections(self, references: References) -> Sections:
        """Return the sections of all worlds."""
        return self._worlds.sections(references)

    def prepare(self, load: Load) -> Prepared:
        """Build them aside; the rest of the save refers into the worlds to come."""
        made = self._worlds.prepare(load.sections, self._classes(), load.references)
        load.references = made.references
        load.unknown += made.unknown
        load.announce = made.announce
        return Swap(made.swap)


class Extras(NamedTuple):
    """Fields of a section that the game knows, of which it knows nothing.

    Attributes:
        owner: the script, object or world that the section is of; None for the rest, which is there always.
        fields: as they were read.
    """

    owner: object
    fields: dict[str, Plain]
