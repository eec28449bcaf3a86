"""What a search did not reach, and how sure it is of that.

Decides the words: "never" only where every way was tried and nothing of the game was a stub, or where no way leads to
it whatever stubs answer; else that it was not seen, and what stood in the way.
"""

from __future__ import annotations

from collections.abc import Iterator

from talewright.diagnostics import Span
from talewright.dialogue import Node
from talewright.dialogue.tools import Content, contents_in
from talewright.testing.exploring.flow import Flow
from talewright.testing.exploring.problems import Finding, Kind
from talewright.testing.exploring.search import Seen


class Missing:
    """What was not reached, as findings: a node as a whole, lines that stand together as one.

    Args:
        flow: the static picture of the program.
        seen: what was shown.
        doubtful: the instructions of which not every way was tried.
        led: where something was a stub, the instructions that some way leads to, whatever stubs answer.
        failed: the places whose text fails.
        given: what was a stub, in words.
        hint: what to do.
    """

    def __init__(
        self,
        flow: Flow,
        seen: Seen,
        doubtful: set[int],
        led: set[int] | None,
        failed: set[tuple[str, int]],
        given: str,
        hint: str,
    ) -> None:
        self._flow = flow
        self._seen = seen
        self._doubtful = doubtful
        self._led = led
        self._failed = failed
        self._given = given
        self._hint = hint

    def findings(self) -> Iterator[Finding]:
        """Yield them, in the order of the nodes."""
        for node in self._flow.program.nodes.values():
            if not self._seen.nodes[node.dialogue, node.subdialogue]:
                yield self._finding(node, 0, f"the sub-dialogue {node.name}", "is never entered", "was not entered")
                continue
            yield from self._in_node(node)

    def _kind(self, node: Node, at: int) -> Kind:
        place = self._flow.base[node.name] + at
        if place in self._doubtful:
            return "unreached"
        return "unseen" if self._led is not None and place in self._led else "unreachable"

    def _finding(
        self, node: Node, at: int, what: str, never: str, never_yet: str, behind: str = "", span: Span | None = None,
        sure: Kind = "unreachable",
    ) -> Finding:  # fmt: skip
        """Say that something never happens where that is certain, and else that it did not, and what was a stub."""
        kind = self._kind(node, at)
        if kind == "unreachable":
            return Finding(sure, f"{what} {never}{behind}", span or node.span, self._hint)
        tried = " in what was tried" if kind == "unreached" else ""
        return Finding(kind, f"{what} {never_yet}{tried}{self._given}{behind}", span or node.span, self._hint)

    def _in_node(self, node: Node) -> Iterator[Finding]:
        run: list[Content] = []
        for one in contents_in(node):
            if self._is_missing(one):
                if run and self._kind(node, run[0].at) != self._kind(node, one.at):
                    yield from self._run(node, run)
                    run = []
                run.append(one)
                continue
            yield from self._run(node, run)
            run = []
            if one.kind == "reply" and not self._seen.available[one.dialogue, one.choice, one.id]:
                what = f"the reply {one.id} is shown and"
                yield self._finding(
                    node, one.at, what, "can never be chosen", "could not be chosen", f": {one.text}", one.span,
                    "never-available",
                )  # fmt: skip
        yield from self._run(node, run)

    def _is_missing(self, one: Content) -> bool:
        if (one.span.file, one.span.line) in self._failed:
            return False  # it is shown as far as its mistake lets it
        if one.kind == "line":
            return not self._seen.lines[one.id]
        return not self._seen.offered[one.dialogue, one.choice, one.id]

    def _run(self, node: Node, run: list[Content]) -> Iterator[Finding]:
        if not run:
            return
        first = run[0]
        what = f"the {first.kind} {first.id}" if first.explicit else f"this {first.kind}"
        more = f", nor what stands behind it ({len(run)} in all)" if len(run) > 1 else ""
        yield self._finding(
            node, first.at, what, f"is never shown{more}", f"was not shown{more}", f": {first.text}", first.span
        )
