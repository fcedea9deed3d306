"""What a loss is scaled with: a number that stays, or one that follows what gradients come out of it."""

import abc

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor
from graphlab._src.ops.comparison import is_finite
from graphlab._src.ops.control_flow import group, no_op
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.extremes import maximum
from graphlab._src.state.assignment import assign, assign_add
from graphlab._src.state.variable import Variable


class LossScaleManager(abc.ABC):
    """What a loss is scaled with."""

    @abc.abstractmethod
    def get_loss_scale(self):
        """The scale, a float32 scalar."""

    @abc.abstractmethod
    def update_loss_scale(self, finite_grads):
        """An operation that adapts the scale. finite_grads: a bool scalar, whether all gradients are finite."""


class FixedLossScaleManager(LossScaleManager):
    """A scale that stays: a number that is at least 1."""

    def __init__(self, loss_scale):
        if loss_scale < 1:
            raise ValueError("loss scale must be at least 1.")
        self._loss_scale = convert_to_tensor(loss_scale, dtype=dtypes.float32)

    def get_loss_scale(self):
        """The scale."""
        return self._loss_scale

    def update_loss_scale(self, finite_grads):
        """Nothing."""
        return no_op()


class ExponentialUpdateLossScaleManager(LossScaleManager):
    """A scale that grows while gradients are finite, and shrinks where they are not.

    init_loss_scale: at the beginning.  incr_every_n_steps: so many finite steps one after the other multiply it by
    incr_ratio.  decr_every_n_nan_or_inf: so many others, since it last changed, multiply it by decr_ratio; it stays 1 or
    more.
    """

    def __init__(self, init_loss_scale, incr_every_n_steps, decr_every_n_nan_or_inf=2, incr_ratio=2, decr_ratio=0.8):
        self._incr_every_n_steps = incr_every_n_steps
        self._decr_every_n_nan_or_inf = decr_every_n_nan_or_inf
        self._incr_ratio = incr_ratio
        self._decr_ratio = decr_ratio
        first = convert_to_tensor(init_loss_scale, dtypes.float32)
        self._loss_scale = Variable(name="loss_scale", initial_value=first, dtype=dtypes.float32, trainable=False)
        self._num_good_steps = Variable(name="good_steps", initial_value=0, dtype=dtypes.int32, trainable=False)
        self._num_bad_steps = Variable(name="bad_steps", initial_value=0, dtype=dtypes.int32, trainable=False)

    def get_loss_scale(self):
        """The scale, a variable."""
        return self._loss_scale

    def update_loss_scale(self, finite_grads):
        """Counts a step, and adapts the scale when there were enough."""
        return cond(finite_grads, self._after_finite, self._after_others)

    def _reset(self, scale):
        return group(assign(self._loss_scale, scale), assign(self._num_good_steps, 0), assign(self._num_bad_steps, 0))

    def _after_finite(self):
        def grow():
            larger = self._loss_scale * self._incr_ratio
            return self._reset(
                cond(
                    is_finite(larger),
                    lambda: self._loss_scale * self._incr_ratio,
                    lambda: self._loss_scale.read_value(),
                )
            )

        enough = self._num_good_steps + 1 >= self._incr_every_n_steps
        return cond(enough, grow, lambda: group(assign_add(self._num_good_steps, 1)))

    def _after_others(self):
        def shrink():
            return self._reset(maximum(1.0, self._loss_scale * self._decr_ratio))

        def count():
            return group(assign_add(self._num_bad_steps, 1), assign(self._num_good_steps, 0))

        return cond(self._num_bad_steps + 1 >= self._decr_every_n_nan_or_inf, shrink, count)
