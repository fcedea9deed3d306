"""Loss scaling: losses are made larger before the gradient, so that small float16 gradients do not vanish."""

import abc
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import IndexedSlices, convert_to_tensor, get_default_graph, nest
from graphlab._src.ops.arithmetic import add
from graphlab._src.ops.comparison import greater_equal, is_finite
from graphlab._src.ops.control_flow import group, no_op
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.reduction import reduce_all
from graphlab._src.state.trackable import Trackable, TrackableReference
from graphlab._src.state.variable import Variable
from graphlab._src.train.optimizers.optimizer import Optimizer


class LossScale(Trackable, abc.ABC):
    """The factor that losses are multiplied by. A subclass defines __call__, the scale as a tensor, and update.

    A tf.train.Checkpoint saves the variables that it makes with `_add_weight`, those of the default graph.
    """

    def __init__(self):
        self._weights = {}

    @abc.abstractmethod
    def __call__(self):
        """The current scale, a float32 tensor."""

    @abc.abstractmethod
    def update(self, grads):
        """(the operation that changes the scale for these gradients, whether they are to be applied)."""

    def variables(self):
        """Its variables in the default graph."""
        here = get_default_graph()._graph_key
        return [one for (_, key), one in self._weights.items() if key == here]

    @abc.abstractmethod
    def get_config(self):
        """The arguments that make another one like it."""

    def _add_weight(self, name, initial_value, dtype=None):
        """A variable of the scale, which is saved under its name. RuntimeError for the second of a name in a graph."""
        key = name, get_default_graph()._graph_key
        if key in self._weights:
            raise RuntimeError(f"Duplicate variables detected. {key}")
        made = Variable(initial_value, name=name, dtype=dtype, trainable=False, use_resource=True)
        self._weights[key] = made
        return made

    @property
    def _checkpoint_dependencies(self):
        here = get_default_graph()._graph_key
        weights = [TrackableReference(name, one) for (name, key), one in sorted(self._weights.items()) if key == here]
        return [*super()._checkpoint_dependencies, *weights]

    def _lookup_dependency(self, name):
        found = super()._lookup_dependency(name)
        return self._weights.get((name, get_default_graph()._graph_key)) if found is None else found

    @classmethod
    def from_config(cls, config):
        """The one that get_config described."""
        return cls(**config)


class FixedLossScale(LossScale):
    """A scale that stays.  loss_scale_value: a number, at least 1."""

    def __init__(self, loss_scale_value):
        super().__init__()
        if not isinstance(loss_scale_value, (int, float)):
            raise ValueError("loss_scale_value must be a Python int or float.")
        if loss_scale_value < 1:
            raise ValueError("loss_scale_value must be at least 1.")
        self._loss_scale_value = float(loss_scale_value)

    def __call__(self):
        return convert_to_tensor(self._loss_scale_value)

    def update(self, grads):
        return no_op(), True

    def __repr__(self):
        return f"FixedLossScale({self._loss_scale_value})"

    def get_config(self):
        return {"loss_scale_value": self._loss_scale_value}


def is_all_finite(grads):
    """True, as a tensor, where all numbers of the gradients are finite; None among them is skipped."""
    values = [grad.values if isinstance(grad, IndexedSlices) else grad for grad in grads]
    return reduce_all([reduce_all(is_finite(value)) for value in values if value is not None])


def assign_if_finite(var, value):
    """The operation that assigns a value, a scalar, where it is finite."""
    return cond(is_finite(value), lambda: var.assign(value).op, no_op)


class DynamicLossScale(LossScale):
    """A scale that grows while gradients are finite, and shrinks, to 1 at least, when they are not.

    initial_loss_scale: where it begins.  increment_period: how many steps in a row with finite gradients make it grow.
    multiplier: by how much it grows and shrinks.
    """

    def __init__(self, initial_loss_scale=2**15, increment_period=2000, multiplier=2.0):
        super().__init__()
        self.initial_loss_scale = float(initial_loss_scale)
        self.increment_period = int(increment_period)
        self.multiplier = float(multiplier)
        self._current_loss_scale = self._add_weight("current_loss_scale", self.initial_loss_scale, dtypes.float32)
        self._num_good_steps = self._add_weight("good_steps", 0, dtypes.int64)

    def __call__(self):
        return convert_to_tensor(self._current_loss_scale)

    def update(self, grads):
        finite = is_all_finite(nest.flatten(grads))

        def grow():
            grown = assign_if_finite(self._current_loss_scale, self._current_loss_scale * self.multiplier)
            return group(grown, self._num_good_steps.assign(0))

        def count():
            enough = greater_equal(add(self._num_good_steps.value(), 1), self.increment_period)
            return cond(enough, grow, lambda: self._num_good_steps.assign_add(1).op)

        def shrink():
            smaller = maximum(self._current_loss_scale / self.multiplier, 1.0)
            return group(self._num_good_steps.assign(0), self._current_loss_scale.assign(smaller))

        return cond(finite, count, shrink), finite

    def __repr__(self):
        return (
            f"DynamicLossScale(initial_loss_scale={self.initial_loss_scale}, increment_period={self.increment_period}, "
            f"multiplier={self.multiplier})"
        )

    def get_config(self):
        names = ("initial_loss_scale", "increment_period", "multiplier")
        return {name: getattr(self, name) for name in names}


class MixedPrecisionLossScaleOptimizer(Optimizer):
    """An optimizer around another one that scales the loss, and the gradients back.

    opt: the other one.  loss_scale: a LossScale, a number, or "dynamic"; with a dynamic one, gradients that are not all
    finite are not applied.
    """

    def __init__(self, opt, loss_scale):
        if not isinstance(opt, Optimizer):
            raise ValueError(f'"opt" must be an instance of Optimizer, but got: {type(opt)}')
        super().__init__(opt._use_locking, opt.get_name())
        self._optimizer = opt
        self._loss_scale: Any = get(loss_scale)

    def _tracked_children(self):
        return {**super()._tracked_children(), "base_optimizer": self._optimizer, "loss_scale": self._loss_scale}

    def _doing_dynamic_loss_scaling(self):
        """True where gradients change the scale."""
        return isinstance(self._loss_scale, DynamicLossScale)

    def compute_gradients(self, loss, *args, **kwargs):
        """As Optimizer.compute_gradients; the loss is scaled in between."""
        scale = self._loss_scale()
        scaled = (lambda: loss() * scale) if callable(loss) else loss * scale
        pairs = self._optimizer.compute_gradients(scaled, *args, **kwargs)
        back = 1 / self._loss_scale()
        return [(None if grad is None else _times(grad, back), var) for grad, var in pairs]

    def apply_gradients(self, grads_and_vars, global_step=None, name=None):
        """As Optimizer.apply_gradients; gradients that are not finite change nothing but a dynamic scale."""
        pairs = list(grads_and_vars)
        if not self._doing_dynamic_loss_scaling():
            return self._optimizer.apply_gradients(pairs, global_step, name)
        name = self.get_name() if name is None else name
        update, finite = self._loss_scale.update([grad for grad, _ in pairs])
        apply = cond(finite, lambda: self._optimizer.apply_gradients(pairs, global_step, f"{name}-wrapped"), no_op)
        return group(apply, update, name=name)


def _times(grad, factor):
    if isinstance(grad, IndexedSlices):
        return IndexedSlices(grad.values * factor, grad.indices, grad.dense_shape)
    return grad * factor


def get(identifier):
    """The LossScale of a number, "dynamic" or a LossScale; None for None. ValueError for others."""
    if isinstance(identifier, (int, float)):
        return FixedLossScale(identifier)
    if identifier == "dynamic":
        return DynamicLossScale()
    if identifier is None or isinstance(identifier, LossScale):
        return identifier
    raise ValueError(f"Could not interpret loss scale identifier: {identifier}")


def get_loss_scale_weights(loss_scale):
    """The variables that a LossScale has made."""
    return loss_scale._weights.values()
