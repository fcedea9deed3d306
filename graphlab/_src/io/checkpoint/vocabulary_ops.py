"""The operations that read a matrix of a checkpoint by vocabularies: its rows or columns represent words, in another order now."""

import numpy as np

from graphlab._src.base.dtypes import float32, runtime_name
from graphlab._src.base.errors import FailedPreconditionError, UnimplementedError
from graphlab._src.base.shapes import ShapeError
from graphlab._src.io.checkpoint.formats import missing, open_checkpoint
from graphlab._src.io.checkpoint.tensor_names import to_text
from graphlab._src.io.file_ops import read_bytes
from graphlab._src.io.paths import local_path
from graphlab._src.ops.define import no_gradient, op
from graphlab._src.ops.rules import with_rank


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
    new = _words(new_vocab_file.item(), new_vocab_offset + num_new_vocab, context.op)
    old = _words(old_vocab_file.item(), old_vocab_size, context.op)
    lines = {word: line for line, word in enumerate(old)}
    if len(lines) < len(old):
        word = next(word for line, word in enumerate(old) if lines[word] != line)
        raise FailedPreconditionError(
            None,
            None,
            f"HashTable has different value for same key. Key {to_text(word)} is more than once in "
            f"{to_text(old_vocab_file.item())}",
        )
    found = np.asarray([lines.get(word, -1) for word in new[new_vocab_offset:]], np.int64)
    return found, np.asarray((found >= 0).sum(), np.int32)


def _words(path, count, op):
    """The first lines of a file, -1: all."""
    words = read_bytes(path, op).split(b"\n")
    if words[-1] == b"":
        words.pop()
    words = [word.removesuffix(b"\r") for word in words]
    if count < 0:
        return words
    if len(words) < count:
        raise ValueError(f"Invalid vocab_size in {to_text(path)}: expected {count} but got {len(words)}")
    return words[:count]


def _matrix_shape(op):
    with_rank(op.inputs[0].dims, 0)
    with_rank(op.inputs[1].dims, 0)
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
    known = (rows >= 0)[:, None] & (columns >= 0)[None, :]
    values, new = np.ravel(initializing_values), known.size - known.sum()
    if values.size < new:
        raise ValueError(f"initializing_values contained {values.size} elements, but more missing values remain: {new}")
    if values.size > new:
        raise ValueError(
            f"initializing_values contained {values.size} elements, but only {new} elements were used to fill in missing "
            "values"
        )
    matrix = old[np.ix_(np.maximum(rows, 0), np.maximum(columns, 0))]
    matrix[~known] = values
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
