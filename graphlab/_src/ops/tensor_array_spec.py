"""TensorArraySpec: what a TensorArray is like that is part of an element of a dataset."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.base.dtypes import DType
from graphlab._src.base.shapes import TensorShape, as_shape
from graphlab._src.graph.tensor import Tensor
from graphlab._src.graph.type_spec import TensorSpec, TypeSpec
from graphlab._src.ops.list_array import ListArray
from graphlab._src.ops.list_functions import tensor_list_from_tensor
from graphlab._src.ops.tensor_array import TensorArray


class TensorArraySpec(TypeSpec):
    """A description of a TensorArray by what its elements are like. The tensor that represents one is a list of tensors.

    element_shape, dtype, dynamic_size, infer_shape: as of a TensorArray.
    """

    value_type = TensorArray

    def __init__(
        self,
        element_shape: Any = None,
        dtype: Any = dtypes.float32,
        dynamic_size: bool = False,
        infer_shape: bool = True,
    ) -> None:
        self._element_shape = as_shape(element_shape)
        self._dtype = dtypes.as_dtype(dtype)
        self._dynamic_size = dynamic_size
        self._infer_shape = infer_shape

    @classmethod
    def from_value(cls, value: TensorArray) -> "TensorArraySpec":
        """The TensorArraySpec of a TensorArray."""
        return cls(value.element_shape, value.dtype, value.dynamic_size, value._infer_shape)

    @property
    def dtype(self) -> DType:
        """The type of the elements."""
        return self._dtype

    @property
    def shape(self) -> TensorShape:
        """The TensorShape of the tensor that represents one."""
        return TensorShape([])

    @property
    def _component_specs(self) -> list[TensorSpec]:
        return [TensorSpec([], dtypes.variant)]

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        """True for arrays of the same type, which both may grow or may not, and whose elements may have one shape."""
        other = spec_or_value if isinstance(spec_or_value, TypeSpec) else _spec_of(spec_or_value)
        return (
            isinstance(other, TensorArraySpec)
            and self._dtype == other._dtype
            and self._dynamic_size == other._dynamic_size
            and self._element_shape.is_compatible_with(other._element_shape)
        )

    def most_specific_compatible_type(self, other: TypeSpec) -> "TensorArraySpec":
        """The most specific spec of what both describe; ValueError where they differ by more than shapes."""
        if not isinstance(other, TensorArraySpec) or not self.is_compatible_with(other):
            raise ValueError(f"Types are not compatible: {self} vs {other}")
        shape = self._element_shape.most_specific_compatible_shape(other._element_shape)
        return TensorArraySpec(shape, self._dtype, self._dynamic_size, self._infer_shape and other._infer_shape)

    def _serialize(self) -> tuple[Any, ...]:
        return self._element_shape, self._dtype, self._dynamic_size, self._infer_shape

    def _to_components(self, value: TensorArray) -> list[Tensor]:
        if isinstance(value, ListArray):
            return [value.flow]
        return [tensor_list_from_tensor(value.stack(), value.element_shape, name="convert_tensor_array")]

    def _from_components(self, components: list[Tensor]) -> TensorArray:
        found = ListArray(self._dtype, flow=components[0], infer_shape=self._infer_shape)
        found._dynamic_size = self._dynamic_size
        found._elements = [self._element_shape.sizes]
        return found

    # TensorFlow's legacy structures hold a shape only: the other two arguments are its first sizes.

    def _to_legacy_output_types(self) -> DType:
        return self._dtype

    def _to_legacy_output_shapes(self) -> TensorShape:
        sizes = [1 if flag else None for flag in (self._dynamic_size, self._infer_shape)]
        return TensorShape(sizes).concatenate(self._element_shape)

    @classmethod
    def from_legacy(cls, output_type: Any, output_shape: TensorShape) -> "TensorArraySpec":
        """The TensorArraySpec that the legacy structures of types and shapes represent."""
        dynamic_size, infer_shape = (output_shape[i] == 1 for i in range(2))
        return cls(output_shape[2:], output_type, bool(dynamic_size), bool(infer_shape))


def _spec_of(value: Any) -> Any:
    return TensorArraySpec.from_value(value) if isinstance(value, TensorArray) else None
