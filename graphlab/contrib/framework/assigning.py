"""Values for variables, by name."""

from graphlab.graph import GraphKeys, get_default_graph
from graphlab.ops.control_flow import group
from graphlab.ops.identity import placeholder


def assign_from_values(var_names_to_values):
    """(an operation, what to feed it) that together set variables. var_names_to_values: {name: array}."""
    feeds, assignments = {}, []
    for name, value in var_names_to_values.items():
        var = _variable(name)
        given = placeholder(var.dtype.base_dtype, shape=var.shape, name="placeholder/" + var.op.name)
        assignments.append(var.assign(given))
        feeds[given] = value.reshape(var.shape.as_list())
    return group(*assignments), feeds


def assign_from_values_fn(var_names_to_values):
    """A function of a session that sets variables. var_names_to_values: {name: array}."""
    assignment, feeds = assign_from_values(var_names_to_values)
    return lambda session: session.run(assignment, feeds)


def _variable(name):
    found = get_default_graph().get_collection(GraphKeys.GLOBAL_VARIABLES, name)
    if not found:
        raise ValueError(f"Variable {name} wasn't found")
    if len(found) == 1:
        return found[0]
    for var in found:
        if var.op.name == name:
            return var
    raise ValueError(f"Variable {name} doesn't uniquely identify a variable")
