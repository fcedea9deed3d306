"""The subgraphs of a loop of Enter, Merge, Switch, NextIteration and Exit: its condition and its body."""

import weakref

from graphlab._src.graph.control_flow_context import (
    flow,
    is_constant_enter,
    is_exit,
    is_loop_cond,
    is_merge,
    is_switch,
)
from graphlab._src.graph.graph import Graph
from graphlab._src.viz.display_ops import connect, display_copy

NAMES = ("condition", "body")

_made = weakref.WeakKeyDictionary()  # LoopCond -> {name: Graph}


def is_of_loop(op):
    """True for what begins, closes, ends or decides a loop."""
    return flow(op) in ("enter", "next_iteration", "exit", "loop_cond")


def loop_of(op):
    """The LoopCond of the loop that such an operation begins, closes or ends; None when it is of none."""
    if is_loop_cond(op):
        return op
    if is_exit(op):
        return _decides(op.inputs[0].op)
    merges = (user for tensor in op.outputs for user in tensor.consumer_list if is_merge(user))
    return next((_decides(user) for merge in merges for user in merge.outputs[0].consumer_list if _decides(user)), None)


def loop_subgraph(op, name):
    """The Graph of the "condition" or the "body", always the same one; the loop's variables are its inputs."""
    loop = loop_of(op)
    known = _made.setdefault(loop, {})
    if name not in known:
        known[name] = _graph(loop, name)
    return known[name]


def _decides(switch):
    """The LoopCond that is a Switch's predicate, or None."""
    if not is_switch(switch):
        return None
    predicate = switch.inputs[1].op
    return predicate if is_loop_cond(predicate) else None


def _graph(loop, name):
    switches = [user for user in loop.outputs[0].consumer_list if _decides(user) is loop]
    merges = [switch.inputs[0].op for switch in switches]
    if name == "condition":
        given = {merge.outputs[0]: f"variable_{i}" for i, merge in enumerate(merges)}
        ends = {"goes_on": loop.inputs[0]}
    else:
        given = {switch.outputs[1]: f"variable_{i}" for i, switch in enumerate(switches)}
        ends = {f"next_{i}": merge.inputs[1].op.inputs[0] for i, merge in enumerate(merges)}
    return _drawn(given, ends, f"{loop.name.rpartition('/')[0]}/")


def _drawn(given, ends, scope):
    """The Graph of what leads from the tensors `given` to `ends`, both with names; names lose `scope`."""
    frame = _members(set(given), ends.values())
    graph, replacements = Graph(), {}
    graph.is_subgraph = True
    for tensor, name in given.items():
        replacements[tensor] = _placeholder(graph, tensor, name)
    for op in list(frame):
        if is_constant_enter(op):  # a tensor from outside the loop
            replacements[op.outputs[0]] = _placeholder(graph, op.inputs[0], op.inputs[0].op.name)
            frame.remove(op)
    copies = {op: display_copy(op, graph, op.name.removeprefix(scope)) for op in frame}

    def replacement(tensor):
        return replacements[tensor] if tensor in replacements else copies[tensor.op].outputs[tensor.value_index]

    for op, copy in copies.items():
        controls = [copies[other] for other in op.control_inputs if other in copies]
        connect(copy, [replacement(tensor) for tensor in op.inputs], controls)
    for name, tensor in ends.items():
        connect(display_copy(tensor.op, graph, name, "Identity", [tensor]), [replacement(tensor)])
    return graph


def _members(given, ends):
    """The operations that lead to `ends`, as far as `given`, in the order in which they were made."""
    found, waiting = set(), [tensor for tensor in ends if tensor not in given]
    while waiting:
        op = waiting.pop().op
        if op in found:
            continue
        found.add(op)
        if not is_constant_enter(op):
            waiting += [tensor for tensor in op.inputs if tensor not in given]
    return sorted(found, key=lambda op: op.id)


def _placeholder(graph, tensor, name):
    unique, number = name, 0
    while unique in graph.operations_by_name:
        number += 1
        unique = f"{name}_{number}"
    made = display_copy(tensor.op, graph, unique, "Placeholder", [tensor])
    graph.append(made)
    return made.outputs[0]
