"""Batches of examples that belong together: each bucket has a queue, whose batches go into one queue for all."""

import functools
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.base.errors import CancelledError, OutOfRangeError
from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import constant, convert_to_tensor, name_scope
from graphlab._src.graph.constant import static_value
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import equal, greater_equal
from graphlab._src.ops.control_flow import no_op
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.control_flow.grouping import group
from graphlab._src.ops.control_flow.smart_cond import smart_cond
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.state.queue import FIFOQueue, PaddingFIFOQueue
from graphlab._src.summary.scalar import scalar
from graphlab._src.train.queue_runner import QueueRunner, add_queue_runner


def bucket(
    tensors,
    which_bucket,
    batch_size,
    num_buckets,
    num_threads=1,
    capacity=32,
    bucket_capacities=None,
    shapes=None,
    dynamic_pad=False,
    allow_smaller_final_batch=False,
    keep_input: Any = True,
    shared_name=None,
    name=None,
) -> Any:
    """(bucket, batch) of examples of the same bucket: int32, tensors like `tensors` with one dimension more.

    tensors: of an example, a list or a dict.  which_bucket: int32, the example's.  batch_size: an int, or one for each
    bucket.  capacity: of the queue for all; bucket_capacities: of each bucket's.  The other arguments are those of
    tf.train.batch and tf.train.maybe_batch.
    """
    several = isinstance(batch_size, (list, tuple))
    if several and len(batch_size) != num_buckets:
        raise ValueError("If batch_size is a list it must have num_buckets elements")
    sizes = list(batch_size) if several else [batch_size] * num_buckets
    capacities = [capacity] * num_buckets if bucket_capacities is None else bucket_capacities
    if len(capacities) != num_buckets:
        raise ValueError(
            f"The list bucket_capacities ({bucket_capacities}) must have exactly num_buckets ({num_buckets}) elements."
        )
    keys = sorted(tensors) if isinstance(tensors, dict) else None
    items = list(tensors) if keys is None else [tensors[key] for key in keys]
    if any(isinstance(item, SparseTensor) for item in items):
        raise ValueError("Buckets hold dense tensors: tf.sparse.to_dense, with dynamic_pad=True.")
    with name_scope(name, "bucket", items):
        items = [convert_to_tensor(item) for item in items]
        if not items:
            raise ValueError("Expected at least one tensor in bucket().")
        which = convert_to_tensor(which_bucket, dtypes.int32, name="which_bucket")
        kinds = [item.dtype for item in items]
        each = [item.shape for item in items] if shapes is None else [TensorShape(shape) for shape in shapes]
        make: Any = PaddingFIFOQueue if dynamic_pad else FIFOQueue
        queues = [
            make(
                capacity=capacities[number],
                dtypes=kinds,
                shapes=each,
                shared_name=None if shared_name is None else f"{shared_name}_{number}",
                name=f"bucket_queue_{number}",
            )
            for number in range(num_buckets)
        ]
        size = None if several or allow_smaller_final_batch else static_value(convert_to_tensor(batch_size))
        top = PaddingFIFOQueue(
            capacity=capacity,
            dtypes=[dtypes.int32, *kinds],
            shapes=[TensorShape([]), *(TensorShape([size]).concatenate(shape) for shape in each)],
            shared_name=shared_name,
            name="top_queue",
        )
        _empty(queues, sizes, allow_smaller_final_batch, top)
        _fill(queues, which, items, keep_input, num_threads, top)
        for queue in queues:
            scalar(f"bucket/{queue.name}/size", cast(top.size(), dtypes.float32))
        fraction = cast(top.size(), dtypes.float32) * (1.0 / capacity)
        scalar(f"bucket/{top.name}/fraction_of_{capacity}_full", fraction)
        number, *found = top.dequeue(name="dequeue_top")
        if keys is not None:
            return number, dict(zip(keys, found, strict=True))
        return number, found[0] if len(found) == 1 else found


def _fill(queues, which, items, keep_input, num_threads, top):
    """Puts examples into their buckets' queues, and closes these when the input has ended."""

    def enqueue():
        added = [
            cond(equal(which, number), functools.partial(_enqueue, queue, items), no_op)
            for number, queue in enumerate(queues)
        ]
        return group(*added, name="group_enqueues")

    _run(
        top,
        [smart_cond(keep_input, enqueue, no_op)] * num_threads,
        group(*[queue.close() for queue in queues]),
        group(*[queue.close(cancel_pending_enqueues=True) for queue in queues]),
    )


def _enqueue(queue, items):
    return queue.enqueue(items)


def _empty(queues, sizes, allow_smaller, top):
    """Puts batches of the buckets into the queue for all."""
    moves = []
    for number, (queue, size) in enumerate(zip(queues, sizes, strict=True)):
        dequeue = queue.dequeue_up_to if allow_smaller else queue.dequeue_many
        found = dequeue(size, name=f"read_bucket_{number}")
        found = found if isinstance(found, (list, tuple)) else [found]
        moves.append(top.enqueue([constant(number), *found], name=f"enqueue_from_bucket_{number}"))
    _run(queues[0], moves, top.close(), top.close(cancel_pending_enqueues=True))


def _run(queue, ops, close_op, cancel_op):
    ended = (OutOfRangeError, CancelledError)
    add_queue_runner(
        QueueRunner(queue, ops, close_op=close_op, cancel_op=cancel_op, queue_closed_exception_types=ended)
    )


def bucket_by_sequence_length(
    input_length,
    tensors,
    batch_size,
    bucket_boundaries,
    num_threads=1,
    capacity=32,
    bucket_capacities=None,
    shapes=None,
    dynamic_pad=False,
    allow_smaller_final_batch=False,
    keep_input: Any = True,
    shared_name=None,
    name=None,
) -> Any:
    """(lengths, batch) of examples of like length: int32[batch], tensors like `tensors` with one dimension more.

    input_length: int32, the example's.  bucket_boundaries: increasing ints; a bucket holds lengths from one up to the next.
    The other arguments are those of bucket.
    """
    if not isinstance(bucket_boundaries, (list, tuple)):
        raise TypeError(f"bucket_boundaries must be a list or tuple, but received: {bucket_boundaries}")
    if not bucket_boundaries:
        raise ValueError("bucket_boundaries must not be empty")
    for low, high in zip(bucket_boundaries[:-1], bucket_boundaries[1:], strict=True):
        if not isinstance(low, int) or not isinstance(high, int):
            raise TypeError(f"bucket boundaries must be integers, but saw: {low} and {high}")
        if low >= high:
            raise ValueError(f"Buckets must contain sequential increasing lengths, but saw: {low} before {high}")
    keys = sorted(tensors) if isinstance(tensors, dict) else None
    items = list(tensors) if keys is None else [tensors[key] for key in keys]
    with name_scope(name, "bucket_by_sequence_length", [input_length, *items]):
        length = convert_to_tensor(input_length, dtypes.int32, name="input_length")
        which = reduce_sum(cast(greater_equal(length, list(bucket_boundaries)), dtypes.int32))
        _, found = bucket(
            [length, *items],
            which,
            batch_size,
            len(bucket_boundaries) + 1,
            num_threads,
            capacity,
            bucket_capacities,
            None if shapes is None else [TensorShape([]), *shapes],
            dynamic_pad,
            allow_smaller_final_batch,
            keep_input,
            shared_name,
        )
        rest = found[1:]
        if keys is not None:
            return found[0], dict(zip(keys, rest, strict=True))
        return found[0], rest
