"""Parts of a graph that are cut off from the rest, connected with another part, or bypassed."""

from graphlab._src.contrib.graph_editor.elements import ControlOutputs, check_graphs
from graphlab._src.contrib.graph_editor.placeholders import make_placeholder_from_tensor, placeholder_name
from graphlab._src.contrib.graph_editor.reroute import (
    remove_control_inputs,
    reroute_inputs,
    reroute_ts,
    swap_inputs,
    swap_outputs,
)
from graphlab._src.contrib.graph_editor.subgraph import SubGraphView, make_view
from graphlab._src.contrib.graph_editor.traversal import check_cios
from graphlab._src.ops.identity import placeholder


def detach_control_inputs(sgv):
    """Removes the control inputs that operations of a part have from outside."""
    sgv = make_view(sgv)
    for op in sgv.ops:
        remove_control_inputs(op, [other for other in op.control_inputs if other not in sgv.ops])


def detach_control_outputs(sgv, control_outputs):
    """Removes operations of a part from the control inputs of those outside. control_outputs: a ControlOutputs."""
    if not isinstance(control_outputs, ControlOutputs):
        raise TypeError("Expected a util.ControlOutputs, got: {}", type(control_outputs))
    sgv = make_view(sgv)
    for op in sgv.ops:
        for other in control_outputs.get(op):
            if other not in sgv.ops:
                remove_control_inputs(other, op)


def detach_inputs(sgv, control_inputs=False):
    """(view, placeholders): puts a placeholder in the place of each input of a part.

    control_inputs: control inputs from outside are removed, too.
    """
    sgv = make_view(sgv)
    with sgv.graph.as_default():
        placeholders = [placeholder(tensor.dtype, name=placeholder_name(tensor)) for tensor in sgv.inputs]
    swap_inputs(sgv, placeholders)
    if control_inputs:
        detach_control_inputs(sgv)
    return sgv, placeholders


def detach_outputs(sgv, control_outputs=None):
    """(view, placeholders): what used each output of a part uses a placeholder in its place.

    control_outputs: a ControlOutputs; then nothing waits for the part either.
    """
    sgv = make_view(sgv)
    used = sgv.remap_outputs([i for i, tensor in enumerate(sgv.outputs) if tensor.consumers()])
    with used.graph.as_default():
        placeholders = [make_placeholder_from_tensor(tensor) for tensor in used.outputs]
    swap_outputs(used, placeholders)
    if control_outputs is not None:
        detach_control_outputs(used, control_outputs)
    return used, placeholders


def detach(sgv, control_inputs=False, control_outputs=None, control_ios=None):
    """(view, placeholders of the inputs, placeholders of the outputs): cuts a part off from the rest of the graph."""
    control_inputs, control_outputs = check_cios(control_inputs, control_outputs, control_ios)
    _, inputs = detach_inputs(sgv, control_inputs)
    _, outputs = detach_outputs(sgv, control_outputs)
    return sgv, inputs, outputs


def connect(sgv0, sgv1, disconnect_first=False):
    """Makes the outputs of sgv0 the inputs of sgv1, and returns both views.

    disconnect_first: what used the outputs of sgv0 uses placeholders then.
    """
    sgv0, sgv1 = make_view(sgv0), make_view(sgv1)
    check_graphs(sgv0, sgv1)
    if disconnect_first:
        detach_outputs(sgv0)
    reroute_inputs(SubGraphView(passthrough_ts=sgv0.outputs), sgv1)
    return sgv0, sgv1


def bypass(sgv):
    """(view, placeholders): what used the outputs of a part uses its inputs; the part itself gets placeholders."""
    sgv = make_view(sgv)
    inputs = list(sgv.inputs)
    sgv, placeholders = detach_inputs(sgv)
    reroute_ts(inputs, sgv.outputs)
    return sgv, placeholders
