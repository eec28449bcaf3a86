"""Nodes of gui templates, put in place of the node that stands for them.

A node of the type template pulls in another ``.gui``; the ids and parents of its nodes get ``template_id/`` in front,
and those without a parent lie in the template's node, which stays as the node that moves them all. A file that uses a
template writes the nodes once more, marked, with the numbers of the fields that it overrides: these win.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import replace

from talewright.defold.gui import NUMBERS, TEMPLATE, GuiDesc, NodeDesc
from talewright.diagnostics import Report, Span
from talewright.names import did_you_mean

MAX_NODES = 10_000
"""How many nodes one gui may have once its templates are in place."""

Find = Callable[[str, Span], GuiDesc | None]
"""Returns the gui of a path; reports and gives None where there is none."""

_TYPED = {item.name for item in dataclasses.fields(NodeDesc)} - {"rest", "span"}
_OWN = {"id", "parent", "template_node_child", "overridden_fields"}


def expanded(gui: GuiDesc, find: Find, report: Report) -> GuiDesc:
    """Return a gui with the nodes of its templates.

    Args:
        gui: as its file says.
        find: gives the guis of templates, those of their own templates in place.
        report: for overrides of nodes that are not there.
    """
    if not any(node.type == TEMPLATE or node.template_node_child for node in gui.nodes):
        return gui
    nodes: dict[str, NodeDesc] = {}
    overrides: list[NodeDesc] = []
    for at, node in enumerate(gui.nodes):
        if node.template_node_child:
            overrides.append(node)
            continue
        nodes[node.id or f"#{at}"] = node
        if node.type == TEMPLATE and node.template:
            found = find(node.template, node.span)
            nodes.update((inner.id, inner) for inner in ([] if found is None else _inside(node.id, found)))
        if len(nodes) > MAX_NODES:
            report.add("TW-DEF-43", "error", f"a gui of more than {MAX_NODES} nodes", "", node.span)
            return replace(gui, nodes=())
    for node in overrides:
        base = nodes.get(node.id)
        if base is None:
            text = f"no template has a node '{node.id}'"
            report.add("TW-DEF-61", "warning", text, did_you_mean(node.id, nodes), node.span)
        else:
            nodes[node.id] = _overridden(base, node)
    return replace(gui, nodes=tuple(nodes.values()))


def _inside(node_id: str, gui: GuiDesc) -> list[NodeDesc]:
    front = f"{node_id}/"
    return [replace(one, id=front + one.id, parent=front + one.parent if one.parent else node_id) for one in gui.nodes]


def _overridden(base: NodeDesc, node: NodeDesc) -> NodeDesc:
    names = [NUMBERS[number] for number in node.overridden_fields if number in NUMBERS]
    typed = {name: getattr(node, name) for name in names if name in _TYPED - _OWN}
    rest = {name: node.rest[name] for name in names if name in node.rest}
    return replace(base, **typed, rest={**base.rest, **rest}, span=node.span)
