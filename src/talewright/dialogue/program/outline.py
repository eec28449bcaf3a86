"""The outline of a program: what its scripts must know of each other, without their texts.

Decides what is enough to compile one script of a project alone (`compile_part`) and to come to what compiling all of
them comes to: which dialogues, nodes and groups there are, the types of variables and functions, enums, old names. As
text it is JSON, one entry a line, so that a comparison of two outlines shows what changed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from talewright.diagnostics import Span
from talewright.dialogue.program.program import Dialogue, EnumInfo, Group, Program, VariableInfo, strategies_of
from talewright.dialogue.syntax import Value

FORMAT: Final = 1


@dataclass(frozen=True, slots=True)
class Outline:
    """What is known of a program before its scripts are compiled.

    Attributes:
        dialogues: by name, in their order.
        groups: node groups by title.
        variables: by name; the code of a smart one is in its script.
        smart: the names of the smart variables.
        enums: by name.
        aliases: names that nodes and contents had before.
        returns: what each function of the host gives, as far as anything tells.
        digest: of the program.
        fallback: of the program.
    """

    dialogues: Mapping[str, Dialogue]
    groups: Mapping[str, Group]
    variables: Mapping[str, VariableInfo]
    smart: frozenset[str]
    enums: Mapping[str, EnumInfo]
    aliases: Mapping[str, str]
    returns: Mapping[str, str]
    digest: str
    fallback: str = ""

    def fits(self, part: Program) -> bool:
        """Tell whether scripts that were edited later still have this outline, so that the others need not know."""
        paths = {dialogue.path for dialogue in part.dialogues.values()}
        return (
            all(self.dialogues.get(name) == one for name, one in part.dialogues.items())
            and all(self.aliases.get(old) == new for old, new in part.aliases.items())
            and all(self._has(one) for one in part.enums.values() if one.span.file in paths)
            and all(part.enums.get(name) is not one for name, one in self.enums.items() if one.span.file in paths)
            and all(
                name in part.variables and part.variables[name].declared
                for name, one in self.variables.items()
                if one.declared and one.span.file in paths
            )
            and all(self._knows(one) for one in part.variables.values() if one.declared and one.span.file in paths)
        )

    def _has(self, enum: EnumInfo) -> bool:
        known = self.enums.get(enum.name)
        return known is not None and dict(known.cases) == dict(enum.cases)

    def _knows(self, variable: VariableInfo) -> bool:
        known = self.variables.get(variable.name)
        smart = variable.name in self.smart
        held = known is not None and (known.type, known.default) == (variable.type, variable.default)
        return held and smart == (variable.smart is not None)

    def to_bytes(self, about: str = "") -> bytes:
        """Return it as text: the same outline gives the same bytes.

        Args:
            about: what a person who opens the file should know.
        """
        lines = (json.dumps(entry, ensure_ascii=False, separators=(",", ":")) for entry in self._entries(about))
        return "\n".join((*lines, "")).encode("utf-8", "surrogatepass")

    def _entries(self, about: str) -> Iterator[dict[str, Any]]:
        yield {"about": about, "format": FORMAT, "digest": self.digest, "fallback": self.fallback}
        for dialogue in self.dialogues.values():
            names = {"path": dialogue.path, "tags": dialogue.tags, "nodes": dialogue.nodes}
            yield {"dialogue": dialogue.name, **names}
        for group in self.groups.values():
            yield {"group": group.title, "members": group.members, "visits": group.counts_visits}
        for enum in self.enums.values():
            yield {"enum": enum.name, "cases": dict(enum.cases), "at": _numbers(enum.span)}
        for one in self.variables.values():
            held = {"type": one.type, "default": one.default, "declared": one.declared, "smart": one.name in self.smart}
            yield {"variable": one.name, **held, "at": _numbers(one.span), "text": one.documentation}
        for old, new in self.aliases.items():
            yield {"old": old, "new": new}
        for name, given in self.returns.items():
            yield {"function": name, "returns": given}

    @classmethod
    def from_bytes(cls, data: bytes) -> Outline:
        """Read what `to_bytes` gave.

        Raises:
            ValueError: it is no outline, or one of another format.
        """
        try:
            lines = data.decode("utf-8", "surrogatepass").split("\n")
            head, *entries = json.loads(f"[{','.join(line for line in lines if line)}]")
            if head["format"] != FORMAT:
                raise ValueError(f"the format {head['format']}; this version reads {FORMAT}")
            return _read(head, entries)
        except (LookupError, TypeError, AttributeError, RecursionError) as error:
            raise ValueError(f"no outline of dialogues: {error}") from error


def outline_of(program: Program) -> Outline:
    """Return the outline of a program that was compiled whole."""
    return Outline(
        program.dialogues,
        program.groups,
        program.variables,
        frozenset(name for name, one in program.variables.items() if one.smart is not None),
        program.enums,
        program.aliases,
        MappingProxyType({use.name: use.returns for use in program.functions if use.returns}),
        program.digest,
        program.fallback,
    )


def _read(head: Mapping[str, Any], entries: list[dict[str, Any]]) -> Outline:
    dialogues: dict[str, Dialogue] = {}
    groups: dict[str, Group] = {}
    variables: dict[str, VariableInfo] = {}
    smart: set[str] = set()
    enums: dict[str, EnumInfo] = {}
    aliases: dict[str, str] = {}
    returns: dict[str, str] = {}
    for one in entries:
        if (name := one.get("dialogue")) is not None:
            tags = tuple(one["tags"])
            dialogues[name] = Dialogue(name, one["path"], tags, tuple(one["nodes"]), strategies_of(tags))
        elif (name := one.get("variable")) is not None:
            enum = enums.get(one["type"])
            cases = None if enum is None else enum.cases
            variables[name] = VariableInfo(
                name, one["type"], one["default"], one["declared"], _span(one["at"]), None, cases, one["text"]
            )
            if one["smart"]:
                smart.add(name)
        elif (name := one.get("group")) is not None:
            groups[name] = Group(name, tuple(one["members"]), one["visits"])
        elif (name := one.get("enum")) is not None:
            values: Mapping[str, Value] = MappingProxyType(dict(one["cases"]))
            enums[name] = EnumInfo(name, values, _span(one["at"]))
        elif (name := one.get("function")) is not None:
            returns[name] = one["returns"]
        else:
            aliases[one["old"]] = one["new"]
    parts = (dialogues, groups, variables, frozenset(smart), enums, aliases, returns)
    return Outline(*parts, head["digest"], head["fallback"])


def _numbers(span: Span) -> list[object]:
    return [span.file, span.line, span.column, span.end_line, span.end_column]


def _span(numbers: list[Any]) -> Span:
    return Span(*numbers)
