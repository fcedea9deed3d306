"""A type of operation is known before the module that defines it is imported."""

import subprocess
import sys

import pytest

from tests.ops.op_types import FILE

pytestmark = pytest.mark.slow

PROGRAM = "from tests.ops.op_types import text; print(text(), end='')"


def test_the_list_of_modules_is_true():
    found = subprocess.check_output([sys.executable, "-c", PROGRAM], text=True)
    assert FILE.read_text() == found, "run `python -m tests.ops.op_types`"
