"""Files, folders, project files and definitions (dialogue.md section 6.15), and what a whole project tells."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.dialogue.telling import node

from talewright.diagnostics import Report
from talewright.dialogue import check, compile, read_program, read_sources
from talewright.dialogue.tools.definitions import Definitions, from_ysls, to_ysls
from talewright.dialogue.tools.project_files import dialogue_name, read_project_file
from talewright.errors import DialogueError, NotFound
from talewright.project.code.offered import read_names

Write = Callable[[dict[str, str]], Path]
Corpus = Callable[[str], Path]


def test_a_script_a_folder_and_several(folder: Write) -> None:
    root = folder({"D_A.yarn": node("a", "A"), "sub/B.yarn": "#dialogue:Other\n" + node("b", "B"), "c.txt": "no"})
    assert list(read_program(root / "D_A.yarn").dialogues) == ["A"]
    assert list(read_program(str(root)).dialogues) == ["A", "Other"]
    assert list(read_program([root / "sub/B.yarn", root / "D_A.yarn"]).dialogues) == ["Other", "A"]
    assert [source.path for source in read_sources(root)[0]] == [
        (root / p).as_posix() for p in ("D_A.yarn", "sub/B.yarn")
    ]
    with pytest.raises(NotFound, match="there is no file"):
        read_program(root / "none.yarn")


def test_a_file_that_is_no_utf8_is_a_finding(folder: Write) -> None:
    root = folder({"A.yarn": node("a", "A")})
    (root / "B.yarn").write_bytes(b"title: B\n---\n\xff\n===")
    program = read_program(root)
    assert list(program.dialogues) == ["A"]
    assert [(f.code, f.span.line) for f in program.report] == [("TW-YARN-03", 3)]


def test_names_of_dialogues() -> None:
    assert dialogue_name(Path("D_.yarn"), "") == "D_"
    assert dialogue_name(Path("x/Smith.yarn"), "#slow #dialogue:Ann\n") == "Ann"


def project(version: int = 4, **more: object) -> str:
    return json.dumps({"projectFileVersion": version, "sourceFiles": ["**/*.yarn"], "baseLanguage": "en", **more})


def test_a_project_file(folder: Write) -> None:
    root = folder({
        "Game.yarnproject": project(
            excludeFiles=["old/*.yarn"],
            localisation={"de": {"strings": "de.csv", "assets": "voice/de"}},
            definitions="*.ysls.json",
            compilerOptions={"x": 1},
        ),
        "a.yarn": node("<<give sword>>\n<<giv sword>>\n<<wait 1>>\n{gold()}", "A"),
        "old/b.yarn": node("b", "B"),
        "Game.ysls.json": json.dumps({
            "version": 1,
            "commands": [{"yarnName": "give", "parameters": [{"name": "item", "type": "string"}]}],
            "functions": [{"yarnName": "gold", "parameters": [], "returnType": "number"}],
        }),
    })  # fmt: skip
    found = read_project_file(root / "Game.yarnproject")
    assert (found.version, found.base_language, found.options) == (4, "en", {"x": 1})
    assert [path.name for path in found.files] == ["a.yarn"]
    assert found.localisation["de"].strings == "de.csv"
    for path in (root, root / "Game.yarnproject"):
        program = read_program(path)
        assert list(program.nodes) == ["A"]
        assert [f.code for f in program.report] == ["YS0060"]


def test_an_old_project_file_means_an_old_language(folder: Write) -> None:
    root = folder({"Game.yarnproject": project(2), "a.yarn": node("=> a\n=> b", "A")})
    assert [f.code for f in read_program(root).report if f.code == "YS0036"] == ["YS0036"]


@pytest.mark.parametrize("text", ["{", "[]", project(1), project(4, sourceFiles=["/abs/*.yarn"]), "{}"])
def test_a_project_file_that_is_wrong_is_a_finding(folder: Write, text: str) -> None:
    root = folder({"Game.yarnproject": text, "a.yarn": node("a", "A")})
    assert [(f.code, f.severity) for f in read_program(root).report] == [("TW-YARN-06", "error")]


def test_the_official_projects(corpus: Corpus) -> None:
    folder = corpus("yarn") / "Projects"
    space = read_program(folder / "Space/Space.yarnproject")
    assert list(space.dialogues) == ["Sally", "Ship"]
    assert not space.report.errors
    assert {f.code for f in space.report} == {"YS0060", "YS0063"}
    basic = read_program(folder / "Basic/Test.yarn")
    assert not basic.report.errors
    assert basic.nodes["ThirdNode"].headers["tags"] == ("multiple tags!",)


def test_a_check_is_about_the_whole_project(folder: Write) -> None:
    root = folder({"a.yarn": node("<<declare $x = 1>>\na") + node("b", "B")})
    assert sorted(f.code for f in check(root)) == ["YS0009", "YS0010"]
    changed = check(root, severities={"YS0009": "error", "YS0010": "off"})
    assert [(f.code, f.severity) for f in changed] == [("YS0009", "error")]
    assert check(root, whole=False) == []


def test_circles_and_speakers() -> None:
    text = node("Ann: a\n<<jump B>>") + node("<<jump Start>>", "B") + node("Bob: c\n-> x\n    <<jump C>>\n-> y", "C")
    found = [(f.code, f.message) for f in compile({"Test": text}, whole=True).report if f.code == "YS0015"]
    assert found == [("YS0015", "nothing leads out of this circle: Start -> B -> Start")]
    report = compile({"Test": text}, characters=["Ann", "Rob"]).report
    assert [(f.message, f.hint) for f in report if f.code == "YS0016"] == [
        ("nobody is called 'Bob'", "did you mean Rob?")
    ]


def test_definitions_go_through_their_file() -> None:
    code = (
        "import talewright as t\n@command\ndef give(game, item, *rest): ...\n"
        "@t.function\nasync def f(g, a: bool = False) -> str: 'Doc'"
    )
    names = read_names(code, "scripts.py", Report())
    found = Definitions(names.commands, names.functions)
    again = from_ysls(json.dumps(to_ysls(found)), "x.json")
    assert to_ysls(again)["commands"][0]["parameters"] == to_ysls(found)["commands"][0]["parameters"]
    assert again.functions["f"].signature == found.functions["f"].signature
    assert found.commands["give"].signature.variadic
    assert found.functions["f"].signature.required == 0
    old = '{"Version": 2, "Commands": [{"YarnName": "go", "Parameters": [{"Name": "to", "Type": "string"}]}]}'
    assert from_ysls(old, "x").commands["go"].signature.parameters == ("String",)
    assert Definitions().merged(found) == found


@pytest.mark.parametrize("text", ["{", "[]"])
def test_definitions_that_do_not_parse(text: str) -> None:
    with pytest.raises(DialogueError, match="TW-YARN-07"):
        from_ysls(text, "x")


@pytest.mark.parametrize("data", [b"\xff\xfe", b"[" * 100_000, b"{nope", b"[]"])
def test_scripts_are_checked_where_a_definitions_file_is_damaged(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "Game.ysls.json").write_bytes(data)
    (tmp_path / "Game.yarnproject").write_text(
        '{"projectFileVersion": 4, "sourceFiles": ["*.yarn"], "definitions": "*.ysls.json"}', "utf-8"
    )
    (tmp_path / "A.yarn").write_text("title: A\n---\n{1 +}\n===\n", "utf-8")
    found = check(tmp_path)
    assert [finding.code for finding in found] == ["TW-YARN-07", "YS0005"]
    assert found[0].span.file.endswith("Game.ysls.json")


@pytest.mark.parametrize("data", [b"\xff\xfe", b"[" * 100_000])
def test_a_damaged_project_file_is_one_finding(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "Game.yarnproject").write_bytes(data)
    assert [finding.code for finding in check(tmp_path)] == ["TW-YARN-06"]


def test_a_script_that_is_named_twice_is_one_script(tmp_path: Path) -> None:
    script = tmp_path / "A.yarn"
    script.write_text("title: A\n---\nAnn: Hi #line:hi\n===\n", "utf-8")
    (tmp_path / "sub").mkdir()
    program = read_program([tmp_path, script, tmp_path / "sub" / ".." / "A.yarn"])
    assert not program.report.errors
    assert list(program.nodes) == ["A"]
