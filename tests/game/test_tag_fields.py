"""Fields of type Tag and TagContainer read every form that Unreal writes, wherever they stand (faults §3 A2)."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from talewright.errors import FieldError
from talewright.fields import Bare, accept, decode, encode
from talewright.game import Game
from talewright.messaging import Script, Url, Worlds, on
from talewright.savegame import SaveDocument
from talewright.tags import Tag, TagContainer, TagRegistry

ONE = [
    ("A.B", "A.B"),
    ('"A.B"', "A.B"),
    ('(TagName="A.B")', "A.B"),
    ("(tagname=A.B)", "A.B"),
    ("Old", "A.B"),
    ('(TagName="Old")', "A.B"),
    ("Un.Known", "Un.Known"),
    ('(TagName="Un.Known")', "Un.Known"),
    ("None", ""),
    ('"None"', ""),
    ('(TagName="None")', ""),
    ("(TagName=None)", ""),
    ('(TagName="")', ""),
    ("(TagName=)", ""),
    ("()", ""),
    ("", ""),
]
MANY = [
    ('(GameplayTags=((TagName="A.B"),(TagName="C")))', ["A.B", "C"]),
    ('(GameplayTags=((TagName="Old")),ParentTags=((TagName="A")))', ["A.B"]),
    ('(GameplayTags=((TagName="None"),(TagName="C")))', ["C"]),
    ("(GameplayTags=)", []),
    ("(GameplayTags=())", []),
    ("()", []),
    ("None", []),
    ("", []),
    ("A.B, C", ["A.B", "C"]),
    ('("A.B","C")', ["A.B", "C"]),
    ('(TagName="A.B")', ["A.B"]),
    ("A.B", ["A.B"]),
    ("Un.Known", ["Un.Known"]),
]


@pytest.fixture
def tags() -> TagRegistry:
    registry = TagRegistry()
    registry.register_names(["A.B", "C"])
    registry.redirect("Old", "A.B")
    registry.close()
    return registry


def check_tag(value: Any, name: str) -> None:
    assert isinstance(value, Tag)
    assert (str(value), bool(value)) == (name, bool(name))
    assert value.known == (name in ("A.B", "C"))


@pytest.mark.parametrize(("text", "name"), ONE)
def test_a_tag_is_read_from_every_form(tags: TagRegistry, text: str, name: str) -> None:
    references = tags.references()
    value = decode(Bare(text), Tag, references)
    check_tag(value, name)
    check_tag(decode(encode(value, Tag, references), Tag, references), name)
    optional = decode(Bare(text), Tag | None, references)
    assert not optional if not name else str(optional) == name


@pytest.mark.parametrize(("text", "names"), MANY)
def test_a_container_is_read_from_every_form(tags: TagRegistry, text: str, names: list[str]) -> None:
    references = tags.references()
    value = decode(Bare(text), TagContainer, references)
    assert [str(tag) for tag in value] == names
    again = decode(encode(value, TagContainer, references), TagContainer, references)
    assert again == value


@pytest.mark.parametrize(
    ("plain", "hint", "names"),
    [
        ({"TagName": "A.B"}, Tag, ["A.B"]),
        ({"tagName": "None"}, Tag, []),
        ([], Tag, []),
        (None, Tag, []),
        ({"GameplayTags": [{"TagName": "A.B"}, {"TagName": "C"}]}, TagContainer, ["A.B", "C"]),
        ({"GameplayTags": ""}, TagContainer, []),
        (["A.B", "C"], TagContainer, ["A.B", "C"]),
        (["A.B", {"TagName": "C"}], list[Tag], ["A.B", "C"]),
        ([{"TagName": "C"}], set[Tag], ["C"]),
        (Bare('(GameplayTags=((TagName="Old"),(TagName="C")))'), list[Tag], ["A.B", "C"]),
        ({"GameplayTags": [{"TagName": "C"}]}, tuple[Tag, ...], ["C"]),
        (Bare("A.B, C"), list[Tag], ["A.B", "C"]),
        (Bare("A.B"), list[Tag], ["A.B"]),
        (Bare(""), list[Tag], []),
    ],
)
def test_structs_and_lists_are_read(tags: TagRegistry, plain: Any, hint: Any, names: list[str]) -> None:
    value = decode(plain, hint, tags.references())
    found = [value] if isinstance(value, Tag) else list(value)
    assert [str(tag) for tag in found if tag] == names


def test_a_program_may_give_text(tags: TagRegistry) -> None:
    references = tags.references()
    assert accept('(TagName="Old")', Tag, references) == tags.tag("A.B")
    assert accept(["A.B"], list[Tag], references) == [tags.tag("A.B")]
    assert accept(tags.tag("C"), Tag, references) is tags.tag("C")


@dataclass(frozen=True)
class Quest:
    """A record with tags."""

    name: str
    start: Tag | None = None
    gives: TagContainer = field(default_factory=TagContainer)
    places: tuple[Tag, ...] = ()


@dataclass
class Wanted:
    """Settings with tags."""

    config_file = "Game"

    first: Tag | None = None
    all_of: TagContainer = field(default_factory=TagContainer)
    some: list[Tag] = field(default_factory=list)


SCRIPTS = """
from dataclasses import dataclass, field
from talewright import Script, command, function, tag_source
from talewright.messaging import Script, Url, Worlds, on
from talewright.savegame import SaveDocument
from talewright.tags import Tag, TagContainer

@dataclass(frozen=True)
class Quest:
    name: str
    start: Tag | None = None
    gives: TagContainer = field(default_factory=TagContainer)
    places: tuple[Tag, ...] = ()

@tag_source
def places(records):
    return [f"Place.{quest.name}" for quest in records[Quest].values()]

class Door(Script):
    key: Tag | None = None
    locks: TagContainer = TagContainer()
    ways: list[Tag] = []

@command
def open_with(game, key: Tag, others: TagContainer):
    return f"{key}|{others}|{bool(key)}"

@function
def depth(game, tag: Tag) -> float:
    return float(str(tag).count(".") if tag else -1)
"""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    config = tmp_path / "Config"
    (config / "Tags").mkdir(parents=True)
    (config / "Tags" / "All.ini").write_text(
        "[/Script/GameplayTags.GameplayTagsList]\n"
        + "".join(f'GameplayTagList=(Tag="{name}",DevComment="")\n' for name in ("A.B", "C"))
        + 'GameplayTagRedirects=(OldTagName="Old",NewTagName="A.B")\n'
    )
    (config / "DefaultGame.ini").write_text(
        '[Wanted]\nfirst=(TagName="Old")\nall_of=(GameplayTags=((TagName="A.B"),(TagName="C")))\n'
        '+some=(TagName="A.B")\n+some=C\n+some=None\n'
    )
    (config / "Quests.ini").write_text(
        '[rats Quest]\nstart=(TagName="A.B")\ngives=(GameplayTags=((TagName="Old"),(TagName="Place.rats")))\n'
        'places=("Place.rats",C)\n[cats Quest]\nstart=None\ngives=()\n'
    )
    (tmp_path / "Dialogues").mkdir()
    (tmp_path / "Dialogues" / "D_A.yarn").write_text(
        'title: A\n---\n<<declare $d = 0>>\n<<set $d = depth("(TagName=\\"Old\\")")>>\ndeep {$d}\n===\n'
    )
    (tmp_path / "scripts.py").write_text(textwrap.dedent(SCRIPTS))
    return Game.open(tmp_path)


def test_settings_read_tags(game: Game) -> None:
    found = game.config.read(Wanted)
    assert found.first == game.tags.tag("A.B")
    assert [str(tag) for tag in found.all_of] == ["A.B", "C"]
    assert [str(tag) for tag in found.some] == ["A.B", "C", ""]
    assert all(tag.known for tag in found.some if tag)


def test_records_read_tags_generated_ones_and_redirects_included(game: Game) -> None:
    quests: Any = game.records[game.project.code.module.Quest]  # type: ignore[union-attr]
    rats = quests["rats"]
    assert rats.start.known
    assert [(str(tag), tag.known) for tag in rats.gives] == [("A.B", True), ("Place.rats", True)]
    assert [(str(tag), tag.known) for tag in rats.places] == [("Place.rats", True), ("C", True)]
    assert rats.gives.has("A")
    assert not quests["cats"].start
    assert len(quests["cats"].gives) == 0


@pytest.mark.parametrize(("text", "name"), [case for case in ONE if '"' not in case[0] and case[0]])
def test_commands_read_tags(game: Game, text: str, name: str) -> None:
    said = game.run(f"open_with {text} C")
    assert said == f"{name}|C|{bool(name)}"


def door_of(game: Game) -> Any:
    return game.project.code.module.Door  # type: ignore[union-attr]


def test_a_save_keeps_tags_and_containers(game: Game, tmp_path: Path) -> None:
    door: Any = door_of(game)()
    world = game.worlds["main"]
    world.spawn("door", door=door)
    door.key, door.locks, door.ways = game.tags.tag(""), game.tags.container("A.B", "Un.Known"), [game.tags.tag("C")]
    game.save("one")
    door.key, door.locks, door.ways = game.tags.tag("C"), game.tags.container(), []
    game.load("one")
    again: Any = game.worlds["main"]["/door"].components["door"]
    assert not again.key
    assert [str(tag) for tag in again.locks] == ["A.B", "Un.Known"]
    assert again.ways == [game.tags.tag("C")]


@pytest.mark.parametrize(("text", "name"), ONE)
def test_a_save_with_any_form_loads(game: Game, text: str, name: str) -> None:
    door: Any = door_of(game)()
    game.worlds["main"].spawn("door", door=door)
    door.key = game.tags.tag("C")
    document = game.snapshot()
    key = next(key for key in document.sections if key[1] == "Door")
    document.section(*key)["key"] = Bare(text)
    game.restore(SaveDocument.parse(document.to_bytes()))
    door = game.worlds["main"]["/door"].components["door"]
    value = door.key
    assert not value if not name else str(value) == name


def test_a_property_takes_text(game: Game) -> None:
    door: Any = door_of(game)()
    world = game.worlds["main"]
    world.spawn("door", door=door)
    world.set("/door#door", "key", '(TagName="Old")')
    assert door.key == game.tags.tag("A.B")
    world.set("/door#door", "locks", '(GameplayTags=((TagName="C")))')
    assert [str(tag) for tag in door.locks] == ["C"]


def test_a_dialogue_s_function_gets_a_tag(game: Game) -> None:
    functions = game.dialogue_host().functions
    assert [functions["depth"](text) for text in ("Old", '(TagName="Old")', "None", "Un.Known.Tag")] == [1, 1, -1, 2]


def test_every_object_has_a_container_of_its_own(game: Game) -> None:
    one: Any = door_of(game)()
    other: Any = door_of(game)()
    game.worlds["main"].spawn("door", one=one, other=other)
    one.locks.add(game.tags.tag("C"))
    assert len(other.locks) == 0


@dataclass(frozen=True)
class Feel:
    """A declared message with tags."""

    mood: Tag | None = None
    about: TagContainer = field(default_factory=TagContainer)
    ways: list[Tag] = field(default_factory=list)


class Listener(Script):
    """Keeps what it hears."""

    mood: Tag | None = None
    about: TagContainer = TagContainer()

    def init(self) -> None:
        self.heard: list[Any] = []

    @on(Feel)
    def felt(self, message: Feel, sender: Url) -> None:
        self.heard.append(message)

    @on("plain")
    def plain(self, message: Any, sender: Url) -> None:
        self.heard.append(message)


@pytest.fixture
def listener(tags: TagRegistry) -> Listener:
    worlds = Worlds(references=tags.references())
    script = Listener()
    worlds.create("main").spawn("ear", ear=script)
    worlds.step(0)
    return script


@pytest.mark.parametrize(("text", "name"), ONE)
def test_a_declared_message_reads_tags_posted_as_an_instance_or_by_name(
    listener: Listener, tags: TagRegistry, text: str, name: str
) -> None:
    """Faults §3 A2, of messages: what arrives is a tag, whoever posted text."""
    wrong: Any = text
    listener.post("#", Feel(mood=wrong, about=wrong, ways=wrong))
    listener.post("#", "Feel", mood=text, about=text, ways=text)
    listener.world.worlds.step(0)
    for message in listener.heard:
        assert str(message.mood or "") == name
        assert [str(tag) for tag in message.about] == ([name] if name else [])
        assert [str(tag) for tag in message.ways if tag] == ([name] if name else [])
    assert len(listener.heard) == 2


def test_text_that_is_no_tag_is_refused_where_it_is_posted(listener: Listener) -> None:
    wrong: Any = "A..B"
    with pytest.raises(FieldError, match="empty segment"):
        listener.post("#", Feel(mood=wrong))
    listener.post("#", "Feel", mood=wrong)
    worlds = listener.world.worlds
    worlds.step(0)
    assert not listener.heard
    assert "Feel.mood: the tag name 'A..B' has an empty segment" in str(worlds.faults[-1])


def test_each_receiver_has_a_container_of_its_own(listener: Listener, tags: TagRegistry) -> None:
    mine = tags.container("A.B")
    listener.post("#", Feel(about=mine))
    listener.post("#", "plain", about=mine, more=[mine])
    mine.add(tags.tag("C"))
    listener.world.worlds.step(0)
    declared, plain = listener.heard
    for found in (declared.about, plain["about"], plain["more"][0]):
        assert [str(tag) for tag in found] == ["A.B"]


@pytest.mark.parametrize(("text", "name"), ONE)
def test_spawning_takes_text(game: Game, text: str, name: str) -> None:
    """Faults §3 A2: a script that was made with text holds a tag once it lives, and can be saved."""
    door: Any = door_of(game)(key=text, locks=text, ways=text)
    game.worlds["main"].spawn("door", door=door)
    assert str(door.key or "") == name
    assert [str(tag) for tag in door.locks] == ([name] if name else [])
    game.save("one")


def test_spawning_refuses_text_that_is_no_tag(game: Game) -> None:
    with pytest.raises(FieldError, match=r"door\.key: .*empty segment"):
        game.worlds["main"].spawn("door", door=door_of(game)(key="A..B"))
    assert "/door" not in game.worlds["main"]


def test_none_alone_is_none_for_a_program_too(game: Game) -> None:
    door: Any = door_of(game)()
    game.worlds["main"].spawn("door", door=door)
    game.worlds["main"].set("/door#door", "key", "None")
    assert door.key is None
