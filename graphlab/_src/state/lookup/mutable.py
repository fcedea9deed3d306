"""Tables that runs change: MutableHashTable and DenseHashTable."""

from graphlab._src.base.errors import InvalidArgumentError, explain
from graphlab._src.graph import constant, convert_to_tensor, get_default_graph, name_scope, static_value
from graphlab._src.graph.graph_keys import GraphKeys
from graphlab._src.graph.scopes import colocate_with
from graphlab._src.ops.define import raw_ops
from graphlab._src.state.lookup.ops import (
    lookup_table_export,
    lookup_table_find,
    lookup_table_import,
    lookup_table_insert,
    lookup_table_remove,
    lookup_table_size,
)
from graphlab._src.state.lookup.static import TableWithHandle
from graphlab._src.state.saveable import SaveableObject, SaveSpec


class _TableSaveable(SaveableObject):
    """The keys and the values of a table, as it exports them."""

    def __init__(self, table, name):
        keys, values = table.export()
        super().__init__(table, [SaveSpec(keys, "", f"{name}-keys"), SaveSpec(values, "", f"{name}-values")], name)

    def restore(self, restored_tensors, restored_shapes):
        del restored_shapes
        handle = self.op.resource_handle
        with name_scope(None, f"{self.name}_table_restore"), colocate_with(handle):
            return lookup_table_import(handle, *restored_tensors)


class MutableTable(TableWithHandle):
    """A table that runs change.  Its subclasses make its handle.

    saved_as: the name under which checkpoints have it; None: those of Savers don't.
    """

    def __init__(self, key_dtype, value_dtype, default_value, saved_as):
        super().__init__(key_dtype, value_dtype)
        self._default_value = default_value
        self._resource_handle = self._create_resource()
        self._table_name = self._resource_handle.op.name.rpartition("/")[-1]
        self.saved_as = saved_as or self._table_name
        if saved_as is not None:
            get_default_graph().add_to_collection(GraphKeys.SAVEABLE_OBJECTS, self.saveable())

    def _create_resource(self):
        raise NotImplementedError

    def saveable(self, name=None):
        """What a Saver saves of it, under its own name when left out."""
        return _TableSaveable(self, name or self.saved_as)

    def size(self, name=None):
        """How many keys it has, as an int64 tensor."""
        with name_scope(name, f"{self.name}_Size", [self._resource_handle]), colocate_with(self._resource_handle):
            return lookup_table_size(self._resource_handle)

    def lookup(self, keys, name=None):
        """The value of each key, the default where there is none."""
        with name_scope(name, f"{self.name}_lookup_table_find", [self._resource_handle, keys, self._default_value]):
            keys = convert_to_tensor(keys, dtype=self._key_dtype, name="keys")
            with colocate_with(self._resource_handle):
                return lookup_table_find(self._resource_handle, keys, self._default_value)

    def insert(self, keys, values, name=None):
        """An operation that sets the values of keys."""
        with name_scope(name, f"{self.name}_lookup_table_insert", [self._resource_handle, keys, values]):
            keys = convert_to_tensor(keys, self._key_dtype, name="keys")
            values = convert_to_tensor(values, self._value_dtype, name="values")
            with colocate_with(self._resource_handle):
                return lookup_table_insert(self._resource_handle, keys, values)

    def _remove(self, keys, name):
        self._check_keys(keys)
        with name_scope(name, f"{self.name}_lookup_table_remove", [self._resource_handle, keys, self._default_value]):
            return lookup_table_remove(self._resource_handle, keys)

    def export(self, name=None):
        """(keys, values): all of them, as tensors."""
        with name_scope(name, f"{self.name}_lookup_table_export_values", [self._resource_handle]):
            with colocate_with(self._resource_handle):
                return lookup_table_export(self._resource_handle, Tkeys=self._key_dtype, Tvalues=self._value_dtype)


class MutableHashTable(MutableTable):
    """Values by key, which runs insert and remove.

    default_value: of keys that are not there; its shape is that of all values.
    checkpoint: whether Savers save it, under its name; then a graph that is loaded finds it again by its name, too.
    """

    def __init__(self, key_dtype, value_dtype, default_value, name="MutableHashTable", checkpoint=True):
        self._checkpoint = checkpoint
        self._name = name
        super().__init__(
            key_dtype, value_dtype, convert_to_tensor(default_value, dtype=value_dtype), name if checkpoint else None
        )

    def _create_resource(self):
        attrs = {
            "use_node_name_sharing": self._checkpoint,
            "key_dtype": self._key_dtype,
            "value_dtype": self._value_dtype,
            "name": self._name,
        }
        shape = self._default_value.get_shape()
        if shape.ndims == 0:
            return raw_ops.MutableHashTableV2(**attrs)
        if shape.ndims is not None and shape.ndims > 1:
            raise InvalidArgumentError(
                None, None, explain(f"Default value must be a vector, got shape {shape}", fix="tf.reshape(value, [-1])")
            )
        return raw_ops.MutableHashTableOfTensorsV2(value_shape=shape, **attrs)

    def remove(self, keys, name=None):
        """An operation that forgets keys.  TypeError when they have another type."""
        return self._remove(keys, name)


class DenseHashTable(MutableTable):
    """Values by key, which runs insert and erase.

    empty_key, deleted_key: two keys that are never used, as marks of buckets.  default_value: of keys that are not there.
    initial_num_buckets: a power of 2, at least 4; there are twice as many whenever 80 % are filled.
    checkpoint: whether Savers save it, under its name.

    Keys may be vectors.  An export has all buckets, those without a key too, in the order of TensorFlow's.
    key_dtype, value_dtype: the dtypes of keys and values.
    """

    def __init__(
        self,
        key_dtype,
        value_dtype,
        default_value,
        empty_key,
        deleted_key,
        initial_num_buckets=None,
        name="MutableDenseHashTable",
        checkpoint=True,
    ):
        default = convert_to_tensor(default_value, dtype=value_dtype, name="default_value")
        self._marks = [
            convert_to_tensor(key, dtype=key_dtype, name=name)
            for key, name in ((empty_key, "empty_key"), (deleted_key, "deleted_key"))
        ]
        self._attrs = {"use_node_name_sharing": checkpoint, "value_shape": default.get_shape(), "name": name}
        if initial_num_buckets is not None:
            self._attrs["initial_num_buckets"] = initial_num_buckets
        super().__init__(key_dtype, value_dtype, default, name if checkpoint else None)

    def _create_resource(self):
        graph = get_default_graph()
        here = graph.building_function or all(one.graph is graph for one in self._marks)
        marks = self._marks if here else [constant(static_value(one), dtype=one.dtype) for one in self._marks]
        return raw_ops.MutableDenseHashTableV2(*marks, value_dtype=self._value_dtype, **self._attrs)

    def insert_or_assign(self, keys, values, name=None):
        """An operation that sets the values of keys."""
        return self.insert(keys, values, name)

    def remove(self, keys, name=None):
        """An operation that forgets keys.  TypeError when they have another type."""
        return self._remove(keys, name)

    def erase(self, keys, name=None):
        """An operation that forgets keys.  TypeError when they have another type."""
        return self._remove(keys, name)
