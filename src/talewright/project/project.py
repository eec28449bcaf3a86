"""`Project`: a folder read whole; what authors wrote, immutable, shared by any number of games.

Opening goes one way: layers, code module, records, dialogues, bind, tags, and the registry closes; then one error with
every finding, or a project. `check` goes the same way without running the code module. Cooking is the reverse edge: it
writes the two generated files, and a project opened with ``cooked=True`` starts from them and reads no dialogue until
one is played.
"""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Self

from talewright.config import ConfigTree, LayerPlan, Records
from talewright.diagnostics import Report, Severity
from talewright.dialogue import Program, compile
from talewright.errors import InvalidName, MissingFolder, Misuse, NotFound, ProjectError
from talewright.names import did_you_mean, fold
from talewright.project import cook as cooking
from talewright.project.code import SCRIPTS, Code, CodeNames, collect, find_module, names_of, read_names
from talewright.project.dialogue_class import DialogueClass
from talewright.project.generate import GeneratedTag, tags_of
from talewright.project.identity import Identity, identify
from talewright.project.inis import check_structs, read_inis
from talewright.project.layout import TagLayout
from talewright.project.lock import read_lock
from talewright.project.scan import FOLDER, DialogueFile, read_dialogue, scan
from talewright.project.settings import ProjectSettings, read_settings
from talewright.project.tag_sources import tags_from_sources
from talewright.project.trace import trace
from talewright.project.twins import check_twins
from talewright.rpg import Item
from talewright.tags import RedirectRow, TagRegistry, load_tag_folder, parents_of

HOST_FUNCTIONS = frozenset({"plays", "selected"})
"""Functions that a running game offers to every dialogue (dialogue.md section 4.2, rule 6)."""

HOST_COMMANDS = frozenset({"wait"})
"""Commands that are a convention of many Yarn scripts, so that no check complains of them."""


@dataclass(frozen=True)
class _Dialogues:
    """What the dialogues of a project come to: read at once, or when the first one is played."""

    files: Mapping[str, DialogueFile]
    program: Program


class Project:
    """What authors wrote.

    Attributes:
        folder: where it lies, or None for the empty project.
        settings: the section ``[Project]``.
        config: the layers of its settings.
        records: the records of every ini.
        tags: the closed registry of its tags.
        code: what its code module declares.
        report: what opening it found that is no error.
        cooked: whether its tags came from the export.
        keys: what the element of each tag is known by, whatever its tag becomes.
    """

    def __init__(
        self,
        folder: Path | None,
        *,
        settings: ProjectSettings,
        config: ConfigTree,
        records: Records,
        tags: TagRegistry,
        code: Code,
        report: Report,
        index: Mapping[str, str],
        keys: Mapping[str, str],
        dialogues: _Dialogues | None,
    ) -> None:
        self.folder = folder
        self.settings = settings
        self.config = config
        self.records = records
        self.tags = tags
        self.code = code
        self.report = report
        self.cooked = dialogues is None
        self.keys = keys
        self._tags_by_key = {key: tag for tag, key in keys.items()}
        self._index = {fold(tag): path for tag, path in index.items()}
        self._dialogues = dialogues
        self._loading = threading.Lock()
        self._opened_with: str | ModuleType | None = None

    @classmethod
    def open(cls, folder: Path | str, *, code: str | ModuleType | None = None, cooked: bool = False) -> Self:
        """Open a project.

        Args:
            folder: any folder with ``Config/`` or ``Dialogues/``.
            code: the code module, or its name (``__name__``); None: the folder's ``scripts.py``, if there is one.
            cooked: start from the export of ``cook``: no dialogue is scanned.

        Raises:
            MissingFolder: there is no such folder, or it is no project.
            ProjectError: something in it is wrong; the report has every finding.
        """
        root = _check_folder(folder)
        report = Report()
        declared = collect(find_module(root, code), report)
        project = cls._read(root, declared, names_of(declared), report, cooked=cooked)
        project._opened_with = code
        return project

    def reopened(self) -> Self:
        """Open the same folder again, as it is now.

        Raises:
            Misuse: the project has no folder.
            MissingFolder: the folder is gone.
            ProjectError: something in it is wrong.
        """
        return self.open(self._folder("be opened again"), code=self._opened_with, cooked=self.cooked)

    @classmethod
    def empty(cls, *, code: str | ModuleType | None = None) -> Self:
        """Give the project of a game without a folder: it has what its code declares, and nothing else."""
        report = Report()
        declared = collect(find_module(None, code), report)
        return cls._read(None, declared, names_of(declared), report, cooked=False)

    @classmethod
    def check(cls, folder: Path | str) -> Report:
        """Report everything that opening would find, without running the project's code.

        Raises:
            MissingFolder: there is no such folder, or it is no project.
        """
        root = _check_folder(folder)
        report = Report()
        scripts = root / SCRIPTS
        names = CodeNames()
        if scripts.is_file():
            names = read_names(scripts.read_text(encoding="utf-8"), SCRIPTS, report)
        try:
            return cls._read(root, Code(), names, report, cooked=False).report
        except ProjectError as error:
            return error.report

    @classmethod
    def _read(cls, folder: Path | None, code: Code, names: CodeNames, report: Report, *, cooked: bool) -> Self:
        config = ConfigTree(plan=_authored(folder))
        documents = read_inis(folder, report)
        settings = read_settings(config, report)
        records = Records(documents, known=(DialogueClass, Item, *_record_classes(code)))
        report += [d for d in records.report if d not in report]
        for document in documents:
            check_structs(document, report)
        tags = TagRegistry()
        index: Mapping[str, str]
        keys: Mapping[str, str]
        redirects: tuple[RedirectRow, ...]
        dialogues: _Dialogues | None = None
        if folder is not None:
            report += load_tag_folder(tags, folder / "Config")
        if cooked and folder is not None:
            export = cooking.read_export(folder)
            index, keys = export.index, export.keys
            tags.register_rows(export.tags)
            redirects = export.redirects
        else:
            dialogues = _read_dialogues(folder, records[DialogueClass], names, report)
            index = {d.layout.root: d.path for d in dialogues.files.values()}
            for tag in _generate(dialogues, code, records, report):
                _register(tags, tag, report)
            identity = _identify(folder, dialogues, report, severity="warning")
            keys, redirects = identity.keys, tuple(identity.redirects)
        for redirect in redirects:
            tags.redirect(redirect.old, redirect.new, source=redirect.span)
        tags.close()
        report += tags.report
        if report.errors:
            raise ProjectError(report=report.sorted())
        return cls(
            folder,
            settings=settings,
            config=config,
            records=records,
            tags=tags,
            code=code,
            report=report.sorted(),
            index=index,
            keys=keys,
            dialogues=dialogues,
        )

    @property
    def name(self) -> str:
        """What people call the game: its setting, or the folder's name."""
        return self.settings.Name or (self.folder.resolve().name if self.folder else "")

    @property
    def program(self) -> Program:
        """The compiled dialogues; a cooked project reads them when this is first asked for."""
        return self._loaded().program

    @property
    def dialogues(self) -> Mapping[str, DialogueFile]:
        """The dialogues by name; a cooked project reads them when this is first asked for."""
        return self._loaded().files

    def layout(self, dialogue: str) -> TagLayout:
        """Give the tag layout of a dialogue.

        Raises:
            NotFound: no dialogue has this name.
        """
        files = self.dialogues
        if dialogue not in files:
            raise NotFound(f"no dialogue is called {dialogue!r}", hint=did_you_mean(dialogue, files))
        return files[dialogue].layout

    def dialogue_path(self, tag: str) -> str | None:
        """Give the file of the dialogue that a tag belongs to, relative to the project; no dialogue is loaded for it.

        A deeper tag belongs to its nearest indexed ancestor.
        """
        for name in (tag, *parents_of(tag)):
            path = self._index.get(fold(name))
            if path is not None:
                return path
        return None

    def full_tag(self, tag: str) -> str:
        """Give the whole name of a tag that may be written without its TagRoot ("Smith.Choice_need")."""
        if tag not in self.tags:
            for root in self._index:
                head, _, _ = root.rpartition(".")
                if f"{head}.{tag}" in self.tags:
                    return self.tags.tag(f"{head}.{tag}").name
        return tag

    def generated_tags(self) -> list[GeneratedTag]:
        """Give the tags that the dialogues and the project's own sources generate."""
        return _generate(self._loaded(), self.code, self.records, Report())

    def cook(self) -> list[Path]:
        """Write the export of a packaged game: the tag list, the tag-to-dialogue index and the lock.

        Raises:
            Misuse: the project has no folder.
            ProjectError: a file at one of the places was not generated, or a retired tag is claimed anew.
        """
        folder = self._folder("cook")
        files, report = self._rendered(folder)
        if report.errors:
            raise ProjectError(report=report)
        return cooking.write(folder, files)

    def drift(self) -> Report:
        """Report what `cook` would change, and what keeps it from cooking; empty when the export is right."""
        folder = self._folder("look for drift")
        files, report = self._rendered(folder)
        return Report([*report.errors, *cooking.drift(folder, files)])

    def _rendered(self, folder: Path) -> tuple[dict[str, bytes], Report]:
        report = Report()
        identity = _identify(folder, self._loaded(), report, severity="error")
        return cooking.render(self.generated_tags(), self.dialogues.values(), identity), report

    def tag_of_key(self, key: str) -> str | None:
        """Give the tag of the element with a key: a save finds its counts by it, whatever the tag was then."""
        return self._tags_by_key.get(key)

    def _folder(self, what: str) -> Path:
        if self.folder is None:
            raise Misuse(f"a project without a folder cannot {what}", hint="open one with Project.open(folder)")
        return self.folder

    def _loaded(self) -> _Dialogues:
        if self._dialogues is None:
            with self._loading:  # many games share a project, perhaps from several threads
                if self._dialogues is None:
                    self._dialogues = self._load_indexed()
        return self._dialogues

    def _load_indexed(self) -> _Dialogues:
        folder = self._folder("load its dialogues")
        report = Report()
        classes = self.records[DialogueClass]
        found = [read_dialogue(folder, path, classes, report) for path in self._index.values()]
        files = {d.name: d for d in found if d is not None}
        cooking.check_unchanged(folder, files.values(), report)
        loaded = _compile(files, names_of(self.code), report)
        if report.errors:
            raise ProjectError(report=report.sorted())
        return loaded


def _check_folder(folder: Path | str) -> Path:
    root = Path(folder)
    try:
        root.stat()
    except FileNotFoundError:
        pass
    except (OSError, ValueError) as error:  # a name too long, a NUL in it, no right to look
        raise MissingFolder(
            f"the folder {str(folder)[:80]!r} cannot be opened: {error}", hint="name the project's folder"
        ) from error
    if root.is_file():
        raise MissingFolder(
            f"{str(folder)!r} is a file", hint="name the project's folder, which holds Config/ or Dialogues/"
        )
    if not root.is_dir():
        raise MissingFolder(f"there is no folder {str(folder)!r}", hint="name the project's folder")
    if not (root / "Config").is_dir() and not (root / FOLDER).is_dir():
        raise MissingFolder(f"the folder {str(folder)!r} is no project", hint="a project has Config/ or Dialogues/")
    return root


def _record_classes(code: Code) -> list[type]:
    """Records are frozen dataclasses; what is not frozen is a message or settings."""
    classes = [cls for cls in code.classes.values() if dataclasses.is_dataclass(cls)]
    return [cls for cls in classes if getattr(cls, "__dataclass_params__").frozen]  # noqa: B009


def _authored(folder: Path | None) -> LayerPlan:
    """Give the layers of a project without the Saved one: a player's file is no matter of what authors wrote."""
    if folder is None:
        return LayerPlan()
    whole = LayerPlan.project(folder)
    return LayerPlan(whole.layers[:1], whole.folders, labels=whole.labels)


def _read_dialogues(
    folder: Path | None, classes: Mapping[str, DialogueClass], names: CodeNames, report: Report
) -> _Dialogues:
    files = {d.name: d for d in scan(folder, classes, report)} if folder is not None else {}
    return _compile(files, names, report)


def _compile(files: Mapping[str, DialogueFile], names: CodeNames, report: Report) -> _Dialogues:
    # A command is a @command function or a message that some script handles. Without code nothing can be said.
    known = names.commands | names.handled | HOST_COMMANDS
    commands = None if names.open_ended or not names.present else known
    program = compile([d.source for d in files.values()], commands=commands, functions=names.functions | HOST_FUNCTIONS)
    report += program.report
    check_twins(program, report)
    return _Dialogues(MappingProxyType(dict(files)), program)


def _generate(dialogues: _Dialogues, code: Code, records: Records, report: Report) -> list[GeneratedTag]:
    generated = tags_of(dialogues.program, dialogues.files.values(), report)
    return generated + tags_from_sources(code, records, generated, report)


def _identify(folder: Path | None, dialogues: _Dialogues, report: Report, *, severity: Severity) -> Identity:
    lock = read_lock(folder, report) if folder is not None else []
    identity = identify(trace(dialogues.program, dialogues.files.values(), report), lock, severity)
    report += identity.report
    return identity


def _register(tags: TagRegistry, tag: GeneratedTag, report: Report) -> None:
    try:
        tags.register(tag.name, tag.comment, source=tag.span)
    except InvalidName as error:
        report.add("TW-PROJ-09", "error", error.message, error.hint, tag.span)
