"""Those in play: characters, their items, and the items that nobody picked up.

Decides what exists and who may be made: creating what exists and loading what does not are errors, as in Unreal's
document on savegames through the config system ("Sapitu"). What a slot holds it gives as sections and takes back in two
phases; the document's own shared file it hands to `SharedFile`. It reads no clock; random numbers and the database of
item types are handed in. Not safe for several threads.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from talewright.diagnostics import Report, SaveReport
from talewright.errors import AlreadyExists, FieldError, Misuse, SaveError, wrong_type
from talewright.fields import NO_REFERENCES, Plain, References, Sections
from talewright.names import FoldedDict, check_id, fold
from talewright.rpg.character import (
    Character,
    InventoryItem,
    dismiss,
    disown,
    fill_character,
    fill_item,
    new_character,
    new_item,
    rename,
    rolled,
)
from talewright.rpg.ids import RandomSource
from talewright.rpg.item import Item, Roll, roll
from talewright.rpg.own_fields import check_kind, read_own, set_own, undeclared
from talewright.rpg.references import look_up, references
from talewright.rpg.restoration import Restoration, base_of
from talewright.rpg.sections import CHARACTER, INVENTORY, STATE, StoredCharacter, StoredItem
from talewright.rpg.shared_file import Changed, SharedClasses, SharedFile
from talewright.rpg.stock import Holder, Moved, Stock


class Characters:
    """The characters and items of one game.

    Args:
        items: the item types by name (`records[Item]`).
        shared: the file that `save` and `load` use, ``Saved/Config/<Prefix>Sapitu.ini``; None: there is none.
        classes: of the sections of the shared file.
        rolls: random numbers for level, weight and value: a generator, or a function that gives the one to use now.
        ids: random numbers for ids, from another stream than every other: making an id must not change the dice.
        roll: how a new item gets its level, weight and value.
        character: the class of the characters, where a game has its own.
        inventory: the class of the items, likewise.
        references: gives what fields of these classes may name, besides item types, characters and items.

    Attributes:
        report: the findings of the last load, from a save or from the shared file.
        renamed: hears of the old and the new id of a character; who keeps ids, the places of a game, keeps up.

    >>> from random import Random
    >>> party = Characters({"sword1": Item("sword1", DisplayName="Short sword")}, rolls=Random(0), ids=Random(1))
    >>> ann = party.create("ann", name="Ann of the Hill")
    >>> ann.add_inventory(party.create_inventory(party.item_type("sword1")))
    >>> [item.base.DisplayName for item in party["Ann"].inventory]
    ['Short sword']
    """

    CLASSES = (CHARACTER, INVENTORY, STATE)
    """The classes of the sections that it gives and takes."""

    def __init__(
        self,
        items: Mapping[str, Item],
        *,
        shared: Path | None = None,
        classes: SharedClasses = SharedClasses(),  # noqa: B008 - frozen
        rolls: RandomSource,
        ids: RandomSource,
        roll: Roll = roll,
        character: type[Character] = Character,
        inventory: type[InventoryItem] = InventoryItem,
        references: Callable[[], References] = lambda: NO_REFERENCES,
    ) -> None:
        self._database = items
        self._more = references
        self._shared = None if shared is None else SharedFile(shared, classes)
        self._stock = Stock(items, rolls, ids, roll, self._is_stored)
        # Always these two mappings: references look into them.
        self._characters: FoldedDict[Character] = FoldedDict()
        self._items: FoldedDict[InventoryItem] = self._stock.items
        self._current: Character | None = None
        self.renamed: Callable[[str, str], None] | None = None
        self.report = Report()
        self.adopt(character, inventory)

    def adopt(self, character: type[Character], inventory: type[InventoryItem]) -> None:
        """Make characters and items of other classes from now on; those in play change with the next `prepare`.

        Raises:
            Misuse: one of them compares by its fields.
        """
        for cls in (character, inventory):
            check_kind(cls)
        self._kind, self._stock.kind = character, inventory
        if self._shared is not None:
            self._shared.kinds = character, inventory

    @property
    def moved(self) -> Callable[[Moved], None] | None:
        """Who hears of every act that moves, makes or uses up items, or wears one, when it is done.

        A load tells nothing. A game posts its events from here.
        """
        return self._stock.moved

    @moved.setter
    def moved(self, moved: Callable[[Moved], None] | None) -> None:
        self._stock.moved = moved

    @property
    def inside_besides(self) -> Callable[[Sequence[str]], Mapping[str, Sequence[str]]] | None:
        """Gives what lies in items of these ids and is no item, by id: such an item is not used up."""
        return self._stock.inside_besides

    @inside_besides.setter
    def inside_besides(self, inside: Callable[[Sequence[str]], Mapping[str, Sequence[str]]] | None) -> None:
        self._stock.inside_besides = inside

    def __getitem__(self, id: str) -> Character:
        """Return a character in play.

        Raises:
            NotFound: there is none with this id.
        """
        return look_up(self._characters, id, "character")

    def __iter__(self) -> Iterator[Character]:
        """Return those in play, in the order in which they came."""
        return iter(list(self._characters.values()))

    def __len__(self) -> int:
        return len(self._characters)

    def __contains__(self, id: object) -> bool:
        return id in self._characters

    @property
    def current(self) -> Character | None:
        """The last character created or loaded: whom the commands mean."""
        return self._current

    @current.setter
    def current(self, character: Character | None) -> None:
        if not isinstance(character, Character | None):
            raise wrong_type("the current one is a character", character, 'characters.current = characters["ann"]')
        if character is not None and self._characters.get(character.id) is not character:
            raise Misuse(f"{character.id} is not in play", hint="create or load the character first")
        self._current = character

    def create(self, id: str, name: str = "") -> Character:
        """Make a character, who becomes the current one.

        As in Unreal's document on savegames, the id is looked for first, among those in play and in the shared file:
        who wants one that is stored loads it.

        Args:
            id: letters and digits (`names.check_id`).
            name: what players read; the id, if left out.

        Raises:
            InvalidName: the id breaks the rule.
            AlreadyExists: it is in play, or in the shared file.
        """
        check_id(id, what="character id")
        if not isinstance(name, str):
            raise Misuse(
                f"the name of a character is a text, not {name!r}", hint='create("ann", name="Ann of the Hill")'
            )
        if id in self._characters:
            raise AlreadyExists(
                f"the character {self._characters[id].id!r} is in play already", hint="choose another id"
            )
        stored = None if self._shared is None else self._shared.spelling(id)
        if stored is not None:
            raise AlreadyExists(
                f"the character {stored!r} is in the shared file", hint=f"load {stored}, or choose another id"
            )
        self._characters[id] = self._current = made = new_character(self._kind, id, name or id, self._stock)
        return made

    def load_or_create(self, id: str, name: str = "") -> Character:
        """Load a character that the shared file has, and create any other: for whoever begins a game.

        Args:
            id: letters and digits (`names.check_id`).
            name: of a new one.

        Raises:
            InvalidName: the id breaks the rule.
            AlreadyExists: it is in play.
            ConfigError: the file says nothing readable about the character.
        """
        if id not in self._characters and self._shared is not None and self._shared.spelling(id) is not None:
            return self.load(id)
        return self.create(id, name)

    def item_type(self, name: str) -> Item:
        """Return a record of the item database (the document's ``getItem``).

        Raises:
            NotFound: there is none with this name.
        """
        if not isinstance(name, str):
            raise wrong_type("the name of an item type is text", name, 'characters.item_type("coin")')
        return look_up(self._database, name, "item type")

    @property
    def item_types(self) -> Mapping[str, Item]:
        """The item database, read-only."""
        return self._database

    def create_inventory(self, item: Item) -> InventoryItem:
        """Make an item of a type, with level, weight and value rolled; it is nobody's yet.

        Its id is new in memory and in the shared file. `Character.gain` makes it, and puts it into the bag.
        """
        if not isinstance(item, Item):
            raise wrong_type("an item is made of an item type", item, 'characters.item_type("coin") finds one')
        return self._stock.create(item)

    def _is_stored(self, id: str) -> bool:
        return self._shared is not None and self._shared.has_item(id)

    def destroy(self, item: InventoryItem, count: int | None = None) -> None:
        """Take an item, whoever has it, out of the game and of the next save; its id is not made again.

        Args:
            item: in play; it is not `InventoryItem.alive` then.
            count: how many pieces of a pile; None: all.

        Raises:
            NotEnough: it is of fewer pieces; nothing changed.
            Misuse: it is not in play, or something lies in it; nothing changed.
        """
        self._stock.destroy(item, count)

    def move(
        self, item: InventoryItem, to: Character | Holder | None, *, count: int | None = None
    ) -> list[InventoryItem]:
        """Give an item to a character, put it into a place or a container, or let it lie about: whole, or not at all.

        What is moved goes on piles that are alike and have room, as far as the ``stack`` of the record goes; a pile
        that is put wholly on others is not `InventoryItem.alive` any more. What lies about stays as it is. An item that
        was worn is taken off.

        Args:
            item: in play, whoever has it.
            to: who or what gets it; None: nobody.
            count: how many pieces of a pile; None: all.

        Returns:
            The piles that grew or came there.

        Raises:
            NotEnough: it is of fewer pieces.
            AlreadyExists: it is there already.
            Misuse: it or the character is not in play, or it would lie in itself.
            TalewrightError: what the place or the container has against it.
        """
        if isinstance(to, Character) and self._characters.get(to.id) is not to:
            raise Misuse(
                f"{to.id} cannot take {item.id}: the character is not in play",
                hint="after a load ask the game for characters anew",
            )
        return self._stock.move(item, to, count)

    def held(self, holder: Holder | str) -> tuple[InventoryItem, ...]:
        """Return what lies in a place or a container, by itself or its id, in the order in which items were made."""
        id = holder if isinstance(holder, str) else getattr(holder, "id", None)
        if not isinstance(id, str):
            raise wrong_type("items lie in a place or a container, or in the id of one", holder, "held(chest)")
        return tuple(self._stock.held(id))

    def item(self, id: str) -> InventoryItem:
        """Return an item in play, whoever has it.

        Raises:
            NotFound: there is none with this id.
        """
        return look_up(self._items, id, "item")

    def find(self, id: str) -> InventoryItem | None:
        """Return an item in play, or None: for many questions, as `item` looks for near names."""
        return self._items.get(id)

    @property
    def items(self) -> tuple[InventoryItem, ...]:
        """All items in play, in the order in which they were made."""
        return tuple(self._items.values())

    @property
    def loose(self) -> tuple[InventoryItem, ...]:
        """The items that lie about, in no bag, place or container, in the order in which they were made."""
        return tuple(item for item in self._items.values() if item.owner is None and not item.holder)

    # The shared file

    def stored(self) -> list[str]:
        """Return the ids of the characters in the shared file, in its order (the document's ``getCharacters``).

        Raises:
            ConfigError: the file cannot be read.
        """
        return [] if self._shared is None else self._shared.character_ids()

    def save(self, *ids: str) -> SaveReport:
        """Write characters and what they carry into the shared file, all of them or none.

        Those who gave each other items are saved together: an item has one owner in the file, too. Every other section
        of the file stays as it is. Items that a character no longer has leave it, unless another section names them;
        `SaveReport.skipped` says which, and which items of the file no section names. What the file was stays as
        ``NAME.bak1``. Items that nobody picked up never get there.

        Args:
            ids: of characters in play.

        Raises:
            NotFound: no such character is in play.
            AlreadyExists: the file has a character with such an id that this game neither loaded nor wrote, or that has
                changed since; nothing was written.
            SaveError: a value cannot be written, or another character of the file has one of the items.
            ConfigError: the file that is there cannot be read; it is left alone.
            Misuse: there is no shared file, or nobody is named.
        """
        return self._save(ids, over=False)

    def overwrite(self, *ids: str) -> SaveReport:
        """Write characters into the shared file as `save` does, whoever is stored there under their ids.

        Raises:
            NotFound: no such character is in play.
            SaveError: a value cannot be written, or another character of the file has one of the items.
            ConfigError: the file that is there cannot be read; it is left alone.
            Misuse: there is no shared file, or nobody is named.
        """
        return self._save(ids, over=True)

    def _save(self, ids: tuple[str, ...], *, over: bool) -> SaveReport:
        if not ids:
            raise Misuse("nobody is named to be saved", hint='characters.save("ann", "bob")')
        wanted = FoldedDict((id, self[id]) for id in ids)
        try:
            return _report(self._file().save(*wanted.values(), references=self._named(), over=over))
        except FieldError as error:
            raise SaveError(error.message, hint=error.hint) from error

    def orphans(self) -> list[str]:
        """Return the sections of the shared file whose items no section of it names: what the original left behind.

        Raises:
            ConfigError: the file cannot be read.
            Misuse: there is no shared file.
        """
        return self._file().orphans()

    def remove_orphans(self, names: Collection[str]) -> SaveReport:
        """Take out those of these sections of the shared file that are orphans; a backup stays.

        Args:
            names: as `orphans` gives them.

        Returns:
            What was taken out, as `SaveReport.written`.

        Raises:
            SaveError: the file cannot be written; nothing changed.
            ConfigError: the file cannot be read; nothing changed.
            Misuse: there is no shared file.
        """
        return _report(self._file().remove_orphans(names))

    def delete(self, id: str) -> SaveReport:
        """Take a character with all that it carries out of the game, and out of the shared file.

        Who still holds it holds somebody who has nothing and can pick up nothing. Slots that were saved before keep it,
        and so does the backup of the file.

        Returns:
            What was taken out of the file, as `SaveReport.written`.

        Raises:
            NotFound: it is neither in play nor in the shared file.
            AlreadyExists: it is in play, and the one in the file is not one that this game loaded or wrote.
            SaveError: the file cannot be written; nothing changed.
            ConfigError: the file cannot be read; nothing changed.
        """
        character, shared = self._known(id)
        changed = SaveReport() if shared is None else _report(shared.delete(id, known=character is not None))
        if character is not None:
            for item in character.inventory:
                self._stock.leave(item)
            dismiss(character)
            del self._characters[id]
            if self._current is character:
                self._current = None
        return changed

    def rename(self, id: str, new: str) -> SaveReport:
        """Give a character another id, in play and in the shared file; whoever holds it holds the same character.

        What players read (`Character.name`) stays. Slots that were saved before have the old id.

        Raises:
            InvalidName: the new id breaks the rule (`names.check_id`).
            NotFound: the character is neither in play nor in the shared file.
            AlreadyExists: another one, in play or in the shared file, has the new id; or the one in the file is not one
                that this game loaded or wrote.
            SaveError: the file cannot be written; nothing changed.
            ConfigError: the file cannot be read; nothing changed.
        """
        check_id(new, what="character id")
        character, shared = self._known(id)
        other = self._characters.get(new)
        if other is not None and other is not character:
            raise AlreadyExists(f"the character {other.id!r} is in play already", hint="choose another id")
        if fold(id) != fold(new) and any(fold(new) == fold(stored) for stored in self.stored()):
            raise AlreadyExists(f"the character {new!r} is in the shared file", hint="choose another id")
        changed = SaveReport() if shared is None else _report(shared.rename(id, new, known=character is not None))
        if character is not None:
            old = character.id
            rename(character, new)
            kept = list(self._characters.values())
            self._characters.clear()
            self._characters.update((each.id, each) for each in kept)
            if self.renamed is not None:
                self.renamed(old, new)
        return changed

    def _known(self, id: str) -> tuple[Character | None, SharedFile | None]:
        """Return the character in play, and the shared file if it holds it."""
        stored = self.stored()
        shared = self._shared if any(fold(id) == fold(name) for name in stored) else None
        character = self._characters.get(id)
        if character is None and shared is None:
            look_up(dict.fromkeys([*self._characters, *stored]), id, "character")
        return character, shared

    def load(self, id: str) -> Character:
        """Read a character and what it carries out of the shared file; it becomes the current one.

        A character that is in play already keeps its identity and gets the stored state; items that it picked up since
        and that the file does not list leave the game, like everything after a save. What cannot be read costs itself
        alone: `report` says what was left out, and a save writes it back.

        Raises:
            NotFound: the file has no such character.
            ConfigError: the file cannot be read; nothing changed.
            AlreadyExists: another character in play has one of its items.
            Misuse: there is no shared file.
        """
        stored = self._file().load(id)
        id = stored.id
        for item_id in stored.items:
            known = self._items.get(item_id)
            if known is not None and known.owner is not None and known.owner is not self._characters.get(id):
                raise AlreadyExists(
                    f"{id} cannot be loaded: {known.owner.id} has {known.id}", hint="take it from there first"
                )
            if known is not None and known.holder:
                raise AlreadyExists(
                    f"{id} cannot be loaded: {known.id} lies in {known.holder}", hint="take it from there first"
                )
        bases = {i: base_of(i, s, self._database, stored.report, stored.locate) for i, s in stored.items.items()}
        character = self._characters.get(id)
        if character is None:
            self._characters[id] = character = new_character(self._kind, id, "", self._stock)
        for item in character.inventory:
            for gone in self._stock.leave(item) if item.id not in stored.items else ():
                stored.report.add(
                    "TW-RPG-08",
                    "information",
                    f"{gone.id} left the game: {id} had it, and the shared file does not list it",
                    "save a character before it is loaded again",
                    stored.locate(id, CHARACTER, ""),
                )
            disown(item)
        carried = []
        for item_id, stored_item in stored.items.items():
            if item_id not in self._items:
                self._stock.enter(new_item(self._stock.kind, item_id, bases[item_id], rolled(stored_item), self._stock))
            fill_item(self._items[item_id], stored_item, bases[item_id])
            carried.append(self._items[item_id])
        fill_character(character, stored.character, carried)
        things: list[tuple[Character | InventoryItem, StoredCharacter | StoredItem]] = [(character, stored.character)]
        things += zip(carried, stored.items.values(), strict=True)
        for thing, of in things:
            where, locate = f"[{thing.id} {thing.class_name}]", partial(stored.locate, thing.id, thing.class_name)
            named = self._named()
            set_own(thing, read_own(type(thing), of.extras, named, where, stored.report, locate, lenient=True))
            thing.extras = dict(of.extras)
        self.report = stored.report
        self._current = character
        return character

    def _file(self) -> SharedFile:
        if self._shared is None:
            raise Misuse(
                "this game has no shared file of characters", hint="open a project folder, or hand in shared=Path(...)"
            )
        return self._shared

    # The sections of a save

    def sections(self) -> Sections:
        """Return everything as sections: the characters, the items in the order in which they were made, the rest.

        Raises:
            SaveError: a field holds what cannot be saved.
        """
        try:
            named = self._named()
            made: Sections = {(c.id, CHARACTER): c.section(named) for c in self._characters.values()}
            made |= {(i.id, INVENTORY): i.section(named) for i in self._items.values()}
        except FieldError as error:
            raise SaveError(error.message, hint=error.hint) from error
        state: dict[str, Plain] = {"current": None if self._current is None else self._current.id}
        if self._shared is not None and self._shared.known:  # a later session of this run may write over what it wrote
            state["known"] = [{"id": id, "digests": sorted(digests)} for id, digests in self._shared.known.items()]
        made["sapitu", STATE] = state
        return made

    def prepare(self, sections: Mapping[tuple[str, str], Mapping[str, Plain]], source: str = "save") -> Restoration:
        """Check the sections of a save; ``commit`` of what it gives then replaces everything here.

        Sections of other classes are not looked at.

        Args:
            sections: those of the whole save.
            source: the file they come from, for findings.

        Raises:
            SaveError: they do not fit together; its report says how. Nothing changed.
        """
        return Restoration(
            sections, self._database, self._characters, self._stock, self._replace, source, self._kind, self._more()
        )

    def _replace(self, made: Restoration) -> None:
        for character in self._characters.values():
            if made.characters.get(character.id) is not character:
                dismiss(character)
        for item in self._items.values():
            disown(item)
        self._stock.replace(made.items)
        kept = list(made.characters.items())
        self._characters.clear()
        self._characters.update(kept)
        self._current = made.current
        self.report = made.report
        if self._shared is not None:
            for id, digests in made.known.items():
                self._shared.known.setdefault(id, set()).update(digests)

    def undeclared(self) -> dict[str, str]:
        """Return what no save holds: public attributes that were set and not declared, with what to write."""
        things: list[Character | InventoryItem] = [*self._characters.values(), *self._items.values()]
        return {f"{one.id}.{name}": "not declared" for one in things for name in undeclared(one)}

    def _named(self) -> References:
        return self._more().merged(self.references())

    def references(self) -> References:
        """Return how fields typed `Item`, `Character` and `InventoryItem` are saved: as names of what is in play."""
        return references(self._database, self._characters, self._items)


def _report(changed: Changed) -> SaveReport:
    left = dict.fromkeys(changed.orphans, "no section of the file names it; Characters.remove_orphans takes it out")
    return SaveReport(written=changed.sections, skipped=changed.gone | left, findings=changed.findings)
