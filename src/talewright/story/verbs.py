"""Typed verbs: a verb, then names with their articles dropped, and no grammar beyond.

Decides which words of each language mean which act, and what is meant by a name: what is called so, or by an alias, or
has all its words; "which one?" where two things fit, near names where none does. English verbs are understood in every
language, by whoever has the author's right: dialogues and tests are written by them.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from talewright.errors import Misuse
from talewright.escaping import on_one_line
from talewright.game import Game, Right, command, offering, phrases
from talewright.names import closest, spelled
from talewright.story.acts import Acts
from talewright.story.holding import PACKAGE
from talewright.story.records import Thing, listed

ENGLISH = "en"


_SHOWN = 60
"""How many letters of what was typed a player reads again."""


class Speech:
    """One language of players.

    Args:
        language: as ``[Project] Language`` has it.
    """

    def __init__(self, language: str) -> None:
        self.texts = phrases(PACKAGE, language)
        self._articles = set(self.words("WordArticles"))
        self._elided = tuple(word for word in self._articles if word.endswith("'"))
        self._leading = set(self.words("WordLeading"))
        self._suffixes = tuple(
            word
            for word in {*self._articles, *self._leading, *self.words("WordInto"), *self.words("WordOn")}
            if "\u3040" <= word[0] <= "\u30ff"
        )

    def words(self, key: str) -> tuple[str, ...]:
        """Return the words that stand behind a key of the texts."""
        return tuple(word.strip() for word in self.texts[key].split(",") if word.strip())

    def tokens(self, words: Iterable[str]) -> Iterator[str]:
        """Yield what was typed word by word, folded; l'épée is two words, and so is 箱に."""
        for word in words:
            for part in spelled(word.replace("\u2019", "'")).split():
                elided = next((e for e in self._elided if part.startswith(e) and part != e), "")
                yield from (elided,) if elided else ()
                rest = part.removeprefix(elided)
                suffix = next((s for s in self._suffixes if rest.endswith(s) and rest != s), "")
                yield rest.removesuffix(suffix)
                yield from (suffix,) if suffix else ()

    def name(self, tokens: Sequence[str]) -> str:
        """Return a name without articles, and without the words that lead to it ("at", "to")."""
        left = [token for token in tokens if token not in self._articles]
        while len(left) > 1 and left[0] in self._leading:
            del left[0]
        while len(left) > 1 and left[-1] in self._leading:
            del left[-1]
        return " ".join(left)

    def parted(self, words: Iterable[str], key: str) -> tuple[str, str]:
        """Return two names that a word of a key parts, "coin" and "chest" of "coin in chest"; the second may be empty.

        A word that stands last, as in 「コイン を 箱 に」, follows its name, which begins behind the last article.
        """
        tokens, seps = list(self.tokens(words)), self.words(key)
        at = next((number for number, token in enumerate(tokens) if token in seps and number), len(tokens))
        if at == len(tokens) - 1:
            before = [number for number, token in enumerate(tokens[:at]) if token in self._articles]
            first = before[-1] if before else at
            return self.name(tokens[:first]), self.name(tokens[first:at])
        return self.name(tokens[:at]), self.name(tokens[at + 1 :])


def names_of(places: Acts, what: str) -> list[str]:
    """Return all that a thing may be called, folded."""
    item = places.item(what)
    record = places.record(Thing, what)
    called = [what.rpartition("/")[2], places.name(what)]
    if record is not None:
        called += listed(record.Aliases)
    if item is not None:
        called += [item.base.name, *listed(item.base.Aliases)]
    return [spelled(name) for name in called]


def fitting(text: str, called: Mapping[str, Iterable[str]]) -> list[str]:
    """Return those who are meant by a text: who are called exactly so, else who have all its words.

    >>> called = {"a": ["short sword", "blade"], "b": ["long sword"], "c": ["sword belt"]}
    >>> fitting("blade", called), fitting("long sword", called), fitting("sword", called)
    (['a'], ['b'], ['a', 'b', 'c'])
    """
    exact = [one for one, names in called.items() if text in names]
    words = set(text.split())
    return exact or [
        one
        for one, names in called.items()
        if any(words <= set(name.split()) or (not text.isascii() and text in name) for name in names)
    ]


def meant(places: Acts, verb: str, text: str, *scopes: Iterable[str]) -> str:
    """Return the thing that a player means; the first scope in which anything fits counts.

    Raises:
        Refused: nothing fits, or several do that players can tell from each other.
    """
    everything: list[str] = []
    for scope in scopes:
        called = {one: names_of(places, one) for one in scope}
        found = fitting(text, called)
        different = {places.name(one): one for one in reversed(found)}
        if len(different) > 1:
            _which(places, verb, sorted(different))
        if found:
            return found[0]
        everything += [name for names in called.values() for name in names]
    return _unknown(places, verb, text, everything)


def _which(places: Acts, verb: str, names: Sequence[str]) -> None:
    joined = f", {places.text('Or')} ".join((", ".join(names[:-1]), names[-1]))
    if len(names) == 2:
        joined = joined.replace(",", "")
    places.refuse(places.player_id, verb, "Which", things=joined)


def _unknown(places: Acts, verb: str, text: str, known: Iterable[str]) -> str:
    near = closest(text, dict.fromkeys(known))
    text = on_one_line(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…")
    key = "UnknownNear" if near else "Unknown"
    return places.refuse(places.player_id, verb, key, thing=text, near=f" {places.text('Or')} ".join(near))


# -- one function a verb: the places, the language, and the words behind the verb


def _look(places: Acts, speech: Speech, words: Sequence[str]) -> str:
    me, text = places.player_id, speech.name(list(speech.tokens(words)))
    return (
        places.look(me, meant(places, "look", text, places.around(me), places.doors_around(me)))
        if text
        else places.look(me)
    )


def _go(places: Acts, speech: Speech, words: Sequence[str]) -> str:
    me, text = places.player_id, speech.name(list(speech.tokens(words)))
    _needs(places, "go", text, speech)
    ways = places.exits(places.where(me))
    called = {str(n): [spelled(way.by), *names_of(places, places.id(way.to))] for n, way in enumerate(ways)}
    found = [ways[int(one)] for one in fitting(text, called)]
    goals = {places.name(places.id(way.to)): way for way in found}
    if len(goals) > 1:
        _which(places, "go", sorted(goals))
    if not found:
        return _unknown(places, "go", text, [name for names in called.values() for name in names if name])
    way = found[0]
    return places.go(me, by=way.by) if way.by else places.go(me, to=way.to)


def _talk(places: Acts, speech: Speech, words: Sequence[str]) -> str:
    me, text = places.player_id, speech.name(list(speech.tokens(words)))
    _needs(places, "talk", text, speech)
    return places.talk(me, meant(places, "talk", text, places.people(me), places.around(me)))


def _one(verb: str) -> Callable[[Acts, Speech, Sequence[str]], str]:
    """Make the function of a verb that is done to one thing."""

    def act(places: Acts, speech: Speech, words: Sequence[str]) -> str:
        me, text = places.player_id, speech.name(list(speech.tokens(words)))
        _needs(places, verb, text, speech)
        carried = places.carried(me)
        lying = [one for one in places.around(me) if one not in carried]
        scopes: tuple[Iterable[str], ...] = (lying, carried)
        if verb == "drop":
            scopes = (carried, lying)
        elif verb != "take":
            scopes = (*scopes, places.doors_around(me))
        done: str = getattr(places, verb)(me, meant(places, verb, text, *scopes))
        return done

    return act


def _two(verb: str, key: str, *, needed: bool) -> Callable[[Acts, Speech, Sequence[str]], str]:
    """Make the function of a verb that is done to one thing with, on or into another."""

    def act(places: Acts, speech: Speech, words: Sequence[str]) -> str:
        me = places.player_id
        first, second = speech.parted(words, key)
        _needs(places, verb, first, speech)
        carried, around, doors = places.carried(me), places.around(me), places.doors_around(me)
        if needed:
            _needs(places, verb, second, speech)
        mine = (around, doors) if verb == "unlock" else (carried, around, doors)
        what = meant(places, verb, first, *mine)
        other = (
            meant(places, verb, second, *(((carried,) if verb == "unlock" else ()) + (around, doors))) if second else ""
        )
        done: str = getattr(places, verb)(me, what, other)
        return done

    return act


def _inventory(places: Acts, speech: Speech, words: Sequence[str]) -> str:
    return places.inventory(places.player_id)


def _needs(places: Acts, verb: str, text: str, speech: Speech) -> None:
    if not text:
        typed = speech.words(f"Verb{verb.capitalize()}")[0]
        places.refuse(places.player_id, verb, "What", verb=typed[:1].upper() + typed[1:])


_ACTS: Mapping[str, tuple[str, Callable[[Acts, Speech, Sequence[str]], str]]] = MappingProxyType(
    {
        "Look": ("What", _look),
        "Go": ("Where", _go),
        "Take": ("What", _one("take")),
        "Drop": ("What", _one("drop")),
        "Put": ("What", _two("put", "WordInto", needed=True)),
        "Open": ("What", _one("open")),
        "Close": ("What", _one("close")),
        "Unlock": ("What", _two("unlock", "WordOn", needed=False)),
        "Use": ("What", _two("use", "WordOn", needed=False)),
        "Inventory": ("", _inventory),
        "Talk": ("Whom", _talk),
    }
)
"""By act: what is behind the verb, and what it does."""


_ALWAYS = ("Look", "Inventory")
"""What a player may do in the middle of a conversation: it takes nobody away from it."""


@lru_cache(maxsize=16)
def verbs_in(language: str) -> Mapping[str, Callable[..., str]]:
    """Return the verbs of a language as commands of the console; the same functions whenever it is asked for."""
    found: dict[str, Callable[..., str]] = {}
    spoken = phrases(PACKAGE, language)
    if spoken != phrases(PACKAGE, ENGLISH):
        found.update(_commands(ENGLISH, Right.AUTHOR))
    found.update(_commands(language, Right.PLAYER))
    return MappingProxyType(found)


def _commands(language: str, right: Right) -> Iterator[tuple[str, Callable[..., str]]]:
    speech = Speech(language)
    for act, (behind, function) in _ACTS.items():
        for word in speech.words(f"Verb{act}"):
            yield word, _command(word, act, behind, function, speech, right)


def _command(
    word: str,
    act: str,
    behind: str,
    function: Callable[[Acts, Speech, Sequence[str]], str],
    speech: Speech,
    right: Right,
) -> Callable[..., str]:
    def run(game: Game, *what: str) -> str:
        places = _places(game)
        if act not in _ALWAYS and game.conversation is not None:  # as deeds are offered where nobody talks
            places.refuse(places.player_id, act.lower(), "Talking")
        return function(places, speech, what)

    parameters = [inspect.Parameter("game", inspect.Parameter.POSITIONAL_OR_KEYWORD)]
    if behind:
        parameters.append(inspect.Parameter(speech.texts[f"Word{behind}"], inspect.Parameter.VAR_POSITIONAL))
    made: Any = run
    made.__name__, made.__doc__ = word, speech.texts[f"Help{act}"]
    made.__signature__ = inspect.Signature(parameters)
    made.candidates = lambda game: _offered(_places(game), act)
    return command(right=right)(run)


def _places(game: Game) -> Acts:
    found = next((one for one in offering(game.worlds) if isinstance(one, Acts)), None)
    if found is None:
        raise Misuse("there are no places in this game", hint='world.spawn("story", places=Places(at={...}))')
    return found


def _offered(places: Acts, act: str) -> list[str]:
    """Return what a console may complete behind a verb."""
    me = places.player_id
    if act == "Go":
        return [way.by or places.name(places.id(way.to)) for way in places.exits(places.where(me))]
    if act == "Talk":
        return [places.name(one) for one in places.people(me)]
    if act == "Drop":
        return [places.name(one) for one in places.carried(me)]
    return [places.name(one) for one in (*places.around(me), *places.doors_around(me))]
