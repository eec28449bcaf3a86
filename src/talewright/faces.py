"""The faces of packages: their names are imported when they are first asked for.

A program that wants only worlds loads no dialogues, a command reads only what it uses, and the pytest plug-in costs a
test run nothing. A face says its names three times: for type checkers (the imports under ``TYPE_CHECKING``), in
``__all__``, and in the table of files given here; a test holds the three together. No file of a package may be called
like a name of its face, as an imported file would stand in the name's place.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any

_NONE: Mapping[str, str] = MappingProxyType({})


def lazy(
    package: str, homes: Mapping[str, str], former: Mapping[str, str] = _NONE
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Make ``__getattr__`` and ``__dir__`` of a package whose names are imported late (PEP 562).

    Args:
        package: the package, its ``__name__``.
        homes: for each module the names that it holds, divided by blanks (``new=old`` where the face calls it by
            another).
        former: as `homes`, for names that have left the face: they are found until 0.3.0, with a `DeprecationWarning`,
            and stand in no list.

    >>> find, _ = lazy("talewright", {"talewright.errors": "Misuse TalewrightError"})
    >>> find("Misuse").__module__
    'talewright.errors'
    >>> find("Misue")
    Traceback (most recent call last):
    AttributeError: module 'talewright' has no attribute 'Misue'
    """
    home: dict[str, tuple[str, str]] = {}
    for module, names in homes.items():
        for word in names.split():
            name, _, inner = word.partition("=")
            home[name] = module, inner or name
    left = {name: module for module, names in former.items() for name in names.split()}
    modules = {module.rpartition(".")[2]: module for module in homes}

    def find(name: str) -> Any:
        if name in home:
            module, inner = home[name]
            found = getattr(import_module(module), inner)
        elif name in modules:
            found = import_module(modules[name])
        elif name in left:
            message = f"{package}.{name} is no public name any more and goes in 0.3.0; it is in {left[name]}"
            warnings.warn(message, DeprecationWarning, stacklevel=2)
            return getattr(import_module(left[name]), name)
        else:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        setattr(sys.modules[package], name, found)  # asked for once
        return found

    def listed() -> list[str]:
        return sorted({*vars(sys.modules[package]), *home})

    return find, listed
