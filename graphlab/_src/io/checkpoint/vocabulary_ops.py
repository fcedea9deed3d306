"""The operations that read a matrix of a checkpoint by vocabularies: its rows or columns represent words, in another order now."""

import numpy as np

from graphlab._src.base.dtypes import float32, int64, runtime_name, string
from graphlab._src.base.errors import UnimplementedError
from graphlab._src.base.shapes import ShapeError
from graphlab._src.io.checkpoint.formats import missing, open_checkpoint
from graphlab._src.io.checkpoint.tensor_names import to_text
from graphlab._src.io.paths import local_path
from graphlab._src.ops.define import no_gradient, op
from graphlab._src.ops.rules import with_rank
from graphlab._src.state.lookup.table import Table
from graphlab._src.state.lookup.text_file import LINE_NUMBER, WHOLE_LINE, read_columns


def _remapping_shapes(op):
    for tensor in op.inputs:
        with_rank(tensor.dims, 0)
    if op.attrs["new_vocab_offset"] < 0 or op.attrs["num_new_vocab"] < 0:
        raise ShapeError("new_vocab_offset and num_new_vocab must be at least 0")
    return [(op.attrs["num_new_vocab"],), ()]


@op(
    "GenerateVocabRemapping",
    "new_vocab_file: string, old_vocab_file: string -> remapping: int64, num_present: int32",
    infer=_remapping_shapes,
    host=True,
    grad=no_gradient,
)
def generate_vocab_remapping(
    new_vocab_file, old_vocab_file, *, new_vocab_offset: int, num_new_vocab: int, old_vocab_size: int = -1, context
):
    """The line of the old file that holds each word of the new file, -1 for none, and how many it holds.

    new_vocab_file, old_vocab_file: names of files with a word on each line, each word once.
    new_vocab_offset, num_new_vocab: the first line of the new file, and how many lines.
    old_vocab_size: how many lines of the old file count; -1: all.
    Returns remapping: int64, [num_new_vocab]; num_present: int32, scalar.
    """
    lines_of = Table(string, int64, fixed=True)
    lines_of.replace(*_words(old_vocab_file, old_vocab_size, context.op))
    new, _ = _words(new_vocab_file, new_vocab_offset + num_new_vocab, context.op)
    found = lines_of.find(new[new_vocab_offset:], np.asarray(-1, np.int64))
    return found, np.asarray((found >= 0).sum(), np.int32)


def _words(file, count, op):
    """The first lines of a file, and their numbers; -1: all."""
    return read_columns(local_path(file.item(), op), (WHOLE_LINE, LINE_NUMBER), (string, int64), count, b"")


def _matrix_shape(op):
    with_rank(op.inputs[2].dims, 1)
    with_rank(op.inputs[3].dims, 1)
    return op.attrs["num_rows"], op.attrs["num_cols"]


@op(
    "LoadAndRemapMatrix",
    "ckpt_path: string, old_tensor_name: string, row_remapping: int64, col_remapping: int64, "
    "initializing_values: float32 -> output_matrix: float32",
    infer=_matrix_shape,
    host=True,
    stateful=True,
    grad=no_gradient,
)
def load_and_remap_matrix(
    ckpt_path,
    old_tensor_name,
    row_remapping,
    col_remapping,
    initializing_values,
    *,
    num_rows: int,
    num_cols: int,
    max_rows_in_memory: int = -1,
):
    """A matrix of a checkpoint with its rows and columns in another order: float32, [num_rows, num_cols].

    row_remapping, col_remapping: the old row of each new one, and column, -1 for one that is new; [] for as they are.
    initializing_values: what is new, row by row.
    max_rows_in_memory: has no effect; TensorFlow reads so many rows at a time.
    Raises InvalidArgumentError where there are not as many values as are new.
    """
    del max_rows_in_memory
    for what, texts in (("ckpt_path", ckpt_path), ("old_tensor_name", old_tensor_name)):
        if texts.size != 1:
            raise ValueError(f"The `{what}` tensor must have exactly one element, got shape {list(texts.shape)}")
    with open_checkpoint(local_path(ckpt_path.item())) as reader:
        name = to_text(old_tensor_name.item())
        dtype = reader.dtype(name)
        if dtype is None:
            raise missing(name, reader)
        shape = reader.shape(name)
        if dtype is not float32:
            raise ValueError(f"Tensor {name} has invalid type {runtime_name(dtype)} instead of expected type float")
        if len(shape) != 2:
            raise ValueError(f"Tensor {name} has shape {shape} of invalid rank {len(shape)} instead of expected rank 2")
        if not col_remapping.size and shape[1] != num_cols:
            raise ValueError(
                f"Tensor {name} has shape {shape}, where the size of its 2nd dimension is {shape[1]} instead of being equal "
                f"to num_cols={num_cols}"
            )
        old = reader.read(name)
    rows = _places(row_remapping, num_rows, shape[0], "row")
    columns = _places(col_remapping if col_remapping.size else np.arange(num_cols), num_cols, shape[1], "col")
    known = np.ix_(rows >= 0, columns >= 0)
    is_new = np.ones((num_rows, num_cols), bool)
    is_new[known] = False
    values, new = np.ravel(initializing_values), is_new.sum()
    if values.size < new:
        raise ValueError(f"initializing_values contained {values.size} elements, but more missing values remain: {new}")
    if values.size > new:
        raise ValueError(
            f"initializing_values contained {values.size} elements, but only {new} elements were used to fill in missing "
            "values"
        )
    matrix = np.empty(is_new.shape, np.float32)
    matrix[known] = old[np.ix_(rows[rows >= 0], columns[columns >= 0])]
    matrix[is_new] = values
    return matrix


def _places(remapping, count, size, axis):
    """`remapping`, checked; size: how many rows or columns there were."""
    if remapping.size != count:
        raise ValueError(f"Size of {axis}_remapping is {remapping.size} instead of being equal to num_{axis}s={count}")
    if remapping.size and remapping.max() >= size:
        raise ValueError(f"{axis}_remapping refers to {remapping.max()}, but the old matrix has {size} of these")
    known = remapping[remapping >= 0]
    places, counts = np.unique(known, return_counts=True)
    if known.size > places.size:
        old = places[counts > 1][0]
        new, other = np.flatnonzero(remapping == old)[:2]
        raise UnimplementedError(
            None, None, f"Old ID {old} is mapped to both new ID {new} and {other}, which is not supported"
        )
    return remapping
