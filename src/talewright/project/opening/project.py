"""`Project`: a folder read whole; what authors wrote, immutable, shared by any number of games.

Opening goes one way: layers, code module, records, dialogues, bind, tags, and the registry closes; then one error with
every finding, or a project. `check` goes the same way without running the code module. Cooking is the reverse edge: it
writes the generated files, and a project opened with ``cooked=True`` starts from them and reads a dialogue when it is
played.
"""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Self

from talewright.config import ConfigTree, LayerPlan, Records
from talewright.diagnostics import Diagnostic, Report
from talewright.dialogue import Program, outline_of
from talewright.errors import MissingFolder, Misuse, NotFound, ProjectError, path_of
from talewright.names import did_you_mean, fold
from talewright.project import cook as cooking
from talewright.project.code import Code, CodeNames, collect, find_module, loaded_names, names_of, read_folder
from talewright.project.identity import Locked, is_uid, shared_tags
from talewright.project.opening.checking import Checker
from talewright.project.opening.foreign import is_foreign, load_foreign
from talewright.project.opening.loading import (
    HOST_COMMANDS,
    HOST_FUNCTIONS,
    Around,
    Content,
    Dialogues,
    generated_tags,
    identity_of,
    load,
    load_export,
)
from talewright.project.opening.settings import (
    ProjectSettings,
    check_own_settings,
    check_rollback,
    read_settings,
    target_engine,
)
from talewright.project.scan import (
    FOLDER,
    DialogueClass,
    DialogueFile,
    GeneratedTag,
    Progress,
    Scan,
    TagLayout,
    check_classes,
    check_structs,
    dialogue_classes,
    own_tags,
    read_cache,
    read_inis,
    report_draft,
    scan_elements,
)
from talewright.project.uses import find_tag_uses
from talewright.rpg import Item
from talewright.tags import (
    DEFAULT_FILE,
    TagRegistry,
    load_tag_folder,
    parents_of,
)
from talewright.tags.files import misplaced_redirects, reads_listed_redirects

__all__ = ["HOST_COMMANDS", "HOST_FUNCTIONS", "Project"]


class Project:
    """What authors wrote.

    Attributes:
        folder: where it lies, or None for the empty project.
        settings: the section ``[Project]``.
        config: the layers of its settings.
        records: the records of every ini.
        tags: the closed registry of its tags.
        code: what its code module declares.
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
        content: Content,
        cooked: bool,
    ) -> None:
        self.folder = folder
        self.settings = settings
        self.config = config
        self.records = records
        self.tags = tags
        self.code = code
        self.cooked = cooked
        self.keys: Mapping[str, str] = content.keys
        self._content = content
        self._indexed: dict[str, tuple[str, str]] | None = None
        self._known_heads: tuple[str, ...] | None = None
        self._shared: set[str] | None = None
        self._written: frozenset[str] | None = None
        self._merged: dict[str, str] | None = None
        self._former: dict[str, set[str]] | None = None
        self._dialogues = content.dialogues if isinstance(content.dialogues, Dialogues) else None
        self._found = report
        self._report: Report | None = None
        self._loading = threading.Lock()
        self._opened_with: tuple[str | ModuleType | None, Path | None, Sequence[Checker]] = (None, None, ())

    @classmethod
    def open(
        cls,
        folder: Path | str,
        *,
        code: str | ModuleType | None = None,
        cooked: bool = False,
        saved_dir: Path | str | None = None,
        progress: Progress | None = None,
        checkers: Sequence[Checker] = (),
    ) -> Self:
        """Open a project.

        Args:
            folder: any folder with ``Config/`` or ``Dialogues/``.
            code: the code module, or its name (``__name__``); None: the folder's ``scripts.py``, if there is one.
            cooked: start from the export of ``cook``: no dialogue is scanned. Where an Unreal game's own export lies in
                its place, and no scripts, its tags and its index are read, and ``TW-COOK-12`` says what is not known.
            saved_dir: its Saved folder, where what the dialogues come to is remembered: while nothing changes, opening
                again compiles no dialogue before one is played. None: nothing is remembered.
            progress: is told how far reading has come.
            checkers: look at it, too, and report what packages above have to say.

        Raises:
            MissingFolder: there is no such folder, or it is no project.
            ProjectError: something in it is wrong; the report has every finding.
        """
        root = _check_folder(folder)
        saved = None if saved_dir is None else Path(saved_dir)
        project = cls._opened(root, code, cooked=cooked, saved_dir=saved, progress=progress, checkers=checkers)
        project._opened_with = code, saved, checkers
        return project

    def reopened(self) -> Self:
        """Open the same folder again, as it is now; the new project knows what the elements of this one are called.

        Raises:
            Misuse: the project has no folder.
            MissingFolder: the folder is gone.
            ProjectError: something in it is wrong.
        """
        root = _check_folder(self._folder("be opened again"))
        code, saved, checkers = self._opened_with
        before = self._content.elements()
        project = self._opened(root, code, cooked=self.cooked, saved_dir=saved, before=before, checkers=checkers)
        project._opened_with = code, saved, checkers
        return project

    @classmethod
    def empty(cls, *, code: str | ModuleType | None = None) -> Self:
        """Return the project of a game without a folder: it has what its code declares, and nothing else."""
        report = Report()
        declared = collect(find_module(None, code), report)
        return cls._read(None, declared, names_of(declared), report, cooked=False)

    @classmethod
    def _opened(
        cls,
        root: Path,
        code: str | ModuleType | None,
        *,
        cooked: bool,
        saved_dir: Path | None,
        progress: Progress | None = None,
        before: Sequence[Locked] = (),
        checkers: Sequence[Checker] = (),
    ) -> Self:
        report = Report()
        broken: ProjectError | None = None
        try:
            declared = collect(find_module(root, code), report)
            # What was cooked was checked: only the names are needed, and no text of code is read for them.
            names = loaded_names(declared) if cooked else names_of(declared)
        except ProjectError as error:  # everything else that is wrong is worth saying, too
            broken = error
            report += error.report
            names = read_folder(root, Report())
            declared = Code(classes=names.classes)
        try:
            return cls._read(
                root,
                declared,
                names,
                report,
                cooked=cooked,
                saved_dir=saved_dir,
                progress=progress,
                before=before,
                checkers=checkers,
            )
        except ProjectError as error:
            error.report += [] if cooked else _unknown_tags(root)
            error.report[:] = error.report.sorted()
            if broken is not None:
                raise error from broken.__cause__
            raise

    @classmethod
    def check(
        cls,
        folder: Path | str,
        *,
        saved_dir: Path | str | None = None,
        progress: Progress | None = None,
        checkers: Sequence[Checker] = (),
    ) -> Report:
        """Report everything that opening would find, without running the project's code and without writing anything.

        Args:
            folder: of the project.
            saved_dir: its Saved folder; given, a dialogue that does not parse is known to keep its last good tags.
            progress: is told how far reading has come.
            checkers: look at it, too.

        Raises:
            MissingFolder: there is no such folder, or it is no project.
        """
        root = _check_folder(folder)
        report = Report()
        names = read_folder(root, report)
        try:
            code = Code(classes=names.classes)
            found = cls._read(root, code, names, report, cooked=False, progress=progress, checkers=checkers).report
        except ProjectError as error:
            found = error.report
        if saved_dir is not None:
            records = Records(read_inis(root, Report()), known=(DialogueClass,))
            scan = scan_elements(root, dialogue_classes(records), known=read_cache(Path(saved_dir)))
            found += [d for d in scan.report if d.code == "TW-PROJ-16" and d.span.file in scan.stale]
        found += [d for d in _unknown_tags(root) if d not in found]
        return found.sorted()

    @classmethod
    def scan(cls, folder: Path | str, *, saved_dir: Path | str | None = None, progress: Progress | None = None) -> Scan:
        """Find the tags of the dialogues quickly, even if the project has errors; nothing is compiled or run.

        Args:
            folder: of the project.
            saved_dir: its Saved folder, where what was read is remembered: then only what changed is read, and a file
                that does not parse keeps the tags that it had.
            progress: is told after every file.

        Raises:
            MissingFolder: there is no such folder, or it is no project.
        """
        root = _check_folder(folder)
        records = Records(read_inis(root, Report()), known=(DialogueClass,))
        saved = None if saved_dir is None else Path(saved_dir)
        return scan_elements(root, dialogue_classes(records), saved_dir=saved, progress=progress)

    @classmethod
    def _read(
        cls,
        folder: Path | None,
        code: Code,
        names: CodeNames,
        report: Report,
        *,
        cooked: bool,
        saved_dir: Path | None = None,
        progress: Progress | None = None,
        before: Sequence[Locked] = (),
        checkers: Sequence[Checker] = (),
    ) -> Self:
        tags = TagRegistry()
        config = ConfigTree(plan=_authored(folder), references=tags.references())
        documents = read_inis(folder, report)
        settings = read_settings(config, report, folder)
        known = (DialogueClass, Item, *_record_classes(code))
        records = Records(documents, known=known, references=tags.references())
        report += [d for d in records.report if d not in report]
        check_own_settings(config, code.classes.values(), report)
        check_rollback(config, report)
        for document in documents:
            check_structs(document, report)
        check_classes(dialogue_classes(records), documents, report)
        report_draft(documents, dialogue_classes(records).values(), report)
        if folder is not None:
            report += load_tag_folder(tags, folder / "Config")
            engine = target_engine(folder, settings.Engine)
            report += misplaced_redirects(tags.redirects.rows, engine, DEFAULT_FILE)
        written = Report(tags.report)
        around = Around(folder, records, code, names, saved_dir, progress, before, settings.Language)
        if not cooked or folder is None:
            content = load(around, tags, report)
        else:
            content = load_foreign(folder, tags, report) if is_foreign(folder) else load_export(around, tags)
        for redirect in (*content.redirects, *content.since):
            tags.redirect(redirect.old, redirect.new, source=redirect.span)
        tags.close()
        if tags.read_early:  # records hold tags, which are known only now
            records = Records(documents, known=known, references=tags.references())
        project = cls(
            folder,
            settings=settings,
            config=config,
            records=records,
            tags=tags,
            code=code,
            report=report,
            content=content,
            cooked=cooked,
        )
        for check in checkers:
            report += [d for d in check(project) if d not in report]
        # The whole report compares the spellings of all tags, which takes long and finds no error.
        if report.errors or written.errors or tags.redirects.report.errors or tags.restricted:
            whole = Report([*report, *tags.report])
            if whole.errors:
                raise ProjectError(report=whole.sorted())
        return project

    @property
    def report(self) -> Report:
        """What opening it found that stops nothing, and the texts that mean a tag which nothing declares.

        For those all files are searched when it is first asked for.
        """
        if self._report is None:
            unknown = [] if self.folder is None or self.cooked else _unknown_tags(self.folder)
            self._report = Report([*self._found, *self.tags.report, *unknown]).sorted()
        return self._report

    @property
    def name(self) -> str:
        """What people call the game: its setting, or the folder's name."""
        return self.settings.Name or (self.folder.resolve().name if self.folder else "")

    @property
    def program(self) -> Program:
        """The compiled dialogues; a cooked or unchanged project reads and compiles each when it is first played."""
        return self._loaded().program

    @property
    def dialogues(self) -> Mapping[str, DialogueFile]:
        """The dialogues by name; a cooked or unchanged project reads each when it is first asked for."""
        return self._loaded().files

    def layout(self, dialogue: str) -> TagLayout:
        """Return the tag layout of a dialogue.

        Raises:
            NotFound: no dialogue has this name.
        """
        files = self.dialogues
        if dialogue not in files:
            raise NotFound(f"no dialogue is called {dialogue!r}", hint=did_you_mean(dialogue, files))
        return files[dialogue].layout

    def dialogue_path(self, tag: str) -> str | None:
        """Return the file of the dialogue that a tag belongs to, relative to the project; no dialogue is loaded for it.

        A deeper tag belongs to its nearest indexed ancestor. A tag may be written without its TagRoot, or by a former
        name.
        """
        whole = self.full_tag(tag)
        for name in (whole, *parents_of(whole)):
            found = self._roots.get(fold(name))
            if found is not None:
                return found[1]
        return None

    def dialogue_of(self, tag: str) -> str | None:
        """Return the name of the dialogue whose own tag this is; None for every other tag. None is loaded for it."""
        found = self._roots.get(fold(tag))
        return None if found is None else found[0].rpartition(".")[2]

    def dialogue_today(self, name: str) -> str | None:
        """Return what a dialogue is called today, as redirects of dialogues' tags tell; None where they do not."""
        if name in self.dialogues:
            return name
        if self._former is None:  # few saves ask
            former: dict[str, set[str]] = {}
            for row in self.tags.redirects.rows:
                today = self.dialogue_of(self.tags.redirects.targets.get(fold(row.old), row.old))
                if today is not None:
                    former.setdefault(row.old.rpartition(".")[2], set()).add(today)
            self._former = former
        found = self._former.get(name, ())
        return next(iter(found)) if len(found) == 1 else None

    def node_of(self, tag: str) -> str | None:
        """Return the name of the node whose sub-dialogue a tag is; None for every other tag."""
        root, _, name = tag.rpartition(".")
        dialogue = self.dialogue_of(root)
        return None if dialogue is None else self.program.subdialogue(dialogue, name)

    @property
    def _roots(self) -> dict[str, tuple[str, str]]:
        """The tag and the file of each dialogue, by the folded tag."""
        if self._indexed is None:
            self._indexed = {fold(tag): (tag, path) for tag, path in self._content.index().items()}
        return self._indexed

    @property
    def _heads(self) -> tuple[str, ...]:
        """Every TagRoot under which a dialogue lies or may lie."""
        if self._known_heads is None:
            heads = [root.rpartition(".")[0] for root, _ in self._roots.values()]
            heads += [cls.TagRoot for cls in (DialogueClass(), *dialogue_classes(self.records).values())]
            self._known_heads = tuple(dict.fromkeys(heads))
        return self._known_heads

    def full_tag(self, tag: str) -> str:
        """Return the whole name of a tag that may be written without its TagRoot ("Smith.Choice_need").

        What is declared so comes first; else former names lead on. A name that nothing leads to comes back as it is.
        """
        if tag in self.tags:
            return tag
        names = [f"{head}.{tag}" for head in self._heads]
        found = [self.tags.tag(name).name for name in names if name in self.tags]
        found = found or [known.name for name in (tag, *names) if (known := self.tags.find(name)) is not None]
        return found[0] if found else tag

    def generated_tags(self) -> list[GeneratedTag]:
        """Return the tags that the dialogues and the project's own sources generate."""
        return generated_tags(self._loaded(), own_tags(self.code, self.records, Report()), Report())

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
        own = own_tags(self.code, self.records, Report())
        identity = identity_of(folder, self._loaded(), own, report, severity="error")
        tags, classes = generated_tags(self._loaded(), own, Report()), dialogue_classes(self.records)
        files = cooking.render(tags, self.dialogues.values(), outline_of(self.program), identity, classes)
        engine = target_engine(folder, self.settings.Engine)
        if not reads_listed_redirects(engine):
            files |= cooking.default_redirects(folder, identity.redirects, report)
        return files, report

    def tag_of_key(self, key: str) -> str | None:
        """Return the tag of the element with a key, or of the one that took it over, whatever the tag was then."""
        found = self._content.keys.tag_of(key)
        if found is None and is_uid(key):
            if self._merged is None:  # few saves ask, and the lock is read for it
                entries = (entry for entry in self._content.elements() if not entry.gone)
                self._merged = {merged: entry.tag for entry in entries for merged in entry.merged}
            found = self._merged.get(key)
        return found

    def is_shared(self, tag: str) -> bool:
        """Whether several elements have, or had, a tag: then the tag alone does not say whom it means."""
        if self._shared is None:
            self._shared = shared_tags(self._content.elements())
        return fold(tag) in self._shared

    def is_written_redirect(self, tag: str) -> bool:
        """Whether people wrote themselves what a former tag has become."""
        if self._written is None:
            generated = {fold(row.old) for row in (*self._content.redirects, *self._content.since)}
            self._written = frozenset(fold(row.old) for row in self.tags.redirects.rows) - generated
        return fold(tag) in self._written

    def _folder(self, what: str) -> Path:
        if self.folder is None:
            raise Misuse(f"a project without a folder cannot {what}", hint="open one with Project.open(folder)")
        return self.folder

    def _loaded(self) -> Dialogues:
        if self._dialogues is None:
            with self._loading:  # many games share a project, perhaps from several threads
                if self._dialogues is None:
                    assert not isinstance(self._content.dialogues, Dialogues)
                    self._dialogues = self._content.dialogues()
        return self._dialogues


def _check_folder(folder: Path | str) -> Path:
    root = path_of(folder, "a project's folder")
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


def _unknown_tags(folder: Path) -> list[Diagnostic]:
    """Find the texts that mean a tag and that nothing declares: what is only untidy, `talewright tags lint` says."""
    return [finding for finding in find_tag_uses(folder).report if finding.code == "TW-REF-01"]


def _record_classes(code: Code) -> list[type]:
    """Records are frozen dataclasses; what is not frozen is a message or settings."""
    classes = [cls for cls in code.classes.values() if dataclasses.is_dataclass(cls)]
    return [cls for cls in classes if getattr(cls, "__dataclass_params__").frozen]  # noqa: B009


def _authored(folder: Path | None) -> LayerPlan:
    """Return the layers of a project without the Saved one: a player's file is no matter of what authors wrote."""
    if folder is None:
        return LayerPlan()
    whole = LayerPlan.project(folder)
    return LayerPlan(whole.layers[:1], whole.folders, labels=whole.labels)
