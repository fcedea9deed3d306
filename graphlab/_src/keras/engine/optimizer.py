"""Optimizer: Keras' optimizers, whose numbers are variables and which count their own steps."""

import functools
import inspect
from collections.abc import Callable
from typing import Any

from graphlab._src.autodiff.gradients import gradients
from graphlab._src.base import dtypes, logging
from graphlab._src.distribute.context import (
    get_replica_context,
    has_strategy,
    in_cross_replica_context,
    updated_copy,
)
from graphlab._src.distribute.reduce_op import ReduceOp
from graphlab._src.graph import IndexedSlices, Tensor, convert_to_tensor, get_default_graph, name_scope, nest
from graphlab._src.graph.scopes import init_scope
from graphlab._src.keras.engine.schedules import LearningRateSchedule
from graphlab._src.keras.engine.schedules import deserialize as schedule_from
from graphlab._src.keras.engine.schedules import serialize as schedule_config
from graphlab._src.keras.layers import initializers
from graphlab._src.keras.layers.layer import make_variable
from graphlab._src.keras.layers.layer_names import to_snake_case, unique_object_name
from graphlab._src.keras.layers.weight_values import batch_get_value, batch_set_value, check_count, track_variable
from graphlab._src.ops.cast import cast
from graphlab._src.ops.clip import clip_by_norm, clip_by_value
from graphlab._src.ops.identity import identity
from graphlab._src.state.assignment import assign_add
from graphlab._src.state.scatter_ops import scatter_add, scatter_update
from graphlab._src.state.trackable import Trackable
from graphlab._src.state.variable import Variable
from graphlab._src.train.optimizers.optimizer import added_up

_ALLOWED = {"clipnorm", "clipvalue", "lr", "decay"}


class Optimizer(Trackable):
    """The base of Keras' optimizers.

    Subclasses set hyperparameters in __init__ and define TensorFlow's methods: `_create_slots`, `_prepare_local`,
    `_resource_apply_dense` and `_resource_apply_sparse`.
    clipnorm, clipvalue: what gradients are cut to.  decay: the rate is learning_rate / (1 + decay · steps).
    """

    _slots_of: Any = ()
    _use_locking = True

    def __init__(self, name, **kwargs):
        for key, value in kwargs.items():
            if key not in _ALLOWED:
                raise TypeError(f"Unexpected keyword argument passed to optimizer: {key}")
            if value < 0:
                raise ValueError(f"Expected {key} >= 0, received: {value}")
        self._init_set_name(name)
        self._hyper = {}
        self._slots = {}
        self._slot_names = []
        self._weights = []
        self._iterations: Any = None
        self._when_made: Callable[[], object] | None = None  # called when some of its variables were made
        self._initial_decay = kwargs.pop("decay", 0.0)
        for key in ("clipnorm", "clipvalue"):
            if key in kwargs:
                setattr(self, key, kwargs[key])
        self._hypers_created = False

    def _init_set_name(self, name, zero_based=True):
        """Sets its name: one after its class, which no other object of the graph has, where it is None or empty."""
        self._name = name or unique_object_name(to_snake_case(type(self).__name__), zero_based=zero_based)

    # Hyperparameters

    def _set_hyper(self, name, value):
        """Sets a hyperparameter: a number, a tensor, a function or a schedule."""
        before = self._hyper.get(name)
        if isinstance(value, Variable):
            self._track_trackable(value, name, overwrite=True)
        if isinstance(before, Variable) and not (callable(value) or isinstance(value, (Tensor, Variable))):
            batch_set_value([(before, value)])
        else:
            self._hyper[name] = value

    def _get_hyper(self, name, dtype=None) -> Any:
        """A hyperparameter as it is, or as a tensor of that type."""
        if not self._hypers_created:
            self._create_hypers()
        value = self._hyper[name]
        if isinstance(value, LearningRateSchedule):
            return value
        if callable(value):
            value = value()
        return value if dtype is None else cast(value, dtype)

    def _create_hypers(self):
        if self._hypers_created:
            return
        for name, value in sorted(self._hyper.items()):
            if not isinstance(value, (Tensor, Variable)) and not callable(value):
                self._hyper[name] = self.add_weight(name, shape=[], trainable=False, initializer=value)
        self._hypers_created = True
        self._note_made()

    def _note_made(self):
        if (
            self._when_made is not None and not has_strategy()
        ):  # under a strategy replicas make them, each in its thread
            self._when_made()

    def __getattribute__(self, name):
        try:
            return super().__getattribute__(name)
        except AttributeError:
            if name == "_hyper":
                raise
            key = "learning_rate" if name == "lr" else name
            if key in self._hyper:
                return self._get_hyper(key)
            raise

    def __setattr__(self, name, value):
        name = "learning_rate" if name == "lr" else name
        if name in self.__dict__.get("_hyper", {}):
            self._set_hyper(name, value)
        else:
            super().__setattr__(name, value)

    def _decayed_lr(self, dtype) -> Any:
        """The learning rate of this step."""
        rate = self._get_hyper("learning_rate", dtype)
        if isinstance(rate, LearningRateSchedule):
            rate = cast(rate(cast(self.iterations, dtype)), dtype)
        if self._initial_decay > 0.0:
            rate = rate / (1.0 + self._get_hyper("decay", dtype) * cast(self.iterations, dtype))
        return rate

    # Variables

    def add_weight(self, name, shape, dtype=None, initializer: Any = "zeros", trainable=None, **kwargs):
        """Makes a variable of the optimizer, which checkpoints have by this name.

        initializer: a name, a function, or the first value.
        """
        variable = self._make_weight(name, shape, dtype, initializer, trainable)
        return self._track_trackable(variable, name, overwrite=True)

    def _make_weight(self, name, shape, dtype, initializer: Any, trainable=None):
        dtype = dtypes.as_dtype(dtype or "float32")
        if isinstance(initializer, str) or callable(initializer):
            made: Any = initializers.get(initializer)
        else:
            made = functools.partial(_first_value, initializer)
        variable = make_variable(name, shape, dtype, made, trainable=bool(trainable))
        track_variable(variable)
        return variable

    @property
    def iterations(self):
        """How many steps it made: a variable."""
        if self._iterations is None:
            self._iterations = self.add_weight("iter", shape=[], dtype="int64", trainable=False)
            self._weights.append(self._iterations)
            self._note_made()
        return self._iterations

    @iterations.setter
    def iterations(self, variable):
        if self._iterations is not None:
            raise RuntimeError(
                "Cannot set `iterations` to a new Variable after the Optimizer weights have been created"
            )
        self._iterations = self._track_trackable(variable, "iter")
        self._weights.append(variable)

    def add_slot(self, var, slot_name, initializer: Any = "zeros"):
        """Makes a slot: a variable of the shape of another, for its optimizer state."""
        if slot_name not in self._slot_names:
            self._slot_names.append(slot_name)
        slots = self._slots.setdefault(var.experimental_ref(), {})
        if slot_name not in slots:
            with get_default_graph().colocate_with(var.op):
                slots[slot_name] = self._make_weight(
                    f"{var._shared_name}/{slot_name}", var.shape.as_list(), var.dtype.base_dtype, initializer
                )
            self._weights.append(slots[slot_name])
        return slots[slot_name]

    def get_slot(self, var, slot_name):
        """The slot of a variable."""
        container = getattr(var, "_distributed_container", None)
        owner = var if container is None else container()
        return self._slots[owner.experimental_ref()][slot_name]

    def get_slot_names(self):
        """The names of all slots."""
        return self._slot_names

    def variables(self):
        """Its variables, in the order in which they were made."""
        return self._weights

    @property
    def weights(self):
        """Its variables, in the order in which they were made."""
        return self._weights

    def get_weights(self):
        """The values of its variables."""
        return batch_get_value(self.weights)

    def set_weights(self, weights):
        """Assigns the values of get_weights."""
        variables = self.weights
        check_count(f"optimizer {self._name}", "optimizer", variables, weights)
        batch_set_value(list(zip(variables, weights, strict=True)))

    # Steps

    def get_gradients(self, loss, params):
        """The gradients of a loss, cut as clipnorm and clipvalue say; ValueError where there is none."""
        params = nest.flatten(params)
        with name_scope(self._name + "/gradients"):
            found = gradients(loss, params)
            for gradient, param in zip(found, params, strict=True):
                if gradient is None:
                    raise ValueError(
                        f"Variable {param} has `None` for gradient. Please make sure that all of your ops have a gradient "
                        "defined (i.e. are differentiable). Common ops without gradient: K.argmax, K.round, K.eval."
                    )
            return self._cut(found)

    def _cut(self, found):
        if hasattr(self, "clipnorm"):
            found = [clip_by_norm(gradient, self.clipnorm) for gradient in found]
        if hasattr(self, "clipvalue"):
            found = [clip_by_value(gradient, -self.clipvalue, self.clipvalue) for gradient in found]
        return found

    def minimize(self, loss, var_list, grad_loss=None, name=None):
        """The operation of a step that reduces a loss. loss: a tensor, or a function that returns one."""
        return self.apply_gradients(self._compute_gradients(loss, var_list=var_list, grad_loss=grad_loss), name=name)

    def _compute_gradients(self, loss, var_list, grad_loss=None):
        """(gradient, variable) of each variable: what minimize applies, and subclasses replace or extend."""
        loss = loss() if callable(loss) else loss
        variables = nest.flatten(var_list() if callable(var_list) else var_list)
        with name_scope(self._name + "/gradients"):
            found = self._cut(gradients(loss, variables, grad_loss))
        return list(zip(found, variables, strict=True))

    def _call_if_callable(self, param):
        """A hyperparameter, or what it returns where it is a function."""
        return param() if callable(param) else param

    def get_updates(self, loss, params):
        """The operations of a step that makes a loss smaller, in a list."""
        return [self.apply_gradients(list(zip(self.get_gradients(loss, params), params, strict=True)))]

    def apply_gradients(self, grads_and_vars, name=None):
        """The operation of a step: (gradient, variable) each; in a replica with the sums of all replicas' gradients."""
        if has_strategy():
            if in_cross_replica_context():
                raise RuntimeError("`apply_gradients()` cannot be called in cross-replica context.")
            return get_replica_context().merge_call(self._apply_together, args=(list(grads_and_vars), name))
        pairs = _with_gradients(list(grads_and_vars))
        variables = [variable for _, variable in pairs]
        with name_scope(self._name):
            with init_scope():
                _ = self.iterations
                self._create_hypers()
                self._create_slots(variables)
            apply_state = self._prepare(variables)
            with name_scope(name or self._name):
                updates = []
                for gradient, variable in pairs:
                    with name_scope("update_" + variable.op.name), get_default_graph().colocate_with(variable.op):
                        updates.append(self._update_variable(gradient, variable, apply_state))
                with get_default_graph().control_dependencies(updates):
                    return assign_add(self.iterations, 1).op

    def _apply_together(self, strategy, grads_and_vars, name):
        """apply_gradients across replicas."""
        if strategy.num_replicas_in_sync > 1 and (hasattr(self, "clipnorm") or hasattr(self, "clipvalue")):
            raise ValueError(
                "Gradient clipping in the optimizer (by setting clipnorm or clipvalue) is currently unsupported when using a "
                "distribution strategy."
            )
        extended = strategy.extended
        pairs = _with_gradients(grads_and_vars)
        variables = [variable for _, variable in pairs]
        sums = extended.batch_reduce_to(ReduceOp.SUM, pairs)
        states = {}  # the numbers of each device

        def update(variable, gradient):
            state = states.setdefault(updated_copy(), {})
            self._add_numbers(variable.device, variable.dtype.base_dtype, state)
            with name_scope("update_" + variable.op.name):
                return self._update_variable(gradient, variable, state)

        with name_scope(self._name):
            with init_scope():
                _ = self.iterations
                self._create_hypers()
                self._create_slots(variables)
            with name_scope(name or self._name):
                updates = []
                for variable, total in zip(variables, sums, strict=True):
                    updates.extend(extended.update(variable, update, args=(total,), group=False))
                with get_default_graph().control_dependencies(updates):
                    return extended.update(self.iterations, lambda count: assign_add(count, 1).op)

    def _update_variable(self, gradient, variable, apply_state):
        if isinstance(gradient, IndexedSlices):
            if variable.constraint is not None:
                raise RuntimeError("Cannot use a constraint function on a sparse variable.")
            state = _accepted(self._resource_apply_sparse, apply_state)
            return self._resource_apply_sparse_duplicate_indices(gradient.values, variable, gradient.indices, **state)
        state = _accepted(self._resource_apply_dense, apply_state)
        done = self._resource_apply_dense(gradient, variable, **state)
        if variable.constraint is None:
            return done
        with get_default_graph().control_dependencies([done]):
            return variable.assign(variable.constraint(variable)).op

    def _create_slots(self, var_list):
        for slot_name in self._slots_of:
            for variable in var_list:
                self.add_slot(variable, slot_name)

    def _prepare(self, var_list):
        """{(device, type): the numbers of this step by name} for variables."""
        apply_state = {}
        for variable in var_list:
            self._add_numbers(variable.device, variable.dtype.base_dtype, apply_state)
        return apply_state

    def _add_numbers(self, var_device, var_dtype, apply_state):
        """The numbers of this step for variables of a type on a device, which apply_state has afterwards."""
        key = var_device, var_dtype
        if key not in apply_state:
            apply_state[key] = {}  # to which a subclass adds, also one that does not call this class
            self._prepare_local(*key, apply_state)
        return apply_state[key]

    def _prepare_local(self, var_device, var_dtype, apply_state):
        """Adds the numbers of this step for variables of a type on a device."""
        if "learning_rate" in self._hyper:
            apply_state[var_device, var_dtype]["lr_t"] = identity(self._decayed_lr(var_dtype))

    def _fallback_apply_state(self, var_device, var_dtype):
        """The numbers of this step for variables of a type on a device, where the caller has none."""
        return self._add_numbers(var_device, var_dtype, {})

    def _slot_variables(self, variable):
        return [self.get_slot(variable, slot_name) for slot_name in self._slots_of]

    def _resource_apply_dense(self, grad, var, apply_state=None) -> Any:
        """The operation of a step. grad: a tensor of the shape of var."""
        raise NotImplementedError(f"{type(self).__name__} has no _resource_apply_dense")

    def _resource_apply_sparse(self, grad, var, indices, apply_state=None) -> Any:
        """The operation of a step. grad: the gradients of the rows that indices name, each once."""
        raise NotImplementedError(f"{type(self).__name__} has no _resource_apply_sparse")

    def _resource_apply_sparse_duplicate_indices(self, grad, handle, indices, **kwargs) -> Any:
        """The operation of a step, from gradients of rows whose indices may occur several times."""
        summed, rows = added_up(grad, indices)
        return self._resource_apply_sparse(summed, handle, rows, **kwargs)

    def _resource_scatter_add(self, x, i, v):
        """The value of the variable x after v was added to its rows i."""
        with get_default_graph().control_dependencies([scatter_add(x._ref(), i, v)]):
            return x.value()

    def _resource_scatter_update(self, x, i, v):
        """The value of the variable x after its rows i became v."""
        with get_default_graph().control_dependencies([scatter_update(x._ref(), i, v)]):
            return x.value()

    # As data

    def get_config(self):
        """The arguments that make an equal one."""
        config = {"name": self._name}
        for key in ("clipnorm", "clipvalue"):
            if hasattr(self, key):
                config[key] = getattr(self, key)
        return config

    def _serialize_hyperparameter(self, name):
        value = self._hyper[name]
        if isinstance(value, LearningRateSchedule):
            return schedule_config(value)
        if callable(value):
            return value()
        return batch_get_value([value])[0] if isinstance(value, (Tensor, Variable)) else value

    @classmethod
    def from_config(cls, config, custom_objects=None):
        """The optimizer that get_config describes."""
        config = dict(config)
        if "lr" in config:
            config["learning_rate"] = config.pop("lr")
        if isinstance(config.get("learning_rate"), dict):
            config["learning_rate"] = schedule_from(config["learning_rate"], custom_objects)
        return cls(**config)


def _first_value(value, shape, dtype=None):
    return convert_to_tensor(value, dtype, name="initial_value")


def _accepted(function, apply_state):
    """The argument apply_state, where a function has it: optimizers of before TensorFlow 1.15 do not."""
    return {"apply_state": apply_state} if "apply_state" in inspect.signature(function).parameters else {}


def _with_gradients(pairs):
    if not pairs:
        return pairs
    filtered = [(gradient, variable) for gradient, variable in pairs if gradient is not None]
    without = [variable.name for gradient, variable in pairs if gradient is None]
    if not filtered:
        raise ValueError(f"No gradients provided for any variable: {[variable.name for _, variable in pairs]}.")
    if without:
        logging.warning("Gradients does not exist for variables %s when minimizing the loss.", without)
    return filtered
