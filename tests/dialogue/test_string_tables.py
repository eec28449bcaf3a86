"""Texts for translators: order, context, stale translations, both table formats, other languages, and what hinders."""

from __future__ import annotations

import csv
import io
import json
import sys
from pathlib import Path

import polib
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from talewright.dialogue import Choose, Host, Program, Source, Start, State, advance, compile, restore, show
from talewright.dialogue.text.translating import pseudo, translated
from talewright.dialogue.tools.csv_tables import from_csv, to_csv
from talewright.dialogue.tools.po_tables import from_po, to_po
from talewright.dialogue.tools.string_tables import (
    StringTable,
    Text,
    Translation,
    drift_of,
    lock_of,
    problems,
    texts_of,
)
from talewright.dialogue.tools.table_files import table_of
from talewright.dialogue.tools.text_lint import lint_texts
from talewright.errors import Misuse

SCRIPT = """\
title: Forge
---
<<declare $n = 2>>
// He is grim.
// And old.
Smith: What? #line:what // shouted
-> {$n} [b]swords[/b]. #choice:need #line:swords
    Smith: Here are {$n} of {3 + 4}. #line:here
-> Nothing.
    Smith: What? #shadow:what
===
"""
GERMAN = {
    "line:what": "Schmied: Was?",
    "line:swords": "[b]Schwerter[/b]: {0}",
    "line:here": "Schmied\\: Von {1} hier {0}.",
}


def source(text: str = SCRIPT) -> Source:
    return Source("Smith", "D_Smith.yarn", text)


def program(text: str = SCRIPT) -> Program:
    return compile([source(text)])


def texts(text: str = SCRIPT) -> list[Text]:
    return texts_of(program(text), [source(text)])


def german() -> StringTable:
    rows = [Translation(one, GERMAN.get(one.id, ""), one.lock if one.id in GERMAN else "") for one in texts()]
    return StringTable("de", rows)


# What there is


def test_texts_come_in_the_order_of_the_script_with_their_context() -> None:
    found = texts()
    assert [one.id for one in found] == ["line:what", "line:swords", "line:here", "line:auto-Forge-1"]
    assert found[0] == Text(
        "line:what", "Smith: What?", "Smith", "D_Smith.yarn", 6, "Forge", "", "", "He is grim. / And old. / shouted"
    )
    assert (found[1].text, found[1].path, found[1].previous) == ("{0} [b]swords[/b].", "Forge > need", "Smith: What?")
    assert found[2].text == "Smith: Here are {0} of {1}."
    assert not found[3].explicit


# Stale translations


def test_a_changed_text_makes_its_translation_stale_until_somebody_translates_it_anew() -> None:
    edited = SCRIPT.replace("Smith: What?", "Smith: Well?")
    table = german().updated(texts(edited))
    row = table.rows[0]
    assert (row.status, row.text, row.was) == ("stale", "Schmied: Was?", "Smith: What?")
    assert table.updated(texts(edited)).rows[0] == row
    theirs = from_csv(to_csv(table))
    theirs.rows[0] = Translation(theirs.rows[0].source, "Schmied: Nun?", theirs.rows[0].lock)
    taken = table.taking(theirs)
    assert (taken.rows[0].status, taken.rows[0].text, taken.rows[0].was) == ("translated", "Schmied: Nun?", "")
    back = german().updated(texts(edited)).updated(texts())
    assert (back.rows[0].status, back.rows[0].was) == ("translated", "")


def test_a_text_that_is_gone_keeps_its_translation_until_it_comes_back() -> None:
    gone = SCRIPT.replace("    Smith: Here are {$n} of {3 + 4}. #line:here\n", "")
    table = german().updated(texts(gone))
    assert [(row.source.id, row.status) for row in table.rows][-1] == ("line:here", "orphan")
    assert [row.status for row in table.updated(texts()).rows] == ["translated"] * 3 + ["missing"]
    assert "line:here" not in table.texts()


def test_the_drift_of_a_language() -> None:
    drift = drift_of(german(), texts(SCRIPT.replace("What?", "Well?")))
    assert drift.counts == {"translated": 2, "stale": 1, "missing": 1, "orphan": 0}
    assert [row.source.id for row in drift.rows] == ["line:what", "line:auto-Forge-1"]
    assert not drift.clean
    broken = german()
    broken.rows[1] = Translation(broken.rows[1].source, "Schwerter", broken.rows[1].lock)
    assert [wrong for _, wrong in drift_of(broken, texts()).broken] == [
        "the value {0} is missing", "the marker [b] is missing",
    ]  # fmt: skip
    assert list(problems("a \\{0}", "b \\{1}")) == []


# Tables


words = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=12)
lines = words.map(lambda text: "".join(text.split("\n")).strip())


@st.composite
def tables(draw: st.DrawFn) -> StringTable:
    rows = []
    for name in draw(st.lists(st.from_regex(r"[a-z0-9_.-]{1,8}", fullmatch=True), unique=True, max_size=5)):
        text = Text(
            f"line:{name}", draw(words.filter(bool)), draw(words),
            draw(lines.filter(lambda one: len(one.split()) == 1 or not one)), 0,
            draw(words), draw(words), draw(words), draw(words),
        )  # fmt: skip
        if text.file:
            text = Text(**{**{f: getattr(text, f) for f in Text.__slots__}, "line": draw(st.integers(0, 9999))})
        said = draw(words)
        lock = draw(st.sampled_from([text.lock, lock_of("other"), ""])) if said else ""
        rows.append(Translation(text, said, lock, draw(words), draw(words), draw(st.booleans())))
    return StringTable("de", rows)


@given(tables())
@settings(max_examples=150, deadline=None)
def test_both_formats_lose_nothing(table: StringTable) -> None:
    assert from_csv(to_csv(table), "de") == table
    assert from_po(to_po(table)) == table
    assert to_po(from_po(to_po(table))) == to_po(table)


def test_a_po_file_is_one_for_other_tools_too() -> None:
    table = german().updated(texts(SCRIPT.replace("What?", "Well?")))
    read = polib.pofile(to_po(table))
    assert [(one.msgctxt, one.msgid, one.msgstr) for one in read] == [
        (row.source.id, row.source.text, row.text) for row in table.rows
    ]
    assert [one.msgctxt for one in read.fuzzy_entries()] == ["line:what"]
    assert from_po(str(read)).texts() == table.texts()


def test_a_stale_translation_is_fuzzy_with_the_text_that_it_was_made_of() -> None:
    text = to_po(german().updated(texts(SCRIPT.replace("What?", "Well?"))))
    assert "#, fuzzy\n#. Lock: " in text
    assert '#| msgid "Smith: What?"\nmsgctxt "line:what"\nmsgid "Smith: Well?"\nmsgstr "Schmied: Was?"' in text
    assert "#: D_Smith.yarn:6\n" in text


def test_a_po_file_of_another_tool() -> None:
    text = (
        'msgid ""\nmsgstr ""\n"Language: de\\n"\n\n# a note\n#, fuzzy, c-format\n#| msgid "Old"\nmsgctxt "line:a"\n'
        'msgid ""\n"Two "\n"parts"\nmsgstr "Zwei "\n"Teile"\n'
    )
    (row,) = from_po(text).rows
    assert (row.source.text, row.text, row.lock, row.note) == ("Two parts", "Zwei Teile", lock_of("Old"), "a note")


def test_a_plain_table_of_yarn_is_read_as_untranslated() -> None:
    table = from_csv("id,text,file,node,lineNumber\r\nline:a,Hello,A.yarn,Start,3\r\n", "de")
    assert [(row.source.text, row.text, row.status, row.source.line) for row in table.rows] == [
        ("Hello", "", "missing", 3)
    ]


@pytest.mark.parametrize(
    "text", ["name\n1\n", "id,text\na,b\na,c\n", "language,id,text,original\nde,a,b,c\nfr,b,c,d\n", 'id,text\n"a,b\n']
)
def test_what_is_no_table_is_misuse(text: str) -> None:
    with pytest.raises(Misuse):
        from_csv(text)


@pytest.mark.parametrize(
    ("row", "what"),
    [
        ("line:a,Hello,Hallo, du", "the row has 4 cells, and the table 3 columns"),
        ("line:a,Hal", "the row has 2 cells, and the table 3 columns"),
        (",Hello,Hallo", "the row has no id"),
        ("line:0,Hello,Hallo", "line:0 is there twice"),
    ],
)
def test_a_damaged_row_is_named_with_its_line_and_loses_no_text(row: str, what: str) -> None:
    with pytest.raises(Misuse, match=f"^de.csv:5: {what}") as caught:
        from_csv(f'id,original,text\nline:0,"two\nrows",\n,,\n{row}\n', file="de.csv")
    assert caught.value.hint


def test_a_line_number_is_written_in_plain_digits_else_it_is_none() -> None:
    assert from_csv("id,text,lineNumber\na,b,²\n").rows[0].source.line == 0
    assert from_po('#: A.yarn:²\nmsgctxt "a"\nmsgid "b"\nmsgstr ""\n').rows[0].source.line == 0


def test_a_text_may_be_longer_than_a_spreadsheet_likes() -> None:
    table = StringTable("de", [Translation(Text("line:a", "x" * 200_000))])
    assert from_csv(to_csv(table)) == table


@pytest.mark.parametrize("text", ["msgid broken\n", 'msgid "a"\nmsgstr "b"\n', 'x "y"\n'])
def test_what_is_no_po_is_misuse(text: str) -> None:
    with pytest.raises(Misuse):
        from_po(text)


@pytest.mark.parametrize("sign", ["\r", "\u2028", "\x85", "\x1c", "\x00", "\t", "\\", '"', "\\n", " ", "#", "\n", "\a"])
@pytest.mark.parametrize("form", ["{}", "a{}", "{}a", "a{}{}a" + "b c " * 30])
def test_no_sign_of_a_text_is_lost_in_po(sign: str, form: str) -> None:
    text = form.format(sign, sign)
    for orphan in (False, True):
        source = Text("line:a", text, text, "A b%20.yarn", 3, text, text, text, text)
        table = StringTable("de", [Translation(source, text, "other", text, text, orphan), Translation(Text("b", "b"))])
        assert from_po(to_po(table)) == table
        assert from_po(to_po(table).replace("\n", "\r\n")) == table


def test_a_po_text_is_no_path(tmp_path: Path) -> None:
    (tmp_path / "de.po").write_text('msgctxt "a"\nmsgid "b"\nmsgstr "c"\n', "utf-8")
    with pytest.raises(Misuse, match="this is no PO"):
        from_po(str(tmp_path / "de.po"))


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('msgctxt "a"\nmsgid broken\n', "de.po:2: this is no PO: 'msgid broken'"),
        ('# x\nmsgctxt "a"\nmsgctxt "b"\n', "de.po:3: this is no PO: 'msgctxt \"b\"'"),
        ('\n# x\nmsgid "a"\nmsgstr "b"\n', "de.po:2: the entry has no msgctxt"),
        ('msgctxt "a"\nmsgid "a"\nmsgstr ""\n\nmsgctxt "a"\nmsgid "b"\nmsgstr ""\n', "de.po:5: a is there twice"),
    ],
)
def test_what_is_wrong_in_a_po_file_is_named_with_its_line(text: str, what: str) -> None:
    with pytest.raises(Misuse) as caught:
        from_po(text, file="de.po")
    assert caught.value.message == what


def test_po_files_without_polib_are_misuse_that_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "polib", None)
    for use in (lambda: to_po(german()), lambda: from_po("")):
        with pytest.raises(Misuse, match="PO files need the library polib") as caught:
            use()
        assert caught.value.hint == 'pip install "talewright[po]"'


# Other languages


def test_a_story_in_another_language_is_the_same_program() -> None:
    ours, theirs = program(), translated(program(), GERMAN)
    events, state = advance(theirs, State(), Start("Smith"))
    line, options = show(theirs, state)
    assert line is not None
    assert (line.speaker, line.text) == ("Schmied", "Was?")
    assert [one.text for one in options] == ["Schwerter: 2", "Nothing."]
    assert options[0].attributes[0].name == "b"
    back, _ = show(ours, state)
    assert back is not None
    assert back.text == "What?"
    assert restore(ours, state.position or {})[1] == ()
    events, state = advance(theirs, state, Choose("swords"))
    shown = events[1]
    assert (getattr(shown, "speaker", ""), getattr(shown, "text", "")) == (None, "Schmied: Von 7 hier 2.")
    assert theirs.digest == ours.digest


def test_a_shadow_line_takes_the_translation_of_its_source() -> None:
    theirs = translated(program(), GERMAN)
    _, state = advance(theirs, State(), Start("Smith"))
    events, _ = advance(theirs, state, Choose(1))
    assert getattr(events[1], "text", "") == "Was?"


def test_a_value_that_the_text_does_not_have_is_shown_as_written() -> None:
    theirs = translated(program(), {"line:what": "{7}"})
    events, _ = advance(theirs, State(), Start("Smith"))
    assert getattr(events[2], "text", "") == "{7}"


@given(st.from_regex(r"([A-Z][a-z]{1,6}: )?([a-zA-Z ,.]|\\[\[\]:{}]|\{\d\}|\[b\]|\[/b\]){1,20}", fullmatch=True))
@settings(max_examples=100, deadline=None)
def test_the_pseudo_language_keeps_values_markup_and_escapes(text: str) -> None:
    assert list(problems(text, pseudo(text))) == []
    assert "⟦" in pseudo(text)


def test_a_story_can_be_played_in_the_pseudo_language() -> None:
    theirs = translated(program(), {one.id: pseudo(one.text) for one in texts()})
    _, state = advance(theirs, State(), Start("Smith"), host=Host())
    line, options = show(theirs, state)
    assert line is not None
    assert (line.speaker, line.text) == ("Smith", "⟦Ŵĥåţ? ··⟧")
    assert [one.text for one in options] == ["⟦2 šŵöŕđš. ···⟧", "⟦Ñöţĥîñğ. ···⟧"]


# What cannot be translated


def test_texts_that_cannot_be_translated_are_found() -> None:
    body = (
        '<<declare $who = "Ann">>\n<<declare $n = 1>>\n<<set $who = "the old smith">>\n'
        "No id.\n{$n}: {$n} #line:values\n"
        "Go to {$who}. #line:who\nI have {$n} coins. #line:coins\n"
        'I have [plural value={$n} one="% coin" other="% coins" /]. #line:plural\n'
        "Yes. #line:y1\nYes. #line:y2\nYes. #line:y3\nGood. #line:good\nGood. #shadow:good\n"
        "{name()} is here. #line:name\n"
        '<<if name() == "Ann">>\nHm. #line:hm\n<<endif>>'
    )
    report = lint_texts(program(f"title: A\n---\n{body}\n===\n"))
    assert [(one.code, one.span.line) for one in report] == [
        ("text-in-variable", 5), ("text-without-id", 6), ("text-of-values", 7), ("text-in-value", 8),
        ("plural-by-hand", 9), ("text-repeated", 11), ("text-in-value", 16),
    ]  # fmt: skip


def test_a_script_that_can_be_translated_has_no_findings() -> None:
    assert lint_texts(program("title: A\n---\nAnn: Good evening. #line:a\n-> Yes. #line:b #choice:c\n===\n")) == []


# What a translator types (faults §6 B7) ------------------------------------------------------------------------------


def typed(table: str, name: str, **cells: str) -> StringTable:
    """Type into the row of a table as it lies in its file, as in a spreadsheet, and read it again."""
    rows = list(csv.DictReader(io.StringIO(table.removeprefix("\ufeff"), newline="")))
    for row in rows:
        if row["id"] == name:
            row.update(cells)
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    return from_csv(out.getvalue())


def row_of(table: StringTable, name: str) -> Translation:
    return next(row for row in table.rows if row.source.id == name)


def test_a_text_that_is_typed_into_the_csv_table_is_translated() -> None:
    """Faults §6 B7: it was "stale" for ever."""
    table = typed(to_csv(StringTable.empty("de", texts())), "line:what", text="Schmied: Was?")
    assert row_of(table, "line:what").status == "translated"
    again = from_csv(to_csv(table.updated(texts())))
    assert row_of(again, "line:what").status == "translated"
    assert drift_of(again, texts()).counts["translated"] == 1


CHANGED = SCRIPT.replace("What? #line:what", "What now? #line:what")


def test_a_stale_text_that_is_typed_anew_is_done_and_one_that_is_left_is_not() -> None:
    stale = to_csv(german().updated(texts(CHANGED)))
    assert row_of(from_csv(stale), "line:what").status == "stale"
    assert row_of(typed(stale, "line:what", note="hm"), "line:what").status == "stale"
    for cells in ({"text": "Schmied: Was nun?"}, {"status": "translated"}):
        done = row_of(typed(stale, "line:what", **cells), "line:what")
        assert (done.status, done.was) == ("translated", "")
    assert row_of(typed(stale, "line:what", text=""), "line:what").status == "missing"


def test_a_typed_text_is_stale_again_when_the_story_changes() -> None:
    table = typed(to_csv(StringTable.empty("de", texts())), "line:what", text="Schmied: Was?")
    row = row_of(from_csv(to_csv(table)).updated(texts(CHANGED)), "line:what")
    assert (row.status, row.was) == ("stale", "Smith: What?")


def test_a_table_of_ids_and_texts_alone_is_taken_where_its_texts_are_others() -> None:
    sent = from_csv("id,text\nline:what,Schmied: Was?\nline:here,Smith: Here are {0} of {1}.\n")
    taken = StringTable.empty("de", texts()).taking(sent)
    assert [(row.text, row.status) for row in taken.rows] == [
        ("Schmied: Was?", "translated"), ("", "missing"), ("", "missing"), ("", "missing"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("source_text", "text", "found"),
    [
        ("Ann: [b]Hi[/b]", "Ann: [b]Hallo", ["the markup is broken: [b] is not closed"]),
        ("Ann: [b]Hi[/b]", "Ann: [b]Hallo[/b", ["the markup is broken: a marker is not closed with ]"]),
        ("Hi", "Hallo[/b]", ["the markup is broken: [/b] closes nothing"]),
        ("Hi {0}", "Hallo {0} {$n}", ["{$n} is no value, and is shown as it stands: values are {0}, {1}"]),
        ("Hi {0}", r"Hallo {0} \{ja\}", []),
        ("[plural value={0} one=a/]", "[plural value={0} one=a other=b/]", ["[plural] lacks the cases few, many"]),
        ("[plural value={0} one=a other=b/]", "[plural value={0} one=a few=b many=c other=d/]", []),
        ("[select value={0} a=x b=y/]", "[select value={0} a=x/]", ["[select] lacks the case b"]),
        ("Ann: Hi", "Hallo", ["nobody speaks: the name and the colon are missing"]),
        ("Ann: Hi", "Anna: Hallo", []),
        ("Look out!", "Achtung: da!", [r"what stands before the colon is taken for a speaker: write \:"]),
        ("Look out!", r"Achtung\: da!", []),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_translation(source_text: str, text: str, found: list[str]) -> None:
    """Faults §6 B7: drift misses broken markup, values and plural cases."""
    assert list(problems(source_text, text, "pl")) == found
    one = Text("line:a", source_text)
    for lock in (one.lock, "older"):  # a stale one is played, too
        table = StringTable("pl", [Translation(one, text, lock)])
        assert [what for _, what in drift_of(table, [one]).broken] == found


def test_a_table_is_found_by_its_language(tmp_path: Path) -> None:
    story = tmp_path / "Dialogues"
    story.mkdir()
    script = story / "D_Smith.yarn"
    script.write_text(SCRIPT)
    with pytest.raises(Misuse, match="no table of the language 'de'") as caught:
        table_of("de", tmp_path, program())
    assert "Strings/de.csv" in caught.value.hint
    (tmp_path / "Strings").mkdir()
    (tmp_path / "Strings" / "de.csv").write_text(to_csv(german()), encoding="utf-8")
    assert table_of("de", tmp_path, program()).texts() == table_of("de", script, program()).texts() == GERMAN
    (tmp_path / "mine.csv").write_text(to_csv(StringTable("de", [])), encoding="utf-8")
    project = {"projectFileVersion": 4, "sourceFiles": ["**/*.yarn"], "localisation": {"de": {"strings": "mine.csv"}}}
    (tmp_path / "Story.yarnproject").write_text(json.dumps(project))
    assert table_of("de", tmp_path, program()).texts() == {}  # what the project says comes first
    assert table_of("qps", tmp_path, program()).texts()["line:what"].startswith("Smith: ⟦")
