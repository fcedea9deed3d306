"""Ragged tensors: rows of different lengths, as TensorFlow 1.15 computes with them."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.ops.ragged import mapping
from graphlab._src.ops.ragged.tensor import RaggedTensorType

Ragged = tf.RaggedTensor


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


def rows(dtype=None):
    return tf.ragged.constant([[1, 2, 3, 4], [], [5, 6], [7]], dtype)


def nested():
    return tf.ragged.constant([[[1, 2], [3]], [], [[4, 5, 6], [7], []]])


def pairs():
    return tf.ragged.constant([[[1, 2], [3, 4]], [[5, 6]], []], ragged_rank=1)


def plain(value):
    if isinstance(value, tf.ragged.RaggedTensorValue):
        return value.to_list()
    return [plain(item) for item in value] if isinstance(value, (list, tuple)) else np.asarray(value).tolist()


def check(cases):
    """All results in one run. cases: {what: (tensor, value)}."""
    with tf.Session() as sess:
        found = sess.run({what: tensor for what, (tensor, _) in cases.items()})
    assert {what: plain(value) for what, value in found.items()} == {what: value for what, (_, value) in cases.items()}


def test_row_partitions_of_each_kind_make_the_same_rows():
    values = [3, 1, 4, 1, 5, 9, 2, 6]
    made = {
        "splits": Ragged.from_row_splits(values, [0, 4, 4, 7, 8, 8]),
        "lengths": Ragged.from_row_lengths(values, [4, 0, 3, 1, 0]),
        "rowids": Ragged.from_value_rowids(values, [0, 0, 0, 0, 2, 2, 2, 3], nrows=5),
        "starts": Ragged.from_row_starts(values, [0, 4, 4, 7, 8]),
        "limits": Ragged.from_row_limits(values, [4, 4, 7, 8, 8]),
    }
    check({what: (ragged, [[3, 1, 4, 1], [], [5, 9, 2], [6], []]) for what, ragged in made.items()})
    inner = made["splits"]
    deep = Ragged.from_nested_row_lengths(values, ([2, 1, 2], [4, 0, 3, 1, 0]))
    check(
        {
            "outer": (Ragged.from_row_splits(inner, [0, 2, 3, 5]), [[[3, 1, 4, 1], []], [[5, 9, 2]], [[6], []]]),
            "nested": (deep, [[[3, 1, 4, 1], []], [[5, 9, 2]], [[6], []]]),
        }
    )
    assert deep.ragged_rank == 2 and deep.shape.as_list() == [3, None, None]
    assert inner.shape.as_list() == [5, None] and inner.row_splits.dtype == tf.int64


def test_what_is_no_row_partition_is_refused():
    with pytest.raises(ValueError, match="constructor is private"):
        Ragged([1], [0, 1])
    with pytest.raises(ValueError, match="row_splits tensor may not be empty"):
        Ragged.from_row_splits([3], [])
    with pytest.raises(ValueError, match="row_splits must have dtype int32 or int64"):
        Ragged.from_row_splits([3], [0.0, 1.0])
    with pytest.raises(ValueError, match="Expected nrows >= value_rowids"):
        Ragged.from_value_rowids([3, 1], [0, 1], nrows=1)
    with pytest.raises(ValueError, match="dtype mismatch: row_splits"):
        Ragged.from_row_splits(rows(), tf.constant([0, 4]))
    splits = tf.placeholder(tf.int64, [None])
    ragged = Ragged.from_row_splits([3, 1], splits)
    with tf.Session() as sess, pytest.raises(tf.errors.InvalidArgumentError, match="do not form a valid RaggedTensor"):
        sess.run(ragged, {splits: [0, 3]})


def test_its_properties_say_how_the_rows_lie():
    ragged, deep = rows(), nested()
    check(
        {
            "value_rowids": (ragged.value_rowids(), [0, 0, 0, 0, 2, 2, 3]),
            "nrows": (ragged.nrows(), 4),
            "row_starts": (ragged.row_starts(), [0, 4, 4, 6]),
            "row_limits": (ragged.row_limits(), [4, 4, 6, 7]),
            "row_lengths": (ragged.row_lengths(), [4, 0, 2, 1]),
            "row_lengths 2": (deep.row_lengths(axis=2), [[2, 1], [], [3, 1, 0]]),
            "inner row_lengths": (pairs().row_lengths(axis=2), [[2, 2], [2], []]),
            "bounding_shape": (deep.bounding_shape(), [3, 3, 3]),
            "flat_values": (deep.flat_values, [1, 2, 3, 4, 5, 6, 7]),
            "splits": (list(deep.nested_row_splits), [[0, 2, 2, 5], [0, 2, 3, 6, 7, 7]]),
            "other values": (ragged.with_values(tf.range(7) * 10), [[0, 10, 20, 30], [], [40, 50], [60]]),
        }
    )
    with pytest.raises(ValueError, match="only supported in eager mode"):
        ragged.to_list()
    with pytest.raises(TypeError, match="may not be used as a boolean"):
        bool(ragged)
    with pytest.raises(TypeError, match="Failed to convert object of type"):
        tf.convert_to_tensor(ragged)


def test_lengths_along_another_axis_are_those_of_that_axis():
    made = Ragged.from_row_lengths(pairs().values, [2, 1])
    check({"axis 2": (made.row_lengths(axis=2), [[2, 2], [2]])})  # TensorFlow 1.15 returns those of axis 1


def test_tensors_and_sparse_tensors_become_ragged_and_back():
    dense = [[5, 7, 0], [0, 3, 0], [6, 0, 0]]
    deep = [[[5, 0], [7, 0]], [[0, 0], [3, 0]]]
    sparse = tf.SparseTensor([[0, 0], [0, 1], [2, 0]], [1, 2, 3], [4, 3])
    check(
        {
            "all": (Ragged.from_tensor(dense), dense),
            "lengths": (Ragged.from_tensor(dense, lengths=[1, 0, 5]), [[5], [], [6, 0, 0]]),
            "padding": (Ragged.from_tensor(dense, padding=0), [[5, 7], [0, 3], [6]]),
            "inner padding": (Ragged.from_tensor(deep, ragged_rank=2, padding=0), [[[5], [7]], [[], [3]]]),
            "nested lengths": (
                Ragged.from_tensor([[[5], [7]], [[0], [3]]], lengths=([1, 2], [1, 0, 1])),
                [[[5]], [[], [3]]],
            ),
            "sparse": (Ragged.from_sparse(sparse), [[1, 2], [], [3], []]),
            "to_tensor": (rows().to_tensor(), [[1, 2, 3, 4], [0, 0, 0, 0], [5, 6, 0, 0], [7, 0, 0, 0]]),
            "default": (pairs().to_tensor([8, 9]), [[[1, 2], [3, 4]], [[5, 6], [8, 9]], [[8, 9], [8, 9]]]),
            "nested": (
                nested().to_tensor(9),
                [
                    [[1, 2, 9], [3, 9, 9], [9, 9, 9]],
                    [[9, 9, 9], [9, 9, 9], [9, 9, 9]],
                    [[4, 5, 6], [7, 9, 9], [9, 9, 9]],
                ],
            ),
            "to_sparse": (rows().to_sparse().indices, [[0, 0], [0, 1], [0, 2], [0, 3], [2, 0], [2, 1], [3, 0]]),
            "its shape": (nested().to_sparse().dense_shape, [3, 3, 3]),
        }
    )
    gap = Ragged.from_sparse(tf.SparseTensor([[0, 0], [0, 2]], [1, 2], [2, 3]))
    with tf.Session() as sess, pytest.raises(tf.errors.InvalidArgumentError, match="SparseTensor is not right-ragged"):
        sess.run(gap)


def test_nested_lists_become_constants():
    constant = tf.ragged.constant
    assert isinstance(constant([1, 2]), tf.Tensor) and isinstance(constant([]), tf.Tensor)
    assert pairs().shape.as_list() == [3, None, 2]
    assert constant([[[]], []]).ragged_rank == 2
    value = tf.ragged.constant_value([[1, 2], [3]], np.float32, row_splits_dtype="int32")
    assert value.to_list() == [[1.0, 2.0], [3.0]] and value.row_splits.dtype == np.int32
    assert value.shape == (2, None) and str(value) == "<tf.RaggedTensorValue [[1.0, 2.0], [3.0]]>"
    for wrong, options, text in [
        ([[1], 2], {}, "same nesting depth"),
        ([[1], [[]]], {}, "empty list nesting is greater"),
        ([[1, 2], [3]], {"ragged_rank": 2}, "requires scalar value depth greater than 2"),
        ([[[1, 2], [3]]], {"ragged_rank": 1}, "inner values have inconsistent shape"),
        ([[1]], {"ragged_rank": -1}, "must be nonnegative"),
        (5, {"ragged_rank": 1}, "incompatible with ragged_rank=1"),
    ]:
        with pytest.raises(ValueError, match=text):
            constant(wrong, **options)
    with pytest.raises(TypeError, match=r"Expected Tensor's shape: \(5,\), got \(3,\)"):
        constant([1, 2, 3], inner_shape=(5,))


def test_a_run_feeds_and_returns_ragged_values():
    fed = tf.ragged.placeholder(tf.int32, 1, [])
    value = tf.ragged.constant_value([[1], [2, 3]], np.int32)
    with tf.Session() as sess:
        found = sess.run([fed + 1, {"again": fed}], {fed: value})
        assert isinstance(found[0], tf.ragged.RaggedTensorValue)
        assert plain(found[0]) == [[2], [3, 4]] and plain(found[1]["again"]) == [[1], [2, 3]]
        with pytest.raises(tf.errors.InvalidArgumentError, match="You must feed a value"):
            sess.run(fed)


INDEXED = {
    "0": [1, 2, 3, 4],
    "-1": [7],
    "0, 1": 2,
    "0, 1:": [2, 3, 4],
    ":, 0:2": [[1, 2], [], [5, 6], [7]],
    ":, -2:": [[3, 4], [], [5, 6], [7]],
    ":, :-1": [[1, 2, 3], [], [5], []],
    ":, ::2": [[1, 3], [], [5], [7]],
    ":, :0": [[], [], [], []],
    ":, ::-1": [[4, 3, 2, 1], [], [6, 5], [7]],
    ":, 2:0:-1": [[3, 2], [], [6], []],
    "::2": [[1, 2, 3, 4], [5, 6]],
    "::-1": [[7], [5, 6], [], [1, 2, 3, 4]],
    "3:1": [],
    "-2:": [[5, 6], [7]],
    "tf.constant(2)": [5, 6],
    ":, tf.constant(-1):": [[4], [], [6], [7]],
    ":, ::tf.constant(-1)": [[4, 3, 2, 1], [], [6, 5], [7]],
    "..., 0:1": [[1], [], [5], [7]],
    "..., tf.newaxis": [[[1], [2], [3], [4]], [], [[5], [6]], [[7]]],
    "tf.newaxis": [[[1, 2, 3, 4], [], [5, 6], [7]]],
    ":, tf.newaxis": [[[1, 2, 3, 4]], [[]], [[5, 6]], [[7]]],
}
INDEXED_DEEP = {
    "2, 0, 1": 5,
    "0, :, 1:": [[2], []],
    "..., 1:": [[[2], []], [], [[5, 6], [], []]],
    ":, tf.newaxis, 1:": [[[[3]]], [[]], [[[7], []]]],
    ":, 1:, tf.newaxis": [[[[3]]], [], [[[7]], [[]]]],
}


def test_keys_select_rows_and_parts_of_rows():
    shallow, deep = rows(), nested()
    cases = {f"rows[{key}]": (eval(f"x[{key}]", {"x": shallow, "tf": tf}), value) for key, value in INDEXED.items()}
    cases |= {
        f"nested[{key}]": (eval(f"x[{key}]", {"x": deep, "tf": tf}), value) for key, value in INDEXED_DEEP.items()
    }
    check(cases)
    with pytest.raises(ValueError, match="Cannot index into an inner ragged dimension"):
        shallow[:, 0]
    with pytest.raises(TypeError, match="slice offsets must be integers or None"):
        shallow[:, "a":]


def test_operators_and_elementwise_functions_keep_the_rows():
    x, y = rows(), rows(tf.float32)
    check(
        {
            "x + 1": (x + 1, [[2, 3, 4, 5], [], [6, 7], [8]]),
            "3 - x": (3 - x, [[2, 1, 0, -1], [], [-2, -3], [-4]]),
            "x // 2": (x // 2, [[0, 1, 1, 2], [], [2, 3], [3]]),
            "x / 2": (x / 2, [[0.5, 1.0, 1.5, 2.0], [], [2.5, 3.0], [3.5]]),
            "column": (x * [[1], [2], [3], [4]], [[1, 2, 3, 4], [], [15, 18], [28]]),
            "inner": (pairs() + [10, 20], [[[11, 22], [13, 24]], [[15, 26]], []]),
            "and": ((x > 2) & (x < 6), [[False, False, True, True], [], [True, False], [False]]),
            "cast": (tf.cast(x, tf.float32), [[1.0, 2.0, 3.0, 4.0], [], [5.0, 6.0], [7.0]]),
            "maximum": (tf.maximum(x, 3), [[3, 3, 3, 4], [], [5, 6], [7]]),
            "keywords": (tf.add(x=x, y=x), [[2, 4, 6, 8], [], [10, 12], [14]]),
            "clip": (tf.clip_by_value(x, 2, 5), [[2, 2, 3, 4], [], [5, 5], [5]]),
            "zeros_like": (tf.zeros_like(y), [[0.0, 0.0, 0.0, 0.0], [], [0.0, 0.0], [0.0]]),
            "add_n": (tf.add_n([x, x]), [[2, 4, 6, 8], [], [10, 12], [14]]),
            "join": (
                tf.strings.join([tf.as_string(x), "!"]),
                [[b"1!", b"2!", b"3!", b"4!"], [], [b"5!", b"6!"], [b"7!"]],
            ),
            "map": (tf.ragged.map_flat_values(tf.multiply, x, x), [[1, 4, 9, 16], [], [25, 36], [49]]),
        }
    )
    with pytest.raises(ValueError, match="mismatched row_splits dtypes"):
        x + x.with_row_splits_dtype(tf.int32)
    with pytest.raises(TypeError, match="type string that does not match type int32"):
        x + "a"


def test_rows_of_other_lengths_are_not_added():
    one, other = tf.ragged.constant([[1, 2], [3]]), tf.ragged.constant([[1], [2, 3]])
    with tf.Session() as sess:
        for unequal in (one + other, rows() + one):  # TensorFlow 1.15 adds the first two element by element
            with pytest.raises(tf.errors.InvalidArgumentError, match="Unable to broadcast"):
                sess.run(unequal)


def test_joining_tiling_and_axes():
    x, deep = rows(), nested()
    doubled = [[1, 2, 3, 4, 1, 2, 3, 4], [], [5, 6, 5, 6], [7, 7]]
    check(
        {
            "concat 0": (tf.concat([x, [[1], [2]]], axis=0), [[1, 2, 3, 4], [], [5, 6], [7], [1], [2]]),
            "concat 1": (tf.concat([x, x], axis=1), doubled),
            "concat -1": (
                tf.concat([deep, deep], axis=-1),
                [[[1, 2, 1, 2], [3, 3]], [], [[4, 5, 6, 4, 5, 6], [7, 7], []]],
            ),
            "stack 0": (tf.stack([x, x]), [[[1, 2, 3, 4], [], [5, 6], [7]]] * 2),
            "stack 1": (tf.stack([x, x], axis=1), [[[1, 2, 3, 4]] * 2, [[], []], [[5, 6]] * 2, [[7]] * 2]),
            "stack 2": (
                tf.stack([x, x], axis=2),
                [[[1, 1], [2, 2], [3, 3], [4, 4]], [], [[5, 5], [6, 6]], [[7, 7]]],
            ),
            "tile": (tf.tile(x, [1, 2]), doubled),
            "tile deep": (tf.tile(deep, [1, 2, 1]), [[[1, 2], [3]] * 2, [], [[4, 5, 6], [7], []] * 2]),
            "expand 0": (tf.expand_dims(x, 0), [[[1, 2, 3, 4], [], [5, 6], [7]]]),
            "expand 2": (tf.expand_dims(x, -1), [[[1], [2], [3], [4]], [], [[5], [6]], [[7]]]),
            "squeeze": (tf.squeeze(tf.ragged.constant([[[1, 2]], [[3]]]), [1]), [[1, 2], [3]]),
            "size": (tf.size(deep), 7),
            "rank": (tf.rank(pairs()), 3),
            "one_hot": (tf.one_hot(tf.ragged.constant([[0, 1], [1]]), 2, dtype=tf.int32), [[[1, 0], [0, 1]], [[0, 1]]]),
        }
    )


def test_rows_and_elements_by_position_and_condition():
    x, deep = rows(), nested()
    mask = tf.ragged.constant([[True, False, True, True], [], [False, False], [True]])
    check(
        {
            "gather": (tf.gather(x, [2, 0, 0]), [[5, 6], [1, 2, 3, 4], [1, 2, 3, 4]]),
            "gather nested": (tf.gather(deep, [[2, 0], [1, 1]]), [[[[4, 5, 6], [7], []], [[1, 2], [3]]], [[], []]]),
            "ragged indices": (tf.gather([10, 20, 30], tf.ragged.constant([[0, 1], [2]])), [[10, 20], [30]]),
            "gather_nd": (tf.gather_nd(deep, [[2, 0, 1], [0, 1, 0]]), [5, 3]),
            "gather_nd rows": (tf.gather_nd(deep, [[[2, 0]], [[0, 1]]]), [[[4, 5, 6]], [[3]]]),
            "batch_gather": (
                tf.batch_gather(x, tf.ragged.constant([[0, 3], [], [1], [0, 0]])),
                [[1, 4], [], [6], [7, 7]],
            ),
            "where": (tf.where(mask), [[0, 0], [0, 2], [0, 3], [3, 0]]),
            "choose": (tf.where(mask, x, -x), [[1, -2, 3, 4], [], [-5, -6], [7]]),
            "choose rows": (tf.where([True, False, True, False], x, -x), [[1, 2, 3, 4], [], [5, 6], [-7]]),
            "mask": (tf.ragged.boolean_mask(x, mask), [[1, 3, 4], [], [], [7]]),
            "mask rows": (tf.ragged.boolean_mask(x, [True, False, True, False]), [[1, 2, 3, 4], [5, 6]]),
            "mask dense": (tf.ragged.boolean_mask([[1, 2], [3, 4]], [[True, False], [True, True]]), [[1], [3, 4]]),
            "partitions": (
                tf.ragged.stack_dynamic_partitions(["a", "b", "c", "d", "e"], [3, 0, 2, 2, 3], 5),
                [[b"b"], [], [b"c", b"d"], [b"a", b"e"], []],
            ),
            "dynamic_partition": (tf.dynamic_partition(x, [1, 0, 1, 0], 2), [[[], [7]], [[1, 2, 3, 4], [5, 6]]]),
        }
    )
    outside = tf.gather(x, [4])
    with (
        tf.Session() as sess,
        pytest.raises(tf.errors.InvalidArgumentError, match=r"indices\[0\] = 4 is not in \[0, 4\)"),
    ):
        sess.run(outside)
    with pytest.raises(ValueError, match="axis != 0 is not supported for ragged gather yet"):
        tf.gather(x, [0], axis=1)


def test_reductions_along_ragged_and_other_axes():
    x, deep, y = rows(), nested(), rows(tf.float32)
    truth = tf.ragged.constant([[True, True], [], [True, False]])
    check(
        {
            "sum": (tf.reduce_sum(x), 28),
            "sum 0": (tf.reduce_sum(x, 0), [13, 8, 3, 4]),
            "sum 1": (tf.reduce_sum(x, axis=1), [10, 0, 11, 7]),
            "deep 0": (tf.reduce_sum(deep, 0), [[5, 7, 6], [10], []]),
            "deep 1": (tf.reduce_sum(deep, 1), [[4, 2], [], [11, 5, 6]]),
            "deep 2": (tf.reduce_sum(deep, 2), [[3, 3], [], [15, 7, 0]]),
            "deep 0 and 2": (tf.reduce_sum(deep, [0, 2]), [18, 10, 0]),
            "old names": (tf.reduce_sum(x, reduction_indices=1), [10, 0, 11, 7]),
            "max": (tf.reduce_max(x, 0), [7, 6, 3, 4]),
            "mean": (tf.reduce_mean(y, 0), [4.333333492279053, 4.0, 3.0, 4.0]),
            "all": (tf.reduce_all(truth, 1), [True, True, False]),
            "any": (tf.reduce_any(truth, 1), [True, False, True]),
            "join": (
                tf.strings.reduce_join(tf.ragged.constant([["a", "b"], [], ["c"]]), axis=1, separator="-"),
                [b"a-b", b"", b"c"],
            ),
            "segments": (tf.unsorted_segment_sum(x, [0, 1, 0, 1], 2), [[6, 8, 3, 4], [7]]),
            "segment mean": (tf.unsorted_segment_mean(y, [0, 1, 0, 1], 2), [[3.0, 4.0, 3.0, 4.0], [7.0]]),
        }
    )
    with pytest.raises(ValueError, match="keepdims=True is not supported for RaggedTensors"):
        tf.reduce_sum(x, 1, keepdims=True)


def test_ranges_and_segment_ids():
    check(
        {
            "limits": (tf.ragged.range([3, 0, 2]), [[0, 1, 2], [], [0, 1]]),
            "steps": (tf.ragged.range([0, 5], [3, 1], [2, -3]), [[0, 2], [5, 2]]),
            "to ids": (tf.ragged.row_splits_to_segment_ids([0, 3, 3, 5]), [0, 0, 0, 2, 2]),
            "to splits": (tf.ragged.segment_ids_to_row_splits([0, 0, 0, 2, 2], 4), [0, 3, 3, 5, 5]),
        }
    )
    assert tf.ragged.segment_ids_to_row_splits([0], 4).shape.as_list() == [5]


def test_gradients_flow_through_the_elements():
    values = tf.constant([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0])
    x = rows(tf.float32).with_values(values)
    squares = x * x
    targets = {
        "sum": (tf.reduce_sum(tf.reduce_sum(squares, 1)), [2.0, 4.0, 6.0, 8.0, 10.0, 12.0, 14.0]),
        "gather": (tf.gather(squares, [0, 0, 2]).flat_values, [4.0, 8.0, 12.0, 16.0, 10.0, 12.0, 0.0]),
        "padded": (squares.to_tensor(), [2.0, 4.0, 6.0, 8.0, 10.0, 12.0, 14.0]),
        "sparse": (squares.to_sparse().values, [2.0, 4.0, 6.0, 8.0, 10.0, 12.0, 14.0]),
        "slice": (x[:, 1:].flat_values, [0.0, 1.0, 1.0, 1.0, 0.0, 1.0, 0.0]),
    }
    check({what: (tf.convert_to_tensor(tf.gradients(y, values)[0]), dx) for what, (y, dx) in targets.items()})


def test_branches_and_loops_carry_ragged_tensors():
    x, start = rows(), tf.ragged.constant([[1], [2, 3]])
    longer = tf.while_loop(lambda i, x: i < 2, lambda i, x: (i + 1, tf.concat([x, x], 1)), [0, start])
    taller = tf.while_loop(
        lambda i, x: i < 1,
        lambda i, x: (i + 1, tf.concat([x, x], 0)),
        [0, start],
        shape_invariants=[tf.TensorShape([]), tf.TensorShape([None, None])],
    )
    check(
        {
            "cond": (tf.cond(tf.constant(False), lambda: x, lambda: -x), [[-1, -2, -3, -4], [], [-5, -6], [-7]]),
            "longer rows": (longer[1], [[1, 1, 1, 1], [2, 3, 2, 3, 2, 3, 2, 3]]),
            "more rows": (taller[1], [[1], [2, 3], [1], [2, 3]]),
            "map_fn": (
                mapping.map_fn(lambda x: x + 1, x, dtype=RaggedTensorType(tf.int32, 1), infer_shape=False),
                [[2, 3, 4, 5], [], [6, 7], [8]],
            ),
            "map_fn of rows": (mapping.map_fn(tf.reduce_sum, x), [10, 0, 11, 7]),
        }
    )


def test_elements_of_datasets_may_be_ragged():
    deep = tf.ragged.constant([[[1], [2, 3]], [], [[4]]])

    def elements(dataset):
        following, found = dataset.make_one_shot_iterator().get_next(), []
        with tf.Session() as sess:
            while True:
                try:
                    found.append(plain(sess.run(following)))
                except tf.errors.OutOfRangeError:
                    return found

    slices = tf.data.Dataset.from_tensor_slices(deep)
    assert elements(slices) == [[[1], [2, 3]], [], [[4]]]
    assert elements(slices.batch(2)) == [[[[1], [2, 3]], []], [[[4]]]]
    assert elements(tf.data.Dataset.from_tensors(rows()).map(lambda x: x + 1)) == [[[2, 3, 4, 5], [], [6, 7], [8]]]
    assert isinstance(slices.output_classes, tf.RaggedTensorSpec)
    assert slices.batch(2).output_shapes.as_list() == [None, None, None]


def test_a_signature_names_the_parts_of_a_ragged_tensor():
    info = tf.saved_model.utils.build_tensor_info(rows())
    assert [part.name for part in info.composite_tensor.components] == [
        "RaggedConstant/values:0",
        "RaggedConstant/Const:0",
    ]
    assert info.composite_tensor.type_spec.type_spec_class_name == "RaggedTensorSpec"
    check({"again": (tf.saved_model.utils.get_tensor_from_tensor_info(info), [[1, 2, 3, 4], [], [5, 6], [7]])})


def test_strings_become_ragged_parts():
    split, texts = tf.strings.split, [b"h\xc3\xa9", b"", b"x\xffy"]
    check(
        {
            "split": (split(["a b c", "d", ""], result_type="RaggedTensor"), [[b"a", b"b", b"c"], [b"d"], []]),
            "of one": (split("a b", result_type="RaggedTensor"), [b"a", b"b"]),
            "matrix": (split([["a b"], ["c"]]).dense_shape, [2, 1, 2]),
            "old": (tf.string_split(["a b", "c"], result_type="RaggedTensor"), [[b"a", b"b"], [b"c"]]),
            "bytes": (tf.strings.bytes_split(["abc", "", "d"]), [[b"a", b"b", b"c"], [], [b"d"]]),
            "points": (tf.strings.unicode_decode(texts, "UTF-8"), [[104, 233], [], [120, 65533, 121]]),
            "ignored": (tf.strings.unicode_decode(texts, "UTF-8", errors="ignore"), [[104, 233], [], [120, 121]]),
            "offsets": (tf.strings.unicode_decode_with_offsets(texts, "UTF-8")[1], [[0, 1], [], [0, 1, 2]]),
            "characters": (tf.strings.unicode_split(texts[:2], "UTF-8"), [[b"h", b"\xc3\xa9"], []]),
            "encoded": (tf.strings.unicode_encode(tf.ragged.constant([[104, 233], []]), "UTF-8"), [b"h\xc3\xa9", b""]),
            "ngrams": (
                tf.strings.ngrams(tf.ragged.constant([["a", "b", "c"], [], ["d"]]), [1, 2]),
                [[b"a", b"b", b"c", b"a b", b"b c"], [], [b"d"]],
            ),
            "padded ngrams": (
                tf.strings.ngrams(tf.ragged.constant([["a", "b"], ["c"]]), 3, pad_values=("L", "R")),
                [[b"L L a", b"L a b", b"a b R", b"b R R"], [b"L L c", b"L c R", b"c R R"]],
            ),
        }
    )
    outside = Ragged.from_row_splits(["a", "b", "c"], [-1, 3], validate=False)
    with tf.Session() as sess, pytest.raises(tf.errors.InvalidArgumentError, match=r"value -1, must be in \[0,3\]"):
        sess.run(tf.strings.ngrams(outside, 2).flat_values)
    strict = tf.strings.unicode_decode(texts, "UTF-8", errors="strict")
    with (
        tf.Session() as sess,
        pytest.raises(tf.errors.InvalidArgumentError, match="Invalid formatting on input string"),
    ):
        sess.run(strict)


def test_rows_as_variants_are_taken_apart():
    variants = nested()._to_variant(batched_input=True)
    parts = [variants[2], tf.gather(variants, 0), tf.unstack(variants, 3)[1], tf.stack([variants[1], variants[2]])]
    ranks = [1, 1, 1, 2]
    found = [Ragged._from_variant(part, tf.int32, rank) for part, rank in zip(parts, ranks, strict=True)]
    with tf.Session() as session:
        assert [value.to_list() for value in session.run(found)] == [
            [[4, 5, 6], [7], []],
            [[1, 2], [3]],
            [],
            [[], [[4, 5, 6], [7], []]],
        ]
