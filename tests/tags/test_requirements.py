"""Requirements: all of these, none of those, and a query besides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from talewright.errors import TagError
from talewright.tags import TagContainer, TagQuery, TagRegistry, TagRequirements

Box = Callable[..., TagContainer]


def test_t45(box: Box) -> None:
    requirements = TagRequirements(["A"], ["B"])
    assert requirements.met_by(box("A.1"))
    assert not requirements.met_by(box("A", "B.1"))
    assert not requirements.met_by(box())


def test_what_asks_nothing_is_met_by_everything(box: Box) -> None:
    nothing = TagRequirements()
    assert nothing.is_empty
    assert nothing.met_by(box())
    assert nothing.met_by(box("A.1"))
    assert nothing.describe() == "always"


def test_an_empty_query_asks_nothing_here_but_another_does(box: Box) -> None:
    assert TagRequirements(["A"], query=TagQuery.EMPTY).met_by(box("A"))
    assert not TagRequirements(["A"], query=TagQuery.any("C")).met_by(box("A"))
    assert not TagRequirements(query=TagQuery.NEVER).met_by(box("A"))
    assert not TagRequirements(query=TagQuery.NEVER).is_empty


def test_as_a_query_it_says_the_same(box: Box) -> None:
    requirements = TagRequirements(["A", "B"], ["D"], TagQuery.any("C", "X"))
    query = requirements.as_query()
    assert str(query) == "all(all(A, B), none(D), any(C, X))"
    assert requirements.describe() == "has A and B, and has no D, and has C or X"
    for names in ((), ("A.1", "B.1", "C"), ("A", "B", "C", "D"), ("A", "B")):
        assert query.matches(box(*names)) == requirements.met_by(box(*names))


def test_json_comes_back(tags: TagRegistry) -> None:
    for requirements in (
        TagRequirements(),
        TagRequirements(["B.1", "A.1"], ["D"], TagQuery.any("C") & TagQuery.none("X")),
        TagRequirements(tags.container("A.1")),
    ):
        plain = requirements.to_json()
        assert TagRequirements.from_json(plain) == requirements
        assert TagRequirements.from_json(plain, tags) == requirements
        assert hash(TagRequirements.from_json(plain)) == hash(requirements)
    assert TagRequirements().to_json() == {}
    assert TagRequirements(["B", "A"]).to_json() == {"required": ["A", "B"]}


@pytest.mark.parametrize("plain", [None, [], {"require": ["A"]}, {"required": 5}])
def test_other_data_is_refused(plain: Any) -> None:
    with pytest.raises(TagError):
        TagRequirements.from_json(plain)
