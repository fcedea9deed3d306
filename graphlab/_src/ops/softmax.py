"""softmax and log_softmax along an axis."""

import jax
import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.errors import InvalidArgumentError, explain
from graphlab._src.graph import Tensor, convert_to_tensor, static_value
from graphlab._src.ops.arithmetic import subtract
from graphlab._src.ops.define import op, raw_ops
from graphlab._src.ops.deprecated import renamed
from graphlab._src.ops.joining import concat
from graphlab._src.ops.power import exp
from graphlab._src.ops.rules import other_axis, with_rank_at_least
from graphlab._src.ops.select import where
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import rank
from graphlab._src.ops.transpose import transpose


def _at_least_a_vector(op):
    return with_rank_at_least(op.inputs[0].dims, 1)


def _softmax_grad(op, dy):
    y = op.outputs[0]
    total = raw_ops.Sum(dy * y, -1, keep_dims=True)
    return [(dy - total) * y]


def _check_logits(logits):
    if not logits.ndim:
        raise ValueError("logits must have >= 1 dimension, got []")


def _softmax_in_numpy(logits):
    if not logits.ndim or logits.dtype.char not in "fd" or not logits.size:
        return None
    result = np.exp(logits - logits.max(-1, keepdims=True))
    result /= result.sum(-1, keepdims=True)
    return result


@op(
    "Softmax",
    "logits: T -> softmax: T",
    types={"T": dtypes.FLOATING},
    infer=_at_least_a_vector,
    grad=_softmax_grad,
    interpret=_softmax_in_numpy,
)
def _softmax(logits):
    """exp(logits) along the last axis, divided by its sum."""
    _check_logits(logits)
    return jax.nn.softmax(logits)


def _log_softmax_grad(op, dy):
    y = exp(op.outputs[0])
    return [dy - raw_ops.Sum(dy, -1, keep_dims=True) * y]


@op(
    "LogSoftmax",
    "logits: T -> logsoftmax: T",
    types={"T": dtypes.FLOATING},
    infer=_at_least_a_vector,
    grad=_log_softmax_grad,
)
def _log_softmax(logits):
    """The logarithm of softmax(logits), exact also where that is near 0."""
    _check_logits(logits)
    shifted = logits - jax.lax.stop_gradient(jnp.max(logits, axis=-1, keepdims=True, initial=-jnp.inf))
    return shifted - jnp.log(jnp.sum(jnp.exp(shifted), axis=-1, keepdims=True))


def softmax(logits, axis=None, name=None, dim=None):
    """exp(logits) along an axis, divided by its sum there.

    axis: the last when left out.  dim: its old name.
    """
    return _along(_softmax, logits, renamed("axis", axis, "dim", dim), name)


def log_softmax(logits, axis=None, name=None, dim=None):
    """The logarithm of softmax(logits) along an axis.

    axis: the last when left out.  dim: its old name.
    """
    return _along(_log_softmax, logits, renamed("axis", axis, "dim", dim), name)


def _along(function, logits, axis, name):
    """The function works on the last axis: others are swapped with it before and after."""
    axis = -1 if axis is None else axis
    logits = convert_to_tensor(logits)
    count = None if logits.dims is None else len(logits.dims)
    if not isinstance(axis, Tensor) and (axis == -1 or (count is not None and axis == count - 1)):
        return function(logits, name=name)
    known = static_value(axis) if isinstance(axis, Tensor) else axis
    if known is not None and count is not None and not -count <= known < count:
        raise InvalidArgumentError(
            None,
            None,
            explain(
                f"Dimension ({known}) must be in the range [{-count}, {count}) where {count} is the number of dimensions "
                "in the input.",
                fix=other_axis(count),
            ),
        )
    ranks = rank(logits)
    if isinstance(axis, Tensor):
        axis = where(axis < 0, axis + ranks, axis)
    elif axis < 0:
        axis = axis + ranks
    last = rank(logits)
    axis = axis % (count if count is not None else ranks)
    swapped = _swap(logits, axis, subtract(last, 1))
    result = _swap(function(swapped), axis, subtract(last, 1), name)
    result.set_shape(logits.shape)
    return result


def _swap(tensor, axis, last, name=None):
    perm = concat([range_(axis), [last], range_(axis + 1, last), [axis]], 0)
    return transpose(tensor, perm, name=name)
