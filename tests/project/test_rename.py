"""What a rename may do to a project: it opens as it did before, or nothing is written (tags.md, section 9.1)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from talewright.errors import AlreadyExists, TagError, TalewrightError
from talewright.project import Project, find_references, plan_rename
from talewright.project.edits import edit_plan as edits

Write = Callable[[dict[str, str]], Path]

GROUP = """#uid:u1 #selector:@=shuffle #selector:Gossip=first
title: Start
selectors: Gossip
---
<<jump @>>
Ann: title: G
title: G
===
title: @
when: always
subtitle: day
---
Ann: Day. {visited_count("@")} #line:day
===
  title: @
  when: visited("@") // visited("G")
  subtitle: night
---
Ann: Night. #line:night
===
title: Gate
---
<<select @>>
===
"""
OTHER = (
    '#fallback:@.day\ntitle: Else\n---\n<<select Smith.@>>\n<<if visited("@")>>\nBob: Oh. #line:oh\n<<endif>>\n===\n'
)
STREET = """title: Forge
selectors: Gossip Night
---
Ann: Yes? #line:yes
-> A sword. #choice:need #line:sword
    <<jump Street>>
-> No. #line:no
===
title: Street
  when: visited("Forge") && plays("Smith.Forge") == 0
  subtitle: day
---
Ann: No. #line:out
when visited("Forge") is said #line:said
===
"""


def tree(root: Path) -> dict[str, bytes]:
    return {p.relative_to(root).as_posix(): p.read_bytes() for p in root.rglob("*") if p.is_file()}


def text(root: Path, path: str = "Dialogues/D_Smith.yarn") -> str:
    return (root / path).read_text(encoding="utf-8")


def refused(root: Path, old: str, new: str, match: str, error: type[Exception] = TagError) -> None:
    before = tree(root)
    with pytest.raises(error, match=match):
        plan_rename(root, old, new).write()
    assert tree(root) == before


def errors(root: Path) -> list[str]:
    return [str(finding) for finding in Project.check(root).errors]


@pytest.fixture
def group(folder: Write) -> Path:
    files = {"Dialogues/D_Smith.yarn": GROUP, "Dialogues/D_Other.yarn": OTHER}
    root = folder({path: each.replace("@", "G") for path, each in files.items()})
    assert errors(root) == []
    return root


def test_a_node_group_is_renamed_by_its_titles(group: Path) -> None:
    plan_rename(group, "Smith.SubdialogueSelectors.G", "Smith.SubdialogueSelectors.Talk").write()
    assert text(group) == GROUP.replace("@", "Talk")
    assert text(group, "Dialogues/D_Other.yarn") == OTHER.replace("@", "Talk")
    assert errors(group) == []
    assert find_references(group).of("Smith.SubdialogueSelectors.G") == []


@pytest.mark.parametrize(("old", "new"), [("G", "g"), ("Gossip", "gossip"), ("Gossip", "Rumours")])
def test_selectors_are_renamed_wherever_they_are_named(group: Path, old: str, new: str) -> None:
    before = text(group)
    plan_rename(group, f"Smith.SubdialogueSelectors.{old}", f"Smith.SubdialogueSelectors.{new}").write()
    assert before != text(group)
    assert errors(group) == []
    plan_rename(group, f"Smith.SubdialogueSelectors.{new}", f"Smith.SubdialogueSelectors.{old}").write()
    assert text(group) == before


def test_each_member_of_a_group_is_known_again_under_another_name(group: Path) -> None:
    Project.open(group).cook()
    plan_rename(group, "Smith", "Sam").write()
    rows = {row.old: row.new for row in Project.open(group).tags.redirects.rows}
    for member in ("day", "night"):
        assert rows[f"Libretto.Dialogues.Smith.{member}"] == f"Libretto.Dialogues.Sam.{member}"
    plan_rename(group, "Sam.SubdialogueSelectors.G", "Sam.SubdialogueSelectors.Talk").write()
    Project.open(group).cook()
    assert errors(group) == []
    tags = Project.open(group).tags
    assert tags.tag("Libretto.Dialogues.Smith.night").name == "Libretto.Dialogues.Sam.night"


@pytest.mark.parametrize("new", ["Gate", "Else", "gate"])
def test_a_group_is_not_given_the_title_of_another_node(group: Path, new: str) -> None:
    selector = f"Smith.SubdialogueSelectors.{new}"
    refused(group, "Smith.SubdialogueSelectors.G", selector, "a node is called", AlreadyExists)


def test_a_group_that_cannot_be_renamed_says_why(group: Path, folder: Write) -> None:
    names = "Smith.SubdialogueSelectors.G", "Smith.SubdialogueSelectors.Talk"
    refused(group, names[0], "Smith.SubdialogueSelectors.No-title", "would not open afterwards")
    folder({"Dialogues/D_More.yarn": "title: G\nwhen: once\nsubtitle: more\n---\nCat: Miau. #line:miau\n===\n"})
    refused(group, *names, r"the group G has members in Dialogues/D_More\.yarn, too")
    (group / "Dialogues/D_More.yarn").unlink()
    folder({"Dialogues/D_Smith.yarn": text(group).replace("subtitle: day\n", "").replace("_Other", "_Other")})
    (group / "Dialogues/D_Other.yarn").unlink()
    refused(group, *names, "has neither a subtitle: nor a uid:")


def test_a_fallback_at_the_head_of_a_file_is_a_use_of_its_node(folder: Write) -> None:
    root = folder({"Dialogues/D_Smith.yarn": "#uid:u1 #fallback:Street\n" + STREET.replace("  when", "x")})
    folder({"Dialogues/D_Cat.yarn": "#fallback:Street\ntitle: Roof\n---\nCat: Miau. #line:miau\n===\n"})
    plan_rename(root, "Smith.Street", "Smith.Alley").write()
    assert text(root).startswith("#uid:u1 #fallback:Alley\n")
    assert text(root, "Dialogues/D_Cat.yarn").startswith("#fallback:Alley\n")
    assert errors(root) == []


def test_conditions_of_nodes_are_uses_however_they_are_indented_and_what_is_said_is_none(folder: Write) -> None:
    root = folder({"Dialogues/D_Smith.yarn": STREET})
    plan_rename(root, "Smith.Forge", "Smith.Smithy").write()
    after = text(root)
    assert '  when: visited("Smithy") && plays("Smith.Smithy") == 0\n' in after
    assert 'when visited("Forge") is said #line:said\n' in after


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Smith", "SMITH"),
        ("Smith.Forge", "Smith.forge"),
        ("Smith.Choice_need", "Smith.Choice_Need"),
        ("Smith.Choice_need.Reply_sword", "Smith.Choice_need.Reply_Sword"),
        ("Smith.SubdialogueSelectors.Gossip", "Smith.SubdialogueSelectors.gossip"),
    ],
)
def test_letter_case_alone_makes_no_former_name(folder: Write, old: str, new: str) -> None:
    root = folder({"Dialogues/D_Smith.yarn": STREET})
    Project.open(root).cook()
    before = tree(root)
    plan_rename(root, old, new).write()
    assert not any(b"formerly" in data or b"#was" in data for data in tree(root).values())
    assert errors(root) == []
    Project.open(root).cook()
    plan_rename(root, new, old).write()
    Project.open(root).cook()
    assert tree(root) == before


@pytest.mark.parametrize("old", ["Smith", "smith.forge", "Smith.Choice_need", "Smith.SubdialogueSelectors.Gossip"])
def test_a_name_that_a_tag_has_already_is_refused(folder: Write, old: str) -> None:
    root = folder({"Dialogues/D_Smith.yarn": STREET})
    found = find_references(root).find(old)
    assert found is not None
    refused(root, old, found.name, "has this name already")
    refused(root, old, found.name.removeprefix("Libretto.Dialogues."), "has this name already")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Smith.Choice_need", "Smith.Choice__"),
        ("Smith", "_"),
        ("Smith", "None"),
        ("Smith.Forge", "Smith.For-ge"),
        ("Smith.Forge", "Smith.Choice_x"),
        ("Smith.Forge", "Smith.SubdialogueSelectors"),
    ],
)
def test_a_name_with_which_the_project_would_not_open_is_refused(folder: Write, old: str, new: str) -> None:
    refused(
        folder({"Dialogues/D_Smith.yarn": STREET}),
        old,
        new,
        "would not|ends with|is a tag already|no tag",
        TalewrightError,
    )


def test_an_error_that_is_there_already_stops_no_rename(folder: Write) -> None:
    root = folder({"Dialogues/D_Smith.yarn": STREET, "Dialogues/D_Cat.yarn": "title: Cat\n---\n<<jump Dog>>\n===\n"})
    assert len(errors(root)) == 1
    plan_rename(root, "Smith.Forge", "Smith.Smithy").write()
    plan_rename(root, "Smith", "Blacksmith").write()
    assert len(errors(root)) == 1


def test_ids_that_are_made_up_of_a_title_are_written_first(folder: Write) -> None:
    root = folder({"Dialogues/D_Smith.yarn": STREET.replace(" #line:sword", "")})
    refused(root, "Smith.Forge", "Smith.Smithy", "run `talewright dialogue tag`")


def test_ids_that_a_tag_shows_cleaned_are_renamed_too(folder: Write) -> None:
    script = STREET.replace("choice:need #line:sword", "choice:a.b #line:Forge.01").replace(
        "-> No.", "-> No. #choice:a.b"
    )
    root = folder({"Dialogues/D_Smith.yarn": script})
    plan_rename(root, "Smith.Choice_a_b", "Smith.Choice_need").write()
    plan_rename(root, "Smith.Choice_need.Reply_Forge_01", "Smith.Choice_need.Reply_sword").write()
    assert "-> A sword. #choice:need #was:choice:a.b #line:sword #was:Forge.01\n" in text(root)
    assert "-> No. #choice:need #line:no\n" in text(root)
    assert errors(root) == []


@pytest.mark.parametrize("change", ["", "# new\n{}", "a\n", None])
@pytest.mark.parametrize("path", ["Config/DefaultGame.ini", "scripts.py", "Dialogues/D_Smith.yarn"])
def test_a_file_that_changed_since_it_was_searched_stops_a_rename(folder: Write, path: str, change: str | None) -> None:
    root = folder(
        {
            "Dialogues/D_Smith.yarn": STREET,
            "Config/DefaultGame.ini": "[a Item]\nq=Smith.Forge\n",
            "scripts.py": 'X = "Smith.Forge"\n',
        }
    )
    found = find_references(root)
    if change is None:
        (root / path).unlink()
    else:
        folder({path: change.format(text(root, path))})
    before = tree(root)
    with pytest.raises(TagError, match="look again") as caught:
        plan_rename(root, "Smith.Forge", "Smith.Smithy", found=found)
    assert [(d.code, d.span.file) for d in caught.value.report] == [("TW-REF-04", path)]
    assert tree(root) == before
    if change is not None and "Dialogues" not in path:
        plan_rename(root, "Smith.Forge", "Smith.Smithy").write()


def test_letter_case_of_a_file_changes_where_the_system_minds_none(
    folder: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = folder({"Dialogues/D_Smith.yarn": STREET})
    monkeypatch.setattr(edits, "is_same", lambda one, other: str(one).lower() == str(other).lower())
    plan = plan_rename(root, "Smith", "SMITH")
    plan.write()
    assert sorted(tree(root)) == ["Dialogues/D_SMITH.yarn"]
    (root / "Dialogues/D_SMITH.yarn").chmod(0o444)
    with pytest.raises(TagError, match="read-only"):
        plan_rename(root, "SMITH", "smith").write()


def test_a_file_that_differs_in_letter_case_alone_is_not_overwritten(folder: Write) -> None:
    root = folder({"Dialogues/D_Smith.yarn": STREET})
    if (root / "Dialogues/D_SMITH.yarn").exists():
        pytest.skip("this file system minds no letter case")
    folder({"Dialogues/D_SMITH.yarn": "#dialogue:Else\ntitle: Else\n---\nAnn: Hi. #line:hi\n===\n"})
    refused(root, "Smith", "SMITH", "is a file already", AlreadyExists)


def test_nothing_but_a_library_error_comes_of_a_rename(group: Path) -> None:
    tags = [tag.name for tag in find_references(group).tags]
    for tag in (*tags, "Smith", "Nothing", "Libretto"):
        for new in ("Libretto", "X", tag.rpartition(".")[0] or "Y", f"{tag}x", f"{tag}.x"):
            try:
                plan_rename(group, tag, new)
            except TalewrightError:
                pass
