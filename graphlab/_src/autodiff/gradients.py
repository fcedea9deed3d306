"""gradients: the derivatives of ys by xs, as operations in the same graph, named and built as TensorFlow 1.15 does.

The operations between xs and ys are visited from ys backward, each when the gradients of all its outputs are there;
its rule makes the gradients of its inputs under the scope `gradients/<name>_grad`.
"""

# The operation library, the contexts of control flow and JAX state few types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import collections
import contextlib
import enum
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from graphlab._src.autodiff import (  # they register gradients
    control_flow,  # noqa: F401  # pyright: ignore[reportUnusedImport]
    functional_branches,  # noqa: F401  # pyright: ignore[reportUnusedImport]
    functional_control_flow,  # noqa: F401  # pyright: ignore[reportUnusedImport]
    functional_loops,  # noqa: F401  # pyright: ignore[reportUnusedImport]
    tensor_array,  # noqa: F401  # pyright: ignore[reportUnusedImport]
)
from graphlab._src.autodiff.aggregation import METHODS, AggregationMethod, aggregate
from graphlab._src.autodiff.differentiated import Differentiated
from graphlab._src.autodiff.functional_bodies import differentiates_bodies
from graphlab._src.autodiff.loop_gradients import LoopGradients, in_current_loop, raise_no_gradient_through_start
from graphlab._src.autodiff.registry import gradient_function, prepare_for_gradients
from graphlab._src.autodiff.trainable import is_trainable
from graphlab._src.base import dtypes, shapes
from graphlab._src.base.errors import explain
from graphlab._src.graph import (
    IndexedSlices,
    Operation,
    Tensor,
    control_flow_context,
    convert_to_tensor,
    get_default_graph,
    name_scope,
)
from graphlab._src.graph.func_graph import FuncGraph
from graphlab._src.graph.opdef import GradientRule
from graphlab._src.graph.references import declared_owner, state_dtype
from graphlab._src.ops.constants import fill, zeros, zeros_like
from graphlab._src.ops.control_flow import tuple_
from graphlab._src.ops.identity import identity
from graphlab._src.ops.shape import shape
from graphlab._src.state.resource_ops import variable_shape


class UnconnectedGradients(enum.Enum):
    """What `gradients` returns for an x that no y depends on: None, or zeros."""

    NONE = "none"
    ZERO = "zero"

    @classmethod
    def _missing_(cls, value: object) -> "UnconnectedGradients":
        raise ValueError(f"Unknown value for unconnected_gradients: {value!r}")


@differentiates_bodies
def gradients(
    ys: Any,
    xs: Any,
    grad_ys: Any = None,
    name: str | None = "gradients",
    colocate_gradients_with_ops: bool = False,
    gate_gradients: bool = False,
    aggregation_method: int | None = None,
    stop_gradients: Any = None,
    unconnected_gradients: UnconnectedGradients | str = UnconnectedGradients.NONE,
) -> list[Any]:
    """A list with, for each x of xs, the sum over ys of dy/dx; None for an x that no y depends on.

    ys, xs: a tensor or a list; xs may be variables.  grad_ys: what flows into each y, ones when left out.
    colocate_gradients_with_ops: gradients run on the device of the operation that they are the gradients of.
    gate_gradients: no gradient of an operation is to be had before all of them are.
    stop_gradients: tensors that count as constants.
    unconnected_gradients: UnconnectedGradients.ZERO returns zeros in place of None.
    Raises LookupError for an operation without a gradient, TypeError for gradients of the wrong type.
    """
    how = colocate_gradients_with_ops, gate_gradients, aggregation_method, stop_gradients, unconnected_gradients
    return gradients_within(None, ys, xs, grad_ys, name, *how)


def gradients_within(
    recorded: Callable[[Operation], bool] | None,
    ys: Any,
    xs: Any,
    grad_ys: Any = None,
    name: str | None = "gradients",
    colocate_gradients_with_ops: bool = False,
    gate_gradients: bool = False,
    aggregation_method: int | None = None,
    stop_gradients: Any = None,
    unconnected_gradients: UnconnectedGradients | str = UnconnectedGradients.NONE,
) -> list[Any]:
    """gradients, which flow through some operations only. recorded(op): whether they do; None: through all."""
    ys, xs = _as_list(ys), _as_list(xs)
    stops = [] if stop_gradients is None else _as_list(stop_gradients)
    grad_ys = [None] * len(ys) if grad_ys is None else _as_list(grad_ys)
    unconnected = UnconnectedGradients(unconnected_gradients)
    method = AggregationMethod.DEFAULT if aggregation_method is None else aggregation_method
    if method not in METHODS:
        raise ValueError(f"Invalid aggregation_method specified {method}.")
    given = [item for item in (*ys, *xs, *stops, *grad_ys) if item is not None]
    graph = get_default_graph()
    if graph.functions:
        places = [_here(x) for x in (getattr(x, "handle", x) for x in xs) if hasattr(x, "op")]
        prepare_for_gradients([y for y in ys if hasattr(y, "op")], places, recorded)
    if recorded is not None and graph.inlined_from:
        directly = recorded
        recorded = lambda op: directly(graph.inlined_from.get(op, op))  # noqa: E731
    with graph.differentiating(), name_scope(name, "gradients", given):
        if len(grad_ys) != len(ys):
            raise ValueError(f"Passed {len(grad_ys)} grad_ys for {len(ys)} ys")
        backward = _Backward(
            [_to_tensor(y, f"y_{i}") for i, y in enumerate(ys)],
            [_to_tensor(x, f"x_{i}", as_ref=True) for i, x in enumerate(xs)],
            [_to_tensor(s, f"stop_{i}", as_ref=True) for i, s in enumerate(stops)],
            colocate_gradients_with_ops,
            gate_gradients,
            method,
            recorded,
        )
        found = backward.run(grad_ys)
    with graph.differentiating():
        backward.close_loops()  # outside the name scope, as TensorFlow does
    if unconnected is UnconnectedGradients.ZERO:
        return [_zeros_for(x) if grad is None else grad for x, grad in zip(backward.xs, found, strict=True)]
    return found


def _zeros_for(x: Any) -> Any:
    """Zeros in the shape of x, or of the variable that it is the handle of."""
    owner = declared_owner(x) if x.dtype is dtypes.resource else None
    return zeros_like(x) if owner is None else zeros(variable_shape(x), state_dtype(owner))


def _as_list(items: Any) -> list[Any]:
    return list(items) if isinstance(items, (list, tuple)) else [items]


def _to_tensor(value: Any, name: str | None, as_ref: bool = False) -> Any:
    return value if isinstance(value, IndexedSlices) else convert_to_tensor(value, name=name, as_ref=as_ref)


def _here(item: Any) -> Any:
    """In a function's body: the argument that represents a tensor of the graph around it."""
    return get_default_graph().captured(item) if isinstance(item, Tensor) else item


def _is_entered(op: Operation) -> bool:
    """True where what runs now has taken the operation's branch, and has not gone into a loop since."""
    within = control_flow_context.is_containing(op.graph.control_flow_context, op.control_flow_context)
    return within and not control_flow_context.is_of_loop(op)


class _Backward:
    """One traversal from ys back to xs, which builds the gradients."""

    def __init__(
        self,
        ys: list[Any],
        xs: list[Any],
        stops: list[Any],
        colocate: bool,
        gate: bool,
        method: int,
        recorded: Callable[[Operation], bool] | None,
    ) -> None:
        self._graph = graph = get_default_graph()
        # Of the functions that are being built: gradients flow through all of them, but a tape records the innermost alone.
        self._bodies: list[FuncGraph] = []
        while recorded is None and isinstance(graph, FuncGraph):
            self._bodies.append(graph)
            graph = graph.outer
        if self._bodies:
            self._ends = {item for item in xs if isinstance(item, Tensor)}
            self.ys, self.xs, self.stops = list(map(self._source, ys)), xs, list(map(self._source, stops))
        else:
            self.ys, self.xs, self.stops = ys, list(map(_here, xs)), list(map(_here, stops))
        self._colocate = colocate
        self._gate = gate
        self._method = method
        self._recorded = recorded
        self._received: dict[Operation, list[Any]] = {}  # op -> for each output, the gradients that came to it
        self._pending = collections.defaultdict[Operation, int](int)  # op -> how many consumers have not been visited
        self._loops = LoopGradients()
        self._made = Differentiated(self.ys, self.xs, self.stops)

    def _source(self, item: Any) -> Any:
        """What a captured tensor is in the graphs around a function's body, whose operations gradients flow through, too."""
        return item if not isinstance(item, Tensor) or item in self._ends else item.graph.outside(item)

    def _inputs(self, op: Operation) -> list[Any]:
        """The tensors that the gradients of an operation's inputs are the gradients of."""
        return list(map(self._source, op.inputs)) if self._bodies else list(op.inputs)

    def _consumers(self, tensor: Tensor) -> list[Operation]:
        """The operations that use a tensor, also those in the bodies of functions that are being built."""
        found = list(tensor.consumers())
        for graph in self._bodies:
            argument = graph.captured(tensor)
            if argument is not tensor:
                found += argument.consumers()
        return found

    def run(self, grad_ys: list[Any]) -> list[Any]:
        """The gradient of each x, or None."""
        starts = self._starting_gradients(grad_ys)
        to_ops = [y.op for y in self.ys]
        reachable = self._count_pending(to_ops)
        for y, grad in zip(self.ys, starts, strict=True):
            self._receive(y, grad)
        queue = collections.deque(dict.fromkeys(op for op in to_ops if op in reachable and not self._pending[op]))
        for tensor in self._loops.unused_exits(self._pending, set(queue)):
            if is_trainable(tensor):
                self._receive(tensor, self._loops.zeros_for_exit(tensor))
                queue.append(tensor.op)
        stop_ops = self._stop_ops()
        while queue:
            op = queue.popleft()
            with self._beside(op):
                self._visit(op, op in stop_ops)
            for tensor in self._inputs(op):
                self._pending[tensor.op] -= 1
                if self._is_ready(tensor.op):
                    queue.extend(self._next_of(tensor))
        self._made.gradients = [self._result(x) for x in self.xs]
        self._graph.differentiated.append(self._made)
        return list(self._made.gradients)

    def close_loops(self) -> None:
        """Completes the gradients of loops, once the traversal is over."""
        self._loops.close_loops()

    def _is_ready(self, op: Operation) -> bool:
        """True when all that it waits for was visited; a loop's Switch is visited twice, once for each output."""
        pending = self._pending[op]
        return pending == 0 or pending > 0 and control_flow_context.is_loop_switch(op)

    def _next_of(self, tensor: Tensor) -> list[Operation]:
        """The operations to visit next when the producer of `tensor` is ready: all exits of a loop at once."""
        if not control_flow_context.is_exit(tensor.op):
            return [tensor.op]
        exits, unused = self._loops.defer_exit(tensor, self._has_gradient)
        for item in unused:
            if is_trainable(item):
                self._receive(item, self._loops.zeros_for_exit(item))
        return [item.op for item in exits]

    def _has_gradient(self, op: Operation) -> bool:
        return any(
            bool(grads) if isinstance(grads, list) else grads is not None for grads in self._received.get(op, ())
        )

    def _starting_gradients(self, grad_ys: list[Any]) -> list[Any]:
        result: list[Any] = []
        for i, (y, grad) in enumerate(zip(self.ys, grad_ys, strict=True)):
            with self._beside(y.op):
                if grad is None:
                    if y.dtype.is_complex:
                        raise TypeError(
                            f"Gradients of complex tensors must set grad_ys (y.dtype = {y.dtype.base_dtype!r})"
                        )
                    dims = shape(y if isinstance(y, Tensor) else y.values)
                    one = convert_to_tensor(1, y.dtype.base_dtype, name=f"grad_ys_{i}")
                    result.append(fill(dims, one))
                    continue
                result.append(self._checked(i, y, grad))
        return result

    def _checked(self, i: int, y: Any, grad: Any) -> Any:
        if isinstance(grad, IndexedSlices):
            values = identity(grad.values, name=f"grad_ys_{i}_values")
            return IndexedSlices(values, identity(grad.indices, name=f"grad_ys_{i}_indices"), grad.dense_shape)
        grad = convert_to_tensor(grad, None if isinstance(grad, Tensor) else y.dtype.base_dtype, name=f"grad_y_{i}")
        real = y.dtype.is_floating or y.dtype.is_integer
        if real and not (grad.dtype.is_floating or grad.dtype.is_integer):
            raise TypeError(
                f"Gradient type {grad.dtype.name} generated for real or integer-valued tensor {y} with type "
                f"{y.dtype.name} must be real or integer"
            )
        if y.dtype.is_complex and not grad.dtype.is_complex:
            raise TypeError(
                f"Gradient type {grad.dtype.name} generated for complex-valued tensor {y} with type {y.dtype.name} "
                "must be complex"
            )
        return identity(grad, name=f"grad_ys_{i}")

    def _count_pending(self, to_ops: list[Operation]) -> set[Operation]:
        """Counts for each operation on a path from xs to ys its consumers there; returns all operations that xs reach."""
        reached = self._reached()
        between: set[Operation] = set()
        ordered: list[Operation] = []
        queue = collections.deque(to_ops)
        while queue:
            op = queue.popleft()
            if op in reached and op not in between:
                if op.graph is not self._graph and not _is_entered(op):
                    message = f"The gradient of the branch or loop that '{op.name}' is in cannot be taken in a function's body"
                    raise NotImplementedError(explain(message, at=op, fix="call tf.gradients outside of the function"))
                between.add(op)
                ordered.append(op)
                queue.extend(tensor.op for tensor in self._inputs(op))
        self._loops.add_loops(ordered, between, self._colocate)
        for op in ordered:
            for tensor in self._inputs(op):
                if tensor.op in between:
                    self._pending[tensor.op] += 1
        return reached

    def _reached(self) -> set[Operation]:
        reached: set[Operation] = set()
        queue = collections.deque(x.op for x in self.xs)
        while queue:
            op = queue.popleft()
            if op not in reached:
                reached.add(op)
                for output in op.outputs:
                    if is_trainable(output):
                        consumers = self._consumers(output)
                        queue.extend(consumers if self._recorded is None else filter(self._recorded, consumers))
        return reached

    def _stop_ops(self) -> set[Operation]:
        """Where the traversal ends: the xs that no other x lies above, and the stop_gradients."""
        ends = {x.op for x in self.xs if all(self._pending[tensor.op] <= 0 for tensor in self._inputs(x.op))}
        return ends | {stop.op for stop in self.stops}

    def _visit(self, op: Operation, stopped: bool) -> None:
        """Builds the gradients of an operation's inputs from those of its outputs."""
        # The gradient of what calls functions adds inputs and outputs to it: one thread at a time.
        adds = op.definition is None or op.definition.calls is not None
        with op.graph.lock if adds else contextlib.nullcontext():
            self._visit_alone(op, stopped)

    def _visit_alone(self, op: Operation, stopped: bool) -> None:
        with self._loops.entered(op, before=True):
            grads = self._collect(op)
        rule = None
        if not stopped and any(grad is not None for grad in grads):
            rule = self._rule(op)
        with self._loops.entered(op, before=False):
            if in_current_loop(op):
                raise_no_gradient_through_start(op, self.xs)
            if rule is None:
                return
            input_gradients = self._input_gradients(op, rule, grads)
            for i, (tensor, grad) in enumerate(zip(self._inputs(op), input_gradients, strict=True)):
                if grad is not None:
                    self._made.edges.add((op, i))
                    self._set_shape(op, tensor, grad)
                    self._receive(tensor, grad)

    def _rule(self, op: Operation) -> GradientRule | None:
        try:
            return gradient_function(op)
        except LookupError:
            raise LookupError(
                explain(
                    f"No gradient defined for operation '{op.name}' (op type: {op.type})",
                    at=op,
                    fix=f'register one with @tf.RegisterGradient("{op.type}"), or put tf.stop_gradient before it',
                )
            ) from None

    def _input_gradients(self, op: Operation, rule: GradientRule, grads: list[Any]) -> list[Any]:
        """The gradient of each input of `op`, or None."""
        for i, grad in enumerate(grads):
            if grad is None and is_trainable(op.outputs[i]):
                grads[i] = self._received[op][i] = self._loops.zeros_like(op, i)  # also for an x that is this output
        with self._graph.name_scope(op.name + "_grad"):
            with self._graph.made_for(op):
                returned = rule(op, *grads)
            results: list[Any] = list(returned) if isinstance(returned, (list, tuple)) else [returned]
            if len(results) != len(op.inputs):
                raise ValueError(
                    explain(
                        f"Num gradients {len(results)} generated for op {op.name} do not match num inputs {len(op.inputs)}",
                        at=op,
                    )
                )
            if self._gate and sum(result is not None for result in results) > 1:
                with self._graph.device(None), self._graph.colocate_with(None, ignore_existing=True):
                    results = tuple_(results)
        return results

    def _collect(self, op: Operation) -> list[Any]:
        """The summed gradient of each output of `op`; None where there is none."""
        received = self._slots(op)
        for i, grads in enumerate(received):
            if isinstance(grads, list):
                received[i] = self._sum(op, i, grads)
        return list(received)

    def _slots(self, op: Operation) -> list[Any]:
        """What came to each output; a gradient may have added outputs to a call of a function."""
        slots = self._received.setdefault(op, [])
        slots.extend([] for _ in range(len(op.outputs) - len(slots)))
        return slots

    def _sum(self, op: Operation, i: int, grads: list[Any]) -> Any:
        if not grads:
            return None
        total = self._graph.built_gradients[op.outputs[i]] = aggregate(grads, self._method, op)
        return total

    def _receive(self, tensor: Any, grad: Any) -> None:
        op = tensor.op
        slots = self._slots(op)
        index = tensor.value_index if isinstance(tensor, Tensor) else tensor.values.value_index
        if isinstance(slots[index], list):
            slots[index].append(grad)
        else:
            slots[index] = grad  # a loop's Switch on its second visit

    def _result(self, x: Any) -> Any:
        received = self._received.get(x.op)
        if received is None:
            return None
        index = x.value_index if isinstance(x, Tensor) else x.values.value_index
        grad = received[index]
        if isinstance(grad, list):
            grad = received[index] = self._sum(x.op, index, grad)
        return grad

    def _set_shape(self, op: Operation, tensor: Tensor, grad: Any) -> None:
        if not isinstance(grad, Tensor) or tensor.dtype is dtypes.resource:
            return
        try:
            grad.set_shape(tensor.shape)
        except ValueError:
            raise ValueError(
                explain(
                    "Incompatible shapes between op input and calculated input gradient.  Forward operation: "
                    f"{op.name}.  Input index: {self._inputs(op).index(tensor)}. Original input shape: "
                    f"{shapes.text(tensor.dims)}.  Calculated input gradient shape: {shapes.text(grad.dims)}",
                    at=op,
                )
            ) from None

    def _beside(self, op: Operation) -> AbstractContextManager[None]:
        if self._colocate and op.graph is self._graph:
            return self._graph.colocate_with(op)
        return contextlib.nullcontext()
