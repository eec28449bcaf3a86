"""A project of one's own, made from a template: written beside its place, then moved there, so never half there.

A template is a folder of text files below ``templates/``, filled by `string.Template`; ``.tmpl`` at the end of a name
is taken off. What all have in common lies in ``base``, and in one folder a language; a template adds to it. No network,
no question asked, nothing run.
"""

from __future__ import annotations

import os
import shutil
import struct
import tempfile
import unicodedata
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Template

from talewright import __version__
from talewright.cli.new.naming import Source, distribution_name, source_of_this
from talewright.errors import Misuse

LANGUAGES = ("en", "ja", "fr")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of project that can be made.

    Attributes:
        name: as ``--template`` takes it.
        about: what it is, in a line.
        extra: of Talewright, which it needs; empty: none.
        folders: of files, each over those before.
        pictures: what it draws, by path: width, height, colour.
    """

    name: str
    about: str
    extra: str = ""
    folders: tuple[str, ...] = ("base",)
    pictures: Mapping[str, tuple[int, int, tuple[int, int, int]]] | None = None


_PICTURES = {
    "art/keeper.png": (240, 320, (150, 104, 62)),
    "art/hall.png": (320, 180, (52, 44, 60)),
    "art/cellar.png": (320, 180, (24, 28, 36)),
}
KINDS = {
    kind.name: kind
    for kind in (
        Kind("terminal", "lines of text at a terminal"),
        Kind("pygame", "a window, by pygame-ce", "pygame", ("base", "pygame"), _PICTURES),
    )
}


def make(
    name: str, kind: Kind, *, into: Path | None = None, title: str = "", language: str = "en",
    source: Source | None = None,
) -> list[str]:  # fmt: skip
    """Make a project in a folder of its name and return the paths of its files, relative to it.

    Args:
        name: of the folder and the project; there is no such folder, or it is empty.
        kind: of project.
        into: where the folder shall lie; None: the current one.
        title: what players read; empty: the name.
        language: of the sample story and the README.
        source: of Talewright; None: where this installation came from.

    Raises:
        Misuse: the name is none, or something is there already; nothing was written.
        OSError: the system refused it; nothing is left.
    """
    project = distribution_name(name)
    folder = (into or Path()) / name
    _check_title(title)
    _check_free(folder)
    source = source or source_of_this()
    extras = f"[{kind.extra}]" if kind.extra else ""
    values = {
        "name": project,
        "title": title or name,
        "ini_title": _in_ini(title or name),
        "requirement": f"talewright{extras}>={__version__}",
        "pip": source.pip(kind.extra),
        "portrait": "Portrait=art/keeper.png\n" if kind.pictures else "",
        "picture_hall": "Picture=art/hall.png\n" if kind.pictures else "",
        "picture_cellar": "Picture=art/cellar.png\n" if kind.pictures else "",
        "sources": f"\n[tool.uv.sources]\ntalewright = {{ {source.table} }}\n" if source.table else "",
    }
    home = resources.files("talewright.cli.new") / "templates"
    parts = [home / part for each in kind.folders for part in (each, f"{each}-{language}")]
    made = Path(tempfile.mkdtemp(prefix=f".{name}-", suffix=".new", dir=folder.parent))
    try:
        for part in parts:
            for path, text in _files(part):
                target = made / path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(Template(text).substitute(values), encoding="utf-8", newline="\n")
        for path, (width, height, color) in (kind.pictures or {}).items():
            (made / path).parent.mkdir(parents=True, exist_ok=True)
            (made / path).write_bytes(png(width, height, color))
        made.chmod(0o777 & ~_umask())
        files = sorted(file.relative_to(made).as_posix() for file in made.rglob("*") if file.is_file())
        if folder.is_dir():
            folder.rmdir()  # empty, as it was when it was looked at; where it is not any more, this refuses it
        made.rename(folder)
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise
    return files


def _check_title(title: str) -> None:
    if title != title.strip():
        raise Misuse(f"the title {title!r} begins or ends with a blank", hint="leave it out")
    # Blanks of all widths are text: French has narrow ones before "?", Japanese wide ones.
    if bad := sorted({c for c in title if not c.isprintable() and unicodedata.category(c) != "Zs"}):
        raise Misuse(
            f"a title is one line of letters, signs and blanks; {title!r} has {' '.join(map(ascii, bad))} in it",
            hint="leave out line ends, tabs, and marks that nobody sees",
        )


def _check_free(folder: Path) -> None:
    hint = "choose another name, or go to another folder; nothing was written"
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise Misuse(f"{folder.name} is there already, and is no folder", hint=hint)
    if folder.is_dir() and any(folder.iterdir()):
        raise Misuse(f"the folder {folder.name} is there already, and not empty", hint=hint)


def _files(part: Traversable, below: str = "") -> Iterator[tuple[str, str]]:
    """Yield the files of a part of a template, with their paths in the project."""
    if not part.is_dir():
        return
    for each in part.iterdir():
        if each.is_dir():
            yield from _files(each, f"{below}{each.name}/")
        elif each.name.endswith(".tmpl"):
            yield below + each.name.removesuffix(".tmpl"), each.read_text(encoding="utf-8")


def _in_ini(text: str) -> str:
    """Return a text as it stands behind ``=`` of an ini file."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def png(width: int, height: int, color: tuple[int, int, int]) -> bytes:
    """Return a picture of one colour, darker towards its lower end: something to be painted over.

    >>> png(2, 2, (255, 0, 0))[:8]
    b'\\x89PNG\\r\\n\\x1a\\n'
    """
    rows = (bytes([0]) + bytes(c * (2 * height - y) // (2 * height) for c in color) * width for y in range(height))
    body = zlib.compress(b"".join(rows), 9)
    chunks = ((b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)), (b"IDAT", body), (b"IEND", b""))
    packed = (struct.pack(">I", len(d)) + k + d + struct.pack(">I", zlib.crc32(k + d)) for k, d in chunks)
    return b"\x89PNG\r\n\x1a\n" + b"".join(packed)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
