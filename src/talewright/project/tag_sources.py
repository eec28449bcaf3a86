"""Sources of dynamic tags besides the dialogues: a project's own, for quests, items, places.

A function of the code module that carries ``@tag_source`` gets the records and gives tags; it runs once, while the
project is opened, before the registration window closes, and cooking writes its tags into the same list. This is what
the third source document could not have ("Limitations connues": the engine has no supported way to add a source).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from talewright.config import Records
from talewright.diagnostics import Report
from talewright.names import FoldedDict
from talewright.project.code import TAG_SOURCE, Code, place_of
from talewright.project.generate import GeneratedTag, comment

F = TypeVar("F", bound=Callable[..., Any])


def tag_source(function: F) -> F:
    """Mark a function as a source of tags.

    It gets the project's records and gives names, or pairs of name and comment.

    >>> @tag_source
    ... def places(records):
    ...     return ["Place.Cellar", ("Place.Bar", "where the landlady stands")]
    """
    setattr(function, TAG_SOURCE, True)
    return function


def tags_from_sources(
    code: Code, records: Records, taken: Iterable[GeneratedTag], report: Report
) -> list[GeneratedTag]:
    """Ask every source; what is wrong goes into the report.

    Args:
        code: whose sources.
        records: what they get.
        taken: tags that are generated already; a source that gives one of them is an error that names both.
        report: gets the findings.
    """
    known: FoldedDict[GeneratedTag] = FoldedDict((tag.name, tag) for tag in taken)
    found: list[GeneratedTag] = []
    for source in code.tag_sources:
        span = place_of(source, code)
        try:
            rows = [row if isinstance(row, tuple) else (row, "") for row in source(records)]
            given = [GeneratedTag(str(name), comment(str(about)), span, "source") for name, about in rows]
        except Exception as error:  # a project's own code: whatever it raises is a finding of opening the project
            message = f"the tag source {source.__name__} failed: {type(error).__name__}: {error}"
            report.add("TW-PROJ-14", "error", message, "it gives names, or pairs of name and comment", span)
            continue
        for tag in given:
            first = known.setdefault(tag.name, tag)
            if first is tag:
                found.append(tag)
            else:
                message = f"the tag {tag.name} is also generated at {first.span}"
                report.add("TW-PROJ-10", "error", message, "give one of them another name", span)
    return found
