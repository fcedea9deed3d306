"""Sums of weighted exponentials, the inverse of softplus, and the points of a quadrature."""

import math

import numpy as np

from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.checks.values import assert_equal
from graphlab._src.ops.comparison import greater, is_inf, less
from graphlab._src.ops.constants import ones_like, zeros_like
from graphlab._src.ops.identity import identity
from graphlab._src.ops.logical import logical_or
from graphlab._src.ops.power import exp, expm1, log
from graphlab._src.ops.reduction import reduce_max, reduce_sum
from graphlab._src.ops.rounding import abs as abs_
from graphlab._src.ops.rounding import sign
from graphlab._src.ops.select import where_v2
from graphlab._src.ops.shape import dimension_size, squeeze
from graphlab._src.ops.statistics import reduce_logsumexp


def reduce_weighted_logsumexp(logx, w=None, axis=None, keep_dims=False, return_sign=False, name=None):
    """log(abs(sum(w exp(logx)))) over some axes, computed so that nothing overflows.

    w: weights that broadcast against logx; 1 when left out.  return_sign: also returns the sign of the sum.
    """
    with name_scope(name, "reduce_weighted_logsumexp", [logx, w]):
        logx = convert_to_tensor(logx, name="logx")
        if w is None:
            result = reduce_logsumexp(logx, axis=axis, keepdims=keep_dims)
            return (result, ones_like(result)) if return_sign else result
        w = convert_to_tensor(w, dtype=logx.dtype, name="w")
        exponents = logx + log(abs_(w))
        largest = reduce_max(exponents, axis=axis, keepdims=True)
        largest = where_v2(is_inf(largest), zeros_like(largest), largest)
        total = reduce_sum(sign(w) * exp(exponents - largest), axis=axis, keepdims=keep_dims)
        if not keep_dims:
            largest = squeeze(largest, axis)
        signs = sign(total)
        result = largest + log(signs * total)
        return (result, signs) if return_sign else result


def softplus_inverse(x, name=None):
    """The number whose softplus is x, element by element: log(exp(x) - 1), exact for small and large x too."""
    with name_scope(name, "softplus_inverse", values=[x]):
        x = convert_to_tensor(x, name="x")
        threshold = math.log(np.finfo(x.dtype.as_numpy_dtype).eps) + 2.0
        small, large = less(x, math.exp(threshold)), greater(x, -threshold)
        safe = where_v2(logical_or(small, large), ones_like(x), x)
        between = safe + log(-expm1(-safe))
        return where_v2(small, log(x), where_v2(large, x, between))


def process_quadrature_grid_and_probs(quadrature_grid_and_probs, dtype, validate_args, name=None):
    """(the points, their weights, which sum to 1) of a quadrature; None requests Gauss and Hermite's with 8 points."""
    with name_scope(name, "process_quadrature_grid_and_probs", [quadrature_grid_and_probs]):
        if quadrature_grid_and_probs is None:
            grid, probs = np.polynomial.hermite.hermgauss(deg=8)
            grid = convert_to_tensor(grid.astype(dtype.as_numpy_dtype), name="grid", dtype=dtype)
            return grid, convert_to_tensor(
                (probs / probs.sum()).astype(dtype.as_numpy_dtype), name="probs", dtype=dtype
            )
        grid, probs = quadrature_grid_and_probs
        grid = convert_to_tensor(grid, name="grid", dtype=dtype)
        probs = convert_to_tensor(probs, name="unnormalized_probs", dtype=dtype)
        probs /= reduce_sum(abs_(probs), axis=-1, keepdims=True, name="probs")
        m, n = dimension_size(probs, -1), dimension_size(grid, -1)
        message = "`quadrature_grid_and_probs` must be a `tuple` of same-length zero-th-dimension `Tensor`s"
        if isinstance(m, int) and isinstance(n, int):
            if m != n:
                raise ValueError(f"{message} (saw lengths {m}, {n})")
        elif validate_args:
            with control_dependencies([assert_equal(m, n, message=message)]):
                return identity(grid), identity(probs)
        return grid, probs
