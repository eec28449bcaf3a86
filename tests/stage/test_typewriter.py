"""S3 and what a line looks like while it is written."""

from __future__ import annotations

import random
from itertools import pairwise

from talewright.dialogue import Attribute
from talewright.stage.graphemes import cluster_ends
from talewright.stage.styles import TextStyle, spans_of
from talewright.stage.typewriter import Typewriter

FAMILY = "👩\u200d👩\u200d👧"
CLUSTERS = [
    *("a", "é", "e\u0301", "か\u3099", "ガ", "ｶﾞ", "🇯🇵", "🇫🇷", FAMILY, "👍🏽", "❤\ufe0f", "1\ufe0f\u20e3"),
    *("กำ", "ที่", "नि", "क्षि", "각", "\u1100\u1161\u11a8", "한", "\r\n", "\n", "🏴\U000e0067\U000e0062\U000e007f"),
]


def clusters(text: str) -> list[str]:
    ends = cluster_ends(text)
    return [text[a:b] for a, b in zip((0, *ends), ends, strict=False)]


def test_people_s3_no_cluster_is_cut() -> None:
    for one in CLUSTERS:
        assert clusters(one) == [one], ascii(one)
    assert clusters("") == []
    assert clusters("🇯🇵🇫🇷🇩") == ["🇯🇵", "🇫🇷", "🇩"]
    assert clusters("❤❤") == ["❤", "❤"]
    assert clusters("a\u200d👧") == ["a\u200d", "👧"]
    dice = random.Random(3)
    for _ in range(500):
        chosen = [dice.choice([c for c in CLUSTERS if not c.startswith(("🇯", "🇫"))]) for _ in range(8)]
        spaced = [piece for one in chosen for piece in (one, " ")]
        assert clusters("".join(spaced)) == spaced


def test_people_s3_spans_are_right_at_every_position_of_the_typewriter() -> None:
    text = "Un 🇫🇷 drapeau, か\u3099 et ที่ puis la fin"
    attributes = [Attribute("b", 0, 12, source=0), Attribute("i", 3, 15, source=3), Attribute("nobody", 5, 9, source=9)]
    spans = spans_of(text, attributes, {})
    assert all(a.end <= b.start for a, b in pairwise(spans))
    writer, seen = Typewriter(text, attributes, rate=10), []
    while not writer.complete:
        writer.advance(0.03)  # less than a letter
        seen.append(writer.upto)
        for at in range(writer.upto):
            style = next((span.style for span in spans if span.start <= at < span.end), None)
            assert bool(style and style.bold) == (at < 12)
            assert bool(style and style.italic) == (3 <= at < 18)
    assert set(seen) == {0, *cluster_ends(text)}
    assert seen == sorted(seen)
    assert seen[-1] == len(text)


def test_waits_and_speeds_are_of_the_typewriter() -> None:
    writer = Typewriter("abcd", [Attribute("wait", 2, 0, (("wait", 0.5),))], rate=10)
    writer.advance(0.65)
    assert writer.visible == 2
    writer.advance(0.16)
    assert writer.visible == 3
    fast = Typewriter("abcd", [Attribute("speed", 0, 4, (("speed", 2),))], rate=10)
    fast.advance(0.2)
    assert fast.complete
    for nonsense in (0, -1, float("nan"), float("inf"), "x", True, 10**400):
        slow = Typewriter("ab", [Attribute("speed", 0, 2, (("speed", nonsense),)),
                                 Attribute("wait", 0, 0, (("wait", nonsense),))], rate=10)  # fmt: skip
        slow.advance(0.2)
        assert slow.complete, nonsense
    assert Typewriter("abcd", [Attribute("wait", 2, 0, (("wait", 9),))], rate=0).complete
    assert Typewriter("ab", [Attribute("wait", 2, 0, (("wait", 1.5),))], rate=9).rest == 1.5


def test_a_record_says_how_a_marker_looks_and_an_unknown_one_is_text() -> None:
    styles = {"whisper": TextStyle("whisper", Slant="italic", Color="gray", Scale=0.5, Effect="wave")}
    whispered = [Attribute("whisper", 0, 4), Attribute("big", 2, 2, source=5)]
    first, second = spans_of("psst", whispered, styles)
    assert (first.style.italic, first.style.color, first.style.scale, first.style.effect) == (
        True,
        "#9a9a9a",
        0.5,
        "wave",
    )
    assert second.style.scale == 0.625
    assert spans_of("psst", [Attribute("nonsense", 0, 4), Attribute("color", 0, 4, (("color", "loud"),))], {}) == ()


def test_what_lies_around_a_letter_counts_whatever_else_begins_and_ends() -> None:
    rng = random.Random(5)
    for _ in range(300):
        marks = [
            Attribute(rng.choice(["b", "i", "u", "s"]), rng.randrange(12), rng.randrange(8), (), rng.randrange(9))
            for _ in range(rng.randrange(6))
        ]
        for at in range(12):
            style = next((s.style for s in spans_of("x" * 20, marks, {}) if s.start <= at < s.end), None)
            around = {m.name for m in marks if m.position <= at < m.position + m.length}
            found = style and {"b": style.bold, "i": style.italic, "u": style.underline, "s": style.strike}
            assert {name for name, on in (found or {}).items() if on} == around
        speeds = [Attribute("speed", m.position, m.length, (("speed", 1 + n),)) for n, m in enumerate(marks)]
        writer, due, passed = Typewriter("x" * 12, speeds, rate=1), 0.0, 0.0
        for at in range(12):
            inside = [1 + n for n, m in enumerate(marks) if m.position <= at < m.position + m.length]
            due += 1 / (inside[-1] if inside else 1)
            writer.advance(due - passed)
            passed = due
            assert writer.visible == at + 1


def test_a_line_of_many_markers_takes_no_time_that_grows_with_their_square() -> None:
    marks = [Attribute("b", 3 * n, 2, (), n) for n in range(100_000)]
    assert len(spans_of("x" * 300_000, marks, {})) == 100_000
    speeds = [Attribute("speed", 3 * n, 2, (("speed", 2),), n) for n in range(100_000)]
    writer = Typewriter("x" * 300_000, speeds, rate=1)
    writer.advance(200_000 + 1)
    assert writer.complete
