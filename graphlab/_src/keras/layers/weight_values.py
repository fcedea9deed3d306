"""The values of layers' variables, in the session that is open or else the one that Keras keeps."""

import numpy as np

from graphlab._src.base import context, dtypes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import get_default_graph, graph_from_inputs
from graphlab._src.ops.identity import placeholder
from graphlab._src.state.initialization import is_variable_initialized, variables_initializer

_VARIABLES = ("__keras_variables",)
_INITIALIZED = ("__keras_initialized_variables",)


def check_count(owner, kind, variables, weights):
    """Raises ValueError unless there is a value for each variable. owner: whose variables they are, in words."""
    if len(variables) != len(weights):
        raise ValueError(
            f"You called `set_weights(weights)` on {owner} with a  weight list of length {len(weights)}, "
            f"but the {kind} was expecting {len(variables)} weights. Provided weights: {str(weights)[:50]}..."
        )


def track_variable(variable):
    """Initializes the variable the next time that its session is requested."""
    collection = variable.graph.get_collection_ref(_VARIABLES)
    if not any(item is variable for item in collection):
        collection.append(variable)


def get_session(op_input_list=()):
    """The session that is open, or the one that is saved for the default graph; layers' variables are initialized.

    op_input_list: tensors or operations, whose graph counts in place of the default graph.
    """
    session = context.sessions.get_default()
    if session is None:
        with graph_from_inputs(op_input_list).as_default():
            session = context.hook("fallback_session")()
    with session.graph.as_default():
        initialize_variables(session)
    return session


def initialize_variables(session):
    """Initializes what has no value yet. Each variable is looked at once in the life of its graph."""
    graph = get_default_graph()
    seen = graph.get_collection_ref(_INITIALIZED)
    waiting = [v for v in graph.get_collection_ref(_VARIABLES) if not any(v is item for item in seen)]
    if not waiting:
        return
    has_value = session.run([is_variable_initialized(v) for v in waiting])
    seen.extend(waiting)
    without = [v for v, done in zip(waiting, has_value, strict=True) if not done]
    if without:
        session.run(variables_initializer(without))


def batch_get_value(tensors):
    """The variables' values as NumPy arrays."""
    return get_session().run([_whole(variable) for variable in tensors]) if tensors else []


def _whole(variable):
    """What is fetched of a variable: of one whose copies differ, what they are together."""
    if not hasattr(variable, "combined"):
        return variable
    if not hasattr(variable, "_combined_once"):
        variable._combined_once = variable.combined()
    return variable._combined_once


def zeros_for(variables):
    """(variable, zeros of its shape) for each: an argument of `batch_set_value`."""
    return [(variable, np.zeros(variable.shape.as_list())) for variable in variables]


def batch_set_value(tuples):
    """Assigns values. tuples: (variable, value) each."""
    assignments, feeds = [], {}
    for variable, value in tuples:
        dtype = dtypes.as_dtype(variable.dtype).base_dtype
        value = np.asarray(value, dtype.as_numpy_dtype)
        if not hasattr(variable, "_assign_placeholder"):
            variable._assign_placeholder = placeholder(dtype, shape=TensorShape([None] * value.ndim))
            variable._assign_op = variable.assign(variable._assign_placeholder)
        assignments.append(variable._assign_op)
        feeds[variable._assign_placeholder] = value
    if assignments:
        get_session().run(assignments, feed_dict=feeds)
