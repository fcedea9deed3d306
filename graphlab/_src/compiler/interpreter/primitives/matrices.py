"""Decompositions of matrices and triangular systems, by the functions of LAPACK and BLAS that XLA calls on a CPU."""

import importlib
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphlab._src.base.signals import delayed
from graphlab._src.compiler.interpreter.primitives.table import (
    Array,
    Compute,
    Params,
    Types,
    UnknownPrimitiveError,
    check_time,
    rule,
)

_LOCKED = 1 << 29  # multiplications, hundredths of a second, in which a function may hold the lock of Python's threads
_LETTERS = {"f": "s", "d": "d", "F": "c", "D": "z"}  # of the functions' names, by the letter of the dtype


def _routine(module: str, name: str, dtype: Any) -> Callable[..., Any]:
    with delayed():  # an interrupt must not leave SciPy half imported
        home: Any = importlib.import_module(f"scipy.linalg.{module}")
    return getattr(home, _LETTERS[np.dtype(dtype).char] + name)


def _check_locked(*factors: int) -> None:
    """UnknownPrimitiveError where so many multiplications would halt all threads; XLA's code lets them go on."""
    if math.prod(factors) > _LOCKED:
        raise UnknownPrimitiveError(f"{' x '.join(map(str, factors))} multiplications without a pause")


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
            _check_locked(*b.shape[-2:], a.shape[-1])
            for matrix, rhs, place in zip(_matrices(a), _matrices(b), _matrices(result), strict=True):
                check_time()
                place[...] = trsm(1.0, matrix, rhs, **options)
        return result

    return compute


def _workspace(number: Any) -> int:
    """The size of a workspace, which LAPACK returns as a number of the matrix' type."""
    return int(np.real(number))


@rule("qr")
def _qr(params: Params, inputs: Types, outputs: Types) -> Compute:
    if params["pivoting"]:
        raise UnknownPrimitiveError("qr with pivots")
    dtype, full = inputs[0].dtype, params["full_matrices"]
    geqrf = _routine("lapack", "geqrf", dtype)
    orgqr = _routine("lapack", "ungqr" if np.dtype(dtype).kind == "c" else "orgqr", dtype)

    def decomposed(matrix: Array) -> tuple[Array, Array]:
        rows, columns = matrix.shape
        inner = rows if full else min(rows, columns)
        if not matrix.size:
            return np.eye(rows, inner, dtype=dtype), np.zeros((inner, columns), dtype)
        packed, factors, _, _ = geqrf(matrix, lwork=_workspace(geqrf(matrix, lwork=-1)[2][0]))
        q = np.zeros((rows, inner), dtype)
        q[:, :columns] = packed[:, :inner]
        q = orgqr(q, factors, lwork=_workspace(orgqr(q, factors, lwork=-1)[1][0]))[0]
        return q, np.triu(packed[:inner])

    return _each(decomposed)


@rule("eigh")
def _eigh(params: Params, inputs: Types, outputs: Types) -> Compute:
    if params["algorithm"] is not None or params["subset_by_index"] is not None:
        raise UnknownPrimitiveError("eigh of another kind")
    dtype, lower = inputs[0].dtype, int(params["lower"])
    name = "heevd" if np.dtype(dtype).kind == "c" else "syevd"
    evd, query = _routine("lapack", name, dtype), _routine("lapack", name + "_lwork", dtype)

    def decomposed(matrix: Array) -> tuple[Array, Array]:
        if not matrix.size:
            return matrix, np.zeros(0, outputs[1].dtype)
        _check_locked(9, *matrix.shape, len(matrix))
        work, *others = query(len(matrix), lower=lower)[:-1]
        sizes = dict(
            zip(("liwork",) if name == "syevd" else ("liwork", "lrwork"), map(_workspace, others), strict=True)
        )
        values, vectors, failed = evd(matrix, compute_v=1, lower=lower, lwork=_workspace(work), **sizes)
        return (np.full_like(vectors, np.nan), np.full_like(values, np.nan)) if failed else (vectors, values)

    return _each(decomposed)


@rule("svd")
def _svd(params: Params, inputs: Types, outputs: Types) -> Compute:
    if params["algorithm"] is not None or params["subset_by_index"] is not None:
        raise UnknownPrimitiveError("svd of another kind")
    dtype = inputs[0].dtype
    options = {"compute_uv": int(params["compute_uv"]), "full_matrices": int(params["full_matrices"])}
    gesdd, query = _routine("lapack", "gesdd", dtype), _routine("lapack", "gesdd_lwork", dtype)

    def decomposed(matrix: Array) -> tuple[Array, ...]:
        if not matrix.size:
            sides = [(n, n if params["full_matrices"] else 0) for n in matrix.shape]
            u, v = (np.eye(*side, dtype=dtype) for side in sides)
            values = np.zeros(0, outputs[0].dtype)
            return (values, u, v.T) if params["compute_uv"] else (values,)
        _check_locked(22, *matrix.shape, min(matrix.shape))
        u, values, vh, failed = gesdd(matrix, lwork=_workspace(query(*matrix.shape, **options)[0]), **options)
        found = (values, u, vh) if params["compute_uv"] else (values,)
        return tuple(np.full_like(part, np.nan) for part in found) if failed else found

    return _each(decomposed)


def _each(function: Callable[[Array], Sequence[Array]]) -> Compute:
    """The function of one matrix for all in the last two axes, each of its results in an array of its own."""

    def compute(x: Array) -> tuple[Array, ...]:
        batch, rows = x.shape[:-2], []
        for place in np.ndindex(batch):
            check_time()
            rows.append(function(x[place]))
        # Without a matrix one of ones shows how large each result would be.
        parts = zip(*(rows or [function(np.ones(x.shape[-2:], x.dtype))]), strict=True)
        return tuple(np.stack(part)[: len(rows)].reshape(*batch, *part[0].shape) for part in parts)

    return compute
