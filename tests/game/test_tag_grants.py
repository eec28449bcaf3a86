"""Tags with owners: two that grant one tag, each takes back its own (faults §3 B4)."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Any

import pytest

from talewright import TagGrants
from talewright.errors import Misuse, TalewrightError
from talewright.game import Game
from talewright.tags import TagRegistry

SCRIPTS = """
from talewright import Script
from talewright.tags import TagGrants

class Door(Script):
    state: TagGrants = TagGrants()
    torch: int = 0

class Torch(Script):
    pass
"""


@pytest.fixture
def tags() -> TagRegistry:
    registry = TagRegistry()
    registry.register_names(["State.Burning", "State.Wet"])
    registry.redirect("State.Fire", "State.Burning")
    registry.close()
    return registry


def test_one_owner_takes_nothing_from_another(tags: TagRegistry) -> None:
    grants = TagGrants(tags)
    heard: list[tuple[str, int]] = []
    grants.counts.listen("State", lambda tag, count: heard.append((str(tag), count)))
    one = grants.grant("fire", "State.Burning")
    two = grants.grant("dragon", "State.Fire")
    assert grants.revoke(one)
    assert not grants.revoke(one)
    assert grants.counts.count("State") == 1
    assert grants.owners("State") == ["dragon"]
    assert grants.revoke(two)
    assert heard == [("State", 1), ("State", 0)]
    assert grants.grant("fire", "State.Wet") > two


def test_all_of_one_owner_and_of_those_that_are_gone(tags: TagRegistry) -> None:
    grants = TagGrants(tags)
    for owner, tag in (("a", "State.Wet"), ("a", "State.Burning"), ("b", "State.Wet"), ("a", "Un.Known")):
        grants.grant(owner, tag)
    assert [str(tag) for tag in grants.revoke_all("a", "State.Wet")] == ["State.Wet"]
    assert [str(tag) for tag in grants.revoke_all("a")] == ["State.Burning", "Un.Known"]
    assert [str(tag) for tag in grants.revoke_gone({"c"}.__contains__)] == ["State.Wet"]
    assert len(grants) == len(grants.counts) == 0


@pytest.mark.parametrize("owner", [None, 7, "", [], object()])
def test_an_owner_has_a_name(tags: TagRegistry, owner: object) -> None:
    with pytest.raises(Misuse, match="has no name"):
        TagGrants(tags).grant(owner, "State.Wet")


@pytest.mark.parametrize("text", ["x", "(Grants=(1))", '(Grants=((Handle=0,Owner="a",Tag="A")))', "(Last=x)", "(1,2"])
def test_what_holds_no_grants_is_refused(tags: TagRegistry, text: str) -> None:
    with pytest.raises(TalewrightError):
        TagGrants.parse(text, tags)


@pytest.fixture
def game(tmp_path: Path) -> Game:
    (tmp_path / "Config" / "Tags").mkdir(parents=True)
    (tmp_path / "Config" / "Tags" / "All.ini").write_text(
        '[/Script/GameplayTags.GameplayTagsList]\nGameplayTagList=(Tag="State.Burning",DevComment="")\n'
    )
    (tmp_path / "scripts.py").write_text(textwrap.dedent(SCRIPTS))
    return Game.open(tmp_path)


def test_a_save_keeps_who_gave_what(game: Game) -> None:
    code: Any = game.project.code.module
    world = game.worlds["main"]
    door, other, torch = code.Door(), code.Door(), code.Torch()
    world.spawn("door", door=door, other=other)
    thing = world.spawn("torch", torch=torch)
    burning = game.tags.tag("State.Burning")
    door.torch = door.state.grant(torch, burning)
    door.state.grant(thing, burning)
    door.state.grant('Gone\'s "friend"', game.tags.tag("Un.Known"))
    assert len(other.state) == 0
    assert door.state.owners() == ["main:/torch#torch", "main:/torch", 'Gone\'s "friend"']
    game.save("one")
    door.state.clear()
    game.load("one")
    again: Any = game.worlds["main"]["/door"].components["door"]
    assert again.state.owners() == ["main:/torch#torch", "main:/torch", 'Gone\'s "friend"']
    assert again.state.counts.count("State.Burning") == 2
    assert again.state.revoke(again.torch)
    assert again.state.counts.count("State") == 1
    assert [str(tag) for tag in again.state.revoke_all(game.worlds["main"]["/torch"])] == ["State.Burning"]
    game.save("two")
    game.load("two")
    last: Any = game.worlds["main"]["/door"].components["door"]
    assert [str(grant.tag) for grant in last.state] == ["Un.Known"]
    assert last.state.grant("new", "State.Burning") == 4
