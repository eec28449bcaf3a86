"""The quick reader of elements: never another result than the full one, and quick where it matters."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from talewright.dialogue import Source, compile
from talewright.project.scan.elements import elements_of_rows, read_rows
from talewright.project.scan.extract import extract

Corpus = Callable[[str], Path]

CANONICAL = """#uid:d1 #class:Bark
title: Intro
tags: a b
selectors: Bark  Gossip
uid: n1
---
Smith: What do you need, for {$gold} and/or nothing? #line:l1 #slow
<<if $gold >= 5 and visited("Forge") or not $met>>
    Smith: You look rich. #line:l2
    <<set $met = true>>
<<elseif $gold is 2>>
<<else>>
    Smith: You look poor.
<<endif>>
-> A sword. <<if $gold >= 5>> #choice:need #line:sword #reason:no
    <<give sword1 "long name">>
    Smith: That is the last one. #line:last
    -> Nested #choice:nest #line:n1
        Smith: ok
    -> Nested 2 #line:n2
    <<if dice(6) > 3>>
        -> In a block #choice:block #line:n3
            Ann: Well.
    <<else>>
        Ann: No.
    <<endif>>
-> Your face is soot. <<once>> #line:soot
    <<jump Other>>

-> Another #choice:an #line:ano
===

title: Other
selectors: Gossip Late
formerly: Older Old.Name
---
<<declare $gold = 5>>
-> First #choice:x #line:z1
-> Last #line:z2
<<stop>>
===
"""


def full(name: str, text: str) -> object:
    return read_rows(Source(name, "any.yarn", text))[0]


def test_a_canonical_script_is_read_quickly_and_rightly() -> None:
    rows = extract("Smith", CANONICAL)
    assert rows is not None
    assert rows == full("Smith", CANONICAL)
    assert [row[1] for row in rows if row[0] == "selector"] == ["Bark", "Gossip", "Late"]
    assert extract("Smith", CANONICAL.rstrip("\n")) == rows


def test_rows_are_elements_without_their_file() -> None:
    program = compile([Source("Smith", "D_Smith.yarn", CANONICAL)], strict_targets=False, strict_functions=False)
    rows = extract("Smith", CANONICAL)
    assert rows is not None
    assert elements_of_rows("D_Smith.yarn", rows) == program.elements("Smith")


@pytest.mark.parametrize(
    "change",
    [
        ("#line:sword", ""),
        ("#choice:need ", ""),
        ("#line:n2", "#line:n2 #choice:other"),
        ("-> Another #choice:an", "-> Another"),
        ("<<endif>>\n-> A", "-> A"),
        ("<<else>>\n    Smith", "<<else>>\n<<else>>\n    Smith"),
        ("title: Other", "title: Intro"),
        ("title: Other", "title: Other\nwhen: always"),
        ("title: Other", "Title: Other"),
        ("selectors: Gossip Late", "selectors: Gossip // Late"),
        ("<<stop>>", "<<if $x>>"),
        ("<<stop>>", "<<endif>>"),
        ("<<stop>>", "Ann: Hi <<give sword>>"),
        ("<<stop>>", "=> A line group"),
        ("<<stop>>", "\tAnn: Hi"),
        ("<<stop>>", "Ann: \\{"),
        ("<<stop>>", "// a remark"),
        ("<<stop>>", "<<if and($x)>>\n<<endif>>"),
        ("<<stop>>", '<<if $x == "a>>\n<<endif>>'),
        ("<<stop>>", "{ $x"),
        ("\n===\n\ntitle", "\n=== \n\ntitle"),
        ("#uid:d1", "#uid:d1 // why"),
        ("#line:soot", "#line:soot #was:soot2"),
    ],
)
def test_whatever_is_not_surely_canonical_is_left_to_the_full_reader(change: tuple[str, str]) -> None:
    text = CANONICAL.replace(*change, 1)
    assert text != CANONICAL
    assert extract("Smith", text) is None


@pytest.mark.parametrize(
    ("body", "canonical"),
    [
        ("Ann: Hi\n-> A #choice:a #line:b\n", True),
        ("-> A #choice:a #line:b\n    -> B #choice:c #line:d\n    Ann: Hi\n", True),
        ("  Ann: Hi\n  -> A #choice:a #line:b\n  Ann: Ho\n", True),
        ("-> A #choice:a #line:b\n    <<if $x>>\n    -> B #choice:c #line:d\n    Ann: Hi\n", False),
        ("-> A #choice:a #line:b #slow#fast  \n", True),
        ('-> A <<if $x == "#was:a">> #choice:a #line:b\n', True),
        ("-> A #choice:a #line:b #slow#was:c\n", False),
        ("-> A #choice:a #line:b #choice:c\n", False),
        ("Ann: Hi #a#b #c \nAnn: a/b {$x}#d\n/a\n{$x}\n", True),
        ("Ann: Hi\n===\nAnn: Ho\n", False),
    ],
)
def test_rows_are_read_as_the_full_reader_reads_them(body: str, canonical: bool) -> None:
    text = f"title: One\n---\n{body}===\ntitle: Two\n---\nAnn: Last\n===\n"
    rows = extract("Smith", text)
    assert (rows is not None) is canonical
    assert rows is None or rows == full("Smith", text)


@pytest.mark.parametrize("folder", ["yarn", "yarn-games"])
def test_the_corpus_gives_the_same_by_both_readers(corpus: Corpus, folder: str) -> None:
    seen = 0
    for path in sorted(corpus(folder).rglob("*.yarn")):
        source = Source.from_bytes("D", path.name, path.read_bytes())
        quick = extract("D", source.text)
        seen += quick is not None
        assert quick is None or quick == read_rows(source)[0], path
    assert seen


# Scripts of rows that are canonical each, in any order and depth: whether they fit together is what is tested.

TEXTS = ["Ann: Hi", "é: à\u00a0", "{$x} coins", "a/b", "[wave]w[/wave]", "if only", "x \u2028y", "A"]
ENDS = [" #line:{n}", " <<if $x >= 2>> #line:{n}", " #line:{n} #slow", "  #line:{n} ", ""]
OPTION_ENDS = [
    " #choice:c{n} #line:{n}", " #line:{n}", " <<if visited(\"N0\")>> #line:{n}", " <<once>> #choice:c{n} #line:{n} #t",
    " #line:{n} #choice:c{n}", "",
]  # fmt: skip
COMMANDS = [
    "<<if $x>>", "<<if $x>>", "<<elseif $y == 2 or $z>>", "<<else>>", "<<endif>>", "<<endif>>", "<<set $x = 2>>",
    "<<jump N0>>", "<<give a b>>", "<<stop>>", "<<declare $x = 1>>",
]  # fmt: skip
HEADS = [
    "tags: x",
    "selectors: A B",
    "selectors: b",
    "uid: u",
    "formerly: Old Old.er",
    "position: 1,2",
    "color:",
    "when: $x",
]
indents = st.sampled_from(["", "", "    ", "    ", "        ", "  "])


@st.composite
def bodies(draw: st.DrawFn) -> str:
    rows = []
    for number in range(draw(st.integers(0, 12))):
        kind = draw(st.integers(0, 9))
        if kind < 3:
            row = draw(st.sampled_from(TEXTS)) + draw(st.sampled_from(ENDS))
        elif kind < 7:
            row = "-> " + draw(st.sampled_from(TEXTS)) + draw(st.sampled_from(OPTION_ENDS))
        elif kind < 9:
            row = draw(st.sampled_from(COMMANDS))
        else:
            rows.append("")
            continue
        rows.append(draw(indents) + row.replace("{n}", f"l{number}"))
    return "\n".join(rows)


@st.composite
def blocks(draw: st.DrawFn, depth: int = 0, at_least: int = 0) -> list[str]:
    """Rows that fit together: what writers write."""
    rows: list[str] = []
    pad = "    " * depth
    ids = st.integers(0, 10**6)
    for _ in range(draw(st.integers(at_least, 3 + at_least))):
        kind = draw(st.integers(0, 3 if depth < 3 else 0))
        if kind == 0:
            rows.append(
                pad + draw(st.sampled_from(TEXTS)) + draw(st.sampled_from(ENDS)).replace("{n}", f"l{draw(ids)}")
            )
        elif kind == 1:
            inner = draw(blocks(depth + draw(st.integers(0, 1))))
            other = draw(blocks(depth + 1))
            rows += [pad + "<<if $x >= 2>>", *inner, pad + "<<else>>", *other, pad + "<<endif>>"]
        elif kind == 2:
            rows.append(pad + draw(st.sampled_from(["<<give a b>>", "<<set $x = 2>>", "<<jump N0>>"])))
        else:
            for option in range(draw(st.integers(1, 3))):
                choice = f" #choice:c{draw(ids)}" if option == 0 else ""
                rows.append(f"{pad}-> {draw(st.sampled_from(TEXTS))}{choice} #line:o{draw(ids)}")
                rows += draw(blocks(depth + 1))
            rows += [""] if depth == 0 and draw(st.booleans()) else []
    return rows


@st.composite
def scripts(draw: st.DrawFn) -> str:
    nodes = []
    for number in range(draw(st.integers(1, 3))):
        head = "".join(
            f"{h}\n" for h in draw(st.lists(st.sampled_from(HEADS[: draw(st.sampled_from([5, 7, 8]))]), max_size=2))
        )
        body = draw(st.one_of(bodies(), *(blocks(at_least=2).map("\n".join) for _ in range(3))))
        nodes.append(f"title: N{draw(st.sampled_from([number, number, number, 0]))}\n{head}---\n{body}\n===")
    top = draw(st.sampled_from([*[""] * 9, "#uid:d\n", "#was:a #x\n", "#a#b\n", "\n", "// r\n"]))
    return (
        top
        + draw(st.sampled_from(["\n", "\n", "\n\n", "\n \n"])).join(nodes)
        + draw(st.sampled_from(["", "\n", "\n", "\n\n", "\nx"]))
    )


@given(scripts())
@settings(max_examples=500, deadline=None)
def test_generated_scripts_give_the_same_by_both_readers(text: str) -> None:
    quick = extract("Smith", text)
    assert quick is None or quick == full("Smith", text)


@given(st.text(alphabet=st.sampled_from(list('ab:#$<>{}-=/ \n\t\r\\"[]().é\u00a0\u2028')), max_size=80))
@settings(max_examples=300, deadline=None)
def test_any_text_gives_the_same_by_both_readers(noise: str) -> None:
    text = f"title: N0\n---\n{noise}\n===\n"
    quick = extract("Smith", text)
    assert quick is None or quick == full("Smith", text)
