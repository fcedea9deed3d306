"""Decompositions of matrices and triangular systems, by the functions of LAPACK and BLAS that XLA calls on a CPU."""

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np

from graphlab._src.base.signals import delayed
from graphlab._src.compiler.interpreter.primitives.table import Array, Compute, Params, Types, check_time, rule

_LETTERS = {"f": "s", "d": "d", "F": "c", "D": "z"}  # of the functions' names, by the letter of the dtype


def _routine(module: str, name: str, dtype: Any) -> Callable[..., Any]:
    with delayed():  # an interrupt must not leave SciPy half imported
        home: Any = importlib.import_module(f"scipy.linalg.{module}")
    return getattr(home, _LETTERS[np.dtype(dtype).char] + name)


def _matrices(x: Array) -> Array:
    """The matrices in the last two axes, in one row."""
    return x.reshape(-1, *x.shape[-2:])


@rule("cholesky")
def _cholesky(params: Params, inputs: Types, outputs: Types) -> Compute:
    potrf = _routine("lapack", "potrf", inputs[0].dtype)

    def compute(x: Array) -> Array:
        result = np.empty(x.shape, x.dtype)
        if x.size:
            for matrix, place in zip(_matrices(x), _matrices(result), strict=True):
                check_time()
                factor, failed = potrf(matrix, lower=1, clean=0)
                place[...] = np.nan if failed else factor
        return result

    return compute


@rule("lu")
def _lu(params: Params, inputs: Types, outputs: Types) -> Compute:
    return lu_in_numpy


def lu_in_numpy(x: Array) -> tuple[Array, Array, Array]:
    """What jax.lax.linalg.lu returns: L and U in one matrix, what was swapped with each row, and the order of the rows."""
    getrf = _routine("lapack", "getrf", x.dtype)
    *batch, rows, columns = x.shape
    result, pivots = np.empty(x.shape, x.dtype), np.zeros((*batch, min(rows, columns)), np.int32)
    order = np.empty((*batch, rows), np.int32)
    order[...] = np.arange(rows, dtype=np.int32)
    if x.size:
        places = zip(_matrices(x), _matrices(result), pivots.reshape(-1, pivots.shape[-1]), strict=True)
        for (matrix, factors, swaps), permuted in zip(places, order.reshape(-1, rows), strict=True):
            check_time()
            factors[...], swaps[...], _ = getrf(matrix)
            for i, other in enumerate(swaps):
                permuted[[i, other]] = permuted[[other, i]]
    return result, pivots, order


@rule("triangular_solve")
def _triangular_solve(params: Params, inputs: Types, outputs: Types) -> Compute:
    trsm = _routine("blas", "trsm", inputs[0].dtype)
    conjugate, transposed = params["conjugate_a"], params["transpose_a"]
    options = {
        "side": int(not params["left_side"]),
        "lower": int(params["lower"]),
        "trans_a": (2 if conjugate else 1) if transposed else 0,
        "diag": int(params["unit_diagonal"]),
    }

    def compute(a: Array, b: Array) -> Array:
        a = a.conj() if conjugate and not transposed else a
        result = np.empty(b.shape, b.dtype)
        if b.size:
            for matrix, rhs, place in zip(_matrices(a), _matrices(b), _matrices(result), strict=True):
                check_time()
                place[...] = trsm(1.0, matrix, rhs, **options)
        return result

    return compute
