"""`talewright tags`: what the commands print, change and exit with."""

from __future__ import annotations

import io
import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from talewright.cli.output.errors import OK, guarded
from talewright.cli.tags.commands import tags_group
from talewright.cli.tags.printing import print_tree
from talewright.cli.tags.target import open_tags
from talewright.demo import TAVERN
from talewright.tags import LIST_SECTION, SETTINGS_SECTION

Tags = Callable[..., tuple[int, str, str]]

DEFAULT = f"""[{SETTINGS_SECTION}]
ImportTagsFromConfig=True
+GameplayTagList=(Tag="Quest.Rats",DevComment="in the cellar")
+GameplayTagRedirects=(OldTagName="Quest.Mice",NewTagName="Quest.Rats")
"""
NPC = f"""[{LIST_SECTION}]
; people
GameplayTagList=(Tag="Npc.Smith",DevComment="rude")
GameplayTagList=(Tag="Npc.Smith.Bark",DevComment="")
"""


@pytest.fixture
def tags(monkeypatch: pytest.MonkeyPatch) -> Tags:
    """Give a function that runs `talewright tags WORDS...`: exit code, output, errors."""

    def call(*words: object) -> tuple[int, str, str]:
        out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.TextIOWrapper(io.BytesIO(), "utf-8")
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            code = guarded(lambda: tags_group(list(map(str, words)), "talewright tags", standalone_mode=False) or OK)
            out.flush()
            err.flush()
            texts = []
            for stream in (out, err):
                stream.seek(0)
                texts.append(stream.read())
        assert "Traceback" not in texts[0] + texts[1]
        return code, texts[0], texts[1]

    return call


@pytest.fixture
def unreal(tmp_path: Path) -> Path:
    """A small Unreal project."""
    root = tmp_path / "Game"
    files = {
        "Config/DefaultGameplayTags.ini": DEFAULT,
        "Config/Tags/Npc.ini": NPC,
        "Source/Smith.cpp": 'auto T = Tag("Npc.Smith");\nauto U = Tag("Quest.Mice");\n',
        "Plugins/Loot/Config/Tags/Loot.ini": f'[{LIST_SECTION}]\nGameplayTagList=(Tag="Loot.Gold",DevComment="")\n',
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


@pytest.fixture
def tavern(tmp_path: Path) -> Path:
    copy = tmp_path / "tavern"
    shutil.copytree(TAVERN, copy, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


def as_data(text: str) -> Any:
    return json.loads(text)


# -- looking


def test_list(unreal: Path, tags: Tags) -> None:
    expected = "Npc.Smith  rude\nNpc.Smith.Bark\nQuest.Rats  in the cellar\n"
    assert tags("list", unreal) == (0, expected, "")
    assert tags("list", unreal / "Config") == (0, expected, "")
    assert tags("list", unreal, "--under", "npc", "--all")[1] == "Npc\nNpc.Smith  rude\nNpc.Smith.Bark\n"
    assert "Loot.Gold" in tags("list", unreal, "--search", unreal / "Plugins/Loot/Config/Tags")[1]
    (first, *_) = as_data(tags("list", unreal, "--json")[1])
    assert first == {
        "tag": "Npc.Smith", "comment": "rude", "explicit": True, "file": "Config/Tags/Npc.ini", "line": 3, "column": 1,
    }  # fmt: skip


def test_the_tags_of_dialogues_belong_to_a_project_and_no_code_runs(tavern: Path, tags: Tags) -> None:
    scripts = next(tavern.glob("*.py"))
    scripts.write_text(scripts.read_text() + "\nraise SystemExit('the code ran')\n")
    code, out, err = tags("list", tavern)
    assert (code, err) == (0, "")
    assert any(line.startswith("Libretto.Dialogues.") for line in out.splitlines())
    found = next(line.split("  ")[0] for line in out.splitlines() if ".Choice_" in line)
    assert "declared: Dialogues/" in tags("explain", found, tavern)[1]
    assert "not edited here" in tags("remove", found, tavern)[2]


def test_tree(unreal: Path, tags: Tags) -> None:
    code, out, _ = tags("tree", unreal)
    assert code == 0
    lines = out.splitlines()
    assert lines[0].startswith("3 tags in ")
    assert lines[1] == "├── Npc (2)"
    assert lines[2] == "│   └── Smith (1)  rude  Config/Tags/Npc.ini:3"
    assert lines[4] == "└── Quest (1)"
    nested = as_data(tags("tree", unreal, "--json")[1])
    assert [node["tag"] for node in nested] == ["Npc", "Quest"]
    assert nested[0]["children"][0]["children"][0]["tag"] == "Npc.Smith.Bark"


def test_the_tree_is_coloured_at_a_terminal(unreal: Path) -> None:
    registry = open_tags(unreal).registry
    out = io.StringIO()
    print_tree(
        registry, registry.every(), "tags", console=Console(file=out, force_terminal=True, color_system="standard")
    )
    assert "\x1b[1;36mSmith" in out.getvalue()
    assert "\x1b[2mNpc" in out.getvalue()


def test_explain(unreal: Path, tags: Tags) -> None:
    assert tags("explain", "npc.smith", unreal) == (
        0,
        "Npc.Smith\n"
        "  declared: Config/Tags/Npc.ini:3:1\n"
        "  comment: rude\n"
        "  under: Npc\n"
        "  below it: 1 declared\n"
        '  used: Source/Smith.cpp:1:15: auto T = Tag("Npc.Smith");\n',
        "",
    )
    assert "implicit: it is a tag because Npc.Smith is declared" in tags("explain", "Npc", unreal)[1]
    out = tags("explain", "Quest.Mice", unreal)[1]
    assert out.startswith("Quest.Rats (asked for as Quest.Mice, its old name)\n")
    assert "redirected from: Quest.Mice (Config/DefaultGameplayTags.ini:4:1)" in out
    data = as_data(tags("explain", "Quest.Mice", unreal, "--json")[1])
    assert (data["tag"], data["status"], data["parents"]) == ("Quest.Rats", "redirected", ["Quest"])


def test_a_typo_is_met_with_near_names(unreal: Path, tags: Tags) -> None:
    for words in (("explain", "Npc.Smiht"), ("refs", "Npc.Smiht"), ("list", "--under", "Npc.Smiht")):
        code, _, err = tags(*words, unreal)
        assert code == 1
        assert "did you mean Npc.Smith?" in err
    code, out, _ = tags("explain", "Npc.Smiht", unreal, "--json")
    assert (code, as_data(out)["near"]) == (1, ["Npc.Smith"])


def test_refs(unreal: Path, tags: Tags) -> None:
    code, out, err = tags("refs", "Quest.Rats", unreal)
    assert code == 0
    assert [line.split(": ")[0] for line in out.splitlines()] == [
        "Config/DefaultGameplayTags.ini:4:36",
        "Config/DefaultGameplayTags.ini:4:60",
        "Source/Smith.cpp:2:15",
    ]
    assert err == "3 places name Quest.Rats\n"
    assert [use["kind"] for use in as_data(tags("refs", "Npc", unreal, "--subtree", "--json")[1])] == ["text"]


def test_lint(unreal: Path, tags: Tags) -> None:
    assert tags("lint", unreal) == (0, "0 errors, 0 warnings\n", "")
    path = unreal / "Config/Tags/Npc.ini"
    path.write_text(NPC + 'GameplayTagList=(Tag="Npc.Smit",DevComment="")\nGameplayTagList=(Tag="X, DevComment="")\n')
    code, out, _ = tags("lint", unreal)
    assert code == 1
    assert "Config/Tags/Npc.ini:3:1: warning TW-TAG-42" in out
    assert out.endswith("1 error, 1 warning\n")
    assert {finding["code"] for finding in as_data(tags("lint", unreal, "--json")[1])} == {"TW-TAG-10", "TW-TAG-42"}


# -- changing


def test_add_writes_unless_a_dry_run_is_asked_for(unreal: Path, tags: Tags) -> None:
    path = unreal / "Config/Tags/Npc.ini"
    words = ("add", "Npc.Rat", unreal, "--comment", "squeaks")
    code, out, err = tags(*words, "--dry-run")
    assert (code, err) == (0, "nothing was written\n")
    assert '+GameplayTagList=(Tag="Npc.Rat",DevComment="squeaks")\n' in out
    assert path.read_text() == NPC
    assert tags(*words)[2] == "wrote Config/Tags/Npc.ini\n"
    assert 'Tag="Npc.Rat"' in path.read_text()
    assert tags("add", "Npc.Rat", unreal)[0] == 1
    tags("add", "Npc.Rat", unreal, "--comment", "bites")
    assert 'Tag="Npc.Rat",DevComment="bites"' in path.read_text()


def test_add_as_data(unreal: Path, tags: Tags) -> None:
    data = as_data(tags("add", "Npc.Rat", unreal, "--dry-run", "--json")[1])
    assert (data["added"], data["files"], data["written"]) == (["Npc.Rat"], ["Config/Tags/Npc.ini"], False)
    assert data["diff"].startswith("--- a/Config/Tags/Npc.ini")


def test_rename(unreal: Path, tags: Tags) -> None:
    code, out, err = tags("rename", "Npc.Smith", "Npc.Farrier", unreal, "--subtree")
    assert code == 0
    assert 'still says Npc.Smith: Source/Smith.cpp:1:15: auto T = Tag("Npc.Smith");' in err
    assert "wrote Config/Tags/Npc.ini" in err
    assert out.count("\n+Gameplay") == 4
    listed = tags("list", unreal)[1]
    assert listed.startswith("Npc.Farrier  rude\nNpc.Farrier.Bark\n")
    assert tags("explain", "Npc.Smith.Bark", unreal)[1].startswith("Npc.Farrier.Bark (asked for as")
    code, _, err = tags("rename", "Quest.Rats", "Npc.Smith", unreal)
    assert code == 1
    assert "TW-TAG-29" in err
    assert tags("rename", "Quest.Rats", "Npc.Smith", unreal, "--release")[0] == 0


def test_rename_in_a_project_writes_every_use(tmp_path: Path, tags: Tags) -> None:
    folder = tmp_path / "tavern"
    shutil.copytree(TAVERN, folder)
    bard = folder / "Dialogues" / "D_Bard.yarn"
    before = bard.read_text("utf-8")
    (folder / "Config" / "Songs.ini").write_text("[ballad Song]\nafter=Bard.Choice_ask.Reply_sing\n", "utf-8")
    names = ("Libretto.Dialogues.Bard.Choice_ask.Reply_sing", "Libretto.Dialogues.Bard.Choice_ask.Reply_song")
    code, out, err = tags("rename", *names, folder, "--dry-run")
    assert (code, err) == (0, "nothing was written\n")
    assert "+-> Sing about me. <<if $strings >= 2>> #line:song #was:sing" in out
    assert bard.read_text("utf-8") == before
    shown = as_data(tags("rename", *names, folder, "--dry-run", "--json")[1])
    assert shown["renamed"] == {names[0]: names[1]}
    assert "Dialogues/D_Bard.yarn" in shown["files"]
    assert tags("rename", *names, folder)[0] == 0
    assert "#line:song #was:sing" in bard.read_text("utf-8")
    code, out, err = tags("rename", "Libretto.Dialogues.Bard", "Libretto.Dialogues.Rat", folder)
    assert (code, out) == (1, "")
    assert "Dialogues/D_Rat.yarn is a file already" in err


def test_remove(unreal: Path, tags: Tags) -> None:
    code, out, err = tags("remove", "Npc.Smith", unreal)
    assert (code, out) == (1, "")
    assert "Npc.Smith is still used in one place" in err
    assert "Source/Smith.cpp:1:15: error TW-TAG-52" in err
    assert as_data(tags("remove", "Npc.Smith", unreal, "--json")[1])["uses"][0]["file"] == "Source/Smith.cpp"
    code, out, _ = tags("remove", "Npc.Smith.Bark", unreal)
    assert code == 0
    assert '-GameplayTagList=(Tag="Npc.Smith.Bark",DevComment="")' in out
    assert tags("remove", "Npc", unreal, "--subtree", "--force")[0] == 0
    assert tags("list", unreal)[1] == "Quest.Rats  in the cellar\n"


def test_move_and_compact(unreal: Path, tags: Tags) -> None:
    assert tags("move", "Npc.Smith", "People.ini", unreal, "--subtree")[0] == 0
    assert "People.ini:2:1" in tags("explain", "Npc.Smith", unreal)[1]
    default = unreal / "Config/DefaultGameplayTags.ini"
    default.write_text(DEFAULT + '+GameplayTagRedirects=(OldTagName="Old",NewTagName="Quest.Mice")\n')
    _, out, _ = tags("compact", unreal)
    assert '+GameplayTagRedirects=(OldTagName="Old",NewTagName="Quest.Rats")' in out
    assert tags("compact", unreal) == (0, "", "nothing to change\n")


def test_a_file_that_cannot_be_written_stops_all(unreal: Path, tags: Tags) -> None:
    path = unreal / "Config/Tags/Npc.ini"
    path.chmod(0o444)
    code, _, err = tags("add", "Npc.Rat", unreal)
    assert code == 1
    assert "Config/Tags/Npc.ini:1:1: error TW-TAG-61: the file is read-only" in err
    assert path.read_text() == NPC


# -- formats


def test_convert(unreal: Path, tags: Tags, tmp_path: Path) -> None:
    npc = unreal / "Config/Tags/Npc.ini"
    assert tags("convert", npc, "--to", "csv") == (0, "---,Tag,DevComment\n0,Npc.Smith,rude\n1,Npc.Smith.Bark,\n", "")
    out = tmp_path / "t.json"
    assert tags("convert", unreal, "--to", "json", "-o", out)[0] == 0
    assert tags("convert", out, "--to", "json")[1] == out.read_text()
    assert tags("convert", unreal, "--to", "ini", "-o", out)[0] == 2
    assert tags("convert", unreal, "--to", "ini", "-o", out, "--force")[0] == 0
    assert 'GameplayTagRedirects=(OldTagName="Quest.Mice",NewTagName="Quest.Rats")' in out.read_text()
    assert tags("convert", unreal / "nowhere.ini", "--to", "csv")[0] == 2


def test_diff(unreal: Path, tags: Tags, tmp_path: Path) -> None:
    before = tmp_path / "before"
    shutil.copytree(unreal, before)
    assert tags("diff", before, unreal) == (0, "", "0 added, 0 removed, 0 renamed\n")
    tags("rename", "Npc.Smith", "Npc.Farrier", unreal, "--subtree")
    tags("add", "Npc.Rat", unreal)
    tags("add", "Quest.Rats", unreal, "--comment", "all gone")
    code, out, _ = tags("diff", before, unreal)
    assert code == 1
    assert out.splitlines() == [
        "+ Npc.Rat",
        "> Npc.Smith -> Npc.Farrier",
        "> Npc.Smith.Bark -> Npc.Farrier.Bark",
        "; Quest.Rats: all gone",
    ]
    assert as_data(tags("diff", before, unreal, "--json")[1])["renamed"]["Npc.Smith"] == "Npc.Farrier"
    assert tags("diff", before, tmp_path / "nowhere")[0] == 2


def test_constants(unreal: Path, tags: Tags, tmp_path: Path) -> None:
    module = tmp_path / "game_tags.py"
    words = ("constants", unreal, "-o", module)
    assert tags(*words, "--dry-run") == (0, f"would write {module}\nwould write {module}i\n", "")
    assert not module.exists()
    code, out, _ = tags(*words, "--check")
    assert (code, out.count("TW-TAG-50: the generated file is missing")) == (1, 2)
    assert tags(*words) == (0, f"wrote {module}\nwrote {module}i\n", "")
    assert tags(*words, "--check") == (0, "up to date\n", "")
    assert tags(*words) == (0, "", "")
    tags("add", "Npc.Rat", unreal)
    code, out, _ = tags(*words, "--check")
    assert (code, out.count("is not what the tags give\n  hint: run `talewright tags constants`")) == (1, 2)
    assert as_data(tags(*words, "--json")[1])[0] == {"tag": "Npc", "constant": "Npc", "comment": ""}
    module.write_text("mine = 1\n")
    assert tags(*words)[0] == 1
    assert module.read_text() == "mine = 1\n"
    assert tags("constants", unreal, "-o", tmp_path / "game-tags.py")[0] == 2


# -- misuse


@pytest.mark.parametrize("words", [("list",), ("tree",), ("lint",), ("explain", "A"), ("add", "A.B"), ("compact",)])
def test_a_folder_without_tags_is_misuse(words: tuple[str, ...], tags: Tags, tmp_path: Path) -> None:
    code, _, err = tags(*words, tmp_path)
    assert code == 2
    assert "holds no tags" in err
    assert tags(*words, tmp_path / "nowhere")[0] == 2
    assert tags(*words, "--wrong")[0] == 2


def test_invalid_names_are_told(unreal: Path, tags: Tags) -> None:
    for words in (("add", "A,B"), ("rename", "Npc.Smith", "A..B"), ("explain", "A,")):
        code, _, err = tags(*words, unreal)
        assert code == 1
        assert "the tag name" in err


def test_a_real_project(corpus: Callable[[str], Path], tags: Tags, tmp_path: Path) -> None:
    config = tmp_path / "Config"
    (config / "Tags").mkdir(parents=True)
    folder = corpus("gameplay-tags")
    shutil.copyfile(folder / "myshooter_default.ini", config / "DefaultGameplayTags.ini")
    for name in ("openpf2_traits.ini", "openpf2_encounters.ini"):
        shutil.copyfile(folder / name, config / "Tags" / name)
    before = {path: path.read_bytes() for path in config.rglob("*.ini")}
    assert len(tags("list", config)[1].splitlines()) > 300
    code, out, _ = tags("rename", "Trait.Condition.Wounded", "Trait.Condition.Hurt", config, "--subtree")
    assert code == 0
    assert out.count("\n-Gameplay") == 5
    assert out.count("\n+Gameplay") == 10
    changed = [path.name for path in config.rglob("*.ini") if path.read_bytes() != before[path]]
    assert changed == ["openpf2_traits.ini"]
    assert tags("explain", "Trait.Condition.Wounded.2", config)[1].startswith("Trait.Condition.Hurt.2 (asked for as")


def test_what_could_not_be_read_is_said(unreal: Path, tags: Tags, tmp_path: Path) -> None:
    npc = unreal / "Config/Tags/Npc.ini"
    before = tmp_path / "Old"
    shutil.copytree(unreal, before)
    npc.write_text(NPC + 'GameplayTagList=(Tag="Npc.Tailor, DevComment="")\n')
    for words in (("list", unreal), ("tree", unreal), ("list", unreal, "--json"), ("diff", before, unreal)):
        code, _, told = tags(*words)
        assert (code, "Config/Tags/Npc.ini:5:" in told) == (0 if words[0] == "diff" else 1, True)


def test_nothing_is_edited_while_a_merge_is_unresolved(unreal: Path, tags: Tags) -> None:
    npc = unreal / "Config/Tags/Npc.ini"
    npc.write_text(NPC + "<<<<<<< ours\n=======\n>>>>>>> theirs\n")
    for words in (("add", "A.B"), ("rename", "Quest.Rats", "Quest.Cats"), ("remove", "Quest.Rats")):
        code, out, told = tags(*words, unreal)
        assert (code, out) == (1, "")
        assert "Config/Tags/Npc.ini:5:1: error TW-TAG-17" in told
    assert (unreal / "Config/DefaultGameplayTags.ini").read_text() == DEFAULT


def test_convert_takes_files_of_tags_alone(unreal: Path, tags: Tags, tmp_path: Path) -> None:
    code = tmp_path / "Burn.cpp"
    code.write_text("int x;\n")
    assert tags("convert", code, "--to", "csv")[:2] == (2, "")
    assert tags("convert", unreal, "--to", "csv", "-o", tmp_path)[:2] == (2, "")
    top = unreal / "Config/Tags/Top.ini"
    top.write_text('[/Script/GameplayTags.RestrictedGameplayTagsList]\nRestrictedGameplayTagList=(Tag="Top")\n')
    assert "1 restricted tag written as any other" in tags("convert", top, "--to", "csv")[2]


def test_a_tree_that_nobody_reads_is_no_fault(unreal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Closed(io.StringIO):
        def write(self, text: str) -> int:
            raise BrokenPipeError

    opened = open_tags(unreal)
    monkeypatch.setattr(sys, "stdout", Closed())
    with pytest.raises(BrokenPipeError):
        print_tree(opened.registry, opened.registry.every(), "tags")
