"""where: elements of two tensors by a condition, and the coordinates where it holds."""

import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.overrides import overridable
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.broadcasting import broadcast_gradient_args
from graphlab._src.ops.constants import zeros, zeros_like
from graphlab._src.ops.define import no_gradient, op, raw_ops
from graphlab._src.ops.numpy_forms import aligned
from graphlab._src.ops.rules import broadcast_dims, merge, merge_size
from graphlab._src.ops.shape import shape


def _select_shape(op):
    condition, t, e = (tensor.dims for tensor in op.inputs)
    dims = merge(t, e, "pass branches of one shape")
    if condition is None or dims is None:
        return dims
    if len(condition) == 0:
        return dims
    if len(condition) == 1 and dims:
        merge_size(condition[0], dims[0], "a vector condition chooses whole rows")
        return dims
    return merge(condition, dims, "pass a condition of the branches' shape, or a vector")


def _select_grad(op, dz):
    condition, x = op.inputs[0], op.inputs[1]
    zeros = zeros_like(x)
    return [None, select(condition, dz, zeros), select(condition, zeros, dz)]


def _aligned(condition, t, e):
    """The condition as it broadcasts with t and e; ValueError where they are not of one shape, or it does not fit."""
    if not condition.ndim:
        if shapes.differ(t.shape, e.shape):
            raise ValueError(
                f"'then' and 'else' must have the same size.  but received: {shapes.text(t.shape)} vs. {shapes.text(e.shape)}"
            )
        return condition
    if condition.ndim == 1 and not t.ndim:
        raise ValueError("'then' must be at least a vector, but saw shape: []")
    rows = condition.ndim == 1 and t.ndim > 1
    for i, other in ((1, condition if not rows else t), (2, e)):
        if shapes.differ(t.shape, other.shape):
            first = condition if i == 1 else t
            raise ValueError(
                "Inputs to operation Select of type Select must have the same size and shape.  "
                f"Input {0 if i == 1 else 1}: {shapes.text(first.shape)} != input {i}: "
                f"{shapes.text(t.shape if i == 1 else e.shape)}"
            )
    if rows and shapes.differ(condition.shape, t.shape[:1]):
        raise ValueError(
            f"Number of batches of 'then' must match size of 'cond', but saw: {t.shape[0]} vs. {condition.shape[0]}"
        )
    return condition.reshape(condition.shape + (1,) * (t.ndim - condition.ndim))


def _select_of_rows(step, inputs, flags):
    if len({value.ndim - flag for value, flag in zip(inputs, flags, strict=True)}) > 1:
        return None  # a condition for each row of the others
    return step.compute(aligned(inputs, flags))


def _selected_in_numpy(condition, t, e):
    if t.dtype.char not in "fdil?":
        return None
    if not condition.ndim and t.shape == e.shape:
        return t if condition else e
    return np.where(condition if condition.shape == t.shape == e.shape else _aligned(condition, t, e), t, e)


@op(
    "Select",
    "condition: bool, t: T, e: T -> output: T",
    infer=_select_shape,
    fold=lambda c, t, e: np.where(_aligned(c, t, e), t, e),
    interpret=_selected_in_numpy,
    grad=_select_grad,
    barrier=False,
    vectorize=_select_of_rows,
    masking="choice",
)
def select(condition, t, e):
    """t where the condition holds, e elsewhere; a condition that is a vector chooses whole rows."""
    return jnp.where(_aligned(jnp.asarray(condition), jnp.asarray(t), jnp.asarray(e)), t, e)


def _select_v2_shape(op):
    condition, t, e = (tensor.dims for tensor in op.inputs)
    return broadcast_dims(condition, broadcast_dims(t, e))


def _select_v2_grad(op, dz):
    condition, x, y = op.inputs
    zero = zeros([], dz.dtype)
    of_x = raw_ops.SelectV2(condition, dz, zero)
    target, whole = shape(x), shape(op.outputs[0])
    of_x = _summed(of_x, target, whole)
    of_y = raw_ops.SelectV2(condition, zero, dz)
    return [None, of_x, _summed(of_y, shape(y), whole)]


def _summed(gradient, target, whole):
    axes, _ = broadcast_gradient_args(target, whole)
    return raw_ops.Reshape(raw_ops.Sum(gradient, axes, keep_dims=True), target)


@op(
    "SelectV2",
    "condition: bool, t: T, e: T -> output: T",
    infer=_select_v2_shape,
    fold=np.where,
    grad=_select_v2_grad,
    vectorize="elementwise",
    barrier=False,
)
def select_v2(condition, t, e):
    """t where the condition holds, e elsewhere, all three broadcasting."""
    return jnp.where(condition, t, e)


def _positions(input):
    if not input.ndim:
        raise ValueError("WhereOp : Unhandled input dimensions: 0")
    return np.argwhere(input)


@op(
    "Where",
    "input: T=bool -> index: int64",
    types={"T": dtypes.NUMERIC | {dtypes.bool}},
    infer=lambda op: (None, None if op.inputs[0].dims is None else len(op.inputs[0].dims)),
    static=["input"],
    host=True,
    fold=_positions,
    grad=no_gradient,
)
def _where(input):
    """The positions of what is not zero, a row each, in row-major order."""
    return _positions(input)


@overridable
def where(condition, x=None, y=None, name=None):
    """x where the condition holds and y elsewhere; without x and y the positions where it holds.

    condition: bool, of the shape of x and y; a vector chooses whole rows.
    """
    if x is None and y is None:
        with name_scope(name, "Where", [condition]) as scope:
            return _where(convert_to_tensor(condition, preferred_dtype=dtypes.bool, name="condition"), name=scope)
    if x is None or y is None:
        raise ValueError("x and y must both be non-None or both be None.")
    return select(condition, x, y, name=name)


@overridable
def where_v2(condition, x=None, y=None, name=None):
    """tf.where, except that condition, x and y broadcast against each other."""
    if x is None and y is None:
        return where(condition, name=name)
    if x is None or y is None:
        raise ValueError("x and y must both be non-None or both be None.")
    return select_v2(condition, x, y, name=name)
