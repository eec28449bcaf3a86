"""Rows of text: words, kinsoku, letters that stay whole (people.md section 7, V4)."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from talewright.stage import cluster_ends
from talewright.views.pygame.line_breaks import NOT_FIRST, NOT_LAST, break_places, break_rows


def rows(text: str, width: int) -> list[str]:
    return [text[start:end] for start, end in break_rows(text, width, lambda start, end: end - start)]


@pytest.mark.parametrize(
    ("text", "width", "expected"),
    [
        ("「剣がほしい」と言った。", 6, ["「剣がほし", "い」と言っ", "た。"]),
        ("「剣がほしい」と言った。", 7, ["「剣がほしい」", "と言った。"]),
        ("はい「いいえ」", 3, ["はい", "「いい", "え」"]),
        ("いらっしゃい", 4, ["いらっ", "しゃい"]),
        ("コーヒーを", 3, ["コー", "ヒーを"]),
        ("そう……だね", 3, ["そ", "う……", "だね"]),
        ("待て！？早い", 4, ["待て！？", "早い"]),
        ("待て！？早い", 3, ["待", "て！？", "早い"]),
        ("剣はswordです", 6, ["剣は", "swordで", "す"]),
        ("A very long word", 6, ["A very ", "long ", "word"]),
        ("well-known fact", 6, ["well-", "known ", "fact"]),
        ("minus -5 degrees", 8, ["minus -5 ", "degrees"]),
        ("incomprehensible", 6, ["incomp", "rehens", "ible"]),
        ("Ah, vraiment ? Oui !", 12, ["Ah, ", "vraiment ? ", "Oui !"]),
        ("« Bonjour » dit", 9, ["« Bonjour ", "» dit"]),
        ("Ah\u00a0! Non", 4, ["Ah\u00a0! ", "Non"]),
        ("one\ntwo three", 9, ["one\n", "two three"]),
        ("one\n\ntwo", 9, ["one\n", "\n", "two"]),
        ("", 5, [""]),
        ("   ", 2, ["   "]),
    ],
)
def test_people_v4_kinsoku_and_words(text: str, width: int, expected: list[str]) -> None:
    assert rows(text, width) == expected


@pytest.mark.parametrize("mark", sorted("、。」』）！？ーっゃぁゎヵ"))
def test_people_v4_a_mark_begins_no_row(mark: str) -> None:
    assert all(part[0] != mark for width in range(2, 8) for part in rows(f"剣がほ{mark}し{mark}い" * 3, width))


@pytest.mark.parametrize("mark", sorted("「『（"))
def test_people_v4_an_opening_mark_ends_no_row(mark: str) -> None:
    assert all(part[-1] != mark for width in range(2, 8) for part in rows(f"剣が{mark}ほしい" * 3, width))


@pytest.mark.parametrize("letter", ["か\u3099", "e\u0301", "👩\u200d👧", "🇯🇵", "👍🏽", "☀\ufe0f"])
def test_a_letter_is_never_torn(letter: str) -> None:
    assert set(rows(letter * 5, len(letter))) == {letter}


TEXTS = st.text(st.sampled_from([*"ab 剣はっー、。「」（？\n-…é", "\u0301", "\u200d", "👩", "🇯"]), max_size=60)


@example("aaa \u0301a", 5)  # a blank that an accent stands on is no blank to break at
@given(TEXTS, st.integers(1, 12))
def test_rows_are_the_text_fit_and_end_where_they_may(text: str, width: int) -> None:
    parts = rows(text, width)
    assert "".join(parts) == text
    allowed, whole = set(break_places(text)), set(cluster_ends(text))
    at = 0
    for part in parts:
        assert len(part.rstrip(" \n\u3000")) <= width or cluster_ends(part)[0] == len(part)
        at += len(part)
        # A break that kinsoku forbids is made only inside a part that fits no row, and inside no letter.
        assert at in allowed or at in whole
        assert "\n" not in part[:-1]


@given(TEXTS)
def test_breaks_keep_kinsoku(text: str) -> None:
    for at in break_places(text)[:-1]:
        if text[at - 1] != "\n":
            assert text[at] not in NOT_FIRST
            assert text[at - 1] not in NOT_LAST
