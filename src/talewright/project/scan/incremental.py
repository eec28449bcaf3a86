"""The incremental scan: the elements of every dialogue, of which only what changed is read (tags.md section 9.2).

Compiles nothing and checks nothing across files; it tells which tags there are, quickly, even in a project with errors.
The result is that of a clean scan, whatever happened to the files meanwhile. The one difference is meant: a file that
does not parse, or cannot be read, keeps the elements that it had when it last parsed, and is stale. A typo is no
deletion.

Whether a file is what it was, its stamp may say, if it is older than the look that was taken at it; else its digest.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from talewright.diagnostics import Diagnostic, Report, Span
from talewright.dialogue import Element, Program, Source, file_tags
from talewright.errors import TalewrightError
from talewright.project.scan.cache import Remembered, read_cache, rows_text, write_cache
from talewright.project.scan.dialogue_class import DialogueClass, TagLayout
from talewright.project.scan.dialogue_files import DialogueFile, name_of, report_others, unique
from talewright.project.scan.elements import elements_of_rows, read_rows, row_of
from talewright.project.scan.extract import extract
from talewright.project.scan.generated_tags import GeneratedTag, tags_of_elements
from talewright.project.scan.listing import Listing, Stamp, is_settled, list_dialogues
from talewright.project.scan.progress import Progress, reported


@dataclass(frozen=True)
class Scanned:
    """One dialogue, as far as its tags go.

    Attributes:
        name: of the dialogue.
        path: of its file, relative to the project.
        layout: how its tags are called.
        file: what is known of the file; of a stale one, what was known when it last parsed.
        stale: whether the file is another now, and does not parse.
    """

    name: str
    path: str
    layout: TagLayout
    file: Remembered
    stale: bool = False

    @property
    def elements(self) -> list[Element]:
        """What of it can have a tag."""
        return elements_of_rows(self.path, self.file.rows)


@dataclass
class Scan:
    """What a scan found.

    Attributes:
        dialogues: in the order of their paths.
        report: files that cannot be read or do not parse, names that meet, files that are called wrongly.
        read: the paths of the files whose bytes were looked at.
    """

    dialogues: list[Scanned] = field(default_factory=list)
    report: Report = field(default_factory=Report)
    read: list[str] = field(default_factory=list)

    @property
    def stale(self) -> list[str]:
        """The paths of the files that keep older elements, because they do not parse."""
        return [dialogue.path for dialogue in self.dialogues if dialogue.stale]

    def tags(self) -> list[GeneratedTag]:
        """Generate the tags; two elements with one tag go into the report."""
        return tags_of_elements(((d.layout, d.elements) for d in self.dialogues), self.report)


def scan_elements(
    folder: Path,
    classes: Mapping[str, DialogueClass],
    *,
    saved_dir: Path | None = None,
    known: Mapping[str, Remembered] | None = None,
    listing: Listing | None = None,
    progress: Progress | None = None,
    clock: Callable[[], int] = time.time_ns,
) -> Scan:
    """Scan the dialogues of a project for their elements.

    Args:
        folder: of the project.
        classes: its dialogue classes.
        saved_dir: its Saved folder, in which a cache is kept; None: everything is read, and nothing is remembered.
        known: what is remembered of the files, for whoever may write nothing and so gives no `saved_dir`.
        listing: what lies in the folder of the dialogues, where that was looked at just now.
        progress: is told after every file.
        clock: nanoseconds of the machine's time.
    """
    now = clock()
    listing = listing or list_dialogues(folder)
    if known is None:
        known = {} if saved_dir is None else read_cache(saved_dir)
    scanner = _Scanner(folder, classes, known, now)
    report_others(listing, classes, scanner.scan.report)
    scanner.scan.dialogues = unique(scanner.over(listing, progress), scanner.scan.report)
    if saved_dir is not None and scanner.fresh != known:
        write_cache(saved_dir, scanner.fresh)
    return scanner.scan


def remember(
    saved_dir: Path,
    listing: Listing,
    dialogues: Iterable[DialogueFile],
    program: Program,
    *,
    now: int,
    progress: Progress | None = None,
) -> None:
    """Keep in the cache what compiling the dialogues told: the same as a scan of them, and no file is read again.

    Args:
        saved_dir: the Saved folder.
        listing: of the dialogues, taken before they were read.
        dialogues: what was read.
        program: what it came to, without an error: then the elements of one script alone are its elements here.
        now: the moment of the listing, in nanoseconds.
        progress: is told after every file.
    """
    known = read_cache(saved_dir)
    read = {dialogue.path: dialogue for dialogue in dialogues}
    fresh: dict[str, Remembered] = {}
    for path in reported("remember", listing.files, progress):
        stamp, file = listing.files[path], read[path]
        settled, old = is_settled(stamp, now), known.get(path)
        if old is not None and (old.digest, old.name) == (file.digest, file.name):
            fresh[path] = replace(old, stamp=stamp, settled=settled)
        else:
            rows = rows_text(map(row_of, program.elements(file.name)))
            fresh[path] = Remembered(stamp, settled, file.digest, file.name, file_tags(file.source.text), rows)
    if fresh != known:
        write_cache(saved_dir, fresh)


class _Scanner:
    def __init__(
        self, folder: Path, classes: Mapping[str, DialogueClass], known: Mapping[str, Remembered], now: int
    ) -> None:
        self.folder = folder
        self.classes = classes
        self.known = known
        self.now = now
        self.fresh: dict[str, Remembered] = {}
        self.scan = Scan()

    def over(self, listing: Listing, progress: Progress | None) -> Iterator[Scanned]:
        for path in reported("read", listing.files, progress):
            found = self._file(path, listing.files[path])
            if found is not None:
                self.fresh[path] = found.file
                yield found

    def _file(self, path: str, stamp: Stamp) -> Scanned | None:
        old = self.known.get(path)
        data: bytes | None = None
        same = old is not None and old.settled and old.stamp == stamp
        settled = is_settled(stamp, self.now)
        if not same:
            try:
                data = self._bytes(path)
            except OSError as error:
                hint = "check the file's rights"
                return self._stale(path, old, self._one("TW-PROJ-04", f"cannot be read: {error.strerror}", hint, path))
            digest = hashlib.sha256(data).hexdigest()
            if old is not None and old.digest == digest:
                same, old = True, replace(old, stamp=stamp, settled=settled)
        if same and old is not None:
            named = name_of(path, old.tags, self.classes, self.scan.report)
            if named is None:
                return None
            if named[0] == old.name:
                return Scanned(named[0], path, TagLayout(*named), old)
            # Another prefix gives another name, and ids that are made up hold it: the rows are made anew.
            return self._parsed(path, self._bytes(path) if data is None else data, stamp, settled, old)
        assert data is not None
        return self._parsed(path, data, stamp, settled, old)

    def _bytes(self, path: str) -> bytes:
        self.scan.read.append(path)
        with open(self.folder / path, "rb", buffering=0) as file:
            return file.read()

    def _parsed(self, path: str, data: bytes, stamp: Stamp, settled: bool, old: Remembered | None) -> Scanned | None:
        try:
            text = Source.from_bytes("", path, data).text
        except TalewrightError as error:
            return self._stale(path, old, error.report)
        tags = file_tags(text)
        named = name_of(path, tags, self.classes, self.scan.report)
        if named is None:
            return None
        rows = extract(named[0], text)
        if rows is None:
            rows, found = read_rows(Source(named[0], path, text))
            if rows is None:
                return self._stale(path, old, found)
        digest = hashlib.sha256(data).hexdigest()
        file = Remembered(stamp, settled, digest, named[0], tags, rows_text(rows))
        return Scanned(named[0], path, TagLayout(*named), file)

    def _stale(self, path: str, old: Remembered | None, why: Report) -> Scanned | None:
        report = self.scan.report
        report += why.errors
        what = "cannot be read" if any(d.code == "TW-PROJ-04" for d in why) else "does not parse"
        if old is None:
            message, hint = what, "mend it: nothing is remembered of it, so it has no tags until then"
        else:
            message = f"{what}, and keeps the {len(old.rows)} elements that it had"
            hint = "mend it: its tags are those of its last good state"
        report.add("TW-PROJ-16", "error", message, hint, Span(path))
        if old is None:
            return None
        named = name_of(path, old.tags, self.classes, Report())
        layout = TagLayout(old.name, DialogueClass() if named is None else named[1])
        return Scanned(old.name, path, layout, old, stale=True)

    def _one(self, code: str, message: str, hint: str, path: str) -> Report:
        return Report([Diagnostic(code, "error", message, hint, Span(path))])
