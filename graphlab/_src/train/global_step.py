"""The global step: how many training steps a graph has made, in one variable of the graph."""

import logging
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import GraphKeys, Tensor, get_default_graph
from graphlab._src.state.assignment import assign_add
from graphlab._src.state.initializers import zeros_initializer
from graphlab._src.state.scope import get_variable
from graphlab._src.state.variable import Variable, VariableAggregation

_log = logging.getLogger("graphlab")
GLOBAL_STEP_READ_KEY = "global_step_read_op_cache"  # the collection that TensorFlow keeps it in


def get_global_step(graph=None) -> Any:
    """The global step of a graph, or None.

    graph: the default graph when left out.  Raises TypeError when what has that name can't be a step.
    """
    graph = graph or get_default_graph()
    found = graph.get_collection(GraphKeys.GLOBAL_STEP)
    if len(found) > 1:
        _log.error("Multiple tensors in global_step collection.")
        return None
    if found:
        step = found[0]
    else:
        try:
            step = graph.get_tensor_by_name("global_step:0")
        except KeyError:
            return None
    assert_global_step(step)
    return step


def create_global_step(graph=None):
    """Makes the global step of a graph, an int64 variable that begins with 0.

    graph: the default graph when left out.  Raises ValueError when there is one.
    """
    graph = graph or get_default_graph()
    if get_global_step(graph) is not None:
        raise ValueError('"global_step" already exists.')
    with graph.as_default(), graph.name_scope(None):
        return get_variable(
            GraphKeys.GLOBAL_STEP,
            shape=[],
            dtype=dtypes.int64,
            initializer=zeros_initializer(),
            trainable=False,
            collections=[GraphKeys.GLOBAL_VARIABLES, GraphKeys.GLOBAL_STEP],
            aggregation=VariableAggregation.ONLY_FIRST_REPLICA,
        )


def get_or_create_global_step(graph=None):
    """The global step of a graph, made when there is none."""
    graph = graph or get_default_graph()
    step = get_global_step(graph)
    return create_global_step(graph) if step is None else step


def assert_global_step(global_step_tensor):
    """Raises TypeError unless the tensor or variable is a single integer."""
    step = global_step_tensor
    if not isinstance(step, (Variable, Tensor)):
        raise TypeError(f'Existing "global_step" must be a Variable or Tensor: {step}.')
    if not step.dtype.base_dtype.is_integer:
        raise TypeError(f'Existing "global_step" does not have integer type: {step.dtype}')
    if step.shape.ndims != 0 and step.shape.is_fully_defined():
        raise TypeError(f'Existing "global_step" is not scalar: {step.shape}')


def global_step(sess, global_step_tensor):
    """The value of the global step in a session, an int."""
    return int(sess.run(global_step_tensor).item())  # it may have one element in a vector


def existing_global_step_read(graph=None):
    """What global_step_read() made in a graph; None before."""
    found = (graph or get_default_graph()).get_collection(GLOBAL_STEP_READ_KEY)
    if len(found) > 1:
        raise RuntimeError(f"There are multiple items in collection {GLOBAL_STEP_READ_KEY}. There should be only one.")
    return found[0] if found else None


def global_step_read(graph=None):
    """A tensor with the global step's value, one for a graph, which needs no initialized variable; None without a step."""
    graph = graph or get_default_graph()
    found = existing_global_step_read(graph)
    if found is not None:
        return found
    step = get_global_step(graph)
    if step is None:
        return None
    with graph.as_default(), graph.name_scope(None), graph.name_scope(f"{step.op.name}/"):
        value: Any = step.initialized_value() if isinstance(step, Variable) else step
        read = value + 0
        graph.add_to_collection(GLOBAL_STEP_READ_KEY, read)
    return read


def increment_global_step(increment, graph=None):
    """Adds to the global step, after global_step_read() is read. ValueError when there is no global step."""
    graph = graph or get_default_graph()
    step = get_global_step(graph)
    if step is None:
        raise ValueError(
            "Global step tensor should be created by tf.train.get_or_create_global_step before calling increment."
        )
    read = global_step_read(graph)
    with graph.as_default(), graph.name_scope(None), graph.name_scope(f"{step.op.name}/"):
        with graph.control_dependencies([read]):
            return assign_add(step, increment)


def needed_global_step_read(user):
    """global_step_read(); RuntimeError, naming who needs it, when there is no global step."""
    read = global_step_read()
    if read is None:
        raise RuntimeError(f"Global step should be created to use {user}.")
    return read
