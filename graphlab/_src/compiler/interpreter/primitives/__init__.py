"""NumPy's way of computing each of JAX's primitives: as XLA does, to the bit where nothing is rounded."""

from graphlab._src.compiler.interpreter.primitives import (
    elementwise,
    indexing,
    linear,
    matrices,
    reductions,
    special,
    structure,
)
from graphlab._src.compiler.interpreter.primitives.table import RULES

__all__ = ["RULES", "elementwise", "indexing", "linear", "matrices", "reductions", "special", "structure"]
