"""Stacks: what a loop pushes in each iteration, its gradient pops from the last to the first."""

from graphlab import dtypes
from graphlab.ops.define import no_gradient, no_outputs, op, unknown


@op(
    "StackV2",
    "max_size: int32 -> handle: resource",
    infer=lambda op: (2,),
    structural=True,
    stateful=True,
    grad=no_gradient,
)
def stack(*, elem_type: dtypes.DType, stack_name: str = ""):
    """A new, empty stack; max_size: how many elements it may hold, any number when negative."""


@op(
    "StackPushV2",
    "handle: resource, elem: T -> output: T",
    infer=lambda op: op._inputs[1]._dims,
    structural=True,
    stateful=True,
    grad=no_gradient,
)
def stack_push(*, swap_memory: bool = False):
    """Puts `elem` on top of the stack, and hands it on."""


@op(
    "StackPopV2", "handle: resource -> elem: elem_type", infer=unknown, structural=True, stateful=True, grad=no_gradient
)
def stack_pop():
    """Takes the element on top off the stack."""


@op("StackCloseV2", "handle: resource ->", infer=no_outputs, structural=True, stateful=True, grad=no_gradient)
def stack_close():
    """Deletes the stack."""
