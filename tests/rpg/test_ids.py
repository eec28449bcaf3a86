from __future__ import annotations

import re
from random import Random

import pytest

from talewright.names import check_id, fold
from talewright.rpg.ids import new_id, now, stem


def free(id: str) -> bool:
    return False


@pytest.mark.parametrize("name", ["sword1", "short_sword2", "2handed", "剣", "a" * 200, "x9" * 60, ""])
def test_every_id_is_legal_and_ends_in_a_letter(name: str) -> None:
    random = Random(5)
    for _ in range(20):
        id = new_id(name, random, free)
        assert check_id(id) == id


def test_ids_hold_96_random_bits_behind_the_name_and_an_x() -> None:
    ids = {new_id("sword1", Random(seed), free) for seed in range(500)}
    assert len({fold(id) for id in ids}) == 500
    assert all(re.fullmatch(r"swordx[a-z]{21}", id) for id in ids)
    assert 26**21 >= 2**96 > 26**20


def test_an_id_that_is_taken_is_drawn_again() -> None:
    first = new_id("sword1", Random(0), free)
    assert new_id("sword1", Random(0), lambda id: id == first) != first


def test_a_source_may_be_a_function() -> None:
    streams = [Random(1), Random(2)]
    assert now(lambda: streams[1]) is streams[1]
    assert now(streams[0]) is streams[0]


def test_the_stem_keeps_what_a_person_reads() -> None:
    assert stem("Short Sword 12") == "ShortSword"
