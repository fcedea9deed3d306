"""Names of graph elements, as TensorFlow's modules of sessions and meta graphs read them."""

from collections.abc import Iterable
from typing import Any

from graphlab._src.autodiff.trainable import TRAINABLE
from graphlab._src.base import dtypes
from graphlab._src.base.text import as_bytes
from graphlab._src.graph import Tensor


def op_name(tensor_name: str) -> str:
    """The name of the operation in the name of a tensor or control input. ValueError for an empty one."""
    if not tensor_name:
        raise ValueError("Tensor name cannot be empty or None.")
    return tensor_name.removeprefix("^").partition(":")[0]


def get_scope(node_name: str) -> str:
    """The name scope that a node or tensor is in, "" at the top. ValueError for an empty name."""
    if not node_name:
        raise ValueError("Node name cannot be empty or None.")
    return node_name.removeprefix("^").rpartition("/")[0]


def name_list(tensor_list: Iterable[Any]) -> list[bytes]:
    """The names of tensors, as bytes."""
    return [as_bytes(tensor.name) for tensor in tensor_list]


def maybe_name(obj: Any) -> str:
    """What an error calls an object: its name, where it has one."""
    if obj is None:
        return "None"
    return obj.name if hasattr(obj, "name") else f"<no name for {type(obj)}>"


def TensorShapeProtoToList(shape: Any) -> list[int]:  # noqa: N802  (TensorFlow's name)
    """The sizes in a TensorShapeProto."""
    return [dim.size for dim in shape.dim]


def IsTrainable(tensor_or_dtype: Any) -> bool:  # noqa: N802
    """True where gradients flow through tensors of a type: a tensor's, or one that is given."""
    dtype = tensor_or_dtype.dtype if isinstance(tensor_or_dtype, Tensor) else dtypes.as_dtype(tensor_or_dtype)
    return dtype.base_dtype in TRAINABLE


def as_list(x: Any) -> Any:
    """A list or tuple itself, anything else in a list."""
    return x if isinstance(x, (list, tuple)) else [x]
