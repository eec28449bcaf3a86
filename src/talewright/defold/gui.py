"""Guis of files: the script that they belong to, and their nodes as plain data.

Nothing here draws. A node keeps all that its file says; what this library itself looks at (ids, parents, templates)
and what a host is likely to ask for has an attribute. A node of a template stands for the nodes of another ``.gui``;
`templates` puts them in its place.

Source: messaging.md section 15 (SceneDesc); Defold manual, "gui" and "gui templates".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from talewright.defold.reading import REQUIRED, Described, rule
from talewright.defold.tree import Plain
from talewright.defold.vectors import ONE4, ORIGIN4, W_ONE4, Vector4

TEMPLATE = "TYPE_TEMPLATE"

_NODE_FIELDS = (
    *("position", "rotation", "scale", "size", "color", "type"),
    *("blend_mode", "text", "texture", "font", "id", "xanchor"),
    *("yanchor", "pivot", "outline", "shadow", "adjust_mode", "line_break"),
    *("parent", "layer", "inherit_alpha", "slice9", "outerBounds", "innerRadius"),
    *("perimeterVertices", "pieFillAngle", "clipping_mode", "clipping_visible", "clipping_inverted", "alpha"),
    *("outline_alpha", "shadow_alpha", "overridden_fields", "template", "template_node_child", "text_leading"),
    *("text_tracking", "size_mode", "spine_scene", "spine_default_animation", "spine_skin", "spine_node_child"),
    *("particlefx", "custom_type", "enabled", "visible", "material"),
)
NUMBERS = {number: name for number, name in enumerate(_NODE_FIELDS, 1) if number <= 38}
"""What a file means by the numbers in ``overridden_fields``."""


@dataclass(frozen=True)
class NodeDesc(Described):
    """A node: a box, a text, a pie, a template.

    Attributes:
        id: unique in its gui; a node of a template has ``template/`` in front.
        type: "TYPE_BOX", "TYPE_TEXT", ...
        parent: the id of the node that it lies in.
        rotation: degrees about x, y and z.
        color: red, green, blue from 0 to 1; the opacity is ``rest["alpha"]`` where there is one.
        template: the path of the ``.gui`` whose nodes it stands for.
        overridden_fields: numbers of the fields that differ from those of the template.
    """

    id: str = ""
    type: str = field(default="TYPE_BOX", metadata=rule(enum=True))
    parent: str = ""
    position: Vector4 = ORIGIN4
    rotation: Vector4 = ORIGIN4
    scale: Vector4 = ONE4
    size: Vector4 = ORIGIN4
    color: Vector4 = ONE4
    outline: Vector4 = W_ONE4
    shadow: Vector4 = W_ONE4
    text: str = ""
    texture: str = ""
    font: str = ""
    layer: str = ""
    enabled: bool = True
    visible: bool = True
    template: str = ""
    template_node_child: bool = False
    overridden_fields: tuple[int, ...] = ()

    KNOWN: ClassVar[frozenset[str]] = frozenset(_NODE_FIELDS)


@dataclass(frozen=True)
class LayoutDesc(Described):
    """What nodes look like on a screen of another shape."""

    name: str = field(default="", metadata=REQUIRED)
    nodes: tuple[NodeDesc, ...] = ()


@dataclass(frozen=True)
class GuiDesc(Described):
    """A ``.gui``.

    Attributes:
        script: the path of its ``.gui_script``, or "".
        fonts, textures, materials, layers: what its nodes may name, as plain data.
    """

    script: str = ""
    fonts: tuple[Mapping[str, Plain], ...] = ()
    textures: tuple[Mapping[str, Plain], ...] = ()
    background_color: Vector4 = ORIGIN4
    nodes: tuple[NodeDesc, ...] = ()
    layers: tuple[Mapping[str, Plain], ...] = ()
    material: str = ""
    layouts: tuple[LayoutDesc, ...] = ()
    adjust_reference: str = field(default="", metadata=rule(enum=True))
    max_nodes: int = 0
    materials: tuple[Mapping[str, Plain], ...] = ()

    KNOWN: ClassVar[frozenset[str]] = frozenset(
        {"spine_scenes", "particlefxs", "resources", "max_dynamic_textures", "defaultTextureMagFilter"}
    )

    def node(self, node_id: str) -> NodeDesc | None:
        """Return a node, or None."""
        return next((node for node in self.nodes if node.id == node_id), None)
