"""Which tags there are.

A registry is open while sources are read: hand-written lists, generated lists, code. Registering A.B.C makes A.B and A
tags too, implicit ones. Then it is closed: redirects are followed to their ends, restrictions are checked, and nothing
is registered any more, so any number of games and threads may read it. Only `reload` changes it afterwards: the sources
are read into another registry, which takes the place of the old content in one step, and listeners hear of all changes
at once. A `snapshot` keeps what was. It knows neither files nor dialogues; they are read into it
(`talewright.tags.files.source_order`).

The first spelling and the first comment of a tag win, so sources are read in the order that `source_order` gives them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal, TypeAlias, TypeVar

from talewright.calls import ran, runs
from talewright.diagnostics import Report, Span
from talewright.errors import InvalidName, Misuse, RegistryClosed, UnknownTag
from talewright.fields import Reference, References
from talewright.names import Near, fold
from talewright.tags import files  # loaded when the first search path is added
from talewright.tags.registry.generation import Generation
from talewright.tags.registry.tag_changes import TagChanges, changes_between
from talewright.tags.values import (
    EMPTY,
    NOWHERE,
    GeneratedRows,
    RedirectMap,
    RedirectRow,
    Tag,
    TagContainer,
    TagGrants,
    TagRow,
    calling_place,
    check,
    is_valid,
    name_in_plain,
    name_in_text,
    names_in_json,
    rows_of_names,
    several_in_plain,
    shown,
    sort_key,
)

Status: TypeAlias = Literal["explicit", "implicit", "redirected", "unknown", "invalid", "not ready"]
"""What a name is: see `TagRegistry.status`."""

_Read = TypeVar("_Read", Tag, TagContainer, TagGrants)


class RegistryNotReady(UnknownTag):
    """A tag was asked for before the registry closed, so whether it exists is not known yet."""


class TagRegistry:
    """All tags of a project.

    >>> tags = TagRegistry()
    >>> smith = tags.register("Libretto.Dialogues.Smith", "What do you need?")
    >>> tags.close()
    >>> tags.tag("libretto.dialogues.SMITH") == smith, smith.matches("Libretto")
    (True, True)
    >>> tags.tag("Libretto.Dialogues.Smiht")
    <Tag Libretto.Dialogues.Smiht (unknown)>
    """

    def __init__(self) -> None:
        self._now = Generation()
        self._of: TagRegistry | None = None  # whose snapshot this is
        self._listeners: list[Callable[[TagChanges], object]] = []
        self._waiting: list[Callable[[], object]] = []
        self._reloading = False
        self._was_early = False

    @property
    def report(self) -> Report:
        """What was found while registering and closing: duplicates, spellings, redirects, restrictions."""
        return self._now.findings()

    @property
    def notices(self) -> Report:
        """What was asked for since closing that deserves a look: unknown tags and old names, each once.

        They have no place: a program or saved data asked, and got an unknown tag, or the tag that the name has become.
        At most a thousand names are kept.
        """
        still = Near()
        return self._now.notices(lambda name: self._meant(name) if still.looks(name, self) else "")

    @property
    def invalid(self) -> str:
        """What no name may hold here, beyond what none may ever (see `forbid`)."""
        return self._now.invalid

    # While it is open

    def forbid(self, characters: str) -> None:
        """Say what names that are registered from here on may not hold (InvalidTagCharacters of a project).

        Raises:
            RegistryClosed: the window has closed.

        >>> tags = TagRegistry()
        >>> tags.forbid("/ "); tags.register("A/B")
        Traceback (most recent call last):
        talewright.errors.InvalidName: the tag name 'A/B' holds '/', which InvalidTagCharacters of this project forbids
          hint: write A_B
        """
        if self._now.redirects is not None:
            raise _closed("what names may not hold")
        self._now.invalid = "".join(dict.fromkeys(self._now.invalid + characters))

    @property
    def closed(self) -> bool:
        """Whether the registration window has closed."""
        return self._now.redirects is not None

    @property
    def phase(self) -> Literal["open", "closed", "reloading"]:
        """Where it is in its life: sources are read; all is known; a reload is being read aside."""
        return "open" if self._now.redirects is None else "reloading" if self._reloading else "closed"

    @property
    def generation(self) -> int:
        """How many times it was filled: 1, and one more for every reload that changed something."""
        return self._now.number

    def register(self, name: str, comment: str = "", *, source: Span | None = None) -> Tag:
        """Declare a tag by program: for those who know what they do.

        A project's tags come by themselves, from its dialogues, its Config folder and its functions marked
        ``@tag_source``; a tag that is declared here stands in none of these, so no tool and no export knows of it.

        Declaring a tag again changes nothing; the report then has a warning with both places, unless a program
        repeats what is known already.

        Args:
            name: segments joined by dots.
            comment: what people should know about it (DevComment).
            source: the place that declares it; None for the line of the program that calls.

        Raises:
            InvalidName: see `talewright.tags.check`.
            RegistryClosed: the window has closed.
        """
        return self._handle(self._declare(TagRow(name, comment, source or calling_place(1))))

    def register_rows(self, rows: Iterable[TagRow]) -> None:
        """Declare the tags of a list, as `register` does one by one, without making a `Tag` of each.

        Raises:
            InvalidName: see `talewright.tags.check`; the rows in front are registered.
            RegistryClosed: the window has closed.
        """
        now = self._now
        if isinstance(rows, GeneratedRows) and now.redirects is None and not now.invalid:
            if rows.late:
                now.adopt_later(rows)
                return
            if now.adopt(rows.keys, rows, None):
                return
        for row in rows:
            self._declare(row)

    def register_names(self, names: Iterable[str]) -> None:
        """Declare many tags without comments, in any order, quicker than one by one.

        Raises:
            InvalidName: see `talewright.tags.check`; the names in front are registered.
            RegistryClosed: the window has closed.
        """
        if isinstance(names, str):
            raise Misuse(f"a list of names is wanted, not the text {names!r}", hint=f"write [{names!r}]")
        listed = names if isinstance(names, list) else list(names)
        place = calling_place(1)
        if self._now.redirects is None and not self._now.invalid:
            quick = rows_of_names(listed, place)
            if quick is not None and self._now.adopt(*quick):
                return
        for name in listed:
            self._declare(TagRow(name, "", place))

    def redirect(self, old: str, new: str, *, source: Span | None = None, since: int = 0) -> None:
        """Say that a name has become another: exactly this name, not those under it.

        Redirects are followed and checked when the registry is closed.

        Args:
            old: the name that data may still hold.
            new: the name that it has become.
            source: the place that says so; None for the line of the program that calls.
            since: when, in whatever counts upward (see `talewright.tags.heal`); 0 where nobody knows.

        Raises:
            RegistryClosed: the window has closed.
            InvalidName: a name is empty.
        """
        if self._now.redirects is not None:
            raise _closed(f"the redirect of {shown(old)}")
        if not old or not new:
            raise InvalidName(f"a redirect from {old!r} to {new!r} names no tag", hint="give both names")
        self._now.rows.append(RedirectRow(old, new, source or calling_place(1), since))

    def add_search_path(self, folder: Path | str, *, shown: str | None = None) -> Report:
        """Register what the tag files below a folder declare, as those under Config/Tags (AddTagIniSearchPath).

        Args:
            folder: searched at any depth, in the order of the paths.
            shown: its name in findings, if it is not the path.

        Returns:
            The findings of reading; those of registering are in `report`.

        Raises:
            MissingFolder: there is no such folder.
            RegistryClosed: the window has closed.
        """
        return files.add_search_path(self, folder, shown=shown)

    def close(self) -> None:
        """End the registration window: follow the redirects, and change no more. A second call does nothing."""
        now = self._now
        if now.redirects is None:
            now.close()
            waiting, self._waiting = self._waiting, []
            for callback in waiting:
                ran(callback(), "what is called when tags are ready")

    def when_ready(self, callback: Callable[[], object]) -> None:
        """Call this once the registry is closed; at once if it is."""
        if self.closed:
            ran(runs(callback, "what is called when tags are ready")(), "what is called when tags are ready")
        else:
            self._waiting.append(runs(callback, "what is called when tags are ready"))

    # Afterwards

    def reload(self, fill: Callable[[TagRegistry], object]) -> TagChanges:
        """Read all sources anew and take over what they declare, in one step.

        Tags that were handed out stay what they were; those of the new generation equal them by name. Listeners are
        called once, after the step, and only if something changed. If `fill` raises, everything stays as it is.

        Args:
            fill: is given an open registry and registers everything in it.

        Raises:
            Misuse: the registry is still open, is a snapshot, or is being reloaded already.
        """
        if self._of is not None or not self.closed or self._reloading:
            what = "a snapshot" if self._of is not None else "being reloaded" if self.closed else "still open"
            raise Misuse(f"the registry is {what} and cannot be reloaded", hint="reload the closed registry itself")
        aside = TagRegistry()
        self._reloading = True
        try:
            ran(runs(fill, "what fills a registry")(aside), "what fills a registry")
            aside.close()
        finally:
            self._reloading = False
        old, new = self._now, aside._now
        targets = aside.redirects.targets
        number = old.number + 1
        changes = changes_between(old.catalogue, new.catalogue, targets, generation=number, report=aside.report)
        new.number = number if changes or targets != self.redirects.targets else old.number
        new.handles = {}  # those made aside belong to the other registry
        self._now = new
        if changes:
            for listener in list(self._listeners):
                ran(listener(changes), "a listener of tags")
        return changes

    def listen(self, listener: Callable[[TagChanges], object]) -> Callable[[], None]:
        """Call this after every reload that changed something, once with all changes.

        Returns:
            What ends it.
        """
        self._listeners.append(runs(listener, "a listener of tags"))

        def end() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return end

    def changes_since(self, earlier: TagRegistry) -> TagChanges:
        """Compare this registry with an earlier one, as a reload compares: names that lead on by redirects are renamed.

        >>> earlier, tags = TagRegistry(), TagRegistry()
        >>> earlier.register_names(["Forge", "Street"])
        >>> tags.register_names(["Smithy", "Well"]); tags.redirect("Forge", "Smithy")
        >>> earlier.close(); tags.close(); print(tags.changes_since(earlier))
        1 added, 1 removed, 1 renamed
        """
        targets = self.redirects.targets
        return changes_between(earlier._now.catalogue, self._now.catalogue, targets, generation=self.generation)

    def snapshot(self) -> TagRegistry:
        """Return a registry with the tags of now, which no reload changes; it shares everything and costs nothing.

        Raises:
            Misuse: the registry is still open.
        """
        if not self.closed:
            raise Misuse("an open registry has no snapshot yet", hint="close it first")
        copy = TagRegistry()
        copy._now = self._now
        copy._of = self._of or self
        return copy

    # What it knows

    def tag(self, name: str) -> Tag:
        """Return the tag of a name, following redirects.

        A well-formed name that nobody declares gives an unknown tag, which keeps its text and matches nothing; so
        does a name that is declared only later, and an old name before the registry is closed (`Tag.ready` tells the
        two apart). An empty name gives the empty tag.

        Raises:
            InvalidName: the name can never be a tag.
        """
        found = self.find(name)
        if found is not None:
            return found
        if not name:
            return EMPTY
        tag = Tag(check(name), self, known=False, ready=self.closed)
        if tag.ready:
            self._now.note(name, "")
        return tag

    def require(self, name: str) -> Tag:
        """Return the tag of a name, following redirects, or raise.

        Raises:
            RegistryNotReady: nobody declared it so far, and the registry is still open.
            UnknownTag: nobody declares it; the hint has near names.
            InvalidName: the name can never be a tag.
        """
        found = self.find(name)
        if found is not None:
            return found
        check(name)
        if not self.closed:
            raise RegistryNotReady(
                f"the tag {shown(name)} is not declared so far: the registry is not ready",
                hint="ask once the registry is closed, when Project.open has ended; or use when_ready(...)",
            )
        broken = [row for row in self._now.rows if fold(row.old) == fold(name)]
        if len({fold(row.new) for row in broken}) > 1:
            targets = " and ".join(f"{row.new} ({row.span})" for row in broken)
            raise UnknownTag(f"the tag {shown(name)} was renamed to {targets}", hint="keep one of the redirects")
        if broken:
            message = f"the tag {shown(name)} was renamed to {broken[0].new} ({broken[0].span}), which is no tag"
            raise UnknownTag(message, hint=f"declare {broken[0].new}, or correct the redirect")
        hint = self._meant(name) or "declare it in Config/Tags/*.ini, or correct the name"
        raise UnknownTag(f"no source declares the tag {shown(name)} ({len(self)} tags are known)", hint=hint)

    def find(self, name: str) -> Tag | None:
        """Return the declared tag of a name, following redirects, or None. Any text may be asked for."""
        now = self._now
        tag = now.handles.get(name)
        if tag is not None:
            return tag
        folded = fold(name)
        if "\0" in name:
            return None
        key = folded.replace(".", "\0")
        if key not in now.catalogue:
            target = now.redirects.targets.get(folded) if now.redirects else None
            if target is None:
                return None
            key = target.replace(".", "\0")
            now.note(name, now.catalogue.name(key))
        return self._handle(key)

    def status(self, name: str) -> Status:
        """Say what a name is, with "not ready" told apart from "unknown"; any text may be asked for.

        >>> tags = TagRegistry()
        >>> _ = tags.register("A.B"); tags.redirect("Old", "A.B")
        >>> tags.status("Old"), tags.status("A"), tags.status("")
        ('not ready', 'implicit', 'invalid')
        >>> tags.close(); tags.status("Old"), tags.status("C")
        ('redirected', 'unknown')
        """
        now = self._now
        key = sort_key(name)
        if "\0" not in name and key in now.catalogue:
            return "explicit" if now.catalogue.is_explicit(key) else "implicit"
        if now.redirects is not None and fold(name) in now.redirects.targets:
            return "redirected"
        return "invalid" if not is_valid(name) else "unknown" if self.closed else "not ready"

    def container(self, *tags: Tag | str) -> TagContainer:
        """Make a container; names are looked up here, now and later."""
        return TagContainer(tags, self)

    def __contains__(self, tag: object) -> bool:
        """Whether a tag or name is declared, explicitly or implicitly. Redirected names are not."""
        name = tag.name if isinstance(tag, Tag) else tag
        return isinstance(name, str) and "\0" not in name and sort_key(name) in self._now.catalogue

    def __len__(self) -> int:
        """How many tags are declared explicitly."""
        return len(self._now.catalogue)

    def __iter__(self) -> Iterator[Tag]:
        """The explicit tags, a parent directly before all under it."""
        return map(self._handle, self._now.catalogue.explicit())

    def every(self) -> Iterator[Tag]:
        """All tags, implicit ones too, a parent directly before all under it."""
        return map(self._handle, self._now.catalogue.every())

    def rows(self) -> Iterator[TagRow]:
        """The rows of the explicit tags, a parent directly before all under it; no `Tag` is made."""
        return self._now.catalogue.rows()

    def row(self, tag: Tag | str) -> TagRow | None:
        """Return the row that declares a tag, redirects followed; None for implicit and unknown ones."""
        return self._now.catalogue.row(self._key(tag))

    def roots(self) -> list[Tag]:
        """The tags without a parent, in order."""
        return [self._handle(key) for key in self._now.catalogue.every() if "\0" not in key]

    def children(self, tag: Tag | str) -> TagContainer:
        """Return all tags under a tag, at any depth and without itself, in order; none for an unknown tag."""
        found = self.find(str(tag))
        return TagContainer(
            map(self._handle, self._now.catalogue.under(found.key.replace(".", "\0"))) if found else (), self
        )

    def comment(self, tag: Tag | str) -> str:
        """Return the comment of a tag, empty where it has none."""
        row = self._now.catalogue.row(self._key(tag))
        return row.comment if row else ""

    def source(self, tag: Tag | str) -> Span | None:
        """Return the place that declared a tag first, be it a line of a program; None for implicit tags."""
        row = self._now.catalogue.row(self._key(tag))
        return None if row is None or row.span is NOWHERE else row.span

    def is_explicit(self, tag: Tag | str) -> bool:
        """Say whether a source declares the tag itself ("is a dictionary tag")."""
        return self._now.catalogue.is_explicit(self._key(tag))

    @property
    def redirects(self) -> RedirectMap:
        """The redirects, resolved; before the registry is closed, as they stand so far."""
        return self._now.redirects or RedirectMap(self._now.rows, self._now.declares)

    @property
    def restricted(self) -> Sequence[TagRow]:
        """The rows of the restricted tags."""
        return tuple(self._now.restricted)

    def near(self, name: str) -> list[str]:
        """Return the tags that a person may have meant, nearest first."""
        return self._now.catalogue.near(name)

    def _meant(self, name: str) -> str:
        near = self.near(name)
        return f"did you mean {' or '.join(near)}?" if near else ""

    def dictionary_hash(self) -> str:
        """Digest the names of the explicit tags, letter case ignored.

        The same names give the same digest, whatever their order, files, spellings and comments (tags.md section 2.6).
        """
        total = hashlib.sha256()
        for key in self._now.catalogue.explicit():
            total.update(f"{key}\n".encode("utf-8", "surrogatepass"))
        return total.hexdigest()

    def references(self) -> References:
        """Say how fields typed `Tag`, `TagContainer` and `TagGrants` are saved: by names, unknown ones too.

        They are read from every form that Unreal writes (`talewright.tags.values.forms`): text, quoted or not, a
        struct, a list. None, ``None`` and ``()`` are the empty tag, and the empty container.
        """
        return References(
            {
                Tag: Reference(
                    str,
                    lambda cls, text: self._early(self.tag(name_in_text(text))),
                    lambda cls, plain: self._early(self.tag(name_in_plain(plain))),
                    several_in_plain,
                ),
                TagContainer: Reference(
                    str,
                    lambda cls, text: self._early(TagContainer.parse(text, self)),
                    lambda cls, plain: self._early(TagContainer(names_in_json(plain), self)),
                ),
                TagGrants: Reference(
                    TagGrants.to_text,
                    lambda cls, text: self._early(TagGrants.parse(text, self)),
                    lambda cls, plain: self._early(TagGrants.of_plain(plain, self)),
                ),
            }
        )

    @property
    def read_early(self) -> bool:
        """Whether `references` read a tag while this was open: it may be unknown for that reason alone."""
        return self._was_early

    # Within

    def _early(self, value: _Read) -> _Read:
        if not self.closed and value:
            self._was_early = True
        return value

    def _declare(self, row: TagRow) -> str:
        if self._now.redirects is not None:
            raise _closed(f"the tag {shown(row.name)}")
        return self._now.declare(row)

    def _handle(self, key: str) -> Tag:
        handles = self._now.handles
        folded = key.replace("\0", ".")
        tag = handles.get(folded)
        if tag is None:
            tag = Tag(self._now.catalogue.name(key), self, known=True)
            handles[folded] = handles[tag.name] = tag
        return tag

    def _key(self, tag: Tag | str) -> str:
        if isinstance(tag, Tag):
            return tag.key.replace(".", "\0")
        found = self.find(tag)
        return found.key.replace(".", "\0") if found else ""


def _closed(what: str) -> RegistryClosed:
    return RegistryClosed(
        f"{what} comes too late: the registry closed when the project was opened",
        hint="give it by a @tag_source of the code module, or write it into Config/Tags/*.ini, before the project is"
        " opened; a closed registry takes new tags by reload(...) alone",
    )
