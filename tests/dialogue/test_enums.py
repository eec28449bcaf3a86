"""Enums and smart variables (dialogue.md section 6.5)."""

from __future__ import annotations

import pytest
from tests.dialogue.telling import Telling, codes, node, program, told

from talewright.dialogue import Signature, State, compile, value_of
from talewright.errors import DialogueError

FOOD = "<<enum Food>>\n<<case Apple>>\n<<case Pear>>\n<<endenum>>\n"
NAME = '<<enum Name>>\n<<case Ann = "ann">>\n<<case Bob = "bob">>\n<<endenum>>\n'


def test_a_variable_of_an_enum_holds_the_raw_value() -> None:
    made = program(FOOD + NAME + "<<declare $f = Food.Pear>>\n<<declare $n = .Bob>>\n{$f} {$n} {string(Food.Apple)}")
    assert Telling(made).start() == ["1 bob 0", "END"]
    assert {name: (v.type, v.default) for name, v in made.variables.items()} == {
        "$f": ("Food", 1.0),
        "$n": ("Name", "bob"),
    }
    assert made.variables["$n"].cases == {"Ann": "ann", "Bob": "bob"}
    assert made.enums["Name"].raw == "String"


def test_the_context_decides_which_enum_a_bare_case_is_of() -> None:
    other = '<<enum Tree>>\n<<case Oak = "oak">>\n<<case Pear = "tree">>\n<<endenum>>\n'
    body = FOOD + other + "<<declare $t = Tree.Oak>>\n<<set $t = .Pear>>\n{$t}\n<<if $t == .Pear>>\nyes\n<<endif>>"
    assert told(body) == ["tree", "yes", "END"]
    assert codes(FOOD + other + "<<set $x = .Pear>>") == ["YS0038"]
    assert codes(FOOD + other + "<<declare $x = .Apple>>") == []


def test_an_undeclared_variable_of_an_enum_starts_at_the_first_case() -> None:
    assert told(NAME + "{$n}\n<<set $n = .Bob>>\n{$n}") == ["ann", "bob", "END"]


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("<<enum E>>\n<<endenum>>", ["YS0035"]),
        ("<<enum E>>\n<<case A>>\n<<case A>>\n<<endenum>>", ["YS0035"]),
        ("<<enum E>>\n<<case A = 1>>\n<<case B>>\n<<endenum>>", ["YS0035"]),
        ('<<enum E>>\n<<case A = 1>>\n<<case B = "b">>\n<<endenum>>', ["YS0035"]),
        ("<<enum E>>\n<<case A = 1>>\n<<case B = 1>>\n<<endenum>>", ["YS0035"]),
        ("<<enum E>>\n<<case A = true>>\n<<endenum>>", ["YS0037"]),
        ("<<enum E>>\n<<case A = 1 + 1>>\n<<endenum>>", ["YS0037"]),
        (FOOD + FOOD, ["YS0040"]),
        ("<<enum Number>>\n<<case A>>\n<<endenum>>", ["YS0040"]),
        ("<<enum E>>\n<<case A>>", ["YS0007"]),
        ("<<enum E>>\nAnn: Hi\n<<case A>>\n<<endenum>>", ["YS0005"]),
        ("<<case A>>", ["YS0005"]),
        ("<<endenum>>", ["YS0005"]),
        ("<<enum>>\n<<case A>>\n<<endenum>>", ["YS0005"]),
        (FOOD + "{Food.Plum}", ["YS0038"]),
        (FOOD + "{Fod.Apple}", ["YS0038"]),
        (FOOD + "<<if Food.Apple > Food.Pear>>\n<<endif>>", ["YS0050", "YS0050"]),
        (FOOD + "{Food.Apple + Food.Pear}", ["YS0050"]),
        (FOOD + NAME + "<<if Food.Apple == Name.Ann>>\n<<endif>>", ["YS0050"]),
        (FOOD + "<<declare $x = 1 as Fod>>", ["YS0053"]),
        (FOOD + "<<declare $x = 1 as Food>>", ["YS0053"]),
        (FOOD + "<<declare $x = .Apple as Food>>", []),
    ],
)
def test_mistakes_of_enums(body: str, found: list[str]) -> None:
    assert codes(body) == found


def test_an_enum_stands_where_its_raw_type_is_wanted() -> None:
    functions = {"say": Signature(("String",), 1, returns="Bool")}
    assert codes(NAME + "<<call say(Name.Ann)>>", functions=functions) == []
    assert codes(FOOD + "<<call say(Food.Pear)>>", functions=functions) == ["YS0050"]
    assert codes(FOOD + "{number(Food.Pear) + 1}") == []


def test_the_raw_value_that_a_function_gets() -> None:
    seen: list[object] = []
    made = program(NAME + "<<call say(Name.Bob)>>")
    Telling(made, functions={"say": seen.append}).start()
    assert seen == ["bob"]


# Smart variables ------------------------------------------------------------------------------------------------------


def test_a_smart_variable_is_worked_out_at_every_read() -> None:
    body = "<<declare $gold = 1>>\n<<declare $rich = $gold > 5>>\n<<declare $proud = $rich and true>>\n"
    assert told(body + "{$proud}\n<<set $gold = 9>>\n{$proud}") == ["False", "True", "END"]
    made = program(body)
    assert value_of(made, State(None, {"$gold": 7.0}), "$proud") is True
    assert value_of(made, State(), "$gold") == 1.0
    with pytest.raises(DialogueError) as caught:
        value_of(made, State(), "$glod")
    assert caught.value.hint == "did you mean $gold?"


def test_a_smart_variable_may_call_the_host() -> None:
    made = program("<<declare $x = gold() + 1>>\n{$x}")
    assert Telling(made, functions={"gold": lambda: 4}).start() == ["5", "END"]


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("<<declare $x = (1)>>\n<<set $x = 2>>", ["YS0030"]),
        ("<<declare $x = -1>>\n<<set $x += 1>>", []),
        ("<<declare $x = -(1)>>\n<<set $x += 1>>", ["YS0030"]),
        ("<<declare $a = $b + 1>>\n<<declare $b = $a - 1>>", ["YS0045"]),
        ("<<declare $a = $a or true>>", ["YS0045"]),
        ("<<declare $a = $b>>\n<<declare $b = $c>>\n<<declare $c = $b>>\n<<declare $d = $b or true>>", ["YS0045"]),
        ("<<declare $a = 1 + 1 as String>>", ["YS0053"]),
        ("<<declare $a = 1 > 0>>\n{$a + 1}", ["YS0050"]),
        ("<<declare $a = somefunc()>>", ["YS0028"]),
    ],
)
def test_mistakes_of_smart_variables(body: str, found: list[str]) -> None:
    assert codes(body) == found


def test_long_chains_of_smart_variables_are_refused_and_loops_do_not_recurse() -> None:
    chain = "<<declare $v0 = 1>>\n" + "\n".join(f"<<declare $v{n + 1} = $v{n} + 1>>" for n in range(2000))
    assert codes(chain) == ["TW-YARN-02"]
    short = "<<declare $v0 = 1>>\n" + "\n".join(f"<<declare $v{n + 1} = $v{n} + 1>>" for n in range(50))
    assert told(short + "\n{$v50}") == ["51", "END"]


# Language versions ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("body", [FOOD, "=> a", "<<declare $x = (1)>>"])
def test_version_2_has_no_enums_groups_and_smart_variables(body: str) -> None:
    assert codes(body, language=2) == ["YS0036"]


def test_version_2_has_no_node_groups() -> None:
    group = node("x", "G", "when: always\nsubtitle: A\n")
    assert codes("Hi", group, language=2) == ["YS0036"]
    assert codes("<<once>>\nHi #line:a\n<<endonce>>\n<<detour Start>>\n<<declare $x = 1>>", language=2) == []


def test_unknown_functions_are_inferred_too() -> None:
    made = compile({"Test": node("<<declare $a = 1>>\n<<set $a = f(true)>>\n<<if g()>>\n<<endif>>")})
    assert [(use.name, use.returns) for use in made.functions] == [("f", "Number"), ("g", "Bool")]
    assert codes("<<declare $a = 1>>\n<<set $a = f(true)>>\n<<set $a = f(1)>>") == ["YS0050"]
