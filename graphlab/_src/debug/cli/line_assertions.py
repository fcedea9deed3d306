"""tensorflow.python.debug.cli.cli_test_utils: comparisons of lines, for unit tests."""

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

_NUMBER = re.compile(r"[-+]?[0-9]*\.?[0-9]+(?:[eE][-+]?[0-9]+)?|nan|inf")


def assert_lines_equal_ignoring_whitespace(
    test: Any, expected_lines: Sequence[str], actual_lines: Sequence[str]
) -> None:
    """Lets a test fail where lines differ in more than white space."""
    test.assertEqual(len(expected_lines), len(actual_lines))
    for expected, actual in zip(expected_lines, actual_lines, strict=True):
        test.assertEqual("".join(expected.split()), "".join(actual.split()))


def assert_array_lines_close(test: Any, expected_array: Any, array_lines: Sequence[str]) -> None:
    """Lets a test fail where the numbers in lines are not those of an array."""
    found = [float(text) for line in array_lines for text in _NUMBER.findall(line.partition("dtype")[0])]
    test.assertEqual(np.size(expected_array), len(found))
    test.assertAllClose(np.ravel(expected_array), np.array(found))
