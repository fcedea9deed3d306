"""LoopGradients: the loops whose gradients one call of `gradients` builds."""

# The operation library, the contexts of control flow and JAX state few types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import contextlib
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, NoReturn

from graphlab._src.autodiff.loop_gradient import LoopGradient
from graphlab._src.autodiff.zeros import zeros_outside_loop
from graphlab._src.base import dtypes
from graphlab._src.base.errors import explain
from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import Operation, Tensor, constant, control_flow_context, get_default_graph
from graphlab._src.graph.references import declared_owner, state_dims, state_dtype
from graphlab._src.ops.constants import zeros, zeros_like
from graphlab._src.ops.control_flow.contexts import entered
from graphlab._src.ops.control_flow.edges import next_iteration, switch_beside
from graphlab._src.ops.control_flow.while_context import WhileContext
from graphlab._src.ops.shape import shape


class LoopGradients:
    """A LoopGradient for each loop, made when its first Exit is met."""

    def __init__(self) -> None:
        self._states: dict[Any, LoopGradient] = {}  # the loop's context -> its LoopGradient

    def add_loops(self, ordered: list[Operation], between: set[Operation], colocate: bool) -> None:
        """Adds the loop of every Exit among the operations; all exits of a loop then count as between.

        ordered: the operations, to which exits are added; between: the same as a set.
        """
        for op in ordered:
            if control_flow_context.is_exit(op):
                graph = op.graph
                with graph.colocate_with(op) if colocate else contextlib.nullcontext():
                    self._add(op, ordered, between)

    def _add(self, op: Operation, ordered: list[Operation], between: set[Operation]) -> None:
        loop = control_flow_context.while_context_of(op)
        if loop is None:
            raise ValueError(
                explain(
                    "Failed to call gradients on a while loop without properly serializing graph via MetaGraphDef",
                    at=op,
                    fix="build the loop with tf.while_loop, or import it with tf.train.import_meta_graph",
                )
            )
        if loop in self._states:
            return
        self._states[loop] = state = LoopGradient(loop, self._outer(loop))
        for tensor in state.forward_exits:
            if tensor.op not in between:
                between.add(tensor.op)
                ordered.append(tensor.op)

    def _outer(self, loop: WhileContext) -> LoopGradient | None:
        outer = loop.outer_context
        outer = None if outer is None else outer.get_while_context()
        return self._states.get(outer)

    def state_of(self, op: Operation, before: bool) -> Any:
        """The LoopGradient of the loop that an operation is in; before: for an Exit that of the loop around."""
        context = op.control_flow_context
        if before and control_flow_context.is_exit(op):
            context = context.outer_context
        loop = None if context is None else context.get_while_context()
        return self._states.get(loop)

    def entered(self, op: Operation, before: bool) -> AbstractContextManager[Any]:
        """A block inside the gradient loop of the operation's loop."""
        state = self.state_of(op, before)
        return entered(None if state is None else state.grad_context)

    def unused_exits(self, pending: dict[Operation, int], starts: set[Operation]) -> list[Tensor]:
        """The exits that nothing flows back to, of loops of which all exits are known already.

        pending: how many consumers each operation waits for.  starts: the operations that the traversal begins with.
        """
        found: list[Tensor] = []
        for state in self._states.values():
            for tensor in state.forward_exits:
                if pending[tensor.op] == 0:
                    state.pending_exits -= 1
                    if tensor.op not in starts:
                        state.unused_exits.append(tensor)
                    if state.pending_exits == 0:
                        found.extend(state.unused_exits)
            for tensor in state.forward_context.loop_enters:
                if pending[tensor.op] == 0:
                    pending[tensor.op] = 1
        return found

    def defer_exit(
        self, tensor: Tensor, has_gradient: Callable[[Operation], bool]
    ) -> tuple[list[Tensor], list[Tensor]]:
        """Notes that an Exit is ready; returns (the exits to visit now, those of them that zeros flow back to).

        A loop is gone into when all its exits are ready. has_gradient(op): something flows back to it.
        """
        state = self.state_of(tensor.op, before=False)
        state.deferred_exits.append(tensor)
        state.pending_exits -= 1
        if state.pending_exits:
            return [], []
        used = [item for item in state.deferred_exits if has_gradient(item.op)]
        state.unused_exits.extend(item for item in state.deferred_exits if item not in used)
        return [*used, *state.unused_exits], list(state.unused_exits) if used else []

    def zeros_for_exit(self, tensor: Tensor) -> Tensor:
        """Zeros that flow back to an Exit whose value is not used, while those of others are."""
        loop = tensor.op.control_flow_context
        outer = self._outer(loop)
        known = tensor.shape.is_fully_defined()
        if outer is None:
            return zeros(tensor.shape, tensor.dtype) if known else zeros_like(tensor, optimize=False)
        if known:
            with outer.grad_context.entered():
                return zeros(tensor.shape, tensor.dtype)
        with loop.outer_context.entered():
            dims = shape(tensor, optimize=False)
        history = outer.add_history(dims)
        with outer.grad_context.entered():
            return zeros(outer.take_from_history(history, dims), tensor.dtype)

    def zeros_like(self, op: Operation, index: int) -> Tensor | None:
        """Zeros for an output that nothing flows back to; None for a loop's Switch."""
        if control_flow_context.is_loop_switch(op):
            return None
        state = self._states.get(control_flow_context.while_context_of(op))
        if state is None:
            return zeros_outside_loop(op, index)
        dead_branch = control_flow_context.is_switch(op)
        context = op.control_flow_context
        value = op.outputs[index]
        owner = declared_owner(value) if value.dtype is dtypes.resource else None
        known = value.shape if owner is None else TensorShape.from_dims(state_dims(owner))
        if known.is_fully_defined():
            result = constant(0, value.dtype if owner is None else state_dtype(owner), known)
            if dead_branch:
                pred = state.history.get(context.pred)
                result = switch_beside(result, pred)[1 - context.branch]
            return result
        with (context.outer_context if dead_branch else context).entered():
            if dead_branch:
                value = switch_beside(op.inputs[0], context.pred)[1 - context.branch]
            dims = shape(value, optimize=False)
        if dead_branch:
            value.op.control_flow_context = context
            dims.op.control_flow_context = context
        with state.grad_context.left():
            history = state.add_history(dims, dead_branch)
        return zeros(state.take_from_history(history, dims, dead_branch), value.dtype)

    def close_loops(self) -> None:
        """Completes the loops: a loop variable that does not depend on its previous value gets zeros as gradient."""
        for state in self._states.values():
            for merge in state.merges.values():
                first, second = merge.op.inputs
                if first is second:
                    merge.op.update_input(1, self._zeros_for_merge(state.grad_context, first))

    def _zeros_for_merge(self, loop: WhileContext, first: Tensor) -> Tensor:
        if first.shape.is_fully_defined():
            with loop.entered():
                return next_iteration(constant(0, first.dtype, first.shape))
        with entered(loop.outer_context):
            nothing = zeros(shape(first.op.inputs[0], optimize=False))
        with loop.entered():
            return next_iteration(nothing)


def raise_no_gradient_through_start(op: Operation, xs: list[Any]) -> NoReturn:
    """ValueError: a gradient inside a loop goes back to what a loop variable was before."""
    wanted = {x.op for x in xs}
    waiting = [op]
    seen: set[Operation] = set()
    target = op
    while waiting:
        current = waiting.pop(0)
        if current in seen:
            continue
        seen.add(current)
        if current in wanted:
            target = current
            break
        waiting.extend(tensor.op for tensor in current.inputs)
    raise ValueError(
        explain(
            f"Cannot compute gradient inside while loop with respect to op '{target.name}'. We do not support taking "
            "the gradient wrt or through the initial value of a loop variable. Gradients can be computed through loop "
            "invariants or wrt the input parameters to the loop body.",
            at=target,
        )
    )


def in_current_loop(op: Operation) -> bool:
    """True for the Switch of the loop that is being built now."""
    context = op.control_flow_context
    return (
        context is not None
        and context.is_while
        and control_flow_context.is_switch(op)
        and context is get_default_graph().control_flow_context
    )
