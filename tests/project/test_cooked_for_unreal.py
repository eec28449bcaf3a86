"""The export as Unreal reads it: by a reader of its own, made after tags.md section 3 alone, not by ours."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from talewright.project import Project

Write = Callable[[dict[str, str]], Path]

SECTION = "/script/gameplaytags.gameplaytagslist"
ESCAPES = {'"': '"', "'": "'", "\\": "\\", "n": "\n", "r": "\r", "t": "\t"}


def struct(text: str) -> dict[str, str]:
    """Read ``(Field="value",Field="value")``, or fail: nothing but ``,`` or ``)`` may follow a closing quote."""
    assert text[0] == "("
    assert text[-1] == ")"
    fields: dict[str, str] = {}
    at = 1
    while text[at] != ")":
        equals = text.index("=", at)
        name, at = text[at:equals], equals + 1
        assert text[at] == '"'
        at += 1
        value = ""
        while text[at] != '"':
            if text[at] == "\\":
                assert text[at + 1] in ESCAPES, text
                value += ESCAPES[text[at + 1]]
                at += 2
            else:
                value += text[at]
                at += 1
        at += 1
        fields[name.lower()] = value
        assert text[at] in ",)"
        at += text[at] == ","
    assert at == len(text) - 1
    return fields


def read(data: bytes) -> tuple[dict[str, str], dict[str, str]]:
    """Give the tags with their comments, and the redirects, of a loose tag list (tags.md sections 3.1 and 3.3)."""
    text = data.decode("utf-8")
    assert not text.startswith("\ufeff")
    assert text.endswith("\n")
    assert "\r" not in text
    tags: dict[str, str] = {}
    redirects: dict[str, str] = {}
    section = ""
    for row in text.split("\n"):
        line = row.strip()
        if not line or line.startswith(";"):
            continue
        if line.startswith("["):
            assert line.endswith("]")
            section = line[1:-1].strip().lower()
            continue
        assert section == SECTION
        key, _, value = line.partition("=")
        fields = struct(value)
        if key.lower() == "gameplaytaglist":
            assert fields["tag"] not in tags
            tags[fields["tag"]] = fields["devcomment"]
        else:
            assert key.lower() == "gameplaytagredirects"
            redirects[fields["oldtagname"]] = fields["newtagname"]
    return tags, redirects


def valid(name: str) -> bool:
    """Whether Unreal takes a name (tags.md section 3.4, with the default InvalidTagCharacters)."""
    segments = name.split(".")
    return (
        0 < len(name) <= 1023
        and not set(name) & set("\"',\r\n\t")
        and all(segment and segment == segment.strip() for segment in segments)
        and name.lower() != "none"
    )


def compare(root: Path) -> dict[str, str]:
    """Cook, read both ways, and give the tags with their comments."""
    project = Project.open(root)
    project.cook()
    tags, redirects = read((root / "Config/DynamicTags/DynamicTags.ini").read_bytes())
    assert tags == {tag.name: tag.comment for tag in project.tags}
    assert redirects == {row.old: row.new for row in project.tags.redirects.rows}
    assert all(map(valid, (*tags, *redirects)))
    assert all(redirects[old] in tags and old not in tags for old in redirects)  # section 5.1: exact, live, one hop
    cooked = Project.open(root, cooked=True)
    assert {tag.name: tag.comment for tag in cooked.tags} == tags
    return tags


SMITH = """title: Forge
selectors: Intro
---
Smith: What's "it" to you, \\#1; (Tag="x")? And a lot more words that nobody needs in a picker. #line:need
-> Größe – 5, please! #choice:0a1f #line:0a20
===
"""


def test_the_export_has_the_same_tags_and_the_first_words_of_each_line(folder: Write) -> None:
    tags = compare(folder({"Dialogues/D_Smith.yarn": SMITH}))
    smith = "Libretto.Dialogues.Smith"
    assert list(tags) == [smith, *(f"{smith}.{rest}" for rest in (
        "Choice_0a1f", "Choice_0a1f.Reply_0a20", "Forge", "SubdialogueSelectors.Intro",
    ))]  # fmt: skip
    assert tags[f"{smith}.Choice_0a1f.Reply_0a20"] == "Größe – 5, please!"
    assert tags[f"{smith}.Forge"] == 'Smith: What\'s "it" to you, \\#1; (Tag="x")? And a lot more...'


def test_renames_are_redirects_that_unreal_follows(folder: Write) -> None:
    root = folder({"Dialogues/D_Smith.yarn": SMITH})
    compare(root)
    (root / "Dialogues/D_Smith.yarn").rename(root / "Dialogues/D_Blacksmith.yarn")
    tags = compare(root)
    assert "Libretto.Dialogues.Blacksmith.Choice_0a1f.Reply_0a20" in tags
    _, redirects = read((root / "Config/DynamicTags/DynamicTags.ini").read_bytes())
    assert redirects["Libretto.Dialogues.Smith.Forge"] == "Libretto.Dialogues.Blacksmith.Forge"
    assert len(redirects) == len(tags)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="<>{}#/\r\n\\[]"), max_size=90), max_size=5))
def test_whatever_a_line_says_its_comment_is_read_back(folder: Write, said: list[str]) -> None:
    rows = [f"-> x{text} #line:r{n}" for n, text in enumerate(said)]
    tags = compare(folder({"Dialogues/D_Smith.yarn": "\n".join(["title: Forge", "---", "Ann: hi", *rows, "==="])}))
    for number, text in enumerate(said):
        tag = next(name for name in tags if name.endswith(f"Reply_r{number}"))
        whole = " ".join(re.sub(r"[\x00-\x1f\x7f]", " ", f"x{text}").split())
        assert tags[tag] == whole or (tags[tag].endswith("...") and whole.startswith(tags[tag][:-3]))
