"""tensorflow.python.ops.metrics_impl: the parts that other libraries of metrics are made of."""

from typing import Any

from graphlab._src.distribute.context import get_strategy
from graphlab._src.graph import GraphKeys
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.division import div_no_nan
from graphlab._src.ops.identity import identity
from graphlab._src.state.variable import Variable, VariableAggregation, VariableSynchronization
from graphlab._src.train.metrics import at_k, ranked
from graphlab._src.train.metrics.average_precision import streamed
from graphlab._src.train.metrics.metric_variables import across_replicas, publish
from graphlab._src.train.metrics.metric_variables import fitted as _remove_squeezable_dimensions
from graphlab._src.train.metrics.thresholds import outcomes


def metric_variable(shape, dtype, validate_shape=True, name=None):
    """A local variable of zeros that tf.local_variables_initializer() sets back."""
    return Variable(
        lambda: zeros(shape, dtype),
        trainable=False,
        collections=[GraphKeys.LOCAL_VARIABLES, GraphKeys.METRIC_VARIABLES],
        validate_shape=validate_shape,
        name=name,
        synchronization=VariableSynchronization.ON_READ,
        aggregation=VariableAggregation.SUM,
    )


def _aggregate_variable(v, collections):
    """What the variable holds, a Tensor, which is also added to collections."""
    return publish(collections, identity(v))


def _aggregate_across_replicas(metrics_collections, metric_value_fn, *args):
    """What metric_value_fn(strategy, *args) returns, added to collections; under a strategy it is called once for all replicas."""
    return across_replicas(metrics_collections, lambda *values: metric_value_fn(get_strategy(), *values), *args)


def _safe_scalar_div(numerator, denominator, name):
    """numerator / denominator, 0 where the denominator is 0."""
    return div_no_nan(numerator, denominator, name=name)


def _maybe_select_class_id(labels, predictions_idx, selected_id=None):
    """(labels, predictions_idx), of one class only where one is given."""
    if selected_id is None:
        return labels, predictions_idx
    return ranked.of_class(labels, selected_id), ranked.of_class(predictions_idx, selected_id)


def _streaming(what, numbers_of):
    """Makes the function that counts over all runs. numbers_of: counts of each example."""

    def count(labels, predictions_idx, k=None, class_id=None, weights: Any = None, name=None):
        return at_k.streamed(what, numbers_of, labels, predictions_idx, k, class_id, weights, name)

    return count


_streaming_sparse_true_positive_at_k = _streaming("true_positive", ranked.true_positives)
_streaming_sparse_false_positive_at_k = _streaming("false_positive", ranked.false_positives)
_streaming_sparse_false_negative_at_k = _streaming("false_negative", ranked.false_negatives)


def _confusion_matrix_at_thresholds(labels, predictions, thresholds, weights=None, includes=None):
    """({outcome: its sums so far}, {outcome: what adds a batch}) at each threshold; all four outcomes by default."""
    return outcomes(labels, predictions, thresholds, weights, includes or ("tp", "fn", "tn", "fp"))


def _streaming_sparse_average_precision_at_top_k(
    labels, predictions_idx, weights=None, metrics_collections=None, updates_collections=None, name=None
):
    """(mean, update) of the average precision of what was predicted, the best first: predictions_idx […, k]."""
    return streamed(labels, predictions_idx, weights, metrics_collections, updates_collections, name)
