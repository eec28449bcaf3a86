"""`talewright save ...`: look at saves, compare them, put them right, carry them over.

Decides what is printed: one line for each save or difference, or JSON with ``--json``. Nothing of a project runs but in
`migrate`, whose steps are the project's code. Exit codes as everywhere: 0 all well, 1 something was found (a damaged
save, a difference), 2 misuse.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from talewright.cli.output import (
    FINDINGS,
    OK,
    Late,
    Place,
    dry_run_option,
    force_option,
    json_option,
    plain,
    put,
    write,
)
from talewright.cli.save.target import (
    as_dated,
    attachments_of,
    bears_signature,
    check_slot_unsigned,
    check_unsigned,
    key_option,
    read_file,
    read_key,
    read_save,
    store_at,
)
from talewright.diagnostics import Report
from talewright.errors import DamagedSave, Misuse, NewerSave, NotFound, SaveError
from talewright.escaping import on_one_line, printable
from talewright.savegame import (
    ByteStore,
    SaveHeader,
    as_text,
    compare,
    compare_headers,
    header_fields,
    is_aside,
    newest,
    to_json,
)

_place = click.argument("place", type=click.Path(path_type=Path))
_slot = click.argument("slot")
_dry_run = click.option("--dry-run", is_flag=True, help="Write nothing; say what would be done.")
_SIGNED = "signed, not checked: --key-file"


@click.group(
    "save",
    cls=Late,
    places={
        "migrate": Place(
            "save.migrating", "migrate_command", "Bring saves up to date with their game; the code of PROJECT runs."
        )
    },
)
def save_group() -> None:
    """Look at saves, compare them, put them right, carry them over.

    PLACE is a project, what --saved names, a folder of saves, or a SQLite store. SLOT is a slot, one of its backups
    (slot1.bak1), or, for show and diff, a file (an ini or JSON).
    """
    plain.settle_output()


@save_group.command("list", here=True)
@_place
@key_option
@json_option
def list_command(place: Path, key_file: Path | None, as_json: bool) -> int:
    """List the slots at PLACE with their headers, how many backups each has, and what is attached to them.

    With the key, what was not signed with it is not listed as a save, but said to be edited.
    """
    key = read_key(key_file)
    with store_at(place, key=key) as store:
        headers = store.slots()
        unreadable = {slot: _verified(store, slot)[0] for slot in store.names() if slot not in headers}
        last, signed = newest(headers), store.signed()
        rows = [_row(store, slot, header, slot == last) for slot, header in headers.items()]
    for row in rows:
        row["signed"] = row["slot"] in signed
    if as_json:
        plain.print_json([*rows, *({"slot": slot, "damaged": True, "state": why} for slot, why in unreadable.items())])
        return FINDINGS if unreadable else OK
    for row in rows:
        marks = [f"{row['backups']} backup{'' if row['backups'] == 1 else 's'}"]
        marks += row["attachments"]
        marks += ["set aside"] if row["aside"] else []
        marks += ["newest"] if row["newest"] else []
        marks += [_SIGNED if key is None else "signed"] if row["signed"] else []
        what = "  ".join(str(row[key]) for key in ("title", "place", "preview") if row[key])
        time = f"{row['play_time']:.0f} s"
        line = f"{row['slot']}  {row['created']}  {time}  version {row['schema']}  {what}  ({', '.join(marks)})"
        click.echo(on_one_line(line))
    for slot, why in unreadable.items():
        click.echo(f"{slot}  {why}: talewright save verify says how")
    if not rows and not unreadable:
        click.echo("nothing is saved there")
    return FINDINGS if unreadable else OK


def _row(store: ByteStore, slot: str, header: SaveHeader, last: bool) -> dict[str, Any]:
    row: dict[str, Any] = {"slot": slot, "title": header.title, "place": header.place, "created": header.created}
    row |= {"play_time": header.play_time, "schema": header.schema, "revision": header.revision}
    row |= {"preview": header.preview, "attachments": list(store.attachments(slot))}
    return row | {"backups": len(store.backups(slot)), "aside": is_aside(slot), "newest": last}


@save_group.command(here=True)
@_place
@_slot
@click.option("--class", "class_name", help="Only the sections of this class.")
@key_option
@json_option
def show(place: Path, slot: str, class_name: str | None, key_file: Path | None, as_json: bool) -> int:
    """Print the header and the sections of a save, and what is attached to it.

    With the key, only of one that was signed with it.
    """
    key = read_key(key_file)
    with store_at(place, key=key) as store:
        save = read_save(store, slot, key)
        signed = bears_signature(store, slot)
        attached = attachments_of(store, slot)
    if class_name is not None:
        keep = set(save.of_class(class_name))
        if not keep:
            known = ", ".join(dict.fromkeys(cls for _, cls in save.names))
            raise NotFound(f"the save has no section of the class {class_name!r}", hint=f"its classes: {known}")
        for name, cls in save.names:
            if name not in keep or cls.lower() != class_name.lower():
                save.remove_section(name, cls)
    if as_json:
        plain.print_data(to_json(save))
        return OK
    for name, text in header_fields(save.header).items():
        click.echo(on_one_line(f"{name}: {text}"))
    if signed:
        click.echo(f"({_SIGNED if key is None else 'signed'})")
    for name, size in attached.items():
        click.echo(f"{name}: {size:,} bytes, attached")
    for (name, cls), fields in save.sections.items():
        click.echo(f"\n{on_one_line(f'[{name} {cls}]')}")
        for field, text in as_text(fields).items():
            click.echo(on_one_line(f"{field}={text}"))
    return OK


@save_group.command(here=True)
@_place
@_slot
@click.argument("other")
@key_option
@json_option
def diff(place: Path, slot: str, other: str, key_file: Path | None, as_json: bool) -> int:
    """Compare two saves field by field: what OTHER has differently. Exit code 1 where they differ."""
    key = read_key(key_file)
    with store_at(place, key=key) as store:
        one, two = read_save(store, slot, key), read_save(store, other, key)
    headers, changes = compare_headers(one.header, two.header), compare(one, two)
    if as_json:
        found = [
            {"section": c.section, "field": c.field, "kind": c.kind, "before": c.before, "after": c.after}
            for c in (*headers, *changes)
        ]
        plain.print_json(found)
    else:
        for change in (*headers, *changes):
            click.echo(on_one_line(str(change)))
        click.echo(f"{len(changes)} difference{'' if len(changes) == 1 else 's'} below the header")
    return FINDINGS if changes else OK


@save_group.command(here=True)
@_place
@click.argument("slots", nargs=-1, metavar="[SLOT]...")
@key_option
@json_option
def verify(place: Path, slots: tuple[str, ...], key_file: Path | None, as_json: bool) -> int:
    """Read saves whole, backups too, and say which are damaged or edited (with a key)."""
    with store_at(place, key=read_key(key_file)) as store:
        names = list(slots)
        if not names:
            names = [name for slot in store.names() for name in (slot, *store.backup_names(slot))]
        found = {name: _verified(store, name) for name in names}
    if as_json:
        rows = [{"slot": n, "state": state, "findings": list(map(str, r))} for n, (state, r) in found.items()]
        plain.print_json(rows)
    else:
        for name, (state, report) in found.items():
            click.echo(f"{name}  {state}")
            for finding in report:
                click.echo(printable(f"  {finding}").replace("\n", "\n  "))
    return FINDINGS if any(state != "whole" for state, _ in found.values()) else OK


def _verified(store: ByteStore, name: str) -> tuple[str, Report]:
    try:
        save = store.read(name)
        save.sections  # noqa: B018 - reads every field
    except NewerSave as error:
        return "newer", error.report
    except DamagedSave as error:
        edited = any(finding.code == "TW-SAVE-10" for finding in error.report)
        return ("edited" if edited else "damaged"), error.report
    return "whole", Report()


@save_group.command(here=True)
@_place
@_slot
@_dry_run
@key_option
@json_option
def repair(place: Path, slot: str, dry_run: bool, key_file: Path | None, as_json: bool) -> int:
    """Put the newest backup that is whole in the place of a damaged slot, which is set aside, not deleted."""
    key = read_key(key_file)
    with store_at(place, key=key) as store:
        state, report = "whole", Report()
        try:
            store.read(slot)
        except NotFound:
            state = "missing"
        except DamagedSave as error:
            state, report = "damaged", error.report
        source, passed = (None, {}) if state == "whole" else _first_whole(store, slot)
        if state != "whole" and source is None:
            if state == "missing" and not passed:
                store.read(slot)  # never was there: says which are, and the near ones
            for finding in (finding for found in passed.values() for finding in found):
                report.append(finding)
            raise SaveError(
                f"{slot} is {state}, and none of its backups is whole", hint="look for a copy of it", report=report
            )
        document = None if source is None else store.read(source)
        if source is not None:
            check_unsigned(source, store.data(source), key)
    kept = None
    if document is not None and not dry_run:
        with store_at(place, key=key, clock=as_dated(document)) as store:
            kept = store.write(slot, document)
    if as_json:
        written = document is not None and not dry_run
        found = {"slot": slot, "state": state, "source": source, "kept": kept, "written": written}
        plain.print_json({**found, "passed": list(passed)})
        return OK
    if document is None:
        click.echo(f"{slot} is whole: nothing to repair")
        return OK
    click.echo(f"{slot} is {state}; {source} {'would take' if dry_run else 'took'} its place")
    for name, why in passed.items():
        click.echo(f"{name} was passed over:")
        click.echo(printable("".join(f"  {finding}\n" for finding in why)), nl=False)
    if kept is not None:
        click.echo(f"what was there is now {kept}")
    return OK


def _first_whole(store: ByteStore, slot: str) -> tuple[str | None, dict[str, Report]]:
    """Return the newest backup that is whole, and why newer ones were passed over."""
    passed = {}
    for name in store.backup_names(slot):
        try:
            store.read(name)
        except SaveError as error:
            passed[name] = error.report
            continue
        return name, passed
    return None, passed


@save_group.command(here=True)
@_place
@_slot
@click.argument("title")
@_dry_run
@key_option
@json_option
def retitle(place: Path, slot: str, title: str, dry_run: bool, key_file: Path | None, as_json: bool) -> int:
    """Give a slot another title; its date stays, and what was there becomes a backup."""
    key = read_key(key_file)
    with store_at(place, key=key) as store:
        before = store.read(slot).header.title
        check_slot_unsigned(store, slot, key)
        if not dry_run:
            store.retitle(slot, title)
    if as_json:
        plain.print_json({"slot": slot, "before": before, "title": title, "written": not dry_run})
        return OK
    now, was = ("would be", "it is") if dry_run else ("is", "it was")
    click.echo(on_one_line(f"{slot} {now} called {title!r}; {was} {before!r}"))
    return OK


@save_group.command("export", here=True)
@_place
@_slot
@click.argument("file", default="-")
@dry_run_option
@force_option
@click.option("--format", "form", type=click.Choice(["ini", "json"]), help="Of the file; by its name, where left out.")
@key_option
def export(
    place: Path, slot: str, file: str, form: str | None, dry_run: bool, key_file: Path | None, force: bool
) -> int:
    """Write a save into FILE: as it is (ini), or as JSON; - prints it."""
    if Path(file).is_dir():
        raise Misuse(f"{file} is a folder", hint="name the file to write")
    form = form or ("json" if file.lower().endswith(".json") else "ini")
    with store_at(place, key=read_key(key_file)) as store:
        save = store.read(slot)
        data = store.data(slot)
    if form == "json":
        data = to_json(save).encode()
    if file == "-":  # byte for byte, but for a terminal, which would do what a stranger's text says
        click.echo(data.decode("utf-8", "replace") if sys.stdout.isatty() else data, nl=False)
        return OK
    if dry_run:
        put(Path(file), data, force=force, dry_run=True)
        return OK
    write(Path(file), data, force=force)
    click.echo(f"wrote {Path(file).name}, {len(data):,} bytes")
    return OK


@save_group.command("import", here=True)
@_place
@_slot
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@_dry_run
@key_option
@json_option
def import_command(place: Path, slot: str, file: Path, dry_run: bool, key_file: Path | None, as_json: bool) -> int:
    """Put a save from FILE, an ini or JSON, into a slot; another save that is there is set aside."""
    save, key = read_file(file), read_key(key_file)
    if file.suffix.lower() != ".json":
        check_unsigned(file.name, file.read_bytes(), key)
    with store_at(place, key=key, clock=as_dated(save)) as store:
        check_slot_unsigned(store, slot, key)
        kept = None if dry_run else store.write(slot, save)
    if as_json:
        plain.print_json({"slot": slot, "sections": len(save), "kept": kept, "written": not dry_run})
        return OK
    click.echo(f"{slot} {'would hold' if dry_run else 'holds'} {file.name}, {len(save)} sections")
    if kept is not None:
        click.echo(f"what was there is now {kept}")
    return OK
