"""Every stop of every official plan, and of every game, through a save: in a fresh process, and over edits.

The promises of dialogue.md section 4.3: what was saved plays on exactly as what was not; and after an insertion, a
deletion, a move or a rename a content with an id is found again, wherever it went.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.dialogue.walking import any_memory, host_for, step_of, stops, told

from talewright.dialogue import (
    Program,
    Source,
    State,
    advance,
    compile,
    position_from_plain,
    position_to_plain,
    restore,
    show,
    tag_sources,
)
from talewright.dialogue.syntax.source import split_rows

Corpus = Callable[[str], Path]
FURTHER = 6

FRESH = """
import json, sys
from pathlib import Path
from tests.dialogue.test_saves_of_plans import go_on, program_of
for row in sys.stdin:
    saved = json.loads(row)
    print(json.dumps(go_on(program_of(Path(saved["path"])), saved)))
"""


def program_of(path: Path) -> Program:
    return compile([Source.from_bytes(path.stem, path.name, path.read_bytes())], strict_targets=False)


def plans(corpus: Corpus) -> list[Path]:
    folder = corpus("yarn")
    return [*sorted(path.with_suffix(".yarn") for path in folder.rglob("*.testplan"))]


def saves_of(path: Path, program: Program, walks: int = 6) -> Iterator[tuple[dict[str, Any], State]]:
    """Give every stop that some walks come by, as plain data and as it is."""
    entries = ["", *program.dialogues[path.stem].nodes]
    seen: set[tuple[object, ...]] = set()
    for seed in range(walks * len(entries)):
        host, memory = host_for(program, seed), any_memory(program, Random(seed))
        for _, state in stops(program, path.stem, host, Random(seed), 40, entries[seed % len(entries)], memory):
            position = state.position
            if position is None or (position.node, position.content, position.stack) in seen:
                continue
            seen.add((position.node, position.content, position.stack))
            plain = {"path": str(path), "position": position_to_plain(position), "memory": dict(state.memory)}
            yield {**plain, "seed": seed}, state


def go_on(program: Program, saved: dict[str, Any]) -> list[str]:
    """Restore a save and play some steps further; give what a reader sees."""
    position, notices = restore(program, saved["position"])
    found = list(notices)
    state = State(position, saved["memory"])
    host, draw = host_for(program, saved["seed"]), Random(saved["seed"])
    line, options = show(program, state)
    found += [f"{line}", f"{options}"]
    for _ in range(FURTHER):
        if state.position is None:
            break
        events, state = advance(program, state, step_of(state, draw), host=host)
        found += told(events)
    return found


def test_a_save_plays_on_in_a_fresh_process(corpus: Corpus) -> None:
    saves: list[dict[str, Any]] = []
    expected: list[list[str]] = []
    for path in plans(corpus):
        program = program_of(path)
        for saved, state in saves_of(path, program):
            assert state.position is not None
            as_it_is = {**saved, "position": state.position}
            saves.append(saved)
            expected.append(go_on(program, as_it_is))
    assert len(saves) > 150
    given = "\n".join(map(json.dumps, saves))
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run(
        [sys.executable, "-c", FRESH], input=given, capture_output=True, text=True, check=True, cwd=root
    )
    assert [json.loads(row) for row in done.stdout.splitlines()] == expected


# Edits ----------------------------------------------------------------------------------------------------------------


def tagged(path: Path) -> str:
    (found,) = tag_sources([Source.from_bytes(path.stem, path.name, path.read_bytes())], Random(1))
    assert not found.report, str(found.report)
    return found.text


def insert(text: str) -> str:
    """Put a new line at the head of every node."""
    rows: list[str] = []
    for row in split_rows(text):
        rows.append(row)
        if row.startswith("---"):
            rows.append(f"Inserted. #line:inserted{len(rows)}")
    return "\n".join(rows)


def rename(text: str) -> str:
    """Rename every node that is no member of a group, and say so."""
    made = compile({"A": text}, strict_targets=False)
    rows: list[str] = []
    for row in split_rows(text):
        title = row.removeprefix("title: ").strip() if row.startswith("title: ") else ""
        if title in made.nodes and not made.nodes[title].grouped:
            rows += [f"title: New{title}", f"formerly: {title}"]
        else:
            rows.append(row)
    return "\n".join(rows)


def texts_with_ids(corpus: Corpus) -> Iterator[tuple[Path, str, Program]]:
    for path in plans(corpus):
        text = tagged(path)
        program = compile([Source(path.stem, path.name, text)], strict_targets=False)
        if program.dialogues[path.stem].nodes:
            yield path, text, program


@pytest.mark.parametrize("edit", [insert, rename])
def test_contents_with_ids_are_found_again_without_a_word(corpus: Corpus, edit: Callable[[str], str]) -> None:
    count = 0
    for path, text, program in texts_with_ids(corpus):
        edited = compile([Source(path.stem, path.name, edit(text))], strict_targets=False)
        for saved, state in saves_of(path, program):
            if saved["position"]["kind"] == "command":
                continue
            position, notices = restore(edited, saved["position"])
            assert notices == (), (path.name, saved["position"])
            assert state.position is not None
            assert position.kind == state.position.kind
            shown, before = show(edited, State(position)), show(program, state)
            if "auto-" in repr(before):  # a shadow line: its id is made up, and its words are the promise
                assert shown[0] is not None
                assert before[0] is not None
                assert (shown[0].text, shown[0].shadow) == (before[0].text, before[0].shadow)
            else:
                assert (position.content, shown) == (state.position.content, before)
            count += 1
    assert count > 120


def test_contents_that_moved_into_another_file_are_found_with_a_notice(corpus: Corpus) -> None:
    count = 0
    for path, text, program in texts_with_ids(corpus):
        moved = "\n".join(
            row if not row.startswith("title:") else row.replace("title: ", "title: Moved") for row in split_rows(text)
        )
        edited = compile([Source("Elsewhere", "Elsewhere.yarn", moved)], strict_targets=False)
        for saved, state in saves_of(path, program, walks=2):
            place = saved["position"]
            if place["kind"] == "command" or "stack" in place or "auto-" in place["content"]:
                continue
            position, notices = restore(edited, saved["position"])
            assert notices, (path.name, saved["position"])
            assert position.dialogue == "Elsewhere"
            assert show(edited, State(position)) == show(program, state)
            count += 1
    assert count > 100


def test_a_deleted_line_leads_to_a_defined_place(corpus: Corpus) -> None:
    count = 0
    for path, text, program in texts_with_ids(corpus):
        for saved, _ in saves_of(path, program, walks=1):
            content = saved["position"].get("content", "")
            if saved["position"]["kind"] != "line" or f"#{content}" not in text:
                continue
            rows = [row for row in split_rows(text) if f"#{content}" not in row]
            edited = compile([Source(path.stem, path.name, "\n".join(rows))], strict_targets=False)
            if edited.report.errors:
                continue
            position, notices = restore(edited, saved["position"])
            assert notices, (path.name, content)
            state = State(position, saved["memory"])
            host = host_for(edited, 1)
            for _ in range(3):
                show(edited, state)
                if state.position is None:
                    break
                _, state = advance(edited, state, step_of(state, Random(1)), host=host)
            count += 1
    assert count > 40


def test_a_position_reads_back_from_every_stop(corpus: Corpus) -> None:
    for path in plans(corpus):
        for saved, state in saves_of(path, program_of(path), walks=1):
            assert position_from_plain(saved["position"]) == state.position
