"""Writing files that people own, for the commands: the switches, and what is said of a change.

One way for all of them: a read-only file is refused without --force, --dry-run prints the difference and writes
nothing, and a change of encoding or line ends is said.
"""

from __future__ import annotations

from pathlib import Path

import click

from talewright.config.text import changed_form, decode, write_output
from talewright.errors import Misuse, TalewrightError

force_option = click.option("--force", is_flag=True, help="Write over a file that is read-only, too.")
dry_run_option = click.option("--dry-run", is_flag=True, help="Write nothing; print how the file would change.")


def put(path: Path, data: bytes, *, force: bool = False, dry_run: bool = False, quiet: bool = False) -> bool:
    """Write a file where a person said, and say so; or print the difference.

    Args:
        path: the file; ``-`` is standard output.
        data: all of its new content.
        force: write over a file that is read-only, too.
        dry_run: write nothing.
        quiet: say on standard error alone what is said.

    Returns:
        Whether the file was written.

    Raises:
        Misuse: the path is a folder.
        OSError: the file is read-only, or cannot be written.
    """
    if path.is_dir():
        raise Misuse(f"{path.as_posix()} is a folder", hint="name a file")
    if dry_run:
        before = path.read_bytes() if path.is_file() else None
        click.echo(difference(path.as_posix(), before, data), nl=False, err=quiet)
        for change in () if before is None else changed_form(before, data):
            click.echo(f"{path.as_posix()}: {change}", err=True)
        return False
    write(path, data, force=force)
    click.echo(f"wrote {path.as_posix()}", err=quiet)
    return True


def write(path: Path, data: bytes, *, force: bool = False) -> None:
    """Write a file where a person said, and say on standard error how its form changed.

    Raises:
        OSError: the file is read-only, or cannot be written.
    """
    for change in write_output(path, data, force=force):
        click.echo(f"{path.as_posix()}: {change}", err=True)


def difference(name: str, before: bytes | None, after: bytes) -> str:
    """Return how a file changes, as a unified diff; of what is no text, that it does.

    >>> print(difference("a.ini", b"k=1\\n", b"k=2\\n"), end="")
    --- a.ini
    +++ a.ini
    @@ -1 +1 @@
    -k=1
    +k=2
    """
    if before == after:
        return ""
    try:
        old, new = ("" if not data else decode(data)[0] for data in (before, after))
    except TalewrightError:
        return f"{name}: {len(before or b'')} bytes -> {len(after)} bytes\n"
    import difflib  # a difference alone waits for it

    rows = difflib.unified_diff(
        old.splitlines(keepends=True), new.splitlines(keepends=True), name if before is not None else "/dev/null", name
    )
    return "".join(row if row.endswith("\n") else f"{row}\n\\ No newline at end of file\n" for row in rows)
