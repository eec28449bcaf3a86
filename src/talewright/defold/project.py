"""A Defold project, loaded: collections into worlds, proxies that load further ones, and the frame around them.

`DefoldProject` holds the files and the classes; it loads a collection into any world, and is the function that builds
the worlds of proxies. `load_project` starts a project as the engine does: ``game.project``, the bootstrap collection,
its world. The host makes the steps.

Source: messaging.md sections 7 and 15.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from talewright.defold.binding import Scripts, finder
from talewright.defold.build import Loaded, build, classes, prototype
from talewright.defold.devices import Devices
from talewright.defold.files import KINDS, Files, Root, is_builtin
from talewright.defold.flatten import CollectionPlan, flatten
from talewright.defold.gui import GuiDesc
from talewright.defold.inputs import InputBinding
from talewright.defold.kept import FilePrototype, FileProxy
from talewright.defold.objects import CollectionFactoryDesc, CollectionProxyDesc
from talewright.defold.settings import FILE, GameProject
from talewright.diagnostics import Report, Severity, Span
from talewright.errors import InvalidName, NotFound, ProjectError
from talewright.fields import Sections
from talewright.messaging import DEFOLD, CollectionProxy, DispatchPolicy, Script, World, Worlds
from talewright.messaging.address import checked_seconds, world_name
from talewright.names import did_you_mean


class DefoldProject:
    """The files of a project and the classes that stand for its scripts.

    Args:
        root: the folder that holds ``game.project``, or texts by path.
        scripts: classes by path, a function, a module with marked classes, or marked classes.

    Attributes:
        files: what there is.
        loaded: what was loaded last, by the name of its world.

    Raises:
        MissingFolder: there is no such folder.
    """

    def __init__(self, root: Root, scripts: Scripts = None) -> None:
        self.files = Files(root)
        self.find = finder(scripts)
        self.loaded: dict[str, Loaded] = {}
        self._names: dict[str, list[str]] | None = None

    @property
    def settings(self) -> GameProject:
        """What ``game.project`` says; what cannot be used there has its default.

        Raises:
            NotFound: there is none.
        """
        return self.files.settings(Report())

    def plan(self, path: str) -> tuple[CollectionPlan, Report]:
        """Put together what a collection would make, and what is wrong with it; builds nothing."""
        report = Report()
        return flatten(self.files, path, report), report

    def gui(self, path: str) -> GuiDesc:
        """Describe a ``.gui``, the nodes of its templates in place.

        Raises:
            ProjectError: it is not there, or damaged.
        """
        report = Report()
        found = self.files.gui(path, report)
        if found is None or report.errors:
            raise ProjectError(f"the gui {path!r} cannot be read", report=report)
        return found

    def input_binding(self) -> InputBinding:
        """Describe the input binding of the project; an empty one where it is the engine's own.

        Raises:
            ProjectError: it is not there, or damaged.
        """
        path, report = self.settings.game_binding, Report()
        if is_builtin(path):
            return InputBinding()
        found = self.files.input_binding(path, report)
        if found is None or report.errors:
            raise ProjectError(f"the input binding {path!r} cannot be read", report=report)
        return found

    def load(self, world: World, path: str) -> Loaded:
        """Load a collection into a world: all of it, or nothing.

        An empty world also gets its ``scale_along_z``; one that has objects keeps its own.

        Raises:
            ProjectError: something is wrong; it has every finding, and the world is as it was.
        """
        plan, report = self.plan(path)
        empty, before = not len(world), world.scale_along_z
        if empty:
            world.scale_along_z = plan.scale_along_z
        try:
            loaded = build(self.files, plan, world, self.find, report, what=f"the collection '{path}'")
        except BaseException:
            world.scale_along_z = before
            raise
        if empty or world.name not in self.loaded:
            self.loaded[world.name] = loaded
        return loaded

    def build(self, name: str, world: World) -> None:
        """Build what a proxy or a collection factory loads: what `Worlds` takes as ``build``.

        A collection factory names the path. A `FileProxy` says which file; for any other proxy it is the one file
        that gives its world this name.

        Raises:
            NotFound: no collection, or more than one, has this name.
            ProjectError: the collection is wrong.
        """
        if name.startswith("/"):
            self.load(world, name)
            return
        for proxy in proxies(world.worlds):
            if isinstance(proxy, FileProxy) and proxy.file and proxy.loaded is world:
                self.load(world, proxy.file)
                return
        names = self.names()
        paths = names.get(name, [])
        if not paths:
            raise NotFound(f"no .collection gives its world the name {name!r}", hint=did_you_mean(name, names))
        if len(paths) > 1:
            raise NotFound(
                f"{len(paths)} collections give their world the name {name!r}: {', '.join(paths)}",
                hint="use FileProxy(name, file=path), or rename all but one",
            )
        self.load(world, paths[0])

    def names(self) -> dict[str, list[str]]:
        """Return the paths of all collections by the name of their world."""
        if self._names is None:
            self._names = {}
            for path in self.files.paths("collection"):
                found = self.files.collection(path, Report())
                if found is not None:
                    self._names.setdefault(found.name, []).append(path)
        return self._names

    def prototypes(self, worlds: Worlds) -> dict[str, FilePrototype]:
        """Return what factories of these worlds make objects of: every ``.go`` by its path."""
        return {path: prototype(self.files, worlds, self.find, path) for path in self.files.paths("go")}

    def classes(self) -> dict[str, type[Script]]:
        """Return every class that components of the project become, by the name that saves know it by."""
        return classes(self.files, self.find)

    def reachable(self, path: str) -> tuple[dict[str, CollectionPlan], Report]:
        """Return the plans of a collection and of all that proxies load from there on, and what is wrong with them.

        Collections of collection factories are looked at as well; they are no worlds, so their names may be equal.
        """
        plans: dict[str, CollectionPlan] = {}
        worlds = {path}
        report = Report()
        todo = [path]
        while todo:
            path = todo.pop(0)
            if path in plans:
                continue
            plans[path] = plan = flatten(self.files, path, report)
            for thing in plan.objects:
                for component in thing.components:
                    content = component.content
                    if isinstance(content, CollectionProxyDesc) and self.files.data(content.collection) is not None:
                        todo.append(content.collection)
                        worlds.add(content.collection)
                    if isinstance(content, CollectionFactoryDesc) and self.files.data(content.prototype) is not None:
                        todo.append(content.prototype)
        for plan in plans.values():
            if plan.path in worlds and plan.name:
                self._check_name(plan, "error" if plan is next(iter(plans.values())) else "warning", report)
        by_name: dict[str, list[str]] = {}
        for plan in plans.values():
            if plan.path in worlds:
                by_name.setdefault(plan.name, []).append(plan.path)
        for name, paths in by_name.items():
            if len(paths) > 1:
                text = f"these collections all give their world the name {name!r}: {', '.join(paths)}"
                hint = "only one of them can be loaded at a time; rename the others"
                report.add("TW-DEF-71", "warning", text, hint, Span(paths[1].lstrip("/")))
        return plans, report

    def _check_name(self, plan: CollectionPlan, severity: Severity, report: Report) -> None:
        """Say where the name of a collection is one that its world cannot have."""
        try:
            world_name(plan.name)
        except InvalidName as error:
            lines = (self.files.data(plan.path) or b"").decode("utf-8", "replace").splitlines()
            line = next((n for n, text in enumerate(lines, 1) if re.match(r"\s*name\s*:", text)), 1)
            report.add("TW-DEF-72", severity, error.message, error.hint, Span(plan.path.lstrip("/"), line))

    def check(self) -> Report:
        """Read every file of the project, and give all findings; builds nothing."""
        report = Report()
        if self.files.data(f"/{FILE}") is not None:
            self.files.settings(report)
        for path in self.files.paths(*KINDS):
            kind = path.rsplit(".", 1)[1]
            if kind == "collection":
                flatten(self.files, path, report)
            elif kind == "go":
                self.files.prototype(path, report)
            elif kind == "gui":
                self.files.gui(path, report)
            elif kind == "input_binding":
                self.files.input_binding(path, report)
            else:
                self.files.content(kind, path, report)
        return report

    def start(self, *, policy: DispatchPolicy = DEFOLD) -> RunningProject:
        """Make the worlds and load the bootstrap collection; the first step initialises it.

        Raises:
            NotFound: there is no ``game.project``.
            ProjectError: a setting or the bootstrap collection is wrong.
        """
        report = Report()
        settings = self.files.settings(report)
        if report.errors:
            raise ProjectError(f"{FILE} cannot be used", report=report)
        path = settings.main_collection
        plans, found = self.reachable(path)
        fixed = settings.fixed_update_frequency if settings.use_fixed_timestep else 0
        worlds = Worlds(
            self.build, fixed_frequency=fixed, max_input_focus=settings.max_input_stack_entries, policy=policy
        )
        name = plans[path].name
        if not name or any(finding.code == "TW-DEF-72" for finding in found.errors):
            raise ProjectError(f"the bootstrap collection '{path}' cannot be loaded", report=found.errors)
        world = worlds.create(name, max_instances=settings.max_instances)
        worlds.prototypes.update(self.prototypes(worlds))
        running = RunningProject(self, settings, worlds, world, report)
        loaded = self.load(world, path)
        report.extend(finding for finding in found if finding not in report)
        report.extend(finding for finding in loaded.report if finding not in report)
        return running


@dataclass(eq=False)
class RunningProject:
    """A project at run time.

    Attributes:
        project: its files and classes.
        settings: what ``game.project`` says.
        worlds: all worlds; a proxy adds further ones.
        world: that of the bootstrap collection.
        report: findings about all collections that can be reached; an error in one that a proxy loads is in here, and
            a fault when it is loaded.
    """

    project: DefoldProject
    settings: GameProject
    worlds: Worlds
    world: World
    report: Report
    _devices: Devices = field(init=False, repr=False)
    _binding: InputBinding | None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        self._devices = Devices(self.worlds)
        self.worlds.holding.delay = self.settings.repeat_delay
        self.worlds.holding.interval = self.settings.repeat_interval

    @property
    def frame_time(self) -> float:
        """Seconds of a frame: as a script asked by ``set_update_frequency``, as the project says, or 1/60."""
        return 1 / (self.worlds.update_frequency or self.settings.update_frequency or 60)

    def step(self, dt: float | None = None) -> None:
        """Run one frame.

        Args:
            dt: seconds, at most the project's ``max_time_step``; None: one frame at its update frequency.
        """
        if self._devices.held:
            self._devices.before_step(self._bound())
        self.worlds.step(min(self.frame_time if dt is None else dt, self.settings.max_time_step))
        self._devices.after_step()

    def input(self, action_id: str | None, /, **action: Any) -> None:
        """Give an action of the player: it is handed out in the next step."""
        self.worlds.input(action_id, **action)

    def press(self, name: str, x: float | None = None, y: float | None = None, **action: Any) -> None:
        """Press a key, a button or a finger by its name in the input binding, "KEY_SPACE"; it is held until `release`.

        In each step its actions come again: ``pressed`` in the first, with the same ``value`` in the others, and
        ``repeated`` as the project's ``input.repeat_delay`` and ``repeat_interval`` say. All have the place of the
        pointer.

        Args:
            name: what the binding calls it. What is pressed already only changes its fields.
            x: where the pointer is, from the left; None: where it was.
            y: the same, upwards from below.
            action: other fields, such as ``value=0.5`` of a stick or a trigger, and ``gamepad=1``: each gamepad holds
                its actions for itself; left out, it is 0.

        Raises:
            NotFound: nothing is bound to it.
            ValueError: the place is no finite number.
        """
        self._devices.press(self._bound(), name, x, y, action)

    def release(self, name: str, x: float | None = None, y: float | None = None, **action: Any) -> None:
        """Let a key, a button or a finger go: its actions come once more, ``released`` and with the value 0.

        What was pressed with ``gamepad=1`` is released with it.

        Raises:
            NotFound: nothing is bound to it.
            Misuse: it is not pressed.
        """
        self._devices.release(self._bound(), name, x, y, action)

    def tap(self, name: str, x: float | None = None, y: float | None = None, **action: Any) -> None:
        """Press, make a step, release, make a step."""
        self.hold(name, 0.0, x, y, **action)

    def hold(self, name: str, seconds: float, x: float | None = None, y: float | None = None, **action: Any) -> None:
        """Press, let so much time pass in whole frames (one at least), release, make a step.

        Raises:
            ValueError: the time is negative or no number.
        """
        frames = max(round(checked_seconds(seconds, "a press") / self.frame_time), 1)
        self.press(name, x, y, **action)
        for _ in range(frames):
            self.step()
        self.release(name, **{field: value for field, value in action.items() if field == "gamepad"})
        self.step()

    def move(self, x: float, y: float) -> None:
        """Move the pointer: the next step hands out an action without an id, with ``x``, ``y``, ``dx`` and ``dy``."""
        self._devices.move(x, y)

    def type(self, text: str) -> None:
        """Type text: the next step hands out each character as ``text`` of what is bound to "TEXT".

        Raises:
            NotFound: nothing is bound to it.
        """
        self._devices.type(self._bound(), text)

    def sections(self) -> Sections:
        """Return everything that the worlds hold, as sections of a save; only between steps."""
        return self.worlds.sections()

    def restore(self, sections: Sections) -> None:
        """Put what `sections` gave in place of what the worlds hold: all of it, or nothing.

        Raises:
            SaveError: it does not fit the project.
        """
        self.worlds.prepare(sections, self.project.classes()).commit()
        self._devices.restored()

    def gui(self, address: str) -> GuiDesc | None:
        """Return the gui of a component by its full address, "menu:/go#gui"; None where it is no gui of a file."""
        name, _, rest = address.rpartition(":")
        loaded = self.project.loaded.get(name or self.world.name)
        return None if loaded is None else loaded.gui(rest)

    def _bound(self) -> InputBinding:
        if self._binding is None:
            self._binding = self.project.input_binding()
        return self._binding


def proxies(worlds: Worlds) -> Iterator[CollectionProxy]:
    """Return the collection proxies of all worlds."""
    for world in worlds:
        for thing in world:
            for script in thing.components.values():
                if isinstance(script, CollectionProxy):
                    yield script


def load_collection(world: World, path: str | Path, *, root: Root | None = None, scripts: Scripts = None) -> Loaded:
    """Load a collection of Defold files into a world: all of it, or nothing.

    Args:
        world: gets the objects; its name stays.
        path: from the project's folder, "/main/main.collection"; without a root, a path of the file system.
        root: the folder that holds ``game.project``; None: the nearest above the file that does, or the file's own.
        scripts: the classes that stand for scripts: by path, a function, or a module with marked classes.

    Raises:
        ProjectError: something is wrong; it has every finding, and the world is as it was.
        MissingFolder: there is no such folder.

    >>> from talewright.messaging import Script, Worlds
    >>> class Player(Script):
    ...     speed: float = 1.0
    >>> files = {
    ...     "/main.collection": 'name: "main" instances { id: "hero" prototype: "/hero.go" position { x: 3 } }',
    ...     "/hero.go": 'components { id: "script" component: "/player.script"'
    ...                 ' properties { id: "speed" value: "2.5" type: PROPERTY_TYPE_NUMBER } }',
    ... }
    >>> world = Worlds().create("main")
    >>> loaded = load_collection(world, "/main.collection", root=files, scripts={"/player.script": Player})
    >>> world["/hero"].position, world.component("/hero#script", Player).speed
    ((3.0, 0.0, 0.0), 2.5)
    """
    if not isinstance(path, (str, Path)):
        raise TypeError(f"a collection is named by its path, not by {type(path).__name__}")
    if root is None:
        file = Path(path).resolve()
        root = next((folder for folder in file.parents if (folder / FILE).is_file()), file.parent)
        path = "/" + file.relative_to(root).as_posix()
    elif isinstance(path, Path):
        path = path.as_posix()
    return DefoldProject(root, scripts).load(world, path)


def load_project(folder: Root, scripts: Scripts = None, *, policy: DispatchPolicy = DEFOLD) -> RunningProject:
    """Start a Defold project: its bootstrap collection in a world, and proxies that load the others.

    Args:
        folder: what holds ``game.project``.
        scripts: the classes that stand for scripts: by path, a function, or a module with marked classes.
        policy: when messages are delivered.

    Raises:
        MissingFolder: there is no such folder.
        NotFound: there is no ``game.project``.
        ProjectError: a setting or the bootstrap collection is wrong.
    """
    return DefoldProject(folder, scripts).start(policy=policy)
