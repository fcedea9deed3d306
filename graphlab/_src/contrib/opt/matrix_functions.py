"""Roots of positive semidefinite matrices by iteration, without an eigendecomposition."""

from graphlab._src.base import dtypes
from graphlab._src.ops.cast import cast
from graphlab._src.ops.control_flow.while_loop import while_loop
from graphlab._src.ops.diagonal import eye
from graphlab._src.ops.logical import logical_and
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.power import pow as pow_
from graphlab._src.ops.power import sqrt
from graphlab._src.ops.products import norm as norm_of
from graphlab._src.ops.reduction import reduce_max, reduce_sum
from graphlab._src.ops.rounding import abs as abs_


def matrix_square_root(mat_a, mat_a_size, iter_count=100, ridge_epsilon=1e-4):
    """The square root of a matrix [n, n], by coupled Newton iterations (Higham, "Functions of Matrices", section 6.3).

    mat_a_size: n.  iter_count: the most iterations; they end when the error no longer falls.
    ridge_epsilon: is added to the diagonal first.
    """
    identity = eye(cast(mat_a_size, dtypes.int32))
    mat_a = mat_a + ridge_epsilon * identity
    size = sqrt(reduce_sum(mat_a * mat_a))

    def goes_on(i, y, before, z, z_before, error, error_before):
        return logical_and(i < iter_count, error < error_before)

    def body(i, y, before, z, z_before, error, error_before):
        step = 0.5 * (3.0 * identity - matmul(z, y))
        new_y, new_z = matmul(y, step), matmul(step, z)
        root = new_y * sqrt(size)
        rest = mat_a - matmul(root, root)
        return i + 1, new_y, y, new_z, z, sqrt(reduce_sum(rest * rest)) / size, error

    start = mat_a / size
    found = while_loop(goes_on, body, [0, start, start, identity, identity, size, size + 1.0])
    return found[2] * sqrt(size)


def matrix_inverse_pth_root(mat_g, mat_g_size, alpha, iter_count=100, epsilon=1e-6, ridge_epsilon=1e-6):
    """mat_g to the power of alpha, by coupled Newton iterations (Higham, "Functions of Matrices", section 7.3).

    mat_g: [n, n].  mat_g_size: n.  alpha: -1 / p for a whole number p.
    epsilon: the distance from the identity at which iterations end.  ridge_epsilon: is added to the diagonal first.
    """
    if mat_g_size == 1:
        return pow_(mat_g + ridge_epsilon, alpha)
    identity = eye(cast(mat_g_size, dtypes.int32))
    damped = mat_g + ridge_epsilon * identity
    scale = (1 - 1 / alpha) / (2 * norm_of(damped))

    def goes_on(i, m, x):
        return logical_and(i < iter_count, reduce_max(abs_(m - identity)) > epsilon)

    def body(i, m, x):
        step = (1 - alpha) * identity + alpha * m
        return i + 1, matmul(_power(step, -1.0 / alpha), m), matmul(x, step)

    return while_loop(goes_on, body, [0, damped * scale, identity * pow_(scale, -alpha)])[2]


def _power(matrix, p):
    """The matrix to the power of p, a whole number above 0, by squaring."""
    assert p == int(p) and p > 0
    power = None
    while p > 0:
        if p % 2 == 1:
            power = matrix if power is None else matmul(matrix, power)
        p //= 2
        matrix = matmul(matrix, matrix)
    return power
