"""What a player may do: deeds as rows, and typed verbs in three languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from talewright import Conversation, Game, MemoryStore, Message, Right, Script, Url, on
from talewright.errors import Misuse, NotFound, Refused
from talewright.game import commands_of
from talewright.game.console import complete
from talewright.story import Places

INI = """
[hall Place]
DisplayName=Great hall
Description=It is large.
Picture=art/hall.png
Exits=((to=cellar,by=down,door=trapdoor),(to=yard))
[cellar Place]
DisplayName=Cellar
Exits=((to=hall,by=up,door=trapdoor))
[yard Place]
DisplayName=Yard
Exits=((to=hall))
[trapdoor Door]
DisplayName=Trapdoor
Key=key1
[chest Container]
DisplayName=Oak chest
Aliases=box,coffer
[lamp Thing]
DisplayName=Brass lamp
Description=It is out.
[key1 SapituItem]
DisplayName=Iron key
[short SapituItem]
DisplayName=Short sword
Aliases=blade
Description=Not very long.
[long SapituItem]
DisplayName=Long sword
"""

YARN = "title: Start\n---\nAnn: Good day.\n===\n"


class Lamp(Script):
    used: list[str] = []

    @on("use")
    def use(self, message: Message, sender: Url) -> None:
        self.used.append(f"{message['who']} {message['what']} {message['on']}")


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return started(tmp_path)


def started(folder: Path, language: str = "en") -> Game:
    for name, text in (
        ("Config/Places.ini", INI),
        ("Config/DefaultGame.ini", f"[Project]\nLanguage={language}\n"),
        ("Dialogues/D_Ann.yarn", YARN),
    ):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    game = Game.open(folder, saves=MemoryStore(), seed=1)
    game.characters.create("hero", name="You")
    game.world.spawn("hero")
    game.world.spawn("ann", talk=Conversation("Ann"))
    table = {
        "hero": "hall",
        "ann": "hall",
        "chest": "hall",
        "lamp": "hall",
        "key1": "chest",
        "short": "hall",
        "long": "yard",
    }
    game.world.spawn("story", places=Places(at=table))
    game.start()
    return game


def typed(game: Game, line: str) -> str:
    return game.run(line, right=Right.PLAYER)


# -- deeds


def test_deeds_are_exits_people_things_in_this_order(game: Game) -> None:
    assert [(deed.verb, deed.text, deed.enabled, deed.reason) for deed in game.deeds()] == [
        ("go", "Go to Cellar (down)", False, "Trapdoor is locked."),
        ("go", "Go to Yard", True, ""),
        ("talk", "Talk to Ann", True, ""),
        ("unlock", "Unlock Trapdoor", False, "Trapdoor is locked, and you have no key that fits."),
        ("open", "Open Oak chest", True, ""),
        ("take", "Take Brass lamp", True, ""),
        ("look", "Look at Brass lamp", True, ""),
        ("take", "Take Short sword", True, ""),
        ("look", "Look at Short sword", True, ""),
    ]


def test_a_place_has_a_picture(game: Game) -> None:
    places = game.world.component("/story#places", Places)
    assert places.scenery("hero") == "art/hall.png"
    places.move("hero", "yard")
    assert places.scenery("hero") == ""


def test_a_game_can_be_played_by_deeds_alone(game: Game) -> None:
    def do(text: str) -> str:
        return game.do(next(deed for deed in game.deeds() if deed.text == text))

    assert do("Open Oak chest") == "You open Oak chest. Inside: Iron key."
    assert do("Take Iron key (Oak chest)") == "You take Iron key."
    assert do("Look at Brass lamp") == "It is out."
    with pytest.raises(StopIteration):
        do("Take Iron key (Oak chest)")
    with pytest.raises(Refused, match="Trapdoor is locked"):
        do("Go to Cellar (down)")
    assert do("Unlock Trapdoor") == "You unlock Trapdoor with Iron key."
    assert do("Open Trapdoor") == "You open Trapdoor."
    assert do("Go to Cellar (down)") == "Cellar\nWays: Great hall (up)."
    assert game.place == "Cellar"
    assert do("Go to Great hall (up)").startswith("Great hall\nIt is large.\n")
    assert do("Talk to Ann") == ""
    talk = game.conversation
    assert talk is not None and talk.line is not None  # noqa: PT018
    assert talk.line.text == "Good day."


def test_a_deed_of_a_moment_ago_does_nothing_that_is_not_offered_now(game: Game) -> None:
    take = next(deed for deed in game.deeds() if deed.text == "Take Brass lamp")
    game.do(take)
    with pytest.raises(NotFound):
        game.do(take)


# -- typed


def test_a_verb_and_a_name_are_enough_articles_or_not(game: Game) -> None:
    assert typed(game, "look").splitlines() == [
        "Great hall",
        "It is large.",
        "Ways: Cellar (down), Yard.",
        "People: Ann.",
        "You see: Oak chest, Brass lamp, Short sword.",
    ]
    assert typed(game, "look at the lamp") == "It is out."
    assert typed(game, "examine blade") == "Not very long."
    assert typed(game, "take the brass lamp") == "You take Brass lamp."
    assert typed(game, "get a Short Sword") == "You take Short sword."
    assert typed(game, "inventory") == "You carry: Brass lamp, Short sword."
    assert typed(game, "open the coffer") == "You open Oak chest. Inside: Iron key."
    assert typed(game, "put my lamp into the box") == "You put Brass lamp into Oak chest."
    assert typed(game, "take key") == "You take Iron key."
    assert typed(game, "look in chest") == "Oak chest is open. Inside: Brass lamp."
    assert typed(game, "drop the sword") == "You drop Short sword."
    assert typed(game, "close chest") == "You close Oak chest."
    assert typed(game, "use the key on the trapdoor") == "You unlock Trapdoor with Iron key."
    assert typed(game, "open trapdoor") == "You open Trapdoor."
    assert typed(game, "go down").startswith("Cellar")
    assert typed(game, "go to the great hall").startswith("Great hall")
    assert typed(game, "talk to Ann") == ""
    assert game.conversation is not None


def test_open_unlocks_with_the_key_in_the_hand(game: Game) -> None:
    typed(game, "open chest")
    typed(game, "take key")
    assert typed(game, "open trapdoor") == "You unlock Trapdoor with Iron key. You open Trapdoor."


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("take", "Take what?"),
        ("put lamp", "Put what?"),
        ("go", "Go what?"),
        ("take lmap", "There is no lmap here. Did you mean lamp?"),
        ("take dragon", "There is no dragon here."),
        ("take chest", "Oak chest stays where it is."),
        ("take ann", "Ann stays where it is."),
        ("drop lamp", "You do not have Brass lamp."),
        ("go down", "Trapdoor is locked."),
        ("go sideways", "There is no sideways here."),
        ("talk to lamp", "Brass lamp has nothing to say."),
        ("put lamp in chest", "Oak chest is shut."),
        ("put lamp in sword", "Nothing can be put into Short sword."),
        ("open lamp", "Brass lamp cannot be opened or closed."),
        ("close chest", "Oak chest is shut already."),
        ("unlock chest", "Oak chest has no lock."),
        ("unlock trapdoor", "Trapdoor is locked, and you have no key that fits."),
        ("use lamp on chest", "Nothing happens."),
    ],
)
def test_what_cannot_be_done_is_refused_for_a_reason(game: Game, line: str, reason: str) -> None:
    with pytest.raises(Refused) as raised:
        typed(game, line)
    assert raised.value.message == reason
    assert raised.value.hint == ""


def test_which_one_is_asked_where_two_fit(game: Game) -> None:
    typed(game, "take sword")
    typed(game, "go yard")
    typed(game, "drop sword")
    with pytest.raises(Refused, match=r"^Which one: Long sword or Short sword\?$"):
        typed(game, "take the sword")
    assert typed(game, "take long sword") == "You take Long sword."
    assert typed(game, "take sword") == "You take Short sword.", "what is carried is not meant first"
    with pytest.raises(Refused, match="Which one"):
        typed(game, "drop sword")


def test_use_tells_the_object_and_whoever_listens(game: Game) -> None:
    game.world.spawn("lamp", lamp=Lamp())
    assert typed(game, "use lamp on chest") == "You use Brass lamp."
    game.step()
    assert game.world.component("/lamp#lamp", Lamp).used == ["hero lamp chest"]


def test_verbs_are_the_players_and_complete(game: Game) -> None:
    assert set(commands_of(game, Right.PLAYER)) >= {
        "look",
        "go",
        "take",
        "drop",
        "put",
        "open",
        "close",
        "unlock",
        "use",
    }
    assert "take WHAT..." in typed(game, "help")
    assert complete(game, "go ", Right.PLAYER) == ["down", "Yard"]
    assert complete(game, "take s", Right.PLAYER) == ['"Short sword"']
    assert complete(game, "talk ", Right.PLAYER) == ["Ann"]


def test_a_verb_in_another_language(tmp_path: Path) -> None:
    game = started(tmp_path, "fr")
    assert typed(game, "prendre l'Brass lamp") == "Vous prenez : Brass lamp."
    assert typed(game, "ouvrir la coffer") == "Vous ouvrez : Oak chest. Dedans : Iron key."
    assert typed(game, "mettre Brass lamp dans Oak chest") == "Vous mettez Brass lamp dans Oak chest."
    assert "prendre QUOI..." in typed(game, "help")
    with pytest.raises(Misuse, match="no command 'take'"):
        typed(game, "take lamp")
    assert game.run("take lamp") == "Vous prenez : Brass lamp.", "an author's script is in English everywhere"


def test_verbs_in_japanese_have_their_particles(tmp_path: Path) -> None:
    game = started(tmp_path, "ja")
    assert typed(game, "取る blade") == "Short swordを取った。"
    assert typed(game, "開ける coffer を") == "Oak chestを開けた。中身：Iron key。"
    assert typed(game, "入れる blade を coffer に") == "Short swordをOak chestに入れた。"
    assert typed(game, "取る Iron keyを") == "Iron keyを取った。"


def test_every_language_has_every_text() -> None:
    from importlib.resources import files

    from talewright.config import IniDocument

    keys = {}
    for language in ("en", "fr", "ja"):
        document = IniDocument.parse((files("talewright.story") / "texts" / f"{language}.ini").read_bytes(), language)
        assert document.report == []
        keys[language] = {entry.key for entry in document.entries("Texts")}
    assert keys["en"] == keys["fr"] == keys["ja"]


def test_a_game_without_places_has_no_verbs(tmp_path: Path) -> None:
    with pytest.raises(Misuse, match="no command 'look'"):
        Game().run("look")


# What is typed, as keyboards have it


def test_letters_may_be_wide_or_composed(tmp_path: Path) -> None:
    ini = INI + "[epee SapituItem]\nDisplayName=\u00c9p\u00e9e\n"
    (tmp_path / "Config").mkdir()
    (tmp_path / "Config" / "Places.ini").write_text(ini, "utf-8")
    game = Game.open(tmp_path, code=__name__, saves=MemoryStore(), seed=1)
    game.characters.create("hero", name="You")
    places = Places(at={"hero": "hall", "lamp": "hall", "epee": "hall"})
    game.world.spawn("story", places=places)
    game.start()
    assert typed(game, "\uff34\uff21\uff2b\uff25 \uff2c\uff41\uff4d\uff50") == "You take Brass lamp."
    assert typed(game, "take e\u0301pe\u0301e") == "You take \u00c9p\u00e9e."


def test_what_is_no_name_is_told_short_and_without_its_control_characters(game: Game) -> None:
    with pytest.raises(Refused) as refused:
        typed(game, "take \x1b[2J" + "a" * 1_000)
    assert "\x1b" not in refused.value.message
    assert len(refused.value.message) < 120


def test_a_line_of_a_player_has_an_end(game: Game) -> None:
    with pytest.raises(Misuse, match="1,000,005 characters; 4,096 at the most"):
        game.run("take " + "a" * 1_000_000, right=Right.PLAYER)
    with pytest.raises(Misuse, match="text"):
        game.run(None)  # type: ignore[arg-type]


@pytest.mark.parametrize("line", ["go yard", "take lamp", "open chest", "talk ann", "drop lamp"])
def test_nobody_walks_away_in_the_middle_of_a_conversation(game: Game, line: str) -> None:
    game.run("talk to ann", right=Right.PLAYER)
    game.step()
    talk = game.conversation
    assert talk is not None
    for right in (Right.PLAYER, Right.AUTHOR):
        with pytest.raises(Refused, match="in the middle of a conversation"):
            game.run(line, right=right)
    assert game.conversation is talk
    assert game.place == "Great hall"
    assert "It is large." in game.run("look", right=Right.PLAYER)
    game.run("inventory", right=Right.PLAYER)
    talk.stop()
    game.step()
    game.run("go yard", right=Right.PLAYER)
    assert game.place == "Yard"
