"""The document "Message passing" (メッセージパッシング), sentence by sentence.

Each test names, in its docstring, the statement it proves. The world is the document's own: ``main`` holds the
interface, its nested collection ``level`` holds the hero and the enemy.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from talewright.messaging import (
    DEFOLD,
    DEFOLD_2013,
    CollectionProxy,
    GuiScript,
    Message,
    ProxyState,
    Script,
    Url,
    World,
    Worlds,
)


class Listener(Script):
    """Keeps what arrives."""

    heard: list[Any] = []
    _calls: tuple[tuple[str, Any, Url], ...] = ()

    def on_message(self, message_id: str, message: Any, sender: Url) -> None:
        self._calls = (*self._calls, (message_id, message, sender))
        self.heard.append(message_id)

    @property
    def last(self) -> tuple[str, Any, Url]:
        """The newest message."""
        return self._calls[-1]


class Enemy(Script):
    health: int = 200

    def on_message(self, message_id: str, message: Message, sender: Url) -> None:
        if message_id == "punch":
            self.health = self.health - 100


class Mapped(Script):
    """An enemy that says where it is."""

    def on_message(self, message_id: str, message: Message, sender: Url) -> None:
        if message_id == "tell":
            self.post("/interface#gui", "update_minimap", position=self.owner.position)


class Hero(Script):
    score: int = 0

    def on_message(self, message_id: str, message: Message, sender: Url) -> None:
        if message_id == "hit":
            self.post("enemy#controller", "punch")
        elif message_id == "enemy_defeated":
            self.score = self.score + 100
            self.post("/interface#gui", "update_score", score=self.score)


class Interface(GuiScript):
    text: str = ""
    _positions: dict[Url, Any] | None = None

    def init(self) -> None:
        self._positions = {}

    def on_message(self, message_id: str, message: Message, sender: Url) -> None:
        if message_id == "update_score":
            self.text = f"SCORE: {message['score']}"
        elif message_id == "update_minimap":
            assert self._positions is not None
            self._positions[sender] = message["position"]


def started(**policy: Any) -> tuple[Worlds, World]:
    worlds = Worlds()
    world = worlds.create("main", **policy)
    world.spawn("interface", gui=Interface())
    world.spawn("level/hero", controller=Hero())
    world.spawn("level/enemy", controller=Enemy())
    worlds.step()
    return worlds, world


def test_the_hero_punches_the_enemy_by_a_relative_address() -> None:
    """「両方のオブジェクトはコレクション階層の同じ場所にあるため、相対アドレスでの指定を推奨します。」"""
    worlds, world = started()
    world.post("/level/hero#controller", "hit")
    worlds.step()
    assert world.component("/level/enemy#controller", Enemy).health == 100
    assert worlds.faults == []


def test_an_id_of_a_nested_collection_stands_in_front_of_its_objects() -> None:
    """「ID が「level」のコレクション（collection）もあります。」"""
    _, world = started()
    assert [thing.id for thing in world] == ["/interface", "/level/hero", "/level/enemy"]


def test_whoever_sends_punch_the_poor_enemy_is_hurt() -> None:
    """「誰が「punch」メッセージを送信しても、かわいそうな敵はダメージを受けます。」"""
    worlds, world = started()
    stranger = Listener()
    world.spawn("stranger", s=stranger)
    stranger.post("/level/enemy#controller", "punch")
    world.post("/level/enemy#controller", "punch")
    worlds.step()
    assert world.component("/level/enemy#controller", Enemy).health == 0


def test_the_score_goes_to_the_gui_at_the_root() -> None:
    """「「interface」は命名階層のルートにあり、「hero」はルートにないため、相対アドレスを使えません。」"""
    worlds, world = started()
    world.post("/level/hero#controller", "enemy_defeated")
    world.component("/level/hero#controller").post("interface#gui", "update_score", score=1)
    worlds.step()
    assert world.component("/interface#gui", Interface).text == "SCORE: 100"
    assert [f.object for f in worlds.faults] == ["/level/interface"]


def test_scripts_and_gui_scripts_post_to_each_other() -> None:
    """「スクリプト、GUI スクリプト、レンダースクリプトの間では自由にメッセージを送信できます。」"""
    worlds, world = started()
    ear = Listener()
    world.spawn("ear", s=ear)
    world.component("/interface#gui").post("/ear#s", "from_gui")
    world.component("/ear#s").post("/interface#gui", "update_score", score=3)
    worlds.step()
    assert ear.heard == ["from_gui"]
    assert world.component("/interface#gui", Interface).text == "SCORE: 3"


def test_the_minimap_is_keyed_by_the_sender() -> None:
    """「位置を格納する Lua テーブルのキーとして、メッセージの送信元（sender パラメーターで渡されます）を使えます。」"""
    worlds, world = started()
    first = world.spawn("level/rat", position=(1, 2), c=Mapped())
    world.spawn("level/bat", position=(5, 6), c=Mapped())
    for name in ("rat", "bat"):
        world.post(f"/level/{name}", "tell")
    worlds.step()
    first.position = (3, 4)
    world.post("/level/rat", "tell")
    worlds.step()
    gui = world.component("/interface#gui", Interface)
    assert gui._positions == {world.url("/level/rat#c"): (3, 4, 0), world.url("/level/bat#c"): (5, 6, 0)}


def test_posting_adds_to_a_queue_that_is_emptied_in_the_frame() -> None:
    """「msg.post() 関数を呼び出すと、メッセージがメッセージキューに追加されます。
    その後、エンジンはフレームごとにキューを処理し」
    """
    worlds, world = started()
    world.post("/level/enemy#controller", "punch")
    assert world.component("/level/enemy#controller", Enemy).health == 200
    worlds.step()
    assert world.component("/level/enemy#controller", Enemy).health == 100


def test_the_library_handles_some_messages_itself() -> None:
    """「一部のシステムメッセージ（"enable"、"disable"、"set_parent" など）は、エンジンのコードが処理します。」"""
    worlds = Worlds(build=lambda name, world: None)
    world = worlds.create("main")
    world.spawn("loader", proxy=CollectionProxy("level"))
    for message_id in ("load", "enable"):
        world.post("/loader#proxy", message_id)
    worlds.step()
    assert worlds["level"].initialised
    assert world.component("/loader#proxy", CollectionProxy).state is ProxyState.ENABLED


def test_a_script_may_ignore_a_message() -> None:
    """「スクリプトコンポーネントにメッセージを送信し、そのスクリプトのコードがメッセージを無視しても問題ありません。」"""
    worlds, world = started()
    world.post("/level/enemy#controller", "sing")
    worlds.step()
    assert worlds.faults == []


def test_an_unknown_receiver_gives_the_error_line(caplog: pytest.LogCaptureFixture) -> None:
    """「不明な受信先にメッセージを送信しようとすると、Defold はコンソールにエラーを表示します。」"""
    worlds, world = started()
    world.spawn("my_object", script=Listener())
    world.component("/my_object#script").post("dont_exist#script", "hello")
    worlds.step()
    line = (
        "ERROR:GAMEOBJECT: Instance '/dont_exist' could not be found when dispatching message 'hello' "
        "sent from main:/my_object#script"
    )
    assert [str(fault) for fault in worlds.faults] == [line]
    assert [(r.name, r.getMessage()) for r in caplog.records] == [("talewright.messaging", line)]


def test_an_object_as_receiver_is_a_broadcast_to_all_its_components() -> None:
    """「ゲームオブジェクトを送信先に指定すると、そのゲームオブジェクト内のすべてのコンポーネントにメッセージが一斉送信されます。」"""
    worlds, world = started()
    ears = [Listener(), Listener(), Listener()]
    world.spawn("crowd", a=ears[0], b=ears[1], c=ears[2])
    world.post("/crowd", "hear", words=["hush"])
    world.post("/crowd#b", "only_you")
    worlds.step()
    assert [ear.heard for ear in ears] == [["hear"], ["hear", "only_you"], ["hear"]]
    assert ears[0]._calls[0][1]["words"] is not ears[2]._calls[0][1]["words"]


def test_a_message_id_is_its_name() -> None:
    """「message_id: メッセージの名前を表す文字列、またはハッシュ化された文字列です。」"""
    worlds, world = started()
    ear = Listener()
    world.spawn("ear", s=ear)
    world.post("/ear#s", "".join(["my_", "message_", "name"]))
    worlds.step()
    assert ear.last[0] == "my_message_name"


def test_a_message_carries_nested_tables() -> None:
    """「数値、文字列、真偽値、URL、ハッシュ、入れ子のテーブルを渡せます。」"""
    worlds, world = started()
    other = Listener()
    world.spawn("other_object", script=other)
    me = Listener()
    mine = world.spawn("me", script=me)
    inventory = {"sword": True, "shield": True, "bow": True, "arrows": 9}
    me.post("other_object#script", "set_stats", score=100, stars=2, health=4.5, inventory=inventory, who=me.url())
    inventory["arrows"] = 0
    worlds.step()
    assert other.last[1] == {
        "score": 100,
        "stars": 2,
        "health": 4.5,
        "inventory": {"sword": True, "shield": True, "bow": True, "arrows": 9},
        "who": world.url(f"{mine.id}#script"),
    }


def test_a_message_carries_no_functions() -> None:
    """「関数は渡せません。」"""
    _, world = started()
    with pytest.raises(TypeError, match="cannot carry a function"):
        world.post("/level/hero", "call_back", what=print)


def test_a_dot_is_the_current_object() -> None:
    """「.: 現在のゲームオブジェクト（game object）に解決される省略形です。」"""
    worlds, world = started()
    first, second = Listener(), Listener()
    world.spawn("thing", a=first, b=second)
    first.post(".", "acquire")
    worlds.step()
    assert (first.heard, second.heard) == (["acquire"], ["acquire"])


def test_a_hash_is_the_current_component() -> None:
    """「#: 現在のコンポーネント（component）に解決される省略形です。」"""
    worlds, world = started()
    first, second = Listener(), Listener()
    world.spawn("thing", a=first, b=second)
    first.post("#", "reset")
    first.post("#b", "reset_other")
    worlds.step()
    assert (first.heard, second.heard) == (["reset"], ["reset_other"])


def test_what_arrives_is_the_id_the_fields_and_the_sender() -> None:
    """「sender: 送信元の完全な URL を格納します。」 print(sender) --> url: [main:/my_object#script]"""
    worlds, world = started()
    ear, mouth = Listener(), Listener()
    world.spawn("ear", s=ear)
    world.spawn("my_object", script=mouth)
    mouth.post("ear#s", "my_message_name", score=100, value="some string")
    worlds.step()
    message_id, message, sender = ear.last
    assert (message_id, message) == ("my_message_name", {"score": 100, "value": "some string"})
    assert repr(sender) == "url: [main:/my_object#script]"
    assert (sender.socket, sender.path, sender.fragment) == ("main", "/my_object", "script")


def test_without_data_the_table_is_empty() -> None:
    """「データがない場合、テーブルは空です。」"""
    worlds, world = started()
    ear = Listener()
    world.spawn("ear", s=ear)
    world.post("/ear#s", "hello")
    worlds.step()
    assert ear.last[1] == {}
    assert ear.last[1] is not None


def test_a_loaded_world_is_reached_by_its_name() -> None:
    """「受信先アドレスの「socket」フィールドにゲームワールド名を指定することで、新しいワールド内の任意のコンポーネントや
    オブジェクトにメッセージを送信できます。」 msg.post("level:/player#controller", "wake_up")
    """

    def build(name: str, world: World) -> None:
        world.spawn("player", controller=Listener())

    worlds = Worlds(build)
    world = worlds.create("main")
    loader = Listener()
    world.spawn("loader", script=loader, proxy=CollectionProxy("level"))
    worlds.step()
    for message_id in ("load", "init", "enable"):
        loader.post("#proxy", message_id)
        worlds.step()
    assert loader.heard == ["proxy_loaded"]
    loader.post("level:/player#controller", "wake_up")
    worlds.step()
    player = worlds["level"].component("/player#controller", Listener)
    assert player.heard == ["wake_up"]
    assert str(player.last[2]) == "main:/loader#script"


def test_what_a_delivery_posts_is_delivered_in_another_pass() -> None:
    """「配送処理を1巡する間にキューに新しいメッセージが追加された場合、もう1巡処理します。」"""
    worlds, world = started()
    world.post("/level/hero#controller", "hit")
    seen: list[tuple[str, str]] = []
    worlds.on_delivery = lambda url, message_id, message, sender: seen.append((str(url), message_id))
    worlds.step()
    assert seen == [("main:/level/hero#controller", "hit"), ("main:/level/enemy#controller", "punch")]


class Chain(Script):
    """The document's script for counting passes."""

    updates: int = 0
    count: int = 0

    def init(self) -> None:
        print("INIT")
        self.post("#", "msg")

    def update(self, dt: float) -> None:
        if self.updates < 5:
            self.updates = self.updates + 1
            print(f"UPDATE {self.updates}")
            print(f"{self.count} dispatch passes before this update.")
            self.count = 0

    def on_message(self, message_id: str, message: Message, sender: Url) -> None:
        if message_id == "msg":
            self.count = self.count + 1
            self.post("#", "msg")


@pytest.fixture
def chain() -> Callable[..., None]:
    def run(policy: Any) -> None:
        worlds = Worlds()
        worlds.create("main", policy=policy).spawn("object", script=Chain())
        for _ in range(5):
            worlds.step(1 / 60)
        assert worlds.faults == []

    return run


def test_the_chain_prints_the_lines_of_the_manual(
    chain: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    """「init() から最初の update() 呼び出しまでの間に、メッセージキューの配送処理が10回実行されることがわかります。
    その後は、各更新ループで75回実行されます。」
    """
    chain(DEFOLD_2013)
    lines = ["INIT"]
    for n, passes in enumerate((10, 75, 75, 75, 75), 1):
        lines += [f"UPDATE {n}", f"{passes} dispatch passes before this update."]
    assert capsys.readouterr().out.splitlines() == lines


def test_the_number_of_passes_is_limited(chain: Callable[..., None], capsys: pytest.CaptureFixture[str]) -> None:
    """「エンジンがキューを空にしようとする回数には上限があるため」: today 10 a point, so 20 before the first update."""
    chain(DEFOLD)
    passes = [int(line.split()[0]) for line in capsys.readouterr().out.splitlines() if "passes" in line]
    assert passes == [20, 330, 330, 330, 330]
