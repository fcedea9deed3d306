"""Tensors that no machine holds. XLA ends the process where a size in bytes overflows, so no such tensor reaches it.

Graphs and feeds say sizes: tf.fill([2 ** 62], 1.0) is ResourceExhaustedError, as it is in TensorFlow.
"""

# What JAX's functions accept and return is partly unknown to type checkers.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

import jax
import numpy as np
from jax.core import Tracer
from jax.extend.core import Jaxpr, jaxprs_in_params

from graphlab._src.base.signals import delayed

MOST = 1 << 50  # bytes
_LARGE = 1 << 31  # of the sizes that are inputs of a kernel: what it computes from smaller ones overflows nowhere


class OversizedError(MemoryError):
    """shape: of the tensor that is too large."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        super().__init__("no machine has so much memory")
        self.shape = shape


def check(values: Iterable[Any]) -> None:
    """Raises OversizedError for a traced value that is too large."""
    for value in values:
        if isinstance(value, Tracer):
            _check(value.aval)


def check_all(jaxpr: Jaxpr) -> None:
    """The same of all that a jaxpr computes."""
    waiting = [jaxpr]
    seen: set[int] = set()
    while waiting:
        inner = waiting.pop()
        if id(inner) in seen:  # a function that is called often
            continue
        seen.add(id(inner))
        for equation in inner.eqns:
            for variable in equation.outvars:
                _check(variable.aval)
            waiting += jaxprs_in_params(equation.params)


def check_kernel(kernel: Callable[[Sequence[Any]], Any], values: Sequence[Any], static: Collection[int]) -> None:
    """The same of what kernel(*values) would compute at once, where the sizes at the positions `static`."""
    if math.prod(_size(values[i]) for i in static) < _LARGE:
        return
    moving = [i for i, value in enumerate(values) if i not in static and isinstance(value, (np.ndarray, jax.Array))]

    def call(*arrays: jax.Array) -> Any:
        given = list(values)
        for i, array in zip(moving, arrays, strict=True):
            given[i] = array
        return kernel(given)

    forms = [jax.ShapeDtypeStruct(values[i].shape, values[i].dtype) for i in moving]
    with delayed():
        jaxpr = jax.make_jaxpr(call)(*forms).jaxpr
    check_all(jaxpr)


def _size(value: Any) -> int:
    """How large what a kernel makes by these sizes may be, each counted as 1 more."""
    value = np.asarray(value)
    return math.prod(abs(int(size)) + 1 for size in value.ravel()) if value.dtype.kind in "iu" else 1


def _check(form: Any) -> None:
    shape = getattr(form, "shape", ())
    if all(type(size) is int for size in shape) and math.prod(shape) * form.dtype.itemsize > MOST:
        raise OversizedError(shape)
