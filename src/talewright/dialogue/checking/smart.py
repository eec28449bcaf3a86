"""Smart variables: declarations that are worked out at every read.

Decides that they may read each other but not themselves, by any way round (YS0045), and not through too many others:
the player works them out one inside the other, and its stack has an end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from talewright.diagnostics import Span
from talewright.dialogue import syntax

#: How many smart variables may read each other in a row.
MAX_CHAIN: Final = 60


def variables_in(expression: syntax.Expression) -> Iterator[str]:
    """Yield the names of the variables in an expression."""
    match expression:
        case syntax.Variable():
            yield expression.name
        case syntax.Call():
            for argument in expression.arguments:
                yield from variables_in(argument)
        case syntax.Unary():
            yield from variables_in(expression.operand)
        case syntax.Binary():
            yield from variables_in(expression.left)
            yield from variables_in(expression.right)
        case _:
            pass


def check_loops(smart: Mapping[str, syntax.Expression], complain: Callable[[str, str, Span, str], None]) -> None:
    """Find smart variables that read themselves, and chains that are too long.

    Args:
        smart: what each smart variable is declared as.
        complain: takes code, message, place and hint.
    """
    heights: dict[str, int] = {}
    for start in smart:
        path: list[str] = []
        on_path: set[str] = set()
        waiting: list[tuple[str, Iterator[str]]] = [(start, _deeper(start, smart))] if start not in heights else []
        if waiting:
            path.append(start)
            on_path.add(start)
            heights[start] = 1
        while waiting:
            name, others = waiting[-1]
            other = next(others, None)
            if other is None:
                waiting.pop()
                path.pop()
                on_path.discard(name)
                if path:
                    heights[path[-1]] = max(heights[path[-1]], heights[name] + 1)
                if heights[name] == MAX_CHAIN + 1:
                    message = f"{name} reads smart variables through more than {MAX_CHAIN} others"
                    complain("TW-YARN-02", message, smart[name].span, "store a part of it in a variable with <<set>>")
            elif other in on_path:
                loop = " -> ".join([*path[path.index(other) :], other])
                message = f"a smart variable cannot be worked out from itself: {loop}"
                complain("YS0045", message, smart[name].span, "store one of them in a variable with <<set>>")
            elif other not in heights:
                heights[other] = 1
                path.append(other)
                on_path.add(other)
                waiting.append((other, _deeper(other, smart)))
            else:
                heights[name] = max(heights[name], heights[other] + 1)


def _deeper(name: str, smart: Mapping[str, syntax.Expression]) -> Iterator[str]:
    return (other for other in dict.fromkeys(variables_in(smart[name])) if other in smart)
