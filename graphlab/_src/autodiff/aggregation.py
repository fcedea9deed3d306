"""The sum of the gradients that reach one tensor from several consumers."""

# The operation library, the contexts of control flow and JAX state few types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import IndexedSlices, Operation, Tensor, get_default_graph, name_scope
from graphlab._src.ops.arithmetic import accumulate_n, add_n
from graphlab._src.ops.cast import cast
from graphlab._src.ops.joining import concat


class AggregationMethod:
    """How gradients of one tensor are added up: all at once by AddN, or one by one.

    ADD_N, DEFAULT: all at once.  EXPERIMENTAL_TREE: one by one, so that each may be forgotten early.
    EXPERIMENTAL_ACCUMULATE_N: by AccumulateNV2 where the shape is known, else one by one.
    """

    ADD_N = 0
    DEFAULT = ADD_N
    EXPERIMENTAL_TREE = 1
    EXPERIMENTAL_ACCUMULATE_N = 2


METHODS = (AggregationMethod.ADD_N, AggregationMethod.EXPERIMENTAL_TREE, AggregationMethod.EXPERIMENTAL_ACCUMULATE_N)


def aggregate(grads: list[Any], method: int, op: Operation) -> Any:
    """The sum of the gradients that came to one output of `op`: Tensors, IndexedSlices, or a mix of both.

    Rows of IndexedSlices are put one after the other; a mix becomes a Tensor.
    """
    if len(grads) == 1:
        return grads[0]
    if all(isinstance(grad, IndexedSlices) for grad in grads):
        return _concatenate(grads)
    if any(isinstance(grad, IndexedSlices) for grad in grads):
        return add_n(grads)
    if method == AggregationMethod.EXPERIMENTAL_ACCUMULATE_N and len(grads) > 2 and _known_shape(grads):
        return accumulate_n(grads)
    if method != AggregationMethod.ADD_N:
        return _one_by_one(grads, op)
    return _add_per_device(grads)


def _add_per_device(tensors: list[Tensor]) -> Tensor:
    by_device: dict[str, list[Tensor]] = {}
    for tensor in tensors:
        by_device.setdefault(tensor.device, []).append(tensor)
    graph = get_default_graph()
    sums: list[Tensor] = []
    for device in sorted(by_device):
        members = by_device[device]
        with graph.colocate_with(members[0].op, ignore_existing=True):
            sums.append(add_n(members))
    return add_n(sums)


def _known_shape(tensors: list[Tensor]) -> bool:
    shape = tensors[0].shape
    for tensor in tensors[1:]:
        shape = shape.merge_with(tensor.shape)
    return shape.is_fully_defined()


def _one_by_one(grads: list[Any], op: Operation) -> Tensor:
    with name_scope(op.name + "_gradient_sum"):
        total = grads[0]
        for grad in grads[1:]:
            total = add_n([total, grad])
    return total


def _concatenate(grads: list[IndexedSlices]) -> IndexedSlices:
    wide = any(grad.indices.dtype.base_dtype is dtypes.int64 for grad in grads)
    indices = [cast(grad.indices, dtypes.int64) if wide else grad.indices for grad in grads]
    return IndexedSlices(concat([grad.values for grad in grads], 0), concat(indices, 0), grads[0].dense_shape)
