"""tensorflow.python.ops.op_selector: what is above a tensor, up to the tensors that it is lifted from."""

from typing import Any

from graphlab._src.contrib.graph_editor import elements
from graphlab._src.function.lifted_variable import UnliftableError as UnliftableError
from graphlab._src.graph import Operation, Tensor
from graphlab._src.graph.traversal import is_placeholder, path_up


def make_list_of_op(
    tops: Any, check_graph: bool = True, allow_graph: bool = True, ignore_ts: bool = False
) -> list[Operation]:
    """The operations of a graph, of an iterable, or the one that is given, as a new list.

    check_graph: they must be of one graph.  allow_graph: False refuses a Graph.  ignore_ts: skips tensors, else TypeError.
    """
    return elements.make_list_of_op(tops, check_graph, allow_graph, ignore_ts)


def graph_inputs(op: Operation) -> list[Operation]:
    """The operations of an operation's inputs, and its control inputs."""
    return [tensor.op for tensor in op.inputs] + list(op.control_inputs)


def map_subgraph(
    init_tensor: Tensor | Operation,
    sources: Any,
    disallowed_placeholders: Any,
    visited_ops: set[Operation],
    op_outputs: Any,
    add_sources: bool,
) -> list[Tensor]:
    """The placeholders, beside sources, that a tensor or operation depends on.

    sources: operations beyond which it does not go.  disallowed_placeholders: operations that it must not depend on; all
    placeholders for None.  visited_ops: those that it came to, or has before.  op_outputs: a defaultdict of sets:
    {operation: those that use it}.  add_sources: allows placeholders.
    Raises UnliftableError where it depends on what it must not.
    """
    waiting = [_operation(init_tensor)]
    found: dict[Tensor, None] = {}
    while waiting:
        op = waiting.pop()
        if op in visited_ops:
            continue
        visited_ops.add(op)
        refused = disallowed_placeholders is not None and op in disallowed_placeholders
        if not refused and is_placeholder(op):
            refused = disallowed_placeholders is None and not add_sources
            found.update(dict.fromkeys(op.outputs))
        if refused:
            raise UnliftableError.of(init_tensor, _path(_operation(init_tensor), op, sources or ()))
        for before in graph_inputs(op):
            op_outputs[before].add(op)
            if before not in visited_ops and before not in (sources or ()):
                waiting.append(before)
    return list(found)


def _operation(op_or_tensor: Tensor | Operation) -> Operation:
    return op_or_tensor.op if isinstance(op_or_tensor, Tensor) else op_or_tensor


def _path(start: Operation, end: Operation, sources: Any) -> list[Operation]:
    def above(op: Operation) -> list[Operation]:
        return [before for before in graph_inputs(op) if before not in sources]

    return path_up(start, lambda op: op is end, above)
