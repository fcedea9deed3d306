"""What a Transformer does with each operation, tensor and collection that it meets; programs put their own in place."""

from graphlab._src.contrib.graph_editor.elements import get_predefined_collection_names
from graphlab._src.contrib.graph_editor.placeholders import make_placeholder_from_tensor
from graphlab._src.graph.operation import decode_attr


def replace_t_with_placeholder_handler(info, t):
    """A placeholder in place of an input tensor."""
    with info.graph_.as_default():
        return make_placeholder_from_tensor(t, scope=info.scope_)


def keep_t_if_possible_handler(info, t):
    """The input tensor itself within one graph, a placeholder in another."""
    return t if info.graph is info.graph_ else replace_t_with_placeholder_handler(info, t)


def assign_renamed_collections_handler(info, elem, elem_):
    """Adds what was made of elem to elem's collections; those that TensorFlow does not know are renamed as operations are."""
    known = get_predefined_collection_names()
    for name, collection in info.collections.items():
        if any(item is elem for item in collection):
            info.graph_.add_to_collection(name if name in known else info.new_name(name), elem_)


def transform_op_if_inside_handler(info, op, keep_if_possible=True):
    """The copy of an operation of the part; of another the operation itself within one graph, None in another."""
    if op in info.ops:
        return info.transformed_ops[op]
    return op if keep_if_possible and info.graph is info.graph_ else None


def copy_op_handler(info, op, new_inputs, copy_shape=False, nodedef_fn=None):
    """(copy, its outputs) of an operation, with other inputs.

    copy_shape: the static shapes are merged into what follows from the inputs.
    nodedef_fn: makes a NodeDef of the copy's NodeDef, before the operation is made.
    """
    if isinstance(new_inputs, bool):
        raise TypeError("the `new_inputs` argument must be an iterable.")
    graph = info.graph_
    op_type, name, attrs, device = op.type, graph.unique_name(info.new_name(op.name)), dict(op.attrs), op.device
    if nodedef_fn is not None:
        node = op.to_node_def(whole=True)
        node.name = name
        node = nodedef_fn(node)
        attrs = {key: decode_attr(node.op, key, value) for key, value in node.attr.items()}
        op_type, name, device = node.op, node.name, node.device
    types = [tensor.dtype for tensor in op.outputs]
    with graph.lock, graph.control_dependencies(None):
        copied = graph.new_operation(op_type, name, list(new_inputs), attrs, types, apply_device=False)
    if device:
        copied.set_device(device)
    if copy_shape:
        for tensor, new in zip(op.outputs, copied.outputs, strict=True):
            new.set_shape(tensor.shape)
    copied.original_op = op.original_op
    return copied, copied.outputs
