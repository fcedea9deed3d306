"""tensorflow.python.data.util.sparse: the sparse tensors of an element, and the variants that represent them."""

from collections.abc import Callable
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import unknown_shape
from graphlab._src.data import nest, structure
from graphlab._src.graph import Tensor
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.graph.type_spec import SparseTensorSpec
from graphlab._src.ops.sparse_serialized import serialize_many_sparse, serialize_sparse


def any_sparse(classes: Any) -> bool:
    """True where SparseTensor is among the classes of an element."""
    return any(one is SparseTensor for one in nest.flatten(classes))


def as_dense_shapes(shapes: Any, classes: Any) -> Any:
    """The shapes of the tensors that represent an element: nothing is known of those of sparse tensors."""
    return _where_sparse(shapes, classes, lambda _: unknown_shape())


def as_dense_types(types: Any, classes: Any) -> Any:
    """The types of the tensors that represent an element: variant for sparse tensors."""
    return _where_sparse(types, classes, lambda _: dtypes.variant)


def _where_sparse(values: Any, classes: Any, function: Callable[[Any], Any]) -> Any:
    pairs = zip(nest.flatten(values), nest.flatten(classes), strict=True)
    return nest.pack_as(values, [function(value) if kind is SparseTensor else value for value, kind in pairs])


def get_classes(tensors: Any) -> Any:
    """The structure of the classes of tensors: Tensor or SparseTensor."""
    return nest.map_structure(lambda one: SparseTensor if isinstance(one, SparseTensor) else Tensor, tensors)


def serialize_sparse_tensors(tensors: Any) -> Any:
    """Tensors with a variant in place of each sparse one."""
    return _where_sparse(tensors, get_classes(tensors), lambda one: serialize_sparse(one, out_type=dtypes.variant))


def serialize_many_sparse_tensors(tensors: Any) -> Any:
    """Tensors with a variant for each row in place of each sparse one."""
    return _where_sparse(tensors, get_classes(tensors), lambda one: serialize_many_sparse(one, out_type=dtypes.variant))


def deserialize_sparse_tensors(tensors: Any, types: Any, shapes: Any, classes: Any) -> Any:
    """Tensors with a sparse one in place of each variant that represents one, as `classes` say."""
    parts = [nest.flatten(part) for part in (tensors, types, shapes, classes)]
    made = [
        structure.from_tensors(SparseTensorSpec(shape, kind), [tensor]) if one is SparseTensor else tensor
        for tensor, kind, shape, one in zip(*parts, strict=True)
    ]
    return nest.pack_as(types, made)
