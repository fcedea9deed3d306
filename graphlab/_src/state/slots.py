"""Slots: variables beside others, such as an optimizer's running mean of gradients, or a moving average."""

import contextlib

from graphlab._src.ops.constants import zeros
from graphlab._src.ops.shape import shape as shape_of
from graphlab._src.state.initializers import zeros_initializer
from graphlab._src.state.resource_variable import HandledVariable
from graphlab._src.state.scope import get_variable, get_variable_scope, variable_scope
from graphlab._src.state.slice_info import SaveSliceInfo
from graphlab._src.state.variable import Variable, VariableAggregation


def create_slot(primary, val, name, colocate_with_primary=True):
    """A slot of `primary`, named "<primary>/<name>", that begins with the tensor val."""
    return _create(primary, val, name, val.shape.is_fully_defined(), None, None, colocate_with_primary)


def create_slot_with_initializer(primary, initializer, shape, dtype, name, colocate_with_primary=True):
    """A slot of `primary`, named "<primary>/<name>", of that shape and dtype."""
    return _create(primary, initializer, name, shape.is_fully_defined(), shape, dtype, colocate_with_primary)


def create_zeros_slot(primary, name, dtype=None, colocate_with_primary=True):
    """A slot of `primary`, a variable or a tensor, that begins with zeros in its shape."""
    dtype = (primary.dtype if dtype is None else dtype).base_dtype
    if primary.shape.is_fully_defined():
        return create_slot_with_initializer(
            primary, zeros_initializer(), primary.shape, dtype, name, colocate_with_primary
        )
    value = primary.initialized_value() if isinstance(primary, Variable) else primary
    return create_slot(primary, zeros(shape_of(value), dtype), name, colocate_with_primary)


def _use_resource(primary):
    """Slots are variables of the same kind as their primary variable."""
    return isinstance(primary, HandledVariable) if isinstance(primary, Variable) else None


def _keep_slice_info(primary, slot):
    """The slot of a part of a larger variable is the same part of a larger slot."""
    whole = primary._get_save_slice_info() if isinstance(primary, Variable) else None
    if whole is not None:
        name = slot.op.name[len(primary.op.name) + 1 :]
        slot._set_save_slice_info(
            SaveSliceInfo(f"{whole.full_name}/{name}", [*whole.full_shape], [*whole.var_offset], [*whole.var_shape])
        )


def _create(primary, initializer, name, validate_shape, shape, dtype, colocate):
    beside = primary.graph.colocate_with(primary.op) if colocate else contextlib.nullcontext()
    of = primary._shared_name if isinstance(primary, Variable) else primary.op.name
    with variable_scope(None, f"{of}/{name}"), beside:
        return create_slot_var(primary, initializer, "", validate_shape, shape, dtype)


def create_slot_var(primary, val, scope, validate_shape, shape, dtype):
    """A slot of `primary`, the variable of that name in the current variable scope, in one part.

    val: what it begins with, a tensor, or an initializer, for that shape and dtype.
    """
    current = get_variable_scope()
    partitioner = current.partitioner
    current.set_partitioner(None)
    try:
        slot = get_variable(
            scope,
            initializer=val,
            trainable=False,
            shape=shape if callable(val) else None,
            dtype=dtype,
            validate_shape=validate_shape,
            use_resource=_use_resource(primary),
            # Where replicas change the copies of a slot, as moving averages do, the mean of their changes counts.
            aggregation=VariableAggregation.MEAN if hasattr(primary, "copies") else None,
        )
    finally:
        current.set_partitioner(partitioner)
    _keep_slice_info(primary, slot)
    return slot
