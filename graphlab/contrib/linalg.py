"""tf.contrib.linalg: the names under which programs of before TensorFlow 1.4 know linear operators."""

from graphlab._src.ops.linear_operators.addition import add_operators
from graphlab._src.ops.linear_operators.base import LinearOperator
from graphlab._src.ops.linear_operators.block_diag import LinearOperatorBlockDiag
from graphlab._src.ops.linear_operators.circulant import (
    LinearOperatorCirculant,
    LinearOperatorCirculant2D,
    LinearOperatorCirculant3D,
)
from graphlab._src.ops.linear_operators.composition import LinearOperatorComposition
from graphlab._src.ops.linear_operators.diag import LinearOperatorDiag
from graphlab._src.ops.linear_operators.full_matrix import LinearOperatorFullMatrix
from graphlab._src.ops.linear_operators.identity import LinearOperatorIdentity, LinearOperatorScaledIdentity
from graphlab._src.ops.linear_operators.kronecker import LinearOperatorKronecker
from graphlab._src.ops.linear_operators.low_rank_update import LinearOperatorLowRankUpdate
from graphlab._src.ops.linear_operators.lower_triangular import LinearOperatorLowerTriangular
from graphlab._src.ops.linear_operators.zeros import LinearOperatorZeros

__all__ = [
    "LinearOperator",
    "LinearOperatorBlockDiag",
    "LinearOperatorCirculant",
    "LinearOperatorCirculant2D",
    "LinearOperatorCirculant3D",
    "LinearOperatorComposition",
    "LinearOperatorDiag",
    "LinearOperatorFullMatrix",
    "LinearOperatorIdentity",
    "LinearOperatorKronecker",
    "LinearOperatorLowRankUpdate",
    "LinearOperatorLowerTriangular",
    "LinearOperatorScaledIdentity",
    "LinearOperatorZeros",
    "add_operators",
]
