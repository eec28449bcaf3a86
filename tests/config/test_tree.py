"""Settings: layers, reading into dataclasses, saving what differs (config-savegame.md sections 2 to 4)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any, ClassVar

import pytest

from talewright.config import ConfigTree, IniDocument, Layer, LayerPlan
from talewright.errors import ConfigError, CorruptFile, FieldError, InvalidName, Misuse


class Mood(Enum):
    CALM = 1
    ANGRY = 2


@dataclass
class Colour:
    r: int = 0
    g: int = 0
    b: int = 0


@dataclass
class Tavern:
    music: float = 0.8
    hard: bool = False
    title: str = "The Rat"
    guests: list[str] = field(default_factory=list)
    colour: Colour = field(default_factory=lambda: Colour(1, 2, 3))
    colours: list[Colour] = field(default_factory=list)
    mood: Mood = Mood.CALM
    at: tuple[float, float] = (0.0, 0.0)
    grid: list[list[int]] = field(default_factory=list)
    stock: dict[str, int] = field(default_factory=dict)
    host: str | None = None
    extra: Any = None


@dataclass
class Keys:
    config_file: ClassVar[str] = "Input"
    class_name: ClassVar[str] = "Bindings"
    jump: str = "space"


@dataclass
class Needy:
    name: str


class Project:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, text: str, name: str = "Config/DefaultGame.ini") -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())

    @property
    def tree(self) -> ConfigTree:
        return ConfigTree(self.folder)

    @property
    def saved(self) -> str:
        return (self.folder / "Saved/Config/Game.ini").read_text(encoding="utf-8")


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


class TestReading:
    def test_without_files_the_defaults_hold(self, project: Project) -> None:
        assert project.tree.read(Tavern) == Tavern()
        assert ConfigTree().read(Tavern) == Tavern()

    def test_saved_lies_over_default(self, project: Project) -> None:
        project.write("[Tavern]\nmusic=0.5\nhard=True\n")
        project.write("[tavern]\nMUSIC=0.25\n", "Saved/Config/Game.ini")
        found = project.tree.read(Tavern)
        assert (found.music, found.hard) == (0.25, True)

    def test_the_saved_folder_can_be_elsewhere(self, project: Project, tmp_path: Path) -> None:
        project.write("[Tavern]\nmusic=0.25\n", "Elsewhere/Config/Game.ini")
        assert ConfigTree(tmp_path, saved=tmp_path / "Elsewhere").read(Tavern).music == 0.25

    def test_the_class_names_its_file_and_section(self, project: Project) -> None:
        project.write("[Bindings]\njump=w\n", "Config/DefaultInput.ini")
        assert project.tree.read(Keys).jump == "w"
        assert project.tree.values("Bindings", "jump", category="Input") == ["w"]

    def test_types_come_from_the_class(self, project: Project) -> None:
        project.write(
            "[Tavern]\ntitle=(old) inn\nmood=angry\nat=(1,2.5)\ngrid=((1,2),(3))\n"
            "stock=(ale=3)\nhost=None\nextra=(a=1)\n"
        )
        found = project.tree.read(Tavern)
        assert (found.title, found.mood, found.at, found.grid) == ("(old) inn", Mood.ANGRY, (1.0, 2.5), [[1, 2], [3]])
        assert (found.stock, found.host, found.extra) == ({"ale": 3}, None, {"a": 1})

    @pytest.mark.parametrize(
        ("text", "guests"),
        [
            ("guests=Ann\nguests=Bob\n", ["Ann", "Bob"]),
            ("guests=Ann\n", ["Ann"]),
            ("guests=(Ann,Bob)\n", ["Ann", "Bob"]),
            ("guests=(sighs) Ann\n", ["(sighs) Ann"]),
            ('guests="(Ann)"\n', ["(Ann)"]),
            ("guests=\n", []),
            ("guests=()\n", []),
            ("guests=Ann\n!guests=()\n", []),
            ("guests[0]=Ann\nguests[1]=Bob\nguests[3]=Eve\n", ["Ann", "Bob"]),
        ],
    )
    def test_a_list_is_a_line_an_element_or_one_list(self, project: Project, text: str, guests: list[str]) -> None:
        project.write("[Tavern]\n" + text)
        assert project.tree.read(Tavern).guests == guests

    def test_plain_lines_win_over_numbered_ones_and_that_is_said(self, project: Project) -> None:
        project.write("[Tavern]\nguests[0]=Ann\nguests=Bob\n")
        assert project.tree.read(Tavern).guests == ["Bob"]
        assert [finding.code for finding in project.tree.check(Tavern)] == ["TW-INI-24"]

    def test_a_struct_keeps_the_default_for_what_it_leaves_out(self, project: Project) -> None:
        project.write("[Tavern]\ncolour=(G=9)\ncolours=(r=1)\ncolours=(b=2)\n")
        found = project.tree.read(Tavern)
        assert found.colour == Colour(1, 9, 3)
        assert found.colours == [Colour(1, 0, 0), Colour(0, 0, 2)]

    @pytest.mark.parametrize(
        ("line", "code", "column", "words"),
        [
            ("colour=(r=1,g=2", "TW-INI-20", 8, "never closed"),
            ("music=loud", "TW-INI-21", 7, "'loud' is no number"),
            ("mood=angri", "TW-INI-21", 6, "did you mean ANGRY"),
            ("colour=(r=1,g=x)", "TW-INI-21", 15, "colour.g"),
            ("at=(1)", "TW-INI-21", 4, "1 elements"),
        ],
    )
    def test_a_bad_value_is_one_finding_with_its_place(
        self, project: Project, line: str, code: str, column: int, words: str
    ) -> None:
        project.write(f"; settings\n[Tavern]\n{line}\n")
        with pytest.raises(ConfigError, match="cannot be read") as caught:
            project.tree.read(Tavern)
        (finding,) = caught.value.report
        assert (finding.code, str(finding.span)) == (code, f"Config/DefaultGame.ini:3:{column}")
        assert words in str(finding)
        assert finding.hint

    def test_all_bad_values_are_found_at_once(self, project: Project) -> None:
        project.write("[Tavern]\nmusic=x\nhard=maybe\n")
        with pytest.raises(ConfigError) as caught:
            project.tree.read(Tavern)
        assert [finding.span.line for finding in caught.value.report] == [2, 3]

    def test_a_field_without_default_must_be_given(self, project: Project) -> None:
        project.write("\n[Needy]\n")
        with pytest.raises(ConfigError) as caught:
            project.tree.read(Needy)
        assert str(caught.value.report[0]).startswith(
            "Config/DefaultGame.ini:2:1: error TW-INI-23: [Needy] has no name"
        )

    def test_an_unknown_key_is_a_warning_with_a_near_name(self, project: Project) -> None:
        project.write("[Tavern]\nmusik=1\n")
        assert project.tree.read(Tavern) == Tavern()
        (finding,) = project.tree.check(Tavern)
        assert (finding.code, finding.severity, finding.hint) == ("TW-INI-22", "warning", "did you mean music?")

    def test_a_corrupt_layer_is_an_error_not_an_empty_one(self, project: Project) -> None:
        project.write("\0" * 100)
        with pytest.raises(CorruptFile):
            project.tree.read(Tavern)

    def test_explain_shows_layer_line_and_effect(self, project: Project) -> None:
        project.write("[Tavern]\nmusic=0.5\n")
        project.write("[Tavern]\nmusic=0.25\n", "Saved/Config/Game.ini")
        assert [str(step) for step in project.tree.explain("Tavern", "music")] == [
            "Config/DefaultGame.ini:2: '0.5': set",
            "Saved/Config/Game.ini:2: '0.25': replaced 1 value",
        ]

    def test_a_class_that_is_no_dataclass_is_misuse(self) -> None:
        with pytest.raises(Misuse, match="no dataclass"):
            ConfigTree().read(int)

    def test_a_category_is_no_path(self, tmp_path: Path) -> None:
        with pytest.raises(InvalidName):
            ConfigTree(tmp_path).values("A", "k", category="../x")

    def test_only_the_last_layer_can_be_saved_in(self) -> None:
        with pytest.raises(Misuse):
            LayerPlan((Layer("{category}.ini", saved=True), Layer("Default{category}.ini")))


class TestSaving:
    def test_only_what_differs_is_written(self, project: Project) -> None:
        project.write("[Tavern]\nmusic=0.5\n")
        tree = project.tree
        settings = tree.read(Tavern)
        settings.hard = True
        report = tree.save(settings)
        assert (report.written, report.skipped) == (["Tavern"], {})
        assert project.saved == "[Tavern]\nhard=True\n"
        assert tree.read(Tavern).hard

    def test_a_value_set_back_is_taken_out(self, project: Project) -> None:
        project.write("; mine\n[Tavern]\nMusic=0.25\nown=1\n", "Saved/Config/Game.ini")
        settings = project.tree.read(Tavern)
        settings.music = 0.8
        project.tree.save(settings)
        assert project.saved == "; mine\n[Tavern]\nown=1\n"

    def test_nothing_to_write_writes_nothing(self, project: Project) -> None:
        assert project.tree.save(Tavern()).written == []
        assert not (project.folder / "Saved/Config/Game.ini").exists()

    def test_every_value_comes_back(self, project: Project) -> None:
        settings = Tavern(
            music=0.1,
            hard=True,
            title="(old) inn",
            guests=["Ann", "", "(sighs)", " x"],
            colour=Colour(9, 2, 3),
            colours=[Colour(1, 2, 3), Colour()],
            mood=Mood.ANGRY,
            at=(1.5, 2.0),
            grid=[[1, 2]],
            stock={"ale": 1, "old wine": 2},
            host="007",
            extra={"a": [1, "1", None, 2.5], "t": (1, 2)},
        )
        project.tree.save(settings)
        assert project.tree.read(Tavern) == settings

    @pytest.mark.parametrize("guests", [[], ["Ann"], [""], ["(a)"], ["Ann", "Bob"], ["a\nb"]])
    def test_every_list_comes_back_over_another(self, project: Project, guests: list[str]) -> None:
        project.write("[Tavern]\nguests=Eve\nguests=Zoe\n")
        project.tree.save(Tavern(guests=guests))
        assert project.tree.read(Tavern).guests == guests

    def test_what_another_wrote_meanwhile_stays(self, project: Project) -> None:
        """Report 5 of config-savegame.md section 9: one writer's stale copy wiped another's section."""
        tree = project.tree
        settings = tree.read(Tavern)
        project.write("[Foreign]\nx=1\n", "Saved/Config/Game.ini")
        settings.music = 0.1
        tree.save(settings)
        assert project.saved == "[Foreign]\nx=1\n\n[Tavern]\nmusic=0.1\n"

    def test_an_attribute_that_is_not_declared_is_reported(self, project: Project) -> None:
        settings = Tavern()
        settings.musik = 1  # type: ignore[attr-defined]
        assert project.tree.save(settings).skipped == {
            "musik": "not declared: write `musik: int` in class Tavern",
        }

    def test_a_value_that_does_not_fit_is_refused_before_anything_is_written(self, project: Project) -> None:
        with pytest.raises(FieldError, match=r"Tavern\.music"):
            project.tree.save(Tavern(music="loud", hard=True))  # type: ignore[arg-type]
        assert not (project.folder / "Saved").exists()

    def test_a_corrupt_saved_file_is_left_as_it_is(self, project: Project) -> None:
        project.write("\0\0\0\0", "Saved/Config/Game.ini")
        with pytest.raises(CorruptFile):
            project.tree.save(Tavern(music=0.1))
        assert (project.folder / "Saved/Config/Game.ini").read_bytes() == b"\0\0\0\0"

    def test_a_broken_default_does_not_stop_saving(self, project: Project) -> None:
        project.write("[Tavern]\nmusic=loud\n")
        project.tree.save(Tavern(music=0.5))
        assert project.tree.read(Tavern).music == 0.5

    def test_without_a_folder_there_is_no_place_to_save(self) -> None:
        with pytest.raises(Misuse, match="no folder"):
            ConfigTree().save(Tavern())

    def test_a_game_without_project_can_save_settings(self, tmp_path: Path) -> None:
        ConfigTree(saved=tmp_path).save(Tavern(music=0.1))
        assert IniDocument.read(tmp_path / "Config/Game.ini").get("Tavern", "music") == "0.1"
        assert ConfigTree(saved=tmp_path).read(Tavern).music == 0.1

    def test_the_other_layers_are_never_written(self, project: Project) -> None:
        project.write("[Tavern]\nmusic=0.5\n")
        project.tree.save(Tavern(music=0.1))
        assert (project.folder / "Config/DefaultGame.ini").read_text() == "[Tavern]\nmusic=0.5\n"
