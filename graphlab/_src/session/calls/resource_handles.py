"""Fetched handles of resources: the bytes of a ResourceHandleProto, as TensorFlow returns them."""

from collections.abc import Callable
from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.errors import InternalError, InvalidArgumentError, explain, text_of
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.references import GradientArray, lives_in_run, owner_of, state_dims, state_dtype
from graphlab._src.graph.tensor import Tensor
from graphlab._src.ops.string_hash import hash64
from graphlab._src.proto import ResourceHandleProto
from graphlab._src.session.annotations import Array

_BYTES = np.dtype([("resource", "u1")])
_CONTAINER = "localhost"  # TensorFlow's name for the default one
_SEED = 0xC70F6907  # of the hash that C++'s type_info has

# Kinds of resources -> TensorFlow's C++ classes, whose names are in the handles.
_CLASSES = {
    "accumulator": ("ConditionalAccumulatorBase",),
    "iterator": ("data", "IteratorResource"),
    "mutex": ("_GLOBAL__N_1", "Mutex"),
    "queue": ("QueueInterface",),
    "reader": ("ReaderInterface",),
    "table": ("lookup", "LookupInterface"),
    "variable": ("Var",),
}


def converter(session: Any, element: object) -> Callable[[Any], Any] | None:
    """What makes a fetched value of what a run returns for a handle; None for what is no handle.

    session: whose resources handles refer to.  A variant has no value in NumPy: its conversion raises InternalError.
    """
    dtype = element.dtype.base_dtype if isinstance(element, Tensor) else None
    if not isinstance(element, Tensor) or dtype not in (dtypes.resource, dtypes.variant, dtypes.string):
        return None
    if dtype is dtypes.resource:
        return lambda value: _bytes_of(session, element, value)
    if dtype is dtypes.variant:
        return lambda value: _refuse(element)
    return (lambda value: _pair(session, element, value)) if element.dtype.is_ref_dtype else None


def _refuse(element: Tensor) -> None:
    message = f"Tensorflow type {element.dtype.base_dtype.as_datatype_enum} not convertible to numpy dtype."
    fix = "fetch what is made of it: the elements of a list, the next element of a dataset"
    raise InternalError(None, None, explain(message, at=element, fix=fix))


def _bytes_of(session: Any, element: Tensor, value: Any) -> Array:
    owner = owner_of(element)
    if owner is None and isinstance(value, np.ndarray):  # several that were packed
        message = f"Unexpected non-scalar DT_RESOURCE tensor seen (shape: {list(element.dims or value.shape)})."
        raise InvalidArgumentError(None, None, explain(message, at=element, fix="fetch each handle by itself"))
    kind, container, name = _name_of(session, element, value)
    mangled = "".join(
        f"{len(part)}{part}"
        for part in ("tensorflow", *_CLASSES.get(kind, (kind if kind.isidentifier() else "ResourceBase",)))
    )
    type_name = f"N{mangled}E"
    handle = ResourceHandleProto(
        device=session.devices.place(element.op, on_host=owner is None).name,
        container=container,
        name=name,
        hash_code=hash64(type_name.encode(), _SEED),
        maybe_type_name=type_name,
    )
    if kind == "variable":
        found = handle.dtypes_and_shapes.add(dtype=state_dtype(owner).as_datatype_enum)
        dims = state_dims(owner)
        found.shape.unknown_rank = dims is None
        for size in dims or ():
            found.shape.dim.add(size=-1 if size is None else size)
    return encode_resource_handle(handle)


def encode_resource_handle(resource_handle: Any) -> Array:
    """The bytes of a ResourceHandleProto in the form in which a run returns and is fed them."""
    return np.frombuffer(resource_handle.SerializeToString(), _BYTES).copy()


def _pair(session: Any, element: Tensor, value: Any) -> Any:
    """The container and the name of an old handle, which is a reference to strings; a variable of strings as it is."""
    if isinstance(value, (bytes, np.ndarray)):
        return value
    return np.array([part.encode() for part in _name_of(session, element, value)[1:]], object)


def _name_of(session: Any, element: Tensor, value: Any) -> tuple[str, str, str]:
    """(kind, container, name) of the resource that a handle refers to."""
    owner = owner_of(element)
    if owner is None:
        kind, container, name = session.store.resources.key_of(value, element.op) or ("", "", element.op)
        if isinstance(name, Operation):
            name = name.name if name.attrs.get("use_node_name_sharing") else _unique(name)
        return kind, container or _CONTAINER, name
    op = owner.array if isinstance(owner, GradientArray) else owner
    if lives_in_run(owner):
        return op.type.rstrip("V23"), "__per_step_0", _unique(op)
    return (
        "variable",
        text_of(op.attrs.get("container", b"")) or _CONTAINER,
        text_of(op.attrs["shared_name"]) or op.name,
    )


def _unique(op: Operation) -> str:
    return f"_{op._id}_{op.name}"
