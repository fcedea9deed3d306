"""How a unit test of Keras runs: the kind of its models, and whether they run eagerly, which here none does."""

import contextlib
import functools
import threading
from collections.abc import Callable, Iterator
from typing import Any

from graphlab._src.base.behavior import executing_eagerly
from graphlab._src.keras.layers import dtype_policy


class _Modes(threading.local):
    model_type: str | None = None
    run_eagerly: bool | None = None
    experimental_run_tf_function: bool | None = None


_MODES = _Modes()


@contextlib.contextmanager
def _scope(mode: str, value: Any) -> Iterator[Any]:
    before = getattr(_MODES, mode)
    setattr(_MODES, mode, value)
    try:
        yield value
    finally:
        setattr(_MODES, mode, before)


# Blocks in which a mode has a value.
model_type_scope = functools.partial(_scope, "model_type")
run_eagerly_scope = functools.partial(_scope, "run_eagerly")
experimental_run_tf_function_scope = functools.partial(_scope, "experimental_run_tf_function")


def _mode(name: str, function: str, scope: str, decorator: str) -> Any:
    value = getattr(_MODES, name)
    if value is None:
        raise ValueError(f"Cannot call `{function}()` outside of a `{scope}()` or `{decorator}` decorator.")
    return value


def get_model_type() -> str:
    """The kind of the models that are tested: "functional", "sequential" or "subclass"."""
    return _mode("model_type", "get_model_type", "model_type_scope", "run_with_all_model_types")


def should_run_eagerly() -> bool:
    """What `compile` receives as run_eagerly: False."""
    return (
        _mode("run_eagerly", "should_run_eagerly", "run_eagerly_scope", "run_all_keras_modes") and executing_eagerly()
    )


def should_run_tf_function() -> bool:
    """What `compile` receives as experimental_run_tf_function: False."""
    scope = "experimental_run_tf_function_scope"
    return (
        _mode("experimental_run_tf_function", "should_run_tf_function", scope, "run_all_keras_modes")
        and executing_eagerly()
    )


def get_expected_metric_variable_names(var_names: list[str], name_suffix: str = "") -> list[str]:
    """The names of a metric's variables in a graph that has others of the same metric."""
    return [f"{name}{name_suffix}:0" for name in var_names]


def enable_v2_dtype_behavior(fn: Callable[..., Any]) -> Callable[..., Any]:
    """The test, in which layers without a dtype have floatx() and convert their inputs, as TensorFlow 2's do."""
    return _with_dtypes_of_version_2(fn, True)


def disable_v2_dtype_behavior(fn: Callable[..., Any]) -> Callable[..., Any]:
    """The test, in which layers without a dtype have that of their first input, as TensorFlow 1's do."""
    return _with_dtypes_of_version_2(fn, False)


def _with_dtypes_of_version_2(fn: Any, enabled: bool) -> Any:
    @functools.wraps(fn)
    def tested(*args: Any, **kwargs: Any) -> Any:
        switches = dtype_policy.disable_v2_dtype_behavior, dtype_policy.enable_v2_dtype_behavior
        before = dtype_policy.v2_dtype_behavior_enabled()
        switches[enabled]()
        try:
            return fn(*args, **kwargs)
        finally:
            switches[before]()

    return tested
