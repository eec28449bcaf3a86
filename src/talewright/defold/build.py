"""From a plan to objects in a world: everything is made and checked aside, then spawned.

A load happens whole or not at all: scripts are made, their values fitted, ids and classes tried out in a world that
nobody sees; only when no error is left does the first object appear. Decides which class a component becomes; which
files there are and what they say is known before.

Source: messaging.md section 15 and case 46 of section 19.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from talewright.defold.binding import Find, kind_of
from talewright.defold.files import Files
from talewright.defold.flatten import CollectionPlan, ComponentPlan, ObjectPlan
from talewright.defold.gui import GuiDesc
from talewright.defold.kept import FileProxy, Kept
from talewright.defold.objects import CollectionProxyDesc, unquoted
from talewright.defold.reading import Described, write
from talewright.defold.source import Source
from talewright.defold.text import parse
from talewright.defold.values import fields_of
from talewright.diagnostics import Report, Span
from talewright.errors import ProjectError, TalewrightError
from talewright.fields import References, class_name
from talewright.game import Game
from talewright.messaging import GameObject, Script, World, Worlds
from talewright.names import did_you_mean, fold


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
        """Give the description of a component by "/object#component", or None."""
        path, _, fragment = address.partition("#")
        for thing in self.plan.objects:
            if thing.id == path:
                return next((one for one in thing.components if one.id == fragment), None)
        return None

    def gui(self, address: str) -> GuiDesc | None:
        """Give the gui of a component, its nodes as plain data; None where it is no gui."""
        found = self.component(address)
        return found.content if found is not None and isinstance(found.content, GuiDesc) else None


def build(files: Files, plan: CollectionPlan, world: World, find: Find, report: Report, *, what: str) -> Loaded:
    """Make the objects of a plan.

    Args:
        files: where the collections of proxies are.
        plan: the objects.
        world: gets them all, or none.
        find: gives the class that stands for a path.
        report: what was found so far; findings are added.
        what: what is loaded, for the error.

    Raises:
        ProjectError: something is wrong; it has every finding, and the world is as it was.
    """
    builder = _Builder(files, world, find, report)
    made = [(thing, builder.components(thing)) for thing in plan.objects]
    builder.check(made)
    builder.say_kept()
    if report.errors:
        count = len(report.errors)
        text = f"{what} cannot be loaded: {count} error{'s' * (count != 1)}; nothing was made"
        raise ProjectError(text, report=report.errors)
    return Loaded(world, plan, report, spawn(world, made))


def spawn(world: World, made: Sequence[tuple[ObjectPlan, Any]]) -> dict[str, GameObject]:
    """Put objects into a world, in order; in one that runs already, each is initialised as it comes."""
    objects: dict[str, GameObject] = {}
    try:
        for plan, components in made:
            parent = None if plan.parent is None else objects.get(plan.parent)
            thing = world.spawn(plan.id, position=plan.transform.position, parent=parent, **components)
            objects[plan.id] = thing
            thing.rotation, thing.scale = plan.transform.rotation, plan.transform.scale
        for plan, _ in made:
            thing = objects[plan.id]
            if plan.parent is not None and thing.parent is None:
                thing.parent = objects[plan.parent]
    except BaseException:
        for thing in objects.values():
            thing.delete()
        raise
    return objects


class _Builder:
    def __init__(self, files: Files, world: World, find: Find, report: Report) -> None:
        self.files = files
        self.world = world
        self.find = find
        self.report = report
        self.references = references_of(world.worlds)
        self.kept: dict[str, list[Span]] = {}

    # What a component becomes

    def components(self, thing: ObjectPlan) -> dict[str, Script]:
        found = {}
        for plan in thing.components:
            made = self._component(thing, plan)
            if made is not None:
                found[plan.id] = made
        return found

    def _component(self, thing: ObjectPlan, plan: ComponentPlan) -> Script | None:
        if plan.kind == "script":
            return self._script(thing, plan, plan.path)
        if plan.kind == "gui" and plan.path:
            if not isinstance(plan.content, GuiDesc):
                return None  # reported: the file is not there
            if plan.content.script or self.find(plan.path) is not None:
                return self._script(thing, plan, plan.content.script)
        if isinstance(plan.content, CollectionProxyDesc):
            return self._proxy(plan, plan.content)
        return self._kept(plan)

    def _script(self, thing: ObjectPlan, plan: ComponentPlan, path: str) -> Script | None:
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
        fields = fields_of(cls, plan, path, thing.id, self.world, self.references, self.report)
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

    def check(self, made: Sequence[tuple[ObjectPlan, Mapping[str, Script]]]) -> None:
        """Try ids and classes out in a world of their own."""
        trial = Worlds(references=self.references).create("trial")
        known = self.world.worlds.classes
        taken = {fold(thing.id): thing.id for thing in self.world}
        room = None if self.world.max_instances is None else self.world.max_instances - len(self.world)
        if room is not None and len(made) > room:
            text = f"the collection makes {len(made)} objects, the world has room for {room}"
            hint = "raise collection.max_instances, or the world's max_instances"
            self._error("TW-DEF-43", text, hint, made[0][0].span)
        if not self.world.alive:
            self._error("TW-DEF-52", f"the world {self.world.name!r} has ended", "", Span(self.world.name))
        tried: set[type[Script]] = set()
        for thing, components in made:
            other = taken.get(fold(thing.id))
            if other is not None:
                text = f"The identifier '{thing.id}' is already in use."
                hint = "" if other == thing.id else f"'{other}' differs from it only in case"
                self._error("TW-DEF-40", text, hint, thing.span)
            transform = thing.transform
            if not all(map(math.isfinite, (n for part in transform for n in part))) or not any(transform.rotation):
                self._error("TW-DEF-11", f"'{thing.id}' stands nowhere: {transform}", "", thing.span)
            for name, script in components.items():
                cls = type(script)
                if cls in tried:
                    continue
                tried.add(cls)
                called = known.get(class_name(cls))
                if called is None:
                    self._try(trial, f"class{len(tried)}", {"c": cls.__new__(cls)}, thing.span)
                elif called is not cls:
                    text = f"'{thing.id}#{name}': two script classes are called {class_name(cls)!r}"
                    self._error("TW-DEF-52", text, "rename one", thing.span)
            self._try(trial, f"objects{thing.id}", {name: Script() for name in components}, thing.span)

    def _try(self, trial: World, path: str, components: Any, span: Span) -> None:
        try:
            trial.spawn(path, **components)
        except (TalewrightError, TypeError, ValueError) as error:
            hint = getattr(error, "hint", "")
            text = str(getattr(error, "message", error)).replace("/objects/", "/")
            self._error("TW-DEF-40" if path.startswith("objects") else "TW-DEF-52", text, hint, span)

    def say_kept(self) -> None:
        """Say once for each type what has no logic here."""
        for kind, spans in self.kept.items():
            many = "1 component" if len(spans) == 1 else f"{len(spans)} components"
            text = f"the type '{kind}' has no logic here; {many} kept as data"
            hint = did_you_mean(kind, ["script", "gui", "collectionproxy", "factory", "collectionfactory"])
            self.report.add("TW-DEF-60", "information", text, hint, spans[0])

    def _error(self, code: str, text: str, hint: str, span: Span) -> None:
        self.report.add(code, "error", text, hint, span)


def references_of(worlds: Worlds) -> References:
    """Give what is found by its name: addresses, and in a game its items, characters and tags."""
    live = worlds.reference()
    return live.merged(worlds.host.names()) if isinstance(worlds.host, Game) else live


def plain(described: Described) -> dict[str, Any]:
    """Give a description as plain data, as its file writes it."""
    found: dict[str, Any] = unquoted(parse(Source("", write(described)), Report()).plain)
    return found
