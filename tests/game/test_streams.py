"""Random streams: by name, from one seed, saved in a line (API, section 1, `[loot RandomStream]`)."""

from __future__ import annotations

import pytest

from talewright.errors import SaveError
from talewright.game import RandomStream, Streams
from talewright.game.parts import Load


def draws(stream: RandomStream, count: int = 5) -> list[float]:
    return [stream.random() for _ in range(count)]


def test_the_same_seed_gives_the_same_numbers_for_a_name_and_others_for_another() -> None:
    assert draws(Streams(7)["loot"]) == draws(Streams(7)["loot"])
    assert draws(Streams(7)["loot"]) != draws(Streams(7)["dice"])
    assert draws(Streams(7)["loot"]) != draws(Streams(8)["loot"])


def test_the_generator_is_splitmix64() -> None:
    """The published first outputs for the seed 1234567."""
    stream = RandomStream(1234567)
    assert [stream.getrandbits(64) for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_drawing_from_one_stream_changes_no_other() -> None:
    one, two = Streams(7), Streams(7)
    draws(one["ids"], 100)
    assert draws(one["loot"]) == draws(two["loot"])


@pytest.mark.parametrize("bits", [0, 1, 7, 64, 65, 200])
def test_getrandbits_gives_as_many_bits_as_asked(bits: int) -> None:
    values = [RandomStream(seed).getrandbits(bits) for seed in range(200)]
    assert all(0 <= v < (1 << bits) for v in values)
    assert bits == 0 or max(v.bit_length() for v in values) == bits


def test_the_methods_of_random_work_on_it() -> None:
    stream = RandomStream(3)
    assert sorted(stream.sample(range(10), 10)) == list(range(10))
    assert 1 <= stream.randint(1, 6) <= 6
    assert stream.choice("abc") in "abc"


def test_sections_bring_a_stream_back_in_the_middle_of_a_pair_of_gauss() -> None:
    streams = Streams(7)
    streams["wind"].gauss(0, 1)
    sections = streams.sections()
    expected = [streams["wind"].gauss(0, 1) for _ in range(3)]
    fresh = Streams(1)
    fresh.prepare(Load(sections, seed=7)).commit()
    assert [fresh["wind"].gauss(0, 1) for _ in range(3)] == expected


def test_a_restore_keeps_the_object_and_drops_what_the_save_has_not() -> None:
    streams = Streams(7)
    loot = streams["loot"]
    sections = streams.sections()
    first = loot.random()
    extra = streams["extra"]
    extra.random()
    streams.prepare(Load(sections, seed=7)).commit()
    assert streams["loot"] is loot
    assert loot.random() == first
    assert streams.sections().keys() == sections.keys()
    assert extra.random() == Streams(7)["extra"].random()


def test_a_state_that_is_no_number_is_refused_and_changes_nothing() -> None:
    streams = Streams(7)
    before = streams["loot"].getstate()
    with pytest.raises(SaveError, match="loot RandomStream"):
        streams.prepare(Load({("loot", "RandomStream"): {"state": "many"}}, seed=7))
    assert streams["loot"].getstate() == before
