"""No reader of foreign text takes for a number what only Python does: ``1_000``, digits of other scripts, ``inf``."""

from __future__ import annotations

from pathlib import Path

import pytest

from talewright.config import IniDocument, parse_value
from talewright.config.layers.generated import write_stamps
from talewright.config.layers.traps import lint
from talewright.defold.settings import read_settings
from talewright.diagnostics import Report
from talewright.dialogue.text.markup import parse_markup
from talewright.errors import Misuse, ProjectError, ValueFormatError
from talewright.game.playlog import HEAD, LoggedRun
from talewright.project import Project
from talewright.testing.exploring.domains import Domain

WIDE = ("\uff11\uff12", "\u0661\u0662", "1_000", "\xb2")


@pytest.mark.parametrize("text", [*WIDE, "inf", "infinity", "nan", "1e999"])
def test_of_settings_of_defold(text: str) -> None:
    report = Report()
    found = read_settings(f"[display]\nupdate_frequency = {text}\n".encode(), "game.project", report)
    assert found.update_frequency == 0
    assert [(d.severity, d.span.line) for d in report] == [("error", 2)]


@pytest.mark.parametrize("text", WIDE)
def test_of_domains_markup_indexes_and_logs(text: str) -> None:
    assert Domain.parse(f"$gold in {text}").values == (text,)
    assert parse_markup(f"[a x={text}]y[/a]").attributes[0].properties == (("x", text),)
    assert lint(IniDocument.from_text(f"[A]\nk=1\nk[{text}]=2\n")).errors == []
    with pytest.raises(ValueFormatError):
        parse_value(f"(a[{text}]=2,b=1)")
    with pytest.raises(Misuse, match="no play log"):
        LoggedRun.read(f"{HEAD}\nseed {text}\nstates true\nstart\n")
    stamped = IniDocument.from_text(f"[IniVersion]\n{text}=1.0\n")
    write_stamps(stamped, [])
    assert [entry.key for entry in stamped.entries("IniVersion")] == [text]


def test_a_project_checks_the_settings_that_its_code_declares(tmp_path: Path) -> None:
    code = "from dataclasses import dataclass\n@dataclass\nclass Sound:\n    volume: float = 1.0\n    many: int = 2\n"
    (tmp_path / "Config").mkdir()
    (tmp_path / "scripts.py").write_text(code)
    ini = tmp_path / "Config" / "DefaultGame.ini"
    ini.write_text("[Sound]\nvolume=0,98\nvolum=1\n[Other]\nmany=x\n")
    found = [f"{d.severity} {d.code} {d.span}" for d in Project.open(tmp_path).report]
    assert found == [
        "warning TW-INI-26 Config/DefaultGame.ini:2:8",
        "warning TW-INI-22 Config/DefaultGame.ini:3:1",
    ]
    ini.write_text("[Sound]\nmany=lots\n")
    with pytest.raises(ProjectError) as caught:
        Project.open(tmp_path)
    assert [str(d.span) for d in caught.value.report.errors] == ["Config/DefaultGame.ini:2:6"]
