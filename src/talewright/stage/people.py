"""Who can be talked to in a game, and what may be done in one whose components offer no deeds.

Everybody with a conversation is at hand, in any world. A dialogue that nobody in the game speaks gets an object of its
own where the project's code builds no bootstrap collection: so every dialogue of a folder without code can be played,
and in a game nobody talks who is not there.
"""

from __future__ import annotations

from collections.abc import Iterator

from talewright.game import Conversation, Game, offering
from talewright.messaging import GameObject


def talkers(game: Game) -> Iterator[Conversation]:
    """Yield every conversation that the worlds hold, in play or not.

    >>> game = Game()
    >>> list(talkers(game))
    []
    """
    for world in game.worlds:
        for thing in world:
            yield from (c for c in thing.components.values() if isinstance(c, Conversation))


def talker_name(talker: Conversation | GameObject) -> str:
    """Return the name of who speaks: the last part of its object's id."""
    thing = talker.owner if isinstance(talker, Conversation) else talker
    return thing.id.rsplit("/", 1)[-1]


def is_free(game: Game) -> bool:
    """Say whether dialogues may be played that nobody in the game speaks."""
    return game.world.name not in game.project.code.collections


def talker_names(game: Game) -> list[str]:
    """Return the names under which people can be talked to, each once."""
    found = dict.fromkeys(talker_name(c) for c in talkers(game))
    if is_free(game):
        spoken = {c.dialogue for c in talkers(game)}
        found |= dict.fromkeys(d for d in game.project.dialogues if d not in spoken)
    return list(found)


def talker_named(game: Game, name: str) -> Conversation | None:
    """Return the conversation of somebody, by one of `talker_names`; a dialogue that nobody speaks gets an object."""
    for conversation in talkers(game):
        if talker_name(conversation) == name:
            return conversation
    if is_free(game) and name in game.project.dialogues:
        conversation = Conversation(name)
        game.world.spawn(name, talk=conversation)
        return conversation
    return None


def offers_deeds(game: Game) -> bool:
    """Say whether a component of the game offers deeds (`Deeds`)."""
    return any(True for _ in offering(game.worlds))
