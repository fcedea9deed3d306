"""OptaxOptimizer: any optax transformation as an Optimizer, whose state is ordinary variables."""

import itertools
import re
from typing import Any

import jax
import jax.numpy as jnp

from graphlab._src.distribute.context import updated_copy
from graphlab._src.graph import convert_to_tensor, get_default_graph
from graphlab._src.ops.control_flow import group
from graphlab._src.ops.jax_call import jax_call
from graphlab._src.state.assignment import assign, assign_add
from graphlab._src.state.slots import create_slot
from graphlab._src.train.optimizers.optimizer import Optimizer


class OptaxOptimizer(Optimizer):
    """Changes variables as an optax transformation says.

    transformation: an optax.GradientTransformation, such as optax.adamw(1e-3) or an optax.chain of several.
    What it remembers of each variable is a slot of that variable ("dense/kernel/Optax/mu"), what it remembers besides a
    variable of its own ("Optax/count"), so that checkpoints hold it. One operation computes the step of all variables.
    Gradients of rows become dense, as optax knows no others.
    optax comes with `pip install graphlab[optax]`.
    """

    def __init__(self, transformation, use_locking=False, name="Optax"):
        super().__init__(use_locking, name)
        if not (hasattr(transformation, "init") and hasattr(transformation, "update")):
            raise TypeError(
                f"OptaxOptimizer needs an optax.GradientTransformation, got {transformation!r}; "
                "`pip install graphlab[optax]` brings optax, and optax.adam(1e-3) is one"
            )
        self._transformation = transformation
        self._trained = None  # the names of the variables that it changes, once a step was made
        self._state = []  # variables
        self._structure: Any = None  # of the state as optax has it
        self._kinds = []  # for each variable of the state the kind of random key that it holds, or None
        self._pairs = {}  # which of a strategy's copies -> its (gradient, variable)

    def _create_slots(self, var_list):
        names = [var.op.name for var in var_list]
        if self._trained is None:
            first = {var.op.name: var.initialized_value() for var in var_list}
            state = jax_call(self._first_state, first, name=f"{self._name}/init")
            leaves, self._structure = jax.tree_util.tree_flatten_with_path(state)
            by_name = {var.op.name: var for var in var_list}
            self._state = [self._variable(path, value, by_name) for path, value in leaves]
        elif self._trained != names:
            raise ValueError(
                f"An OptaxOptimizer changes the same variables in every step: {self._trained}, not {names}"
            )
        self._trained = names

    def _variable(self, path, value, by_name):
        """The variable for one leaf of the state: a slot of a variable where the leaf is about that."""
        var = by_name.get(getattr(path[-1], "key", None)) if path else None
        words = re.findall(r"\w+", jax.tree_util.keystr(path if var is None else path[:-1]))
        label = "_".join([word for word in words if not word.isdigit()] or ["state"])
        graph = next(iter(by_name.values())).graph
        taken = [name for name, made in self._shared if made == graph._graph_key]
        if var is not None:
            taken = [name for name, slots in self._slots.items() if (var.op.graph, var.op.name) in slots]
        name = next(
            free for free in _numbered(label) if (free if var is not None else f"{self._name}/{free}") not in taken
        )
        if var is not None:
            return self._slot_or_new(var, name, lambda: create_slot(var, value, f"{self._name}/{name}"))
        return self._create_non_slot_variable(value, f"{self._name}/{name}", next(iter(by_name.values())))

    def _update_variable(self, grad, var):
        self._pairs.setdefault(updated_copy(), []).append((convert_to_tensor(grad), var))

    def _finish(self, update_ops, name_scope):
        pairs = self._pairs.pop(updated_copy())
        grads = {_name(var): grad for grad, var in pairs}
        values = {_name(var): var.value() for _, var in pairs}
        state = [variable.value() for variable in self._state]
        steps, state = jax_call(self._next, grads, state, values, name="update")
        made = [assign(variable, value) for variable, value in zip(self._state, state, strict=True)]
        made += [self._moved(var, steps[_name(var)]) for _, var in pairs]
        return group(*made, name=name_scope)

    def _moved(self, var, step):
        moved = assign_add(var, step, use_locking=self._use_locking)
        if var.constraint is None:
            return moved
        with get_default_graph().control_dependencies([moved]):
            return var.assign(var.constraint(var))

    # What runs in JAX.

    def _first_state(self, values):
        state = self._transformation.init(values)
        leaves, structure = jax.tree_util.tree_flatten(state)
        leaves = [jnp.asarray(leaf) for leaf in leaves]
        self._kinds = [_kind_of_key(leaf) for leaf in leaves]
        return jax.tree_util.tree_unflatten(structure, [_numbers(leaf) for leaf in leaves])

    def _next(self, grads, state, values):
        leaves = [
            leaf if kind is None else jax.random.wrap_key_data(leaf, impl=kind)
            for leaf, kind in zip(state, self._kinds, strict=True)
        ]
        state = jax.tree_util.tree_unflatten(self._structure, leaves)
        steps, state = self._transformation.update(grads, state, values)
        steps = {name: step.astype(values[name].dtype) for name, step in steps.items()}
        return steps, [
            _numbers(new).astype(_numbers(old).dtype)
            for new, old in zip(jax.tree_util.tree_leaves(state), leaves, strict=True)
        ]


def _name(var):
    """A variable's name; of a copy that a strategy makes, the name of the variable."""
    container = getattr(var, "_distributed_container", None)
    return var.op.name if container is None else container()._shared_name


def _kind_of_key(leaf):
    return str(jax.random.key_impl(leaf)) if jnp.issubdtype(leaf.dtype, jax.dtypes.prng_key) else None


def _numbers(leaf):
    return leaf if _kind_of_key(leaf) is None else jax.random.key_data(leaf)


def _numbered(label):
    """label, label_1, label_2, …"""
    yield label
    yield from (f"{label}_{i}" for i in itertools.count(1))
