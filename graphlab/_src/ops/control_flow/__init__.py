"""Control flow: groups, branches and loops.

A branch is made of Switch and Merge, a loop is a frame of Enter, Merge, Switch, NextIteration and Exit (primitives.py),
as TensorFlow 1.15 makes them; the compiler reads them back (compiler/).
"""

from graphlab._src.ops import stack, tensor_array_ops
from graphlab._src.ops.control_flow import calls, context_protos, primitives
from graphlab._src.ops.control_flow.grouping import group, no_op, tuple_, with_dependencies

__all__ = [
    "calls",
    "context_protos",
    "group",
    "no_op",
    "primitives",
    "stack",
    "tensor_array_ops",
    "tuple_",
    "with_dependencies",
]
