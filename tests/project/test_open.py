"""Opening a project: what is read, in which order, and one error with every finding (API, rule 1)."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from talewright.diagnostics import Report
from talewright.errors import MissingFolder, Misuse, ProjectError
from talewright.project import Project
from talewright.rpg import Item

Write = Callable[[dict[str, str]], Path]

SMITH = """title: Forge
---
Smith: What do you need? #line:need
-> A sword. #choice:need #line:sword
    Smith: That is the last one. #line:last
-> Nothing. #line:nothing
===
"""


def findings(error: pytest.ExceptionInfo[ProjectError]) -> list[str]:
    return [f"{d.code} {d.span.file}:{d.span.line}" for d in error.value.report.errors]


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(MissingFolder, match="there is no folder"):
        Project.open(tmp_path / "nowhere")


def test_a_folder_without_config_or_dialogues_is_no_project(tmp_path: Path) -> None:
    with pytest.raises(MissingFolder, match="is no project"):
        Project.open(tmp_path)


@pytest.mark.parametrize("name", ["Config/DefaultGame.ini", "Dialogues/D_Smith.yarn"])
def test_any_folder_with_config_or_dialogues_is_a_project(folder: Write, name: str) -> None:
    project = Project.open(folder({name: SMITH if name.endswith("yarn") else "[Project]\n"}))
    assert project.name == "project"


def test_settings_have_defaults_and_the_folder_gives_the_name(folder: Write) -> None:
    root = folder({"Config/DefaultGame.ini": "[Project]\nPrefix=Tavern\n"})
    project = Project.open(root)
    assert (project.name, project.settings.Prefix) == ("project", "Tavern")


def test_records_come_from_every_ini_and_hold_known_subclasses(folder: Write) -> None:
    root = folder(
        {
            "Config/SapituItemDB.ini": "[bread SapituItem]\nDisplayName=Bread\nlevel=(min=1,max=2)\n",
            "Config/Mods/More.ini": "[rapier Weapon]\nDisplayName=Rapier\ndamage=4\n",
            "scripts.py": "from dataclasses import dataclass\nfrom talewright.rpg import Item\n"
            "@dataclass(frozen=True)\nclass Weapon(Item):\n    damage: int = 1\n",
        }
    )
    project = Project.open(root)
    items = project.records[Item]
    assert {name: type(item).__name__ for name, item in items.items()} == {"bread": "Item", "rapier": "Weapon"}
    assert project.records[project.code.classes["Weapon"]]["rapier"].damage == 4


def test_all_findings_come_at_once_with_their_places(folder: Write) -> None:
    root = folder(
        {
            "Config/Items.ini": "[sword SapituItem]\nlevel=(min=1,max=\n",
            "Dialogues/D_Smith.yarn": "title: Forge\n---\n<<jump Forgr>>\n===\n",
            "Dialogues/D_Bard.yarn": "title: Stage\n---\n<<if>>\n===\n",
        }
    )
    with pytest.raises(ProjectError) as error:
        Project.open(root)
    files = {d.span.file for d in error.value.report.errors}
    assert files == {"Config/Items.ini", "Dialogues/D_Smith.yarn", "Dialogues/D_Bard.yarn"}


def test_a_broken_struct_is_found_even_where_no_class_asks(folder: Write) -> None:
    root = folder({"Config/Items.ini": "[sword Unheard]\nDisplayName=Sword\nlevel=(min=1,max=10\n"})
    with pytest.raises(ProjectError) as error:
        Project.open(root)
    (found,) = error.value.report.errors
    assert (found.span.file, found.span.line) == ("Config/Items.ini", 3)
    assert found.hint


def test_an_unknown_jump_target_is_an_error_with_a_near_name(folder: Write) -> None:
    root = folder({"Dialogues/D_Smith.yarn": "title: Forge\n---\nHello. #line:a\n<<jump Forgr>>\n===\n"})
    with pytest.raises(ProjectError) as error:
        Project.open(root)
    (found,) = error.value.report.errors
    assert (found.code, found.span.line) == ("YS0012", 4)
    assert "Forge" in found.hint


def test_two_dialogues_that_generate_one_tag_are_named_both(folder: Write) -> None:
    other = "title: Other\n---\nHello. #line:b\n===\n"
    root = folder({"Dialogues/D_Smith.yarn": SMITH, "Dialogues/more/D_smith.yarn": other})
    with pytest.raises(ProjectError) as error:
        Project.open(root)
    text = str(error.value)
    assert "Dialogues/D_Smith.yarn" in text
    assert "Dialogues/more/D_smith.yarn" in text


def test_dialogues_whose_roots_meet_are_an_error(folder: Write) -> None:
    """A dialogue under another's tag: the class Bark puts `Smith` where the default class puts the node `Forge`."""
    root = folder(
        {
            "Config/DefaultGame.ini": "[Bark DialogueClass]\nTagRoot=Libretto.Dialogues.Smith\n",
            "Dialogues/D_Smith.yarn": SMITH,
            "Dialogues/D_Forge.yarn": "#class:Bark\ntitle: Anvil\n---\nClang. #line:clang\n===\n",
        }
    )
    with pytest.raises(ProjectError) as error:
        Project.open(root)
    assert "TW-PROJ-10 Dialogues/D_Smith.yarn:1" in findings(error) or "TW-PROJ-10" in str(error.value)


@pytest.mark.parametrize("title", ["SubdialogueSelectors", "Choice_need"])
def test_names_that_the_layout_needs_are_reserved(folder: Write, title: str) -> None:
    root = folder({"Dialogues/D_Smith.yarn": f"title: {title}\n---\nHello. #line:a\n===\n"})
    with pytest.raises(ProjectError) as error:
        Project.open(root)
    assert "TW-PROJ-11" in [d.code for d in error.value.report.errors]


def test_a_dialogue_without_the_prefix_is_reported_and_kept(folder: Write) -> None:
    project = Project.open(folder({"Dialogues/Smith.yarn": SMITH}))
    assert [d.code for d in project.report if d.code == "TW-PROJ-06"] == ["TW-PROJ-06"]
    assert "Libretto.Dialogues.Smith" in project.tags


def test_a_dialogue_may_name_itself(folder: Write) -> None:
    project = Project.open(folder({"Dialogues/D_x1.yarn": "#dialogue:Smith\n" + SMITH}))
    assert "Libretto.Dialogues.Smith.Forge" in project.tags


@pytest.mark.parametrize("name", ["D_.yarn", "D_None.yarn"])
def test_a_dialogue_without_a_name_is_an_error(folder: Write, name: str) -> None:
    with pytest.raises(ProjectError) as error:
        Project.open(folder({f"Dialogues/{name}": SMITH}))
    assert findings(error) == [f"TW-PROJ-07 Dialogues/{name}:1"]


def test_a_file_that_is_no_utf8_is_named_with_its_line(folder: Write) -> None:
    root = folder({"Dialogues/D_Smith.yarn": SMITH})
    (root / "Dialogues" / "D_Bad.yarn").write_bytes(b"title: A\n---\nGr\xfc\xdfe\n===\n")
    with pytest.raises(ProjectError) as error:
        Project.open(root)
    assert findings(error) == ["TW-YARN-03 Dialogues/D_Bad.yarn:3"]


def test_the_folder_s_scripts_are_the_code(folder: Write) -> None:
    root = folder(
        {
            "Config/DefaultGame.ini": "",
            "scripts.py": "from talewright.game import command, Script\n"
            "@command\ndef give(game, item: str) -> str:\n    return item\n"
            "class Smith(Script):\n    angry: bool = False\n",
        }
    )
    code = Project.open(root).code
    assert list(code.commands) == ["give"]
    assert "Smith" in code.scripts


def test_two_projects_share_no_code(folder: Write, tmp_path: Path) -> None:
    root = folder(
        {"Config/DefaultGame.ini": "", "scripts.py": "from talewright.game import Script\nclass A(Script): ..."}
    )
    first, second = Project.open(root), Project.open(root)
    assert first.code.scripts["A"] is not second.code.scripts["A"]


def test_the_running_main_module_is_not_read_twice(folder: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    root = folder({"Config/DefaultGame.ini": "", "scripts.py": "raise SystemExit('read twice')"})
    main = sys.modules["__main__"]
    monkeypatch.setattr(main, "__file__", str(root / "scripts.py"))
    assert Project.open(root).code.module is main


@pytest.mark.parametrize(
    ("source", "line"), [("def broken(:\n", 1), ("x = 1\nprint(unheard_of)\n", 2), ("import no_such_module_1\n", 1)]
)
def test_code_that_cannot_be_imported_is_a_finding(folder: Write, source: str, line: int) -> None:
    root = folder({"Config/DefaultGame.ini": "", "scripts.py": source})
    with pytest.raises(ProjectError) as error:
        Project.open(root)
    assert findings(error) == [f"TW-CODE-01 scripts.py:{line}"]


def test_code_by_a_name_that_is_not_loaded_is_misuse(folder: Write) -> None:
    with pytest.raises(Misuse, match="no loaded module"):
        Project.open(folder({"Config/DefaultGame.ini": ""}), code="no_such_module_1")


def test_check_runs_nothing_and_reads_names_from_the_syntax_tree(folder: Write) -> None:
    root = folder(
        {
            "Dialogues/D_Smith.yarn": SMITH.replace("===", "<<give sword>>\n<<insulted>>\n<<dance>>\n==="),
            "scripts.py": "raise SystemExit('check ran the code')\n"
            "@command\ndef give(game, item): ...\n"
            "class Smith(Script):\n    @on('insulted')\n    def insulted(self, message, sender): ...\n",
        }
    )
    report = Project.check(root)
    assert isinstance(report, Report)
    assert [d.code for d in report.errors] == []
    assert ["dance" in d.message for d in report if d.code == "YS0060"] == [True]


def test_a_command_that_nothing_handles_is_a_warning(folder: Write) -> None:
    root = folder(
        {
            "Dialogues/D_Smith.yarn": SMITH.replace("===", "<<gve sword>>\n==="),
            "scripts.py": "from talewright.game import command\n@command\ndef give(game, item: str): ...\n",
        }
    )
    (found,) = [d for d in Project.open(root).report if d.code == "YS0060"]
    assert found.span.line == 7
    assert "give" in found.hint


@pytest.mark.parametrize(
    ("script", "line"),
    [
        ("title: Forge\n---\n<<declare $gold = 1>>\n<<declare $Gold = 2>>\nHi. #line:a\n===\n", 4),
        ("title: Forge\n---\nHi. #line:ab\nHo. #line:AB\n===\n", 4),
        ("title: Forge\n---\n===\ntitle: forge\n---\n===\n", 4),
        ("title: Forge\n---\n===\ntitle: forge\nsubtitle: A\nwhen: once\n---\n===\n", 1),
    ],
)
def test_names_that_a_save_could_not_tell_apart_are_an_error(folder: Write, script: str, line: int) -> None:
    with pytest.raises(ProjectError) as error:
        Project.open(folder({"Dialogues/D_Smith.yarn": script}))
    assert f"TW-PROJ-12 Dialogues/D_Smith.yarn:{line}" in findings(error)


def test_a_prefix_that_leaves_the_folder_is_an_error(folder: Write) -> None:
    with pytest.raises(ProjectError) as error:
        Project.open(folder({"Config/DefaultGame.ini": "[Project]\nPrefix=../../etc/\n"}))
    assert findings(error) == ["TW-PROJ-13 Config/DefaultGame.ini:2"]


@pytest.mark.parametrize(
    ("lines", "line"),
    [
        ("SharedFile=Config", 2),
        ("SharedFile=Config\\\\DefaultGame.ini", 2),
        ("InventoryClass=Hero\nCharacterClass=hero", 3),
        ("CharacterClass=SapituInventory", 2),
    ],
)
def test_a_shared_file_that_cannot_be_one_is_an_error(folder: Write, lines: str, line: int) -> None:
    with pytest.raises(ProjectError) as error:
        Project.open(folder({"Config/DefaultGame.ini": f"[Project]\n{lines}\n"}))
    assert findings(error) == [f"TW-PROJ-13 Config/DefaultGame.ini:{line}"]


def test_a_shared_file_is_written_as_unreal_writes_paths(folder: Write) -> None:
    place = folder({"Config/DefaultGame.ini": "[Project]\nSharedFile=UTGame\\\\Config\\\\UTSapitu.ini\n"})
    assert Project.open(place).settings.shared_file(place) == place / "UTGame" / "Config" / "UTSapitu.ini"


def test_objects_of_a_class_of_the_code_are_checked_too(folder: Write) -> None:
    """Kind of faults §2 A1: sections ``[Name Class]``, and what was meant for one."""
    code = (
        "from dataclasses import dataclass\nfrom typing import ClassVar\n\n@dataclass\nclass Hero:\n"
        "    per_object: ClassVar[bool] = True\n    config_file: ClassVar[str] = 'Heroes'\n    health: int = 1\n"
    )
    ini = "[ann Hero]\nhealth=1_0\nhelth=3\n[bob M.Hero]\nhealth=2\n[eve Hero]\nhealth=many\n"
    with pytest.raises(ProjectError) as error:
        Project.open(folder({"scripts.py": code, "Config/DefaultHeroes.ini": ini}))
    assert [f"{d.code} {d.span.file}:{d.span.line}" for d in error.value.report] == [
        f"{code} Config/DefaultHeroes.ini:{line}"
        for code, line in (("TW-INI-26", 2), ("TW-INI-22", 3), ("TW-INI-60", 4), ("TW-INI-21", 7))
    ]


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text("x", encoding="utf-8")
    with pytest.raises(MissingFolder, match="is a file"):
        Project.open(tmp_path / "game.txt")


def test_scripts_that_the_host_has_imported_are_not_read_twice(folder: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """A driver beside scripts.py, `from scripts import Smith`: there is one class Smith, not two."""
    root = folder(
        {"Config/DefaultGame.ini": "", "scripts.py": "from talewright.game import Script\nclass A(Script): ..."}
    )
    monkeypatch.syspath_prepend(str(root))
    monkeypatch.delitem(sys.modules, "scripts", raising=False)
    scripts = importlib.import_module("scripts")
    try:
        assert Project.open(root).code.scripts["A"] is scripts.A
    finally:
        del sys.modules["scripts"]


def test_one_mistake_within_a_dialogue_is_said_once_as_a_tag(folder: Write) -> None:
    script = "title: Forge\n---\n-> A #choice:a #line:a\n-> B #line:b\nAnd. #line:c\n-> C #choice:a #line:d\n===\n"
    with pytest.raises(ProjectError) as error:
        Project.open(folder({"Dialogues/D_Smith.yarn": script}))
    assert findings(error) == ["TW-YARN-10 Dialogues/D_Smith.yarn:6"]


def test_a_library_class_in_the_code_does_not_hide_an_unhandled_command(folder: Write) -> None:
    root = folder(
        {
            "Dialogues/D_Smith.yarn": SMITH.replace("===", "<<nosuch>>\n==="),
            "scripts.py": "from talewright import CollectionProxy, Conversation\n",
        }
    )
    assert [d.code for d in Project.open(root).report] == ["YS0060"]


@pytest.mark.parametrize(
    ("definition", "says"),
    [
        ("async def zz(game): ...", "is no plain function"),
        ("def zz(game):\n    yield 1", "is no plain function"),
        ("def zz(): ...", "has no parameter for the game"),
        ("def zz(game, *, x): ...", "'x', which no line of text can give"),
        ("def zz(game, **more): ...", "'more', which no line of text can give"),
    ],
)
def test_a_command_that_no_line_of_text_could_call_is_found(folder: Write, definition: str, says: str) -> None:
    root = folder({"Config/A.ini": "", "scripts.py": f"from talewright import command\n@command\n{definition}\n"})
    with pytest.raises(ProjectError, match=says) as error:
        Project.open(root)
    assert [d.code for d in error.value.report.errors] == ["TW-CODE-05"]
    assert [says in d.message for d in Project.check(root) if d.code == "TW-CODE-05"] == [True]


def test_a_property_that_no_save_could_hold_is_found_when_the_project_is_opened(folder: Write) -> None:
    """API, rule 4: refused when the class becomes known, naming the field."""
    code = (
        "from talewright import *\nclass A(Script):\n"
        "    at: Url | None = None\n    who: Character | None = None\n    x: bytes = b''\n"
    )
    with pytest.raises(ProjectError, match=r"A\.x: a value of type bytes cannot be saved"):
        Project.open(folder({"Config/A.ini": "", "scripts.py": code}))


def test_a_damaged_settings_file_hides_nothing_else(folder: Write) -> None:
    root = folder({"Config/DefaultGame.ini": "\0\0\0\0", "Dialogues/D_A.yarn": "title: A\n---\n<<jump B>>\n===\n"})
    codes = {d.span.file: d.code for d in Project.check(root).errors}
    assert codes["Dialogues/D_A.yarn"] == "YS0012"
    assert "Config/DefaultGame.ini" in codes


def test_an_ini_among_the_generated_files_is_named(folder: Write) -> None:
    row = '[/Script/GameplayTags.GameplayTagsList]\nGameplayTagList=(Tag="Quest.Rats",DevComment="")\n'
    root = folder({"Dialogues/D_Smith.yarn": SMITH, "Config/DynamicTags/Sub/Extra.ini": row})
    Project.open(root).cook()
    project = Project.open(root)
    for report in (project.report, Project.check(root)):
        assert [(d.code, d.severity, d.span.file) for d in report] == [
            ("TW-PROJ-21", "warning", "Config/DynamicTags/Sub/Extra.ini")
        ]
        assert "Config/Tags" in report[0].hint
    assert "Quest.Rats" not in project.tags


def test_what_a_player_s_file_holds_is_no_matter_of_the_project(folder: Write) -> None:
    root = folder({"Config/DefaultGame.ini": "[Project]\nPrefix=A\n", "Saved/Config/Game.ini": "\0\0\0"})
    assert Project.check(root) == []
    assert Project.open(root).settings.Prefix == "A"


@pytest.mark.parametrize("name", ["a" * 1000, "a\0b"])
def test_a_folder_that_no_system_has_is_named(name: str) -> None:
    with pytest.raises(MissingFolder, match="cannot be opened"):
        Project.open(name)
