"""Any plain data in any section survives the text of a save."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from talewright.fields import decode_any
from talewright.names import fold
from talewright.savegame import SaveDocument, SaveHeader

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=10)
scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts
    | st.sampled_from(["None", "True", "007", "1e5", " x", "(a", '"', "a\\\\", "[x]", ";c", "x=y"])
)
plain = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(texts.filter(lambda k: k and not k.startswith("$")), inner, max_size=3)
    ),
    max_leaves=6,
)
fields = st.dictionaries(st.from_regex(r"[A-Za-z_$][A-Za-z0-9_]{0,5}", fullmatch=True), plain, max_size=4)
names = st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="]"), min_size=1, max_size=8)
classes = st.from_regex(r"[A-Za-z][A-Za-z0-9]{0,5}", fullmatch=True)


@given(st.dictionaries(st.tuples(names, classes), fields, max_size=4), texts, texts)
@settings(max_examples=60, deadline=None)
def test_text_and_back(sections: dict[Any, Any], title: str, place: str) -> None:
    if len({(fold(n), fold(c)) for n, c in sections}) != len(sections):
        return
    if any(len({fold(k) for k in section}) != len(section) for section in sections.values()):
        return
    save = SaveDocument(SaveHeader(title=title, place=place, revision="1"), sections)
    data = save.to_bytes()
    again = SaveDocument.parse(data)
    assert again.to_bytes() == data
    assert (again.header.title, again.header.place) == (title, place)
    read = {key: {k: decode_any(v) for k, v in section.items()} for key, section in again.sections.items()}
    assert read == sections
    assert list(read) == list(sections)
