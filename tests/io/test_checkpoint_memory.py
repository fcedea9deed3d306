"""Saving and restoring take hardly more memory than the variables themselves."""

import pathlib
import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow

MEGABYTES = 320


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells")
def test_the_most_memory_that_saving_and_restoring_take(tmp_path):
    for what in ("save", "restore"):
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.memory", what, str(MEGABYTES), str(tmp_path / "model")],
            cwd=pathlib.Path(__file__).parents[2],
            capture_output=True,
            text=True,
            check=True,
        )
        assert 0.9 * MEGABYTES < float(done.stdout) <= 1.2 * MEGABYTES, what
