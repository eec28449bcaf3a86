"""Properties of files as values for the fields of a script.

Decides which field a property means, what its text becomes there, and what an address in it is relative to: the object
that owns the script, as Defold does. What does not fit is a finding; the script then is not made.

Source: messaging.md sections 3.3, 12 and 22 (25).
"""

from __future__ import annotations

import dataclasses
import keyword
import re
from collections.abc import Mapping
from typing import Any

from talewright.defold.flatten import ComponentPlan
from talewright.defold.kept import Unbound, UnboundGui
from talewright.defold.properties import PropertyDesc, PropertyType
from talewright.diagnostics import Report
from talewright.errors import BadAddress, FieldError
from talewright.fields import References, declared, decode
from talewright.messaging import Script, Url, World
from talewright.names import did_you_mean

_NAMES = {
    PropertyType.VECTOR3: ("x", "y", "z"),
    PropertyType.VECTOR4: ("x", "y", "z", "w"),
    PropertyType.QUAT: ("x", "y", "z", "w"),
}


def fields_of(
    cls: type[Script],
    plan: ComponentPlan,
    path: str,
    owner: str | None,
    world: World | None,
    references: References,
    report: Report,
) -> dict[str, Any]:
    """Return the values for the fields of a script, from what the files set.

    Args:
        cls: its class.
        plan: the component.
        path: the file that the class stands for.
        owner: the absolute id of the object; None for one that a factory makes, which has none yet.
        world: the world that it will live in; None where it is not known.
        references: what is found by its name.
        report: for what does not fit.
    """
    found: dict[str, Any] = {}
    if issubclass(cls, (Unbound, UnboundGui)):
        for one in plan.properties:
            value = _value(one, Any, plan.id, owner, world, references, report)
            if value is not None:
                found[one.id] = value
        return {"path": path, "properties": found}
    try:
        known = declared(cls)
    except FieldError as error:
        report.add("TW-DEF-52", "error", str(error.message), error.hint, plan.span)
        return {}
    given = {name for one in plan.properties for name in attributes(one.id)}
    for one in plan.properties:
        name = next((name for name in attributes(one.id) if name in known), None)
        if name is None:
            text = f"{cls.__name__} declares no property '{one.id}'; what the files set is passed over"
            free = next((name for name in attributes(one.id) if not hasattr(cls, name)), one.id)
            hint = did_you_mean(one.id, known) or f"write {free}: {_spelled(one)} in the class"
            report.add("TW-DEF-31", "warning", text, hint, one.span)
            continue
        value = _value(one, known[name].hint, plan.id, owner, world, references, report)
        if value is not None:
            found[name] = value
    for name, item in known.items():
        if item.required and name not in given:
            text = f"{cls.__name__} needs '{name}', and no file sets it"
            hint = f"give {name} a default in the class, or a value in the collection"
            report.add("TW-DEF-52", "error", text, hint, plan.span)
    return found


def attributes(property_id: str) -> tuple[str, ...]:
    """Return the names of the attribute that a property can mean, the nearest first.

    >>> attributes("speed"), attributes("max-speed"), attributes("class"), attributes("url")
    (('speed', 'speed_'), ('max_speed', 'max_speed_'), ('class_',), ('url', 'url_'))
    """
    bare = re.sub(r"\W", "_", property_id)
    bare = f"_{bare}" if not bare or bare[0].isdigit() else bare
    return (f"{bare}_",) if keyword.iskeyword(bare) else (bare, f"{bare}_")


def resolved(world: World, owner: str, component: str, text: str) -> Url:
    """Return the address that the text of a property means for a component (messaging.md section 3.3).

    Raises:
        BadAddress: the text is no address.
    """
    head, mark, fragment = text.partition("#")
    if ":" in head:
        return world.url(text)
    if text in ("", "#"):
        return world.url(f"{owner}#{component}")
    if text == ".":
        return world.url(owner)
    if not head:
        return world.url(f"{owner}{mark}{fragment}")
    prefix = "" if head.startswith("/") else owner[: owner.rfind("/") + 1]
    return world.url(f"{prefix}{text}")


def _value(
    one: PropertyDesc,
    hint: Any,
    component: str,
    owner: str | None,
    world: World | None,
    references: References,
    report: Report,
) -> Any:
    try:
        value = one.typed
        if one.type is PropertyType.URL:
            return _address(one, hint, component, owner, world, references, report)
        if hint in (Any, object):
            return value
        if isinstance(value, tuple):
            if dataclasses.is_dataclass(hint):
                return decode(dict(zip(_NAMES[one.type], value, strict=True)), hint, references, one.id)
            return decode(list(value), hint, references, one.id)
        return decode(value, hint, references, one.id)
    except (FieldError, BadAddress) as error:
        why = error.reason if isinstance(error, FieldError) else error.message
        report.add("TW-DEF-30", "error", f"the property '{one.id}': {why}", error.hint, one.span)
        return None


def _address(
    one: PropertyDesc,
    hint: Any,
    component: str,
    owner: str | None,
    world: World | None,
    references: References,
    report: Report,
) -> Any:
    own = one.value in ("", ".") or one.value.startswith("#")
    if world is not None and (owner is not None or not own):
        # What a factory makes has the root as its scope (messaging.md section 3.3).
        url = resolved(world, owner or "/", component, one.value)
        return url if hint in (Any, object) else decode(str(url), hint, references, one.id)
    if hint is str:
        return one.value
    text = f"the property '{one.id}': '{one.value}' is relative to an object that a factory makes; it is not set"
    report.add("TW-DEF-33", "warning", text, f"declare {one.id}: str, and post to the text", one.span)
    return None


def _spelled(one: PropertyDesc) -> str:
    spelled: Mapping[PropertyType, str] = {
        PropertyType.NUMBER: "float",
        PropertyType.HASH: "str",
        PropertyType.URL: "Url | None",
        PropertyType.BOOLEAN: "bool",
        PropertyType.VECTOR3: "tuple[float, float, float]",
    }
    return spelled.get(one.type, "tuple[float, float, float, float]")
