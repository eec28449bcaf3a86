"""What is made when it is first asked for: rows of generated tags, the keys of their elements, and all that is `Known`.

A project registers hundreds of thousands of tags and looks at a few of them, and few starts ask for a key. So names are
sorted and checked together, in the way of a generated list (`talewright.tags.values.row_blocks`); where one of them is
not valid, each goes the usual way and has its own finding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from talewright.diagnostics import Report
from talewright.dialogue import Outline
from talewright.errors import InvalidName
from talewright.project.identity import Locked
from talewright.project.scan import GeneratedTag
from talewright.tags import RedirectRow, TagRegistry, TagRow
from talewright.tags.values import GeneratedRows, rows_of_names


class LazyRows(GeneratedRows):
    """Rows in the order of their sorting keys, each made by a function from its number."""

    __slots__ = ("_row",)

    def __init__(self, keys: list[str], row: Callable[[int], TagRow]) -> None:
        self.keys = keys
        self._row = row

    def _make(self, index: int) -> TagRow:
        return self._row(index)


class LateRows(LazyRows):
    """Lazy rows whose keys are made when they are first asked for: valid names, which were registered once before."""

    late = True

    __slots__ = ("_made", "_read")

    def __init__(self, read: Callable[[], list[str]], row: Callable[[int], TagRow]) -> None:
        self._read = read
        self._made: list[str] | None = None
        self._row = row

    @property
    def keys(self) -> list[str]:  # type: ignore[override]
        """Their sorting keys, sorted, each once."""
        if self._made is None:
            self._made = self._read()
        return self._made


@dataclass(frozen=True)
class Known:
    """What the dialogues of a project come to, known without opening one: from a cook, or from the last opening.

    Attributes:
        tags: the rows of the generated tags, sorted; an opening remembers none of the project's own sources.
        redirects: former tags and today's.
        index: gives each dialogue's root tag and its file, relative to the project.
        keys: what each tag's element is known by.
        digests: gives the digest of each file, or the beginning of it, by its path.
        outline: gives what the dialogues know of each other.
        elements: gives all elements, as a lock has them.
        cooked: of an export, the section ``[Cook]``.
        findings: what the last opening found in the dialogues that is no error.
    """

    tags: Sequence[TagRow]
    redirects: tuple[RedirectRow, ...]
    index: Callable[[], Mapping[str, str]]
    keys: Keys
    digests: Callable[[], Mapping[str, str]]
    outline: Callable[[], Outline]
    elements: Callable[[], Sequence[Locked]]
    cooked: Mapping[str, str] = field(default_factory=dict)
    findings: Report = field(default_factory=Report)


def register(registry: TagRegistry, tags: Sequence[GeneratedTag], report: Report) -> None:
    """Register generated tags; names that no tag can have go into the report.

    >>> from talewright.diagnostics import Span
    >>> registry, report = TagRegistry(), Report()
    >>> place = Span("D_Smith.yarn", 3)
    >>> register(registry, [GeneratedTag("A.B", "hi", place, "choice"), GeneratedTag("A", "", place, "reply")], report)
    >>> registry.tag("a.b").comment, str(registry.tag("A.B").source)
    ('hi', 'D_Smith.yarn:3:1')
    """
    quick = None if registry.invalid else rows_of_names([tag.name for tag in tags])
    if quick is not None:
        keys, _, order = quick

        def row(index: int) -> TagRow:
            tag = tags[order[index]]
            return TagRow(tag.name, tag.comment, tag.span)

        registry.register_rows(LazyRows(keys, row))
        return
    for tag in tags:
        try:
            registry.register(tag.name, tag.comment, source=tag.span)
        except InvalidName as error:
            report.add("TW-PROJ-09", "error", error.message, error.hint, tag.span)


class Keys(Mapping[str, str]):
    """What the element of each tag is known by; read when it is first asked for, since few starts ask."""

    def __init__(self, read: Callable[[], Mapping[str, str]]) -> None:
        self._read = read
        self._found: Mapping[str, str] | None = None
        self._tags: dict[str, str] | None = None

    @property
    def _keys(self) -> Mapping[str, str]:
        if self._found is None:
            self._found = self._read()
        return self._found

    def __getitem__(self, tag: str) -> str:
        return self._keys[tag]

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)

    def tag_of(self, key: str) -> str | None:
        """Return the tag of the element with a key."""
        if self._tags is None:
            self._tags = {key: tag for tag, key in self._keys.items()}
        return self._tags.get(key)
