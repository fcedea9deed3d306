"""What a metric remembers from run to run, and what all metrics have in common."""

from typing import Any

from graphlab._src.distribute.context import get_replica_context, get_strategy, has_strategy
from graphlab._src.distribute.variables import SyncOnReadVariable
from graphlab._src.graph import GraphKeys, convert_to_tensor, nest
from graphlab._src.graph.scopes import add_to_collections
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.shape import expand_dims, rank, squeeze
from graphlab._src.ops.squeezable import may_end_in_one, remove_squeezable_dimensions
from graphlab._src.state.variable import Variable, VariableAggregation, VariableSynchronization


def metric_variable(shape, dtype, name, validate_shape=True) -> Any:
    """A local variable of zeros that tf.local_variables_initializer() sets back. validate_shape: it keeps its shape."""
    return Variable(
        lambda: zeros(shape, dtype),
        trainable=False,
        collections=[GraphKeys.LOCAL_VARIABLES, GraphKeys.METRIC_VARIABLES],
        validate_shape=validate_shape,
        name=name,
        synchronization=VariableSynchronization.ON_READ,
        aggregation=VariableAggregation.SUM,
    )


def publish(collections, tensor):
    """The tensor, which is also added to collections, if there are any."""
    if collections:
        add_to_collections(collections, tensor)
    return tensor


def across_replicas(collections, function, *operands) -> Any:
    """What function(*operands) returns, added to collections.

    Under a strategy it is called once, across replicas, where a variable that it reads is the sum over all of them.
    """
    if not has_strategy() or get_strategy().num_replicas_in_sync == 1:
        return publish(collections, function(*operands))

    def whole(operand):
        return operand.combined() if isinstance(operand, SyncOnReadVariable) else operand

    def merged(strategy, *operands):
        return publish(collections, function(*nest.map_structure(whole, operands)))

    return get_replica_context().merge_call(merged, args=operands)


def fitted(predictions, labels, weights) -> Any:
    """(predictions, labels, weights) of one rank, where a last axis of size 1 made them differ.

    labels, weights: may be None.  Raises ValueError when the shapes of labels and predictions differ.
    """
    predictions = convert_to_tensor(predictions)
    if labels is not None:
        labels, predictions = remove_squeezable_dimensions(labels, predictions)
        predictions.shape.assert_is_compatible_with(labels.shape)
    return predictions, labels, None if weights is None else _fitted_weights(convert_to_tensor(weights), predictions)


def _fitted_weights(weights, predictions):
    ours, theirs = weights.dims, predictions.dims
    if ours == ():
        return weights
    if ours is not None and theirs is not None:
        if len(ours) - len(theirs) == 1:
            return squeeze(weights, [-1])
        return expand_dims(weights, [-1]) if len(theirs) - len(ours) == 1 else weights
    count = rank(weights)
    difference = count - rank(predictions)
    squeezable = may_end_in_one(weights)

    def shorter():
        return squeeze(weights, [-1]) if squeezable else weights

    def longer():
        return cond(equal(difference, -1), lambda: expand_dims(weights, [-1]), lambda: weights)

    return cond(equal(count, 0), lambda: weights, lambda: cond(equal(difference, 1), shorter, longer))
