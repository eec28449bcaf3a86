"""The last look at a save before it reaches a store: written, read back, compared.

Decides that nothing is written that would not be read back as it is. What is usual by its form is compared as text, all
else is read by the careful reader and written again; that the form means what it should, `text` and its tests prove.
"""

from __future__ import annotations

from talewright.diagnostics import Report
from talewright.errors import SaveError
from talewright.savegame.document import SaveDocument, joined
from talewright.savegame.fields import SectionFields
from talewright.savegame.header import header_bytes, header_lines
from talewright.savegame.reading import check_seals, check_size, read_head, read_sections
from talewright.savegame.text import Writer, usual


def sealed(document: SaveDocument, key: bytes | None = None, writer: Writer | None = None) -> bytes:
    """Write a document, and read it back before anybody else sees the bytes.

    Args:
        document: stays as it is.
        key: sign it.
        writer: one that is used again and again is quicker.

    Raises:
        SaveError: a value cannot be written, or what would be written would not be read back as it is.
    """
    texts = document.texts(writer)
    body = joined(texts)
    data = header_bytes(document.header, body, key) + body
    try:
        check_size(len(data), "")
        head = read_head(data)
        check_seals(data, head, "", key)
    except SaveError as error:
        raise SaveError("the save could not be read back, so it was not written", report=error.report) from error
    again = data[head.size :].decode()
    if header_lines(head.header) != header_lines(document.header) or not _same(again, texts, document):
        raise SaveError("the save would be read back as something else, so it was not written")
    return data


def _same(again: str, texts: list[str], document: SaveDocument) -> bool:
    if not texts or again.removesuffix("\n").split("\n\n") != texts:
        return not texts and not again
    for text, names in zip(texts, document.names, strict=True):
        found = usual(text)
        if found is None:
            report = Report()
            read = read_sections(f"{text}\n", "", 0, report)
            if report.errors:
                raise SaveError("the save could not be read back, so it was not written", report=report)
            if len(read) != 1:
                return False
            name, class_name, fields = read[0]
            if isinstance(fields, str) or Writer().section(name, class_name, SectionFields(fields).pairs()) != text:
                return False
            found = name, class_name
        if found != names:
            return False
    return True
