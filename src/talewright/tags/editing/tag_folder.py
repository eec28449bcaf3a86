"""`TagFolder`: the tag files of a project, changed together.

Decides which file receives what (tags.md section 3.6): a new tag goes where its siblings come from, else into the
default file; a redirect goes into the file that declares the tag; what has no list of its own (generated tags, tags of
programs) into the default file. Refuses what would hurt: a name that was given up and still leads elsewhere, a tag
under a restricted one that allows none, deleting what is still used. All files are written or none: before the first
byte is written, every one is looked at.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path

from talewright.config import IniDocument
from talewright.diagnostics import Report, Span
from talewright.errors import AlreadyExists, Misuse, NotFound, TagError
from talewright.files import together
from talewright.names import fold
from talewright.tags.editing.tag_file import TagFile
from talewright.tags.editing.tag_search import Use
from talewright.tags.files import DEFAULT_FILE, load_tag_files, old_redirect_files, reads_listed_redirects, tag_files
from talewright.tags.registry import TagRegistry, nearest
from talewright.tags.values import RedirectMap, TagRow, check, parent_of, parents_of, shown


class TagFolder:
    """The tag files of a Config folder.

    Args:
        config: the folder.
        shown: its name in findings and diffs.
        others: rows of tags that no file here declares: generated ones. They exist, and are not edited.
        paths: further tag files, of plugins.
        engine: the version of Unreal that reads the files ("5.4"); before 5.6 redirects go into the default file.

    Attributes:
        files: in the order in which they count.
        notes: what deserves a look after the last changes.

    Raises:
        ConfigError: a file cannot be read.
        TagError: a file holds the marks of an unresolved merge: what it declares, nobody can say.
    """

    def __init__(
        self,
        config: Path | str,
        *,
        shown: str = "Config",
        others: Iterable[TagRow] = (),
        paths: Iterable[Path | str] = (),
        engine: str = "",
    ) -> None:
        self.config = Path(config)
        self.shown = shown
        files = (*tag_files(config), *map(Path, paths), *old_redirect_files(config))
        self.files = [TagFile.read(path, shown=self._shown(path)) for path in files]
        conflicts = Report(d for file in self.files for d in file.conflicts())
        if conflicts:
            raise TagError("nothing is edited while a merge is unresolved", report=conflicts)
        self.notes = Report()
        self._lists_redirects = reads_listed_redirects(engine)
        self._others = list(others)

    @property
    def registry(self) -> TagRegistry:
        """All tags as the files declare them now, in a closed registry."""
        registry = TagRegistry()
        load_tag_files(registry, [IniDocument.from_text(file.text, file.name) for file in self.files])
        registry.register_rows(self._others)
        registry.close()
        return registry

    @property
    def changed(self) -> list[TagFile]:
        """The files that differ from what was read."""
        return [file for file in self.files if file.changed]

    @property
    def paths(self) -> list[str]:
        """The names of the files that differ from what was read."""
        return [file.name for file in self.changed]

    def diff(self) -> str:
        """Return all changes as one unified diff."""
        return "".join(file.diff() for file in self.changed)

    # Changes

    def add(
        self,
        name: str,
        comment: str = "",
        *,
        file: str | None = None,
        restricted: bool = False,
        allows_plain: bool = False,
        release: bool = False,
    ) -> TagFile:
        """Declare a tag.

        Args:
            name: the tag.
            comment: its DevComment.
            file: the file that receives it, by path or by its bare name; None: where its siblings come from.
            restricted: declare it as a restricted tag.
            allows_plain: of a restricted one: whether others may stand under it.
            release: take the name again though it was given up for another; its redirect goes.

        Returns:
            The file.

        Raises:
            InvalidName: see `talewright.tags.check`.
            AlreadyExists: it is declared already.
            TagError: the name was given up, a restriction forbids it, or the file is no place for it.
        """
        registry = self.registry
        check(name, registry.invalid)
        if registry.is_explicit(name) and name in registry:
            raise AlreadyExists(f"{name} is declared already, at {registry.source(name) or 'a program'}")
        self._release(name, registry, release=release)
        target = self._named(file) if file is not None else self._of_siblings(name, registry, restricted=restricted)
        if not restricted:
            self._refuse_restricted(name, registry)
        target.add(name, comment, restricted=restricted, allows_plain=allows_plain)
        return target

    def set_comment(self, name: str, comment: str) -> TagFile:
        """Set another comment of a tag.

        Raises:
            NotFound: no file here declares it.
        """
        file = self._declaring(name)
        file.set_comment(name, comment)
        return file

    def move(self, name: str, file: str, *, subtree: bool = False) -> list[str]:
        """Move the rows of a tag, and of all under it if so wanted, into another file; comments go along.

        Returns:
            The tags that were moved.

        Raises:
            NotFound: no file here declares it.
        """
        target = self._named(file)
        names = [row.name for row in self._rows(name, subtree=subtree)]
        moved = []
        for each in names:
            source = self._declaring(each)
            if source is not target:
                row = next(row for row in source.declared().rows if fold(row.name) == fold(each))
                source.remove(each)
                target.add(row.name, row.comment, restricted=row.restricted, allows_plain=row.allows_plain)
                moved.append(row.name)
        return moved

    def rename(self, old: str, new: str, *, subtree: bool = False, release: bool = False) -> dict[str, str]:
        """Rename a tag, and write the redirect that leads from the old one to the new one.

        A rename that changes letter case alone needs no redirect and gets none. A rename back takes the older redirect
        away. What names the tag elsewhere is not touched: `talewright.tags.find_uses` finds it.

        Args:
            old: the tag.
            new: its new name.
            subtree: rename everything under it as well, each with a redirect of its own: redirects are for exact
                names, so a branch of n tags needs n of them.
            release: take a name though it was given up for another tag; its redirect goes.

        Returns:
            The old names and the new ones.

        Raises:
            NotFound: nobody declares it, or nobody but a program or a generated list.
            AlreadyExists: a tag has the new name.
            TagError: the new name was given up for another tag.
        """
        registry = self.registry
        check(new, registry.invalid)
        names = self._renamed(old, new, registry, subtree=subtree)
        leaving = {fold(each) for each in names}
        for each, target in names.items():
            if target in registry and fold(target) not in leaving and fold(target) != fold(each):
                raise AlreadyExists(f"{target} is a tag already", hint=f"delete {each} and redirect it by hand")
            self._release(target, registry, release=release, back_to=each)
        by_key = {fold(each): target for each, target in names.items()}
        touched: dict[str, TagFile] = {}
        for file in self.files:
            if not file.generated:
                for each, _ in file.rename(lambda name: by_key.get(fold(name))):
                    touched[fold(each)] = file
        after = self.registry
        redirected = {
            fold(row.old): file for file in self.files if not file.generated for row in file.declared().redirects
        }
        places: dict[str, TagFile] = {}  # where a row was renamed, for each tag and all above it
        for key, file in touched.items():
            for above in (key, *parents_of(key)):
                places.setdefault(above, file)
        redirects: dict[int, tuple[TagFile, dict[str, str]]] = {}
        for each, target in names.items():
            key = fold(each)
            # An implicit tag is gone only if nothing under it is left, such as a generated one.
            if key != fold(target) and (key in touched or each not in after):
                place = redirected.get(key) or touched.get(key) or places.get(key) or self._default()
                if not self._lists_redirects and place is not (default := self._default()):
                    place.retarget(partial(_without, key))
                    place = default
                redirects.setdefault(id(place), (place, {}))[1][each] = target
            elif key != fold(target):
                del by_key[key]
        for place, pairs in redirects.values():
            place.redirect_all(pairs)
        names = {each: target for each, target in names.items() if fold(each) in by_key}
        known = {(d.code, d.message) for d in registry.report}
        self.notes = Report(d for d in self.registry.report if (d.code, d.message) not in known)
        return names

    def remove(self, name: str, *, subtree: bool = False, force: bool = False, uses: Iterable[Use] = ()) -> list[str]:
        """Take out the rows of a tag.

        Args:
            name: the tag.
            subtree: take out all under it too.
            force: though it is still used.
            uses: places that name it, as `talewright.tags.find_uses` finds them.

        Returns:
            The tags that were taken out.

        Raises:
            NotFound: no file here declares it.
            TagError: it is still used; the report names every place.
        """
        rows = self._rows(name, subtree=subtree)
        report = self._still_used({fold(row.name) for row in rows}, uses)
        if report and not force:
            hint = "change them first; or remove it all the same (force), and they name an unknown tag"
            places = "one place" if len(report) == 1 else f"{len(report)} places"
            raise TagError(f"{name} is still used in {places}", hint=hint, report=report)
        self.notes = report
        for file in self.files:
            if not file.generated:
                file.remove_all(row.name for row in rows)
        left = self.registry
        for row in rows:
            if row.name in left:
                message = f"{row.name} stays a tag, because tags under it are declared"
                self.notes.add("TW-TAG-52", "information", message, "remove them too (subtree)", row.span)
        return [row.name for row in rows]

    def compact(self) -> int:
        """Let every redirect lead to its end in one step, and drop those that say nothing; say how many changed.

        For an engine before 5.6 all of them move into the default file.

        Redirects that lead nowhere stay as they are: what they should say, only a person knows.
        """
        registry = self.registry
        targets = registry.redirects.targets
        seen: set[str] = set()

        def target_of(old: str, new: str) -> str | None:
            key = fold(old)
            end = targets.get(key)
            if key == fold(new) or (end is not None and key in seen):
                return None
            seen.add(key)
            return registry.tag(end).name if end is not None and end != fold(new) else new

        changed = sum(file.retarget(target_of) for file in self.files if not file.generated)
        return changed + (0 if self._lists_redirects else self._gather_redirects())

    def tidy(self) -> list[Span]:
        """Take out the lines that remove rows and find none, because another file declares them, or nobody does.

        An editor writes such lines, and an engine passes over them. A line that may be meant, because a row of the same
        tag stands above it in its file with another text, stays and is a finding (`TW-TAG-16`).

        Returns:
            Where they stood.
        """
        return [span for file in self.files if not file.generated for span in file.tidy()]

    def write(self, *, force: bool = False) -> list[TagFile]:
        """Write all files that changed, or none.

        Args:
            force: write over files that are read-only, too.

        Returns:
            The files that were written.

        Raises:
            TagError: one of them is read-only, or was changed since it was read; the report names each.
            OSError: one of them cannot be written; those written before have their old content again, or are named.
        """
        changed = self.changed
        report = Report()
        for file in changed:
            file.check_writable(report, force=force)
        if report:
            raise TagError("nothing was written", report=report)
        changes = [together.Change(f.path, f.on_disk, f.to_bytes()) for f in changed if f.path is not None]
        together.write_all(changes, force=force)
        for file in changed:
            file.settle()
        return changed

    # Within

    def _gather_redirects(self) -> int:
        """Move the redirects into the default file, where every engine reads them; say how many."""
        default = self._default()
        ends: dict[str, set[str]] = {}
        for file in self.files:
            for row in file.declared().redirects:
                ends.setdefault(fold(row.old), set()).add(fold(row.new))

        def stays(old: str, new: str) -> str | None:
            return new if len(ends.get(fold(old), ())) > 1 else None  # which target is meant, only a person knows

        moved: dict[str, str] = {}
        for file in self.files:
            if file is not default and not file.generated:
                for row in file.declared().redirects:
                    if not stays(row.old, row.new):
                        moved.setdefault(row.old, row.new)
                file.retarget(stays)
        kept = {fold(row.old) for row in default.declared().redirects}
        moved = {old: new for old, new in moved.items() if fold(old) not in kept}
        if moved:
            default.redirect_all(moved)
        return len(moved)

    def _shown(self, path: Path) -> str:
        inside = path.is_relative_to(self.config)
        return f"{self.shown}/{path.relative_to(self.config).as_posix()}" if inside else path.as_posix()

    def _rows(self, name: str, *, subtree: bool) -> list[TagRow]:
        rows = [row for file in self.files if not file.generated for row in file.declared().rows]
        inside = fold(name) + "."
        found = [row for row in rows if fold(row.name) == fold(name) or (subtree and fold(row.name).startswith(inside))]
        distinct = list({fold(row.name): row for row in reversed(found)}.values())[::-1]
        if not distinct:
            raise self._not_here(name)
        return distinct

    def _not_here(self, name: str) -> NotFound:
        registry = self.registry
        status = registry.status(name)
        if status == "redirected":
            now = registry.tag(name).name
            return NotFound(f"{name} is a former name of {now}", hint=f"name {now} instead")
        if status == "explicit":
            place = registry.source(name) or "a program"
            return NotFound(f"{name} is declared by {place}, which is not edited here", hint="change it at its source")
        if status == "implicit":
            hint = "use subtree to mean everything under it"
            return NotFound(f"no row declares {name}: it is a tag because tags under it are declared", hint=hint)
        near = registry.near(name)
        return NotFound(
            f"no file declares the tag {shown(name)}", hint=f"did you mean {' or '.join(near)}?" if near else ""
        )

    def _declaring(self, name: str) -> TagFile:
        for file in self.files:
            if name in file and not file.generated:
                return file
        raise self._not_here(name)

    def _default(self) -> TagFile:
        for file in self.files:
            if fold(Path(file.name).name) == fold(DEFAULT_FILE):
                return file
        file = TagFile.new(self.config / DEFAULT_FILE, shown=self._shown(self.config / DEFAULT_FILE))
        self.files.insert(0, file)
        return file

    def _named(self, name: str) -> TagFile:
        wanted = fold(name.replace("\\", "/"))
        found = [f for f in self.files if fold(f.name) == wanted or fold(f.name).endswith(f"/{wanted}")]
        if not found and "/" not in wanted:
            found = [f for f in self.files if fold(Path(f.name).stem) == wanted]
        if len(found) > 1:
            raise Misuse(f"several files are called {name}", hint=f"one of {', '.join(f.name for f in found)}")
        if found:
            return found[0]
        inside = name.replace("\\", "/").removeprefix(f"{self.shown}/")
        if not fold(inside).endswith(".ini") or ".." in Path(inside).parts or Path(inside).is_absolute():
            raise Misuse(
                f"there is no tag file {name!r}", hint=f"known: {', '.join(f.name for f in self.files) or 'none'}"
            )
        if fold(inside) == fold(DEFAULT_FILE):
            return self._default()
        path = self.config / (inside if inside.startswith("Tags/") else f"Tags/{inside}")
        file = TagFile.new(path, shown=self._shown(path))
        self.files.append(file)
        return file

    def _of_siblings(self, name: str, registry: TagRegistry, *, restricted: bool) -> TagFile:
        """Return the file that the siblings come from, else that of the nearest relative, else the default one.

        Restricted rows and others keep to their own: a list of restricted tags has owners.
        """
        for above in [parent_of(name), *parents_of(parent_of(name))] if "." in name else []:
            for relative in (*map(str, registry.children(above)), above):
                row = registry.row(relative)
                if row is not None and row.restricted == restricted:
                    for file in self.files:
                        if relative in file and not file.generated:
                            return file
        return self._default()

    def _renamed(self, old: str, new: str, registry: TagRegistry, *, subtree: bool) -> dict[str, str]:
        if old not in registry:
            raise self._not_here(old)
        spelled = registry.tag(old).name
        ours = {fold(row.name) for file in self.files if not file.generated for row in file.declared().rows}
        below = [t.name for t in registry.children(old) if fold(t.name) in ours or not t.explicit] if subtree else []
        if not any(fold(name) in ours for name in (spelled, *below)):
            raise self._not_here(old)
        names = {spelled: new}
        for name in below:
            names[name] = new + name[len(spelled) :]
            check(names[name], registry.invalid)
        if not subtree and not registry.is_explicit(old):
            raise self._not_here(old)
        return names

    def _release(self, name: str, registry: TagRegistry, *, release: bool, back_to: str = "") -> None:
        """Refuse a name that leads elsewhere, or take its redirect away."""
        rows = [row for row in registry.redirects.rows if fold(row.old) == fold(name)]
        ends = {registry.redirects.targets.get(fold(row.old), fold(row.new)) for row in rows}
        if not rows:
            return
        if not release and ends != {fold(back_to)}:
            report = Report()
            for row in rows:
                message = f"{name} was given up for {row.new}: data that still says {name} means that one"
                report.add("TW-TAG-29", "error", message, "choose another name; or release it", row.span)
            raise TagError(f"the name {name} is taken", report=report)
        for file in self.files:
            if not file.generated:
                file.retarget(lambda old, new: None if fold(old) == fold(name) else new)

    def _refuse_restricted(self, name: str, registry: TagRegistry) -> None:
        row = nearest({fold(r.name).replace(".", "\0"): r for r in registry.restricted}, name)
        if row is not None and not row.allows_plain:
            owners = self._owners(row.span.file)
            who = f", which {' and '.join(owners)} may write" if owners else ""
            hint = f"declare it as a restricted tag in {row.span.file}{who}"
            raise TagError(f"{row.name} allows restricted tags alone under it ({row.span})", hint=hint)

    def _owners(self, file: str) -> tuple[str, ...]:
        base = fold(Path(file).name)
        for each in self.files:
            for name, owners in each.declared().restricted_files.items():
                if fold(name) == base:
                    return owners
        return ()

    def _still_used(self, keys: set[str], uses: Iterable[Use]) -> Report:
        report = Report()
        redirects: RedirectMap = self.registry.redirects
        for row in redirects.rows:
            if redirects.targets.get(fold(row.old), fold(row.new)) in keys:
                message = f"{row.old} is redirected to {row.new}"
                report.add("TW-TAG-52", "error", message, "redirect it elsewhere, or delete the row", row.span)
        for use in uses:
            if use.kind != "redirect":
                what = f"names {use.name}" + (f": {use.line}" if use.line else "")
                report.add("TW-TAG-52", "error", what, "", use.span)
        return report


def _without(key: str, old: str, new: str) -> str | None:
    return None if fold(old) == key else new
