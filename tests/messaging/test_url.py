"""Addresses: their grammar, what text means to whom, and that there is one Url each."""

from __future__ import annotations

import copy
import gc
import pickle

import pytest

from talewright.errors import BadAddress
from talewright.messaging import Script, Url, World, Worlds
from talewright.messaging.address import book as socket_module
from talewright.messaging.address.url import split


class Quiet(Script):
    pass


@pytest.fixture
def world() -> World:
    world = Worlds().create("main")
    world.spawn("team_1/bean", script=Quiet(), other=Quiet())
    world.spawn("go1", script=Quiet())
    return world


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", (None, "", "")),
        ("socket:", ("socket", "", "")),
        ("path", (None, "path", "")),
        ("#fragment", (None, "", "fragment")),
        ("socket:path#fragment", ("socket", "path", "fragment")),
        ("#", (None, "", "")),
        ("path#", (None, "path", "")),
        ("/a//b/../c", (None, "/a//b/../c", "")),
    ],
)
def test_text_is_split(text: str, parts: tuple[str | None, str, str]) -> None:
    assert split(text) == parts


@pytest.mark.parametrize("text", ["a:b:c", "a#b#c", "test:test:", "a#b:c", "a\nb"])
def test_malformed_text(text: str) -> None:
    with pytest.raises(BadAddress, match=r"Could not parse '.*' because the URL is invalid") as caught:
        split(text)
    assert "(should be [socket:][path][#fragment])." in str(caught.value)
    assert "\n" not in caught.value.message


@pytest.mark.parametrize("text", [":/path", "x" * 64 + ":/path", "ä" * 32 + ":/path"])
def test_a_bad_socket_name(text: str) -> None:
    with pytest.raises(BadAddress, match=r"The socket name in '.*' is invalid\."):
        split(text)


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("", "main:/team_1/bean#script"),
        ("#", "main:/team_1/bean#script"),
        (".", "main:/team_1/bean"),
        ("#x", "main:/team_1/bean#x"),
        ("buddy", "main:/team_1/buddy"),
        ("buddy#x", "main:/team_1/buddy#x"),
        ("sub/x", "main:/team_1/sub/x"),
        ("/foo#x", "main:/foo#x"),
        ("s:", "s:"),
        ("s:#x", "s:#x"),
        ("s:foo", "s:foo"),
        ("s:/foo#x", "s:/foo#x"),
        (".#x", "main:/team_1/.#x"),
        ("main:/go1", "main:/go1"),
    ],
)
def test_resolution(world: World, text: str, address: str) -> None:
    """The table of receivers (messaging 3.3)."""
    me = world.component("/team_1/bean#script")
    assert str(me.url(text)) == address
    assert me.url(text) is me.url(text)


def test_the_prefix_is_that_of_the_object(world: World) -> None:
    assert str(world.component("/go1#script").url("a")) == "main:/a"
    assert str(world.component("/team_1/bean#script").url("a")) == "main:/team_1/a"


def test_one_url_for_an_address(world: World) -> None:
    bean = world.component("/team_1/bean#script")
    ways = [bean.url(), bean.url("#"), bean.url("bean#script"), world.url("/team_1/bean#script")]
    ways.append(world.component("/go1#script").url("main:/team_1/bean#script"))
    assert all(url is ways[0] for url in ways)
    assert {ways[0]: 1}[ways[-1]] == 1
    assert bean.url() != bean.url(".")


def test_urls_of_two_games_differ(world: World) -> None:
    assert Worlds().create("main").url("/go1") is not world.url("/go1")


def test_printing(world: World) -> None:
    url = world.url("/smith#controller")
    assert (str(url), repr(url)) == ("main:/smith#controller", "url: [main:/smith#controller]")


def test_copies_are_the_same(world: World) -> None:
    url = world.url("/go1")
    assert copy.copy(url) is url
    assert copy.deepcopy([url])[0] is url


def test_no_pickle_and_no_constructor(world: World) -> None:
    with pytest.raises(TypeError, match=r"cannot be pickled; keep str\(url\) instead"):
        pickle.dumps(world.url("/go1"))
    with pytest.raises(TypeError, match=r"made by world\.url"):
        Url()


def test_text_relative_to_a_component_means_nothing_outside(world: World) -> None:
    for text in ("", "#", ".", "#talk"):
        with pytest.raises(BadAddress, match="is relative to a component"):
            world.url(text)


def test_an_unused_url_is_forgotten(world: World) -> None:
    me = world.component("/go1#script")
    me.url()
    before = len(world._life.socket._urls)
    made = [me.url(f"#part{n}") for n in range(50)]
    assert len(world._life.socket._urls) == before + 50
    del made
    gc.collect()
    assert len(world._life.socket._urls) == before


def test_routes_are_shared_by_siblings_and_bounded(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    world.spawn("team_1/pea", script=Quiet())
    bean, pea = world.component("/team_1/bean#script"), world.component("/team_1/pea#script")
    assert bean.url().routes is pea.url().routes
    assert bean.url().routes is not world.component("/go1#script").url().routes
    monkeypatch.setattr(socket_module, "MAX_ROUTES", 10)
    for n in range(100):
        assert str(bean.url(f"gone{n}")) == f"main:/team_1/gone{n}"
    assert len(bean.url().routes) <= 10
