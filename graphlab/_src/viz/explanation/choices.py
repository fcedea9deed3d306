"""The choices of tf.cond: which Merge is one, and what decides it."""

from typing import Any

from graphlab._src.graph import Tensor
from graphlab._src.graph.references import captured


def is_choice(merge: Any) -> bool:
    """Whether an operation hands on what one of the two branches of tf.cond returns: input 1 where the predicate is true."""
    if merge.definition is None or merge.definition.control_flow != "merge":
        return False
    contexts = [tensor.op.control_flow_context for tensor in merge.inputs]
    return all(context is not None and context.is_cond for context in contexts) and [
        context.branch for context in contexts
    ] == [0, 1]


def predicate_of(merge: Any) -> Any:
    """The operation that computes the predicate of a choice."""
    op = merge.inputs[0].op.control_flow_context.pred.op
    while op.type == "Identity":
        op = op.inputs[0].op
    return captured(op)


def before_branch(tensor: Tensor) -> Tensor:
    """The tensor that a branch gets from outside, if it is one."""
    while tensor.op.type in ("Switch", "Identity"):
        tensor = tensor.op.inputs[0]
    return tensor
