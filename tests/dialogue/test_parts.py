"""A program in parts: each script compiled alone gives what compiling all of them gives (tags.md section 1.2: a
packaged game loads a dialogue without loading everything)."""

from __future__ import annotations

import dataclasses
import re
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from talewright.dialogue import (
    Continue,
    Line,
    Node,
    Program,
    Source,
    Start,
    State,
    advance,
    compile,
    compile_part,
    position_to_plain,
    restore,
    value_of,
)
from talewright.dialogue.compiling.on_demand import program_in_parts
from talewright.dialogue.program.outline import Outline, outline_of

Corpus = Callable[[str], Path]


def in_parts(sources: list[Source], functions: frozenset[str] | None = None) -> tuple[Program, Program, list[str]]:
    """Compile whole and in parts; the list names the scripts of the latter in the order in which they are compiled."""
    whole = compile(sources, functions=functions, strict_targets=False)
    outline = outline_of(whole)
    read = Outline.from_bytes(outline.to_bytes())
    assert read.to_bytes() == outline.to_bytes()
    by_name = {source.name: source for source in sources}
    loaded: list[str] = []

    def one(name: str) -> Program:
        loaded.append(name)
        return compile_part(by_name[name], read, functions=functions)

    return whole, program_in_parts(read, one), loaded


def shape(node: Node) -> dict[str, object]:
    return {field.name: getattr(node, field.name) for field in dataclasses.fields(node)}


def same(sources: list[Source], functions: frozenset[str] | None = None) -> Program:
    """Compare the whole and the parts in everything that a player or a tool may ask for."""
    whole, parts, _ = in_parts(sources, functions)
    if whole.report.errors:
        return whole
    assert parts.report == []
    assert list(parts.nodes) == list(whole.nodes)
    for name, node in whole.nodes.items():
        assert shape(parts.nodes[name]) == shape(node)
    for name in ("dialogues", "groups", "variables", "enums", "aliases"):
        assert dict(getattr(parts, name)) == dict(getattr(whole, name))
    assert sorted(map(str, parts.commands)) == sorted(map(str, whole.commands))
    assert sorted(map(str, parts.functions)) == sorted(map(str, whole.functions))
    assert (parts.digest, parts.fallback) == (whole.digest, whole.fallback)
    for dialogue in whole.dialogues:
        assert parts.elements(dialogue) == whole.elements(dialogue)
    return whole


def split(source: Source) -> list[Source]:
    """Give each node of a script a file of its own, so that whatever it uses is in another."""
    head, *bodies = re.split(r"^(?=title:)", source.text.replace("\r\n", "\n"), flags=re.MULTILINE)
    return [Source(f"{source.name}{n}", f"{n}.yarn", f"{head}{body}") for n, body in enumerate(bodies)]


STORY = {
    "Smith": "title: Forge\n---\n<<if $mood == .Happy and rich()>>\nSmith: $gold is {$gold}. #line:a\n<<endif>>\n"
    "<<set $guess = mood_of()>>\n<<if $guess == .Sad and how() == .Sad>>\nSmith: Oh. #line:b\n<<endif>>\n"
    "<<jump Market>>\n===\n",
    "Market": "#selector:Gossip=shuffle\ntitle: Market\nselectors: Gossip\nformerly: Square\n---\n"
    "<<detour Rumour>>\n<<if how() == Mood.Happy>>\nAnn: {$wealth > 3} #line:c\n<<endif>>\n"
    "Smith: Oh. #shadow:b\n<<select Smith.Forge>>\n===\n"
    "title: Rumour\nsubtitle: War\nwhen: $gold > 2\n---\nAnn: War! #line:d\n===\n",
    "Gossip": "#fallback:Forge\ntitle: Rumour\nsubtitle: Peace\nwhen: always\ntracking: never\n---\n"
    "Ann: Peace. #line:e #was:old\n===\n",
    "Setup": "title: Setup\n---\n<<declare $guess = Mood.Sad>>\n<<enum Mood>>\n<<case Happy>>\n<<case Sad>>\n"
    '<<endenum>>\n<<enum Song>>\n<<case Sad = "s">>\n<<endenum>>\n'
    "<<declare $mood = Mood.Happy>> /// How Ann feels.\n<<declare $gold = 5>>\n<<declare $wealth = $gold * 2>>\n===\n",
}


def sources(story: dict[str, str]) -> list[Source]:
    return [Source(name, f"{name}.yarn", text) for name, text in story.items()]


def test_each_script_alone_gives_what_all_give() -> None:
    functions = frozenset({"rich", "mood_of", "how"})
    assert same(sources(STORY), functions).report.errors == []
    assert same(sources(STORY)).report.errors == []


def test_only_what_is_needed_is_compiled() -> None:
    _, parts, loaded = in_parts(sources(STORY))
    assert "Forge" in parts.nodes
    assert len(parts.nodes) == 5
    assert parts.dialogues["Market"].strategies == {"Gossip": "shuffle"}
    assert parts.variables["$gold"].default == 5
    assert parts.variables["$mood"].documentation == "How Ann feels."
    assert parts.aliases["node:Square"] == "node:Market"
    assert "Nowhere" not in parts.nodes
    assert parts.nodes.get("Nowhere") is None
    assert loaded == []
    assert parts.nodes["Forge"].dialogue == "Smith"
    assert loaded == ["Smith"]
    assert value_of(parts, State(), "$wealth") == 10
    assert loaded == ["Smith", "Setup"]


def test_a_jump_into_another_script_compiles_it_then() -> None:
    story = {
        "A": "title: One\n---\nAnn: one #line:1\n<<jump Two>>\n===\n",
        "B": "title: Two\n---\nAnn: {$n} #line:2\n===\n",
        "C": "title: Three\n---\n<<declare $n = 3>>\n===\n",
    }
    whole, parts, loaded = in_parts(sources(story))
    events, state = advance(parts, State(), Start("A"))
    assert [e.text for e in events if isinstance(e, Line)] == ["one"]
    assert loaded == ["A"]
    assert state.position is not None
    plain = position_to_plain(state.position)
    assert restore(parts, plain) == restore(whole, plain)
    events, _ = advance(parts, state, Continue())
    assert [e.text for e in events if isinstance(e, Line)] == ["3"]
    assert loaded == ["A", "B"]


def test_many_threads_compile_a_script_once() -> None:
    _, parts, loaded = in_parts(sources(STORY))
    start = threading.Barrier(8)

    def look() -> None:
        start.wait()
        for name in parts.nodes:
            assert parts.nodes[name].name == name

    threads = [threading.Thread(target=look) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(loaded) == ["Gossip", "Market", "Setup", "Smith"]


def test_what_raised_is_tried_again() -> None:
    whole, _, _ = in_parts(sources(STORY))
    answers: list[object] = [OSError("gone"), compile_part(sources(STORY)[0], outline_of(whole))]

    def one(name: str) -> Program:
        answer = answers.pop(0)
        if isinstance(answer, OSError):
            raise answer
        assert isinstance(answer, Program)
        return answer

    parts = program_in_parts(outline_of(whole), one)
    with pytest.raises(OSError, match="gone"):
        parts.nodes["Forge"]
    assert parts.nodes["Forge"].name == "Forge"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"{}",
        b'{"format":2,"digest":"","fallback":""}',
        b"\xff",
        b'{"format":1}\n{"dialogue":1}',
        b"[" * 9000,
    ],
)
def test_what_is_no_outline_is_a_value_error(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        Outline.from_bytes(data)


@pytest.mark.parametrize("folder", ["yarn/TestCases", "yarn/Projects", "yarn-games", "yarn"])
def test_the_corpus_gives_the_same_in_parts(corpus: Corpus, folder: str) -> None:
    top, _, below = folder.partition("/")
    paths = sorted((corpus(top) / below).rglob("*.yarn"))
    compared = 0
    for path in paths:
        source = Source.from_bytes(path.stem, path.name, path.read_bytes())
        functions = frozenset(use.name for use in compile([source], strict_targets=False).functions)
        for sources in ([source], split(source)):
            for known in (None, functions):
                compared += not same(sources, known).report.errors
    assert compared > len(paths) / 2


names = st.sampled_from(["$a", "$b", "$c", "$d"])
values = st.sampled_from(["1", '"x"', "true", "Mood.Sad", ".Happy", "f()", "$a", "$b", "$c + 1", "g($d)", "$a == $b"])
rows = st.one_of(
    st.tuples(names, values).map(lambda p: f"<<declare {p[0]} = {p[1]}>>"),
    st.tuples(names, values).map(lambda p: f"<<set {p[0]} = {p[1]}>>"),
    st.tuples(names, values).map(lambda p: f"<<if {p[0]} == {p[1]}>>\nAnn: {{{p[0]}}}\n<<endif>>"),
    names.map(lambda n: f"Ann: {{{n}}}"),
    st.integers(0, 3).map(lambda n: f"<<jump N{n}>>"),
    st.sampled_from(["f()", "$a"]).map(lambda one: f"<<if {one} == .Happy>>\nAnn: ?\n<<endif>>"),
)
ENUMS = (
    "title: Enums\n---\n<<enum Mood>>\n<<case Happy>>\n<<case Sad>>\n<<endenum>>\n"
    '<<enum Place>>\n<<case Happy = "h">>\n<<case Home = "w">>\n<<endenum>>\n===\n'
)
stories = st.lists(st.lists(rows, max_size=3), min_size=4, max_size=4)


@settings(max_examples=300)
@given(stories)
def test_whatever_compiles_whole_compiles_alike_in_parts(story: list[list[str]]) -> None:
    listed = [
        Source(f"D{n}", f"D{n}.yarn", "\n".join([f"title: N{n}", "---", *body, "==="])) for n, body in enumerate(story)
    ]
    listed.append(Source("Enums", "Enums.yarn", ENUMS))
    for functions in (frozenset({"f", "g"}), None):
        assert same(listed, functions).dialogues.keys() == {source.name for source in listed}
