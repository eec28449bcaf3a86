"""Giving a tag another name everywhere at once: a plan of edits, looked at first, then done whole or not at all.

What declares the tag gets the new name: a row of a tag file, or the element of a dialogue that the tag is generated
from (the title of a node, ``#choice:``, ``#line:``, a selector, the name of the file), which keeps the old name in
``formerly:`` or ``#was:``, so that the next cook carries the counts of saves along. So does everything that uses it:
every use that `project_uses` finds, saves apart, which redirects heal. A generated tag can change its own segment
alone; what stands above it belongs to others, and the prefixes to its class.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from talewright.config.text import decode
from talewright.diagnostics import Diagnostic, Report, Span
from talewright.dialogue import Element
from talewright.errors import AlreadyExists, NotFound, TagError
from talewright.names import did_you_mean, fold
from talewright.project.cook import TAG_LIST
from talewright.project.edits.edit_plan import EditPlan, FileEdit
from talewright.project.edits.proof import prove
from talewright.project.edits.renamed_element import rename_element, retire, segment_of
from talewright.project.edits.texts import Texts, unchanged
from talewright.project.identity import LOCK, Locked, read_lock, render_lock
from talewright.project.opening import engine_of
from talewright.project.scan import SUFFIX, Scanned, as_folder, element_tag
from talewright.project.uses import NOT_SEARCHED, TagUse, TagUses, find_other_uses, find_tag_uses
from talewright.tags import LIST_SECTION, TagFolder, check


@dataclass
class RenamePlan(EditPlan):
    """What a rename changes; nothing is written before `write`.

    Attributes:
        names: old tag and new tag, of every tag that changes.
        uses: those that get the new name.
    """

    names: dict[str, str] = field(default_factory=dict)
    uses: list[TagUse] = field(default_factory=list)


def plan_rename(
    folder: Path | str,
    old: str,
    new: str,
    *,
    subtree: bool = False,
    release: bool = False,
    found: TagUses | None = None,
) -> RenamePlan:
    """Plan to give a tag another name.

    A former name that leads to the new one already was renamed by hand, or in its source: then what still says it gets
    the new name, and nothing else changes. A file of the project that could not be searched is an error among the
    notes, and nothing is written: what it says would be left behind.

    Args:
        folder: of the project.
        old: the tag; one that is generated may be written without its TagRoot.
        new: its new name, written as the old one is.
        subtree: of a tag in a tag file: everything under it, too. What is generated under a dialogue or a choice always
            moves with it.
        release: take the name though something else had it: its redirect, its ``formerly:`` or ``#was:``, and what the
            lock knows of it go, so saves that mean it will mean this one.
        found: the uses of the project's tags, where they were looked for just now.

    Raises:
        NotFound: nothing has the old name, or it is a former name of something else; the message says of what.
        AlreadyExists: something has the new name.
        InvalidName: the new name can be no tag.
        TagError: the tag cannot have this name: see the header of this file; it has it already; the project would not
            open afterwards; or a file is another than when `found` was looked for.
        MissingFolder: there is no such folder.
    """
    folder = as_folder(folder)
    if found is None:
        found = find_tag_uses(folder)
    else:
        for path, digest in found.digests.items():
            unchanged(folder, path, digest)
    check(new)
    plan = RenamePlan(folder)
    former = _former(found, old)
    if former is not None:
        _repair(plan, found, former, old, new, subtree=subtree)
        _finish(plan, found)
        return plan
    now = found.find(old)
    if now is not None and new in (now.name, found.short(now.name)):
        raise TagError(f"{now.name} has this name already", hint="give another one; letter case counts")
    target = _generated(found, old)
    texts = Texts(folder, found.digests)
    moves: dict[str, str] = {}
    own = ""
    if target is None:
        _rename_listed(plan, folder, found, old, new, subtree=subtree, release=release)
        inside = {file.path for file in plan.files}
    else:
        dialogue, element = target
        own = element_tag(dialogue.layout, element)
        segment = segment_of(own, old, new, dialogue, element)
        plan.names = _names(found, own, f"{own.rpartition('.')[0]}.{new.rpartition('.')[2]}")
        retire(texts, found.scan, element, segment, release=release)
        rename_element(texts, moves, found.scan, dialogue, element, segment)
        inside = set()
        _unlock(plan, found, release=release)
    by_key = {fold(before): after for before, after in plan.names.items()}
    for use in found.uses:
        renamed = by_key.get(fold(use.tag))
        if renamed is None or use.span.file in inside or use.kind == "save" or not use.known:
            continue
        if use.old and use.kind != "redirect" and _says(found, use, renamed):
            continue  # it said the name before that one, which comes back
        if use.old or use.kind == "redirect":
            back = use.old and fold(use.name) == fold(renamed)
            message, hint = f"still says {use.name}", "delete the row: the tag has this name again"
            plan.notes.add("TW-REF-05", "information", message, hint if back else "a redirect leads on", use.span)
            continue
        _replace(plan, texts, found, use, use.tag, renamed)
    _note_others(plan, found, own)
    plan.files += texts.edits(moves)
    _finish(plan, found)
    return plan


def _finish(plan: RenamePlan, found: TagUses) -> None:
    """Note what was not searched, and prove the plan, if it may be written at all."""
    plan.notes[:0] = [_stops(plan.folder, finding) for finding in found.report if finding.code == NOT_SEARCHED]
    if not plan.notes.errors:
        prove(plan, plan.names, (tag for dialogue in found.scan.dialogues for tag in _tags(dialogue)))


def _stops(folder: Path, finding: Diagnostic) -> Diagnostic:
    """Return the finding of a file that was not searched as what stops a rename; of a save as it is."""
    name = fold(finding.span.file)
    own = name.startswith("config/") or name.endswith((SUFFIX, ".py")) or (folder / finding.span.file).is_dir()
    if not own:
        return finding
    return replace(finding, severity="error", hint="mend the file, or move it out of the project; then rename again")


def _says(found: TagUses, use: TagUse, tag: str) -> bool:
    """Whether the text of a use is a name of a tag, however long."""
    if use.kind == "jump" or "." not in use.name:
        return use.name == tag.rpartition(".")[2]
    return any(fold(whole) == fold(tag) for whole in found.wholes(use.name))


def _replace(plan: RenamePlan, texts: Texts, found: TagUses, use: TagUse, old: str, new: str) -> None:
    written = _written(found, use, old, new)
    if written is None:
        plan.notes.add("TW-REF-05", "warning", f"still says {use.name}", f"write {new} by hand", use.span)
    else:
        plan.uses.append(use)
        texts.replace(use.span, written)


def _written(found: TagUses, use: TagUse, old: str, new: str) -> str | None:
    """Return the new text of a use that says the old name, as long or short as that one is."""
    if use.kind == "jump" or (use.kind == "selector" and "." not in use.name):
        return new.rpartition(".")[2]
    if fold(use.name) == fold(old):
        return new
    if all(fold(whole) != fold(old) for whole in found.wholes(use.name)):
        # <<select Smith.Gossip>> names a group selector of another dialogue, whose tag has one part more
        return f"{_dialogue_of(found, new)}.{new.rpartition('.')[2]}" if use.kind == "selector" else None
    return found.short(new)


def _dialogue_of(found: TagUses, tag: str) -> str:
    return found.short(tag).partition(".")[0]


def _note_others(plan: RenamePlan, found: TagUses, own: str) -> None:
    """Note what a plan leaves alone: files that nothing here understands, and words that may mean what is renamed.

    Args:
        plan: gets the notes.
        found: the uses.
        own: the generated tag whose own segment changes; empty: none does.
    """
    by_key = {fold(before): after for before, after in plan.names.items()}
    for use in find_other_uses(plan.folder, found, plan.names):
        renamed = by_key.get(fold(use.tag))
        if renamed is not None and not _says(found, use, renamed):
            hint = f"write {renamed} by hand"
            plan.notes.add("TW-REF-05", "warning", f"still says {use.name}", hint, use.span)
    for use in found.perhaps if own else ():
        if fold(use.tag) == fold(own) and not use.old:
            hint = f"if it does, write {found.short(by_key[fold(own)])} by hand"
            message = f"{use.name} may mean {own}"
            plan.notes.add("TW-REF-07", "warning", message, hint, use.span)


# Former names


def _former(found: TagUses, old: str) -> str | None:
    """Return the whole former name that a text is; None where it is a tag of today, or none."""
    now = found.find(old)
    wholes = found.wholes(old)
    if now is None or now.key in map(fold, wholes):
        return None
    return next(name for name in wholes if found.tags.find(name) is not None)


def _repair(plan: RenamePlan, found: TagUses, former: str, old: str, new: str, *, subtree: bool) -> None:
    """Write the new name where something still says a former one."""
    now = found.tags.tag(former)
    wanted = found.find(new)
    if wanted is None or wanted.key != now.key or _former(found, new) is not None:
        short = found.short(now.name) if fold(old) != fold(former) else now.name
        hint = f"rename {short}; or give {short} as the new name, and what still says {old} gets it"
        raise NotFound(f"{old} is a former name of {now.name}", hint=hint)
    generated = fold(now.name) in {fold(tag) for d in found.scan.dialogues for tag in _tags(d)}
    inside = f"{fold(former)}."
    for row in found.tags.redirects.rows:
        end = found.tags.find(row.old)
        below = (subtree or generated) and fold(row.old).startswith(inside)
        if end is not None and (below or fold(row.old) == fold(former)) and fold(end.name) != fold(row.old):
            plan.names[row.old] = end.name
    texts = Texts(plan.folder, found.digests)
    by_key = {fold(name): end for name, end in plan.names.items()}
    for use in found.uses:
        if not use.old or use.kind in ("redirect", "save"):
            continue
        if use.kind == "jump" or (use.kind == "selector" and "." not in use.name):
            said = (name for name in plan.names if fold(name.rpartition(".")[2]) == fold(use.name))
        else:
            said = (name for name in map(fold, found.wholes(use.name)) if name in by_key)
        name = next((name for name in said if fold(by_key[fold(name)]) == fold(use.tag)), None)
        if name is not None:
            _replace(plan, texts, found, use, name, use.tag)
    for use in find_other_uses(plan.folder, found, dict.fromkeys(plan.names.values())):
        if any(fold(whole) in by_key for whole in found.wholes(use.name)):
            plan.notes.add("TW-REF-05", "warning", f"still says {use.name}", f"write {use.tag} by hand", use.span)
    for use in found.perhaps if generated else ():
        if use.old and fold(use.tag) == now.key and fold(former).endswith(fold(use.name)):
            message, hint = f"{use.name} may mean {now.name}", f"if it does, write {found.short(now.name)} by hand"
            plan.notes.add("TW-REF-07", "warning", message, hint, use.span)
    plan.files += texts.edits({})


def _tags(dialogue: Scanned) -> Iterator[str]:
    return (element_tag(dialogue.layout, element) for element in dialogue.elements)


# Tags of tag files


def _rename_listed(
    plan: RenamePlan, folder: Path, found: TagUses, old: str, new: str, *, subtree: bool, release: bool
) -> None:
    sources = " and ".join(map(str, found.sources))
    if old not in found.tags:
        stops = Report(_stops(folder, finding) for finding in found.report if finding.code == NOT_SEARCHED)
        if stops.errors:
            raise TagError(f"no tag is called {old} in what could be read", report=stops)
        hint = did_you_mean(old, (tag.name for tag in found.tags))
        if sources and not (hint and (folder / TAG_LIST).is_file()):
            hint = f"what a tag source gives ({sources}) is known here once the project was cooked"
        raise NotFound(f"no tag is called {old}", hint=hint)
    place = found.tags.source(old)
    if place is not None and place.file == TAG_LIST:
        redirect = f'GameplayTagRedirects=(OldTagName="{found.tags.tag(old).name}",NewTagName="{new}")'
        raise NotFound(
            f"{old} comes from a tag source in the code{f' ({sources})' if sources else ''}, and stands in no file",
            hint=f"change the record or the function that gives it; write {redirect} into Config/Tags/*.ini, below "
            f"[{LIST_SECTION}]; cook; then this command writes {new} wherever {old} is said",
        )
    others = [row for row in found.tags.rows() if _is_script(row.span)]
    editor = TagFolder(folder / "Config", others=others, engine=engine_of(folder))
    plan.names = editor.rename(old, new, subtree=subtree, release=release)
    plan.notes += editor.notes
    for file in editor.changed:
        if file.path is not None:
            before = None if file.on_disk is None else decode(file.on_disk, file.name)[0]
            shown = file.path.relative_to(folder).as_posix()
            plan.files.append(FileEdit(shown, file.on_disk, file.to_bytes(), before or "", file.text))


def _is_script(span: Span) -> bool:
    return span.file.endswith(SUFFIX)


# Tags of dialogues


def _generated(found: TagUses, name: str) -> tuple[Scanned, Element] | None:
    for dialogue in found.scan.dialogues:
        root = dialogue.layout.root
        short = root[len(dialogue.layout.cls.TagRoot) + 1 :]
        if not any(fold(name) == fold(head) or fold(name).startswith(f"{fold(head)}.") for head in (root, short)):
            continue
        full = name if fold(name).startswith(fold(root)) else f"{dialogue.layout.cls.TagRoot}.{name}"
        for element in dialogue.elements:
            if fold(element_tag(dialogue.layout, element)) == fold(full):
                return dialogue, element
    return None


def _names(found: TagUses, old: str, new: str) -> dict[str, str]:
    inside = f"{fold(old)}."
    names = {tag.name: new + tag.name[len(old) :] for tag in found.tags if fold(tag.name).startswith(inside)}
    names = {found.tags.tag(old).name: new, **names}
    for name in names.values():
        if name in found.tags and fold(name) not in map(fold, names) and found.tags.status(name) != "redirected":
            raise AlreadyExists(f"{name} is a tag already", hint="choose another name")
    return names


def _unlock(plan: RenamePlan, found: TagUses, *, release: bool) -> None:
    """Refuse names that the lock keeps for something else, or take them out of it (tags.md section 5.3, point 4)."""
    report = Report()
    lock = read_lock(plan.folder, report)
    old, new = set(map(fold, plan.names)), set(map(fold, plan.names.values()))
    kept: list[Locked] = []
    for entry in lock:
        now = None if entry.gone else found.tags.find(entry.tag)
        taken = [tag for tag in (entry.tag, *entry.former) if fold(tag) in new]
        if not taken or fold(entry.tag) in old or (now is not None and now.key in old):
            kept.append(entry)
        elif not release:
            what = "was deleted" if now is None else f"is {now.name} now"
            mean = "saves that mean it would mean this one"
            raise TagError(
                f"{taken[0]} belongs to a {entry.kind} that {what} ({entry.span}); {mean}",
                hint="choose another name, or release this one, if no save can hold it",
            )
        elif now is not None:
            kept.append(replace(entry, former=tuple(tag for tag in entry.former if fold(tag) not in new)))
    if kept != lock:
        if report:
            raise TagError(f"{LOCK} cannot be read whole, so no name is released", report=report)
        before, after = (plan.folder / LOCK).read_bytes(), render_lock(kept)
        plan.files.append(FileEdit(LOCK, before, after, before.decode(), after.decode()))
