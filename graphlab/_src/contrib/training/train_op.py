"""create_train_op: a loss that makes a training step when it is fetched; and what may be done to gradients before."""

import logging

from graphlab._src.graph import GraphKeys, IndexedSlices, Tensor, constant, get_default_graph, name_scope
from graphlab._src.ops.checks.numerics import check_numerics as check
from graphlab._src.ops.clip import clip_by_norm, global_norm
from graphlab._src.ops.control_flow import no_op
from graphlab._src.ops.control_flow.grouping import with_dependencies
from graphlab._src.state.initialization import trainable_variables
from graphlab._src.summary.histogram import histogram
from graphlab._src.summary.scalar import scalar
from graphlab._src.train.global_step import get_or_create_global_step
from graphlab._src.train.optimizers.optimizer import Optimizer

_log = logging.getLogger("graphlab")
USE_GLOBAL_STEP = 0


def _changed(gradient, function):
    """function of a gradient's values; None stays None."""
    if gradient is None:
        return None
    if isinstance(gradient, IndexedSlices):
        return IndexedSlices(function(gradient.values), gradient.indices, gradient.dense_shape)
    return function(gradient)


def clip_gradient_norms(gradients_to_variables, max_norm):
    """(gradient, variable) pairs, each gradient at most max_norm long."""
    return [(_changed(g, lambda values: clip_by_norm(values, max_norm)), v) for g, v in gradients_to_variables]


def clip_gradient_norms_fn(max_norm):
    """The same as a function of the pairs."""
    return lambda gradients_to_variables: clip_gradient_norms(gradients_to_variables, max_norm)


def multiply_gradients(grads_and_vars, gradient_multipliers):
    """(gradient, variable) pairs, some gradients times a factor. gradient_multipliers: {variable or name: factor}."""
    if not isinstance(grads_and_vars, list):
        raise ValueError("`grads_and_vars` must be a list.")
    if not gradient_multipliers:
        raise ValueError("`gradient_multipliers` is empty.")
    if not isinstance(gradient_multipliers, dict):
        raise ValueError("`gradient_multipliers` must be a dict.")
    pairs = []
    for gradient, variable in grads_and_vars:
        key = variable if variable in gradient_multipliers else variable.op.name
        if key in gradient_multipliers:
            if gradient is None:
                raise ValueError("Requested multiple of `None` gradient.")
            factor = gradient_multipliers[key]
            factor = factor if isinstance(factor, Tensor) else constant(factor, dtype=gradient.dtype)
            gradient = _changed(gradient, lambda values, factor=factor: values * factor)
        pairs.append((gradient, variable))
    return pairs


def add_gradients_summaries(grads_and_vars):
    """A histogram of each gradient, and its length, as summaries "<variable>/gradient" and "…/gradient_norm"."""
    return _summaries(grads_and_vars, "/")


def _summaries(grads_and_vars, separator):
    summaries = []
    for gradient, variable in grads_and_vars:
        if gradient is None:
            _log.info("Var %s has no gradient", variable.op.name)
            continue
        values = gradient.values if isinstance(gradient, IndexedSlices) else gradient
        name = f"{variable.op.name}{separator}gradient"
        summaries += [histogram(name, values), scalar(f"{name}_norm", global_norm([values]))]
    return summaries


def create_train_op(
    total_loss,
    optimizer,
    global_step=USE_GLOBAL_STEP,
    update_ops=None,
    variables_to_train=None,
    transform_grads_fn=None,
    summarize_gradients=False,
    gate_gradients=Optimizer.GATE_OP,
    aggregation_method=None,
    colocate_gradients_with_ops=False,
    check_numerics=True,
):
    """The loss, which makes a training step when it is fetched.

    global_step: counts the steps; None counts none.  update_ops: run before; those in UPDATE_OPS when left out.
    transform_grads_fn: a function of (gradient, variable) pairs.  check_numerics: False lets the loss be NaN.
    """
    graph = get_default_graph()
    if global_step is USE_GLOBAL_STEP:
        global_step = get_or_create_global_step()
    known = dict.fromkeys(graph.get_collection(GraphKeys.UPDATE_OPS))
    update_ops = known if update_ops is None else dict.fromkeys(update_ops)
    if not known.keys() <= update_ops.keys():
        _log.warning("update_ops in create_train_op does not contain all the update_ops in GraphKeys.UPDATE_OPS")
    if update_ops:
        with graph.control_dependencies(list(update_ops)):
            barrier = no_op(name="update_barrier")
        total_loss = with_dependencies([barrier], total_loss)
    if variables_to_train is None:
        variables_to_train = trainable_variables()
    assert variables_to_train
    pairs = optimizer.compute_gradients(
        total_loss,
        variables_to_train,
        gate_gradients=gate_gradients,
        aggregation_method=aggregation_method,
        colocate_gradients_with_ops=colocate_gradients_with_ops,
    )
    if transform_grads_fn:
        pairs = transform_grads_fn(pairs)
    if summarize_gradients:
        with name_scope("summarize_grads"):
            _summaries(pairs, "_")
    applied = optimizer.apply_gradients(pairs, global_step=global_step)
    with name_scope("train_op"):
        if check_numerics:
            total_loss = check(total_loss, "LossTensor is inf or nan")
        train_op = with_dependencies([applied], total_loss)
    collection = graph.get_collection_ref(GraphKeys.TRAIN_OP)
    if not any(item is train_op for item in collection):
        collection.append(train_op)
    return train_op
