"""LoopGradient: the state of building the gradient of one loop.

The gradient of a loop is a loop as well, which runs as often. What it needs of an iteration of the forward loop is
pushed on a stack there and popped here, so that the last comes first.
"""

# The operation library, the contexts of control flow and JAX state few types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from typing import Any

from graphlab._src.autodiff.loop_counters import add_backward_counter, add_forward_counter
from graphlab._src.graph import Operation, Tensor, constant, control_flow_context, get_default_graph, static_value
from graphlab._src.graph.constant import is_constant
from graphlab._src.ops import stack
from graphlab._src.ops.control_flow.cond_context import CondContext
from graphlab._src.ops.control_flow.contexts import entered
from graphlab._src.ops.control_flow.edges import switch_beside
from graphlab._src.ops.control_flow.primitives import control_trigger
from graphlab._src.ops.control_flow.while_context import WhileContext


class LoopGradient:
    """The two loops and what joins them.

    forward_context, grad_context: the loop, and the one that goes back.
    forward_index, grad_index: their counters, as the next iteration gets them.
    outer_state: the LoopGradient of the loop around it, or None.
    history: {tensor of the forward loop: its value in the loop that goes back}.
    merges: {Switch of the forward loop: the Merge of its gradient}.
    """

    def __init__(self, forward: WhileContext, outer_state: "LoopGradient | None") -> None:
        self.outer_state = outer_state
        self.forward_context = forward
        self.history: dict[Tensor, Tensor] = {}
        self.merges: dict[Operation, Tensor] = {}
        self.unused_exits: list[Tensor] = []
        self.deferred_exits: list[Tensor] = []
        self.forward_exits = list(forward.loop_exits)
        self.pending_exits = len(forward.loop_exits)
        self._forward_sync: Any = None
        self._grad_sync: Any = None
        around = outer_state.forward_context if outer_state else forward.outer_context
        graph = get_default_graph()
        called_in = graph.control_flow_context
        # What the gradient is to wait for may come out of the loop: its counters can't wait for that.
        with graph.control_dependencies(None), entered(called_in):
            self._add_counters(forward, around)

    def _add_counters(self, forward: WhileContext, around: Any) -> None:
        outer_state = self.outer_state
        with entered(around):
            count, self.forward_index = add_forward_counter(forward, outer_state)
        if outer_state is None:
            with entered(around):
                self.grad_context = self._make_context()
                self.grad_index = add_backward_counter(self.grad_context, count, None)
            return
        around.values.add(count)
        history = outer_state.add_history(count)
        with outer_state.grad_context.entered():
            self.grad_context = self._make_context()
            count = outer_state.take_from_history(history, count)
            self.grad_index = add_backward_counter(self.grad_context, count, outer_state)

    def _make_context(self) -> WhileContext:
        forward = self.forward_context
        return WhileContext(
            forward.maximum_iterations,
            forward.parallel_iterations,
            forward.back_prop,
            forward.swap_memory,
            forward.name,
            grad_state=self,
        )

    @property
    def forward_sync(self) -> Operation:
        """What the next iteration of the forward loop waits for."""
        if self._forward_sync is None:
            with get_default_graph().control_dependencies(None):
                self._forward_sync = control_trigger(name="f_sync")
            self._forward_sync.control_flow_context = self.forward_context
            self.forward_index.op.add_control_input(self._forward_sync)
        return self._forward_sync

    @property
    def grad_sync(self) -> Operation:
        """What the next iteration of the loop that goes back waits for."""
        if self._grad_sync is None:
            with get_default_graph().control_dependencies(None):
                self._grad_sync = control_trigger(name="b_sync")
            self._grad_sync.control_flow_context = self.grad_context
            self.grad_index.op.add_control_input(self._grad_sync)
            if self.grad_context.outer_context is not None:
                self.grad_context.outer_context.add_inner_op(self._grad_sync)
        return self._grad_sync

    def add_history(self, value: Tensor, dead_branch: bool = False) -> Tensor:
        """A stack on which the forward loop puts `value` in each iteration.

        dead_branch: value is in the branch of a cond that is not taken. Called where `gradients` is.
        """
        graph = get_default_graph()
        current = graph.control_flow_context
        with graph.control_dependencies(None):
            with entered(current), graph.colocate_with(value):
                size = constant(-1, "int32")
                history = stack.stack(size, elem_type=value.dtype.base_dtype, name="f_acc")
            inside = self.forward_context.add_value(history)
            context = control_flow_context.output_context(value.op)
            if context is self.forward_context:
                with self.forward_context.entered():
                    push = self._push(inside, value)
                self.forward_index.op.add_control_input(push)
            else:
                if not context.is_cond:
                    raise TypeError(f"value_ctxt is not a CondContext: {context}")
                with (context.outer_context if dead_branch else context).entered():
                    push = self._push(inside, value)
                if dead_branch:
                    push.control_flow_context = context
                self.forward_sync.add_control_input(push)
            # A push is part of one iteration: after its beginning, before the next.
            push.add_control_input(self.forward_index.op.inputs[0].op)
            return history

    def _push(self, history: Tensor, value: Tensor) -> Operation:
        return stack.stack_push(history, value, swap_memory=self.forward_context.swap_memory).op

    def take_from_history(self, history: Tensor, value: Tensor, dead_branch: bool = False) -> Tensor:
        """What is on top of the stack, taken off it in each iteration of the loop that goes back."""
        guard = self._guarding_cond(history, value)
        with get_default_graph().control_dependencies(None), self.grad_context.entered():
            if guard is not None:
                branch = 1 - guard.branch if dead_branch else guard.branch
                history = switch_beside(history, self._pred_of(guard))[branch]
            top = stack.stack_pop(history, elem_type=value.dtype.base_dtype)
            top.set_shape(value.shape)
        if self.grad_context.parallel_iterations > 1:
            self.grad_sync.add_control_input(top.op)
        return top

    def _guarding_cond(self, history: Tensor, value: Tensor) -> CondContext | None:
        """The cond around `value` in its loop, so that only the branch that pushed pops."""
        made_in = history.op.control_flow_context
        context = value.op.control_flow_context
        while context is not None and context is not made_in:
            if context.is_cond:
                return context
            context = context.outer_context
        return None

    def _pred_of(self, cond: CondContext) -> Tensor:
        state: LoopGradient | None = self
        while state is not None:
            if cond.pred in state.history:
                return state.history[cond.pred]
            state = state.outer_state
        return cond.pred

    def real_value(self, tensor: Tensor) -> Tensor:
        """The value in the loop that goes back of a tensor of the forward loop; called inside that loop."""
        found = self.history.get(tensor)
        if found is None:
            found = self.history[tensor] = self._find(tensor)
        return found

    def _find(self, tensor: Tensor) -> Tensor:
        current, state = tensor, self
        while True:
            invariant = control_flow_context.constant_enter(current)
            if invariant is None:
                break
            current, state = invariant.inputs[0], state.outer_state
            if state is None:
                return self.grad_context.add_value(current)
        if is_constant(current.op):
            return constant(static_value(current), current.dtype)
        with self.grad_context.left():
            history = state.add_history(current)
        found = state.take_from_history(history, current)
        return found if state is self else self.grad_context.add_value(found)
