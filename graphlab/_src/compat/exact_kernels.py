"""tensorflow.python.keras.utils.kernelized_utils: the kernels that random Fourier features approximate."""

from typing import Any

from graphlab._src.graph import Tensor
from graphlab._src.ops.arithmetic import squared_difference, subtract
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.padding import tile
from graphlab._src.ops.power import exp
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.rounding import abs as absolute
from graphlab._src.ops.shape import expand_dims


def inner_product(u: Tensor, v: Tensor) -> Tensor:
    """u vᵀ, [m, n], of matrices [m, dim] and [n, dim], or of vectors."""
    return matmul(_to_matrix(u), _to_matrix(v), transpose_b=True)


def exact_gaussian_kernel(x: Tensor, y: Tensor, stddev: Any) -> Tensor:
    """exp(-|u - v|² / (2 stddev²)), [m, n], of the rows u of x and v of y."""
    rows, others = _align_matrices(x, y)
    return exp(-reduce_sum(squared_difference(rows, others), 2) / (2 * stddev * stddev))


def exact_laplacian_kernel(x: Tensor, y: Tensor, stddev: Any) -> Tensor:
    """exp(-|u - v|₁ / stddev), [m, n], of the rows u of x and v of y."""
    rows, others = _align_matrices(x, y)
    return exp(-reduce_sum(absolute(subtract(rows, others)), 2) / stddev)


def _to_matrix(u: Tensor) -> Tensor:
    rank = len(u.shape)
    if rank not in (1, 2):
        raise ValueError(f"The input tensor should have rank 1 or 2. Given rank: {rank}")
    return expand_dims(u, 0) if rank == 1 else u


def _align_matrices(x: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
    rows, others = _to_matrix(x), _to_matrix(y)
    if rows.shape[1] != others.shape[1]:
        raise ValueError(
            f"The outermost dimensions of the input tensors should match. Given: {others.shape[1]} vs {rows.shape[1]}."
        )
    repeated = tile(expand_dims(rows, 1), [1, others.shape[0], 1])
    return repeated, tile(expand_dims(others, 0), [rows.shape[0], 1, 1])
