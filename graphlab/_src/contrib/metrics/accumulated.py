"""Metrics that need all predictions of all runs: streaming_concat keeps them; areas under a curve that are exact."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import constant
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.arg import top_k
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.values import assert_greater_equal, assert_less_equal
from graphlab._src.ops.comparison import equal, greater, less
from graphlab._src.ops.constants import ones_like, zeros, zeros_like
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.control_flow.grouping import group, no_op
from graphlab._src.ops.cumulative import cumsum
from graphlab._src.ops.division import truediv
from graphlab._src.ops.dynamic import unique_with_counts
from graphlab._src.ops.extremes import minimum
from graphlab._src.ops.gather import gather
from graphlab._src.ops.joining import concat, stack
from graphlab._src.ops.logical import logical_or
from graphlab._src.ops.padding import pad
from graphlab._src.ops.power import log
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.rounding import abs as abs_
from graphlab._src.ops.rounding import ceil
from graphlab._src.ops.select import where
from graphlab._src.ops.shape import reshape, shape, size
from graphlab._src.ops.transpose import transpose
from graphlab._src.state.assignment import assign
from graphlab._src.state.scope import variable_scope
from graphlab._src.train.metrics.metric_variables import metric_variable, publish

_GROWTH = 1.5  # what the array's size is multiplied by when it is full


def _next_size(needed):
    """The least power of the growth factor not below what is needed."""
    exponent = ceil(log(cast(needed, dtypes.float32)) / log(cast(_GROWTH, dtypes.float32)))
    return cast(ceil(_GROWTH**exponent), dtypes.int32)


def streaming_concat(
    values, axis=0, max_size=None, metrics_collections=None, updates_collections=None, name=None
) -> Any:
    """(all values of all runs, joined along an axis; update, which adds a batch and returns how many there are then).

    The other axes have sizes that are known.  max_size: what comes after so many is dropped.
    """
    with variable_scope(name, "streaming_concat", [values]):
        static_shape = values.get_shape()
        if static_shape.ndims is None:
            raise ValueError("`values` must have known statically known rank")
        dims = static_shape.as_list()
        rank = len(dims)
        at = axis + rank if axis < 0 else axis
        if not 0 <= at < rank:
            raise ValueError(f"axis = {at!r} not in [0, {rank!r})")
        others = [number for number in range(rank) if number != at]
        fixed = [dims[number] for number in others]
        if None in fixed:
            raise ValueError(
                "all dimensions of `values` other than the dimension to concatenate along must have statically known size"
            )
        array = metric_variable([max_size or 0, *fixed], values.dtype, "array", validate_shape=False)
        count = metric_variable([], dtypes.int32, "size")
        valid = array[:count]
        valid.set_shape([None, *fixed])
        value = transpose(valid, [0 if n == at else n + 1 if n < at else n for n in range(rank)], name="concat")
        number = shape(values)[at]
        if max_size is not None:
            number = minimum(number, max_size - count)
        batch = transpose(values, [at, *others])[:number]
        total = count + number

        def reallocate():
            more = zeros(stack([_next_size(total) - count, *fixed]), values.dtype)
            larger = concat([array[:count], more], 0)
            with control_dependencies([assign(array, larger, validate_shape=False)]):
                return no_op()

        with control_dependencies([cond(total > shape(array, optimize=False)[0], reallocate, no_op)]):
            append = array[count:total].assign(batch)
        with control_dependencies([append]):
            update = count.assign(total)
        return publish(metrics_collections, value), publish(updates_collections, update)


def zero_or_one(labels):
    """Assertions that labels are 0 or 1."""
    return [
        assert_greater_equal(
            labels, zeros_like(labels, dtypes.int64), message="labels must be 0 or 1, at least one is <0"
        ),
        assert_less_equal(labels, ones_like(labels, dtypes.int64), message="labels must be 0 or 1, at least one is >1"),
    ]


def _sums_at(splits, values):
    """The sums of the first values, as many as each split says."""
    return gather(pad(cumsum(values), paddings=[[1, 0]]), splits)


def _area(labels, predictions, weights, curve):
    none = zeros_like(labels, dtype=dtypes.float64)
    total = reduce_sum(weights)
    positive = reduce_sum(where(greater(labels, 0), weights, none))

    def area():
        count: Any = size(predictions)
        ordered, indices = top_k(predictions, count)
        sorted_labels, sorted_weights = gather(labels, indices), gather(weights, indices)
        zero = zeros_like(sorted_labels, dtype=dtypes.float64)
        _, _, counts = unique_with_counts(ordered)
        splits = cast(pad(cumsum(counts), paddings=[[1, 0]]), dtypes.int32)
        right = _sums_at(splits, where(greater(sorted_labels, 0), sorted_weights, zero))
        if curve == "ROC":
            wrong = _sums_at(splits, where(less(sorted_labels, 1), sorted_weights, zero))
            x, y = truediv(wrong, total - positive), truediv(right, positive)
        else:
            x = truediv(right, positive)
            predicted = _sums_at(splits, sorted_weights)
            y = where(greater(splits, 0), truediv(right, predicted), ones_like(right, dtype=dtypes.float64))
        return reduce_sum((y[1:] + y[:-1]) / 2.0 * abs_(x[1:] - x[:-1]))

    one_sided = logical_or(equal(positive, 0), equal(positive, total))
    return cond(one_sided, lambda: constant(0, dtypes.float64), area)


def streaming_dynamic_auc(
    labels, predictions, curve="ROC", metrics_collections=(), updates_collections=(), name=None, weights: Any = None
):
    """(area, update): the area under a curve whose thresholds are all predictions of all runs, float64.

    labels: 0 or 1.  curve: "ROC" or "PR".  The area is 0 while all labels are the same.
    """
    if curve not in ("PR", "ROC"):
        raise ValueError(f"curve must be either ROC or PR, {curve} unknown")
    with variable_scope(name, default_name="dynamic_auc"):
        labels.shape.assert_is_compatible_with(predictions.shape)
        predictions = reshape(cast(predictions, dtypes.float64), [-1])
        labels = reshape(cast(labels, dtypes.int64), [-1])
        with control_dependencies(zero_or_one(labels)):
            all_predictions, add_predictions = streaming_concat(predictions, name="concat_preds")
            all_labels, add_labels = streaming_concat(labels, name="concat_labels")
            updates = [add_labels, add_predictions]
            if weights is None:
                all_weights = ones_like(all_labels, dtype=dtypes.float64)
            else:
                weights = reshape(cast(weights, dtypes.float64), [-1])
                all_weights, add_weights = streaming_concat(weights, name="concat_weights")
                updates.append(add_weights)
            area = _area(all_labels, all_predictions, all_weights, curve)
            update = publish(updates_collections, group(*updates))
            return publish(metrics_collections, area), update
