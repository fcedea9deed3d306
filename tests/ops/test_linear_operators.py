"""Every kind of tf.linalg.LinearOperator does what its matrices do, against NumPy and SciPy."""

from typing import Any

import numpy as np
import pytest
import scipy.linalg

import graphlab as tf

linalg = tf.linalg
ABSTRACT: Any = linalg.LinearOperator
_random = np.random.RandomState(0)


def draw(*sizes, dtype="complex128"):
    """Well-conditioned numbers: from 1 to 2, and as many imaginary ones."""
    numbers = _random.uniform(1, 2, sizes)
    return numbers + 1j * _random.uniform(-1, 1, sizes) if dtype == "complex128" else numbers


def matrices(*batch_and_size):
    return draw(*batch_and_size, batch_and_size[-1]) + 4 * np.eye(batch_and_size[-1])


def batches(function, *arrays):
    """What a function of vectors or matrices makes of each of a batch."""
    return np.stack([function(*one) for one in zip(*arrays, strict=True)])


def fourier(spectrum, sizes):
    """The matrices F^-1 diag(spectrum) F of the transform over axes of these sizes."""
    size = int(np.prod(sizes))
    columns = np.fft.fftn(np.eye(size).reshape(size, *sizes), axes=range(1, len(sizes) + 1)).reshape(size, size).T
    return np.linalg.inv(columns) @ (spectrum.reshape(*spectrum.shape[: -len(sizes)], size, 1) * columns)


def kron(a, b):
    product = np.einsum("...ij,...kl->...ikjl", a, b)
    return product.reshape(*product.shape[:-4], a.shape[-2] * b.shape[-2], a.shape[-1] * b.shape[-1])


def full(*batch):
    a = matrices(*batch, 3)
    return [a], linalg.LinearOperatorFullMatrix, a


def self_adjoint():
    a = matrices(2, 3)
    a = a @ np.conj(np.swapaxes(a, -1, -2))
    return [a], lambda a: linalg.LinearOperatorFullMatrix(a, is_self_adjoint=True, is_positive_definite=True), a


def lower_triangular():
    a = matrices(2, 3)
    return [a], linalg.LinearOperatorLowerTriangular, np.tril(a)


def diag():
    a = draw(2, 3)
    return [a], linalg.LinearOperatorDiag, a[..., None] * np.eye(3)


def identity():
    make = lambda rows: linalg.LinearOperatorIdentity(rows, batch_shape=[2], dtype=tf.complex128)  # noqa: E731
    return [np.int32(3)], make, np.stack([np.eye(3)] * 2)


def scaled_identity():
    a = draw(2)
    return [a], lambda a: linalg.LinearOperatorScaledIdentity(3, a), a[:, None, None] * np.eye(3)


def householder():
    a = draw(2, 3)
    v = a / np.linalg.norm(a, axis=-1, keepdims=True)
    return [a], linalg.LinearOperatorHouseholder, np.eye(3) - 2 * v[..., None] * np.conj(v)[..., None, :]


def circulant():
    a = draw(2, 3)
    return [a], lambda a: linalg.LinearOperatorCirculant(a, tf.complex128), fourier(a, [3])


def circulant_2d():
    a = draw(2, 2, 3)
    return [a], lambda a: linalg.LinearOperatorCirculant2D(a, tf.complex128), fourier(a, [2, 3])


def circulant_3d():
    a = draw(2, 1, 2, 2)
    return [a], lambda a: linalg.LinearOperatorCirculant3D(a, tf.complex128), fourier(a, [1, 2, 2])


def toeplitz():
    column, row = draw(2, 3), draw(3)
    column[:, 0] = row[0] = 9
    return [column, row], linalg.LinearOperatorToeplitz, batches(lambda one: scipy.linalg.toeplitz(one, row), column)


def low_rank_update():
    base, u, d, v = draw(3), draw(2, 3, 2), draw(2, 2), draw(2, 3, 2)
    make = lambda base, u, d, v: linalg.LinearOperatorLowRankUpdate(linalg.LinearOperatorDiag(base), u, d, v)  # noqa: E731
    return [base, u, d, v], make, np.diag(base) + (u * d[:, None]) @ np.conj(np.swapaxes(v, -1, -2))


def positive_update():
    base, u, d = draw(3, dtype="float64"), draw(3, 2, dtype="float64"), draw(2, dtype="float64")

    def make(base, u, d):
        base = linalg.LinearOperatorDiag(base, is_positive_definite=True)
        return linalg.LinearOperatorLowRankUpdate(base, u, d, is_diag_update_positive=True)

    return [base, u, d], make, np.diag(base) + (u * d) @ u.T


def composition():
    a, b = matrices(2, 1, 3), matrices(3)
    pair = (linalg.LinearOperatorFullMatrix, linalg.LinearOperatorLowerTriangular)
    make = lambda *two: linalg.LinearOperatorComposition([kind(one) for kind, one in zip(pair, two, strict=True)])  # noqa: E731
    return [a, b], make, a @ np.tril(b)


def kronecker():
    a, b, c = matrices(2, 2), draw(3), matrices(2, 1)

    def make(a, b, c):
        factors = [linalg.LinearOperatorFullMatrix(a), linalg.LinearOperatorDiag(b), linalg.LinearOperatorFullMatrix(c)]
        return linalg.LinearOperatorKronecker(factors)

    return [a, b, c], make, kron(kron(a, np.diag(b)), c)


def block_diag():
    a, b = matrices(2, 2), draw(1)

    def make(a, b):
        return linalg.LinearOperatorBlockDiag(
            [linalg.LinearOperatorFullMatrix(a, is_square=True), linalg.LinearOperatorDiag(b)]
        )

    return [a, b], make, batches(lambda one: scipy.linalg.block_diag(one, np.diag(b)), a)


def adjoint():
    a = matrices(2, 3)
    make = lambda a: linalg.LinearOperatorAdjoint(linalg.LinearOperatorLowerTriangular(a))  # noqa: E731
    return [a], make, np.conj(np.swapaxes(np.tril(a), -1, -2))


def inversion():
    a = matrices(2, 3)
    return [a], lambda a: linalg.LinearOperatorInversion(linalg.LinearOperatorFullMatrix(a)), np.linalg.inv(a)


def product():
    a, b = draw(2, 3), draw(2)
    make = lambda a, b: linalg.LinearOperatorDiag(a).matmul(linalg.LinearOperatorScaledIdentity(3, b))  # noqa: E731
    return [a, b], make, (a * b[:, None])[..., None] * np.eye(3)


def quotient():
    a, b = draw(2, 3), matrices(2, 3)
    make = lambda a, b: linalg.LinearOperatorDiag(a).solve(linalg.LinearOperatorLowerTriangular(b))  # noqa: E731
    return [a, b], make, np.tril(b) / a[..., None]


KINDS = [full, self_adjoint, lower_triangular, diag, identity, scaled_identity, householder, circulant, circulant_2d]
KINDS += [circulant_3d, toeplitz, low_rank_update, positive_update, composition, kronecker, block_diag, adjoint]
KINDS += [inversion, product, quotient, lambda: full(), lambda: full(2, 1)]


def turned(x, adjoint):
    return np.conj(np.swapaxes(x, -1, -2)) if adjoint else x


def expectations(operator, matrix):
    """[(a result of the operator, the same of the matrix)]."""
    inverse, size = np.linalg.inv(matrix), matrix.shape[-1]
    x = draw(2, size, 2, dtype=matrix.dtype.name) if np.iscomplexobj(matrix) else _random.randn(2, size, 2)
    x = x.astype(operator.dtype.as_numpy_dtype)
    pairs = [
        (operator.to_dense(), matrix),
        (operator.determinant(), np.linalg.det(matrix)),
        (operator.log_abs_determinant(), np.log(np.abs(np.linalg.det(matrix)))),
        (operator.trace(), np.trace(matrix, axis1=-2, axis2=-1)),
        (operator.diag_part(), np.diagonal(matrix, axis1=-2, axis2=-1)),
        (operator.add_to_tensor(matrix.astype(x.dtype)), 2 * matrix),
        (operator.inverse().to_dense(), inverse),
        (operator.H.to_dense(), turned(matrix, True)),
        (operator.matvec(x[0, :, 0]), matrix @ x[0, :, 0]),
        (operator.solvevec(x[0, :, 0], adjoint=True), turned(inverse, True) @ x[0, :, 0]),
        (operator.solve(np.stack([x] * 3)[:, None]), inverse @ np.stack([x] * 3)[:, None]),
        (operator.shape_tensor(), matrix.shape),
        (operator.batch_shape_tensor(), matrix.shape[:-2]),
        (operator.tensor_rank_tensor(), matrix.ndim),
        (operator.domain_dimension_tensor(), size),
        (operator.range_dimension_tensor(), size),
    ]
    for ours in (False, True):
        for theirs in (False, True):
            argument = turned(x[0], theirs)
            keywords = {"adjoint": ours, "adjoint_arg": theirs}
            pairs.append((operator.matmul(argument, **keywords), turned(matrix, ours) @ x[0]))
            pairs.append((operator.solve(argument, **keywords), turned(inverse, ours) @ x[0]))
    return pairs


QUICK = (diag, kronecker)
CASES = [
    pytest.param(kind, known, marks=[] if known and kind in QUICK else pytest.mark.slow)
    for kind in KINDS
    for known in (True, False)
]


@pytest.mark.parametrize(("kind", "known"), CASES)
def test_an_operator_does_what_its_matrices_do(kind, known):
    arrays, make, matrix = kind()
    if not known and kind in (block_diag,):
        sizes = [[None, 2, 2], [None]]  # a block must be known to be square
    else:
        sizes = [None if array.ndim else [] for array in arrays]
    with tf.Graph().as_default(), tf.Session() as session:
        if known:
            tensors, feeds = [tf.constant(array) for array in arrays], {}
        else:
            tensors = [tf.placeholder(array.dtype, size) for array, size in zip(arrays, sizes, strict=True)]
            feeds = dict(zip(tensors, arrays, strict=True))
        operator = make(*tensors)
        results, expected = zip(*expectations(operator, matrix), strict=True)
        if known:
            assert operator.shape == matrix.shape
            assert [result.shape for result in results] == [tf.TensorShape(np.shape(value)) for value in expected]
        for found, wanted in zip(session.run(results, feeds), expected, strict=True):
            # The inverse and the adjoint of a circulant operator are complex64, as TensorFlow's are.
            tolerance = 1e-6 if kind is circulant else 1e-9
            np.testing.assert_allclose(found, wanted, rtol=tolerance, atol=tolerance)


def run(*tensors):
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        return session.run(list(tensors))


def test_operators_that_are_not_square():
    a, b = draw(2, 3, 2), draw(2, 3)
    operators = [linalg.LinearOperatorFullMatrix(one) for one in (a, b)]
    product, outer = linalg.LinearOperatorComposition(operators), linalg.LinearOperatorKronecker(operators)
    zeros = linalg.LinearOperatorZeros(2, 3, batch_shape=[2], dtype=tf.float64, is_square=False, is_self_adjoint=False)
    assert outer.shape == [2, 6, 6] and zeros.is_square is False
    results = run(
        product.to_dense(), outer.matmul(np.eye(6) + 0j), outer.diag_part(), outer.trace(), zeros.H.to_dense()
    )
    expected = [a @ b, kron(a, b), np.diagonal(kron(a, b), axis1=1, axis2=2), np.trace(kron(a, b), axis1=1, axis2=2)]
    for found, wanted in zip(results, [*expected, np.zeros([2, 3, 2])], strict=True):
        np.testing.assert_allclose(found, wanted)


def test_an_operator_may_be_a_factor_twice():
    a = np.array([[2.0, 1.0], [0.0, 3.0]])
    operator = linalg.LinearOperatorFullMatrix(a)
    outer = linalg.LinearOperatorKronecker([operator, operator])
    blocks = linalg.LinearOperatorBlockDiag([operator, operator])
    found = run(
        outer.determinant(), outer.log_abs_determinant(), blocks.determinant(), operator.matmul(operator).trace()
    )
    np.testing.assert_allclose(found, [6**4, np.log(6**4), 36, 13])


def test_cholesky_factors_keep_the_structure():
    diagonal = linalg.LinearOperatorDiag([4.0, 9.0], is_positive_definite=True)
    full = linalg.LinearOperatorFullMatrix([[4.0, 2.0], [2.0, 5.0]], is_self_adjoint=True, is_positive_definite=True)
    blocks = linalg.LinearOperatorBlockDiag([diagonal, linalg.LinearOperatorIdentity(1)])
    outer = linalg.LinearOperatorKronecker([full, diagonal])
    factors = [one.cholesky() for one in (diagonal, full, blocks, outer)]
    assert [type(one).__name__[14:] for one in factors] == ["Diag", "LowerTriangular", "BlockDiag", "Kronecker"]
    dense = [[[4, 0], [0, 9]], [[4, 2], [2, 5]], np.diag([4, 9, 1]), np.kron([[4, 2], [2, 5]], np.diag([4, 9]))]
    for found, wanted in zip(run(*(one.to_dense() for one in factors)), dense, strict=True):
        np.testing.assert_allclose(found, np.linalg.cholesky(wanted), rtol=1e-6)


def test_functions_of_tf_linalg_take_operators():
    a = np.array([[2.0, 1.0], [0.0, 3.0]])
    operator = linalg.LinearOperatorFullMatrix(a)
    found = run(
        tf.matmul(operator, a),
        tf.matmul(a, operator, adjoint_b=True),
        linalg.solve(operator, a, adjoint=True),
        linalg.det(operator),
        linalg.trace(operator),
        linalg.diag_part(operator),
        linalg.inv(operator, adjoint=True).to_dense(),
        linalg.adjoint(operator).to_dense(),
    )
    expected = [a @ a, a @ a.T, np.linalg.solve(a.T, a), 6, 5, [2, 3], np.linalg.inv(a.T), a.T]
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_allclose(one, other)
    definite = linalg.LinearOperatorDiag([4.0, 9.0], is_positive_definite=True)
    np.testing.assert_allclose(run(linalg.logdet(definite))[0], np.log(36), rtol=1e-6)
    with pytest.raises(ValueError, match="Transposing not supported at this time"):
        tf.matmul(operator, a, transpose_a=True)
    with pytest.raises(ValueError, match="`matrix` as a Tensor and `rhs` as a LinearOperator is not supported"):
        linalg.solve(a, operator)


def test_gradients_in_a_variable_that_training_changes():
    """Values are TensorFlow's: the gradient of log det is the inverse's transpose."""
    matrix = tf.get_variable("matrix", initializer=[[2.0, 1.0], [0.5, 3.0]])
    operator = linalg.LinearOperatorFullMatrix(matrix)
    assert operator.variables == operator.inverse().trainable_variables == (matrix,)
    gradient = tf.gradients(operator.log_abs_determinant(), matrix)[0]
    solution = tf.gradients(operator.solvevec([1.0, 2.0]), matrix)[0]
    found = run(gradient, solution)
    np.testing.assert_allclose(found[0], [[0.5454545, -0.0909091], [-0.1818182, 0.3636364]], rtol=1e-5)
    np.testing.assert_allclose(found[1], [[-0.08264463, -0.28925622], [-0.03305785, -0.11570248]], rtol=1e-5)


@pytest.mark.parametrize(
    ("make", "phrase"),
    [
        (lambda: linalg.LinearOperatorDiag([1.0, 0.0]).assert_non_singular(), "Diagonal contained zero values"),
        (lambda: linalg.LinearOperatorDiag([1.0, -1.0]).assert_positive_definite(), "non-positive diagonal entries"),
        (lambda: linalg.LinearOperatorDiag([1j, 1.0]).assert_self_adjoint(), "contained non-zero imaginary values"),
        (
            lambda: linalg.LinearOperatorFullMatrix([[1.0, 2.0], [3.0, 4.0]]).assert_self_adjoint(),
            "not equal to its adj",
        ),
        (
            lambda: linalg.LinearOperatorFullMatrix([[1.0, 1.0], [1.0, 1.0]]).assert_non_singular(),
            "Singular matrix up to",
        ),
        (lambda: linalg.LinearOperatorCirculant([1.0, 1j]).assert_hermitian_spectrum(), "Spectrum was not Hermitian"),
        (
            lambda: linalg.LinearOperatorToeplitz([1.0, 2.0], [1.0, 3.0]).assert_self_adjoint(),
            "row and col are not the",
        ),
        (lambda: linalg.LinearOperatorScaledIdentity(2, 0.0).assert_non_singular(), "LinearOperator was singular"),
    ],
)
def test_promises_are_checked_in_a_run(make, phrase):
    with tf.Session() as session, pytest.raises((tf.errors.InvalidArgumentError, ValueError), match=phrase):
        session.run(make())


def test_sizes_are_checked_in_a_run_where_that_is_wanted():
    rows = tf.placeholder_with_default(2, [])
    identity = linalg.LinearOperatorIdentity(rows, assert_proper_shapes=True)
    product = identity.matmul(tf.placeholder_with_default(np.ones((3, 1), np.float32), None))
    with tf.Session() as session, pytest.raises(tf.errors.InvalidArgumentError, match="Dimensions are not compatible"):
        session.run(product)


@pytest.mark.parametrize(
    ("make", "error", "phrase"),
    [
        (lambda: linalg.LinearOperatorDiag(1.0), ValueError, "must have at least 1 dimension"),
        (
            lambda: linalg.LinearOperatorDiag([1.0], is_self_adjoint=False),
            ValueError,
            "real diagonal operator is always",
        ),
        (lambda: linalg.LinearOperatorFullMatrix(np.eye(2, dtype=int)), TypeError, "must have dtype in"),
        (lambda: linalg.LinearOperatorIdentity(-1), ValueError, "num_rows must be non-negative"),
        (lambda: linalg.LinearOperatorIdentity([2]), ValueError, "num_rows must be a 0-D Tensor"),
        (lambda: linalg.LinearOperatorIdentity(2.0), TypeError, "num_rows must be integer type"),
        (lambda: linalg.LinearOperatorZeros(2, 3), ValueError, r"is_square=True, but got num_rows\(2\) != num_columns"),
        (lambda: linalg.LinearOperatorZeros(2).solve(np.eye(2)), NotImplementedError, "expected to be singular"),
        (lambda: linalg.LinearOperatorDiag([1.0]).matmul(np.eye(2, dtype="f")), ValueError, "1 and 2 are not compat"),
        (lambda: linalg.LinearOperatorDiag([1.0]).matmul(np.eye(1)), TypeError, "Expected argument to have dtype"),
        (
            lambda: linalg.LinearOperatorFullMatrix(np.ones((2, 3))).determinant(),
            NotImplementedError,
            "to not be square",
        ),
        (lambda: linalg.LinearOperatorFullMatrix(np.ones((2, 3))).inverse(), ValueError, "a non square matrix"),
        (lambda: linalg.LinearOperatorFullMatrix(np.eye(2)).cholesky(), ValueError, "Not a positive definite self adj"),
        (lambda: linalg.LinearOperatorComposition([]), ValueError, "Expected a non-empty list of operators"),
        (
            lambda: linalg.LinearOperatorHouseholder([1.0], is_positive_definite=True),
            ValueError,
            "non-positive definite",
        ),
        (lambda: ABSTRACT(tf.float32), TypeError, "abstract"),
    ],
)
def test_arguments_that_make_no_operator(make, error, phrase):
    with pytest.raises(error, match=phrase):
        make()
