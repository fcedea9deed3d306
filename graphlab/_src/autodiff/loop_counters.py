"""What a gradient adds to loops: counters that say how often to go back, and sums over all iterations."""

# The operation library, the contexts of control flow and JAX state few types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from typing import TYPE_CHECKING, Any

from graphlab._src.base import dtypes, shapes
from graphlab._src.graph import IndexedSlices, Operation, Tensor, constant
from graphlab._src.graph.references import declared_owner, state_dims
from graphlab._src.ops.arithmetic import add, add_n, subtract
from graphlab._src.ops.comparison import greater_equal
from graphlab._src.ops.constants import zeros, zeros_like
from graphlab._src.ops.control_flow.contexts import ControlFlowContext, entered
from graphlab._src.ops.control_flow.edges import enter, exit_, merge, next_iteration, switch
from graphlab._src.ops.control_flow.primitives import loop_cond
from graphlab._src.ops.control_flow.while_context import WhileContext
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.joining import concat
from graphlab._src.ops.shape import shape

if TYPE_CHECKING:
    from graphlab._src.autodiff.loop_gradient import LoopGradient


def add_forward_counter(loop: WhileContext, outer_state: "LoopGradient | None") -> tuple[Tensor, Tensor]:
    """Counts the iterations of a loop: (how many there were, the number as the next iteration gets it).

    outer_state: of the loop around it whose gradient is made too, or None. Made in the context around the loop.
    """
    count = constant(0, name="f_count")
    if outer_state is not None:
        # One run of the inner loop pushes its values before the next run begins.
        count.op.add_control_input(outer_state.forward_index.op.inputs[0].op)
    with loop.entered():
        loop.values.add(count)
        start = _enter(loop, count, "f_count")
        again = merge([start, start])[0]
        switched = switch(again, loop.pivot)
        following = next_iteration(add(switched[1], 1))
        again.op.update_input(1, following)
        total = exit_(switched[0], name="f_count")
        loop.loop_exits.append(total)
        loop.exit_result([total])
    return total, following


def add_backward_counter(loop: WhileContext, count: Tensor, outer_state: "LoopGradient | None") -> Tensor:
    """Makes the loop of a gradient run `count` times: counts down to 0. Returns the number as the next iteration gets it.

    Made in the context around the loop.
    """
    one = constant(1, name="b_count")
    with loop.entered():
        loop.values.add(count)
        start = _enter(loop, count, "b_count")
        again = merge([start, start])[0]
        loop.pivot_for_pred = again
        loop.pivot = loop_cond(greater_equal(again, one), name="b_count")
        switched = switch(again, loop.pivot)
        index = subtract(switched[1], one)
        loop.pivot_for_body = index
        following = next_iteration(index)
        again.op.update_input(1, following)
        zero = exit_(switched[0], name="b_count")
        loop.loop_exits.append(zero)
        if outer_state is not None:
            # One run of the inner loop pops its values before the next run begins.
            outer_state.grad_sync.add_control_input(zero.op)
        loop.exit_result([zero])
    return following


def _enter(loop: WhileContext, tensor: Tensor, name: str, use_input_shape: bool = True) -> Tensor:
    result = enter(tensor, loop.name, False, loop.parallel_iterations, use_input_shape, name)
    loop.loop_enters.append(result)
    return result


def add_accumulator(loop: WhileContext, op: Operation, grad: Tensor) -> Tensor:
    """The sum over all iterations of what flows back to a loop invariant; called inside the loop of the gradient.

    op: the invariant's Enter.  grad: what flows back in one iteration.
    """
    with loop.left():
        total = _first_sum(loop, op, grad)
    loop.values.add(total)
    start = _enter(loop, total, "b_acc")
    again = merge([start, start], name="b_acc")[0]
    done, going = switch(again, loop.pivot)
    again.op.update_input(1, next_iteration(_sum(going, grad)))
    result = exit_(done, name="b_acc")
    loop.loop_exits.append(result)
    loop.exit_result([result])
    return result


def _sum(a: Tensor, b: Tensor) -> Tensor:
    return add_n([a, b]) if a.dtype is dtypes.variant else add(a, b)  # a variant: a list of tensors


def _first_sum(loop: WhileContext, op: Operation, grad: Tensor) -> Tensor:
    """Zeros of the invariant's shape, which the sum is when there is no iteration at all."""
    outer = loop.outer_context
    is_list = grad.dtype is dtypes.variant
    if grad.shape.is_fully_defined() and not is_list:
        with entered(outer):
            return constant(0, grad.dtype, grad.shape, name="b_acc")
    value = op.inputs[0]
    if outer is None or not outer.is_while or outer.grad_state is None:
        with entered(outer):
            return zeros_like(value) if is_list else zeros(shape(value, optimize=False), grad.dtype)
    with loop.grad_state.forward_context.outer_context.entered():
        dims = zeros_like(value) if is_list else shape(value, optimize=False)
    history = loop.grad_state.outer_state.add_history(dims)
    with outer.entered():
        taken = loop.grad_state.outer_state.take_from_history(history, dims)
        return taken if is_list else zeros(taken, grad.dtype)


def add_slices_accumulator(loop: WhileContext, op: Operation, grad: IndexedSlices) -> IndexedSlices:
    """The same for IndexedSlices: their rows one after the other."""
    with loop.left(), entered(loop.outer_context):
        parts = _first_slices(loop.outer_context, op, grad)
    loop.values.update(parts)
    # No shape is taken over from the first value, because there are more rows after each iteration.
    starts = [enter(part, loop.name, False, loop.parallel_iterations, False, name="b_acc") for part in parts]
    starts[0].set_shape([None])
    if parts[1].dims is not None:
        starts[1].set_shape([None, *parts[1].dims[1:]])
    loop.loop_enters.extend(starts)
    merges = [merge([part, part], name="b_acc")[0] for part in starts]
    switches = [switch(part, loop.pivot) for part in merges]
    rows = zip(switches[:2], [grad.indices, grad.values], strict=True)
    sums = [concat([switched[1], more], 0) for switched, more in rows]
    if len(parts) == 3:
        sums.append(maximum(grad.dense_shape, switches[2][1]))
    following = [next_iteration(part) for part in sums]
    for start, part in zip(merges, following, strict=True):
        start.op.update_input(1, part)
    exits = [exit_(switched[0], name="b_acc") for switched in switches]
    loop.loop_exits.extend(exits)
    loop.exit_result(exits)
    return IndexedSlices(exits[1], exits[0], exits[2] if len(parts) == 3 else None)


def _first_slices(outer: ControlFlowContext | None, op: Operation, grad: IndexedSlices) -> list[Tensor]:
    """[indices, values] and the dense shape if there is one, of a single row of zeros."""
    row = grad.values.dims
    if shapes.fully_defined(row):
        with entered(outer):
            values = constant(0, grad.values.dtype, [1, *row[1:]], name="b_acc")
    else:
        dims = concat([[1], shape_of_value(op.inputs[0])[1:]], 0)
        values = zeros(dims, grad.values.dtype)
    indices = constant([0], grad.indices.dtype)
    dense = grad.dense_shape
    if dense is None:
        return [indices, values]
    if dense.shape.is_fully_defined():
        with entered(outer):
            return [indices, values, constant(0, dense.dtype, dense.shape)]
    whole = shape(op.inputs[0], out_type=dense.dtype, optimize=False)
    return [indices, values, zeros_like(whole, optimize=False)]


def shape_of_value(tensor: Tensor) -> Any:
    """The shape of a tensor, or of the variable that a handle refers to."""
    if tensor.dtype is dtypes.resource:
        return shapes.TensorShape.from_dims(state_dims(declared_owner(tensor)))
    return shape(tensor, optimize=False)
