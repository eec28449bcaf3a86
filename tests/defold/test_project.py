"""Whole projects: settings, the bootstrap collection, proxies, input, checks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from talewright.defold import DefoldProject, Files, GameProject, load_project, read_settings, script, stand_ins
from talewright.diagnostics import Report
from talewright.errors import MissingFolder, Misuse, NotFound, ProjectError
from talewright.messaging import Message, Script, Url, Worlds, on

PROJECT = """
[bootstrap]
main_collection = /main.collectionc

[display]
update_frequency = 30

[input]
game_binding = /game.input_bindingc
"""

LOADER = r"""
name: "main"
embedded_instances {
  id: "loader"
  data: "components { id: \"script\" component: \"/loader.script\" }\n"
  "embedded_components { id: \"one\" type: \"collectionproxy\" data: \"collection: \\\"/one.collection\\\"\" }\n"
  "embedded_components { id: \"two\" type: \"collectionproxy\" data: \"collection: \\\"/two.collection\\\"\" }"
}
"""

FILES = {
    "/game.project": PROJECT,
    "/game.input_binding": 'key_trigger { input: KEY_SPACE action: "jump" }',
    "/main.collection": LOADER,
    "/one.collection": 'name: "level" instances { id: "rat" prototype: "/rat.go" }',
    "/two.collection": 'name: "level" instances { id: "cat" prototype: "/rat.go" }',
    "/rat.go": 'components { id: "script" component: "/rat.script" }',
}


@script("/loader.script")
class Loader(Script):
    loaded: list[str] = []
    jumps: int = 0

    def init(self) -> None:
        self.post(".", "acquire_input_focus")
        self.post("#one", "load")

    @on("proxy_loaded")
    def ready(self, message: Message, sender: Url) -> None:
        self.loaded.append(sender.fragment)
        self.post(sender, "enable")

    @on("next")
    def following(self, message: Message, sender: Url) -> None:
        self.post("#one", "unload")

    @on("proxy_unloaded")
    def gone(self, message: Message, sender: Url) -> None:
        self.post("#two", "load")

    def on_input(self, action_id: str | None, action: Message) -> bool:
        self.jumps += action_id == "jump" and bool(action.get("pressed"))
        return True


@script("/rat.script")
class Rat(Script):
    updates: int = 0

    def update(self, dt: float) -> None:
        self.updates += 1


def test_a_project_runs_and_its_proxies_load_files_of_the_same_name_in_turn() -> None:
    running = load_project(FILES, [Loader, Rat])
    assert [d.code for d in running.report] == ["TW-DEF-71"]
    assert "/one.collection, /two.collection" in running.report[0].message
    for _ in range(3):
        running.step()
    assert "/rat" in running.worlds["level"]
    assert running.worlds["level"].component("/rat#script", Rat).updates
    running.world.post("/loader#script", "next")
    for _ in range(4):
        running.step()
    assert "/cat" in running.worlds["level"]
    assert running.world.component("/loader#script", Loader).loaded == ["one", "two"]
    assert not running.worlds.faults


def test_keys_become_actions() -> None:
    running = load_project(FILES, [Loader, Rat])
    running.step()
    running.press("KEY_SPACE")
    running.step()
    running.release("KEY_SPACE")
    running.step()
    assert running.world.component("/loader#script", Loader).jumps == 1
    with pytest.raises(NotFound, match="KEY_SPACE"):
        running.press("KEY_SPAC")
    with pytest.raises(Misuse):
        running.release("KEY_SPACE")


def test_frames_take_what_the_project_says() -> None:
    seen: list[float] = []

    class Clock(Rat):
        def update(self, dt: float) -> None:
            seen.append(dt)

    files = {**FILES, "/main.collection": 'name: "main" instances { id: "a" prototype: "/rat.go" }'}
    running = load_project(files, {"/rat.script": Clock})
    running.step()
    running.step(3.0)
    assert seen == [1 / 30, 0.5]
    running.world.post("@system:", "set_update_frequency", frequency=20)
    running.step()
    running.step()
    assert seen[3:] == [1 / 20]
    running.world.post("@system:", "exit", code=3)
    running.step()
    assert running.worlds.exit_code == 3


def test_a_broken_level_is_reported_at_the_start_and_a_fault_when_it_is_loaded() -> None:
    running = load_project({**FILES, "/one.collection": 'name: "level" instances {'}, [Loader, Rat])
    assert [d.code for d in running.report.errors] == ["TW-DEF-05", "TW-DEF-12", "TW-DEF-12"]
    assert {d.span.file for d in running.report.errors} == {"one.collection"}
    running.step()
    assert [fault.code for fault in running.worlds.faults] == ["TW-MSG-05"]
    assert "level" not in running.worlds


def test_a_broken_bootstrap_is_an_error() -> None:
    with pytest.raises(ProjectError, match=r"main\.collection:1:\d+: error"):
        load_project({**FILES, "/main.collection": 'name: "main" instances {'}, [Loader, Rat])
    with pytest.raises(ProjectError, match="no file"):
        load_project({"/game.project": PROJECT})
    with pytest.raises(ProjectError, match="update_frequency"):
        load_project({**FILES, "/game.project": PROJECT.replace("30", "often")}, [Loader, Rat])
    with pytest.raises(NotFound, match=r"game\.project"):
        load_project({})


def test_a_name_that_no_world_can_have_is_found_with_its_line() -> None:
    broken = FILES | {"/main.collection": "\n" + LOADER.replace('"main"', '"my: world"')}
    with pytest.raises(ProjectError, match=r"main.collection:3:1: error TW-DEF-72"):
        load_project(broken, [Loader, Rat])
    late = FILES | {"/one.collection": 'name: "one#two"'}
    running = load_project(late, [Loader, Rat])
    assert [str(f.span) for f in running.report if f.code == "TW-DEF-72"] == ["one.collection:1:1"]


def test_objects_of_a_collection_find_each_other_in_init_also_in_a_world_that_runs() -> None:
    class Looks(Script):
        saw: int = 0

        def init(self) -> None:
            self.saw = len(self.world)

    worlds = Worlds()
    world = worlds.create("main")
    worlds.step()
    project = DefoldProject(
        FILES | {"/one.collection": FILES["/one.collection"] + FILES["/two.collection"][14:]}, {"/rat.script": Looks}
    )
    project.load(world, "/one.collection")
    assert [world.component(f"{path}#script", Looks).saw for path in ("/rat", "/cat")] == [2, 2]


def test_a_plain_proxy_finds_its_collection_by_the_name_of_its_world() -> None:
    files = {
        "/a.collection": 'name: "a"',
        "/b.collection": 'name: "same"',
        "/c.collection": 'name: "same"',
    }
    project = DefoldProject(files)
    from talewright.messaging import CollectionProxy, Worlds

    worlds = Worlds(project.build)
    main = worlds.create("main")
    main.spawn("p", a=CollectionProxy("a"), b=CollectionProxy("same"), c=CollectionProxy("nothing"))
    for name in "abc":
        main.post(f"/p#{name}", "load")
    worlds.step()
    assert "a" in worlds
    assert [fault.code for fault in worlds.faults] == ["TW-MSG-05", "TW-MSG-05"]
    assert "/b.collection, /c.collection" in worlds.faults[0].text
    assert "nothing" in worlds.faults[1].text


def test_saves_come_back_with_the_worlds_of_proxies() -> None:
    running = load_project(FILES, [Loader, Rat])
    for _ in range(3):
        running.step()
    sections = running.sections()
    again = load_project(FILES, [Loader, Rat])
    again.restore(sections)
    assert again.worlds.sections() == sections
    again.world.post("/loader#script", "next")
    for _ in range(4):
        again.step()
    assert "/cat" in again.worlds["level"]


def test_guis_by_address() -> None:
    files = {
        **FILES,
        "/main.collection": 'name: "main" instances { id: "a" prototype: "/gui.go" }',
        "/gui.go": 'components { id: "gui" component: "/m.gui" }',
        "/m.gui": 'nodes { id: "box" type: TYPE_BOX }',
    }
    running = load_project(files, stand_ins())
    found = running.gui("main:/a#gui")
    assert found is not None
    assert found == running.project.gui("/m.gui") == running.gui("/a#gui")
    assert running.gui("other:/a#gui") is None
    with pytest.raises(ProjectError, match="cannot be read"):
        running.project.gui("/gone.gui")


def test_a_check_reads_every_file() -> None:
    project = DefoldProject({**FILES, "/x/y.gui": "nodes {", "/z.factory": "prototype: 1", "/w.go": "a: 1"})
    assert sorted(str(d.span) for d in project.check() if d.severity == "error") == ["x/y.gui:1:7", "z.factory:1:12"]


# Settings


def settings(text: str) -> tuple[GameProject, Report]:
    report = Report()
    return read_settings(text.encode(), "game.project", report), report


def test_defaults() -> None:
    found, report = settings("\n")
    assert not report
    assert (found.main_collection, found.max_instances, found.update_frequency) == ("/logic/main.collection", 1024, 0)


def test_settings_are_read() -> None:
    found, report = settings(
        """
[project]
title = My Game
dependencies#1 = https://b
dependencies#0 = https://a
[bootstrap]
main_collection = /main/main.collectionc
[script]
shared_state = 1
[collection]
max_instances = 32765
[engine]
max_time_step = 0.25
[windows]
iap_provider =
"""
    )
    assert not report
    assert (found.title, found.dependencies) == ("My Game", ("https://a", "https://b"))
    assert (found.main_collection, found.shared_state) == ("/main/main.collection", True)
    assert (found.max_instances, found.max_time_step) == (32765, 0.25)
    assert (found.get("windows", "iap_provider"), found.get("no", "no", "x")) == ("", "x")


@pytest.mark.parametrize(
    ("path", "meant"),
    [("/m.collectionc", "/m.collection"), ("/m.collection", "/m.collection"), ("/a.c/bc", "/a.c/bc"), ("/m.c", "/m.c")],
)
def test_the_c_of_the_built_file_is_dropped(path: str, meant: str) -> None:
    assert settings(f"[bootstrap]\nmain_collection = {path}\n")[0].main_collection == meant


@pytest.mark.parametrize(
    "line",
    [
        "[display]\nupdate_frequency = x",
        "[display]\nupdate_frequency = 1.5",
        "[display]\nupdate_frequency = -1",
        "[script]\nshared_state = 2",
        "[bootstrap]\nmain_collection = main.collectionc",
        "[engine]\nmax_time_step = nan",
    ],
)
def test_settings_that_cannot_be_used(line: str) -> None:
    _, report = settings(line)
    assert [(d.code, d.span.line) for d in report] == [("TW-DEF-70", 2)]


def test_an_empty_settings_file_is_an_error() -> None:
    assert [d.code for d in settings("")[1]] == ["TW-DEF-20"]


# Files


def test_paths_never_leave_the_folder(folder: Callable[[dict[str, str]], Path], tmp_path: Path) -> None:
    root = folder({"a.go": "", "sub/b.go": "", ".hidden/c.go": "", "d.txt": ""})
    (tmp_path / "secret.go").write_text("secret")
    files = Files(root)
    assert files.data("/a.go") == b""
    for path in ("/../secret.go", "secret.go", "/./a.go", "/sub", "/gone.go", "/\0.go", "/a\\..\\..\\secret.go"):
        assert files.data(path) is None
    assert files.paths("go") == ["/a.go", "/sub/b.go"]
    link = root / "link.go"
    try:
        link.symlink_to(tmp_path / "secret.go")
    except OSError:
        return
    assert files.data("/link.go") is None


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(MissingFolder):
        DefoldProject(tmp_path / "gone")


def test_bytes_that_are_no_text() -> None:
    report = Report()
    texts: dict[str, Any] = {"/a.go": b"\xef\xbb\xbf# bom\n\xff", "/b.go": b"\xef\xbb\xbf"}
    files = Files(texts)
    assert files.prototype("/a.go", report) is not None
    assert str(report[0].span) == "a.go:2:1"
    assert report[0].code == "TW-DEF-01"
    report = Report()
    assert files.prototype("/b.go", report) is not None
    assert not report
