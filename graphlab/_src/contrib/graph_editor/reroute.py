"""Tensors, inputs and outputs that take each other's places: the graph is rewired, and sessions see it."""

from graphlab._src.contrib.graph_editor.elements import (
    check_graphs,
    get_consuming_ops,
    make_list_of_op,
    make_list_of_t,
)
from graphlab._src.contrib.graph_editor.subgraph import SubGraphView, make_view
from graphlab._src.graph import Operation


def _compatible(ts0, ts1):
    """Both as lists of tensors; ValueError when one can't replace the other."""
    ts0, ts1 = make_list_of_t(ts0), make_list_of_t(ts1)
    if len(ts0) != len(ts1):
        raise ValueError(f"ts0 and ts1 have different sizes: {len(ts0)} != {len(ts1)}")
    for t0, t1 in zip(ts0, ts1, strict=True):
        if not t0.dtype.is_compatible_with(t1.dtype):
            raise ValueError(f"Dtypes {t0.dtype} and {t1.dtype} are not compatible.")
        if not t0.shape.is_compatible_with(t1.shape):
            raise ValueError(f"Shapes {t0.shape} and {t1.shape} are not compatible.")
    return ts0, ts1


def _reroute(ts0, ts1, swap, can_modify=None, cannot_modify=None):
    ts0, ts1 = _compatible(ts0, ts1)
    allowed = None if can_modify is None else set(make_list_of_op(can_modify))
    forbidden = set() if cannot_modify is None else set(make_list_of_op(cannot_modify))
    # All consumers as they are now: a tensor may be in several pairs.
    pairs = [(t0, t1, t0.consumers(), t1.consumers()) for t0, t1 in zip(ts0, ts1, strict=True) if t0 is not t1]
    count = 0
    for t0, t1, consumers0, consumers1 in pairs:
        places = _places(t1, consumers1, t0)
        if swap:
            places += _places(t0, consumers0, t1)
        for op, i, tensor in places:
            if (allowed is None or op in allowed) and op not in forbidden:
                op.update_input(i, tensor)
                count += 1
    return count


def _places(old, consumers, new):
    return [(op, i, new) for op in dict.fromkeys(consumers) for i, tensor in enumerate(op.inputs) if tensor is old]


def swap_ts(ts0, ts1, can_modify=None, cannot_modify=None):
    """What used each of ts0 uses the tensor of ts1 in its place, and the reverse; returns how many inputs that changed.

    can_modify: only these operations are changed.  cannot_modify: these are not.
    ValueError when dtypes or shapes do not fit.
    """
    return _reroute(ts0, ts1, True, can_modify, cannot_modify)


def reroute_ts(ts0, ts1, can_modify=None, cannot_modify=None):
    """What used each of ts1 uses the tensor of ts0 in its place, see swap_ts; ts1 are then used by nothing."""
    return _reroute(ts0, ts1, False, can_modify, cannot_modify)


def _remap(view0, view1, swap):
    """Brings two views up to date after their inputs were rewired."""
    for view in (view0, view1):
        if not isinstance(view, SubGraphView):
            raise TypeError(f"Expected a SubGraphView, got {type(view)}")
    check_graphs(view0, view1)
    new0, new1 = view0.copy(), view1.copy()
    new1._input_ts, new1._passthrough_ts = list(view0._input_ts), list(view0._passthrough_ts)
    if swap:
        new0._input_ts, new0._passthrough_ts = list(view1._input_ts), list(view1._passthrough_ts)
    for a, b in ((new0, new1), (new1, new0)) if swap else ((new0, new1),):
        for i, tensor in enumerate(b._output_ts):
            if tensor in a._passthrough_ts:
                b._output_ts[i] = b._input_ts[a._input_ts.index(tensor)]
    view0._assign_from(new0)
    view1._assign_from(new1)


def _reroute_inputs(sgv0, sgv1, swap):
    sgv0, sgv1 = make_view(sgv0), make_view(sgv1)
    check_graphs(sgv0, sgv1)
    can_modify = [*sgv0.ops, *sgv1.ops, *get_consuming_ops(sgv0.passthroughs), *get_consuming_ops(sgv1.passthroughs)]
    _reroute(sgv0.inputs, sgv1.inputs, swap, can_modify)
    _remap(sgv0, sgv1, swap)
    return sgv0, sgv1


def _reroute_outputs(sgv0, sgv1, swap):
    sgv0, sgv1 = make_view(sgv0), make_view(sgv1)
    check_graphs(sgv0, sgv1)
    _reroute(sgv0.outputs, sgv1.outputs, swap, cannot_modify=sgv0.ops + sgv1.ops)
    return sgv0, sgv1


def swap_inputs(sgv0, sgv1):
    """Swaps the inputs of two parts of a graph, and returns their views, which are brought up to date."""
    return _reroute_inputs(sgv0, sgv1, True)


def reroute_inputs(sgv0, sgv1):
    """Makes the inputs of sgv0 those of sgv1, too, and returns the views, which are brought up to date."""
    return _reroute_inputs(sgv0, sgv1, False)


def swap_outputs(sgv0, sgv1):
    """Swaps what uses the outputs of two parts of a graph, and returns their views."""
    return _reroute_outputs(sgv0, sgv1, True)


def reroute_outputs(sgv0, sgv1):
    """What used the outputs of sgv1 uses those of sgv0; returns the views."""
    return _reroute_outputs(sgv0, sgv1, False)


def swap_ios(sgv0, sgv1):
    """swap_outputs and swap_inputs."""
    _reroute_outputs(sgv0, sgv1, True)
    return _reroute_inputs(sgv0, sgv1, True)


def reroute_ios(sgv0, sgv1):
    """reroute_outputs and reroute_inputs."""
    _reroute_outputs(sgv0, sgv1, False)
    return _reroute_inputs(sgv0, sgv1, False)


def _checked_controls(op, cops):
    if not isinstance(op, Operation):
        raise TypeError("Expected a tf.Operation, got: {}", type(op))
    return make_list_of_op(cops, allow_graph=False)


def remove_control_inputs(op, cops):
    """Removes control inputs of an operation; ValueError for one that it does not have."""
    cops = _checked_controls(op, cops)
    for other in cops:
        if other not in op.control_inputs:
            raise ValueError(f"{op.name} is not a control_input of {other.name}")
    remaining = [other for other in op.control_inputs if other not in cops]
    op.clear_control_inputs()
    op.add_control_inputs(remaining)


def add_control_inputs(op, cops):
    """Adds control inputs to an operation; ValueError for one that it has."""
    cops = _checked_controls(op, cops)
    for other in cops:
        if other in op.control_inputs:
            raise ValueError(f"{other.name} is already a control_input of {op.name}")
    op.add_control_inputs(cops)
