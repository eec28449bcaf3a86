"""Sources of dynamic tags besides the dialogues: a project's own, for quests, items, places.

A function of the code module that carries ``@tag_source`` gets the records and gives tags; it runs once, while the
project is opened, before the registration window closes, and cooking writes its tags into the same list. This is what
the third source document could not have ("Limitations connues": the engine has no supported way to add a source).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar, cast

from talewright.calls import marked
from talewright.config import Records
from talewright.diagnostics import Report, Span
from talewright.names import FoldedDict
from talewright.project.code import TAG_SOURCE, Code, place_of
from talewright.project.scan.generated_tags import GeneratedTag, comment
from talewright.tags import TagRow

F = TypeVar("F", bound=Callable[..., Any])


def tag_source(function: F) -> F:
    """Mark a function as a source of tags.

    It gets the project's records and gives names, or pairs of name and comment; a third text behind them, or a list of
    texts, names what the tag was called before, so that counts in saves find it.

    >>> @tag_source
    ... def places(records):
    ...     return ["Place.Cellar", ("Place.Bar", "where the landlady stands"), ("Place.Attic", "", "Place.Loft")]
    """
    return cast(F, marked(function, TAG_SOURCE, True, "@tag_source"))


def own_tags(code: Code, records: Records, report: Report) -> list[GeneratedTag]:
    """Ask every source; what is wrong goes into the report."""
    found: list[GeneratedTag] = []
    for source in code.tag_sources:
        span = place_of(source, code)
        try:
            found += [_generated(row, span) for row in source(records)]
        except Exception as error:  # a project's own code: whatever it raises is a finding of opening the project
            message = f"the tag source {source.__name__} failed: {type(error).__name__}: {error}"
            hint = "it gives names, or pairs of name and comment, and former names behind them"
            report.add("TW-PROJ-14", "error", message, hint, span)
    return found


def _generated(row: Any, span: Span) -> GeneratedTag:
    name, about, *former = row if isinstance(row, tuple) else (row, "")
    if len(former) > 1 or not all(isinstance(text, str) for text in (name, about)):
        raise TypeError(f"{row!r} is no tag")
    formerly = [former[0]] if former and isinstance(former[0], str) else list(*former)
    return GeneratedTag(name, comment(about), span, "source", tuple(map(str, formerly)))


def not_taken(
    own: Iterable[GeneratedTag], taken: Iterable[GeneratedTag | TagRow], report: Report
) -> list[GeneratedTag]:
    """Return the own tags that nothing else generates; for the others the report names both places."""
    known: FoldedDict[GeneratedTag | TagRow] = FoldedDict((tag.name, tag) for tag in taken)
    found: list[GeneratedTag] = []
    for tag in own:
        first = known.setdefault(tag.name, tag)
        if first is tag:
            found.append(tag)
        else:
            message = f"the tag {tag.name} is also generated at {first.span}"
            report.add("TW-PROJ-10", "error", message, "give one of them another name", tag.span)
    return found
