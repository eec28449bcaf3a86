"""The codes of this package's findings, in one line each."""

from __future__ import annotations

CODES: dict[str, str] = {
    "TW-DEF-01": "characters that mean nothing in Defold's text format, or bytes that are no UTF-8",
    "TW-DEF-02": "a text without its closing quote",
    "TW-DEF-03": "a backslash with something behind it that is no escape",
    "TW-DEF-04": "something else is expected here",
    "TW-DEF-05": "a bracket that is not closed, or closes nothing",
    "TW-DEF-06": "nested too deeply",
    "TW-DEF-07": "more findings than are listed",
    "TW-DEF-10": "a field that this library does not know",
    "TW-DEF-11": "a value of another type than the field has",
    "TW-DEF-12": "a field that must be there is missing",
    "TW-DEF-13": "a field that can be given once is given twice",
    "TW-DEF-20": "a file is not there, or cannot be read",
    "TW-DEF-21": "a path does not begin at the project's root",
    "TW-DEF-30": "the text of a property does not fit its type, or the type of the script's field",
    "TW-DEF-31": "a property that the script class does not declare",
    "TW-DEF-32": "an override for an object or a component that is not there",
    "TW-DEF-33": "an address relative to an object that a factory makes, so that it has no id yet",
    "TW-DEF-40": "an id that is taken, or that none can have",
    "TW-DEF-41": "a child that is not there, that has two parents, or that is its own ancestor",
    "TW-DEF-42": "files that contain each other",
    "TW-DEF-43": "more objects or nodes than one load makes",
    "TW-DEF-50": "no class is bound to a path",
    "TW-DEF-51": "the class that is bound to a path is of the wrong kind",
    "TW-DEF-52": "a script cannot be made, or could not be saved",
    "TW-DEF-60": "a component type without logic here, kept as data",
    "TW-DEF-61": "a node of a template that the template does not have",
    "TW-DEF-70": "a setting of game.project that cannot be used",
    "TW-DEF-71": "two collections that give their worlds the same name",
    "TW-DEF-72": "a collection whose name no world can have",
}
"""Every code, in one line each."""
