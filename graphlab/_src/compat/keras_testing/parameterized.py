"""tensorflow.python.keras.keras_parameterized: one test for each kind of model, and for each way to run it.

Here models run in graphs and sessions: the other ways are skipped.
"""

import functools
import itertools
import unittest
from collections.abc import Callable, Iterable
from typing import Any

from absl.testing import parameterized

from graphlab._src.compat.keras_testing.modes import (
    experimental_run_tf_function_scope,
    model_type_scope,
    run_eagerly_scope,
)
from graphlab._src.keras.backend import clear_session
from graphlab._src.testing import case

_EAGER_MODES = ("v2_function", "v2_funcgraph", "v2_eager")

Test = Callable[..., Any]


class TestCase(case.TestCase, parameterized.TestCase):
    """A test after which Keras' graph and session are new."""

    __test__ = False  # not this class by itself

    def __init_subclass__(cls, *args: Any, **kwargs: Any) -> None:
        super().__init_subclass__(*args, **kwargs)
        cls.__test__ = True

    def tearDown(self) -> None:
        """Clears the session."""
        clear_session()
        super().tearDown()


def run_with_all_model_types(test_or_class: Any = None, exclude_models: Any = None) -> Any:
    """One test for each of the kinds of models: "functional", "subclass" and "sequential"."""
    excluded = [exclude_models] if isinstance(exclude_models, str) else exclude_models or ()
    kinds = [(f"_{kind}", kind) for kind in ("functional", "subclass", "sequential") if kind not in excluded]

    def decorate(test: Test) -> Any:
        @parameterized.named_parameters(*kinds)
        @functools.wraps(test)
        def decorated(self: Any, model_type: str, *args: Any, **kwargs: Any) -> None:
            with model_type_scope(model_type):
                test(self, *args, **kwargs)

        return decorated

    return _decorated(test_or_class, decorate)


def run_all_keras_modes(
    test_or_class: Any = None, config: Any = None, always_skip_v1: bool = False, always_skip_eager: bool = False
) -> Any:
    """The test in a session, with that config; tests of the other modes are skipped."""
    modes = [mode for mode in _EAGER_MODES if not (always_skip_eager and mode == "v2_eager")]
    modes += [] if always_skip_v1 else ["v1_session"]

    def decorate(test: Test) -> Any:
        @parameterized.named_parameters(*[(f"_{mode}", mode) for mode in modes])
        @functools.wraps(test)
        def decorated(self: Any, run_mode: str, *args: Any, **kwargs: Any) -> None:
            if run_mode != "v1_session":
                self.skipTest("graphlab builds graphs; nothing runs eagerly")
            with (
                run_eagerly_scope(False),
                experimental_run_tf_function_scope(False),
                self.test_session(use_gpu=True, config=config),
            ):
                test(self, *args, **kwargs)

        return decorated

    return _decorated(test_or_class, decorate)


def _decorated(test_or_class: Any, decorate: Callable[[Test], Any]) -> Any:
    """The test, each of several parameterized ones, or each of a class, decorated; a decorator for None."""

    def decorator(decorated: Any) -> Any:
        if isinstance(decorated, Iterable):
            return itertools.chain.from_iterable(decorate(test) for test in decorated)
        if not isinstance(decorated, type):
            return decorate(decorated)
        for name, value in list(vars(decorated).items()):
            if callable(value) and name.startswith(unittest.TestLoader.testMethodPrefix):
                setattr(decorated, name, decorate(value))
        # A new class: absl's metaclass makes a method for each set of parameters.
        return type(decorated)(decorated.__name__, decorated.__bases__, dict(vars(decorated)))

    return decorator if test_or_class is None else decorator(test_or_class)
