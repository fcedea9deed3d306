"""Automatic control dependencies: what has an effect in a function's body happens, in the order of the program.

Operations that use one resource wait for one another, and what a function returns waits for all that has an effect.
What is in a branch or loop counts, for what comes after, as the Merge or Exit that closes it.
"""

import functools
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import IndexedSlices, Operation, Tensor, control_flow_context, get_default_graph, nest
from graphlab._src.graph.references import is_identity
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.identity import identity

# Types of operations with effects that no others wait for: they would wait for what other tasks do, or draw random numbers.
ASYNC_STATEFUL_OPS = [
    "CollectiveGather",
    "CollectiveReduce",
    "CollectiveBcastSend",
    "CollectiveBcastRecv",
    "NcclAllReduce",
]
LEGACY_RANDOM_OPS = [
    *("RandomUniform", "RandomUniformInt", "RandomStandardNormal", "ParameterizedTruncatedNormal", "TruncatedNormal"),
    *("RandomShuffle", "Multinomial", "RandomGamma", "RandomGammaGrad", "RandomPoisson", "RandomPoissonV2"),
]
_UNORDERED = frozenset([*ASYNC_STATEFUL_OPS, *LEGACY_RANDOM_OPS])


def op_is_stateful(op: Operation) -> bool:
    """True for an operation whose effects happen in the order of the program."""
    return op.type not in _UNORDERED and (op.definition is None or op.definition.stateful)


class AutomaticControlDependencies:
    """Inside, operations with effects are noted; at the end those of one resource are put in order.

    with AutomaticControlDependencies() as control:
        ...
        result = control.mark_as_return(result)

    ordered: False leaves their order open; what is returned waits for them all the same.
    """

    def __init__(self, ordered: bool = True) -> None:
        self._ordered = ordered
        self.ops_which_must_run: set[Operation] = set()
        self._returned: list[Operation] = []
        self._graph: Any = None
        self._start = 0

    def __enter__(self) -> "AutomaticControlDependencies":
        self._graph = get_default_graph()
        self._start = len(self._graph.operations)
        return self

    def mark_as_return(self, value: Any) -> Any:
        """A copy of a value, which waits for the effects; it is what the function returns."""
        if isinstance(value, IndexedSlices):
            return IndexedSlices(self._copy(value.values), self._copy(value.indices), value.dense_shape)
        if isinstance(value, SparseTensor):
            return SparseTensor(self._copy(value.indices), self._copy(value.values), value.dense_shape)
        return nest.map_structure(self._copy, value, expand_composites=True)

    def _copy(self, tensor: Tensor) -> Tensor:
        copy = identity(tensor)
        self._returned.append(copy.op)
        return copy

    def __exit__(self, kind: Any, value: Any, traceback: Any) -> None:
        if kind is not None:
            return
        if get_default_graph() is not self._graph:
            raise RuntimeError("Graph changed while trying to add control dependencies.")
        order = _Order(self._ordered)
        for op in self._graph.operations[self._start :]:
            order.visit(op)
        must_run = [op for op in order.must_run if op not in self._returned]
        self.ops_which_must_run.update(must_run)
        for op in self._returned:
            op.add_control_inputs(
                one for one in must_run if control_flow_context.output_context(one) is op.control_flow_context
            )


class _Order:
    """One traversal of the new operations, in the order in which they were made."""

    def __init__(self, ordered: bool) -> None:
        self._ordered = ordered
        self.must_run: dict[Operation, None] = {}
        self._last: dict[Any, dict[Any, Operation]] = {}  # context -> what is used in it -> the last operation there
        self._entered: set[Operation] = set()

    def visit(self, op: Operation) -> None:
        context = op.control_flow_context
        if control_flow_context.is_merge(op) or control_flow_context.is_exit(op):
            self._close(op)
        if control_flow_context.flow(op) is not None or op.definition is not None and op.definition.access == "shape":
            return
        resources = [tensor for tensor in op.inputs if tensor.dtype is dtypes.resource]
        for tensor in resources:
            self._enter(tensor.op)
        uses = dict.fromkeys(map(_handle, resources))
        # A stack or TensorArray is new in each run: only what uses it is ordered.
        if op_is_stateful(op) and not (op.definition is not None and op.definition.makes_state):
            if op.definition is None or op.definition.access not in ("read", "gather"):
                self.must_run[op] = None
            uses = uses or {None: None}
        here = self._last.setdefault(context, {})
        for used in uses:
            if used in here and self._ordered:
                op.add_control_input(here[used])
            if not _hands_on(op):  # nothing waits for one: it may be in a branch that is not taken
                here[used] = op

    def _enter(self, op: Operation) -> None:
        """Branches and loops begin after what came before them; what enters one is made after its first use there."""
        if _hands_on(op):
            self._enter(op.inputs[0].op)
        if not (control_flow_context.is_switch(op) or control_flow_context.is_enter(op)) or op in self._entered:
            return
        self._entered.add(op)
        self._enter(op.inputs[0].op)
        around = self._last.get(control_flow_context.output_context(op.inputs[0].op), {})
        used = _handle(op.inputs[0])
        if used in around and self._ordered:
            op.add_control_input(around[used])

    def _close(self, op: Operation) -> None:
        """What was used in the branches or the loop that `op` closes was used by `op`, for what comes after."""
        context = control_flow_context.output_context(op)
        inside = [control_flow_context.output_context(tensor.op) for tensor in op.inputs]
        following = None
        if control_flow_context.is_exit(op):
            inside = [op.control_flow_context]
            following = _next_iteration(op)
        for inner in dict.fromkeys(inside):
            if inner is context:
                continue
            ended = self._last.pop(inner, {})
            has_effects = (
                bool(ended)
                and following is not None
                and any(control_flow_context.output_context(one) is inner for one in self.must_run)
            )
            for used, last in ended.items():
                if control_flow_context.is_merge(op):
                    op.add_control_input(last)
                elif has_effects and following is not None:
                    following.add_control_input(last)  # else a run leaves out effects that no value waits for
                self._last.setdefault(context, {})[used] = op
                self.must_run[op] = None


def _next_iteration(ended: Operation) -> Operation | None:
    """The operation that hands on to the next iteration what an Exit returns at the end."""
    merged = ended.inputs[0].op.inputs[0].op
    following = merged.inputs[1].op if control_flow_context.is_merge(merged) else None
    return following if control_flow_context.is_next_iteration(following) else None


def _hands_on(op: Operation) -> bool:
    """True for an Identity of a handle."""
    return is_identity(op) and op.inputs[0].dtype is dtypes.resource


def _handle(tensor: Tensor) -> Tensor:
    """The handle from outside that `tensor` is in a branch or loop, or a copy of."""
    tensor = control_flow_context.entered_tensor(tensor)
    while _hands_on(tensor.op):
        tensor = control_flow_context.entered_tensor(tensor.op.inputs[0])
    return tensor


def automatic_control_dependencies(f: Any) -> Any:
    """A function like f, whose effects happen in order, and before what it returns is there."""

    @functools.wraps(f)
    def call(*args: Any, **kwargs: Any) -> Any:
        with AutomaticControlDependencies() as control:
            return nest.map_structure(control.mark_as_return, f(*args, **kwargs))

    return call
