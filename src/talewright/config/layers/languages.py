"""Texts in the player's language: ``.int``, ``.deu`` and their like (config-savegame.md section 4.4).

A language file is an ini file: ``<Package>.<language>``, in it the section of a record ``[Name Class]`` or of its class
``[Class]``, and the field as key. What the chosen language lacks, English (``int``) gives; what that lacks, the record
itself. Reads the files once.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from talewright.config.text import Entry, IniDocument
from talewright.config.values import NATIVE, Style
from talewright.diagnostics import Report
from talewright.errors import CorruptFile
from talewright.names import fold

FALLBACK = "int"
"""The language that every game has."""


class Languages:
    """The texts of a game in one language.

    Args:
        files: language files, or documents already read; later ones win.
        language: the file ending that is looked at first: ``deu``, ``fra``, ``jpn`` ...
        style: the dialect of the files.

    >>> german = IniDocument.parse(b"[sword1 Item]\\nDisplayName=Kurzschwert\\n", "Items.deu")
    >>> english = IniDocument.parse(b"[Item]\\nDisplayName=Thing\\n[bow Item]\\nDisplayName=Bow\\n", "Items.int")
    >>> texts = Languages([german, english], language="deu")
    >>> [texts.text(section, "DisplayName") for section in ("sword1 Item", "bow Item", "axe Item")]
    ['Kurzschwert', 'Bow', 'Thing']
    """

    def __init__(self, files: Iterable[Path | IniDocument] = (), *, language: str = "", style: Style = NATIVE) -> None:
        self.language = language
        self.report = Report()
        self._documents: dict[str, list[IniDocument]] = {}
        for item in files:
            document = item if isinstance(item, IniDocument) else self._read(item, style)
            if document is not None:
                ending = fold(document.file.rpartition(".")[2])
                self._documents.setdefault(ending, []).insert(0, document)

    @classmethod
    def of_folder(cls, folder: Path | str, *, language: str = "", style: Style = NATIVE) -> Languages:
        """Read the files of a language and of the fallback below a folder, in the order of their names.

        Unreal keeps them in ``Localization/INT``, ``Localization/DEU`` ...
        """
        endings = {f".{fold(language)}", f".{FALLBACK}"}
        found = [path for path in Path(folder).rglob("*") if path.is_file() and fold(path.suffix) in endings]
        found.sort(key=lambda path: (path.parent.as_posix(), path.name))
        return cls(found, language=language, style=style)

    def text(self, section: str, key: str, *, package: str = "") -> str | None:
        """Return a text, or None where no language has it.

        Args:
            section: ``Name Class``, or any other; a record's class is looked at behind it.
            key: the field.
            package: the name of the file, if only one of them may answer.
        """
        found = self.entry(section, key, package=package)
        return None if found is None else found.value

    def entry(self, section: str, key: str, *, package: str = "") -> Entry | None:
        """Return the line of a text, with its place."""
        name, _, cls = section.rpartition(" ")
        sections = [section, cls] if name.strip() else [section]
        for ending in dict.fromkeys((fold(self.language), FALLBACK)):
            for part in sections:
                for document in self._documents.get(ending, ()):
                    if package and fold(Path(document.file).stem) != fold(package):
                        continue
                    entries = document.entries(part, key)
                    if entries:
                        return entries[-1]
        return None

    def _read(self, path: Path, style: Style) -> IniDocument | None:
        try:
            return IniDocument.read(path, file=path.as_posix(), style=style)
        except CorruptFile as error:
            self.report += error.report
            return None
