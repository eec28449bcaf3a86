"""Compiles scripts into one program: reads, checks, assembles, and gathers every finding.

Decides the order of the work and what a program is made of. It never raises about what is in a script: the report of
the program has it all, errors and warnings, by file and line. Whether errors stop anything is the caller's decision.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, TypeAlias

from talewright.diagnostics import Report, Severity, Span
from talewright.dialogue import syntax
from talewright.dialogue.checking import (
    Checker,
    Named,
    check_commands,
    check_references,
    check_texts,
    check_whole,
    name_nodes,
)
from talewright.dialogue.codes import finding
from talewright.dialogue.compiling.assembler import NodeAssembler
from talewright.dialogue.program import (
    Dialogue,
    Functions,
    Group,
    Node,
    Outline,
    Program,
    Signature,
    Use,
    VariableInfo,
    check_structure,
    collect_aliases,
    elements_of,
    signature,
    signatures_of,
    strategies_of,
)
from talewright.dialogue.syntax import Source, parse, split_rows
from talewright.files import paused_gc

Commands: TypeAlias = Iterable[str] | Mapping[str, Signature | Callable[..., Any] | None]
Told: TypeAlias = Callable[[str, int, int], object]
_SELECT = "select"
_BEHIND = re.compile(r">>\s*///(.*)\Z")
_OF_THE_WHOLE = ("YS0003", "YS0012", "YS0042", "TW-YARN-20", "TW-YARN-22")
"""What can only be found where all scripts are looked at: names of nodes, selectors, lines and variables of others."""


def compile(
    sources: Mapping[str, str] | Iterable[Source],
    *,
    commands: Commands | None = None,
    functions: Functions | None = None,
    strict_targets: bool = True,
    strict_functions: bool = True,
    strict_ids: bool = False,
    whole: bool = False,
    characters: Iterable[str] | None = None,
    language: int = 3,
    fallback: str = "",
    severities: Mapping[str, str] | None = None,
    progress: Told | None = None,
    locale: str = "en",
) -> Program:
    """Compile the scripts of a project.

    Args:
        sources: texts by the name of their dialogue (their paths are then ``<name>.yarn``), or sources.
        commands: the host's commands, names or signatures by name; given, any other is a warning (YS0060), and so is a
            wrong number of words behind one (YS0061). ``<<select Name>>`` is the language's, unless it is among them.
        functions: the host's functions: names, or signatures or Python functions by name, whose parameters and results
            are then checked. Given, any other function but those of the language is an error (YS0013).
        strict_targets: whether a jump to a node that does not exist is an error; else it is a warning, and an error
            when it happens.
        strict_functions: whether functions that were not given are errors; else their types are inferred.
        strict_ids: whether what a save would lose on an edit is an error: a member of a node group without a name, a
            shadow option without ``#reply:``.
        whole: whether this is everything, so that nodes and variables that nothing uses are worth a note.
        characters: who may speak; given, any other speaker is a warning (YS0016).
        language: the version of the language; below 3 there are no enums, groups and smart variables (YS0036).
        fallback: where a conversation goes on whose place is gone after an edit: ``Node``.
        severities: other severities by code; ``off`` leaves findings out.
        progress: is told what is done, how many are done and how many there are: "parse" and "compile" after every
            script, then "check", which is one step for all.
        locale: the language of the texts, by whose plural classes ``plural`` and ``ordinal`` need their cases.

    Returns:
        The program, with every finding in its ``report``.

    >>> program = compile({"Smith": "title: Forge\\n---\\nSmith: Yes?\\n<<jump Forgr>>\\n==="})
    >>> print(program.report)
    Smith.yarn:4:8: error YS0012: no node is called 'Forgr'
      hint: did you mean Forge?
    """
    with paused_gc():
        return _compile(
            _listed(sources), commands, functions, strict_targets, strict_functions, strict_ids, whole, characters,
            language, fallback, severities or {}, None, progress, locale,
        )  # fmt: skip


def compile_part(
    source: Source, outline: Outline, *, commands: Commands | None = None, functions: Functions | None = None,
    locale: str = "en",
) -> Program:  # fmt: skip
    """Compile one script of a project whose whole was compiled before.

    Args:
        source: the script.
        outline: of the whole, for what the script uses of the others.
        commands: as for `compile`.
        functions: as for `compile`.
        locale: as for `compile`.

    Returns:
        A program of this dialogue alone, whose nodes and smart variables are what compiling the whole gives. Its report
        has the findings that come of this script alone.
    """
    with paused_gc():
        off = dict.fromkeys(_OF_THE_WHOLE, "off")
        return _compile(
            [source], commands, functions, False, True, False, False, None, 3, "", off, outline, None, locale
        )


def _compile(
    listed: list[Source],
    commands: Commands | None,
    functions: Functions | None,
    strict_targets: bool,
    strict_functions: bool,
    strict_ids: bool,
    whole: bool,
    characters: Iterable[str] | None,
    language: int,
    fallback: str,
    severities: Mapping[str, str],
    outline: Outline | None,
    progress: Told | None,
    locale: str,
) -> Program:
    report = Report()
    scripts: list[tuple[Source, syntax.Script]] = []
    known: dict[str, Source] = {}
    for source in _told("parse", listed, progress):
        script, found = parse(source)
        report += found
        first = known.setdefault(source.name, source)
        if first is not source:
            message = f"two dialogues are called {source.name}: {first.path} and {source.path}"
            hint = "rename one of the files, or give it a #dialogue: hashtag"
            report.append(finding("TW-YARN-11", message, Span(source.path), hint))
        scripts.append((source, script))
    if progress is not None:
        progress("compile", 0, len(listed))
    names = name_nodes([(source.name, script) for source, script in scripts], strict=strict_ids)
    report += names.report
    known_functions = signatures_of(functions)
    checker = Checker(
        [script for _, script in scripts],
        names,
        known_functions,
        language=language,
        strict_targets=strict_targets,
        strict_functions=strict_functions,
        outline=outline,
    )
    report += checker.check()

    told = _commands(commands)
    given = checker.words()
    words = frozenset() if told is not None and _SELECT in told else frozenset((_SELECT,))
    values = checker.values(locale)
    nodes: dict[str, Node] = {}
    by_dialogue: dict[str, list[str]] = {}
    uses: list[Use] = []
    selects: list[tuple[str, str, Span]] = []
    for named in _in_scripts(names.nodes.values(), len(listed), progress):
        if known[named.dialogue].path != named.node.span.file:
            continue  # of a second dialogue with one name
        assembler = NodeAssembler(
            named, report, members=checker.members, selects=words, strict=strict_ids, values=values, given=given,
            known=told or (),
        )  # fmt: skip
        nodes[named.name] = assembler.assemble()
        by_dialogue.setdefault(named.dialogue, []).append(named.name)
        uses += assembler.commands
        selects += [(named.dialogue, word, span) for word, span in assembler.selects]
    dialogues = {
        source.name: _dialogue(source, script, by_dialogue.get(source.name, ()) if known[source.name] is source else ())
        for source, script in scripts
    }
    groups = {title: _group(title, members, nodes) for title, members in names.groups.items()}
    alike = {(one.span.file, one.span.line) for one in report if one.code == "TW-YARN-42"}
    report += check_commands((use for use in uses if (use.span.file, use.span.line) not in alike), told)
    report += check_texts(checker.uses, known_functions)
    program = Program(
        MappingProxyType(dialogues),
        MappingProxyType(nodes),
        MappingProxyType({title: group for title, group in groups.items() if group.members}),
        MappingProxyType(_documented(checker.variables(), listed)),
        MappingProxyType(dict(checker.enums)),
        MappingProxyType(collect_aliases(nodes, report) if _renames(listed) else {}),
        tuple(uses),
        tuple(checker.uses),
        report,
        _digest(dialogues, nodes),
        fallback,
        elements_of,
    )
    if progress is not None:
        progress("check", 0, 1)
    report += check_structure(program)
    report += check_references(program, [(source, script) for source, script in scripts], selects)
    if whole or characters is not None:
        only = None if characters is None else frozenset(characters)
        report += check_whole(program, names, checker.unused() if whole else (), only, whole=whole)
    report[:] = _in_order(report, listed, severities)
    if progress is not None:
        progress("check", 1, 1)
    return program


def _told(what: str, sources: list[Source], progress: Told | None) -> Iterator[Source]:
    """Go over scripts and tell each as done after it."""
    if progress is not None:
        progress(what, 0, len(sources))
    for done, source in enumerate(sources, 1):
        yield source
        if progress is not None:
            progress(what, done, len(sources))


def _in_scripts(nodes: Iterable[Named], total: int, progress: Told | None) -> Iterable[Named]:
    """Go over all nodes, and tell the scripts as compiled: each when the first node of another one comes."""
    return nodes if progress is None else _scripts_told(nodes, total, progress)


def _scripts_told(nodes: Iterable[Named], total: int, progress: Told) -> Iterator[Named]:
    done, file = 0, ""
    for named in nodes:
        if named.node.span.file != file:
            if file:
                done += 1
                progress("compile", done, total)
            file = named.node.span.file
        yield named
    progress("compile", total, total)


def _renames(sources: list[Source]) -> bool:
    """Tell whether it is worth looking for old names."""
    return any("#was:" in source.text or "formerly" in source.text.lower() for source in sources)


def _listed(sources: Mapping[str, str] | Iterable[Source]) -> list[Source]:
    if isinstance(sources, Mapping):
        return [Source(name, f"{name}.yarn", text) for name, text in sources.items()]
    return list(sources)


def _commands(commands: Commands | None) -> dict[str, Signature | None] | None:
    if commands is None:
        return None
    if not isinstance(commands, Mapping):
        return dict.fromkeys(commands)
    return {
        n: signature(one) if callable(one) and not isinstance(one, Signature) else one for n, one in commands.items()
    }


def _dialogue(source: Source, script: syntax.Script, nodes: Sequence[str]) -> Dialogue:
    tags = tuple(tag.text for tag in script.tags)
    return Dialogue(source.name, source.path, tags, tuple(nodes), strategies_of(tags))


def _group(title: str, members: list[str], nodes: Mapping[str, Node]) -> Group:
    own = tuple(name for name in members if name in nodes)
    return Group(title, own, any(nodes[name].counts_visits for name in own))


def _in_order(report: Report, sources: list[Source], severities: Mapping[str, str]) -> Report:
    order = {source.path: index for index, source in enumerate(sources)}
    changed: list[Any] = []
    for one in report:
        severity = severities.get(one.code, one.severity)
        if severity != "off":
            changed.append(one if severity == one.severity else finding(
                one.code, one.message, one.span, one.hint, severity=_severity(severity)
            ))  # fmt: skip
    return Report(sorted(changed, key=lambda d: (order.get(d.span.file, -1), d.span.line, d.span.column)))


def _severity(word: str) -> Severity:
    return "error" if word == "error" else "warning" if word == "warning" else "information"


def _digest(dialogues: Mapping[str, Dialogue], nodes: Mapping[str, Node]) -> str:
    whole = hashlib.sha256()
    for dialogue in dialogues.values():
        whole.update(f"#{dialogue.name}\n".encode("utf-8", "surrogatepass"))
        for name in dialogue.nodes:
            whole.update(f"{nodes[name].digest}\n".encode())
    return whole.hexdigest()


def _documented(variables: Mapping[str, VariableInfo], sources: Iterable[Source]) -> dict[str, VariableInfo]:
    """Return variables with what ``///`` says of them, above the declaration or behind it (dialogue.md section 6.2)."""
    rows = {source.path: split_rows(source.text) for source in sources if "///" in source.text}
    return {
        name: replace(info, documentation=_documentation(info, rows[info.span.file]))
        if info.declared and info.span.file in rows
        else info
        for name, info in variables.items()
    }


def _documentation(info: VariableInfo, rows: Sequence[str]) -> str:
    above: list[str] = []
    number = info.span.line - 2
    while 0 <= number < len(rows) and rows[number].lstrip().startswith("///"):
        above.insert(0, rows[number].strip().removeprefix("///").strip())
        number -= 1
    behind = _BEHIND.search(rows[info.span.line - 1]) if info.span.line <= len(rows) else None
    return " ".join(filter(None, above)) or (behind[1].strip() if behind else "")
