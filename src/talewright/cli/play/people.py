"""Whom `/talk WHO` means: an object, an address, or a dialogue.

An object is found in any world, the bootstrap world first. A dialogue that nobody in the game speaks gets an object of
its own where the project's code builds no bootstrap collection: so every dialogue of a folder without code can be
played, and in a game nobody talks who is not there.
"""

from __future__ import annotations

from collections.abc import Iterator

from talewright.errors import Misuse, NotFound
from talewright.game import Conversation, Game
from talewright.messaging import GameObject
from talewright.names import did_you_mean, fold


def find(game: Game, who: str) -> Conversation:
    """Return the conversation of somebody.

    Raises:
        Misuse: it has no conversation.
        NotFound: nobody is called so.
        BadAddress: the text is no address.
    """
    if not who:
        raise Misuse("talk to whom?", hint=_who_is_here(game))
    if any(mark in who for mark in ":/#"):
        return _at(game, who)
    for same in (str.__eq__, lambda a, b: fold(a) == fold(b)):
        for conversation in talkers(game):
            if same(name_of(conversation), who):
                return conversation
        for conversation in talkers(game):
            if same(conversation.dialogue, who):
                return conversation
    return _dialogue(game, who)


def talkers(game: Game) -> Iterator[Conversation]:
    """Yield every conversation that the worlds hold, in play or not."""
    for world in game.worlds:
        for thing in world:
            yield from (c for c in thing.components.values() if isinstance(c, Conversation))


def name_of(conversation: Conversation) -> str:
    """Return the name of who speaks: the last part of its object's id."""
    return _name(conversation.owner)


def names(game: Game) -> list[str]:
    """Return the names under which people can be talked to, each once."""
    found = dict.fromkeys(name_of(c) for c in talkers(game))
    if _is_free(game):
        spoken = {c.dialogue for c in talkers(game)}
        found |= dict.fromkeys(d for d in game.project.dialogues if d not in spoken)
    return list(found)


def _at(game: Game, address: str) -> Conversation:
    url = game.world.url(address)
    thing = game.worlds[url.socket][url]
    if url.fragment:
        component = thing[url.fragment]
        if not isinstance(component, Conversation):
            raise Misuse(f"{url} is no conversation", hint=_who_is_here(game))
        return component
    for component in thing.components.values():
        if isinstance(component, Conversation):
            return component
    raise Misuse(f"{url} has nothing to say", hint=_who_is_here(game))


def _dialogue(game: Game, who: str) -> Conversation:
    for dialogue in game.project.dialogues if _is_free(game) else ():
        if fold(dialogue) == fold(who):
            conversation = Conversation(dialogue)
            game.world.spawn(dialogue, talk=conversation)
            return conversation
    if any(_name(thing) == who for world in game.worlds for thing in world):
        raise Misuse(f"{who} has nothing to say", hint=_who_is_here(game))
    raise NotFound(f"nobody here is called {who!r}", hint=did_you_mean(who, names(game)) or _who_is_here(game))


def _is_free(game: Game) -> bool:
    return game.world.name not in game.project.code.collections


def _name(thing: GameObject) -> str:
    return thing.id.rsplit("/", 1)[-1]


def _who_is_here(game: Game) -> str:
    here = names(game)
    shown = f"{', '.join(here[:12])}{', ...' if len(here) > 12 else ''}"
    return f"/talk to one of {shown}" if here else "there is nobody to talk to"
