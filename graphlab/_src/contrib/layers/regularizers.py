"""Regularizers: functions of weights whose value is a loss."""

import logging
import numbers

from graphlab._src.graph import GraphKeys, constant, convert_to_tensor, get_default_graph, name_scope
from graphlab._src.ops.arithmetic import add_n, multiply
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.rounding import abs as absolute
from graphlab._src.ops.statistics import l2_loss

_log = logging.getLogger("graphlab")


def l1_regularizer(scale, scope=None):
    """scale · Σ|w|. scale: a float of at least 0."""
    return _scaled(scale, scope, "l1_regularizer", lambda weights: reduce_sum(absolute(weights)))


def l2_regularizer(scale, scope=None):
    """scale · Σw²/2. scale: a float of at least 0."""
    return _scaled(scale, scope, "l2_regularizer", l2_loss)


def _scaled(scale, scope, default_name, measure):
    if isinstance(scale, numbers.Integral):
        raise ValueError(f"scale cannot be an integer: {scale}")
    if isinstance(scale, numbers.Real):
        if scale < 0.0:
            raise ValueError(f"Setting a scale less than 0 on a regularizer: {float(scale):g}")
        if scale == 0.0:
            _log.info("Scale of 0 disables regularizer.")
            return lambda _: None

    def regularizer(weights):
        with name_scope(scope, default_name, [weights]) as name:
            factor = convert_to_tensor(scale, dtype=weights.dtype.base_dtype, name="scale")
            return multiply(factor, measure(weights), name=name)

    return regularizer


def l1_l2_regularizer(scale_l1=1.0, scale_l2=1.0, scope=None):
    """scale_l1 · Σ|w| + scale_l2 · Σw²/2."""
    for name, scale in (("scale_l1", scale_l1), ("scale_l2", scale_l2)):
        if isinstance(scale, numbers.Integral):
            raise ValueError(f"{name} cannot be an integer: {scale}")
    scope = scope or "l1_l2_regularizer"
    if scale_l1 == 0.0:
        return l2_regularizer(scale_l2, scope)
    if scale_l2 == 0.0:
        return l1_regularizer(scale_l1, scope)
    return sum_regularizer([l1_regularizer(scale_l1), l2_regularizer(scale_l2)], scope=scope)


def sum_regularizer(regularizer_list, scope=None):
    """The sum of several regularizers, None among them left out; None when there is none."""
    regularizers = [regularizer for regularizer in regularizer_list if regularizer is not None]
    if not regularizers:
        return None

    def sum_reg(weights):
        with name_scope(scope, "sum_regularizer", [weights]) as name:
            losses = [loss for regularizer in regularizers if (loss := regularizer(weights)) is not None]
            return add_n(losses, name=name) if losses else None

    return sum_reg


def apply_regularization(regularizer, weights_list=None):
    """The regularizer's sum over weights, those of the collection WEIGHTS when left out; in REGULARIZATION_LOSSES.

    regularizer: a function of a tensor.  weights_list: tensors or variables.
    """
    graph = get_default_graph()
    weights_list = weights_list or graph.get_collection(GraphKeys.WEIGHTS)
    if not weights_list:
        raise ValueError("No weights to regularize.")
    with name_scope("get_regularization_penalty", values=weights_list) as scope:
        losses = [regularizer(weights) for weights in weights_list]
        losses = [constant(0.0) if loss is None else loss for loss in losses]
        for loss in losses:
            if loss.shape.ndims != 0:
                raise ValueError(
                    f"regularizer must return a scalar Tensor instead of a Tensor with rank {loss.shape.ndims}."
                )
        total = add_n(losses, name=scope)
        graph.add_to_collection(GraphKeys.REGULARIZATION_LOSSES, total)
        return total
