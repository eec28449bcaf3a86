"""The tag files of a project changed together: which file receives what, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from talewright.errors import AlreadyExists, Misuse, NotFound, TagError
from talewright.files import atomic
from talewright.tags import (
    LIST_SECTION,
    RESTRICTED_SECTION,
    SETTINGS_SECTION,
    TagFile,
    TagFolder,
    TagRegistry,
    TagRow,
    find_uses,
    load_tag_folder,
    tag_files,
)

DEFAULT = f"""[{SETTINGS_SECTION}]
; settings
+RestrictedConfigFiles=(RestrictedConfigName="Top.ini",Owners=("ann","bob"))
+GameplayTagList=(Tag="Quest.Rats",DevComment="")
"""
NPC = f"""[{LIST_SECTION}]
; people
GameplayTagList=(Tag="Npc.Smith",DevComment="rude")
GameplayTagList=(Tag="Npc.Smith.Bark",DevComment="")
GameplayTagList=(Tag="Npc.Tailor",DevComment="")
GameplayTagRedirects=(OldTagName="Npc.Farrier",NewTagName="Npc.Smith")
"""
TOP = f"""[{RESTRICTED_SECTION}]
RestrictedGameplayTagList=(Tag="State",DevComment="ours",bAllowNonRestrictedChildren=False)
RestrictedGameplayTagList=(bAllowNonRestrictedChildren=True,Tag="State.Free",DevComment="")
"""


@pytest.fixture
def config(tmp_path: Path) -> Path:
    config = tmp_path / "Config"
    (config / "Tags").mkdir(parents=True)
    (config / "DefaultGameplayTags.ini").write_text(DEFAULT)
    (config / "Tags" / "Npc.ini").write_text(NPC)
    (config / "Tags" / "Top.ini").write_text(TOP)
    return config


def lines(folder: TagFolder) -> list[str]:
    return [line for line in folder.diff().splitlines() if line[:1] in "+-" and line[:3] not in ("+++", "---")]


def test_a_new_tag_goes_where_its_siblings_come_from(config: Path) -> None:
    folder = TagFolder(config)
    assert folder.add("Npc.Rat", "in the cellar").name == "Config/Tags/Npc.ini"
    assert folder.add("Npc.Smith.Idle").name == "Config/Tags/Npc.ini"
    assert folder.add("Npc.Deep.Down.Under").name == "Config/Tags/Npc.ini"
    assert folder.add("Brand.New").name == "Config/DefaultGameplayTags.ini"
    assert folder.add("State.Free.Mine").name == "Config/DefaultGameplayTags.ini"
    assert folder.registry.tag("Npc.Rat").comment == "in the cellar"
    assert len(lines(folder)) == 5


def test_a_named_file_receives_it(config: Path) -> None:
    folder = TagFolder(config)
    assert folder.add("X", file="Npc.ini").name == "Config/Tags/Npc.ini"
    assert folder.add("Y", file="config/tags/npc.ini").name == "Config/Tags/Npc.ini"
    assert folder.add("Z", file="npc").name == "Config/Tags/Npc.ini"
    new = folder.add("W", file="Loot.ini")
    assert new.path == config / "Tags" / "Loot.ini"
    for bad in ("../x.ini", "Armour", "x.txt"):
        with pytest.raises(Misuse, match="no tag file"):
            folder.add("V", file=bad)


def test_without_a_default_file_one_is_made(tmp_path: Path) -> None:
    config = tmp_path / "Config"
    config.mkdir()
    folder = TagFolder(config)
    folder.add("A.B")
    assert [file.name for file in folder.write()] == ["Config/DefaultGameplayTags.ini"]
    assert (config / "DefaultGameplayTags.ini").read_text().startswith(f"[{SETTINGS_SECTION}]\n+GameplayTagList=")


def test_what_is_declared_is_not_declared_again(config: Path) -> None:
    with pytest.raises(AlreadyExists, match=r"declared already, at Config/Tags/Npc\.ini:3:1"):
        TagFolder(config).add("npc.smith")
    with pytest.raises(AlreadyExists):
        TagFolder(config, others=[TagRow("Gen.A")]).add("Gen.A")
    folder = TagFolder(config)
    folder.add("Npc")  # implicit so far
    assert folder.registry.is_explicit("Npc")


def test_restrictions_are_kept(config: Path) -> None:
    folder = TagFolder(config)
    with pytest.raises(TagError) as caught:
        folder.add("State.Angry")
    assert "State allows restricted tags alone under it (Config/Tags/Top.ini:2:1)" in str(caught.value)
    assert "which ann and bob may write" in caught.value.hint
    assert folder.add("State.Angry", restricted=True).name == "Config/Tags/Top.ini"
    assert folder.registry.report == []


def test_a_rename_writes_the_redirect_where_the_tag_is(config: Path) -> None:
    folder = TagFolder(config)
    assert folder.rename("Npc.Tailor", "Npc.Weaver") == {"Npc.Tailor": "Npc.Weaver"}
    assert lines(folder) == [
        '-GameplayTagList=(Tag="Npc.Tailor",DevComment="")',
        '+GameplayTagList=(Tag="Npc.Weaver",DevComment="")',
        '+GameplayTagRedirects=(OldTagName="Npc.Tailor",NewTagName="Npc.Weaver")',
    ]
    assert folder.registry.tag("Npc.Tailor").name == "Npc.Weaver"
    folder.write()
    assert [path.name for path in config.rglob("*.ini") if "Weaver" in path.read_text()] == ["Npc.ini"]


def test_a_rename_of_a_subtree_redirects_every_name(config: Path) -> None:
    folder = TagFolder(config)
    names = folder.rename("Npc", "People", subtree=True)
    assert names == {
        "Npc": "People",
        "Npc.Smith": "People.Smith",
        "Npc.Smith.Bark": "People.Smith.Bark",
        "Npc.Tailor": "People.Tailor",
    }
    registry = folder.registry
    for old in (*names, "Npc.Farrier"):
        assert registry.tag(old).known, old
    assert registry.tag("Npc.Farrier").name == "People.Smith"
    assert "Npc" not in registry
    assert registry.report == []


def test_without_the_subtree_the_old_name_lives_on_and_is_told(config: Path) -> None:
    folder = TagFolder(config)
    folder.rename("Npc.Smith", "Npc.Blacksmith")
    assert [d.code for d in folder.notes] == ["TW-TAG-25"]
    assert folder.registry.tag("Npc.Smith.Bark").known


def test_generated_tags_keep_their_names(config: Path) -> None:
    folder = TagFolder(config, others=[TagRow("Npc.Smith.Generated"), TagRow("Gen.Only")])
    names = folder.rename("Npc.Smith", "Npc.Blacksmith", subtree=True)
    assert names == {"Npc.Smith": "Npc.Blacksmith", "Npc.Smith.Bark": "Npc.Blacksmith.Bark"}
    with pytest.raises(NotFound, match="not edited here"):
        folder.rename("Gen.Only", "Gen.Other")
    with pytest.raises(NotFound):
        folder.remove("Gen.Only")


def test_a_change_of_case_needs_no_redirect(config: Path) -> None:
    folder = TagFolder(config)
    folder.rename("Npc.Smith", "NPC.smith", subtree=True)
    assert [row.name for row in folder.registry.rows()][:3] == ["NPC.smith", "NPC.smith.Bark", "Npc.Tailor"]
    assert len(folder.registry.redirects.rows) == 1


def test_renaming_back_leaves_no_circle(config: Path) -> None:
    folder = TagFolder(config)
    folder.rename("Npc.Tailor", "Npc.Weaver")
    folder.rename("Npc.Weaver", "Npc.Tailor")
    registry = folder.registry
    assert registry.report == []
    assert registry.tag("Npc.Weaver").name == "Npc.Tailor"
    assert not any(row.old == "Npc.Tailor" for row in registry.redirects.rows)


def test_report_10_a_name_that_was_given_up_is_not_taken_again(config: Path) -> None:
    folder = TagFolder(config)
    folder.rename("Npc.Tailor", "Npc.Weaver")
    for take in (
        lambda: folder.rename("Quest.Rats", "Npc.Tailor"),
        lambda: folder.add("Npc.Tailor"),
    ):
        with pytest.raises(TagError) as caught:
            take()
        assert [d.code for d in caught.value.report] == ["TW-TAG-29"]
        assert "data that still says Npc.Tailor means that one" in str(caught.value)
    folder.add("Npc.Tailor", release=True)
    assert folder.registry.report == []
    assert folder.registry.tag("Npc.Tailor").name == "Npc.Tailor"


def test_a_rename_does_not_run_two_tags_into_one(config: Path) -> None:
    with pytest.raises(AlreadyExists, match=r"Npc\.Smith is a tag already"):
        TagFolder(config).rename("Npc.Tailor", "Npc.Smith")
    with pytest.raises(NotFound, match=r"no file declares the tag 'Npc\.Tailer'") as caught:
        TagFolder(config).rename("Npc.Tailer", "Npc.X")
    assert caught.value.hint == "did you mean Npc.Tailor?"
    with pytest.raises(NotFound, match="because tags under it are declared"):
        TagFolder(config).rename("Npc", "People")


def test_report_8_what_is_used_is_not_removed_and_every_place_is_named(config: Path) -> None:
    (config.parent / "game.py").write_text('T = "Npc.Smith"\nU = "Npc.Smith.Bark"\nV = "Npc.Smithy"\n')
    uses = find_uses(config.parent, "Npc.Smith")
    folder = TagFolder(config)
    with pytest.raises(TagError, match="still used in 2 places") as caught:
        folder.remove("Npc.Smith", uses=uses)
    assert [str(d.span) for d in caught.value.report] == ["Config/Tags/Npc.ini:6:1", "game.py:1:6"]
    assert not folder.changed
    assert folder.remove("Npc.Smith", uses=uses, force=True) == ["Npc.Smith"]
    assert any("stays a tag" in note.message for note in folder.notes)
    assert folder.remove("Npc.Tailor") == ["Npc.Tailor"]


def test_removing_a_subtree(config: Path) -> None:
    folder = TagFolder(config)
    assert folder.remove("Npc", subtree=True, force=True) == ["Npc.Smith", "Npc.Smith.Bark", "Npc.Tailor"]
    assert "Npc" not in folder.registry
    assert "; people" in folder.diff()


def test_moving_takes_comments_along(config: Path) -> None:
    folder = TagFolder(config)
    assert folder.move("Npc.Smith", "Loot.ini", subtree=True) == ["Npc.Smith", "Npc.Smith.Bark"]
    assert folder.registry.tag("Npc.Smith").comment == "rude"
    assert str(folder.registry.source("Npc.Smith")) == "Config/Tags/Loot.ini:2:1"
    assert folder.move("Npc.Smith", "Loot.ini") == []
    assert folder.set_comment("Npc.Smith", "kind").name == "Config/Tags/Loot.ini"
    assert folder.registry.tag("Npc.Smith").comment == "kind"


def test_redirects_are_made_to_lead_to_their_end(config: Path) -> None:
    path = config / "Tags" / "Npc.ini"
    redirects = [("A", "B"), ("B", "C"), ("C", "Npc.Smith"), ("Npc.Smith", "npc.smith"), ("Lost", "Gone"), ("a", "B")]
    more = "".join(
        f'; why {old}\nGameplayTagRedirects=(OldTagName="{old}",NewTagName="{new}")\n' for old, new in redirects
    )
    path.write_text(NPC + more)
    folder = TagFolder(config)
    assert folder.compact() == 4
    kept = [(row.old, row.new) for row in folder.registry.redirects.rows]
    assert kept == [
        ("Npc.Farrier", "Npc.Smith"),
        ("A", "Npc.Smith"),
        ("B", "Npc.Smith"),
        ("C", "Npc.Smith"),
        ("Lost", "Gone"),
    ]
    assert folder.files[1].text.count("; why") == 6
    assert folder.compact() == 0


def test_all_files_are_written_or_none(config: Path) -> None:
    folder = TagFolder(config)
    folder.add("Npc.Rat")
    folder.add("Brand.New")
    (config / "Tags" / "Npc.ini").chmod(0o444)
    with pytest.raises(TagError) as caught:
        folder.write()
    assert [(d.code, d.span.file) for d in caught.value.report] == [("TW-TAG-61", "Config/Tags/Npc.ini")]
    assert (config / "DefaultGameplayTags.ini").read_text() == DEFAULT
    (config / "Tags" / "Npc.ini").chmod(0o644)
    assert len(folder.write()) == 2
    assert folder.changed == []


def test_a_failure_in_the_middle_is_undone(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = TagFolder(config)
    folder.add("Brand.New")
    folder.add("Npc.Rat")
    folder.add("Other", file="Loot.ini")
    original = atomic.write_bytes

    def fails(path: Path, data: bytes, *, force: bool = False) -> None:
        if "Loot" in path.name:
            raise OSError(28, "no space left")
        original(path, data)

    monkeypatch.setattr(atomic, "write_bytes", fails)
    with pytest.raises(OSError, match=r"no space left: .*Loot\.ini"):
        folder.write()
    assert len(folder.changed) == 3
    assert (config / "DefaultGameplayTags.ini").read_text() == DEFAULT
    assert (config / "Tags" / "Npc.ini").read_text() == NPC


def test_a_branch_is_renamed_and_removed_in_one_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "Tags").mkdir()
    rows = "".join(f'GameplayTagList=(Tag="A.N{n:03}",DevComment="it\\\'s")\n' for n in range(200))
    (tmp_path / "Tags" / "a.ini").write_text(f"[{LIST_SECTION}]\n{rows}")
    folder = TagFolder(tmp_path)
    spliced: list[int] = []
    splice = TagFile._splice

    def counted(file: TagFile, edits: list[tuple[int, int, str]]) -> None:
        spliced.append(len(edits))
        splice(file, edits)

    monkeypatch.setattr(TagFile, "_splice", counted)
    names = folder.rename("A", "B", subtree=True)
    assert (len(names), spliced) == (201, [200, 1])
    assert folder.registry.tag("A.N007").name == "B.N007"
    assert folder.registry.tag("A").name == "B"
    assert len(folder.remove("B", subtree=True, force=True)) == 200
    assert spliced == [200, 1, 200]


def test_every_row_of_a_tag_is_removed(config: Path) -> None:
    (config / "Tags" / "Other.ini").write_text(f'[{LIST_SECTION}]\nGameplayTagList=(Tag="npc.tailor")\n')
    folder = TagFolder(config)
    folder.remove("Npc.Tailor")
    assert "Npc.Tailor" not in folder.registry


def test_an_unresolved_merge_stops_all_editing(config: Path) -> None:
    (config / "Tags" / "Other.ini").write_text("<<<<<<< ours\n>>>>>>> theirs\n")
    with pytest.raises(TagError, match=r"Tags/Other.ini:1:1: error TW-TAG-17"):
        TagFolder(config)


def test_folders_are_paths_or_texts(config: Path) -> None:
    assert TagFolder(str(config)).registry.tag("Npc.Farrier").name == "Npc.Smith"
    assert tag_files(str(config)) == tag_files(config)
    assert find_uses(str(config), "Npc.Tailor") == find_uses(config, "Npc.Tailor")
    registry = TagRegistry()
    assert load_tag_folder(registry, str(config)) == load_tag_folder(TagRegistry(), config)


def test_a_former_name_is_named_with_what_it_is_now(config: Path) -> None:
    with pytest.raises(NotFound, match=r"^Npc\.Farrier is a former name of Npc\.Smith"):
        TagFolder(config).rename("Npc.Farrier", "Npc.Blacksmith")
