"""Compiles scripts into one program: reads, checks, assembles, and gathers every finding.

Decides the order of the work and what a program is made of. It never raises about what is in a script: the report of
the program has it all, errors and warnings, by file and line. Whether errors stop anything is the caller's decision.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from talewright.diagnostics import Report, Span
from talewright.dialogue import syntax
from talewright.dialogue.assembler import NodeAssembler
from talewright.dialogue.checker import Checker
from talewright.dialogue.codes import finding
from talewright.dialogue.parser import parse
from talewright.dialogue.program import Dialogue, Node, Program, Use
from talewright.dialogue.signatures import Functions, signatures_of
from talewright.dialogue.source import Source
from talewright.dialogue.structure import check_structure, elements_of


def compile(
    sources: Mapping[str, str] | Iterable[Source],
    *,
    commands: Iterable[str] | None = None,
    functions: Functions | None = None,
    strict_targets: bool = True,
) -> Program:
    """Compile the scripts of a project.

    Args:
        sources: texts by the name of their dialogue (their paths are then ``<name>.yarn``), or sources.
        commands: the host's commands; given, any other is a warning (YS0060).
        functions: the host's functions: names, or signatures or Python functions by name, whose parameters and results
            are then checked. Given, any other function but those of the language is an error (YS0013).
        strict_targets: whether a jump to a node that does not exist is an error; else it is a warning, and an error
            when it happens.

    Returns:
        The program, with every finding in its ``report``.

    >>> program = compile({"Smith": "title: Forge\\n---\\nSmith: Yes?\\n<<jump Forgr>>\\n==="})
    >>> print(program.report)
    Smith.yarn:4:8: error YS0012: no node is called 'Forgr'
      hint: did you mean Forge?
    """
    listed = _listed(sources)
    report = Report()
    scripts: list[tuple[Source, syntax.Script]] = []
    for source in listed:
        script, found = parse(source)
        report += found
        report += _unsupported(script)
        scripts.append((source, script))
    checker = Checker([script for _, script in scripts], signatures_of(functions), commands, strict=strict_targets)
    report += checker.check()

    dialogues: dict[str, Dialogue] = {}
    nodes: dict[str, Node] = {}
    uses: list[Use] = []
    for source, script in scripts:
        if source.name in dialogues:
            message = f"two dialogues are called {source.name}: {dialogues[source.name].path} and {source.path}"
            hint = "rename one of the files, or give it a #dialogue: hashtag"
            report.append(finding("TW-YARN-11", message, Span(source.path), hint))
            continue
        titles: list[str] = []
        for node in script.nodes:
            if not node.title or node.title in nodes:
                continue
            assembler = NodeAssembler(node, source.name, report)
            nodes[node.title] = assembler.assemble()
            uses += assembler.commands
            titles.append(node.title)
        tags = tuple(tag.text for tag in script.tags)
        dialogues[source.name] = Dialogue(source.name, source.path, tags, tuple(titles))
    report += checker.check_commands(uses)
    program = Program(
        MappingProxyType(dialogues),
        MappingProxyType(nodes),
        MappingProxyType(checker.variables()),
        tuple(uses),
        tuple(checker.uses),
        report,
        _digest(dialogues, nodes),
        elements_of,
    )
    report += check_structure(program)
    report[:] = _in_order(report, listed)
    return program


def _listed(sources: Mapping[str, str] | Iterable[Source]) -> list[Source]:
    if isinstance(sources, Mapping):
        return [Source(name, f"{name}.yarn", text) for name, text in sources.items()]
    return list(sources)


def _unsupported(script: syntax.Script) -> Report:
    """Make one finding of all places where a file uses one feature."""
    places: dict[str, list[Span]] = {}
    for one in script.unsupported:
        places.setdefault(one.feature, []).append(one.span)
    found = Report()
    for feature, spans in places.items():
        more = f" (and {len(spans) - 1} more in this file)" if len(spans) > 1 else ""
        message = f"{feature}: not supported yet{more}"
        found.append(finding("TW-YARN-01", message, min(spans), "this version reads it and does not play it"))
    return found


def _in_order(report: Report, sources: list[Source]) -> Report:
    order = {source.path: index for index, source in enumerate(sources)}
    return Report(sorted(report, key=lambda d: (order.get(d.span.file, -1), d.span.line, d.span.column)))


def _digest(dialogues: Mapping[str, Dialogue], nodes: Mapping[str, Node]) -> str:
    whole = hashlib.sha256()
    for dialogue in dialogues.values():
        whole.update(f"#{dialogue.name}\n".encode("utf-8", "surrogatepass"))
        for title in dialogue.nodes:
            whole.update(f"{nodes[title].digest}\n".encode())
    return whole.hexdigest()
