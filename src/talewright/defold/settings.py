"""``game.project``: the settings of a Defold project that matter to its logic.

An ini, read by `talewright.config`. What is missing has Defold's default; what cannot be used is a finding, and its
default counts. Everything else stays reachable by `GameProject.get`.

Source: messaging.md section 15; Defold manual, "project settings".
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from typing import TypeVar

from talewright.config import IniDocument
from talewright.diagnostics import Report, Span
from talewright.errors import CorruptFile

FILE = "game.project"
N = TypeVar("N", int, float)


@dataclass(frozen=True)
class GameProject:
    """The settings of a project.

    Attributes:
        main_collection: the collection that is loaded at the start, "/main/main.collection".
        game_binding: its input binding.
        title: its name for people.
        update_frequency: frames a second; 0: as fast as the display.
        fixed_update_frequency: fixed steps a second.
        use_fixed_timestep: whether physics, and so ``fixed_update``, runs in fixed steps.
        max_time_step: seconds that a frame takes at the most.
        max_instances: objects in a world at the most.
        max_input_stack_entries: objects that can have the input focus at once.
        repeat_delay: seconds until a key that is held repeats.
        repeat_interval: seconds between its repetitions.
        shared_state: whether all scripts share one Lua state.
        dependencies: addresses of libraries; nothing here fetches them.
        document: all of it.
    """

    main_collection: str = "/logic/main.collection"
    game_binding: str = "/input/game.input_binding"
    title: str = "unnamed"
    update_frequency: int = 0
    fixed_update_frequency: int = 60
    use_fixed_timestep: bool = True
    max_time_step: float = 0.5
    max_instances: int = 1024
    max_input_stack_entries: int = 16
    repeat_delay: float = 0.5
    repeat_interval: float = 0.2
    shared_state: bool = False
    dependencies: tuple[str, ...] = ()
    document: IniDocument = field(default_factory=IniDocument, compare=False, repr=False)

    def get(self, section: str, key: str, default: str = "") -> str:
        """Return any setting as text."""
        found = self.document.get(section, key)
        return default if found is None else found


def read_settings(data: bytes, file: str, report: Report) -> GameProject:
    """Read the bytes of a ``game.project``.

    >>> report = Report()
    >>> found = read_settings(b"[bootstrap]\\nmain_collection = /main/main.collectionc\\n", "game.project", report)
    >>> found.main_collection
    '/main/main.collection'
    """
    try:
        document = IniDocument.parse(data, file)
    except CorruptFile as error:
        report.add("TW-DEF-20", "error", error.message, error.hint, Span(file))
        document = IniDocument(file)
    settings = _Settings(document, file, report)
    return GameProject(
        main_collection=settings.path("bootstrap", "main_collection", GameProject.main_collection),
        game_binding=settings.path("input", "game_binding", GameProject.game_binding),
        title=settings.text("project", "title", GameProject.title),
        update_frequency=settings.number("display", "update_frequency", GameProject.update_frequency, 0, 10_000),
        fixed_update_frequency=settings.number(
            "engine", "fixed_update_frequency", GameProject.fixed_update_frequency, 0, 10_000
        ),
        use_fixed_timestep=settings.truth("physics", "use_fixed_timestep", GameProject.use_fixed_timestep),
        max_time_step=settings.number("engine", "max_time_step", GameProject.max_time_step, 0.0, 1e6),
        max_instances=settings.number("collection", "max_instances", GameProject.max_instances, 1, 1_000_000),
        max_input_stack_entries=settings.number(
            "collection", "max_input_stack_entries", GameProject.max_input_stack_entries, 1, 1_000_000
        ),
        repeat_delay=settings.number("input", "repeat_delay", GameProject.repeat_delay, 0.0, 1e6),
        repeat_interval=settings.number("input", "repeat_interval", GameProject.repeat_interval, 0.0, 1e6),
        shared_state=settings.truth("script", "shared_state", GameProject.shared_state),
        dependencies=settings.dependencies(),
        document=document,
    )


_NUMBER = re.compile(r"[+-]?(?:[0-9]++\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_DEPENDENCY = re.compile(r"dependencies(?:#(\d{1,9}))?", re.ASCII | re.IGNORECASE)


class _Settings:
    def __init__(self, document: IniDocument, file: str, report: Report) -> None:
        self.document = document
        self.file = file
        self.report = report

    def text(self, section: str, key: str, default: str) -> str:
        return self.document.get(section, key) or default

    def path(self, section: str, key: str, default: str) -> str:
        """A path of the built project ends in ``c``: "/main/main.collectionc"."""
        text = self.text(section, key, "")
        if not text:
            return default
        if not text.startswith("/"):
            self.wrong(section, key, f"'{text}' does not begin with '/'", "paths begin at the project's folder")
            return default
        name = text.rsplit("/", 1)[-1]
        return text[:-1] if text.endswith("c") and "." in name and not name.endswith(".c") else text

    def number(self, section: str, key: str, default: N, least: N, most: N) -> N:
        text = self.document.get(section, key)
        if text is None or not text.strip():
            return default
        # Python's float takes more than an engine does: 1_000, digits of other scripts.
        value = float(text) if _NUMBER.fullmatch(text.strip(" \t")) and len(text) < 400 else math.nan
        kind = type(default)
        if not least <= value <= most or (kind is int and not value.is_integer()):
            self.wrong(section, key, f"'{text}' is no number from {least} to {most}", f"{default} counts instead")
            return default
        return kind(value)

    def truth(self, section: str, key: str, default: bool) -> bool:
        text = self.document.get(section, key)
        if text is None or not text.strip():
            return default
        word = text.strip().lower()
        if word in ("1", "true"):
            return True
        if word in ("0", "false"):
            return False
        self.wrong(section, key, f"'{text}' is neither 0 nor 1", f"{int(default)} counts instead")
        return default

    def dependencies(self) -> tuple[str, ...]:
        found: dict[int, str] = {}
        for entry in self.document.entries("project"):
            match = _DEPENDENCY.fullmatch(entry.key)
            if match and entry.value:
                found[int(match[1] or -1)] = entry.value
        return tuple(found[number] for number in sorted(found))

    def wrong(self, section: str, key: str, text: str, hint: str) -> None:
        entries = self.document.entries(section, key)
        span = entries[-1].span if entries else Span(self.file)
        self.report.add("TW-DEF-70", "error", f"[{section}] {key}: {text}", hint, span)
