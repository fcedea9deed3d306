"""Initial values that read other variables: rewritten to read the initial values of uninitialized ones."""

from graphlab._src.graph import GraphKeys, Tensor
from graphlab._src.graph.control_flow_context import is_switch
from graphlab._src.graph.references import is_variable
from graphlab._src.graph.traversal import ancestors, topological


def _is_safe_read(op):
    """True for a read of a variable, a test whether it is initialized, and an If, which does both inside."""
    definition = op.definition
    if definition is None:
        return False
    return definition.access in ("initialized", "read") or definition.calls == "if" and definition.stateful


def guarded(name, initial_value):
    """The initial value of the variable of that name, such that all variables may be initialized in one run.

    Where it depends on references to variables, the operations on the way are made anew, upon initialized_value() of
    those variables. What comes out of a loop stays as it is.
    """
    if not isinstance(initial_value, Tensor):
        raise TypeError(f"initial_value needs to be a Tensor: {initial_value}")
    needed = ancestors([initial_value.op])
    if not any(is_variable(op) for op in needed):
        return initial_value
    try:
        topological(needed)
    except ValueError:
        return initial_value
    made = {}
    for op in _inputs_first(initial_value.op):
        made[op] = _instead(op, made, name)
    return made[initial_value.op].outputs[initial_value.value_index]


def _inputs_first(op):
    """`op` and the operations that it depends on, each after its inputs' operations."""
    ordered, seen, waiting = [], set(), [(op, False)]
    while waiting:
        op, inputs_done = waiting.pop()
        if inputs_done:
            ordered.append(op)
        elif op not in seen:
            seen.add(op)
            waiting.append((op, True))
            if not (_is_safe_read(op) or is_variable(op)):
                waiting.extend((tensor.op, False) for tensor in reversed(op.inputs))
    return ordered


def _instead(op, made, name):
    """The operation that replaces `op`; made: {operation: its replacement} for those of its inputs."""
    if _is_safe_read(op):
        return op
    if is_variable(op):
        variable = _variable_of(op)
        return op if variable is None else variable.initialized_value().op
    inputs = [made[tensor.op].outputs[tensor.value_index] for tensor in op.inputs]
    if inputs == list(op.inputs):
        return op
    return op.graph.create_op(
        "Switch" if is_switch(op) else op.type,
        inputs,
        [tensor.dtype.base_dtype for tensor in op.outputs],
        name=f"{op.name}_{name}".replace(":", "_"),
        attrs=dict(op.attrs),
    )


def _variable_of(op):
    """The variable that an operation reads or makes, or None."""
    graph = op.graph
    for key in (GraphKeys.GLOBAL_VARIABLES, GraphKeys.LOCAL_VARIABLES):
        for variable in graph.get_collection(key):
            if getattr(variable, "op", None) is op:
                return variable
    return None
