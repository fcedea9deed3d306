"""Shapes and ranks that are Python numbers where the graph states them, and tensors where only a run knows them."""

from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import Tensor, constant, convert_to_tensor, name_scope, static_dims, static_value
from graphlab._src.ops.broadcasting import broadcast_dynamic_shape, broadcast_static_shape
from graphlab._src.ops.checks.kinds import assert_integer
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.division import floormod
from graphlab._src.ops.joining import concat, stack
from graphlab._src.ops.one_hot import one_hot
from graphlab._src.ops.padding import pad as pad_
from graphlab._src.ops.reduction import reduce_all
from graphlab._src.ops.select import where_v2
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import rank, shape
from graphlab._src.ops.slicing import slice_
from graphlab._src.ops.transpose import transpose


def maybe_get_static_value(x, dtype=None):
    """The value of a constant tensor, or of anything else, as a NumPy array of that dtype; None when only a run knows it."""
    value = static_value(x) if isinstance(x, Tensor) else x
    return value if value is None or dtype is None else np.array(value, dtype)


def known(x):
    """The value of a number, a list or a constant tensor; None when only a run knows it."""
    return static_value(convert_to_tensor(x))


def prefer_static_value(x):
    """The value of a constant tensor, otherwise the tensor."""
    value = static_value(x) if isinstance(x, Tensor) else x
    return x if value is None else value


def prefer_static_rank(x):
    """The rank of a tensor, as a number where it is known."""
    return prefer_static_value(rank(x))


def prefer_static_shape(x):
    """The shape of a tensor, as an array where it is known."""
    return prefer_static_value(shape(x))


def rank_of(x):
    """The rank of a tensor, as a Python number where it is known."""
    return rank(x) if x.shape.ndims is None else x.shape.ndims


def constant_value_as_shape(tensor):
    """The shape that an int vector holds, as far as it is known: a TensorShape. -1 is an unknown size."""
    dims = static_dims(tensor)
    if dims is not None:
        return TensorShape(dims)
    value = static_value(tensor)
    if value is not None:
        return TensorShape([None if size < 0 else int(size) for size in value])
    length = tensor.shape.as_list()[0] if tensor.shape.ndims == 1 else None
    return TensorShape(None if length is None else [None] * length)


def pick_vector(cond, true_vector, false_vector, name="pick_vector"):
    """The first vector where cond, a boolean scalar, is true, and else the second. Their lengths may differ."""
    with name_scope(name, values=(cond, true_vector, false_vector)):
        cond = convert_to_tensor(cond, name="cond")
        if cond.dtype != dtypes.bool:
            raise TypeError(f"{cond}.dtype={cond.dtype} which is not {dtypes.bool}")
        value = static_value(cond)
        if value is not None:
            return true_vector if value else false_vector
        true_vector = convert_to_tensor(true_vector, name="true_vector")
        false_vector = convert_to_tensor(false_vector, name="false_vector")
        if true_vector.dtype != false_vector.dtype:
            raise TypeError(
                f"{true_vector}.dtype={true_vector.dtype} does not match {false_vector}.dtype={false_vector.dtype}"
            )
        n = shape(true_vector)[0]
        both = concat([true_vector, false_vector], 0)
        return slice_(both, [where_v2(cond, 0, n)], [where_v2(cond, n, -1)])


def prefer_static_broadcast_shape(shape1, shape2, name="prefer_static_broadcast_shape"):
    """The shape that two shapes broadcast to: a TensorShape where both are known, otherwise an int32 vector."""
    with name_scope(name, values=[shape1, shape2]):

        def static(x):
            if isinstance(x, TensorShape):
                return x
            value = static_value(convert_to_tensor(x, name="shape", dtype=dtypes.int32))
            return None if value is None else TensorShape(value)

        def dynamic(x):
            if isinstance(x, TensorShape):
                if not x.is_fully_defined():
                    raise ValueError("Cannot broadcast from partially defined `TensorShape`.")
                x = x.as_list()
            return convert_to_tensor(x, name="shape", dtype=dtypes.int32)

        first, second = static(shape1), static(shape2)
        if first is not None and second is not None:
            return broadcast_static_shape(first, second)
        return broadcast_dynamic_shape(dynamic(shape1), dynamic(shape2))


def same_dynamic_shape(a, b):
    """Whether two tensors have the same shape, as a boolean tensor."""
    a, b = convert_to_tensor(a, name="a"), convert_to_tensor(b, name="b")

    def sizes_are_equal():
        return reduce_all(equal(concat([shape(a), shape(b)], 0), concat([shape(b), shape(a)], 0)))

    return cond(equal(rank(a), rank(b)), sizes_are_equal, lambda: constant(False))


def rotate_transpose(x, shift, name="rotate_transpose"):
    """The tensor with its axes moved to the right by `shift` places, and the last ones to the front."""
    with name_scope(name, values=[x, shift]):
        x = convert_to_tensor(x, name="x")
        shift = convert_to_tensor(shift, name="shift")
        assert_integer(shift)
        by, ndims = static_value(shift), x.shape.ndims
        if ndims is not None and by is not None:
            if ndims < 2 or by % ndims == 0:
                return x
            return transpose(x, perm=np.roll(np.arange(ndims), int(by)))
        ndims = rank(x)
        first = where_v2(shift < 0, floormod(-shift, ndims), ndims - floormod(shift, ndims))
        front = range_(0, first)
        return transpose(x, perm=concat([range_(first, ndims), front], 0))


def pad(x, axis, front=False, back=False, value=0, count=1, name=None):
    """The tensor with `count` elements of that value before or behind those of one axis, or both."""
    with name_scope(name, "pad", [x, value, count]):
        x = convert_to_tensor(x, name="x")
        filler: Any = convert_to_tensor(value, dtype=x.dtype, name="value")
        count = convert_to_tensor(count, name="count")
        if not count.dtype.is_integer:
            raise TypeError(f"`count.dtype` (`{count.dtype.name}`) must be `int`-like.")
        if not front and not back:
            raise ValueError("At least one of `front`, `back` must be `True`.")
        ndims = rank_of(x)
        axis = convert_to_tensor(axis, name="axis")
        where, final = static_value(axis), None
        if where is None:
            axis = where_v2(axis < 0, ndims + axis, axis)
        else:
            axis = where = int(where)
            if axis < 0:
                axis = ndims + axis
            if x.shape.ndims is not None:
                sizes, added = x.shape.as_list(), static_value(count)
                size = sizes[axis]
                sizes[axis] = None if size is None or added is None else size + int(added) * (front + back)
                final = TensorShape(sizes)
        places = stack([axis if front else -1, axis if back else -1])
        paddings = one_hot(places, depth=ndims, axis=0, on_value=count, off_value=0, dtype=dtypes.int32)
        x = pad_(x, paddings, constant_values=filler)
        if final is not None:
            x.set_shape(final)
        return x
