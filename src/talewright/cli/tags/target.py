"""What `talewright tags` works on: a Talewright project, an Unreal project, or a Config folder alone.

Nothing of the project's code runs: the tags that its dialogues generate are read as `check` reads them. Sources of tags
that only code knows are therefore not seen.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

import click

from talewright.config import IniDocument, Records
from talewright.diagnostics import Report, Span
from talewright.dialogue import compile
from talewright.errors import InvalidName, MissingFolder, Misuse
from talewright.names import fold
from talewright.project.cook import TAG_LIST
from talewright.project.identity import redirects_today
from talewright.project.opening import engine_of, read_engine
from talewright.project.scan import FOLDER, DialogueClass, dialogue_classes, read_inis, scan, tags_of
from talewright.tags import (
    DEFAULT_FILE,
    RedirectRow,
    TagFolder,
    TagRegistry,
    TagRow,
    add_search_path,
    load_tag_files,
    load_tag_folder,
    read_tag_list,
)
from talewright.tags.files import misplaced_redirects

folder_argument = click.argument("folder", default=".", type=click.Path(path_type=Path))
search_option = click.option(
    "--search",
    "searched",
    multiple=True,
    type=click.Path(path_type=Path),
    help="A further folder with tag files, such as a plugin's.",
)
dry_run_option = click.option("--dry-run", is_flag=True, help="Write nothing; print what would change.")
subtree_option = click.option("--subtree", is_flag=True, help="Everything under the tag too.")


@dataclass
class Opened:
    """The tags of a folder.

    Attributes:
        root: what is searched for uses of a tag.
        config: its Config folder.
        shown: how the Config folder is called in findings.
        searched: further folders with tag files.
        generated: the rows of generated tags.
        redirects: the redirects of generated tags.
        roots: what may be left out in front of a tag that a dialogue generates.
        registry: all tags, closed.
        report: everything that was found while reading and registering.
        engine: the version of the engine that reads the files; empty where nobody says.
    """

    root: Path
    config: Path
    shown: str
    searched: tuple[Path, ...] = ()
    generated: list[TagRow] = field(default_factory=list)
    redirects: list[RedirectRow] = field(default_factory=list)
    roots: list[str] = field(default_factory=list)
    registry: TagRegistry = field(default_factory=TagRegistry)
    report: Report = field(default_factory=Report)
    engine: str = ""

    def editor(self) -> TagFolder:
        """Return its tag files for editing."""
        further = [path for folder in self.searched for path in sorted(folder.rglob("*.ini"))]
        return TagFolder(
            self.config, shown=self.shown, others=self.generated, paths=further, engine=engine_of(self.root)
        )

    def whole(self, tag: str) -> str:
        """Return the whole name of a tag of today or a former one that is written without its TagRoot."""
        names = [tag, *(f"{root}.{tag}" for root in self.roots)]
        own = (name for name in names if self.registry.status(name) in ("explicit", "implicit"))
        former = (name for name in names if self.registry.status(name) == "redirected")
        return next(own, next(former, tag))

    def generated_at(self, tag: str) -> Span | None:
        """Return the place of the dialogue's element that a tag comes from; None for every other tag."""
        wanted = fold(self.whole(tag))
        return next((row.span for row in self.generated if fold(row.name) == wanted), None)

    @property
    def generated_files(self) -> list[Path]:
        """The files that hold generated tags: naming a tag there is no use of it."""
        return sorted(self.config.glob("DynamicTags/*.ini")) + sorted(self.config.glob("LBRDynamicTags.ini"))


def open_tags(folder: Path, searched: tuple[Path, ...] = ()) -> Opened:
    """Read the tags of a folder.

    Args:
        folder: a project, or its Config folder.
        searched: further folders with tag files, such as those of plugins.

    Raises:
        MissingFolder: there is no such folder, or it holds neither.
    """
    opened = _find(folder)
    opened.searched = searched
    registry, report = opened.registry, opened.report
    if opened.config.is_dir():
        report += load_tag_folder(registry, opened.config, shown=opened.shown)
    for path in searched:
        report += add_search_path(registry, path)
    _generate(opened)
    _register_generated(opened)
    for row in opened.redirects:
        registry.redirect(row.old, row.new, source=row.span)
    registry.close()
    report += registry.report
    opened.engine, doubts = read_engine(opened.root)
    report += doubts
    report += misplaced_redirects(registry.redirects.rows, opened.engine, DEFAULT_FILE, PurePosixPath(TAG_LIST).name)
    return opened


def open_list(path: Path, searched: tuple[Path, ...] = ()) -> Opened:
    """As `open_tags`, of a single list or table too: then of what this one declares.

    Raises:
        Misuse: the file is no list and no table by its name.
        MissingFolder: there is neither a file nor a folder.
    """
    if not path.is_file():
        return open_tags(path, searched)
    _check_kind(path)
    opened = Opened(path.parent, path.parent, path.parent.as_posix(), searched)
    opened.report += load_tag_files(opened.registry, [path])
    for folder in searched:
        opened.report += add_search_path(opened.registry, folder)
    opened.registry.close()
    opened.report += opened.registry.report
    return opened


def open_around(path: Path, searched: tuple[Path, ...] = ()) -> tuple[Opened, str]:
    """Open the folder that a file belongs to, and give the file's name in findings; the file alone where it has none.

    Only beside all others can it be said whether a tag is declared, or declared twice.
    """
    whole = path.resolve()
    config = next((folder for folder in whole.parents if fold(folder.name) == "config"), None)
    if config is None or fold(path.suffix) != ".ini":
        return open_list(path, searched), str(path)
    opened = open_tags(config.parent if config.name == "Config" else config, searched)
    return opened, f"{opened.shown}/{whole.relative_to(config).as_posix()}"


def _check_kind(path: Path) -> None:
    if fold(path.suffix) not in (".ini", ".csv", ".json"):
        raise Misuse(f"{path.name} is no file of tags", hint="a list ends in .ini, a table in .csv or .json")


def _register_generated(opened: Opened) -> None:
    registry = opened.registry
    if not registry.invalid:
        registry.register_rows(opened.generated)
        return
    for row in opened.generated:
        try:
            registry.register_rows([row])
        except InvalidName as error:
            opened.report.add("TW-TAG-01", "error", error.message, error.hint, row.span)


def rows_of(path: Path) -> tuple[list[TagRow], list[RedirectRow], Report]:
    """Return what a folder or a single file declares.

    Raises:
        Misuse: there is neither, or the file is no list and no table of tags by its name.
        MissingFolder: the folder holds no tags.
    """
    if not path.exists():
        raise Misuse(f"there is no {str(path)!r}", hint="name a folder, or a file")
    if not path.is_dir():
        _check_kind(path)
    if path.is_dir():
        opened = open_tags(path)
        return list(opened.registry.rows()), list(opened.registry.redirects.rows), opened.report
    registry = TagRegistry()
    report = load_tag_files(registry, [path])
    report += registry.report
    return list(registry.rows()), list(registry.redirects.rows), report


def engine_reading(path: Path) -> str:
    """Return the version of the engine that reads a folder's tags, or a file of its Config; empty where nobody says.

    Raises:
        ProjectError: the setting is no version.
    """
    if path.is_dir():
        return engine_of(_find(path).root)
    config = next((parent for parent in path.resolve().parents if fold(parent.name) == "config"), None)
    return "" if config is None else engine_of(config.parent)


def _find(folder: Path) -> Opened:
    if not folder.is_dir():
        raise MissingFolder(f"there is no folder {str(folder)!r}", hint="name a project, or its Config folder")
    if (folder / "Config").is_dir() or (folder / FOLDER).is_dir():
        return Opened(folder, folder / "Config", "Config")
    if (folder / DEFAULT_FILE).is_file() or (folder / "Tags").is_dir() or fold(folder.resolve().name) == "config":
        inside = fold(folder.resolve().name) == "config"
        return Opened(folder.resolve().parent if inside else folder, folder, folder.resolve().name)
    hint = f"a project has Config/ or {FOLDER}/; a Config folder has {DEFAULT_FILE} or Tags/"
    raise MissingFolder(f"the folder {str(folder)!r} holds no tags", hint=hint)


def _generate(opened: Opened) -> None:
    """Read the tags that dialogues generate; without dialogues, the list that was generated from them."""
    cooked = opened.config.parent / TAG_LIST
    if cooked.is_file():
        found = read_tag_list(IniDocument.read(cooked, file=f"{opened.shown}/{Path(TAG_LIST).relative_to('Config')}"))
        opened.redirects = found.redirects
        opened.generated = list(found.rows)
    if opened.config.name != "Config" or not (opened.root / FOLDER).is_dir():
        return
    aside = Report()  # what is wrong with the dialogues, `talewright check` says
    records = Records(read_inis(opened.root, aside), known=(DialogueClass,))
    files = {d.name: d for d in scan(opened.root, dialogue_classes(records), aside)}
    program = compile([d.source for d in files.values()])
    tags = tags_of(program, files.values(), aside)
    opened.generated = [TagRow(tag.name, tag.comment, tag.span) for tag in tags]
    names = [tag.name for tag in tags]
    opened.redirects = redirects_today(opened.root, dialogue_classes(records), names, opened.redirects)
    classes = (DialogueClass(), *dialogue_classes(records).values())
    dialogues = {fold(tag.name) for tag in tags if tag.kind == "dialogue"}
    former = (row.old.rpartition(".")[0] for row in opened.redirects if fold(row.new) in dialogues)
    opened.roots = list(dict.fromkeys([*(cls.TagRoot for cls in classes), *former]))
