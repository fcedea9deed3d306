"""Independent iterations: in a loop, or one by one where they differentiate what a loop can't differentiate again and again."""

# The operation library and the contexts of control flow state few types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from collections.abc import Callable, Sequence
from typing import Any

from graphlab._src.autodiff.jacobians import check_repeats
from graphlab._src.graph import Graph, Operation, Tensor, constant, convert_to_tensor
from graphlab._src.graph.constant import constant_size
from graphlab._src.graph.traversal import ancestors
from graphlab._src.ops.functional.map_fn import map_fn
from graphlab._src.ops.joining import stack
from graphlab._src.ops.sequence import range as range_


def stacked(
    row: Callable[[Tensor], list[Tensor]], count: Any, kinds: Sequence[Any], before: int, parallel: int | None = None
) -> list[Tensor]:
    """What `row` returns for 0, 1, …, count - 1, each stacked.

    kinds: the types of what it returns.  before: how many operations the graph had before `row` was called for the first time.
    parallel: parallel_iterations of tf.map_fn.
    """
    count = convert_to_tensor(count)
    found = differentiated(count.graph, before)
    known = constant_size(count) if found else None
    if known:
        count.graph.prevent_feeding(count)
        return [stack(list(parts)) for parts in zip(*[row(constant(i)) for i in range(known)], strict=True)]
    if known is None:
        check_repeats(found, "the number of iterations")
    return map_fn(row, range_(count), list(kinds), parallel)


def differentiated(graph: Graph, before: int) -> list[Operation]:
    """Operations of branches, loops and TensorArrays of whom operations from the number `before` on are the gradients."""
    operations = graph.get_operations()
    known, new = operations[:before], operations[before:]
    contexts = {op.control_flow_context for op in known} - {None, graph.control_flow_context}
    extended = [op for op in new if op.control_flow_context in contexts]
    earlier = set(known)
    makers = [op for op in new if op.inputs and op.definition is not None and op.definition.makes_state]
    handles = {one for maker in makers for one in ancestors([maker.inputs[0].op], ()) if one in earlier}
    return extended + [op for op in handles if op.definition is not None and op.definition.makes_state]
