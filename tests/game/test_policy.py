"""Which dispatch policy a game's worlds go by: faults §5 B5, and the statements 165 and 166 of the documents."""

from __future__ import annotations

from pathlib import Path

import pytest

from talewright import CollectionProxy, Game, Message, Script, Url, World, on
from talewright.errors import Misuse, ProjectError
from talewright.messaging import DEFOLD, DEFOLD_2013, DRAIN, DispatchPolicy, Worlds, collection
from talewright.project import Project

FIGURES = [(DEFOLD, [20, 330, 330]), (DEFOLD_2013, [10, 75, 75])]


class Chain(Script):
    """The manual's script: posts to itself as often as it is called, and counts in every update."""

    calls: int = 0
    seen: list[int] = []

    def init(self) -> None:
        self.post("#", "again")

    @on("again")
    def again(self, message: Message, sender: Url) -> None:
        self.calls += 1
        self.post("#", "again")

    def update(self, dt: float) -> None:
        self.seen.append(self.calls)
        self.calls = 0


class Opener(Script):
    def init(self) -> None:
        self.post("#proxy", "load")
        self.post("#proxy", "enable")


class Meddler(Script):
    def update(self, dt: float) -> None:
        self.world.policy = DRAIN


@collection("main")
def main(game: Game, world: World) -> None:
    world.spawn("chain", c=Chain())


@collection("inner")
def inner(game: Game, world: World) -> None:
    world.spawn("idle", c=Script())


def seen(game: Game) -> list[int]:
    return game.world.component("/chain#c", Chain).seen


def project(folder: Path, setting: str = "") -> Path:
    (folder / "Config").mkdir(parents=True)
    text = "[Project]\nName=Chain\n" + (f"Policy={setting}\n" if setting else "")
    (folder / "Config" / "DefaultGame.ini").write_text(text)
    return folder


def three_steps(game: Game) -> list[int]:
    game.start()
    for _ in range(3):
        game.step()
    return seen(game)


@pytest.mark.parametrize(("policy", "figures"), FIGURES)
def test_the_document_s_figures_in_a_game(policy: DispatchPolicy, figures: list[int]) -> None:
    assert three_steps(Game(code=__name__, policy=policy)) == figures


@pytest.mark.parametrize(("policy", "figures"), FIGURES)
def test_a_policy_that_is_set_afterwards_is_wholly_obeyed(policy: DispatchPolicy, figures: list[int]) -> None:
    """It was half obeyed: 33 points of one policy with the 5 passes of the other, 165."""
    game = Game(code=__name__, policy=DEFOLD if policy is DEFOLD_2013 else DEFOLD_2013)
    game.world.policy = policy
    assert three_steps(game) == figures
    game.world.policy = DEFOLD_2013
    game.step()
    game.step()
    assert seen(game)[-1] == 75


@pytest.mark.parametrize(
    ("setting", "figures"),
    [("", FIGURES[0][1]), ("DEFOLD", FIGURES[0][1]), ("DEFOLD_2013", FIGURES[1][1]), ("defold_2013", FIGURES[1][1])],
)
def test_a_project_chooses_it(tmp_path: Path, setting: str, figures: list[int]) -> None:
    game = Game.open(project(tmp_path / "game", setting), code=__name__)
    assert three_steps(game) == figures
    assert game.worlds.create("other").policy is game.world.policy


def test_the_host_s_choice_goes_before_the_project_s(tmp_path: Path) -> None:
    folder = project(tmp_path / "game", "DRAIN")
    assert three_steps(Game.open(folder, code=__name__, policy=DEFOLD_2013)) == FIGURES[1][1]
    assert Game(Project.open(folder, code=__name__)).world.policy is DRAIN


def test_a_misspelt_policy_is_a_finding_with_its_place(tmp_path: Path) -> None:
    with pytest.raises(ProjectError) as error:
        Game.open(project(tmp_path / "game", "DEFOLD_2031"), code=__name__)
    (finding,) = error.value.report
    assert (finding.code, str(finding.span)) == ("TW-PROJ-23", "Config/DefaultGame.ini:3:1")
    assert "did you mean DEFOLD_2013" in finding.hint


def test_worlds_behind_proxies_and_their_saves_go_by_it(tmp_path: Path) -> None:
    game = Game(code=__name__, policy=DEFOLD_2013, saves=tmp_path)
    game.start()
    game.world.spawn("door", proxy=CollectionProxy("inner"), opener=Opener())
    game.step()
    assert game.worlds["inner"].policy is DEFOLD_2013
    game.save("one")
    other = Game(code=__name__, saves=tmp_path)
    other.resume()
    assert [world.policy for world in other.worlds] == [DEFOLD_2013, DEFOLD_2013]
    other.step()
    other.step()
    assert seen(other)[-1] == 75


def test_what_is_no_policy_is_refused() -> None:
    with pytest.raises(TypeError, match=r"DispatchPolicy\.DEFOLD_2013"):
        Game(policy="DEFOLD_2013")  # type: ignore[arg-type]
    world = Worlds(policy=DRAIN).create("main")
    assert world.policy is DRAIN
    with pytest.raises(TypeError, match="a policy is a DispatchPolicy"):
        world.policy = None  # type: ignore[assignment]
    assert world.policy is DRAIN


def test_no_policy_is_set_inside_a_callback() -> None:
    game = Game(code=__name__)
    game.world.spawn("meddler", c=Meddler())
    game.step()
    assert game.world.policy is DEFOLD
    assert isinstance(game.faults[0].error, Misuse)


def test_a_reload_says_that_the_policy_stays(tmp_path: Path) -> None:
    folder = project(tmp_path / "game", "DRAIN")
    game = Game.open(folder, code=__name__)
    (folder / "Config" / "DefaultGame.ini").write_text("[Project]\nPolicy=DEFOLD\n")
    report = game.reload()
    assert report.moved == ["Policy=DEFOLD holds for games that are made from now on, not for this one"]
    assert game.world.policy is DRAIN
