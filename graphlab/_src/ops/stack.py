"""Stacks: what a loop pushes in each iteration, its gradient pops from the last to the first."""

from graphlab._src.base import dtypes
from graphlab._src.compiler.control_flow.run_state import StackState
from graphlab._src.ops.define import REQUIRED, no_gradient, op, twice, unknown


@op(
    "StackV2",
    "max_size: int32 -> handle: resource",
    infer=lambda op: (2,),
    scalars={"max_size": "Stack size must be a scalar, but had shape: {shape}"},
    on_state=True,
    makes_state=True,
    stateful=True,
    grad=no_gradient,
    attrs={"elem_type": (dtypes.DType, REQUIRED), "stack_name": (str, "")},
)
def stack(max_size):
    """A new, empty stack; max_size: how many elements it may hold, any number when negative."""
    return StackState()


@op(
    "Stack",
    "-> handle: Ref(string)",
    infer=lambda op: (2,),
    on_state=True,
    makes_state=True,
    stateful=True,
    grad=no_gradient,
    attrs={"elem_type": (dtypes.DType, REQUIRED), "stack_name": (str, "")},
)
def stack_v1():
    """A new, empty stack that may hold any number of elements; the handle is a reference to a string, as in old graphs."""
    return StackState()


@twice(
    "StackPush",
    "handle: resource, elem: T -> output: T",
    infer=lambda op: op.inputs[1].dims,
    host=False,
    on_state=True,
    updates=("handle",),
    attrs={"swap_memory": (bool, False)},
    run_state="push",
)
def stack_push(stack, elem):
    """Puts `elem` on top of the stack, and hands it on."""
    return stack.push(elem), elem


@twice(
    "StackPop",
    "handle: resource -> elem: elem_type",
    infer=unknown,
    host=False,
    on_state=True,
    updates=("handle",),
    run_state="pop",
)
def stack_pop(stack):
    """Pops the top element of the stack."""
    return stack.pop()


@twice("StackClose", "handle: resource ->", host=False, structural=True, marker="close")
def stack_close():
    """Deletes the stack."""
