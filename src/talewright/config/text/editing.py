"""Giving a key new values with as few changed lines as possible.

Decides which of a key's lines give it its values, which of them can stay, and what a new name may be. The lines belong
to `Section` objects; this file only says what to do with them.
"""

from __future__ import annotations

from talewright.config.text.lines import OPERATORS, Line
from talewright.config.text.sections import Section
from talewright.config.values import PlainRule, Style, ValueList, field_of, unquote
from talewright.errors import InvalidName

Place = tuple[Section, Line]

_GIVING = ("", "+", ".", "-")


def survivors(lines: list[Place], style: Style, kind: PlainRule = PlainRule.ROOT) -> list[Place]:
    """Return the lines whose values are there in the end, operators applied; what plain lines do, the kind says."""
    values: ValueList[Place] = ValueList()
    plain = False
    for place in lines:
        line = place[1]
        if not line.operator and kind is not PlainRule.ROOT:
            if kind is PlainRule.OVERLAY or not plain:
                values.clear()
            plain = True
        values.apply(line.operator, unquote(line.raw, style), place)
    return list(values)


def new_lines(key: str, raws: list[str], operator: str | None, kind: PlainRule) -> list[str]:
    """Return the lines of a key that has none yet.

    A list in an overlay takes the place of what lies below, as a single plain line does: it is emptied, then added to.
    """
    if operator is None and kind is PlainRule.OVERLAY and len(raws) > 1:
        return [f"!{key}=()", *(f"+{key}={raw}" for raw in raws)]
    return [f"{operator or ''}{key}={raw}" for raw in raws]


def assign(lines: list[Place], key: str, raws: list[str], style: Style, kind: PlainRule = PlainRule.ROOT) -> None:
    """Make the lines of one key give these values.

    Args:
        lines: all lines of the key, in order; at least one.
        key: its name, for a document that only removes from it.
        raws: the texts to stand behind ``=``.
        style: how quotes are read.
        kind: of the file; in an overlay, only the first of several lines may be plain.
    """
    wanted = [unquote(raw, style) for raw in raws]
    old = survivors(lines, style, kind)
    if [unquote(line.raw, style) for _, line in old] == wanted and any(not line.operator for _, line in lines):
        return  # a plain line says what the list is, whatever lies below: it is that already
    now = _reuse(old, lines, key, raws, wanted, style)
    places = [(section, line) for section in dict.fromkeys(s for s, _ in lines) for line in section.entries(key)]
    overlaid = kind is PlainRule.OVERLAY and any(not line.operator for _, line in places)
    for number, line in enumerate(now):
        replacing = overlaid or (kind is PlainRule.WRITTEN and now[0].operator)
        if number and not line.operator and replacing:  # it would take those before it away
            line.reoperate("+")
    if [unquote(line.raw, style) for _, line in survivors(places, style, kind)] == wanted and not overlaid:
        return
    # Lines that removed, emptied or repeated something are in the way: only the values stay.
    staying = {id(line) for line in now}
    first = next((n for n, (_, line) in enumerate(places) if id(line) in staying), len(places))
    for number, (_, line) in enumerate(places):
        if id(line) not in staying and (line.operator in _GIVING or (line.operator in ("!", "^") and number > first)):
            line.removed = True
    names = {unquote(line.raw, style) for _, line in places if line.operator == "@" and not line.removed}
    seen: set[object] = set()
    for line in now:
        value = unquote(line.raw, style)
        said: set[object] = {value} | {(name, field) for name in names if (field := field_of(value, name)) is not None}
        if line.operator == "+" and seen & said:
            line.reoperate(".")
        seen |= said


def _reuse(
    old: list[Place], lines: list[Place], key: str, raws: list[str], wanted: list[str], style: Style
) -> list[Line]:
    said = [unquote(line.raw, style) for _, line in old]
    before = 0
    while before < len(said) and before < len(wanted) and said[before] == wanted[before]:
        before += 1
    behind = 0
    # With nothing in front to follow, the lines are used from the first one on.
    if before or len(old) >= len(raws):
        while behind < min(len(said), len(wanted)) - before and said[-1 - behind] == wanted[-1 - behind]:
            behind += 1
    middle, new = old[before : len(old) - behind], raws[before : len(raws) - behind]
    for (_, line), raw in zip(middle, new, strict=False):
        if unquote(line.raw, style) != unquote(raw, style):
            line.rewrite(raw)
    for _, line in middle[len(new) :]:
        line.removed = True
    now = [line for _, line in (*old[:before], *middle[: len(new)])]
    added = new[len(middle) :]
    if added:
        section, anchor = middle[-1] if middle else old[before - 1] if before else lines[-1]
        pattern = old[-1][1] if old else None
        operator = pattern.operator if pattern else "+" if anchor.operator and anchor.operator in "!-^@" else ""
        head = f"{operator}{pattern.key if pattern else anchor.key}="
        now += section.add(key, [head + raw for raw in added], anchor)
    return now + [line for _, line in old[len(old) - behind :]]


def check_section_name(name: str) -> None:
    """Refuse a section name that a header cannot hold.

    Raises:
        InvalidName: it is empty, or holds a closing bracket or a control character.
    """
    bad = next((c for c in name if c == "]" or ord(c) < 32), None)
    if not name or bad is not None:
        what = f"holds {bad!r}" if bad else "is empty"
        raise InvalidName(f"the section name {name!r} {what}", hint="a header is [name] on one line")


def check_key(key: str) -> None:
    """Refuse a key that a line cannot hold.

    Raises:
        InvalidName: it is empty, holds ``=`` or a control character, or begins like an operator, comment or header.
    """
    bad = next((c for c in key if c == "=" or ord(c) < 32), None)
    if bad is not None:
        raise InvalidName(f"the key {key!r} holds {bad!r}", hint="letters and digits are always safe")
    if not key.strip() or key != key.strip(" \t"):
        raise InvalidName(
            f"the key {key!r} is empty or has blanks around it", hint="letters and digits are always safe"
        )
    if key[0] in OPERATORS or key[0] in ";[":
        raise InvalidName(
            f"the key {key!r} begins with {key[0]!r}, which means something else there",
            hint="an operator is given as operator=",
        )
