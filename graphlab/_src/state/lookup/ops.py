"""The operations of lookup tables. What flows through a handle is the table itself.

Most come twice, as those of queues do: older graphs have references to strings as handles.
"""

from graphlab._src.base import dtypes
from graphlab._src.ops.define import REQUIRED, SHAPE, no_gradient, no_outputs, op, scalar, twice
from graphlab._src.ops.rules import merge, with_rank, with_rank_at_most
from graphlab._src.state.lookup.dense import DenseTable
from graphlab._src.state.lookup.table import Table
from graphlab._src.state.lookup.text_file import read_columns
from graphlab._src.state.named_resources import find_or_make

_TABLE = {
    "container": (str, ""),
    "shared_name": (str, ""),
    "use_node_name_sharing": (bool, False),
    "key_dtype": (dtypes.DType, REQUIRED),
    "value_dtype": (dtypes.DType, REQUIRED),
}
_DENSE = {
    **_TABLE,
    "value_shape": (SHAPE, ()),
    "initial_num_buckets": (int, 131072),
    "max_load_factor": (float, 0.800000011920929),
}


def _handle_dims(op):
    """Of a handle of type resource, and of one that is a reference to strings."""
    return () if op.type.endswith("V2") else (2,)


def _dense_shape(op):
    for key in op.inputs:
        with_rank_at_most(key.dims, 1)
    return scalar(op)


def _table(context, fixed=False):
    attrs = context.op.attrs
    arguments = attrs["key_dtype"], attrs["value_dtype"], attrs.get("value_shape", ()), fixed
    return find_or_make(context, "table", lambda name: Table(*arguments))


_HANDLE = {"infer": _handle_dims, "stateful": True}


@twice("HashTable", "-> table_handle: resource", attrs=_TABLE, **_HANDLE)
def _hash_table(*, context):
    """A table that is filled once."""
    return _table(context, fixed=True)


@twice("MutableHashTable", "-> table_handle: resource", attrs=_TABLE, **_HANDLE, on_parameter_server=True)
def _mutable_hash_table(*, context):
    """A table of single values that runs change."""
    return _table(context)


@twice(
    "MutableHashTableOfTensors",
    "-> table_handle: resource",
    attrs={**_TABLE, "value_shape": (SHAPE, ())},
    **_HANDLE,
    on_parameter_server=True,
)
def _mutable_hash_table_of_tensors(*, context):
    """A table of values of one shape that runs change."""
    return _table(context)


@op(
    "MutableDenseHashTableV2",
    "empty_key: key_dtype, deleted_key: key_dtype -> table_handle: resource",
    attrs=_DENSE,
    **{**_HANDLE, "infer": _dense_shape},
    host=True,
    grad=no_gradient,
    on_parameter_server=True,
)
def _mutable_dense_hash_table(empty_key, deleted_key, *, context):
    """A table in buckets that runs change. empty_key, deleted_key: marks of buckets, which can't be keys in it."""
    attrs = context.op.attrs
    kinds = attrs["key_dtype"], attrs["value_dtype"], attrs["value_shape"]
    buckets = attrs["initial_num_buckets"], attrs["max_load_factor"]
    return find_or_make(context, "table", lambda name: DenseTable(*kinds, empty_key, deleted_key, *buckets))


def _maker(op):
    """The operation that made the table which the first input is a handle of, None when that is not known."""
    made = op.inputs[0].op
    return made if made.definition is not None and "key_dtype" in made.attrs else None


def _value_dims(op):
    maker = _maker(op)
    return None if maker is None else maker.attrs.get("value_shape", ())


def _found_shape(op):
    with_rank(op.inputs[0].dims, len(_handle_dims(op)))
    keys, value = op.inputs[1].dims, _value_dims(op)
    if keys is None or value is None:
        return None
    return (*_without_key(op, keys), *value)


def _without_key(op, keys):
    """The dimensions of keys without those of each single one."""
    maker = _maker(op)
    key = maker.inputs[0].dims if maker is not None and maker.inputs else ()
    return keys if key is None else keys[: max(0, len(keys) - len(key))]


@twice(
    "LookupTableFind",
    "table_handle: resource, keys: Tin, default_value: Tout -> values: Tout",
    infer=_found_shape,
)
def lookup_table_find(table_handle, keys, default_value):
    """The value of each key, the default where there is none."""
    return table_handle.find(keys, default_value)


def _changes(op_type, signature, infer=no_outputs):
    return twice(op_type, signature, infer, grad=None)


def _check_same_sizes(op):
    keys, values = op.inputs[1].dims, op.inputs[2].dims
    if keys is not None and values is not None:
        merge(keys[:1], values[:1], "pass as many values as keys")
    return no_outputs(op)


@_changes("LookupTableInsert", "table_handle: resource, keys: Tin, values: Tout ->")
def lookup_table_insert(table_handle, keys, values):
    """Sets the values of keys."""
    table_handle.insert(keys, values)


@_changes("LookupTableImport", "table_handle: resource, keys: Tin, values: Tout ->", _check_same_sizes)
def lookup_table_import(table_handle, keys, values):
    """Makes these the keys and values of the table, and the only ones."""
    _replace(table_handle, keys, values)


def _replace(table, keys, values):
    if table.fixed and not keys.size:
        raise ValueError("keys and values cannot be empty tensors.")
    table.replace(keys, values)


@op("LookupTableRemoveV2", "table_handle: resource, keys: Tin ->", infer=no_outputs, host=True, stateful=True)
def lookup_table_remove(table_handle, keys):
    """Forgets keys."""
    table_handle.remove(keys)


@_changes("InitializeTable", "table_handle: resource, keys: Tkey, values: Tval ->")
def initialize_table(table_handle, keys, values):
    """Fills a table."""
    _replace(table_handle, keys, values)


@_changes("InitializeTableFromTextFile", "table_handle: resource, filename: string ->")
def initialize_table_from_text_file(
    table_handle, filename, *, key_index: int, value_index: int, vocab_size: int = -1, delimiter: bytes = b"\t"
):
    """Fills a table with the lines of a text file."""
    kinds = table_handle.key_dtype, table_handle.value_dtype
    path = filename[()].decode()
    table_handle.replace(*read_columns(path, (key_index, value_index), kinds, vocab_size, delimiter))


@twice(
    "LookupTableSize",
    "table_handle: resource -> size: int64",
    infer=scalar,
)
def lookup_table_size(table_handle):
    """How many keys a table has."""
    return table_handle.size()


def _exported_shapes(op):
    value = _value_dims(op)
    return [(None,), None if value is None else (None, *value)]


@twice(
    "LookupTableExport",
    "table_handle: resource -> keys: Tkeys, values: Tvalues",
    infer=_exported_shapes,
)
def lookup_table_export(table_handle):
    """All keys and values of a table."""
    return table_handle.export()
