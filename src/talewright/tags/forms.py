"""Tags and containers as text and as JSON (tags.md section 2.5).

Text: Unreal's ``(GameplayTags=((TagName="A.B"),(TagName="C")))`` and ``(TagName="A.B")``, the simple ``A.B, C``, and
the quoted simple ``"A.B", "C"`` for logs. All are read, keys in any letter case. JSON: ours is a text and a sorted list
of texts; that of ports and Unreal's converter ``{"gameplayTags":[{"tagName":"A.B"}]}`` is read and written too. Only
explicit members are written. This file deals in names; what they are, a registry decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Literal

from talewright.config.quoting import quote
from talewright.config.values import parse
from talewright.errors import TagError, ValueFormatError
from talewright.fields import Plain
from talewright.names import fold
from talewright.tags.names import shown

if TYPE_CHECKING:
    from talewright.tags.tag import Tag

Form = Literal["simple", "quoted", "unreal"]
"""How a container is written: ``A.B, C``; ``"A.B", "C"``; ``(GameplayTags=((TagName="A.B"),(TagName="C")))``."""


def tag_text(tag: Tag | str) -> str:
    """Give a tag as Unreal's text.

    >>> tag_text("A.B")
    '(TagName="A.B")'
    """
    return f"(TagName={_quoted(str(tag))})"


def name_in_text(text: str) -> str:
    """Read the name of a single tag; empty for no tag.

    Raises:
        TagError: the text is no tag.

    >>> name_in_text('(tagname="A.B")'), name_in_text(" A.B "), name_in_text("(TagName=)"), name_in_text("None")
    ('A.B', 'A.B', '', '')
    """
    text = text.strip()
    if text.startswith("("):
        plain = _parsed(text)
        names = [str(value) for key, value in plain.items() if fold(key) == "tagname"] if _is_struct(plain) else []
        if len(names) != 1:
            raise TagError(f"the text {shown(text)} is no tag", hint='write A.B, or (TagName="A.B")')
        return _named(names[0])
    return _named(_unquoted(text))


def container_text(tags: Iterable[Tag | str], form: Form = "unreal") -> str:
    """Give the explicit members as text.

    >>> container_text(["A.B", "C"])
    '(GameplayTags=((TagName="A.B"),(TagName="C")))'
    >>> container_text(["A.B", "C"], "quoted"), container_text([]), container_text([], "simple")
    ('"A.B", "C"', '(GameplayTags=)', '')
    """
    names = [str(tag) for tag in tags]
    if form == "unreal":
        return f"(GameplayTags=({','.join(map(tag_text, names))}))" if names else "(GameplayTags=)"
    return ", ".join(map(_quoted, names) if form == "quoted" else names)


def names_in_text(text: str) -> list[str]:
    """Read the names of a container from any of its forms.

    Raises:
        TagError: the text is no container.

    >>> names_in_text('(gameplaytags=((TAGNAME="A.B"),(TagName="C")))')
    ['A.B', 'C']
    >>> names_in_text("A.B, C"), names_in_text('"A.B","C"'), names_in_text("")
    (['A.B', 'C'], ['A.B', 'C'], [])
    """
    text = text.strip()
    if not text.startswith("("):
        return [name for part in text.split(",") if (name := _named(_unquoted(part.strip())))]
    plain = _parsed(text)
    if _is_struct(plain):
        items = [value for key, value in plain.items() if fold(key) == "gameplaytags"]
        if len(items) != 1:
            raise _no_container(text)
        plain = items[0]
    if plain == "":
        return []
    if not isinstance(plain, list):
        raise _no_container(text)
    names = []
    for item in plain:
        if _is_struct(item):
            names += [_named(str(value)) for key, value in item.items() if fold(key) == "tagname"]
        elif isinstance(item, str):
            names.append(_named(item))
        else:
            raise _no_container(text)
    return [name for name in names if name]


def container_json(tags: Iterable[Tag | str], *, unreal: bool = False) -> Plain:
    """Give the explicit members as JSON data.

    Args:
        tags: the members.
        unreal: in the shape of ports and Unreal's converter, and in their order.

    >>> container_json(["C", "A.B"]), container_json(["C"], unreal=True)
    (['A.B', 'C'], {'gameplayTags': [{'tagName': 'C'}]})
    """
    names = [str(tag) for tag in tags]
    return {"gameplayTags": [{"tagName": name} for name in names]} if unreal else sorted(names, key=_order)


def names_in_json(plain: Plain) -> list[str]:
    """Read the names of a container, or of one tag, from JSON data in any of its shapes.

    Raises:
        TagError: the data is no container.

    >>> names_in_json({"GameplayTags": [{"tagname": "A.B"}]}), names_in_json(["C"]), names_in_json({"tagName": "A"})
    (['A.B'], ['C'], ['A'])
    """
    if isinstance(plain, str):
        return [plain] if _named(plain) else []
    if isinstance(plain, Mapping):
        found = {fold(str(key)): value for key, value in plain.items()}
        if "tagname" in found and isinstance(found["tagname"], str):
            return names_in_json(found["tagname"])
        plain = found.get("gameplaytags")
    if not isinstance(plain, list):
        raise TagError(
            "the data is no container of tags", hint='write ["A.B"], or {"gameplayTags":[{"tagName":"A.B"}]}'
        )
    return [name for item in plain for name in names_in_json(item)]


def _order(name: str) -> str:
    return fold(name).replace(".", "\0")


def _quoted(name: str) -> str:
    return quote(name)


def _unquoted(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text


def _named(name: str) -> str:
    return "" if fold(name) == "none" else name


def _is_struct(plain: Plain) -> bool:
    return isinstance(plain, dict)


def _parsed(text: str) -> Plain:
    try:
        return parse(text)
    except ValueFormatError as error:
        raise TagError(f"the text {shown(text)} does not parse: {error.message}", hint=error.hint) from error


def _no_container(text: str) -> TagError:
    hint = 'write A.B, C or (GameplayTags=((TagName="A.B"),(TagName="C")))'
    return TagError(f"the text {shown(text)} is no container of tags", hint=hint)
