"""Weights of values: a single number, or as many axes as the values have, each of their size or of size 1."""

from typing import Any

from graphlab._src.base import shapes
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.arithmetic import multiply
from graphlab._src.ops.checks.asserting import assert_
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.constants import ones_like
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.control_flow.grouping import no_op
from graphlab._src.ops.joining import concat
from graphlab._src.ops.sets import set_difference
from graphlab._src.ops.shape import expand_dims, rank, shape, size

_REFUSED = "weights can not be broadcast to values."


def _has_valid_dims(weights_shape, values_shape):
    """True when every size of the weights is 1 or that of the values: the rows (size, axis) are compared as sets."""
    with name_scope(None, "has_invalid_dims", [weights_shape, values_shape]) as scope:
        sizes = expand_dims(values_shape, -1)
        valid = concat([sizes, ones_like(sizes)], axis=1)
        invalid = set_difference(expand_dims(weights_shape, -1), valid)
        return equal(0, size(invalid.values, name="num_invalid_dims"), name=scope)


def _has_valid_nonscalar_shape(weights_rank, weights_shape, values_rank, values_shape):
    inputs = [weights_rank, weights_shape, values_rank, values_shape]
    with name_scope(None, "has_valid_nonscalar_shape", inputs) as scope:
        same_rank = equal(values_rank, weights_rank, name="is_same_rank")
        return cond(same_rank, lambda: _has_valid_dims(weights_shape, values_shape), lambda: same_rank, name=scope)


def _shape_and_rank(what, value):
    with name_scope(None, what, [value]) as scope:
        tensor = convert_to_tensor(value, name=scope)
        return tensor, shape(tensor, name="shape"), rank(tensor, name="rank")


def _check_static(weights, values, weights_dims, values_dims):
    """The name of the check that passed, None when only a run can determine it; ValueError when it failed."""
    if weights_dims is None or values_dims is None:
        return None
    if not weights_dims:
        return "static_scalar_check_success"
    if len(weights_dims) != len(values_dims):
        raise ValueError(
            f"{_REFUSED} values.rank={len(values_dims)}. weights.rank={len(weights_dims)}. "
            f"values.shape={values.shape}. weights.shape={weights.shape}."
        )
    if not (shapes.fully_defined(weights_dims) and shapes.fully_defined(values_dims)):
        return None
    for i, (ours, theirs) in enumerate(zip(weights_dims, values_dims, strict=True)):
        if ours not in (1, theirs):
            sizes = (" ".join(map(str, dims)) for dims in (values_dims, weights_dims))
            raise ValueError("{} Mismatch at dim {}. values.shape=[{}] weights.shape=[{}].".format(_REFUSED, i, *sizes))
    return "static_dims_check_success"


def assert_broadcastable(weights, values) -> Any:
    """An operation that ends the run with InvalidArgumentError unless weights have a shape that values allow.

    Raises ValueError at once when the shapes are known and do not fit.
    """
    with name_scope(None, "assert_broadcastable", [weights, values]) as scope:
        weights, weights_shape, weights_rank = _shape_and_rank("weights", weights)
        values, values_shape, values_rank = _shape_and_rank("values", values)
        passed = _check_static(weights, values, weights.dims, values.dims)
        if passed is not None:
            return no_op(name=passed)
        is_scalar = equal(0, weights_rank, name="is_scalar")
        data = [
            *[_REFUSED, "weights.shape=", weights.name, weights_shape],
            *["values.shape=", values.name, values_shape, "is_scalar=", is_scalar],
        ]
        valid = cond(
            is_scalar,
            lambda: is_scalar,
            lambda: _has_valid_nonscalar_shape(weights_rank, weights_shape, values_rank, values_shape),
            name="is_valid_shape",
        )
        return assert_(valid, data, name=scope)


def broadcast_weights(weights, values):
    """The weights in the shape of the values."""
    with name_scope(None, "broadcast_weights", [weights, values]) as scope:
        values = convert_to_tensor(values, name="values")
        weights = convert_to_tensor(weights, values.dtype.base_dtype, name="weights")
        if weights.dims == values.dims and shapes.fully_defined(values.dims):
            return weights
        with values.graph.control_dependencies([assert_broadcastable(weights, values)]):
            return multiply(weights, ones_like(values), name=scope)
