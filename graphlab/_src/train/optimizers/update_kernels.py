"""What the operations of all optimizers have in common."""

import functools
import inspect
from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.compiler.checks import Check, out_of_rows
from graphlab._src.graph import Operation, opdef
from graphlab._src.ops.define import HERE, undefined_gradient
from graphlab._src.ops.rules import merge, with_rank
from graphlab._src.state.update_ops import update_op


def apply_op(
    op_type, signature, updates, positive=(), in_numpy=None, on_references=True
) -> Callable[[Callable], Callable[..., Any]]:
    """Registers the kernel of one step, on references and on handles, and returns the function that adds its Operation.

    signature: of the one on references; the inputs that are neither variables nor the gradient are numbers.
    updates: the names of the inputs that the kernel returns new values for.  positive: those of numbers above 0.
    in_numpy: the kernel for NumPy arrays of float32 and float64, where each variable has the gradient's shape.
    on_references: False where TensorFlow has only the type on handles.
    """
    names = [arg.name for arg in opdef.parse(signature)[0]]
    places = {name: i for i, name in enumerate(names)}
    rows = places.get("indices")
    gradient = places["delta" if "delta" in places else "grad"]
    numbers = {name: i for name, i in places.items() if name not in updates and i not in (rows, gradient)}
    types = {"T": dtypes.NUMERIC} | ({"Tindices": dtypes.INDEX} if rows is not None else {})

    def check_dims(op, dims):
        for i in numbers.values():
            with_rank(op.inputs[i].dims, 0, "pass the optimizer one number")
        if rows is None:
            merge(dims, op.inputs[gradient].dims, "pass a gradient of the variable's shape")

    def check_shapes(inputs):
        for name, i in numbers.items():
            if np.ndim(inputs[i]):
                what = "positive scalar" if name in positive else "scalar"
                raise ValueError(f"{name} is not a {what}: {shapes.text(inputs[i].shape)}")
        var, grad = inputs[0].shape, inputs[gradient].shape
        if rows is not None:
            var = (*inputs[rows].shape, *var[1:])
        if shapes.differ(var, grad):
            what = "var" if rows is None else "the rows of var"
            raise ValueError(
                f"{what} and {names[gradient]} do not have the same shape{shapes.text(var)} {shapes.text(grad)}"
            )

    def checks(result, *inputs, **attrs):
        found = [
            Check(inputs[numbers[name]] <= 0, lambda name=name: f"{name} is not a positive scalar: []")
            for name in positive
        ]
        return found if rows is None else [*found, out_of_rows(inputs[rows], inputs[0].shape[0])]

    def interpret(*inputs, **attrs):
        dims, kind = inputs[gradient].shape, inputs[gradient].dtype.char
        assert in_numpy is not None
        fits = all(inputs[places[name]].shape == dims for name in updates)
        if not fits or kind not in "fd" or any(inputs[i].ndim for i in numbers.values()):
            return None  # the kernel says what is wrong
        with np.errstate(all="ignore"):
            return in_numpy(*inputs, **attrs)

    def decorate(kernel):
        @functools.wraps(kernel)
        def fitting(*inputs, **attrs):
            check_shapes(inputs)
            return kernel(*inputs, **attrs)

        parameters = inspect.signature(kernel).parameters.values()
        keywords = [parameter.name for parameter in parameters if parameter.kind is parameter.KEYWORD_ONLY]
        update = update_op(
            op_type,
            signature,
            updates,
            types=types,
            attrs={"use_locking": (bool, False), **dict.fromkeys(keywords, HERE)},
            grad=undefined_gradient,
            check=check_dims,
            checks=checks if positive or rows is not None else None,
            interpret=interpret if in_numpy is not None else None,
            on_references=on_references,
        )(fitting)

        def add(*inputs, **attrs):
            result = update(*inputs, **attrs)
            return result if isinstance(result, Operation) else result.op

        return add

    return decorate


def on_rows(step, variables, indices, *rest):
    """What step(*variables, *rest) makes of the rows that indices name, in the variables, whose other rows stay."""
    new = step(*[variable[indices] for variable in variables], *rest)
    return tuple(variable.at[indices].set(rows) for variable, rows in zip(variables, new, strict=True))


def shrunk(value, by):
    """value moved towards 0 by an amount, and to 0 where that is more than its size: the proximal step of an L1 term."""
    return jnp.sign(value) * jnp.maximum(jnp.abs(value) - by, 0)


def rsqrt_in_numpy(value):
    """1 / √value of a NumPy array."""
    return 1 / np.sqrt(value)
