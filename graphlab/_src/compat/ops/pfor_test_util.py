"""tensorflow.python.ops.parallel_for.test_util: a test case that compares pfor with a loop."""

from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.compat.parallel_loops import for_loop, pfor
from graphlab._src.graph import nest
from graphlab._src.state.initialization import global_variables_initializer
from graphlab._src.testing.case import TestCase


class PForTestCase(TestCase):
    """A test case whose tests run functions in pfor and in for_loop."""

    def _run_targets(self, targets1: Any, targets2: Any = None, run_init: bool = True) -> Any:
        """The values of both, as one list. run_init: initializes all variables before."""
        first, second = nest.flatten(targets1), [] if targets2 is None else nest.flatten(targets2)
        assert not second or len(first) == len(second)
        if run_init:
            self.evaluate(global_variables_initializer())
        return self.evaluate(first + second)

    def run_and_assert_equal(self, targets1: Any, targets2: Any) -> None:
        """Checks that both have the same values, numbers up to rounding."""
        values = nest.flatten(self._run_targets(targets1, targets2))
        half = len(values) // 2
        for one, other in zip(values[:half], values[half:], strict=True):
            if np.asarray(other).dtype == object:
                self.assertAllEqual(other, one)
            else:
                self.assertAllClose(other, one, rtol=1e-4, atol=1e-5)

    def _test_loop_fn(
        self, loop_fn: Any, iters: Any, loop_fn_dtypes: Any = dtypes.float32, parallel_iterations: Any = None
    ) -> None:
        """Checks that pfor and for_loop compute the same of a function."""
        vectorized = pfor(loop_fn, iters=iters, parallel_iterations=parallel_iterations)
        looped = for_loop(loop_fn, loop_fn_dtypes, iters=iters, parallel_iterations=parallel_iterations)
        self.run_and_assert_equal(vectorized, looped)
