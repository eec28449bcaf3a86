"""Reading the files of a plan: missing ones, ``BasedOn`` chains, words of the command line, stamps.

Decides which files a layer stands for: with `Layer.based_on` a file names the one below it, as far as that goes
(config-savegame.md section 2.3: ``[Configuration] BasedOn``, written with backslashes, relative to the binaries'
folder).
Reads only; never leaves the folders of the plan and the one that holds the game.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field, replace
from pathlib import Path

from talewright.config.layers.plan import LayerPlan, Place
from talewright.config.text import IniDocument
from talewright.config.values import PlainRule
from talewright.diagnostics import Report, Span
from talewright.errors import ConfigError, CorruptFile, Misuse
from talewright.files import OTHER, is_other
from talewright.names import fold

CONFIGURATION = "Configuration"
"""The section of the link; it never reaches a generated file."""

_OVERRIDE = re.compile(r"-?ini:(\w+):\[([^\]]+)\]:(.+)", re.DOTALL)


@dataclass(slots=True)
class Chain:
    """The documents of a category, lowest first.

    Attributes:
        places: the file of each document.
        documents: what was read; an empty document where an optional file is missing.
        report: findings of finding and reading the files.
    """

    places: list[Place] = field(default_factory=list)
    documents: list[IniDocument] = field(default_factory=list)
    report: Report = field(default_factory=Report)

    def layers(self) -> list[tuple[IniDocument, PlainRule]]:
        """Return the documents, each with what its plain lines do."""
        return [(d, place.layer.kind) for d, place in zip(self.documents, self.places, strict=True)]

    def below(self) -> Chain:
        """Return the part below the file that settings are saved in."""
        if self.places and self.places[-1].layer.saved:
            return Chain(self.places[:-1], self.documents[:-1], self.report)
        return self


def read_chain(plan: LayerPlan, category: str) -> Chain:
    """Read the files of a category.

    Raises:
        CorruptFile: a file holds no text.
        ConfigError: a file cannot be read; one that must be there is missing; a ``BasedOn`` chain ends at a missing
            file, leaves the installation, or comes back to itself.
    """
    chain = Chain()
    known: set[str] = set()
    overrides = [(place, document) for place, document in _overrides(plan, category)]
    for place in plan.places(category):
        if place.layer.saved:
            for item in overrides:
                _add(chain, *item)
            overrides = []
        if not place.layer.based_on:
            _add(chain, place, _read(place, plan, chain.report))
            continue
        for item in _based_on(place, plan, chain.report):
            key = os.path.realpath(item[0].path)
            if key not in known:  # two platforms of one chain have their lower files in common
                known.add(key)
                _add(chain, *item)
    for item in overrides:
        _add(chain, *item)
    return chain


def read_place(place: Place, plan: LayerPlan) -> IniDocument:
    """Read one file of a plan; a missing or empty one is an empty document if it may be missing."""
    return _read(place, plan, Report())


def _add(chain: Chain, place: Place, document: IniDocument) -> None:
    chain.places.append(place)
    chain.documents.append(document)


def _read(place: Place, plan: LayerPlan, report: Report) -> IniDocument:
    if is_other(place.path):
        found = Report()
        hint = "put a file in its place, or take it away"
        found.add("TW-INI-08", "error", f"the file cannot be read: {OTHER}", hint, Span(place.shown))
        raise ConfigError(f"{place.shown} cannot be read", report=found)
    try:
        return IniDocument.read(place.path, file=place.shown, style=plan.style)
    except FileNotFoundError:
        if not place.layer.optional:
            found = Report()
            found.add("TW-INI-50", "error", "the file is not there", "the plan says that it must be", Span(place.shown))
            raise ConfigError(f"the layer {place.shown} is missing", report=found) from None
    except CorruptFile as error:
        if not place.layer.optional or error.report[0].code != "TW-INI-04":
            raise
        report += error.report
    return IniDocument(place.shown, style=plan.style)


def _based_on(place: Place, plan: LayerPlan, report: Report) -> list[tuple[Place, IniDocument]]:
    """Follow the links down; give the files from the root up."""
    if not place.path.is_file():
        return [(place, _read(place, plan, report))]
    found = [(place, _read(place, plan, report))]
    seen = [os.path.realpath(place.path)]
    while True:
        lower, document = found[-1]
        entries = document.entries(CONFIGURATION, "BasedOn")
        if not entries:
            break
        entry = entries[-1]
        path = _find(entry.value, lower.path, plan)
        if path is None:
            raise _broken(
                "TW-INI-52",
                f"{lower.shown} is based on {entry.value}, which is not there",
                "the path is relative to the Binaries folder beside the game's; nothing outside is read",
                entry.span,
            )
        real = os.path.realpath(path)
        if real in seen:
            raise _broken(
                "TW-INI-51",
                f"{lower.shown} is based on {entry.value}, which is based on it",
                "the lowest file of a chain has no BasedOn line",
                entry.span,
            )
        seen.append(real)
        layer = replace(lower.layer, optional=False)
        found.append((Place(path, _shown(path, plan), layer), IniDocument()))
        found[-1] = (found[-1][0], _read(found[-1][0], plan, report))
    found.reverse()
    if len(found) > 1:
        root, document = found[0]
        found[0] = (Place(root.path, root.shown, replace(root.layer, kind=PlainRule.ROOT)), document)
    return found


def _broken(code: str, message: str, hint: str, span: Span) -> ConfigError:
    report = Report()
    report.add(code, "error", message, hint, span)
    return ConfigError("the chain of config files is broken", report=report)


def _find(text: str, holder: Path, plan: LayerPlan) -> Path | None:
    parts = [part for part in text.strip().replace("\\", "/").split("/") if part not in ("", ".")]
    while parts and parts[0] == "..":
        parts.pop(0)
    if not parts or ".." in parts or ":" in parts[0]:
        return None
    game = plan.folders.get("game", holder.parent)
    engine = plan.folders.get("engine")
    bases = [(game.parent, parts), (holder.parent, parts), (holder.parent, parts[-1:])]
    if engine is not None and fold(parts[0]) == "engine":
        bases.insert(0, (engine, parts[1:]))
    if fold(parts[0]) == fold(game.resolve().name):
        bases.insert(0, (game, parts[1:]))
    return next((path for base, rest in bases if (path := _below(base, rest)) is not None), None)


def _below(base: Path, parts: list[str]) -> Path | None:
    """Find a file below a folder; where the system minds letter case, as Windows did not."""
    path = base
    for part in parts:
        exact = path / part
        if not exact.exists():
            try:
                near = [child for child in path.iterdir() if fold(child.name) == fold(part)]
            except OSError:
                return None
            if not near:
                return None
            exact = min(near)
        path = exact
    return path if parts and path.is_file() else None


def _shown(path: Path, plan: LayerPlan) -> str:
    for name, folder in plan.folders.items():
        if path.is_relative_to(folder):
            return plan.labels.get(name, f"{name}/") + path.relative_to(folder).as_posix()
    return path.as_posix()


def _overrides(plan: LayerPlan, category: str) -> list[tuple[Place, IniDocument]]:
    lines: dict[str, list[str]] = {}
    for word in plan.overrides:
        match = _OVERRIDE.fullmatch(word)
        if not match or "\n" in word or "\r" in word:
            raise Misuse(f"{word!r} changes no config", hint="write -ini:Game:[Section]:Key=Value")
        if fold(match[1]) == fold(category):
            lines.setdefault(match[2], []).append(match[3])
    if not lines:
        return []
    text = "".join(f"[{section}]\n{line}\n" for section, found in lines.items() for line in found)
    layer = plan.layers[0] if plan.layers else None
    if layer is None:
        raise Misuse("a plan without layers has nothing to override")
    shown = "command line"
    place = Place(Path(shown), shown, replace(layer, kind=PlainRule.OVERLAY, saved=False, based_on=False))
    return [(place, IniDocument.from_text(text, shown, style=plan.style))]
