"""tensorflow.python.ops.metrics_impl: the parts that other libraries of metrics are made of."""

from graphlab._src.graph import GraphKeys
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.division import div_no_nan as _safe_scalar_div
from graphlab._src.state.variable import Variable, VariableAggregation, VariableSynchronization
from graphlab._src.train.metrics.average_precision import streamed
from graphlab._src.train.metrics.metric_variables import fitted as _remove_squeezable_dimensions
from graphlab._src.train.metrics.metric_variables import publish
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
    """The variable, which is also added to collections."""
    return publish(collections, v)


def _confusion_matrix_at_thresholds(labels, predictions, thresholds, weights=None, includes=None):
    """({outcome: its sums so far}, {outcome: what adds a batch}) at each threshold; all four outcomes by default."""
    return outcomes(labels, predictions, thresholds, weights, includes or ("tp", "fn", "tn", "fp"))


def _streaming_sparse_average_precision_at_top_k(
    labels, predictions_idx, weights=None, metrics_collections=None, updates_collections=None, name=None
):
    """(mean, update) of the average precision of what was predicted, the best first: predictions_idx […, k]."""
    return streamed(labels, predictions_idx, weights, metrics_collections, updates_collections, name)
