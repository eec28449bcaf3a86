"""A picture of dialogues: sub-dialogues, choices and replies, and what leads where.

Decides what is drawn (dialogue.md section 4.4): a box a dialogue, in it its sub-dialogues, their choices and replies;
arrows for jumps, detours and selections; what no start of a dialogue leads to is marked. It writes Mermaid and DOT
text, the same for the same program.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from talewright.dialogue.program import Detour, Jump, Node, Offer, Program, Say, Select

_WIDTH = 40


@dataclass(frozen=True, slots=True)
class Vertex:
    """A thing in the picture: ``kind`` is ``subdialogue``, ``choice``, ``reply``, ``unknown`` or ``computed``."""

    id: str
    kind: str
    label: str
    dialogue: str
    reached: bool = True


@dataclass(frozen=True, slots=True)
class Edge:
    """An arrow: ``kind`` is ``has``, ``jump``, ``detour`` or ``select``."""

    source: str
    target: str
    kind: str


@dataclass(slots=True)
class Graph:
    """The picture."""

    vertices: list[Vertex] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)

    @property
    def unreachable(self) -> list[str]:
        """The labels of the sub-dialogues that nothing leads to."""
        return [one.label for one in self.vertices if one.kind == "subdialogue" and not one.reached]


def graph_of(program: Program) -> Graph:
    """Draw a program.

    >>> from talewright.dialogue import compile
    >>> text = "title: A\\n---\\n-> Go #line:go #choice:way\\n    <<jump B>>\\n===\\ntitle: B\\n---\\nHi\\n==="
    >>> [(e.kind, e.target) for e in graph_of(compile({"D": text})).edges]
    [('has', 'D.Choice_way'), ('has', 'D.Choice_way.go'), ('jump', 'D/B')]
    """
    graph = Graph()
    reached = _reached(program)
    known = {name: _name(node) for name, node in program.nodes.items()}
    more: dict[str, Vertex] = {}
    for name, node in program.nodes.items():
        graph.vertices.append(Vertex(known[name], "subdialogue", name, node.dialogue, name in reached))
        owners = [known[name]] * len(node.code)
        for at, step in enumerate(node.code):
            if isinstance(step, Offer):
                _draw_choice(graph, node, step, at, owners)
        for at, step in enumerate(node.code):
            if isinstance(step, (Jump, Detour, Select)):
                for target in _targets(program, node, step):
                    there = known.get(target, "")
                    if not there:
                        kind = "unknown" if target else "computed"
                        there = f"{kind}:{target}"
                        more[there] = Vertex(there, kind, target or "{...}", "")
                    edge = Edge(owners[at], there, type(step).__name__.lower())
                    if edge not in graph.edges[-50:]:
                        graph.edges.append(edge)
    graph.vertices += more.values()
    return graph


def _draw_choice(graph: Graph, node: Node, offer: Offer, at: int, owners: list[str]) -> None:
    choice = f"{node.dialogue}.Choice_{offer.choice.id}"
    says = [step.line.source for step in node.code if isinstance(step, Say) and step.offer == at]
    prompt = says[0] if len(set(says)) == 1 else offer.choice.id  # an id may be a hash, which tells people nothing
    graph.vertices.append(Vertex(choice, "choice", prompt, node.dialogue))
    graph.edges.append(Edge(owners[at], choice, "has"))
    options = offer.choice.options
    for index, option in enumerate(options):
        reply = f"{choice}.{option.reply}"
        graph.vertices.append(Vertex(reply, "reply", option.source, node.dialogue))
        graph.edges.append(Edge(choice, reply, "has"))
        end = options[index + 1].body if index + 1 < len(options) else offer.choice.after
        owners[option.body : end] = [reply] * (end - option.body)


def _name(node: Node) -> str:
    return f"{node.dialogue}/{node.name}"


def _targets(program: Program, node: Node, step: Jump | Detour | Select) -> Iterator[str]:
    if isinstance(step, Select):
        unique = program.subdialogue(node.dialogue, step.selector)
        yield from (unique,) if unique else program.candidates(node.dialogue, step.selector) or (step.selector,)
    elif not isinstance(step.target, str):
        yield ""
    elif step.target in program.groups:
        yield from program.groups[step.target].members
    else:
        yield step.target


def _reached(program: Program) -> set[str]:
    """Return the nodes that a start leads to: the first of a dialogue, and all that selectors name."""
    waiting: list[str] = []
    for dialogue in program.dialogues.values():
        for name in dialogue.nodes:
            node = program.nodes[name]
            if name == dialogue.nodes[0] or node.selectors or node.title == program.nodes[dialogue.nodes[0]].title:
                waiting.append(name)
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in found or name not in program.nodes:
            continue
        found.add(name)
        node = program.nodes[name]
        for step in node.code:
            if isinstance(step, (Jump, Detour, Select)):
                waiting += _targets(program, node, step)
    return found


def to_mermaid(graph: Graph) -> str:
    """Write a picture for Mermaid."""
    numbers = {vertex.id: f"n{index}" for index, vertex in enumerate(graph.vertices)}
    rows = ["flowchart TD"]
    for dialogue in dict.fromkeys(vertex.dialogue for vertex in graph.vertices):
        own = [vertex for vertex in graph.vertices if vertex.dialogue == dialogue]
        if dialogue:
            rows.append(f'    subgraph "{_quoted(dialogue)}"')
        rows += [f"        {numbers[one.id]}{_mermaid_shape(one)}" for one in own]
        if dialogue:
            rows.append("    end")
    arrows = {"has": "-->", "jump": "==>", "detour": "-. detour .->", "select": "-. select .->"}
    rows += [f"    {numbers[edge.source]} {arrows[edge.kind]} {numbers[edge.target]}" for edge in graph.edges]
    lost = [numbers[one.id] for one in graph.vertices if not one.reached or one.kind == "unknown"]
    if lost:
        rows.append("    classDef unreachable stroke-dasharray: 5 5, color: #888")
        rows.append(f"    class {','.join(lost)} unreachable")
    return "\n".join(rows) + "\n"


def _mermaid_shape(vertex: Vertex) -> str:
    label = f'"{_quoted(_short(vertex.label))}"'
    shapes = {"subdialogue": f"[{label}]", "choice": "{" + label + "}", "reply": f"([{label}])"}
    return shapes.get(vertex.kind, f">{label}]")


def _quoted(text: str) -> str:
    return text.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;").replace(">", "&gt;")


def _short(text: str) -> str:
    return text if len(text) <= _WIDTH else text[: _WIDTH - 3].rstrip() + "..."


def to_dot(graph: Graph) -> str:
    """Write a picture for Graphviz."""
    rows = ["digraph dialogues {", "    rankdir=TB;", '    node [fontname="sans-serif"];']
    shapes = {"subdialogue": "box", "choice": "diamond", "reply": "ellipse"}
    for index, dialogue in enumerate(dict.fromkeys(vertex.dialogue for vertex in graph.vertices)):
        if dialogue:
            rows += [f"    subgraph cluster_{index} {{", f"        label={_dot(dialogue)};"]
        for vertex in graph.vertices:
            if vertex.dialogue == dialogue:
                style = "" if vertex.reached and vertex.kind != "unknown" else ", style=dashed, color=gray"
                shape = shapes.get(vertex.kind, "plaintext")
                rows.append(f"        {_dot(vertex.id)} [label={_dot(_short(vertex.label))}, shape={shape}{style}];")
        if dialogue:
            rows.append("    }")
    styles = {"has": "color=gray", "jump": "", "detour": "style=dashed", "select": "style=dotted"}
    for edge in graph.edges:
        style = f" [{styles[edge.kind]}]" if styles[edge.kind] else ""
        rows.append(f"    {_dot(edge.source)} -> {_dot(edge.target)}{style};")
    return "\n".join([*rows, "}"]) + "\n"


def _dot(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
