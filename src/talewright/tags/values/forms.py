"""Tags and containers as text and as JSON (tags.md section 2.5).

Text: Unreal's ``(GameplayTags=((TagName="A.B"),(TagName="C")))`` and ``(TagName="A.B")``, the simple ``A.B, C``, and
the quoted simple ``"A.B", "C"`` for logs. All are read, keys in any letter case. JSON: ours is a text and a sorted list
of texts; that of ports and Unreal's converter ``{"gameplayTags":[{"tagName":"A.B"}]}`` is read and written too. Only
explicit members are written. This file deals in names; what they are, a registry decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, Protocol

from talewright.config.values import parse, quote
from talewright.errors import TagError, ValueFormatError
from talewright.fields import Plain
from talewright.names import fold
from talewright.tags.values.names import shown, sort_key

Form = Literal["simple", "quoted", "unreal"]
"""How a container is written: ``A.B, C``; ``"A.B", "C"``; ``(GameplayTags=((TagName="A.B"),(TagName="C")))``."""


class Named(Protocol):
    """What has the name of a tag: a `Tag`, a row that declares one."""

    @property
    def name(self) -> str:
        """The tag."""


def tag_text(tag: Named | str) -> str:
    """Return a tag as Unreal's text.

    >>> tag_text("A.B")
    '(TagName="A.B")'
    """
    return f"(TagName={quote(_name(tag))})"


def name_in_text(text: str) -> str:
    """Read the name of a single tag; empty for no tag.

    Raises:
        TagError: the text is no tag.

    >>> name_in_text('(tagname="A.B")'), name_in_text(" A.B "), name_in_text("(TagName=)"), name_in_text("None")
    ('A.B', 'A.B', '', '')
    >>> name_in_text("()"), name_in_text('"A.B"'), name_in_text('(TagName="None")')
    ('', 'A.B', '')
    """
    text = text.strip()
    if not text.startswith("("):
        return _named(_unquoted(text).strip())
    try:
        return name_in_plain(_parsed(text))
    except TagError:
        hint = 'write A.B, or (TagName="A.B"); several tags are a TagContainer'
        raise TagError(f"the text {shown(text)} is no tag", hint=hint) from None


def name_in_plain(plain: Plain) -> str:
    """Read the name of a single tag from data: a text, a struct, nothing; empty for no tag.

    Raises:
        TagError: the data is no tag.

    >>> name_in_plain({"TagName": "A.B"}), name_in_plain([]), name_in_plain(None), name_in_plain({"tagName": "None"})
    ('A.B', '', '', '')
    """
    if plain is None or (isinstance(plain, (list, Mapping)) and not plain):
        return ""
    if isinstance(plain, str):
        return name_in_text(plain)
    if isinstance(plain, Mapping) and len(plain) == 1:
        ((key, name),) = plain.items()
        if fold(str(key)) == "tagname" and (isinstance(name, str) or name is None):
            return _named((name or "").strip())
    raise TagError(f"{plain!r:.60} is no tag", hint='write "A.B", or {"TagName": "A.B"}')


def several_in_plain(plain: Plain) -> list[Plain] | None:
    """Return the names of a container that stands where a list of tags does; None for what is one tag, or none.

    >>> several_in_plain("(GameplayTags=((TagName=A),(TagName=B)))"), several_in_plain("A, B"), several_in_plain("A")
    (['A', 'B'], ['A', 'B'], None)
    """
    if isinstance(plain, str):
        text = fold(plain.lstrip("( \t"))
        is_several = text.startswith("gameplaytags") and "=" in text if plain.lstrip().startswith("(") else "," in text
        return list(names_in_text(plain)) if is_several else None
    if isinstance(plain, Mapping) and any(fold(str(key)) == "gameplaytags" for key in plain):
        return list(names_in_json(plain))
    return None


def container_text(tags: Iterable[Named | str], form: Form = "unreal") -> str:
    """Return the explicit members as text.

    >>> container_text(["A.B", "C"])
    '(GameplayTags=((TagName="A.B"),(TagName="C")))'
    >>> container_text(["A.B", "C"], "quoted"), container_text([]), container_text([], "simple")
    ('"A.B", "C"', '(GameplayTags=)', '')
    """
    names = [_name(tag) for tag in tags]
    if form == "unreal":
        return f"(GameplayTags=({','.join(map(tag_text, names))}))" if names else "(GameplayTags=)"
    return ", ".join(map(quote, names) if form == "quoted" else names)


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
    try:
        return names_in_json(_parsed(text))
    except TagError:
        raise _no_container(text) from None


def container_json(tags: Iterable[Named | str], *, unreal: bool = False) -> Plain:
    """Return the explicit members as JSON data.

    Args:
        tags: the members.
        unreal: in the shape of ports and Unreal's converter, and in their order.

    >>> container_json(["C", "A.B"]), container_json(["C"], unreal=True)
    (['A.B', 'C'], {'gameplayTags': [{'tagName': 'C'}]})
    """
    names = [_name(tag) for tag in tags]
    return {"gameplayTags": [{"tagName": name} for name in names]} if unreal else sorted(names, key=sort_key)


def names_in_json(plain: Plain) -> list[str]:
    """Read the names of a container, or of one tag, from JSON data in any of its shapes.

    Raises:
        TagError: the data is no container.

    >>> names_in_json({"GameplayTags": [{"tagname": "A.B"}]}), names_in_json(["C"]), names_in_json({"tagName": "A"})
    (['A.B'], ['C'], ['A'])
    """
    if plain is None or plain == "":
        return []
    if isinstance(plain, str):
        return names_in_text(plain)
    if isinstance(plain, Mapping):
        found = {fold(str(key)): value for key, value in plain.items()}
        if "gameplaytags" in found:  # ParentTags beside it follow from them
            return names_in_json(found["gameplaytags"])
        if not plain or "tagname" in found:
            return [name for name in [name_in_plain(plain)] if name]
    try:
        if isinstance(plain, list):
            return [name for item in plain if (name := name_in_plain(item))]
    except TagError:
        pass
    hint = 'write ["A.B"], or {"gameplayTags":[{"tagName":"A.B"}]}'
    raise TagError("the data is no container of tags", hint=hint)


def _name(tag: Named | str) -> str:
    return str(tag) if isinstance(tag, str) else tag.name


def _unquoted(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text


def _named(name: str) -> str:
    return "" if fold(name) == "none" else name


def _parsed(text: str) -> Plain:
    try:
        return parse(text)
    except ValueFormatError as error:
        raise TagError(f"the text {shown(text)} does not parse: {error.message}", hint=error.hint) from error


def _no_container(text: str) -> TagError:
    hint = 'write A.B, C or (GameplayTags=((TagName="A.B"),(TagName="C")))'
    return TagError(f"the text {shown(text)} is no container of tags", hint=hint)
