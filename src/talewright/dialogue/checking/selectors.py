"""What names other things outside of the language: selectors, strategies, fallbacks.

Decides that ``<<select Name>>`` names a selector or a sub-dialogue, that ``#selector:Name=strategy`` names both
rightly, and that ``#fallback:Node`` and the fallback of the project name a node.
"""

from __future__ import annotations

from collections.abc import Sequence

from talewright.diagnostics import Report, Span
from talewright.dialogue import syntax
from talewright.dialogue.codes import finding
from talewright.dialogue.program import STRATEGIES, Program, strategy_named
from talewright.dialogue.syntax import Source
from talewright.names import Near


def check_references(
    program: Program, scripts: Sequence[tuple[Source, syntax.Script]], selects: Sequence[tuple[str, str, Span]]
) -> Report:
    """Find what names nothing.

    Args:
        program: all of it.
        scripts: the trees, for the places of hashtags.
        selects: the dialogue, the name and the place of every ``<<select Name>>``.
    """
    report = Report()
    near = Near()
    for dialogue, name, span in selects:
        if not is_selectable(program, dialogue, name):
            message = f"nothing in {dialogue} can be selected by {name!r}"
            hint = near(name, _selectable(program, dialogue)) or "a node group, a selectors: header, or a node"
            report.append(finding("TW-YARN-20", message, span, hint))
    for source, script in scripts:
        for tag in script.tags:
            if tag.text.startswith("selector:"):
                _check_strategy(report, near, program, source.name, tag)
            elif tag.text.startswith("fallback:"):
                _check_fallback(report, near, program, tag.text.removeprefix("fallback:"), tag.span)
    if program.fallback and scripts:
        _check_fallback(report, near, program, program.fallback, Span(scripts[0][0].path))
    return report


def is_selectable(program: Program, dialogue: str, name: str) -> bool:
    """Tell whether a name selects something."""
    if program.subdialogue(dialogue, name) is not None or program.candidates(dialogue, name):
        return True
    other, dot, rest = name.partition(".")
    return bool(dot) and other in program.dialogues and is_selectable(program, other, rest)


def _selectable(program: Program, dialogue: str) -> list[str]:
    nodes = [program.nodes[name] for name in program.dialogues[dialogue].nodes] if dialogue in program.dialogues else []
    found = [*(node.subdialogue for node in nodes), *(name for node in nodes for name in node.selectors)]
    return [*found, *(node.title for node in nodes if node.grouped)]


def _check_strategy(report: Report, near: Near, program: Program, dialogue: str, tag: syntax.Hashtag) -> None:
    name, equals, strategy = tag.text.removeprefix("selector:").partition("=")
    if not equals or strategy_named(strategy) is None:
        message = f"no strategy is called {strategy!r}" if equals else f"#{tag.text} names no strategy"
        hint = near(strategy, STRATEGIES) or "one of " + ", ".join(STRATEGIES)
        report.append(finding("TW-YARN-21", message, tag.span, hint))
    elif not program.candidates(dialogue, name):
        hint = near(name, _selectable(program, dialogue)) or f"write selectors: {name} above a node"
        report.append(finding("TW-YARN-21", f"no selector is called {name!r}", tag.span, hint))


def _check_fallback(report: Report, near: Near, program: Program, name: str, span: Span) -> None:
    if name not in program.nodes:
        message = f"the fallback {name!r} is no node"
        report.append(finding("TW-YARN-22", message, span, near(name, program.nodes)))
