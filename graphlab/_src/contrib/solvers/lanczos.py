"""Golub, Kahan and Lanczos' bidiagonalization: a matrix as U B V' with a bidiagonal B, step by step."""

import collections
from typing import Any

from graphlab._src.contrib.solvers.util import l2norm, l2normalize
from graphlab._src.graph import name_scope
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.control_flow.while_loop import while_loop
from graphlab._src.ops.joining import concat
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.random import random_uniform
from graphlab._src.ops.shape import expand_dims, reshape, shape
from graphlab._src.ops.tensor_array import TensorArray
from graphlab._src.ops.transpose import matrix_transpose

LanczosBidiagState = collections.namedtuple("LanczosBidiagState", ["u", "v", "alpha", "beta"])


def _column(array, i):
    return expand_dims(array.read(i), -1)


def _against(count, basis, v):
    """v without its parts along the first `count` columns of basis, normalized; once more where little is left of it."""

    def once():
        def step(j, rest):
            column = _column(basis, j)
            rest = rest - matmul(column, rest, adjoint_a=True) * column
            rest.set_shape(v.shape)
            return j + 1, rest

        _, rest = while_loop(lambda j, rest: j < count, step, [0, v])
        return l2normalize(rest)

    new, size = once()
    return cond(size < 0.7071 * l2norm(v), lambda: list(once()), lambda: [new, size])


def lanczos_bidiag(operator, k, orthogonalize=True, starting_vector=None, name="lanczos_bidiag"):
    """A LanczosBidiagState after k steps: u [m, k + 1], v [n, k], alpha [k] and beta [k], B's diagonal and the one below.

    operator: see create_operator.  orthogonalize: u and v are made orthogonal again in each step.
    starting_vector: [m, 1], random when left out.
    """
    with name_scope(name):
        kind = operator.dtype
        if starting_vector is None:
            starting_vector = reshape(random_uniform([operator.shape[0]], -1, 1, dtype=kind), [-1, 1])
        first, _ = l2normalize(starting_vector)

        def array(size):
            return TensorArray(kind, size=size, clear_after_read=False)

        def step(i, us, vs, alphas, betas):
            u = _column(us, i)
            r: Any = operator.apply_adjoint(u)
            dims = r.shape
            whole = r
            r = cond(i > 0, lambda: whole - betas.read(i - 1) * _column(vs, i - 1), lambda: whole + 0)
            r.set_shape(dims)
            v, alpha = _against(i - 1, vs, r) if orthogonalize else l2normalize(r)
            p = operator.apply(v) - alpha * u
            u, beta = _against(i, us, p) if orthogonalize else l2normalize(p)
            us, vs = us.write(i + 1, reshape(u, [-1])), vs.write(i, reshape(v, [-1]))
            return i + 1, us, vs, alphas.write(i, alpha), betas.write(i, beta)

        start = [0, array(k + 1).write(0, reshape(first, [-1])), array(k), array(k), array(k)]
        _, us, vs, alphas, betas = while_loop(lambda i, *_: i < k, step, start)
        return LanczosBidiagState(
            matrix_transpose(us.stack()), matrix_transpose(vs.stack()), alphas.stack(), betas.stack()
        )


def bidiag_matmul(matrix, alpha, beta, adjoint_b=False, name="bidiag_matmul"):
    """matrix times the bidiagonal B of alpha and beta [k], or times its adjoint.

    matrix: [m, k + 1], or [m, k] with adjoint_b; then beta's last element is not used.
    """
    with name_scope(name):
        alpha = expand_dims(alpha, 0)
        if not adjoint_b:
            return matrix[:, :-1] * alpha + matrix[:, 1:] * expand_dims(beta, 0)
        before = expand_dims(zeros(shape(matrix)[:1], dtype=matrix.dtype), 1)
        return matrix * alpha + concat([before, matrix[:, :-1] * expand_dims(beta[:-1], 0)], 1)
