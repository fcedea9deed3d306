"""Where the examples of a training have got to in the trees, so that each step goes on from there."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import constant, convert_to_tensor
from graphlab._src.ops.cast import cast
from graphlab._src.ops.constants import fill, zeros
from graphlab._src.ops.control_flow import group
from graphlab._src.ops.identity import identity
from graphlab._src.ops.joining import concat, stack
from graphlab._src.state.lookup.mutable import DenseHashTable
from graphlab._src.state.variable import Variable


def beginning(count, dimension):
    """(trees, nodes, logits) of examples that no tree has seen."""
    return zeros([count], dtypes.int32), fill([count], constant(-1)), zeros([count, dimension], dtypes.float32)


class VariableCache:
    """Of the examples of an only batch, in variables.

    count: of the examples.  dimension: of the logits.
    """

    def __init__(self, count, dimension):
        self._dimension = dimension
        self._variables: list[Any] = [
            Variable(value, trainable=False, validate_shape=False, name=f"{name}_cache", use_resource=True)
            for name, value in zip(("tree_ids", "node_ids", "logits"), beginning(count, dimension), strict=True)
        ]

    def lookup(self):
        """(trees [batch], nodes [batch], logits [batch, dimension])."""
        found = [identity(one.read_value()) for one in self._variables]
        for tensor, dims in zip(found, ([None], [None], [None, self._dimension]), strict=True):
            tensor.set_shape(dims)
        return found

    def insert(self, *values):
        """Where the examples are now."""
        assigned = [one.assign(value).op for one, value in zip(self._variables, values, strict=True)]
        return group(*assigned, name="cache_insert")


class TableCache:
    """Of examples that have an id each, in a table.

    ids: of the batch, int64 or string [batch]; ValueError for others.
    """

    def __init__(self, ids):
        self._ids = convert_to_tensor(ids)
        marks = {dtypes.int64: (-1 << 62, -1 << 61), dtypes.string: ("", "NEVER_USED_DELETED_KEY")}
        if self._ids.dtype.base_dtype not in marks:
            raise ValueError(f"Unsupported example_id_feature dtype {self._ids.dtype}.")
        if self._ids.shape.ndims not in (None, 1):
            raise ValueError(f"example_id should have rank 1, but got {self._ids}")
        empty, deleted = marks[self._ids.dtype.base_dtype]
        # A row is the tree, the node and the logit, all as floats: whole numbers up to 2²⁴ are exact.
        self._table = DenseHashTable(
            self._ids.dtype.base_dtype, dtypes.float32, [0.0, -1.0, 0.0], empty, deleted, checkpoint=False
        )

    def lookup(self):
        """(trees [batch], nodes [batch], logits [batch, 1])."""
        rows = self._table.lookup(self._ids)
        return cast(rows[:, 0], dtypes.int32), cast(rows[:, 1], dtypes.int32), rows[:, 2:]

    def insert(self, trees, nodes, logits):
        """Where the examples are now."""
        places = stack([cast(trees, dtypes.float32), cast(nodes, dtypes.float32)], axis=1)
        return self._table.insert(self._ids, concat([places, logits], axis=1, name="value_concat_for_cache_insert"))
