"""Who uses a tag: places in the files of a project that name it.

Looks for the name as a whole word in text files (dialogues, code, ini files, tables, saves) and in Unreal's binary
assets, which keep their names as plain text. It cannot tell a tag from the same word used for something else, so a
name without a dot is only taken where it stands between quotes. Rows that declare the tag are no use of it. Nothing is
run and nothing is written.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from talewright.config.text import decode
from talewright.diagnostics import Span
from talewright.errors import ConfigError
from talewright.files import read_file
from talewright.names import fold
from talewright.tags.editing.row_texts import Lines
from talewright.walking import is_foreign

TEXT_FILES = frozenset(
    {".ini", ".yarn", ".py", ".pyi", ".h", ".hpp", ".c", ".cc", ".cpp", ".cs", ".as", ".lua"}
    | {".csv", ".json", ".tsv", ".txt", ".md", ".sav", ".script"}
)
"""Endings of the files that are read as text."""

ASSETS = frozenset({".uasset", ".umap"})
"""Endings of the files that are searched as bytes; a use in them has no line."""

SKIPPED = frozenset(["Binaries", "DerivedDataCache", "Intermediate", "Build"])
"""Folders that hold nothing that people wrote, besides those that begin with a dot."""

BIGGEST = 64 * 1024 * 1024
"""The most bytes that a file is searched of."""

UseKind: TypeAlias = Literal[
    "redirect", "setting", "text", "asset", "function", "jump", "selector", "code", "save", "other", "perhaps"
]
"""What kind of place uses a tag; beyond the first four, `talewright.project` tells them apart."""

_DECLARES = re.compile(r"\s*[+.\-!]?(?:Restricted)?GameplayTagList\s*=", re.IGNORECASE)


@dataclass(frozen=True, order=True)
class Use:
    """One place that names a tag.

    Attributes:
        span: where; an asset has only its file.
        name: as it is written there.
        kind: "redirect" in a row that leads to or from it, "setting" elsewhere in an ini file, "text" in any other
            text file, "asset" in a binary one.
        line: the line, trimmed.
    """

    span: Span
    name: str
    kind: UseKind
    line: str = ""

    def __str__(self) -> str:
        return f"{self.span.file}: {self.name}" if self.kind == "asset" else f"{self.span}: {self.line}"


def declares(row: str) -> bool:
    """Whether a row of an ini file declares tags, or takes them out: what it names is no use.

    >>> declares('+GameplayTagList=(Tag="A.B",DevComment="")'), declares("Tag=A.B")
    (True, False)
    """
    return _DECLARES.match(row) is not None


def kind_in_ini(row: str) -> Literal["redirect", "setting"]:
    """Return what kind of use a row of an ini file holds."""
    return "redirect" if "tagredirects" in fold(row) else "setting"


def read_searched(path: Path) -> bytes:
    """Read a file that is to be searched.

    Raises:
        OSError: it cannot be read, is no plain file, or is too big.
    """
    size = path.stat().st_size
    if size > BIGGEST:
        raise OSError(errno.EFBIG, f"it has {size} bytes", str(path))
    return read_file(path)


Unsearched: TypeAlias = Callable[[str, str], None]
"""Is told of what could not be searched, and why."""


def find_uses(
    folder: Path | str,
    names: str | Iterable[str],
    *,
    subtree: bool = False,
    skip: Iterable[Path | str] = (),
    unsearched: Unsearched | None = None,
) -> list[Use]:
    """Find the places that name a tag.

    Args:
        folder: searched at any depth.
        names: one tag, or several.
        subtree: whether to look for everything under them too.
        skip: files that are not searched, such as generated ones, and folders that are not entered.
        unsearched: is told of files and folders that cannot be read, are no files at all, or are too big; else they are
            passed over.

    Returns:
        The places by file and line.
    """
    folder = Path(folder)
    listed = [names] if isinstance(names, str) else list(names)
    skipped = {_real(Path(path)) for path in skip}
    found: list[Use] = []
    if not listed:
        return found
    wanted = _pattern(listed, subtree)

    def tell(path: Path, why: str) -> None:
        if unsearched is not None:
            unsearched(path.relative_to(folder).as_posix(), why)

    for path in _files(folder, skipped, tell):
        if _real(path) in skipped:
            continue
        try:
            data = read_searched(path)
        except OSError as error:
            if not (path.is_symlink() and not path.exists()):  # a link that leads nowhere holds nothing
                tell(path, error.strerror or type(error).__name__)
            continue
        found += _in_data(data, wanted, listed, subtree, path.relative_to(folder).as_posix())
    return found


def find_uses_in(data: bytes, names: str | Iterable[str], shown: str, *, subtree: bool = False) -> list[Use]:
    """Find the places in one file, or in what is like one, that name a tag.

    Args:
        data: its bytes; what is no text is searched as an asset is.
        names: one tag, or several.
        shown: what it is called.
        subtree: whether to look for everything under them too.

    >>> [str(use) for use in find_uses_in(b"a = Npc.Smith", "Npc.Smith", "some.cfg")]
    ['some.cfg:1:5: a = Npc.Smith']
    """
    listed = [names] if isinstance(names, str) else list(names)
    return list(_in_data(data, _pattern(listed, subtree), listed, subtree, shown)) if listed else []


def _in_data(data: bytes, wanted: re.Pattern[str], names: list[str], subtree: bool, shown: str) -> Iterator[Use]:
    text = None
    if fold(Path(shown).suffix) not in ASSETS:
        with contextlib.suppress(ConfigError):
            text = decode(data, shown)[0]
    return _in_asset(data, names, subtree, shown) if text is None else _in_text(text, wanted, shown)


def _files(folder: Path, skipped: set[Path], tell: Callable[[Path, str], None]) -> Iterator[Path]:
    def hidden(error: OSError) -> None:
        path = Path(error.filename)
        if os.path.isdir(path):
            tell(path, error.strerror or type(error).__name__)

    for root, folders, files in os.walk(folder, onerror=hidden):
        kept = (name for name in folders if name not in SKIPPED and not is_foreign(root, name))
        folders[:] = sorted(name for name in kept if _real(Path(root, name)) not in skipped)
        for name in sorted(files):
            if fold(Path(name).suffix) in TEXT_FILES | ASSETS:
                yield Path(root, name)


def _real(path: Path) -> Path:
    """Return the file behind all links; a link that leads to itself is what it is."""
    return Path(os.path.realpath(path))


def _pattern(names: list[str], subtree: bool) -> re.Pattern[str]:
    # A part of a longer name is another tag: nothing of a name may stand around it. Names are grouped by what is above
    # them, so that a branch of thousands is looked for at the places alone where its parent is named.
    parts = []
    below = r"(?:\.[\w-]+)*" if subtree else ""
    end = r"(?![\w-])(?!\.\w)"
    leaves: dict[str, list[str]] = {}
    for name in sorted(names, key=len, reverse=True):
        above, _, leaf = name.rpartition(".")
        leaves.setdefault(above, []).append(leaf)
    for above in sorted(filter(None, leaves), key=len, reverse=True):
        either = "|".join(map(re.escape, leaves[above]))
        parts.append(rf"(?<![\w.-]){re.escape(above)}\.(?:{either}){below}{end}")
    for name in leaves.get("", ()):
        parts.append(rf"(?<=[\"'])\b{re.escape(name)}{below}(?=\\?[\"'])")
        if subtree:
            parts.append(rf"(?<![\w.-]){re.escape(name)}(?:\.[\w-]+)+{end}")
    return re.compile("|".join(parts), re.IGNORECASE)


def _in_text(text: str, wanted: re.Pattern[str], shown: str) -> Iterator[Use]:
    lines: Lines | None = None
    for match in wanted.finditer(text):
        lines = lines or Lines(text)
        number = lines.line(match.start())
        start = lines.start(number)
        line = text[start : lines.start(number + 1)].rstrip("\r\n")
        column = match.start() - start + 1
        span = Span(shown, number, column, number, column + len(match[0]))
        if not shown.casefold().endswith(".ini"):
            yield Use(span, match[0], "text", line.strip())
        elif not line.lstrip().startswith(";") and not declares(line):
            yield Use(span, match[0], kind_in_ini(line), line.strip())


def _in_asset(data: bytes, names: list[str], subtree: bool, shown: str) -> Iterator[Use]:
    low = data.lower()  # ASCII alone, which is what names in assets are in most projects
    for name in names:
        wanted = re.escape(name.encode().lower())
        pattern = wanted + (rb"(?:\.[\w.\- ]+)?" if subtree else b"") + rb"(?![\w.\-])"
        found = {data[m.start() : m.end()].decode("latin-1") for m in re.finditer(rb"(?<![\w.\-])" + pattern, low)}
        for spelled in sorted(found):
            yield Use(Span(shown), spelled, "asset")
