"""Clipping of values and of norms."""

import math

from graphlab._src.base.overrides import overridable
from graphlab._src.graph import IndexedSlices, constant, convert_to_tensor, name_scope
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import is_finite
from graphlab._src.ops.constants import ones_like
from graphlab._src.ops.extremes import maximum, minimum
from graphlab._src.ops.identity import identity
from graphlab._src.ops.joining import stack
from graphlab._src.ops.power import rsqrt, sqrt
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.select import select
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import rank, size
from graphlab._src.ops.statistics import l2_loss


def _values(t, name="t"):
    return convert_to_tensor(t.values if isinstance(t, IndexedSlices) else t, name=name)


def _like(t, values):
    return IndexedSlices(values, t.indices, t.dense_shape) if isinstance(t, IndexedSlices) else values


@overridable
def clip_by_value(t, clip_value_min, clip_value_max, name=None):
    """t with what lies outside the bounds moved to them.

    t: a tensor or IndexedSlices.  clip_value_min, clip_value_max: numbers, or tensors that broadcast to t's shape.
    """
    with name_scope(name, "clip_by_value", [t, clip_value_min, clip_value_max]) as scope:
        values = _values(t)
        below = minimum(values, clip_value_max)
        values.shape.merge_with(below.shape)
        clipped = maximum(below, clip_value_min, name=scope)
        values.shape.merge_with(clipped.shape)
        return _like(t, clipped)


def clip_by_norm(t, clip_norm, axes=None, name=None):
    """t scaled down so that its Euclidean norm along axes is at most clip_norm.

    t: a tensor or IndexedSlices.  axes: all when left out.
    """
    with name_scope(name, "clip_by_norm", [t, clip_norm]) as scope:
        values = _values(t)
        total = reduce_sum(values * values, axes, keepdims=True)
        # The square root has no derivative at 0, so it is never computed there.
        positive = total > 0
        norm = select(positive, sqrt(select(positive, total, ones_like(total))), total)
        scaled = values * clip_norm
        values.shape.merge_with(scaled.shape)
        return _like(t, identity(scaled / maximum(norm, clip_norm), name=scope))


def _list(t_list):
    if not isinstance(t_list, (list, tuple)):
        raise TypeError("t_list should be a sequence")
    return list(t_list)


def _all_values(t_list):
    return [None if t is None else _values(t, f"t_{i}") for i, t in enumerate(t_list)]


def global_norm(t_list, name=None):
    """The Euclidean norm of all elements of a list of tensors: sqrt(sum of the squares), a scalar.

    t_list: tensors, IndexedSlices and None, which counts as nothing.
    """
    t_list = _list(t_list)
    with name_scope(name, "global_norm", t_list):
        halves = []
        for value in _all_values(t_list):
            if value is not None:
                with value.graph.colocate_with(value.op):
                    halves.append(l2_loss(value))
        half = reduce_sum(stack(halves))
        return sqrt(half * constant(2.0, half.dtype.base_dtype), name="global_norm")


def clip_by_global_norm(t_list, clip_norm, use_norm=None, name=None):
    """(the tensors scaled down so that their global norm is at most clip_norm, that norm).

    t_list: tensors, IndexedSlices or None.  use_norm: their global norm, where it is known already.
    (Pascanu et al., 2012.) A norm that is not finite makes everything NaN.
    """
    t_list = _list(t_list)
    if use_norm is None:
        use_norm = global_norm(t_list, name)
    with name_scope(name, "clip_by_global_norm", [*t_list, clip_norm]) as scope:
        kind = use_norm.dtype.base_dtype
        finite = clip_norm * minimum(1.0 / use_norm, constant(1.0, kind) / clip_norm)
        scale = select(is_finite(use_norm), finite, constant(math.nan, kind))
        result = []
        for i, (t, value) in enumerate(zip(t_list, _all_values(t_list), strict=True)):
            if value is None:
                result.append(None)
                continue
            with value.graph.colocate_with(value.op):
                result.append(_like(t, identity(value * scale, name=f"{scope}_{i}")))
    return result, use_norm


def clip_by_average_norm(t, clip_norm, name=None):
    """t scaled down so that its Euclidean norm divided by its number of elements is at most clip_norm."""
    with name_scope(name, "clip_by_average_norm", [t, clip_norm]) as scope:
        t = convert_to_tensor(t, name="t")
        count = cast(size(t), "float32")
        inverse = rsqrt(reduce_sum(t * t, range_(rank(t))))
        return identity(t * clip_norm * minimum(inverse * count, constant(1.0) / clip_norm), name=scope)
