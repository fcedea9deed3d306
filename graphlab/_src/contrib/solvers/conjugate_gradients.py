"""Conjugate gradients: for positive definite matrices (Hestenes and Stiefel, 1952), and for least squares."""

import collections

from graphlab._src.contrib.solvers.util import dot, l2norm_squared
from graphlab._src.graph import name_scope
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.control_flow.while_loop import while_loop
from graphlab._src.ops.logical import logical_and
from graphlab._src.ops.products import norm
from graphlab._src.ops.shape import expand_dims, squeeze

CGState = collections.namedtuple("CGState", ["i", "x", "r", "p", "gamma"])
CGLSState = collections.namedtuple("CGLSState", ["i", "x", "r", "p", "gamma"])


def _vectors(state):
    return state._replace(x=squeeze(state.x), r=squeeze(state.r), p=squeeze(state.p))


def conjugate_gradient(operator, rhs, preconditioner=None, x=None, tol=1e-4, max_iter=20, name="conjugate_gradient"):
    """A CGState (i iterations, x, residual r, direction p, gamma) with operator.apply(x) = rhs.

    operator: of a self-adjoint positive definite matrix, see create_operator.  rhs: [n].  preconditioner: an operator.
    x: where to begin, 0 when left out.  tol: of the residual, relative to the first.
    """
    with name_scope(name):
        rhs = expand_dims(rhs, -1)
        if x is None:
            x, r = expand_dims(zeros(operator.shape[1:], rhs.dtype.base_dtype), -1), rhs
        else:
            x = expand_dims(x, -1)
            r = rhs - operator.apply(x)
        p = r if preconditioner is None else preconditioner.apply(r)
        bound = tol * norm(r)

        def step(i, state):
            z = operator.apply(state.p)
            alpha = state.gamma / dot(state.p, z)
            x, r = state.x + alpha * state.p, state.r - alpha * z
            q = r if preconditioner is None else preconditioner.apply(r)
            gamma = dot(r, q)
            return i + 1, CGState(i + 1, x, r, q + gamma / state.gamma * state.p, gamma)

        _, found = while_loop(
            lambda i, state: logical_and(i < max_iter, norm(state.r) > bound), step, [0, CGState(0, x, r, p, dot(r, p))]
        )
        return _vectors(found)


def cgls(operator, rhs, tol=1e-6, max_iter=20, name="cgls"):
    """A CGLSState (i, x, r, p, gamma) whose x has the least |rhs - operator.apply(x)|; the arguments are conjugate_gradient's."""
    with name_scope(name):
        rhs = expand_dims(rhs, -1)
        s = operator.apply_adjoint(rhs)
        gamma = l2norm_squared(s)
        bound = tol * tol * gamma
        x = expand_dims(zeros(operator.shape[1:], rhs.dtype.base_dtype), -1)

        def step(i, state):
            q = operator.apply(state.p)
            alpha = state.gamma / l2norm_squared(q)
            x, r = state.x + alpha * state.p, state.r - alpha * q
            s = operator.apply_adjoint(r)
            gamma = l2norm_squared(s)
            return i + 1, CGLSState(i + 1, x, r, s + gamma / state.gamma * state.p, gamma)

        _, found = while_loop(
            lambda i, state: logical_and(i < max_iter, state.gamma > bound), step, [0, CGLSState(0, x, rhs, s, gamma)]
        )
        return _vectors(found)
