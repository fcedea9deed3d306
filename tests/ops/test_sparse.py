"""Sparse tensors and rows by segment, by the results of runs; the golden program `sparse` compares graphs and values."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.ops.sparse_serialized import deserialize_sparse
from graphlab._src.proto import TensorProto


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


def matrix():
    return tf.SparseTensor([[0, 0], [0, 2], [1, 1]], [1.5, 2.0, -3.0], [3, 4])


def row():
    return tf.SparseTensor([[0]], [1], [3])


def test_a_graph_convolution_is_one_compiled_segment():
    adjacency = tf.sparse_placeholder(tf.float32, [3, 3], name="adjacency")
    features = tf.constant(np.arange(6, dtype=np.float32).reshape(3, 2))
    weights = tf.constant([[1.0], [2.0]])
    result = tf.sparse_tensor_dense_matmul(adjacency, tf.matmul(features, weights))
    gradient = tf.gradients(result, weights)[0]
    feeds = {adjacency: ([[0, 1], [2, 2], [2, 0]], [1.0, 0.5, 2.0])}
    with tf.Session() as session:
        value, by_weight = session.run([result, gradient], feeds)
        plan = session.plan([result, gradient], feeds)
    dense = np.zeros((3, 3))
    dense[[0, 2, 2], [1, 2, 0]] = [1.0, 0.5, 2.0]
    np.testing.assert_allclose(value, dense @ np.arange(6).reshape(3, 2) @ [[1], [2]])
    np.testing.assert_allclose(by_weight, (dense @ np.arange(6).reshape(3, 2)).sum(0)[:, None])
    assert not any(segment.on_host for segment in plan.segments)


def test_a_sparse_value_becomes_dense_with_a_constant_as_in_tensorflow():
    with tf.Graph().as_default():
        dense = tf.sparse_tensor_to_dense(tf.SparseTensorValue([[0, 1]], [2], [1, 2]))
        assert dense.op.inputs[3].name == "zeros:0"
        with tf.Session() as session:
            assert session.run(dense).tolist() == [[0, 2]]


def test_places_move_when_an_axis_is_added_or_others_grow():
    x = matrix()
    with tf.Session() as session:
        longer, first, grown = session.run(
            [
                tf.sparse.expand_dims(x, 1),
                tf.sparse.expand_dims(x, 0),
                tf.sparse_concat(0, [x, tf.SparseTensor([[0, 4]], [1.0], [1, 5])], expand_nonconcat_dim=True),
            ]
        )
    assert longer.indices.tolist() == [[0, 0, 0], [0, 0, 2], [1, 0, 1]]
    assert longer.dense_shape.tolist() == [3, 1, 4]
    assert first.dense_shape.tolist() == [1, 3, 4]
    assert grown.indices.tolist() == [[0, 0], [0, 2], [1, 1], [3, 4]]
    assert grown.dense_shape.tolist() == [4, 5]


@pytest.mark.slow
def test_safe_lookups_leave_out_what_is_negative_or_weighs_nothing():
    table = tf.constant([[0.5, -1.5], [2.0, 1.5], [0.75, -0.5], [3.0, 1.0]])
    ids = tf.SparseTensor([[0, 0, 0], [0, 0, 1], [1, 0, 0], [1, 1, 1]], tf.constant([1, 3, -1, 0], tf.int64), [2, 2, 2])
    weights = tf.SparseTensor(ids.indices, [1.0, 0.5, 2.0, 0.0], ids.dense_shape)
    lookup = tf.nn.safe_embedding_lookup_sparse
    with tf.Session() as session:
        total, mean, default, parts = session.run(
            [
                lookup(table, ids, combiner="sum"),
                lookup(table, ids, weights),
                lookup(table, ids, weights, default_id=3),
                lookup([table[:2], table[2:]], ids, combiner="sum"),
            ]
        )
    np.testing.assert_allclose(total, [[[5, 2.5], [0, 0]], [[0, 0], [0.5, -1.5]]])
    np.testing.assert_allclose(mean, [[[7 / 3, 4 / 3], [0, 0]], [[0, 0], [0, 0]]], rtol=1e-6)
    np.testing.assert_allclose(default[0, 1], [3, 1])
    np.testing.assert_allclose(parts, total)


def test_operators_multiply_and_divide_at_the_places_there_are():
    x = matrix()
    row = tf.constant([1.0, 2.0, 4.0, 8.0])
    whole = tf.SparseTensor([[0, 1]], [7], [1, 2])
    with tf.Session() as session:
        left, right, over, quotient = session.run([row * x, x * row, x / row, whole / tf.constant([2, 2])])
    assert left.values.tolist() == right.values.tolist() == [1.5, 8.0, -6.0]
    assert over.values.tolist() == [1.5, 0.5, -1.5]
    assert quotient.values.tolist() == [3.5]


def test_functions_of_sparse_tensors_compute_the_values_that_are_there():
    sparse = tf.SparseTensor([[0, 1], [1, 0]], [-0.5, 0.25], [2, 2])
    expected = {
        tf.abs: [0.5, 0.25],
        tf.negative: [0.5, -0.25],
        tf.sign: [-1, 1],
        tf.square: [0.25, 0.0625],
        tf.sqrt: [np.nan, 0.5],
        tf.erf: [-0.5204999, 0.2763264],
        tf.tanh: [-0.46211717, 0.24491866],
        tf.math.bessel_i0e: [0.64503533, 0.79101723],
        tf.math.bessel_i1e: [-0.15642083, 0.09811264],
    }
    found = [function(sparse) for function in expected]
    with tf.Session() as session:
        found = session.run(found)
    for value, numbers in zip(found, expected.values(), strict=True):
        np.testing.assert_allclose(value.values, numbers, rtol=1e-6)
        assert value.indices.tolist() == [[0, 1], [1, 0]]
    with pytest.raises(TypeError, match="SparseTensor"):
        tf.exp(sparse)


def test_segments_whose_number_only_a_run_knows():
    ids, rows = tf.placeholder(tf.int32, [None]), tf.placeholder(tf.float32, [None, 1])
    names = ("sum", "mean", "max", "min", "prod")
    found = [getattr(tf.math, f"segment_{name}")(rows, ids) for name in names]
    assert found[0].shape.as_list() == [None, 1]
    gradients = [tf.gradients(one, rows)[0] for one in found]
    with tf.Session() as session:
        feeds = {rows: [[1.0], [3.0], [4.0]], ids: [0, 0, 2]}
        values = [value[:, 0].tolist() for value in session.run(found, feeds)]
        back = [value[:, 0].tolist() for value in session.run(gradients, feeds)]
        with pytest.raises(tf.errors.InvalidArgumentError, match="segment ids are not increasing"):
            session.run(found[0], {rows: [[1.0], [2.0]], ids: [1, 0]})
        with pytest.raises(tf.errors.InvalidArgumentError, match="same size as dimension 0"):
            session.run(found[0], {rows: [[1.0]], ids: [1, 0]})
    assert values == [[4, 0, 4], [2, 0, 4], [3, 0, 4], [1, 0, 4], [3, 1, 4]]
    assert back == [[1, 1, 1], [0.5, 0.5, 1], [0, 1, 1], [1, 0, 1], [3, 1, 1]]


@pytest.mark.parametrize(
    ("build", "kind", "message"),
    [
        (
            lambda: tf.sparse_tensor_dense_matmul(matrix(), tf.ones([3, 2])),
            ValueError,
            "must be equal, but are 4 and 3",
        ),
        (lambda: tf.sparse_reshape(matrix(), [5, 3]), ValueError, "Cannot reshape a tensor with 12 elements to shape"),
        (lambda: tf.sparse_reshape(matrix(), [-1, -1]), ValueError, "At most one dimension can be inferred"),
        (lambda: tf.sparse_add(tf.ones([2]), tf.ones([2])), TypeError, "At least one input should be SparseTensor"),
        (lambda: tf.sparse_split(1, matrix(), 2), ValueError, "Keyword arguments are required"),
        (
            lambda: tf.sparse_reset_shape(matrix(), [2, 7]),
            ValueError,
            "Requested new_shape should have dimension sizes",
        ),
        (
            lambda: tf.nn.embedding_lookup_sparse(tf.ones([2, 2]), matrix(), None, combiner="max"),
            ValueError,
            "combiner",
        ),
        (lambda: tf.nn.embedding_lookup_sparse(tf.ones([2, 2]), tf.ones([2]), None), TypeError, "must be SparseTensor"),
        (lambda: tf.sparse_merge([matrix()], matrix(), 5), TypeError, "vocab_size has to be a list"),
        (lambda: tf.sparse.reorder(tf.ones([2])), TypeError, "Input must be a SparseTensor"),
        (lambda: tf.sets.union(row(), row()), ValueError, "Input 0, expected rank >= 2, got 1."),
        (lambda: tf.sets.union([[1]], row()), ValueError, "Dimension must be 2 but is 1"),
        (lambda: tf.sets.union([[1]], [1]), ValueError, "Shape must be rank 2 but is rank 1"),
    ],
)
def test_what_does_not_fit_is_refused(build, kind, message):
    with pytest.raises(kind, match=message):
        build()


def test_a_run_refuses_a_new_shape_of_two_unknown_sizes():
    given = tf.sparse_placeholder(tf.float32)
    reshaped = tf.sparse_reshape(given, [-1, -1])
    with tf.Session() as session, pytest.raises(tf.errors.InvalidArgumentError, match="only one output dim"):
        session.run(reshaped, {given: tf.SparseTensorValue([[0]], [1.0], [4])})


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (
            lambda: tf.raw_ops.SparseReorder(input_indices=[[0, 0]], input_values=[1, 2], input_shape=[2, 2]),
            r"must match. \(indices = 1, values = 2\)",
        ),
        (
            lambda: tf.raw_ops.SparseReorder(input_indices=[[0, 0]], input_values=[1], input_shape=[2, 2, 2]),
            "Order length must be SparseTensor rank",
        ),
        (
            lambda: tf.sparse.fill_empty_rows(matrix(), tf.placeholder_with_default([1.0], None))[0].values,
            r"default_value must be a scalar, saw: \[1\]",
        ),
        (
            lambda: tf.raw_ops.SparseFillEmptyRowsGrad(reverse_index_map=[2, 4, -1], grad_values=[0, 1, 2, 3]),
            r"Elements in reverse index must be in \[0, 4\) but got 4",
        ),
    ],
)
def test_a_run_refuses_what_does_not_fit(build, message):
    with tf.Session() as session, pytest.raises(tf.errors.InvalidArgumentError, match=message):
        session.run(build())


def test_a_gradient_that_tensorflow_does_not_have_is_none_here():
    x = matrix()
    with pytest.raises(NotImplementedError, match="Gradient for SparseSparseMaximum"):
        tf.gradients(tf.sparse_maximum(x, x).values, x.values)


def test_embeddings_of_unknown_rank_are_scaled_down_row_by_row():
    with tf.Graph().as_default(), tf.Session() as session:
        params, ids = tf.placeholder(tf.float32), tf.placeholder(tf.int32)
        rows = tf.nn.embedding_lookup(params, ids, max_norm=1.0)
        found = session.run(rows, {params: [[3.0, 4.0], [0.1, 0.2]], ids: [[0, 1]]})
    np.testing.assert_allclose(found, [[[0.6, 0.8], [0.1, 0.2]]], 1e-6)


def test_places_that_are_not_in_order_or_come_twice_stay_so():
    """TensorFlow reads both lists at once and combines only the same places that it meets."""

    def sparse(places, values):
        return tf.SparseTensor(np.asarray(places, np.int64).reshape(-1, 1), values, [4])

    backwards, others = sparse([2, 0], [1.0, 2.0]), sparse([1, 0], [3.0, 4.0])
    x, y = tf.constant([1.0, 2.0, 3.0]), tf.constant([1.0, -3.0])
    twice, once = sparse([0, 0, 2], x), sparse([0, 1], y)
    total = tf.sparse.add(twice, once)
    back = tf.gradients(total.values * [10.0, 20.0, 30.0, 40.0], [x, y])
    with tf.Session() as session:
        added, larger, summed, smaller, back = session.run(
            [
                tf.sparse.add(backwards, others),
                tf.sparse.maximum(twice, once),
                total,
                tf.sparse.minimum(twice, twice),
                back,
            ]
        )
    assert added.indices.ravel().tolist() == [1, 0, 2, 0]
    assert added.values.tolist() == [3, 4, 1, 2]
    assert larger.indices.ravel().tolist() == [0, 0, 1, 2]
    assert larger.values.tolist() == [1, 2, 0, 3]
    assert summed.values.tolist() == [2, 2, -3, 3]
    assert smaller.values.tolist() == [1, 2, 3]
    assert [one.tolist() for one in back] == [[10, 20, 40], [10, 30]]


def test_of_a_number_and_nan_at_one_place_the_first_stays():
    nan = np.nan
    a, b = (tf.SparseTensor([[0], [1], [2]], values, [3]) for values in ([nan, 1.0, -0.0], [1.0, nan, 0.0]))
    with tf.Session() as session:
        larger, total = session.run([tf.sparse.maximum(a, b).values, tf.sparse.add(a, b)])
    np.testing.assert_array_equal(larger, [nan, 1, 0])
    assert np.signbit(larger[2])
    assert total.indices.tolist() == [[2]]  # a sum that is NaN is not as large as any threshold


@pytest.mark.parametrize("dense", [[5, 4], [3, 1, 4], [3, 3]])
def test_a_dense_operand_is_broadcast_to_the_sparse_one_only(dense):
    product = matrix() * tf.placeholder_with_default(tf.ones(dense), None)
    with (
        tf.Session() as session,
        pytest.raises(tf.errors.InvalidArgumentError, match="broadcasts dense to sparse only"),
    ):
        session.run(product)


def test_a_new_shape_may_be_of_unknown_rank():
    sizes = tf.placeholder(tf.int64)
    reset = tf.sparse_reset_shape(matrix(), sizes)
    with tf.Session() as session:
        assert session.run(reset, {sizes: [5, 4]}).dense_shape.tolist() == [5, 4]
        with pytest.raises(tf.errors.InvalidArgumentError, match="x <= y did not hold element-wise"):
            session.run(reset, {sizes: [3, 3]})


def test_crossed_columns_are_matrices_of_one_batch():
    crossed = tf.sparse.cross([tf.SparseTensor([[0, 0]], ["a"], [1, 1]), tf.SparseTensor([[0, 0]], ["b"], [2, 1])])
    with tf.Session() as session:
        with pytest.raises(tf.errors.InvalidArgumentError, match="Expected batch size 1 got 2 at position 1"):
            session.run(crossed)
        with pytest.raises(tf.errors.InvalidArgumentError, match="Expected D2 of index to be 2 got 1 at position 0"):
            session.run(tf.sparse.cross([tf.SparseTensor([[0]], ["a"], [1])]))


def test_serialized_sparse_tensors_are_the_bytes_that_tensorflow_writes():
    numbers = tf.serialize_sparse(tf.SparseTensor([[0, 1]], [1.5], [3, 4]))
    texts = tf.serialize_sparse(tf.SparseTensor([[0, 1], [1, 1]], ["ab", "c" * 200], [3, 4]))
    with tf.Session() as session:
        numbers, texts = session.run([numbers, texts])
        assert numbers[1] == b'\x08\x01\x12\x04\x12\x02\x08\x01"\x04\x00\x00\xc0?'
        assert numbers[2] == b'\x08\t\x12\x04\x12\x02\x08\x02"\x10' + np.array([3, 4], np.int64).tobytes()
        assert texts[1] == b'\x08\x07\x12\x04\x12\x02\x08\x02"\xcd\x01\x02\xc8\x01ab' + b"c" * 200
        back = session.run(deserialize_sparse(texts, tf.string))
        assert back.values.tolist() == [b"ab", b"c" * 200]
        assert session.run(tf.parse_tensor(b'\x08\x07\x12\x04\x12\x02\x08\x01"\x03\x02ab', tf.string)).tolist() == [
            b"ab"
        ]


def test_a_message_of_strings_that_is_cut_off_is_refused():
    with pytest.raises(ValueError, match="A TensorProto of 1 strings can't hold 2 bytes"):
        tf.make_ndarray(TensorProto(dtype=7, tensor_shape={"dim": [{"size": 1}]}, tensor_content=b"\x02a"))
