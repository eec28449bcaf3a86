"""The codes of this package's findings, each in one line.

A code never changes its meaning and is never used again. Severities are decided where findings are made.
"""

from __future__ import annotations

from types import MappingProxyType

CODES = MappingProxyType(
    {
        "TW-INI-01": "the file holds NULs where text should be",
        "TW-INI-02": "the file is a Git LFS pointer, not its content",
        "TW-INI-03": "the bytes are no text in the encoding that the file announces",
        "TW-INI-04": "the file is empty",
        "TW-INI-05": "the file is no UTF-8 and was read by a code page",
        "TW-INI-06": "the file is UTF-16 with the high byte first; it is saved with the low byte first",
        "TW-INI-07": "the file is UTF-16 without a byte-order mark",
        "TW-INI-08": "the file cannot be read",
        "TW-INI-09": "there are NULs between the characters of the text",
        "TW-INI-10": "a line stands in front of the first section and is ignored",
        "TW-INI-11": "a line is no header, no comment and no key=value, and is ignored",
        "TW-INI-12": "a line begins like a section header but does not end like one",
        "TW-INI-13": "a quote is not closed",
        "TW-INI-14": "blanks behind two backslashes: the next line is not joined",
        "TW-INI-15": "text behind the end of a value is ignored",
        "TW-INI-16": "the code page has no character for a byte",
        "TW-INI-17": "a byte-order mark stands in the middle of the text",
        "TW-INI-20": "the text of a value does not parse",
        "TW-INI-21": "a value does not fit the declared type",
        "TW-INI-22": "a key is no field of the class",
        "TW-INI-23": "a field without a default has no value",
        "TW-INI-24": "numbered and plain lines of one key: the numbered ones are ignored",
        "TW-INI-25": "a struct field that the class does not declare cannot be kept",
        "TW-INI-26": "a value is read otherwise than it is written",
        "TW-INI-27": "an item of a struct cannot be read and is passed over",
        "TW-INI-28": "a name that has one value is there twice, and the last one counts",
        "TW-INI-29": "the line of an element of an array is not read",
        "TW-INI-30": "a line removes what is not there",
        "TW-INI-31": "a line replaces a list of several values",
        "TW-INI-32": "an operator is kept but has no effect here",
        "TW-INI-40": "two classes of one family have a record of the same id",
        "TW-INI-41": "the class refuses the record",
        "TW-INI-45": "this program and another changed the same",
        "TW-INI-46": "the code page of a file cannot hold what is to be written",
        "TW-INI-47": "a file was written in another encoding",
        "TW-INI-50": "a file that must be there is missing",
        "TW-INI-51": "a chain of files comes back to itself",
        "TW-INI-52": "a file is based on one that is not there",
        "TW-INI-53": "a generated file is older than what it was made from, or does not say",
        "TW-INI-60": "a section looks like an object's but is not called [Name Class]",
        "TW-INI-61": "a class is kept in a file that is not there, and one of nearly that name is",
        "TW-INI-70": "a line that looks like a comment sets a key",
        "TW-INI-71": "numbered and plain lines of one key are two keys",
        "TW-INI-72": "a ; behind a value begins no comment",
        "TW-INI-73": "a word between percent signs is put in by the engine alone",
        "TW-INI-74": "a section has a second header",
        "TW-INI-75": "a comma separates nothing",
        "TW-INI-76": "a name ends in a number that the engine may split off",
        "TW-INI-77": "two names look alike but differ in their Unicode form",
        "TW-INI-78": "a section name holds a bracket",
        "TW-INI-79": "a number has a decimal comma",
        "TW-INI-80": "two names in one file differ as a slip of the hand does",
    }
)
"""What each code says, by code."""
