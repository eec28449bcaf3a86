"""Hostile texts: a piece again and again, until a text has its length."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

#: What is written again and again; ``%n`` is the number of the time.
PIECES = (
    *"()[]{}<>\"'`\\ \t\n\r#+-.!;:,=/|%$&*_a9~\0^",
    "\r\n", "\ufeff", "\u0301", "e\u0301", "\ud800", "\u3000", "\U0001f600", "\u0130", "\x85", "\xa0", "()", "[]",
    "{}", "<<", ">>", "(a=", "a=(", "[a=", "{a:", "{\"a\":", "a{", "a(", "(a,", "a[0]", "[0]", "((", "(\"", "\"\"",
    "\"a", "a\"", "\\\"", "\"\\", "a=\"", "\",", "\"a\",", "''", "'a", "``", "`a", "`#", "#`", "\"(", "\")",
    "(\"a\")", " a", "a ", "a\t", " \n", "\n ", "a\n", "\\\n", "\\\\\n", "a\\\n", "\ta\n", "\n\n", "\r ", "\ra",
    "\\\\", "\\a", "#a", "# ", "#a ", "##a", " #a", "//", "// ", "//a\n", ";a\n", "; generated\n", ";\n", "#\n",
    "#:", "///", ",,", ", ", "a,", "a,\n", "1,", "a=1,", "a=1, ", "a=1)", ",a=", "a=", "a=\n", "==", " = ", "a =",
    "=a", ":=", ": ", "a.", ".a", "..", "a:", "::", "a/", "/a", "a|", "a-", "-a", "a+", "+1", "- ", "--", "->",
    "=>", "--a", "-> ", "-1", "%a%", "%%", "%a", "$a", "${a}", "{$a}", "{0}", "{a", "a}", "<<a", "a>>", "<a", "<a>",
    "</a>", "&&", "||", "! ", "[a]", "[/a]", "[a", "[a/]", "[/]", "[a]x[/a]", "[[a|b]]", "[[", "]]", "[/", "[ ",
    "[a x=1]", "a ]", "\\[", "[\\", "0x", "0x9", "9.", "1e", "1e9", "9,9", "1_", "a1", "1a", "x9", "000", "and ",
    "not ", "1+", "a() + ", "f(", "1,2", "if ", "<<if true>>\n", "<<endif>>", "<<if ", "<<once>> ", "<<set $a to ",
    "<<jump A>>\n", "<<else>>\n", "-> a\n", "=> a\n", "title: A\n---\n===\n", "title: N%n\n---\na\n===\n",
    "title: G\nwhen: always\n---\na\n===\n", "===\n", "a: b\n", "a:b ", "#line:a ", "#line:a%n\n", "a #line:x%n\n",
    "k=1\n", "k%n=1\n", "+k=1\n", "-k=1\n", "!k\n", ".k=1\n", "+k=%n\n", "k[%n]=1\n", "k[9]=1\n", "k=(a=%n)\n",
    "-k=%n\n", "[S]\n", "[S]\nk=1\n", "[S%n]\n", "[S%n]\nk=1\n", "[s%n S]\n+a=1\n", "[N%n Hero]\nname=a\n",
    "[S]\n+k=%n\n", "[S%n\n", "]\n", "Servr%n ", "Server%nSettings\n", "[Serv%nrSettings]\na=1\n",
    "GameplayTagList=(Tag=\"A%n\")\n", "line: `a`\n", "stop\n", "select: 1\n", "<<<<<<< a\n", ">>>>>>>\n",
    "=======\n", "\n;", "\n[", "\n\"", "\n'", "\n#", "a\r\r\n", "\x1a", "\x0c", "\u2028", "a\u0301 ", "{\"a\":1}",
    "{\"a\":1},", "[1],", "true ", "null,", "\\u0041", "msgid \"a\"\n", "msgstr \"\"\n", "#~ ", "#| ", "a { ",
    "a: {", "a: 1 ", "ANY(", "ALL(", "NOT ", "A.B%n,", "A.B.", "a0%n=", "`a` ", "* ", "def f(): pass\n", "x = '",
    "\"\"\"", "@a\n", "(((a", "lambda: ",
)  # fmt: skip

#: What stands behind the last piece: often it is the end that a pattern misses.
TAILS = ("", "!", '"', "`", "\n", ")", "]", "x")


@dataclass(frozen=True)
class Shape:
    """A text of any length: pieces between a head and a tail."""

    piece: str
    tail: str = ""
    closing: str = ""

    def __str__(self) -> str:
        name = ascii(self.piece)[1:-1] + (f"..{ascii(self.closing)[1:-1]}" if self.closing else "")
        return f"{name} | {ascii(self.tail)[1:-1]}" if self.tail else name

    def text(self, size: int) -> str:
        """Give a text of about this many characters."""
        pieces: list[str] = []
        length = 0
        while length < size - len(self.tail):
            piece = self.piece.replace("%n", str(len(pieces)))
            if self.closing:
                length += len(self.closing)
            pieces.append(piece)
            length += len(piece)
        ends = [self.closing.replace("%n", str(number)) for number in range(len(pieces))] if self.closing else []
        return "".join(pieces) + "".join(reversed(ends)) + self.tail


#: What closes again what was opened.
CLOSED = (
    Shape("(", closing=")"),
    Shape("[", closing="]"),
    Shape("{", closing="}"),
    Shape("(a=", closing=")"),
    Shape("[a%n]", closing="[/a%n]"),
    Shape("[a]", closing="[/a]"),
    Shape('{"a":', "1", closing="}"),
    Shape("a {", closing="}"),
    Shape("<", closing=">"),
    Shape("<<if true>>\n", closing="<<endif>>\n"),
    Shape('"', closing='"'),
    Shape("ANY(", closing=")"),
    Shape("not(", closing=")"),
    Shape("f(", closing=")"),
)


def shapes(*, tails: int = 1) -> Iterator[Shape]:
    """Give every shape, each piece with the first of the tails."""
    yield from CLOSED
    for tail in TAILS[:tails]:
        for piece in dict.fromkeys(PIECES):
            yield Shape(piece, tail)
