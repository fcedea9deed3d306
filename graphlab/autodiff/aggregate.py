"""Adding up the gradients that reach one tensor from several consumers."""

from graphlab import dtypes
from graphlab.graph import IndexedSlices, get_default_graph
from graphlab.ops.arithmetic import add_n
from graphlab.ops.cast import cast
from graphlab.ops.joining import concat


class AggregationMethod:
    """How gradients of one tensor are added up: all at once by AddN, or one by one."""

    ADD_N = 0
    DEFAULT = ADD_N
    EXPERIMENTAL_TREE = 1
    EXPERIMENTAL_ACCUMULATE_N = 2


def aggregate(grads, method):
    """The sum of the gradients that came to one tensor: Tensors, IndexedSlices, or a mix of both.

    Rows of IndexedSlices are put one after the other; a mix becomes a Tensor.
    """
    if len(grads) == 1:
        return grads[0]
    if all(isinstance(grad, IndexedSlices) for grad in grads):
        return _concatenate(grads)
    if any(isinstance(grad, IndexedSlices) for grad in grads):
        return add_n(grads)
    if method in (AggregationMethod.EXPERIMENTAL_TREE, AggregationMethod.EXPERIMENTAL_ACCUMULATE_N):
        return _one_by_one(grads)
    return _add_per_device(grads)


def _add_per_device(tensors):
    by_device = {}
    for tensor in tensors:
        by_device.setdefault(tensor.device, []).append(tensor)
    graph = get_default_graph()
    sums = []
    for device in sorted(by_device):
        members = by_device[device]
        with graph.colocate_with(members[0].op, ignore_existing=True):
            sums.append(add_n(members))
    return add_n(sums)


def _one_by_one(grads):
    graph = get_default_graph()
    total = grads[0]
    for grad in grads[1:]:
        with graph.colocate_with(total.op):
            total = add_n([total, grad])
    return total


def _concatenate(grads):
    wide = any(grad.indices.dtype.base_dtype is dtypes.int64 for grad in grads)
    indices = [cast(grad.indices, dtypes.int64) if wide else grad.indices for grad in grads]
    return IndexedSlices(concat([grad.values for grad in grads], 0), concat(indices, 0), grads[0].dense_shape)
