"""One check: whatever opens or checks a project finds the same in it (faults §6 A1)."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypeAlias

import pytest

from talewright.cli.main import run
from talewright.diagnostics import Diagnostic, Report
from talewright.errors import ProjectError
from talewright.game import Game
from talewright.project import Project

Found: TypeAlias = list[tuple[str, str, int, int]]

CODE = """from __future__ import annotations
from enum import Enum as E
from typing import Literal, Optional
import talewright as tw
from talewright import command as order, function, Item, Script, on, Tag
from items import Weapon, pay
from more import *

class Mood(E):
    Angry = 1
    Calm = 2

class Shout: ...

class Smith(Script):
    @on("insulted")
    def insulted(self, message, sender): ...

@order
def give(game, item: Item, count: int = 1): ...

@tw.command
def wield(game, weapon: "Weapon"): ...

@order
def feel(game, mood: Mood, *more: Mood): ...

@order
def door(game, state: Literal["open", "shut"]): ...

@order
def fee(game, share: float, sure: bool = False, *, quiet: bool = True): ...

@order
def say(game, text: str, who: Optional[int] = None): ...

@order
def grant(game, tag: Tag, count: int = 1): ...

@function
def held(game, count: int, tag: Tag) -> bool: return True

@function
def rep(game, of: int) -> float: return 1.0

@function
def has(game, item: Item, *others: Item) -> bool: return True

@function
def pick(game, what: Literal["a", "b"]) -> str: return ""
"""
FILES = {
    "Config/DefaultGame.ini": "[Project]\nName=Smith\n",
    "Config/Items.ini": "[crown SapituItem]\nDisplayName=Crown\n\n[rapier Weapon]\nDisplayName=Rapier\n",
    "Config/Tags/Skills.ini": '[/Script/GameplayTags.GameplayTagsList]\nGameplayTagList=(Tag="LBR.Skills.Forging")\n',
    "scripts.py": CODE,
    "items.py": "from dataclasses import dataclass\nfrom talewright import Item, command\n\n"
    "@dataclass(frozen=True)\nclass Weapon(Item):\n    damage: int = 1\n\n@command\ndef pay(game, coins: int): ...\n",
    "more.py": "from talewright import command\n\n@command\ndef nod(game): ...\n",
}
SCRIPT = """title: Forge
uid: f1
---
<<declare $gold = 5>>
<<declare $name = "x">>
{}
Smith: {{$gold}} {{$name}}? #line:a
===
"""
AT = 6

FAULTS: dict[str, tuple[str, str]] = {
    "no such item": ("<<give crwon>>", "TW-YARN-61"),
    "an item of another class": ("<<wield crown>>", "TW-YARN-61"),
    "no such weapon": ("<<wield rapeir>>", "TW-YARN-61"),
    "no such member": ("<<feel angri>>", "TW-YARN-61"),
    "no such member among more": ("<<feel calm angry clam>>", "TW-YARN-61"),
    "no such literal": ("<<door ajar>>", "TW-YARN-61"),
    "no whole number": ("<<give crown two>>", "TW-YARN-61"),
    "no number": ("<<fee much>>", "TW-YARN-61"),
    "no truth": ("<<fee 1 perhaps>>", "TW-YARN-61"),
    "no number where there may be none": ("<<say hi nobody>>", "TW-YARN-61"),
    "a number of a neighbour's command": ("<<pay all>>", "TW-YARN-61"),
    "no word": ("<<give>>", "YS0061"),
    "too many words": ("<<door open wide>>", "YS0061"),
    "a word for none": ("<<nod twice>>", "YS0061"),
    "no such command": ("<<gvie crown>>", "YS0060"),
    "a number for an item": ("<<give {$gold}>>", "TW-YARN-62"),
    "a text for a number": ("<<give crown {$name}>>", "TW-YARN-62"),
    "a number for a text": ("<<say {$gold}>>", "TW-YARN-62"),
    "a number for a member": ("<<feel {$gold}>>", "TW-YARN-62"),
    "a text for a function's number": ('{rep("x")}', "YS0050"),
    "too few for a function": ("{rep()}", "YS0014"),
    "no such function": ("{repp(1)}", "YS0013"),
    "no such item in a call": ('<<if has("crwon")>>\n<<endif>>', "TW-YARN-61"),
    "no such item behind others in a call": ('<<if has("crown", "rapeir")>>\n<<endif>>', "TW-YARN-61"),
    "no such literal in a call": ('{pick("c")}', "TW-YARN-61"),
    "a number for an item in a call": ("<<if has($gold)>>\n<<endif>>", "YS0050"),
    "no such node": ("<<jump Forgr>>", "YS0012"),
    "no syntax": ("<<if $gold = >>\n<<endif>>", "YS0005"),
    "no such variable": ("<<if $gld > 1>>\n<<endif>>", "YS0003"),
    "an option without an id": ("-> Yes", "TW-YARN-14"),
    "no such tag": ('{plays("LBR.Dialogues.Nobody")}', "TW-REF-01"),
    "a tag that does not begin like one": ("<<grant LBRR.Skills.Forging>>", "TW-REF-01"),
    "a tag of one word": ('<<grant "Forgingg" 2>>', "TW-REF-01"),
    "a tag in a call": ('<<if held(1, "LBR.Skills.Forgin")>>\n<<endif>>', "TW-REF-01"),
    "a number for a tag": ("<<grant {$gold}>>", "TW-YARN-62"),
    "never used": ("<<declare $more = 1>>", "YS0010"),
}


def write(root: Path, files: Mapping[str, str | bytes]) -> Path:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return root


def kept(found: Iterable[Diagnostic]) -> Found:
    return sorted((one.code, one.span.file, one.span.line, one.span.column) for one in found)


def opened(root: Path) -> Report:
    try:
        return Project.open(root).report
    except ProjectError as error:
        return error.report


def played(root: Path) -> Report:
    try:
        return Game.open(root).project.report
    except ProjectError as error:
        return error.report


def printed(text: str) -> Found:
    found = []
    for row in text.splitlines():
        place, _, rest = row.partition(": ")
        severity, _, behind = rest.partition(" ")
        if severity in ("error", "warning", "information") and place.count(":") == 2:
            file, line, column = place.split(":")
            found.append((behind.partition(":")[0], file, int(line), int(column)))
    return sorted(found)


def entry_points(root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> dict[str, Found]:
    """Give what each way to look at a project finds, by its name."""
    capsys.readouterr()
    found = {"Project.check": kept(Project.check(root)), "Project.open": kept(opened(root))}
    found["Game.open"] = kept(played(root))
    for name, words in {
        "check": ["check", root.as_posix(), "--all"],
        "cook": ["cook", root.as_posix(), "--check", "--all"],
        "play": ["play", root.as_posix(), "--script", os.devnull, "--all"],
    }.items():
        run(words)
        out, err = capsys.readouterr()
        found[name] = [one for one in printed(out + err) if not one[0].startswith("TW-COOK")]
    monkeypatch.chdir(root)
    link = root.parent / "elsewhere.yarn"
    link.symlink_to(root / "Dialogues/Act 1/D_Smith.yarn")
    paths = {"folder": ".", "file": "Dialogues/Act 1/D_Smith.yarn", "Dialogues": "Dialogues", "Act": "Dialogues/Act 1"}
    paths |= {"absolute": (root / "Dialogues/Act 1/D_Smith.yarn").as_posix(), "link": link.as_posix()}
    for name, path in paths.items():
        run(["dialogue", "check", path, "--json"])
        rows = json.loads(capsys.readouterr().out)
        here = root.resolve().as_posix() + "/"
        found[f"dialogue check {name}"] = sorted(
            (r["code"], r["file"].removeprefix(here), r["line"], r["column"]) for r in rows
        )
    return found


@pytest.mark.parametrize("fault", FAULTS)
def test_every_entry_point_finds_the_same(
    fault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text, code = FAULTS[fault]
    root = write(tmp_path / "game", {**FILES, "Dialogues/Act 1/D_Smith.yarn": SCRIPT.format(text)})
    found = entry_points(root, capsys, monkeypatch)
    expected = found["Project.check"]
    assert (code, "Dialogues/Act 1/D_Smith.yarn", AT) in {one[:3] for one in expected}, expected
    assert found == dict.fromkeys(found, expected)


def test_what_is_right_has_no_finding_anywhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    right = [
        "<<give CROWN 2>>", "<<give rapier>>", "<<wield rapier>>", "<<feel Angry calm>>", "<<door Open>>", "<<nod>>",
        "<<fee 1.5 yes>>", "<<say hello 3>>", '<<say "{$gold} coins">>', "<<say {string($gold)}>>", "<<pay {$gold}>>",
        "<<grant LBR.Skills.Forging 2>>", '<<grant "lbr.skills.forging">>', "<<grant {$name}>>",
        '<<if held(1, "LBR.Skills.Forging") and held(2, $name)>>\n<<endif>>',
        "<<give {$name} {$gold}>>", "<<insulted loudly>>", "<<wait 2>>", '<<if has("crown", "RAPIER")>>\n<<endif>>',
        '{pick("a")}{rep($gold)}',
    ]  # fmt: skip
    root = write(tmp_path / "game", {**FILES, "Dialogues/Act 1/D_Smith.yarn": SCRIPT.format("\n".join(right))})
    found = entry_points(root, capsys, monkeypatch)
    assert {name: rows for name, rows in found.items() if rows} == {}


@pytest.mark.parametrize(
    ("files", "code"),
    [
        ({"scripts.py": "def (:\n"}, "TW-CODE-01"),
        ({"scripts.py": CODE.encode() + b"NAME = '\xe9'\n"}, "TW-CODE-01"),
        ({"scripts.py": CODE + "\n@order\nasync def late(game): ...\n"}, "TW-CODE-05"),
        ({"scripts.py": CODE + "\n@order\ndef nobody(): ...\n"}, "TW-CODE-05"),
        ({"scripts.py": CODE + "\n@order\ndef named(game, *, x): ...\n"}, "TW-CODE-05"),
        ({"more.py": "from talewright import command\n\n@command\ndef nod(): ...\n"}, "TW-CODE-05"),
        ({"Config/Items.ini": FILES["Config/Items.ini"].replace("=Crown", "=Crown\nlevel=(1")}, "TW-INI-20"),
        ({"Dialogues/Smith.yarn": "title: A\n---\nHi #line:b\n===\n"}, "TW-PROJ-06"),
    ],
)  # fmt: skip
def test_faults_beside_the_scripts_are_the_same_everywhere(
    files: dict[str, str | bytes], code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    whole = {**FILES, "Dialogues/Act 1/D_Smith.yarn": SCRIPT.format("Smith: Hi. #line:hi"), **files}
    found = entry_points(write(tmp_path / "game", whole), capsys, monkeypatch)
    assert code in {one[0] for one in found["Project.check"]}
    assert found == dict.fromkeys(found, found["Project.check"])


BARE = {**FILES, "Dialogues/D_Inn.yarn": "title: Inn\nuid: i1\n---\nAnn: In. #line:in\n<<jump Forge>>\n===\n"}
"""With a script that leads into another one, so that neither is alone."""


@pytest.mark.parametrize("fault", ["no such item", "a text for a number", "no syntax", "no such function", "no word"])
def test_a_search_of_a_file_knows_what_a_check_of_it_knows(
    fault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text, code = FAULTS[fault]
    root = write(tmp_path / "game", {**BARE, "Dialogues/Act 1/D_Smith.yarn": SCRIPT.format(text)})
    expected = next(one for one in Project.check(root) if one.code == code)
    monkeypatch.chdir(root)
    for path in (".", "Dialogues/Act 1/D_Smith.yarn", "Dialogues"):
        assert run(["dialogue", "explore", path, "--format", "sarif"]) == 1
        results = json.loads(capsys.readouterr().out)["runs"][0]["results"]
        regions = [one["locations"][0]["physicalLocation"]["region"] for one in results]
        found = [one["message"]["text"].partition("\n")[0] for one in results]
        assert expected.message in found
        assert regions[found.index(expected.message)]["startLine"] == AT


@pytest.mark.parametrize(
    ("files", "code"),
    [
        ({"scripts.py": "def (:\n"}, "TW-CODE-01"),
        ({"Dialogues/Act 2/D_Inn.yarn": SCRIPT.format("")}, "TW-PROJ-03"),
        ({"Config/Items.ini": "[crown SapituItem]\nx=(1\n"}, "TW-PROJ-02"),
    ],
)
def test_a_search_of_a_file_begins_where_a_check_finds_no_error(
    files: dict[str, str | bytes], code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    root = write(tmp_path / "game", {**BARE, "Dialogues/Act 1/D_Smith.yarn": SCRIPT.format("Hi. #line:hi"), **files})
    errors = kept(Project.check(root).errors)
    assert code in {one[0] for one in errors}
    monkeypatch.chdir(root)
    for words in (["explore"], ["strings", "lint"], ["coverage", "--data", os.devnull]):
        assert run(["dialogue", *words, "Dialogues/D_Inn.yarn"]) == 1
        assert printed(capsys.readouterr().err) == errors


def test_texts_of_a_file_are_those_of_this_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write(tmp_path / "game", {**BARE, "Dialogues/Act 1/D_Smith.yarn": SCRIPT.format("Hi. #line:hi")})
    monkeypatch.chdir(root)
    assert run(["dialogue", "strings", "export", "de.csv", "Dialogues/D_Inn.yarn"]) == 0
    table = (root / "de.csv").read_text("utf-8")
    assert "line:in" in table
    assert "line:hi" not in table


OWN = """from __future__ import annotations
from dataclasses import dataclass, field
from enum import Enum, IntFlag
from typing import Annotated, ClassVar, Literal, Optional
import talewright as tw
from talewright import migration, command, Script, Tag
from talewright.config import globalconfig

class Mood(Enum):
    Calm = "c"
    Angry = "a"

@dataclass(frozen=True)
class Blow:
    power: int = 1
    kind: Literal["cut", "stab"] = "cut"

@dataclass(frozen=True)
class Base(tw.Item):
    damage: int = 1
    tags: list[str] = field(default_factory=list)

@dataclass(frozen=True)
class Weapon(Base):
    mood: Mood = Mood.Calm
    range: Annotated[float, "m"] = 1.5
    blow: Blow = Blow(power=3)
    owner: Optional[int] = None
    level: int = 2 * 3
    whole: tuple[int, int] = (1, 2)

@dataclass(frozen=True)
class Town:
    class_name: ClassVar[str] = "City"
    people: int
    by_name: dict[str, int] = field(default_factory=dict)

@dataclass
class Rules:
    class_name: ClassVar[str] = "My.Rules"
    speed: float = 1.0
    deadly: bool = globalconfig(False)

class Gate(Script):
    open: bool = False
    face: Mood = Mood.Calm
"""
OWN_FAULTS = {
    "a number of a record": ("Config/A.ini", "[rapier Weapon]\ndamage=abc\n", "TW-INI"),
    "a number of a base": ("Config/A.ini", "[rapier Base]\ndamage=1x\n", "TW-INI"),
    "a member of an enum": ("Config/A.ini", "[rapier Weapon]\nmood=Clam\n", "TW-INI"),
    "a number in a struct": ("Config/A.ini", "[rapier Weapon]\nblow=(power=x)\n", "TW-INI"),
    "a literal in a struct": ("Config/A.ini", "[rapier Weapon]\nblow=(kind=slash)\n", "TW-INI"),
    "a key that is no field": ("Config/A.ini", "[rapier Weapon]\ndamge=3\n", "TW-INI"),
    "a default that is worked out": ("Config/A.ini", "[rapier Weapon]\nlevel=high\n", "TW-INI"),
    "a field that is not given": ("Config/A.ini", "[Bree City]\n", "TW-INI-23"),
    "an id twice in a family": ("Config/A.ini", "[rapier Weapon]\n[rapier Base]\n", "TW-INI-40"),
    "a setting": ("Config/DefaultGame.ini", "[Project]\nName=A\n[My.Rules]\nspeed=fast\n", "TW-INI"),
    "a setting that is no field": ("Config/DefaultGame.ini", "[Project]\nName=A\n[My.Rules]\nsped=1\n", "TW-INI"),
    "a truth of a setting": ("Config/DefaultGame.ini", "[Project]\nName=A\n[My.Rules]\ndeadly=perhaps\n", "TW-INI"),
}


@pytest.mark.parametrize("fault", OWN_FAULTS)
def test_values_of_own_classes_are_checked_without_running_them(fault: str, tmp_path: Path) -> None:
    file, text, code = OWN_FAULTS[fault]
    files = {"Config/DefaultGame.ini": "[Project]\nName=A\n", "scripts.py": OWN, file: text}
    root = write(tmp_path, files)
    found = list(map(str, Project.check(root)))
    assert any(code in one for one in found)
    assert found == list(map(str, opened(root)))


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ("@migration(to=2)\ndef a(save): ...\n@migration(to=2)\ndef b(save): ...\n", "TW-CODE-04"),
        ("@migration(to=2)\ndef a(save): ...\n@migration(4)\ndef b(save): ...\n", "TW-CODE-04"),
        ("@command\ndef nod(game): ...\nfrom more import nod as other\n", "TW-CODE-02"),
        ("@dataclass\nclass Town2:\n    class_name = 'City'\n", "TW-CODE-02"),
        ("@dataclass\nclass Lost:\n    it: Nowhere\n", "TW-CODE-03"),
        ("class Lost(Script):\n    it: Nowhere = None\n", "TW-CODE-03"),
        ("from collections.abc import Callable\nclass Lost(Script):\n    it: Callable = print\n", "TW-CODE-03"),
        ("class Lost(Script):\n    it: list[Gate] = []\n    _it: Nowhere = None\n", None),
    ],
)
def test_what_is_wrong_with_classes_and_migrations_is_found_without_running_them(
    more: str, code: str | None, tmp_path: Path
) -> None:
    files = {"Config/DefaultGame.ini": "[Project]\nName=A\n", "scripts.py": OWN + more, "more.py": FILES["more.py"]}
    root = write(tmp_path, files)
    found = list(map(str, Project.check(root)))
    assert found == list(map(str, opened(root)))
    assert ([one for one in found if code and code in one] != []) == (code is not None)


def test_a_comment_that_is_no_utf_8_is_let_pass_where_python_does(tmp_path: Path) -> None:
    code = b"# caf\xe9\n" + CODE.encode()
    root = write(tmp_path, {**FILES, "scripts.py": code, "Dialogues/D_Smith.yarn": SCRIPT.format("<<give crwon>>")})
    assert [one.code for one in Project.check(root)] == [one.code for one in opened(root)] == ["TW-YARN-61"]


def test_what_only_running_tells_is_no_finding_of_a_check(tmp_path: Path) -> None:
    code = """
from dataclasses import dataclass, make_dataclass
from decimal import Decimal
import elsewhere
from talewright import Item

@dataclass(frozen=True)
class Odd(Item):
    a: Decimal = Decimal(1)
    b: elsewhere.Thing = None
    c: "list[elsewhere.Thing]" = ()
    d: int = elsewhere.number()

@dataclass(frozen=True)
class Far(elsewhere.Base):
    damage: int = 1

Made = make_dataclass("Made", ["x"], frozen=True)
"""
    ini = "[a Odd]\na=(x=1)\nb=anything\nc=(1,2)\nd=3\n[b Far]\ndamage=abc\nother=1\n[c Made]\ny=1\n"
    root = write(tmp_path, {"Config/DefaultGame.ini": "[Project]\nName=A\n", "scripts.py": code, "Config/A.ini": ini})
    assert list(map(str, Project.check(root))) == []


def test_hints_name_what_is_meant(tmp_path: Path) -> None:
    root = write(tmp_path, {**FILES, "Dialogues/D_Smith.yarn": SCRIPT.format("<<give crwon>>")})
    found = next(one for one in Project.check(root) if one.code == "TW-YARN-61")
    assert (str(found.span), found.message) == ("Dialogues/D_Smith.yarn:6:8", "give: no Item is called 'crwon'")
    assert found.hint == "did you mean crown?"


def test_a_check_runs_no_code(tmp_path: Path) -> None:
    code = f"open({str(tmp_path / 'ran')!r}, 'w')\n" + CODE.replace("from __future__ import annotations\n", "")
    root = write(tmp_path / "game", {**FILES, "scripts.py": code, "Dialogues/D_Smith.yarn": SCRIPT.format("<<nod>>")})
    assert Project.check(root) == []
    assert not (tmp_path / "ran").exists()
