"""TypeSpecs: descriptions of tensors and composite tensors by shape and type."""

from collections.abc import Sequence
from typing import Any, Self

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.dtypes import DType
from graphlab._src.base.shapes import Dimension, TensorShape, as_shape
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.graph.tensor import IndexedSlices, Tensor


class TypeSpec:
    """A description of values by shape and type; equal specs describe the same values.

    value_type: the class of such values.
    """

    value_type: type

    def _parts(self) -> tuple[Any, ...]:
        """The arguments of its constructor, by which specs of one class differ: what a program's class has as _serialize."""
        serialize = getattr(self, "_serialize", None)
        if serialize is None:
            raise NotImplementedError(f"{type(self).__name__}._serialize")
        return serialize()

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        """True when a value that the other describes may be one of these, or the other is such a value."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TypeSpec) and type(self) is type(other) and self._comparable() == other._comparable()

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((type(self), self._comparable()))

    def _comparable(self) -> tuple[Any, ...]:
        return tuple(str(part) if isinstance(part, TensorShape) else part for part in self._parts())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self._parts()))})"

    def __reduce__(self) -> tuple[type, tuple[Any, ...]]:
        return type(self), self._parts()


class BatchableTypeSpec(TypeSpec):
    """A description whose values can be stacked: its `_batch` and `_unbatch` describe a batch of them, and one of a batch."""

    def _batch(self, batch_size: int | None) -> TypeSpec:
        raise NotImplementedError(f"{type(self).__name__}._batch")

    def _unbatch(self) -> TypeSpec:
        raise NotImplementedError(f"{type(self).__name__}._unbatch")


class TensorSpec(TypeSpec):
    """A description of a tensor: its shape, its type, and perhaps a name."""

    value_type = Tensor

    def __init__(self, shape: Any, dtype: Any = dtypes.float32, name: str | None = None) -> None:
        self._shape = TensorShape(shape)
        self._dtype = dtypes.as_dtype(dtype)
        self._name = name

    @classmethod
    def from_spec(cls, spec: "TensorSpec", name: str | None = None) -> Self:
        """The same under another name."""
        return cls(spec.shape, spec.dtype, name or spec.name)

    @classmethod
    def from_tensor(cls, tensor: Tensor, name: str | None = None) -> "TensorSpec":
        """The TensorSpec of a tensor."""
        return TensorSpec(tensor.shape, tensor.dtype, name or tensor.op.name)

    @property
    def shape(self) -> TensorShape:
        """The TensorShape."""
        return self._shape

    @property
    def dtype(self) -> DType:
        """The DType."""
        return self._dtype

    @property
    def name(self) -> str | None:
        """The name, or None."""
        return self._name

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        """True when the other, a TensorSpec, tensor or array, has this type and a shape that fits."""
        kind = getattr(spec_or_value, "dtype", None)
        if kind is None:
            return False
        shape = as_shape(spec_or_value.shape)
        return self._dtype.is_compatible_with(dtypes.as_dtype(kind)) and self._shape.is_compatible_with(shape)

    def _parts(self) -> tuple[Any, ...]:
        return self._shape, self._dtype, self._name

    def _comparable(self) -> tuple[Any, ...]:  # the name does not count
        return str(self._shape), self._dtype

    def __repr__(self) -> str:
        return f"TensorSpec(shape={self._shape}, dtype={self._dtype!r}, name={self._name!r})"


class BoundedTensorSpec(TensorSpec):
    """A TensorSpec with the least and the largest value of the elements, as arrays that broadcast to the shape."""

    def __init__(self, shape: Any, dtype: Any, minimum: Any, maximum: Any, name: str | None = None) -> None:
        super().__init__(shape, dtype, name)
        if minimum is None or maximum is None:
            raise ValueError(f"minimum and maximum must be provided; but saw '{minimum}' and '{maximum}'")
        self._minimum = self._bound("minimum", minimum)
        self._maximum = self._bound("maximum", maximum)

    def _bound(self, what: str, value: Any) -> np.ndarray[Any, Any]:
        """A bound as an array that can't be written to; ValueError when it does not broadcast to the shape."""
        found = np.array(value, self._dtype.as_numpy_dtype)
        sizes = self._shape.as_list() if self._shape.ndims is not None else None
        if sizes is not None:
            pairs = zip(reversed(found.shape), reversed(sizes), strict=False)
            fits = all(have == 1 or want in (None, 1, have) for have, want in pairs)
            if not fits:
                raise ValueError(
                    f"{what} is not compatible with shape. Message: {found.shape} does not broadcast to {self._shape}."
                )
        found.setflags(write=False)
        return found

    @classmethod
    def from_spec(cls, spec: TensorSpec, name: str | None = None) -> Self:
        """The same, perhaps under another name; the bounds of its type for a TensorSpec without bounds."""
        dtype = dtypes.as_dtype(spec.dtype)
        minimum, maximum = getattr(spec, "minimum", None), getattr(spec, "maximum", None)
        minimum = dtype.min if minimum is None else minimum
        maximum = dtype.max if maximum is None else maximum
        return cls(spec.shape, dtype, minimum, maximum, name or spec.name)

    @property
    def minimum(self) -> np.ndarray[Any, Any]:
        """The least values, which may occur."""
        return self._minimum

    @property
    def maximum(self) -> np.ndarray[Any, Any]:
        """The largest values, which may occur."""
        return self._maximum

    def _parts(self) -> tuple[Any, ...]:
        return self._shape, self._dtype, self._minimum, self._maximum, self._name

    def _comparable(self) -> tuple[Any, ...]:
        return str(self._shape), self._dtype, self._minimum.tobytes(), self._maximum.tobytes()

    def __repr__(self) -> str:
        return (
            f"BoundedTensorSpec(shape={self._shape}, dtype={self._dtype!r}, name={self._name!r}, "
            f"minimum={self._minimum!r}, maximum={self._maximum!r})"
        )


class SparseTensorSpec(TypeSpec):
    """A description of a SparseTensor: the shape of the whole, and the type of the values."""

    value_type = SparseTensor

    def __init__(self, shape: Any = None, dtype: Any = dtypes.float32) -> None:
        self._shape = as_shape(shape)
        self._dtype = dtypes.as_dtype(dtype)

    @property
    def shape(self) -> TensorShape:
        """The TensorShape of the whole."""
        return self._shape

    @property
    def dtype(self) -> DType:
        """The DType of the values."""
        return self._dtype

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        """True when the other describes, or is, a SparseTensor of this type and a shape that fits."""
        if not isinstance(spec_or_value, (SparseTensor, SparseTensorSpec)):
            return False
        return self._dtype == spec_or_value.dtype and self._shape.is_compatible_with(spec_or_value.shape)

    def _parts(self) -> tuple[Any, ...]:
        return self._shape, self._dtype

    @property
    def _component_specs(self) -> list[TensorSpec]:
        rank = self._shape.ndims
        return [
            TensorSpec([None, rank], dtypes.int64),
            TensorSpec([None], self._dtype),
            TensorSpec([rank], dtypes.int64),
        ]

    def _from_components(self, components: Sequence[Any]) -> SparseTensor:
        return SparseTensor(*components)

    def __repr__(self) -> str:
        return f"SparseTensorSpec({self._shape}, {self._dtype!r})"


class IndexedSlicesSpec(TypeSpec):
    """A description of IndexedSlices: the shape and type of the whole, the type of the indices.

    dense_shape_dtype: the type of `dense_shape`, None where there is none.  indices_shape: of the indices.
    """

    value_type = IndexedSlices

    def __init__(
        self,
        shape: Any = None,
        dtype: Any = dtypes.float32,
        indices_dtype: Any = dtypes.int64,
        dense_shape_dtype: Any = None,
        indices_shape: Any = None,
    ) -> None:
        self._shape = as_shape(shape)
        self._values_dtype = dtypes.as_dtype(dtype)
        self._indices_dtype = dtypes.as_dtype(indices_dtype)
        self._dense_shape_dtype = None if dense_shape_dtype is None else dtypes.as_dtype(dense_shape_dtype)
        self._indices_shape = as_shape(indices_shape).with_rank(1)

    @property
    def shape(self) -> TensorShape:
        """The TensorShape of the whole."""
        return self._shape

    @property
    def dtype(self) -> DType:
        """The DType of the values."""
        return self._values_dtype

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        """True when the other describes, or is, IndexedSlices of these types and shapes that fit."""
        other = type_spec_from_value(spec_or_value) if isinstance(spec_or_value, IndexedSlices) else spec_or_value
        if not isinstance(other, IndexedSlicesSpec):
            return False
        same = (
            self._values_dtype is other._values_dtype
            and self._indices_dtype is other._indices_dtype
            and self._dense_shape_dtype is other._dense_shape_dtype
        )
        return (
            same
            and self._shape.is_compatible_with(other._shape)
            and self._indices_shape.is_compatible_with(other._indices_shape)
        )

    def _parts(self) -> tuple[Any, ...]:
        return self._shape, self._values_dtype, self._indices_dtype, self._dense_shape_dtype, self._indices_shape


def type_spec_from_value(value: Any) -> TypeSpec:
    """The TypeSpec of a tensor, SparseTensor or IndexedSlices; TypeError for what has none."""
    if isinstance(value, Tensor):
        return TensorSpec(value.shape, value.dtype.base_dtype)
    if isinstance(value, SparseTensor):
        return SparseTensorSpec(value.shape, value.dtype)
    if isinstance(value, IndexedSlices):
        dense = None if value.dense_shape is None else value.dense_shape.dtype
        return IndexedSlicesSpec(value.shape, value.dtype, value.indices.dtype, dense, value.indices.shape)
    raise TypeError(f"Could not build a TypeSpec for {value!r} with type {type(value).__name__}")


def size_of(dimension: Any) -> int | None:
    """A Dimension, int or None as int or None."""
    return Dimension(dimension).value
