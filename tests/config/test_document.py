"""Reading and editing documents (config-savegame.md sections 1.2 to 1.4)."""

from __future__ import annotations

from pathlib import Path

import pytest

from talewright.config import UE3, IniDocument
from talewright.errors import InvalidName, Misuse, ValueFormatError


def parse(text: str) -> IniDocument:
    return IniDocument.from_text(text, "Game.ini")


class TestReading:
    def test_sections_and_keys_ignore_case_and_keep_the_first_spelling(self) -> None:
        document = parse("[Team]\nName=a\n[TEAM]\nname=b\n")
        assert document.section_names() == ["Team"]
        assert document.get_all("team", "NAME") == ["a", "b"]
        assert "tEAM" in document

    def test_an_entry_has_operator_key_value_raw_and_place(self) -> None:
        (entry,) = parse('[A]\n\t+Key = "a b" ; x\n').entries("A")
        assert (entry.operator, entry.key, entry.value, entry.raw) == ("+", "Key", "a b", '"a b" ; x')
        assert (entry.span.line, entry.span.column, entry.span.end_column) == (2, 2, 18)

    def test_all_operators_are_read(self) -> None:
        entries = parse("[A]\n+a=1\n-a=2\n.a=3\n!a=x\n@a=F\n*a=F\n^a=\n!b\n").entries("A")
        assert [entry.operator for entry in entries] == list("+-.!@*^!")
        assert [entry.key for entry in entries] == ["a"] * 7 + ["b"]

    def test_two_backslashes_join_lines_and_places_stay_right(self) -> None:
        document = parse("[A]\nk=(a=1,\\\\\n\tb=2\\\\\n\t,c=)\nl=1\n")
        entry, after = document.entries("A")
        assert entry.raw == "(a=1,\tb=2\t,c=)"
        place = entry.span_at(entry.raw.index("c="))
        assert (place.line, place.column) == (4, 3)
        assert after.span.line == 5

    def test_one_backslash_is_data(self) -> None:
        assert parse("[A]\nPath=..\\Content\\\nNext=1\n").get_all("A", "Path") == ["..\\Content\\"]

    def test_semicolons_and_slashes_inside_values_are_data(self) -> None:
        document = parse("[A]\n; k=0\nk=a;b // c\n//Off=1\n#Off=2\n")
        assert document.get("A", "k") == "a;b // c"
        assert [entry.key for entry in document.entries("A")] == ["k", "//Off", "#Off"]

    def test_only_the_first_equals_sign_divides(self) -> None:
        document = parse("[/Script/M.Hero:x=1]\nURL=unreal://a?b=c\n")
        assert document.get("/Script/M.Hero:x=1", "URL") == "unreal://a?b=c"

    def test_an_empty_value_is_not_an_absent_one(self) -> None:
        document = parse("[A]\nLogTemp=\n")
        assert (document.get("A", "LogTemp"), document.get("A", "Other")) == ("", None)

    def test_quotes_are_taken_off_and_escapes_read(self) -> None:
        document = parse('[A]\na="UTGame.UTDeathmatch";\nb="x\\n\\"y\\"\\q\\\\"\nc=Say "x"\n')
        assert [entry.value for entry in document.entries("A")] == ["UTGame.UTDeathmatch", 'x\n"y"\\q\\', 'Say "x"']

    def test_unreal_engine_3_has_no_escapes(self) -> None:
        document = IniDocument.from_text('[A]\na="C:\\new"\n', style=UE3)
        assert document.get("A", "a") == "C:\\new"

    def test_raws_keep_quotes_and_say_what_is_explicitly_empty(self) -> None:
        document = parse('[A]\na="1"\nA=2\nb=1\n!b=()\n-c=1\n[a]\nd=4\n')
        assert document.raws("A") == {"a": ['"1"', "2"], "b": [], "d": ["4"]}

    def test_the_place_of_a_section_is_its_first_header(self) -> None:
        span = parse("; x\n\n  [A]\nk=1\n[A]\n").section_span("a")
        assert (str(span), span.end_column) == ("Game.ini:3:3", 6)


class TestFindings:
    @pytest.mark.parametrize(
        ("text", "code", "line", "column"),
        [
            ("k=1\n[A]\n", "TW-INI-10", 1, 1),
            ("[A]\nk=1\njunk\n", "TW-INI-11", 3, 1),
            ("[A]\nk=1\n [B] ; remark\nl=1\n", "TW-INI-12", 3, 2),
            ("[A]\n[B\n", "TW-INI-12", 2, 1),
            ('[A]\nk= "open\n', "TW-INI-13", 2, 4),
            ("[A]\nk=1\\\\ \nl=1\n", "TW-INI-14", 2, 4),
            ('[A]\nk="He said "hi""\n', "TW-INI-15", 2, 13),
        ],
    )
    def test_what_is_ignored_is_said_with_its_place(self, text: str, code: str, line: int, column: int) -> None:
        (finding,) = parse(text).report
        assert (finding.code, finding.span.file) == (code, "Game.ini")
        assert (finding.span.line, finding.span.column) == (line, column)
        assert finding.hint

    def test_a_bad_line_never_costs_the_rest(self) -> None:
        document = parse("[A]\nk=1\n====\n[B\nl=2\n")
        assert document.get("A", "l") == "2"


class TestEditing:
    TEXT = "; top\n[A]\n; about k\nK = 1\n+List=a\n+List=b\n\n; next\n[B]\nx=1\n"

    def edited(self, key: str, values: list[str], section: str = "a") -> str:
        document = parse(self.TEXT)
        document.set_all(section, key, values)
        return document.to_text()

    def test_a_changed_value_keeps_its_line(self) -> None:
        assert self.edited("k", ["2"]) == self.TEXT.replace("K = 1", "K = 2")

    def test_the_same_value_changes_nothing(self) -> None:
        assert self.edited("list", ["a", "b"]) == self.TEXT

    def test_more_values_go_behind_the_last_with_its_operator(self) -> None:
        assert self.edited("list", ["a", "b", "c"]) == self.TEXT.replace("+List=b\n", "+List=b\n+List=c\n")

    def test_a_value_between_others_keeps_both(self) -> None:
        assert self.edited("list", ["a", "x", "b"]) == self.TEXT.replace("+List=b\n", "+List=x\n+List=b\n")

    def test_fewer_values_take_only_their_lines(self) -> None:
        assert self.edited("list", ["b"]) == self.TEXT.replace("+List=a\n", "")

    def test_a_new_key_goes_behind_the_last_key_not_behind_the_blank_line(self) -> None:
        assert self.edited("New", ["1"]) == self.TEXT.replace("+List=b\n", "+List=b\nNew=1\n")

    def test_a_new_section_goes_to_the_end(self) -> None:
        assert self.edited("k", ["1"], "C") == self.TEXT + "\n[C]\nk=1\n"

    def test_no_values_take_the_key_out(self) -> None:
        assert self.edited("k", []) == self.TEXT.replace("K = 1\n", "")

    def test_lines_that_are_in_the_way_go(self) -> None:
        document = parse("[A]\n+l=a\n-l=b\n+l=b\n!l=x\n+l=c\n")
        document.set_all("A", "l", ["b", "b"])
        assert document.get_all("A", "l") == ["b", "b"]
        assert parse(document.to_text()).get_all("A", "l") == ["b", "b"]

    def test_line_ends_and_a_missing_last_one_are_kept(self) -> None:
        document = parse("[A]\r\nk=1\r\nl=2")
        document.set_all("A", "m", ["3"])
        assert document.to_text() == "[A]\r\nk=1\r\nl=2\r\nm=3"
        document.add_section("B")
        assert document.to_text() == "[A]\r\nk=1\r\nl=2\r\nm=3\r\n\r\n[B]\r\n"

    def test_a_new_document(self) -> None:
        document = IniDocument()
        document.set_all("A", "k", ["1"])
        document.set_raw("B", "l", ["(x=1)"])
        document.set_empty("B", "m")
        assert document.to_bytes() == b"[A]\nk=1\n\n[B]\nl=(x=1)\n!m=()\n"

    def test_removing_a_section_keeps_the_comment_that_introduces_the_next(self) -> None:
        document = parse(self.TEXT)
        assert document.remove_section("A")
        assert document.to_text() == "; top\n; next\n[B]\nx=1\n"
        assert not document.remove_section("A")

    def test_removing_a_key(self) -> None:
        document = parse(self.TEXT)
        assert document.remove("A", "LIST")
        assert not document.remove("A", "LIST")
        assert document.to_text() == self.TEXT.replace("+List=a\n+List=b\n", "")

    def test_a_joined_line_is_replaced_whole(self) -> None:
        document = parse("[A]\nk=(a,\\\\\n b)\nl=1\n")
        document.set_raw("A", "k", ["(c)"])
        assert document.to_text() == "[A]\nk=(c)\nl=1\n"

    def test_a_line_behind_two_backslashes_at_the_end_is_not_joined(self) -> None:
        document = parse("[A]\nk=1\\\\")
        document.set_all("A", "l", ["2"])
        assert parse(document.to_text()).raws("A") == {"k": ["1"], "l": ["2"]}

    def test_a_value_is_quoted_only_where_it_must_be(self) -> None:
        document = IniDocument()
        document.set_all("A", "k", ["plain text", " x", "a\nb", '"q"', 'in "side"', "c\\\\"])
        raws = document.raws("A")["k"]
        assert raws == ["plain text", '" x"', '"a\\nb"', '"\\"q\\""', 'in "side"', '"c\\\\\\\\"']

    def test_unreal_engine_3_cannot_hold_a_line_end(self) -> None:
        with pytest.raises(ValueFormatError, match=r"\[A\] Key: .*line end"):
            IniDocument(style=UE3).set_all("A", "Key", ["a\nb"])

    @pytest.mark.parametrize("raw", ["a\nb", "a\\\\"])
    def test_raw_text_that_would_break_the_line_is_refused(self, raw: str) -> None:
        with pytest.raises(ValueFormatError, match=r"\[A\] Key"):
            IniDocument().set_raw("A", "Key", [raw])

    @pytest.mark.parametrize("key", ["", " a", "a=b", "+a", ";a", "[a", "a\n"])
    def test_a_key_that_no_line_can_hold_is_refused(self, key: str) -> None:
        with pytest.raises(InvalidName):
            IniDocument().set_all("A", key, ["1"])

    @pytest.mark.parametrize("name", ["", "a]", "a\nb"])
    def test_a_section_that_no_header_can_hold_is_refused(self, name: str) -> None:
        with pytest.raises(InvalidName):
            IniDocument().add_section(name)

    def test_a_text_is_no_list_of_values(self) -> None:
        with pytest.raises(Misuse, match="list of values"):
            IniDocument().set_all("A", "k", "abc")

    def test_writing_and_reading_a_file(self, tmp_path: Path) -> None:
        path = tmp_path / "Config" / "Game.ini"
        document = IniDocument()
        document.set_all("A", "k", ["größer"])
        document.write(path)
        again = IniDocument.read(path)
        assert (again.get("A", "k"), again.file) == ("größer", str(path))
        assert [p.name for p in path.parent.iterdir()] == ["Game.ini"]


def test_a_big_document_is_read_and_edited_in_time_in_proportion_to_its_size() -> None:
    """Counts lines looked at, not seconds: one section of 5,000 is asked for, and no other is cut into lines."""
    text = "".join(f"[obj{n} Item]\nName=x{n}\nlevel=(min=1,max={n})\n\n" for n in range(5000))
    document = parse(text)
    document.set_all("obj2500 Item", "Name", ["y"])
    assert len(document._sections) == 1
    assert document.to_text() == text.replace("Name=x2500\n", "Name=y\n")


def test_lines_that_only_begin_like_headers_take_time_in_proportion() -> None:
    text = "[A]\n" + "[x\n" * 50_000 + "k=1\n[B]\nk=2\n"
    assert IniDocument.from_text(text).get_all("A", "k") == ["1"]
    assert IniDocument.from_text(text).raws("B") == {"k": ["2"]}


def test_a_document_that_lost_all_its_text_is_no_damaged_file(tmp_path: Path) -> None:
    """Kind: what the product wrote itself gives no finding when it is read again."""
    file = tmp_path / "Game.ini"
    file.write_bytes(b"[ann Hero]\r\nhealth=3\r\n")
    document = IniDocument.read(file)
    document.remove_section("ann Hero")
    document.write(file)
    assert file.read_bytes() == b"\r\n"
    assert not IniDocument.read(file).report
