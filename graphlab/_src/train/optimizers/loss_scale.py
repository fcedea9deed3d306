"""Loss scaling: losses are made larger before the gradient, so that small float16 gradients do not vanish."""

from graphlab._src.base import dtypes
from graphlab._src.graph import IndexedSlices, convert_to_tensor, nest
from graphlab._src.ops.arithmetic import add
from graphlab._src.ops.comparison import greater_equal, is_finite
from graphlab._src.ops.control_flow import group, no_op
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.joining import stack
from graphlab._src.ops.reduction import reduce_all
from graphlab._src.state.variable import Variable
from graphlab._src.train.optimizers.optimizer import Optimizer


class LossScale:
    """The factor that losses are multiplied by. A subclass defines __call__, the scale as a tensor, and update."""

    def __call__(self):
        """The current scale, a float32 tensor."""
        raise NotImplementedError

    def update(self, grads):
        """(the operation that changes the scale for these gradients, whether they are to be applied)."""
        raise NotImplementedError

    def get_config(self):
        """The arguments that make another one like it."""
        raise NotImplementedError

    @classmethod
    def from_config(cls, config):
        """The one that get_config described."""
        return cls(**config)


class FixedLossScale(LossScale):
    """A scale that stays.  loss_scale_value: a number, at least 1."""

    def __init__(self, loss_scale_value):
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


class DynamicLossScale(LossScale):
    """A scale that grows while gradients are finite, and shrinks, to 1 at least, when they are not.

    initial_loss_scale: where it begins.  increment_period: how many steps in a row with finite gradients make it grow.
    multiplier: by how much it grows and shrinks.
    """

    def __init__(self, initial_loss_scale=2**15, increment_period=2000, multiplier=2.0):
        self.initial_loss_scale = float(initial_loss_scale)
        self.increment_period = int(increment_period)
        self.multiplier = float(multiplier)
        how = {"trainable": False, "use_resource": True}
        self._scale = Variable(self.initial_loss_scale, name="current_loss_scale", dtype=dtypes.float32, **how)
        self._good_steps = Variable(0, name="good_steps", dtype=dtypes.int64, **how)

    def __call__(self):
        return convert_to_tensor(self._scale)

    def update(self, grads):
        values = [grad.values if isinstance(grad, IndexedSlices) else grad for grad in nest.flatten(grads)]
        finite = reduce_all(stack([reduce_all(is_finite(value)) for value in values if value is not None]))

        def grow():
            larger = self._scale * self.multiplier
            grown = cond(is_finite(larger), lambda: self._scale.assign(larger).op, no_op)
            return group(grown, self._good_steps.assign(0))

        def count():
            enough = greater_equal(add(self._good_steps.value(), 1), self.increment_period)
            return cond(enough, grow, lambda: self._good_steps.assign_add(1).op)

        def shrink():
            smaller = maximum(self._scale / self.multiplier, 1.0)
            return group(self._good_steps.assign(0), self._scale.assign(smaller))

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
        self._loss_scale = _loss_scale(loss_scale)

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
        if not isinstance(self._loss_scale, DynamicLossScale):
            return self._optimizer.apply_gradients(pairs, global_step, name)
        name = self.get_name() if name is None else name
        update, finite = self._loss_scale.update([grad for grad, _ in pairs])
        apply = cond(finite, lambda: self._optimizer.apply_gradients(pairs, global_step, f"{name}-wrapped"), no_op)
        return group(apply, update, name=name)

    def variables(self):
        """The variables of the optimizer inside."""
        return self._optimizer.variables()

    def get_slot(self, var, name):
        """The slot that the optimizer inside keeps."""
        return self._optimizer.get_slot(var, name)

    def get_slot_names(self):
        """The names of the slots of the optimizer inside."""
        return self._optimizer.get_slot_names()


def _times(grad, factor):
    if isinstance(grad, IndexedSlices):
        return IndexedSlices(grad.values * factor, grad.indices, grad.dense_shape)
    return grad * factor


def _loss_scale(given):
    if isinstance(given, (int, float)):
        return FixedLossScale(given)
    if given == "dynamic":
        return DynamicLossScale()
    if isinstance(given, LossScale):
        return given
    raise ValueError(f"Could not interpret loss scale identifier: {given}")
