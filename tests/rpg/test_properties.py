"""Sections -> text -> sections, for any names and numbers."""

from __future__ import annotations

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from talewright.config.values.grammar import dump, parse
from talewright.fields import Repeated, Sections
from talewright.rpg import Characters, Item, Range, Scaling

ITEMS = {"sword1": Item("sword1", "Short sword", Range(1, 10), Scaling(10, 0.5), Scaling(5, 1)), "bread": Item("bread")}

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
numbers = st.floats(allow_nan=False, allow_infinity=False)
ids = st.from_regex(r"[A-Za-z]{1,4}", fullmatch=True)
actions = st.lists(st.tuples(ids, texts, st.integers(-9, 200), st.integers(0, 3), numbers), max_size=5)


def game(shared: Path | None = None) -> Characters:
    return Characters(ITEMS, shared=shared, rolls=Random(1), ids=Random(2))


def play(party: Characters, steps: list[tuple[str, str, int, int, float]]) -> None:
    for id, name, health, count, number in steps:
        if id in party:
            continue
        made = party.create(id)
        made.name, made.health = name, health
        for n in range(count):
            item = party.create_inventory(ITEMS["sword1" if n % 2 else "bread"])
            item.weight, item.level = number, health
            if n < 2:
                made.add_inventory(item)


def through_text(sections: Sections) -> Sections:
    read: Sections = {}
    for key, fields in sections.items():
        read[key] = {
            name: Repeated(parse(dump(v)) for v in value) if isinstance(value, Repeated) else parse(dump(value))
            for name, value in fields.items()
        }
    return read


@given(actions)
@settings(max_examples=40, deadline=None)
def test_a_game_that_went_through_text_is_the_same(steps: list[tuple[str, str, int, int, float]]) -> None:
    party = game()
    play(party, steps)
    sections = party.sections()
    other = game()
    other.prepare(through_text(sections)).commit()
    assert other.sections() == sections
    assert [i.id for i in other.loose] == [i.id for i in party.loose]
    assert (other.current and other.current.id) == (party.current and party.current.id)


@given(actions)
@settings(max_examples=25, deadline=None)
def test_the_shared_file_gives_back_what_it_can_hold(steps: list[tuple[str, str, int, int, float]]) -> None:
    with TemporaryDirectory() as folder:
        party = game(Path(folder) / "UTSapitu.ini")
        # Unreal Engine 3's dialect has six decimals, no line ends and no quotes in quotes.
        play(party, [(i, "".join(c for c in n if c.isprintable() and c != '"'), h, k, 0.5) for i, n, h, k, _ in steps])
        for character in party:
            party.save(character.id)
        other = game(Path(folder) / "UTSapitu.ini")
        assert other.stored() == [c.id for c in party]
        for id in other.stored():
            assert other.load(id).section() == party[id].section()
            assert [i.section() for i in other[id].inventory] == [i.section() for i in party[id].inventory]
        before = (Path(folder) / "UTSapitu.ini").read_bytes() if steps else b""
        for id in other.stored():
            other.save(id)
        assert (Path(folder) / "UTSapitu.ini").read_bytes() == before if steps else True
