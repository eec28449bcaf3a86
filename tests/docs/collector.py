"""Every fence of a page is run, in the order in which a reader meets it, or says why not (people.md section 11).

A page is one story: its fences share a folder and, where they are Python, their names. How a fence says what it is:

* its language: ``python``, ``yarn``, ``ini``, ``console``, ``json``; ``text`` is output and drawings, and no code;
* ``diff`` changes a file, whose name stands in its first line, ``--- scripts.py``: what has a blank or ``-`` in front
  stands there once, and what has a blank or ``+`` takes its place; ``@@`` parts two of them;
* a first line ``# file: scripts.py`` (``;`` in ini, ``//`` in yarn): it is a file of that name;
* in Python, ``# raises NotFound`` behind a line says that it is refused;
* a comment of HTML on the line above it: ``<!-- fresh -->`` begins another story, ``<!-- no-run: why -->`` takes it
  out; ``<!-- before: python-code -->`` runs this first, out of the reader's sight.

In ``console`` a line behind ``$`` is typed, and what follows is what it prints; a line ``...`` stands for any number of
lines.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import runpy
import shlex
import sys
import types
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_FENCE = re.compile(r"^(?P<indent> *)```(?P<info>[^\n`]*)\n(?P<body>.*?)^ *```$", re.MULTILINE | re.DOTALL)
_COMMENT = re.compile(r"<!-- (fresh|no-run|before)(?:: ((?:(?!-->).)*))? -->\n\Z", re.DOTALL)
_RAISES = re.compile(r"^(?P<call>\S.*?) +# raises (?P<error>\w+)[^\n]*", re.MULTILINE)
_FILE = re.compile(r"\A(?:#|;|//) ?file: (\S+)\n")


@dataclass(frozen=True)
class Fence:
    """A fence of a page."""

    page: Path
    line: int
    language: str
    body: str
    fresh: bool = False
    not_run: str = ""
    before: str = ""

    @property
    def file(self) -> str:
        """The name of the file that it is, or an empty text."""
        found = _FILE.match(self.body)
        return found[1] if found else ""


def fences(page: Path) -> list[Fence]:
    """Return the fences of a page in order."""
    text = page.read_text(encoding="utf-8")
    found = []
    for match in _FENCE.finditer(text):
        head = text[: match.start()]
        marks: dict[str, str] = {}
        while mark := _COMMENT.search(head):
            marks[mark[1]] = mark[2] or ""
            head = head[: mark.start()]
        indent = match["indent"]
        body = re.sub(f"^{indent}", "", match["body"], flags=re.MULTILINE) if indent else match["body"]
        language = (match["info"].split() or [""])[0]
        line = text.count("\n", 0, match.start()) + 1
        found.append(
            Fence(page, line, language, body, "fresh" in marks, marks.get("no-run", ""), marks.get("before", ""))
        )
    return found


@dataclass
class Reader:
    """Somebody who does what a page says, in a folder of their own."""

    folder: Path
    stories: int = 0
    names: dict[str, Any] = field(default_factory=dict)

    def read(self, page: Path) -> int:
        """Run every fence of a page and return how many were."""
        count = 0
        self._begin()
        for fence in fences(page):
            if fence.fresh:
                self._begin()
            if fence.not_run or fence.language == "text":
                continue
            try:
                self._run(fence)
            except AssertionError as error:
                raise AssertionError(f"{page.name}:{fence.line}: {error}") from error
            except Exception as error:
                raise AssertionError(f"{page.name}:{fence.line}: {type(error).__name__}: {error}") from error
            count += 1
        return count

    def _begin(self) -> None:
        self.stories += 1
        (self.folder / f"story{self.stories}").mkdir()
        os.chdir(self.folder / f"story{self.stories}")
        module = types.ModuleType("page")  # a dataclass looks for the module of its class
        sys.modules["page"] = module
        self.names = module.__dict__

    def _run(self, fence: Fence) -> None:
        if fence.before:
            exec("from talewright import *\n" + fence.before, self.names)
        if fence.file:
            target = Path(fence.file)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(fence.body, encoding="utf-8", newline="\n")
        if fence.language == "console":
            console(fence.body)
        elif fence.language == "diff":
            patch(fence.body)
        elif fence.language == "json":
            json.loads(fence.body)
        elif fence.language == "ini":
            ini(fence.body)
        elif fence.language == "yarn":
            yarn(fence.body)
        elif fence.language == "python":
            self._python(fence)
        else:
            raise AssertionError(f"nobody knows how to run {fence.language or 'a fence without a language'}")

    def _python(self, fence: Fence) -> None:
        if fence.file:
            if not fence.file.endswith(".py") or fence.file.startswith("test_"):
                return
            compile(fence.body, fence.file, "exec")  # what runs it is another fence
            return
        self.names["refused"] = refused
        body = _RAISES.sub(lambda m: f"with refused({m['error']!r}): {m['call']}", fence.body)
        code = compile("\n" * fence.line + body, str(fence.page), "exec", dont_inherit=True)
        exec(code, self.names)


@contextlib.contextmanager
def refused(error: str) -> Iterator[None]:
    """Run what a page says to raise an error: ``x.require("Smiht")  # raises UnknownTag``."""
    try:
        yield
    except Exception as raised:
        if type(raised).__name__ != error:
            raise AssertionError(f"{raised!r} was raised, not {error}") from raised
    else:
        raise AssertionError(f"no {error} was raised")


def ini(body: str) -> None:
    """Read a piece of an ini file; it has no finding that is an error."""
    from talewright.config import IniDocument

    report = IniDocument.from_text(body, "page.ini").report
    assert not [str(finding) for finding in report if finding.severity == "error"], report


def yarn(body: str) -> None:
    """Compile a script, or the body of a node; it has no finding that is an error."""
    from talewright.dialogue import compile

    script = body if re.search(r"^title:", body, re.MULTILINE) else f"title: Page\n---\n{body}===\n"
    report = compile({"Page": script}).report
    assert not [str(finding) for finding in report if finding.severity == "error"], report


def patch(body: str) -> None:
    """Change a file as a page shows it."""
    head, _, rest = body.partition("\n")
    assert head.startswith("--- "), "a diff names its file in its first line"
    path = Path(head[4:].strip())
    text = path.read_text(encoding="utf-8")
    for hunk in re.split(r"^@@.*\n", rest, flags=re.MULTILINE):
        rows = [row or " " for row in hunk.splitlines()]
        old = "".join(f"{row[1:]}\n" for row in rows if row[0] in " -")
        new = "".join(f"{row[1:]}\n" for row in rows if row[0] in " +")
        assert rows, "a diff has rows"
        assert all(row[0] in " +-" for row in rows), f"each row begins with a blank, + or -: {rows}"
        assert text.count(old) == 1, f"{path} has this {text.count(old)} times:\n{old}"
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8", newline="\n")


def console(body: str) -> None:
    """Type the lines behind ``$`` and compare what they print."""
    for command, wanted in _typed(body):
        printed = _printed(command)
        pattern = "".join("(?:.*\n)*?" if row == "..." else re.escape(row) + "\n" for row in wanted)
        assert re.fullmatch(pattern, printed), f"$ {command} printed\n{printed}"


def _typed(body: str) -> Iterator[tuple[str, list[str]]]:
    rows = body.splitlines()
    starts = [n for n, row in enumerate(rows) if row.startswith("$ ")]
    assert starts, "a console shows what is typed behind $"
    assert starts[0] == 0, "a console begins with what is typed"
    for start, end in zip(starts, [*starts[1:], len(rows)], strict=True):
        yield rows[start][2:], [row.rstrip() for row in rows[start + 1 : end]]


def _printed(command: str) -> str:
    words = shlex.split(command)
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        if words[0] == "talewright":
            from talewright.cli.main import run

            run(words[1:])
        elif words[0] == "cd":
            os.chdir(words[1])
        elif words[0] in ("python", "pytest"):
            _python_or_pytest(words)
        else:
            raise AssertionError(f"no page types {words[0]}; mark the fence no-run")
    return "".join(f"{row.rstrip()}\n" for row in out.getvalue().splitlines())


def _python_or_pytest(words: list[str]) -> None:
    if words[0] == "pytest":
        import subprocess

        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *words[1:]],
            capture_output=True, text=True, check=False, timeout=120,
        )  # fmt: skip
        sys.stdout.write(re.sub(r" in [\d.]+s", " in 0.10s", done.stdout))
        return
    sys.path.insert(0, os.getcwd())
    try:
        runpy.run_path(words[1], run_name="__main__")
    finally:
        sys.path.remove(os.getcwd())
