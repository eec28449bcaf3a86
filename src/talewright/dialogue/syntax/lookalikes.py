"""Text that looks like a command, an option, a value or a comment, and is said aloud; and what is cut off in silence.

Decides what is worth a finding in a row of text: arrows that are none (``- >``, an en dash, an arrow of Unicode),
single chevrons, full-width signs, comments of other languages, a second ``---``, links of Yarn 1, the ``//`` of an
address that makes a comment of the rest. Where people may well mean what they wrote, it is a note. The hint is what to
write instead. Which commands look like keywords, and which names like functions of the language, is decided here, too.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from talewright.diagnostics import Severity
from talewright.dialogue.syntax.mistakes import title_like

_KEYWORD = r"(?:if|elseif|else|endif|set|declare|jump|detour|return|call|once|endonce|stop|enum|case|endenum)"
_SUSPECT = re.compile(
    r"[<＜《«｛：]|\[\[|^(?:[-–—−‐‑─→⇒⟶➔➜➤►=*+>＞]|/\*|(?:set|declare|jump|detour|if|elseif|call|else|endif|endonce)\b)"
)
_BARE = re.compile(
    r"(?:(?:set|declare)[ \t]+\$|(?:jump|detour)[ \t]+\w+$|(?:if|elseif)[ \t]+.*\$"
    r"|call[ \t]+\w+\(.*\)$|(?:else|endif|endonce)$)"
)
_ARROW = re.compile(
    r"(?:(?P<sure>(?P<item>=[ \t]+>|==+>|⇒)|-[ \t]+>|--+>|[–—−‐‑─]+[ \t]*[>＞]|-＞|[→⟶➔➜➤►])|[*+>](?=[ \t]+\w))"
    r"[ \t]*(?P<text>.+)$"
)
_SINGLE = re.compile(r"<([^<>!/][^<>]*)>{1,2}$")
_SINGLE_BEHIND = re.compile(rf"(?<!\\)<({_KEYWORD}\b[^<>]*)(?<!\\)>$")
_WIDE = re.compile(rf"(?:＜＜?(?P<any>[^＜＞]+)＞＞?|[《«][ \t]*(?P<word>{_KEYWORD}\b[^》»]*)[》»])$")
_WIDE_HOLE = re.compile(r"｛\s*[$＄]([^｛｝]+)｝")
_WIDE_COLON = re.compile(r"([^\s:：][^:：{\[]{0,30})：\s*(.+)$")
_LINK = re.compile(r"(?<!\\)(?:\\\\)*\[\[([^\]|]*)(?:\|([^\]]*))?\]?\]?")
_WORD = re.compile(r"[A-Za-z_][\w ]*")


@dataclass(frozen=True, slots=True)
class Likeness:
    """A finding in a row: from where to where, counted from the beginning of its text."""

    code: str
    message: str
    start: int
    end: int
    hint: str
    severity: Severity | None = None


def likenesses(text: str) -> Iterator[Likeness]:
    """Find what in the text of a line looks like something else.

    >>> [found.hint for found in likenesses("- > Yes")], list(likenesses("Yes - or no > maybe"))
    (['write -> Yes'], [])
    """
    if _SUSPECT.search(text) is None:
        return
    if _BARE.match(text):
        word = text.split()[0]
        message = f"{word!r} is a keyword, and is said aloud here"
        yield Likeness("YS0022", message, 0, len(word), f"write <<{text}>>")
    elif found := _ARROW.match(text):
        arrow = "=>" if found["item"] else "->"
        severity: Severity | None = None if found["sure"] else "information"
        message = "this looks like an option, and is said aloud"
        yield Likeness("TW-YARN-43", message, 0, found.start("text"), f"write {arrow} {found['text']}", severity)
    elif found := _SINGLE.match(text):
        yield _single(found, text)
    elif found := _WIDE.match(text):
        inner = (found["any"] or found["word"]).strip().replace("＄", "$").replace("＝", "=")
        yield Likeness("TW-YARN-43", "this looks like a command, and is said aloud", 0, len(text), f"write <<{inner}>>")
    elif text.startswith(("/*", "<!--")):
        inner = text.removeprefix("/*").removesuffix("*/").removeprefix("<!--").removesuffix("-->")
        hint = f"write // {inner.strip()}".rstrip()
        yield Likeness("TW-YARN-43", "this looks like a comment, and is said aloud", 0, len(text), hint)
    elif text.startswith("---") and not text.strip("-"):
        hint = "remove it, or write === above it and the headers of a node"
        yield Likeness("TW-YARN-43", "the body has begun already, and this row is said aloud", 0, len(text), hint)
    else:
        yield from _inside(text)


def likenesses_in_option(text: str) -> Iterator[Likeness]:
    """Find what in the text of an option looks like something else: arrows and keywords are no part of it."""
    if _SUSPECT.search(text) is None:
        return
    if found := _SINGLE.match(text):
        yield _single(found, text)
    else:
        yield from _inside(text)


def _single(found: re.Match[str], text: str) -> Likeness:
    message = "a command in single chevrons is said aloud"
    return Likeness("YS0048", message, 0, len(text), f"write <<{found[1].strip()}>>")


def _inside(text: str) -> Iterator[Likeness]:
    if "<" in text and (found := _SINGLE_BEHIND.search(text)) is not None:
        message = "a command in single chevrons is said aloud"
        yield Likeness("YS0048", message, found.start(), len(text), f"write <<{found[1].strip()}>>")
    for hole in _WIDE_HOLE.finditer(text) if "｛" in text else ():
        inner = f"{{${hole[1].strip()}}}"
        yield Likeness("TW-YARN-43", "this looks like a value, and is said aloud", *hole.span(), f"write {inner}")
    if "：" in text and (found := _WIDE_COLON.match(text)):
        hint = f"where {found[1]} speaks, write {found[1]}: {found[2]}"
        end = found.end(1) + 1
        yield Likeness("TW-YARN-43", "a full-width colon names no speaker", found.end(1), end, hint, "information")
    if "[[" in text and (found := _LINK.search(text)):
        yield _link(found)


def _link(found: re.Match[str]) -> Likeness:
    start = found.start() + found[0].index("[[")
    if found[2] is None and "->" not in found[1]:
        hint = f"write <<jump {title_like(found[1]) or 'Node'}>> on a row of its own"
        message = "[[...]] is how Yarn 1 wrote a jump, and is said aloud here"
        return Likeness("YS0063", message, start, found.end(), hint)
    text, _, node = found[1].partition("->") if found[2] is None else (found[1], "", found[2])
    hint = f"write -> {text.strip()} and, indented below it, <<jump {title_like(node) or 'Node'}>>"
    message = "[[...]] is how Yarn 1 wrote options, and is said aloud here"
    return Likeness("YS0063", message, start, found.end(), hint)


# What is cut off ------------------------------------------------------------------------------------------------------


def cut_off(row: str, at: int) -> Likeness | None:
    r"""Find an address whose ``//`` makes a comment of its rest; ``at`` is the place of the ``//``, in the row.

    >>> cut_off("See http://a.b", 9).hint
    'write http:\\/\\/a.b'
    """
    if at < 1 or row[at - 1] != ":" or not row[at + 2 : at + 3].strip():
        return None
    start = at
    while start > 0 and not row[start - 1].isspace():
        start -= 1
    word = row[start:].split()[0]
    hint = "write " + word.replace("//", r"\/\/")
    return Likeness("TW-YARN-46", "this // begins a comment, and what follows is not said", at, start + len(word), hint)


# Commands and functions -----------------------------------------------------------------------------------------------

#: What other languages, and hurried writers, call the keywords.
_MEANT: Final = {
    "elif": "elseif", "elsif": "elseif", "elseif": "elseif", "fi": "endif", "end": "endif", "goto": "jump",
    "go": "jump", "var": "declare",
    "let": "declare", "const": "declare", "local": "declare", "exit": "stop", "quit": "stop",
    "gosub": "detour", "tunnel": "detour",
}  # fmt: skip
_SPELLINGS: Final = (
    "if", "elseif", "else", "endif", "set", "declare", "jump", "detour", "return", "call", "once", "endonce", "stop",
    "enum", "case", "endenum",
)  # fmt: skip
_LOOPS: Final = frozenset(("while", "endwhile", "for", "endfor", "foreach", "loop", "endloop"))
_ASSIGNED = re.compile(r"(\$?)([A-Za-z_]\w*)[ \t]*(=|\+=|-=|\*=|/=|\+\+|--)(?!=)[ \t]*(.*)$")
_ENDED = re.compile(r"end[ \t_-]*(if|once|enum)$", re.IGNORECASE)


def like_a_keyword(source: str) -> str:
    """Say what to write for a command that looks like a keyword; empty where it does not.

    >>> like_a_keyword("jmp Start"), like_a_keyword("end if"), like_a_keyword("$x = 1"), like_a_keyword("give 2")
    ('write <<jump Start>>', 'write <<endif>>', 'write <<set $x = 1>>', '')
    """
    if (found := _ENDED.match(source.rstrip(";:. "))) and source.split()[0] != f"end{found[1]}":
        return f"write <<end{found[1].lower()}>>"
    if found := _ASSIGNED.match(source):
        value = found[4] or "1" if found[3] in ("++", "--") else found[4]
        operator = {"++": "+=", "--": "-="}.get(found[3], found[3])
        return f"write <<set ${found[2]} {operator} {value}>>"
    word = re.split(r"[\s;:.,({]", source, maxsplit=1)[0]
    rest = source[len(word) :].lstrip(";:., \t")
    if word.lower() in _LOOPS:
        return "there are no loops: <<jump>> to the node itself runs it again"
    if word == "option" or word == "shortcut":
        text = rest.strip("\"'") or "text"
        return f"write -> {text}"
    if word == "stop":
        return "write <<stop>>"
    if word.lower() == "else" and rest.lower().startswith("if"):
        return f"write <<elseif {rest[2:].strip()}>>"
    meant = _MEANT.get(word.lower()) or next((one for one in _SPELLINGS if _is_slip(word, one)), "")
    if not meant or (word == meant and not source[len(word) :].startswith((";", ":", ".", ",", "(", "{"))):
        return ""
    if meant in ("else", "endif", "endonce", "endenum", "stop", "return"):
        rest = ""
    return f"write <<{meant}{' ' if rest else ''}{rest}>>"


def like_a_function(name: str, known: Collection[str]) -> str:
    """Return the function of the language whose name is nearly this one; empty where there is none.

    >>> like_a_function("visted", ["visited", "round"]), like_a_function("rep", ["dec"])
    ('visited', '')
    """
    flat = name.replace("_", "").lower()
    return next((one for one in known if one.replace("_", "") == flat or _is_slip(name, one, replaced=True)), "")


def _is_slip(word: str, meant: str, *, replaced: bool = False) -> bool:
    """Tell whether a word is another with one letter left out, doubled or swapped, or in other letter case.

    Args:
        word: as it is written.
        meant: as it might have been meant.
        replaced: whether one letter may also be another, in a long word.
    """
    low = word.lower()
    if low == meant:
        return word != meant
    longer, shorter = (low, meant) if len(low) > len(meant) else (meant, low)
    if low[:1] != meant[:1] or len(meant) < 4 or len(longer) - len(shorter) > 1:
        return False
    same = 0
    while same < len(shorter) and longer[same] == shorter[same]:
        same += 1
    if len(longer) > len(shorter):
        one_more = longer[same + 1 :] == shorter[same:]
        doubled = len(low) < len(meant) or longer[same] == longer[same - 1] or len(meant) > 5
        return one_more and doubled
    if longer[same + 2 :] == shorter[same + 2 :] and longer[same : same + 2] == shorter[same : same + 2][::-1]:
        return True
    return replaced and len(meant) > 5 and longer[same + 1 :] == shorter[same + 1 :]
