"""NumPy's way of computing each of JAX's primitives: what XLA would give, to the bit where nothing is rounded."""

from graphlab.compiler.interpret.primitives import elementwise, indexing, linear, reductions, structure
from graphlab.compiler.interpret.primitives.table import RULES

__all__ = ["RULES", "elementwise", "indexing", "linear", "reductions", "structure"]
