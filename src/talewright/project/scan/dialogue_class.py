"""Dialogue classes: the five settings of the tag layout, which class a file has, and how its tags are called then.

Libretto declares the settings on its dialogue class and lets every base class override them; here a class is a record,
``[Bark DialogueClass]``, in any ini of the project. A file chooses its class by the file hashtag ``#class:Bark``, or
the class chooses its files by ``Folder=``; else it has the default class: that with ``Default=True``, or Libretto's.
A class derives from another by ``Base=``: what its own sections do not say, its base says.

Settings that no tag can be made of are one finding at their place in the ini (`check_classes`). Whoever goes on all the
same, to find the rest, goes on with the default in their place: no element repeats what is wrong with its class.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from talewright.config import IniDocument, Records
from talewright.diagnostics import Report, Span
from talewright.errors import NotFound
from talewright.names import FoldedDict, did_you_mean, fold
from talewright.project.scan.listing import FOLDER
from talewright.tags import is_valid, oddities, repair


@dataclass(frozen=True)
class DialogueClass:
    """One record ``[Name DialogueClass]``; the defaults are Libretto's.

    Attributes:
        name: the record's name; empty for the default class.
        TagRoot: the root under which every tag of the dialogue is placed.
        AssetPrefix: begins the names of the files, and is no part of the dialogue's name.
        ChoiceTagPrefix: begins the segment of a choice, before its id.
        ReplyTagPrefix: begins the segment of a reply, before its id.
        SelectorsTagRoot: the segment under which group selectors are placed.
        Folder: files below this folder, relative to the project, have this class.
        AssetRoot: begins the paths of the cooked index, so that Unreal finds its assets: with ``/Game`` the row of
            ``Dialogues/D_Smith.yarn`` leads to ``/Game/Dialogues/D_Smith.D_Smith``; empty: to the file.
        Base: the class whose settings hold where this one has none; ``Folder`` and ``Default`` are not handed down.
        Default: whether files that choose no class, and that no class chooses, have this one.

    >>> DialogueClass().TagRoot
    'Libretto.Dialogues'
    """

    name: str = ""
    TagRoot: str = "Libretto.Dialogues"
    AssetPrefix: str = "D_"
    ChoiceTagPrefix: str = "Choice_"
    ReplyTagPrefix: str = "Reply_"
    SelectorsTagRoot: str = "SubdialogueSelectors"
    Folder: str = ""
    AssetRoot: str = ""
    Base: str = ""
    Default: bool = False


@dataclass(frozen=True, slots=True)
class TagLayout:
    """The tags of one dialogue: from its elements to their names, with no file, registry or count.

    The layout is the third source document's, to the letter (Libretto, "Comment les tags sont générés"):

        <TagRoot>.<Dialogue>
        <TagRoot>.<Dialogue>.<Subdialogue>                     also the sub-dialogue's unique selector
        <TagRoot>.<Dialogue>.<SelectorsTagRoot>.<Name>         a group selector, shared by several sub-dialogues
        <TagRoot>.<Dialogue>.<ChoiceTagPrefix><id>
        <TagRoot>.<Dialogue>.<ChoiceTagPrefix><id>.<ReplyTagPrefix><id>

    A choice hangs under its dialogue, not under its sub-dialogue, so that it can move between sub-dialogues and keep
    its tag.

    >>> layout = TagLayout("Smith", DialogueClass())
    >>> layout.root
    'Libretto.Dialogues.Smith'
    >>> layout.reply("need", "sword")
    'Libretto.Dialogues.Smith.Choice_need.Reply_sword'
    """

    dialogue: str
    cls: DialogueClass

    @property
    def root(self) -> str:
        """The tag of the dialogue."""
        return f"{self.cls.TagRoot}.{self.dialogue}"

    def subdialogue(self, name: str) -> str:
        """The tag of a sub-dialogue."""
        return f"{self.root}.{name}"

    def selector(self, name: str) -> str:
        """The tag of a group selector."""
        return f"{self.root}.{self.cls.SelectorsTagRoot}.{name}"

    def choice(self, choice_id: str) -> str:
        """The tag of a choice."""
        return f"{self.root}.{self.cls.ChoiceTagPrefix}{choice_id}"

    def reply(self, choice_id: str, reply_id: str) -> str:
        """The tag of a reply."""
        return f"{self.choice(choice_id)}.{self.cls.ReplyTagPrefix}{reply_id}"


_HANDED_DOWN = ("TagRoot", "AssetPrefix", "ChoiceTagPrefix", "ReplyTagPrefix", "SelectorsTagRoot", "AssetRoot")
"""The settings that a base hands down."""


def dialogue_classes(records: Records) -> Mapping[str, DialogueClass]:
    """Return the dialogue classes of a project, each with what its bases say.

    Args:
        records: of the project; `DialogueClass` is known to them.

    >>> from talewright.config import IniDocument, Records
    >>> text = b"[Quiet DialogueClass]\\nTagRoot=Quiet\\n[Bark DialogueClass]\\nBase=Quiet\\nReplyTagPrefix=R_\\n"
    >>> records = Records([IniDocument.parse(text, "G.ini")], known=(DialogueClass,))
    >>> bark = dialogue_classes(records)["Bark"]
    >>> bark.TagRoot, bark.ReplyTagPrefix
    ('Quiet', 'R_')
    """
    known = records[DialogueClass]
    return FoldedDict((name, _derived(known, records, name)) for name in known)


def _derived(known: Mapping[str, DialogueClass], records: Records, name: str) -> DialogueClass:
    said: dict[str, object] = {}
    chain = _chain(known, name)
    for one in chain if len(chain) > 1 else ():
        written = records.written(DialogueClass, one)
        for key in _HANDED_DOWN:
            if fold(key) in written:
                said.setdefault(key, getattr(known[one], key))
    return replace(known[name], **said)  # type: ignore[arg-type]


def _chain(known: Mapping[str, DialogueClass], name: str) -> list[str]:
    """Return a class and its bases, the nearest first; it ends before a base that is unknown or there already."""
    chain = [name]
    while (base := known[chain[-1]].Base) in known and fold(base) not in map(fold, chain):
        chain.append(base)
    return chain


def class_of(path: str, file_tags: Iterable[str], classes: Mapping[str, DialogueClass]) -> DialogueClass:
    """Choose the class of a dialogue file.

    Args:
        path: the file, relative to the project, with forward slashes.
        file_tags: its file hashtags without the ``#``.
        classes: the project's records.

    Raises:
        NotFound: the file asks for a class that no ini declares.

    >>> bark = DialogueClass("Bark", Folder="Dialogues/Barks")
    >>> class_of("Dialogues/Barks/D_Cat.yarn", (), {"Bark": bark}).name
    'Bark'
    """
    for tag in file_tags:
        if tag.startswith("class:"):
            wanted = tag[len("class:") :]
            if wanted not in classes:
                near = did_you_mean(wanted, classes)
                raise NotFound(
                    f"no ini declares the dialogue class {wanted!r}",
                    hint=near or f"add [{wanted} DialogueClass] to an ini",
                )
            return usable(classes[wanted])
    # The nearest folder wins, so that a class for Barks/ can stand inside one for all of Dialogues/.
    best, depth = default_of(classes), 0
    for candidate in classes.values():
        folder = PurePosixPath(candidate.Folder)
        if candidate.Folder and PurePosixPath(path).is_relative_to(folder) and len(folder.parts) > depth:
            best, depth = candidate, len(folder.parts)
    return usable(best)


def default_of(classes: Mapping[str, DialogueClass]) -> DialogueClass:
    """Return the class of dialogues that choose none: the project's (``Default=True``), or Libretto's."""
    return next((cls for cls in classes.values() if cls.Default), DialogueClass())


@functools.lru_cache(maxsize=256)
def usable(cls: DialogueClass) -> DialogueClass:
    """Return a class with the default in place of each setting that no tag can be made of.

    >>> usable(DialogueClass("Bark", TagRoot="Bad..Root", ReplyTagPrefix="R_")) == DialogueClass(
    ...     "Bark", ReplyTagPrefix="R_")
    True
    """
    found = cls
    for key in _faults(cls):
        found = replace(found, **{key: getattr(DialogueClass, key)})
    if _meet(found):
        found = replace(found, ChoiceTagPrefix=DialogueClass.ChoiceTagPrefix)
    return found


def check_classes(classes: Mapping[str, DialogueClass], documents: Iterable[IniDocument], report: Report) -> None:
    """Report every setting of a dialogue class that cannot be used, once, where it is written.

    Args:
        classes: the project's records.
        documents: the ini files that they come from, later ones overriding earlier ones.
        report: gets the findings.
    """
    listed = list(documents)
    first = next((cls.name for cls in classes.values() if cls.Default), "")
    for cls in classes.values():
        if cls.Default and cls.name != first:
            message = f"Default=True of the dialogue class {cls.name}: {first} is the default class already"
            report.add("TW-PROJ-20", "error", message, "keep it in one class", _place(cls.name, "Default", listed))
        if fault := _fault_of_base(classes, cls):
            message = f"Base={cls.Base} of the dialogue class {cls.name} {fault[0]}"
            report.add("TW-PROJ-20", "error", message, fault[1], _place(cls.name, "Base", listed))
        base = classes.get(cls.Base)
        for key, (why, hint) in _faults(cls).items():
            if base is not None and getattr(base, key) == getattr(cls, key) and key in _faults(base):
                continue  # said where the base says it
            message = f"{key}={getattr(cls, key)} of the dialogue class {cls.name} {why}"
            report.add("TW-PROJ-20", "error", message, hint, _place(cls.name, key, listed))
        folder = PurePosixPath(cls.Folder)
        if cls.Folder and ("\\" in cls.Folder or folder.parts[:1] != (FOLDER,)):
            message = f"no dialogue is below Folder={cls.Folder} of the dialogue class {cls.name}"
            hint = f"write it from the project on, with forward slashes: Folder={FOLDER}/{cls.name}s"
            report.add("TW-PROJ-20", "warning", message, hint, _place(cls.name, "Folder", listed))


def _fault_of_base(classes: Mapping[str, DialogueClass], cls: DialogueClass) -> tuple[str, str] | None:
    """Return what is wrong with the base of a class, and what to do."""
    if not cls.Base:
        return None
    if cls.Base not in classes:
        near = did_you_mean(cls.Base, classes)
        return "is declared by no ini", near or f"add [{cls.Base} DialogueClass] to an ini, or take Base= out"
    chain = _chain(classes, cls.name)
    if fold(classes[chain[-1]].Base) == fold(cls.name):
        return f"leads back to it: {', '.join([*chain, cls.name])}", "let one of them have no base"
    return None


def _faults(cls: DialogueClass) -> dict[str, tuple[str, str]]:
    """Return what is wrong with the settings: why, and what to write."""
    found: dict[str, tuple[str, str]] = {}
    for key, example in _SEGMENTS.items():
        value = getattr(cls, key)
        why = _fault_of_segment(value)
        if not value and key == "SelectorsTagRoot":
            why = "is empty, and group selectors need a segment of their own"
        if why:
            found[key] = why, f"write letters, digits, - and _ only: {key}={example}"
    why = _fault_of_root(cls.TagRoot)
    if why:
        better = repair(cls.TagRoot)
        if better is None or _fault_of_root(better):
            better = f"{DialogueClass.TagRoot.partition('.')[0]}.{cls.name}s"
        found["TagRoot"] = why, f"write segments joined by dots: TagRoot={better}"
    if "/" in cls.AssetPrefix or "\\" in cls.AssetPrefix:
        found["AssetPrefix"] = "begins no file's name", f"a folder is chosen by Folder=: AssetPrefix={cls.name[:1]}_"
    if cls.AssetRoot and (not cls.AssetRoot.startswith("/") or cls.AssetRoot.rstrip("/") != cls.AssetRoot.strip()):
        found["AssetRoot"] = (
            "begins no asset's path",
            "write it as Unreal does, with no slash at its end: AssetRoot=/Game",
        )
    if not found.keys() & _SEGMENTS.keys() and _meet(cls):
        own = "ChoiceTagPrefix" if cls.SelectorsTagRoot == DialogueClass.SelectorsTagRoot else "SelectorsTagRoot"
        why = f"does not keep the selectors ({cls.SelectorsTagRoot}) apart from the choices ({cls.ChoiceTagPrefix}...)"
        found[own] = why, f"let no selector begin as a choice does: {own}={getattr(DialogueClass, own)}"
    return found


_SEGMENTS = {"ChoiceTagPrefix": "Choice_", "ReplyTagPrefix": "Reply_", "SelectorsTagRoot": "Selectors"}
"""Settings that are a part of one segment, and what could be written."""


def _fault_of_segment(value: str) -> str:
    if "." in value:
        return "holds a dot, and the tags below it would be one level too deep"
    if value != value.strip():
        return "begins or ends with a blank"
    return "holds what no tag can hold" if "=" in value or not is_valid(f"A{value}") else ""


def _fault_of_root(value: str) -> str:
    if not value:
        return "is empty, and every tag needs a root"
    if value != value.strip():
        return "begins or ends with a blank"
    if not is_valid(value) or "=" in value or not (value[0].isalnum() or value[0] == "_"):
        return "can be no tag"
    return f"cannot begin tags: {odd[0]}" if (odd := oddities(value)) else ""


def _meet(cls: DialogueClass) -> bool:
    """Whether a group selector could get the tag of a choice."""
    return bool(cls.ChoiceTagPrefix) and fold(cls.SelectorsTagRoot).startswith(fold(cls.ChoiceTagPrefix))


def _place(name: str, key: str, documents: list[IniDocument]) -> Span:
    """Return the place of the line that decides a setting; that of the section where no line does."""
    place: Span | None = None
    for document in documents:
        for section in document.section_names():
            own, _, cls = fold(section).rpartition(" ")
            if own.strip() == fold(name) and cls == "dialogueclass":
                entries = [entry for entry in document.entries(section) if fold(entry.key) == fold(key)]
                place = entries[-1].span if entries else place or document.section_span(section)
    return place or Span("Config")
