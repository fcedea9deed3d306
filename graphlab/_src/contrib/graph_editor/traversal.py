"""Operations that are reached from others, forward along outputs or backward along inputs."""

from graphlab._src.autodiff.registry import is_differentiable
from graphlab._src.contrib.graph_editor.elements import (
    ControlOutputs,
    concatenate_unique,
    get_consuming_ops,
    get_generating_ops,
    is_iterable,
    make_list_of_op,
    make_list_of_t,
)
from graphlab._src.graph import Tensor


def check_cios(control_inputs=False, control_outputs=None, control_ios=None):
    """(control_inputs, control_outputs) as the caller means them; control_ios, a ControlOutputs, is both."""
    for given in (control_ios, control_outputs):
        if given is not None and not isinstance(given, ControlOutputs):
            raise TypeError(f"Expected a util.ControlOutputs, got: {type(given)}")
    if control_ios is None:
        return control_inputs, control_outputs
    if control_outputs is not None:
        raise ValueError("control_outputs should be None when using control_ios.")
    return True, control_ios


def get_ops_ios(ops, control_inputs=False, control_outputs=None, control_ios=None):
    """The operations next to `ops`, before or after them."""
    control_inputs, control_outputs = check_cios(control_inputs, control_outputs, control_ios)
    found = []
    for op in make_list_of_op(ops):
        concatenate_unique(found, [tensor.op for tensor in op.inputs])
        concatenate_unique(found, [consumer for tensor in op.outputs for consumer in tensor.consumers()])
        if control_outputs is not None:
            concatenate_unique(found, control_outputs.get(op))
        if control_inputs:
            concatenate_unique(found, op.control_inputs)
    return found


def get_within_boundary_ops(
    ops, seed_ops, boundary_ops=(), inclusive=True, control_inputs=False, control_outputs=None, control_ios=None
):
    """Those of `ops` that are connected with seed_ops, in any direction, without passing boundary_ops.

    inclusive: with the operations of the boundary that are reached.  ValueError when a seed is in the boundary.
    """
    control_inputs, control_outputs = check_cios(control_inputs, control_outputs, control_ios)
    ops = make_list_of_op(ops)
    wave = set(make_list_of_op(seed_ops, allow_graph=False))
    boundary = set(make_list_of_op(boundary_ops))
    if boundary & wave:
        raise ValueError("Boundary is intersecting with the seeds.")
    found = set(wave)
    while wave:
        reached = set(get_ops_ios(wave, control_inputs, control_outputs)) - found
        wave = reached - boundary
        found |= reached if inclusive else wave
    return [op for op in ops if op in found]


def _reached(seeds, neighbours, inclusive, within_ops, within_ops_fn):
    """The operations reached from seeds, nearest first."""
    within = frozenset(make_list_of_op(within_ops, allow_graph=False)) if within_ops else None
    seeds = dict.fromkeys(op for op in seeds if within is None or op in within)
    found, wave = dict(seeds), list(seeds)
    while wave:
        reached = {}
        for op in wave:
            for other in neighbours(op):
                if other in found or other in reached:
                    continue
                if (within is None or other in within) and (within_ops_fn is None or within_ops_fn(other)):
                    reached[other] = None
        found.update(reached)
        wave = list(reached)
    return [op for op in found if inclusive or op not in seeds]


def _seeds(seed_ops, of_tensors):
    """seed_ops as a list of operations; of_tensors finds those of tensors."""
    seeds = list(seed_ops) if is_iterable(seed_ops) else [seed_ops]
    if seeds and isinstance(seeds[0], Tensor):
        return of_tensors(seeds)
    return make_list_of_op(seeds, allow_graph=False)


def get_forward_walk_ops(
    seed_ops, inclusive=True, within_ops=None, within_ops_fn=None, stop_at_ts=(), control_outputs=None
):
    """The operations that use what seed_ops compute, as a list; of tensors the seeds are their consumers.

    inclusive: with the seeds.  within_ops, within_ops_fn: only operations of that list, for which the function is true.
    stop_at_ts: tensors beyond which it does not go.  control_outputs: a ControlOutputs, to follow these, too.
    """
    _, control_outputs = check_cios(False, control_outputs)
    stop = frozenset(make_list_of_t(stop_at_ts))

    def after(op):
        for tensor in op.outputs:
            if tensor not in stop:
                yield from tensor.consumers()
        if control_outputs is not None:
            yield from control_outputs.get(op)

    return _reached(_seeds(seed_ops, get_consuming_ops), after, inclusive, within_ops, within_ops_fn)


def get_backward_walk_ops(
    seed_ops,
    inclusive=True,
    within_ops=None,
    within_ops_fn=None,
    stop_at_ts=(),
    control_inputs=False,
    only_differentiable=False,
):
    """The operations whose values seed_ops use, as a list; of tensors the seeds are those that compute them.

    control_inputs: follows these, too.  only_differentiable: does not go above operations without a gradient.
    The other arguments are as in get_forward_walk_ops.
    """
    stop = frozenset(make_list_of_t(stop_at_ts))

    def before(op):
        if not only_differentiable or is_differentiable(op):
            yield from (tensor.op for tensor in op.inputs if tensor not in stop)
        if control_inputs and not only_differentiable:
            yield from op.control_inputs

    return _reached(_seeds(seed_ops, get_generating_ops), before, inclusive, within_ops, within_ops_fn)


def _both(
    forward_seed_ops,
    backward_seed_ops,
    forward_inclusive,
    backward_inclusive,
    within_ops,
    within_ops_fn,
    control_inputs,
    control_outputs,
    control_ios,
):
    control_inputs, control_outputs = check_cios(control_inputs, control_outputs, control_ios)
    forward = get_forward_walk_ops(
        forward_seed_ops, forward_inclusive, within_ops, within_ops_fn, control_outputs=control_outputs
    )
    backward = get_backward_walk_ops(
        backward_seed_ops, backward_inclusive, within_ops, within_ops_fn, control_inputs=control_inputs
    )
    return forward, backward


def get_walks_intersection_ops(
    forward_seed_ops,
    backward_seed_ops,
    forward_inclusive=True,
    backward_inclusive=True,
    within_ops=None,
    within_ops_fn=None,
    control_inputs=False,
    control_outputs=None,
    control_ios=None,
):
    """The operations that both traversals reach, forward and backward: what lies between."""
    forward, backward = _both(**locals())
    backward = set(backward)
    return [op for op in forward if op in backward]


def get_walks_union_ops(
    forward_seed_ops,
    backward_seed_ops,
    forward_inclusive=True,
    backward_inclusive=True,
    within_ops=None,
    within_ops_fn=None,
    control_inputs=False,
    control_outputs=None,
    control_ios=None,
):
    """The operations that one of the traversals reaches, forward or backward."""
    return concatenate_unique(*_both(**locals()))
