"""Ragged tensors as values and row splits: their arrays, and what every layer has to know of the class.

The class that programs use, with what it computes, is RaggedTensor of ops/ragged/tensor.py.
"""

from typing import Any, NoReturn, Self

import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.errors import explain
from graphlab._src.graph.convert import register_tensor_conversion_function
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.tensor import CompositeTensor, Operators, Tensor


class RaggedTensorValue:
    """What a run returns for a RaggedTensor, and what may be fed for one: NumPy arrays.

    values: an array [n, …], or another RaggedTensorValue.  row_splits: int32 or int64 [rows + 1]: row i is
    values[row_splits[i]:row_splits[i + 1]].  TypeError for others, ValueError when two row_splits differ in dtype.
    """

    def __init__(self, values: Any, row_splits: Any) -> None:
        arrays = (np.ndarray, np.generic)
        if not (isinstance(row_splits, arrays) and _is_vector_of_integers(row_splits)):
            raise TypeError("row_splits must be a 1D int32 or int64 numpy array")
        if not isinstance(values, (*arrays, RaggedTensorValue)):
            raise TypeError("values must be a numpy array or a RaggedTensorValue")
        if isinstance(values, RaggedTensorValue) and row_splits.dtype != values.row_splits.dtype:  # pyright: ignore[reportUnknownMemberType]
            raise ValueError("row_splits and values.row_splits must have the same dtype")
        self._values: Any = values
        self._row_splits: Any = row_splits

    @property
    def values(self) -> Any:
        """The rows behind each other: an array, or a RaggedTensorValue."""
        return self._values

    @property
    def row_splits(self) -> Any:
        """Where each row begins, and the last one ends."""
        return self._row_splits

    @property
    def dtype(self) -> Any:
        """The NumPy dtype of the elements."""
        return self._values.dtype

    @property
    def flat_values(self) -> Any:
        """The elements, without the rows."""
        return _flat(self)

    @property
    def nested_row_splits(self) -> tuple[Any, ...]:
        """The row splits of each ragged axis, the outermost first."""
        return _splits(self)

    @property
    def ragged_rank(self) -> int:
        """How many axes are ragged."""
        return len(_splits(self))

    @property
    def shape(self) -> tuple[int | None, ...]:
        """The sizes, None for those of ragged axes."""
        return (len(self._row_splits) - 1, None, *self._values.shape[1:])

    def to_list(self) -> list[Any]:
        """The rows as nested lists."""
        values = self._values
        rows = values.to_list() if isinstance(values, RaggedTensorValue) else values.tolist()
        return [rows[start:end] for start, end in zip(self._row_splits[:-1], self._row_splits[1:], strict=True)]

    def __str__(self) -> str:
        return f"<tf.RaggedTensorValue {self.to_list()}>"

    def __repr__(self) -> str:
        return f"tf.RaggedTensorValue(values={self._values!r}, row_splits={self._row_splits!r})"


class RaggedParts(CompositeTensor, Operators):
    """A ragged tensor as its tensors: `values`, a tensor or again ragged, and `row_splits`.

    cached_row_lengths, cached_value_rowids, cached_nrows: what the row splits were made from.
    """

    __array_priority__ = 100  # so that ndarray + ragged calls the ragged tensor's operator

    def __init__(
        self,
        values: Any,
        row_splits: Any,
        cached_row_lengths: Tensor | None = None,
        cached_value_rowids: Tensor | None = None,
        cached_nrows: Tensor | None = None,
        internal: bool = False,
    ) -> None:
        if not internal:
            raise ValueError(
                "RaggedTensor constructor is private; please use one of the factory methods instead (e.g., "
                "RaggedTensor.from_row_lengths())"
            )
        if not isinstance(row_splits, Tensor):
            raise TypeError(f"Row-partitioning argument must be a Tensor, got {row_splits!r}")
        if not isinstance(values, (RaggedParts, Tensor)):
            raise TypeError(f"values must be a Tensor or RaggedTensor, got {values!r}")
        if row_splits.dtype not in (dtypes.int32, dtypes.int64):
            raise ValueError("Row-partitioning argument must be int32 or int64")
        row_splits.shape.assert_has_rank(1)
        values.shape.with_rank_at_least(1)
        row_splits.set_shape([None])
        if isinstance(values, RaggedParts):
            assert row_splits.dtype == values.row_splits.dtype
        self._values: Any = values
        self._row_splits: Tensor = row_splits
        self._cached_row_lengths = cached_row_lengths
        self._cached_value_rowids = cached_value_rowids
        self._cached_nrows = cached_nrows

    @property
    def values(self) -> Any:
        """The rows behind each other: a Tensor [n, …], or a RaggedTensor."""
        return self._values

    @property
    def row_splits(self) -> Tensor:
        """Where each row begins, and the last one ends: int32 or int64 [rows + 1]."""
        return self._row_splits

    @property
    def flat_values(self) -> Any:
        """The elements as one Tensor, without the rows."""
        return _flat(self)

    @property
    def nested_row_splits(self) -> tuple[Tensor, ...]:
        """The row splits of each ragged axis, the outermost first."""
        return _splits(self)

    @property
    def ragged_rank(self) -> int:
        """How many axes are ragged."""
        return len(_splits(self))

    @property
    def dtype(self) -> dtypes.DType:
        """The type of the elements."""
        return self._values.dtype

    @property
    def shape(self) -> shapes.TensorShape:
        """The TensorShape; ragged axes have size None."""
        splits: Any = self._row_splits.dims
        rows = None if splits is None or splits[0] is None else splits[0] - 1
        return shapes.TensorShape([rows, None]).concatenate(self._values.shape[1:])

    def consumers(self) -> list[Operation]:
        """The operations that one of its tensors is an input of."""
        return list(dict.fromkeys(op for tensor in self.components() for op in tensor.consumers()))

    def components(self) -> list[Tensor]:
        """Its tensors: flat_values, then nested_row_splits."""
        return [self.flat_values, *self.nested_row_splits]

    def with_components(self, tensors: Any) -> Self:
        """The same with other tensors, in the order of `components`."""
        return type(self).from_components(tensors)

    @classmethod
    def from_components(cls, tensors: Any) -> Any:
        """The ragged tensor of flat_values and nested_row_splits, which are not checked; a Tensor when it is alone."""
        values, *nested = tensors
        for row_splits in reversed(nested):
            values = cls(values, row_splits, internal=True)
        return values

    def _as_graph_element(self) -> Tensor:
        return self.flat_values

    @classmethod
    def override_operator(cls, operator: str, function: Any) -> None:
        """Makes `function` the operator: `__add__`, for example."""
        setattr(cls, operator, function)

    def __bool__(self) -> NoReturn:
        raise TypeError("RaggedTensor may not be used as a boolean.")

    __nonzero__ = __bool__

    def __iter__(self) -> NoReturn:
        raise TypeError("'RaggedTensor' object is not iterable.")

    def __repr__(self) -> str:
        return f"tf.RaggedTensor(values={self._values}, row_splits={self._row_splits})"


def _is_vector_of_integers(array: Any) -> bool:
    return array.ndim == 1 and array.dtype in (np.int32, np.int64)


def is_ragged(value: Any) -> bool:
    """True for a RaggedTensor or a RaggedTensorValue."""
    return isinstance(value, (RaggedParts, RaggedTensorValue))


def value_of(arrays: Any) -> Any:
    """The RaggedTensorValue of flat_values and nested_row_splits as arrays."""
    values, *nested = arrays
    for row_splits in reversed(nested):
        values = RaggedTensorValue(values, row_splits)
    return values


def _flat(ragged: Any) -> Any:
    while is_ragged(ragged):
        ragged = ragged.values
    return ragged


def _splits(ragged: Any) -> tuple[Any, ...]:
    found: list[Any] = []
    while is_ragged(ragged):
        found.append(ragged.row_splits)
        ragged = ragged.values
    return tuple(found)


def _refuse(value: Any, dtype: Any = None, name: str | None = None, as_ref: bool = False) -> NoReturn:
    raise TypeError(
        explain(
            f"Failed to convert object of type {type(value)} to Tensor. Contents: {value}. Consider casting elements to a "
            "supported type.",
            fix="ragged.to_tensor(), which pads the rows, or ragged.flat_values, which has none",
        )
    )


register_tensor_conversion_function((RaggedParts, RaggedTensorValue), _refuse, 0)
