"""Bytes to text and back, the way Unreal's files come (config-savegame.md section 1.1).

Decides which encoding a file has and which one it gets back: the one it had, as long as that can hold the text. Refuses
bytes that are no text at all (`CorruptFile`) instead of reading them as an empty config. Knows nothing of lines.
"""

from __future__ import annotations

import codecs
import re
from typing import Self

from talewright.config.values import NATIVE, UE3, Style
from talewright.diagnostics import Report, Span
from talewright.errors import ConfigError, CorruptFile, Misuse

_LFS = b"version https://git-lfs.github.com/spec/"


class Encoding(str):
    """How a document is kept as bytes: a name that Python knows the codec by, so that it can be handed to `open`.

    ``utf-8`` (also for plain ASCII), ``utf-8-sig``, ``utf-16-le``, or an 8-bit code page such as ``cp1252``.

    Attributes:
        codec: "ascii", "utf-8", "utf-16-le", or the name of an 8-bit code page.
        bom: whether a byte-order mark stands in front; Python's ``utf-16-le`` alone does not say.

    >>> Encoding("utf-8", bom=True), Encoding()
    ('utf-8-sig', 'utf-8')
    """

    __slots__ = ("bom", "codec")

    bom: bool
    codec: str

    def __new__(cls, codec: str = "ascii", bom: bool = False) -> Self:
        """Name the encoding."""
        name = "utf-8" if codec == "ascii" else codec
        made = super().__new__(cls, "utf-8-sig" if name == "utf-8" and bom else name)
        made.codec, made.bom = codec, bom
        return made

    def encode(self, text: str, style: Style = NATIVE) -> bytes:  # type: ignore[override]
        """Return the bytes of a text, in this encoding where it can hold the text (not those of the name).

        A text that is no longer ASCII becomes UTF-8 (`NATIVE`) or UTF-16 with a mark (`UE3`), and so does one that has
        outgrown its code page. Nothing is ever replaced by a question mark.

        Raises:
            ConfigError: half a surrogate pair, which no encoding can hold.

        >>> Encoding("cp1252").encode("größer"), Encoding().encode("größer")
        (b'gr\\xf6\\xdfer', b'gr\\xc3\\xb6\\xc3\\x9fer')
        """
        try:
            return self._fitted(text, style)[1]
        except UnicodeEncodeError as error:
            line = text.count("\n", 0, error.start) + 1
            raise ConfigError(
                f"line {line} holds half a surrogate pair, U+{ord(text[error.start]):04X}, which no file can hold",
                hint="it comes from text that was cut in the middle of a character",
            ) from error

    def keep(self, text: str, style: Style = NATIVE, file: str = "") -> bytes:
        """Return the bytes of a text as `encode` does, but where a code page was outgrown: every line would change.

        Raises:
            ConfigError: the code page of the file cannot hold the text, or no encoding can.

        >>> Encoding("cp1252").keep("Łódź")
        Traceback (most recent call last):
        talewright.errors.ConfigError: the text was not written
        the text:1:1: error TW-INI-46: the encoding of the file, cp1252, has no 'Ł'
          hint: convert it (ini set --encoding utf-8; IniDocument.convert), or leave the character out
        """
        better = "utf-16" if style is UE3 else "utf-8"
        fitting = self.fitting(text, style) if self.codec not in ("ascii", "utf-8", "utf-16-le") else self
        if fitting != self:
            bad = next((at for at, c in enumerate(text) if _by_table(c, self.codec) is None), 0)
            before = text[:bad]
            line = before.count("\n") + 1
            what = f"has no {text[bad]!r}" if bad or _by_table(text, self.codec) is None else "would be read as UTF-8"
            report = Report()
            report.add(
                "TW-INI-46", "error", f"the encoding of the file, {self}, {what}",
                f"convert it (ini set --encoding {better}; IniDocument.convert), or leave the character out",
                Span(file or "the text", line, bad - before.rfind("\n")),
            )  # fmt: skip
            raise ConfigError(f"{file or 'the text'} was not written", report=report)
        return self.encode(text, style)

    @classmethod
    def named(cls, name: str) -> Encoding:
        """Return the encoding of this name; UTF-16 gets a byte-order mark.

        Raises:
            Misuse: there is no such encoding here.

        >>> Encoding.named("UTF-8-sig"), Encoding.named("cp1250")
        ('utf-8-sig', 'cp1250')
        """
        known = {
            "utf-8": cls("utf-8"), "utf8": cls("utf-8"), "ascii": cls(), "utf-8-sig": cls("utf-8", True),
            "utf-16": cls("utf-16-le", True), "utf-16-le": cls("utf-16-le", True),
        }  # fmt: skip
        low = name.lower()
        if low not in known:
            _table(low)
        return known.get(low) or cls(low)

    def fitting(self, text: str, style: Style = NATIVE) -> Encoding:
        """Return the encoding that `encode` really uses for a text: this one, or what it has outgrown it for.

        >>> Encoding("cp1252").fitting("größer"), Encoding("cp1252").fitting("大")
        ('cp1252', 'utf-8')
        """
        return self._fitted(text, style)[0]

    def _fitted(self, text: str, style: Style) -> tuple[Encoding, bytes]:
        if self.codec == "ascii":
            return (self, text.encode()) if text.isascii() else _widest(text, style)
        if self.codec == "utf-8":
            return self, (codecs.BOM_UTF8 if self.bom else b"") + text.encode()
        if self.codec == "utf-16-le":
            return self, (codecs.BOM_UTF16_LE if self.bom else b"") + text.encode("utf-16-le")
        data = _by_table(text, self.codec)
        # Bytes that happen to be UTF-8 would be read back as UTF-8.
        return _widest(text, style) if data is None or (not text.isascii() and _is_utf8(data)) else (self, data)


def decode(data: bytes, file: str = "", *, code_page: str = "cp1252") -> tuple[str, Encoding, Report]:
    """Read bytes as text.

    A byte-order mark decides; without one strict UTF-8 is tried, then the code page, in which every byte is a
    character.

    Args:
        data: the whole file.
        file: its name, for findings; empty for bytes that come from no file.
        code_page: the 8-bit code page of files without a mark that are no UTF-8.

    Returns:
        The text, the encoding to write it back with, and findings (warnings and information).

    Raises:
        CorruptFile: a file without a byte, NULs, a Git LFS pointer, or bytes that contradict their byte-order mark.
        Misuse: `code_page` is no 8-bit code page.

    >>> text, encoding, report = decode(b"[A]\\r\\nName=gr\\xf6\\xdfer")
    >>> text, encoding.codec
    ('[A]\\r\\nName=größer', 'cp1252')
    """
    report = Report()
    start = Span(file)
    if data in (b"", codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        hint = "a crash or a full disk leaves such files: restore it from a backup, or delete it"
        report.add("TW-INI-04", "warning", "the file is empty", hint, start)
        if file:
            raise CorruptFile(f"{file} is empty, which is not the same as a config without keys", report=report)
        return "", Encoding("utf-8", True) if data == codecs.BOM_UTF8 else Encoding(), report
    if data[:80].removeprefix(codecs.BOM_UTF8).lstrip().startswith(_LFS):
        raise _corrupt("TW-INI-02", "the file is a Git LFS pointer, not its content", "run: git lfs pull", start)
    if data.startswith(codecs.BOM_UTF8):
        try:
            text = data[3:].decode()
        except UnicodeDecodeError as error:
            before = data[3 : 3 + error.start].decode()
            place = _place(before, len(before), start.file)
            raise _contradiction("UTF-8", error.start + 3, place) from error
        look_for_nuls(text, report, start.file)
        return text, Encoding("utf-8", True), report
    for bom, codec in ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")):
        if data.startswith(bom):
            text = _utf16(data[2:], codec, start)
            look_for_nuls(text, report, start.file)
            if codec == "utf-16-be":
                message = "the file is UTF-16 with the high byte first, which some engines refuse"
                report.add("TW-INI-06", "information", message, "saving it puts the low byte first", start)
            return text, Encoding("utf-16-le", True), report
    unmarked = _unmarked_utf16(data)
    if unmarked:
        text = _utf16(data, unmarked, start, 0)
        look_for_nuls(text, report, start.file)
        message = "the file is UTF-16 without a byte-order mark"
        report.add("TW-INI-07", "warning", message, "save it as UTF-8, or as UTF-16 with a mark", start)
        return text, Encoding("utf-16-le", False), report
    try:
        text = data.decode()
        encoding = Encoding("ascii" if text.isascii() else "utf-8")
    except UnicodeDecodeError:
        text = codecs.charmap_decode(data, "strict", _table(code_page))[0]
        encoding = Encoding(code_page)
        _judge_code_page(data, text, code_page, report, start)
    look_for_nuls(text, report, start.file)
    return text, encoding, report


def look_for_nuls(text: str, report: Report, file: str) -> None:
    """Tell of NULs in a text.

    Raises:
        CorruptFile: it begins or ends in them, as a crash leaves files.
    """
    if "\0" not in text:
        return
    many = text.count("\0")
    told = "a NUL byte" if many == 1 else f"{many} NUL bytes"
    if text[0] == "\0" or text[-1] == "\0":
        hint = "a crash or a power loss while it was written does this; restore it from a backup"
        raise _corrupt("TW-INI-01", f"the file holds {told} where text should be", hint, Span(file))
    hint = "take them out, or restore the file from a backup; some programs end the value or the file there"
    place = _place(text, text.index("\0"), file)
    report.add("TW-INI-09", "warning", f"the text holds {told}, the first one here", hint, place)


def _judge_code_page(data: bytes, text: str, code_page: str, report: Report, start: Span) -> None:
    """Tell what a file is that is no UTF-8: every character of it is a byte."""
    message = f"the file is no UTF-8; it was read by the code page {code_page}"
    hint = "save it as UTF-8 to be independent of the machine"
    strangers = re.compile("[\x80-\x9f]").finditer(text)  # no code page has these as characters
    unknown = [match.start() for match in strangers if not _knows(data[match.start()], code_page)]
    at = _broken_utf8(data)
    if at is not None:
        message = f"the byte 0x{data[at]:02X} is no UTF-8, though all the rest of the file is"
        message += f": it was read by the code page {code_page}, and the letters beyond ASCII come out wrong"
        hint = "put the right character there, and save the file as UTF-8; the bytes stay as they are until then"
        report.add("TW-INI-05", "warning", message, hint, _place(text, at, start.file))
    else:
        first = next(n for n, byte in enumerate(data) if byte > 0x7F)
        report.add("TW-INI-05", "information", message, hint, _place(text, first, start.file))
    lines: dict[int, list[int]] = {}
    where, line = 0, start.line
    for at in unknown:
        line += len(re.findall(r"\r\n|\r|\n", text[where:at]))
        where = at
        lines.setdefault(line, []).append(at)
    for line, found in lines.items():
        at = found[0]
        more = f", and {len(found) - 1} more of the kind in this line" if len(found) > 1 else ""
        message = f"the code page {code_page} has no character for the byte 0x{data[at]:02X}{more}; it is kept as it is"
        begin = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at))
        hint = "put the right character there, or name the code page that the file was written in"
        report.add("TW-INI-16", "warning", message, hint, Span(start.file, line, at - begin))


def _knows(byte: int, code_page: str) -> bool:
    try:
        return bytes([byte]).decode(code_page).isprintable()
    except UnicodeDecodeError:
        return False


def _broken_utf8(data: bytes) -> int | None:
    """Return the one place where the bytes of a text in UTF-8 are none; None where it is no UTF-8 at all."""
    others, at, bad = 0, 0, list[int]()
    while len(bad) < 2:
        try:
            others += sum(byte >= 0xC0 for byte in data[at:].decode().encode())
            break
        except UnicodeDecodeError as error:
            others += sum(byte >= 0xC0 for byte in data[at : at + error.start])
            bad.append(at + error.start)
            at += error.end
    return bad[0] if len(bad) == 1 and others else None


def _place(text: str, at: int, file: str) -> Span:
    """Return the line and column of a character."""
    before = text[:at]
    line = len(re.findall(r"\r\n|\r|\n", before)) + 1
    return Span(file, line, at - max(before.rfind("\n"), before.rfind("\r")))


def _widest(text: str, style: Style) -> tuple[Encoding, bytes]:
    if style is UE3:
        return Encoding("utf-16-le", True), codecs.BOM_UTF16_LE + text.encode("utf-16-le")
    return Encoding("utf-8"), text.encode()


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _table(code_page: str) -> str:
    """Return the 256 characters of a code page; bytes that it leaves open stand for themselves, as in Windows."""
    table = []
    for value in range(256):
        try:
            character = bytes([value]).decode(code_page)
        except UnicodeDecodeError:
            if _leads(value, code_page):
                raise Misuse(f"{code_page!r} is no 8-bit code page", hint="for example cp1252 or cp1250") from None
            character = chr(value)
        except LookupError as error:
            raise Misuse(f"there is no code page {code_page!r}", hint="for example cp1252 or cp1250") from error
        table.append(character)
    if len(set(table)) != 256 or any(len(c) != 1 for c in table):
        raise Misuse(f"{code_page!r} is no 8-bit code page", hint="for example cp1252 or cp1250")
    return "".join(table)


def _leads(value: int, code_page: str) -> bool:
    """Whether a byte is the first of two, as in the code pages of East Asia."""
    for second in (0x40, 0xA1):
        try:
            if len(bytes([value, second]).decode(code_page)) == 1:
                return True
        except UnicodeDecodeError:
            continue
    return False


def _by_table(text: str, code_page: str) -> bytes | None:
    backwards = {character: value for value, character in enumerate(_table(code_page))}
    try:
        return bytes([backwards[character] for character in text])
    except KeyError:
        return None


def _utf16(body: bytes, codec: str, start: Span, mark: int = 2) -> str:
    try:
        text = body.decode(codec)
    except UnicodeDecodeError as error:
        if mark:
            raise _contradiction("UTF-16", error.start + mark, start) from error
        message = (
            f"the file looks like UTF-16 without a byte-order mark, but is cut or damaged (byte {error.start + 1})"
        )
        raise _corrupt("TW-INI-03", message, "restore the file from a backup", start) from error
    # A mark of UTF-16 in front of UTF-8: the text decodes, to nonsense without a single line end.
    if b"\0" not in body and not any(c in text for c in "\n[=") and any(c in body for c in b"\n[=") and _is_utf8(body):
        raise _contradiction("UTF-16", 2, start)
    return text


def _unmarked_utf16(data: bytes) -> str | None:
    if len(data) < 4 or b"\0" not in data:
        return None
    head = data[:256]
    low, high = head[0::2], head[1::2]
    for text_bytes, zeros, codec in ((low, high, "utf-16-le"), (high, low, "utf-16-be")):
        if zeros.count(0) * 10 >= len(zeros) * 9 and not text_bytes.count(0):
            return codec
    # Other alphabets have few NULs: no UTF-8, an ASCII character in front, line ends or = in their places.
    if _is_utf8(data):
        return None
    for codec, first in (("utf-16-le", data[1]), ("utf-16-be", data[0])):
        try:
            text = "" if first else data.decode(codec)
        except UnicodeDecodeError:
            continue
        if "\0" not in text and any(c in text for c in "\n\r="):
            return codec
    return None


def _contradiction(name: str, offset: int, start: Span) -> CorruptFile:
    message = f"the byte-order mark says {name}, but the bytes are none (byte {offset + 1})"
    return _corrupt("TW-INI-03", message, "remove the mark, or restore the file from a backup", start)


def _corrupt(code: str, message: str, hint: str, start: Span) -> CorruptFile:
    report = Report()
    report.add(code, "error", message, hint, start)
    return CorruptFile(f"{start.file or 'the document'} cannot be read and was left as it is", report=report)
