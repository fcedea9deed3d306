"""The kind of variable that tf.Variable(…) makes, and functions that intercept its making."""

import contextlib

from graphlab._src.graph import get_default_graph
from graphlab._src.state.ref_variable import RefVariable
from graphlab._src.state.resource_variable import ResourceVariable
from graphlab._src.state.variable import Variable
from graphlab._src.state.variable_scope import get_variable_scope

_resources_by_default = False


def enable_resource_variables():
    """From now on variables are ResourceVariables by default."""
    global _resources_by_default
    _resources_by_default = True


def disable_resource_variables():
    """From now on variables are RefVariables by default."""
    global _resources_by_default
    _resources_by_default = False


def resource_variables_enabled():
    """True when variables are ResourceVariables by default."""
    return _resources_by_default


def use_resource_here(use_resource):
    """use_resource, or where that is None what the open variable scope says, or the default."""
    if use_resource is None:
        use_resource = get_variable_scope().use_resource
    return _resources_by_default if use_resource is None else use_resource


def create(use_resource=None, expected_shape=None, trackable_parent=None, **arguments):
    """A variable of the kind that is wanted here. trackable_parent: the template that has tracked it; no effect."""
    if use_resource_here(use_resource):
        return ResourceVariable(**arguments)
    return RefVariable(expected_shape=expected_shape, **arguments)


Variable._default_creator = staticmethod(create)


def default_variable_creator(next_creator=None, **kwargs):
    """A variable of the kind that is wanted here: the last of the functions that a variable_creator_scope calls."""
    assert next_creator is None
    return create(**kwargs)


@contextlib.contextmanager
def variable_creator_scope(variable_creator):
    """Inside, variable_creator(next_creator, **arguments) makes the variables; it calls next_creator(**arguments).

    RuntimeError where it is left before a scope that was entered inside.
    """
    graph = get_default_graph()
    creators = graph.stacks.variable_creators
    inside = [*creators, variable_creator]
    graph.stacks.variable_creators = inside
    try:
        yield
    except BaseException:
        graph.stacks.variable_creators = creators
        raise
    if graph.stacks.variable_creators is not inside:
        raise RuntimeError("Exiting variable_creator_scope without proper nesting.")
    graph.stacks.variable_creators = creators
