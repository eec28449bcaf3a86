"""Defold's 64-bit hash."""

from __future__ import annotations

import pytest

from talewright.messaging import hash64

VECTORS = {
    "": "0000000000000000",
    "a": "e2758033e4b942c2",
    "test": "b08e5ebcd4274386",
    "my_hash": "a2bc06d97f580aab",
    "main": "f00a0e6d893ec85e",
    "/hero": "ca1e1b53b3fb2599",
    "/level/enemy": "76e5ec411fec1565",
    "punch": "f4681b8308f0be4b",
    "update_score": "1051b703b5c359d7",
    "controller": "c18cf5819ad973bb",
    "acquire_input_focus": "d5eea72bce17a725",
    "/instance0": "21dc990dd4f8805f",
    "/collection0/hero": "6224b95bfce854cb",
    "スコア": "c1264fd1c6bfdce0",
}


@pytest.mark.parametrize(("text", "value"), VECTORS.items())
def test_the_vectors_of_the_specification(text: str, value: str) -> None:
    assert f"{hash64(text):016x}" == value
    assert hash64(text.encode()) == hash64(text)


def test_the_published_decimal_value() -> None:
    assert hash64("test") == 12722210162474435462
