"""Which redirects an engine reads: where those of this project must stand.

What is sure: every engine that has gameplay tags since 4.15 reads ``GameplayTagRedirects`` of
``[/Script/GameplayTags.GameplayTagsSettings]`` in Config/DefaultGameplayTags.ini. What is not: as far as public headers
and plugins show, engines before 5.6 do not read those among the rows of a list, ``[/Script/GameplayTags.
GameplayTagsList]`` in Config/Tags and in search paths; none of it was tried on an engine.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePosixPath

from talewright.diagnostics import Report
from talewright.names import fold
from talewright.tags.files.tag_sections import SETTINGS_SECTION
from talewright.tags.values import CodePlace, RedirectRow

LISTS_SINCE = (5, 6)
"""The first engine that reads redirects in lists."""


def engine_version(engine: str) -> tuple[int, int] | None:
    """Read the version of an engine; None where the text is none.

    >>> engine_version("5.4"), engine_version("4.27.2"), engine_version("next")
    ((5, 4), (4, 27), None)
    """
    found = re.fullmatch(r"\s*([1-9])\.(\d{1,2})(?:\.\d+)?\s*", engine, re.ASCII)
    return None if found is None else (int(found[1]), int(found[2]))


def reads_listed_redirects(engine: str) -> bool:
    """Say whether an engine reads redirects in lists; the newest is meant where none is named.

    >>> reads_listed_redirects("5.5"), reads_listed_redirects("5.6"), reads_listed_redirects("")
    (False, True, True)
    """
    return (engine_version(engine) or LISTS_SINCE) >= LISTS_SINCE


def misplaced_redirects(rows: Iterable[RedirectRow], engine: str, default: str, generated: str = "") -> Report:
    """Report the redirects that the engine of a project does not read where they stand.

    Args:
        rows: the redirects.
        engine: the version of the engine, or nothing.
        default: the name of the file in which every engine reads them.
        generated: the name of a generated list, whose redirects stand in the default file as well.
    """
    report = Report()
    if reads_listed_redirects(engine):
        return report
    for row in rows:
        name = fold(PurePosixPath(row.span.file).name)
        if isinstance(row.span, CodePlace) or name in (fold(default), fold(generated), "defaultengine.ini"):
            continue
        if not name.endswith(".ini"):
            continue
        message = f"Unreal Engine {engine.strip()} does not read the redirect of {row.old} in a list"
        hint = f"move it to [{SETTINGS_SECTION}] in {default}: `talewright tags compact` does"
        report.add("TW-TAG-45", "warning", message, hint, row.span)
    return report
