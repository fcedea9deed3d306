"""A save, event file or cache write that is killed, or whose calls fail: tests/soak/failing_calls.py tries every call."""

import pathlib
import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow


@pytest.mark.skipif(sys.platform == "win32", reason="it forks")
def test_a_sample_of_calls_that_fail_or_are_the_last():
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "tests.soak.failing_calls",
            "--every",
            "11",
            "save",
            "sharded",
            "events",
            "records",
            "graph",
        ],
        cwd=pathlib.Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(" points: ") == 5
