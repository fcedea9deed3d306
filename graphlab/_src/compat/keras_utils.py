"""tensorflow.python.keras.utils.tf_utils: what tensors lead to in a graph; and engine.base_layer_utils."""

from collections import deque
from typing import Any

from graphlab._src.graph import Operation, Tensor, nest
from graphlab._src.state.variable import Variable


def get_reachable_from_inputs(inputs: Any, targets: Any = None) -> set[Any]:
    """The operations and tensors downstream of `inputs`, with these, as a set.

    inputs, targets: nested structures of Tensors, Operations and Variables.  Where there are targets the search ends as soon as
    it has met all of them.
    """
    reachable = set(nest.flatten(inputs, expand_composites=True))
    targets = set(nest.flatten(targets)) if targets else None
    waiting = deque(reachable)
    while waiting and (targets is None or not targets <= reachable):
        new = [item for item in _next(waiting.popleft()) if item not in reachable]
        reachable.update(new)
        waiting.extend(new)
    return reachable


def _next(item: Any) -> list[Any]:
    if isinstance(item, Operation):
        return [*item.outputs, *item.control_outputs]
    if isinstance(item, Variable):
        return [item.op]
    if isinstance(item, Tensor):
        return item.consumers()
    raise TypeError(f"Expected Operation, Variable, or Tensor, got {item}")


def v2_dtype_behavior_enabled() -> bool:
    """False: as in TensorFlow 1 a layer without a dtype has that of its first input."""
    return False
