"""Tags and containers as text and JSON."""

from __future__ import annotations

from typing import Any

import pytest

from talewright.errors import TagError
from talewright.tags import (
    TagContainer,
    TagRegistry,
    container_json,
    container_text,
    name_in_text,
    names_in_json,
    names_in_text,
    tag_text,
)

NAMES = ["A.B", "C (d)", "Größe", "it-s"]


@pytest.mark.parametrize("form", ["simple", "quoted", "unreal"])
@pytest.mark.parametrize("names", [[], ["A.B"], NAMES])
def test_every_form_comes_back(form: Any, names: list[str]) -> None:
    text = container_text(names, form)
    assert names_in_text(text) == names
    registry = TagRegistry()
    for name in names:
        registry.register(name)
    container = TagContainer.parse(text, registry)
    assert container == registry.container(*names)
    assert [tag.name for tag in container] == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('(GameplayTags=((TagName="A.B"),(TagName="C")))', ["A.B", "C"]),
        ('( gameplaytags = ( ( TAGNAME = "A.B" ) ) )', ["A.B"]),
        ("(GameplayTags=((TagName=A.B)),ParentTags=)", ["A.B"]),
        ("(GameplayTags=)", []),
        ("(GameplayTags=())", []),
        ("()", []),
        ('("A.B","C")', ["A.B", "C"]),
        ("A.B,C", ["A.B", "C"]),
        ('"A.B", "C"', ["A.B", "C"]),
        ("None", []),
        ("", []),
        ('(GameplayTags=((TagName="None")))', []),
    ],
)
def test_containers_are_read(text: str, names: list[str]) -> None:
    assert names_in_text(text) == names


@pytest.mark.parametrize("text", ["(Tags=(A))", '(GameplayTags=((TagName="A)))', "(GameplayTags=((A),(B)))"])
def test_what_is_no_container_is_refused(text: str) -> None:
    with pytest.raises(TagError, match="the text"):
        names_in_text(text)


def test_single_tags() -> None:
    assert tag_text("A.B") == '(TagName="A.B")'
    for text in ('(TagName="A.B")', "(tagname=A.B)", "A.B", ' "A.B" '):
        assert name_in_text(text) == "A.B"
    assert name_in_text("") == name_in_text("None") == name_in_text('(TagName="None")') == ""
    with pytest.raises(TagError, match="no tag"):
        name_in_text("(Name=A)")


def test_json() -> None:
    assert container_json(["C", "A.x", "A-B"]) == ["A.x", "A-B", "C"]
    assert container_json(["C", "A"], unreal=True) == {"gameplayTags": [{"tagName": "C"}, {"tagName": "A"}]}
    for names in ([], ["C", "A"]):
        assert names_in_json(container_json(names, unreal=True)) == names
        assert names_in_json(container_json(names)) == sorted(names)
    assert names_in_json({"tagName": "A"}) == names_in_json("A") == ["A"]
    assert names_in_json("None") == []
    bad: Any
    for bad in (5, {"tags": []}, [5]):
        with pytest.raises(TagError, match="no container"):
            names_in_json(bad)


def test_unknown_names_keep_their_text() -> None:
    registry = TagRegistry()
    registry.close()
    container = TagContainer.parse('(GameplayTags=((TagName="Gone.Away")))', registry)
    assert container_text(container) == '(GameplayTags=((TagName="Gone.Away")))'
    assert not container.has("Gone.Away")
