"""The examples of docs/tags.md run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs" / "tags.md"


def test_the_examples_run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not DOCS.is_file():
        pytest.skip("the docs are not beside the tests")
    (tmp_path / "Config/Tags").mkdir(parents=True)
    (tmp_path / "MyGame/Config/Tags").mkdir(parents=True)
    row = 'GameplayTagList=(Tag="Npc.Smith",DevComment="rude")\n'
    (tmp_path / "MyGame/Config/Tags/Npc.ini").write_text(f"[/Script/GameplayTags.GameplayTagsList]\n{row}")
    monkeypatch.chdir(tmp_path)
    space: dict[str, object] = {}
    exec("from pathlib import Path\nfrom talewright.tags import *", space)
    blocks = re.findall(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) > 6
    for block in blocks:
        code = "\n".join(line for line in block.splitlines() if not line.startswith("tags.require("))
        exec(compile(code, "tags.md", "exec"), space)
    out = capsys.readouterr().out
    expected = [line[2:] for line in "\n".join(blocks).splitlines() if re.match(r"# (no|  yes|  no)  ", line)]
    assert "\n".join(expected) in out
    assert "Npc 2\nNpc 0\n" in out
    assert '+GameplayTagRedirects=(OldTagName="Npc.Smith",NewTagName="Npc.Blacksmith")' in out


def test_every_finding_that_is_made_is_in_the_table() -> None:
    import talewright.tags

    root = Path(talewright.tags.__file__).parent
    texts = [path.read_text(encoding="utf-8") for path in root.rglob("*.py")]
    made = {code for text in texts for code in re.findall(r"TW-TAG-\d\d", text)}
    assert made == set(talewright.tags.CODES)
    rest = "".join(path.read_text(encoding="utf-8") for path in root.rglob("*.py") if path.name != "codes.py")
    assert [code for code in talewright.tags.CODES if code not in rest] == []
