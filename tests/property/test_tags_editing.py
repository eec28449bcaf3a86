"""Random edits of random tag files: only the rows of the tag change, and reading tells what was written."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from talewright.config import IniDocument
from talewright.names import fold
from talewright.tags import LIST_SECTION, TagFile, is_valid

NAMES = st.lists(st.sampled_from(["A", "b", "A-B", "日本", "x y", "1"]), min_size=1, max_size=3).map(".".join)
TEXT = st.text(st.sampled_from("ab'\"\\;=(), /é\n"), max_size=8)
COMMENTS = TEXT | st.sampled_from(["it's", '(Tag="X")', "a\\", "// ;"])


def row(name: str, style: int) -> str:
    return (
        f'GameplayTagList=(Tag="{name}",DevComment="it\\\'s {name}")',
        f'  +GameplayTagList = ( DevComment="Tag=", Tag = "{name}" ) ; x',
        f'gameplaytaglist=(Tag="{name}")',
    )[style]


OTHERS = st.sampled_from(["", "; remark", "  ;; x", "Other=1", "// lint", '; GameplayTagList=(Tag="No")', "-x=(Tag=A)"])
FILES = st.lists(
    st.tuples(NAMES, st.integers(0, 2)).map(lambda pair: row(*pair)) | OTHERS, max_size=8
)  # names may come twice


@settings(max_examples=200)
@given(FILES, NAMES, COMMENTS, st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_adding_and_removing_touch_one_line(
    lines: list[str], name: str, comment: str, newline: str, ends: bool
) -> None:
    text = newline.join([f"[{LIST_SECTION}]", *lines]) + (newline if ends else "")
    newline = newline if newline in text else "\n"
    file = TagFile(IniDocument.from_text(text, "a.ini"))
    assert is_valid(name)
    if name in file:
        return
    before = [(r.name, r.comment) for r in file.declared().rows]
    file.add(name, comment)
    declared = file.declared()
    (added,) = [r for r in declared.rows if fold(r.name) == fold(name)]
    assert added.comment == comment
    assert [(r.name, r.comment) for r in declared.rows if r != added] == before
    changed = [line for line in file.text.split(newline) if line not in text.split(newline)]
    assert len(changed) == 1
    assert len(file.text.split(newline)) == len(text.split(newline)) + 1
    file.set_comment(name, "other")
    file.set_comment(name, comment)
    file.remove(name)
    assert file.text == text or file.text == text + newline


@given(FILES, NAMES, NAMES)
def test_renaming_changes_names_alone(lines: list[str], old: str, new: str) -> None:
    text = "\n".join([f"[{LIST_SECTION}]", *lines])
    file = TagFile(IniDocument.from_text(text, "a.ini"))
    before = [(r.name, r.comment) for r in file.declared().rows]
    file.rename(lambda name: new if fold(name) == fold(old) else None)
    after = [(r.name, r.comment) for r in file.declared().rows]
    assert after == [(new if fold(name) == fold(old) else name, comment) for name, comment in before]
    assert len(file.text.split("\n")) == len(text.split("\n"))
    for one, other in zip(text.split("\n"), file.text.split("\n"), strict=True):
        assert one == other or (old in one and one.replace(f'"{old}"', f'"{new}"') == other)
