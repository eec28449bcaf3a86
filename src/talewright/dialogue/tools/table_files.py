"""String tables as files: read by their ending, and found by the language that somebody asks for.

Decides where the table of a language lies: the file itself, if one is named; else what a ``.yarnproject`` says of it;
else ``de.csv`` or ``de.po`` in the folder of the story, in its ``Strings``, or beside its scripts.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from talewright.dialogue.program import Program
from talewright.dialogue.text import pseudo, translated
from talewright.dialogue.tools.csv_tables import from_csv
from talewright.dialogue.tools.po_tables import from_po
from talewright.dialogue.tools.project_files import PROJECT_SUFFIX, read_project_file
from talewright.dialogue.tools.string_tables import StringTable, Translation, drift_of, texts_of
from talewright.errors import DialogueError, Misuse

#: The language that nobody speaks; it needs no table.
PSEUDO: Final = "qps"
_ENDINGS: Final = (".csv", ".po")
_FOLDERS: Final = ("", "Strings", "Dialogues")


def is_po(table: Path) -> bool:
    """Tell whether a table is PO, by its ending; else it is CSV.

    Raises:
        Misuse: it is neither.
    """
    if table.suffix not in _ENDINGS:
        raise Misuse(f"{table.name} is neither CSV nor PO", hint="let its name end with .csv or .po")
    return table.suffix == ".po"


def read_table(table: Path, language: str = "") -> StringTable:
    """Read a table.

    Args:
        table: the file.
        language: of it, where it does not say.

    Raises:
        Misuse: it cannot be read, or is no table.
    """
    try:
        text = table.read_bytes().decode("utf-8")
    except OSError as error:
        raise Misuse(f"{table.as_posix()} cannot be read: {error.strerror}", hint="name a table") from error
    except UnicodeDecodeError as error:
        raise Misuse(f"{table.as_posix()} is no UTF-8 text", hint="save it as UTF-8") from error
    return (from_po if is_po(table) else from_csv)(text, language, file=table.name)


def table_of(language: str, story: Path, program: Program) -> StringTable:
    """Return the table of a language for a story.

    Args:
        language: ``de``, or the path of a table; ``qps`` needs none.
        story: the folder of the story, or one of its scripts.
        program: its scripts.

    Raises:
        Misuse: there is no such table; the hint names the places where it was looked for.
    """
    if language == PSEUDO:
        rows = [Translation(text, pseudo(text.text), text.lock) for text in texts_of(program)]
        return StringTable(PSEUDO, rows)
    named = Path(language)
    if named.suffix in _ENDINGS:
        return read_table(named, named.stem)
    places = list(dict.fromkeys(_places(language, story if story.is_dir() else story.parent)))
    found = next((place for place in places if place.is_file()), None)
    if found is None:
        looked = ", ".join(place.as_posix() for place in places)
        hint = f"talewright dialogue strings export {language}.csv writes one; looked for {looked}"
        raise Misuse(f"there is no table of the language {language!r}", hint=hint)
    return read_table(found, language)


def _places(language: str, folder: Path) -> Iterator[Path]:
    above = folder.parent if folder.name == "Dialogues" else None
    for root in (folder, above) if above is not None else (folder,):
        for project in sorted(root.glob(f"*{PROJECT_SUFFIX}")):
            try:
                strings = read_project_file(project).localisation.get(language)
            except DialogueError:  # whoever reads the story says so
                continue
            if strings is not None and strings.strings:
                yield root / strings.strings
        for name in _FOLDERS if root is not folder or above is None else ("",):
            yield from (root / name / f"{language}{ending}" for ending in _ENDINGS)


def program_in(table: StringTable, program: Program) -> tuple[Program, list[str]]:
    """Return a program with the texts of a table, and what a person should know of them: what is missing or broken.

    >>> from talewright.dialogue import compile
    >>> program = compile({"A": "title: A\\n---\\nHi. #line:hi\\nHo. #line:ho\\n==="})
    >>> table = StringTable("de", [Translation(one, "[b]Hallo.", one.lock) for one in texts_of(program)[:1]])
    >>> program_in(table, program)[1]
    ['de: 1 translated, 1 missing', 'A.yarn:3: line:hi: the marker [b] is not in the text', \
'A.yarn:3: line:hi: the markup is broken: [b] is not closed']
    """
    drift = drift_of(table, texts_of(program))
    notes = [f"{row.source.file}:{row.source.line}: {row.source.id}: {what}" for row, what in drift.broken]
    counts = [f"{count} {status}" for status, count in drift.counts.items() if count]
    if not drift.clean:
        notes.insert(0, f"{table.language}: {', '.join(counts)}")
    return translated(program, table.texts()), notes
