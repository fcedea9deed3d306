"""Operations that order others: no_op, group, tuple."""

from typing import Any

from graphlab._src.base.errors import explain
from graphlab._src.graph import IndexedSlices, Operation, Tensor, get_default_graph, graph_from_inputs, name_scope
from graphlab._src.graph.ragged_tensor import RaggedParts
from graphlab._src.ops.control_flow.edges import identity_of, to_tensor_or_composite
from graphlab._src.ops.define import no_outputs, op


@op("NoOp", "->", infer=no_outputs, marker="order")
def no_op():
    """Does nothing; operations that must run before it make it useful."""


def _flatten(inputs):
    for item in inputs:
        if isinstance(item, (list, tuple)):
            yield from _flatten(item)
        elif isinstance(item, dict):
            yield from _flatten([item[key] for key in sorted(item)])
        elif isinstance(item, RaggedParts):
            yield from item.components()
        else:
            yield item


def group(*inputs, **kwargs):
    """An operation that has run when all of `inputs` have.

    inputs: operations, tensors, variables, or nested lists of them.  kwargs: only name, that of the operation.
    """
    name = kwargs.pop("name", None)
    if kwargs:
        raise ValueError(f"Unknown keyword arguments: {', '.join(kwargs)}")
    items = list(_flatten(inputs))
    with name_scope(name, "group_deps", items) as scope:
        if not items:
            return no_op(name=scope)
        by_device = {}
        for item in items:
            if not hasattr(item, "device"):
                raise TypeError(
                    explain(f"Expected tf.group() expected Tensor arguments not '{item}' with type '{type(item)}'")
                )
            by_device.setdefault(item.device, []).append(item)
        if len(by_device) == 1:
            ((device, members),) = by_device.items()
            return _marker(device, members, scope)
        markers = [_marker(device, by_device[device], None) for device in sorted(by_device)]
        with get_default_graph().control_dependencies(markers):
            return no_op(name=scope)


def _marker(device, members, name):
    graph = graph_from_inputs(members)
    with graph.control_dependencies(members):
        if not device:
            return no_op(name=name)
        with graph.device(device):
            return no_op(name=name)


def tuple_(tensors, name=None, control_inputs=None):
    """The tensors, none of which is to be had before all of them are.

    tensors: Tensors, IndexedSlices or None.  control_inputs: operations to wait for as well.
    """
    with name_scope(name, "tuple", tensors):
        members = [t if isinstance(t, Operation) else t.op for t in tensors if t is not None]
        for item in control_inputs or []:
            if isinstance(item, Tensor):
                item = item.op
            elif not isinstance(item, Operation):
                raise TypeError(f"Control input must be Operation or Tensor: {item}")
            members.append(item)
        if not members:
            raise ValueError(f"Must have at least one Tensor: {tensors}")
        gate = group(*sorted(set(members), key=lambda op: op.id))
        return [_after(gate, item) for item in tensors]


def _after(gate, item):
    if item is None or isinstance(item, Operation):
        return None if item is None else group(gate, item)
    return with_dependencies([gate], item)


def with_dependencies(dependencies, output_tensor, name=None) -> Any:
    """output_tensor, to be had only when all of `dependencies` are done."""
    with name_scope(name, "control_dependency", [*dependencies, output_tensor]) as scope:
        graph = get_default_graph()
        place = to_tensor_or_composite(output_tensor, as_ref=True)
        with graph.colocate_with(place.op), graph.control_dependencies(dependencies):
            output_tensor = to_tensor_or_composite(output_tensor)
            if isinstance(output_tensor, Tensor):
                return identity_of(output_tensor, name=scope)
            return IndexedSlices(
                identity_of(output_tensor.values, name=scope), output_tensor.indices, output_tensor.dense_shape
            )
