"""How operations are connected: what computes a tensor, and what two inputs are in whichever order."""

from typing import Any

from graphlab._src.graph import Tensor
from graphlab._src.graph.constant import constant_value


def source(tensor: Tensor, *types: str) -> Any:
    """The operation that computes a tensor, past identities, if it is of such a type; else None."""
    op = tensor.op
    while op.type == "Identity":
        op = op.inputs[0].op
    return op if op.type in types else None


def either(op: Any, first: Any, second: Any) -> tuple[Any, Any] | None:
    """(first(input), second(input)) of the two inputs of an operation, in whichever order both find something."""
    for a, b in ((0, 1), (1, 0)):
        one, other = first(op.inputs[a]), second(op.inputs[b])
        if one is not None and other is not None:
            return one, other
    return None


def number_text(tensor: Tensor) -> str:
    """A single number that is known before a run; "" for other tensors."""
    value = constant_value(tensor)
    return "" if value is None or value.size != 1 else f"{float(value):.4g}"
