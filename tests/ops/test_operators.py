"""Python's operators on tensors return what they return on numbers, under TensorFlow's names."""

import operator

import numpy as np
import pytest

import graphlab as tf

A, B = np.asarray([5.0, -7.0, 2.5], np.float32), np.asarray([2.0, 3.0, -1.5], np.float32)
M, N = np.asarray([7, -7, 6], np.int32), np.asarray([2, 3, -4], np.int32)

ARITHMETIC = [
    (operator.add, "add", "AddV2"),
    (operator.sub, "sub", "Sub"),
    (operator.mul, "mul", "Mul"),
    (operator.truediv, "truediv", "RealDiv"),
    (operator.floordiv, "floordiv", "FloorDiv"),
    (operator.mod, "mod", "FloorMod"),
]


@pytest.fixture(autouse=True)
def session():
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


@pytest.mark.parametrize(("function", "name", "op_type"), ARITHMETIC)
@pytest.mark.parametrize(("a", "b"), [(A, B), (M, N)], ids=["floats", "integers"])
def test_arithmetic(session, function, name, op_type, a, b):
    result = function(tf.constant(a), tf.constant(b))
    assert (result.op.name, result.op.type) == (name, op_type)
    np.testing.assert_allclose(session.run(result), function(a, b), rtol=1e-6)


@pytest.mark.parametrize(("function", "name", "op_type"), ARITHMETIC)
def test_a_number_on_either_side_takes_the_tensors_type(session, function, name, op_type):
    x = tf.constant(A)
    np.testing.assert_allclose(
        session.run([function(x, 2), function(2, x)]), [function(A, 2), function(2, A)], rtol=1e-6
    )
    graph = tf.get_default_graph()
    assert graph.get_operation_by_name(f"{name}/y").type == "Const"
    assert graph.get_operation_by_name(f"{name}_1/x").type == "Const"


def test_arrays_and_variables_on_the_left(session):
    v = tf.Variable(A, name="v")
    session.run(v.initializer)
    np.testing.assert_allclose(session.run([B + v, v + B, v * v, -v]), [B + A, A + B, A * A, -A])


def test_comparisons_and_logic(session):
    x, y = tf.constant(A), tf.constant(B)
    found = session.run(
        [x < y, x <= y, x > y, x >= y, (x > 0) & (y > 0), (x > 0) | (y > 0), (x > 0) ^ (y > 0), ~(x > 0)]
    )
    expected = [A < B, A <= B, A > B, A >= B, (A > 0) & (B > 0), (A > 0) | (B > 0), (A > 0) ^ (B > 0), ~(A > 0)]
    assert [value.tolist() for value in found] == [value.tolist() for value in expected]


def test_equality_is_identity():
    x = tf.constant(1.0)
    assert x == x
    assert x != tf.constant(1.0)
    assert len({x, x}) == 1


def test_powers_products_and_sizes(session):
    m = tf.constant(np.eye(2, dtype=np.float32) * 2)
    assert session.run([m**2, 2**m, m @ m, abs(-m)])[2].tolist() == [[4.0, 0.0], [0.0, 4.0]]


X = np.arange(24).reshape(2, 3, 4)
KEYS = [
    np.s_[1],
    np.s_[-1, 0],
    np.s_[:, 1:],
    np.s_[..., 0],
    np.s_[:, ::-1],
    np.s_[0, ..., 1:3],
    np.s_[:, None, 2],
    np.s_[::2, 1:2, 3:0:-2],
    np.s_[..., None],
    np.s_[5:],
]


@pytest.mark.parametrize("key", KEYS, ids=str)
def test_indexing_is_numpys(session, key):
    sliced = tf.constant(X)[key]
    assert sliced.shape.as_list() == list(X[key].shape)
    assert np.array_equal(session.run(sliced), X[key])


def test_indices_may_be_tensors_and_masks(session):
    x, i = tf.constant(X), tf.placeholder(tf.int32, [])
    assert np.array_equal(session.run(x[i, 1:], {i: 1}), X[1, 1:])
    assert np.array_equal(session.run(x[:, :i], {i: 2}), X[:, :2])
    assert np.array_equal(session.run(x[x > 20]), X[X > 20])
    with pytest.raises(TypeError, match="Only integers, slices"):
        x["a"]


def test_gradients_go_through_indexing(session):
    x = tf.constant(X.astype(np.float32))
    (dx,) = tf.gradients(tf.reduce_sum(x[1, ::2] * 3.0), x)
    expected = np.zeros_like(X, np.float32)
    expected[1, ::2] = 3
    assert np.array_equal(session.run(dx), expected)


def test_a_tensor_has_no_truth_no_length_and_no_elements_yet():
    x = tf.constant([1.0])
    for convert in (bool, list, len):
        with pytest.raises(TypeError):
            convert(x)
