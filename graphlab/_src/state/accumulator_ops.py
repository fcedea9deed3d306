"""The operations of gradient accumulators.

Accumulators of dense gradients come with a handle of type resource (ResourceConditionalAccumulator) and, as older graphs
have them, with a reference to a string (ConditionalAccumulator); those of sparse ones only with the latter.
"""

import numpy as np

from graphlab._src.base import dtypes as types
from graphlab._src.base import shapes as dims
from graphlab._src.base.errors import InvalidArgumentError
from graphlab._src.ops.define import SHAPE, no_gradient, no_outputs, op, scalar
from graphlab._src.ops.rules import with_rank
from graphlab._src.state.accumulators import Accumulator, SparseAccumulator
from graphlab._src.state.named_resources import find_or_make
from graphlab._src.state.queue_object import failure

_ATTRS = {"container": (str, ""), "shared_name": (str, ""), "reduction_type": (str, "MEAN")}
_HOST = {"host": True, "grad": no_gradient}
_NUMBERS = {"dtype": types.NUMERIC | types.QUANTIZED}


def _accumulator(context, kind):
    attrs = context.op.attrs
    dtype, shape, mean = attrs["dtype"], attrs["shape"], attrs["reduction_type"] == b"MEAN"
    return find_or_make(
        context,
        "accumulator",
        lambda name: kind(name, dtype, shape, mean),
        lambda found: _check(context.op, found, dtype, shape),
    )


def _check(op, found, dtype, shape):
    if op.type.startswith("Resource"):  # TensorFlow looks at those of the older type only
        return
    start = f"Shared conditional accumulator '{found.name}' has "
    if found.dtype != dtype:
        has, wants = types.runtime_name(found.dtype), types.runtime_name(dtype)
        raise failure(InvalidArgumentError, op, f"{start}dtype {has} but requested accumulator type was {wants}")
    if found.shape != shape:
        has, wants = dims.text(found.shape), dims.text(shape)
        raise failure(InvalidArgumentError, op, f"{start}shape {has} but requested accumulator shape was {wants}")


def _pair(op):
    return (2,)


def _number_second(result):
    """The shape rule of operations whose second input is a scalar, and whose outputs have the shape `result`."""

    def infer(op):
        with_rank(op.inputs[1].dims, 0)
        return result

    return infer


def _by_resource_and_name(op_type, signature, infer=no_outputs, types=None):
    """Makes a function the kernel of two types: Resource… with a handle, and the one without with a reference."""

    def decorate(kernel):
        options = {"infer": infer, "types": types, **_HOST}
        op(op_type, signature.replace("resource", "Ref(string)"), **options)(kernel)
        return op(f"Resource{op_type}", signature, stateful=True, **options)(kernel)

    return decorate


def _named(op_type, signature, **capabilities):
    return op(
        op_type,
        signature,
        infer=_pair,
        stateful=True,
        attrs=_ATTRS,
        types={**_NUMBERS, "reduction_type": (b"MEAN", b"SUM")},
        **_HOST,
        **capabilities,
    )


@_named("ResourceConditionalAccumulator", "-> handle: resource", on_parameter_server=True)
def resource_conditional_accumulator(*, dtype: types.DType, shape: SHAPE, context):
    """An accumulator of gradients that are arrays."""
    return _accumulator(context, Accumulator)


@_named("ConditionalAccumulator", "-> handle: Ref(string)")
def conditional_accumulator(*, dtype: types.DType, shape: SHAPE, context):
    """The same, with a handle of the older type."""
    return _accumulator(context, Accumulator)


@_named("SparseConditionalAccumulator", "-> handle: Ref(string)")
def sparse_conditional_accumulator(*, dtype: types.DType, shape: SHAPE, context):
    """An accumulator of gradients that are rows with an index each."""
    return _accumulator(context, SparseAccumulator)


@_by_resource_and_name("AccumulatorNumAccumulated", "handle: resource -> num_accumulated: int32", scalar)
def accumulator_num_accumulated(handle):
    """How many gradients an accumulator has."""
    return np.asarray(handle.count, np.int32)


@_by_resource_and_name("AccumulatorSetGlobalStep", "handle: resource, new_global_step: int64 ->", _number_second([]))
def accumulator_set_global_step(handle, new_global_step):
    """Sets the time step of an accumulator: gradients of earlier ones are dropped."""
    handle.set_step(int(new_global_step))


@_by_resource_and_name(
    "AccumulatorApplyGradient",
    "handle: resource, local_step: int64, gradient: dtype ->",
    _number_second([]),
    types=_NUMBERS,
)
def accumulator_apply_gradient(handle, local_step, gradient, *, context):
    """Adds a gradient that was computed at `local_step`, unless that step is over."""
    handle.add(context, int(local_step), gradient)


@_by_resource_and_name(
    "AccumulatorTakeGradient",
    "handle: resource, num_required: int32 -> average: dtype",
    _number_second(None),
    types=_NUMBERS,
)
def accumulator_take_gradient(handle, num_required, *, dtype: types.DType, context):
    """The mean of the gradients; waits until there are so many."""
    return handle.take(context, int(num_required))


@op(
    "SparseAccumulatorApplyGradient",
    "handle: Ref(string), local_step: int64, gradient_indices: int64, gradient_values: dtype, gradient_shape: int64 ->",
    infer=_number_second([]),
    types=_NUMBERS,
    **_HOST,
)
def sparse_accumulator_apply_gradient(
    handle, local_step, gradient_indices, gradient_values, gradient_shape, *, has_known_shape: bool, context
):
    """Adds rows with an index each, unless the step at which they were computed is over."""
    shape = tuple(gradient_shape.tolist()) if has_known_shape else None
    handle.add(context, int(local_step), gradient_indices, gradient_values, shape)


@op(
    "SparseAccumulatorTakeGradient",
    "handle: Ref(string), num_required: int32 -> indices: int64, values: dtype, shape: int64",
    infer=_number_second([None] * 3),
    types=_NUMBERS,
    **_HOST,
)
def sparse_accumulator_take_gradient(handle, num_required, *, dtype: types.DType, context):
    """The mean of the rows, by index; waits until there are so many gradients."""
    return handle.take(context, int(num_required))
