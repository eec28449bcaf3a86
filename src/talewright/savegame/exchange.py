"""A save as JSON and back, for other programs.

Decides the form: a header, and a list of sections in their order. Numbers, truths and nothing become JSON's own where
their text is the usual one, so a value whose type nobody declared keeps its type; a list that a save writes as repeated
lines is ``{"$repeated": [...]}``. A digest would mean nothing there: it is made when the save is written again.
"""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from talewright.config.values import dump
from talewright.diagnostics import Report, Span
from talewright.errors import FieldError, SaveError, TalewrightError
from talewright.fields import Bare, Plain, Repeated, decode_fields, spelled
from talewright.savegame.document import SaveDocument
from talewright.savegame.header import SaveHeader
from talewright.savegame.reading import check_size

_REPEATED = "$repeated"
_HINT = "write one with `talewright save export` to see"


def to_json(save: SaveDocument) -> str:
    """Write a save as JSON."""
    sections = [
        {"name": name, "class": cls, "fields": {field: _out(value) for field, value in section.items()}}
        for (name, cls), section in save.sections.items()
    ]
    header = asdict(save.header)
    header["extras"] = {key: _out(value) for key, value in save.header.extras.items()}
    return json.dumps({"header": header, "sections": sections}, indent=1, ensure_ascii=False) + "\n"


def read_document(path: Path, *, key: bytes | None = None) -> SaveDocument:
    """Read a save from a file outside a store: an ini, or, by its ending, JSON, which is never signed.

    Args:
        path: the file.
        key: refuse an ini that was not signed with it.

    Raises:
        OSError: the file cannot be read.
        SaveError: it is no save.
    """
    check_size(path.stat().st_size, path.name)
    data = path.read_bytes()
    if path.suffix.lower() == ".json":
        return from_json(data.decode("utf-8-sig", errors="replace"), path.name)
    return SaveDocument.parse(data, path.name, key=key)


def from_json(text: str, file: str = "") -> SaveDocument:
    """Read a save from JSON.

    Raises:
        SaveError: it is no JSON, or not of this form.

    >>> save = SaveDocument(SaveHeader(title="At the smithy"), {("ann", "SapituCharacter"): {"Health": 87}})
    >>> from_json(to_json(save)) == save
    True
    """
    check_size(len(text), file)
    try:
        data = json.loads(text)
        given = dict(data["header"])
        extras = {str(k): _in(v) for k, v in dict(given.pop("extras", {})).items()}
        known = {field.name for field in fields(SaveHeader)} - {"extras"}
        header = SaveHeader(**decode_fields(SaveHeader, {k: v for k, v in given.items() if k in known}), extras=extras)
        save = SaveDocument(header, {})
        for section in data["sections"]:
            name, cls = section["name"], section["class"]
            if (name, cls) in save:
                raise SaveError(f"the section [{name} {cls}] is there twice", hint="take one of them out")
            save.add_section(name, cls).update({str(k): _in(v) for k, v in section["fields"].items()})
    except json.JSONDecodeError as error:
        report = Report()
        place = Span(file or "text", error.lineno, error.colno)
        report.add("TW-SAVE-07", "error", f"this is no JSON: {error.msg}", _HINT, place)
        raise SaveError(f"{file or 'the text'} is no save in JSON", report=report) from error
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, FieldError) as error:
        if isinstance(error, TalewrightError) and not isinstance(error, FieldError):
            raise
        what = error.message if isinstance(error, FieldError) else f"{type(error).__name__}: {error}"
        raise SaveError(f"{file or 'the text'} is no save in JSON: {what}", hint=_HINT) from error
    save.file = file
    return save


def _out(value: Plain) -> Any:
    if isinstance(value, Bare):
        found = spelled(value)
        return found if not isinstance(found, str) and dump(found) == value else str(value)
    if isinstance(value, Repeated):
        return {_REPEATED: [_out(v) for v in value]}
    if isinstance(value, list):
        return [_out(v) for v in value]
    if isinstance(value, dict):
        return {key: _out(v) for key, v in value.items()}
    return value


def _in(value: Any) -> Plain:
    if isinstance(value, list):
        return [_in(v) for v in value]
    if isinstance(value, dict):
        if list(value) == [_REPEATED] and isinstance(value[_REPEATED], list):
            return Repeated(_in(v) for v in value[_REPEATED])
        return {key: _in(v) for key, v in value.items()}
    return value
