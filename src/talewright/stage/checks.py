"""What is wrong with what a project says to the stage: settings, keys, theme, speakers, styles, markup.

All of its own findings are warnings: play does without what they are about. What does not fit its field is an error, as
in all settings and records. Speakers are looked at where there is a record of one,
else anybody may speak; markers where there is one of a speaker or a style (people.md section 6).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar

from talewright.diagnostics import Report, Span
from talewright.dialogue.program import LineContent, Offer, OptionContent, Say
from talewright.errors import ConfigError
from talewright.names import did_you_mean
from talewright.project import Authored, Checker
from talewright.stage.keys import KeyMap, Keys, field_of
from talewright.stage.settings import StageSettings
from talewright.stage.speakers import FACE, Speaker, hashtag, inside, portrait_of, speaker_named, voice_of
from talewright.stage.styles import BUILT_IN, TextStyle, color_of
from talewright.stage.theme import theme_in

R = TypeVar("R")

_READ_BY_YARN = ("character", "nomarkup", "select", "plural", "ordinal")
"""Markers that the reader of dialogues knows."""
_FILE_HINT = "write a path from the project's folder, as in art/smith.png; the case of letters counts"


def check(authored: Authored) -> Report:
    """Return what is wrong with what a project says to the stage.

    >>> from talewright.demo import TAVERN
    >>> from talewright.project import Project
    >>> Project.check(TAVERN, checkers=[check])
    []
    """
    report = Report()
    _settings(authored, report)
    report += theme_in(authored.folder)[1]
    speakers, styles = _records(authored, Speaker, report), _records(authored, TextStyle, report)
    _colors(authored, speakers, styles, report)
    if speakers:
        _speakers(authored, speakers, report)
    if speakers or styles:
        _markers(authored, styles, report)
    return report


CHECKERS: Final[tuple[Checker, ...]] = (check,)
"""What `talewright check` asks of a project that says anything to the stage."""


def _settings(authored: Authored, report: Report) -> None:
    config = authored.config
    for cls in (StageSettings, Keys):
        if cls.class_name in config.map(cls.config_file):
            report += config.check(cls)
    try:
        keys = config.read(Keys)
    except ConfigError:  # said above
        return
    for key, holder, other in KeyMap(keys).conflicts:
        message = f"[Keys] {key} is the key of {field_of(holder)} and of {field_of(other)}: {field_of(holder)} has it"
        report.add("TW-STAGE-01", "warning", message, f"give {field_of(other)} another", _place(authored, other))


def _place(authored: Authored, action: Any) -> Span:
    entries = authored.config.map(Keys.config_file).entries(Keys.class_name, field_of(action)) or ()
    return next((entry.span for entry in entries), Span("Config/DefaultGame.ini"))


def _records(authored: Authored, cls: type[R], report: Report) -> Mapping[str, R]:
    """Return the records of a class, and report what is wrong with them."""
    if not authored.records.named(cls.__dict__["class_name"]):
        return {}
    found = authored.records.library(cls)
    list(found.values())
    report += [one for one in authored.records.report if one not in report]
    return found


def _colors(
    authored: Authored, speakers: Mapping[str, Speaker], styles: Mapping[str, TextStyle], report: Report
) -> None:
    origin = authored.records.origin
    colors = [("Speaker", name, one.Color, origin(Speaker, name)) for name, one in speakers.items()]
    colors += [("Style", name, one.Color, origin(TextStyle, name)) for name, one in styles.items()]
    for kind, name, color, place in colors:
        if color and not color_of(color):
            message = f"[{name} {kind}] Color: {color!r} is no colour; it is left out"
            report.add("TW-STAGE-02", "warning", message, 'write "#rrggbb", or gold, red, ...', place)
    for name, style in styles.items():
        if not style.Scale > 0:
            message = f"[{name} Style] Scale: {style.Scale:g} is no size; it is left out"
            report.add("TW-STAGE-02", "warning", message, "1 is that of the rest", origin(TextStyle, name))


def _contents(authored: Authored) -> Iterator[LineContent | OptionContent]:
    for node in authored.program.nodes.values():
        for step in node.code:
            if isinstance(step, Say):
                yield step.line
            elif isinstance(step, Offer):
                yield from step.choice.options


def _speakers(authored: Authored, speakers: Mapping[str, Speaker], report: Report) -> None:
    """Find who speaks without being known, and files that are not there."""
    files = _Files(authored.folder, report)
    unvoiced: dict[str, list[LineContent]] = {}
    for name, one in speakers.items():
        files.want(f"[{name} Speaker] Portrait", portrait_of(one, ()), authored.records.origin(Speaker, name))
    for line in _contents(authored):
        if not isinstance(line, LineContent):
            continue
        pieces = () if line.speaker is None else line.speaker.pieces
        said = "".join(piece for piece in pieces if isinstance(piece, str)).strip()
        known = all(isinstance(piece, str) for piece in pieces)  # else it is known in play alone
        speaker = speaker_named(speakers, said) if known else None
        if known and said and speaker is None:
            hint = did_you_mean(said, list(speakers)) or f"add [{said} Speaker], or write \\: for the sign itself"
            report.add("TW-STAGE-03", "warning", f"nobody is called {said!r}", hint, line.span)
        if speaker is not None and (face := hashtag(line.tags, "face")) not in ("", FACE):
            files.want(f"#face:{face} of {said}", portrait_of(speaker, line.tags), line.span)
        voice = voice_of(speaker, line.shadow or line.id, line.tags)
        if hashtag(line.tags, "voice"):
            files.want("#voice", voice, line.span)
        elif speaker is not None and voice and not inside(authored.folder, voice):
            unvoiced.setdefault(speaker.name, []).append(line)
    for name, lines in unvoiced.items():
        voice = voice_of(speakers[name], lines[0].shadow or lines[0].id, lines[0].tags)
        message = f"[{name} Speaker] Voice: {len(lines)} of the lines have no file, {voice} the first"
        hint = "name the files by the ids of lines; what is not there is silent"
        report.add("TW-STAGE-04", "information", message, hint, authored.records.origin(Speaker, name))


class _Files:
    """Files that a project names: each that is not there is said once."""

    def __init__(self, folder: Path | None, report: Report) -> None:
        self._folder = folder
        self._report = report
        self._said: set[str] = set()

    def want(self, who: str, path: str, place: Span) -> None:
        """Say so where there is no such file in the project."""
        if self._folder is None or not path or path in self._said or inside(self._folder, path):
            return
        self._said.add(path)
        if ".." in path.split("/") or any(mark in path for mark in "\\:\0") or path.startswith("/"):
            self._report.add("TW-STAGE-05", "warning", f"{who}: {path!r} leads out of the project", _FILE_HINT, place)
        else:
            self._report.add("TW-STAGE-04", "warning", f"{who}: there is no {path} in the project", _FILE_HINT, place)


def _markers(authored: Authored, styles: Mapping[str, TextStyle], report: Report) -> None:
    known = (*BUILT_IN, *_READ_BY_YARN, *styles)
    for content in _contents(authored):
        names = {getattr(token, "name", "") for token in (content.markup.tokens if content.markup is not None else ())}
        for name in sorted(filter(None, names)):
            if name not in known and name not in styles:
                hint = did_you_mean(name, known) or f"add [{name} Style]"
                message = f"[{name}] is no marker that the stage knows: its text looks like the rest"
                report.add("TW-STAGE-06", "warning", message, hint, content.span)
