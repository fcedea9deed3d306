"""Variables of which each device has a copy: mirrored ones, and those whose copies are combined when they are read."""

from collections.abc import Sequence
from typing import Any

from graphlab._src.base.errors import explain
from graphlab._src.distribute.context import (
    Place,
    entered,
    get_replica_context,
    get_strategy,
    has_strategy,
    in_cross_replica_context,
    updated_copy,
)
from graphlab._src.distribute.reduce_op import ReduceOp
from graphlab._src.distribute.values import PerReplica, on_device
from graphlab._src.graph import convert_to_tensor
from graphlab._src.graph.attributes import attribute
from graphlab._src.graph.scopes import device
from graphlab._src.ops.cast import cast
from graphlab._src.ops.control_flow import group
from graphlab._src.ops.identity import identity
from graphlab._src.ops.logical import logical_and
from graphlab._src.ops.shape import reshape
from graphlab._src.session.calls.conversions import register_session_run_conversion_functions
from graphlab._src.state.resource_variable import HandledVariable
from graphlab._src.state.saveable import SaveableObject, SaveSpec
from graphlab._src.state.variable import VariableAggregation


def _of_copy(name: str) -> Any:
    return property(lambda self: getattr(self._get(), name))


def _of_copies(name: str) -> Any:
    """An attribute that is read of the copy in use, and set for all copies."""

    def set_all(self: Any, value: Any) -> None:
        for copy in self.copies:
            setattr(copy, name, value)

    return property(lambda self: getattr(self._get(), name), set_all)


class DistributedVariable(HandledVariable):
    """A variable with a copy on each device: "w", "w/replica_1" and so on. Code in a replica reads and changes its own.

    strategy: the Strategy.  copies: the ResourceVariables.
    """

    def __init__(self, strategy: Any, copies: Sequence[Any]):
        self._strategy = strategy
        self.copies = tuple(copies)
        self._restored: Any = None
        self._grouped: Any = None
        first = self.copies[0]
        self._note(first.trainable, first.constraint, first.synchronization, first.aggregation, first.name)
        for copy in self.copies:
            copy._distributed_container = lambda: self

    _handle: Any = _of_copy("_handle")
    _dtype: Any = _of_copy("_dtype")
    _shape: Any = _of_copy("_shape")
    _graph_element: Any = _of_copy("_graph_element")
    _cached_value: Any = _of_copy("_cached_value")
    _caching_device: Any = _of_copy("_caching_device")
    _initial_value: Any = _of_copies("_initial_value")
    _safe_initial_value: Any = _of_copies("_safe_initial_value")
    name: Any = property(lambda self: self.copies[0].name)
    _shared_name: Any = property(lambda self: self.copies[0]._shared_name)
    values = attribute("copies", "The copies, in the order of the devices.")
    distribute_strategy = attribute("_strategy", "The strategy that it belongs to.")

    @property
    def primary(self) -> Any:
        """The copy of the first device."""
        return self.copies[0]

    @property
    def devices(self) -> tuple[str, ...]:
        """The devices of the copies."""
        return tuple(copy.device for copy in self.copies)

    def get(self, device: str | None = None) -> Any:
        """The copy of the replica that code is in, or of a device."""
        return self._get() if device is None else on_device(self.copies, device)

    def _get(self) -> Any:
        context, updated = get_replica_context(), updated_copy()
        if updated is not None:
            return self.copies[min(updated, len(self.copies) - 1)]
        if context is not None and get_strategy() is self._strategy:
            return self.copies[min(context.replica_number, len(self.copies) - 1)]
        return self.copies[0]

    @property
    def _initializer_op(self) -> Any:
        if self._restored is not None:
            return self._restored
        if self._grouped is None:
            with self.graph.as_default():
                self._grouped = group(*[copy.initializer for copy in self.copies])
        return self._grouped

    @_initializer_op.setter
    def _initializer_op(self, operation: Any) -> None:
        self._restored = operation

    def is_initialized(self, name: str | None = None) -> Any:
        """A tensor: whether the session that runs it holds a value of each copy."""
        found = self.copies[0].is_initialized(name if len(self.copies) == 1 else None)
        for copy in self.copies[1:]:
            found = logical_and(found, copy.is_initialized(), name=name if copy is self.copies[-1] else None)
        return found

    _is_initialized = is_initialized

    def load(self, value: Any, session: Any = None) -> None:
        """Sets the value of all copies in `session` or the default session."""
        for copy in self.copies:
            copy.load(value, session)

    def to_proto(self, export_scope: str | None = None) -> Any:
        """The VariableDef of the first copy."""
        return self.copies[0].to_proto(export_scope)

    # Writing

    def assign(self, value: Any, use_locking: Any = None, name: str | None = None, read_value: bool = True) -> Any:
        """Replaces the value; see `aggregation` for what code in a replica assigns."""
        return self._write("assign", value, name=name, read_value=read_value)

    def assign_add(self, delta: Any, use_locking: Any = None, name: str | None = None, read_value: bool = True) -> Any:
        """Adds delta; see `aggregation` for what code in a replica adds."""
        return self._write("assign_add", delta, name=name, read_value=read_value)

    def assign_sub(self, delta: Any, use_locking: Any = None, name: str | None = None, read_value: bool = True) -> Any:
        """Subtracts delta; see `aggregation` for what code in a replica subtracts."""
        return self._write("assign_sub", delta, name=name, read_value=read_value)

    def _updated(self, update: Any, *inputs: Any, use_locking: Any = None, **attrs: Any) -> Any:
        *others, values = inputs
        return self._write("_updated", update, *others, values, **attrs)

    def update_with_mean(self, change: Any, value: Any, beside: Any) -> Any:
        """change(copy, value, *beside()) for each copy; replicas change it together, with the mean of their values.

        beside: returns what is made once for all copies, variables for example.
        """

        def merge(strategy: Any, value: Any) -> Any:
            mean = strategy.extended.reduce_to(ReduceOp.MEAN, value, self)
            return strategy.extended.update(self, change, args=(mean, *beside()))

        if updated_copy() is not None:
            return change(self._get(), value, *beside())
        if has_strategy() and not in_cross_replica_context():
            return get_replica_context().merge_call(merge, args=(convert_to_tensor(value, self.dtype),))
        with entered(Place(self._strategy)):
            return self._strategy.extended.update(self, change, args=(value, *beside()))

    def _write(self, method: str, *args: Any, **kwargs: Any) -> Any:
        """Calls a method of the copies that are to change."""

        def change(copy: Any, *args: Any, **kwargs: Any) -> Any:
            return getattr(copy, method)(*args, **kwargs)

        if updated_copy() is not None:
            return change(self._get(), *args, **kwargs)
        if has_strategy() and not in_cross_replica_context():
            return self._write_in_replica(change, args, kwargs)
        with entered(Place(self._strategy)):
            return self._write_across(change, args, kwargs)

    def _write_in_replica(self, change: Any, args: Any, kwargs: Any) -> Any:
        raise NotImplementedError

    def _write_across(self, change: Any, args: Any, kwargs: Any) -> Any:
        return self._strategy.extended.update(self, change, args=args, kwargs=kwargs)

    def saveable(self, name: str) -> Any:
        """The SaveableObject by which a Saver saves it under a name."""
        raise NotImplementedError

    def __repr__(self) -> str:
        inside = ",\n".join(f"  {i}: {copy!r}" for i, copy in enumerate(self.copies))
        return f"{type(self).__name__}:{{\n{inside}\n}}"


class MirroredVariable(DistributedVariable):
    """A variable whose copies are equal: they all change in the same way.

    A replica that assigns to it combines the values of all replicas as its aggregation says.
    """

    def _write_in_replica(self, change: Any, args: Any, kwargs: Any) -> Any:
        aggregation = self._aggregation
        if aggregation is VariableAggregation.NONE:
            raise ValueError(
                explain(
                    "You must specify an aggregation method to update a MirroredVariable in Replica Context. You can do "
                    "so by passing an explicit value for argument `aggregation` to tf.Variable(..).",
                    at=self.copies[0].op,
                    fix="tf.Variable(..., aggregation=tf.VariableAggregation.SUM), MEAN or ONLY_FIRST_REPLICA",
                )
            )

        def merge(strategy: Any, *args: Any, **kwargs: Any) -> Any:
            *others, value = args
            value = aggregated(strategy, value, aggregation, self)
            return strategy.extended.update(self, change, args=(*others, value), kwargs=kwargs)

        return get_replica_context().merge_call(merge, args=args, kwargs=kwargs)

    def saveable(self, name: str) -> Any:
        return _MirroredSaveable(self, name)


class AggregatingVariable(MirroredVariable):
    """The one copy of a variable that all replicas read and change.

    A replica that assigns to it combines the values of all; one that changes some rows changes them alone.
    """

    def _updated(self, update: Any, *inputs: Any, use_locking: Any = None, **attrs: Any) -> Any:
        if len(inputs) > 1 and has_strategy() and not in_cross_replica_context():
            return self._get()._updated(update, *inputs, use_locking=use_locking, **attrs)
        return super()._updated(update, *inputs, use_locking=use_locking, **attrs)


def aggregated(strategy: Any, value: Any, aggregation: VariableAggregation, destinations: Any) -> Any:
    """What replicas assign to a mirrored variable together."""
    if aggregation is VariableAggregation.ONLY_FIRST_REPLICA:
        first = value.values[0] if isinstance(value, PerReplica) else value
        return strategy.extended.broadcast_to(first, destinations)
    return strategy.extended.reduce_to(ReduceOp.from_variable_aggregation(aggregation), value, destinations)


class SyncOnReadVariable(DistributedVariable):
    """A variable whose copies change each for itself, and are combined when code across replicas reads it."""

    def _write_in_replica(self, change: Any, args: Any, kwargs: Any) -> Any:
        return change(self._get(), *args, **kwargs)

    def _write_across(self, change: Any, args: Any, kwargs: Any) -> Any:
        if self._aggregation is VariableAggregation.SUM and len(self.copies) > 1:
            *others, value = args
            value = convert_to_tensor(value, self._dtype) if not isinstance(value, PerReplica) else value
            if not isinstance(value, PerReplica):
                value = cast(value / len(self.copies), self._dtype)
            args = (*others, value)
        return self._strategy.extended.update(self, change, args=args, kwargs=kwargs)

    def combined(self) -> Any:
        """The sum or mean of all copies, or the first, as its aggregation says."""
        if self._aggregation is VariableAggregation.ONLY_FIRST_REPLICA:
            return self.copies[0].read_value()
        if self._aggregation is VariableAggregation.NONE:
            raise ValueError(
                explain(
                    f"Could not convert from `tf.VariableAggregation` {self._aggregation} to `tf.distribute.ReduceOp` type: "
                    f"the copies of '{self.copies[0].op.name}' can't become one",
                    at=self.copies[0].op,
                    fix="make it with aggregation=tf.VariableAggregation.SUM, MEAN or ONLY_FIRST_REPLICA",
                )
            )
        operation = ReduceOp.from_variable_aggregation(self._aggregation)
        with self.graph.as_default(), entered(Place(self._strategy)):
            return self._strategy.reduce(operation, PerReplica(self.copies), axis=None)

    def _is_across(self) -> bool:
        return updated_copy() is None and has_strategy() and in_cross_replica_context()

    def value(self) -> Any:
        return self.combined() if self._is_across() else self._get().value()

    def read_value(self) -> Any:
        """The copy of the replica that reads it; elsewhere, also outside of the strategy's scope, all copies combined."""
        in_replica = get_replica_context() is not None and get_strategy() is self._strategy
        return self._get().read_value() if in_replica or updated_copy() is not None else self.combined()

    def _as_graph_element(self) -> Any:
        return self.combined() if self._is_across() else self._get()._as_graph_element()

    def eval(self, session: Any = None) -> Any:
        return self._as_graph_element().eval(session=session)

    def saveable(self, name: str) -> Any:
        return _SyncOnReadSaveable(self, name)


class _MirroredSaveable(SaveableObject):
    """Saves the first copy and restores all."""

    def __init__(self, variable: Any, name: str):
        first = variable.copies[0]
        super().__init__(
            variable, [SaveSpec(lambda: _on_cpu(first), "", name, dtype=first.dtype, device=first.device)], name
        )

    def restore(self, restored_tensors: Any, restored_shapes: Any) -> Any:
        value = restored_tensors[0]
        if restored_shapes is not None:
            value = reshape(value, restored_shapes[0])
        return group(*[_assigned(copy, value) for copy in self.op.copies])


class _SyncOnReadSaveable(SaveableObject):
    """Saves what the copies are together, and restores them such that they are that again."""

    def __init__(self, variable: Any, name: str):
        first = variable.copies[0]
        super().__init__(
            variable, [SaveSpec(variable.combined, "", name, dtype=first.dtype, device=first.device)], name
        )

    def restore(self, restored_tensors: Any, restored_shapes: Any) -> Any:
        value, variable = restored_tensors[0], self.op
        if variable.aggregation is VariableAggregation.SUM:
            value = cast(value / len(variable.copies), variable.dtype)
        return group(*[_assigned(copy, value) for copy in variable.copies])


def _on_cpu(variable: Any) -> Any:
    with device(variable.device):
        return variable.read_value()


def _assigned(variable: Any, value: Any) -> Any:
    with device(variable.device):
        return variable.assign(identity(value), read_value=False)


def _fetch(variable: Any) -> Any:
    return [variable._as_graph_element()], lambda values: values[0]


# What it is depends on whether it is fetched in the strategy's scope.
register_session_run_conversion_functions(SyncOnReadVariable, _fetch)
register_session_run_conversion_functions(PerReplica, lambda value: (list(value.values), PerReplica))
