"""Where everything has to run, a test that skips itself has failed."""

import os
import subprocess
import sys

import pytest

from tests.kernel import REPOSITORY

pytestmark = pytest.mark.slow

SKIPPED = {
    "test_in_test.py": "def test_it(): pytest.skip('no browser')",
    "test_in_fixture.py": "@pytest.fixture\ndef browser(): pytest.skip('no browser')\ndef test_it(browser): ...",
    "test_in_module.py": "pytest.skip('no browser', allow_module_level=True)",
}


@pytest.mark.parametrize("required, ending", [("", "3 skipped"), ("1", "1 failed, 2 errors")])
def test_a_skip_counts_as_a_failure_where_all_is_required(required, ending, tmp_path):
    for name, source in SKIPPED.items():
        (tmp_path / name).write_text(f"import pytest\n{source}\n")
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY), "GRAPHLAB_REQUIRE_ALL": required}
    options = [
        "-p",
        "tests.conftest",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        tmp_path,
        "--continue-on-collection-errors",
    ]
    command = [sys.executable, "-m", "pytest", *options, tmp_path]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert ending in done.stdout
