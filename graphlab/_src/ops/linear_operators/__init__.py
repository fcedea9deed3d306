"""Linear operators: matrices with a structure, by which they multiply and solve without being tensors.

What is registered for pairs of classes, and with functions of tensors, comes with the first class that is imported.
"""

from graphlab._src.ops.linear_operators import adjoints as adjoints
from graphlab._src.ops.linear_operators import choleskys as choleskys
from graphlab._src.ops.linear_operators import inverses as inverses
from graphlab._src.ops.linear_operators import overrides as overrides
from graphlab._src.ops.linear_operators import products as products
from graphlab._src.ops.linear_operators import quotients as quotients
