"""Keras' optimizers: SGD, Adam and so on, with the formulas of TensorFlow 1.15."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import Tensor, convert_to_tensor
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.keras.engine.optimizer import Optimizer, summed
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
from graphlab._src.state.scatter_ops import scatter_add, scatter_update
from graphlab._src.train.optimizers.adadelta import apply_adadelta, sparse_apply_adadelta
from graphlab._src.train.optimizers.adagrad import apply_adagrad_v2, sparse_apply_adagrad_v2
from graphlab._src.train.optimizers.adam import apply_ada_max, apply_adam, apply_adam_with_amsgrad
from graphlab._src.train.optimizers.ftrl import apply_ftrl, apply_ftrl_v2, sparse_apply_ftrl, sparse_apply_ftrl_v2
from graphlab._src.train.optimizers.gradient_descent import apply_gradient_descent
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
    _options = ()

    def _set_hypers(self, learning_rate, kwargs, **hypers):
        self._set_hyper("learning_rate", kwargs.get("lr", learning_rate))
        self._set_hyper("decay", self._initial_decay)
        for name, value in hypers.items():
            self._set_hyper(name, value)

    def _numbers(self, dtype):
        numbers = super()._numbers(dtype)
        for name in self._hypers:
            numbers[name] = identity(self._get_hyper(name, dtype))
        return numbers

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


def moved(slot, share, indices, rows):
    """slot · share + rows, which are added at indices: assigned to the slot, and its new value."""
    with control_dependencies([assign(slot, slot * share, use_locking=True)]):
        return _add_to_rows(slot, indices, rows)


def _add_to_rows(variable, indices, rows):
    """The value of a variable after rows were added to it at indices."""
    with control_dependencies([scatter_add(variable._ref(), indices, rows)]):
        return variable.value()


def _set_rows(variable, indices, rows):
    """The value of a variable after its rows at indices were set."""
    with control_dependencies([rows]), control_dependencies([scatter_update(variable._ref(), indices, rows)]):
        return variable.value()


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

    def _apply_dense(self, gradient, variable, numbers):
        if not self._slots_of:
            return apply_gradient_descent(variable._ref(), numbers["lr"], gradient, use_locking=True)
        return self._with_momentum(apply_keras_momentum, variable, numbers, gradient)

    def _apply_sparse(self, gradient, variable, numbers):
        if not self._slots_of:
            return scatter_add(variable._ref(), gradient.indices, -gradient.values * numbers["lr"])
        indices, values = summed(gradient)
        return self._with_momentum(sparse_apply_keras_momentum, variable, numbers, values, indices)

    def _with_momentum(self, apply, variable, numbers, *gradient):
        (slot,) = self._slot_references(variable)
        return apply(
            variable._ref(),
            slot,
            numbers["lr"],
            *gradient,
            numbers["momentum"],
            use_locking=True,
            use_nesterov=self.nesterov,
        )


class Adam(_Kind):
    """Steps from running means of the gradient and of its square (Kingma and Ba, 2014).

    amsgrad: steps from the highest mean square so far (Reddi et al., 2018).
    learning_rate: a number or a schedule.  beta_1, beta_2: how slowly the running means forget.
    epsilon: added to the root; backend.epsilon() when None.
    """

    _hypers = ("beta_1", "beta_2")
    _options = ("epsilon", "amsgrad")

    def __init__(
        self, learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-7, amsgrad=False, name="Adam", **kwargs
    ):
        super().__init__(name, **kwargs)
        self._set_hypers(learning_rate, kwargs, beta_1=beta_1, beta_2=beta_2)
        self.epsilon = epsilon or default_epsilon()
        self.amsgrad = amsgrad
        self._slots_of = ("m", "v", "vhat") if amsgrad else ("m", "v")

    def _numbers(self, dtype):
        numbers = super()._numbers(dtype)
        step = cast(self.iterations + 1, dtype)
        power_1, power_2 = power(numbers["beta_1"], step), power(numbers["beta_2"], step)
        return {
            **numbers,
            "power_1": power_1,
            "power_2": power_2,
            "rate": numbers["lr"] * (sqrt(1 - power_2) / (1 - power_1)),
            "epsilon": convert_to_tensor(self.epsilon, dtype),
            "rest_1": 1 - numbers["beta_1"],
            "rest_2": 1 - numbers["beta_2"],
        }

    def _apply_dense(self, gradient, variable, numbers):
        names = ("power_1", "power_2", "lr", "beta_1", "beta_2", "epsilon")
        apply = apply_adam_with_amsgrad if self.amsgrad else apply_adam
        values = [numbers[name] for name in names]
        return apply(variable._ref(), *self._slot_references(variable), *values, gradient, use_locking=True)

    def _apply_sparse(self, gradient, variable, numbers):
        """m and v forget in all rows, and the variable changes in all."""
        m, v, *highest = self._slot_variables(variable)
        indices, values = summed(gradient)
        new_m = moved(m, numbers["beta_1"], indices, values * numbers["rest_1"])
        new_v = moved(v, numbers["beta_2"], indices, values * values * numbers["rest_2"])
        changed = [new_m, new_v]
        spread: Any = new_v
        if highest:
            spread = assign(highest[0], maximum(highest[0], new_v))
            changed.append(spread)
        root = sqrt(spread)
        update = assign_sub(variable, numbers["rate"] * new_m / (root + numbers["epsilon"]), use_locking=True)
        return group(update, *changed)


class Adamax(_Kind):
    """Adam with the highest gradient so far in place of its mean square (Kingma and Ba, 2014, section 7)."""

    _hypers = ("beta_1", "beta_2")
    _options = ("epsilon",)
    _slots_of = ("m", "v")

    def __init__(self, learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-7, name="Adamax", **kwargs):
        super().__init__(name, **kwargs)
        self._set_hypers(learning_rate, kwargs, beta_1=beta_1, beta_2=beta_2)
        self.epsilon = epsilon or default_epsilon()

    def _numbers(self, dtype):
        numbers = super()._numbers(dtype)
        power_1 = power(numbers["beta_1"], cast(self.iterations + 1, dtype))
        return {
            **numbers,
            "power_1": power_1,
            "minus_rate": -numbers["lr"] / (1 - power_1),
            "epsilon": convert_to_tensor(self.epsilon, dtype),
            "rest_1": 1 - numbers["beta_1"],
            "zero": zeros([], dtypes.int64),
        }

    def _apply_dense(self, gradient, variable, numbers):
        values = [numbers[name] for name in ("power_1", "lr", "beta_1", "beta_2", "epsilon")]
        return apply_ada_max(variable._ref(), *self._slot_references(variable), *values, gradient, use_locking=True)

    def _apply_sparse(self, gradient, variable, numbers):
        """m and v forget in the rows that indices name, in which the variable changes."""
        m, v = self._slot_variables(variable)
        indices, values = summed(gradient)
        m_rows = gather(m, indices) * numbers["beta_1"] + values * numbers["rest_1"]
        new_m = _set_rows(m, indices, m_rows)
        v_rows = maximum(gather(v, indices) * numbers["beta_2"], absolute(values))
        new_v = _set_rows(v, indices, v_rows)
        steps = numbers["minus_rate"] * (m_rows / (v_rows + numbers["epsilon"]))
        return group(_add_to_rows(variable, indices, steps), new_m, new_v)


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

    def _numbers(self, dtype):
        rate = identity(self._get_hyper("learning_rate", dtype))
        beta_1, beta_2 = (identity(self._get_hyper(name, dtype)) for name in self._hypers)
        step, next_step = cast(self.iterations + 1, dtype), cast(self.iterations + 2, dtype)
        base = cast(0.96, dtype)
        now = beta_1 * (1.0 - 0.5 * power(base, self._initial_decay * step))
        later = beta_1 * (1.0 - 0.5 * power(base, self._initial_decay * next_step))
        schedule = cast(self._schedule_before, dtype) * now
        if dtype == self._m_cache.dtype.base_dtype:
            schedule = identity(assign(self._m_cache, schedule))
        schedule_later = schedule * later
        return {
            "lr": rate,
            "minus_lr": -rate,
            "epsilon": convert_to_tensor(self.epsilon, dtype),
            "beta_1": beta_1,
            "beta_2": beta_2,
            "later": later,
            "rest_1": 1 - beta_1,
            "rest_2": 1 - beta_2,
            "rest_now": 1.0 - now,
            "rest_schedule": 1.0 - schedule,
            "rest_schedule_later": 1.0 - schedule_later,
            "rest_power_2": 1.0 - power(beta_2, step),
        }

    def _apply_dense(self, gradient, variable, numbers):
        m, v = self._slot_variables(variable)
        prime = gradient / numbers["rest_schedule"]
        new_m = assign(m, numbers["beta_1"] * m + numbers["rest_1"] * gradient)
        m_prime = new_m / numbers["rest_schedule_later"]
        new_v = assign(v, numbers["beta_2"] * v + numbers["rest_2"] * square(gradient))
        v_prime = new_v / numbers["rest_power_2"]
        mean = numbers["rest_now"] * prime + numbers["later"] * m_prime
        step = numbers["lr"] * mean / (sqrt(v_prime) + numbers["epsilon"])
        return assign(variable, variable - step).op

    def _apply_sparse(self, gradient, variable, numbers):
        """m and v forget in all rows; the variable changes in those that indices name."""
        m, v = self._slot_variables(variable)
        indices, values = summed(gradient)
        prime = values / numbers["rest_schedule"]
        new_m = moved(m, numbers["beta_1"], indices, values * numbers["rest_1"])
        m_prime = gather(new_m, indices) / numbers["rest_schedule_later"]
        mean = numbers["rest_now"] * prime + numbers["later"] * m_prime
        new_v = moved(v, numbers["beta_2"], indices, values * values * numbers["rest_2"])
        v_prime = gather(new_v, indices) / numbers["rest_power_2"]
        steps = numbers["minus_lr"] * mean / (sqrt(v_prime) + numbers["epsilon"])
        return group(_add_to_rows(variable, indices, steps), new_m, new_v)


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

    def _numbers(self, dtype):
        numbers = super()._numbers(dtype)
        return {
            "lr": numbers["lr"],
            "minus_lr": -numbers["lr"],
            "epsilon": convert_to_tensor(self.epsilon, dtype),
            "rho": numbers["rho"],
            "momentum": numbers["momentum"],
            "rest": 1.0 - numbers["rho"],
        }

    def _apply_dense(self, gradient, variable, numbers):
        if self._momentum:
            return self._with_momentum(apply_rms_prop, apply_centered_rms_prop, variable, numbers, gradient)
        rms, *mg = self._slot_variables(variable)
        rho, rest = numbers["rho"], numbers["rest"]
        spread = assign(rms, rho * rms + rest * square(gradient))
        if mg:
            mean = assign(mg[0], rho * mg[0] + rest * gradient)
            spread = spread - square(mean)
        step = numbers["lr"] * gradient / (sqrt(spread) + numbers["epsilon"])
        return assign(variable, variable - step).op

    def _apply_sparse(self, gradient, variable, numbers):
        """Without momentum the means forget in all rows; the variable changes in those that indices name."""
        indices, values = summed(gradient)
        if self._momentum:
            apply = sparse_apply_rms_prop, sparse_apply_centered_rms_prop
            return self._with_momentum(*apply, variable, numbers, values, indices)
        rms, *mg = self._slot_variables(variable)
        rho, rest = numbers["rho"], numbers["rest"]
        changed = [moved(rms, rho, indices, values * values * rest)]
        spread = gather(changed[0], indices)
        if mg:
            changed.append(moved(mg[0], rho, indices, values * rest))
            spread = spread - square(gather(changed[1], indices))
        steps = numbers["minus_lr"] * values / (sqrt(spread) + numbers["epsilon"])
        return group(_add_to_rows(variable, indices, steps), *changed)

    def _with_momentum(self, apply, apply_centered, variable, numbers, *gradient):
        rms, momentum, *mg = self._slot_references(variable)
        rest = [numbers[name] for name in ("lr", "rho", "momentum", "epsilon")]
        apply = apply_centered if mg else apply
        return apply(variable._ref(), *mg, rms, momentum, *rest, *gradient, use_locking=True)


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

    def _numbers(self, dtype):
        numbers = super()._numbers(dtype)
        epsilon = convert_to_tensor(self.epsilon, dtype)
        return {**numbers, "epsilon": epsilon, "minus_lr": -numbers["lr"], "zero": zeros([], dtypes.int64)}

    def _apply_dense(self, gradient, variable, numbers):
        return self._apply(apply_adagrad_v2, variable, numbers, gradient)

    def _apply_sparse(self, gradient, variable, numbers):
        indices, values = summed(gradient)
        return self._apply(sparse_apply_adagrad_v2, variable, numbers, values, indices)

    def _apply(self, apply, variable, numbers, *gradient):
        (slot,) = self._slot_references(variable)
        return apply(variable._ref(), slot, numbers["lr"], numbers["epsilon"], *gradient, use_locking=True)

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

    def _numbers(self, dtype):
        numbers = super()._numbers(dtype)
        return {**numbers, "epsilon": convert_to_tensor(self.epsilon, dtype)}

    def _apply_dense(self, gradient, variable, numbers):
        return self._apply(apply_adadelta, variable, numbers, gradient)

    def _apply_sparse(self, gradient, variable, numbers):
        indices, values = summed(gradient)
        return self._apply(sparse_apply_adadelta, variable, numbers, values, indices)

    def _apply(self, apply, variable, numbers, *gradient):
        rest = [numbers[name] for name in ("lr", "rho", "epsilon")]
        return apply(variable._ref(), *self._slot_references(variable), *rest, *gradient, use_locking=True)


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

    def _numbers(self, dtype):
        return {**super()._numbers(dtype), "shrinkage": cast(self._l2_shrinkage_regularization_strength, dtype)}

    def _arguments(self, numbers):
        rate, power_, l1, l2 = (numbers[name] for name in ("lr", *self._hypers))
        shrinkage = [numbers["shrinkage"]] if self._l2_shrinkage_regularization_strength > 0 else []
        return [rate, l1, l2, *shrinkage, power_]

    def _apply_dense(self, gradient, variable, numbers):
        slots = self._slot_references(variable)
        apply = apply_ftrl_v2 if self._l2_shrinkage_regularization_strength > 0 else apply_ftrl
        return apply(variable._ref(), *slots, gradient, *self._arguments(numbers), use_locking=True)

    def _apply_sparse(self, gradient, variable, numbers):
        slots = self._slot_references(variable)
        apply = sparse_apply_ftrl_v2 if self._l2_shrinkage_regularization_strength > 0 else sparse_apply_ftrl
        indices, values = summed(gradient)
        return apply(variable._ref(), *slots, values, indices, *self._arguments(numbers), use_locking=True)

    def get_config(self):
        """The arguments that make an equal one."""
        return {
            **super().get_config(),
            "initial_accumulator_value": self._initial_accumulator_value,
            "l2_shrinkage_regularization_strength": self._l2_shrinkage_regularization_strength,
        }
