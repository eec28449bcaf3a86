"""From a plan to objects in a world: everything is made and checked aside, then spawned.

A load happens whole or not at all: scripts are made, their values fitted, ids and classes tried out in a world that
nobody sees; only when no error is left does the first object appear. Decides which class a component becomes; which
files there are and what they say is known before.

Source: messaging.md section 15 and case 46 of section 19.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from talewright.defold.binding import Find, kind_of
from talewright.defold.files import Files
from talewright.defold.flatten import CollectionPlan, ComponentPlan, ObjectPlan, component_plans, flatten
from talewright.defold.gui import GuiDesc
from talewright.defold.kept import FileFactory, FilePrototype, FileProxy, Kept
from talewright.defold.objects import CollectionFactoryDesc, CollectionProxyDesc, FactoryDesc, unquoted
from talewright.defold.reading import Described, write
from talewright.defold.source import Source
from talewright.defold.text import parse
from talewright.defold.values import fields_of
from talewright.diagnostics import Report, Span
from talewright.errors import ProjectError, TalewrightError
from talewright.fields import class_name
from talewright.messaging import CollectionFactory, GameObject, Script, World, Worlds
from talewright.names import did_you_mean, fold

ENGINE = (
    *("script", "gui", "collectionproxy", "factory", "collectionfactory", "sprite", "label", "sound", "camera"),
    *("collisionobject", "tilemap", "tilegrid", "particlefx", "model", "mesh", "light", "spinemodel", "wav", "ogg"),
)
"""The component types that Defold has; there are more, of extensions."""


@dataclass(frozen=True)
class Loaded:
    """What a load made.

    Attributes:
        world: where.
        plan: the objects as the files describe them, with rotations, scales and all that has no logic here.
        report: findings that stopped nothing.
        objects: the objects that were made, by id.
    """

    world: World
    plan: CollectionPlan
    report: Report
    objects: Mapping[str, GameObject]

    def component(self, address: str) -> ComponentPlan | None:
        """Return the description of a component by "/object#component", or None."""
        path, _, fragment = address.partition("#")
        for thing in self.plan.objects:
            if thing.id == path:
                return next((one for one in thing.components if one.id == fragment), None)
        return None

    def gui(self, address: str) -> GuiDesc | None:
        """Return the gui of a component, its nodes as plain data; None where it is no gui."""
        found = self.component(address)
        return found.content if found is not None and isinstance(found.content, GuiDesc) else None


def build(files: Files, plan: CollectionPlan, world: World, find: Find, report: Report, *, what: str) -> Loaded:
    """Make the objects of a plan.

    Args:
        files: where the collections of proxies and the prototypes of factories are.
        plan: the objects.
        world: gets them all, or none.
        find: gives the class that stands for a path.
        report: what was found so far; findings are added.
        what: what is loaded, for the error.

    Raises:
        ProjectError: something is wrong; it has every finding, and the world is as it was.
    """
    builder = _Builder(files, world.worlds, world, find, report)
    made = [(thing, builder.components(thing.id, thing.components)) for thing in plan.objects]
    builder.check(world, made)
    builder.say_kept()
    if report.errors:
        count = len(report.errors)
        text = f"{what} cannot be loaded: {count} error{'s' * (count != 1)}; nothing was made"
        raise ProjectError(text, report=report.errors)
    for path in builder.prototypes:
        world.worlds.prototypes.setdefault(path, prototype(files, world.worlds, find, path))
    return Loaded(world, plan, report, spawn(world, made))


def prototype(files: Files, worlds: Worlds, find: Find, path: str) -> FilePrototype:
    """Return what makes the components of a ``.go``, for factories of these worlds."""

    def make(world: World | None) -> dict[str, Script]:
        report = Report()
        described = files.prototype(path, report)
        plans = () if described is None else component_plans(files, described, (), report)
        made = _Builder(files, worlds, world, find, report, checked=True).components(None, plans)
        if report.errors:
            raise ProjectError(f"the prototype '{path}' cannot be made", report=report.errors)
        return made

    return FilePrototype(make)


def spawn(world: World, made: Sequence[tuple[ObjectPlan, Any]]) -> dict[str, GameObject]:
    """Put objects into a world, in order, all or none; they are initialised together."""
    objects: dict[str, GameObject] = {}
    with world.together():
        for plan, components in made:
            parent = None if plan.parent is None else objects.get(plan.parent)
            place, turn, size = plan.transform
            objects[plan.id] = world.spawn(
                plan.id, components, position=place, rotation=turn, scale=size, parent=parent
            )
        for plan, _ in made:
            thing = objects[plan.id]
            if plan.parent is not None and thing.parent is None:
                thing.parent = objects[plan.parent]
    return objects


class _Builder:
    def __init__(
        self, files: Files, worlds: Worlds, world: World | None, find: Find, report: Report, *, checked: bool = False
    ) -> None:
        self.files = files
        self.world = world
        self.find = find
        self.report = report
        self.references = worlds.known_references()
        self.kept: dict[str, list[Span]] = {}
        self.prototypes: dict[str, None] = {}
        self.classes: dict[type[Script], Span] = {}
        self.checked = checked
        # Inside a collection factory everything gets a prefix; text that is relative for the host tells which.
        self.prefix = "" if world is None else world.url("x").path.removesuffix("/x")

    # What a component becomes

    def components(self, owner: str | None, plans: Sequence[ComponentPlan]) -> dict[str, Script]:
        found = {}
        for plan in plans:
            made = self._component(None if owner is None else self.prefix + owner, plan)
            if made is not None:
                found[plan.id] = made
                self.classes.setdefault(type(made), plan.span)
        return found

    def _component(self, owner: str | None, plan: ComponentPlan) -> Script | None:
        if plan.kind == "script":
            return self._script(owner, plan, plan.path)
        if plan.kind == "gui" and plan.path:
            if not isinstance(plan.content, GuiDesc):
                return None  # reported: the file is not there
            if plan.content.script or self.find(plan.path) is not None:
                return self._script(owner, plan, plan.content.script)
        content = plan.content
        if isinstance(content, CollectionProxyDesc):
            return self._proxy(plan, content)
        if isinstance(content, CollectionFactoryDesc):
            if not content.prototype or not self._there(content, self.files.collection):
                return None
            return CollectionFactory(content.prototype)
        if isinstance(content, FactoryDesc):
            return self._factory(content)
        return self._kept(plan)

    def _factory(self, content: FactoryDesc) -> Script | None:
        path = content.prototype
        if not path or not self._there(content, self.files.prototype):
            return None
        if not self.checked and path not in self.prototypes:
            self.prototypes[path] = None
            described = self.files.prototype(path, self.report) if self.files.data(path) is not None else None
            if described is not None:  # tried out now, so that a mistake shows before the first object is made
                self.components(None, component_plans(self.files, described, (), self.report))
        return FileFactory(path)

    def _there(self, content: FactoryDesc, read: Callable[[str, Report, Span], object]) -> bool:
        """Whether a factory has its file; one that loads it later can do without until then."""
        found = Report()
        if read(content.prototype, found, content.span) is not None:
            return True
        late = content.load_dynamically or content.dynamic_prototype
        for one in found:
            self.report.add(one.code, "warning" if late else "error", one.message, one.hint, one.span)
        return late

    def _script(self, owner: str | None, plan: ComponentPlan, path: str) -> Script | None:
        cls = self.find(plan.path) or (self.find(path) if path else None)
        if cls is None:
            hint = (
                f"bind one: scripts={{'{path}': ...}}, or @script('{path}') above a class; stand_ins() goes on without"
            )
            self._error("TW-DEF-50", f"no class is bound to '{path}'", hint, plan.span)
            return None
        if kind_of(cls) != plan.kind:
            base = "GuiScript" if plan.kind == "gui" else "Script, not of GuiScript"
            text = f"{cls.__name__} is bound to the {plan.kind} '{path}'"
            self._error("TW-DEF-51", text, f"make it a subclass of {base}", plan.span)
            return None
        before = len(self.report.errors)
        fields = fields_of(cls, plan, path, owner, self.world, self.references, self.report)
        return self._made(cls, fields, plan) if len(self.report.errors) == before else None

    def _proxy(self, plan: ComponentPlan, content: CollectionProxyDesc) -> Script | None:
        path = content.collection
        if not path:
            return None  # reported by the reader
        missing = Report()
        target = self.files.collection(path, missing, content.span)
        if target is None:
            # Defold asks for it only when it is loaded, and it may be left out of the bundle.
            found = missing[0]
            text = f"{found.message}; the proxy '{plan.id}' will not load"
            self.report.add(found.code, "warning", text, found.hint, found.span)
            return FileProxy(path.rsplit("/", 1)[-1].split(".")[0], file=path)
        return FileProxy(target.name, file=path)

    def _kept(self, plan: ComponentPlan) -> Script | None:
        cls = self.find(plan.kind) if plan.kind else None
        if cls is None:
            if plan.kind != "gui":  # one without a script: nothing is missing
                self.kept.setdefault(plan.kind, []).append(plan.span)
            cls = Kept
        elif not issubclass(cls, Kept):
            text = f"{cls.__name__} is bound to the component type '{plan.kind}'"
            self._error("TW-DEF-51", text, "make it a subclass of Kept", plan.span)
            return None
        content = plan.content
        data = plain(content) if isinstance(content, Described) and not isinstance(content, GuiDesc) else {}
        fields = {"kind": plan.kind, "source": plan.path, "place": tuple(plan.place.position), "data": data}
        return self._made(cls, fields, plan)

    def _made(self, cls: type[Script], fields: Mapping[str, Any], plan: ComponentPlan) -> Script | None:
        try:
            return cls(**fields)
        except Exception as error:
            text = f"{cls.__name__} cannot be made: {type(error).__name__}: {error}"
            self._error("TW-DEF-52", text, "what needs the world goes into init()", plan.span)
            return None

    # What could go wrong when they are spawned

    def check(self, world: World, made: Sequence[tuple[ObjectPlan, Mapping[str, Script]]]) -> None:
        """Try ids and classes out in a world of their own."""
        trial = Worlds(references=self.references).create("trial")
        known = world.worlds.classes
        taken = {fold(thing.id): thing.id for thing in world}
        room = None if world.max_instances is None else world.max_instances - len(world)
        if room is not None and len(made) > room:
            text = f"the collection makes {len(made)} objects, the world has room for {room}"
            hint = "raise collection.max_instances, or the world's max_instances"
            self._error("TW-DEF-43", text, hint, made[0][0].span)
        if not world.alive:
            self._error("TW-DEF-52", f"the world {world.name!r} has ended", "", Span(world.name))
        for number, (cls, span) in enumerate(self.classes.items()):
            called = known.get(class_name(cls))
            if called is None:
                self._try(trial, f"class{number}", {"c": cls.__new__(cls)}, span)
            elif called is not cls:
                text = f"two script classes are called {class_name(cls)!r}"
                self._error("TW-DEF-52", text, 'rename one, or write class_name = "..." in its body', span)
        for thing, components in made:
            path = self.prefix + thing.id
            other = taken.get(fold(path))
            if other is not None:
                text = f"The identifier '{path}' is already in use."
                hint = "" if other == path else f"'{other}' differs from it only in case"
                self._error("TW-DEF-40", text, hint, thing.span)
            transform = thing.transform
            if not all(map(math.isfinite, (n for part in transform for n in part))) or not any(transform.rotation):
                self._error("TW-DEF-11", f"'{thing.id}' stands nowhere: {transform}", "", thing.span)
            tried = {name: Script() for name in components}
            self._try(trial, f"objects{thing.id}", tried, thing.span)

    def _try(self, trial: World, path: str, components: Any, span: Span) -> None:
        try:
            trial.spawn(path, components)
        except (TalewrightError, TypeError, ValueError) as error:
            hint = getattr(error, "hint", "")
            text = str(getattr(error, "message", error)).replace("/objects/", "/")
            self._error("TW-DEF-40" if path.startswith("objects") else "TW-DEF-52", text, hint, span)

    def say_kept(self) -> None:
        """Say once for each type what has no logic here."""
        for kind, spans in self.kept.items():
            many = "1 component" if len(spans) == 1 else f"{len(spans)} components"
            text = f"the type '{kind}' has no logic here; {many} kept as data"
            hint = f"scripts={{'{kind}': ...}} with a subclass of Kept gives it some"
            if kind not in ENGINE:
                hint = did_you_mean(kind, ENGINE) or hint
            self.report.add("TW-DEF-60", "information", text, hint, spans[0])

    def _error(self, code: str, text: str, hint: str, span: Span) -> None:
        self.report.add(code, "error", text, hint, span)


def classes(files: Files, find: Find) -> dict[str, type[Script]]:
    """Return every class that a component of these files can become, by the name that saves know it by."""
    report = Report()
    plans = [
        one for path in files.paths("collection") for o in flatten(files, path, report).objects for one in o.components
    ]
    for path in files.paths("go"):
        described = files.prototype(path, report)
        if described is not None:
            plans += component_plans(files, described, (), report)
    found: dict[type[Script], None] = dict.fromkeys((Kept, FileProxy, FileFactory, CollectionFactory))
    for plan in plans:
        names = [plan.path, plan.kind]
        if isinstance(plan.content, GuiDesc):
            names.append(plan.content.script)
        found.update((cls, None) for name in names if name and (cls := find(name)) is not None)
    return {class_name(cls): cls for cls in found}


def plain(described: Described) -> dict[str, Any]:
    """Return a description as plain data, as its file writes it."""
    found: dict[str, Any] = unquoted(parse(Source("", write(described)), Report()).plain)
    return found
