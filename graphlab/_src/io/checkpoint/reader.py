"""tf.train.NewCheckpointReader: what a checkpoint holds, without a graph."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.io.checkpoint import tensor_names
from graphlab._src.io.checkpoint.formats import missing, open_checkpoint
from graphlab._src.io.paths import local_path


class CheckpointReader:
    """The tensors of a checkpoint by name.

    filepattern: the path that Saver.save() returned; of a V1 checkpoint in several files a pattern.
    Raises NotFoundError when there is none, DataLossError when it is damaged.
    """

    def __init__(self, filepattern):
        self._reader = open_checkpoint(local_path(filepattern))

    def get_variable_to_shape_map(self):
        """{name: its shape, a list of int}."""
        return {name: self._reader.shape(name) for name in self._reader.names()}

    def get_variable_to_dtype_map(self) -> dict[str, Any]:
        """{name: its DType}."""
        return {name: self._reader.dtype(name) for name in self._reader.names()}

    def has_tensor(self, tensor_str):
        """True when there is a tensor of that name."""
        return self._reader.dtype(tensor_names.to_text(tensor_names.to_key(tensor_str))) is not None

    def get_tensor(self, tensor_str):
        """The value of a tensor: an array, for shape [] a number or bytes. NotFoundError when there is none."""
        name = tensor_names.to_text(tensor_names.to_key(tensor_str))
        if self._reader.dtype(name) is None:
            raise missing(name, self._reader)
        value = self._reader.read(name)
        return value if value.ndim else value[()]

    def debug_string(self):
        """A line for each tensor, with its type and shape."""
        lines = (
            f"{name} (DT_{dtypes.runtime_name(dtype).upper()}) [{','.join(map(str, self._reader.shape(name)))}]\n"
            for name, dtype in self.get_variable_to_dtype_map().items()
        )
        return tensor_names.to_key("".join(lines))


def NewCheckpointReader(filepattern):  # noqa: N802  (its public name)
    """The CheckpointReader of a checkpoint. Raises NotFoundError when there is none, DataLossError when it is damaged."""
    return CheckpointReader(filepattern)
