"""Which objects a collection makes, with all the files that it names: one flat list, before anything is built.

Collections inside lend their objects ids with a prefix and a place; overrides are merged, the outermost last. Decides
the order of creation: a collection's objects of files, then those written in place, then the collections inside, each
whole. Defold leaves the order open. Everything that is wrong is a finding; the plan then is what could be put together.

Source: messaging.md sections 4 and 15.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from talewright.defold.collections import CollectionDesc, CollectionInstanceDesc, EmbeddedInstanceDesc, InstanceDesc
from talewright.defold.files import Files
from talewright.defold.gui import GuiDesc
from talewright.defold.objects import ComponentDesc, Content, EmbeddedComponentDesc, PrototypeDesc, place
from talewright.defold.properties import ComponentProperties, PropertyDesc
from talewright.defold.vectors import Transform
from talewright.diagnostics import Report, Span
from talewright.names import Near

MAX_OBJECTS = 100_000
"""How many objects and collections one load makes at the most."""

MAX_NESTED = 64
"""How deeply collections may lie in each other."""


@dataclass(frozen=True)
class ComponentPlan:
    """A component to be made.

    Attributes:
        id: unique in its object.
        kind: "script", "gui", "factory", "sprite".
        path: of its file, or "" where it is written in place.
        content: what it is made of: a gui, a factory, a proxy, plain data, or None.
        properties: what the files set, the outermost last, one for each name.
        place: where it stands in its object.
        span: where it is described.
    """

    id: str
    kind: str
    path: str
    content: GuiDesc | Content | None
    properties: tuple[PropertyDesc, ...]
    place: Transform
    span: Span


@dataclass(frozen=True)
class ObjectPlan:
    """An object to be made.

    Attributes:
        id: absolute, "/sub/hero".
        parent: the absolute id of the object that it moves with, or None.
        transform: where it stands, seen from its parent.
        components: in order.
        prototype: the path of its ``.go``, or "" where it is written in place.
        span: where it is described.
    """

    id: str
    parent: str | None
    transform: Transform
    components: tuple[ComponentPlan, ...]
    prototype: str
    span: Span


@dataclass(frozen=True)
class CollectionPlan:
    """What a collection makes.

    Attributes:
        path: of its file.
        name: of its world.
        objects: in the order of creation.
        scale_along_z: whether scales draw out the z of the places of children, in the whole world that it makes.
    """

    path: str
    name: str
    objects: tuple[ObjectPlan, ...]
    scale_along_z: bool = False


Overrides = Mapping[str, Sequence[ComponentProperties]]
"""Properties by the id of an object, seen from the collection: "hero", "sub/hero"."""


def flatten(files: Files, path: str, report: Report) -> CollectionPlan:
    """Put together what a collection makes; errors are in the report, and the plan then is not whole."""
    flattening = _Flattening(files, report)
    described = files.collection(path, report)
    if described is None:
        return CollectionPlan(path, "", ())
    flattening.along_z = described.scale_along_z  # the world has one flag: that of the file it is made of
    flattening.collection(described, path, "/", Transform(), {}, (path,))
    return CollectionPlan(path, described.name, tuple(flattening.objects), bool(described.scale_along_z))


def component_plans(
    files: Files, prototype: PrototypeDesc, overrides: Sequence[ComponentProperties], report: Report
) -> tuple[ComponentPlan, ...]:
    """Put together the components of an object."""
    found: dict[str, ComponentPlan] = {}
    for item in prototype.all:
        if not item.id:
            continue  # reported by the reader
        if item.id in found:
            text = f"two components are called '{item.id}'"
            report.add("TW-DEF-40", "error", text, f"the other is at {found[item.id].span}", item.span)
            continue
        found[item.id] = _component(files, item, overrides, report)
    near = Near()
    for override in overrides:
        if override.id and override.id not in found:
            text = f"the object has no component '{override.id}'"
            hint = near(override.id, found) or f"its components: {', '.join(found) or 'none'}"
            report.add("TW-DEF-32", "warning", text, hint, override.span)
    return tuple(found.values())


def _component(
    files: Files,
    item: ComponentDesc | EmbeddedComponentDesc,
    overrides: Sequence[ComponentProperties],
    report: Report,
) -> ComponentPlan:
    properties: dict[str, PropertyDesc] = {}
    content: GuiDesc | Content | None
    if isinstance(item, ComponentDesc):
        path = item.component
        properties.update((one.id, one) for one in item.properties)
        if item.type == "gui":
            content = files.gui(path, report, item.span)
        else:
            content = files.content(item.type, path, report, item.span)
    else:
        path, content = "", item.content
    for override in overrides:
        if override.id == item.id:
            properties.update((one.id, one) for one in override.properties)
    return ComponentPlan(item.id, item.type, path, content, tuple(properties.values()), place(item), item.span)


class _Flattening:
    def __init__(self, files: Files, report: Report) -> None:
        self.files = files
        self.report = report
        self.objects: list[ObjectPlan] = []
        self.ids: dict[str, Span] = {}
        self.count = 0
        self.along_z = 0
        self.full = False
        self.near = Near()

    def collection(
        self,
        described: CollectionDesc,
        path: str,
        prefix: str,
        outer: Transform,
        overrides: Overrides,
        inside: tuple[str, ...],
    ) -> None:
        instances: Sequence[InstanceDesc | EmbeddedInstanceDesc]
        instances = (*described.instances, *described.embedded_instances)
        parents = self._parents(instances)
        left = set(overrides)
        for item in instances:
            left.discard(item.id)
            if item.id and self._room(item.span):
                self._object(item, prefix, parents, outer, overrides.get(item.id, ()))
        for nested in described.collection_instances:
            if not nested.id or not self._room(nested.span):
                continue
            front = f"{nested.id}/"
            left -= {name for name in left if name.startswith(front)}
            self._nested(nested, prefix, outer, overrides, inside)
        known = [item.id for item in (*instances, *described.collection_instances)]
        for name in left:
            text = f"the collection '{path}' has no object '{name}'"
            for override in overrides[name][:1]:
                self.report.add("TW-DEF-32", "warning", text, self.near(name, known), override.span)

    def _nested(
        self,
        nested: CollectionInstanceDesc,
        prefix: str,
        outer: Transform,
        overrides: Overrides,
        inside: tuple[str, ...],
    ) -> None:
        if not self._free(nested.id, prefix + nested.id, nested.span):
            return
        path = nested.collection
        if path in inside:
            chain = " -> ".join((*inside[inside.index(path) :], path))
            self.report.add("TW-DEF-42", "error", f"collections contain each other: {chain}", "", nested.span)
            return
        if len(inside) >= MAX_NESTED:
            text = f"collections lie more than {MAX_NESTED} deep in each other"
            self.report.add("TW-DEF-06", "error", text, "", nested.span)
            return
        described = self.files.collection(path, self.report, nested.span) if path else None
        if described is None:
            return
        mine: dict[str, list[ComponentProperties]] = {}
        for override in nested.instance_properties:
            mine.setdefault(override.id.lstrip("/"), []).extend(override.properties)
        front = f"{nested.id}/"
        for name, properties in overrides.items():
            if name.startswith(front):
                mine.setdefault(name.removeprefix(front), []).extend(properties)
        stands = outer.of(nested.transform, scale_along_z=self.along_z)
        self.collection(described, path, f"{prefix}{front}", stands, mine, (*inside, path))

    def _object(
        self,
        item: InstanceDesc | EmbeddedInstanceDesc,
        prefix: str,
        parents: Mapping[str, str],
        outer: Transform,
        overrides: Sequence[ComponentProperties],
    ) -> None:
        path = prefix + item.id
        if not self._free(item.id, path, item.span):
            return
        prototype: PrototypeDesc | None
        if isinstance(item, EmbeddedInstanceDesc):
            prototype, source = item.prototype, ""
        else:
            source = item.prototype
            prototype = self.files.prototype(source, self.report, item.span) if source else None
        parent = parents.get(item.id)
        components = component_plans(
            self.files, prototype or PrototypeDesc(), (*item.component_properties, *overrides), self.report
        )
        stands = item.transform if parent is not None else outer.of(item.transform, scale_along_z=self.along_z)
        above = None if parent is None else prefix + parent
        self.objects.append(ObjectPlan(path, above, stands, components, source, item.span))

    def _parents(self, instances: Sequence[InstanceDesc | EmbeddedInstanceDesc]) -> dict[str, str]:
        """Return the parent of each child, those that make sense."""
        ids = {item.id for item in instances}
        parents: dict[str, str] = {}
        for item in instances:
            for child in item.children:
                if child not in ids:
                    text = f"the child '{child}' of '{item.id}' is not in this collection"
                    self._child(text, self.near(child, ids), item.span)
                elif parents.setdefault(child, item.id) != item.id:
                    self._child(f"'{child}' is a child of both '{parents[child]}' and '{item.id}'", "", item.span)
        fine: set[str] = set()
        for start in [item.id for item in instances if item.id in parents]:
            walked: dict[str, None] = {}
            at: str | None = start
            while at is not None and at not in fine and at not in walked:
                walked[at] = None
                at = parents.get(at)
            if at is not None and at in walked:
                span = next(item.span for item in instances if item.id == at)
                self._child(f"'{at}' is a child of itself, over {len(walked)} steps", "", span)
                del parents[at]
            fine.update(walked)
        return parents

    def _child(self, text: str, hint: str, span: Span) -> None:
        self.report.add("TW-DEF-41", "error", text, hint, span)

    def _free(self, own: str, path: str, span: Span) -> bool:
        if "/" in own:
            text = f"the id '{own}' holds a '/'"
            self.report.add("TW-DEF-40", "error", text, "an object is put into a collection by a collection", span)
            return False
        other = self.ids.setdefault(path, span)
        if other is not span:
            text = f"the identifier '{path}' is already in use"
            self.report.add("TW-DEF-40", "error", text, f"the other is at {other}", span)
            return False
        return True

    def _room(self, span: Span) -> bool:
        self.count += 1
        if self.count > MAX_OBJECTS and not self.full:
            self.full = True
            self.report.add("TW-DEF-43", "error", f"more than {MAX_OBJECTS} objects", "", span)
        return not self.full
