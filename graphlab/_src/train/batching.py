"""Batches: examples pass through a queue and come out several at a time, shuffled or in order.

Each function has its threads' QueueRunner in the graph's collection, and a scalar summary of how full its queue is.
What they share is this: `tensors` is a list or a dict of tensors, and so is the result; for a list of one the tensor
itself. `enqueue_many` says that the tensors hold many examples, one per row. `shapes` are those of one example, where
the tensors do not say them. `allow_smaller_final_batch` keeps the last, smaller one; the first size is unknown.
`keep_input`, a bool or a vector of them with enqueue_many, says which examples go in.
"""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.graph.constant import static_value
from graphlab._src.graph.sparse_tensor import convert_to_tensor_or_indexed_slices
from graphlab._src.ops.cast import cast
from graphlab._src.ops.control_flow import no_op
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.dynamic import dynamic_partition
from graphlab._src.ops.extremes import maximum
from graphlab._src.state.queue import FIFOQueue, PaddingFIFOQueue, RandomShuffleQueue
from graphlab._src.summary.scalar import scalar
from graphlab._src.train.queue_runner import QueueRunner, add_queue_runner
from graphlab._src.train.sparse_batches import compatible, restore, store


def batch(
    tensors,
    batch_size,
    num_threads=1,
    capacity=32,
    enqueue_many=False,
    shapes=None,
    dynamic_pad=False,
    allow_smaller_final_batch=False,
    shared_name=None,
    name=None,
) -> Any:
    """Batches of examples, in order.

    num_threads: how many fill the queue.  capacity, shared_name: of the queue.
    dynamic_pad: whether examples may differ in size; they are padded with zeros.
    tensors: of an example, or of several with enqueue_many.  batch_size: examples in a batch.
    shapes: of one example.  allow_smaller_final_batch: keep what is left at the end.
    """
    queue = _fifo(capacity, dynamic_pad, shared_name)
    return _one(tensors, batch_size, True, num_threads, queue, enqueue_many, shapes, allow_smaller_final_batch, name)


def maybe_batch(
    tensors,
    keep_input,
    batch_size,
    num_threads=1,
    capacity=32,
    enqueue_many=False,
    shapes=None,
    dynamic_pad=False,
    allow_smaller_final_batch=False,
    shared_name=None,
    name=None,
) -> Any:
    """Batches of those examples that keep_input chooses, in order. For the other arguments see batch."""
    queue = _fifo(capacity, dynamic_pad, shared_name)
    return _one(
        tensors, batch_size, keep_input, num_threads, queue, enqueue_many, shapes, allow_smaller_final_batch, name
    )


def batch_join(
    tensors_list,
    batch_size,
    capacity=32,
    enqueue_many=False,
    shapes=None,
    dynamic_pad=False,
    allow_smaller_final_batch=False,
    shared_name=None,
    name=None,
) -> Any:
    """Batches of examples from several sources, each with a thread of its own. For the arguments see batch."""
    queue = _fifo(capacity, dynamic_pad, shared_name)
    return _several(tensors_list, batch_size, True, queue, enqueue_many, shapes, allow_smaller_final_batch, name)


def maybe_batch_join(
    tensors_list,
    keep_input,
    batch_size,
    capacity=32,
    enqueue_many=False,
    shapes=None,
    dynamic_pad=False,
    allow_smaller_final_batch=False,
    shared_name=None,
    name=None,
) -> Any:
    """Batches of those examples from several sources that keep_input chooses. For the other arguments see batch."""
    queue = _fifo(capacity, dynamic_pad, shared_name)
    return _several(tensors_list, batch_size, keep_input, queue, enqueue_many, shapes, allow_smaller_final_batch, name)


def shuffle_batch(
    tensors,
    batch_size,
    capacity,
    min_after_dequeue,
    num_threads=1,
    seed=None,
    enqueue_many=False,
    shapes=None,
    allow_smaller_final_batch=False,
    shared_name=None,
    name=None,
) -> Any:
    """Batches of examples, in random order.

    min_after_dequeue: how many examples stay in the queue for mixing.  seed: of the random numbers.
    For the other arguments see batch.
    """
    queue = _Shuffling(capacity, min_after_dequeue, seed, shared_name)
    return _one(tensors, batch_size, True, num_threads, queue, enqueue_many, shapes, allow_smaller_final_batch, name)


def maybe_shuffle_batch(
    tensors,
    batch_size,
    capacity,
    min_after_dequeue,
    keep_input,
    num_threads=1,
    seed=None,
    enqueue_many=False,
    shapes=None,
    allow_smaller_final_batch=False,
    shared_name=None,
    name=None,
) -> Any:
    """Batches of those examples that keep_input chooses, in random order. For the other arguments see shuffle_batch."""
    queue = _Shuffling(capacity, min_after_dequeue, seed, shared_name)
    return _one(
        tensors, batch_size, keep_input, num_threads, queue, enqueue_many, shapes, allow_smaller_final_batch, name
    )


def shuffle_batch_join(
    tensors_list,
    batch_size,
    capacity,
    min_after_dequeue,
    seed=None,
    enqueue_many=False,
    shapes=None,
    allow_smaller_final_batch=False,
    shared_name=None,
    name=None,
) -> Any:
    """Batches of examples from several sources, in random order. For the arguments see shuffle_batch."""
    queue = _Shuffling(capacity, min_after_dequeue, seed, shared_name)
    return _several(tensors_list, batch_size, True, queue, enqueue_many, shapes, allow_smaller_final_batch, name)


def maybe_shuffle_batch_join(
    tensors_list,
    batch_size,
    capacity,
    min_after_dequeue,
    keep_input,
    seed=None,
    enqueue_many=False,
    shapes=None,
    allow_smaller_final_batch=False,
    shared_name=None,
    name=None,
) -> Any:
    """Batches of those examples from several sources that keep_input chooses, in random order.

    For the other arguments see shuffle_batch.
    """
    queue = _Shuffling(capacity, min_after_dequeue, seed, shared_name)
    return _several(tensors_list, batch_size, keep_input, queue, enqueue_many, shapes, allow_smaller_final_batch, name)


class _InOrder:
    """A queue still to be made, which keeps the order."""

    verb = "batch"

    def __init__(self, kind, capacity, shared_name):
        self._kind = kind
        self._capacity = capacity
        self._shared_name = shared_name

    def check(self):
        """Nothing can be wrong."""

    def make(self, types, shapes):
        """The queue."""
        return self._kind(self._capacity, types, shapes, shared_name=self._shared_name)

    def summarize(self, queue):
        """Adds a summary of how full it is."""
        full = cast(queue.size(), dtypes.float32) * (1.0 / self._capacity)
        scalar(f"fraction_of_{self._capacity}_full", full)


def _fifo(capacity, dynamic_pad, shared_name):
    return _InOrder(PaddingFIFOQueue if dynamic_pad else FIFOQueue, capacity, shared_name)


class _Shuffling:
    """A queue still to be made, which mixes."""

    verb = "shuffle_batch"

    def __init__(self, capacity, min_after_dequeue, seed, shared_name):
        self._capacity = capacity
        self._least = min_after_dequeue
        self._seed = seed
        self._shared_name = shared_name

    def check(self):
        """Raises ValueError when nothing could ever come out."""
        if self._capacity <= self._least:
            raise ValueError(f"capacity {self._capacity} must be bigger than min_after_dequeue {self._least}.")

    def make(self, types, shapes):
        """The queue."""
        return RandomShuffleQueue(
            self._capacity, self._least, types, shapes, seed=self._seed, shared_name=self._shared_name
        )

    def summarize(self, queue):
        """Adds a summary of how full it is, above what it keeps back."""
        span = self._capacity - self._least
        above = maximum(0, queue.size() - self._least)
        full = cast(above, dtypes.float32) * (1.0 / span)
        scalar(f"fraction_over_{self._least}_of_{span}_full", full)


def _one(tensors, batch_size, keep_input, num_threads, queue, enqueue_many, shapes, allow_smaller_final_batch, name):
    """Batches of the examples of one source, which several threads may enqueue."""
    tensor_list = as_tensor_list(tensors)
    with name_scope(name, queue.verb, [*tensor_list, keep_input]) as name:
        if queue.verb == "shuffle_batch":
            queue.check()
        converted = [convert_to_tensor_or_indexed_slices(tensor) for tensor in tensor_list]
        if not converted:
            raise ValueError("Expected at least one tensor in batch().")
        keep_input = validate_keep_input(keep_input, enqueue_many)
        stored = [store(tensor, enqueue_many, keep_input) for tensor in converted]
        converted = [one.tensor for one in stored]
        made = queue.make(common_types([converted]), shapes_of([converted], shapes, enqueue_many))
        enqueue = enqueue_op(made, converted, enqueue_many, keep_input)
        add_queue_runner(QueueRunner(made, [enqueue] * num_threads))
        queue.summarize(made)
        dequeued = _dequeue(made, batch_size, allow_smaller_final_batch, name)
        return as_original_type(tensors, restore(dequeued, stored))


def _several(tensors_list, batch_size, keep_input, queue, enqueue_many, shapes, allow_smaller_final_batch, name):
    """Batches of the examples of several sources, each with a thread of its own."""
    lists = as_tensor_list_list(tensors_list)
    flat = [tensor for tensors in lists for tensor in tensors]
    with name_scope(name, f"{queue.verb}_join", [*flat, keep_input]) as name:
        converted = [[convert_to_tensor_or_indexed_slices(tensor) for tensor in tensors] for tensors in lists]
        keep_input = validate_keep_input(keep_input, enqueue_many)
        stored, converted = store_of_all(converted, enqueue_many, keep_input)
        made = queue.make(common_types(converted), shapes_of(converted, shapes, enqueue_many))
        enqueues = [enqueue_op(made, tensors, enqueue_many, keep_input) for tensors in converted]
        add_queue_runner(QueueRunner(made, enqueues))
        queue.summarize(made)
        dequeued = _dequeue(made, batch_size, allow_smaller_final_batch, name)
        return as_original_type(tensors_list[0], restore(dequeued, stored))


def as_tensor_list(tensors):
    """The tensors as a list; those of a dict in the order of its keys."""
    return [tensors[key] for key in sorted(tensors, key=str)] if isinstance(tensors, dict) else tensors


def as_tensor_list_list(tensors_list):
    """The same for each source; ValueError without a source, and for dicts of other keys."""
    if not tensors_list:
        raise ValueError("Expected at least one set of tensors")
    if not isinstance(tensors_list[0], dict):
        return tensors_list
    if any(set(tensors) != set(tensors_list[0]) for tensors in tensors_list[1:]):
        raise ValueError("All dictionaries in tensors_list must have the same keys")
    return [as_tensor_list(tensors) for tensors in tensors_list]


def as_original_type(tensors, dequeued):
    """What came out, in the form of what went in."""
    if not isinstance(tensors, dict):
        return dequeued
    if len(tensors) == 1:
        dequeued = [dequeued]
    return dict(zip(sorted(tensors, key=str), dequeued, strict=True))


def store_of_all(lists, enqueue_many, keep_input) -> Any:
    """(the Stored of each component, what each source puts into the queue); ValueError when sources differ."""
    first = [store(tensor, enqueue_many, keep_input) for tensor in lists[0]]
    result = [[one.tensor for one in first]]
    for tensors in lists[1:]:
        others = [store(tensor, enqueue_many, keep_input, one) for tensor, one in zip(tensors, first, strict=False)]
        if len(tensors) != len(first) or not all(map(compatible, first, others)):
            raise ValueError(f"Inconsistent SparseTensors list: {lists[0]} vs. {tensors}")
        result.append([one.tensor for one in others])
    return first, result


def validate_keep_input(keep_input, enqueue_many):
    """keep_input as a tensor; ValueError where it is neither one bool nor, with enqueue_many, a vector of them."""
    keep_input = convert_to_tensor(keep_input)
    rank = keep_input.shape.ndims
    if rank is None:
        raise ValueError("`keep_input` dimensions must be known at graph construction.")
    if not enqueue_many and rank == 1:
        raise ValueError("`keep_input` cannot be a vector when `enqueue_many=False`.")
    if rank > 1:
        raise ValueError("`keep_input` must be 0 or 1 dimensions.")
    return keep_input


def common_types(lists):
    """The type of each component; TypeError where those of two sources differ."""
    types = [tensor.dtype for tensor in lists[0]]
    for tensors in lists[1:]:
        others = [tensor.dtype for tensor in tensors]
        if others != types:
            names = [", ".join(dtype.name for dtype in each) for each in (types, others)]
            raise TypeError(f"Expected types to be consistent: {names[0]} vs. {names[1]}.")
    return types


def shapes_of(lists, shapes, enqueue_many):
    """The shape of each component of an example; ValueError when a tensor does not even say its rank."""
    if shapes is not None:
        return shapes
    for tensors in lists:
        for tensor in tensors:
            if tensor.shape.ndims is None:
                raise ValueError(f"Cannot infer Tensor's rank: {tensor}")
    return [merge_shapes([tensors[i].shape for tensors in lists], enqueue_many) for i in range(len(lists[0]))]


def merge_shapes(shapes: Any, enqueue_many):
    """The sizes of one example that the shapes of all sources have; ValueError where they differ."""
    first, *others = (shape.with_rank_at_least(1)[1:] if enqueue_many else shape for shape in shapes)
    for shape in others:
        first.merge_with(shape)  # raises ValueError where they differ; sizes that only one knows stay open
    return first.as_list()


def enqueue_op(queue, tensors, enqueue_many, keep_input):
    """The operation that puts the examples into a queue which keep_input chooses."""
    enqueue = queue.enqueue_many if enqueue_many else queue.enqueue
    if keep_input.shape.ndims == 1:
        return enqueue(chosen_examples(tensors, keep_input))
    keep = static_value(keep_input)
    if keep is None:
        return cond(keep_input, lambda: enqueue(tensors), no_op)
    return enqueue(tensors) if keep else no_op()


def chosen_examples(tensors, keep_input):
    """The rows of each tensor for which keep_input, a vector, is True."""
    partitions = cast(keep_input, dtypes.int32)
    return [dynamic_partition(tensor, partitions, 2)[1] for tensor in tensors]


def _dequeue(queue, batch_size, allow_smaller_final_batch, name):
    dequeue = queue.dequeue_up_to if allow_smaller_final_batch else queue.dequeue_many
    return dequeue(batch_size, name=name)
