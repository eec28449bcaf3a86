"""`talewright ini set`: one key of a file, or one field of a struct, and nothing else.

What is there must be meant: a section or a key that is nearly called like another is refused, and so is taking out what
is not there. The kind of file decides the operators that lines get; the file keeps its encoding, or its change is said.
"""

from __future__ import annotations

import re
from itertools import takewhile
from pathlib import Path

import click

from talewright.cli.ini import key_path
from talewright.cli.ini.target import STYLES, listed, read
from talewright.cli.output import (
    OK,
    ToolCommand,
    difference,
    dry_run_option,
    findings,
    force_option,
    json_option,
    print_json,
)
from talewright.config import UE3, ConfigMap, IniDocument, Style
from talewright.config.text import Entry, check_key, check_section_name
from talewright.config.values import as_raw, has_part, read_part, replace_part
from talewright.diagnostics import Report
from talewright.errors import ConfigError, InvalidName, Misuse, NotFound
from talewright.escaping import matching, typed
from talewright.names import did_you_mean, fold, misspelt


class SetCommand(ToolCommand):
    """A command whose values may begin with a minus (`-1`), and that still refuses options that it does not have."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words."""
        known = {name for param in self.get_params(ctx) if isinstance(param, click.Option) for name in param.opts}
        for word in takewhile(lambda word: word != "--", args):
            name = word.partition("=")[0]
            if re.fullmatch(r"--[A-Za-z][\w-]*", name) and name not in known:
                raise click.UsageError(
                    f"No such option: {name}. A value that begins with -- stands behind a lone --\n"
                    f"  hint: {did_you_mean(name, sorted(known)) or 'see --help'}",
                    ctx,
                )
        return super().parse_args(ctx, args)


@click.command("set", cls=SetCommand, context_settings={"ignore_unknown_options": True})
@click.argument("path", type=click.Path(dir_okay=False, path_type=Path))
@click.argument("section")
@click.argument("key")
@click.argument("values", nargs=-1)
@click.option("--add", is_flag=True, help="Add the values to those that are there.")
@click.option("--remove", is_flag=True, help="Take these values out; without any, the whole key.")
@click.option("--create", is_flag=True, help="Make what is not there: the file, or a section or key of a similar name.")
@click.option("--encoding", help="Write the whole file in this encoding: utf-8, utf-8-sig, utf-16, cp1252 ...")
@dry_run_option
@force_option
@click.option(
    "--style", type=click.Choice(list(STYLES)), default="native", show_default=True, help="The dialect of files."
)
@json_option
def set_command(
    path: Path, section: str, key: str, values: tuple[str, ...], add: bool, remove: bool, create: bool,
    encoding: str | None, dry_run: bool, force: bool, style: str, as_json: bool,
) -> int:  # fmt: skip
    """Give a KEY these VALUES, one line each; KEY.Field changes one field of a struct.

    Of repeated structs, KEY[Field=Value] is the line that has the value, KEY[Field=Value].Other a field of it. Only the
    lines of the key change. What another program wrote into the file meanwhile stays.
    """
    if add and remove:
        raise click.UsageError("--add or --remove, not both")
    if not values and not remove:
        raise click.UsageError("Missing argument 'VALUES...': what shall it be? --remove takes the key out")
    document = _read_or_make(path, create, STYLES[style])
    section = _section(document, section, create=create, remove=remove)
    target = _key(document, section, key, create=create, remove=remove)
    before = _texts(document, section, target.key)
    if target.where or target.fields:
        _change_structs(document, section, target, values, add=add, remove=remove)
    elif remove and not values:
        document.remove(section, target.key)
    elif remove:
        document.set_all(section, target.key, _without(before, values, f"[{section}] {target.key}"))
    elif add:
        more = [text for text in values if text not in before]
        document.set_all(section, target.key, [*before, *more], operator=None if before else _adding(document))
    else:
        document.set_all(section, target.key, values)
    if encoding is not None:
        document.convert(encoding)
    elif force:
        _convert_if_needed(document)
    now = _texts(document, section, target.key)
    said = {"file": path.as_posix(), "section": section, "key": target.key, "before": before, "values": now}
    if dry_run:
        old = path.read_bytes() if path.is_file() else None
        diff = difference(path.as_posix(), old, document.to_bytes())
        if as_json:
            print_json({**said, "written": False, "diff": diff})
        else:
            click.echo(diff, nl=False)
        return OK
    broken = document.report.errors
    findings.warn(Report([*broken, *document.write(path, force=force)]))
    if as_json:
        print_json(said)
    else:
        click.echo(f"{path.as_posix()}: [{section}] {target.key}: {listed(before)} -> {listed(now)}")
    return OK


def _read_or_make(path: Path, create: bool, style: Style) -> IniDocument:
    if (create and not path.exists()) or (path.is_file() and not path.stat().st_size):
        return IniDocument(path.as_posix(), style=style)
    return read(path, style)


def _section(document: IniDocument, name: str, *, create: bool, remove: bool) -> str:
    known = document.section_names()
    name = matching(name, known)
    if name in document:
        return name
    try:
        check_section_name(name)
    except InvalidName as error:
        raise Misuse(error.message, hint="the name alone, without [ and ]") from None
    near = _near(name, known)
    broken = Report(document.report.errors)
    if remove or ((near or broken) and not create):
        findings.warn(broken)
        hint = f"did you mean [{near[0]}]?" if near else did_you_mean(name, known)
        hint = hint or ("its header may be the broken one;" if broken else "")
        raise NotFound(f"there is no section [{name}]", hint=hint if remove else f"{hint} --create makes a new one")
    return name


def _key(document: IniDocument, section: str, key: str, *, create: bool, remove: bool) -> key_path.KeyPath:
    known = list(dict.fromkeys(entry.key for entry in document.entries(section)))
    target = key_path.find(key, known, lambda name: bool(document.entries(section, name)))
    if document.entries(section, target.key):
        return target
    heads = [key, *(head for head in (re.split(r"[.\[]", key, maxsplit=1)[0],) if head != key)]
    near = list(dict.fromkeys(other for head in heads for other in _near(head, known)))
    if remove or (near and not create):
        hint = f"did you mean {near[0]}?" if near else did_you_mean(key, known)
        raise NotFound(f"[{section}] has no {key}", hint=hint if remove else f"{hint} --create makes a new one")
    try:
        check_key(key)
    except InvalidName as error:
        raise Misuse(error.message, hint="the key alone, without an operator; --add adds to a key") from None
    return target


def _near(name: str, known: list[str]) -> list[str]:
    """Return the names that may have been meant.

    A slip of the hand (`misspelt`), a letter more or less in a short name, other marks or blanks between the same
    letters, or a ``b`` in front, as Unreal begins the names of truth values. A plural is another name.
    """
    meant = [other for other in known if _bare(other) == _bare(name) or _is_short_slip(fold(name), fold(other))]
    return list(dict.fromkeys([*misspelt(name, known), *meant]))


def _bare(name: str) -> str:
    return fold(re.sub(r"^b(?=[A-Z])", "", re.sub(r"[\W_]+", "", name)))


def _is_short_slip(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    taken = (long[:at] + long[at + 1 :] for at in range(1, len(long)))
    return len(short) == 3 and long.isalpha() and long != f"{short}s" and short in taken


def _entries(document: IniDocument, section: str, key: str) -> list[Entry]:
    return ConfigMap([(document, document.kind)]).entries(section, key) or []


def _texts(document: IniDocument, section: str, key: str) -> list[str]:
    return [entry.value for entry in _entries(document, section, key)]


def _adding(document: IniDocument) -> str | None:
    """Return the operator that adds to what lies below, where the file lies over others."""
    return "+" if document.kind.value == "overlay" else None


def _without(before: list[str], values: tuple[str, ...], where: str) -> list[str]:
    gone = [value if value in before else typed(value) for value in values]
    lost = [value for value in gone if value not in before]
    if lost:
        hint = did_you_mean(lost[0], before) or f"it is {listed(before)}"
        raise NotFound(f"{where} has no value {lost[0]!r}", hint=hint)
    return [text for text in before if text not in gone]


def _change_structs(
    document: IniDocument, section: str, target: key_path.KeyPath, values: tuple[str, ...], *, add: bool, remove: bool
) -> None:
    entries = _entries(document, section, target.key)
    chosen = [entry for entry in entries if target.selects(entry.raw, document.style)]
    if not chosen:
        raise none_selected(target, entries, document.style)
    if remove and not target.fields and not values:
        document.set_raw(section, target.key, [entry.raw for entry in entries if entry not in chosen])
        return
    if add or remove or len(values) != 1:
        what = "a field of a struct" if target.fields else "one line"
        raise Misuse(f"{what} takes one value", hint="--add and --remove are for whole lines")
    if len(chosen) > 1:
        hint = "choose one: KEY[Field=Value].Other; several conditions: KEY[A=1][B=2]"
        raise Misuse(f"{len(chosen)} lines of {target.key} are meant", hint=hint)

    def changed(entry: Entry) -> str:
        if target.fields:
            return replace_part(entry.raw, target.fields, values[0], style=document.style)
        return values[0] if values[0].startswith("(") else as_raw(values[0], document.style)

    document.set_raw(section, target.key, [changed(entry) if entry is chosen[0] else entry.raw for entry in entries])


def none_selected(target: key_path.KeyPath, entries: list[Entry], style: Style) -> NotFound:
    """Make the error for a selection without a line: what the lines have instead."""
    field, value = target.where[0]
    names = field.split(".")
    there = [read_part(e.raw, names, style=style) for e in entries if has_part(e.raw, names, style=style)]
    wanted = ", ".join(f"{name}={text}" for name, text in target.where)
    hint = did_you_mean(value, there) or (f"{field} is {listed(there[:8])}" if there else f"no line has {field}")
    return NotFound(f"no line of {target.key} has {wanted}", hint=hint)


def _convert_if_needed(document: IniDocument) -> None:
    try:
        document.to_bytes()
    except ConfigError as error:
        if not any(finding.code == "TW-INI-46" for finding in error.report):
            raise
        document.convert("utf-16" if document.style is UE3 else "utf-8")
