"""Shadow lines and ids of replies (dialogue.md sections 4.2 and 6.11)."""

from __future__ import annotations

import pytest
from tests.dialogue.telling import Telling, codes, node, program

from talewright.dialogue import Line, Options, compile


def test_a_shadow_line_has_the_voice_of_its_source_and_its_own_hashtags() -> None:
    play = Telling(program("Ann: Hi #line:hi #loud\nAnn: Hi #shadow:hi #soft"))
    assert play.start() == ["Ann: Hi", "Ann: Hi", "END"]
    first, second = (event for event in play.events if isinstance(event, Line))
    assert (first.id, first.shadow, first.tags) == ("line:hi", "", ("loud",))
    assert (second.id, second.shadow, second.tags) == ("line:auto-Start-1", "line:hi", ("shadow:hi", "soft"))


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("a #line:a\nb #shadow:a", ["YS0044"]),
        ("a #shadow:b", ["YS0042"]),
        ("a {1} #line:a\na {1} #shadow:a", ["YS0043"]),
        ("a #line:a\na #line:b #shadow:a", ["YS0017"]),
        ("a #line:a\na #shadow:a #shadow:a", ["YS0062"]),
        ("a #shadow:", ["TW-YARN-16"]),
        ("-> a #line:a #choice:c\n-> a #shadow:a #reply:x\n-> b #reply:x", ["TW-YARN-10", "YS0018"]),
        ("-> a #line:a #reply:b #choice:c", ["TW-YARN-19"]),
    ],
)
def test_mistakes_of_shadows(body: str, found: list[str]) -> None:
    assert codes(body) == found


def test_a_shadow_option_needs_a_reply_id_of_its_own() -> None:
    text = node("-> Yes #line:yes #choice:a\n    No? #line:no\n    -> Yes #shadow:yes #choice:b")
    assert [(f.code, f.severity) for f in compile({"Test": text}).report] == [("TW-YARN-18", "warning")]
    assert [(f.code, f.severity) for f in compile({"Test": text}, strict_ids=True).report] == [("TW-YARN-18", "error")]


def test_the_reply_id_of_a_shadow_option_is_that_of_its_hashtag() -> None:
    play = Telling(program("-> Yes #line:yes #choice:a\n    Sure? #line:sure\n    -> Yes #shadow:yes #reply:again"))
    play.start()
    play.choose("yes")
    offered = play.events[-1]
    assert isinstance(offered, Options)
    assert (offered.options[0].id, offered.options[0].shadow) == ("again", "line:yes")
    assert [e.id for e in play.program.elements("Test") if e.kind == "reply"] == ["yes", "again"]
    assert play.choose("again") == ["END"]
