"""What a new project can be called, and where a project of one's own gets Talewright from.

A name makes three: the folder, the title that players see, and the distribution's name in ``pyproject.toml`` (lower
case, hyphens). It must be good for all three on every system (people.md section 3).
"""

from __future__ import annotations

import json
import keyword
import re
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from talewright.errors import Misuse

_DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in "123456789¹²³")}
_LONGEST = 64
_TAKEN = ("talewright", "pytest", "pygame-ce", "pygame")


def distribution_name(name: str) -> str:
    """Return the distribution's name of a project: lower case, words joined by hyphens.

    Raises:
        Misuse: the name is none for a folder on every system, or none for a distribution; the hint says what is.

    >>> distribution_name("The Lamp_2")
    'the-lamp-2'
    """
    if problem := _problem(name):
        raise Misuse(f"a project cannot be called {name!r}: {problem[0]}", hint=problem[1])
    return _joined(name)


def _joined(name: str) -> str:
    return re.sub(r"[-_. ]+", "-", name).strip("-").lower()


def _problem(name: str) -> tuple[str, str] | None:
    """Return what is wrong with a name, and what to do."""
    letters = "use letters a to z, digits, hyphens and blanks, as in cellar-lamp; --title says what players read"
    if not name.strip():
        return "it is empty", letters
    if "/" in name or "\\" in name:
        return "it is a path", "go to the folder in which it shall lie, and give the last part alone"
    if name in (".", ".."):
        return "it is a folder that is there", letters
    if bad := sorted({c for c in name if c in '<>:"|?*' or not c.isprintable()}):
        return f"no folder on Windows can have {' '.join(map(repr, bad))} in its name", letters
    if name != name.strip(" .") or name.startswith("-"):
        return "it begins or ends with a blank, a dot or a hyphen", letters
    if name.partition(".")[0].strip().lower() in _DEVICES:
        return "that is a device on Windows", f"put something in front of it, as in the-{name.lower()}"
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9-_. ]*", name):
        return "a distribution's name has letters a to z, digits, hyphens and dots", (
            f"give it such a name, and --title {name!r} for players"
        )
    if len(name) > _LONGEST:
        return f"it has {len(name)} letters", f"{_LONGEST} are enough; --title may be longer"
    if keyword.iskeyword(name.lower()) or name in ("None", "True", "False"):
        return "that is a word of Python, and no module could be called so", f"as in {name.lower()}-game"
    if _joined(name) in _TAKEN:
        return f"{_joined(name)} is what the project needs", f"as in my-{_joined(name)}-game"
    return None


@dataclass(frozen=True, slots=True)
class Source:
    """Where this installation of Talewright came from.

    Attributes:
        requirement: what ``pip install`` takes, without extras: a name, or a path or an address.
        table: the value of ``[tool.uv.sources]``; empty: an index has it.
        editable: whether it is a folder that is worked on.
    """

    requirement: str = "talewright"
    table: str = ""
    editable: bool = False

    def pip(self, extra: str) -> str:
        """Return the words behind ``pip install`` for it.

        >>> Source("/src/talewright", 'path = "/src/talewright"', True).pip("pygame")
        '-e "/src/talewright[pygame]"'
        """
        extras = f"[{extra}]" if extra else ""
        if self.table and not self.table.startswith("path"):
            return f'"talewright{extras} @ {self.requirement}"'
        return f'{"-e " if self.editable else ""}"{self.requirement}{extras}"'


def source_of_this() -> Source:
    """Return where this installation came from, as its ``direct_url.json`` says: a folder, a file, a repository.

    An index leaves none, and then the name is enough.
    """
    try:
        text = distribution("talewright").read_text("direct_url.json")
        data = json.loads(text) if text else {}
    except (PackageNotFoundError, OSError, ValueError):
        data = {}
    return source_of(data if isinstance(data, dict) else {})


def source_of(data: dict[str, Any]) -> Source:
    """Return what a ``direct_url.json`` says.

    >>> source_of({"url": "file:///src/talewright", "dir_info": {"editable": True}}).table
    'path = "/src/talewright", editable = true'
    >>> source_of({"url": "https://example.org/t.git", "vcs_info": {"vcs": "git", "commit_id": "12ab"}}).requirement
    'git+https://example.org/t.git@12ab'
    >>> source_of({})
    Source(requirement='talewright', table='', editable=False)
    """
    url = data.get("url")
    if not isinstance(url, str) or not url:
        return Source()
    if isinstance(vcs := data.get("vcs_info"), dict):
        kind, commit = str(vcs.get("vcs", "git")), str(vcs.get("commit_id", ""))
        table = f"git = {_quoted(url)}" + (f", rev = {_quoted(commit)}" if commit else "")
        return Source(f"{kind}+{url}" + (f"@{commit}" if commit else ""), table)
    parts = urlsplit(url)
    if parts.scheme != "file":
        return Source(url, f"url = {_quoted(url)}")
    path = str(Path(url2pathname(parts.path)))
    if isinstance(data.get("dir_info"), dict):
        return Source(path, f"path = {_quoted(path)}, editable = true", editable=True)
    return Source(path, f"path = {_quoted(path)}")


def _quoted(text: str) -> str:
    """Return a text as TOML has it between quotes."""
    return json.dumps(text, ensure_ascii=False)
