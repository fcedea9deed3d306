"""The switch for mixed precision: an optimizer gets a loss scale; the graph itself is run in the types it is written in."""

from typing import Any

from graphlab._src.base import logging
from graphlab._src.session.base_session import open_sessions
from graphlab._src.train.optimizers import mixed_precision_state as state
from graphlab._src.train.optimizers.loss_scale import MixedPrecisionLossScaleOptimizer
from graphlab._src.train.optimizers.optimizer import Optimizer

_wrappers: dict[type, Any] = {Optimizer: MixedPrecisionLossScaleOptimizer}


def register_wrapper(kind: type, wrapper: Any) -> None:
    """Registers the class that adds a loss scale to optimizers of another kind: wrapper(opt, loss_scale)."""
    _wrappers[kind] = wrapper


def enable_mixed_precision_graph_rewrite(opt: Any, loss_scale: Any = "dynamic") -> Any:
    """The optimizer with a loss scale. XLA runs the graph in its own types; what is cast to float16 or bfloat16 is.

    opt: a tf.train.Optimizer, or one of Keras.  loss_scale: a LossScale, a number, or "dynamic".
    ValueError for another object, for an optimizer that has a loss scale, and where Keras' layers have a policy.
    """
    if not state.using_default_mixed_precision_policy:
        raise ValueError(
            "The mixed precision graph rewrite cannot be enabled, because a keras mixed precision Policy has been set. At "
            "most, one of tf.train.experimental.enable_mixed_precision_graph_rewrite() and "
            "tf.keras.mixed_precision.experimental.set_policy() can be called."
        )
    if open_sessions() and not state.mixed_precision_graph_rewrite_is_enabled:
        logging.warn(
            "You already have existing Sessions that do not use mixed precision. enable_mixed_precision_graph_rewrite() will "
            "not affect these Sessions."
        )
    wrapped = _with_loss_scale(opt, loss_scale)
    state.mixed_precision_graph_rewrite_is_enabled = True
    return wrapped


def _with_loss_scale(opt, loss_scale):
    """The optimizer with a loss scale, without the switch."""
    for wrapper in _wrappers.values():
        if isinstance(opt, wrapper):
            name = wrapper.__name__
            raise ValueError(
                f'"opt" must not already be an instance of a {name}. `enable_mixed_precision_graph_rewrite` will '
                f"automatically wrap the optimizer with a {name}."
            )
    for kind, wrapper in _wrappers.items():
        if isinstance(opt, kind):
            return wrapper(opt, loss_scale)
    raise ValueError(
        f'"opt" must be an instance of a tf.train.Optimizer or a tf.keras.optimizers.Optimizer, but got: {opt}'
    )


def disable_mixed_precision_graph_rewrite():
    """Undoes the switch; optimizers that have a loss scale keep it."""
    if not state.mixed_precision_graph_rewrite_is_enabled:
        logging.warning("disable_mixed_precision_graph_rewrite() called when mixed precision is already disabled.")
    state.mixed_precision_graph_rewrite_is_enabled = False
