"""tensorflow.python.data.util.structure: between an element of a dataset and the list of its tensors."""

from typing import Any

from graphlab._src.compat import data_nest
from graphlab._src.data import structure
from graphlab._src.data.nest import flatten
from graphlab._src.graph import Tensor
from graphlab._src.graph.type_spec import TensorSpec, TypeSpec

normalize_element = structure.normalize
convert_legacy_structure = structure.from_legacy
get_flat_tensor_types = structure.flat_types


def type_spec_from_value(element: Any, use_fallback: bool = True) -> Any:
    """The TypeSpecs of an element. use_fallback: also of what would become tensors; otherwise TypeError for it."""
    if not use_fallback:
        for leaf in flatten(element):
            if not isinstance(leaf, (Tensor, TypeSpec)) and isinstance(structure.spec_of(leaf), TensorSpec):
                raise TypeError(f"Could not build a TypeSpec for {element!r} with type {type(element).__name__}")
    return structure.spec_of(element)


def get_flat_tensor_specs(element_spec: Any) -> list[TensorSpec]:
    """The TensorSpecs of the tensors of an element."""
    shapes = get_flat_tensor_shapes(element_spec)
    return [TensorSpec(shape, kind) for shape, kind in zip(shapes, get_flat_tensor_types(element_spec), strict=True)]


def get_flat_tensor_shapes(element_spec: Any) -> list[Any]:
    """The TensorShapes of the tensors of an element."""
    return [structure.as_shape(dims) for dims in structure.flat_dims(element_spec)]


def to_tensor_list(element_spec: Any, element: Any) -> list[Tensor]:
    """The tensors of an element; ValueError or TypeError where it is not what element_spec says."""
    _check_fits(element_spec, element)
    return structure.to_tensors(element_spec, element)


def to_batched_tensor_list(element_spec: Any, element: Any) -> list[Tensor]:
    """The tensors of an element whose rows are elements; ValueError for a scalar."""
    _check_fits(element_spec, element)
    return structure.to_batched_tensors(element_spec, element)


def _check_fits(element_spec: Any, element: Any) -> None:
    data_nest.assert_same_structure(element_spec, element)
    for spec, value in zip(flatten(element_spec), flatten(element), strict=True):
        if not spec.is_compatible_with(structure.spec_of(value)):
            raise ValueError(
                f"Value {value} is not convertible to a tensor with dtype {spec.dtype} and shape {spec.shape}."
            )


def from_compatible_tensor_list(element_spec: Any, tensor_list: list[Tensor]) -> Any:
    """The element of tensors; ValueError for another number of them."""
    specs = get_flat_tensor_specs(element_spec)
    if len(specs) != len(tensor_list):
        raise ValueError(f"Expected {len(specs)} tensors but got {len(tensor_list)}.")
    return structure.from_tensors(element_spec, tensor_list)


def from_tensor_list(element_spec: Any, tensor_list: list[Tensor]) -> Any:
    """The element of tensors; ValueError where they are not what element_spec says."""
    specs = get_flat_tensor_specs(element_spec)
    if len(specs) == len(tensor_list):
        for i, (spec, tensor) in enumerate(zip(specs, tensor_list, strict=True)):
            if not spec.is_compatible_with(tensor):
                raise ValueError(f"Incompatible input: tensor {i} ({tensor}) is incompatible with {spec}")
    return from_compatible_tensor_list(element_spec, tensor_list)


def are_compatible(spec1: Any, spec2: Any) -> bool:
    """True for TypeSpecs in one structure, each of which fits its counterpart."""
    try:
        data_nest.assert_same_structure(spec1, spec2)
    except (TypeError, ValueError):
        return False
    pairs = zip(flatten(spec1), flatten(spec2), strict=True)
    return all(one.is_compatible_with(other) and other.is_compatible_with(one) for one, other in pairs)
