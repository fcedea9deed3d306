"""SaveSliceInfo: which part of a larger variable a variable holds, so that a checkpoint can put them together."""

from typing import Any

from graphlab._src.graph.scope_names import prepend_name_scope, strip_name_scope
from graphlab._src.proto import SaveSliceInfoDef


class SaveSliceInfo:
    """A variable is the part of `full_name` that begins at var_offset and has the shape var_shape.

    full_shape, var_offset, var_shape: lists of int.  save_slice_info_def: a message to take all of them from.
    """

    def __init__(
        self,
        full_name: Any = None,
        full_shape: Any = None,
        var_offset: Any = None,
        var_shape: Any = None,
        save_slice_info_def=None,
        import_scope=None,
    ):
        message = save_slice_info_def
        if message is not None:
            full_name = prepend_name_scope(message.full_name, import_scope)
            full_shape, var_offset, var_shape = (
                list(message.full_shape),
                list(message.var_offset),
                list(message.var_shape),
            )
        self.full_name = full_name
        self.full_shape = full_shape
        self.var_offset = var_offset
        self.var_shape = var_shape

    @property
    def spec(self):
        """The part in the words of a checkpoint: "4 2 0,2:0,2"."""
        sizes = "".join(f"{size} " for size in self.full_shape)
        return sizes + ":".join(
            f"{offset},{size}" for offset, size in zip(self.var_offset, self.var_shape, strict=True)
        )

    def to_proto(self, export_scope=None):
        """The SaveSliceInfoDef, or None for a variable outside of the name scope export_scope."""
        if export_scope is not None and not self.full_name.startswith(export_scope):
            return None
        return SaveSliceInfoDef(
            full_name=strip_name_scope(self.full_name, export_scope),
            full_shape=self.full_shape,
            var_offset=self.var_offset,
            var_shape=self.var_shape,
        )
