"""copy_variables: the values of variables from one session into another, without a file between."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import jax
import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.errors import (
    FailedPreconditionError,
    InvalidArgumentError,
    NotFoundError,
    explain,
)
from graphlab._src.compiler.placement import Device
from graphlab._src.graph import GraphKeys
from graphlab._src.graph.graph import Graph
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.references import owner_of, state_dims, state_dtype
from graphlab._src.session.annotations import Array
from graphlab._src.session.base_session import BaseSession
from graphlab._src.state.partitioned_variable import PartitionedVariable


def copy_variables(
    source_session: BaseSession,
    target_session: BaseSession,
    map: Mapping[Any, Any] | None = None,  # noqa: A002
) -> None:
    """Copies the values of one session's variables to those of another: of another graph, on another device.

    map: {variable of the source's graph: the variable that gets its value}, each a variable or its name; when left out,
    every global variable of the target's graph gets the value of that name.
    Nothing is changed when something does not fit: NotFoundError for a name that is not there, InvalidArgumentError for
    another shape or type, FailedPreconditionError where the source has no value.
    """
    pairs = [
        (_owner(source_session.graph, source), _owner(target_session.graph, target))
        for source, target in _pairs(target_session.graph, map)
    ]
    with source_session._store.lock:
        values = [_value(source_session, source, target) for source, target in pairs]
        copies = [
            _copied(value, target_session._devices.place(to)) for value, (_, to) in zip(values, pairs, strict=True)
        ]
    with target_session._store.lock:
        target_session._store.values.update(zip([target for _, target in pairs], copies, strict=True))


def _pairs(graph: Graph, names: Mapping[Any, Any] | None) -> Iterator[tuple[Any, Any]]:
    if names is None:
        names = {one.op.name: one for one in _single(graph.get_collection(GraphKeys.GLOBAL_VARIABLES))}
    for source, target in names.items():
        if isinstance(source, PartitionedVariable) and isinstance(target, PartitionedVariable):
            yield from zip(_single([source]), _single([target]), strict=True)
        else:
            yield source, target


def _single(variables: Iterable[Any]) -> Iterator[Any]:
    """The variables, with the parts in the place of one that is in parts."""
    for one in variables:
        yield from one._get_variable_list() if isinstance(one, PartitionedVariable) else [one]


def _owner(graph: Graph, variable: Any) -> Operation:
    """The operation that keeps the value of a variable, given by itself or by its name."""
    name = variable.removesuffix(":0") if isinstance(variable, str) else variable.op.name
    op = graph.operations_by_name.get(name)
    owner = owner_of(op.outputs[0]) if op is not None and op.outputs else None
    if owner is None:
        known = sorted(one.op.name for one in _single(graph.get_collection(GraphKeys.GLOBAL_VARIABLES)))
        raise NotFoundError(
            None, None, f"There is no variable '{name}' in that graph; it has: {', '.join(known) or 'none'}"
        )
    return owner


def _value(session: BaseSession, source: Operation, target: Operation) -> Array:
    value = session._store.get(source)
    if value is None:
        message = f"Attempting to use uninitialized value {source.name}"
        fix = "run the initializers in the session that is copied from, or restore a checkpoint there"
        raise FailedPreconditionError(source.node_def, source, explain(message, at=source, fix=fix))
    wanted = dtypes.storage(state_dtype(target))
    if value.dtype != wanted or not shapes.compatible(state_dims(target), value.shape):
        raise InvalidArgumentError(
            target.node_def,
            target,
            explain(
                f"Cannot copy '{source.name}' ({np.dtype(value.dtype).name}{list(value.shape)}) to '{target.name}' "
                f"({np.dtype(wanted).name}{shapes.text(state_dims(target))})",
                at=target,
                fix="pass `map` to say which variable gets which value",
            ),
        )
    return value


def _copied(value: Array, device: Device) -> Array:
    """A value of its own: a run may write over the buffer of either."""
    if isinstance(value, np.ndarray):
        return value.copy() if value.dtype == object else jax.device_put(value.copy(), device.jax)
    with jax.enable_x64(True):
        return jax.device_put(value, device.jax, may_alias=False)


__all__ = ["copy_variables"]
