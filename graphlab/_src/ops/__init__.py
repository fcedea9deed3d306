"""Operations: one family per module, one function per operation type.

What adds to the classes below comes with the first of them: Python's operators, slices as tensors, TensorArrays that are lists.
"""

from graphlab._src.ops import list_array as list_array
from graphlab._src.ops import operators as operators
from graphlab._src.ops import segment as segment
from graphlab._src.ops import sparse_operators as sparse_operators
