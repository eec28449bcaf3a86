"""Constants for editors and type checkers."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from talewright.errors import TagError
from talewright.tags import TagName, TagRegistry, constants_json, render_constants


@pytest.fixture
def registry() -> TagRegistry:
    registry = TagRegistry()
    registry.register("Quest.Main.Step1", 'Go "there"\nand back \\ \'"""')
    registry.register("Quest.Main", "the story")
    registry.register("Quest.9mm Ammo")
    registry.register("Quest.class.title")
    registry.register("Größe.日本")
    registry.redirect("Quest.Old", "Quest.Main")
    registry.redirect("Very.Old", "Quest.Main")
    registry.redirect("Gone", "Quest.Main.Step1")
    registry.close()
    return registry


def load(path: Path, text: str) -> ModuleType:
    path.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_node_is_a_name_and_a_namespace(registry: TagRegistry, tmp_path: Path) -> None:
    tags = load(tmp_path / "tags.py", render_constants(registry)[0])
    assert tags.Quest == "Quest"
    assert tags.Quest.Main == "Quest.Main"
    assert tags.Quest.Main.Step1 == "Quest.Main.Step1"
    assert tags.Quest._9mm_Ammo == "Quest.9mm Ammo"
    assert tags.Quest.class_.title_ == "Quest.class.title"
    assert tags.Größe.日本 == "Größe.日本"
    assert isinstance(tags.Quest, TagName)
    assert "Main" in dir(tags.Quest)
    for way in json.loads(constants_json(registry)):
        at = tags
        for part in way["constant"].split("."):
            at = getattr(at, part)
        assert at == way["tag"]


def test_they_are_taken_wherever_a_tag_is(registry: TagRegistry, tmp_path: Path) -> None:
    tags = load(tmp_path / "tags.py", render_constants(registry)[0])
    owner = registry.container(tags.Quest.Main.Step1)
    assert owner.has(tags.Quest.Main)
    assert registry.tag(tags.Quest.Main).matches(tags.Quest)
    assert f"{tags.Quest.Main}" == "Quest.Main"
    registry.reload(lambda fresh: fresh.register("Quest.Main.Step1", "other"))
    assert registry.tag(tags.Quest.Main.Step1).comment == "other"


def test_old_names_warn_and_typos_fail(registry: TagRegistry, tmp_path: Path) -> None:
    tags = load(tmp_path / "tags.py", render_constants(registry)[0])
    with pytest.warns(DeprecationWarning, match=r"Quest\.Old was renamed to Quest\.Main"):
        assert tags.Quest.Old == "Quest.Main"
    with pytest.warns(DeprecationWarning, match=r"Gone was renamed to Quest\.Main\.Step1"):
        assert tags.Gone == "Quest.Main.Step1"
    with pytest.raises(AttributeError, match=r"no tag Quest\.Mian"):
        _ = tags.Quest.Mian
    with pytest.raises(AttributeError, match="no tag Qest"):
        _ = tags.Qest


def test_the_same_tags_give_the_same_bytes(registry: TagRegistry) -> None:
    other = TagRegistry()
    for tag in reversed(list(registry)):
        other.register(tag.name, tag.comment)
    for row in reversed(registry.redirects.rows):
        other.redirect(row.old, row.new)
    other.close()
    assert render_constants(other) == render_constants(registry)
    assert constants_json(other) == constants_json(registry)


def test_siblings_that_would_meet_are_an_error() -> None:
    registry = TagRegistry()
    registry.register("A.B C")
    registry.register("A.B-C")
    registry.close()
    with pytest.raises(TagError, match=r"A\.B C and A\.B-C would both be the constant A\.B_C"):
        render_constants(registry)


def test_ways_that_look_alike_do_not_meet(tmp_path: Path) -> None:
    registry = TagRegistry()
    for name in ("A.B__C.D", "A__B.C.D", "A.B.C.D", "None.Live"):
        registry.register(name)
    registry.close()
    module, stub = render_constants(registry)
    tags = load(tmp_path / "tags.py", module)
    assert (tags.A.B__C.D, tags.A__B.C.D, tags.A.B.C.D) == ("A.B__C.D", "A__B.C.D", "A.B.C.D")
    assert len({line for line in stub.splitlines() if line.startswith("class ")}) == stub.count("\nclass ")


def test_an_empty_registry_gives_empty_files(tmp_path: Path) -> None:
    registry = TagRegistry()
    registry.close()
    module, stub = render_constants(registry)
    assert load(tmp_path / "tags.py", module).__all__ == []
    compile(stub, "tags.pyi", "exec")


def test_a_type_checker_completes_them_and_finds_typos(registry: TagRegistry, tmp_path: Path) -> None:
    module, stub = render_constants(registry)
    (tmp_path / "tags.py").write_text(module, encoding="utf-8")
    (tmp_path / "tags.pyi").write_text(stub, encoding="utf-8")
    (tmp_path / "use.py").write_text(
        "import tags\nfrom talewright.tags import TagRegistry\n"
        "r = TagRegistry()\nr.tag(tags.Quest.Main.Step1)\nr.tag(tags.Quest)\n"
        "x: tags.TagText = 'Quest.Main'\n"
        "r.tag(tags.Quest.Mian)\ny: tags.TagText = 'Quest.Mian'\n"
    )
    words = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", "--no-error-summary", "use.py"]
    pytest.importorskip("mypy")
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    errors = [line for line in done.stdout.splitlines() if line.startswith(("use.py", "tags.pyi"))]
    assert [line.split(":")[:2] for line in errors] == [["use.py", "7"], ["use.py", "8"]], done.stdout
