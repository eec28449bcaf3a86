"""The codes of this package's findings, each in one line.

A code never changes its meaning and is never used again for another one. Severities are decided where a finding is
made.
"""

from __future__ import annotations

from types import MappingProxyType

CODES = MappingProxyType(
    {
        "TW-TAG-01": "a name is no valid tag name; nothing was registered",
        "TW-TAG-02": "a name was no valid tag name and was repaired",
        "TW-TAG-03": "a tag is declared more than once; the first place and comment count",
        "TW-TAG-04": "a tag is written in two spellings that differ only in case",
        "TW-TAG-05": "a name is valid but odd",
        "TW-TAG-06": "a tag was asked for that nobody declares",
        "TW-TAG-07": "a tag was asked for by its old name",
        "TW-TAG-09": "InvalidTagCharacters says what does not hold here",
        "TW-TAG-10": "the text of a row does not parse; the row is left out",
        "TW-TAG-11": "text stands behind the end of a row and is ignored",
        "TW-TAG-12": "a row lacks the field that names its tag",
        "TW-TAG-13": "a row has a field that is not known; it is ignored",
        "TW-TAG-14": "a section does not fit this kind of file",
        "TW-TAG-15": "a section or key is deprecated",
        "TW-TAG-16": "a line removes a row that is not there",
        "TW-TAG-17": "the file holds the marks of an unresolved merge; nothing of it was read",
        "TW-TAG-18": "a line begins with //, which is no comment",
        "TW-TAG-19": "two tag files have the same name and are one source to the engine",
        "TW-TAG-20": "a redirect leads to itself",
        "TW-TAG-21": "a redirect changes only the case of a tag",
        "TW-TAG-22": "a tag has redirects to several tags; it leads nowhere",
        "TW-TAG-23": "redirects lead in a circle",
        "TW-TAG-24": "a redirect leads to a tag that nobody declares",
        "TW-TAG-25": "a redirect leads away from a tag that is still declared; the tag counts",
        "TW-TAG-26": "a setting switches the loose tag files off; they were not read",
        "TW-TAG-27": "a row without + in a file of layers, where it may replace the rows before it",
        "TW-TAG-28": "two tags changed their names with each other, which redirects cannot say",
        "TW-TAG-29": "a name that was given up is used again for another tag",
        "TW-TAG-30": "a tag stands under a restricted one that allows restricted tags alone",
        "TW-TAG-31": "a tag is declared both restricted and not restricted",
        "TW-TAG-32": "restricted rows stand in a file that no setting names, and are ordinary to Unreal",
        "TW-TAG-33": "a program declares a restricted tag",
        "TW-TAG-34": "a table of tags does not read; the row, or all of it, is left out",
        "TW-TAG-35": "a line looks like a row of tags and is none; it is not read",
        "TW-TAG-36": "a key means nothing in a section of tags",
        "TW-TAG-37": "a row is commented out",
        "TW-TAG-38": "a row stands in a file that is not read for tags",
        "TW-TAG-39": "a line takes out rows that the same file declares",
        "TW-TAG-40": "a name holds letters of several scripts that look alike",
        "TW-TAG-41": "two tags differ only in how Unicode composes their letters",
        "TW-TAG-42": "two tags side by side differ in one letter",
        "TW-TAG-43": "two tags side by side are singular and plural of one word",
        "TW-TAG-44": "a segment is awkward as a name in Python",
        "TW-TAG-45": "a redirect stands where the project's engine does not read it",
        "TW-TAG-50": "a generated module of constants is missing or differs from the tags",
        "TW-TAG-51": "a count was to be taken off a tag that has none of its own",
        "TW-TAG-52": "a tag that is to be deleted is still used",
        "TW-TAG-60": "a file was changed since it was read, so nothing was written",
        "TW-TAG-61": "a file is read-only, so nothing was written",
    }
)
"""What each code says, by code."""
