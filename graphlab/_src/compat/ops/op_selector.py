"""tensorflow.python.ops.op_selector: what is above a tensor, up to the tensors that it is lifted from."""

from typing import Any

from graphlab._src.contrib.graph_editor import elements
from graphlab._src.function.lifted_variable import UnliftableError as UnliftableError
from graphlab._src.graph import Operation, Tensor
from graphlab._src.graph.traversal import is_placeholder


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
            raise UnliftableError(
                f"Unable to lift tensor {init_tensor!r} because it depends transitively on placeholder {op!r} via at "
                f"least one path, e.g.: {_path(op, init_tensor, sources)}"
            )
        for before in graph_inputs(op):
            op_outputs[before].add(op)
            if before not in visited_ops and before not in (sources or ()):
                waiting.append(before)
    return list(found)


def _operation(op_or_tensor: Tensor | Operation) -> Operation:
    return op_or_tensor.op if isinstance(op_or_tensor, Tensor) else op_or_tensor


def _path(start: Operation, end: Tensor | Operation, sources: Any) -> str:
    """The operations from the end back to where it depends on `start`."""
    after: dict[Operation, Operation | None] = {_operation(end): None}
    waiting = [_operation(end)]
    while waiting:
        op = waiting.pop()
        if op is start:
            path: list[Operation] = []
            step: Operation | None = op
            while step is not None:
                path.append(step)
                step = after[step]
            return " <- ".join(f"{one.name} ({one.type})" for one in reversed(path))
        for before in graph_inputs(op):
            if before not in after and before not in (sources or ()):
                after[before] = op
                waiting.append(before)
    return "??"
