"""Queues: elements wait in the session until an operation removes them."""

import functools
import hashlib
from collections.abc import Sequence
from typing import Any

from graphlab._src.base import dtypes as types
from graphlab._src.base.shapes import Dimension, TensorShape, as_shape, unknown_shape
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.graph.attributes import attribute
from graphlab._src.graph.constant import static_value
from graphlab._src.ops.define import raw_ops
from graphlab._src.ops.gather import gather
from graphlab._src.ops.joining import stack
from graphlab._src.ops.seed import get_seed
from graphlab._src.state import queue_ops


class QueueBase:
    """Base class of queues: operations that enqueue and dequeue elements.

    dtypes: of an element's components.  shapes: of each, or None when they may have any shape.
    names: of each; elements are then dicts.  queue_ref: the tensor of the queue's handle.
    """

    def __init__(self, dtypes, shapes, names, queue_ref):
        self._dtypes = dtypes
        if shapes is not None and len(shapes) != len(dtypes):
            raise ValueError("Queue shapes must have the same length as dtypes")
        if names is not None and len(names) != len(dtypes):
            raise ValueError("Queue names must have the same length as dtypes")
        self._shapes = [unknown_shape() for _ in dtypes] if shapes is None else [TensorShape(s) for s in shapes]
        self._names = names
        self._queue_ref = queue_ref
        self._name = queue_ref.op.name.rpartition("/")[-1]

    @staticmethod
    def from_list(index, queues):
        """The queue of a list that a number says when it is run.

        index: int, scalar.  queues: a list of queues with the same types and names.
        """
        if not queues or not isinstance(queues, list) or not all(isinstance(queue, QueueBase) for queue in queues):
            raise TypeError("A list of queues expected")
        dtypes, names = queues[0].dtypes, queues[0].names
        if not all(dtypes == queue.dtypes for queue in queues[1:]):
            raise TypeError("Queues do not have matching component dtypes.")
        if not all(names == queue.names for queue in queues[1:]):
            raise TypeError("Queues do not have matching component names.")
        shapes = [functools.reduce(_common_shape, each) for each in zip(*[q.shapes for q in queues], strict=True)]
        chosen = gather(stack([queue.queue_ref for queue in queues]), index)
        return QueueBase(dtypes, shapes, names, chosen)

    queue_ref = attribute("_queue_ref", "The tensor of the queue's handle.")
    name = attribute("_queue_ref.op.name", "The name of the operation that names the queue.")
    dtypes = attribute("_dtypes", "The DType of each component of an element.")
    shapes = attribute("_shapes", "The TensorShape of each component of an element.")
    names = attribute("_names", "The name of each component of an element, or None.")

    def enqueue(self, vals, name=None):
        """The operation that adds one element; it waits while the queue is full.

        vals: a tensor, a list or tuple of them, or a dict where the queue has names.
        A run raises CancelledError when the queue is closed, or is closed while it waits and that is to cancel it.
        """
        with name_scope(name, f"{self._name}_enqueue", _tensors_of(vals)) as scope:
            components = self._components(vals)
            for tensor, shape in zip(components, self._shapes, strict=False):
                tensor.shape.assert_is_compatible_with(shape)
            return self._op("QueueEnqueue")(self._queue_ref, components, name=scope)

    def enqueue_many(self, vals, name=None):
        """The operation that adds the rows of its tensors, which all have the same first size, as elements.

        vals: a tensor, a list or tuple of them, or a dict where the queue has names. It waits for space for each row.
        """
        with name_scope(name, f"{self._name}_EnqueueMany", _tensors_of(vals)) as scope:
            components = self._components(vals)
            rows = Dimension(None)
            for tensor, shape in zip(components, self._shapes, strict=False):
                given = tensor.shape.with_rank_at_least(1)
                rows = rows.merge_with(Dimension(given[0]))
                given[1:].assert_is_compatible_with(shape)
            return self._op("QueueEnqueueMany")(self._queue_ref, components, name=scope)

    def dequeue(self, name=None):
        """One element: a tensor, a list of them, or a dict; the run waits while the queue is empty.

        A run raises OutOfRangeError when the queue is closed and empty.
        """
        tensors = self._op("QueueDequeue")(
            self._queue_ref, component_types=self._dtypes, name=name or f"{self._name}_Dequeue"
        )
        for tensor, shape in zip(tensors, self._shapes, strict=True):
            tensor.set_shape(shape)
        return self._element(tensors)

    def dequeue_many(self, n, name=None):
        """n elements in one, stacked along a new first axis; the run waits until there are so many.

        A run raises OutOfRangeError when the queue is closed and has fewer.
        """
        tensors = self._op("QueueDequeueMany")(
            self._queue_ref, n, component_types=self._dtypes, name=name or f"{self._name}_DequeueMany"
        )
        count = static_value(tensors[0].op.inputs[1])
        rows = TensorShape([None if count is None else int(count)])
        for tensor, shape in zip(tensors, self._shapes, strict=True):
            tensor.set_shape(rows.concatenate(shape))
        return self._element(tensors)

    def dequeue_up_to(self, n, name=None):
        """n elements in one, stacked along a new first axis; fewer when the queue is closed and has no more.

        A run raises OutOfRangeError when the queue is closed and empty.
        """
        tensors = self._op("QueueDequeueUpTo")(
            self._queue_ref, n, component_types=self._dtypes, name=name or f"{self._name}_DequeueUpTo"
        )
        for tensor, shape in zip(tensors, self._shapes, strict=True):
            tensor.set_shape(TensorShape([None]).concatenate(shape))
        return self._element(tensors)

    def close(self, cancel_pending_enqueues=False, name=None):
        """The operation that closes the queue: nothing more comes in, what is in it can be taken out.

        cancel_pending_enqueues: whether enqueues that wait for space fail with CancelledError.
        """
        return self._op("QueueClose")(
            self._queue_ref, cancel_pending_enqueues=cancel_pending_enqueues, name=name or f"{self._name}_Close"
        )

    def is_closed(self, name=None):
        """Whether the queue is closed: bool, scalar."""
        return self._op("QueueIsClosed")(self._queue_ref, name=name or f"{self._name}_Is_Closed")

    def size(self, name=None):
        """The number of elements in the queue: int32, scalar."""
        return self._op("QueueSize")(self._queue_ref, name=name or f"{self._name}_Size")

    def _op(self, op_type):
        """The function that adds an operation of that type, in the form for the queue's handle: a reference or a resource."""
        return getattr(raw_ops, f"{op_type}V2" if self._queue_ref.dtype == types.resource else op_type)

    def _components(self, vals):
        """The values as tensors in the order of the components."""
        if isinstance(vals, dict):
            if not self._names:
                raise ValueError("Queue must have names to enqueue a dictionary")
            if sorted(self._names, key=str) != sorted(vals, key=str):
                raise ValueError(
                    f"Keys in dictionary to enqueue do not match names of Queue.  Dictionary: ({sorted(vals)}), "
                    f"Queue: ({sorted(self._names)})"
                )
            vals = [vals[name] for name in self._names]
        elif self._names:
            raise ValueError("You must enqueue a dictionary in a Queue with names")
        elif not isinstance(vals, (list, tuple)):
            vals = [vals]
        return [
            convert_to_tensor(value, dtype, f"component_{i}")
            for i, (value, dtype) in enumerate(zip(vals, self._dtypes, strict=False))
        ]

    def _element(self, tensors) -> Any:
        """The tensors of one element in the form that its user knows."""
        if self._names:
            return dict(zip(self._names, tensors, strict=True))
        return tensors[0] if len(tensors) == 1 else tensors


class FIFOQueue(QueueBase):
    """A queue that returns elements in the order in which they were added (first in, first out).

    capacity: how many elements it holds at most.  dtypes: of an element's components.
    shapes: of each, fully defined; without them elements may differ in shape, and come out one by one only.
    names: of each; elements are then dicts.  shared_name: queues of the same name in a session are one.
    """

    def __init__(self, capacity, dtypes, shapes=None, names=None, shared_name=None, name: Any = "fifo_queue"):
        dtypes, shapes = _type_list("FIFOQueueV2", dtypes), _shape_list(shapes)
        names = _name_list(names, dtypes)
        queue_ref = queue_ops.fifo_queue(dtypes, shapes, capacity, shared_name=shared_name, name=name)
        super().__init__(dtypes, shapes, names, queue_ref)


class PaddingFIFOQueue(QueueBase):
    """A queue whose components may differ in size: those that come out together are padded with zeros.

    shapes: of each component, with None for sizes that may differ. For the rest see FIFOQueue.
    capacity, dtypes, names, shared_name: as in FIFOQueue.
    """

    def __init__(self, capacity, dtypes, shapes, names=None, shared_name=None, name="padding_fifo_queue"):
        dtypes, shapes = _type_list("PaddingFIFOQueueV2", dtypes), _partial_shape_list(shapes)
        names = _name_list(names, dtypes)
        if len(dtypes) != len(shapes):
            raise ValueError(
                f"Shapes must be provided for all components, but received {len(dtypes)} dtypes and {len(shapes)} "
                "shapes."
            )
        queue_ref = queue_ops.padding_fifo_queue(dtypes, shapes, capacity, shared_name=shared_name, name=name)
        super().__init__(dtypes, shapes, names, queue_ref)


class RandomShuffleQueue(QueueBase):
    """A queue that returns elements in random order.

    min_after_dequeue: how many elements it keeps back until it is closed, for mixing.
    seed: of the random numbers, beside that of the graph. For the rest see FIFOQueue.
    capacity, dtypes, shapes, names, shared_name: as in FIFOQueue.
    """

    def __init__(
        self,
        capacity,
        min_after_dequeue,
        dtypes,
        shapes=None,
        names=None,
        seed=None,
        shared_name=None,
        name="random_shuffle_queue",
    ):
        dtypes, shapes = _type_list("RandomShuffleQueueV2", dtypes), _shape_list(shapes)
        names = _name_list(names, dtypes)
        graph_seed, own_seed = get_seed(seed)
        if graph_seed is not None and seed is None and shared_name is not None:
            # Queues that are one have one seed, wherever in the graph they are named.
            digest = hashlib.md5(f"{graph_seed}{shared_name}".encode(), usedforsecurity=False).hexdigest()
            own_seed = int(digest[:8], 16) & 0x7FFFFFFF
        queue_ref = queue_ops.random_shuffle_queue(
            dtypes,
            shapes,
            capacity,
            min_after_dequeue=min_after_dequeue,
            seed=graph_seed or 0,
            seed2=own_seed or 0,
            shared_name=shared_name,
            name=name,
        )
        super().__init__(dtypes, shapes, names, queue_ref)


class PriorityQueue(QueueBase):
    """A queue that returns the element with the lowest priority first.

    The priority is one more component, the first: int64, scalar.  types: of the other components.
    For the rest see FIFOQueue.
    capacity, shapes, names, shared_name: as in FIFOQueue.
    """

    def __init__(self, capacity, types, shapes=None, names=None, shared_name=None, name="priority_queue"):
        dtypes, shapes = _type_list(None, types), _shape_list(shapes)
        queue_ref = queue_ops.priority_queue(
            shapes=shapes or [], component_types=dtypes, capacity=capacity, shared_name=shared_name, name=name
        )
        super().__init__([_INT64, *dtypes], [(), *shapes] if shapes else None, names, queue_ref)


_INT64 = types.int64


def _type_list(op_type, dtypes):
    found = [types.as_dtype(item) for item in (dtypes if isinstance(dtypes, (list, tuple)) else [dtypes])]
    if op_type and not found:
        raise ValueError(f"Attr 'component_types' of '{op_type}' Op passed list of length 0 less than minimum 1.")
    return found


def _shape_list(shapes, partial=False):
    """A TensorShape for each component, or None."""
    if shapes is None:
        return None
    if isinstance(shapes, TensorShape):
        shapes = [shapes]
    if not isinstance(shapes, (tuple, list)):
        raise TypeError("shapes must be a TensorShape or a list or tuple of TensorShapes.")
    if all(shape is None or isinstance(shape, int) for shape in shapes):
        shapes = [shapes]  # the shape of the only component
    found = [as_shape(shape) for shape in shapes]
    if not partial and not all(shape.is_fully_defined() for shape in found):
        raise ValueError(f"All shapes must be fully defined: {found}")
    if any(shape.dims is None for shape in found):
        raise ValueError(f"All shapes must have a defined rank: {found}")
    return found


def _partial_shape_list(shapes) -> Any:
    if (
        not isinstance(shapes, Sequence)
        or not shapes
        or any(shape is None or isinstance(shape, int) for shape in shapes)
    ):
        raise ValueError("When providing partial shapes, a list of shapes must be provided.")
    return _shape_list(shapes, partial=True)


def _name_list(names, dtypes):
    if names is None:
        return None
    names = list(names) if isinstance(names, (list, tuple)) else [names]
    if len(names) != len(dtypes):
        raise ValueError("List of names must have the same length as the list of dtypes")
    return names


def _tensors_of(vals):
    if isinstance(vals, (list, tuple)):
        return list(vals)
    return list(vals.values()) if isinstance(vals, dict) else [vals]


def _common_shape(a, b):
    """The sizes that two shapes share; None where they differ."""
    if a.ndims is None or b.ndims is None or a.ndims != b.ndims:
        return unknown_shape()
    return TensorShape([x if x == y else None for x, y in zip(a.as_list(), b.as_list(), strict=True)])
