"""One graph that shows two: what the later one holds, and what is gone from the earlier one, tied to where it hung."""

from graphlab._src.graph.graph import Graph
from graphlab._src.viz.display_ops import connect, display_copy


def merged(before, after, pairs):
    """(graph, {operation of `before` or `after`: its copy}); pairs: {operation of `before`: the same one in `after`}.

    The graph is only displayed: nothing checks that a removed operation still fits its new inputs.
    """
    graph = Graph()
    graph.functions = {**before.functions, **after.functions}
    order = _order(before, after, pairs)
    copies = {op: display_copy(op, graph) for op in order}
    copies.update({ours: copies[theirs] for ours, theirs in pairs.items()})
    # Inputs are set when every operation is there: a loop leads back to operations made before its inputs.
    for op in order:
        inputs = [copies[tensor.op].outputs[tensor.value_index] for tensor in op.inputs if _fits(tensor, copies)]
        connect(copies[op], inputs, [copies[other] for other in op.control_inputs])
    return graph, copies


def _order(before, after, pairs):
    """The operations of `after`, each behind the removed ones that preceded it in `before`."""
    gone, waiting = {}, []
    for op in before.get_operations():
        if op not in pairs:
            waiting.append(op)
        elif waiting:
            gone[pairs[op]] = waiting
            waiting = []
    order = []
    for op in after.get_operations():
        order += gone.get(op, ())
        order.append(op)
    return order + waiting


def _fits(tensor, copies):
    """The operation that replaced a tensor's may have fewer outputs."""
    return tensor.value_index < len(copies[tensor.op].outputs)
