"""Whether operations compute much from constants alone, which XLA would do while it compiles, and slowly.

XLA computes what has no inputs element by element as it compiles: a product of two arrays that `tf.range` and `tf.ones` make
lasted minutes there, and the code a millisecond.
"""

import math
from collections.abc import Collection, Iterable

from graphlab._src.compiler.control_flow.regions import Step
from graphlab._src.compiler.effects import Value
from graphlab._src.graph.constant import is_constant
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.tensor import Tensor

_LARGE = 1 << 15  # elements; XLA multiplies two square matrices of that size in about a second


def is_large(operations: Iterable[Step], inputs: Collection[Value]) -> bool:
    """Whether one of the operations, in their order, uses a large array that others computed from constants.

    inputs: what comes from outside of them.
    """
    computed: set[Tensor] = set()  # from constants alone
    large: set[Tensor] = set()
    for op in operations:
        if not isinstance(op, Operation) or op.definition.stateful or not computed.issuperset(op.inputs):
            continue
        if not large.isdisjoint(op.inputs):
            return True
        results = [tensor for tensor in op.outputs if tensor not in inputs]
        computed.update(results)
        if not is_constant(op):
            large.update(tensor for tensor in results if _size(tensor) > _LARGE)
    return False


def _size(tensor: Tensor) -> int:
    return math.prod(dim or 0 for dim in tensor.shape.as_list()) if tensor.shape.is_fully_defined() else 0
