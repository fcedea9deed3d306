"""Functions of matrices and systems of equations, against NumPy and SciPy."""

from typing import Any

import numpy as np
import pytest
import scipy.linalg

import graphlab as tf

_random = np.random.RandomState(0)
MATRICES = (_random.randn(2, 4, 4) + 3 * np.eye(4)).astype(np.float32)
POSITIVE = MATRICES @ MATRICES.transpose(0, 2, 1)
TALL, SIDES = _random.randn(2, 4, 3).astype(np.float32), _random.randn(2, 4, 2).astype(np.float32)
BAND = (_random.randn(3, 5) + [[0], [4], [0]]).astype(np.float32)
FULL = np.diag(BAND[1]) + np.diag(BAND[0, :-1], 1) + np.diag(BAND[2, 1:], -1)


def close(tensors, expected):
    with tf.Session() as session:
        for found, wanted in zip(session.run(tensors), expected, strict=True):
            np.testing.assert_allclose(found, wanted, rtol=2e-3, atol=2e-4)


@pytest.mark.slow
def test_functions_of_matrices():
    linalg = tf.linalg
    sign, logarithm = linalg.slogdet(MATRICES)
    root = linalg.sqrtm(POSITIVE)
    packed, order = linalg.lu(MATRICES[0])
    lower = tf.matrix_set_diag(tf.matrix_band_part(packed, -1, 0), tf.ones([4]))
    close(
        [
            linalg.expm(MATRICES / 3),
            linalg.expm(linalg.logm(POSITIVE.astype(np.complex64))),
            root @ root,
            linalg.logdet(POSITIVE),
            sign * tf.exp(logarithm),
            lower @ tf.matrix_band_part(packed, 0, -1),
        ],
        [
            scipy.linalg.expm(MATRICES / 3),
            POSITIVE,
            POSITIVE,
            np.log(np.linalg.det(POSITIVE)),
            np.linalg.det(MATRICES),
            MATRICES[0][tf.Session().run(order)],
        ],
    )


def test_a_matrix_that_a_run_shows_not_to_be_square():
    x = tf.placeholder(tf.float32, [None, None])
    with tf.Session() as session, pytest.raises(tf.errors.InvalidArgumentError, match="Input matrix must be square"):
        session.run(tf.linalg.expm(x), {x: np.ones((2, 3))})


@pytest.mark.slow
def test_least_squares():
    exact = np.stack([np.linalg.lstsq(a, b, rcond=None)[0] for a, b in zip(TALL, SIDES, strict=True)])
    ridge = np.linalg.solve(TALL.transpose(0, 2, 1) @ TALL + 0.5 * np.eye(3), TALL.transpose(0, 2, 1) @ SIDES)
    fed = tf.placeholder_with_default(TALL, [None, None, None])
    close(
        [
            tf.matrix_solve_ls(TALL, SIDES),
            tf.matrix_solve_ls(TALL, SIDES, fast=False),
            tf.matrix_solve_ls(TALL, SIDES, 0.5),
            tf.matrix_solve_ls(fed, SIDES),
            tf.linalg.pinv(TALL),
            tf.linalg.pinv(fed),
            tf.linalg.matrix_rank(np.ones((3, 3), np.float32)),
            *tf.linalg.normalize(TALL, axis=-1),
        ],
        [
            exact,
            exact,
            ridge,
            exact,
            np.linalg.pinv(TALL),
            np.linalg.pinv(TALL),
            1,
            TALL / np.linalg.norm(TALL, axis=-1, keepdims=True),
            np.linalg.norm(TALL, axis=-1, keepdims=True),
        ],
    )


def test_tridiagonal_matrices():
    rhs = _random.randn(5, 2).astype(np.float32)
    parts = [tf.constant(BAND[0]), tf.constant(BAND[1]), tf.constant(BAND[2])]
    full = tf.constant(FULL, tf.float32)
    solve, multiply = tf.linalg.tridiagonal_solve, tf.linalg.tridiagonal_matmul
    close(
        [
            solve(BAND, rhs),
            solve(BAND, rhs[:, 0]),
            solve(BAND, rhs.T, transpose_rhs=True),
            solve([BAND[0, :-1], BAND[1], BAND[2, 1:]], rhs, "sequence"),
            solve(full, rhs, "matrix"),
            multiply(BAND, rhs),
            multiply(parts, rhs, "sequence"),
            multiply(full, rhs, "matrix"),
            solve(np.zeros([2, 3, 0]), np.zeros([2, 0, 1])),
        ],
        [(x := np.linalg.solve(FULL, rhs)), x[:, 0], x.T, x, x, *[FULL @ rhs] * 3, np.zeros([2, 0, 1])],
    )
    with pytest.raises(ValueError, match="Unrecognized diagonals_format: wide"):
        solve(BAND, rhs, "wide")
    with pytest.raises(ValueError, match="Expected 3 diagonals got 2"):
        solve(BAND[:2], rhs)


def test_bands_of_diagonals():
    x = np.arange(1.0, 13).reshape(3, 4).astype(np.float32)
    close(
        [
            tf.matrix_diag_part(x, k=1),
            tf.matrix_diag_part(x, k=(-1, 2), padding_value=9),
            tf.matrix_diag([1.0, 2.0], k=-1),
            tf.matrix_diag([1.0, 2.0], k=1, num_rows=2, padding_value=7),
            tf.matrix_set_diag(x, [-1.0, -2.0], k=2),
        ],
        [
            [2, 7, 12],
            [[3, 8, 9], [2, 7, 12], [1, 6, 11], [5, 10, 9]],
            [[0, 0, 0], [1, 0, 0], [0, 2, 0]],
            [[7, 1, 7], [7, 7, 2]],
            [[1, 2, -1, 4], [5, 6, 7, -2], [9, 10, 11, 12]],
        ],
    )


@pytest.mark.parametrize(
    ("k", "built", "ran"),
    [
        (3, "lower_diag_index is out of bound", "lower_diag_index is out of bound: 3"),
        ([0, 3], "upper_diag_index is out of bound", "upper_diag_index is out of bound: 3"),
        ([1, 0], "lower_diag_index is greater than", "must not be larger than upper_diag_index: 1 > 0"),
        ([0, 1, 2], "with one or two elements", "must have only one or two elements, received 3"),
    ],
)
def test_bands_outside_of_the_matrices_are_refused(k, built, ran):
    x, fed = tf.zeros([2, 3]), tf.placeholder(tf.int32)
    with pytest.raises(ValueError, match=built):
        tf.raw_ops.MatrixDiagPartV2(input=x, k=k, padding_value=0.0)
    made = [
        tf.raw_ops.MatrixDiagPartV2(input=x, k=fed, padding_value=0.0),
        tf.raw_ops.MatrixSetDiagV2(input=x, diagonal=tf.zeros([2]), k=fed),
    ]
    with tf.Session() as session:
        for tensor in made:
            with pytest.raises(tf.errors.InvalidArgumentError, match=ran):
                session.run(tensor, {fed: k})


def test_diagonals_of_another_size_are_refused():
    wrong = tf.raw_ops.MatrixSetDiagV2(input=tf.zeros([2, 3]), diagonal=tf.ones([2]), k=2)
    rows = tf.raw_ops.TridiagonalSolve(
        diagonals=tf.placeholder_with_default(np.ones((2, 2)), None), rhs=np.ones((2, 1))
    )
    with pytest.raises(ValueError, match="num_rows and num_cols are not consistent"):
        tf.raw_ops.MatrixDiagV2(diagonal=tf.ones([2, 2]), k=[-1, 0], num_rows=5, num_cols=7, padding_value=0.0)
    with tf.Session() as session:
        with pytest.raises(tf.errors.InvalidArgumentError, match="longests diagonal in range"):
            session.run(wrong)
        with pytest.raises(tf.errors.InvalidArgumentError, match="a matrix with 3 rows, got 2 rows"):
            session.run(rows)


@pytest.mark.slow
def test_orthogonal_initial_values():
    with tf.Session() as session:
        wide = session.run(tf.orthogonal_initializer(gain=2.0, seed=1)([3, 2, 8])).reshape(6, 8)
        np.testing.assert_allclose(wide @ wide.T, 4 * np.eye(6), atol=1e-5)
        tall = session.run(tf.initializers.orthogonal()([5, 3], tf.float32))
        np.testing.assert_allclose(tall.T @ tall, np.eye(3), atol=1e-5)
    with pytest.raises(ValueError, match="at least two-dimensional"):
        tf.orthogonal_initializer()([3])


def test_singular_values_of_complex_matrices_are_real():
    x = tf.constant([[1.0 + 1.0j, 2.0], [0.0, 3.0 - 1.0j]], tf.complex64)
    s, u, _ = tf.svd(x)
    alone: Any = tf.svd(x, compute_uv=False)
    assert (s.dtype, u.dtype, alone.dtype) == (tf.float32, tf.complex64, tf.float32)
    with tf.Session() as session:
        np.testing.assert_allclose(session.run(s), [3.8253431, 1.169081], rtol=1e-6)


def test_exponentials_of_large_float_matrices_have_all_digits():
    matrix = np.random.default_rng(0).normal(size=(31, 31)).astype(np.float32) * 3
    with tf.Session() as session:
        found = session.run(tf.linalg.expm(matrix))
        assert session.run(tf.linalg.logm(np.zeros((2, 0, 0), np.complex64))).shape == (2, 0, 0)
    expected = scipy.linalg.expm(matrix.astype(np.float64))
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-6 * abs(expected).max())


def test_matrices_of_half_precision_are_decomposed():
    matrix = np.asarray([[4, 1], [1, 3]], np.float16)
    linalg = tf.linalg
    q, r = linalg.qr(matrix)
    s, u, v = linalg.svd(matrix)
    results = [linalg.inv(matrix) @ matrix, linalg.cholesky(matrix), q @ r, u @ linalg.diag(s) @ linalg.transpose(v)]
    with tf.Session() as session:
        one, lower, *products = session.run(results)
    assert all(found.dtype == np.float16 for found in (one, lower, *products))
    np.testing.assert_allclose(one, np.eye(2), atol=2e-3)
    for found in (lower @ lower.T, *products):
        np.testing.assert_allclose(found, matrix, atol=4e-3)


OBLONG = np.array([[2.0, 0.5, -1], [0.3, 3, 0.2], [-0.7, 1, 2.5], [1, 0.4, -0.6]])


def test_the_gradient_of_full_singular_vectors_is_tensorflows():
    x = tf.constant(OBLONG)
    s, u, _ = tf.svd(x, full_matrices=True)
    wanted = [  # TensorFlow 1.15's
        [0.88852, -0.28078, -0.19038],
        [-0.25901, 0.63823, -0.20377],
        [-0.19546, -0.04178, 1.18573],
        [0.74987, 0.11255, -0.60699],
    ]
    close(tf.gradients([s, tf.abs(u)], x), [wanted])


@pytest.mark.parametrize(
    ("function", "types"),  # of TensorFlow 1.15's gradient, without constants and what shapes it
    [
        (
            tf.cholesky,
            "MatrixDiag MatrixTriangularSolve MatMul MatrixDiagPart MatrixSetDiag MatrixBandPart MatMul MatMul",
        ),
        (
            lambda x: tf.matrix_triangular_solve(x, tf.ones([3, 1], tf.float64)),
            "MatrixTriangularSolve MatMul MatrixBandPart",
        ),
        (
            tf.self_adjoint_eigvals,
            "SelfAdjointEigV2 MatrixDiag MatMul MatMul MatrixBandPart MatrixDiagPart MatrixSetDiag",
        ),
        (lambda x: tf.svd(x, compute_uv=False), "Svd MatrixDiag MatMul MatMul"),
        (tf.qr, "MatMul MatMul MatrixBandPart MatrixTriangularSolve MatMul MatMul MatrixTriangularSolve"),
    ],
)
def test_gradients_of_decompositions_are_tensorflows_operations(function, types):
    x = tf.constant(OBLONG[:3])
    y = function(x)
    before = len(tf.get_default_graph().get_operations())
    tf.gradients(y, x)
    made = [one.type for one in tf.get_default_graph().get_operations()[before:]]
    assert [one for one in made if one.startswith("Mat") or one == "Svd" or "Eig" in one] == types.split()


def test_gradients_that_tensorflow_has_no_operations_for_come_from_the_kernel():
    wide = tf.constant(OBLONG.T)
    upper = tf.qr(wide)[1]
    weights = np.arange(12.0).reshape(3, 4)
    with tf.Session() as session:
        found = session.run(tf.gradients(upper * weights, wide)[0])
        step = np.zeros((3, 4))
        step[1, 2] = 1e-6
        above, below = (session.run(upper, {wide: OBLONG.T + change}) for change in (step, -step))
    np.testing.assert_allclose(found[1, 2], np.sum((above - below) * weights) / 2e-6, rtol=1e-5)


def test_no_gradient_reaches_the_imaginary_part_of_the_diagonal():
    """It does not count in a self-adjoint matrix; TensorFlow 1.15 computed the expected gradient."""
    matrix = tf.constant([[1.0 + 5.0j, 0.0], [1.0 + 2.0j, 3.0 - 4.0j]], tf.complex128)
    values, vectors = tf.linalg.eigh(matrix)
    projected = tf.matmul(vectors * values, vectors, adjoint_b=True) * [[1.0, 2.0j], [3.0, 1.0j]]
    with tf.Session() as session:
        gradient = session.run(tf.gradients(tf.real(tf.reduce_sum(projected**2)), matrix)[0])
    np.testing.assert_allclose(gradient, [[2, 0], [10 - 20j, -6]], atol=1e-12)
