"""Lines as players read them: markup, plurals, templates, translations."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.dialogue.text.markup import Attribute, Hole, Marker, is_number, render, replacement
    from talewright.dialogue.text.plurals import Locale, locale_of
    from talewright.dialogue.text.replacements import Values, lacks
    from talewright.dialogue.text.templates import Said, command_template, line_template, text_template
    from talewright.dialogue.text.translating import pseudo, said_in, translated

__all__ = [
    "Attribute",
    "Hole",
    "Locale",
    "Marker",
    "Said",
    "Values",
    "command_template",
    "is_number",
    "lacks",
    "line_template",
    "locale_of",
    "pseudo",
    "render",
    "replacement",
    "said_in",
    "text_template",
    "translated",
]

_HOMES = {
    "talewright.dialogue.text.markup": "Attribute Hole Marker is_number render replacement",
    "talewright.dialogue.text.plurals": "Locale locale_of",
    "talewright.dialogue.text.replacements": "Values lacks",
    "talewright.dialogue.text.templates": "Said command_template line_template text_template",
    "talewright.dialogue.text.translating": "pseudo said_in translated",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
