"""Barrier: elements whose components come one by one, each under the key of its element."""

import numpy as np

from graphlab._src.base import dtypes as types
from graphlab._src.base.errors import InvalidArgumentError
from graphlab._src.base.shapes import TensorShape, of, unknown_shape
from graphlab._src.graph import static_value
from graphlab._src.graph.attributes import attribute
from graphlab._src.ops.define import REQUIRED, SHAPES, no_gradient, no_outputs, op, scalar
from graphlab._src.ops.rules import merge_size, with_rank
from graphlab._src.state.barrier_object import Barrier as BarrierObject
from graphlab._src.state.named_resources import find_or_make
from graphlab._src.state.queue_object import failure, signature

_HOST = {"host": True, "grad": no_gradient}


@op(
    "Barrier",
    "-> handle: Ref(string)",
    infer=lambda op: (2,),
    stateful=True,
    attrs={
        "component_types": (list[types.DType], REQUIRED),
        "shapes": (SHAPES, []),
        "capacity": (int, -1),
        "container": (str, ""),
        "shared_name": (str, ""),
    },
    minimums={"component_types": 1},
    **_HOST,
)
def barrier(*, context):
    """A barrier, which holds elements until all of their components are there."""
    attrs = context.op.attrs
    kinds, shapes = attrs["component_types"], attrs["shapes"]
    found = find_or_make(context, "barrier", lambda name: BarrierObject(name, kinds, shapes))
    found.check_same(context, kinds, shapes)
    return found


def _inserted(op):
    keys = with_rank(op.inputs[1].dims, 1)
    values = op.inputs[2].dims
    if values is not None:
        merge_size(keys[0], values[0] if values else None)
    return []


@op(
    "BarrierInsertMany",
    "handle: Ref(string), keys: string, values: T ->",
    infer=_inserted,
    attrs={"component_index": (int, REQUIRED)},
    **_HOST,
)
def barrier_insert_many(handle, keys, values, *, context):
    """Adds a component of the elements of keys to a barrier."""
    op, component = context.op, context.op.attrs["component_index"]
    if component < len(handle.dtypes) and op.attrs["T"] != handle.dtypes[component]:
        given, wanted = (
            signature(["string_ref", "string", kind]) for kind in (op.attrs["T"], handle.dtypes[component])
        )
        raise failure(InvalidArgumentError, op, f"Signature mismatch, have: {given} expected: {wanted}")
    handle.insert(context, component, keys, values)


def _taken(op):
    with_rank(op.inputs[1].dims, 0)
    return [(None,), (None,), *[None] * len(op.attrs["component_types"])]


@op(
    "BarrierTakeMany",
    "handle: Ref(string), num_elements: int32 -> indices: int64, keys: string, values: *component_types",
    infer=_taken,
    attrs={
        "component_types": (list[types.DType], REQUIRED),
        "allow_small_batch": (bool, False),
        "wait_for_incomplete": (bool, False),
        "timeout_ms": (int, -1),
    },
    minimums={"component_types": 1},
    **_HOST,
)
def barrier_take_many(handle, num_elements, *, context):
    """Removes elements from a barrier; waits until so many are complete."""
    attrs = context.op.attrs
    small, wait = attrs["allow_small_batch"], attrs["wait_for_incomplete"]
    indices, keys, values = handle.take(context, int(num_elements), small, wait)
    return [indices, keys, *values]


@op(
    "BarrierClose",
    "handle: Ref(string) ->",
    infer=no_outputs,
    attrs={"cancel_pending_enqueues": (bool, False)},
    **_HOST,
)
def barrier_close(handle, *, context):
    """Lets no new keys into a barrier."""
    handle.close(context, context.op.attrs["cancel_pending_enqueues"])


@op("BarrierReadySize", "handle: Ref(string) -> size: int32", infer=scalar, **_HOST)
def barrier_ready_size(handle):
    """The number of complete elements in a barrier."""
    return np.int32(len(handle.ready))


@op("BarrierIncompleteSize", "handle: Ref(string) -> size: int32", infer=scalar, **_HOST)
def barrier_incomplete_size(handle):
    """The number of elements in a barrier of which components are still to come."""
    return np.int32(len(handle.incomplete))


class Barrier:
    """Elements that wait until all of their components are there; these come one by one, under the key of the element.

    types: of the components.  shapes: of each; ValueError for one without elements.  shared_name: in the session.
    """

    def __init__(self, types, shapes=None, shared_name=None, name="barrier"):
        kinds = list(types) if isinstance(types, (list, tuple)) else [types]
        kinds = [_as_dtype(kind) for kind in kinds]
        self._types = kinds
        self._shapes = (
            [unknown_shape() for _ in kinds] if shapes is None else [TensorShape(s) for s in _listed(shapes, kinds)]
        )
        for i, shape in enumerate(self._shapes):
            if shape.num_elements() == 0:
                raise ValueError(f"Empty tensors are not supported, but received shape '{shape}' at index {i}")
        options = {} if shared_name is None else {"shared_name": shared_name}
        dims = [of(shape) for shape in self._shapes]
        self._barrier_ref = barrier(component_types=kinds, shapes=dims, name=name, **options)

    barrier_ref = attribute("_barrier_ref", "The tensor of the barrier's handle.")
    name = attribute("_barrier_ref.op.name", "The name of the operation that names the barrier.")

    def _named(self, name, what):
        return name or f"{self.name.rpartition('/')[-1]}_Barrier{what}"

    def insert_many(self, component_index, keys, values, name=None):
        """The operation that adds a component of the elements of keys.

        component_index: which component, a Python int.  keys: strings [n].  values: [n, …].
        A run raises InvalidArgumentError when a key has that component, CancelledError when the barrier is closed.
        """
        name = self._named(name, "InsertMany")
        return barrier_insert_many(self._barrier_ref, keys, values, component_index=component_index, name=name)

    def take_many(self, num_elements, allow_small_batch=False, timeout=None, name=None):
        """(indices, keys, values) of the next complete elements, which are removed; it waits until there are so many.

        allow_small_batch: fewer when the barrier is closed.  timeout: has no effect, as in TensorFlow.
        OutOfRangeError in the run when the barrier is closed and has too few.
        """
        found = barrier_take_many(
            self._barrier_ref,
            num_elements,
            component_types=self._types,
            allow_small_batch=allow_small_batch,
            timeout_ms=-1 if timeout is None else timeout,
            name=self._named(name, "TakeMany"),
        )
        known = None if allow_small_batch else static_value(found[0].op.inputs[1])
        count = None if known is None else int(known)
        found[0].set_shape([count])
        found[1].set_shape([count])
        for tensor, shape in zip(found[2], self._shapes, strict=True):
            tensor.set_shape(TensorShape([count]).concatenate(shape))
        return found

    def close(self, cancel_pending_enqueues=False, name=None):
        """The operation that lets no new keys in; with cancel_pending_enqueues incomplete elements are dropped."""
        name = self._named(name, "Close")
        return barrier_close(self._barrier_ref, cancel_pending_enqueues=cancel_pending_enqueues, name=name)

    def ready_size(self, name=None):
        """The number of complete elements, int32."""
        return barrier_ready_size(self._barrier_ref, name=self._named(name, "ReadySize"))

    def incomplete_size(self, name=None):
        """The number of elements of which components are still to come, int32."""
        return barrier_incomplete_size(self._barrier_ref, name=self._named(name, "IncompleteSize"))


def _as_dtype(kind):
    return types.as_dtype(kind).base_dtype


def _listed(shapes, kinds):
    return shapes if isinstance(shapes, (list, tuple)) and len(shapes) == len(kinds) else [shapes] * len(kinds)
