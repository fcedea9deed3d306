"""Variables, and operations with all that they are computed from, copied to another graph under their names."""

from graphlab._src.graph import GraphKeys, Operation, Tensor
from graphlab._src.session.session import Session
from graphlab._src.state.variable import Variable


def _name(item, scope):
    return f"{scope}/{item.name}" if scope else item.name


def copy_variable_to_graph(org_instance, to_graph, scope=""):
    """A variable of that name in another graph, which begins with the initial value, as it is computed now."""
    if not isinstance(org_instance, Variable):
        raise TypeError(f"{org_instance} is not a Variable")
    shared = (GraphKeys.GLOBAL_VARIABLES, GraphKeys.TRAINABLE_VARIABLES)
    collections = _collections(org_instance, scope, shared)
    graph = org_instance.graph
    with graph.as_default():
        initial = org_instance.initialized_value()
        with Session(graph=graph) as session:
            value = session.run(initial)
    trainable = any(item is org_instance for item in graph.get_collection(GraphKeys.TRAINABLE_VARIABLES))
    with to_graph.as_default():
        name = _name(org_instance.op, scope)
        return Variable(value, trainable, name=name, collections=collections, validate_shape=False)


def _collections(item, scope, shared=()):
    graph = item.graph
    keys = [key for key in graph.get_all_collection_keys() if any(one is item for one in graph.get_collection(key))]
    return [key if not scope or key in shared else f"{scope}/{key}" for key in keys]


def copy_op_to_graph(org_instance, to_graph, variables, scope=""):
    """The operation or tensor of that name in another graph, copied with all that it is computed from, if it is not there.

    variables: those that copy_variable_to_graph made there.
    """
    if not isinstance(org_instance, (Operation, Tensor)):
        raise TypeError(f"Could not copy instance: {org_instance}")
    name = _name(org_instance, scope)
    if name in {var.name for var in variables}:
        return to_graph.get_tensor_by_name(name)
    try:
        return to_graph.as_graph_element(name)
    except (KeyError, ValueError):
        pass
    if isinstance(org_instance, Tensor):
        tensor = copy_op_to_graph(org_instance.op, to_graph, variables, scope).outputs[org_instance.value_index]
        for key in _collections(org_instance, scope):
            to_graph.add_to_collection(key, tensor)
        return tensor
    op = org_instance
    controls = [copy_op_to_graph(item, to_graph, variables, scope) for item in op.control_inputs]
    inputs = [copy_op_to_graph(item, to_graph, variables, scope) for item in op.inputs]
    types = [tensor.dtype for tensor in op.outputs]
    with to_graph.lock, to_graph.control_dependencies(None):
        new = to_graph.new_operation(op.type, name, inputs, dict(op.attrs), types)
    if controls:
        new.add_control_inputs(controls)
    if op.device and not new.device:
        new.set_device(op.device)
    return new


def get_copied_op(org_instance, graph, scope=""):
    """The copy of an operation, tensor or variable in another graph."""
    return graph.as_graph_element(_name(org_instance, scope), allow_tensor=True, allow_operation=True)
