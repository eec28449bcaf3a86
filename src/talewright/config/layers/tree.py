"""The config of a project: the files of a plan put on each other, read into dataclasses and saved back.

Reads the layers of a category (`Game`, `Input`, ...) when it is first asked for, and says what every line did. Settings
and objects are saved into the highest layer, and nothing else is ever written. What a running game owns is no setting
and does not come here. Not thread-safe.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from talewright.config.layers.chain import Chain, read_chain
from talewright.config.layers.generated import check_stamps, generate, times_of
from talewright.config.layers.merge import ConfigMap, Step
from talewright.config.layers.objects import ObjectReader, name_of, remember_name
from talewright.config.layers.plan import LayerPlan
from talewright.config.layers.saving import Mode, reset_object, save_object
from talewright.config.text import IniDocument
from talewright.config.typed import NO_RENAMES, Renames, describe
from talewright.config.values import TYPES
from talewright.diagnostics import Report, SaveReport, Span
from talewright.errors import ConfigError, Misuse
from talewright.fields import MISSING, NO_REFERENCES, References
from talewright.names import FoldedDict, did_you_mean, fold

T = TypeVar("T")


class ConfigTree:
    """All config of a project.

    ``ConfigTree.load(plan, category)`` reads the files of one category of any `LayerPlan`.

    Args:
        folder: a project of Talewright's layout; None has no settings but the defaults of the classes.
        saved: the Saved folder; the project's own ``Saved`` where it is None.
        plan: other layers than a project's.
        category: what is meant where no category is named.
        references: types that are saved as their names; `Text` and `ObjectRef` are known anyway.
        renames: old names of classes, fields, enum members and ids.
        expansions: words between percent signs that a class's values get (``{"GAME": "UDK"}``); none by default.
    """

    def __init__(
        self,
        folder: Path | str | None = None,
        *,
        saved: Path | str | None = None,
        plan: LayerPlan | None = None,
        category: str = "Game",
        references: References = NO_REFERENCES,
        renames: Renames = NO_RENAMES,
        expansions: Mapping[str, str] | None = None,
    ) -> None:
        if plan is None:
            if folder is not None:
                plan = LayerPlan.project(folder, saved=saved)
            elif saved is not None:
                whole = LayerPlan.project(Path(saved) / "no project", saved=saved)
                plan = LayerPlan(whole.layers[1:], whole.folders, labels=whole.labels)
            else:
                plan = LayerPlan()
        self.plan = plan
        self.category = category
        self.references = TYPES.merged(references)
        self.renames = renames
        self.expansions: Mapping[str, str] = FoldedDict(expansions or {})
        self._objects = ObjectReader(self.references, self.renames, self.expansions)
        self._chains: dict[str, Chain] = {}
        self._maps: dict[str, ConfigMap] = {}
        self._read: dict[tuple[type, str], None] = {}  # the classes and objects that were read, in order

    @classmethod
    def load(cls, plan: LayerPlan, category: str = "Game", **options: Any) -> ConfigTree:
        """Read the files of one category of a plan (config-savegame.md sections 2.2 to 2.4).

        Args:
            plan: which files, and what their plain lines do.
            category: which of them: Game, Engine, Input ...
            options: references, renames, expansions, as for the class.

        Raises:
            CorruptFile: a layer holds no text.
            ConfigError: a layer is missing, or its ``BasedOn`` chain is broken.
            InvalidName: no file can be called that.
            Misuse: what was given is no plan.
        """
        if not isinstance(plan, LayerPlan):
            raise Misuse(f"{plan!r} is no plan", hint="ConfigTree.load(LayerPlan.ue4(folder), 'Game')")
        tree = cls(plan=plan, category=category, **options)
        tree.map()
        return tree

    # -- values as text

    def values(self, section: str, key: str, category: str | None = None) -> list[str]:
        """Return the values of a key, operators applied, quotes taken off.

        Raises:
            CorruptFile: a layer holds no text.
            ConfigError: a layer is missing, or its ``BasedOn`` chain is broken.
        """
        return self.map(category).values(section, key)

    def explain(self, section: str, key: str, category: str | None = None) -> list[Step]:
        """Say what every line about a key does, lowest layer first: file, line, operator, value, effect.

        Raises:
            CorruptFile: a layer holds no text.
            ConfigError: a layer is missing, or its ``BasedOn`` chain is broken.
        """
        return self.map(category).explain(section, key)

    def map(self, category: str | None = None) -> ConfigMap:
        """Return all layers of a category, put on each other; read once, and again after a save or `forget`.

        Raises:
            CorruptFile: a layer holds no text.
            ConfigError: a layer is missing, or its ``BasedOn`` chain is broken.
            InvalidName: no file can be called that.
        """
        folded = fold(self._named(category))
        known = self._maps.get(folded)
        if known is None:
            known = self._maps[folded] = ConfigMap(self._chain(category).layers())
        return known

    def below(self, category: str | None = None) -> ConfigMap:
        """Return the layers below the one that settings are saved in."""
        return ConfigMap(self._chain(category).below().layers())

    def report(self, category: str | None = None) -> Report:
        """Return the findings of a category: its files, their lines, what they do to each other, stale stamps.

        Of the settings and objects that were read of it so far, also what their types say: a number with something
        behind it, a field that is none, an item of a struct that was passed over.
        """
        chain = self._chain(category)
        values = self.map(category)
        report = Report([*chain.report, *values.report, *self._stale(chain)])
        known = set(report)
        for cls, name in self._read:
            described = describe(cls)
            if fold(described.category) == fold(self._named(category)):
                found = self._objects.read(described, values, name)[1]
                report += [d for d in found if d not in known]
                known.update(found)
        return report

    def files(self, category: str | None = None) -> list[str]:
        """Return the files of a category that are there, lowest first, by the names that findings show."""
        places = self._chain(category).places
        return [place.shown for place in places if place.path.is_file() or place.shown == "command line"]

    def generate(self, category: str | None = None, *, words: Mapping[str, str] | None = None) -> IniDocument:
        """Make the file that Unreal Engine 3 generates from the layers below the saved one.

        Args:
            category: the file.
            words: what is put between percent signs (``{"GAME": "UDK"}``).
        """
        chain = self._chain(category).below()
        times = times_of(place.path for place in chain.places if place.path.is_file()) if self.plan.stamped else []
        return generate(ConfigMap(chain.layers()), self.plan.style, words or {}, times)

    def forget(self, category: str | None = None) -> None:
        """Read the files (of one category, where it is given) anew when they are next asked for."""
        if category is None:
            self._chains.clear()
            self._maps.clear()
        else:
            self._chains.pop(fold(category), None)
            self._maps.pop(fold(category), None)

    # -- settings

    def read(self, cls: type[T]) -> T:
        """Read settings, or a class's defaults: a dataclass from the section of its name.

        The section is the class's registered name, the category its class variable ``config_file`` ("Game" where it has
        none). A field without a line has that of the class it inherits from, then the class's default.

        Args:
            cls: a dataclass.

        What was read otherwise than it is written (``0,98`` for a number) is in `report` from then on.

        Raises:
            ConfigError: values do not parse or do not fit; the report has every finding, with file, line and column.
            CorruptFile: a layer holds no text.
            Misuse: `cls` is no dataclass.
        """
        return self._made(cls, "")

    def check(self, cls: type) -> Report:
        """Return the findings about the settings of a class, unknown keys included; raises nothing for them.

        Of a per-object class: about each of its objects, and about sections that were meant for one.

        Raises:
            CorruptFile: a layer holds no text.
        """
        described = describe(cls)
        values = self.map(described.category)
        report = Report(self._chain(described.category).report)
        for name in ("", *(self._objects.names(cls, values) if described.per_object else ())):
            report += [d for d in self._objects.read(described, values, name)[1] if d not in report]
        if described.per_object:
            report += self._objects.near_misses(cls, values)
        if not self.files(described.category):
            near = did_you_mean(described.category, self.plan.categories())
            if near:
                place = Span(self._chain(described.category).places[0].shown)
                message = f"{cls.__name__} is kept in {described.category}, of which there is no file"
                report.add("TW-INI-61", "warning", message, near, place)
        return report

    def save(self, settings: object) -> SaveReport:
        """Save what differs from the layers below into the Saved file; a field that does not is taken out of it.

        The same as ``save_config(settings, mode="diff")``.
        """
        return self.save_config(settings, mode="diff")

    # -- objects, by the engine's names

    def new(self, cls: type[T], name: str) -> T:
        """Make the object of a per-object class that is called so, as its section ``[Name Class]`` has it.

        Loading and creating are the same act in the engine (section 4.3): one without a section has the defaults. The
        object keeps its name for `load_config` and `save_config`, in its field ``name`` where its class has one.

        Raises:
            ConfigError: values do not parse or do not fit.
        """
        return self._made(cls, name)

    def load_config(self, obj: object, name: str | None = None) -> Report:
        """Overwrite the fields of an object that have a line; the others stay (section 4.2).

        Args:
            obj: a dataclass that can be changed.
            name: its name in ``[Name Class]``; by default the one that `new` gave it, or the field ``name`` of a class
                with ``per_object = True``.

        Returns:
            The findings that are no errors; also near misses, where the object's section is not there.

        Raises:
            ConfigError: values do not parse or do not fit; the object was not changed.
        """
        described, called = describe(type(obj)), name_of(obj, name)
        self._read[type(obj), called] = None
        values = self.map(described.category)
        found, report = self._objects.read(described, values, called, current=obj)
        if report.errors:
            raise ConfigError(f"[{described.section(called)}] cannot be read", report=report)
        if called and not any(section in values for section in self._objects.sections(described, called)):
            report += self._objects.near_misses(type(obj), values, called)
        _assign(obj, {key: value for key, value in found.items() if key != "name" or not called})
        return report

    def save_config(self, obj: object, name: str | None = None, *, mode: Mode = "full") -> SaveReport:
        """Save an object's fields into the highest layer.

        The file is read again right before, with the folder held against other writers, so what others wrote stays, and
        so do comments, order and unknown keys. It is written whole or not at all, and only if something changes.

        Args:
            obj: an instance of a dataclass.
            name: as for `load_config`.
            mode: ``full`` writes every field; ``diff`` what differs from the layers below, and takes the rest out.

        Returns:
            The sections that were written, and what was not written and why.

        Raises:
            FieldError: a value does not fit its declared type, or cannot be saved; nothing was written.
            CorruptFile: the file holds no text; it was left as it is.
            ConfigError: another program holds the folder.
            Misuse: there is no Saved folder.
            OSError: the file cannot be written; it was left as it is.
        """
        describe(type(obj))
        return self._saved(obj, name_of(obj, name), mode)

    def static_save_config(self, cls: type) -> SaveReport:
        """Save the defaults of a class, as they are with all config read, whole."""
        return self._saved(self.read(cls), "", "full")

    def reset_config(self, obj: object, name: str | None = None) -> SaveReport:
        """Take the object's own lines out of the saved file, and give it the values that then hold."""
        described, called = describe(type(obj)), name_of(obj, name)
        report = self._reset(type(obj), called, whole=False)
        found, _ = self._objects.read(described, self.map(described.category), called)
        for key, entry in described.fields.items():
            if key not in found and not entry.required and not (called and key == "name"):
                found[key] = entry.make()
        _assign(obj, {key: value for key, value in found.items() if key != "name" or not called})
        return report

    def clear_config(self, obj: object, name: str | None = None) -> SaveReport:
        """Take the object's whole section out of the saved file: deletes a per-object record."""
        return self._reset(type(obj), name_of(obj, name), whole=True)

    def per_object_names(self, cls: type, *, limit: int = 1024) -> list[str]:
        """Return the names of a class's objects from ``[Name Class]`` headers, in the order of the files."""
        return self._objects.names(cls, self.map(describe(cls).category), limit)

    def near_misses(self, cls: type, name: str = "") -> Report:
        """Find sections that were meant for a per-object class but are not called ``[Name Class]``."""
        return self._objects.near_misses(cls, self.map(describe(cls).category), name)

    # -- inside

    def _named(self, category: str | None) -> str:
        return self.category if category is None else category

    def _chain(self, category: str | None) -> Chain:
        name = self._named(category)
        known = self._chains.get(fold(name))
        if known is None:
            known = self._chains[fold(name)] = read_chain(self.plan, name)
        return known

    def _stale(self, chain: Chain) -> Report:
        if not self.plan.stamped or not chain.places or not chain.places[-1].path.is_file():
            return Report()
        below = [place for place in chain.below().places if place.path.is_file()]
        times = times_of(place.path for place in below)
        return check_stamps(chain.documents[-1], times, [place.shown for place in below])

    def _saved(self, obj: object, name: str, mode: Mode) -> SaveReport:
        category = describe(type(obj)).category
        report = save_object(self._objects, self.plan, lambda: self.below(category), obj, name, mode)
        self.forget(category)
        return report

    def _reset(self, cls: type, name: str, *, whole: bool) -> SaveReport:
        report = reset_object(self._objects, self.plan, cls, name, whole=whole)
        self.forget(describe(cls).category)
        return report

    def _made(self, cls: type[T], name: str) -> T:
        described = describe(cls)
        section, values = described.section(name), self.map(described.category)
        self._read[cls, name] = None
        found, report = self._objects.read(described, values, name)
        if not report.errors:
            for key, entry in described.fields.items():
                if key not in found and entry.required:
                    hint = f"write {key}=... below [{section}], or give the field a default"
                    report.add("TW-INI-23", "error", f"[{section}] has no {key}", hint, _section_span(values, section))
        if report.errors:
            raise ConfigError(f"the settings [{section}] cannot be read", report=report)
        made = cls(**found)
        if name and "name" not in described.fields:
            remember_name(made, name)
        return made


def _section_span(values: ConfigMap, section: str) -> Span:
    documents = values.documents
    holder = next((d for d in documents if section in d), documents[0] if documents else IniDocument())
    return holder.section_span(section)


def _assign(obj: object, values: Mapping[str, Any]) -> None:
    for key, value in values.items():
        try:
            if value is not MISSING:
                setattr(obj, key, value)
        except AttributeError as error:
            raise Misuse(
                f"{type(obj).__name__} cannot be changed: {error}", hint="a frozen record is read anew instead"
            ) from error
