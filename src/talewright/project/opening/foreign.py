"""The export of another game: tags and index that Unreal's own cook wrote, with no scripts of ours beside them.

Decides what such an export is (a tag list without our mark, where no script, outline or lock lies) and what is known of
it: its tags, its redirects, and which dialogue each tag belongs to. What it cannot tell is said once, as a finding.
"""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType

from talewright.config import IniDocument
from talewright.diagnostics import Report, Span
from talewright.dialogue import compile
from talewright.errors import ProjectError, TalewrightError
from talewright.project.cook import INDEX, INDEX_SECTION, MARK, OUTLINE, TAG_LIST, Keys
from talewright.project.identity import LOCK
from talewright.project.opening.loading import Content, Dialogues
from talewright.project.scan import FOLDER, SUFFIX
from talewright.tags import TagRegistry


def is_foreign(folder: Path) -> bool:
    """Tell whether what lies where an export would is that of another game."""
    if any((folder / name).exists() for name in (OUTLINE, LOCK)) or any((folder / FOLDER).rglob(f"*{SUFFIX}")):
        return False
    return any(_is_other(folder / name) for name in (TAG_LIST, INDEX))


def _is_other(path: Path) -> bool:
    return path.is_file() and MARK.encode() not in path.read_bytes()[:400]


def load_foreign(folder: Path, tags: TagRegistry, report: Report) -> Content:
    """Register the tags of another game's export, and read its index.

    Args:
        folder: of the project.
        tags: still open.
        report: gets what is wrong, and what the export cannot tell.

    Raises:
        ProjectError: the index cannot be read.
    """
    if (folder / TAG_LIST).is_file():
        report += tags.add_search_path((folder / TAG_LIST).parent, shown=TAG_LIST.rpartition("/")[0])
    rows: dict[str, str] = {}
    if (folder / INDEX).is_file():
        try:
            document = IniDocument.read(folder / INDEX, file=INDEX)
        except TalewrightError as error:
            raise ProjectError(report=error.report) from error
        report += document.report
        rows = {entry.key: entry.value for entry in document.entries(INDEX_SECTION)}
    lacks = "" if rows else "; which dialogue a tag belongs to, as there is no index"
    report.add(
        "TW-COOK-12",
        "warning",
        "is another game's export: its tags are known. What is not: whether it is stale, which element a renamed tag "
        f"belongs to, and the texts of its dialogues, so that none can be played{lacks}",
        "to play dialogues, put their scripts into Dialogues/ and run `talewright cook`",
        Span(TAG_LIST if (folder / TAG_LIST).is_file() else INDEX),
    )
    nothing = Dialogues(MappingProxyType({}), compile([]))
    return Content(lambda: rows, Keys(dict), (), nothing)
