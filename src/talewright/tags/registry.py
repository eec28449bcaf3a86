"""Which tags there are.

A registry is open while sources are read: hand-written lists, generated lists, code. Registering A.B.C makes A.B and A
tags too, implicit ones. Then it is closed, once and for ever: redirects are followed to their ends, and from then on
nothing changes, so any number of games and threads may read it. A reload makes another registry. It knows neither
files nor dialogues; they are read into it (`talewright.tags.files`).

The first spelling and the first comment of a tag win, so sources are read in the order that `files` gives them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator

from talewright.diagnostics import Report, Span
from talewright.errors import InvalidName, RegistryClosed, UnknownTag
from talewright.fields import Reference, References
from talewright.names import closest, did_you_mean, fold
from talewright.tags.container import TagContainer
from talewright.tags.names import check, parents_of, shown
from talewright.tags.redirects import NOWHERE, RedirectMap, RedirectRow
from talewright.tags.rows import TagRow
from talewright.tags.tag import EMPTY, Tag

_NEAR = 5000  # so many names are searched for near ones: enough for a person, and quick


class TagRegistry:
    """All tags of a project.

    >>> tags = TagRegistry()
    >>> smith = tags.register("Libretto.Dialogues.Smith", "What do you need?")
    >>> tags.close()
    >>> tags.tag("libretto.dialogues.SMITH") == smith, smith.matches("Libretto")
    (True, True)
    >>> tags.tag("Libretto.Dialogues.Smiht")
    <Tag Libretto.Dialogues.Smiht (unknown)>

    Attributes:
        report: what was found while registering and closing: duplicates, spellings, redirects.
    """

    def __init__(self) -> None:
        self.report = Report()
        self._names: dict[str, str] = {}  # key -> spelling, of explicit and implicit tags
        self._explicit: dict[str, Span] = {}  # key -> place
        self._comments: dict[str, str] = {}  # key -> comment, where there is one
        self._tags: dict[str, Tag] = {}  # key, and spelling -> the one object; made when asked for
        self._rows: list[RedirectRow] = []
        self._redirects: RedirectMap | None = None
        self._order: list[str] | None = None  # keys of all tags, a parent before all under it

    # While it is open

    @property
    def closed(self) -> bool:
        """Whether the registration window has closed."""
        return self._redirects is not None

    def register(self, name: str, comment: str = "", *, source: Span | None = None) -> Tag:
        """Declare a tag.

        Declaring a tag again changes nothing; the report then has a warning with both places, unless a program
        repeats what is known already.

        Args:
            name: segments joined by dots.
            comment: what people should know about it (DevComment).
            source: the place that declares it; None for a program.

        Raises:
            InvalidName: see `talewright.tags.check`.
            RegistryClosed: the window has closed.
        """
        return self._handle(self._declare(name, comment, source))

    def register_rows(self, rows: Iterable[TagRow]) -> None:
        """Declare the tags of a list, as `register` does one by one, without making a `Tag` of each.

        Raises:
            InvalidName: see `talewright.tags.check`; the rows in front are registered.
            RegistryClosed: the window has closed.
        """
        for row in rows:
            self._declare(row.name, row.comment, row.span)

    def redirect(self, old: str, new: str, *, source: Span | None = None) -> None:
        """Say that a name has become another: exactly this name, not those under it.

        Redirects are followed and checked when the registry is closed.

        Raises:
            RegistryClosed: the window has closed.
            InvalidName: a name is empty.
        """
        if self._redirects is not None:
            raise _closed(f"the redirect of {shown(old)}")
        if not old or not new:
            raise InvalidName(f"a redirect from {old!r} to {new!r} names no tag", hint="give both names")
        self._rows.append(RedirectRow(old, new, source or NOWHERE))

    def close(self) -> None:
        """End the registration window: follow the redirects, and change no more. A second call does nothing."""
        if self._redirects is None:
            self._redirects = RedirectMap(self._rows, self._names.__contains__)
            self.report += self._redirects.report
            self._sorted()

    # What it knows

    def tag(self, name: str) -> Tag:
        """Give the tag of a name, following redirects.

        A well-formed name that nobody declares gives an unknown tag, which keeps its text and matches nothing; so
        does a name that is declared only later, and an old name before the registry is closed. An empty name gives
        the empty tag.

        Raises:
            InvalidName: the name can never be a tag.
        """
        return self.find(name) or (Tag(check(name), self, known=False) if name else EMPTY)

    def require(self, name: str) -> Tag:
        """Give the tag of a name, following redirects, or raise.

        Raises:
            UnknownTag: nobody declares it; the hint has near names, and says so if the registry is still open.
            InvalidName: the name can never be a tag.
        """
        found = self.find(name)
        if found is not None:
            return found
        check(name)
        if self._redirects is None:
            raise UnknownTag(
                f"the tag {shown(name)} is not declared so far: the registry is not ready",
                hint="ask once the registry is closed, when Project.open has ended",
            )
        broken = [row for row in self._rows if fold(row.old) == fold(name)]
        if broken:
            message = f"the tag {shown(name)} was renamed to {broken[0].new} ({broken[0].span}), which is no tag"
            raise UnknownTag(message, hint=f"declare {broken[0].new}, or correct the redirect")
        hint = did_you_mean(name, self.near(name)) or "declare it in Config/Tags/*.ini, or correct the name"
        raise UnknownTag(f"no source declares the tag {shown(name)} ({len(self)} tags are known)", hint=hint)

    def find(self, name: str) -> Tag | None:
        """Give the declared tag of a name, following redirects, or None. Any text may be asked for."""
        tag = self._tags.get(name)
        if tag is not None:
            return tag
        key = fold(name)
        if key not in self._names:
            target = self._redirects.targets.get(key) if self._redirects else None
            if target is None:
                return None
            key = target
        return self._handle(key)

    def container(self, *tags: Tag | str) -> TagContainer:
        """Make a container; names are looked up here, now and later."""
        return TagContainer(tags, self)

    def __contains__(self, tag: object) -> bool:
        """Whether a tag or name is declared, explicitly or implicitly. Redirected names are not."""
        name = tag.name if isinstance(tag, Tag) else tag
        return isinstance(name, str) and fold(name) in self._names

    def __len__(self) -> int:
        """How many tags are declared explicitly."""
        return len(self._explicit)

    def __iter__(self) -> Iterator[Tag]:
        """The explicit tags, a parent directly before all under it."""
        return (self._handle(key) for key in self._sorted() if key in self._explicit)

    def every(self) -> Iterator[Tag]:
        """All tags, implicit ones too, a parent directly before all under it."""
        return (self._handle(key) for key in self._sorted())

    def roots(self) -> list[Tag]:
        """The tags without a parent, in order."""
        return [self._handle(key) for key in self._sorted() if "." not in key]

    def children(self, tag: Tag | str) -> TagContainer:
        """Give all tags under a tag, at any depth and without itself, in order; none for an unknown tag."""
        found = self.find(str(tag))
        return TagContainer(map(self._handle, self._under(found.key) if found else ()), self)

    def comment(self, tag: Tag | str) -> str:
        """Give the comment of a tag, empty where it has none."""
        return self._comments.get(self._key(tag), "")

    def source(self, tag: Tag | str) -> Span | None:
        """Give the place that declared a tag first; None for implicit tags and those registered by code."""
        place = self._explicit.get(self._key(tag))
        return None if place is NOWHERE else place

    def is_explicit(self, tag: Tag | str) -> bool:
        """Say whether a source declares the tag itself ("is a dictionary tag")."""
        return self._key(tag) in self._explicit

    @property
    def redirects(self) -> RedirectMap:
        """The redirects, resolved; before the registry is closed, as they stand so far."""
        return self._redirects or RedirectMap(self._rows, self._names.__contains__)

    def near(self, name: str) -> list[str]:
        """Give the tags that a person may have meant, nearest first."""
        for above in parents_of(name):  # near what stands under the nearest ancestor that exists
            key = fold(above)
            if key in self._names:
                behind = len(key) + 1
                spellings = [self._names[k] for k in self._under(key)[:_NEAR]]
                under = {spelling[behind:]: spelling for spelling in spellings}
                found = closest(name[behind:], under)
                if found:
                    return [under[rest] for rest in found]
        return closest(name, (self._names[k] for k in self._sorted()[:_NEAR]))

    def references(self) -> References:
        """Say how fields typed `Tag` and `TagContainer` are saved: as names, unknown ones too."""
        return References(
            {
                Tag: Reference(str, lambda cls, name: self.tag(name)),
                TagContainer: Reference(str, lambda cls, text: self._container_of(text)),
            }
        )

    # Within

    def _declare(self, name: str, comment: str, source: Span | None) -> str:
        if self._redirects is not None:
            raise _closed(f"the tag {shown(name)}")
        key = fold(check(name))
        if key in self._explicit:
            self._repeated(key, name, comment, source)
        else:
            self._put(key, name, source)
            self._explicit[key] = source or NOWHERE
            if comment:
                self._comments[key] = comment
            self._order = None
        return key

    def _put(self, key: str, name: str, source: Span | None) -> None:
        names = self._names
        while key not in names:
            if key == "none":  # the ancestor that None.Live would have: the word that stands for no tag
                return
            names[key] = name
            if "." not in key:
                return
            key = key.rpartition(".")[0]
            name = name.rpartition(".")[0]
        if names[key] != name:
            self._respelled(names[key], name, source)

    def _respelled(self, known: str, name: str, source: Span | None) -> None:
        message = f"{shown(name)} is written {known} elsewhere; tags ignore case, so both are one tag"
        self.report.add("TW-TAG-04", "warning", message, f"write {known}", source or NOWHERE)

    def _repeated(self, key: str, name: str, comment: str, source: Span | None) -> None:
        known, first = self._names[key], self._explicit[key]
        if name != known:
            self._respelled(known, name, source)
        if source in (None, NOWHERE) and comment in ("", self._comments.get(key, "")):
            return
        message = f"the tag {shown(name)} is declared already, at {first}; that place and its comment count"
        self.report.add("TW-TAG-03", "warning", message, "delete one of the two", source or NOWHERE)

    def _handle(self, key: str) -> Tag:
        tag = self._tags.get(key)
        if tag is None:
            tag = Tag(self._names[key], self, known=True)
            self._tags[key] = self._tags[tag.name] = tag
        return tag

    def _key(self, tag: Tag | str) -> str:
        if isinstance(tag, Tag):
            return tag.key
        found = self.find(tag)
        return found.key if found else ""

    def _sorted(self) -> list[str]:
        if self._order is None:
            self._order = sorted(self._names, key=_by_segments)
        return self._order

    def _under(self, key: str) -> list[str]:
        order = self._sorted()
        at = _by_segments(key)
        start = bisect_left(order, at + "\0", key=_by_segments)
        return order[start : bisect_left(order, at + "\1", start, key=_by_segments)]

    def _container_of(self, text: str) -> TagContainer:
        return self.container(*(name for part in text.split(",") if (name := part.strip())))


def _by_segments(key: str) -> str:
    return key.replace(".", "\0")  # `sort_key` of a name that is folded already


def _closed(what: str) -> RegistryClosed:
    return RegistryClosed(
        f"{what} comes too late: the registry closed when the project was opened",
        hint="register it in a script that is loaded before Project.open ends, or write it into Config/Tags/*.ini",
    )
