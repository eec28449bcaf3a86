"""The document on dynamic tags, sentence by sentence: what the first playable form covers of it.

Each test names the sentence that it proves, in the document's own language and a few words of it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path

import pytest

import talewright.tags
from talewright import Conversation, Game, MemoryStore, Project, TagRegistry
from talewright.config import IniDocument
from talewright.errors import RegistryClosed
from talewright.project import DialogueClass

Write = Callable[[dict[str, str]], Path]

DIALOGUE = """title: Intro
selectors: Greeting
---
Smith: What do you need? #line:need
-> A sword. #choice:0a1f #line:0a20
    Smith: That is the last one. #line:last
-> Nothing. #line:0a21
===
title: Again
selectors: Greeting
---
Smith: You again. #line:again
===
"""
CODE = """
from talewright import Conversation, Game, World, collection

@collection("main")
def new_game(game: Game, world: World) -> None:
    world.spawn("smith", talk=Conversation("Smith"))
"""
ROOT = "Libretto.Dialogues.Smith"


@pytest.fixture
def smith(folder: Write) -> Path:
    return folder({"Dialogues/D_Smith.yarn": DIALOGUE, "scripts.py": CODE})


@pytest.fixture
def game(smith: Path) -> Game:
    made = Game(Project.open(smith), saves=MemoryStore(), seed=0)
    made.start()
    return made


def talk_of(game: Game) -> Conversation:
    return game.world.component("/smith#talk", Conversation)


def explicit(project: Project) -> set[str]:
    return {tag.name for tag in project.tags}


def test_data_is_identified_by_tags(smith: Path) -> None:
    """« identifient les données au moyen de GameplayTags — dialogues, sous-dialogues, choix, réponses »."""
    kinds = {tag.kind for tag in Project.open(smith).generated_tags()}
    assert kinds == {"dialogue", "subdialogue", "choice", "reply", "selector"}


def test_so_is_the_metadata_attached_to_it(game: Game) -> None:
    """« ainsi que les métadonnées qui leur sont attachées (combien de fois un dialogue a été joué, ...) »."""
    talk = talk_of(game)
    talk.start()
    talk.choose("0a20")
    talk.advance()
    assert game.variables.gpvar(ROOT).started == 1
    assert game.variables.gpvar(f"{ROOT}.Choice_0a1f").selected == 1
    assert game.variables.gpvar(f"{ROOT}.Choice_0a1f.Reply_0a20").selected == 1
    assert game.variables.gpvar(f"{ROOT}.Choice_0a1f.Reply_0a21").selected == 0


def test_tags_are_generated_from_the_assets_when_the_project_starts(smith: Path) -> None:
    """« Libretto parcourt les données existantes au démarrage du projet et génère les tags à partir des assets »."""
    assert not (smith / "Config").exists()
    assert ROOT in Project.open(smith).tags
    assert not (smith / "Config").exists()


def test_they_can_never_drift_from_the_content(smith: Path, folder: Write) -> None:
    """« les tags ne peuvent jamais se désynchroniser du contenu qu'ils décrivent »."""
    before = explicit(Project.open(smith))
    folder({"Dialogues/D_Smith.yarn": DIALOGUE.replace("0a21", "0a22").replace("title: Again", "title: Back")})
    after = explicit(Project.open(smith))
    assert before - after == {f"{ROOT}.Again", f"{ROOT}.Choice_0a1f.Reply_0a21"}
    assert after - before == {f"{ROOT}.Back", f"{ROOT}.Choice_0a1f.Reply_0a22"}


def test_scanner_and_registrar_are_two_layers(smith: Path) -> None:
    """« L'enregistrement de bas niveau est effectué par le ULBRDynamicTagsSubsystem (module LBRTags) »."""
    for file in Path(talewright.tags.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            module = node.module if isinstance(node, ast.ImportFrom) else None
            assert not (module or "").startswith(("talewright.project", "talewright.dialogue"))


def test_one_tag_for_the_dialogue_and_one_for_each_of_its_elements_in_this_layout(smith: Path) -> None:
    """« Les tags générés suivent cette organisation »."""
    assert explicit(Project.open(smith)) == {
        "Libretto.Dialogues.Smith",
        "Libretto.Dialogues.Smith.Intro",
        "Libretto.Dialogues.Smith.Again",
        "Libretto.Dialogues.Smith.Choice_0a1f",
        "Libretto.Dialogues.Smith.Choice_0a1f.Reply_0a20",
        "Libretto.Dialogues.Smith.Choice_0a1f.Reply_0a21",
        "Libretto.Dialogues.Smith.SubdialogueSelectors.Greeting",
    }


def test_the_five_defaults() -> None:
    """The table « Propriété / Valeur par défaut / Rôle »."""
    cls = DialogueClass()
    assert (cls.TagRoot, cls.AssetPrefix) == ("Libretto.Dialogues", "D_")
    assert (cls.ChoiceTagPrefix, cls.ReplyTagPrefix) == ("Choice_", "Reply_")
    assert cls.SelectorsTagRoot == "SubdialogueSelectors"


@pytest.mark.parametrize(
    ("setting", "value", "tag"),
    [
        ("TagRoot", "Game.Talk", "Game.Talk.Smith"),
        ("ChoiceTagPrefix", "C_", f"{ROOT}.C_0a1f"),
        ("ReplyTagPrefix", "R_", f"{ROOT}.Choice_0a1f.R_0a20"),
        ("SelectorsTagRoot", "Groups", f"{ROOT}.Groups.Greeting"),
        ("AssetPrefix", "", "Libretto.Dialogues.D_Smith"),
    ],
)
def test_each_can_be_overridden_by_the_dialogue_s_class(folder: Write, setting: str, value: str, tag: str) -> None:
    """« peuvent être surchargées par classe de base de Dialogue »."""
    root = folder(
        {
            "Config/Classes.ini": f"[Bark DialogueClass]\n{setting}={value}\n",
            "Dialogues/D_Smith.yarn": f"#class:Bark\n{DIALOGUE}",
        }
    )
    assert tag in explicit(Project.open(root))


def test_the_asset_prefix_is_no_part_of_the_name(smith: Path) -> None:
    """« Préfixe de nom d'asset utilisé pour retrouver les assets Dialogue sur le disque »."""
    assert list(Project.open(smith).dialogues) == ["Smith"]


def test_choices_and_replies_end_in_the_id_of_their_line(folder: Write) -> None:
    """« suffixé par l'ID de la ligne »: without ``#choice:`` a choice has the id of the line before it."""
    root = folder({"Dialogues/D_Smith.yarn": DIALOGUE.replace("#choice:0a1f ", "")})
    assert f"{ROOT}.Choice_need.Reply_0a20" in explicit(Project.open(root))


def test_the_tag_of_a_sub_dialogue_is_its_unique_selector(game: Game) -> None:
    """« Les tags de sous-dialogue font aussi office de sélecteur unique du sous-dialogue »."""
    talk = talk_of(game)
    talk.start(f"{ROOT}.Again")
    assert talk.line is not None
    assert talk.line.id == "line:again"


def test_a_group_selector_is_one_tag_shared_by_several_sub_dialogues(game: Game) -> None:
    """« Les sélecteurs de groupe — un tag partagé par plusieurs sous-dialogues »."""
    tag = f"{ROOT}.SubdialogueSelectors.Greeting"
    program = game.project.program
    assert program.candidates("Smith", "Greeting") == ("Intro", "Again")
    assert tag in game.tags
    talk = talk_of(game)
    talk.start(tag)
    assert talk.position is not None
    assert talk.position.node in program.candidates("Smith", "Greeting")


def test_the_tags_are_the_keys_of_the_metadata(game: Game) -> None:
    """« Ce sont ces tags que le sous-système GPVar utilise comme clés pour ses métadonnées »."""
    talk_of(game).start()
    tags = explicit(game.project)
    assert set(game.variables.gpvars()) <= tags
    body = game.snapshot().body_bytes().decode()
    assert f"[{ROOT} GPVar]\nstarted=1\n" in body


def test_cooking_exports_a_standard_block(smith: Path) -> None:
    """« exportés dans Config/DynamicTags/DynamicTags.ini sous forme d'un bloc GameplayTagList standard »."""
    project = Project.open(smith)
    project.cook()
    document = IniDocument.read(smith / "Config" / "DynamicTags" / "DynamicTags.ini")
    assert document.section_names() == ["/Script/GameplayTags.GameplayTagsList"]
    rows = document.get_all("/Script/GameplayTags.GameplayTagsList", "GameplayTagList")
    assert len(rows) == len(explicit(project))
    assert all(row.startswith('(Tag="Libretto.Dialogues.Smith') and ',DevComment="' in row for row in rows)


def test_a_packaged_game_loads_the_tags_instead_of_scanning(smith: Path) -> None:
    """« les tags sont chargés depuis le .ini au lieu d'être régénérés en parcourant les assets »."""
    project = Project.open(smith)
    project.cook()
    (smith / "Dialogues" / "D_Smith.yarn").write_bytes(b"this is no dialogue any more")
    assert explicit(Project.open(smith, cooked=True)) == explicit(project)


def test_beside_it_stands_the_index_from_tags_to_dialogues(smith: Path) -> None:
    """« une section [TagsToDialogues] associant chaque tag racine de dialogue à son chemin d'asset »."""
    Project.open(smith).cook()
    index = IniDocument.read(smith / "Config" / "LBRDynamicTags.ini")
    assert [(e.key, e.value) for e in index.entries("TagsToDialogues")] == [(ROOT, "Dialogues/D_Smith.yarn")]


def test_a_tag_is_resolved_to_its_dialogue_without_loading_everything(smith: Path) -> None:
    """« un tag peut être résolu vers le Dialogue qu'il identifie sans tout charger »."""
    Project.open(smith).cook()
    (smith / "Dialogues" / "D_Smith.yarn").unlink()
    project = Project.open(smith, cooked=True)
    assert project.dialogue_path(f"{ROOT}.Choice_0a1f.Reply_0a20") == "Dialogues/D_Smith.yarn"


def test_the_layout_of_the_drafts_is_not_written(smith: Path) -> None:
    """« un fichier par dialogue Config/Tags/Dialogues/<Name>.ini ; cette organisation n'est pas celle ... »."""
    written = Project.open(smith).cook()
    assert [p.relative_to(smith).as_posix() for p in written] == [
        "Config/DynamicTags/DynamicTags.ini",
        "Config/DynamicTags/Dialogues.jsonl",
        "Config/LBRDynamicTags.ini",
        "Config/tags.lock",
    ]
    assert not (smith / "Config" / "Tags").exists()


def test_after_the_window_has_closed_no_tag_can_be_added(smith: Path) -> None:
    """« plus aucun tag dynamique ne peut être ajouté »: an error, which says when it should have come."""
    with pytest.raises(RegistryClosed) as error:
        Project.open(smith).tags.register("Too.Late")
    assert error.value.hint


def test_registering_is_there_for_those_who_know_what_they_do() -> None:
    """« techniquement BlueprintCallable mais est marqué "do not use unless you know what you are doing" »."""
    tags = TagRegistry()
    tags.register("Mine.One", "by hand")
    tags.close()
    assert tags.require("mine.one").comment == "by hand"


def test_everything_runs_by_itself_when_the_project_is_loaded(smith: Path) -> None:
    """« tout le système est censé s'exécuter automatiquement au chargement »."""
    project = Project.open(smith)
    assert project.tags.closed
    assert explicit(project)
