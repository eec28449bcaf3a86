"""The lines of a field that say already what is to be saved: they stay as a person has written them.

A save writes numbers, booleans and structs in one form (`to_lines`). What reads as the same value in another form,
``1e3``, ``TRUE``, ``( min = 1 )``, is not rewritten for that: a file differs from its last version in what somebody
changed, be it one field of a struct. Looks at the file that is written alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from talewright.config.layers.merge import ConfigMap
from talewright.config.text import Entry, IniDocument
from talewright.config.typed import field_lines, read_fields
from talewright.config.values import PartPath, PlainRule, Style, places, read
from talewright.diagnostics import Report
from talewright.errors import TalewrightError
from talewright.fields import Field, Plain, References
from talewright.names import fold

Lines = dict[str, list[str]]
"""What is to stand behind ``=``, by key."""


class Spelling:
    """What the lines of a document say, and how.

    Args:
        document: the file that is about to be written.
        references: types that are saved as their names.
        style: the dialect that is written.
    """

    def __init__(self, document: IniDocument, references: References, style: Style) -> None:
        self._values = ConfigMap([(document, PlainRule.ROOT)])
        self._references = references
        self._style = style

    def kept(self, section: str, cls: type, entry: Field, wanted: Lines, current: object, *, whole: bool) -> Lines:
        """Return the texts to write for a field: where a line says the same already, its own.

        Args:
            section: where the field is kept.
            cls: its class.
            entry: the field.
            wanted: what a save would write.
            current: an object that has the values for what a struct of the file leaves out.
            whole: whether a struct must name all its fields.
        """
        name = entry.name
        report = Report()
        found = read_fields(
            cls, lambda key: self._lines(section, key), [], report, "", self._references, fields={name: entry},
            current=current,
        )  # fmt: skip
        try:
            if name not in found:
                return wanted
            said = field_lines(name, found[name], entry.hint, self._references, self._style, name)
        except TalewrightError:  # what the file says could not be written here
            return wanted
        if name in wanted and said == wanted and self.numbered(section, name):
            return {}
        return {key: self._own(section, key, raws, said.get(key, []), whole=whole) for key, raws in wanted.items()}

    def numbered(self, section: str, name: str) -> list[str]:
        """Return the keys ``Key[0]``, ``Key[1]`` ... that give a list its elements here; none where plain lines do."""
        found: list[str] = []
        while self._lines(section, name) is None and self._lines(section, f"{name}[{len(found)}]"):
            found.append(f"{name}[{len(found)}]")
        return found

    def lost(self, section: str, key: str, raws: list[str]) -> list[str]:
        """Return the messages about items that nobody could read and that are gone with these texts."""
        old = [line.raw for line in self._lines(section, key) or () if line.raw.startswith("(")]
        kept = {message for raw in raws if raw.startswith("(") for message in self._passed(raw)}
        return [message for raw in old for message in self._passed(raw) if message not in kept]

    def _passed(self, raw: str) -> list[str]:
        return [fault.message for fault in read(raw, style=self._style)[2] if fault.kind == "passed"]

    def _lines(self, section: str, key: str) -> list[Entry] | None:
        return self._values.entries(section, key)

    def _own(self, section: str, key: str, raws: list[str], said: list[str], *, whole: bool) -> list[str]:
        lines = [line.raw for line in self._lines(section, key) or ()]
        if len(lines) != len(said):
            return raws
        free: dict[str, list[str]] = {}
        for text, line in zip(reversed(said), reversed(lines), strict=True):
            if not whole or self._says_all(line, text):
                free.setdefault(text, []).append(line)
        found = []
        for number, raw in enumerate(raws):
            if free.get(raw):
                found.append(free[raw].pop())
                continue
            patched = None
            if len(raws) == len(lines) and raw != said[number]:
                patched = _patched(lines[number], said[number], raw, self._style)
            good = patched is not None and (not whole or self._says_all(patched, raw))
            found.append(patched if patched is not None and good else raw)
        return found

    def _says_all(self, own: str, whole: str) -> bool:
        return _names_all(read(own, style=self._style)[0], read(whole, style=self._style)[0])


def _patched(own: str, said: str, wanted: str, style: Style) -> str | None:
    """Change in the text of a struct only the fields that are to say something else; None where that cannot be done.

    Args:
        own: as it stands in the file.
        said: the same as a save would write it.
        wanted: what it is to say, as a save would write it.
        style: the dialect.
    """
    has, end, faults = read(own, style=style)
    old, new = read(said, style=style)[0], read(wanted, style=style)[0]
    if any(fault.kind != "passed" for fault in faults) or not has:
        return None
    spots, texts = places(own, style=style), places(wanted, style=style)
    changes: list[tuple[int, int, str]] = []
    added: list[str] = []
    stack: list[tuple[PartPath, Plain, Plain, Plain]] = [((), has, old, new)]
    while stack:
        way, has, old, new = stack.pop()
        if not (isinstance(has, Mapping) and isinstance(old, Mapping) and isinstance(new, Mapping)) or old.keys() - new:
            return None
        known = {fold(key): value for key, value in has.items()}
        for key, value in new.items():
            part = (*way, fold(key))
            if key in old and old[key] == value:
                continue
            at, length = texts[part]
            text = wanted[at : at + length]
            if part in spots:
                inside = known[fold(key)]
                if isinstance(inside, Mapping) and isinstance(old.get(key), Mapping) and isinstance(value, Mapping):
                    stack.append((part, inside, old[key], value))
                else:
                    changes.append((*spots[part], text))
            elif (
                way or fold(key) in known or not key.isidentifier()
            ):  # an array with indexes, or missing further inside
                return None
            else:
                added.append(f"{key}={text}")
    if added:
        comma = "" if own[: end - 1].rstrip(" \t").endswith((",", "(")) else ","
        changes.append((end - 1, 0, comma + ",".join(added)))
    for at, length, text in sorted(changes, reverse=True):
        own = own[:at] + text + own[at + length :]
    return own


def _names_all(own: Plain, whole: Plain) -> bool:
    """Whether a struct names every field that another one names."""
    if isinstance(whole, Mapping):
        by_folded: dict[str, Any] = {fold(key): value for key, value in own.items()} if isinstance(own, Mapping) else {}
        return all(fold(key) in by_folded and _names_all(by_folded[fold(key)], value) for key, value in whole.items())
    if isinstance(whole, list):
        return isinstance(own, list) and len(own) == len(whole) and all(map(_names_all, own, whole))
    return True
