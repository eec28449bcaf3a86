"""Descriptions that were written are read as what they were."""

from __future__ import annotations

import string
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from talewright.defold import (
    CollectionDesc,
    CollectionFactoryDesc,
    CollectionInstanceDesc,
    CollectionProxyDesc,
    ComponentDesc,
    ComponentProperties,
    DataDesc,
    Described,
    EmbeddedComponentDesc,
    EmbeddedInstanceDesc,
    FactoryDesc,
    GuiDesc,
    InputBinding,
    InstanceDesc,
    InstanceProperties,
    LayoutDesc,
    NodeDesc,
    PropertyDesc,
    PropertyType,
    PrototypeDesc,
    Quat,
    Reading,
    Source,
    TriggerDesc,
    Vector3,
    Vector4,
    read_text,
    write,
)
from talewright.defold.strings import escape, unescape
from talewright.diagnostics import Report
from talewright.fields import Bare

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
numbers = st.floats(allow_nan=False, allow_infinity=True)
words = st.text(string.ascii_letters, min_size=1, max_size=8).map(lambda w: f"K_{w}")
vectors = st.builds(Vector3, numbers, numbers, numbers)
fours = st.builds(Vector4, numbers, numbers, numbers, numbers)
quats = st.builds(Quat, numbers, numbers, numbers, numbers)
unknown = words.map(lambda w: f"zz_{w}")
finite = st.floats(allow_nan=False, allow_infinity=False)
scalars: st.SearchStrategy[Any] = texts | finite | st.integers(-(10**20), 10**20) | words.map(Bare)
plain = st.recursive(
    scalars,
    lambda inner: st.dictionaries(unknown, inner, max_size=2),
    max_leaves=4,
).flatmap(lambda one: st.just(one) | st.just([one, one]))
rests = st.dictionaries(unknown, plain, max_size=2)


def many(one: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.lists(one, max_size=2).map(tuple)


properties = st.builds(PropertyDesc, texts, texts, st.sampled_from(PropertyType), rest=rests)
overrides = st.builds(ComponentProperties, texts, many(properties))
components = st.builds(ComponentDesc, texts, texts, vectors, quats, vectors, many(properties))
contents = st.one_of(
    st.builds(FactoryDesc, texts, st.booleans(), st.booleans()).map(lambda c: ("factory", c)),
    st.builds(CollectionFactoryDesc, texts, st.booleans()).map(lambda c: ("collectionfactory", c)),
    st.builds(CollectionProxyDesc, texts, st.booleans(), rest=rests).map(lambda c: ("collectionproxy", c)),
    st.builds(DataDesc, rest=rests).map(lambda c: ("sprite", c)),
)
embedded = st.builds(
    lambda name, content, place: EmbeddedComponentDesc(name, content[0], content[1], position=place),
    texts,
    contents,
    vectors,
)
prototypes = st.builds(PrototypeDesc, many(components), many(embedded), rest=rests)
collections = st.builds(
    CollectionDesc,
    texts,
    many(st.builds(InstanceDesc, texts, texts, many(texts), vectors, quats, vectors, many(overrides))),
    many(
        st.builds(
            CollectionInstanceDesc,
            texts,
            texts,
            vectors,
            quats,
            vectors,
            many(st.builds(InstanceProperties, texts, many(overrides))),
        )
    ),
    st.integers(0, 1),
    many(st.builds(EmbeddedInstanceDesc, texts, many(texts), prototypes, vectors, quats, vectors, many(overrides))),
    rest=rests,
)
nodes = st.builds(
    NodeDesc,
    id=texts,
    type=words,
    parent=texts,
    position=fours,
    color=fours,
    shadow=fours,
    text=texts,
    enabled=st.booleans(),
    template_node_child=st.booleans(),
    overridden_fields=many(st.integers(1, 50)),
    rest=rests,
)
guis = st.builds(
    GuiDesc,
    script=texts,
    fonts=many(st.dictionaries(unknown, scalars, max_size=2)),
    nodes=many(nodes),
    layouts=many(st.builds(LayoutDesc, texts, many(nodes))),
    adjust_reference=words,
    max_nodes=st.integers(0, 1000),
)
triggers = st.builds(TriggerDesc, words, texts)
bindings = st.builds(InputBinding, *[many(triggers)] * 5)


def comes_back(described: Described) -> None:
    report = Report()
    text = write(described)
    assert read_text(type(described), Source("f", text), Reading(report)) == described
    assert not report.errors
    assert not report.warnings


@settings(deadline=None)
@given(collections)
def test_collections(described: CollectionDesc) -> None:
    comes_back(described)


@settings(deadline=None)
@given(prototypes)
def test_prototypes(described: PrototypeDesc) -> None:
    comes_back(described)


@settings(deadline=None)
@given(guis)
def test_guis(described: GuiDesc) -> None:
    comes_back(described)


@settings(deadline=None)
@given(bindings)
def test_input_bindings(described: InputBinding) -> None:
    comes_back(described)


@settings(deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_strings(text: str) -> None:
    written = escape(text)
    assert written.isprintable() or not text.isprintable()
    assert unescape(written, [(1, len(written) - 1)]).text == text
