"""The pytest plug-in: light where nothing asks; plans, explorations, coverage, snapshots where something does."""

from __future__ import annotations

import json
import pkgutil
from importlib import import_module

import pytest

import talewright

pytest_plugins = ["pytester"]

# A run inside of this process forgets the modules that it imported, and faces would keep names of forgotten ones.
for _found in pkgutil.walk_packages(talewright.__path__, "talewright."):
    if not _found.name.endswith("__main__"):
        import_module(_found.name)

SMITH = """\
title: Forge
---
<<declare $met = false>>
Smith: Yes? #line:yes
<<if $met>>
    Smith: Again. #line:again
<<endif>>
<<set $met = true>>
-> A sword. #choice:need #line:sword
    Smith: Here. #line:here
===
"""
SCRIPTS = """\
from talewright import Conversation, Script, collection, on

class Smith(Script):
    beats: int = 0
    def init(self):
        self.repeat(1.0, "beat")
    @on("beat")
    def beat(self, message, sender):
        self.beats += 1

@collection("main")
def new_game(game, world):
    world.spawn("smith", controller=Smith(), talk=Conversation("Smith"))
"""
TEST = """\
def test_a_talk(story):
    story.play("/smith#talk")
    assert story.line == "Smith: Yes?"
    story.advance()
    story.rewind()
    story.expect("Smith: Yes?")
    story.choose("sword")
    story.save_and_load()
    story.expect("Smith: Here.")
    assert story.ended
    story.pass_time(2.5)
    assert story.game.world.component("/smith#controller").beats == 2
"""


@pytest.fixture
def told(pytester: pytest.Pytester) -> pytest.Pytester:
    """A folder with a project and a test of it."""
    dialogues = pytester.mkdir("Dialogues")
    (dialogues / "D_Smith.yarn").write_text(SMITH.replace("-> A", "Smith: What? #line:what\n-> A"), "utf-8")
    (pytester.path / "scripts.py").write_text(SCRIPTS, "utf-8")
    return pytester


def test_nothing_of_the_test_kit_is_imported_where_nothing_asks(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        "import sys\n"
        "def test_light():\n"
        "    loaded = {name for name in sys.modules if name.startswith('talewright.testing')}\n"
        "    assert loaded == {'talewright.testing', 'talewright.testing.plugin'}\n"
    )
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider")
    result.assert_outcomes(passed=1)


def test_every_name_of_the_test_kit_is_there() -> None:
    import talewright.testing as kit

    assert all(getattr(kit, name) is not None for name in kit.__all__)
    assert set(kit.__all__) <= set(dir(kit))
    with pytest.raises(AttributeError, match="no attribute 'Storey'"):
        kit.Storey  # type: ignore[attr-defined]  # noqa: B018


def test_the_story_plays_rewinds_saves_and_lets_time_pass(told: pytest.Pytester) -> None:
    told.makepyfile(TEST)
    told.runpytest("-p", "no:cacheprovider").assert_outcomes(passed=1)


def test_a_plan_beside_a_script_is_a_test(told: pytest.Pytester) -> None:
    plan = told.path / "Dialogues" / "D_Smith.testplan"
    plan.write_text("line: `Smith: Yes?`\nline: *\nselect: sword\nline: `Smith: Here.`\nstop\n", "utf-8")
    told.runpytest("-p", "no:cacheprovider").assert_outcomes(passed=1)
    plan.write_text("line: `Smith: Yes?`\nline: `Smith: No?`\n", "utf-8")
    result = told.runpytest("-p", "no:cacheprovider")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["Dialogues/D_Smith.testplan:2: expected the line 'Smith: No?'", "*got the line 'Smith: What?'"]
    )


def test_a_plan_without_a_project_plays_the_script_alone(pytester: pytest.Pytester) -> None:
    (pytester.path / "Test.yarn").write_text("title: Start\n---\nHi.\n===\n", "utf-8")
    (pytester.path / "Test.testplan").write_text("line: `Hi.`\nstop\n", "utf-8")
    (pytester.path / "Other.testplan").write_text("no script is beside it\n", "utf-8")
    pytester.runpytest("-p", "no:cacheprovider").assert_outcomes(passed=1)


def test_dialogues_are_explored_where_that_is_asked_for(told: pytest.Pytester) -> None:
    assert told.runpytest("-p", "no:cacheprovider").ret == pytest.ExitCode.NO_TESTS_COLLECTED
    told.runpytest("-p", "no:cacheprovider", "--talewright-explore").assert_outcomes(passed=1)
    (told.path / "Dialogues" / "D_Bad.yarn").write_text(
        "title: Bad\n---\nHi.\n<<if false>>\nNo.\n<<endif>>\n===\n", "utf-8"
    )
    told.makeini("[pytest]\ntalewright_explore = true\n")
    result = told.runpytest("-p", "no:cacheprovider")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*D_Bad.yarn:5:1: warning unreachable: this line is never shown: No."])


def test_coverage_is_counted_printed_and_written(told: pytest.Pytester) -> None:
    told.makepyfile(TEST)
    result = told.runpytest("-p", "no:cacheprovider", "--talewright-coverage", "story.cov")
    result.stdout.fnmatch_lines(["*talewright coverage*", "Smith *3/4*1/1*80%*6*", "wrote story.cov"])
    counts = json.loads((told.path / "story.cov").read_text("utf-8"))
    assert counts["hits"]["Smith"]["need.sword"] == 1
    assert counts["runs"] == {"pytest": 1}


def test_a_snapshot_is_written_on_request_and_compared_else(told: pytest.Pytester) -> None:
    told.makepyfile(
        test_it="def test_talk(story):\n    story.play('/smith#talk')\n    story.advance()\n    story.matches()\n"
    )
    missing = told.runpytest("-p", "no:cacheprovider")
    missing.assert_outcomes(failed=1)
    missing.stdout.fnmatch_lines(
        ["*there is no snapshot test_talk.txt yet; if this is right, run *--talewright-update*"]
    )
    told.runpytest("-p", "no:cacheprovider", "--talewright-update").assert_outcomes(passed=1)
    snapshot = told.path / "snapshots" / "test_it" / "test_talk.txt"
    assert snapshot.read_text("utf-8") == "Smith: Yes?\nSmith: What?\n-> A sword. [sword]\n"
    told.runpytest("-p", "no:cacheprovider").assert_outcomes(passed=1)
    snapshot.write_text("Smith: No.\n", "utf-8")
    changed = told.runpytest("-p", "no:cacheprovider")
    changed.assert_outcomes(failed=1)
    changed.stdout.fnmatch_lines(["*-Smith: No.", "*+Smith: Yes?"])


def test_snapshots_of_names_that_no_file_has_share_no_file(told: pytest.Pytester) -> None:
    told.makepyfile(
        test_it="""
        import pytest
        @pytest.mark.parametrize("way", ["a/b", "a:b", "c" * 300])
        def test_talk(story, way):
            story.play("/smith#talk")
            for _ in range(len(way) % 2):
                story.advance()
            story.matches()
        """
    )
    told.runpytest("-p", "no:cacheprovider", "--talewright-update").assert_outcomes(passed=3)
    assert len(list((told.path / "snapshots" / "test_it").glob("*.txt"))) == 3
    told.runpytest("-p", "no:cacheprovider").assert_outcomes(passed=3)


def test_counts_that_cannot_be_written_are_said_without_a_traceback(told: pytest.Pytester) -> None:
    told.makepyfile(test_it=TEST)
    (told.path / "file").write_text("")
    refused = told.runpytest("-p", "no:cacheprovider", "--talewright-coverage=.")
    assert refused.ret == pytest.ExitCode.USAGE_ERROR
    refused.stderr.fnmatch_lines(["*--talewright-coverage: . is a folder*"])
    failed = told.runpytest("-p", "no:cacheprovider", "--talewright-coverage=file/story.cov")
    failed.stdout.fnmatch_lines(["error: *file/story.cov cannot be written: *"])
    assert "Traceback" not in failed.stdout.str() + failed.stderr.str()
