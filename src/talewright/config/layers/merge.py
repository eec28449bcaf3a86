"""Layers of documents put on each other: section and key to the list of values that counts.

The second stage of reading. Decides what a plain ``key=value`` does, which depends on the layer and not on the line
(config-savegame.md section 2.2), and applies the operators. Values stay text; equality is of text. Owns nothing: it
reads its documents when a section is first asked for, and must be made anew when one of them changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from talewright.config.text import Entry, IniDocument
from talewright.config.values import PlainRule, ValueList
from talewright.diagnostics import Report, Span
from talewright.names import FoldedDict, fold


@dataclass(frozen=True, slots=True)
class Step:
    """What one line did to a key: one row of `ConfigMap.explain`.

    Attributes:
        span: where the line is.
        operator: "" or one of ``+ - . ! @ * ^``.
        value: what it says.
        effect: what that did, in words.
    """

    span: Span
    operator: str
    value: str
    effect: str

    @property
    def file(self) -> str:
        """The file of the line."""
        return self.span.file

    @property
    def line(self) -> int:
        """Its number, counted from 1."""
        return self.span.line

    def __str__(self) -> str:
        return f"{self.span.file}:{self.span.line}: {self.operator}{self.value!r}: {self.effect}"


Layers = list[tuple[IniDocument, PlainRule]]


class ConfigMap:
    """The values that a chain of documents gives.

    Args:
        layers: the documents, lowest first, each with what its plain lines do.

    >>> base = IniDocument.parse(b"[A]\\nPaths=a\\nPaths=b\\n", "Base.ini")
    >>> over = IniDocument.parse(b"[a]\\n-paths=a\\n+paths=c\\n", "Default.ini")
    >>> ConfigMap([(base, PlainRule.ROOT), (over, PlainRule.OVERLAY)]).values("A", "Paths")
    ['b', 'c']
    """

    __slots__ = ("_layers", "_reports", "_sections")

    def __init__(self, layers: Iterable[tuple[IniDocument, PlainRule]] = ()) -> None:
        self._layers: Layers = list(layers)
        self._sections: dict[str, FoldedDict[ValueList[Entry]]] = {}
        self._reports: dict[str, Report] = {}

    @property
    def documents(self) -> list[IniDocument]:
        """The documents, lowest first."""
        return [document for document, _ in self._layers]

    def __contains__(self, section: object) -> bool:
        return any(section in document for document, _ in self._layers)

    def section_names(self) -> list[str]:
        """All section names, in the order and spelling in which the layers bring them."""
        return list(FoldedDict((name, None) for document, _ in self._layers for name in document.section_names()))

    def keys(self, section: str) -> list[str]:
        """The keys of a section that some layer mentions, in order and in their first spelling."""
        return list(self._section(section))

    def entries(self, section: str, key: str) -> list[Entry] | None:
        """The lines whose values count, in order; None where no layer mentions the key (empty: a layer empties it)."""
        return given(self._section(section).get(key))

    def values(self, section: str, key: str) -> list[str]:
        """The values of a key, without their quotes."""
        return [entry.value for entry in self.entries(section, key) or ()]

    def explain(self, section: str, key: str) -> list[Step]:
        """Say what every line about a key did, lowest layer first."""
        steps: list[Step] = []
        values: ValueList[Entry] = ValueList()
        cls = class_of(section)
        for document, rule in self._layers:
            layer = _Layer(rule, section, steps=steps)
            if cls:
                layer.apply_class(document.entries(cls, key), lambda _: values)
            layer.apply(document.entries(section, key), lambda _: values)
        return steps

    @property
    def report(self) -> Report:
        """The findings of all documents and of putting them on each other; reads everything."""
        for name in self.section_names():
            self._section(name)
        found = [finding for document, _ in self._layers for finding in document.report]
        return Report([*found, *(finding for report in self._reports.values() for finding in report)])

    def _section(self, section: str) -> FoldedDict[ValueList[Entry]]:
        folded = fold(section)
        known = self._sections.get(folded)
        if known is None:
            report = self._reports[folded] = Report()
            known = merge_section(section, self._layers, report)
            self._sections[folded] = known
        return known


def class_of(section: str) -> str:
    """Return the class of a ``[Name Class]`` section, an empty text for any other.

    >>> class_of("sword1 SapituItem"), class_of("Engine.GameInfo")
    ('SapituItem', '')
    """
    name, _, cls = section.rpartition(" ")
    return cls if name.strip() else ""


def merge_section(
    section: str, layers: Iterable[tuple[IniDocument, PlainRule]], report: Report
) -> FoldedDict[ValueList[Entry]]:
    """Put one section of several documents on each other.

    Args:
        section: its name.
        layers: the documents, lowest first, each with what plain lines do.
        report: where findings go.

    Returns:
        The values of every key that a line mentions.
    """
    return merge_parts([(document, rule, section) for document, rule in layers], report)


def merge_parts(layers: Iterable[tuple[IniDocument, PlainRule, str]], report: Report) -> FoldedDict[ValueList[Entry]]:
    """Put sections of several documents on each other, each under its own name there."""
    found: FoldedDict[ValueList[Entry]] = FoldedDict()

    def values_of(key: str) -> ValueList[Entry]:
        if key not in found:
            found[key] = ValueList()
        return found[key]

    for document, rule, section in layers:
        cls = class_of(section)
        layer = _Layer(rule, section, report=report)
        if cls and cls in document:
            layer.apply_class(document.entries(cls), values_of)
        layer.apply(document.entries(section), values_of)
    return found


def given(values: ValueList[Entry] | None) -> list[Entry] | None:
    """Return the lines of a key whose values count; None where no line says anything, not even "empty"."""
    return list(values) if values is not None and (values or values.explicit) else None


class _Layer:
    """One document being applied: remembers which keys its plain lines have set already."""

    __slots__ = ("_for_class", "_plain", "_report", "_rule", "_section", "_steps")

    def __init__(
        self, rule: PlainRule, section: str = "", *, report: Report | None = None, steps: list[Step] | None = None
    ) -> None:
        self._section = section
        self._for_class = False
        self._rule = rule
        self._report = Report() if report is None else report
        self._steps = steps
        self._plain: set[str] = set()

    def apply_class(self, entries: Iterable[Entry], values_of: Callable[[str], ValueList[Entry]]) -> None:
        """Take the ``*`` lines of the section ``[Class]``, which hold for every ``[Name Class]``."""
        self._for_class = True
        self.apply((entry for entry in entries if entry.operator == "*"), values_of)
        self._for_class = False

    def apply(self, entries: Iterable[Entry], values_of: Callable[[str], ValueList[Entry]]) -> None:
        for entry in entries:
            effect = self._apply(entry, values_of(entry.key))
            if self._steps is not None:
                self._steps.append(Step(entry.span, entry.operator, entry.value, effect))

    def _apply(self, entry: Entry, values: ValueList[Entry]) -> str:
        operator, value = entry.operator, entry.value
        if operator == "+":
            old = values.replace(value, entry)
            if old is not None:
                return f"replaced the entry of the same {values.struct_key}" if old != value else "was there already"
            return "added" if values.add_unique(value, entry) else "was there already"
        if operator == ".":
            values.add(value, entry)
            return "added"
        if operator == "-":
            return self._remove(entry, value, values)
        if operator in ("!", "^"):
            count = values.clear()
            return f"emptied, {count} {_values(count)} dropped"
        if operator:
            return self._key_field(entry, value, values)
        return self._plainly(entry, value, values)

    def _key_field(self, entry: Entry, value: str, values: ValueList[Entry]) -> str:
        if value and (entry.operator == "@" or self._for_class):
            values.set_struct_key(value)
            return f"from here on + replaces the entry of the same {value}"
        if entry.operator == "*" and value and " " not in self._section:
            return f"means the sections [... {self._section}]"
        message = f"{entry.operator}{entry.key}={value} has no effect here"
        hint = "write the name of a struct field behind ="
        if entry.operator == "*" and value:
            hint = "* belongs into the section of the class alone, [ClassName]; here write @"
        self._report.add("TW-INI-32", "information", message, hint, entry.span)
        return "has no effect here"

    def _plainly(self, entry: Entry, value: str, values: ValueList[Entry]) -> str:
        folded = fold(entry.key)
        again = folded in self._plain
        self._plain.add(folded)
        count = len(values)
        if self._rule is PlainRule.ROOT or (self._rule is PlainRule.WRITTEN and again):
            values.add(value, entry)
            return "added" if count else "set"
        if self._rule is PlainRule.OVERLAY and (count > 1 or again):
            message = f"this line replaces {count} {_values(count)} of {entry.key}"
            hint = f"write +{entry.key}=... to add to a list; in this file a plain line replaces all of it"
            self._report.add("TW-INI-31", "warning", message, hint, entry.span)
        values.clear()
        values.explicit = False
        values.add(value, entry)
        return f"replaced {count} {_values(count)}" if count else "set"

    def _remove(self, entry: Entry, value: str, values: ValueList[Entry]) -> str:
        count = values.remove(value)
        if count:
            return f"removed {count} {_values(count)}"
        near = values.near(value)
        hint = "text must be equal to the letter"
        if near is not None:
            hint = f"there is {near!r}; {hint}, blanks and letter case included"
        message = f"-{entry.key}={value} removes nothing"
        self._report.add("TW-INI-30", "warning", message, hint, entry.span)
        return "removed nothing"


def _values(count: int) -> str:
    return "value" if count == 1 else "values"
