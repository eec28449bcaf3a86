"""Real Yarn scripts: the official plans, must-fail scripts and diagnostic examples, and scripts of games."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from tests.dialogue.walking import any_memory, host_for, stops

from talewright.dialogue import Program, Source, State, compile, position_to_plain, restore, show
from talewright.dialogue.syntax.source import split_rows
from talewright.dialogue.tools.plans import PLAN_SIGNATURES, run_plan

Corpus = Callable[[str], Path]

PLANS = {
    "Commands": 24, "DecimalNumbers": 4, "Detours": 9, "Enums": 5,
    "Enums-FunctionsAcceptingStringMayAcceptAnyStringEnum": 0, "Escaping": 31, "Expressions": 0, "Functions": 2,
    "IfStatements": 4, "Inference-FunctionsCalledWithConvertibleParameters": 0, "LineGroups": 17, "Lines": 6,
    "NodeGroups": 12, "NodeGroupsContentQuerying": 6, "NodeGroupsWithImplicitDeclarations": 2, "ShadowLines": 2,
    "ShortcutOptions": 38, "SmartVariables": 4, "Smileys": 67, "Types": 12, "VisitCount": 7, "Visited": 4,
}  # fmt: skip
MUST_FAIL = {
    "Commands-NewlinesNotPermittedInCommands": "YS0006",
    "Declarations-MustHaveValues": "YS0005",
    "DuplicateLineTags": "YS0018",
    "Enums-FunctionsAcceptingStringCannotAcceptNumberEnums": "YS0050",
    "Enums-MemberReferenceWithoutTypesMustBeResolvable": "YS0038",
    "Enums-MustHaveConstantRawValues": "YS0037",
    "Enums-MustHaveUniqueCases": "YS0035",
    "Enums-MustNotBeEmpty": "YS0035",
    "Enums-RawValuesCannotBeEnums": "YS0037",
    "Enums-RawValuesMustAllBeOfSameType": "YS0035",
    "Inference-FunctionsAndVarsCannotBeSolelyImplicit": "YS0028",
    "Inference-FunctionsMustHaveSameNumberOfParams": "YS0014",
    "Jumps-ExpressionsMustBeStrings": "YS0050",
    "Nodes-MustHaveNodeBody": "YS0004",
    "Nodes-MustHaveUniqueNameAcrossNodesAndGroups": "YS0031",
    "Nodes-MustHaveUniqueNames": "YS0011",
    "Nodes-NodeGroupsMustAllHaveWhenClauses": "YS0031",
    "Operators-AdditionsRequireNumbersOrStrings": "YS0050",
    "OptionConditions-MustHaveExpressions": "YS0005",
    "SetStatements-MustHaveValues": "YS0005",
    "ShadowLines-MustBeIdenticalToSourceLines": "YS0044",
    "ShadowLines-MustHaveValidSourceLine": "YS0042",
    "SmartVariables-MustNotContainLoops": "YS0045",
    "Variables-CannotBeAssignedConflictingTypes": "YS0050",
}
SEVERITIES = {"YS0003", "YS0008", "YS0012", "YS0019", "YS0022", "YS0033", "YS0064"}
"""The codes of examples whose findings are warnings."""
TOGETHER = {
    "YarnSpinner-Unity-Samples--Room-Explore-Mansion-Liz-Alice": ("YarnSpinner-Unity-Samples--Room",),
    "YarnSpinner-Unity-Samples--Room": ("YarnSpinner-Unity-Samples--Room-Explore-Mansion-Liz-Alice",),
    "wild-space--AcceptHelpEnd": ("wild-space--Globals",),
    "wild-space--DAY1": ("wild-space--Globals",),
    "wild-space--DAY2": ("wild-space--Globals",),
}
"""Scripts that need the declarations or the nodes of another file."""
WALKS = 600 if os.environ.get("TALEWRIGHT_SLOW") else 60
STOPS = 60


def source(path: Path) -> Source:
    return Source.from_bytes(path.stem, path.name, path.read_bytes())


def compiled(*paths: Path) -> Program:
    """Compile as the official tests do: with typed host functions, others inferred, unknown targets a warning."""
    listed = [source(path) for path in paths]
    return compile(listed, functions=PLAN_SIGNATURES, strict_functions=False, strict_targets=False)


def game(folder: Path, name: str) -> Program:
    """Compile a script of a game, with the files and nodes that it needs; nothing is known of its host."""
    listed = [source(folder / f"{one}.yarn") for one in (name, *TOGETHER.get(name, ()))]
    missing = {f.message.split("'")[1] for f in compile(listed, strict_targets=False).report if f.code == "YS0012"}
    nodes = [f"title: {title}\n---\n(elsewhere)\n===\n" for title in sorted(missing)]
    return compile([*listed, Source("Elsewhere", "Elsewhere.yarn", "".join(nodes))] if nodes else listed)


@pytest.mark.parametrize("name", PLANS)
def test_official_plan_runs(corpus: Corpus, name: str) -> None:
    folder = corpus("yarn") / "TestCases"
    result = run_plan(folder / f"{name}.yarn", folder / f"{name}.testplan")
    assert result.passed, result.failures
    assert result.compared == PLANS[name]


def test_official_example_runs(corpus: Corpus) -> None:
    folder = corpus("yarn")
    result = run_plan(folder / "Example.yarn", folder / "Example.testplan")
    assert (result.passed, result.compared) == (True, 12)


def test_every_official_plan_is_listed(corpus: Corpus) -> None:
    assert {path.stem for path in (corpus("yarn") / "TestCases").glob("*.testplan")} == set(PLANS)


def must_fail(folder: Path) -> list[Path]:
    tests = folder / "TestCases"
    return sorted([*(tests / "ParseFailures").glob("*.yarn"), tests / "DuplicateLineTags.yarn"])


def test_every_must_fail_script_fails_for_its_reason_alone(corpus: Corpus) -> None:
    found = {path.stem: {f.code for f in compiled(path).report.errors} for path in must_fail(corpus("yarn"))}
    assert found == {name: {code} for name, code in MUST_FAIL.items()}


def test_diagnostic_examples_give_their_code_with_its_severity(corpus: Corpus) -> None:
    paths = sorted((corpus("yarn") / "Diagnostics").glob("*.yarn"))
    assert len(paths) == 30
    for path in paths:
        code = path.stem.partition("-")[0]
        found = {finding.code: finding.severity for finding in compiled(path).report}
        assert found.get(code) == ("warning" if code in SEVERITIES else "error"), (path.name, found)


def test_every_finding_lies_in_its_file(corpus: Corpus) -> None:
    for path in sorted([*corpus("yarn").rglob("*.yarn"), *corpus("yarn-games").glob("*.yarn")]):
        rows = split_rows(source(path).text)
        for finding in compiled(path).report:
            span = finding.span
            assert 1 <= span.line <= span.end_line <= len(rows), path.name
            assert 1 <= span.column <= len(rows[span.line - 1]) + 1, (path.name, finding)
            assert span.end_column <= len(rows[span.end_line - 1]) + 1, (path.name, finding)
            assert (span.end_line, span.end_column) >= (span.line, span.column)


def test_loose_official_scripts_compile(corpus: Corpus) -> None:
    folder = corpus("yarn")
    for path in sorted(folder.glob("*.yarn")):
        errors = [f for f in compile([source(path)]).report.errors if f.code.startswith("YS")]
        assert [f.code for f in errors] == (["YS0027"] if path.stem == "InvalidNodeTitle" else []), path.name


def test_options_of_yarn_1_are_warned_of_and_deliver_no_options(corpus: Corpus) -> None:
    program = compiled(corpus("yarn") / "SkippedOptions.yarn")
    assert "YS0063" in {finding.code for finding in program.report}
    walk = stops(program, "SkippedOptions", host_for(program), Random(0), 100)
    assert all(state.position is None or state.position.kind != "options" for _, state in walk)


def names(folder: Path) -> list[str]:
    return sorted(path.stem for path in folder.glob("*.yarn"))


def test_game_scripts_compile(corpus: Corpus) -> None:
    folder = corpus("yarn-games")
    assert len(names(folder)) == 15
    for name in names(folder):
        assert not game(folder, name).report.errors, name


def test_game_with_its_variables_in_another_file(corpus: Corpus) -> None:
    program = game(corpus("yarn-games"), "wild-space--DAY1")
    assert program.variables["$catName"].default == "Gnarp"
    assert not [f for f in program.report if f.code == "YS0003"]


def test_game_scripts_survive_walks_and_a_save_at_each_stop(corpus: Corpus) -> None:
    folder = corpus("yarn-games")
    for name in names(folder):
        program = game(folder, name)
        entries = ["", *program.dialogues[name].nodes]
        seen: set[tuple[str, str]] = set()
        for seed in range(WALKS):
            host = host_for(program, seed)
            memory = any_memory(program, Random(seed))
            for events, state in stops(program, name, host, Random(seed), STOPS, entries[seed % len(entries)], memory):
                assert events
                position = state.position
                if position is None:
                    continue
                plain = position_to_plain(position)
                if (position.node, position.content) not in seen:
                    seen.add((position.node, position.content))
                    plain = json.loads(json.dumps(plain))
                found, notices = restore(program, plain)
                assert (found, notices) == (position, ()), (name, seed)
                assert show(program, State(found, state.memory)) == show(program, state)
        assert seen or name == "wild-space--Globals", name
