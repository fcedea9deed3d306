"""Optional: an element that may be missing."""

from graphlab._src.data import iterator_ops, structure
from graphlab._src.graph import name_scope
from graphlab._src.graph.tensor import CompositeTensor
from graphlab._src.ops.optional import optional_from_value, optional_get_value, optional_has_value, optional_none


class Optional(CompositeTensor):
    """An element, or that there is none; whether there is one only a run knows.

    value_structure: the TypeSpecs of the element.
    """

    def __init__(self, variant_tensor, value_structure):
        self._variant_tensor = variant_tensor
        self._value_structure = value_structure

    @staticmethod
    def from_value(value):
        """One with a value: a structure of tensors."""
        with name_scope("optional") as scope:
            with name_scope("value"):
                spec = structure.spec_of(value)
                tensors = structure.to_tensors(spec, value)
        return Optional(optional_from_value(tensors, name=scope), spec)

    @staticmethod
    def none_from_structure(value_structure):
        """One without a value."""
        return Optional(optional_none(), value_structure)

    def has_value(self, name=None):
        """Whether there is a value: bool, scalar."""
        return optional_has_value(self._variant_tensor, name=name)

    def get_value(self, name=None):
        """The value; a run raises InvalidArgumentError when there is none."""
        with name_scope(name, "OptionalGetValue", [self._variant_tensor]) as scope:
            attrs = structure.flat_attrs(self._value_structure)
            tensors = optional_get_value(self._variant_tensor, name=scope, **attrs)
            return structure.from_tensors(self._value_structure, tensors)

    @property
    def value_structure(self):
        """The structure of TypeSpecs of the value."""
        return self._value_structure

    @property
    def _type_spec(self):
        return OptionalSpec(self._value_structure)


class OptionalSpec(structure.VariantSpec):
    """What an Optional is like that is part of an element. value_structure: of its value."""

    value_type = Optional

    def __init__(self, value_structure, shape=()):
        super().__init__(value_structure, shape)

    def _serialize(self):
        return super()._serialize()[: 2 if self._shape.ndims else 1]

    def from_variant(self, tensor):
        """The Optional that a variant tensor represents."""
        return Optional(tensor, self.element_spec)

    @staticmethod
    def from_value(value):
        """What an Optional is like."""
        return OptionalSpec(value.value_structure)


structure.register(Optional, OptionalSpec.from_value)


def get_next_as_optional(iterator):
    """The next element of an iterator as an Optional, which has no value when there is none."""
    spec = iterator.element_spec
    attrs = structure.flat_attrs(spec)
    return Optional(iterator_ops.iterator_get_next_as_optional(iterator._iterator_resource, **attrs), spec)
