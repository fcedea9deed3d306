"""Tables of tensors of any rank, and of nested ones."""

from graphlab._src.graph import convert_to_tensor, nest
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.control_flow import group
from graphlab._src.ops.identity import identity
from graphlab._src.ops.joining import concat
from graphlab._src.ops.shape import reshape, shape
from graphlab._src.state.lookup.mutable import DenseHashTable


class TensorValuedMutableDenseHashTable(DenseHashTable):
    """A tf.contrib.lookup.MutableDenseHashTable whose values are tensors of any rank."""

    def __init__(self, key_dtype, value_dtype, default_value, *args, **kwargs):
        self._shape = shape(default_value)
        super().__init__(key_dtype, value_dtype, reshape(default_value, [-1]), *args, **kwargs)

    def insert(self, keys, values, name=None):
        """Sets the values of keys, which have the axes before the values' own."""
        keys = reshape(convert_to_tensor(keys, dtype=self._key_dtype), [-1])
        return super().insert(keys, reshape(values, [shape(keys)[0], -1]), name)

    def lookup(self, keys, name=None):
        """The values of keys."""
        keys = convert_to_tensor(keys, dtype=self._key_dtype)
        values = super().lookup(reshape(keys, [-1]), name)
        return reshape(values, concat([shape(keys), self._shape], 0))


class TupleOfTensorsLookup:
    """A table for each tensor of a nested value; its arguments are those of MutableDenseHashTable."""

    def __init__(self, key_dtype, default_values, empty_key, deleted_key, name, checkpoint=True):
        tables = [
            TensorValuedMutableDenseHashTable(
                key_dtype,
                default.dtype.base_dtype,
                default,
                empty_key=empty_key,
                deleted_key=deleted_key,
                name=f"{name}_{number}",
                checkpoint=checkpoint,
            )
            for number, default in enumerate(nest.flatten(default_values))
        ]
        self._hash_tables = nest.pack_sequence_as(default_values, tables)
        self._name = name

    def lookup(self, keys):
        """The nested values of keys."""
        return nest.map_structure(lambda table: table.lookup(keys), self._hash_tables)

    def insert(self, keys, values):
        """Sets the nested values of keys, after all of them were computed."""
        nest.assert_same_structure(self._hash_tables, values)
        values = [identity(value) for value in nest.flatten(values)]
        with control_dependencies(values):
            inserted = [
                table.insert(keys, value) for table, value in zip(nest.flatten(self._hash_tables), values, strict=True)
            ]
        return group(*inserted)
