"""Real Yarn scripts: the official plans, must-fail scripts and diagnostic examples, and scripts of games.

What needs a feature that is not played yet is listed here by name, and must say so in one clear finding.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from tests.dialogue.plan import PlanRunner, host_functions, read_plan, stops

from talewright.dialogue import Host, Program, Source, compile

Corpus = Callable[[str], Path]

PLANS = {
    "Commands": 24, "DecimalNumbers": 4, "Expressions": 0, "Functions": 2, "IfStatements": 4, "Lines": 6,
    "ShortcutOptions": 38, "Smileys": 67, "Types": 12, "VisitCount": 7, "Visited": 4,
}  # fmt: skip
PLANS_LATER = {
    "Detours": "detour and return",
    "Enums": "enums",
    "Enums-FunctionsAcceptingStringMayAcceptAnyStringEnum": "enums",
    "Escaping": "markup in text",
    "Inference-FunctionsCalledWithConvertibleParameters": "enums",
    "LineGroups": "line groups (=>)",
    "NodeGroups": "node groups (when:)",
    "NodeGroupsContentQuerying": "node groups (when:)",
    "NodeGroupsWithImplicitDeclarations": "node groups (when:)",
    "ShadowLines": "shadow lines (#shadow:)",
    "SmartVariables": "smart variables",
}
MUST_FAIL = {
    "Commands-NewlinesNotPermittedInCommands": "YS0006",
    "Declarations-MustHaveValues": "YS0005",
    "Inference-FunctionsAndVarsCannotBeSolelyImplicit": "YS0028",
    "Inference-FunctionsMustHaveSameNumberOfParams": "YS0014",
    "Jumps-ExpressionsMustBeStrings": "YS0050",
    "Nodes-MustHaveNodeBody": "YS0004",
    "Nodes-MustHaveUniqueNames": "YS0011",
    "Operators-AdditionsRequireNumbersOrStrings": "YS0050",
    "OptionConditions-MustHaveExpressions": "YS0005",
    "SetStatements-MustHaveValues": "YS0005",
    "Variables-CannotBeAssignedConflictingTypes": "YS0050",
}
DIAGNOSTICS = {
    "YS0003-1", "YS0004-1", "YS0006-1", "YS0007-1", "YS0008-3", "YS0011-1", "YS0017-1", "YS0019-1", "YS0020-1",
    "YS0022-1", "YS0027-1", "YS0029-1", "YS0033-1", "YS0050-1", "YS0051-1", "YS0053-1", "YS0062-1", "YS0064-1",
    "YS0064-2",
}  # fmt: skip
GAMES_LATER = {
    "YarnSpinner-Unity-Samples--BasicSaliency": "enums",
    "YarnSpinner-Unity-Samples--Room": "enums",
    "YarnSpinner-Unity-Samples--Room-Explore-Mansion-Liz-Alice": "node groups (when:)",
    "YarnSpinner-Unity-Samples--Tour": "detour and return",
    "strawbevy-jam--dialogue": "markup in text",
    "wild-space--AcceptHelpEnd": "detour and return",
}


def source(path: Path) -> Source:
    return Source.from_bytes(path.stem, path.name, path.read_bytes())


def compiled(*paths: Path) -> Program:
    return compile([source(path) for path in paths], strict_targets=False)


def not_yet(program: Program) -> list[str]:
    return [finding.message for finding in program.report if finding.code == "TW-YARN-01"]


@pytest.mark.parametrize("name", PLANS)
def test_official_plan_runs(corpus: Corpus, name: str) -> None:
    folder = corpus("yarn") / "TestCases"
    program = compiled(folder / f"{name}.yarn")
    assert not program.report.errors, str(program.report)
    plan = read_plan((folder / f"{name}.testplan").read_text("utf-8"))
    assert PlanRunner(program, name).run(plan) == PLANS[name]


def test_official_example_runs(corpus: Corpus) -> None:
    folder = corpus("yarn")
    plan = read_plan((folder / "Example.testplan").read_text("utf-8"))
    assert PlanRunner(compiled(folder / "Example.yarn"), "Example").run(plan) == 12


@pytest.mark.parametrize("name", PLANS_LATER)
def test_official_plan_of_a_later_feature_says_so(corpus: Corpus, name: str) -> None:
    found = not_yet(compiled(corpus("yarn") / "TestCases" / f"{name}.yarn"))
    assert any(message.startswith(PLANS_LATER[name]) and "not supported yet" in message for message in found)


def test_every_official_plan_is_listed(corpus: Corpus) -> None:
    names = {path.stem for path in (corpus("yarn") / "TestCases").glob("*.testplan")}
    assert names == {*PLANS, *PLANS_LATER}


def test_every_must_fail_script_fails(corpus: Corpus) -> None:
    folder = corpus("yarn") / "TestCases"
    for path in sorted([*(folder / "ParseFailures").glob("*.yarn"), folder / "DuplicateLineTags.yarn"]):
        program = compiled(path)
        assert program.report.errors, path.name
        codes = {finding.code for finding in program.report.errors}
        assert codes == {MUST_FAIL[path.stem]} if path.stem in MUST_FAIL else codes & {"TW-YARN-01", "YS0018"}, (
            path.name
        )


def test_diagnostic_examples_give_their_code(corpus: Corpus) -> None:
    for path in sorted((corpus("yarn") / "Diagnostics").glob("*.yarn")):
        program = compiled(path)
        if path.stem in DIAGNOSTICS:
            assert path.stem.partition("-")[0] in {finding.code for finding in program.report}, path.name
        else:
            assert not_yet(program), path.name


def test_every_finding_lies_in_its_file(corpus: Corpus) -> None:
    for path in sorted([*corpus("yarn").rglob("*.yarn"), *corpus("yarn-games").glob("*.yarn")]):
        rows = source(path).text.splitlines()
        for finding in compiled(path).report:
            assert 1 <= finding.span.line <= len(rows) + 1, path.name
            row = rows[finding.span.line - 1] if finding.span.line <= len(rows) else ""
            assert 1 <= finding.span.column <= len(row) + 1, (path.name, finding)


def test_game_scripts_read_without_error(corpus: Corpus) -> None:
    folder = corpus("yarn-games")
    for path in sorted(folder.glob("*.yarn")):
        with_others = [
            path,
            *(folder.glob("wild-space--Globals.yarn") if path.name.startswith("wild-space--D") else ()),
        ]
        program = compiled(*with_others)
        if path.stem in GAMES_LATER:
            assert any(message.startswith(GAMES_LATER[path.stem]) for message in not_yet(program)), path.name
        else:
            assert not program.report.errors, f"{path.name}\n{program.report}"


@pytest.mark.parametrize(
    "name",
    ["YarnSpinner-Godot--VNExampleDialogue", "YarnSpinner-Rust--story", "ExampleProjects--SpaceJourney_FinalVersion"],
)
def test_game_scripts_play_at_random(corpus: Corpus, name: str) -> None:
    program = compiled(corpus("yarn-games") / f"{name}.yarn")
    host = Host({**host_functions(), "get_current_objective": lambda: "none"}, Random)
    seen: set[tuple[str, str]] = set()
    for seed in range(20):
        for state in stops(program, name, host, Random(seed), 300):
            if state.position is not None:
                seen.add((state.position.node, state.position.content))
    assert len(seen) > 20


def test_game_with_its_variables_in_another_file(corpus: Corpus) -> None:
    folder = corpus("yarn-games")
    program = compiled(*(folder / f"wild-space--{name}.yarn" for name in ("DAY1", "DAY2", "Globals")))
    assert not program.report.errors
    assert program.variables["$catName"].default == "Gnarp"
    assert not [f for f in program.report if f.code == "YS0003"]
