"""The reference of the docs has every public name, and none that is not there."""

from __future__ import annotations

import re

import pytest
from tests.reference import INSIDE, PACKAGES, PAGE, SOURCE, line_of, public_names


def documented(package: str) -> dict[str, str]:
    """Return the rows of a package on the page, by name."""
    text = PAGE.read_text(encoding="utf-8")
    (section,) = re.findall(rf"^## `{re.escape(package)}`\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return dict(re.findall(r"^\| `(\w+)` \| \w+ \| (.*) \|$", section, re.MULTILINE))


@pytest.mark.parametrize("package", PACKAGES)
def test_every_public_name_stands_in_the_reference_and_every_name_there_exists(package: str) -> None:
    names = public_names(package)
    assert names
    assert sorted(documented(package)) == sorted(names), "run python tests/reference.py"


@pytest.mark.parametrize("package", PACKAGES)
def test_every_name_of_the_reference_says_what_it_is(package: str) -> None:
    assert all(line_of(package, name)[1] for name in public_names(package))
    assert [name for name, said in documented(package).items() if not said.strip()] == []


def test_no_package_is_left_out() -> None:
    packages = {f"talewright.{face.parent.name}" for face in (SOURCE / "talewright").glob("*/__init__.py")}
    named = {name for name in (*PACKAGES, *INSIDE) if (SOURCE.joinpath(*name.split("."))).is_dir()}
    assert packages == {name for name in named if name.count(".") == 1}
