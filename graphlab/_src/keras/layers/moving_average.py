"""Moving averages that a layer keeps in its variables."""

from graphlab._src.graph import convert_to_tensor, get_default_graph, name_scope
from graphlab._src.ops.cast import cast
from graphlab._src.state.assignment import assign, assign_sub


def assign_moving_average(variable, value, momentum):
    """Moves the variable a part 1 - momentum of the way to value. momentum: a number or a tensor."""
    with name_scope("AssignMovingAvg") as scope, get_default_graph().colocate_with(variable.op):
        kind = variable.dtype.base_dtype
        decay = convert_to_tensor(1.0 - momentum, name="decay")
        if decay.dtype != kind:
            decay = cast(decay, kind)
        step = (variable - cast(value, kind)) * decay
        return assign_sub(variable, step, name=scope)


def assign_new_value(variable, value):
    """Sets the variable."""
    with name_scope("AssignNewValue") as scope, get_default_graph().colocate_with(variable.op):
        return assign(variable, value, name=scope)
