"""The operations of queues.

Each comes twice: with a handle of type resource (FIFOQueueV2, QueueEnqueueV2) and, as older graphs have it, with a
reference to a string (FIFOQueue, QueueEnqueue). With both, what flows is the queue itself.
"""

import numpy as np

from graphlab._src.base import dtypes as types
from graphlab._src.base import shapes as dims
from graphlab._src.base.errors import InvalidArgumentError
from graphlab._src.base.shapes import ShapeError
from graphlab._src.graph import constant_value
from graphlab._src.ops.define import REQUIRED, SHAPES, no_gradient, op, scalar, twice
from graphlab._src.ops.rules import with_rank
from graphlab._src.state.named_resources import find_or_make
from graphlab._src.state.queue_kinds import PaddingQueue, PrioritizedQueue, ShuffleQueue
from graphlab._src.state.queue_object import Queue, failure, signature

_ELEMENTS = {"component_types": (list[types.DType], REQUIRED), "shapes": (SHAPES, []), "capacity": (int, -1)}
_NAMED = {"container": (str, ""), "shared_name": (str, "")}
_MINIMUMS = {"component_types": 1}


def _handle_shape(op):
    return () if op.type.endswith("V2") else (2,)


def _names_a_queue(op_type, attrs, **capabilities):
    return twice(op_type, "-> handle: resource", _handle_shape, stateful=True, attrs=attrs, **capabilities)


def _queue(context, kind, *more):
    attrs = context.op.attrs
    arguments = attrs["capacity"], attrs["component_types"], attrs["shapes"], *more
    return find_or_make(
        context,
        "queue",
        lambda name: kind(name, *arguments),
        lambda found: _check(context.op, found, kind(found.name, *arguments)),
    )


def _check(op, found, requested):
    """Raises InvalidArgumentError unless the queue of that name is what an operation describes."""
    start = f"Shared queue '{found.name}' has "
    message = None
    if type(found) is not type(requested):
        message = f"Expected {found.kind}, found {op.type}"
    elif found.capacity != requested.capacity:
        message = f"{start}capacity {found.capacity} but requested capacity was {requested.capacity}"
    elif isinstance(found, ShuffleQueue) and found.min_after_dequeue != requested.min_after_dequeue:
        message = (
            f"{start}min_after_dequeue {found.min_after_dequeue} but requested min_after_dequeue was "
            f"{requested.min_after_dequeue}."
        )
    elif isinstance(found, ShuffleQueue) and requested.seeds not in ((0, 0), found.seeds):
        message = f"{start}random seeds {found.seeds} but requested seeds are {requested.seeds}."
    elif found.dtypes != requested.dtypes:
        has, wants = (", ".join(map(types.runtime_name, queue.dtypes)) for queue in (found, requested))
        message = f"{start}component types {has} but requested component types were {wants}"
    elif not _same_shapes(found, requested):
        has, wants = (", ".join(map(dims.text, queue.shapes)) for queue in (found, requested))
        message = f"{start}component shapes [{has}] but requested component shapes were [{wants}]"
    if message:
        raise failure(InvalidArgumentError, op, message)


def _same_shapes(found, requested):
    if not isinstance(found, PaddingQueue):
        return found.shapes == requested.shapes
    same_count = len(found.shapes) == len(requested.shapes)
    return same_count and all(dims.compatible(a, b) for a, b in zip(found.shapes, requested.shapes, strict=True))


@_names_a_queue("FIFOQueue", {**_ELEMENTS, **_NAMED}, minimums=_MINIMUMS)
def fifo_queue(*, context):
    """A queue that returns elements in the order in which they came."""
    return _queue(context, Queue)


@_names_a_queue("PaddingFIFOQueue", {**_ELEMENTS, **_NAMED}, minimums=_MINIMUMS)
def padding_fifo_queue(*, context):
    """A queue that pads components of different sizes when it returns several elements in one."""
    return _queue(context, PaddingQueue)


@_names_a_queue(
    "PriorityQueue",
    {**_ELEMENTS, "component_types": (list[types.DType], []), "shapes": (SHAPES, REQUIRED), **_NAMED},
)
def priority_queue(*, context):
    """A queue that returns the element with the lowest first component first."""
    return _queue(context, PrioritizedQueue)


@_names_a_queue(
    "RandomShuffleQueue",
    {**_ELEMENTS, "min_after_dequeue": (int, 0), "seed": (int, 0), "seed2": (int, 0), **_NAMED},
    minimums=_MINIMUMS,
)
def random_shuffle_queue(*, context):
    """A queue that returns elements in random order, and holds min_after_dequeue of them back until it is closed."""
    attrs = context.op.attrs
    least = attrs["min_after_dequeue"]
    if least < 0:
        raise failure(InvalidArgumentError, context.op, f"min_after_dequeue {least} must be >= 0")
    if least >= attrs["capacity"] >= 0:
        message = f"min_after_dequeue {least} must be < capacity {attrs['capacity']}"
        raise failure(InvalidArgumentError, context.op, message)
    return _queue(context, ShuffleQueue, least, attrs["seed"], attrs["seed2"])


_TIMEOUT = {"timeout_ms": (int, -1)}  # TensorFlow knows no other value than its default
_TAKEN = {"component_types": (list[types.DType], REQUIRED), **_TIMEOUT}


def _check_count(op):
    """`n` is a number, not below 0; nothing is known of the shapes, which the queue's class adds."""
    with_rank(op.inputs[1].dims, 0)
    count = constant_value(op.inputs[1])
    if count is not None and count < 0:
        raise ShapeError(f"Input 'n' must be >= 0, but is {count}")
    return [None] * len(op.attrs["component_types"])


def _nothing_known(op):
    return [None] * len(op.attrs["component_types"])


@twice("QueueEnqueue", "handle: resource, components: *Tcomponents ->", attrs=_TIMEOUT, minimums={"Tcomponents": 1})
def queue_enqueue(handle, components, *, context):
    """Adds an element to a queue; waits while it is full."""
    handle.enqueue(context, components)


@twice("QueueEnqueueMany", "handle: resource, components: *Tcomponents ->", attrs=_TIMEOUT, minimums={"Tcomponents": 1})
def queue_enqueue_many(handle, components, *, context):
    """Adds the rows of the components to a queue, as elements; waits while it is full."""
    handle.enqueue_many(context, components)


def _check_taken(context, queue, more=()):
    """Raises InvalidArgumentError unless the operation says the types that the queue has."""
    op = context.op
    requested = op.attrs["component_types"]
    if requested != queue.dtypes:
        inputs = ["resource" if op.inputs[0].dtype is types.resource else "string_ref", *more]
        queue.check_signature(context, signature(inputs, requested), signature(inputs, queue.dtypes))


@twice(
    "QueueDequeue", "handle: resource -> components: *component_types", _nothing_known, attrs=_TAKEN, minimums=_MINIMUMS
)
def queue_dequeue(handle, *, context):
    """Removes an element from a queue; waits while there is none."""
    _check_taken(context, handle)
    return handle.dequeue(context)


@twice(
    "QueueDequeueMany",
    "handle: resource, n: int32 -> components: *component_types",
    _check_count,
    attrs=_TAKEN,
    minimums=_MINIMUMS,
)
def queue_dequeue_many(handle, n, *, context):
    """Removes n elements from a queue and stacks them; waits until there are so many."""
    _check_taken(context, handle, ["int32"])
    return handle.dequeue_many(context, int(n))


@twice(
    "QueueDequeueUpTo",
    "handle: resource, n: int32 -> components: *component_types",
    _check_count,
    attrs=_TAKEN,
    minimums=_MINIMUMS,
)
def queue_dequeue_up_to(handle, n, *, context):
    """Removes n elements from a queue and stacks them; fewer when it is closed and has no more."""
    _check_taken(context, handle, ["int32"])
    return handle.dequeue_many(context, int(n), up_to=True)


@twice("QueueClose", "handle: resource ->", attrs={"cancel_pending_enqueues": (bool, False)})
def queue_close(handle, *, context):
    """Closes a queue: nothing more comes in, and what is in it can still be taken out."""
    handle.close(context, context.op.attrs["cancel_pending_enqueues"])


@twice("QueueSize", "handle: resource -> size: int32", scalar)
def queue_size(handle):
    """The number of elements in a queue."""
    return np.asarray(handle.size(), np.int32)


@twice("QueueIsClosed", "handle: resource -> is_closed: bool", scalar)
def queue_is_closed(handle):
    """True when a queue is closed."""
    return np.asarray(handle.closed)


@op(
    "FakeQueue",
    "resource: resource -> handle: Ref(string)",
    infer=lambda op: (2,),
    host=True,
    stateful=True,
    grad=no_gradient,
)
def fake_queue(resource):
    """The same queue, with a handle of the older type."""
    return resource
