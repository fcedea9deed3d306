"""Learning rates that change from step to step."""

from graphlab._src.keras.layers.object_registry import deserialize_object, serialize_object
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
    """A schedule of tf.train as an object."""

    def __init__(self, **arguments):
        self._arguments = arguments

    def get_config(self):
        """The arguments that make an equal one."""
        return dict(self._arguments)


class ExponentialDecay(_Schedule):
    """initial_learning_rate · decay_rate^(step / decay_steps); staircase rounds the exponent down."""

    def __init__(self, initial_learning_rate, decay_steps, decay_rate, staircase=False, name=None):
        super().__init__(
            initial_learning_rate=initial_learning_rate,
            decay_steps=decay_steps,
            decay_rate=decay_rate,
            staircase=staircase,
            name=name,
        )

    def __call__(self, step):
        rate, *others = self._arguments.values()
        return decays.exponential_decay(rate, step, *others)


class InverseTimeDecay(_Schedule):
    """initial_learning_rate / (1 + decay_rate · step / decay_steps); staircase rounds the last part down."""

    def __init__(self, initial_learning_rate, decay_steps, decay_rate, staircase=False, name=None):
        super().__init__(
            initial_learning_rate=initial_learning_rate,
            decay_steps=decay_steps,
            decay_rate=decay_rate,
            staircase=staircase,
            name=name,
        )

    def __call__(self, step):
        rate, *others = self._arguments.values()
        return decays.inverse_time_decay(rate, step, *others)


class PolynomialDecay(_Schedule):
    """From initial_learning_rate to end_learning_rate in decay_steps, straight where power is 1."""

    def __init__(self, initial_learning_rate, decay_steps, end_learning_rate=0.0001, power=1.0, cycle=False, name=None):
        super().__init__(
            initial_learning_rate=initial_learning_rate,
            decay_steps=decay_steps,
            end_learning_rate=end_learning_rate,
            power=power,
            cycle=cycle,
            name=name,
        )

    def __call__(self, step):
        rate, *others = self._arguments.values()
        return decays.polynomial_decay(rate, step, *others)


class PiecewiseConstantDecay(_Schedule):
    """One of `values`, as the step lies between `boundaries`."""

    def __init__(self, boundaries, values, name=None):
        if len(boundaries) != len(values) - 1:
            raise ValueError("The length of boundaries should be 1 less than the length of values")
        super().__init__(boundaries=boundaries, values=values, name=name)

    def __call__(self, step):
        return decays.piecewise_constant(step, **self._arguments)


class CosineDecay(_Schedule):
    """From initial_learning_rate to alpha times that in decay_steps, along half a cosine."""

    def __init__(self, initial_learning_rate, decay_steps, alpha=0.0, name=None):
        super().__init__(initial_learning_rate=initial_learning_rate, decay_steps=decay_steps, alpha=alpha, name=name)

    def __call__(self, step):
        rate, *others = self._arguments.values()
        return decays.cosine_decay(rate, step, *others)


class CosineDecayRestarts(_Schedule):
    """CosineDecay again and again, each time t_mul times as long and beginning at m_mul times the rate."""

    def __init__(self, initial_learning_rate, first_decay_steps, t_mul=2.0, m_mul=1.0, alpha=0.0, name=None):
        super().__init__(
            initial_learning_rate=initial_learning_rate,
            first_decay_steps=first_decay_steps,
            t_mul=t_mul,
            m_mul=m_mul,
            alpha=alpha,
            name=name,
        )

    def __call__(self, step):
        rate, *others = self._arguments.values()
        return decays.cosine_decay_restarts(rate, step, *others)


class LinearCosineDecay(_Schedule):
    """A cosine of num_periods that also falls along a line, between alpha and beta."""

    def __init__(self, initial_learning_rate, decay_steps, num_periods=0.5, alpha=0.0, beta=0.001, name=None):
        super().__init__(
            initial_learning_rate=initial_learning_rate,
            decay_steps=decay_steps,
            num_periods=num_periods,
            alpha=alpha,
            beta=beta,
            name=name,
        )

    def __call__(self, step):
        rate, *others = self._arguments.values()
        return decays.linear_cosine_decay(rate, step, *others)


class NoisyLinearCosineDecay(_Schedule):
    """LinearCosineDecay with noise whose variance falls from initial_variance."""

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
        super().__init__(
            initial_learning_rate=initial_learning_rate,
            decay_steps=decay_steps,
            initial_variance=initial_variance,
            variance_decay=variance_decay,
            num_periods=num_periods,
            alpha=alpha,
            beta=beta,
            name=name,
        )

    def __call__(self, step):
        rate, *others = self._arguments.values()
        return decays.noisy_linear_cosine_decay(rate, step, *others)


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
