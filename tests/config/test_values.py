"""Text of values (config-savegame.md section 3)."""

from __future__ import annotations

from typing import Any

import pytest

from talewright.config import UE3
from talewright.config.values import grammar as values
from talewright.errors import ConfigError, ValueFormatError
from talewright.fields import Bare


@pytest.mark.parametrize(
    ("raw", "found"),
    [
        ("sword1", "sword1"),
        ("", ""),
        ("()", []),
        ("(=)", {}),
        ("( = )", {}),
        ("(a,b)", ["a", "b"]),
        ("(a,,b,)", ["a", "b"]),
        ("(a=1,b=(c=2,d=(3,4)))", {"a": "1", "b": {"c": "2", "d": ["3", "4"]}}),
        ("( a = 1 ,\tb = x y )", {"a": "1", "b": "x y"}),
        ("(a=,b=1)", {"a": "", "b": "1"}),
        ("(a=1,a=2)", {"a": "2"}),
        ('("a,b","c)")', ["a,b", "c)"]),
        ('("odd key"=1)', {"odd key": "1"}),
        ("(F[0]=a,F[2]=c)", {"F": ["a", None, "c"]}),
        ("(((1,2),(3,4)))", [[["1", "2"], ["3", "4"]]]),
        ('(t=NSLOCTEXT("ns","key","a, b"),u=1)', {"t": 'NSLOCTEXT("ns","key","a, b")', "u": "1"}),
        ("(Obj=Texture2D'Foo.Bar',URL=http://x?a=b)", {"Obj": "Texture2D'Foo.Bar'", "URL": "http://x?a=b"}),
        ("(a=1) ; remark", {"a": "1"}),
        ('(a=1)")', {"a": "1"}),
        ('"(a=1)"', "(a=1)"),
        ('"x"; remark', "x"),
    ],
)
def test_what_text_means(raw: str, found: Any) -> None:
    assert values.parse(raw) == found


def test_quoted_text_is_text_and_bare_text_is_bare() -> None:
    found = values.parse('(a="1",b=1)')
    assert (type(found["a"]), type(found["b"])) == (str, Bare)
    assert type(values.parse('"1"')) is str


@pytest.mark.parametrize(
    ("raw", "offset", "message"),
    [
        ("(min=1,max=10", 0, "never closed"),
        ("(a=(b=1)", 0, "never closed"),
        ("(a=1,b=(", 7, "never closed"),
        ('(a="x)', 3, "quote"),
        ('(a="x" y)', 7, "follows"),
        ("((1)2)", 4, "follows"),
        ("(a=1,2)", 5, "no name"),
        ("(=1)", 1, "name is missing"),
        ("(a=x(y)", 0, "never closed"),
        ("(a=x(y", 4, "never closed"),
        ("(" * 65 + ")" * 65, 64, "deeper than 64"),
        ("(F[99999]=1)", 1, "too big"),
    ],
)
def test_a_broken_struct_says_where(raw: str, offset: int, message: str) -> None:
    with pytest.raises(ValueFormatError, match=message) as caught:
        values.parse(raw)
    assert caught.value.offset == offset
    assert caught.value.hint


def test_the_end_of_a_value_is_known() -> None:
    assert values.parse_prefix("(a=1) ; x") == ({"a": "1"}, 5)


@pytest.mark.parametrize(
    ("plain", "text"),
    [
        (None, "None"),
        (True, "True"),
        (50, "50"),
        (0.1, "0.1"),
        (1e300, "1e+300"),
        ("Short sword", "Short sword"),
        ("", '""'),
        ("50", '"50"'),
        ("True", '"True"'),
        ("(x)", '"(x)"'),
        ([], "()"),
        ({}, "(=)"),
        ([1, 2.5, None, "a b", "main:/rat#controller"], '(1,2.5,None,"a b",main:/rat#controller)'),
        ({"min": 1, "odd key": {"x": []}}, '(min=1,"odd key"=(x=()))'),
    ],
)
def test_what_is_written(plain: Any, text: str) -> None:
    assert values.dump(plain) == text


@pytest.mark.parametrize(
    ("plain", "text"),
    [
        (12.0, "12.000000"),
        (0.02, "0.020000"),
        ("50", "50"),
        ("", ""),
        (" x", '" x"'),
        ({"a": "x y", "b": "z", "c": 0.5}, '(a="x y",b=z,c=0.500000)'),
    ],
)
def test_what_is_written_for_unreal_engine_3(plain: Any, text: str) -> None:
    assert values.dump(plain, style=UE3) == text


@pytest.mark.parametrize("plain", [{"a": 'x"y'}, {"a": "x\ny"}, "a\nb"])
def test_unreal_engine_3_refuses_what_it_cannot_read_back(plain: Any) -> None:
    with pytest.raises(ValueFormatError, match="Unreal Engine 3"):
        values.dump(plain, style=UE3)


@pytest.mark.parametrize("plain", [{1: 2}, (1,), object(), float("nan"), [1 << 20000]])
def test_what_is_no_plain_data_is_refused(plain: Any) -> None:
    with pytest.raises(ConfigError):
        values.dump(plain)


def test_too_deep_a_value_is_refused_on_writing_too() -> None:
    deep: Any = []
    for _ in range(64):
        deep = [deep]
    with pytest.raises(ConfigError, match="deeper than 64"):
        values.dump(deep)
    assert values.parse(values.dump(deep[0])) == deep[0]
