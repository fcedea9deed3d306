"""Control flow contexts of operations: the branch or loop that each operation was made in.

A context (ops/control_flow/) is open while a branch or a loop is being built and holds the operations made meanwhile.
Contexts nest: a tensor may be used in its own context and in those inside it.
"""

from typing import TYPE_CHECKING, Any, TypeGuard

from graphlab._src.base import logging
from graphlab._src.base.errors import InaccessibleTensorError, explain
from graphlab._src.graph.capabilities import ControlFlow

if TYPE_CHECKING:
    from graphlab._src.graph.operation import Operation
    from graphlab._src.graph.tensor import Tensor


def flow(op: Any) -> ControlFlow | None:
    """The part that an operation has in a branch or loop; None for one that has none, and for a Region."""
    definition = getattr(op, "definition", None)
    return None if definition is None else definition.control_flow


def is_switch(op: Any) -> TypeGuard["Operation"]:
    """True for a Switch."""
    return flow(op) == "switch"


def is_merge(op: Any) -> TypeGuard["Operation"]:
    """True for a Merge."""
    return flow(op) == "merge"


def is_enter(op: Any) -> TypeGuard["Operation"]:
    """True for an Enter."""
    return flow(op) == "enter"


def is_exit(op: Any) -> TypeGuard["Operation"]:
    """True for an Exit."""
    return flow(op) == "exit"


def is_next_iteration(op: Any) -> TypeGuard["Operation"]:
    """True for a NextIteration."""
    return flow(op) == "next_iteration"


def is_loop_cond(op: Any) -> bool:
    """True for the LoopCond of a loop."""
    return flow(op) == "loop_cond"


def is_constant_enter(op: "Operation") -> bool:
    """True for the Enter of a loop invariant."""
    return is_enter(op) and op.attrs["is_constant"]


def constant_enter(tensor: "Tensor") -> "Operation | None":
    """The Enter that `tensor` comes from unchanged, if it is that of a loop invariant; else None."""
    op = tensor.op
    while is_switch(op) or op.definition is not None and op.definition.identity:
        op = op.inputs[0].op
    return op if is_constant_enter(op) else None


def entered_tensor(tensor: "Tensor") -> "Tensor":
    """The tensor from outside that `tensor` is in a branch, or in a loop of which it is no variable."""
    while is_switch(tensor.op) or is_enter(tensor.op):
        tensor = tensor.op.inputs[0]
    return tensor


def output_context(op: "Operation") -> Any:
    """The context that an operation's outputs are in: outside the loop for an Exit."""
    context = op.control_flow_context
    if context is not None and is_exit(op):
        context = context.outer_context
    return context


def while_context_of(op: "Operation") -> Any:
    """The innermost loop that the operation is in, or None."""
    context = op.control_flow_context
    return None if context is None else context.get_while_context()


def is_containing(context: Any, outer: Any) -> bool:
    """True when `context` is `outer`, or inside it; None is outside of all."""
    while context is not outer:
        if context is None:
            return False
        context = context.outer_context
    return True


def is_in_context(op: "Operation", context: Any) -> bool:
    """True when the operation is in that context, or in one inside it."""
    return is_containing(op.control_flow_context, context)


def is_conditional_switch(op: "Operation") -> bool:
    """True for a Switch of a branch, which is in no branch itself: all consumers of its outputs are."""
    if not is_switch(op):
        return False
    for tensor in op.outputs:
        for consumer in tensor.consumers():
            context = consumer.control_flow_context
            if is_enter(consumer):
                context = context.outer_context
            if context is None or not context.is_cond:
                return False
    return True


def is_loop_switch(op: "Operation") -> bool:
    """True for the Switch that ends a loop."""
    context = op.control_flow_context
    return is_switch(op) and context is not None and context.is_while and not is_conditional_switch(op)


def is_of_loop(op: "Operation") -> bool:
    """True for what leads into a loop, to its next iteration and out of it."""
    return is_enter(op) or is_loop_switch(op) or is_next_iteration(op) or is_exit(op)


def check_input(op: "Operation", input_op: "Operation") -> None:
    """Raises ValueError when `op` has an input from a loop that it is not in, or, in a function, from such a branch."""
    source = output_context(input_op)
    context = op.control_flow_context
    if source is None or context is source:
        return
    if op.graph.encloses_branches and flow(op) is None and not is_containing(context, source):
        if not op.graph.stacks.differentiates:  # gradients use what branches and loops have computed
            raise InaccessibleTensorError(_inaccessible(input_op, op))
    loop = None if context is None else context.get_while_context()
    source_loop = source.get_while_context()
    if loop is None:
        valid = source_loop is None or is_enter(op) or is_switch(op)
        reason = f"'{input_op.name}' is in a while loop."
    else:
        valid = is_containing(loop, source_loop) or _in_gradient(loop, source, source_loop)
        reason = "they are in different while loops."
    if not valid:
        message = f"Cannot use '{input_op.name}' as input to '{op.name}' because {reason}"
        logging.info(f"{message} {op.name} is in {loop}, {input_op.name} in {source_loop}.")  # pyright: ignore[reportUnknownMemberType]
        raise ValueError(
            explain(
                f"{message} See info log for more details.",
                at=input_op,
                fix="return the tensor from the loop's body, as one of its loop variables",
            )
        )


def _inaccessible(input_op: "Operation", op: "Operation") -> str:
    source = output_context(input_op)
    kind = "tf.cond" if source.is_cond else "tf.while_loop"
    return explain(
        f"The tensor '{input_op.outputs[0]}' cannot be accessed here: it is defined in another function or code block. Use "
        "return values, explicit Python locals or TensorFlow collections to access it. "
        f"Defined in: {source.name}; accessed from: {getattr(op.graph, 'name', op.graph)}.",
        at=input_op,
        fix=f"return the tensor from the function of {kind} that makes it, and use what {kind} returns",
    )


def _in_gradient(loop: Any, source: Any, source_loop: Any) -> bool:
    """True when one is the gradient loop of the other: these two use each other's values."""
    state = loop.grad_state
    if state is not None:
        forward = state.forward_context
        return is_containing(forward, source_loop) or forward is source_loop.outer_context
    state = source_loop.grad_state
    if state is None:
        return False
    forward = state.forward_context
    if forward is loop:
        return True
    return forward.grad_state is not None and forward.grad_state.forward_context is loop
