"""Operations that only move elements, on strings, which JAX does not know: their kernels move numbers in place of them."""

# What JAX's functions accept and return is partly unknown to type checkers.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from collections.abc import Iterable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.graph.opdef import Kernel
from graphlab._src.graph.operation import Operation


def any_strings(inputs: Iterable[Any]) -> bool:
    """True when one of the values holds strings, or is no array at all but what a session keeps: a queue, a reader."""
    return any(getattr(getattr(value, "dtype", None), "kind", "O") == "O" for value in inputs if value is not None)


def moving(kernel: Kernel, op: Operation) -> Kernel:
    """The kernel of an operation that only moves elements, for arrays of strings too; 0 is no text."""

    def move(*groups: Any, **attributes: Any) -> Any:
        table: list[Any] = [b""]

        def number(value: Any) -> Any:
            if not any_strings([value]):
                return value
            value = np.asarray(value, object)
            numbers = jnp.arange(len(table), len(table) + value.size, dtype=np.int32).reshape(value.shape)
            table.extend(value.reshape(-1))
            return numbers

        inputs = [[number(item) for item in group] if isinstance(group, list) else number(group) for group in groups]
        with jax.enable_x64(True):
            results = kernel(*inputs, **attributes)
        flat = list(jax.tree_util.tree_leaves(results))
        texts = np.empty(len(table), object)
        texts[:] = table
        for i, tensor in enumerate(op.outputs):
            if tensor.dtype.base_dtype not in dtypes.ON_DEVICE:
                found = texts[np.asarray(flat[i])]
                flat[i] = np.asarray(found, object) if tensor.dtype.base_dtype is dtypes.string else found
        return flat[0] if op.definition.single_output else flat

    return move
