"""tensorflow.python.framework.subscribe: operations that run whenever a tensor of a finished graph is read."""

import contextlib
import re

from graphlab._src.base import logging
from graphlab._src.graph import Tensor, name_scope, nest
from graphlab._src.graph.references import is_identity
from graphlab._src.graph.scopes import control_dependencies, device
from graphlab._src.ops.identity import identity
from graphlab._src.state.variable import Variable

_SUBSCRIBED = re.compile(r"(.*?)/subscription/Identity[^/]+")


def subscribe(tensors, side_effects):
    """Copies of tensors, read in their place from now on, which wait for side effects.

    tensors: a tensor, variable, or a structure of these.  side_effects: functions of a tensor that return a list of tensors
    and operations. A tensor that was subscribed before, or its copy, gets more of them. Returns a structure like `tensors`.
    """
    waiting = {}  # operation -> those that waited for it before; they come to wait for the copies of all its outputs
    side_effects = list(side_effects) if isinstance(side_effects, (list, tuple)) else [side_effects]

    def replaced(item):
        tensor = item.value() if isinstance(item, Variable) else item
        if not isinstance(tensor, Tensor):
            raise TypeError(f"{item!r} has invalid type {type(item)}: subscribe to tensors")
        with device(tensor.device), _inside(tensor.op._get_control_flow_context()):
            return _subscribed(tensor, side_effects, waiting)

    return nest.map_structure(replaced, tensors)


@contextlib.contextmanager
def _inside(context):
    """A block whose operations are in the branch or loop given, or in none."""
    if context is None:
        yield
        return
    context.Enter()
    try:
        yield
    finally:
        context.Exit()


def _subscribed(tensor, side_effects, waiting):
    if not tensor.dtype.is_numpy_compatible:
        logging.debug(f"Tensor {tensor.name} has an un-supported {tensor.dtype} type and cannot be subscribed.")
        return tensor
    copy = next(
        filter(is_subscribed_identity, [tensor, *(op.outputs[0] for op in tensor.consumers() if op.outputs)]), None
    )
    return _subscribe(tensor, side_effects, waiting) if copy is None else _extend(copy, side_effects)


def is_subscribed_identity(tensor):
    """Whether a tensor is a copy that `subscribe` made."""
    match = _SUBSCRIBED.match(tensor.name)
    return is_identity(tensor.op) and match is not None and match.group(1) == tensor.op.inputs[0].op.name


def _effects(tensor, side_effects):
    found = []
    for side_effect in side_effects:
        found += side_effect(tensor)
    return [item.op if isinstance(item, Tensor) else item for item in found]


def _extend(copy, side_effects):
    source = copy.op.inputs[0]
    with name_scope(f"{source.op.name}/subscription/"):
        copy.op._add_control_inputs(_effects(source, side_effects))
    return copy


def _subscribe(tensor, side_effects, waiting):
    places = [(op, i) for op in dict.fromkeys(tensor.consumers()) for i, item in enumerate(op.inputs) if item is tensor]
    waiting = waiting.setdefault(tensor.op, list(tensor.op.control_outputs))
    with name_scope(f"{tensor.op.name}/subscription/"):
        with control_dependencies(_effects(tensor, side_effects)):
            copy = identity(tensor)
    for op, index in places:
        op._update_input(index, copy)
    for op in waiting:
        others = [item for item in op.control_inputs if item is not tensor.op]
        op._remove_all_control_inputs()
        op._add_control_inputs([*others, copy.op])
    return copy
