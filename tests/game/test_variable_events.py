"""Changes of variables and of counts by message (tags.md section 6; the issue of dynamic tags, point 6)."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from talewright.errors import Misuse, NotFound, UnknownTag
from talewright.game import Conversation, Game, Script, Variables
from talewright.messaging import CollectionProxy, Message, Recorder, Url, on
from talewright.project import Project
from talewright.savegame import MemoryStore, SaveDocument

YARN = """title: Forge
---
<<declare $gold = 5>>
<<declare $name = "Ann">>
<<declare $rich = $gold > 6>>
Smith: What do you need? #line:need
-> A sword. <<once>> #choice:need #line:sword
    <<set $gold = $gold - 3>>
    <<set $gold = $gold + 1>>
    <<set $name = "Bob">>
    <<pay 10>>
    <<hit rat>>
    Smith: Here. #line:here
-> No. #line:no
    <<jump Street>>
===
title: Street
---
Smith: And stay out. #line:stay
===
"""

CODE = '''
from talewright.game import Conversation, Game, Script, command, function
from talewright.messaging import CollectionProxy, Url, World, collection


class Ear(Script):
    """Hears everything."""

    topics: list[str] = []
    heard: list[object] = []

    def init(self) -> None:
        for topic in self.topics:
            self.subscribe(topic)

    def on_message(self, message_id: str, message: object, sender: Url) -> None:
        self.heard.append([message_id, dict(message), str(sender)])


class Gone(Ear):
    """Deletes another object, or fails, at the first message."""

    other: str = ""

    def on_message(self, message_id: str, message: object, sender: Url) -> None:
        super().on_message(message_id, message, sender)
        if not self.other:
            raise RuntimeError("too loud")
        self.world[self.other].delete()


@command
def pay(game: Game, much: float) -> None:
    game.variables["gold"] = much


@function
def cheat(game: Game) -> float:
    game.variables["gold"] = 99
    return 1.0


@collection("main")
def new_game(game: Game, world: World) -> None:
    world.spawn("smith", talk=Conversation("Smith"))
    world.spawn("cellar", proxy=CollectionProxy("cellar"))


@collection("cellar")
def cellar(game: Game, world: World) -> None:
    world.spawn("rat", ear=Ear(topics=["$gold"]))
'''

ROOT = "Libretto.Dialogues.Smith"
SMITH = "main:/smith#talk"


@pytest.fixture
def root(folder: Callable[[dict[str, str]], Path]) -> Path:
    return folder({"Dialogues/D_Smith.yarn": YARN, "scripts.py": CODE})


@pytest.fixture
def fresh(root: Path) -> Callable[[], Game]:
    """Make a game of the project; not started."""
    project = Project.open(root)
    return lambda: Game(project, seed=0, saves=MemoryStore())


@pytest.fixture
def game(fresh: Callable[[], Game]) -> Game:
    made = fresh()
    made.start()
    return made


def ear(game: Game, *topics: str, name: str = "ear", cls: str = "Ear", **fields: Any) -> Any:
    script = game.project.code.scripts[cls](topics=list(topics), **fields)
    game.world.spawn(name, ear=script)
    return script


def talk(game: Game) -> Conversation:
    return game.world.component("/smith#talk", Conversation)


def heard(script: Any) -> list[tuple[Any, ...]]:
    """What it heard, short: variables as name, before, value, sender; counts as topic, what, count, total, new, of."""
    found: list[tuple[Any, ...]] = []
    for message_id, m, sender in script.heard:
        if message_id == "variable_changed":
            found.append((m["name"], m["before"], m["value"], sender))
        elif message_id == "gpvar_changed":
            found.append((m["tag"], m["what"], m["count"], m["total"], m["new"], m["changed"]))
        else:
            found.append((message_id,))
    return found


# -- variables


def test_the_host_sets_and_deletes_and_both_are_heard_from_nobody(game: Game) -> None:
    hearing = ear(game, "$gold", "$name")
    game.variables["$gold"] = 7
    game.variables["gold"] = 7
    game.variables["name"] = "Cat"
    del game.variables["gold"]
    assert hearing.heard == []  # a message, so it waits for the next dispatch
    game.step()
    assert heard(hearing) == [("$gold", 5.0, 7.0, ""), ("$name", "Ann", "Cat", ""), ("$gold", 7.0, 5.0, "")]


def test_what_no_dialogue_declares_comes_from_nothing_and_goes_to_nothing(game: Game) -> None:
    hearing = ear(game, "$luck")
    game.variables["luck"] = True
    del game.variables["luck"]
    game.step()
    assert heard(hearing) == [("$luck", None, True, ""), ("$luck", True, None, "")]


def test_a_step_of_a_dialogue_is_told_once_it_is_done_and_a_command_by_itself(game: Game) -> None:
    hearing = ear(game, "$gold", "$name")
    talk(game).start()
    game.step()
    assert heard(hearing) == []  # that a variable takes its declared value is no change of it
    talk(game).choose("sword")
    game.step()
    assert heard(hearing) == [("$gold", 5.0, 3.0, SMITH), ("$name", "Ann", "Bob", SMITH), ("$gold", 3.0, 10.0, "")]


def test_a_change_is_told_before_the_commands_behind_it(game: Game) -> None:
    order: list[str] = []
    ear(game, "$gold")
    talk(game).start()
    game.step()
    game.worlds.on_delivery = lambda url, message_id, message, sender: order.append(message_id)
    talk(game).choose("sword")
    game.step()
    assert order == ["variable_changed", "variable_changed", "hit", "resume_dialogue"]


def test_a_rewind_is_a_change_and_a_load_is_none(game: Game) -> None:
    hearing = ear(game, "$name", f"{ROOT}.Choice_need")
    talk(game).start()
    talk(game).choose("sword")
    game.step()
    saved, then = game.snapshot(), list(hearing.heard)
    talk(game).rewind()
    game.step()
    told = [row for row in heard(hearing) if row[0] == "$name"]
    assert told == [("$name", "Ann", "Bob", SMITH), ("$name", "Bob", "Ann", SMITH)]
    counts = [fields for what, fields, _ in hearing.heard if what == "gpvar_changed" and fields["what"] == "selected"]
    assert [(one["count"], one["total"], one["new"]) for one in counts] == [
        (1, 1, True),
        (1, 2, False),
        (0, 1, False),
        (0, 0, False),
    ]
    game.restore(saved)
    game.step()
    assert game.variables["name"] == "Bob"
    assert hearing.heard == then  # its state came back, and no message with it


def test_what_dialogues_keep_for_themselves_and_what_they_work_out_is_not_told(game: Game) -> None:
    hearing = ear(game, "$rich", "$Yarn.Internal.Once.sword", "gold", "$Gold")
    talk(game).start()
    talk(game).choose("sword")
    game.step()
    assert any(name.startswith("$Yarn.Internal.") for name in game.variables.memory)
    assert hearing.heard == []


def test_a_function_changes_nothing_and_tells_nothing(game: Game) -> None:
    hearing = ear(game, "$gold")
    host = game.dialogue_host()
    with game.evaluating():
        with pytest.raises(Misuse):
            host.functions["cheat"]()
        with pytest.raises(Misuse):
            game.variables.count("Smith", "started")
    game.step()
    assert hearing.heard == []


# -- counts


def test_a_count_is_told_at_the_tag_and_above_it_up_to_the_root(game: Game) -> None:
    hearing = ear(game, "Libretto", f"{ROOT}.Forge", ROOT, "Libretto.Dialogues")
    game.variables.count("Smith.Forge", "started")
    assert game.variables.count("Smith.Forge", "started") == 2
    game.step()
    forge = f"{ROOT}.Forge"
    line = (forge, ROOT, "Libretto.Dialogues", "Libretto")
    assert heard(hearing) == [(tag, "started", n, n, n == 1, forge) for n in (1, 2) for tag in line]
    assert {sender for _, _, sender in hearing.heard} == {""}


def test_new_is_the_first_below_a_tag_and_each_kind_is_counted_for_itself(game: Game) -> None:
    hearing = ear(game, ROOT)
    game.variables.count("Smith.Forge", "started")
    game.variables.count("Smith.Street", "started")
    game.variables.count("Smith.Street", "completed")
    game.step()
    assert heard(hearing) == [
        (ROOT, "started", 1, 1, True, f"{ROOT}.Forge"),
        (ROOT, "started", 1, 2, False, f"{ROOT}.Street"),
        (ROOT, "completed", 1, 1, True, f"{ROOT}.Street"),
    ]


def test_all_counts_have_risen_before_any_is_told(game: Game) -> None:
    seen: list[tuple[int, ...]] = []
    hearing = ear(game, ROOT)
    game.worlds.on_delivery = lambda *_: seen.append(
        tuple(game.variables.gpvar(f"Smith{tag}").started for tag in ("", ".Forge"))
    )
    talk(game).start()
    game.step()
    assert seen[0] == (1, 1)
    need = f"{ROOT}.Choice_need"
    assert heard(hearing) == [
        (ROOT, "started", 1, 1, True, ROOT),
        (ROOT, "started", 1, 2, False, f"{ROOT}.Forge"),
        (ROOT, "offered", 1, 1, True, need),
        (ROOT, "offered", 1, 2, False, f"{need}.Reply_sword"),
        (ROOT, "offered", 1, 3, False, f"{need}.Reply_no"),
    ]
    assert {sender for _, _, sender in hearing.heard} == {SMITH}


def test_a_reply_is_heard_at_its_choice(game: Game) -> None:
    need = f"{ROOT}.Choice_need"
    hearing = ear(game, need)
    talk(game).start()
    talk(game).choose("no")
    game.step()
    assert [row for row in heard(hearing) if row[1] == "selected"] == [
        (need, "selected", 1, 1, True, need),
        (need, "selected", 1, 2, False, f"{need}.Reply_no"),
    ]


def test_what_is_told_is_what_the_variables_say(game: Game) -> None:
    hearing = ear(game, "Libretto")
    for _ in range(3):
        talk(game).start()
        talk(game).choose("no")
        talk(game).advance()
        game.step()
    for what in ("started", "completed", "offered", "selected"):
        totals = [m["total"] for _, m, _ in hearing.heard if m["what"] == what]
        assert totals == list(range(1, game.variables.total("Libretto", what) + 1))
    last = {(m["changed"], m["what"]): m["count"] for _, m, _ in hearing.heard}
    assert {key: getattr(game.variables.gpvar(key[0]), key[1]) for key in last} == last


def test_what_is_written_into_a_gpvar_by_hand_is_not_told(game: Game) -> None:
    hearing = ear(game, ROOT)
    game.variables.gpvar("Smith").started = 4
    game.variables.gpvar("Smith").meta["mood"] = "rude"
    game.step()
    assert hearing.heard == []
    game.variables.count("Smith", "started")
    game.step()
    assert heard(hearing) == [(ROOT, "started", 5, 5, False, ROOT)]


def test_an_unknown_tag_or_kind_cannot_be_counted(game: Game) -> None:
    with pytest.raises(UnknownTag):
        game.variables.count("Smith.Forgo", "started")
    with pytest.raises(Misuse, match="nothing counts 'begun'"):
        game.variables.count("Smith", "begun")
    assert game.variables.gpvars() == {}


# -- topics


@pytest.mark.parametrize(
    ("name", "topic"), [("$gold", "$gold"), ("Smith.Forge", f"{ROOT}.Forge"), ("libretto.dialogues.SMITH", ROOT)]
)
def test_a_topic_is_the_whole_name(game: Game, name: str, topic: str) -> None:
    assert game.variables.topic(name) == topic


def test_a_topic_that_is_never_published_is_an_error(game: Game) -> None:
    variables: Variables = game.variables
    with pytest.raises(NotFound, match=r"\$gild"):
        variables.topic("$gild")
    with pytest.raises(Misuse, match=r"\$rich is worked out"):
        variables.topic("$rich")
    with pytest.raises(UnknownTag):
        variables.topic("Smiht")


def test_a_misspelled_topic_is_a_topic_nobody_publishes(game: Game) -> None:
    hearing = ear(game, "Smith", ROOT.lower())
    game.variables.count("Smith", "started")
    game.step()
    assert hearing.heard == []


def test_one_subscription_is_one_message_and_ended_ones_hear_nothing(game: Game) -> None:
    hearing = ear(game, "$gold", "$gold", "$name")
    hearing.unsubscribe("$name")
    game.variables["gold"] = 6
    game.variables["name"] = "Bob"
    game.step()
    assert heard(hearing) == [("$gold", 5.0, 6.0, "")]


# -- as any message


def test_subscriptions_and_waiting_messages_are_saved(game: Game, fresh: Callable[[], Game]) -> None:
    ear(game, "$gold", f"{ROOT}.Forge")
    game.variables["gold"] = 6
    game.variables.count("Smith.Forge", "started")
    other = fresh()
    other.restore(SaveDocument.parse(game.snapshot().to_bytes()))
    other.variables["gold"] = 8
    other.step()
    other.variables.count("Smith.Forge", "started")
    other.step()
    hearing = other.world.component("/ear#ear")
    forge = f"{ROOT}.Forge"
    assert heard(hearing) == [
        ("$gold", 5.0, 6.0, ""),
        (forge, "started", 1, 1, True, forge),
        ("$gold", 6.0, 8.0, ""),
        (forge, "started", 2, 2, False, forge),
    ]


def test_a_subscription_follows_a_renamed_tag_through_reload_and_load(game: Game, root: Path) -> None:
    game.project.cook()
    hearing = ear(game, f"{ROOT}.Street", "noise")
    saved = game.snapshot().to_bytes()
    script = root / "Dialogues" / "D_Smith.yarn"
    text = YARN.replace("jump Street", "jump Road").replace("title: Street", "title: Road\nformerly: Street")
    script.write_text(text, encoding="utf-8")
    report = game.reload()
    assert report.errors == []
    assert f"who listens to {ROOT}.Street hears {ROOT}.Road now" in [finding.message for finding in report]
    game.variables.count("Smith.Road", "started")
    game.step()
    assert heard(hearing) == [(f"{ROOT}.Road", "started", 1, 1, True, f"{ROOT}.Road")]
    other = Game(Project.open(root), seed=0, saves=MemoryStore())
    moved = other.restore(SaveDocument.parse(saved)).moved
    assert moved == [f"who listens to {ROOT}.Street hears {ROOT}.Road now"]
    again = other.snapshot()
    assert other.restore(again).moved == []
    other.variables.count("Smith.Road", "started")
    other.step()
    assert len(other.world.component("/ear#ear").heard) == 1  # type: ignore[attr-defined]


def test_who_is_deleted_on_the_way_hears_nothing_and_nothing_breaks(game: Game) -> None:
    first = ear(game, "$gold", name="first", cls="Gone", other="/second")
    second = ear(game, "$gold", name="second")
    third = ear(game, "$gold", name="third")
    game.variables["gold"] = 6
    game.step()
    first.unsubscribe("$gold")
    game.variables["gold"] = 7
    game.step()
    assert [len(script.heard) for script in (first, second, third)] == [1, 1, 2]  # deleted at the end of the frame
    assert game.worlds.faults == []


def test_who_fails_stops_nobody(game: Game) -> None:
    loud = ear(game, "$gold", name="loud", cls="Gone")
    hearing = ear(game, "$gold")
    game.variables["gold"] = 6
    game.step()
    assert (len(loud.heard), len(hearing.heard)) == (1, 1)
    assert [fault.code for fault in game.faults] == ["TW-MSG-03"]
    talk(game).start()
    assert talk(game).playing


def test_a_change_too_large_for_a_strict_world_is_a_fault_and_stays(game: Game) -> None:
    hearing = ear(game, "$name")
    game.worlds.strict = True
    game.variables["name"] = "n" * 5000
    game.step()
    assert game.variables["name"] == "n" * 5000
    assert hearing.heard == []
    assert [fault.callback for fault in game.faults] == ["publish('$name')"]


def test_other_worlds_hear_and_one_that_is_not_enabled_hears_later(game: Game) -> None:
    hearing = ear(game, "$gold")
    game.world.post("/cellar#proxy", "load")
    game.step()
    game.world.post("/cellar#proxy", "init")
    game.step()
    game.variables["gold"] = 6
    game.step()
    rat = game.worlds["cellar"].component("/rat#ear")
    assert (len(hearing.heard), len(rat.heard)) == (1, 0)  # type: ignore[attr-defined]
    game.world.post("/cellar#proxy", "enable")
    game.step()
    game.step()
    assert heard(rat) == [("$gold", 5.0, 6.0, "")]
    game.world.post("/cellar#proxy", "unload")
    game.step()
    game.variables["gold"] = 7
    game.step()
    assert len(hearing.heard) == 2
    assert game.faults == []


def test_a_trace_shows_them(game: Game) -> None:
    ear(game, "$gold", ROOT)
    game.trace = Recorder()
    talk(game).start()
    game.variables["gold"] = 6
    game.step()
    posted = [line for line in map(str, game.trace.events) if "changed" in line]
    assert any("gpvar_changed" in line and SMITH in line for line in posted)
    assert any("variable_changed" in line for line in posted)


def test_a_script_answers_a_change_with_a_change(game: Game) -> None:
    class Shop(Script):
        def init(self) -> None:
            self.subscribe("$gold")

        def on_message(self, message_id: str, message: Any, sender: Url) -> None:
            if message["value"] < 3:
                self.game.variables["gold"] = message["value"] + 1

    hearing = ear(game, "$gold")
    game.world.spawn("shop", shop=Shop())
    game.variables["gold"] = 1
    game.step()
    assert [row[2] for row in heard(hearing)] == [1.0, 2.0, 3.0]


def test_the_same_play_tells_the_same(fresh: Callable[[], Game]) -> None:
    def played() -> list[Any]:
        game = fresh()
        game.start()
        hearing = ear(game, "Libretto", "$gold", "$name")
        for option in ("sword", "no"):
            talk(game).start()
            talk(game).choose(option)
            game.step()
            talk(game).advance()
            game.step()
        return list(hearing.heard)

    assert played() == played() != []


def test_a_console_line_is_the_host(game: Game) -> None:
    hearing = ear(game, "$gold")
    game.run("pay 12")
    game.step()
    assert heard(hearing) == [("$gold", 5.0, 12.0, "")]


def test_a_proxy_may_listen_like_any_component(game: Game) -> None:
    game.world.component("/cellar#proxy", CollectionProxy).subscribe("$gold")
    game.variables["gold"] = 6
    game.step()
    assert game.faults == []


def test_the_script_in_the_docs_does_what_it_says(game: Game) -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "game.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"```python\n(class Purse.*?)```", page, re.DOTALL)
    names: dict[str, Any] = {"Script": Script, "Message": Message, "Url": Url, "on": on}
    exec(text, names)
    purse = names["Purse"]()
    game.world.spawn("purse", purse=purse)
    game.variables["gold"] = 3
    game.variables.count("Smith.Forge", "offered")
    game.step()
    assert (purse.label, purse.met) == ("3 (-2)", False)
    talk(game).start()
    game.step()
    assert purse.met is True


def test_a_tag_that_only_a_save_knows_is_part_of_no_sum(game: Game) -> None:
    game.variables.count("Smith.Forge", "started")
    document = game.snapshot()
    document.add_section(f"{ROOT}.Gone", "GPVar")["started"] = 7
    game.restore(document)
    assert game.variables.gpvars()[f"{ROOT}.Gone"].started == 7
    assert game.variables.total("Smith") == 1
