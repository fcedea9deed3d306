"""Optimizer: what all optimizers share: gradients of a loss, and operations that apply them to variables."""

from typing import Any

from graphlab._src.autodiff.gradients import gradients
from graphlab._src.base import dtypes
from graphlab._src.base.errors import explain
from graphlab._src.distribute.context import (
    get_loss_reduction,
    get_replica_context,
    get_strategy,
    has_strategy,
    in_cross_replica_context,
)
from graphlab._src.distribute.reduce_op import ReduceOp
from graphlab._src.graph import (
    GraphKeys,
    IndexedSlices,
    Tensor,
    convert_to_tensor,
    convert_to_tensor_or_indexed_slices,
    get_default_graph,
    name_scope,
    nest,
)
from graphlab._src.graph.scopes import init_scope
from graphlab._src.ops.control_flow import group, tuple_
from graphlab._src.ops.dynamic import unique
from graphlab._src.ops.segment import unsorted_segment_sum
from graphlab._src.ops.shape import shape
from graphlab._src.state import resource_ops
from graphlab._src.state.assignment import assign_add
from graphlab._src.state.initialization import trainable_variables
from graphlab._src.state.resource_variable import HandledVariable
from graphlab._src.state.slots import create_slot, create_slot_with_initializer, create_zeros_slot
from graphlab._src.state.trackable import Trackable
from graphlab._src.state.variable import Variable


def _var_key(var):
    """What the slots of a variable are found by: the same for two objects of one variable, and keys have an order."""
    first = getattr(var, "copies", (var,))[0]  # of one with a copy for each replica, in any replica
    return first.op.graph, first.op.name


class Optimizer(Trackable):
    """Changes variables so that a loss gets smaller; the base of all optimizers.

    use_locking: noted on the operations.  name: of the scope that they go under.
    A subclass defines _apply_dense(grad, var), and _prepare() where it has hyperparameters.
    """

    GATE_NONE = 0
    GATE_OP = 1
    GATE_GRAPH = 2

    def __init__(self, use_locking, name):
        if not name:
            raise ValueError("Must specify the optimizer name")
        self._use_locking = use_locking
        self._name = name
        self._slots = {}  # name of the slot -> {_var_key(variable): its slot}
        self._shared = {}  # (name, key of a graph) -> a variable that is shared by all variables

    def get_name(self):
        """The name that it was made with."""
        return self._name

    def minimize(
        self,
        loss,
        global_step=None,
        var_list=None,
        gate_gradients=GATE_OP,
        aggregation_method=None,
        colocate_gradients_with_ops=False,
        name=None,
        grad_loss=None,
    ):
        """The operation of one training step: the gradients of `loss`, and their application.

        loss: a tensor, best a scalar, or a function that returns one.  global_step: a variable that each step adds 1 to.
        var_list: what to change, all trainable variables when left out.  grad_loss: the gradient of the loss itself.
        Raises ValueError when no variable has a gradient.
        """
        pairs = self.compute_gradients(
            loss,
            var_list=var_list,
            gate_gradients=gate_gradients,
            aggregation_method=aggregation_method,
            colocate_gradients_with_ops=colocate_gradients_with_ops,
            grad_loss=grad_loss,
        )
        if all(grad is None for grad, _ in pairs):
            raise ValueError(
                explain(
                    "No gradients provided for any variable, check your graph for ops that do not support gradients, "
                    f"between variables {[str(var) for _, var in pairs]} and loss {loss}.",
                    at=None if callable(loss) else loss,
                    fix="the loss must depend on a variable by what has gradients: not by argmax, casts to integers, "
                    "comparisons, rounding or py_func",
                )
            )
        return self.apply_gradients(pairs, global_step=global_step, name=name)

    def compute_gradients(
        self,
        loss,
        var_list=None,
        gate_gradients=GATE_OP,
        aggregation_method=None,
        colocate_gradients_with_ops=False,
        grad_loss=None,
    ):
        """[(gradient, variable), …]; a gradient is a Tensor, IndexedSlices, or None.

        loss: a tensor, or a function that returns one: then only those variables are listed that it uses.
        gate_gradients: GATE_NONE, GATE_OP (no gradient of an operation before all of them) or GATE_GRAPH (none at all
        before all are there).
        """
        if gate_gradients not in (self.GATE_NONE, self.GATE_OP, self.GATE_GRAPH):
            raise ValueError(
                "gate_gradients must be one of: Optimizer.GATE_NONE, Optimizer.GATE_OP, Optimizer.GATE_GRAPH.  "
                f"Not {gate_gradients}"
            )
        only_used = callable(loss) and var_list is None
        loss = loss() if callable(loss) else loss
        self._assert_valid_dtypes([loss] if grad_loss is None else [loss, grad_loss])
        loss = _scaled(loss)
        variables = trainable_variables() if var_list is None else nest.flatten(var_list)
        if not variables:
            raise ValueError(
                explain(
                    "No variables to optimize.",
                    fix="make the variables before minimize(loss), in the graph of the loss, with trainable=True",
                )
            )
        grads = gradients(
            loss,
            [_reference(var) for var in variables],
            grad_ys=grad_loss,
            aggregation_method=aggregation_method,
            gate_gradients=gate_gradients == self.GATE_OP,
            colocate_gradients_with_ops=colocate_gradients_with_ops,
        )
        if gate_gradients == self.GATE_GRAPH:
            grads = tuple_(grads)
        pairs = [pair for pair in zip(grads, variables, strict=True) if pair[0] is not None or not only_used]
        self._assert_valid_dtypes([var for grad, var in pairs if grad is not None])
        return pairs

    def apply_gradients(self, grads_and_vars, global_step=None, name=None):
        """The operation that applies gradients to variables, as compute_gradients returns them.

        global_step: a variable that it adds 1 to afterwards.  name: of the operation.
        Raises ValueError for an empty list or one in which every gradient is None.
        """
        if has_strategy():
            return self._apply_in_replica(list(grads_and_vars), global_step, name)
        pairs = [(self._taken_gradient(grad), var) for grad, var in grads_and_vars]
        changed = _changed(pairs)
        graph = changed[0].graph
        with graph.as_default(), graph.control_dependencies(None):
            self._create_slots(changed)
        with name_scope(name, self._name) as scope:
            self._prepare()
            updates = []
            for grad, var in pairs:
                if grad is not None:
                    with name_scope(f"update_{var.op.name}"), graph.colocate_with(var.op):
                        updates.append(self._update_variable(grad, var))
            if global_step is None:
                step = self._finish(updates, scope)
            else:
                graph = get_default_graph()  # a function's, where one is being traced
                finished = [self._finish(updates, "update")]
                with graph.control_dependencies(finished), graph.colocate_with(global_step.op):
                    step = _add_one(global_step, scope)
            return _as_train_op(step)

    # Under a strategy

    def _apply_in_replica(self, pairs, global_step, name):
        """apply_gradients in a replica: all replicas apply the sum of their gradients together."""
        if in_cross_replica_context():
            raise RuntimeError("Use `_distributed_apply()` instead of `apply_gradients()` in a cross-replica context.")
        _changed(pairs)
        given = [(grad, var) for grad, var in pairs if grad is not None]
        return get_replica_context().merge_call(self._distributed_apply, args=(given, global_step, name))

    def _distributed_apply(self, distribution, grads_and_vars, global_step=None, name=None):
        """apply_gradients across replicas: a step with the sums of their gradients."""
        extended = distribution.extended
        variables = [var for _, var in grads_and_vars]
        sums = extended.batch_reduce_to(ReduceOp.SUM, grads_and_vars)
        with init_scope():
            self._create_slots(variables)
        with name_scope(name, self._name) as scope:
            self._prepare()
            updates = []
            for var, total in zip(variables, sums, strict=True):
                updates.extend(extended.update(var, self._update_copy, args=(total,), group=False))
            finished = extended.update_non_slot(
                extended.non_slot_devices(variables),
                lambda done: self._finish(done, "update"),
                args=(updates,),
                group=False,
            )
            if global_step is None:
                step = group(*finished, name=scope)
            else:
                with get_default_graph().control_dependencies(finished):
                    step = extended.update(global_step, _counted, args=(1,))
            return _as_train_op(step)

    def _update_copy(self, var, grad):
        with name_scope(f"update_{var.op.name}"):
            return self._update_variable(self._taken_gradient(grad), var)

    def _taken_gradient(self, grad):
        if grad is None:
            return None
        try:
            taken = convert_to_tensor_or_indexed_slices(grad)
        except TypeError:
            raise TypeError(f"Gradient must be convertible to a Tensor or IndexedSlices, or None: {grad}") from None
        if not isinstance(taken, (Tensor, IndexedSlices)):
            raise TypeError(f"Gradient must be a Tensor, IndexedSlices, or None: {grad}")
        return taken

    def _update_variable(self, grad, var):
        if isinstance(var, Tensor):
            raise NotImplementedError(
                explain(f"Trying to update a Tensor {var}", at=var, fix="pass the tf.Variable itself in var_list")
            )
        by_handle = isinstance(var, HandledVariable)
        if isinstance(grad, IndexedSlices):
            if var.constraint is not None:
                raise RuntimeError("Cannot use a constraint function on a sparse variable.")
            if by_handle:
                return self._resource_apply_sparse_duplicate_indices(grad.values, var, grad.indices)
            return self._apply_sparse_duplicate_indices(grad, var)
        update = self._resource_apply_dense(grad, var) if by_handle else self._apply_dense(grad, var)
        if var.constraint is None:
            return update
        with get_default_graph().control_dependencies([update]):
            return var.assign(var.constraint(var))

    def _assert_valid_dtypes(self, tensors):
        for tensor in tensors:
            dtype = tensor.dtype.base_dtype
            if dtype not in self._valid_dtypes():
                valid = sorted(self._valid_dtypes(), key=lambda dtype: (dtype is dtypes.bfloat16, int(dtype)))
                raise ValueError(f"Invalid type {dtype!r} for {tensor.name}, expected: {valid}.")

    # What subclasses define.

    def _valid_dtypes(self):
        return dtypes.FLOATING

    def _create_slots(self, var_list):
        """Makes the variables that the optimizer keeps for each of var_list."""

    def _prepare(self):
        """Makes the tensors of hyperparameters."""

    def _apply_dense(self, grad, var):
        """The operation that applies a Tensor to a variable."""
        raise NotImplementedError(f"{type(self).__name__} has no _apply_dense")

    def _apply_sparse(self, grad, var):
        """The operation that applies IndexedSlices, in which no row comes twice."""
        raise NotImplementedError(f"{type(self).__name__} has no _apply_sparse")

    def _apply_sparse_duplicate_indices(self, grad, var):
        """The operation that applies IndexedSlices, in which a row may come more than once: its parts are added up."""
        values, rows = added_up(grad.values, grad.indices)
        return self._apply_sparse(IndexedSlices(values, rows, grad.dense_shape), var)

    # The same for a ResourceVariable: what changes references changes handles, too, unless a subclass says otherwise.

    def _resource_apply_dense(self, grad, handle):
        """The operation that applies a Tensor to a ResourceVariable."""
        return self._apply_dense(grad, handle)

    def _resource_apply_sparse(self, grad, handle, indices):
        """The operation that applies the rows grad at indices, in which none comes twice, to a ResourceVariable."""
        return self._apply_sparse(IndexedSlices(grad, indices), handle)

    def _resource_apply_sparse_duplicate_indices(self, grad, handle, indices):
        """The operation that applies the rows grad at indices to a ResourceVariable."""
        values, rows = added_up(grad, indices)
        return self._resource_apply_sparse(values, handle, rows)

    def _finish(self, update_ops, name_scope):
        """The operation that is done when all updates are."""
        return group(*update_ops, name=name_scope)

    def _call_if_callable(self, param):
        """param, or what it returns when it is a function."""
        return param() if callable(param) else param

    # What the optimizer remembers.

    def variables(self):
        """The variables that it made, in the current graph, by name."""
        graph = get_default_graph()
        slots = [slot for slots in self._slots.values() for slot in slots.values()]
        return sorted((v for v in [*self._shared.values(), *slots] if v.graph is graph), key=lambda v: v.name)

    def get_slot(self, var, name):
        """The variable that it keeps for `var` under that name, or None."""
        slots = self._slots.get(name, {})
        container = getattr(var, "_distributed_container", None)
        if container is None:
            return slots.get(_var_key(var))
        whole = container()
        slot = slots.get(_var_key(whole))
        copies = getattr(slot, "copies", None)
        return slot if copies is None else next(c for v, c in zip(whole.copies, copies, strict=True) if v is var)

    def get_slot_names(self):
        """The names of its slots, sorted."""
        return sorted(self._slots)

    def _get_or_make_slot(self, var, val, slot_name, op_name):
        """The slot of `var` under that name; a new one begins with the tensor val.

        op_name: what the slot's name ends in: "dense/kernel/Adam".
        """
        return self._slot_or_new(var, slot_name, lambda: create_slot(var, val, op_name))

    def _get_or_make_slot_with_initializer(self, var, initializer, shape, dtype, slot_name, op_name):
        """The slot of `var` under that name; a new one of that shape and dtype begins with what initializer returns."""
        return self._slot_or_new(
            var, slot_name, lambda: create_slot_with_initializer(var, initializer, shape, dtype, op_name)
        )

    def _zeros_slot(self, var, slot_name, op_name):
        """The slot of `var` under that name; a new one begins with zeros."""
        return self._slot_or_new(var, slot_name, lambda: create_zeros_slot(var, op_name))

    def _slot_or_new(self, var, slot_name, make):
        slots = self._slot_dict(slot_name)
        key = _var_key(var)
        if key not in slots:
            slots[key] = make()
        return slots[key]

    def _slot_dict(self, slot_name):
        """{(graph, name of a variable's operation): its slot} of the slots of that name."""
        return self._slots.setdefault(slot_name, {})

    def _tracked_children(self):
        """What tf.train.Checkpoint saves of it, beside its slots."""
        graphs = {key for _, key in self._shared}
        here = graphs if len(graphs) == 1 else {get_default_graph()._graph_key}
        shared = {name: variable for (name, key), variable in self._shared.items() if key in here}
        return {**super()._tracked_children(), **shared}

    def _create_non_slot_variable(self, initial_value, name, colocate_with):
        """The variable of that name that it keeps for all others together, on the device of colocate_with."""
        key = name, colocate_with.graph._graph_key
        if key not in self._shared:
            with get_strategy().extended.colocate_vars_with(colocate_with):
                self._shared[key] = Variable(
                    initial_value,
                    name=name,
                    trainable=False,
                    use_resource=isinstance(colocate_with, HandledVariable),
                )
        return self._shared[key]

    def _graph_of_variables(self):
        """The graph that holds its variables: the one around functions that are being traced."""
        with init_scope():
            return get_default_graph()

    def _get_non_slot_variable(self, name, graph=None) -> Any:
        """The variable of that name for the variables of a graph, functions in it included; None where there is none."""
        return self._shared.get((name, None if graph is None else graph._graph_key))


def added_up(values, indices):
    """(sums, rows): what is to be added to each row that indices name, and the rows, each once."""
    rows, places = unique(indices)
    return unsorted_segment_sum(values, places, shape(rows)[0]), rows


def _counted(step, number):
    return step.assign_add(number).value()


def _add_one(step, name):
    if isinstance(step, HandledVariable):
        return resource_ops.assign_add_variable_op(step.handle, convert_to_tensor(1, step.dtype), name=name)
    return assign_add(step, 1, name=name)


def _changed(pairs):
    """The variables that have a gradient; ValueError where there is none."""
    if not pairs:
        raise ValueError("No variables provided.")
    changed = [var for grad, var in pairs if grad is not None]
    if not changed:
        raise ValueError(f"No gradients provided for any variable: {[str(var) for _, var in pairs]}.")
    return changed


def _as_train_op(step):
    """The operation of a step, which is also in the collection TRAIN_OP."""
    step = step.op if isinstance(step, Tensor) else step
    train_ops = get_default_graph().get_collection_ref(GraphKeys.TRAIN_OP)
    if step not in train_ops:
        train_ops.append(step)
    return step


def _scaled(loss):
    """The loss of a replica as a part of that of all, where that is a mean; only an Estimator leaves it to optimizers."""
    replicas = get_strategy().num_replicas_in_sync
    return loss * (1.0 / replicas) if replicas > 1 and get_loss_reduction() is ReduceOp.MEAN else loss


def _reference(var):
    if isinstance(var, Variable):
        return var._ref()
    if isinstance(var, Tensor):
        return var
    raise TypeError(f"Argument is not a tf.Variable: {var}")
