"""ShardedMutableDenseHashTable: a MutableDenseHashTable in several parts, each with the keys of one remainder."""

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import name_scope
from graphlab._src.ops.arithmetic import add_n
from graphlab._src.ops.cast import cast
from graphlab._src.ops.control_flow import group
from graphlab._src.ops.division import floormod
from graphlab._src.ops.dynamic import dynamic_partition, dynamic_stitch
from graphlab._src.ops.rounding import abs as abs_
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import reshape
from graphlab._src.ops.slicing import slice_
from graphlab._src.state.lookup.mutable import DenseHashTable


class ShardedMutableDenseHashTable:
    """Tables that together hold the values of keys: whole numbers, or vectors of them, whose first one says in which.

    key_dtype, value_dtype, default_value, empty_key, deleted_key, checkpoint: as for MutableDenseHashTable.
    num_shards: how many tables.
    """

    def __init__(
        self,
        key_dtype,
        value_dtype,
        default_value,
        empty_key,
        deleted_key,
        num_shards=1,
        checkpoint=True,
        name="ShardedMutableHashTable",
    ):
        self._key_dtype = key_dtype
        self._value_dtype = value_dtype
        with name_scope(name, "sharded_mutable_hash_table") as scope:
            self._table_name = scope
            self._table_shards = [
                DenseHashTable(
                    key_dtype=key_dtype,
                    value_dtype=value_dtype,
                    default_value=default_value,
                    empty_key=empty_key,
                    deleted_key=deleted_key,
                    checkpoint=checkpoint,
                    name=f"{name}-{i + 1}-of-{num_shards}",
                )
                for i in range(num_shards)
            ]
        self._value_shape = TensorShape([len(default_value)] if isinstance(default_value, (list, tuple)) else [])

    @property
    def name(self):
        """The name scope."""
        return self._table_name

    @property
    def table_shards(self):
        """The tables."""
        return self._table_shards

    @property
    def _num_shards(self):
        return len(self._table_shards)

    def size(self, name=None):
        """How many keys there are in all tables."""
        with name_scope(name, "sharded_mutable_hash_table_size"):
            return add_n([table.size() for table in self._table_shards])

    def _shard_indices(self, keys):
        if keys.shape.ndims > 1:
            keys = reshape(slice_(keys, [0, 0], [keys.shape[0], 1]), [-1])
        return cast(floormod(abs_(keys), self._num_shards), dtypes.int32)

    def _check_keys(self, keys):
        if not keys.shape.is_fully_defined():
            raise ValueError(f"Key shape must be fully defined, got {keys.shape}.")
        if keys.shape.ndims not in (1, 2):
            raise ValueError(f"Expected a vector or matrix for keys, got {keys.shape}.")

    def lookup(self, keys, name=None):
        """The value of each key. TypeError for keys of another type, ValueError where their shape is not known."""
        if keys.dtype.base_dtype != self._key_dtype:
            raise TypeError(f"Signature mismatch. Keys must be dtype {self._key_dtype}, got {keys.dtype}.")
        self._check_keys(keys)
        if self._num_shards == 1:
            return self._table_shards[0].lookup(keys, name=name)
        shards = self._shard_indices(keys)
        parts = dynamic_partition(keys, shards, self._num_shards)
        values = [table.lookup(part, name=name) for table, part in zip(self._table_shards, parts, strict=True)]
        places = dynamic_partition(range_(keys.shape[0]), shards, self._num_shards)
        found = dynamic_stitch(places, values)
        found.set_shape(TensorShape([keys.shape[0]]).concatenate(self._value_shape))
        return found

    def insert(self, keys, values, name=None):
        """The operation that sets the values of keys. ValueError where the shape of keys is not known."""
        self._check_keys(keys)
        if self._num_shards == 1:
            return self._table_shards[0].insert(keys, values, name=name)
        shards = self._shard_indices(keys)
        parts = zip(
            self._table_shards,
            dynamic_partition(keys, shards, self._num_shards),
            dynamic_partition(values, shards, self._num_shards),
            strict=True,
        )
        return group(*[table.insert(key, value, name=name) for table, key, value in parts])

    def export_sharded(self, name=None):
        """(the keys of each table, the values of each table)."""
        exported = [table.export(name=name) for table in self._table_shards]
        return [keys for keys, _ in exported], [values for _, values in exported]
