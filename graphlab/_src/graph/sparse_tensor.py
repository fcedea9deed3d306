"""SparseTensor: a tensor that is mostly zero, as the places and values of the rest."""

from typing import Any, NamedTuple

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.errors import explain
from graphlab._src.graph.constant import static_dims
from graphlab._src.graph.convert import convert_to_tensor, convert_to_tensor_or_composite
from graphlab._src.graph.graph import Graph
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.scopes import name_scope
from graphlab._src.graph.tensor import CompositeTensor, IndexedSlices, Tensor, default_session


class SparseTensorValue(NamedTuple):
    """What a run returns for a SparseTensor, and what may be fed for one: NumPy arrays, or lists of numbers."""

    indices: Any
    values: Any
    dense_shape: Any


class SparseTensor(CompositeTensor):
    """A tensor of shape `dense_shape` that has `values[i]` at the place `indices[i]`, and zero elsewhere.

    indices: int64 [n, rank].  values: any type, [n].  dense_shape: int64 [rank].
    Lists and arrays become constants. Raises ValueError when the shapes of the three contradict each other.
    """

    def __init__(self, indices: Any, values: Any, dense_shape: Any) -> None:
        with name_scope(None, "SparseTensor", [indices, values, dense_shape]):
            self._indices = convert_to_tensor(indices, dtypes.int64, name="indices")
            self._values = convert_to_tensor(values, name="values")
            self._dense_shape = convert_to_tensor(dense_shape, dtypes.int64, name="dense_shape")
        places = self._indices.shape.with_rank(2)
        count = self._values.shape.with_rank(1)
        rank = self._dense_shape.shape.with_rank(1)
        try:
            places[0].merge_with(count[0])
            places[1].merge_with(rank[0])
        except ValueError as error:
            raise ValueError(
                explain(
                    str(error),
                    at=f"indices {places}, values {count}, dense_shape {rank}",
                    fix="pass indices of shape [n, rank], values of [n] and dense_shape of [rank]",
                )
            ) from None

    @classmethod
    def from_value(cls, sparse_tensor_value: Any) -> "SparseTensor":
        """A SparseTensor of a SparseTensorValue's arrays, or of another SparseTensor's tensors."""
        if not is_sparse(sparse_tensor_value):
            raise TypeError(f"Neither a SparseTensor nor SparseTensorValue: {sparse_tensor_value}.")
        return SparseTensor(*_parts(sparse_tensor_value))

    @property
    def indices(self) -> Tensor:
        """The places of the values."""
        return self._indices

    @property
    def values(self) -> Tensor:
        """The values that are not zero."""
        return self._values

    @property
    def dense_shape(self) -> Tensor:
        """The shape of the whole, as a tensor."""
        return self._dense_shape

    @property
    def shape(self) -> shapes.TensorShape:
        """The TensorShape: what is known of the shape of the whole."""
        return shapes.TensorShape.from_dims(static_dims(self._dense_shape))

    def get_shape(self) -> shapes.TensorShape:
        """The TensorShape: what is known of the shape of the whole."""
        return self.shape

    @property
    def op(self) -> Operation:
        """The operation that `values` is an output of."""
        return self._values.op

    @property
    def name(self) -> str:
        """The name of `values`."""
        return self._values.name

    @property
    def dtype(self) -> dtypes.DType:
        """The type of `values`."""
        return self._values.dtype

    @property
    def graph(self) -> Graph:
        """The graph of its tensors."""
        return self._indices.graph

    def consumers(self) -> list[Operation]:
        """The consumers of its tensors."""
        return list(dict.fromkeys(op for tensor in _parts(self) for op in tensor.consumers()))

    def eval(self, feed_dict: Any = None, session: Any = None) -> SparseTensorValue:
        """The SparseTensorValue, from `session` or the default session; ValueError when there is none."""
        return SparseTensorValue(
            *default_session(self._indices, session, "evaluate tensor", "eval").run(_parts(self), feed_dict)
        )

    @classmethod
    def override_operator(cls, operator: str, function: Any) -> None:
        """Makes `function` the operator: `__mul__`, for example."""
        setattr(cls, operator, function)

    _override_operator = override_operator  # TensorFlow's name

    def __str__(self) -> str:
        return f"SparseTensor(indices={self._indices}, values={self._values}, dense_shape={self._dense_shape})"


def _parts(sparse: Any) -> list[Any]:
    return [sparse.indices, sparse.values, sparse.dense_shape]


def is_sparse(value: Any) -> bool:
    """True for a SparseTensor or a SparseTensorValue."""
    return isinstance(value, (SparseTensor, SparseTensorValue))


def convert_to_tensor_or_indexed_slices(value: Any, dtype: Any = None, name: str | None = None) -> Any:
    """value itself when it is IndexedSlices or a SparseTensor of that type, else a Tensor."""
    if isinstance(value, (IndexedSlices, SparseTensor)):
        return convert_to_tensor_or_composite(value, dtype)
    return convert_to_tensor(value, dtype, name)


def convert_to_tensor_or_sparse_tensor(value: Any, dtype: Any = None, name: str | None = None) -> Tensor | SparseTensor:
    """A SparseTensor when value is one, or a SparseTensorValue; else a Tensor.

    RuntimeError when a SparseTensor has another type than `dtype`.
    """
    if isinstance(value, SparseTensorValue):
        value = SparseTensor.from_value(value)
    if not isinstance(value, SparseTensor):
        return convert_to_tensor(value, dtype, name)
    if dtype is not None and not dtypes.as_dtype(dtype).is_compatible_with(value.dtype):
        wanted = dtypes.as_dtype(dtype).name
        raise RuntimeError(f"Sparse dtype: requested = {wanted}, actual = {value.dtype.name}")
    return value
