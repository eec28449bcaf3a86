"""What pytest collects of dialogues: plans, and scripts to explore; and what was played in a run.

Decides what a plan is played in: the game of the project around it, else the script beside it alone. A failing plan
shows for each run what was expected, what came, and the line of the plan.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from talewright.dialogue import Program
from talewright.errors import NotFound, TalewrightError
from talewright.project import Project
from talewright.testing.coverage import Coverage, CoverageReport, Recorder, to_text
from talewright.testing.exploring import Exploration, explore
from talewright.testing.plans import CountingPlayer, GamePlayer, PlanReport, plan_text, play_plan, program_beside
from talewright.testing.pytest.story import find_project
from talewright.testing.pytest.story_files import read_story


class Played:
    """The projects of a test run, and what was played of them."""

    def __init__(self) -> None:
        self._projects: dict[Path, Project] = {}
        self._explored: dict[Path, Exploration] = {}
        self._recorders: dict[int, Recorder] = {}
        self._coverage: list[tuple[Program, Coverage]] = []

    def project(self, folder: Path) -> Project:
        """Return a project; it is read once."""
        if folder not in self._projects:
            self._projects[folder] = Project.open(folder)
        return self._projects[folder]

    def recorder(self, project: Project, run: str) -> Recorder:
        """Return what counts the events of a project's games."""
        known = self._recorders.get(id(project.program))
        if known is None:
            known = self._recorders[id(project.program)] = Recorder(project.program, run)
            self.add(project.program, known.coverage)
        return known

    def add(self, program: Program, coverage: Coverage) -> None:
        """Add what was played."""
        self._coverage.append((program, coverage))

    def explored(self, folder: Path) -> Exploration:
        """Explore the story of a folder, once."""
        if folder not in self._explored:
            story = read_story([folder])
            found = explore(story.program, entries=story.entries, begin=story.begin, domains=story.inputs)
            found.add(story.calls)
            self._explored[folder] = found
            self.add(story.program, Coverage.of_seen(story.program, found.seen, found.run))
        return self._explored[folder]

    def report(self, reporter: Any, file: Path) -> None:
        """Print what was played, and write the counts."""
        whole = Coverage()
        programs: dict[str, Program] = {}
        for program, coverage in self._coverage:
            whole.merge(coverage)
            programs.setdefault(program.digest, program)
        reporter.section("talewright coverage")
        for program in programs.values():
            reporter.write(to_text(CoverageReport.of(program, whole)))
        try:
            whole.write(file)
        except OSError as error:
            reporter.write_line(f"error: {file.as_posix()} cannot be written: {error.strerror}", red=True)
        else:
            reporter.write_line(f"wrote {file.name}")


_PLAYED = pytest.StashKey[Played]()


def played(config: pytest.Config) -> Played:
    """Return what was played in a run so far."""
    return config.stash.setdefault(_PLAYED, Played())


class PlanFile(pytest.File):
    """A plan beside a script."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield its one test: the runs of a plan share what the dialogues remember."""
        yield PlanItem.from_parent(self, name="plan")


class _PlanFailed(Exception):
    pass


class PlanItem(pytest.Item):
    """A plan as a test."""

    def runtest(self) -> None:
        """Play it."""
        report, program = self._play()
        played(self.config).add(program, report.coverage)
        if not report.passed:
            raise _PlanFailed("\n".join(map(str, report.failures)))

    def _play(self) -> tuple[PlanReport, Program]:
        text = plan_text(self.path)
        shown = self.path.relative_to(self.config.rootpath).as_posix() if self._inside() else self.path.name
        project = self._project()
        if project is None:
            program = program_beside(self.path)
            if program.report.errors:
                raise _PlanFailed("\n".join(map(str, program.report.errors)))
            return play_plan(text, CountingPlayer(program), file=shown, dialogue=next(iter(program.dialogues))), program
        script = self.path.with_suffix(".yarn")
        assert project.folder is not None
        names = [n for n, d in project.dialogues.items() if (project.folder / d.path).resolve() == script.resolve()]
        with tempfile.TemporaryDirectory() as saved:
            player = GamePlayer(project, saved=Path(saved))
            return play_plan(text, player, file=shown, dialogue=names[0] if names else ""), project.program

    def _inside(self) -> bool:
        return self.path.is_relative_to(self.config.rootpath)

    def _project(self) -> Project | None:
        try:
            folder = find_project(self.path.parent)
        except NotFound:
            return None
        if not self.path.resolve().is_relative_to((folder / "Dialogues").resolve()):
            return None
        return played(self.config).project(folder)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Show what was expected, what came, and where; no traceback."""
        if isinstance(excinfo.value, (_PlanFailed, TalewrightError)):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Say where it is."""
        return self.path, 0, f"plan: {self.path.name}"


class ScriptFile(pytest.File):
    """A script that is explored."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield its one test."""
        yield ScriptItem.from_parent(self, name="explore")


class ScriptItem(pytest.Item):
    """A dialogue as a test: a search of its ways finds nothing wrong."""

    def runtest(self) -> None:
        """Explore the story that it belongs to, and look at what was found in this script."""
        try:
            folder = find_project(self.path.parent)
        except NotFound:
            folder = self.path.parent
        found = played(self.config).explored(folder)
        wrong = [one for one in found.wrong if Path(one.span.file).resolve() == self.path.resolve()]
        if wrong:
            raise _PlanFailed("\n\n".join(map(str, wrong)))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Show the findings, each with the way there; no traceback."""
        if isinstance(excinfo.value, (_PlanFailed, TalewrightError)):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Say where it is."""
        return self.path, 0, f"explore: {self.path.name}"
