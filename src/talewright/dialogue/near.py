"""Near names for many findings: the hints of the first ones, and no quadratic work for thousands.

Decides when to stop looking: comparing one name with all others costs as much as there are others, and a script whose
file is missing may name thousands. Whoever made one mistake gets a hint; whoever made thousands has another problem.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from talewright.names import did_you_mean

_COMPARISONS: Final = 50_000


class Near:
    """Gives hints until so many names were compared.

    >>> Near()("Forgr", ["Forge", "Street"])
    'did you mean Forge?'
    """

    def __init__(self, comparisons: int = _COMPARISONS) -> None:
        self._left = comparisons

    def __call__(self, name: str, candidates: Collection[str]) -> str:
        """Give "did you mean ...?", or an empty text when nothing is near, or no more is looked for."""
        if self._left <= 0:
            return ""
        self._left -= len(candidates)
        return did_you_mean(name, candidates)
