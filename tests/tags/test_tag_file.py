"""Tag files changed row by row: what is not changed stays, byte for byte."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from talewright.config import IniDocument
from talewright.errors import AlreadyExists, InvalidName, NotFound, TagError
from talewright.tags import LIST_SECTION, SETTINGS_SECTION, TagFile

HEAD = f"[{LIST_SECTION}]\n"


def file_of(text: str, name: str = "Npc.ini") -> TagFile:
    return TagFile(IniDocument.from_text(text, name))


def rows(*names: str) -> str:
    return "".join(f'GameplayTagList=(Tag="{name}",DevComment="")\n' for name in names)


def changed_lines(file: TagFile) -> list[str]:
    return [line for line in file.diff().splitlines() if line[:1] in "+-" and line[:3] not in ("+++", "---")]


@pytest.mark.parametrize(
    ("before", "name", "after"),
    [
        (("A.B", "A.D"), "A.C", ("A.B", "A.C", "A.D")),
        (("A.B", "A.D"), "A.A", ("A.A", "A.B", "A.D")),
        (("A.B", "A.D", "B.A"), "A.E", ("A.B", "A.D", "A.E", "B.A")),
        (("A.B", "A.B.X", "A.D"), "A.C", ("A.B", "A.B.X", "A.C", "A.D")),
        (("A.D", "A.B", "B.A"), "A.C", ("A.D", "A.B", "A.C", "B.A")),
        (("Z.A", "A.B"), "M.C", ("Z.A", "A.B", "M.C")),
        (("A", "C"), "B", ("A", "B", "C")),
        ((), "A.B", ("A.B",)),
    ],
)
def test_a_new_row_goes_among_its_siblings_else_to_the_end(
    before: tuple[str, ...], name: str, after: tuple[str, ...]
) -> None:
    file = file_of(HEAD + rows(*before))
    file.add(name)
    assert file.text == HEAD + rows(*after)


def test_remarks_and_blank_lines_stay_where_they_are() -> None:
    text = f"; top\n\n{HEAD}; one\n{rows('A.B')}\n; two\n  ; three\n{rows('A.D')}; end\n\n[Other]\nKey=1\n"
    file = file_of(text)
    file.add("A.C", 'He\'s "loud", (yes); a=b // \\ x\nline')
    assert changed_lines(file) == [
        '+GameplayTagList=(Tag="A.C",DevComment="He\\\'s \\"loud\\", (yes); a=b // \\\\ x\\nline")'
    ]
    assert file.declared().rows[1].comment == 'He\'s "loud", (yes); a=b // \\ x\nline'
    file.remove("A.C")
    assert file.text == text
    assert not file.changed


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be-sig"])
def test_encoding_and_line_ends_stay(tmp_path: Path, newline: str, codec: str) -> None:
    text = (f"; größer 日本\n{HEAD}" + rows("A.B", "A.D")).replace("\n", newline)
    data = b"\xfe\xff" + text.encode("utf-16-be") if codec == "utf-16-be-sig" else text.encode(codec)
    path = tmp_path / "x.ini"
    path.write_bytes(data)
    file = TagFile.read(path)
    assert file.to_bytes() == data
    file.add("A.C", "日本")
    file.write()
    written = path.read_bytes()
    expected = text.replace(
        rows("A.D").strip(), f'GameplayTagList=(Tag="A.C",DevComment="日本"){newline}' + rows("A.D").strip()
    )
    assert written.decode("utf-16" if "16" in codec else codec) == expected
    assert not file.changed


def test_rows_look_like_their_neighbours() -> None:
    text = f"[{SETTINGS_SECTION}]\nFastReplication=True\n" + '\t+GameplayTagList=(Tag="A.B", DevComment="it\'s")\n'
    file = file_of(text, "Config/DefaultGameplayTags.ini")
    file.add("A.C", "that's it")
    assert file.text == text + '\t+GameplayTagList=(Tag="A.C", DevComment="that\'s it")\n'
    file.redirect("Old", "A.C")
    assert file.text.endswith('\t+GameplayTagRedirects=(OldTagName="Old", NewTagName="A.C")\n')


def test_a_file_without_a_line_end_at_its_end_goes_on_so() -> None:
    file = file_of((HEAD + rows("A.B")).rstrip("\n"))
    file.add("A.C")
    assert file.text == (HEAD + rows("A.B", "A.C")).rstrip("\n")


def test_sections_are_made_where_they_are_missing() -> None:
    file = file_of("[Other]\nKey=1")
    file.add("A")
    assert file.text == "[Other]\nKey=1\n\n" + HEAD + rows("A")
    default = file_of("", "DefaultGameplayTags.ini")
    default.add("A")
    assert default.text == f'[{SETTINGS_SECTION}]\n+GameplayTagList=(Tag="A",DevComment="")\n'
    restricted = file_of("", "Top.ini")
    restricted.add("A", restricted=True, allows_plain=True)
    assert restricted.text == (
        "[/Script/GameplayTags.RestrictedGameplayTagsList]\n"
        'RestrictedGameplayTagList=(Tag="A",DevComment="",bAllowNonRestrictedChildren=True)\n'
    )
    assert restricted.declared().rows[0].allows_plain


def test_a_comment_changes_alone() -> None:
    row = '+GameplayTagList = ( DevComment = "old" , Other=(1,2), Tag = A.B ) ;'
    file = file_of(f"{HEAD}{row}\n")
    file.set_comment("a.b", 'new "one"')
    assert 'DevComment = "new \\"one\\"" , Other=(1,2), Tag = A.B ) ;' in file.text
    bare = file_of(HEAD + 'GameplayTagList=(Tag="A.B")\n')
    bare.set_comment("A.B", "x")
    assert bare.text == HEAD + 'GameplayTagList=(Tag="A.B",DevComment="x")\n'
    bare.set_comment("A.B", "x")
    assert bare.text == HEAD + 'GameplayTagList=(Tag="A.B",DevComment="x")\n'


def test_a_rename_changes_the_names_alone() -> None:
    text = HEAD + 'GameplayTagList=(DevComment="Tag=\\"A.B\\", A.B",Tag="A.B") ; A.B\n' + rows("A.B.C", "A.Bc")
    file = file_of(text)
    done = file.rename(lambda name: "X" + name[3:] if name == "A.B" or name.startswith("A.B.") else None)
    assert done == [("A.B", "X"), ("A.B.C", "X.C")]
    assert file.text == text.replace(',Tag="A.B")', ',Tag="X")').replace('"A.B.C"', '"X.C"')


def test_removing_takes_every_row_of_the_tag() -> None:
    file = file_of(HEAD + "; about A\n" + rows("A", "B", "a"))
    assert file.remove("A") == ""
    assert file.text == HEAD + "; about A\n" + rows("B")
    with pytest.raises(NotFound, match=r"Npc\.ini does not declare 'A'"):
        file.remove("A")


def test_redirects() -> None:
    text = HEAD + rows("B") + 'GameplayTagRedirects=(OldTagName="X",NewTagName="B")\n; end\n'
    file = file_of(text)
    file.redirect("A", "B")
    assert changed_lines(file) == ['+GameplayTagRedirects=(OldTagName="A",NewTagName="B")']
    file.redirect("x", "C")
    assert 'OldTagName="X",NewTagName="C"' in file.text
    assert file.retarget(lambda old, new: None if old == "X" else new) == 1
    assert [row.old for row in file.declared().redirects] == ["A"]
    assert file.text.endswith("; end\n")


def test_what_it_refuses() -> None:
    file = file_of(HEAD + rows("A"))
    with pytest.raises(AlreadyExists, match=r"declared already, at Npc\.ini:2:1"):
        file.add("a")
    with pytest.raises(InvalidName):
        file.add("A,")
    generated = file_of("; Generated by `talewright cook` from the dialogues; do not edit.\n" + HEAD + rows("A"))
    assert generated.generated
    for change in (
        lambda: generated.add("B"),
        lambda: generated.remove("A"),
        lambda: generated.redirect("X", "A"),
        lambda: generated.rename(lambda name: "B"),
    ):
        with pytest.raises(TagError, match="was generated"):
            change()
    assert not generated.changed


def test_a_file_that_changed_on_disk_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "x.ini"
    path.write_text(HEAD + rows("A"))
    file = TagFile.read(path)
    file.add("B")
    path.write_text(HEAD + rows("A", "C"))
    with pytest.raises(TagError, match="changed since it was read"):
        file.write()
    assert path.read_text() == HEAD + rows("A", "C")


def test_a_read_only_file_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "x.ini"
    path.write_text(HEAD + rows("A"))
    path.chmod(0o444)
    file = TagFile.read(path)
    file.add("B")
    with pytest.raises(TagError, match="read-only"):
        file.write()
    assert path.read_text() == HEAD + rows("A")
    assert os.stat(path).st_mode & 0o777 == 0o444


def test_a_new_file_is_made_and_not_over_another(tmp_path: Path) -> None:
    file = TagFile.new(tmp_path / "Tags" / "New.ini", shown="Config/Tags/New.ini")
    file.add("A.B")
    assert file.diff().startswith("--- /dev/null\n+++ b/Config/Tags/New.ini\n")
    file.write()
    assert (tmp_path / "Tags" / "New.ini").read_text() == HEAD + rows("A.B")
    other = TagFile.new(tmp_path / "Tags" / "New.ini")
    other.add("C")
    with pytest.raises(TagError, match="somebody made the file"):
        other.write()


def test_nothing_is_written_without_a_change(tmp_path: Path) -> None:
    path = tmp_path / "x.ini"
    path.write_text(HEAD)
    file = TagFile.read(path)
    path.write_text("other")
    file.write()
    assert path.read_text() == "other"


def test_rows_that_do_not_parse_are_not_touched() -> None:
    broken = 'GameplayTagList=(Tag="A, DevComment="")\nGameplayTagList=A\n'
    file = file_of(HEAD + broken + rows("B"))
    assert file.rename(lambda name: f"New.{name}") == [("B", "New.B")]
    file.add("A")
    assert file.text == HEAD + broken + rows("A", "New.B")
