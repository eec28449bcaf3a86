"""The names at the top of the package: all there, each where it says, and none loaded before it is asked for."""

from __future__ import annotations

import subprocess
import sys

import pytest

import talewright


@pytest.mark.parametrize("name", talewright.__all__)
def test_every_exported_name_is_there(name: str) -> None:
    assert getattr(talewright, name) is not None
    assert name in dir(talewright)


def test_the_two_lists_agree() -> None:
    assert sorted(talewright._HOME) == sorted(talewright.__all__)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Gmae'"):
        talewright.Gmae  # noqa: B018


def test_importing_the_package_or_its_pytest_plug_in_loads_nothing_else() -> None:
    code = (
        "import sys, talewright, talewright.testing.plugin\n"
        "print(sorted(m for m in sys.modules if m.startswith('talewright') and 'testing' not in m))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "['talewright']"


def test_star_import_gives_them_all() -> None:
    names: dict[str, object] = {}
    exec("from talewright import *", names)
    assert set(talewright.__all__) <= names.keys()
