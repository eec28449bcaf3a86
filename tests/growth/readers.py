"""Every reader of foreign text, by a name: what it is given is one text."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from talewright.config import IniDocument, Records, parse_value
from talewright.config.layers.merge import ConfigMap
from talewright.config.layers.traps import lint
from talewright.config.text.formatting import formatted
from talewright.config.text.threeway import merge as merge_three
from talewright.config.values import grammar as values
from talewright.config.values import parts
from talewright.config.values.dialects import PlainRule
from talewright.config.values.literals import ObjectRef, Text
from talewright.defold.collections import CollectionDesc
from talewright.defold.gui import GuiDesc
from talewright.defold.inputs import InputBinding
from talewright.defold.objects import PrototypeDesc
from talewright.defold.properties import PropertyDesc
from talewright.defold.reading import Reading, read_text
from talewright.defold.settings import read_settings
from talewright.defold.source import Source as TextSource
from talewright.diagnostics import Report
from talewright.dialogue import compile, outline_of, parse_markup
from talewright.dialogue.program.builtins import BUILTINS, BadValue
from talewright.dialogue.program.outline import Outline
from talewright.dialogue.syntax.source import Source, file_tags
from talewright.dialogue.text.translating import pseudo
from talewright.dialogue.tools.csv_tables import from_csv
from talewright.dialogue.tools.definitions import from_ysls
from talewright.dialogue.tools.plan_steps import read_plan
from talewright.dialogue.tools.po_tables import from_po
from talewright.dialogue.tools.portable import check_portable
from talewright.dialogue.tools.text_lint import lint_texts
from talewright.game.console import split as split_line
from talewright.game.playlog import HEAD, LoggedRun
from talewright.messaging.address import ids
from talewright.messaging.address.url import split as split_url
from talewright.names import closest, misspelt, slips
from talewright.project.code.offered import read_names
from talewright.project.identity.lock import parse_lock
from talewright.project.scan.extract import extract
from talewright.project.uses.finder import Finder, parsed
from talewright.savegame import SaveDocument
from talewright.savegame.exchange import from_json as save_from_json
from talewright.savegame.reading import read_head
from talewright.tags import TagContainer, TagQuery, TagRegistry
from talewright.tags.editing.tag_file import TagFile
from talewright.tags.editing.tag_search import find_uses_in
from talewright.tags.files.source_order import load_tag_files
from talewright.tags.files.tag_lists import read_old_redirects
from talewright.tags.files.tag_tables import read_tag_table
from talewright.tags.values.grants import TagGrants
from talewright.testing.coverage.coverage import Coverage
from talewright.testing.exploring.domains import Domain
from talewright.testing.plans.players import CountingPlayer
from talewright.testing.plans.playing import play_plan

LIST = "/Script/GameplayTags.GameplayTagsList"


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _ini(text: str) -> IniDocument:
    document = IniDocument.from_text(text, "DefaultGame.ini")
    for section in document.section_names():
        document.entries(section)
    _ = document.report
    return document


@dataclass(frozen=True)
class Hero:
    name: str = ""
    count: int = 0
    weight: float = 0.0
    tags: tuple[str, ...] = ()
    k: tuple[str, ...] = ()
    a: tuple[int, ...] = ()


def _edited(text: str) -> None:
    document = _ini(text)
    document.set_all("S", "k", ["2"])
    document.to_text()


def _merged(text: str) -> None:
    base, mine, theirs = _ini(text), _ini(text + "\n[Z]\na=1\n"), _ini("[Y]\nb=1\n" + text)
    merge_three(base, mine, theirs)


def _layers(text: str) -> None:
    values = ConfigMap([(_ini("[S]\nk=1\n"), PlainRule.ROOT), (_ini(text), PlainRule.OVERLAY)])
    for section in values.section_names():
        for key in values.keys(section):
            values.values(section, key)
    _ = values.report


def _body(text: str) -> str:
    return f"title: Start\n---\n{text}\n===\n"


def _yarn(text: str) -> None:
    compile({"Smith": text}, whole=True, functions=("f",), commands={"wait": None})


def _row(text: str) -> str:
    return " ".join(text.replace("\r", "\n").split("\n"))


def _elements(text: str) -> None:
    outline_of(compile({"Smith": text}))
    extract("Smith", text)


def _tag_list(text: str) -> None:
    registry = TagRegistry()
    load_tag_files(registry, [IniDocument.parse(_bytes(text), "Tags.ini")])
    registry.close()
    for n in range(50):
        registry.near(f"Servr{n}")


def _tag_file(text: str) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "Tags.ini")
        path.write_bytes(_bytes(text))
        file = TagFile.read(path)
        _ = file.generated, file.declared()


def _defold(cls: Any) -> Callable[[str], object]:
    return lambda text: read_text(cls, TextSource("a.x", text), Reading(Report()))


def _near(text: str) -> None:
    from talewright.names import Near

    names = text.split()
    near = Near()
    for name in names:
        near(name, names)


def _long_near(text: str) -> None:
    closest(text, [text[1:], text[:-1] + "z"])
    misspelt(text, [text[1:], text[:-1] + "z"])


def _finder() -> Finder:
    registry = TagRegistry()
    registry.register("Npc.Smith")
    registry.close()
    return Finder(registry, SimpleNamespace(dialogues=()), {})  # type: ignore[arg-type]


def _in_code(text: str) -> None:
    tree = parsed(text)
    if not isinstance(tree, str):
        list(_finder().in_code("a.py", text, tree))


def _number(text: str) -> None:
    with contextlib.suppress(BadValue):
        BUILTINS["number"].call(cast(Any, None), text)


def _story_plan(text: str) -> None:
    play_plan(text, CountingPlayer(compile({"Smith": _body("Ann: Hi\n-> Bye")})), dialogue="Smith")


READERS: dict[str, Callable[[str], object]] = {
    "ini document": _ini,
    "ini bytes": lambda text: IniDocument.parse(_bytes(text), "a.ini").section_names(),
    "ini utf-16": lambda text: IniDocument.parse(b"\xff\xfe" + text.encode("utf-16-le", "surrogatepass"), "a.ini"),
    "ini section": lambda text: _ini(f"[A]\n{text}\n[B]\nk=1\n"),
    "ini value in a document": lambda text: _ini(f"[A]\nk={text}\n+k={text}\n"),
    "ini edited": _edited,
    "ini traps": lambda text: lint(_ini(text)),
    "ini traps of a value": lambda text: lint(_ini(f"[A]\nk={text}\n")),
    "ini formatted": lambda text: formatted(_ini(text)),
    "ini three ways": _merged,
    "ini layers": _layers,
    "ini value": parse_value,
    "ini value in parentheses": lambda text: values.read(f"({text})"),
    "ini value as a field": lambda text: values.read(f"(a={text},b=1)"),
    "ini value prefix": values.parse_prefix,
    "ini parts": lambda text: (parts.parts(f"({text})"), parts.parts(text)),
    "ini literal": lambda text: Text.parse(text),
    "ini literal NSLOCTEXT": lambda text: Text.parse(f"NSLOCTEXT({text}"),
    "ini reference": ObjectRef.parse,
    "ini records": lambda text: Records([_ini(text)], known=[Hero])[Hero],
    "ini records of a value": lambda text: Records(
        [_ini(f"[a Hero]\nname={text}\ntags=({text})\ncount={text}\nweight={text}\n")], known=[Hero]
    )[Hero],
    "ini records of many": lambda text: Records(
        [_ini("".join(f"[n{n} Hero]\n{row}\n" for n, row in enumerate(text.split("\n"))))], known=[Hero]
    )[Hero],
    "tag file": _tag_list,
    "tag file edited": _tag_file,
    "tag file list": lambda text: _tag_list(f"[{LIST}]\n{text}\n"),
    "tag file row": lambda text: _tag_list(f'[{LIST}]\nGameplayTagList=({text})\nGameplayTagList=(Tag="A{text}")\n'),
    "tag file comment": lambda text: _tag_list(f'[{LIST}]\nGameplayTagList=(Tag="A.B",DevComment="{text}")\n'),
    "tag redirects": lambda text: read_old_redirects(
        _ini(f"[/Script/Engine.Engine]\n+GameplayTagRedirects=({text})\n")
    ),
    "tag table": lambda text: read_tag_table(_bytes(text), "a.csv"),
    "tag table rows": lambda text: read_tag_table(_bytes("---,Tag,DevComment\n" + text), "a.csv"),
    "tag table in JSON": lambda text: read_tag_table(_bytes("[" + text), "a.json"),
    "tag query": TagQuery.parse,
    "tag query in ANY": lambda text: TagQuery.parse(f"ANY({text})"),
    "tag container": lambda text: TagContainer.parse(text),
    "tag grants": lambda text: TagGrants.parse(text),
    "tag uses": lambda text: find_uses_in(_bytes(text), ["A.B", "a", "Server"], "a.txt", subtree=True),
    "tag uses in code": lambda text: find_uses_in(_bytes(text), ["A.B", "a", "Server"], "a.py", subtree=True),
    "tag uses in an asset": lambda text: find_uses_in(_bytes(text), ["A.B", "a", "Server"], "a.uasset", subtree=True),
    "yarn": _yarn,
    "yarn body": lambda text: _yarn(_body(text)),
    "yarn row": lambda text: _yarn(_body(_row(text))),
    "yarn speaker": lambda text: _yarn(_body("Ann: " + _row(text))),
    "yarn option": lambda text: _yarn(_body("-> " + _row(text))),
    "yarn command": lambda text: _yarn(_body(f"<<do {_row(text)}>>")),
    "yarn expression": lambda text: _yarn(_body(f"<<set $a to {_row(text)}>>")),
    "yarn condition": lambda text: _yarn(_body(f"<<if {_row(text)}>>\na\n<<endif>>")),
    "yarn hole": lambda text: _yarn(_body(f"a {{{_row(text)}}} b")),
    "yarn hashtags": lambda text: _yarn(_body(f"a #{_row(text)}")),
    "yarn header": lambda text: _yarn(f"title: Start\nwhen: {_row(text)}\ntags: {_row(text)}\n---\na\n===\n"),
    "yarn title": lambda text: _yarn(f"title: {_row(text)}\n---\na\n===\n"),
    "yarn jump": lambda text: _yarn(_body(f"<<jump {_row(text)}>>")),
    "yarn outline": lambda text: _elements(_body(text)),
    "yarn outline of a file": _elements,
    "yarn extract of an option": lambda text: extract("Smith", _body(f"-> {_row(text)} #choice:a #line:b")),
    "yarn extract of a command": lambda text: extract("Smith", _body(f"<<if {_row(text)}>>\na\n<<endif>>")),
    "yarn portable": lambda text: check_portable(Source("A", "A.yarn", text)),
    "yarn file tags": file_tags,
    "outline": lambda text: _suppressed(Outline.from_bytes, _bytes(text)),
    "markup": parse_markup,
    "markup marker": lambda text: parse_markup(f"[a x={text}]b[/a]"),
    "markup quoted": lambda text: parse_markup(f'[a x="{text}"]b[/a]'),
    "markup select": lambda text: parse_markup(f"[select value=a {text}/]"),
    "markup plural": lambda text: parse_markup(f'[plural value={text} one="a" other="b"/]'),
    "markup number": lambda text: parse_markup(f"[plural value=1{text.replace(' ', '')} other=b/]"),
    "markup inside": lambda text: parse_markup(f"[a]{text}[/a]"),
    "official plan": read_plan,
    "official plan step": lambda text: read_plan(f"line: {_row(text)}"),
    "official plan text": lambda text: read_plan(f"line: `a` {_row(text)}"),
    "story plan": _story_plan,
    "story plan with hashtags": lambda text: _story_plan(f"{text}\nhashtags: compare\n"),
    "references in a script": lambda text: list(_finder().in_dialogue("a.yarn", "A", _body(_row(text)))),
    "references in a command": lambda text: list(_finder().in_dialogue("a.yarn", "A", _body(f"<<{_row(text)}>>"))),
    "references in a when": lambda text: list(
        _finder().in_dialogue("a.yarn", "A", f"title: A\nwhen: {_row(text)}\n---\n===\n")
    ),
    "references in an ini": lambda text: list(_finder().in_ini("a.ini", text)),
    "references in a value": lambda text: list(_finder().in_ini("a.ini", f"k={_row(text)}")),
    "references in a save": lambda text: list(_finder().in_save("a.sav", text)),
    "references in code": _in_code,
    "language for tests": pseudo,
    "texts linted": lambda text: lint_texts(compile({"A": _body(f'{{"{_row(text)}"}} {_row(text)}')})),
    "number of a script": _number,
    "property of a script": lambda text: PropertyDesc("speed", text).typed,
    "domain": Domain.parse,
    "domain value": lambda text: Domain.parse(f'$a in a,b{text}"'),
    "domain values": lambda text: Domain.parse(f"$a in {text}"),
    "table of texts": from_csv,
    "table of texts rows": lambda text: from_csv("language,id,text,file,node,lineNumber,lock,comment\n" + text),
    "PO": from_po,
    "PO entry": lambda text: from_po(f'msgid "a"\nmsgstr "{text}"\n'),
    "save": lambda text: SaveDocument.parse(_bytes(text), "a.sav"),
    "save head": lambda text: read_head(_bytes(text), "a.sav"),
    "save header": lambda text: SaveDocument.parse(_bytes(f"[SaveHeader]\nFormat=2\nTitle={text}\n\n"), "a.sav"),
    "save in JSON": lambda text: save_from_json(text),
    "save in JSON fields": lambda text: save_from_json(
        '{"header": {}, "sections": [{"name": "a", "class": "b", "fields": {"a": ' + text
    ),
    "save value": lambda text: SaveDocument.parse(_bytes(f"[SaveHeader]\nFormat=2\n\n[a B]\nk={text}\n"), "a.sav"),
    "save section": lambda text: SaveDocument.parse(_bytes(f"[SaveHeader]\nFormat=2\n\n[a B]\n{text}\n"), "a.sav"),
    "play log": LoggedRun.read,
    "play log steps": lambda text: LoggedRun.read(f"{HEAD}\nseed 1\nstates true\n{text}\n"),
    "play log seed": lambda text: LoggedRun.read(f"{HEAD}\nseed {text}\nstates true\nstart\n"),
    "lock": lambda text: parse_lock(_bytes(text), Report()),
    "definitions": lambda text: from_ysls(text, "a.ysls.json"),
    "names in code": lambda text: read_names(text, "a.py", Report()),
    "collection": _defold(CollectionDesc),
    "collection instance": lambda text: _defold(CollectionDesc)(f'name: "a"\ninstances {{ id: {text} }}'),
    "game object": _defold(PrototypeDesc),
    "game object data": lambda text: _defold(PrototypeDesc)(
        f'embedded_components {{ id: "a" type: "sprite" data: "{text}" }}'
    ),
    "gui": _defold(GuiDesc),
    "input binding": _defold(InputBinding),
    "game.project": lambda text: read_settings(_bytes(text), "game.project", Report()),
    "game.project value": lambda text: read_settings(
        _bytes(f"[display]\nupdate_frequency = {text}\n"), "game.project", Report()
    ),
    "address": split_url,
    "object id": ids.object_id,
    "component id": ids.component_id,
    "world name": ids.world_name,
    "command line": split_line,
    "near names": _near,
    "near long names": _long_near,
    "slips": lambda text: slips([f"Server{word}" for word in text.split()]),  # shorter ones are not compared
    "coverage": lambda text: _suppressed(Coverage.from_plain, text),
}


def _suppressed(read: Callable[..., object], *given: object) -> None:
    """Read with what raises a plain `ValueError`, as its documentation says."""
    try:
        read(*given)
    except ValueError:
        pass
