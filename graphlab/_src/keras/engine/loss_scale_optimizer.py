"""LossScaleOptimizer: a Keras optimizer that scales the loss, so that small float16 gradients do not vanish."""

from typing import Any

from graphlab._src.autodiff.gradients import gradients
from graphlab._src.graph import IndexedSlices, name_scope, nest
from graphlab._src.keras.engine.optimizer import Optimizer
from graphlab._src.keras.layers.weight_values import track_variable
from graphlab._src.ops.cast import cast
from graphlab._src.ops.control_flow import group, no_op
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.train.optimizers.loss_scale import DynamicLossScale
from graphlab._src.train.optimizers.loss_scale import get as loss_scale_of


class LossScaleOptimizer(Optimizer):
    """An optimizer around another one that scales the loss, and the gradients back.

    opt: the other one, without clipnorm and clipvalue.  loss_scale: a LossScale, a number, or "dynamic"; with a dynamic one,
    gradients that are not all finite change nothing but the scale.
    """

    def __init__(self, opt: Any, loss_scale: Any) -> None:
        if not isinstance(opt, Optimizer):
            raise ValueError(f'"opt" must be an instance of OptimizerV2, but got: {opt}')
        for name in ("clipnorm", "clipvalue"):
            if hasattr(opt, name):
                raise ValueError(
                    f"LossScaleOptimizer does not support wrapping optimizers with a {name}. Optimizer {opt} has {name} "
                    f"{getattr(opt, name)}"
                )
        super().__init__(opt._name)
        self._optimizer: Any = opt
        if loss_scale is None:
            raise ValueError("loss_scale cannot be None.")
        self._loss_scale: Any = loss_scale_of(loss_scale)
        for variable in self._loss_scale.variables():
            track_variable(variable)
        self._track_trackable(self._optimizer, "base_optimizer")
        self._track_trackable(self._loss_scale, "loss_scale")

    @property
    def loss_scale(self) -> Any:
        """The LossScale."""
        return self._loss_scale

    def get_scaled_loss(self, loss: Any) -> Any:
        """The loss, a tensor or a function that returns one, times the scale."""
        scale = self._loss_scale()
        if callable(loss):
            return lambda: _scaled(loss(), scale)
        return _scaled(loss, scale)

    def get_unscaled_gradients(self, grads: Any) -> list[Any]:
        """The gradients of a scaled loss, divided by the scale; None for None."""
        back = 1.0 / self._loss_scale()
        return [None if grad is None else _scaled(grad, back) for grad in grads]

    def get_gradients(self, loss: Any, params: Any) -> list[Any]:
        """The gradients of a loss, which is scaled in between."""
        return self.get_unscaled_gradients(self._optimizer.get_gradients(self.get_scaled_loss(loss), params))

    def minimize(self, loss: Any, var_list: Any, grad_loss: Any = None, name: str | None = None) -> Any:
        """The operation of a step that reduces a loss, which is scaled in between."""
        variables = nest.flatten(var_list() if callable(var_list) else var_list)
        with name_scope(f"{self._optimizer._name}/gradients"):
            scaled = self.get_scaled_loss(loss() if callable(loss) else loss)
            found = self.get_unscaled_gradients(gradients(scaled, variables, grad_loss))
        return self.apply_gradients(list(zip(found, variables, strict=True)), name=name)

    def apply_gradients(self, grads_and_vars: Any, name: str | None = None) -> Any:
        """The operation of a step; with a dynamic scale one that changes it, and applies gradients that are all finite."""
        pairs = list(grads_and_vars)
        if not isinstance(self._loss_scale, DynamicLossScale):
            return self._optimizer.apply_gradients(pairs, name)
        update, finite = self._loss_scale.update([grad for grad, _ in pairs])
        return group(cond(finite, lambda: self._optimizer.apply_gradients(pairs, name), no_op), update)

    @property
    def iterations(self) -> Any:
        """How many steps were applied: the variable of the optimizer inside."""
        return self._optimizer.iterations

    @iterations.setter
    def iterations(self, variable: Any) -> None:
        self._optimizer.iterations = variable

    @property
    def learning_rate(self) -> Any:
        """The rate of the optimizer inside."""
        return self._optimizer.learning_rate

    @learning_rate.setter
    def learning_rate(self, value: Any) -> None:
        self._optimizer.learning_rate = value

    @property
    def lr(self) -> Any:
        """The rate of the optimizer inside."""
        return self._optimizer.learning_rate

    @property
    def weights(self) -> Any:
        """The variables of the optimizer inside."""
        return self._optimizer.weights

    def variables(self) -> Any:
        """The variables of the optimizer inside."""
        return self._optimizer.variables()

    def get_slot_names(self) -> Any:
        """The names of the slots of the optimizer inside."""
        return self._optimizer.get_slot_names()

    def get_config(self) -> Any:
        """The scale and the optimizer inside are no data, as in TensorFlow."""
        raise NotImplementedError("get_config() is not yet implemented for LossScaleOptimizers")


def _scaled(value: Any, factor: Any) -> Any:
    if isinstance(value, IndexedSlices):
        return IndexedSlices(_scaled(value.values, factor), value.indices, value.dense_shape)
    return value * cast(factor, value.dtype)
