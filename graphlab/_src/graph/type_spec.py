"""TypeSpecs: descriptions of tensors and composite tensors by shape and type."""

# Specs of programs hold values of any type, which checks here narrow.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false, reportPrivateUsage=false

import contextlib
import functools
from collections.abc import Sequence
from typing import Any, Self

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.dtypes import DType
from graphlab._src.base.shapes import Dimension, TensorShape, as_shape
from graphlab._src.graph import nest
from graphlab._src.graph.apply import apply_op
from graphlab._src.graph.convert import convert_to_tensor
from graphlab._src.graph.sparse_tensor import SparseTensor, SparseTensorValue
from graphlab._src.graph.tensor import CompositeTensor, IndexedSlices, IndexedSlicesValue, Tensor


class TypeSpec:
    """A description of values by shape and type; equal specs describe the same values.

    value_type: the class of such values.
    """

    value_type: type

    def __init_subclass__(cls, **settings: Any) -> None:
        super().__init_subclass__(**settings)
        if hasattr(cls, "_component_specs") and getattr(cls, "value_type", None) is not Tensor:
            nest.register_description(cls)

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        """True when a value that the other describes may be one of these, or the other is such a value."""
        other = spec_or_value if isinstance(spec_or_value, TypeSpec) else type_spec_from_value(spec_or_value)
        return type(self) is type(other) and _compatible(self._serialize(), other._serialize())

    def most_specific_compatible_type(self, other: "TypeSpec") -> Self:
        """The most specific spec that describes what both describe: sizes that differ are unknown.

        ValueError when they differ by more than shapes.
        """
        if type(self) is not type(other):
            raise ValueError(f"No TypeSpec is compatible with both {self} and {other}")
        return self._deserialize(_merged(self._serialize(), other._serialize()))

    # What a class of a program defines; `_component_specs`, a structure of specs, too.

    def _serialize(self) -> tuple[Any, ...]:
        """The arguments of its constructor, by which specs of one class differ."""
        raise NotImplementedError(f"{type(self).__name__}._serialize()")

    @classmethod
    def _deserialize(cls, serialization: tuple[Any, ...]) -> Self:
        return cls(*serialization)

    def _to_components(self, value: Any) -> Any:
        """The tensors of a value, in the structure of `_component_specs`."""
        raise NotImplementedError(f"{type(self).__name__}._to_components()")

    def _from_components(self, components: Any) -> Any:
        """The value of tensors in the structure of `_component_specs`."""
        raise NotImplementedError(f"{type(self).__name__}._from_components()")

    # A value as a list of tensors

    @property
    def _flat_tensor_specs(self) -> list[Any]:
        """The TensorSpecs of the components, and of those that composite ones have."""
        leaves = nest.flatten(self._component_specs)  # pyright: ignore[reportAttributeAccessIssue]
        return [
            spec
            for leaf in leaves
            for spec in ([leaf] if isinstance(leaf, TensorSpec) else TypeSpec._flat_tensor_specs.fget(leaf))  # pyright: ignore
        ]

    def _to_tensor_list(self, value: Any) -> list[Any]:
        return nest.flatten(self._to_components(value), expand_composites=True)

    def _from_tensor_list(self, tensor_list: list[Any]) -> Any:
        """The value of a list of tensors. ValueError when they do not fit."""
        expected = self._flat_tensor_specs
        if len(tensor_list) != len(expected):
            raise ValueError("Incompatible input: wrong number of tensors")
        for i, (tensor, spec) in enumerate(zip(tensor_list, expected, strict=True)):
            if not type_spec_from_value(tensor).is_compatible_with(spec):
                raise ValueError(f"Incompatible input: tensor {i} ({tensor}) is incompatible with {spec}")
        return self._from_compatible_tensor_list(tensor_list)

    def _from_compatible_tensor_list(self, tensor_list: list[Any]) -> Any:
        remaining = iter(tensor_list)

        def value_of(leaf: Any) -> Any:
            if isinstance(leaf, TensorSpec):
                return next(remaining)
            return leaf._from_components(nest.map_structure(value_of, leaf._component_specs))

        return value_of(self)

    def _to_legacy_output_types(self) -> Any:
        raise NotImplementedError(f"{type(self).__name__}._to_legacy_output_types()")

    def _to_legacy_output_shapes(self) -> Any:
        raise NotImplementedError(f"{type(self).__name__}._to_legacy_output_shapes()")

    def _to_legacy_output_classes(self) -> Any:
        return self.value_type

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TypeSpec) and type(self) is type(other) and self._comparable() == other._comparable()

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((type(self), self._comparable()))

    def _comparable(self) -> Any:
        return _key(self._serialize(), self)

    def __repr__(self) -> str:
        return f"{type(self).__name__}{self._serialize()!r}"

    def __reduce__(self) -> tuple[type, tuple[Any, ...]]:
        return type(self), self._serialize()


def _key(value: Any, spec: TypeSpec) -> Any:
    """What represents a part of a serialized spec in comparisons."""
    if value is None or isinstance(value, (int, float, str, bytes, DType, TypeSpec)):
        return value
    if isinstance(value, dict):
        return tuple((_key(key, spec), _key(value[key], spec)) for key in sorted(value))
    if isinstance(value, (tuple, list)):
        return tuple(_key(item, spec) for item in value)
    if isinstance(value, TensorShape):
        return TensorShape, value.sizes
    if isinstance(value, np.ndarray):
        return np.ndarray, value.shape, str(value.dtype), value.tobytes()
    raise ValueError(f"Unsupported value type {type(value).__name__} returned by {type(spec).__name__}._serialize")


def _compatible(a: Any, b: Any) -> bool:
    """Whether two serialized specs describe a common value."""
    if type(a) is not type(b):
        return False
    if isinstance(a, tuple):
        return len(a) == len(b) and all(map(_compatible, a, b))
    if isinstance(a, dict):
        return sorted(a) == sorted(b) and all(_compatible(a[key], b[key]) for key in a)
    if isinstance(a, (TypeSpec, TensorShape, DType)):
        return a.is_compatible_with(b)
    return bool(np.array_equal(a, b)) if isinstance(a, np.ndarray) else bool(a == b)


def _merged(a: Any, b: Any) -> Any:
    """The most specific serialized spec of what both describe."""
    refused = ValueError(f"Types are not compatible: {a!r} vs {b!r}")
    if type(a) is not type(b):
        raise refused
    if isinstance(a, tuple):
        if len(a) != len(b):
            raise refused
        return tuple(map(_merged, a, b))
    if isinstance(a, dict):
        if sorted(a) != sorted(b):
            raise refused
        return {key: _merged(a[key], b[key]) for key in a}
    if isinstance(a, TensorShape):
        return a.most_specific_compatible_shape(b)
    if isinstance(a, TypeSpec):
        return a.most_specific_compatible_type(b)
    if isinstance(a, list):
        raise AssertionError("_serialize() should not return list values.")
    if not _compatible(a, b) or isinstance(a, DType) and a != b:
        raise refused
    return a


class BatchableTypeSpec(TypeSpec):
    """A description whose values can be stacked: its `_batch` and `_unbatch` describe a batch of them, and one of a batch."""

    def _batch(self, batch_size: int | None) -> TypeSpec:
        raise NotImplementedError(f"{type(self).__name__}._batch")

    def _unbatch(self) -> TypeSpec:
        raise NotImplementedError(f"{type(self).__name__}._unbatch")

    def _to_batched_tensor_list(self, value: Any) -> list[Any]:
        """The tensors of a batch of values. ValueError where one of them has no axis for that."""
        tensors = self._to_tensor_list(value)
        if any(tensor.shape.ndims == 0 for tensor in tensors):
            raise ValueError(f"Value {value} has insufficient rank for batching.")
        return tensors


class TensorSpec(BatchableTypeSpec):
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

    def _serialize(self) -> tuple[Any, ...]:
        return self._shape, self._dtype, self._name

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other) and self._name == getattr(other, "_name", None)

    def __hash__(self) -> int:
        return hash((type(self), self._shape.sizes, self._dtype))

    def _comparable(self) -> tuple[Any, ...]:
        return self._shape.sizes, self._dtype

    def most_specific_compatible_type(self, other: TypeSpec) -> Self:
        """The spec with the sizes that both have; ValueError when the types differ."""
        if not isinstance(other, TensorSpec) or type(self) is not type(other) or self._dtype is not other._dtype:
            raise ValueError(f"Types are not compatible: {self!r} vs {other!r}")
        name = self._name if self._name == other._name else None
        shape = self._shape.most_specific_compatible_shape(other._shape)
        return self._deserialize((shape, self._dtype, *self._serialize()[2:-1], name))

    @property
    def _component_specs(self) -> "TensorSpec":
        return self

    def _to_components(self, value: Any) -> Any:
        return convert_to_tensor(value, self._dtype)

    def _from_components(self, components: Any) -> Any:
        return components

    def _from_compatible_tensor_list(self, tensor_list: list[Any]) -> Any:
        tensor_list[0].set_shape(self._shape)
        return tensor_list[0]

    def _batch(self, batch_size: int | None) -> "TensorSpec":
        return TensorSpec(TensorShape([batch_size]).concatenate(self._shape), self._dtype)

    def _unbatch(self) -> "TensorSpec":
        if self._shape.ndims == 0:
            raise ValueError("Unbatching a tensor is only supported for rank >= 1")
        return TensorSpec(self._shape[1:], self._dtype)

    def _to_legacy_output_types(self) -> DType:
        return self._dtype

    def _to_legacy_output_shapes(self) -> TensorShape:
        return self._shape

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

    def _serialize(self) -> tuple[Any, ...]:
        return self._shape, self._dtype, self._minimum, self._maximum, self._name

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, BoundedTensorSpec)
            and super().__eq__(other)
            and np.allclose(self._minimum, other._minimum)
            and np.allclose(self._maximum, other._maximum)
        )

    __hash__ = TensorSpec.__hash__

    def __repr__(self) -> str:
        return (
            f"BoundedTensorSpec(shape={self._shape}, dtype={self._dtype!r}, name={self._name!r}, "
            f"minimum={self._minimum!r}, maximum={self._maximum!r})"
        )


class SparseTensorSpec(BatchableTypeSpec):
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
        other = _spec_of(spec_or_value) if isinstance(spec_or_value, SparseTensorValue) else spec_or_value
        if not isinstance(other, (SparseTensor, SparseTensorSpec)):
            return False
        return self._dtype == other.dtype and self._shape.is_compatible_with(other.shape)

    def _serialize(self) -> tuple[Any, ...]:
        return self._shape, self._dtype

    @property
    def _component_specs(self) -> list[TensorSpec]:
        rank = self._shape.ndims
        return [
            TensorSpec([None, rank], dtypes.int64),
            TensorSpec([None], self._dtype),
            TensorSpec([rank], dtypes.int64),
        ]

    def _to_components(self, value: Any) -> list[Any]:
        value = SparseTensor.from_value(value)
        return [value.indices, value.values, value.dense_shape]

    def _from_components(self, components: Sequence[Any]) -> SparseTensor | SparseTensorValue:
        if all(isinstance(item, np.ndarray) for item in components):
            return SparseTensorValue(*components)
        return SparseTensor(*components)

    # As one tensor: a variant

    @property
    def _flat_tensor_specs(self) -> list[Any]:
        return [TensorSpec(None, dtypes.variant)]

    def _to_tensor_list(self, value: Any) -> list[Any]:
        return [apply_op("SerializeSparse", *self._to_components(value), out_type=dtypes.variant)]

    def _to_batched_tensor_list(self, value: Any) -> list[Any]:
        parts = self._to_components(value)
        if parts[2].shape.num_elements() == 0:
            raise ValueError(f"Unbatching a sparse tensor is only supported for rank >= 1: {value}")
        return [apply_op("SerializeManySparse", *parts, out_type=dtypes.variant)]

    def _from_compatible_tensor_list(self, tensor_list: list[Any]) -> SparseTensor:
        indices, values, dense_shape = apply_op("DeserializeSparse", tensor_list[0], dtype=self._dtype)
        indices.set_shape([None, self._shape.ndims])
        dense_shape.set_shape([self._shape.ndims])
        return SparseTensor(indices, values, dense_shape)

    def _batch(self, batch_size: int | None) -> "SparseTensorSpec":
        return SparseTensorSpec(TensorShape([batch_size]).concatenate(self._shape), self._dtype)

    def _unbatch(self) -> "SparseTensorSpec":
        if self._shape.ndims == 0:
            raise ValueError("Unbatching a tensor is only supported for rank >= 1")
        return SparseTensorSpec(self._shape[1:], self._dtype)

    def _to_legacy_output_types(self) -> DType:
        return self._dtype

    def _to_legacy_output_shapes(self) -> TensorShape:
        return self._shape


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

    @property
    def _component_specs(self) -> tuple[TensorSpec, ...]:
        rows = self._indices_shape.concatenate(self._shape[1:])  # as many as there are indices, not as the whole has
        parts = (TensorSpec(rows, self._values_dtype), TensorSpec(self._indices_shape, self._indices_dtype))
        if self._dense_shape_dtype is None:
            return parts
        return *parts, TensorSpec([self._shape.ndims], self._dense_shape_dtype)

    def _to_components(self, value: Any) -> tuple[Any, ...]:
        parts = value.values, value.indices
        return parts if value.dense_shape is None else (*parts, value.dense_shape)

    def _from_components(self, components: Sequence[Any]) -> IndexedSlices | IndexedSlicesValue:
        if all(isinstance(item, np.ndarray) for item in components):
            values, indices, *shape = components
            return IndexedSlicesValue(values, indices, shape[0] if shape else None)
        return IndexedSlices(*components)

    def _serialize(self) -> tuple[Any, ...]:
        return self._shape, self._values_dtype, self._indices_dtype, self._dense_shape_dtype, self._indices_shape


_converters: list[tuple[type, Any, bool]] = []


def register_type_spec_from_value_converter(type_object: type, converter_fn: Any, allow_subclass: bool = False) -> None:
    """Lets converter_fn(value) make the TypeSpec of values of a type, the last one that was registered first."""
    _converters.append((type_object, converter_fn, allow_subclass))


def type_spec_from_value(value: Any) -> TypeSpec:
    """The TypeSpec of a tensor, composite of tensors, list of these, or array; TypeError for what has none."""
    found = _spec_of(value)
    if found is None and isinstance(value, np.ndarray):  # needs no constant in the graph
        with contextlib.suppress(TypeError):
            return TensorSpec(value.shape, value.dtype)
    if found is None and not isinstance(value, Tensor):
        try:
            found = _spec_of(convert_to_tensor(value))
        except (TypeError, ValueError):
            pass
    if found is None:
        raise TypeError(f"Could not build a TypeSpec for {value!r} with type {type(value).__name__}")
    return found


def _spec_of(value: Any) -> TypeSpec | None:
    if isinstance(value, Tensor):
        return TensorSpec(value.shape, value.dtype.base_dtype)
    if isinstance(value, SparseTensor):
        return SparseTensorSpec(value.shape, value.dtype)
    if isinstance(value, SparseTensorValue):
        if isinstance(value.values, np.ndarray):
            return SparseTensorSpec(value.dense_shape, value.values.dtype)
        return _spec_of(SparseTensor.from_value(value))  # numbers of Python's: of what type the tensor is
    if isinstance(value, IndexedSlices):
        dense = None if value.dense_shape is None else value.dense_shape.dtype
        return IndexedSlicesSpec(value.shape, value.dtype, value.indices.dtype, dense, value.indices.shape)
    if isinstance(value, CompositeTensor) and hasattr(value, "_type_spec"):
        return value._type_spec  # pyright: ignore[reportAttributeAccessIssue]
    if isinstance(value, list) and value:
        specs = [_spec_of(item) for item in value]
        try:
            merged: Any = functools.reduce(lambda a, b: a.most_specific_compatible_type(b), specs)  # pyright: ignore
            return merged._batch(len(specs)) if isinstance(merged, BatchableTypeSpec) else None
        except (AttributeError, TypeError, ValueError):
            pass  # they have no common spec
    for kind, convert, subclasses in reversed(_converters):
        if type(value) is kind or subclasses and isinstance(value, kind):
            return convert(value)
    return None


def size_of(dimension: Any) -> int | None:
    """A Dimension, int or None as int or None."""
    return Dimension(dimension).value
