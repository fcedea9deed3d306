"""optimize_loss: a whole training step, with clipping, noise, decay and summaries."""

from typing import Any

from graphlab._src.graph import GraphKeys, IndexedSlices, Tensor, convert_to_tensor, get_default_graph
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.ranks import assert_scalar
from graphlab._src.ops.clip import clip_by_global_norm, global_norm
from graphlab._src.ops.control_flow.grouping import with_dependencies
from graphlab._src.ops.random import truncated_normal
from graphlab._src.state.initialization import trainable_variables
from graphlab._src.state.initializers import Constant
from graphlab._src.state.scope import get_variable, variable_scope
from graphlab._src.summary.histogram import histogram
from graphlab._src.summary.scalar import scalar
from graphlab._src.train.global_step import assert_global_step, get_global_step
from graphlab._src.train.optimizers.adagrad import AdagradOptimizer
from graphlab._src.train.optimizers.adam import AdamOptimizer
from graphlab._src.train.optimizers.ftrl import FtrlOptimizer
from graphlab._src.train.optimizers.gradient_descent import GradientDescentOptimizer
from graphlab._src.train.optimizers.momentum import MomentumOptimizer
from graphlab._src.train.optimizers.optimizer import Optimizer
from graphlab._src.train.optimizers.rmsprop import RMSPropOptimizer

OPTIMIZER_CLS_NAMES = {
    "Adagrad": AdagradOptimizer,
    "Adam": AdamOptimizer,
    "Ftrl": FtrlOptimizer,
    "Momentum": lambda learning_rate: MomentumOptimizer(learning_rate, momentum=0.9),
    "RMSProp": RMSPropOptimizer,
    "SGD": GradientDescentOptimizer,
}
OPTIMIZER_SUMMARIES = ["learning_rate", "loss", "gradients", "gradient_norm", "global_gradient_norm"]


def optimize_loss(
    loss,
    global_step,
    learning_rate,
    optimizer,
    gradient_noise_scale=None,
    gradient_multipliers=None,
    clip_gradients=None,
    learning_rate_decay_fn=None,
    update_ops=None,
    variables=None,
    name=None,
    summaries=None,
    colocate_gradients_with_ops=False,
    increment_global_step=True,
):
    """The loss, which makes a training step when it is fetched.

    learning_rate: a float, which becomes a variable, or a tensor.  optimizer: a name, a class, an Optimizer, or a
    function of the learning rate.  gradient_multipliers: {variable or its name: factor}.
    clip_gradients: the most that their global norm may be, or a function of (gradient, variable) pairs.
    learning_rate_decay_fn: a function of rate and step.  update_ops: run before; those in UPDATE_OPS when left out.
    summaries: names from OPTIMIZER_SUMMARIES.
    """
    loss = convert_to_tensor(loss)
    assert_scalar(loss)
    if global_step is None:
        global_step = get_global_step()
    else:
        assert_global_step(global_step)
    with variable_scope(name, "OptimizeLoss", [loss, global_step]):
        if update_ops is None:
            update_ops = dict.fromkeys(get_default_graph().get_collection(GraphKeys.UPDATE_OPS))
        if update_ops:
            loss = with_dependencies(list(update_ops), loss)
        rate = None if learning_rate is None else _rate(learning_rate)
        summaries = ["loss", "learning_rate", "global_gradient_norm"] if summaries is None else summaries
        for summary in summaries:
            if summary not in OPTIMIZER_SUMMARIES:
                raise ValueError(
                    f"Summaries should be one of [{', '.join(OPTIMIZER_SUMMARIES)}], you provided {summary}."
                )
        if rate is not None and learning_rate_decay_fn is not None:
            if global_step is None:
                raise ValueError("global_step is required for learning_rate_decay_fn.")
            rate = learning_rate_decay_fn(rate, global_step)
            if "learning_rate" in summaries:
                scalar("learning_rate", rate)
        chosen = _optimizer(optimizer, rate)
        pairs = chosen.compute_gradients(
            loss,
            trainable_variables() if variables is None else variables,
            colocate_gradients_with_ops=colocate_gradients_with_ops,
        )
        if gradient_noise_scale is not None:
            pairs = _noisy(pairs, gradient_noise_scale)
        if gradient_multipliers is not None:
            pairs = _multiplied(pairs, gradient_multipliers)
            if not pairs:
                raise ValueError(
                    "Empty list of (gradient, var) pairs encountered. This is most likely to be caused by an improper value "
                    "of gradient_multipliers."
                )
        of_all = "global_gradient_norm" in summaries or "gradient_norm" in summaries
        if of_all:
            scalar("global_norm/gradient_norm", global_norm([gradient for gradient, _ in pairs]))
        if isinstance(clip_gradients, float):
            clipped, _ = clip_by_global_norm([gradient for gradient, _ in pairs], clip_gradients)
            pairs = [(gradient, variable) for gradient, (_, variable) in zip(clipped, pairs, strict=True)]
        elif callable(clip_gradients):
            pairs: Any = clip_gradients(pairs)
        elif clip_gradients is not None:
            raise ValueError(f"Unknown type {type(clip_gradients)} for clip_gradients")
        if "loss" in summaries:
            scalar("loss", loss)
        _summarize(pairs, summaries)
        if clip_gradients is not None and of_all:
            scalar("global_norm/clipped_gradient_norm", global_norm([gradient for gradient, _ in pairs]))
        step = global_step if increment_global_step else None
        train = chosen.apply_gradients(pairs, global_step=step, name="train")
        return with_dependencies([train], loss)


def _rate(learning_rate):
    if isinstance(learning_rate, Tensor) and learning_rate.shape.ndims == 0:
        return learning_rate
    if not isinstance(learning_rate, float):
        raise ValueError(
            f"Learning rate should be 0d Tensor or float. Got {learning_rate} of type {type(learning_rate)}"
        )
    if learning_rate < 0.0:
        raise ValueError("Invalid learning_rate %s.", learning_rate)
    return get_variable("learning_rate", [], trainable=False, initializer=Constant(learning_rate))


def _optimizer(optimizer, rate) -> Any:
    missing = "Learning rate is None, but should be specified if optimizer is {} ({})."
    if isinstance(optimizer, str):
        if rate is None:
            raise ValueError(missing.format("string", optimizer))
        if optimizer not in OPTIMIZER_CLS_NAMES:
            raise ValueError(
                f"Optimizer name should be one of [{', '.join(OPTIMIZER_CLS_NAMES)}], you provided {optimizer}."
            )
        return OPTIMIZER_CLS_NAMES[optimizer](learning_rate=rate)
    if isinstance(optimizer, type) and issubclass(optimizer, Optimizer):
        if rate is None:
            raise ValueError(missing.format("class", optimizer))
        return optimizer(learning_rate=rate)  # pyright: ignore[reportCallIssue]
    if isinstance(optimizer, Optimizer):
        return optimizer
    if not callable(optimizer):
        raise ValueError(
            "Unrecognized optimizer: should be string, subclass of Optimizer, instance of subclass of Optimizer or function "
            f"with one argument. Got {optimizer}."
        )
    made = optimizer() if rate is None else optimizer(rate)
    if not isinstance(made, Optimizer):
        raise ValueError(f"Unrecognized optimizer: function should return subclass of Optimizer. Got {made}.")
    return made


def _noisy(pairs, scale):
    def noisy(gradient):
        if gradient is None:
            return None
        size = gradient.dense_shape if isinstance(gradient, IndexedSlices) else gradient.shape
        return gradient + truncated_normal(size) * scale

    return [(noisy(gradient), variable) for gradient, variable in pairs]


def _multiplied(pairs, multipliers):
    found = []
    for gradient, variable in pairs:
        key = variable if variable in multipliers else variable.name
        if gradient is not None and key in multipliers:
            gradient = _scaled(gradient, multipliers[key])
        found.append((gradient, variable))
    return found


def _scaled(gradient, factor):
    """A gradient times a factor."""
    if isinstance(gradient, IndexedSlices):
        return IndexedSlices(gradient.values * factor, gradient.indices, gradient.dense_shape)
    return gradient * cast(factor, gradient.dtype)


def _summarize(pairs, summaries):
    for gradient, variable in pairs:
        values = gradient.values if isinstance(gradient, IndexedSlices) else gradient
        if values is None:
            continue
        name = variable.name.replace(":", "_")
        if "gradients" in summaries:
            histogram(f"gradients/{name}", values)
        if "gradient_norm" in summaries:
            scalar(f"gradient_norm/{name}", global_norm([values]))
