"""Readers of files refuse what was spoilt, and nothing worse happens; tests/fuzz says how to look longer."""

import pathlib
import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="its limits are those of Linux")
def test_readers_refuse_what_was_spoilt():
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz"],
        cwd=pathlib.Path(__file__).parents[1],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr[-6000:]
    assert done.stdout.count(" ok") == 40
