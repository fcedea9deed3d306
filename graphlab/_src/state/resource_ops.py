"""The operations of resource variables: VarHandleOp owns the value; each read is an operation."""

from typing import Any

import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.errors import NotFoundError
from graphlab._src.base.shapes import ShapeError
from graphlab._src.graph import IndexedSlices, constant
from graphlab._src.graph.references import declared_owner, state_dims, state_dtype
from graphlab._src.ops.define import REQUIRED, SHAPE, no_gradient, no_outputs, op, scalar
from graphlab._src.ops.gather import check_coordinates, check_gathered, gathered_nd, scatter_nd, taken, taken_nd
from graphlab._src.ops.joining import concat
from graphlab._src.ops.numpy_forms import of_one_shape
from graphlab._src.ops.rules import merge, with_rank_at_least
from graphlab._src.ops.shape import expand_dims, reshape, size, squeeze


@op(
    "VarHandleOp",
    "-> resource: resource",
    infer=scalar,
    attrs={
        "container": (str, ""),
        "shared_name": (str, ""),
        "dtype": (dtypes.DType, REQUIRED),
        "shape": (SHAPE, REQUIRED),
    },
    holds_state=True,
    variable="resource",
    on_parameter_server=True,
)
def var_handle_op():
    """A handle to a value that remains between runs; handles with the same shared_name are handles to one value."""
    raise AssertionError("a handle is no value: operations that get it read and write the variable")


def handled(op, index=0) -> Any:
    """(dims, dtype) of the variable that a handle refers to; (None, None) when that is not known."""
    owner = declared_owner(op.inputs[index])
    return (None, None) if owner is None else (state_dims(owner), state_dtype(owner))


def _checked_dims(op, dtype):
    dims, known = handled(op)
    if known is not None and known is not dtype:
        raise ShapeError(
            f"Trying to read variable with wrong dtype. Expected {dtypes.runtime_name(known)} got "
            f"{dtypes.runtime_name(dtype)}"
        )
    return dims


@op(
    "ReadVariableOp",
    "resource: resource -> value: dtype",
    infer=lambda op: _checked_dims(op, op.attrs["dtype"]),
    grad=lambda op, dy: [dy],
    stateful=True,
    access="read",
    interpret=lambda resource: resource,
)
def read_variable_op(resource):
    """The value of a variable, as the operations that come before have left it."""
    return resource


def _merged(op):
    dims = _checked_dims(op, op.attrs["dtype"])
    merge(dims, op.inputs[1].dims, "pass a value of the variable's shape")
    return []


@op(
    "AssignVariableOp",
    "resource: resource, value: dtype ->",
    infer=_merged,
    updates=("resource",),
    accepts_uninitialized=True,
    stateful=True,
    access="set",
    interpret=lambda resource, value: value,
)
def assign_variable_op(resource, value):
    """Replaces the value of a variable."""
    return value


def _same_shape(variable, value):
    if variable.shape != value.shape:
        raise ValueError(
            f"Cannot update variable with shape {list(variable.shape)} using a Tensor with shape "
            f"{list(value.shape)}, shapes must be equal."
        )


_CHANGE: Any = {
    "signature": "resource: resource, value: dtype ->",
    "infer": _merged,
    "updates": ("resource",),
    "stateful": True,
}


@op("AssignAddVariableOp", **_CHANGE, interpret=of_one_shape(np.add))
def assign_add_variable_op(resource, value):
    """Adds to a variable."""
    _same_shape(resource, value)
    return resource + value


@op("AssignSubVariableOp", **_CHANGE, interpret=of_one_shape(np.subtract))
def assign_sub_variable_op(resource, value):
    """Subtracts from a variable."""
    _same_shape(resource, value)
    return resource - value


@op(
    "VarIsInitializedOp",
    "resource: resource -> is_initialized: bool",
    infer=scalar,
    host=True,
    accepts_uninitialized=True,
    grad=no_gradient,
    stateful=True,
    access="initialized",
)
def var_is_initialized_op(resource):
    """True when the session holds a value for the variable."""
    return resource is not None


@op(
    "VariableShape",
    "input: resource -> output: out_type",
    types={"out_type": dtypes.INDEX},
    infer=lambda op: (None if handled(op)[0] is None else len(handled(op)[0]),),
    attrs={"out_type": (dtypes.DType, dtypes.int32)},
    grad=no_gradient,
    stateful=True,
    access="shape",
)
def _variable_shape(input):  # noqa: A002  (its name in the operation)
    """The shape of a variable's value."""
    return jnp.asarray(input.shape, jnp.int32)


def variable_shape(handle, out_type=dtypes.int32):
    """The shape of the variable behind a handle: a constant where it is known of the handle itself.

    What is known of a handle is not known of that which a branch or a loop brings in, so as in TensorFlow.
    """
    owner, source = declared_owner(handle), handle
    while source.op.type == "Identity" or (source.op.type == "IdentityN" and "_gradient_op_type" in source.op.attrs):
        source = source.op.inputs[source.value_index]  # an IdentityN is that of tf.custom_gradient
    dims = None if owner is not source.op else state_dims(owner)
    if dims is None or None in dims:
        return _variable_shape(handle, out_type=out_type)
    return constant(list(dims), out_type)


def _gathered(op):
    dims, indices = _checked_dims(op, op.attrs["dtype"]), op.inputs[1].dims
    with_rank_at_least(dims, 1)
    batch = op.attrs["batch_dims"]
    return None if dims is None or indices is None else (*indices, *dims[batch + 1 :])


def _gather_grad(op, dy):
    handle, indices = op.inputs
    sizes = variable_shape(handle)
    count = expand_dims(size(indices), 0)
    values = reshape(dy, concat([count, sizes[1:]], 0))
    return [IndexedSlices(values, reshape(indices, count), sizes), None]


def _check_rows(result, resource, indices, *, batch_dims=0):
    return check_gathered(result, resource, indices, batch_dims)


@op(
    "ResourceGather",
    "resource: resource, indices: Tindices -> output: dtype",
    types={"Tindices": dtypes.INDEX},
    infer=_gathered,
    attrs={"validate_indices": (bool, True)},
    grad=_gather_grad,
    stateful=True,
    checks=_check_rows,
    access="gather",
)
def resource_gather(resource, indices, *, batch_dims: int = 0):
    """The rows of a variable at these positions, without a copy of the others."""
    return taken(resource, indices, batch_dims, batch_dims)


def _gather_nd_grad(op, dy):
    handle, indices = op.inputs
    sizes = variable_shape(handle, indices.dtype)
    if indices.dims is not None and len(indices.dims) == 2 and indices.dims[-1] == 1:
        return [IndexedSlices(dy, squeeze(indices, axis=-1), sizes), None]
    return [scatter_nd(indices, dy, sizes), None]


@op(
    "ResourceGatherNd",
    "resource: resource, indices: Tindices -> output: dtype",
    types={"Tindices": dtypes.INDEX},
    infer=lambda op: gathered_nd(_checked_dims(op, op.attrs["dtype"]), op.inputs[1].dims),
    grad=_gather_nd_grad,
    stateful=True,
    checks=check_coordinates,
)
def resource_gather_nd(resource, indices):
    """The parts of a variable at coordinates."""
    return taken_nd(resource, indices)


@op(
    "DestroyResourceOp",
    "resource: resource ->",
    infer=no_outputs,
    updates=("resource",),
    host=True,
    accepts_uninitialized=True,
    stateful=True,
)
def destroy_resource_op(resource, *, ignore_lookup_error: bool = True, context):
    """Forgets the value of a variable, which must be initialized again before it is read.

    ignore_lookup_error: False makes it an error to forget a value that is not there.
    """
    if resource is None and not ignore_lookup_error:
        raise NotFoundError(context.op.node_def, context.op, f"Resource {context.op.inputs[0].op.name} does not exist.")
    return (None,)
