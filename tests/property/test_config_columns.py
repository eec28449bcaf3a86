"""Many sections at once give what reading them one by one gives, findings included (performance.md section B)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Any
from unittest import mock

from hypothesis import given, settings
from hypothesis import strategies as st

from talewright.config import IniDocument, Records


class Mood(Enum):
    CALM = 1
    ANGRY = 2


@dataclass(frozen=True)
class Range:
    min: int = 1
    max: int = 1


@dataclass(frozen=True)
class Item:
    name: str
    title: str = "?"
    level: Range = Range(3, 9)
    weight: float = 0.5
    count: int = 0
    good: bool = False
    mood: Mood = Mood.CALM
    tags: list[str] = field(default_factory=list)
    ranges: tuple[Range, ...] = ()
    stock: dict[str, int] = field(default_factory=dict)
    owner: str | None = None
    any: Any = None


LINES = {
    "title": ["Sword", '"a b"', '"x" y', "", "a;b", "(x)"],
    "level": ["(min=1,max=2)", "(Min=1,max=x)", "(min=1,zz=2)", "(min=1", "(min = 1)", "(min=1,max=2) ; r", "1",
              "(min=1,7,max=2)", "(min=1,min=2)", "(min=1,Min=2)", "(min=1_0,max=2)", '(min="1"x,max=2)', "(1,2)"],
    "weight": ["1.5", "2", "+1.0", "3.0f", "x", ".5", "1e3", "0,98", "1.0e", "1_000", "inf", "1e-999", "0x10", '" 1"'],
    "count": ["1", "-7", "20.0", "x", "0x10", "1_0", "\u0661", "1.9", "1e3", "9" * 20, "", "7;"],
    "good": ["True", "0", "yes", "maybe", '"True "', "2", ""],
    "mood": ["ANGRY", "calm", "sad", '" calm"'],
    "tags": ["a", "(a,b)", '"q"', ""],
    "ranges": ["(min=1)", "(min=2,max=3)", "(x)", "(min=x)", "((min=1),(min=x),(zz=1))", "(min=1,2)"],
    "stock": ["(a=1)", "((a,1))", "(a=x)", "((a,1),(a,2))", "((a,x),(b,2,3))", "(a=1_0)"],
    "owner": ["None", "ann", "none"],
    "any": ["1", "(a=1,b=(1,2))", "x", "(a"],
    "unknown": ["1"],
}  # fmt: skip
SHAPES = st.lists(st.tuples(st.sampled_from(sorted(LINES)), st.integers(1, 2)), max_size=6, unique_by=lambda x: x[0])


@given(SHAPES, st.data(), st.sampled_from(["\n", "\r\n"]))
@settings(deadline=None, max_examples=150)
def test_records_by_column_are_the_records_one_by_one(
    shape: list[tuple[str, int]], data: st.DataObject, newline: str
) -> None:
    count = 14
    columns = {key: data.draw(st.lists(st.sampled_from(LINES[key]), min_size=1, max_size=3)) for key, _ in shape}
    text = ""
    for number in range(count):
        text += f"[i{number} Item]\n"
        for key, times in shape:
            for again in range(times):
                texts = columns[key]
                text += f"{key}={texts[(number // 5 + again) % len(texts)]}\n"
        text += "\n" if number % 3 else ""
    document = IniDocument.from_text(text.replace("\n", newline), "x.ini")
    quick = Records([document], known=[Item])
    with mock.patch.object(Records, "_quickly", return_value={}):
        careful = Records([IniDocument.from_text(document.to_text(), "x.ini")], known=[Item])
    assert dict(quick[Item]) == dict(careful[Item])
    assert [repr(item) for item in quick[Item].values()] == [repr(item) for item in careful[Item].values()]
    assert sorted(map(str, quick.report)) == sorted(map(str, careful.report))


def test_mutable_defaults_are_each_object_s_own() -> None:
    text = "".join(f"[i{n} Item]\ncount={n}\n" for n in range(20))
    found = Records([IniDocument.from_text(text)], known=[Item])[Item]
    found["i1"].tags.append("x")
    assert found["i2"].tags == []
    assert [item.count for item in found.values()] == list(range(20))


UNTIDY = [
    *("", " ", "; note", "  ; note", "; note \\", "; joined \\\\", ";note \\\\ ", "junk", "[broken", "=1"),
    *("+tags=a", "+tags=b", " +tags = a ", ".tags=a", "-tags=a", "!tags=()", "tags=a\\\\", "@tags=a", "+count=2"),
    *("title=x\\", "title=x\\ ", "count = 1 ", "Count=7", "count=2", "\ttitle=a", 'title="a" '),
    *("+ranges=(min=1)", "+ranges=(min=1,max=3)"),
]


@given(
    st.lists(st.lists(st.sampled_from(UNTIDY), max_size=5), min_size=1, max_size=5),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from(["", "; top\n", "[Item]\n*ranges=min\n", "[I3 Item]\ncount=5\n", "[I3 Item]\ncount=4\nweight=2\n"]),
    st.sampled_from(["[i{} Item]", "[i{} Item] ", " [i{} Item]", "[i{} Item]\\"]),
)
@settings(deadline=None, max_examples=200)
def test_records_of_untidy_sections_are_the_records_one_by_one(
    untidy: list[list[str]], newline: str, other: str, header: str
) -> None:
    text = other
    for number in range(20):
        lines = ["count=4", "weight=2", *untidy[number % len(untidy)]]
        lines = lines[number % 3 :] + lines[: number % 3]
        text += "".join(f"{line}\n" for line in (header.format(number), *lines))
    document = IniDocument.from_text((text + other).replace("\n", newline), "x.ini")
    quick = Records([document], known=[Item])
    with (
        mock.patch.object(Records, "_quickly", return_value={}),
        mock.patch.object(IniDocument, "sweep", return_value=None),
    ):
        careful = Records([IniDocument.from_text(document.to_text(), "x.ini")], known=[Item])
    assert [repr(item) for item in quick[Item].values()] == [repr(item) for item in careful[Item].values()]
    assert sorted(map(str, quick.report)) == sorted(map(str, careful.report))
