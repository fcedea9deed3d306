"""Checks of the sizes of sequences: what is known of a shape when the graph is built, the rest in each run."""

from typing import Any

from graphlab._src.graph import Tensor, convert_to_tensor, get_default_graph, static_value
from graphlab._src.ops.checks.asserting import assert_
from graphlab._src.ops.comparison import equal, not_equal
from graphlab._src.ops.division import floormod
from graphlab._src.ops.identity import identity
from graphlab._src.ops.logical import logical_and
from graphlab._src.ops.reduction import reduce_all
from graphlab._src.ops.shape import rank, shape, size
from graphlab._src.ops.string_join import string_join
from graphlab._src.ops.string_numbers import as_string


def checked(value, conditions, name):
    """`value`, which waits for an assertion for each (condition, what it prints)."""
    assertions = [assert_(condition, data) for condition, data in conditions]
    with get_default_graph().control_dependencies(assertions):
        return identity(value, name=name)


def whole_segments(value, length, num_unroll, label, name="multiple_of_checked"):
    """`value`, checked to have a length that is a multiple of num_unroll and not 0."""
    message = string_join(
        [
            f"{label} should be a multiple of: ",
            as_string(num_unroll),
            ", but saw value: ",
            as_string(length),
            ". Consider setting pad=True.",
        ]
    )
    condition = logical_and(equal(floormod(length, num_unroll), 0), not_equal(length, 0))
    return checked(value, [(condition, [message])], name)


def with_rank_checked(value, expected: Any):
    """`value`, checked to have this rank, an int or a tensor; ValueError where its rank is known and another."""
    message = string_join([f"Rank of tensor {value.name} should be: ", as_string(expected), ", shape received:"])
    result = checked(value, [(equal(expected, rank(value)), [message, shape(value)])], "rank_checked")
    known = static_value(expected) if isinstance(expected, Tensor) else expected
    if known is not None:
        try:
            result.set_shape(result.shape.with_rank(int(known)))
        except ValueError as error:
            raise ValueError(f"Rank check failed for {value.name}: {error}") from None
    return result


def with_shape_checked(value, expected):
    """`value`, checked to have this shape, an int32 tensor; ValueError where its shape is known and another."""
    known = static_value(expected)
    value = with_rank_checked(value, size(expected) if known is None else len(known))
    message = string_join(
        [
            f"Shape of tensor {value.name} should be: ",
            as_string(expected),
            ", shape received: ",
            as_string(shape(value)),
        ]
    )
    result = checked(value, [(reduce_all(equal(expected, shape(value))), [message])], "shape_checked")
    if known is not None:
        try:
            result.set_shape(result.shape.merge_with(known.tolist()))
        except ValueError as error:
            raise ValueError(f"Shape check failed for {value.name}: {error}") from None
    return result


def with_sizes_checked(value, sizes, label):
    """`value`, checked to begin with these sizes, ints or int32 scalars; ValueError where they are known and others."""
    if value.shape.ndims is not None:
        dims = value.shape.as_list()
        dims[: len(sizes)] = [
            old if isinstance(new, Tensor) else new for old, new in zip(dims[: len(sizes)], sizes, strict=True)
        ]
        try:
            value.set_shape(value.shape.merge_with(dims))
        except ValueError as error:
            raise ValueError(f"Dimensions check failed for {label}: {error}") from None
    conditions = []
    for axis, expected in enumerate(sizes):
        message = [
            f"Dimension {axis} of tensor labeled {label} should be: ",
            as_string(expected),
            ", shape received: ",
            as_string(shape(value)),
        ]
        # The shape is printed whole, so each of its numbers has a message of its own.
        conditions.append((equal(expected, shape(value)[axis]), [string_join(message)]))
    return checked(value, conditions, f"dims_checked_{label}")


def converted(values, what):
    """Tensors of a dict from text without colons, in the order of the names; TypeError or ValueError for others."""
    if not isinstance(values, dict):
        raise TypeError(f"{what}s must be a dict" if what == "sequence" else f"{what} must be a dict")
    for name in values:
        if not isinstance(name, str):
            raise TypeError(f"{what} key must be string: {name}")
        if ":" in name:
            raise ValueError(f"{what} key may not have a colon: '{name}'")
    return {name: convert_to_tensor(values[name], name=f"{what}_{name}") for name in sorted(values)}
