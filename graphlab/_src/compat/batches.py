"""tensorflow.python.training.input: the steps of batch and its like, with the arguments that TensorFlow's have."""

from collections.abc import Iterable, Sequence
from typing import Any

from graphlab._src.base.shapes import TensorShape, as_shape
from graphlab._src.graph import Operation, Tensor, convert_to_tensor_or_indexed_slices
from graphlab._src.state.queue import FIFOQueue, PaddingFIFOQueue
from graphlab._src.train import batching
from graphlab._src.train.queue_runner import QueueRunner, add_queue_runner
from graphlab._src.train.sparse_batches import Stored, restore, store


def _batch(tensors: Any, batch_size: Any, keep_input: Any, *args: Any, **kwargs: Any) -> Any:
    """tf.train.maybe_batch, with its arguments in another order."""
    return batching.maybe_batch(tensors, keep_input, batch_size, *args, **kwargs)


def _batch_join(tensors_list: Any, batch_size: Any, keep_input: Any, *args: Any, **kwargs: Any) -> Any:
    """tf.train.maybe_batch_join, with its arguments in another order."""
    return batching.maybe_batch_join(tensors_list, keep_input, batch_size, *args, **kwargs)


_shuffle_batch = batching.maybe_shuffle_batch
_shuffle_batch_join = batching.maybe_shuffle_batch_join


def flatten(tensor_list_list: Iterable[Iterable[Any]]) -> list[Any]:
    """The tensors of all lists as one."""
    return [tensor for tensors in tensor_list_list for tensor in tensors]


def validate(tensor_list: Sequence[Any]) -> list[Any]:
    """The components as tensors, SparseTensors or IndexedSlices; ValueError without one."""
    if not tensor_list:
        raise ValueError("Expected at least one tensor in batch().")
    return [convert_to_tensor_or_indexed_slices(tensor) for tensor in tensor_list]


def validate_join(tensor_list_list: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """The same of each source; ValueError without one."""
    if not tensor_list_list:
        raise ValueError("Expected at least one input in batch_join().")
    return [[convert_to_tensor_or_indexed_slices(tensor) for tensor in tensors] for tensors in tensor_list_list]


def merge_shapes(shape_list: Iterable[Any], enqueue_many: bool) -> list[int | None]:
    """The sizes of one example of several sources; ValueError where they differ. enqueue_many: without the first size."""
    shapes: list[TensorShape] = [as_shape(shape) for shape in shape_list]
    return batching.merge_shapes(shapes, enqueue_many)


def dtypes(tensor_list_list: Any) -> list[Any]:
    """The type of each component; TypeError where those of two sources differ."""
    return batching.common_types(tensor_list_list)


def _shapes(tensor_list_list: Any, shapes: Any, enqueue_many: bool) -> Any:
    """`shapes`, or the shape of each component of an example when they are None."""
    return batching.shapes_of(tensor_list_list, shapes, enqueue_many)


def select_which_to_enqueue(tensor_list: Any, keep_input: Tensor) -> list[Tensor]:
    """The rows of each tensor for which keep_input, a vector, is True."""
    return batching.chosen_examples(tensor_list, keep_input)


def which_queue(dynamic_pad: bool) -> Any:
    """The class of the queue: PaddingFIFOQueue where examples may differ in size."""
    return PaddingFIFOQueue if dynamic_pad else FIFOQueue


def enqueue(queue: Any, tensor_list: Any, threads: int, enqueue_many: bool, keep_input: Tensor) -> None:
    """Adds a QueueRunner that puts the examples into a queue which keep_input chooses, with some threads."""
    operation = batching.enqueue_op(queue, tensor_list, enqueue_many, keep_input)
    add_queue_runner(QueueRunner(queue, [operation] * threads))


def enqueue_join(queue: Any, tensor_list_list: Any, enqueue_many: bool, keep_input: Tensor) -> None:
    """The same with a thread for each source."""
    operations = [batching.enqueue_op(queue, tensors, enqueue_many, keep_input) for tensors in tensor_list_list]
    add_queue_runner(QueueRunner(queue, operations))


def store_sparse_tensors(
    tensor_list: Sequence[Any],
    enqueue_many: bool,
    keep_input: Tensor,
    shared_map_ops: Sequence[Operation | None] | None = None,
) -> tuple[list[Tensor], list[Stored]]:
    """(what goes into a queue for each component, a Stored of each): handles in place of sparse tensors.

    shared_map_ops: for each component the operation whose map of tensors is shared, or None.
    """
    shared = shared_map_ops or [None] * len(tensor_list)
    found = [
        store(tensor, enqueue_many, keep_input, None if adding is None else Stored(None, adding))
        for tensor, adding in zip(tensor_list, shared, strict=False)
    ]
    return [one.tensor for one in found], found


def store_sparse_tensors_join(
    tensor_list_list: Sequence[Any], enqueue_many: bool, keep_input: Tensor
) -> tuple[list[list[Tensor]], list[Stored]]:
    """(what each source puts into a queue, a Stored of each component); ValueError where sources differ."""
    stored, lists = batching.store_of_all(tensor_list_list, enqueue_many, keep_input)
    return lists, stored


def restore_sparse_tensors(stored_list: Any, sparse_info_list: Sequence[Stored]) -> Any:
    """What came out of a queue, a tensor or several, with sparse tensors in place of their handles."""
    several = not isinstance(stored_list, Tensor)
    return restore(list(stored_list) if several else stored_list, sparse_info_list)
