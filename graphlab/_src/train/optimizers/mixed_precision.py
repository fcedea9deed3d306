"""The switch for mixed precision: an optimizer gets a loss scale; the graph itself is run in the types it is written in."""

from graphlab._src.base import logging
from graphlab._src.train.optimizers import mixed_precision_state as state
from graphlab._src.train.optimizers.loss_scale import MixedPrecisionLossScaleOptimizer
from graphlab._src.train.optimizers.optimizer import Optimizer


def enable_mixed_precision_graph_rewrite(opt, loss_scale="dynamic"):
    """The optimizer with a loss scale. XLA runs the graph in its own types; what is cast to float16 or bfloat16 is.

    opt: a tf.train.Optimizer.  loss_scale: a LossScale, a number, or "dynamic".
    ValueError for another object, and for an optimizer that has a loss scale.
    """
    wrapped = _with_loss_scale(opt, loss_scale)
    state.mixed_precision_graph_rewrite_is_enabled = True
    return wrapped


def _with_loss_scale(opt, loss_scale):
    """The optimizer with a loss scale, without the switch."""
    if isinstance(opt, MixedPrecisionLossScaleOptimizer):
        raise ValueError(
            '"opt" must not already be an instance of a MixedPrecisionLossScaleOptimizer. '
            "`enable_mixed_precision_graph_rewrite` will automatically wrap the optimizer with a "
            "MixedPrecisionLossScaleOptimizer."
        )
    if not isinstance(opt, Optimizer):
        raise ValueError(
            f'"opt" must be an instance of a tf.train.Optimizer, but got: {opt}. Keras\' optimizers have no loss scale: '
            "train with one of tf.train."
        )
    return MixedPrecisionLossScaleOptimizer(opt, loss_scale)


def disable_mixed_precision_graph_rewrite():
    """Undoes the switch; optimizers that have a loss scale keep it."""
    if not state.mixed_precision_graph_rewrite_is_enabled:
        logging.warning("disable_mixed_precision_graph_rewrite() called when mixed precision is already disabled.")
    state.mixed_precision_graph_rewrite_is_enabled = False
