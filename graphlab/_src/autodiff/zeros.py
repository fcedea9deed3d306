"""Zeros that flow back to an output of an operation which nothing depends on, while something does on another."""

# The operation library, the contexts of control flow and JAX state few types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from graphlab._src.base import dtypes
from graphlab._src.graph import Operation, Tensor, apply_op, control_flow_context
from graphlab._src.graph.references import declared_owner, state_dtype
from graphlab._src.ops.constants import zeros, zeros_like
from graphlab._src.ops.control_flow.edges import switch
from graphlab._src.ops.identity import identity
from graphlab._src.ops.shape import shape


def zeros_outside_loop(op: Operation, index: int) -> Tensor:
    """Zeros in the shape of one output; those of a branch that was not taken are made on the other one."""
    value = op.outputs[index]
    context = op.control_flow_context
    if not control_flow_context.is_switch(op) or context is None:
        if value.dtype is dtypes.resource:
            return zeros(apply_op("VariableShape", value), state_dtype(declared_owner(value)))
        return zeros_like(value, optimize=False)
    switched = switch(op.inputs[0], context.pred)[1 - context.branch]
    if value.dtype is dtypes.variant:
        return zeros_like(switched, optimize=False)
    pivot = identity(switched)
    if value.dtype is dtypes.resource:
        with pivot.graph.control_dependencies([pivot]):
            return zeros(apply_op("VariableShape", switched), state_dtype(declared_owner(value)))
    dims = shape(switched, optimize=False)
    with pivot.graph.control_dependencies([pivot]):
        return zeros(dims, value.dtype)
