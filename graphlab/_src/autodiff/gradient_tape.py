"""GradientTape: the gradients of what is computed inside of a block, by the tensors and variables that it watches."""

# The operation library, the contexts of control flow and JAX state few types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import contextlib
import logging
from collections.abc import Callable, Generator
from typing import Any, Self

from graphlab._src.autodiff.gradients import UnconnectedGradients, gradients_within
from graphlab._src.autodiff.jacobians import Gradients, columns_by_element, rows_by_element
from graphlab._src.autodiff.trainable import is_trainable
from graphlab._src.base.errors import explain
from graphlab._src.graph import Graph, Operation, Tensor, convert_to_tensor, get_default_graph, nest
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.joining import concat
from graphlab._src.ops.shape import reshape, shape
from graphlab._src.state import variable_watch
from graphlab._src.state.variable import Variable

_log = logging.getLogger("graphlab")


class GradientTape:
    """Records the operations made in a block, through which gradients flow.

    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    dy_dx = tape.gradient(y, x)

    What is computed from watched tensors in the block is recorded. Trainable resource variables that are read in the block
    are watched; watch_accessed_variables=False leaves that out.
    persistent: gradient() and jacobian() may be called more than once.
    """

    def __init__(self, persistent: bool = False, watch_accessed_variables: bool = True) -> None:
        self._persistent = persistent
        self._watch_accessed_variables = watch_accessed_variables
        self._record: _Record | None = None
        self._recording = False

    def __enter__(self) -> Self:
        self._start()
        return self

    def __exit__(self, kind: Any, value: Any, traceback: Any) -> None:
        if self._recording:
            self._stop()

    def _start(self) -> None:
        if self._recording:
            raise ValueError("Tape is already recording.")
        if self._record is None:
            self._record = _Record(self._watch_accessed_variables)
        self._record.start()
        self._recording = True

    def _stop(self) -> None:
        if not self._recording or self._record is None:
            raise ValueError("Tape is not recording.")
        self._record.stop()
        self._recording = False

    def watch(self, tensor: Any) -> None:
        """Watches a tensor or variable, or each of a structure of these, from now on."""
        if self._record is None:
            raise RuntimeError("The tape is not recording: watch tensors inside of the tape's block")
        for one in nest.flatten(tensor):
            if not isinstance(one, (Tensor, Variable)):
                raise ValueError(f"Passed in object of type {type(one)}, not tf.Tensor")
            if not one.dtype.is_floating:
                _log.warning("The dtype of the watched tensor must be floating (e.g. tf.float32), got %r", one.dtype)
            if hasattr(one, "handle"):
                self._record.append(one, said=True)
            else:
                self._record.watch(_tensor_of(one))

    def watched_variables(self) -> tuple[Any, ...]:
        """The variables that it watches, in the order in which they were used first."""
        if self._record is None:
            raise RuntimeError("The tape has not recorded anything: use it as a context manager first")
        return tuple(self._record.variables)

    @contextlib.contextmanager
    def stop_recording(self) -> Generator[None]:
        """A block whose operations are not recorded."""
        if self._record is None:
            raise RuntimeError("Trying to stop recording a tape which is not recording.")
        self._stop()
        try:
            yield
        finally:
            self._start()

    def reset(self) -> None:
        """Forgets all that it has recorded and watched."""
        self._stop()
        self._record = None
        self._start()

    def gradient(
        self,
        target: Any,
        sources: Any,
        output_gradients: Any = None,
        unconnected_gradients: UnconnectedGradients | str = UnconnectedGradients.NONE,
    ) -> Any:
        """The gradient of target by each of sources, in the structure of sources; None for what target does not depend on.

        target: a tensor or a structure of them, of which the gradients are summed.  sources: watched tensors and variables.
        output_gradients: for each target, what flows into it; ones when left out.
        unconnected_gradients: UnconnectedGradients.ZERO returns zeros in place of None.
        Raises RuntimeError for the second call, unless the tape is persistent.
        """
        record = self._used("gradient")
        targets: list[Any] = []
        for one in nest.flatten(target):
            if hasattr(one, "handle"):
                record.start()
                one = convert_to_tensor(one)
                record.stop()
            targets.append(one)
        given = None
        if output_gradients is not None:
            given = [None if one is None else convert_to_tensor(one) for one in nest.flatten(output_gradients)]
        found = _gradients(record, targets, nest.flatten(sources), given, unconnected_gradients)
        self._release()
        return nest.pack_sequence_as(sources, found)

    def jacobian(
        self,
        target: Tensor,
        sources: Any,
        unconnected_gradients: UnconnectedGradients | str = UnconnectedGradients.NONE,
        parallel_iterations: int | None = None,
        experimental_use_pfor: bool = True,
    ) -> Any:
        """The derivatives of each element of target by each of each source: [*target.shape, *source.shape], in a loop."""
        record = self._used("jacobian")
        flat = nest.flatten(sources)
        with self._recorded_here(record):
            elements = reshape(target, [-1])
        connected = _gradients(record, [elements], flat, None, UnconnectedGradients.NONE)
        used = [source for source, one in zip(flat, connected, strict=True) if one is not None]
        gradients_of = self._in_loop(record)
        found = iter(
            rows_by_element(target, elements, used, list(map(_tensor_of, used)), gradients_of, parallel_iterations)
        )
        results: list[Any] = []
        for source, one in zip(flat, connected, strict=True):
            if one is not None:
                results.append(next(found))
            elif UnconnectedGradients(unconnected_gradients) is UnconnectedGradients.ZERO:
                sizes = concat([shape(target), shape(_tensor_of(source))], 0)
                results.append(zeros(sizes, source.dtype.base_dtype))
            else:
                results.append(None)
        self._release()
        return nest.pack_sequence_as(sources, results)

    def batch_jacobian(
        self,
        target: Tensor,
        source: Tensor,
        unconnected_gradients: UnconnectedGradients | str = UnconnectedGradients.NONE,
        parallel_iterations: int | None = None,
        experimental_use_pfor: bool = True,
    ) -> Any:
        """The Jacobian of each row of target by the same row of source: [batch, *target.shape[1:], *source.shape[1:]].

        A row of target must depend on that row of source alone. Raises ValueError where the sizes of the batch differ.
        """
        record = self._used("batch_jacobian")
        if (
            target.shape.ndims is None
            or source.shape.ndims is None
            or not target.shape[:1].is_compatible_with(source.shape[:1])
        ):
            raise ValueError(
                explain(
                    f"Need first dimension of target shape ({target.shape}) and source shape ({source.shape}) to match."
                )
            )
        with self._recorded_here(record):
            rows = reshape(target, concat([shape(target)[:1], [-1]], 0))
        if _gradients(record, [rows], [source], None, UnconnectedGradients.NONE)[0] is None:
            self._release()
            if UnconnectedGradients(unconnected_gradients) is UnconnectedGradients.NONE:
                return None
            return zeros(concat([shape(target), shape(source)[1:]], 0), source.dtype.base_dtype)

        result = columns_by_element(target, rows, source, self._in_loop(record), parallel_iterations)
        self._release()
        return result

    def _in_loop(self, record: "_Record") -> Gradients:
        """What computes the gradients of one element of a target in a loop."""

        def gradients_of(element: Tensor, sources: list[Any]) -> list[Any]:
            return _gradients(record, [element], sources, None, UnconnectedGradients.ZERO, record.everything)

        return gradients_of

    @contextlib.contextmanager
    def _recorded_here(self, record: "_Record") -> Generator[None]:
        record.start()
        try:
            yield
        finally:
            record.stop()

    def _used(self, method: str) -> "_Record":
        if self._record is None:
            raise RuntimeError(
                "GradientTape.gradient can only be called once on non-persistent tapes."
                if method == "gradient"
                else f"GradientTape.{method} needs a tape that has recorded, and a persistent one for several calls."
            )
        if self._recording and not self._persistent:
            self._stop()
        elif self._recording:
            _log.warning(
                "Calling GradientTape.%s on a persistent tape inside its context records the operations of the gradient too.",
                method,
            )
        return self._record

    def _release(self) -> None:
        if not self._persistent:
            self._record = None


@contextlib.contextmanager
def recording_stopped() -> Generator[None]:
    """A block whose operations no tape of this thread records."""
    records = [one for one in variable_watch.listening() if isinstance(one, _Record)]
    try:
        for one in records:
            one.stop()
        yield
    finally:
        for one in records:
            one.start()


def _tensor_of(item: Any) -> Any:
    """A tensor, the handle of a resource variable, or the value that another variable is read by."""
    if hasattr(item, "handle"):
        return item.handle
    return item.value() if isinstance(item, Variable) else item


def _gradients(
    record: "_Record",
    targets: list[Any],
    sources: list[Any],
    given: list[Any] | None,
    unconnected: Any,
    within: Callable[[Operation], bool] | None = None,
) -> list[Any]:
    graph = get_default_graph()
    for one in sources:
        if isinstance(one, Variable) and not hasattr(one, "handle") and record.watches_variables:
            record.watch(_tensor_of(one), from_start=True)
    wanted = [_tensor_of(one) for one in sources]
    recorded, tracked = record.operations(graph)
    used = [one for one in wanted if graph.captured(one) in tracked]
    zero = UnconnectedGradients(unconnected) is UnconnectedGradients.ZERO

    def is_recorded(op: Operation) -> bool:
        return op in recorded or within is not None and within(op)

    found = dict(zip(used, gradients_within(is_recorded, targets, used, given), strict=True)) if used else {}
    results = [found.get(one) for one in wanted]
    if not zero:
        return results
    return [
        zeros(shape(convert_to_tensor(source)), source.dtype.base_dtype) if one is None else one
        for one, source in zip(results, sources, strict=True)
    ]


class _Record:
    """What a tape has watched, and when it has recorded: for each graph the numbers of its operations.

    As a list of variables that were used, it has the method append.
    """

    def __init__(self, watches_variables: bool) -> None:
        self.watches_variables = watches_variables
        self.variables: dict[Any, None] = {}
        # tensor -> the graph in which it was watched, and the number of the first operation of it that may be recorded
        self._watched: dict[Tensor, tuple[Graph, int]] = {}
        self._spans: list[tuple[Graph, int, int]] = []  # graph, first operation, end
        self._begun: tuple[Graph, int] | None = None

    def start(self) -> None:
        """Recording begins here."""
        graph = get_default_graph()
        if self._begun is None:
            self._begun = graph, len(graph.operations)
            variable_watch.start(self)

    def stop(self) -> None:
        """Recording ends here."""
        if self._begun is not None:
            graph, first = self._begun
            self._spans.append((graph, first, len(graph.operations)))
            self._begun = None
            variable_watch.stop(self)

    def append(self, variable: Any, said: bool = False) -> None:
        """Watches a resource variable that is used. said: by the program, so that it need not be trainable."""
        if said or self.watches_variables and variable.trainable:
            if type(variable).__name__ != "UnreadVariable":
                self.variables[variable] = None
            self.watch(variable.handle)

    def watch(self, tensor: Tensor, from_start: bool = False) -> None:
        """Watches a tensor; from_start: since the beginning, not only from now on."""
        graph = get_default_graph()
        if from_start:
            self._watched[tensor] = graph, 0
        else:
            self._watched.setdefault(tensor, (graph, len(graph.operations)))

    def everything(self, op: Operation) -> bool:
        """True for operations that are made after the recording, which a Jacobian makes."""
        spans = self._spans if self._begun is None else [*self._spans, (*self._begun, 0)]
        return all(op.graph is not graph or op.id >= max(first, end) for graph, first, end in spans)

    def operations(self, graph: Graph) -> tuple[set[Operation], set[Tensor]]:
        """The operations of a graph that were recorded, and the tensors that gradients flow to."""
        spans = [(first, end) for known, first, end in self._spans if known is graph]
        if self._begun is not None and self._begun[0] is graph:
            spans.append((self._begun[1], len(graph.operations)))
        # A variable that a function makes is used first in the graph around it, whose numbers say nothing here.
        since = {
            graph.captured(tensor): first if where is graph else 0 for tensor, (where, first) in self._watched.items()
        }
        tracked: set[Tensor] = set(since)
        recorded: set[Operation] = set()
        waiting = list(since)
        while waiting:
            tensor = waiting.pop()
            for op in tensor.consumers():
                number = graph.inlined_from.get(op, op).id
                known = number >= since.get(tensor, 0) and any(first <= number < end for first, end in spans)
                if op in recorded or not known:
                    continue
                recorded.add(op)
                new = [output for output in op.outputs if is_trainable(output) and output not in tracked]
                tracked.update(new)
                waiting += new
        return recorded, tracked
