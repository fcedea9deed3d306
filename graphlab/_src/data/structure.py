"""Between the structure of an element, as programs see it, and the list of tensors that operations have."""

from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.errors import explain
from graphlab._src.base.shapes import TensorShape, as_shape, of
from graphlab._src.data import nest
from graphlab._src.graph import IndexedSlices, Tensor, convert_to_tensor, name_scope
from graphlab._src.graph.attributes import attribute
from graphlab._src.graph.ragged_tensor import is_ragged
from graphlab._src.graph.sparse_tensor import SparseTensor, is_sparse
from graphlab._src.graph.type_spec import SparseTensorSpec, TensorSpec, TypeSpec, type_spec_from_value
from graphlab._src.ops.joining import stack
from graphlab._src.ops.ragged.spec import RaggedTensorSpec
from graphlab._src.ops.ragged.tensor import convert_to_tensor_or_ragged_tensor
from graphlab._src.ops.string_bytes import each
from graphlab._src.ops.tensor_array import TensorArray
from graphlab._src.ops.tensor_array_spec import TensorArraySpec


class VariantSpec(TypeSpec):
    """The spec of a component that is one variant: a dataset or an Optional.

    element_spec: of what is in it.  shape: of a tensor of such.
    """

    def __init__(self, element_spec, dataset_shape=()):
        self._element_spec = element_spec
        self._shape = as_shape(dataset_shape)

    element_spec = attribute("_element_spec", "The structure of what is in it.")
    shape = attribute("_shape", "The TensorShape of a tensor of such.")

    def is_compatible_with(self, spec_or_value):
        """True for the same kind with elements that fit."""
        other = spec_or_value if isinstance(spec_or_value, TypeSpec) else spec_of(spec_or_value)
        if type(other) is not type(self):
            return False
        mine, theirs = nest.flatten(self._element_spec), nest.flatten(other._element_spec)
        return len(mine) == len(theirs) and all(a.is_compatible_with(b) for a, b in zip(mine, theirs, strict=True))

    def from_variant(self, tensor):
        """The value that a variant tensor represents."""
        raise NotImplementedError

    @property
    def _component_specs(self):
        return TensorSpec(self._shape, dtypes.variant)

    def _to_components(self, value):
        return value._variant_tensor

    def _from_components(self, components):
        return self.from_variant(components)

    def _serialize(self):
        return self._element_spec, self._shape

    def _comparable(self):
        return repr(self._element_spec), str(self._shape)


class NestedVariant:
    """A tensor of datasets, as a batch of windows has it."""

    def __init__(self, variant, spec):
        self._variant_tensor = variant
        self._spec = spec


_values_with_spec = []  # (class, function of a value that returns its VariantSpec)


def register(kind, spec):
    """Makes values of a class parts of elements; spec(value) returns their VariantSpec."""
    _values_with_spec.append((kind, spec))


register(NestedVariant, lambda value: value._spec)


def normalize(element):
    """The element with a tensor in place of each leaf that is none."""
    leaves = []
    with name_scope(None, "normalize_element", [leaf for leaf in nest.flatten(element) if isinstance(leaf, Tensor)]):
        for i, leaf in enumerate(nest.flatten(element)):
            if is_sparse(leaf):
                leaves.append(leaf if isinstance(leaf, SparseTensor) else SparseTensor.from_value(leaf))
            elif is_ragged(leaf):
                leaves.append(convert_to_tensor_or_ragged_tensor(leaf, name=f"component_{i}"))
            elif isinstance(leaf, TensorArray) or _has_variant(leaf):
                leaves.append(leaf)
            elif isinstance(leaf, list) and leaf and all(map(_has_variant, leaf)):
                leaves.append(_stacked(leaf))
            else:
                leaves.append(convert_to_tensor(leaf, name=f"component_{i}"))
    return nest.pack_as(element, leaves)


def _has_variant(value):
    return any(isinstance(value, kind) for kind, _ in _values_with_spec)


def _stacked(values):
    """A list of datasets, or of Optionals, as one tensor of them. ValueError where their elements differ."""
    specs: list[Any] = [_spec_of_leaf(value) for value in values]
    first, *others = specs
    element = first.element_spec
    for other in others:
        if type(other) is not type(first) or types_of(other.element_spec) != types_of(element):
            raise ValueError(f"No TypeSpec is compatible with both {first!r} and {other!r}: one tensor can't hold both")
        element = most_specific(element, other.element_spec)
    return NestedVariant(stack([value._variant_tensor for value in values]), type(first)(element, [len(values)]))


def spec_of(element):
    """The TypeSpecs of a structure of values; TypeError for what can't be part of an element."""
    return nest.map_structure(_spec_of_leaf, element)


def _spec_of_leaf(value):
    if isinstance(value, TypeSpec):
        return value
    if isinstance(value, Tensor):
        return TensorSpec(value.shape, value.dtype.base_dtype)
    if is_sparse(value):
        return type_spec_from_value(value)
    if is_ragged(value):
        return RaggedTensorSpec.from_value(value)
    if isinstance(value, TensorArray):
        return TensorArraySpec.from_value(value)
    for kind, spec in _values_with_spec:
        if isinstance(value, kind):
            return spec(value)
    if isinstance(value, IndexedSlices) or value is None:
        raise TypeError(f"Could not build a TypeSpec for {value!r} with type {type(value).__name__}")
    try:
        tensor = convert_to_tensor(value)
    except (ValueError, TypeError):
        raise TypeError(f"Could not build a TypeSpec for {value!r} with type {type(value).__name__}") from None
    return TensorSpec(tensor.shape, tensor.dtype)


def flat_types(spec):
    """The DType of each tensor of an element."""
    return [leaf.dtype if isinstance(leaf, TensorSpec) else dtypes.variant for leaf in nest.flatten(spec)]


def flat_dims(spec):
    """What is known of the shape of each tensor of an element."""
    unknown = (SparseTensorSpec, RaggedTensorSpec)
    return [None if isinstance(leaf, unknown) else of(leaf.shape) for leaf in nest.flatten(spec)]


def flat_attrs(spec):
    """The attributes output_types and output_shapes of an operation with such elements."""
    return {"output_types": flat_types(spec), "output_shapes": flat_dims(spec)}


def to_tensors(spec, element):
    """The tensors of an element."""
    leaves = nest.flatten(element)
    return [_to_tensor(leaf, value) for leaf, value in zip(nest.flatten(spec), leaves, strict=True)]


def _to_tensor(leaf, value):
    if isinstance(leaf, VariantSpec):
        return value._variant_tensor
    if isinstance(leaf, (RaggedTensorSpec, SparseTensorSpec, TensorArraySpec)):
        return leaf._to_tensor_list(value)[0]
    return convert_to_tensor(value, leaf.dtype)


def to_batched_tensors(spec, element):
    """The tensors of an element whose rows are elements."""
    tensors = []
    for leaf, value in zip(nest.flatten(spec), nest.flatten(element), strict=True):
        if isinstance(leaf, (RaggedTensorSpec, SparseTensorSpec)):
            (value,) = leaf._to_batched_tensor_list(value)
        elif isinstance(leaf, VariantSpec):
            if leaf.shape.ndims == 0:
                raise ValueError("Unbatching a dataset is only supported for rank >= 1")
            value = value._variant_tensor
        elif isinstance(leaf, TensorArraySpec):
            raise _indivisible("rows")
        elif leaf.shape.ndims == 0:
            raise ValueError("Unbatching a tensor is only supported for rank >= 1")
        tensors.append(value)
    return tensors


def from_tensors(spec, tensors):
    """The element of these tensors."""
    leaves = nest.flatten(spec)
    return nest.pack_as(spec, [_from_tensor(leaf, tensor) for leaf, tensor in zip(leaves, tensors, strict=True)])


def _from_tensor(leaf, tensor):
    if isinstance(leaf, (RaggedTensorSpec, SparseTensorSpec)):
        return leaf._from_compatible_tensor_list([tensor])
    if isinstance(leaf, VariantSpec):
        return leaf.from_variant(tensor) if not leaf.shape.ndims else NestedVariant(tensor, leaf)
    if isinstance(leaf, TensorArraySpec):
        return leaf._from_components([tensor])
    tensor.set_shape(leaf.shape)
    return tensor


def batched(spec, size):
    """The spec of a batch of such elements. size: int or None."""
    return nest.map_structure(lambda leaf: with_shape(leaf, TensorShape([size]).concatenate(leaf.shape)), spec)


def unbatched(spec):
    """The spec of a row of such an element; ValueError for a scalar."""
    return nest.map_structure(_row, spec)


def _indivisible(what):
    message = f"A TensorArray that is part of an element has no {what}"
    return TypeError(explain(message, fix="make a tensor of it: dataset.map(lambda array: array.stack())"))


def _row(leaf):
    if isinstance(leaf, TensorArraySpec):
        raise _indivisible("rows")
    if leaf.shape.ndims == 0:
        raise ValueError("Unbatching a tensor is only supported for rank >= 1")
    return with_shape(leaf, leaf.shape if leaf.shape.ndims is None else leaf.shape[1:])


def with_shape(leaf, shape):
    """The same spec with another shape."""
    if isinstance(leaf, VariantSpec):
        return type(leaf)(leaf.element_spec, shape)
    if isinstance(leaf, RaggedTensorSpec):
        return leaf.with_shape(shape)
    if isinstance(leaf, TensorArraySpec):
        raise _indivisible("batches")
    return type(leaf)(shape, leaf.dtype)


# What TensorFlow 1 says of elements: three structures, of types, shapes and classes.


def types_of(spec):
    """The structure of DTypes."""
    return nest.map_structure(lambda leaf: leaf if isinstance(leaf, VariantSpec) else leaf.dtype, spec)


def shapes_of(spec):
    """The structure of TensorShapes."""
    return nest.map_structure(_legacy_shape, spec)


def _legacy_shape(leaf):
    if isinstance(leaf, TensorArraySpec):
        return leaf._to_legacy_output_shapes()
    return leaf if isinstance(leaf, VariantSpec) else leaf.shape


def classes_of(spec):
    """The structure of classes: Tensor or SparseTensor; a ragged tensor's is its spec."""
    own = (VariantSpec, RaggedTensorSpec)
    return nest.map_structure(lambda leaf: leaf if isinstance(leaf, own) else leaf.value_type, spec)


def map_shapes(spec, shapes, function):
    """A structure of the results of a function for each of the shapes, which are nested as `spec` is."""
    return nest.map_up_to(spec, function, shapes)


def from_legacy(types, shapes=None, classes=None):
    """The spec that these three structures say. shapes: left out, nothing is known.  classes: left out, tensors."""
    types = nest.map_structure(lambda kind: kind if isinstance(kind, VariantSpec) else dtypes.as_dtype(kind), types)
    if shapes is None:
        shapes = nest.map_structure(lambda _: TensorShape(None), types)
    else:
        shapes = nest.map_up_to(types, lambda s: s if isinstance(s, VariantSpec) else as_shape(s), shapes)
    if classes is None:
        classes = nest.map_structure(lambda _: Tensor, types)
    flat = zip(nest.flatten(types), nest.flatten(shapes), nest.flatten(classes), strict=True)
    return nest.pack_as(types, [_legacy_leaf(*leaf) for leaf in flat])


def _legacy_leaf(kind, shape, cls):
    if isinstance(cls, (VariantSpec, RaggedTensorSpec)):
        return cls
    if cls is SparseTensor:
        return SparseTensorSpec(shape, kind)
    if cls is TensorArray:
        return TensorArraySpec.from_legacy(kind, shape)
    if cls is Tensor:
        return TensorSpec(shape, kind)
    raise TypeError(f"Could not build a structure for output class {cls!r}")


def most_specific(first, second):
    """The spec of what is an element of one or the other."""

    def leaf(one, other):
        if isinstance(one, VariantSpec):
            return one
        if isinstance(one, TensorArraySpec):
            return one.most_specific_compatible_type(other)
        return with_shape(one, one.shape.most_specific_compatible_shape(other.shape))

    return nest.map_structure(leaf, first, second)


def as_array(value, dtype):
    """A value as an array of that type; text as bytes."""
    if dtype is dtypes.string:
        found = np.asarray(value, object)
        return each(lambda item: item.encode() if isinstance(item, str) else item, found)
    return np.asarray(value, dtype.as_numpy_dtype)
