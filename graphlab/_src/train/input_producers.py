"""Input producers: queues of file names, rows or numbers, filled again and again by threads."""

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import as_shape
from graphlab._src.graph import GraphKeys, Tensor, convert_to_tensor, name_scope
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.graph.sparse_tensor import convert_to_tensor_or_indexed_slices
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.asserting import assert_
from graphlab._src.ops.comparison import greater
from graphlab._src.ops.gather import gather
from graphlab._src.ops.identity import identity
from graphlab._src.ops.random import random_shuffle
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import shape, size
from graphlab._src.state.queue import FIFOQueue
from graphlab._src.state.variable import Variable
from graphlab._src.summary.scalar import scalar
from graphlab._src.train.queue_runner import QueueRunner, add_queue_runner


def limit_epochs(tensor, num_epochs=None, name=None):
    """The tensor num_epochs times; then OutOfRangeError.

    num_epochs: above 0; None: without end. It counts in a local variable `epochs`, which must be initialized.
    """
    if num_epochs is None:
        return tensor
    if num_epochs <= 0:
        raise ValueError(f"num_epochs must be > 0 not {num_epochs}.")
    with name_scope(name, "limit_epochs", [tensor]) as name:
        zero = convert_to_tensor(0, dtypes.int64)
        epochs = Variable(zero, name="epochs", trainable=False, collections=[GraphKeys.LOCAL_VARIABLES])
        counter = epochs.count_up_to(num_epochs)
        with control_dependencies([counter]):
            return identity(tensor, name=name)


def input_producer(
    input_tensor,
    element_shape=None,
    num_epochs=None,
    shuffle=True,
    seed=None,
    capacity=32,
    shared_name=None,
    summary_name=None,
    name=None,
    cancel_op=None,
):
    """A queue of the rows of a tensor, again and again; its QueueRunner is in the graph's collection.

    element_shape: of a row, where the tensor does not say it.  num_epochs: how often each row comes; None: without end.
    shuffle, seed: whether the rows of each epoch come in random order.  capacity, shared_name: of the queue.
    summary_name: of a scalar summary of how full the queue is.  cancel_op: run when the input is stopped early.
    """
    with name_scope(name, "input_producer", [input_tensor]):
        input_tensor = convert_to_tensor(input_tensor, name="input_tensor")
        element_shape = as_shape(input_tensor.shape[1:]).merge_with(element_shape)
        if not element_shape.is_fully_defined():
            raise ValueError(
                "Either `input_tensor` must have a fully defined shape or `element_shape` must be specified"
            )
        if shuffle:
            input_tensor = random_shuffle(input_tensor, seed=seed)
        input_tensor = limit_epochs(input_tensor, num_epochs)
        queue = FIFOQueue(
            capacity, [input_tensor.dtype.base_dtype], [element_shape], shared_name=shared_name, name=name
        )
        enqueue = queue.enqueue_many([input_tensor])
        add_queue_runner(QueueRunner(queue, [enqueue], cancel_op=cancel_op))
        if summary_name is not None:
            scalar(summary_name, cast(queue.size(), dtypes.float32) * (1.0 / capacity))
        return queue


def string_input_producer(
    string_tensor,
    num_epochs=None,
    shuffle=True,
    seed=None,
    capacity=32,
    shared_name=None,
    name=None,
    cancel_op=None,
):
    """A queue of strings, file names for example, again and again. For the arguments see input_producer.

    Raises ValueError for an empty list; a run of its QueueRunner raises InvalidArgumentError for an empty tensor.
    string_tensor: a list or a vector of strings.  num_epochs: then OutOfRangeError; None: without end.
    shuffle, seed: whether each epoch has a random order.  capacity, shared_name: of the queue.
    cancel_op: runs when the coordinator requests a stop.
    """
    not_null = "string_input_producer requires a non-null input tensor"
    if not isinstance(string_tensor, Tensor) and not string_tensor:
        raise ValueError(not_null)
    with name_scope(name, "input_producer", [string_tensor]) as name:
        string_tensor = convert_to_tensor(string_tensor, dtypes.string)
        with control_dependencies([assert_(greater(size(string_tensor), 0), [not_null])]):
            string_tensor = identity(string_tensor)
        return input_producer(
            string_tensor,
            [],
            num_epochs,
            shuffle,
            seed,
            capacity,
            shared_name,
            name=name,
            summary_name=f"fraction_of_{capacity}_full",
            cancel_op=cancel_op,
        )


def range_input_producer(limit, num_epochs=None, shuffle=True, seed=None, capacity=32, shared_name=None, name=None):
    """A queue of the integers below limit, again and again. For the arguments see input_producer."""
    with name_scope(name, "input_producer", [limit]) as name:
        summary_name = f"fraction_of_{capacity}_full"
        return input_producer(range_(limit), [], num_epochs, shuffle, seed, capacity, shared_name, summary_name, name)


def slice_input_producer(
    tensor_list, num_epochs=None, shuffle=True, seed=None, capacity=32, shared_name=None, name=None
):
    """A row of each tensor, the same one, another in each run. For the arguments see input_producer.

    tensor_list: tensors with the same first size.
    num_epochs: how often all rows come; None: without end.  shuffle, seed: whether in random order.
    capacity, shared_name: of the queue.
    """
    with name_scope(name, "input_producer", tensor_list):
        tensors = [convert_to_tensor_or_indexed_slices(item) for item in tensor_list]
        if not tensors:
            raise ValueError("Expected at least one tensor in slice_input_producer().")
        queue = range_input_producer(
            shape(tensors[0])[0],
            num_epochs=num_epochs,
            shuffle=shuffle,
            seed=seed,
            capacity=capacity,
            shared_name=shared_name,
        )
        index = queue.dequeue()
        return [gather(tensor, index) for tensor in tensors]
