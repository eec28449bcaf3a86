"""The long form of a finding: what its code means, why it matters, what to do, and an example where it helps.

The texts are Markdown in the folders ``explanations`` of the packages that make the findings, and are read without
importing these packages: one page a code, or one page a family with a part for each code. Decides which families of
codes there are, and what was meant by a code that is none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from types import MappingProxyType
from typing import Final, NamedTuple

from talewright.errors import NotFound
from talewright.names import did_you_mean


class Family(NamedTuple):
    """Codes that begin alike.

    Attributes:
        package: below `talewright`, which makes the findings.
        about: what they are about.
    """

    package: str
    about: str


FAMILIES: Final[Mapping[str, Family]] = MappingProxyType({
    "YS": Family("dialogue", "dialogues, with the codes of other Yarn tools"),
    "TW-YARN": Family("dialogue", "dialogues, what this library alone finds"),
    "TW-INI": Family("config", "config files, records and objects in ini files"),
    "TW-TAG": Family("tags", "gameplay tags, their files and redirects"),
    "TW-PROJ": Family("project", "a project: its folders, settings and names"),
    "TW-CODE": Family("project", "the Python code of a project"),
    "TW-COOK": Family("project", "what was generated for a packaged game"),
    "TW-LOCK": Family("project", "names that saves rely on"),
    "TW-REF": Family("project", "who uses a tag"),
    "TW-GAME": Family("game", "a running game: reloading, loading"),
    "TW-MSG": Family("messaging", "messages, scripts and worlds at run time"),
    "TW-SAVE": Family("savegame", "saves"),
    "TW-RPG": Family("rpg", "characters and items"),
    "TW-STAGE": Family("stage", "keys, speakers, styles and markup of the stage"),
    "TW-THEME": Family("stage", "how a view looks: Config/Theme.ini"),
    "TW-STORY": Family("story", "places, doors, containers and things"),
    "TW-DEF": Family("defold", "files of Defold projects"),
    "TW-CLI": Family("cli", "what a command is given besides a project"),
})  # fmt: skip
"""Every family of codes, by how its codes begin."""

_PART = r"^## ([A-Z-]+[0-9]+): (.+)\n\n((?:(?!## ).*\n?)*)"
_HEAD = r"# ([A-Z-]+[0-9]+): (.+)\n"
_BLOCK = r"^```yarn([^\n]*)\n(.*?)^```$"


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a code means.

    Attributes:
        code: it.
        family: how the codes of its family begin.
        title: what it says, in one line.
        text: the whole explanation as Markdown, its heading included.
    """

    code: str
    family: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Example:
    """A script in an explanation; ``settings`` are the words behind its fence, for whoever runs it."""

    settings: tuple[str, ...]
    text: str


def explain(code: str) -> Explanation:
    """Return the explanation of a code.

    Raises:
        NotFound: no finding has the code; the hint names near ones.

    >>> explain("tw-ini-21").title
    'a value does not fit the declared type'
    """
    wanted = code.strip().upper()
    family = _family_of(wanted)
    found = explanations_of(family).get(wanted) if family else None
    if found is None:
        raise NotFound(f"no finding has the code {code!r}", hint=_meant(wanted))
    return found


def explanation_of(code: str) -> str:
    """Return the text about a code, as Markdown.

    Raises:
        NotFound: no finding has the code; the hint names near ones.

    >>> explanation_of("ys0033").splitlines()[0]
    '# YS0033: a node is empty'
    """
    return explain(code).text


def explanations_of(family: str) -> dict[str, Explanation]:
    """Return the explanations of all codes of a family, by code.

    Raises:
        NotFound: there is no such family.

    >>> list(explanations_of("TW-GAME"))[:2]
    ['TW-GAME-01', 'TW-GAME-02']
    """
    if family not in FAMILIES:
        raise NotFound(f"no code begins with {family!r}", hint=did_you_mean(family, FAMILIES) or _ALL)
    folder = files("talewright") / FAMILIES[family].package / "explanations"
    page = folder / f"{family}.md"
    found = {}
    if page.is_file():
        for part in re.finditer(_PART, page.read_text("utf-8"), re.MULTILINE):
            code, title, text = part[1], part[2], part[3].strip()
            found[code] = Explanation(code, family, title, f"# {code}: {title}\n\n{text}\n")
        return found
    for one in sorted(folder.iterdir(), key=lambda one: one.name):
        if _family_of(one.name) == family and one.name.endswith(".md"):
            text = one.read_text("utf-8")
            if head := re.match(_HEAD, text):
                found[head[1]] = Explanation(head[1], family, head[2], text)
    return found


def examples_of(code: str) -> list[Example]:
    """Return the scripts in the text about a code: the one that gives it, and the one that does not; or none.

    >>> [len(example.text.splitlines()) for example in examples_of("YS0033")]
    [3, 4]
    """
    blocks = re.finditer(_BLOCK, explanation_of(code), re.DOTALL | re.MULTILINE)
    return [Example(tuple(found[1].split()), found[2]) for found in blocks]


_ALL = "findings show their code behind the severity; `talewright explain` lists the families"


def _family_of(code: str) -> str:
    return next((family for family in FAMILIES if re.match(rf"{family}-?[0-9]", code)), "")


def _meant(wanted: str) -> str:
    """Say which code may be meant: the same number written otherwise, or one of the family that it begins like."""
    match = re.fullmatch(r"(?:TW)?[\W_]*([A-Z]+)[\W_]*0*([0-9]+)", wanted)
    if match is None:
        return did_you_mean(wanted, FAMILIES) or _ALL
    word, number = match[1], int(match[2])
    named = {family.rpartition("-")[2]: family for family in FAMILIES}
    if word not in named:
        near = did_you_mean(word, named)
        return (near and _whole(near, named)) or _ALL
    family = named[word]
    codes = explanations_of(family)
    code = f"{family}{number:04}" if family == "YS" else f"{family}-{number:02}"
    hint = f"did you mean {code}?" if code in codes else did_you_mean(code, codes)
    return hint or f"`talewright explain {family}` lists the {len(codes)} codes that begin so"


def _whole(near: str, named: Mapping[str, str]) -> str:
    """Return a hint about the words of families with their whole beginnings."""
    return re.sub(r"[A-Z]+", lambda found: named.get(found[0], found[0]), near)
