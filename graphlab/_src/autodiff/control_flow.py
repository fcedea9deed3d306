"""Gradients of branches and loops: a Switch for a Merge, an Enter for an Exit, and the other way round."""

# The operation library, the contexts of control flow and JAX state few types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from typing import Any

from graphlab._src.autodiff.loop_counters import add_accumulator, add_slices_accumulator
from graphlab._src.autodiff.loop_gradient import LoopGradient
from graphlab._src.autodiff.registry import RegisterGradient, not_differentiable
from graphlab._src.base import dtypes
from graphlab._src.graph import IndexedSlices, Operation, Tensor, control_flow_context, get_default_graph, nest
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.control_flow.cond_context import CondContext
from graphlab._src.ops.control_flow.edges import enter, exit_, merge, switch, switch_beside
from graphlab._src.ops.control_flow.invariants import add_free_back_edge


def _current() -> Any:
    """The context in which the gradient of an operation is made."""
    return get_default_graph().control_flow_context


@RegisterGradient("Switch")
@RegisterGradient("RefSwitch")
def _switch_grad(op: Operation, *grads: Any) -> tuple[Any, None]:
    context = op.control_flow_context
    if context is not None and context.is_while:
        return _loop_switch_grad(op, *grads), None
    if context is not None and context.is_cond:
        return _branch_switch_grad(op, context, grads), None
    pred = op.inputs[1]
    return merge([switch(grads[0], pred)[0], switch(grads[1], pred)[1]])[0], None


def _loop_switch_grad(op: Operation, exit_grad: Any, body_grad: Any) -> Any:
    """A loop's Switch is met twice: coming from its Exit, and at the end of the way through the body."""
    state = _current().grad_state
    start = state.merges.get(op)
    if start is not None:
        if body_grad is not None:
            add_free_back_edge(start, body_grad)
        return None
    if exit_grad is None:
        return None
    # Both inputs are the same until the second visit.
    state.merges[op] = start = merge([exit_grad, exit_grad], name="b_switch")[0]
    return start


def _branch_switch_grad(op: Operation, context: CondContext, grads: tuple[Any, ...]) -> Any:
    zero = grads[1 - context.branch]
    if zero is not None:
        return merge(grads, name="cond_grad")[0]
    if op.inputs[0].dtype is dtypes.resource:
        return merge([grads[context.branch]] * 2, name="cond_resource_grad")[0]
    return None


@RegisterGradient("Merge")
@RegisterGradient("RefMerge")
def _merge_grad(op: Operation, grad: Any, _: Any) -> Any:
    context = control_flow_context.output_context(op.inputs[0].op)
    if context is None:
        chosen = [equal(op.outputs[1], i) for i in range(len(op.inputs))]
        return [switch_beside(grad, one)[1] for one in chosen]
    current = _current()
    if context.is_while:
        return switch_beside(grad, current.pivot)
    pred = context.pred
    if current is not None and current.grad_state is not None:
        pred = _pred_in_loop(current.grad_state, pred)
    return switch_beside(grad, pred, name="cond_grad")


def _pred_in_loop(state: LoopGradient, pred: Tensor) -> Tensor:
    """The condition of a cond in a loop, as it was in the iteration that the gradient goes back through."""
    found = state.history.get(pred)
    if found is None:
        with state.grad_context.left():
            history = state.add_history(pred)
        found = state.history[pred] = state.take_from_history(history, pred)
    return found


@RegisterGradient("Exit")
@RegisterGradient("RefExit")
def _exit_grad(op: Operation, grad: Any) -> Any:
    loop = _current()
    if not loop.back_prop:
        return None
    if op.control_flow_context.grad_state is not None:
        raise TypeError("Second-order gradient for while loops not supported.")
    loop.values.update(nest.flatten(grad, expand_composites=True))
    with loop.entered():
        result = enter(grad, loop.name, False, loop.parallel_iterations, name="b_exit")
    loop.loop_enters.extend(nest.flatten(result, expand_composites=True))
    return result


@RegisterGradient("NextIteration")
@RegisterGradient("RefNextIteration")
def _next_iteration_grad(op: Operation, grad: Any) -> Any:
    return grad


@RegisterGradient("Enter")
@RegisterGradient("RefEnter")
def _enter_grad(op: Operation, grad: Any) -> Any:
    loop = _current()
    if loop is None or not loop.back_prop or loop.grad_state is None:
        return grad
    if not op.attrs["is_constant"]:
        result = exit_(grad)
        loop.loop_exits.extend(nest.flatten(result, expand_composites=True))
        loop.exit_result([result])
        return result
    if isinstance(grad, Tensor):
        return add_accumulator(loop, op, grad)
    if isinstance(grad, IndexedSlices):
        return add_slices_accumulator(loop, op, grad)
    raise TypeError(f"Type {type(grad)} not supported")


not_differentiable("LoopCond")
