"""Learning rates that change from step to step."""

from typing import Any

from graphlab._src.base.arguments import forwarded
from graphlab._src.graph import convert_to_tensor
from graphlab._src.graph.convert import convert_n_to_tensor
from graphlab._src.keras.layers.object_registry import deserialize_object, serialize_object
from graphlab._src.ops.cast import cast
from graphlab._src.train import schedules as decays


class LearningRateSchedule:
    """The base of schedules: functions of the step."""

    def __call__(self, step):
        """The rate at a step."""
        raise NotImplementedError("Learning rate schedule must override __call__")

    def get_config(self):
        """The arguments that make an equal one."""
        raise NotImplementedError("Learning rate schedule must override get_config")

    @classmethod
    def from_config(cls, config):
        """The schedule that get_config describes."""
        return cls(**config)


class _Schedule(LearningRateSchedule):
    """A schedule of tf.train as an object, with its arguments as attributes.

    _decay: the function, of the rate, the step and the other arguments.
    """

    _decay: Any

    def __init__(self, **arguments):
        self._names = tuple(arguments)
        vars(self).update(arguments)

    def __call__(self, step):
        rate, *others = self.get_config().values()
        return self._decay(rate, step, *others)

    def get_config(self):
        """The arguments that make an equal one."""
        return {name: getattr(self, name) for name in self._names}


class ExponentialDecay(_Schedule):
    """initial_learning_rate · decay_rate^(step / decay_steps); staircase rounds the exponent down."""

    _decay = staticmethod(decays.exponential_decay)

    def __init__(self, initial_learning_rate, decay_steps, decay_rate, staircase=False, name=None):
        super().__init__(**forwarded(locals()))


class InverseTimeDecay(_Schedule):
    """initial_learning_rate / (1 + decay_rate · step / decay_steps); staircase rounds the last part down."""

    _decay = staticmethod(decays.inverse_time_decay)

    def __init__(self, initial_learning_rate, decay_steps, decay_rate, staircase=False, name=None):
        super().__init__(**forwarded(locals()))


class PolynomialDecay(_Schedule):
    """From initial_learning_rate to end_learning_rate in decay_steps, straight where power is 1."""

    _decay = staticmethod(decays.polynomial_decay)

    def __init__(self, initial_learning_rate, decay_steps, end_learning_rate=0.0001, power=1.0, cycle=False, name=None):
        super().__init__(**forwarded(locals()))


class PiecewiseConstantDecay(_Schedule):
    """One of `values`, as the step lies between `boundaries`, which are converted to the step's type."""

    def __init__(self, boundaries, values, name=None):
        if len(boundaries) != len(values) - 1:
            raise ValueError("The length of boundaries should be 1 less than the length of values")
        super().__init__(**forwarded(locals()))

    def __call__(self, step):
        step, arguments = convert_to_tensor(step), self.get_config()
        bounds = [cast(bound, step.dtype) for bound in convert_n_to_tensor(arguments.pop("boundaries"))]
        return decays.piecewise_constant(step, bounds, **arguments)


class CosineDecay(_Schedule):
    """From initial_learning_rate to alpha times that in decay_steps, along half a cosine."""

    _decay = staticmethod(decays.cosine_decay)

    def __init__(self, initial_learning_rate, decay_steps, alpha=0.0, name=None):
        super().__init__(**forwarded(locals()))


class CosineDecayRestarts(_Schedule):
    """CosineDecay again and again, each time t_mul times as long and beginning at m_mul times the rate."""

    _decay = staticmethod(decays.cosine_decay_restarts)

    def __init__(self, initial_learning_rate, first_decay_steps, t_mul=2.0, m_mul=1.0, alpha=0.0, name=None):
        super().__init__(**forwarded(locals()))


class LinearCosineDecay(_Schedule):
    """A cosine of num_periods that also falls along a line, between alpha and beta."""

    _decay = staticmethod(decays.linear_cosine_decay)

    def __init__(self, initial_learning_rate, decay_steps, num_periods=0.5, alpha=0.0, beta=0.001, name=None):
        super().__init__(**forwarded(locals()))


class NoisyLinearCosineDecay(_Schedule):
    """LinearCosineDecay with noise whose variance falls from initial_variance."""

    _decay = staticmethod(decays.noisy_linear_cosine_decay)

    def __init__(
        self,
        initial_learning_rate,
        decay_steps,
        initial_variance=1.0,
        variance_decay=0.55,
        num_periods=0.5,
        alpha=0.0,
        beta=0.001,
        name=None,
    ):
        super().__init__(**forwarded(locals()))


KNOWN = {
    found.__name__: found
    for found in (
        CosineDecay,
        CosineDecayRestarts,
        ExponentialDecay,
        InverseTimeDecay,
        LinearCosineDecay,
        NoisyLinearCosineDecay,
        PiecewiseConstantDecay,
        PolynomialDecay,
    )
}


def serialize(learning_rate_schedule):
    """What `deserialize` makes an equal schedule of."""
    return serialize_object(learning_rate_schedule)


def deserialize(config, custom_objects=None):
    """The schedule that a config means."""
    return deserialize_object("decay", KNOWN, config, custom_objects)
