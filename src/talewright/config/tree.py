"""The settings of a project: layers from Default to Saved, read into dataclasses and saved back.

Decides which files are layers of a category (`Game`, `Input`, ...), reads each when it is first asked for, and writes
settings that differ into the highest one. Only `save` writes, to the Saved folder alone. A file that is missing is an
empty layer. What a running game owns is no setting and does not come here.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from talewright.config import atomic
from talewright.config.document import IniDocument
from talewright.config.merge import ConfigMap, PlainRule, Step
from talewright.config.typed import SEQUENCES, container, is_inline, read_fields
from talewright.config.values import dump
from talewright.diagnostics import Report, SaveReport, Span
from talewright.errors import ConfigError, InvalidName, Misuse
from talewright.fields import (
    MISSING,
    NO_REFERENCES,
    References,
    check_savable,
    class_name,
    declared,
    encode,
)
from talewright.names import fold

T = TypeVar("T")

_CATEGORY = re.compile(r"[A-Za-z0-9_]+")


@dataclass(frozen=True, slots=True)
class Layer:
    """One place in the chain of config files.

    Attributes:
        folder: where its files are.
        pattern: the file name, ``{}`` standing for the category.
        label: what findings show in front of the file name.
        rule: what its plain lines do.
        saved: whether settings are saved here; one layer at most, the last.
    """

    folder: Path
    pattern: str
    label: str = ""
    rule: PlainRule = PlainRule.OVERLAY
    saved: bool = False


def project_layers(folder: Path, saved: Path | None = None) -> list[Layer]:
    """Give the layers of a project: ``Config/Default<Category>.ini``, then ``Saved/Config/<Category>.ini``.

    Args:
        folder: the project.
        saved: its Saved folder, if that is elsewhere.
    """
    return [
        Layer(folder / "Config", "Default{}.ini", "Config/", PlainRule.ROOT),
        Layer(
            (folder / "Saved" if saved is None else saved) / "Config",
            "{}.ini",
            "Saved/Config/",
            PlainRule.WRITTEN,
            True,
        ),
    ]


class ConfigTree:
    """All settings of a project.

    Args:
        folder: the project; None has no settings but the defaults of the classes.
        saved: the Saved folder; the project's own ``Saved`` where it is None.
        layers: other layers than a project's, lowest first.
        references: types that are saved as their names.
    """

    def __init__(
        self,
        folder: Path | str | None = None,
        *,
        saved: Path | str | None = None,
        layers: Iterable[Layer] | None = None,
        references: References = NO_REFERENCES,
    ) -> None:
        if layers is None:
            if folder is not None:
                layers = project_layers(Path(folder), None if saved is None else Path(saved))
            elif saved is not None:
                layers = project_layers(Path(saved) / "no project", Path(saved))[1:]
        self._layers = tuple(layers or ())
        if any(layer.saved for layer in self._layers[:-1]):
            raise Misuse("only the last layer can be the one that settings are saved in")
        self._references = references
        self._maps: dict[str, ConfigMap] = {}

    def values(self, section: str, key: str, category: str = "Game") -> list[str]:
        """Give the values of a key, operators applied, quotes taken off.

        Raises:
            CorruptFile: a layer holds no text.
        """
        return self.load(category).values(section, key)

    def explain(self, section: str, key: str, category: str = "Game") -> list[Step]:
        """Say what every line about a key does, lowest layer first: file, line, operator, value, effect.

        Raises:
            CorruptFile: a layer holds no text.
        """
        return self.load(category).explain(section, key)

    def load(self, category: str = "Game") -> ConfigMap:
        """Give all layers of a category, put on each other; read once, and again after `save` or `forget`.

        Raises:
            CorruptFile: a layer holds no text.
            InvalidName: no file can be called that.
        """
        known = self._maps.get(fold(category))
        if known is None:
            known = self._maps[fold(category)] = self._read_layers(self._layers, category)
        return known

    def forget(self) -> None:
        """Read the files anew when they are next asked for."""
        self._maps.clear()

    def read(self, cls: type[T]) -> T:
        """Read settings: a dataclass from the section of its name.

        The section is the class's registered name, the category its class variable ``config_file`` ("Game" where it has
        none). A field without a line keeps the class's default.

        Args:
            cls: a dataclass.

        Raises:
            ConfigError: values do not parse or do not fit; the report has every finding, with file, line and column.
            CorruptFile: a layer holds no text.
            Misuse: `cls` is no dataclass.
        """
        section, category = _home(cls)
        found, report = self._fields(cls, self.load(category))
        if report.errors:
            raise ConfigError(f"the settings [{section}] cannot be read", report=report)
        for name, entry in declared(cls).items():
            if name not in found and entry.required:
                hint = f"write {name}=... below [{section}], or give the field a default"
                report.add(
                    "TW-INI-23", "error", f"[{section}] has no {name}", hint, self._section_span(section, category)
                )
        if report.errors:
            raise ConfigError(f"the settings [{section}] cannot be read", report=report)
        return cls(**found)

    def check(self, cls: type) -> Report:
        """Give the findings about the settings of a class, unknown keys included; raises nothing for them.

        Raises:
            CorruptFile: a layer holds no text.
        """
        return self._fields(cls, self.load(_home(cls)[1]))[1]

    def save(self, settings: object) -> SaveReport:
        """Save what differs from the layers below into the Saved file; a field that does not is taken out of it.

        The file is read again right before, with the folder held against other writers, so what others wrote stays, and
        so do comments, order and unknown keys. It is written whole or not at all, and only if something changes.

        Args:
            settings: an instance of a dataclass, as `read` gives it.

        Returns:
            The section that was written, and what was not written and why.

        Raises:
            FieldError: a value does not fit its declared type, or cannot be saved; nothing was written.
            CorruptFile: the Saved file holds no text; it was left as it is.
            ConfigError: another program holds the folder.
            Misuse: there is no Saved folder.
            OSError: the file cannot be written; it was left as it is.
        """
        cls = type(settings)
        section, category = _home(cls)
        layer = self._layers[-1] if self._layers and self._layers[-1].saved else None
        if layer is None:
            raise Misuse("there is no folder to save settings in", hint="open a project, or give saved=")
        check_savable(cls, self._references)
        lines = {
            name: self._lines(getattr(settings, name), entry.hint, f"{section}.{name}")
            for name, entry in declared(cls).items()
        }
        defaults = self._defaults(cls, category, section)
        report = SaveReport(skipped=_undeclared(settings))
        path = layer.folder / _file_name(layer, category)
        with atomic.lock(layer.folder):
            document = _read(layer, category)
            before = document.to_text()
            for name, raws in lines.items():
                if raws == defaults.get(name):
                    document.remove(section, name)
                elif raws:
                    document.set_raw(section, name, raws)
                else:
                    document.set_empty(section, name)
            if document.to_text() != before:
                atomic.write_bytes(path, document.to_bytes(), root=layer.folder)
                report.written.append(section)
        self._maps.pop(fold(category), None)
        return report

    # -- inside

    def _fields(self, cls: type, values: ConfigMap) -> tuple[dict[str, Any], Report]:
        section = class_name(cls)
        report = Report()
        found = read_fields(
            cls,
            lambda key: values.entries(section, key),
            values.keys(section),
            report,
            f"[{section}]",
            self._references,
        )
        return found, report

    def _defaults(self, cls: type, category: str, section: str) -> dict[str, list[str]]:
        """Give what the layers below the Saved one say, as lines; what does not parse there counts as nothing."""
        below, _ = self._fields(cls, self._read_layers(self._layers[:-1], category))
        lines = {}
        for name, entry in declared(cls).items():
            value = below.get(name, MISSING)
            if value is MISSING and not entry.required:
                value = entry.make()
            if value is not MISSING:
                lines[name] = self._lines(value, entry.hint, f"{section}.{name}")
        return lines

    def _lines(self, value: Any, hint: Any, path: str) -> list[str]:
        """Give what is to stand behind ``=``, a line each; no line is an empty list."""
        plain = encode(value, hint, self._references, path)
        repeated = container(hint, self._references) in SEQUENCES and isinstance(plain, list)
        if repeated and (not plain or not is_inline(hint, self._references)):
            return [dump(item) for item in plain]
        return [dump(plain)]

    def _read_layers(self, layers: tuple[Layer, ...], category: str) -> ConfigMap:
        return ConfigMap([(_read(layer, category), layer.rule) for layer in layers])

    def _section_span(self, section: str, category: str) -> Span:
        documents = self.load(category).documents
        holder = next((d for d in documents if section in d), documents[0] if documents else IniDocument())
        return holder.section_span(section)


def _home(cls: type) -> tuple[str, str]:
    if not dataclasses.is_dataclass(cls) or not isinstance(cls, type):
        raise Misuse(f"{cls!r} is no dataclass", hint="settings are declared as a dataclass with defaults")
    category = getattr(cls, "config_file", "Game")
    return class_name(cls), category if isinstance(category, str) else "Game"


def _file_name(layer: Layer, category: str) -> str:
    if not _CATEGORY.fullmatch(category):
        raise InvalidName(f"the category {category!r} is no name", hint="letters, digits and _ only, as in Game")
    return layer.pattern.format(category)


def _read(layer: Layer, category: str) -> IniDocument:
    name = _file_name(layer, category)
    try:
        return IniDocument.read(layer.folder / name, file=layer.label + name)
    except FileNotFoundError:
        return IniDocument(layer.label + name)


def _undeclared(settings: object) -> dict[str, str]:
    known = declared(type(settings))
    name = type(settings).__name__
    return {
        key: f"not declared: write `{key}: {type(value).__name__}` in class {name}"
        for key, value in vars(settings).items()
        if key not in known and not key.startswith("_")
    }
