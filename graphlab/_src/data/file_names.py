"""Datasets of the names of files."""

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor, get_default_graph, name_scope
from graphlab._src.io.file_ops import matching_files
from graphlab._src.ops.arithmetic import add
from graphlab._src.ops.checks.asserting import assert_
from graphlab._src.ops.comparison import greater
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.identity import identity
from graphlab._src.ops.shape import shape
from graphlab._src.ops.string_join import reduce_join


def list_files(dataset, file_pattern, shuffle=None, seed=None):
    """A dataset of the names of the files that match patterns with * and ?.

    shuffle: False keeps them in order.  seed: of the shuffling.  dataset: the class Dataset.
    InvalidArgumentError when there is none.
    """
    with name_scope("list_files"):
        pattern = convert_to_tensor(file_pattern, dtypes.string, name="file_pattern")
        names = matching_files(pattern)
        found = greater(shape(names)[0], 0, name="match_not_empty")
        message = add("No files matched pattern: ", reduce_join(pattern, separator=", "), name="message")
        check = assert_(found, [message], summarize=1, name="assert_not_empty")
        with get_default_graph().control_dependencies([check]):
            names = identity(names)
        found = dataset.from_tensor_slices(names)
        if shuffle is None or shuffle:
            return found.shuffle(maximum(shape(names, out_type=dtypes.int64)[0], 1), seed=seed)
        return found
