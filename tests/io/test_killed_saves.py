"""A save that is killed leaves the last checkpoint whole, and who reads while others save never meets a mixture."""

import pathlib
import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow

SCRIPT = pathlib.Path(__file__).with_name("killed_saves.py")


@pytest.mark.skipif(sys.platform == "win32", reason="it forks")
def test_saves_that_are_killed_and_reads_meanwhile(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "tests.io.killed_saves", str(tmp_path)],
        cwd=SCRIPT.parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("killed at") == 3
