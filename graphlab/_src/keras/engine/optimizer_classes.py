"""Keras' optimizers: SGD, Adam and so on, with the formulas of TensorFlow 1.15."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import Tensor, convert_to_tensor
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.keras.engine.loss_scale_optimizer import LossScaleOptimizer
from graphlab._src.keras.engine.optimizer import Optimizer
from graphlab._src.keras.layers.backend_config import epsilon as default_epsilon
from graphlab._src.ops.arithmetic import square
from graphlab._src.ops.cast import cast
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.control_flow import group
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.gather import gather
from graphlab._src.ops.identity import identity
from graphlab._src.ops.power import pow as power
from graphlab._src.ops.power import sqrt
from graphlab._src.ops.rounding import abs as absolute
from graphlab._src.state.assignment import assign, assign_sub
from graphlab._src.state.initializers import Constant
from graphlab._src.state.scatter_ops import scatter_add
from graphlab._src.train.optimizers.adadelta import apply_adadelta, sparse_apply_adadelta
from graphlab._src.train.optimizers.adagrad import apply_adagrad_v2, sparse_apply_adagrad_v2
from graphlab._src.train.optimizers.adam import apply_ada_max, apply_adam, apply_adam_with_amsgrad
from graphlab._src.train.optimizers.ftrl import apply_ftrl, apply_ftrl_v2, sparse_apply_ftrl, sparse_apply_ftrl_v2
from graphlab._src.train.optimizers.gradient_descent import apply_gradient_descent
from graphlab._src.train.optimizers.mixed_precision import register_wrapper
from graphlab._src.train.optimizers.momentum import apply_keras_momentum, sparse_apply_keras_momentum
from graphlab._src.train.optimizers.rmsprop import (
    apply_centered_rms_prop,
    apply_rms_prop,
    sparse_apply_centered_rms_prop,
    sparse_apply_rms_prop,
)


class _Kind(Optimizer):
    """An optimizer whose hyperparameters are named in `_hypers`."""

    _hypers = ()
    _suffix = ""  # of their names among the numbers of a step
    _options = ()

    def _set_hypers(self, learning_rate, kwargs, **hypers):
        self._set_hyper("learning_rate", kwargs.get("lr", learning_rate))
        self._set_hyper("decay", self._initial_decay)
        for name, value in hypers.items():
            self._set_hyper(name, value)

    def _prepare_local(self, var_device, var_dtype, apply_state):
        super()._prepare_local(var_device, var_dtype, apply_state)
        numbers = apply_state[var_device, var_dtype]
        for name in self._hypers:
            numbers[name + self._suffix] = identity(self._get_hyper(name, var_dtype))

    def _numbers_of(self, var, apply_state):
        """The numbers of this step for a variable, by TensorFlow's names."""
        key = var.device, var.dtype.base_dtype
        return (apply_state or {}).get(key) or self._fallback_apply_state(*key)

    def _moved(self, slot, share, indices, rows):
        """slot · share + rows, which are added at indices: assigned to the slot, and its new value."""
        with control_dependencies([assign(slot, slot * share, use_locking=self._use_locking)]):
            return self._resource_scatter_add(slot, indices, rows)

    def _slot_references(self, variable):
        return [slot._ref() for slot in self._slot_variables(variable)]

    def get_config(self):
        """The arguments that make an equal one."""
        config = super().get_config()
        for name in ("learning_rate", "decay", *self._hypers):
            config[name] = self._serialize_hyperparameter(name)
        return {**config, **{name: getattr(self, name) for name in self._options}}


def _is_used(momentum):
    if isinstance(momentum, (int, float)) and not 0 <= momentum <= 1:
        raise ValueError("`momentum` must be between [0, 1].")
    return isinstance(momentum, Tensor) or callable(momentum) or momentum > 0


class SGD(_Kind):
    """Steps against the gradient, with momentum where it is said.

    velocity = momentum · velocity - learning_rate · gradient; nesterov steps as if that was done once more.
    """

    _hypers = ("momentum",)
    _options = ("nesterov",)

    def __init__(self, learning_rate=0.01, momentum=0.0, nesterov=False, name="SGD", **kwargs):
        super().__init__(name, **kwargs)
        self._set_hypers(learning_rate, kwargs, momentum=momentum)
        self._slots_of = ("momentum",) if _is_used(momentum) else ()
        self.nesterov = nesterov

    def _resource_apply_dense(self, grad, var, apply_state=None):
        numbers = self._numbers_of(var, apply_state)
        if not self._slots_of:
            return apply_gradient_descent(var._ref(), numbers["lr_t"], grad, use_locking=self._use_locking)
        return self._with_momentum(apply_keras_momentum, var, numbers, grad)

    def _resource_apply_sparse(self, grad, var, indices, apply_state=None):
        numbers = self._numbers_of(var, apply_state)
        return self._with_momentum(sparse_apply_keras_momentum, var, numbers, grad, indices)

    def _resource_apply_sparse_duplicate_indices(self, grad, handle, indices, **kwargs):
        if self._slots_of:
            return super()._resource_apply_sparse_duplicate_indices(grad, handle, indices, **kwargs)
        numbers = self._numbers_of(handle, kwargs.get("apply_state"))
        return scatter_add(handle._ref(), indices, -grad * numbers["lr_t"])

    def _with_momentum(self, apply, var, numbers, *grad):
        (slot,) = self._slot_references(var)
        return apply(
            var._ref(),
            slot,
            numbers["lr_t"],
            *grad,
            numbers["momentum"],
            use_locking=self._use_locking,
            use_nesterov=self.nesterov,
        )


class Adam(_Kind):
    """Steps from running means of the gradient and of its square (Kingma and Ba, 2014).

    amsgrad: steps from the highest mean square so far (Reddi et al., 2018).
    learning_rate: a number or a schedule.  beta_1, beta_2: how slowly the running means forget.
    epsilon: added to the root; backend.epsilon() when None.
    """

    _hypers = ("beta_1", "beta_2")
    _suffix = "_t"
    _options = ("epsilon", "amsgrad")

    def __init__(
        self, learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-7, amsgrad=False, name="Adam", **kwargs
    ):
        super().__init__(name, **kwargs)
        self._set_hypers(learning_rate, kwargs, beta_1=beta_1, beta_2=beta_2)
        self.epsilon = epsilon or default_epsilon()
        self.amsgrad = amsgrad
        self._slots_of = ("m", "v", "vhat") if amsgrad else ("m", "v")

    def _prepare_local(self, var_device, var_dtype, apply_state):
        super()._prepare_local(var_device, var_dtype, apply_state)
        numbers = apply_state[var_device, var_dtype]
        step = cast(self.iterations + 1, var_dtype)
        power_1, power_2 = power(numbers["beta_1_t"], step), power(numbers["beta_2_t"], step)
        numbers["beta_1_power"], numbers["beta_2_power"] = power_1, power_2
        numbers["lr"] = numbers["lr_t"] * (sqrt(1 - power_2) / (1 - power_1))
        numbers["epsilon"] = convert_to_tensor(self.epsilon, var_dtype)
        numbers["one_minus_beta_1_t"] = 1 - numbers["beta_1_t"]
        numbers["one_minus_beta_2_t"] = 1 - numbers["beta_2_t"]

    def _resource_apply_dense(self, grad, var, apply_state=None):
        numbers = self._numbers_of(var, apply_state)
        names = ("beta_1_power", "beta_2_power", "lr_t", "beta_1_t", "beta_2_t", "epsilon")
        apply = apply_adam_with_amsgrad if self.amsgrad else apply_adam
        values = [numbers[name] for name in names]
        return apply(var._ref(), *self._slot_references(var), *values, grad, use_locking=self._use_locking)

    def _resource_apply_sparse(self, grad, var, indices, apply_state=None):
        """m and v forget in every row, and the variable changes in every row."""
        numbers = self._numbers_of(var, apply_state)
        m, v, *highest = self._slot_variables(var)
        new_m = self._moved(m, numbers["beta_1_t"], indices, grad * numbers["one_minus_beta_1_t"])
        new_v = self._moved(v, numbers["beta_2_t"], indices, grad * grad * numbers["one_minus_beta_2_t"])
        changed = [new_m, new_v]
        spread: Any = new_v
        if highest:
            spread = assign(highest[0], maximum(highest[0], new_v))
            changed.append(spread)
        root = sqrt(spread)
        update = assign_sub(var, numbers["lr"] * new_m / (root + numbers["epsilon"]), use_locking=self._use_locking)
        return group(update, *changed)


class Adamax(_Kind):
    """Adam with the highest gradient so far in place of its mean square (Kingma and Ba, 2014, section 7)."""

    _hypers = ("beta_1", "beta_2")
    _suffix = "_t"
    _options = ("epsilon",)
    _slots_of = ("m", "v")

    def __init__(self, learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-7, name="Adamax", **kwargs):
        super().__init__(name, **kwargs)
        self._set_hypers(learning_rate, kwargs, beta_1=beta_1, beta_2=beta_2)
        self.epsilon = epsilon or default_epsilon()

    def _prepare_local(self, var_device, var_dtype, apply_state):
        super()._prepare_local(var_device, var_dtype, apply_state)
        numbers = apply_state[var_device, var_dtype]
        step = cast(self.iterations + 1, var_dtype)
        numbers["beta_1_power"] = power(numbers["beta_1_t"], step)
        numbers["neg_scaled_lr"] = -numbers["lr_t"] / (1 - numbers["beta_1_power"])
        numbers["epsilon"] = convert_to_tensor(self.epsilon, var_dtype)
        numbers["one_minus_beta_1_t"] = 1 - numbers["beta_1_t"]
        numbers["zero"] = zeros([], dtypes.int64)

    def _resource_apply_dense(self, grad, var, apply_state=None):
        numbers = self._numbers_of(var, apply_state)
        values = [numbers[name] for name in ("beta_1_power", "lr_t", "beta_1_t", "beta_2_t", "epsilon")]
        return apply_ada_max(var._ref(), *self._slot_references(var), *values, grad, use_locking=self._use_locking)

    def _resource_apply_sparse(self, grad, var, indices, apply_state=None):
        """m and v forget in the rows that indices name, in which the variable changes."""
        numbers = self._numbers_of(var, apply_state)
        m, v = self._slot_variables(var)
        m_rows = gather(m, indices) * numbers["beta_1_t"] + grad * numbers["one_minus_beta_1_t"]
        with control_dependencies([m_rows]):
            new_m = self._resource_scatter_update(m, indices, m_rows)
        v_rows = maximum(gather(v, indices) * numbers["beta_2_t"], absolute(grad))
        with control_dependencies([v_rows]):
            new_v = self._resource_scatter_update(v, indices, v_rows)
        steps = numbers["neg_scaled_lr"] * (m_rows / (v_rows + numbers["epsilon"]))
        return group(self._resource_scatter_add(var, indices, steps), new_m, new_v)


class Nadam(_Kind):
    """Adam with Nesterov's momentum (Dozat, 2016)."""

    _hypers = ("beta_1", "beta_2")
    _options = ("epsilon",)
    _slots_of = ("m", "v")

    def __init__(self, learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-7, name="Nadam", **kwargs):
        kwargs["decay"] = kwargs.pop("schedule_decay", 0.004)
        super().__init__(name, **kwargs)
        self._set_hypers(learning_rate, kwargs, beta_1=beta_1, beta_2=beta_2)
        self.epsilon = epsilon or default_epsilon()
        self._m_cache: Any = None

    def _create_slots(self, var_list):
        if self._m_cache is None:
            kind = var_list[0].dtype.base_dtype
            self._m_cache = self.add_weight("momentum_cache", [], kind, "ones")
            self._weights.append(self._m_cache)
        super()._create_slots(var_list)

    def _prepare(self, var_list):
        self._schedule_before = identity(self._m_cache)
        return super()._prepare(var_list)

    def _prepare_local(self, var_device, var_dtype, apply_state):
        rate = identity(self._get_hyper("learning_rate", var_dtype))
        beta_1, beta_2 = (identity(self._get_hyper(name, var_dtype)) for name in self._hypers)
        step, next_step = cast(self.iterations + 1, var_dtype), cast(self.iterations + 2, var_dtype)
        base = cast(0.96, var_dtype)
        now = beta_1 * (1.0 - 0.5 * power(base, self._initial_decay * step))
        later = beta_1 * (1.0 - 0.5 * power(base, self._initial_decay * next_step))
        schedule = cast(self._schedule_before, var_dtype) * now
        if var_dtype == self._m_cache.dtype.base_dtype:
            schedule = identity(assign(self._m_cache, schedule))
        schedule_later = schedule * later
        apply_state[var_device, var_dtype] = {
            "lr_t": rate,
            "neg_lr_t": -rate,
            "epsilon": convert_to_tensor(self.epsilon, var_dtype),
            "beta_1_t": beta_1,
            "beta_2_t": beta_2,
            "m_t": now,
            "m_t_1": later,
            "one_minus_beta_1_t": 1 - beta_1,
            "one_minus_beta_2_t": 1 - beta_2,
            "one_minus_m_t": 1.0 - now,
            "one_minus_m_schedule_new": 1.0 - schedule,
            "one_minus_m_schedule_next": 1.0 - schedule_later,
            "v_t_prime_denominator": 1.0 - power(beta_2, step),
        }

    def _resource_apply_dense(self, grad, var, apply_state=None):
        numbers = self._numbers_of(var, apply_state)
        m, v = self._slot_variables(var)
        prime = grad / numbers["one_minus_m_schedule_new"]
        new_m = assign(m, numbers["beta_1_t"] * m + numbers["one_minus_beta_1_t"] * grad)
        m_prime = new_m / numbers["one_minus_m_schedule_next"]
        new_v = assign(v, numbers["beta_2_t"] * v + numbers["one_minus_beta_2_t"] * square(grad))
        v_prime = new_v / numbers["v_t_prime_denominator"]
        mean = numbers["one_minus_m_t"] * prime + numbers["m_t_1"] * m_prime
        step = numbers["lr_t"] * mean / (sqrt(v_prime) + numbers["epsilon"])
        return assign(var, var - step).op

    def _resource_apply_sparse(self, grad, var, indices, apply_state=None):
        """m and v forget in all rows; the variable changes in those that indices name."""
        numbers = self._numbers_of(var, apply_state)
        m, v = self._slot_variables(var)
        prime = grad / numbers["one_minus_m_schedule_new"]
        new_m = self._moved(m, numbers["beta_1_t"], indices, grad * numbers["one_minus_beta_1_t"])
        m_prime = gather(new_m, indices) / numbers["one_minus_m_schedule_next"]
        mean = numbers["one_minus_m_t"] * prime + numbers["m_t_1"] * m_prime
        new_v = self._moved(v, numbers["beta_2_t"], indices, grad * grad * numbers["one_minus_beta_2_t"])
        v_prime = gather(new_v, indices) / numbers["v_t_prime_denominator"]
        steps = numbers["neg_lr_t"] * mean / (sqrt(v_prime) + numbers["epsilon"])
        return group(self._resource_scatter_add(var, indices, steps), new_m, new_v)


class RMSprop(_Kind):
    """Steps from the gradient divided by the root of its running mean square.

    centered: divided by the running standard deviation instead.
    learning_rate: a number or a schedule.  rho: how slowly the mean square forgets.  momentum: of the steps.
    epsilon: added to the root or under it; backend.epsilon() when None.
    """

    _hypers = ("rho", "momentum")
    _options = ("epsilon", "centered")

    def __init__(
        self, learning_rate=0.001, rho=0.9, momentum=0.0, epsilon=1e-7, centered=False, name="RMSprop", **kwargs
    ):
        super().__init__(name, **kwargs)
        self._set_hypers(learning_rate, kwargs, rho=rho, momentum=momentum)
        self._momentum = _is_used(momentum)
        self.epsilon = epsilon or default_epsilon()
        self.centered = centered
        self._slots_of = ("rms", *(["momentum"] if self._momentum else []), *(["mg"] if centered else []))

    def _prepare_local(self, var_device, var_dtype, apply_state):
        super()._prepare_local(var_device, var_dtype, apply_state)
        numbers = apply_state[var_device, var_dtype]
        numbers["neg_lr_t"] = -numbers["lr_t"]
        numbers["epsilon"] = convert_to_tensor(self.epsilon, var_dtype)
        numbers["one_minus_rho"] = 1.0 - numbers["rho"]

    def _resource_apply_dense(self, grad, var, apply_state=None):
        numbers = self._numbers_of(var, apply_state)
        if self._momentum:
            return self._with_momentum(apply_rms_prop, apply_centered_rms_prop, var, numbers, grad)
        rms, *mg = self._slot_variables(var)
        rho, rest = numbers["rho"], numbers["one_minus_rho"]
        spread = assign(rms, rho * rms + rest * square(grad))
        if mg:
            mean = assign(mg[0], rho * mg[0] + rest * grad)
            spread = spread - square(mean)
        step = numbers["lr_t"] * grad / (sqrt(spread) + numbers["epsilon"])
        return assign(var, var - step).op

    def _resource_apply_sparse(self, grad, var, indices, apply_state=None):
        """Without momentum the means forget in all rows; the variable changes in those that indices name."""
        numbers = self._numbers_of(var, apply_state)
        if self._momentum:
            apply = sparse_apply_rms_prop, sparse_apply_centered_rms_prop
            return self._with_momentum(*apply, var, numbers, grad, indices)
        rms, *mg = self._slot_variables(var)
        rho, rest = numbers["rho"], numbers["one_minus_rho"]
        changed = [self._moved(rms, rho, indices, grad * grad * rest)]
        spread = gather(changed[0], indices)
        if mg:
            changed.append(self._moved(mg[0], rho, indices, grad * rest))
            spread = spread - square(gather(changed[1], indices))
        steps = numbers["neg_lr_t"] * grad / (sqrt(spread) + numbers["epsilon"])
        return group(self._resource_scatter_add(var, indices, steps), *changed)

    def _with_momentum(self, apply, apply_centered, var, numbers, *grad):
        rms, momentum, *mg = self._slot_references(var)
        rest = [numbers[name] for name in ("lr_t", "rho", "momentum", "epsilon")]
        apply = apply_centered if mg else apply
        return apply(var._ref(), *mg, rms, momentum, *rest, *grad, use_locking=self._use_locking)


class Adagrad(_Kind):
    """Steps from the gradient divided by the root of the sum of its squares so far (Duchi et al., 2011)."""

    _options = ("epsilon",)
    _slots_of = ("accumulator",)

    def __init__(self, learning_rate=0.001, initial_accumulator_value=0.1, epsilon=1e-7, name="Adagrad", **kwargs):
        if initial_accumulator_value < 0.0:
            raise ValueError(f"initial_accumulator_value must be non-negative: {initial_accumulator_value}")
        super().__init__(name, **kwargs)
        self._set_hypers(learning_rate, kwargs)
        self._initial_accumulator_value = initial_accumulator_value
        self.epsilon = epsilon or default_epsilon()

    def _create_slots(self, var_list):
        for variable in var_list:
            self.add_slot(variable, "accumulator", Constant(self._initial_accumulator_value))

    def _prepare_local(self, var_device, var_dtype, apply_state):
        super()._prepare_local(var_device, var_dtype, apply_state)
        numbers = apply_state[var_device, var_dtype]
        numbers["epsilon"] = convert_to_tensor(self.epsilon, var_dtype)
        numbers["neg_lr_t"] = -numbers["lr_t"]
        numbers["zero"] = zeros([], dtypes.int64)

    def _resource_apply_dense(self, grad, var, apply_state=None):
        numbers = self._numbers_of(var, apply_state)
        return self._apply(apply_adagrad_v2, var, numbers, grad)

    def _resource_apply_sparse(self, grad, var, indices, apply_state=None):
        numbers = self._numbers_of(var, apply_state)
        return self._apply(sparse_apply_adagrad_v2, var, numbers, grad, indices)

    def _apply(self, apply, var, numbers, *grad):
        (slot,) = self._slot_references(var)
        return apply(var._ref(), slot, numbers["lr_t"], numbers["epsilon"], *grad, use_locking=self._use_locking)

    @classmethod
    def from_config(cls, config, custom_objects=None):
        """The optimizer that get_config describes; what it does not say begins at 0, not at 0.1, as in TensorFlow."""
        return super().from_config({"initial_accumulator_value": 0.0, **config}, custom_objects)

    def get_config(self):
        """The arguments that make an equal one."""
        return {**super().get_config(), "initial_accumulator_value": self._initial_accumulator_value}


class Adadelta(_Kind):
    """Steps as large as those before, by running mean squares of gradients and steps (Zeiler, 2012)."""

    _hypers = ("rho",)
    _options = ("epsilon",)
    _slots_of = ("accum_grad", "accum_var")

    def __init__(self, learning_rate=0.001, rho=0.95, epsilon=1e-7, name="Adadelta", **kwargs):
        super().__init__(name, **kwargs)
        self._set_hypers(learning_rate, kwargs, rho=rho)
        self.epsilon = epsilon or default_epsilon()

    def _prepare_local(self, var_device, var_dtype, apply_state):
        super()._prepare_local(var_device, var_dtype, apply_state)
        numbers = apply_state[var_device, var_dtype]
        numbers["epsilon"] = convert_to_tensor(self.epsilon, var_dtype)

    def _resource_apply_dense(self, grad, var, apply_state=None):
        numbers = self._numbers_of(var, apply_state)
        return self._apply(apply_adadelta, var, numbers, grad)

    def _resource_apply_sparse(self, grad, var, indices, apply_state=None):
        numbers = self._numbers_of(var, apply_state)
        return self._apply(sparse_apply_adadelta, var, numbers, grad, indices)

    def _apply(self, apply, var, numbers, *grad):
        rest = [numbers[name] for name in ("lr_t", "rho", "epsilon")]
        return apply(var._ref(), *self._slot_references(var), *rest, *grad, use_locking=self._use_locking)


class Ftrl(_Kind):
    """Follow the regularized leader (McMahan et al., 2013)."""

    _hypers = ("learning_rate_power", "l1_regularization_strength", "l2_regularization_strength")
    _slots_of = ("accumulator", "linear")

    def __init__(
        self,
        learning_rate=0.001,
        learning_rate_power=-0.5,
        initial_accumulator_value=0.1,
        l1_regularization_strength=0.0,
        l2_regularization_strength=0.0,
        name="Ftrl",
        l2_shrinkage_regularization_strength=0.0,
        **kwargs,
    ):
        super().__init__(name, **kwargs)
        if initial_accumulator_value < 0.0:
            raise ValueError(f"initial_accumulator_value {initial_accumulator_value} needs to be positive or zero")
        if learning_rate_power > 0.0:
            raise ValueError(f"learning_rate_power {learning_rate_power} needs to be negative or zero")
        for name_, value in (
            ("l1_regularization_strength", l1_regularization_strength),
            ("l2_regularization_strength", l2_regularization_strength),
            ("l2_shrinkage_regularization_strength", l2_shrinkage_regularization_strength),
        ):
            if value < 0.0:
                raise ValueError(f"{name_} {value} needs to be positive or zero")
        self._set_hypers(
            learning_rate,
            kwargs,
            learning_rate_power=learning_rate_power,
            l1_regularization_strength=l1_regularization_strength,
            l2_regularization_strength=l2_regularization_strength,
        )
        self._initial_accumulator_value = initial_accumulator_value
        self._l2_shrinkage_regularization_strength = l2_shrinkage_regularization_strength

    def _create_slots(self, var_list):
        for variable in var_list:
            self.add_slot(variable, "accumulator", Constant(self._initial_accumulator_value))
            self.add_slot(variable, "linear")

    def _prepare_local(self, var_device, var_dtype, apply_state):
        super()._prepare_local(var_device, var_dtype, apply_state)
        numbers = apply_state[var_device, var_dtype]
        shrinkage = self._l2_shrinkage_regularization_strength
        numbers["l2_shrinkage_regularization_strength"] = cast(shrinkage, var_dtype)

    def _arguments(self, numbers):
        rate, power_, l1, l2 = (numbers[name] for name in ("lr_t", *self._hypers))
        shrinkage = (
            [numbers["l2_shrinkage_regularization_strength"]] if self._l2_shrinkage_regularization_strength > 0 else []
        )
        return [rate, l1, l2, *shrinkage, power_]

    def _resource_apply_dense(self, grad, var, apply_state=None):
        numbers = self._numbers_of(var, apply_state)
        slots = self._slot_references(var)
        apply = apply_ftrl_v2 if self._l2_shrinkage_regularization_strength > 0 else apply_ftrl
        return apply(var._ref(), *slots, grad, *self._arguments(numbers), use_locking=self._use_locking)

    def _resource_apply_sparse(self, grad, var, indices, apply_state=None):
        numbers = self._numbers_of(var, apply_state)
        slots = self._slot_references(var)
        apply = sparse_apply_ftrl_v2 if self._l2_shrinkage_regularization_strength > 0 else sparse_apply_ftrl
        return apply(var._ref(), *slots, grad, indices, *self._arguments(numbers), use_locking=self._use_locking)

    def get_config(self):
        """The arguments that make an equal one."""
        return {
            **super().get_config(),
            "initial_accumulator_value": self._initial_accumulator_value,
            "l2_shrinkage_regularization_strength": self._l2_shrinkage_regularization_strength,
        }


register_wrapper(Optimizer, LossScaleOptimizer)
