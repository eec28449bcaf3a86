"""Deeds that components offer: found by class, done only while they are offered, their verbs commands like others."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from talewright.errors import Misuse, NotFound, Refused
from talewright.game import Deed, Deeds, Game, Right, Script, command, commands_of

TAKE = Deed("take", "lamp", "Take the lamp")
GO = Deed("go", "cellar", "Go down", enabled=False, reason="The trapdoor is shut.")


@command(right=Right.PLAYER)
def wave(game: Game) -> str:
    """Wave."""
    return "You wave."


class Room(Script, Deeds):
    taken: str = ""
    player: str = ""

    def deeds(self, who: str) -> list[Deed]:
        return [GO] if self.taken else [GO, TAKE]

    def do(self, deed: Deed, who: str) -> str:
        self.taken = who
        return "Taken."

    def verbs(self) -> Mapping[str, Callable[..., str]]:
        return {"wave": wave}

    def whom(self) -> str:
        return self.player


def game_with(*rooms: Room) -> Game:
    game = Game()
    for number, room in enumerate(rooms):
        game.world.spawn(f"room{number}", room=room)
    return game


def test_a_game_without_such_components_offers_nothing() -> None:
    game = Game()
    assert game.deeds() == ()
    assert "wave" not in commands_of(game)
    with pytest.raises(NotFound, match="Take the lamp"):
        game.do(TAKE)


def test_deeds_are_offered_in_order_and_done_once() -> None:
    room = Room()
    game = game_with(room)
    assert game.deeds() == (GO, TAKE)
    assert game.do(TAKE) == "Taken."
    assert room.taken == "hero"
    assert game.deeds() == (GO,)
    with pytest.raises(NotFound, match="not offered any more"):
        game.do(TAKE)


def test_a_closed_deed_is_refused_with_its_reason() -> None:
    with pytest.raises(Refused, match="The trapdoor is shut"):
        game_with(Room()).do(GO)


def test_what_is_offered_now_counts_and_not_what_was_shown() -> None:
    game = game_with(Room())
    with pytest.raises(Refused):
        game.do(Deed("go", "cellar", "Go down"))


def test_something_else_is_refused() -> None:
    with pytest.raises(Misuse, match=r"game.deeds\(\)"):
        game_with(Room()).do("take")  # type: ignore[arg-type]


def test_verbs_of_components_are_commands_with_their_right() -> None:
    game = game_with(Room(), Room())
    assert game.run("wave", right=Right.PLAYER) == "You wave."
    assert "wave" in commands_of(game, Right.PLAYER)


def test_two_verbs_of_one_word_are_refused() -> None:
    class Other(Room):
        def verbs(self) -> Mapping[str, Callable[..., str]]:
            return {"wave": lambda game: "You drown."}

    with pytest.raises(Misuse, match="two components offer the verb 'wave'"):
        game_with(Room(), Other()).run("wave")


def test_a_component_that_is_gone_offers_nothing() -> None:
    game = game_with(Room())
    game.world["room0"].delete()
    game.step()
    assert game.deeds() == ()


def test_the_player_is_who_the_component_says_else_the_project() -> None:
    assert Game().player == "hero"
    assert game_with(Room(player="ann")).player == "ann"
    assert game_with(Room()).player == "hero"


def test_deeds_are_found_again_after_a_load() -> None:
    game = game_with(Room())
    other = game_with(Room())
    game.do(TAKE)
    other.restore(game.snapshot())
    assert other.deeds() == (GO,)


def test_a_component_that_does_not_do_what_it_offers_is_named() -> None:
    class Window(Script, Deeds):
        def deeds(self, who: str) -> list[Deed]:
            return [TAKE]

    game = Game()
    game.world.spawn("window", window=Window())
    with pytest.raises(Misuse, match="Window offers 'take', and nothing does it"):
        game.do(game.deeds()[0])
