"""The header of a save: what a menu shows, without reading the save.

Decides the spelling of the ``[SaveHeader]`` section and that it fits into the first 4 kB of the file. It ends at the
first blank line; ``Digest`` is over all bytes behind that line, ``Mac`` (with a key alone) over the header above it, so
over the digest too, and ``Check``, its last line, over everything above it. So the header alone shows whether it was
signed: a list of saves need not read them whole. Each key stands once, in its own spelling, and below ``Mac`` there is
``Check`` alone: no byte is read that is not sealed. Unreal ignores the section (config-savegame.md section 6.1). Keys
that nothing here knows are kept.
"""

from __future__ import annotations

import hashlib
import hmac
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, TypeAlias

from talewright.config.text import check_key
from talewright.config.values import as_raw, dump
from talewright.diagnostics import Report, Span
from talewright.errors import FieldError, SaveError, TalewrightError
from talewright.fields import Plain, decode
from talewright.names import fold

SECTION = "SaveHeader"
FORMAT = 2
"""The version of the envelope: of the header and of how sections are written. Format 1 had no ``Check``."""
MAX_HEADER = 4096
"""Bytes; a listing reads no more of a file."""
PREVIEW = "Preview"
"""The extra field of the header that holds the last line shown."""
MAX_PREVIEW = 120
"""Characters of a preview at the most."""

Locate: TypeAlias = Callable[[str], Span]
"""Returns the place of a field of the header; of the header itself for an empty text."""


@dataclass(frozen=True)
class SaveHeader:
    """What stands at the top of a save.

    Attributes:
        title: what the player reads in the list of saves.
        place: where it was made, for the same list.
        created: when it was written: ISO 8601 in UTC, to the second (``2026-01-02T03:04:05Z``), or an empty text; the
            store stamps it. `created_at` is the same as a date.
        play_time: seconds played; written to the millisecond.
        schema: version of the game's data, see `migration`; counted from 1.
        revision: 128 random bits in hexadecimal, anew for each save.
        parent: the revision that the game was loaded from, or an empty text.
        run: the game that wrote it, from its start or load to its end.
        extras: other fields; written back as they came.
    """

    title: str = ""
    place: str = ""
    created: str = ""
    play_time: float = 0.0
    schema: int = 1
    revision: str = ""
    parent: str = ""
    run: str = ""
    extras: Mapping[str, Plain] = field(default_factory=dict, hash=False)

    @property
    def preview(self) -> str:
        """The last line that was shown, for the list of saves; empty where nobody gave one."""
        return next((str(value) for key, value in self.extras.items() if fold(key) == fold(PREVIEW)), "")

    def with_preview(self, text: str) -> SaveHeader:
        """Return the header with a preview: a text on one line, cut between letters where it is too long.

        A preview for which the header has no room is left out: it is never the reason why nothing is saved.

        >>> SaveHeader().with_preview("Well met.  What is it?").preview
        'Well met. What is it?'
        """
        extras = {key: value for key, value in self.extras.items() if fold(key) != fold(PREVIEW)}
        without = replace(self, extras=extras)
        if not (cut := preview_of(text)):
            return without
        found = replace(self, extras={**extras, PREVIEW: cut})
        try:
            replace(found, created="2026-01-02T03:04:05Z").check()
        except SaveError:
            return without
        return found

    def check(self) -> None:
        """Make sure that a save can bear this header.

        Raises:
            SaveError: it does not fit into 4 kB, or a field of its extras is called as one of its own.
        """
        header_bytes(self, b"", b"key")

    @property
    def created_at(self) -> datetime | None:
        """When it was written, in UTC; None where the header does not say, or no date.

        >>> SaveHeader(created="2026-01-02T03:04:05Z").created_at
        datetime.datetime(2026, 1, 2, 3, 4, 5, tzinfo=datetime.timezone.utc)
        """
        try:
            return datetime.strptime(self.created, _DATE).replace(tzinfo=UTC)
        except ValueError:
            return None

    def misfits(self) -> dict[str, str]:
        """Say which fields hold what no header may say: key -> why. The types are taken for granted."""
        found = {}
        if self.schema < 1:
            found["Schema"] = "Schema is counted from 1"
        if self.created and (self.created_at is None or len(self.created) != _DATE_SIZE):
            found["Created"] = f"Created is {self.created!r}, and no date like 2026-01-02T03:04:05Z"
        if not 0 <= self.play_time < float("inf"):
            found["PlayTime"] = f"PlayTime is {self.play_time}, and no number of seconds"
        return found


@dataclass(frozen=True, slots=True)
class Seals:
    """What the header says about the bytes: nothing of it means anything to a game.

    Attributes:
        digest: of the bytes below the header.
        mac: of the header above its own line, with a key; or an empty text.
        check: of the header above its own line; or an empty text (format 1).
    """

    digest: str = ""
    mac: str = ""
    check: str = ""


_KEYS: dict[str, tuple[str, type]] = {
    "Schema": ("schema", int),
    "Revision": ("revision", str),
    "Parent": ("parent", str),
    "Run": ("run", str),
    "Created": ("created", str),
    "PlayTime": ("play_time", float),
    "Title": ("title", str),
    "Place": ("place", str),
}
_REQUIRED = ("Schema", "Revision")
_DATE, _DATE_SIZE = "%Y-%m-%dT%H:%M:%SZ", 20
SEALS = ("Digest", "Mac", "Check")
RESERVED = {fold(key): key for key in (*_KEYS, "Format", *SEALS)}
"""The keys that mean something here, as they are compared and as they are spelled."""


def preview_of(text: str) -> str:
    """Return a text as a preview shows it: on one line, `MAX_PREVIEW` characters at the most.

    It is cut between letters as a reader sees them: no accent, no half of a flag or of joined signs is left. Where one
    letter alone is too long, nothing is.

    >>> preview_of("Well  met,\\nstranger.")
    'Well met, stranger.'
    >>> len(preview_of("word " * 100)), preview_of("word " * 100)[-5:]
    (120, 'word…')
    """
    line = " ".join("".join(sign if sign.isprintable() or _is_joiner(sign) else " " for sign in text).split())
    if len(line) <= MAX_PREVIEW:
        return line
    at = MAX_PREVIEW - 1
    while at > 0 and _joined(line, at):
        at -= 1
    return f"{line[:at].rstrip()}…" if at else ""


def _is_joiner(sign: str) -> bool:
    """Say whether a sign shows nothing and belongs to the letter before it, like the tags of a flag."""
    return sign in "\u200c\u200d" or 0xE0020 <= ord(sign) <= 0xE007F


def _joined(text: str, at: int) -> bool:
    """Say whether two neighbours may be one letter; where it would have to be counted, they are."""
    before, sign = text[at - 1], text[at]
    if before == "\u200d" or _is_joiner(sign) or unicodedata.category(sign)[0] == "M":
        return True
    if 0x1F3FB <= ord(sign) <= 0x1F3FF:  # tones of skin
        return True
    if all(0x1F1E6 <= ord(one) <= 0x1F1FF for one in (before, sign)):  # two letters of flags
        return True
    # Parts of a syllable of Hangul: a vowel or an end, or two beginnings.
    return 0x1160 <= ord(sign) <= 0x11FF or all(0x1100 <= ord(one) <= 0x115F for one in (before, sign))


def digest_of(body: bytes) -> str:
    """Return the digest that the header holds for a body.

    >>> digest_of(b"")[:20]
    'sha256:e3b0c44298fc1'
    """
    return f"sha256:{hashlib.sha256(body).hexdigest()}"


def mac_of(key: bytes, head: bytes) -> str:
    """Return what the header holds so that only who has the key can change header or body unseen.

    Args:
        key: the game's.
        head: the header up to the line ``Mac``; the digest of the body stands in it.
    """
    return f"hmac-sha256:{hmac.new(key, head, hashlib.sha256).hexdigest()}"


def check_of(head: bytes) -> str:
    """Return what the last line of the header holds for the lines above it."""
    return f"sha256:{hashlib.sha256(head).hexdigest()[:32]}"


def header_lines(header: SaveHeader) -> list[str]:
    """Write the header without what is known only when the rest is written.

    Raises:
        SaveError: a field of its extras is called as one of its own, or a field holds what no header may say.
    """
    for why in header.misfits().values():
        raise SaveError(f"the header of the save cannot be written: {why}", hint="the store stamps the date")
    lines = [f"[{SECTION}]", f"Format={FORMAT}"]
    for name, (attribute, kind) in _KEYS.items():
        value = getattr(header, attribute)
        value = round(value, 3) if kind is float else value
        lines.append(f"{name}={as_raw(value) if kind is str else dump(value)}")
    for name, value in header.extras.items():
        if fold(name) in RESERVED:
            raise SaveError(
                f"the header of a save has a field {name} of its own", hint="call the extra field otherwise"
            )
        try:
            check_key(name)
            lines.append(f"{name}={dump(value)}")
        except (TalewrightError, TypeError, RecursionError) as error:
            what, hint = (error.message, error.hint) if isinstance(error, TalewrightError) else (error, "")
            raise SaveError(f"the header of the save cannot hold the field {name!r}: {what}", hint=hint) from error
    return lines


def header_bytes(header: SaveHeader, body: bytes, key: bytes | None = None) -> bytes:
    """Write the header for a body, the blank line that ends it included.

    Raises:
        SaveError: it does not fit into 4 kB, or a field of its extras is called as one of its own.
    """
    try:
        data = "\n".join([*header_lines(header), f"Digest={digest_of(body)}\n"]).encode()
    except UnicodeEncodeError as error:
        raise SaveError("the header of the save holds half a character", hint="cut texts between characters") from error
    if key is not None:
        data += f"Mac={mac_of(key, data)}\n".encode()
    data += f"Check={check_of(data)}\n\n".encode()
    if len(data) > MAX_HEADER:
        raise SaveError(
            f"the header of the save has {len(data)} bytes; {MAX_HEADER} at the most",
            hint="give the save a shorter title or place",
        )
    return data


def read_header(fields: Mapping[str, Plain], report: Report, locate: Locate) -> tuple[SaveHeader, Seals]:
    """Read the fields of the section.

    Fields that are missing or do not fit become findings. A later format is one too, and then nothing else is read.
    That each key is there once, and spelled as it should be, the caller has seen to.
    """
    by_folded = {fold(key): (key, value) for key, value in fields.items()}
    needed = [*_REQUIRED, "Format", "Digest"]

    def take(key: str, kind: type) -> Any:
        written, value = by_folded.pop(fold(key), (key, None))
        if value is None or (key == "Check" and key in needed and not str(value).strip()):
            if key in needed:
                report.add(
                    "TW-SAVE-04",
                    "error",
                    f"the header has no {key}",
                    "this is no save, or it was edited: restore a copy",
                    locate(""),
                )
            return None
        if kind is str:
            return str(value)
        try:
            return decode(value, kind, path=f"[{SECTION}].{key}")
        except FieldError as error:
            report.add("TW-SAVE-04", "error", error.message, error.hint, locate(written))
            return None

    version = take("Format", int)
    if version is not None and version > FORMAT:
        report.add(
            "TW-SAVE-03",
            "error",
            f"the save has format {version}; this version of talewright reads up to format {FORMAT}",
            "update the game; the save was left as it is",
            locate("Format"),
        )
        return SaveHeader(), Seals()
    if version is not None and version < 1:
        report.add("TW-SAVE-04", "error", "Format is counted from 1", "restore a copy", locate("Format"))
    if version is not None and version > 1:
        needed.append("Check")
    values = {name: value for key, (name, kind) in _KEYS.items() if (value := take(key, kind)) is not None}
    seals = Seals(*(take(key, str) or "" for key in SEALS))
    header = SaveHeader(**values, extras=dict(by_folded.values()))
    for key, why in header.misfits().items():
        report.add("TW-SAVE-04", "error", why, "restore a copy", locate(key))
    return header, seals
