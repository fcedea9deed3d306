"""Matrices of checkpoints read by vocabularies; TensorFlow 1.15.0 made the expected values."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.io.checkpoint.vocabulary_ops import generate_vocab_remapping, load_and_remap_matrix

framework = tf.contrib.framework


@pytest.fixture
def files(tmp_path):
    """The names of vocabularies, and of a checkpoint with a matrix, biases and whole numbers."""
    words = {
        "old_rows": "knitting eminem mars kendrick",
        "new_rows": "mars venus kendrick knitting zoo",
        "old_columns": "good better best",
        "new_columns": "good best fantastic",
        "twice": "a b a",
        "empty_line": "a  b",
    }
    for name, text in words.items():
        (tmp_path / name).write_text(text.replace(" ", "\n") + "\n")
    with tf.Graph().as_default(), tf.Session() as session:
        tf.get_variable("matrix", initializer=np.arange(12.0, dtype=np.float32).reshape(4, 3))
        tf.get_variable("bias", initializer=np.arange(4.0, dtype=np.float32).reshape(4, 1))
        tf.get_variable("whole", initializer=np.arange(4).reshape(4, 1))
        session.run(tf.global_variables_initializer())
        checkpoint = tf.train.Saver().save(session, str(tmp_path / "model"))
    return {name: str(tmp_path / name) for name in words} | {"checkpoint": checkpoint}


@pytest.fixture
def session():
    with tf.Session() as session:
        yield session


def natural(shape, dtype=None, partition_info=None):
    """1, 2, 3, … row by row."""
    del dtype, partition_info
    return tf.reshape(tf.cast(tf.range(1, tf.reduce_prod(shape) + 1), tf.float32), shape)


def initialized(session, *args, **kwargs):
    variable = tf.get_variable("v", *args, **kwargs)
    session.run(tf.global_variables_initializer())
    return [part.tolist() for part in session.run(list(variable) if "partitioner" in kwargs else [variable])]


def test_remapping_of_a_vocabulary(session, files):
    found = generate_vocab_remapping(files["new_rows"], files["old_rows"], new_vocab_offset=1, num_new_vocab=3)
    first = generate_vocab_remapping(
        files["new_rows"], files["old_rows"], new_vocab_offset=0, num_new_vocab=5, old_vocab_size=2
    )
    (lines, count), (some, one) = session.run([found, first])
    assert (lines.tolist(), count) == ([-1, 3, 0], 2) and (some.tolist(), one) == ([-1, -1, -1, 0, -1], 1)


@pytest.mark.parametrize(
    ("new", "old", "count", "size", "error", "why"),
    [
        ("new_rows", "old_rows", 8, -1, tf.errors.InvalidArgumentError, "expected 8 but got 5"),
        ("new_rows", "old_rows", 2, 9, tf.errors.InvalidArgumentError, "expected 9 but got 4"),
        ("new_rows", "twice", 2, -1, tf.errors.FailedPreconditionError, "different value for same key"),
        ("new_rows", "empty_line", 2, -1, tf.errors.InvalidArgumentError, "empty line found at position 3"),
    ],
)
def test_vocabularies_that_do_not_fit(session, files, new, old, count, size, error, why):
    found = generate_vocab_remapping(
        files[new], files[old], new_vocab_offset=0, num_new_vocab=count, old_vocab_size=size
    )
    with pytest.raises(error, match=why):
        session.run(found)


def test_parts_of_a_variable_with_new_rows_and_columns(session, files):
    load = framework.load_and_remap_matrix_initializer(
        files["checkpoint"],
        "matrix",
        5,
        3,
        -1,
        files["old_rows"],
        files["new_rows"],
        files["old_columns"],
        files["new_columns"],
        2,
        1,
        natural,
    )
    parts = initialized(session, shape=[7, 4], initializer=load, partitioner=tf.fixed_size_partitioner(3))
    assert parts == [
        [[6, 8, 1, 1], [2, 3, 4, 2], [9, 11, 5, 3]],
        [[0, 2, 1, 1], [2, 3, 4, 2]],
        [[1, 2, 3, 1], [4, 5, 6, 2]],
    ]


def test_embeddings_biases_and_slots(session, files):
    names = files["old_rows"], files["new_rows"]
    rows = [[6, 7, 8], [1, 2, 3], [9, 10, 11], [0, 1, 2], [4, 5, 6]]
    load = framework.load_embedding_initializer(files["checkpoint"], "matrix", 5, 3, *names, initializer=natural)
    assert initialized(session, shape=[5, 3], initializer=load) == [rows]
    with tf.variable_scope("bias"):
        load = framework.load_linear_multiclass_bias_initializer(files["checkpoint"], "bias", 5, *names, 1)
        assert initialized(session, shape=[6, 1], initializer=load) == [[[2], [0], [3], [0], [0], [0]]]
    with tf.variable_scope("slot"):
        load = framework.load_variable_slot_initializer(files["checkpoint"], "matrix", None, 5, 3, *names)
        zeros = [row if i in (0, 2, 3) else [0, 0, 0] for i, row in enumerate(rows)]
        assert initialized(session, shape=[5, 3], initializer=load) == [zeros]


@pytest.mark.parametrize(
    ("name", "rows", "columns", "values", "error", "why"),
    [
        ("matrix", [2, -1], [], [7, 8], tf.errors.InvalidArgumentError, "more missing values remain"),
        ("matrix", [2, -1], [], [7, 8, 9, 1], tf.errors.InvalidArgumentError, "only 3 elements were used"),
        ("matrix", [2, 2], [], [], tf.errors.UnimplementedError, "Old ID 2 is mapped to both new ID 0 and 1"),
        ("matrix", [2, 9], [], [], tf.errors.InvalidArgumentError, "refers to 9"),
        ("matrix", [2, 1, 0], [], [], tf.errors.InvalidArgumentError, "instead of being equal to num_rows=2"),
        ("bias", [2, 1], [], [], tf.errors.InvalidArgumentError, "instead of being equal to num_cols=3"),
        ("whole", [2, 1], [], [], tf.errors.InvalidArgumentError, "invalid type int64"),
        ("nothing", [2, 1], [], [], tf.errors.NotFoundError, "nothing"),
    ],
)
def test_matrices_that_do_not_fit(session, files, name, rows, columns, values, error, why):
    matrix = load_and_remap_matrix(
        files["checkpoint"],
        name,
        np.asarray(rows, np.int64),
        np.asarray(columns, np.int64),
        np.asarray(values, np.float32),
        num_rows=2,
        num_cols=3,
    )
    with pytest.raises(error, match=why):
        session.run(matrix)


def test_shapes_that_do_not_fit(files):
    load = framework.load_embedding_initializer(files["checkpoint"], "m", 5, 3, files["old_rows"], files["new_rows"])
    for shape, why in (([5, 4], "Expected 2nd dim"), ([8, 3], "would exceed expected total"), ([5], "2-dim shape")):
        with pytest.raises(ValueError, match=why):
            tf.get_variable("v", shape=shape, initializer=load)
    with pytest.raises(ValueError, match="must both be specified"):
        load = framework.load_and_remap_matrix_initializer(files["checkpoint"], "m", 5, 3, -1, files["old_rows"])
        tf.get_variable("v", shape=[5, 3], initializer=load)
