"""Whom `/talk WHO` means: an object, an address, or a dialogue.

An object is found in any world, the bootstrap world first. A dialogue that nobody in the game speaks gets an object of
its own where the project's code builds no bootstrap collection: so every dialogue of a folder without code can be
played, and in a game nobody talks who is not there.
"""

from __future__ import annotations

from talewright.errors import Misuse, NotFound
from talewright.game import Conversation, Game
from talewright.names import did_you_mean, fold
from talewright.stage import is_free, talker_name, talker_names, talkers


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
            if same(talker_name(conversation), who):
                return conversation
        for conversation in talkers(game):
            if same(conversation.dialogue, who):
                return conversation
    return _dialogue(game, who)


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
    for dialogue in game.project.dialogues if is_free(game) else ():
        if fold(dialogue) == fold(who):
            conversation = Conversation(dialogue)
            game.world.spawn(dialogue, talk=conversation)
            return conversation
    if any(talker_name(thing) == who for world in game.worlds for thing in world):
        raise Misuse(f"{who} has nothing to say", hint=_who_is_here(game))
    raise NotFound(f"nobody here is called {who!r}", hint=did_you_mean(who, talker_names(game)) or _who_is_here(game))


def _who_is_here(game: Game) -> str:
    here = talker_names(game)
    shown = f"{', '.join(here[:12])}{', ...' if len(here) > 12 else ''}"
    return f"/talk to one of {shown}" if here else "there is nobody to talk to"
