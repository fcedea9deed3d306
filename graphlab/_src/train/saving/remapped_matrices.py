"""Initializers that read a matrix of a checkpoint by vocabularies, where the words of its rows or columns have changed."""

import math

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor
from graphlab._src.io.checkpoint import vocabulary_ops
from graphlab._src.ops.joining import concat
from graphlab._src.ops.sequence import range as range_
from graphlab._src.state.initializers import truncated_normal_initializer, zeros_initializer


def load_and_remap_matrix(
    ckpt_path,
    old_tensor_name,
    new_row_vocab_offset,
    num_rows_to_load,
    new_col_vocab_size,
    initializer,
    old_row_vocab_size=-1,
    old_row_vocab_file=None,
    new_row_vocab_file=None,
    old_col_vocab_file=None,
    new_col_vocab_file=None,
    num_row_oov_buckets=0,
    num_col_oov_buckets=0,
    max_rows_in_memory=-1,
):
    """A matrix of a checkpoint with the rows and columns of new vocabularies.

    ckpt_path, old_tensor_name: the checkpoint, and the name of a float32 matrix there.
    new_row_vocab_offset, num_rows_to_load: the first line of new_row_vocab_file, and how many; for partitioned variables.
    new_col_vocab_size: how many columns.  initializer: shape -> values for words that are new.
    old_row_vocab_size: how many lines of old_row_vocab_file count; -1: all.
    *_vocab_file: files with a word on each line; both of the rows or None, both of the columns or None, but not all None.
    num_row_oov_buckets, num_col_oov_buckets: how many rows and columns for other words follow.
    Returns float32, [num_rows_to_load + num_row_oov_buckets, new_col_vocab_size + num_col_oov_buckets].
    """
    for name, count in (("num_row_oov_buckets", num_row_oov_buckets), ("num_col_oov_buckets", num_col_oov_buckets)):
        if count < 0:
            raise ValueError(f"{name} must be >= 0, but received {count}")
    rows_differ = _both("row", old_row_vocab_file, new_row_vocab_file)
    columns_differ = _both("col", old_col_vocab_file, new_col_vocab_file)
    if not rows_differ and not columns_differ:
        raise ValueError(
            "Must provide either row or column vocab files. If no remapping is necessary, consider using "
            "`tf.contrib.framework.init_from_checkpoint` instead."
        )
    rows_present, columns_present = num_rows_to_load, new_col_vocab_size
    if rows_differ:
        rows, rows_present = vocabulary_ops.generate_vocab_remapping(
            new_row_vocab_file,
            old_row_vocab_file,
            new_vocab_offset=new_row_vocab_offset,
            num_new_vocab=num_rows_to_load,
            old_vocab_size=old_row_vocab_size,
        )
    else:  # a part of a variable begins with a later row
        rows = range_(new_row_vocab_offset, new_row_vocab_offset + num_rows_to_load, dtype=dtypes.int64)
    columns = convert_to_tensor([], dtypes.int64)
    if columns_differ:
        columns, columns_present = vocabulary_ops.generate_vocab_remapping(
            new_col_vocab_file, old_col_vocab_file, new_vocab_offset=0, num_new_vocab=new_col_vocab_size
        )
    new = num_rows_to_load * new_col_vocab_size - rows_present * columns_present
    matrix = vocabulary_ops.load_and_remap_matrix(
        ckpt_path,
        old_tensor_name,
        rows,
        columns,
        initializer([new, 1]),
        num_rows=num_rows_to_load,
        num_cols=new_col_vocab_size,
        max_rows_in_memory=max_rows_in_memory,
    )
    if num_row_oov_buckets:
        others = convert_to_tensor(initializer([num_row_oov_buckets, new_col_vocab_size]))
        matrix = concat([matrix, others], 0)
    if num_col_oov_buckets:
        others = convert_to_tensor(initializer([num_rows_to_load + num_row_oov_buckets, num_col_oov_buckets]))
        matrix = concat([matrix, others], 1)
    return matrix


def _both(axis, old, new):
    """Whether the vocabulary of an axis has changed. Raises ValueError where one file of two is named."""
    if (old is None) != (new is None):
        raise ValueError(
            f"old_{axis}_vocab_file and new_{axis}_vocab_file must both be specified or left unspecified. "
            f"old_{axis}_vocab_file='{old}', new_{axis}_vocab_file='{new}'"
        )
    return new is not None


def load_and_remap_matrix_initializer(
    ckpt_path,
    old_tensor_name,
    new_row_vocab_size,
    new_col_vocab_size,
    old_row_vocab_size=-1,
    old_row_vocab_file=None,
    new_row_vocab_file=None,
    old_col_vocab_file=None,
    new_col_vocab_file=None,
    num_row_oov_buckets=0,
    num_col_oov_buckets=0,
    initializer=None,
    max_rows_in_memory=-1,
):
    """An initializer of a variable, partitioned by rows or whole, that is what load_and_remap_matrix returns.

    new_row_vocab_size, new_col_vocab_size: how many words the new vocabularies have, or the size of an axis that stays.
    initializer: shape -> values for words that are new and for the rows and columns of other words; None: zeros.
    """
    fill = zeros_initializer() if initializer is None else initializer
    if not callable(fill):
        raise TypeError(f"initializer must be callable, instead of being {fill} of type {type(fill)}.")
    all_rows, all_columns = new_row_vocab_size + num_row_oov_buckets, new_col_vocab_size + num_col_oov_buckets

    def _initializer(shape, dtype=dtypes.float32, partition_info=None):
        if dtypes.as_dtype(dtype) is not dtypes.float32:
            raise TypeError(f"Currently, only float32 is supported. Received dtype: {dtype}")
        if len(shape) != 2:
            raise ValueError(f"Expected 2-dim shape, but received: {shape}")
        if shape[0] <= 0:
            raise ValueError(f"Expected 1st dim of shape to be > 0, but received shape: {shape}")
        if shape[1] != all_columns:
            raise ValueError(
                f"Expected 2nd dim of shape to be new_col_vocab_size ({new_col_vocab_size}) + num_col_oov_buckets "
                f"({num_col_oov_buckets}) = {all_columns}, but received shape: {shape}"
            )
        offset = 0 if partition_info is None else partition_info.single_offset(shape)
        if offset + shape[0] > all_rows:
            raise ValueError(
                f"Trying to initialize {shape[0]} additional rows after {offset} rows have already been initialized, which "
                f"would exceed expected total row count of new_row_vocab_size ({new_row_vocab_size}) + "
                f"num_row_oov_buckets ({num_row_oov_buckets}) = {all_rows}."
            )
        others = min(shape[0], max(0, offset + shape[0] - new_row_vocab_size))
        if offset > new_row_vocab_size:  # a part that holds rows for other words alone
            return fill(shape)
        return load_and_remap_matrix(
            ckpt_path,
            old_tensor_name,
            offset,
            shape[0] - others,
            new_col_vocab_size,
            fill,
            old_row_vocab_size,
            old_row_vocab_file,
            new_row_vocab_file,
            old_col_vocab_file,
            new_col_vocab_file,
            others,
            num_col_oov_buckets,
            max_rows_in_memory,
        )

    return _initializer


def load_embedding_initializer(
    ckpt_path,
    embedding_tensor_name,
    new_vocab_size,
    embedding_dim,
    old_vocab_file,
    new_vocab_file,
    old_vocab_size=-1,
    num_oov_buckets=0,
    initializer=None,
    max_rows_in_memory=-1,
):
    """load_and_remap_matrix_initializer for a table of embeddings, whose rows represent words; new ones are truncated normal."""
    if initializer is None:
        initializer = truncated_normal_initializer(stddev=1.0 / math.sqrt(embedding_dim))
    return load_and_remap_matrix_initializer(
        ckpt_path,
        embedding_tensor_name,
        new_vocab_size,
        embedding_dim,
        old_vocab_size,
        old_vocab_file,
        new_vocab_file,
        num_row_oov_buckets=num_oov_buckets,
        initializer=initializer,
        max_rows_in_memory=max_rows_in_memory,
    )


def load_linear_multiclass_bias_initializer(
    ckpt_path,
    bias_tensor_name,
    new_class_vocab_size,
    old_class_vocab_file,
    new_class_vocab_file,
    num_class_oov_buckets=0,
    initializer=None,
    max_rows_in_memory=-1,
):
    """load_and_remap_matrix_initializer for the biases of classes, [new_class_vocab_size, 1]; new ones are 0."""
    return load_and_remap_matrix_initializer(
        ckpt_path,
        bias_tensor_name,
        new_class_vocab_size,
        1,
        old_row_vocab_file=old_class_vocab_file,
        new_row_vocab_file=new_class_vocab_file,
        num_row_oov_buckets=num_class_oov_buckets,
        initializer=initializer,
        max_rows_in_memory=max_rows_in_memory,
    )


def load_variable_slot_initializer(
    ckpt_path,
    old_tensor_name,
    primary_partition_info,
    new_row_vocab_size,
    new_col_vocab_size,
    old_row_vocab_file=None,
    new_row_vocab_file=None,
    old_col_vocab_file=None,
    new_col_vocab_file=None,
    num_row_oov_buckets=0,
    num_col_oov_buckets=0,
    initializer=None,
    max_rows_in_memory=-1,
):
    """load_and_remap_matrix_initializer for an optimizer's slot of a part of a variable.

    primary_partition_info: the _PartitionInfo of that part.
    """
    load = load_and_remap_matrix_initializer(
        ckpt_path,
        old_tensor_name,
        new_row_vocab_size,
        new_col_vocab_size,
        -1,
        old_row_vocab_file,
        new_row_vocab_file,
        old_col_vocab_file,
        new_col_vocab_file,
        num_row_oov_buckets,
        num_col_oov_buckets,
        initializer,
        max_rows_in_memory,
    )

    def _initializer(shape, dtype=dtypes.float32, partition_info=None):
        del partition_info
        return load(shape, dtype, primary_partition_info)

    return _initializer
