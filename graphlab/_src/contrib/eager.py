"""tf.contrib.eager in graph mode: gradients of Python functions, metrics that are objects, and a saver of variables."""

import contextlib
import functools
import inspect
from collections.abc import Callable, Generator, Sequence
from typing import Any, NoReturn

from graphlab._src.autodiff.gradient_tape import GradientTape
from graphlab._src.base import dtypes
from graphlab._src.base.errors import explain
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.arg import argmax
from graphlab._src.ops.arithmetic import multiply
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.control_flow import group
from graphlab._src.ops.division import truediv
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.shape import size
from graphlab._src.state.initialization import variables_initializer
from graphlab._src.state.resource_variable import ResourceVariable as Variable
from graphlab._src.train.saving.saver import Saver as NamedSaver
from graphlab._src.train.tracking.checkpoint import get_session

__all__ = ["Variable"]


def in_eager_mode() -> bool:
    """False: a session runs the graph."""
    return False


def list_devices() -> list[str]:
    """Empty: devices are part of a session."""
    return []


def implicit_value_and_gradients(f: Callable[..., Any]) -> Callable[..., Any]:
    """A function of the arguments of f that returns (f's result, [(gradient, variable)]) for the variables that f reads."""

    @functools.wraps(f)
    def call(*args: Any, **kwargs: Any) -> Any:
        with GradientTape() as tape:
            result = f(*args, **kwargs)
            if result is None:
                raise ValueError(
                    f"Cannot differentiate a function that returns None; did you forget to return a value from {f.__name__}?"
                )
        variables = tape.watched_variables()
        if not variables:
            raise ValueError("No trainable variables were accessed while the function was being computed.")
        return result, list(zip(tape.gradient(result, list(variables)), variables, strict=True))

    return call


def implicit_gradients(f: Callable[..., Any]) -> Callable[..., Any]:
    """A function of the arguments of f that returns [(gradient, variable)] for the variables that f reads."""
    both = implicit_value_and_gradients(f)
    return functools.wraps(f)(lambda *args, **kwargs: both(*args, **kwargs)[1])


def value_and_gradients_function(f: Callable[..., Any], params: Sequence[Any] | None = None) -> Callable[..., Any]:
    """A function of the arguments of f that returns (f's result, [the gradient by each of params]).

    params: indices or names of arguments; all when left out.  dy: what flows into the result, ones when left out.
    ValueError for other keywords.
    """

    @functools.wraps(f)
    def call(*args: Any, **kwargs: Any) -> Any:
        dy = kwargs.pop("dy", None)
        if kwargs:
            raise ValueError(f"Functions to be differentiated cannot receive keyword arguments: {sorted(kwargs)}.")
        tensors = [convert_to_tensor(arg) for arg in args]
        with GradientTape() as tape:
            sources = tensors if params is None else [tensors[_position(f, one)] for one in params]
            tape.watch(sources)
            result = f(*tensors)
        return result, tape.gradient(result, sources, None if dy is None else [dy])

    return call


def _position(f: Callable[..., Any], parameter: int | str) -> int:
    return parameter if isinstance(parameter, int) else list(inspect.signature(f).parameters).index(parameter)


def gradients_function(f: Callable[..., Any], params: Sequence[Any] | None = None) -> Callable[..., Any]:
    """A function of the arguments of f that returns [the gradient of f's result by each of params]; arguments as above."""
    both = value_and_gradients_function(f, params)
    return functools.wraps(f)(lambda *args, **kwargs: both(*args, **kwargs)[1])


def get_optimizer_variables(optimizer: Any) -> list[Any]:
    """The variables of an optimizer."""
    return optimizer.variables()


class Saver:
    """Saves variables by their names, in the default session. var_list: the variables, or a dict of them by name."""

    def __init__(self, var_list: Any) -> None:
        self._saver = NamedSaver(var_list)

    def save(self, file_prefix: str, global_step: Any = None) -> str:
        """Writes a checkpoint and returns its path."""
        return str(self._saver.save(get_session(), file_prefix, global_step=global_step))

    def restore(self, file_prefix: str) -> None:
        """Restores the variables."""
        self._saver.restore(get_session(), file_prefix)


@contextlib.contextmanager
def restore_variables_on_create(save_path: str, map_func: Callable[[str], str] | None = None) -> Generator[None]:
    """NotImplementedError: a variable of a graph has no value to be restored when it is made."""
    raise NotImplementedError(
        explain("variables are restored in a session", fix="tf.train.Saver(var_list).restore(sess, path)")
    )
    yield


class Iterator_:  # noqa: N801
    """tf.contrib.eager.Iterator, which needs eager execution."""

    def __init__(self, dataset: Any) -> None:
        _no_eager("tf.contrib.eager.Iterator", "dataset.make_one_shot_iterator()")


def _no_eager(what: str, fix: str) -> NoReturn:
    raise RuntimeError(explain(f"{what} objects can only be used when eager execution is enabled", fix=fix))


class Metric:
    """A metric that adds up its values in variables. Subclasses define build, call and result.

    metric(values) is an operation or tensor that updates it; metric.result() is its value, metric.init_variables() resets it.
    """

    def __init__(self, name: str | None = None, use_global_variables: bool = False) -> None:
        self._name = name or type(self).__name__
        self._built = False
        self._vars: list[Any] = []
        self._use_global_variables = use_global_variables

    @property
    def name(self) -> str:
        """Its name."""
        return self._name

    @property
    def variables(self) -> list[Any]:
        """The variables that it adds up in."""
        return self._vars

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if not self._built:
            with name_scope(self._name):
                self.build(*args, **kwargs)
            self._built = True
        return self.call(*args, **kwargs)

    def init_variables(self) -> Any:
        """The operation that resets it."""
        return variables_initializer(self._vars)

    def add_variable(self, name: str, shape: Any = None, dtype: Any = None, initializer: Any = None) -> Any:
        """A variable for build to use."""
        kind = dtypes.float64 if dtype is None else dtype
        start = zeros(shape or [], kind) if initializer is None else initializer(shape or [], kind)
        collection = "variables" if self._use_global_variables else "local_variables"
        variable = Variable(start, trainable=False, collections=[collection, "metric_variables"], name=name)
        self._vars.append(variable)
        return variable

    def build(self, *args: Any, **kwargs: Any) -> None:
        """Makes the variables, for the first values."""
        raise NotImplementedError

    def call(self, *args: Any, **kwargs: Any) -> Any:
        """Adds values."""
        raise NotImplementedError

    def result(self) -> Any:
        """The value."""
        raise NotImplementedError


class Mean(Metric):
    """The mean of all values, weighted where there are weights. dtype: of the variables."""

    def __init__(
        self, name: str | None = None, dtype: Any = dtypes.float64, use_global_variables: bool = False
    ) -> None:
        super().__init__(name, use_global_variables)
        self.dtype = dtype

    def build(self, *args: Any, **kwargs: Any) -> None:
        self.numer = self.add_variable("numer", dtype=self.dtype)
        self.denom = self.add_variable("denom", dtype=self.dtype)

    def call(self, values: Any, weights: Any = None) -> Any:
        """Adds values; returns them, or (values, weights)."""
        values = cast(convert_to_tensor(values), self.dtype)
        if weights is None:
            total, count = reduce_sum(values), cast(size(values), self.dtype)
        else:
            factors = cast(convert_to_tensor(weights), self.dtype)
            total, count = reduce_sum(multiply(values, factors)), reduce_sum(factors)
        return group(self.numer.assign_add(total, read_value=False), self.denom.assign_add(count, read_value=False))

    def result(self) -> Any:
        return truediv(self.numer.read_value(), self.denom.read_value())


class Accuracy(Mean):
    """The share of predictions that are equal to their label."""

    def call(self, labels: Any, predictions: Any, weights: Any = None) -> Any:
        return super().call(equal(labels, predictions), weights)


class CategoricalAccuracy(Mean):
    """The share of rows whose largest prediction is that of their largest label."""

    def call(self, labels: Any, predictions: Any, weights: Any = None) -> Any:
        return super().call(equal(argmax(labels, axis=-1), argmax(predictions, axis=-1)), weights)


class BinaryAccuracy(Mean):
    """The share of predictions that are above a threshold where their label is."""

    def __init__(self, threshold: float, name: str | None = None, dtype: Any = dtypes.float64) -> None:
        super().__init__(name, dtype)
        self.threshold = threshold

    def call(self, labels: Any, predictions: Any, weights: Any = None) -> Any:
        above = convert_to_tensor(predictions) > self.threshold
        return super().call(equal(cast(labels, dtypes.bool), above), weights)


class SparseAccuracy(Mean):
    """The share of rows whose largest prediction is at the index that is their label."""

    def call(self, labels: Any, predictions: Any, weights: Any = None) -> Any:
        return super().call(
            equal(cast(argmax(predictions, axis=-1), dtypes.int64), cast(labels, dtypes.int64)), weights
        )
