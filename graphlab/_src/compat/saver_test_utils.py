"""tensorflow.python.training.saver_test_utils: a table that says itself how it is saved."""

from graphlab._src.graph import GraphKeys
from graphlab._src.graph.scopes import add_to_collection
from graphlab._src.ops.define import raw_ops
from graphlab._src.state.saveable import SaveableObject, SaveSpec


class CheckpointedOp:
    """A table of numbers by words, in the graph's collection of what Savers save.

    table_ref: the handle of a table that is there already.
    """

    def __init__(self, name, table_ref=None):
        self.table_ref = table_ref
        if table_ref is None:
            self.table_ref = raw_ops.MutableHashTableV2(key_dtype="string", value_dtype="float32", name=name)
        self.name = name
        self.saveable = CheckpointedOp.CustomSaveable(self, name)
        add_to_collection(GraphKeys.SAVEABLE_OBJECTS, self.saveable)

    def insert(self, keys, values):
        """An operation that sets the values of keys."""
        return raw_ops.LookupTableInsertV2(self.table_ref, keys, values)

    def lookup(self, keys, default):
        """The value of each key, the default where there is none."""
        return raw_ops.LookupTableFindV2(self.table_ref, keys, default)

    def keys(self):
        """All keys."""
        return self._export()[0]

    def values(self):
        """All values, in the order of keys()."""
        return self._export()[1]

    def _export(self):
        return raw_ops.LookupTableExportV2(self.table_ref, Tkeys="string", Tvalues="float32")

    class CustomSaveable(SaveableObject):
        """Its keys and values."""

        def __init__(self, table, name):
            parts = zip(("keys", "values"), table._export(), strict=True)
            super().__init__(table, [SaveSpec(tensor, "", f"{name}-{part}") for part, tensor in parts], name)

        def restore(self, restored_tensors, restored_shapes):
            """An operation that puts them back."""
            del restored_shapes
            return raw_ops.LookupTableImportV2(self.op.table_ref, *restored_tensors)
