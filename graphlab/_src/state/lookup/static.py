"""StaticHashTable: values by key, filled once by its initializer."""

import uuid
from typing import Any

from graphlab._src.graph import GraphKeys, convert_to_tensor, get_default_graph, name_scope
from graphlab._src.graph.attributes import attribute
from graphlab._src.graph.scopes import control_dependencies, get_collection
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.control_flow.grouping import group, no_op
from graphlab._src.ops.define import raw_ops
from graphlab._src.state.lookup.ops import lookup_table_export, lookup_table_find, lookup_table_size
from graphlab._src.state.lookup.table_types import TableTypes
from graphlab._src.state.trackable import is_trackable
from graphlab._src.state.trackable_resources import TrackableResource


def tables_initializer(name="init_all_tables"):
    """An operation that fills all tables of the default graph that are filled once."""
    initializers = get_collection(GraphKeys.TABLE_INITIALIZERS)
    return group(*initializers, name=name) if initializers else no_op(name=name)


class LookupInterface(TableTypes, TrackableResource):
    """Base class of tables: the dtypes of their keys and values. A SavedModel has the resource and how it is filled."""

    def __init__(self, key_dtype, value_dtype):
        TrackableResource.__init__(self)
        TableTypes.__init__(self, key_dtype, value_dtype)

    def _check_keys(self, keys):
        """TypeError unless keys have the right type."""
        if keys.dtype.base_dtype != self._key_dtype:
            raise TypeError(f"Signature mismatch. Keys must be dtype {self._key_dtype}, got {keys.dtype}.")


def values_of(keys, find):
    """find(keys), element by element: of a SparseTensor a SparseTensor in the same places."""
    if isinstance(keys, SparseTensor):
        return SparseTensor(keys.indices, find(keys.values), keys.dense_shape)
    return find(keys)


class TableWithHandle(LookupInterface):
    """A table that is one resource, with a handle."""

    _resource_handle: Any
    _table_name: str

    resource_handle = attribute("_resource_handle", "The tensor of the table's handle.")
    name = attribute("_table_name", "The last part of its operation's name.")


class StaticHashTable(TableWithHandle):
    """Values by key, filled once: run `initializer`, or tf.tables_initializer() for all tables.

    initializer: what fills it.  default_value: of keys that are not there.
    Looking keys up before it is filled fails with FailedPreconditionError.
    """

    def __init__(self, initializer, default_value, name=None):
        self._make(initializer, default_value, initializer._shared_name or f"hash_table_{uuid.uuid4()}", name)

    def _make(self, initializer, default_value, shared_name, name):
        super().__init__(initializer.key_dtype, initializer.value_dtype)
        self._default_value = convert_to_tensor(default_value, dtype=self._value_dtype)
        self._default_value.get_shape().merge_with([])
        self._initializer = (
            self._track_trackable(initializer, "_initializer") if is_trackable(initializer) else initializer
        )
        self._shared_name = shared_name
        self._name = name or "hash_table"
        with control_dependencies(None):
            self._resource_handle = self._create_resource()
        self._table_name = self._resource_handle.op.name.rpartition("/")[-1]
        if get_default_graph().control_flow_context is not None:
            with control_dependencies(None):
                self._init_op = self._initialize()
        else:
            self._init_op = self._initialize()

    def _create_resource(self):
        return raw_ops.HashTableV2(
            shared_name=self._shared_name,
            key_dtype=self._key_dtype,
            value_dtype=self._value_dtype,
            name=self._name,
        )

    def _initialize(self):
        return self._initializer.initialize(self)

    initializer = attribute("_init_op", "The operation that fills it.")
    default_value = attribute("_default_value", "The value of keys that are not there, as a tensor.")

    def size(self, name=None):
        """How many keys it has, as an int64 tensor."""
        with name_scope(name, f"{self.name}_Size", [self._resource_handle]):
            return lookup_table_size(self._resource_handle)

    def lookup(self, keys, name=None):
        """The value of each key, the default where there is none.

        keys: a tensor, or a SparseTensor, whose result is a SparseTensor.  TypeError when they have another type.
        """
        self._check_keys(keys)

        def find(keys):
            with name_scope(name, f"{self.name}_Lookup", [self._resource_handle, keys, self._default_value]):
                values = lookup_table_find(self._resource_handle, keys, self._default_value)
            values.set_shape(keys.get_shape())
            return values

        return values_of(keys, find)

    def export(self, name=None):
        """(keys, values): all of them, as tensors."""
        with name_scope(name, f"{self.name}_Export", [self._resource_handle]):
            keys, values = lookup_table_export(self._resource_handle, Tkeys=self._key_dtype, Tvalues=self._value_dtype)
        values.set_shape(keys.get_shape().concatenate(self._default_value.get_shape()))
        return keys, values


class HashTable(StaticHashTable):
    """StaticHashTable; tables with the same shared_name are one table in a session."""

    def __init__(self, initializer, default_value, shared_name=None, name=None):
        self._make(initializer, default_value, shared_name or "", name)

    @property
    def init(self):
        """The operation that fills it."""
        return self._init_op
