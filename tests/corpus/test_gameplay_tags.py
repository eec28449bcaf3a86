"""Real tag files of public projects, against facts that an independent script found."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from talewright.config import IniDocument
from talewright.names import fold
from talewright.tags import (
    TagFile,
    TagFolder,
    TagList,
    TagRegistry,
    lint,
    load_tag_files,
    parents_of,
    read_tag_list,
    render_tag_list,
)

Corpus = Callable[[str], Path]

# What the independent script calls a finding -> the code of ours.
CODES = {
    "text-after-struct": "TW-TAG-11",
    "parse-error:text-after-quote": "TW-TAG-10",
    "duplicate-tag": "TW-TAG-03",
}


def _facts(folder: Path) -> list[dict[str, str]]:
    with (folder / "EXPECTED.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def _longest_way(found: TagList) -> int:
    hops = {fold(row.old): fold(row.new) for row in found.redirects}
    longest = 0
    for at in hops:
        length = 0
        while at in hops:
            at, length = hops[at], length + 1
        longest = max(longest, length)
    return longest


def test_the_corpus_is_whole(corpus: Corpus) -> None:
    folder = corpus("gameplay-tags")
    assert {fact["file"] for fact in _facts(folder)} == {path.name for path in folder.glob("*.ini")}


def test_every_file_declares_what_is_expected(corpus: Corpus) -> None:
    folder = corpus("gameplay-tags")
    for fact in _facts(folder):
        document = IniDocument.read(folder / fact["file"], file=fact["file"])
        found = read_tag_list(document)
        registry = TagRegistry()
        report = load_tag_files(registry, [document])
        findings = Counter(finding.code for finding in [*report, *registry.report])
        explicit, every = list(registry), list(registry.every())
        olds = {fold(row.old) for row in found.redirects}
        seen = {
            "raw_rows": len(found.rows) + len(found.redirects) + findings["TW-TAG-10"],
            "explicit_tags": len(explicit),
            "implicit_parents": len(every) - len(explicit),
            "roots": len(registry.roots()),
            "max_depth": max((len(parents_of(tag.name)) + 1 for tag in every), default=0),
            "nonempty_comments": sum(tag.comment != "" for tag in explicit),
            "redirects": len(found.redirects),
            "redirect_chains": sum(fold(row.new) in olds for row in found.redirects),
            "longest_hops": _longest_way(found),
            "tag_tables": len(found.tables),
        }
        assert seen == {key: int(fact[key]) for key in seen}, fact["file"]
        expected = {code: json.loads(fact["diagnostics"]).get(name, 0) for name, code in CODES.items()}
        assert {code: findings[code] for code in expected} == expected, fact["file"]


def test_what_was_read_can_be_written_and_read(corpus: Corpus) -> None:
    for path in corpus("gameplay-tags").glob("*.ini"):
        found = read_tag_list(IniDocument.read(path))
        rows = list({fold(row.name): row for row in reversed(found.rows)}.values())
        redirects = list({fold(row.old): row for row in found.redirects}.values())
        data = render_tag_list(rows, redirects=redirects)
        again = read_tag_list(IniDocument.parse(data))
        assert again.report == []
        assert {(row.name, row.comment) for row in again.rows} == {(row.name, row.comment) for row in rows}
        assert {(row.old, row.new) for row in again.redirects} == {(row.old, row.new) for row in redirects}
        assert render_tag_list(again.rows, redirects=again.redirects) == data


def test_broken_quotes_are_found_with_a_proposal_each(corpus: Corpus) -> None:
    path = corpus("gameplay-tags") / "showcase_utility_brokenquote.ini"
    report = read_tag_list(IniDocument.read(path, file=path.name)).report
    assert [finding.span.line for finding in report] == list(range(6, 14))
    assert report[0].hint == 'did you mean GameplayTagList=(Tag="Stimulus.WeaponDrawn", DevComment="")'


def test_a_chain_of_renames_leads_to_its_end(corpus: Corpus) -> None:
    path = corpus("gameplay-tags") / "umeowmi_default.ini"
    registry = TagRegistry()
    load_tag_files(registry, [path])
    registry.close()
    for old, new in registry.redirects.targets.items():
        assert registry.require(old).key == new
    assert registry.redirects.targets
    lost = {finding.code for finding in registry.redirects.report}
    assert lost <= {"TW-TAG-24", "TW-TAG-25"}


def test_all_files_together_make_one_registry(corpus: Corpus) -> None:
    paths = sorted(corpus("gameplay-tags").glob("*.ini"))
    registry = TagRegistry()
    report = load_tag_files(registry, paths)
    registry.close()
    assert len(registry) > 2000
    assert {finding.code for finding in report.errors} == {"TW-TAG-10"}
    every = list(registry.every())
    assert all(registry.tag(tag.name) is tag and tag.matches(tag.parent or tag) for tag in every)


@pytest.mark.parametrize("name", ["simplequest_plugin_empty_bom.ini", "openpf2_encounters.ini"])
def test_a_mark_in_front_hides_no_line(corpus: Corpus, name: str) -> None:
    found = read_tag_list(IniDocument.read(corpus("gameplay-tags") / name))
    assert found.report == []


def test_an_added_row_is_the_only_change_and_goes_again(corpus: Corpus) -> None:
    for path in corpus("gameplay-tags").glob("*.ini"):
        before = path.read_bytes()
        file = TagFile(IniDocument.parse(before, path.name), path, before)
        if file.generated:
            continue
        ended = file.text[-1:] in ("\n", "\r", "")
        count = len(file.declared().rows)
        file.add("Zz.Added-By.Test", 'it\'s (new); "yes"')
        assert len(file.declared().rows) == count + 1, path.name
        after = file.to_bytes()
        assert after != before
        lines, old = after.splitlines(), before.splitlines()
        if count:  # no section had to be made
            assert len(lines) == len(old) + 1, path.name
            assert [line for line in lines if b"Zz.Added-By.Test" not in line] == old, path.name
        file.remove("Zz.Added-By.Test")
        if count and ended:
            assert file.to_bytes() == before, path.name


def test_renaming_every_tag_and_back_gives_the_same_bytes(corpus: Corpus) -> None:
    for path in corpus("gameplay-tags").glob("*.ini"):
        before = path.read_bytes()
        file = TagFile(IniDocument.parse(before, path.name), path, before)
        if file.generated:
            continue
        done = file.rename(lambda name: f"New.{name}")
        assert {row.name[:4] for row in file.declared().rows} <= {"New."}
        assert len(file.to_bytes()) == len(before) + sum(len("New.") for _ in done), path.name
        file.rename(lambda name: name.removeprefix("New."))
        assert file.to_bytes() == before, path.name


def test_redirects_are_flattened_in_place(corpus: Corpus, tmp_path: Path) -> None:
    for name in ("umeowmi_default.ini", "simplequest_default_redirects.ini"):
        config = tmp_path / name
        config.mkdir()
        data = (corpus("gameplay-tags") / name).read_bytes()
        (config / "DefaultGameplayTags.ini").write_bytes(data)
        folder = TagFolder(config)
        targets = dict(folder.registry.redirects.targets)
        folder.compact()
        after = folder.registry
        assert dict(after.redirects.targets) == targets
        hops = {fold(row.old): fold(row.new) for row in after.redirects.rows}
        assert all(hops[old] == end for old, end in targets.items())
        assert folder.compact() == 0


def test_linting_real_files_takes_no_error_for_granted(corpus: Corpus) -> None:
    registry = TagRegistry()
    load_tag_files(registry, sorted(corpus("gameplay-tags").glob("openpf2_*.ini")))
    registry.close()
    found = Counter(finding.code for finding in lint(registry))
    assert found["TW-TAG-40"] == found["TW-TAG-41"] == 0
    assert found.total() - found["TW-TAG-24"] - found["TW-TAG-25"] < 60
