"""Unreal's document on savegames through the config system (Sapitu), one test a statement.

Each docstring names the sentence that the test proves, in the document's own words.
"""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from pathlib import Path
from random import Random

import pytest

from talewright import Game
from talewright.config import Records
from talewright.errors import AlreadyExists, InvalidName, NotFound
from talewright.rpg import Character, Characters, InventoryItem, Item

ITEM_DB = """\
[sword1 SapituItem]
DisplayName=Short sword
level=(min=1,max=10)
weight=(base=10,levelMult=0.5)
value=(base=5,levelMult=1)
"""
BREAD = "[bread SapituItem]\nDisplayName=Bread\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "Config").mkdir()
    (tmp_path / "Config" / "DefaultGame.ini").write_text("[Project]\nPrefix=UT\n")
    (tmp_path / "Config" / "SapituItemDB.ini").write_text(ITEM_DB)
    (tmp_path / "Config" / "DefaultFood.ini").write_text(BREAD)
    return tmp_path


def records(project: Path) -> Records:
    return Records.of_folder(project, known=[Item])


def sapitu(project: Path, seed: int = 0) -> Characters:
    shared = project / "Saved" / "Config" / "UTSapitu.ini"
    return Characters(records(project)[Item], shared=shared, rolls=Random(seed), ids=Random(seed + 1))


def text(project: Path) -> str:
    return (project / "Saved" / "Config" / "UTSapitu.ini").read_text()


def test_characters_and_their_inventory_are_stored(project: Path) -> None:
    """RPG 系ゲーム用の簡単な savegame システムを実装したもので、キャラクターとそのインベントリを格納するこ
    とができます。"""
    game = sapitu(project)
    game.create("ann").add_inventory(game.create_inventory(game.item_type("sword1")))
    game.save("ann")
    loaded = sapitu(project).load("ann")
    assert [item.base.name for item in loaded.inventory] == ["sword1"]


def test_sapitu_consists_of_four_classes(project: Path) -> None:
    """Sapitu の 4 つのクラスは以下のとおりです。"""
    game = sapitu(project)
    ann, bread = game.create("ann"), game.create_inventory(game.item_type("bread"))
    assert (type(game), type(ann), type(bread), type(bread.base)) == (Characters, Character, InventoryItem, Item)
    assert (Character.class_name, InventoryItem.class_name, Item.class_name) == (
        "SapituCharacter",
        "SapituInventory",
        "SapituItem",
    )


# Sapitu クラス


def test_the_database_holds_every_item_of_the_config_files(project: Path) -> None:
    """メソッド loadItemDB は SapituItem インスタンスのデータベースを初期化し、設定ファイル内のすべての SapituItem
    インスタンスの定義を要求します。"""
    assert sorted(sapitu(project).item_types) == ["bread", "sword1"]


def test_an_item_type_is_found_by_its_object_name(project: Path) -> None:
    """getItem メソッドは、指定されたオブジェクト名の実際の SapituItem インスタンスを、現在のデータベースで
    検索する手段を提供するものです。"""
    game = sapitu(project)
    assert game.item_type("sword1").name == "sword1"
    with pytest.raises(NotFound):
        game.item_type("sword2")


def test_the_name_is_internal_and_players_read_another(project: Path) -> None:
    """この名前 (または ID) は内部名で、完成したゲーム画面でこれをプレーヤーに表示することはまずないでしょう。"""
    sword = sapitu(project).item_type("sword1")
    assert (sword.name, sword.DisplayName) == ("sword1", "Short sword")


def test_inventory_items_are_made_from_the_database(project: Path) -> None:
    """項目データベースは、インベントリシステムがインベントリ項目の静的定義を調べ、またはこれを参照して新し
    いインベントリ項目を作成するのに使用されます。"""
    game = sapitu(project)
    assert game.create_inventory(game.item_type("sword1")).base is game.item_type("sword1")


def test_get_characters_gives_the_ids_of_all_that_are_stored(project: Path) -> None:
    """getCharacters メソッドは、登録されているすべてのキャラクターの ID リストを返します。"""
    game = sapitu(project)
    game.create("ann", name="Ann of the Hill")
    game.create("bob")
    game.save("bob")
    game.save("ann")
    assert sapitu(project).stored() == ["bob", "ann"]


@pytest.mark.parametrize("id", ["Ann of the Hill", "an-n", "ann!", "アン"])
def test_an_id_has_no_blank_and_nothing_but_letters_and_digits(project: Path, id: str) -> None:
    """この名前には重要な制約事項があり、空白文字や英数字以外の文字を含めることはできません。"""
    with pytest.raises(InvalidName):
        sapitu(project).create(id)


def test_an_id_does_not_end_in_a_digit(project: Path) -> None:
    """サンプル コードのバグを修正 (オブジェクト名の末尾に数字を使うことはできない)。"""
    game = sapitu(project)
    with pytest.raises(InvalidName, match="ends in a digit"):
        game.create("ann1")
    assert all(not game.create_inventory(game.item_type("sword1")).id[-1].isdigit() for _ in range(20))


def test_an_object_with_a_name_loads_the_settings_of_that_name(project: Path) -> None:
    """SapituCharacter キャラクターは PerObjectConfig と定義されているので、指定されたその名前を持つオブジェ
    クトの設定をロードします。"""
    (project / "Saved" / "Config").mkdir(parents=True)
    (project / "Saved" / "Config" / "UTSapitu.ini").write_bytes(
        b"[MyCharId SapituCharacter]\r\nCharacterName=Ann\r\nHealth=12\r\n\r\n[Other SapituCharacter]\r\nHealth=3\r\n"
    )
    mine = sapitu(project).load("MyCharId")
    assert (mine.id, mine.name, mine.health) == ("MyCharId", "Ann", 12)


def test_loading_and_creating_are_told_apart_by_what_exists(project: Path) -> None:
    """キャラクターのロードと新規作成を明確に区別したいので、指定された ID が存在するかどうかの確認を最初に
    行い、次にロード/作成を承認または拒否します。"""
    game = sapitu(project)
    with pytest.raises(NotFound):
        game.load("ann")
    game.create("ann")
    with pytest.raises(AlreadyExists):
        game.create("ann")


def test_loading_a_character_makes_its_inventory(project: Path) -> None:
    """適切なインスタンスを作成することでキャラクターのロードが終わるのではなく、そのインベントリを初期化し
    なければなりません。"""
    game = sapitu(project)
    ann = game.create("ann")
    for name in ("sword1", "bread"):
        ann.add_inventory(game.create_inventory(game.item_type(name)))
    game.save("ann")
    other = sapitu(project)
    assert [item.id for item in other.load("ann").inventory] == [item.id for item in ann.inventory]
    assert [item.id for item in other.items] == [item.id for item in ann.inventory]


def test_a_character_stores_the_ids_of_its_items(project: Path) -> None:
    """SapituCharacter は、SapityInventory 項目の ID のリスト (SapituCharacter.inventoryRecord) を格納します。"""
    game = sapitu(project)
    ann = game.create("ann")
    ann.add_inventory(game.create_inventory(game.item_type("sword1")))
    game.save("ann")
    assert f"inventoryRecords={ann.inventory[0].id}\n" in text(project)
    path = project / "Saved" / "Config" / "UTSapitu.ini"
    path.write_text(text(project).replace("inventoryRecords", "inventoryRecord"))
    assert len(sapitu(project).load("ann").inventory) == 1


# インベントリ項目の作成


def test_an_inventory_item_is_based_on_one_item_type(project: Path) -> None:
    """インベントリ項目は特定の SapituItem インスタンスに基づくもので、createInventory メソッドは、この SapituItem
    インスタンスから新しいインベントリ項目を作成します。"""
    game = sapitu(project)
    first, second = (game.create_inventory(game.item_type("sword1")) for _ in range(2))
    assert first is not second
    assert first.base is second.base is game.item_type("sword1")


def test_an_inventory_item_gets_an_id_of_its_own(project: Path) -> None:
    """このインベントリ インスタンスに対応する一意の識別子を作成し、特別な new(none, inventoryId) class'SapituInventory'
    コンストラクタを実行してインベントリ項目を作成します。"""
    game = sapitu(project)
    ids = {game.create_inventory(game.item_type("sword1")).id for _ in range(100)}
    assert len(ids) == 100
    assert all(id.isalnum() and id.startswith("swordx") for id in ids)


def test_level_weight_and_value_come_from_the_item_type(project: Path) -> None:
    """次に、SapituItem インスタンスで大まかに定義されている各種の編集 (レベル、ウェイト、値など) を初期化します。"""
    game = sapitu(project)
    for _ in range(30):
        sword = game.create_inventory(game.item_type("sword1"))
        assert 1 <= sword.level <= 10
        assert (sword.weight, sword.value) == (10 + 0.5 * sword.level, 5 + sword.level)


def test_a_new_item_belongs_to_nobody_and_is_in_no_file(project: Path) -> None:
    """作成されたインベントリ項目はいずれのキャラクターにも属さず、実際のところ save ファイルにも保存されて
    いません。"""
    game = sapitu(project)
    ann = game.create("ann")
    sword = game.create_inventory(game.item_type("sword1"))
    game.save("ann")
    assert sword.owner is None
    assert ann.inventory == ()
    assert sword.id not in text(project)


def test_an_item_that_nobody_picked_up_is_gone_after_the_game(project: Path) -> None:
    """そのため、ここでゲームを終了すると、このインスタンスも失われます。"""
    game = sapitu(project)
    game.create("ann")
    game.create_inventory(game.item_type("sword1"))
    game.save("ann")
    other = sapitu(project)
    other.load("ann")
    assert other.items == ()


def test_an_item_in_an_inventory_stays(project: Path) -> None:
    """キャラクターインスタンスのインベントリにこのインベントリ項目が存在するときは、これらの項目の保存内容
    も残ります。"""
    game = sapitu(project)
    sword = game.create_inventory(game.item_type("sword1"))
    game.create("ann").add_inventory(sword)
    game.save("ann")
    stored = sapitu(project).load("ann").inventory[0]
    assert (stored.id, stored.level, stored.weight, stored.value) == (sword.id, sword.level, sword.weight, sword.value)


# SapituCharacter クラス


def test_the_file_is_called_by_the_prefix_and_each_object_has_its_section(project: Path) -> None:
    """クラスの一部の変数が設定ファイル UTSapitu.ini に保存され、各オブジェクトの変数に個別のセクションが作
    成されることを意味します。"""
    game = Game.open(project)
    game.characters.create("ann")
    game.characters.create("bob")
    game.characters.save("ann")
    game.characters.save("bob")
    assert [line for line in text(project).splitlines() if line.startswith("[")] == [
        "[ann SapituCharacter]",
        "[bob SapituCharacter]",
    ]


def test_the_section_is_named_by_the_object(project: Path) -> None:
    """セクション名はオブジェクト名を元に作成されるので、インスタンスを保存するときにオブジェクトの名前に注
    意する必要があります。"""
    game = sapitu(project)
    bread = game.create_inventory(game.item_type("bread"))
    game.create("ann", name="Somebody").add_inventory(bread)
    assert game.save("ann").written == ["ann SapituCharacter", f"{bread.id} SapituInventory"]


def test_a_character_has_a_name_for_people_and_health(project: Path) -> None:
    """このクラスでは、キャラクター名 (人間にも識別しやすい名前)、体力などのさまざまな設定変数を定義します。"""
    game = sapitu(project)
    game.create("ann", name="Ann of the Hill").health = 42
    game.save("ann")
    assert "CharacterName=Ann of the Hill\nHealth=42\n" in text(project)


def test_the_inventory_is_stored_as_ids_not_as_objects(project: Path) -> None:
    """オブジェクト変数は設定変数にできないので、すべてのインベントリ項目の ID (文字列) を記録し、このリスト
    を代わりに保存します。"""
    game = sapitu(project)
    bread = game.create_inventory(game.item_type("bread"))
    game.create("ann").add_inventory(bread)
    assert game.sections()["ann", "SapituCharacter"]["inventoryRecords"] == [bread.id]


def test_adding_and_removing_update_both_lists(project: Path) -> None:
    """これらのメソッドは、inventory と inventoryRecords 配列の両方を更新します。"""
    game = sapitu(project)
    ann, bread = game.create("ann"), game.create_inventory(game.item_type("bread"))
    ann.add_inventory(bread)
    assert (ann.inventory, ann.section()["inventoryRecords"]) == ((bread,), [bread.id])
    ann.remove_inventory(bread)
    assert ann.inventory == ()
    assert "inventoryRecords" not in ann.section()


def test_the_inventory_cannot_be_changed_directly(project: Path) -> None:
    """inventory 配列を直接変更してはいけません。"""
    ann = sapitu(project).create("ann")
    assert isinstance(ann.inventory, tuple)
    with pytest.raises(AttributeError):
        ann.inventory = ()  # type: ignore[misc]


def test_saving_a_character_saves_every_item_and_itself(project: Path) -> None:
    """save メソッドはインベントリ配列を反復し、各項目に対して SaveConfig を呼び出し、次に SaveConfig を自己
    呼び出しします。"""
    game = sapitu(project)
    ann = game.create("ann")
    for _ in range(3):
        ann.add_inventory(game.create_inventory(game.item_type("bread")))
    game.save("ann")
    assert text(project).count("SapituInventory]") == 3
    assert text(project).count("SapituCharacter]") == 1


def test_nothing_else_saves_characters_and_items(project: Path) -> None:
    """SapituCharacter と SapituInventory のいずれのインスタンスも、Sapitu システム内の他の場所には保存されません。"""
    game = sapitu(project)
    ann, bread = game.create("ann"), game.create_inventory(game.item_type("bread"))
    ann.add_inventory(bread)
    ann.remove_inventory(bread)
    assert not (project / "Saved").exists()


# SapituInventory クラス


def test_the_reference_to_the_item_type_is_made_anew(project: Path) -> None:
    """このインスタンスは SapituItem に基づいているので、適切な参照を作成し直す際には特に注意が必要です。"""
    game = sapitu(project)
    game.create("ann").add_inventory(game.create_inventory(game.item_type("sword1")))
    game.save("ann")
    other = sapitu(project)
    assert other.load("ann").inventory[0].base is other.item_type("sword1")


# SapituItem


def test_item_types_are_read_only(project: Path) -> None:
    """このクラスのインスタンスは、システム内部の読取り専用です。これは実行時に変更されることはありません。"""
    sword = sapitu(project).item_type("sword1")
    with pytest.raises(FrozenInstanceError):
        sword.DisplayName = "Long sword"  # type: ignore[misc]
    with pytest.raises(TypeError):
        records(project)[Item]["sword1"] = sword  # type: ignore[index]


def test_item_types_are_searched_in_all_config_files(project: Path) -> None:
    """この変数は、この項目のオブジェクトを見つけるために、データストアシステムがすべての設定ファイルを調べ
    ることを規定しています。"""
    (project / "Config" / "Mods").mkdir()
    (project / "Config" / "Mods" / "More.ini").write_text("[shield SapituItem]\nDisplayName=Shield\n")
    assert sorted(records(project)[Item]) == ["bread", "shield", "sword1"]


def test_an_item_type_is_declared_by_an_entry_in_a_config_file(project: Path) -> None:
    """項目を宣言するには設定ファイルを作成し、次のようにエントリを追加します。[sword1 SapituItem] ..."""
    sword = records(project)[Item]["sword1"]
    assert (sword.DisplayName, sword.level.min, sword.level.max) == ("Short sword", 1, 10)
    assert (sword.weight.base, sword.weight.levelMult) == (10, 0.5)
    assert (sword.value.base, sword.value.levelMult) == (5, 1)


# savegame の格納


def test_all_characters_and_items_are_in_the_same_file(project: Path) -> None:
    """すべてのキャラクターとインベントリは、同じファイルに保存されます。"""
    game = sapitu(project)
    for id in ("ann", "bob"):
        game.create(id).add_inventory(game.create_inventory(game.item_type("bread")))
        game.save(id)
    files = [path.name for path in (project / "Saved").rglob("*.ini")]
    assert files == ["UTSapitu.ini"]
    assert [text(project).count(f" {cls}]") for cls in ("SapituCharacter", "SapituInventory")] == [2, 2]


def test_the_file_is_plain_text_that_anybody_can_change(project: Path) -> None:
    """これが標準テキスト形式である点にも注意してください。つまり、不正行為の対象となる可能性があります。"""
    game = sapitu(project)
    game.create("ann")
    game.save("ann")
    path = project / "Saved" / "Config" / "UTSapitu.ini"
    path.write_text(text(project).replace("Health=100", "Health=999"))
    assert sapitu(project).load("ann").health == 999


# Sapitu を使ってプレイする


def test_the_console_commands_play_the_system(project: Path) -> None:
    """SapituPC クラスには、このシステムでプレイするのに使える多数のコンソールコマンドが定義されています。"""
    game = Game.open(project, seed=0)
    game.start()
    assert "ann" in game.run("createChar ann")
    assert "Short sword" in game.run("listItemTypes")
    sword = game.run("createItem sword1").split()[0]
    game.run("createRandomItem")
    assert sword in game.run("findItems")
    game.run(f"pickupItem {sword}")
    assert sword not in game.run("findItems")
    game.run("pickupAll")
    assert game.characters.loose == ()
    assert sword in game.run("showChar")
    game.run("saveChar")
    assert game.run("printChars") == "ann"
    other = Game.open(project, seed=1)
    other.start()
    assert "ann" in other.run("loadChar ann")
    assert sword in other.run("showChar")
